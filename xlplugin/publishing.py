"""Publishing a round once it has been looked over: from then on exports show it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine import Stage, TournamentError
from xlplugin.noticing import Noticing, verb
from xlplugin.problems import WorkbookProblems
from xlplugin.seats import broken_rules
from xlplugin.workbook import cut_writer, deadlines, next_step, sheets, writer
from xlplugin.workbook.book import Change, ShowSheet, with_changes
from xlplugin.workbook.reader import read_event


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
    read = host.event()
    if read.problems:
        raise WorkbookProblems(read.problems)
    tab = next_step.newest_tab(read)
    if tab is None:
        message = "No round has been paired yet, so there is none to publish."
        raise TournamentError(message)
    if read.is_published(tab) and not deadlines.is_missing(read, tab.name):
        how = (
            ""
            if read.is_reviewed
            else (
                " Rounds are published as they are paired; to look each over first, set "
                f"{sheets.PUBLISH.name} on {sheets.EVENT} to When told."
            )
        )
        message = f"{tab.name} is published already.{how}"
        raise TournamentError(message)
    warnings = list(read.warnings)
    if tab.stage is Stage.SWISS:
        warnings += [f"{tab.name}: {t}" for t in broken_rules(read, tab.number, tab.matches)]
    changes: list[Change] = [
        *deadlines.posted(read, tab.name, when),
        *writer.update_settings(read, {sheets.PUBLISHED.name: tab.name}),
    ]
    after = read_event(with_changes(read.book, changes))
    changes += writer.update_settings(after, cut_writer.at_a_glance(after))
    changes += writer.add_log(read, when, "Publish", "; ".join([tab.name, *warnings]))
    host.write([*changes, ShowSheet(tab.name)])
    return Published(tab.name, warnings)
