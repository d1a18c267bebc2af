"""The tabs of a season's workbook, each a table with a chart beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil, floor
from typing import NamedTuple

from engine.intervals import Interval, wilson
from engine.seasons import Career
from xlplugin.ground.texts import msg, t, tn
from xlplugin.numbers.season.season import Season
from xlplugin.verbs.frame import Table
from xlplugin.workbook import layout as looks
from xlplugin.workbook.book import AddDrawing, AddSheet, Change
from xlplugin.workbook.drawings.matchups_tab import draw_matchups, list_layout, list_rows
from xlplugin.workbook.drawings.shared import Cells, put, shortened
from xlplugin.workbook.layout import CellValue, Chart, Drawing, Paper, Style

EVENTS, PLAYERS, RATINGS, HEAD_TO_HEAD = "Events", "Players", "Ratings", "Head to head"
COLOUR = "0F766E"
TOP = 4
"""The row of the headers."""
GAP = 3
CHART_WIDTH, CHART_COLUMNS = 16, 4
BARS, MOST_EVENTS = 20, 40
"""The bars of a chart, and of that of the events."""
SQUARE = 16
"""The players in the table of everybody against everybody."""
MOST_NAME = 40
"""The characters of a name that can be read where it stands."""
STEP = 50
"""A scale of ratings begins at a multiple of it."""
PAPER = Paper("season", titles=TOP, is_tall=True)


class Heading(NamedTuple):
    """A column of a table: its header, and the width and the look of its cells."""

    header: str
    width: float
    style: Style = looks.NUMBER


class Bars(NamedTuple):
    """A chart of a table: its title, and the columns of the names and the numbers, from 1.

    Args:
        first, last: the rows of the table, from 1.
        halves: the column of half of the interval around each number; 0 for none.
        scale: the ends of the scale, where intervals are drawn.
    """

    title: str
    names: int
    values: int
    first: int
    last: int
    halves: int = 0
    scale: tuple[float, float] = (0, 1)


def tabs_of(season: Season) -> Iterator[Change]:
    """The tabs, in their order."""
    yield _events(season)
    yield _players(season)
    yield _ratings(season)
    yield _head_to_head(season)
    if found := season.matchups.matrices:
        title = heading(season, t("matchups"))
        drawing = draw_matchups(found, title)
        shown = {at: c for at, c in drawing.cells.items() if at[1] <= len(drawing.widths)}
        yield AddDrawing(replace(drawing, cells=shown))
        layout = list_layout(found[0].fields)
        yield AddSheet(layout, list(list_rows(found)), header_text=title)


def heading(season: Season, what: str) -> str:
    """The title of a tab, with the events that it is of."""
    days = [event.day for event in season.events]
    events = tn("{n} event", "{n} events", len(days))
    text = msg("{game}, {events} from {first} to {last}: {what}")
    return t(text, game=season.game, events=events, first=days[0], last=days[-1], what=what)


def _tab(
    name: str,
    title: str,
    note: str,
    columns: Sequence[Heading],
    rows: Sequence[Sequence[CellValue]],
    bars: Bars | None = None,
) -> AddDrawing:
    cells: Cells = {(1, 1): (title, looks.LIST_TITLE), (2, 1): (note, looks.ASIDE)}
    looks_of = {True: looks.HEADER, False: looks.HEADER_CENTRED}
    headers = [(c.header, looks_of[c.style.align == "left"]) for c in columns]
    styles = [column.style for column in columns]
    put(cells, TOP, 1, [headers, *(zip(row, styles, strict=True) for row in rows)])
    widths = [column.width for column in columns]
    charts: list[Chart] = []
    if bars and bars.last > bars.first:
        left = len(widths) + 2
        widths += [GAP, *[CHART_WIDTH] * CHART_COLUMNS]
        charts.append(_chart(bars, left))
    area = (TOP, 1, TOP + len(rows), len(columns))
    drawing = Drawing(
        name, tuple(widths), cells, tab_colour=COLOUR, paper=PAPER, charts=tuple(charts),
        filtered=area, heights={TOP: looks.HEADER_HEIGHT},
    )  # fmt: skip
    return AddDrawing(drawing)


def _chart(bars: Bars, left: int) -> Chart:
    top, bottom = TOP + bars.first, TOP + bars.last
    height = bars.last - bars.first + 4
    return Chart(
        bars.title,
        (top, bars.names, bottom, bars.names),
        (top, bars.values, bottom, bars.values),
        (TOP + 1, left, TOP + height + 1, left + CHART_COLUMNS - 1),
        (COLOUR,),
        (top, bars.halves, bottom, bars.halves) if bars.halves else None,
        bars.scale,
    )


def _name(text: str) -> str:
    return shortened(text, MOST_NAME)


# the tabs


def _events(season: Season) -> AddDrawing:
    columns = (
        Heading(t("Date"), 13),
        Heading(t("Event"), 40, looks.TEXT),
        Heading(t("Rules"), 22, looks.QUIET_TEXT),
        Heading(t("Players"), 10, looks.POINTS),
        Heading(t("Rounds"), 10),
        Heading(t("Matches"), 10),
        Heading(t("Games"), 9),
        Heading(t("Winner"), 32, looks.STRONG),
        Heading(t("Counted"), 20, looks.QUIET_TEXT),
        Heading(t("File"), 34, looks.QUIET_TEXT),
    )
    rows: list[list[CellValue]] = []
    for event, played in zip(season.events, season.played, strict=True):
        results = event.results
        counted = t("the whole event")
        if not results.is_over:
            counted = tn("{n} round so far", "{n} rounds so far", results.rounds)
        first = ", ".join(_name(season.names[key]) for key in winners(season, len(rows))) or None
        counts = (len(results.players), results.rounds, len(results.matches))
        games = sum(1 for _ in played.games())
        about = (event.day.isoformat(), _name(event.name), event.ruleset)
        rows.append([*about, *counts, games, first, counted, event.file])
    title = heading(season, t("the events"))
    note = t(
        "Complete rounds count. There is a winner once the whole event, cut included, is over."
    )
    top = max(1, len(rows) - MOST_EVENTS + 1)
    text = msg("Players, event by event") if top == 1 else msg("Players of the newest {n} events")
    bars = Bars(t(text, n=MOST_EVENTS), 2, 4, top, len(rows))
    tab = _tab(EVENTS, title, note, columns, rows, bars)
    cells = dict(tab.drawing.cells)
    put(cells, TOP + len(rows) + 2, 1, ([(note, looks.ASIDE)] for note in season.notes))
    return replace(tab, drawing=replace(tab.drawing, cells=cells))


def winners(season: Season, number: int) -> list[str]:
    """The players who have come first in an event, by the event's place in the season from 0."""
    played = season.played[number]
    return [played.keys[no] for no, place in played.results.places.items() if place == 1]


