"""Excel on the desktop as the tests have it does what Excel does: one story for Windows and for macOS.

Each fact says where the two differ, and names its source: VBA-Docs is Microsoft's reference of the
object model, KB its articles on faults; pywin32, appscript and xlwings are their sources, or the
issue named; MacTech is the guide "Moving from Microsoft Office VBA to AppleScript".
"""

from __future__ import annotations

import atexit
import ctypes
import sys
from datetime import UTC, datetime, time
from decimal import Decimal
from pathlib import Path

import pytest
import xlwings as xw
from openpyxl import Workbook
from openpyxl.styles import Font, Protection
from openpyxl.worksheet.protection import SheetProtection

from cases import each

NOON = datetime(2026, 11, 21, 12, 30)  # noqa: DTZ001  (cells have no zone)


@pytest.fixture(params=["windows", "macos"])
def platform(request):
    """Both desktops, one after the other."""
    return request.param


@pytest.fixture
def stand_in(platform, com, mac):
    """The stand-in for a platform's Excel."""
    return com if platform == "windows" else mac


@pytest.fixture
def workbook():
    """A workbook of three tabs; the second is hidden, the third as well as can be."""
    workbook = Workbook()
    workbook.active.title = "Event"
    workbook.create_sheet("Page").sheet_state = "hidden"
    workbook.create_sheet("Looks").sheet_state = "veryHidden"
    for row in (["text", 1, 2.5], [True, NOON, None], ["=1/0", "#N/A", "x"]):
        workbook["Event"].append(row)
    workbook["Event"]["B3"].data_type = "e"
    return workbook


@pytest.fixture
def opened(workbook, stand_in):
    """Open the workbook in an Excel that is set up so; a formula that divides comes to an error."""

    def open_book(**how):
        how.setdefault("shown", lambda _tab, text: "#DIV/0!" if "/" in text else 0)
        return stand_in.open_book(workbook, **how)

    return open_book


@pytest.fixture
def book(opened):
    """The workbook in an American Excel."""
    return opened()


@pytest.fixture
def event(book):
    """Its first tab."""
    return book.sheets["Event"]


@pytest.fixture
def excel(book, stand_in):
    """The Excel that has the workbook open."""
    return stand_in.excel_of(book)


@pytest.fixture
def fails(platform, com, mac):
    """Expect what xlwings lets through of Excel's errors; on macOS they have numbers."""

    def fails(number=-50, told=None):
        if platform == "macos":
            return pytest.raises(mac.CommandError, match=f"OSERROR: {number}")
        return pytest.raises(com.windows_engine().pywintypes.com_error, match=told)

    return fails


@pytest.fixture
def locale(languages):
    """What Excel can be set to, by name."""
    return languages.BY_NAME.__getitem__


only_windows = pytest.mark.parametrize("platform", ["windows"], indirect=True)
only_mac = pytest.mark.parametrize("platform", ["macos"], indirect=True)


# xlwings and what is beneath it


def test_nothing_of_the_platforms_stays_in_the_process(com, mac):
    """It is xlwings' own code; other tests run where there is neither pywin32 nor appscript."""
    for module, name in ((com.windows_engine(), "_xlwindows"), (mac.xlmac, "_xlmac")):
        assert Path(module.__file__) == Path(xw.__file__).with_name(f"{name}.py")
        assert not hasattr(xw, name)
        assert f"xlwings.{name}" not in sys.modules
    assert not {"pywintypes", "win32api", "win32com"} & set(sys.modules)
    assert not hasattr(ctypes, "windll") or sys.platform == "win32"
    before = dict(sys.modules), atexit._ncallbacks()
    mac._load()
    assert (dict(sys.modules), atexit._ncallbacks()) == before


