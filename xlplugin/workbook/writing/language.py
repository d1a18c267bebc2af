"""What is written to a workbook in its own language; in English it is what the program has."""

from __future__ import annotations

from collections.abc import Sequence

from xlplugin.ground.languages import ENGLISH, speaking
from xlplugin.workbook.book import Book, Change
from xlplugin.workbook.reading.language import in_english


def in_language(changes: Sequence[Change], book: Book) -> Sequence[Change]:
    """Changes of an English book as changes of the workbook, as a host read it."""
    english = in_english(book)
    if english.language in (None, ENGLISH):
        return changes
    from xlplugin.workbook.writing.in_language import written  # noqa: PLC0415  (English needs none of it)

    with speaking(english.language):
        return written(changes, english)
