"""The workers of long work: options that commands share."""

from __future__ import annotations

import click

from xlplugin.commands.output import wrong_use
from xlplugin.ground.all_cores import Workers, cores
from xlplugin.ground.texts import t

Processes = click.option(
    "--processes", metavar="N", type=click.IntRange(1, 512),
    help=t("How many work at once; else one for each core. The figures are the same."),
)  # fmt: skip
Scheduler = click.option(
    "--scheduler", metavar="ADDRESS",
    help=t("Let a Dask cluster work, as in tcp://192.168.1.5:8786. The figures are the same."),
)  # fmt: skip


def workers_of(processes: int | None, scheduler: str | None) -> Workers:
    """The workers that those two options name."""
    if scheduler is None:
        return processes or cores()
    if processes is not None:
        wrong_use("--processes is for this computer, --scheduler for a cluster: choose one.")
    return scheduler.strip()
