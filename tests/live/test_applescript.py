"""The stand-in for Excel on macOS: what xlwings' own code meets there, fact by fact.

Where a fact is from is said with it: ``xlwings`` is the comments of its ``_xlmac.py`` and its issues,
``appscript`` its source, ``MacTech`` the guide "Moving from Microsoft Office VBA to AppleScript",
``dictionary`` what Excel says of its own words.
"""

from __future__ import annotations

import atexit
import sys
from datetime import datetime

import pytest
import xlwings as xw
from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.styles import Protection

NOON = datetime(2026, 11, 21, 12, 30)  # noqa: DTZ001  (cells have no zone)


@pytest.fixture
def workbook():
    """A workbook of three tabs, with something of every kind on the first."""
    made = Workbook()
    made.active.title = "A"
    made.create_sheet("B")
    made.create_sheet("C")
    for row in (["text", 1, 2.5], [True, NOON, None], ["=1/0", "#N/A", "x"]):
        made["A"].append(row)
    made["A"]["B3"].data_type = "e"
    return made


@pytest.fixture
def book(mac, workbook):
    """The workbook as xlwings has it; a formula that divides comes to an error."""
    return mac.open_book(workbook, shown=lambda _tab, text: "#DIV/0!" if "/" in text else 0)


@pytest.fixture
def excel(mac, book):
    """The Excel that has it open."""
    return mac.excel_of(book)


@pytest.fixture
def fails(mac):
    """Expect a command to fail with an error number."""

    def fails(number):
        return pytest.raises(mac.CommandError, match=f"OSERROR: {number}")

    return fails


# references and words, as appscript has them


def test_a_tab_by_its_place_is_another_one_once_a_tab_comes_before_it(book):
    """References are looked up at every command and never before."""
    second = list(book.sheets)[1]
    named = book.sheets["B"]
    assert second.name == named.name == "B"
    book.sheets["A"].copy(before=book.sheets["A"])
    assert (second.name, named.name) == ("A", "B")


def test_a_tab_that_is_not_there_is_noticed_when_it_is_asked_for_something(book, fails):
    """A name is not looked up either."""
    nothing = book.sheets["no such tab"]
    with fails(-1728):
        _ = nothing.name


def test_words_that_the_dictionary_does_not_have_are_refused(mac, book):
    """In a reference, as an argument, and after ``k``; each in its own way."""
    cells = book.sheets["A"].range("A1").api
    with pytest.raises(AttributeError, match="Unknown property, element or command: 'valeu'"):
        _ = cells.valeu
    with pytest.raises(TypeError, match="Unknown keyword argument 'destinatoin'"):
        cells.copy_range(destinatoin=cells)
    with pytest.raises(ValueError, match="sheet_invisible"):
        book.sheets["A"].api.visible.set(mac.k.sheet_invisible)
    with pytest.raises(TypeError, match="Can't pack data"):
        cells.value.set(object())


def test_what_nobody_has_written_yet_is_not_passed_over(book):
    """A word of the dictionary without an answer here ends the test, whoever suppresses errors."""
    with pytest.raises(BaseException, match=r"Area: get .*wrap_text.* is not written") as found:
        _ = book.sheets["A"].range("A1").wrap_text
    assert not isinstance(found.value, Exception)


def test_words_with_a_second_meaning_have_an_underscore():
    """What appscript calls so itself is Excel's only with one: ``version`` of a connection."""
    terms = sys.modules["mac_terms"].TERMS
    assert terms.references["version"] == ("property", b"vers")
    assert terms.references["version_"][1] in (b"CJ88", b"CJ17")


# what cells hold


def test_one_cell_is_as_it_is_and_more_are_rows(book):
    """Of one row there is a list of one row, of a column one of rows with a cell each (MacTech)."""
    cells = book.sheets["A"].range
    assert cells("B1").api.value.get() == 1.0
    assert cells("A1:C1").api.value.get() == [["text", 1.0, 2.5]]
    assert cells("A1:A2").api.value.get() == [["text"], [True]]
    assert cells("A1:C1").formula == [["text", "1", "2.5"]]
    assert cells("A1:A2").api.string_value.get() == [["text"], ["TRUE"]]


def test_numbers_are_floats_and_nothing_is_an_empty_text(book):
    """Whole numbers too; times are datetimes without a zone."""
    values = book.sheets["A"].range("A1:C2").raw_value
    assert values == [["text", 1.0, 2.5], [True, NOON, ""]]
    assert [type(value) for value in values[0]] == [str, float, float]
    assert values[1][0] is True


