"""Give new players their numbers."""

from __future__ import annotations

from datetime import datetime

from xlplugin.problems import WorkbookProblems
from xlplugin.verbs.frame import Noticing, verb
from xlplugin.workbook.book import (
    ShowSheet,
)

# players


@verb
def number_players(
    host: Noticing,
    *,
    when: datetime | None = None,  # noqa: ARG001  (what is noticed is all)
) -> list[tuple[int, str]]:
    """Give every new player a number, as pairing does by itself.

    Returns:
        The new numbers, with the names.

    Raises:
        WorkbookProblems: something must be mended first.
    """
    event = host.event()
    if event.problems:
        raise WorkbookProblems(event.problems)
    if host.numbered:
        host.write([ShowSheet(event.players.sheet.name)])
    return host.numbered
