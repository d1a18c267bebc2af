"""Netrunner Tournament Protocol 98.4: one test or more for each rule, in its order."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from by_hand import (
    HALF,
    byes,
    couples,
    lines,
    meetings,
    played_out,
    points,
    ranks,
    sets,
    tables,
    told,
    values,
    with_seeds,
)
from refusals import refused

from engine import ErrorKind, Player, Special, Stage, Tournament, pair, rank, ruleset_named
from engine.records import Record
from engine.rulesets.shared import original_player_order, pairing_number
from xlplugin.workbook.reasons import cited

from cases import each

ROUND_ROBIN = {"Format": "Round robin"}


@pytest.fixture
def ntp():
    """Give the ruleset ``ntp``."""
    return ruleset_named("ntp")


def laid_out(event, piles, *drawn):
    """Give an event with these piles, the highest first, each in the order of the numbers.

    In the first rounds the higher piles have byes; those after them are drawn, as written.
    """
    ahead = [
        [(no,) for pile in piles[:higher] for no in pile] for higher in range(len(piles) - 1, 0, -1)
    ]
    return event(max(map(max, piles)), *ahead, *map(lines, drawn))


# Guidelines: round robin


@pytest.mark.parametrize(
    ("players", "rounds"), [(2, 1), (3, 3), (4, 3), (5, 5), (6, 5), (7, 7), (8, 7), (9, 9)]
)
def test_guidelines_in_a_round_robin_everyone_meets_everyone(ntp, event, players, rounds):
    """After players - 1 rounds, or as many as players if odd, all have met each other once."""
    played = played_out(event(players, options=ROUND_ROBIN), ntp, rounds)
    met = {two: times for two, times in meetings(played).items() if len(two) == 2}
    assert met == {frozenset(two): 1 for two in combinations(range(1, players + 1), 2)}


@pytest.mark.parametrize("players", [4, 5])
def test_guidelines_a_round_robin_ends_when_everyone_has_met(ntp, event, players):
    """One round more than it takes is refused with the reason."""
    rounds = ntp.suggest(players, ROUND_ROBIN).rounds
    played = played_out(event(players, options=ROUND_ROBIN), ntp, rounds)
    with refused(ErrorKind.ROUND_ROBIN_FINISHED, round=rounds):
        pair(played, ntp)


def test_guidelines_a_round_robin_bye_earns_nothing(ntp, event):
    """2.1 is eliminated, and with it the three points of its bye."""
    played = event(3, lines("1>2 3"), options=ROUND_ROBIN)
    assert points(played, ntp) == {1: 3, 2: 0, 3: 0}


@pytest.mark.parametrize("no", [1, 2, 3])
def test_guidelines_a_round_robin_says_so(ntp, event, no):
    """Every table cites the guidelines, a bye too."""
    tournament = event(3, options=ROUND_ROBIN)
    assert told(pair(tournament, ntp), tournament, no)[0].startswith("NTP Guidelines: ")


# Initialization protocol


@each(
    ("players", "rounds"),
    [
        (2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (16, 4), (17, 5), (32, 5), (33, 6), (64, 6),
        (65, 7), (128, 7), (129, 8), (256, 8),
    ],
)  # fmt: skip
def test_1_2_rounds_for_a_number_of_players(ntp, players, rounds):
    """Both ends of every line of the document's table; there is no cut."""
    assert ntp.suggest(players, {}) == (rounds, 0)


@pytest.mark.parametrize(
    ("seeds", "order"),
    [
        pytest.param({}, [1, 2, 3, 4], id="nobody-seeded"),
        pytest.param({1: 4, 2: 3, 3: 2, 4: 1}, [4, 3, 2, 1], id="everyone-seeded"),
        pytest.param({3: 1, 1: 7}, [3, 1, 2, 4], id="some-seeded"),
    ],
)
def test_1_3_original_player_order_is_by_seed(ntp, event, seeds, order):
    """The stack is by seed from the best, then those without one, and round 1 is paired from it."""
    tournament = with_seeds(event(4), seeds)
    assert original_player_order(tournament) == order
    assert tables(pair(tournament, ntp)) == [(order[0], order[2]), (order[1], order[3])]


def test_1_4_everyone_starts_in_one_pile(ntp, event):
    """Before the first round all have pairing number 0 and no points."""
    tournament = event(6)
    assert [cited(note, tournament) for note in pair(tournament, ntp).notes] == [
        "NTP 2.2: piles by pairing number (cards): 6 with number 0"
    ]
    assert set(points(tournament, ntp).values()) == {0}


