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
BOTH_TIERS = (CASUAL, COMPETITIVE)


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


def is_a_warning(says, label):
    """Whether the infraction is a warning at events of either tier."""
    return [says(label, tier) for tier in BOTH_TIERS] == [Penalty.WARNING] * 2


def costs_the_game_if_competitive(says, label):
    """Whether the infraction is a warning at Casual events and costs the game at others."""
    return [says(label, tier) for tier in BOTH_TIERS] == [Penalty.WARNING, Penalty.GAME_LOSS]


def is_always(says, label, penalty):
    """Whether the infraction leads to the penalty at events of either tier."""
    return [says(label, tier) for tier in BOTH_TIERS] == [penalty] * 2


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


def test_three_warnings_the_fourth_costs_the_game_too(code):
    """Whoever goes on after the third warning is not let off with another one."""
    history = [
        *[Given(1, "Slow play", Penalty.WARNING)] * 2,
        Given(1, "Slow play", Penalty.GAME_LOSS, by_number=True),
    ]
    found = proposed(code, 1, code.by_label["Slow play"], CASUAL, history)
    assert proposal_text(found) == "Game loss (4th warning)"


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


def test_disqualification_sets_the_status():
    """A disqualified player is Disqualified, and so not paired any more."""
    assert REMOVED[Penalty.DISQUALIFICATION] is Status.DISQUALIFIED


# Missed trigger


def test_missed_trigger_is_a_warning(says):
    """The ability resolves or not; the player is warned."""
    assert is_a_warning(says, "Missed trigger")


# Looking at or revealing hidden cards


def test_looking_at_hidden_cards_is_a_warning_for_the_player_who_showed_them(says):
    """If the player whose cards they are was at fault."""
    assert is_a_warning(says, "Looking at or revealing hidden cards: own cards")


@pytest.mark.parametrize("where", ["HQ", "R&D", "installed Corp card"])
def test_looking_at_hidden_cards_of_the_corp_costs_the_game_at_competitive_events(says, where):
    """A warning at Casual events."""
    label = f"Looking at or revealing hidden cards: {where}"
    assert costs_the_game_if_competitive(says, label)


@pytest.mark.parametrize("where", ["grip", "stack", "installed Runner card", "elsewhere"])
def test_looking_at_hidden_cards_of_the_runner_is_a_warning(says, where):
    """At events of either tier."""
    assert is_a_warning(says, f"Looking at or revealing hidden cards: {where}")


@pytest.mark.parametrize(
    ("where", "tier", "is_shuffled"),
    [
        ("R&D", CASUAL, True), ("R&D", COMPETITIVE, False), ("stack", CASUAL, True),
        ("stack", COMPETITIVE, True), ("grip", CASUAL, False),
    ],
)  # fmt: skip
def test_looking_at_hidden_cards_of_a_deck_says_to_shuffle(code, where, tier, is_shuffled):
    """Known cards are set aside; where the game is lost nothing is shuffled."""
    infraction = code.by_label[f"Looking at or revealing hidden cards: {where}"]
    assert ("shuffle" in infraction.todo_at(tier)) is is_shuffled


# Accessing extra cards


@pytest.mark.parametrize("where", ["HQ", "R&D", "elsewhere"])
def test_accessing_extra_cards_costs_the_game_at_competitive_events(says, where):
    """A warning at Casual events, wherever the cards were."""
    assert costs_the_game_if_competitive(says, f"Accessing extra cards: {where}")


# Drawing extra cards


def test_drawing_extra_cards_costs_clicks_while_there_are_enough(says):
    """No penalty beyond that."""
    assert is_always(says, "Drawing extra cards: enough clicks left", Penalty.NONE)


def test_drawing_extra_cards_without_clicks_costs_the_game_at_competitive_events(says):
    """A warning at Casual events."""
    assert costs_the_game_if_competitive(says, "Drawing extra cards: too few clicks left")


# Incorrect starting hand


@pytest.mark.parametrize("when", ["before", "after"])
def test_incorrect_starting_hand_is_a_warning(says, when):
    """Before a mulligan and after it."""
    assert is_a_warning(says, f"Incorrect starting hand: {when} a mulligan")


# Illegal facedown card


def test_illegal_facedown_card_that_can_be_rewound_is_a_warning(says):
    """As long as nothing has changed for good."""
    assert is_a_warning(says, "Illegal facedown card: can be rewound")


def test_illegal_facedown_card_that_cannot_be_rewound_costs_the_game(says):
    """At events of either tier."""
    assert is_always(says, "Illegal facedown card: cannot be rewound", Penalty.GAME_LOSS)


# Illegal game state


@pytest.mark.parametrize("case", ["can be rewound", "cannot be rewound"])
def test_illegal_game_state_is_a_warning_for_both(says, code, case):
    """Whether the game can be rewound or not."""
    assert is_a_warning(says, f"Illegal game state: {case}")
    assert code.by_label[f"Illegal game state: {case}"].both


# Illegal deck or decklist


