"""Things that only desktop Excel does: it reports formulas, speaks a language, refuses, and forgets nothing.

``com.py`` and ``applescript.py`` stand in for Excel on Windows and on macOS, xlwings' own code is
between them and us, and after a click their workbook is compared with the one that a file comes to.
"""

from __future__ import annotations

import sys
from datetime import datetime, time
from decimal import Decimal

import pytest
import xlwings as xw
from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.worksheet.filters import FilterColumn
from openpyxl.worksheet.protection import SheetProtection

from xlplugin import from_excel
from xlplugin.doors import buttons
from xlplugin.ground.problems import HostError
from xlplugin.hosts.excel import host as host_of_excel
from xlplugin.hosts.excel import values as excel_values
from xlplugin.verbs import cut as cutting
from xlplugin.verbs import print_tabs
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.workbook.layout import CellError, Formula
from xlplugin.workbook.live_patterns import is_pattern

import campaigns

MOST_WAITED = 300
"""Seconds that a click may wait in all for an Excel that does not answer."""
MOST_EVENTS = 1_200
"""Apple events of a click, each of which takes its time."""
PARTS = campaigns.some(5, 3)
"""At how many places of a click a call fails."""
URLS = (
    "https://d.docs.live.net/0123456789abcdef/Events/event.xlsm",
    "https://club-my.sharepoint.com/personal/me/Documents/event.xlsm",
    "https://club.sharepoint.com/sites/club/Shared Documents/event.xlsm",
    "https://example.com/event.xlsm",
)
"""Of OneDrive, OneDrive for Business, SharePoint, and another cloud."""


@pytest.fixture(params=["windows", "macos"])
def platform(request):
    """Both desktops, one after the other."""
    return request.param


@pytest.fixture
def begin(new_twins, platform, languages):
    """Start an event as twins, one of them in a German Excel on the desktop."""

    def start(ruleset="nisei-swiss", **how):
        how.setdefault("settings", ["Rounds=2"])
        return new_twins(ruleset, **{"platform": platform, "locale": languages.GERMAN, **how})

    return start


on_windows = pytest.mark.parametrize("platform", ["windows"], indirect=True)
on_a_mac = pytest.mark.parametrize("platform", ["macos"], indirect=True)


@pytest.fixture
def refuses(when):
    """Click where Excel refuses something, after which nothing of the workbook is lost."""

    def click(twins, action, *args, **kwargs):
        book, host = twins.excel()
        with pytest.raises(HostError) as told:
            action(host, *args, when=when, **kwargs)
        twins.asked(book)
        assert twins.lost() == []
        return str(told.value)

    return click


# Excel itself


@pytest.fixture
def app(com):
    """Excel itself, with a workbook; what it does in the background is half switched off."""
    app = com.open_book(Workbook()).app
    app.calculation = "semiautomatic"
    return app


@pytest.mark.parametrize("fault", [False, True])
def test_excel_neither_calculates_nor_draws_during_a_click(app, fault):
    """Both stop for a click, which would take long otherwise; whatever happens, it is left as found."""
    try:
        with host_of_excel._paused(app):
            assert (app.calculation, app.screen_updating) == ("manual", False)
            _ = 1 / (not fault)
    except ZeroDivisionError:
        assert fault
    assert (app.calculation, app.screen_updating) == ("semiautomatic", True)


def test_excel_draws_again_even_if_it_does_not_calculate(app, monkeypatch):
    """A screen that stands still for good would look like a crash."""
    there = xw.App.calculation

    def refuse(self, value):
        if value != "manual":
            message = "not now"
            raise RuntimeError(message)
        there.fset(self, value)

    monkeypatch.setattr(xw.App, "calculation", there.setter(refuse))
    with pytest.raises(RuntimeError, match="not now"), host_of_excel._paused(app):
        pass
    assert app.screen_updating is True


