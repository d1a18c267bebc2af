"""Formulas as they are written down: with headers for cells, in steps that people can read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from xlplugin.workbook.expressions import Part, part
from xlplugin.workbook.layout import CellValue, Formula

LONGEST_FORMULA = 150
"""In characters. What takes more is worked out in steps, in columns out of sight: people can read these,
and a spreadsheet program works out each but once."""
WIDEST = "$AA1234"
LOST = "#REF!"
"""What stands in a formula for a cell that was deleted."""
_ROW = "\0"
"""What stands in a formula for the number of its row; no formula has it otherwise."""
_HEADER = re.compile(r"\{([^{}\"0-9][^{}\"]*)\}")
"""A column in a formula; an array, as in ``{"W",1}``, is none."""


def with_addresses(
    formula: str, addresses: Mapping[str, str], columns: Mapping[str, str] | None = None
) -> str:
    """The formula with cell addresses in place of ``{Header}``.

    Args:
        formula: as a layout has it.
        addresses: of the columns that a tab has, by header.
        columns: the formulas of columns by header: one that the tab has not is worked out in its place, and
            is blank if it has none.
    """
    parts = _parts(formula)
    if len(parts) == 1:
        return formula
    written = list(parts)
    for i in range(1, len(parts), 2):
        address = addresses.get(parts[i])
        if address is None:
            inside = (columns or {}).get(parts[i], '""').removeprefix("=")  # nothing is typed there
            address = f"({with_addresses(inside, addresses, columns)})"
        written[i] = address
    return "".join(written)


def around_row(formula: str, letters: Mapping[str, str], columns: Mapping[str, str]) -> list[str]:
    """The formula with cell addresses, in pieces between which the number of its row stands.

    ``letters`` are those of its columns, by header; see :func:`with_addresses`.
    """
    addresses = {header: f"${letter}{_ROW}" for header, letter in letters.items()}
    return with_addresses(formula, addresses, columns).split(_ROW)


@cache
def _parts(formula: str) -> list[str]:
    """The texts of a formula, and between them the headers."""
    return _HEADER.split(formula)


@dataclass(frozen=True, slots=True)
class Worked:
    """A formula of a single cell and the steps in which it is worked out.

    Args:
        formula: with ``{name}`` for a step.
        steps: by name, in the order of the cells that they are put into; each a formula, which may
            name steps too, or a text.
    """

    formula: Part
    steps: Mapping[str, Part | str]

    def placed(self, addresses: Sequence[str]) -> list[CellValue]:
        """The formula, then what each of the cells at these addresses is to hold.

        A step for which there is no cell stands within the formulas that need it.
        """
        where = dict(zip(self.steps, addresses, strict=False))
        inside = {name: part(step).formula for name, step in self.steps.items()}
        values: list[CellValue] = [
            Formula(with_addresses(step.formula, where, inside)) if isinstance(step, Part) else step
            for name, step in self.steps.items()
            if name in where
        ]
        without = [None] * (len(addresses) - len(values))
        return [Formula(with_addresses(self.formula.formula, where, inside)), *values, *without]


def widest(formula: str) -> int:
    """The length of a formula with the longest addresses that a table has."""
    return len(_HEADER.sub(WIDEST, formula))
