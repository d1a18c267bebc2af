"""A workbook with macros, made of one without and of the parts of another: also while the program runs.

The templates are English. For an event in another language the same workbook is drawn in that language, and
gets the macros, the buttons and the ribbon of the template; what Excel shows of them by itself is on the hidden
tab ``Words``, see :mod:`xlplugin.verbs.words_of_macros`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import accumulate, groupby
from zipfile import ZipFile

from xlplugin.ground.texts import t
from xlplugin.parts.cells import placed_cells
from xlplugin.parts.editing import BLANK_TAB, Editing
from xlplugin.parts.package import BOOK, ROOT, Package, Relation
from xlplugin.parts.sheet import Sheet
from xlplugin.parts.tables import in_names
from xlplugin.parts.workbook import defined_name
from xlplugin.parts.xml import ID, RELATIONS, Element, M, child, etree
from xlplugin.verbs.entry import Button
from xlplugin.verbs.list import BUTTONS
from xlplugin.verbs.words_of_macros import HINT as HINT_TEXT
from xlplugin.verbs.words_of_macros import TIP, words
from xlplugin.workbook.book import Book, column_letter
from xlplugin.workbook.live_patterns import CONF, WORDS

ON_EVENT = tuple(button for _, button in BUTTONS if button.is_on_event)

# The buttons on Event, in pixels

WIDTH, HEIGHT, FIRST_HEIGHT = 190, 28, 50
GAP, GROUP_GAP = 6, 16
HINT_WIDTH, HINT_HEIGHT = 330, 118
SPACE, COLUMN = 3, 27  # the widths of the columns before and below the buttons, in letters
ROW_HEIGHT = 15.0  # of a row that says nothing of it, in points
PIXELS, EMUS = 4 / 3, 9525  # pixels of a point, English Metric Units of a pixel


def placed() -> Iterator[tuple[Button, int, int]]:
    """Each button on Event with its place and its height, from the top."""
    top = 0
    for _, members in groupby(ON_EVENT, key=lambda b: b.group):
        for button in members:
            height = HEIGHT if top else FIRST_HEIGHT
            yield button, top, height
            top += height + GAP
        top += GROUP_GAP - GAP


# The workbook

PROJECT = "xl/vbaProject.bin"
PROJECT_KIND = "http://schemas.microsoft.com/office/2006/relationships/vbaProject"
DRAWING, DRAWING_KIND = "xl/drawings/vmlDrawing1.vml", f"{RELATIONS}/vmlDrawing"
HINT_PART, HINT_KIND = "xl/drawings/hint.xml", f"{RELATIONS}/drawing"
RIBBON = "customUI/customUI.xml"
RIBBON_KIND = "http://schemas.microsoft.com/office/2006/relationships/ui/extensibility"
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


def macro_workbook(template: bytes, source: Package) -> bytes:
    """The macro workbook that a template becomes, with the macros, buttons, hint and ribbon of another."""
    package, editing, _ = _with_room(template)
    return _finished(package, editing, source)


def spoken_macro_workbook(template: bytes, shipped: bytes) -> bytes:
    """The same in the language that is spoken, of a template in that language and a shipped macro workbook."""
    package, editing, sheet = _with_room(template)
    source = Package(ZipFile(BytesIO(shipped)))
    known = words()
    tops = _tops(sheet)
    source.put(DRAWING, _buttons(source.read(DRAWING), known, tops))
    source.put(HINT_PART, _hint(source.read(HINT_PART), t(HINT_TEXT), tops))
    _fill(editing.add_hidden(WORDS, BLANK_TAB), known)
    return _finished(package, editing, source)


def _with_room(template: bytes) -> tuple[Package, Editing, Sheet]:
    package = Package(ZipFile(BytesIO(template)))
    editing = Editing(package, Book(""))
    sheet = editing.sheet(next(iter(editing.parts)))
    make_room(editing, sheet)
    child(sheet.root, "sheetPr").set("codeName", "Sheet1")
    child(editing.book.root, "workbookPr").set("codeName", "ThisWorkbook")
    etree.SubElement(sheet.root, f"{M}drawing", {ID: "hint"})
    etree.SubElement(sheet.root, f"{M}legacyDrawing", {ID: "buttons"})
    _fill(editing.add_hidden(CONF, BLANK_TAB), SETTINGS)
    beside_table = (
        Relation("buttons", DRAWING_KIND, f"/{DRAWING}"),
        Relation("hint", HINT_KIND, f"/{HINT_PART}"),
    )
    package.relate(editing.parts[sheet.name], beside_table)
    return package, editing, sheet


def _fill(sheet: Sheet, rows: Mapping[str, str]) -> None:
    for row, texts in enumerate(rows.items(), 1):
        for column, text in enumerate(texts, 1):
            sheet.put(row, column, text)


def _finished(package: Package, editing: Editing, source: Package) -> bytes:
    """The workbook with macros, buttons, hint and ribbon."""
    for part in (PROJECT, DRAWING, HINT_PART):
        package.put(part, source.read(part))
        package.declare(part, *source.declared(part))
    package.put(RIBBON, source.read(RIBBON))
    package.relate(ROOT, [*package.relations(ROOT), Relation("ribbon", RIBBON_KIND, RIBBON)])
    package.overrides[BOOK] = WITH_MACROS
    editing.book.relations.append(Relation("macros", PROJECT_KIND, f"/{PROJECT}"))
    return editing.finish().packed()


# In another language: captions, and places beside rows of other heights


def _tops(sheet: Sheet) -> Sequence[int]:
    """The upper edges of rows in pixels, from that of the second row on."""
    heights = (
        float(row.get("ht", "0")) or ROW_HEIGHT
        if (row := sheet.rows.get(n)) is not None
        else ROW_HEIGHT
        for n in range(2, max(sheet.rows) + 50)
    )
    return list(accumulate((int(height * PIXELS + 0.5) for height in heights), initial=0))


def _place(y: int, tops: Sequence[int]) -> tuple[int, int]:
    """The row, from 0, and the pixels below its upper edge, so many pixels below that of the second row."""
    row = max(n for n, top in enumerate(tops) if top <= y)
    return row + 1, y - tops[row]


VML, EXCEL = "{urn:schemas-microsoft-com:vml}", "{urn:schemas-microsoft-com:office:excel}"
DRAWN = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}"
TEXT = "{http://schemas.openxmlformats.org/drawingml/2006/main}t"


def _part_of(parent: Element, name: str) -> Element:
    return next(parent.iter(name))


def _buttons(vml: bytes, known: Mapping[str, str], tops: Sequence[int]) -> bytes:
    root = etree.fromstring(vml)
    places = {button.macro: (top, height) for button, top, height in placed()}
    for shape in root.iterfind(f"{VML}shape"):
        data = _part_of(shape, f"{EXCEL}ClientData")
        macro = (data.findtext(f"{EXCEL}FmlaMacro") or "").rpartition("!")[2]
        top, height = places[macro]
        shape.set("alt", known[macro + TIP])
        next(shape.iter("font")).text = known[macro]
        anchor = _part_of(data, f"{EXCEL}Anchor")
        left, left_off, _, _, right, right_off, _, _ = (anchor.text or "").split(",")
        ends = (*_place(top, tops), right.strip(), right_off.strip(), *_place(top + height, tops))
        anchor.text = ", ".join(map(str, (left, left_off.strip(), *ends)))
    return etree.tostring(root, xml_declaration=False)


def _hint(drawing: bytes, text: str, tops: Sequence[int]) -> bytes:
    root = etree.fromstring(drawing)
    for shown, line in zip(root.iter(TEXT), text.split("\n"), strict=True):
        shown.text = line
    _, top, height = list(placed())[-1]
    first = top + height + GROUP_GAP
    for end, y in (("from", first), ("to", first + HINT_HEIGHT)):
        row, pixels = _place(y, tops)
        place = next(root.iter(f"{DRAWN}{end}"))
        _part_of(place, f"{DRAWN}row").text = str(row)
        _part_of(place, f"{DRAWN}rowOff").text = str(pixels * EMUS)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