@pytest.mark.parametrize("is_set", [False, True])
def test_nobody_hears_that_nothing_was_written_if_excel_then_keeps_its_settings(
    begin, monkeypatch, when, is_set
):
    """Calculating again may take longer than Excel is waited for; where it has begun all is well."""
    twins = begin()
    book, _ = twins.excel()
    there, told = xw.App.calculation, []

    def refuse(self, value):
        if value == "manual" or is_set:
            there.fset(self, value)
        if value != "manual":
            message = "no answer"
            raise RuntimeError(message)

    monkeypatch.setattr(xw.App, "calculation", there.setter(refuse))
    monkeypatch.setattr(xw.App, "alert", lambda _self, text, *_, **__: told.append(text))
    buttons.click("pair", book, when=when)
    assert "Round 1" in twins.live.sheetnames
    assert ["in the middle (RuntimeError: no answer)" in text for text in told] == [True] * (
        not is_set
    )
    assert not [text for text in told if "as it was" in text or "Nothing was written" in text]


# what cells hold


def test_a_telephone_number_can_be_put_back(begin):
    """Excel takes no whole numbers of 64 bits (https://github.com/xlwings/xlwings/issues/227)."""
    twins = begin()
    book, _ = twins.excel()
    excel_values.fill(book.sheets["Event"], {(1, 30): 48_600_123_456, (2, 30): -(2**31)})
    told = [twins.live["Event"].cell(row, 30).value for row in (1, 2)]
    assert told == [48_600_123_456, -(2**31)]


@pytest.mark.parametrize(
    ("value", "typed"),
    [
        ("=1+1", "'=1+1"), ("3-3", "'3-3"), ("'quoted", "''quoted"), ("", None), (None, None),
        (7, 7), (Formula("=A1"), "=A1"), (CellError("#N/A"), "#N/A"),
        ("x" * 40_000, "'" + "x" * 32_766),
    ],
)  # fmt: skip
def test_values_are_typed_so_that_texts_stay_texts(value, typed):
    """Excel reads what it is handed as if somebody had typed it."""
    assert excel_values._typed(value) == typed


NAMES = ("1,5", "5.3.", "WAHR", "FAŁSZ", "1.234,5", "#NV", "12:30", "'x", "''x", "+1", "a;b")


def test_names_that_mean_something_to_the_user_stay_names(begin):
    """Numbers, days, booleans and errors as a German types them."""
    twins = begin()
    for name in NAMES:
        twins.enter(name)
    twins.same(pair_round)
    twins.decide()
    twins.same(write_standings)
    twins.same(print_tabs.PRINTS["names"])


KINDS = [
    (3, "General"), (2.5, "0.0"), (12.5, "[$€-407] #,##0.00"), (5, "$#,##0"), (0, "#,##0 €"),
    (datetime.fromisoformat("2026-11-21"), "yyyy-mm-dd"),
    (datetime.fromisoformat("2026-11-21T09:30"), "yyyy-mm-dd hh:mm"), (time(12, 30), "h:mm"),
    (True, "General"), ("007", "General"), ("'x", "@"), ("#N/A", "General"), (None, "General"),
    ("=1+1", "General"), (0.25, "0%"),
]  # fmt: skip


@on_windows
def test_cells_are_read_as_from_a_file(begin):
    """Whatever is typed on a tab of the organizer's own; a time is a part of a day to Excel."""
    twins = begin()

    def fill(workbook):
        sheet = workbook.create_sheet("Own")
        for row, (value, code) in enumerate(KINDS, 1):
            cell = sheet.cell(row, 2)
            cell.value, cell.number_format = value, code
        sheet["A2"], sheet["A2"].data_type = "=text", "s"

    twins.change(fill)
    there, found = (
        [[(type(value), value) for value in map(_as_number, row)] for row in host.read().sheets["Own"].rows]
        for host in (twins.file(), twins.excel()[1])
    )  # fmt: skip
    assert found == there


def _as_number(value):
    return (value.hour + value.minute / 60) / 24 if isinstance(value, time) else value


@pytest.mark.parametrize(
    ("platform", "error"),
    [("windows", "#N/A"), ("windows", "#SPILL!"), ("windows", "#PYTHON!"), ("macos", "#N/A")],
    indirect=["platform"],
)
@pytest.mark.parametrize("formula", [True, False])
def test_errors_are_no_numbers(begin, error, formula):
    """On Windows those that xlwings does not know are whole numbers, on macOS all are nothing."""
    twins = begin()
    twins.shown = lambda _tab, _formula: error

    def spoil(workbook):
        cell = workbook["Players"]["C2"]
        cell.value = "=NOW()" if formula else error
        cell.data_type = "f" if formula else "e"

    twins.change(spoil)
    found = twins.excel()[1].read().sheets["Players"].rows[1][2]
    assert found == (Formula("=NOW()") if formula else CellError(error))
    assert "Players!C2" in twins.refused(pair_round)


