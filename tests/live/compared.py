"""Differences between two workbook files that matter to the people who use them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from functools import cache
from itertools import pairwise
from math import isclose
from pathlib import Path
from typing import Any

from openpyxl import Workbook, load_workbook
from openpyxl.drawing.spreadsheet_drawing import OneCellAnchor
from openpyxl.formula.translate import Translator
from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.worksheet.cell_range import CellRange
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.xml.functions import tostring

from xlplugin.ground.languages import catalogue_of, languages, speaking
from xlplugin.ground.names import Kind, named
from xlplugin.workbook.live_patterns import is_pattern


def in_every_language(kind: Kind, *names: str) -> Iterator[str]:
    """Names in all languages that are installed."""
    for code in languages():
        with speaking(catalogue_of(code)):
            yield from (named(kind, name) for name in names)


EMU = 12_700
"""The units of a drawing in a point."""
FAR_AWAY = "ZZ90000"
ORDINARY_HEIGHT = 15
NEED_AN_APOSTROPHE = tuple("=+-@")
LIBREOFFICE_WIDTH = 8.68
"""Of columns of which nothing is said, where LibreOffice says so."""
LEFT_TO_EXCEL = frozenset(in_every_language("tab", "Pairing notes", "Log", "Penalties", "Armies"))
"""Tabs of wrapped texts: a file says how high their rows are, Excel finds out itself."""
NO_TEXT = re.compile(r"<a:r><a:t(?: ?/>|>(?:None)?</a:t>)</a:r>")
"""What openpyxl adds to the looks of a chart's labels when it reads them, once and once more."""
HALF_A_PIXEL = 0.072
"""In characters: a running Excel makes columns so wide that they are whole pixels."""
OF_A_PICTURE = 0.05
"""In points: LibreOffice rounds to the hundredth of a millimetre."""
AS_PRINTED = "oddHeader"
"""A file's pages are headed by the event and what the tab is, those of a running Excel by the names
of the tab and the file."""


def differences(
    one: Path | str | Workbook, two: Path | str | Workbook, *, headings: bool = False
) -> list[str]:
    """Everything that one workbook shows, checks or prints otherwise than another.

    Tabs that a running Excel keeps out of sight instead of making a backup do not count.

    Args:
        one: a file, or a workbook as openpyxl has it.
        two: the other one.
        headings: whether the headers of printed pages count.
    """
    first, second = (_look(book, headings=headings) for book in (one, two))
    return [
        f"{place}: {first.get(place)!r}, {second.get(place)!r}"
        for place in sorted({*first, *second})
        if not _same(first.get(place), second.get(place), _so_far(place))
    ]


def _so_far(place: str) -> float:
    """How far two numbers of a place may be from one another."""
    if "!picture" in place:
        return OF_A_PICTURE
    return HALF_A_PIXEL if place.endswith(" is wide") else 0.01


def _same(one: object, two: object, so_far: float) -> bool:
    """Whether two things look the same; a file does not keep the last digits of a fraction."""
    if isinstance(one, float) and isinstance(two, float):
        return abs(one - two) <= so_far
    if isinstance(one, tuple) and isinstance(two, tuple) and isinstance(one[-1], float):
        return one[:-1] == two[:-1] and isclose(one[-1], two[-1], rel_tol=1e-14)
    return one == two


def _look(book: Path | str | Workbook, *, headings: bool) -> dict[str, object]:
    """What there is to see, by place."""
    workbook = book if isinstance(book, Workbook) else load_workbook(book)
    sheets = [s for s in workbook.worksheets if not _is_put_away(s)]
    found: dict[str, object] = {
        "tabs": [(sheet.title, _state(sheet)) for sheet in sheets],
        "in front": workbook.active.title,
        "together": [s.title for s in sheets if s.sheet_view.tabSelected]
        or [workbook.active.title],
    }
    names = {n: d.attr_text for n, d in workbook.defined_names.items()}
    found |= {f"name {name}": refers_to for name, refers_to in names.items()}
    lists = {name: _listed(workbook, refers_to) for name, refers_to in names.items()}
    styles: dict[tuple[int, ...], object] = {}
    for sheet in sheets:
        title = sheet.title
        for part in (
            _cells(sheet, styles), _validations(sheet, lists), _conditional(sheet),
            _sizes(sheet), _set_up(sheet, headings=headings), _charts(sheet), _pictures(sheet),
        ):  # fmt: skip
            found |= {f"{title}!{place}": value for place, value in part}
    return found


def _is_put_away(sheet: Worksheet) -> bool:
    return sheet.sheet_state == "hidden" and sheet.title.endswith(" undone")


def _state(sheet: Worksheet) -> str:
    """Whether a tab is shown; how well what nobody looks for is hidden, xlwings Lite cannot say."""
    return (
        "hidden"
        if is_pattern(sheet.title) and sheet.sheet_state != "visible"
        else sheet.sheet_state
    )


