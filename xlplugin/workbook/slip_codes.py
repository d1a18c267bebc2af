"""The codes by which a scanner tells match slips apart: ``R3T12`` is round 3, table 12."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine import Stage

LETTERS = {Stage.SWISS: "R", Stage.ELIMINATION: "C", Stage.TIEBREAKER: "B"}
"""A slip of round 1 is none of Cut 1."""
STAGES = {letter: stage for stage, letter in LETTERS.items()}
_CODE = re.compile(r"\s*([RCB])\s*0*(\d{1,4})\s*T\s*0*(\d{1,7})\s*", re.IGNORECASE)


class SlipCode(NamedTuple):
    """What a slip is of."""

    stage: Stage
    number: int
    table: int

    def __str__(self) -> str:
        return f"{LETTERS[self.stage]}{self.number}T{self.table}"


def read_slip_code(text: str) -> SlipCode | None:
    """What somebody has scanned or typed; ``None`` if it is no such code."""
    found = _CODE.fullmatch(text)
    return SlipCode(STAGES[found[1].upper()], int(found[2]), int(found[3])) if found else None
