"""Headers are read beside the arrows of a filter, which Excel draws at the bottom right of a cell."""

from __future__ import annotations

import pytest
from books import written
from openpyxl import Workbook

from engine import RULESETS
from xlplugin.templates.ruleset_patterns import layouts_of, looks_of
from xlplugin.workbook.book import AddSheet
from xlplugin.workbook.layout import HEADER_HEIGHT, Column, Layout
from xlplugin.workbook.layouts import players_tab, record_tabs
from xlplugin.workbook.live_patterns import Look

from cases import each

DIGIT, BOLD_LETTER, PADDING, INDENT = 7, 7.2, 5, 9
ARROW, LINE, HIGH = 18, 20, HEADER_HEIGHT * 4 / 3
"""In pixels, on a screen at its usual size."""


def _with_arrows(ruleset):
    """The tabs of a ruleset that have a filter, those with the same columns once."""
    shown = (
        players_tab.players_layout(ruleset),
        record_tabs.NOTES_LAYOUT,
        record_tabs.LOG_LAYOUT,
        *layouts_of(ruleset),
    )
    return {tuple(layout.columns): layout for layout in shown if layout.filtered}.values()


def _lines(header, room):
    """A header as it is wrapped, by the widths of its lines."""
    lines = []
    for word in header.split():
        if lines and len(f"{lines[-1]} {word}") * BOLD_LETTER <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [len(line) * BOLD_LETTER for line in lines]


@each("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)
def test_no_arrow_covers_a_header(ruleset):
    """A first line stands above the arrow; a second one ends before it, and there is no third."""
    for layout in _with_arrows(ruleset):
        for column in filter(lambda column: column.width, layout.columns):  # those in sight
            wide, place = column.width * DIGIT + PADDING, f"{layout.name}: {column.header}"
            is_centred = column.style.align == "center"
            lines = _lines(column.header, wide - PADDING - (0 if is_centred else INDENT))
            assert max(lines) <= wide, place
            assert len(lines) <= 2, place
            if len(lines) == 2:
                beside = (wide - lines[1]) / 2 if is_centred else wide - INDENT - lines[1]
                assert beside >= ARROW, place
    assert HIGH - LINE >= ARROW


def test_headers_stand_above_the_arrows():
    """At the top of their cells, on every tab with a filter."""
    layout = players_tab.players_layout(RULESETS["nisei-swiss"])
    workbook = written(Workbook(), [AddSheet(layout, [])])[0]
    assert {cell.alignment.vertical for cell in workbook[layout.name][1]} == {"top"}


def test_no_tab_has_a_header_twice():
    """Columns are found by their headers: a tiebreak named as a column of the standings is refused."""
    byes = Column("Byes", 9)
    with pytest.raises(ValueError, match="Standings 1 has two columns Byes"):
        Layout("Standings 1", (Column("Rank", 9), byes, byes))


@each("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)
def test_a_running_excel_finds_every_look_by_its_name(ruleset):
    """No two looks of a ruleset's columns share a name: give one of the columns a ``key``."""
    names = [look.name for look in looks_of(ruleset)]
    assert sorted(set(names)) == sorted(names)


def test_helps_of_cells_are_broken_into_lines():
    """No program breaks what it shows beside a cell: the lines are in the file, the name of a look is without."""
    long = Column("Club", 18, help="word " * 40 + "x" * 70)
    workbook = written(Workbook(), [AddSheet(Layout("Own", (long,)), [["here"]])])[0]
    (rule,) = workbook["Own"].data_validations.dataValidation
    lines = rule.prompt.split("\n")
    assert max(map(len, lines)) <= 60 < len(rule.prompt)
    assert " ".join(lines[:-1]) == " ".join(["word"] * 40)
    assert "\n" not in Look.of(long).name
