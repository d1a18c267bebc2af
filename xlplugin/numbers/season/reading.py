"""One file of a season, a workbook or a file of results: its event's results, or its problems."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from engine import RULESETS, Ruleset, Tournament, TournamentError
from engine.elimination.progress import progress_of
from engine.matchups import Matchups, matchups
from engine.seasons import Results, results_of
from xlplugin.exports.nrtm import read_nrtm
from xlplugin.exports.read_event_json import own_event
from xlplugin.ground.languages import speaking
from xlplugin.ground.limits import MOST_LISTED
from xlplugin.ground.problems import ERRORS, Problem, WorkbookProblems
from xlplugin.ground.texts import msg, t
from xlplugin.hosts.closed_file.fresh import is_fresh_workbook
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.hosts.closed_file.kinds import RESULTS, content_of, kind_of
from xlplugin.roster.files import decoded
from xlplugin.roster.played_elsewhere import ImportedEvent
from xlplugin.verbs.frame import read_clean
from xlplugin.verbs.statistics import completed
from xlplugin.workbook.book import Book
from xlplugin.workbook.engine_errors import error_text
from xlplugin.workbook.layouts import event_tab, tab_names
from xlplugin.workbook.layouts.record_tabs import KIND, LOG_LAYOUT
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.language import in_english
from xlplugin.workbook.reading.next_step import is_swiss_over
from xlplugin.workbook.reading.records import Kind
from xlplugin.workbook.table import one_line, usable_table

ISO = re.compile(r"(?<!\d)(\d{4})-(\d\d?)-(\d\d?)(?!\d)")
WITH_DOTS = re.compile(r"(?<!\d)(\d\d?)\.\s?(\d\d?)\.\s?(\d{4})(?!\d)")
"""The dates that can be read in one way only; 03/04/2026 cannot."""


@dataclass(frozen=True, slots=True)
class ReadEvent:
    """An event in a file of this name, with its first day and the names of all who were in a round.

    Unlike a workbook a file of results has no no-shows.
    """

    file: str
    name: str
    day: date
    ruleset: str
    game: str
    results: Results
    names: Mapping[int, str]
    matchups: Matchups
    is_results_file: bool


class FileRead(NamedTuple):
    """The result of reading a file: an event, or problems; neither if there is none to count."""

    event: ReadEvent | None = None
    problems: Sequence[Problem] = ()
    notes: Sequence[str] = ()


@speaking(None)
def read_file(path: Path, name: str) -> FileRead:
    """Read a file of a season, which is called by this name, and say what is wrong with it."""
    try:
        data = content_of(path)
        if path.suffix.lower() == ".json" or kind_of(path.name, data) is RESULTS:
            text = decoded(content_of(path, MOST_LISTED))
            if own_event(text, name):
                return _is_export(name)
            return _of_results_file(read_nrtm(text, name), name)
        book = FileHost(path).read()
        if tab_names.EVENT not in in_english(book).sheets and is_fresh_workbook(data):
            return _is_export(name)
        return _of_workbook(read_clean(book), name)
    except WorkbookProblems as error:
        problems = [replace(p, sheet=f"[{name}]{p.sheet}") for p in error.problems]
        return FileRead(problems=problems)
    except ERRORS as error:
        return FileRead(problems=[Problem("", "", error_text(error), "")])


def _of_workbook(event: EventBook, name: str) -> FileRead:
    if not event.completed:
        return _not_begun(name)
    tournament, _, unfinished = completed(event)
    results = results_of(tournament, event.ruleset)
    notes = [f"{name}: {text}" for text in unfinished]
    if not results.is_over and not event.cut_tabs and is_swiss_over(event):
        text = msg(
            "{file}: the cut to {cut} has not been played, so nobody has won yet. If there is none, set Cut "
            "on Event to None."
        )
        notes.append(t(text, file=name, cut=event.planned_cut()))
    cell, typed = event.setting_cell(event_tab.DATE.name), event.value_of(event_tab.DATE)
    day = day_in(typed)
    if day is None and not typed:
        day = _day_logged(event.book)
        text = msg("{file}: no date is typed on Event; round 1 was paired on {day}, which counts.")
        notes += [t(text, file=name, day=day)] if day else []
    if day is None:
        return FileRead(problems=[_without_day(f"[{name}]{tab_names.EVENT}", cell, typed)])
    found = _event(name, event.title, day, event.ruleset, tournament, results)
    return FileRead(found, notes=notes)


def _of_results_file(event: ImportedEvent, name: str) -> FileRead:
    ruleset = RULESETS[event.ruleset]
    tournament = _complete(event.tournament(), ruleset)
    if not tournament.rounds:
        return _not_begun(name)
    notes = [t("{file}: left out: {what}.", file=name, what=what) for what in event.left_out]
    results = _as_published(results_of(tournament, ruleset), event.ranks)
    if event.left_out:  # nobody knows who won
        results = replace(results, is_over=False, places={})
    if len(tournament.rounds) < len(event.rounds):
        text = msg("{file}: round {n} is not finished, and left out here.")
        notes.append(t(text, file=name, n=len(tournament.rounds) + 1))
    typed = event.settings["Date"].strip()
    day = day_in(typed)
    if day is None:
        return FileRead(problems=[_without_day(name, "", typed)])
    title = one_line(event.name) or Path(name).stem
    found = _event(name, title, day, ruleset, tournament, results, is_results_file=True)
    return FileRead(found, notes=notes)


def _is_export(name: str) -> FileRead:
    return FileRead(notes=[t("{file} is an export, not an event: it is left out.", file=name)])


def _not_begun(name: str) -> FileRead:
    text = msg("{file}: no round is complete yet, so the event is left out.")
    return FileRead(notes=[t(text, file=name)])


def _event(
    name: str,
    title: str,
    day: date,
    ruleset: Ruleset,
    tournament: Tournament,
    results: Results,
    *,
    is_results_file: bool = False,
) -> ReadEvent:
    names = {no: one_line(tournament.name(no)) for no in sorted(results.players)}
    played = matchups(tournament, ruleset)
    game = one_line(ruleset.game_under(tournament.options))
    return ReadEvent(name, title, day, ruleset.name, game, results, names, played, is_results_file)


def _complete(tournament: Tournament, ruleset: Ruleset) -> Tournament:
    """The event up to its first round that is not complete."""
    format_ = ruleset.format(tournament.options)
    rounds = tuple(
        takewhile(
            lambda r: all(format_.is_complete(m.result, m.special) for m in r.matches),
            tournament.rounds,
        )
    )
    if len(rounds) < len(tournament.rounds):
        return replace(tournament, rounds=rounds, elimination=None)
    while elimination := tournament.elimination:
        try:
            progress_of(tournament, ruleset)
        except TournamentError:
            shorter = replace(elimination, rounds=elimination.rounds[:-1])
            tournament = replace(tournament, elimination=shorter)
        else:
            break
    return tournament


def _as_published(results: Results, ranks: Mapping[int, int]) -> Results:
    """The results with the places that the file has: its event may have had other tiebreaks."""
    if not results.is_over or not ranks.keys() >= results.players:
        return results
    cut = {no: place for no, place in results.places.items() if no in results.cut}
    rest = results.players - results.cut
    order = sorted(ranks[no] for no in rest)
    others = {no: len(cut) + 1 + order.index(ranks[no]) for no in rest}
    return replace(results, places=cut | others)


def day_in(text: str) -> date | None:
    """The first day in a text, as 2026-11-21 or 21.11.2026; ``None`` for any other."""
    with suppress(ValueError):
        if found := ISO.search(text):
            return date(*map(int, found.groups()))
        if found := WITH_DOTS.search(text):
            return date(*map(int, found.groups()[::-1]))
    return None


def _day_logged(book: Book) -> date | None:
    """The day on which the first round was paired, by ``Log``."""
    table = usable_table(book, tab_names.LOG, LOG_LAYOUT)
    rows = [row for row in table.rows() if row.raw(KIND) == Kind.ROUND] if table else []
    days = [when.date() if isinstance(when, datetime) else day_in(str(when))
            for when in (row.raw("When") for row in rows)]  # fmt: skip
    return min(filter(None, days), default=None)


def _without_day(sheet: str, cell: str, typed: str) -> Problem:
    what = t("the event has no date")
    if typed:
        what = t("the date {value!r} is ambiguous", value=typed)
    remedy = t("type it as in 2026-11-21: games count in the order of the dates")
    return Problem(sheet, cell, what, remedy)
