"""The commands between the Swiss rounds and the elimination."""

from __future__ import annotations

from pathlib import Path

import click

from xlplugin.commands.output import (
    AsJson,
    Workbook,
    count,
    errors_for_people,
    print_json,
    print_pairing,
    say_next,
)
from xlplugin.hosts.file import FileHost
from xlplugin.verbs import cut as cutting

Top = click.option("--top", type=click.IntRange(min=1), help="How many. Else as set or suggested.")


@click.command(
    short_help="Close the Swiss rounds, begin the elimination.",
    epilog="Example: xlplugin cut event.xlsx --top 8",
)
@Workbook
@Top
@click.option(
    "--points",
    type=click.IntRange(min=1),
    help="Close the first of two days instead: players with so many points go on with Swiss rounds.",
)
@AsJson
@errors_for_people
def cut(file: Path, top: int | None, points: int | None, as_json: bool) -> None:  # noqa: FBT001
    """Close the Swiss rounds and make the first round of the elimination.

    The seeds are those of the standings; dropped players, and those with Yes in Declines cut on
    Players, are passed over.
    """
    if points is None:
        host = FileHost(file)
        print_pairing(cutting.cut(host, top), host, as_json=as_json)
        return
    if top is not None:
        message = "--points ends the first day, --top the Swiss rounds: choose one of them"
        raise click.UsageError(message)
    host = FileHost(file)
    day = cutting.close_first_day(host, points)
    names = [day.tournament.name(no) for no in day.goes_on]
    if as_json:
        print_json({"points": points, "goes_on": list(day.goes_on), "out": list(day.out)})
        return
    click.echo(
        f"{count(len(names), 'player')} with {points} points or more go on: {', '.join(names)}"
    )
    click.echo(f"{len(day.out)} stay in the standings.")
    say_next(host)


@click.command(
    short_help="Add a tiebreaker round before the cut.",
    epilog="Example: xlplugin tiebreaker event.xlsx",
)
@Workbook
@Top
@AsJson
@errors_for_people
def tiebreaker(file: Path, top: int | None, as_json: bool) -> None:  # noqa: FBT001
    """Add a round of single games for players who are level across the cut line."""
    host = FileHost(file)
    print_pairing(cutting.tiebreaker(host, top), host, as_json=as_json)
