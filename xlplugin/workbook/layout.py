"""Declarations of sheets: columns, styles, validations, highlights, print setup.

Reader, writer and every host work from these declarations, so that there are no cell addresses
anywhere else. Formulas name columns by header, as in ``=IF({Special}="Bye",6,"")``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from typing import Literal, TypeAlias

from xlplugin.workbook.expressions import Part
from xlplugin.workbook.line_breaks import lines_of
from xlplugin.workbook.picture import Picture

HEADER_HEIGHT = 32
"""Points: two lines, or one above a filter's arrow."""
INK, PALE, RULE = "1F2A44", "F4F6FA", "D5DAE3"
LINKED = "1D4ED8"
INPUT, MISSING, WRONG, QUIET = "FFFBEB", "FDE9B8", "F8CFCB", "565D6B"
"""Every text has a contrast of 4.5 to 1 or more with each of these that it may stand on."""
MOST_UPRIGHT = 160
"""The width in characters that can be read on an upright page."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A live formula, with what it shows where its writer knows; a mere string stays text."""

    text: str
    shows: CellValue = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class CellError:
    """An error value that a cell shows, as in ``#N/A``."""

    code: str

    def __str__(self) -> str:
        return self.code


CellValue: TypeAlias = str | int | float | bool | datetime | date | time | Formula | CellError | None  # fmt: skip


@dataclass(frozen=True, slots=True)
class Style:
    """The look of cells. Colours are RRGGBB; ``""`` is the default.

    ``border`` names the edges that have a line, ``line`` is its colour, ``edge`` its kind;
    ``vertical`` is where a text stands in a row that is higher, ``turned`` whether it reads upwards.
    """

    name: str
    align: str = "left"
    bold: bool = False
    size: float = 11
    colour: str = INK
    fill: str = ""
    number_format: str = "General"
    wrap: bool = False
    shrink: bool = False
    border: str = "bottom"
    line: str = RULE
    edge: Literal["thin", "dashed"] = "thin"
    vertical: Literal["center", "top", "bottom"] = "center"
    underline: bool = False
    turned: bool = False


