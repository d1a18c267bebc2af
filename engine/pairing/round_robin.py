"""Round robin: everyone meets everyone, in the fewest rounds.

The matches left to play are a graph: its lines are the meetings still to come. A plan gives every
line a round so that nobody has two at once, which is an edge colouring. By Vizing's theorem it
takes as many rounds as anybody has meetings left, or one more, and never more than that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations, permutations
from typing import NamedTuple, TypeAlias

from engine.draws import Draws
from engine.errors import ErrorKind, NoLegalPairing
from engine.legality import Legality
from engine.model import Round, Tournament
from engine.pairing import Paired, Pairing
from engine.pairing.context import RoundContext
from engine.pairing.edge_colours import edge_colours
from engine.pairing.forbidden import FORBIDDEN, mates
from engine.pairing.legality import best_pairs
from engine.pairing.nearest import Couple, in_order
from engine.reasons import Kind, Reason, Values, counted
from engine.texts import msg, msgn

TRIES = 20
"""Attempts to find a plan in the fewest rounds by peeling, before all plans are gone through."""
STEPS = 1000
"""The meetings placed in going through all plans before one round more is accepted."""
MOST_PLACED = 100
"""With more meetings left than 14 players have, plans are not gone through."""

TURN = msg("round robin, turn {turn} of {turns}: {one} meets {two}")
BERGER = msg(
    "round robin, round {turn} of {turns} of Berger's tables: {one} (number {first}) meets {two} (number "
    "{second})"
)
NOT_YET = msg("round robin: {one} and {two} have not met yet")
AGAIN = msg("{one} and {two} meet for the second time, the other way round")
CIRCLE = Legality("")
"""Everybody meets everybody once, by turns of a circle."""
Left = Mapping[int, set[int]]
"""Those whom each player has still to meet."""
Rounds: TypeAlias = tuple[tuple[Couple, ...], ...]
"""The pairs of each round."""


class Plan(NamedTuple):
    """The rounds left to play, and those whom each active player has still to meet.

    Args:
        rounds: the pairs of every round still to come, by its number in the plan, from 1.
        after: the number of rounds that had been paired when it was made.
        is_circle: True if the rounds are turns of the circle or of Berger's tables, with these numbers.
        is_second: True if everybody has met everybody once.
    """

    rounds: Mapping[int, tuple[Couple, ...]]
    after: int
    is_circle: bool
    left: Left
    is_second: bool = False


def round_robin_rounds(players: int) -> int:
    """The number of rounds until everyone has met everyone."""
    return max(1, players - 1 + players % 2)


def rounds_left(tournament: Tournament, legality: Legality = CIRCLE) -> int:
    """The rounds until all still in have met, twice where sides are swapped. Rule: NTP Guidelines; TRC 2.3."""
    schedule = plan(tournament, legality)
    if not legality.sides_swapped or schedule.is_second:
        return len(schedule.rounds)
    left = _left(tournament, _sides_of(tournament.rounds), times=2)
    again = _planned(left, len(tournament.rounds), tournament.seed, legality.numbering)
    return len(schedule.rounds) + len(again.rounds)


def pair_round_robin(context: RoundContext, rule: str) -> Pairing:
    """The next round of the plan.

    Where clubs are kept apart in round 1, a round that does so goes before the others. Whoever has
    nobody to meet in it sits out, but no two who have still to meet.

    Raises:
        NoLegalPairing: everyone has met everyone.

    Rule: NTP Guidelines; TRC 2.3.
    """
    legality, event = context.legality, context.tournament
    schedule = plan(event, legality)
    if not schedule.rounds:
        data = {"round": context.round - 1, "forbidden": bool(context.never)}
        raise NoLegalPairing(ErrorKind.ROUND_ROBIN_FINISHED, **data)
    chosen = _next_round(schedule, context)
    met, times = _sides_of(event.rounds), 1 + legality.sides_swapped
    pairs = _with_more(schedule.rounds[chosen], _left(event, met, times))
    pairs = [pair[::-1] if pair in met else pair for pair in pairs]
    values: Values = {"turn": chosen, "turns": round_robin_rounds(len(schedule.left))}
    in_turn = {frozenset(pair) for pair in schedule.rounds[chosen] if schedule.is_circle}
    numbering = (no for no in legality.numbering if no in schedule.left)
    number = {no: i for i, no in enumerate(numbering, 1)}
    tables = []
    for one, two in pairs:
        reasons = []
        if {one, two} in in_turn:
            text, named = TURN, values
            if number:
                text, named = BERGER, {**values, "first": number[one], "second": number[two]}
            reasons.append(Reason(Kind.PAIRED, rule, text, (one, two), named))
        if (two, one) in met:
            reasons.append(Reason(Kind.SIDES_SWAPPED, rule, AGAIN, (one, two)))
        if not reasons:
            reasons.append(Reason(Kind.PAIRED, rule, NOT_YET, (one, two)))
        tables.append(Paired(one, two, tuple(reasons)))
    playing = {no for pair in pairs for no in pair}
    out = [no for no in context.tournament.active if no not in playing]
    byes = [Paired(no, None, (*_sits_out(no, out, context, rule, schedule.left),)) for no in out]
    notes = [] if schedule.is_circle else [_plan_note(schedule, rule)]
    text = msg("{one}'s awarded bye does not count in a round robin")
    notes += [
        Reason(Kind.AWARDED_BYE, rule, text, (player.no,))
        for player in sorted(context.tournament.players, key=lambda player: player.no)
        if player.first_round_bye and context.round == 1
    ]
    return Pairing(context.round, (*tables, *byes), tuple(notes))


def _plan_note(schedule: Plan, rule: str) -> Reason:
    text = msg(
        "round robin, {meetings} left, at most {most} for one player, in {rounds}, this one included"
    )
    if schedule.after:
        text = msg(
            "round robin, planned anew after round {after}, as who meets whom had changed: {meetings} "
            "left, at most {most} for one player, in {rounds}, this one included"
        )
    meetings = sum(len(others) for others in schedule.left.values()) // 2
    values: Values = {
        "after": schedule.after,
        "meetings": counted(meetings, msgn("{n} meeting", "{n} meetings")),
        "most": max(len(others) for others in schedule.left.values()),
        "rounds": counted(len(schedule.rounds), msgn("{n} round", "{n} rounds")),
    }
    return Reason(Kind.ROUNDS, rule, text, values=values)


def _next_round(schedule: Plan, context: RoundContext) -> int:
    """The number of the round to play now: apart by clubs, with the most pairs, in turn."""
    due = context.round - 1 - schedule.after
    numbers = list(schedule.rounds)

    def order(number: int) -> tuple[int, int, int]:
        pairs = schedule.rounds[number]
        of_one_club = sum(two in context.clubs.get(one, ()) for one, two in pairs)
        turn = number - 1 - due if schedule.is_circle else numbers.index(number)
        return of_one_club, -len(pairs), turn % (len(numbers) + due)

    return min(numbers, key=order)


# The plan


def plan(tournament: Tournament, legality: Legality = CIRCLE) -> Plan:
    """The rounds left to play, as planned when the players last changed: the first meetings, then the others.

    A plan is kept from round to round, since making a new one each time might cost a round more each
    time. It is not stored: it follows from who was in which round; results do not matter. Whenever
    somebody has come or gone, or a round was paired otherwise than planned, the rest is planned anew.
    """
    first = _cycle(tournament, legality.numbering, 1)
    if first.rounds or not legality.sides_swapped:
        return first
    return _cycle(tournament, legality.numbering, 2)


def _cycle(tournament: Tournament, numbering: Sequence[int], times: int) -> Plan:
    """The plan of the first meetings, or that of the second ones once everybody has met everybody."""
    active = set(tournament.active)
    rounds = tournament.rounds
    after, begin = len(rounds), 0
    while times > 1 and any(_left(tournament, _sides_of(rounds[:begin]), 1).values()):
        begin += 1
    while after > begin and set(rounds[after - 1].players()) == active:
        after -= 1
    met = _sides_of(rounds[:after])
    left = _left(tournament, met, times)
    schedule = _planned(left, after, tournament.seed, numbering, is_new=after == begin)
    for each in rounds[after:]:
        pairs = {pair for m in each.matches for pair in permutations(m.players, 2)}
        met |= _sides_of([each])
        for one, two in pairs:
            if _have_met(one, two, met, times):
                left[one].discard(two)
                left[two].discard(one)
        if not any(pairs.issuperset(those) for those in schedule.rounds.values()):
            schedule = _planned(left, each.number, tournament.seed, numbering)
            continue
        rest = {
            i: tuple(pair for pair in those if pair[1] in left[pair[0]])
            for i, those in schedule.rounds.items()
        }
        schedule = schedule._replace(rounds={i: those for i, those in rest.items() if those})
    return schedule._replace(is_second=times > 1)


def _sides_of(rounds: Iterable[Round]) -> set[Couple]:
    """The pairs that have met, Player 1 first."""
    return {
        (m.player1, m.player2) for each in rounds for m in each.matches if m.player2 is not None
    }


def _have_met(one: int, two: int, met: AbstractSet[Couple], times: int) -> bool:
    """True if two players have met, or have met both ways round."""
    return ((one, two) in met) + ((two, one) in met) >= times


def _left(tournament: Tournament, met: AbstractSet[Couple], times: int) -> dict[int, set[int]]:
    """Those whom each active player has still to meet once, or both ways round."""
    forbidden = mates(tournament.forbidden)
    left: dict[int, set[int]] = {no: set() for no in tournament.active}
    for one, two in combinations(left, 2):
        if two not in forbidden.get(one, ()) and not _have_met(one, two, met, times):
            left[one].add(two)
            left[two].add(one)
    return left


def _planned(
    left: Left, after: int, seed: str, numbering: Sequence[int] = (), *, is_new: bool = False
) -> Plan:
    """A plan in the fewest rounds: as many as anybody has meetings left, or one more."""
    most = max(map(len, left.values()), default=0)
    games = sum(map(len, left.values())) // 2
    around = _around(left, numbering)
    fewest = most + (games > most * (len(left) // 2))
    if len(around) <= fewest:
        return Plan(around, after, is_new, left)
    draws = Draws(seed, "round robin", after)

    def ways() -> Iterator[Rounds | None]:
        for count in (most, most + 1)[fewest - most :]:
            for _ in range(TRIES):
                yield _peeled(left, count, draws)
            yield _placed(left, count)
        yield _coloured(left)

    rounds = next(filter(None, ways()))
    return Plan(dict(enumerate(rounds, 1)), after, is_circle=False, left=left)


def _around(left: Left, numbering: Sequence[int] = ()) -> dict[int, tuple[Couple, ...]]:
    """The turns of the circle, or Berger's rounds, with what is left of them, by number from 1."""
    everyone = [no for no in numbering if no in left] or sorted(left)
    method = berger if numbering else circle
    turns = round_robin_rounds(len(everyone)) if everyone else 0
    return {
        turn + 1: pairs
        for turn in range(turns)
        if (pairs := tuple(pair for pair in method(everyone, turn) if pair[1] in left[pair[0]]))
    }


