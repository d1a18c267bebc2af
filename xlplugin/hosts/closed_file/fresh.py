"""A workbook that holds what it is given and nothing else: no one's properties, no hidden tabs."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from defusedxml.ElementTree import fromstring
from openpyxl.packaging.core import DocumentProperties

from xlplugin.ground.problems import Step
from xlplugin.hosts.closed_file.naming import AUTHOR, MOST_TEXT
from xlplugin.hosts.closed_file.opening import naming_the_part
from xlplugin.parts.properties import APP, PROGRAM, PROPERTIES_SPACE
from xlplugin.parts.saving import new_workbook
from xlplugin.workbook.book import Change

MADE_HERE = "xlplugin export"
"""The keyword of such a workbook, by which it may be replaced by a newer one."""
CORE = "docProps/core.xml"
KEYWORDS = "{http://schemas.openxmlformats.org/package/2006/metadata/core-properties}keywords"
APPLICATION = f"{{{PROPERTIES_SPACE}}}Application"


def fresh_workbook(changes: Sequence[Change], name: str, title: str) -> bytes:
    """A new workbook as a file, with the tabs that the changes add in their order.

    Raises:
        HostError: a text cannot be in any workbook.
    """
    now = datetime.now(UTC).replace(tzinfo=None)
    properties = DocumentProperties(
        title=title[:MOST_TEXT], creator=AUTHOR, keywords=MADE_HERE, created=now, modified=now
    )
    with naming_the_part(Step.SAVING, Path(name)):
        return new_workbook(changes, properties)


def is_fresh_workbook(data: bytes) -> bool:
    """True if a file was made here, and no other program has saved it since."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            core, app = (fromstring(archive.read(part)) for part in (CORE, APP))
    except Exception:  # noqa: BLE001  whatever it is, it was not made here
        return False
    return bool(core.findtext(KEYWORDS) == MADE_HERE and app.findtext(APPLICATION) == PROGRAM)
