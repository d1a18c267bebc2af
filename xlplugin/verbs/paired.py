"""A round as it was paired: what every verb that pairs has to say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine import Match, Paired, Pairing, Stage, Tournament
from engine.texts import msg
from xlplugin import reasons
from xlplugin.texts import t
from xlplugin.verbs.frame import Result, Table
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.reading.event_book import EventBook


@dataclass(frozen=True, slots=True)
class PairResult(Result):
    """A round as it was paired: the tables, each with its reasons, and where they are written."""

    tournament: Tournament
    pairing: Pairing
    seated: Sequence[tuple[Match, Paired]]


def seat_data(match: Match, name: Callable[[int], str]) -> dict[str, object]:
    """Who sits where; a bye has no second player."""
    one, two = match.player1, match.player2
    names = {"player1": name(one), "player2": None if two is None else name(two)}
    return {"table": match.table, "no1": one, "no2": two, **names}


def paired(
    event: EventBook,
    tournament: Tournament,
    pairing: Pairing,
    seated: Sequence[tuple[Match, Paired]],
    tab: str,
    stage: Stage,
    warnings: Sequence[str],
) -> PairResult:
    """A round of some stage as it was paired, and written to a tab."""
    pairings = [
        seat_data(match, tournament.name)
        | {"reasons": [reasons.cited(reason, tournament) for reason in table.reasons]}
        for match, table in seated
    ]
    rows = [(str(p["table"]), str(p["player1"]), str(p["player2"] or t("bye"))) for p in pairings]
    sides = event.match_format.sides if stage is Stage.SWISS else None
    one, two = (f" ({side})" for side in sides) if sides else ("", "")
    text = msg("Written to {file}, tab {tab}; reasons on {notes}.")
    notes = pairing.notes if stage is Stage.ELIMINATION else ()
    lines: list[str | Table] = [
        Table(tab, ("Table", f"Player 1{one}", f"Player 2{two}"), rows, "><<"),
        *(reasons.cited(note, tournament) for note in notes),
        t(text, file=event.book.name, tab=tab, notes=tab_names.NOTES),
    ]
    data = {"round": pairing.round, "stage": str(stage), "pairings": pairings}
    return PairResult(
        tournament, pairing, seated, lines=lines, data=data, tab=tab, warnings=warnings
    )
