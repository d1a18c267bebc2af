"""What formulas show, function by function: most cases are the examples of Excel's own documentation."""

from __future__ import annotations

from datetime import date, datetime, time

import pytest

from xlplugin.workbook.book import Book, SheetData
from xlplugin.workbook.calculation import calculator, values
from xlplugin.workbook.calculation.affected import affected_tabs
from xlplugin.workbook.layout import CellError, Formula

from cases import each

HERE = (1, 26)
"""Where the formula stands: Z1, beside all that it is about."""
NA, DIV, NUM, REF, VALUE = map(CellError, ("#N/A", "#DIV/0!", "#NUM!", "#REF!", "#VALUE!"))


def book_of(formula, rows=(), **tabs):
    """A book with a formula in Z1 of ``Work``, values from A2 on below it, and other tabs."""
    first = [None] * 25 + [Formula(formula)]
    sheets = {"Work": [first, *map(list, rows)], **tabs}
    return Book("event.xlsx", {name: SheetData(name, cells) for name, cells in sheets.items()})


def shown(formula, rows=(), names=None, **tabs):
    """What a formula shows, with its type: TRUE is not 1; ``...`` where that is not known for sure."""
    return typed(values(book_of(formula, rows, **tabs), ["Work"], names)["Work"].get(HERE, ...))


def typed(value):
    """A value with its type."""
    return type(value), value


@each(
    ("formula", "expected"),
    [
        ('=TRIM(" First Quarter Earnings ")', "First Quarter Earnings"),
        ('=TRIM(" a  b\u00a0 ")', "a b\u00a0"),
        ('=LEN("Phoenix, AZ")', 11),
        ('=LEN("")', 0),
        ('=LEN("     One   ")', 11),
        ("=LEN(12)", 2),
        ("=LEN(999999999999999)", 15),
        ('=LEFT("Sale Price",4)', "Sale"),
        ('=LEFT("Sweden")', "S"),
        ('=LEFT("a",-1)', VALUE),
        ('=RIGHT("Sale Price",5)', "Price"),
        ('=RIGHT("Stock Number")', "r"),
        ('=RIGHT("ab",99)', "ab"),
        ('=RIGHT("ab",0)', ""),
        ('=MID("Fluid Flow",1,5)', "Fluid"),
        ('=MID("Fluid Flow",7,20)', "Flow"),
        ('=MID("Fluid Flow",20,5)', ""),
        ('=MID("Fluid Flow",0,5)', VALUE),
        ('=FIND("M","Miriam McGovern")', 1),
        ('=FIND("m","Miriam McGovern")', 6),
        ('=FIND("M","Miriam McGovern",3)', 8),
        ('=FIND("z","Miriam")', VALUE),
        ('=SEARCH("e","Statements",6)', 7),
        ('=SEARCH("margin","Profit Margin")', 8),
        ('=SEARCH("a?c","xxABC")', 3),
        ('=SUBSTITUTE("Sales Data","Sales","Cost")', "Cost Data"),
        ('=SUBSTITUTE("Quarter 1, 2008","1","2",1)', "Quarter 2, 2008"),
        ('=SUBSTITUTE("Quarter 1, 2011","1","2",3)', "Quarter 1, 2012"),
        ('=SUBSTITUTE("abc","B","x")', "abc"),
        ('=SUBSTITUTE("a-a","a","b",2)', "a-b"),
        ('=SUBSTITUTE("a-a","a","b",3)', "a-a"),
        ('=SUBSTITUTE("abc","","x")', "abc"),
        ('=SUBSTITUTE("abc","a","x",)', VALUE),
        ('=LEN(REPT("a",20000)&REPT("b",20000))', VALUE),
        ('=REPT("*-",3)', "*-*-*-"),
        ('=REPT("-",10)', "----------"),
        ('=REPT("-",32768)', VALUE),
        ('=EXACT("word","word")', True),
        ('=EXACT("Word","word")', False),
        ('=EXACT("w ord","word")', False),
        ('=UPPER("total")&LOWER("Apt. 2B")', "TOTALapt. 2b"),
        ('=VALUE(" 12 ")', 12),
        ('=VALUE("1e2")', 100),
        ('=VALUE("5%")', 0.05),
        ('=VALUE("TRUE")', VALUE),
        ('=VALUE("x")', VALUE),
        ('=VALUE("010E0")', 10),
        ('=VALUE("01E1E0")', VALUE),
        ('=VALUE("0$10E0")', VALUE),
        ('=VALUE("0-1E0")', VALUE),
        ('=VALUE("00:00E0")', VALUE),
        ('=VALUE("")', VALUE),
        ("=VALUE(TRUE)", VALUE),
        ('=TEXT(7,"000")', "007"),
    ],
    ids=str,
)
def test_texts(formula, expected):
    """Parts of texts, searching in them, texts as numbers."""
    assert shown(formula) == typed(expected)


