"""Pairing only some of the players of a round among themselves."""

from __future__ import annotations

from random import Random

import networkx as nx
import pytest
from refusals import refused

from engine import (
    RULESETS,
    ErrorKind,
    NoLegalPairing,
    Player,
    Round,
    Special,
    Tournament,
    pair,
    pair_some,
    ruleset_named,
)
from engine.formats import GamePoints, Headquarters, OneGameWithSides, TwoGames
from engine.own.formats import Winner
from engine.reasons import Kind

from cases import each

FIRST_WINS = {
    TwoGames: ("W", "L"),
    OneGameWithSides: ("Corp",),
    GamePoints: (10, 3, 4, 10),
    Headquarters: (20, 11),
    Winner: (1,),
}


def played(ruleset, players, rounds, seed):
    """Play some rounds of an event in which Player 1 does well."""
    event = Tournament(
        tuple(Player(no, f"P{no}") for no in range(1, players + 1)),
        seed=str(seed),
        planned_rounds=rounds + 2,
    )
    for number in range(1, rounds + 1):
        matches = tuple(
            match if match.special is Special.BYE else reported(match, ruleset)
            for match, _ in pair(event, ruleset).matches({})
        )
        event = Tournament(
            event.players, (*event.rounds, Round(number, matches)), {}, str(seed), rounds + 2
        )
    return event


def reported(match, ruleset):
    """Give the match with a result."""
    result = FIRST_WINS[type(ruleset.match_format)]
    return type(match)(match.table, match.player1, match.player2, result)


def barred_in(event, ruleset):
    """Who may not meet, Player 1 first: who have met; single-sided, with the same sides."""
    pairs = {(m.player1, m.player2) for r in event.rounds for m in r.matches if m.player2}
    is_either = ruleset.name != "nisei-single-sided"
    return pairs | {pair[::-1] for pair in pairs if is_either}


@each("number", range(12))
@each("name", RULESETS)
def test_some_players_are_paired_among_themselves_legally(name, number):
    """Each once, one of an odd number with the bye, nobody met before, if that can be."""
    random, ruleset = Random(f"{name} {number}"), ruleset_named(name)
    event = played(ruleset, 6 + 2 * number + number % 2, number % 4, number)
    among = random.sample(sorted(event.by_no), random.randint(2, 6))
    barred = barred_in(event, ruleset)
    couples = {(a, b) for a in among for b in among if a != b} - barred
    graph = nx.Graph(list(couples))
    graph.add_nodes_from(among)
    possible = len(nx.max_weight_matching(graph, maxcardinality=True)) == len(among) // 2
    try:
        tables = pair_some(event, ruleset, among).tables
    except NoLegalPairing:
        assert not possible
        return
    assert possible
    assert sorted(no for t in tables for no in t[:2] if no) == sorted(among)
    assert sum(t.player2 is None for t in tables) == len(among) % 2
    assert not any((t.player1, t.player2) in barred for t in tables)


def test_who_must_not_meet_is_kept_apart(nisei):
    """A label in Do not pair counts as in a whole round."""
    event = played(nisei, 8, 0, 1)
    event = Tournament(event.players, seed="1", forbidden=(frozenset({1, 2}), frozenset({3, 4})))
    for seed in range(10):
        event = Tournament(event.players, seed=str(seed), forbidden=event.forbidden)
        pairs = {frozenset(t[:2]) for t in pair_some(event, nisei, {1, 2, 3, 4}).tables}
        assert not pairs & {frozenset({1, 2}), frozenset({3, 4})}


def test_few_players_of_a_large_event_are_no_round_robin():
    """Four of twenty: the first round of the document, not its way for four or five starters."""
    event = played(ruleset_named("trc"), 20, 0, 1)
    tables = pair_some(event, ruleset_named("trc"), {1, 2, 3, 4}).tables
    assert all(any(reason.kind is Kind.DRAWN for reason in t.reasons) for t in tables)


def test_the_chart_is_for_a_whole_round():
    """Six of twenty are paired by points: the chart's row for six is for events of six."""
    event = played(ruleset_named("trc"), 20, 2, 1)
    pairing = pair_some(event, ruleset_named("trc"), {1, 2, 3, 4, 5, 6})
    assert [note.rule for note in pairing.notes] == ["TRC 2.3.2"]


@pytest.mark.parametrize(
    ("name", "options", "among", "why"),
    [
        ("ntp", {"Format": "Round robin"}, {1, 2, 3, 4}, ErrorKind.ROUND_ROBIN_IN_PART),
        ("nisei-swiss", {}, {1}, ErrorKind.TOO_FEW_AT_TABLES),
    ],
)
def test_what_cannot_be_is_said(name, options, among, why):
    """A round robin hangs together; one player is no table."""
    event = Tournament(tuple(Player(n, f"P{n}") for n in range(1, 9)), options=options)
    with refused(why):
        pair_some(event, ruleset_named(name), among)
