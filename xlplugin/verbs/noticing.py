"""What the organizer has typed since the last action: noticed by the next one, and logged once.

What was known before is on ``Pairing notes`` and in ``Log`` itself, so that nothing else is kept.
"""

from __future__ import annotations

import re
from datetime import datetime

from engine import Status
from xlplugin.verbs.hand_edits import edits_of, lines_of, names_of, note_of
from xlplugin.workbook.book import Change
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.log import (
    BLANK,
    NUMBER,
    SETTING,
    WAS,
    logged,
    names_logged,
    plain_name,
    settings_logged,
    told_name,
)
from xlplugin.workbook.reading.read_rounds import names_noted
from xlplugin.workbook.writing import event_writer, notes_writer

STATUS, DECLINES = "Status", ", declines the cut"
"""What the log has for its action, and adds to a status."""
UNTOLD = {
    s.name
    for s in (event_tab.EVENT_NAME, event_tab.DATE, event_tab.ORGANIZER, *event_tab.FILLED_IN)
}
"""Settings that change nothing, or are filled in by the plugin."""


def told_of_edits(event: EventBook, when: datetime | None) -> list[Change]:
    """Notes and lines of the log on everything that was typed since, and the numbers of new players."""
    edits = edits_of(event)
    lines = [*told_of_roster_and_settings(event), *_renamed(event), *_numbered(event)]
    lines += lines_of(event, edits)
    if not lines:
        return []
    changes = event_writer.number_players(event)
    changes += (
        notes_writer.add_notes(event, [note_of(event, edit) for edit in edits]) if edits else []
    )
    changes += [change for edit in edits for change in names_of(event, edit)]
    return [*changes, *notes_writer.add_lines(event, when, lines)]


def told_of_roster_and_settings(event: EventBook) -> list[notes_writer.LogLine]:
    """The settings, and who is in or out, as far as the log does not have them yet."""
    return [*_settings(event), *statuses_told(event)]


def _settings(event: EventBook) -> list[notes_writer.LogLine]:
    """The settings that are no longer as the log has them."""
    known = settings_logged(event.book)
    lines = []
    for setting in event_tab.settings_for(event.ruleset):
        name, value = setting.name, event.settings.get(setting.name, "")
        value = value.replace(WAS, " (was: ")  # which would be taken for the value before
        if setting.glance or name in UNTOLD or value == known.get(name, ""):
            continue
        was = f"{WAS}{known[name] or BLANK})" if name in known else ""
        lines.append(told_setting(name, f"{value or BLANK}{was}"))
    return lines


def told_setting(name: str, value: str) -> notes_writer.LogLine:
    """A setting as the log has it."""
    return SETTING, f"{name}: {value}"


def statuses_told(event: EventBook) -> list[notes_writer.LogLine]:
    """The players who are no longer in or out as the log has it."""
    states = rf"\(No (\d+)\): ((?:{'|'.join(Status)})(?:{DECLINES})?)"
    known = {
        int(no): state
        for details in logged(event.book, STATUS)
        for no, state in re.findall(states, details)
    }
    changed = [
        f"{player.name.strip().replace('(No ', '(no ')} (No {player.no}): {state}{WAS}{was})"
        for player in event.roster
        for state in [f"{player.status}{DECLINES if player.declines_cut else ''}"]
        if state != (was := known.get(player.no, str(Status.ACTIVE)))
    ]
    return [(STATUS, "; ".join(changed))] if changed else []


def _renamed(event: EventBook) -> list[notes_writer.LogLine]:
    """The players whose names are no longer as they were when their numbers were last written.

    Spaces make no other name, capitals do. Before round 1 nobody knows a name but from ``Log``.
    """
    noted = {no: plain_name(name) for no, name in names_noted(event).items()}
    known, new = noted | names_logged(event.book), set(event.unnumbered.values())
    return [
        told_name(player.no, name, was)
        for player in event.roster
        for name in [plain_name(player.name)]
        if player.no not in new and name != (was := known.get(player.no, name))
    ]


def newcomers(event: EventBook) -> list[tuple[int, str]]:
    """The names typed on Players that get their numbers now, with these."""
    return [(no, event.by_no[no].name.strip()) for no in sorted(event.unnumbered.values())]


def _numbered(event: EventBook) -> list[notes_writer.LogLine]:
    """What the log says of new numbers."""
    names = [f"{name} ({no})" for no, name in newcomers(event)]
    return [(NUMBER, ", ".join(names))] if names else []
