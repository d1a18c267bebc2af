"""TRC Official Tournament Rules, 6/23/98: one test or more for each rule, in its order."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from by_hand import (
    HALF,
    IN_ORDER,
    MANY_SEEDS,
    after,
    byes,
    couples,
    lines,
    meetings,
    notes,
    played_out,
    points,
    sets,
    values,
    with_seeds,
)
from click.testing import CliRunner
from openpyxl import load_workbook
from refusals import refused

from engine import ErrorKind, Special, Stage, pair, rank, ruleset_named
from engine.formats.netrunner import TWO_WINNERS
from engine.pairing.halves import straight_pairs
from engine.rulesets.trc import CHART
from xlplugin.doors.cli import main
from xlplugin.workbook.reasons import cited


@pytest.fixture
def trc():
    """Give the ruleset ``trc``."""
    return ruleset_named("trc")


def nobody_met(event, players, rounds, seed=IN_ORDER):
    """Give an event in which all are level and have met nobody, having had byes only."""
    return event(players, *[[(no,) for no in range(1, players + 1)]] * rounds, seed=seed)


def told(pairing, tournament, no):
    """Give the reasons why a player's table is as it is; who is the Corp first comes after them."""
    table = next(t for t in pairing.tables if no in (t.player1, t.player2))
    return [cited(reason, tournament) for reason in table.reasons if reason.rule != "TRC 2.1"]


# Floor rule 1


def option_named(ruleset, name):
    """Give one of the choices that a document leaves to the organizer."""
    return next(option for option in ruleset.options if option.name == name)


def test_floor_1_a_judge_presides_with_referees(trc):
    """These can be chosen on Staff."""
    assert trc.staff.roles == ("Judge", "Administrator", "Referee")


def test_floor_1_staff_may_not_play(tmp_path):
    """A name that is on the staff and on the roster is refused, and no round is paired."""
    roster, event = tmp_path / "roster.csv", tmp_path / "event.xlsx"
    roster.write_text("Name\nAnn\nBob\nCarol\nDieter\nEtienne\nFerd\n", encoding="utf-8")
    made = ["new", str(event), "--ruleset", "trc", "--players", str(roster)]
    assert CliRunner().invoke(main, made).exit_code == 0
    book = load_workbook(event)
    book["Staff"]["A2"] = "Carol"
    book.save(event)
    refused = CliRunner().invoke(main, ["pair", str(event)])
    assert refused.exit_code == 1
    assert "Players!B4: Carol is on Staff!A2 as well, and staff may not play" in refused.output


# Floor rule 2: rounds


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(6, 3), (8, 3), (9, 4), (16, 4), (17, 5), (32, 5), (33, 6), (64, 6), (65, 7), (128, 7)],
)
def test_floor_2_rounds_for_a_number_of_players(trc, players, rounds):
    """The exponent of the next power of two; there is no cut."""
    assert trc.suggest(players, {}) == (rounds, 0)


# 2.1, 2.2.1 Matches and points


@pytest.mark.parametrize("result", [(), ("", "", "", ""), (10, 0, "", ""), (10, 0, 0, "")])
def test_2_1_a_match_is_two_games(trc, result):
    """Both games are typed for both players; while one is missing there are no points."""
    names = [field.name for field in trc.match_format.fields]
    assert names == ["G1 P1", "G1 P2", "G2 P1", "G2 P2"]
    assert trc.match_format.score(result, Special.NONE) is None


def first_corps(pairing):
    """Give by table who is told to play the Corporation first; nothing for a bye."""
    return {
        frozenset((t.player1, t.player2)): [r.players for r in t.reasons if r.rule == "TRC 2.1"]
        for t in pairing.tables
    }