def test_formulas_are_english_and_other_cells_are_told_as_texts(book):
    """A time is its number, an empty cell an empty text."""
    rows = book.sheets["A"].range("A1:C3").formula
    assert rows == [["text", "1", "2.5"], ["TRUE", "46347.5208333333", ""], ["=1/0", "#N/A", "x"]]


def test_an_error_is_nothing(mac, book):
    """Asked for by itself it is ``missing value``, and xlwings' ``None``."""
    cell = book.sheets["A"].range("A3")
    assert cell.api.value.get() == mac.k.missing_value
    assert cell.value is None


def test_among_other_cells_an_error_is_not_even_nothing(book):
    """Its row is shorter, and a row of errors alone is not there (xlwings issues 1188 and 1924)."""
    cells = book.sheets["A"].range
    assert cells("A2:C3").raw_value == [[True, NOON, ""], ["x"]]
    assert cells("A2:B3").raw_value == [[True, NOON]]
    assert cells("A3:B3").raw_value == []
    assert cells("A3:C3").formula == [["=1/0", "#N/A", "x"]]


def test_an_older_excel_has_a_place_for_an_error(mac, book, excel):
    """There all errors are ``missing value`` (what xlwings looks for since issue 496)."""
    excel.errors_are = "missing"
    missing = mac.k.missing_value
    assert book.sheets["A"].range("A3:C3").raw_value == [[missing, missing, "x"]]


def test_asking_for_errors_as_texts_fails_for_rows(book):
    """Rows are ``None`` to xlwings' ``ensure_2d``; for a single cell it works."""
    cells = book.sheets["A"].range
    assert cells("A3").options(err_to_str=True).value == "#DIV/0!"
    with pytest.raises(TypeError, match="'NoneType' object is not iterable"):
        _ = cells("A1:C1").options(err_to_str=True).value


def test_the_string_value_is_what_one_sees(mac, workbook):
    """Signs where a number is too wide for its column, the user's decimals, dates as formatted."""
    sheet = workbook["A"]
    sheet["B2"].number_format = "yyyy-mm-dd hh:mm"
    sheet.column_dimensions["C"].width = 2.7
    sheet["C1"] = 12345.5
    seen = mac.open_book(workbook, locale=mac.languages.GERMAN).sheets["A"].range
    assert seen("B1:C1").api.string_value.get() == [["1", "##"]]
    sheet.column_dimensions["C"].width = 20
    sheet.column_dimensions["B"].width = 20
    assert seen("C1").api.string_value.get() == "12345,5"
    assert seen("B2").api.string_value.get() == "2026-11-21 12:30"
    assert seen("A2").api.string_value.get() == "WAHR"


def test_an_error_is_seen_in_the_users_language(mac, workbook):
    """So xlwings does not know it for an error, not even in a single cell."""
    cell = mac.open_book(workbook, locale=mac.languages.GERMAN).sheets["A"].range("B3")
    assert cell.api.string_value.get() == "#NV"
    assert cell.options(err_to_str=True).value is None


def test_whole_numbers_of_64_bits_are_passed_over(book, workbook):
    """Excel ignores them in silence; xlwings hands over floats (xlwings issue 227)."""
    cells = book.sheets["A"].range("A1:B1")
    cells.api.value.set([[2**40, 7]])
    assert workbook["A"]["A1"].value == "text"
    cells.value = [2**40, 8]
    assert [cell.value for cell in workbook["A"][1][:2]] == [2**40, 8]


def test_an_answer_has_so_much_room_and_no_more(book, monkeypatch, mac, fails):
    """A text that does not fit fails with -1741, whatever xlwings reads at once (xlwings)."""
    monkeypatch.setattr(sys.modules["mac_range"], "MOST_BYTES", 200)
    assert book.sheets["A"].range("A1:A10").formula
    with fails(-1741):
        _ = book.sheets["A"].range("A1:Z10").formula
    book.sheets["A"].range("A1").value = "x" * 300
    with fails(-1741):
        _ = book.sheets["A"].range("A1:A2").value


def test_values_far_away_are_read_in_parts_but_formulas_at_once(book, fails):
    """Values come 1.5 million at a time; four million formulas are too many."""
    book.sheets["B"].range((4000, 1000)).value = "far"
    used = book.sheets["B"].range((1, 1), (4000, 1000))
    assert used.options(ndim=2).value[-1][-1] == "far"
    with fails(-1741):
        _ = used.formula


# tabs


def test_a_copy_comes_to_the_front_under_a_name_of_its_own(book, workbook):
    """It is found by xlwings as the only name that was not there before."""
    copied = book.sheets["A"].copy(before=book.sheets["C"])
    assert copied.name == "A (2)" == workbook.active.title
    assert workbook.sheetnames == ["A", "B", "A (2)", "C"]


