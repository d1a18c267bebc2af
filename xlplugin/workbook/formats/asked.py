"""What a player is asked about a match, in the player's own words; the answers are cells of the row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine import Special
from engine.match_format import SPECIAL
from engine.model import Value
from xlplugin.ground.texts import msg, t

Cells = Mapping[str, Value]
"""A result by header, blanks left out: alike whoever of the two players reports it."""
SPELLED = {
    Special.INTENTIONAL_DRAW: msg("Intentional draw"),
    Special.TWO_FOR_ONE: msg("Two-for-one: one game counts as two"),
}
"""What players may agree on, who tell it together; all else is for the desk."""


class Field(NamedTuple):
    """A question: one of the choices, each a text and the value of the cell, or a number.

    ``header`` is that of the cell.
    """

    header: str
    label: str
    choices: tuple[tuple[str, Value], ...] = ()
    least: int = 0
    most: int = 0
    optional: bool = False


class Seat(NamedTuple):
    """Where a player sits, as Player 1 or 2, and the opponent's name."""

    place: int
    opponent: str

    @property
    def other(self) -> int:
        """The opponent's place."""
        return 3 - self.place

    @property
    def places(self) -> tuple[int, int]:
        """The player's own place, and the opponent's."""
        return self.place, self.other


def outcome(
    header: str, label: str, won: Value, lost: Value, drawn: Value | None, *, optional: bool = False
) -> Field:
    """The question how a game ended; ``drawn`` is ``None`` where none can be drawn."""
    choices: tuple[tuple[str, Value], ...] = ((t("I won"), won), (t("I lost"), lost))
    if drawn is not None:
        choices += ((t("Draw"), drawn),)
    return Field(header, label, choices, optional=optional)


def agreement(specials: tuple[Special, ...]) -> tuple[Field, ...]:
    """The question whether players have agreed on something, where they may."""
    choices = tuple((t(text), str(s)) for s, text in SPELLED.items() if s in specials)
    return (Field(SPECIAL, t("Agreed"), choices, optional=True),) if choices else ()
