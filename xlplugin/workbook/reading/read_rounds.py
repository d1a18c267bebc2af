"""Reading the round tabs: the matches, their results, and what is missing or impossible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from math import isclose

from engine import Match, Player, Special
from engine.formats.netrunner import CORP
from engine.match_format import EliminationFormat, MatchFormat, ResultField, Score, is_blank
from engine.model import Exact, Value
from engine.ruleset import Unplayed
from xlplugin.ground.problems import Problem
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.book import Book, SheetData, number_for_cell
from xlplugin.workbook.formats import sheet_of
from xlplugin.workbook.layout import CellError, Formula
from xlplugin.workbook.layouts import event_tab, round_tabs, tab_names
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.table import Row, Table, folded, is_empty

POINTS = ("Points 1", "Points 2")
"""The headers of the live points."""
REMEDIES = {
    Unplayed.SECOND_GAME: msg("type it (D for a second game not begun when time was called)"),
    Unplayed.EACH_GAME: msg(
        "type it (D for each game if no time was found, or No-show if you hold one player to be at "
        "fault)"
    ),
    Unplayed.ONLY_GAME: msg(
        "type it (Draw if no time was found, or No-show if you hold one player to be at fault)"
    ),
}
"""The remedies where a match was not played to its end."""


def missing_tab(book: Book, name: str) -> Problem:
    """The problem that a tab is not there; the remedy names one that looks like it."""
    like = next((tab for tab in book.sheets if folded(tab) == folded(name)), None)
    texts = {"name": name, "tabs": ", ".join(book.sheets) or t("none")}
    remedy = t(
        "rename its tab back to {name!r}, or take it from a backup (tabs here: {tabs})", **texts
    )
    if like:
        remedy = t("rename the tab {like!r} to {name!r}", like=like, name=name)
    return Problem(name, "", t("there is no such tab"), remedy)


def tabs_by_number(
    event: EventBook, numbered: Iterable[tuple[int | None, SheetData]], what: str
) -> dict[int, SheetData]:
    """Tabs by their numbers; ``what`` says that a number, ``{n}``, is also on ``{tab}``."""
    tabs: dict[int, SheetData] = {}
    for number, sheet in numbered:
        if number in tabs:
            text = t(what, n=number, tab=tabs[number].name)
            problem = Problem(sheet.name, "", text, t("rename one of the two tabs"))
            event.problems.append(problem)
        elif number is not None:
            tabs[number] = sheet
    return tabs


def read_rounds(event: EventBook) -> None:
    """Read every round tab into the event; faults go to its problems."""
    numbered = ((tab_names.round_number(name), tab) for name, tab in event.book.sheets.items())
    tabs = tabs_by_number(event, numbered, msg("round {n} is also on {tab!r}"))
    recorded = event.value_of(event_tab.ROUNDS_PAIRED)
    newest = max([int(recorded) if recorded.isdecimal() else 0, *tabs])
    for number in range(1, newest + 1):
        if number in tabs:
            event.rounds.append(_read_round(event, tabs[number], number))
        else:
            event.problems.append(_missing_round(event, number, newest))


def _missing_round(event: EventBook, number: int, newest: int) -> Problem:
    missing = missing_tab(event.book, tab_names.round_name(number))
    if number < newest:
        return missing
    what = t("there is no such tab, but round {n} was paired", n=number)
    cell = f"{tab_names.EVENT}!{event.setting_cell(event_tab.ROUNDS_PAIRED.name)}"
    texts = {"remedy": missing.remedy, "before": number - 1, "cell": cell}
    remedy = t(
        "{remedy}; to take the round back for good, run undo, or type {before} into {cell}", **texts
    )
    return Problem(missing.sheet, "", what, remedy)


def _read_round(event: EventBook, sheet: SheetData, number: int) -> RoundTab:
    format_ = event.match_format
    fields = [field.name for field in format_.fields]
    layout = round_tabs.round_layout(number, event.ruleset, event.settings, fields)
    tab = RoundTab(number, Table(sheet, layout, event.problems))
    if not tab.table.is_usable:
        return tab
    matches = read_matches(event, tab)
    is_live = any(isinstance(row.raw(header), Formula) for row, _ in matches for header in POINTS)
    for row, match in matches:
        score = format_.score(match.result, match.special)
        if is_live or not event.book.has_formulas:
            _compare_points(event, row, score)
        if score is None:
            missing = missing_result(event, row, match, format_.fields)
            tab.missing.append(replace(missing, remedy=_remedy(event, match)))
    gone = sorted(event.recorded_players.get(number, set()) - tab.rows.keys() & event.by_no.keys())
    is_clean = not any(problem.sheet == sheet.name for problem in event.problems)
    if gone and tab.matches and is_clean:
        event.add_warning(
            "{tab}: paired (Pairing notes), but in no row any more: {players}. They count as having "
            "missed the round; if a row was deleted by mistake, put it back.",
            tab=sheet.name,
            players=", ".join(map(event.name, gone)),
        )
    if not tab.matches and is_clean:
        remedy = msg("undo the round, or take it from a backup")
        tab.table.problem("", "there are no matches", remedy)
    return tab


def _compare_points(event: EventBook, row: Row, score: Score | None) -> None:
    """A number typed over the live points: the result counts, so that the two must agree.

    Where the host cannot tell formulas from values it is a warning: the points may not have been worked
    out yet.
    """
    headers = POINTS if row.raw("No 1") is not None else POINTS[::-1]
    for header, points in zip(headers, score or (None, None), strict=True):
        typed = row.raw(header)
        if isinstance(typed, Formula | CellError) or is_empty(typed):
            continue
        number = typed if isinstance(typed, int | float) else None
        if points is not None and number is not None and isclose(number, points):
            continue
        shown = f"{number:g}" if number is not None else repr(typed)
        texts = {"typed": shown, "points": "" if points is None else f"{float(points):g}"}
        if event.book.has_formulas:
            what = msg("{typed} is typed over the points, but the result gives {points}")
            if points is None:
                what = msg("{typed} is typed over the points, but there is no result")
            remedy = msg(
                "type the result that gives {typed}, or clear this cell: its formula comes back"
            )
            row.problem(header, what, remedy, **texts)
        elif number and points is not None:
            event.add_warning(
                "{where}: {typed} was typed, but the result gives {points}, which counts. If "
                "{typed} is right, type the result that gives it; otherwise copy the cell above "
                "or below over this one.",
                **texts,
                where=row.where(header),
            )


def read_matches(event: EventBook, tab: RoundTab) -> list[tuple[Row, Match]]:
    """Read the matches of a tab into it, each player once; every match with its row."""
    matches: list[tuple[Row, Match]] = []
    seats: dict[int, tuple[Row, str]] = {}
    tables: dict[int, Row] = {}
    format_ = event.format_of(tab)
    for row in tab.table.rows():
        match = read_match(event, row, format_)
        if match is None:
            continue
        for side, no in zip("12", match.players, strict=False):
            header = f"No {side}" if row.raw(f"No {side}") is not None else "No 2"
            if no in seats:
                what = msg("{player} (No {no}) is already in {cell}")
                remedy = msg("a player has one match a round: correct one of the two numbers")
                other_row, other_header = seats[no]
                cell = other_row.address(other_header)
                row.problem(header, what, remedy, player=event.name(no), no=no, cell=cell)
            seats.setdefault(no, (row, header))
            tab.rows[no] = row
            _compare_name(event, row, header, match)
        if tab.has_in_touch and row.choice(round_tabs.IN_TOUCH.header, tab_names.YES):
            tab.in_touch.add(match.player1)
        extra = round_tabs.EXTRA_MINUTES.header
        if extra in tab.table.layout.headers():
            tab.extra_minutes[match.player1] = row.whole(extra, 0, round_tabs.MOST_EXTRA) or 0
        other = tables.setdefault(match.table, row)
        if row is not other and row.raw("Table") is not None and other.raw("Table") is not None:
            event.add_warning(
                "{where}: table {table} is there twice, also in {other}; give one of the two "
                "matches another number.",
                where=row.where("Table"),
                table=row.text("Table"),
                other=other.address("Table"),
            )
        tab.matches.append(match)
        if match.player2 is None and row.raw("No 1") is None:
            tab.byes_second.add(match.player1)
        matches.append((row, match))
    return matches


def read_match(
    event: EventBook, row: Row, format_: MatchFormat | EliminationFormat
) -> Match | None:
    """The match of a row; ``None`` if anything is wrong with it, which goes to the problems of its table.

    These are those of the event.
    """
    problems = len(event.problems)
    table = row.whole("Table", 1, 100_000)
    one, two = (_player_number(row, f"No {side}", event.by_no) for side in "12")
    special = special_of(row, format_, event.how_to_set)
    typed = [row.entry(field.name, field.choices) for field in format_.fields]
    result: list[Value] = ["" if value is None else value for value in typed]
    while result and result[-1] == "":
        result.pop()
    if len(event.problems) == problems:
        _check_players(row, one, two, Special(special or ""))
    fault = format_.fault(tuple(result), Special(special or ""))
    if fault and len(event.problems) == problems:
        remedy = sheet_of(format_).fault(fault)
        row.problem(fault.field, "the result contradicts itself", remedy)
    if len(event.problems) > problems:
        return None
    first, second = (one, two) if one is not None else (two, None)
    assert first is not None
    return Match(table or row.number, first, second, tuple(result), Special(special or ""))


def special_of(
    row: Row, format_: MatchFormat | EliminationFormat, how_to_set: Callable[[str, str], str]
) -> str | None:
    """The entry of ``Special``; for one that is refused, a problem with the reason.

    ``how_to_set`` says how an option gets a value.
    """
    if row.raw("Special") is None:
        return ""
    typed = folded(row.quiet_text("Special"))
    for special, refused in format_.refused.items():
        if typed == folded(special):
            values = {"special": special, "why": t(refused.why)}
            remedy = msg("clear it, and type what was played")
            if refused.setting:
                remedy = msg("clear it, and type what was played; to allow it, {how_to_set}")
                values["how_to_set"] = how_to_set(*refused.setting)
            elif refused.has_draws:
                remedy = msg("clear it, and type D as the winner")
            row.problem("Special", refused.text, remedy, **values)
            return None
    return row.choice("Special", tuple(s for s in format_.specials if s))


def _player_number(row: Row, header: str, by_no: Mapping[int, Player]) -> int | None:
    no = row.whole(header, 1, tab_names.MOST_PLAYERS)
    if no is not None and no not in by_no:
        remedy = msg("correct the number, or type {no} and the player's name into a row of Players")
        row.problem(header, "player {no} is not on Players", remedy, no=no)
    return no


def _check_players(row: Row, one: int | None, two: int | None, special: Special) -> None:
    """Two players and no bye, or one player and a bye."""
    if one is None and two is None:
        remedy = msg("type both player numbers, or clear the row")
        row.problem("No 1", "a match without players", remedy)
    elif (one is None or two is None) and not special.is_bye:
        blank = "No 1" if one is None else "No 2"
        row.problem(blank, "no opponent", "type a player number, or Bye in Special")
    elif one is not None and two is not None and special.is_bye:
        remedy = msg("clear {special}, or clear the player who is not there")
        row.problem("Special", "{special}, but two players", remedy, special=special)


def missing_result(
    event: EventBook, row: Row, match: Match, fields: tuple[ResultField, ...]
) -> Problem:
    """The problem that a match has no result yet, at the first blank cell."""
    needed = [f.name for f in fields if f.needed and not f.optional]
    blank = next((name for name in needed if not row.text(name).strip()), fields[-1].name)
    names = " - ".join(map(event.name, match.players))
    texts = {"table": match.table, "players": names}
    what, remedy = t("the result is missing (table {table}, {players})", **texts), t("type it")
    if blank == CORP and any(row.text(name).strip() for name in needed):
        what = t("the Corp player is missing (table {table}, {players})", **texts)
        remedy = t("type 1 or 2, ? if nobody knows")
    return Problem(row.table.sheet.name, row.address(blank), what, remedy, row.number, blank)


def _remedy(event: EventBook, match: Match) -> str:
    """The remedy for a match without a result, also if it was not played."""
    rule = event.ruleset.not_played
    unplayed = rule(not is_blank(match.result), event.options) if rule else None
    return t(REMEDIES[unplayed]) if unplayed else t("type it")


def _compare_name(event: EventBook, row: Row, no_header: str, match: Match) -> None:
    """A name beside another player's number: the number counts, with a warning.

    So it is with a name that nobody has or had, unless it is the player's with something added. Where
    the numbers are still as they were paired, somebody has typed over the name alone, and the result
    would go to the wrong player: that must be mended.
    """
    header = no_header.replace("No", "Player")
    player = event.by_no[row.whole(no_header, 1, tab_names.MOST_PLAYERS) or 0]
    if row.raw(header) == player.name:
        return
    typed, name = folded(row.raw(header) or ""), folded(player.name)
    named = event.by_name.get(typed)
    if named is not None and (named.no == player.no or typed == name):
        return
    tab = row.table.sheet.name
    key = tab_names.round_number(tab) or folded(tab)
    texts = {"where": row.where(header), "cell": row.address(no_header)}
    texts |= {"no": str(player.no), "player": player.name.strip()}
    if named is None:
        is_recorded = key not in event.recorded_players or typed in event.recorded_names
        if typed and not is_recorded and name not in typed and typed not in name:
            event.add_warning(
                "{where}: {typed!r} is not on Players, and number {no} is {player}, who counts. "
                "If somebody else plays here, type that number into {cell}; if not, type {player} "
                "here.",
                **texts,
                typed=str(row.raw(header)).strip(),
            )
        return
    texts |= {"other": named.name.strip(), "other_no": str(named.no)}
    if (key, match.player1, match.player2) in event.recorded_pairs:
        what = msg("says {other}, but number {no} is {player}")
        remedy = msg("if {other} plays here, type {other_no} into {cell}, else type {player} here")
        row.problem(header, what, remedy, **texts)
    else:
        event.add_warning(
            "{where}: says {other}, but number {no} is {player}; the number counts (if {other} plays "
            "here, type {other_no} into {cell})",
            **texts,
        )


def points_before(event: EventBook, number: int) -> Mapping[int, int | float]:
    """The points of every player in the rounds before one, by number, as the results have them now."""
    earlier = sum(tab.number < number for tab in event.rounds)
    return next(islice(points_before_each(event), earlier, None))


def points_before_each(event: EventBook) -> Iterator[Mapping[int, int | float]]:
    """The points of every player, by number, before each round and then after the last one."""
    total: dict[int, Exact] = dict.fromkeys(event.by_no, 0)
    score = event.match_format.score
    for tab in event.rounds:
        yield {no: number_for_cell(points) for no, points in total.items()}
        for match in tab.matches:
            scores = score(match.result, match.special) or ()
            for no, points in zip(match.players, scores, strict=False):
                total[no] = total.get(no, 0) + points
    yield {no: number_for_cell(points) for no, points in total.items()}
