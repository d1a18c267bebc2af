"""Pictures on drawn tabs: the same in a file and in every Excel, and what is so in one of them alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from books import book_of
from scanned import code_of

from xlplugin.ground import qr
from xlplugin.reports import codes
from xlplugin.verbs import print_tabs
from xlplugin.workbook.book import AddDrawing, ShowSheet
from xlplugin.workbook.drawings.shared import printed
from xlplugin.workbook.layout import CUT, TEXT
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.picture import Picture
from xlplugin.workbook.reading.reader import read_event

DRAWN = "0123456789ABCDEFGHJKMNPQRS"
TEXTS = ("R1T1", "R1T2", "R1T3")


def picture(text, row, column, size=51.0):
    """A picture at a cell."""
    return Picture(qr.png(text, 4), row, column, size, size, f"QR code {text}")


def drawing(name="Codes", texts=TEXTS):
    """A tab with a code every fifth row, alternately in its two columns."""
    cells = {(1 + 5 * i, 1): (text, TEXT) for i, text in enumerate(texts)}
    pictures = tuple(picture(text, 2 + 5 * i, 1 + i % 2) for i, text in enumerate(texts))
    return replace(printed(name, (12.3, 30), cells, CUT, 17.25, {3: 30.5}), pictures=pictures)


def draw(host, texts=TEXTS, *, when=None):
    """Make the tab, or make it anew."""
    book = host.read()
    changes = tab_names.anew(book, "Codes", AddDrawing(drawing(texts=texts)))
    host.write([*changes, ShowSheet("Codes")])


def test_pictures_are_the_same(new_twins, pictured, platform):
    """Their places, sizes and bytes; made anew, the new ones take the place of the old ones."""
    twins = new_twins(platform=platform)
    for texts in (TEXTS, ("R2T1", "R2T2")):
        twins.same(draw, texts)
        found = pictured(twins.live["Codes"])
        assert [each[:4] for each in found] == [
            (2 + 5 * i, 1 + i % 2, 51, 51) for i in range(len(texts))
        ]
        assert [each[4] for each in found] == [qr.png(text, 4) for text in texts]


def test_the_pictures_of_others_stay(new_twins, pictured, platform):
    """Also those on tabs that a click changes, and nothing is asked of them."""
    twins = new_twins(platform=platform)
    twins.click(draw)
    before = pictured(twins.live["Codes"])

    def another(host, *, when=None):
        host.read()
        host.write([AddDrawing(drawing("Other codes", ("X",))), ShowSheet("Other codes")])

    twins.same(another)
    assert pictured(twins.live["Codes"]) == before
    assert len(pictured(twins.live["Other codes"])) == 1


def test_cards_and_slips_with_codes_are_the_same(new_twins, pictured, platform):
    """Drawn and drawn anew; each code can be read."""
    twins = new_twins(unfinished=True, platform=platform)
    twins.setting("Player reports", "Yes")
    twins.setting("Report codes", f"Codes: {DRAWN}; Event: {DRAWN[:8]}")
    for _ in range(2):
        twins.same(print_tabs.PRINTS["cards"])
    twins.same(print_tabs.PRINTS["slips"])
    event = read_event(book_of(twins.closed, "event.xlsx"))
    by_no = {codes.code_of(event, player.no) for player in event.roster}
    assert {code_of(each[4]) for each in pictured(twins.live["Player cards"])} == by_no
    assert [code_of(each[4]) for each in pictured(twins.live["Slips"])] == [
        f"R1T{n}" for n in range(1, 5)
    ]


@pytest.mark.parametrize(
    ("platform", "names", "told"),
    [
        ("windows", [f"QR code {text}" for text in TEXTS], [f"QR code {text}" for text in TEXTS]),
        ("macos", [f"QR code {text}" for text in TEXTS], [None] * 3),
        ("lite", ["Picture 1", "Picture 2", "Picture 3"], [None] * 3),
    ],
)
def test_what_screen_readers_say(new_twins, platform, names, told):
    """A text where scripts can give one, else the name, else nothing: the cells beside say the same."""
    twins = new_twins(platform=platform)
    twins.click(draw)
    for workbook, expected in (
        (twins.closed, [f"QR code {text}" for text in TEXTS]),
        (twins.live, told),
    ):
        looks = [image.anchor.pic.nvPicPr.cNvPr for image in workbook["Codes"]._images]
        assert [look.descr for look in looks] == expected
    assert [look.name for look in looks] == names


@pytest.mark.parametrize("platform", ["windows", "macos"])
def test_where_excel_may_not_read_them_the_tab_is_made_without(
    new_twins, platform, monkeypatch, tmp_path
):
    """It says so; on a Mac the folder that Excel reads from may be kept from Python."""
    twins = new_twins(platform=platform)
    if platform == "macos":
        monkeypatch.setattr("shutil.copy2", _refused)
    else:
        monkeypatch.setattr("xlplugin.hosts.excel.pictures.TemporaryDirectory", _refused)
    twins.click(draw)
    assert twins.live["Codes"]._images == []
    assert twins.live["Codes"]["D1"].value.endswith(
        "The pictures are left out: Excel was not allowed to read their files."
    )
    twins.click(draw)


def _refused(*_):
    message = "Operation not permitted"
    raise PermissionError(message)


def test_a_picture_that_windows_refuses_is_taken_back(new_twins):
    """With the whole tab: the workbook is as it was."""
    twins = new_twins(platform="windows")
    book, host = twins.excel()
    host.read()
    excel = twins.excel_of(book)
    before = list(twins.live.sheetnames)
    changes = [AddDrawing(drawing())]
    first = excel.calls
    host.write(changes)
    calls = excel.calls - first
    assert twins.live.sheetnames != before
    for number in range(calls - 12, calls, 3):
        twins = new_twins(platform="windows")
        book, host = twins.excel()
        host.read()
        excel = twins.excel_of(book)
        excel.fails_at = excel.calls + number
        with pytest.raises(Exception, match="Excel"):
            host.write(changes)
        assert twins.live.sheetnames == before
