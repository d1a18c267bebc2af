"""What a ruleset asks about each player, and what it finds wrong with the answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from engine.model import Stage


@dataclass(frozen=True, slots=True)
class RosterField:
    """What a ruleset asks about each player, besides what every event asks.

    It stands in a player's ``details`` under its name; without ``choices`` it may be anything.
    """

    name: str
    choices: tuple[str, ...] = ()


class FindingKind(StrEnum):
    """What may be wrong, each kind with the data that its sentence needs."""

    NO_SEED = "no seed"  # option, choice (which does without seeds)
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
    """What a ruleset finds wrong with the roster or with a match.

    Args:
        no: whose entry it is.
        data: names and numbers that belong to it.
        round: the round, or 0 for the roster.
        must: False where the organizer should know of it, but may go on.
    """

    kind: FindingKind
    no: int
    field: str
    clause: str
    data: Mapping[str, Any]
    round: int = 0
    stage: Stage = Stage.SWISS
    must: bool = True
