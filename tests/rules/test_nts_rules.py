"""Massey's Netrunner Tournament System: its two rules, its points, its chart, its tiebreaks."""

from __future__ import annotations

import pytest
from by_hand import HALF, IN_ORDER, couples, lines, notes, points, sets, told, values

from engine import Special, Stage, pair, rank, ruleset_named
from engine.records import Record
from engine.rulesets.nts import paired_using

from cases import each

COUNTS = ("GMP", "Games", "Matches")


@pytest.fixture
def nts():
    """Give the ruleset ``nts``."""
    return ruleset_named("nts")


def after(event, players, *rounds, count="", seed=IN_ORDER):
    """Give an event after rounds; whom nothing else tells apart are ranked by their numbers."""
    return event(players, *map(lines, rounds), seed=seed, options={"Count": count})


# The two rules

ROUND = "1>2 3+4 5~6 7=8"
"""Games 2-0, 1-1, 1.5-0.5 and 1-1; matches 1-0, 1-0, 0-1 and 0.5 each."""


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        ("GMP", {1: 3, 2: 0, 3: 2, 4: 1, 5: 3 * HALF, 6: 3 * HALF, 7: 3 * HALF, 8: 3 * HALF}),
        ("Games", {1: 2, 2: 0, 3: 1, 4: 1, 5: 3 * HALF, 6: HALF, 7: 1, 8: 1}),
        ("Matches", {1: 1, 2: 0, 3: 1, 4: 0, 5: 0, 6: 1, 7: HALF, 8: HALF}),
    ],
)
def test_rule_1_points_are_of_the_kind_that_counts(nts, event, count, expected):
    """Games and matches, games alone, or matches alone."""
    assert points(after(event, 8, ROUND, count=count), nts) == expected


@pytest.mark.parametrize(
    ("count", "places", "pairs"),
    [
        pytest.param(
            "GMP", [[1], [3], [5, 6, 7, 8], [4], [2]], "1-6 3-7 5-8 4-2", id="games-and-matches"
        ),
        pytest.param("Games", [[1], [5], [3, 4, 7, 8], [6], [2]], "1-5 3-7 4-8 6-2", id="games"),
        pytest.param("Matches", [[1, 3, 6], [7, 8], [2, 4, 5]], "1-6 3-7 8-2 4-5", id="matches"),
    ],
)
def test_rule_1_winners_and_pairings_use_the_same_points(nts, event, count, places, pairs):
    """Who is ahead by the points that count meets others who are, and by no other points.

    By GMP those with 3, 2 and 1.5 are one group and those with 1 and 0 another. By games the
    groups are 2 with 1.5, four with 1, and 0.5 with 0. By matches three with 1 take one with half.
    """
    played = after(event, 8, ROUND, count=count)
    assert rank(played, nts).places == places
    assert couples(pair(played, nts)) == sets(pairs)


@pytest.mark.parametrize(
    ("count", "note"),
    [
        ("GMP", "6 with number 1, 2 with number 0"),
        (
            "Games",
            "1 with 2 points, 1 with 1.5 points, 4 with 1 point, 1 with 0.5 points, 1 with 0 points",
        ),
        ("Matches", "3 with 1 point, 2 with 0.5 points, 3 with 0 points"),
    ],
)
def test_rule_1_the_notes_say_what_was_paired_by(nts, event, count, note):
    """The round says how many players had which number of the chart, or which points."""
    played = after(event, 8, ROUND, count=count)
    (said,) = notes(pair(played, nts), played)
    assert said.startswith("NTS: groups")
    assert said.endswith(f": {note}")


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        ("GMP", {1: 0, 2: 3, 3: 1, 4: 2, 5: 3 * HALF, 6: 3 * HALF, 7: 3 * HALF, 8: 3 * HALF}),
        ("Games", {1: 0, 2: 2, 3: 1, 4: 1, 5: HALF, 6: 3 * HALF, 7: 1, 8: 1}),
        ("Matches", {1: 0, 2: 1, 3: 0, 4: 1, 5: 1, 6: 0, 7: HALF, 8: HALF}),
    ],
)
def test_rule_2_tiebreaks_use_the_same_points(nts, event, count, expected):
    """What is compared of the opponents are the points that count, too."""
    assert values(after(event, 8, ROUND, count=count), nts, "Solkoff") == expected


@pytest.mark.parametrize("count", COUNTS)
def test_rule_2_there_are_no_other_tiebreaks(nts, count):
    """No other points, and no agenda points, ever decide."""
    names = [tiebreak.name for tiebreak in nts.tiebreaks({"Count": count}, 5)]
    assert names == ["Solkoff", "Median"]


# The chess tiebreaks

TWO_ROUNDS = ["4>2 3>1", "3>4 2>1"]
"""Totals 0, 3, 6, 3."""

