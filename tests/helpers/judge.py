"""A round of a random event as its own arithmetic sees it, with networkx as the judge of pairings.

No code is shared with the pairing methods or with the checker.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations

import networkx as nx

from engine import NoLegalPairing, Pairing, Ruleset, Special, Tournament

TOTALS = {"GMP": 3, "Games": 2, "Matches": 1}


@dataclass(frozen=True)
class Step:
    """One round of an event: what was to be paired, and what came of it."""

    ruleset: Ruleset
    before: Tournament
    outcome: Pairing | NoLegalPairing

    def __repr__(self):
        return f"round {self.round}"

    @property
    def round(self):
        """The number of the round."""
        return len(self.before.rounds) + 1

    def option(self, name):
        """The organizer's choice, or the default, the first one."""
        choices = next(option.choices for option in self.ruleset.options if option.name == name)
        return self.before.options.get(name, choices[0])

    @cached_property
    def is_round_robin(self):
        """True if everyone is to meet everyone."""
        if self.ruleset.name == "ntp":
            return self.option("Format") == "Round robin"
        starters = len(self.games[0]) if self.before.rounds else len(self.before.active)
        return self.ruleset.name == "trc" and starters <= 5

    @cached_property
    def is_calm(self):
        """True if nobody has dropped, come back or come late."""
        everyone = len(self.before.players)
        return len(self.before.active) == everyone and all(len(g) == everyone for g in self.games)

    @cached_property
    def games(self):
        """Each round as the opponents of everyone in it, ``None`` for a bye."""
        return [
            {
                no: other
                for m in r.matches
                for no, other in ((m.player1, m.player2), (m.player2, m.player1))
                if no is not None
            }
            for r in self.before.rounds
        ]

    @cached_property
    def seats(self):
        """How often two players have met, by their order at the table."""
        return Counter(
            (m.player1, m.player2)
            for r in self.before.rounds
            for m in r.matches
            if m.player2 is not None
        )

    @cached_property
    def forbidden(self):
        """Pairs of players who have met; single-sided: both ways round."""
        if self.ruleset.name == "nisei-single-sided":
            return {frozenset(seats) for seats in self.seats if seats[::-1] in self.seats}
        return {frozenset(seats) for seats in self.seats}

    @cached_property
    def byes_had(self):
        """The number of byes of each player, awarded ones included."""
        return Counter(no for games in self.games for no, other in games.items() if other is None)

    @cached_property
    def awarded(self):
        """The players with an awarded bye this round; nobody in a round robin."""
        if self.before.rounds or self.is_round_robin:
            return set()
        return {p.no for p in self.before.players if p.first_round_bye} & set(self.before.active)

    @cached_property
    def to_pair(self):
        """The players who play or have the bye."""
        return [no for no in self.before.active if no not in self.awarded]

    @cached_property
    def couples(self):
        """The tables of two."""
        return [t[:2] for t in self.outcome.tables if t.player2 is not None]

    @cached_property
    def byes(self):
        """The players without opponent, but for awarded byes."""
        return [
            t.player1
            for t in self.outcome.tables
            if t.player2 is None and t.player1 not in self.awarded
        ]

    @cached_property
    def reasons(self):
        """All reasons of the round."""
        return [*self.outcome.notes, *(r for t in self.outcome.tables for r in t.reasons)]


def can_be_paired(players, forbidden):
    """True if networkx finds everyone a legal opponent."""
    graph = nx.Graph()
    graph.add_nodes_from(players)
    graph.add_edges_from(c for c in combinations(players, 2) if frozenset(c) not in forbidden)
    return len(nx.max_weight_matching(graph, maxcardinality=True)) * 2 == len(players)


def can_sit_out(step, *out):
    """True if all others can be paired."""
    return can_be_paired([no for no in step.to_pair if no not in out], step.forbidden)


def has_a_legal_pairing(step, *out):
    """True if everyone but some finds an opponent, or but one more; in a round robin anyone."""
    players = [no for no in step.to_pair if no not in out]
    if step.is_round_robin:
        return any(frozenset(couple) not in step.forbidden for couple in combinations(players, 2))
    if len(players) % 2 == 0:
        return can_be_paired(players, step.forbidden)
    return any(can_sit_out(step, no, *out) for no in players)


# Game/match points


def pairing_number(points):
    """A third of the points, rounded half up."""
    return (2 * points + 3) // 6


def counted_points(step):
    """Everyone's points, of the kind that the event counts."""
    count = step.option("Count") if step.ruleset.name == "nts" else "GMP"
    earned = dict.fromkeys((p.no for p in step.before.players), Fraction(0))
    for match in (m for r in step.before.rounds for m in r.matches):
        games, won = games_and_match(match)
        total = {"GMP": games + won, "Games": games, "Matches": won}[count]
        earned[match.player1] += total
        if match.player2 is not None:
            earned[match.player2] += TOTALS[count] - total
    return earned


