"""Results of a whole event as a table: a match a row, in the columns that its round tabs have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine import Match, Player, Round, Ruleset, Special
from engine.match_format import SPECIAL, MatchFormat
from engine.model import Value
from engine.options import Options
from xlplugin.ground import typed
from xlplugin.ground.languages import catalogue_of, languages, speaking
from xlplugin.ground.limits import MOST_ENTRANTS, MOST_GAMES, MOST_NAME, MOST_ROUNDS
from xlplugin.ground.names import named
from xlplugin.ground.problems import OrganizerError, Problem, WorkbookProblems
from xlplugin.ground.texts import first_of, msg, msgn, t, tn
from xlplugin.roster.files import SEARCHED, FindHeaders, Headers, Rows, plain, tables_in
from xlplugin.roster.parse import Roster
from xlplugin.roster.played_elsewhere import (
    UNWRITABLE,
    ImportedEvent,
    seated,
    through,
    with_status,
)
from xlplugin.workbook.book import SheetData
from xlplugin.workbook.formats import sheet_of
from xlplugin.workbook.layout import Column, Layout
from xlplugin.workbook.layouts.round_tabs import CONFIRMED
from xlplugin.workbook.layouts.tab_names import YES, round_name, round_number
from xlplugin.workbook.namesakes import key
from xlplugin.workbook.reading.in_language import Columns, header_row, translated
from xlplugin.workbook.reading.read_rounds import special_of
from xlplugin.workbook.table import Row, Table, one_line

ROUND, TABLE, PLAYERS = "Round", "Table", ("Player 1", "Player 2")
BYE_WORDS = ("", "bye", "(bye)")
"""The texts that stand for nobody in place of an opponent."""
MOST_TABLE = 90_000
FIRST_ROW = 2
"""The row of a new round tab that has its first match."""
MOST_TOLD = 8
"""The most players that a note names."""


def results_in_file(
    path: Path,
    ruleset: Ruleset,
    options: Options,
    how_to_set: Callable[[str, str], str],
    roster: Roster | None = None,
) -> ImportedEvent:
    """The event of a table of results in a CSV, text or Excel file, its columns in any order.

    It has the columns ``Round``, ``Player 1``, ``Player 2`` (blank for a bye), those that a result needs
    under the ruleset with these options, and perhaps ``Table``, ``Special`` and the others of a result;
    further columns do not count. Players who are not on the ``roster`` follow in the order in which they
    appear; one name is one player, whatever its capitals, spaces and accents.

    ``how_to_set`` says how a setting is given a value that would allow what is refused.

    Raises:
        OrganizerError: the file cannot be read.
        WorkbookProblems: all that is wrong with its rows, by cell.
    """
    format_ = ruleset.format(options)
    layout = _layout(format_)
    find = _finder(layout)
    tables = tables_in(path, find)
    title = max(tables, key=lambda name: find(tables[name]).known)
    source = f"{path.name} ({title})" if len(tables) > 1 else path.name
    problems: list[Problem] = []
    table = Table(_sheet(tables[title], find, layout, source), layout, problems)
    if not table.is_usable:
        _refuse_other(table, path.name, source)
        raise WorkbookProblems(problems)
    rows = list(table.rows())
    if len(rows) > MOST_GAMES:
        text = msg("{file} has {n} games; the maximum is {most}.")
        raise OrganizerError(t(text, file=source, n=len(rows), most=MOST_GAMES))
    results = _Results(format_, _People.of(roster), table, how_to_set)
    for row in rows:
        results.add(row)
    results.check(ruleset)
    if problems:
        raise WorkbookProblems(sorted(problems, key=lambda each: (not each.row, each.row)))
    return results.event(ruleset, options, path.name)


def _layout(format_: MatchFormat) -> Layout:
    """The columns that a table has, must have or may have."""
    needed = {ROUND, *PLAYERS, *(f.name for f in format_.fields if f.needed and not f.optional)}
    choices: dict[str, tuple[str | int, ...]] = dict.fromkeys((ROUND, TABLE, *PLAYERS), ())
    choices |= {f.name: () if isinstance(f.choices, range) else f.choices for f in format_.fields}
    choices[SPECIAL] = tuple(special for special in format_.specials if special)
    choices |= {CONFIRMED.header: YES} if sheet_of(format_).confirms else {}
    return Layout(
        "",
        tuple(
            Column(h, 9, choices=taken, optional=h not in needed) for h, taken in choices.items()
        ),
    )


def _finder(layout: Layout) -> FindHeaders:
    known = set(map(plain, layout.headers()))
    for language in filter(None, map(catalogue_of, languages())):
        with speaking(language):
            known |= {plain(named("column", header)) for header in layout.headers()}

    def find(rows: Sequence[Sequence[str]]) -> Headers:
        counts = [len(known & set(map(plain, row))) for row in rows[:SEARCHED]]
        most = max(counts, default=0)
        return Headers(counts.index(most) if most else -1, most)

    return find


def _in_english(rows: Rows, layout: Layout) -> Rows:
    """The rows in English, in whichever of the languages installed they are."""
    best, most = rows, header_row(SheetData("", rows), Columns(layout))[1]
    for language in filter(None, map(catalogue_of, languages())):
        with speaking(language):
            columns = Columns(layout)
            sheet = SheetData("", rows)
            found = header_row(sheet, columns, columns.header)[1]
            if len(found) > len(most):
                best = [
                    [str(value or "") for value in row] for row in translated(sheet, columns).rows
                ]
                most = found
    return best


def _sheet(rows: Rows, find: FindHeaders, layout: Layout, source: str) -> SheetData:
    """The rows as those of a tab, their headers written as ours are."""
    ours = {plain(header): header for header in layout.headers()}
    rows, at = _in_english(rows, layout), find(rows).row
    written = [
        [ours.get(plain(cell), cell) if place == at else cell for cell in row]
        for place, row in enumerate(rows)
    ]
    return SheetData(source, [[cell or None for cell in row] for row in written])


def _refuse_other(table: Table, file: str, source: str) -> None:
    """Refuse a table that has not even players and rounds, such as a list of players."""
    missing = [header for header in (ROUND, *PLAYERS) if header not in table.places]
    if missing:
        new = typed.command("new", "event.xlsx", "--ruleset", "NAME", "--players", file)
        text = msg(
            "{file} is not a table of results: it has no column {headers}. To make an event from a list of "
            "players: {new}"
        )
        raise OrganizerError(t(text, file=source, headers=", ".join(missing), new=new))


@dataclass
class _People:
    """The players so far: their numbers by what is the same in a name, and what is to be told of names."""

    players: list[Player]
    numbers: dict[str, int]
    listed: int
    notes: list[str] = field(default_factory=list)
    has_status: bool = False
    variants: set[str] = field(default_factory=set)

    @staticmethod
    def of(roster: Roster | None) -> _People:
        """Those of a roster, numbered in its order."""
        listed = roster.players if roster else ()
        players = [replace(player, no=no) for no, player in enumerate(listed, 1)]
        notes = list(roster.notes) if roster else []
        numbers = {key(player.name): player.no for player in players}
        has_status = roster is not None and roster.has_status
        return _People(players, numbers, len(players), notes, has_status)

    def number(self, row: Row, header: str) -> int:
        """The number of the player whose name a cell has; 0 for nobody."""
        name = one_line(row.text(header))
        if name.casefold() in BYE_WORDS:
            return 0
        if len(name) > MOST_NAME:
            what = msg("the name has {count} characters; the maximum is {most}")
            row.problem(header, what, "shorten it", count=len(name), most=MOST_NAME)
        elif UNWRITABLE.search(name):
            what = msg("the name {typed!r} has characters that no workbook can hold")
            row.problem(header, what, "type it again", typed=name)
        no = self.numbers.setdefault(key(name), len(self.players) + 1)
        if no > len(self.players):
            self.players.append(Player(no, name))
        elif name != one_line(known := self.players[no - 1].name) and name not in self.variants:
            self.variants.add(name)
            text = msg("{where}: {typed} is taken for {player}.")
            self.notes.append(t(text, where=row.where(header), typed=name, player=known))
        return no


class _Results:
    """The matches of a table by round, with what is wrong with them."""

    def __init__(
        self,
        format_: MatchFormat,
        people: _People,
        table: Table,
        how_to_set: Callable[[str, str], str],
    ) -> None:
        self.format, self.people, self.table = format_, people, table
        self.how_to_set = how_to_set
        self.rounds: dict[int, list[Match]] = defaultdict(list)
        self.rows: dict[int, list[Row]] = defaultdict(list)
        self.confirmed: set[tuple[str, int]] = set()
        self.seats: dict[tuple[int, int], str] = {}
        self.missing: dict[int, list[Row]] = defaultdict(list)
        self.faulty: set[int] = set()

    def add(self, row: Row) -> None:
        """Read the match of a row."""
        before = len(self.table.problems)
        number = row.whole(ROUND, 1, MOST_ROUNDS)
        if number is None and len(self.table.problems) == before:
            row.problem(ROUND, "the round is missing", "type its number")
        match = self._match(row)
        for header, no in zip(PLAYERS, (match.player1, match.player2), strict=True):
            if number and no:
                self._seat(row, header, number, no)
        if len(self.table.problems) == before:
            self._check_result(row, number or 0, match)
        if number and len(self.table.problems) > before:
            self.faulty.add(number)
        elif number:
            self.rounds[number].append(match)
            self.rows[number].append(row)

    def _match(self, row: Row) -> Match:
        """The match of a row, table 0 where it has none; its problems are recorded."""
        table = row.whole(TABLE, 1, MOST_TABLE)
        one, two = (self.people.number(row, header) for header in PLAYERS)
        special = self._with_bye(row, one, two, special_of(row, self.format, self.how_to_set))
        entries = [row.entry(field.name, field.choices) for field in self.format.fields]
        result: list[Value] = ["" if value is None else value for value in entries]
        while result and result[-1] == "":
            result.pop()
        return Match(table or 0, one, two or None, tuple(result), Special(special or ""))

    def _check_result(self, row: Row, number: int, match: Match) -> None:
        """Record a contradiction in a result, that it is missing, or that it is confirmed."""
        if fault := self.format.fault(match.result, match.special):
            remedy = sheet_of(self.format).fault(fault)
            row.problem(fault.field, "the result contradicts itself", remedy)
        elif self.format.score(match.result, match.special) is None:
            self.missing[number].append(row)
        is_asked = CONFIRMED.header in self.table.layout.headers()
        if is_asked and row.choice(CONFIRMED.header, YES):
            self.confirmed.add((round_name(number), match.player1))

    def _with_bye(self, row: Row, one: int, two: int, special: str | None) -> str | None:
        """The entry of ``Special`` with the bye of a player without an opponent."""
        if not one:
            what = msg("there is no player")
            remedy = msg("type one; a bye is a Player 1 without a Player 2")
            row.problem(PLAYERS[0], what, remedy)
        elif two and Special(special or "").is_bye:
            what = msg("{special}, but two players")
            remedy = msg("clear {special}, or clear the player who is not there")
            row.problem(SPECIAL, what, remedy, special=special)
        elif not two and special and not Special(special).is_bye:
            row.problem(PLAYERS[1], "no opponent", "type the opponent, or Bye in Special")
        return special or (Special.BYE.value if special == "" and not two else special)

    def _seat(self, row: Row, header: str, number: int, no: int) -> None:
        seat = self.seats.setdefault((number, no), row.address(header))
        if seat != row.address(header):
            what = msg("{player} is already in round {round}, in {cell}")
            remedy = msg("a player has one match a round: correct one of the two")
            player = self.people.players[no - 1].name
            row.problem(header, what, remedy, player=player, round=number, cell=seat)

    def check(self, ruleset: Ruleset) -> None:
        """Record what is wrong with the whole: rounds that are not there, results that are missing."""
        numbers, table = self.rounds.keys() | self.faulty, self.table
        last = max(numbers, default=0)
        if not last and not table.problems:
            table.problem("", "there are no matches", "add them below the headers")
        for number in sorted(set(range(1, last)) - numbers):
            what = msg("round {n} is missing: the last one is {last}")
            table.problem("", what, "add its matches, or correct the numbers", n=number, last=last)
        most = ruleset.most_rounds
        if most and last > most.rounds:
            what = msg("there are {n} rounds, but there can be at most {most}: {why}")
            values = {"n": last, "most": most.rounds, "why": t(most.why)}
            table.problem("", what, "leave out what was not a Swiss round", **values)
        if (n := len(self.people.players)) > MOST_ENTRANTS:
            what = msg("there are {n} players; the maximum is {most}")
            table.problem("", what, "check the columns of names", n=n, most=MOST_ENTRANTS)
        for number, rows in self.missing.items():
            for row in rows if number < last else ():
                needed = [f.name for f in self.format.fields if f.needed and not f.optional]
                blank = next((name for name in needed if row.raw(name) is None), needed[-1])
                row.problem(blank, "the result is missing", "type it")

    def event(self, ruleset: Ruleset, options: Options, source: str) -> ImportedEvent:
        """The event, once nothing is wrong."""
        rounds = [Round(n, tuple(seated(matches))) for n, matches in sorted(self.rounds.items())]
        people, notes = self.people, list(self.people.notes)
        added = len(people.players) - people.listed
        if people.listed and added:
            one, many = msgn(
                "{n} player is in the results alone: {names}.",
                "{n} players are in the results alone: {names}.",
            )
            names = [player.name for player in people.players[people.listed :]]
            told = first_of(names, MOST_TOLD, lambda n: t("and {n} more", n=n))
            notes.append(tn(one, many, added, names=", ".join(told)))
        if rounds and (waiting := self.missing.get(rounds[-1].number)):
            one, many = msgn(
                "{n} result of round {round} is missing: type it on its tab.",
                "{n} results of round {round} are missing: type them on its tab.",
            )
            notes.append(tn(one, many, len(waiting), round=rounds[-1].number))
        staying = set(range(1, people.listed + 1)) if people.has_status else set()
        staying |= through(ruleset, options, people.players, rounds)
        players = with_status(people.players, rounds, staying)
        event = ImportedEvent(source, "", {}, players, rounds)
        event.byes_second = [set() for _ in rounds]
        event.ruleset, event.notes = ruleset.name, notes
        event.confirmed, event.located = self.confirmed, self._located
        return event

    def _located(self, problem: Problem) -> Problem:
        """A problem of a round tab, where the match is in the table; others as they are."""
        rows = self.rows.get(round_number(problem.sheet) or 0, [])
        place = problem.row - FIRST_ROW
        if not 0 <= place < len(rows):
            return problem
        row = rows[place]
        cell = row.address(problem.column)
        return replace(problem, sheet=self.table.sheet.name, cell=cell, row=row.number)
