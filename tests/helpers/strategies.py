"""Rosters, results and whole events of every ruleset: drawn by Hypothesis, or from a number.

``events("trc")`` is a strategy whose events get simpler as long as a property fails;
``numbered("trc", 7)`` is the seventh of a row of events, bigger ones among them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, Protocol

from hypothesis import strategies as st

from engine import (
    RULESETS,
    NoLegalPairing,
    Pairing,
    Player,
    Round,
    Ruleset,
    Special,
    Status,
    Tournament,
    pair,
    rank,
    ruleset_named,
)
from engine.formats import GamePoints, Headquarters, OneGameWithSides, TwoGames
from engine.own.formats import GamesWon, Scored, Winner
from engine.own.options import RANKING

from judge import Step
from typing_results import army

UNPLAYED = (
    Special.INTENTIONAL_DRAW, Special.NO_SHOW_1, Special.NO_SHOW_2, Special.DOUBLE_NO_SHOW,
)  # fmt: skip
BIG_EVENTS_HAVE = 5
ROUNDS_IN_ORDER = 4


class Draw(Protocol):
    """Where an event's chances come from."""

    def number(self, lowest: int, highest: int) -> int:
        """A whole number, both ends included."""

    def choice(self, choices: Sequence[Any]) -> Any:
        """One of some things."""

    def some(self, most: int, choices: Sequence[Any]) -> Sequence[Any]:
        """So many different things at most, mostly none."""


@dataclass
class FromHypothesis:
    """Chances that can be made simpler: small numbers, first choices, nothing."""

    draw: Callable[[st.SearchStrategy[Any]], Any]

    def number(self, lowest, highest):
        """A whole number, both ends included."""
        return self.draw(st.integers(lowest, highest))

    def choice(self, choices):
        """One of some things."""
        return self.draw(st.sampled_from(choices))

    def some(self, most, choices):
        """So many different things at most."""
        if not choices or not most:
            return []
        return self.draw(st.lists(st.sampled_from(choices), max_size=most, unique=True))


class FromNumber(Random):
    """Chances that always are the same for a number."""

    def number(self, lowest, highest):
        """A whole number, both ends included."""
        return self.randint(lowest, highest)

    def some(self, most, choices):
        """So many different things at most."""
        return self.sample(
            choices, min(len(choices), self.choice((0, 0, 0, self.randint(0, most))))
        )


# Results


def one_of_two_games(draw):
    """The game points of one game: won by either, tied, or unfinished."""
    points, other = draw.number(0, 6), draw.number(0, 6)
    return draw.choice(((10, points), (points, 10), (10, points), (points, 10), (points, other)))


def endurance(draw):
    """What both headquarters have left."""
    one, two = draw.number(0, 20), draw.number(0, 20)
    return draw.choice(((one, two), (two, one), (one, one), (one + 40, two)))


def two_games(draw):
    """The first player's results as the Corp and as the Runner."""
    return draw.choice("WLWLD"), draw.choice("WLWLD")


def one_game(draw):
    """The side that has won the only game."""
    return (draw.choice(("Corp", "Runner", "Corp", "Runner", "Draw")),)


def two_games_of_points(draw):
    """The game points of both players in both games."""
    return (*one_of_two_games(draw), *one_of_two_games(draw))


RESULTS = {
    TwoGames: two_games,
    OneGameWithSides: one_game,
    GamePoints: two_games_of_points,
    Headquarters: endurance,
    Winner: lambda draw: (draw.choice((1, 1, 1, 2, 2, "Draw")),),
    GamesWon: lambda draw: draw.choice(((2, 0), (2, 1), (0, 2), (1, 2), (1, 1, 1), (1, 1))),
    Scored: lambda draw: (draw.number(0, 30), draw.number(0, 30)),
}
"""What is drawn for a match, by the match format."""
NAMES = tuple(RULESETS)


def played(match, name, number, draw, *, as_in_workbook=False):
    """Give a match as it was played, agreed upon, or not played."""
    if match.special is Special.BYE:
        return match
    kind = draw.number(0, 24)
    specials = ruleset_named(name).match_format.specials
    if kind == 24 and Special.TWO_FOR_ONE in specials:
        return replace(match, result=(draw.choice("WLD"), ""), special=Special.TWO_FOR_ONE)
    if kind >= 22:
        agreed = name.startswith("nisei") or not as_in_workbook  # else an option allows it
        return replace(match, special=draw.choice(UNPLAYED if agreed else UNPLAYED[1:]))
    result = RESULTS[type(ruleset_named(name).match_format)](draw)
    if name == "hex" and (as_in_workbook or kind < 4):
        result += (army(match.player1, number), army(match.player2, number))
    return replace(match, result=result)


# Rosters and options


