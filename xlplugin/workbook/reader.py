"""From a book to a tournament, with every problem by sheet and cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from engine import (
    RULESETS,
    Match,
    Player,
    Round,
    Ruleset,
    Special,
    Status,
    Tournament,
    ruleset_named,
)
from engine.errors import TournamentError
from engine.formats import is_blank
from engine.model import Value
from engine.ruleset import ResultField
from xlplugin.problems import Problem, WorkbookProblems
from xlplugin.workbook import sheets
from xlplugin.workbook.book import Book, SheetData
from xlplugin.workbook.layout import Layout
from xlplugin.workbook.table import Row, Table, folded

OPTIONAL_PLAYER_COLUMNS = ("Club",)


@dataclass(slots=True)
class RoundTab:
    """A round tab as read: its table, its matches, and where a result is missing.

    ``byes_second`` holds the players whose bye stands on Player 2's side.
    """

    number: int
    table: Table
    matches: list[Match] = field(default_factory=list)
    missing: list[Problem] = field(default_factory=list)
    byes_second: set[int] = field(default_factory=set)

    @property
    def is_complete(self) -> bool:
        """Whether every result is in."""
        return not self.missing

    @property
    def is_untouched(self) -> bool:
        """Whether no result has been typed yet."""
        return all(
            is_blank(match.result) and match.special in (Special.NONE, Special.BYE)
            for match in self.matches
        )


@dataclass
class EventBook:
    """The event that a workbook holds, and where everything stands in it.

    Attributes:
        rounds: the round tabs, oldest first.
        problems: what must be mended before anything is written.
        warnings: what the organizer should know.
        unnumbered: rows of ``Players`` that get a number with the next write, with that number.
        noted: (round, player, player) of the pairings as they were made, from ``Pairing notes``.
    """

    book: Book
    ruleset: Ruleset
    settings: dict[str, str]
    setting_rows: dict[str, int]
    event: Table
    players: Table
    roster: list[Player]
    rounds: list[RoundTab]
    problems: list[Problem]
    warnings: list[str]
    unnumbered: dict[int, int]
    noted: set[tuple[int, int, int]]

    def tournament(self, rounds: int | None = None) -> Tournament:
        """The event with its first rounds.

        Args:
            rounds: how many; ``None`` for all of them.

        Raises:
            WorkbookProblems: something must be mended, or one of those rounds has no result.
        """
        tabs = self.rounds[: len(self.rounds) if rounds is None else rounds]
        problems = [*self.problems, *(p for tab in tabs for p in tab.missing)]
        if problems:
            raise WorkbookProblems(problems)
        return Tournament(
            players=tuple(self.roster),
            rounds=tuple(Round(tab.number, tuple(tab.matches)) for tab in tabs),
            options={o.name: self.settings.get(o.name, "") for o in self.ruleset.options},
            seed=self.settings.get(sheets.SEED.name, ""),
        )

    @cached_property
    def by_no(self) -> dict[int, Player]:
        """The roster by number."""
        return {player.no: player for player in self.roster}

    @cached_property
    def by_name(self) -> dict[str, Player]:
        """The roster by name, folded."""
        return {folded(player.name): player for player in self.roster}

    @property
    def completed(self) -> int:
        """How many rounds are complete, from the first on."""
        for count, tab in enumerate(self.rounds):
            if not tab.is_complete:
                return count
        return len(self.rounds)

    def planned_rounds(self) -> int:
        """How many Swiss rounds are planned: the setting, else what the document suggests."""
        typed = self.settings.get(sheets.ROUNDS.name, "")
        if typed:
            return int(typed)
        entered = {
            no for tab in self.rounds[:1] for m in tab.matches for no in (m.player1, m.player2)
        }
        count = len(entered - {None}) or sum(p.status is Status.ACTIVE for p in self.roster)
        return self.ruleset.suggest(count, self.settings).rounds

    @property
    def elsewhere(self) -> int:
        """How many rounds were paired elsewhere, so that their draws cannot be repeated."""
        return int(self.settings.get(sheets.ELSEWHERE.name) or 0)


def read_event(book: Book) -> EventBook:
    """Read the whole event.

    Raises:
        WorkbookProblems: there is no event in the book at all; whatever else is wrong is in the
            result's ``problems``.
    """
    problems: list[Problem] = []
    event = _read_event_tab(book, problems)
    settings, setting_rows = _read_settings(event) if event else ({}, {})
    ruleset = _ruleset(event, settings, setting_rows, problems)
    if event is None or ruleset is None or sheets.PLAYERS not in book.sheets:
        if sheets.PLAYERS not in book.sheets:
            problems.append(_missing_tab(book, sheets.PLAYERS))
        raise WorkbookProblems(problems)
    _check_settings(event, ruleset, settings, setting_rows, problems)
    players = Table(
        book.sheets[sheets.PLAYERS], _players_layout(book.sheets[sheets.PLAYERS], ruleset), problems
    )
    roster, unnumbered = _read_players(players, _numbers_in_rounds(book))
    read = EventBook(
        book=book,
        ruleset=ruleset,
        settings=settings,
        setting_rows=setting_rows,
        event=event,
        players=players,
        roster=roster,
        rounds=[],
        problems=problems,
        warnings=list(book.warnings),
        unnumbered=unnumbered,
        noted=_noted_pairs(book),
    )
    if players.is_usable:
        _read_rounds(read)
    return read


def _missing_tab(book: Book, name: str) -> Problem:
    like = [tab for tab in book.sheets if folded(tab) == folded(name)]
    seen = ", ".join(book.sheets) or "none"
    remedy = (
        f"rename the tab {like[0]!r} to {name!r}"
        if like
        else f"rename its tab back to {name!r}, or take it from a backup (tabs here: {seen})"
    )
    return Problem(name, "", "there is no such tab", remedy)


def _read_event_tab(book: Book, problems: list[Problem]) -> Table | None:
    if sheets.EVENT not in book.sheets:
        problems.append(_missing_tab(book, sheets.EVENT))
        return None
    table = Table(book.sheets[sheets.EVENT], sheets.event_layout(()), problems)
    return table if table.is_usable else None


def _read_settings(event: Table) -> tuple[dict[str, str], dict[str, int]]:
    settings: dict[str, str] = {}
    rows: dict[str, int] = {}
    live = {s.name for s in (sheets.NEXT_STEP, sheets.ROUND, sheets.PLAYER_COUNT)}
    known = {
        folded(s.name): s.name
        for ruleset in RULESETS.values()
        for s in sheets.settings_for(ruleset)
    }
    for row in event.rows():
        typed = row.raw("Setting")
        name = known.get(folded(typed)) if isinstance(typed, str) else None
        if name is None or name in rows:
            continue
        rows[name] = row.number
        value = row.raw("Value")
        if name in live:
            settings[name] = ""
        elif isinstance(value, datetime):
            settings[name] = value.date().isoformat()
        else:
            settings[name] = row.text("Value", "a value").strip()
    return settings, rows


def _ruleset(
    event: Table | None,
    settings: Mapping[str, str],
    rows: Mapping[str, int],
    problems: list[Problem],
) -> Ruleset | None:
    if event is None:
        return None
    name, place = sheets.RULESET.name, event.places["Value"]
    cell = event.address(rows[name], place) if name in rows else ""
    choices = ", ".join(RULESETS)
    if not settings.get(name):
        what = "no ruleset is chosen" if cell else "the setting Ruleset is missing"
        remedy = f"choose one of: {choices}" if cell else "add a row Ruleset | (its name)"
        problems.append(Problem(sheets.EVENT, cell, what, remedy))
        return None
    try:
        return ruleset_named(settings[name])
    except TournamentError:
        problems.append(
            Problem(
                sheets.EVENT, cell, f"there is no ruleset {settings[name]!r}",
                f"choose one of: {choices}",
            )
        )  # fmt: skip
        return None


def _check_settings(
    event: Table,
    ruleset: Ruleset,
    settings: dict[str, str],
    rows: Mapping[str, int],
    problems: list[Problem],
) -> None:
    """Settings as they are meant: choices in their own spelling, numbers as numbers."""
    for setting in sheets.settings_for(ruleset):
        typed = settings.get(setting.name, "")
        if not typed or setting is sheets.RULESET:
            continue
        cell = event.address(rows[setting.name], event.places["Value"])
        if setting.choices:
            meant = {folded(choice): choice for choice in setting.choices}
            if folded(typed) in meant:
                settings[setting.name] = meant[folded(typed)]
                continue
            remedy = f"choose one of: {', '.join(setting.choices)}"
        elif setting in (sheets.ROUNDS, sheets.ROUNDS_PAIRED, sheets.ELSEWHERE):
            if typed.isdecimal() and int(typed) < 10_000:
                continue
            remedy = "type a whole number, or leave it blank"
        else:
            continue
        problems.append(
            Problem(event.sheet.name, cell, f"{setting.name} cannot be {typed!r}", remedy)
        )


def _players_layout(sheet: SheetData, ruleset: Ruleset) -> Layout:
    """The roster's layout with whatever columns the organizer has added."""
    plain = sheets.players_layout(ruleset)
    known = {folded(header) for header in plain.headers()}
    extra: list[str] = []
    for row in sheet.rows[:25]:
        texts = [value.strip() for value in row if isinstance(value, str) and value.strip()]
        if {"no", "name"} <= {folded(text) for text in texts}:
            extra = [text for text in dict.fromkeys(texts) if folded(text) not in known]
            break
    return sheets.players_layout(ruleset, extra)


