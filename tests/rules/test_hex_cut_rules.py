"""Neuroshima Hex, Portalcon 2022, the finals: one test for each rule, in the document's order."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

import pytest
from by_hand import SEEDS
from refusals import refused

from engine import (
    Elimination,
    ErrorKind,
    Match,
    Player,
    Round,
    Special,
    Stage,
    Status,
    Tournament,
    TournamentError,
    final_standings,
    make_cut,
    pair_elimination,
    pair_tiebreaker_round,
    rank,
    ruleset_named,
)
from engine.elimination.progress import progress_of
from engine.reasons import Kind
from engine.roster import FindingKind
from engine.rulesets.hex_armies import ARMIES
from xlplugin.workbook.reasons import sentence

HEX = ruleset_named("hex")
FIVE = ("Dancer", "Moloch", "Sharrash", "Smart", "Vegas")
BASIC = ("Borgo", "Hegemonia", "Moloch", "Posterunek")


# Events and their finals


def swiss(count, seed="an event"):
    """Give an event after one round in which everyone's number is their rank.

    Player 1 beats the last one by the most, Player 2 the last but one by one less, and so on.
    """
    half = count // 2
    matches = (Match(n, n, count + 1 - n, (half + 1 - n, 0)) for n in range(1, half + 1))
    players = tuple(Player(no, f"Player {no}") for no in range(1, count + 1))
    return Tournament(players, (Round(1, tuple(matches)),), seed=seed)


def finals(tournament, size, *winners):
    """Give the event with a cut, and who has won in each round; a match without a winner is drawn."""
    return reduce(finals_round, winners, make_cut(tournament, HEX, size)[0])


def finals_round(tournament, winners):
    """Give the event after the next round of its finals."""
    pairing = pair_elimination(tournament, HEX)
    matches = (
        Match(n, t.player1, t.player2, (3 + (t.player1 in winners), 3 + (t.player2 in winners)))
        for n, t in enumerate(pairing.tables, 1)
    )
    elimination = tournament.elimination
    rounds = (*elimination.rounds, Round(pairing.round, tuple(matches), Stage.ELIMINATION))
    return replace(tournament, elimination=replace(elimination, rounds=rounds))


def couples(pairing):
    """Give the tables as pairs of numbers, the higher seed first."""
    return sorted(table[:2] for table in pairing.tables)


# Armies


def player(no, *armies, chosen=(), beginner=False):
    """Give a player with the armies registered, and those chosen for the finals."""
    details = {f"Army {n}": army for n, army in enumerate(armies, 1)}
    details |= {f"Final army {n}": army for n, army in enumerate(chosen, 1)}
    return Player(no, f"Player {no}", details=details | ({"Beginner": "Yes"} if beginner else {}))


def in_finals(first, size, *played, swiss=()):
    """Give an event with the armies that one player played in the finals, round by round."""
    others = (player(no) for no in range(2, 19))
    return Tournament(
        (first, *others),
        _rounds(swiss, Stage.SWISS),
        elimination=Elimination(tuple(range(1, size + 1)), _rounds(played, Stage.ELIMINATION)),
    )


def _rounds(armies, stage):
    return tuple(
        Round(number, (Match(1, 1, 1 + number, (12, 5, army, "")),), stage)
        for number, army in enumerate(armies, 1)
    )


def found(tournament):
    """Give the findings as player, stage, round, field, kind and data."""
    return [(f.no, f.stage, f.round, f.field, f.kind, f.data) for f in HEX.findings(tournament, 4)]


# 4.1 Points


@pytest.mark.parametrize("left", [0, 7, 20])
@pytest.mark.parametrize("higher", [1, 2])
def test_4_1_a_draw_in_the_finals_is_won_by_the_higher_placed(left, higher):
    """The winner is who was higher after the Swiss rounds, as Player 1 or as Player 2."""
    format_ = HEX.cut.format({})
    assert format_.winner((left, left, "", ""), Special.NONE, higher) == higher


# 4.3 Time


@pytest.mark.parametrize(
    ("size", "winners", "final"),
    [
        pytest.param(4, [], False, id="semi-finals"),
        pytest.param(4, [{4, 2}], True, id="final-of-top-4"),
        pytest.param(8, [{1, 2, 3, 4}], False, id="semi-finals-of-top-8"),
        pytest.param(8, [{1, 2, 3, 4}, {1, 3}], True, id="final-of-top-8"),
    ],
)
def test_4_3_the_final_has_no_limit(size, winners, final):
    """Only the match of the last two players has none."""
    assert progress_of(finals(swiss(10), size, *winners), HEX).is_final is final


# 4.4 Who goes on to the finals


@pytest.mark.parametrize(
    ("count", "planned", "size"),
    [(20, None, 8), (10, None, 4), (6, None, 0), (20, 16, 16), (20, 4, 4), (20, 0, 0)],
)
def test_4_4_the_number_of_those_who_go_on_is_laid_down(count, planned, size):
    """It is what the organizer says, else the best eight or four."""
    assert HEX.planned_cut(replace(swiss(count), cut=planned)) == size


@pytest.mark.parametrize("size", [4, 8, 16])
def test_4_4_they_go_on_by_the_classification(size):
    """The seeds of the finals are the places after the Swiss rounds."""
    assert make_cut(swiss(20), HEX, size)[0].elimination.seeds == tuple(range(1, size + 1))


@pytest.mark.parametrize(
    "changes", [{"status": Status.DROPPED}, {"declines_cut": True}], ids=["dropped", "declines"]
)
def test_4_4_the_next_one_goes_on_for_whoever_does_not(changes):
    """Who has left or does not want to play on is passed over."""
    event = swiss(10)
    players = tuple(replace(p, **changes) if p.no == 2 else p for p in event.players)
    begun, _ = make_cut(replace(event, players=players), HEX, 4)
    assert begun.elimination.seeds == (1, 3, 4, 5)


def test_4_4_nobody_plays_a_tiebreaker_round():
    """The document has none: the classification decides, at last by lot."""
    with refused(ErrorKind.NO_TIEBREAKER_ROUND):
        pair_tiebreaker_round(swiss(10), HEX, 4)


# 4.6 Single elimination


@pytest.mark.parametrize("size", [2, 3, 6, 12, 32])
def test_4_6_the_finals_are_of_4_8_or_16(size):
    """They are a top 4, a top 8 or a top 16 and nothing else."""
    with pytest.raises(TournamentError):
        make_cut(swiss(34), HEX, size)


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        pytest.param(4, [(1, 4), (2, 3)], id="top-4"),
        pytest.param(8, [(1, 8), (2, 7), (3, 6), (4, 5)], id="top-8"),
        pytest.param(16, [(n, 17 - n) for n in range(1, 9)], id="top-16"),
    ],
)
def test_4_6_the_highest_placed_meets_the_lowest_placed(size, expected):
    """The second meets the last but one, and so on."""
    assert couples(make_cut(swiss(20), HEX, size)[1]) == expected


@pytest.mark.parametrize(
    ("size", "winners", "expected"),
    [
        pytest.param(4, [{1, 2}], [(1, 2)], id="final-as-placed"),
        pytest.param(4, [{4, 3}], [(3, 4)], id="final-upside-down"),
        pytest.param(8, [{1, 2, 3, 4}], [(1, 4), (2, 3)], id="top-8-as-placed"),
        pytest.param(8, [{8, 7, 6, 5}], [(5, 8), (6, 7)], id="top-8-upside-down"),
        pytest.param(8, [{8, 2, 3, 5}], [(2, 8), (3, 5)], id="top-8-the-first-is-out"),
        pytest.param(8, [{1, 7, 3, 5}], [(1, 7), (3, 5)], id="top-8-the-second-is-out"),
        pytest.param(8, [{1, 7, 6, 4}], [(1, 7), (4, 6)], id="top-8-two-are-out"),
        pytest.param(8, [{8, 2, 3, 5}, {8, 3}], [(3, 8)], id="final-of-top-8"),
        pytest.param(
            16,
            [{1, 15, 3, 13, 5, 11, 7, 9}],
            [(1, 15), (3, 13), (5, 11), (7, 9)],
            id="top-16-every-second",
        ),
        pytest.param(
            16,
            [{1, 15, 3, 13, 5, 11, 7, 9}, {15, 13, 11, 9}],
            [(9, 15), (11, 13)],
            id="top-16-semi-finals",
        ),
    ],
)
def test_4_6_every_round_is_paired_anew_among_those_left(size, winners, expected):
    """Of those left the highest-placed meets the lowest-placed, and so on inward."""
    assert couples(pair_elimination(finals(swiss(20), size, *winners), HEX)) == expected


@pytest.mark.parametrize(
    ("winners", "expected"),
    [
        pytest.param([set()], [(1, 4), (2, 3)], id="all-drawn"),
        pytest.param([{8, 6}], [(2, 8), (4, 6)], id="two-drawn"),
        pytest.param([{5, 6, 7, 8}, set()], [(5, 6)], id="semi-finals-drawn"),
    ],
)
def test_4_6_a_draw_is_won_by_the_higher_placed(winners, expected):
    """Who was higher after the Swiss rounds goes on."""
    assert couples(pair_elimination(finals(swiss(10), 8, *winners), HEX)) == expected


def test_4_6_the_winner_of_the_last_round_has_won_the_tournament():
    """There is nothing to pair any more."""
    with refused(ErrorKind.ELIMINATION_OVER, player=3):
        pair_elimination(finals(swiss(10), 4, {4, 3}, {3}), HEX)


# 5.2 Each army once


@pytest.mark.parametrize("army", FIVE)
def test_5_2_an_army_of_the_swiss_rounds_may_be_played_again_in_the_finals(army):
    """Once in the Swiss rounds and once in the finals is as it should be."""
    chosen = (army, *(other for other in FIVE if other != army))[:3]
    assert found(in_finals(player(1, *FIVE, chosen=chosen), 4, army, swiss=FIVE[:4])) == []


@pytest.mark.parametrize("between", [(), ("Smart",), ("Smart", "Moloch")])
def test_5_2_each_army_once_in_the_finals(between):
    """An army played again is told at its cell, with the round of the finals it was played in."""
    event = in_finals(player(1), 8, "Vegas", *between, "Vegas")
    again = FindingKind.PLAYED_AGAIN_IN_FINALS, {"army": "Vegas", "before": 1}
    assert found(event) == [(1, Stage.ELIMINATION, 2 + len(between), "Army 1", *again)]


def test_5_2_the_finals_excuse_nothing_in_the_swiss_rounds():
    """An army played twice in the Swiss rounds is told there, and not in the finals."""
    event = in_finals(player(1), 4, "Vegas", swiss=("Vegas", "Vegas"))
    assert [entry[:4] for entry in found(event)] == [(1, Stage.SWISS, 2, "Army 1")]


# 5.3 Armies for the finals


@pytest.mark.parametrize("n", range(1, 5))
def test_5_3_armies_are_chosen_on_the_roster(n):
    """Each of four columns offers the nineteen armies."""
    column = next(c for c in HEX.roster_fields if c.name == f"Final army {n}")
    assert column.choices == ARMIES


@pytest.mark.parametrize(
    ("size", "chosen"),
    [
        pytest.param(4, FIVE[:3], id="top-4-three"),
        pytest.param(4, FIVE[2:], id="top-4-another-three"),
        pytest.param(8, FIVE[:4], id="top-8-four"),
        pytest.param(16, (), id="top-16-none-to-choose"),
    ],
)
def test_5_3_three_or_four_armies_are_chosen(size, chosen):
    """Three of the registered armies for a top 4 and four for a top 8 are as they should be."""
    assert found(in_finals(player(1, *FIVE, chosen=chosen), size, *chosen[:2])) == []


@pytest.mark.parametrize(
    ("size", "count", "wanted"),
    [
        pytest.param(4, 1, 3, id="top-4-one"),
        pytest.param(4, 2, 3, id="top-4-two"),
        pytest.param(8, 3, 4, id="top-8-three"),
    ],
)
def test_5_3_too_few_armies_are_told_but_hinder_nobody(size, count, wanted):
    """The first blank cell is named, and the organizer may go on."""
    event = in_finals(player(1, *FIVE, chosen=FIVE[:count]), size)
    (finding,) = HEX.findings(event, 4)
    assert (finding.no, finding.round, finding.field) == (1, 0, f"Final army {count + 1}")
    assert (finding.kind, finding.must) == (FindingKind.FEW_CHOSEN, False)
    assert finding.data == {"count": count, "wanted": wanted, "size": size}


@pytest.mark.parametrize(("size", "text"), [(4, "3 armies"), (8, "4 armies"), (16, "all")])
def test_5_3_the_choice_of_armies_is_announced_with_the_cut(size, text):
    """Everyone is told how many armies to choose; nobody is nagged who has typed none."""
    announced = HEX.cut.announcement(size)
    assert (announced.kind, announced.rule) == (Kind.ARMIES, "HEX 5.3")
    assert text in sentence(announced, in_finals(player(1), size))
    assert found(in_finals(player(1, *FIVE), size)) == []


def test_5_3_too_many_armies_are_found():
    """Four armies for a top 4 are one too many."""
    (finding,) = HEX.findings(in_finals(player(1, *FIVE, chosen=FIVE[:4]), 4), 4)
    assert (finding.no, finding.round, finding.field) == (1, 0, "Final army 4")
    assert (finding.kind, finding.clause) == (FindingKind.TOO_MANY_CHOSEN, "HEX 5.3")
    assert finding.data == {"count": 4, "wanted": 3, "size": 4}


@pytest.mark.parametrize(
    ("chosen", "columns"),
    [
        pytest.param(("Vegas", "Vegas", "Smart"), [2], id="neighbours"),
        pytest.param(("Vegas", "Smart", "Vegas"), [3], id="far-apart"),
        pytest.param(("Vegas", "Vegas", "Vegas"), [2, 3], id="three-times"),
    ],
)
@pytest.mark.parametrize("armies", [(), FIVE], ids=["not-registered", "registered"])
def test_5_3_an_army_chosen_twice_is_found(chosen, columns, armies):
    """Each repetition is told at its cell, and cites the number."""
    findings = list(HEX.findings(in_finals(player(1, *armies, chosen=chosen), 4), 4))
    assert [(f.field, f.kind, f.data, f.clause) for f in findings] == [
        (f"Final army {n}", FindingKind.CHOSEN_TWICE, {"army": "Vegas"}, "HEX 5.3") for n in columns
    ]


@pytest.mark.parametrize(
    ("first", "army"),
    [
        pytest.param(player(1, *FIVE, chosen=("Smart", "Borgo", "Vegas")), "Borgo", id="player"),
        pytest.param(
            player(1, chosen=("Borgo", "Vegas", "Moloch"), beginner=True), "Vegas", id="beginner"
        ),
    ],
)
def test_5_3_an_army_that_was_not_registered_cannot_be_chosen(first, army):
    """The armies of the finals are some of the player's own."""
    (finding,) = HEX.findings(in_finals(first, 4), 4)
    assert (finding.no, finding.round, finding.field) == (1, 0, "Final army 2")
    assert (finding.kind, finding.clause) == (FindingKind.CHOSEN_UNREGISTERED, "HEX 5.3")
    assert finding.data["army"] == army


