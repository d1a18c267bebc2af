"""Neuroshima Hex, open tournament of Portalcon 2022: one test for each rule, in its order."""

from __future__ import annotations

import pytest
from by_hand import MANY_SEEDS, SEEDS, byes, couples, told_at

from engine import Match, Player, Round, Special, Stage, Tournament, pair, rank, ruleset_named
from engine.draws import lot
from engine.reasons import Kind
from engine.roster import FindingKind
from engine.rulesets.hex_armies import ARMIES

from cases import each

HEX = ruleset_named("hex")


@pytest.fixture
def neuroshima():
    """Give the ruleset ``hex``."""
    return HEX


@pytest.fixture
def games():
    """Give a builder of events.

    ``games(5, [(1, 2, 12, 5), (3, 4, 7, 7), (5,)])`` has five players and one round: 1 won with
    12 left to 5, 3 and 4 drew, 5 had a bye. The two armies may follow.
    """
    return _games


def _games(count, *rounds, seed="an event", options=None) -> Tournament:
    players = tuple(Player(no, f"Player {no}") for no in range(1, count + 1))
    return Tournament(players, _rounds(rounds), options or {}, seed)


def _rounds(rounds) -> tuple[Round, ...]:
    return tuple(
        Round(number, tuple(_match(table, *line) for table, line in enumerate(lines, 1)))
        for number, lines in enumerate(rounds, 1)
    )


def _match(table, one, two=None, *result) -> Match:
    if two is None:
        return Match(table, one, None, special=Special.BYE)
    return Match(table, one, two, result)


def both_noted_it(seed="an event", *, armies=("Borgo", "Borgo"), no=2, after=0):
    """Give what is found where two players have shown the same first army."""
    rounds = [[(1,), (no,)]] * after + [[(1, no, 12, 5, *armies)]]
    event = Tournament((player(1), player(no)), _rounds(rounds), seed=seed)
    return [(f.no, f.round, f.field, f.kind) for f in HEX.findings(event, 9)]


def difference(result, special=Special.NONE):
    """Give both players' difference of the headquarters."""
    return HEX.match_format.tally("Difference", result, special)


def player(no, *armies, beginner=False):
    """Give a player with the armies registered."""
    details = {f"Army {n}": army for n, army in enumerate(armies, 1)}
    return Player(no, f"Player {no}", details=details | ({"Beginner": "Yes"} if beginner else {}))


FIVE = ("Dancer", "Moloch", "Sharrash", "Smart", "Vegas")
BASIC = ("Borgo", "Hegemonia", "Moloch", "Posterunek")


def found(players, *rounds, planned=4):
    """Give the findings as player, round, field, kind and data."""
    return [
        (finding.no, finding.round, finding.field, finding.kind, finding.data)
        for finding in HEX.findings(Tournament(tuple(players), _rounds(rounds)), planned)
    ]


# 1. The tournament


@pytest.mark.parametrize(
    ("players", "cut"), [(6, 0), (7, 0), (8, 4), (15, 4), (16, 8), (17, 8), (40, 8)]
)
def test_1_four_rounds_then_the_best_four_or_eight(neuroshima, players, cut):
    """Four rounds whatever the number; the finals are of 8, of 4, or left out for a few."""
    assert neuroshima.suggest(players, {}) == (4, cut)


# 3.1 Armies


DOCUMENT_3_1 = (
    "BORGO, BEASTS, DANCER, DEATH BREATH, HEGEMONIA, IRON GANG, MEPHISTO, MISSISIPI, MOLOCH, "
    "NEODŻUNGLA, NOWY JORK, POSTERUNEK, SAND RUNNERS, SHARRASH, SMART, STALOWA POLICJA, "
    "TRYGLODYCI, URANOPOLIS, VEGAS"
)


def test_3_1_nineteen_armies():
    """The armies that may be played are those that the document lists."""
    assert len(ARMIES) == 19
    assert sorted(army.upper() for army in ARMIES) == sorted(DOCUMENT_3_1.split(", "))


# 4.1 Points


