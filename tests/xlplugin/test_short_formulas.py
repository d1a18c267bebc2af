"""No formula is long: people can read each, and longer calculations are done in hidden steps."""

from __future__ import annotations

import pytest
from entries import layouts, sheet_of_entries
from openpyxl import load_workbook

from engine import RULESETS
from xlplugin.workbook.expressions import Part, cell
from xlplugin.workbook.formulas import Worked, widest
from xlplugin.workbook.layout import CellError, Formula
from xlplugin.workbook.live_tables import LiveTable
from xlplugin.workbook.table import Table

from cases import each

LONGEST, LONGEST_OF_EXCEL, DEEPEST_OF_EXCEL = 150, 8192, 64
CHOICES = [
    (name, {option.name: str(choice)})
    for name, ruleset in RULESETS.items()
    for option in ruleset.options
    for choice in ("", *option.choices)
]


@each("chosen", CHOICES)
def test_no_formula_of_a_round_is_long(chosen):
    """Whatever is chosen, in the last row and the last column that there may be."""
    for layout in layouts(*chosen):
        assert max(widest(column.formula) for column in layout.columns) <= LONGEST


@each("name", list(RULESETS))
def test_a_formula_without_the_steps_is_one_that_excel_takes(name):
    """In a tab of an older version, or one whose hidden columns somebody has deleted."""
    for layout in layouts(name, {}):
        seen = [column.header for column in layout.columns if column.width]
        sheet = sheet_of_entries(layout, seen, [{}])
        longest = max((v.text for v in sheet.rows[1] if isinstance(v, Formula)), key=len)
        assert len(longest) < LONGEST_OF_EXCEL
        assert _depth(longest) <= DEEPEST_OF_EXCEL


def _depth(formula):
    depth = deepest = 0
    for letter in formula:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        deepest = max(deepest, depth)
    return deepest


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_steps_stand_in_cells_as_far_as_there_are_any(count):
    """Others stand within the formulas that need them, texts in quotes."""
    steps = {"a": 1 + cell("c"), "b": 'say "x"', "c": Part("A1", lambda _: 1)}
    worked = Worked(cell("a") & cell("b"), steps)
    addresses = ["$F$2", "$G$2", "$H$2"][:count]
    first, *others = worked.placed(addresses)
    expected = {
        0: ['=(1+(A1))&("say ""x""")'],
        1: ['=$F$2&("say ""x""")', "=1+(A1)"],
        2: ["=$F$2&$G$2", "=1+(A1)", 'say "x"'],
        3: ["=$F$2&$G$2", "=1+$H$2", 'say "x"', "=A1"],
    }
    texts = [value.text if isinstance(value, Formula) else value for value in (first, *others)]
    assert texts == expected[count]


@pytest.mark.on_files
def test_an_event_tab_without_the_steps_shows_the_same(make_event):
    """One of an older version."""
    event = make_event(rounds=1, finished=True)
    with event.opened() as workbook:
        workbook["Event"].delete_cols(6, 20)
    event.done("pair")
    told = "Round 2: 4 results missing (tables 1, 2, 3, 4)"
    rows = load_workbook(event.path, data_only=True)["Event"].iter_rows(values_only=True)
    shown = {row[0]: row[1] for row in rows}
    assert (shown["Next step"], shown["Players"]) == (told, "8 active of 8")


@each("name", list(RULESETS))
def test_an_error_that_is_typed_is_told(name):
    """Excel counts no errors as texts, and ``Next step`` would say that there is nothing to do."""
    for layout in layouts(name, {}):
        entries = [column.header for column in layout.columns if column.choices or column.whole]
        typed = [{header: CellError("#N/A")} for header in entries]
        sheet = sheet_of_entries(layout, layout.headers(), typed)
        given = LiveTable(Table(sheet, layout, [])).values()
        checks = layout.headers().index("Check") + 1
        for row, entry in enumerate(typed, 2):
            told = given[row, checks]
            assert isinstance(told, str), entry
            assert told or not {"Special", "No 1", "Table"} & entry.keys(), entry
