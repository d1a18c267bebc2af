"""The links back to Event, in workbooks of today and from before there were any."""

from __future__ import annotations

from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.undo import undo_round
from xlplugin.workbook.layout import HEADER, HEADER_BACK
from xlplugin.workbook.live_patterns import is_page


def test_a_new_tab_leads_back_to_event(new_twins, platform):
    """Its first header is a link in Excel too, and reads as before; the page brought it along."""
    twins = new_twins(platform=platform)
    twins.click(pair_round)
    for book in (twins.closed, twins.live):
        first = book["Round 1"]["A1"]
        assert (first.value, first.style) == ("Table", HEADER_BACK.name)
        assert first.hyperlink.location == "Event!A1"
    assert not twins.differences()


def test_links_on_event_cost_a_click_nothing(new_twins):
    """They are formulas that find their tabs themselves: no action writes them."""
    twins = new_twins()
    columns = {
        cell.column
        for cell in twins.live["Event"][1]
        if cell.value == "Go to" or str(cell.value).startswith("(Link")
    }
    for action in (pair_round, undo_round):
        written = [
            asked
            for asked in twins.click(action)
            if asked["func"] == "setValues" and asked["sheet_position"] == 0
        ]
        assert written
        for asked in written:
            first = asked["start_column"] + 1
            assert columns.isdisjoint(range(first, first + asked["column_count"]))


def test_a_workbook_from_before_there_were_links_goes_on(new_twins, platform):
    """Its hidden pages bring none; the first header looks as the others do, and is no link."""
    twins = new_twins(platform=platform)
    live = twins.live
    for name in live.sheetnames:
        if is_page(name) and live[name]["A1"].hyperlink:
            live[name]["A1"].hyperlink = None
            live[name]["A1"].value = None
            live[name]["A1"].style = "Normal"
    for row in live["Looks"].iter_rows():
        if row[0].value == HEADER_BACK.name:
            row[0].value = None
    live["Event"].delete_cols(4)
    _, host = book = twins.excel()
    pair_round(host)
    twins.perform(book[0])
    first = live["Round 1"]["A1"]
    assert (first.value, first.style) == ("Table", HEADER.name)
    assert first.hyperlink is None
