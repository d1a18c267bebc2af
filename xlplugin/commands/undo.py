"""``undo``: the newest round goes, or several."""

from __future__ import annotations

from pathlib import Path

import click

from xlplugin.commands.output import (
    AsJson,
    Workbook,
    errors_for_people,
    opened,
    print_json,
    say_next,
)
from xlplugin.problems import OrganizerError
from xlplugin.texts import t, tn
from xlplugin.workbook.reading.reader import read_event


@click.command(short_help=t("Remove the newest round."), epilog="Example: xlplugin undo event.xlsx")
@Workbook
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    default=1,
    help=t("How many, newest first."),
    show_default=True,
)
@AsJson
@errors_for_people
def undo(file: Path, rounds: int, as_json: bool) -> None:  # noqa: FBT001
    """Remove the newest round, or several; the backup beside the file keeps each."""
    from xlplugin.verbs.undo import undo_round  # noqa: PLC0415  (--help does not need it)

    host = opened(file)
    if rounds > 1:
        event = read_event(host.read())
        existing = len(event.rounds) + len(event.cut_tabs)
        if rounds > existing:
            message = tn(
                "{file} has only {n} round to undo.",
                "{file} has only {n} rounds to undo.",
                existing,
                file=file.name,
            )
            raise OrganizerError(message)
    undone = []
    for _ in range(rounds):
        name = undo_round(host).name
        undone.append(name)
        if not as_json:
            click.echo(
                t(
                    "{tab} is gone from {file}; the backup beside it still has it.",
                    tab=name,
                    file=file.name,
                )
            )
    if as_json:
        print_json({"undone": undone})
        return
    say_next(host)
