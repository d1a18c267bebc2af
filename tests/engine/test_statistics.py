"""Choices played and how they did, counted from hand-made events of every ruleset."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from engine import Elimination, Match, Player, Round, Special, Stage, Tournament, ruleset_named
from engine.formats import OneGameWithSides
from engine.formats.elimination import BEST_OF_THREE, ONE_GAME
from engine.statistics import played_games, statistics

HIDDEN = "Not recorded"
PLAYERS = (Player(1, "P1"), Player(2, "P2"))


def count(ruleset, players, *rounds, elimination=(), seeds=(), tiebreaker=()):
    """The statistics of an event; players are given as what the roster says of them."""
    roster = tuple(Player(no, f"P{no}", details=said) for no, said in enumerate(players, 1))
    found = tuple(_round(n, matches) for n, matches in enumerate(rounds, 1))
    event = Tournament(roster, found)
    if tiebreaker:
        event = replace(event, tiebreaker=_round(1, tiebreaker, Stage.TIEBREAKER))
    if seeds:
        cuts = tuple(_round(n, m, Stage.ELIMINATION) for n, m in enumerate(elimination, 1))
        event = replace(event, elimination=Elimination(tuple(seeds), cuts))
    return statistics(event, ruleset_named(ruleset))


def _round(number, matches, stage=Stage.SWISS):
    return Round(number, tuple(Match(t, *m) for t, m in enumerate(matches, 1)), stage)


def ends(found):
    """How many games ended in each way, in the Swiss rounds and after them."""
    return {end.name: (end.swiss, end.elimination) for end in found.outcomes}


def choices(found, column):
    """What was chosen of one kind, by name."""
    of_kind = next(choices for choices in found.choices if choices.field == column)
    return {choice.name: choice for choice in of_kind.found}


def told(choice):
    """Players, and games won, drawn and lost."""
    return choice.players, choice.won, choice.drawn, choice.lost


# which games count


def with_sides(games):
    """Corp, Runner and winner (1: the Corp) of the games whose sides are known, and of how many not."""
    games = list(games)
    known = [
        (game.first, 3 - game.first, {0: 0, game.first: 1}.get(game.winner, 2))
        for game in games
        if game.first
    ]
    assert all(bool(game.ending) == bool(game.first) for game in games)
    return known, len(games) - len(known)


@pytest.mark.parametrize(
    ("result", "special", "games", "unknown"),
    [
        (("W", "L"), "", [(1, 2, 1), (2, 1, 1)], 0), (("D", "W"), "", [(1, 2, 0), (2, 1, 2)], 0),
        (("W", "L", HIDDEN), "", [], 2), (("W", "W", HIDDEN), "", [], 2),
        (("W", ""), "2-for-1", [(1, 2, 1)], 0), (("", "L"), "2-for-1", [(2, 1, 1)], 0),
        (("L", "L"), "2-for-1", [], 1), (("W", "", HIDDEN), "2-for-1", [], 1), ((), "ID", [], 0),
        (("W", "L"), "ID", [], 0), ((), "No-show 1", [], 0), ((), "Double no-show", [], 0),
    ],
)  # fmt: skip
def test_games_of_a_match_of_two(result, special, games, unknown):
    """Corp, Runner and winner of each game that was played, and how many games hide their sides."""
    event = Tournament(PLAYERS, (_round(1, [(1, 2, result, Special(special))]),))
    played = [found.game for found in played_games(event, ruleset_named("nisei-swiss"))]
    assert with_sides(played) == (games, unknown)


@pytest.mark.parametrize(
    ("format_", "result", "games", "unknown"),
    [
        (OneGameWithSides(), ("Corp",), [(1, 2, 1)], 0),
        (OneGameWithSides(), ("Runner",), [(1, 2, 2)], 0),
        (OneGameWithSides(), ("Draw",), [(1, 2, 0)], 0), (ONE_GAME, (2, 2), [(2, 1, 1)], 0),
        (ONE_GAME, (2, 1), [(2, 1, 2)], 0), (ONE_GAME, (1, "D"), [(1, 2, 0)], 0),
        (ONE_GAME, ("?", 1), [], 1), (BEST_OF_THREE, (1, 1, 1, ""), [(1, 2, 1), (2, 1, 2)], 0),
        (BEST_OF_THREE, (2, 1, 2, 2), [(2, 1, 2), (1, 2, 2), (2, 1, 1)], 0),
        (BEST_OF_THREE, ("?", 1, 2, 1), [], 3),
    ],
)  # fmt: skip
def test_games_of_other_matches(format_, result, games, unknown):
    """In a best of three the sides alternate, whoever was the Corp in game 1."""
    assert with_sides(format_.games(result, Special.NONE)) == (games, unknown)


def test_a_bye_has_no_games():
    """Nobody plays it."""
    event = Tournament(PLAYERS, (_round(1, [(1, None, (), Special.BYE)]),))
    assert list(played_games(event, ruleset_named("nisei-swiss"))) == []


# an event with identities

ROSTER = (
    {"Corp": "Alpha: One", "Runner": "Zed"}, {"Corp": " alpha:  ONE ", "Runner": "Yew"},
    {"Corp": "Alpha: One", "Runner": "zed"}, {"Corp": "Beta"}, {"Corp": "Gamma", "Runner": "Yew"},
    {"Corp": "Never paired"},
)  # fmt: skip
ROUNDS = (
    [(1, 2, ("W", "L")), (3, 4, (), Special.INTENTIONAL_DRAW), (5, None, (), Special.BYE)],
    [(1, 3, ("D", "W")), (2, 5, (), Special.NO_SHOW_2), (4, None, (), Special.BYE)],
)
CUT = [[(1, 2, (1, 2))], [(1, 2, ("", ""), Special.DOUBLE_NO_SHOW)]]


@pytest.fixture
def sided():
    """An event with a cut."""
    return count("nisei-swiss", ROSTER, *ROUNDS, elimination=CUT, seeds=(1, 2))


def test_an_event_in_numbers(sided):
    """Whoever was never paired is no player of it; absent players are counted, not matches."""
    numbers = (
        sided.players, sided.rounds, sided.matches, sided.elimination, sided.cut, sided.byes,
        sided.intentional_draws, sided.two_for_ones, sided.no_shows, sided.unknown,
    )  # fmt: skip
    assert numbers == (5, 2, 4, 2, 2, 2, 1, 0, 3, 0)


def test_games_of_both_stages_are_told_apart(sided):
    """Swiss: the Corp won both games of table 1, one was drawn, the Runner won one."""
    assert ends(sided) == {
        "Won by the Corp": (2, 0), "Won by the Runner": (1, 1), "Drawn": (1, 0),
    }  # fmt: skip


def test_an_identity_is_one_whatever_its_capitals_and_spaces(sided):
    """Players, games won, drawn and lost, under the spelling of most of them."""
    corps = choices(sided, "Corp")
    assert list(corps) == ["Alpha: One", "Beta", "Gamma"]
    assert told(corps["Alpha: One"]) == (3, 2, 1, 2)
    assert told(corps["Beta"]) == (1, 0, 0, 0)
    assert corps["Beta"].win_rate is None


def test_shares_are_exact(sided):
    """Two of three are in the cut, and two of five games are won."""
    alpha = choices(sided, "Corp")["Alpha: One"]
    assert (alpha.in_cut, alpha.conversion, alpha.win_rate) == (2, Fraction(2, 3), Fraction(2, 5))
    assert alpha.elimination == 1


def test_without_a_cut_nobody_is_said_to_have_missed_it():
    """There is nothing to convert to yet."""
    corp = choices(count("nisei-swiss", ROSTER, *ROUNDS), "Corp")["Beta"]
    assert (corp.in_cut, corp.conversion) == (None, None)


def test_the_tiebreaker_round_counts_as_after_the_swiss_rounds():
    """Its game is one of an elimination."""
    found = count("nisei-swiss", ROSTER, *ROUNDS, tiebreaker=[(4, 5, (1, 1))])
    assert found.elimination == 1
    assert ends(found)["Won by the Corp"] == (2, 1)


def test_factions_are_those_of_the_roster():
    """Only where there are columns for them; nothing is read off an identity's name."""
    roster = [{"Corp": "A: b", "corp  Faction": "Blue"}, {"Corp": "C: d", "corp  Faction": "Blue"}]
    found = count("nisei-swiss", roster, [(1, 2, ("W", "W"))])
    assert [c.field for c in found.choices] == ["Corp", "Runner", "Corp faction"]
    assert told(choices(found, "Corp faction")["Blue"]) == (2, 1, 0, 1)