@only_windows
def test_a_member_that_excel_has_not_is_a_fault(book, event, excel):
    """Xlwings would try a property again for ever that cannot be set: here it is written down."""
    with pytest.raises(AssertionError):
        _ = book.api.Colour
    with pytest.raises(AssertionError):
        event.api.Colour = "red"
    assert excel.faults == ["Workbook has no Colour", "Worksheet.Colour cannot be set"]


@only_mac
def test_words_that_the_dictionary_does_not_have_are_refused(mac, event):
    """In a reference, as an argument, and after ``k``; what nobody has written yet ends the test."""
    cells = event.range("A1").api
    with pytest.raises(AttributeError, match="Unknown property, element or command: 'valeu'"):
        _ = cells.valeu
    with pytest.raises(TypeError, match="Unknown keyword argument 'destinatoin'"):
        cells.copy_range(destinatoin=cells)
    with pytest.raises(ValueError, match="sheet_invisible"):
        event.api.visible.set(mac.k.sheet_invisible)
    with pytest.raises(BaseException, match=r"Area: get .*wrap_text.* is not written") as found:
        _ = event.range("A1").wrap_text
    assert not isinstance(found.value, Exception)
    terms = sys.modules["mac_terms"].TERMS
    assert terms.references["version"] == ("property", b"vers")  # appscript has one of its own
    assert terms.references["version_"][1] in (b"CJ88", b"CJ17")


def test_every_word_of_macos_is_in_its_dictionary_and_means_something_here():
    """The table of names that differ has none that nobody asks for."""
    known = sys.modules["mac_terms"].TERMS.references
    things, found = [sys.modules["excel_things"].Thing], set()
    while things:
        thing = things.pop()
        found |= {name for _, name in thing.members}
        things += thing.__subclasses__()
    for word, ours in sys.modules["desktops"].MACOS.words.items():
        assert word in known
        assert ours.replace("_", "") in found, word


def test_what_cannot_travel_is_a_type_error(event):
    """As pywin32 says (oleargs.cpp, PyCom_VariantFromPyObject), and appscript."""
    with pytest.raises(TypeError, match=r"can not be converted to a COM VARIANT|Can't pack data"):
        event["A1"].value = object()


@only_windows
def test_a_busy_excel_is_asked_again(book, excel):
    """Xlwings tries a call again (COMRetryObjectWrapper), but a collection that is called once only."""
    excel.busy = 3
    assert book.name == "event.xlsm"
    assert excel.busy == 0
    sheets = book.impl.sheets
    excel.busy = 1
    assert sheets("Event").xl is None


@only_mac
def test_a_command_that_gets_no_answer_takes_a_minute(event, excel, fails):
    """While a window waits for the user every command does; xlwings asks for no other time."""
    excel.refuse = lambda _event: -1712
    for _ in range(2):
        with fails(-1712):
            _ = event.name
    assert excel.waited == 120


def test_a_message_box_is_shown_and_closed(book, excel, platform, fails):
    """On macOS nobody waits for it longer than a minute."""
    assert book.app.alert("Well?", "xlplugin", mode="critical") == "ok"
    assert excel.asked[-1]["args"][:2] == ["Well?", "xlplugin"]
    if platform == "macos":
        excel.clicked_after = 61
        with fails(-1712):
            book.app.alert("text", "title")
        assert excel.waited == 60


def test_a_click_may_fail_or_be_counted_call_by_call(event, excel, fails):
    """That is how tests have Excel refuse something in the middle of a click."""
    excel.fails_at = excel.calls + 2
    _ = event.name
    with fails():
        _ = event.name
    assert event.name == "Event"


# what Excel speaks