@pytest.mark.parametrize("players", [5, 9])
def test_2_1_who_plays_the_corporation_first_is_drawn(trc, event, players):
    """For every match one of the two, for a bye nobody; the same seed draws the same."""
    pairing = pair(event(players), trc)
    for pair_, drawn in first_corps(pairing).items():
        assert drawn == [] if None in pair_ else [set(nos) <= pair_ for nos in drawn] == [True]
    assert first_corps(pairing) == first_corps(pair(event(players), trc))


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        pytest.param((10, 4, 10, 6), (3, 0), id="both-games"),
        pytest.param((2, 10, 0, 10), (0, 3), id="neither-game"),
        pytest.param((10, 0, 6, 10), (2, 1), id="a-game-each-and-more-game-points"),
        pytest.param((10, 5, 0, 10), (1, 2), id="a-game-each-and-fewer-game-points"),
        pytest.param((10, 3, 3, 10), (3 * HALF, 3 * HALF), id="a-game-each-and-drawn"),
        pytest.param((10, 6, 3, 3), (5 * HALF, HALF), id="a-game-and-a-draw"),
        pytest.param((10, 2, 0, 0), (5 * HALF, HALF), id="a-game-and-one-not-begun"),
        pytest.param((4, 2, 1, 1), (2, 1), id="both-unfinished-and-more-game-points"),
        pytest.param((3, 3, 5, 5), (3 * HALF, 3 * HALF), id="all-drawn"),
        pytest.param((0, 0, 0, 0), (3 * HALF, 3 * HALF), id="nothing-begun"),
    ],
)
def test_2_2_1_points_of_a_match(trc, result, expected):
    """1 for each game won and for the match, half for a draw or an unfinished game."""
    assert trc.match_format.score(result, Special.NONE) == expected


@pytest.mark.parametrize(
    ("result", "winner"),
    [
        pytest.param((10, 6, 0, 6), (1, 0), id="ten-to-twelve-but-a-game-to-none"),
        pytest.param((6, 0, 6, 10), (0, 1), id="twelve-to-ten-but-no-game-to-one"),
        pytest.param((10, 6, 0, 5), (1, 0), id="ten-to-eleven-but-a-game-to-none"),
        pytest.param((10, 0, 1, 10), (1, 0), id="a-game-each-eleven-to-ten"),
        pytest.param((10, 6, 5, 10), (0, 1), id="a-game-each-fifteen-to-sixteen"),
    ],
)
def test_2_2_1_games_won_come_before_game_points(trc, result, winner):
    """The match goes by games won first, and only where these are level by game points."""
    assert trc.match_format.tally("Matches", result, Special.NONE) == winner


@pytest.mark.parametrize("field", [0, 1, 2, 3])
def test_2_2_1_game_points(trc, field):
    """A win is 10 game points, anything else 0 to 6."""
    assert sorted(trc.match_format.fields[field].choices) == [0, 1, 2, 3, 4, 5, 6, 10]


@pytest.mark.parametrize(
    ("result", "field"), [((10, 10, 0, 0), "G1 P1"), ((0, 0, 10, 10), "G2 P1")]
)
def test_2_2_1_a_game_has_one_winner(trc, result, field):
    """Both players cannot have won the same game."""
    assert trc.match_format.fault(result, Special.NONE)[:2] == (field, TWO_WINNERS)


# 2.2.2 Ties


@pytest.mark.parametrize(
    ("option", "first"),
    [
        pytest.param("", "Head to head", id="nothing-said"),
        pytest.param("Head to head", "Head to head", id="as-written"),
        pytest.param("Games won", "Games won", id="games"),
        pytest.param("Matches won", "Matches won", id="matches"),
    ],
)
def test_2_2_2_tiebreaks_in_order(trc, option, first):
    """Head to head or what replaces it, opponents' points, then without round 1, rounds 1-2 ..."""
    names = [tiebreak.name for tiebreak in trc.tiebreaks({"Tied players": option}, 4)]
    assert names == [first, "Difficulty", "Difficulty 2+", "Difficulty 3+", "Difficulty 4+"]