def test_a_formula_that_has_failed_moves_nothing_beside_it(begin):
    """On macOS an error among other cells is not there at all, nor is a row of errors."""
    twins = begin()
    twins.change(lambda workbook: workbook.create_sheet("Own").append(["=1/0", "=2/0"]))
    twins.shown = lambda _tab, text: "#DIV/0!" if "/0" in text else 4
    twins.same(pair_round)
    there, found = (host.read().sheets["Own"].rows for host in (twins.file(), twins.excel()[1]))
    assert list(map(list, there)) == list(map(list, found))
    twins.decide()

    def own_column(workbook):
        sheet = workbook["Round 1"]
        sheet.insert_cols(3)
        sheet["C1"], sheet["C2"], sheet["C4"] = "Own", "=1/0", "=2*2"

    twins.change(own_column)
    twins.same(write_standings)


@on_windows
def test_money_is_a_number(begin):
    """Where a column is formatted as currency its numbers come as Decimal."""
    twins = begin()

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


@pytest.mark.parametrize("where", ["B2:B3", "A1:B1"])
def test_merged_cells_are_seen(begin, where):
    """What a file says of them Excel says too."""
    twins = begin(unfinished=True)
    twins.change(lambda workbook: workbook["Round 1"].merge_cells(where))
    there, found = (host.read().sheets["Round 1"] for host in (twins.file(), twins.excel()[1]))
    assert found.merged == there.merged != ()
    twins.refused(write_standings)


@on_windows
def test_a_cell_at_the_far_end_does_not_make_a_click_take_minutes(begin):
    """A stray space is enough: what is far away is not read, which is said."""
    twins = begin()
    twins.live["Players"]["XFD1048576"] = "x"
    book, host = twins.excel()
    assert "Players!XFD1048576" in " ".join(pair_round(host).warnings)
    assert {action["func"] for action in twins.asked(book)} > {"copySheet"}


@on_windows
def test_formats_at_the_far_end_do_not_matter(begin):
    """Whole columns that are coloured by hand."""
    twins = begin()
    for row in (400_000, 1_048_576):
        twins.live["Players"].cell(row, 16_000).font = Font(bold=True)
    book, host = twins.excel()
    assert not pair_round(host).warnings
    assert twins.asked(book)


@on_windows
def test_texts_go_into_cells_that_are_formatted_as_text(begin):
    """As they are: neither an apostrophe more nor one less."""
    twins = begin()

    def as_text(workbook):
        for row in range(2, 20):
            for column in range(2, 4):
                workbook["Players"].cell(row, column).number_format = "@"

    twins.change(as_text)
    for name in ("=2+2", "Ann Other", "7-7"):
        twins.enter(name)
    twins.click(pair_round)
    assert [d for d in twins.differences() if "marked as text" not in d] == []


def test_a_filter_on_players_moves_nothing_into_another_row(begin):
    """Excel would put the first number into every row that is shown, and none into the others."""
    twins = begin()
    for name in ("Quin", "Rosa", "Sven", "Tina"):
        twins.enter(name)

    def leave_some_out(workbook):
        tab = workbook["Players"]
        tab.auto_filter.ref = f"A1:F{tab.max_row}"
        tab.auto_filter.filterColumn.append(FilterColumn(colId=1))
        rows = {cell.value: cell.row for cell in tab["B"]}
        for name in ("Rosa", "Tina"):
            tab.row_dimensions[rows[name]].hidden = True

    twins.change(leave_some_out)
    twins.click(pair_round)
    assert twins.lost() == []


@on_windows
def test_narrow_columns_are_as_narrow_as_in_a_file(begin):
    """Where player cards are cut, columns are narrower than a character."""
    twins = begin(settings=["Rounds=3"])
    twins.click(pair_round)
    twins.click(print_tabs.PRINTS["cards"])
    there, found = (book["Player cards"].column_dimensions for book in (twins.closed, twins.live))
    narrow = {letter for letter in there if there[letter].width < 12 / 7}
    assert narrow
    assert all(abs(there[letter].width - found[letter].width) < 0.08 for letter in narrow)


