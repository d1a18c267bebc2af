"""The ``Plan`` tab: formats compared by simulated events, with charts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from math import ceil
from textwrap import wrap

from engine.intervals import Interval
from engine.ruleset import Ruleset
from engine.simulation.figures import Percentiles
from xlplugin.ground.texts import msg, t
from xlplugin.workbook import layout as looks
from xlplugin.workbook.drawings.shared import Cell, Cells, put, put_beside
from xlplugin.workbook.layout import Area, Chart, Drawing, Style
from xlplugin.workbook.layouts.tab_names import PLAN
from xlplugin.workbook.live_patterns import Page

Figures = Mapping[str, Interval | Percentiles | None]
COLOUR, TAB_COLOUR = "0F766E", "0369A1"
"""Of the bars, and of the tab: no other has it, as its page is found by it."""
NAME_WIDTH, WIDTH, CHART_WIDTH = 26, 9, 60
"""Of the first column, and the least of the others and of a chart."""
SMALLER = 1.25
"""The letters of small print that fit where the columns have one."""
DECIMALS = 6
"""The decimals of numbers in cells: programs differ beyond fifteen digits."""
FIRST_CHART, CHART_ROWS = 4, 14
TOP = FIRST_CHART + CHART_ROWS + 2
"""The last row of the headers."""
COLUMNS: Mapping[str, tuple[str, Style]] = {
    "best_wins": (msg("Best wins"), looks.RATE),
    "best_in_cut": (msg("Best in cut"), looks.RATE),
    "kendall_tau": (msg("Order"), looks.DECIMAL),
    "cut_by_tiebreak": (msg("Tiebreak"), looks.RATE),
    "hours": (msg("Hours"), looks.ONE_DECIMAL),
    "cut_hours": (msg("Of the cut"), looks.ONE_DECIMAL),
}
MEANINGS = {
    "best_wins": msg("Best wins: in how many events the strongest player comes first."),
    "best_in_cut": msg("Best in cut: in how many events that player makes the cut."),
    "kendall_tau": msg(
        "Order: how well the final order agrees with strength; 1 is the same order, 0 no relation "
        "(Kendall's tau)."
    ),
    "cut_by_tiebreak": msg(
        "Tiebreak: in how many events only a tiebreak decides who is the last one in the cut."
    ),
    "hours": msg("Hours within which half of the events are over, one of ten, and nine of ten."),
    "cut_hours": msg("Of the cut: its hours on a day of its own."),
}
CHARTS = {
    "best_wins": msg("How often the best player wins"),
    "kendall_tau": msg("How well the order agrees with strength"),
    "hours": msg("Hours, in half of the events"),
}
SPREAD, FROM, TO = msg("mean"), msg("from"), msg("to")
MIDDLE, FIRST, LAST = msg("half"), msg("1 of 10"), msg("9 of 10")
PERCENTILES = ("hours", "cut_hours")
IN_CUT = {"best_in_cut", "cut_by_tiebreak", "cut_hours"}
ROW_HEIGHT = 18


def bars_of(ruleset: Ruleset) -> int:
    """The most formats that a click compares: two numbers of rounds, without a cut and with two in each kind."""
    if not ruleset.cut:
        return 2
    return 2 * (1 + 2 * (2 if ruleset.cut.chosen_by else 1))


def pages_of(ruleset: Ruleset) -> Iterator[Page]:
    """Every page that the plan of a click may be copied from: hours are not known without a limit of time."""
    for has_hours in (False, True):
        form = PlanForm(ruleset, bars_of(ruleset), has_hours=has_hours)
        yield Page(TAB_COLOUR, form.paper.name, 0, ROW_HEIGHT, form.widths, form.charts)


class PlanForm:
    """The contents of the tab: its columns, their widths, and the charts of its rows.

    Nothing but these decides where the charts stand, so that a running Excel can copy them.
    """

    def __init__(self, ruleset: Ruleset, bars: int, *, has_hours: bool) -> None:
        left_out = set() if ruleset.cut else IN_CUT
        left_out = left_out if has_hours else left_out | {*PERCENTILES}
        self.names = [name for name in COLUMNS if name not in left_out]
        self.last = TOP + bars
        shown = [name for name in CHARTS if name in self.names]
        columns = 3 * len(self.names)
        width = max(WIDTH, ceil((CHART_WIDTH * len(shown) - NAME_WIDTH) / columns))
        self.widths = (NAME_WIDTH, *(width for _ in range(columns)))
        self.charts = tuple(self._charts(shown))
        self.paper = looks.FIGURES[len(shown)]

    def _charts(self, shown: Sequence[str]) -> Iterator[Chart]:
        """A chart of some figures, side by side across the table."""
        ends = [*accumulate(self.widths)]
        left = 1
        for number, name in enumerate(shown, 1):
            share = ends[-1] * number / len(shown)
            right = 1 + ends.index(min(ends, key=lambda end: abs(end - share)))
            column = 2 + 3 * self.names.index(name)
            labels: Area = (TOP + 1, 1, self.last, 1)
            values: Area = (TOP + 1, column, self.last, column)
            where: Area = (FIRST_CHART, left, FIRST_CHART + CHART_ROWS - 1, right)
            yield Chart(t(CHARTS[name]), labels, values, where, (COLOUR,))
            left = right + 1


def draw_plan(
    title: str, model: str, formats: Mapping[str, Figures], told: Sequence[str], form: PlanForm
) -> Drawing:
    """The tab: charts, a row for each format, by its name, then the conclusions."""
    cells: Cells = {(1, 1): (title, looks.LIST_TITLE), (2, 1): (model, looks.ASIDE)}
    put_beside(cells, len(form.widths), PLAN)
    put(cells, TOP - 1, 1, _headers(form.names))
    rows = [[(name, looks.LABEL), *_row(form.names, of)] for name, of in formats.items()]
    put(cells, TOP + 1, 1, rows)
    across = round(SMALLER * sum(form.widths))
    meanings = " ".join(
        [*(t(MEANINGS[name]) for name in form.names), t("From, to: the 95 % interval.")]
    )
    lines = [
        *(part for line in told for part in wrap(line, across, subsequent_indent="    ")),
        "",
        *wrap(meanings, across),
    ]
    put(cells, form.last + 2, 1, ([(line or None, looks.ASIDE)] for line in lines))
    return Drawing(
        PLAN, form.widths, cells, tab_colour=TAB_COLOUR, row_height=ROW_HEIGHT, paper=form.paper,
        charts=form.charts,
    )  # fmt: skip


def _headers(names: Sequence[str]) -> list[list[Cell]]:
    """The name of each figure, and below it its mean and interval, or its percentiles."""
    titles: list[Cell] = [(t("Format"), looks.HEADER)]
    parts: list[Cell] = [(None, looks.HEADER)]
    for name in names:
        header, _ = COLUMNS[name]
        titles += [(t(header), looks.HEADER_CENTRED), *[(None, looks.HEADER_CENTRED)] * 2]
        of = (MIDDLE, FIRST, LAST) if name in PERCENTILES else (SPREAD, FROM, TO)
        parts += [(t(part), looks.HEADER_CENTRED) for part in of]
    return [titles, parts]


def _row(names: Sequence[str], figures: Figures) -> list[Cell]:
    cells: list[Cell] = []
    for name in names:
        figure, (_, style) = figures[name], COLUMNS[name]
        values: Sequence[float | None] = figure or (None, None, None)
        if isinstance(figure, Percentiles):
            values = (figure.p50, figure.p10, figure.p90)
        cells += [(value if value is None else round(value, DECIMALS), style) for value in values]
    return cells