def _numbers_in_rounds(book: Book) -> set[int]:
    """Every player number that a round tab mentions, so that none is given twice."""
    found: set[int] = set()
    for name, sheet in book.sheets.items():
        if sheets.round_number(name) is None:
            continue
        columns = {
            column
            for row in sheet.rows[:25]
            for column, value in enumerate(row)
            if isinstance(value, str) and folded(value) in ("no 1", "no 2")
        }
        found |= {
            int(row[column])  # type: ignore[arg-type]
            for row in sheet.rows
            for column in columns
            if column < len(row) and type(row[column]) is int
        }
    return found


def _read_players(table: Table, used: set[int]) -> tuple[list[Player], dict[int, int]]:
    if not table.is_usable:
        return [], {}
    roster: list[Player] = []
    unnumbered: list[tuple[int, Player]] = []
    numbers: dict[int, str] = {}
    names: dict[str, str] = {}
    details = [c.header for c in table.layout.columns[6:] if c.header in table.places]
    for row in table.rows():
        before = len(table.problems)
        no = row.whole("No", 1, sheets.MOST_PLAYERS)
        name = row.text("Name", "the name as text")
        if not name.strip():
            if len(table.problems) == before and not row.text("Name"):
                row.problem("Name", "a player without a name", "type the name, or clear the row")
            continue
        key = folded(name)
        if key in names:
            row.problem(
                "Name",
                f"{name.strip()!r} is already in {names[key]}",
                "two players need different names (add a nickname), one player needs one row",
            )
        names.setdefault(key, row.address("Name"))
        if no is not None and no in numbers:
            row.problem(
                "No",
                f"number {no} is already in {numbers[no]}",
                "clear this number: the plugin gives a new one",
            )
        status = row.choice("Status", tuple(Status))
        bye = row.choice("First-round bye", sheets.YES)
        player = Player(
            no=no or 0,
            name=name,
            seed=row.whole("Seed", 1, 100_000),
            status=Status(status or Status.ACTIVE),
            first_round_bye=bool(bye),
            fixed_table=row.whole("Fixed table", 1, 100_000),
            details={h: text for h in details if (text := row.text(h).strip())},
        )
        if no is not None:
            numbers.setdefault(no, row.address("No"))
            roster.append(player)
        elif row.raw("No") is None or len(table.problems) == before:
            unnumbered.append((row.number, player))
    return _numbered(roster, unnumbered, used)


