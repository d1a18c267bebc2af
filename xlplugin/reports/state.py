"""What holds of the reports: the newest round's tables, and who is here, drops out or registers.

Of each player of a table the latest report counts, and only about the round as it is paired now. What does
not hold any more is told with the reason, never silently left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from engine import Match, Stage, Status
from xlplugin.ground.texts import listed, msg, msgn, t, tn
from xlplugin.reports import codes, registration
from xlplugin.reports.forms import Cells, Wrong, as_typed, in_words, judged, together
from xlplugin.reports.record import Kind, Line
from xlplugin.workbook.formats import sheet_of
from xlplugin.workbook.layouts import event_tab, players_tab, round_tabs, tab_names
from xlplugin.workbook.namesakes import key
from xlplugin.workbook.reading import records
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.next_step import newest_tab
from xlplugin.workbook.reading.read_players import is_here
from xlplugin.workbook.table import folded

MOST_TABLES = 8
"""The most tables that a line names."""
TAKEN, TOLD = "taken", "told"
"""What the log says of a report: its content is in the workbook, or the organizer has been told why not."""


class State(StrEnum):
    """What is known of a table's result: of ``ONE`` report nobody has said that it is right."""

    NONE = "none"
    ONE = "one"
    AGREED = "agreed"
    CONFLICT = "conflict"
    TYPED = "typed"


