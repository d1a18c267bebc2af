"""New tabs that are tables, as parts without their rows, written from their declarations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Final, TypeAlias

from xlplugin.ground.names import named
from xlplugin.ground.texts import in_lines, t
from xlplugin.parts.addresses import address_of
from xlplugin.parts.cells import escaped
from xlplugin.parts.package import quoted
from xlplugin.parts.styles import Styles
from xlplugin.parts.workbook import FILTER
from xlplugin.parts.xml import DECLARATION, MAIN, UNHOLDABLE, parsed
from xlplugin.workbook.book import AddSheet, column_letter, print_area
from xlplugin.workbook.formulas import with_addresses
from xlplugin.workbook.layout import Column, Highlight, Layout
from xlplugin.workbook.layouts.tab_names import EVENT, back_tip, in_formula
from xlplugin.workbook.live_patterns import Look, Page

MOST_HELP: Final = 255
"""The most characters of the help beside a cell."""
MOST_HEADER: Final = 110
"""The most characters of a printed header: Excel allows 255, codes and doubled ampersands included."""
PRINTED: Final = """\
<printOptions horizontalCentered="1"/>\
<pageMargins left="0.4" right="0.4" top="0.75" bottom="0.6" header="0.35" footer="0.3"/>\
<pageSetup orientation="{orientation}" paperSize="9" {size}/>\
<headerFooter><oddHeader>&amp;L&amp;"Calibri,Bold"&amp;12 {header}</oddHeader>\
<oddFooter>&amp;L&amp;D &amp;T&amp;R{footer}</oddFooter></headerFooter>{breaks}"""
ONE_WIDE: Final = 'fitToHeight="0" fitToWidth="1"'
BREAK: Final = '<brk id="{row}" max="16383" man="1"/>'
NameOf: TypeAlias = Callable[[Sequence[str | int]], str]
"""Gives the defined name of a list of choices."""


def table_part(change: AddSheet, styles: Styles, name_of: NameOf, *, leads_back: bool) -> bytes:
    """A tab without its cells; the looks of its highlights are added to the workbook's.

    ``leads_back`` says whether its first header is a link to ``Event``.
    """
    layout, filled = change.layout, 1 + len(change.rows)
    last = filled + layout.spare_rows
    folded = ' outlineLevelRow="1"' if layout.folded else ""
    widths = (_width(place, column) for place, column in enumerate(layout.columns, 1))
    header = escape(escaped(printed(change.header_text or layout.name)), quote=False)
    return _part(
        f'<tabColor rgb="00{layout.tab_colour}"/>'
        f'<outlinePr summaryBelow="{int(not layout.folded)}" summaryRight="1"/>',
        f'{_view(layout.frozen)}<sheetFormatPr defaultRowHeight="15"{folded}/>',
        f"<cols>{''.join(widths)}</cols><sheetData/>",
        f'<autoFilter ref="A1:{address_of(max(filled, 2), len(layout.columns))}"/>'
        * layout.filtered,
        *_highlights(layout, max(last, 2), styles),
        _checked([*_checks(layout, last, name_of)]),
        _link_back() * leads_back,
        _printed("landscape" if layout.is_landscape else "portrait", header, layout),
        fits=not layout.new_pages,
    )


def _link_back() -> str:
    """The link of the first header to ``Event``."""
    location, tip = quoted(f"{in_formula(EVENT)}!A1"), quoted(back_tip())
    return f'<hyperlinks><hyperlink ref="A1" location={location} tooltip={tip}/></hyperlinks>'


def page_part(page: Page) -> bytes:
    """An empty tab that tables are copied to, without its link's cell; its header names the tab."""
    height = f'"{page.row_height:g}" customHeight="1"' if page.row_height else '"15"'
    return _part(
        f'<tabColor rgb="00{page.colour}"/>',
        f"{_view(page.frozen)}<sheetFormatPr defaultRowHeight={height}/><sheetData/>{_link_back()}",
        _printed("portrait" if page.paper == "upright" else "landscape", "&amp;A&amp;R&amp;F"),
    )


