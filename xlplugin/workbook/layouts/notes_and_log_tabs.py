"""The tabs ``Pairing notes`` and ``Log``."""

from __future__ import annotations

from xlplugin.workbook import layout as looks
from xlplugin.workbook.layout import Column, Layout
from xlplugin.workbook.layouts.tab_names import LOG, NOTES

BY_HAND = "By hand"
"""The rule and kind of a note, and the action of a log line, on what somebody has typed over."""
PENALTY = "Penalty"
"""The kind of a note on what a penalty costs; of others it is that of their reason."""
KIND, SUBJECT, VALUE = "Kind", "Subject", "Value"
"""Hidden columns that only the plugin reads: of both tabs the first, of ``Log`` the facts of a line."""
NOTES_LAYOUT = Layout(
    NOTES,
    (
        Column("Round", 9, looks.NUMBER),
        Column("Table", 8, looks.NUMBER),
        Column("No 1", 9, looks.QUIET_NUMBER),
        Column("Player 1", 24, looks.LINES),
        Column("No 2", 9, looks.QUIET_NUMBER),
        Column("Player 2", 24, looks.LINES),
        Column("Rule", 34, looks.NOTE),
        Column("Why", 70, looks.NOTE),
        Column(KIND, 0, looks.QUIET_TEXT, optional=True),
    ),
    tab_colour="6B7280",
    landscape=True,
    frozen=2,
)
LOG_LAYOUT = Layout(
    LOG,
    (
        Column("When", 20, looks.TEXT),
        Column("Action", 18, looks.STRONG),
        Column("Details", 100, looks.NOTE),
        *(Column(header, 0, looks.QUIET_TEXT, optional=True) for header in (KIND, SUBJECT, VALUE)),
    ),
    tab_colour="6B7280",
    landscape=True,
)
