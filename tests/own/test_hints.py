"""Settings that have no effect, or will not do, are pointed out; ready-made rules have none of them."""

from __future__ import annotations

from engine import Player, Tournament
from engine.own import dutch
from engine.own.hints import hints
from engine.own.ruleset import OWN
from xlplugin.ground.resources import rules_files
from xlplugin.workbook.rules_file import read_rules

from cases import each

CASES = {
    "Games in a match": {"Games in a match": "5"},
    "Highest score": {"Result": "Games", "Highest score": "10"},
    "Side 1": {"Side 1": "White"},
    "Points for a loss": {"Result": "Score", "Points by difference": "0 = 1:1, 1 = 3:0", "Points for a loss": "-1"},
    "Lowest share": {"Lowest share": "0", "Tiebreak 1": "Buchholz"},
    "Unplayed rounds": {"Unplayed rounds": "FIDE 2026", "Tiebreak 1": "Wins"},
    "Margin at most": {"Result": "Score", "Margin at most": "300", "Tiebreak 1": "Difference"},
    "Tiebreak 2": {"Tiebreak 1": "Lot", "Tiebreak 2": "Buchholz"},
    "Tiebreak 1": {"Tiebreak 1": "Average rating of opponents"},
    "Round 1": {"Round 1": "Rating"},
    "Order within a group": {"Within a group": "Fold", "Order within a group": "Seed"},
    "Begin with start score": {"Begin with start score": "Yes"},
    "Elimination match": {"Elimination match": "Best of three"},
    "Cut by players": {"Cut by players": "16"},
}  # fmt: skip


def test_points_that_say_the_same_as_those_by_difference_do():
    """An organizer types both, as the document has them."""
    bands = {"Result": "Score", "Points by difference": "0 = 2:2, 1 = 4:1, 2 = 4:0"}
    points = {"Points for a win": "4", "Points for a draw": "2", "Points for a loss": "1"}
    assert list(hints(event_of(bands | points))) == []
    assert (
        len(list(hints(event_of(bands | {"Points for a win": "5", "Points for a draw": "3"})))) == 2
    )


def event_of(settings, players=12, cut=None, **details):
    """An event of some players who have all the same details."""
    roster = (Player(no, f"P{no}", details=details) for no in range(1, players + 1))
    return Tournament(tuple(roster), options=settings, cut=cut)


def sentence(hint):
    """What is said of a setting; every value of it is there."""
    return hint.text.format_map({"setting": hint.setting, **hint.values})


@each("setting", CASES)
def test_it_is_pointed_out_by_its_setting(setting):
    """It alone, with every value of its sentence."""
    (hint,) = hints(event_of(CASES[setting]))
    assert hint.setting == setting
    assert setting in sentence(hint)


def test_what_players_have_is_not_missed():
    """One rating among them all is enough, and a roster without players lacks nothing."""
    rated = event_of(
        {"Round 1": "Rating", "Begin with start score": "Yes"},
        Rating="1500",
        **{"Start score": "2"},
    )
    assert list(hints(rated)) == []
    assert list(hints(event_of({"Round 1": "Rating", "Cut by players": "8"}, players=0))) == []


def test_the_cut_that_the_organizer_chose_for_this_event_counts():
    """Its settings then have an effect, and the size by players has none."""
    rules = {"Elimination match": "Best of three", "Cut by players": "16"}
    assert list(hints(event_of(rules, cut=4))) == []


@each("name", sorted(rules_files()))
def test_ready_made_rules_have_none(name):
    """With the players that their documents speak of."""
    settings = read_rules(rules_files()[name], name)
    details = {"Rating": "1500", "Start score": "2"}
    roster = tuple(Player(no, f"P{no}", seed=no, details=details) for no in range(1, 33))
    assert [sentence(hint) for hint in hints(Tournament(roster, options=settings))] == []


@each("named, left", [("Side 1", "Side 2"), ("Side 2", "Side 1")])
def test_one_side_without_the_other_is_pointed_out(named, left):
    """Else White plays the Runner."""
    rules = {"Result": "One game with sides", named: "White"}
    assert [hint.setting for hint in hints(event_of(rules))] == [left]
    assert list(hints(event_of(rules | {left: "Black"}))) == []


def test_a_library_that_is_not_there_is_said_before_round_1(monkeypatch):
    """With what to install."""
    monkeypatch.setattr(dutch, "is_installed", lambda: False)
    rules = read_rules(rules_files()["chess-dutch"], "chess-dutch")
    (hint,) = hints(event_of(rules, players=0))
    assert hint.setting == "Pairing method"
    assert 'pip install "gacrux>=' in sentence(hint)
    assert OWN.hints is hints
