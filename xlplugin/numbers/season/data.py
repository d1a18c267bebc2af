"""A season for programs, with exact numbers."""

from __future__ import annotations

from typing import Any

from engine.seasons import Career
from xlplugin.numbers.season.season import Season
from xlplugin.numbers.season.tabs import share_of, winners
from xlplugin.verbs.matchups import data_of


def as_data(season: Season) -> dict[str, Any]:
    """All of it."""
    names = season.names
    return {
        "game": season.game,
        "events": [_event(season, number) for number in range(len(season.events))],
        "players": [_career(names[career.key], career) for career in season.careers],
        "ratings": [
            {
                "rank": rank, "player": names[key], "rating": rating.points,
                "low": rating.low, "high": rating.high, "games": rating.games,
            }
            for rank, (key, rating) in enumerate(season.ratings.items(), 1)
        ],
        "head_to_head": [
            {
                "player": names[met.one], "against": names[met.two], "matches": met.matches,
                "won": met.won1, "drawn": met.drawn, "lost": met.won2,
                "last": season.events[met.last].file,
            }
            for met in season.meetings
        ],
        "matchups": [data_of(matrix) for matrix in season.matchups.matrices],
        "notes": list(season.notes),
    }  # fmt: skip


def _event(season: Season, number: int) -> dict[str, Any]:
    event, results = season.events[number], season.events[number].results
    return {
        "file": event.file,
        "name": event.name,
        "date": event.day.isoformat(),
        "ruleset": event.ruleset,
        "players": len(results.players),
        "rounds": results.rounds,
        "matches": len(results.matches),
        "games": sum(1 for _ in season.played[number].games()),
        "is_over": results.is_over,
        "winners": [season.names[key] for key in winners(season, number)],
    }


def _career(name: str, career: Career) -> dict[str, Any]:
    share = share_of(career)
    return {
        "player": name,
        "events": career.events,
        "events_won": career.first,
        "best_place": career.best or None,
        "cuts": career.cuts,
        "matches": career.matches,
        "won": career.won,
        "drawn": career.drawn,
        "lost": career.lost,
        "win_share": share and share._asdict(),
        "byes": career.byes,
        "draws_agreed": career.agreed,
        "no_shows": career.missed,
    }
