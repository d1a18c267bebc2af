"""Excel on Windows as the tests have it does what Excel on Windows does.

Where a behaviour is from stands with its test: VBA-Docs is Microsoft's reference of the object model,
KB its articles on faults; pywin32 and xlwings are their sources or the issue named.
"""

from __future__ import annotations

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

LISTED = '=($K2<>"")*($K2<>"Missing")'


@pytest.fixture
def workbook():
    """A workbook of three tabs; the second is hidden, the third as well as can be."""
    workbook = Workbook()
    workbook.active.title = "Event"
    workbook.create_sheet("Page").sheet_state = "hidden"
    workbook.create_sheet("Looks").sheet_state = "veryHidden"
    return workbook


@pytest.fixture
def opened(workbook, com):
    """Open the workbook in an Excel that is set up so."""

    def open_book(**how):
        return com.open_book(workbook, **how)

    return open_book


@pytest.fixture
def book(opened):
    """The workbook in an American Excel."""
    return opened()


@pytest.fixture
def com_error(com):
    """What xlwings lets through of Excel's errors."""
    return com.windows_engine().pywintypes.com_error


@pytest.fixture
def excel(book, com):
    """The Excel that has the workbook open."""
    return com.excel_of(book)


# xlwings and pywin32


def test_it_is_xlwings_own_code(com):
    """Nothing of what calls COM is rewritten for the tests."""
    module = com.windows_engine()
    assert Path(module.__file__) == Path(xw.__file__).with_name("_xlwindows.py")


def test_nothing_of_windows_stays_in_the_process(book):
    """Other tests run where there is no pywin32."""
    assert not {"pywintypes", "win32api", "win32com", "xlwings._xlwindows"} & set(sys.modules)
    assert not hasattr(ctypes, "windll") or sys.platform == "win32"
    assert not hasattr(xw, "_xlwindows") or sys.platform == "win32"


def test_a_member_that_excel_has_not_is_a_fault(book, excel):
    """Xlwings would try a property again for ever that cannot be set: here it is written down."""
    with pytest.raises(AssertionError):
        _ = book.api.Colour
    with pytest.raises(AssertionError):
        book.sheets["Event"].api.Colour = "red"
    assert excel.faults == ["Workbook has no Colour", "Worksheet.Colour cannot be set"]


def test_a_busy_excel_is_asked_again(book, excel):
    """Xlwings tries a call again that Excel rejects, as often as it takes (COMRetryObjectWrapper)."""
    excel.busy = 3
    assert book.name == "event.xlsm"
    assert excel.busy == 0


def test_a_busy_excel_loses_a_tab_that_is_asked_for_by_name(book, excel):
    """Calling a collection is tried once only and then comes to nothing (``__call__`` there)."""
    sheets = book.impl.sheets
    excel.busy = 1
    assert sheets("Event").xl is None


@pytest.mark.parametrize("value", [time(12, 30), object()])
def test_what_has_no_variant_is_a_type_error(book, value):
    """As pywin32 says: oleargs.cpp, PyCom_VariantFromPyObject."""
    with pytest.raises(TypeError, match="can not be converted to a COM VARIANT"):
        book.sheets["Event"]["A1"].value = value


def test_a_message_box_is_shown_and_closed(book, excel):
    """Through Windows itself, not through Excel."""
    assert book.app.alert("Well?", "xlplugin", mode="critical") == "ok"
    assert excel.asked[-1]["args"][:2] == ["Well?", "xlplugin"]


# what Excel speaks

