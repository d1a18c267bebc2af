"""``export``: the event for others, as a file, as pages, as a folder, or kept up to date."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import click

from engine import TournamentError
from xlplugin.cli_output import (
    AsJson,
    Workbook,
    count,
    errors_for_people,
    prints_files,
    warn,
    wrote,
)
from xlplugin.hosts.file import FileHost
from xlplugin.problems import HostError, WorkbookProblems
from xlplugin.workbook.event_book import EventBook
from xlplugin.workbook.reader import read_event

LEAST_LIMIT = 200
SECONDS_BETWEEN_LOOKS = 1.0
MOST_UNREADABLE = 10
"""So many looks in a row may find half a file, as while it is being saved, before that is told."""


class Stamp(NamedTuple):
    """What changes when a file is saved."""

    nanoseconds: int
    size: int


@click.command(
    short_help="Write results, standings or a web page to a file.",
    epilog="Example: xlplugin export event.xlsx --format html -o event.html --watch",
)
@Workbook
@click.option(
    "--format",
    "kind",
    type=click.Choice(["nrtm", "csv", "markdown", "html"]),
    required=True,
    help="nrtm: the results file of Netrunner's community tools. csv, markdown: the standings. "
    "html: a web page of pairings, standings, bracket and clock.",
)
@click.option(
    "-o", "--output", required=True, type=str,
    help="The file to write; with csv a folder, ending in a slash, for every tab.",
)  # fmt: skip
@click.option("--watch", is_flag=True, help="html: write it again whenever the workbook is saved.")
@click.option(
    "--limit",
    type=click.IntRange(min=LEAST_LIMIT),
    help="markdown: pages of so many characters at most; Discord takes 2000.",
)
@AsJson
@errors_for_people
@prints_files
def export(file: Path, kind: str, output: str, watch: bool, limit: int | None) -> None:  # noqa: FBT001
    """Write the event or its standings for others to see.

    With --watch the page follows the workbook until Ctrl+C ends it; while something in the workbook
    must be mended, that is said here and the last good page stays.
    """
    target = Path(output)
    _refuse_options(kind, watch=watch, limit=limit)
    _refuse_workbook(file, target)
    if target.is_dir() or output.endswith(("/", os.sep)):
        if kind != "csv":
            message = (
                f"-o {output} is a folder; name a file in it. Only csv has a file for every tab."
            )
            raise click.UsageError(message)
        _write_tabs(file, target)
    elif limit is not None:
        _write_pages(file, target, limit)
    elif watch:
        _watch(file, target)
    else:
        click.echo(_write(_read(file), kind, target))


def _refuse_options(kind: str, *, watch: bool, limit: int | None) -> None:
    for is_given, option, of in ((watch, "--watch", "html"), (limit, "--limit", "markdown")):
        if is_given and kind != of:
            message = f"{option} goes with --format {of}."
            raise click.UsageError(message)


def _refuse_workbook(file: Path, target: Path) -> None:
    if target.suffix.lower() in (".xlsx", ".xlsm") or target.resolve() == file.resolve():
        message = f"-o {target.name} would be a workbook; name a .json, .csv, .md or .html file."
        raise click.UsageError(message)


def _read(file: Path) -> EventBook:
    return read_event(FileHost(file).read())


def _write(read: EventBook, kind: str, target: Path, *, watch: bool = False) -> str:
    """Write one file, and say how far it goes."""
    from xlplugin.exports import texts  # noqa: PLC0415

    result = texts.result_for(read, kind)
    warn(*(result.warnings if result else read.warnings))
    text = texts.exported(read, result, kind, watch=watch)
    _put(target, text, kind)
    when, left_out = texts.told(read, result, kind)
    warn(*left_out)
    return f"{target.name} written: {when.rstrip('.')}."


def _put(target: Path, text: str, kind: str) -> None:
    """Replace a file in one step, so that nobody reads half of it."""
    real = target.resolve()
    is_new = real.is_file() or not real.exists()
    new = real.with_name(f".{real.name}.new") if is_new else real
    try:
        new.write_text(text, encoding="utf-8-sig" if kind == "csv" else "utf-8", newline="")
        if is_new:
            new.replace(real)
    except OSError as error:
        with suppress(OSError):
            if is_new:
                new.unlink(missing_ok=True)
        message = f"{target.name} cannot be written: {error.strerror}. Choose another file."
        raise HostError(message) from None
    wrote(target)


def _write_tabs(file: Path, folder: Path) -> None:
    """Every tab as a CSV file of its own."""
    from xlplugin.exports import tables, tabs, texts  # noqa: PLC0415

    read = _read(file)
    if read.problems:
        raise WorkbookProblems(read.problems)
    warn(*read.warnings, *texts.held_back(read))
    found = list(tabs.tabs_of(read))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"The folder {folder} cannot be made: {error.strerror}. Choose another one."
        raise HostError(message) from None
    for tab in found:
        _put(folder / tabs.file_name(tab.name), tables.as_csv(tab.rows), "csv")
        if tab.blank:
            formulas = count(tab.blank, "formula")
            warn(f"{tab.name}: {formulas} that only a spreadsheet program works out left blank.")
    click.echo(
        f"{count(len(found), 'tab')} written to {folder.name}: {', '.join(t.name for t in found)}."
    )


def _write_pages(file: Path, target: Path, limit: int) -> None:
    """The standings in as many Markdown files as they need."""
    from xlplugin import actions  # noqa: PLC0415
    from xlplugin.exports import tables, texts  # noqa: PLC0415

    read = _read(file)
    result = actions.standings_of(read)
    table = tables.standings_table(result.standings, result.tournament, result.more)
    try:
        pages = tables.markdown_pages(texts.heading(read, result), table, limit)
    except ValueError as error:
        message = f"--limit {limit} is too little: {error}."
        raise click.UsageError(message) from None
    warn(*result.warnings)
    names = [target.name]
    if len(pages) > 1:
        names = [f"{target.stem}-{n}{target.suffix}" for n in range(1, len(pages) + 1)]
    for name, page in zip(names, pages, strict=True):
        _put(target.with_name(name), page, "markdown")
    when, _ = texts.told(read, result, "markdown")
    click.echo(f"{', '.join(names)} written: {when}.")


# watching


def _watch(file: Path, target: Path) -> None:
    """Write the page now, and again whenever the workbook is saved, until Ctrl+C."""
    seen = _stamp(file)
    click.echo(_write(_read(file), "html", target, watch=True))
    click.echo(f"Watching {file.name}: open {target.name} in a browser. Ctrl+C ends this.")

    def write() -> None:
        click.echo(_told(_write(_read(file), "html", target, watch=True)))

    with suppress(KeyboardInterrupt):
        follow(file, seen, write)
    click.echo("No longer watching; the page stays as it is.")


def _told(what: str) -> str:
    return f"{datetime.now().astimezone():%H:%M:%S} {what}"


def follow(file: Path, seen: Stamp | None, write: Callable[[], None]) -> None:
    """Write again after every save, for as long as nobody stops it.

    A file that cannot be read is tried again at the next look, as it may be half written; what must
    be mended in a workbook is said once.

    Args:
        file: the workbook.
        seen: what it was when it was last read.
        write: reads it, and writes what depends on it.
    """
    is_due, unreadable = False, 0
    for is_saved in saves(file, seen):
        is_due = is_due or is_saved
        if not is_due:
            continue
        try:
            write()
        except HostError as error:
            unreadable += 1
            if unreadable == MOST_UNREADABLE:
                _tell(str(error))
            continue
        except WorkbookProblems as error:
            _tell(*map(str, error.problems))
        except TournamentError as error:
            _tell(str(error))
        is_due, unreadable = False, 0


def _tell(*problems: str) -> None:
    for problem in problems:
        click.echo(problem, err=True)
    click.secho(_told("The page stays as it was."), err=True, fg="red", bold=True)


def saves(file: Path, seen: Stamp | None) -> Iterator[bool]:
    """At every look, whether the file was saved since and has settled; for ever."""
    before = seen
    while True:
        time.sleep(SECONDS_BETWEEN_LOOKS)
        now = _stamp(file)
        is_saved = now is not None and now == before and now != seen
        if is_saved:
            seen = now
        before = now
        yield is_saved


def _stamp(file: Path) -> Stamp | None:
    """The stamp of a file; nothing while it is away, as between two of its versions."""
    try:
        found = file.stat()
    except OSError:
        return None
    return Stamp(found.st_mtime_ns, found.st_size)
