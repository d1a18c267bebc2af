"""Deadlines of events whose players arrange their matches themselves."""

from __future__ import annotations

from dataclasses import dataclass

from engine.options import Option, Options


@dataclass(frozen=True, slots=True)
class Deadlines:
    """The deadlines of a round, from its posting, in events whose ``option`` is ``value``.

    Args:
        contact_hours: until players must have written to each other.
        agreement_hours: before then nobody may be kept from agreeing on a result.
        round_days: until results are due, unless the organizer says otherwise.
    """

    clause: str
    option: Option
    value: str
    contact_hours: int
    agreement_hours: int
    round_days: int

    def apply(self, options: Options) -> bool:
        """True if an event has deadlines."""
        return self.option.of(options) == self.value