THREE_ROUNDS = ["1>4 6>3 5>2", "1=5 6>2 3=4", "3=1 4>2 5=6"]
"""Totals 6, 0, 3, 4.5, 6, 7.5."""


def test_tiebreaks_compare_the_opponents(nts, event):
    """4 and 2 have three points; 4's opponents have 3 and 6, 2's have 3 and 0."""
    played = after(event, 4, *TWO_ROUNDS)
    assert values(played, nts, "Solkoff") == {1: 6 + 3, 2: 3 + 0, 3: 0 + 3, 4: 3 + 6}
    assert rank(played, nts).order == [3, 4, 2, 1]


def test_tiebreaks_leave_out_the_highest_and_the_lowest_next(nts, event):
    """5 and 1 have six points and opponents' 13.5; without the extremes 5 has 6, 1 has 4.5."""
    played = after(event, 6, *THREE_ROUNDS)
    solkoff, median = (values(played, nts, name) for name in ("Solkoff", "Median"))
    assert (solkoff[5], solkoff[1]) == (0 + 6 + 15 * HALF, 9 * HALF + 6 + 3)
    assert (median[5], median[1]) == (6, 9 * HALF)
    assert rank(played, nts).order[:3] == [6, 5, 1]


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        pytest.param([], [1, 1, 1, 1], id="nothing-played"),
        pytest.param(["1>2 3>4"], [1, 1, 3, 3], id="two-and-two"),
        pytest.param(["1~2 3=4"], [1, 1, 1, 1], id="nobody-asks-who-won-the-match"),
    ],
)
def test_tiebreaks_who_is_still_level_shares_the_rank(nts, event, rounds, expected):
    """Whom the opponents do not tell apart have the same rank."""
    assert [s.rank for s in rank(after(event, 4, *rounds), nts)] == expected


# Game/match points


@pytest.mark.parametrize(
    ("result", "gmp", "games", "matches"),
    [
        pytest.param((10, 4, 10, 6), (3, 0), (2, 0), (1, 0), id="both-games"),
        pytest.param((10, 0, 6, 10), (2, 1), (1, 1), (1, 0), id="a-game-each-and-the-match"),
        pytest.param((10, 5, 0, 10), (1, 2), (1, 1), (0, 1), id="a-game-each-not-the-match"),
        pytest.param(
            (10, 3, 3, 10), (3 * HALF, 3 * HALF), (1, 1), (HALF, HALF), id="a-game-each-tied"
        ),
        pytest.param(
            (10, 6, 3, 3), (5 * HALF, HALF), (3 * HALF, HALF), (1, 0), id="a-game-and-a-tied-one"
        ),
        pytest.param((4, 2, 1, 1), (2, 1), (1, 1), (1, 0), id="unfinished-ahead"),
        pytest.param((3, 3, 5, 5), (3 * HALF, 3 * HALF), (1, 1), (HALF, HALF), id="all-tied"),
    ],
)
def test_game_match_points(nts, result, gmp, games, matches):
    """A point for each game and one for the match, half of either if tied; or one kind alone."""
    formats = [nts.format({"Count": count}) for count in COUNTS]
    assert [f.score(result, Special.NONE) for f in formats] == [gmp, games, matches]


@pytest.mark.parametrize(
    ("special", "gmp", "games", "matches"),
    [
        (Special.INTENTIONAL_DRAW, (3 * HALF, 3 * HALF), (1, 1), (HALF, HALF)),
        (Special.NO_SHOW_1, (0, 3), (0, 2), (0, 1)),
        (Special.NO_SHOW_2, (3, 0), (2, 0), (1, 0)),
        (Special.DOUBLE_NO_SHOW, (3 * HALF, 3 * HALF), (1, 1), (HALF, HALF)),
        (Special.BYE, (3, 0), (2, 0), (1, 0)),
    ],
)
def test_game_match_points_of_an_unplayed_match(nts, special, gmp, games, matches):
    """A draw agreed on, absent players and a bye come to as many points as any match."""
    formats = [nts.format({"Count": count}) for count in COUNTS]
    assert [f.score((), special) for f in formats] == [gmp, games, matches]


# The chart

CHART = [
    (0, 1, 0), (1.5, 4, 1), (4.5, 7, 2), (7.5, 10, 3), (10.5, 13, 4), (13.5, 16, 5), (16.5, 19, 6),
]  # fmt: skip
"""Game/match points from, to: paired using."""


@each(
    ("halves", "number"),
    [
        pytest.param(halves, number, id=f"{halves / 2}")
        for least, most, number in CHART
        for halves in range(int(2 * least), int(2 * most) + 1)
    ],
)
def test_chart(halves, number):
    """The number of every total from 0 to 19 by halves is the one in the chart."""
    record = Record(denominator=2)
    record.units = halves
    assert paired_using(record, {}) == number