def looks_part(looks: Sequence[Look], name_of: NameOf) -> bytes:
    """The tab ``Looks`` without its cells; what each look takes is checked in the second column."""
    checks = (
        check
        for row, look in enumerate(looks, 1)
        for check in _check(look.column(), f"B{row}", name_of)
    )
    root = f'<worksheet xmlns="{MAIN}"><dimension ref="A1"/><sheetData/>'
    return f"{DECLARATION}{root}{_checked([*checks])}</worksheet>".encode()


def _part(of_tab: str, *parts: str, fits: bool = True) -> bytes:
    """A tab, on pages of its width if it ``fits``, by its colour and the like, and by what else is in it."""
    fit = '<pageSetUpPr fitToPage="1"/>' * fits
    properties = f'<sheetPr>{of_tab}{fit}</sheetPr><dimension ref="A1"/>'
    root = f'<worksheet xmlns="{MAIN}">{properties}{"".join(parts)}</worksheet>'
    return (DECLARATION + root).encode()


def _printed(orientation: str, header: str, layout: Layout | None = None) -> str:
    """The print set-up; a page may begin at some rows."""
    footer, size, breaks = escape(t("Page &P of &N"), quote=False), ONE_WIDE, ""
    if layout and layout.new_pages:
        size, count = f'scale="{layout.scale}"', len(layout.new_pages)
        each = "".join(BREAK.format(row=offset + 1) for offset in layout.new_pages)
        breaks = f'<rowBreaks count="{count}" manualBreakCount="{count}">{each}</rowBreaks>'
    return PRINTED.format(
        orientation=orientation, header=header, footer=footer, size=size, breaks=breaks
    )


def table_names(layout: Layout, filled: int) -> Iterator[tuple[str, str]]:
    """The names of a table's own, each with the cells that it stands for; ``filled`` is its last row."""
    yield from title_names(layout.name, layout.frozen)
    tab = in_names(layout.name)
    if layout.filtered:
        yield FILTER, f"{tab}!$A$1:${column_letter(len(layout.columns))}${max(filled, 2)}"
    yield titles(layout.name)
    if area := print_area(layout, filled - 1):
        yield "_xlnm.Print_Area", f"{tab}!$A$1:${column_letter(area[3])}${area[2]}"


def titles(tab: str) -> tuple[str, str]:
    """The name by which a tab's header row is printed on every page."""
    return "_xlnm.Print_Titles", f"{in_names(tab)}!$1:$1"


def title_names(tab: str, frozen: int) -> Iterator[tuple[str, str]]:
    """Names for the header row, and for the column that says what a row is.

    Screen readers look for them. They are the tab's own, so that a copy of it has them too.
    """
    letters = (
        {"ColumnTitle": "A", "RowTitle": column_letter(frozen)} if frozen > 1 else {"Title": "A"}
    )
    yield from ((name, f"{in_names(tab)}!${letter}$1") for name, letter in letters.items())


def in_names(tab: str) -> str:
    """A tab as the formulas of names have it."""
    return "'" + tab.replace("'", "''") + "'"


def printed(text: str) -> str:
    """The words above a printed page."""
    return UNHOLDABLE.sub("", text[:MOST_HEADER]).replace("&", "&&")


def _view(frozen: int) -> str:
    """The view, with the header row and the first columns always in sight."""
    columns, pane = (f'xSplit="{frozen}" ', "bottomRight") if frozen else ("", "bottomLeft")
    others = '<selection pane="topRight"/><selection pane="bottomLeft"/>' if frozen else ""
    return (
        '<sheetViews><sheetView showGridLines="0" workbookViewId="0">'
        f'<pane {columns}ySplit="1" topLeftCell="{address_of(2, frozen + 1)}" activePane="{pane}" '
        f'state="frozen"/>{others}<selection pane="{pane}" activeCell="A1" sqref="A1"/>'
        "</sheetView></sheetViews>"
    )