HEADER = Style("xl header", bold=True, colour="FFFFFF", fill=INK, wrap=True, vertical="top")
HEADER_BACK = Style(
    "xl header back", bold=True, colour=LINKED, fill=PALE, wrap=True, vertical="top", underline=True
)
"""The first header, which leads back to Event: light, since LibreOffice writes links in dark blue."""
HEADER_CENTRED = replace(HEADER, name="xl header centred", align="center")
"""At the top: the arrows of a filter stand at the bottom, and would cover the words."""
HEADER_TURNED = replace(
    HEADER_CENTRED, name="xl header turned", size=10, vertical="bottom", turned=True
)
TEXT = Style("xl text", shrink=True)
LINES = Style("xl lines", wrap=True)
"""For names: a long one goes on in the next line, where a smaller one could not be read."""
STRONG = Style("xl strong", bold=True, shrink=True)
NUMBER = Style("xl number", "center")
QUIET_NUMBER = Style("xl quiet number", "center", colour=QUIET)
DECIMAL = Style("xl decimal", "center", number_format="0.0000")
ONE_DECIMAL = Style("xl one decimal", "center", number_format="0.0")
POINTS = Style("xl points", "center", bold=True)
HALF_POINTS = Style("xl half points", "center", bold=True, number_format="0.0")
SIGNED = Style("xl signed", "center", colour=QUIET, number_format="+0;-0;0")
SIGNED_DECIMAL = Style("xl signed decimal", "center", number_format="+0.0;-0.0;0.0")
RATE = Style("xl rate", "center", number_format="0.0%")
PERCENT = Style("xl percent", "center", size=10, number_format="0%")
MOMENT = Style("xl moment", "center", number_format="yyyy-mm-dd hh:mm")
MOMENT_ENTRY = Style("xl moment entry", "center", fill=INPUT, number_format="yyyy-mm-dd hh:mm")
ENTRY = Style("xl entry", "center", fill=INPUT)
ENTRY_TEXT = Style("xl entry text", fill=INPUT, shrink=True)
LINK = Style("xl link", colour=LINKED, border="", shrink=True, underline=True)
NOTE = Style("xl note", colour=QUIET, size=10, wrap=True)
QUIET_TEXT = Style("xl quiet text", colour=QUIET, size=10, shrink=True)
STEP = Style("xl step", "justify", colour=QUIET, size=10, number_format=";;;")
"""Out of sight; other numbers in columns without any width LibreOffice prints beside the table."""
LABEL = Style("xl label", bold=True)
NEXT = Style("xl next", bold=True, size=14, wrap=True, fill=PALE)
GLANCE = Style("xl glance", bold=True, size=14, shrink=True, fill=PALE)
GLANCE_LABEL = Style("xl glance label", bold=True, size=12, fill=PALE)
GLANCE_NOTE = Style("xl glance note", colour=QUIET, size=10, wrap=True, fill=PALE)
GROUP = Style("xl group", bold=True, size=12, line=INK)
GROUP_NOTE = Style("xl group note", colour=QUIET, size=10, line=INK)
SETTING = Style("xl setting", fill=INPUT)
SETTING_TEXT = Style("xl setting text", fill=INPUT, number_format="@")
SETTING_LONG = Style("xl setting long", fill=INPUT, number_format="@", wrap=True)
"""Where ``1-12`` is no date."""
BLOCK = Style("xl block", bold=True, size=13, border="")
BLOCK_ROUND = Style("xl block round", bold=True, colour=QUIET, border="")
GAME = Style("xl game", colour=QUIET, size=9, border="")
GAME_SEED = Style("xl game seed", "center", colour=QUIET, fill=PALE)
GAME_PLAYER = Style("xl game player", fill=PALE, shrink=True)
GAME_RESULT = Style("xl game result", "center", size=10, fill=PALE, shrink=True)
CHAMPION = Style("xl champion", bold=True, size=14, shrink=True)
ACROSS = Style("xl line across", border="bottom", line=QUIET)
DOWN = Style("xl line down", border="right", line=QUIET)
CORNER = Style("xl line corner", border="bottom right", line=QUIET)
ASIDE = Style("xl aside", colour=QUIET, size=10, border="")
SLIP_TABLE = Style("xl slip table", bold=True, size=14, border="")
SLIP_EVENT = Style("xl slip event", colour=QUIET, size=10, border="")
SLIP_HINT = Style("xl slip hint", "right", colour=QUIET, size=10, border="")
SLIP_HEADER = Style("xl slip header", colour=QUIET, size=9, border="")
SLIP_HEADER_CENTRED = Style("xl slip header centred", "center", colour=QUIET, size=9, border="")
SLIP_NAME = Style(
    "xl slip name", bold=True, size=12, shrink=True, border="top left right", line=QUIET
)
SLIP_MORE = Style(
    "xl slip more", colour=QUIET, size=9, shrink=True, border="bottom left right", line=QUIET
)
SLIP_BOX = Style("xl slip box", "center", border="top left right", line=QUIET)
SLIP_BOX_END = Style("xl slip box end", "center", border="bottom left right", line=QUIET)
SLIP_TICK = Style("xl slip tick", border="")
CARD_NAME = Style("xl card name", bold=True, border="")
CARD_TEXT = Style("xl card text", size=10, shrink=True, border="top bottom left right", line=QUIET)
CARD_CELL = replace(CARD_TEXT, name="xl card cell", align="center")
CUT_ACROSS = Style("xl cut across", border="bottom", line=QUIET, edge="dashed")
CUT_DOWN = Style("xl cut down", border="right", line=QUIET, edge="dashed")
CUT_CORNER = Style("xl cut corner", border="bottom right", line=QUIET, edge="dashed")
LIST_TITLE = Style("xl list title", bold=True, size=14, border="")
LIST_NAME = Style("xl list name", bold=True, size=12, shrink=True)
LIST_TABLE = Style("xl list table", "center", bold=True, size=14)
LIST_TEXT = Style("xl list text", size=10, shrink=True)
LIST_CENTRED = Style("xl list centred", "center")
FEW_GAMES = Style(
    "xl few games", "center", colour=QUIET, size=10, shrink=True, border="bottom right"
)
MANY_GAMES = replace(FEW_GAMES, name="xl many games", colour=INK)
TOLD_GAMES = replace(MANY_GAMES, name="xl told games", bold=True)
STYLES = tuple(style for style in tuple(globals().values()) if isinstance(style, Style))


