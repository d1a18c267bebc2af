"""Workbooks that hold the tabs they are given and nothing else: nobody's properties, no hidden tabs."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from defusedxml.ElementTree import fromstring
from openpyxl import Workbook
from openpyxl.packaging.core import DocumentProperties

from xlplugin.ground.languages import spoken
from xlplugin.ground.problems import Step
from xlplugin.hosts.closed_file.naming import AUTHOR, MOST_TEXT
from xlplugin.hosts.closed_file.opening import naming_the_part
from xlplugin.parts.drawing import drawn
from xlplugin.parts.editing import Editing
from xlplugin.parts.properties import APP, CORE, NAMED, PROGRAM, PROPERTIES_SPACE
from xlplugin.workbook.book import Book, Change, RemoveSheet
from xlplugin.workbook.writing.language import in_language

MADE_HERE = "xlplugin export"
"""The keyword of such a workbook, by which it may be replaced by a newer one."""
KEYWORDS = "{http://schemas.openxmlformats.org/package/2006/metadata/core-properties}keywords"
APPLICATION = f"{{{PROPERTIES_SPACE}}}Application"


def new_workbook(changes: Sequence[Change], properties: DocumentProperties) -> bytes:
    """A workbook as a file, with nothing but the tabs that the changes add in their order.

    Raises:
        HostError: a text cannot be in any workbook.
    """
    blank = Workbook()
    blank.properties = properties
    blank.views[0].firstSheet = None  # or it would move along with the first tab
    (tab,) = blank.sheetnames
    editing = Editing(drawn(blank), Book(""))
    editing.apply([RemoveSheet(tab), *changes])
    package = editing.finish()
    package.put(APP, NAMED)  # nothing of what openpyxl says of itself
    return package.packed()


def fresh_workbook(changes: Sequence[Change], name: str, title: str) -> bytes:
    """A new workbook by xlplugin with a title.

    Raises:
        HostError: a text cannot be in any workbook.
    """
    now = datetime.now(UTC).replace(tzinfo=None)
    properties = DocumentProperties(
        title=title[:MOST_TEXT], creator=AUTHOR, keywords=MADE_HERE, created=now, modified=now
    )
    with naming_the_part(Step.SAVING, Path(name)):
        local = in_language(changes, Book("", language=spoken()))
        return new_workbook(local, properties)


def is_fresh_workbook(data: bytes) -> bool:
    """True if a file was made here, and no other program has saved it since."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            core, app = (fromstring(archive.read(part)) for part in (CORE, APP))
    except Exception:  # noqa: BLE001  whatever it is, it was not made here
        return False
    return bool(core.findtext(KEYWORDS) == MADE_HERE and app.findtext(APPLICATION) == PROGRAM)
