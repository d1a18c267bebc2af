"""What players hand in before an event: decklists, or armies of which each is played once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.model import Player
from engine.options import Option

DECKLIST = "Decklist"
RECEIVED, CHECKED, PROBLEM = "Received", "Checked", "Problem"
STATES = (RECEIVED, CHECKED, PROBLEM)
"""What a decklist may be, once it is handed in; blank before."""


class TaskKind(StrEnum):
    """What is to be done about a player's list."""

    HAND_IN = "hand in"
    CHECK = "check"
    PENALIZE = "penalize"
    REGISTER = "register armies"
    CHOOSE = "choose armies for the finals"


class Task(NamedTuple):
    """What is to be done about a player's list.

    Args:
        kind: what it is.
        missing: how many armies are missing.
        is_more: whether there are some already.
        infraction: the one that is to be penalized.
    """

    kind: TaskKind
    missing: int = 0
    is_more: bool = False
    infraction: str = ""


@dataclass(frozen=True, slots=True)
class Decklists:
    """When players must hand in decklists.

    Args:
        clause: the rule that is cited.
        option: what decides it.
        value: of the option, where they must.
        infraction: what a list that is wrong comes under.
    """

    clause: str
    option: Option
    value: str
    infraction: str

    def are_required(self, options: Mapping[str, str]) -> bool:
        """True if everybody must hand one in."""
        return self.option.of(options) == self.value

    def what_to_do(self, player: Player, options: Mapping[str, str]) -> Task | None:
        """What is to be done about a player's list."""
        state = player.details.get(DECKLIST, "")
        if not state:
            return Task(TaskKind.HAND_IN) if self.are_required(options) else None
        penalize = Task(TaskKind.PENALIZE, infraction=self.infraction)
        return {RECEIVED: Task(TaskKind.CHECK), PROBLEM: penalize}.get(state)


class ArmyList(NamedTuple):
    """The armies of a player.

    Args:
        no: whose.
        armies: those registered, in order.
        used: the rounds in which each army was played, as in ``R2`` or ``F1``.
        chosen: those for the finals, if the player is in them.
        free: those that may still be played in this part of the event.
        todo: what is to be done, if anything.
        token: the exchangeable token registered with them, if there is one.
    """

    no: int
    armies: tuple[str, ...]
    used: Mapping[str, tuple[str, ...]]
    chosen: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    todo: Task | None = None
    token: str = ""