FORMULAS = {
    ("English", '=AND($K2<>"",$K2<>"x")'): 'AND($K2<>"",$K2<>"x")',
    ("English", '=AND($K2<>"";$K2<>"x")'): None,
    ("English, Windows in Polish", '=AND($K2<>"";$K2>1,5)'): 'AND($K2<>"",$K2>1.5)',
    ("English, Windows in Polish", '=AND($K2<>"",$K2<>"x")'): None,
    ("German", '=AND($K2<>"",$K2<>"x")'): None,
    ("German", '=AND($K2<>"";$K2<>"x")'): None,
    ("German", '=UND($K2<>"";$K2=WAHR)'): 'AND($K2<>"",$K2=TRUE)',
    ("Polish", '=RIGHT($K2,1)="x"'): None,
    ("Polish", '=PRAWY($K2;1)="x"'): 'RIGHT($K2,1)="x"',
    ("French", "=NB.SI($K:$K;$K2)>1"): "COUNTIF($K:$K,$K2)>1",
    ("French", "=$K2>1.5"): None,
    ("French", "=$K2<>"): None,
    ("German, R1C1", LISTED): None,
    ("German, R1C1", '=ZS11<>""'): '$K2<>""',
    ("English, R1C1", "=RC11<>R[1]C"): "$K2<>A3",
    **{(name, LISTED): LISTED[1:] for name in ("English", "German", "Polish", "French")},
}  # fmt: skip


@pytest.fixture
def locales(languages):
    """All that Excel can be set to, by name; in either reference style."""
    both = [*languages.LOCALES, *(one.with_r1c1() for one in languages.LOCALES)]
    return {str(one): one for one in both}


@pytest.mark.parametrize(("speaks", "formula"), FORMULAS)
def test_highlights_are_read_in_the_users_language(
    opened, workbook, locales, com_error, speaks, formula
):
    """Its separator and functions: simpleexcelvba.com, list-separator-in-conditional-formatting.

    Where Excel shows R1C1 references sources differ, and the strictest reading is tried here.
    """
    sheet = opened(locale=locales[speaks]).sheets["Event"]
    sheet["A2"].select()
    formats = sheet["A2:B9"].conditional_formats
    if FORMULAS[speaks, formula] is None:
        with pytest.raises(com_error):
            formats.add_custom(formula, font_bold=True)
        assert not workbook["Event"].conditional_formatting
    else:
        formats.add_custom(formula, font_bold=True)
        (found,) = workbook["Event"].conditional_formatting
        assert found.rules[0].formula == [FORMULAS[speaks, formula]]


def test_a_highlight_is_read_as_seen_from_the_active_cell(book, workbook):
    """KB 895562: what is written for the first cell of its range is another cell's otherwise."""
    sheet = book.sheets["Event"]
    sheet["A1"].select()
    sheet["B3:B9"].conditional_formats.add_custom("=$K1>B1", font_bold=True)
    (found,) = workbook["Event"].conditional_formatting
    assert found.rules[0].formula == ["$K3>C3"]


def test_the_newest_highlight_is_asked_first(book, workbook):
    """Xlwings asks for it (SetFirstPriority), which moves all others on (VBA-Docs)."""
    formats = book.sheets["Event"]["A1:A9"].conditional_formats
    for number in (1, 2):
        formats.add_custom(f"={number}", fill_color=f"#00000{number}", stop_if_true=True)
    (found,) = workbook["Event"].conditional_formatting
    looks = [(r.formula, r.priority, r.dxf.fill.bgColor.rgb, r.stopIfTrue) for r in found.rules]
    assert looks == [(["1"], 2, "FF000001", True), (["2"], 1, "FF000002", True)]
    assert [one.formula for one in formats] == ["=2", "=1"]


@pytest.mark.parametrize(
    ("speaks", "source", "written"),
    [
        ("German", "a;b", '"a,b"'),
        ("German", "=ODER(A1;B1)", "OR(A1,B1)"),
        ("English", "a,b", '"a,b"'),
    ],
)
def test_dropdowns_are_read_in_the_users_language(
    opened, workbook, locales, speaks, source, written
):
    """Xlwings joins a list with the user's separator before it calls Validation.Add."""
    rule = opened(locale=locales[speaks]).sheets["Event"].range("A1:A9").api.Validation
    rule.Add(Type=3 if source[0] != "=" else 7, Formula1=source)
    (found,) = workbook["Event"].data_validations.dataValidation
    assert found.formula1 == written
    assert rule.Formula1 == source


