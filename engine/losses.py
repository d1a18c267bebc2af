"""The result of a game or a match that is lost by a penalty."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.match_format import CORP, SPECIAL, Cells, Format
from engine.model import Special, Value

NO_SHOW = {1: Special.NO_SHOW_1, 2: Special.NO_SHOW_2}


@dataclass(frozen=True, slots=True)
class Loss:
    """The new values for a loss to be on record; ``clashes`` has the old ones that they replace."""

    values: Cells = field(default_factory=dict)
    clashes: Cells = field(default_factory=dict)


def game_lost(format_: Format, typed: Cells, player: int, game: Value) -> Loss:
    """A game lost by player 1 or 2, given what is typed in the result and in ``Special``.

    ``game`` is one of the format's ``game_names``; ``""`` where there is only one.
    """
    if format_.game_names and game not in format_.game_names:
        return match_lost(format_, typed, player)
    return _lost(format_, typed, player, format_.lost_game(typed, player, game))


def match_lost(format_: Format, typed: Cells, player: int) -> Loss:
    """A match lost, with all its games; see :func:`game_lost`."""
    return _lost(format_, typed, player, format_.lost_match(typed, player))


def unplayed_lost(format_: Format, typed: Cells, player: int, *, is_complete: bool) -> Loss:
    """The rest of a match lost; results that are there stay. See :func:`game_lost`."""
    if is_complete:
        return Loss()
    if not format_.counts_games:
        return match_lost(format_, typed, player)
    needed: dict[str, Value] = {}
    for game in format_.game_names:
        if format_.is_blank_game(typed, player, game):
            needed |= format_.lost_game(typed, player, game) or {}
    return _compared(needed, typed)


def lost_by_both(format_: Format, typed: Cells) -> Loss | None:
    """A match that both lose; ``None`` in the 1990s formats: each match totals three points."""
    if not format_.can_both_lose:
        return None
    return _absent(format_, typed, Special.DOUBLE_NO_SHOW)


def _lost(format_: Format, typed: Cells, player: int, needed: Cells | None) -> Loss:
    """The needed entries; a no-show where there are no others."""
    if _has_lost_all(format_, typed, player):
        return Loss()
    if needed is None:
        return _absent(format_, typed, NO_SHOW[player])
    special = typed.get(SPECIAL, "")
    beside_games = special if special == Special.TWO_FOR_ONE else ""
    return _compared({**needed, SPECIAL: beside_games}, typed)


def _absent(format_: Format, typed: Cells, special: Special) -> Loss:
    """An entry of ``Special``, and no result; the Corp given in advance stays."""
    cleared: dict[str, Value] = {f.name: "" for f in format_.fields if f.name != CORP}
    return _compared({**cleared, SPECIAL: special}, typed)


def _has_lost_all(format_: Format, typed: Cells, player: int) -> bool:
    """Return True if the match is on record as lost by a player already, however it is typed."""
    special = Special(str(typed.get(SPECIAL, "")))
    if special is NO_SHOW[player]:
        return True
    if special is Special.DOUBLE_NO_SHOW:
        return format_.can_both_lose
    if special or format_.counts_games:
        return False
    result = tuple(typed.get(field.name, "") for field in format_.fields)
    return format_.is_lost(result, special, player)


def _compared(needed: Cells, typed: Cells) -> Loss:
    """The values that differ from the needed ones."""
    values = {h: v for h, v in sorted(needed.items()) if typed.get(h, "") != v}
    clashes = {h: typed[h] for h in values if typed.get(h, "") != ""}
    return Loss(values, clashes)
