"""A compound file read as [MS-CFB] describes it, strictly: what does not follow it is an error.

It shares nothing with the code that writes such files, nor with olefile.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

MAGIC = bytes.fromhex("D0CF11E0A1B11AE1")
FREE, END, FAT, DIFAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFC
NO_ENTRY = 0xFFFFFFFF
STORAGE, STREAM, ROOT = 1, 2, 5
SMALL = 4096  # streams below this lie in the mini stream


class Compound(NamedTuple):
    """The storages and the streams by their paths, and how many sectors belong to none of them."""

    storages: set[str]
    streams: dict[str, bytes]
    lost: int = 0


class _Entry(NamedTuple):
    name: str
    kind: int
    left: int
    right: int
    child: int
    class_id: bytes
    start: int
    size: int


def read(data):
    """The storages and streams of a compound file of version 3.

    Raises:
        AssertionError: it is not as the format asks.
    """
    return _Reader(data).compound()


class _Reader:
    def __init__(self, data):
        header = struct.unpack_from("<8s16sHHHHH6sIIIIIIIIII", data)
        magic, class_id, _, major, order, shift, mini, reserved = header[:8]
        in_directory, fats, directory, _, cutoff, mini_fat, mini_fats, difat, difats = header[8:17]
        assert magic == MAGIC
        assert (class_id, reserved) == (bytes(16), bytes(6))
        assert (major, order, shift, mini) == (3, 0xFFFE, 9, 6)
        assert (in_directory, cutoff) == (0, SMALL)
        assert len(data) % 512 == 0
        self._sectors = [data[at : at + 512] for at in range(512, len(data), 512)]
        self._owner = {}
        self._fat = self._table(data, fats, difat, difats)
        self._directory = self._chain(directory, "directory")
        self._mini_fat = _numbers(self._chain(mini_fat, "mini FAT")) if mini_fats else []
        assert len(self._mini_fat) == 128 * mini_fats
        self._mini_owner = {}
        self._mini = b""

    def _table(self, data, fats, difat, difats):
        """What follows each sector, from the sectors that the header and the DIFAT list."""
        listed = list(struct.unpack_from("<109I", data, 76))
        for _ in range(difats):
            self._own(difat, "DIFAT")
            *more, difat = _numbers(self._sectors[difat])
            listed += more
        assert difat == END
        places = [place for place in listed if place != FREE]
        assert listed[: len(places)] == places
        assert len(places) == fats
        fat = []
        for place in places:
            self._own(place, "FAT")
            fat += _numbers(self._sectors[place])
        assert all(
            fat[place] == (FAT if what == "FAT" else DIFAT) for place, what in self._owner.items()
        )
        assert set(fat[len(self._sectors) :]) <= {FREE}
        return fat

    def _own(self, place, what):
        assert place not in self._owner, f"sector {place} is in {self._owner[place]} and in {what}"
        self._owner[place] = what

    def _chain(self, place, what):
        found = []
        while place != END:
            self._own(place, what)
            found.append(self._sectors[place])
            place = self._fat[place]
        return b"".join(found)

    def _mini_chain(self, place, what):
        found = []
        while place != END:
            assert place not in self._mini_owner, what
            self._mini_owner[place] = what
            found.append(self._mini[64 * place : 64 * place + 64])
            place = self._mini_fat[place]
        return b"".join(found)

    def compound(self):
        """Walk the tree of names; whatever sector belongs to a name is marked as used."""
        raw = self._directory
        self._entries = [_entry(raw[at : at + 128]) for at in range(0, len(raw), 128)]
        root = self._entries[0]
        assert (root.kind, root.name) == (ROOT, "Root Entry")
        assert (root.left, root.right) == (NO_ENTRY, NO_ENTRY)
        self._mini = self._chain(root.start, "mini stream")
        assert len(self._mini) - 512 < root.size <= len(self._mini)
        self._seen = {0}
        self._found = Compound(set(), {})
        self._walk(root.child, "")
        for number, entry in enumerate(self._entries):
            assert (number in self._seen) == (entry.kind != 0), entry
        lost = 0
        for table, owner in ((self._fat, self._owner), (self._mini_fat, self._mini_owner)):
            used = {place for place, after in enumerate(table) if after != FREE}
            assert set(owner) <= used
            lost += len(used) - len(owner)
        return self._found._replace(lost=lost)

    def _walk(self, number, path):
        """The names below one: those to the left come before it, those to the right after."""
        if number == NO_ENTRY:
            return []
        assert number not in self._seen
        self._seen.add(number)
        entry = self._entries[number]
        full = f"{path}{entry.name}"
        left = self._walk(entry.left, path)
        if entry.kind == STORAGE:
            self._found.storages.add(full)
            assert (entry.start, entry.size) == (0, 0)
            self._walk(entry.child, f"{full}/")
        else:
            assert (entry.kind, entry.child) == (STREAM, NO_ENTRY)
            self._found.streams[full] = self._content(entry, full)
        right = self._walk(entry.right, path)
        names = [*left, entry.name, *right]
        keys = [(len(name), name.upper()) for name in names]
        assert keys == sorted(set(keys))
        return names

    def _content(self, entry, full):
        whole = (self._mini_chain if entry.size < SMALL else self._chain)(entry.start, full)
        step = 64 if entry.size < SMALL else 512
        assert len(whole) - step < entry.size <= len(whole)
        return whole[: entry.size]


def _numbers(data):
    return list(struct.unpack(f"<{len(data) // 4}I", data))


def _entry(raw):
    name, length, kind, colour, left, right, child, class_id = struct.unpack_from(
        "<64sHBBIII16s", raw
    )
    start, size = struct.unpack_from("<IQ", raw, 116)
    assert colour in (0, 1)
    if kind == 0:
        return _Entry("", 0, left, right, child, class_id, start, size)
    text = name.decode("utf-16-le")[: length // 2]
    assert text.endswith("\0")
    assert not text[:-1].count("\0")
    assert not set(text) & set("/\\:!")
    return _Entry(text[:-1], kind, left, right, child, class_id, start, size)
