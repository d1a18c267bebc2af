"""Reading the ``Players`` tab."""

from __future__ import annotations

from dataclasses import replace

from engine import Player, Ruleset, Status
from xlplugin.workbook import sheets
from xlplugin.workbook.book import Book, SheetData
from xlplugin.workbook.layout import Column, Layout
from xlplugin.workbook.table import Row, Table, folded


def players_layout_of(sheet: SheetData, ruleset: Ruleset) -> Layout:
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


def numbers_in_rounds(book: Book) -> set[int]:
    """Every player number that a tab of matches mentions, so that none is given twice."""
    found: set[int] = set()
    for name, sheet in book.sheets.items():
        if not sheets.holds_matches(name):
            continue
        columns = {
            column
            for row in sheet.rows[:25]
            for column, value in enumerate(row)
            if isinstance(value, str) and folded(value) in ("no 1", "no 2")
        }
        found |= {
            int(str(row[column]))
            for row in sheet.rows
            for column in columns
            if column < len(row) and str(row[column]).strip().isdecimal()
        }
    return found


def read_players(table: Table, used: set[int]) -> tuple[list[Player], dict[int, int]]:
    """Read the roster.

    Args:
        table: the ``Players`` tab; what is wrong goes to its problems.
        used: numbers that must not be given again.

    Returns:
        The players, and the numbers given here by the row of the player.
    """
    if not table.is_usable:
        return [], {}
    roster: list[Player] = []
    unnumbered: list[tuple[int, Player]] = []
    numbers: dict[int, str] = {}
    names: dict[str, str] = {}
    details = [
        c
        for c in table.layout.columns
        if c not in sheets.COMMON_COLUMNS and c.header in table.places
    ]
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
            declines_cut=bool(row.choice(sheets.DECLINES_CUT.header, sheets.YES)),
            details={c.header: text for c in details if (text := _detail(row, c))},
        )
        if no is not None:
            numbers.setdefault(no, row.address("No"))
            roster.append(player)
        elif row.raw("No") is None or len(table.problems) == before:
            unnumbered.append((row.number, player))
    return _numbered(roster, unnumbered, used)


def _detail(row: Row, column: Column) -> str:
    """What else the roster says: one of the choices, or any text."""
    if column.choices:
        return row.choice(column.header, [str(choice) for choice in column.choices]) or ""
    return row.quiet_text(column.header)


def _numbered(
    roster: list[Player], unnumbered: list[tuple[int, Player]], used: set[int]
) -> tuple[list[Player], dict[int, int]]:
    """Give numbers to the players who have none yet, in the order of their rows."""
    following = max([p.no for p in roster] + list(used), default=0) + 1
    given: dict[int, int] = {}
    for following_no, (row, p) in enumerate(unnumbered, following):
        given[row] = following_no
        roster.append(replace(p, no=following_no))
    return roster, given
