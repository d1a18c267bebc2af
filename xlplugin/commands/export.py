"""``export``: the event for others, as a file, as pages, as a folder, or kept up to date."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

import click

from xlplugin.commands.output import (
    AsJson,
    Composed,
    Workbook,
    command,
    make_folder,
    opened,
    prints_files,
    warn,
    wrong_use,
    wrote,
)
from xlplugin.exports import files
from xlplugin.exports.format import ALL, MORE, WHAT, ExportFormat, TextFormat, Wanted
from xlplugin.exports.formats import CSV, FORMATS, XLSX
from xlplugin.exports.shared import Shared, held_back
from xlplugin.ground.problems import ERRORS, HostError, WorkbookProblems
from xlplugin.ground.texts import msg, msgn, t, tn
from xlplugin.hosts.closed_file.lock_files import open_notes
from xlplugin.verbs.frame import read_clean
from xlplugin.verbs.standings import share
from xlplugin.workbook.engine_errors import error_text
from xlplugin.workbook.reading.reader import read_event

SECONDS_BETWEEN_LOOKS = 1.0
MOST_UNREADABLE = 10
"""Looks in a row that may find half a file, as while it is being saved, before that is told."""
Stamp: TypeAlias = tuple[int, int]
"""The time and the size of a file, which change when it is saved."""
LEAST_LIMIT = 200
WORKBOOKS = (".xlsx", ".xlsm")


def _taking(option: str) -> list[str]:
    return [name for name, each in FORMATS.items() if option in each.options]


def _told(option: str, text: str) -> Callable[[], str]:
    return lambda: f"{', '.join(_taking(option))}: {t(text)}"


def _formats() -> str:
    told = [f"{name}: {t(each.help)}" for name, each in FORMATS.items()]
    return " ".join([*told, t("Default: from the -o extension, otherwise xlsx.")])


@command(
    "export",
    msg("Write standings, results or a web page to a file."),
    msg(
        "Write the event or its standings for others to see.\n\n"
        "With nothing but a workbook, the file that is shared most is written beside it: a "
        "workbook of standings, rounds and bracket that holds values only, nothing of the "
        "organizer's.\n\n"
        "With --watch the page follows the workbook until Ctrl+C ends it; while the workbook has "
        "problems, they are listed here and the last good page stays."
    ),
    "event.xlsx --format html -o event.html --watch",
)
@Workbook
@click.option("--format", "kind", cls=Composed, type=click.Choice(list(FORMATS)), told=_formats)
@click.option(
    "-o", "--output",
    help=msg("File to write; with csv a folder, ending in a slash, for every tab. Default: beside "
           "the workbook, and named after it.")
)  # fmt: skip
@click.option(
    "--what", type=click.Choice(WHAT),
    cls=Composed, told=_told("--what", msg("only the standings, or only the rounds with the bracket. Default: all.")),
)  # fmt: skip
@click.option(
    "--with", "more", type=click.Choice(MORE), multiple=True,
    cls=Composed, told=_told("--with", msg("this tab too, with your own columns; repeatable.")),
)  # fmt: skip
@click.option(
    "--watch",
    is_flag=True,
    cls=Composed,
    told=_told("--watch", msg("write it again whenever the workbook is saved.")),
)
@click.option(
    "--limit", type=click.IntRange(min=LEAST_LIMIT),
    cls=Composed, told=_told("--limit", msg("a file for each message; maximum characters per message (Discord takes 2000).")),
)  # fmt: skip
@AsJson
@prints_files
def export(
    file: Path,
    kind: str | None,
    output: str | None,
    what: str | None,
    more: tuple[str, ...],
    watch: bool,  # noqa: FBT001
    limit: int | None,
) -> None:
    """Write the event or its standings for others to see."""
    output = output or None  # as of a script whose variable is empty
    is_folder = output is not None and (
        os.path.isdir(output) or output.endswith(("/", os.sep))  # noqa: PTH112  (however long)
    )
    format_ = FORMATS[kind] if kind else _format_of(output, is_folder=is_folder)
    target = Path(output) if output else file.with_name(format_.file_name(file.name))
    given = {"--watch": watch, "--limit": limit, "--what": what, "--with": more}
    for option, is_given in given.items():
        if is_given and option not in format_.options:
            formats = t(" or ").join(_taking(option))
            wrong_use("{option} goes with --format {formats}.", option=option, formats=formats)
    if is_folder and format_ is not CSV:
        text = msg("-o {folder} is a folder; name a file in it. Only csv has a file for every tab.")
        raise click.UsageError(t(text, folder=output))
    if not is_folder:
        _refuse_endings(file, target, format_)
    warn(*open_notes(opened(file).path))
    wanted = Wanted(target.name, what or ALL, more, watch)
    if is_folder:
        _write_tabs(file, target)
    elif limit is not None:
        _write_pages(file, format_, target, wanted, limit)
    elif watch:
        _watch(file, format_, target, wanted)
    else:
        click.echo(_write(file, format_, target, wanted))


def _format_of(output: str | None, *, is_folder: bool) -> ExportFormat:
    """The format to write, by the name of the file."""
    if output is None:
        return XLSX
    if is_folder:
        return CSV
    by_ending = {each.ending: each for each in list(FORMATS.values())[::-1]}
    by_ending |= {ending: each for each in FORMATS.values() for ending in each.also}
    endings = dict.fromkeys(each.ending for each in FORMATS.values())
    text = msg("-o {file}: give a --format, or end the name in one of: {endings}.")
    if found := by_ending.get(Path(output).suffix.lower()):
        return found
    raise click.UsageError(t(text, file=output, endings=", ".join(endings)))


def _refuse_endings(file: Path, target: Path, format_: ExportFormat) -> None:
    """A document ends as it is opened, and nothing else is a workbook."""
    ending = target.suffix.lower()
    names = {"file": target.name, "ending": format_.ending}
    if format_.is_document and ending != format_.ending:
        wrong_use("-o {file}: name a file that ends in {ending}.", **names)
    if format_ is not XLSX and ending in WORKBOOKS:
        text = msg(
            "-o {file} would be a workbook; name a file that ends in {ending}, or use --format xlsx."
        )
        raise click.UsageError(t(text, **names))
    if os.path.realpath(target) == os.path.realpath(file):
        wrong_use("-o {file} is the event itself; name another file.", file=target.name)


def _write(file: Path, format_: ExportFormat, target: Path, wanted: Wanted) -> str:
    """Write one file, and say how far it goes."""
    event = read_event(opened(file).read())
    files.refuse_somebody_elses(target, format_)
    public = share(event, format_.needs, wanted.what)
    warn(*public.notes)
    _put(target, format_.content(public, wanted))
    return _written(public, format_, str(target) if format_.is_document else target.name)


def _written(public: Shared, format_: ExportFormat, names: str) -> str:
    warn(*format_.left_out(public))
    how_far = format_.how_far(public).rstrip(".\u3002")
    return t("{files} written: {how_far}.", files=names, how_far=how_far)


def _put(target: Path, content: bytes) -> None:
    files.put(target, content)
    wrote(target)


def _write_tabs(file: Path, folder: Path) -> None:
    from xlplugin.exports import tabs  # noqa: PLC0415

    event = read_clean(opened(file).read())
    warn(*event.warnings, *held_back(event))
    made = list(tabs.tabs_of(event))
    texts = tabs.as_files(made)
    make_folder(folder)
    content = {name: text.encode(CSV.encoding) for name, text in texts.items()}
    for path in files.put_all(folder, content):
        wrote(path)
    one, many = msgn(
        "{tab}: {n} formula that only a spreadsheet program works out left blank.",
        "{tab}: {n} formulas that only a spreadsheet program works out left blank.",
    )
    warn(*(tn(one, many, tab.blank, tab=tab.name) for tab in made if tab.blank))
    one, many = msgn(
        "{n} file written to {folder}: {files}.", "{n} files written to {folder}: {files}."
    )
    click.echo(tn(one, many, len(texts), folder=folder.resolve().name, files=", ".join(texts)))


def _write_pages(
    file: Path, format_: ExportFormat, target: Path, wanted: Wanted, limit: int
) -> None:
    """The text in as many files as its limit makes of it."""
    assert isinstance(format_, TextFormat)
    public = share(read_event(opened(file).read()), format_.needs, wanted.what)
    try:
        pages = format_.pages(public, wanted.what, limit)
    except ValueError as error:
        text = msg(
            "--limit {limit} is too small: a message with a single line needs {needed} characters."
        )
        raise click.UsageError(t(text, limit=limit, needed=error)) from None
    warn(*public.notes)
    targets = [target]
    if len(pages) > 1:
        numbers = range(1, len(pages) + 1)
        targets = [target.with_name(f"{target.stem}-{n}{target.suffix}") for n in numbers]
    for path in targets:
        files.refuse_somebody_elses(path, format_)
    for path, page in zip(targets, pages, strict=True):
        _put(path, page.encode(format_.encoding))
    click.echo(_written(public, format_, ", ".join(path.name for path in targets)))


# watching


def _watch(file: Path, format_: ExportFormat, target: Path, wanted: Wanted) -> None:
    """Write the page now, and again whenever the workbook is saved, until Ctrl+C."""
    seen = stamp_of(file)
    click.echo(_write(file, format_, target, wanted))
    text = msg("Watching {file}: open {page} in a browser. Ctrl+C ends this.")
    click.echo(t(text, file=file.name, page=target.name))
    with suppress(KeyboardInterrupt):
        follow(file, seen, lambda: click.echo(with_time(_write(file, format_, target, wanted))))
    click.echo(t("No longer watching; the page stays as it is."))


def with_time(what: str) -> str:
    """A line with the time of day."""
    return f"{datetime.now().astimezone():%H:%M:%S} {what}"


def follow(file: Path, seen: Stamp | None, write: Callable[[], None]) -> None:
    """Write again after every save of a file that was ``seen`` before, for as long as nobody stops it.

    A file that cannot be read is tried again at the next look, as it may be half written; what must
    be mended in a workbook is said once.
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
        except ERRORS as error:
            _tell(error_text(error))
        is_due, unreadable = False, 0


def _tell(*problems: str) -> None:
    for problem in problems:
        click.echo(problem, err=True)
    click.secho(with_time(t("The page stays as it was.")), err=True, fg="red", bold=True)


def saves(file: Path, seen: Stamp | None) -> Iterator[bool]:
    """At every look, whether the file was saved since and has settled; for ever."""
    before = seen
    while True:
        time.sleep(SECONDS_BETWEEN_LOOKS)
        now = stamp_of(file)
        is_saved = now is not None and now == before and now != seen
        if is_saved:
            seen = now
        before = now
        yield is_saved


def stamp_of(file: Path) -> Stamp | None:
    """The stamp of a file; nothing while it is away, as between two of its versions."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