def games_and_match(match):
    """The first player's games won, and their part of the match, by total game points."""
    fixed = {
        Special.BYE: (2, 1),
        Special.INTENTIONAL_DRAW: (1, Fraction(1, 2)),
        Special.NO_SHOW_1: (0, 0),
        Special.NO_SHOW_2: (2, 1),
        Special.DOUBLE_NO_SHOW: (1, Fraction(1, 2)),
    }
    if match.special in fixed:
        return fixed[match.special]
    a, b, c, d = match.result
    games = sum(
        Fraction(1) if one == 10 else Fraction(0) if two == 10 else Fraction(1, 2)
        for one, two in ((a, b), (c, d))
    )
    return games, Fraction((a + c > b + d) - (a + c < b + d) + 1, 2)


def nts_numbers(step):
    """The number that each player is paired by: the chart's, or the points themselves."""
    points = counted_points(step)
    if step.option("Count") != "GMP":
        return points
    return {no: pairing_number(value) for no, value in points.items()}


def ntp_cards(step):
    """What the bye goes by: number, total and place in original order from the last."""
    points = counted_points(step)
    by_no = step.before.by_no
    order = sorted(by_no, key=lambda no: (by_no[no].seed is None, by_no[no].seed or 0, no))
    return {no: (pairing_number(points[no]), points[no], -place) for place, no in enumerate(order)}


# Neuroshima Hex


def points_and_difference(tournament):
    """Everyone's points and difference, each match by itself."""
    earned = {p.no: (0, 0) for p in tournament.players}
    for match in (m for r in tournament.rounds for m in r.matches):
        points, gap = points_of_hex(match)
        for no, won, by in ((match.player1, points[0], gap), (match.player2, points[1], -gap)):
            if no is not None:
                earned[no] = (earned[no][0] + won, earned[no][1] + by)
    return earned


def points_of_hex(match):
    """Both players' points of a match, and the difference for the first."""
    fixed = {
        Special.BYE: ((3, 0), 7),
        Special.INTENTIONAL_DRAW: ((1, 1), 0),
        Special.NO_SHOW_1: ((0, 3), -7),
        Special.NO_SHOW_2: ((3, 0), 7),
        Special.DOUBLE_NO_SHOW: ((0, 0), 0),
    }
    if match.special in fixed:
        return fixed[match.special]
    one, two = match.result[:2]
    gap = max(-20, min(20, one - two))
    return ((1, 1) if one == two else (3, 0) if one > two else (0, 3)), gap


# Sides


@dataclass(frozen=True)
class Sides:
    """What the players of a single-sided round have played before it."""

    step: Step

    @cached_property
    def difference(self):
        """Games as the Corp less games as the Runner."""
        difference = dict.fromkeys(self.step.to_pair, 0)
        for corp, runner in self.step.seats.elements():
            difference[corp] = difference.get(corp, 0) + 1
            difference[runner] = difference.get(runner, 0) - 1
        return difference

    @cached_property
    def steady(self):
        """The players who have been paired in every round, without a bye."""
        games = self.step.games
        return {no for no in self.step.to_pair if all(g.get(no) is not None for g in games)}

    def excess(self, corp, runner):
        """By how much the two would be more than one game out of balance together.

        The second number is how many of them had neither a bye nor a missed round.
        """
        beyond = {no: abs(self.difference[no] + side) - 1 for no, side in ((corp, 1), (runner, -1))}
        out = {no for no, games in beyond.items() if games > 0}
        return sum(beyond[no] for no in out), len(out & self.steady)

    def total_excess(self):
        """Games out of balance in all, and players without a bye or a missed round."""
        excesses = [self.excess(*couple) for couple in self.step.couples]
        return sum(games for games, _ in excesses), sum(players for _, players in excesses)

    def least_excess(self):
        """The least of both that a legal pairing of the same players has, in this order."""
        playing = [no for couple in self.step.couples for no in couple]
        unit = len(playing) + 1
        most = unit * 2 * (self.step.round + 1)
        graph = nx.Graph()
        for couple in combinations(playing, 2):
            ways = [w for w in (couple, couple[::-1]) if w not in self.step.seats]
            if ways:
                games, players = min(self.excess(*way) for way in ways)
                graph.add_edge(*couple, weight=most - unit * games - players)
        matching = nx.max_weight_matching(graph, maxcardinality=True)
        return divmod(sum(most - graph.edges[couple]["weight"] for couple in matching), unit)