def test_a_copy_of_a_hidden_tab_is_hidden(book, workbook, fails):
    """And of one that is hidden well there is none."""
    workbook["B"].sheet_state = "hidden"
    assert not book.sheets["B"].copy(before=book.sheets["C"]).visible
    assert workbook.active.title == "A"
    workbook["B"].sheet_state = "veryHidden"
    with fails(-50):
        book.sheets["B"].copy()


def test_a_tab_is_shown_hidden_or_hidden_well(mac, book, workbook, fails):
    """True and False are taken for the first two (MacTech); one tab stays."""
    tab = book.sheets["B"]
    tab.visible = False
    assert (workbook["B"].sheet_state, tab.visible) == ("hidden", False)
    tab.api.visible.set(mac.k.sheet_very_hidden)
    assert (workbook["B"].sheet_state, tab.visible) == ("veryHidden", False)
    assert tab.api.visible.get() == mac.k.sheet_very_hidden
    tab.visible = True
    book.sheets["A"].visible = book.sheets["C"].visible = False
    with fails(-50):
        tab.visible = False


def test_a_hidden_tab_does_not_come_to_the_front(book, workbook, fails):
    """Neither is anything selected on a tab that is not in front."""
    workbook["B"].sheet_state = "hidden"
    with fails(-50):
        book.sheets["B"].activate()
    with fails(-50):
        book.sheets["C"].range("A1").select()


def test_a_new_tab_is_in_front(book, workbook):
    """Before or after another; the name comes afterwards."""
    book.sheets.add("New", after=book.sheets["A"])
    assert workbook.sheetnames == ["A", "New", "B", "C"]
    assert workbook.active.title == "New"


def test_deleting_asks_first_unless_alerts_are_off(book, workbook, excel, fails):
    """They are turned off by xlwings for the moment; a tab that is hidden well cannot be deleted."""
    book.sheets["B"].delete()
    assert workbook.sheetnames == ["A", "C"]
    assert excel.settings["display_alerts"] is True
    with fails(-1712):
        book.sheets["C"].api.delete()
    workbook["C"].sheet_state = "veryHidden"
    with fails(-50):
        book.sheets["C"].delete()


def test_after_deleting_failed_alerts_stay_off(book, excel, fails):
    """They are put back only if all goes well: whoever catches the error must."""
    book.sheets["B"].visible = book.sheets["C"].visible = False
    with fails(-50):
        book.sheets["A"].delete()
    assert excel.settings["display_alerts"] is False


def test_bringing_a_tab_to_the_front_asks_macos_to(mac, book, workbook):
    """System Events is asked twice; xlwings does without if it is not allowed to."""
    book.sheets["B"].activate()
    assert (workbook.active.title, mac.SystemEvents.asked) == ("B", 2)
    mac.SystemEvents.allowed = False
    book.sheets["C"].activate()
    assert workbook.active.title == "C"


def test_with_a_second_excel_in_front_and_macos_not_asked_nothing_comes_to_the_front(mac, book):
    """Then there is an error of no kind."""
    other = mac.open_book(Workbook())
    mac.SystemEvents.allowed = False
    other.sheets[0].activate()
    with pytest.raises(Exception, match="Could not activate App!"):
        book.sheets["B"].activate()


def test_a_protected_workbook_keeps_its_tabs(book, workbook, fails):
    """None is added, copied, renamed, hidden or deleted."""
    workbook.security.lockStructure = True
    for change in (
        book.sheets.add,
        book.sheets["A"].copy,
        book.sheets["A"].delete,
        lambda: setattr(book.sheets["A"], "name", "D"),
        lambda: setattr(book.sheets["A"], "visible", False),
    ):
        with fails(-50):
            change()


# conditional formats


def rules(sheet):
    """The formulas of a tab's rules, in their order."""
    found = [rule for formats in sheet.conditional_formatting for rule in formats.rules]
    return [rule.formula[0] for rule in sorted(found, key=lambda rule: rule.priority)]


def test_a_formula_is_read_as_seen_from_the_active_cell(book, workbook):
    """Not from the first cell of the range, nor on its tab; here two rows too far down."""
    book.sheets["B"].activate()
    book.sheets["B"].range("A1").select()
    book.sheets["A"].range("A3:B9").conditional_formats.add_custom("=$A3>1", font_bold=True)
    assert rules(workbook["A"]) == ["$A5>1"]