LISTED = '=($K2<>"")*($K2<>"Missing")'
FORMULAS = [
    ("English", '=AND($K2<>"",$K2<>"x")', 'AND($K2<>"",$K2<>"x")'),
    ("English", '=AND($K2<>"";$K2<>"x")', None),
    ("English, Windows in Polish", '=AND($K2<>"";$K2>1,5)', 'AND($K2<>"",$K2>1.5)'),
    ("English, Windows in Polish", '=AND($K2<>"",$K2<>"x")', None),
    ("German", '=AND($K2<>"",$K2<>"x")', None),
    ("German", '=AND($K2<>"";$K2<>"x")', None),
    ("German", '=UND($K2<>"";$K2=WAHR)', 'AND($K2<>"",$K2=TRUE)'),
    ("Polish", '=RIGHT($K2,1)="x"', None),
    ("Polish", '=PRAWY($K2;1)="x"', 'RIGHT($K2,1)="x"'),
    ("French", "=NB.SI($K:$K;$K2)>1", "COUNTIF($K:$K,$K2)>1"),
    ("French", "=$K2>1.5", None),
    ("French", "=$K2<>", None),
    ("German, R1C1", LISTED, None),
    ("German, R1C1", '=ZS11<>""', '$K2<>""'),
    ("English, R1C1", "=RC11<>R[1]C", "$K2<>A3"),
    *((name, LISTED, LISTED[1:]) for name in ("English", "German", "Polish", "French")),
]


@each("speaks, formula, meant", FORMULAS)
def test_highlights_are_read_in_the_users_language(
    opened, stand_in, locale, fails, speaks, formula, meant
):
    """Its separator and functions: simpleexcelvba.com, list-separator-in-conditional-formatting.

    Where Excel shows R1C1 references sources differ, and the strictest reading is tried here.
    """
    made = Workbook()
    sheet = stand_in.open_book(made, locale=locale(speaks)).sheets[0]
    sheet["A2"].select()
    formats = sheet["A2:B9"].conditional_formats
    if meant is None:
        with fails():
            formats.add_custom(formula, font_bold=True)
    else:
        formats.add_custom(formula, font_bold=True)
    assert rules(made.active) == ([meant] if meant else [])


def rules(sheet):
    """The formulas of a tab's rules, in their order."""
    found = [rule for formats in sheet.conditional_formatting for rule in formats.rules]
    return [rule.formula[0] for rule in sorted(found, key=lambda rule: rule.priority)]


def test_a_highlight_is_read_as_seen_from_the_active_cell(event, workbook):
    """KB 895562: what is written for the first cell of its range is another cell's otherwise."""
    event["A1"].select()
    event["B3:B9"].conditional_formats.add_custom("=$K1>B1", font_bold=True)
    assert rules(workbook["Event"]) == ["$K3>C3"]


def test_the_newest_highlight_is_asked_first(event, workbook):
    """Xlwings asks for it (SetFirstPriority), which moves all others on (VBA-Docs)."""
    formats = event["A1:A9"].conditional_formats
    for number in (1, 2):
        formats.add_custom(f"={number}", fill_color=f"#00000{number}", font_color="#445566",
                           font_bold=number == 1, stop_if_true=True)  # fmt: skip
    (found,) = workbook["Event"].conditional_formatting
    looks = {
        r.formula[0]: (r.priority, r.dxf.fill.bgColor.rgb, r.dxf.font.color.rgb, r.dxf.font.b or False, r.stopIfTrue)
        for r in found.rules
    }  # fmt: skip
    assert looks == {
        "1": (2, "FF000001", "FF445566", True, True), "2": (1, "FF000002", "FF445566", False, True)
    }  # fmt: skip


def test_formulas_of_cells_are_english(opened, workbook, locale):
    """Formula in the language of the macro, whatever the user speaks (VBA-Docs)."""
    cell = opened(locale=locale("German")).sheets["Event"]["A1"]
    cell.value = '=IF(B1>1.5,TRUE,"a;b")'
    assert workbook["Event"]["A1"].value == cell.formula == '=IF(B1>1.5,TRUE,"a;b")'


