"""Players who must never meet, and clubs that are kept apart in round 1.

The oracle goes through all pairings of a few players one by one; it shares no code with the
pairing methods or with the checker.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random

import pytest
from refusals import refused

from engine import (
    RULESETS,
    ErrorKind,
    Match,
    NoLegalPairing,
    Player,
    Round,
    Special,
    Tournament,
    pair,
    ruleset_named,
)
from engine.checks import violations
from engine.formats import GamePoints, Headquarters, OneGameWithSides, TwoGames
from engine.own.formats import Winner
from engine.reasons import Kind
from xlplugin.workbook.reading.version_0_1 import MUST_NOT_MEET
from xlplugin.workbook.reasons import cited
from xlplugin.workbook.writing.round_writer import note_rows

from campaigns import some
from cases import each

NAMES = tuple(RULESETS)
EVENTS = range(some(24))
RESULTS = {
    TwoGames: [("W", "W"), ("W", "L"), ("D", "W"), ("L", "L")],
    OneGameWithSides: [("Corp",), ("Runner",), ("Draw",)],
    GamePoints: [(10, 3, 10, 2), (10, 3, 4, 10), (1, 10, 0, 10)],
    Headquarters: [(15, 4, "", ""), (3, 12, "", ""), (9, 9, "", "")],
    Winner: [(1,), (2,), ("Draw",)],
}
FIRST_ROUNDS = {
    **{name: [{}] for name in NAMES},
    "trc": [{}, {"First round": "By seed"}],
    "own": [{}, {"Round 1": "Seed"}],
}


def groups_of(random, players, most):
    """Give random groups of players, some of them in none, some in two."""
    groups = [set() for _ in range(random.randint(1, 4))]
    for no in players:
        for group in random.sample(groups, min(len(groups), random.choice((0, 1, 1, 1, most)))):
            group.add(no)
    return tuple(map(frozenset, groups))


def random_event(name, number):
    """Make up an event of 4 to 9 players with clubs and with players who must not meet."""
    random = Random(f"{name}|{number}")
    count = random.randint(4, 9)
    everyone = range(1, count + 1)
    pairs = [frozenset(p) for p in combinations(everyone, 2) if random.random() < 0.15]
    forbidden = (tuple(pairs), groups_of(random, everyone, 2), ())[number % 3]
    return Tournament(
        tuple(Player(no, f"P{no}", seed=no, first_round_bye=random.random() < 0.1)
              for no in everyone),
        seed=str(number),
        options=random.choice(FIRST_ROUNDS[name]),
        forbidden=forbidden,
        clubs=groups_of(random, everyone, 1) if number % 4 else (),
    )  # fmt: skip


@cache
def all_pairings(players):
    """Give every way to pair the players, one of an odd number left out."""
    if len(players) % 2:
        return [
            pairs
            for out in players
            for pairs in all_pairings(tuple(no for no in players if no != out))
        ]
    if not players:
        return [()]
    first, *rest = players
    return [
        ((first, other), *pairs)
        for other in rest
        for pairs in all_pairings(tuple(no for no in rest if no != other))
    ]


def share(groups, one, two):
    """Say whether two players are in one of the groups."""
    return any({one, two} <= group for group in groups)


def may_meet(event, name):
    """Give the pairs that the event so far and the forbidden pairs let meet."""
    met = Counter(
        frozenset((m.player1, m.player2)) for r in event.rounds for m in r.matches if m.player2
    )
    most = 1 if name == "nisei-single-sided" else 0
    return {
        couple
        for couple in combinations(sorted(event.by_no), 2)
        if met[frozenset(couple)] <= most and not share(event.forbidden, *couple)
    }


def fewest_of_one_club(event, name):
    """Give how many tables of one club a legal round must have; ``None`` without a legal one."""
    awarded = {p.no for p in event.players if p.first_round_bye and not event.rounds}
    players = tuple(p.no for p in event.players if p.no not in awarded)
    clubs = () if event.rounds else event.clubs
    able = may_meet(event, name)
    cost = {couple: share(clubs, *couple) for couple in able}
    return min(
        (
            sum(map(cost.__getitem__, pairs))
            for pairs in all_pairings(players)
            if able.issuperset(pairs)
        ),
        default=None,
    )


def couples(tables):
    """Give who meets whom."""
    return [(t.player1, t.player2) for t in tables if t.player2 is not None]


def is_round_robin(event, name):
    """Say whether everyone is to meet everyone."""
    return name == "trc" and len(event.players) <= 5


def played(event, name, pairing):
    """Give the event with the round that was paired, and results drawn for it."""
    random = Random(f"{name}|{event.seed}|{pairing.round}")
    matches = tuple(
        Match(n, t.player1, t.player2, random.choice(RESULTS[type(RULESETS[name].match_format)]))
        if t.player2
        else Match(n, t.player1, None, special=Special.BYE)
        for n, t in enumerate(pairing.tables, 1)
    )
    return replace(event, rounds=(*event.rounds, Round(pairing.round, matches)))


def private_sentences(event, pairing):
    """Give the notes that say who must never meet, but are not of that kind."""
    seated = [(Match(n, *t[:2]), t) for n, t in enumerate(pairing.tables, 1)]
    rows = [row[-3:] for row in note_rows(event, pairing, seated)]
    texts = [f"{rule}: {why}" for rule, why, kind in rows if kind != Kind.FORBIDDEN]
    return [text for text in texts if MUST_NOT_MEET.search(text)]


@pytest.mark.parametrize("name", NAMES)
def test_forbidden_pairs_never_meet_and_clubs_as_little_as_can_be(name):
    """A round keeps them apart whenever a pairing does, and there is none only if none exists."""
    ruleset = ruleset_named(name)
    for number in EVENTS:
        event = random_event(name, number)
        for _ in range(4):
            fewest = fewest_of_one_club(event, name)
            try:
                pairing = pair(event, ruleset)
            except NoLegalPairing:
                assert fewest is None or is_round_robin(event, name), (number, event)
                break
            met = couples(pairing.tables)
            assert not any(share(event.forbidden, *couple) for couple in met), number
            assert private_sentences(event, pairing) == [], number
            if not is_round_robin(event, name):
                clubs = () if event.rounds else event.clubs
                assert sum(share(clubs, *couple) for couple in met) == fewest, number
            event = played(event, name, pairing)


@pytest.mark.parametrize("name", NAMES)
def test_who_asks_for_nothing_gets_the_same_draw(name):
    """Clubs that nobody shares, and groups of one, change no pairing."""
    for number in range(some(10)):
        event = replace(random_event(name, number), forbidden=(), clubs=())
        alone = tuple(frozenset((player.no,)) for player in event.players)
        tables = pair(event, ruleset_named(name)).tables
        asked = pair(replace(event, forbidden=alone, clubs=alone), ruleset_named(name)).tables
        assert couples(asked) == couples(tables)


@each("number", range(some(20)))
def test_the_checker_knows_the_fewest_tables_of_one_club(number):
    """Any first round with more tables of one club than there must be is reported, no other."""
    name = "nisei-swiss"
    event = random_event(name, number)
    fewest = fewest_of_one_club(event, name)
    awarded = [p.no for p in event.players if p.first_round_bye]
    players = tuple(p.no for p in event.players if not p.first_round_bye)
    legality = ruleset_named(name).legality(event)
    for pairs in Random(number).sample(all_pairings(players), 3 if len(players) > 3 else 1):
        out = set(players) - {no for couple in pairs for no in couple}
        byes = [(no, None) for no in (*out, *awarded)]
        found = [v.kind for v in violations(event, [*pairs, *byes], legality)]
        forbidden = sum(share(event.forbidden, *couple) for couple in pairs)
        assert found.count(ErrorKind.FORBIDDEN_MEETING) == forbidden
        too_many = fewest is not None and sum(share(event.clubs, *c) for c in pairs) > fewest
        assert (ErrorKind.CLUB_MEETING in found) == too_many


# What the organizer reads


def test_an_avoided_meeting_of_a_club_is_told(event):
    """Where the draw would have paired two of one club, the notes say so."""
    nisei = ruleset_named("nisei-swiss")
    clubs = (frozenset((1, 2, 3)), frozenset((4, 5, 6)))
    reasons = [
        reason
        for seed in range(10)
        for before in [replace(event(6, seed=str(seed)), clubs=clubs)]
        for paired in pair(before, nisei).tables
        for reason in paired.reasons
    ]
    avoided = [reason for reason in reasons if reason.kind is Kind.CLUB]
    assert avoided
    assert all(any({*r.players[:2]} <= club for club in clubs) for r in avoided)
    assert Kind.REMATCH not in {reason.kind for reason in reasons}
    assert any("who is of the same club" in cited(reason, event(6)) for reason in avoided)


@pytest.mark.parametrize(
    ("name", "options"),
    [("trc", {"First round": "By seed"}), ("ntp", {})],
    ids=["halves", "card piles"],
)
def test_a_fixed_first_round_says_what_it_avoids(name, options):
    """A first round by seeds takes the nearest pairing that keeps the clubs apart."""
    players = tuple(Player(no, f"P{no}", seed=no) for no in range(1, 9))
    before = Tournament(players, seed="7", options=options, clubs=(frozenset((1, 5)),))
    pairing = pair(before, ruleset_named(name))
    assert (1, 5) not in couples(pairing.tables)
    told = [(reason.kind, reason.players[:2]) for t in pairing.tables for reason in t.reasons]
    assert (Kind.CLUB, (1, 5)) in told


def test_single_sided_rounds_say_what_they_avoid():
    """A swap because of a forbidden pair cites the column, not the ruleset."""
    players = tuple(Player(no, f"P{no}") for no in range(1, 7))
    forbidden = (frozenset((1, 2, 3)), frozenset((4, 5, 6)))
    avoided = [
        reason
        for seed in range(10)
        for before in [Tournament(players, seed=str(seed), forbidden=forbidden)]
        for t in pair(before, ruleset_named("nisei-single-sided")).tables
        for reason in t.reasons
        if reason.kind is Kind.FORBIDDEN
    ]
    assert avoided
    assert {reason.rule for reason in avoided} == {"Do not pair"}
    assert all(any({*reason.players} <= group for group in forbidden) for reason in avoided)


def test_who_of_a_large_club_meets_is_named(event, nisei):
    """Five of one club among six: two tables must be of that club, and the notes name them."""
    before = replace(event(6), clubs=(frozenset(range(1, 6)),))
    pairing = pair(before, nisei)
    own = [t for t in pairing.tables if t.reasons[-1].kind is Kind.CLUB_MEETING]
    assert len(own) == 2
    note = pairing.notes[-1]
    assert (note.kind, note.rule) == (Kind.CLUB_MEETING, "Keep clubs apart")
    assert note.players == tuple(no for t in own for no in t[:2])
    text = "Keep clubs apart: not everybody could be kept apart from their own club; these meet: "
    assert cited(note, before).startswith(text)


def test_an_impossible_wish_says_what_to_do(event, nisei):
    """Somebody who must not meet anyone stops the pairing, which says who it is and because of whom."""
    before = replace(event(4), forbidden=(frozenset((1, 2, 3)),))
    stuck = ((2, (4,)), (3, (4,)))
    with refused(ErrorKind.NO_LEGAL_PAIRING, stuck=stuck, forbidden=(2, 3), round=1):
        pair(before, nisei)


def test_a_forbidden_pair_is_no_reason_for_a_second_bye_violation(event, nisei):
    """Whoever had a bye may have another one if only forbidden pairs are left otherwise."""
    before = replace(
        event(3, [(1, 2, "WW"), (3,)]), forbidden=(frozenset((1, 3)), frozenset((2, 3)))
    )
    with pytest.raises(NoLegalPairing):
        pair(before, nisei)
    before = replace(event(3, [(1, 3, "WW"), (2,)]), forbidden=(frozenset((2, 3)),))
    tables = [(1, 2), (3, None)]
    assert not list(violations(before, tables, nisei.legality(before)))


def test_in_a_round_robin_forbidden_pairs_sit_out():
    """Their turn passes without them, and everyone else meets everyone."""
    trc = ruleset_named("trc")
    event = Tournament(
        tuple(Player(no, f"P{no}") for no in range(1, 5)), seed="7", forbidden=(frozenset((1, 2)),)
    )
    met = []
    for _ in range(3):
        pairing = pair(event, trc)
        met += couples(pairing.tables)
        event = played(event, "trc", pairing)
    assert {frozenset(c) for c in met} == {
        frozenset(c) for c in combinations(range(1, 5), 2) if c != (1, 2)
    }
