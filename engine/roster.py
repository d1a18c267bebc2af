"""What a ruleset asks of the roster, and finds in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.model import Stage


@dataclass(frozen=True, slots=True)
class RosterColumn:
    """A column of the roster that a ruleset asks for besides the common ones."""

    name: str
    choices: tuple[str, ...] = ()
    width: float = 34
    help: str = ""


class Finding(NamedTuple):
    """What a ruleset finds wrong with the roster or with what is typed for a match.

    Args:
        no: whose entry it is.
        round: the round, or 0 for the roster.
        column: the header of the entry.
        text: what is wrong.
        remedy: what to do; ``""`` where the organizer should know, but may go on.
        stage: the part of the event that the round belongs to.
    """

    no: int
    round: int
    column: str
    text: str
    remedy: str = ""
    stage: Stage = Stage.SWISS
