"""Reading the ``Players`` tab: who is there, has checked in, is left out, and who may not meet."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from engine import Player, Ruleset, Status
from xlplugin.ground.limits import MOST_NAME
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.book import Book, SheetData
from xlplugin.workbook.layout import Column, Layout
from xlplugin.workbook.layouts import players_tab, tab_names
from xlplugin.workbook.namesakes import namesakes
from xlplugin.workbook.table import Row, Table, as_text, folded, table_with


def players_layout_of(sheet: SheetData, ruleset: Ruleset) -> Layout:
    """The roster's layout with whatever columns the organizer has added."""
    known = {folded(header) for header in players_tab.players_layout(ruleset).headers()}
    typed = table_with(sheet, "No", "Name").places
    return players_tab.players_layout(ruleset, [h for h in typed if folded(h) not in known])


def names_in_rounds(book: Book) -> dict[int, list[str]]:
    """Every player number on a tab with matches, with the names beside it, the newest first."""
    names_of: dict[int, list[str]] = {}
    for tab in reversed([tab for tab in book.sheets if tab_names.holds_matches(tab)]):
        for row in table_with(book.sheets[tab], "No 1", "Player 1", "No 2", "Player 2").rows():
            for no_header, name_header in (("No 1", "Player 1"), ("No 2", "Player 2")):
                number = as_text(row.raw(no_header) or "").strip()
                if number.isdecimal():
                    names = names_of.setdefault(int(number), [])
                    name = as_text(row.raw(name_header) or "").strip()
                    if name and name not in names:
                        names.append(name)
    return names_of


@dataclass(slots=True)
class _Roster:
    """The part of ``Players`` that has been read so far.

    Players with a number and without, these by row; the cell of each number; the row of each name, folded,
    and its number, if that can be read; the rows of numbers without a name.
    """

    players: list[Player] = field(default_factory=list)
    unnumbered: list[tuple[int, Player]] = field(default_factory=list)
    numbers: dict[int, str] = field(default_factory=dict)
    named: dict[str, tuple[Row, int | None]] = field(default_factory=dict)
    nameless: dict[int, Row] = field(default_factory=dict)


def read_players(
    table: Table, in_rounds: Mapping[int, Sequence[str]], paired: Collection[int]
) -> tuple[list[Player], dict[int, int]]:
    """Read the roster.

    Whoever is in a round, and was deleted here, gets the number again as soon as the name is typed.
    Until then the problem says so, and the player is there, so that the rounds can be read.

    ``in_rounds`` are the numbers in the rounds, with the names beside them; they are not given to anybody
    else. ``paired`` are those that were paired, none where that is not known.

    Returns:
        The players, and the numbers given here by the row of the player.
    """
    if not table.is_usable:
        return [], {}
    read = _Roster()
    others = (c for c in table.layout.columns if c not in players_tab.COMMON_COLUMNS)
    details = [column for column in others if column.header in table.places]
    for row in table.rows():
        before = len(table.problems)
        no = row.whole("No", 1, tab_names.MOST_PLAYERS)
        name = row.text("Name", t("the name as text"))
        if not name.strip():
            if len(table.problems) > before or row.text("Name"):
                continue
            if no is not None and no in in_rounds and no not in read.numbers:
                read.nameless[no] = row
                read.numbers[no] = row.address("No")
            else:
                remedy = msg("type the name, or clear the row")
                row.problem("Name", "a player without a name", remedy)
            continue
        _check_name(row, name, read)
        key = folded(name)
        if no is not None and no in read.numbers:
            what = msg("number {no} is already in {cell}")
            remedy = msg("clear this number: the plugin gives a new one")
            row.problem("No", what, remedy, no=no, cell=read.numbers[no])
        is_clean = len(table.problems) == before
        read.named.setdefault(key, (row, no if is_clean else None))
        player = Player(
            no=no or 0,
            name=name,
            status=Status(row.choice("Status", tuple(Status)) or Status.ACTIVE),
            first_round_bye=bool(row.choice("First-round bye", tab_names.YES)),
            seed=row.whole("Seed", 1, 100_000),
            fixed_table=row.whole("Fixed table", 1, 100_000),
            declines_cut=bool(row.choice(players_tab.DECLINES_CUT.header, tab_names.YES)),
            details={c.header: text for c in details if (text := _detail(row, c))},
        )
        if no is not None:
            read.numbers.setdefault(no, row.address("No"))
            read.players.append(player)
        elif row.raw("No") is None or len(table.problems) == before:
            read.unnumbered.append((row.number, player))
    back = _returned(table, read, in_rounds, paired)
    following = count(max([*(p.no for p in read.players), *in_rounds], default=0) + 1)
    given = {row: back.get(row) or next(following) for row, _ in read.unnumbered}
    return [*read.players, *(replace(p, no=given[row]) for row, p in read.unnumbered)], given


