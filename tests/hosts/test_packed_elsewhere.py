"""Workbooks that other programs, or their owners, have packed and ordered in ways of their own."""

from __future__ import annotations

import re
import zipfile

import pytest
from packages import package_of, parts_of, sheet_part, workbook

from xlplugin.ground.limits import MEGABYTE
from xlplugin.ground.problems import HostError
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.roster.files import tables_in
from xlplugin.workbook.live_patterns import is_pattern


@pytest.mark.parametrize("command", ["pair", "undo"])
def test_new_tabs_have_their_place_where_a_tab_is_behind_the_hidden_ones(
    workbook_path, workbook_of, run, command
):
    """Somebody adds a tab at the end, and renames one that is made anew then."""
    opened = workbook_of(workbook_path)
    opened.workbook.create_sheet("Mine")
    opened.workbook["Log"].title = "Diary"
    opened.save()
    done = run(command, workbook_path)
    assert done.exit_code == 0, done.output
    tabs = workbook_of(workbook_path).workbook.sheetnames
    hidden = [place for place, tab in enumerate(tabs) if is_pattern(tab)]
    assert max(hidden) < tabs.index("Mine") < tabs.index("Log")


SPELLINGS = {
    "backslashes": lambda name: name.replace("/", "\\"),
    "capital letters": str.upper,
    "capital letters of tabs": lambda name: re.sub("sheet(?=[0-9])", "Sheet", name),
    "a slash in front": lambda name: f"/{name}",
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_names_of_parts_are_read_as_excel_does(workbook_path, run, spelling):
    """Other programs write backslashes and capital letters, which make no other part."""
    repack(workbook_path, named=SPELLINGS[spelling])
    done = run("pair", workbook_path)
    assert done.exit_code == 0, done.output
    assert "Round 2" in FileHost(workbook_path).read().sheets


def test_what_excel_cannot_unpack_is_pointed_out(workbook_path, run):
    """Parts that are written anew are packed as Excel does; what stays is told."""
    repack(workbook_path, how=zipfile.ZIP_BZIP2)
    done = run("pair", workbook_path)
    assert done.exit_code == 0, done.output
    assert "Excel cannot open event.xlsx" in done.stderr
    with zipfile.ZipFile(workbook_path) as archive:
        assert archive.getinfo("xl/workbook.xml").compress_type == zipfile.ZIP_DEFLATED


FAR = '<row r="1048576"><c r="A1048576"><v>1</v></c></row>'


@pytest.mark.parametrize(
    ("tabs", "ending"), [(15, "xml"), (40, "xml"), (1, "bin"), (2, "tags"), (1, "rows")]
)
def test_limits_hold_for_all_tabs_together(workbook_path, tmp_path, tabs, ending, monkeypatch):
    """Whatever parts are called, and however many tabs have one cell far from the others."""
    monkeypatch.setattr("xlplugin.parts.package.MOST_XML", 4 * MEGABYTE)
    monkeypatch.setattr("xlplugin.parts.package.MOST_TAGS", 90_000)
    row = "<row><c><v>1</v></c></row>" * 10_000
    monkeypatch.setattr("xlplugin.parts.package.MOST_ROWS", 30_000)
    rows = {"rows": "<row/>" * 30_001, "xml": FAR, "bin": " " * 5 * MEGABYTE, "tags": row}[ending]
    own = {f"Own {n}": sheet_part(rows) for n in range(tabs)}
    path = tmp_path / "many.xlsx"
    path.write_bytes(package_of(workbook(own)).packed())
    repack(
        path, named=lambda name: re.sub("(sheet[0-9]+).xml", rf"\1.{ending}", name), is_told=True
    )
    for read in (lambda: FileHost(path).read(), lambda: tables_in(path)):
        with pytest.raises(HostError, match=r"too far|far more than a tournament"):
            read()


def repack(path, *, named=str, how=zipfile.ZIP_DEFLATED, is_told=False):
    """Pack the parts of a workbook anew, under other names or in another way.

    ``is_told`` is whether what leads to them says the other names.
    """
    parts = parts_of(path.read_bytes())
    with zipfile.ZipFile(path, "w", how) as archive:
        for name, content in parts.items():
            told = named(content.decode()).encode() if is_told and "rels" in name else content
            archive.writestr(named(name), told)


@pytest.mark.parametrize("part", ["xl/workbook.xml", "xl/styles.xml"])
def test_names_and_looks_are_limited_more_than_cells(workbook_path, run, part, monkeypatch):
    """Each of them takes a hundred times what a cell does."""
    monkeypatch.setattr("xlplugin.parts.package.MOST_OTHER_TAGS", 100)
    with zipfile.ZipFile(workbook_path) as archive:
        assert archive.read(part).count(b"<") > 100
    done = run("pair", workbook_path)
    assert (done.exit_code, "far more than a tournament" in done.stderr) == (1, True)
