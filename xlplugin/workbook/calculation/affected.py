"""Which tabs have to be worked out again when others change."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from xlplugin.workbook.book import Book, SheetData
from xlplugin.workbook.layout import Formula

_BY_TEXT = "INDIRECT("
"""A formula with this may look at any tab."""
_WORD = re.compile(r"[\w.\\?]+")


def affected_tabs(
    book: Book, changed: Collection[str], names: Mapping[str, str] | None = None
) -> set[str]:
    """The tabs whose formulas may show something else: those that changed, and all that look at them.

    Args:
        book: the workbook as it will be.
        changed: the tabs that are new, gone, or have other cells.
        names: the defined names and what each stands for.
    """
    affected = {*changed} & {*book.sheets}
    known = [
        (name.rpartition("!")[2].lower(), text.lower(), _words(text))
        for name, text in (names or {}).items()
    ]
    tabs = {_written(tab) for tab in changed}
    sought: set[str] = set()
    waiting = {name: _formulas(tab) for name, tab in book.sheets.items() if name not in affected}
    found = {*changed}
    while found:
        sought |= {
            name
            for name, text, words in known
            if not sought.isdisjoint(words) or any(tab in text for tab in tabs)
        }
        found = {
            name
            for name, (with_tabs, formulas, words) in waiting.items()
            if not sought.isdisjoint(words)
            or any(tab in with_tabs for tab in tabs)
            or (changed and _BY_TEXT.lower() in formulas)
        }
        tabs |= set(map(_written, found))
        affected |= found
        for name in found:
            del waiting[name]
    return affected


def _written(tab: str) -> str:
    """A tab's name as formulas have it, with the apostrophe that may stand behind it left out."""
    return tab.lower().replace("'", "''")


def _words(text: str) -> set[str]:
    """What may be a name in a formula."""
    return set(_WORD.findall(text.lower()))


def _formulas(sheet: SheetData) -> tuple[str, str, set[str]]:
    """Those formulas of a tab that speak of tabs, all of them, and the words in them."""
    texts = {v.text for row in sheet.rows for v in row if isinstance(v, Formula)}
    with_tabs = [text for text in texts if "!" in text]
    formulas = "\n".join(texts).lower()
    return "\n".join(with_tabs).lower(), formulas, _words(formulas)
