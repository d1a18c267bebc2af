"""NISEI Organized Play Policies 1.4, Infractions: a test for each consequence, in its order.

What an accepted penalty does to a workbook is in ``tests/xlplugin/test_penalties.py``.
"""

from __future__ import annotations

import pytest

from engine import RULESETS, Special, Status
from engine.formats.netrunner import CORP, RUNNER, SIDES
from engine.penalties import (
    REMOVED,
    Given,
    Penalty,
    When,
    game_lost,
    lost_by_both,
    match_lost,
    proposed,
    side_of_other_game,
    unplayed_lost,
    warnings_given,
)
from xlplugin.workbook.layouts.penalty_tabs import proposal_text

CASUAL, COMPETITIVE = "Casual", "Competitive"


@pytest.fixture
def code(nisei):
    """Give what OP says of penalties."""
    return nisei.penalties


@pytest.fixture
def says(code):
    """Give what OP says for an infraction at an event of a tier, without earlier warnings."""

    def run(label, tier=CASUAL):
        return proposed(code, 1, code.by_label[label], tier, ()).penalty

    return run


# Infractions


@pytest.mark.parametrize(
    "penalty",
    ["Warning", "Game loss", "Match loss", "Disqualification", "Prize or title forfeited"],
)
def test_penalties_go_from_warning_to_disqualification_as_the_judge_decides(code, penalty):
    """Each of the document's penalties can be decided for, whatever is proposed."""
    assert Penalty(penalty) in code.decisions


def test_penalties_the_judge_decides_what_the_document_does_not_list(code, says):
    """Any other infraction can be entered, and nothing is proposed for it."""
    assert says("Other") is Penalty.JUDGE
    assert Penalty.JUDGE not in code.decisions


@pytest.mark.parametrize(
    ("before", "penalty", "words"),
    [
        (0, Penalty.WARNING, "Warning"),
        (1, Penalty.WARNING, "Warning (2nd)"),
        (2, Penalty.GAME_LOSS, "Game loss (3rd warning)"),
    ],
)
def test_three_warnings_the_third_for_the_same_infraction_costs_the_game(
    code, before, penalty, words
):
    """Two warnings are warnings; the third is a game loss, and says why."""
    history = [Given(1, "Slow play", Penalty.WARNING)] * before
    found = proposed(code, 1, code.by_label["Slow play"], CASUAL, history)
    assert (found.penalty, proposal_text(found)) == (penalty, words)


def test_three_warnings_count_for_each_infraction_and_player_alone(code):
    """Warnings for something else, of somebody else, or other penalties do not add up."""
    history = [
        Given(1, "Slow play", Penalty.WARNING),
        Given(2, "Slow play", Penalty.WARNING),
        Given(1, "Missed trigger", Penalty.WARNING),
        Given(1, "Slow play", Penalty.GAME_LOSS),
        Given(1, "Slow play", Penalty.NONE),
    ]
    assert warnings_given(history, 1, "Slow play") == 1
    found = proposed(code, 1, code.by_label["Slow play"], CASUAL, history)
    assert found.penalty is Penalty.WARNING


def test_three_warnings_count_for_an_infraction_whatever_the_case(code):
    """Cards seen in the grip, in the stack and elsewhere are one infraction."""
    name = "Looking at or revealing hidden cards"
    history = [Given(1, name, Penalty.WARNING)] * 2
    found = proposed(code, 1, code.by_label[f"{name}: grip"], CASUAL, history)
    assert found.penalty is Penalty.GAME_LOSS


def test_disqualification_gives_the_opponent_two_wins(code, nisei):
    """Whoever is removed loses both games of the round, one that was won included."""
    assert code.removal == "OP, Infractions"
    loss = match_lost(nisei.match_format, {"P1 Corp": "W"}, 1)
    assert loss.values == {"P1 Corp": "L", "P1 Runner": "L"}
    assert loss.clashes == {"P1 Corp": "W"}
    assert nisei.match_format.score(("L", "L"), Special.NONE) == (0, 6)


# Each infraction, in the order of the document