@pytest.mark.parametrize(
    ("players", "rounds", "expected"),
    [
        pytest.param(4, ["2+3 1+4", "3+1 4>2"], [4, 3, 1, 2], id="two-who-have-met"),
        pytest.param(4, ["2>3 4+1", "1+2 3+4", "4+2 3>1"], [2, 4, 3, 1], id="three-all-met"),
    ],
)
def test_2_2_2_1_head_to_head(trc, event, players, rounds, expected):
    """If all who are tied have met, their points against one another come first."""
    assert rank(after(event, players, *rounds), trc).order == expected


def test_2_2_2_1_head_to_head_comes_before_difficulty(trc, event):
    """3 beat 1 and ranks above with as many points, though 1 had the stronger opponents."""
    played = after(event, 4, "2+3 1+4", "3+1 4>2")
    assert values(played, trc, "Difficulty") == {1: 4 + 3, 2: 3 + 4, 3: 2 + 3, 4: 3 + 2}
    assert values(played, trc, "Head to head") == {1: 1, 3: 2}
    assert rank(played, trc).order == [4, 3, 1, 2]


def test_2_2_2_1_head_to_head_needs_everyone_to_have_met(trc, event):
    """1, 4 and 5 have four points; 1 beat 4, but neither has met 5, so opponents' points decide."""
    played = after(event, 6, "1+4 3=6 5>2", "4>6 1+2 3+5")
    assert [points(played, trc)[no] for no in (1, 4, 5)] == [4, 4, 4]
    assert values(played, trc, "Head to head") == {}
    assert rank(played, trc).order[:3] == [4, 1, 5]


def test_2_2_2_2_difficulty_of_opponents(trc, event):
    """2 and 3 have three points and have not met: 3's opponents have six points, 2's 4.5."""
    played = after(event, 6, "3=5 1>4 2>6", "5>2 1>6 3=4")
    assert values(played, trc, "Difficulty") == {
        1: 3 * HALF + 0,
        2: 0 + 9 * HALF,
        3: 9 * HALF + 3 * HALF,
        4: 6 + 3,
        5: 3 + 3,
        6: 3 + 6,
    }
    assert rank(played, trc).order == [1, 5, 3, 2, 4, 6]


@pytest.mark.parametrize(
    ("players", "rounds", "level", "decides", "expected"),
    [
        pytest.param(
            4, ["4>2 1>3", "1>4 3>2"], ["Difficulty"], "Difficulty 2+", {4: 6, 3: 0}, id="without-1"
        ),
        pytest.param(
            6,
            ["1>4 2>6 5>3", "1>2 5>4 3>6", "3>1 5>6 2>4"],
            ["Difficulty", "Difficulty 2+"],
            "Difficulty 3+",
            {6: 9, 4: 6},
            id="without-1-and-2",
        ),
    ],
)
def test_2_2_2_3_difficulty_from_a_round_on(
    trc, event, players, rounds, level, decides, expected
):  # fmt: skip
    """Two who are level go by their opponents from round 2 on, then from round 3 on."""
    played = after(event, players, *rounds)
    higher, lower = expected
    assert {values(played, trc, name)[higher] for name in level} == {
        values(played, trc, name)[lower] for name in level
    }
    assert {no: values(played, trc, decides)[no] for no in expected} == expected
    assert (higher, lower) in pairwise(rank(played, trc).order)


STARTING_OVER = ["6>2 5>4 3>1", "2>1 3>5 4>6", "3>2 1>4 5>6"]
"""3 has nine points, 5 six, 1, 2, 4 and 6 three each, and of these 1 and 6, 2 and 4 have not met.

Opponents' points are 9 + 3 + 3 for 1, 3 + 3 + 9 for 2, 6 + 3 + 3 for 4 and 3 + 3 + 6 for 6: 1 and
2 are parted from 4 and 6. 2 beat 1, and 4 beat 6; but from round 2 on 6 had 3 + 6 and 4 had 3 + 3.
"""