@pytest.mark.parametrize(
    ("result", "points"),
    [
        pytest.param((12, 5), (3, 0), id="win"),
        pytest.param((5, 12), (0, 3), id="loss"),
        pytest.param((9, 9), (1, 1), id="draw"),
        pytest.param((0, 0), (1, 1), id="both-fell"),
        pytest.param((12, 5, "Borgo", "Vegas"), (3, 0), id="armies-typed"),
        pytest.param((60, 0, "Dancer", "Vegas"), (3, 0), id="dancer"),
    ],
)
def test_4_1_points_of_a_match(neuroshima, result, points):
    """One game: three points for the higher headquarters, one each if they are level."""
    assert neuroshima.match_format.score(result, Special.NONE) == points


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        pytest.param((12, 5), (7, -7), id="the-example"),
        pytest.param((5, 12), (-7, 7), id="the-example-the-other-way-round"),
        pytest.param((9, 9), (0, 0), id="draw"),
        pytest.param((20, 0), (20, -20), id="headquarters-destroyed"),
        pytest.param((25, 10), (15, -15), id="more-than-a-headquarters-has"),
        pytest.param((25, 10, "Borgo", "Vegas"), (15, -15), id="more-than-these-armies-have"),
    ],
)
def test_4_1_difference_of_the_headquarters(result, expected):
    """12 left to 5 is +7 for the winner and -7 for the loser."""
    assert difference(result) == expected


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        pytest.param((40, 20, "Dancer", "Borgo"), (20, -20), id="exactly-20"),
        pytest.param((41, 20, "Dancer", "Borgo"), (20, -20), id="exactly-21"),
        pytest.param((60, 0, "Dancer", "Borgo"), (20, -20), id="dancer-wins"),
        pytest.param((0, 60, "Borgo", "Dancer"), (-20, 20), id="dancer-wins-as-player-2"),
        pytest.param((21, 0, "", "Dancer"), (20, -20), id="other-army-blank"),
        pytest.param((21, 0, "Borgo", "Vegas"), (20, -20), id="without-dancer"),
        pytest.param((35, 0), (20, -20), id="armies-not-typed"),
    ],
)
def test_4_1_a_difference_counts_twenty_at_most(result, expected):
    """The difference is 20 at most, whoever wins, and whether or not armies are typed."""
    assert difference(result) == expected


@pytest.mark.parametrize(
    ("result", "asked"),
    [
        pytest.param((20, 0), [], id="as-much-as-there-is"),
        pytest.param((35, 0), ["HQ 1"], id="armies-blank"),
        pytest.param((35, 0, "Borgo", "Vegas"), ["HQ 1"], id="no-dancer"),
        pytest.param((35, 0, "Dancer", "Vegas"), [], id="dancer"),
        pytest.param((0, 35, "Dancer", "Vegas"), ["HQ 2"], id="against-dancer"),
        pytest.param((21, 22, "", "Dancer"), ["HQ 1"], id="both-one-of-them-dancer"),
    ],
)
def test_4_1_more_than_a_headquarters_has_is_a_question(neuroshima, games, result, asked):
    """Whoever did not play Dancer cannot have more than 20 left; the entry counts all the same."""
    found = list(neuroshima.findings(games(2, [(1, 2, *result)]), 4))
    assert [finding.field for finding in found] == asked
    assert {(f.kind, f.clause, f.must) for f in found} <= {
        (FindingKind.TOO_MUCH_LEFT, "HEX 4.1", False)
    }


# 4.2 Bye


def test_4_2_a_bye_is_three_points_and_seven(neuroshima, games):
    """A bye is 3 points and a difference of +7."""
    assert neuroshima.match_format.bye == 3
    (standing,) = rank(games(1, [(1,)]), neuroshima)
    assert (standing.points, standing.tiebreaks["Difference"]) == (3, 7)


# 4.3 Time


@pytest.mark.parametrize("stage", [Stage.SWISS, Stage.ELIMINATION])
def test_4_3_the_end_of_a_round_is_spelled_out(neuroshima, stage):
    """The turn is finished; if nothing is decided by then the final battle is fought."""
    called = neuroshima.time_called[stage]
    steps = " ".join(called.steps)
    assert called.rule.startswith("HEX 4.3")
    assert steps.index("finishes it") < steps.index("the final battle is fought")


