"""The ``Statistics`` tab: an event in numbers, with charts of them.

Where the charts stand depends on nothing but the ruleset and how many there are, so that a running
Excel can copy them from a page that every workbook brings along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from engine import Ruleset
from engine.statistics import ARMIES, Choice, Choices, Outcome, Statistics, ratio
from xlplugin.workbook.book import SheetData
from xlplugin.workbook.drawings.print_lists import Cells, shortened
from xlplugin.workbook.layout import (
    ASIDE,
    BLOCK,
    FIGURES,
    HEADER,
    HEADER_CENTRED,
    INK,
    LABEL,
    LINK,
    LIST_TEXT,
    LIST_TITLE,
    NUMBER,
    ONE_DECIMAL,
    POINTS,
    QUIET,
    RATE,
    SIGNED_DECIMAL,
    TEXT,
    Area,
    CellValue,
    Chart,
    Drawing,
    Style,
)
from xlplugin.workbook.links import BACK
from xlplugin.workbook.live_patterns import Page

STATISTICS = "Statistics"
COLOUR = "0F766E"
MADE_ANEW = (
    "Made by statistics, and anew each time: type nothing here. Delete this tab if you like."
)
ROW_HEIGHT = 18
CORP_COLOUR, RUNNER_COLOUR, LEVEL_COLOUR = "2563EB", "DC2626", QUIET
MOST_NAME = 60
"""So many characters of what somebody typed can be read where it stands."""

Number: TypeAlias = int | Fraction | None


def is_statistics(sheet: SheetData) -> bool:
    """Whether a tab was drawn here, so that it may be drawn anew."""
    return any(MADE_ANEW in row for row in sheet.rows[:1])


# what is told


class Fact(NamedTuple):
    """A number that describes the event."""

    name: str
    value: Number


def facts(found: Statistics, ruleset: Ruleset) -> list[Fact]:
    """The event as a whole: the same lines for every event under a ruleset."""
    lines = [
        Fact("Players", found.players),
        Fact("Swiss rounds", found.rounds),
        Fact("Matches in them", found.matches),
        Fact("Byes", found.byes),
        Fact("Intentional draws", found.intentional_draws),
        Fact("No-shows (players)", found.no_shows),
    ]
    if ruleset.cut:
        lines.append(Fact("Matches after them", found.elimination))
        lines.append(Fact("Players in the cut", found.cut))
    if ruleset.match_format.name == "two games":
        lines.append(Fact("Two-for-ones", found.two_for_ones))
    if found.tied_matches is not None:
        lines.append(Fact("Matches tied", found.tied_matches))
    return [*lines, *(Fact(name, value) for name, value in found.averages.items())]


PLAYED = "Only games that were played count: no byes, intentional draws, no-shows or walkovers."
WON = "Those of the cut count too; a drawn game is played, not won; one lost by a penalty is lost."
ALL_GAMES = "All games"


def note(ruleset: Ruleset) -> str:
    """What the numbers count."""
    return f"{PLAYED} {WON}" if ruleset.cut else PLAYED


def left_out(found: Statistics) -> str:
    """How many games are in no number, and why; ``""`` for none."""
    games = "1 more game" if found.unknown == 1 else f"{found.unknown} more games"
    return f"{games}, sides not recorded: left out" if found.unknown else ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table of what was chosen.

    Args:
        header: as it says.
        style: of its cells.
        value: what it says of a choice of an event.
        in_cut: whether it is there only once there is a cut.
    """

    header: str
    style: Style
    value: Callable[[Choice, Statistics], Number]
    in_cut: bool = False


