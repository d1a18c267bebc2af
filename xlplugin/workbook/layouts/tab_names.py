"""The names of the tabs, the rounds and standings that they hold, and the links between them.

Links on ``Event`` are formulas that look for their tabs themselves, so that no action has to write them
and none leads to a tab that was undone, renamed or deleted: such a link is blank, and stays there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from xlplugin.ground.names import known_as, named
from xlplugin.ground.texts import t
from xlplugin.workbook.book import AddDrawing, AddSheet, Book, Change, RemoveSheet, SheetData
from xlplugin.workbook.expressions import (
    Operand,
    Part,
    as_text,
    cell,
    link,
    numbered,
    part,
    unless_error,
    where,
)
from xlplugin.workbook.formulas import Worked
from xlplugin.workbook.layout import CellValue, Formula
from xlplugin.workbook.table import find_sheet

EVENT, PLAYERS, STAFF, NOTES, LOG = "Event", "Players", "Staff", "Pairing notes", "Log"
PENALTIES, STATISTICS, PLAN, CHANCES = "Penalties", "Statistics", "Plan", "Cut chances"
RULES = "Rules"
MATCHUPS, MATCHUP_LIST = "Matchups", "Matchup list"
_PLAIN = re.compile(r"[A-Za-z]{4,}")
"""Names that need no quotes, and are no cells."""
UNDONE = " undone"
"""The end of the name of a round's tab that a running Excel keeps out of sight."""
MOST_PLAYERS = 9_999_999
YES = ("Yes",)


def known_tab(sheet: str) -> str:
    """The English of a tab's name, also of one that is kept out of sight."""
    if sheet.endswith(UNDONE):
        return known_as("tab", sheet.removesuffix(UNDONE)) + UNDONE
    return known_as("tab", sheet)


def round_name(number: int) -> str:
    """The tab of a Swiss round."""
    return f"Round {number}"


def round_number(sheet: str) -> int | None:
    """The number of a Swiss round by its tab; forgiving about spaces and capitals."""
    return _number("round", known_tab(sheet))


def _number(word: str, sheet: str) -> int | None:
    name = re.fullmatch(rf"\s*{word}\s+0*([1-9]\d{{0,3}})\s*", sheet, re.IGNORECASE)
    return int(name[1]) if name else None


def holds_matches(sheet: str) -> bool:
    """True if a tab is one of a round, of whatever stage."""
    name = known_tab(sheet)
    return re.fullmatch(r"\s*((round|cut)\s+\d+|tiebreaker)\s*", name, re.IGNORECASE) is not None


def is_undone(sheet: str) -> bool:
    """True if a tab is that of a round which was taken back."""
    return sheet.endswith(UNDONE) and holds_matches(sheet.removesuffix(UNDONE))


def standings_name(number: int) -> str:
    """The tab of the standings after a round."""
    return f"Standings {number}"


def standings_number(sheet: str) -> int | None:
    """The round after which the standings on a tab are."""
    return _number("standings", known_tab(sheet))


def place_of(sheet: str) -> tuple[int, int]:
    """A key that sorts tabs with matches by the order in which they are made; other tabs come first."""
    number = round_number(sheet)
    if number or not holds_matches(sheet):
        return 0, number or 0
    in_cut = re.search(r"\d+", sheet)
    return 1, int(in_cut[0]) if in_cut else 0


def newest_round(book: Book) -> str:
    """The tab with matches that was made last, as such tabs are called; ``""`` without one."""
    newest = max(filter(holds_matches, book.sheets), key=place_of, default="")
    return " ".join(known_tab(newest).split()).capitalize()


def tab_before_notes(book: Book, *names: str) -> str | None:
    """The first of some tabs, or else of those that stay at the end, before which a new one comes."""
    tabs = (existing(book, name) for name in (*names, NOTES, LOG))
    return next(filter(None, tabs), None)


def tab_after(book: Book, sheet: str) -> str | None:
    """The tab after one, before which another comes in its place; ``None`` after the last."""
    names = [*book.sheets, None]
    return names[names.index(sheet) + 1]


def anew(book: Book, name: str, new: AddSheet | AddDrawing) -> list[Change]:
    """A new tab where one of its name stands, or before the notes."""
    if sheet := find_sheet(book, name):
        return [RemoveSheet(sheet.name), replace(new, before=tab_after(book, sheet.name))]
    return [replace(new, before=tab_before_notes(book))]


