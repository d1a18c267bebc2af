"""The command that makes tabs to be printed."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from xlplugin.commands.output import AsJson, Workbook, errors_for_people, print_json, say_next, warn
from xlplugin.hosts.file import FileHost
from xlplugin.verbs import print_tabs


@click.command(
    "print",
    short_help="Make a tab to print: slips, names, seats, cards.",
    epilog="Example: xlplugin print event.xlsx slips",
)
@Workbook
@click.argument("what", type=click.Choice(list(print_tabs.PRINTS)))
@AsJson
@errors_for_people
def print_(file: Path, what: str, as_json: bool) -> None:  # noqa: FBT001
    """Make a tab to be printed, on A4 or Letter paper; or make it anew.

    slips: a match slip for every table of the newest round. names: its pairings, by name. seats: a
    seat for everybody at the players' meeting. cards: a card for every player, with a line for every
    round. Where check-in counts, seats and cards are for those who have checked in, once somebody has.

    Pages of slips and cards are cut as one stack: each pile goes on below the one before, and all
    are in order.
    """
    host = FileHost(file)
    result = print_tabs.PRINTS[what](host)
    warn(*result.warnings)
    if as_json:
        print_json(asdict(result))
        return
    click.echo(f"Written to {file.name}, tab {result.tab}: {result.amount}.")
    if result.how_to_cut:
        click.echo(result.how_to_cut)
    say_next(host)
