"""The patterns that a running Excel copies new tabs from: cells with their looks, and pages to print.

xlwings can neither set up a page nor give a dropdown its message. So every workbook brings them
along in hidden tabs, drawn once from the declarations, and the live host copies them. A workbook
with macros has one more hidden tab, ``xlwings.conf``, with what xlwings needs to know, and in another
language than English ``Words``, with what Excel shows by itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from xlplugin.workbook.layout import PAPERS, Chart, Column, Drawing, Layout, Style, Whole

LISTS, LOOKS, CONF, WORDS = "Lists", "Looks", "xlwings.conf", "Words"
_PAGE = re.compile(rf"Page [0-9A-F]{{6}} (upright|across|{'|'.join(PAPERS)}) [0-9.]+")


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a cell, and the entries that it takes; see :class:`~.layout.Column`."""

    style: Style
    choices: tuple[str | int, ...] = ()
    whole: Whole | None = None
    help: str = ""
    key: str = ""

    @classmethod
    def of(cls, column: Column) -> Look:
        """The look of a column's cells."""
        key = (column.key or column.header) if column.help else ""
        return cls(column.style, column.choices, column.whole, column.help, key)

    @property
    def name(self) -> str:
        """Its name on the tab ``Looks``, the same in every language and whatever the help says."""
        whole = f"{self.whole.least} to {self.whole.most}" if self.whole else ""
        parts = (self.style.name, ", ".join(map(str, self.choices)), whole, self.key)
        return "; ".join(part for part in parts if part)

    def column(self) -> Column:
        """A column whose cells look so."""
        return Column(self.name, 30, self.style, self.choices, self.whole, self.help)


@dataclass(frozen=True, slots=True)
class Page:
    """An empty tab with its colour, print set-up, frozen panes and row height.

    Args:
        paper: ``upright`` or ``across``, one page wide; else the name of a drawing's paper.
        frozen: columns that stay in view, with the header row.
        row_height: of every row in points; ``None`` where texts are wrapped.
        widths: of its columns, where charts stand on them.
        charts: drawn from the cells that are to come.
    """

    colour: str
    paper: str
    frozen: int = 0
    row_height: float | None = None
    widths: tuple[float, ...] = ()
    charts: tuple[Chart, ...] = ()

    @classmethod
    def of(cls, sheet: Layout | Drawing) -> Page:
        """The page that a new tab is drawn on."""
        colour, height = sheet.tab_colour, sheet.row_height
        if isinstance(sheet, Drawing):
            widths = sheet.widths if sheet.charts else ()
            return cls(colour, sheet.paper.name, 0, height, widths, sheet.charts)
        paper = "across" if sheet.is_landscape else "upright"
        return cls(colour, paper, sheet.frozen, None if sheet.is_of_texts else height)

    @property
    def name(self) -> str:
        """Its hidden tab."""
        number = f"{self.row_height:g}" if self.paper in PAPERS else self.frozen
        return f"Page {self.colour} {self.paper} {number}"


def is_pattern(sheet: str) -> bool:
    """True if a tab is only there to be copied or looked up."""
    return sheet in (LISTS, LOOKS, CONF, WORDS) or is_page(sheet)


def last_place(tabs: Sequence[str]) -> str | None:
    """The tab before which a new one comes last of those that people see; none if it comes last of all.

    Our hidden tabs stay behind it, but for those that a tab of the organizer's stands behind.
    """
    hidden = None
    for tab in reversed(tabs):
        if not is_pattern(tab):
            break
        hidden = tab
    return hidden


def is_page(sheet: str) -> bool:
    """True if new tabs are copied from a tab."""
    return _PAGE.fullmatch(sheet) is not None


LIST_NAMED = "List_"
"""The beginning of the names of such lists."""


def list_name(choices: Sequence[str | int]) -> str:
    """The defined name under which a workbook keeps a list of choices.

    Lists live in a range, not in the validation itself: a range accepts ``w`` for ``W``.
    """
    return LIST_NAMED + re.sub(r"\W+", "_", "_".join(map(str, choices)))[:200]
