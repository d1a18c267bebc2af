"""Desktop Excel on Windows: whole events where the list separator is ``;``, and what is special there.

``com.py`` stands in for Excel, xlwings' own code is between it and us, and after every click its
workbook is compared with the one that a file comes to.
"""

from __future__ import annotations

import sys
from datetime import datetime, time
from decimal import Decimal
from itertools import cycle
from pathlib import Path

import pytest
import xlwings as xw
from openpyxl.styles import Font
from openpyxl.worksheet.protection import SheetProtection

from engine import RULESETS
from xlplugin import from_excel
from xlplugin.doors import buttons
from xlplugin.ground.problems import ERRORS, HostError
from xlplugin.verbs import cut as cutting
from xlplugin.verbs import lists, penalties, print_tabs, publish, statistics
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.verbs.undo import undo_round
from xlplugin.workbook.layout import CellError, Formula
from xlplugin.workbook.live_patterns import is_pattern

ELIMINATIONS = {
    "nisei-swiss": "Double", "nisei-amalfi": "Best of three", "nisei-single-sided": "Single",
    "hex": "",
}  # fmt: skip
ABROAD = ("German", "Polish", "French", "English, Windows in Polish")
EVENTS = dict(zip(RULESETS, cycle(ABROAD), strict=False))
"""Which ruleset is played where; all of these have ``;``."""


@pytest.fixture
def windows(new_twins, languages):
    """Start an event as twins, one of them in Excel on a Windows of some language."""
    locales = {str(locale): locale for locale in languages.LOCALES}

    def start(ruleset="nisei-swiss", speaks="German", *, r1c1=False, **kwargs):
        locale = locales[speaks]
        return new_twins(
            ruleset, platform="windows", locale=locale.with_r1c1() if r1c1 else locale, **kwargs
        )

    return start


def click(twins, action, *args, **kwargs):
    """Click on both sides: they come to the same, or refuse for the same reason."""
    try:
        twins.same(action, *args, **kwargs)
    except ERRORS:
        twins.refused(action, *args, **kwargs)


def play(twins):
    """Everything there is for an event, from the first pairing to the final standings."""
    twins.same(pair_round)
    twins.enter("=late & new")
    twins.same(pair_round, again=True)
    twins.same(publish.publish)
    for make in print_tabs.PRINTS.values():
        twins.same(make)
    if "Penalties" in twins.live.sheetnames:
        twins.type("Penalties", 2, No=1, Infraction="Slow play", Accepted="Yes")
    click(twins, penalties.penalize)
    twins.decide()
    twins.same(write_standings)
    click(twins, lists.write_lists)
    twins.same(pair_round)
    twins.same(undo_round)
    twins.same(pair_round)
    twins.decide()
    twins.same(write_standings)
    twins.same(statistics.write_statistics)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_whole_event_is_the_same_on_windows(windows, ruleset):
    """Rounds, penalties, prints, lists, statistics, publishing, standings; then the elimination."""
    kind = ELIMINATIONS.get(ruleset)
    settings = ["Rounds=2", "Publish rounds=When told"]
    settings += ["Cut=4"] * (kind is not None) + [f"Elimination={kind}"] * bool(kind)
    twins = windows(ruleset, EVENTS[ruleset], settings=settings)
    play(twins)
    if kind is None:
        return
    twins.same(pair_round)
    twins.same(pair_round, again=True)
    twins.decide(1)
    while not twins.is_over():
        twins.same(pair_round)
        twins.decide(1)
    twins.same(write_standings)
    for make in print_tabs.PRINTS.values():
        click(twins, make)
    twins.same(statistics.write_statistics)
    twins.same(undo_round)


@pytest.mark.parametrize("ruleset", ["nisei-swiss", "hex"])
def test_an_event_is_the_same_where_references_are_r1c1(windows, ruleset):
    """Highlights and print areas come out alike, and the user's reference style stays."""
    settings = ["Rounds=2", "Cut=4", "Publish rounds=When told"]
    twins = windows(ruleset, "Polish", r1c1=True, settings=settings)
    play(twins)
    book, host = twins.excel()
    print_tabs.PRINTS["seats"](host)
    assert book.app.api.ReferenceStyle == -4150


