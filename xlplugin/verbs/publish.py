"""Publish the newest round, so that exports show it; before round 1, the hash of the event seed."""

from __future__ import annotations

from datetime import datetime

from engine import Stage
from xlplugin.ground.names import named
from xlplugin.ground.problems import OrganizerError
from xlplugin.ground.seeds import commitment, drawn_seed, is_short
from xlplugin.ground.texts import msg, t
from xlplugin.verbs import hand_edits
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
    """Let exports show the newest round; before round 1, fix the event seed and tell its hash.

    Raises:
        OrganizerError: the round is published.
    """
    if not event.tabs:
        return _publish_commitment(event)
    tab = newest_round(event)
    if event.is_published(tab) and not deadlines.is_missing(event, tab.name):
        text = msg("{tab} is already published.")
        if not event.is_reviewed:
            text = msg(
                "{tab} is already published. Rounds are published as they are paired; to look "
                "each over first, set {setting} on Event to When told."
            )
        raise OrganizerError(t(text, tab=tab.name, setting=event_tab.PUBLISH.name))
    warnings = list(event.warnings)
    if tab.stage is Stage.SWISS:
        warnings += [
            f"{named('tab', tab.name)}: {text}"
            for text in broken_rules(event, tab.number, tab.matches)
        ]
    changes: list[Change] = [
        *notes_writer.posted(event, tab.name, when),
        *event_writer.update_settings(event, {event_tab.PUBLISHED.name: tab.name}),
    ]
    after = read_event(with_changes(event.book, changes))
    changes += event_writer.update_settings(after, cut_writer.at_a_glance(after, when))
    log = [LogLine("Publish", "; ".join([named("tab", tab.name), *warnings]))]
    message = t("{tab} is published: exports show it from now on.", tab=tab.name)
    data = {"tab": tab.name, "warnings": warnings}
    return Done(Result(message=message, data=data, warnings=warnings), changes, log, tab.name)


def _publish_commitment(event: EventBook) -> Done[Result]:
    """Fix the seed, from which every draw comes, so that nobody can say that it was chosen later."""
    name = event_tab.SEED.name
    before = event.value_of(event_tab.SEED)
    seed, warnings = before or drawn_seed(), list(event.warnings)
    if is_short(seed):
        text = msg(
            "{where} is short: anybody who tries all short texts finds it, and knows pairings "
            "before they are made. Clear it and publish again: a long one is drawn."
        )
        warnings.append(t(text, where=f"{name} (Event!{event.setting_cell(name)})"))
    hash_ = commitment(seed)
    text = msg(
        "The event seed is fixed. Tell the players its SHA-256 before round 1; the page shows it too: "
        "{hash}"
    )
    log = [] if before else [hand_edits.setting_line(name, seed)]
    log.append(LogLine("Publish", t("SHA-256 of the event seed: {hash}", hash=hash_)))
    message, data = t(text, hash=hash_), {"commitment": hash_, "warnings": warnings}
    changes = event_writer.update_settings(event, {name: seed})
    return Done(Result(message=message, data=data, warnings=warnings), changes, log)
