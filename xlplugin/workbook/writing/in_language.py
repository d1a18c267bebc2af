"""Changes as they are written: with the names that tabs, headers, settings and choices have in the workbook."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from xlplugin.ground.languages import ENGLISH
from xlplugin.ground.names import named, with_places
from xlplugin.ground.texts import t
from xlplugin.workbook.book import (
    AddDrawing,
    AddPatterns,
    AddRows,
    AddSheet,
    Book,
    Cells,
    Change,
    RemoveSheet,
    SetCells,
    SetHeights,
    SheetData,
    ShowSheet,
    with_changes,
)
from xlplugin.workbook.expressions import Part
from xlplugin.workbook.layout import CellValue, Column, Highlight, Layout
from xlplugin.workbook.live_patterns import Look
from xlplugin.workbook.reading.in_language import Columns, columns_in, header_row

_LITERAL = re.compile(r'"([^"]*)"')  # the empty one too, or what is between two would be taken
_HEADER = re.compile(r"\{([^{}\"0-9][^{}\"]*)\}")


def written(changes: Sequence[Change], english: Book) -> list[Change]:
    """Changes of an English book in the language that is spoken, which is the workbook's."""
    return _Writer(english, with_changes(english, changes)).written(changes)


def layout_in_language(layout: Layout) -> Layout:
    """A tab as it is in the language that is spoken."""
    rows = layout.choices_by_row.items()
    return replace(
        layout,
        name=named("tab", layout.name),
        columns=tuple(map(_column, layout.columns)),
        highlights=tuple(map(_highlight, layout.highlights)),
        choices_by_row={row: _choices(choices) for row, choices in rows},
        on_screen=named("column", layout.on_screen),
    )


def _column(column: Column) -> Column:
    live = column.live
    return replace(
        column,
        header=named("column", column.header),
        choices=_choices(column.choices),
        help=t(column.help),
        key=(column.key or column.header) if column.help else "",
        live=Part(_formula(live.text), live.value, live.binds) if live else None,
    )


def _choices(choices: Sequence[str | int]) -> tuple[str | int, ...]:
    return tuple(named("choice", c) if isinstance(c, str) else c for c in choices)


def _formula(text: str) -> str:
    """A formula of a layout with the headers that the tab has."""
    return _HEADER.sub(lambda header: f"{{{named('column', header[1])}}}", text)


def _highlight(highlight: Highlight) -> Highlight:
    formula = _LITERAL.sub(
        lambda text: f'"{named("choice", text[1])}"', _formula(highlight.formula)
    )
    columns = tuple(named("column", header) for header in highlight.columns)
    return replace(highlight, formula=formula, columns=columns)


def tab_in_language(
    book: Book, name: str, rows: Sequence[Sequence[CellValue]]
) -> tuple[str, list[list[CellValue]]]:
    """A tab of an English book as the workbook has it: its name, and all of its rows."""
    if book.language in (None, ENGLISH):
        return name, [list(row) for row in rows]
    writer = _Writer(book, replace(book, sheets={**book.sheets, name: SheetData(name, rows)}))
    cells = {(r, c): value for r, row in enumerate(rows, 1) for c, value in enumerate(row, 1)}
    written = writer.cells_of(name, cells)
    return book.tab(name), [
        [written[r, c] for c in range(1, len(row) + 1)] for r, row in enumerate(rows, 1)
    ]


class _Writer:
    """Puts changes into the language that is spoken.

    Args:
        book: the workbook in English, with the names that its tabs have.
        after: the same once the changes are made.
    """

    def __init__(self, book: Book, after: Book) -> None:
        self._tab, self._before, self._after = book.tab, book.sheets, after.sheets
        self._columns = columns_in(after.sheets)

    def written(self, changes: Sequence[Change]) -> list[Change]:
        """All of them."""
        return [self._written(change) for change in changes]

    def _written(self, change: Change) -> Change:
        match change:
            case AddSheet(layout, rows, before, header):
                is_name = header == layout.name
                return AddSheet(
                    self._layout(layout), self._rows(layout, rows), before and self._tab(before),
                    self._tab(header) if is_name else header,
                )  # fmt: skip
            case AddRows(layout, rows, first, places):
                local = {named("column", header): place for header, place in places.items()}
                return AddRows(self._layout(layout), self._rows(layout, rows), first, local)
            case AddDrawing(drawing, before, _):
                name = self._tab(drawing.name)
                drawn = replace(drawing, name=name)
                return replace(change, drawing=drawn, before=before and self._tab(before))
            case SetCells(sheet, cells):
                return SetCells(self._tab(sheet), self.cells_of(sheet, cells))
            case SetHeights(sheet, _):
                return replace(change, sheet=self._tab(sheet))
            case RemoveSheet(name, _) | ShowSheet(name):
                return replace(change, name=self._tab(name))
            case AddPatterns(looks, pages):
                return AddPatterns([_look(look) for look in looks], pages)

    def _layout(self, layout: Layout) -> Layout:
        return replace(layout_in_language(layout), name=self._tab(layout.name))

    def _rows(self, layout: Layout, rows: Sequence[Sequence[CellValue]]) -> list[list[CellValue]]:
        headers = layout.headers()
        columns = self._columns.get(with_places(layout.name))
        if columns is None or columns.settings is None:
            columns = Columns(layout)
        return [
            [named("column", str(header)) for header in row]
            if list(row) == headers
            else [
                columns.written(header, value, str(row[0]))
                for header, value in zip(headers, row, strict=True)
            ]
            for row in rows
        ]

    def cells_of(self, tab: str, cells: Cells) -> Cells:
        """The cells of a tab, whose headers say what they hold."""
        columns = self._columns.get(with_places(tab)) or Columns()
        sheet = self._after.get(tab) or self._before[tab]
        at, headers = header_row(sheet, columns)
        setting = next((place for place, header in headers.items() if header == "Setting"), None)
        written: dict[tuple[int, int], CellValue] = {}
        for (row, column), value in cells.items():
            if row == at + 1 and isinstance(value, str) and headers.get(column - 1) == value:
                written[row, column] = named("column", value)
                continue
            header = headers.get(column - 1, "") if row > at + 1 else ""
            held = sheet.rows[row - 1] if row <= len(sheet.rows) else ()
            has_name = setting is not None and setting < len(held)
            name = str(held[setting]) if has_name and setting is not None else ""
            written[row, column] = columns.written(header, value, name)
        return written


def _look(look: Look) -> Look:
    return replace(look, choices=_choices(look.choices), help=t(look.help))
