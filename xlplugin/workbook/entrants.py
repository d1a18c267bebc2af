"""What ``Players`` says of who may be paired: who has checked in, and who is kept apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine import Player
from xlplugin.problems import Problem
from xlplugin.workbook import sheets
from xlplugin.workbook.layout import CellError, Formula
from xlplugin.workbook.table import folded

if TYPE_CHECKING:
    from xlplugin.workbook.event_book import EventBook


def is_here(player: Player) -> bool:
    """Whether a player has checked in."""
    return bool(player.details.get(sheets.CHECKED_IN.header))


def labels(player: Player) -> set[str]:
    """What a player has in ``Do not pair``."""
    text = player.details.get(sheets.DO_NOT_PAIR.header, "")
    return {folded(label) for label in re.split(r"[,;\n]", text) if label.strip()}


def club(player: Player) -> set[str]:
    """The player's club, if they have one."""
    name = folded(player.details.get(sheets.CLUB.header, ""))
    return {name} if name else set()


def groups_by(
    players: Sequence[Player], labels_of: Callable[[Player], set[str]]
) -> tuple[frozenset[int], ...]:
    """The numbers of players with a label in common, for every label that several have."""
    found: dict[str, set[int]] = {}
    for player in players:
        for label in labels_of(player):
            found.setdefault(label, set()).add(player.no)
    return tuple(frozenset(found[label]) for label in sorted(found) if len(found[label]) > 1)


def add_problems(read: EventBook) -> None:
    """Add what stops check-in, clubs and labels from counting: a column that is gone, formulas."""
    wanted = {
        sheets.CHECKED_IN.header: sheets.CHECK_IN.name if read.checks_in else "",
        sheets.CLUB.header: sheets.CLUBS_APART.name if read.keeps_clubs_apart else "",
    }
    for header, setting in wanted.items():
        if setting and header not in read.players.places:
            what = f"{setting} is {read.settings[setting]}, but Players has no column {header}"
            remedy = f"type the header {header} on Players, or choose No here"
            cell = read.setting_cell(setting)
            read.problems.append(Problem(read.event.sheet.name, cell, what, remedy))
    counting = [sheets.DO_NOT_PAIR.header, *(h for h in (sheets.CLUB.header,) if wanted[h])]
    for row in read.players.rows():
        for header in counting:
            if isinstance(row.raw(header), Formula | CellError):
                row.problem(header, "a formula", "type the text instead (or paste as values)")


def left_out(read: EventBook, entered: Sequence[Player]) -> list[str]:
    """The names of the active players who are not among those who entered, by number."""
    there = {player.no for player in entered}
    return [
        player.name.strip()
        for player in sorted(read.roster, key=lambda player: player.no)
        if player.no not in there and player.status == "Active"
    ]
