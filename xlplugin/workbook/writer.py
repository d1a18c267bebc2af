"""From results to changes of the book: pure data, written by whichever host is at work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from fractions import Fraction

from engine import Match, Paired, Pairing, Player, Reason, Ruleset, Standings, Status
from engine.model import Exact, Stage, Tournament
from engine.ruleset import ResultField
from xlplugin.workbook import next_step, settled, sheets
from xlplugin.workbook.book import (
    AddRows,
    AddSheet,
    Book,
    Change,
    RemoveSheet,
    SetCells,
    SetHeights,
    SheetData,
    ShowSheet,
    placed,
)
from xlplugin.workbook.event_book import EventBook
from xlplugin.workbook.layout import CellValue, Column, Formula, Layout
from xlplugin.workbook.table import Table, find_sheet, is_empty

BYE_TEXT = "(bye)"
CORRECTED = "Corrected"
MOST_OF_A_LINE = 16_000
"""Letters of the log in a cell, which takes 32,767; those of some scripts count twice."""
LogLine = tuple[str, str]
"""What was done, and to what."""


def number_for_cell(value: Exact) -> int | float:
    """An exact value as a cell holds it: whole numbers whole, others as the nearest double."""
    if isinstance(value, int):
        return value
    return value.numerator if value.denominator == 1 else float(value)


# The rows of each sheet


def player_row(layout: Layout, player: Player) -> list[CellValue]:
    """A player as a row of ``Players``."""
    values: dict[str, CellValue] = {
        "No": player.no or None,
        "Name": player.name,
        "Seed": player.seed,
        "Status": str(player.status),
        "First-round bye": "Yes" if player.first_round_bye else None,
        "Fixed table": player.fixed_table,
        **player.details,
    }
    return [values.get(header) for header in layout.headers()]


def match_row(
    layout: Layout, ruleset: Ruleset, match: Match, name: Mapping[int, str], *, second: bool = False
) -> list[CellValue]:
    """A match as a row of its round tab.

    Args:
        layout: the round tab.
        ruleset: whose result columns it has.
        match: the match.
        name: names by player number.
        second: whether a bye stands on Player 2's side.
    """
    values = match_values(match, ruleset.match_format.fields, name, second=second)
    return [values.get(header) for header in layout.headers()]


def match_values(
    match: Match,
    fields: Sequence[ResultField],
    name: Mapping[int, str],
    *,
    second: bool = False,
) -> dict[str, CellValue]:
    """What a row says of a match, by header; see :func:`match_row`."""
    one, two = (None, match.player1) if second else (match.player1, match.player2)
    values: dict[str, CellValue] = {
        "Table": match.table,
        "No 1": one,
        "Player 1": name[one] if one is not None else BYE_TEXT,
        "No 2": two,
        "Player 2": name[two] if two is not None else BYE_TEXT,
        "Special": str(match.special) or None,
    }
    for field, value in zip(fields, match.result, strict=False):
        values[field.name] = value if value != "" else None
    return values


def standings_rows(
    layout: Layout, standings: Standings, tournament: Tournament
) -> list[list[CellValue]]:
    """The standings as rows of their tab."""
    rows = []
    for standing in standings:
        record = standing.record
        player = tournament.by_no[standing.no]
        values: dict[str, CellValue] = {
            "Rank": standing.rank,
            "No": standing.no,
            "Player": player.name,
            "Points": number_for_cell(standing.points),
            **{name: number_for_cell(value) for name, value in standing.tiebreaks.items()},
            "Played": record.played,
            "Byes": record.byes,
            "Missed": record.missed,
            "Status": str(player.status),
        }
        rows.append([values.get(header) for header in layout.headers()])
    return rows


def note_rows(
    tournament: Tournament,
    pairing: Pairing,
    seated: Sequence[tuple[Match, Paired]],
    label: str = "",
) -> list[list[CellValue]]:
    """The explanations of a pairing as rows of ``Pairing notes``: a row for every reason.

    ``label`` stands under ``Round`` instead of the number for rounds after the Swiss ones.
    """
    number = label or pairing.round
    rows: list[list[CellValue]] = [
        [number, None, None, None, None, None, note.rule, _sentence(tournament, note)]
        for note in pairing.notes
    ]
    for match, paired in seated:
        one, two = match.player1, match.player2
        names = tournament.name(one), tournament.name(two) if two is not None else BYE_TEXT
        rows += [
            [number, match.table, one, names[0], two, names[1], reason.rule,
             _sentence(tournament, reason)]
            for reason in paired.reasons
        ]  # fmt: skip
    return rows


def _sentence(tournament: Tournament, reason: Reason) -> str:
    text = reason.sentence(tournament)
    return text[:1].upper() + text[1:]


# The changes of each action


def add_round(
    read: EventBook,
    number: int,
    seated: Iterable[Match],
    *,
    optional: Sequence[str] = (),
    second: frozenset[int] = frozenset(),
) -> AddSheet:
    """A new round tab, before the notes and the log."""
    layout = sheets.round_layout(number, read.ruleset, read.settings, optional)
    name = {player.no: player.name for player in read.roster}
    rows = [
        match_row(layout, read.ruleset, m, name, second=m.player1 in second and m.player2 is None)
        for m in seated
    ]
    minutes = read.ruleset.clock(Stage.SWISS, read.settings)
    sides = read.match_format.sides
    heading = [read.title, layout.name]
    heading += [f"{minutes} minutes"] if minutes else []
    heading += [f"Player 1: {sides[0]}, Player 2: {sides[1]}"] if sides else []
    return AddSheet(
        layout, rows, before=tab_before_notes(read.book), header_text="    ".join(heading)
    )


def refresh_points(read: EventBook) -> list[Change]:
    """The live formulas of the round tabs: where they are gone, or an option has changed their worth."""
    changes: list[Change] = []
    for tab in read.rounds:
        layout = sheets.round_layout(tab.number, read.ruleset, read.settings)
        rows = {row.number: row for row in tab.rows.values()}
        live = [c.header for c in layout.columns if c.formula and c.header in tab.table.places]
        places = {h: p for h, p in tab.table.places.items() if h in layout.headers()}
        cells: dict[tuple[int, int], CellValue] = {}
        gone = {
            number
            for number, row in rows.items()
            if read.book.has_formulas and not all(isinstance(row.raw(h), Formula) for h in live)
        }
        for number in rows if read.ruleset.scoring else gone:
            row = rows[number]
            blank: list[CellValue] = [None] * len(layout.columns)
            for _, place, i, value in placed(layout, [blank], number, places):
                header = layout.columns[i].header
                if header in live and row.raw(header) != value:
                    cells[number, place] = value
        if cells:
            changes.append(SetCells(tab.table.sheet.name, cells))
    return changes


STANDINGS_MARKS = ("Rank", "No", "Player")
"""The columns by which a tab of standings is known."""


def write_standings(read: EventBook, standings: Standings, tournament: Tournament) -> list[Change]:
    """The standings tab: a new one, or new values in the one that is there.

    Columns that the organizer has added to it stay with their players.
    """
    number = standings.round
    layout = sheets.standings_layout(number, read.ruleset, read.settings)
    rows = standings_rows(layout, standings, tournament)
    there = standings_there(read, number)
    if there is None:
        add = AddSheet(
            layout,
            rows,
            before=_existing(read.book, sheets.round_name(number + 1))
            or tab_before_notes(read.book),
            header_text=f"{read.title}    Standings after round {number}",
        )
        return [add, ShowSheet(layout.name)]
    return [*refresh_table(read, there.name, layout, rows), ShowSheet(there.name)]


def standings_there(read: EventBook, number: int) -> SheetData | None:
    """The tab of the standings after a round, however its name is typed."""
    tabs = read.book.sheets
    return next((tabs[name] for name in tabs if sheets.standings_number(name) == number), None)


def refresh_table(
    read: EventBook, name: str, layout: Layout, rows: list[list[CellValue]]
) -> list[Change]:
    """New values in a tab; the tab anew where one of its columns is gone."""
    table = Table(read.book.sheets[name], layout, [])
    if table.is_usable:
        return _refreshed(name, table, layout, rows)
    position = list(read.book.sheets).index(name)
    following = [*read.book.sheets, None][position + 1]
    return [RemoveSheet(name), AddSheet(replace(layout, name=name), rows, before=following)]


def _refreshed(
    name: str, table: Table, layout: Layout, rows: list[list[CellValue]]
) -> list[Change]:
    """New values in a table that is there; the organizer's own columns follow the ``No``.

    Formulas stay in their rows, which they speak of.
    """
    ours = {header: table.places[header] for header in layout.headers()}
    others = [c for c in range(1, max(map(len, table.sheet.rows)) + 1) if c not in ours.values()]
    old = {row.raw("No"): row for row in table.rows()}
    at_no = layout.headers().index("No")
    first = table.header_row + 1
    cells: dict[tuple[int, int], CellValue] = {}
    for number, values in enumerate(rows, first):
        was = old.get(values[at_no])
        for column in others:
            kept = was.values[column - 1] if was and column <= len(was.values) else None
            there = table.sheet.rows[number - 1] if number <= len(table.sheet.rows) else ()
            now = there[column - 1] if column <= len(there) else None
            if not isinstance(kept, Formula) and not isinstance(now, Formula) and kept != now:
                cells[number, column] = kept
    layout = replace(layout, name=name)
    last = first + len(rows)
    for number in (row.number for row in table.rows() if type(row.raw("No")) is int):
        if number >= last:
            cells |= {(number, column): None for column in ours.values()}
    changes: list[Change] = [AddRows(layout, rows, first, ours)]
    return [*changes, SetCells(name, cells)] if cells else changes


def refitted(table: Table, cells: Mapping[tuple[int, int], CellValue]) -> list[Change]:
    """The heights of rows that names make higher or lower, once these cells are written."""
    layout = table.layout
    places = [table.places.get(header, 0) for header in layout.headers()]
    heights: dict[int, float] = {}
    for row in table.rows():
        was = [row.raw(header) for header in layout.headers()]
        now = [cells.get((row.number, p), old) for p, old in zip(places, was, strict=True)]
        if layout.height_of(0, was) != (height := layout.height_of(0, now)):
            heights[row.number] = height
    return [SetHeights(table.sheet.name, heights)] if heights else []


def number_players(read: EventBook) -> list[Change]:
    """The numbers that players without one are given."""
    column = read.players.places["No"]
    cells: dict[tuple[int, int], CellValue] = {
        (row, column): no for row, no in read.unnumbered.items()
    }
    return [SetCells(read.players.sheet.name, cells)] if cells else []


def update_settings(read: EventBook, values: Mapping[str, CellValue]) -> list[Change]:
    """New values on ``Event``; rows that the organizer has deleted stay away."""
    column = read.event.places["Value"]
    cells = {
        (read.setting_rows[name], column): value
        for name, value in values.items()
        if name in read.setting_rows
    }
    return [SetCells(read.event.sheet.name, cells)] if cells else []


def at_a_glance(
    read: EventBook, rounds: int, newest: AddSheet | None = None
) -> dict[str, CellValue]:
    """What ``Event`` shows first: live, so that it follows what is typed.

    Args:
        read: the event.
        rounds: how many rounds there are now.
        newest: the round tab that this action adds.
    """
    planned = read.planned_rounds()
    names = [sheets.round_name(number) for number in range(1, rounds + 1)]
    return {
        sheets.NEXT_STEP.name: next_step.live(read, rounds, newest),
        sheets.PUBLISHED.name: read.published_after(names, newest.layout.name if newest else ""),
        sheets.ROUND.name: f"{rounds} of {planned}" if rounds else f"none yet, {planned} planned",
        sheets.PLAYER_COUNT.name: _player_count(read),
        sheets.ROUNDS_PAIRED.name: rounds,
        sheets.SETTLED.name: settled.recorded(read, rounds),
        **({sheets.ROUND_CLOCK.name: None} if newest else {}),
    }


def _player_count(read: EventBook) -> CellValue:
    letters = {
        header: Table.address(1, read.players.places[header])[:-1] for header in ("Name", "Status")
    }
    first = read.players.header_row + 1
    name = f"Players!${letters['Name']}${first}:${letters['Name']}$5000"
    status = f"Players!${letters['Status']}${first}:${letters['Status']}$5000"
    gone = "+".join(
        f'COUNTIFS({name},"?*",{status},"{s}")' for s in Status if s is not Status.ACTIVE
    )
    active = f'(COUNTIF({name},"?*")-({gone}))&" active of "&COUNTIF({name},"?*")'
    return Formula(f"={_checked_in_count(read, name)}{active}")


def _checked_in_count(read: EventBook, name: str) -> str:
    """How many have checked in, live, where that counts; ``""`` where it cannot."""
    setting = read.setting_cell(sheets.CHECK_IN.name)
    place = read.players.places.get(sheets.CHECKED_IN.header)
    if not setting or not place:
        return ""
    letter, first = Table.address(1, place)[:-1], read.players.header_row + 1
    here = f'COUNTIFS({name},"?*",Players!${letter}${first}:${letter}$5000,"Yes")'
    return f'IF({setting}="Yes",{here}&" checked in, ","")&'


def add_notes(
    read: EventBook, rows: list[list[CellValue]], *, replacing: int | str = 0
) -> list[Change]:
    """Explanations at the end of ``Pairing notes``.

    Args:
        read: the event.
        rows: what to add.
        replacing: a round whose old explanations go, as it stands under ``Round``.
    """
    kept: list[list[CellValue]] | None = None
    layout = sheets.NOTES_LAYOUT
    sheet = find_sheet(read.book, sheets.NOTES)
    if sheet is None:
        return [AddSheet(layout, rows, before=_existing(read.book, sheets.LOG))]
    table = Table(sheet, layout, [])
    if not table.is_usable:
        return []
    if replacing:
        kept = [
            [row.raw(header) for header in layout.headers()]
            for row in table.rows()
            if row.raw("Round") != replacing
        ]
    first = table.header_row + 1 if kept is not None else table.end
    places = {header: table.places[header] for header in layout.headers()}
    new = (kept or []) + rows
    changes: list[Change] = [AddRows(replace(layout, name=sheet.name), new, first, places)]
    stale = {
        (number, column): None
        for number in range(first + len(new), table.end)
        for column in places.values()
    }
    return [*changes, SetCells(sheet.name, stale)] if stale else changes


def add_log(
    read: EventBook, when: datetime | None, action: str, details: str, noticed: str = ""
) -> list[Change]:
    """A line at the end of ``Log``.

    Args:
        read: the event.
        when: the time; now unless it is given.
        action: what was done.
        details: to what.
        noticed: what was found to be corrected; a line of its own before the other.
    """
    lines = [(CORRECTED, noticed)] if noticed else []
    return add_lines(read, when, [*lines, (action, details)])


def add_lines(read: EventBook, when: datetime | None, lines: Iterable[LogLine]) -> list[Change]:
    """Several lines at the end of ``Log``, all of one time."""
    layout = sheets.LOG_LAYOUT
    time = (when or datetime.now().astimezone()).strftime("%Y-%m-%d %H:%M:%S")
    rows: list[list[CellValue]] = [
        [time, action, part] for action, details in lines for part in _parts(details)
    ]
    sheet = find_sheet(read.book, sheets.LOG)
    if sheet is None:
        return [AddSheet(layout, rows)]
    table = Table(sheet, layout, [])
    if not table.is_usable:
        return []
    places = {header: table.places[header] for header in layout.headers()}
    return [AddRows(replace(layout, name=sheet.name), rows, table.end, places)]


def _parts(details: str) -> Iterator[str]:
    """A line of the log as lines that fit into cells, parted between what it lists."""
    while len(details) > MOST_OF_A_LINE:
        end = max(details.rfind(mark, 0, MOST_OF_A_LINE) + len(mark) for mark in ("; ", ", "))
        end = end if end > MOST_OF_A_LINE // 2 else MOST_OF_A_LINE
        yield details[:end].rstrip()
        details = details[end:]
    yield details


def tab_before_notes(book: Book) -> str | None:
    """The first of the tabs that stay at the end."""
    return _existing(book, sheets.NOTES) or _existing(book, sheets.LOG)


def _existing(book: Book, name: str) -> str | None:
    sheet = find_sheet(book, name)
    return sheet.name if sheet else None


# Comparing what a tab says with what it should say


def players_in(sheet: SheetData, tournament: Tournament) -> tuple[Player, ...]:
    """Who had entered when a standings tab was written: who is in it, or had played by then."""
    table = Table(sheet, Layout(sheet.name, (Column("No", 9), Column("Rank", 9))), [])
    there = {row.raw("No") for row in table.rows()} if table.is_usable else set()
    played = {no for round_ in tournament.rounds for no in round_.players()}
    return tuple(p for p in tournament.players if p.no in played or p.no in there)


def standings_differences(
    read: EventBook, name: str, standings: Standings, tournament: Tournament
) -> list[str]:
    """Every value of a standings tab that differs from what the results give."""
    layout = sheets.standings_layout(standings.round, read.ruleset, read.settings)
    rows = standings_rows(layout, standings, tournament)
    return table_differences(read, name, layout, rows)


def table_differences(
    read: EventBook, name: str, layout: Layout, rows: Sequence[Sequence[CellValue]]
) -> list[str]:
    """Every value of a tab of standings that differs from what its rows should be."""
    table = Table(read.book.sheets[name], layout, [])
    if "No" not in table.places:
        return [f"{name}: the table cannot be read (the header No is missing)"]
    missing = [c.header for c in layout.columns if not c.optional and c.header not in table.places]
    found = [
        f"{name}: there is no column {header!r} (its header has been changed, or a setting of Event "
        "since the tab was written)"
        for header in missing
    ]
    expected = {
        row[layout.headers().index("No")]: dict(zip(layout.headers(), row, strict=True))
        for row in rows
    }
    seen: set[CellValue] = set()
    for row in table.rows():
        no = row.raw("No")
        seen.add(no)
        if no not in expected:
            found.append(f"{name}!{row.address('No')}: there is no player {no}")
            continue
        for header in layout.headers():
            if header in missing:
                continue
            is_now, should = row.raw(header), expected[no][header]
            if header not in ("No", "Player", "Status") and not _same(is_now, should):
                found.append(
                    f"{name}!{row.address(header)}: {header} of {expected[no]['Player']} is "
                    f"{is_now if not is_empty(is_now) else 'blank'}, the results give "
                    f"{should if not is_empty(should) else 'none'}"
                )
    found += [
        f"{name}: {values['Player']} (No {no}) is missing"
        for no, values in expected.items()
        if no not in seen
    ]
    return found


def _same(one: CellValue, two: CellValue) -> bool:
    if isinstance(one, int | float) and isinstance(two, int | float):
        return abs(Fraction(one) - Fraction(two)) < Fraction(1, 10**9)
    return (is_empty(one) and is_empty(two)) or one == two
