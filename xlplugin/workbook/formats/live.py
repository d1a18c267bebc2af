"""The pieces of the live formulas of round tabs, which say at once what the engine will say.

A test recalculates them in a real spreadsheet program for every entry there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.formats.elimination import DRAW
from engine.match_format import WALKOVERS, EliminationFormat, Format, MatchFormat
from engine.model import Special
from xlplugin.texts import t

Check = tuple[str, str]
"""A condition of a row, and what ``Check`` says where it holds."""

SPECIAL = "TRIM({Special})"
MISSING_TEXT = "Missing"
"""The text of ``Check`` for a result that is missing; other formulas look for it."""


class LiveColumn(NamedTuple):
    """Another column with a formula."""

    header: str
    formula: str
    help: str


class LiveFormulas(NamedTuple):
    """Formulas of a round tab's row: each player's points, and what is missing or impossible."""

    points1: str
    points2: str
    check: str
    more: tuple[LiveColumn, ...] = ()


class CutFormulas(NamedTuple):
    """Formulas of a row: who advances, what is missing or impossible, and the Swiss columns."""

    advances: str
    check: str
    swiss: LiveFormulas | None = None


def trimmed(header: str) -> str:
    """The text typed in a column, without spaces around it."""
    return f"TRIM({{{header}}})"


def number_of(cell: str) -> str:
    """A cell as a number, text that looks like one too; -1 for blank, -2 for no number."""
    return f'IF({cell}="",-1,IFERROR(VALUE({cell}),-2))'


def not_among(cell: str, choices: Sequence[str]) -> str:
    """The condition that a cell has none of the choices."""
    known = ",".join(f'{cell}<>"{choice}"' for choice in choices)
    return f"AND({known})"


def not_valid(cells: Sequence[str], valid: Sequence[str]) -> str:
    """The condition that something is typed in one of the cells, but not what is valid there."""
    wrong = (f'AND({cell}<>"",NOT({ok}))' for cell, ok in zip(cells, valid, strict=True))
    return f"OR({','.join(wrong)})"


def agreed(match: MatchFormat) -> list[Special]:
    """The specials of a match that was not played to its end."""
    return [s for s in match.specials if s not in (Special.NONE, Special.TWO_FOR_ONE)]


def points_of(match: MatchFormat, player: int, played: str) -> str:
    """The points of player 1 or 2: none without a player, as agreed, or as played."""
    own, other = f"{{No {player}}}", f"{{No {3 - player}}}"
    chain = played
    for special in reversed(agreed(match)):
        score = match.score((), special)
        assert score is not None
        value = f"{float(score[player - 1]):g}"
        if special is Special.BYE:
            value = f'IF({other}="",{float(match.bye):g},0)'
        chain = f'IF({SPECIAL}="{special}",{value},{chain})'
    return f'=IF({own}="","",{chain})'


def check_of(
    format_: Format,
    entries: str,
    checks: Sequence[Check],
    without_entries: Sequence[Special],
    missing: str = 'AND({Points 1}="",{Points 2}="")',
) -> str:
    """The formula that says what is missing or impossible in a row.

    ``entries`` is everything that is typed, joined; beside the specials ``without_entries`` nothing may be.
    ``checks`` are what else may be wrong, ``missing`` is the condition that there is no result yet.
    """
    without = ",".join(f'{SPECIAL}="{s}"' for s in without_entries)
    every: list[Check] = [
        (f'AND({{Table}}="",{{No 1}}="",{{No 2}}="",{entries}&{SPECIAL}="")', ""),
        ('AND({No 1}="",{No 2}="")', t("No players")),
        *((f'{SPECIAL}="{s}"', t("{special}: not allowed", special=s)) for s in format_.refused),
        (not_among(SPECIAL, format_.specials), t("Special: choose")),
        (f'AND({{No 1}}<>"",{{No 2}}<>"",{SPECIAL}="{Special.BYE}")', t("Bye, but two players")),
        (f'AND(OR({{No 1}}="",{{No 2}}=""),{SPECIAL}<>"{Special.BYE}")', t("No opponent: Bye?")),
        (f'AND(OR({without}),{entries}<>"")', t("Clear the games")),
        *checks,
        (missing, MISSING_TEXT),
    ]
    check = '""'
    for condition, message in reversed(every):
        text = message.replace('"', '""')
        check = f'IF({condition},"{text}",{check})'
    return "=" + check


def live_formulas(
    match: MatchFormat,
    played: Sequence[str],
    entries: str,
    checks: Sequence[Check],
    without_entries: Sequence[Special],
    more: tuple[LiveColumn, ...] = (),
) -> LiveFormulas:
    """The formulas of a row, given the points of either player as played; see :func:`check_of`."""
    points1, points2 = (points_of(match, i, formula) for i, formula in enumerate(played, 1))
    check = check_of(match, entries, checks, without_entries)
    return LiveFormulas(points1, points2, check, more)


# after the Swiss rounds


def higher(rank: str) -> str:
    """1 or 2: which player has the higher seed or rank."""
    return f"IF({{{rank} 1}}<{{{rank} 2}},1,2)"


def game_winner(cell: str, rank: str) -> str:
    """The winner of a game, 1 or 2, a draw counting for the higher seed; blank while it is open."""
    return f'IF({cell}="1",1,IF({cell}="2",2,IF({cell}="{DRAW}",{higher(rank)},"")))'


def unknown(header: str, choices: tuple[str, ...] = ("1", "2", DRAW)) -> Check:
    """The check that a cell has something else than its choices."""
    return not_among(trimmed(header), ("", *choices)), f"{header}: {', '.join(choices)}"


def match_winner(rank: str, played: str) -> str:
    """1 or 2: which player goes on; blank while that is open."""
    chain = f'IF({SPECIAL}="",{played},"")'
    outcomes = {
        Special.BYE: 'IF({No 1}="",2,1)',
        Special.DOUBLE_NO_SHOW: higher(rank),
        **{special: str(winner) for special, winner in WALKOVERS.items()},
    }
    for special, winner in outcomes.items():
        chain = f'IF({SPECIAL}="{special}",{winner},{chain})'
    return chain


def advances(winner: str, check: str) -> str:
    """The name of whoever goes on; blank while that is open, and while anything is wrong."""
    name = f"CHOOSE({winner},{{Player 1}},{{Player 2}})"
    return f'=IFERROR(IF({check.removeprefix("=")}="",{name},""),"")'


def cut_formulas(
    format_: EliminationFormat, winner: str, entries: str, checks: list[Check]
) -> CutFormulas:
    """The formulas of a format with columns of its own."""
    without = [special for special in format_.specials if special]
    check = check_of(format_, entries, checks, without, missing=f'{winner}=""')
    return CutFormulas(advances(winner, check), check)
