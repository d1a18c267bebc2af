"""The texts that the cells of a workbook share."""

from __future__ import annotations

from xlplugin.parts.cells import text_of
from xlplugin.parts.package import Package
from xlplugin.parts.xml import M, parsed


def shared_strings(package: Package) -> list[str]:
    """The texts that cells refer to by number; none in a workbook without any."""
    part = package.of_kind("sharedStrings")
    return [text_of(item) for item in parsed(package.read(part)).iterfind(f"{M}si")] if part else []