def test_cells_that_have_a_dropdown_take_no_other(book, com_error):
    """Validation.Add fails where there is a rule; Type fails where there is none (VBA-Docs)."""
    rule = book.sheets["Event"].range("A1").api.Validation
    with pytest.raises(com_error):
        _ = rule.Type
    rule.Add(Type=1, Formula1="1", Formula2="5")
    with pytest.raises(com_error):
        rule.Add(Type=1, Formula1="1", Formula2="5")


def test_formulas_of_cells_are_english(opened, workbook, locales):
    """Formula in the language of the macro, FormulaLocal in that of the user (VBA-Docs)."""
    sheet = opened(locale=locales["German"]).sheets["Event"]
    sheet["A1"].formula = '=IF(B1>1.5,TRUE,"a;b")'
    assert sheet["A1"].api.FormulaLocal == '=WENN(B1>1,5;WAHR;"a;b")'
    sheet["A2"].api.FormulaLocal = "=SUMME(B1;2,5)"
    assert workbook["Event"]["A2"].value == sheet["A2"].formula == "=SUM(B1,2.5)"


@pytest.mark.parametrize("text", ["=IF(1;2)", "=1+", "=(1", "=SUM(1))", '="a'])
def test_what_is_no_english_formula_is_refused(opened, locales, com_error, text):
    """Whatever the user speaks."""
    for name in ("English", "German"):
        with pytest.raises(com_error):
            opened(locale=locales[name]).sheets["Event"]["A1"].value = text


def test_number_formats_are_english(opened, locales):
    """NumberFormat in English, NumberFormatLocal in the user's letters (VBA-Docs)."""
    cell = opened(locale=locales["German"]).sheets["Event"]["A1"]
    assert (cell.number_format, cell.api.NumberFormatLocal) == ("General", "Standard")
    cell.number_format = "yyyy-mm-dd hh:mm"
    assert cell.api.NumberFormatLocal == "JJJJ-mm-TT hh:mm"
    cell.api.NumberFormatLocal = "#.##0,00"
    assert cell.number_format == "#,##0.00"


def test_print_areas_are_told_in_the_users_reference_style(opened, workbook, languages):
    """Written as A1 they are taken; read they are R1C1 (dede-20191130, Change-PageSetup-PrintAria)."""
    sheet = opened(locale=languages.ENGLISH.with_r1c1()).sheets["Event"]
    sheet.page_setup.print_area = "$A$1:$B$2"
    assert workbook["Event"].print_area == "'Event'!$A$1:$B$2"
    assert sheet.page_setup.print_area == "R1C1:R2C2"
    assert sheet["A1:B2"].address == "$A$1:$B$2"


def test_the_reference_style_can_be_changed(opened, workbook, languages):
    """For as long as it takes to add a highlight."""
    book = opened(locale=languages.GERMAN.with_r1c1())
    book.app.api.ReferenceStyle = 1
    book.sheets["Event"]["A1:A9"].conditional_formats.add_custom("=$K1>0", font_bold=True)
    assert workbook["Event"].conditional_formatting


TYPED = {
    "English": {"3-3": datetime, "1,5": str, "5.3.": str, "WAHR": str, "TRUE": bool, "1.5": float},
    "German": {"3-3": datetime, "1,5": float, "5.3.": datetime, "WAHR": bool, "TRUE": bool},
    "French": {"VRAI": bool, "5/13": datetime, "13/5": datetime, "0,5": float, "x": str},
}


@pytest.mark.parametrize(("speaks", "text"), [(s, text) for s in TYPED for text in TYPED[s]])
def test_texts_are_taken_for_what_they_mean_to_americans_or_to_the_user(
    opened, workbook, locales, speaks, text
):
    """Value takes a text as an American would, and if that fails as the user would."""
    opened(locale=locales[speaks]).sheets["Event"]["A1"].value = text
    assert isinstance(workbook["Event"]["A1"].value, TYPED[speaks][text])


def test_an_apostrophe_keeps_a_text(opened, workbook, locales):
    """It does not become part of it; neither Value nor Formula gives it back (tek-tips 721122)."""
    cell = opened(locale=locales["German"]).sheets["Event"]["A1"]
    for text in ("=1+1", "3-3", "1,5", "WAHR", "#N/A", "'x"):
        cell.value = f"'{text}"
        assert (cell.value, cell.formula) == (text, text)
        assert workbook["Event"]["A1"].quotePrefix