# 2.1 Bye


@pytest.mark.parametrize(
    ("rounds", "seeds", "expected"),
    [
        pytest.param([], {}, 5, id="first-round-last-in-order"),
        pytest.param([], {5: 1, 4: 2, 3: 3, 2: 4, 1: 5}, 1, id="first-round-last-by-seed"),
        pytest.param(["1>2 3=4 5"], {}, 2, id="lowest-pairing-number"),
        pytest.param(["4>1 2+3 5"], {}, 1, id="lowest-total-of-the-lowest-number"),
        pytest.param(["1=2 3=4 5"], {}, 4, id="tie-last-in-order"),
        pytest.param(["1=2 3=4 5"], {1: 9, 2: 1, 3: 2, 4: 3, 5: 4}, 1, id="tie-last-by-seed"),
        pytest.param(["1=2 3=4 5", "3>5 1=4 2"], {}, 4, id="lowest-has-had-one"),
        pytest.param(["1>2 3>4 5", "2=3 1>5 4"], {}, 2, id="lower-number-but-two-have-had-one"),
    ],
)
def test_2_1_the_bye_goes_to_the_lowest_who_had_none(ntp, event, rounds, seeds, expected):
    """Lowest pairing number, then lowest total, without a bye; last in original order if tied."""
    played = with_seeds(event(5, *map(lines, rounds)), seeds)
    pairing = pair(played, ntp)
    assert byes(pairing) == [expected]
    assert told(pairing, played, expected)[0].startswith(
        f"NTP 2.1: Player {expected} has the bye: the lowest pairing number"
    )


# 2.2, 2.3 Piles


@pytest.mark.parametrize(
    ("seeds", "expected"),
    [
        pytest.param({}, [(3, 5), (1, 6), (2, 4)], id="roster-order"),
        pytest.param({6: 1, 5: 2}, [(3, 6), (1, 5), (2, 4)], id="by-seed"),
    ],
)
def test_2_2_piles_are_in_order_of_points(ntp, event, seeds, expected):
    """A pile is by total, then by original order: 3, 2, 1.5 and 1.5 points above 1 and 0."""
    played = with_seeds(event(6, lines("1+2 3>4 5=6")), seeds)
    assert tables(pair(played, ntp)) == expected


@pytest.mark.parametrize(
    ("piles", "expected"),
    [
        pytest.param([[5, 6], [3, 4], [1, 2]], [(5, 6), (3, 4), (1, 2)], id="even-piles"),
        pytest.param(
            [[1, 2, 3], [4, 5, 6, 7], [8]], [(1, 2), (3, 4), (5, 6), (7, 8)], id="odd-piles"
        ),
    ],
)
def test_2_3_piles_are_paired_from_the_highest_down(ntp, event, piles, expected):
    """A higher pile is done, its odd player too, before the next one is begun."""
    assert tables(pair(laid_out(event, piles), ntp)) == expected


@pytest.mark.parametrize(
    ("piles", "drawn", "expected"),
    [
        pytest.param([[1, 2, 3], [4, 5, 6]], [], "3-4 1-2 5-6", id="top"),
        pytest.param([[1, 2, 3], [4, 5, 6]], ["3=4 1=5 2=6"], "3-5 1-2 4-6", id="top-met-second"),
        pytest.param(
            [[1, 2, 3], [4, 5, 6]],
            ["3=4 1=5 2=6", "3=5 1=6 2=4"],
            "3-6 1-2 4-5",
            id="top-two-met-third",
        ),
        pytest.param([[1], [2], [3, 4]], [], "1-2 3-4", id="next-pile-used-up"),
    ],
)
def test_2_3_1_the_bottom_of_an_odd_pile_meets_the_top_of_the_next(
    ntp, event, piles, drawn, expected
):
    """The bottom player meets the next pile's top, if met the second, and so on down."""
    assert couples(pair(laid_out(event, piles, *drawn), ntp)) == sets(expected)


def test_2_3_1_says_who_came_from_an_odd_pile(ntp, event):
    """The bottom player's table names the rule, and whom it passed over."""
    played = laid_out(event, [[1, 2, 3], [4, 5, 6]], "3=4 1=5 2=6")
    reasons = told(pair(played, ntp), played, 3)
    assert reasons[0].startswith("NTP 2.3.1: an odd number in the pile: its bottom player Player 3")
    assert reasons[1:] == [
        "NTP 2.5: Player 3 and Player 4 have met (round 2), so the next card down"
    ]


