"""Events under rules drawn by lot, with an elimination, in a closed file and open in LibreOffice: the same."""

from __future__ import annotations

import pytest
from random_rules import play_beside, rules_with_cut

from campaigns import some


@pytest.mark.parametrize("number", range(some(1)))
def test_an_event_under_random_rules_is_the_same(new_twins, number, differences, tmp_path):
    """Whatever the rules are, every click writes the same cells, or is refused; in the end looks are the same."""
    rules, draw = rules_with_cut(number)
    twins = new_twins("own", **rules)

    def click(action):
        said = twins.click(action)
        twins.compare()
        return "told" in said

    event = play_beside(twins, click, draw)
    assert event.rounds
    assert not event.problems
    assert differences(*twins.kept(tmp_path)) == []