@pytest.mark.parametrize("size", [4, 8])
def test_5_3_an_army_that_was_not_chosen_is_found_where_it_was_played(size):
    """Who has chosen armies plays one of them in the finals."""
    chosen = FIVE[: {4: 3, 8: 4}[size]]
    event = in_finals(player(1, *FIVE, chosen=chosen), size, "Dancer", "Vegas")
    data = {"army": "Vegas", "armies": ", ".join(chosen)}
    assert found(event) == [(1, Stage.ELIMINATION, 2, "Army 1", FindingKind.PLAYED_UNCHOSEN, data)]


@pytest.mark.parametrize("size", [4, 8, 16])
def test_5_3_who_has_chosen_none_plays_the_armies_that_are_registered(size):
    """Any of the five may be played, for a top 16 in any case, and no other army."""
    assert found(in_finals(player(1, *FIVE), size, FIVE[4])) == []
    data = {"army": "Borgo", "armies": ", ".join(FIVE)}
    assert found(in_finals(player(1, *FIVE), size, "Borgo")) == [
        (1, Stage.ELIMINATION, 1, "Army 1", FindingKind.PLAYED_UNCHOSEN, data)
    ]


def test_5_3_nobody_chooses_before_the_finals():
    """Until there is a cut nothing is said of the armies for it."""
    event = Tournament((player(1, *FIVE), player(2, *FIVE, chosen=("Borgo", "Borgo"))))
    assert found(event) == []


