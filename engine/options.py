"""Choices that a document leaves to the organizer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

Options: TypeAlias = Mapping[str, str]
"""The organizer's choices by the names of the options; a missing one has its default."""


class Settled(NamedTuple):
    """Why a choice is settled once round 1 is paired.

    Args:
        why: what the document says of it, with the rule, as a half sentence about the choice.
        must: whether another choice is refused from then on, and not only pointed out.
    """

    why: str
    must: bool = True


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that the document leaves to the organizer; the first choice is its default.

    Args:
        name: as it stands on the ``Event`` tab.
        choices: what may be chosen.
        help: one sentence or two for the organizer.
        unless: where a blank means something else.
        extension: whether the choice is not in the document; the default is then what it says.
        numbers: whole numbers that may be typed as well.
        beyond: what of it is not in the document, where not all of it is.
        settled: why it stays as it was when round 1 was paired; ``None`` where it may change.
    """

    name: str
    choices: tuple[str, ...]
    help: str
    unless: str = ""
    extension: bool = False
    numbers: range | None = None
    beyond: str = ""
    settled: Settled | None = None

    @property
    def default(self) -> str:
        """What holds when the organizer says nothing."""
        return self.choices[0]

    def of(self, options: Mapping[str, str]) -> str:
        """The organizer's choice, or the default."""
        return options.get(self.name) or self.default
