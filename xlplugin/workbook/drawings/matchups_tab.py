"""The ``Matchups`` tab: a matrix of what was played against what, with charts of the shares of games won.

The matrix and its charts are one page. All matchups with their intervals are on a tab of their own,
``Matchup list``, which can be filtered and is as long as it takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from engine import Ruleset
from engine.formats.netrunner import CORP, RUNNER
from engine.matchups import FACTIONS, FEW, Matchup, Matrix, Tally, Total
from engine.statistics import ARMIES
from xlplugin.ground.names import named
from xlplugin.ground.texts import msg, t, tn
from xlplugin.workbook import layout as looks
from xlplugin.workbook.drawings.cross_table import ITSELF
from xlplugin.workbook.drawings.shared import Cell, Cells, put, put_beside, shortened
from xlplugin.workbook.formats.statistics import BARS, COLOUR, CORP_COLOUR, RUNNER_COLOUR
from xlplugin.workbook.layout import (
    Area,
    CellValue,
    Chart,
    Column,
    Drawing,
    Highlight,
    Layout,
    Style,
)
from xlplugin.workbook.layouts.tab_names import MATCHUP_LIST, MATCHUPS
from xlplugin.workbook.live_patterns import Page

TAB_COLOUR = "0E7490"
NAME_WIDTH, WIDTH, MOST_NAME = 38, 5.6, 44
FIRST = 6
"""The column of the first opposing choice, after the name and :data:`OF_TOTAL`."""
TOP, CHART_ROWS = 6, 13
HEADERS = TOP + CHART_ROWS + 1
"""The row of the headers of the first matrix."""
HALVES = ((1, 9), (11, 23))
"""The columns of the charts."""
MOST = 40
"""The rows and the columns of a matrix that can still be read on one page."""
ROW_HEIGHT, TITLE_HEIGHT = 15, 20
LETTER_HEIGHT, LEAST_HEIGHT = 5.8, 62
"""The sizes of a turned header, in points."""
DASH = "\u2013"
OF_TOTAL = (msg("games"), msg("won"), msg("95 % from"), msg("95 % to"))
TOTAL_STYLES = (looks.MANY_GAMES, looks.PERCENT, looks.PERCENT, looks.PERCENT)
KIND, GAMES, SHARE, READING = "Kind", "Games", "Share", "What it says"
LIST_MARKS = (KIND, GAMES, SHARE, READING)
"""The columns by which the tab is known."""
AGAINST = "Against"
LEANINGS = {
    1: msg("won more than half"),
    -1: msg("lost more than half"),
    0: msg("may be even"),
}


def names_of(matrix: Matrix) -> tuple[str, str, str]:
    """The headings of matchups, of their rows and of their columns."""
    if matrix.kind == ARMIES:
        return t("Armies"), t("Army"), t("Opposing army")
    known = {f"{CORP} faction": t("Corp faction"), f"{RUNNER} faction": t("Runner faction")}
    what = t("Factions") if matrix.kind == FACTIONS else t("Identities")
    one, two = (known.get(field) or named("column", field) for field in matrix.fields)
    return what, one, two


def score(tally: Tally, *, is_mirror: bool = False) -> str:
    """Games won and lost, and drawn if any were; in brackets where they are few."""
    text = f"{tally.won}{DASH}{tally.lost}"
    if tally.drawn:
        text = f"{text}{DASH}{tally.drawn}"
    if is_mirror:
        text = f"{ITSELF}{tally.games}"
    return f"({text})" if tally.is_few else text


def left_out(matrix: Matrix) -> str:
    """A note on the games that are in no matchup; ``""`` for none."""
    if not matrix.left_out:
        return ""
    return tn(
        "{what}: {n} more game is left out, since an identity, army or side in it is not known.",
        "{what}: {n} more games are left out, since an identity, army or side in them is not known.",
        matrix.left_out,
        what=names_of(matrix)[0],
    )


def pages_of(ruleset: Ruleset) -> Iterator[Page]:
    """The page that a ruleset's matchups are copied from."""
    widths, format_ = _widths(HALVES[1][1] + 1), ruleset.match_format
    charts = tuple(_charts(has_armies=format_.has_armies, has_sides=format_.has_sides))
    yield Page(TAB_COLOUR, looks.WHOLE.name, 0, ROW_HEIGHT, widths, charts)


