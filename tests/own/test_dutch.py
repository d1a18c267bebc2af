"""Pairing by FIDE Dutch: the library is told the whole event, and its pairings are legal and explained."""

from __future__ import annotations

import sys
import tomllib
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from refusals import refused

from engine import (
    ErrorKind,
    Match,
    NoLegalPairing,
    Player,
    Round,
    Special,
    Status,
    Tournament,
    pair,
)
from engine.own.dutch import NEEDED
from engine.own.ruleset import OWN
from engine.reasons import Kind

from campaigns import some

pytest.importorskip("gacrux", reason="the optional gacrux is not installed")
pytestmark = pytest.mark.usefixtures("untraced")

OPTIONS = {
    "Pairing method": "FIDE Dutch", "Round 1": "Rating", "Points for a win": "1", "Points for a draw": "1/2",
}  # fmt: skip
RATINGS = (2100, 2050, 2000, 1950, 1900, 1850, "")
ROUNDS = (
    [(1, 4, (1,)), (5, 2, ("Draw",)), (3, 6, (1,)), (7, None, (), Special.BYE)],
    [(2, 3, ("Draw",)), (7, 1, (2,)), (4, 5, (1,)), (6, None, (), Special.HALF_BYE)],
)


def event_of(count, rounds, forbidden=(), **options):
    """An event of players by rating."""
    players = tuple(
        Player(no, f"No {no}", details={"Rating": str(RATINGS[no - 1])})
        for no in range(1, count + 1)
    )
    played = tuple(
        Round(n, tuple(Match(i, *match) for i, match in enumerate(matches, 1)))
        for n, matches in enumerate(rounds, 1)
    )
    return Tournament(
        players, played, options=OPTIONS | options, seed="A", planned_rounds=5, forbidden=forbidden
    )


def tables(event):
    """The next round's tables, Player 1 first."""
    return [table[:2] for table in pair(event, OWN).tables]


def test_a_round_is_paired_as_the_library_pairs_the_same_file():
    """Round 3 of seven players, of whom two must not meet; worked out from a file written by hand."""
    event = event_of(7, ROUNDS, forbidden=(frozenset({1, 3}),))
    assert tables(event) == [(1, 2), (3, 7), (6, 4), (5, None)]
    dropped = replace(event, players=tuple(
        replace(p, status=Status.DROPPED) if p.no == 4 else p for p in event.players
    ))  # fmt: skip
    assert tables(dropped) == [(1, 2), (3, 7), (6, 5)]


def test_large_points_pair_as_small_ones_do():
    """The file has no place for totals of 100 and more."""
    small, large = (
        event_of(7, ROUNDS, **{"Points for a win": win, "Points for a draw": draw})
        for win, draw in (("1", "1/2"), ("99", "49.5"))
    )
    assert tables(large) == tables(small)


def test_every_table_says_by_what():
    """The library and its version, who floats, and the rule of the sides."""
    pairing = pair(event_of(7, ROUNDS), OWN)
    for table in pairing.tables:
        assert {reason.rule for reason in table.reasons} == {"Rules: Pairing method"}
        assert "gacrux 1." in table.reasons[0].values["library"]
        assert (table.player2 is None) or table.reasons[-1].kind is Kind.SIDES


def test_a_round_without_a_legal_pairing_says_so_in_words():
    """Nobody is left for player 1."""
    event = event_of(
        4, [[(1, 2, (1,)), (3, 4, (1,))]], forbidden=(frozenset({1, 3}), frozenset({1, 4}))
    )
    with pytest.raises(NoLegalPairing) as caught:
        pair(event, OWN)
    assert caught.value.kind is ErrorKind.LIBRARY_REFUSES
    assert "cannot be completed" in caught.value.data["why"]