def _numbered(
    roster: list[Player], unnumbered: list[tuple[int, Player]], used: set[int]
) -> tuple[list[Player], dict[int, int]]:
    """Give numbers to the players who have none yet, in the order of their rows."""
    following = max([p.no for p in roster] + list(used), default=0) + 1
    given: dict[int, int] = {}
    for following_no, (row, p) in enumerate(unnumbered, following):
        given[row] = following_no
        roster.append(
            Player(
                following_no, p.name, p.seed, p.status, p.first_round_bye, p.fixed_table, p.details
            )
        )
    return roster, given


def _read_rounds(read: EventBook) -> None:
    tabs: dict[int, SheetData] = {}
    for name, sheet in read.book.sheets.items():
        number = sheets.round_number(name)
        if number is None:
            continue
        if number in tabs:
            read.problems.append(
                Problem(name, "", f"round {number} is also on {tabs[number].name!r}", "rename one")
            )
        tabs[number] = sheet
    paired = int(read.settings.get(sheets.ROUNDS_PAIRED.name, "0") or 0)
    if any(p.sheet == sheets.EVENT for p in read.problems):
        paired = 0
    for number in range(1, max([paired, *tabs]) + 1):
        if number in tabs:
            read.rounds.append(_read_round(read, tabs[number], number))
        else:
            read.problems.append(_missing_round(read, number, newest=max([paired, *tabs])))


