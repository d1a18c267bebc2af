"""Round robin: everyone meets everyone, by the circle method."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import NoLegalPairing
from engine.pairing import Paired, Pairing, Reason
from engine.pairing.apart import FORBIDDEN, Apart
from engine.pairing.legality import best_pairs
from engine.pairing.nearest import MOST_LUCK, TOTAL_LUCK, Couple
from engine.pairing.situation import Situation


def round_robin_rounds(players: int) -> int:
    """How many rounds it takes until everyone has met everyone."""
    return max(1, players - 1 + players % 2)


def pair_round_robin(situation: Situation, rule: str) -> Pairing:
    """The next round of the circle; with an odd number of players a bye in turn.

    Whoever would meet a player who has left, or whom they must not meet, sits out. Where clubs are
    kept apart in round 1, a turn that does so goes before the others. Where the players have changed,
    so that no round of the circle is free of rematches, as many as can meet somebody new.

    Args:
        situation: the event.
        rule: what the explanations cite.

    Raises:
        NoLegalPairing: everyone has met everyone.

    Rule: NTP Guidelines; TRC 2.3.
    """
    active, met = set(situation.tournament.active), situation.met
    forbidden = situation.forbidden
    of = situation.records.of
    everyone = sorted(no for no in of if no in active or of[no].played)
    turns = round_robin_rounds(len(everyone))
    free: list[tuple[int, list[Couple]]] = []
    for turn in range(situation.round - 1, situation.round - 1 + turns):
        pairs = [
            (one, two)
            for one, two in circle(everyone, turn % turns)
            if one in active and two in active and two not in forbidden.get(one, ())
        ]
        if pairs and all(two not in met[one] for one, two in pairs):
            free.append((turn % turns + 1, pairs))
    if free:
        turn, pairs = min(free, key=lambda found: _of_one_club(found[1], situation.clubs))
        text = f"round robin, turn {turn} of {turns}: {{0}} meets {{1}}"
        return _pairing(situation, rule, pairs, text)
    order = sorted(active, key=lambda no: (of[no].played, no))
    most = 2 * len(of)

    def worth(one: int, two: int) -> int:
        unmet = most - len(met[one]) - len(met[two])
        return unmet * TOTAL_LUCK + situation.draws.luck(MOST_LUCK)

    barred = {no: met[no] | forbidden.get(no, set()) for no in met}
    left = best_pairs(order, barred, worth)
    if not left:
        but = f" whom they may meet ({FORBIDDEN})" * bool(forbidden)
        message = (
            f"Everyone has met everyone{but}: the round robin is finished. The standings after round "
            f"{situation.round - 1} are final."
        )
        raise NoLegalPairing(message, {})
    text = "round robin, out of turn as the players have changed: {0} and {1} have not met yet"
    return _pairing(situation, rule, left, text)


def _of_one_club(pairs: Sequence[Couple], clubs: Apart) -> int:
    """How many of the pairs are of one club."""
    return sum(two in clubs.get(one, ()) for one, two in pairs)


def circle(players: Sequence[int], turn: int) -> list[tuple[int, int]]:
    """A round of the circle method, with one of an odd number of players left out.

    Args:
        players: in a fixed order.
        turn: the round, from 0.
    """
    seats: list[int | None] = [*players, *([None] if len(players) % 2 else [])]
    first, rest = seats[0], seats[1:]
    turned = [first, *rest[len(rest) - turn :], *rest[: len(rest) - turn]]
    half = len(seats) // 2
    across = zip(turned[:half], reversed(turned[half:]), strict=True)
    return [(one, two) for one, two in across if one is not None and two is not None]


def _pairing(
    situation: Situation, rule: str, pairs: Sequence[tuple[int, int]], text: str
) -> Pairing:
    tables = [Paired(one, two, (Reason(rule, text, (one, two)),)) for one, two in pairs]
    playing = {no for pair in pairs for no in pair}
    out = [no for no in situation.tournament.active if no not in playing]
    why = "{0} sits out this round"
    byes = [
        Paired(no, None, (Reason(rule, why, (no,)), *_kept_apart(no, out, situation))) for no in out
    ]
    by_no = situation.tournament.by_no
    awarded = [no for no in sorted(by_no) if by_no[no].first_round_bye and situation.round == 1]
    notes = [
        Reason(rule, "{0}'s awarded bye does not count in a round robin", (no,)) for no in awarded
    ]
    return Pairing(situation.round, (*tables, *byes), tuple(notes))


def _kept_apart(no: int, out: Sequence[int], situation: Situation) -> list[Reason]:
    """Whom a player who sits out must not meet, of those who sit out, too."""
    text = "{0} must not meet {1}, who sits out, too"
    others = situation.forbidden.get(no, ())
    return [Reason(FORBIDDEN, text, (no, other)) for other in out if other in others]
