"""NISEI Organized Play Policies 1.4, Event structure: one test for each rule, in its order."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from by_hand import MANY_SEEDS, SEEDS, byes, couples, told_at

from engine import Special, Stage, pair, rank
from engine.draws import lot
from engine.formats.netrunner import DRAW_WITH_GAMES, TWO_FOR_ONE_WITH_TWO_GAMES
from engine.pairing.groups import Rules, ScoreGroup
from engine.pairing.score_groups import pair_score_groups
from engine.pairing.swiss import DRAWN, ONLY_ONE
from engine.reasons import Kind, points
from xlplugin.workbook.reasons import cited

from cases import each

CITED = Rules(pairs="OP", rematch="OP")


# Length of rounds


@pytest.mark.parametrize("stage", [Stage.SWISS, Stage.TIEBREAKER, Stage.ELIMINATION])
def test_when_time_is_called_each_player_has_a_last_turn(nisei, stage):
    """The turn is finished, the opponent has one more, then agenda points decide."""
    steps = [step.casefold() for step in nisei.time_called[stage].steps]
    assert any("turn" in step for step in steps[:2])
    assert any("agenda points" in step for step in steps[1:])


@pytest.mark.parametrize(
    ("stage", "options", "minutes"),
    [
        pytest.param(Stage.SWISS, {}, 65, id="swiss"),
        pytest.param(Stage.SWISS, {"Swiss minutes": ""}, 65, id="swiss-left-blank"),
        pytest.param(Stage.SWISS, {"Swiss minutes": "70"}, 70, id="swiss-optionally-70"),
        pytest.param(Stage.TIEBREAKER, {}, 30, id="tiebreaker"),
        pytest.param(Stage.TIEBREAKER, {"Swiss minutes": "70"}, 30, id="tiebreaker-with-70"),
        pytest.param(Stage.ELIMINATION, {}, 40, id="elimination"),
    ],
)
def test_rounds_are_a_predetermined_length(nisei, stage, options, minutes):
    """Swiss rounds are 65 or optionally 70 minutes, tiebreaker rounds 30, elimination 40."""
    assert nisei.clock(stage, options) == minutes


@pytest.mark.parametrize(
    ("stage", "words"),
    [
        (Stage.SWISS, ["the game is a draw", "has not been started is a draw"]),
        (Stage.TIEBREAKER, ["the higher-ranked player"]),
        (Stage.ELIMINATION, ["the higher seed"]),
    ],
)
def test_when_time_is_called_equal_agenda_points_are_a_draw(nisei, stage, words):
    """After the Swiss rounds it counts as a win, and a second game that has not begun is for them."""
    steps = nisei.time_called[stage].steps[2:]
    assert [word in step for word, step in zip(words, steps, strict=True)] == [True] * len(words)


def test_rounds_are_65_or_70_minutes_or_as_typed(nisei):
    """Any other number can be typed, and is said not to be the document's."""
    (option,) = (option for option in nisei.options if option.name == "Swiss minutes")
    assert option.choices == ("65", "70")
    assert 50 in option.numbers
    assert "not in {document}" in option.beyond


def test_asynchronous_events_are_a_choice(nisei):
    """Few events are: it is out of the way, and no if nothing is chosen."""
    (option,) = (option for option in nisei.options if option.name == "Asynchronous")
    assert (option.choices, option.rare) == (("No", "Yes"), True)


# Points


@pytest.mark.parametrize(
    ("letters", "points"),
    [
        ("WW", (6, 0)), ("WD", (4, 1)), ("DW", (4, 1)), ("WL", (3, 3)), ("LW", (3, 3)),
        ("DD", (2, 2)), ("LD", (1, 4)), ("DL", (1, 4)), ("LL", (0, 6)),
    ],
)  # fmt: skip
def test_a_game_is_worth_3_for_a_win_1_for_a_draw_0_for_a_loss(nisei, letters, points):
    """A match is two games, each won, drawn or lost."""
    assert nisei.match_format.score(tuple(letters), Special.NONE) == points


