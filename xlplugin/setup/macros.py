"""The macros in a workbook, and how they become those of this version; an organizer's own stay."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import ParseError
from xml.sax.saxutils import escape
from zipfile import ZipFile

from defusedxml.ElementTree import fromstring

from xlplugin.ground import typed
from xlplugin.ground.languages import ENGLISH
from xlplugin.ground.problems import HostError, Step
from xlplugin.ground.resources import template
from xlplugin.ground.texts import msg, t
from xlplugin.hosts.closed_file.backups import Occasion
from xlplugin.hosts.closed_file.opening import book_in, naming_the_part, read_bytes
from xlplugin.hosts.closed_file.safe_file import fingerprint, replace_file
from xlplugin.parts.package import Package, Relation
from xlplugin.parts.workbook import Workbook
from xlplugin.parts.xml import DECLARATION, MAIN, RELATIONS
from xlplugin.templates.vba import decompress, sources_of, streams_of, with_sources
from xlplugin.verbs.words_of_macros import words
from xlplugin.workbook.book import Book
from xlplugin.workbook.layouts.tab_names import newest_round
from xlplugin.workbook.live_patterns import CONF, WORDS
from xlplugin.workbook.reading.reader import read_event

MODULES = ("Tournament", "xlwings", "Dictionary")
"""The modules that are ours, or come with xlwings; all others of a workbook are let alone."""
CLASS, DECLARED = "VBA/Dictionary", b"Class=Dictionary"
"""The one class among them, and how a project says so."""
SHIPPED = "nisei-swiss.xlsm"  # the macros are the same in every template
BOOK, PROJECT = "xl/workbook.xml", "xl/vbaProject.bin"
RIBBON = "http://schemas.microsoft.com/office/2006/relationships/ui/extensibility"
PROJECT_TYPE = "application/vnd.ms-office.vbaProject"
WORKSHEET = f"{RELATIONS}/worksheet"
WORKSHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
VERSION = re.compile(rb"'version:([\d.]+)")
MOST_SETTINGS = 1000
LONGEST = 50_000
"""Bytes of a compressed module, or list of modules; a longer one is none of ours, and takes long to unpack."""
SETTING = ("ADD_WORKBOOK_TO_PYTHONPATH", "false")
"""The one row of the workbook's own settings: Python looks for nothing beside the workbook."""


class Macros(NamedTuple):
    """The macros of a workbook: their version of xlwings, or ``""`` if they cannot be read.

    They ``are_current`` if macros and ribbon are those of this version, and ``run`` unless LibreOffice
    has saved them: it forgets that one of them is a class.
    """

    xlwings: str
    are_current: bool
    run: bool = True


def macros_in(data: bytes) -> Macros | None:
    """The macros of a workbook file; ``None`` if it has none."""
    with ZipFile(BytesIO(data)) as archive:
        package = Package(archive)
        if PROJECT not in package.names:
            return None
        project = package.read(PROJECT)
        sources, run = _sources(project), _declares_its_class(project)
        is_current = run and sources == _shipped().texts and _has_our_ribbon(package)
    version = VERSION.search(sources.get("xlwings", b"")) if sources else None
    return Macros(version[1].decode() if version else "", is_current, run)


class _Shipped(NamedTuple):
    """The macros that are installed, compressed as files hold them and as texts, and the ribbon."""

    project: bytes
    packed: Mapping[str, bytes]
    texts: Mapping[str, bytes]
    ribbon: bytes


@cache
def _shipped() -> _Shipped:
    with template(SHIPPED) as path, ZipFile(path) as archive:
        package = Package(archive)
        project, ribbon = package.read(PROJECT), package.read(_ribbon_part(package) or "")
    return _Shipped(project, sources_of(project, MODULES), _sources(project), ribbon)


def _sources(project: bytes) -> dict[str, bytes]:
    """The sources of our modules without what Excel changes in them; empty if they are damaged."""
    try:
        if len(streams_of(project)["VBA/dir"]) > LONGEST:
            return {}
        packed = sources_of(project, MODULES)
        if any(len(source) > LONGEST for source in packed.values()):
            return {}
        return {name: _plain(decompress(source)) for name, source in packed.items()}
    except Exception:  # noqa: BLE001  a damaged project raises whatever its readers stumble over
        return {}


