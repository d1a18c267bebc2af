"""The selection, as Excel reports it: cells, rows, columns, in one piece or in several."""

from __future__ import annotations

import pytest

from xlplugin.hosts.selection import Selection, areas_at, may_be_cut
from xlplugin.parts.addresses import MOST_COLUMNS, MOST_ROWS


@pytest.mark.parametrize(
    ("address", "areas"),
    [
        ("$C$2", [(2, 3, 2, 3)]),
        ("A1:B2", [(1, 1, 2, 2)]),
        ("$C$2,$E$5", [(2, 3, 2, 3), (5, 5, 5, 5)]),
        ("$C$2;$E$5:$F$6", [(2, 3, 2, 3), (5, 5, 6, 6)]),
        ("$2:$3", [(2, 1, 3, MOST_COLUMNS)]),
        ("4:4", [(4, 1, 4, MOST_COLUMNS)]),
        ("$C:$AB", [(1, 3, MOST_ROWS, 28)]),
        ("A1:XFD1048576", [(1, 1, MOST_ROWS, MOST_COLUMNS)]),
    ],
)
def test_an_address_is_read_in_every_form(address, areas):
    """Whole rows and columns, several areas with either separator, with and without signs."""
    assert [*areas_at(address)] == areas


@pytest.mark.parametrize("address", ["", "Table1", "R1C1", "A1:", "A1,", "Sheet!A1"])
def test_what_is_no_address_is_refused(address):
    """A name, or nothing."""
    with pytest.raises(ValueError, match="no address"):
        areas_at(address)


def test_a_selection_has_its_cells_and_rows():
    """And no others."""
    selection = Selection("Round 1", areas_at("C2,E5:E6"))
    assert [selection.has(*cell) for cell in ((2, 3), (2, 5), (6, 5), (7, 5))] == [1, 0, 1, 0]
    assert [row for row in range(1, 9) if selection.has_row(row)] == [2, 5, 6]


@pytest.mark.parametrize("piece", ["$A$1", "$10:$10", "$XFD$1048576:$XFD$1048576"])
def test_an_address_that_may_be_cut_is_known(piece):
    """Excel leaves areas out as soon as the next one would lead beyond 255 characters."""
    pieces = [piece]
    while len(",".join([*pieces, piece])) <= 255:
        pieces.append(piece)
    assert may_be_cut(",".join(pieces))
    assert not may_be_cut(",".join(pieces[:5]))
    assert not may_be_cut(piece)
