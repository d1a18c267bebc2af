"""The properties of a file: the program is ours, the rest stays."""

from __future__ import annotations

import pytest
from packages import package_of, workbook

from xlplugin.parts.properties import APP, PROGRAM, name_program

SPACES = (
    'xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties" '
    'xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"'
)
KEPT = (
    "<DocSecurity>2</DocSecurity><ScaleCrop>false</ScaleCrop><Manager>Ann</Manager>"
    "<Company>Club &amp; Co</Company><LinksUpToDate>false</LinksUpToDate>"
    "<HyperlinkBase>https://example.org</HyperlinkBase><AppVersion>16.0300</AppVersion>"
)
TABS = (
    '<HeadingPairs><vt:vector size="2" baseType="variant"/></HeadingPairs>'
    '<TitlesOfParts><vt:vector size="1" baseType="lpstr"><vt:lpstr>Data</vt:lpstr></vt:vector>'
    "</TitlesOfParts>"
)


def _named(content):
    package = package_of(workbook({"Data": "<worksheet/>"}) | ({APP: content} if content else {}))
    name_program(package)
    return package


def test_what_excel_and_people_have_said_stays():
    """That the file is read-only recommended, too; lists of tabs would be out of date."""
    start = f"<Properties {SPACES}>"
    before = f"{start}<Application>Microsoft Excel</Application>{TABS}{KEPT}</Properties>"
    after = f"{start}<Application>{PROGRAM}</Application>{KEPT}</Properties>"
    assert _named(before).changed[APP].decode().endswith(f"?>\n{after}")


def test_a_part_that_says_all_of_it_is_not_touched():
    """Its bytes are copied."""
    content = f"<Properties {SPACES}>{KEPT}<Application>{PROGRAM}</Application></Properties>"
    assert _named(content).changed == {}


@pytest.mark.parametrize("content", [None, "<nothing/>", f"<Properties {SPACES}/>"])
def test_the_program_is_said_where_nothing_was(content):
    """The part is made, with its type and its relation, if there is none."""
    package = _named(content)
    assert f"<Application>{PROGRAM}</Application>".encode() in package.read(APP)
    kinds = [relation.kind.rpartition("/")[2] for relation in package.relations("")]
    assert kinds.count("extended-properties") == (content is None)
