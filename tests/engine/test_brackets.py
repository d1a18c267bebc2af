"""Is every bracket sound, and is it the one that events are played with?

The second question is answered by ``bracket_oracle.py``, another reading of the same tables.
"""

from __future__ import annotations

from random import Random

import bracket_oracle as oracle
import pytest

from engine.brackets import DOUBLE, FIXED, SINGLE, Bracket, bracket
from engine.elimination.progress import Progress
from xlplugin.workbook.reasons import phrase

from bracket_faults import faults
from campaigns import some
from cases import each

SINGLE_TABLES = {
    2: ["1: 1-2"],
    3: ["1: 2-3", "2: 1-W1"],
    4: ["1: 1-4 2: 2-3", "3: R1-R2"],
    8: ["1: 1-8 2: 2-7 3: 3-6 4: 4-5", "5: R1-R4 6: R2-R3", "7: R1-R2"],
    16: [
        "1: 1-16 2: 2-15 3: 3-14 4: 4-13 5: 5-12 6: 6-11 7: 7-10 8: 8-9",
        "9: R1-R8 10: R2-R7 11: R3-R6 12: R4-R5",
        "13: R1-R4 14: R2-R3",
        "15: R1-R2",
    ],
}
SINGLE_PLACES = {
    2: ["W1", "L1"], 3: ["W2", "L2", "L1"], 4: ["W3", "L3", "L1 L2"],
    8: ["W7", "L7", "L5 L6", "L1 L2 L3 L4"],
    16: ["W15", "L15", "L13 L14", "L9 L10 L11 L12", "L1 L2 L3 L4 L5 L6 L7 L8"],
}  # fmt: skip
ALL = [
    pytest.param(brackets[size], limit if size > 3 else 1, id=f"{kind}-{size}")
    for kind, brackets, limit in (("single", SINGLE, 1), ("fixed", FIXED, 1), ("double", DOUBLE, 2))
    for size in brackets
]  # fmt: skip
BIG_DOUBLE = pytest.mark.parametrize("size", [4, 8, 16])