def test_2_2_2_after_a_step_the_tied_start_over(trc, event):
    """Once parted from the others two who have met go by their match, not on to the next step."""
    played = after(event, 6, *STARTING_OVER)
    assert values(played, trc, "Difficulty") == {1: 15, 2: 15, 3: 12, 4: 12, 5: 15, 6: 12}
    assert {no: values(played, trc, "Difficulty 2+")[no] for no in (4, 6)} == {4: 6, 6: 9}
    assert values(played, trc, "Head to head") == {2: 3, 1: 0, 4: 3, 6: 0}
    assert rank(played, trc).order == [3, 5, 2, 1, 4, 6]


GAMES_NOT_HEAD_TO_HEAD = ["2+1 3=5 4=6", "3+1 4>2 5=6", "4+1 5+2 3=6"]
"""1 and 2 have three points: 1 won three games and no match, 2 two games and their match."""

MATCHES_NOT_DIFFICULTY = ["3+1 2>6 4=5", "4+1 3>2 5>6", "5+1 4>2 3=6"]
"""1 and 2 have three points and have not met: 1 won three games, 2 two games and a match."""


@pytest.mark.parametrize(
    ("rounds", "option", "first"),
    [
        pytest.param(GAMES_NOT_HEAD_TO_HEAD, "Head to head", 2, id="their-match"),
        pytest.param(GAMES_NOT_HEAD_TO_HEAD, "Games won", 1, id="games-not-their-match"),
        pytest.param(GAMES_NOT_HEAD_TO_HEAD, "Matches won", 2, id="matches"),
        pytest.param(MATCHES_NOT_DIFFICULTY, "Head to head", 1, id="difficulty"),
        pytest.param(MATCHES_NOT_DIFFICULTY, "Games won", 1, id="games"),
        pytest.param(MATCHES_NOT_DIFFICULTY, "Matches won", 2, id="matches-not-difficulty"),
    ],
)
def test_2_2_2_optional_games_or_matches_won(trc, event, rounds, option, first):
    """Games won, or matches won, may stand in place of the first step."""
    played = after(event, 6, *rounds, options={"Tied players": option})
    assert [points(played, trc)[no] for no in (1, 2)] == [3, 3]
    assert next(no for no in rank(played, trc).order if no in {1, 2}) == first


def test_2_2_2_optional_is_announced_beforehand(trc):
    """One of the three is chosen before round 1, and kept."""
    option = option_named(trc, "Tied players")
    assert option.choices == ("Head to head", "Games won", "Matches won")
    assert option.settled.must


# 2.2.3 Records


def test_2_2_3_points_of_each_round_and_in_all(trc, event):
    """What a round has earned is added to what everybody had, and whom they met is kept."""
    rounds = ("2+3 1>4", "3+1 4>2")
    assert points(after(event, 4, *rounds[:1]), trc) == {1: 3, 2: 2, 3: 1, 4: 0}
    assert points(after(event, 4, *rounds), trc) == {1: 4, 2: 2, 3: 3, 4: 3}
    records = rank(after(event, 4, *rounds), trc).records.of
    assert [records[no].opponents for no in (1, 2, 3, 4)] == [[4, 3], [3, 4], [2, 1], [1, 2]]


# 2.3 Format and first round


@pytest.mark.parametrize("players", [1, 2, 3])
def test_2_3_fewer_than_four_players_are_refused(trc, event, players):
    """There is no event with fewer than four, and the message says so."""
    with refused(ErrorKind.TOO_FEW_PLAYERS, count=players, needed=4):
        pair(event(players), trc)


@pytest.mark.parametrize(("players", "rounds"), [(4, 3), (5, 5)])
def test_2_3_four_or_five_play_a_round_robin(trc, event, players, rounds):
    """After three rounds four players, after five rounds five have all met each other once."""
    met = meetings(played_out(event(players), trc, rounds))
    assert {two: times for two, times in met.items() if len(two) == 2} == {
        frozenset(two): 1 for two in combinations(range(1, players + 1), 2)
    }


