"""Players who have checked in, who are left out, and who may not meet, by ``Players``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engine import Player, Status
from xlplugin.workbook.layouts import players_tab
from xlplugin.workbook.table import folded


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