@only_windows
@pytest.mark.parametrize("text", ["=IF(1;2)", "=1+", "=(1", "=SUM(1))", '="a'])
def test_what_is_no_english_formula_is_refused(opened, locale, fails, text):
    """Whatever the user speaks."""
    with fails():
        opened(locale=locale("German")).sheets["Event"]["A1"].value = text


def test_print_areas_are_in_the_users_reference_style(opened, workbook, locale, platform, fails):
    """On Windows taken as A1 and read as R1C1 (dede-20191130, Change-PageSetup-PrintAria)."""
    setup = opened(locale=locale("English, R1C1")).sheets["Event"].page_setup
    if platform == "macos":
        with fails():
            setup.print_area = "$A$1:$B$2"
        return
    setup.print_area = "$A$1:$B$2"
    assert workbook["Event"].print_area == "'Event'!$A$1:$B$2"


def test_the_reference_style_can_be_changed(opened, workbook, locale, platform, mac):
    """For as long as it takes to add a highlight."""
    book = opened(locale=locale("German, R1C1"))
    if platform == "macos":
        book.app.api.reference_style.set(mac.k.A1)
    else:
        book.app.api.ReferenceStyle = 1
    book.sheets["Event"]["A1:A9"].conditional_formats.add_custom("=$K1>0", font_bold=True)
    assert workbook["Event"].conditional_formatting


TYPED = [
    *(("English", text, kind) for text, kind in
      {"3-3": datetime, "1,5": str, "5.3.": str, "WAHR": str, "TRUE": bool, "1.5": float}.items()),
    *(("German", text, kind) for text, kind in
      {"3-3": datetime, "1,5": float, "5.3.": datetime, "WAHR": bool, "TRUE": bool}.items()),
    *(("French", text, kind) for text, kind in
      {"VRAI": bool, "5/13": datetime, "13/5": datetime, "0,5": float, "x": str}.items()),
]  # fmt: skip


@each("speaks, text, kind", TYPED)
def test_texts_are_taken_for_what_they_mean_to_americans_or_to_the_user(
    opened, workbook, locale, speaks, text, kind
):
    """Value takes a text as an American would, and if that fails as the user would."""
    opened(locale=locale(speaks)).sheets["Event"]["C2"].value = text
    assert isinstance(workbook["Event"]["C2"].value, kind)


@each("text", ["=1+1", "3-3", "1,5", "WAHR", "#N/A", "'x"])
def test_an_apostrophe_keeps_a_text(opened, workbook, locale, text):
    """It does not become part of it; neither Value nor Formula gives it back (tek-tips 721122)."""
    cell = opened(locale=locale("German")).sheets["Event"]["C2"]
    cell.value = f"'{text}"
    assert (cell.value, cell.formula) == (text, text)
    assert workbook["Event"]["C2"].quotePrefix


@each("typed, there", [("'=1+1", "=1+1"), ("=1+1", "=1+1"), ("3-3", "3-3"), (5.0, "5"), ("'", "")])
def test_cells_formatted_as_text_hold_texts(event, workbook, typed, there):
    """An apostrophe is a prefix there too, not part of the text (NodeXL ExcelTextUtil.ForceCellText)."""
    workbook["Event"]["A1"].number_format = "@"
    event["A1"].value = typed
    assert (workbook["Event"]["A1"].value, workbook["Event"]["A1"].data_type) == (there, "s")


# what cells hold

VALUES = [
    (3, "General", 3.0), (0.5, "0.0", 0.5), (12.34567, "[$€-407] #,##0.00", Decimal("12.3457")),
    (5, "$#,##0", Decimal(5)), (NOON, "dd.mm.yyyy hh:mm", NOON.replace(tzinfo=UTC)),
    (datetime.fromisoformat("2026-11-21"), "yyyy-mm-dd", datetime(2026, 11, 21, tzinfo=UTC)),
    (time(12, 0), "h:mm", 0.5), (datetime.fromisoformat("2026-11-21T12:00"), "h:mm", 46347.5),
    (True, "General", True), ("007", "General", "007"), (None, "0.0", None),
]  # fmt: skip


