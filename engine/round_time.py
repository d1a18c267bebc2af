"""Times that end: of rounds, of building decks, and of matches that players arrange themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.options import Options


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


class Deadlines(NamedTuple):
    """The deadlines of a round, from its posting, in events whose options say that they ``apply``.

    Args:
        contact_hours: until players must have written to each other.
        agreement_hours: before then nobody may be kept from agreeing on a result.
        round_days: until results are due, unless the organizer says otherwise.
    """

    clause: str
    apply: Callable[[Options], bool]
    contact_hours: int
    agreement_hours: int
    round_days: int
