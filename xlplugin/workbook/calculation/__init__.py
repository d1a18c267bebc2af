"""The values of formulas, as Excel would show them: what a file needs that nobody has opened yet.

No library is used for this: ``formulas`` and ``pycel`` bring numpy, scipy and networkx, which take longer
to load than everything else that a command does, and they take texts for numbers in their own ways.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from xlplugin.workbook.book import Book
from xlplugin.workbook.calculation.calculator import Calculator, Place
from xlplugin.workbook.calculation.operands import UNSETTLED, Scalar, Unsettled
from xlplugin.workbook.calculation.reading_values import ELSEWHERE
from xlplugin.workbook.layout import CellError, CellValue


def values(
    book: Book,
    tabs: Collection[str],
    names: Mapping[str, str] | None = None,
    *,
    is_from_1904: bool = False,
) -> Mapping[str, Mapping[Place, CellValue]]:
    """What the formulas of some tabs show, by tab and by (row, column) from 1.

    A formula has no value here where Excel's is not known for sure, and where it differs from one
    country's settings to another's: among others an unknown function or name, the time of day, cells that
    need themselves, what is on a hidden tab that the book does not have. Dates are serial numbers.

    Args:
        book: the workbook as it will be.
        tabs: whose formulas; those that they need on other tabs are worked out too.
        names: the defined names and what each stands for; those of a tab alone as ``Tab!name``.
        is_from_1904: whether the workbook counts days from 1904: then no date is known as a number.
    """
    calculator = Calculator(book, names or {}, is_from_1904=is_from_1904)
    wanted = {name: calculator.tabs[name.lower()] for name in tabs if name in book.sheets}
    results = {name: calculator.results(tab) for name, tab in wanted.items()}
    local = {name: {*tab.local} for name, tab in wanted.items()}
    for country in ELSEWHERE if any(local.values()) else ():
        calculator.read_as(country)
        for name, places in local.items():
            again = calculator.results(wanted[name], places)
            for place, value in again.items():
                before = results[name][place]
                if type(value) is not type(before) or value != before:
                    results[name][place] = UNSETTLED
    return {
        name: {place: _held(v) for place, v in cells.items() if not isinstance(v, Unsettled)}
        for name, cells in results.items()
    }


def _held(value: Scalar | CellError) -> CellValue:
    """A value as a cell holds it: whole numbers whole."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    return value
