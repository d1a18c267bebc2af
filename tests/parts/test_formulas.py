"""A formula as it reads in another cell."""

from __future__ import annotations

import pytest
from openpyxl.formula.translate import Translator

from xlplugin.parts.addresses import moved_down, shifted


@pytest.mark.parametrize(
    ("formula", "moved"),
    [
        ("A1+$A1+A$1+$A$1", "B3+$A3+B$1+$A$1"),
        ("SUM(A1:C2,Z9)", "SUM(B3:D4,AA11)"),
        ("Sheet1!A1+'It''s A1'!A1", "Sheet1!B3+'It''s A1'!B3"),
        ('"A1"&A1&"say ""A1"" "', '"A1"&B3&"say ""A1"" "'),
        ("LOG10(A1)+ATAN2(1,2)", "LOG10(B3)+ATAN2(1,2)"),
        ("SUM(A:B)+SUM($C:D)", "SUM(B:C)+SUM($C:E)"),
        ("SUM(1:2)+SUM($3:4)", "SUM(3:4)+SUM($3:6)"),
        ("Table[A1]+Table[[#This Row],[B2]]", "Table[A1]+Table[[#This Row],[B2]]"),
        ("[1]Sheet!A1", "[1]Sheet!B3"),
        ("TAXES2024+A_1+A1B+A1.B+1E5+XYZ1", "TAXES2024+A_1+A1B+A1.B+1E5+XYZ1"),
        ("A1048575", "#REF!"),
        ("XFD1", "#REF!"),
        ("A1%", "B3%"),
        ("-A1^2", "-B3^2"),
    ],
)
def test_references_move_along(formula, moved):
    """References without dollars move; texts, names, functions and columns of tables stay."""
    assert shifted(formula, 2, 1) == moved


def test_a_formula_where_it_stands_is_as_it_was():
    """Not even what it cannot know is changed."""
    assert shifted("A99999999", 0, 0) == "A99999999"


@pytest.mark.parametrize(
    "formula",
    ['IF($B2="","",SUM(C$1:C2)/COUNTIF(\'Round 1\'!$A:$A,A2))', "INDEX(A1:B9,MATCH(D4,E:E,0),2)"],
)
@pytest.mark.parametrize("row", [2, 7, 300])
def test_it_moves_as_another_program_moves_it(formula, row):
    """The openpyxl library gives the same."""
    assert "=" + shifted(formula, row, 3) == Translator(f"={formula}", "A1").translate_formula(
        f"D{row + 1}"
    )


@pytest.mark.parametrize(
    "formula",
    [
        'IF($B2="","",SUM(C$1:C2)/COUNTIF(\'Round 1\'!$A:$A,A2))', '"A1"&A1&{"A1",1}',
        "SUM(1:2)+A3", "TAXES2024+A1", "A1048570+A1", "1+1",
    ],
)  # fmt: skip
@pytest.mark.parametrize("rows", [0, 1, 5, 900])
def test_moving_down_quickly_is_moving_down(formula, rows):
    """Whatever is in a formula, and where it ends."""
    assert moved_down(formula, rows) == shifted(formula, rows, 0)