# tabs


def test_technical_tabs_stay_out_of_the_list_of_hidden_ones(begin):
    """Excel copies none of them as they are: each is back to what it was after a click."""
    twins = begin()

    def hide_well(workbook):
        for sheet in workbook:
            if is_pattern(sheet.title):
                sheet.sheet_state = "veryHidden"

    twins.change(hide_well)
    twins.same(pair_round)
    twins.same(pair_round, again=True)
    twins.same(print_tabs.print_slips)
    listed = [sheet.title for sheet in twins.live if sheet.sheet_state == "hidden"]
    assert [title for title in listed if not title.endswith(" undone")] == []


@on_windows
@pytest.mark.parametrize("place", [0, 99])
def test_chart_sheets_change_nothing(begin, place):
    """They are tabs without cells, and may be in front."""
    twins = begin(settings=["Rounds=1", "Cut=4"])
    twins.live.active = twins.live.create_chartsheet("Chart", place)
    twins.same(pair_round)
    twins.same(pair_round, again=True)
    twins.decide()
    twins.same(cutting.cut, None)


@on_windows
@pytest.mark.parametrize("beside", ["a chart sheet", "selected tabs"])
def test_without_the_technical_tabs_new_ones_come_in_the_same_place(begin, when, beside):
    """Excel counts chart sheets, and adds as many tabs as are selected where nobody says how many."""
    twins = begin()

    def remove(workbook):
        for sheet in workbook.worksheets[:3] if beside == "selected tabs" else ():
            sheet.sheet_view.tabSelected = True
        for sheet in workbook.worksheets:
            if sheet.title.startswith("Page "):
                workbook.remove(sheet)

    twins.change(remove)
    if beside == "a chart sheet":
        twins.live.create_chartsheet("Chart", 0)
        twins.live.active = twins.live["Event"]
    pair_round(twins.file(), when=when)
    book, host = twins.excel()
    assert "new tabs look plain" in " ".join(pair_round(host, when=when).warnings)
    assert [line for line in twins.lost() if not line.startswith("Log!C")] == []
    assert twins.asked(book)


# what Excel refuses


@pytest.mark.parametrize("again", [False, True])
def test_a_protected_workbook_is_left_as_it_is(begin, refuses, again):
    """Its tabs stay, and the message says what to do."""
    twins = begin()
    if again:
        twins.same(pair_round)
    twins.live.security.lockStructure = True
    assert "unprotect the workbook" in refuses(twins, pair_round, again=again)


@pytest.mark.parametrize("tab", ["Players", "Log"])
def test_a_protected_tab_is_left_as_it_is(begin, refuses, tab):
    """With all others, since a click does everything or nothing."""
    twins = begin(rounds=1)
    twins.enter("Late")
    twins.live[tab].protection = SheetProtection(sheet=True)
    refuses(twins, pair_round)


def test_a_protected_tab_takes_no_notes_but_the_message_says_what_is_wrong(begin, when):
    """On the tab that is to be mended, and on the one where the notes are written down."""
    twins = begin(unfinished=True)
    for tab in ("Round 1", "Looks"):
        twins.live[tab].protection = SheetProtection(sheet=True)
        book, _ = twins.excel()
        buttons.click("standings", book, when=when)
        told = [action["args"][0] for action in twins.asked(book) if action["func"] == "alert"]
        assert "the result is missing" in told[0]


@pytest.fixture(scope="module")
def paired(new_file, twins_of, tmp_path_factory):
    """A file with a first round."""
    path = tmp_path_factory.mktemp("desktop") / "event.xlsx"
    path.write_bytes(new_file("nisei-swiss"))
    twins_of(path, platform="windows", saved=True).click(pair_round)
    return path


@pytest.fixture
def calls(paired, twins_of, platform, counted={}):  # noqa: B006  (counted once a platform)
    """How many calls it takes to read the event, and to pair it again."""
    if platform not in counted:
        twins = twins_of(paired, platform=platform)
        book, host = twins.excel()
        before = twins.excel_of(book).calls
        pair_round(host, again=True)
        counted[platform] = twins.excel_of(book).calls - before
    return counted[platform]