def _declares_its_class(project: bytes) -> bool:
    """True unless the project has our class without saying that it is one; damaged ones are not looked at."""
    try:
        streams = streams_of(project)
    except Exception:  # noqa: BLE001  as above
        return True
    return CLASS not in streams or DECLARED in streams.get("PROJECT", b"")


def _plain(source: bytes) -> bytes:
    """A source without attributes, blanks and capital letters, which Excel's editor changes."""
    lines = (line for line in source.splitlines() if not line.startswith(b"Attribute "))
    return b"\n".join(packed for line in lines if (packed := b"".join(line.lower().split())))


def _ribbon_part(package: Package) -> str | None:
    relation = next((r for r in package.relations("") if r.kind == RIBBON), None)
    return package.target("", relation) if relation else None


def _has_our_ribbon(package: Package) -> bool:
    part = _ribbon_part(package)
    return part is not None and _outline(package.read(part)) == _outline(_shipped().ribbon)


def _outline(xml: bytes) -> list[tuple[str, dict[str, str]]] | None:
    """The content of an XML part, however it is written; ``None`` if it is damaged."""
    try:
        return [(element.tag, dict(element.attrib)) for element in fromstring(xml).iter()]
    except (ParseError, ValueError):
        return None


def own_settings(book: Book) -> list[tuple[str, str]] | None:
    """The keys and values of xlwings on the workbook's own tab; ``None`` without such a tab."""
    tab = next((tab for name, tab in book.sheets.items() if name.lower() == CONF), None)
    if tab is None:
        return None
    rows = ([*row, None, None][:2] for row in tab.rows[:MOST_SETTINGS])
    pairs = (("" if cell is None else str(cell).strip() for cell in row) for row in rows)
    return [(key.upper(), value) for key, value in pairs if key]


def looks_beside(settings: Sequence[tuple[str, str]] | None) -> bool:
    """True if the workbook's settings let Python look for modules in its folder."""
    key, value = SETTING
    return {said.lower() for name, said in settings or () if name == key} != {value}


# Renewing


def renew(file: Path) -> list[str]:
    """Give a workbook the macros, the ribbon and the settings of this version; gives what was changed.

    Raises:
        HostError: it cannot be done, or must not; nothing was changed.
        WorkbookProblems: there is no event in it.
    """
    data = read_bytes(file)
    if file.suffix.lower() != ".xlsm":
        text = msg("{file} has no macros: only workbooks that end in .xlsm have buttons.")
        raise HostError(t(text, file=file.name))
    before = book_in(data, file, with_patterns=True)
    language = read_event(before).book.language
    hidden = {CONF: dict([SETTING])}
    if language not in (None, ENGLISH):
        hidden[WORDS] = words()
    kept = {
        name: sheet
        for name, sheet in before.sheets.items()
        if name not in hidden and name.lower() != CONF
    }
    with naming_the_part(Step.SAVING, file, data) as parts:
        package = Package(parts)
        renewed = [*_renew_macros(package, file.name), *_renew_ribbon(package)]
        for tab, rows in hidden.items():
            if not _has(before, tab, rows):
                _renew_hidden(package, tab, rows)
                renewed.append(t("the hidden tab {tab}", tab=tab))
        packed = package.packed() if renewed else b""

    def verify(path: Path) -> None:
        new = path.read_bytes()
        with naming_the_part(Step.READING_BACK, file, new):
            after, written = book_in(new, file, with_patterns=True), macros_in(new)
            is_renewed = (
                written
                and written.are_current
                and all(_has(after, tab, rows) for tab, rows in hidden.items())
            )
            if not is_renewed or {name: after.sheets.get(name) for name in kept} != kept:
                message = "not renewed"
                raise ValueError(message)

    if renewed:
        replace_file(
            file, fingerprint(data), packed, verify, Occasion(newest_round(before), "setup")
        )
    return renewed