class Stale(NamedTuple):
    """A report that does not hold, and why not; ``is_final`` if it never will again."""

    line: Line
    why: str
    is_final: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A match of the newest round with what was reported of it.

    Attributes:
        reports: the latest report of each of the two players, by number.
        cells: the result both tell, or the one that is typed.
        differing: the reports that say something else than what is typed.
        why: of a conflict, the reason that the tab would not take what both say.
    """

    match: Match
    state: State
    reports: Mapping[int, Line]
    cells: Cells
    differing: tuple[Line, ...] = ()
    why: str = ""

    def seen_by(self, no: int) -> str:
        """The state as a player sees it: ``mine`` or ``theirs`` where one has reported."""
        if self.state is not State.ONE:
            return str(self.state)
        return "mine" if no in self.reports else "theirs"


@dataclass(frozen=True)
class Reports:
    """The reports about an event as it is now.

    Attributes:
        tab: the newest round; ``None`` before round 1. Nobody reports one that is not published.
        made: that round as it was paired.
        tables: its matches of two players, in the order of their tables; none if it is not published.
        stale: result reports, drops and registrations that do not hold.
        here: those who have checked in and are not marked so, by number.
        drops: the latest request of each active player who wants to drop out after this round.
        registrations: those who are not on ``Players`` yet, in the order in which they came.
        others: how many reports are of another event, whose workbook had the same name: none of them counts.
    """

    event: EventBook
    tab: RoundTab | None
    made: str
    tables: tuple[Table, ...]
    stale: tuple[Stale, ...]
    here: tuple[Line, ...]
    drops: tuple[Line, ...]
    registrations: tuple[Line, ...]
    others: int = 0

    @cached_property
    def _of(self) -> dict[int, Table]:
        return {no: table for table in self.tables for no in table.match.players}

    def of(self, no: int) -> Table | None:
        """The table of a player in the newest published round; ``None`` for none, and for a bye."""
        return self._of.get(no)

    def at(self, *states: State) -> list[Table]:
        """The tables in one of these states."""
        return [table for table in self.tables if table.state in states]

    def words(self, line: Line, table: Table) -> str:
        """A report in the words of the player who made it."""
        assert self.tab is not None
        return in_words(self.event, self.tab, table.match, line.no, line.result)

    def progress(self) -> str:
        """The count, as in ``Round 3: 12 of 20 results in, 2 conflicts (tables 4, 9)``; ``""`` where all are typed."""
        if self.tab is None or len(self.at(State.TYPED)) == len(self.tables):
            return ""
        agreed, conflicts = self.at(State.AGREED), self.at(State.CONFLICT)
        known = len(agreed) + len(self.at(State.TYPED))
        text = msg("{tab}: {known} of {all} results in")
        parts = [t(text, tab=self.tab.name, known=known, all=len(self.tables))]
        if agreed:
            parts.append(t("{n} of them to be taken", n=len(agreed)))
        if conflicts:
            tables = listed([table.match.table for table in conflicts], MOST_TABLES)
            one, many = msgn("{n} conflict (table {tables})", "{n} conflicts (tables {tables})")
            parts.append(tn(one, many, len(conflicts), tables=tables))
        return ", ".join(parts)


def is_on(event: EventBook) -> bool:
    """True if players report on their phones."""
    return event.value_of(event_tab.PLAYER_REPORTS) == "Yes"


def name_of(tab: RoundTab) -> str:
    """The name that a tab was made under."""
    if tab.stage is Stage.SWISS:
        return tab_names.round_name(tab.number)
    is_first = tab.stage is Stage.TIEBREAKER
    return round_tabs.TIEBREAKER if is_first else round_tabs.cut_name(tab.number)


def made_of(event: EventBook, tab: RoundTab | None) -> str:
    """A round as it was paired: of which event, how often, and when last; before round 1 only the event.

    It is another one after the round is undone and paired again.
    """
    return _made(event, records.rounds_logged(event.book), tab)


def _made(event: EventBook, rounds: Mapping[str, tuple[int, str]], tab: RoundTab | None) -> str:
    own = codes.event_of(event)
    if tab is None:
        return own
    times, last = rounds.get(name_of(tab), (0, ""))
    return f"{own} {times} {last}".strip()


def why_not(event: EventBook, reports: Reports, no: int) -> str:
    """The reason that a player cannot report a result now, as a sentence; ``""`` if nothing is in the way."""
    player, table = event.by_no.get(no), reports.of(no)
    if not is_on(event):
        return t("Results are reported at the desk.")
    if player is None or player.status is not Status.ACTIVE:
        return t("You are not in the event any more. If that is wrong, tell the desk.")
    if reports.tab is None or not reports.tables:
        return t("No round is being played.")
    if table is None:
        return t("You have no opponent in {tab}: there is nothing to report.", tab=reports.tab.name)
    if table.state is State.TYPED:
        return t("The result is in. If it is wrong, tell the desk.")
    return ""


def state_of(event: EventBook, lines: Iterable[Line]) -> Reports:
    """What holds of some reports, oldest first, about an event as it is now.

    Those that the log has as taken, or told, do not count again.
    """
    everything = list(lines)
    own = codes.event_of(event)
    lines = [line for line in everything if codes.event_made(line.made) == own]
    tab = newest_tab(event)
    rounds = records.rounds_logged(event.book)
    made, newest = _made(event, rounds, tab), name_of(tab) if tab else ""
    logged = records.facts_logged(event.book, records.Kind.REPORT)
    known = [line for line in lines if line.no in event.by_no or line.kind is Kind.REGISTER]
    results = [line for line in known if line.kind is Kind.RESULT]
    shown = tab if tab and event.is_published(tab) else None
    sorting = _Sorting(event, shown, rounds, logged)
    stale = [*sorting.sort(results)]
    drops, late = _drops(event, known, logged, newest, made)
    registrations, refused = _registrations(event, known, logged)
    return Reports(
        event, tab, made, tuple(sorting.tables()), (*stale, *late, *refused),
        tuple(_here(event, known, logged)), drops, registrations, len(everything) - len(lines),
    )  # fmt: skip


class _Sorting:
    """The reports of results, sorted by the tables of a round, which is published."""

    def __init__(
        self,
        event: EventBook,
        tab: RoundTab | None,
        rounds: Mapping[str, tuple[int, str]],
        logged: Mapping[str, str],
    ) -> None:
        self.event, self.tab, self.rounds, self.logged = event, tab, rounds, logged
        self.round, self.made = (name_of(tab), _made(event, rounds, tab)) if tab else ("", "")
        self.matches = [m for m in tab.by_table if m.player2 is not None] if tab else []
        self.latest: dict[tuple[int, ...], dict[int, Line]] = {}

    def sort(self, lines: Iterable[Line]) -> Iterator[Stale]:
        """Keep the latest report of each player of a table; gives those that do not hold.

        Those about earlier rounds do not count any more; only one that says something else is told.
        """
        meet = {match.players: match for match in self.matches}
        latest = {(line.round, line.made, line.pair, line.no): line for line in lines}
        for line in latest.values():
            is_now = (line.round, line.made) == (self.round, self.made)
            logged = self.logged.get(line.id)
            if not is_now:
                why = self._over(line) if logged != TOLD else ""
            elif line.pair not in meet:
                why = t("these two do not meet in {round} any more", round=self.round)
                if line.pair[::-1] in meet:
                    why = t("these two have changed sides since")
            elif self._is_typed(meet[line.pair]):
                why = self._keep(line)
            elif self._is_gone(line.no):
                status = self.event.by_no[line.no].status
                why = t("the player is {status}", status=status)
            elif logged == TAKEN:
                why = t("it was taken, and has been cleared since")
            else:
                why = self._keep(line)
            if why:
                is_open = self.tab is None or line.round == self.round
                yield Stale(line, why, not is_now and not is_open)

    def _keep(self, line: Line) -> str:
        self.latest.setdefault(line.pair, {})[line.no] = line
        return ""

    def _is_gone(self, no: int) -> bool:
        return self.event.by_no[no].status is not Status.ACTIVE

    def _over(self, line: Line) -> str:
        """Why a report about another round does not count; ``""`` where what is typed there agrees with it."""
        tab = next((tab for tab in self.event.tabs if name_of(tab) == line.round), None)
        if tab is None:
            return t("{round} was undone", round=line.round)
        if _made(self.event, self.rounds, tab) != line.made:
            return t("{round} was paired again since", round=line.round)
        match = tab.match_of(line.no)
        if match is None or match.players != line.pair:
            return t("these two do not meet in {round} any more", round=line.round)
        if tab is newest_tab(self.event):
            return t("{round} is not published", round=line.round)
        if not _differs(self.event, tab, match, line.result):
            return ""
        typed = in_words(self.event, tab, match, line.no, as_typed(self.event, tab, match))
        return t("what is typed counts: {typed}", typed=typed or t("nothing"))

    def _is_typed(self, match: Match) -> bool:
        """True if anything is typed of a match's result, or follows from a player having left."""
        assert self.tab is not None
        follows = self.tab.rows[match.player1].number in self.tab.walkovers
        return self.tab.has_result(match) or bool(match.special) or follows

    def tables(self) -> Iterator[Table]:
        """The tables of the round, each with the reports that hold."""
        for match in self.matches:
            yield self._table(match, self.latest.get(match.players, {}))

    def _table(self, match: Match, reports: Mapping[int, Line]) -> Table:
        event, tab = self.event, self.tab
        assert tab is not None
        if self._is_typed(match):
            typed = as_typed(event, tab, match)
            other = tuple(r for r in reports.values() if _differs(event, tab, match, r.result))
            return Table(match, State.TYPED, reports, typed, other)
        if len(reports) < 2:
            return Table(match, State.ONE if reports else State.NONE, reports, {})
        known = {h: value for h, value in event.typed_of(tab, match).items() if value != ""}
        one, two = ({**report.result} for report in reports.values())
        for cells in (one, two):  # a side that is typed by now need not have been typed then
            for header, value in known.items():
                if cells.get(header) == value:
                    del cells[header]
        if one.keys() & known.keys() or two.keys() & known.keys():
            why = t("what is typed already says something else")
            return Table(match, State.CONFLICT, reports, {}, (), why)
        both = together(event, tab, match, one, two)
        if both is None:
            return Table(match, State.CONFLICT, reports, {})
        result = judged(event, tab, match, both)
        if isinstance(result, Wrong):
            return Table(match, State.CONFLICT, reports, {}, (), result.text)
        return Table(match, State.AGREED, reports, result)


