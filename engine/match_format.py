"""How a match is reported and scored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.model import Exact, Special, Value


@dataclass(frozen=True, slots=True)
class ResultField:
    """One result column of a match format.

    Args:
        name: the column header.
        choices: what may be typed: some texts, some numbers, or whole numbers from one to
            another.
        help: shown when the cell is selected.
        optional: whether the column may be missing from the sheet.
        needed: whether a match without it has no result yet.
    """

    name: str
    choices: tuple[Value, ...] | range
    help: str
    optional: bool = False
    needed: bool = True


class Barred(NamedTuple):
    """Why an entry of ``Special`` that people know from elsewhere is refused.

    Args:
        text: what is wrong, with the rule.
        remedy: what to do.
        setting: the option that allows it, and its value; ``None`` where nothing does.
    """

    text: str
    remedy: str
    setting: tuple[str, str] | None = None


class Score(NamedTuple):
    """What a match earned its two players, in the ruleset's points."""

    player1: Exact
    player2: Exact


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """How one match is reported and scored.

    Args:
        name: what the live formulas of the workbook are found by.
        fields: the result columns, in order.
        specials: the entries that ``Special`` may have.
        score: the points of a typed result, or ``None`` while something is missing; called only
            with results that have no ``fault``.
        fault: what contradicts itself in a typed result, or ``None``.
        bye: the points for a bye.
        sides: what Player 1 and Player 2 play, where that is assigned.
        worth: what the format was made from, for whoever needs it in another form.
        denominator: points are whole multiples of 1 / ``denominator``.
        tallies: what else a typed result comes to for either player, by name: games won,
            matches won, a difference.
        barred: the entries that ``Special`` may not have, as far as there is more to say of them.
    """

    name: str
    fields: tuple[ResultField, ...]
    specials: tuple[Special, ...]
    score: Callable[[tuple[Value, ...], Special], Score | None]
    fault: Callable[[tuple[Value, ...], Special], str | None]
    bye: Exact
    sides: tuple[str, str] | None = None
    worth: object = None
    denominator: int = 1
    tallies: Mapping[str, Callable[[tuple[Value, ...], Special], Score]] = field(
        default_factory=dict
    )
    barred: Mapping[Special, Barred] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EliminationFormat:
    """How a match of an elimination is reported, and who wins it.

    Args:
        name: what the live formulas of the workbook are found by.
        fields: the result columns, in order.
        specials: the entries that ``Special`` may have.
        winner: 1 or 2, given the result, ``Special`` and which of the two is the higher seed;
            ``None`` while something is missing. Called only with results that have no ``fault``.
        fault: what contradicts itself in a typed result, or ``None``.
        corp: which player was the Corp, 1 or 2, or 0 if that is unknown, where the sides of later
            rounds follow from it.
        choice: what the higher seed decides, as a template about ``{one}``; ``""`` for nothing. With
            ``corp`` that is so in the first round only.
        choice_rule: the rule that says so; ``""`` for that of the elimination.
        barred: the entries that ``Special`` may not have, as far as there is more to say of them.
    """

    name: str
    fields: tuple[ResultField, ...]
    specials: tuple[Special, ...]
    winner: Callable[[tuple[Value, ...], Special, int], int | None]
    fault: Callable[[tuple[Value, ...], Special], str | None]
    corp: Callable[[tuple[Value, ...], Special], int] | None = None
    choice: str = ""
    choice_rule: str = ""
    barred: Mapping[Special, Barred] = field(default_factory=dict)