NAMES = ("1,5", "5.3.", "WAHR", "FAŁSZ", "1.234,5", "#NV", "12:30", "'x", "''x", "+1", "a;b")


def test_names_that_mean_something_to_the_user_stay_names(windows):
    """Numbers, days, booleans and errors as a German types them."""
    twins = windows(settings=["Rounds=2"])
    for name in NAMES:
        twins.enter(name)
    twins.same(pair_round)
    twins.decide()
    twins.same(write_standings)
    twins.same(print_tabs.PRINTS["names"])


# what cells hold

KINDS = [
    (3, "General"), (2.5, "0.0"), (12.5, "[$€-407] #,##0.00"), (5, "$#,##0"), (0, "#,##0 €"),
    (datetime.fromisoformat("2026-11-21"), "yyyy-mm-dd"),
    (datetime.fromisoformat("2026-11-21T09:30"), "yyyy-mm-dd hh:mm"), (time(12, 30), "h:mm"),
    (True, "General"), ("007", "General"), ("'x", "@"), ("#N/A", "General"), (None, "General"),
    ("=1+1", "General"), (0.25, "0%"),
]  # fmt: skip


def test_cells_are_read_as_from_a_file(windows):
    """Whatever is typed on a tab of the organizer's own; a time is a part of a day to Excel."""
    twins = windows()

    def fill(workbook):
        sheet = workbook.create_sheet("Own")
        for row, (value, code) in enumerate(KINDS, 1):
            cell = sheet.cell(row, 2)
            cell.value, cell.number_format = value, code
        sheet["A2"], sheet["A2"].data_type = "=text", "s"

    twins.change(fill)
    there = twins.file().read().sheets["Own"].rows
    found = twins.excel()[1].read().sheets["Own"].rows
    assert [list(map(_as_number, row)) for row in there] == [list(row) for row in found]
    assert [list(map(type, map(_as_number, row))) for row in there] == [
        list(map(type, row)) for row in found
    ]


def _as_number(value):
    return (value.hour + value.minute / 60) / 24 if isinstance(value, time) else value


@pytest.mark.parametrize("error", ["#N/A", "#SPILL!", "#CALC!", "#BUSY!", "#PYTHON!", "#FIELD!"])
@pytest.mark.parametrize("formula", [True, False])
def test_errors_are_no_numbers(windows, error, formula):
    """Those that xlwings does not know come as whole numbers: a formula stays one all the same."""
    twins = windows()
    twins.shown = lambda _tab, _formula: error

    def spoil(workbook):
        cell = workbook["Players"]["C2"]
        cell.value = "=NOW()" if formula else error
        cell.data_type = "f" if formula else "e"

    twins.change(spoil)
    found = twins.excel()[1].read().sheets["Players"].rows[1][2]
    assert found == (Formula("=NOW()") if formula else CellError(error))
    assert "Players!C2" in twins.refused(pair_round)


def test_money_is_a_number(windows):
    """Where a column is formatted as currency its numbers come as Decimal."""
    twins = windows()

    def pay(workbook):
        column = next(cell.column for cell in workbook["Players"][1] if cell.value == "Seed")
        for row in range(2, 11):
            cell = workbook["Players"].cell(row, column)
            cell.value, cell.number_format = row, "#,##0.00 €"

    twins.change(pay)
    book, host = twins.excel()
    assert Decimal(2) in book.sheets["Players"]["A2:Z2"].raw_value[0]
    read = [value for row in host.read().sheets["Players"].rows for value in row]
    assert not any(isinstance(value, Decimal) for value in read)
    twins.same(pair_round)


