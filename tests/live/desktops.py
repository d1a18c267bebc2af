"""All that Excel for Windows and Excel for Mac differ in, as far as it is no more than another value or word."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mac_terms import TERMS, Code

PIXELS, PADDING = 7, 5
"""Of a character of the usual font, and of a cell."""


@dataclass(frozen=True)
class Desktop:
    """One of the two.

    Attributes:
        settings: what Excel is set to at first, by plain names.
        styles: what is said for references as A1 and as R1C1.
        states: what is said for a tab that is shown, hidden, or hidden well.
        mixed: told where some cells are so and others are not.
        empty: told of an empty cell among others.
        expression: what is said for a conditional format of a formula.
        backwards, by_rows: what is said where something is looked for.
        fails_to_find: whether looking for what is not there is an error.
        most_told: the characters of an address beyond which areas are left out, if any are.
        reads_a1: whether print areas are read as A1 also where columns have numbers.
        drawn: a column's width as it becomes.
        words: what others of its things are called than here, where names are those of Windows.
    """

    settings: Mapping[str, Any]
    styles: tuple[Any, Any]
    states: Mapping[str, Any]
    mixed: Any
    empty: Any
    expression: Any
    backwards: Any
    by_rows: Any
    fails_to_find: bool
    most_told: int | None
    reads_a1: bool
    drawn: Callable[[float], float]
    words: Mapping[str, str] = field(default_factory=dict)


def _in_pixels(width: float) -> float:
    """Whole pixels; as XlsxWriter has it from Excel: _size_col."""
    pixels = round(width * PIXELS + PADDING if width >= 1 else width * (PIXELS + PADDING))
    return (pixels - PADDING) / PIXELS


def _in_characters(width: float) -> float:
    """Less than a character counts with the padding."""
    return width if width >= 1 else width * 12 / 7 - 5 / 7


AS_FOUND = {"screenupdating": True, "displayalerts": True, "enableevents": True, "statusbar": False}
WINDOWS = Desktop(
    settings={**AS_FOUND, "calculation": -4105, "interactive": True, "visible": True},
    styles=(1, -4150),
    states={"visible": -1, "hidden": 0, "veryHidden": 2},
    mixed=None,
    empty=None,
    expression=2,
    backwards=2,
    by_rows=1,
    fails_to_find=False,
    most_told=255,
    reads_a1=True,
    drawn=_in_pixels,
)
MISSING = Code(TERMS.types["missing_value"])
MACOS = Desktop(
    settings={**AS_FOUND, "calculation": TERMS.code("calculation_automatic")},
    styles=(TERMS.code("A1"), TERMS.code("R1C1")),
    states={
        "visible": TERMS.code("sheet_visible"),
        "hidden": TERMS.code("sheet_hidden"),
        "veryHidden": TERMS.code("sheet_very_hidden"),
    },
    mixed=MISSING,
    empty="",
    expression=TERMS.code("expression"),
    backwards=TERMS.code("search_previous"),
    by_rows=TERMS.code("by_rows"),
    fails_to_find=True,
    most_told=None,
    reads_a1=False,
    drawn=_in_characters,
    words={
        "activate_object": "activate",
        "autofilter_object": "autofilter",
        "autofilter_range": "autofilter",
        "copy_range": "copy",
        "Excel_comment": "comment",
        "Excel_comment_text": "text",
        "first_column_index": "column",
        "first_row_index": "row",
        "font_object": "font",
        "interior_object": "interior",
        "left_position": "left",
        "page_setup_object": "page_setup",
        "range_object": "range",
    },
)