@each(
    ("formula", "expected"),
    [
        ("=INT(8.9)", 8),
        ("=INT(-8.9)", -9),
        ("=ROUND(2.15,1)", 2.2),
        ("=ROUND(2.149,1)", 2.1),
        ("=ROUND(-1.475,2)", -1.48),
        ("=ROUND(21.5,-1)", 20),
        ("=ROUND(626.3,-3)", 1000),
        ("=ROUND(1.98,-1)", 0),
        ("=ROUND(-50.55,-2)", -100),
        ("=MOD(3,2)", 1),
        ("=MOD(-3,2)", 1),
        ("=MOD(3,-2)", -1),
        ("=MOD(-3,-2)", -1),
        ("=MOD(3,0)", DIV),
        ("=MOD(5.5,2)", 1.5),
        ("=SIGN(10)", 1),
        ("=SIGN(4-4)", 0),
        ("=SIGN(-0.00001)", -1),
        ("=ABS(-4)", 4),
        ('=SUM("5",15,TRUE)', 21),
        ("=SUM({1,2;3,4})", 10),
        ("=MAX(1,2,)", 2),
        ("=MIN(1,2,)", 0),
        ("=CHOOSE(3,1/0,115,8)", 8),
        ("=CHOOSE(4,1,2,3)", VALUE),
        ('=CHOOSE("",1,2,3)', VALUE),
        ("=IF(TRUE,1,1/0)", 1),
        ("=IF(FALSE,1)", False),
        ("=IF(FALSE,1,)", 0),
        ('=IF("x",1,2)', VALUE),
        ('=IFERROR(210/35,"Error in calculation")', 6),
        ('=IFERROR(55/0,"Error in calculation")', "Error in calculation"),
        ('=IFNA(VLOOKUP(1,{2,3},2,FALSE),"none")', "none"),
        ("=IFNA(1/0,2)", DIV),
        ("=AND(TRUE,1,3>2)", True),
        ("=AND(FALSE,1/0)", DIV),
        ('=AND("x",TRUE)', VALUE),
        ("=OR(1=1,2=2,5=5)", True),
        ("=OR(1+1=1,2+2=5)", False),
        ("=NOT(1+1=2)", False),
        ('=OR("b"={"a","B"})', True),
        ('=OR(TRIM(" c ")={"a","B"})', False),
        ("=ISNUMBER(4)", True),
        ('=ISNUMBER("4")', False),
        ("=ISNUMBER(1/0)", False),
        ('=ISTEXT("4")', True),
        ("=ISERROR(1/0)", True),
        ("=ISERROR(1)", False),
        ("=ISREF(A2)", True),
        ("=ISREF(1)", False),
        ("=NA()", NA),
        ("=TRUE()", True),
        ("=FALSE()", False),
        ("=MAX(A20:B30)", 0),
        ('=HYPERLINK("#Event!A1","Event")', "Event"),
        ('=HYPERLINK("#Event!A1")', "#Event!A1"),
    ],
    ids=str,
)
def test_numbers_and_conditions(formula, expected):
    """Rounding, choosing, conditions; an error counts where the part is worked out."""
    assert shown(formula) == typed(expected)


@each(
    ("formula", "expected"),
    [
        ("=-2^2", 4),
        ("=0-2^2", -4),
        ("=2^3^2", 64),
        ("=-10%", -0.1),
        ("=1+2*3", 7),
        ('=1+2&3*4&"x"', "312x"),
        ("=1/0", DIV),
        ("=0^0", NUM),
        ("=(-8)^0.5", NUM),
        ("=1E+300*1E+300", NUM),
        ("=10^400", NUM),
        ('="a"="A"', True),
        ('="ä"="Ä"', True),
        ('="a"<"B"', True),
        ('="a">99', True),
        ('=TRUE>"zzz"', True),
        ('="1"=1', False),
        ("=TRUE=1", False),
        ("=1=1=1", False),
        ('="2"+TRUE', 3),
        ('="x"+1', VALUE),
        ("=A9=0", True),
        ('=A9=""', True),
        ("=A9=FALSE", True),
        ("=A9", 0),
        ("=XFD1048576", 0),
        ('=A9&""', ""),
        ("=#N/A", NA),
        ('="say ""x"""', 'say "x"'),
        ("= 1 + 1 ", 2),
        ("=IF(1<>2, 1 ,\n2)", 1),
    ],
    ids=str,
)
def test_operators(formula, expected):
    """What binds more, what comes before what, blanks as what they are compared with."""
    assert shown(formula) == typed(expected)


