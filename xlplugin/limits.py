"""What is far more than any tournament has: a file with more is refused before it takes time or memory."""

from __future__ import annotations

from typing import Final

MEGABYTE: Final = 1024 * 1024
MOST_BYTES: Final = 100 * MEGABYTE
"""Of any file that is read."""
