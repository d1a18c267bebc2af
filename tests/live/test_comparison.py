"""The tests' own tools: every difference is noticed, and Excel does what it is known to do."""

from __future__ import annotations

import pickle
from datetime import datetime

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.styles import Font
from openpyxl.worksheet.datavalidation import DataValidation

from xlplugin.verbs.pair import pair_round


@pytest.fixture(scope="module")
def paired_file(new_file, twins_of, tmp_path_factory):
    """A file with a first round."""
    path = tmp_path_factory.mktemp("compared") / "event.xlsx"
    path.write_bytes(new_file("nisei-swiss"))
    twins = twins_of(path, saved=True)
    twins.click(pair_round)
    return path


@pytest.fixture(scope="module")
def paired_workbook(paired_file):
    """The same as ``pickle`` has it, which is read much faster."""
    return pickle.dumps(load_workbook(paired_file))


def _of_rounds(attribute, value, *parts):
    """A change of something about the tab ``Round 1``."""

    def change(workbook):
        owner = workbook["Round 1"]
        for part in parts:
            owner = owner[part] if part[0].isupper() else getattr(owner, part)
        setattr(owner, attribute, value)

    return change


CHANGES = {
    "a value": (_of_rounds("value", "x", "C2"), "Round 1!C2:"),
    "a formula": (_of_rounds("value", "=1", "I3"), "Round 1!I3:"),
    "a text's mark": (lambda w: _unmark(w["Players"]), "is marked as text"),
    "a font": (_of_rounds("font", Font(bold=True, name="Arial"), "C2"), "C2 looks"),
    "a number format": (_of_rounds("number_format", "0.0", "A2"), "A2 looks"),
    "a dropdown": (lambda w: w["Round 1"].data_validations.dataValidation.pop(), "may be"),
    "a message": (lambda w: _reword(w["Round 1"]), "may be"),
    "a list": (lambda w: w["Lists"].cell(2, 1, "x"), "may be"),
    "a highlight": (
        lambda w: w["Round 1"].conditional_formatting._cf_rules.popitem(), "is set off"
    ),
    "the order of highlights": (lambda w: _turn_round(w["Round 1"]), "is set off"),
    "a width": (lambda w: _widen(w["Round 1"]), "B is wide"),
    "a height": (lambda w: _heighten(w["Round 1"]), "2 is high"),
    "frozen panes": (_of_rounds("freeze_panes", "C3"), "frozen"),
    "a filter": (_of_rounds("ref", "A1:B2", "auto_filter"), "filter"),
    "titles": (_of_rounds("print_title_rows", "1:2"), "titles"),
    "the paper": (_of_rounds("orientation", "portrait", "page_setup"), "paper"),
    "a margin": (_of_rounds("left", 2, "page_margins"), "margins"),
    "a footer": (lambda w: _retype(w["Round 1"].oddFooter), "oddFooter"),
    "a colour": (_of_rounds("tabColor", "FF0000", "sheet_properties"), "colour"),
    "gridlines": (_of_rounds("showGridLines", 1, "sheet_view"), "gridlines"),
    "a hidden tab": (_of_rounds("sheet_state", "hidden"), "tabs:"),
    "a tab's name": (_of_rounds("title", "Round one"), "tabs:"),
    "a tab's place": (lambda w: w.move_sheet("Round 1", -1), "tabs:"),
    "the tab in front": (lambda w: setattr(w, "active", 1), "in front:"),
    "a name": (lambda w: w.defined_names.popitem(), "name "),
}  # fmt: skip


def _unmark(sheet):
    for row in sheet.iter_rows():
        for cell in row:
            if cell.value == "=1+1":
                cell.quotePrefix = False


def _reword(sheet):
    sheet.data_validations.dataValidation[0].prompt = "Anything goes"


def _turn_round(sheet):
    for formats in sheet.conditional_formatting:
        for rule in formats.rules:
            rule.priority = 100 - rule.priority


def _widen(sheet):
    sheet.column_dimensions["B"].width += 1


def _heighten(sheet):
    sheet.row_dimensions[2].height = 40


def _retype(footer):
    footer.left.text = "Page"


@pytest.mark.parametrize("what", CHANGES)
def test_a_difference_is_noticed(paired_workbook, differences, what):
    """Whatever is changed in a workbook is found, where it is."""
    before, workbook = (pickle.loads(paired_workbook) for _ in range(2))  # noqa: S301  (ours)
    change, where = CHANGES[what]
    change(workbook)
    found = differences(before, workbook)
    assert any(where in line for line in found), found


def test_a_file_is_the_same_as_itself(paired_file, paired_workbook, differences):
    """Nothing is found where nothing differs, before as after a save."""
    workbook = pickle.loads(paired_workbook)  # noqa: S301  (ours)
    assert differences(paired_file, workbook) == []


@pytest.fixture
def sheet():
    """A tab of a new workbook, with a second one."""
    workbook = Workbook()
    workbook.create_sheet("Other")["A1"] = "=Sheet!B2+'Sheet'!$C$3"
    return workbook["Sheet"]


