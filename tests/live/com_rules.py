"""What cells are set off by, what may be typed into them, and what a tab is filtered by, through COM."""

# ruff: noqa: N802, N803  (names and arguments as Excel has them)

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from com_object import ComObject, Items
from languages import read_formula, written_formula
from openpyxl.formatting.rule import Rule
from openpyxl.formula.translate import Translator
from openpyxl.styles import Font as Fonts
from openpyxl.styles import PatternFill
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.cell_range import CellRange, MultiCellRange
from openpyxl.worksheet.datavalidation import DataValidation
from pywin32 import refuse
from remote import without

CELL_VALUE, EXPRESSION = 1, 2
OPERATORS = (
    "between", "notBetween", "equal", "notEqual", "greaterThan", "lessThan",
    "greaterThanOrEqual", "lessThanOrEqual",
)  # fmt: skip
KINDS = ("", "whole", "decimal", "list", "date", "time", "textLength", "custom")
LONGEST_VALIDATION = 255
NO_COLOUR = -4142


def _bgr(number: int) -> str:
    red, green, blue = number % 256, number // 256 % 256, number // 65_536
    return f"FF{red:02X}{green:02X}{blue:02X}"


def _number(argb: str) -> int:
    red, green, blue = (int(argb[-6:][i : i + 2], 16) for i in (0, 2, 4))
    return red + green * 256 + blue * 65_536


def _place(row: int, column: int) -> str:
    return f"{get_column_letter(column)}{row}"


def _moved(formula: str, origin: tuple[int, int], goal: tuple[int, int]) -> str:
    """A formula as seen from another cell."""
    return str(Translator(formula, origin=_place(*origin)).translate_formula(_place(*goal)))


class OfUser(ComObject):
    """Something with formulas that Excel reads in the user's language, as seen from the active cell.

    Args:
        cells: what it is about.
    """

    def __init__(self, cells: Any) -> None:
        super().__init__(cells._excel)
        self._range, self._book, self._tab = cells, cells._book, cells._tab
        self._areas: list[CellRange] = cells._areas

    @property
    def _first(self) -> tuple[int, int]:
        return self._areas[0].min_row, self._areas[0].min_col

    def _meant(self, formula: str) -> str:
        """A formula in English as seen from the first cell."""
        speaks, here = self._excel.speaks, self._book.active_cell()
        return _moved(read_formula(formula, speaks, seen_from=here), here, self._first)

    def _told(self, formula: str) -> str:
        """A formula of a file as it is told."""
        here = self._book.active_cell()
        return written_formula(
            _moved(f"={formula}", self._first, here), self._excel.speaks, seen_from=here
        )

    def _refuse_if_protected(self) -> None:
        if self._tab.protection.sheet:
            refuse("Application-defined or object-defined error")


class FormatConditions(OfUser, Items):
    """The rules that set cells off, in the order in which they are asked."""

    def _rules(self) -> list[tuple[Rule, Sequence[CellRange]]]:
        found = [
            (rule, formats.sqref.ranges)
            for formats in self._tab.conditional_formatting
            for rule in formats.rules
        ]
        return sorted(found, key=lambda pair: pair[0].priority)

    def _all(self) -> Sequence[FormatCondition]:
        return [
            FormatCondition(self, rule)
            for rule, areas in self._rules()
            if any(not area.isdisjoint(part) for area in areas for part in self._areas)
        ]

    def Add(
        self, Type: int, Operator: int | None = None, Formula1: Any = None, Formula2: Any = None
    ) -> FormatCondition:
        """Add a rule, which is asked last."""
        self._refuse_if_protected()
        if Type not in (CELL_VALUE, EXPRESSION):
            self._excel.fault(f"conditional formats of type {Type} are not modelled")
        formulas = [self._read(told) for told in (Formula1, Formula2) if told is not None]
        if not formulas:
            refuse("Invalid procedure call or argument")
        rule = Rule(
            type="cellIs" if Type == CELL_VALUE else "expression", formula=formulas,
            operator=OPERATORS[Operator - 1] if Type == CELL_VALUE and Operator else None,
            dxf=DifferentialStyle(), priority=1 + len(self._rules()), stopIfTrue=True,
        )  # fmt: skip
        where = " ".join(area.coord for area in self._areas)
        self._excel.asked.append({"func": "addConditionalFormat", "args": [where, *formulas]})
        self._tab.conditional_formatting.add(where, rule)
        return FormatCondition(self, rule)

    def _read(self, told: object) -> str:
        if isinstance(told, str):
            return self._meant(told).removeprefix("=")
        return f"{told:g}"

    def Delete(self) -> None:
        """Remove them all."""
        for condition in self._all():
            condition.Delete()