@pytest.mark.parametrize(
    ("typed", "there"), [("'=1+1", "=1+1"), ("=1+1", "=1+1"), ("3-3", "3-3"), (5.0, "5"), ("'", "")]
)
def test_cells_formatted_as_text_hold_texts(book, workbook, typed, there):
    """An apostrophe is a prefix there too, not part of the text (NodeXL ExcelTextUtil.ForceCellText)."""
    workbook["Event"]["A1"].number_format = "@"
    book.sheets["Event"]["A1"].value = typed
    assert workbook["Event"]["A1"].value == there
    assert workbook["Event"]["A1"].data_type == "s"


def test_new_tabs_and_books_have_names_of_the_users_language(opened, locales):
    """As Excel calls them before anybody has."""
    book = opened(locale=locales["Polish"])
    book.sheets.add()
    assert book.sheets.active.name == "Arkusz1"
    assert book.app.books.add().name == "Zeszyt1"


# values

VALUES = {
    "a number": (3, "General", 3.0),
    "a fraction": (0.5, "0.0", 0.5),
    "money": (12.34567, "[$€-407] #,##0.00", Decimal("12.3457")),
    "dollars": (5, "$#,##0", Decimal(5)),
    "a day": (datetime.fromisoformat("2026-11-21"), "yyyy-mm-dd", datetime(2026, 11, 21, tzinfo=UTC)),
    "a moment": (
        datetime.fromisoformat("2026-11-21T09:30"), "dd.mm.yyyy hh:mm", datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
    ),
    "a time": (time(12, 0), "h:mm", 0.5),
    "a moment as a time": (datetime.fromisoformat("2026-11-21T12:00"), "h:mm", 46347.5),
    "a boolean": (True, "General", True),
    "a text": ("007", "General", "007"),
    "nothing": (None, "0.0", None),
}  # fmt: skip


@pytest.mark.parametrize("what", VALUES)
def test_values_come_as_pywin32_gives_them(book, workbook, what):
    """Decimals of money: xlwings 65 and 640; days as times of UTC: pywin32, PyTime.cpp."""
    typed, code, told = VALUES[what]
    cell = workbook["Event"]["B2"]
    cell.value, cell.number_format = typed, code
    found = book.sheets["Event"]["B2"].raw_value
    assert (found, type(found).__mro__[-2]) == (told, type(told).__mro__[-2])
    assert getattr(found, "tzinfo", None) == getattr(told, "tzinfo", None)


def test_several_cells_come_as_tuples_and_one_as_it_is(book, workbook):
    """Rows of columns, also of one row or column; of several areas the first only (VBA-Docs)."""
    workbook["Event"].append(["a", 1])
    workbook["Event"].append(["=A1", True])
    sheet = book.sheets["Event"]
    assert sheet["A1"].raw_value == "a"
    assert sheet["A1:B1"].raw_value == (("a", 1.0),)
    assert sheet["A1:A3"].raw_value == (("a",), (0,), (None,))
    assert sheet["A1:B3"].formula == (("a", "1"), ("=A1", "TRUE"), ("", ""))
    assert sheet["B1:B2,A1"].raw_value == ((1.0,), (True,))


@pytest.mark.parametrize(
    ("error", "number"),
    [
        ("#NULL!", -2146826288), ("#DIV/0!", -2146826281), ("#VALUE!", -2146826273),
        ("#REF!", -2146826265), ("#NAME?", -2146826259), ("#NUM!", -2146826252),
        ("#N/A", -2146826246), ("#GETTING_DATA", -2146826245), ("#SPILL!", -2146826243),
        ("#CONNECT!", -2146826242), ("#BLOCKED!", -2146826241), ("#UNKNOWN!", -2146826240),
        ("#FIELD!", -2146826239), ("#CALC!", -2146826238), ("#BUSY!", -2146826237),
    ],
)  # fmt: skip
def test_errors_come_as_numbers(opened, workbook, error, number):
    """0x800A0000 and the number of XlCVError: VBA-Docs, Excel's type library; xlwings knows seven."""
    workbook["Event"]["A1"] = "=NOW()"
    cell = opened(shown=lambda _tab, _formula: error).sheets["Event"]["A1"]
    assert (cell.raw_value, cell.formula) == (number, "=NOW()")
    is_known = number in range(-2146826288, -2146826245)
    assert cell.options(err_to_str=True).value == (error if is_known else number)
    assert cell.value == (None if is_known else number)


