"""Opening a workbook file: checked before it is parsed; what is damaged is named, with a way back."""

from __future__ import annotations

import os
import posixpath
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile, ZipInfo

from xlplugin.ground import typed
from xlplugin.ground.limits import MEGABYTE, MOST_PARTS, MOST_UNPACKED, MOST_XML
from xlplugin.ground.problems import HostError, Step
from xlplugin.ground.texts import msg, t
from xlplugin.hosts.closed_file.backups import backups_of
from xlplugin.hosts.closed_file.kinds import (
    DOCUMENT,
    KINDS,
    WORKBOOK,
    content_of,
    kind_of,
    refuse_kind,
)
from xlplugin.parts.package import BOOK, Package, PartError, Swollen, call_plainly
from xlplugin.parts.reading import read_book
from xlplugin.parts.workbook import Workbook
from xlplugin.parts.xml import checking_parser
from xlplugin.workbook.book import Book

TABS = "xl/worksheets"
XML = (".xml", ".rels")
OTHER_ENDINGS = tuple(ending for kind in KINDS for ending in kind.endings)

FAULTS = {
    Step.OPENING: msg("{file} is damaged and cannot be opened; the problem is in {place}."),
    Step.READING: msg("{file} is damaged: a tab cannot be read; the problem is in {place}."),
    Step.SAVING: msg("{file} cannot be saved, and is as it was; the problem is in {place}."),
    Step.READING_BACK: msg(
        "{file} is as it was: what was written did not read back the same; the problem is in {place}."
    ),
}


class Parts(ZipFile):
    """The parts of a workbook file; the one that was opened last is at fault if a step fails."""

    def __init__(self, data: bytes | None = None) -> None:
        super().__init__(BytesIO(data or b""), "w" if data is None else "r")
        call_plainly(self)
        self.last = ""

    def is_whole(self) -> bool:
        """False if bytes are missing or were added in front of where the parts are listed."""
        return min((part.header_offset for part in self.infolist()), default=0) == 0

    def open(self, name: str | ZipInfo, *args: Any, **options: Any) -> Any:  # noqa: ANN401
        """Open a part, and remember which."""
        self.last = name if isinstance(name, str) else name.filename
        return super().open(name, *args, **options)


def read_bytes(path: Path) -> bytes:
    """The file's content, once it is clear that it is a workbook that can be opened safely.

    Raises:
        HostError: it is missing, damaged, protected, no workbook, or built to do harm.
    """
    data = _content(path)
    require_whole(path, data)
    return data


def read_workbook(path: Path, name: str) -> tuple[bytes, Book]:
    """The content of a workbook file and its values, each part parsed once.

    Raises:
        HostError: it is missing, damaged, protected, no workbook, or built to do harm.
    """
    data = _content(path)
    require_whole(path, data, but_for_tabs=True)
    with naming_the_part(Step.READING, path, data) as parts:
        package = Package(parts)
        book = read_book(package, name)
        tabs = Workbook(package).tabs()
        read = {tabs[tab] for tab in book.sheets}
        for part in parts.infolist():
            if _is_tab(part.filename) and part.filename not in read:
                _check(parts, part)
    return data, book


def _content(path: Path) -> bytes:
    """The content of a file that is a workbook by its name and its first bytes."""
    if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113  (names too long)
        message = t("{file} is not a file, but a folder, a pipe or a device.", file=path.name)
        raise HostError(message, t("Give the name of the workbook."))
    data = content_of(path)
    kind = kind_of(path.name, data)
    if kind is not WORKBOOK or path.name.lower().endswith(OTHER_ENDINGS):
        refuse_kind(path.name, kind, back=way_back(path) if _backups(path) else "")
    return data


def require_whole(path: Path, data: bytes, *, but_for_tabs: bool = False) -> None:
    """Make sure that a workbook can be opened safely; ``but_for_tabs`` where these are read next.

    Raises:
        HostError: it is damaged, or built to do harm.
    """
    with naming_the_part(Step.OPENING, path, data) as parts:
        refuse_swollen(path.name, parts)
        if BOOK not in parts.namelist():
            raise HostError(t(DOCUMENT.fault, file=path.name), way_back(path), step=Step.OPENING)
        for part in parts.infolist():
            if not (but_for_tabs and _is_tab(part.filename)):
                _check(parts, part)


def refuse_swollen(name: str, parts: ZipFile) -> None:
    """Refuse a file that unpacks to far more than an event, before anything is unpacked.

    Only the unpacked size counts; a picture of one colour may be packed as small as it likes.

    Raises:
        HostError: it has too many parts, or they are too large.
    """
    sizes = {part.filename: part.file_size for part in parts.infolist()}
    xml = {part: size for part, size in sizes.items() if part.lower().endswith(XML)}
    is_swollen = sum(sizes.values()) > MOST_UNPACKED or sum(xml.values()) > MOST_XML
    if is_swollen or len(sizes) > MOST_PARTS:
        largest = xml if sum(xml.values()) > MOST_XML else sizes
        raise _swollen(name, max(largest, key=largest.__getitem__))


