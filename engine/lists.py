"""Lists that players hand in before an event: decklists, or armies of which each is played once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.model import Player
from engine.options import Option, Options

DECKLIST = "Decklist"
RECEIVED, CHECKED, PROBLEM = "Received", "Checked", "Problem"
STATES = (RECEIVED, CHECKED, PROBLEM)
"""The states of a decklist that is handed in; blank before."""


class TaskKind(StrEnum):
    """What an organizer or a player has to do about a list."""

    HAND_IN = "hand in"
    CHECK = "check"
    PENALIZE = "penalize"
    REGISTER = "register armies"
    CHOOSE = "choose armies for the finals"


class Task(NamedTuple):
    """What has to be done about a player's list, with the armies missing or the infraction.

    ``is_more`` is true if there are some armies already.
    """

    kind: TaskKind
    missing: int = 0
    is_more: bool = False
    infraction: str = ""


@dataclass(frozen=True, slots=True)
class Decklists:
    """The rule by which players hand in decklists: they must where the option has this value.

    A wrong list is the infraction named.
    """

    clause: str
    option: Option
    value: str
    infraction: str

    def are_required(self, options: Options) -> bool:
        """True if everybody must hand one in."""
        return self.option.of(options) == self.value

    def what_to_do(self, player: Player, options: Options) -> Task | None:
        """The task about a player's list, if there is one."""
        state = player.details.get(DECKLIST, "")
        if not state:
            return Task(TaskKind.HAND_IN) if self.are_required(options) else None
        penalize = Task(TaskKind.PENALIZE, infraction=self.infraction)
        return {RECEIVED: Task(TaskKind.CHECK), PROBLEM: penalize}.get(state)


class ArmyList(NamedTuple):
    """The armies of a player.

    Args:
        armies: those registered, in order.
        used: the rounds in which each army was played, as in ``R2`` or ``F1``.
        chosen: those for the finals, if the player is in them.
        free: those that may still be played in this part of the event.
        token: the exchangeable token registered with them, if there is one.
    """

    no: int
    armies: tuple[str, ...]
    used: Mapping[str, tuple[str, ...]]
    chosen: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    todo: Task | None = None
    token: str = ""