def test_a_missing_library_is_named_with_what_to_install(monkeypatch):
    """It is the one of the extra, by a name that pip knows: the program itself is in no registry."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["optional-dependencies"]["dutch"] == [NEEDED]
    monkeypatch.setitem(sys.modules, "gacrux.pairingdutch", None)
    data = {"library": "gacrux", "needed": NEEDED, "choice": "FIDE Dutch"}
    with refused(ErrorKind.LIBRARY_MISSING, **data):
        pair(event_of(4, []), OWN)


def test_accelerated_rounds_keep_the_halves_apart():
    """In round 1 the upper four of six meet one another; without acceleration the first three meet the others."""
    event = event_of(6, [])
    assert {frozenset(two) for two in tables(event)} == {*map(frozenset, [(1, 4), (2, 5), (3, 6)])}
    event = event_of(6, [], **{"Accelerated rounds": "2"})
    assert {frozenset(two) for two in tables(event)} == {*map(frozenset, [(1, 3), (2, 4), (5, 6)])}


def test_floats_of_accelerated_rounds_are_those_of_then():
    """With what is ahead 3 has met 6 from above in round 2, and 5 has met 2 level; without it, the other way round."""
    rounds = (
        [(3, 1, (2,)), (2, 4, (2,)), (6, 5, (2,))],
        [(1, 4, ("Draw",)), (5, 2, (2,)), (6, 3, ("Draw",))],
    )
    event = event_of(6, rounds, **{"Accelerated rounds": "2"})
    assert {frozenset(two) for two in tables(event)} == {*map(frozenset, [(1, 2), (4, 6), (3, 5)])}


def played(event, random):
    """The event with one round more: wins, draws, no-shows."""
    matches = []
    for match, _ in pair(event, OWN).matches({}):
        result, special = (random.choice([1, 2, "Draw"]),), match.special
        if match.player2 is None or random.random() < 0.05:
            result = ()
            special = special or random.choice([Special.NO_SHOW_1, Special.DOUBLE_NO_SHOW])
        matches.append(replace(match, result=result, special=special))
    return replace(event, rounds=(*event.rounds, Round(len(event.rounds) + 1, tuple(matches))))


@pytest.mark.parametrize("number", range(some(20)))
def test_random_events_are_paired_legally(number):
    """Nobody plays twice against another, has two byes, or one side three times running."""
    random = Random(number)
    count = random.randint(5, 14)
    players = tuple(
        Player(no, f"No {no}", first_round_bye=no == 3, details={"Rating": str(random.randint(1000, 2500))})
        for no in range(1, count + 1)
    )  # fmt: skip
    event = Tournament(players, options=OPTIONS, seed=str(number), planned_rounds=5)
    for _ in range(5):
        try:
            event = played(event, random)
        except NoLegalPairing as error:
            assert error.kind is ErrorKind.LIBRARY_REFUSES and count < 10  # noqa: PT017, PT018
            break
        gone = random.choice(event.players).no
        status = random.choice([Status.DROPPED, Status.ACTIVE, Status.ACTIVE])
        event = replace(
            event,
            players=tuple(replace(p, status=status) if p.no == gone else p for p in event.players),
        )
    met, byes, sides = Counter(), Counter(), defaultdict(str)
    for match in (match for round_ in event.rounds for match in round_.matches):
        if match.player2 is None:
            byes[match.player1] += 1
        elif not match.special:
            met[frozenset(match.players)] += 1
            sides[match.player1] += "w"
            sides[match.player2] += "b"
    assert max(met.values()) == 1
    assert not byes or max(byes.values()) == 1
    last_aside = [side[:-1] for side in sides.values()]  # topscorers may in the last round
    assert not any("www" in side or "bbb" in side for side in last_aside)


def test_who_has_dropped_may_have_points_for_absent_rounds():
    """The library takes the round to be paired for one of theirs already, besides those since they dropped."""
    options = {"Pairing method": "FIDE Dutch", "Round 1": "Seed", "Points for an absent round": "2"}
    players = tuple(
        Player(no, f"No {no}", seed=no, status=Status.DROPPED if no == 5 else Status.ACTIVE)
        for no in range(1, 6)
    )
    matches = (Match(1, 1, 3, (1,)), Match(2, 2, 4, (1,)), Match(3, 5, None, special=Special.BYE))
    event = Tournament(players, (Round(1, matches),), options=options, seed="A", planned_rounds=3)
    second = pair(event, OWN).tables
    assert len(second) == 2
    later = Round(2, tuple(Match(n, t.player1, t.player2, (1,)) for n, t in enumerate(second, 1)))
    assert len(pair(replace(event, rounds=(*event.rounds, later)), OWN).tables) == 2
