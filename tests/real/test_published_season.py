"""Published tournaments as one season: nothing is lost, and the winners are the published ones."""

from __future__ import annotations

import json
from math import log
from pathlib import Path

import pytest

from xlplugin.numbers.season.ratings import model, ratings_of
from xlplugin.numbers.season.season import files_of, season_of

FOLDER = Path(__file__).parents[2].parent / "shared" / "data" / "nrtm"
EVENTS = sorted(FOLDER.glob("*.json"))
pytestmark = pytest.mark.skipif(
    len(EVENTS) < 2,
    reason=f"no published events: put two NRTM JSON files or more into {FOLDER} (they are not ours to "
    "copy into the repository)",
)


@pytest.fixture(scope="module")
def season():
    """All of them."""
    return season_of(files_of(EVENTS), None, 1)


@pytest.fixture(scope="module")
def published():
    """What the files say, by name."""
    return {path.name: json.loads(path.read_text(encoding="utf-8")) for path in EVENTS}


def test_every_winner_is_the_published_one(season, published):
    """Whatever the tiebreaks of the event were."""
    for event in season.events:
        first = [no for no, place in event.results.places.items() if place == 1]
        assert first == [p["id"] for p in published[event.file]["players"] if p["rank"] == 1]


def test_every_point_of_every_player_is_counted(season, published):
    """Games won and drawn, byes and agreed draws come to the published match points."""
    points = dict.fromkeys(season.names, 0)
    for event, played in zip(season.events, season.played, strict=True):
        for player in published[event.file]["players"]:
            if player["id"] in played.keys:
                points[played.keys[player["id"]]] += player["matchPoints"]
    for career in season.careers:
        counted = 3 * career.won + career.drawn + 6 * career.byes + 3 * career.agreed
        assert counted == points[career.key], season.names[career.key]


def test_nobody_is_lost_between_careers_and_meetings(season):
    """Every match is in both, and every game is rated."""
    matches = sum(len(event.results.matches) for event in season.events)
    assert sum(career.matches for career in season.careers) == 2 * matches
    assert sum(meeting.matches for meeting in season.meetings) == matches
    games = sum(career.games for career in season.careers)
    assert sum(rating.games for rating in season.ratings.values()) == games


def test_ratings_foretell_games_better_than_a_coin(season):
    """Each event by those before it."""
    games, loss, foretold = [], 0.0, 0
    for event in season.played:
        before = ratings_of(games)
        for one, two, winner in event.games():
            if winner and one in before and two in before:
                ahead = before[one].points - before[two].points
                chance = 1 / (1 + 10 ** (-ahead / 400))
                loss -= log(chance if winner == 1 else 1 - chance)
                foretold += 1
        games += event.games()
    assert foretold > 100
    assert loss / foretold < log(2)
    assert model().mu == 1500
