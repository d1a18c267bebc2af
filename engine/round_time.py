"""Times that end: of rounds, and of building decks."""

from __future__ import annotations

from typing import NamedTuple


class TimeCalled(NamedTuple):
    """The steps when the time of a round is up; the minutes of a warning before, if any."""

    rule: str
    steps: tuple[str, ...]
    warning: int = 0


class DeckBuilding(NamedTuple):
    """The time before round 1 in which all players build their decks, and its end."""

    minutes: int
    called: TimeCalled
