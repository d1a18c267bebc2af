"""Addresses of cells and ranges."""

from __future__ import annotations

import pytest

from xlplugin.parts.addresses import address_of, area_of, column_of, place_of


@pytest.mark.parametrize(
    ("address", "place"),
    [("A1", (1, 1)), ("$AB$28", (28, 28)), ("zz7", (7, 702)), ("XFD1048576", (1048576, 16384))],
)
def test_an_address_is_a_place(address, place):
    """Dollars and small letters make no difference."""
    assert place_of(address) == place
    assert address_of(*place) == address.replace("$", "").upper()


@pytest.mark.parametrize(
    "address", ["", "A0", "A", "7", "XFE1", "A1048577", "A1:B2", "Ä1", "A\u0661"]
)
def test_what_is_no_address_is_refused(address):
    """The message has it."""
    with pytest.raises(ValueError, match="no cell has the address"):
        place_of(address)


@pytest.mark.parametrize(
    ("reference", "area"),
    [
        ("B2", (2, 2, 2, 2)), ("B2:D9", (2, 2, 9, 4)), ("D9:B2", (2, 2, 9, 4)),
        ("A:B", (1, 1, 1048576, 2)), ("$2:$3", (2, 1, 3, 16384)), ("1:3", (1, 1, 3, 16384)),
    ],
)  # fmt: skip
def test_a_range_is_four_numbers(reference, area):
    """Whole columns and rows reach to the end of the sheet, corners may be swapped."""
    assert area_of(reference.replace("$", "")) == area


def test_columns_are_counted():
    """From A on."""
    assert [column_of(c) for c in ("A", "Z", "AA", "XFD")] == [1, 26, 27, 16384]
