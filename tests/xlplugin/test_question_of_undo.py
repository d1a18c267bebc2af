"""The questions before a round is undone and a clock is paused, where Python asks them."""

from __future__ import annotations

import pytest

from xlplugin.doors import clicks
from xlplugin.ground.problems import stop
from xlplugin.verbs import clock
from xlplugin.verbs.list import BUTTONS
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.undo import undo_round

ASK = {verb.name: button.ask for verb, button in BUTTONS if button.ask}


@pytest.mark.parametrize(
    ("results", "asked"),
    [
        (0, "Take back Round 1? It has no results yet."),
        (1, "Take back Round 1, with its 1 result?"),
        (3, "Take back Round 1, with its 3 results?"),
    ],
)
def test_the_round_and_its_results_are_named(in_memory, results, asked):
    """A bye is no result that somebody has typed."""
    event = in_memory(7)
    pair_round(event.host)
    for row in range(2, 2 + results):
        event.type("Round 1", row, P1_Corp="W")
    said = clicks.question(ASK["undo"], event.host)
    assert said == f"{asked}\n\nThe tab is kept, hidden."
    assert undo_round(event.host).message.startswith("Round 1 is undone.")


def test_the_plain_question_is_asked_where_nothing_can_be_told(in_memory):
    """Of what must be mended, of a program that does not answer, and by other buttons."""

    class Silent:
        def read(self):
            stop("busy")

    event = in_memory(4)
    plain = f"{ASK['undo'].question}\n\n{ASK['undo'].more}"
    assert clicks.question(ASK["undo"], Silent()) == plain
    pair_round(event.host)
    event.type("Round 1", 2, P1_Corp="Q")
    assert clicks.question(ASK["undo"], event.host) == plain
    assert clicks.question(ASK["move"], event.host).startswith(ASK["move"].question)


def test_nothing_is_asked_before_a_refusal(in_memory):
    """Without a round there is nothing to take back, and no clock to pause; nor while it is paused."""
    event = in_memory(4)
    asked = [ASK["undo"], ASK["pause_clock"]]
    assert [clicks.question(ask, event.host) for ask in asked] == ["", ""]
    pair_round(event.host)
    assert clicks.question(ASK["pause_clock"], event.host) == ""
    clock.start(event.host)
    assert clicks.question(ASK["pause_clock"], event.host).startswith("Pause the clock of Round 1")
    clock.pause(event.host)
    assert clicks.question(ASK["pause_clock"], event.host) == ""