def _listed(workbook: Workbook, refers_to: str) -> tuple[object, ...]:
    tab, _, address = refers_to.rpartition("!")
    if tab.strip("'") not in workbook.sheetnames:
        return (refers_to,)
    cells = workbook[tab.strip("'")][address.replace("$", "")]
    return tuple(row[0].value for row in cells) if isinstance(cells, tuple) else (cells.value,)


def _cells(sheet: Worksheet, styles: dict[tuple[int, ...], object]) -> Iterator[tuple[str, object]]:
    for cell in sheet._cells.values():
        value = cell.value
        if type(value) is date:
            value = datetime.fromisoformat(value.isoformat())
        if cell.hyperlink:
            yield f"{cell.coordinate} leads", cell.hyperlink.location
        if value is not None:
            yield cell.coordinate, (cell.data_type, value)
            if cell.data_type == "s" and str(value).startswith(NEED_AN_APOSTROPHE):
                yield f"{cell.coordinate} is marked as text", cell.quotePrefix
        style = cell._style or ()
        key = (*style[:6], *style[8:])  # but for marks of texts and buttons of pivots
        if not any(key):
            continue
        if key not in styles:
            styles[key] = _look_of(cell)
        yield f"{cell.coordinate} looks", styles[key]


def _look_of(cell: Any) -> object:
    font, fill, border, align = cell.font, cell.fill, cell.border, cell.alignment
    return (
        _style_of(cell),
        cell.number_format,
        (font.name, font.sz, bool(font.b), bool(font.i), bool(font.strike), _colour(font.color)),
        _colour(fill.fgColor) if fill.fill_type else None,
        tuple(
            (side, edge.style, _colour(edge.color))
            for side in ("left", "right", "top", "bottom")
            if (edge := getattr(border, side)) is not None and edge.style
        ),
        (
            align.horizontal,
            align.vertical,
            bool(align.wrap_text),
            bool(align.shrink_to_fit),
            align.text_rotation,
        ),
        (align.indent or 0, cell.protection.locked),
    )


def _style_of(cell: Any) -> str:
    return str(cell.style)


def _colour(colour: Any) -> object:
    return None if colour is None else (colour.type, colour.value)


def _validations(
    sheet: Worksheet, lists: Mapping[str, tuple[object, ...]]
) -> Iterator[tuple[str, object]]:
    found: list[tuple[CellRange, int, object]] = []
    for rule in sheet.data_validations.dataValidation:
        formula = rule.formula1
        told = (
            rule.type, rule.operator if rule.type == "whole" else None,
            lists.get(formula or "", formula), rule.formula2, bool(rule.allowBlank),
            bool(rule.showErrorMessage), rule.errorTitle, rule.error, rule.errorStyle,
            bool(rule.showInputMessage), rule.promptTitle, rule.prompt,
        )  # fmt: skip
        found += [(area, 0, told) for area in rule.sqref.ranges]
    for cells, rules in _by_column(found):
        yield f"{cells} may be", rules


def _conditional(sheet: Worksheet) -> Iterator[tuple[str, object]]:
    found: list[tuple[CellRange, int, object]] = []
    for formats in sheet.conditional_formatting:
        areas = formats.sqref.ranges
        column = get_column_letter(min(area.min_col for area in areas))
        first = f"{column}{min(area.min_row for area in areas)}"
        for rule in formats.rules:
            look = rule.dxf
            told = (
                rule.type,
                tuple(_seen_from_afar(formula, first) for formula in rule.formula),
                _colour(look.fill.bgColor) if look and look.fill else None,
                _font(look.font if look else None),
                bool(rule.stopIfTrue),
            )
            found += [(area, rule.priority, told) for area in areas]
    for cells, rules in _by_column(found):
        yield f"{cells} is set off", rules


def _by_column(
    rules: Iterable[tuple[CellRange, int, object]],
) -> Iterator[tuple[str, list[object]]]:
    """Which rules hold for which cells of a column, in their order, however they are grouped."""
    columns: dict[int, list[tuple[int, int, int, object]]] = {}
    for area, order, told in rules:
        for column in range(area.min_col, area.max_col + 1):
            columns.setdefault(column, []).append((order, area.min_row, area.max_row, told))
    for column, parts in columns.items():
        parts.sort(key=lambda part: part[0])
        starts = {first for _, first, _, _ in parts} | {last + 1 for _, _, last, _ in parts}
        runs: list[tuple[int, int, list[object]]] = []
        for start, after in pairwise(sorted(starts)):
            here = [told for _, first, last, told in parts if first <= start <= last]
            if runs and runs[-1][1] == start - 1 and runs[-1][2] == here:
                start = runs.pop()[0]  # noqa: PLW2901  (the run goes on)
            runs.append((start, after - 1, here))
        letter = get_column_letter(column)
        yield from ((f"{letter}{start}:{letter}{end}", here) for start, end, here in runs if here)


def _font(font: Any) -> object:
    if font is None:
        return False, False, False, None
    return bool(font.b), bool(font.i), bool(font.strike), _colour(font.color)


@cache
def _seen_from_afar(formula: str, origin: str) -> str:
    """The same text for the same formula, wherever its range begins."""
    return str(Translator(f"={formula}", origin=origin).translate_formula(FAR_AWAY))