def _widths(columns: int) -> tuple[float, ...]:
    return NAME_WIDTH, *(WIDTH for _ in range(columns - 1))


def _charts(*, has_armies: bool, has_sides: bool) -> Iterator[Chart]:
    """The shares of the most played, by the rows of the first matrix and by its columns.

    Where the organizer's rules name the sides, the titles do not, as a running Excel copies them.
    """
    (left, right), other = HALVES
    bottom = TOP + CHART_ROWS - 1
    first = HEADERS + (1 if has_armies else 1 + len(OF_TOTAL))
    last = first + BARS - 1
    names, values = (first, 1, last, 1), (first, 3, last, 3)
    title = msg("Most played by the {side}: share of games won")
    texts = [t(title, side=side) for side in (CORP, RUNNER)]
    if not has_sides:
        texts = [t("In the rows: share of games won"), t("In the columns: share of games won")]
    text = t("Most played armies: share of games won") if has_armies else texts[0]
    colour = COLOUR if has_armies else CORP_COLOUR
    yield Chart(text, names, values, (TOP, left, bottom, right), (colour,))
    if not has_armies:
        last = FIRST + BARS - 1
        names, values = (HEADERS, FIRST, HEADERS, last), (HEADERS + 2, FIRST, HEADERS + 2, last)
        place: Area = (TOP, other[0], bottom, other[1])
        yield Chart(texts[1], names, values, place, (RUNNER_COLOUR,))


def draw_matchups(matrices: Sequence[Matrix], title: str, *, has_sides: bool = True) -> Drawing:
    """The tab with at least one matrix, under a title; charts name the sides if the ruleset itself has them."""
    cells: Cells = {(1, 1): (title, looks.LIST_TITLE)}
    put(cells, 2, 1, ([(line, looks.ASIDE)] for line in _how_to_read()))
    heights: dict[int, float] = {1: TITLE_HEIGHT}
    top = HEADERS
    notes: list[str] = []
    for matrix in matrices:
        heights[top] = _height(matrix.opposing[:MOST])
        lines = [_headers(matrix), *_column_totals(matrix), *_rows(matrix)]
        put(cells, top, 1, lines)
        top += max(len(lines), 1 + len(OF_TOTAL) + BARS) + 1
        notes += _notes(matrix)
    put(cells, top, 1, ([(note, looks.ASIDE)] for note in notes))
    widest = max(min(len(matrix.opposing), MOST) for matrix in matrices)
    columns = max(FIRST - 1 + widest, HALVES[1][1] + 1)
    put_beside(cells, columns, MATCHUPS)
    charts = tuple(_charts(has_armies=matrices[0].kind == ARMIES, has_sides=has_sides))
    return Drawing(
        MATCHUPS, _widths(columns), cells, tab_colour=TAB_COLOUR, row_height=ROW_HEIGHT,
        heights=heights, charts=charts,
    )  # fmt: skip


def _how_to_read() -> list[str]:
    return [
        t(
            "Each cell has the row's games won{dash}lost against the column "
            "(won{dash}lost{dash}drawn where any were drawn). All matchups, with 95 % intervals: "
            "tab {tab}.",
            dash=DASH,
            tab=MATCHUP_LIST,
        ),
        t(
            "In brackets and grey: fewer than {few} games, too few to tell anything. In bold: the whole "
            "95 % interval is above a half, or below; of 20 even matchups one will look so by chance.",
            few=FEW,
        ),
        t(
            "The charts show the most played; how far to trust a share is in the matrix, 95 % from and to."
        ),
    ]


def _notes(matrix: Matrix) -> Iterator[str]:
    what = names_of(matrix)[0]
    if max(len(matrix.choices), len(matrix.opposing)) > MOST:
        text = msg("{what}: the {most} most played are shown; all are on the tab {tab}.")
        yield t(text, what=what, most=MOST, tab=MATCHUP_LIST)
    if missing := left_out(matrix):
        yield missing


def _height(totals: Sequence[Total]) -> float:
    """A row in which each name fits into two lines that read upwards, in points."""
    names = [shortened(total.name, MOST_NAME) for total in totals]
    letters = next(n for n in range(8, MOST_NAME + 9) if all(len(wrap(x, n)) < 3 for x in names))
    return max(LEAST_HEIGHT, letters * LETTER_HEIGHT + 6)


