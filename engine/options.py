"""Choices that a document leaves to the organizer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

Options: TypeAlias = Mapping[str, str]
"""The organizer's choices by the names of the options; a missing one has its default."""


class Settled(NamedTuple):
    """The reason, with the rule, that a choice is settled once round 1 is paired.

    Another one is refused from then on, or only pointed out if not ``must``.
    """

    why: str
    must: bool = True


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that the document leaves to the organizer; of the ``choices`` the default is first.

    Args:
        unless: another default that a blank has, and where.
        extension: True if the choice is not in the document; the default is then what it says.
        numbers: whole numbers that may be chosen as well.
        beyond: the sentence on choices that are not in the ``{document}``, where the others are.
        rare: True if few events make use of it.
        settled: ``None`` where it may change after round 1 was paired.
    """

    name: str
    choices: tuple[str, ...]
    help: str
    unless: str = ""
    extension: bool = False
    numbers: range | None = None
    beyond: str = ""
    rare: bool = False
    settled: Settled | None = None

    @property
    def default(self) -> str:
        """The choice where the organizer makes none."""
        return self.choices[0]

    def of(self, options: Options) -> str:
        """The organizer's choice, or the default."""
        return options.get(self.name) or self.default
