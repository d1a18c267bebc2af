"""NISEI Organized Play Policies 1.4, what follows the Swiss rounds: one test for each rule.

In the order of the document: asynchronous events, clock, record-based cut, standings-based cut,
tiebreaker round, elimination rounds.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

import pytest
from by_hand import SEEDS, couples
from refusals import refused

from engine import (
    ErrorKind,
    Match,
    Player,
    Progression,
    Round,
    Special,
    Stage,
    Status,
    Tournament,
    TournamentError,
    final_standings,
    make_cut,
    pair,
    pair_elimination,
    pair_tiebreaker_round,
    rank,
    ruleset_named,
)
from engine.brackets import DOUBLE, SINGLE
from engine.elimination.cut import OUT, eligible_for_cut, level_pairs, ranked_for_cut, reranked
from engine.elimination.progress import progress_of
from engine.reasons import Kind
from xlplugin.workbook.reasons import cited

from cases import each

NISEI = ruleset_named("nisei-swiss")
ASYNCHRONOUS = {"Asynchronous": "Yes"}
BEST_OF_THREE = {"Elimination": "Best of three"}


# Events


def in_order(count, options=None):
    """Give an event in which everyone has met and the lower number has won: its rank."""
    ring = list(range(2, count + 1))
    rounds = []
    for turn in range(count - 1):
        line = [1, *ring[turn:], *ring[:turn]]
        pairs = list(zip(line, reversed(line), strict=True))[: count // 2]
        matches = (
            Match(table, min(pair), max(pair), ("W", "W")) for table, pair in enumerate(pairs, 1)
        )
        rounds.append(Round(turn + 1, tuple(matches)))
    players = tuple(Player(no, f"Player {no}") for no in range(1, count + 1))
    return Tournament(players, tuple(rounds), options or {}, "an event")


RESULTS = {3: Special.INTENTIONAL_DRAW, 2: ("D", "D"), 0: Special.DOUBLE_NO_SHOW}


def with_points(*points, seed="an event"):
    """Give an event after one round with these points by rank; equal points are told apart by lot.

    6 is an awarded bye; 3, 2 and 0 are for two players each, who have met.
    """
    matches, waiting = [], {}
    for no, earned in enumerate(points, 1):
        if earned == 6:
            matches.append(seated(len(matches) + 1, no, None, Special.BYE))
        elif earned in waiting:
            matches.append(seated(len(matches) + 1, waiting.pop(earned), no, RESULTS[earned]))
        else:
            waiting[earned] = no
    assert not waiting
    players = (
        Player(no, f"Player {no}", first_round_bye=earned == 6)
        for no, earned in enumerate(points, 1)
    )
    return Tournament(tuple(players), (Round(1, tuple(matches)),), seed=seed)


def seated(table, one, two, how):
    """Give a match with what was typed: a result or an entry of ``Special``."""
    if two is None:
        return Match(table, one, None, special=Special.BYE)
    if isinstance(how, Special):
        return Match(table, one, two, special=how)
    return Match(table, one, two, how)


def away(tournament, *ranks, **changes):
    """Give the event with the players of some Swiss ranks changed; dropped unless told."""
    order = rank(tournament, NISEI).order
    gone = {order[place - 1] for place in ranks}
    changes = changes or {"status": Status.DROPPED}
    players = tuple(replace(p, **changes) if p.no in gone else p for p in tournament.players)
    return replace(tournament, players=players)


def ranks(tournament, numbers):
    """Give the Swiss ranks of some players."""
    order = rank(tournament, NISEI).order
    return [order.index(no) + 1 for no in numbers]


def values(standings):
    """Give everyone's points and tiebreaks by number."""
    return {s.no: (s.points, s.tiebreaks) for s in standings}


def told(pairing, tournament, table):
    """Give the reasons of a table as one text."""
    return "\n".join(cited(reason, tournament) for reason in pairing.tables[table - 1].reasons)


# Tiebreaker rounds and eliminations in these events


def tiebreaker_pairs(tournament, size):
    """Give who meets in the tiebreaker round, by Swiss rank."""
    pairing = pair_tiebreaker_round(tournament, NISEI, size)
    return [tuple(ranks(tournament, (t.player1, t.player2))) for t in pairing.tables]


def after_tiebreaker(tournament, size, *winners):
    """Give the event after its tiebreaker round: the winner of each table, 1, 2 or D, or Special."""
    tables = pair_tiebreaker_round(tournament, NISEI, size).tables
    matches = (
        seated(n, t.player1, t.player2, how if isinstance(how, Special) else (*t.result, how))
        for n, (t, how) in enumerate(zip(tables, winners, strict=True), 1)
    )
    return replace(tournament, tiebreaker=Round(1, tuple(matches), Stage.TIEBREAKER))


def begun(tournament, size, *rounds):
    """Give the event with a cut and rounds of its elimination: each table's Corp and winner."""
    return reduce(played, rounds, make_cut(tournament, NISEI, size)[0])


def played(tournament, results):
    """Give the event after the next round of its elimination."""
    pairing = pair_elimination(tournament, NISEI)
    matches = tuple(
        seated(n, t.player1, t.player2, how)
        for n, (t, how) in enumerate(zip(pairing.tables, results, strict=True), 1)
    )
    elimination = tournament.elimination
    rounds = (*elimination.rounds, Round(pairing.round, matches, Stage.ELIMINATION))
    return replace(tournament, elimination=replace(elimination, rounds=rounds))


