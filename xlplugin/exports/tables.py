"""Tables as CSV; text from people stays text."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO


def as_csv(rows: Sequence[Sequence[str | int | float]]) -> str:
    """Rows as CSV; a text that a spreadsheet would run as a formula gets an apostrophe."""
    out = StringIO()
    write = csv.writer(out, lineterminator="\r\n")
    write.writerows([[_harmless(value) for value in row] for row in rows])
    return out.getvalue()


def _harmless(value: str | float) -> str | float:
    if isinstance(value, str) and value.lstrip()[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return f"'{value}"
    return value