def _renew_macros(package: Package, name: str) -> list[str]:
    """Put our modules into the project, in place of those that it has."""
    if PROJECT not in package.names:
        raise HostError(
            t("{file} has lost its macros: another program has saved it.", file=name),
            t("Put a backup back: {command}", command=typed.command("restore", name)),
        )
    project = package.read(PROJECT)
    shipped, sources = _shipped(), _sources(project)
    if sources == shipped.texts and _declares_its_class(project):
        return []
    has_forms = sources and any("/" in path.removeprefix("VBA/") for path in streams_of(project))
    if sources.keys() != shipped.texts.keys() or has_forms:
        text = msg(
            "{file} has macros that are not xlplugin's, or are damaged, so nothing was changed."
        )
        remedy = msg("Make a new workbook ({command} ...), and copy the event's tabs into it.")
        raise HostError(t(text, file=name), t(remedy, command=typed.command("new")))
    for part in package.reached([PROJECT]):
        if part != PROJECT:  # a signature, which holds no longer
            package.drop(part)
    package.drop(PROJECT)
    is_whole = _declares_its_class(project)
    package.put(PROJECT, with_sources(project, shipped.packed) if is_whole else shipped.project)
    package.declare(PROJECT, PROJECT_TYPE, None)
    return [t("its macros")]


def _renew_ribbon(package: Package) -> list[str]:
    """Put our ribbon tab in place of the one that the workbook has, or may have lost."""
    if _has_our_ribbon(package):
        return []
    part = _ribbon_part(package)
    if part is None:
        part, relations = "customUI/customUI.xml", package.relations("")
        package.relate("", [*relations, Relation(_free_id(relations), RIBBON, part)])
        package.declare(part, None, "application/xml")
    package.put(part, _shipped().ribbon)
    return [t("its ribbon tab")]


def _free_id(relations: Sequence[Relation]) -> str:
    taken = {relation.id for relation in relations}
    return next(name for number in count(1) if (name := f"rId{number}") not in taken)


def _has(book: Book, tab: str, rows: Mapping[str, str]) -> bool:
    """True if a hidden tab has these rows, and nothing else."""
    if tab == CONF:
        return own_settings(book) == list(rows.items())
    sheet = book.sheets.get(tab)
    return sheet is not None and [tuple(row) for row in sheet.rows] == list(rows.items())


def _renew_hidden(package: Package, tab: str, rows: Mapping[str, str]) -> None:
    """Let a hidden tab have these rows, and nothing else."""
    listed = "".join(
        f'<row r="{number}">'
        + "".join(
            f'<c r="{column}{number}" t="inlineStr"><is><t>{escape(text)}</t></is></c>'
            for column, text in zip("AB", row, strict=True)
        )
        + "</row>"
        for number, row in enumerate(rows.items(), 1)
    )
    content = f'{DECLARATION}<worksheet xmlns="{MAIN}"><sheetData>{listed}</sheetData></worksheet>'.encode()
    named = {name.lower(): part for name, part in Workbook(package).tabs().items()}
    part = named.get(tab.lower()) or _added_tab(package, tab)
    package.drop(part)
    package.put(part, content)
    package.declare(part, WORKSHEET_TYPE, None)


def _added_tab(package: Package, name: str) -> str:
    """The part of a new tab, which Excel lists nowhere."""
    part = next(p for n in count(1) if (p := f"xl/worksheets/sheet{n}.xml") not in package.names)
    relations = package.relations(BOOK)
    key = _free_id(relations)
    package.relate(BOOK, [*relations, Relation(key, WORKSHEET, f"/{part}")])
    book = package.read(BOOK)
    tabs = fromstring(book).iterfind(f"{{{MAIN}}}sheets/{{{MAIN}}}sheet")
    number = max(int(tab.get("sheetId", "0")) for tab in tabs) + 1
    (end,) = re.finditer(rb"</((?:\w+:)?)sheets>", book)
    tab = (
        f'<{end[1].decode()}sheet xmlns:r="{RELATIONS}" name="{name}" sheetId="{number}" '
        f'state="veryHidden" r:id="{key}"/>'
    )
    package.put(BOOK, book[: end.start()] + tab.encode() + book[end.start() :])
    return part