@pytest.mark.parametrize("letters", [(), ("", ""), ("W", ""), ("", "L")])
def test_a_match_needs_both_of_its_games(nisei, letters):
    """A match with a game missing has no score yet."""
    assert nisei.match_format.score(letters, Special.NONE) is None


@pytest.mark.parametrize("letters", [(), ("", ""), ("W", "L"), ("L", "W")])
def test_an_intentional_draw_is_one_win_and_one_loss_each(nisei, letters):
    """An intentional draw is 3 points each, whether its letters are typed or not."""
    assert nisei.match_format.score(letters, Special.INTENTIONAL_DRAW) == (3, 3)
    assert nisei.match_format.fault(letters, Special.INTENTIONAL_DRAW) is None


@pytest.mark.parametrize("letters", [("W", "W"), ("D", "D"), ("W", "")])
def test_an_intentional_draw_with_another_result_is_a_fault(nisei, letters):
    """Letters that are not one win and one loss contradict an intentional draw."""
    fault = nisei.match_format.fault(letters, Special.INTENTIONAL_DRAW)
    assert fault[:2] == ("P1 Corp", DRAW_WITH_GAMES)


@pytest.mark.parametrize(
    ("letters", "points"),
    [
        pytest.param(("W", ""), (6, 0), id="won-as-corp"),
        pytest.param(("", "W"), (6, 0), id="won-as-runner"),
        pytest.param(("L", ""), (0, 6), id="lost-as-corp"),
        pytest.param(("", "L"), (0, 6), id="lost-as-runner"),
        pytest.param(("D", ""), (2, 2), id="drawn-as-corp"),
        pytest.param(("", "D"), (2, 2), id="drawn-as-runner"),
        pytest.param(("W", "W"), (6, 0), id="typed-in-both-columns"),
    ],
)
def test_a_two_for_one_is_one_game_for_twice_the_points(nisei, letters, points):
    """A two-for-one is 6-0 for a win and 2-2 for a draw."""
    assert nisei.match_format.score(letters, Special.TWO_FOR_ONE) == points
    assert nisei.match_format.fault(letters, Special.TWO_FOR_ONE) is None


def test_a_two_for_one_of_two_different_games_is_a_fault(nisei):
    """Only a single game is played in a two-for-one."""
    fault = nisei.match_format.fault(("W", "L"), Special.TWO_FOR_ONE)
    assert fault[:2] == ("P1 Corp", TWO_FOR_ONE_WITH_TWO_GAMES)


@pytest.mark.parametrize(
    ("special", "points"),
    [(Special.NO_SHOW_1, (0, 6)), (Special.NO_SHOW_2, (6, 0)), (Special.DOUBLE_NO_SHOW, (0, 0))],
)
def test_a_no_show_loses_both_games(nisei, special, points):
    """Whoever does not show up loses the match; the opponent has two wins."""
    assert nisei.match_format.score((), special) == points


# Byes


def test_a_bye_is_equivalent_to_two_wins(nisei, event):
    """A bye is 6 points."""
    assert nisei.match_format.bye == 6
    assert nisei.match_format.score((), Special.BYE) == (6, 0)
    assert [s.points for s in rank(event(1, [(1,)]), nisei)] == [6]


@pytest.mark.parametrize("players", [4, 5, 16, 17])
def test_there_is_a_bye_only_for_an_odd_number_of_players(nisei, event, players):
    """One player sits out when the number is odd, nobody when it is even."""
    assert len(byes(pair(event(players), nisei))) == players % 2


@pytest.mark.parametrize("player", range(1, 6))
def test_the_bye_of_round_1_goes_to_a_random_player(nisei, event, player):
    """Every player has the bye under one seed or another, wherever they stand."""
    assert any(byes(pair(event(5, seed=seed), nisei)) == [player] for seed in MANY_SEEDS)