def test_a_single_sided_game_is_the_corp_s_or_the_runner_s():
    """Player 1 is the Corp."""
    roster = [{"Corp": "A", "Runner": "X"}, {"Corp": "B", "Runner": "Y"}]
    found = count("nisei-single-sided", roster, [(1, 2, ("Runner",))])
    assert ends(found)["Won by the Runner"] == (1, 0)
    assert told(choices(found, "Corp")["A"]) == (1, 0, 0, 1)
    assert told(choices(found, "Runner")["Y"]) == (1, 1, 0, 0)


# armies

ARMIES = ("Borgo", "Dancer", "Moloch", "Vegas", "Smart")


def test_armies_are_counted_as_they_were_played():
    """Swiss and finals; a draw of the finals stays one, and Dancer's differences are 20 at most."""
    roster = [{f"Army {n}": army for n, army in enumerate(ARMIES, 1)}, {"Army 1": "Beasts"}, {}]
    found = count(
        "hex", roster,
        [(1, 2, (50, 4, "Dancer", "Beasts")), (3, None, (), Special.BYE)],
        [(1, 3, (3, 9, "Borgo", "Vegas")), (2, None, (), Special.BYE)],
        [(2, 3, (), Special.NO_SHOW_2), (1, None, (), Special.BYE)],
        elimination=[[(1, 2, (7, 7, "Borgo", ""))]], seeds=(1, 2),
    )  # fmt: skip
    armies = choices(found, "Army")
    assert ends(found) == {"Won": (2, 0), "Drawn": (0, 1)}
    assert told(armies["Borgo"]) == (1, 0, 1, 1)
    assert (armies["Borgo"].elimination, armies["Borgo"].average) == (1, -3)
    assert armies["Dancer"].average == 20
    assert told(armies["Vegas"]) == (1, 1, 0, 0)
    assert (armies["Vegas"].in_cut, armies["Smart"].games) == (1, 0)
    assert next(iter(armies)) == "Borgo"


