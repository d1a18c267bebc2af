"""The user's own settings of xlwings, where the buttons look up which Python to call.

Macros read the file with VBA's ``Input #``: lines of ``"KEY","value"``, in the encoding that the
system has for old programs, without a mark at the start. The first line of a key counts, and a line
that is not a pair would shift all that follow, so what is set here stands first. xlwings itself
reads it in the encoding of Python, so that it is best kept to ASCII.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from itertools import chain

from xlplugin.ground.machine import MACOS, WINDOWS, Machine
from xlplugin.workbook.live_patterns import CONF

PYTHON = "XLPLUGIN PYTHON"
"""The Python that the buttons call: a key of their own, since others use xlwings' own one, too."""
WARM = "XLPLUGIN WARM"
"""The key that has the macros keep Python running between clicks."""
BEFORE = "XLPLUGIN BEFORE "
"""The start of the key, followed by another one, of the value that this one had before."""
MARKS = {BOM_UTF8: "utf-8-sig", BOM_UTF16_LE: "utf-16", BOM_UTF16_BE: "utf-16"}
ITEM = re.compile(r'\s*(?:"([^"]*)"?|([^,]*))\s*(?:,|$)')


def shared_key(machine: Machine) -> str:
    """The key of the Python that every other workbook with xlwings calls."""
    return "INTERPRETER_MAC" if machine.system == MACOS else "INTERPRETER_WIN"


def folder_of_settings(machine: Machine) -> str:
    """The folder of the user's settings; on macOS that of Excel's own, which Excel makes."""
    container = "Library/Containers/com.microsoft.Excel/Data"
    return str(machine.path(machine.home, container if machine.system == MACOS else ".xlwings"))


class UserSettings:
    """The settings as they are in the file, and the changes that are to be made to it."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.place = str(machine.path(folder_of_settings(machine), CONF))
        self._content = machine.read(self.place) or b""

    def get(self, key: str) -> str | None:
        """The value that macros find under a key, with environment variables replaced."""
        pairs = pairs_in(self._content)
        found = next((value for name, value in pairs if name.upper() == key), None)
        return None if found is None else self._machine.expanded(self._text(found))

    def _text(self, raw: str) -> str:
        return raw.encode("latin-1").decode(self._machine.encoding, errors="replace")

    def damaged(self) -> list[int]:
        """The numbers of the lines that are no pairs, from 1."""
        lines = enumerate(self._content.splitlines(), 1)
        return [number for number, line in lines if len(_items(line)) != 2]

    def tidy(self) -> bool:
        """Leave out blank lines and marks, and end lines as macros read them; whether it had to."""
        before = self._content
        self._keep(self._lines())
        return self._content != before

    def set(self, key: str, value: str) -> None:
        """Set a key, and remember what it had before the first time."""
        raw = value.encode(self._machine.encoding).decode("latin-1")
        lines = self._lines()
        before = next((_items(line)[1] for line in lines if _key(line) == key), "")
        rest = [line for line in lines if _key(line) != key]
        if not any(_key(line) == BEFORE + key for line in rest):
            rest.insert(0, _line(BEFORE + key, before))
        self._keep([_line(key, raw), *rest])

    def restore(self, key: str) -> str | None:
        """Give a key back what it had before, ``""`` for nothing; ``None`` if it was never set."""
        lines = self._lines()
        marks = [line for line in lines if _key(line) == BEFORE + key]
        if not marks:
            return None
        before = _items(marks[0])[1]
        rest = [line for line in lines if _key(line) not in (key, BEFORE + key)]
        self._keep([*([_line(key, before)] if before else []), *rest])
        return self._text(before)

    def save(self) -> None:
        """Write the file, if it is to change; one that is left empty goes, with its folder. May raise ``OSError``."""
        if self._content == (self._machine.read(self.place) or b""):
            return
        if self._content:
            self._machine.write(self.place, self._content)
        else:
            self._machine.remove(self.place)
            self._machine.remove(folder_of_settings(self._machine))

    def _lines(self) -> list[bytes]:
        """The lines that are not blank, each as macros can read it if they can at all."""
        content = self._content
        encoding = next((name for mark, name in MARKS.items() if content.startswith(mark)), None)
        lines = content.splitlines()
        if encoding:
            texts = content.decode(encoding, errors="replace").splitlines()
            own = self._machine.encoding
            lines = [line.encode(own if is_of(own, line) else "utf-8") for line in texts]
        return [line for line in lines if line.strip()]

    def _keep(self, lines: list[bytes]) -> None:
        end = b"\r\n" if self._machine.system == WINDOWS else b"\n"
        self._content = b"".join(line + end for line in lines)


def pairs_in(content: bytes) -> list[tuple[str, str]]:
    """The keys and values as macros find them, each letter standing for a byte."""
    items = list(chain.from_iterable(map(_items, content.splitlines())))
    return list(zip(items[::2], items[1::2], strict=False))


def _items(line: bytes) -> list[str]:
    """The items of a line, each letter standing for a byte."""
    text, items, at = line.decode("latin-1"), list[str](), 0
    while True:
        match = ITEM.match(text, at)
        assert match is not None  # whatever stands before the next comma is an item
        items.append(match[1] if match[1] is not None else match[2].strip())
        at = match.end()
        if not match[0].endswith(","):
            return items


def _key(line: bytes) -> str:
    items = _items(line)
    return items[0].upper() if len(items) == 2 else ""


def _line(key: str, value: str) -> bytes:
    return f'"{key}","{value}"'.encode("latin-1")


def written(machine: Machine, path: str) -> str | None:
    """A path as the macros, xlwings and Python all read it alike; ``None`` if no setting can hold it.

    Letters that are not ASCII are the user's name more often than not, and that is left to a
    variable. On macOS the path becomes a part of a text that is split at every ``|``.
    """
    if '"' in path or (machine.system == MACOS and "|" in path):
        return None
    if path.isascii():
        return path
    place, home = machine.path(path), machine.path(machine.home)
    if place.is_relative_to(home):
        rest = str(place.relative_to(home))
        if rest.isascii():
            variable = "$HOME" if machine.system == MACOS else "%USERPROFILE%"
            return str(machine.path(variable, rest))
    if machine.system == WINDOWS and is_of(machine.encoding, path):
        return path
    return None


def is_of(encoding: str, text: str) -> bool:
    """True if an encoding has all letters of a text."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
