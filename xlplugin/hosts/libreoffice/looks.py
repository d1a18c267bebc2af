"""Looks, lists and highlights of tabs that LibreOffice has open, set up from their declarations."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import uno

from xlplugin.ground.names import named
from xlplugin.ground.texts import in_lines, t
from xlplugin.hosts.libreoffice.cells import Uno, fill, range_of
from xlplugin.hosts.libreoffice.formulas import for_libreoffice
from xlplugin.hosts.libreoffice.undo import in_steps
from xlplugin.hosts.live import alike, blocks, side_by_side
from xlplugin.workbook.book import column_letter, header_styles
from xlplugin.workbook.formulas import with_addresses
from xlplugin.workbook.layout import Area, Column, Drawing, Highlight, Layout, Style
from xlplugin.workbook.live_patterns import LISTS, list_name

CHARACTER = 195.8
"""Hundredths of a millimetre, as LibreOffice reads the width of a column from a workbook file."""
POINT = 2540 / 72
"""In hundredths of a millimetre."""
FONT, THIN, DASHED, LINE = "Calibri", 0, 2, 26
INDENT = 265
UPWARDS = 9000
"""Hundredths of a degree."""
BOLD = 150.0
MOST_TEXT, MOST_LISTS = 255, 500
ALIGN = {"left": "LEFT", "center": "CENTER", "right": "RIGHT", "justify": "BLOCK"}
VERTICAL = {"top": 1, "center": 2, "bottom": 3}
FIRST_STYLE = "Default"
FONTS = tuple(
    f"Char{what}{script}"
    for script in ("", "Asian", "Complex")
    for what in ("FontName", "FontStyleName", "FontFamily", "FontCharSet", "FontPitch", "Height")
)
BESIDES_FONTS = {"CharColor": 0, "VertJustify": 3, "RotateReference": 0}
"""The rest that LibreOffice gives a document's first style, read from a file: black, at the bottom, not
rotated. Cells without it look the same."""


def clear_first_style(document: Uno) -> None:
    """Make the document's font that of its first style, which then says nothing itself.

    Every highlight comes from that style, at the latest once it was saved as ``.ods``: what the style
    says, a highlight would say too, over the looks of its cell.
    """
    style = document.StyleFamilies.getByName("CellStyles").getByName(FIRST_STYLE)
    same = [name for name, value in BESIDES_FONTS.items() if style.getPropertyValue(name) == value]
    names = (*FONTS, *same)
    told = [
        name
        for name, state in zip(names, style.getPropertyStates(names), strict=True)
        if state.value == "DIRECT_VALUE"
    ]
    if told:
        values = {name: style.getPropertyValue(name) for name in told if name in FONTS}
        of_all = document.createInstance("com.sun.star.sheet.Defaults")
        for name, value in values.items():
            of_all.setPropertyValue(name, value)
        for name in told:
            style.setPropertyToDefault(name)


class Looks:
    """The styles of a document, made where they are missing."""

    def __init__(self, document: Uno) -> None:
        self._document = document
        self._styles = document.StyleFamilies.getByName("CellStyles")
        self._known = set(self._styles.ElementNames)
        self._rules: set[str] = set()

    def paint_table(self, sheet: Uno, layout: Layout, last: int, *, leads_back: bool) -> None:
        """Give a new table's header and rows their looks."""
        self.paint(sheet, header_styles(layout, leads_back=leads_back), 1, 1)
        self.paint(sheet, [column.style for column in layout.columns], 2, last)
        for offset, styles in layout.styles_by_row.items():
            self.paint(sheet, styles, 2 + offset, 2 + offset)

    def paint(self, sheet: Uno, styles: Sequence[Style | None], first: int, last: int) -> None:
        """Give the columns of some rows their looks, from column A on."""
        if last < first:
            return
        for style, left, right in alike(styles):
            if style is not None:
                self._paint_area(sheet, style, (first, left, last, right))

    def paint_drawing(self, sheet: Uno, drawing: Drawing) -> None:
        """Give the cells of a new drawing their looks."""
        by_style: dict[Style, list[tuple[int, int]]] = {}
        for place, (_, style) in drawing.cells.items():
            by_style.setdefault(style, []).append(place)
        for style, places in by_style.items():
            for area in blocks(places):
                self._paint_area(sheet, style, area)

    def _paint_area(self, sheet: Uno, style: Style, area: Area) -> None:
        self._require(style)
        range_of(sheet, area).CellStyle = style.name

    def _require(self, style: Style) -> None:
        """Make a style that the document lacks, as after a save as another kind of file."""
        if style.name in self._known:
            return
        made = self._new(style.name)
        edge = uno.createUnoStruct("com.sun.star.table.BorderLine2")
        edge.Color, edge.OuterLineWidth, edge.LineWidth = int(style.line, 16), LINE, LINE
        edge.LineStyle = DASHED if style.edge == "dashed" else THIN
        values: dict[str, object] = {
            "CharFontName": FONT, "CharHeight": style.size, "CharColor": int(style.colour, 16),
            "CharWeight": BOLD if style.bold else 100.0, "CharUnderline": int(style.underline),
            "CellBackColor": int(style.fill, 16) if style.fill else -1,
            "HoriJustify": uno.Enum("com.sun.star.table.CellHoriJustify", ALIGN[style.align]),
            "VertJustify": VERTICAL[style.vertical], "IsTextWrapped": style.wrap,
            "ShrinkToFit": style.shrink, "RotateAngle": UPWARDS if style.turned else 0,
            "ParaIndent": INDENT if style.align == "left" and not style.turned else 0,
            "NumberFormat": self._format(style.number_format),
        }  # fmt: skip
        values |= {f"{side.title()}Border": edge for side in style.border.split()}
        for name, value in values.items():
            made.setPropertyValue(name, value)

    def _format(self, code: str) -> int:
        """The number under which the document knows a number format."""
        english = uno.createUnoStruct("com.sun.star.lang.Locale", "en", "US", "")
        formats = self._document.NumberFormats
        key = formats.queryKey(code, english, False)  # noqa: FBT003  (no other way to say it)
        return int(key if key >= 0 else formats.addNew(code, english))

    def _new(self, name: str) -> Uno:
        self._styles.insertByName(
            name, self._document.createInstance("com.sun.star.style.CellStyle")
        )
        self._known.add(name)
        return self._styles.getByName(name)

    def rule(self, highlight: Highlight) -> str:
        """The name of the style of cells that a highlight sets off."""
        kinds = ("bold" * highlight.bold, "strike" * highlight.strike)
        name = " ".join(filter(None, ("xl rule", highlight.fill, highlight.colour, *kinds)))
        if name not in self._rules:
            self._rules.add(name)
            made = self._styles.getByName(name) if name in self._known else self._new(name)
            made.setAllPropertiesToDefault()  # read from a .xlsx, it says all that a cell may
            if highlight.fill:
                made.CellBackColor = int(highlight.fill, 16)
            if highlight.colour:
                made.CharColor = int(highlight.colour, 16)
            if highlight.bold:
                made.CharWeight = BOLD
            if highlight.strike:
                made.CharStrikeout = 1
        return name