NONE, WARNING, GAME = Penalty.NONE, Penalty.WARNING, Penalty.GAME_LOSS
MATCH, DROP, REMOVAL = Penalty.MATCH_LOSS, Penalty.DROP, Penalty.DISQUALIFICATION
CARDS = "Looking at or revealing hidden cards"
COSTS = {
    "Missed trigger": WARNING,
    f"{CARDS}: own cards": WARNING,
    f"{CARDS}: HQ": (WARNING, GAME),
    f"{CARDS}: R&D": (WARNING, GAME),
    f"{CARDS}: installed Corp card": (WARNING, GAME),
    f"{CARDS}: grip": WARNING,
    f"{CARDS}: stack": WARNING,
    f"{CARDS}: installed Runner card": WARNING,
    f"{CARDS}: elsewhere": WARNING,
    "Accessing extra cards: HQ": (WARNING, GAME),
    "Accessing extra cards: R&D": (WARNING, GAME),
    "Accessing extra cards: elsewhere": (WARNING, GAME),
    "Drawing extra cards: enough clicks left": NONE,
    "Drawing extra cards: too few clicks left": (WARNING, GAME),
    "Incorrect starting hand: before a mulligan": WARNING,
    "Incorrect starting hand: after a mulligan": WARNING,
    "Illegal facedown card: can be rewound": WARNING,
    "Illegal facedown card: cannot be rewound": GAME,
    "Illegal game state: can be rewound": WARNING,
    "Illegal game state: cannot be rewound": WARNING,
    "Illegal deck or decklist: during a game": GAME,
    "Illegal deck or decklist: between games": GAME,
    "Illegal deck or decklist: before the event": MATCH,
    "Slow play": WARNING,
    "Tardiness: late": WARNING,
    "Tardiness: after 5 minutes": GAME,
    "Tardiness: after 10 minutes": MATCH,
    "Tardiness: absent at the end of the round": DROP,
    "Insufficient shuffling": WARNING,
    "Beginning early": WARNING,
    "Marked cards": GAME,
    "Outside assistance: asked for it": REMOVAL,
    "Outside assistance: gave it": REMOVAL,
    "Cheating": REMOVAL,
    "Bribery and gambling": REMOVAL,
    "Code of Conduct violation": WARNING,
    "Code of Conduct violation: harassment or threats": REMOVAL,
    "Unsporting conduct": Penalty.JUDGE,
    "Disconnect: back within 5 minutes": NONE,
    "Disconnect: longer than 5 minutes": GAME,
    "Disconnect: longer than 10 minutes": MATCH,
    "Disconnect: not back when the round ends": DROP,
}
"""The penalty at any event, or at Casual and at Competitive ones."""
OF_BOTH = {
    "Illegal game state: can be rewound", "Illegal game state: cannot be rewound", "Beginning early",
}  # fmt: skip
LATER = {
    "Illegal deck or decklist: between games": When.NEXT_ROUND,
    "Illegal deck or decklist: before the event": When.ROUND_1,
}


@pytest.mark.parametrize(("label", "penalty"), COSTS.items(), ids=COSTS)
def test_an_infraction_costs_what_the_document_says(says, code, label, penalty):
    """At events of either tier; who is concerned, and when it is lost, is as told as well."""
    casual, competitive = penalty if isinstance(penalty, tuple) else (penalty, penalty)
    assert (says(label, CASUAL), says(label, COMPETITIVE)) == (casual, competitive)
    infraction = code.by_label[label]
    assert infraction.both == (label in OF_BOTH)
    assert infraction.when is LATER.get(label, When.NOW)


@pytest.mark.parametrize(
    ("label", "tier", "words", "is_told"),
    [
        (f"{CARDS}: R&D", CASUAL, "shuffle", True),
        (f"{CARDS}: R&D", COMPETITIVE, "shuffle", False),
        (f"{CARDS}: stack", CASUAL, "shuffle", True),
        (f"{CARDS}: stack", COMPETITIVE, "shuffle", True),
        (f"{CARDS}: grip", CASUAL, "shuffle", False),
        ("Slow play", CASUAL, "one more turn", True),
        ("Beginning early", CASUAL, "again", False),
        ("Beginning early", COMPETITIVE, "again", True),
    ],
)
def test_what_is_to_be_done_besides_is_told(code, label, tier, words, is_told):
    """Known cards are set aside, a deck is shuffled unless the game is lost, a game begun again."""
    assert (words in code.by_label[label].todo_at(tier)) is is_told


def test_illegal_deck_or_decklist_between_games_the_side_of_the_other_game_is_drawn():
    """Both sides come up, and the same event seed gives the same side."""
    sides = [side_of_other_game("seed", no, 2, SIDES) for no in range(1, 41)]
    assert set(sides) == {CORP, RUNNER}
    assert sides == [side_of_other_game("seed", no, 2, SIDES) for no in range(1, 41)]


def test_tardiness_whoever_is_absent_at_the_end_is_dropped():
    """The status says so."""
    assert REMOVED[Penalty.DROP] is Status.DROPPED


# The list


