"""Matches that are not yet lost by a player who was removed by a status typed on ``Players``.

A penalty on ``Penalties`` does both: it sets the status, and the match goes to the opponent. Where
only the status was typed, the organizer is told what is left to type. A player was removed in the
round that was the newest one then, by ``Log``. A player who dropped before and is disqualified later
has no match in it to lose.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from engine import Stage, Status
from engine.match_format import Cells
from engine.penalties import REMOVED, PenaltyCode, lost_by_both, match_lost, unplayed_lost
from xlplugin.ground.names import named
from xlplugin.ground.texts import t
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.read_penalties import read_penalties
from xlplugin.workbook.reading.records import Kind, LogLine, lines_of_log

GONE = (Status.DISQUALIFIED, Status.FORFEITED)
"""Players who dropped may have left on their own, after a match that counts as it is."""


def wrong_after_removal(event: EventBook) -> list[str]:
    """Warnings of matches of removed players that have another result."""
    return [warning for warning, is_missing in _removals(event) if not is_missing]


def missing_after_removal(event: EventBook) -> list[str]:
    """Warnings of matches of removed players without a result; they become its remedy, too."""
    return [warning for warning, is_missing in _removals(event) if is_missing]


def _removals(event: EventBook) -> list[tuple[str, bool]]:
    """Warnings of matches that removed players have not lost yet, and whether no result is typed."""
    code = event.ruleset.penalties
    gone = sorted(player.no for player in event.roster if player.status in GONE)
    if code is None or not gone:
        return []
    penalties = read_penalties(event, code, [])
    by_penalty = {e.player.no for e in penalties.entries if e.given in REMOVED} if penalties else ()
    lines, tabs = lines_of_log(event.book), event.tabs
    newest = {no: _newest_at_removal(lines, no, tabs) for no in gone}
    removals = (
        _removal(event, code, tab, no, {other for other in gone if newest[other] is tab})
        for no, tab in newest.items()
        if tab and no not in by_penalty and no in tab.rows
    )
    return [removal for removal in removals if removal]


def _removal(
    event: EventBook, code: PenaltyCode, tab: RoundTab, no: int, removed: Collection[int]
) -> tuple[str, bool] | None:
    """The match that a player has not lost yet; ``None`` if there is none.

    ``removed`` is everyone who was removed in that round.
    """
    match = tab.match_of(no)
    if match is None or (other := match.opponent_of(no)) is None:
        return None
    row = tab.rows[no]
    missing = next((i for i, p in enumerate(tab.missing) if p.row == row.number), None)
    format_, typed = event.format_of(tab), event.typed_of(tab, match)
    player = 1 if no == match.player1 else 2
    both = lost_by_both(format_, typed) if code.removal and other in removed else None
    loss = both or match_lost(format_, typed, player)
    if not code.removal:
        loss = unplayed_lost(format_, typed, player, is_complete=missing is None)
    if not loss.values:
        return None
    consequence = t("the match goes to {opponent}", opponent=event.name(other))
    if both:
        consequence = t("both lose the match")
    removal = {"player": event.name(no), "status": event.by_no[no].status}
    reason = t("{player} is {status}, so {consequence}", **removal, consequence=consequence)
    reason += f" ({code.removal})" if code.removal else ""
    cells = {row.address(header): value for header, value in loss.values.items()}
    texts = {
        "where": f"{named('tab', tab.name)}!{next(iter(cells))}",
        "reason": reason,
        "remedy": _remedy(cells),
    }
    if missing is not None:
        remedy = t("{reason}: {remedy}", **texts)
        tab.missing[missing] = replace(tab.missing[missing], remedy=remedy)
        return t("{where}: {reason}: {remedy}.", **texts), True
    if tab.stage is Stage.ELIMINATION and tab is not event.tabs[-1]:
        texts["remedy"] += t(", undo the rounds after it and pair them again")
    warning = t(
        "{where}: {reason}: {remedy}. If the result is to stand, enter the infraction on {tab} "
        "(penalties) with No under Accepted.",
        **texts,
        tab=tab_names.PENALTIES,
    )
    return warning, False


def _remedy(cells: Cells) -> str:
    """The remedy: values to type into cells, and cells to clear."""
    values = ((cell, value) for cell, value in cells.items() if value != "")
    typed = [t("{value} into {cell}", value=value, cell=cell) for cell, value in values]
    cleared = [cell for cell, value in cells.items() if value == ""]
    if not cleared:
        return t("type {values}", values=_joined(typed))
    if not typed:
        return t("clear {cells}", cells=_joined(cleared))
    return t("type {values}, and clear {cells}", values=_joined(typed), cells=_joined(cleared))


def _joined(parts: list[str]) -> str:
    *first, last = parts
    return t("{first} and {last}", first=", ".join(first), last=last) if first else last


def _newest_at_removal(
    lines: Sequence[LogLine], no: int, tabs: Sequence[RoundTab]
) -> RoundTab | None:
    """The tab that was the newest one when a player was removed; ``None`` if that is not known."""
    removed = len(lines)  # typed since the last action
    for i, line in enumerate(lines):
        if line.kind == Kind.STATUS and str(no) in line.facts:
            is_gone = line.facts[str(no)].partition(" ")[0] in GONE
            removed = min(removed, i) if is_gone else len(lines)
    if removed == len(lines):
        return tabs[-1] if tabs else None
    made = {tab for line in lines[:removed] if line.kind == Kind.ROUND for tab in line.facts}
    return next((tab for tab in reversed(tabs) if tab.name in made), None)
