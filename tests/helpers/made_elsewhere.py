"""Workbooks of an event as other programs leave them."""

from __future__ import annotations

import zlib
from io import BytesIO

import xlsxwriter
from features import FEATURES, with_everything, with_one
from openpyxl import load_workbook


def _png():
    """A picture of one red point."""
    out = b"\x89PNG\r\n\x1a\n"
    for name, content in (
        (b"IHDR", bytes.fromhex("00000001000000010802000000")),
        (b"IDAT", zlib.compress(bytes.fromhex("00ff0000"))),
        (b"IEND", b""),
    ):
        check = zlib.crc32(name + content).to_bytes(4, "big")
        out += len(content).to_bytes(4, "big") + name + content + check
    return out


PIXEL = _png()


def _charts(book, sheet):
    chart = book.add_chart({"type": "column"})
    chart.add_series({"values": "=Notes!$A$1:$A$3", "gradient": {"colors": ["red", "blue"]}})
    sheet.insert_chart("C3", chart)
    other = book.add_chart({"type": "line"})
    other.add_series({"values": "=Notes!$A$1:$A$3"})
    book.add_chartsheet("Picture").set_chart(other)


def _pictures(book, sheet):
    sheet.insert_image("C3", "a.png", {"image_data": BytesIO(PIXEL), "url": "internal:'Log'!A1"})
    sheet.set_background(BytesIO(PIXEL))
    sheet.set_header("&L&G", {"image_left": "a.png", "image_data_left": BytesIO(PIXEL)})


def _rules(book, sheet):
    sheet.conditional_format("A1:A3", {"type": "data_bar", "data_bar_2010": True})
    sheet.conditional_format("B1:B3", {"type": "icon_set", "icon_style": "3_arrows"})
    sheet.data_validation("C1:C9", {"validate": "list", "source": "=Log!$A$1:$A$3"})


def _notes(book, sheet):
    sheet.write_comment("A1", "A note")
    sheet.add_table("F1:G3")
    sheet.insert_textbox("H9", "Welcome")


def _arrays(book, sheet):
    sheet.write_dynamic_array_formula("J1:J3", "=SEQUENCE(3)")
    sheet.write_array_formula("K1:K3", "{=A1:A3}")
    sheet.insert_checkbox("L1", boolean=True)


def _macros(book, sheet):
    book.add_signed_vba_project(
        BytesIO(b"project" * 99), BytesIO(b"signed" * 99),
        project_is_stream=True, signature_is_stream=True,
    )  # fmt: skip
    sheet.insert_button("B2", {"macro": "say_hello", "caption": "Hello"})


WRITTEN_BY_XLSXWRITER = {
    "charts": _charts,
    "pictures": _pictures,
    "rules": _rules,
    "notes and a table": _notes,
    "arrays": _arrays,
    "signed macros of XlsxWriter": _macros,
    "picture in a cell": lambda book, sheet: sheet.embed_image("C3", "a.png", {"image_data": BytesIO(PIXEL)}),
    "sparklines of XlsxWriter": lambda book, sheet: sheet.add_sparkline("B1", {"range": "Notes!A1:A3"}),
    "recommended": lambda book, sheet: (book.read_only_recommended(), sheet.ignore_errors({"number_stored_as_text": "A1"})),
}  # fmt: skip


def _by_xlsxwriter(event, draw):
    """The event as XlsxWriter writes it, with a tab of the organizer's on which something is drawn."""
    stream = BytesIO()
    source = load_workbook(BytesIO(event))
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        notes = book.add_worksheet("Notes")
        notes.write_column("A1", [3, 1, 2])
        for tab in source:
            sheet = book.add_worksheet(tab.title)
            for row in tab.iter_rows():
                for cell in row:
                    if cell.value is not None and cell.data_type != "f":
                        sheet.write(cell.row - 1, cell.column - 1, cell.value)
                    elif cell.data_type == "f":
                        sheet.write_formula(cell.row - 1, cell.column - 1, str(cell.value))
        draw(book, notes)
    return stream.getvalue()


def _saved_by_openpyxl(event):
    stream = BytesIO()
    load_workbook(BytesIO(event)).save(stream)
    return stream.getvalue()


ALWAYS = (
    "everything at once", "charts by XlsxWriter", "rules by XlsxWriter", "notes and a table by XlsxWriter",
)  # fmt: skip
"""Those that a spreadsheet program is always given; all of them with ``--campaign 10``."""
MADE = {
    **{name: lambda event, add=add: with_one(event, add) for name, add in FEATURES.items()},
    **{
        f"{name} by XlsxWriter": lambda event, draw=draw: _by_xlsxwriter(event, draw)
        for name, draw in WRITTEN_BY_XLSXWRITER.items()
    },
    "everything at once": with_everything,
    "openpyxl": _saved_by_openpyxl,
}
