"""What COUNTIF counts: a criterion, as in ``<>Missing``, ``>3`` or ``?*``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable

from xlplugin.workbook.calculation.operands import Element, Scalar, Unknown, Unsettled
from xlplugin.workbook.calculation.reading_values import Reading, same_text
from xlplugin.workbook.calculation.scalar_functions import pattern

_WRITTEN = re.compile(r"(<>|<=|>=|=|<|>)?(.*)", re.DOTALL)
_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge,
}  # fmt: skip


class Criterion:
    """Which cells are counted.

    Args:
        reading: how values are read.
        wanted: a value, or a text with a comparison before it and wildcards in it.
    """

    def __init__(self, reading: Reading, wanted: Scalar) -> None:
        self._reading = reading
        if wanted is None:
            wanted = 0.0
        sign, text = "", ""
        if isinstance(wanted, str):
            found = _WRITTEN.fullmatch(wanted)
            assert found
            sign, text = found[1] or "", found[2]
            if len(text) > 255:
                raise Unknown
        self._is_not = sign == "<>"
        number = reading.number_in(text) if isinstance(wanted, str) else wanted
        self._test = self._test_of(sign, text, number)

    def holds(self, element: Element) -> bool:
        """Whether a cell is counted."""
        if isinstance(element, Unsettled):
            raise Unknown
        return self._test(element) is not self._is_not

    def _test_of(self, sign: str, text: str, number: float | None) -> Callable[[Element], bool]:
        if isinstance(number, bool):
            return lambda element: element is number
        if number is None and text.upper() in ("TRUE", "FALSE"):
            raise Unknown
        if text.startswith("#"):
            raise Unknown
        if sign in _COMPARE:
            return self._compared(_COMPARE[sign], number)
        if number is not None:
            wanted = number
            return lambda element: self._number_of(element) == wanted
        if not text:
            if sign:  # "=" and "<>" alone ask for cells that hold nothing, not even an empty text
                return lambda element: element is None
            return lambda element: element is None or element == ""
        if any(mark in text for mark in "?*~"):
            wildcards = pattern(text)
            return lambda e: isinstance(e, str) and wildcards.fullmatch(e) is not None
        return lambda element: isinstance(element, str) and same_text(element, text)

    @staticmethod
    def _compared(
        compare: Callable[[float, float], bool], number: float | None
    ) -> Callable[[Element], bool]:
        """Numbers that are greater or less; which texts are is not known for sure."""
        if number is None:
            raise Unknown
        wanted = number

        def test(element: Element) -> bool:
            return isinstance(element, float) and compare(element, wanted)

        return test

    def _number_of(self, element: Element) -> float | None:
        """A cell as a number: a text that looks like one counts as it."""
        if isinstance(element, float):
            return element
        return self._reading.number_in(element) if isinstance(element, str) else None