@pytest.mark.parametrize(("stage", "minutes"), [(Stage.SWISS, 45), (Stage.ELIMINATION, 55)])
def test_4_3_minutes_of_a_round(neuroshima, stage, minutes):
    """A Swiss round has 45 minutes, a round of the finals 55."""
    assert neuroshima.clock(stage, {}) == minutes


# 4.4 Swiss rounds


EIGHT = [(1, 2, 12, 5), (3, 4, 12, 5), (5, 6, 12, 5), (7, 8, 12, 5)]
THREE_ROUNDS = (
    EIGHT,
    [(1, 3, 9, 1), (5, 7, 9, 1), (2, 4, 9, 1), (6, 8, 9, 1)],
    [(1, 5, 9, 1), (3, 2, 9, 1), (7, 6, 9, 1), (4, 8, 9, 1)],
)
"""Player 1 has won all three matches, Player 8 has lost all three."""


@pytest.mark.parametrize("after", range(4))
def test_4_4_nobody_is_knocked_out(neuroshima, games, after):
    """In every round everyone plays, even without a single win."""
    pairing = pair(games(8, *THREE_ROUNDS[:after]), neuroshima)
    assert sorted(no for couple in couples(pairing) for no in couple) == list(range(1, 9))


FOUR = ([(1, 2, 9, 1), (3, 4, 9, 1)], [(1, 3, 9, 1), (2, 4, 9, 1)])


@each("seed", SEEDS)
def test_4_4_nobody_meets_the_same_opponent_twice(neuroshima, games, seed):
    """The third round of four players has only one pairing left, and it is found."""
    pairing = pair(games(4, *FOUR, seed=seed), neuroshima)
    assert couples(pairing) == {frozenset({1, 4}), frozenset({2, 3})}


@pytest.mark.parametrize("opponent", range(2, 7))
def test_4_4_the_first_round_is_drawn(neuroshima, games, opponent):
    """Player 1 meets every other player under one seed or another."""
    assert any(
        {1, opponent} in couples(pair(games(6, seed=seed), neuroshima)) for seed in MANY_SEEDS
    )


@each("seed", SEEDS)
def test_4_4_like_points_meet(neuroshima, games, seed):
    """Four winners meet one another, and so do four losers, whatever their differences."""
    line = [(1, 2, 30, 0), (3, 4, 1, 0), (5, 6, 12, 5), (7, 8, 20, 2)]
    pairing = pair(games(8, line, seed=seed), neuroshima)
    assert {frozenset(no % 2 for no in couple) for couple in couples(pairing)} == {
        frozenset({0}),
        frozenset({1}),
    }


@each("seed", SEEDS)
def test_4_4_points_as_like_as_possible_meet(neuroshima, games, seed):
    """Winners are an odd number: one of them meets one who drew, and the others stay together."""
    line = [(1, 2, 9, 1), (3, 4, 9, 1), (5, 6, 9, 1), (7, 8, 4, 4)]
    played = games(8, line, seed=seed)
    points = {s.no: s.points for s in rank(played, neuroshima)}
    met = sorted(
        sorted(points[no] for no in couple) for couple in couples(pair(played, neuroshima))
    )
    assert met == [[0, 0], [0, 1], [1, 3], [3, 3]]


@pytest.mark.parametrize("no", range(1, 6))
def test_4_4_the_bye_of_round_1_is_drawn(neuroshima, games, no):
    """Every player has the bye under one seed or another."""
    assert any(byes(pair(games(5, seed=seed), neuroshima)) == [no] for seed in MANY_SEEDS)


@pytest.mark.parametrize(
    ("rounds", "no"),
    [
        pytest.param([[(1, 2, 9, 8), (3, 4, 5, 5), (5,)]], 2, id="fewest-points"),
        pytest.param([[(1, 2, 9, 8), (3, 4, 20, 0), (5,)]], 4, id="then-smallest-difference"),
        pytest.param([[(1, 2, 20, 0), (3, 4, 9, 8), (5,)]], 2, id="then-smallest-difference-too"),
        pytest.param(
            [[(1, 2, 40, 0), (3, 4, 2, 1), (5,)], [(2, 5, 6, 6), (1, 4, 2, 1), (3,)]],
            4,
            id="points-before-difference",
        ),
        pytest.param(
            [[(1, 2, 9, 1), (4, 3, 9, 1), (5,)], [(5, 1, 9, 1), (4,), (2, 3, 9, 1)]],
            3,
            id="third-round",
        ),
    ],
)
def test_4_4_bye(neuroshima, games, rounds, no):
    """After round 1 whoever has the fewest points sits out, of those the smallest difference."""
    assert byes(pair(games(5, *rounds), neuroshima)) == [no]