# Whole runs told by the pairs of each round, the winner first
HIGHER_WINS, LOWER_WINS = min, max
RUNS = [
    ("single", 2, HIGHER_WINS, ["1-2"], [1, 2]),
    ("single", 2, LOWER_WINS, ["1-2"], [2, 1]),
    ("single", 3, HIGHER_WINS, ["2-3", "1-2"], [1, 2, 3]),
    ("single", 3, LOWER_WINS, ["2-3", "1-3"], [3, 1, 2]),
    ("single", 4, HIGHER_WINS, ["1-4 2-3", "1-2"], [1, 2, 3, 4]),
    ("single", 4, LOWER_WINS, ["1-4 2-3", "3-4"], [4, 3, 1, 2]),
    ("single", 8, HIGHER_WINS, ["1-8 2-7 3-6 4-5", "1-4 2-3", "1-2"], [1, 2, 3, 4, 5, 6, 7, 8]),
    ("single", 8, LOWER_WINS, ["1-8 2-7 3-6 4-5", "5-8 6-7", "7-8"], [8, 7, 5, 6, 1, 2, 3, 4]),
    (
        "single", 16, LOWER_WINS,
        ["1-16 2-15 3-14 4-13 5-12 6-11 7-10 8-9", "9-16 10-15 11-14 12-13", "13-16 14-15", "15-16"],
        [16, 15, 13, 14, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8],
    ),
    ("double", 2, HIGHER_WINS, ["1-2"], [1, 2]),
    ("double", 3, LOWER_WINS, ["2-3", "1-3"], [3, 1, 2]),
    ("double", 4, HIGHER_WINS, ["1-4 2-3", "1-2 3-4", "2-3", "1-2"], [1, 2, 3, 4]),
    ("double", 4, LOWER_WINS, ["1-4 2-3", "3-4 1-2", "2-3", "3-4"], [4, 3, 2, 1]),
    (
        "double", 8, HIGHER_WINS,
        ["1-8 4-5 2-7 3-6", "1-4 2-3 5-8 6-7", "1-2 3-5 4-6", "3-4", "2-3", "1-2"],
        [1, 2, 3, 4, 5, 6, 7, 8],
    ),
    (
        "double", 8, LOWER_WINS,
        ["1-8 4-5 2-7 3-6", "5-8 6-7 1-4 2-3", "7-8 4-6 3-5", "5-6", "6-7", "7-8"],
        [8, 7, 6, 5, 3, 4, 1, 2],
    ),
    (
        "double", 16, HIGHER_WINS,
        [
            "1-16 8-9 5-12 4-13 3-14 6-11 7-10 2-15", "9-16 12-13 11-14 10-15 1-8 4-5 3-6 2-7",
            "7-9 6-12 5-11 8-10 1-4 2-3", "6-7 5-8 1-2", "4-6 3-5", "3-4", "2-3", "1-2",
        ],
        list(range(1, 17)),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("checked", "limit"), ALL)
def test_every_bracket_is_sound(checked, limit):
    """The validator finds no fault in a bracket that the engine plays."""
    assert list(faults(checked)) == []


@pytest.mark.parametrize(("checked", "limit"), ALL)
def test_a_bracket_knows_how_many_losses_put_a_player_out(checked, limit):
    """Two in a double elimination of four or more, else one."""
    assert checked.losses == limit


@pytest.mark.parametrize("brackets", [SINGLE, FIXED, DOUBLE], ids=["single", "fixed", "double"])
def test_there_are_brackets_for_every_size(brackets):
    """Each bracket is found by its number of players, and there are all of 2, 3, 4, 8, 16 and 32."""
    assert {size: found.size for size, found in brackets.items()} == {
        n: n for n in (2, 3, 4, 8, 16, 32)
    }


# The tables themselves


def table(games):
    """Give the games of a round as ``{number: {players}}``."""
    return {g.number: {source(g.one), source(g.two)} for g in games}


def source(found):
    """Give where a player comes from, as in ``W5``; a seed is a number."""
    return f"{found.origin}{found.number}" if found.origin else found.number


@BIG_DOUBLE
def test_the_double_elimination_is_the_one_that_events_are_played_with(size):
    """Rounds, numbers of games and who comes from where are those of the fact sheet, in order."""
    expected = [{n: set(pair) for n, pair in r.items()} for r in oracle.DOUBLE_GAMES[size]]
    found = [table(games) for games in DOUBLE[size].rounds]
    assert [list(r.items()) for r in found] == [list(r.items()) for r in expected]


@BIG_DOUBLE
def test_only_the_last_game_of_a_double_elimination_may_be_unneeded(size):
    """The second final is the only game that is not always played."""
    assert [g.if_needed for g in DOUBLE[size].games] == [False] * (2 * size - 2) + [True]


@BIG_DOUBLE
def test_the_places_of_a_double_elimination_are_those_of_the_fact_sheet(size):
    """The finalists first, then who lost a second time, the later the better."""
    last = 2 * size - 1
    expected = [[f"W{last}"], [f"L{last}"], *oracle.DOUBLE_PLACES[size]]
    assert [sorted(map(source, group)) for group in DOUBLE[size].places] == [
        sorted(group) for group in expected
    ]


@pytest.mark.parametrize("size", SINGLE_TABLES)
def test_the_single_elimination_is_best_against_worst(size):
    """Seeds are folded in round 1, and those who are left in every later round."""
    found = [
        " ".join(f"{g.number}: {source(g.one)}-{source(g.two)}" for g in games)
        for games in SINGLE[size].rounds
    ]
    assert found == SINGLE_TABLES[size]


@pytest.mark.parametrize("size", SINGLE_PLACES)
def test_the_places_of_a_single_elimination_go_by_rounds(size):
    """The finalists first, then the losers of each round, those of later rounds before."""
    assert [" ".join(map(source, group)) for group in SINGLE[size].places] == SINGLE_PLACES[size]


def played(brackets, size, random):
    """Play a bracket by lot; give the pairs of each round, and the places."""
    progress, met = Progress(brackets[size], range(1, size + 1)), []
    while progress.fixtures:
        met.append(sorted(tuple(sorted(fixture.players)) for fixture in progress.fixtures))
        progress.play([random.choice(pair) for pair in met[-1]])
    return met, progress.places()


@pytest.mark.parametrize("size", [2, 3, 4, 8, 16, 32])
@pytest.mark.parametrize(
    ("brackets", "judged"), [(SINGLE, oracle.Single), (FIXED, oracle.Fixed)], ids=["anew", "fixed"]
)
def test_a_single_elimination_goes_as_by_another_reading(brackets, judged, size):
    """Whoever wins, the pairs of every round and the places are those of the oracle, which has no table."""
    for number in range(some(20)):
        judge, met = judged(size), []
        rounds, places = played(brackets, size, Random(number))
        luck = Random(number)
        while judge.games:
            met.append(sorted(judge.games))
            judge.play([luck.choice(pair) for pair in met[-1]])
        assert (rounds, places) == (met, judge.places), number


def test_in_a_fixed_bracket_the_best_meet_as_late_as_they_can():
    """If the better seed always wins, the last eight, four and two are the best, and seed 4 meets seed 5."""
    progress, met = Progress(FIXED[32], range(1, 33)), []
    while progress.fixtures:
        met.append({tuple(sorted(fixture.players)) for fixture in progress.fixtures})
        progress.play([min(pair) for pair in met[-1]])
    assert met[2:] == [{(1, 8), (4, 5), (2, 7), (3, 6)}, {(1, 4), (2, 3)}, {(1, 2)}]


def test_two_players_of_a_double_elimination_of_32_meet_again_late():
    """Nobody meets again before round 6 of 11."""
    for number in range(some(200)):
        rounds, _ = played(DOUBLE, 32, Random(number))
        early = [pair for pairs in rounds[:5] for pair in pairs]
        assert len(early) == len(set(early)), number


@pytest.mark.parametrize("size", [2, 3])
def test_a_double_elimination_of_two_or_three_is_a_single_one(size):
    """So few players have one loss each."""
    assert DOUBLE[size] == SINGLE[size]


@each(("kind", "size", "wins", "rounds", "places"), RUNS)
def test_the_second_reading_goes_as_by_hand_too(kind, size, wins, rounds, places):
    """The other reading of the brackets, which judges random runs, agrees with those by hand."""
    judge = {"single": oracle.Single, "double": oracle.double}[kind](size)
    met = []
    while judge.games:
        met.append(" ".join(f"{one}-{two}" for one, two in judge.games))
        judge.play({wins(pair) for pair in judge.games})
    assert (met, judge.places) == (rounds, places)


# How brackets are written and told


@pytest.mark.parametrize(
    "text", ["1: 1-2-3", "1 1-2", "one: 1-2", "1: 1-2 perhaps", "1: 1", "1: X1-2", "1: W-L", ""]
)
def test_what_is_no_game_is_refused(text):
    """A game is written as a number and two sources, or not read at all."""
    with pytest.raises(ValueError, match=r"."):
        bracket(text, places="W1, L1")


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (1, ("seed 1", "seed 8")),
        (5, ("best seed left", "4th best seed left")),
        (6, ("2nd best seed left", "3rd best seed left")),
    ],
)
def test_sources_of_a_single_elimination_are_told_in_words(game, told):
    """Organizers read where a player comes from."""
    found = SINGLE[8].by_number[game]
    assert (phrase(found.one.phrase), phrase(found.two.phrase)) == told


