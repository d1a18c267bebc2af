"""The commands that change a paired round by hand."""

from __future__ import annotations

from pathlib import Path

import click

from xlplugin import by_hand
from xlplugin.cli_output import Workbook, errors_for_people, say_next, warn
from xlplugin.hosts.file import FileHost


def _say(host: FileHost, edited: by_hand.Edited) -> None:
    warn(*edited.warnings)
    for was, now in edited.changed:
        click.echo(f"{edited.tab}: {now} (it was {was})")
    say_next(host)


@click.command(
    short_help="Let two players change places.",
    epilog='Example: xlplugin swap event.xlsx 4 "Player Elm"',
)
@Workbook
@click.argument("one")
@click.argument("two")
@errors_for_people
def swap(file: Path, one: str, two: str) -> None:
    """Let players ONE and TWO, by number or name, change places in the newest Swiss round.

    Two players of one match change sides. What breaks a rule is said, and done all the same.
    """
    host = FileHost(file)
    _say(host, by_hand.swap(host, one, two))


@click.command(
    short_help="Move a match to another table.",
    epilog='Example: xlplugin move event.xlsx "Player Elm" 1',
)
@Workbook
@click.argument("player")
@click.argument("table", type=click.IntRange(min=1))
@errors_for_people
def move(file: Path, player: str, table: int) -> None:
    """Move the match of PLAYER, by number or name, to TABLE; a match there changes with it."""
    host = FileHost(file)
    _say(host, by_hand.move(host, player, table))


@click.command(
    short_help="Pair a late arrival with the bye.",
    epilog='Example: xlplugin late event.xlsx "Player Fern"',
)
@Workbook
@click.argument("player")
@errors_for_people
def late(file: Path, player: str) -> None:
    """Let PLAYER, who has just come, meet the one who has the bye in the newest Swiss round.

    The name must be on Players; a number is given if there is none yet.
    """
    host = FileHost(file)
    _say(host, by_hand.pair_late(host, player))
