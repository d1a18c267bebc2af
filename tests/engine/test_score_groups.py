"""Score groups that cannot be paired as drawn."""

from __future__ import annotations

from engine.draws import Draws
from engine.pairing.groups import Rules, ScoreGroup
from engine.pairing.score_groups import pair_score_groups
from engine.reasons import points


def test_a_draw_that_gets_stuck_is_mended_inside_its_group():
    """The first four can be paired among themselves, and so can the others: nobody crosses."""
    members = {6: [1, 2, 3, 4], 3: [5, 6], 0: [7, 8]}
    groups = [ScoreGroup(points(n), players) for n, players in members.items()]
    bars = {1: {4}, 2: {5}, 3: set(), 4: {1}, 5: {2, 6}, 6: {5}, 7: set(), 8: set()}
    top = {1, 2, 3, 4}
    crossing = [
        (seed, table[:2])
        for seed in range(12)
        for table in pair_score_groups(
            groups, bars, Draws(str(seed), "pairing", 1), Rules("OP", "OP")
        )
        if (table.player1 in top) != (table.player2 in top)
    ]
    assert crossing == []
