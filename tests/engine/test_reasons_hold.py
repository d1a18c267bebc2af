"""The claims of the explanations, reconstructed from the event alone, with networkx as the judge.

Random events of 4 to 24 players, with drops, players who must not meet and late entries, go on until
nothing is left to pair. Each is made from its number, which a failure names.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import combinations
from math import floor
from random import Random

import networkx as nx
import pytest

from engine import (
    NoLegalPairing,
    Pairing,
    Player,
    Round,
    Status,
    Tournament,
    pair,
    rank,
    ruleset_named,
)
from engine.pairing.forbidden import FORBIDDEN
from engine.reasons import Kind

from campaigns import some

pytestmark = pytest.mark.usefixtures("untraced")

RESULTS = {
    "nisei-swiss": [("W", "W"), ("W", "L"), ("L", "L"), ("D", "L")],
    "hex": [(12, 5), (20, 3), (0, 9), (11, 11)],
    "nts": [(10, 2, 10, 5), (10, 4, 3, 10), (1, 10, 10, 6), (0, 10, 6, 10)],
    "trc": [(10, 2, 10, 5), (10, 4, 3, 10), (1, 10, 10, 6), (0, 10, 6, 10)],
    "nisei-single-sided": [("Corp",), ("Runner",), ("Draw",)],
}
BY_SCORE = ("nisei-swiss", "hex")
BY_HALVES = ("nts", "trc")
NOT_TAKEN = (Kind.STRANDS, Kind.MORE_FLOATS, Kind.FLOATS_TOO, Kind.FARTHER)
MAY_MEET = (Kind.ALREADY_PAIRED, *NOT_TAKEN)
MAY_NOT_MEET = (Kind.MAY_NOT_MEET, Kind.MAY_MEET_NOBODY)
CHUNKS, EVENTS_IN_CHUNK = some(1), 80


@dataclass(frozen=True)
class Step:
    """One round of a random event."""

    event: str
    ruleset: str
    before: Tournament
    pairing: Pairing

    def __repr__(self):
        return f"{self.ruleset}, event {self.event}, round {self.number}"

    @property
    def number(self):
        """The round."""
        return len(self.before.rounds) + 1

    @cached_property
    def points(self):
        """Everyone's points."""
        return {s.no: s.points for s in rank(self.before, ruleset_named(self.ruleset))}

    @cached_property
    def order(self):
        """Who is paired with somebody, best ranked first."""
        playing = {no for table in self.tables for no in table[:2]}
        return [no for no in rank(self.before, ruleset_named(self.ruleset)).order if no in playing]

    @property
    def tables(self):
        """The tables of two."""
        return [table for table in self.pairing.tables if table.player2 is not None]

    @cached_property
    def games(self):
        """All that was played, Player 1 first."""
        return {
            (m.player1, m.player2)
            for r in self.before.rounds
            for m in r.matches
            if m.player2 is not None
        }

    @cached_property
    def met(self):
        """Who has met whom."""
        return {frozenset(game) for game in self.games}

    @cached_property
    def barred(self):
        """Who may not meet whom."""
        return self.met | {
            frozenset(two) for group in self.before.forbidden for two in combinations(group, 2)
        }

    def group(self, points):
        """Who is paired and has these points."""
        return [no for no in self.order if self.points[no] == points]

    def eligible(self, no, points):
        """Whom of a group a player may meet."""
        others = self.group(points)
        return [m for m in others if m != no and frozenset((no, m)) not in self.barred]

    def still_to_pair(self, points):
        """Everyone at the time when the group with these points is paired."""
        return {
            no
            for table in self.tables
            if min(self.points[other] for other in table[:2]) <= points
            for no in table[:2]
        }

    def leaving(self, points):
        """Who goes on to a lower group than that with these points."""
        return {
            no
            for table in self.tables
            for no, other in (table[:2], table[1::-1])
            if self.points[no] >= points > self.points[other]
        }

    @property
    def is_as_drawn(self):
        """Whether nothing that was drawn had to be dissolved."""
        kinds = {reason.kind for table in self.tables for reason in table.reasons}
        return not kinds & {Kind.FALLBACK, Kind.DISSOLVED, *NOT_TAKEN}


