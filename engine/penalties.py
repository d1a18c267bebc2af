"""Penalties: those that a document has for an infraction, and those that follow from earlier warnings.

The lists themselves stand with their rulesets, in the order of the documents. Readings:

- Warnings count for the infraction as the document heads it, whatever the case below it.
- The third warning costs the game, and so does every later one.
- Only a warning that was given counts: not one that was withdrawn, and none where a judge decided
  for something else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from engine.draws import Draws
from engine.match_format import SPECIAL, Cells, Format, Sides
from engine.model import Special, Status, Value
from engine.options import Option


class Penalty(StrEnum):
    """A penalty for an infraction."""

    NONE = "No penalty"
    WARNING = "Warning"
    GAME_LOSS = "Game loss"
    MATCH_LOSS = "Match loss"
    DROP = "Drop"
    FORFEITURE = "Declaration of Forfeiture"
    DISQUALIFICATION = "Disqualification"
    PRIZE = "Prize or title forfeited"
    JUDGE = "Judge decides"


REMOVED = {
    Penalty.DROP: Status.DROPPED,
    Penalty.FORFEITURE: Status.FORFEITED,
    Penalty.DISQUALIFICATION: Status.DISQUALIFIED,
}
"""The status of whoever is removed from the tournament."""
OF_THE_MATCH = frozenset({Penalty.MATCH_LOSS, *REMOVED})
"""After these nothing of the match is left to be won."""
LOSSES = frozenset({Penalty.GAME_LOSS, *OF_THE_MATCH})
"""Penalties that are seen in the results of a round."""


class When(StrEnum):
    """The round in which a game or match is lost."""

    NOW = ""
    NEXT_ROUND = "next round"
    ROUND_1 = "round 1"


@dataclass(frozen=True, slots=True)
class Infraction:
    """An infraction, or one case of it.

    Args:
        name: as the document heads it; warnings are counted by it.
        todo: a sentence on what else is done at the table.
        competitive: the penalty at Competitive events, if it is another.
        todo_competitive: the sentence there, if another.
        both: True if the opponent is penalized in the same way.
        when: the round in which a game or match is lost.
    """

    name: str
    clause: str
    penalty: Penalty
    todo: str = ""
    case: str = ""
    competitive: Penalty | None = None
    todo_competitive: str | None = None
    both: bool = False
    when: When = When.NOW

    @property
    def label(self) -> str:
        """The name with the case, to choose by."""
        return f"{self.name}: {self.case}" if self.case else self.name

    def at(self, tier: str) -> Penalty:
        """The penalty at an event of this tier."""
        return (self.competitive if tier == COMPETITIVE else None) or self.penalty

    def todo_at(self, tier: str) -> str:
        """The sentence on what else is done at the table, at an event of this tier."""
        other = self.todo_competitive if tier == COMPETITIVE else None
        return self.todo if other is None else other


COMPETITIVE = "Competitive"
OTHER = Infraction("Other", "", Penalty.JUDGE)
"""Everything that the document does not list."""


@dataclass(frozen=True)
class PenaltyCode:
    """The infractions of a document, in its order, and their penalties.

    Args:
        warnings: the number after which another one costs the game; ``None`` if none ever does.
        tier: the option that tells Casual from Competitive events, where they differ.
        removal: the rule by which a removed player loses the match of the round, games played
            already included; ``""`` where only games that were not played are lost.
    """

    infractions: tuple[Infraction, ...]
    penalties: tuple[Penalty, ...] = tuple(
        p for p in Penalty if p not in (Penalty.FORFEITURE, Penalty.PRIZE)
    )
    warnings: int | None = None
    tier: Option | None = None
    removal: str = ""

    @cached_property
    def by_label(self) -> dict[str, Infraction]:
        """The infractions by their labels, in the order of the document."""
        return {infraction.label: infraction for infraction in self.infractions}

    @property
    def decisions(self) -> tuple[Penalty, ...]:
        """The penalties that a judge may give."""
        return tuple(p for p in self.penalties if p is not Penalty.JUDGE)


class Given(NamedTuple):
    """A penalty that was given, ``by_number`` if earlier warnings made it a game loss."""

    no: int
    infraction: str
    penalty: Penalty
    by_number: bool = False


class Proposal(NamedTuple):
    """The penalty that the document has for an infraction, and the number of the warning."""

    penalty: Penalty
    warning: int = 0
    when: When = When.NOW


def warnings_given(history: Iterable[Given], no: int, infraction: str) -> int:
    """The number of warnings that a player has been given for an infraction."""
    return sum(
        (given.no, given.infraction) == (no, infraction)
        and (given.penalty is Penalty.WARNING or given.by_number)
        for given in history
    )


def proposed(
    code: PenaltyCode, no: int, infraction: Infraction, tier: str, history: Iterable[Given]
) -> Proposal:
    """The penalty that the document has for an infraction of a player, after those given before.

    Rule: OP, Infractions: "three warnings for the same infraction"; NTP 4.2.
    """
    penalty = infraction.at(tier)
    if penalty is not Penalty.WARNING:
        return Proposal(penalty, when=infraction.when)
    before = warnings_given(history, no, infraction.name)
    if code.warnings is not None and before >= code.warnings:
        return Proposal(Penalty.GAME_LOSS, before + 1)
    return Proposal(Penalty.WARNING, before + 1)


def side_of_other_game(seed: str, no: int, round_number: int, sides: Sides) -> str:
    """The side that a player has in the game that is left, when the first of a round is lost.

    Rule: OP, Illegal deck or decklist: "must randomize which side they play for the other game".
    """
    return sides[Draws(seed, f"side after illegal decklist {no}", round_number).luck(2)]


NO_SHOW = {1: Special.NO_SHOW_1, 2: Special.NO_SHOW_2}


@dataclass(frozen=True, slots=True)
class Loss:
    """The new values for a loss to be on record; ``clashes`` has the old ones that they replace."""

    values: Cells = field(default_factory=dict)
    clashes: Cells = field(default_factory=dict)


def game_lost(format_: Format, typed: Cells, player: int, game: Value) -> Loss:
    """A game lost by player 1 or 2, given what is typed in the result and in ``Special``.

    ``game`` is one of the format's ``game_names``; ``""`` where there is only one.
    """
    if format_.game_names and game not in format_.game_names:
        return match_lost(format_, typed, player)
    return _lost(format_, typed, player, format_.lost_game(typed, player, game))


def match_lost(format_: Format, typed: Cells, player: int) -> Loss:
    """A match lost, with all its games; see :func:`game_lost`."""
    return _lost(format_, typed, player, format_.lost_match(typed, player))


def unplayed_lost(format_: Format, typed: Cells, player: int, *, is_complete: bool) -> Loss:
    """The rest of a match lost; results that are there stay. See :func:`game_lost`."""
    if is_complete:
        return Loss()
    if not format_.counts_games:
        return match_lost(format_, typed, player)
    needed: dict[str, Value] = {}
    for game in format_.game_names:
        if format_.is_blank_game(typed, player, game):
            needed |= format_.lost_game(typed, player, game) or {}
    return _compared(needed, typed)


def lost_by_both(format_: Format, typed: Cells) -> Loss | None:
    """A match that both lose; ``None`` in the 1990s formats: each match totals three points."""
    if not format_.can_both_lose:
        return None
    return _absent(format_, typed, Special.DOUBLE_NO_SHOW)


def _lost(format_: Format, typed: Cells, player: int, needed: Cells | None) -> Loss:
    """The needed entries; a no-show where there are no others."""
    if _has_lost_all(format_, typed, player):
        return Loss()
    if needed is None:
        return _absent(format_, typed, NO_SHOW[player])
    special = typed.get(SPECIAL, "")
    beside_games = special if special == Special.TWO_FOR_ONE else ""
    return _compared({**needed, SPECIAL: beside_games}, typed)


def _absent(format_: Format, typed: Cells, special: Special) -> Loss:
    """An entry of ``Special``, and no result; the side given in advance stays."""
    side = format_.played_as.first if format_.played_as else ""
    cleared: dict[str, Value] = {f.name: "" for f in format_.fields if f.name != side}
    return _compared({**cleared, SPECIAL: special}, typed)


def _has_lost_all(format_: Format, typed: Cells, player: int) -> bool:
    """Return True if the match is on record as lost by a player already, however it is typed."""
    special = Special(str(typed.get(SPECIAL, "")))
    if special is NO_SHOW[player]:
        return True
    if special is Special.DOUBLE_NO_SHOW:
        return format_.can_both_lose
    if special or format_.counts_games:
        return False
    result = tuple(typed.get(field.name, "") for field in format_.fields)
    return format_.is_lost(result, special, player)


def _compared(needed: Cells, typed: Cells) -> Loss:
    """The values that differ from the needed ones."""
    values = {h: v for h, v in sorted(needed.items()) if typed.get(h, "") != v}
    clashes = {h: typed[h] for h in values if typed.get(h, "") != ""}
    return Loss(values, clashes)