def test_a_beginner_has_the_four_basic_armies():
    """Whatever is typed beside them."""
    found = count("hex", [{"Beginner": "Yes"}, {}], [(1, 2, (1, 2, "", ""))])
    assert sorted(choices(found, "Army")) == ["Borgo", "Hegemonia", "Moloch", "Posterunek"]


# game points


@pytest.mark.parametrize("ruleset", ["ntp", "trc", "nts"])
def test_the_1990s_rulesets_know_games_and_agenda_points(ruleset):
    """Two games are won, two are not decided; one match is level."""
    found = count(
        ruleset, [{"Corp": "Alpha"}, {}, {}],
        [(1, 2, (10, 3, 0, 10)), (3, None, (), Special.BYE)],
        [(1, 3, (4, 4, 2, 2)), (2, None, (), Special.BYE)],
        [(2, 3, (), Special.INTENTIONAL_DRAW), (1, None, (), Special.BYE)],
    )  # fmt: skip
    assert ends(found) == {"Won": (2, 0), "Not decided": (2, 0)}
    assert list(found.averages.values()) == [Fraction(3, 2), 3]
    assert found.tied_matches == 1
    assert told(choices(found, "Corp")["Alpha"]) == (1, 0, 0, 0)


def test_nothing_is_divided_by_nothing():
    """An event of byes and draws by agreement has no rates."""
    found = count("ntp", [{}, {}], [(1, 2, (), Special.INTENTIONAL_DRAW)])
    assert found.games == 0
    assert set(found.averages.values()) == {None}
