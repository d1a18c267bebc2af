"""Publishing a round once it has been looked over: from then on exports show it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine import Stage, TournamentError
from xlplugin.problems import WorkbookProblems
from xlplugin.verbs.frame import Noticing, verb
from xlplugin.verbs.hand_edits import broken_rules
from xlplugin.workbook.book import Change, ShowSheet, with_changes
from xlplugin.workbook.layouts import event_tab, tab_names
from xlplugin.workbook.reading import deadlines, next_step
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.writing import cut_writer, deadline_writer, event_writer, notes_writer


@dataclass(frozen=True, slots=True)
class Published:
    """The round that others may see now, and what the organizer should know."""

    tab: str
    warnings: list[str]


@verb
def publish(host: Noticing, *, when: datetime | None = None) -> Published:
    """Let exports show the newest round.

    Args:
        host: the workbook.
        when: the time for the log.

    Raises:
        WorkbookProblems: something must be mended first.
        TournamentError: there is no round, or it is published.
    """
    event = host.event()
    if event.problems:
        raise WorkbookProblems(event.problems)
    tab = next_step.newest_tab(event)
    if tab is None:
        message = "No round has been paired yet, so there is none to publish."
        raise TournamentError(message)
    if event.is_published(tab) and not deadlines.is_missing(event, tab.name):
        how = (
            ""
            if event.is_reviewed
            else (
                " Rounds are published as they are paired; to look each over first, set "
                f"{event_tab.PUBLISH.name} on {tab_names.EVENT} to When told."
            )
        )
        message = f"{tab.name} is published already.{how}"
        raise TournamentError(message)
    warnings = list(event.warnings)
    if tab.stage is Stage.SWISS:
        warnings += [f"{tab.name}: {t}" for t in broken_rules(event, tab.number, tab.matches)]
    changes: list[Change] = [
        *deadline_writer.posted(event, tab.name, when),
        *event_writer.update_settings(event, {event_tab.PUBLISHED.name: tab.name}),
    ]
    after = read_event(with_changes(event.book, changes))
    changes += event_writer.update_settings(after, cut_writer.at_a_glance(after))
    changes += notes_writer.add_log(event, when, "Publish", "; ".join([tab.name, *warnings]))
    host.write([*changes, ShowSheet(tab.name)])
    return Published(tab.name, warnings)
