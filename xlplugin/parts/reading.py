"""A workbook file as a book of values."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from xlplugin.ground.problems import HostError, Step
from xlplugin.ground.texts import msg, t
from xlplugin.parts.cells import CellFault, Cells, text_of
from xlplugin.parts.package import Package
from xlplugin.parts.styles import styles_of
from xlplugin.parts.workbook import Workbook
from xlplugin.parts.xml import Element, M, parsed
from xlplugin.workbook.book import Book, SheetData
from xlplugin.workbook.live_patterns import is_pattern


def read_book(package: Package, name: str, *, with_patterns: bool = False) -> Book:
    """Every tab's cells as values; our hidden tabs only ``with_patterns``, those that are charts never.

    Raises:
        ValueError: a part is damaged.
        etree.XMLSyntaxError: likewise.
    """
    tabs = Workbook(package).tabs()
    sheets = read_tabs(package, [n for n in tabs if with_patterns or not is_pattern(n)])
    warnings = []
    if package.signature():
        warnings.append(t("The workbook is signed; the signature ends with the first change."))
    if odd := package.packed_otherwise():
        text = msg(
            "Excel cannot open {file}: {part} is compressed in a way that it does not know. Open "
            "the workbook in the program that made it, and save it as .xlsx."
        )
        warnings.append(t(text, file=name, part=odd[0]))
    return Book(name, sheets, tuple(warnings))


def read_tabs(
    package: Package, names: Iterable[str], roots: Mapping[str, Element] | None = None
) -> dict[str, SheetData]:
    """The cells of some tabs as values; those that are charts are left out.

    ``roots`` are those of the tabs' parts, if they have been parsed already.
    """
    workbook = Workbook(package)
    parts = workbook.tabs()
    styles = styles_of(package)
    dates = styles.dates() if styles else frozenset[str]()
    cells = Cells(shared_strings(package), dates, workbook.epoch)
    sheets = {}
    with without_garbage_collection():
        for name in names:
            root = roots[name] if roots else parsed(package.read(parts[name]))
            if root.tag == f"{M}worksheet":
                try:
                    sheets[name] = cells.sheet(name, root)
                except CellFault as fault:
                    raise _unreadable(name, fault, parts[name]) from fault
    return sheets


def shared_strings(package: Package) -> list[str]:
    """The texts that cells refer to by number; none in a workbook without any."""
    part = package.of_kind("sharedStrings")
    return [text_of(item) for item in parsed(package.read(part)).iterfind(f"{M}si")] if part else []


def _unreadable(tab: str, fault: CellFault, part: str) -> HostError:
    """The error that a cell cannot be read."""
    cell, content = f"{tab}!{fault.address}", repr(fault.content[:40])
    text = msg("{cell} holds {content}, which cannot be read.")
    if fault.is_far:
        text = msg("{cell} holds {content}, too far from other cells to be read.")
    remedy = t("Open the workbook in Excel, delete the cell, save it, and try again.")
    return HostError(t(text, cell=cell, content=content), remedy, step=Step.READING, part=part)


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Switch the garbage collector off while cells are made, of which none is garbage yet."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
