"""The ``Statistics`` tab: an event in numbers, with charts of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from engine import Ruleset, Special
from engine.options import Options
from engine.statistics import ARMIES, Choices, Outcome, Statistics, ratio
from xlplugin.ground.names import named
from xlplugin.ground.texts import t, tn
from xlplugin.workbook import layout as looks
from xlplugin.workbook.drawings.shared import Cell, Cells, put, put_beside, shortened
from xlplugin.workbook.formats import sheet_of
from xlplugin.workbook.formats.statistics import (
    BARS,
    COLOUR,
    FIRST,
    NAMED_SIDES,
    WITH_SIDES,
    Grid,
    Number,
    StatisticsColumn,
    StatisticsForm,
)
from xlplugin.workbook.layout import CellValue, Drawing
from xlplugin.workbook.layouts.tab_names import STATISTICS
from xlplugin.workbook.live_patterns import Page

ROW_HEIGHT = 18
MOST_NAME = 60
"""The characters of what somebody typed that can be read where it stands."""


def facts(counted: Statistics, ruleset: Ruleset) -> dict[str, Number]:
    """The event as a whole in numbers by name: the same names for every event under a ruleset."""
    numbers: dict[str, Number] = {
        t("Players"): counted.players,
        t("Swiss rounds"): counted.rounds,
        t("Matches in them"): counted.matches,
        t("Byes"): counted.byes,
        t("Intentional draws"): counted.intentional_draws,
        t("No-shows (players)"): counted.no_shows,
    }
    if ruleset.cut:
        numbers[t("Matches after them")] = counted.elimination
        numbers[t("Players in the cut")] = counted.cut
    if Special.TWO_FOR_ONE in ruleset.match_format.specials or counted.two_for_ones:
        numbers[t("Two-for-ones")] = counted.two_for_ones
    if counted.tied_matches is not None:
        numbers[t("Matches tied")] = counted.tied_matches
    return numbers | {t(name): value for name, value in counted.averages.items()}


def left_out(counted: Statistics) -> str:
    """A note on the games that are in no number; ``""`` for none."""
    if not counted.unknown:
        return ""
    return tn(
        "{n} more game, sides not recorded: left out",
        "{n} more games, sides not recorded: left out",
        counted.unknown,
    )


def form_of(ruleset: Ruleset, options: Options) -> StatisticsForm:
    """The contents of the tab under a ruleset's options, and their places."""
    form = sheet_of(ruleset.format(options)).statistics
    return NAMED_SIDES if form is WITH_SIDES and not ruleset.match_format.has_sides else form


def columns_of(counted: Statistics, form: StatisticsForm) -> list[StatisticsColumn]:
    """The columns of a table of choices, after the name."""
    return [column for column in form.columns if counted.cut is not None or not column.in_cut]


def heading(choices: Choices) -> str:
    """The heading of a table of choices, with the number of players who have typed nothing."""
    columns = {
        ARMIES: t("Armies"),
        "Corp": t("Corp identities"),
        "Runner": t("Runner identities"),
        "Corp faction": t("Corp factions"),
        "Runner faction": t("Runner factions"),
    }
    what = columns.get(choices.field) or t("Played: {column}", column=choices.field)
    if not choices.found:
        return t("{what}: none are typed on Players", what=what)
    if choices.missing:
        return t("{what} (not typed by {players})", what=what, players=choices.missing)
    return what


def pages_of(ruleset: Ruleset) -> Iterator[Page]:
    """Every page that a ruleset's statistics may be copied from."""
    chosen = ({option.name: choice} for option in ruleset.options for choice in option.choices)
    for form in dict.fromkeys(form_of(ruleset, options) for options in ({}, *chosen)):
        for many in form.numbers:
            widths = form.grid.widths if many else ()
            charts = form.first_charts(many)
            yield Page(COLOUR, form.papers[many].name, 0, ROW_HEIGHT, widths, charts)


