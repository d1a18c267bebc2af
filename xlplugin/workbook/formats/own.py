"""The match formats of rules of the organizer's own in the workbook: a winner, games, or scores."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, NamedTuple, TypeVar

from engine import Special
from engine.match_format import PLAYED_BESIDE_SPECIAL, ResultField
from engine.own import formats as own
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.expressions import Operand, Part, choose, every, least, most, where, whole
from xlplugin.workbook.formats import live
from xlplugin.workbook.formats.asked import Cells, Field, Seat, outcome
from xlplugin.workbook.formats.base import Form, SampleRow, SwissSheet
from xlplugin.workbook.formats.live import LiveFormulas, Steps
from xlplugin.workbook.formats.statistics import WITHOUT_SIDES
from xlplugin.workbook.layout import CellValue, Column, Whole

R = TypeVar("R", bound=own.Reported)
N = TypeVar("N", bound=own.GamesWon | own.Scored)
MOST_NOTE = 90
"""The characters that can be read on a slip below the players; longer tables of points hang on a wall."""
PLACES = ("1", "2", own.DRAWN)
WHO_WON = msg("Who won: 1, 2, or Draw.")
LIMITS = (*range(1, 10), 20, 50, 99, 200, 500, 999, 9999, 99_999)
"""The limits of what may be typed: settings may say any, and a running Excel can only copy what is there."""
RESULT = msg("Result")
"""The header of a card's column for it."""
CLEAR = msg("{special} has no result: clear {field}, or clear Special")


class _ReportedSheet(SwissSheet[R]):
    """What the three formats have in common."""

    faults: ClassVar[Mapping[str, str]] = {PLAYED_BESIDE_SPECIAL: CLEAR}
    statistics = WITHOUT_SIDES

    def column(self, field: ResultField) -> Column:
        """A result column; the next of the ``LIMITS`` may be typed, and ``Check`` says what is too much."""
        column = super().column(field)
        if column.whole is None or field.name not in (*own.GAMES, *own.SCORES):
            return column
        most = next(limit for limit in LIMITS if limit >= column.whole.most)
        return replace(column, whole=Whole(column.whole.least, most, LIMITS))

    def _points(self, steps: Steps, winner: Part, difference: Part) -> tuple[Part, Part]:
        """The points of either player, given the winner (1, 2, or 3 for a draw) and the difference."""
        worth = self.format.worth
        if not worth.bands:
            draw: Operand = "" if worth.draw is None else float(worth.draw)
            win, loss = float(worth.win), float(worth.loss)
            return choose(winner, win, loss, draw), choose(winner, loss, win, draw)
        level = float(worth.bands[0].higher)
        steps_of = (("Higher", 1), ("Lower", 2))
        higher, lower = (
            steps.add(name, steps.chain(name, self._bands(difference, place), level))
            for name, place in steps_of
        )
        return choose(winner, higher, lower, level), choose(winner, lower, higher, level)

    def _bands(self, difference: Part, place: int) -> list[live.Case]:
        """The points by the difference, largest first, of the winner (1) or of the loser (2)."""
        bands = self.format.worth.bands[:0:-1]
        return [(difference >= float(band.least), float(band[place])) for band in bands]

    def _formulas(
        self, steps: Steps, winner: Part, difference: Part, checks: Sequence[live.Case]
    ) -> LiveFormulas:
        points = self._points(steps, winner, difference)
        headers = [field.name for field in self.format.fields]
        without = live.agreed(self.format)
        return live.live_formulas(steps, self.format, points, headers, checks, without)

    def plain(self, cells: Cells) -> Cells:
        """Without a 0 where a blank means none."""
        none = {of.name for of in self.format.fields if not of.needed and cells.get(of.name) == 0}
        return super().plain({h: value for h, value in cells.items() if h not in none})

    def on_card(
        self, result: tuple[str | int, ...], special: Special, player: int
    ) -> dict[str, CellValue]:
        """The two numbers of a player and of the opponent, where there are some; that both lost, where none can draw."""
        if special is Special.DOUBLE_NO_SHOW and self.format.worth.draw is None:
            return {RESULT: t("Lost")}
        numbers = self.format.numbers(result) if result and not special else None
        if numbers is None or isinstance(self.format, own.Winner):
            return {}
        return {RESULT: f"{numbers[player - 1]} : {numbers[2 - player]}"}