def _players(season: Season) -> AddDrawing:
    columns = (
        Heading(t("Player"), 32, looks.STRONG),
        Heading(t("Events"), 9),
        Heading(t("Events won"), 9),
        Heading(t("Best place"), 8),
        Heading(t("Cuts made"), 8),
        Heading(t("Matches"), 10),
        Heading(t("Games won"), 9, looks.POINTS),
        Heading(t("Games drawn"), 9),
        Heading(t("Games lost"), 9),
        Heading(t("Win share"), 10, looks.RATE),
        Heading(t("Share from"), 9, looks.RATE),
        Heading(t("Share to"), 9, looks.RATE),
        Heading(t("Byes"), 8, looks.QUIET_NUMBER),
        Heading(t("Draws agreed"), 9, looks.QUIET_NUMBER),
        Heading(t("No-shows"), 10, looks.QUIET_NUMBER),
    )
    rows: list[list[CellValue]] = [
        [
            _name(season.names[c.key]), c.events, c.first or None, c.best or None, c.cuts or None,
            c.matches, c.won, c.drawn, c.lost, *(share_of(c) or (None, None, None)),
            c.byes or None, c.agreed or None, c.missed or None,
        ]
        for c in season.careers
    ]  # fmt: skip
    note = t(
        "Most games won first. Win share: games won of games played, with its 95 % interval. "
        "Byes, draws agreed and no-shows are no games."
    )
    title = t("Win share of the players with the most games won")
    bars = Bars(title, 1, 10, 1, min(BARS, len(rows)))
    return _tab(PLAYERS, heading(season, t("the players")), note, columns, rows, bars)


def share_of(career: Career) -> Interval | None:
    """Games won of games played, with the interval around that; ``None`` without games."""
    return wilson(career.won, career.games) if career.games else None


