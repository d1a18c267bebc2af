"""The compound files that hold a VBA project are read by others as they were meant."""

from __future__ import annotations

from io import BytesIO
from random import Random

import olefile
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xlplugin.templates.compound import RED, SECTOR, compound_file
from xlplugin.templates.vba import streams_of

from cases import each

NAMES = st.text(st.characters(codec="ascii", categories=("L", "N")), min_size=1, max_size=31)


def _bytes(size):
    return Random(size).randbytes(size)


@pytest.mark.parametrize("size", [0, 1, 63, 64, 65, 511, 512, 4095, 4096, 4097, 100_000])
def test_a_stream_of_any_length_is_read_back(size):
    """Short streams lie in small sectors, long ones in large ones; both come back whole."""
    streams = {"A/short": b"x", "A/any": _bytes(size), "last": _bytes(5000)}
    assert streams_of(compound_file(streams)) == streams


def test_a_file_of_many_tables_is_read_back():
    """A file so long that its table of sectors needs many sectors itself."""
    streams = {f"S{number}": _bytes(200_000 + number) for number in range(15)}
    assert streams_of(compound_file(streams)) == streams


def test_a_file_that_would_need_more_is_refused():
    """What this simple kind of file cannot hold is no damaged file."""
    with pytest.raises(ValueError, match="too long"):
        compound_file({"S": bytes(8_000_000)})


@settings(deadline=None)
@given(st.sets(NAMES, max_size=30))
def test_every_name_is_found(names):
    """Readers look a stream up in the tree of names, capital letters or not."""
    names = {name.upper(): name for name in names}.values()
    data = compound_file({f"VBA/{name}": name.encode() for name in names})
    assert len(data) % SECTOR == 0
    with olefile.OleFileIO(BytesIO(data), raise_defects=olefile.DEFECT_POTENTIAL) as container:
        for name in names:
            assert container.openstream(f"vba/{name.lower()}").read() == name.encode()


@each("count", range(1, 40))
def test_the_tree_of_names_is_balanced_as_the_format_asks(count):
    """No red entry under a red one, and equally many black ones on every way down."""
    data = compound_file({f"{'x' * (n % 5)}{n}": b"" for n in range(count)})
    with olefile.OleFileIO(BytesIO(data)) as container:
        entries = container.direntries

        def blacks(number, above):
            if number == olefile.NOSTREAM:
                return 1
            entry = entries[number]
            assert not entry.color == above == RED
            left, right = (blacks(n, entry.color) for n in (entry.sid_left, entry.sid_right))
            assert left == right
            return left + (entry.color != RED)

        assert blacks(entries[0].sid_child, RED)
