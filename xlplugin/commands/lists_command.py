"""The command that lists decklists or armies."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from engine.lists import DECKLIST
from xlplugin.commands.output import (
    AsJson,
    Workbook,
    errors_for_people,
    print_json,
    print_table,
    warn,
)
from xlplugin.hosts.file import FileHost
from xlplugin.verbs import lists as listing
from xlplugin.workbook.drawings.list_tabs import ARMIES, DECKLISTS, MOST_ARMIES, TO_DO
from xlplugin.workbook.layout import CellValue


@click.command(
    short_help="List decklists, or armies and where they were played.",
    epilog="Example: xlplugin lists event.xlsx",
)
@Workbook
@AsJson
@errors_for_people
def lists(file: Path, as_json: bool) -> None:  # noqa: FBT001
    """Add or refresh the tab Decklists or Armies: what players have handed in, and what is to be done.

    For hex it says where each army was played, and which ones are left.
    """
    result = listing.write_lists(FileHost(file))
    warn(*result.warnings)
    if as_json:
        print_json({"tab": result.tab, "lists": [_kept(row) for row in result.rows]})
        return
    if result.tab == DECKLISTS:
        headers: tuple[str, ...] = ("No", "Player", DECKLIST, TO_DO)
    else:
        headers = ("No", "Player", ARMIES, "Free", TO_DO)
    rows = [[_text(row, header) for header in headers] for row in result.rows]
    print_table(result.tab, headers, rows, ">" + "<" * (len(headers) - 1))
    click.echo(f"Written to {file.name}, tab {result.tab}: {result.told}.")


def _kept(row: Mapping[str, CellValue]) -> dict[str, CellValue]:
    """What a row says, without what is blank."""
    return {header: value for header, value in row.items() if value not in ("", None)}


def _text(row: Mapping[str, CellValue], header: str) -> str:
    """A cell of the table; all armies go into one."""
    if header == ARMIES:
        armies = (row.get(f"Army {n}") for n in range(1, MOST_ARMIES + 1))
        return ", ".join(str(army) for army in armies if army)
    return str(row.get(header) or "")