def _headers(matrix: Matrix) -> list[Cell]:
    what, row, column = names_of(matrix)
    text = t(
        "{what}: {row} in the rows, {column} in the columns", what=what, row=row, column=column
    )
    line: list[Cell] = [
        (text, looks.HEADER),
        *((t(name), looks.HEADER_TURNED) for name in OF_TOTAL),
    ]
    shown = matrix.opposing[:MOST]
    return [*line, *((shortened(one.name, MOST_NAME), looks.HEADER_TURNED) for one in shown)]


def _total(total: Total) -> list[CellValue]:
    """Games, the share of games won and its interval."""
    return [total.tally.games, *(total.tally.share or (None, None, None))]


def _column_totals(matrix: Matrix) -> Iterator[list[Cell]]:
    """A line for each number of the columns, where they are not the same as the rows."""
    if matrix.kind == ARMIES:
        return
    column = names_of(matrix)[2]
    beside: list[Cell] = [(None, looks.MANY_GAMES) for _ in OF_TOTAL]
    totals = zip(*map(_total, matrix.opposing[:MOST]), strict=True)
    text = msg("{column}: {number}")
    for number, style, values in zip(OF_TOTAL, TOTAL_STYLES, totals, strict=True):
        name = t(text, column=column, number=t(number))
        yield [(name, looks.LIST_TEXT), *beside, *((value, style) for value in values)]


def _rows(matrix: Matrix) -> Iterator[list[Cell]]:
    for row, total in enumerate(matrix.choices[:MOST]):
        name: Cell = (shortened(total.name, MOST_NAME), looks.LIST_TEXT)
        totals = zip(_total(total), TOTAL_STYLES, strict=True)
        shown = range(min(len(matrix.opposing), MOST))
        yield [name, *totals, *(_cell(matrix, row, column) for column in shown)]


def _cell(matrix: Matrix, row: int, column: int) -> Cell:
    tally = matrix.tallies.get((row, column))
    if tally is None:
        return None, looks.FEW_GAMES
    is_mirror = matrix.kind == ARMIES and row == column
    style: Style = looks.MANY_GAMES
    if tally.is_few:
        style = looks.FEW_GAMES
    elif tally.leaning and not is_mirror:
        style = looks.TOLD_GAMES
    return score(tally, is_mirror=is_mirror), style


# the list


def list_layout(fields: Sequence[str] = (CORP, RUNNER)) -> Layout:
    """The tab of these fields of the first matrix: of armies, or of identities and factions."""
    names = (ARMIES, AGAINST) if ARMIES in fields else fields
    help_ = t("The share's 95 % interval (Wilson's): what it may be after very many games.")
    columns = (
        Column(KIND, 12, looks.QUIET_TEXT),
        *(Column(name, 40, looks.STRONG) for name in names),
        Column(GAMES, 9, looks.POINTS),
        Column("Won", 8, looks.NUMBER),
        Column("Lost", 8, looks.NUMBER),
        Column("Drawn", 8, looks.NUMBER),
        Column(SHARE, 9, looks.RATE),
        Column("From", 9, looks.RATE, help=help_, key="Interval"),
        Column("To", 9, looks.RATE, help=help_, key="Interval"),
        Column(READING, 22, looks.QUIET_TEXT),
    )
    is_few = Highlight(f"{{{GAMES}}}<{FEW}", colour=looks.QUIET)
    return Layout(MATCHUP_LIST, columns, (is_few,), TAB_COLOUR, landscape=True, frozen=3)


def reading(matchup: Matchup) -> str:
    """The reading of a matchup, in a few words."""
    if matchup.is_mirror:
        return t("against itself")
    if matchup.tally.is_few:
        return t("few games")
    return t(LEANINGS[matchup.tally.leaning])


def list_rows(matrices: Sequence[Matrix]) -> Iterator[list[CellValue]]:
    """A row for each matchup, the most played first; of games against itself only how many there are."""
    for matrix in matrices:
        for matchup in matrix.by_games:
            choice, opposing, tally = matchup
            share = tally.share or (None, None, None)
            told: list[CellValue] = [tally.won, tally.lost, tally.drawn, *share]
            if matchup.is_mirror:
                told = [None] * len(told)
            what = names_of(matrix)[0]
            yield [what, choice, opposing, tally.games, *told, reading(matchup)]