def test_4_4_a_bye_says_why(neuroshima, games):
    """The explanation cites the number of the document and the order."""
    played = games(5, [(1, 2, 9, 8), (3, 4, 20, 0), (5,)])
    assert told_at(pair(played, neuroshima), played, 4) == (
        "HEX 4.4: Player 4 has the bye: the fewest points, then the smallest total difference"
    )


LOWEST_HAD_ONE = ([(1, 2, 10, 0), (3, 4, 10, 0), (5,)], [(2, 5, 20, 0), (1, 3, 5, 5), (4,)])
"""5, on 3 points and -13, is last and has had a bye, so has 4; 2 is the lowest who had none."""


@pytest.mark.parametrize(
    ("option", "no"),
    [
        pytest.param("", 5, id="left-blank"),
        pytest.param("Allowed", 5, id="allowed"),
        pytest.param("Avoided", 2, id="avoided"),
    ],
)
def test_4_4_a_second_bye_goes_to_the_same_player_if_allowed(neuroshima, games, option, no):
    """As written the lowest has it again; avoided, the lowest of those who had none."""
    played = games(5, *LOWEST_HAD_ONE, options={"Second bye": option})
    assert rank(played, neuroshima).order[2:] == [2, 4, 5]
    assert byes(pair(played, neuroshima)) == [no]


@pytest.mark.parametrize("options", [{}, {"Second bye": "Avoided"}])
def test_4_4_an_avoided_second_bye_is_said(neuroshima, games, options):
    """Only where second byes are avoided does the explanation speak of those who had none."""
    played = games(5, *LOWEST_HAD_ONE, options=options)
    pairing = pair(played, neuroshima)
    assert ("of those who had none" in told_at(pairing, played, byes(pairing)[0])) == bool(options)


@pytest.mark.parametrize(("choice", "is_legal"), [("Allowed", True), ("Avoided", False)])
def test_4_4_a_second_bye_is_legal_where_it_is_allowed(neuroshima, games, choice, is_legal):
    """Few events avoid them; one that is made by hand is found there only."""
    (option,) = (option for option in neuroshima.options if option.name == "Second bye")
    assert (option.choices, option.rare) == (("Allowed", "Avoided"), True)
    played = games(5, options={"Second bye": choice})
    assert neuroshima.legality(played).second_bye is is_legal


# 4.4 Classification


def test_4_4_points_rank_first(neuroshima, games):
    """Points come before the difference, however large."""
    played = games(4, [(1, 2, 40, 0), (3, 4, 9, 8)], [(1, 3, 0, 1), (2, 4, 30, 0)])
    assert [(s.no, s.points) for s in rank(played, neuroshima)] == [(3, 6), (1, 3), (2, 3), (4, 0)]


@each("seed", SEEDS)
def test_4_4_i_total_difference(neuroshima, games, seed):
    """Of players level on points the higher total of all rounds ranks higher."""
    played = games(4, [(1, 2, 10, 8), (3, 4, 10, 6)], [(1, 4, 20, 10), (3, 2, 10, 5)], seed=seed)
    assert [(s.no, s.tiebreaks["Difference"]) for s in rank(played, neuroshima)] == [
        (1, 12),
        (3, 9),
        (2, -7),
        (4, -14),
    ]


@each("seed", SEEDS)
@each(("winner", "loser"), [(1, 2), (2, 1)])
def test_4_4_ii_the_match_of_two_else_lot(neuroshima, games, winner, loser, seed):
    """Two who are level and have met rank by their match, whatever the lots."""
    played = games(
        4,
        [(loser, winner, 5, 10), (3, 4, 6, 6)],
        [(3, winner, 10, 5), (4, loser, 5, 10)],
        seed=seed,
    )
    standings = rank(played, neuroshima)
    assert {(s.points, s.tiebreaks["Difference"]) for s in standings if s.no < 3} == {(3, 0)}
    assert standings.order == [3, winner, loser, 4]


