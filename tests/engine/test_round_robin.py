"""Everybody meets everybody in the fewest rounds, whoever comes or goes on the way."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from random import Random

import pytest

from engine import (
    ErrorKind,
    Match,
    NoLegalPairing,
    Player,
    Round,
    Status,
    Tournament,
    pair,
    ruleset_named,
)
from engine.checks import violations
from engine.pairing import round_robin
from engine.pairing.round_robin import plan
from xlplugin.workbook.reasons import cited

from campaigns import some
from cases import each

EVENTS = some(160, 160)
CHUNKS = 4
WON = (10, 0, 10, 0)


def started(count, ruleset, seed="a", **settings):
    """Give an event of so many players before round 1, of a ruleset with a round robin."""
    players = tuple(Player(no, f"P{no}") for no in range(1, count + 1))
    options = {"Format": "Round robin"} if ruleset == "ntp" else {}
    return Tournament(players, options=options, seed=seed, **settings)


def with_round(event, tables):
    """Give the event with one round more, Player 1 always winning."""
    matches = tuple(
        Match(i, one, two, WON) if two else Match(i, one, None, (), "Bye")
        for i, (one, two) in enumerate(tables, 1)
    )
    return replace(event, rounds=(*event.rounds, Round(len(event.rounds) + 1, matches)))


def tables_of(event, ruleset):
    """Give the tables of the next round, or nothing where everyone has met everyone."""
    try:
        return [(t.player1, t.player2) for t in pair(event, ruleset_named(ruleset)).tables]
    except NoLegalPairing as error:
        assert error.kind == ErrorKind.ROUND_ROBIN_FINISHED  # noqa: PT017
        return None


def meetings_left(event):
    """Give who has still to meet, from the matches alone."""
    met = {frozenset((m.player1, m.player2)) for r in event.rounds for m in r.matches}
    pairs = {frozenset(two) for two in combinations(event.active, 2)}
    return {two for two in pairs - met if not any(two <= group for group in event.forbidden)}


def most_left(event):
    """Give the most meetings that anybody has left."""
    return max(Counter(no for two in meetings_left(event) for no in two).values(), default=0)


def with_status(event, no, status):
    """Give the event with the status of one player changed."""
    players = tuple(replace(p, status=status) if p.no == no else p for p in event.players)
    return replace(event, players=players)


def changed(event, random):
    """Give the event after somebody has come, gone or come back; at least two stay."""
    active = event.active
    gone = [p.no for p in event.players if p.no not in active]
    kind = random.choice(("come", "go", "go", "back"))
    if kind == "back" and gone:
        return with_status(event, random.choice(gone), Status.ACTIVE)
    if kind == "go" and len(active) > 3:
        return with_status(event, random.choice(active), Status.DROPPED)
    no = len(event.players) + 1
    return replace(event, players=(*event.players, Player(no, f"P{no}")))


def history(number):
    """Give the states before each round of a random event, and where the last change was."""
    random = Random(f"round robin {number}")
    ruleset = random.choice(("trc", "ntp"))
    count = random.randint(4, 5) if ruleset == "trc" else random.randint(3, 12)
    event = started(count, ruleset, seed=f"seed {number}")
    if random.random() < 0.2:
        event = replace(event, forbidden=(frozenset(random.sample(range(1, count + 1), 2)),))
    changes = random.choice((0, 1, 1, 2, 3, 5))
    states, last = [], 0
    while True:
        if changes and event.rounds and random.random() < 0.6:
            changes -= 1
            event = changed(event, random)
            last = len(event.rounds)
        states.append(event)
        tables = tables_of(event, ruleset)
        if tables is None:
            if not changes:
                return ruleset, states, last
            event, changes, last = changed(event, random), changes - 1, len(event.rounds)
        else:
            event = with_round(event, tables)


@pytest.fixture(scope="module", params=range(CHUNKS))
def histories(request):
    """Give random events with drops and late entries, played until everyone has met everyone."""
    return [history(number) for number in range(request.param, EVENTS, CHUNKS)]


def test_everybody_meets_everybody_within_one_round_of_the_most_meetings_left(histories):
    """After the last change it takes as many rounds as anybody has meetings left, or one more."""
    for _, states, last in histories:
        changed_at = next(s for s in reversed(states) if len(s.rounds) == last)
        took = len(states[-1].rounds) - last
        assert not meetings_left(states[-1])
        assert took <= most_left(changed_at) + 1


def test_what_is_left_takes_no_round_too_many():
    """Somebody late, somebody back: four rounds do, though none of them can be as full as it could."""
    event = started(5, "ntp")
    event = with_round(event, [(2, 5), (3, 4), (1, None)])
    event = with_round(with_status(event, 2, Status.DROPPED), [(1, 4), (5, 3)])
    event = replace(event, players=(*event.players, Player(6, "P6")))
    event = with_round(event, [(3, 6), (4, 5), (1, None)])
    event = with_status(event, 2, Status.ACTIVE)
    assert most_left(event) == 4
    for _ in range(4):
        event = with_round(event, tables_of(event, "ntp"))
    assert not meetings_left(event)


def test_no_two_sit_out_who_have_still_to_meet(histories):
    """Whoever sits out has met everyone else who does, or must not meet them."""
    for _, states, _ in histories:
        for before, after in pairwise(states):
            if len(after.rounds) == len(before.rounds):
                continue
            out = {m.player1 for m in after.rounds[-1].matches if m.player2 is None}
            assert not [two for two in meetings_left(before) if two <= out]


def test_the_rounds_planned_are_those_that_it_takes(histories):
    """Once nobody comes or goes any more, the number of rounds on Event is the one played."""
    for ruleset, states, last in histories:
        calm = [s for s in states if len(s.rounds) >= last and s.active == states[-1].active]
        planned = {ruleset_named(ruleset).planned_rounds(s) for s in calm if meetings_left(s)}
        assert planned <= {len(states[-1].rounds)}


@cache
def fewest_rounds(meetings):
    """Give in how few rounds the meetings can be played, by trying everything."""
    if not meetings:
        return 0
    first = min(meetings, key=sorted)
    return 1 + min(fewest_rounds(meetings - those) for those in maximal(meetings, first))


def maximal(meetings, first):
    """Give the rounds with one meeting to which no other can be added."""
    rest = [two for two in meetings if not two & first]
    if not rest:
        return [frozenset({first})]
    others = {frozenset({first}) | more for two in rest for more in maximal(frozenset(rest), two)}
    return sorted(others, key=lambda found: sorted(map(sorted, found)))


@each("number", range(60))
def test_a_new_plan_takes_the_fewest_rounds(number):
    """With up to seven players no plan at all is shorter than the one that is made."""
    random = Random(number)
    count = random.randint(4, 7)
    event = started(count, "ntp", seed=str(number))
    for _ in range(random.randint(1, 2)):
        nos = random.sample(event.active, len(event.active))
        event = with_round(
            event, [*zip(nos[::2], nos[1::2], strict=False), *([(nos[-1], None)] * (count % 2))]
        )
    event = with_status(event, random.choice(event.active), Status.DROPPED)
    assert len(plan(event).rounds) == fewest_rounds(frozenset(meetings_left(event)))


def test_trc_2_3_6_after_a_drop_nobody_sits_out_beside_somebody_to_meet():
    """A to E, A gone after round 2: B-D and C-E, then D-E, and it is over."""
    event = started(5, "trc")
    for _ in range(2):
        event = with_round(event, tables_of(event, "trc"))
    event = with_status(event, 1, Status.DROPPED)
    took = []
    while tables := tables_of(event, "trc"):
        took.append({frozenset(two) for two in tables if None not in two})
        event = with_round(event, tables)
    assert took == [{frozenset({2, 4}), frozenset({3, 5})}, {frozenset({4, 5})}]


def test_a_round_changed_by_hand_is_planned_around():
    """Two players who changed places by hand still meet everybody once, and in time."""
    event = started(6, "ntp")
    (a, b), (c, d), rest = tables_of(event, "ntp")
    event = with_round(event, [(a, c), (b, d), rest])
    while tables := tables_of(event, "ntp"):
        event = with_round(event, tables)
    assert not meetings_left(event)
    assert len(event.rounds) <= 6


def test_the_notes_tell_what_was_planned_anew():
    """The organizer reads how many meetings are left, and in how many rounds they are played."""
    event = started(5, "trc")
    for _ in range(2):
        event = with_round(event, tables_of(event, "trc"))
    notes = pair(with_status(event, 1, Status.DROPPED), ruleset_named("trc")).notes
    (told,) = [cited(note, event) for note in notes]
    assert told == (
        "TRC 2.3: round robin, planned anew after round 2, as who meets whom had changed: 3 meetings left, "
        "at most 2 for one player, in 2 rounds, this one included"
    )


def test_two_who_sit_out_though_they_could_meet_are_found_by_the_checker():
    """A round in which they do breaks the round robin, with its clause."""
    event = started(5, "trc")
    legality = ruleset_named("trc").legality(event)
    found = [*violations(event, [(1, 2), (3, None), (4, None), (5, None)], legality)]
    assert [each.clause for each in found] == ["TRC 2.3"] * 3
    assert found[0].kind == ErrorKind.BOTH_SIT_OUT
    assert [player.no for player in found[0].data["players"]] == [3, 4]


def test_without_luck_the_plan_keeps_to_the_bound_all_the_same(monkeypatch):
    """Where no try finds the fewest rounds, an edge colouring still takes at most one more."""
    monkeypatch.setattr(round_robin, "TRIES", 0)
    seen = 0
    for number in range(60):
        _, states, last = history(number)
        changed_at = next(s for s in reversed(states) if len(s.rounds) == last)
        assert len(states[-1].rounds) - last <= most_left(changed_at) + 1
        seen += last > 0
    assert seen > 20