@pytest.mark.parametrize(
    ("players", "awarded", "sitting_out"),
    [
        pytest.param(8, (2, 5), 2, id="even-without-them"),
        pytest.param(8, (2,), 2, id="odd-without-them"),
        pytest.param(7, (2,), 1, id="odd-with-them-even-without"),
        pytest.param(7, (2, 5), 3, id="odd-with-and-without-them"),
        pytest.param(4, (1, 2, 3, 4), 4, id="everyone"),
    ],
)
def test_awarded_byes_are_apart_from_the_bye_of_round_1(
    nisei, event, players, awarded, sitting_out
):
    """The bye is for an odd number of players among those without byes."""
    found = byes(pair(event(players, awarded=awarded), nisei))
    assert set(awarded) <= set(found)
    assert len(found) == sitting_out


def test_a_later_bye_goes_to_the_lowest_ranked_player(nisei, event):
    """After round 1 the last in the standings sits out."""
    played = event(5, [(1, 2, "WW"), (3, 4, "WD"), (5,)])
    assert rank(played, nisei).order[-1] == 2
    assert byes(pair(played, nisei)) == [2]


def test_a_later_bye_goes_to_nobody_who_has_had_one(nisei, event):
    """The lowest-ranked player is passed over who has had a bye before."""
    played = event(5, [(1, 2, "WL"), (3, 4, "WL"), (5,)], [(5, 1, "LL"), (2, 3, "WL"), (4,)])
    assert rank(played, nisei).order[-2:] == [3, 5]
    assert byes(pair(played, nisei)) == [3]


def test_a_bye_that_leaves_the_others_unpairable_goes_to_the_next(nisei, event):
    """The lowest-ranked is passed over, with a reason, if without them nobody legal is left."""
    played = event(
        5,
        [(1, 2, "WW"), (3, 4, "WW"), (5,)],
        [(1, 3, "WW"), (5, 2, "WW"), (4,)],
        [(1, 5, "WW"), (4, 2, "WW"), (3,)],
        dropped=(3,),
        extra=(6,),
    )
    # 2 has met 1, 4 and 5: without the newcomer 6, who is last, nobody could meet 2.
    assert rank(played, nisei).order[-1] == 6
    pairing = pair(played, nisei)
    assert byes(pairing) == [2]
    assert "Player 6 came before Player 2" in told_at(pairing, played, 2)


def test_a_second_bye_that_cannot_be_avoided_is_given(nisei, event):
    """Three who have all met need both newcomers as opponents, so one of them sits out again."""
    played = event(
        3, [(1, 2, "WW"), (3,)], [(1, 3, "WW"), (2,)], [(2, 3, "WW"), (1,)], extra=(4, 5)
    )
    pairing = pair(played, nisei)
    assert byes(pairing) == [3]
    assert "not Player 3's first bye" in told_at(pairing, played, 3)


# Rankings


HAND_MADE = ([(1, 2, "WW"), (3, 4, "WL")], [(1, 3, "WW"), (2, 4, "DW")])
"""Points 12, 4, 3, 4, so a round 6, 2, 3/2, 2."""

WITH_BYES = ([(1, 2, "WW"), (3,)], [(3, 1, "WL"), (2,)])
"""Points 9, 6, 9, so a round 9/2, 3, 9/2."""


def tiebreaks(tournament, nisei, name):
    """Give everyone's value of a tiebreak by number."""
    return {s.no: s.tiebreaks[name] for s in rank(tournament, nisei)}


def test_points_rank_first(nisei, event):
    """More event points rank higher, whatever the tiebreaks."""
    assert [s.points for s in rank(event(4, *HAND_MADE), nisei)] == [12, 4, 4, 3]


def test_strength_of_schedule_is_opponents_points_a_round_over_the_rounds(nisei, event):
    """Opponents' average points a round are added up and divided by the rounds so far."""
    assert tiebreaks(event(4, *HAND_MADE), nisei, "SoS") == {
        1: Fraction(7, 4),  # (2 + 3/2) / 2
        2: Fraction(4),  # (6 + 2) / 2
        3: Fraction(4),  # (2 + 6) / 2
        4: Fraction(7, 4),  # (3/2 + 2) / 2
    }