def test_rows_that_do_not_fill_a_range_leave_errors(book, workbook):
    """VBA-Docs, Range.Value: the remaining cells receive an error value; one row fills every row."""
    cells = book.sheets["Event"]["A1:B2"].api
    cells.Value = [[1], [2]]
    assert [[c.value for c in row] for row in workbook["Event"]["A1:B2"]] == [
        [1, "#N/A"],
        [2, "#N/A"],
    ]
    cells.Value = [[1, 2]]
    assert [[c.value for c in row] for row in workbook["Event"]["A1:B2"]] == [[1, 2], [1, 2]]


def test_a_text_has_so_many_characters_at_most(book, com_error):
    """32,767, its apostrophe included."""
    cell = book.sheets["Event"]["A1"]
    cell.value = "'" + "x" * 32_766
    with pytest.raises(com_error):
        cell.value = "x" * 32_768


def test_merged_cells_are_told_as_all_none_or_some(book, workbook):
    """True, False, or Null, which pywin32 gives as None; MergeArea of one cell only (VBA-Docs)."""
    workbook["Event"].merge_cells("B2:C3")
    sheet = book.sheets["Event"]
    told = [sheet[where].merge_cells for where in ("A1", "B2", "C3", "B2:C3", "A1:C3", "A1:A9")]
    assert told == [False, True, True, True, None, False]
    assert sheet["C3"].merge_area.address == "$B$2:$C$3"
    assert sheet["A1"].merge_area.address == "$A$1"


def test_of_merged_cells_the_first_holds_something(book, workbook):
    """What is written into the others is lost."""
    workbook["Event"].merge_cells("A1:B1")
    book.sheets["Event"]["A1:B1"].value = [[1, 2]]
    assert book.sheets["Event"]["A1:B1"].raw_value == ((1.0, None),)


def test_what_is_used_includes_what_only_looks_like_something(book, workbook):
    """Formatted cells count; a tab without any has one cell that is used."""
    assert book.sheets["Event"].used_range.address == "$A$1"
    workbook["Event"]["C4"] = 1
    workbook["Event"]["E9"].font = Font(bold=True)
    assert book.sheets["Event"].used_range.address == "$C$4:$E$9"


def test_reading_millions_of_cells_is_a_fault(book, workbook, excel):
    """One cell at the far end makes all of them used; xlwings reads them part by part."""
    workbook["Event"]["XFD1048576"] = "here"
    used = book.sheets["Event"].used_range
    assert used.address == "$XFD$1048576"
    with pytest.raises(AssertionError):
        _ = book.sheets["Event"].range((1, 1), (used.row, used.column)).value
    assert "would not answer for minutes" in excel.faults[0]


def test_cells_are_found_from_the_end(book, workbook):
    """Xlwings looks for values, round and round, from the first cell backwards."""
    for where in ("B2", "D7", "F3"):
        workbook["Event"][where] = "x"
    sheet = book.sheets["Event"]
    found = [
        sheet["A1:H9"].find("*", direction="backward", order=order).address
        for order in ("rows", "columns")
    ]
    assert found == ["$D$7", "$F$3"]
    assert sheet["A1:H9"].find("x").address == "$B$2"
    assert sheet["G1:H9"].find("*") is None


def test_the_end_of_a_block_is_found(book, workbook):
    """Along filled cells to the last of them, over a gap to the next one, or to the end of the tab."""
    for row in (1, 2, 3, 7):
        workbook["Event"].cell(row, 1).value = row
    sheet = book.sheets["Event"]
    ends = [sheet[where].end("down").address for where in ("A1", "A3", "A4", "A7", "B1")]
    assert ends == ["$A$3", "$A$7", "$A$7", "$A$1048576", "$B$1048576"]
    assert sheet["A7"].end("up").address == "$A$3"


