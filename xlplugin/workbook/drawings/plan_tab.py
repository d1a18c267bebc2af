"""The ``Plan`` tab: formats compared by simulated events, with charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap

from engine.simulation.figures import Interval, Percentiles
from engine.texts import msg
from xlplugin.texts import t
from xlplugin.workbook import layout as looks
from xlplugin.workbook.drawings.print_lists import Cell, Cells, put
from xlplugin.workbook.layout import Area, Chart, Drawing, Style
from xlplugin.workbook.layouts.tab_names import BACK, PLAN

Figures = Mapping[str, Interval | Percentiles | None]
COLOUR = "0F766E"
NAME_WIDTH, WIDTH = 26, 9
TOP = 5
"""The row of the headers."""
CHART_ROWS = 14
ACROSS = 190
"""The characters of a line that fit across the page."""
COLUMNS: Mapping[str, tuple[str, Style]] = {
    "best_wins": (msg("Best wins"), looks.RATE),
    "best_in_cut": (msg("Best in cut"), looks.RATE),
    "kendall_tau": (msg("Order"), looks.DECIMAL),
    "cut_by_tiebreak": (msg("Tiebreak"), looks.RATE),
    "hours": (msg("Hours"), looks.ONE_DECIMAL),
}
CHARTS = {
    "best_wins": (msg("How often the best player wins"), 3),
    "kendall_tau": (msg("How well the order agrees with strength"), 9),
    "hours": (msg("Hours, in half of the events"), 15),
}
"""The chart of a figure, and the last column that it covers."""
SPREAD, FROM, TO = msg("mean"), msg("from"), msg("to")
MIDDLE, FIRST, LAST = msg("half"), msg("1 of 10"), msg("9 of 10")


def draw_plan(
    title: str, model: str, formats: Mapping[str, Figures], told: Sequence[str]
) -> Drawing:
    """The tab: a row for each format, by its name, then what is told of them, then charts."""
    width = 1 + 3 * len(COLUMNS)
    aside = t("Made by plan, and anew each time: type nothing here. Delete this tab if you like.")
    cells: Cells = {
        (1, 1): (title, looks.LIST_TITLE),
        (2, 1): (model, looks.ASIDE),
        (1, width + 2): (aside, looks.ASIDE),
        (2, width + 2): (BACK, looks.LINK),
    }
    put(cells, TOP - 1, 1, _headers())
    put(cells, TOP + 1, 1, ([(name, looks.LABEL), *_row(of)] for name, of in formats.items()))
    last = TOP + len(formats)
    lines = [part for line in told for part in wrap(line, ACROSS, subsequent_indent="    ")]
    put(cells, last + 2, 1, ([(line, looks.ASIDE)] for line in lines))
    below = last + len(lines) + 3
    charts = []
    left = 1
    for place, name in enumerate(COLUMNS):
        if name in CHARTS and any(of[name] for of in formats.values()):
            heading, right = CHARTS[name]
            column = 2 + 3 * place
            values: Area = (TOP + 1, column, last, column)
            where: Area = (below, left, below + CHART_ROWS - 1, right)
            charts.append(Chart(t(heading), (TOP + 1, 1, last, 1), values, where, (COLOUR,)))
            left = right + 1
    widths = (NAME_WIDTH, *(WIDTH for _ in range(width - 1)))
    return Drawing(PLAN, widths, cells, tab_colour=COLOUR, charts=tuple(charts))


def _headers() -> list[list[Cell]]:
    """What each figure is, and below it its mean and interval, or its percentiles."""
    names: list[Cell] = [(t("Format"), looks.HEADER)]
    parts: list[Cell] = [(None, looks.HEADER)]
    for name, (header, _) in COLUMNS.items():
        names += [(t(header), looks.HEADER_CENTRED), *[(None, looks.HEADER_CENTRED)] * 2]
        of = (MIDDLE, FIRST, LAST) if name == "hours" else (SPREAD, FROM, TO)
        parts += [(t(part), looks.HEADER_CENTRED) for part in of]
    return [names, parts]


def _row(figures: Figures) -> list[Cell]:
    cells: list[Cell] = []
    for name, (_, style) in COLUMNS.items():
        figure = figures[name]
        values: Sequence[float | None] = figure or (None, None, None)
        if isinstance(figure, Percentiles):
            values = (figure.p50, figure.p10, figure.p90)
        cells += [(value, style) for value in values]
    return cells