@cache
def played_through(name, number):
    """Play a random event from its number; give a step for every round."""
    random, ruleset = Random(f"{name} {number}"), ruleset_named(name)
    count = random.choice((4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 24))
    restless, kept_apart = random.choice((0, 0.05)), random.choice((0, 0, 3))
    roster = tuple(Player(no, f"P{no}") for no in range(1, count + 1))
    event = Tournament(roster, seed=f"seed {number}")
    if kept_apart:
        event = replace(
            event, forbidden=(frozenset(random.sample(range(1, count + 1), kept_apart)),)
        )
    steps = []
    for turn in range(1, 12):
        try:
            pairing = pair(event, ruleset)
        except NoLegalPairing:
            break
        steps.append(Step(number, name, event, pairing))
        matches = tuple(
            match if match.player2 is None else replace(match, result=random.choice(RESULTS[name]))
            for match, _ in pairing.matches({})
        )
        players = tuple(
            replace(player, status=Status.DROPPED) if random.random() < restless else player
            for player in event.players
        )
        if random.random() < restless:
            players += (Player(len(players) + 1, f"P{len(players) + 1}"),)
        event = replace(event, players=players, rounds=(*event.rounds, Round(turn, matches)))
        if len(event.active) < ruleset.min_players:
            break
    return steps


def chunk(names, number):
    """Give all rounds of some random events."""
    first = number * EVENTS_IN_CHUNK
    return [
        step
        for name in names
        for event in range(first, first + EVENTS_IN_CHUNK)
        for step in played_through(name, event)
    ]


@pytest.fixture(scope="module", params=range(CHUNKS), ids=lambda number: f"chunk{number}")
def steps(request):
    """Give the rounds of events paired by score groups."""
    return chunk(BY_SCORE, request.param)


def lines(steps, *kinds):
    """Give every reason of these kinds, with its table and round."""
    return [
        (step, table, reason)
        for step in steps
        for table in step.tables
        for reason in table.reasons
        if reason.kind in kinds
    ]


def cannot_all_be_paired(players, step):
    """Give how many of the players are left without an opponent, at least."""
    graph = nx.Graph()
    graph.add_nodes_from(players)
    graph.add_edges_from(
        two for two in combinations(sorted(players), 2) if frozenset(two) not in step.barred
    )
    return len(players) - 2 * len(nx.max_weight_matching(graph, maxcardinality=True))


# What is said of chance


def test_whoever_was_drawn_at_random_had_a_choice(steps):
    """Either player of a table drawn at random could meet two others of the group."""
    assert [
        (step, table)
        for step, table, _ in lines(steps, Kind.DRAWN)
        for no in table[:2]
        if len(step.eligible(no, step.points[no])) < 2
    ] == []


def test_with_another_member_the_others_could_be_paired(steps):
    """Whoever meets a random member could meet another and leave everybody else an opponent."""
    assert [
        (step, table)
        for step, table, reason in lines(steps, Kind.RANDOM_FLOAT)
        for no, other in [reason.players]
        for points in [step.points[other]]
        if not any(
            cannot_all_be_paired(step.still_to_pair(points) - {no, another}, step) == 0
            for another in step.eligible(no, points)
            if another != other
        )
    ] == []


def test_the_only_one_left_is_the_only_one(steps):
    """All others of the group whom the player may meet are met by somebody from above."""
    opponent = {
        id(step): {no: other for t in step.tables for no, other in (t[:2], t[1::-1])}
        for step in steps
    }
    assert [
        (step, table)
        for step, table, reason in lines(steps, Kind.FORCED_FLOAT)
        for no, other in [reason.players]
        for another in step.eligible(no, step.points[other])
        if another != other and step.points[opponent[id(step)][another]] <= step.points[another]
    ] == []


def test_nobody_else_left_is_nobody_else(steps):
    """All others of the group whom the player may meet are at tables that had no choice either."""
    without = lines(steps, Kind.NO_CHOICE, Kind.FORCED_FLOAT)
    forced = {(id(step), no) for step, table, _ in without for no in table[:2]}
    assert [
        (step, table)
        for step, table, reason in lines(steps, Kind.NO_CHOICE)
        if step.is_as_drawn
        for (no,) in [reason.players]
        for other in step.eligible(no, step.points[no])
        if other not in table[:2] and (id(step), other) not in forced
    ] == []


# Whom somebody has met or passed over


def test_whoever_is_said_to_be_met_is_met(steps):
    """Everyone named after `has met` is an earlier opponent; after `must not meet`, kept apart."""
    assert [
        (step, reason)
        for step, _, reason in lines(steps, Kind.MAY_NOT_MEET, Kind.MAY_MEET_NOBODY)
        for truly in (step.barred if reason.rule == FORBIDDEN else step.met,)
        for other in reason.players[1:]
        if frozenset((reason.players[0], other)) not in truly
    ] == []


