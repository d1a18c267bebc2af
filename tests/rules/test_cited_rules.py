"""The explanations name the rule inside its section, as the page of what answers them has it."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine import Match, Player, Round, Special, Tournament, pair, ruleset_named
from engine.checks import violations
from engine.elimination.cut import make_cut, pair_elimination, pair_tiebreaker_round, ranked_for_cut
from engine.reasons import Kind
from xlplugin.workbook.layouts import record_tabs

NISEI = ("nisei-swiss", "nisei-amalfi", "nisei-single-sided")
SECTION = "OP, Event structure"


def _listed():
    """Give the names of the rules on the page."""
    spec = importlib.util.spec_from_file_location("clauses", Path(__file__).with_name("clauses.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {clause.id for clause in module.CLAUSES}


LISTED = _listed()


def reasons_of(pairing):
    """Give the reasons of all tables and of the round."""
    return [*(reason for table in pairing.tables for reason in table.reasons), *pairing.notes]


def swiss(name, count, seed, rounds=5, options=None):
    """Play Swiss rounds with random results; give the event, and each round's reasons."""
    ruleset, random = ruleset_named(name), Random(seed)
    results = (
        [("Corp",), ("Runner",), ("Draw",)]
        if name == "nisei-single-sided"
        else [("W", "W"), ("W", "L"), ("L", "L"), ("D", "L")]
    )
    players = tuple(Player(no, f"P{no}", first_round_bye=no == 1) for no in range(1, count + 1))
    event = Tournament(players, seed=seed, options=options or {})
    found = []
    for number in range(1, rounds + 1):
        pairing = pair(event, ruleset)
        found += reasons_of(pairing)
        matches = tuple(
            match if match.special is Special.BYE else replace(match, result=random.choice(results))
            for match, _ in pairing.matches({})
        )
        event = replace(event, rounds=(*event.rounds, Round(number, matches)))
    return event, found


def cited(reasons, *kinds):
    """Give which rules the reasons of these kinds cite."""
    return {reason.rule for reason in reasons if reason.kind in kinds}


@pytest.mark.parametrize("name", NISEI)
@pytest.mark.parametrize("count", [9, 14, 17])
def test_every_rule_cited_is_on_the_page(name, count):
    """No explanation cites a whole section, and each rule of it is found by the name cited."""
    reasons = [r for seed in ("one", "two", "three") for r in swiss(name, count, seed)[1]]
    event, _ = swiss("nisei-swiss", count, "four")
    cut, pairing = make_cut(event, ruleset_named("nisei-swiss"), 4)
    reasons += reasons_of(pairing)
    rules = {r.rule for r in reasons if r.rule.startswith(("OP, Event", "OP, Async"))}
    assert rules
    assert {rule for rule in rules if rule.replace(",", "") not in LISTED} == set()
    assert SECTION not in rules
    assert cut.elimination


@pytest.mark.parametrize(
    ("kind", "rounds", "rule"),
    [
        (Kind.DRAWN, 1, "first round"), (Kind.AWARDED_BYE, 1, "bye"), (Kind.BYE, 5, "bye"),
        (Kind.RANDOM_FLOAT, 5, "groups"), (Kind.REMATCH, 5, "no rematch"),
    ],
)  # fmt: skip
def test_swiss_rounds_cite_the_rule_of_each_decision(kind, rounds, rule):
    """First round, bye, groups and second meetings are rules of their own."""
    seeds = "one", "two", "three"
    found = [r for seed in seeds for r in swiss("nisei-swiss", 12, seed, rounds)[1]]
    assert cited(found, kind) == {f"{SECTION}: {rule}"}


def test_a_draw_within_a_group_cites_the_rule_of_groups():
    """Round 1 is drawn by a rule of its own."""
    later = [r for r in swiss("nisei-swiss", 12, "one")[1] if r.kind is Kind.DRAWN and r.values]
    assert cited(later, Kind.DRAWN) == {f"{SECTION}: groups"}


def test_byes_of_appendix_1_cite_the_rule_of_byes():
    """Amalfi and single-sided pairing leave byes as they are."""
    for name in NISEI[1:]:
        assert cited(swiss(name, 12, "one")[1], Kind.BYE) == {f"{SECTION}: bye"}


def level(count=8):
    """Give an event after one round in which everybody drew."""
    matches = tuple(Match(n, 2 * n - 1, 2 * n, ("D", "D")) for n in range(1, count // 2 + 1))
    players = tuple(Player(no, f"P{no}") for no in range(1, count + 1))
    return Tournament(players, (Round(1, matches),), seed="an event")


def test_a_cut_cites_the_rule_of_cuts():
    """Who goes on is the rule of the standings-based cut."""
    _, pairing = make_cut(level(), ruleset_named("nisei-swiss"), 4)
    assert cited(pairing.notes, Kind.SEEDS) == {f"{SECTION}: standings-based cut"}


def test_a_tiebreaker_round_cites_its_own_rule():
    """Pairs, sides and draws are all of the tiebreaker round."""
    pairing = pair_tiebreaker_round(level(), ruleset_named("nisei-swiss"), 4)
    assert {r.rule for r in reasons_of(pairing)} == {f"{SECTION}: tiebreaker round"}


@pytest.mark.parametrize(
    ("options", "game", "choice"),
    [
        ({}, f"{SECTION}: elimination", f"{SECTION}: elimination"),
        (
            {"Asynchronous": "Yes"},
            "OP, Asynchronous events: best of three",
            f"{SECTION}: elimination",
        ),
        ({"Elimination": "Single"}, "Elimination", f"{SECTION}: elimination"),
        (
            {"Elimination": "Best of three"},
            "OP, Asynchronous events: best of three",
            "OP, Asynchronous events: best of three",
        ),
    ],
    ids=["double", "asynchronous", "single", "best-of-three"],
)
def test_an_elimination_cites_the_rule_that_it_follows(options, game, choice):
    """One loss is of asynchronous events, or a setting; the draw is of every elimination."""
    ruleset = ruleset_named("nisei-swiss")
    event = replace(level(), options=options)
    begun, pairing = make_cut(event, ruleset, 4)
    reasons = reasons_of(replace(pair_elimination(begun, ruleset), notes=()))
    assert cited(reasons, Kind.BRACKET) == {game}
    assert cited(reasons, Kind.CHOICE) == {choice}
    assert cited(reasons, Kind.DRAW_IS_A_WIN) == {f"{SECTION}: elimination"}
    assert len(ranked_for_cut(event, ruleset)[1]) == 8
    assert pairing.tables


@pytest.mark.parametrize(
    ("tables", "rule"),
    [
        ([(1, 2), (3, 5), (4, 6), (7, 8)], "no rematch"),
        ([(1, 3), (2, 5), (4, 7), (6, None), (8, None)], "bye"),
        ([(1, 3), (2, 5), (4, 7)], "each round"),
    ],
)
def test_what_is_illegal_cites_the_rule_broken(tables, rule):
    """A second meeting, a bye too many and somebody without a table break different rules."""
    event = level()
    broken = violations(event, tables, ruleset_named("nisei-swiss").legality(event))
    assert {violation.clause for violation in broken} == {f"{SECTION}: {rule}"}


def test_a_rule_on_the_notes_is_never_shrunk():
    """Its name is as long as the section's and its own, and must be read in print."""
    column = next(column for column in record_tabs.NOTES_LAYOUT.columns if column.header == "Rule")
    assert column.style.wrap
    assert not column.style.shrink
