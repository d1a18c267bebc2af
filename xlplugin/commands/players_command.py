"""The command that adds a roster to an event."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from xlplugin.commands.output import (
    AsJson,
    Workbook,
    count,
    errors_for_people,
    print_json,
    say_next,
    warn,
)
from xlplugin.hosts.file import FileHost
from xlplugin.roster.parse import Roster, roster_in_file, roster_in_text
from xlplugin.verbs import add_players
from xlplugin.workbook.reading.event_book import EventBook


@click.command(
    short_help="Add players from a roster.",
    epilog="Example: xlplugin players event.xlsx late.csv",
)
@Workbook
@click.argument(
    "roster",
    required=False,
    type=click.Path(exists=True, dir_okay=False, path_type=Path, allow_dash=True),
)
@AsJson
@errors_for_people
def players(file: Path, roster: Path | None, as_json: bool) -> None:  # noqa: FBT001
    """Add the players of a roster below those on Players; after round 1 as late entries.

    ROSTER is a CSV, text or Excel file, its columns in any order; - takes text that is piped in, as
    from the clipboard. Without ROSTER it is what has been pasted into a tab Roster of the workbook.

    Who is there already is not added again; names that are nearly the same are pointed out.
    """

    def load(event: EventBook) -> Roster:
        if roster is None:
            return add_players.pasted(event)
        if str(roster) == "-":
            data = sys.stdin.buffer.read()
            return roster_in_text(data, "the text piped in", event.ruleset)
        return roster_in_file(roster, event.ruleset)

    host = FileHost(file)
    result = add_players.enter_players(host, load)
    warn(*result.warnings)
    if as_json:
        print_json(
            {
                "added": [{"no": p.no, "name": p.name} for p in result.added],
                "already_there": [{"name": name, "cell": cell} for name, cell in result.there],
                "warnings": result.warnings,
            }
        )
        return
    if not result.added:
        click.echo(f"Nobody new: {file.name} is as it was.")
        return
    names = ", ".join(p.name for p in result.added)
    click.echo(f"{count(len(result.added), 'player')} added to {file.name}: {names}")
    say_next(host)
