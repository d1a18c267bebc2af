"""The independent checker of rounds. Nothing that makes pairings uses it.

It reads the tournament's matches only and shares no code with :mod:`engine.pairing`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from engine.errors import ErrorKind, RuleViolation
from engine.legality import Legality
from engine.model import Tournament

Table: TypeAlias = tuple[int, int | None]
"""The two players of a table; ``None`` is a bye."""

Met: TypeAlias = dict[tuple[int, int], list[int]]
"""The rounds in which two players met, by Player 1 and Player 2."""


def violations(
    before: Tournament, tables: Iterable[Table], legality: Legality
) -> Iterator[RuleViolation]:
    """Every fault of a round.

    Args:
        before: the event before the round; its active players are the ones to be paired.
        tables: the round.
        legality: the ruleset's rules.
    """
    clause = legality.clause
    tables = list(tables)
    of = before.with_numbers
    number = len(before.rounds) + 1
    active = set(before.active)
    seats = Counter(no for table in tables for no in table if no is not None)
    for no, count in seats.items():
        if count > 1:
            yield RuleViolation(
                ErrorKind.PAIRED_TWICE, clause, player=of(no)[0], count=count, round=number
            )
        if no not in active:
            yield RuleViolation(ErrorKind.NOT_ACTIVE, clause, player=of(no)[0], round=number)
    for player in of(*sorted(active - seats.keys())):
        yield RuleViolation(ErrorKind.NOT_PAIRED, clause, player=player, round=number)
    met, byes = _history(before)
    for one, two in tables:
        if two is not None:
            yield from _rematches(before, (one, two), met, legality)
            if _share(one, two, before.forbidden):
                yield RuleViolation(
                    ErrorKind.FORBIDDEN_MEETING, "", players=of(one, two), round=number
                )
    if legality.round_robin:
        yield from _still_to_meet(before, tables, met, legality)
    else:
        yield from _bye_violations(before, tables, byes, met, legality)
        if number == 1:
            yield from _club_violations(before, tables)


def _history(before: Tournament) -> tuple[Met, Counter[int]]:
    met: Met = {}
    byes: Counter[int] = Counter()
    for round_ in before.rounds:
        for match in round_.matches:
            if match.player2 is None:
                byes[match.player1] += 1
            else:
                met.setdefault((match.player1, match.player2), []).append(round_.number)
    return met, byes


def _rematches(
    before: Tournament, table: tuple[int, int], met: Met, legality: Legality
) -> Iterator[RuleViolation]:
    one, two = table
    rounds = list(met.get((one, two), ()))
    if not legality.sides_swapped:
        rounds = sorted(rounds + met.get((two, one), []))
    if rounds:
        yield RuleViolation(
            ErrorKind.REMATCH,
            legality.rematch or legality.clause,
            players=before.with_numbers(one, two),
            round=len(before.rounds) + 1,
            rounds=tuple(rounds),
            same_sides=legality.sides_swapped,
        )


def _still_to_meet(
    before: Tournament, tables: list[Table], met: Met, legality: Legality
) -> Iterator[RuleViolation]:
    """Players who sit out a round of a round robin though they could meet."""
    number = len(before.rounds) + 1
    out = sorted(one for one, two in tables if two is None)
    for one, two in combinations(out, 2):
        if (one, two) in met or (two, one) in met or _share(one, two, before.forbidden):
            continue
        yield RuleViolation(
            ErrorKind.BOTH_SIT_OUT,
            legality.round_robin,
            players=before.with_numbers(one, two),
            round=number,
        )


def _bye_violations(
    before: Tournament,
    tables: list[Table],
    byes: Counter[int],
    met: Met,
    legality: Legality,
) -> Iterator[RuleViolation]:
    clause = legality.bye or legality.clause
    number = len(before.rounds) + 1
    at_tables = {no for table in tables if table[1] is not None for no in table}
    awarded = {p.no for p in before.players if p.first_round_bye and number == 1}
    for player in before.with_numbers(*sorted(awarded & at_tables)):
        yield RuleViolation(ErrorKind.AWARDED_BYE_PAIRED, clause, player=player)
    awarded -= at_tables
    sitting_out = [one for one, two in tables if two is None and one not in awarded]
    to_pair = [no for no in before.active if no not in awarded]
    if len(sitting_out) > len(to_pair) % 2:
        yield RuleViolation(
            ErrorKind.TOO_MANY_BYES,
            clause,
            count=len(to_pair),
            needed=len(to_pair) % 2,
            players=before.with_numbers(*sitting_out),
        )
    for no in [] if legality.second_bye else sitting_out:
        if byes[no] and any(
            _can_be_paired(
                [other for other in to_pair if other != instead], met, legality, before.forbidden
            )
            for instead in to_pair
            if byes[instead] < byes[no]
        ):
            yield RuleViolation(ErrorKind.ANOTHER_BYE, clause, player=before.with_numbers(no)[0])


def _share(one: int, two: int, groups: Iterable[frozenset[int]]) -> bool:
    return any(one in group and two in group for group in groups)


def _club_violations(before: Tournament, tables: list[Table]) -> Iterator[RuleViolation]:
    """More tables of one club in round 1 than are needed."""
    clubs = before.clubs
    together = [(one, two) for one, two in tables if two is not None and _share(one, two, clubs)]
    if not together:
        return
    awarded = {p.no for p in before.players if p.first_round_bye}
    fewest = _fewest_of_one_club([no for no in before.active if no not in awarded], before)
    if fewest is not None and len(together) > fewest:
        tables_of_one = [before.with_numbers(one, two) for one, two in together]
        yield RuleViolation(ErrorKind.CLUB_MEETING, "", tables=tables_of_one, needed=fewest)


def _fewest_of_one_club(players: list[int], before: Tournament) -> int | None:
    """The fewest tables of one club in a first round; ``None`` if no legal round exists."""
    import rustworkx  # noqa: PLC0415  (seldom needed, and xlwings Lite must fetch it first)

    seats: list[int | None] = [*players, *([None] if len(players) % 2 else [])]
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(seats)
    graph.add_edges_from(
        [
            (i, j, int(one is None or two is None or not _share(one, two, before.clubs)))
            for i, two in enumerate(seats)
            for j, one in enumerate(seats[:i])
            if two is None or one is None or not _share(one, two, before.forbidden)
        ]
    )
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matching) < len(seats):
        return None
    of_two_clubs: int = sum(graph.get_edge_data(i, j) for i, j in matching)
    return len(matching) - of_two_clubs


def _can_be_paired(
    players: list[int], met: Met, legality: Legality, forbidden: Sequence[frozenset[int]]
) -> bool:
    import rustworkx  # noqa: PLC0415

    together = all if legality.sides_swapped else any
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(players)
    graph.add_edges_from_no_data(
        [
            (i, j)
            for i, one in enumerate(players)
            for j, two in enumerate(players[:i])
            if not together(pair in met for pair in ((one, two), (two, one)))
            and not _share(one, two, forbidden)
        ]
    )
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True)
    return len(matching) * 2 == len(players)
