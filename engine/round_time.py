"""How rounds end when their time is up."""

from __future__ import annotations

from typing import NamedTuple


class TimeCalled(NamedTuple):
    """How a round ends when its time is up, for people to read.

    Args:
        rule: the section.
        steps: what happens, in order, one sentence or two each.
        warning: so many minutes before the end players are told; 0 where nothing asks for it.
    """

    rule: str
    steps: tuple[str, ...]
    warning: int = 0


class DeckBuilding(NamedTuple):
    """The time before round 1 in which all players build their decks.

    Args:
        minutes: how long it is.
        called: how it ends.
    """

    minutes: int
    called: TimeCalled
