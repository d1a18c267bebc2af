"""Fields, decklists and armies that a ruleset asks of each player, and their faults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from engine.model import Player, Stage
from engine.options import Option, Options


@dataclass(frozen=True, slots=True)
class RosterField:
    """A ruleset's own entry in a player's ``details``; without ``choices`` it may be anything.

    Pairings and standings depend on one that ``counts``.
    """

    name: str
    choices: tuple[str, ...] = ()
    counts: bool = False


class FindingKind(StrEnum):
    """The kinds of faults, each with the data that its sentence needs."""

    NO_SEED = "no seed"  # option, choice (which does without seeds)
    NOT_WHOLE = "not a whole number"  # typed
    NOT_IN_UNITS = "not in units of the points"  # typed, units (1 over how many)
    NO_POOL = "no pool"  # typed, last (of the pools)
    # armies registered
    ARMY_TWICE = "army registered twice"  # army
    NOT_BASIC = "not one of the basic armies"  # army, basic, field (that says who has them)
    FEW_ARMIES = "few armies registered"  # count, most
    MISSING_ARMY = "token without its army"  # token, army
    # armies chosen for the finals
    CHOSEN_TWICE = "army chosen twice"  # army
    CHOSEN_UNREGISTERED = "chosen army not registered"  # army, armies
    TOO_MANY_CHOSEN = "too many armies chosen"  # count, wanted, size
    FEW_CHOSEN = "few armies chosen"  # count, wanted
    # armies played
    PLAYED_UNREGISTERED = "played army not registered"  # army, armies
    PLAYED_UNCHOSEN = "played army not chosen for the finals"  # army, armies
    PLAYED_AGAIN = "army played again"  # army, before
    PLAYED_AGAIN_IN_FINALS = "army played again in the finals"  # army, before
    SAME_ARMY = "both noted the same army first"  # army
    TOO_MUCH_LEFT = "more left than a headquarters has"  # left, most, army (that may have more)


class Finding(NamedTuple):
    """A fault of a player's entry in the roster (``round`` 0) or in a match.

    Unless it ``must`` be mended, the organizer is told of it and may go on.
    """

    kind: FindingKind
    no: int
    field: str
    clause: str
    data: Mapping[str, Any]
    round: int = 0
    stage: Stage = Stage.SWISS
    must: bool = True


POOL = "Pool"
"""The entry of a player that names the pool, in events that have pools."""
DECKLIST = "Decklist"
RECEIVED, CHECKED, PROBLEM = "Received", "Checked", "Problem"
STATES = (RECEIVED, CHECKED, PROBLEM)
"""The states of a decklist that is handed in; blank before."""


class TaskKind(StrEnum):
    """The tasks that a list may leave to an organizer or a player."""

    HAND_IN = "hand in"
    CHECK = "check"
    PENALIZE = "penalize"
    REGISTER = "register armies"
    CHOOSE = "choose armies for the finals"


class Task(NamedTuple):
    """A task about a player's list; ``is_more`` is true if some armies are there already."""

    kind: TaskKind
    missing: int = 0
    is_more: bool = False
    infraction: str = ""


@dataclass(frozen=True, slots=True)
class Decklists:
    """The rule by which players must hand in decklists where the option has this value.

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
    """The armies of a player: registered, and ``chosen`` for the finals.

    Args:
        used: the rounds in which each army was played, as in ``R2`` or ``F1``.
        free: those that may still be played in this part of the event.
        token: the exchangeable token registered with them.
    """

    no: int
    armies: tuple[str, ...]
    used: Mapping[str, tuple[str, ...]]
    chosen: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    todo: Task | None = None
    token: str = ""