def test_excel_puts_a_new_rule_last(mac, book, workbook):
    """Until it is told to put it first."""
    cells = book.sheets["A"].range("A1:B9").api
    for limit in (1, 2):
        told = {mac.k.format_condition_type: mac.k.expression, mac.k.formula_1: f"=$A1>{limit}"}
        made = cells.make(at=cells, new=mac.k.format_condition, with_properties=told)
    assert rules(workbook["A"]) == ["$A1>1", "$A1>2"]
    made.set_first_priority()
    assert rules(workbook["A"]) == ["$A1>2", "$A1>1"]


def test_the_newest_rule_goes_first(book, workbook):
    """So does xlwings tell it."""
    for limit in (1, 2, 3):
        book.sheets["A"].range("A1:B9").conditional_formats.add_custom(f"=$A1>{limit}")
    assert rules(workbook["A"]) == ["$A1>3", "$A1>2", "$A1>1"]


def test_a_rule_looks_as_it_was_told_to(book):
    """Colours, bold and stopping are set one after the other."""
    formats = book.sheets["A"].range("A1:B9").conditional_formats
    formats.add_custom("=$A1>1", fill_color="#112233", font_color="#445566", stop_if_true=True)
    formats.add_custom("=$A1>2", font_bold=True)
    bold, coloured = book.sheets["A"].range("A1").conditional_formats
    assert (bold.formula, bold.stop_if_true) == ("=$A1>2", False)
    assert coloured.stop_if_true
    looks = [one.impl.xl.AS_appdata.excel.resolved(one.impl.xl.AS_aemreference).rule.dxf
             for one in (bold, coloured)]  # fmt: skip
    assert looks[0].font.b
    assert (looks[1].fill.bgColor.rgb, looks[1].font.color.rgb) == ("FF112233", "FF445566")


@pytest.mark.parametrize("formula", ["=AND($A1>1,$B1>1)", "=ODER($A1>1;$B1>1"])
def test_a_formula_must_be_one_in_the_users_language(mac, workbook, fails, formula):
    """Where lists are separated by semicolons, commas are refused.

    No source says so of the Mac; its object model is that of Windows.
    """
    cells = mac.open_book(workbook, locale=mac.languages.GERMAN).sheets["A"].range("A1:B9")
    with fails(-50):
        cells.conditional_formats.add_custom(formula)
    cells.conditional_formats.add_custom("=ODER($A1>1;$B1>1)")
    assert rules(workbook["A"]) == ["OR($A1>1,$B1>1)"]


# notes, merged cells, special cells, filters, printing


def test_a_cell_without_a_note_has_none(book, workbook):
    """Excel fails where it is asked for the text of no note."""
    workbook["A"]["B1"].comment = Comment("mine", "")
    cells = book.sheets["A"].range
    assert cells("A1").note is None
    assert cells("B1").note.text == "mine"
    cells("A1").add_note("new")
    assert [note.text for note in book.sheets["A"].notes] == ["new", "mine"]
    cells("A1").note.delete()
    assert cells("A1").note is None


def test_a_note_is_all_that_a_threaded_comment_may_not_be(book):
    """There are no threaded comments on macOS."""
    with pytest.raises(NotImplementedError, match="not available"):
        _ = book.sheets["A"].range("A1").comment


def test_merged_cells_are_told(mac, book, workbook):
    """Yes, no, or ``missing value`` where only some are; the others are empty."""
    workbook["A"].merge_cells("A1:B2")
    cells = book.sheets["A"].range
    assert cells("A1:B2").merge_cells is True
    assert cells("C1:C3").merge_cells is False
    assert cells("A1:C3").merge_cells == mac.k.missing_value
    assert cells("B2").merge_area.address == "$A$1:$B$2"
    assert cells("A1:B2").value == [["text", None], [None, None]]


def test_special_cells_tell_where_errors_are(mac, book):
    """None is an empty list; a single cell is not taken for its whole tab (xlwings)."""
    cells = book.sheets["A"].range
    found = cells("A1:C3").get_special_cells("formulas", "errors")
    assert [one.address for one in found] == ["$A$3"]
    found = cells("A1:C3").get_special_cells("constants", "errors")
    assert [one.address for one in found] == ["$B$3"]
    assert cells("A1:C1").get_special_cells("formulas", "errors") == []
    assert cells("A1").get_special_cells("formulas", "errors") == []
    anywhere = cells("A1").api.special_cells(type=mac.k.cell_type_formulas)
    assert anywhere.get_address() == "$A$3"