def circle(players: Sequence[int], turn: int) -> list[Couple]:
    """A round of the circle method, from 0, with one of an odd number of players left out."""
    seats: list[int | None] = [*players, *([None] if len(players) % 2 else [])]
    first, rest = seats[0], seats[1:]
    turned = [first, *rest[len(rest) - turn :], *rest[: len(rest) - turn]]
    half = len(seats) // 2
    across = zip(turned[:half], reversed(turned[half:]), strict=True)
    return [(one, two) for one, two in across if one is not None and two is not None]


def berger(players: Sequence[int], turn: int) -> list[Couple]:
    """A round of Berger's tables, from 0, Player 1 first; one of an odd number of players is left out.

    The last number meets the one whose double falls on the round, all others those whose sum with them
    does; of two with an even sum the higher has the first side, of two with an odd one the lower.

    Source: FIDE Handbook C.05, Annex 1: Details of Berger Tables.
    """
    last = len(players) + len(players) % 2
    around = last - 1
    middle = (turn + 2) * (last // 2) % around or around
    pairs = [(middle, last) if turn % 2 == 0 else (last, middle)]
    for i in range(1, last // 2):
        one, two = ((middle + step - 1) % around + 1 for step in (i, -i))
        low, high = sorted((one, two))
        pairs.append((high, low) if (one + two) % 2 == 0 else (low, high))
    return [(players[a - 1], players[b - 1]) for a, b in pairs if max(a, b) <= len(players)]


def _peeled(left: Left, count: int, draws: Draws) -> Rounds | None:
    """All that is left in so many rounds, one after another, if luck has it."""
    rest = {no: set(others) for no, others in left.items()}
    rounds = []
    for remaining in range(count, 0, -1):
        must = {no for no, others in rest.items() if len(others) == remaining}
        pairs = _most_needed(rest, must, draws)
        if not must <= {no for pair in pairs for no in pair}:
            return None
        rounds.append(pairs)
        for one, two in pairs:
            rest[one].discard(two)
            rest[two].discard(one)
    return tuple(pairs for pairs in rounds if pairs)


def _most_needed(rest: Left, must: set[int], draws: Draws) -> tuple[Couple, ...]:
    """As many pairs as there can be, with those who must play, then those with most to play."""
    everyone = set(rest)
    forbidden = {no: everyone - others for no, others in rest.items()}

    def criteria(one: int, two: int) -> tuple[int, ...]:
        return (one in must) + (two in must), len(rest[one]) + len(rest[two])

    worth = in_order(criteria, [len(rest) ** 2], draws)
    return tuple(best_pairs(list(rest), forbidden, worth))


def _placed(left: Left, count: int) -> Rounds | None:
    """All that is left in so many rounds, each meeting placed in turn, if few steps find a way.

    The meeting with the fewest rounds to choose from comes first. Peeling misses some plans, as each
    round of it has as many pairs as there can be.
    """
    free = {no: frozenset(range(count)) for no in left}
    rounds: list[list[Couple]] = [[] for _ in range(count)]
    steps = 0

    def choices(pair: Couple) -> frozenset[int]:
        return free[pair[0]] & free[pair[1]]

    def place(pairs: list[Couple]) -> bool:
        nonlocal steps
        steps += 1
        if not pairs or steps > STEPS:
            return not pairs
        pair = one, two = min(pairs, key=lambda pair: (len(choices(pair)), pair))
        rest = [other for other in pairs if other != pair]
        begun = sum(map(bool, rounds))
        for i in sorted(choices(pair)):
            if i > begun:  # rounds without a pair are all the same
                break
            before = free[one], free[two]
            rounds[i].append(pair)
            free[one], free[two] = free[one] - {i}, free[two] - {i}
            if place(rest):
                return True
            rounds[i].pop()
            free[one], free[two] = before
        return False

    meetings = [(one, two) for one in sorted(left) for two in sorted(left[one]) if one < two]
    if len(meetings) <= MOST_PLACED and place(meetings):
        return tuple(tuple(pairs) for pairs in rounds if pairs)
    return None


def _coloured(left: Left) -> Rounds:
    """All that is left in at most one round more than anybody has meetings (Misra and Gries)."""
    rounds: dict[int, list[Couple]] = {}
    for pair, colour in edge_colours(left).items():
        rounds.setdefault(colour, []).append(pair)
    return tuple(tuple(round_pairs) for _, round_pairs in sorted(rounds.items()))


def _with_more(pairs: Sequence[Couple], left: Left) -> list[Couple]:
    """The pairs, and whoever would sit out beside somebody whom they have still to meet."""
    more = list(pairs)
    out = [no for no in left if not any(no in pair for pair in pairs)]
    forbidden = {no: set(left) - left[no] for no in out}
    return more + best_pairs(out, forbidden, lambda one, two: len(left[one]) + len(left[two]))


def _sits_out(
    no: int, out: Sequence[int], context: RoundContext, rule: str, left: Left
) -> Iterator[Reason]:
    """Why a player sits out, and whom of the others who do so they must not meet."""
    text = msg("{one} sits out, having met everyone who is still in")
    if left[no]:
        text = msg("{one} sits out this round")
    yield Reason(Kind.BYE, rule, text, (no,))
    text = msg("{one} must not meet {two}, who sits out, too")
    for other in out:
        if other in context.never.get(no, ()):
            yield Reason(Kind.FORBIDDEN, FORBIDDEN, text, (no, other))