@pytest.mark.parametrize(
    ("typed", "kind", "value"),
    [
        ("'3-3", "s", "3-3"),
        ("'=1+1", "s", "=1+1"),
        ("''x", "s", "'x"),
        ("3-3", "d", None),
        ("May 5", "d", None),
        ("2026-11-21 10:30:00", "d", None),
        ("007", "n", 7),
        ("5%", "n", 0.05),
        ("TRUE", "b", True),
        ("=1+1", "f", "=1+1"),
        ("+1", "n", 1),
        ("+a", "f", "=+a"),
        ("#N/A", "e", "#N/A"),
        ("Ann", "s", "Ann"),
        ("", "n", None),
        (3, "n", 3),
    ],
)
def test_what_is_typed_becomes_what_excel_takes_it_for(sheet, remote, typed, kind, value):
    """Without an apostrophe a text that looks like something else is not a text any more."""
    cell = sheet["B2"]
    remote.type_into(cell, typed)
    assert cell.data_type == kind
    assert cell.value == value or (kind == "d" and isinstance(cell.value, datetime))


def _action(func, args=(), sheet=0, area=(0, 0, 1, 1), values=None):
    row, column, rows, columns = area
    return {
        "func": func, "args": list(args), "values": values, "sheet_position": sheet,
        "start_row": row, "start_column": column, "row_count": rows, "column_count": columns,
    }  # fmt: skip


RULE = {"type": "Custom", "formula": "=A1>0", "stop_if_true": True, "fill_color": None,
        "font_color": None, "font_bold": True, "font_italic": None}  # fmt: skip


@pytest.mark.parametrize(
    "done",
    [
        [_action("doSomething")],
        [_action("__init__")],
        [_action("setValues", values=[[1, 2]])],
        [_action("addSheet", [0, "other"])],
        [_action("setSheetName", ["Other"])],
        [_action("setSheetVisibility", ["Hidden"], 1), _action("sheetDelete")],
        [_action("setSheetVisibility", ["Hidden"], 1), _action("activateSheet", [1])],
        [_action("rangeSelect", sheet=1)],
        [_action("addConditionalFormat", [RULE], area=(4, 0, 2, 1))],
        [_action("addSheet", [0, "New"]), _action("copyRange", [0, "$A$1"], 1)],
        [_action("copyRange", [1, "$A$1:$C$1"], area=(0, 0, 1, 2))],
        [_action("setNoteText", ["$A$1", "x"])],
        [_action("addNote", ["$A$1", "x"])] * 2,
    ],
    ids=lambda done: done[-1]["func"],
)
def test_what_excel_would_refuse_is_refused(sheet, remote, done):
    """An action that is unknown, impossible or meant for another tab is no success."""
    with pytest.raises(remote.NotAsExcelWould):
        remote.replay(done, sheet.parent)


def test_formulas_follow_a_tab_that_is_renamed(sheet, remote):
    """Excel keeps formulas speaking of the same tab."""
    remote.replay([_action("setSheetName", ["My tab"])], sheet.parent)
    assert sheet.parent["Other"]["A1"].value == "='My tab'!B2+'My tab'!$C$3"


def test_formulas_break_with_a_tab_that_is_deleted(sheet, remote):
    """Nothing is left that they could speak of."""
    remote.replay([_action("sheetDelete")], sheet.parent)
    assert sheet.parent["Other"]["A1"].value == "=#REF!+#REF!"


def test_a_copied_cell_brings_its_dropdown(sheet, remote):
    """One cell fills the whole destination, whose own dropdowns go."""
    for where, formula in (("A1", '"a,b"'), ("C1:D9", '"x,y"')):
        sheet.add_data_validation(DataValidation("list", formula1=formula, sqref=where))
    remote.replay([_action("copyRange", [0, "$D$2:$E$3"])], sheet.parent)
    found = {rule.formula1: [] for rule in sheet.data_validations.dataValidation}
    for rule in sheet.data_validations.dataValidation:
        found[rule.formula1] += sorted(str(area) for area in rule.sqref.ranges)
    assert found == {'"a,b"': ["A1", "D2:E3"], '"x,y"': ["C1:C9", "D1", "D4:D9"]} or (
        {
            cell
            for area in found['"x,y"']
            for row in sheet[area if ":" in area else f"{area}:{area}"]
            for cell in (c.coordinate for c in row)
        }
        == {f"C{n}" for n in range(1, 10)} | {f"D{n}" for n in (1, 4, 5, 6, 7, 8, 9)}
    )


def test_a_copied_tab_brings_everything(paired_file, remote, differences):
    """Looks, dropdowns, highlights, print set-up, frozen panes and visibility are copied."""
    workbook, other = load_workbook(paired_file), load_workbook(paired_file)
    place = workbook.sheetnames.index("Round 1")
    done = [
        _action("copySheet", ["After", place, "Copy"], place),
        _action("sheetDelete", sheet=place),
        _action("setSheetName", ["Round 1"], place),
        _action("activateSheet", [place]),
    ]
    remote.replay(done, workbook)
    found = [line for line in differences(workbook, other) if not line.startswith("Event!")]
    assert found == []


def test_a_payload_holds_what_the_client_sends(paired_file, remote):
    """Values from A1 on, formulas by what they show, dates as texts."""
    workbook = load_workbook(paired_file)
    workbook["Log"]["G3"] = datetime.fromisoformat("2026-11-21T10:30")
    sent = remote.payload(workbook, lambda tab, _formula: f"shown on {tab}")
    sheets = {sheet["name"]: sheet for sheet in sent["sheets"]}
    assert sheets["Event"]["values"][1][1] == "shown on Event"
    assert sheets["Log"]["values"][2][6] == "2026-11-21T10:30:00.000Z"
    assert sheets["Log"]["used_range_address"] == f"A1:G{workbook['Log'].max_row}"
    assert sheets["Looks"]["visibility"] == "VeryHidden"
    assert {name["sheet_index"] for name in sent["names"] if name["name"].startswith("List_")} == {
        workbook.sheetnames.index("Lists")
    }