@pytest.mark.parametrize("where", ["B2:B3", "A2:B2", "A1:B1", "F2:G2"])
def test_merged_cells_are_seen(windows, where):
    """What a file says of them Excel says too."""
    twins = windows()
    twins.same(pair_round)
    twins.change(lambda workbook: workbook["Round 1"].merge_cells(where))
    there, found = (host.read().sheets["Round 1"] for host in (twins.file(), twins.excel()[1]))
    assert found.merged == there.merged != ()
    twins.refused(write_standings)


def test_a_cell_at_the_far_end_does_not_make_a_click_take_minutes(windows):
    """A stray space is enough: what is far away is not read, which is said."""
    twins = windows()
    twins.live["Players"]["XFD1048576"] = "x"
    book, host = twins.excel()
    result = pair_round(host)
    assert "Players!XFD1048576" in " ".join(result.warnings)
    assert {action["func"] for action in twins.asked(book)} > {"copySheet"}


def test_formats_at_the_far_end_do_not_matter(windows):
    """Whole columns that are coloured by hand."""
    twins = windows()
    for row in (400_000, 1_048_576):
        twins.live["Players"].cell(row, 16_000).font = Font(bold=True)
    book, host = twins.excel()
    assert not pair_round(host).warnings
    assert twins.asked(book)


def test_texts_go_into_cells_that_are_formatted_as_text(windows):
    """As they are: neither an apostrophe more nor one less."""
    twins = windows()

    def as_text(workbook):
        for row in range(2, 20):
            for column in range(1, 4):
                workbook["Players"].cell(row, column).number_format = "@"
            workbook["Players"].cell(row, 1).number_format = "General"

    twins.change(as_text)
    for name in ("=2+2", "Ann Other", "7-7"):
        twins.enter(name)
    twins.click(pair_round)
    assert [d for d in twins.differences() if "marked as text" not in d] == []


def test_narrow_columns_are_as_narrow_as_in_a_file(windows):
    """Where player cards are cut, columns are narrower than a character."""
    twins = windows(settings=["Rounds=3"])
    twins.click(pair_round)
    twins.click(print_tabs.PRINTS["cards"])
    there, found = (book["Player cards"].column_dimensions for book in (twins.closed, twins.live))
    narrow = {letter for letter in there if there[letter].width < 12 / 7}
    assert narrow
    assert all(abs(there[letter].width - found[letter].width) < 0.08 for letter in narrow)


# tabs


def hide_well(workbook):
    """Hide the technical tabs so that Excel's Unhide does not list them."""
    for sheet in workbook:
        if is_pattern(sheet.title):
            sheet.sheet_state = "veryHidden"


def test_technical_tabs_stay_out_of_the_list_of_hidden_ones(windows):
    """Excel copies none of them as they are: each is back to what it was after a click."""
    twins = windows(settings=["Rounds=1", "Cut=4", "Publish rounds=When told"])
    twins.change(hide_well)
    play(twins)
    listed = [sheet.title for sheet in twins.live if sheet.sheet_state == "hidden"]
    assert [title for title in listed if not title.endswith(" undone")] == []


@pytest.mark.parametrize("place", [0, 2, 99])
def test_chart_sheets_change_nothing(windows, place):
    """They are tabs without cells, and may be in front."""
    twins = windows(settings=["Rounds=1", "Cut=4"])
    twins.live.active = twins.live.create_chartsheet("Chart", place)
    twins.same(pair_round)
    twins.same(pair_round, again=True)
    twins.decide()
    twins.same(cutting.cut, None)


@pytest.mark.parametrize(
    ("gone", "chart"),
    [
        ("Looks", False),
        ("Looks", True),
        ("Page ", False),
        ("Page ", True),
    ],
)
def test_without_the_technical_tabs_new_ones_come_in_the_same_place(windows, when, gone, chart):
    """Plain ones, in the order of those in a file; with a chart sheet as well."""
    twins = windows()

    def remove(workbook):
        for sheet in workbook.worksheets:
            if sheet.title.startswith(gone):
                workbook.remove(sheet)

    twins.change(remove)
    if chart:
        twins.live.create_chartsheet("Chart", 0)
        twins.live.active = twins.live["Event"]
    pair_round(twins.file(), when=when)
    book, host = twins.excel()
    said = pair_round(host, when=when).warnings
    assert "new tabs look plain" in " ".join(said)
    assert [line for line in twins.lost() if not line.startswith("Log!C")] == []
    assert twins.asked(book)


