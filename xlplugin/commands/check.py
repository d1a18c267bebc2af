"""``check``: run a workbook's rounds again, or those of a page that somebody has published."""

from __future__ import annotations

import re
from pathlib import Path

import click

from xlplugin.commands.output import (
    FILE,
    AsJson,
    MaybeWorkbook,
    command,
    opened,
    show,
    tracked,
    warn,
    wrong_use,
)
from xlplugin.ground.limits import MOST_LISTED
from xlplugin.ground.texts import msg, t
from xlplugin.hosts.closed_file.kinds import content_of
from xlplugin.hosts.closed_file.lock_files import open_notes
from xlplugin.numbers.read_page import PublishedPage, read_page

HASH = re.compile(r"\s*[0-9a-fA-F]{64}\s*")
LIKE_A_HASH = re.compile(r"[0-9a-fA-F\s.]*")


@command(
    "check",
    msg("Re-run every round and compare."),
    msg(
        "Re-run every round and list every difference and every problem; writes nothing.\n\n"
        "Exit status 1 if there is a problem; differences alone (a pairing changed by hand, a "
        "result corrected later) leave it at 0.\n\n"
        "With --from it checks the page of an event that is over, which anybody may have "
        "published: every round is drawn again from the seed, everything on the page but its "
        "times is compared, and any difference makes the exit status 1. docs/proof.md says what "
        "that proves."
    ),
    "event.xlsx",
)
@MaybeWorkbook
@click.option(
    "--from", "page", metavar="PAGE", type=FILE,
    help=msg("The web page of an event, instead of a workbook."),
)  # fmt: skip
@click.option(
    "--commitment", "told", metavar="HASH|PAGE",
    help=msg("With --from: the hash that was published before round 1, or a page saved then or later."),
)  # fmt: skip
@AsJson
def check(file: Path | None, page: Path | None, told: str | None, as_json: bool) -> None:  # noqa: FBT001
    """Show the differences."""
    if bool(file) == bool(page):
        wrong_use("Name either a workbook or, with --from, a page.")
    if told is not None and not page:
        wrong_use("{option} goes with --from.", option="--commitment")
    progress = iter if as_json else tracked(t("Checking rounds"))
    if file:
        from xlplugin.verbs.check import check as of_workbook  # noqa: PLC0415  (--help needs neither)

        host = opened(file)
        warn(*open_notes(host.path))
        show(of_workbook(host, progress=progress), host, as_json=as_json)
        return
    assert page is not None
    from xlplugin.numbers.check_page import check_page  # noqa: PLC0415

    is_hash = told is not None and HASH.fullmatch(told) is not None
    if told is not None and not is_hash and LIKE_A_HASH.fullmatch(told):
        wrong_use(
            "--commitment {told!r}: type all 64 letters and digits, or name a page.", told=told
        )
    earlier = _read(Path(told)) if told and not is_hash else None
    hash_ = told.strip() if told and is_hash else ""
    show(check_page(_read(page), hash_, earlier, progress=progress), None, as_json=as_json)


def _read(page: Path) -> PublishedPage:
    return read_page(page.name, content_of(page, MOST_LISTED))
