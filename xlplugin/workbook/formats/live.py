"""The pieces of the live formulas of round tabs, which say at once what the engine will say.

What takes long is worked out in steps, each in a column out of sight; their headers are in brackets.
A test recalculates them in a real spreadsheet program for every entry there is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.formats.elimination import DRAW
from engine.match_format import WALKOVERS, Format, MatchFormat
from engine.model import Special
from xlplugin.ground.texts import t
from xlplugin.workbook.formulas import LONGEST_FORMULA, widest

Case = tuple[str, str]
"""A condition of a row, and what a formula gives where it holds."""
EMPTY = '""'

ROOM_FOR_TEXT = 26
"""The letters of a text of ``Check`` that formulas have room for."""
MISSING_TEXT = "Missing"
"""The text of ``Check`` for a result that is missing; other formulas look for it."""
IS_RIGHT = "Confirmed"
"""The column with ``Yes`` for a result that is asked about, and right."""
BLANK, WRONG = "-1", "-2"
"""What a step gives for a cell without a number, and for one with something that is not allowed."""

WON, LOST = "W", "L"
ABSENT = t("absent")
"""How results on the bracket begin."""


class LiveColumn(NamedTuple):
    """A column with a formula."""

    header: str
    formula: str
    help: str = ""


class LiveFormulas(NamedTuple):
    """Formulas of a round tab's row: each player's points, and what is missing or impossible.

    ``more`` columns are for people, ``steps`` are out of sight.
    """

    points1: str
    points2: str
    check: str
    more: tuple[LiveColumn, ...] = ()
    steps: tuple[LiveColumn, ...] = ()


class CutFormulas(NamedTuple):
    """Formulas of a row: who advances, what is missing or impossible, and the Swiss columns."""

    advances: str
    check: str
    swiss: LiveFormulas | None = None
    steps: tuple[LiveColumn, ...] = ()


class Steps:
    """The columns out of sight in which the formulas of a row are worked out.

    Args:
        format_: its entries of ``Special`` are numbered in the first of them, from 1 for none; 0 is
            something else.
    """

    def __init__(self, format_: Format) -> None:
        self.columns: list[LiveColumn] = []
        self._allowed = list(dict.fromkeys((Special.NONE, *format_.specials)))
        self._known = [*self._allowed, *format_.refused]
        self._special = self.add("Special", place_among("Special", self._known))

    def add(self, name: str, formula: str) -> str:
        """A further step; its cell, as part of a formula."""
        self.columns.append(LiveColumn(f"({name})", f"={formula}"))
        return f"{{({name})}}"

    def is_special(self, *specials: Special) -> str:
        """The condition that ``Special`` is one of these, where it is none that is refused."""
        numbers = sorted(self._known.index(special) + 1 for special in specials)
        if len(numbers) > 1 and numbers == [*range(numbers[0], len(self._allowed) + 1)]:
            return f"{self._special}>={numbers[0]}"
        every = [f"{self._special}={number}" for number in numbers]
        return every[0] if len(every) == 1 else f"OR({','.join(every)})"

    def has_unknown_special(self) -> str:
        """The condition that ``Special`` has something that nobody knows."""
        return f"{self._special}=0"

    def by_special(self, values: Mapping[Special, str], played: str) -> str:
        """One of the values by ``Special``, or as played; blank while that is open or wrong."""
        chosen = ",".join(values.get(special, played) for special in self._allowed)
        return f'IFERROR(CHOOSE({self._special},{chosen}),"")'

    def chain(self, name: str, cases: Sequence[Case], otherwise: str, outside: str = "") -> str:
        """The value of the first case that holds; those that make it too long are further steps.

        ``outside`` is what will stand around it.
        """
        room = LONGEST_FORMULA - len(outside)
        parts: list[tuple[int, str]] = []
        while cases or not parts:
            following = f"{{({name} {len(parts) + 2})}}"
            count = len(cases)
            while True:
                end = otherwise if count == len(cases) else following
                begin = "".join(f"IF({condition},{value}," for condition, value in cases[:count])
                # As many steps in every language: a text takes as much room in all of them.
                texts = (len(value) for _, value in cases[:count] if value.startswith('"'))
                spare = sum(max(ROOM_FOR_TEXT - length, 0) for length in texts)
                if count <= 1 or widest(f"={begin}{end}") + spare + count <= room:
                    break
                count -= 1
            parts.append((count, begin + end))
            cases, room = cases[count:], LONGEST_FORMULA
        first, *more = (part + ")" * count for count, part in parts)
        for number, part in enumerate(more, 2):
            self.add(f"{name} {number}", part)
        return first


def trimmed(header: str) -> str:
    """The text typed in a column, without spaces around it."""
    return f"TRIM({{{header}}})"


def joined(headers: Sequence[str]) -> str:
    """Everything that is typed in some columns, without spaces around it."""
    return f"TRIM({'&'.join(f'{{{header}}}' for header in headers)})"


def typed_number(header: str, allowed: str) -> str:
    """What is typed in a column as a number, or :data:`BLANK` or :data:`WRONG`.

    ``allowed`` gives the number where it is one of those allowed, an error or 0 for none otherwise;
    ``{0}`` in it is the number typed: digits alone, as between the 0 and the E0 that are put round them
    nothing else is a number, neither ``1E1`` nor ``$10``.
    """
    cell = trimmed(header)
    number = f'VALUE("0"&{cell}&"E0")'
    return f'IF({cell}="",{BLANK},IFERROR({allowed.replace("{0}", number)},{WRONG}))'


def place_among(header: str, choices: Sequence[str]) -> str:
    """The place, from 1, of what is typed in a column among its choices; 0 for something else."""
    texts = ",".join(f'"{choice}"' for choice in choices)
    places = ",".join(str(place) for place in range(1, len(choices) + 1))
    return f"SUMPRODUCT(({trimmed(header)}={{{texts}}})*{{{places}}})"


def add_choice(steps: Steps, header: str, choices: Sequence[str]) -> tuple[str, Case]:
    """The step with the place of what is typed among its choices, and the check that it is one of them."""
    place = steps.add(header, place_among(header, choices))
    return place, (f'AND({place}=0,{trimmed(header)}<>"")', ", ".join(choices))


def agreed(match: MatchFormat) -> list[Special]:
    """The specials of a match that was not played to its end."""
    return [s for s in match.specials if s not in (Special.NONE, Special.TWO_FOR_ONE)]


def points_of(steps: Steps, match: MatchFormat, player: int, played: str) -> str:
    """The points of player 1 or 2: none without a player, as agreed, or as played."""
    own, other = f"{{No {player}}}", f"{{No {3 - player}}}"
    values: dict[Special, str] = {}
    for special in agreed(match):
        score = match.score((), special)
        assert score is not None
        values[special] = f"{float(score[player - 1]):g}"
        if special is Special.BYE:
            values[special] = f'IF({other}="",{float(match.bye):g},0)'
    return f'=IF({own}="","",{steps.by_special(values, played)})'


def check_of(
    steps: Steps,
    format_: Format,
    entries: Sequence[str],
    checks: Sequence[Case],
    without_entries: Sequence[Special],
    missing: str,
) -> str:
    """The formula that says what is missing or impossible in a row.

    ``entries`` are the columns where results are typed; beside the specials ``without_entries`` nothing may
    be. ``checks`` are what else may be wrong, ``missing`` is the condition that there is no result yet.
    """
    typed, without = joined(entries), steps.is_special(*without_entries)
    players = steps.add("Players", '({No 1}<>"")+({No 2}<>"")')
    byes: list[Case] = [(f"{players}=1", t("No opponent: Bye?"))]
    if Special.BYE in format_.specials:
        bye = steps.is_special(Special.BYE)
        byes = [
            (f"AND({players}=2,{bye})", t("Bye, but two players")),
            (f"AND({players}=1,NOT({bye}))", t("No opponent: Bye?")),
        ]
    every: list[Case] = [
        (f'{joined(["Table", "No 1", "No 2", *entries, "Special"])}=""', ""),
        (f"{players}=0", t("No players")),
        *((steps.is_special(s), t("{special}: not allowed", special=s)) for s in format_.refused),
        (steps.has_unknown_special(), t("Special: choose")),
        *byes,
        (f'AND({without},{typed}<>"")', t("Clear the games")),
        *checks,
        (missing, MISSING_TEXT),
    ]
    cases = [(condition, '"' + text.replace('"', '""') + '"') for condition, text in every]
    error = t("Error in a cell")
    outside = f'IFERROR(,"{error}")'
    return f'=IFERROR({steps.chain("Check", cases, EMPTY, outside)},"{error}")'


def live_formulas(
    steps: Steps,
    match: MatchFormat,
    played: Sequence[str],
    entries: Sequence[str],
    checks: Sequence[Case],
    without_entries: Sequence[Special],
    more: tuple[LiveColumn, ...] = (),
) -> LiveFormulas:
    """The formulas of a row, given the points of either player as played; see :func:`check_of`."""
    points1, points2 = (points_of(steps, match, i, part) for i, part in enumerate(played, 1))
    # Not by the points, which somebody may have typed over; an error there is one of the row.
    known = steps.add("Known", steps.by_special(dict.fromkeys(agreed(match), "1"), played[0]))
    missing = f'({known}="")+0*LEN({{Points 1}}&{{Points 2}})'
    check = check_of(steps, match, entries, checks, without_entries, missing)
    return LiveFormulas(points1, points2, check, more, tuple(steps.columns))


# after the Swiss rounds


def add_higher(steps: Steps, rank: str) -> str:
    """The step that says, 1 or 2, which player has the higher seed or rank."""
    return steps.add("Higher", f"IF({{{rank} 1}}<{{{rank} 2}},1,2)")


def game_winner(header: str, higher: str) -> str:
    """The winner of a game, 1 or 2, a draw counting for the higher seed; blank while it is open."""
    cell = trimmed(header)
    return f'IF({cell}="1",1,IF({cell}="2",2,IF({cell}="{DRAW}",{higher},"")))'


def not_a_winner(header: str, game: str) -> Case:
    """The check that something else is typed than who won a game, given the step of its winner."""
    return f'AND({game}="",{trimmed(header)}<>"")', f"{header}: 1, 2, {DRAW}"


def add_winner(steps: Steps, higher: str, played: str) -> str:
    """The step that says, 1 or 2, which player goes on; blank while that is open."""
    outcomes = {
        Special.BYE: 'IF({No 1}="",2,1)',
        Special.DOUBLE_NO_SHOW: higher,
        **{special: str(winner) for special, winner in WALKOVERS.items()},
    }
    return steps.add("Winner", steps.by_special(outcomes, played))


def cut_formulas(
    steps: Steps,
    winner: str,
    check: str,
    details: Sequence[str],
    rank: str,
    swiss: LiveFormulas | None = None,
) -> CutFormulas:
    """The formulas of a row, given the step of the winner, and what is told of either player besides.

    The last steps are what the bracket shows: who lost, both seeds, both results.
    """
    is_known = '{Advances}=""'
    for name, column in (("Loser", "Player"), ("Loser's seed", rank)):
        steps.add(name, f'IF({is_known},"",CHOOSE({winner},{{{column} 2}},{{{column} 1}}))')
    steps.add("Seed", f'IF({is_known},"",CHOOSE({winner},{{{rank} 1}},{{{rank} 2}}))')
    for player, detail in enumerate(details, 1):
        by_special = f'IF({winner}={player},"{WON}","{ABSENT}")'
        played = f'IF({winner}={player},"{WON}","{LOST}")&{detail}'
        is_played = steps.is_special(Special.NONE)
        steps.add(f"Result {player}", f'IF({is_known},"",IF({is_played},{played},{by_special}))')
    advances = f'=IFERROR(IF({{Check}}="",CHOOSE({winner},{{Player 1}},{{Player 2}}),""),"")'
    return CutFormulas(advances, check, swiss, tuple(steps.columns))