@pytest.mark.parametrize(
    ("piles", "upper", "lower"),
    [
        pytest.param([[1, 2, 3, 4, 5, 6, 7, 8]], {1, 2, 3, 4}, {5, 6, 7, 8}, id="even"),
        pytest.param([[1, 2, 3, 4, 5], [6, 7, 8]], {1, 2}, {3, 4}, id="without-the-odd-bottom"),
    ],
)
def test_2_3_2_a_pile_is_split_in_halves(ntp, event, piles, upper, lower):
    """Everyone of the first half meets one of the second."""
    found = dict(tables(pair(laid_out(event, piles), ntp)))
    assert {found[no] for no in upper} == lower


@pytest.mark.parametrize("half", [1, 2, 3, 4, 7])
def test_2_3_3_top_meets_top(ntp, event, half):
    """The top cards of the halves meet, then the next two, down to the bottom."""
    expected = list(zip(range(1, half + 1), range(half + 1, 2 * half + 1), strict=True))
    assert tables(pair(event(2 * half), ntp)) == expected


# 2.4, 2.5 Legal pairings


@pytest.mark.parametrize(("players", "rounds"), [(4, 3), (6, 3), (8, 5), (9, 4), (12, 5)])
def test_2_4_nobody_meets_the_same_opponent_twice(ntp, event, players, rounds):
    """No two are paired twice, and with so few byes nobody sits out twice either."""
    assert set(meetings(played_out(event(players), ntp, rounds)).values()) == {1}


SIX, EIGHT, TEN, TWELVE = ([[*range(1, count + 1)]] for count in (6, 8, 10, 12))
ONE_MOVE = ["1=4 2=3 5=6"]
TWO_MOVES = ["1=4 2=6 3=5", "2=4 1=5 3=6"]
THREE_MOVES = ["1=4 2=5 3=6", "2=4 1=3 5=6"]
FIVE_MOVES = ["1=5 2=6 3=4 7=8", "2=5 1=6 3=8 4=7"]
SIX_MOVES = ["1=6 2=7 3=4 5=8 9=10", "2=6 1=7 3=5 4=9 8=10", "3=6 1=2 4=10 5=9 7=8"]
SEVEN_MOVES = ["1=6 2=7 3=8 4=5 9=10", "2=6 1=7 3=5 4=9 8=10", "3=6 1=2 4=10 5=9 7=8"]
NINE_MOVES = [
    "1=7 2=8 3=9 4=5 6=10 11=12",
    "2=7 1=8 3=4 5=6 9=10 11=12",
    "3=7 2=9 1=12 4=11 5=8 6=10",
]
"""Rounds after which so many moves of the cards are needed for the first pair."""


@pytest.mark.parametrize(
    ("piles", "drawn", "first", "steps"),
    [
        pytest.param(SIX, [], (1, 4), [], id="legal-at-once"),
        pytest.param(SIX, ONE_MOVE, (2, 4), [1], id="after-1"),
        pytest.param(SIX, TWO_MOVES, (2, 5), [1, 2], id="after-2"),
        pytest.param(SIX, THREE_MOVES, (1, 5), [1, 2, 3], id="after-3"),
        pytest.param(EIGHT, FIVE_MOVES, (3, 5), [1, 2, 3, 4, 5], id="after-5"),
        pytest.param(TEN, SIX_MOVES, (3, 8), [1, 2, 3, 4, 5, 6], id="after-6"),
        pytest.param(TEN, SEVEN_MOVES, (2, 8), [1, 2, 3, 4, 5, 6, 7], id="after-7"),
        pytest.param(TWELVE, NINE_MOVES, (4, 8), [1, 2, 3, 4, 5, 6, 7, 7, 7], id="after-9"),
    ],
)
def test_2_5_cards_are_moved_until_the_top_two_may_meet(ntp, event, piles, drawn, first, steps):
    """After every step the two cards on top are looked at; once legal they are paired."""
    pairing = pair(laid_out(event, piles, *drawn), ntp)
    (table,) = (t for t in pairing.tables if (t.player1, t.player2) == first)
    rules = [reason.rule for reason in table.reasons]
    assert rules == [*(f"NTP 2.5.{step}" for step in steps), "NTP 2.3.3"]