def to_the_end(tournament, winner):
    """Give the event after all rounds of its elimination, every game with the same winner."""
    while not progress_of(tournament, NISEI).is_over:
        tables = pair_elimination(tournament, NISEI).tables
        tournament = played(tournament, [(1, winner)] * len(tables))
    return tournament


def seeds(tournament, size):
    """Give the seeds of a cut, by Swiss rank."""
    return ranks(tournament, make_cut(tournament, NISEI, size)[0].elimination.seeds)


# Asynchronous events: single elimination, best of three


@each("size", [2, 4, 8, 16])
@each(
    ("options", "brackets"),
    [
        pytest.param({}, DOUBLE, id="at-the-table"),
        pytest.param(ASYNCHRONOUS, SINGLE, id="asynchronous"),
        pytest.param({**ASYNCHRONOUS, "Elimination": ""}, SINGLE, id="asynchronous-left-blank"),
        pytest.param({**ASYNCHRONOUS, "Elimination": "Double"}, DOUBLE, id="as-the-organizer-says"),
        pytest.param({**ASYNCHRONOUS, **BEST_OF_THREE}, SINGLE, id="best-of-three"),
        pytest.param({"Elimination": "Single"}, SINGLE, id="single"),
    ],
)
def test_asynchronous_cuts_are_single_elimination(size, options, brackets):
    """Where the organizer says nothing, one loss puts a player of an asynchronous event out."""
    assert NISEI.cut.bracket(size, options) == brackets[size]


def test_asynchronous_cuts_are_half_the_size():
    """Sixteen players, for whom a top 4 is suggested, have a final only."""
    assert NISEI.planned_cut(in_order(16, ASYNCHRONOUS)) == 2


@pytest.mark.parametrize(
    ("result", "winner"),
    [
        pytest.param((1, 1, 1, ""), 1, id="two-games-won"),
        pytest.param((1, 2, 2, ""), 2, id="two-games-won-by-the-other"),
        pytest.param((2, 1, 2, 1), 1, id="the-third-decides"),
        pytest.param((2, 1, 2, 2), 2, id="the-third-decides-for-the-other"),
        pytest.param((1, "D", 2, "D"), 2, id="draws-are-the-higher-seed-s"),
        pytest.param((1, 1, 2, ""), None, id="the-third-is-missing"),
        pytest.param((1, 1, "", ""), None, id="one-game-is-not-enough"),
    ],
)
def test_asynchronous_best_of_three_is_for_two_games(result, winner):
    """Whoever first has two games has the match; Player 2 is the higher seed here."""
    assert NISEI.cut.format(BEST_OF_THREE).winner(result, Special.NONE, 2) == winner


@pytest.mark.parametrize("rounds", [[], [[(1, 1, 1, "")] * 4]], ids=["first-round", "later"])
def test_asynchronous_best_of_three_the_higher_seed_chooses_the_first_deck(rounds):
    """In every round the first deck is open, and the higher seed is told to choose it."""
    event = begun(in_order(8, BEST_OF_THREE), 8, *rounds)
    pairing = pair_elimination(event, NISEI)
    assert [t.result for t in pairing.tables] == [()] * len(pairing.tables)
    assert "Player 1, the higher seed, chooses the first deck, then the sides alternate" in told(
        pairing, event, 1
    )


# Event structure and procedure: length of rounds


@each("ruleset", ["nisei-swiss", "nisei-amalfi", "nisei-single-sided"])
@each(
    ("stage", "options", "minutes"),
    [
        pytest.param(Stage.TIEBREAKER, {}, 30, id="tiebreaker"),
        pytest.param(Stage.ELIMINATION, {}, 40, id="elimination"),
        pytest.param(Stage.ELIMINATION, {"Elimination": "Single"}, 40, id="single-elimination"),
        pytest.param(Stage.TIEBREAKER, ASYNCHRONOUS, None, id="asynchronous-tiebreaker"),
        pytest.param(Stage.ELIMINATION, ASYNCHRONOUS, None, id="asynchronous-elimination"),
    ],
)
def test_tiebreaker_and_elimination_rounds_have_a_length(ruleset, stage, options, minutes):
    """A tiebreaker round is 30 minutes and an elimination round 40, unless players have days."""
    assert ruleset_named(ruleset).clock(stage, options) == minutes


UP_TO_THE_FINAL = [(1, 1)] * 2, [(1, 1)] * 2, [(1, 1)]


@pytest.mark.parametrize(
    ("size", "options", "rounds", "final"),
    [
        pytest.param(4, {}, UP_TO_THE_FINAL[:0], False, id="four-left"),
        pytest.param(4, {}, UP_TO_THE_FINAL[:1], False, id="all-four-left-with-a-loss-each"),
        pytest.param(4, {}, UP_TO_THE_FINAL[:2], False, id="three-left"),
        pytest.param(4, {}, UP_TO_THE_FINAL, True, id="two-left"),
        pytest.param(4, {}, (*UP_TO_THE_FINAL, [(1, 2)]), True, id="second-final"),
        pytest.param(2, {}, (), True, id="top-2"),
        pytest.param(4, {"Elimination": "Single"}, UP_TO_THE_FINAL[:0], False, id="semi-finals"),
        pytest.param(4, {"Elimination": "Single"}, UP_TO_THE_FINAL[:1], True, id="single-final"),
    ],
)
def test_the_last_two_players_have_no_limit(size, options, rounds, final):
    """Once only two players remain their games have no time limit."""
    event = begun(in_order(6, options), size, *rounds)
    assert progress_of(event, NISEI).is_final is final


