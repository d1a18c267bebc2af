"""Far more than any tournament has: a file with more is refused before it takes time or memory."""

from __future__ import annotations

from typing import Final

MEGABYTE: Final = 1024 * 1024
MOST_BYTES: Final = 100 * MEGABYTE  # of any file that is read
MOST_PARTS: Final = 5_000  # of a workbook
MOST_UNPACKED: Final = 400 * MEGABYTE  # of all parts of a workbook together, pictures included
MOST_XML: Final = (
    48 * MEGABYTE
)  # of its parts that are parsed, which takes ten times the memory and more
MOST_TAGS: Final = (
    2_400_000  # of those parts: each element is held in memory as long as its part is read
)
MOST_ROWS: Final = 400_000  # of a tab, blank ones included
MOST_OTHER_TAGS: Final = (
    100_000  # of other parts than tabs and texts: a look takes a hundred cells' room
)
MOST_TEXT: Final = 32_767  # the characters that a cell of Excel holds
MOST_NAME: Final = 255  # of the characters of a player's name
MOST_LISTED: Final = 8 * MEGABYTE  # of a roster in a text file, or of a file of results
MOST_OF_RULES: Final = 64 * 1024  # of a file of rules
MOST_ENTRANTS: Final = 2_000  # of the players of a roster, or of a file of results
MOST_COLUMNS: Final = 200  # of a roster, those that have a header
MOST_CELLS: Final = 80_000  # of a roster, those that are filled: each becomes one of the workbook
MOST_PLACES: Final = (
    1_200_000  # of a roster in a workbook: all cells, empty ones before others included
)
MOST_ROUNDS: Final = 60  # of a file of results, those of the elimination included
MOST_GAMES: Final = 3_000  # of a file of results, all rounds together
FEWEST_TO_PLAN, MOST_TO_PLAN = 4, 1000
"""Players for whom formats can be compared."""