# tabs


def test_visibility_is_a_number(book):
    """-1, 0 or 2 (VBA-Docs, XlSheetVisibility): what is hidden best is true."""
    assert [sheet.visible for sheet in book.sheets] == [-1, 0, 2]


@pytest.mark.parametrize("what", ["copy", "activate", "select", "delete"])
def test_a_tab_that_is_hidden_well_cannot_be_used(book, com_error, what):
    """Not even deleted (office-js 365): it must be shown, or hidden less well, first."""
    with pytest.raises(com_error):
        getattr(book.sheets["Looks"], what)()
    assert [sheet.name for sheet in book.sheets] == ["Event", "Page", "Looks"]


def test_a_copy_of_a_hidden_tab_is_hidden(book):
    """And does not come to the front."""
    copy = book.sheets["Page"].copy(before=book.sheets["Event"])
    assert (copy.name, copy.visible, copy.index) == ("Page (2)", 0, 1)
    assert book.sheets.active.name == "Event"


def test_a_copy_comes_to_the_front(book):
    """As does a new tab (VBA-Docs, Sheets.Add); the next one follows one that is deleted."""
    book.sheets["Event"].copy(before=book.sheets["Event"])
    assert book.sheets.active.name == "Event (2)"
    book.sheets.add("New", after=book.sheets["Event"])
    assert book.sheets.active.name == "New"
    book.sheets["New"].delete()
    assert book.sheets.active.name == "Event"
    assert [sheet.name for sheet in book.sheets] == ["Event (2)", "Event", "Page", "Looks"]


def test_tabs_that_are_put_in_leave_the_others_what_they_are(book):
    """A reference to a tab is to the tab, not to its place."""
    event = book.sheets["Event"]
    book.sheets.add("New", before=event)
    book.sheets["Page"].copy(before=event)
    assert (event.name, event.index) == ("Event", 3)


def test_a_tab_that_is_gone_cannot_be_used(book, com_error):
    """What still speaks of it has lost it."""
    new = book.sheets.add("New")
    new.delete()
    with pytest.raises(com_error, match="disconnected"):
        _ = new.name


def test_one_tab_must_stay_to_be_seen(book, com_error):
    """It can neither be hidden nor deleted."""
    with pytest.raises(com_error):
        book.sheets["Event"].visible = False
    with pytest.raises(com_error):
        book.sheets["Event"].delete()
    assert book.sheets["Event"].visible == -1
    book.sheets["Page"].visible = True
    book.sheets["Event"].visible = False
    assert book.sheets.active.name == "Page"


def test_a_hidden_tab_can_neither_come_to_the_front_nor_be_selected(book, com_error):
    """Both methods fail."""
    for what in ("activate", "select"):
        with pytest.raises(com_error):
            getattr(book.sheets["Page"], what)()


@pytest.mark.parametrize("name", ["page", "'x", "History", "a:b"])
def test_names_that_cannot_be_are_refused(book, com_error, name):
    """Those in use, whatever their case; Excel's own; what Xlwings does not look at itself."""
    with pytest.raises(com_error):
        book.sheets["Event"].name = name
    with pytest.raises(com_error):
        book.sheets["Event"].api.Name = "x" * 32


def test_chart_sheets_are_tabs_without_cells(book, workbook, com):
    """Sheets has them, Worksheets has not; Index counts them, so xlwings adds tabs elsewhere."""
    workbook.create_chartsheet("Chart", 0)
    assert [sheet.name for sheet in book.sheets] == ["Event", "Page", "Looks"]
    assert book.api.Sheets.Count == 4
    assert book.sheets["Event"].index == 2
    book.sheets.add("New", after=book.sheets["Event"])
    assert workbook.sheetnames == ["Chart", "Event", "Page", "New", "Looks"]


def test_a_chart_sheet_in_front_has_no_cells(book, workbook, com_error):
    """What is selected there is no range."""
    workbook.create_chartsheet("Chart", 0)
    book.api.Sheets("Chart").Activate()
    assert book.sheets.active.name == "Chart"
    assert book.selection is None
    with pytest.raises(com_error):
        book.sheets.active.range("A1")


