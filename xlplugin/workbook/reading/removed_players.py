"""Who was removed by a status that was typed, and what their match lacks for it.

A penalty on ``Penalties`` does both: it sets the status, and the match goes to the opponent. Where
only the status was typed, the organizer is told what is left to type. A player was removed in the
round that was the newest one then, by ``Log``. Whoever dropped before and is disqualified later has no
match in it that could be lost.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from engine import Match, Stage, Status
from engine.losses import SPECIAL, Cells, lost_by_both, match_lost, unplayed_lost
from engine.model import Value
from engine.penalties import REMOVED, PenaltyCode
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.log import Line, lines_of_log
from xlplugin.workbook.reading.read_penalties import read_penalties, tabs_of

GONE = (Status.DISQUALIFIED, Status.FORFEITED)
"""Whoever has dropped may have left of their own will, after a match that counts as it is."""
STATUS, MADE = "Status", ("Pair", "Cut", "Tiebreaker round")
"""What the log has for its action: who is in or out, and a new tab with matches."""


def tell_removed(event: EventBook) -> list[str]:
    """Say what the matches of those who were removed lack, where there is another result."""
    return [told for told, is_missing in _all_told(event) if not is_missing]


def tell_not_typed(event: EventBook) -> list[str]:
    """Say it where no result is typed yet; it becomes the remedy of the missing one, too."""
    return [told for told, is_missing in _all_told(event) if is_missing]


def _all_told(event: EventBook) -> list[tuple[str, bool]]:
    """What the matches of those who were removed lack, and whether their results are missing."""
    code = event.ruleset.penalties
    gone = {player.no for player in event.roster if player.status in GONE}
    if code is None or not gone:
        return []
    penalties = read_penalties(event, code, [])
    entries = penalties.entries if penalties else ()
    on_record = {e.player.no for e in entries if e.given in REMOVED}
    lines, tabs = lines_of_log(event.book), tabs_of(event)
    places = {no: _newest_then(lines, no, tabs) for no in sorted(gone)}
    return [
        warning
        for no, place in places.items()
        if no not in on_record and place >= 0 and no in tabs[place].rows
        for with_it in [{other for other, its in places.items() if its == place}]
        for warning in _told(event, code, tabs[place], no, with_it)
    ]


def _told(
    event: EventBook, code: PenaltyCode, tab: RoundTab, no: int, removed: Collection[int]
) -> Iterator[tuple[str, bool]]:
    """What one match lacks, and whether its result is missing; for a missing result it becomes the remedy.

    Args:
        event: the event.
        code: what its document says of penalties.
        tab: the round.
        no: who was removed in it.
        removed: everyone who was.
    """
    match = next((m for m in tab.matches if no in (m.player1, m.player2)), None)
    if match is None or match.player2 is None:
        return
    row = tab.rows[no]
    other = match.player2 if no == match.player1 else match.player1
    missing = next((i for i, p in enumerate(tab.missing) if _row_of(p.cell) == row.number), None)
    name, opponent = (event.by_no[n].name.strip() for n in (no, other))
    whose = f"the match goes to {opponent}"
    format_, typed = event.format_of(tab), _as_typed(event, tab, match)
    player = 1 if no == match.player1 else 2
    if not code.removal:
        loss = unplayed_lost(format_, typed, player, is_complete=missing is None)
    elif other in removed and (both := lost_by_both(format_, typed)):
        loss, whose = both, "both lose the match"
    else:
        loss = match_lost(format_, typed, player)
    if not loss.cells:
        return
    why = f"{name} is {event.by_no[no].status}, so {whose}"
    why += f" ({code.removal})" if code.removal else ""
    cells = {row.address(header): value for header, value in loss.cells.items()}
    remedy = _listed(cells)
    if missing is not None:
        tab.missing[missing] = replace(tab.missing[missing], remedy=f"{why}: {remedy}")
        yield f"{tab.name}!{next(iter(cells))}: {why}: {remedy}.", True
        return
    is_followed = tab.stage is Stage.ELIMINATION and tab is not tabs_of(event)[-1]
    then = ", undo the rounds after it and pair them again" if is_followed else ""
    told = (
        f"{tab.name}!{next(iter(cells))}: {why}: {remedy}{then}. If the result is to stand, enter the "
        f"infraction on {tab_names.PENALTIES} (penalties) with No under Accepted."
    )
    yield told, False


def _listed(cells: Cells) -> str:
    """What to type into which cells, and which to clear."""
    typed = [f"{value} into {cell}" for cell, value in cells.items() if value != ""]
    cleared = [cell for cell, value in cells.items() if value == ""]
    parts = [("type", typed), ("clear", cleared)]
    return ", and ".join(f"{verb} {_joined(each)}" for verb, each in parts if each)


def _joined(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _as_typed(event: EventBook, tab: RoundTab, match: Match) -> Cells:
    """What stands in the result columns of a match, by header."""
    names = [field.name for field in event.format_of(tab).fields]
    typed: dict[str, Value] = dict.fromkeys(names, "")
    return typed | {**dict(zip(names, match.result, strict=False)), SPECIAL: str(match.special)}


def _row_of(cell: str) -> int:
    return int(re.sub(r"\D", "", cell) or 0)


# when it was typed, by the log


def _newest_then(lines: list[Line], no: int, tabs: list[RoundTab]) -> int:
    """Which tab was the newest one when a player was removed; -1 if nobody knows."""
    removed = len(lines)  # typed since the last action
    for i, status in _states(lines, no):
        removed = min(removed, i) if status in GONE else len(lines)
    if removed == len(lines):
        return len(tabs) - 1
    paired = [details for action, details in lines[:removed] if action in MADE]
    made = [any(details.startswith(f"{tab.name}:") for details in paired) for tab in tabs]
    return max((place for place, is_made in enumerate(made) if is_made), default=-1)


def _states(lines: list[Line], no: int) -> Iterator[tuple[int, Status]]:
    """What the log has of a player's status, oldest first, each with its line."""
    pattern = rf"\(No {no}\): ({'|'.join(Status)})"
    for i, (action, details) in enumerate(lines):
        if action == STATUS:
            for status in re.findall(pattern, details):
                yield i, Status(status)
