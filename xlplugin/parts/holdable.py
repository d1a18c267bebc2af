"""Values that no cell can hold, refused with their cell before anything is written."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from math import isfinite
from typing import Final

from xlplugin.ground.limits import MOST_TEXT
from xlplugin.ground.problems import HostError, unholdable
from xlplugin.ground.texts import msg, t
from xlplugin.parts.xml import UNHOLDABLE
from xlplugin.workbook.layout import CellValue, Formula
from xlplugin.workbook.moments import EPOCHS, serial

MOST_SHOWN: Final = 10**40


def require_holdable(
    cell: Callable[[], str], value: CellValue, epoch: datetime = EPOCHS[False]
) -> None:
    """Refuse what would not read back as it was; ``cell`` names the cell with its tab, for messages.

    Raises:
        HostError: no cell can hold the value.
    """
    fault = ""
    text = value.text if isinstance(value, Formula) else value
    if isinstance(text, str) and UNHOLDABLE.search(text):
        raise unholdable(cell(), text)
    if isinstance(value, str) and len(value) > MOST_TEXT:
        message = msg("{cell} would get a text of {count} characters; a cell holds at most {most}.")
        fault = t(message, cell=cell(), count=len(value), most=MOST_TEXT)
    elif isinstance(value, int | float) and not _is_exact(value):
        message = msg("{cell} would get {number}, which is more exact than a cell can be.")
        fault = t(message, cell=cell(), number=_shortened(value))
    elif isinstance(value, datetime | date) and serial(value, epoch) < 0:
        message = msg("{cell} would get {date}, which is before the first date of a workbook.")
        fault = t(message, cell=cell(), date=value)
    if fault:
        raise HostError(fault, t("Type it again."))


def _is_exact(value: float) -> bool:
    """True if a cell, which has a double, holds the number as it is."""
    try:
        return isfinite(value) if isinstance(value, float) else int(float(value)) == value
    except OverflowError:
        return False


def _shortened(value: float) -> str:
    """A number as a message has it."""
    if isinstance(value, int) and abs(value) > MOST_SHOWN:
        return t("a number of {count} digits", count=int(abs(value).bit_length() * 0.30103) + 1)
    return str(value)
