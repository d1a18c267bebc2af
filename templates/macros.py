"""The macro workbook: a template with the actions as macros, buttons and a ribbon tab."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import groupby
from typing import Any
from zipfile import ZipFile

import xlsxwriter

from xlplugin.parts.editing import Editing
from xlplugin.parts.package import Package, quoted
from xlplugin.parts.sheet import Sheet
from xlplugin.parts.xml import DECLARATION, M, child, etree
from xlplugin.templates import with_macros
from xlplugin.templates.from_list import callback, module
from xlplugin.templates.vba import vba_project
from xlplugin.templates.with_macros import (
    COLUMN,
    DRAWING,
    GROUP_GAP,
    HINT_HEIGHT,
    HINT_PART,
    HINT_WIDTH,
    ON_EVENT,
    RIBBON,
    SPACE,
    WIDTH,
    placed,
)
from xlplugin.verbs.list import BUTTONS
from xlplugin.verbs.words_of_macros import HINT as HINT_TEXT
from xlplugin.verbs.words_of_macros import TITLE
from xlplugin.workbook.book import Book
from xlplugin.workbook.layouts import tab_names

# The ribbon

RIBBON_SPACE = "http://schemas.microsoft.com/office/2006/01/customui"
LOADED = "Ribbon_Loaded"
"""The macro that Excel calls once it is there."""


def ribbon() -> str:
    """The ribbon tab as XML."""
    lines = [
        f"<customUI xmlns={quoted(RIBBON_SPACE)} onLoad={quoted(LOADED)}>",
        f'<ribbon><tabs><tab id="tabTournament" {_named_by("Group", TITLE)}>',
    ]
    buttons = (button for _, button in BUTTONS)
    for number, (group, members) in enumerate(groupby(buttons, key=lambda b: b.group), 1):
        lines.append(f'<group id="group{number}" {_named_by("Group", group)}>')
        for button in members:
            size = "large" if button.is_large else "normal"
            english = f"{button.label}|{button.help}"
            lines.append(
                f"<button id={quoted(button.macro)} {_named_by('Label', english)} "
                f"imageMso={quoted(button.icon)} size={quoted(size)} "
                f'onAction={quoted(callback(button))} getScreentip="Ribbon_Label" getSupertip="Ribbon_Tip"/>'
            )
        lines.append("</group>")
    lines.append("</tab></tabs></ribbon></customUI>")
    return DECLARATION + "\n".join(lines)


def _named_by(macro: str, english: str) -> str:
    """The macro that names a control in the workbook's language, and its English where it looks for that."""
    return f'getLabel="Ribbon_{macro}" tag={quoted(english)}'


# The buttons on Event, in pixels

HINT = "Hint"
HINT_LOOK = {
    "object_position": 3, "fill": {"color": "#FEF3C7"}, "line": {"color": "#B45309"},
    "font": {"size": 9, "color": "#7C2D12"}, "width": HINT_WIDTH, "height": HINT_HEIGHT,
}  # fmt: skip
TEXT_SIZE, FIRST_TEXT_SIZE = 'size="220"', 'size="280"'  # in twentieths of a point
FIRST_SHAPE, FREE_SHAPE = 1025, 1801  # notes are numbered from 1026 on


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

DRAWN_HINT = "xl/drawings/drawing1.xml"


def macro_workbook(template: bytes) -> bytes:
    """The macro workbook that a template becomes."""
    sheet = Editing(Package(ZipFile(BytesIO(template))), Book("")).sheet(tab_names.EVENT)
    for width in (SPACE, COLUMN):
        etree.SubElement(child(sheet.root, "cols"), f"{M}col", {"width": str(width)})
    drawn = buttons_for(sheet, vba_project(module()))
    source = Package(ZipFile(BytesIO(drawn)))
    source.put(DRAWING, _finished(source.read(DRAWING)))
    source.put(HINT_PART, _named(source.read(DRAWN_HINT)))
    source.declare(HINT_PART, *source.declared(DRAWN_HINT))
    source.put(RIBBON, ribbon().encode())
    return with_macros.macro_workbook(template, source)
