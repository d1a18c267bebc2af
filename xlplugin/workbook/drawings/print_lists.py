"""The lists that hang on a wall: pairings by name, and the seats of the players' meeting."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from engine import Player, Tables
from engine.pairing import EVERY_TABLE
from xlplugin.ground.customs import letters_in_order
from xlplugin.ground.languages import spoken
from xlplugin.ground.names import named
from xlplugin.ground.texts import t
from xlplugin.workbook import layout as looks
from xlplugin.workbook.drawings.shared import (
    BYE,
    MOST_OPPONENT,
    MOST_TITLE,
    NAMES,
    SEATS,
    Cells,
    printed,
    shortened,
    title,
)
from xlplugin.workbook.layout import CellValue, Column, Drawing
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.table import OTHER_LETTERS, one_line

MOST_HEADING = 64
"""The characters that fit above a list on an upright page."""
SEATS_AT_A_TABLE = "AB"
GAP = 3
NAME_PART = 0.58
"""The part of the width left beside other columns that names have; opponents have the rest."""
NAME_LETTERS = 0.85
"""The letters of a name that can be read well in one unit of width."""
HIGHEST = 27
"""The height of a row in points, where there is room for more."""
NO_WIDTH, TABLE_WIDTH, SIDE_WIDTH = 8, 7.5, 8


def alphabetical(players: Iterable[Player]) -> list[Player]:
    """Players by name in the order of the language, whatever its capitals, accents, and signs before it."""
    language = spoken().language

    def folded(player: Player) -> str:
        plain = letters_in_order(player.name.casefold(), language).translate(OTHER_LETTERS)
        return re.sub(r"^[\W_]+(?=\w)", "", plain)

    return sorted(players, key=lambda player: (folded(player), player.name, player.no))


def draw_list(
    event: EventBook,
    name: str,
    what: str,
    columns: Callable[[float], Sequence[Column]],
    rows: Sequence[Sequence[CellValue]],
) -> Drawing:
    """A list on the tab of a name: on one upright page if it fits, in one list or in two beside one another.

    Else on pages across, two lists beside one another on each. The event's name and ``what`` the list is
    are above the headers of every page. There is a row for each player, in order: down the page, then
    down its right half. ``columns`` are those of a list of some width; the names come first.
    """
    upright = looks.CUT.rows - looks.LIST.titles
    longest = max((len(str(values[0])) for values in rows), default=0)
    in_two = columns((looks.CUT_WIDTH - GAP) / 2)
    if len(rows) <= upright:
        paper, lists, columns_ = looks.CUT, 1, columns(looks.CUT_WIDTH - 2 * GAP)
    elif len(rows) <= 2 * upright and longest <= in_two[0].width * NAME_LETTERS:
        paper, lists, columns_ = looks.CUT, 2, in_two
    else:
        paper, lists, columns_ = looks.LIST, 2, columns((looks.LIST_WIDTH - GAP) / 2)
    per_page = -(-len(rows) // lists) if paper is looks.CUT else looks.LIST.rows
    step = len(columns_) + 1
    widths = [GAP, *(column.width for column in columns_)] * lists
    most = MOST_TITLE if paper is looks.LIST else MOST_HEADING - len(what) - 2
    cells: Cells = {(1, 1): (title(event, what, most), looks.LIST_TITLE)}
    for at in range(lists):
        for i, column in enumerate(columns_, 1):
            look = {"center": looks.HEADER_CENTRED}.get(column.style.align, looks.HEADER)
            cells[looks.LIST.titles, at * step + i] = (column.header, look)
    for number, values in enumerate(rows):
        page, place = divmod(number, lists * max(per_page, 1))
        at, line = divmod(place, max(per_page, 1))
        row = looks.LIST.titles + page * per_page + line + 1
        for i, (column, value) in enumerate(zip(columns_, values, strict=True), 1):
            cells[row, at * step + i] = (value, column.style)
    if paper is looks.LIST:
        return printed(name, widths[1:], cells, paper, looks.LIST_HEIGHT)
    used = looks.LIST.titles + per_page
    height = min(looks.CUT.rows * looks.CUT_HEIGHT / max(used, 1), HIGHEST)
    heights = dict.fromkeys(range(1, used + 1), round(height, 2))
    return printed(name, widths[1:], cells, paper, looks.CUT_HEIGHT, heights)


def draw_names(event: EventBook, tab: RoundTab) -> Drawing:
    """Everybody in a round, by name: where to go, and who is waiting there."""
    sides = getattr(event.format_of(tab), "sides", None)
    match_of = {no: match for match in tab.matches for no in match.players}
    rows: list[list[CellValue]] = []
    for player in alphabetical(event.by_no[no] for no in match_of):
        match = match_of[player.no]
        opponent = match.opponent_of(player.no)
        row: list[CellValue] = [one_line(player.name), "-", t(BYE), None]
        if opponent is not None:
            side = sides[player.no != match.player1] if sides else None
            name = shortened(one_line(event.by_no[opponent].name), MOST_OPPONENT)
            row[1:] = [match.table, name, side and named("choice", side)]
        rows.append(row if sides else row[:3])

    def columns(width: float) -> list[Column]:
        rest = width - TABLE_WIDTH - (SIDE_WIDTH if sides else 0)
        return [
            Column(t("Player"), rest * NAME_PART, looks.LIST_NAME),
            Column(t("Table"), TABLE_WIDTH, looks.LIST_TABLE),
            Column(t("Opponent"), rest * (1 - NAME_PART), looks.LIST_TEXT),
            *([Column(t("Side"), SIDE_WIDTH, looks.LIST_CENTRED)] if sides else []),
        ]

    return draw_list(event, NAMES, t("{tab}: pairings by name", tab=tab.name), columns, rows)


def seat_all(
    players: Sequence[Player], tables: Tables = EVERY_TABLE
) -> tuple[dict[int, tuple[int, str]], list[Player]]:
    """A seat for everybody: two a table in the order of names, fixed tables first.

    Returns:
        The table and the seat of each player by number, and those for whom there was no seat left
        at their fixed table, who sit elsewhere. The table on stream is as good as any.
    """
    order = alphabetical(players)
    taken: Counter[int] = Counter()
    seats: dict[int, tuple[int, str]] = {}

    def sit(player: Player, wanted: Iterable[int]) -> None:
        for table in wanted:
            if taken[table] < len(SEATS_AT_A_TABLE):
                seats[player.no] = (table, SEATS_AT_A_TABLE[taken[table]])
                taken[table] += 1
                return

    for player in order:
        sit(player, [player.fixed_table] if player.fixed_table else [])
    for player in order:
        if player.no not in seats:
            sit(player, tables.numbers())
    return seats, [p for p in order if p.fixed_table and seats[p.no][0] != p.fixed_table]


def draw_seats(
    event: EventBook, players: Sequence[Player], seats: Mapping[int, tuple[int, str]]
) -> Drawing:
    """The seats of everybody for the players' meeting, by name."""
    rows: list[list[CellValue]] = [
        [one_line(p.name), p.no, *seats[p.no]] for p in alphabetical(players)
    ]

    def columns(width: float) -> list[Column]:
        return [
            Column(t("Player"), width - NO_WIDTH - TABLE_WIDTH - SIDE_WIDTH, looks.LIST_NAME),
            Column(t("No"), NO_WIDTH, looks.LIST_CENTRED),
            Column(t("Table"), TABLE_WIDTH, looks.LIST_TABLE),
            Column(t("Seat"), SIDE_WIDTH, looks.LIST_TABLE),
        ]

    return draw_list(event, SEATS, t("players' meeting: where you sit"), columns, rows)