def _check_name(row: Row, name: str, read: _Roster) -> None:
    """Note what is wrong with a player's name."""
    if len(name) > MOST_NAME:
        what, remedy = msg("a name of {count} characters"), msg("shorten it to {most} or less")
        row.problem("Name", what, remedy, count=len(name), most=MOST_NAME)
    named = read.named.get(folded(name))
    if named:
        what = msg("repeats {cell} ({name})")
        remedy = msg("two people: add a nickname; one person: delete a row")
        row.problem("Name", what, remedy, name=name.strip(), cell=named[0].address("Name"))


def _returned(
    table: Table, read: _Roster, in_rounds: Mapping[int, Sequence[str]], paired: Collection[int]
) -> dict[int, int]:
    """The numbers that rows without one had before; players of the rounds who are missing are problems."""
    unnumbered = {row for row, _ in read.unnumbered}
    back: dict[int, int] = {}
    free = table.end
    for no in sorted(in_rounds.keys() - (read.numbers.keys() - read.nameless.keys())):
        names = in_rounds[no]
        rows = (read.named[folded(name)] for name in names if folded(name) in read.named)
        named = ((row, number) for row, number in rows if row.number not in back)
        row, number = next(named, (None, None))
        again = row if row is not None and row.number in unnumbered else None
        stand_in = Player(no, names[0] if names else t("No {no}", no=no))
        missing = t("No {no} is missing", no=no)
        if names:
            missing = t("No {no} is missing ({name})", no=no, name=stand_in.name)
        if no in read.nameless:
            _refuse_nameless(read.nameless[no], missing, again)
        elif again:
            back[again.number] = no
            continue
        elif row is None or number is not None:  # else a problem says that it cannot be read
            is_other = number is not None and (number in in_rounds or number in paired)
            if not (no in paired if paired else names and not is_other):
                continue  # a number typed over in a round
            if row is not None and not is_other:
                what = msg("{missing}: the number here is {number}")
                row.problem("No", what, "type {no}", missing=missing, number=number, no=no)
            else:
                cell = table.address(free, table.places["No"])
                name = stand_in.name if names else t("the name")
                texts: dict[str, object] = {"no": no, "name": name, "cell": cell}
                if like := _nearly(names, read, table, back):
                    remedy = t(
                        "if {typed} here is the same player, type {no} here; else type {no} into {cell} "
                        "and {name} beside it",
                        **texts,
                        typed=like.quiet_text("Name"),
                    )
                    like.problem("No", missing, remedy)
                else:
                    remedy = t("type {no} here and {name} beside it, or use a backup", **texts)
                    table.problem(cell, missing, remedy)
                free += 1
        read.players.append(stand_in)
    return back


def _nearly(names: Sequence[str], read: _Roster, table: Table, back: Collection[int]) -> Row | None:
    """The first row without a number whose name is nearly one of those given, unless it has its own."""
    typed = {row for row, _ in read.unnumbered} - {*back}
    first = len(names)
    rows = [row for row in table.rows() if row.number in typed]
    pairs = namesakes([*names, *(row.quiet_text("Name") for row in rows)])
    alike = [j - first for i, j in pairs if i < first <= j]
    return rows[min(alike)] if alike else None


def _refuse_nameless(row: Row, missing: str, again: Row | None) -> None:
    """The problem that a number of the rounds has no name any more; ``again`` is the row that has it."""
    remedy = msg("type it here again, or use a backup")
    if again:
        remedy = msg("clear this row: {cell} has the name, and gets the number back")
    cell = again.address("Name") if again else ""
    row.problem("Name", "{missing}: the name is gone", remedy, missing=missing, cell=cell)


def _detail(row: Row, column: Column) -> str:
    """Another entry of the roster: one of the choices, or any text."""
    if column.choices:
        return row.choice(column.header, [str(choice) for choice in column.choices]) or ""
    return row.quiet_text(column.header)


def is_here(player: Player) -> bool:
    """True if a player has checked in."""
    return bool(player.details.get(players_tab.CHECKED_IN.header))


def left_out(roster: Sequence[Player], entered: Sequence[Player]) -> list[str]:
    """The names of the active players who are not among those who entered, by number."""
    numbers = {player.no for player in entered}
    missing = (p for p in roster if p.no not in numbers and p.status is Status.ACTIVE)
    return [player.name.strip() for player in sorted(missing, key=lambda player: player.no)]


def labels(player: Player) -> set[str]:
    """The labels that a player has in ``Do not pair``, folded."""
    text = player.details.get(players_tab.DO_NOT_PAIR.header, "")
    return {folded(label) for label in re.split(r"[,;\n]", text) if label.strip()}


def club(player: Player) -> set[str]:
    """The player's club, if they have one."""
    name = folded(player.details.get(players_tab.CLUB.header, ""))
    return {name} if name else set()


def groups_by(
    players: Sequence[Player], labels_of: Callable[[Player], set[str]]
) -> tuple[frozenset[int], ...]:
    """The numbers of players with a label in common, for every label that several have."""
    groups: dict[str, set[int]] = {}
    for player in players:
        for label in labels_of(player):
            groups.setdefault(label, set()).add(player.no)
    return tuple(frozenset(group) for _, group in sorted(groups.items()) if len(group) > 1)