@pytest.mark.parametrize("part", range(PARTS))
def test_a_call_that_fails_leaves_everything_as_it_was(paired, calls, twins_of, refuses, platform, part):  # fmt: skip
    """Wherever in a click Excel refuses one thing, nothing has been done; formulas are there again."""
    twins = twins_of(paired, platform=platform)
    book, host = twins.excel()
    excel = twins.excel_of(book)
    excel.fails_at = excel.calls + 1 + (2 * part + 1) * calls // (2 * PARTS)
    twins.excel = lambda: (book, host)
    assert "the workbook is as it was" in refuses(twins, pair_round, again=True)


@on_windows
@pytest.mark.parametrize("part", range(PARTS))
def test_a_call_that_is_rejected_is_made_again_or_all_is_as_it_was(
    paired, calls, twins_of, when, platform, part
):
    """Excel may be busy for a moment at any time; xlwings does not try all calls again."""
    twins = twins_of(paired, platform=platform)
    book, host = twins.excel()
    excel = twins.excel_of(book)
    excel.rejects_at = excel.calls + 1 + (2 * part + 1) * calls // (2 * PARTS)
    try:
        pair_round(host, again=True, when=when)
    except HostError:
        assert twins.lost() == []
    else:
        pair_round(twins.file(), again=True, when=when)
        assert twins.differences() == []


@on_windows
def test_a_page_that_is_copied_goes_again_if_anything_fails_then(begin, refuses, com, monkeypatch):  # fmt: skip
    """Xlwings looks for the copy among all tabs, and any of these calls may fail."""
    twins = begin()
    there = com.Worksheet._do_copy

    def copy(self, *args, **kwargs):
        self.excel.fails_at = self.excel.calls + 2
        return there(self, *args, **kwargs)

    monkeypatch.setattr(com.Worksheet, "_do_copy", copy)
    refuses(twins, pair_round)


# Excel on macOS that does not answer, or is told to


@on_a_mac
@pytest.mark.parametrize("number", [-1712, -10000, -50])
def test_while_excel_does_not_answer_nothing_is_written(begin, mac, when, number):
    """A window waits, or a cell is being edited: said in plain words once it answers again."""
    twins = begin()
    book, host = twins.excel()
    mac.excel_of(book).refuse = lambda _event: number
    with pytest.raises(HostError, match="the workbook is as it was") as told:
        pair_round(host, when=when)
    assert "app(pid=" not in str(told.value)
    assert "\t" not in str(told.value)
    mac.excel_of(book).refuse = lambda _event: None
    assert mac.excel_of(book).waited <= MOST_WAITED
    assert not twins.differences()


@on_a_mac
def test_an_excel_that_stops_answering_is_not_waited_for_again_and_again(begin, mac, when):
    """Nor is it said that all was taken back: the organizer must look, or close without saving."""
    twins = begin()
    book, host = twins.excel()
    code, seen = mac.command("copy_range"), []

    def refuse(told):
        seen.append(told.code)
        return -1712 if code in seen else None

    mac.excel_of(book).refuse = refuse
    with pytest.raises(HostError) as told:
        pair_round(host, when=when)
    assert mac.excel_of(book).waited <= MOST_WAITED
    assert "Round 1" in twins.live.sheetnames
    assert "the workbook is as it was" not in str(told.value)


@on_a_mac
def test_a_message_that_is_left_standing_ends_no_click_with_a_traceback(begin, mac, when):
    """Nobody waits for it longer than a minute; Python then ends quietly."""
    twins = begin()
    book, _ = twins.excel()
    mac.excel_of(book).clicked_after = 300
    buttons.click("standings", book, when=when)
    (alert,) = mac.excel_of(book).alerts
    assert "pair round 1" in alert["message"]


@on_a_mac
def test_a_second_excel_does_no_harm(begin, mac, when):
    """It may be in front while the click is at work, and nobody is asked for leave to change that."""
    twins = begin()
    _book, host = twins.excel()
    mac.SystemEvents.allowed = False
    mac.open_book(twins.closed).sheets["Event"].activate()
    pair_round(twins.file(), when=when)
    asked = mac.SystemEvents.asked
    pair_round(host, when=when)
    assert mac.SystemEvents.asked == asked
    assert not twins.differences()


