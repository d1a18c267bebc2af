"""Parts of tabs that are drawn: cells put into place, titles, how a tab is made again, and its pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import ceil
from typing import TypeAlias

from xlplugin.ground import qr
from xlplugin.ground.names import named
from xlplugin.ground.texts import msg, t
from xlplugin.workbook import layout as looks
from xlplugin.workbook.layout import CellValue, Drawing, Paper, Style
from xlplugin.workbook.layouts.tab_names import back
from xlplugin.workbook.picture import Picture
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.table import one_line

SLIPS, NAMES, SEATS, CARDS = "Slips", "Pairings by name", "Seating", "Player cards"
PRINT_COLOUR = "7C3AED"
BUTTONS = {SLIPS: msg("Match slips")}
"""The labels of buttons that are not the names of the tabs that they make."""
MOST_TITLE, MOST_OPPONENT = 70, 26
"""The characters of the event's name, and of an opponent's, which only confirms the table."""
BYE = msg("bye")

Cell: TypeAlias = tuple[CellValue, Style]
Cells: TypeAlias = dict[tuple[int, int], Cell]


def put(cells: Cells, top: int, left: int, lines: Iterable[Iterable[Cell]]) -> None:
    """Put lines of cells into a drawing, from a row and a column on."""
    for row, line in enumerate(lines, top):
        cells.update(((row, column), cell) for column, cell in enumerate(line, left))


def put_beside(cells: Cells, columns: int, tab: str) -> None:
    """Say beside the columns of a tab how it is made again, and lead back to ``Event``."""
    label = BUTTONS.get(tab, tab)
    how = t(
        "Made by the button {button}. Click it again to refresh.",
        button=named("tab", label) if label == tab else t(label),
    )
    cells[1, columns + 2] = (how, looks.ASIDE)
    cells[2, columns + 2] = (back(), looks.LINK)


def printed(
    name: str,
    widths: Sequence[float],
    cells: Cells,
    paper: Paper,
    row_height: float,
    heights: Mapping[int, float] | None = None,
    pictures: Iterable[Picture] = (),
) -> Drawing:
    """A tab that is printed, with rows of other heights where these are given."""
    put_beside(cells, len(widths), name)
    drawing = Drawing(name, tuple(widths), cells, (), PRINT_COLOUR, row_height, paper)
    used = {row: h for row, h in (heights or {}).items() if row <= drawing.last_row}
    return replace(drawing, heights=used, pictures=tuple(pictures))


def code_picture(text: str, row: int, column: int, side: float, name: str) -> Picture:
    """A text as a QR code at the corner of a cell, so many points wide and high; ``name`` stands for it."""
    return Picture(qr.printed(text, side), row, column, side, side, name)


def page_count(drawing: Drawing) -> int:
    """The number of pages that it is printed on."""
    return ceil((drawing.last_row - drawing.paper.titles) / drawing.paper.rows)


def title(event: EventBook, what: str, most: int = MOST_TITLE) -> str:
    """The event, in ``most`` characters, and the kind of print: short enough for a line."""
    return t(
        "{event}, {what}", event=shortened(one_line(event.title), most), what=named("tab", what)
    )


def shortened(text: str, most: int) -> str:
    """A text of ``most`` characters at most; an ellipsis stands for the rest."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}\u2026"
