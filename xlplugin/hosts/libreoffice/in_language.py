"""A new workbook of LibreOffice in another language: what the template has in English is drawn anew."""

from __future__ import annotations

from collections.abc import Sequence

import uno

from xlplugin.ground.catalogues import Catalogue
from xlplugin.ground.languages import speaking
from xlplugin.ground.names import named
from xlplugin.hosts.libreoffice.cells import Uno
from xlplugin.hosts.libreoffice.host import LibreOfficeHost
from xlplugin.hosts.libreoffice.looks import require_lists, validate
from xlplugin.hosts.libreoffice.pages import free_name, lead_back
from xlplugin.workbook.book import AddPatterns, Book, Change
from xlplugin.workbook.layout import Layout
from xlplugin.workbook.layouts.tab_names import EVENT
from xlplugin.workbook.live_patterns import LOOKS, Look, is_page, is_pattern
from xlplugin.workbook.writing.language import in_language


def put_into_language(document: Uno, changes: Sequence[Change], language: Catalogue) -> None:
    """Draw a new workbook's tabs in a language, and name in it what a running Excel will copy from hidden ones.

    Args:
        document: opened from an English template.
        changes: that make such a template.
        language: of the workbook.
    """
    sheets = document.Sheets
    english = [sheets.getByName(name) for name in sheets.ElementNames if not is_pattern(name)]
    for sheet in english:
        sheet.Name = free_name("xlplugin", sheets.ElementNames)
    with speaking(language):
        local = in_language(changes, Book("", language=language))
        LibreOfficeHost(document).write(local)
        for change in local:
            if isinstance(change, AddPatterns) and sheets.hasByName(LOOKS):
                _name_looks(document, sheets.getByName(LOOKS), change.looks)
        for name in filter(is_page, sheets.ElementNames):
            page = sheets.getByName(name)
            page.getCellByPosition(0, 0).String = named("tab", EVENT)
            lead_back(document, page)
    for sheet in english:
        sheets.removeByName(sheet.Name)
    document.UndoManager.clear()
    document.setModified(False)


def _name_looks(document: Uno, sheet: Uno, looks: Sequence[Look]) -> None:
    """Give every look its name, its choices and its help."""
    columns = tuple(look.column() for look in looks)
    require_lists(document, Layout(LOOKS, columns))
    for row, column in enumerate(columns, 1):
        sheet.getCellByPosition(0, row - 1).String = column.header
        cell = sheet.getCellByPosition(1, row - 1)
        rule = cell.Validation
        rule.Type = uno.Enum("com.sun.star.sheet.ValidationType", "ANY")
        cell.Validation = rule
        validate(sheet, column, (row, 2, row, 2))
