"""The tab ``Rules``: the settings of a ruleset that is put together in the workbook, in blocks.

A ruleset has one where its options have a ``block``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import Ruleset
from xlplugin.ground.texts import t
from xlplugin.workbook import layout as looks
from xlplugin.workbook.layout import CellValue, Column, Layout
from xlplugin.workbook.layouts.event_tab import Group, Setting, event_rows, option_setting
from xlplugin.workbook.layouts.tab_names import RULES

SCALE = 65
"""Of its size in print, so that it is as wide as A4 and each block, with long texts, fits on A4 and Letter."""


def rules_groups(ruleset: Ruleset) -> list[Group]:
    """The blocks of the tab, from top to bottom; none where the ruleset has no such tab."""
    blocks = dict.fromkeys(option.block for option in ruleset.options if option.block)
    return [
        Group(
            t(block), tuple(option_setting(o, ruleset) for o in ruleset.options if o.block == block)
        )
        for block in blocks
    ]


def rules_layout(groups: Sequence[Group] = ()) -> Layout:
    """The tab with these blocks. Values are texts, so that 1/3 and 2:0 stay what they are."""
    rows = event_rows(groups)
    settings = [(i, row) for i, row in enumerate(rows) if isinstance(row, Setting)]
    heading = (looks.GROUP, looks.GROUP, looks.GROUP_NOTE)
    return Layout(
        RULES,
        (
            Column("Setting", 30, looks.LABEL),
            Column("Value", 46, looks.SETTING_LONG),
            Column("Help", 70, looks.NOTE, optional=True),
        ),
        tab_colour="0F766E",
        filtered=False,
        choices_by_row={i: s.choices for i, s in settings if len(s.choices) > 1},
        open_rows=frozenset(i for i, s in settings if s.spelled),
        styles_by_row={i: heading for i, row in enumerate(rows) if isinstance(row, Group)},
        row_height=20,
        header_height=22,
        landscape=False,
        new_pages=tuple(i for i, row in enumerate(rows) if isinstance(row, Group))[1:],
        scale=SCALE,
        growing=frozenset(i for i, s in settings if s.is_long),
    )


def rules_cells(groups: Sequence[Group], values: Mapping[str, CellValue]) -> list[list[CellValue]]:
    """The rows of a new tab, with these values; the others are as they are if nobody chooses."""
    return [
        [row.heading, None, None]
        if isinstance(row, Group)
        else [row.name, values.get(row.name) or row.shown, t(row.help)]
        for row in event_rows(groups)
    ]