def moved(pairing, no, step):
    """Give what a step of the subroutines did at a player's table: rule, players, cards below."""
    (table,) = (t for t in pairing.tables if no in t[:2])
    reason = table.reasons[step]
    return reason.rule, reason.players, reason.values["cards"]


def test_2_5_1_switch_the_top_two_of_the_first_half(ntp, event):
    """1 has met 4, so 2 comes up and meets 4; then 1 meets 5."""
    played = laid_out(event, SIX, *ONE_MOVE)
    pairing = pair(played, ntp)
    assert couples(pairing) == sets("2-4 1-5 3-6")
    assert told(pairing, played, 2)[0] == (
        "NTP 2.5.1: switched Player 1 and the card below (first half); "
        "Player 1 and Player 4 have met (round 1)"
    )


def test_2_5_2_switch_the_top_two_of_the_second_half(ntp, event):
    """1 and 2 have met 4, so 5 comes up and meets 2; 4 comes next and meets 3."""
    played = laid_out(event, SIX, *TWO_MOVES)
    pairing = pair(played, ntp)
    assert couples(pairing) == sets("2-5 3-4 1-6")
    assert told(pairing, played, 2)[1] == (
        "NTP 2.5.2: switched Player 4 and the card below (second half); "
        "Player 4 and Player 2 have met (round 2)"
    )


def test_2_5_3_the_top_of_the_first_half_goes_below_two(ntp, event):
    """2 has met 4 and 5 and goes below 1 and 3, so 1 meets 5, 3 meets 4 and 2 meets 6."""
    played = laid_out(event, SIX, *THREE_MOVES)
    pairing = pair(played, ntp)
    assert couples(pairing) == sets("1-5 3-4 2-6")
    assert told(pairing, played, 1)[2] == (
        "NTP 2.5.3: moved Player 2 below 2 cards; Player 2 and Player 5 have met (round 1)"
    )

    # Here 1 and 3 come before 2: had 2 gone below 1 alone, 3 would meet 6, and 4 meet 5.
    drawn = ["1=6 2=5 3=4 7=8", "1=4 2=3 5=7 6=8", "1=5 2=6 3=7 4=8"]
    pairing = pair(laid_out(event, EIGHT, *drawn), ntp)
    assert moved(pairing, 3, 2) == ("NTP 2.5.3", (2, 6), 2)
    assert couples(pairing) == sets("3-5 2-7 4-6 1-8")


def test_2_5_4_the_top_of_the_second_half_goes_below_two(ntp, event):
    """6 goes below 5 and 7. That brings back 1 and 5, who began, so it never decides by itself.

    But the cards go on as it leaves them: 5, 7, 6, 8, not 6, 5, 7, 8.
    """
    played = laid_out(event, EIGHT, *FIVE_MOVES)
    pairing = pair(played, ntp)
    met = dict(tables(pairing))
    assert [met[no] for no in (3, 2, 4, 1)] == [5, 7, 6, 8]
    assert moved(pairing, 5, 3) == ("NTP 2.5.4", (6, 1), 2)
    # Here 6 and 8 come before 7: had 7 gone below 6 alone, 3 would meet 7.
    drawn = [
        "1=7 2=6 3=5 4=9 8=10", "1=6 2=7 3=4 5=8 9=10", "1=2 3=6 4=7 5=10 8=9",
    ]  # fmt: skip
    pairing = pair(laid_out(event, TEN, *drawn), ntp)
    assert moved(pairing, 3, 3) == ("NTP 2.5.4", (7, 1), 2)
    assert couples(pairing) == sets("3-8 4-6 5-7 2-9 1-10")


def test_2_5_5_the_top_of_the_first_half_goes_below_three(ntp, event):
    """1 goes below 3, 2 and 4, in which order they then meet 5, 7 and 6, and 1 meets 8."""
    played = laid_out(event, EIGHT, *FIVE_MOVES)
    pairing = pair(played, ntp)
    assert couples(pairing) == sets("3-5 2-7 4-6 1-8")
    assert moved(pairing, 3, 4) == ("NTP 2.5.5", (1, 5), 3)