def _sizes(sheet: Worksheet) -> Iterator[tuple[str, object]]:
    for letter, column in sheet.column_dimensions.items():
        first = column.min or column_index_from_string(letter)
        for place in range(first, (column.max or first) + 1):
            width = 0.0 if column.hidden else float(column.width)
            if width != LIBREOFFICE_WIDTH:
                yield f"{get_column_letter(place)} is wide", width
    if sheet.title in LEFT_TO_EXCEL:
        return
    form = sheet.sheet_format
    usual = form.defaultRowHeight if form.customHeight else ORDINARY_HEIGHT
    for row in range(1, max((cell.row for cell in sheet._cells.values()), default=0) + 1):
        height = sheet.row_dimensions[row].height if row in sheet.row_dimensions else None
        yield f"{row} is high", float(usual if height is None else height)


def _charts(sheet: Worksheet) -> Iterator[tuple[str, object]]:
    """The charts with all that is written of them, and the cells that each one covers.

    Of the pages that others are copied from it is only what they speak of: the copies have it all.
    """
    for number, chart in enumerate(sheet._charts, 1):
        corners = chart.anchor._from, chart.anchor.to
        yield f"chart {number} covers", tuple((corner.row, corner.col) for corner in corners)
        if is_pattern(sheet.title):
            yield f"chart {number}", [each.val.numRef.f for each in chart.series]
        else:
            yield f"chart {number}", NO_TEXT.sub("", tostring(chart._write()).decode())


def _pictures(sheet: Worksheet) -> Iterator[tuple[str, object]]:
    """The pictures: where each is, how large, and its bytes; of its text see ``pictured``."""
    for number, picture in enumerate(pictured(sheet), 1):
        yield f"picture {number} is at", picture[:2]
        yield f"picture {number} is so wide", picture[2]
        yield f"picture {number} is so high", picture[3]
        yield f"picture {number}", picture[4]


def pictured(sheet: Worksheet) -> list[tuple[int, int, float, float, bytes, str | None]]:
    """The pictures of a tab: row, column, width and height in points, bytes, text for screen readers."""
    return [
        (
            image.anchor._from.row + 1,
            image.anchor._from.col + 1,
            *_size(sheet, image.anchor),
            image.ref.getvalue(),
            image.anchor.pic.nvPicPr.cNvPr.descr,
        )
        for image in sheet._images
    ]


def _size(sheet: Worksheet, anchor: Any) -> tuple[float, float]:
    """In points; LibreOffice says in which cell a picture ends."""
    if isinstance(anchor, OneCellAnchor):
        return anchor.ext.width / EMU, anchor.ext.height / EMU
    start, end = anchor._from, anchor.to
    widths = (
        sheet.column_dimensions[get_column_letter(c + 1)].width for c in range(start.col, end.col)
    )
    heights = (sheet.row_dimensions[r + 1].height for r in range(start.row, end.row))
    wide = sum(widths) * 5.25 + (end.colOff - start.colOff) / EMU
    return wide, sum(heights) + (end.rowOff - start.rowOff) / EMU


def _set_up(sheet: Worksheet, *, headings: bool) -> Iterator[tuple[str, object]]:
    view, page, margins = sheet.sheet_view, sheet.page_setup, sheet.page_margins
    pane = sheet.sheet_view.pane  # not freeze_panes, which follows how far a tab is scrolled
    yield "frozen", pane and (pane.state, pane.xSplit or 0, pane.ySplit or 0)
    yield "gridlines", bool(view.showGridLines)
    yield "filter", (sheet.auto_filter.ref, [c.colId for c in sheet.auto_filter.filterColumn])
    yield "colour", _colour(sheet.sheet_properties.tabColor)
    last = max((cell.row for cell in sheet._cells.values()), default=0)
    yield "pages end", [after.id for after in sheet.row_breaks.brk if after.id < last]
    yield "titles", (sheet.print_title_rows, sheet.print_title_cols)
    yield "print area", sheet.print_area.rpartition("!")[2]
    yield "paper", (page.orientation, page.paperSize, page.fitToWidth, page.fitToHeight, page.scale)
    fits = sheet.sheet_properties.pageSetUpPr
    yield "fits", bool(fits and fits.fitToPage)
    yield (
        "margins",
        tuple(
            getattr(margins, side)
            for side in ("left", "right", "top", "bottom", "header", "footer")
        ),
    )
    yield "centred", bool(sheet.print_options.horizontalCentered)
    yield "merged", sorted(str(area) for area in sheet.merged_cells.ranges)
    yield (
        "notes",
        sorted(
            (cell.coordinate, cell.comment.text) for cell in sheet._cells.values() if cell.comment
        ),
    )
    for part in ("oddFooter", *([AS_PRINTED] if headings else [])):
        texts = getattr(sheet, part)
        told = (getattr(texts, side).text for side in ("left", "center", "right"))
        yield part, tuple(text and text.lstrip() for text in told)
