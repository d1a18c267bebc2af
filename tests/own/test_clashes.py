"""Settings that contradict one another are named, all at once, and what they clash with."""

from __future__ import annotations

from engine.own.clashes import clashes

from cases import each

CASES = {
    "Points for a loss": {"Result": "Two games with sides", "Points for a loss": "1"},
    "Points for a win": {"Result": "One game with sides", "Points for a win": "1/2", "Points for a draw": "0"},
    "Handicaps": {"Result": "Games", "Handicaps": "Yes"},
    "Margin at most": {"Result": "Winner", "Margin at most": "3"},
    "Result of a bye": {"Result of a bye": "2:0"},
    "Points for a draw": {"Points for a draw": "-1"},
    "Tiebreak 3": {"Tiebreak 1": "Wins", "Tiebreak 3": "Wins"},
    "Cut by players": {"Cut by players": "8 = 0, more = 6"},
    "Rounds by players": {"Rounds by players": "8 = 0, more = 3"},
    "Wins and losses": {"Pairing method": "Round robin", "Wins and losses": "3:3"},
}  # fmt: skip


@each("setting", CASES)
def test_a_contradiction_is_named_with_its_setting(setting):
    """The setting at fault is named, it alone, and its sentence has all its values."""
    (clash,) = clashes(CASES[setting])
    assert clash.setting == setting
    assert clash.setting in clash.text.format_map({"setting": clash.setting, **clash.values})


def test_all_contradictions_are_named_at_once():
    """Several faults of one set of rules come together; without any there are none."""
    together = {
        k: v
        for case in ("Margin at most", "Cut by players", "Wins and losses")
        for k, v in CASES[case].items()
    }
    assert {clash.setting for clash in clashes(together)} == {
        "Margin at most",
        "Cut by players",
        "Wins and losses",
    }
    assert clashes({}) == []


def test_points_that_bands_replace_do_not_clash():
    """A win may be worth no more than a loss where points go by the difference."""
    points = {"Result": "Games", "Points for a win": "0", "Points for a draw": "None"}
    assert [clash.setting for clash in clashes(points)] == ["Points for a win"]
    assert clashes(points | {"Points by difference": "0 = 1:1, 1 = 2:0"}) == []