@only_windows
@each("typed, code, told", VALUES)
def test_values_come_as_pywin32_gives_them(event, workbook, typed, code, told):
    """Decimals of money: xlwings 65 and 640; days as times of UTC: pywin32, PyTime.cpp."""
    cell = workbook["Event"]["B5"]
    cell.value, cell.number_format = typed, code
    found = event["B5"].raw_value
    assert (found, type(found).__mro__[-2]) == (told, type(told).__mro__[-2])
    assert getattr(found, "tzinfo", None) == getattr(told, "tzinfo", None)


def test_one_cell_comes_as_it_is_and_several_as_rows(event, platform):
    """Also of one row or column (VBA-Docs); whole numbers are floats, on macOS nothing is a text."""
    rows = tuple if platform == "windows" else list
    noon, empty = (NOON.replace(tzinfo=UTC), None) if rows is tuple else (NOON, "")
    assert event["B1"].raw_value == 1.0
    assert event["A1:C1"].raw_value == rows([rows(["text", 1.0, 2.5])])
    assert event["A1:A2"].raw_value == rows([rows(["text"]), rows([True])])
    assert event["A2:C2"].raw_value == rows([rows([True, noon, empty])])
    assert event["A1:C1"].formula == rows([rows(["text", "1", "2.5"])])
    moment = event["B2"].formula
    assert float(moment) == pytest.approx(46347.5208333)
    assert event["C2:C3"].formula == rows([rows([""]), rows(["x"])])


@only_windows
@each(
    "error, number",
    [("#NULL!", -2146826288), ("#VALUE!", -2146826273), ("#N/A", -2146826246),
     ("#SPILL!", -2146826243), ("#CALC!", -2146826238), ("#BUSY!", -2146826237)],
)  # fmt: skip
def test_errors_come_as_numbers(opened, error, number):
    """0x800A0000 and the number of XlCVError: VBA-Docs, Excel's type library; xlwings knows seven."""
    cell = opened(shown=lambda _tab, _formula: error).sheets["Event"]["A3"]
    assert (cell.raw_value, cell.formula) == (number, "=1/0")
    is_known = number in range(-2146826288, -2146826245)
    assert cell.options(err_to_str=True).value == (error if is_known else number)
    assert cell.value == (None if is_known else number)


@only_mac
def test_among_other_cells_an_error_is_not_even_nothing(event, mac, excel):
    """Its row is shorter, a row of errors alone is not there (xlwings issues 1188 and 1924).

    Asked for by itself it is ``missing value``; in an older Excel it always is (issue 496).
    """
    missing = mac.k.missing_value
    assert event["A3"].raw_value == missing
    assert event["A2:C3"].raw_value == [[True, NOON, ""], ["x"]]
    assert event["A3:B3"].raw_value == []
    assert event["A3:C3"].formula == [["=1/0", "#N/A", "x"]]
    excel.errors_are = "missing"
    assert event["A3:C3"].raw_value == [[missing, missing, "x"]]


@only_mac
def test_an_answer_has_so_much_room_and_no_more(event, fails):
    """Values come 1.5 million at a time; four million formulas fail with -1741 (xlwings)."""
    event.range((4000, 1000)).value = "far"
    used = event.range((1, 1), (4000, 1000))
    assert used.options(ndim=2).value[-1][-1] == "far"
    with fails(-1741):
        _ = used.formula


@only_windows
def test_reading_millions_of_cells_is_a_fault(event, workbook, excel):
    """One cell at the far end makes all of them used; xlwings reads them part by part."""
    workbook["Event"]["XFD1048576"] = "here"
    used = event.used_range
    with pytest.raises(AssertionError):
        _ = event.range((1, 1), (used.last_cell.row, used.last_cell.column)).value
    assert "would not answer for minutes" in excel.faults[0]


