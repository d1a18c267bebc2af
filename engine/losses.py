"""How a game or a match that is lost by a penalty reads in the result columns of a round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.formats import CORP, GAME_WON, LOSS, MOST_AGENDA_POINTS, RUNNER, WIN
from engine.match_format import EliminationFormat, MatchFormat
from engine.model import Special, Value

Cells = Mapping[str, Value]
"""What stands in the result columns and in ``Special``, by header; ``""`` is a blank."""
SPECIAL = "Special"
NO_SHOW = {1: Special.NO_SHOW_1, 2: Special.NO_SHOW_2}
GAMES: Mapping[str, tuple[Value, ...]] = {
    "two games": (CORP, RUNNER),
    "game points": (1, 2),
    "best of three": (1, 2, 3),
}
"""How the games of a match are told apart, by the name of its format: by the loser's side, or by
number. A match of one game needs no telling."""


@dataclass(frozen=True, slots=True)
class Loss:
    """What has to change for a loss to be on record.

    Args:
        cells: the new values.
        clashes: those of them that replace something else that was typed, with the old values.
    """

    cells: Cells = field(default_factory=dict)
    clashes: Cells = field(default_factory=dict)


def games_of(format_: MatchFormat | EliminationFormat) -> tuple[Value, ...]:
    """How the games of a match are told apart; nothing where there is only one."""
    return GAMES.get(format_.name, ())


def current_game(
    format_: MatchFormat | EliminationFormat, typed: Cells, player: int
) -> Value | None:
    """The game that is being played, as far as the results tell; ``None`` if they do not.

    Args:
        format_: how the match is reported.
        typed: what is there.
        player: 1 or 2, the one whose side tells the games apart.
    """
    blank = [
        game
        for game in games_of(format_)
        if any(typed.get(header, "") == "" for header in _lost_game(format_, player, game))
    ]
    if format_.name == "best of three":
        return blank[0] if blank else None
    return blank[0] if len(blank) == 1 else None


def game_lost(
    format_: MatchFormat | EliminationFormat, typed: Cells, player: int, game: Value
) -> Loss:
    """A game lost.

    Args:
        format_: how the match is reported.
        typed: what is there.
        player: 1 or 2, who loses it.
        game: which one, as in ``GAMES``; ``""`` where there is only one.
    """
    if _has_lost_all(format_, typed, player):
        return Loss()
    if format_.name == "elimination game" and typed.get(CORP, "") != "":
        return _compared({"Winner": 3 - player, SPECIAL: ""}, typed)
    if game == "":
        return match_lost(format_, typed, player)
    return _compared({**_lost_game(format_, player, game), SPECIAL: _beside(typed)}, typed)


def match_lost(format_: MatchFormat | EliminationFormat, typed: Cells, player: int) -> Loss:
    """A match lost, with all its games; see :func:`game_lost`."""
    if _has_lost_all(format_, typed, player):
        return Loss()
    match format_.name:
        case "two games" | "game points":
            needed = {
                header: value
                for game in games_of(format_)
                for header, value in _lost_game(format_, player, game).items()
            }
            return _compared({**needed, SPECIAL: _beside(typed)}, typed)
        case "one game":
            return _compared({"Result": RUNNER if player == 1 else CORP, SPECIAL: ""}, typed)
        case "elimination game" if typed.get("Winner", "") != "":
            return _compared({"Winner": 3 - player, SPECIAL: ""}, typed)
    cleared: dict[str, Value] = {f.name: "" for f in format_.fields if f.name != CORP}
    return _compared({**cleared, SPECIAL: NO_SHOW[player]}, typed)


def unplayed_lost(
    format_: MatchFormat | EliminationFormat, typed: Cells, player: int, *, is_complete: bool
) -> Loss:
    """What was not played of a match lost; results that are there stay. See :func:`game_lost`."""
    if is_complete:
        return Loss()
    if format_.name not in ("two games", "game points"):
        return match_lost(format_, typed, player)
    needed = {
        header: value
        for game in games_of(format_)
        if any(typed.get(header, "") == "" for header in _lost_game(format_, player, game))
        for header, value in _lost_game(format_, player, game).items()
    }
    return _compared(needed, typed)


def lost_by_both(format_: MatchFormat | EliminationFormat, typed: Cells) -> Loss | None:
    """A match that both lose; ``None`` where the format has no result for that.

    In the 1990s formats every match totals three points, two absent players included.
    """
    if isinstance(format_, MatchFormat):
        score = format_.score((), Special.DOUBLE_NO_SHOW)
        if score is None or any(score):
            return None
    cleared: dict[str, Value] = {f.name: "" for f in format_.fields if f.name != CORP}
    return _compared({**cleared, SPECIAL: Special.DOUBLE_NO_SHOW}, typed)


def _lost_game(
    format_: MatchFormat | EliminationFormat, player: int, game: Value
) -> dict[str, Value]:
    """What is typed for a game that a player loses."""
    other = 3 - player
    match format_.name:
        case "two games":
            header = "P1 Corp" if (player == 1) == (game == CORP) else "P1 Runner"
            return {header: LOSS if player == 1 else WIN}
        case "game points":
            return {f"G{game} P{player}": 0, f"G{game} P{other}": GAME_WON}
        case _:
            return {f"Game {game}": other}


def _beside(typed: Cells) -> Value:
    """What may stand in ``Special`` beside games: a two-for-one, or nothing."""
    there = typed.get(SPECIAL, "")
    return there if there == Special.TWO_FOR_ONE else ""


def _has_lost_all(format_: MatchFormat | EliminationFormat, typed: Cells, player: int) -> bool:
    """Whether the match is on record as lost by a player already, however it is typed."""
    special = Special(str(typed.get(SPECIAL, "")))
    if special is NO_SHOW[player]:
        return True
    if special is Special.DOUBLE_NO_SHOW:
        return lost_by_both(format_, typed) is not None
    if special or format_.name in ("two games", "game points"):
        return False
    result = tuple(typed.get(field.name, "") for field in format_.fields)
    if isinstance(format_, EliminationFormat):
        return format_.winner(result, special, player) == 3 - player
    score = format_.score(result, special)
    return score is not None and score[player - 1] < score[2 - player]


def _compared(needed: Cells, typed: Cells) -> Loss:
    """What has to change for the needed values to be there."""
    cells = {h: v for h, v in sorted(needed.items()) if not _says(typed.get(h, ""), v, h)}
    clashes = {h: typed[h] for h in cells if typed.get(h, "") != ""}
    return Loss(cells, clashes)


def _says(there: Value, needed: Value, header: str) -> bool:
    """Whether a cell says what is needed; a game lost in points keeps its agenda points."""
    if needed == 0 and header.startswith("G") and isinstance(there, int):
        return there <= MOST_AGENDA_POINTS
    return there == needed
