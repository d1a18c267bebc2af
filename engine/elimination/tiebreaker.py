"""The tiebreaker round before a cut. Rule: OP, Event structure: Tiebreaker round."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.draws import Draws
from engine.elimination.progress import winner_of
from engine.match_format import EliminationFormat
from engine.model import Exact, Round
from engine.pairing import Paired, Pairing
from engine.reasons import Kind, Reason, Values, points
from engine.records import result_missing
from engine.standings import Standings
from engine.texts import msg

LEVEL = msg("rank {rank1} against rank {rank2}, both with {points}")
SIDES_DRAWN = msg("sides drawn: {one} is the Corp")
DRAW_IS_A_WIN = msg("a draw is a win for the higher-ranked, {one}")


def level_pairs(
    order: Sequence[int], size: int, points_of: Callable[[int], Exact]
) -> list[tuple[int, int]]:
    """The pairs from the cut line outward, last in against first out, while points are equal."""
    pairs = []
    for one, two in zip(reversed(order[:size]), order[size:], strict=False):
        if points_of(one) != points_of(two):
            break
        pairs.append((one, two))
    return pairs


def pair_tiebreaker(
    pairs: Sequence[tuple[int, int]], standings: Standings, seed: str, clause: str
) -> Pairing:
    """The games of a tiebreaker round, their sides drawn; the higher-ranked is Player 1."""
    draws = Draws(seed, "tiebreaker sides", 1)
    of = {standing.no: standing for standing in standings}
    tables = []
    for one, two in pairs:
        corp = 1 + draws.luck(2)
        ranks: Values = {"rank1": of[one].rank, "rank2": of[two].rank}
        values = {**ranks, "points": points(of[one].points)}
        reasons = (
            Reason(Kind.PAIRED, clause, LEVEL, (one, two), values),
            Reason(Kind.SIDES, clause, SIDES_DRAWN, ((one, two)[corp - 1],)),
            Reason(Kind.DRAW_IS_A_WIN, clause, DRAW_IS_A_WIN, (one,)),
        )
        tables.append(Paired(one, two, reasons, (corp,)))
    return Pairing(1, tuple(tables))


def outcomes(
    round_: Round, rank_of: Mapping[int, int], format_: EliminationFormat
) -> dict[int, bool]:
    """The participants of a tiebreaker round, with True for those who have won.

    Raises:
        TournamentError: a result is missing.
    """
    won: dict[int, bool] = {}
    for match in round_.matches:
        winner = winner_of(match, rank_of, format_)
        if winner is None:
            raise result_missing(round_, match)
        won |= {no: no == winner for no in (match.player1, match.player2) if no is not None}
    return won


def reranked(order: Sequence[int], won: Mapping[int, bool]) -> list[int]:
    """Everyone by rank: the winners take the first ranks of those who took part, in their order."""
    took_part = [no for no in order if no in won]
    took_part.sort(key=lambda no: not won[no])
    following = iter(took_part)
    return [next(following) if no in won else no for no in order]