@only_windows
def test_a_text_has_so_many_characters_at_most(event, fails):
    """32,767, its apostrophe included."""
    event["A1"].value = "'" + "x" * 32_766
    with fails():
        event["A1"].value = "x" * 32_768


def test_merged_cells_are_told_as_all_none_or_some(event, workbook, platform, mac):
    """True, False, or neither; of merged cells the first holds something (VBA-Docs)."""
    workbook["Event"].merge_cells("B5:C6")
    told = [event[where].merge_cells for where in ("A5", "B5", "C6", "B5:C6", "A5:C6")]
    assert told == [False, True, True, True, None if platform == "windows" else mac.k.missing_value]
    assert event["C6"].merge_area.address == "$B$5:$C$6"
    assert event["A5"].merge_area.address == "$A$5"
    event["B5:C5"].value = [[1, 2]]
    assert event["B5:C5"].value == [1, None]


def test_what_is_used_includes_what_only_looks_like_something(book, workbook):
    """Formatted cells count; a tab without any has one cell that is used."""
    assert book.sheets["Page"].used_range.address == "$A$1"
    workbook["Page"]["C4"] = 1
    workbook["Page"]["E9"].font = Font(bold=True)
    assert book.sheets["Page"].used_range.address == "$C$4:$E$9"


def test_the_last_cell_that_holds_something_is_found(book, workbook):
    """Xlwings looks for values from the first cell backwards, by rows or by columns."""
    for where in ("B2", "D7", "F3"):
        workbook["Page"][where] = "x"
    cells = book.sheets["Page"]["A1:H9"]
    found = [cells.find("*", direction="backward", order=order).address for order in ("rows", "columns")]  # fmt: skip
    assert found == ["$D$7", "$F$3"]


# tabs


@pytest.mark.parametrize("what", ["copy", "activate", "delete"])
def test_a_tab_that_is_hidden_well_cannot_be_used(book, fails, what):
    """Not even deleted (office-js 365): it must be shown, or hidden less well, first."""
    with fails():
        getattr(book.sheets["Looks"], what)()
    assert [sheet.name for sheet in book.sheets] == ["Event", "Page", "Looks"]


def test_a_copy_comes_to_the_front_and_is_hidden_if_its_tab_is(book, event):
    """As does a new tab (VBA-Docs, Sheets.Add)."""
    copy = book.sheets["Page"].copy(before=event)
    assert (copy.name, bool(copy.visible)) == ("Page (2)", False)
    assert book.sheets.active.name == "Event"
    book.sheets["Event"].copy(before=book.sheets["Event"])
    assert book.sheets.active.name == "Event (2)"
    book.sheets.add("New", after=book.sheets["Event"])
    assert book.sheets.active.name == "New"
    book.sheets["New"].delete()
    names = [sheet.name for sheet in book.sheets]
    assert names == ["Page (2)", "Event (2)", "Event", "Page", "Looks"]


def test_a_tab_by_its_place_is_another_one_on_macos(book, platform):
    """References are looked up at every command there; a name is what it was (appscript)."""
    second, named = list(book.sheets)[1], book.sheets["Page"]
    book.sheets["Event"].copy(before=book.sheets["Event"])
    assert named.name == "Page"
    assert second.name == ("Page" if platform == "windows" else "Event")


def test_a_tab_that_is_gone_or_was_never_there_cannot_be_used(book, fails):
    """On macOS a name is not looked up before it is asked for something."""
    new = book.sheets.add("New")
    new.delete()
    with fails(-1728, "disconnected"):
        _ = new.name
    with fails(-1728):
        _ = book.sheets["no such tab"].name


def test_one_tab_must_stay_to_be_seen(book, event, fails):
    """It can neither be hidden nor deleted; a hidden one comes to the front only once it is shown."""
    with fails():
        event.visible = False
    with fails():
        event.delete()
    with fails():
        book.sheets["Page"].activate()
    book.sheets["Page"].visible = True
    event.visible = False
    assert book.sheets.active.name == "Page"