def draw_statistics(
    counted: Statistics, ruleset: Ruleset, form: StatisticsForm, title: str
) -> Drawing:
    """The tab of an event in numbers, under a title."""
    grid = form.grid
    many, *more = form.numbers  # fewer charts where nothing was chosen, or nobody is in a cut yet
    if any(choices.found for choices in counted.choices):
        many = more[-1] if counted.cut is not None else more[0]
    note = t(
        "Only games that were played count: no byes, intentional draws, no-shows or walkovers."
    )
    if ruleset.cut:
        note = t(
            "Only games that were played count: no byes, intentional draws, no-shows or walkovers. "
            "Those of the cut count too; a drawn game is played, not won; one lost by a penalty is lost."
        )
    cells: Cells = {(1, 1): (title, looks.LIST_TITLE), (2, 1): (note, looks.ASIDE)}
    put_beside(cells, len(grid.widths), STATISTICS)
    cells[FIRST, 1], cells[FIRST, 2] = (t("The event"), looks.HEADER), (None, looks.HEADER)
    for row, (name, value) in enumerate(facts(counted, ruleset).items(), FIRST + 1):
        style = looks.NUMBER if isinstance(value, int | None) else looks.ONE_DECIMAL
        cells[row, 1], cells[row, 2] = (name, looks.TEXT), (number(value), style)
    _draw_outcomes(cells, grid, counted)
    top = form.table(many)
    charted = top + 1 + BARS  # further down nothing is in a chart
    columns = columns_of(counted, form)
    for pair in _pairs(counted.choices):
        ends = [
            _draw_choices(cells, (top, grid.half(half)[0]), choices, counted, columns)
            for half, choices in pair
        ]
        top = max(*ends, charted) + 2
    return Drawing(
        STATISTICS, grid.widths, cells, tab_colour=COLOUR, row_height=ROW_HEIGHT,
        paper=form.papers[many], charts=form.first_charts(many),
    )  # fmt: skip


def _pairs(choices: Sequence[Choices]) -> Iterator[list[tuple[int, Choices]]]:
    """Tables that stand beside one another: the first side's on the left, the second's on the right."""
    for kind in dict.fromkeys(one.field.removeprefix(one.side_name) for one in choices):
        alike = [one for one in choices if one.field.removeprefix(one.side_name) == kind]
        yield [(int(one.side == 2), one) for one in alike]


def _draw_outcomes(cells: Cells, grid: Grid, counted: Statistics) -> None:
    first, *places = grid.outcomes
    swiss = sum(end.swiss for end in counted.outcomes)
    elimination = sum(end.elimination for end in counted.outcomes)
    ends = [*counted.outcomes, Outcome(t("All games"), swiss, elimination)]
    beside = range(first + 1, places[0])  # the name's other columns
    line: list[Cell] = [(t("Games"), looks.HEADER), *((None, looks.HEADER) for _ in beside)]
    lines = [[*line, *((t(title), looks.HEADER_CENTRED) for title in grid.titles)]]
    for end in ends:
        *counts, last = (end.swiss, end.elimination, end.games)[-(len(places) - 1) :]
        line = [(t(end.name), looks.LABEL), *((None, looks.LABEL) for _ in beside)]
        line += [*((count, looks.NUMBER) for count in counts), (last, looks.POINTS)]
        lines.append([*line, (number(ratio(end.games, counted.games)), looks.RATE)])
    put(cells, FIRST, first, lines)
    if missing := left_out(counted):
        cells[FIRST + len(ends) + 2, first] = (missing, looks.ASIDE)


def _draw_choices(
    cells: Cells,
    place: tuple[int, int],
    choices: Choices,
    counted: Statistics,
    columns: Sequence[StatisticsColumn],
) -> int:
    """Draw a table from a row and a column on, and return its last row."""
    lines: list[list[Cell]] = [[(heading(choices), looks.BLOCK)]]
    if choices.found:
        headers = ((t(column.header), looks.HEADER_CENTRED) for column in columns)
        lines.append([(named("column", choices.field), looks.HEADER), *headers])
    for choice in choices.found:
        values = ((number(column.value(choice, counted)), column.style) for column in columns)
        lines.append([(shortened(choice.name, MOST_NAME), looks.LIST_TEXT), *values])
    put(cells, *place, lines)
    return place[0] + len(lines) - 1


def number(value: Number) -> CellValue:
    """An exact value as a cell holds it: shares and averages as the nearest double."""
    return float(value) if isinstance(value, Fraction) else value