class WinnerSheet(_ReportedSheet[own.Winner]):
    """Who won, and a handicap where players give one."""

    keys: ClassVar[Mapping[str, str]] = {own.WINNER: "Winner of a match"}
    help: ClassVar[Mapping[str, str]] = {
        own.WINNER: WHO_WON,
        own.HANDICAP: msg("The handicap that Player 1 gives; blank for none."),
    }
    faults: ClassVar[Mapping[str, str]] = {
        PLAYED_BESIDE_SPECIAL: CLEAR,
        own.DRAW_NOT_ALLOWED: msg("these rules have no drawn matches: type who won"),
    }

    def __init__(self, format_: own.Winner) -> None:
        super().__init__(format_)
        can_draw = format_.worth.draw is not None
        hint = t("Tick who won, or the draw.") if can_draw else t("Tick who won.")
        self.slip = Form(((t("Won"), 9),), hint, can_draw=can_draw, more=())

    def live(self) -> LiveFormulas:
        """The points of the winner and of the loser."""
        steps = Steps(self.format)
        winner, wrong = live.add_choice(steps, own.WINNER, PLACES)
        checks = [wrong]
        if self.format.worth.draw is None:
            checks.append((winner.is_(3), t("No draws: 1 or 2")))
        if own.HANDICAP in [field.name for field in self.format.fields]:
            limit = _up_to(own.MOST_HANDICAP)
            given = steps.add(own.HANDICAP, live.typed_number(own.HANDICAP, limit))
            text = t("Handicap: use 0-{most}", most=own.MOST_HANDICAP)
            checks.append((given.is_(live.WRONG), text))
        return self._formulas(steps, winner, winner, checks)  # no points by difference here

    def questions(self, seat: Seat) -> tuple[Field, ...]:
        """Who won, and the handicap where there is one."""
        draw = None if self.format.worth.draw is None else own.DRAWN
        won = outcome(own.WINNER, t("The match"), *seat.places, draw)
        if own.HANDICAP not in [field.name for field in self.format.fields]:
            return (won,)
        label = t("Handicap that I gave")
        if seat.place == 2:
            label = t("Handicap that {name} gave", name=seat.opponent)
        return won, Field(own.HANDICAP, label, most=own.MOST_HANDICAP, optional=True)

    def sample(self, row: SampleRow) -> Mapping[str, CellValue]:
        """Either player, or now and then a draw."""
        draws: list[CellValue] = [] if self.format.worth.draw is None else [own.DRAWN]
        return {own.WINNER: row.results.choice([1, 1, 1, 2, 2, 2, *draws])}


class Beside(NamedTuple):
    """What besides the two numbers decides a match: the winner of two equal ones, and what is checked.

    ``won_level`` holds where somebody won all the same; ``checks`` are given the step of the winner.
    """

    level: Operand
    won_level: Part | None
    checks: Callable[[Part], list[live.Case]]


class _NumbersSheet(_ReportedSheet[N]):
    """A number of either player: games won, or a score."""

    headers: ClassVar[tuple[str, str]]
    box: ClassVar[str]
    hint: ClassVar[str]

    def __init__(self, format_: N) -> None:
        super().__init__(format_)
        bands = ", ".join(
            f"{float(band.least):g} = {float(band.higher):g}:{float(band.lower):g}"
            for band in format_.worth.bands
        )
        note = t("Points by difference: {bands}", bands=bands) if bands else ""
        note = note if len(note) <= MOST_NOTE else ""
        self.slip = Form(((self.box, 9),), self.hint, more=(), note=note)

    def numbers(self, seat: Seat, labels: tuple[str, str]) -> tuple[Field, ...]:
        """The question for either player's number, by templates with the opponent's ``{name}``."""
        return tuple(
            Field(self.headers[place - 1], t(label, name=seat.opponent), most=self._most)
            for place, label in zip(seat.places, labels, strict=True)
        )

    @property
    @abstractmethod
    def _most(self) -> int:
        """The highest number."""

    @property
    @abstractmethod
    def _wrong(self) -> str:
        """The check that a number is none of those allowed."""

    @abstractmethod
    def _beside(self, steps: Steps, one: Part, two: Part) -> Beside:
        """The steps besides, given the two numbers."""

    def live(self) -> LiveFormulas:
        """The points by the higher number."""
        steps, allowed = Steps(self.format), _up_to(self._most)
        one, two = (steps.add(h, live.typed_number(h, allowed)) for h in self.headers)
        level, won_level, checks = self._beside(steps, one, two)
        more = where(one > two, 1, where(two > one, 2, level))
        winner = steps.add("Won by", where(least(one, two) < 0, "", more))
        gap = most(one - two, two - one)
        bands = self.format.worth.bands[1:]
        if won_level is not None and bands:  # the smallest win
            gap = where(every(one.is_(two), won_level), float(bands[0].least), gap)
        gap = steps.add("Difference", gap)
        wrong = (least(one, two).is_(live.WRONG), self._wrong)
        return self._formulas(steps, winner, gap, [wrong, *checks(winner)])

    def _draw(self) -> Operand:
        """What two equal numbers are: a draw, or nothing yet."""
        return "" if self.format.worth.draw is None else 3