def test_strength_of_schedule_counts_the_rounds_that_an_opponent_has_completed(nisei, event):
    """2 left after round 1 with 3 points, 3 a round; 3 has 6 in two rounds, 3 a round as well."""
    played = event(4, [(1, 2, "WL"), (3, 4, "WW")], [(1, 3, "WW"), (4,)])
    sos = {1: Fraction(3 + 3, 2), 2: Fraction(9, 4), 3: Fraction(15, 4), 4: Fraction(3, 2)}
    assert tiebreaks(played, nisei, "SoS") == sos
    assert tiebreaks(played, nisei, "xSoS")[1] == (sos[2] + sos[3]) / 2


@pytest.mark.parametrize(
    ("divisor", "expected"),
    [
        ("", {1: Fraction(15, 4), 2: Fraction(9, 4), 3: Fraction(9, 4)}),
        ("Rounds", {1: Fraction(15, 4), 2: Fraction(9, 4), 3: Fraction(9, 4)}),
        ("Opponents", {1: Fraction(15, 4), 2: Fraction(9, 2), 3: Fraction(9, 2)}),
    ],
)
def test_a_bye_lowers_strength_of_schedule_unless_opponents_divide_it(
    nisei, event, divisor, expected
):
    """A round with a bye divides as written; the option divides by opponents instead."""
    played = event(3, *WITH_BYES, options={"SoS divisor": divisor})
    assert tiebreaks(played, nisei, "SoS") == expected


def test_strength_of_schedule_ranks_players_level_on_points(nisei, event):
    """Of two players with 4 points the one with the greater SoS is second."""
    assert rank(event(4, *HAND_MADE), nisei).order[1:3] == [2, 4]


@pytest.mark.parametrize(
    ("divisor", "expected"),
    [
        ("Rounds", {1: Fraction(9, 4), 2: Fraction(15, 4), 3: Fraction(15, 4)}),
        ("Opponents", {1: Fraction(9, 2), 2: Fraction(15, 4), 3: Fraction(15, 4)}),
    ],
)
def test_extended_strength_of_schedule_is_opponents_sos_over_opponents(
    nisei, event, divisor, expected
):
    """Opponents' SoS, as the option has it, is added up and divided by their number."""
    played = event(3, *WITH_BYES, options={"SoS divisor": divisor})
    assert tiebreaks(played, nisei, "xSoS") == expected


@each("seed", SEEDS)
def test_extended_strength_of_schedule_ranks_players_level_on_sos(nisei, event, seed):
    """Points and SoS level, the greater xSoS ranks higher, whatever the lots."""
    played = event(
        5, [(1, 2, "WL"), (3, 4, "WL"), (5,)], [(5, 1, "LL"), (2, 3, "WL"), (4,)], seed=seed
    )
    sos, extended = tiebreaks(played, nisei, "SoS"), tiebreaks(played, nisei, "xSoS")
    assert sos[2] == sos[3]
    assert extended[2] > extended[3]
    order = rank(played, nisei).order
    assert order.index(2) < order.index(3)


@pytest.mark.parametrize("name", ["SoS", "xSoS"])
@pytest.mark.parametrize("divisor", ["Rounds", "Opponents"])
def test_who_has_met_nobody_has_no_strength_of_schedule(nisei, event, name, divisor):
    """A player with byes only has SoS and xSoS 0 under either divisor."""
    played = event(1, [(1,)], [(1,)], options={"SoS divisor": divisor})
    assert tiebreaks(played, nisei, name) == {1: 0}


