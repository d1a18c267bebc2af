"""Make every format that there is, beside the workbook or on a tab: what a click on Export does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from xlplugin.engine_errors import error_text
from xlplugin.exports import files
from xlplugin.hosts import OpenHost
from xlplugin.problems import ERRORS, HostError, OrganizerError, Problem, WorkbookProblems
from xlplugin.resources import files_of_lite
from xlplugin.texts import t
from xlplugin.verbs.frame import Done, Result, read_clean, refuse, verb
from xlplugin.verbs.standings import share
from xlplugin.workbook.book import AddSheet, Change, RemoveSheet
from xlplugin.workbook.layout import NOTE, Column, Layout
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.table import find_sheet, own_tab

EXPORT = "Export"
FOR_CELLS = ("nrtm", "markdown")
"""Formats whose lines are short enough for cells."""
OF_FILES = (".xlsx", ".xlsm", ".ods")
"""What the name of a workbook ends in that was ever saved, here or in a cloud."""
NO_FOLDER = t(
    "xlsx, pdf: no folder of this computer belongs to this workbook. Save a copy on this computer, "
    "and click there."
)
NO_PDF_IN_LITE = t(
    "pdf: xlwings Lite has no way to make one. Open the workbook of standings, and print it."
)
NO_OPENPYXL = t(
    "xlsx, pdf: xlwings Lite needs openpyxl and defusedxml for them. Write both in the tab "
    "requirements.txt, Restart, and click again."
)


class Texts(NamedTuple):
    """The texts for others by kind, what to know of them, and what stands in the way of the rest."""

    texts: Mapping[str, str]
    warnings: Sequence[str]
    problems: Sequence[Problem]


def export(host: OpenHost, *, when: datetime | None = None) -> Result:
    """Write all that can be made of the event as it is now.

    Raises:
        WorkbookProblems: something must be mended first.
        OrganizerError: a file cannot be written.
    """
    event, folder = read_clean(host.read()), host.folder
    if folder is not None:
        return _to_files(host, event, _texts(event), folder)
    if Path(event.book.name).suffix.lower() not in OF_FILES:
        fault = t("This workbook was never saved, so there is no folder to write to.")
        raise HostError(fault, t("Save it (Ctrl+S), and click Export again."))
    return _write_tab(host, _texts(event), when=when)


def _texts(event: EventBook) -> Texts:
    """What can be made of the event as it is now; pairings come before any standings."""
    from xlplugin.exports import formats, nrtm  # noqa: PLC0415  (no other verb needs them)

    made: dict[str, str] = {}
    warnings = list(event.warnings)
    problems: Sequence[Problem] = ()
    later: list[str] = []
    for kind in files.TEXTS:
        if kind == "nrtm" and not nrtm.has_place(event):
            continue
        try:
            public = share(event, kind)
            made[kind] = formats.text_of(public, kind)
        except WorkbookProblems as error:
            if event.completed:
                raise
            later.append(kind)
            problems = problems or error.problems
        except ERRORS as error:
            warnings.append(f"{kind}: {error_text(error)}")
        else:
            warnings += [*public.notes, *formats.summary(public, kind)[1]]
    if later:
        names = ", ".join(files.file_name(event.book.name, kind) for kind in later)
        warnings.append(t("Not made yet, as no round is complete: {files}.", files=names))
    return Texts(made, list(dict.fromkeys(warnings)), problems)


def _to_files(host: OpenHost, event: EventBook, made: Texts, folder: Path) -> Result:
    if not made.texts:
        raise WorkbookProblems(made.problems)
    names, notes = _documents(host, event, folder)
    for kind, text in made.texts.items():
        path = folder / files.file_name(host.name, kind)
        try:
            files.refuse_somebody_elses(path, kind)
            files.put(path, text, kind)
        except HostError as error:
            notes.append(f"{kind}: {error}")
        else:
            names.append(path.name)
    if not names:
        raise OrganizerError("\n\n".join(notes))
    place = t("Files, in the menu of xlwings Lite") if files_of_lite() else str(folder)
    text = t("Written to {place}: {names}.", place=place, names=", ".join(names))
    return Result(message=text, warnings=[*made.warnings, *notes])


def _documents(host: OpenHost, event: EventBook, folder: Path) -> tuple[list[str], list[str]]:
    """The workbook to share, and the same as a document: what was made, and why not the rest."""
    from xlplugin.exports import formats  # noqa: PLC0415

    workbook, document = (folder / files.file_name(host.name, kind) for kind in files.DOCUMENTS)
    try:
        files.refuse_somebody_elses(workbook, "xlsx")
        public = share(event, "xlsx")
        files.put(workbook, formats.workbook_of(public, workbook.name), "xlsx")
    except WorkbookProblems:  # told of already: nothing is complete, and no round is shown
        return [], []
    except ImportError:
        return [], [NO_OPENPYXL]
    except HostError as error:
        return [], [f"xlsx, pdf: {error}"]
    if host.is_remote:
        return [workbook.name], [NO_PDF_IN_LITE]
    try:
        files.refuse_somebody_elses(document, "pdf")
        files.put(document, host.printed(workbook) + files.END_OF_OURS, "pdf")
    except HostError as error:
        return [workbook.name], [f"pdf: {error}"]
    return [workbook.name, document.name], []


@verb
def _write_tab(event: EventBook, _when: datetime, made: Texts) -> Done[Result]:
    """Where there is no folder, each text goes into a column, a line a cell, to be copied."""
    lines = {kind: text.splitlines() for kind, text in made.texts.items() if kind in FOR_CELLS}
    if not lines:
        raise WorkbookProblems(made.problems)
    layout = Layout(EXPORT, tuple(Column(kind, 60, NOTE) for kind in lines), filtered=False)
    rows = list(map(list, zip_longest(*lines.values())))
    existing = find_sheet(event.book, EXPORT)
    refuse(
        own_tab(existing, is_ours=lambda tab: all({*row} <= {*FOR_CELLS} for row in tab.rows[:1]))
    )
    changes: list[Change] = [RemoveSheet(existing.name)] if existing else []
    text = t("Written to the tab {tab}: select a column, and copy it.", tab=EXPORT)
    result = Result(message=text, warnings=[*made.warnings, NO_FOLDER])
    return Done(result, [*changes, AddSheet(layout, rows)], tab=EXPORT)
