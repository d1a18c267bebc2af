"""The title and the author in the properties of a workbook."""

from __future__ import annotations

from engine import RULESETS
from xlplugin.workbook.book import Book
from xlplugin.workbook.layouts import event_tab, tab_names
from xlplugin.workbook.table import Table, folded

AUTHOR = "xlplugin"
LIBRARY = "openpyxl"
"""The library that names itself as the author of what it makes."""
MOST_TEXT = 255


def names_of(title: str, creator: str, before: Book, after: Book) -> tuple[str, str]:
    """The title and the author that a workbook gets: the event and its organizer, unless people set others."""
    (old_title, organizer), (new_title, author) = _names(before), _names(after)
    rulesets = RULESETS.values()
    titles = ("", old_title, *(r.title for r in rulesets), *(r.formerly for r in rulesets))
    if title in titles:
        title = new_title
    if creator in ("", LIBRARY, AUTHOR, organizer):
        creator = author or AUTHOR
    return title, creator


def _names(book: Book) -> tuple[str, str]:
    """The title that a book is given, and its organizer; ``""`` for none."""
    sheet = book.sheets.get(tab_names.EVENT)
    table = Table(sheet, event_tab.event_layout(), []) if sheet else None
    rows = table.rows() if table and table.is_usable else ()
    values = {folded(str(row.raw("Setting"))): row.raw("Value") for row in rows}

    def text(setting: event_tab.Setting) -> str:
        value = values.get(folded(setting.name))
        return " ".join(str(value).split())[:MOST_TEXT] if isinstance(value, str | int) else ""

    ruleset = RULESETS.get(folded(text(event_tab.RULESET)))
    title = text(event_tab.EVENT_NAME) or (ruleset.title if ruleset else "")
    return title, text(event_tab.ORGANIZER)