# Event structure: record-based progression cut


TWO_ROUNDS = (
    [(1, 2, "WW"), (3, 4, "WW"), (5, 6, "WW"), (7, 8, "WW")],
    [(1, 3, "WW"), (5, 7, "WW"), (2, 4, "WW"), (6, 8, "WW")],
)
"""1 and 5 have 12 points, 4 and 8 none, the others 6."""
THIRD_ROUND = [(1, 5, "WW"), (2, 7, "WW"), (3, 6, "WW")]


@pytest.fixture
def two_days(event):
    """Give a builder of events with 8 players, two rounds, and what is played on the second day."""

    def build(points, *later, after=2, **changes):
        return replace(
            event(8, *TWO_ROUNDS, *later, **changes), progression=Progression(after, points)
        )

    return build


@pytest.mark.parametrize(
    ("points", "playing"),
    [
        pytest.param(0, {1, 2, 3, 4, 5, 6, 7, 8}, id="no-threshold"),
        pytest.param(1, {1, 2, 3, 5, 6, 7}, id="above"),
        pytest.param(6, {1, 2, 3, 5, 6, 7}, id="at-the-threshold"),
        pytest.param(7, {1, 5}, id="below"),
        pytest.param(12, {1, 5}, id="at-a-higher-threshold"),
    ],
)
def test_record_based_cut_those_at_or_above_the_threshold_go_on(two_days, points, playing):
    """Only they are paired on the second day."""
    assert frozenset().union(*couples(pair(two_days(points), NISEI))) == playing


@pytest.mark.parametrize("after", [3, 4])
def test_record_based_cut_nobody_is_out_during_the_first_day(two_days, after):
    """Before the last round of the first day everyone plays on, whatever their points."""
    assert len(couples(pair(two_days(18, after=after), NISEI))) == 4


@pytest.mark.parametrize("later", [[], [THIRD_ROUND]], ids=["first-day", "second-day"])
def test_record_based_cut_those_out_stay_in_the_standings(two_days, later):
    """Everyone is ranked with what they have earned; those out come last."""
    assert {(s.no, s.points) for s in list(rank(two_days(6, *later), NISEI))[6:]} == {
        (4, 0),
        (8, 0),
    }


def test_record_based_cut_the_record_is_carried_over(two_days):
    """The points of the first day count on: both players with 12 meet, and win or lose from there."""
    assert frozenset({1, 5}) in couples(pair(two_days(6), NISEI))
    points = {s.no: s.points for s in rank(two_days(6, THIRD_ROUND), NISEI)}
    assert points == {1: 18, 5: 12, 2: 12, 3: 12, 6: 6, 7: 6, 4: 0, 8: 0}


def test_record_based_cut_is_by_the_points_of_the_first_day(two_days):
    """Whoever was let play on by hand is not in by points won on the second day."""
    event = two_days(6, [*THIRD_ROUND, (4, 8, "WW")])
    assert frozenset().union(*couples(pair(event, NISEI))) == {1, 2, 3, 5, 6, 7}


@pytest.mark.parametrize("points", [13, 18])
def test_record_based_cut_with_too_few_left_says_so(two_days, points):
    """If fewer than two go on there is no second day, and the reason told is the threshold."""
    with refused(ErrorKind.TOO_FEW_AFTER_PROGRESSION, points=points):
        pair(two_days(points), NISEI)


def test_record_based_cut_comes_before_the_elimination(two_days):
    """Only those who went on to the second day can make the cut after it."""
    event = two_days(6, THIRD_ROUND)
    eligible = eligible_for_cut(event, NISEI)
    assert set(eligible.order) == {1, 2, 3, 5, 6, 7}
    assert eligible.skipped == dict.fromkeys((4, 8), OUT)
    with refused(ErrorKind.TOO_FEW_FOR_CUT, count=6):
        make_cut(event, NISEI, 8)


# Event structure: standings-based progression cut


@pytest.mark.parametrize("size", [2, 3, 4, 8, 16])
def test_standings_based_cut_the_highest_ranked_advance(size):
    """The seeds are the ranks after the Swiss rounds."""
    assert make_cut(in_order(18), NISEI, size)[0].elimination.seeds == tuple(range(1, size + 1))