def _ratings(season: Season) -> AddDrawing:
    columns = (
        Heading(t("Rank"), 8, looks.POINTS),
        Heading(t("Player"), 32, looks.STRONG),
        Heading(t("Rating"), 10, looks.POINTS),
        Heading("\u00b1", 8),
        Heading(t("At least"), 10),
        Heading(t("At most"), 10),
        Heading(t("Games"), 9),
    )
    rated = list(season.ratings.items())
    rows: list[list[CellValue]] = [
        [rank, _name(season.names[key]), *map(round, (r.points, r.half, r.low, r.high)), r.games]
        for rank, (key, r) in enumerate(rated, 1)
    ]
    note = t(
        "A newcomer starts at 1500; 400 more wins ten games of eleven. Strength is between At "
        "least and At most in 95 of 100 cases; the order is by At least."
    )
    best = [rating for _, rating in rated[:BARS]]
    least = floor(min((r.low for r in best), default=0) / STEP - 1) * STEP  # room for the numbers
    most = ceil(max((r.high for r in best), default=0) / STEP) * STEP
    title = t("Ratings, and how certain they are")
    bars = Bars(title, 2, 3, 1, len(best), 4, (least, most))
    return _tab(RATINGS, heading(season, t("ratings")), note, columns, rows, bars)


def _head_to_head(season: Season) -> AddDrawing:
    columns = (
        Heading(t("Player"), 32, looks.STRONG),
        Heading(t("Games won"), 9, looks.POINTS),
        Heading(t("Drawn"), 9),
        Heading(t("Games lost"), 9),
        Heading(t("Against"), 32, looks.STRONG),
        Heading(t("Matches"), 10),
        Heading(t("Last met"), 13),
        Heading(t("At"), 40, looks.QUIET_TEXT),
    )
    rows: list[list[CellValue]] = []
    for m in season.meetings:
        one, two = _name(season.names[m.one]), _name(season.names[m.two])
        last = season.events[m.last]
        met = (m.matches, last.day.isoformat(), _name(last.name))
        rows.append([one, m.won1, m.drawn, m.won2, two, *met])
    note = t(
        "Who has met most often is first. On the right: games won and lost by the players of the most "
        "matches, from the row's side."
    )
    title = heading(season, t("who has met whom"))
    tab = _tab(HEAD_TO_HEAD, title, note, columns, rows)
    cells, widths = dict(tab.drawing.cells), list(tab.drawing.widths)
    square = _square(season)
    put(cells, TOP + 1, len(widths) + 2, square)  # what is above is on every page
    widths += [GAP, 32, *[7] * (len(square) - 1)]
    return replace(tab, drawing=replace(tab.drawing, cells=cells, widths=tuple(widths)))


def _square(season: Season) -> list[list[tuple[CellValue, Style]]]:
    """Games won and lost by the players of the most matches, everybody against everybody."""
    most = sorted(season.careers, key=lambda career: -career.matches)[:SQUARE]
    keys = [career.key for career in most if career.matches]
    score = {(m.one, m.two): f"{m.won1}\u2013{m.won2}" for m in season.meetings}
    score |= {(m.two, m.one): f"{m.won2}\u2013{m.won1}" for m in season.meetings}
    numbers = range(1, len(keys) + 1)
    lines: list[list[tuple[CellValue, Style]]] = [
        [(t("Most matches"), looks.HEADER), *((n, looks.HEADER_CENTRED) for n in numbers)]
    ]
    for number, one in enumerate(keys, 1):
        name = f"{number}  {_name(season.names[one])}"
        met = ("\u00d7" if one == two else score.get((one, two)) for two in keys)
        lines.append([(name, looks.TEXT), *((cell, looks.QUIET_NUMBER) for cell in met)])
    return lines


def best(season: Season, most: int) -> Table:
    """The players with the best ratings, for a terminal."""
    headers = (t("Rank"), t("Player"), t("Rating"), t("At least"), t("At most"), t("Games"))
    rows = [
        (str(rank), season.names[key], *(f"{n:.0f}" for n in (r.points, r.low, r.high, r.games)))
        for rank, (key, r) in enumerate(season.ratings.items(), 1)
    ]
    return Table(heading(season, t("ratings")), headers, rows[:most], "><>>>>")