@pytest.mark.parametrize(("players", "rounds"), [(4, 3), (5, 5)])
def test_2_3_a_round_robin_ends_when_everyone_has_met(trc, event, players, rounds):
    """One round more is refused with the reason."""
    with refused(ErrorKind.ROUND_ROBIN_FINISHED, round=rounds):
        pair(played_out(event(players), trc, rounds), trc)


def test_2_3_a_round_robin_stays_one_when_a_player_leaves(trc, event):
    """Five who began and are four now go on meeting those whom they have not met."""
    played = event(5, lines("1>2 3>4 5"), dropped=(5,))
    pairing = pair(played, trc)
    assert couples(pairing) in (sets("1-3 2-4"), sets("1-4 2-3"))
    rules = {reason.rule for table in pairing.tables for reason in table.reasons}
    assert rules == {"TRC 2.3", "TRC 2.1"}


@pytest.mark.parametrize("opponent", [2, 3, 4, 5, 6])
def test_2_3_the_first_round_is_random(trc, event, opponent):
    """Player 1 meets every other player under one event seed or another."""
    assert any({1, opponent} in couples(pair(event(6, seed=seed), trc)) for seed in MANY_SEEDS)


@pytest.mark.parametrize(
    ("players", "seeds", "expected", "bye"),
    [
        pytest.param(6, {n: n for n in range(1, 7)}, "1-4 2-5 3-6", [], id="in-order"),
        pytest.param(6, {n: 7 - n for n in range(1, 7)}, "6-3 5-2 4-1", [], id="reversed"),
        pytest.param(6, {5: 1, 6: 2, 3: 3, 4: 4, 1: 5, 2: 6}, "5-4 6-1 3-2", [], id="mixed"),
        pytest.param(7, {n: 8 - n for n in range(1, 8)}, "7-4 6-3 5-2", [1], id="odd"),
    ],
)
def test_2_3_optional_the_first_round_by_seed(trc, event, players, seeds, expected, bye):
    """The top half of the seeds meets the bottom half in order; the lowest seed sits out."""
    tournament = with_seeds(event(players, options={"First round": "By seed"}), seeds)
    pairing = pair(tournament, trc)
    assert couples(pairing) == sets(expected)
    assert byes(pairing) == bye


def test_2_3_optional_is_chosen_before_the_first_round(trc):
    """Random if nothing is chosen; a round 1 that was drawn stays as it is."""
    option = option_named(trc, "First round")
    assert option.choices == ("Random", "By seed")
    assert option.settled.must


# 2.3.1 to 2.3.6 Later rounds


def test_2_3_1_players_are_ranked_before_a_round(trc, event):
    """Players level in points go by the tiebreaks of 2.2.2, here 6 above 1 and 2 above 5.

    Two by two the ranking 4, 6, 1, 2, 5, 3 is paired.
    """
    played = after(event, 6, "6>5 4>2 1>3", "2=5 1=6 4>3")
    assert points(played, trc) == {
        1: 9 * HALF, 2: 3 * HALF, 3: 0, 4: 6, 5: 3 * HALF, 6: 9 * HALF,
    }  # fmt: skip
    assert values(played, trc, "Difficulty") == {
        1: 0 + 9 * HALF, 2: 6 + 3 * HALF, 3: 9 * HALF + 6,
        4: 3 * HALF + 0, 5: 9 * HALF + 3 * HALF, 6: 3 * HALF + 9 * HALF,
    }  # fmt: skip
    assert couples(pair(played, trc)) == sets("4-6 1-2 5-3")