@each("seed", SEEDS)
def test_a_tie_that_is_left_is_ranked_by_lot(nisei, event, seed):
    """Players level in everything are ranked by their lots, and nobody shares a rank."""
    standings = rank(event(8, seed=seed), nisei)
    assert standings.order == sorted(range(1, 9), key=lambda no: lot(seed, no))
    assert [s.rank for s in standings] == list(range(1, 9))


@pytest.mark.parametrize("player", range(1, 6))
def test_a_lot_is_random(nisei, event, player):
    """Every player comes first under one seed or another."""
    assert any(rank(event(5, seed=seed), nisei).order[0] == player for seed in MANY_SEEDS)


@each("seed", SEEDS)
def test_a_lot_is_drawn_once_for_the_event(nisei, event, seed):
    """Two players who stay level stay in the same order from round to round."""
    one = event(4, [(1, 2, "WL"), (3, 4, "WL")], seed=seed)
    two = event(4, [(1, 2, "WL"), (3, 4, "WL")], [(1, 3, "WL"), (2, 4, "WL")], seed=seed)
    assert rank(one, nisei).order == rank(two, nisei).order


# Who counts


@each("seed", SEEDS)
def test_dropped_players_are_not_paired(nisei, event, seed):
    """Only active players are paired."""
    played = event(6, [(1, 2, "WL"), (3, 4, "WL"), (5, 6, "WL")], dropped=(2, 6), seed=seed)
    assert sorted(no for couple in couples(pair(played, nisei)) for no in couple) == [1, 3, 4, 5]


def test_rounds_missed_by_a_late_entry_are_losses_with_no_opponent(nisei, event):
    """A late entry's average is over all rounds; the missed ones are no opponents."""
    played = event(5, [(1, 2, "WL"), (3, 4, "WL")], [(5, 1, "WW"), (2, 3, "WL"), (4,)])
    late = next(s for s in rank(played, nisei) if s.no == 5)
    assert (late.points, late.record.missed, late.record.opponents) == (6, 1, [1])
    assert tiebreaks(played, nisei, "SoS")[1] == Fraction(3 + 3, 2)  # 2: 6 in 2; 5: 6 in 2
    assert tiebreaks(played, nisei, "SoS")[5] == Fraction(3, 2) / 2  # 1: 3 in 2


def test_rounds_missed_by_a_readmitted_player_are_losses(nisei, event):
    """Who dropped and came back has a loss for every round between."""
    played = event(4, [(1, 2, "WW"), (3, 4, "WW")], [(2, 3, "WW"), (4,)], [(1, 4, "WW"), (2,)])
    # 1 has 12 points in 3 rounds, round 2 missed; 2 met 1 and 3 (6 in 2).
    assert tiebreaks(played, nisei, "SoS")[2] == Fraction(4 + 3, 3)
    back = next(s for s in rank(played, nisei) if s.no == 1)
    assert (back.points, back.record.played, back.record.missed) == (12, 2, 1)


# Pairing


@pytest.mark.parametrize("opponent", range(2, 7))
def test_the_first_round_is_paired_randomly(nisei, event, opponent):
    """Player 1 meets every other player under one seed or another."""
    assert any({1, opponent} in couples(pair(event(6, seed=seed), nisei)) for seed in MANY_SEEDS)


EIGHT = [(1, 2, "WW"), (3, 4, "WW"), (5, 6, "WW"), (7, 8, "WW")]


@each("seed", SEEDS)
def test_players_are_paired_within_groups_of_equal_points(nisei, event, seed):
    """Four winners meet one another, and so do four losers."""
    found = couples(pair(event(8, EIGHT, seed=seed), nisei))
    assert {frozenset(no % 2 for no in couple) for couple in found} == {
        frozenset({0}),
        frozenset({1}),
    }


@pytest.mark.parametrize("opponent", [3, 5, 7])
def test_groups_are_paired_randomly(nisei, event, opponent):
    """A winner meets every other winner under one seed or another."""
    assert any(
        {1, opponent} in couples(pair(event(8, EIGHT, seed=seed), nisei)) for seed in MANY_SEEDS
    )


