"""The tab ``Deadlines`` of asynchronous events: when a round was posted, and what is due when.

A line is written when a round is posted; the organizer may correct when that was, and until when
results are due. Nothing is decided by it: who loses a round is the organizer's decision.

Rule: OP, Asynchronous events.
"""

from __future__ import annotations

from engine.ruleset import Deadlines
from xlplugin.texts import t
from xlplugin.workbook.layout import MOMENT, MOMENT_ENTRY, STRONG, Column, Layout

DEADLINES = "Deadlines"
ROUND, POSTED, CONTACT, AGREEMENTS, DUE = (
    "Round", "Posted", "Contact by", "Agreements at least until", "Results due",
)  # fmt: skip


def deadlines_layout(rule: Deadlines, days: int) -> Layout:
    """The tab under a rule, with the days until results are due."""
    posted = t("When the pairings were announced. Correct it if that was not when they were made.")
    contact = t(
        "{hours} hours to write to the opponent. Whoever has not may lose the round, if you "
        "decide so: No-show in Special on its tab.",
        hours=rule.contact_hours,
    )
    agreements = t(
        "No bar by itself: judges may set a time after which 2-for-1 and ID are no longer "
        "possible, at least {hours} hours after the round was posted.",
        hours=rule.agreement_hours,
    )
    due = t("Round days on Event says after how many days; or type another time.")
    after = f"={{{POSTED}}}+"
    columns = (
        Column(ROUND, 16, STRONG),
        Column(POSTED, 22, MOMENT_ENTRY, help=posted),
        Column(CONTACT, 22, MOMENT, formula=f"{after}{rule.contact_hours}/24", help=contact),
        Column(AGREEMENTS, 26, MOMENT, formula=f"{after}{rule.agreement_hours}/24", help=agreements,
               formerly="Agreements until"),
        Column(DUE, 22, MOMENT, formula=f"{after}{days}", help=due),
    )  # fmt: skip
    return Layout(DEADLINES, columns, tab_colour="0E7490", spare_rows=20, frozen=1, row_height=15)