def test_tabs_that_are_selected_together_do_not_multiply(windows, when):
    """Excel adds as many tabs as are selected, where it is not told how many."""
    twins = windows()

    def group(workbook):
        for sheet in workbook.worksheets[:3]:
            sheet.sheet_view.tabSelected = True
        for sheet in workbook.worksheets:
            if sheet.title.startswith("Page "):
                workbook.remove(sheet)

    twins.change(group)
    pair_round(twins.file(), when=when)
    book, host = twins.excel()
    pair_round(host, when=when)
    assert [line for line in twins.lost() if not line.startswith("Log!C")] == []
    assert twins.asked(book)


# what Excel refuses


@pytest.fixture
def refuses(windows, when):
    """Click where Excel refuses something, after which the workbook is as it was."""

    def click(twins, action, *args, **kwargs):
        book, host = twins.excel()
        with pytest.raises(HostError) as told:
            action(host, *args, when=when, **kwargs)
        twins.asked(book)
        assert twins.lost() == []
        return str(told.value)

    return click


@pytest.mark.parametrize("again", [False, True])
def test_a_protected_workbook_is_left_as_it_is(windows, refuses, again):
    """Its tabs stay, and the message says what to do."""
    twins = windows()
    if again:
        twins.same(pair_round)
    twins.live.security.lockStructure = True
    assert "unprotect the workbook" in refuses(twins, pair_round, again=again)


@pytest.mark.parametrize("tab", ["Players", "Log", "Event", "Pairing notes"])
def test_a_protected_tab_is_left_as_it_is(windows, refuses, tab):
    """With all others, since a click does everything or nothing."""
    twins = windows()
    twins.same(pair_round)
    twins.decide()
    twins.enter("Late")
    if tab not in twins.live.sheetnames:
        pytest.skip(f"there is no tab {tab} yet")
    twins.live[tab].protection = SheetProtection(sheet=True)
    refuses(twins, pair_round)


def test_a_protected_tab_takes_no_notes_but_the_message_says_what_is_wrong(windows, when):
    """On the tab that is to be mended, and on the one where the notes are written down."""
    twins = windows()
    twins.same(pair_round)
    for tab in ("Round 1", "Looks"):
        twins.live[tab].protection = SheetProtection(sheet=True)
        book, _ = twins.excel()
        buttons.click("standings", book, when=when)
        told = [action["args"][0] for action in twins.asked(book) if action["func"] == "alert"]
        assert "the result is missing" in told[0]


@pytest.fixture(scope="module")
def paired(new_file, twins_of, tmp_path_factory, com):
    """A file with a first round, and how many calls it takes to pair it again."""
    path = tmp_path_factory.mktemp("windows") / "event.xlsx"
    path.write_bytes(new_file("nisei-swiss"))
    twins_of(path, platform="windows", saved=True).click(pair_round)
    book, host = twins_of(path, platform="windows").excel()
    pair_round(host, again=True)
    return path, com.excel_of(book).calls


PARTS = 30


@pytest.mark.parametrize("part", range(PARTS))
def test_a_call_that_fails_leaves_everything_as_it_was(paired, twins_of, com, when, part):
    """Wherever in a click Excel refuses one thing, nothing has been done."""
    path, calls = paired
    twins = twins_of(path, platform="windows")
    book, host = twins.excel()
    excel = com.excel_of(book)
    excel.fails_at = excel.calls + 1 + part * (calls - excel.calls) // PARTS
    with pytest.raises(HostError):
        pair_round(host, again=True, when=when)
    assert twins.lost() == []


