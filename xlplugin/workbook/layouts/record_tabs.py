"""The tabs to which actions add lines: ``Pairing notes``, ``Log``, and ``Deadlines`` of asynchronous events."""

from __future__ import annotations

from engine.ruleset import Deadlines
from xlplugin.ground.texts import t
from xlplugin.workbook import layout as looks
from xlplugin.workbook.expressions import cell, part
from xlplugin.workbook.layout import MOMENT, MOMENT_ENTRY, STRONG, Column, Layout
from xlplugin.workbook.layouts.tab_names import LOG, NOTES

BY_HAND = "By hand"
"""The rule and kind of a note, and the action of a log line, on what somebody has typed over."""
ACTIONS = (
    BY_HAND, "Clock", "Codes", "Corrected", "Cut", "Cut chances", "Day one", "Enter", "Import", "Late arrival", "Lists",
    "Matchups", "Move", "Name", "New", "Number", "Pair", "Pair again", "Penalties", "Plan", "Players", "Print",
    "Publish", "Result", "Results", "Setting", "Standings", "Statistics", "Status", "Swap", "Take results",
    "Tiebreaker round", "Undo",
)  # fmt: skip
"""What lines of the log are about, by which they are sorted and filtered."""
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
DEADLINES = "Deadlines"
ROUND, POSTED, CONTACT, AGREEMENTS, DUE = (
    "Round", "Posted", "Contact by", "Agreements at least until", "Results due",
)  # fmt: skip


def deadlines_layout(rule: Deadlines, days: int) -> Layout:
    """The tab ``Deadlines`` under a rule, with the days until results are due.

    The organizer may correct when a round was posted, and until when results are due. Nothing is decided
    by it: who loses a round is the organizer's decision.

    Rule: OP, Asynchronous events.
    """
    posted = t("When the pairings were announced. Correct it if that was not when they were made.")
    contact = t(
        "{hours} hours to write to the opponent. Players who have not may lose the round, if you "
        "decide so: No-show in Special on its tab.",
        hours=rule.contact_hours,
    )
    agreements = t(
        "No fixed rule: judges may set a time after which 2-for-1 and ID are no longer possible, "
        "at least {hours} hours after the round was posted.",
        hours=rule.agreement_hours,
    )
    due = t("Round days on Event says after how many days; or type another time.")
    posted_at = cell(POSTED)
    columns = (
        Column(ROUND, 16, STRONG),
        Column(POSTED, 22, MOMENT_ENTRY, help=posted),
        Column(CONTACT, 22, MOMENT, live=posted_at + part(rule.contact_hours) / 24, help=contact),
        Column(AGREEMENTS, 26, MOMENT, live=posted_at + part(rule.agreement_hours) / 24, help=agreements,
               formerly="Agreements until"),
        Column(DUE, 22, MOMENT, live=posted_at + days, help=due),
    )  # fmt: skip
    return Layout(DEADLINES, columns, tab_colour="0E7490", spare_rows=20, frozen=1, row_height=15)