@dataclass(frozen=True, slots=True)
class Whole:
    """Only whole numbers from ``least`` to ``most`` may be typed; under other settings to one of ``limits``."""

    least: int
    most: int
    limits: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a sheet.

    Args:
        header: its name in the header row, by which it is found.
        width: in characters; 0 for out of sight.
        style: how its cells look.
        choices: what may be typed, offered as a list.
        whole: which whole numbers may be typed.
        help: shown when a cell is selected.
        key: by which a workbook has its look where the header is not enough: one header, two helps.
        live: the formula that every row holds, with ``{Header}`` for the row's cell of that column.
        optional: whether the sheet may be without it.
        derived: whether it only repeats what is known: a row that holds nothing else is blank.
        formerly: its name in older workbooks.
    """

    header: str
    width: float
    style: Style = TEXT
    choices: tuple[str | int, ...] = ()
    whole: Whole | None = None
    help: str = ""
    live: Part | None = None
    optional: bool = False
    derived: bool = False
    formerly: str = ""
    key: str = ""

    @property
    def formula(self) -> str:
        """The text of its formula; ``""`` for none."""
        return self.live.formula if self.live else ""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A conditional format: where the formula holds, the named columns are set off.

    The text of the row says the same; colour alone never does. ``columns`` empty means all.
    The formula has operators only, ``*`` for and, ``+`` for or: a running Excel reads it in the
    organizer's language, which has names and separators of its own (``UND(...;...)``).
    """

    formula: str
    fill: str = ""
    colour: str = ""
    bold: bool = False
    strike: bool = False
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    """One sheet: its columns and everything that holds for the whole of it.

    Args:
        highlights: conditional formats, the first that holds wins.
        spare_rows: empty rows below the last that are set up for typing.
        landscape: whether it prints so whatever its width; it is always one page wide, the header
            row on each page.
        frozen: columns that stay in view.
        filtered: whether the header row has filter buttons.
        choices_by_row: for sheets of settings, what may be typed in ``Value``, by row from 0.
        open_rows: those of them where something else may be typed as well.
        folded: rows from 0 that are out of sight until the row above them is unfolded.
        row_height, header_height: in points; a filter's arrow stands below the headers.
        leads_back: whether its first header is a link to ``Event``.
        on_screen: the columns from this one on are not printed.
        new_pages: rows from 0 that each begin a page; nothing is fitted to the paper then.
        scale: of its size in print, in percent, where there are such pages.
        growing: rows from 0 that are as high as what is typed later needs.
    """

    name: str
    columns: tuple[Column, ...]
    highlights: tuple[Highlight, ...] = ()
    tab_colour: str = INK
    spare_rows: int = 0
    landscape: bool = False
    frozen: int = 0
    filtered: bool = True
    choices_by_row: Mapping[int, tuple[str | int, ...]] = field(default_factory=dict)
    open_rows: frozenset[int] = frozenset()
    styles_by_row: Mapping[int, Sequence[Style]] = field(default_factory=dict)
    folded: tuple[int, ...] = ()
    row_height: float = 18
    header_height: float = HEADER_HEIGHT
    leads_back: bool = True
    on_screen: str = ""
    new_pages: tuple[int, ...] = ()
    scale: int = 0
    growing: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        """Refuse two columns of one header, by which columns are found."""
        headers = [column.header for column in self.columns]
        if twice := {header for header in headers if headers.count(header) > 1}:
            message = f"The tab {self.name} has two columns {', '.join(sorted(twice))}."
            raise ValueError(message)

    def height_of(self, offset: int, values: Sequence[CellValue]) -> float:
        """The height of a row, in points, at which its wrapped texts are seen whole.

        ``offset`` counts rows from 0 below the header; ``values`` are what it holds, column by column.
        """
        styles = self.styles_by_row.get(offset) or [column.style for column in self.columns]
        height = self.row_height
        for column, style, value in zip(self.columns, styles, values, strict=True):
            if style.wrap and isinstance(value, str):
                lines = lines_of(value, (column.width - 2) * 11 / style.size)
                if lines > 1 or style is not LINES:
                    height = max(height, lines * style.size * 1.35 + 4)
            elif style is NEXT:  # a formula that may be long
                height = max(height, style.size * 1.35 * 2 + 4)
        return height

    @property
    def is_of_texts(self) -> bool:
        """True if it is for texts of any length: a running Excel finds out how high they are."""
        return any(column.style.wrap and column.style is not LINES for column in self.columns)

    @property
    def is_landscape(self) -> bool:
        """True if it prints across: where it says so, or would be too small upright."""
        return self.landscape or sum(c.width for c in self.printed) > MOST_UPRIGHT

    @property
    def printed(self) -> tuple[Column, ...]:
        """The columns that are printed, from the first one on."""
        headers = self.headers()
        has_end = self.on_screen and self.on_screen in headers
        end = headers.index(self.on_screen) if has_end else len(headers)
        return self.columns[:end]

    def headers(self) -> list[str]:
        """The headers from left to right."""
        return [column.header for column in self.columns]


