"""Times that end: of rounds, and of building decks."""

from __future__ import annotations

from typing import NamedTuple


class TimeCalled(NamedTuple):
    """The end of a round whose time is up.

    Args:
        rule: the section.
        steps: what happens, in order, one sentence or two each, for people to read.
        warning: minutes before the end at which players are told; 0 where nothing asks for it.
    """

    rule: str
    steps: tuple[str, ...]
    warning: int = 0


class DeckBuilding(NamedTuple):
    """The time before round 1 in which all players build their decks, and its end."""

    minutes: int
    called: TimeCalled