@pytest.mark.parametrize("size", [0, 1, 5, 6, 12, 32])
def test_standings_based_cut_is_for_4_8_or_16(size):
    """No other number of players advances, but for the 2 and 3 that are allowed too."""
    with pytest.raises(TournamentError):
        make_cut(in_order(34), NISEI, size)


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"status": Status.DROPPED}, id="dropped"),
        pytest.param({"status": Status.DISQUALIFIED}, id="disqualified"),
        pytest.param({"declines_cut": True}, id="declines"),
    ],
)
@pytest.mark.parametrize(
    ("gone", "expected"),
    [
        pytest.param([1], [2, 3, 4, 5], id="the-first"),
        pytest.param([3], [1, 2, 4, 5], id="in-the-middle"),
        pytest.param([4, 5], [1, 2, 3, 6], id="across-the-line"),
        pytest.param([5], [1, 2, 3, 4], id="below-the-line"),
    ],
)
def test_standings_based_cut_passes_over_whoever_does_not_play_on(changes, gone, expected):
    """The next one in the standings takes the place of whoever has left or declines."""
    assert seeds(away(in_order(8), *gone, **changes), 4) == expected


def test_standings_based_cut_counts_only_those_who_play_on():
    """Players who have left or decline do not help to make up the number."""
    event = away(away(in_order(8), 8), 7, declines_cut=True)
    with refused(ErrorKind.TOO_FEW_FOR_CUT, count=6):
        make_cut(event, NISEI, 8)


@pytest.mark.parametrize(
    ("count", "options", "cut", "size"),
    [
        pytest.param(14, {}, None, 0, id="casual-14"),
        pytest.param(16, {}, None, 4, id="casual-16"),
        pytest.param(34, {}, None, 8, id="casual-34"),
        pytest.param(26, {}, None, 4, id="casual-26"),
        pytest.param(26, {"Tier": "Competitive"}, None, 8, id="competitive-26"),
        pytest.param(16, {}, 8, 8, id="the-organizer-s-larger-cut"),
        pytest.param(34, {}, 4, 4, id="the-organizer-s-smaller-cut"),
        pytest.param(14, {}, 4, 4, id="a-cut-where-none-is-suggested"),
        pytest.param(34, {}, 0, 0, id="none-by-choice"),
    ],
)
def test_smaller_events_may_conclude_after_the_swiss_rounds(count, options, cut, size):
    """The table suggests a cut or none; what the organizer says holds, 0 being none."""
    assert NISEI.planned_cut(replace(in_order(count, options), cut=cut)) == size


# Event structure: tiebreaker round, the pairs


def test_tiebreaker_round_the_example_of_the_document():
    """In a top 8 cut the 8th meets the 9th, the 7th the 10th, and so on until points differ."""
    event = with_points(6, 6, 6, 6, 6, 3, 3, 3, 3, 3, 3, 2, 2, 0, 0)
    assert tiebreaker_pairs(event, 8) == [(8, 9), (7, 10), (6, 11)]


@pytest.mark.parametrize(
    ("size", "points", "expected"),
    [
        pytest.param(8, [6] * 7 + [3] * 2 + [0] * 2, [(8, 9)], id="one-pair"),
        pytest.param(8, [6] * 6 + [3] * 6, [(8, 9), (7, 10)], id="ends-above"),
        pytest.param(8, [6] * 2 + [3] * 8 + [0] * 2, [(8, 9), (7, 10)], id="ends-below"),
        pytest.param(4, [6] * 2 + [3] * 4 + [2] * 2, [(4, 5), (3, 6)], id="top-4"),
        pytest.param(4, [3] * 6, [(4, 5), (3, 6)], id="nobody-left-below"),
        pytest.param(2, [3] * 6, [(2, 3), (1, 4)], id="nobody-left-above"),
        pytest.param(3, [3] * 6, [(3, 4), (2, 5), (1, 6)], id="nobody-left-on-either-side"),
        pytest.param(16, [6] * 13 + [3] * 6 + [0] * 2, [(16, 17), (15, 18), (14, 19)], id="top-16"),
        pytest.param(
            16, [3] * 34, [(16 - n, 17 + n) for n in range(16)], id="top-16-all-of-them-level"
        ),
    ],
)
def test_tiebreaker_round_goes_outward_until_points_differ(size, points, expected):
    """The last one in meets the first one out, then the next above the next below."""
    assert tiebreaker_pairs(with_points(*points), size) == expected


@pytest.mark.parametrize(
    ("size", "points"),
    [
        pytest.param(8, [6] * 8 + [3] * 4, id="points-decide"),
        pytest.param(4, [6] * 2 + [3] * 2 + [2] * 4, id="level-above-the-line-only"),
        pytest.param(4, [6] * 4 + [3] * 4, id="level-on-both-sides-but-not-across"),
        pytest.param(4, [3] * 4, id="nobody-misses-the-cut"),
    ],
)
def test_tiebreaker_round_is_not_needed_where_points_decide(size, points):
    """Without two of like points across the line there is nothing to play."""
    with refused(ErrorKind.TIEBREAKER_NOT_NEEDED, size=size):
        pair_tiebreaker_round(with_points(*points), NISEI, size)


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        pytest.param([9, 6, 3, 3, 1, 9], [(3, 4)], id="never-goes-on"),
        pytest.param([3, 3, 6, 9, 3, 3], [], id="never-begins"),
    ],
)
def test_tiebreaker_round_stops_at_the_first_two_with_different_points(points, expected):
    """Those two do not take part, nor does anyone further out, whatever their points."""
    assert level_pairs(range(1, 7), 3, lambda no: points[no - 1]) == expected


