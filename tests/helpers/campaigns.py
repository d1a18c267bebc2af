"""How many random events are played: ``pytest --campaign N`` says N times as many as usual."""

from __future__ import annotations

factor = 1.0
"""Set before the tests are read."""


def some(count: int, least: int = 1) -> int:
    """A number of random events, or of groups of them: a tenth of it with ``--campaign 0.1``."""
    return max(least, round(count * factor))
