"""Notes and conditional formats as Excel for Mac answers for them."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

from languages import written_formula
from mac_terms import TERMS, Code, Refused
from mac_things import NO_SUCH_OBJECT, Thing
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Color, Font, PatternFill


def put_in_order(rules: Sequence[Rule]) -> None:
    """Number the rules of a tab."""
    for priority, rule in enumerate(rules, 1):
        rule.priority = priority


class Note(Thing):
    """What is told of a cell in a note."""

    def __init__(self, area: Any) -> None:
        super().__init__(area.excel)
        self.area = area

    def _do_Excel_comment_text(self, text: str | None = None) -> str:  # noqa: N802
        cell = self.area.sheet.sheet[self.area.address().replace("$", "")]
        if cell.comment is None:
            raise Refused(NO_SUCH_OBJECT, "The object you are trying to access does not exist")
        if text is not None:
            self.area.sheet.do("setNoteText", args=[self.area.address(), text])
        return str(cell.comment.text)


class Condition(Thing):
    """A conditional format."""

    def __init__(self, area: Any, rule: Rule) -> None:
        super().__init__(area.excel)
        self.area, self.rule = area, rule

    def _get_format_condition_type(self) -> Code:
        return TERMS.code("expression" if self.rule.type == "expression" else "cell_value")

    def _get_formula_1(self) -> str:
        return written_formula(f"={self.rule.formula[0]}", self.excel.speaks)

    def _get_stop_if_true(self) -> bool:
        return bool(self.rule.stopIfTrue)

    def _set_stop_if_true(self, value: object) -> None:
        self.rule.stopIfTrue = bool(value) or None

    def _get_interior_object(self) -> Interior:
        return Interior(self)

    def _get_font_object(self) -> Letters:
        return Letters(self)

    def _do_set_first_priority(self) -> None:
        put_in_order([self.rule, *(r for r in self.area.tab_rules() if r is not self.rule)])

    def delete(self) -> None:
        """Take the rule away."""
        for rules in self.area.sheet.sheet.conditional_formatting._cf_rules.values():
            rules[:] = [rule for rule in rules if rule is not self.rule]
        put_in_order(self.area.tab_rules())


class Part(Thing):
    """A part of how a conditional format makes cells look."""

    def __init__(self, condition: Condition) -> None:
        super().__init__(condition.excel)
        self.look = condition.rule.dxf


class Interior(Part):
    """The colour of the cells."""

    def _set_color(self, rgb: Sequence[int]) -> None:
        self.look.fill = PatternFill(bgColor=_hex(rgb), fill_type="solid")


class Letters(Part):
    """The font of the cells."""

    def _change(self, **changes: object) -> None:
        font: Font = copy(self.look.font) if self.look.font else Font()
        for name, value in changes.items():
            setattr(font, name, value)
        self.look.font = font

    def _set_color(self, rgb: Sequence[int]) -> None:
        self._change(color=Color(_hex(rgb)))

    def _set_bold(self, value: object) -> None:
        self._change(b=value)

    def _set_italic(self, value: object) -> None:
        self._change(i=value)


def _hex(rgb: Sequence[int]) -> str:
    return "FF" + "".join(f"{part:02X}" for part in rgb)
