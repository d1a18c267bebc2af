"""``csv``: the standings as a table for other programs."""

from __future__ import annotations

from xlplugin.exports.format import TextFormat, Wanted
from xlplugin.exports.shared import Shared
from xlplugin.exports.tabs import as_csv
from xlplugin.ground.names import named
from xlplugin.ground.texts import msg


class Csv(TextFormat):
    """The standings, a player a line; every tab where a folder is named, see ``tabs.py``."""

    name, ending, file = "csv", ".csv", "standings.csv"
    help = msg("the standings.")
    encoding = "utf-8-sig"  # by which spreadsheet programs know it

    def text(self, shared: Shared, wanted: Wanted) -> str:  # noqa: ARG002
        """The standings under their headers."""
        assert shared.table is not None
        return as_csv(shared.table.cells())

    def is_our_text(self, text: str) -> bool:
        """True for a text with the first headers of the standings."""
        headers = ("Rank", "No", "Player", "")
        local = ",".join(named("column", header) for header in headers)
        return text.startswith((",".join(headers), local))
