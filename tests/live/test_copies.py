"""After a click a copy is kept beside the workbook that Excel has open, where Excel can save one."""

from __future__ import annotations

from datetime import UTC, datetime
from unittest.mock import patch

import pytest
from openpyxl import load_workbook

from xlplugin.doors import buttons
from xlplugin.hosts.closed_file.backups import described_backups, folder_of
from xlplugin.hosts.excel.host import ExcelHost

WHEN = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)


@pytest.fixture
def clicked(new_twins, tmp_path):
    """Click in an Excel that has a saved workbook open; gives its path and what was said."""
    path = tmp_path / "saved" / "event.xlsm"
    path.parent.mkdir()
    path.write_bytes(b"as it was saved")

    def click(verb, platform="windows", twins=None, fullname=path):
        twins = twins or new_twins(platform=platform, fullname=str(fullname))
        book, _ = twins.excel()
        buttons.click(verb, book, when=WHEN)
        asked = twins.perform(book)
        return path, [action["args"][0] for action in asked if action["func"] == "alert"]

    return click


def test_a_copy_is_kept_after_a_click_that_writes(clicked):
    """It holds what was clicked; the file stays as the organizer has saved it."""
    path, said = clicked("pair")
    (copy,) = described_backups(path)
    assert copy.path.name.endswith(" Round 1 after pair.bak.xlsm")
    assert "Round 1" in load_workbook(copy.path).sheetnames
    assert said == []
    assert path.read_bytes() == b"as it was saved"


@pytest.mark.parametrize(("verb", "platform"), [("check", "windows"), ("pair", "macos")])
def test_no_copy_is_kept_where_nothing_was_written_or_excel_cannot(clicked, verb, platform):
    """On a Mac Excel's scripts would give the workbook another name; a click that only looks needs none."""
    path, _ = clicked(verb, platform)
    assert not folder_of(path).exists()


def test_a_copy_that_cannot_be_kept_is_told(clicked, tmp_path):
    """What was clicked is done all the same."""
    folder_of(tmp_path / "saved" / "event.xlsm").write_text("mine")
    _, (said,) = clicked("pair")
    assert "that is a file" in said
    assert "Nothing was written" not in said


def test_a_copy_is_kept_only_as_the_kind_of_file_that_it_is(clicked, tmp_path):
    """Excel saves a copy of an .xlsb as one, whatever name it is to have; no command reads that."""
    path = tmp_path / "saved" / "event.xlsb"
    path.write_bytes(b"as it was saved")
    _, (said,) = clicked("pair", fullname=path)
    assert "event.xlsb is neither .xlsx nor .xlsm" in said
    assert not folder_of(path).exists()


@pytest.mark.parametrize("platform", ["windows", "macos"])
def test_an_event_that_was_never_saved_is_asked_to_be_saved_once(clicked, new_twins, platform):
    """After the first round; whoever has read it is not asked again."""
    twins = new_twins(platform=platform, fullname="Book1")
    _, (said,) = clicked("pair", twins=twins)
    assert said.startswith("This event has never been saved")
    twins.closed = twins.live
    twins.decide()
    assert clicked("pair", twins=twins)[1] == []


def test_whoever_goes_on_in_a_copy_is_told(new_twins):
    """As on a closed file, with what to do in Excel."""
    book, _ = new_twins(platform="windows").excel()
    host = ExcelHost(book)
    assert not [told for told in host.read().warnings if "is a backup" in told]
    name = "2026-11-21 14h30m00.000000 Round 3 after pair.bak.xlsm"
    with patch.object(ExcelHost, "name", name):
        assert host.read().warnings[0].startswith(f"{name} is a backup: changing it")
