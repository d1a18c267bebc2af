"""Forbidden pairs: players who may not meet, although the rules would let them.

``Do not pair`` forbids a pair in every Swiss round. Clubs are kept apart in the first round or more as
far as possible: if not everybody can be, as few as possible meet somebody of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import NamedTuple

from engine.draws import Draws
from engine.legality import Legality, by_pool
from engine.model import Tournament
from engine.pairing import Paired, Pairing
from engine.pairing.legality import Forbidden, best_pairs, is_pairable
from engine.pairing.nearest import in_order
from engine.reasons import Kind, Listed, Phrase, Reason, in_rounds
from engine.texts import msg, msgn

FORBIDDEN, CLUBS = "Do not pair", "Keep clubs apart"
"""The organizer's wishes, as reasons cite them."""
NOBODY = -1
"""The opponent of the player with the bye."""


class Bar(NamedTuple):
    """The reason that two players may not meet.

    The phrases are for "Ann and Bea have met (round 2)", "dealt against Bea, but they have met",
    "drawn against Bea, whom they have met" and "the next one, not yet met".

    Reasons that say so cite ``rule``; ``""`` stands for the rule against a second meeting.
    """

    kind: Kind
    rule: str
    clause: Phrase
    pronoun: Phrase
    whom: Phrase
    yet: Phrase


def have_met(rounds: Sequence[int] = ()) -> Bar:
    """The bar between two who have met, in these rounds."""
    texts = msgn(
        "{one} and {two} have met (round {rounds})", "{one} and {two} have met (rounds {rounds})"
    )
    return Bar(
        Kind.REMATCH,
        "",
        in_rounds(rounds, texts),
        Phrase(msg("they have met")),
        Phrase(msg("whom they have met")),
        Phrase(msg("not yet met")),
    )


MUST_NOT = Bar(
    Kind.FORBIDDEN,
    FORBIDDEN,
    Phrase(msg("{one} and {two} must not meet")),
    Phrase(msg("they must not meet")),
    Phrase(msg("whom they must not meet")),
    Phrase(msg("whom they may meet")),
)
SAME_CLUB = Bar(
    Kind.CLUB,
    CLUBS,
    Phrase(msg("{one} and {two} are of one club")),
    Phrase(msg("they are of one club")),
    Phrase(msg("who is of the same club")),
    Phrase(msg("of another club")),
)


def mates(groups: Iterable[AbstractSet[int]]) -> dict[int, set[int]]:
    """The other members of each player's groups."""
    return merged(*({no: group - {no} for no in group} for group in groups))


def merged(*ways: Forbidden) -> dict[int, set[int]]:
    """Those whom each player may not meet for one cause or another."""
    together: dict[int, set[int]] = {}
    for way in ways:
        for no, others in way.items():
            together.setdefault(no, set()).update(others)
    return together


def forbidden_by_club(
    players: Collection[int],
    clubs: Forbidden,
    forbidden: Forbidden,
    draws: Draws,
    kept: Collection[int] = (),
) -> Forbidden:
    """Those whom each player may not meet because of their club, so that a pairing is left.

    That is everyone of the club; less as few pairs as will do, drawn, if no pairing is left so; nobody
    if the forbidden pairs alone leave none. One of an odd number of players has the bye, none of those
    who are ``kept`` from it.
    """
    seats = [*players, *([NOBODY] if len(players) % 2 else [])]
    barred = mates({NOBODY, no} for no in kept)
    forbidden = merged(forbidden, barred)
    both = merged(clubs, forbidden)
    nobody: AbstractSet[int] = frozenset()
    if is_pairable(seats, {no: both.get(no, nobody) for no in seats}):
        return clubs
    order = draws.shuffled(seats)

    worth = in_order(lambda one, two: (two not in clubs.get(one, nobody),), (), draws)
    pairs = best_pairs(order, {no: forbidden.get(no, nobody) for no in order}, worth)
    if 2 * len(pairs) < len(order):
        return {}
    separated = {no: set(others) for no, others in clubs.items()}
    for one, two in pairs:
        if two in clubs.get(one, nobody):
            separated[one].discard(two)
            separated[two].discard(one)
    return separated


def can_be_paired(tournament: Tournament, legality: Legality) -> bool:
    """True if the active players, but one of an odd number in a pool, can all meet in the next round."""
    if legality.pools:
        return all(can_be_paired(*pool) for pool in by_pool(tournament, legality))
    number = len(tournament.rounds) + 1
    met = {
        match.players
        for each in tournament.rounds
        for match in each.matches
        if match.player2 and legality.counts(match, each.number, number)
    }
    over = ({*pair} for pair in met if not legality.sides_swapped or pair[::-1] in met)
    nobody = {no: set[int]() for no in tournament.active}
    forbidden = merged(nobody, mates([*tournament.forbidden, *over]))
    return is_pairable(tournament.active, forbidden, one_may_sit_out=True)


def with_club_reasons(pairing: Pairing, clubs: Forbidden, rule: str = CLUBS) -> Pairing:
    """The pairing of a round in which clubs are kept apart, with what became of that."""
    met: list[tuple[int, int]] = []
    tables: list[Paired] = []
    text = msg("{one} and {two} are of one club, but not everybody could be kept apart")
    for paired in pairing.tables:
        one, two = paired.player1, paired.player2
        reasons = paired.reasons
        if two is not None and two in clubs.get(one, ()):
            met.append((one, two))
            reasons += (Reason(Kind.CLUB_MEETING, rule, text, (one, two)),)
        tables.append(paired._replace(reasons=reasons))
    note = Reason(Kind.CLUB, rule, msg("nobody meets a player of the same club in this round"))
    if met:
        text = msg("not everybody could be kept apart from their own club; these meet: {pairs}")
        pairs = [Listed(((one,), (two,)), msg(" and ")) for one, two in met]
        players = tuple(no for pair in met for no in pair)
        note = Reason(Kind.CLUB_MEETING, rule, text, players, {"pairs": Listed(tuple(pairs))})
    warnings = (note,) if met else ()
    notes = (*pairing.notes, note)
    return replace(pairing, tables=tuple(tables), notes=notes, warnings=warnings)