@pytest.mark.parametrize("name", ["page", "a:b"])
def test_names_that_cannot_be_are_refused(event, fails, name):
    """Those in use, whatever their case, and what no file could be called."""
    with fails():
        event.name = name


def test_a_deletion_that_excel_asks_about_is_noticed(book, platform, excel, fails):
    """It would wait for somebody to answer; xlwings switches that off, on macOS for good if it fails."""
    new = book.sheets.add("New")
    if platform == "windows":
        with pytest.raises(AssertionError):
            new.api.Delete()
        assert "asks whether to delete New" in excel.faults[0]
        return
    with fails(-1712):
        new.api.delete()
    new.delete()
    with fails():
        book.sheets["Event"].delete()
    assert excel.settings["displayalerts"] is False


@only_windows
def test_chart_sheets_are_tabs_without_cells(book, workbook, fails):
    """Sheets has them, Worksheets has not; Index counts them, so xlwings adds tabs elsewhere."""
    workbook.create_chartsheet("Chart", 0)
    assert [sheet.name for sheet in book.sheets] == ["Event", "Page", "Looks"]
    assert book.sheets["Event"].index == 2
    book.sheets.add("New", after=book.sheets["Event"])
    assert workbook.sheetnames == ["Chart", "Event", "Page", "New", "Looks"]
    book.api.Sheets("Chart").Activate()
    assert book.selection is None
    with fails():
        book.sheets.active.range("A1")


@only_windows
def test_as_many_tabs_are_added_as_are_selected(book, workbook):
    """VBA-Docs, Sheets.Add: the default of Count; they stay selected if one of them comes to the front."""
    workbook["Page"].sheet_state = "visible"
    workbook["Page"].sheet_view.tabSelected = True
    book.sheets["Event"].activate()
    book.sheets.add("New")
    assert workbook.sheetnames == ["New", "Sheet1", "Event", "Page", "Looks"]


@only_mac
def test_bringing_a_tab_to_the_front_asks_macos_to(mac, book):
    """System Events is asked twice; beside a second Excel xlwings' own way fails without."""
    book.sheets["Event"].activate()
    assert mac.SystemEvents.asked == 2
    mac.SystemEvents.allowed = False
    mac.open_book(Workbook()).sheets[0].activate()
    with pytest.raises(Exception, match="Could not activate App!"):
        book.sheets["Event"].activate()


# what is protected

TABS = {
    "adding": lambda book: book.sheets.add("New"),
    "copying": lambda book: book.sheets["Page"].copy(),
    "deleting": lambda book: book.sheets["Page"].delete(),
    "renaming": lambda book: setattr(book.sheets["Page"], "name", "Other"),
    "showing": lambda book: setattr(book.sheets["Page"], "visible", True),
}
CELLS = {
    "writing": lambda cell: setattr(cell, "value", 1),
    "emptying": lambda cell: cell.clear_contents(),
    "copying to": lambda cell: cell.sheet["C5"].copy(cell),
    "a note": lambda cell: cell.add_note("x"),
    "a highlight": lambda cell: cell.conditional_formats.add_custom("=1", font_bold=True),
}


@pytest.mark.parametrize("what", TABS)
def test_a_protected_structure_keeps_its_tabs(book, event, workbook, fails, what):
    """Cells can be changed there."""
    workbook.security.lockStructure = True
    with fails():
        TABS[what](book)
    event["A1"].value = 1
    workbook.security.lockStructure = False
    TABS[what](book)


@pytest.mark.parametrize("what", CELLS)
def test_a_protected_tab_keeps_its_cells(event, workbook, fails, what):
    """But for those that are not locked, which can be written; it can be read and renamed."""
    workbook["Event"].protection = SheetProtection(sheet=True)
    workbook["Event"]["D4"].protection = Protection(locked=False)
    with fails():
        CELLS[what](event["A1"])
    event["D4"].value = 1
    event.name = "Other"
    workbook["Other"].protection.sheet = False
    CELLS[what](event.book.sheets["Other"]["A1"])


