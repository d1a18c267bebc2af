"""Changes made in the parts of a file, compared with the same changes made by openpyxl."""

from __future__ import annotations

from io import BytesIO

import pytest
from openpyxl import load_workbook
from packages import package_of, parts_of, sheet_part, workbook

from xlplugin.hosts.file import FileHost
from xlplugin.parts.drawing import apply_changes
from xlplugin.parts.workbook import Workbook
from xlplugin.resources import template
from xlplugin.verbs import print_tabs, statistics
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.workbook.book import SetCells, ShowSheet

LOOKS = ("font", "fill", "border", "alignment", "protection", "number_format", "style")
SHEET = (
    "conditional_formatting", "data_validations", "page_setup", "page_margins", "print_options", "oddHeader",
    "oddFooter", "freeze_panes", "print_area", "print_title_rows", "auto_filter", "merged_cells", "sheet_format",
    "sheet_properties", "sheet_state", "sheet_view",
)  # fmt: skip

CHECK = (
    "formula1", "formula2", "operator", "allow_blank", "showDropDown", "prompt", "promptTitle", "error",
    "errorTitle", "errorStyle", "showErrorMessage", "showInputMessage",
)  # fmt: skip


def _type_wins(host):
    places = {header: i for i, header in enumerate(host.read().sheets["Round 1"].rows[0], 1)}
    wins = [(row, places[header]) for row in range(2, 6) for header in ("P1 Corp", "P1 Runner")]
    host.write([SetCells("Round 1", dict.fromkeys(wins, "W"))])


PLAYED = {"nisei-swiss": (_type_wins, write_standings, statistics.write_statistics)}
"""Which brings charts along."""


@pytest.mark.parametrize("name", ["nisei-swiss", "hex"])
def test_new_tabs_look_as_they_are_drawn(new_host, tmp_path, name):
    """Looks of cells, widths, heights, rules, lists of choices, charts and print set-up are the same."""
    host = new_host(name, [f"Player {n}" for n in range(1, 9)], Rounds="2")
    changes = list(host.changes)
    for action in (pair_round, *print_tabs.PRINTS.values(), *PLAYED.get(name, ())):
        action(host)
        changes += host.changes
    path = tmp_path / "event.xlsx"
    with template(f"{name}.xlsx") as blank:
        FileHost(path, blank).write(changes)
        drawn = load_workbook(blank)
    apply_changes(drawn, changes)
    stream = BytesIO()
    drawn.save(stream)
    drawn, found = load_workbook(stream), load_workbook(path)
    assert found.sheetnames == drawn.sheetnames
    assert sorted(found.defined_names) == sorted(drawn.defined_names)
    assert [line for tab in drawn for line in _differences(tab, found[tab.title])] == []


def test_rows_of_a_new_table_share_their_formulas(new_host, tmp_path):
    """Each is written once, in the first row."""
    host = new_host("nisei-swiss", [f"Player {n}" for n in range(1, 9)])
    pair_round(host)
    path = tmp_path / "event.xlsx"
    with template("nisei-swiss.xlsx") as blank:
        FileHost(path, blank).write(host.changes)
    parts = parts_of(path.read_bytes())
    tab = parts[Workbook(package_of(parts)).tabs()["Round 1"]]
    assert b'<f t="shared" ref="' in tab
    assert tab.count(b'<f t="shared" si="') > tab.count(b"<f>")


def _differences(one, two):
    """What is not the same on two tabs."""
    yield from _differences_of_cells(one, two)
    for kind in ("row_dimensions", "column_dimensions"):
        for key, dimension in getattr(one, kind).items():
            other = getattr(two, kind)[key]
            for name in ("height", "width", "hidden", "outlineLevel", "collapsed"):
                if getattr(dimension, name, None) != getattr(other, name, None):
                    yield f"{one.title} {kind} {key} {name}"
    for name in SHEET:
        if _said(getattr(one, name)) != _said(getattr(two, name)):
            yield f"{one.title} {name}"
    if len(one._charts) != len(two._charts):
        yield f"{one.title} charts"
    if sorted(one.defined_names) != sorted(two.defined_names):
        yield f"{one.title} names"


def _differences_of_cells(one, two):
    same = {}
    for cell in (cell for row in one.iter_rows() for cell in row):
        other = two.cell(cell.row, cell.column)
        if cell.value != other.value and not isinstance(cell.value, float):
            yield f"{one.title}!{cell.coordinate} {cell.value!r} {other.value!r}"
        if getattr(cell.hyperlink, "location", "") != getattr(other.hyperlink, "location", ""):
            yield f"{one.title}!{cell.coordinate} link"
        looks = (tuple(cell._style or ()), tuple(other._style or ()))
        if looks not in same:
            same[looks] = [n for n in LOOKS if repr(getattr(cell, n)) != repr(getattr(other, n))]
        if same[looks]:
            yield f"{one.title}!{cell.coordinate} {', '.join(same[looks])}"


def _said(value):
    """What an object of openpyxl says, to be compared."""
    if hasattr(value, "_cf_rules"):
        return {
            str(rules.sqref): [(r.type, r.formula, r.priority, repr(r.dxf)) for r in rules.rules]
            for rules in value
        }
    if hasattr(value, "dataValidation"):
        return sorted(
            (str(v.sqref), str(v.type), *(str(getattr(v, name) or "") for name in CHECK))
            for v in value.dataValidation
        )
    if type(value).__name__ == "HeaderFooterItem":
        return [part.text for part in (value.left, value.center, value.right)]
    return repr(value).replace("tabSelected=False", "tabSelected=None")


@pytest.mark.parametrize("text", ['x tabSelected="1"', " tabSelected='true'"])
def test_bringing_a_tab_to_the_front_changes_no_text(tmp_path, text):
    """A cell may say what a view says."""
    selected = '<sheetViews><sheetView tabSelected="1" workbookViewId="0"/></sheetViews>'
    rows = (
        f'<row r="1"><c r="A1" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c></row>'
    )
    path = tmp_path / "event.xlsx"
    sheets = {
        "One": sheet_part(rows, before=selected),
        "Two": sheet_part(before=selected.replace("1", "0", 1)),
    }
    path.write_bytes(package_of(workbook(sheets)).packed())
    host = FileHost(path)
    host.write([ShowSheet("Two")])
    assert host.read().sheets["One"].rows == [[text]]
    parts = parts_of(path.read_bytes())
    assert b"<sheetView workbookViewId" in parts["xl/worksheets/sheet1.xml"]
    assert b'tabSelected="1"' in parts["xl/worksheets/sheet2.xml"]
