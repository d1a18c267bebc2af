"""A workbook for xlwings Lite: its script, xlplugin itself and buttons on Event, all in the workbook.

An add-in keeps its data in a workbook as properties of its web extension ([MS-OWEXML]), each in JSON;
xlwings Lite has its script and its list of libraries there. A pane that is visible from the start asks
whether the add-in may be used, and opens by itself from then on. A button is a shape with a link to a cell:
when that cell is selected, xlwings Lite runs the script that names both.
"""

from __future__ import annotations

import json
import tarfile
from base64 import encodebytes
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import engine
import xlplugin
from xlplugin.ground.machine import XLWINGS
from xlplugin.parts.editing import Editing
from xlplugin.parts.package import ROOT, Package, Relation, quoted, relations_of
from xlplugin.parts.sheet import Sheet
from xlplugin.parts.xml import DECLARATION, ID, RELATIONS, M, etree
from xlplugin.templates.extension import catalogue_of_clicks
from xlplugin.templates.from_list import IN_LITE, SCRIPTS, cell_of
from xlplugin.templates.macros import beside
from xlplugin.templates.with_macros import HEIGHT, WIDTH, make_room
from xlplugin.workbook.book import Book
from xlplugin.workbook.layouts import tab_names

PACKAGES = {package.__name__: Path(package.__path__[0]) for package in (engine, xlplugin)}
NOT_NEEDED = (
    "commands", "doctor", "doors/frames", "doors/start", "numbers/season", "setup", "xlplugin/samples",
    "xlplugin/templates",
    "libreoffice", "soffice", "cli.py", ".pot", "__pycache__",
)  # fmt: skip
"""Parts of the paths of files that no click in xlwings Lite comes to."""
EMPTY = 'PROGRAM = ""'
LIBRARIES = (
    f"xlwings=={XLWINGS}  # required", "python-dotenv  # required", "pyodide-http  # required", "black  # required",
    "openpyxl", "defusedxml", "segno",
)  # fmt: skip
"""The libraries that xlwings Lite needs itself, and those that write the workbook to share and draw QR codes."""

ADD_IN = "wa200008175"
"""xlwings Lite in Microsoft's store."""
USE = "{5E0C7D52-3C0B-4F0E-9E4C-6A1D0A7B6C11}"
"""The number of its use in our workbooks."""
FOLDER = "xl/webextensions"
OFFICE, KINDS = (
    "http://schemas.microsoft.com/office/webextensions",
    "http://schemas.microsoft.com/office/2011/relationships",
)
TYPE = "application/vnd.ms-office.{}+xml"

DRAWN, DRAWING = "xl/drawings/drawing1.xml", "xl/drawings/buttons.xml"  # there, and in ours
DRAWING_KIND, DRAWING_TYPE = (
    f"{RELATIONS}/drawing",
    "application/vnd.openxmlformats-officedocument.drawing+xml",
)


def script() -> str:
    """The script with xlplugin in it."""
    text = SCRIPTS.read_text(encoding="utf-8")
    if EMPTY not in text:
        message = f"{SCRIPTS.name} has no place for xlplugin itself."
        raise ValueError(message)
    return text.replace(EMPTY, f'PROGRAM = """\n{encodebytes(_packed()).decode()}"""', 1)


def _packed() -> bytes:
    """The packages without dates and owners, so that they are the same wherever they are packed."""
    stream = BytesIO()
    with tarfile.open(fileobj=stream, mode="w:bz2") as packed:
        files = {
            f"{name}/{file.relative_to(folder).as_posix()}": file
            for name, folder in PACKAGES.items()
            for file in folder.rglob("*")
        }
        for name, file in sorted(files.items()):
            if file.is_file() and not any(part in name for part in NOT_NEEDED):
                data = file.read_bytes()
                if file.suffix == ".po":
                    data = catalogue_of_clicks(data.decode("utf-8")).encode("utf-8")
                about = tarfile.TarInfo(name)
                about.size = len(data)
                packed.addfile(about, BytesIO(data))
    return stream.getvalue()


