"""The kind of a file that somebody has given, by its content and its name."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from stat import S_ISFIFO
from typing import Final
from zipfile import ZipFile

from xlplugin.ground import typed
from xlplugin.ground.limits import MEGABYTE, MOST_BYTES
from xlplugin.ground.problems import HostError
from xlplugin.ground.texts import msg, t

HEAD: Final = 4096
"""The bytes from which text is known."""
COMPOUND_FILE = bytes.fromhex("D0CF11E0A1B11AE1")
ENTRY: Final = 128
"""The distance between entries of a compound file, in bytes."""
STRICT_SPACE = b"http://purl.oclc.org/ooxml/spreadsheetml"
BINARY = re.compile(rb"[\x00-\x08\x0e-\x19\x1b-\x1f]")
WIDE = (b"\xff\xfe", b"\xfe\xff")
"""The first bytes of texts in UTF-16."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file: a message that names it, and the remedy where a workbook is wanted.

    The remedy may name the file, and commands for it; ``endings`` are those of its names.
    """

    fault: str
    remedy: str
    endings: tuple[str, ...] = ()


IN_EXCEL = msg("Open it in Excel and save it as .xlsx (File, Save As, Excel Workbook).")
WORKBOOK = Kind(
    msg("{file} is an Excel workbook (.xlsx)."),
    msg("Its name says otherwise: end it in .xlsx, as Excel expects."),
)
PROTECTED = Kind(
    msg("{file} is protected with a password, or by the rules of an organization."),
    msg(
        "Open it in Excel, remove the password or the protection (File, Info, Protect Workbook), and "
        "save it as .xlsx."
    ),
)
STRICT = Kind(
    msg("{file} is a Strict Open XML workbook."),
    msg(
        "Open it in Excel and save it as Excel Workbook (.xlsx), the first kind that Excel offers."
    ),
)
OLD = Kind(msg("{file} is a workbook of an old Excel (.xls)."), IN_EXCEL, (".xls", ".xlt"))
BINARY_BOOK = Kind(msg("{file} is a binary Excel workbook (.xlsb)."), IN_EXCEL, (".xlsb",))
OPEN_DOCUMENT = Kind(
    msg("{file} is an OpenDocument spreadsheet (.ods)."),
    msg("Open it in LibreOffice or Excel and save it as Excel workbook (.xlsx)."),
    (".ods", ".fods", ".ots"),
)
NUMBERS = Kind(
    msg("{file} is a spreadsheet of Apple Numbers."),
    msg("Open it in Numbers and export it for Excel (File, Export To, Excel)."),
    (".numbers",),
)
GOOGLE = Kind(
    msg("{file} is only a link to a Google sheet."),
    msg("Open the sheet and download it (File, Download, Microsoft Excel)."),
    (".gsheet",),
)
XML_SHEET = Kind(msg("{file} is a spreadsheet in a single XML file."), IN_EXCEL, (".xml",))
PAGE = Kind(
    msg("{file} is a web page."),
    msg(
        "If it is the page of a site that wants you to sign in, download the file again; if it has a "
        "table, open it in Excel and save it as .xlsx."
    ),
    (".html", ".htm"),
)
DOCUMENT = Kind(msg("{file} is not an Excel workbook."), msg("Save it as .xlsx in Excel."))
RESULTS = Kind(
    msg("{file} is a file of results (JSON)."),
    msg("If it is in NRTM format, make a workbook of it: {import_}"),
    (".json",),
)
TEXT = Kind(
    msg("{file} is a list in a text file."),
    msg("A list of players becomes an event's workbook with {new} ({rulesets} lists the names)."),
    (".csv", ".tsv", ".txt"),
)
UNKNOWN = Kind(
    msg("{file} is neither a workbook nor a text, or is damaged."),
    msg("Save it in the program that made it as .xlsx or CSV."),
)
KINDS = (
    OLD, BINARY_BOOK, OPEN_DOCUMENT, NUMBERS, GOOGLE, XML_SHEET, PAGE, RESULTS, TEXT,
)  # fmt: skip
"""Those that are known by their names."""


def content_of(path: Path, most: int = MOST_BYTES) -> bytes:
    """The content of a file that somebody has given; of a pipe or a device no more than ``most`` bytes.

    Raises:
        HostError: it is not there, cannot be read, or is far too large.
    """
    try:
        is_pipe = S_ISFIFO(path.stat().st_mode) and not path.is_relative_to("/dev")
        if is_pipe:  # nobody may ever write into it; those of a shell are in /dev
            message = t("{file} is not a file, but a pipe.", file=path.name)
            raise HostError(message, t("Give the name of a file."))
        with path.open("rb") as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        message = t("{file}: there is no such file.", file=path.name)
        raise HostError(message, t("Check the name and the folder.")) from None
    except OSError as error:
        message = t("{file} cannot be read: {reason}.", file=path.name, reason=error.strerror)
        raise HostError(message, t("Close it elsewhere and try again.")) from None
    refuse_large(path.name, data, most)
    return data


def refuse_large(name: str, data: bytes, most: int) -> None:
    """Refuse a file that is far too large for what it should be.

    Raises:
        HostError: its content has more bytes than the most that there may be.
    """
    if len(data) > most:
        text = msg("{file} is larger than {most} MB; no tournament's file is.")
        fault = t(text, file=name, most=most // MEGABYTE)
        raise HostError(fault, t("Check the name, or take large pictures out of the file."))


def kind_of(name: str, data: bytes) -> Kind | None:
    """The kind of a file, by its content where that is clear; ``None`` if it is damaged or not known."""
    by_name = next((kind for kind in KINDS if name.lower().endswith(kind.endings)), None)
    if by_name is GOOGLE:
        return GOOGLE
    if data.startswith(COMPOUND_FILE):
        return _of_compound(data)
    if data.startswith(b"PK"):
        return _of_archive(data) or by_name
    if is_text(data):
        return _of_text(data)
    return by_name


def refuse_kind(name: str, kind: Kind | None, instead: str = "", back: str = "") -> None:
    """Refuse a file of another kind than is wanted; ``None`` is let pass.

    ``instead`` takes the place of the remedy of its kind; ``back``, the way to what was wanted, is added.

    Raises:
        HostError: it is of another kind.
    """
    if kind is None:
        return
    made = "event.xlsx" if name != "event.xlsx" else "new.xlsx"
    commands = {
        "import_": typed.command("import", name, made),
        "new": typed.command("new", made, "--ruleset", "NAME", "--players", name),
        "rulesets": typed.command("rulesets"),
    }
    remedy = instead or t(kind.remedy, **commands)
    raise HostError(t(kind.fault, file=name), f"{remedy} {back}".rstrip())


def is_text(data: bytes) -> bool:
    """True if a file's content is a text, in whatever encoding."""
    head = data[:HEAD]
    if head.startswith(WIDE):
        return True
    if not any(head[::2]) or not any(head[1::2]):  # UTF-16 of western letters
        head = head[1::2] if not any(head[::2]) else head[::2]
    return bool(head.strip()) and not BINARY.search(head)


