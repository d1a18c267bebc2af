"""Who is Player 1 of a pair, and the tables where players have sat, by the organizer's own rules."""

from __future__ import annotations

from dataclasses import replace

from engine.draws import Draws
from engine.model import Tournament
from engine.pairing import Been, Paired, Pairing
from engine.reasons import Kind, Reason
from engine.texts import msg

LESS = msg(
    "{one} is Player 1: of the two the one with fewer rounds as Player 1, less those as Player 2"
)
NOT_LAST = msg(
    "{one} is Player 1, as often as {two} before: the last time that they differed {two} was"
)
LUCK = msg("{one} is Player 1, having been it in the same rounds as {two}: drawn")


def with_first_players(pairing: Pairing, event: Tournament, rule: str) -> Pairing:
    """The pairing with those as Player 1 who have been it less often; of two alike not the last, else drawn."""
    sides: dict[int, list[int]] = {player.no: [] for player in event.players}
    for round_ in event.rounds:
        for match in round_.matches:
            if match.player2 is not None:
                sides[match.player1].append(1)
                sides[match.player2].append(-1)
    draws = Draws(event.seed, "player 1", pairing.round)

    def turned(paired: Paired) -> Paired:
        one, two = paired.player1, paired.player2
        if two is None:
            return paired
        balance = sum(sides[one]) - sum(sides[two])
        last = zip(reversed(sides[one]), reversed(sides[two]), strict=False)
        gap, text = balance, LESS
        if not gap:
            gap, text = next((a - b for a, b in last if a != b), 0), NOT_LAST
        if not gap:
            gap, text = draws.luck(2), LUCK
        if gap > 0:
            one, two = two, one
        reasons = (*paired.reasons, Reason(Kind.SIDES, rule, text, (one, two)))
        return paired._replace(player1=one, player2=two, reasons=reasons)

    return replace(pairing, tables=tuple(map(turned, pairing.tables)))


def been_at(event: Tournament, rule: str) -> Been:
    """The tables where everybody has sat."""
    tables: dict[int, set[int]] = {}
    for match in (match for round_ in event.rounds for match in round_.matches):
        if match.player2 is not None:
            for no in match.players:
                tables.setdefault(no, set()).add(match.table)
    return Been(rule, tables)