def _missing_round(read: EventBook, number: int, newest: int) -> Problem:
    missing = _missing_tab(read.book, sheets.round_name(number))
    if number < newest:
        return missing
    cell = read.event.address(
        read.setting_rows[sheets.ROUNDS_PAIRED.name], read.event.places["Value"]
    )
    remedy = (
        f"{missing.remedy}; to take the round back for good, run undo, or type {number - 1} into "
        f"{sheets.EVENT}!{cell}"
    )
    return Problem(missing.sheet, "", f"{missing.what}, but round {number} was paired", remedy)


def _read_round(read: EventBook, sheet: SheetData, number: int) -> RoundTab:
    layout = sheets.round_layout(
        number, read.ruleset, [f.name for f in read.ruleset.match_format.fields]
    )
    tab = RoundTab(number, Table(sheet, layout, read.problems))
    if not tab.table.is_usable:
        return tab
    seats: dict[int, str] = {}
    for row in tab.table.rows():
        match = _read_match(read, row, tab)
        if match is None:
            continue
        for side, no in (("1", match.player1), ("2", match.player2)):
            if no is None:
                continue
            header = f"No {side}" if row.raw(f"No {side}") is not None else "No 2"
            if no in seats:
                row.problem(
                    header,
                    f"{read.by_no[no].name.strip()} (No {no}) is already in {seats[no]}",
                    "a player has one match a round: correct one of the two numbers",
                )
            seats.setdefault(no, row.address(header))
            _compare_name(read, row, header, match)
        tab.matches.append(match)
        if match.player2 is None and row.raw("No 1") is None:
            tab.byes_second.add(match.player1)
    if not tab.matches and not any(p.sheet == sheet.name for p in read.problems):
        tab.table.problem("", "there are no matches", "undo the round, or take it from a backup")
    return tab


