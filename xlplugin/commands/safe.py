"""``safe``: who is certain of the cut, who is out, who can afford a draw."""

from __future__ import annotations

from pathlib import Path

import click

from engine.chances.chances import SAMPLES
from xlplugin.commands.output import AsJson, Workbook, command, opened, show
from xlplugin.texts import t
from xlplugin.verbs.safe import safe as verb

MOST_SAMPLES = 100_000


@command(
    "safe",
    t("Tell who is safe, who is out, who can draw."),
    t(
        "Tell who is certain of the cut, who is out of it, and who can afford a draw; writes nothing.\n\n"
        "A player is safe, or out, only if that is so in every result that is possible. In the last round "
        "all of them are looked at, unless there are too many; then, and in earlier rounds, points alone "
        "decide, and the chances come from results drawn at random, with even games."
    ),
    "event.xlsx --top 8",
)
@Workbook
@click.option("--top", type=click.IntRange(1), help=t("How many. Else as set or suggested."))
@click.option(
    "--samples",
    type=click.IntRange(1, MOST_SAMPLES),
    default=SAMPLES,
    show_default=True,
    help=t("How many results are drawn."),
)
@AsJson
def safe(file: Path, top: int | None, samples: int, as_json: bool) -> None:  # noqa: FBT001
    """Show who is safe, out, or open."""
    host = opened(file)
    show(verb(host, top=top, samples=samples), host, as_json=as_json)
