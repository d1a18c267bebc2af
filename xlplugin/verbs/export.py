"""Make every format that there is, beside the workbook or on a tab: what a click on Export does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from xlplugin.exports import files
from xlplugin.exports.format import TextFormat, Wanted
from xlplugin.exports.formats import PDF, TEXTS, XLSX
from xlplugin.ground.problems import ERRORS, HostError, OrganizerError, Problem, WorkbookProblems
from xlplugin.ground.resources import files_of_lite
from xlplugin.ground.texts import msg, t
from xlplugin.hosts import OpenHost
from xlplugin.verbs.frame import Done, Result, read_clean, refuse, verb
from xlplugin.verbs.standings import share
from xlplugin.workbook.book import AddSheet, Change, RemoveSheet
from xlplugin.workbook.engine_errors import error_text
from xlplugin.workbook.layout import NOTE, Column, Layout
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.table import find_sheet, own_tab

EXPORT = "Export"
FOR_CELLS = {each.name for each in TEXTS if each.fits_cells}
OF_FILES = (".xlsx", ".xlsm", ".ods")
"""Endings of the names of workbooks that were ever saved, here or in a cloud."""
NO_FOLDER = msg(
    "xlsx, pdf: no folder of this computer belongs to this workbook. Save a copy on this computer, "
    "and click there."
)
NO_PDF_IN_LITE = msg(
    "pdf: xlwings Lite has no way to make one. Open the workbook of standings, and print it."
)
NO_OPENPYXL = msg(
    "xlsx, pdf: xlwings Lite needs openpyxl and defusedxml for them. Write both in the tab "
    "requirements.txt, Restart, and click again."
)


class Texts(NamedTuple):
    """The texts for others by format, what to know of them, and what stands in the way of the rest."""

    texts: Mapping[TextFormat, str]
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
    """The texts that can be made of the event as it is now; pairings come before any standings."""
    made: dict[TextFormat, str] = {}
    warnings = list(event.warnings)
    problems: Sequence[Problem] = ()
    later: list[str] = []
    for each in TEXTS:
        if not each.has_place(event):
            continue
        try:
            public = share(event, each.needs)
            made[each] = each.text(public, Wanted())
        except WorkbookProblems as error:
            if event.completed:
                raise
            later.append(each.file_name(event.book.name))
            problems = problems or error.problems
        except ERRORS as error:
            warnings.append(f"{each.name}: {error_text(error)}")
        else:
            warnings += [*public.notes, *each.left_out(public)]
    if later:
        names = ", ".join(later)
        warnings.append(t("Not made yet, because no round is complete: {files}.", files=names))
    return Texts(made, list(dict.fromkeys(warnings)), problems)


def _to_files(host: OpenHost, event: EventBook, made: Texts, folder: Path) -> Result:
    if not made.texts:
        raise WorkbookProblems(made.problems)
    names, notes = _documents(host, event, folder)
    for each, text in made.texts.items():
        path = folder / each.file_name(host.name)
        try:
            files.refuse_somebody_elses(path, each)
            files.put(path, text.encode(each.encoding))
        except HostError as error:
            notes.append(f"{each.name}: {error}")
        else:
            names.append(path.name)
    if not names:
        raise OrganizerError("\n\n".join(notes))
    place = t("Files, in the menu of xlwings Lite") if files_of_lite() else str(folder)
    text = t("Written to {place}: {names}.", place=place, names=", ".join(names))
    return Result(message=text, warnings=[*made.warnings, *notes])


def _documents(host: OpenHost, event: EventBook, folder: Path) -> tuple[list[str], list[str]]:
    """The workbook to share, and the same as a document: what was made, and why not the rest."""
    workbook, document = (folder / each.file_name(host.name) for each in (XLSX, PDF))
    try:
        files.refuse_somebody_elses(workbook, XLSX)
        public = share(event, XLSX.needs)
        files.put(workbook, XLSX.content(public, Wanted(workbook.name)))
    except WorkbookProblems:  # told of already: nothing is complete, and no round is shown
        return [], []
    except ImportError:
        return [], [t(NO_OPENPYXL)]
    except HostError as error:
        return [], [f"xlsx, pdf: {error}"]
    if host.is_remote:
        return [workbook.name], [t(NO_PDF_IN_LITE)]
    try:
        files.refuse_somebody_elses(document, PDF)
        files.put(document, PDF.marked(host.printed(workbook)))
    except HostError as error:
        return [workbook.name], [f"pdf: {error}"]
    return [workbook.name, document.name], []


@verb
def _write_tab(event: EventBook, _when: datetime, made: Texts) -> Done[Result]:
    """Put each text into a column, a line a cell, to be copied where there is no folder."""
    lines = {each.name: text.splitlines() for each, text in made.texts.items() if each.fits_cells}
    if not lines:
        raise WorkbookProblems(made.problems)
    layout = Layout(EXPORT, tuple(Column(kind, 60, NOTE) for kind in lines), filtered=False)
    rows = list(map(list, zip_longest(*lines.values())))
    existing = find_sheet(event.book, EXPORT)
    refuse(own_tab(existing, is_ours=lambda tab: all({*row} <= FOR_CELLS for row in tab.rows[:1])))
    changes: list[Change] = [RemoveSheet(existing.name)] if existing else []
    text = t("Written to the tab {tab}: select a column, and copy it.", tab=EXPORT)
    result = Result(message=text, warnings=[*made.warnings, t(NO_FOLDER)])
    return Done(result, [*changes, AddSheet(layout, rows)], tab=EXPORT)