def workbook_for_lite(template: bytes, text: str) -> bytes:
    """The workbook with a script in it, which the add-in finds, and with buttons on Event."""
    package = Package(ZipFile(BytesIO(template)))
    editing = Editing(package, Book(""))
    sheet = editing.sheet(tab_names.EVENT)
    make_room(editing, sheet)
    after = [f"{M}{name}" for name in ("legacyDrawing", "tableParts", "extLst")]
    drawing = etree.Element(f"{M}drawing", {ID: "buttons"})
    place = next((n for n, part in enumerate(sheet.root) if part.tag in after), len(sheet.root))
    sheet.root.insert(place, drawing)
    _add_buttons(package, sheet, editing.parts[sheet.name])
    _add_script(package, text)
    return editing.finish().packed()


def _add_buttons(package: Package, sheet: Sheet, part: str) -> None:
    """Shapes with links, drawn by XlsxWriter beside a table of the same widths and heights."""
    stream = BytesIO()
    centred = {"vertical": "middle", "horizontal": "center"}
    look = {"width": WIDTH, "height": HEIGHT, "object_position": 3, "align": centred}
    with beside(sheet, stream) as (_, target):
        for button in IN_LITE:
            cell = cell_of(button)
            more = {"description": button.help, "url": f"internal:{sheet.name}!{cell}"}
            target.insert_textbox(
                cell, button.label, {**look, "fill": {"color": "#E7E6E6"}, **more}
            )
    drawn = Package(ZipFile(stream))
    text = drawn.read(DRAWN).decode()
    for number, button in enumerate(IN_LITE, 1):
        text = text.replace(f'name="TextBox {number}"', f"name={quoted(button.macro)}", 1)
    package.put(DRAWING, text.encode())
    package.put(relations_of(DRAWING), drawn.read(relations_of(DRAWN)))
    package.declare(DRAWING, DRAWING_TYPE, None)
    buttons = Relation("buttons", DRAWING_KIND, f"/{DRAWING}")
    package.relate(part, [*package.relations(part), buttons])


def _add_script(package: Package, text: str) -> None:
    """The web extension with its properties, and the pane that shows it."""
    properties = {"main.py": text, "requirements.txt": "\n".join([*LIBRARIES, ""])}
    properties |= {"Office.AutoShowTaskpaneWithDocument": True}
    listed = "".join(
        f"<we:property name={quoted(name)} value={quoted(json.dumps(value))}/>"
        for name, value in properties.items()
    )
    reference = f'<we:reference id="{ADD_IN}" version="1.0.0.0" store="en-US" storeType="OMEX"/>'
    extension = (
        f'<we:webextension xmlns:we="{OFFICE}/webextension/2010/11" id="{USE}">{reference}'
        f"<we:alternateReferences/><we:properties>{listed}</we:properties><we:bindings/>"
        f'<we:snapshot xmlns:r="{RELATIONS}"/></we:webextension>'
    )
    panes = (
        f'<wetp:taskpanes xmlns:wetp="{OFFICE}/taskpanes/2010/11"><wetp:taskpane dockstate="right" '
        f'visibility="1" width="350" row="1"><wetp:webextensionref xmlns:r="{RELATIONS}" r:id="rId1"/>'
        "</wetp:taskpane></wetp:taskpanes>"
    )
    pane_part, part = f"{FOLDER}/taskpanes.xml", f"{FOLDER}/webextension1.xml"
    for name, content, kind in (
        (pane_part, panes, "webextensiontaskpanes"),
        (part, extension, "webextension"),
    ):
        package.put(name, f"{DECLARATION}{content}".encode())
        package.declare(name, TYPE.format(kind), None)
    package.relate(pane_part, [Relation("rId1", f"{KINDS}/webextension", "webextension1.xml")])
    pane = Relation("pane", f"{KINDS}/webextensiontaskpanes", pane_part)
    package.relate(ROOT, [*package.relations(ROOT), pane])