# notes, widths, filters


def test_a_cell_has_one_note(event, workbook):
    """Which is told, changed and taken away; where there is none, none is told."""
    cell = event["A1"]
    assert cell.note is None
    cell.add_note("one")
    cell.note.text = "two"
    assert workbook["Event"]["A1"].comment.text == cell.note.text == "two"
    cell.note.delete()
    assert cell.note is None


@only_windows
def test_widths_are_rounded_to_pixels(event, workbook):
    """Seven a character and five beside it; less than a character is a part of all twelve."""
    columns = workbook["Event"].column_dimensions
    event["B1"].column_width = 11.4
    assert columns["B"].width == pytest.approx(85 / 7)
    event["B1"].column_width = 0.5
    assert columns["B"].width == pytest.approx(6 / 7)


def test_a_filter_is_begun_and_its_rows_shown_again(event, workbook):
    """The filter stays."""
    cells = event["A1:B9"]
    cells.autofilter.apply_comparison(1, "not_equal_to", None)
    assert workbook["Event"].auto_filter.filterColumn
    cells.autofilter.clear(1)
    assert not workbook["Event"].auto_filter.filterColumn
    assert workbook["Event"].auto_filter.ref == "A1:B9"


# what is selected, and where the workbook is


def test_several_areas_are_one_selection_and_a_picture_is_none(book, excel, platform):
    """An address has 255 characters at most, without an error: MicrosoftDocs/VBA-Docs, issue 49."""
    excel.select("Event", "A2:B3,D5")
    assert book.selection.address == "$A$2:$B$3,$D$5"
    if platform == "windows":
        excel.select("Event", ",".join(f"A{row}" for row in range(10, 100, 2)))
        assert 240 < len(book.selection.address) <= 255
    excel.select("Event", "")
    assert book.selection is None


def test_selecting_where_another_tab_is_in_front_is_refused(book, fails):
    """Select method of Range class failed."""
    book.sheets["Page"].visible = True
    with fails():
        book.sheets["Page"]["A1"].select()
    book.sheets["Page"].activate()
    book.sheets["Page"]["A1"].select()


def test_a_book_in_a_cloud_has_no_path(opened, stand_in, monkeypatch, tmp_path):
    """Xlwings raises where it finds no folder for the address: one error or another (utils.py)."""
    for name in ("OneDrive", "OneDriveConsumer", "OneDriveCommercial"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for cloud in ("d.docs.live.net/1a2b", "club.sharepoint.com/sites/us/Documents", "example.com"):
        book = opened(fullname=f"https://{cloud}/event.xlsm")
        assert book.name == "event.xlsm"
        with pytest.raises((xw.XlwingsError, UnboundLocalError)):
            _ = book.fullname
        assert stand_in.excel_of(book).left_behind() == []


def test_the_excel_in_front_is_the_one_that_is_brought_there(workbook, com):
    """There may be several, each with its own number."""
    first, second = com.open_book(workbook), com.open_book(Workbook())
    assert xw.apps.active.pid == second.app.pid != first.app.pid
    first.sheets["Event"].activate()
    assert xw.apps.active.pid == first.app.pid


@only_mac
def test_the_caller_is_found_by_its_name(mac, book, monkeypatch):
    """``--wb=`` names it; of the same name in two instances of Excel none is taken."""
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(sys, "argv", ["-c", "--wb=EVENT.xlsm", "--from_xl=1", "--app=Excel"])
    assert xw.Book.caller().sheets["Event"].name == "Event"
    mac.open_book(Workbook())
    with pytest.raises(Exception, match="open in more than one Excel instance"):
        xw.Book.caller()