def _of_compound(data: bytes) -> Kind:
    """The kind of a file of old Office programs, which is a little disk with named entries."""
    entries = (data[at : at + ENTRY] for at in range(0, len(data), ENTRY))
    names = {entry.partition(b"\0\0\0")[0] + b"\0" for entry in entries}
    if "EncryptedPackage".encode("utf-16-le") in names:
        return PROTECTED
    return DOCUMENT if "WordDocument".encode("utf-16-le") in names else OLD


def _of_archive(data: bytes) -> Kind | None:
    """The kind of a file that is an archive; ``None`` for one that cannot be read."""
    from xlplugin.parts.package import BOOK, call_plainly  # noqa: PLC0415  (a browser has none of it)

    with suppress(Exception), ZipFile(BytesIO(data)) as archive:  # it is told as damaged elsewhere
        call_plainly(archive)
        names = set(archive.namelist())
        if BOOK in names:
            with archive.open(BOOK) as book:
                return STRICT if STRICT_SPACE in book.read(HEAD) else WORKBOOK
        if "xl/workbook.bin" in names:
            return BINARY_BOOK
        if "mimetype" in names and b"opendocument.spreadsheet" in archive.read("mimetype"):
            return OPEN_DOCUMENT
        if any(name.startswith("Index") and name.endswith((".iwa", ".zip")) for name in names):
            return NUMBERS
        return None if any(name.startswith("xl/") for name in names) else DOCUMENT
    return None


def _of_text(data: bytes) -> Kind:
    head = data[:HEAD].replace(b"\0", b"").lstrip(b"\xff\xfe\xef\xbb\xbf \t\r\n").lower()
    if head.startswith((b"<!doctype html", b"<html")) or b"<html" in head[:1000]:
        return PAGE
    if head.startswith(b"<?xml"):
        return OPEN_DOCUMENT if b"office:document" in head else XML_SHEET
    tail = data[-HEAD:].replace(b"\0", b"").rstrip()
    return RESULTS if head.startswith(b"{") and tail.endswith(b"}") else TEXT
