"""By when something is due in events whose players arrange their matches themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.options import Option


@dataclass(frozen=True, slots=True)
class Deadlines:
    """What is due after a round is posted.

    Args:
        clause: the rule that is cited.
        option: which events have deadlines.
        value: of the option, where they have.
        contact_hours: until when players must have written to each other.
        agreement_hours: before then nobody may be barred from agreeing on a result.
        round_days: until when results are due, unless the organizer says otherwise.
    """

    clause: str
    option: Option
    value: str
    contact_hours: int
    agreement_hours: int
    round_days: int

    def apply(self, options: Mapping[str, str]) -> bool:
        """Whether an event has deadlines."""
        return self.option.of(options) == self.value
