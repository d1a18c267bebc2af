"""No formula is long: people can read each, and what takes more is worked out in steps out of sight."""

from __future__ import annotations

from itertools import product

import pytest
from openpyxl import load_workbook

from engine import RULESETS
from xlplugin.workbook.book import SheetData, placed
from xlplugin.workbook.expressions import Part, cell
from xlplugin.workbook.formulas import Worked, widest
from xlplugin.workbook.layout import CellError, Formula
from xlplugin.workbook.layouts import round_tabs
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


def layouts(name, options):
    """The tabs with matches that a ruleset has."""
    ruleset = RULESETS[name]
    yield round_tabs.round_layout(1, ruleset, options)
    if ruleset.cut:
        yield round_tabs.cut_layout(1, ruleset, options)
        yield round_tabs.cut_layout(2, ruleset, options)
        if ruleset.cut.tiebreaker:
            yield round_tabs.tiebreaker_layout(ruleset)


@each("chosen", CHOICES)
def test_no_formula_of_a_round_is_long(chosen):
    """Whatever is chosen, in the last row and the last column that there may be."""
    for layout in layouts(*chosen):
        assert max(widest(column.formula) for column in layout.columns) <= LONGEST


TYPED = (None, "W", "D", "1", "?", 10, 3, "Corp", " 2 ", "x")


def _sheet(layout, headers, typed):
    """A tab with some of the columns, in each row of which something else is typed."""
    places = {header: place for place, header in enumerate(headers, 1)}
    rows = []
    for number, entries in enumerate(typed, 2):
        given = {"Table": 1, "No 1": 1, "No 2": 2, "Player 1": "One", "Player 2": "Two"}
        given |= {"Seed 1": 1, "Seed 2": 2, "Rank 1": 2, "Rank 2": 1, **entries}
        row = [given.get(header) for header in layout.headers()]
        cells = [None] * len(headers)
        for _, place, _, value in placed(layout, [row], number, places):
            cells[place - 1] = value
        rows.append(cells)
    return SheetData(layout.name, [headers, *rows])


@pytest.mark.slow
@each("name", list(RULESETS))
def test_a_tab_without_the_steps_shows_the_same(name):
    """A tab of an older version, or one whose hidden columns somebody has deleted."""
    for layout in layouts(name, {}):
        entries = [c.header for c in layout.columns if c.choices or c.whole]
        entries = [h for h in entries if h not in ("Table", "No 1", "No 2", "Special")][-4:]
        typed = [
            dict(zip([*entries[:2], "Special"], several, strict=False))
            for several in product(TYPED, TYPED, (None, "Bye", "ID", "No-show 1", "2-for-1", "x"))
        ]
        shown = []
        seen = [column.header for column in layout.columns if column.width]
        for headers in (layout.headers(), seen):
            sheet = _sheet(layout, headers, typed)
            given = LiveTable(Table(sheet, layout, [])).values()
            shown.append(
                {
                    (row, headers[column - 1]): value
                    for (row, column), value in given.items()
                    if headers[column - 1] in seen
                }
            )
            longest = max((v.text for v in sheet.rows[1] if isinstance(v, Formula)), key=len)
            assert len(longest) < LONGEST_OF_EXCEL
            assert _depth(longest) <= DEEPEST_OF_EXCEL
        assert shown[0] == shown[1]
        assert len({value for (_, header), value in shown[0].items() if header == "Check"}) > 4


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
        sheet = _sheet(layout, layout.headers(), typed)
        given = LiveTable(Table(sheet, layout, [])).values()
        checks = layout.headers().index("Check") + 1
        for row, entry in enumerate(typed, 2):
            told = given[row, checks]
            assert isinstance(told, str), entry
            assert told or not {"Special", "No 1", "Table"} & entry.keys(), entry
