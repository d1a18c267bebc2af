"""What is far more than any tournament has: a file with more is refused before it takes time or memory."""

from __future__ import annotations

from typing import Final

MEGABYTE: Final = 1024 * 1024
MOST_BYTES: Final = 100 * MEGABYTE
"""Of any file that is read."""
MOST_PARTS: Final = 5_000
"""Of a workbook."""
MOST_UNPACKED: Final = 400 * MEGABYTE
"""Of all parts of a workbook together, pictures included."""
MOST_XML: Final = 64 * MEGABYTE
"""Of its parts that are parsed, which takes some ten times the memory."""