def test_5_3_only_who_is_in_the_finals_chooses():
    """Nothing is said of the others' armies."""
    event = in_finals(player(1), 4)
    players = (*event.players[:4], player(5, *FIVE), *event.players[5:])
    assert found(replace(event, players=players)) == []


# 5.5 (1) Two armies noted in secret


def shown(seed="an event"):
    """Give who is drawn where the first and the fourth have shown the same army in ``Cut 1``."""
    final = Round(1, (Match(1, 1, 4, (12, 5, "Borgo", "Borgo")),), Stage.ELIMINATION)
    event = replace(
        in_finals(player(1), 4), seed=seed, elimination=Elimination((1, 2, 3, 4), (final,))
    )
    return [(f.no, f.round, f.field, f.stage) for f in HEX.findings(event, 4)]


def test_5_5_1_who_plays_the_second_army_is_drawn_in_the_finals():
    """The same army typed for both: one of the two is named, in their own column of the final."""
    (found,) = shown()
    assert found in {(1, 1, "Army 1", Stage.ELIMINATION), (4, 1, "Army 2", Stage.ELIMINATION)}


def test_5_5_1_the_finals_have_a_draw_of_their_own():
    """Two who have shown the same army in Swiss round 1 as well are not drawn alike each time."""
    match = Match(1, 1, 4, (12, 5, "Borgo", "Borgo"))
    event = replace(
        in_finals(player(1), 4),
        rounds=(Round(1, (match,)),),
        elimination=Elimination((1, 2, 3, 4), (Round(1, (match,), Stage.ELIMINATION),)),
    )
    drawn = [
        {f.stage: f.no for f in HEX.findings(replace(event, seed=seed), 4) if f.no in (1, 4)}
        for seed in SEEDS
    ]
    assert {len(of) for of in drawn} == {2}
    assert {of[Stage.SWISS] == of[Stage.ELIMINATION] for of in drawn} == {True, False}


