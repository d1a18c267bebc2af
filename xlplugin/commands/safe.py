"""``safe``: who is certain of the cut, who is out, who can afford a draw."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from xlplugin.commands.output import AsJson, Workbook, command, opened, show
from xlplugin.ground.texts import msg
from xlplugin.numbers.safe import safe as tell
from xlplugin.numbers.safe import write_chances

MOST_SAMPLES = 100_000


@command(
    "safe",
    msg("Say who is safe, who is out, who can draw."),
    msg(
        "Say who is certain of the cut, who is out of it, and who can afford a draw; writes "
        "nothing without --tab.\n\n"
        "A player is safe, or out, only if that holds in every result that is possible. In the "
        "last round points and tiebreaks prove it, in earlier ones points alone. Chances come "
        "from all results, or, where they are too many, from some drawn at random, with even "
        "games."
    ),
    "event.xlsx --top 8",
)
@Workbook
@click.option(
    "--top", type=click.IntRange(1), help=msg("Size of the cut. Default: as set or suggested.")
)
@click.option(
    "--samples", type=click.IntRange(1, MOST_SAMPLES),
    help=msg("Number of results to draw. Default: 1,000, fewer for large events and before the last round."),
)  # fmt: skip
@click.option("--tab", is_flag=True, help=msg("Write it to the tab Cut chances too."))
@AsJson
def safe(*, file: Path, tab: bool, as_json: bool, **how: Any) -> None:  # noqa: ANN401
    """Show who is safe, out, or open."""
    host = opened(file)
    show((write_chances if tab else tell)(host, **how), host, as_json=as_json)