PLAYERS, SHARE, WIN_RATE, CONVERSION, GAMES = "Players", "Share", "Win rate", "Conversion", "Games"
RESULTS = (
    Column("Won", NUMBER, lambda choice, _: choice.won),
    Column("Drawn", NUMBER, lambda choice, _: choice.drawn),
    Column("Lost", NUMBER, lambda choice, _: choice.lost),
    Column(WIN_RATE, RATE, lambda choice, _: choice.win_rate),
)
IN_CUT = (
    Column("In cut", NUMBER, lambda choice, _: choice.in_cut, in_cut=True),
    Column(CONVERSION, RATE, lambda choice, _: choice.conversion, in_cut=True),
)
CHOSEN = (
    Column(PLAYERS, POINTS, lambda choice, _: choice.players),
    Column(SHARE, RATE, lambda choice, found: ratio(choice.players, found.players)),
)
OF_IDENTITIES = (
    *CHOSEN, Column(GAMES, NUMBER, lambda choice, _: choice.games), *RESULTS, *IN_CUT
)  # fmt: skip
OF_ARMIES = (
    Column("Registered", NUMBER, lambda choice, _: choice.players),
    Column(GAMES, POINTS, lambda choice, _: choice.games),
    Column("In finals", NUMBER, lambda choice, _: choice.elimination),
    *RESULTS,
    Column("Difference", SIGNED_DECIMAL, lambda choice, _: choice.average),
    *IN_CUT,
)


def columns_of(found: Statistics, choices: Choices) -> list[Column]:
    """What is told of each choice, beside its name."""
    identities = CHOSEN if found.tied_matches is not None else OF_IDENTITIES
    columns = OF_ARMIES if choices.column == ARMIES else identities
    return [column for column in columns if found.cut is not None or not column.in_cut]


def heading(choices: Choices) -> str:
    """What a table of choices is called, and of how many players it knows nothing."""
    kinds = {ARMIES: "Armies"}
    is_faction = choices.column.endswith("faction")
    what = kinds.get(choices.column) or f"{choices.column}{'s' if is_faction else ' identities'}"
    if not choices.found:
        return f"{what}: none are typed on Players"
    return f"{what} (not typed by {choices.missing})" if choices.missing else what


# where it stands

FIRST = 3
"""The row of the headers above the facts."""
BARS = 10
"""So many bars a chart has; where there is less to show, the last ones are blank."""
CHART_ROWS = 10


@dataclass(frozen=True, slots=True)
class Grid:
    """Where everything stands.

    Args:
        widths: of the columns, in characters.
        right: the first column of the right half.
        facts: how many there is room for.
        outcomes: the columns of how games ended: the name's first one, then those of the numbers.
        titles: the headers of those.
    """

    widths: tuple[float, ...]
    right: int
    facts: int
    outcomes: tuple[int, ...]
    titles: tuple[str, ...]

    @property
    def below(self) -> int:
        """The first row below the facts."""
        return FIRST + self.facts + 2

    def table(self, bands: int) -> int:
        """The row of the heading of the tables, below so many bands of charts."""
        return self.below + bands * (CHART_ROWS + 1)

    def over(self, left: int, right: int, top: int) -> Area:
        """The place of a chart."""
        return top, left, top + CHART_ROWS - 1, right

    def half(self, half: int) -> tuple[int, int]:
        """The first and the last column of the left half (0) or the right one (1)."""
        return (self.right, len(self.widths)) if half else (1, self.right - 2)


GAP = 3
HALF = (36, 8, 7, 8.5, 7, 7, 7, 8.5, 7, 11)
SIDES_GRID = Grid((*HALF, GAP, *HALF), 12, 9, (4, 7, 8, 9, 10), ("Swiss", "Cut", "All", SHARE))
ARMIES_GRID = Grid(
    (22, 10.5, 7, 8.5, 7, 7, 7, 8.5, 10.5, 7, 11, GAP, 81), 13, 8, (4, 7, 8, 9, 10),
    ("Swiss", "Finals", "All", SHARE),
)  # fmt: skip
LONG = (40, 9, 9)
POINTS_GRID = Grid((*LONG, GAP, *LONG), 5, 9, (5, 6, 7), ("Games", SHARE))


def _bars(title: str, top: int, names: int, values: int, place: Area, colour: str) -> Chart:
    """The first rows of a table, from row ``top`` on, as bars."""
    last = top + BARS - 1
    return Chart(title, (top, names, last, names), (top, values, last, values), place, (colour,))