@pytest.mark.parametrize(
    "changes", [{"status": Status.DROPPED}, {"declines_cut": True}], ids=["dropped", "declines"]
)
@pytest.mark.parametrize(
    ("gone", "expected"),
    [
        pytest.param([9], [(8, 10), (7, 11), (6, 12)], id="the-first-one-out"),
        pytest.param([8], [(9, 10), (7, 11), (6, 12)], id="the-last-one-in"),
        pytest.param([7, 10], [(9, 11), (8, 12), (6, 13)], id="further-out"),
        pytest.param([1, 2, 3], [(11, 12), (10, 13)], id="the-line-moves"),
    ],
)
def test_tiebreaker_round_passes_over_whoever_does_not_play_on(changes, gone, expected):
    """The line is drawn among those who can make the cut."""
    event = with_points(6, 6, 6, 6, 6, 3, 3, 3, 3, 3, 3, 3, 3, 2, 2)
    assert tiebreaker_pairs(away(event, *gone, **changes), 8) == expected


def test_tiebreaker_round_is_announced_beforehand():
    """It is an option that the organizer turns on; it is off where nothing is said."""
    option = NISEI.cut.tiebreaker_round
    assert option in NISEI.options
    assert option.of({}) == "No"


# Event structure: tiebreaker round, the games


TOP_8 = (6, 6, 6, 6, 6, 3, 3, 3, 3, 3, 3, 2, 2, 0, 0)
"""Ranks 6 to 11 are level: 8 meets 9, 7 meets 10, 6 meets 11."""


def test_tiebreaker_round_is_a_single_game():
    """What is typed is who was the Corp and who won."""
    game = NISEI.cut.tiebreaker
    assert [f.name for f in game.fields] == ["Corp", "Winner"]
    assert [game.winner((1, winner), Special.NONE, 1) for winner in (1, 2, "")] == [1, 2, None]


@each("seed", SEEDS)
def test_tiebreaker_round_sides_are_known_before_it_begins(seed):
    """Either player is the Corp at every table, and the explanation says so."""
    event = with_points(*TOP_8, seed=seed)
    pairing = pair_tiebreaker_round(event, NISEI, 8)
    corps = [(table.player1, table.player2)[table.result[0] - 1] for table in pairing.tables]
    assert [
        f"sides drawn: Player {no} is the Corp" in told(pairing, event, n)
        for n, no in enumerate(corps, 1)
    ] == [True] * 3


@pytest.mark.parametrize("corp", [1, 2])
@pytest.mark.parametrize("table", [0, 1, 2])
def test_tiebreaker_round_sides_are_drawn(table, corp):
    """At each table the higher-ranked is the Corp under some seeds, and the Runner under others."""
    drawn = {
        pair_tiebreaker_round(with_points(*TOP_8, seed=seed), NISEI, 8).tables[table].result
        for seed in SEEDS
    }
    assert (corp,) in drawn


@pytest.mark.parametrize(
    "winners",
    [
        pytest.param([1, 1, 1], id="higher-ranked"),
        pytest.param([2, 2, 2], id="lower-ranked"),
        pytest.param([1, "D", Special.NO_SHOW_2], id="all-kinds"),
    ],
)
def test_tiebreaker_round_earns_no_points(winners):
    """Everyone has the event points and tiebreaks of the Swiss rounds, win or lose."""
    event = with_points(*TOP_8)
    after = after_tiebreaker(event, 8, *winners)
    assert values(rank(after, NISEI)) == values(rank(event, NISEI))
    final = final_standings(to_the_end(begun(after, 8), 1), NISEI)
    assert values(final) == values(rank(event, NISEI))


@pytest.mark.parametrize(
    ("order", "won", "expected"),
    [
        pytest.param("abcdef", {"c": 0, "d": 1}, "abdcef", id="one-pair-changes-places"),
        pytest.param("abcdef", {"c": 1, "d": 0}, "abcdef", id="one-pair-as-it-was"),
        pytest.param("abcdef", {"b": 0, "c": 0, "d": 1, "e": 1}, "adebcf", id="both-lower-win"),
        pytest.param("abcdef", {"b": 1, "c": 0, "d": 1, "e": 0}, "abdcef", id="inner-lower-wins"),
        pytest.param("abcdef", {"b": 0, "c": 1, "d": 0, "e": 1}, "acebdf", id="outer-lower-wins"),
        pytest.param("abcdef", {"b": 0, "e": 1}, "aecdbf", id="others-between-keep-their-rank"),
        pytest.param("abcdefg", {"a": 0, "c": 0, "e": 1, "g": 1}, "ebgdafc", id="every-second"),
        pytest.param("abcdef", {}, "abcdef", id="nobody-took-part"),
    ],
)
def test_tiebreaker_round_winners_are_ranked_above_losers(order, won, expected):
    """On the ranks of those who took part winners come first, each group in the order it had."""
    assert "".join(reranked(order, won)) == expected