def test_2_3_2_groups_by_points(trc, event):
    """Where the chart ends groups are of equal points, an odd one with the highest of the next."""
    played = after(event, 8, "1 2 3 4 5 6 7 8", "1 2 3 4 5", "1 2 3")
    pairing = pair(played, trc)
    assert couples(pairing) == sets("1-3 2-4 5-6 7-8")
    (said,) = notes(pairing, played)
    assert said.startswith("TRC 2.3.2: groups")
    assert said.endswith(": 3 with 9 points, 2 with 6 points, 3 with 3 points")


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        ([1, 2], [(1, 2)]),
        ([4, 3, 2, 1], [(4, 2), (3, 1)]),
        ([1, 2, 3, 4, 5, 6, 7, 8], [(1, 5), (2, 6), (3, 7), (4, 8)]),
    ],
)
def test_2_3_3_a_group_is_split_in_halves(group, expected):
    """Each of the higher-ranked half meets one of the lower-ranked half."""
    assert straight_pairs(group) == expected


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        pytest.param(6, "1-3 2-4 5-6", id="4/2"),
        pytest.param(8, "1-3 2-4 5-7 6-8", id="4/4"),
        pytest.param(10, "1-4 2-5 3-6 7-9 8-10", id="6/4"),
    ],
)
def test_2_3_4_halves_are_paired_in_order(trc, event, players, expected):
    """The highest of the top half meets the highest of the bottom half, and so on."""
    played = nobody_met(event, players, 1)
    pairing = pair(played, trc)
    assert couples(pairing) == sets(expected)
    assert told(pairing, played, 1)[0].startswith("TRC 2.3.4: ")


@pytest.mark.parametrize(
    ("players", "rounds", "expected"),
    [
        pytest.param(6, ["1=3 2=5 4=6"], "1-4 2-3 5-6", id="group-of-four"),
        pytest.param(8, ["1=3 5=7 2=6 4=8"], "1-4 2-3 5-8 6-7", id="both-groups-of-four"),
        pytest.param(
            10, ["1=4 2=7 3=8 5=9 6=10"], "1-5 2-4 3-6 7-9 8-10", id="first-of-group-of-six"
        ),
        pytest.param(
            10, ["3=6 1=7 2=8 4=9 5=10"], "1-4 2-6 3-5 7-9 8-10", id="last-of-group-of-six"
        ),
        pytest.param(
            10, ["1=4 2=5 3=7 6=8 9=10"], "1-5 2-4 3-6 7-9 8-10", id="two-of-group-of-six"
        ),
    ],
)
def test_2_3_5_no_opponent_twice(trc, event, players, rounds, expected):
    """Within the group as few pairs change as can be, and these as little as can be."""
    assert couples(pair(after(event, players, *rounds), trc)) == sets(expected)


@pytest.mark.parametrize(
    ("players", "rounds", "expected"),
    [
        pytest.param(6, ["1=2 3=5 4=6", "1=3 2=6 4=5"], "1-4 2-3 5-6", id="top-group"),
        pytest.param(6, ["5=6 1=3 2=4", "1=4 2=5 3=6"], "1-2 3-5 4-6", id="bottom-group"),
        pytest.param(
            8, ["1=2 3=6 4=7 5=8", "2=3 1=7 4=8 5=6"], "1-3 2-5 4-6 7-8", id="nearest-of-several"
        ),
    ],
)
def test_2_3_5_a_group_without_legal_pairing_joins_the_next(
    trc, event, players, rounds, expected
):  # fmt: skip
    """Only where a group has no legal pairing do its players meet those of the next."""
    assert couples(pair(after(event, players, *rounds), trc)) == sets(expected)