def set_widths(sheet: Uno, widths: Sequence[float]) -> None:
    """Widths are in characters, as in a file; a column without any is out of sight."""
    for width, left, right in alike(widths):
        columns = range_of(sheet, (1, left, 1, right)).Columns
        if width:
            columns.Width = round(width * CHARACTER)
        else:
            columns.IsVisible = False


def set_heights(document: Uno, sheet: Uno, heights: Mapping[int, float]) -> None:
    """Heights of single rows, in points."""
    by_height: dict[float, list[tuple[int, int]]] = {}
    for row, height in heights.items():
        by_height.setdefault(height, []).append((row, 1))
    areas = [(area, height) for height, rows in by_height.items() for area in blocks(rows)]

    def put(found: tuple[Area, float]) -> None:
        range_of(sheet, found[0]).Rows.Height = round(found[1] * POINT)

    in_steps(document, areas, put)


def validate_columns(sheet: Uno, layout: Layout, last: int) -> None:
    """Check what is typed into the rows of a table, and offer lists where only some values may be."""
    if last < 2:
        return
    for i, column in enumerate(layout.columns, 1):
        validate(sheet, column, (2, i, last, i))
    for offset, choices in layout.choices_by_row.items():
        value, row = layout.headers().index(named("column", "Value")) + 1, 2 + offset
        is_open = offset in layout.open_rows
        where = range_of(sheet, (row, value, row, value))
        _check(where, [list_name(choices)], _list(choices, is_open=is_open))


def validate(sheet: Uno, column: Column, area: Area) -> None:
    """Check what is typed into the cells of a column, and show its help."""
    if not (column.choices or column.whole or column.help):
        return
    rule: dict[str, object] = {}
    formulas: list[str] = []
    if column.choices:
        rule, formulas = _list(column.choices), [list_name(column.choices)]
    elif column.whole:
        least, most = column.whole.least, column.whole.most
        text = t("Type a whole number from {least} to {most}.", least=least, most=most)
        formulas = [str(least), str(most)]
        rule = {
            "Type": _kind("WHOLE"), "ShowErrorMessage": True, "ErrorTitle": t("Whole number"),
            "ErrorMessage": text,
        }  # fmt: skip
    if column.help:
        rule |= {"ShowInputMessage": True, "InputMessage": in_lines(column.help[:MOST_TEXT])}
    _check(range_of(sheet, area), formulas, rule)