def _swollen(name: str, part: str) -> HostError:
    text = msg("{file} unpacks to far more than a tournament can hold; its largest part is {part}.")
    remedy = t("Use a file that you made yourself, or a backup.")
    return HostError(t(text, file=name, part=part), remedy, step=Step.OPENING, part=part)


def _check(parts: Parts, part: ZipInfo) -> None:
    """Read a part to its end, by which its checksum is compared; XML must be whole and harmless."""
    name = part.filename
    kind = "workbook" if name == BOOK else "worksheet" if _is_tab(name) else ""

    def check_root(tag: str, _: object) -> None:
        parser.StartElementHandler = None
        if kind and tag.rpartition(":")[2] != kind:
            raise ValueError(tag)

    if name.lower().endswith(XML):
        parser = checking_parser()
        parser.StartElementHandler = check_root
        parser.Parse(parts.read(part), True)  # noqa: FBT003  (all of it)
        return
    with parts.open(part) as content:
        while content.read(MEGABYTE):
            pass


def _is_tab(part: str) -> bool:
    """True if a part is where those of tabs are."""
    return posixpath.dirname(part) == TABS


@contextmanager
def naming_the_part(step: Step, path: Path, data: bytes | None = None) -> Iterator[Parts]:
    """Turn whatever fails in a step into an error that names the damaged part and keeps its cause.

    The parts are those of ``data``, or of a new, empty file without it.

    Raises:
        HostError: the step failed.
    """
    parts = None
    try:
        parts = Parts(data)
        yield parts
    except HostError:
        raise
    except Swollen as error:
        raise _swollen(path.name, error.part) from None
    except Exception as error:
        if isinstance(error, OSError) and step is Step.SAVING:
            raise _no_room(path, error) from None
        part, tab = parts.last if parts and parts.is_whole() else "", ""
        if isinstance(error, PartError):
            part, tab = error.part, error.tab
        raise _damaged(step, path, part, tab or _tab_of(data, part)) from error


def _no_room(path: Path, error: OSError) -> HostError:
    """The error that new tabs cannot be drawn, for which files are made elsewhere."""
    text = msg(
        "{file} could not be saved: the folder for temporary files, {folder}, cannot be written in "
        "({reason})."
    )
    folder = tempfile.gettempdir()
    fault = t(text, file=path.name, folder=folder, reason=error.strerror or error)
    return HostError(fault, t("Make room there, and try again."))


def _damaged(step: Step, path: Path, part: str, tab: str) -> HostError:
    if not part and step is Step.OPENING:
        fault = t(
            "{file} is damaged, incomplete or not an Excel workbook, and cannot be opened.",
            file=path.name,
        )
    else:
        if tab and step is Step.OPENING:
            step = Step.READING
        place = t("{part} (tab {tab})", part=part, tab=tab) if tab else part or t("the whole file")
        fault = t(FAULTS[step], file=path.name, place=place)
    if step is Step.READING_BACK:
        remedy = t("Please report this with a copy of the file.")
    elif step is Step.SAVING:
        remedy = t("Open it in Excel, save it there, close it, and try again.")
    else:
        remedy = way_back(path)
    return HostError(fault, remedy, step=step, part=part)


def _tab_of(data: bytes | None, part: str) -> str:
    """The tab that a part belongs to, as far as the file says so."""
    with suppress(Exception):  # the file is damaged
        package = Package(Parts(data))
        own = {sheet: name for name, sheet in Workbook(package).tabs().items()}
        sheet = part.replace("/_rels/", "/").removesuffix(".rels")
        if part in own or sheet in own:
            return own.get(part) or own[sheet]
        used = [name for sheet, name in own.items() if part in package.reached([sheet])]
        return used[0] if len(used) == 1 else ""
    return ""


def way_back(path: Path) -> str:
    """The way back to a workbook that is whole."""
    numbered = enumerate(reversed(_backups(path)), 1)
    for number, backup in numbered:
        if is_whole(backup):
            text = msg("The newest backup is {backup}: put it back with {command}")
            command = typed.command("restore", path.name, str(number))
            return t(text, backup=backup.name, command=command)
    return t(
        "There is no backup of it. Open it in Excel, let Excel repair it, and save it as .xlsx."
    )


def is_whole(path: Path) -> bool:
    """True if a file is a workbook that can be opened safely."""
    try:
        read_bytes(path)
    except HostError:
        return False
    return True


def _backups(path: Path) -> list[Path]:
    """The backups of a workbook, as far as its folder can be read."""
    with suppress(OSError):
        return backups_of(path)
    return []


def book_in(data: bytes, path: Path, *, with_patterns: bool = False) -> Book:
    """A workbook file's values; see :func:`~xlplugin.parts.reading.read_book`.

    Raises:
        HostError: its content is damaged.
    """
    with naming_the_part(Step.READING, path, data) as parts:
        return read_book(Package(parts), path.name, with_patterns=with_patterns)