@pytest.mark.parametrize(
    ("rounds", "expected", "note"),
    [
        pytest.param(
            ["1>8 2+7 3=4 5=6"], "1-4 2-5 3-6 7-8", "6 with number 1, 2 with number 0", id="round-2"
        ),
        pytest.param(
            ["1 2 3 4 5 6 7 8", "1 2 3 4 5", "1 2 3"],
            "1-3 2-4 5-6 7-8",
            "3 with number 3, 2 with number 2, 3 with number 1",
            id="odd-group-takes-the-highest-of-the-next",
        ),
    ],
)
def test_players_are_paired_by_the_chart(nts, event, rounds, expected, note):
    """Within a number the higher-ranked half meets the lower-ranked half in order."""
    played = after(event, 8, *rounds)
    pairing = pair(played, nts)
    assert couples(pairing) == sets(expected)
    assert notes(pairing, played)[0].endswith(f": {note}")


# The Swiss system


@pytest.mark.parametrize(
    ("players", "rounds"), [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (16, 4), (17, 5), (33, 6)]
)  # fmt: skip
def test_rounds_for_a_number_of_players(nts, players, rounds):
    """As many rounds as the base-2 logarithm, rounded up; there is no cut."""
    assert nts.suggest(players, {}) == (rounds, 0)


TOP_HAVE_MET = ["1 2", "1=2 3=4", "1=3 2=4"]
"""1 and 2 have number 2, 3 and 4 number 1, and only 1 and 4, 2 and 3 have not met."""


def test_whoever_is_taken_up_by_points_has_a_line(nts, event):
    """By games won the line has points, not a number of the chart."""
    played = after(event, 6, "1 2 3", "1>4 2>5 3>6", count="Games")
    assert (
        "NTS: Player 4, the highest-ranked with 0 points, floats up to those with 4 points, of whom an odd number is left"
    ) in told(pair(played, nts), played, 4)


def test_the_tables_say_that_groups_were_joined(nts, event):
    """They name those who have met, the places joined and who crossed over."""
    played = after(event, 4, *TOP_HAVE_MET)
    assert told(pair(played, nts), played, 1) == [
        "NTS: Player 1 and Player 2 have met (round 2): Player 1 meets Player 4 instead",
        "NTS: Player 4 and Player 3 have met (round 2): Player 4 meets Player 1 instead",
        (
            "NTS: within one group not everybody could be paired legally, so it was joined with "
            "the next (places 1 to 4); Player 1 and Player 4 come from different groups"
        ),
    ]


def test_there_is_no_clock(nts):
    """The essay sets no time for a round."""
    assert nts.clock(Stage.SWISS, {}) is None


BELOW_HAVE_MET = (
    [(6, 3, (1, 10, 10, 6)), (2, 5, (1, 10, 10, 6)), (4, 1, (10, 4, 3, 10))],
    [(3, 5, (10, 4, 3, 10)), (1, 2, (10, 2, 10, 5)), (6, 4, (1, 10, 10, 6))],
    [(1, 5, (0, 10, 6, 10)), (4, 3, (10, 2, 10, 5)), (6, 2, (1, 10, 10, 6))],
)
"""Of the last group 2 and 6 have met in round 3, so a group above that could be paired joins it."""


def test_a_group_joined_for_those_below_names_them(nts, event):
    """The group has a legal pairing of its own; the table says who would be left without one."""
    played = event(6, *BELOW_HAVE_MET, seed="9")
    why = (
        "NTS: paired on its own the group would leave Player 2, Player 6 below without a legal "
        "opponent, so it was joined with the next (places 1 to 6); Player 5 and Player 6 come from "
        "different groups"
    )
    assert why in told(pair(played, nts), played, 5)


JOINED_BUT_ONE = (
    [(5, 2, (0, 10, 6, 10)), (3, 4, (10, 2, 10, 5)), (1, 6, (1, 10, 10, 6))],
    [(3, 6, (0, 10, 6, 10)), (2, 1, (0, 10, 6, 10)), (5, 4, (1, 10, 10, 6))],
    [(6, 2, (0, 10, 6, 10)), (1, 4, (1, 10, 10, 6)), (3, 5, (10, 4, 3, 10))],
)
"""The upper four and the last two are joined; 1 and 3 meet as the halves of the upper four."""


def test_a_pair_kept_in_a_joined_group_has_the_places_of_its_own_group(nts, event):
    """Who stays as the halves of their own group have it is not told of all places joined."""
    played = event(6, *JOINED_BUT_ONE, seed="0")
    line, *_ = told(pair(played, nts), played, 1)
    assert line == "NTS: places 1 to 4: the first half meets the second, Player 1 meets Player 3"