@pytest.mark.parametrize(
    ("winners", "expected"),
    [
        pytest.param([1, 1, 1], [6, 7, 8, 9, 10, 11], id="nothing-changes"),
        pytest.param([2, 2, 2], [9, 10, 11, 6, 7, 8], id="all-change"),
        pytest.param([2, 1, 1], [6, 7, 9, 8, 10, 11], id="the-ninth-wins"),
        pytest.param([1, 2, 1], [6, 8, 10, 7, 9, 11], id="the-tenth-wins"),
        pytest.param([1, 1, 2], [7, 8, 11, 6, 9, 10], id="the-eleventh-wins"),
        pytest.param([2, 2, 1], [6, 9, 10, 7, 8, 11], id="the-sixth-wins"),
    ],
)
def test_tiebreaker_round_changes_the_ranks_of_those_who_took_part(winners, expected):
    """Everyone else keeps their rank."""
    event = after_tiebreaker(with_points(*TOP_8), 8, *winners)
    _, order = ranked_for_cut(event, NISEI)
    assert ranks(event, order) == [1, 2, 3, 4, 5, *expected, 12, 13, 14, 15]


@pytest.mark.parametrize(
    ("winners", "expected"),
    [
        pytest.param([1, 1], [1, 2, 3, 4, 5, 6, 7, 8], id="nothing-changes"),
        pytest.param([2, 2], [1, 2, 6, 4, 7, 3, 5, 8], id="both-lower-win"),
        pytest.param([2, 1], [1, 2, 3, 4, 6, 5, 7, 8], id="inner-lower-wins"),
    ],
)
def test_tiebreaker_round_does_not_move_whoever_has_left(winners, expected):
    """Rank 4 has dropped among those who are level, did not take part, and stays fourth."""
    event = away(with_points(6, 6, 3, 3, 3, 3, 3, 3), 4)
    assert tiebreaker_pairs(event, 4) == [(5, 6), (3, 7)]
    _, order = ranked_for_cut(after_tiebreaker(event, 4, *winners), NISEI)
    assert ranks(event, order) == expected


@pytest.mark.parametrize(
    ("winners", "expected"),
    [
        pytest.param([1, 1, 1], [6, 7, 8], id="nothing-changes"),
        pytest.param([2, 2, 2], [9, 10, 11], id="all-change"),
        pytest.param([1, 2, 1], [6, 8, 10], id="one-comes-in"),
        pytest.param([1, 1, 2], [7, 8, 11], id="the-best-of-them-is-out"),
    ],
)
def test_tiebreaker_round_decides_who_is_in_and_the_seeds(winners, expected):
    """The seeds follow the new ranks: the winners take the last seeds of the cut."""
    event = after_tiebreaker(with_points(*TOP_8), 8, *winners)
    assert seeds(event, 8) == [1, 2, 3, 4, 5, *expected]


def test_tiebreaker_round_says_whose_seed_it_changed():
    """The notes of the cut tell the rank after the Swiss rounds and the seed."""
    event = after_tiebreaker(with_points(*TOP_8), 8, 2, 1, 1)
    cut, pairing = make_cut(event, NISEI, 8)
    notes = [cited(note, cut) for note in pairing.notes]
    ninth = rank(event, NISEI).order[8]
    assert (
        f"OP, Event structure: tiebreaker round: Player {ninth}, rank 9, is seed 8 by the tiebreaker "
        "round"
    ) in notes


@pytest.mark.parametrize(
    ("winners", "expected"),
    [
        pytest.param(["D", "D", "D"], [6, 7, 8, 9, 10, 11], id="all-drawn"),
        pytest.param(["D", 2, 2], [8, 10, 11, 6, 7, 9], id="one-drawn"),
    ],
)
@pytest.mark.parametrize("swapped", [False, True], ids=["as-paired", "seats-changed"])
def test_tiebreaker_round_a_draw_is_a_win_for_the_higher_ranked(winners, expected, swapped):
    """A draw counts for the higher-ranked player, whichever seat that is."""
    event = after_tiebreaker(with_points(*TOP_8), 8, *winners)
    if swapped:
        matches = (
            replace(m, player1=m.player2, player2=m.player1, result=(1, OTHER[m.result[1]]))
            for m in event.tiebreaker.matches
        )
        event = replace(event, tiebreaker=replace(event.tiebreaker, matches=tuple(matches)))
    _, order = ranked_for_cut(event, NISEI)
    assert ranks(event, order)[5:11] == expected


OTHER = {1: 2, 2: 1, "D": "D"}


@pytest.mark.parametrize(
    ("winners", "expected"),
    [
        pytest.param([Special.NO_SHOW_1, 1, 1], [6, 7, 9, 8, 10, 11], id="the-eighth"),
        pytest.param([2, 1, 1], [6, 7, 9, 8, 10, 11], id="the-eighth-typed-as-a-game"),
        pytest.param([Special.NO_SHOW_2, 2, 1], [6, 8, 10, 7, 9, 11], id="the-ninth"),
        pytest.param([2, 2, Special.NO_SHOW_1], [9, 10, 11, 6, 7, 8], id="the-sixth"),
        pytest.param([Special.DOUBLE_NO_SHOW, 1, 1], [6, 7, 8, 9, 10, 11], id="both"),
    ],
)
def test_tiebreaker_round_whoever_opts_out_has_conceded(winners, expected):
    """The opponent has won, and is ranked like any other winner."""
    event = after_tiebreaker(with_points(*TOP_8), 8, *winners)
    _, order = ranked_for_cut(event, NISEI)
    assert ranks(event, order)[5:11] == expected


