"""What the organizer has typed since the last action: noticed by the next one, and logged once.

What it was before is on ``Pairing notes`` and in ``Log``, so that nothing else is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from engine import Player
from engine.texts import msg
from xlplugin.texts import t
from xlplugin.verbs.hand_edits import edit_lines, edits_of, names_of, note_of
from xlplugin.workbook.book import Change
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.records import Kind, LogLine, facts_logged, first_names, plain_name
from xlplugin.workbook.writing import event_writer, notes_writer

NOT_LOGGED = {
    s.name
    for s in (event_tab.EVENT_NAME, event_tab.DATE, event_tab.ORGANIZER, *event_tab.FILLED_IN)
}
"""Settings that change nothing, or are filled in by the plugin."""
ACTIVE = "Active"


def changes_noticed(event: EventBook, when: datetime | None) -> list[Change]:
    """Notes and log lines on everything typed since the last action, and the numbers of new players."""
    edits = edits_of(event)
    lines = [*setting_and_status_lines(event), *_renamed(event)]
    lines += [names_line("Number", "", new)] if (new := newcomers(event)) else []
    lines += edit_lines(event, edits)
    if not lines:
        return []
    changes = event_writer.number_players(event)
    if edits:
        changes += notes_writer.add_notes(event, [note_of(event, edit) for edit in edits])
    changes += [change for edit in edits for change in names_of(event, edit)]
    return [*changes, *notes_writer.add_lines(event, when, lines)]


def setting_and_status_lines(event: EventBook) -> list[LogLine]:
    """The settings, and who is in or out, as far as the log does not have them yet."""
    logged = facts_logged(event.book, Kind.SETTING)
    values = {
        setting.name: event.settings.get(setting.name, "")
        for setting in event_tab.settings_for(event.ruleset)
        if not setting.glance and setting.name not in NOT_LOGGED
    }
    changed = {name: value for name, value in values.items() if value != logged.get(name, "")}
    settings = [setting_line(name, value, logged) for name, value in changed.items()]
    return [*settings, *status_lines(event)]


def setting_line(name: str, value: str, logged: Mapping[str, str] | None = None) -> LogLine:
    """A setting as the log has it, with the value logged before if there is one."""
    shown = value or t("blank")
    details = t("{setting}: {value}", setting=name, value=shown)
    if logged and name in logged:
        text, before = msg("{setting}: {value} (was {before})"), logged[name] or t("blank")
        details = t(text, setting=name, value=shown, before=before)
    return LogLine("Setting", details, Kind.SETTING, {name: value})


def status_lines(event: EventBook) -> list[LogLine]:
    """The line on players who are no longer in or out as the log has it; none without any."""
    logged = facts_logged(event.book, Kind.STATUS)
    before = {player.no: logged.get(str(player.no), ACTIVE) for player in event.roster}
    changed = [player for player in event.roster if _state_of(player) != before[player.no]]
    if not changed:
        return []
    details = [
        t(
            "{player} (No {no}): {state} (was {before})",
            player=player.name.strip(),
            no=player.no,
            state=_state_text(_state_of(player)),
            before=_state_text(before[player.no]),
        )
        for player in changed
    ]
    facts = {str(player.no): _state_of(player) for player in changed}
    return [LogLine("Status", "; ".join(details), Kind.STATUS, facts)]


def _state_of(player: Player) -> str:
    """The player's status, and whether they decline the cut, as the log's facts have it."""
    return f"{player.status} declines" if player.declines_cut else str(player.status)


def _state_text(state: str) -> str:
    status, _, declines = state.partition(" ")
    return t("{status}, declines the cut", status=status) if declines else status


def _renamed(event: EventBook) -> list[LogLine]:
    """The players whose names are no longer as they were when their numbers were last written.

    Spaces make no other name, capitals do. Before round 1 only the log has earlier names.
    """
    earlier = {str(no): plain_name(name) for no, name in first_names(event).items()}
    earlier |= facts_logged(event.book, Kind.NAME)
    new = set(event.unnumbered.values())
    names = {str(p.no): plain_name(p.name) for p in event.roster if p.no not in new}
    return [
        LogLine(
            "Name",
            t("No {no}: {name} (was {before})", no=no, name=name, before=earlier[no]),
            Kind.NAME,
            {no: name},
        )
        for no, name in names.items()
        if name != earlier.get(no, name)
    ]


def newcomers(event: EventBook) -> list[tuple[int, str]]:
    """The names typed on Players that get their numbers now, with these."""
    return [(no, event.name(no)) for no in sorted(event.unnumbered.values())]


def names_line(action: str, source: str, names: list[tuple[int, str]]) -> LogLine:
    """A line of the log on players who have entered, with their numbers."""
    listed = ", ".join(f"{name} ({no})" for no, name in names)
    details = f"{source}: {listed}" if source else listed
    return LogLine(action, details, Kind.NAME, {str(no): plain_name(name) for no, name in names})
