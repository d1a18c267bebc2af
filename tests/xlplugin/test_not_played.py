"""Games that were not played: a missing result says what the document has for them."""

from __future__ import annotations

import pytest

from xlplugin.ground.problems import WorkbookProblems
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings


@pytest.fixture
def remedy(in_memory):
    """Pair round 1, type this of its first match, and give what is said of the result missing."""

    def remedy(ruleset, settings, **typed):
        event = in_memory(4, ruleset, **settings)
        pair_round(event.host)
        if typed:
            event.type("Round 1", 2, **typed)
        with pytest.raises(WorkbookProblems) as caught:
            write_standings(event.host)
        return caught.value.problems[0].remedy

    return remedy


@pytest.mark.parametrize("ruleset", ["nisei-swiss", "nisei-amalfi"])
def test_op_unplayed_game_a_second_game_not_begun_is_a_draw(remedy, ruleset):
    """The game that is missing beside one that was played is asked for in the document's way."""
    told = remedy(ruleset, {}, P1_Corp="W")
    assert told == "type it (D for a second game not begun when time was called)"
    assert remedy(ruleset, {}) == "type it"


@pytest.mark.parametrize(
    ("ruleset", "tie"), [("nisei-swiss", "D for each game"), ("nisei-single-sided", "Draw")]
)
def test_op_no_time_found_is_a_tie_or_a_no_show(remedy, ruleset, tie):
    """Where players have days to play; nobody is timed there."""
    told = f"{tie} if no time was found, or No-show if you hold one player to be at fault"
    assert remedy(ruleset, {"Asynchronous": "Yes"}) == f"type it ({told})"
    assert remedy(ruleset, {}) == "type it"


@pytest.mark.parametrize("ruleset", ["trc", "ntp", "nts", "hex"])
def test_other_documents_say_nothing_of_it(remedy, ruleset):
    """A result is asked for as it is."""
    assert remedy(ruleset, {}) == "type it"