# 5.5 (2) The beginner's exception


def test_5_5_2_a_beginner_may_not_repeat_an_army_in_the_finals():
    """The exception is for the last Swiss round only, even in the last round of a top 16."""
    first = player(1, beginner=True)
    assert [entry[:4] for entry in found(in_finals(first, 16, *BASIC[:3], "Borgo"))] == [
        (1, Stage.ELIMINATION, 4, "Army 1")
    ]


# 7. Final classification


TOP_4 = [{4, 2}, {4}]
TOP_8 = [{8, 2, 3, 5}, {8, 5}, {5}]
TOP_16 = [set(range(9, 17)), {9, 10, 11, 12}, {12, 10}, {12}]


def order(size, winners, count=20):
    """Give the final classification."""
    return final_standings(finals(swiss(count), size, *winners), HEX).order


@pytest.mark.parametrize(
    ("size", "winners", "first_two"),
    [
        pytest.param(4, TOP_4, [4, 2], id="top-4"),
        pytest.param(4, [{4, 2}, {2}], [2, 4], id="top-4-the-other-way-round"),
        pytest.param(4, [{4, 2}, set()], [2, 4], id="top-4-final-drawn"),
        pytest.param(8, TOP_8, [5, 8], id="top-8"),
        pytest.param(16, TOP_16, [12, 10], id="top-16"),
    ],
)
def test_7_the_winner_of_the_final_is_first_and_the_loser_second(size, winners, first_two):
    """The places after the Swiss rounds do not matter for them."""
    assert order(size, winners)[:2] == first_two