def test_2_5_6_the_top_of_the_second_half_goes_below_three(ntp, event):
    """6 goes below 8, 7 and 9, so 3 meets 8.

    2, 4, 1, 5 are left with 7, 9, 6, 10; 2 has met 7, then 1 has met 6, so there are two switches.
    """
    played = laid_out(event, TEN, *SIX_MOVES)
    pairing = pair(played, ntp)
    assert couples(pairing) == sets("3-8 4-7 2-9 5-6 1-10")
    assert moved(pairing, 3, 5) == ("NTP 2.5.6", (6, 3), 3)


@pytest.mark.parametrize(
    ("piles", "drawn", "no", "step", "expected"),
    [
        pytest.param(
            TEN, SEVEN_MOVES, 2, 6, ((3, 8), 4),
            id="first-half-below-four",
        ),
        pytest.param(
            TWELVE, NINE_MOVES, 4, 7, ((9, 2), 4),
            id="second-half-below-four",
        ),
        pytest.param(
            TWELVE, NINE_MOVES, 4, 8, ((2, 8), 5),
            id="first-half-below-five",
        ),
    ],
)  # fmt: skip
def test_2_5_7_and_so_on(ntp, event, piles, drawn, no, step, expected):
    """The tops go one card further down each time, first half first."""
    pairing = pair(laid_out(event, piles, *drawn), ntp)
    assert moved(pairing, no, step) == ("NTP 2.5.7", *expected)


NO_HELP = "no subroutine leads to a legal pairing of Player {}"
LATER = "4 and Player 3 have met (round 2): Player 4 meets Player 1 instead"


@each(
    ("piles", "drawn", "no", "left", "met"),
    [
        (SIX, ["3=6 1=2 4=5"], 3, NO_HELP.format("3, Player 6"),
         ["3 and Player 6 have met (round 1): Player 3 meets Player 5 instead"]),
        ([[1, 2], [3, 4]], ["1=2 3=4", "1=3 2=4"], 1, NO_HELP.format("1, Player 2"),
         ["1 and Player 2 have met (round 2): Player 1 meets Player 4 instead", LATER]),
        ([[1, 2], [3, 4]], ["3=4 1 2", "1=3 2=4"], 4,
         "the players below would be left without a legal pairing", [LATER]),
    ],
    ids=["last-pair", "pile-of-two", "those-below"],
)  # fmt: skip
def test_2_5_exhausted_is_said(ntp, event, piles, drawn, no, left, met):
    """The tables concerned say that no subroutine helped, and who could not meet whom."""
    played = laid_out(event, piles, *drawn)
    first, *others = told(pair(played, ntp), played, no)
    assert first == f"NTP 2.5: {left}: cards taken up again, nearest legal pairing"
    assert others == [f"NTP 2.4: Player {line}" for line in met]


# 2.6 Time


@pytest.mark.parametrize(
    ("options", "minutes"),
    [
        pytest.param({"Decks": "Sealed"}, 90, id="sealed"),
        pytest.param({"Decks": "Constructed"}, 60, id="constructed"),
        pytest.param({}, 60, id="nothing-said"),
    ],
)
def test_2_6_minutes_of_a_round(ntp, options, minutes):
    """A match with sealed decks has 90 minutes, with constructed decks 60."""
    assert ntp.clock(Stage.SWISS, options) == minutes


# 2.7 Points


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        pytest.param((10, 4, 10, 6), (3, 0), id="both-games"),
        pytest.param((2, 10, 0, 10), (0, 3), id="neither-game"),
        pytest.param((10, 0, 6, 10), (2, 1), id="a-game-each-and-the-match"),
        pytest.param((10, 5, 0, 10), (1, 2), id="a-game-each-but-not-the-match"),
        pytest.param((10, 3, 3, 10), (3 * HALF, 3 * HALF), id="a-game-each-tied-match"),
        pytest.param((10, 6, 3, 3), (5 * HALF, HALF), id="a-game-and-a-tied-one"),
        pytest.param((10, 2, 0, 0), (5 * HALF, HALF), id="a-game-and-one-not-begun"),
        pytest.param((10, 6, 0, 6), (3 * HALF, 3 * HALF), id="a-game-but-not-the-match"),
        pytest.param((4, 2, 1, 1), (2, 1), id="unfinished-ahead"),
        pytest.param((3, 3, 5, 5), (3 * HALF, 3 * HALF), id="all-tied"),
    ],
)
def test_2_7_a_point_for_each_game_and_for_the_match(ntp, result, expected):
    """The winner of a game or of the match has 1; tied or unfinished it is half each."""
    assert ntp.match_format.score(result, Special.NONE) == expected