def roster(draw, count, *, in_order=False):
    """Give the players at the start, and the numbers of those who may come late."""
    numbers = list(range(1, 2 * count + 1)) if in_order else _numbers(draw, count)
    seeded = draw.choice((False, True))
    awarded = set(draw.some(count // 3, numbers[:count]))
    players = tuple(
        Player(
            no,
            f"P{no}",
            seed=draw.number(1, count) if seeded else None,
            first_round_bye=no in awarded,
        )
        for no in numbers[:count]
    )
    return players, numbers[count:]


def _numbers(draw, count):
    """Numbers that are neither in order nor without gaps."""
    step, first = draw.choice(((1, 0), (5, 3), (7, 2))), draw.number(0, 3 * count)
    size = 6 * count + 1
    while any(size % prime == 0 for prime in (5, 7)):
        size += 1
    return [1 + (first + step[1] + place * step[0]) % size for place in range(2 * count)]


def options(draw, ruleset: Ruleset):
    """Give a choice for every option, mostly the one that holds if nothing is said."""
    drawn = (
        o for o in ruleset.options if o.block in ("", RANKING)
    )  # the others have their own tests
    return {o.name: draw.choice((*o.choices[:1], *o.choices)) for o in drawn}


def last_round(draw, count):
    """The number of rounds after which an event ends, if it can go on so long."""
    if count <= 6:
        return 40
    return draw.choice((3, 4, 5, 7, 30)) if count <= 14 else BIG_EVENTS_HAVE


# Events


@dataclass(frozen=True)
class Event:
    """A random event, round by round."""

    name: str
    steps: tuple[Step, ...]

    def __repr__(self):
        lines = [f"{self.name}: {self.steps[0].before.players}", f"{self.steps[0].before.options}"]
        lines += [str(step.before.rounds[-1]) for step in self.steps[1:]]
        return "\n".join([*lines, f"then {self.steps[-1].outcome!r}"])

    @cached_property
    def paired(self):
        """The rounds that could be paired."""
        return [step for step in self.steps if isinstance(step.outcome, Pairing)]

    @cached_property
    def swiss(self):
        """The paired rounds that are not of a round robin."""
        return [step for step in self.paired if not step.is_round_robin]

    @cached_property
    def round_robin(self):
        """The paired rounds of a round robin."""
        return [step for step in self.paired if step.is_round_robin]

    @cached_property
    def stuck(self):
        """The round for which the engine says that there is no legal pairing, if there is one."""
        return [step for step in self.steps if isinstance(step.outcome, NoLegalPairing)]

    @property
    def finished(self):
        """The last round."""
        return self.steps[-1:]

    @cached_property
    def standings(self):
        """The last round and every third of the others, with the standings before it."""
        ranked = [step for step in self.steps[:-1] if step.round % 3 == 1] + [self.steps[-1]]
        return [(step, [*rank(step.before, step.ruleset)]) for step in ranked]


def play(draw: Draw, name: str, count: int, *, in_order: bool = False) -> Event:
    """Play an event until its last round, or until no legal pairing is left.

    Args:
        draw: where results, drops and all other chances come from.
        name: the ruleset's.
        count: how many start.
        in_order: give the numbers 1, 2, 3, ... as a workbook does, armies in every match, and no more
            rounds than are planned.
    """
    ruleset = ruleset_named(name)
    players, coming = roster(draw, count, in_order=in_order)
    seeded = players[0].seed is not None
    restless = draw.choice((0, 0, 1, 2))
    most = ROUNDS_IN_ORDER + 1 if in_order else last_round(draw, count)
    late = draw.choice((0, 0, 1, 3))
    event = Tournament(
        players,
        options={} if in_order else options(draw, ruleset),
        seed=f"seed {draw.number(0, 10**6)}",
        planned_rounds=ROUNDS_IN_ORDER if in_order else draw.choice((0, 0, 3, 6)),
    )
    steps = []
    while len(event.rounds) < most and len(event.active) >= max(2, ruleset.min_players * in_order):
        try:
            outcome = pair(event, ruleset)
        except NoLegalPairing as error:
            outcome = error
        steps.append(Step(ruleset, event, outcome))
        if isinstance(outcome, NoLegalPairing):
            break
        number = len(event.rounds) + 1
        matches = tuple(
            played(match, name, number, draw, as_in_workbook=in_order)
            for match, _ in outcome.matches({})
        )
        players = _unsettled(event.players, draw.some(restless, event.players))
        if late and draw.number(0, 2) == 0:
            late -= 1
            no = coming.pop(0)
            players += (Player(no, f"P{no}", seed=draw.number(1, count) if seeded else None),)
        event = replace(event, players=players, rounds=(*event.rounds, Round(number, matches)))
    return Event(name, tuple(steps))


def _unsettled(players, changing):
    """The players, some of whom drop or come back."""
    other = {Status.ACTIVE: Status.DROPPED, Status.DROPPED: Status.ACTIVE}
    return tuple(
        replace(player, status=other[player.status]) if player in changing else player
        for player in players
    )


@st.composite
def events(draw, name, most=10, *, in_order=False):
    """Events of 4 players or more, with all that may happen in them."""
    source = FromHypothesis(draw)
    return play(source, name, source.number(4, most), in_order=in_order)


def numbered(name: str, number: int) -> Event:
    """The event of a number: mostly small ones, seldom of more than 14 players."""
    draw = FromNumber(f"{name} {number}")
    kind = draw.random()
    if kind < 0.75:
        count = draw.randint(4, 8)
    elif kind < 0.95:
        count = draw.randint(9, 14)
    else:
        count = draw.randint(15, 60) if kind < 0.99 else draw.randint(61, 150)
    return play(draw, name, count)