def test_sources_of_a_double_elimination_are_told_in_words():
    """Winners and losers are told by their game."""
    found = DOUBLE[4].by_number[5]
    sources = phrase(found.one.phrase), phrase(found.two.phrase)
    assert sources == ("loser of game 3", "winner of game 4")


# Broken brackets

FOUR = ("1: 1-4, 2: 2-3", "3: W1-W2, 4: L1-L2", "5: L3-W4", "6: W3-W5", "7: W6-L6 if needed")
PLACES = "W7, L7, L5, L4"


def four(*, places=PLACES, **changed):
    """Give the double elimination of four with some rounds written otherwise, as ``r2="..."``."""
    return bracket(*(changed.get(f"r{n}", text) for n, text in enumerate(FOUR, 1)), places=places)


def eight(second):
    """Give the single elimination of eight with its second round written otherwise."""
    rounds = ("1: 1-8, 2: 2-7, 3: 3-6, 4: 4-5", second, "7: R1-R2")
    return bracket(*rounds, places="W7, L7, L5 L6, L1 L2 L3 L4")


NUMBERING = "the games are not numbered from 1 on, each once"
LATE = "which is not played by then"
BROKEN = {
    "a seed twice": (four(r1="1: 1-4, 2: 2-4"), "seed 4 enters 2 times"),
    "a seed missing": (four(r1="1: 1-4, 2: 2-5"), "seed 3 enters 0 times"),
    "a loser unused": (four(places="W7, L7, L5"), "the loser of game 4 is used 0 times"),
    "a winner used twice": (four(r3="5: W3-W4"), "the winner of game 3 is used 2 times"),
    "a place given twice": (four(places="W7, L7, L5, L5"), "the loser of game 5 is used 2 times"),
    "a game of the same round": (
        four(r2="3: W1-W2, 4: L1-L3"), f"game 4 needs the loser of game 3, {LATE}"),
    "a game that there is not": (
        four(r3="5: L3-W9"), f"game 5 needs the winner of game 9, {LATE}"),
    "out after one loss": (
        four(r2="3: W1-W2, 4: L1-W2", places="W7, L7, L5, L2"),
        "the loser of game 2 has a place with 1 losses"),
    "in after too many losses": (
        four(r3="5: L3-L4", places="W7, L7, L5, W4"),
        "the loser of game 4 plays on with 2 losses"),
    "a second final of others": (
        four(r5="7: W6-L5 if needed", places="W7, L7, L6, L4"),
        "the loser of game 6 has a place with 1 or 2 losses"),
    "too few places": (four(places="W7, L7, L5"), "4 players, but 3 places"),
    "a gap in the numbers": (four(r3="8: L3-W4"), NUMBERING),
    "one of those left twice": (
        eight("5: R1-R4, 6: R2-R2"), "the winner of game 1 is used 0 times"),
}  # fmt: skip
NEVER_PLAYED = bracket("1: 1-2", "2: W1-L1 if needed", places="W2, L2")
"""A second final of two who had not lost before: it cannot be played to an end."""


@each(("broken", "fault"), BROKEN.values(), ids=BROKEN)
def test_a_broken_bracket_is_found_out(broken, fault):
    """The validator says what is wrong."""
    assert fault in list(faults(broken))


def test_a_bracket_without_sense_is_found_out():
    """The validator says that something is wrong."""
    assert list(faults(NEVER_PLAYED)) != []


def test_more_seeds_than_players_are_found_out():
    """A bracket has as many places as it says that it has players."""
    broken = Bracket(3, DOUBLE[4].games, DOUBLE[4].places)
    assert "3 players, but 4 places" in list(faults(broken))


def test_all_faults_are_told_at_once():
    """Whoever has typed one seed for another reads of both."""
    broken, _ = BROKEN["a seed twice"]
    assert list(faults(broken)) == ["seed 3 enters 0 times", "seed 4 enters 2 times"]