@dataclass(frozen=True, slots=True)
class Paper:
    """The print set-up of a drawing, across or upright.

    Args:
        name: by which a running Excel finds the page for it.
        rows: how many there are on each page below its titles; 0 for everything on one page.
        titles: rows at the top of every page, which stay in view, with ``rows`` or where it ``is_tall``.
        is_tall: whether, without ``rows``, it is one page wide and as many high as it takes.
    """

    name: str
    is_landscape: bool = True
    rows: int = 0
    titles: int = 0
    is_tall: bool = False


WHOLE = Paper("whole")
CUT = Paper("cut", is_landscape=False, rows=40)
LIST = Paper("list", rows=23, titles=2)
FIGURES = tuple(Paper(f"figures {charts}", is_tall=True) for charts in range(6))
SIDED = Paper("sides", is_tall=True)
"""Statistics with so many charts, and those of sides that the organizer names."""
TALL = Paper("tall", is_landscape=False, is_tall=True)
PAPERS = {paper.name: paper for paper in (WHOLE, CUT, LIST, *FIGURES, SIDED, TALL)}
CUT_WIDTH, CUT_HEIGHT, LIST_WIDTH, LIST_HEIGHT = 94, 17.25, 132, 19.5
"""In characters and in points, so that A4 and Letter end after the same row, which no fitted page does."""
MOST_PAGES = 100
"""The most manual page breaks that Excel honours."""

Area: TypeAlias = tuple[int, int, int, int]
"""First row, first column, last row, last column; from 1."""


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars drawn from cells of their own tab, one for each of a range, the first on top.

    Args:
        names: what each bar is; cells of one column, or of one row.
        values: how long each is; cells beside the names, or below them. A blank has no bar.
        place: the cells that the chart covers.
        colours: RRGGBB, one for each bar, or one for all of them.
        halves: half of an interval around each value, cells beside those. Then the intervals are drawn,
            on the scale; only in workbooks that no program has open.
        scale: its ends, where intervals are drawn.
    """

    title: str
    names: Area
    values: Area
    place: Area
    colours: tuple[str, ...] = (INK,)
    halves: Area | None = None
    scale: tuple[float, float] = (0, 1)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A sheet that is no table.

    Args:
        widths: of the columns that are printed, in characters.
        cells: values and looks by (row, column) from 1.
        bold: ranges, each bold where the formula holds, which speaks of the range's first cell;
            operators only, as in a highlight.
        charts: drawn from its cells. A running Excel copies them, from a page with the same ones there.
        pictures: beside its cells, or over blank ones.
        heights: of rows that are not as high as the others, in points.
        filtered: the cells of a table that can be sorted and filtered by its headers.
    """

    name: str
    widths: tuple[float, ...]
    cells: Mapping[tuple[int, int], tuple[CellValue, Style]]
    bold: Sequence[tuple[Area, str]] = ()
    tab_colour: str = INK
    row_height: float = 18
    paper: Paper = WHOLE
    charts: tuple[Chart, ...] = ()
    pictures: tuple[Picture, ...] = ()
    heights: Mapping[int, float] = field(default_factory=dict)
    filtered: Area | None = None

    @property
    def last_row(self) -> int:
        """The last row with a value, a look or a chart."""
        return max([row for row, _ in self.cells] + [chart.place[2] for chart in self.charts])
