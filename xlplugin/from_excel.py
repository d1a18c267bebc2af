"""A click in desktop Excel, as the macros of a workbook start it.

On Windows that is ``python -E -P -m xlplugin.from_excel pair --wb=event.xlsm --from_xl=1 --hwnd=1234``
(xlwings reads the options); on macOS it is :func:`main`. Where Python is kept running between clicks,
:func:`serve` is started once, and each click is :func:`kept`.
"""

from __future__ import annotations

import gc
import sys
from contextlib import suppress
from types import ModuleType
from typing import Any, cast
from unicodedata import normalize

from xlplugin.doors.clicks import Said

NOT_NEEDED = ("matplotlib", "numpy", "pandas", "PIL", "plotly")
"""Imports of xlwings that a click does without, if they are installed; the first is the slowest."""
WORKBOOK = "--wb="
MACOS = "darwin"

said = Said()
"""The message of the newest click of :func:`kept`, for the macro to show."""


def main(asked: str) -> None:
    """Do what a button of the calling workbook says.

    Args:
        asked: one of ``VERBS`` in :mod:`xlplugin.doors.buttons`; where the button has asked for something,
            with the answer behind it, as in ``move:12``.

    Raises:
        SystemExit: on macOS, where the workbook cannot be reached; xlwings shows the message.
    """
    from xlplugin.doors import buttons  # noqa: PLC0415  (after it is said what xlwings is to leave out)
    from xlplugin.ground.texts import t  # noqa: PLC0415
    from xlplugin.hosts.excel.with_xlwings import xw  # noqa: PLC0415

    verb, *answers = asked.split(":")
    if sys.platform != MACOS:
        buttons.click(verb, xw.Book.caller(), *answers)
        return
    try:
        book = _calling_on_mac(xw.books)
    except Exception:  # noqa: BLE001  macOS may not let Python speak with Excel at all
        sys.exit(
            t(
                "Python cannot reach the workbook. Allow it in System Settings, Privacy & Security, "
                "Automation (Excel), close every other Excel, and click again."
            )
        )
    buttons.click(verb, book, *answers)
    with suppress(Exception):  # the macro takes it back after a minute
        book.app.status_bar = False


def kept(asked: str) -> None:
    """Do the same in a Python that is kept running.

    A message box would keep Excel waiting for Python, which it tells its user; so what there is to say is
    left in ``said``. Nothing of the workbook is held on to, or Excel would not go when it is closed.
    """
    from xlplugin.doors import buttons  # noqa: PLC0415
    from xlplugin.hosts.excel.with_xlwings import xw  # noqa: PLC0415

    said.clear()
    verb, *answers = asked.split(":")
    try:
        buttons.click(verb, xw.Book.caller(), *answers, said=said)
    finally:
        vars(xw)["_xlwindows"].BOOK_CALLER = None
        gc.collect()


def serve(name: str) -> None:
    """Be the Python that is kept running, known to Windows by this name, until Excel ends it."""
    _leave_out(NOT_NEEDED)
    from xlplugin.hosts.excel.with_xlwings import xw  # noqa: PLC0415

    vars(xw)["serve"](name)  # which is there on Windows


def _calling_on_mac(books: Any) -> Any:  # noqa: ANN401  (xlwings is imported later)
    """The workbook of the name that Excel has handed over.

    An accent may be a sign of its own in one of the two names, as macOS keeps files.
    """
    named = next(a for a in sys.argv if a.startswith(WORKBOOK)).removeprefix(WORKBOOK).strip()
    name = next(book.name for book in books if _folded(book.name) == _folded(named))
    return books[name]


def _folded(name: str) -> str:
    return normalize("NFC", name).casefold()


def _leave_out(names: tuple[str, ...]) -> None:
    """Let an import of any of these modules say that it is not installed."""
    for name in names:
        sys.modules.setdefault(name, cast("ModuleType", None))


if __name__ == "__main__":
    _leave_out(NOT_NEEDED)
    main(sys.argv[1])