def test_a_filter_begins_and_stays(book, workbook):
    """With a criterion; without one all rows are shown again."""
    filtered = book.sheets["A"].range("A1:C3").autofilter
    filtered.apply_comparison(1, "not_equal_to", None)
    assert workbook["A"].auto_filter.filterColumn
    filtered.clear(1)
    assert workbook["A"].auto_filter.ref == "A1:C3"
    assert not workbook["A"].auto_filter.filterColumn
    with pytest.raises(ValueError, match="different range"):
        book.sheets["A"].range("A1:B3").autofilter.apply_comparison(1, "not_equal_to", None)


def test_the_print_area_is_an_address_in_the_users_style(mac, book, workbook, fails):
    """Where columns have numbers, one with letters is refused."""
    book.sheets["A"].page_setup.print_area = "$A$1:$B$2"
    assert book.sheets["A"].page_setup.print_area == "$A$1:$B$2"
    book.app.api.reference_style.set(mac.k.R1C1)
    with fails(-50):
        book.sheets["A"].page_setup.print_area = "$A$1:$C$2"


def test_a_protected_tab_takes_no_values_notes_or_rules(book, workbook, fails):
    """Unless a cell is not locked."""
    workbook["A"].protection.sheet = True
    cells = book.sheets["A"].range
    for change in (
        lambda: setattr(cells("A1"), "value", 1),
        lambda: cells("A1").add_note("no"),
        lambda: cells("A1:B2").conditional_formats.add_custom("=$A1>1"),
    ):
        with fails(-50):
            change()
    workbook["A"]["A1"].protection = Protection(locked=False)
    cells("A1").value = 1
    assert workbook["A"]["A1"].value == 1


# the application


def test_several_ranges_are_one_selection_and_a_picture_is_none(mac, book):
    """The tab in front is asked."""
    mac.select(book, "B", "A2:B3,D5")
    assert book.selection.address == "$A$2:$B$3,$D$5"
    assert (book.selection.sheet.name, book.selection.row) == ("B", 2)
    mac.select(book, "B", "")
    assert book.selection is None


def test_a_message_box_is_written_down(book, excel):
    """Its title, text, kind and buttons; the button is given back."""
    assert book.app.alert("text", "title", mode="critical") == "ok"
    (alert,) = excel.alerts
    assert (alert["title"], alert["message"], alert["buttons"]) == ("title", "text", "OK")
    assert alert["as_"].name == "critical"


def test_nobody_waits_for_a_message_box_longer_than_a_minute(book, excel, fails):
    """Sixty seconds is what appscript waits for any command; xlwings does not ask for more."""
    excel.clicked_after = 61
    with fails(-1712):
        book.app.alert("text", "title")
    assert [alert["message"] for alert in excel.alerts] == ["text"]
    assert excel.waited == 60


def test_a_command_that_gets_no_answer_takes_a_minute(book, excel, fails):
    """While a window waits for the user every command does."""
    excel.refuse = lambda _event: -1712
    for _ in range(2):
        with fails(-1712):
            _ = book.sheets["A"].name
    assert excel.waited == 120


def test_a_web_address_that_belongs_to_no_folder_is_an_error(mac, workbook, monkeypatch, tmp_path):
    """Raised by xlwings itself, not by Excel; alerts are on again by then."""
    for name in ("OneDrive", "OneDriveConsumer", "OneDriveCommercial"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    book = mac.open_book(workbook, fullname="https://d.docs.live.net/1a2b/event.xlsm")
    assert book.name == "event.xlsm"
    with pytest.raises(xw.XlwingsError, match="local OneDrive file"):
        _ = book.fullname
    assert mac.excel_of(book).settings["display_alerts"] is True


def test_the_caller_is_found_by_its_name(mac, book, monkeypatch):
    """``--wb=`` names it; of the same name in two instances of Excel none is taken."""
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(sys, "argv", ["-c", "--wb=EVENT.xlsm", "--from_xl=1", "--app=Excel"])
    assert xw.Book.caller().sheets["B"].name == "B"
    mac.open_book(Workbook())
    with pytest.raises(Exception, match="open in more than one Excel instance"):
        xw.Book.caller()


def test_at_the_end_the_workbooks_own_macro_is_run(mac, book, excel):
    """Done when Python ends, though not in this process."""
    mac.xlmac.cleanup()
    assert "CleanUp" in excel.macros


# this process


def test_the_process_is_left_as_it_was(mac):
    """No module of the Mac's stays behind, nor anything that is done when Python ends."""
    before = dict(sys.modules), atexit._ncallbacks()
    again = mac._load()
    assert (dict(sys.modules), atexit._ncallbacks()) == before
    assert again.Engine is not mac.xlmac.Engine
    assert not hasattr(xw, "_xlmac")
    assert "xlwings._xlmac" not in sys.modules