@pytest.mark.parametrize("options", [{}, ROUND_ROBIN], ids=["swiss", "round-robin"])
def test_2_7_1_every_match_is_three_points(ntp, options):
    """Whatever is typed without contradiction, both players' points are three together."""
    match_format = ntp.format(options)
    typed = product(*(field.choices for field in match_format.fields))
    totals = {
        sum(match_format.score(result, Special.NONE))
        for result in typed
        if match_format.fault(result, Special.NONE) is None
    }
    assert totals == {3}


def test_2_7_2_points_add_up(ntp, event):
    """The total is what was earned in all rounds, byes included."""
    played = event(3, lines("1>2 3"), lines("3+1 2"), lines("2=3 1"))
    assert points(played, ntp) == {1: 3 + 1 + 3, 2: 0 + 3 + 3 * HALF, 3: 3 + 2 + 3 * HALF}


NUMBERS = [
    (0, 1, 0), (1.5, 4, 1), (4.5, 7, 2), (7.5, 10, 3), (10.5, 13, 4), (13.5, 16, 5), (16.5, 19, 6),
]  # fmt: skip
"""From a total to another: the pairing number."""


@each(
    ("halves", "number"),
    [
        pytest.param(halves, number, id=f"{halves / 2}")
        for least, most, number in NUMBERS
        for halves in range(int(2 * least), int(2 * most) + 1)
    ],
)
def test_2_7_3_pairing_number(halves, number):
    """The total divided by three and rounded, half up, for every total from 0 to 19."""
    record = Record(denominator=2)
    record.units = halves
    assert pairing_number(record) == number


def test_2_7_3_the_notes_of_a_round_say_every_pairing_number(ntp, event):
    """With the total that it comes from; before the first round everybody's is 0, and nothing is said."""
    assert "NTP 2.7.3" not in {note.rule for note in pair(event(3), ntp).notes}
    played = event(3, lines("1>2 3"))
    told = [cited(note, played) for note in pair(played, ntp).notes if note.rule == "NTP 2.7.3"]
    assert told == [
        "NTP 2.7.3: pairing number 1: Player 1, Player 3 (3 points)",
        "NTP 2.7.3: pairing number 0: Player 2 (0 points)",
    ]


# Data table


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        pytest.param((10, 0, 10, 0), (1, 0), id="both-games"),
        pytest.param((10, 1, 0, 10), (0, 1), id="ten-to-eleven"),
        pytest.param((10, 0, 1, 10), (1, 0), id="eleven-to-ten"),
        pytest.param((10, 4, 4, 10), (HALF, HALF), id="level"),
        pytest.param((10, 6, 0, 6), (0, 1), id="one-game-won-but-ten-to-twelve"),
        pytest.param((5, 4, 0, 3), (0, 1), id="unfinished-five-to-seven"),
    ],
)
def test_data_table_the_match_winner_has_more_points(ntp, result, expected):
    """Ten for a game won, the agenda points otherwise, added up over both games."""
    assert ntp.match_format.tally("Matches", result, Special.NONE) == expected


def test_data_table_a_bye_is_three_points(ntp, event):
    """A bye is an automatic three points."""
    assert ntp.match_format.bye == 3
    assert points(event(3, lines("1=2 3")), ntp)[3] == 3


def test_data_table_a_player_is_anyone_who_takes_part(ntp):
    """Whoever is on the roster is paired and ranked, with no more than a number and a name."""
    entered = Tournament(tuple(Player(no, f"Player {no}") for no in range(1, 8)))
    pairing = pair(entered, ntp)
    assert tables(pairing) == [(1, 4), (2, 5), (3, 6)]
    assert byes(pairing) == [7]
    assert sorted(ranks(entered, ntp)) == [*range(1, 8)]


# Shutdown protocol


def test_3_1_points_rank_first(ntp, event):
    """More points rank higher, even by half a point and against every tiebreak."""
    played = event(4, [(1, 2, (10, 6, 3, 3)), *lines("3+4")], lines("4>2 1=3"))
    # 1: 4, 3: 3.5, 4: 4, 2: 0.5
    assert points(played, ntp) == {1: 4, 2: HALF, 3: 7 * HALF, 4: 4}
    assert rank(played, ntp).order[2:] == [3, 2]


TWO_ROUNDS = ["1>4 3>2", "1>3 2=4"]
"""Totals 6, 1.5, 3, 1.5."""