TEN = [(1, 2, "WW"), (3, 4, "WW"), (5, 6, "WW"), (7, 8, "WL"), (9, 10, "WL")]
"""Three players on 6 points, four on 3, three on 0."""


@each("seed", SEEDS)
def test_the_odd_one_floats_to_the_next_group(nisei, event, seed):
    """One of the odd group meets one of the next group, which passes one on."""
    played = event(10, TEN, seed=seed)
    points = {s.no: s.points for s in rank(played, nisei)}
    crossed = [
        sorted(points[no] for no in couple)
        for couple in couples(pair(played, nisei))
        if len({points[no] for no in couple}) > 1
    ]
    assert sorted(crossed) == [[0, 3], [3, 6]]


@pytest.mark.parametrize("floating", [1, 3, 5])
def test_any_of_an_odd_group_may_be_left_over(nisei, event, floating):
    """Who is left over is drawn: everyone is, under one seed or another."""
    expected = [{floating, no} for no in (7, 8, 9, 10)]
    assert any(
        couple in expected
        for seed in MANY_SEEDS
        for couple in couples(pair(event(10, TEN, seed=seed), nisei))
    )


def test_the_odd_one_meets_a_random_member_whatever_their_ranks(nisei, event):
    """Where the roster's seeds have put the next group in order, each of it may be met as well."""
    met = set()
    for seed in SEEDS:
        played = event(10, TEN, seed=seed, options={"Last tiebreak": "Roster seed"})
        seeded = tuple(replace(player, seed=player.no) for player in played.players)
        for couple in couples(pair(replace(played, players=seeded), nisei)):
            met |= couple if couple & {1, 3, 5} and couple & {7, 8, 9, 10} else set()
    assert met >= {7, 8, 9, 10}


FOUR = ([(1, 2, "WL"), (3, 4, "WL")], [(1, 3, "WL"), (2, 4, "WL")])


@each("seed", SEEDS)
def test_nobody_meets_the_same_opponent_twice(nisei, event, seed):
    """The third round of four players has only one pairing left, and it is found."""
    assert couples(pair(event(4, *FOUR, seed=seed), nisei)) == {
        frozenset({1, 4}),
        frozenset({2, 3}),
    }


class Written:
    """Draws that come out as the test has written them down: the first two meet first."""

    def __init__(self, order):
        self.order = order

    def shuffled(self, players):
        """Give the players in the written order, last first as cards off a pile."""
        return [no for no in reversed(self.order) if no in set(players)]

    def one_of(self, players):
        """Give the first written player who is among those to draw from."""
        return next(no for no in self.order if no in set(players))


def barring(players, *met):
    """Give whom each player has met."""
    bars = {no: set() for no in players}
    for one, two in met:
        bars[one].add(two)
        bars[two].add(one)
    return bars


@pytest.mark.parametrize(
    ("order", "met", "expected"),
    [
        pytest.param([1, 2, 3, 4, 5, 6], [(1, 2)], {1: 3}, id="next-lower"),
        pytest.param([2, 1, 3, 4, 5, 6], [(1, 2)], {1: 3}, id="drawn-the-other-way-round"),
        pytest.param([1, 5, 2, 3, 4, 6], [(1, 5)], {1: 2}, id="above-the-one-drawn"),
        pytest.param([1, 2, 3, 4, 5, 6], [(1, 2), (1, 3)], {1: 4}, id="lower-one-met-as-well"),
        pytest.param([3, 5, 1, 2, 4, 6], [(3, 5), (3, 4), (3, 6)], {2: 3}, id="closest-higher"),
        pytest.param(
            [3, 5, 1, 2, 4, 6], [(3, 5), (3, 4), (3, 6), (3, 2)], {1: 3}, id="next-closest-higher"
        ),
        pytest.param([5, 6, 1, 2, 3, 4], [(5, 6)], {4: 5}, id="nobody-lower-left"),
        pytest.param(
            [1, 3, 5, 6, 2, 4], [(5, 6), (4, 5)], {1: 3, 2: 5}, id="closest-higher-still-free"
        ),
    ],
)
def test_a_drawn_rematch_is_moved_to_the_next_lower_ranked_not_met(order, met, expected):
    """The higher-ranked of two who have met takes the next lower, else the closest higher."""
    ranked = range(1, 7)
    tables = pair_score_groups(
        [ScoreGroup(points(6), ranked)], barring(ranked, *met), Written(order), CITED
    )
    found = {t.player1: t.player2 for t in tables}
    assert {no: found[no] for no in expected} == expected