FRUIT = [["apples", 32], ["oranges", 54], ["peaches", 75], ["apples", 86]]
TYPED = [["x", 1], [1, 2], ["1", 3], [None, 4], [True, 5], [NA, 6], ["", 7]]


@each(
    ("formula", "expected"),
    [
        ('=COUNTIF(A2:A5,"apples")', 2),
        ("=COUNTIF(A2:A5,A4)", 1),
        ("=COUNTIF(A2:A5,A2)+COUNTIF(A2:A5,A3)", 3),
        ('=COUNTIF(B2:B5,">55")', 2),
        ('=COUNTIF(B2:B5,"<>"&B4)', 3),
        ('=COUNTIF(B2:B5,">=32")-COUNTIF(B2:B5,">85")', 3),
        ('=COUNTIF(A2:A5,"*")', 4),
        ('=COUNTIF(A2:A5,"?????es")', 2),
        ('=COUNTIF(A:A,"APPLES")', 2),
        ('=COUNTIF($A:$A,"")', 1_048_572),
        ('=COUNTIFS(A2:A5,"apples",B2:B5,">50")', 1),
        ('=COUNTIFS(A2:A5,"<>apples",B2:B5,"<>75")', 1),
        ('=COUNTIFS(A2:A5,"apples",B2:B4,">50")', VALUE),
        ('=SUMPRODUCT((A2:A5="apples")*B2:B5)', 118),
        ('=SUMPRODUCT(--(A2:A5="apples"),B2:B5)', 118),
        ('=SUMPRODUCT((A2:A5000<>"")*((B2:B5000>50)+(B2:B5000<40)))', 4),
        ("=SUMPRODUCT(LEN(A2:A5))", 26),
        ("=SUMPRODUCT({3,4;8,6;1,9}*{2,7;6,7;5,3})", 156),
        ("=SUMPRODUCT({3,4;8,6;1,9},{2,7;6,7;5,3})", 156),
        ('=SUMPRODUCT(SMALL((A2:A5<>"apples")*10^8+B2:B5,2))', 86),
        ("=SMALL(B2:B5,1)", 32),
        ("=SMALL(B2:B5,2)", 54),
        ("=SMALL(B2:B5,4)", 86),
        ("=SMALL(B2:B5,5)", NUM),
        ("=LARGE({3,4;5,2;3,4;5,6;4,7},3)", 5),
        ("=LARGE({3,4;5,2;3,4;5,6;4,7},7)", 4),
        ("=SUM(A2:B5)", 247),
        ("=MAX(B2:B5)", 86),
        ("=MIN(B:B)", 32),
        ("=COUNT(A2:B5)", 4),
        ("=COUNTA(A:A)", 4),
        ("=ISBLANK(A9)", True),
        ("=ISBLANK(A2)", False),
    ],
    ids=str,
)
def test_sums_and_counts(formula, expected):
    """Criteria, arrays, whole columns."""
    assert shown(formula, FRUIT) == typed(expected)


@each(
    ("formula", "expected"),
    [
        ("=COUNTIF(A2:A8,1)", 2),
        ('=COUNTIF(A2:A8,"1")', 2),
        ('=COUNTIF(A2:A8,"?*")', 2),
        ('=COUNTIF(A2:A8,"*")', 3),
        ('=COUNTIF(A2:A8,"")', 2),
        ('=COUNTIF(A2:A8,"=")', 1),
        ('=COUNTIF(A2:A8,"<>")', 6),
        ('=COUNTIF(A2:A8,"<>x")', 6),
        ("=COUNTIF(A2:A8,TRUE)", 1),
        ("=COUNTIF(B2:B8,A30)", 0),
        ("=COUNTIF(A30:B30,A30)", 0),
        ("=COUNT(A2:A8)", 1),
        ("=COUNTA(A2:A8)", 6),
        ("=SUM(A2:A6)", 1),
        ("=SUM(A2:A8)", NA),
        ("=MAX(A2:A6)", 1),
        ("=AND(A2:A6)", True),
        ("=AND(A2,A5)", VALUE),
        ("=A3+A4+A5", 2),
        ("=SUMPRODUCT(A2:A6,B2:B6)", 2),
        ("=IFERROR(A7,0)", 0),
        ("=MATCH(TRUE,A2:A8,0)", 5),
        ('=MATCH("1",A2:A8,0)', 3),
        ("=MATCH(1,A2:A8,0)", 2),
    ],
    ids=str,
)
def test_cells_of_every_kind(formula, expected):
    """Numbers as text, truth values, blanks, empty texts and errors among cells."""
    assert shown(formula, TYPED) == typed(expected)


