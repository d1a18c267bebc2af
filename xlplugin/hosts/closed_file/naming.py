"""The title and the author in the properties of a workbook."""

from __future__ import annotations

from engine import RULESETS
from xlplugin.workbook.book import Book
from xlplugin.workbook.layout import Layout
from xlplugin.workbook.layouts import event_tab, rules_tab, tab_names
from xlplugin.workbook.reading.language import in_english
from xlplugin.workbook.table import Table, folded

AUTHOR = "xlplugin"
LIBRARY = "openpyxl"
"""The library that names itself as the author of what it makes."""
MOST_TEXT = 255


def names_of(title: str, creator: str, before: Book, after: Book) -> tuple[str, str]:
    """The title and the author that a workbook gets: the event and its organizer, unless people set others."""
    (old_title, organizer), (new_title, author) = map(_names, map(in_english, (before, after)))
    rulesets = RULESETS.values()
    titles = ("", old_title, *(r.title for r in rulesets), *(r.formerly for r in rulesets))
    if title in titles:
        title = new_title
    if creator in ("", LIBRARY, AUTHOR, organizer):
        creator = author or AUTHOR
    return title, creator


def _names(book: Book) -> tuple[str, str]:
    """The title that a book is given, and its organizer; ``""`` for none."""
    values = _settings(book, tab_names.EVENT, event_tab.event_layout())
    event, name, organizer = (
        values.get(folded(setting.name), "")
        for setting in (event_tab.RULESET, event_tab.EVENT_NAME, event_tab.ORGANIZER)
    )
    ruleset = RULESETS.get(folded(event))
    if ruleset and ruleset.named and not name:
        rules = _settings(book, tab_names.RULES, rules_tab.rules_layout())
        name = ruleset.titles({o.name: rules.get(folded(o.name), "") for o in ruleset.options})[0]
    return name or (ruleset.title if ruleset else ""), organizer


def _settings(book: Book, tab: str, layout: Layout) -> dict[str, str]:
    """The settings of a tab by name, folded; nothing without it."""
    sheet = book.sheets.get(tab)
    table = Table(sheet, layout, []) if sheet else None
    values = {}
    for row in table.rows() if table and table.is_usable else ():
        value = row.raw("Value")
        text = " ".join(str(value).split())[:MOST_TEXT] if isinstance(value, str | int) else ""
        values[folded(str(row.raw("Setting")))] = text
    return values