def _read_match(read: EventBook, row: Row, tab: RoundTab) -> Match | None:
    """The match of a row; ``None`` if anything is wrong with it."""
    problems = len(read.problems)
    match_format = read.ruleset.match_format
    table = row.whole("Table", 1, 100_000)
    one, two = (_player_number(row, f"No {side}", read.by_no) for side in "12")
    special = row.choice("Special", tuple(s for s in match_format.specials if s))
    result: list[Value] = [row.choice(f.name, f.choices) or "" for f in match_format.fields]
    while result and result[-1] == "":
        result.pop()
    if len(read.problems) == problems:
        _check_players(row, one, two, special or "")
    fault = match_format.fault(tuple(result), Special(special or ""))
    if fault and len(read.problems) == problems:
        row.problem(_first_typed(row, match_format.fields), "the result contradicts itself", fault)
    if len(read.problems) > problems:
        return None
    first, second = (one, two) if one is not None else (two, None)
    assert first is not None
    match = Match(table or row.number, first, second, tuple(result), Special(special or ""))
    if match_format.score(match.result, match.special) is None:
        tab.missing.append(_missing_result(row, match, match_format.fields, read.by_no))
    return match


def _player_number(row: Row, header: str, by_no: Mapping[int, Player]) -> int | None:
    no = row.whole(header, 1, sheets.MOST_PLAYERS)
    if no is not None and no not in by_no:
        row.problem(
            header,
            f"there is no player {no} on {sheets.PLAYERS}",
            "correct the number, or add the player",
        )
    return no


def _check_players(row: Row, one: int | None, two: int | None, special: str) -> None:
    """Two players and no bye, or one player and a bye."""
    if one is None and two is None:
        row.problem("No 1", "a match without players", "type both player numbers, or clear the row")
    elif (one is None or two is None) and special != Special.BYE:
        blank = "No 1" if one is None else "No 2"
        row.problem(blank, "no opponent", "type a player number, or Bye in Special")
    elif one is not None and two is not None and special == Special.BYE:
        row.problem(
            "Special", "Bye, but two players", "clear Bye, or clear the player who is not there"
        )


def _missing_result(
    row: Row, match: Match, fields: tuple[ResultField, ...], by_no: Mapping[int, Player]
) -> Problem:
    blank = next(f.name for f in fields if not f.optional and not row.text(f.name).strip())
    numbers = [no for no in (match.player1, match.player2) if no is not None]
    players = " - ".join(by_no[no].name.strip() for no in numbers)
    what = f"the result is missing (table {match.table}, {players})"
    return Problem(row.table.sheet.name, row.address(blank), what, "type it")


def _first_typed(row: Row, fields: tuple[ResultField, ...]) -> str:
    return next((f.name for f in fields if row.text(f.name).strip()), "Special")


def _compare_name(read: EventBook, row: Row, no_header: str, match: Match) -> None:
    """A name beside another player's number: the number counts, and the organizer is told.

    Where the numbers are still as they were paired, somebody has typed over the name alone, and
    the result would go to the wrong player: that must be mended.
    """
    header = no_header.replace("No", "Player")
    player = read.by_no[row.whole(no_header, 1, sheets.MOST_PLAYERS) or 0]
    typed = folded(row.raw(header) or "")
    named = read.by_name.get(typed)
    if named is None or named.no == player.no or typed == folded(player.name):
        return
    round_number = sheets.round_number(row.table.sheet.name) or 0
    says = f"says {named.name.strip()}, but number {player.no} is {player.name.strip()}"
    remedy = f"if {named.name.strip()} plays here, type {named.no} into {row.address(no_header)}"
    if (round_number, match.player1, match.player2) in read.noted:
        row.problem(header, says, f"{remedy}, else type {player.name.strip()} here")
        return
    where = f"{row.table.sheet.name}!{row.address(header)}"
    read.warnings.append(f"{where}: {says}; the number counts ({remedy})")


def _noted_pairs(book: Book) -> set[tuple[int, int, int]]:
    if sheets.NOTES not in book.sheets:
        return set()
    table = Table(book.sheets[sheets.NOTES], sheets.NOTES_LAYOUT, [])
    rows = ((row.raw("Round"), row.raw("No 1"), row.raw("No 2")) for row in table.rows())
    return {(r, a, b) for r, a, b in rows if type(r) is type(a) is type(b) is int}
