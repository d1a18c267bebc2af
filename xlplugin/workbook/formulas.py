"""The live formulas of the round tabs, one set for each match format.

They say at once what the engine will say at the next click; a test recalculates them in a real
spreadsheet program for every entry there is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.model import Special
from engine.ruleset import MatchFormat


class LiveFormulas(NamedTuple):
    """Formulas of a round tab's row: each player's points, and what is missing or impossible."""

    points1: str
    points2: str
    check: str


def two_games(match: MatchFormat) -> LiveFormulas:
    """Formulas for two games a match, each ``W``, ``L`` or ``D`` (Player 1's result)."""
    win = _points(match, "W") // 2
    draw = _points(match, "D") // 2
    corp, runner, special = (f"TRIM({{{h}}})" for h in ("P1 Corp", "P1 Runner", "Special"))

    def letters(letter: str) -> str:
        return f'({corp}="{letter}")+({runner}="{letter}")'

    games = f"({letters('W')}+{letters('L')}+{letters('D')})"

    def points(own: str, other: str, wins: str, bye: int, *no_show: str) -> str:
        scored = f"({win}*({letters(wins)})+{draw}*({letters('D')}))"
        lost, won = no_show
        return (
            f'=IF({own}="","",IF({special}="{Special.BYE}",IF({other}="",{bye},0),'
            f'IF({special}="{Special.INTENTIONAL_DRAW}",{win},'
            f'IF({special}="{won}",{2 * win},'
            f'IF(OR({special}="{lost}",{special}="{Special.DOUBLE_NO_SHOW}"),0,'
            f'IF(AND({special}="{Special.TWO_FOR_ONE}",{games}=1),2*{scored},'
            f'IF(AND({games}=2,OR({special}="",AND({special}="{Special.TWO_FOR_ONE}",'
            f'{corp}={runner}))),{scored},"")'
            "))))))"
        )

    no_show = (Special.NO_SHOW_1, Special.NO_SHOW_2)
    typed = f'{corp}&{runner}<>""'
    without_games = ",".join(
        f'{special}="{s}"' for s in (Special.BYE, *no_show, Special.DOUBLE_NO_SHOW)
    )
    unknown = ",".join(f'{special}<>"{s}"' for s in match.specials)
    one_each = f"AND({letters('W')}=1,{letters('L')}=1)"
    checks = [
        (f'AND({{Table}}="",{{No 1}}="",{{No 2}}="",{corp}&{runner}&{special}="")', ""),
        ('AND({No 1}="",{No 2}="")', "No players"),
        (f"AND({unknown})", "Special: choose"),
        (f'AND({{No 1}}<>"",{{No 2}}<>"",{special}="{Special.BYE}")', "Bye, but two players"),
        (f'AND(OR({{No 1}}="",{{No 2}}=""),{special}<>"{Special.BYE}")', "No opponent: Bye?"),
        (f"AND(OR({without_games}),{typed})", "Clear the games"),
        (
            f'AND({special}="{Special.INTENTIONAL_DRAW}",{typed},NOT({one_each}))',
            "ID: clear games",
        ),
        (
            f'AND({special}="{Special.TWO_FOR_ONE}",{games}=2,{corp}<>{runner})',
            "2-for-1: one game",
        ),
        (f"LEN({corp})+LEN({runner})<>{games}", "Use W, L or D"),
        ('AND({Points 1}="",{Points 2}="")', "Missing"),
    ]
    check = '""'
    for condition, message in reversed(checks):
        check = f'IF({condition},"{message}",{check})'
    return LiveFormulas(
        points("{No 1}", "{No 2}", "W", int(match.bye), *no_show),
        points("{No 2}", "{No 1}", "L", int(match.bye), *reversed(no_show)),
        "=" + check,
    )


def _points(match: MatchFormat, letter: str) -> int:
    score = match.score((letter, letter), Special.NONE)
    if score is None or not isinstance(score.player1, int):
        message = f"{match.name}: no whole points for {letter}"
        raise TypeError(message)
    return score.player1


LIVE_FORMULAS: dict[str, Callable[[MatchFormat], LiveFormulas]] = {"two games": two_games}
