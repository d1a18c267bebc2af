"""Messages when the second of two days is paired."""

from __future__ import annotations

from datetime import UTC, datetime

from xlplugin.verbs.cut import make_progression
from xlplugin.verbs.pair import pair_round

WHEN = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)


def test_after_the_first_day_only_decklists_of_those_who_play_are_missing(event_of):
    """Whoever is out has no list to hand in any more."""
    names = [f"Player {n}" for n in range(1, 9)]
    event = event_of(names, Tier="Competitive", Rounds="3")
    event.rounds(2)
    make_progression(event.host, 6, when=WHEN)
    result = pair_round(event.host, when=WHEN)
    (told,) = [w for w in result.warnings if w.startswith("Decklists")]
    playing = {n for m in event.read().rounds[-1].matches for n in (m.player1, m.player2) if n}
    assert 0 < len(playing) < 8
    for player in event.read().roster:
        assert (f"{player.name}" in told) == (player.no in playing)