@pytest.mark.parametrize(
    ("size", "winners", "third_and_fourth"),
    [
        pytest.param(4, TOP_4, [1, 3], id="top-4"),
        pytest.param(4, [{1, 3}, {3}], [2, 4], id="top-4-the-others"),
        pytest.param(8, TOP_8, [2, 3], id="top-8"),
        pytest.param(8, [{8, 7, 6, 5}, {5, 6}, {5}], [7, 8], id="top-8-upside-down"),
        pytest.param(16, TOP_16, [9, 11], id="top-16"),
    ],
)
def test_7_the_losers_of_the_semi_finals_are_third_and_fourth(size, winners, third_and_fourth):
    """They are placed by their places after the Swiss rounds, whoever they lost to."""
    assert order(size, winners)[2:4] == third_and_fourth


@pytest.mark.parametrize(
    ("size", "winners", "places"),
    [
        pytest.param(8, TOP_8, [1, 4, 6, 7], id="top-8"),
        pytest.param(8, [{8, 7, 6, 5}, {5, 6}, {5}], [1, 2, 3, 4], id="top-8-upside-down"),
        pytest.param(16, TOP_16, [13, 14, 15, 16], id="top-16"),
    ],
)
def test_7_the_losers_of_the_quarter_finals_are_fifth_to_eighth(size, winners, places):
    """They are placed by their places after the Swiss rounds."""
    assert order(size, winners)[4:8] == places


@pytest.mark.parametrize(("size", "winners"), [(4, TOP_4), (8, TOP_8), (16, TOP_16)])
def test_7_those_who_did_not_advance_keep_their_places(size, winners):
    """Below the finals the places are those after the Swiss rounds."""
    event = finals(swiss(20), size, *winners)
    after = {s.no: s.rank for s in rank(event, HEX)}
    assert {s.no: s.rank for s in final_standings(event, HEX) if s.no > size} == {
        no: place for no, place in after.items() if no > size
    }


def test_7_there_is_no_final_classification_before_the_final():
    """A final that has not been played decides nothing."""
    with refused(ErrorKind.ELIMINATION_NOT_OVER, round=2):
        final_standings(finals(swiss(10), 4, {4, 2}), HEX)
