"""Choices against each other, counted from made-up events, and how sure their shares are."""

from __future__ import annotations

from dataclasses import replace
from math import isclose
from random import Random

import pytest

from engine import Match, Player, Round, Special, Tournament, ruleset_named
from engine.intervals import wilson
from engine.match_format import Sides
from engine.matchups import Matchups, Tally, matchups
from engine.statistics import statistics

from cases import each

CORPS, RUNNERS = ("Alpha", "Beta", "Gamma", "Delta"), ("Xu", "Yew", "Zed")
ARMIES = ("Borgo", "Hegemonia", "Moloch", "Posterunek")


def event_of(players, *rounds):
    """An event; players are given as what the roster says of them, matches as their arguments."""
    roster = tuple(Player(no, f"P{no}", details=said) for no, said in enumerate(players, 1))
    found = (
        Round(n, tuple(Match(t, *m) for t, m in enumerate(matches, 1)))
        for n, matches in enumerate(rounds, 1)
    )
    return Tournament(roster, tuple(found))


def counted(ruleset, players, *rounds):
    """The matchups of such an event."""
    return matchups(event_of(players, *rounds), ruleset_named(ruleset))


def told(matrix):
    """Games won, drawn and lost by the names of row and column."""
    return {
        (matrix.choices[row].name, matrix.opposing[column].name): (t.won, t.drawn, t.lost)
        for (row, column), t in matrix.tallies.items()
    }


def random_event(ruleset, seed):
    """An event of 20 players and six rounds; everybody has said what they play."""
    draw = Random(seed)
    players = [{"Corp": draw.choice(CORPS), "Runner": draw.choice(RUNNERS)} for _ in range(20)]
    rounds = []
    for _ in range(6):
        order = draw.sample(range(1, 21), 20)
        results = []
        for _ in range(10):
            armies = draw.choices(ARMIES, k=2)
            results.append(
                (draw.randint(0, 9), draw.randint(0, 9), *armies)
                if ruleset == "hex"
                else draw.choices("WLD", k=2)
            )
        rounds.append(list(zip(order[::2], order[1::2], map(tuple, results), strict=True)))
    return event_of(players, *rounds)


# shares


