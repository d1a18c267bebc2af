"""The model of strength beside real events: its spread is theirs, and what it plays looks like them."""

from __future__ import annotations

from pathlib import Path
from statistics import pstdev

import pytest

from engine import RULESETS, Tournament, rank
from engine.simulation.day import Hall
from engine.simulation.event import Event, Form, Plan
from engine.simulation.spread import estimate_spread
from engine.simulation.strength import DEFAULT_DRAWS, DEFAULT_SPREAD, Model
from engine.statistics import played_games
from xlplugin.exports.nrtm import read_nrtm
from xlplugin.numbers.plan import games_of

FOLDER = Path(__file__).parents[2].parent / "shared" / "data" / "nrtm"
EVENTS = sorted(FOLDER.glob("*.json"))
pytestmark = pytest.mark.skipif(
    not EVENTS, reason=f"no published events: put NRTM JSON files into {FOLDER}"
)
KNOWN = {"2020_Worlds1A", "AfroEuros", "Americas"}
SHORTER = {"2020_Worlds1A": 6}
"""The event whose last round spread points wider than the model does: see docs/simulation.md."""
SIMULATED = 200


def read(path):
    """An event as its file has it."""
    return read_nrtm(path.read_text(encoding="utf-8"), path.name)


def swiss(event):
    """Its Swiss rounds."""
    return Tournament(tuple(event.players), tuple(event.rounds))


@pytest.mark.slow
def test_the_defaults_are_those_of_the_published_events():
    """Spread and draws, as the page says."""
    if {path.stem for path in EVENTS} != KNOWN:
        pytest.skip(f"the defaults are of {', '.join(sorted(KNOWN))}; there are others in {FOLDER}")
    events = list(map(read, EVENTS))
    found = estimate_spread(map(games_of, events))
    assert round(found.mean, 2) == DEFAULT_SPREAD
    assert (round(found.low, 2), round(found.high, 2), found.games) == (0.22, 0.62, 2410)
    games = [game for e in events for game in played_games(swiss(e), RULESETS[e.ruleset])]
    assert round(sum(not game.game.winner for game in games) / len(games), 3) == DEFAULT_DRAWS


def spread_of_points(tournament, ruleset):
    """The standard deviation of the points of those who are in every round."""
    rounds = len(tournament.rounds)
    records = rank(tournament, ruleset).records.of.values()
    return pstdev(record.units for record in records if record.played == rounds)


@pytest.mark.slow
@pytest.mark.parametrize("path", EVENTS, ids=lambda path: path.stem)
def test_points_are_spread_as_in_simulated_events(path):
    """The middle 95 of 100 simulated events of as many players, as many of whom drop, have it inside."""
    event = read(path)
    ruleset = RULESETS[event.ruleset]
    played = swiss(event)
    rounds = SHORTER.get(path.stem, len(played.rounds))
    seen = [set(round_.players()) for round_ in played.rounds[:rounds]]
    drops = 2 * (len(seen[0]) - len(seen[-1])) / (rounds - 1) / len(seen[0])
    plan = Plan(event.ruleset, len(seen[0]), (), Model(drops=drops), Hall(None, None), {}, "1")
    simulated = sorted(
        spread_of_points(Event(plan, number)._swiss(Form(rounds, 0)).tournament, ruleset)
        for number in range(SIMULATED)
    )
    first = Tournament(played.players, played.rounds[:rounds])
    tail = SIMULATED // 40
    assert simulated[tail] <= spread_of_points(first, ruleset) <= simulated[-1 - tail]
