"""The ``Plan`` tab: formats compared by simulated events, with charts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from math import ceil
from textwrap import wrap

from engine.intervals import Interval
from engine.simulation.figures import Percentiles
from engine.texts import msg
from xlplugin.texts import t
from xlplugin.workbook import layout as looks
from xlplugin.workbook.drawings.print_lists import Cell, Cells, put
from xlplugin.workbook.layout import Area, Chart, Drawing, Style
from xlplugin.workbook.layouts.tab_names import BACK, PLAN

Figures = Mapping[str, Interval | Percentiles | None]
COLOUR = "0F766E"
NAME_WIDTH, WIDTH, CHART_WIDTH = 26, 9, 60
"""Of the first column, and the least of the others and of a chart."""
SMALLER = 1.25
"""So many more letters than the columns' own are in a line of what is told, which is smaller."""
DECIMALS = 6
"""Of numbers in cells: of more than fifteen digits programs keep different ones."""
TOP = 5
"""The row of the headers."""
CHART_ROWS = 14
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
    "best_in_cut": msg("Best in cut: in how many that player is in the cut."),
    "kendall_tau": msg(
        "Order: how well the final order agrees with strength; 1 is the same order, 0 no relation "
        "(Kendall's tau)."
    ),
    "cut_by_tiebreak": msg(
        "Tiebreak: in how many events only a tiebreak decides who is the last one in the cut."
    ),
    "hours": msg("Hours: half of the events are over by then, one of ten, and nine of ten."),
    "cut_hours": msg("Of the cut: the hours that it takes on a day of its own."),
}
CHARTS = {
    "best_wins": msg("How often the best player wins"),
    "kendall_tau": msg("How well the order agrees with strength"),
    "hours": msg("Hours, in half of the events"),
}
SPREAD, FROM, TO = msg("mean"), msg("from"), msg("to")
MIDDLE, FIRST, LAST = msg("half"), msg("1 of 10"), msg("9 of 10")
PERCENTILES = ("hours", "cut_hours")


def draw_plan(
    title: str, model: str, formats: Mapping[str, Figures], told: Sequence[str]
) -> Drawing:
    """The tab: a row for each format, by its name, then what is told of them, then charts.

    What none of them has is left out.
    """
    names = [name for name in COLUMNS if any(of[name] for of in formats.values())]
    shown = [name for name in CHARTS if name in names]
    columns = 3 * len(names)
    width = max(WIDTH, ceil((CHART_WIDTH * len(shown) - NAME_WIDTH) / columns))
    widths = (NAME_WIDTH, *(width for _ in range(columns)))
    aside = t("Made by plan, and anew each time: type nothing here. Delete this tab if you like.")
    cells: Cells = {
        (1, 1): (title, looks.LIST_TITLE),
        (2, 1): (model, looks.ASIDE),
        (1, len(widths) + 2): (aside, looks.ASIDE),
        (2, len(widths) + 2): (BACK, looks.LINK),
    }
    put(cells, TOP - 1, 1, _headers(names))
    rows = [[(name, looks.LABEL), *_row(names, of)] for name, of in formats.items()]
    put(cells, TOP + 1, 1, rows)
    last = TOP + len(formats)
    across = round(SMALLER * sum(widths))
    meanings = " ".join([*(t(MEANINGS[name]) for name in names), t("From, to: the 95 % interval.")])
    lines = [
        *(part for line in told for part in wrap(line, across, subsequent_indent="    ")),
        "",
        *wrap(meanings, across),
    ]
    put(cells, last + 2, 1, ([(line or None, looks.ASIDE)] for line in lines))
    charts = _charts(shown, names, widths, last, last + len(lines) + 3)
    return Drawing(PLAN, widths, cells, tab_colour=COLOUR, charts=tuple(charts))


def _charts(
    shown: Sequence[str], names: Sequence[str], widths: Sequence[int], last: int, below: int
) -> Iterator[Chart]:
    """A chart of some figures, side by side across the table."""
    ends = [*accumulate(widths)]
    left = 1
    for number, name in enumerate(shown, 1):
        share = ends[-1] * number / len(shown)
        right = 1 + ends.index(min(ends, key=lambda end: abs(end - share)))
        column = 2 + 3 * names.index(name)
        values: Area = (TOP + 1, column, last, column)
        where: Area = (below, left, below + CHART_ROWS - 1, right)
        yield Chart(t(CHARTS[name]), (TOP + 1, 1, last, 1), values, where, (COLOUR,))
        left = right + 1


def _headers(names: Sequence[str]) -> list[list[Cell]]:
    """What each figure is, and below it its mean and interval, or its percentiles."""
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