def test_tiebreaker_round_needs_every_result():
    """Without a winner at some table there are no new ranks."""
    event = after_tiebreaker(with_points(*TOP_8), 8, 1, "", 1)
    with refused(ErrorKind.RESULT_MISSING, stage=Stage.TIEBREAKER, table=2):
        make_cut(event, NISEI, 8)


# Event structure: elimination rounds, who meets whom


@pytest.mark.parametrize("options", [{}, {"Elimination": "Single"}, BEST_OF_THREE])
@pytest.mark.parametrize("size", [4, 8, 16])
def test_elimination_highest_seed_against_lowest(size, options):
    """The first meets the last, the second the last but one, and so on."""
    _, pairing = make_cut(in_order(18, options), NISEI, size)
    assert couples(pairing) == {frozenset({n, size + 1 - n}) for n in range(1, size // 2 + 1)}


def test_elimination_top_8_losers_of_the_upper_half_meet_those_of_the_other():
    """After two rounds as seeded 3 and 4, who have lost to 2 and 1, meet 5 and 6, not each other's."""
    as_seeded = [(1, 1)] * 4
    event = begun(in_order(10), 8, as_seeded, as_seeded)
    assert couples(pair_elimination(event, NISEI)) == {
        frozenset(p) for p in ((1, 2), (3, 5), (4, 6))
    }


@pytest.mark.parametrize(
    ("size", "winner", "places"),
    [
        pytest.param(4, 1, [1, 2, 3, 4], id="top-4-as-seeded"),
        pytest.param(4, 2, [4, 3, 2, 1], id="top-4-upside-down"),
        pytest.param(8, 1, [1, 2, 3, 4, 5, 6, 7, 8], id="top-8-as-seeded"),
        pytest.param(8, 2, [8, 7, 6, 5, 3, 4, 1, 2], id="top-8-upside-down"),
    ],
)
def test_elimination_two_losses_and_out(size, winner, places):
    """In double elimination the first loss leads to the lower half of the bracket."""
    final = final_standings(to_the_end(begun(in_order(10), size), winner), NISEI)
    assert final.order == [*places, *range(size + 1, 11)]


# Event structure: elimination rounds, sides


@pytest.mark.parametrize("options", [{}, {"Elimination": "Single"}])
@pytest.mark.parametrize("table", [1, 2, 3, 4])
def test_elimination_the_higher_seed_chooses_the_first_side(options, table):
    """In the first round the Corp is left open, and the explanation says who chooses."""
    event, pairing = make_cut(in_order(8, options), NISEI, 8)
    assert pairing.tables[table - 1].result == ()
    higher = min(pairing.tables[table - 1][:2])
    assert f"Player {higher}, the higher seed, chooses the side" in told(pairing, event, table)


def test_elimination_the_higher_seed_is_so_by_the_tiebreaker_round():
    """Whoever came above another in the tiebreaker round is the higher seed of the two."""
    swiss = with_points(6, 6, 3, 3, 3, 3, 2, 2)
    event, pairing = make_cut(after_tiebreaker(swiss, 4, 2, 2), NISEI, 4)
    table = next(n for n, t in enumerate(pairing.tables, 1) if ranks(event, t[:2]) == [2, 5])
    second = rank(swiss, NISEI).order[1]
    assert f"Player {second}, the higher seed, chooses" in told(pairing, event, table)


LATER_SIDES = [
    pytest.param([[(1, 1), (2, 1)]], 1, 2, id="corp-and-runner-change"),
    pytest.param([[(2, 1), (1, 1)]], 1, 1, id="runner-and-corp-change"),
    pytest.param([[(1, 1), (2, 1)]], 2, 2, id="so-in-the-lower-half"),
    pytest.param(
        [[(1, 1), (1, 1)], [(1, 1), (1, 1)], [(1, 1)]],
        1,
        2,
        id="both-were-corp-more-often-two-against-one",
    ),
    pytest.param(
        [[(2, 1), (2, 1)], [(2, 1), (2, 1)], [(2, 1)]],
        1,
        1,
        id="both-were-runner-more-often-two-against-one",
    ),
    pytest.param(
        [[(1, 1), (1, 1)], [(2, 1), (1, 1)], [(1, 1)]], 1, 1, id="level-against-corp-more-often"
    ),
    pytest.param(
        [[(1, 1), (2, 1)], [(2, 1), (2, 1)], [(2, 1)]], 1, 2, id="level-against-runner-more-often"
    ),
]
"""Rounds of a top 4 that the higher seeds win, a table of the next one, and its Corp.

In the upper final 1 and 2 have one game each; in the first final 1 has two games and 2 three.
"""


@pytest.mark.parametrize(("rounds", "table", "corp"), LATER_SIDES)
def test_elimination_later_each_plays_the_side_played_least(rounds, table, corp):
    """If both have played the same side least, the greater differential decides."""
    event = begun(in_order(6), 4, *rounds)
    assert pair_elimination(event, NISEI).tables[table - 1].result == (corp,)


def test_elimination_the_explanation_counts_the_sides():
    """It tells how often either player has had each side."""
    event = begun(in_order(6), 4, [(1, 1), (1, 1)], [(1, 1), (1, 1)], [(1, 1)])
    reasons = told(pair_elimination(event, NISEI), event, 1)
    assert "Player 2 is the Corp" in reasons
    assert "Player 1 was Corp 2, Runner 0, Player 2 was Corp 2, Runner 1" in reasons


EQUAL = [
    pytest.param([[(1, 1), (1, 1)]], id="both-were-corp"),
    pytest.param([[(2, 1), (2, 1)]], id="both-were-runner"),
    pytest.param([[(Special.NO_SHOW_2), (Special.NO_SHOW_2)]], id="neither-has-played"),
]


@pytest.mark.parametrize("corp", [1, 2])
@pytest.mark.parametrize("rounds", EQUAL)
def test_elimination_equal_differentials_are_decided_at_random(rounds, corp):
    """Under some seeds the higher seed is the Corp, under others the Runner."""
    events = [begun(replace(in_order(6), seed=seed), 4, *rounds) for seed in SEEDS]
    assert (corp,) in [pair_elimination(event, NISEI).tables[0].result for event in events]


SECOND_FINAL = [
    pytest.param(2, 1, id="the-higher-seed-was-runner"),
    pytest.param(1, 2, id="the-higher-seed-was-corp"),
]


@pytest.mark.parametrize(("first", "second"), SECOND_FINAL)
@pytest.mark.parametrize("before", [1, 2])
def test_elimination_a_second_final_is_played_with_the_opposite_sides(before, first, second):
    """Whatever the finalists have played before, the sides of the first final are reversed."""
    rounds = [[(before, 1)] * 2, [(before, 1)] * 2, [(before, 1)]]
    event = begun(in_order(6), 4, *rounds, [(first, 2)])
    pairing = pair_elimination(event, NISEI)
    assert [t[:2] for t in pairing.tables] == [(1, 2)]
    assert pairing.tables[0].result == (second,)
    assert "the sides of the first one reversed" in told(pairing, event, 1)


@pytest.mark.parametrize(
    "first", [("?", 2), Special.NO_SHOW_1], ids=["sides-unknown", "first-final-not-played"]
)
def test_elimination_a_second_final_reverses_no_earlier_game(first):
    """Where the first final has no sides known, those of an earlier meeting do not stand for it."""
    rounds = [[(1, 1)] * 2, [(1, 1)] * 2, [(1, 1)]]
    event = begun(in_order(6), 4, *rounds, [first])
    (why,) = (r for r in pair_elimination(event, NISEI).tables[0].reasons if r.kind is Kind.SIDES)
    assert "first one reversed" not in why.template


# Event structure: elimination rounds, draws


def test_elimination_a_draw_is_a_win_for_the_higher_swiss_rank():
    """When every game of a top 8 is drawn, the seeds are the places."""
    final = final_standings(to_the_end(begun(in_order(8), 8), "D"), NISEI)
    assert final.order == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize("corp", [1, 2])
@pytest.mark.parametrize("winner", [1, 2])
def test_elimination_a_draw_counts_for_the_swiss_rank_and_not_for_the_bracket(corp, winner):
    """In the final a draw is the higher seed's, even of one who comes from the lower half."""
    rounds = [(1, 2), (1, 1)], [(1, 2), (1, 1)], [(1, 1)]
    event = begun(in_order(6), 4, *rounds)
    (table,) = pair_elimination(event, NISEI).tables
    assert table[:2] == (1, 4)
    event = played(event, [(corp, "D")])
    assert len(pair_elimination(event, NISEI).tables) == 1
    assert final_standings(played(event, [(corp, winner)]), NISEI).order[:2] == (
        [1, 4] if winner == 1 else [4, 1]
    )


# Final standings


def test_final_standings_are_the_places_of_the_elimination_then_the_swiss_ranks():
    """Whoever did not make the cut comes after it, in the order of the Swiss rounds."""
    final = final_standings(to_the_end(begun(in_order(8), 4), 2), NISEI)
    assert [(s.rank, s.no) for s in final] == list(enumerate([4, 3, 2, 1, 5, 6, 7, 8], 1))


def test_final_standings_keep_the_new_ranks_of_the_tiebreaker_round():
    """Who lost it and is out stays below everyone who won, and above those ranked lower."""
    event = after_tiebreaker(with_points(*TOP_8), 8, 1, 1, 2)
    final = final_standings(to_the_end(begun(event, 8), 1), NISEI)
    assert ranks(event, final.order) == [1, 2, 3, 4, 5, 7, 8, 11, 6, 9, 10, 12, 13, 14, 15]


@pytest.mark.parametrize(
    "changes", [{"status": Status.DROPPED}, {"declines_cut": True}], ids=["dropped", "declines"]
)
def test_final_standings_have_a_declining_player_after_the_cut(changes):
    """The third after the Swiss rounds, who does not play on, is the best of the others."""
    event = away(in_order(8), 3, **changes)
    final = final_standings(to_the_end(begun(event, 4), 1), NISEI)
    assert final.order == [1, 2, 4, 5, 3, 6, 7, 8]


# Appendix 1


@pytest.mark.parametrize("name", ["nisei-amalfi", "nisei-single-sided"])
def test_appendix_1_changes_nothing_after_the_swiss_rounds(name):
    """Amalfi and single-sided Swiss have the same cut, tiebreaker round and elimination."""
    assert ruleset_named(name).cut is NISEI.cut
