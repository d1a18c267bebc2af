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
    first, second, *others = rows
    place = max((i for i, value in enumerate(second) if value is not None), default=0)
    beside = [row[place] for row in (first, second, *others) if len(row) > place]
    is_last = all(value is None for value in first[place + 1 :])
    is_apart = place > 0 and not any(row[place - 1] for row in (first, second) if len(row) >= place)
    return (
        is_last
        and is_apart
        and len(beside) > 1
        and isinstance(beside[0], str)
        and beside[1] in (BACK, HOME, 0)
        and all(value is None for value in beside[2:])
    )


def links(rounds: str, cut_tabs: str, players: str, notes: str) -> list[Formula]:
    """Links to the newest round, standings, bracket, notes and players, from top to bottom.

    Args:
        rounds: the setting with the number of Swiss rounds.
        cut_tabs: the setting with the tabs after them, the newest one last.
        players: the tab of the players.
        notes: the tab of the reasons.
    """
    number, listed = (f'INDEX($B:$B,MATCH("{name}",$A:$A,0))' for name in (rounds, cut_tabs))
    last = f'TRIM(RIGHT(SUBSTITUTE(SUBSTITUTE({listed},":",","),",",REPT(" ",99)),99))'
    newest = f'"Round "&{number}'
    in_cut = f'IFERROR(IF({last}="",{newest},{last}),{newest})'
    earlier = (f'"Standings "&({number}-{before})' for before in range(3))
    return [
        _first(in_cut),
        _first('"Final standings"', *earlier),
        _first('"Bracket"'),
        _first(f'"{notes}"'),
        _first(f'"{players}"'),
    ]


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