def test_a_selected_picture_is_no_selection(book, excel):
    """Its Address does not exist, which xlwings expects."""
    excel.selects_picture = True
    assert book.selection is None
    book.sheets["Event"]["B2:C3"].select()
    assert book.selection.address == "$B$2:$C$3"


def test_an_address_has_255_characters_at_most(book):
    """Areas beyond are left out without an error: MicrosoftDocs/VBA-Docs, issue 49."""
    rows = range(10, 100, 2)
    book.sheets["Event"][",".join(f"A{row}" for row in rows)].select()
    told = book.selection.address
    assert 240 < len(told) <= 255
    assert told.count(",") + 1 < len(rows) == book.api.Application.Selection.Areas.Count


def test_selecting_where_another_tab_is_in_front_is_refused(book, com_error):
    """Select method of Range class failed."""
    book.sheets["Page"].visible = True
    with pytest.raises(com_error):
        book.sheets["Page"]["A1"].select()
    book.sheets["Page"].activate()
    book.sheets["Page"]["A1"].select()


def test_the_selection_is_that_of_the_book_in_front(book, com_error):
    """Another workbook may be, and what is selected is its."""
    book.sheets["Event"]["B2"].select()
    other = book.app.books.add()
    assert book.selection.sheet.book.name == other.name
    with pytest.raises(com_error):
        book.sheets["Event"]["B3"].select()
    book.activate()
    assert book.selection.address == "$B$2"


def test_as_many_tabs_are_added_as_are_selected(book, workbook):
    """VBA-Docs, Sheets.Add: the default of Count is the number of selected sheets."""
    book.sheets["Page"].visible = True
    book.sheets["Page"].api.Select(Replace=False)
    book.sheets.add("New")
    assert workbook.sheetnames == ["Event", "New", "Sheet1", "Page", "Looks"]


def test_tabs_stay_selected_together_if_one_of_them_comes_to_the_front(book, workbook):
    """Until another one does."""
    book.sheets["Page"].visible = True
    book.sheets["Page"].api.Select(Replace=False)
    book.sheets["Event"].activate()
    assert [bool(sheet.sheet_view.tabSelected) for sheet in workbook] == [True, True, False]


def test_a_deletion_that_excel_asks_about_is_a_fault(book, excel):
    """It would wait for somebody to answer; xlwings switches that off."""
    book.sheets["Page"].delete()
    with pytest.raises(AssertionError):
        book.sheets.add("New").api.Delete()
    assert "asks whether to delete New" in excel.faults[0]


