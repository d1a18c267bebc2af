"""Formulas are the same in LibreOffice's own language and in a workbook file."""

from __future__ import annotations

import pytest

from xlplugin.hosts.libreoffice.formulas import for_libreoffice, from_libreoffice, names_tab

SAME = {
    '=IF(A1="a,b;c",{"W",1;"L;,",2},Players!$A$2:$A$9)': (
        '=IF(A1="a,b;c";{"W";1|"L;,";2};$Players.$A$2:$A$9)'
    ),
    "=SUM('Round 1'!A1,'a;b''s'!$B$2:$C3,1.5)": "=SUM($'Round 1'.A1;$'a;b''s'.$B$2:$C3;1.5)",
    '=HYPERLINK("#Event!A1","say ""hi, you""")': '=HYPERLINK("#Event!A1";"say ""hi, you""")',
    "=SUM(Players!A:A,Players!1:1)": "=SUM($Players.A:A;$Players.1:1)",
    "=Players!#REF!+#REF!": "=$Players.#REF!+#REF!",
}


@pytest.mark.parametrize(("ours", "theirs"), SAME.items())
def test_a_formula_is_the_same_there_and_back(ours, theirs):
    """Separators, arrays and tabs are translated; texts and names of tabs are not."""
    assert for_libreoffice(ours) == theirs
    assert from_libreoffice(theirs) == ours


def test_a_tab_is_read_with_and_without_its_mark():
    """LibreOffice marks a tab that does not move along with a dollar."""
    assert from_libreoffice("=Players.A1+$Players.A1") == "=Players!A1+Players!A1"


def test_newer_functions_have_no_prefix_there():
    """A file has a prefix before functions that came after its format."""
    assert for_libreoffice("=_xlfn.CONCAT(A1,_xlfn._xlws.SORT(B1))") == "=CONCAT(A1;SORT(B1))"


def test_a_formula_names_its_tabs():
    """With quotes where the name has a space, without where it has none."""
    assert names_tab("='Round 1'!A1", "Round 1")
    assert names_tab("=SUM(Players!A1:A2)", "Players")
    assert not names_tab("='Round 11'!A1", "Round 1")