@each(
    ("count", "rounds", "level"),
    [
        pytest.param(4, [[(1, 2, 10, 5), (3, 4, 10, 5)]], {1, 3}, id="two-who-have-not-met"),
        pytest.param(
            4,
            [[(1, 2, 5, 5), (3, 4, 9, 9)], [(1, 3, 10, 5), (2, 4, 10, 5)]],
            {1, 2},
            id="two-who-drew",
        ),
        pytest.param(
            6,
            [
                [(1, 2, 10, 5), (3, 4, 10, 5), (5, 6, 8, 5)],
                [(5, 1, 10, 5), (2, 4, 10, 5), (6, 3, 10, 5)],
            ],
            {1, 2, 3},
            id="three-of-whom-two-have-met",
        ),
        pytest.param(
            3,
            [[(1, 2, 10, 5), (3,)], [(2, 3, 10, 5), (1,)], [(3, 1, 10, 5), (2,)]],
            {1, 2, 3},
            id="three-who-beat-one-another",
        ),
        pytest.param(
            6,
            [
                [(1, 2, 10, 5), (3, 4, 10, 5), (5, 6, 9, 5)],
                [(1, 3, 10, 5), (2, 6, 10, 5), (4, 5, 5, 5)],
                [(2, 3, 10, 5), (4, 1, 10, 5), (5,), (6,)],
                [(5, 1, 10, 5), (3, 6, 10, 5), (4, 2, 10, 5)],
            ],
            {1, 2, 3},
            id="three-of-whom-one-beat-the-others",
        ),
    ],
)
@each("seed", SEEDS)
def test_4_4_ii_otherwise_lots_are_drawn(neuroshima, games, count, rounds, level, seed):
    """More than two who are level, or two without a match or a winner, rank by their lots."""
    played = games(count, *rounds, seed=seed)
    standings = rank(played, neuroshima)
    order = [no for no in standings.order if no in level]
    places = {s.no: (s.points, s.tiebreaks["Difference"]) for s in standings}
    assert {no for no in places if places[no] == places[order[0]]} == level
    assert order == sorted(level, key=lambda no: lot(seed, no))


# 5.1 Armies registered


def test_5_1_five_different_armies():
    """Five different armies are as they should be."""
    assert found([player(1, *FIVE)]) == []


@pytest.mark.parametrize(
    ("armies", "columns"),
    [
        pytest.param(("Borgo", "Borgo", "Smart", "Vegas", "Dancer"), ["Army 2"], id="neighbours"),
        pytest.param(("Borgo", "Smart", "Vegas", "Dancer", "Borgo"), ["Army 5"], id="far-apart"),
        pytest.param(
            ("Borgo", "Borgo", "Borgo", "Vegas", "Dancer"), ["Army 2", "Army 3"], id="three-times"
        ),
    ],
)
def test_5_1_an_army_registered_twice_is_found(armies, columns):
    """Each repetition is told at its cell."""
    assert found([player(1, *armies)]) == [
        (1, 0, column, FindingKind.ARMY_TWICE, {"army": "Borgo"}) for column in columns
    ]


def test_5_1_no_armies_at_all_are_no_finding():
    """Armies are looked at only where they are written down."""
    assert found([player(1), player(2)], [(1, 2, 12, 5, "Vegas", "Smart")]) == []


@pytest.mark.parametrize("armies", [(), BASIC, BASIC[:1]], ids=["none", "all", "one"])
@pytest.mark.parametrize("army", BASIC)
def test_5_1_a_beginner_has_the_basic_armies(armies, army):
    """A beginner has all four basic armies, however many of them are written down."""
    beginner = player(1, *armies, beginner=True)
    assert found([beginner, player(2)], [(1, 2, 12, 5, army, "Vegas")]) == []


