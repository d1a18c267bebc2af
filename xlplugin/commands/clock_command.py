"""The command of the round clock."""

from __future__ import annotations

from datetime import datetime, time
from pathlib import Path

import click

from xlplugin.commands.output import AsJson, Workbook, errors_for_people, print_json, warn
from xlplugin.hosts.file import FileHost
from xlplugin.verbs import clock as timing


class _TimeOfDay(click.ParamType[time]):
    name = "time"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> time:
        try:
            return datetime.strptime(str(value), "%H:%M").time()  # noqa: DTZ007
        except ValueError:
            self.fail(f"{value!r} is no time of day; type it as 14:05.", param, ctx)


@click.command(
    short_help="Start the round clock for every page.",
    epilog="Example: xlplugin clock event.xlsx --start",
)
@Workbook
@click.option(
    "--start",
    is_flag=True,
    help="Start the newest round (before round 1 the building of decks), or go on after a pause.",
)
@click.option(
    "--at", type=_TimeOfDay(), metavar="HH:MM",
    help="With --start: when it starts, or has started, by the clock of this computer.",
)  # fmt: skip
@click.option("--pause", is_flag=True, help="Let the clock stand until --start.")
@click.option("--more", type=click.IntRange(1, 120), help="So many minutes more for every table.")
@click.option("--clear", is_flag=True, help="Take a start back.")
@AsJson
@errors_for_people
def clock(
    file: Path,
    start: bool,  # noqa: FBT001
    at: time | None,
    pause: bool,  # noqa: FBT001
    more: int | None,
    clear: bool,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
) -> None:
    """Start the clock of the newest round, so that everybody's page shows the same time.

    The page has the instant of the start in it once it is written again: export --watch does that by
    itself. Without an option the clock is only told. Extra minutes of a single table are typed on the
    tab of the round, into Extra minutes.
    """
    if start + pause + (more is not None) + clear > 1 or (at is not None and not start):
        message = "Choose one of --start, --pause, --more and --clear; --at goes with --start."
        raise click.UsageError(message)
    host = FileHost(file)
    if start:
        timed = timing.start(host, at)
    elif pause:
        timed = timing.pause(host)
    elif more is not None:
        timed = timing.extend(host, more)
    elif clear:
        timed = timing.clear(host)
    else:
        timed = timing.look(host)
    warn(*timed.warnings)
    if as_json:
        print_json(as_data(timed))
        return
    click.echo(timed.told)
    for table, minutes in timed.extra.items():
        click.echo(f"Table {table} has {minutes} minutes more.")


def as_data(timed: timing.Timed) -> dict[str, object]:
    """The clock for other programs: instants with their offset from UTC."""
    running = timed.clock
    end = running.end(timed.minutes) if running and timed.minutes and not running.paused else None
    return {
        "round": timed.tab,
        "minutes": timed.minutes,
        "start": running.start.isoformat() if running else None,
        "more": running.more if running else 0,
        "paused": running.paused.isoformat() if running and running.paused else None,
        "end": end.isoformat() if end else None,
        "extra": {str(table): minutes for table, minutes in timed.extra.items()},
    }
