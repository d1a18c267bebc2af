"""Choices that a document leaves to the organizer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

Options: TypeAlias = Mapping[str, str]
"""The organizer's choices by the names of the options; a missing one has its default."""


class Settled(NamedTuple):
    """The reason, with the rule, that a choice is settled once round 1 is paired.

    Another one is refused from then on, or only pointed out if not ``must``.
    """

    why: str
    must: bool = True


class Clash(NamedTuple):
    """A setting that does not go with the others, what is wrong with it, and the values in that sentence."""

    setting: str
    text: str
    values: Mapping[str, object]


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
        block: the part of the rules of the organizer's own that it belongs to; ``""`` for none.
        reads: the value of what may be typed instead of a choice; it raises ``ValueError``.
        form: what may be typed, for the organizer.
        is_long: True if what is typed may be a long text.
        known_as: choices by other names that people have for them, in small letters.
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
    block: str = ""
    reads: Callable[[str], Any] | None = None
    form: str = ""
    is_long: bool = False
    known_as: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def default(self) -> str:
        """The choice where the organizer makes none."""
        return self.choices[0]

    def of(self, options: Options) -> str:
        """The organizer's choice, or the default."""
        return options.get(self.name) or self.default

    def accepts(self, typed: str) -> bool:
        """True if something that is no choice may be typed."""
        if self.reads is None:
            return False
        try:
            self.reads(typed)
        except ValueError:
            return False
        return True

    def spelled(self, typed: str) -> str | None:
        """What is typed instead of a choice, in one line; ``None`` if it cannot be typed.

        A text is kept; the parts of a list are apart by commas.
        """
        text = " ".join(typed.split())
        if self.reads is not str:
            parts = (" ".join(part.split()).rstrip(",") for part in re.split("[;\n]", typed))
            text = ", ".join(filter(None, parts))
        return text if self.accepts(text) else None

    def value(self, options: Options) -> Any:  # noqa: ANN401  (whatever it reads)
        """What the option ``reads`` from the organizer's choice; ``None`` for a choice of no number."""
        typed = self.of(options)
        return self.reads(typed) if self.reads and self.accepts(typed) else None