@on_a_mac
@pytest.mark.parametrize("players", [9, 60])
def test_a_click_asks_excel_so_often_at_most(begin, mac, when, players):
    """Every question and every command is an Apple event."""
    twins = begin(players=players)
    book, host = twins.excel()
    pair_round(host, when=when)
    assert mac.excel_of(book).calls <= MOST_EVENTS


# where the workbook is, and what is selected


def test_an_export_goes_beside_the_workbook_or_to_a_tab(begin, mac, monkeypatch, tmp_path, when):
    """To a tab where it is in a cloud, whatever xlwings raises where it finds no folder for it."""
    for name in ("OneDrive", "OneDriveConsumer", "OneDriveCommercial"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pathlib.Path.home", lambda: tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    twins = begin()

    def configure(workbook):
        conf = workbook.create_sheet("xlwings.conf")
        conf.append(["ADD_WORKBOOK_TO_PYTHONPATH", "false"])
        conf.sheet_state = "veryHidden"

    twins.change(configure)
    twins.same(pair_round)
    twins.decide()
    path = tmp_path / "event.xlsm"
    path.touch()
    twins.how["fullname"] = str(path)
    told = buttons.VERBS["export"](twins.excel()[1], when).message
    assert told.startswith(f"Written to {tmp_path}: event standings.xlsx, event standings.pdf, ")
    assert (tmp_path / "event for upload.json").exists()
    assert mac.SystemEvents.asked == 0
    for url in URLS:
        twins.how["fullname"] = url
        _, host = twins.excel()
        assert host.folder is None
        said = buttons.VERBS["export"](host, when)
        assert said.message.startswith("Written to the tab Export")
        assert "Save a copy on this computer" in said.warnings[-1]


@on_a_mac
@pytest.mark.parametrize("asked_for", ["open_workbook", "save"])
def test_excel_is_waited_for_while_it_asks_for_access_to_a_file(begin, mac, tmp_path, when, asked_for):  # fmt: skip
    """Its sandbox may make it ask; somebody who is away for five minutes finds the document all the same."""
    (tmp_path / "event.xlsm").touch()
    twins = begin(fullname=str(tmp_path / "event.xlsm"), rounds=1)
    book, host = twins.excel()
    code = mac.command(asked_for)
    mac.excel_of(book).refuse = lambda told: (
        -1712 if told.code == code and told.seconds < 300 else None
    )
    told = buttons.VERBS["export"](host, when)
    assert "event standings.pdf" in told.message
    assert not [warning for warning in told.warnings if "pdf" in warning]
    assert twins.faults_of(book) == []


def test_where_a_picture_is_selected_there_are_no_cells(begin):
    """Excel tells what is selected, whatever it is."""
    twins = begin(unfinished=True)
    book, host = twins.excel()
    twins.excel_of(book).select("Round 1", "")
    assert host.selected is None
    assert twins.faults_of(book) == []


@on_windows
@pytest.mark.parametrize("what", ["another workbook", "a chart sheet"])
def test_where_no_cells_of_ours_are_selected_there_are_none(begin, what):
    """Excel tells what is selected wherever it is."""
    twins = begin()
    if what == "a chart sheet":
        twins.live.active = twins.live.create_chartsheet("Chart")
    book, host = twins.excel()
    if what == "another workbook":
        book.app.books.add()
    assert host.selected is None
    assert twins.faults_of(book) == []


@on_windows
def test_a_click_finds_its_workbook_by_the_number_of_the_window(begin, com, monkeypatch):
    """As the macros start it: with the names of the workbook and of Excel's window."""
    twins = begin()
    book, _ = twins.excel()
    told = ["--wb=event.xlsm", "--from_xl=1", f"--hwnd={com.excel_of(book).hwnd}"]
    monkeypatch.setattr(sys, "argv", ["from_excel.py", "pair", *told])
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(xw, "_xlwindows", com.windows_engine(), raising=False)
    from_excel.main("pair")
    assert "Round 1" in twins.live.sheetnames
    assert twins.faults_of(book) == []
