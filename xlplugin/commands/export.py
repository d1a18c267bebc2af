"""``export``: the event for others, as a file, as pages, as a folder, or kept up to date."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

import click

from engine.texts import msg
from xlplugin.commands.output import (
    AsJson,
    Workbook,
    command,
    make_folder,
    opened,
    prints_files,
    warn,
    wrong_use,
    wrote,
)
from xlplugin.engine_errors import error_text
from xlplugin.exports import files
from xlplugin.exports.shared import Shared, held_back
from xlplugin.hosts.lock_files import open_notes
from xlplugin.problems import ERRORS, HostError, WorkbookProblems
from xlplugin.texts import t, tn
from xlplugin.verbs.frame import read_clean
from xlplugin.verbs.standings import share
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.reader import read_event

SECONDS_BETWEEN_LOOKS = 1.0
MOST_UNREADABLE = 10
"""So many looks in a row may find half a file, as while it is being saved, before that is told."""


Stamp: TypeAlias = tuple[int, int]
"""The time and the size of a file, which change when it is saved."""


LEAST_LIMIT = 200


@command(
    "export",
    t("Write standings, results or a web page to a file."),
    t(
        "Write the event or its standings for others to see.\n\n"
        "With nothing but a workbook, what is shared most is written beside it: a workbook of "
        "standings, rounds and bracket that holds values only, nothing of the organizer's.\n\n"
        "With --watch the page follows the workbook until Ctrl+C ends it; while something in "
        "the workbook must be mended, that is said here and the last good page stays."
    ),
    "event.xlsx --format html -o event.html --watch",
)
@Workbook
@click.option(
    "--format",
    "kind",
    type=click.Choice(list(files.ENDINGS)),
    help=t(
        "xlsx: a workbook of standings, rounds and bracket to share. pdf: the same as a document "
        "(needs LibreOffice). markdown: newest round and standings for chats. csv: the standings. "
        "nrtm: the results file of Netrunner's community tools. html: a web page of pairings, "
        "standings, bracket and clock. If not said: as -o ends, else xlsx."
    ),
)
@click.option(
    "-o", "--output",
    help=t("The file to write; with csv a folder, ending in a slash, for every tab. If not said: "
           "beside the workbook, and named after it.")
)  # fmt: skip
@click.option(
    "--what",
    type=click.Choice(files.WHAT),
    help=t(
        "xlsx, pdf, markdown: only the standings, or only the rounds with the bracket. If not "
        "said: all."
    ),
)
@click.option(
    "--with",
    "more",
    type=click.Choice(files.MORE),
    multiple=True,
    help=t("xlsx, pdf: this tab too, with your own columns; it may be said several times."),
)
@click.option(
    "--watch", is_flag=True, help=t("html: write it again whenever the workbook is saved.")
)
@click.option(
    "--limit",
    type=click.IntRange(min=LEAST_LIMIT),
    help=t("markdown: a file for each message, of so many characters at most; Discord takes 2000."),
)
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
    kind = kind or _kind_of(output, is_folder=is_folder)
    target = Path(output) if output else file.with_name(files.file_name(file.name, kind))
    _refuse_options(
        kind,
        (watch, "--watch", ("html",)),
        (limit, "--limit", ("markdown",)),
        (what, "--what", ("xlsx", "pdf", "markdown")),
        (more, "--with", ("xlsx", "pdf")),
    )
    if is_folder and kind != "csv":
        wrong_use(
            "-o {folder} is a folder; name a file in it. Only csv has a file for every tab.",
            folder=output,
        )
    if not is_folder:
        _refuse_endings(file, target, kind)
    warn(*open_notes(opened(file).path))
    if is_folder:
        _write_tabs(file, target)
    elif limit is not None:
        _write_pages(file, target, limit, what or files.ALL)
    elif watch:
        _watch(file, target)
    else:
        click.echo(_write(file, kind, target, what=what or files.ALL, more=more))


def _kind_of(output: str | None, *, is_folder: bool) -> str:
    """What is to be written, by the name that it is given."""
    if output is None:
        return "xlsx"
    if is_folder:
        return "csv"
    ending = Path(output).suffix.lower()
    for kind, usual in files.ENDINGS.items():
        if usual == ending:
            return kind
    if ending in files.ALSO:
        return files.ALSO[ending]
    return wrong_use(
        "-o {file}: say what it is with --format, or end it in one of: {endings}.",
        file=output,
        endings=", ".join([*files.ENDINGS.values(), *files.ALSO]),
    )


def _refuse_options(kind: str, *options: tuple[object, str, tuple[str, ...]]) -> None:
    """Refuse an option that is given, and says nothing of this format."""
    for is_given, option, of in options:
        if is_given and kind not in of:
            formats = t(" or ").join(of)
            wrong_use("{option} goes with --format {formats}.", option=option, formats=formats)


def _refuse_endings(file: Path, target: Path, kind: str) -> None:
    """A document ends as it is opened, and nothing else is a workbook."""
    ending = files.ENDINGS[kind]
    if kind in files.DOCUMENTS and target.suffix.lower() != ending:
        wrong_use("-o {file}: name a file that ends in {ending}.", file=target.name, ending=ending)
    if kind != "xlsx" and target.suffix.lower() in files.WORKBOOKS:
        wrong_use(
            "-o {file} would be a workbook; name a .json, .csv, .md, .html or .pdf file, or take "
            "--format xlsx.",
            file=target.name,
        )
    if os.path.realpath(target) == os.path.realpath(file):
        wrong_use("-o {file} is the event itself; name another file.", file=target.name)


def _read(file: Path) -> EventBook:
    return read_event(opened(file).read())


def _write(
    file: Path,
    kind: str,
    target: Path,
    *,
    watch: bool = False,
    what: str = files.ALL,
    more: Sequence[str] = (),
) -> str:
    """Write one file, and say how far it goes."""
    from xlplugin.exports import formats  # noqa: PLC0415

    event = _read(file)
    files.refuse_somebody_elses(target, kind)
    public = share(event, kind, what)
    warn(*public.notes)
    if kind in files.TEXTS:
        _put(target, formats.text_of(public, kind, what, watch=watch), kind)
        return _written(public, kind, target.name)
    content = formats.workbook_of(public, target.name, what, more)
    if kind == "pdf":
        from xlplugin.hosts import soffice  # noqa: PLC0415

        content = soffice.as_pdf(content) + files.END_OF_OURS
    _put(target, content, kind)
    return _written(public, kind, str(target))


def _written(public: Shared, kind: str, names: str) -> str:
    from xlplugin.exports import formats  # noqa: PLC0415

    how_far, left_out = formats.summary(public, kind)
    warn(*left_out)
    return t("{files} written: {how_far}.", files=names, how_far=how_far.rstrip("."))


def _put(target: Path, content: str | bytes, kind: str) -> None:
    files.put(target, content, kind)
    wrote(target)


def _write_tabs(file: Path, folder: Path) -> None:
    """Every tab as a CSV file of its own."""
    from xlplugin.exports import tabs  # noqa: PLC0415

    event = read_clean(opened(file).read())
    warn(*event.warnings, *held_back(event))
    made = list(tabs.tabs_of(event))
    texts = tabs.as_files(made)
    make_folder(folder)
    for path in files.put_all(folder, texts):
        wrote(path)
    for tab in made:
        if tab.blank:
            warn(
                tn(
                    "{tab}: {n} formula that only a spreadsheet program works out left blank.",
                    "{tab}: {n} formulas that only a spreadsheet program works out left blank.",
                    tab.blank,
                    tab=tab.name,
                )
            )
    click.echo(
        tn(
            "{n} file written to {folder}: {files}.",
            "{n} files written to {folder}: {files}.",
            len(texts),
            folder=folder.resolve().name,
            files=", ".join(texts),
        )
    )


def _write_pages(file: Path, target: Path, limit: int, what: str) -> None:
    """The newest round and the standings in as many Markdown files as they need."""
    from xlplugin.exports import chat  # noqa: PLC0415

    public = share(_read(file), "markdown", what)
    try:
        pages = chat.messages(public, what, limit)
    except ValueError as error:
        text = msg(
            "--limit {limit} is too little: a message with a single line takes {needed} characters."
        )
        raise click.UsageError(t(text, limit=limit, needed=error)) from None
    warn(*public.notes)
    targets = [target]
    if len(pages) > 1:
        numbers = range(1, len(pages) + 1)
        targets = [target.with_name(f"{target.stem}-{n}{target.suffix}") for n in numbers]
    for path in targets:
        files.refuse_somebody_elses(path, "markdown")
    for path, page in zip(targets, pages, strict=True):
        _put(path, page, "markdown")
    click.echo(_written(public, "markdown", ", ".join(path.name for path in targets)))


# watching


def _watch(file: Path, target: Path) -> None:
    """Write the page now, and again whenever the workbook is saved, until Ctrl+C."""
    seen = stamp_of(file)
    click.echo(_write(file, "html", target, watch=True))
    text = msg("Watching {file}: open {page} in a browser. Ctrl+C ends this.")
    click.echo(t(text, file=file.name, page=target.name))
    with suppress(KeyboardInterrupt):
        follow(file, seen, lambda: click.echo(with_time(_write(file, "html", target, watch=True))))
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