@pytest.mark.parametrize(
    ("met", "opponent"),
    [
        pytest.param([], 6, id="random-member"),
        pytest.param([(3, 6)], 4, id="next-lower-ranked"),
        pytest.param([(3, 6), (3, 4)], 5, id="next-but-one"),
    ],
)
def test_a_player_left_over_who_has_met_the_member_drawn_meets_the_next_lower(met, opponent):
    """The float's modification is the same as anyone's."""
    members = {6: [1, 2, 3], 3: [4, 5, 6, 7, 8], 0: [9, 10]}
    groups = [ScoreGroup(points(n), players) for n, players in members.items()]
    ranked = range(1, 11)
    drawn = Written([1, 2, 6, 4, 5, 7, 8, 3, 9, 10])
    tables = pair_score_groups(groups, barring(ranked, *met), drawn, CITED)
    assert {t.player1: t.player2 for t in tables}[3] == opponent


@each("seed", SEEDS)
def test_a_group_that_cannot_be_paired_inside_meets_the_next_group(nisei, event, seed):
    """Two level players who have met each meet one of the next group."""
    played = event(4, [(1, 2, "WL"), (3, 4, "DD")], seed=seed)
    found = couples(pair(played, nisei))
    assert found in ({frozenset({1, 3}), frozenset({2, 4})}, {frozenset({1, 4}), frozenset({2, 3})})


# Suggested number of Swiss rounds and size of top cut


CASUAL = [
    (2, 3, 0), (11, 3, 0), (12, 4, 0), (15, 4, 0), (16, 4, 4), (32, 4, 4), (33, 5, 8), (64, 5, 8),
    (65, 6, 8), (96, 6, 8), (97, 7, 8), (128, 7, 8), (129, 7, 16), (400, 7, 16),
]  # fmt: skip
COMPETITIVE = [
    (2, 3, 0), (9, 3, 0), (10, 4, 0), (15, 4, 0), (16, 4, 4), (24, 4, 4), (25, 4, 8), (32, 4, 8),
    (33, 5, 8), (56, 5, 8), (57, 6, 8), (80, 6, 8), (81, 7, 8), (128, 7, 8), (129, 7, 16),
    (192, 7, 16), (193, 8, 16), (256, 8, 16), (257, 9, 16), (400, 9, 16),
]  # fmt: skip


def test_events_are_casual_or_competitive(nisei):
    """Casual if nothing is chosen."""
    (tier,) = (option for option in nisei.options if option.name == "Tier")
    assert tier.choices == ("Casual", "Competitive")


@each(("players", "rounds", "cut"), CASUAL)
@each("options", [{}, {"Tier": "Casual"}], ids=["default", "said"])
def test_suggested_rounds_and_cut_of_casual_events(nisei, options, players, rounds, cut):
    """Both ends of every line of the table for Casual events, which is the default."""
    assert nisei.suggest(players, options) == (rounds, cut)


@each(("players", "rounds", "cut"), COMPETITIVE)
def test_suggested_rounds_and_cut_of_competitive_events(nisei, players, rounds, cut):
    """Both ends of every line of the table for Competitive events."""
    assert nisei.suggest(players, {"Tier": "Competitive"}) == (rounds, cut)


# Asynchronous events


