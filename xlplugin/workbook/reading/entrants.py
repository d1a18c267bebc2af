"""What ``Players`` says of who may be paired: who has checked in, and who is kept apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engine import Player
from xlplugin.workbook.layouts import players_tab
from xlplugin.workbook.table import folded


def is_here(player: Player) -> bool:
    """Whether a player has checked in."""
    return bool(player.details.get(players_tab.CHECKED_IN.header))


def labels(player: Player) -> set[str]:
    """What a player has in ``Do not pair``."""
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
    found: dict[str, set[int]] = {}
    for player in players:
        for label in labels_of(player):
            found.setdefault(label, set()).add(player.no)
    return tuple(frozenset(found[label]) for label in sorted(found) if len(found[label]) > 1)
