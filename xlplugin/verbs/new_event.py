"""Beginning an event: a new workbook from a roster, or one of an event that was run elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from difflib import SequenceMatcher

from engine import Player, Ruleset
from engine.options import Options
from xlplugin.ground.languages import spoken
from xlplugin.ground.names import named
from xlplugin.ground.problems import OrganizerError, stop
from xlplugin.ground.seeds import drawn_seed
from xlplugin.ground.texts import msg, t, tn
from xlplugin.hosts import Host
from xlplugin.roster.played_elsewhere import ImportedEvent
from xlplugin.verbs import elimination
from xlplugin.verbs.frame import read_clean, refuse
from xlplugin.verbs.hand_edits import setting_and_status_lines
from xlplugin.workbook.book import (
    AddSheet,
    Book,
    Change,
    RemoveSheet,
    SetCells,
    ShowSheet,
    with_changes,
)
from xlplugin.workbook.layouts import event_tab, players_tab, rules_tab, tab_names
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.in_language import english_of
from xlplugin.workbook.reading.language import in_english
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.reading.records import LogLine
from xlplugin.workbook.table import folded
from xlplugin.workbook.writing import cut_writer, event_writer, notes_writer, round_writer
from xlplugin.workbook.writing.language import in_language


def start_event(
    host: Host,
    ruleset: Ruleset,
    players: Sequence[Player],
    settings: Mapping[str, str],
    *,
    played: ImportedEvent | None = None,
    when: datetime | None = None,
) -> EventBook:
    """Fill a new workbook with its players and settings, and with what was ``played`` elsewhere.

    Args:
        host: a workbook made from a template.
        ruleset: of the event.
        players: the roster; numbers of 0 are given here.
        settings: values on ``Event`` by their names.
        played: an event that was run elsewhere.
        when: for the log.

    Raises:
        OrganizerError: a setting does not exist.
        WorkbookProblems: the roster or a setting cannot be as it is.
    """
    book = in_english(host.read())
    changes = _first_changes(book, ruleset, players, settings)
    event = read_clean(with_changes(book, changes))
    entered = tn("{n} player", "{n} players", len(players))
    line = LogLine("New", f"{ruleset.name}, {entered}")
    glance = event_writer.at_a_glance(event, 0)
    if played:
        changes += _rounds_of(event, played)
        event, count = read_event(with_changes(book, changes)), len(played.rounds)
        changes += round_writer.refresh_points_so_far(event)
        rounds = tn("{n} round", "{n} rounds", count)
        line = LogLine("Import", f"{played.source}: {entered}, {rounds}")
        glance = {**event_writer.at_a_glance(event, count), event_tab.ELSEWHERE.name: count}
    changes += event_writer.update_settings(event, glance)
    if played and (played.tiebreaker or played.elimination):
        changes += elimination.imported_rounds(event, played)
        changes += cut_writer.follow_up(book, changes)
    changes += notes_writer.add_lines(event, when, [line, *setting_and_status_lines(event)])
    if played:
        event = read_event(with_changes(book, changes))
        refuse([played.located(problem) for problem in event.problems])
    host.write(in_language([*changes, ShowSheet(tab_names.EVENT)], host.book))
    return event


def options_of(host: Host, ruleset: Ruleset, settings: Mapping[str, str]) -> Options:
    """The ruleset's options as these settings have them, for results that are read before the event begins.

    Raises:
        OrganizerError: a setting does not exist.
        WorkbookProblems: a setting cannot be as it is.
    """
    book = in_english(host.read())
    return read_clean(with_changes(book, _first_changes(book, ruleset, (), settings))).options


def _rounds_of(event: EventBook, played: ImportedEvent) -> list[Change]:
    fields = event.match_format.fields
    optional = [fields[-1].name] if fields[-1].optional else []
    return [
        round_writer.add_round(
            event,
            round_.number,
            round_.matches,
            optional=optional if any(len(m.result) == len(fields) for m in round_.matches) else [],
            second=frozenset(second),
            confirmed=played.confirmed_on(tab_names.round_name(round_.number)),
        )
        for round_, second in zip(played.rounds, played.byes_second, strict=True)
    ]


def _first_changes(
    book: Book, ruleset: Ruleset, players: Sequence[Player], settings: Mapping[str, str]
) -> list[Change]:
    rows = event_tab.settings_for(ruleset)
    typed = [s for s in rows if not s.glance and s not in event_tab.FILLED_IN]
    names = {folded(name): s.name for s in typed for name in (s.name, named("setting", s.name))}
    choices = {s.name: english_of(s.choices) for s in typed}
    values = {event_tab.RULESET.name: ruleset.name, event_tab.SEED.name: drawn_seed()}
    values[event_tab.LANGUAGE.name] = spoken().own_name
    for name, value in settings.items():
        if folded(name) not in names:
            likeness = {n: SequenceMatcher(None, n, folded(name)).ratio() for n in names}
            nearest = sorted(names, key=likeness.__getitem__, reverse=True)
            text = msg("There is no setting {name!r}. The settings, nearest first: {settings}.")
            raise OrganizerError(
                t(text, name=name, settings=", ".join(names[each] for each in nearest))
            )
        setting = names[folded(name)]
        values[setting] = choices[setting].get(folded(value), value)
    if folded(other := values[event_tab.RULESET.name]) != ruleset.name:
        stop("The ruleset is given twice: {one} and {other}.", one=ruleset.name, other=other)
    numbers = iter(range(max((p.no for p in players), default=0) + 1, tab_names.MOST_PLAYERS))
    players = [p if p.no else replace(p, no=next(numbers)) for p in players]
    extra = list(dict.fromkeys(h for p in players for h in p.details))
    plain = players_tab.players_layout(ruleset)
    layout = players_tab.players_layout(ruleset, [h for h in extra if h not in plain.headers()])
    following = tab_names.tab_after(book, tab_names.PLAYERS)
    groups = event_tab.event_groups(ruleset)
    cells = enumerate(event_tab.event_cells(groups, values), 2)
    place = event_tab.event_layout().headers().index("Value")
    return [
        RemoveSheet(tab_names.PLAYERS),
        AddSheet(
            layout,
            [players_tab.player_row(layout, player) for player in players],
            before=following,
            header_text=values.get(event_tab.EVENT_NAME.name) or "Players",
        ),
        SetCells(tab_names.EVENT, {(number, place + 1): row[place] for number, row in cells}),
        *_rules(book, ruleset, values),
    ]


def _rules(book: Book, ruleset: Ruleset, values: Mapping[str, str]) -> list[Change]:
    """The tab ``Rules`` with these values, where the ruleset has it."""
    groups = rules_tab.rules_groups(ruleset)
    if not groups:
        return []
    cells = rules_tab.rules_cells(groups, values)
    name = ruleset.titles(values)[0]
    tab = AddSheet(rules_tab.rules_layout(groups), cells, header_text=name)
    return tab_names.anew(book, tab_names.RULES, tab)