class FormatCondition(ComObject):
    """One rule.

    Args:
        all_of_them: the rules of the same cells.
        rule: the rule as the file has it.
    """

    def __init__(self, all_of_them: FormatConditions, rule: Rule) -> None:
        super().__init__(all_of_them._excel)
        self._rules, self._rule = all_of_them, rule

    @property
    def Type(self) -> int:
        """By the cell's value, or by a formula."""
        return CELL_VALUE if self._rule.type == "cellIs" else EXPRESSION

    @property
    def Operator(self) -> int:
        """How values are compared."""
        return OPERATORS.index(self._rule.operator) + 1

    @property
    def Formula1(self) -> str:
        """Its formula as the user would see it in the active cell."""
        return self._rules._told(self._rule.formula[0])

    @property
    def Priority(self) -> int:
        """When it is asked."""
        return int(self._rule.priority)

    def SetFirstPriority(self) -> None:
        """Have it asked before all others of the tab."""
        for rule, _ in self._rules._rules():
            rule.priority += rule.priority < self._rule.priority
        self._rule.priority = 1

    @property
    def StopIfTrue(self) -> bool:
        """Whether no other is asked after it."""
        return bool(self._rule.stopIfTrue)

    @StopIfTrue.setter
    def StopIfTrue(self, value: bool) -> None:
        self._rule.stopIfTrue = value or None

    @property
    def Interior(self) -> Interior:
        """The fill of cells that it sets off."""
        return Interior(self)

    @property
    def Font(self) -> Font:
        """The letters of cells that it sets off."""
        return Font(self)

    def Delete(self) -> None:
        """Remove it."""
        formatting = self._rules._tab.conditional_formatting
        for formats, rules in list(formatting._cf_rules.items()):
            formatting._cf_rules[formats] = [r for r in rules if r is not self._rule]
            if not formatting._cf_rules[formats]:
                del formatting._cf_rules[formats]


class Look(ComObject):
    """Part of what cells look like that are set off."""

    def __init__(self, condition: FormatCondition) -> None:
        super().__init__(condition._excel)
        self._dxf = condition._rule.dxf


class Interior(Look):
    """A fill."""

    @property
    def Color(self) -> int | None:
        """The colour, blue first."""
        return _number(self._dxf.fill.bgColor.rgb) if self._dxf.fill else None

    @Color.setter
    def Color(self, number: int) -> None:
        self._dxf.fill = PatternFill(bgColor=_bgr(number), fill_type="solid")

    @property
    def ColorIndex(self) -> int:
        """A number for none."""
        return 1 if self._dxf.fill else NO_COLOUR


class Font(Look):
    """Letters."""

    def _with(self, **changed: object) -> None:
        there = self._dxf.font or Fonts()
        kept = {name: getattr(there, name) for name in ("b", "i", "strike", "color")}
        self._dxf.font = Fonts(**{**kept, **changed})

    @property
    def Color(self) -> int | None:
        """The colour, blue first."""
        font = self._dxf.font
        return _number(font.color.rgb) if font and font.color else None

    @Color.setter
    def Color(self, number: int) -> None:
        self._with(color=_bgr(number))

    @property
    def ColorIndex(self) -> int:
        """A number for none."""
        return NO_COLOUR if self.Color is None else 1

    @property
    def Bold(self) -> bool | None:
        """Whether they are bold."""
        return self._dxf.font.b if self._dxf.font else None

    @Bold.setter
    def Bold(self, value: bool) -> None:
        self._with(b=value)

    @property
    def Italic(self) -> bool | None:
        """Whether they are italic."""
        return self._dxf.font.i if self._dxf.font else None

    @Italic.setter
    def Italic(self, value: bool) -> None:
        self._with(i=value)


