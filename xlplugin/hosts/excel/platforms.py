"""Requests that Excel on Windows, Excel on macOS and xlwings Lite each need in their own words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from xlplugin.hosts.excel.with_xlwings import ReferenceStyle, SheetVisibility, xw
from xlplugin.hosts.live import first_line
from xlplugin.workbook.book import column_letter
from xlplugin.workbook.layout import Area


def is_remote(book: xw.Book) -> bool:
    """True if the workbook is in xlwings Lite, which is told all that is to be done at once."""
    return bool(book.app.engine.type == "remote")


def _is_mac(wrapped: xw.App | xw.Sheet) -> bool:
    return type(wrapped.impl).__module__.endswith("_xlmac")


def _words() -> Any:  # noqa: ANN401  (appscript has no types)
    """The words of Excel's scripting dictionary on macOS."""
    from appscript import k  # noqa: PLC0415  (it exists on macOS alone)

    return k


def sheet_named(book: xw.Book, name: str) -> xw.Sheet | None:
    """The tab of that name, if there is one.

    On macOS a sheet that a loop over ``book.sheets`` gives is known by its place, and is another one
    as soon as a tab is added before it; one that was asked for by name stays what it is.
    """
    return book.sheets[name] if name in {sheet.name for sheet in book.sheets} else None


def area_of(sheet: xw.Sheet, area: Area) -> xw.Range:
    """Some cells by their address, for which Excel on macOS need not be asked."""
    top, left, bottom, right = area
    return sheet.range(f"{column_letter(left)}{top}:{column_letter(right)}{bottom}")


def shows_all_rows(cells: xw.Range) -> bool:
    """True if none of the cells' rows is folded away or left out by a filter; Excel's desktop tells."""
    rows = cells.api.entire_row if _is_mac(cells.sheet) else cells.api.EntireRow
    hidden = rows.hidden.get() if _is_mac(cells.sheet) else rows.Hidden
    return hidden is False  # or yes, or nothing where only some are


def to_front(sheet: xw.Sheet) -> None:
    """Bring a tab to the front of its own Excel.

    xlwings' own way fails on the desktop where another Excel is before this one, and on macOS asks the
    user to allow control of the system.
    """
    if is_remote(sheet.book):
        sheet.activate()
    else:
        sheet.book.impl.activate()
        sheet.impl.activate()


def open_beside(app: xw.App, workbook: Path) -> xw.Book:
    """Open a workbook read-only beside the others.

    xlwings' own way asks the user of a Mac to allow control of the system. Excel may ask there for
    access to the file, and is waited for: a command has a minute otherwise, and a workbook that was
    opened after that would stay open.
    """
    if not _is_mac(app):
        return app.books.open(workbook, update_links=False, read_only=True, add_to_mru=False)
    app.api.open_workbook(
        workbook_file_name=str(workbook.resolve()),
        update_links=_words().do_not_update_links,
        read_only=True,
        timeout=-1,
    )
    return app.books[workbook.name]


def print_into(book: xw.Book, document: Path) -> None:
    """Save the visible tabs of a workbook as a PDF; a Mac's user may be asked as above."""
    if not _is_mac(book.app):
        book.to_pdf(document)
        return
    from appscript import mactypes  # noqa: PLC0415  (as above)

    document.unlink(missing_ok=True)  # Excel does not write over a file there
    folder = mactypes.Alias(str(document.parent.resolve())).hfspath
    book.api.save(in_=f"{folder}:{document.name}", as_=_words().PDF_file_format, timeout=-1)


def can_save_copies(book: xw.Book) -> bool:
    """True if Excel can save a copy and stay with the workbook: on a Mac scripts can only *Save As*."""
    return not is_remote(book) and not _is_mac(book.app)


def save_copy(book: xw.Book, path: Path) -> None:
    """Save a copy, as which Excel does not know the workbook; xlwings' ``save`` would rename it."""
    book.api.SaveCopyAs(str(path))


def told_by(error: Exception) -> str:
    """The message of an error of Excel in one line; every system wraps it in another way."""
    excepinfo = getattr(error, "excepinfo", None)  # COM
    said = (excepinfo and excepinfo[2]) or getattr(error, "errormessage", "")  # macOS
    text = said or f"{type(error).__name__}: {error}"
    return first_line(text)


def hide_well(sheet: xw.Sheet) -> None:
    """Hide a tab so that Excel's Unhide does not list it; xlwings Lite can only hide it."""
    if is_remote(sheet.book):
        if sheet.visible:
            sheet.visible = False
    elif _is_mac(sheet):
        sheet.api.visible.set(_words().sheet_very_hidden)
    else:
        sheet.api.Visible = SheetVisibility.xlSheetVeryHidden


def corner_of(cells: xw.Range) -> tuple[float, float]:
    """Where cells begin, in points from the left and from the top of their tab, on the desktop.

    On macOS xlwings would have Excel tell everything that it knows of them, twice.
    """
    if _is_mac(cells.sheet):
        return cells.api.left_position.get(), cells.api.top.get()
    return cells.left, cells.top


def is_no_file_for(sheet: xw.Sheet, error: Exception) -> bool:
    """True if a file could not be handed to Excel: on macOS either may be kept from the other's files.

    There a picture that is refused comes without a reason; whatever else is wrong, the next request meets.
    """
    return isinstance(error, OSError) or _is_mac(sheet)


def describe(picture: xw.Picture, text: str) -> None:
    """Name a picture, and say what screen readers say in place of it.

    On macOS that is the name alone: there the words for such a text mean that of a pivot table. xlwings
    would look each name up first, which may well be there twice.
    """
    picture.impl.name = text
    if not _is_mac(picture.parent):
        picture.api.ShapeRange.AlternativeText = text


@contextmanager
def addresses_as_a1(app: xw.App) -> Iterator[None]:
    """Have Excel read addresses as in ``B2`` for a while, where its user has chosen ``R2C2``."""
    if _is_mac(app):
        style, wanted = app.api.reference_style.get(), _words().A1
        choose = app.api.reference_style.set
    else:
        style, wanted = app.api.ReferenceStyle, ReferenceStyle.xlA1
        choose = partial(setattr, app.api, "ReferenceStyle")
    if style == wanted:
        yield
        return
    choose(wanted)
    try:
        yield
    finally:
        choose(style)