def test_every_infraction_cites_its_rule(code):
    """Everything but what the document does not list; there are no others than those above."""
    assert [*code.by_label] == [*COSTS, "Other"]
    uncited = [i.label for i in code.infractions if not i.clause.startswith("OP, ")]
    assert uncited == ["Other"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_two_infractions_share_a_label(ruleset):
    """What is chosen from the list is one infraction."""
    code = RULESETS[ruleset].penalties
    assert code is None or len(code.by_label) == len(code.infractions)


# How a loss reads in the result columns


@pytest.mark.parametrize(
    ("player", "side", "cells"),
    [
        (1, CORP, {"P1 Corp": "L"}),
        (1, RUNNER, {"P1 Runner": "L"}),
        (2, CORP, {"P1 Runner": "W"}),
        (2, RUNNER, {"P1 Corp": "W"}),
    ],
)
def test_a_game_lost_is_the_one_in_which_the_player_has_that_side(nisei, player, side, cells):
    """The letters are Player 1's."""
    assert game_lost(nisei.match_format, {}, player, side).values == cells


def test_a_game_lost_leaves_a_two_for_one_alone(nisei):
    """The one game that counts twice is lost."""
    loss = game_lost(nisei.match_format, {"Special": "2-for-1"}, 1, CORP)
    assert (loss.values, loss.clashes) == ({"P1 Corp": "L"}, {})


def test_a_game_lost_replaces_an_intentional_draw(nisei):
    """The draw was typed, so that replacing it must be wanted."""
    loss = game_lost(nisei.match_format, {"Special": "ID"}, 1, CORP)
    assert loss.values == {"P1 Corp": "L", "Special": ""}
    assert loss.clashes == {"Special": "ID"}


@pytest.mark.parametrize(
    ("typed", "player", "game"),
    [
        ({}, 1, None),
        ({"P1 Corp": "W"}, 1, RUNNER),
        ({"P1 Corp": "W"}, 2, CORP),
        ({"P1 Corp": "W", "P1 Runner": "L"}, 1, None),
    ],
)
def test_the_current_game_is_the_one_without_a_result(nisei, typed, player, game):
    """If exactly one is."""
    assert nisei.match_format.current_game(typed, player) == game


@pytest.mark.parametrize("typed", [{"Special": "No-show 1"}, {"P1 Corp": "L", "P1 Runner": "L"}])
def test_a_match_that_is_lost_already_needs_nothing(nisei, typed):
    """However it was typed."""
    assert not match_lost(nisei.match_format, typed, 1).values


@pytest.mark.parametrize("ruleset", ["nisei-swiss", "nisei-single-sided"])
def test_a_match_that_both_lose_is_a_double_no_show(ruleset):
    """Nothing for either player."""
    loss = lost_by_both(RULESETS[ruleset].match_format, {})
    assert loss is not None
    assert loss.values == {"Special": "Double no-show"}


def test_what_was_not_played_is_lost_while_results_stay(nisei):
    """Where the document does not take the whole match."""
    typed = {"P1 Corp": "W"}
    loss = unplayed_lost(nisei.match_format, typed, 1, is_complete=False)
    assert (loss.values, loss.clashes) == ({"P1 Runner": "L"}, {})


@pytest.mark.parametrize(("player", "cells"), [(1, {"Result": RUNNER}), (2, {"Result": CORP})])
def test_the_game_of_a_single_sided_round_goes_to_the_other_side(player, cells):
    """Player 1 is the Corp."""
    format_ = RULESETS["nisei-single-sided"].match_format
    assert game_lost(format_, {}, player, "").values == cells


@pytest.mark.parametrize(
    ("typed", "cells"),
    [
        ({}, {"Special": "No-show 1"}),
        ({"Corp": 2}, {"Winner": 2}),
        ({"Corp": 2, "Winner": 1}, {"Winner": 2}),
        ({"Corp": 2, "Winner": 2}, {}),
    ],
)
def test_a_game_of_the_elimination_goes_to_the_other_player(nisei, typed, cells):
    """As a win where the sides are known."""
    format_ = nisei.cut.format({})
    assert game_lost(format_, typed, 1, "").values == cells


@pytest.mark.parametrize(
    ("typed", "game", "cells"),
    [({"Corp": 1}, 1, {"Game 1": 2}), ({"Corp": 1, "Game 1": 2}, 2, {"Game 2": 2})],
)
def test_a_game_of_a_best_of_three_is_lost_by_its_number(nisei, typed, game, cells):
    """The first one without a winner is being played."""
    format_ = nisei.cut.format({"Elimination": "Best of three"})
    assert format_.current_game(typed, 1) == game
    assert game_lost(format_, typed, 1, game).values == cells


# Staff participation in events


def test_staff_are_organizers_judges_and_assistants(nisei):
    """These can be chosen on Staff, and may play."""
    assert nisei.staff.roles == ("Tournament Organizer", "Head Judge", "Judge", "Assistant")
    assert nisei.staff.may_play


@pytest.mark.parametrize(
    ("playing", "others", "is_enough"),
    [
        ([], 0, True), (["Tournament Organizer"], 0, False), (["Tournament Organizer"], 1, True),
        (["Tournament Organizer", "Assistant"], 0, False),
        (["Tournament Organizer", "Assistant", "Judge"], 0, True), (["Judge"], 0, False),
        (["Assistant", "Assistant"], 0, True),
    ],
)  # fmt: skip
def test_staff_may_play_with_an_impartial_judge(nisei, playing, others, is_enough):
    """Two assistants who play, or one who does not."""
    assert nisei.staff.has_impartial_judge(playing, others) is is_enough