def test_2_3_5_says_that_groups_were_joined(trc, event):
    """The table says who has met whom, which places were joined and who crossed over."""
    played = after(event, 6, "1=2 3=5 4=6", "1=3 2=6 4=5")
    assert told(pair(played, trc), played, 1) == [
        "TRC 2.3.5: Player 1 and Player 2 have met (round 1): Player 1 meets Player 4 instead",
        (
            "TRC 2.3.5: within one group not everybody could be paired legally, so it was joined "
            "with the next (places 1 to 4); Player 1 and Player 4 come from different groups"
        ),
    ]


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        pytest.param(["1>4 2>5 3>6 7"], 6, id="lowest-ranked"),
        pytest.param(["4>1 5>2 6>3 7"], 3, id="lowest-ranked-by-number"),
        pytest.param(["1>4 2>5 3>6 7", "1>7 2>3 5>4 6"], 4, id="no-points"),
        pytest.param(["1=4 2=5 3=6 7", "3>7 1=2 4=5 6"], 5, id="the-last-has-had-one"),
    ],
)
def test_2_3_6_the_lowest_ranked_has_the_bye(trc, event, rounds, expected):
    """The last in the ranking sits out, among those who have had no bye."""
    played = after(event, 7, *rounds)
    pairing = pair(played, trc)
    assert byes(pairing) == [expected]
    assert told(pairing, played, expected)[0] == (
        f"TRC 2.3.6: Player {expected} has the bye: the lowest-ranked player who has not had one"
    )


# 2.4 Byes


def test_2_4_a_bye_is_three_points(trc, event):
    """A bye is three points, and its opponent has none to add to the difficulty."""
    played = after(event, 7, "1>2 3=4 5+6 7", "7>1 3>5 4>6 2")
    assert trc.match_format.score((), Special.BYE) == (3, 0)
    assert (points(played, trc)[7], points(played, trc)[2]) == (6, 3)
    assert [values(played, trc, "Difficulty")[no] for no in (7, 2)] == [0 + 3, 3 + 0]
    assert [values(played, trc, "Difficulty 2+")[no] for no in (7, 2)] == [3, 0]


# Floor rule 9: time


@pytest.mark.parametrize(
    ("option", "minutes"),
    [
        pytest.param("", None, id="nothing-said"),
        pytest.param("45", 45, id="least"),
        pytest.param("60", 60, id="more"),
        pytest.param("90", 90, id="suggested-for-sealed-decks"),
        pytest.param("No limit", None, id="left-to-the-players"),
    ],
)
def test_floor_9_a_match_has_at_least_45_minutes(trc, option, minutes):
    """There is none unless the judge sets one; then it is 45 minutes or more, 90 with sealed decks."""
    assert trc.clock(Stage.SWISS, {"Swiss minutes": option}) == minutes


def test_floor_9_less_than_45_minutes_cannot_be_chosen(trc):
    """Any number from 45 on can, as can no limit."""
    option = option_named(trc, "Swiss minutes")
    assert option.choices == ("No limit", "45", "60", "75", "90")
    assert (44 in option.numbers, 45 in option.numbers) == (False, True)


def test_floor_9_players_are_warned_10_minutes_before_the_end(trc):
    """The clock of the web page says so then."""
    assert trc.time_called[Stage.SWISS].warning == 10


def test_floor_9_how_a_round_ends_is_spelled_out(trc):
    """A turn that was begun is finished within a minute; then scores are taken."""
    steps = " ".join(trc.time_called[Stage.SWISS].steps)
    assert "within one minute" in steps
    assert steps.index("may finish that turn") < steps.index("scores are calculated")


# Appendix A