def test_5_1_a_beginner_can_register_no_other_army():
    """An army beside the basic ones is told at its cell."""
    assert found([player(1, "Borgo", "Vegas", beginner=True)]) == [
        (
            1, 0, "Army 2", FindingKind.NOT_BASIC,
            {"army": "Vegas", "basic": ", ".join(BASIC), "field": "Beginner"},
        )
    ]  # fmt: skip


def test_5_1_a_beginner_can_play_no_other_army():
    """An army beside the basic ones is told where it was played."""
    players = [player(1, beginner=True), player(2)]
    data = {"army": "Vegas", "armies": ", ".join(BASIC)}
    assert found(players, [(1, 2, 12, 5, "Vegas", "Smart")]) == [
        (1, 1, "Army 1", FindingKind.PLAYED_UNREGISTERED, data)
    ]


# 5.2 Each army once


@pytest.mark.parametrize(
    ("line", "no", "column"),
    [
        pytest.param((1, 2, 12, 5, "Vegas", "Smart"), 1, "Army 1", id="as-player-1"),
        pytest.param((2, 1, 12, 5, "Smart", "Vegas"), 1, "Army 2", id="as-player-2"),
    ],
)
@pytest.mark.parametrize("between", [0, 1, 2])
def test_5_2_each_army_once(line, no, column, between):
    """An army played again is told at its cell, with the round in which it was played before."""
    rounds = [[(1, 3, 9, 1, "Vegas", "Borgo")], *[[(1,)]] * between, [line]]
    assert found([player(1), player(2), player(3)], *rounds) == [
        (no, 2 + between, column, FindingKind.PLAYED_AGAIN, {"army": "Vegas", "before": 1})
    ]


def test_5_2_an_army_that_was_not_registered_is_found():
    """Whoever has registered armies plays one of them."""
    data = {"army": "Borgo", "armies": ", ".join(FIVE)}
    assert found([player(1, *FIVE), player(2)], [(2, 1, 12, 5, "Smart", "Borgo")]) == [
        (1, 1, "Army 2", FindingKind.PLAYED_UNREGISTERED, data)
    ]


def test_5_2_armies_may_be_left_out():
    """A result without armies, or with one of them, is complete."""
    rounds = [[(1, 2, 12, 5)], [(1, 2, 12, 5, "", "")], [(1, 2, 12, 5, "Vegas", "")], [(1,)]]
    assert found([player(1, *FIVE), player(2, *FIVE)], *rounds) == []


# 5.5 (1) Two armies noted in secret


@pytest.mark.parametrize("after", range(4))
def test_5_5_1_nothing_of_the_second_army_is_told_beforehand(neuroshima, games, after):
    """The draw follows once both have shown their first army: no pairing says anything of it."""
    pairing = pair(games(8, *THREE_ROUNDS[:after]), neuroshima)
    reasons = [*(r for table in pairing.tables for r in table.reasons), *pairing.notes]
    assert [r for r in reasons if r.kind is Kind.ARMIES or r.rule == "HEX 5.5"] == []


@pytest.mark.parametrize("after", range(4))
def test_5_5_1_who_plays_the_second_army_is_drawn(after):
    """The same army typed for both: one of the two is named, in their own column."""
    ((no, number, field, kind),) = both_noted_it(after=after)
    assert (no, field) in {(1, "Army 1"), (2, "Army 2")}
    assert (number, kind) == (after + 1, FindingKind.SAME_ARMY)


def test_5_5_1_the_second_army_must_be_typed():
    """The entry must be mended, under the number of the document."""
    event = Tournament((player(1), player(2)), _rounds([[(1, 2, 12, 5, "Borgo", "Borgo")]]))
    (finding,) = HEX.findings(event, 4)
    assert (finding.clause, finding.must, finding.data) == ("HEX 5.5", True, {"army": "Borgo"})


@pytest.mark.parametrize("no", [1, 2])
def test_5_5_1_either_may_have_to_play_the_second_army(no):
    """Both players are drawn under some seeds."""
    assert no in [both_noted_it(seed)[0][0] for seed in SEEDS]


@pytest.mark.parametrize("no", [1, 2])
def test_5_5_1_each_round_has_a_draw_of_its_own(no):
    """Under one seed, too, it is now the one and now the other."""
    assert no in [both_noted_it(after=after)[0][0] for after in range(8)]