THREE_ROUNDS = ["1>4 6>3 5>2", "1=5 6>2 3=4", "3=1 4>2 5=6"]
"""Totals 6, 0, 3, 4.5, 6, 7.5."""


def test_3_2_1_opponents_totals(ntp, event):
    """The opponents' totals are added up, and rank 4 above 2 with 1.5 points each."""
    played = event(4, *map(lines, TWO_ROUNDS))
    assert values(played, ntp, "Opponents' GMP") == {
        1: 3 * HALF + 3,
        2: 3 + 3 * HALF,
        3: 3 * HALF + 6,
        4: 6 + 3 * HALF,
    }
    assert rank(played, ntp).order == [1, 3, 4, 2]


def test_3_2_2_without_highest_and_lowest(ntp, event):
    """5 and 1 are level with 6 points and opponents' 13.5; the one in the middle decides."""
    played = event(6, *map(lines, THREE_ROUNDS))
    totals, median = (values(played, ntp, name) for name in ("Opponents' GMP", "Median"))
    assert (totals[5], totals[1]) == (0 + 6 + 15 * HALF, 9 * HALF + 6 + 3)
    assert (median[5], median[1]) == (6, 9 * HALF)
    assert rank(played, ntp).order[1:3] == [5, 1]


ALL_MET = ["2>3 1>4", "2>1 6>3", "3>1 5>2", "4>2 3>5 1>6"]
"""1, 2 and 3 have met and are level in points, opponents' points and median; so are 4, 5, 6."""


@pytest.mark.parametrize(
    ("players", "rounds", "expected"),
    [
        pytest.param(2, ["1~2"], {2: 1, 1: 2}, id="winner-of-the-match"),
        pytest.param(2, ["1=2"], {1: 1, 2: 1}, id="tied-match"),
        pytest.param(
            6, ALL_MET, {2: 1, 3: 2, 1: 3, 4: 4, 5: 4, 6: 4}, id="three-by-points-of-their-matches"
        ),
        pytest.param(3, ["1>2", "2>3", "3>1"], {1: 1, 2: 1, 3: 1}, id="three-in-a-circle"),
        pytest.param(4, ["1~2 3=4"], {1: 1, 2: 1, 3: 1, 4: 1}, id="not-all-have-met"),
    ],
)
def test_3_2_3_head_to_head(ntp, event, players, rounds, expected):
    """For two the winner of their match; for more, if all have met, their points of it."""
    assert ranks(event(players, *map(lines, rounds)), ntp) == expected


def test_3_2_3_is_for_those_still_tied(ntp, event):
    """Only the three who needed it have a value: six, three and no points from one another."""
    found = {
        standing.no: standing.tiebreaks["Head to head"]
        for standing in rank(event(6, *map(lines, ALL_MET)), ntp)
        if "Head to head" in standing.tiebreaks
    }
    assert found == {2: 6, 3: 3, 1: 0}


@pytest.mark.parametrize(
    ("players", "rounds", "expected"),
    [
        pytest.param(4, [], [1, 1, 1, 1], id="nothing-played"),
        pytest.param(4, ["1>2 3>4"], [1, 1, 3, 3], id="two-and-two"),
        pytest.param(6, ALL_MET, [1, 2, 3, 4, 4, 4], id="three-at-the-end"),
    ],
)
def test_3_2_who_is_still_tied_shares_the_rank(ntp, event, players, rounds, expected):
    """Whom no step tells apart have the same rank, and the next one is left out."""
    assert [s.rank for s in rank(event(players, *map(lines, rounds)), ntp)] == expected


def test_4_3_1_no_intentional_draw_is_offered(ntp):
    """A result that is decided outside the game is no choice; byes and no-shows are."""
    offered = set(ntp.match_format.specials)
    assert Special.INTENTIONAL_DRAW not in offered
    assert {Special.BYE, Special.NO_SHOW_1, Special.NO_SHOW_2} < offered


def test_an_awarded_bye_does_not_count_in_a_round_robin(ntp):
    """Everyone plays everyone, so whoever holds a bye is paired, and the notes say so."""
    players = tuple(Player(no, f"Player {no}", first_round_bye=no == 1) for no in range(1, 5))
    event = Tournament(players, (), {"Format": "Round robin"}, "seed")
    pairing = pair(event, ntp)
    assert [table for table in pairing.tables if table.player2 is None] == []
    assert "Player 1's awarded bye does not count" in cited(pairing.notes[0], event)
