"""A plain event under rules of the organizer's own, and what each round is worth: fractions, nothing of the engine."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class Rules(NamedTuple):
    """The settings as plain values; ``draw`` is ``None`` where nothing can be drawn."""

    kind: str  # winner, games, score, two games, one game
    win: Fraction = Fraction(3)
    draw: Fraction | None = Fraction(1)
    loss: Fraction = Fraction(0)
    bye: Fraction = Fraction(3)
    walkover: Fraction = Fraction(3)
    absent: Fraction = Fraction(0)
    bands: tuple[
        tuple[Fraction, Fraction, Fraction], ...
    ] = ()  # least difference, of the winner, of the loser
    of_bye: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    most_margin: int | None = None
    offset: int = 0
    starts: bool = False
    missed_round: Fraction = Fraction(0)
    rounds_down: bool = False
    floor: Fraction = Fraction(1, 3)
    own_floor: Fraction = Fraction(0)
    drawn_match: Fraction | None = None
    most_dropped: Fraction = Fraction(1)
    drawn_game: Fraction = Fraction(1, 3)
    byes_count: bool = True
    missed_count: bool = True
    over_opponents: bool = True
    unplayed: str = "Nothing"


class Row(NamedTuple):
    """A match: two players, or one without an opponent; ``special`` as in bye, half, no-show 1.

    ``numbers`` are the games or scores of both (1 and 0 for a winner), ``named`` the winner of level ones.
    """

    one: int
    two: int | None
    special: str = ""
    numbers: tuple[int, int] = (0, 0)
    drawn: int = 0
    named: int = 0
    handicap: int = 0


class Person(NamedTuple):
    """A player; ``start`` are the points to begin with."""

    no: int
    start: Fraction = Fraction(0)
    rating: int = 0
    seed: int | None = None
    has_dropped: bool = False


class Event(NamedTuple):
    """Rounds of rows."""

    people: tuple[Person, ...]
    rounds: tuple[tuple[Row, ...], ...]
    rules: Rules
    seed: str = "A"


class Turn(NamedTuple):
    """A round of a player: game, forfeit, bye, half or missed; outcome 1, 0 or -1, or ``None`` for neither."""

    round: int
    how: str
    points: Fraction
    opponent: int | None = None
    outcome: int | None = None
    mine: Fraction = Fraction(0)
    theirs: Fraction = Fraction(0)
    drawn: int = 0
    margin: Fraction = Fraction(0)
    first: bool = True
    handicap: int = 0

    requested = property(lambda turn: turn.how in ("half", "missed"))
    vur = property(lambda turn: turn.requested or (turn.how == "forfeit" and turn.outcome == -1))


def full_points(rules):
    """The most points of a match."""
    return (
        2 * rules.win
        if rules.kind == "two games"
        else max([b[1] for b in rules.bands] or [rules.win])
    )


def draw_points(rules):
    """The points of a half-point bye, and of a match that both agree to draw."""
    if rules.kind == "two games":
        return rules.win
    if rules.bands:
        return rules.bands[0][1]
    return full_points(rules) / 2 if rules.draw is None else rules.draw


def match_points(row, rules):
    """The points of a match that was played, and who won it (0 for nobody)."""
    a, b = row.numbers
    winner = row.named if a == b else (1 if a > b else 2)
    if rules.kind == "two games":
        draws = 2 - a - b
        return (a * rules.win + draws * rules.draw, b * rules.win + draws * rules.draw), winner
    if rules.bands:
        at = rules.bands[1][0] if winner and a == b else abs(a - b)
        _, high, low = max(band for band in rules.bands if band[0] <= at)
        return ((high, low) if winner == 1 else (low, high)), winner
    if not winner:
        return (rules.draw, rules.draw), 0
    return ((rules.win, rules.loss) if winner == 1 else (rules.loss, rules.win)), winner


def capped_margin(gap, rules):
    """A difference as it counts."""
    return (
        gap
        if rules.most_margin is None
        else max(Fraction(-rules.most_margin), min(Fraction(rules.most_margin), gap))
    )


def walkover(number, how, opponent, rules, *, is_winner=True, first=True):
    """The round of somebody who has a bye, or whose match was forfeited."""
    mine, theirs = rules.of_bye if is_winner else rules.of_bye[::-1]
    margin = rules.offset + capped_margin(mine - theirs, rules)
    if not is_winner and rules.offset:
        margin = Fraction(0)
    worth = rules.bye if how == "bye" else rules.walkover
    points, outcome = (worth, 1) if is_winner else (rules.absent, -1)
    if how == "bye" and worth < full_points(rules) and worth <= draw_points(rules):
        outcome = None  # no more than a draw: not won
    return Turn(number, how, points, opponent, outcome, mine, theirs, 0, margin, first)


def turns_of(number, row, rules):
    """The rounds of the players of a row, by their numbers."""
    one, two = row.one, row.two
    if row.special == "bye":
        return {one: walkover(number, "bye", None, rules)}
    if row.special == "half":
        margin = Fraction(rules.offset)
        return {one: Turn(number, "half", draw_points(rules), margin=margin)}
    if row.special in ("no-show 1", "no-show 2"):
        winner = 2 if row.special == "no-show 1" else 1
        return {
            one: walkover(number, "forfeit", two, rules, is_winner=winner == 1),
            two: walkover(number, "forfeit", one, rules, is_winner=winner == 2, first=False),
        }
    if row.special == "double no-show":
        return {
            me: Turn(number, "forfeit", rules.absent, other, -1, first=me == one)
            for me, other in ((one, two), (two, one))
        }
    if row.special == "agreed":
        each = draw_points(rules)
        return {
            me: Turn(number, "game", each, other, 0, margin=Fraction(rules.offset), first=me == one)
            for me, other in ((one, two), (two, one))
        }
    points, winner = match_points(row, rules)
    a, b = map(Fraction, row.numbers)
    drawn = 2 - int(a + b) if rules.kind == "two games" else row.drawn
    if rules.kind == "one game":
        drawn = int(a == b)
    gap = capped_margin(a - b, rules)
    outcome = {0: 0, 1: 1, 2: -1}[winner]
    return {
        one: Turn(number, "game", points[0], two, outcome, a, b, drawn, rules.offset + gap, handicap=row.handicap),
        two: Turn(number, "game", points[1], one, -outcome, b, a, drawn, rules.offset - gap, first=False, handicap=-row.handicap),
    }  # fmt: skip