def _kind(name: str) -> Uno:
    return uno.Enum("com.sun.star.sheet.ValidationType", name)


def _check(where: Uno, formulas: Sequence[str], values: Mapping[str, object]) -> None:
    rule = where.Validation
    for name, value in values.items():
        rule.setPropertyValue(name, value)
    if formulas:
        rule.setOperator(uno.Enum("com.sun.star.sheet.ConditionOperator", "BETWEEN"))
        rule.setFormula1(formulas[0])
        rule.setFormula2(formulas[-1] if len(formulas) > 1 else "")
    rule.IgnoreBlankCells = True
    where.Validation = rule


def _list(choices: Sequence[str | int], *, is_open: bool = False) -> dict[str, object]:
    text = t("Choose one of: {listed}, or leave it blank.", listed=", ".join(map(str, choices)))
    if len(text) > MOST_TEXT:
        text = t("Choose one from the list, or leave it blank.")
    return {
        "Type": _kind("LIST"), "ShowList": 1, "ShowErrorMessage": not is_open,
        "ErrorTitle": t("Not one of the choices"), "ErrorMessage": text,
    }  # fmt: skip


def require_lists(document: Uno, layout: Layout) -> None:
    """Make the lists of choices that a table needs and the document lacks."""
    of_rows = layout.choices_by_row.values()
    for choices in {*of_rows, *(column.choices for column in layout.columns if column.choices)}:
        name = list_name(choices)
        if not document.NamedRanges.hasByName(name):
            _make_list(document, name, choices)


def _make_list(document: Uno, name: str, choices: Sequence[str | int]) -> None:
    sheets = document.Sheets
    if not sheets.hasByName(LISTS):
        sheets.insertNewByName(LISTS, sheets.Count)
        sheets.getByName(LISTS).IsVisible = False
    lists = sheets.getByName(LISTS)
    column = range_of(lists, (1, 1, 1, MOST_LISTS)).getDataArray()[0].index("") + 1
    fill(document, lists, {(row, column): value for row, value in enumerate((name, *choices), 1)})
    letter = column_letter(column)
    where = f"${LISTS}.${letter}$2:${letter}${len(choices) + 1}"
    origin = uno.createUnoStruct("com.sun.star.table.CellAddress")
    document.NamedRanges.addNewByName(name, where, origin, 0)


def highlight_rows(document: Uno, sheet: Uno, looks: Looks, layout: Layout, last: int) -> None:
    """Highlight the rows of a table under its conditions."""
    addresses = {h: f"${column_letter(i)}2" for i, h in enumerate(layout.headers(), 1)}
    by_rules: dict[tuple[Highlight, ...], list[int]] = {}
    for i, header in enumerate(layout.headers(), 1):
        rules = tuple(r for r in layout.highlights if not r.columns or header in r.columns)
        if rules:
            by_rules.setdefault(rules, []).append(i)
    for rules, columns in by_rules.items():
        conditions = [(with_addresses(r.formula, addresses), looks.rule(r)) for r in rules]
        areas = [(2, left, last, right) for left, right in side_by_side(columns)]
        set_off(document, sheet, areas, conditions)


def set_off(
    document: Uno,
    sheet: Uno,
    areas: Collection[Area],
    conditions: Iterable[tuple[str, str]],
) -> None:
    """Give cells the first style of those whose condition holds, as seen from the first cell."""
    where = document.createInstance("com.sun.star.sheet.SheetCellRanges")
    for area in areas:
        where.addRangeAddress(range_of(sheet, area).RangeAddress, False)  # noqa: FBT003  (as above)
    top, left, *_ = next(iter(areas))
    rules = where.ConditionalFormat
    rules.clear()
    for formula, style in conditions:
        rules.addNew(
            values_of(
                Operator=uno.Enum("com.sun.star.sheet.ConditionOperator", "FORMULA"),
                Formula1=for_libreoffice(formula),
                StyleName=style,
                SourcePosition=sheet.getCellByPosition(left - 1, top - 1).CellAddress,
            )
        )
    where.ConditionalFormat = rules


def values_of(**values: object) -> tuple[Uno, ...]:
    """Named values as LibreOffice takes them."""
    made = []
    for name, value in values.items():
        part = uno.createUnoStruct("com.sun.star.beans.PropertyValue")
        part.Name, part.Value = name, value
        made.append(part)
    return tuple(made)
