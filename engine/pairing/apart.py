"""Who is kept apart though the rules would let them meet.

Forbidden pairs never meet in a Swiss round. Clubs are kept apart in round 1 as far as possible:
if not everybody can be, as few as can be meet somebody of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from engine.draws import Draws
from engine.pairing import Paired, Pairing, Reason
from engine.pairing.legality import Barred, best_pairs, is_surely_pairable, left_over
from engine.pairing.nearest import MOST_LUCK, TOTAL_LUCK

FORBIDDEN, CLUBS = "Do not pair", "Keep clubs apart"
"""What the explanations cite: the column of the roster, and the setting."""
NOBODY = -1
"""Whom the player with the bye meets."""

Apart = Mapping[int, AbstractSet[int]]
"""Whom each player is kept apart from; who is not in it, from nobody."""


class Bar(NamedTuple):
    """Why two players may not meet.

    Args:
        rule: what is cited; ``""`` for the rule against a second meeting.
        they: as in "Ann and Bea have met (round 2)".
        whom: as in "Ann was drawn against Bea, whom they have met".
        yet: as in "the next one, not yet met".
    """

    rule: str
    they: str
    whom: str
    yet: str


def have_met(rounds: str = "") -> Bar:
    """The bar between two who have met, in the rounds named."""
    return Bar("", f"have met{rounds and f' ({rounds})'}", "whom they have met", "not yet met")


MUST_NOT = Bar(FORBIDDEN, "must not meet", "whom they must not meet", "whom they may meet")
SAME_CLUB = Bar(CLUBS, "are of one club", "who is of the same club", "of another club")


def mates(groups: Iterable[AbstractSet[int]]) -> dict[int, set[int]]:
    """With whom each member of the groups is in one of them."""
    found: dict[int, set[int]] = {}
    for group in groups:
        for no in group:
            found.setdefault(no, set()).update(group - {no})
    return found


def together(*ways: Apart) -> dict[int, set[int]]:
    """Whom each player is kept apart from in one way or another."""
    found: dict[int, set[int]] = {}
    for way in ways:
        for no, others in way.items():
            found.setdefault(no, set()).update(others)
    return found


def clubs_apart(players: Collection[int], clubs: Apart, forbidden: Apart, draws: Draws) -> Apart:
    """Whom each player is kept apart from because of their club, so that a pairing is left.

    Args:
        players: everyone to be paired; one of an odd number has the bye.
        clubs: who is of the same club.
        forbidden: who never meets whom.
        draws: where the luck comes from, if not everybody can be kept apart.

    Returns:
        The clubs as they are; less as few pairs as will do, drawn, if there is no such pairing;
        nothing if the forbidden pairs alone leave none.
    """
    if _can_be_paired(players, together(clubs, forbidden)):
        return clubs
    order = draws.shuffled([*players, *([NOBODY] if len(players) % 2 else [])])
    nobody: AbstractSet[int] = frozenset()
    barred = {no: forbidden.get(no, nobody) for no in order}

    def worth(one: int, two: int) -> int:
        is_wished = two not in clubs.get(one, nobody)
        return is_wished * TOTAL_LUCK + draws.luck(MOST_LUCK)

    pairs = best_pairs(order, barred, worth)
    if 2 * len(pairs) < len(order):
        return {}
    apart = {no: set(others) for no, others in clubs.items()}
    for one, two in pairs:
        if two in clubs.get(one, nobody):
            apart[one].discard(two)
            apart[two].discard(one)
    return apart


def _can_be_paired(players: Collection[int], apart: Apart) -> bool:
    """Whether all players, but one of an odd number, can be paired."""
    everyone = set(players)
    barred: Barred = {no: apart.get(no, set()) for no in players}
    most = max((len(barred[no] & everyone) for no in players), default=0)
    odd = len(players) % 2
    if is_surely_pairable(len(players) - odd, most):
        return True
    return len(left_over(sorted(players), barred)) <= odd


def with_clubs_told(pairing: Pairing, clubs: Apart) -> Pairing:
    """The pairing of a round in which clubs are kept apart, with what became of that."""
    met: list[int] = []
    tables: list[Paired] = []
    for paired in pairing.tables:
        one, two = paired.player1, paired.player2
        if two is not None and two in clubs.get(one, ()):
            met += [one, two]
            text = "{0} and {1} are of one club, but not everybody could be kept apart"
            tables.append(
                paired._replace(reasons=(*paired.reasons, Reason(CLUBS, text, (one, two))))
            )
        else:
            tables.append(paired)
    note = Reason(CLUBS, "nobody meets a player of the same club in this round")
    if met:
        note = Reason(CLUBS, _told(met), tuple(met))
    warnings = (*pairing.warnings, *([note] if met else []))
    return Pairing(pairing.round, tuple(tables), (*pairing.notes, note), warnings)


def _told(met: Sequence[int]) -> str:
    couples = ", ".join(f"{{{i}}} and {{{i + 1}}}" for i in range(0, len(met), 2))
    return f"not everybody could be kept apart from their own club; these meet: {couples}"