@each("trials", [1, 2, 7, 10, 40, 137, 5000])
def test_the_interval_of_a_share_is_that_of_statsmodels(trials):
    """For every number of games won, or every 50th of many."""
    from statsmodels.stats.proportion import proportion_confint  # noqa: PLC0415  (it takes a second)

    for won in range(0, trials + 1, max(1, trials // 50)):
        low, high = proportion_confint(won, trials, method="wilson")
        found = wilson(won, trials)
        assert found.mean == won / trials
        assert isclose(found.low, low, abs_tol=1e-9)
        assert isclose(found.high, high, abs_tol=1e-9)


def test_a_share_of_nothing_is_refused():
    """There is no share without trials; a tally without games has none."""
    with pytest.raises(ValueError, match="no trials"):
        wilson(0, 0)
    assert Tally().share is None


# games


def test_every_game_is_one_of_a_corp_against_a_runner():
    """Both games of a match, with the sides exchanged; drawn ones are neither won nor lost."""
    players = [{"Corp": "A", "Runner": "X"}, {"Corp": "B", "Runner": "Y"}]
    (matrix,) = counted("nisei-swiss", players, [(1, 2, ("W", "D"))], [(2, 1, ("L", "L"))]).matrices
    assert told(matrix) == {("A", "Y"): (2, 0, 0), ("B", "X"): (0, 1, 1)}
    assert matrix.fields == ("Corp", "Runner")


def test_sides_of_matchups_have_the_names_that_a_format_gives_them():
    """Players say what they play as either of them."""
    players = [{"White": "A", "Black": "X"}, {"White": "B", "Black": "Y"}]
    event = event_of(players, [(1, 2, ("W", "L"))])
    rules = ruleset_named("nisei-swiss")
    colours = replace(rules.match_format, played_as=Sides("White", "Black", "", ""))
    (matrix,) = matchups(event, replace(rules, match_format=colours)).matrices
    assert matrix.fields == ("White", "Black")
    assert told(matrix) == {("A", "Y"): (1, 0, 0), ("B", "X"): (1, 0, 0)}


def test_what_is_no_game_is_in_no_matchup():
    """Byes, intentional draws, no-shows; of a two-for-one the game that was played is."""
    players = [{"Corp": "A", "Runner": "X"}, {"Corp": "B", "Runner": "Y"}, {}]
    found = counted(
        "nisei-swiss", players,
        [(1, 2, (), Special.INTENTIONAL_DRAW), (3, None, (), Special.BYE)],
        [(1, 2, (), Special.NO_SHOW_1)], [(1, 2, ("W", ""), Special.TWO_FOR_ONE)],
    )  # fmt: skip
    assert told(found.matrices[0]) == {("A", "Y"): (1, 0, 0)}
    assert found.matrices[0].left_out == 0


def test_games_of_which_something_is_not_known_are_left_out_and_counted():
    """One identity is not typed; in another match nobody recorded the sides of two games."""
    players = [{"Corp": "A", "Runner": "X"}, {"Corp": "B"}]
    found = counted(
        "nisei-swiss", players, [(1, 2, ("W", "W"))], [(1, 2, ("W", "L", "Not recorded"))]
    )
    assert told(found.matrices[0]) == {("B", "X"): (0, 0, 1)}
    assert found.matrices[0].left_out == 3


def test_factions_play_each_other_where_players_has_them():
    """With a matrix of their own."""
    said = {"Corp": "A", "Runner": "X", "Corp faction": "Blue", "Runner Faction": "Green"}
    found = counted("nisei-swiss", [said, said], [(1, 2, ("W", "W"))])
    identities, factions = found.matrices
    assert (identities.kind, factions.kind) == ("Identity", "Faction")
    assert told(factions) == {("Blue", "Green"): (1, 0, 1)}


def test_a_choice_has_the_spelling_of_most_players():
    """Whatever its capitals and spaces."""
    players = [{"Corp": c, "Runner": "X"} for c in ("Ab  c", "ab c", "Ab c", "AB C")]
    found = counted("nisei-swiss", players, [(1, 2, ("W", "W")), (3, 4, ("W", "W"))])
    assert told(found.matrices[0]) == {("Ab c", "X"): (2, 0, 2)}


@each("ruleset", ["trc", "ntp", "nts"])
def test_without_sides_there_are_no_matchups(ruleset):
    """Where the result of a match does not say who was the Corp."""
    players = [{"Corp": "A", "Runner": "X"}] * 2
    assert counted(ruleset, players, [(1, 2, (10, 3, 0, 10))]).matrices == ()


# armies


def test_a_game_of_two_armies_is_seen_from_both():
    """What one has won the other has lost; it is one matchup."""
    rounds = ([(1, 2, (9, 2, "Moloch", "Borgo"))], [(2, 1, (9, 2, "Moloch", "Borgo"))])
    (matrix,) = counted("hex", [{}, {}], *rounds).matrices
    assert told(matrix) == {("Borgo", "Moloch"): (0, 0, 2), ("Moloch", "Borgo"): (2, 0, 0)}
    assert [tuple(m) for m in matrix.by_games] == [("Borgo", "Moloch", Tally(lost=2))]
    assert matrix.games == 2


def test_an_army_against_itself_wins_as_often_as_it_loses():
    """The game is one; the army's own games count it for both players."""
    (matrix,) = counted("hex", [{}, {}], [(1, 2, (9, 2, "Borgo", "Borgo"))]).matrices
    assert matrix.choices[0].tally == Tally(won=1, lost=1)
    assert matrix.by_games[0].is_mirror
    assert matrix.games == 1


# sums


@each("ruleset", ["nisei-swiss", "hex"])
def test_the_games_of_a_choice_are_those_of_the_statistics(ruleset):
    """Of rows and columns alike, and of every game there is one in some matchup."""
    for seed in range(5):
        event = random_event(ruleset, seed)
        matrix = matchups(event, ruleset_named(ruleset)).matrices[0]
        expected = statistics(event, ruleset_named(ruleset))
        sides = zip(matrix.fields, (matrix.choices, matrix.opposing), strict=True)
        for field, totals in sides:
            found = {total.name: total.tally for total in totals}
            choices = next(c for c in expected.choices if c.field == field).found
            assert found == {c.name: Tally(c.won, c.drawn, c.lost) for c in choices if c.games}
        assert matrix.games == expected.games


@each("ruleset", ["nisei-swiss", "hex"])
def test_the_matchups_of_many_events_add_up(ruleset):
    """The same as those of one event with the rounds of all of them; nothing is changed by adding."""
    rules = ruleset_named(ruleset)
    events = [random_event(ruleset, seed) for seed in range(3)]
    each_of = [matchups(event, rules) for event in events]
    total = sum(each_of, Matchups())
    assert total.matrices[0].games == sum(one.matrices[0].games for one in each_of)
    for pair, tally in total.tallies.items():
        parts = (one.tallies.get(pair, Tally()) for one in each_of)
        assert tally == sum(parts, Tally())
    assert each_of == [matchups(event, rules) for event in events]
