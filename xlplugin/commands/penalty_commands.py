"""The command that proposes and applies penalties."""

from __future__ import annotations

from pathlib import Path

import click

from engine.penalties import Penalty
from xlplugin import typed
from xlplugin.commands.output import (
    AsJson,
    Workbook,
    errors_for_people,
    print_json,
    print_table,
    say_next,
    warn,
)
from xlplugin.hosts.file import FileHost
from xlplugin.verbs import penalties as penalizing
from xlplugin.workbook.layouts import tab_names


@click.command(
    short_help="Propose penalties, apply what is accepted.",
    epilog="Example: xlplugin penalties event.xlsx",
)
@Workbook
@AsJson
@errors_for_people
def penalties(file: Path, as_json: bool) -> None:  # noqa: FBT001
    """Fill in what the document says for each entry on Penalties, and apply what is accepted.

    Type a player and an infraction there; Yes under Accepted puts game and match losses into the
    round, and removals into Status on Players.
    """
    host = FileHost(file)
    result = penalizing.penalize(host)
    warn(*result.warnings)
    if as_json:
        print_json(
            {
                "penalties": [line._asdict() for line in result.lines],
                "applied": list(result.done),
            }
        )
        return
    if result.is_new:
        click.echo(f"{file.name}: the tab {tab_names.PENALTIES} is there now.")
    if not result.lines:
        click.echo(
            f"No penalties yet. Type players and infractions on {tab_names.PENALTIES}, save, then: "
            f"{typed.command('penalties', file.name)}"
        )
        say_next(host)
        return
    headers = ("Entry", "Player", "Round", "Infraction", "Proposed", "Accepted")
    rows = [
        (str(x.entry), x.player, str(x.round), x.infraction, x.proposed, x.accepted)
        for x in result.lines
    ]
    print_table(tab_names.PENALTIES, headers, rows, "><><<<")
    for told in result.done:
        click.echo(f"Applied: {told}.")
    waiting = sum(
        not line.accepted and line.penalty not in (Penalty.NONE, Penalty.WARNING)
        for line in result.lines
    )
    if waiting:
        verb = "entry waits" if waiting == 1 else "entries wait"
        click.echo(f"{waiting} {verb} for Yes under Accepted.")
    say_next(host)
