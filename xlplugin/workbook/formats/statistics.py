"""The contents of the tab ``Statistics`` for a match format, and their places.

Where the charts stand depends on nothing but the format and how many there are, so that a running
Excel can copy them from a page that every workbook brings along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from engine.formats.netrunner import CORP, RUNNER
from engine.statistics import Choice, Statistics, ratio
from xlplugin.ground.texts import msg, t
from xlplugin.workbook import layout as looks
from xlplugin.workbook.layout import Area, Chart, Paper, Style

COLOUR = "0F766E"
CORP_COLOUR, RUNNER_COLOUR, LEVEL_COLOUR = "2563EB", "DC2626", looks.QUIET
Number: TypeAlias = int | Fraction | None


class StatisticsColumn(NamedTuple):
    """A column of a table of what was chosen, and its value for a choice of an event.

    It may be there only once there is a cut.
    """

    header: str
    style: Style
    value: Callable[[Choice, Statistics], Number]
    in_cut: bool = False


PLAYERS, SHARE, WIN_RATE, CONVERSION, GAMES = (
    msg("Players"), msg("Share"), msg("Win rate"), msg("Conversion"), msg("Games")
)  # fmt: skip
RESULTS = (
    StatisticsColumn(msg("Won"), looks.NUMBER, lambda choice, _: choice.won),
    StatisticsColumn(msg("Drawn"), looks.NUMBER, lambda choice, _: choice.drawn),
    StatisticsColumn(msg("Lost"), looks.NUMBER, lambda choice, _: choice.lost),
    StatisticsColumn(WIN_RATE, looks.RATE, lambda choice, _: choice.win_rate),
)
IN_CUT = (
    StatisticsColumn(msg("In cut"), looks.NUMBER, lambda choice, _: choice.in_cut, in_cut=True),
    StatisticsColumn(CONVERSION, looks.RATE, lambda choice, _: choice.conversion, in_cut=True),
)
CHOSEN = (
    StatisticsColumn(PLAYERS, looks.POINTS, lambda choice, _: choice.players),
    StatisticsColumn(SHARE, looks.RATE, lambda choice, event: ratio(choice.players, event.players)),
)
OF_IDENTITIES = (
    *CHOSEN, StatisticsColumn(GAMES, looks.NUMBER, lambda choice, _: choice.games), *RESULTS, *IN_CUT
)  # fmt: skip
OF_ARMIES = (
    StatisticsColumn(msg("Registered"), looks.NUMBER, lambda choice, _: choice.players),
    StatisticsColumn(GAMES, looks.POINTS, lambda choice, _: choice.games),
    StatisticsColumn(msg("In finals"), looks.NUMBER, lambda choice, _: choice.elimination),
    *RESULTS,
    StatisticsColumn(msg("Difference"), looks.SIGNED_DECIMAL, lambda choice, _: choice.average),
    *IN_CUT,
)

FIRST = 3
"""The row of the headers above the facts."""
BARS = 10
"""The bars of a chart; where there is less to show, the last ones are blank."""
CHART_ROWS = 10
GAP = 3
"""The width between the two halves."""


class Grid(NamedTuple):
    """The places of everything, with the widths of the columns in characters.

    ``right`` is the first column of the right half; ``facts`` how many there is room for; ``outcomes`` the
    columns of how games ended: the name's first one, then those of the numbers, whose headers are ``titles``.
    """

    widths: tuple[float, ...]
    right: int
    facts: int
    outcomes: tuple[int, ...]
    titles: tuple[str, ...]

    def table(self, bands: int) -> int:
        """The row of the heading of the tables, below some bands of charts."""
        return FIRST + self.facts + 2 + bands * (CHART_ROWS + 1)

    def over(self, left: int, right: int, top: int) -> Area:
        """The place of a chart."""
        return top, left, top + CHART_ROWS - 1, right

    def half(self, half: int) -> tuple[int, int]:
        """The first and the last column of the left half (0) or the right one (1)."""
        return (self.right, len(self.widths)) if half else (1, self.right - 2)


class StatisticsForm(NamedTuple):
    """The contents of the tab: its places, the columns of the tables of what was chosen, and the charts.

    ``charts`` gives every chart, told how many there will be; ``numbers`` are those of charts without
    choices, without a cut, and with one. They stand above the tables, or beside them. ``papers`` are by
    these numbers; tabs on one paper have the same charts, as a running Excel copies these with it.
    """

    grid: Grid
    columns: tuple[StatisticsColumn, ...]
    charts: Callable[[int], Iterator[Chart]]
    numbers: tuple[int, ...]
    charts_beside: bool = False
    papers: Sequence[Paper] = looks.FIGURES

    def first_charts(self, many: int) -> tuple[Chart, ...]:
        """The first ``many`` charts."""
        return tuple(self.charts(many))[:many]

    def table(self, many: int) -> int:
        """The row of the heading of the tables, given the number of charts."""
        return self.grid.table(0 if self.charts_beside else many // 2)


def bars(title: str, top: int, names: int, values: int, place: Area, colour: str) -> Chart:
    """The first rows of a table, from row ``top`` on, as bars."""
    last = top + BARS - 1
    return Chart(title, (top, names, last, names), (top, values, last, values), place, (colour,))


def ends(title: str, grid: Grid, place: Area, colours: tuple[str, ...]) -> Chart:
    """The endings of games, as bars."""
    top, last = FIRST + 1, FIRST + len(colours)
    names, shares = grid.outcomes[0], grid.outcomes[-1]
    return Chart(title, (top, names, last, names), (top, shares, last, shares), place, colours)


def by_side(grid: Grid, band: int, top: int, column: int, title: str) -> Iterator[Chart]:
    """A chart of the Corps in the left half and one of the Runners in the right one.

    ``band`` is how many bands of charts are above them, ``top`` the first row of the tables, ``column`` how
    many columns the numbers are right of the names, and ``title`` a template with ``{side}``.
    """
    for half, (side, colour) in enumerate(
        zip((CORP, RUNNER), (CORP_COLOUR, RUNNER_COLOUR), strict=True)
    ):
        left, right = grid.half(half)
        place = grid.over(left, right, grid.table(band))
        yield bars(t(title, side=side), top, left, left + column, place, colour)


# sides

HALF = (36, 8, 7, 8.5, 7, 7, 7, 8.5, 7, 11)
SIDES_GRID = Grid(
    (*HALF, GAP, *HALF), 12, 9, (4, 7, 8, 9, 10), (msg("Swiss"), msg("Cut"), msg("All"), SHARE)
)


def _charts_of_sides(many: int) -> Iterator[Chart]:
    grid = SIDES_GRID
    top = grid.table(many // 2) + 2
    place = (FIRST, grid.right, FIRST + grid.facts, len(grid.widths))
    yield ends(t("Games won, by side"), grid, place, (CORP_COLOUR, RUNNER_COLOUR, LEVEL_COLOUR))
    headers = [column.header for column in OF_IDENTITIES]
    yield from by_side(grid, 0, top, 1 + headers.index(PLAYERS), MOST_PLAYED)
    yield from by_side(grid, 1, top, 1 + headers.index(CONVERSION), CONVERTED)


MOST_PLAYED = msg("Most played {side} identities: players")
CONVERTED = msg("Conversion of these {side} identities: in the cut, of those who entered")
WITH_SIDES = StatisticsForm(SIDES_GRID, OF_IDENTITIES, _charts_of_sides, (1, 3, 5))

NAMED_SIDES = StatisticsForm(
    SIDES_GRID, OF_IDENTITIES, _charts_of_sides, (1, 1), charts_beside=True,
    papers=(looks.FIGURES[0], looks.SIDED),
)  # fmt: skip
"""Where the organizer's rules say whether there are sides, and name them; a chart of their games alone."""

