"""Compound files, the container of a VBA project; [MS-CFB] describes them."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

SECTOR, MINI_SECTOR = 512, 64
SMALLEST = 4096  # shorter streams lie in the mini stream
FREE = NONE = 0xFFFFFFFF
END, FAT = 0xFFFFFFFE, 0xFFFFFFFD
ROOT, STORAGE, STREAM = 5, 1, 2
RED, BLACK = 0, 1
MOST_FAT_SECTORS = 109  # those that the header itself can name


@dataclass
class _Entry:
    """One line of the directory."""

    name: str
    kind: int
    content: bytes = b""
    children: list[int] = field(default_factory=list)
    start: int = 0
    size: int = 0
    left: int = NONE
    right: int = NONE
    child: int = NONE
    colour: int = BLACK

    def packed(self) -> bytes:
        """The line as the file has it; it bears no dates."""
        name = (self.name + "\0").encode("utf-16-le") if self.name else b""
        links = (self.colour, self.left, self.right, self.child)
        head = struct.pack("<64sHBBIII", name, len(name), self.kind, *links)
        return head + struct.pack("<16xI16xIQ", 0, self.start, self.size)


def compound_file(streams: Mapping[str, bytes]) -> bytes:
    """A compound file with these streams, by paths such as ``VBA/dir``.

    Raises:
        ValueError: they are too long for a file of this simple kind (seven megabytes).
    """
    entries = _directory(streams)
    root = entries[0]
    small = [e for e in entries if e.kind == STREAM and len(e.content) < SMALLEST]
    large = [e for e in entries if e.kind == STREAM and len(e.content) >= SMALLEST]
    root.content, mini_fat = _chained(small, MINI_SECTOR)
    mini_fat += [FREE] * (-len(mini_fat) % (SECTOR // 4))
    table = _Entry("", STREAM, struct.pack(f"<{len(mini_fat)}I", *mini_fat))
    listing = _Entry("", STREAM, bytes(len(entries) * 128))
    parts = [*large, root, table, listing]
    _chained(parts, SECTOR)  # says where each starts, which the directory tells
    listing.content = b"".join(entry.packed() for entry in entries)
    body, fat = _chained(parts, SECTOR)
    count = 1
    while len(fat) + count > count * SECTOR // 4:
        count += 1
    if count > MOST_FAT_SECTORS:
        message = "The streams are too long for a compound file without a table of tables."
        raise ValueError(message)
    first = len(fat)
    fat += [FAT] * count
    fat += [FREE] * (count * SECTOR // 4 - len(fat))
    header = struct.pack(
        "<8s16xHHHHH6xIIIIIIIIII",
        bytes.fromhex("D0CF11E0A1B11AE1"), 0x3E, 3, 0xFFFE, 9, 6,
        0, count, listing.start, 0, SMALLEST,
        table.start, -(-len(table.content) // SECTOR), END, 0, first,
    )  # fmt: skip
    names = [first + number for number in range(1, count)]
    header += struct.pack(f"<{len(names)}I", *names)
    return header.ljust(SECTOR, b"\xff") + body + struct.pack(f"<{len(fat)}I", *fat)


def _directory(streams: Mapping[str, bytes]) -> list[_Entry]:
    """The root, every folder and every stream, linked as trees."""
    entries = [_Entry("Root Entry", ROOT)]
    places = {"": 0}
    for path, content in streams.items():
        parts = path.split("/")
        for depth, name in enumerate(parts, 1):
            here = "/".join(parts[:depth])
            if here not in places:
                places[here] = len(entries)
                entries[places["/".join(parts[: depth - 1])]].children.append(len(entries))
                entries.append(_Entry(name, STORAGE))
        entries[places[path]].kind, entries[places[path]].content = STREAM, content
    for entry in entries:
        ordered = sorted(entry.children, key=lambda n: _order(entries[n].name))
        depth = len(ordered).bit_length() - 1
        entry.child = _tree(entries, ordered, depth)
        if ordered:
            entries[entry.child].colour = BLACK
    while len(entries) % (SECTOR // 128):
        entries.append(_Entry("", 0))
    return entries


def _order(name: str) -> tuple[int, bytes]:
    """Names are ordered by their length, then by their letters, capital or not."""
    return len(name), name.upper().encode("utf-16-be")


def _tree(entries: list[_Entry], ordered: Sequence[int], depth: int) -> int:
    """Link entries as a balanced tree, its lowest level red; gives the topmost one."""
    if not ordered:
        return NONE
    middle = len(ordered) // 2
    top = entries[ordered[middle]]
    top.left = _tree(entries, ordered[:middle], depth - 1)
    top.right = _tree(entries, ordered[middle + 1 :], depth - 1)
    top.colour = BLACK if depth else RED
    return ordered[middle]


def _chained(entries: Sequence[_Entry], size: int) -> tuple[bytes, list[int]]:
    """The contents one behind the other in sectors, and the table of the sectors that follow each."""
    body, table = bytearray(), list[int]()
    for entry in entries:
        count = -(-len(entry.content) // size)
        entry.start = len(table) if count else END
        entry.size = len(entry.content)
        body += entry.content.ljust(count * size, b"\0")
        table += [*range(len(table) + 1, len(table) + count), *[END][:count]]
    return bytes(body), table
