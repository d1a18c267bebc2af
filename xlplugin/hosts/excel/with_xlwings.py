"""xlwings as everything here imports it: without what it does to Excel when Python ends.

On Windows it ends every Excel that shows no window, whoever is using it; on macOS it runs a macro in every
open workbook, for which macOS may ask the user.
"""

from __future__ import annotations

import atexit
import sys

import xlwings as xw
from xlwings.constants import ReferenceStyle, SheetVisibility

__all__ = ["ReferenceStyle", "SheetVisibility", "xw"]

for _name in ("xlwings._xlwindows", "xlwings._xlmac"):
    if _name in sys.modules:
        atexit.unregister(sys.modules[_name].cleanup)