AIR = [
    [0.457, 3.55, 500], [0.525, 3.25, 400], [0.616, 2.93, 300], [0.675, 2.75, 250],
    [0.746, 2.57, 200], [0.835, 2.38, 150], [0.946, 2.17, 100], [1.09, 1.95, 50], [1.29, 1.71, 0],
]  # fmt: skip


@each(
    ("formula", "expected"),
    [
        ("=VLOOKUP(1,A2:C10,2)", 2.17),
        ("=VLOOKUP(1,A2:C10,3,TRUE)", 100),
        ("=VLOOKUP(0.7,A2:C10,3,FALSE)", NA),
        ("=VLOOKUP(0.1,A2:C10,2,TRUE)", NA),
        ("=VLOOKUP(2,A2:C10,2,TRUE)", 1.71),
        ("=VLOOKUP(2,A2:C10,4,TRUE)", REF),
        ("=VLOOKUP(2,A2:C10,0,TRUE)", VALUE),
        ('=VLOOKUP("b",{"a",1;"B",2},2,FALSE)', 2),
        ('=VLOOKUP("W?",{"no",1;"wx",2},2,0)', 2),
        ("=MATCH(0.6,A2:A10,1)", 2),
        ("=MATCH(0.675,A2:A10,0)", 4),
        ("=MATCH(0.6,A2:A10,0)", NA),
        ('=MATCH("b*",{"a","Bc","b"},0)', 2),
        ('=MATCH("~*",{"a","*"},0)', 2),
        ("=INDEX(A2:C10,2,2)", 3.25),
        ("=INDEX(B:B,MATCH(0.616,A:A,0))", 2.93),
        ("=INDEX(A2:A10,3)", 0.616),
        ("=INDEX(A2:C2,3)", 500),
        ("=SUM(INDEX(A2:C10,0,3))", 1950),
        ("=INDEX(A2:C10,10,1)", REF),
        ("=INDEX(A2:C2,3,)", REF),
        ("=INDEX({1,2;3,4},2,1)", 3),
        ("=INDEX(A2:A99,50)", 0),
    ],
    ids=str,
)
def test_look_ups(formula, expected):
    """MATCH, INDEX and VLOOKUP, near and exact."""
    assert shown(formula, AIR) == typed(expected)


@each(
    ("formula", "expected"),
    [
        ("='Round 1'!A1", "Ann"),
        ("='round 1'!B1+1", 4),
        ("=SUM('Round 1'!$B:$B)", 7),
        ("=INDEX(LIST,2)", 4),
        ('=COUNTIF(people,"?*")', 2),
        ("=VLOOKUP(\"bea\",'Round 1'!A1:B2,2,FALSE)", 4),
        ("=ISREF(INDIRECT(\"'Round 1'!A1\"))", True),
        ("=ISREF(INDIRECT(\"'Round 2'!A1\"))", False),
        ("=ISREF(INDIRECT(\"'Ann's'!A1\"))", False),
        ("=INDIRECT(\"'Round 1'!B2\")", 4),
        ("=INDIRECT(\"'Round 2'!B2\")", REF),
        ("=SUM(INDIRECT(\"'Round 1'!B1:B2\"))", 7),
        ("='It''s'!A1", 9),
    ],
    ids=str,
)  # fmt: skip
def test_other_tabs_and_names(formula, expected):
    """Cells of other tabs, by name, by a defined name and by an address as text."""
    tabs = {"Round 1": [["Ann", 3], ["Bea", 4]], "It's": [[9]]}
    names = {"list": "'Round 1'!$B$1:$B$2", "People": "='Round 1'!$A$1:$A$9"}
    assert shown(formula, names=names, **tabs) == typed(expected)