def _ends(title: str, grid: Grid, place: Area, colours: tuple[str, ...]) -> Chart:
    """How the games ended, as bars."""
    top, last = FIRST + 1, FIRST + len(colours)
    names, shares = grid.outcomes[0], grid.outcomes[-1]
    return Chart(title, (top, names, last, names), (top, shares, last, shares), place, colours)


def _of_sides(many: int) -> Iterator[Chart]:
    grid = SIDES_GRID
    top = grid.table(many // 2) + 2
    last = FIRST + grid.facts
    place = (FIRST, grid.right, last, len(grid.widths))
    yield _ends("Games won, by side", grid, place, (CORP_COLOUR, RUNNER_COLOUR, LEVEL_COLOUR))
    told = [column.header for column in OF_IDENTITIES]
    bands = (
        (PLAYERS, "Most played {} identities: players"),
        (CONVERSION, "Conversion of these {} identities: in the cut, of those who entered"),
    )
    for band, (header, title) in enumerate(bands):
        for half, (side, colour) in enumerate((("Corp", CORP_COLOUR), ("Runner", RUNNER_COLOUR))):
            left, right = grid.half(half)
            place = grid.over(left, right, grid.table(band))
            values = left + 1 + told.index(header)
            yield _bars(title.format(side), top, left, values, place, colour)


def _of_armies(_many: int) -> Iterator[Chart]:
    grid = ARMIES_GRID
    top = grid.table(0) + 2
    left, right = grid.half(1)
    told = [column.header for column in OF_ARMIES]
    charts = (
        (GAMES, "Most played armies: games", INK),
        (WIN_RATE, "Win rate of these armies", COLOUR),
        (CONVERSION, "Conversion of these armies: in the cut, of those registered", CORP_COLOUR),
    )  # fmt: skip
    for number, (header, title, colour) in enumerate(charts):
        place = grid.over(left, right, FIRST + number * (CHART_ROWS + 1))
        yield _bars(title, top, 1, 2 + told.index(header), place, colour)


def _of_points(many: int) -> Iterator[Chart]:
    grid = POINTS_GRID
    top = grid.table(many // 2) + 2
    left, right = grid.half(1)
    place = (FIRST + 5, left, FIRST + grid.facts, right)
    yield _ends("How games ended", grid, place, (COLOUR, LEVEL_COLOUR))
    for half, (side, colour) in enumerate((("Corp", CORP_COLOUR), ("Runner", RUNNER_COLOUR))):
        left, right = grid.half(half)
        title = f"Most played {side} identities: players"
        place = grid.over(left, right, grid.table(0))
        yield _bars(title, top, left, left + 1, place, colour)


class Kind(NamedTuple):
    """A kind of event: where everything stands, and how many charts there may be."""

    grid: Grid
    charts: Callable[[int], Iterator[Chart]]
    numbers: tuple[int, ...]


KINDS = {
    "headquarters": Kind(ARMIES_GRID, _of_armies, (0, 2, 3)),
    "game points": Kind(POINTS_GRID, _of_points, (1, 3)),
}
WITH_SIDES = Kind(SIDES_GRID, _of_sides, (1, 3, 5))


def kind_of(ruleset: Ruleset) -> Kind:
    """How a ruleset's statistics are drawn."""
    return KINDS.get(ruleset.match_format.name, WITH_SIDES)


def _charts(kind: Kind, many: int) -> tuple[Chart, ...]:
    return tuple(kind.charts(many))[:many]


def pages_of(ruleset: Ruleset) -> Iterator[Page]:
    """Every page that a ruleset's statistics may be copied from."""
    kind = kind_of(ruleset)
    for many in kind.numbers:
        paper = FIGURES[many]
        widths = kind.grid.widths if many else ()
        yield Page(COLOUR, paper.name, 0, ROW_HEIGHT, widths, _charts(kind, many))


# the tab


def draw_statistics(found: Statistics, ruleset: Ruleset, title: str) -> Drawing:
    """The tab.

    Args:
        found: the event in numbers.
        ruleset: of the event.
        title: what the numbers are of.
    """
    kind = kind_of(ruleset)
    grid = kind.grid
    many = _number_of_charts(kind, found)
    cells: Cells = {(1, 1): (title, LIST_TITLE), (2, 1): (note(ruleset), ASIDE)}
    cells[1, len(grid.widths) + 2] = (MADE_ANEW, ASIDE)
    cells[2, len(grid.widths) + 2] = (BACK, LINK)
    _draw_facts(cells, facts(found, ruleset))
    _draw_outcomes(cells, grid, found)
    top = grid.table(0 if kind.grid is ARMIES_GRID else many // 2)
    for pair in _pairs(found.choices):
        ends = [
            _draw_choices(cells, top, grid.half(half)[0], choices, found) for half, choices in pair
        ]
        top = max(ends) + 2
    return Drawing(
        STATISTICS, grid.widths, cells, tab_colour=COLOUR, row_height=ROW_HEIGHT,
        paper=FIGURES[many], charts=_charts(kind, many),
    )  # fmt: skip


def _number_of_charts(kind: Kind, found: Statistics) -> int:
    """Fewer charts where nothing was chosen, or nobody is in a cut yet."""
    least, *more = kind.numbers
    if not any(choices.found for choices in found.choices):
        return least
    return more[-1] if found.cut is not None else more[0]


def _pairs(choices: Sequence[Choices]) -> Iterator[list[tuple[int, Choices]]]:
    """Tables that stand beside one another: the Corp's on the left, the Runner's on the right."""
    for kind in dict.fromkeys(one.column.partition(" ")[2] for one in choices):
        alike = [one for one in choices if one.column.partition(" ")[2] == kind]
        yield [(int(one.column.startswith("Runner")), one) for one in alike]


def _draw_facts(cells: Cells, lines: Sequence[Fact]) -> None:
    cells[FIRST, 1], cells[FIRST, 2] = ("The event", HEADER), (None, HEADER)
    for row, (name, value) in enumerate(lines, FIRST + 1):
        style = NUMBER if isinstance(value, int | None) else ONE_DECIMAL
        cells[row, 1], cells[row, 2] = (name, TEXT), (number(value), style)


def _draw_outcomes(cells: Cells, grid: Grid, found: Statistics) -> None:
    first, *places = grid.outcomes
    for column in range(first, places[0]):
        cells[FIRST, column] = ("Games" if column == first else None, HEADER)
    for place, title in zip(places, grid.titles, strict=True):
        cells[FIRST, place] = (title, HEADER_CENTRED)
    ends = [*found.outcomes, _sum(found.outcomes)]
    for row, end in enumerate(ends, FIRST + 1):
        for column in range(first, places[0]):
            cells[row, column] = (end.name if column == first else None, LABEL)
        counts = (end.swiss, end.elimination, end.games)[-(len(places) - 1) :]
        for place, count in zip(places, counts, strict=False):
            cells[row, place] = (count, NUMBER if place < places[-2] else POINTS)
        cells[row, places[-1]] = (number(ratio(end.games, found.games)), RATE)
    if missing := left_out(found):
        cells[FIRST + len(ends) + 2, first] = (missing, ASIDE)


def _sum(ends: Sequence[Outcome]) -> Outcome:
    return Outcome(ALL_GAMES, sum(e.swiss for e in ends), sum(e.elimination for e in ends))


def _draw_choices(cells: Cells, top: int, left: int, choices: Choices, found: Statistics) -> int:
    """A table from a row and a column on; gives its last row."""
    cells[top, left] = (heading(choices), BLOCK)
    if not choices.found:
        return top
    columns = columns_of(found, choices)
    name = ARMIES if choices.column == ARMIES else choices.column
    cells[top + 1, left] = (name, HEADER)
    for place, column in enumerate(columns, left + 1):
        cells[top + 1, place] = (column.header, HEADER_CENTRED)
    for row, choice in enumerate(choices.found, top + 2):
        cells[row, left] = (shortened(choice.name, MOST_NAME), LIST_TEXT)
        for place, column in enumerate(columns, left + 1):
            cells[row, place] = (number(column.value(choice, found)), column.style)
    return top + 1 + len(choices.found)


def number(value: Number) -> CellValue:
    """An exact value as a cell holds it: shares and averages as the nearest double."""
    return float(value) if isinstance(value, Fraction) else value
