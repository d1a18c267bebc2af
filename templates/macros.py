"""The macro workbook: a template with the actions as macros, buttons and a ribbon tab."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import groupby
from typing import Any
from zipfile import ZipFile

import xlsxwriter

from xlplugin.parts.cells import placed_cells
from xlplugin.parts.editing import BLANK_TAB, Editing
from xlplugin.parts.package import BOOK, ROOT, Package, Relation, quoted
from xlplugin.parts.sheet import Sheet
from xlplugin.parts.tables import in_names
from xlplugin.parts.workbook import defined_name
from xlplugin.parts.xml import DECLARATION, ID, RELATIONS, M, child, etree
from xlplugin.templates.from_list import callback, module
from xlplugin.templates.vba import vba_project
from xlplugin.verbs.entry import Button
from xlplugin.verbs.list import BUTTONS
from xlplugin.workbook.book import Book, column_letter
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.live_patterns import CONF

ON_EVENT = tuple(button for _, button in BUTTONS if button.is_on_event)

# The ribbon

RIBBON = "customUI/customUI.xml"
RIBBON_SPACE = "http://schemas.microsoft.com/office/2006/01/customui"
RIBBON_KIND = "http://schemas.microsoft.com/office/2006/relationships/ui/extensibility"
TAB, LOADED = "Tournament", "Ribbon_Loaded"
"""Its name, and the macro that Excel calls once it is there."""


def ribbon() -> str:
    """The ribbon tab as XML."""
    lines = [
        f"<customUI xmlns={quoted(RIBBON_SPACE)} onLoad={quoted(LOADED)}>",
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
HINT, HINT_WIDTH, HINT_HEIGHT = "Hint", 330, 118
HINT_TEXT = """These buttons do not work in Excel yet.
Yellow bar above: click Enable Editing, then Enable Content.
Red bar: close the workbook, right-click it in Explorer, Properties, tick Unblock, OK; open it again.
No bar: close it, open it again, and choose Enable Macros.
In LibreOffice the buttons are those of its toolbar Tournament."""
"""What the first macro that runs takes away, see ``Tournament.bas``: where none may, nothing else can be seen."""
HINT_LOOK = {
    "object_position": 3, "fill": {"color": "#FEF3C7"}, "line": {"color": "#B45309"},
    "font": {"size": 9, "color": "#7C2D12"}, "width": HINT_WIDTH, "height": HINT_HEIGHT,
}  # fmt: skip
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


def buttons_for(sheet: Sheet, project: bytes) -> bytes:
    """A workbook with the project alone, and in the last column of this sheet the buttons and a hint below."""
    stream = BytesIO()
    with beside(sheet, stream) as (book, target):
        last = len(child(sheet.root, "cols")) - 1
        for button, top, height in placed():
            look = {"macro": button.macro, "caption": button.label, "description": button.help}
            size = {"width": WIDTH, "height": height, "y_offset": top}
            target.insert_button(1, last, look | size)
        below = top + height + GROUP_GAP
        target.insert_textbox(1, last, HINT_TEXT, {**HINT_LOOK, "y_offset": below})
        book.add_vba_project(BytesIO(project), is_stream=True)
    return stream.getvalue()


@contextmanager
def beside(sheet: Sheet, stream: BytesIO) -> Iterator[tuple[Any, Any]]:
    """A workbook that XlsxWriter writes, and its only sheet: named, as wide and as high as this one."""
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        target = book.add_worksheet(sheet.name)
        for place, column in enumerate(child(sheet.root, "cols")):
            target.set_column(place, place, float(column.get("width", "0")))
        for number, row in sheet.rows.items():
            if row.get("ht"):
                target.set_row(number - 1, float(row.get("ht", "")))
        yield book, target


def _finished(vml: bytes) -> bytes:
    """The buttons with a larger first one, and with numbers that no note will have."""
    text = vml.decode()
    text = text.replace(TEXT_SIZE, FIRST_TEXT_SIZE, 1)
    for number in reversed(range(len(ON_EVENT))):
        text = text.replace(f"_s{FIRST_SHAPE + number}", f"_s{FREE_SHAPE + number}")
    return text.encode()


def _named(drawing: bytes) -> bytes:
    """The hint under its name; it is not printed."""
    text = drawing.decode().replace('name="TextBox 1"', f"name={quoted(HINT)}", 1)
    return text.replace("<xdr:clientData/>", '<xdr:clientData fPrintsWithSheet="0"/>', 1).encode()


# The workbook

PROJECT = "xl/vbaProject.bin"
PROJECT_KIND = "http://schemas.microsoft.com/office/2006/relationships/vbaProject"
DRAWING_KIND = f"{RELATIONS}/vmlDrawing"
DRAWN, HINT_PART = "xl/drawings/drawing1.xml", "xl/drawings/hint.xml"  # there, and in ours
HINT_KIND = f"{RELATIONS}/drawing"
WITH_MACROS = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
"""The kind of workbook that it is."""
SETTINGS = {"ADD_WORKBOOK_TO_PYTHONPATH": "false"}
"""No Python file that lies beside the workbook is taken for one of ours, and xlwings does not ask
where that is: in a cloud it may not find out."""


def make_room(editing: Editing, sheet: Sheet) -> None:
    """Have two more columns for the buttons, which are not printed."""
    columns = child(sheet.root, "cols")
    last = max(row for row, _, _ in placed_cells(sheet.root))
    seen = sum(column.get("hidden") != "1" for column in columns)
    table = f"$A$1:${column_letter(seen)}${last}"  # without the buttons
    area = defined_name("_xlnm.Print_Area", f"{in_names(sheet.name)}!{table}")
    editing.book.add_name(area, sheet.name)
    for place, width in enumerate((SPACE, COLUMN), len(columns) + 1):
        at = {"width": str(width), "customWidth": "1", "min": str(place), "max": str(place)}
        etree.SubElement(columns, f"{M}col", at)


def macro_workbook(template: bytes) -> bytes:
    """The macro workbook that a template becomes."""
    package = Package(ZipFile(BytesIO(template)))
    editing = Editing(package, Book(""))
    sheet, book = editing.sheet(tab_names.EVENT), editing.book
    make_room(editing, sheet)
    child(sheet.root, "sheetPr").set("codeName", "Sheet1")
    child(book.root, "workbookPr").set("codeName", "ThisWorkbook")
    etree.SubElement(sheet.root, f"{M}drawing", {ID: "hint"})
    etree.SubElement(sheet.root, f"{M}legacyDrawing", {ID: "buttons"})
    settings = editing.add_hidden(CONF, BLANK_TAB)
    for row, setting in enumerate(SETTINGS.items(), 1):
        for column, text in enumerate(setting, 1):
            settings.put(row, column, text)
    _add_parts(package, buttons_for(sheet, vba_project(module())))
    beside_table = (
        Relation("buttons", DRAWING_KIND, f"/{DRAWING}"),
        Relation("hint", HINT_KIND, f"/{HINT_PART}"),
    )
    package.relate(editing.parts[sheet.name], beside_table)
    book.relations.append(Relation("macros", PROJECT_KIND, f"/{PROJECT}"))
    return editing.finish().packed()


def _add_parts(package: Package, plain: bytes) -> None:
    """Add macros, buttons, hint and ribbon."""
    source = Package(ZipFile(BytesIO(plain)))
    for part, name in ((PROJECT, PROJECT), (DRAWING, DRAWING), (HINT_PART, DRAWN)):
        package.put(part, source.read(name))
        package.declare(part, *source.declared(name))
    package.put(DRAWING, _finished(package.read(DRAWING)))
    package.put(HINT_PART, _named(package.read(HINT_PART)))
    package.put(RIBBON, ribbon().encode())
    package.relate(ROOT, [*package.relations(ROOT), Relation("ribbon", RIBBON_KIND, RIBBON)])
    package.overrides[BOOK] = WITH_MACROS