class Validation(OfUser):
    """What may be typed into some cells."""

    def _rule(self) -> DataValidation:
        for rule in self._tab.data_validations.dataValidation:
            if any(area.issuperset(self._areas[0]) for area in rule.sqref.ranges):
                return rule
        return refuse("Application-defined or object-defined error")

    def Add(
        self, Type: int, AlertStyle: int = 1, Operator: int = 1, Formula1: Any = None,
        Formula2: Any = None,
    ) -> None:  # fmt: skip
        """Let only some things be typed; refused where something is said of it already."""
        self._refuse_if_protected()
        there = self._tab.data_validations.dataValidation
        taken = any(not a.isdisjoint(b) for r in there for a in r.sqref.ranges for b in self._areas)
        if taken or AlertStyle not in (1, 2, 3) or not 0 < Type < len(KINDS):
            refuse("Application-defined or object-defined error")
        rule = DataValidation(
            type=KINDS[Type], operator=OPERATORS[Operator - 1], allow_blank=True,
            formula1=self._source(Type, Formula1), formula2=self._source(Type, Formula2),
            errorStyle=("stop", "warning", "information")[AlertStyle - 1],
        )  # fmt: skip
        rule.showErrorMessage = rule.showInputMessage = True
        rule.sqref = MultiCellRange(self._areas)
        self._tab.add_data_validation(rule)

    def _source(self, kind: int, told: object) -> str | None:
        """A formula or a list as the file has it; both are told in the user's language."""
        if told is None:
            return None
        text = str(told)
        if len(text) > LONGEST_VALIDATION:
            refuse("Application-defined or object-defined error")
        if KINDS[kind] == "list" and not text.startswith("="):
            listing = self._excel.locale.listing
            return '"{}"'.format(",".join(part.strip() for part in text.split(listing)))
        return self._meant(text if text.startswith("=") else f"={text}").removeprefix("=")

    @property
    def Type(self) -> int:
        """What is asked for; an error where nothing is."""
        return KINDS.index(self._rule().type)

    @property
    def Formula1(self) -> str:
        """A formula or a list as the user would see it."""
        text = str(self._rule().formula1)
        if text.startswith('"'):
            return text.strip('"').replace(",", self._excel.locale.listing)
        return self._told(text)

    @property
    def InCellDropdown(self) -> bool:
        """Whether a list can be opened."""
        return not self._rule().showDropDown

    @InCellDropdown.setter
    def InCellDropdown(self, value: bool) -> None:
        self._rule().showDropDown = not value

    def Delete(self) -> None:
        """Let anything be typed."""
        self._refuse_if_protected()
        rules = self._tab.data_validations.dataValidation
        for rule in rules:
            kept = list(rule.sqref.ranges)
            for hole in self._areas:
                kept = [part for area in kept for part in without(area, hole)]
            rule.sqref = MultiCellRange(kept)
        self._tab.data_validations.dataValidation = [r for r in rules if r.sqref.ranges]


class AutoFilter(Items):
    """What a tab is filtered by, column by column."""

    def __init__(self, sheet: Any) -> None:
        super().__init__(sheet._excel)
        self._tab = sheet._tab

    def _all(self) -> Sequence[Filter]:
        there = self._tab.auto_filter
        used = {column.colId for column in there.filterColumn}
        width = CellRange(there.ref).size["columns"]
        return [Filter(self._excel, on=number in used) for number in range(width)]


class Filter(ComObject):
    """What one column is filtered by."""

    def __init__(self, excel: Any, *, on: bool) -> None:
        super().__init__(excel)
        self._on = on

    @property
    def On(self) -> bool:
        """Whether it is filtered by at all."""
        return self._on