def _width(place: int, column: Column) -> str:
    width = f'width="{column.width:g}" customWidth="1"' if column.width else 'hidden="1"'
    return f'<col {width} min="{place}" max="{place}"/>'


def _checks(layout: Layout, last: int, name_of: NameOf) -> Iterator[str]:
    """The checks of what is typed, and lists where only some values may be."""
    if last < 2:
        return
    for place, column in enumerate(layout.columns, 1):
        letter = column_letter(place)
        yield from _check(column, f"{letter}2:{letter}{last}", name_of)
    for offset, choices in layout.choices_by_row.items():
        value = column_letter(layout.headers().index(named("column", "Value")) + 1)
        is_open = offset in layout.open_rows
        yield _list(name_of(choices), choices, f"{value}{2 + offset}", "", is_open=is_open)


def _check(column: Column, where: str, name_of: NameOf) -> Iterator[str]:
    """The check of a column, with its help."""
    help_ = in_lines(column.help[:MOST_HELP])
    prompt = f' showInputMessage="1" prompt={quoted(help_)}' if help_ else ""
    if column.choices:
        yield _list(name_of(column.choices), column.choices, where, prompt)
    elif column.whole:
        least, most = column.whole.least, column.whole.most
        title = t("Whole number")
        error = t("Type a whole number from {least} to {most}.", least=least, most=most)
        yield (
            f'<dataValidation type="whole" operator="between" allowBlank="1"{prompt}'
            f' showErrorMessage="1" errorTitle={quoted(title)} error={quoted(error)} sqref="{where}">'
            f"<formula1>{least}</formula1><formula2>{most}</formula2></dataValidation>"
        )
    elif prompt:
        yield f'<dataValidation allowBlank="1"{prompt} sqref="{where}"/>'


def _list(
    name: str, choices: Sequence[str | int], where: str, prompt: str, *, is_open: bool = False
) -> str:
    error = t("Choose one of: {listed}, or leave it blank.", listed=", ".join(map(str, choices)))
    if len(error) > MOST_HELP:
        error = t("Choose one from the list, or leave it blank.")
    refuses = "" if is_open else ' showErrorMessage="1"'
    title = t("Not one of the choices")
    return (
        f'<dataValidation type="list" allowBlank="1"{prompt}{refuses} errorTitle={quoted(title)} '
        f'error={quoted(error)} sqref="{where}"><formula1>{name}</formula1></dataValidation>'
    )


def _checked(checks: Sequence[str]) -> str:
    count = len(checks)
    return f'<dataValidations count="{count}">{"".join(checks)}</dataValidations>' if checks else ""


def _highlights(layout: Layout, last: int, styles: Styles) -> Iterator[str]:
    """The looks of rows under conditions, the first that holds before the others."""
    letters = {header: column_letter(i) for i, header in enumerate(layout.headers(), 1)}
    addresses = {header: f"${letter}2" for header, letter in letters.items()}
    for priority, highlight in enumerate(layout.highlights, 1):
        formula = escape(with_addresses(highlight.formula, addresses), quote=False)
        columns = [letters[h] for h in highlight.columns or layout.headers() if h in letters]
        where = " ".join(f"{letter}2:{letter}{last}" for letter in columns)
        look = styles.rule(parsed(_look(highlight)))
        yield (
            f'<conditionalFormatting sqref="{where}"><cfRule type="expression" priority="{priority}" '
            f'dxfId="{look}" stopIfTrue="1"><formula>{formula}</formula></cfRule></conditionalFormatting>'
        )


def _look(highlight: Highlight) -> bytes:
    font = (
        '<b val="1"/>' * highlight.bold,
        '<strike val="1"/>' * highlight.strike,
        f'<color rgb="FF{highlight.colour}"/>' if highlight.colour else "",
    )
    fill = f'<fill><patternFill patternType="solid"><bgColor rgb="FF{highlight.fill}"/></patternFill></fill>'
    return f'<dxf xmlns="{MAIN}"><font>{"".join(font)}</font>{fill * bool(highlight.fill)}</dxf>'.encode()