APPENDIX_A = {
    6: ("4/2", "2/2/2"), 7: ("4/2/1B", "2/4/1B"), 8: ("4/4", "2/4/2"),
    9: ("6/2/1B", "4/4/1B", "2/4/2/1B"), 10: ("6/4", "4/4/2", "2/4/2/2"),
    11: ("6/4/1B", "4/6/1B", "2/4/4/1B"), 12: ("6/6", "4/6/2", "2/4/4/2"),
    13: ("8/4/1B", "4/6/2/1B", "2/6/4/1B"), 14: ("8/6", "4/6/4", "2/6/4/2"),
    15: ("8/6/1B", "4/8/2/1B", "2/6/6/1B"), 16: ("8/8", "4/8/4", "2/6/6/2"),
    17: ("10/6/1B", "6/8/2/1B", "4/6/6/1B", "2/4/6/4/1B"),
    18: ("10/8", "6/8/4", "4/6/6/2", "2/4/6/4/2"),
    19: ("10/8/1B", "6/10/2/1B", "4/6/8/1B", "2/4/8/4/1B"),
    20: ("10/10", "6/10/4", "4/6/8/2", "2/4/8/4/2"),
}  # fmt: skip
"""By number of players, for rounds 2 to 5 as far as the document does not say NA."""


def sizes_of(cell):
    """Read ``6/2/1B``: the sizes of the groups, without the bye."""
    return tuple(int(size) for size in cell.split("/") if size != "1B")


def test_appendix_a_chart():
    """The groups are those of the document, for 6 to 20 players; where it says NA there is nothing."""
    assert {
        players: dict(enumerate(map(sizes_of, row), 2)) for players, row in APPENDIX_A.items()
    } == CHART


NAMES = ("Ann", "Bob", "Carol", "Dieter", "Etienne", "Ferd", "Gert", "Hannah", "Ignatz")


EXAMPLE = "1>8 2>9 3 4+6 5+7"


def nine(event, *rounds):
    """Give the example; players level in everything are ranked in the order of their names."""
    played = after(event, 9, *rounds)
    players = [replace(p, name=name) for p, name in zip(played.players, NAMES, strict=True)]
    return replace(played, players=tuple(players))


def named(tournament, pairing):
    """Give the tables by name, a bye as ``Name bye``."""
    name = tournament.name
    return {
        f"{name(t.player1)} {'bye' if t.player2 is None else name(t.player2)}"
        for t in pairing.tables
    }


def test_appendix_a_example_groups(trc, event):
    """The row for nine and the column for round 2 say 6/2/1B."""
    played = nine(event, EXAMPLE)
    assert notes(pair(played, trc), played) == [
        "TRC Appendix A: Pairings Chart for 9 players, round 2: 6/2/1B"
    ]


def test_appendix_a_example(trc, event):
    """Six are paired across, Gert and Hannah meet, Ignatz has the bye."""
    played = nine(event, EXAMPLE)
    assert named(played, pair(played, trc)) == {
        "Ann Dieter",
        "Bob Etienne",
        "Carol Ferd",
        "Gert Hannah",
        "Ignatz bye",
    }


def test_appendix_a_example_goes_on_with_the_next_column(trc, event):
    """After round 2 the ranking is cut as the column for round 3 says.

    Bob, Ann and Carol have 6 points and opponents of 5, 2 and 1, Gert has 4, Ignatz 3, Etienne and
    Dieter 2 and opponents of 10 and 7, Ferd 1, Hannah 0.
    """
    played = nine(event, EXAMPLE, "1>4 2>5 3>6 7>8 9")
    pairing = pair(played, trc)
    assert notes(pairing, played) == [
        "TRC Appendix A: Pairings Chart for 9 players, round 3: 4/4/1B"
    ]
    assert named(played, pairing) == {
        "Bob Carol",
        "Ann Gert",
        "Ignatz Dieter",
        "Etienne Ferd",
        "Hannah bye",
    }


# Sealed decks


def test_sd2_decks_are_built_in_30_to_60_minutes_with_a_warning_5_before_the_end(trc):
    """Only where the organizer says so: constructed decks are brought."""
    assert trc.deck_building({}) is None
    (option,) = [option for option in trc.options if option.name == "Deck building"]
    assert option.numbers == range(30, 61)
    for choice in (*map(int, option.choices[1:]), 30, 40, 60):
        building = trc.deck_building({"Deck building": str(choice)})
        assert (building.minutes, building.called.warning) == (choice, 5)
        assert building.called.rule == "TRC SD2"