@each(
    ("held", "expected"),
    [
        (date(1900, 1, 1), 1),
        (date(1900, 3, 1), 61),
        (date(2008, 1, 1), 39448),
        (datetime(2026, 5, 3, 12), 46145.5),  # noqa: DTZ001  (cells have no time zone)
        (time(6), 0.25),
        (CellError("#NAME?"), CellError("#NAME?")),
        (10**400, ...),
        (2**53, float(2**53)),
    ],
    ids=str,
)
def test_dates_are_numbers(held, expected):
    """Days since 1900, as Excel counts them; errors come through."""
    assert shown("=A2+0", [[held]]) == typed(expected)


def test_dates_of_a_workbook_that_counts_from_1904_are_not_known():
    """Their numbers are others there; whatever else it holds is worked out."""
    rows = [[date(2026, 5, 3), Formula("=A2+1")], [2, Formula("=A3+1")]]
    assert values(book_of("=1", rows), ["Work"], is_from_1904=True) == {
        "Work": {HERE: 1, (3, 2): 3}
    }


@each(
    "formula",
    [
        "=NOW()",
        "=TODAY()+1",
        "=RAND()",
        "=SOMETHING(1)",
        "=nowhere+1",
        "=[1]Sheet!A1",
        "=Table1[Points]",
        "='Round 2'!A1",
        "=A1:A3",
        "=A2:A3=1",
        "=SUM(A2:A3*1)",
        "=Z1",
        "=SUM(Z:Z)",
        "=INDEX(Y:Z,3,1)",
        '=INDIRECT("nowhere")',
        "=ISREF(INDIRECT(\"'Lists'!A1\"))",
        '=LEN("😀")',
        '="ss"="ß"',
        '="a-b"<"ab"',
        "=0.1+0.2=0.3",
        "=1-0.9-0.1",
        "=SUM(0.1,0.2,0.3)",
        "=INT(8.999999999999999)",
        "=MOD(0.3,0.1)",
        "=MOD(1E13,3)",
        "=XFE1+1",
        "=A1048577",
        "=INDEX({1,2;3,4},0,1)",
        "=COUNTIF(A2:A5,1/0)",
        '=MATCH("",{"a",""},0)',
        '=1E-9&""',
        '=1E15&""',
        '=IF("TRUE",1,2)',
        "=MATCH(2,{1,3,2},1)",
        "=1+",
        "=(1",
        "=SUM(1,2",
        "=1 2",
        "=",
        '="',
    ],
)
def test_what_is_not_known_for_sure_has_no_value(formula):
    """The time of day, unknown functions and names, several cells where one is meant, circles, nonsense."""
    assert shown(formula, FRUIT) == typed(...)


@each(
    ("formula", "expected"),
    [
        ('=VALUE("3.5")', ...),
        ('=VALUE("3,5")', ...),
        ('=VALUE("10-3")', ...),
        ('=VALUE("3 May")', ...),
        ('=VALUE("$5")', ...),
        ('=VALUE("$5E1")', ...),
        ('=VALUE("01 000E0")', ...),
        ("=1.5&TRUE", ...),
        ('=IF(IFERROR(VALUE("10-3"),-2)>=0,1,2)', ...),
        ('=VALUE("No-show 1")', VALUE),
        ('=VALUE(1.5&"")', 1.5),
        ('=IF(TRIM(TRUE)="",1,2)', 2),
        ('=IF(AND(IFERROR(VALUE("10-3"),-2)>=1,IFERROR(VALUE("10-3"),-2)<=2),1,"Use 1 or 2")', "Use 1 or 2"),
        ('=COUNTIF(A2:A3,"No-show 1")', 1),
    ],
    ids=str,
)  # fmt: skip
def test_what_a_country_decides_has_no_value_unless_all_agree(formula, expected):
    """A date in one country is no number in another; a formula that both lead to the same has a value."""
    assert shown(formula, [["no-show 1"], ["x"]]) == typed(expected)


def test_a_chain_is_followed_and_a_circle_has_no_value():
    """What depends on something unknown is unknown too; the rest is worked out."""
    rows = [
        [Formula("=B2+1"), Formula("=C2*2"), 5],
        [Formula("=B3"), Formula("=A3"), Formula("=IFERROR(A3,1)")],
        [Formula("=SOMETHING()"), Formula("=A4+1"), Formula("=IF(TRUE,2,A4)")],
    ]
    found = values(book_of("=1", rows), ["Work"])["Work"]
    assert found == {(1, 26): 1, (2, 1): 11, (2, 2): 10, (4, 3): 2}


