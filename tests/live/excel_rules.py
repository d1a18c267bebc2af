"""Conditional formats of a desktop Excel, on Windows and on macOS alike."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

from excel_things import Thing
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Color, Font, PatternFill


def put_in_order(rules: Sequence[Rule]) -> None:
    """Number the rules of a tab."""
    for priority, rule in enumerate(rules, 1):
        rule.priority = priority


class Condition(Thing):
    """A conditional format."""

    def __init__(self, area: Any, rule: Rule) -> None:
        super().__init__(area.excel)
        self.area, self.rule = area, rule

    def _set_stop_if_true(self, value: object) -> None:
        self.rule.stopIfTrue = bool(value) or None

    def _get_format_condition_type(self) -> Any:
        return self.excel.desktop.expression

    def _get_interior(self) -> Interior:
        return Interior(self)

    def _get_font(self) -> Letters:
        return Letters(self)

    def _do_set_first_priority(self) -> None:
        put_in_order([self.rule, *(r for r in self.area.tab_rules() if r is not self.rule)])


class Part(Thing):
    """A part of how a conditional format makes cells look."""

    def __init__(self, condition: Condition) -> None:
        super().__init__(condition.excel)
        self.look = condition.rule.dxf

    def hex(self, colour: Any) -> str:
        """A colour as a file has it: told as red, green and blue, or as one number, blue first."""
        if isinstance(colour, (int, float)):
            number = int(colour)
            colour = number % 256, number // 256 % 256, number // 65_536
        return "FF" + "".join(f"{part:02X}" for part in colour)


class Interior(Part):
    """The colour of the cells."""

    def _set_color(self, colour: Any) -> None:
        self.look.fill = PatternFill(bgColor=self.hex(colour), fill_type="solid")


class Letters(Part):
    """The font of the cells."""

    def _change(self, **changes: object) -> None:
        font: Font = copy(self.look.font) if self.look.font else Font()
        for name, value in changes.items():
            setattr(font, name, value)
        self.look.font = font

    def _set_color(self, colour: Any) -> None:
        self._change(color=Color(self.hex(colour)))

    def _set_bold(self, value: object) -> None:
        self._change(b=value)
