"""The live formulas of the tabs after the Swiss rounds: who advances, and what is missing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from engine.elimination.formats import BEST_OF_THREE, DRAW, ONE_GAME, UNKNOWN, WALKOVERS
from engine.match_format import EliminationFormat, MatchFormat
from engine.model import Special
from xlplugin.workbook.layouts.formulas import (
    SPECIAL,
    Check,
    LiveFormulas,
    check_of,
    headquarters,
    number_of,
)


class CutFormulas(NamedTuple):
    """Formulas of a row: who advances, what is missing or impossible, and the Swiss columns."""

    advances: str
    check: str
    swiss: LiveFormulas | None = None


def one_game(format_: EliminationFormat, _match: MatchFormat, rank: str) -> CutFormulas:
    """One game: ``Corp`` and ``Winner``."""
    corp, winner = "TRIM({Corp})", "TRIM({Winner})"
    played = f'IF({corp}="","",{_game(winner, rank)})'
    checks = [_unknown(corp, "Corp", ("1", "2", UNKNOWN)), _unknown(winner, "Winner")]
    return _formulas(format_, _winner(rank, played), winner, checks)


def best_of_three(format_: EliminationFormat, _match: MatchFormat, rank: str) -> CutFormulas:
    """Best of three: ``Corp``, and who won each game."""
    games = [f"TRIM({{Game {n}}})" for n in (1, 2, 3)]

    def won(player: int) -> str:
        return "+".join(f"IF({_game(game, rank)}={player},1,0)" for game in games)

    played = f'IF(TRIM({{Corp}})="","",IF({won(1)}>=2,1,IF({won(2)}>=2,2,"")))'
    first, second, third = games
    checks = [
        _unknown("TRIM({Corp})", "Corp", ("1", "2", UNKNOWN)),
        *(_unknown(game, f"Game {n}") for n, game in enumerate(games, 1)),
        (
            f'OR(AND({first}="",{second}<>""),AND({second}="",{third}<>""))',
            "An earlier game?",
        ),
        (
            f'AND({first}={second},{first}<>"{DRAW}",{third}<>"")',
            "Clear Game 3",
        ),
    ]
    return _formulas(format_, _winner(rank, played), "&".join(games), checks)


def as_in_swiss(format_: EliminationFormat, match: MatchFormat, rank: str) -> CutFormulas:
    """As in the Swiss rounds of Neuroshima Hex; the winner has more endurance left."""
    one, two = (number_of(f"TRIM({{HQ {i}}})") for i in (1, 2))
    swiss = headquarters(replace(match, specials=format_.specials, barred=format_.barred))
    played = f'IF(OR({one}<0,{two}<0),"",IF({one}>{two},1,IF({two}>{one},2,{_higher(rank)})))'
    return CutFormulas(_advances(_winner(rank, played), swiss.check), swiss.check, swiss)


def _higher(rank: str) -> str:
    """1 or 2: which player has the higher seed or rank."""
    return f"IF({{{rank} 1}}<{{{rank} 2}},1,2)"


def _game(cell: str, rank: str) -> str:
    """Who won a game: 1 or 2, a draw counting for the higher seed; blank while it is open."""
    return f'IF({cell}="1",1,IF({cell}="2",2,IF({cell}="{DRAW}",{_higher(rank)},"")))'


def _winner(rank: str, played: str) -> str:
    """1 or 2: which player goes on; blank while that is open."""
    chain = f'IF({SPECIAL}="",{played},"")'
    outcomes = {
        Special.BYE: 'IF({No 1}="",2,1)',
        Special.DOUBLE_NO_SHOW: _higher(rank),
        **{special: str(winner) for special, winner in WALKOVERS.items()},
    }
    for special, winner in outcomes.items():
        chain = f'IF({SPECIAL}="{special}",{winner},{chain})'
    return chain


def _advances(winner: str, check: str) -> str:
    """The name of whoever goes on; blank while that is open, and while anything is wrong."""
    name = f"CHOOSE({winner},{{Player 1}},{{Player 2}})"
    return f'=IFERROR(IF({check.removeprefix("=")}="",{name},""),"")'


def _unknown(cell: str, header: str, choices: tuple[str, ...] = ("1", "2", DRAW)) -> Check:
    known = ",".join(f'{cell}<>"{choice}"' for choice in ("", *choices))
    return f"AND({known})", f"{header}: {', '.join(choices)}"


def _formulas(
    format_: EliminationFormat, winner: str, entries: str, checks: list[Check]
) -> CutFormulas:
    without = [special for special in format_.specials if special]
    check = check_of(format_, entries, without, checks, missing=f'{winner}=""')
    return CutFormulas(_advances(winner, check), check)


CUT_FORMULAS: dict[str, Callable[[EliminationFormat, MatchFormat, str], CutFormulas]] = {
    ONE_GAME.name: one_game,
    BEST_OF_THREE.name: best_of_three,
    "headquarters": as_in_swiss,
}