@pytest.mark.parametrize("stage", list(Stage))
@pytest.mark.parametrize("minutes", ["", "65", "70"])
def test_asynchronous_events_have_no_clock(nisei, stage, minutes):
    """Matches are untimed, whatever is set for the length of a round."""
    options = {"Asynchronous": "Yes", "Swiss minutes": minutes}
    assert nisei.clock(stage, options) is None


ASYNCHRONOUS_CASUAL = [
    (2, 4, 0), (11, 4, 0), (12, 5, 0), (15, 5, 0), (16, 5, 2), (32, 5, 2), (33, 6, 4), (64, 6, 4),
    (65, 8, 4), (96, 8, 4), (97, 9, 4), (128, 9, 4), (129, 9, 8), (400, 9, 8),
]  # fmt: skip
ASYNCHRONOUS_COMPETITIVE = [
    (2, 4, 0), (9, 4, 0), (10, 5, 0), (15, 5, 0), (16, 5, 2), (24, 5, 2), (25, 5, 4), (32, 5, 4),
    (33, 6, 4), (56, 6, 4), (57, 8, 4), (80, 8, 4), (81, 9, 4), (128, 9, 4), (129, 9, 8),
    (192, 9, 8), (193, 10, 8), (256, 10, 8), (257, 12, 8), (400, 12, 8),
]  # fmt: skip


@each(
    ("tier", "players", "rounds", "cut"),
    [
        *(("Casual", *row) for row in ASYNCHRONOUS_CASUAL),
        *(("Competitive", *row) for row in ASYNCHRONOUS_COMPETITIVE),
    ],
)
def test_asynchronous_events_have_more_rounds_and_half_the_cut(nisei, tier, players, rounds, cut):
    """Both ends of every line: a round more for every three, rounded down, and half the cut."""
    options = {"Tier": tier, "Asynchronous": "Yes"}
    assert nisei.suggest(players, options) == (rounds, cut)


@each("seed", SEEDS)
def test_asynchronous_events_are_paired_as_usual(nisei, event, seed):
    """The same players meet as if they played at once."""
    usual = event(11, [*TEN, (11,)], seed=seed)
    days = event(11, [*TEN, (11,)], seed=seed, options={"Asynchronous": "Yes"})
    assert pair(days, nisei) == pair(usual, nisei)


# Explanations


def test_whoever_leaves_the_group_says_whom_they_have_met_in_it(nisei, event):
    """Two leaders who have met do not meet again, and the notes tell why they go down."""
    played = event(4, [(1, 2, "DD"), (3, 4, "LL")], [(1, 3, "WW"), (2, 4, "WW")])
    reasons = [
        cited(reason, played)
        for table in pair(played, nisei).tables
        for reason in table.reasons
        if reason.kind is Kind.MAY_MEET_NOBODY and {1, 2} & set(table[:2])
    ]
    assert (
        "OP, Event structure: no rematch: of those with 8 points Player 1 has met Player 2, that is "
        "everyone else" in reasons
    )


@each(
    ("awarded", "kept_apart", "random"),
    [
        pytest.param((), (), True, id="anybody"),
        pytest.param((2, 3), (), False, id="the-others-have-awarded-byes"),
        pytest.param((), ((1, 2), (1, 3)), False, id="the-others-may-meet-nobody-else"),
        pytest.param((), ((1, 2),), True, id="either-of-two"),
    ],
)
@each("seed", SEEDS[:8])
def test_a_bye_that_only_one_can_have_is_not_told_to_be_drawn(
    nisei, event, awarded, kept_apart, random, seed
):
    """Drawn at random is said only where two or more could sit out."""
    first = event(3, seed=seed)
    players = tuple(replace(p, first_round_bye=p.no in awarded) for p in first.players)
    first = replace(first, players=players, forbidden=tuple(map(frozenset, kept_apart)))
    texts = [
        reason.template
        for table in pair(first, nisei).tables
        for reason in table.reasons
        if reason.kind is Kind.BYE
    ]
    assert texts == [DRAWN if random else ONLY_ONE]
