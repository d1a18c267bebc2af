"""Publish a round once it has been looked over: from then on exports show it."""

from __future__ import annotations

from datetime import datetime

from engine import Stage
from xlplugin.problems import stop
from xlplugin.texts import t
from xlplugin.verbs.frame import Done, Result, newest_round, verb
from xlplugin.verbs.hand_edits import broken_rules
from xlplugin.workbook.book import Change, with_changes
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.reading import deadlines
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.reading.records import LogLine
from xlplugin.workbook.writing import cut_writer, event_writer, notes_writer


@verb
def publish(event: EventBook, when: datetime) -> Done[Result]:
    """Let exports show the newest round.

    Raises:
        OrganizerError: there is no round, or it is published.
    """
    tab = newest_round(event)
    if event.is_published(tab) and not deadlines.is_missing(event, tab.name):
        if event.is_reviewed:
            stop("{tab} is published already.", tab=tab.name)
        stop(
            "{tab} is published already. Rounds are published as they are paired; to look each over "
            "first, set {setting} on Event to When told.",
            tab=tab.name,
            setting=event_tab.PUBLISH.name,
        )
    warnings = list(event.warnings)
    if tab.stage is Stage.SWISS:
        warnings += [f"{tab.name}: {text}" for text in broken_rules(event, tab.number, tab.matches)]
    changes: list[Change] = [
        *notes_writer.posted(event, tab.name, when),
        *event_writer.update_settings(event, {event_tab.PUBLISHED.name: tab.name}),
    ]
    after = read_event(with_changes(event.book, changes))
    changes += event_writer.update_settings(after, cut_writer.at_a_glance(after))
    log = [LogLine("Publish", "; ".join([tab.name, *warnings]))]
    message = t("{tab} is published: exports show it from now on.", tab=tab.name)
    data = {"tab": tab.name, "warnings": warnings}
    return Done(Result(message=message, data=data, warnings=warnings), changes, log, tab.name)