@pytest.mark.parametrize("no", [1, 3])
def test_5_5_1_each_two_players_have_a_draw_of_their_own(neuroshima, no):
    """What is drawn for others in the round changes nothing, so the draw can be repeated."""
    same = (12, 5, "Borgo", "Borgo")
    players = tuple(player(n) for n in range(1, 5))

    def drawn(seed, *matches):
        event = Tournament(players, _rounds([matches]), seed=seed)
        return [finding.no for finding in neuroshima.findings(event, 4)]

    alone = [drawn(seed, (no, no + 1, *same)) for seed in SEEDS]
    beside = [drawn(seed, (1, 2, *same), (4, 3, *same)) for seed in SEEDS]
    assert [[other for other in found if other in (no, no + 1)] for found in beside] == alone


@pytest.mark.parametrize("armies", [(), ("", ""), ("Borgo", ""), ("Borgo", "Vegas")])
def test_5_5_1_without_the_same_army_nothing_is_drawn(armies):
    """Two armies, one, or none typed are as they should be."""
    assert both_noted_it(armies=armies) == []


# 5.5 (2) The beginner's exception


REPEATED = [[(1, 2, 9, 1, "Borgo", "")], [(1,)], [(1,)], [(1, 3, 9, 1, "Borgo", "")]]


def test_5_5_2_a_beginner_may_repeat_an_army_in_the_last_round():
    """In the last of the planned rounds a basic army may be played a second time."""
    players = [player(1, beginner=True), player(2), player(3)]
    assert found(players, *REPEATED, planned=4) == []


@pytest.mark.parametrize("armies", [(), FIVE], ids=["not-registered", "registered"])
def test_5_5_2_nobody_else_may_repeat_an_army_in_the_last_round(armies):
    """The exception is for beginners only."""
    players = [player(1, *armies), player(2), player(3)]
    rounds = [[(1, 2, 9, 1, "Vegas", "")], [(1,)], [(1,)], [(1, 3, 9, 1, "Vegas", "")]]
    assert [entry[:3] for entry in found(players, *rounds, planned=4)] == [(1, 4, "Army 1")]


@pytest.mark.parametrize("planned", [5, 6])
def test_5_5_2_a_beginner_may_not_repeat_an_army_earlier(planned):
    """In a round before the last one the exception does not hold."""
    players = [player(1, beginner=True), player(2), player(3)]
    assert found(players, *REPEATED, planned=planned) == [
        (1, 4, "Army 1", FindingKind.PLAYED_AGAIN, {"army": "Borgo", "before": 1})
    ]


def test_5_5_2_a_beginner_s_opponent_may_not_repeat_an_army():
    """Who meets a beginner in the last round has no exception."""
    rounds = [[(2, 3, 9, 1, "Vegas", "")], [(2,)], [(2,)], [(1, 2, 9, 1, "Borgo", "Vegas")]]
    players = [player(1, beginner=True), player(2), player(3)]
    assert [entry[:3] for entry in found(players, *rounds, planned=4)] == [(2, 4, "Army 2")]


@pytest.mark.parametrize(
    ("armies", "is_found"),
    [(("Iron Gang", "Borgo"), False), (("Borgo", "Vegas"), True), ((), False)],
    ids=["with-its-army", "without-it", "no-armies-typed"],
)
def test_5_1_an_exchangeable_token_is_registered_with_its_army(armies, is_found):
    """The only one that 3.2 allows is Hak, of the Iron Gang."""
    (column,) = [c for c in HEX.roster_fields if c.name == "Exchangeable token"]
    assert column.choices == ("Hak",)
    details = {f"Army {n}": army for n, army in enumerate(armies, 1)}
    player = Player(1, "Ann", details={**details, "Exchangeable token": "Hak"})
    found = [f for f in HEX.findings(Tournament((player,)), 4) if f.field == column.name]
    assert [(f.kind, f.clause, f.data) for f in found] == is_found * [
        (FindingKind.MISSING_ARMY, "HEX 3.2", {"token": "Hak", "army": "Iron Gang"})
    ]
