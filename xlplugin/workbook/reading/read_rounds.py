"""Reading the round tabs: who meets whom, what is typed, what is missing or impossible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import isclose

from engine import Match, Player, Special
from engine.formats import CORP, is_blank
from engine.match_format import EliminationFormat, MatchFormat, ResultField, Score
from engine.model import Value
from xlplugin.problems import Problem
from xlplugin.workbook.book import Book, SheetData
from xlplugin.workbook.layout import CellError, Formula
from xlplugin.workbook.layouts import event_tab, round_tabs, tab_names
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.table import Row, Table, folded, is_empty

POINTS = ("Points 1", "Points 2")
"""The headers of the live points."""


def missing_tab(book: Book, name: str) -> Problem:
    """The problem that a tab is not there, with one that looks like it if there is one."""
    like = [tab for tab in book.sheets if folded(tab) == folded(name)]
    seen = ", ".join(book.sheets) or "none"
    remedy = (
        f"rename the tab {like[0]!r} to {name!r}"
        if like
        else f"rename its tab back to {name!r}, or take it from a backup (tabs here: {seen})"
    )
    return Problem(name, "", "there is no such tab", remedy)


def read_rounds(event: EventBook) -> None:
    """Read every round tab into the event; what is wrong goes to its problems."""
    tabs: dict[int, SheetData] = {}
    for name, sheet in event.book.sheets.items():
        number = tab_names.round_number(name)
        if number is None:
            continue
        if number in tabs:
            event.problems.append(
                Problem(name, "", f"round {number} is also on {tabs[number].name!r}", "rename one")
            )
        tabs[number] = sheet
    recorded = event.settings.get(event_tab.ROUNDS_PAIRED.name, "")
    paired = int(recorded) if recorded.isdecimal() else 0
    for number in range(1, max([paired, *tabs]) + 1):
        if number in tabs:
            event.rounds.append(_read_round(event, tabs[number], number))
        else:
            event.problems.append(_missing_round(event, number, newest=max([paired, *tabs])))


def _missing_round(event: EventBook, number: int, newest: int) -> Problem:
    missing = missing_tab(event.book, tab_names.round_name(number))
    if number < newest:
        return missing
    cell = event.setting_cell(event_tab.ROUNDS_PAIRED.name)
    remedy = (
        f"{missing.remedy}; to take the round back for good, run undo, or type {number - 1} into "
        f"{tab_names.EVENT}!{cell}"
    )
    return Problem(missing.sheet, "", f"{missing.what}, but round {number} was paired", remedy)


def _read_round(event: EventBook, sheet: SheetData, number: int) -> RoundTab:
    format_ = event.match_format
    layout = round_tabs.round_layout(
        number, event.ruleset, event.settings, [f.name for f in format_.fields]
    )
    tab = RoundTab(number, Table(sheet, layout, event.problems))
    if not tab.table.is_usable:
        return tab
    found = read_matches(event, tab, format_)
    is_live = any(isinstance(row.raw(header), Formula) for row, _ in found for header in POINTS)
    for row, match in found:
        score = format_.score(match.result, match.special)
        if is_live or not event.book.has_formulas:
            _compare_points(event, row, score)
        if score is None:
            missing = missing_result(row, match, format_.fields, event.by_no)
            tab.missing.append(replace(missing, remedy=f"type it{_not_played(event, match)}"))
    gone = sorted(event.recorded_players.get(number, set()) - tab.rows.keys() & event.by_no.keys())
    is_clean = not any(problem.sheet == sheet.name for problem in event.problems)
    if gone and tab.matches and is_clean:
        names = ", ".join(event.by_no[no].name.strip() for no in gone)
        event.warnings.append(
            f"{sheet.name}: paired (Pairing notes), but in no row any more: {names}. They count as "
            "having missed the round; if a row was deleted by mistake, put it back."
        )
    if not tab.matches and is_clean:
        tab.table.problem("", "there are no matches", "undo the round, or take it from a backup")
    return tab


def _compare_points(event: EventBook, row: Row, score: Score | None) -> None:
    """A number typed over the live points: the result counts, so that the two must agree.

    Where formulas cannot be told from values the organizer is only told: the points may not have been
    worked out yet.
    """
    headers = POINTS if row.raw("No 1") is not None else POINTS[::-1]
    for header, points in zip(headers, score or (None, None), strict=True):
        typed = row.raw(header)
        number = typed if isinstance(typed, int | float) else None
        if is_empty(typed) or isinstance(typed, Formula | CellError):
            continue
        if points is not None and number is not None and isclose(number, points):
            continue
        gives = "there is no result" if points is None else f"the result gives {float(points):g}"
        if event.book.has_formulas:
            shown = f"{number:g}" if number is not None else repr(typed)
            remedy = (
                f"type the result that gives {shown}, or clear this cell: its formula comes back"
            )
            row.problem(header, f"{shown} is typed over the points, but {gives}", remedy)
        elif number and points is not None:
            where = f"{row.table.sheet.name}!{row.address(header)}"
            event.warnings.append(
                f"{where}: {number:g} stands there, but {gives}, which counts. If {number:g} is right, type "
                "the result that gives it; else copy the cell above or below over this one."
            )


def read_matches(
    event: EventBook, tab: RoundTab, format_: MatchFormat | EliminationFormat
) -> list[tuple[Row, Match]]:
    """Read the matches of a tab into it, each player once; every match with its row."""
    found: list[tuple[Row, Match]] = []
    seats: dict[int, str] = {}
    tables: dict[int, Row] = {}
    for row in tab.table.rows():
        match = _read_match(event, row, format_)
        if match is None:
            continue
        for side, no in (("1", match.player1), ("2", match.player2)):
            if no is None:
                continue
            header = f"No {side}" if row.raw(f"No {side}") is not None else "No 2"
            if no in seats:
                row.problem(
                    header,
                    f"{event.by_no[no].name.strip()} (No {no}) is already in {seats[no]}",
                    "a player has one match a round: correct one of the two numbers",
                )
            seats.setdefault(no, row.address(header))
            tab.rows[no] = row
            _compare_name(event, row, header, match)
        if tab.has_in_touch and row.choice(round_tabs.IN_TOUCH.header, tab_names.YES):
            tab.in_touch.add(match.player1)
        extra = round_tabs.EXTRA_MINUTES.header
        if extra in tab.table.layout.headers():
            tab.extra_minutes[match.player1] = row.whole(extra, 0, round_tabs.MOST_EXTRA) or 0
        _note_table_twice(event, row, tables.setdefault(match.table, row))
        tab.matches.append(match)
        if match.player2 is None and row.raw("No 1") is None:
            tab.byes_second.add(match.player1)
        found.append((row, match))
    return found


def _note_table_twice(event: EventBook, row: Row, other: Row) -> None:
    """Two matches at one table: the organizer is told."""
    if row is not other and row.raw("Table") is not None and other.raw("Table") is not None:
        where = f"{row.table.sheet.name}!{row.address('Table')}"
        table = row.text("Table")
        event.warnings.append(
            f"{where}: table {table} is there twice, in {other.address('Table')} too; give one of the two "
            "matches another number."
        )


def _read_match(
    event: EventBook, row: Row, format_: MatchFormat | EliminationFormat
) -> Match | None:
    """The match of a row; ``None`` if anything is wrong with it."""
    problems = len(event.problems)
    table = row.whole("Table", 1, 100_000)
    one, two = (_player_number(row, f"No {side}", event.by_no) for side in "12")
    special = _special(event, row, format_)
    typed = [row.entry(field.name, field.choices) for field in format_.fields]
    result: list[Value] = ["" if value is None else value for value in typed]
    while result and result[-1] == "":
        result.pop()
    if len(event.problems) == problems:
        _check_players(row, one, two, special or "")
    fault = format_.fault(tuple(result), Special(special or ""))
    if fault and len(event.problems) == problems:
        header = _at_fault(row, format_.fields, fault)
        row.problem(header, "the result contradicts itself", fault)
    if len(event.problems) > problems:
        return None
    first, second = (one, two) if one is not None else (two, None)
    assert first is not None
    return Match(table or row.number, first, second, tuple(result), Special(special or ""))


def _special(event: EventBook, row: Row, format_: MatchFormat | EliminationFormat) -> str | None:
    """The entry of ``Special``; what is barred is refused with the reason."""
    typed = folded(row.quiet_text("Special"))
    found = [why for special, why in format_.barred.items() if typed == folded(special)]
    if not found:
        return row.choice("Special", tuple(s for s in format_.specials if s))
    text, remedy, setting = found[0]
    if setting:
        name, value = setting
        remedy = f"{remedy}; to allow it, {event.how_to_set(name, value)}"
    row.problem("Special", text, remedy)
    return None


def _player_number(row: Row, header: str, by_no: Mapping[int, Player]) -> int | None:
    no = row.whole(header, 1, tab_names.MOST_PLAYERS)
    if no is not None and no not in by_no:
        row.problem(
            header,
            f"there is no player {no} on {tab_names.PLAYERS}",
            f"correct the number, or type {no} and the player's name into a row of {tab_names.PLAYERS}",
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


def missing_result(
    row: Row, match: Match, fields: tuple[ResultField, ...], by_no: Mapping[int, Player]
) -> Problem:
    """The problem that a match has no result yet, at the first blank cell."""
    needed = [f.name for f in fields if f.needed and not f.optional]
    blank = next((name for name in needed if not row.text(name).strip()), fields[-1].name)
    numbers = [no for no in (match.player1, match.player2) if no is not None]
    players = " - ".join(by_no[no].name.strip() for no in numbers)
    where = f"table {match.table}, {players}"
    if blank == CORP and any(row.text(name).strip() for name in needed):
        what, remedy = f"who is the {CORP} is missing ({where})", "type 1 or 2, ? if nobody knows"
    else:
        what, remedy = f"the result is missing ({where})", "type it"
    return row.problem_of(blank, what, remedy)


def _not_played(event: EventBook, match: Match) -> str:
    """What else may be typed for a match without a result; ``""`` for nothing."""
    rule = event.ruleset.not_played
    told = rule(not is_blank(match.result), event.options) if rule else ""
    return f" ({told})" if told else ""


def _at_fault(row: Row, fields: tuple[ResultField, ...], fault: str) -> str:
    """The entry that a fault speaks of first, or else the first one typed."""
    named = {fault.find(field.name): field.name for field in fields if field.name in fault}
    typed = [field.name for field in fields if row.text(field.name).strip()]
    return named[min(named)] if named else (*typed, "Special")[0]


def _compare_name(event: EventBook, row: Row, no_header: str, match: Match) -> None:
    """A name beside another player's number: the number counts, and the organizer is told.

    So it is with a name that nobody has or had, unless it is the player's with something added. Where
    the numbers are still as they were paired, somebody has typed over the name alone, and the result
    would go to the wrong player: that must be mended.
    """
    header = no_header.replace("No", "Player")
    player = event.by_no[row.whole(no_header, 1, tab_names.MOST_PLAYERS) or 0]
    typed = folded(row.raw(header) or "")
    named = event.by_name.get(typed)
    if named is not None and (named.no == player.no or typed == folded(player.name)):
        return
    tab = row.table.sheet.name
    where = f"{tab}!{row.address(header)}"
    key = tab_names.round_number(tab) or folded(tab)
    if named is None:
        name = folded(player.name)
        is_noted = (
            key not in event.recorded_players or typed in event.recorded_names
        )  # renamed since
        if typed and not is_noted and name not in typed and typed not in name:
            event.warnings.append(
                f"{where}: {str(row.raw(header)).strip()!r} is nobody on {tab_names.PLAYERS}, and number "
                f"{player.no} is {player.name.strip()}, who counts. If somebody else plays here, type that "
                f"number into {row.address(no_header)}; if not, type {player.name.strip()} here."
            )
        return
    says = f"says {named.name.strip()}, but number {player.no} is {player.name.strip()}"
    remedy = f"if {named.name.strip()} plays here, type {named.no} into {row.address(no_header)}"
    if (key, match.player1, match.player2) in event.recorded_pairs:
        row.problem(header, says, f"{remedy}, else type {player.name.strip()} here")
        return
    event.warnings.append(f"{where}: {says}; the number counts ({remedy})")