def _differs(event: EventBook, tab: RoundTab, match: Match, cells: Cells) -> bool:
    """True if a report says something else than is typed; a side that was not asked about does not count."""
    typed, sheet = as_typed(event, tab, match), sheet_of(event.format_of(tab))
    silent = sheet.untold | (
        {sheet.format.fields[0].name} if tab.stage is not Stage.SWISS else set()
    )
    headers = (typed.keys() | cells.keys()) - silent
    if any(typed.get(header) != cells.get(header) for header in headers):
        return True
    return any(typed[h] != cells[h] for h in typed.keys() & cells.keys())


def _here(event: EventBook, lines: Iterable[Line], logged: Mapping[str, str]) -> Iterator[Line]:
    """Those who say that they are here, before round 1, each once."""
    if event.tabs or players_tab.CHECKED_IN.header not in event.players_tab.places:
        return
    latest = {line.no: line for line in lines if line.kind is Kind.HERE}
    for no, line in latest.items():
        player = event.by_no.get(no)
        is_new = line.id not in logged
        if is_new and player and player.status is Status.ACTIVE and not is_here(player):
            yield line


def _drops(
    event: EventBook, lines: Iterable[Line], logged: Mapping[str, str], newest: str, made: str
) -> tuple[tuple[Line, ...], list[Stale]]:
    """Those who want to drop out after the newest round, and requests that came before it was paired."""
    latest = {line.no: line for line in lines if line.kind in (Kind.DROP, Kind.STAY)}
    asked = [
        line
        for no, line in latest.items()
        if line.kind is Kind.DROP
        and line.id not in logged
        and (player := event.by_no.get(no))
        and player.status is Status.ACTIVE
    ]
    late = [line for line in asked if (line.round, line.made) != (newest, made)]
    why = t("the next round has been paired, or this one again, since")
    return tuple(line for line in asked if line not in late), [
        Stale(line, why, is_final=True) for line in late
    ]


def _registrations(
    event: EventBook, lines: Iterable[Line], logged: Mapping[str, str]
) -> tuple[tuple[Line, ...], list[Stale]]:
    """Those who register and are not listed yet, each once, and those for whom there is no place."""
    listed_names = {key(player.name) for player in event.roster}
    known: set[str] = set()
    kept: list[Line] = []
    stale: list[Stale] = []
    for line in lines:
        if line.kind is not Kind.REGISTER or key(line.name) in listed_names:
            continue
        if line.id in logged:
            if logged[line.id] == TAKEN:  # whom the organizer has taken off the list since
                known.add(folded(line.name))
            continue
        left = registration.places_left(event, len(kept))
        read = registration.read_registration(event, line.name, line.club, line.details)
        if folded(line.name) in known:
            stale.append(Stale(line, t("somebody of that name has registered already")))
        elif event.tabs:
            stale.append(Stale(line, t("round 1 has been paired"), is_final=True))
        elif left == 0:
            stale.append(Stale(line, t("there is no place left")))
        elif isinstance(read, Wrong):
            stale.append(Stale(line, read.text))
        else:
            known.add(folded(line.name))
            kept.append(line)
    return tuple(kept), stale
