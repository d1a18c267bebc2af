"""Take results and Renew code in Excel: what the commands do on a closed file."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from books import book_of
from reporting import LOST, WON, Phones

from xlplugin.doors import buttons
from xlplugin.ground.problems import OrganizerError
from xlplugin.reports import codes
from xlplugin.verbs.codes import list_codes
from xlplugin.verbs.take_results import take_results
from xlplugin.workbook.reading.reader import read_event

WHEN = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)


@pytest.fixture
def reported(new_twins, tmp_path):
    """Begin an event on some Excel: a table whose players agree, one where they do not, one who drops out."""

    def begin(platform):
        path = tmp_path / "event.xlsx"
        path.touch()
        how = {} if platform == "lite" else {"fullname": str(path)}
        twins = new_twins(
            platform=platform, unfinished=True, settings=("Player reports=Yes",), **how
        )
        phones = Phones(lambda: book_of(twins.closed, "event.xlsx"), tmp_path)
        first, second, *_ = [match for match in phones.event.tabs[-1].by_table if match.player2]
        phones.agree(first.player1, WON)
        for no, answers in zip(second.players, (WON, LOST), strict=True):
            phones.report(no, answers)
        return twins, phones

    return begin


@pytest.mark.parametrize("platform", ["windows", "macos"])
def test_a_click_takes_what_the_command_takes(reported, monkeypatch, tmp_path, platform):
    """The same cells, the same log, the same sentences; the file is the one beside the workbook."""
    twins, phones = reported(platform)
    file = twins.file()
    file.path = tmp_path / "event.xlsx"
    monkeypatch.chdir(tmp_path.parent)
    told = take_results(file, when=WHEN)
    book, host = twins.excel()
    said = buttons.VERBS["take"](host, WHEN)
    twins.perform(book)
    assert said.message == told.message
    assert "1 result taken." in said.message
    assert "Conflicts, for you to decide:" in said.message
    assert not twins.differences()
    assert phones.reports.progress().endswith("1 conflict (table 2)")


def test_in_a_browser_there_is_nothing_to_take_from(reported):
    """It says what to do instead."""
    twins, _ = reported("lite")
    book, host = twins.excel()
    with pytest.raises(OrganizerError, match="In a browser there are no files beside the workbook"):
        buttons.VERBS["take"](host, WHEN)
    assert twins.asked(book) == []


@pytest.mark.parametrize("platform", ["windows"])
def test_a_workbook_that_was_never_saved_has_no_reports(new_twins, platform):
    """Nor one that is in a cloud alone."""
    twins = new_twins(platform=platform, unfinished=True)
    _, host = twins.excel()
    with pytest.raises(OrganizerError, match="Save the workbook on this computer first"):
        buttons.VERBS["take"](host, WHEN)


def test_the_code_of_the_player_whose_row_is_selected_is_renewed(new_twins, platform):
    """On every kind of Excel; of nobody else."""
    twins = new_twins(platform=platform, unfinished=True)
    twins.setting("Report codes", "Codes: 0123456789ABCDEFGHJKMNPQRS; Event: 0123ABCD")
    before = read_event(book_of(twins.live, "event.xlsx"))
    list_codes(twins.file(), ["9"], when=WHEN)
    book, host = twins.excel()
    twins.select(book, "Players", "B10")
    said = buttons.VERBS["renew_code"](host, WHEN)
    twins.perform(book)
    after = read_event(book_of(twins.live, "event.xlsx"))
    changed = [no for no in after.by_no if codes.code_of(after, no) != codes.code_of(before, no)]
    assert changed == [9]
    assert f"Ann has a new code: {codes.code_of(after, 9)}." in said.message
    looks = ("in front", "together")  # as somebody has selected there
    assert [line for line in twins.differences() if not line.startswith(looks)] == []


@pytest.mark.parametrize("platform", ["macos"])
@pytest.mark.parametrize(("address", "whom"), [("A40", "nobody"), ("B2:B9", "and 4")])
def test_what_is_not_one_player_is_told(new_twins, platform, address, whom):
    """With a cell as an example."""
    twins = new_twins(platform=platform, unfinished=True)
    book, host = twins.excel()
    twins.select(book, "Players", address)
    with pytest.raises(
        OrganizerError, match="Select the row of one player on Players first"
    ) as told:
        buttons.VERBS["renew_code"](host, WHEN)
    assert whom in str(told.value)
