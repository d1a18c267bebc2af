"""A click in desktop Excel, as the macros of a workbook start it.

On Windows that is ``python -P -m xlplugin.from_excel pair --wb=event.xlsm --from_xl=1 --hwnd=1234``
(xlwings reads the options); on macOS, and where Python is kept running between clicks, it is
:func:`main`.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, cast
from unicodedata import normalize

if TYPE_CHECKING:
    import xlwings as xw

NOT_NEEDED = ("matplotlib", "numpy", "pandas", "PIL", "plotly")
"""What xlwings imports if it is installed; a click needs none of it, and the first is the slowest."""
WORKBOOK = "--wb="
MACOS = "darwin"


def main(asked: str) -> None:
    """Do what a button of the calling workbook says.

    Args:
        asked: one of ``VERBS`` in :mod:`xlplugin.buttons`; where the button has asked for something,
            with the answer behind it, as in ``move:12``.

    Raises:
        SystemExit: on macOS, where the workbook cannot be reached; xlwings shows the message.
    """
    import xlwings as xw  # noqa: PLC0415  (after it is said what xlwings is to leave out)

    from xlplugin import buttons  # noqa: PLC0415
    from xlplugin.texts import t  # noqa: PLC0415

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


def _calling_on_mac(books: xw.main.Books) -> xw.Book:
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
