"""A click in desktop Excel, as the macros of a workbook start it.

On Windows that is ``python -P -m xlplugin.from_excel pair --wb=event.xlsm --from_xl=1 --hwnd=1234``
(xlwings reads the options); on macOS, and where Python is kept running between clicks, it is
:func:`main`.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import cast

NOT_NEEDED = ("matplotlib", "numpy", "pandas", "PIL", "plotly")
"""What xlwings imports if it is installed; a click needs none of it, and the first is the slowest."""


def main(verb: str) -> None:
    """Do what a button of the calling workbook says.

    Args:
        verb: one of ``VERBS`` in :mod:`xlplugin.buttons`.
    """
    from xlplugin import buttons  # noqa: PLC0415  (after it is said what xlwings is to leave out)

    buttons.click(verb)


def _leave_out(names: tuple[str, ...]) -> None:
    """Let an import of any of these modules say that it is not installed."""
    for name in names:
        sys.modules.setdefault(name, cast("ModuleType", None))


if __name__ == "__main__":
    _leave_out(NOT_NEEDED)
    main(sys.argv[1])
