"""The pieces of the live formulas of round tabs, which say at once what the engine will say.

Long calculations are done in steps, each in a hidden column; their headers are in brackets. A test
recalculates them in a real spreadsheet program for every entry there is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from engine.formats.elimination import DRAW
from engine.match_format import WALKOVERS, Format, MatchFormat
from engine.model import Special
from xlplugin.ground.names import named
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.expressions import (
    Operand,
    Part,
    cell,
    choice,
    choose,
    digits,
    either,
    every,
    length,
    no,
    part,
    place_in,
    trim,
    unless_error,
    where,
)
from xlplugin.workbook.formulas import LONGEST_FORMULA, widest

Case = tuple[Part, Operand]
"""A condition of a row, and what a formula gives where it holds."""

ROOM_FOR_TEXT = 26
"""The letters of a text of ``Check`` that formulas have room for."""
MISSING_TEXT = msg("Missing")
"""The text of ``Check`` for a result that is missing; other formulas look for it."""
IS_RIGHT = "Confirmed"
"""The column with ``Yes`` for a result that is asked about, and right."""
BLANK, WRONG = -1, -2
"""What a step gives for a cell without a number, and for one with something that is not allowed."""

WON, LOST = "W", "L"
ABSENT = msg("absent")
"""How results on the bracket begin."""


class LiveColumn(NamedTuple):
    """A column with a formula."""

    header: str
    formula: Part
    help: str = ""


class LiveFormulas(NamedTuple):
    """Formulas of a round tab's row: each player's points, and what is missing or impossible.

    ``more`` columns are for people, ``steps`` are out of sight.
    """

    points1: Part
    points2: Part
    check: Part
    more: tuple[LiveColumn, ...] = ()
    steps: tuple[LiveColumn, ...] = ()


class CutFormulas(NamedTuple):
    """Formulas of a row: who advances, what is missing or impossible, and the Swiss columns."""

    advances: Part
    check: Part
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
        self._special = self.add("Special", place_in(trimmed("Special"), self._known))

    def add(self, name: str, formula: Part) -> Part:
        """A further step; its cell, as part of a formula."""
        self.columns.append(LiveColumn(f"({name})", formula))
        return cell(f"({name})")

    def is_special(self, *specials: Special) -> Part:
        """The condition that ``Special`` is one of these, where it is none that is refused."""
        numbers = sorted(self._known.index(special) + 1 for special in specials)
        if len(numbers) > 1 and numbers == [*range(numbers[0], len(self._allowed) + 1)]:
            return self._special >= numbers[0]
        each = [self._special.is_(number) for number in numbers]
        return each[0] if len(each) == 1 else either(*each)

    def has_unknown_special(self) -> Part:
        """The condition that ``Special`` has something that nobody knows."""
        return self._special.is_(0)

    def by_special(self, values: Mapping[Special, Operand], played: Operand) -> Part:
        """One of the values by ``Special``, or as played; blank while that is open or wrong."""
        chosen = (values.get(special, played) for special in self._allowed)
        return unless_error(choose(self._special, *chosen), "")

    def chain(
        self, name: str, cases: Sequence[Case], otherwise: Operand, outside: str = ""
    ) -> Part:
        """The value of the first condition that holds, in as many steps as it takes.

        ``outside`` is what will stand around it.
        """
        room = LONGEST_FORMULA - len(outside)
        parts: list[Part] = []
        while cases or not parts:
            following = cell(f"({name} {len(parts) + 2})")
            count = len(cases)
            while True:
                made = part(otherwise if count == len(cases) else following)
                for condition, value in reversed(cases[:count]):
                    made = where(condition, value, made)
                # As many steps in every language: a text takes as much room in all of them.
                texts = (
                    len(part(value).text) for _, value in cases[:count] if isinstance(value, str)
                )
                spare = sum(max(ROOM_FOR_TEXT - length, 0) for length in texts)
                if count <= 1 or widest(made.formula) + spare <= room:
                    break
                count -= 1
            parts.append(made)
            cases, room = cases[count:], LONGEST_FORMULA
        for number, made in enumerate(parts[1:], 2):
            self.add(f"{name} {number}", made)
        return parts[0]


def trimmed(header: str) -> Part:
    """The text typed in a column, without spaces around it."""
    return trim(cell(header))


def joined(headers: Sequence[str]) -> Part:
    """Everything that is typed in some columns, without spaces around it."""
    first, *more = map(cell, headers)
    for one in more:
        first &= one
    return trim(first)


def typed_number(header: str, allowed: Callable[[Part], Part]) -> Part:
    """What is typed in a column as a number, or :data:`BLANK` or :data:`WRONG`.

    ``allowed`` gives the number typed where it is one of those allowed, an error otherwise.
    """
    typed = trimmed(header)
    return where(typed.is_(""), BLANK, unless_error(allowed(digits(typed)), WRONG))


def add_choice(steps: Steps, header: str, choices: Sequence[str]) -> tuple[Part, Case]:
    """The step with the place of what is typed among its choices, and the check that it is one of them."""
    place = steps.add(header, place_in(trimmed(header), choices))
    return place, (every(place.is_(0), trimmed(header).is_not("")), told("", choices))


def told(header: str, choices: Sequence[str]) -> str:
    """What may be typed in a column, as ``Check`` says it."""
    texts = ", ".join(named("choice", one) for one in choices)
    return f"{named('column', header)}: {texts}" if header else texts


def agreed(match: MatchFormat) -> list[Special]:
    """The specials of a match that was not played to its end."""
    return [s for s in match.specials if s not in (Special.NONE, Special.TWO_FOR_ONE)]


def points_of(steps: Steps, match: MatchFormat, player: int, played: Operand) -> Part:
    """The points of player 1 or 2: none without a player, as agreed, or as played."""
    own, other = cell(f"No {player}"), cell(f"No {3 - player}")
    values: dict[Special, Operand] = {}
    for special in agreed(match):
        score = match.score((), special)
        assert score is not None
        values[special] = float(score[player - 1])
        if special.is_bye:
            values[special] = where(other.is_(""), float(score.player1), 0)
    return where(own.is_(""), "", steps.by_special(values, played))


def check_of(
    steps: Steps,
    format_: Format,
    entries: Sequence[str],
    checks: Sequence[Case],
    without_entries: Sequence[Special],
    missing: Part,
) -> Part:
    """The formula that says what is missing or impossible in a row.

    ``entries`` are the columns where results are typed; beside the specials ``without_entries`` nothing may
    be. ``checks`` are what else may be wrong, ``missing`` is the condition that there is no result yet.
    """
    typed, without = joined(entries), steps.is_special(*without_entries)
    there = cell("No 1").is_not("") + cell("No 2").is_not("")
    players = steps.add("Players", there)
    byes: list[Case] = [(players.is_(1), t("No opponent: Bye?"))]
    if of_byes := [special for special in format_.specials if special.is_bye]:
        bye = steps.is_special(*of_byes)
        byes = [
            (every(players.is_(2), bye), t("Bye, but two players")),
            (every(players.is_(1), no(bye)), t("No opponent: Bye?")),
        ]
    cases: list[Case] = [
        (joined(["Table", "No 1", "No 2", *entries, "Special"]).is_(""), ""),
        (players.is_(0), t("No players")),
        *((steps.is_special(s), t("{special}: not allowed", special=s)) for s in format_.refused),
        (steps.has_unknown_special(), t("Special: choose")),
        *byes,
        (every(without, typed.is_not("")), t("Clear the games")),
        *checks,
        (missing, t(MISSING_TEXT)),
    ]
    error = t("Error in a cell")
    outside = f"IFERROR(,{part(error).text})"
    return unless_error(steps.chain("Check", cases, "", outside), error)


def live_formulas(
    steps: Steps,
    match: MatchFormat,
    played: Sequence[Part],
    entries: Sequence[str],
    checks: Sequence[Case],
    without_entries: Sequence[Special],
    more: tuple[LiveColumn, ...] = (),
) -> LiveFormulas:
    """The formulas of a row, given the points of either player as played; see :func:`check_of`."""
    points1, points2 = (points_of(steps, match, i, part) for i, part in enumerate(played, 1))
    # Not by the points, which somebody may have typed over; an error there is one of the row.
    known = steps.add("Known", steps.by_special(dict.fromkeys(agreed(match), 1), played[0]))
    missing = known.is_("") + 0 * length(cell("Points 1") & cell("Points 2"))
    check = check_of(steps, match, entries, checks, without_entries, missing)
    return LiveFormulas(points1, points2, check, more, tuple(steps.columns))


# after the Swiss rounds


def add_higher(steps: Steps, rank: str) -> Part:
    """The step that says, 1 or 2, which player has the higher seed or rank."""
    return steps.add("Higher", where(cell(f"{rank} 1") < cell(f"{rank} 2"), 1, 2))


def game_winner(header: str, higher: Part) -> Part:
    """The winner of a game, 1 or 2, a draw counting for the higher seed; blank while it is open."""
    typed = trimmed(header)
    drawn = where(typed.is_(choice(DRAW)), higher, "")
    return where(typed.is_("1"), 1, where(typed.is_("2"), 2, drawn))


def not_a_winner(header: str, game: Part) -> Case:
    """The check that something else is typed than who won a game, given the step of its winner."""
    return every(game.is_(""), trimmed(header).is_not("")), told(header, ("1", "2", DRAW))


def add_winner(steps: Steps, higher: Part, played: Part) -> Part:
    """The step that says, 1 or 2, which player goes on; blank while that is open."""
    outcomes: dict[Special, Operand] = {
        Special.BYE: where(cell("No 1").is_(""), 2, 1),
        Special.DOUBLE_NO_SHOW: higher,
        **WALKOVERS,
    }
    return steps.add("Winner", steps.by_special(outcomes, played))


def cut_formulas(
    steps: Steps,
    winner: Part,
    check: Part,
    details: Sequence[Part],
    rank: str,
    swiss: LiveFormulas | None = None,
) -> CutFormulas:
    """The formulas of a row, given the step of the winner, and what is told of either player besides.

    The last steps are what the bracket shows: who lost, both seeds, both results.
    """
    is_known = cell("Advances").is_("")
    both = {what: (cell(f"{what} 1"), cell(f"{what} 2")) for what in ("Player", rank)}
    for name, (one, two) in (("Loser", both["Player"]), ("Loser's seed", both[rank])):
        steps.add(name, where(is_known, "", choose(winner, two, one)))
    steps.add("Seed", where(is_known, "", choose(winner, *both[rank])))
    result = named("choice", WON), named("choice", LOST)
    for player, detail in enumerate(details, 1):
        has_won = winner.is_(player)
        played = where(has_won, *result) & detail
        shown = where(steps.is_special(Special.NONE), played, where(has_won, result[0], t(ABSENT)))
        steps.add(f"Result {player}", where(is_known, "", shown))
    chosen = choose(winner, *both["Player"])
    advances = unless_error(where(cell("Check").is_(""), chosen, ""), "")
    return CutFormulas(advances, check, swiss, tuple(steps.columns))