# without sides

LONG = (40, 9, 9)
GAMES_GRID = Grid((*LONG, GAP, *LONG), 5, 9, (5, 6, 7), (GAMES, SHARE))


def _charts_of_games(many: int) -> Iterator[Chart]:
    left, right = GAMES_GRID.half(1)
    place = (FIRST + 5, left, FIRST + GAMES_GRID.facts, right)
    yield ends(t("How games ended"), GAMES_GRID, place, (COLOUR, LEVEL_COLOUR))
    yield from by_side(GAMES_GRID, 0, GAMES_GRID.table(many // 2) + 2, 1, MOST_PLAYED)


WITHOUT_SIDES = StatisticsForm(GAMES_GRID, CHOSEN, _charts_of_games, (1, 3))

# armies

ARMIES_GRID = Grid(
    (22, 10.5, 7, 8.5, 7, 7, 7, 8.5, 10.5, 7, 11, GAP, 81), 13, 8, (4, 7, 8, 9, 10),
    (msg("Swiss"), msg("Finals"), msg("All"), SHARE),
)  # fmt: skip


def _charts_of_armies(_many: int) -> Iterator[Chart]:
    left, right = ARMIES_GRID.half(1)
    headers = [column.header for column in OF_ARMIES]
    charts = (
        (GAMES, t("Most played armies: games"), looks.INK),
        (WIN_RATE, t("Win rate of these armies"), COLOUR),
        (CONVERSION, t("Conversion of these armies: in the cut, of those registered"), CORP_COLOUR),
    )
    for number, (header, title, colour) in enumerate(charts):
        place = ARMIES_GRID.over(left, right, FIRST + number * (CHART_ROWS + 1))
        yield bars(title, ARMIES_GRID.table(0) + 2, 1, 2 + headers.index(header), place, colour)


WITH_ARMIES = StatisticsForm(
    ARMIES_GRID, OF_ARMIES, _charts_of_armies, (0, 2, 3), charts_beside=True
)
