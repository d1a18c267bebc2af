"""The macro workbook: a template with the actions as macros, buttons and a ribbon tab."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING

import xlsxwriter
from openpyxl.utils import get_column_letter

from xlplugin.parts.package import Package, Relation, quoted
from xlplugin.parts.saving import saved
from xlplugin.parts.xml import DECLARATION
from xlplugin.templates.from_list import callback, module
from xlplugin.templates.vba import vba_project
from xlplugin.verbs.entry import Button
from xlplugin.verbs.list import BUTTONS
from xlplugin.workbook.layouts import event_tab, tab_names
from xlplugin.workbook.live_patterns import CONF

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

ON_EVENT = tuple(button for _, button in BUTTONS if button.is_on_event)

# The ribbon

RIBBON = "customUI/customUI.xml"
RIBBON_SPACE = "http://schemas.microsoft.com/office/2006/01/customui"
RIBBON_KIND = "http://schemas.microsoft.com/office/2006/relationships/ui/extensibility"
TAB = "Tournament"


def ribbon() -> str:
    """The ribbon tab as XML."""
    lines = [
        f"<customUI xmlns={quoted(RIBBON_SPACE)}>",
        f'<ribbon><tabs><tab id="tab{TAB}" label={quoted(TAB)}>',
    ]
    buttons = (button for _, button in BUTTONS)
    for number, (group, members) in enumerate(groupby(buttons, key=lambda b: b.group), 1):
        lines.append(f'<group id="group{number}" label={quoted(group)}>')
        for button in members:
            size = "large" if button.is_large else "normal"
            lines.append(
                f"<button id={quoted(button.macro)} label={quoted(button.label)} "
                f"imageMso={quoted(button.icon)} size={quoted(size)} "
                f"onAction={quoted(callback(button))} screentip={quoted(button.label)} "
                f"supertip={quoted(button.help)}/>"
            )
        lines.append("</group>")
    lines.append("</tab></tabs></ribbon></customUI>")
    return DECLARATION + "\n".join(lines)


# The buttons on Event, in pixels

WIDTH, HEIGHT, FIRST_HEIGHT = 190, 28, 50
GAP, GROUP_GAP = 6, 16
SPACE, COLUMN = 3, 27  # the widths of the columns before and below the buttons, in letters
DRAWING = "xl/drawings/vmlDrawing1.vml"
TEXT_SIZE, FIRST_TEXT_SIZE = 'size="220"', 'size="280"'  # in twentieths of a point
FIRST_SHAPE, FREE_SHAPE = 1025, 1801  # notes are numbered from 1026 on


def placed() -> Iterator[tuple[Button, int, int]]:
    """Each button on Event with its place and its height, from the top."""
    top = 0
    for _, members in groupby(ON_EVENT, key=lambda b: b.group):
        for button in members:
            height = HEIGHT if top else FIRST_HEIGHT
            yield button, top, height
            top += height + GAP
        top += GROUP_GAP - GAP


def _widths(sheet: Worksheet) -> dict[str, float]:
    """The columns of the table that are seen, and those that the buttons need behind it."""
    columns = sheet.column_dimensions.items()
    widths = {letter: column.width for letter, column in columns if not column.hidden}
    last = sheet.max_column
    return widths | {get_column_letter(last + 1): SPACE, get_column_letter(last + 2): COLUMN}


def buttons_for(sheet: Worksheet, project: bytes) -> bytes:
    """A workbook with nothing but the project, and buttons where this sheet has room for them."""
    stream = BytesIO()
    book = xlsxwriter.Workbook(stream, {"in_memory": True})
    target = book.add_worksheet(sheet.title)
    for letter, width in _widths(sheet).items():
        target.set_column(f"{letter}:{letter}", width)
    for number, row in sheet.row_dimensions.items():
        if row.height:
            target.set_row(number - 1, row.height)
    for button, top, height in placed():
        look = {"macro": button.macro, "caption": button.label, "description": button.help}
        size = {"width": WIDTH, "height": height, "y_offset": top}
        target.insert_button(1, sheet.max_column + 1, look | size)
    book.add_vba_project(BytesIO(project), is_stream=True)
    book.close()
    return stream.getvalue()


def _finished(vml: bytes) -> bytes:
    """The buttons with a larger first one, and with numbers that no note will have."""
    text = vml.decode()
    text = text.replace(TEXT_SIZE, FIRST_TEXT_SIZE, 1)
    for number in reversed(range(len(ON_EVENT))):
        text = text.replace(f"_s{FIRST_SHAPE + number}", f"_s{FREE_SHAPE + number}")
    return text.encode()


# The workbook

SETTINGS = {"ADD_WORKBOOK_TO_PYTHONPATH": "false"}
"""No Python file that lies beside the workbook is taken for one of ours, and xlwings does not ask
where that is: in a cloud it may not find out."""


def macro_workbook(workbook: Workbook) -> bytes:
    """The macro workbook that a template becomes.

    Args:
        workbook: the template; it is changed.
    """
    sheet = workbook[tab_names.EVENT]
    plain = buttons_for(sheet, vba_project(module()))
    for letter, width in _widths(sheet).items():
        sheet.column_dimensions[letter].width = width
    seen = [column for column in event_tab.event_layout().columns if column.width]
    sheet.print_area = f"A1:{get_column_letter(len(seen))}{sheet.max_row}"  # the table alone
    sheet.sheet_properties.codeName = "Sheet1"
    workbook.code_name = "ThisWorkbook"
    sheet.legacy_drawing = DRAWING
    _add_settings(workbook)
    # openpyxl takes macros, buttons and ribbon over from the workbook that it has read
    workbook.vba_archive = zipfile.ZipFile(BytesIO(_with_ribbon(plain)))
    return saved(workbook)


def _add_settings(workbook: Workbook) -> None:
    """The tab that tells xlwings what it is to know of the workbook; nobody needs to see it."""
    tab = workbook.create_sheet(CONF)
    tab.sheet_state = "veryHidden"
    for setting in SETTINGS.items():
        tab.append(setting)


def _with_ribbon(plain: bytes) -> bytes:
    """The workbook with nothing but macros and buttons, and with the ribbon too."""
    with zipfile.ZipFile(BytesIO(plain)) as archive:
        package = Package(archive)
        package.put(RIBBON, ribbon().encode())
        package.put(DRAWING, _finished(package.read(DRAWING)))
        package.relate("", [*package.relations(""), Relation("ribbon", RIBBON_KIND, RIBBON)])
        return package.packed()