CHANGES = {
    "adding": lambda book: book.sheets.add("New"),
    "copying": lambda book: book.sheets["Page"].copy(),
    "deleting": lambda book: book.sheets["Page"].delete(),
    "renaming": lambda book: setattr(book.sheets["Page"], "name", "Other"),
    "showing": lambda book: setattr(book.sheets["Page"], "visible", True),
    "moving": lambda book: book.sheets["Page"].move(before=book.sheets["Event"]),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_protected_structure_keeps_its_tabs(book, workbook, com_error, what):
    """Cells can be changed there."""
    workbook.security.lockStructure = True
    with pytest.raises(com_error):
        CHANGES[what](book)
    book.sheets["Event"]["A1"].value = 1
    workbook.security.lockStructure = False
    CHANGES[what](book)


CELLS = {
    "writing": lambda cell: setattr(cell, "value", 1),
    "emptying": lambda cell: cell.clear_contents(),
    "copying to": lambda cell: cell.sheet["C3"].copy(cell),
    "a note": lambda cell: cell.add_note("x"),
    "a width": lambda cell: setattr(cell, "column_width", 5),
    "a highlight": lambda cell: cell.conditional_formats.add_custom("=1", font_bold=True),
    "a filter": lambda cell: cell.autofilter.apply_comparison(1, "not_equal_to", None),
    "a format": lambda cell: setattr(cell, "number_format", "0"),
}


@pytest.mark.parametrize("what", CELLS)
def test_a_protected_tab_keeps_its_cells(book, workbook, com_error, what):
    """It can be read, renamed and hidden."""
    workbook["Event"].protection = SheetProtection(sheet=True)
    cell = book.sheets["Event"]["A1:A2" if what == "a filter" else "A1"]
    with pytest.raises(com_error):
        CELLS[what](cell)
    book.sheets["Event"].name = "Other"
    assert book.sheets["Other"]["A1"].value is None
    workbook["Other"].protection.sheet = False
    CELLS[what](cell)


def test_unlocked_cells_of_a_protected_tab_can_be_written(book, workbook):
    """That is what unlocking is for."""
    workbook["Event"].protection = SheetProtection(sheet=True)
    workbook["Event"]["A1"].protection = Protection(locked=False)
    book.sheets["Event"]["A1"].value = 1
    assert workbook["Event"]["A1"].value == 1


def test_a_cell_has_one_note(book, workbook, com_error):
    """AddComment fails where there is one."""
    cell = book.sheets["Event"]["A1"]
    assert cell.note is None
    cell.add_note("one").text = "two"
    with pytest.raises(com_error):
        cell.api.AddComment("three")
    assert workbook["Event"]["A1"].comment.text == cell.note.text == "two"
    cell.note.delete()
    assert cell.note is None


def test_widths_that_differ_are_none(book):
    """As any property of cells that do not agree (VBA-Docs, Range.ColumnWidth)."""
    sheet = book.sheets["Event"]
    sheet["B1"].column_width = 20
    assert (sheet["A1"].column_width, sheet["B1"].column_width) == (8.43, 20)
    assert sheet["A1:B1"].column_width is None


def test_widths_are_rounded_to_pixels(book, workbook):
    """Seven a character and five beside it; less than a character is a part of all twelve."""
    columns = workbook["Event"].column_dimensions
    book.sheets["Event"]["B1"].column_width = 11.4
    assert columns["B"].width == pytest.approx(85 / 7)
    book.sheets["Event"]["B1"].column_width = 0.5
    assert columns["B"].width == pytest.approx(6 / 7)


def test_a_filter_is_begun_and_its_rows_shown_again(book, workbook):
    """The filter stays."""
    cells = book.sheets["Event"]["A1:B9"]
    cells.autofilter.apply_comparison(1, "not_equal_to", None)
    assert book.sheets["Event"].api.AutoFilter.Filters(1).On
    cells.autofilter.clear(1)
    assert not book.sheets["Event"].api.AutoFilter.Filters(1).On
    assert workbook["Event"].auto_filter.ref == "A1:B9"


URLS = [
    "https://d.docs.live.net/0123456789abcdef/Events/event.xlsm",
    "https://club.sharepoint.com/sites/club/Shared Documents/event.xlsm",
    "https://club-my.sharepoint.com/personal/me_club/Documents/event.xlsm",
    "https://example.com/event.xlsm",
]


@pytest.mark.parametrize("url", URLS)
def test_a_book_in_a_cloud_has_no_path(opened, monkeypatch, tmp_path, url):
    """Xlwings raises where it finds no folder for the address: one error or another (utils.py)."""
    for name in ("OneDrive", "OneDriveConsumer", "OneDriveCommercial"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    book = opened(fullname=url)
    assert book.name == "event.xlsm"
    with pytest.raises((xw.XlwingsError, UnboundLocalError)):
        _ = book.fullname


def test_a_book_has_its_path(opened, com):
    """And its name without it; unsaved it has neither path nor ending."""
    assert opened().fullname == com.FULLNAME
    assert opened().api.Path == r"C:\Events"
    unsaved = opened(fullname="Book1")
    assert (unsaved.name, unsaved.fullname, unsaved.api.Path) == ("Book1", "Book1", "")


def test_the_excel_in_front_is_the_one_that_is_brought_there(workbook, com):
    """There may be several, each with its own number."""
    first, second = com.open_book(workbook), com.open_book(Workbook())
    assert xw.apps.active.pid == second.app.pid != first.app.pid
    first.sheets["Event"].activate()
    assert xw.apps.active.pid == first.app.pid
