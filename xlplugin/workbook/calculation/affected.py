"""Which tabs have to be worked out again when others change."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from xlplugin.workbook.book import Book, SheetData
from xlplugin.workbook.layout import Formula

_BY_TEXT = "INDIRECT("
"""A formula with this may look at any tab."""


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
    known = {name: text.lower() for name, text in (names or {}).items()}
    alone = {name.lower() for name in known if "!" not in name}
    sought = {_written(tab) for tab in changed}
    waiting = {name: _formulas(tab) for name, tab in book.sheets.items() if name not in affected}
    found = {*changed}
    while found:
        sought |= {n.lower() for n, text in known.items() if any(part in text for part in sought)}
        found = {
            name
            for name, (with_tabs, formulas) in waiting.items()
            if any(part in (formulas if part in alone else with_tabs) for part in sought)
            or (changed and _BY_TEXT.lower() in formulas)
        }
        sought |= set(map(_written, found))
        affected |= found
        for name in found:
            del waiting[name]
    return affected


def _written(tab: str) -> str:
    """A tab's name as formulas have it, with the apostrophe that may stand behind it left out."""
    return tab.lower().replace("'", "''")


def _formulas(sheet: SheetData) -> tuple[str, str]:
    """Those formulas of a tab that speak of tabs, and all of them."""
    texts = {v.text for row in sheet.rows for v in row if isinstance(v, Formula)}
    with_tabs = [text for text in texts if "!" in text]
    return "\n".join(with_tabs).lower(), "\n".join(texts).lower()
