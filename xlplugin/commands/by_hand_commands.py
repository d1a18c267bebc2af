"""The commands that change a paired round by hand."""

from __future__ import annotations

from pathlib import Path

import click

from xlplugin.commands.output import AsJson, Workbook, errors_for_people, print_json, say_next, warn
from xlplugin.hosts.file import FileHost
from xlplugin.verbs import change_pairing
from xlplugin.verbs import publish as publishing


def _say(host: FileHost, edited: change_pairing.Edited, *, as_json: bool) -> None:
    warn(*edited.warnings)
    if as_json:
        changed = [
            {"was": was._asdict(), "now": now._asdict() if now else None}
            for was, now in edited.seats
        ]
        print_json({"tab": edited.tab, "changed": changed, "warnings": edited.warnings})
        return
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
@AsJson
@errors_for_people
def swap(file: Path, one: str, two: str, as_json: bool) -> None:  # noqa: FBT001
    """Let players ONE and TWO, by number or name, change places in the newest Swiss round.

    Two players of one match change sides. What breaks a rule is said, and done all the same.
    """
    host = FileHost(file)
    _say(host, change_pairing.swap(host, one, two), as_json=as_json)


@click.command(
    short_help="Move a match to another table.",
    epilog='Example: xlplugin move event.xlsx "Player Elm" 1',
)
@Workbook
@click.argument("player")
@click.argument("table", type=click.IntRange(min=1))
@AsJson
@errors_for_people
def move(file: Path, player: str, table: int, as_json: bool) -> None:  # noqa: FBT001
    """Move the match of PLAYER, by number or name, to TABLE; a match there changes with it."""
    host = FileHost(file)
    _say(host, change_pairing.move(host, player, table), as_json=as_json)


@click.command(
    short_help="Pair a late arrival with the bye.",
    epilog='Example: xlplugin late event.xlsx "Player Fern"',
)
@Workbook
@click.argument("player")
@AsJson
@errors_for_people
def late(file: Path, player: str, as_json: bool) -> None:  # noqa: FBT001
    """Let PLAYER, who has just come, meet the one who has the bye in the newest Swiss round.

    The name must be on Players; a number is given if there is none yet.
    """
    host = FileHost(file)
    _say(host, change_pairing.pair_late(host, player), as_json=as_json)


@click.command(
    short_help="Pair some tables again.",
    epilog="Example: xlplugin again event.xlsx 3 5",
)
@Workbook
@click.argument("tables", nargs=-1, required=True, type=click.IntRange(min=1))
@AsJson
@errors_for_people
def again(file: Path, tables: tuple[int, ...], as_json: bool) -> None:  # noqa: FBT001
    """Pair the players of these TABLES of the newest Swiss round anew, among themselves.

    The ruleset pairs them as if nobody else were there. Who has left the event is left out; to keep
    two apart, give both the same label in Do not pair on Players first.
    """
    host = FileHost(file)
    _say(host, change_pairing.pair_tables_again(host, set(tables)), as_json=as_json)


@click.command(
    short_help="Let exports show the newest round.",
    epilog="Example: xlplugin publish event.xlsx",
)
@Workbook
@AsJson
@errors_for_people
def publish(file: Path, as_json: bool) -> None:  # noqa: FBT001
    """Publish the newest round, once it has been looked over.

    Until then exports leave it out, if Publish rounds on Event says When told.
    """
    host = FileHost(file)
    published = publishing.publish(host)
    warn(*published.warnings)
    if as_json:
        print_json({"tab": published.tab, "warnings": published.warnings})
        return
    click.echo(f"{published.tab} is published: exports show it from now on.")
    say_next(host)
