"""The proof on a page, by which anybody can run the event again: the seed's hash, and at the end all of it.

While the event runs there is only the hash: whoever had the seed would know the next pairings. What comes at
the end is the event as tabs of a workbook, so that it is read, and refused, as one; without what the
organizer keeps: labels of who must not meet, penalties, decklists, columns of one's own, notes and log.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from xlplugin.exports.shared import FOR_THE_ORGANIZER
from xlplugin.ground.languages import spoken
from xlplugin.ground.seeds import commitment, is_short
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts import event_tab, players_tab, round_tabs, tab_names
from xlplugin.workbook.layouts.record_tabs import BY_HAND, NOTES_LAYOUT
from xlplugin.workbook.reading import next_step
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.records import Kind, kind_of_note, lines_of_log, rows_of_notes
from xlplugin.workbook.reading.roster_then import changed_since, tabs_drawn
from xlplugin.workbook.table import find_sheet, folded
from xlplugin.workbook.writing import round_writer

NOT_TOLD = (
    event_tab.SEED, event_tab.PUBLISH, event_tab.PUBLISHED, event_tab.PLAYER_REPORTS, event_tab.REGISTRATION,
    event_tab.SHOW_DECKS, event_tab.REPORT_CODES, event_tab.LANGUAGE, *event_tab.CLOCK_RECORD,
)  # fmt: skip
"""Settings that nothing depends on; the seed has a place of its own, and what codes are made from is secret."""

Rows = list[list[str | int | float | None]]


def is_over(event: EventBook) -> bool:
    """True if nothing more will be drawn: every result is in, and the last standings are written."""
    swiss = tab_names.standings_name(len(event.rounds))
    name = round_tabs.FINAL if event.cut_tabs else swiss
    return is_played(event) and find_sheet(event.book, name) is not None


def is_played(event: EventBook) -> bool:
    """True if every result of all rounds planned is in, and no cut follows."""
    if event.cut_tabs:
        return event.progress is not None and event.progress.is_over
    return bool(event.rounds) and next_step.is_swiss_over(event) and not event.planned_cut()


def tells_seed(event: EventBook, row: Sequence[CellValue]) -> bool:
    """True for a row about the event seed, or with it, with which the next pairings could be known."""
    name, seed = folded(event_tab.SEED.name), folded(event.value_of(event_tab.SEED))
    texts = [folded(value) for value in row if isinstance(value, str)]
    return any(name in text or (not is_short(seed) and seed in text) for text in texts)


def proof_of(event: EventBook) -> dict[str, Any]:
    """The facts on the draw that can be told now; JSON has a place for all of them."""
    seed, over, program = event.value_of(event_tab.SEED), is_over(event), ""
    with suppress(PackageNotFoundError):  # as in a browser
        program = version("xlplugin")
    proof = {
        "program": program,
        "language": spoken().language,
        "commitment": commitment(seed) if seed else "",
        "seed": seed if over else "",
        "withheld": over and bool(event.typed.forbidden),
        "then": _settings_then(event) if over else {},
        "roster": changed_since(event) if over else {},
        "tabs": carried_tabs(event) if over else {},
    }
    return {**proof, "digest": digest_of(proof)}


def digest_of(proof: Mapping[str, object]) -> str:
    """The SHA-256 of what is carried, by which a single change in it is found, one of no consequence too."""
    rest = {key: value for key, value in proof.items() if key != "digest"}
    return commitment(json.dumps(rest, sort_keys=True, separators=(",", ":")))


def _told(event: EventBook) -> list[str]:
    """The settings that a draw, or something on the page, may depend on."""
    settings = event_tab.settings_for(event.ruleset)
    return [s.name for s in settings if not s.glance and s not in NOT_TOLD]


def changeable(event: EventBook) -> list[str]:
    """The settings that may have been others when a round was paired; its ruleset is that of all rounds."""
    names = (event_tab.EVENT_NAME, event_tab.DATE, event_tab.ORGANIZER, event_tab.RULESET)
    fixed = {setting.name for setting in (*names, *event_tab.FILLED_IN)}
    return [name for name in _told(event) if name not in fixed]


def _settings_then(event: EventBook) -> dict[str, dict[str, str]]:
    """The settings that were other than now when a round was paired, by its tab, as ``Log`` has them."""
    now = {name: event.settings.get(name, "") for name in changeable(event)}
    current: dict[str, str] = {}
    then: dict[str, dict[str, str]] = {}
    for line in lines_of_log(event.book):
        if line.kind == Kind.SETTING:
            current |= line.facts
        elif line.kind == Kind.ROUND:
            changed = {k: v for k in now if (v := current.get(k, "")) != now[k]}
            then |= dict.fromkeys(line.facts, changed)
    drawn = (tab.name for tab in tabs_drawn(event))
    return {tab: settings for tab in drawn if (settings := then.get(tab))}


def carried_tabs(event: EventBook) -> dict[str, Rows]:
    """The tabs of an event that is over, as its page carries them: the same ones for what is read from them."""
    return dict(_tabs(event))


def _tabs(event: EventBook) -> Iterator[tuple[str, Rows]]:
    """The tabs of the event that a workbook must have, from top to bottom."""
    rules = {o.name: o.of(event.options) for o in event.ruleset.options if o.block}
    values = {**event.settings, **rules, event_tab.EVENT_NAME.name: event.title}
    settings: Rows = [[name, value] for name in _told(event) if (value := values.get(name, ""))]
    yield tab_names.EVENT, [["Setting", "Value"], *settings]
    yield tab_names.PLAYERS, _roster(event)
    for tab in event.tabs:
        yield tab.name, _round(event, tab)
    yield tab_names.NOTES, _seats(event)


def _roster(event: EventBook) -> Rows:
    """Everybody, in the order of the tab, with what pairing depends on."""
    columns = [*players_tab.COMMON_COLUMNS, players_tab.CHECKED_IN, players_tab.CLUB]
    layout = players_tab.players_layout(event.ruleset)
    headers = [column.header for column in columns if column in layout.columns]
    headers += [field.name for field in event.ruleset.roster_fields if field.counts]
    rows = []
    for player in event.roster:
        values = dict(zip(layout.headers(), players_tab.player_row(layout, player), strict=True))
        values[players_tab.DECLINES_CUT.header] = "Yes" if player.declines_cut else None
        rows.append([_cell(values[header]) for header in headers])
    return [[*headers], *rows]


def _round(event: EventBook, tab: RoundTab) -> Rows:
    """The matches of a round, with their results as they are typed."""
    headers = [
        column.header
        for column in tab.table.layout.columns
        if column.width and column.header in tab.table.places and not column.derived
        and column.header not in FOR_THE_ORGANIZER
    ]  # fmt: skip
    rows = (round_writer.typed_values(event, tab, match) for match in tab.matches)
    return [[*headers], *([_cell(values.get(header)) for header in headers] for values in rows)]


def _seats(event: EventBook) -> Rows:
    """The seats as they were paired, and those that were changed by hand since; no more is told."""
    headers = NOTES_LAYOUT.headers()
    rows: dict[tuple[str | int | float | None, ...], None] = {}
    for row in rows_of_notes(event.book):
        if row.raw("Table") is not None:
            kept: dict[str, CellValue] = {h: row.raw(h) for h in ("Round", "Table", "No 1", "No 2")}
            kept["Rule"] = BY_HAND if kind_of_note(event, row) == BY_HAND else ""
            rows[tuple(_cell(kept.get(header)) for header in headers)] = None
    return [[*headers], *map(list, rows)]


def _cell(value: CellValue) -> str | int | float | None:
    """A value that a cell and JSON both hold."""
    return value if isinstance(value, str | int | float) else None