def existing(book: Book, name: str) -> str | None:
    """The name of a tab as it is typed; ``None`` where it is missing."""
    sheet = find_sheet(book, name)
    return sheet.name if sheet else None


# links between Event and the other tabs


def in_formula(tab: str) -> str:
    """A tab as formulas name it, before a cell: ``Event``, or ``'Cut 4'`` where the name needs it."""
    name = named("tab", tab)
    return name if _PLAIN.fullmatch(name) else "'{}'".format(name.replace("'", "''"))


def back() -> Formula:
    """The link to ``Event`` of what is drawn; a table leads back from its first header, which stays a text."""
    return Formula(
        f'=HYPERLINK("#{in_formula(EVENT)}!A1",{part(named("tab", EVENT)).text})',
        named("tab", EVENT),
    )


def back_tip() -> str:
    """What is said of that link."""
    return t("To {tab}", tab=EVENT)


def leads_back(sheet: SheetData) -> bool:
    """True if a tab is made anew each time: beside what is printed, a text and below it a link back.

    A host that gives values only has what the link shows, 0 while that has not been worked out.
    """
    rows: list[Sequence[CellValue]] = [*sheet.rows, (), ()]
    place = max((i for i, value in enumerate(rows[1]) if value is not None), default=0)
    text, link, *below = [row[place] for row in rows if len(row) > place] + [None, None]
    is_last = all(value is None for value in rows[0][place + 1 :])
    is_apart = place > 0 and not any(row[place - 1] for row in rows[:2] if len(row) >= place)
    is_link = isinstance(text, str) and link in (back(), named("tab", EVENT), 0)
    return is_last and is_apart and is_link and all(value is None for value in below)


def links(rounds: str, cut_tabs: str) -> list[Worked]:
    """Links to the newest round, standings, bracket, notes and players, from top to bottom.

    The setting ``rounds`` has the number of Swiss rounds, ``cut_tabs`` the tabs after them, the newest last.
    """
    number, listed = _setting(rounds), _setting(cut_tabs)
    spread = f'SUBSTITUTE(SUBSTITUTE({listed.text},":",","),",",REPT(" ",99))'
    last = Part(
        f"TRIM(RIGHT({spread},99))",
        lambda given: as_text(listed.value(given)).replace(":", ",").rpartition(",")[2].strip(),
    )
    newest = {
        "name": where(
            cell("in cut").is_(""), numbered("Round {n}", cell("number")), cell("in cut")
        ),
        "number": number,
        "in cut": unless_error(last, ""),
    }
    standings = {
        "now": _if_there(numbered("Standings {n}", cell("number")), cell("before")),
        "before": _if_there(
            numbered("Standings {n}", (cell("number") - 1).within()), cell("earlier")
        ),
        "earlier": _if_there(numbered("Standings {n}", (cell("number") - 2).within())),
        "number": number,
    }

    def tab(name: str) -> Part:
        return Part(part(named("tab", name)).text, lambda _: name)

    tabs = (_link(_if_there(tab(name))) for name in ("Bracket", NOTES, PLAYERS))
    return [
        _link(_if_there(cell("name")), newest),
        _link(_if_there(tab("Final standings"), cell("now")), standings),
        *tabs,
    ]


def _setting(name: str) -> Part:
    """The value of a setting."""
    return Part(
        f"INDEX($B:$B,MATCH({part(named('setting', name)).text},$A:$A,0))",
        lambda given: given(name),
    )


def reference(tab: str) -> str:
    """The first cell of a tab, as a text: it stands for whether there is such a tab."""
    return f"'{named('tab', tab)}'!A1"


def _if_there(name: Part, otherwise: Operand = "") -> Part:
    """The name of a tab, if there is such a tab."""
    there = Part(
        f'ISREF(INDIRECT("\'"&{name.text}&"\'!A1"))',
        lambda given: given(reference(as_text(name.value(given)))),
    )
    return where(there, name, otherwise)


def _link(name: Part, steps: Mapping[str, Part] | None = None) -> Worked:
    """A link to the tab whose name an expression gives.

    Where none is it is blank and leads to its own tab: Excel takes a cell for a link if its formula has
    a HYPERLINK anywhere, even one that is not asked, and following that would be an error.
    """
    tab = cell("tab")
    leads_to = "#" & where(tab.is_(""), f"{in_formula(EVENT)}!A1", "'" & tab & "'!A1")
    return Worked(link(leads_to, tab), {"tab": unless_error(name, ""), **(steps or {})})
