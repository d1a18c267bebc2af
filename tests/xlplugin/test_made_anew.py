"""A tab is remade only if it was made here: one of the organizer's own is never replaced."""

from __future__ import annotations

import pytest

from xlplugin.workbook.book import SheetData
from xlplugin.workbook.layouts.tab_names import EVENT, back, leads_back

BESIDE = "Made by the button"


@pytest.mark.parametrize("link", [back(), EVENT, 0])
def test_a_link_beside_what_is_printed_tells_a_tab_made_here(link):
    """Whether the host has formulas, what they show, or nothing worked out yet."""
    assert leads_back(SheetData("Slips", [["Table", None, BESIDE], [1, None, link], [2]]))


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [["Player", "Points"], ["Ann", 0]],
        [["Player", None, "Points"], ["Ann", None, 0], ["Bea", None, 3]],
        [["Table", None, 7], [1, None, EVENT]],
        [["Table", None, BESIDE, "mine"], [1, None, EVENT]],
    ],
)
def test_a_tab_of_ones_own_is_none(rows):
    """A table that ends in a column of numbers, or says Event somewhere."""
    assert not leads_back(SheetData("Slips", rows))