def test_a_page_that_is_copied_goes_again_if_anything_fails_then(windows, com, when, monkeypatch):
    """Xlwings looks for the copy among all tabs, and any of these calls may fail."""
    twins = windows()
    book, host = twins.excel()
    excel, kind = com.excel_of(book), type(book.sheets["Event"].api._inner)
    there = kind.Copy

    def copy(self, *args, **kwargs):
        excel.fails_at = excel.calls + 2
        return there(self, *args, **kwargs)

    monkeypatch.setattr(kind, "Copy", copy)
    with pytest.raises(HostError):
        pair_round(host, when=when)
    assert twins.lost() == []


@pytest.mark.parametrize("part", range(PARTS))
def test_a_call_that_is_rejected_is_made_again_or_all_is_as_it_was(
    paired, twins_of, com, when, part
):
    """Excel may be busy for a moment at any time; xlwings does not try all calls again."""
    path, calls = paired
    twins = twins_of(path, platform="windows")
    book, host = twins.excel()
    excel = com.excel_of(book)
    excel.rejects_at = excel.calls + 1 + part * (calls - excel.calls) // PARTS
    try:
        pair_round(host, again=True, when=when)
    except HostError:
        assert twins.lost() == []
    else:
        pair_round(twins.file(), again=True, when=when)
        assert twins.differences() == []


# where the workbook is, and what is selected

URLS = {
    "OneDrive": "https://d.docs.live.net/0123456789abcdef/Events/event.xlsm",
    "OneDrive for Business": "https://club-my.sharepoint.com/personal/me/Documents/event.xlsm",
    "SharePoint": "https://club.sharepoint.com/sites/club/Shared Documents/event.xlsm",
    "another cloud": "https://example.com/event.xlsm",
}


@pytest.mark.parametrize("cloud", URLS)
def test_a_workbook_in_a_cloud_is_exported_to_a_tab(windows, monkeypatch, tmp_path, when, cloud):
    """Whatever xlwings raises where it finds no folder for an address."""
    for name in ("OneDrive", "OneDriveConsumer", "OneDriveCommercial"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    twins = windows(fullname=URLS[cloud])

    def configure(workbook):
        conf = workbook.create_sheet("xlwings.conf")
        conf.append(["ADD_WORKBOOK_TO_PYTHONPATH", "false"])
        conf.sheet_state = "veryHidden"

    twins.change(configure)
    twins.same(pair_round)
    twins.decide()
    book, host = twins.excel()
    assert host.folder is None
    buttons.click("export", book, when=when)
    assert twins.asked(book)[-1]["args"][0].startswith("Written to the tab Export")


def test_a_workbook_on_this_computer_is_exported_beside_it(windows, tmp_path, when):
    """Its folder is that of its file."""
    twins = windows(fullname=str(tmp_path / "event.xlsm"))
    (tmp_path / "event.xlsm").touch()
    twins.same(pair_round)
    twins.decide()
    book, _ = twins.excel()
    buttons.click("export", book, when=when)
    assert (tmp_path / "event for upload.json").exists()


@pytest.mark.parametrize("what", ["a picture", "another workbook", "a chart sheet"])
def test_where_no_cells_of_ours_are_selected_there_are_none(windows, com, what):
    """Excel tells what is selected wherever it is."""
    twins = windows()
    twins.same(pair_round)
    if what == "a chart sheet":
        twins.live.active = twins.live.create_chartsheet("Chart")
    book, host = twins.excel()
    if what == "a picture":
        com.excel_of(book).selects_picture = True
    elif what == "another workbook":
        book.app.books.add()
    assert host.selected is None
    assert com.faults(book) == []


def test_a_click_finds_its_workbook_by_the_number_of_the_window(windows, com, monkeypatch):
    """As the macros start it: with the names of the workbook and of Excel's window."""
    twins = windows()
    book, _ = twins.excel()
    told = ["--wb=event.xlsm", "--from_xl=1", f"--hwnd={com.excel_of(book).hwnd}"]
    monkeypatch.setattr(sys, "argv", ["from_excel.py", "pair", *told])
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(xw, "_xlwindows", com.windows_engine(), raising=False)
    from_excel.main("pair")
    assert "Round 1" in twins.live.sheetnames
    assert com.faults(book) == []
