"""Excel on the desktop as a program that makes documents of workbooks."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import xlwings as xw

from xlplugin.hosts.platforms import open_beside, print_into, to_front, told_by
from xlplugin.problems import HostError
from xlplugin.texts import t


def printed_by(book: xw.Book, workbook: Path) -> bytes:
    """A closed workbook as a PDF.

    It is opened beside the organizer's, read-only, and closed again: printed from their own, every
    other tab would have to be hidden, and its properties would be in the document.

    Raises:
        HostError: Excel has not done it.
    """
    if workbook.name in {other.name for other in book.app.books}:
        message = t("{file} is open in Excel.", file=workbook.name)
        raise HostError(message, t("Close it, and click again."))
    front = book.sheets.active
    document = workbook.with_name(f".{workbook.stem}.new.pdf")
    try:
        _print(book.app, workbook, document)
        return document.read_bytes()
    except Exception as error:
        message = t("Excel has made no PDF ({reason}).", reason=told_by(error))
        remedy = t("Open {file}, and save it as PDF there.", file=workbook.name)
        raise HostError(message, remedy) from error
    finally:
        with suppress(Exception):  # whatever is in front, nothing is lost
            to_front(front)
        with suppress(OSError):
            document.unlink(missing_ok=True)


def _print(app: xw.App, workbook: Path, document: Path) -> None:
    updating, alerts = app.screen_updating, app.display_alerts
    try:
        app.screen_updating = app.display_alerts = False
        opened = open_beside(app, workbook)
        try:
            print_into(opened, document)
        finally:
            opened.close()
    finally:
        app.display_alerts = alerts
        app.screen_updating = updating