def test_illegal_deck_or_decklist_during_a_game_costs_that_game(says, code):
    """The game that is being played."""
    assert is_always(says, "Illegal deck or decklist: during a game", Penalty.GAME_LOSS)
    assert code.by_label["Illegal deck or decklist: during a game"].when is When.NOW


def test_illegal_deck_or_decklist_between_games_costs_the_first_of_the_next_round(says, code):
    """One game of the round that follows."""
    label = "Illegal deck or decklist: between games"
    assert is_always(says, label, Penalty.GAME_LOSS)
    assert code.by_label[label].when is When.NEXT_ROUND


def test_illegal_deck_or_decklist_between_games_the_side_of_the_other_game_is_drawn():
    """Both sides come up, and the same event seed gives the same side."""
    sides = [side_of_other_game("seed", no, 2, SIDES) for no in range(1, 41)]
    assert set(sides) == {CORP, RUNNER}
    assert sides == [side_of_other_game("seed", no, 2, SIDES) for no in range(1, 41)]


def test_illegal_deck_or_decklist_before_the_event_costs_the_match_of_round_1(says, code):
    """If mending it would hold up the start."""
    label = "Illegal deck or decklist: before the event"
    assert is_always(says, label, Penalty.MATCH_LOSS)
    assert code.by_label[label].when is When.ROUND_1


# Slow play


def test_slow_play_is_a_warning_and_one_more_turn(says, code):
    """No more time, but a turn more at the end."""
    assert is_a_warning(says, "Slow play")
    assert "one more turn" in code.by_label["Slow play"].todo


# Tardiness


@pytest.mark.parametrize(
    ("case", "penalty"),
    [
        ("late", Penalty.WARNING),
        ("after 5 minutes", Penalty.GAME_LOSS),
        ("after 10 minutes", Penalty.MATCH_LOSS),
        ("absent at the end of the round", Penalty.DROP),
    ],
)
def test_tardiness_goes_step_by_step(says, case, penalty):
    """A warning, the game, the match, the tournament."""
    assert is_always(says, f"Tardiness: {case}", penalty)


def test_tardiness_whoever_is_absent_at_the_end_is_dropped():
    """The status says so."""
    assert REMOVED[Penalty.DROP] is Status.DROPPED


# Insufficient shuffling, beginning early, marked cards


def test_insufficient_shuffling_is_a_warning(says):
    """And a lesson."""
    assert is_a_warning(says, "Insufficient shuffling")


@pytest.mark.parametrize(("tier", "again"), [(CASUAL, False), (COMPETITIVE, True)])
def test_beginning_early_is_a_warning_for_both(says, code, tier, again):
    """At Competitive events they begin again once the clock runs."""
    infraction = code.by_label["Beginning early"]
    assert is_a_warning(says, "Beginning early")
    assert infraction.both
    assert ("again" in infraction.todo_at(tier)) is again


def test_marked_cards_cost_the_game(says):
    """At events of either tier."""
    assert is_always(says, "Marked cards", Penalty.GAME_LOSS)


# Outside assistance, cheating, bribery


@pytest.mark.parametrize("case", ["asked for it", "gave it"])
def test_outside_assistance_disqualifies_whoever_asked_and_whoever_helped(says, case):
    """Both, or the helper alone."""
    assert is_always(says, f"Outside assistance: {case}", Penalty.DISQUALIFICATION)


@pytest.mark.parametrize("label", ["Cheating", "Bribery and gambling"])
def test_cheating_and_bribery_disqualify(says, label):
    """At events of either tier."""
    assert is_always(says, label, Penalty.DISQUALIFICATION)


# Conduct


def test_code_of_conduct_violation_is_at_least_a_warning(says):
    """Grave ones are a disqualification."""
    label = "Code of Conduct violation"
    assert is_a_warning(says, label)
    assert is_always(says, f"{label}: harassment or threats", Penalty.DISQUALIFICATION)


def test_unsporting_conduct_is_for_the_judge_to_decide(says):
    """From a word to a disqualification."""
    assert is_always(says, "Unsporting conduct", Penalty.JUDGE)


# Online and virtual events


@pytest.mark.parametrize(
    ("case", "penalty"),
    [
        ("back within 5 minutes", Penalty.NONE),
        ("longer than 5 minutes", Penalty.GAME_LOSS),
        ("longer than 10 minutes", Penalty.MATCH_LOSS),
        ("not back when the round ends", Penalty.DROP),
    ],
)
def test_a_disconnect_goes_step_by_step(says, case, penalty):
    """More time, the game, the match, the tournament."""
    assert is_always(says, f"Disconnect: {case}", penalty)


# The list


def test_every_infraction_cites_its_rule(code):
    """Everything but what the document does not list."""
    uncited = [i.label for i in code.infractions if not i.clause.startswith("OP, ")]
    assert uncited == ["Other"]


@pytest.mark.parametrize("ruleset", ["nisei-amalfi", "nisei-single-sided"])
def test_the_appendix_changes_nothing_about_penalties(code, ruleset):
    """Both alternative structures have the same list."""
    assert RULESETS[ruleset].penalties == code


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
