"""``season``: many events as one workbook."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import click

from xlplugin.commands.output import (
    EXISTING,
    FILE,
    AsJson,
    Processes,
    Scheduler,
    command,
    show,
    tracked,
    warn,
    workers_of,
    wrong_use,
)
from xlplugin.ground.texts import first_of, msg, t
from xlplugin.hosts.closed_file.lock_files import open_notes
from xlplugin.verbs.frame import Result

SHOWN = 10
"""The best players that are shown."""
MOST_NOTES = 12
"""The notes that are told; all of them are in the workbook."""


@command(
    "season",
    msg("Put many events together: careers, ratings, head to head."),
    msg(
        "Put many events together in a workbook of its own: players, ratings, head to head, "
        "matchups.\n\n"
        "FILES are workbooks and NRTM JSON files of one game, in any order. Complete rounds "
        "count; an event given twice counts once. Names that differ only in capitals, spaces and "
        "accents are one person; names that are nearly the same are pointed out. docs/season.md "
        "says more."
    ),
    "spring.xlsx summer.xlsx autumn.json -o season.xlsx",
)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", "output", metavar="FILE", default="season.xlsx", show_default=True,
    type=FILE, help=msg("The workbook to write."),
)  # fmt: skip
@click.option(
    "--aliases", metavar="FILE", type=EXISTING,
    help=msg("A table with columns Name and Also known as: other names of players."),
)  # fmt: skip
@Processes
@Scheduler
@AsJson
def season(
    *,
    files: Sequence[Path],
    output: Path,
    aliases: Path | None,
    processes: int | None,
    scheduler: str | None,
    as_json: bool,
) -> None:
    """Read the events, write the workbook, and show the best players."""
    from xlplugin.exports.files import put, refuse_somebody_elses  # noqa: PLC0415
    from xlplugin.exports.formats import XLSX  # noqa: PLC0415
    from xlplugin.hosts.closed_file.fresh import fresh_workbook  # noqa: PLC0415  (--help needs none of it)
    from xlplugin.numbers.season import data, tabs  # noqa: PLC0415
    from xlplugin.numbers.season.season import files_of, season_of  # noqa: PLC0415

    workers = workers_of(processes, scheduler)
    if output.suffix.lower() != ".xlsx":
        wrong_use("-o {file}: name a file that ends in {ending}.", file=output.name, ending=".xlsx")
    refuse_somebody_elses(output, XLSX)
    events = files_of(p for p in files if os.path.realpath(p) != os.path.realpath(output))
    for path, _ in events:
        warn(*open_notes(path))
    progress = iter if as_json else tracked(t("Reading"), len(events))
    found = season_of(events, aliases, workers, progress)
    title = tabs.heading(found, t("season"))
    put(output, fresh_workbook([*tabs.tabs_of(found)], output.name, title))
    more = msg("There are {n} more such notes: see the tab {tab}.")
    notes = first_of(found.notes, MOST_NOTES, lambda n: t(more, n=n, tab=tabs.EVENTS))
    lines = (tabs.best(found, SHOWN), t("Written to {file}.", file=output))
    told = {"written": str(output), **data.as_data(found)}
    show(Result(lines=lines, data=told, warnings=notes), None, as_json=as_json)
