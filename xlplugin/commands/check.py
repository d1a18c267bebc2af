"""``check``: every round is run again and compared."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from xlplugin.commands.output import (
    AsJson,
    Workbook,
    errors_for_people,
    fail,
    opened,
    print_json,
    warn,
)
from xlplugin.texts import t, tn


@click.command(
    short_help="Re-run every round and compare.", epilog="Example: xlplugin check event.xlsx"
)
@Workbook
@AsJson
@errors_for_people
def check(file: Path, as_json: bool) -> None:  # noqa: FBT001
    """Re-run every round and list every difference and every problem; writes nothing.

    Exit status 1 if there is a problem; differences alone (a pairing changed by hand, a result
    corrected later) leave it at 0.
    """
    from xlplugin.verbs import checking  # noqa: PLC0415  (--help does not need it)

    progress = iter if as_json or not sys.stderr.isatty() else _progress
    host = opened(file)
    warn(*host.open_notes())
    result = checking.check_event(host, progress)
    warn(*result.warnings)
    if as_json:
        print_json(
            {"differences": list(result.differences), "problems": list(map(str, result.problems))}
        )
    else:
        for difference in result.differences:
            click.echo(t("Difference: {what}", what=difference))
        if result.differences:
            click.echo(
                t(
                    "A difference comes from a pairing changed by hand, or from a result or a setting "
                    "(Event seed, Rounds, Tier, ...) changed after the round was paired."
                )
            )
        if not result.problems:
            click.echo(
                t(
                    "{rounds} checked: no problems, {differences}.",
                    rounds=tn("{n} round", "{n} rounds", result.rounds),
                    differences=tn("{n} difference", "{n} differences", len(result.differences)),
                )
            )
    if result.problems:
        for problem in result.problems:
            click.echo(str(problem), err=True)
        fail(tn("{n} problem.", "{n} problems.", len(result.problems)))


def _progress(tabs: Sequence[Any]) -> Iterator[Any]:
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import track  # noqa: PLC0415

    yield from track(
        tabs, description=t("Checking rounds"), console=Console(stderr=True), transient=True
    )