def test_everyone_is_said_of_everyone(steps):
    """Of a group of which everyone was met no name is missing."""
    assert [
        (step, reason)
        for step, _, reason in lines(steps, Kind.MAY_MEET_NOBODY)
        for no, *others in [reason.players]
        if set(others) != set(step.group(step.points[others[0]])) - {no}
    ] == []


def named(table, no, kinds):
    """Give whom a player's reasons at a table name in lines of these kinds."""
    return {
        other
        for reason in table.reasons
        if reason.kind in kinds and reason.players[:1] == (no,)
        for other in reason.players[1:]
    }


def floats(step):
    """Give each player who meets somebody with fewer points, with the table."""
    return [
        (table, no, other)
        for table in step.tables
        for no, other in (table[:2], table[1::-1])
        if step.points[no] > step.points[other]
    ]


def test_whoever_passes_a_group_is_told_why_of_each_of_its_players(steps):
    """Whom they have met is named as met, and whom they may meet as passed over."""
    found = [
        (step, table, member)
        for step in steps
        if step.number > 1
        for table, no, other in floats(step)
        for member in step.order
        if step.points[no] > step.points[member] > step.points[other]
        for may in [frozenset((no, member)) not in step.barred]
        if member not in named(table, no, MAY_MEET if may else MAY_NOT_MEET)
    ]
    assert found == []


def test_whoever_leaves_a_group_with_others_is_told_why_of_each_of_its_players(steps):
    """More than one leave it, so that nobody is merely the odd one out."""
    assert [
        (step, table, member)
        for step in steps
        if step.number > 1
        for table, no, _ in floats(step)
        if len(step.leaving(step.points[no])) > 1
        for member in step.eligible(no, step.points[no])
        if member not in named(table, no, MAY_MEET)
    ] == []


def test_whoever_leaves_a_group_is_told_whom_of_it_they_have_met(steps):
    """Everyone with the same points whom they may not meet is named."""
    assert [
        (step, table, member)
        for step in steps
        for table, no, _ in floats(step)
        for member in step.group(step.points[no])
        if frozenset((no, member)) in step.barred and member not in named(table, no, MAY_NOT_MEET)
    ] == []


def test_whoever_may_be_met_may_be_met(steps):
    """Nobody is said to be passed over whom the player has met, or must not meet."""
    assert [
        (step, reason)
        for step, _, reason in lines(steps, *MAY_MEET)
        for other in reason.players[1 : 2 if reason.kind is Kind.ALREADY_PAIRED else None]
        if frozenset((reason.players[0], other)) in step.barred
    ] == []


def test_those_who_would_be_left_without_an_opponent_would_be(steps):
    """With the two at one table the others cannot all be paired, but all except those named can."""
    wrong = []
    found = lines(steps, Kind.STRANDS)
    for step, _, reason in found:
        no, *others = reason.players
        alone = set(reason.values["about"])
        for other in others:
            left = step.still_to_pair(step.points[other]) - {no, other}
            if (
                cannot_all_be_paired(left, step) != len(alone)
                or not alone <= left
                or cannot_all_be_paired(left - alone, step)
            ):
                wrong.append((step, reason))
    assert wrong == []
    assert found, "the property has nothing to hold for"


def test_more_players_would_have_to_leave_the_group(steps):
    """With the two at one table fewer of the others can be paired inside, if all are to be paired."""
    wrong = []
    for step, _, reason in lines(steps, Kind.MORE_FLOATS):
        no, *others = reason.players
        for other in others:
            points = step.points[other]
            left = step.still_to_pair(points) - {no, other}
            inside = {p for p in left if step.points[p] >= points}
            graph = nx.Graph()
            graph.add_nodes_from(left)
            for one, two in combinations(sorted(left), 2):
                if frozenset((one, two)) not in step.barred:
                    graph.add_edge(one, two, weight=int({one, two} <= inside))
            pairs = nx.max_weight_matching(graph, maxcardinality=True)
            staying = sum(2 for two in pairs if set(two) <= inside)
            if len(inside) - staying <= len(step.leaving(points)):
                wrong.append((step, reason))
    assert wrong == []


def test_the_pair_said_to_be_dissolved_does_not_meet(steps):
    """The two might have met, and each of them is at a table that says so."""
    found = lines(steps, Kind.DISSOLVED)
    assert [
        (step, reason)
        for step, table, reason in found
        for two in [set(reason.players[-2:])]
        if two == set(table[:2]) or not two & set(table[:2]) or frozenset(two) in step.barred
    ] == []
    assert [
        (step, no)
        for step, _, reason in found
        for no in reason.players[-2:]
        if not any(reason in table.reasons for table in step.tables if no in table[:2])
    ] == []


