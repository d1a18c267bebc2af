"""The live formulas of the round tabs, one set for each match format.

They say at once what the engine will say at the next click; a test recalculates them in a real
spreadsheet program for every entry there is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.formats import (
    CORP,
    DIFFERENCE,
    DRAWN,
    GAME_WON,
    GAMES,
    MATCHES,
    MOST_AGENDA_POINTS,
    MOST_ENDURANCE,
    RUNNER,
    GamePoints,
    Headquarters,
)
from engine.match_format import EliminationFormat, MatchFormat, Score
from engine.model import Exact, Special

Check = tuple[str, str]
"""A condition of a row, and what ``Check`` says where it holds."""

SPECIAL = "TRIM({Special})"


class LiveFormulas(NamedTuple):
    """Formulas of a round tab's row: each player's points, and what is missing or impossible.

    ``more`` holds other columns: header, formula, help.
    """

    points1: str
    points2: str
    check: str
    more: tuple[tuple[str, str, str], ...] = ()


def two_games(match: MatchFormat) -> LiveFormulas:
    """Formulas for two games a match, each ``W``, ``L`` or ``D`` (Player 1's result)."""
    win = _points(match, "W", "W") // 2
    draw = _points(match, "D", "D") // 2
    corp, runner = (f"TRIM({{{h}}})" for h in ("P1 Corp", "P1 Runner"))
    two_for_one = f'{SPECIAL}="{Special.TWO_FOR_ONE}"'

    def letters(letter: str) -> str:
        return f'({corp}="{letter}")+({runner}="{letter}")'

    games = f"({letters('W')}+{letters('L')}+{letters('D')})"

    def played(wins: str) -> str:
        scored = f"({win}*({letters(wins)})+{draw}*({letters('D')}))"
        return (
            f"IF(AND({two_for_one},{games}=1),2*{scored},"
            f'IF(AND({games}=2,OR({SPECIAL}="",AND({two_for_one},{corp}={runner}))),{scored},""))'
        )

    typed = f'{corp}&{runner}<>""'
    one_each = f"AND({letters('W')}=1,{letters('L')}=1)"
    checks = [
        (
            f'AND({SPECIAL}="{Special.INTENTIONAL_DRAW}",{typed},NOT({one_each}))',
            "ID: clear games",
        ),
        (f"AND({two_for_one},{games}=2,{corp}<>{runner})", "2-for-1: one game"),
        (f"LEN({corp})+LEN({runner})<>{games}", "Use W, L or D"),
    ]
    without_games = [
        Special.BYE, Special.NO_SHOW_1, Special.NO_SHOW_2, Special.DOUBLE_NO_SHOW,
    ]  # fmt: skip
    return LiveFormulas(
        _points1(match, played("W")),
        _points2(match, played("L")),
        check_of(match, f"{corp}&{runner}", without_games, checks),
    )


def game_points(match: MatchFormat) -> LiveFormulas:
    """Formulas for two games a match, reported in game points."""
    worth = match.worth
    assert isinstance(worth, GamePoints)
    cells = [f"TRIM({{{field.name}}})" for field in match.fields]
    a, b, c, d = (number_of(cell) for cell in cells)
    valid = [
        f"OR({x}={GAME_WON},AND({x}>=0,{x}<={MOST_AGENDA_POINTS},{x}=INT({x})))"
        for x in (a, b, c, d)
    ]
    both = [f"AND({x}={GAME_WON},{y}={GAME_WON})" for x, y in ((a, b), (c, d))]

    def played(own1: str, other1: str, own2: str, other2: str) -> str:
        games = "+".join(
            f"({own}={GAME_WON})+0.5*({own}<{GAME_WON})*({other}<{GAME_WON})"
            for own, other in ((own1, other1), (own2, other2))
        )
        better = f"SIGN({own1}+{own2}-{other1}-{other2})"
        if worth.games_first:
            better = f"SIGN(9*(({games})-1)+{better})"
        match_points = f"0.5+0.5*{better}"
        count = {GAMES: games, MATCHES: match_points}.get(worth.count, f"{games}+{match_points}")
        return f'IF(AND({SPECIAL}="",{",".join(valid)},NOT(OR({",".join(both)}))),{count},"")'

    typed = "&".join(cells)
    entered = [f'AND({cell}<>"",NOT({ok}))' for cell, ok in zip(cells, valid, strict=True)]
    checks = [
        (f"OR({','.join(entered)})", "Use 10 or 0-6"),
        (both[0], "Game 1: two winners"),
        (both[1], "Game 2: two winners"),
    ]
    return LiveFormulas(
        _points1(match, played(a, b, c, d)),
        _points2(match, played(b, a, d, c)),
        check_of(match, typed, _agreed(match), checks),
    )


def one_game(match: MatchFormat) -> LiveFormulas:
    """Formulas for one game a match, won by the Corp (Player 1) or the Runner."""
    result = "TRIM({Result})"

    def played(own: str, other: str) -> str:
        win, draw = _points(match, CORP), _points(match, DRAWN)
        return (
            f'IF({SPECIAL}<>"","",IF({result}="{own}",{win},IF({result}="{other}",0,'
            f'IF({result}="{DRAWN}",{draw},""))))'
        )

    known = ",".join(f'{result}<>"{value}"' for value in ("", CORP, RUNNER, DRAWN))
    checks = [(f"AND({known})", "Corp, Runner, Draw")]
    return LiveFormulas(
        _points1(match, played(CORP, RUNNER)),
        _points2(match, played(RUNNER, CORP)),
        check_of(match, result, _agreed(match), checks),
    )


def headquarters(match: MatchFormat) -> LiveFormulas:
    """Formulas for one game of Neuroshima Hex: points, and Player 1's difference."""
    worth = match.worth
    assert isinstance(worth, Headquarters)
    cells = [f"TRIM({{{field.name}}})" for field in match.fields]
    one, two = (number_of(cell) for cell in cells[:2])
    most = MOST_ENDURANCE
    valid = [f"AND({x}>=0,{x}<={most},{x}=INT({x}))" for x in (one, two)]
    complete = f'AND({SPECIAL}="",{",".join(valid)})'

    def played(own: str, other: str) -> str:
        points = f"IF({own}>{other},{worth.win},IF({own}={other},{worth.draw},0))"
        return f'IF({complete},{points},"")'

    gap = f"MAX(-{worth.most},MIN({worth.most},{one}-{two}))"
    difference = f'IF({complete},{gap},"")'
    for special in _agreed(match):
        value = str(match.tallies[DIFFERENCE]((), special).player1)
        if special is Special.BYE:
            value = f'IF({{No 2}}="",{value},-{value})'
        difference = f'IF({SPECIAL}="{special}",{value},{difference})'
    bad = [f'AND({cell}<>"",NOT({ok}))' for cell, ok in zip(cells[:2], valid, strict=True)]
    checks = [
        (f"OR({','.join(bad)})", f"HQ: use 0-{most}"),
        (f'AND({cells[2]}<>"",{cells[2]}={cells[3]})', "Same army twice"),
    ]
    help_ = f"Player 1's difference of the headquarters, {worth.most} at most; Player 2's is the opposite."
    return LiveFormulas(
        _points1(match, played(one, two)),
        _points2(match, played(two, one)),
        check_of(match, "&".join(cells), _agreed(match), checks),
        ((DIFFERENCE, f'=IF({{No 1}}&{{No 2}}="","",{difference})', help_),),
    )


def number_of(cell: str) -> str:
    """A cell as a number, text that looks like one too; -1 for blank, -2 for no number."""
    return f'IF({cell}="",-1,IFERROR(VALUE({cell}),-2))'


def _agreed(match: MatchFormat) -> list[Special]:
    """The specials of a match that was not played to its end."""
    return [s for s in match.specials if s not in (Special.NONE, Special.TWO_FOR_ONE)]


def _points1(match: MatchFormat, played: str) -> str:
    return _points_of("{No 1}", "{No 2}", match, [s.player1 for s in _scores(match)], played)


def _points2(match: MatchFormat, played: str) -> str:
    return _points_of("{No 2}", "{No 1}", match, [s.player2 for s in _scores(match)], played)


def _scores(match: MatchFormat) -> list[Score]:
    """What each of the agreed specials is worth."""
    found = [match.score((), special) for special in _agreed(match)]
    return [score for score in found if score is not None]


def _points_of(
    own: str, other: str, match: MatchFormat, worth: Sequence[Exact], played: str
) -> str:
    """A player's points: none without a player, as agreed, or as played."""
    chain = played
    for special, points in reversed([*zip(_agreed(match), worth, strict=True)]):
        value = f"{float(points):g}"
        if special is Special.BYE:
            value = f'IF({other}="",{float(match.bye):g},0)'
        chain = f'IF({SPECIAL}="{special}",{value},{chain})'
    return f'=IF({own}="","",{chain})'


def check_of(
    match: MatchFormat | EliminationFormat,
    entries: str,
    without_entries: Sequence[Special],
    checks: Sequence[Check],
    missing: str = 'AND({Points 1}="",{Points 2}="")',
) -> str:
    """What is missing or impossible in a row.

    Args:
        match: what may be typed in ``Special``, and what may not.
        entries: everything that is typed, joined.
        without_entries: the specials beside which nothing may be typed.
        checks: what else may be wrong.
        missing: the condition that there is no result yet.
    """
    unknown = ",".join(f'{SPECIAL}<>"{s}"' for s in match.specials)
    without = ",".join(f'{SPECIAL}="{s}"' for s in without_entries)
    every: list[Check] = [
        (f'AND({{Table}}="",{{No 1}}="",{{No 2}}="",{entries}&{SPECIAL}="")', ""),
        ('AND({No 1}="",{No 2}="")', "No players"),
        *((f'{SPECIAL}="{special}"', f"{special}: not allowed") for special in match.barred),
        (f"AND({unknown})", "Special: choose"),
        (f'AND({{No 1}}<>"",{{No 2}}<>"",{SPECIAL}="{Special.BYE}")', "Bye, but two players"),
        (f'AND(OR({{No 1}}="",{{No 2}}=""),{SPECIAL}<>"{Special.BYE}")', "No opponent: Bye?"),
        (f'AND(OR({without}),{entries}<>"")', "Clear the games"),
        *checks,
        (missing, "Missing"),
    ]
    check = '""'
    for condition, message in reversed(every):
        check = f'IF({condition},"{message}",{check})'
    return "=" + check


def _points(match: MatchFormat, *result: str) -> int:
    score = match.score(result, Special.NONE)
    if score is None or not isinstance(score.player1, int):
        message = f"{match.name}: no whole points for {result}"
        raise TypeError(message)
    return score.player1


LIVE_FORMULAS: dict[str, Callable[[MatchFormat], LiveFormulas]] = {
    "two games": two_games,
    "game points": game_points,
    "one game": one_game,
    "headquarters": headquarters,
}