class GamesWonSheet(_NumbersSheet[own.GamesWon]):
    """The games that either player won, and those drawn."""

    help: ClassVar[Mapping[str, str]] = {
        own.GAMES[0]: msg("Games that Player 1 won."),
        own.GAMES[1]: msg("Games that Player 2 won."),
        own.DRAWN_GAMES: msg("Games drawn; blank for none."),
    }
    faults: ClassVar[Mapping[str, str]] = {
        PLAYED_BESIDE_SPECIAL: CLEAR,
        own.TOO_MANY_GAMES: msg(
            "{count} games won in a match of at most {most}: correct Games 1 or Games 2"
        ),
    }
    headers, box, hint = own.GAMES, msg("Games won"), msg("Write the games that each of you won.")

    @property
    def _most(self) -> int:
        return self.format.best_of

    @property
    def _wrong(self) -> str:
        return t("Games: use 0-{most}", most=self._most)

    def _beside(self, steps: Steps, one: Part, two: Part) -> Beside:
        """Drawn games, and that there were not too many."""
        allowed = _up_to(own.MOST_DRAWN_GAMES)
        drawn = steps.add(own.DRAWN_GAMES, live.typed_number(own.DRAWN_GAMES, allowed))
        checks: list[live.Case] = [
            (drawn.is_(live.WRONG), t("Drawn: use 0-{most}", most=own.MOST_DRAWN_GAMES)),
            (one + two > self._most, t("Too many games")),
        ]
        return Beside(self._draw(), None, lambda _winner: checks)

    def questions(self, seat: Seat) -> tuple[Field, ...]:
        """The games that either player won, and those drawn."""
        labels = (msg("Games that I won"), msg("Games that {name} won"))
        drawn = Field(own.DRAWN_GAMES, t("Games drawn"), most=own.MOST_DRAWN_GAMES, optional=True)
        return (*self.numbers(seat, labels), drawn)

    def sample(self, row: SampleRow) -> Mapping[str, CellValue]:
        """A match won by either player."""
        needed = self.format.needed
        won = [needed, row.results.randrange(needed)]
        row.results.shuffle(won)
        return dict(zip(own.GAMES, won, strict=True))


class ScoredSheet(_NumbersSheet[own.Scored]):
    """The scores of both players, and the winner where they are level."""

    keys: ClassVar[Mapping[str, str]] = {own.WINNER: "Level winner"}
    help: ClassVar[Mapping[str, str]] = {
        own.SCORES[0]: msg("The score of Player 1."),
        own.SCORES[1]: msg("The score of Player 2."),
        own.WINNER: msg("Who won, where the scores are level: 1 or 2; blank otherwise."),
    }
    faults: ClassVar[Mapping[str, str]] = {
        PLAYED_BESIDE_SPECIAL: CLEAR,
        own.WINNER_AGAINST_SCORE: msg(
            "the score is {one} : {two}, but Winner says {winner}: correct one of them, or clear Winner"
        ),
    }
    headers, box, hint = own.SCORES, msg("Score"), msg("Write the score of each of you.")

    @property
    def _most(self) -> int:
        return self.format.most

    @property
    def _wrong(self) -> str:
        return t("Score: use 0-{most}", most=self._most)

    def _beside(self, steps: Steps, one: Part, two: Part) -> Beside:
        """The winner of level scores, who is not at odds with others."""
        typed, wrong = live.add_choice(steps, own.WINNER, PLACES)
        draw = self._draw()
        level = where(typed > 0, where(typed.is_(3), draw, typed), draw)

        def checks(winner: Part) -> list[live.Case]:
            at_odds = every(least(one, two) >= 0, typed > 0, one.is_not(two), typed.is_not(winner))
            return [wrong, (at_odds, t("Winner or score?"))]

        return Beside(level, every(typed > 0, typed < 3), checks)

    def questions(self, seat: Seat) -> tuple[Field, ...]:
        """Both scores, and who won where these are level."""
        labels = (msg("My score"), msg("Score of {name}"))
        level = outcome(own.WINNER, t("If level"), *seat.places, None, optional=True)
        return (*self.numbers(seat, labels), level)

    def plain(self, cells: Cells) -> Cells:
        """Without a winner whom the scores say anyway, or who is nobody."""
        one, two = (cells.get(header) for header in self.headers)
        if one != two or cells.get(own.WINNER) == own.DRAWN:
            cells = {h: value for h, value in cells.items() if h != own.WINNER}
        return super().plain(cells)

    def sample(self, row: SampleRow) -> Mapping[str, CellValue]:
        """A score for either player, never the same."""
        one, two = row.results.sample(range(min(self.format.most, 200) + 1), 2)
        return dict(zip(own.SCORES, (one, two), strict=True))


def _up_to(limit: int) -> Callable[[Part], Part]:
    """A number from 0 to the limit."""

    def allowed(typed: Part) -> Part:
        return where(typed.is_(least(limit, whole(typed))), typed, live.WRONG)

    return allowed