def test_cells_that_need_each_other_by_way_of_a_range_have_no_value():
    """Excel calls that a circle, whichever cell of the range is asked for."""
    rows = [[Formula("=B2"), Formula("=INDEX(C2:C3,2)"), Formula("=A2")], [None, None, 5]]
    assert values(book_of("=1", rows), ["Work"])["Work"] == {HERE: 1}


@pytest.mark.parametrize("shift", [0, 1, 9])
def test_rows_that_say_the_same_are_worked_out_each_for_itself(shift):
    """A row's number in a formula is its own row only where it moves along with it."""
    rows = [
        [n, Formula(f"=$A{n}*{n}"), Formula(f"=$A{n}&A$2"), Formula(f"=A{n}+1"), Formula(f"=A{n - 1}")]
        for n in range(2 + shift, 40)
    ]  # fmt: skip
    blank = [[] for _ in range(shift)]
    found = values(book_of("=1", [*blank, *rows]), ["Work"])["Work"]
    for n in range(3 + shift, 40):
        row = [found[n, column] for column in (2, 3, 4, 5)]
        assert row == [n * n, f"{n}{2 if not shift else ''}", n + 1, n - 1]


def test_many_wildcards_take_no_time():
    """Not even for a text that they all but fit."""
    criterion = "*a" * 100 + "b"
    assert shown(f'=COUNTIF(A2:A2,"{criterion}")', [["a" * 20_000]]) == typed(0)
    assert shown('=COUNTIF(A2:A4,"*a*b?")', [["xabaabc"], ["ab"], ["bac"]]) == typed(1)


def test_a_range_of_whole_tabs_does_not_hang():
    """One in which much is held has no value; blank cells cost nothing."""
    rows = [["x"]] * 100
    assert shown("=COUNTIF(Other!A:XFD,1)", Other=rows) == typed(...)
    assert shown("=COUNTIF(Other!A200:XFD1048576,1)", Other=rows) == typed(0)
    assert shown('=COUNTIF(Other!A:CV,"X")', Other=rows) == typed(100)


def test_many_formulas_of_large_ranges_do_not_hang():
    """After some of them the others have no value until a spreadsheet program opens the file."""
    numbers = [[1]] * calculator.LARGE
    formulas = [[Formula("=SUM(Other!A:A)")] for _ in range(1000)]
    sheets = {"Work": formulas, "Other": numbers}
    book = Book("event.xlsx", {name: SheetData(name, cells) for name, cells in sheets.items()})
    known = values(book, ["Work"])["Work"]
    assert known[1, 1] == calculator.LARGE
    assert len(known) == calculator.MOST_LARGE // calculator.LARGE


def test_only_the_tabs_asked_for_have_values():
    """What they need on other tabs is worked out, and left out."""
    book = book_of("=Other!A1+1", Other=[[Formula("=1+1"), Formula("=1/0")]])
    assert values(book, ["Work", "Absent"]) == {"Work": {HERE: 3}}


def test_a_long_chain_ends_in_a_value_or_in_none():
    """So many cells in a row are followed that nobody's workbook has more; none of it is an error."""
    upward = [[Formula(f"=A{n + 1}+1")] for n in range(2, 5000)]
    found = values(book_of("=1", [*upward, [1]]), ["Work"])["Work"]
    assert found.get((4998, 1)) in (3, None)
    downward = [[1], *([Formula(f"=A{n - 1}+1")] for n in range(3, 5000))]
    assert values(book_of("=1", downward), ["Work"])["Work"][4999, 1] == 4998


@each(
    ("changed", "expected"),
    [
        (["Round 1"], {"Round 1", "Event", "Bracket", "Cut"}),
        (["Round 2"], {"Round 2", "Event"}),
        (["It's"], {"It's", "Bracket", "Event"}),
        (["Bracket"], {"Bracket", "Event"}),
        (["Gone"], {"Event"}),
        ([], set()),
    ],
    ids=str,
)
def test_tabs_that_look_at_others_are_affected_by_them(changed, expected):
    """By name, by a defined name, by way of others; by an address as text from whichever."""
    sheets = {
        "Event": ['=INDIRECT("\'"&A1&"\'!A1")'],
        "Round 1": ["=1+1"],
        "Round 2": ["=A1"],
        "Bracket": ["='It''s'!A1", "=cut!A1"],
        "Cut": ["=SUM(Winners)"],
        "It's": [],
    }
    book = Book("", {n: SheetData(n, [list(map(Formula, texts))]) for n, texts in sheets.items()})
    assert affected_tabs(book, changed, {"winners": "'Round 1'!$A:$A"}) == expected
