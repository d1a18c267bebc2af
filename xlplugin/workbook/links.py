"""Links between ``Event`` and the other tabs.

Those on ``Event`` are formulas that look for their tabs themselves, so that no action has to write them
and none leads to a tab that was taken back, renamed or deleted: such a link is blank, and stays there.
"""

from __future__ import annotations

from collections.abc import Sequence

from xlplugin.workbook.book import SheetData
from xlplugin.workbook.layout import CellValue, Formula

HOME = "Event"
BACK = Formula(f'=HYPERLINK("#{HOME}!A1","{HOME}")')
"""For what is drawn; a table leads back from its first header, which stays a text."""
BACK_TIP = f"To {HOME}"


def leads_back(sheet: SheetData) -> bool:
    """True if a tab is made anew each time: beside what is printed, a text and below it a link back.

    A host that gives values only has what the link shows, 0 while that has not been worked out.
    """
    rows: list[Sequence[CellValue]] = [*sheet.rows, (), ()]
    place = max((i for i, value in enumerate(rows[1]) if value is not None), default=0)
    text, link, *below = [row[place] for row in rows if len(row) > place] + [None, None]
    is_last = all(value is None for value in rows[0][place + 1 :])
    is_apart = place > 0 and not any(row[place - 1] for row in rows[:2] if len(row) >= place)
    is_link = isinstance(text, str) and link in (BACK, HOME, 0)
    return is_last and is_apart and is_link and all(value is None for value in below)


def links(rounds: str, cut_tabs: str, players: str, notes: str) -> list[Formula]:
    """Links to the newest round, standings, bracket, notes and players, from top to bottom.

    The setting ``rounds`` has the number of Swiss rounds, ``cut_tabs`` the tabs after them, the newest last.
    """
    number, listed = (f'INDEX($B:$B,MATCH("{name}",$A:$A,0))' for name in (rounds, cut_tabs))
    last = f'TRIM(RIGHT(SUBSTITUTE(SUBSTITUTE({listed},":",","),",",REPT(" ",99)),99))'
    newest = f'"Round "&{number}'
    in_cut = f'IFERROR(IF({last}="",{newest},{last}),{newest})'
    earlier = (f'"Standings "&({number}-{before})' for before in range(3))
    standings = _first('"Final standings"', *earlier)
    tabs = (_first(f'"{name}"') for name in ("Bracket", notes, players))
    return [_first(in_cut), standings, *tabs]


def _first(*names: str) -> Formula:
    """A link to the first of some tabs that is there, named by expressions.

    Where none is it is blank and leads to its own tab: Excel takes a cell for a link if its formula has
    a HYPERLINK anywhere, even one that is not asked, and following that would be an error.
    """
    shown = '""'
    for name in reversed(names):
        shown = f"""IF(ISREF(INDIRECT("'"&{name}&"'!A1")),{name},{shown})"""
    shown = f'IFERROR({shown},"")'
    return Formula(f"""=HYPERLINK("#"&IF({shown}="","{HOME}!A1","'"&{shown}&"'!A1"),{shown})""")