def test_whoever_was_moved_meets_the_one_named(steps):
    """The two drawn together may not meet; the one who is met instead may."""
    found = lines(steps, Kind.REMATCH, Kind.FORBIDDEN)
    assert [
        (step, table, reason)
        for step, table, reason in found
        for no, drawn, instead in [reason.players]
        if frozenset((no, drawn)) not in step.barred
        or frozenset((no, instead)) in step.barred
        or {no, instead} != set(table[:2])
    ] == []
    assert found, "the property has nothing to hold for"


def test_those_left_without_a_legal_opponent_may_not_meet(steps):
    """No two of those whom a draw would have left without a legal opponent may meet."""
    found = [
        (step, two)
        for step, _, reason in lines(steps, Kind.FALLBACK, Kind.DISSOLVED)
        for draw in [reason.values["draw"]]
        if "legal opponent" in draw.template
        for two in combinations(draw.values["stuck"], 2)
    ]
    assert [(step, two) for step, two in found if frozenset(two) not in step.barred] == []


def test_whoever_is_left_over_instead_leaves_the_group(steps):
    """Nobody is said to take the place of another to be left over, and meets one of the group."""
    found = lines(steps, Kind.FLOAT_INSTEAD)
    assert [
        (step, table)
        for step, table, reason in found
        for instead in [reason.players[1]]
        for other in table[:2]
        if other != instead and step.points[other] >= step.points[instead]
    ] == []
    assert found, "the property has nothing to hold for"


# Groups split into halves


def taken_up(step):
    """Give whom the odd groups take from the next: levels by points, or by the chart of NTS."""
    value = (
        step.points
        if step.ruleset == "trc"
        else {no: floor(points / 3 + 1 / 2) for no, points in step.points.items()}
    )
    levels = {}
    for no in step.order:
        levels.setdefault(value[no], []).append(no)
    waiting, taken = [list(level) for level in levels.values()], []
    for place, level in enumerate(waiting):
        if len(level) % 2:
            below = next(other for other in waiting[place + 1 :] if other)
            taken.append(below.pop(0))
    return sorted(taken)


@pytest.mark.parametrize("number", range(CHUNKS))
def test_whoever_is_taken_up_into_an_odd_group_has_a_line(number):
    """Exactly those whom a group above took, each at their own table."""
    steps = [
        step
        for step in chunk(BY_HALVES, number)
        if step.number > 1
        and not any(note.rule == "TRC Appendix A" for note in step.pairing.notes)
        and any(note.kind is Kind.GROUPS for note in step.pairing.notes)
    ]
    assert [
        step
        for step in steps
        if sorted(reason.players[0] for _, _, reason in lines([step], Kind.TAKEN_UP))
        != taken_up(step)
    ] == []
    assert [
        step
        for step, table, reason in lines(steps, Kind.TAKEN_UP)
        if reason.players[0] not in table[:2]
    ] == []
    assert any(taken_up(step) for step in steps)


@pytest.mark.parametrize("number", range(CHUNKS))
def test_an_odd_number_of_those_is_left_whom_somebody_is_taken_up_to(number):
    """Those with the points that are told, less whoever of them was taken up before."""
    found = lines(chunk(["trc"], number), Kind.TAKEN_UP)
    assert found
    for step, _, reason in found:
        points = reason.values["points"].n
        there = {no for no in step.order if step.points[no] == points}
        assert len(there - set(taken_up(step))) % 2, (step, reason)


@pytest.mark.parametrize("number", range(CHUNKS))
def test_no_table_says_the_same_twice(number):
    """A group that is joined with two others, for the same cause, says so once."""
    steps = chunk((*BY_SCORE, *BY_HALVES), number)
    assert [
        (step, table)
        for step in steps
        for table in step.tables
        if len(table.reasons) != len(set(table.reasons))
    ] == []


# Single-sided


@pytest.mark.parametrize("number", range(CHUNKS))
def test_what_is_said_of_sides_is_so(number):
    """A conflict said to be of the sides was played with these; another way round, the other way."""
    steps = chunk(["nisei-single-sided"], number)
    conflicts = lines(steps, Kind.REMATCH)
    assert [(s, r) for s, _, r in conflicts if r.players not in s.games] == []
    turned = lines(steps, Kind.SIDES_SWAPPED)
    assert [(s, t) for s, t, _ in turned if t[1::-1] not in s.games] == []
    assert conflicts
    assert turned
