"""The ``Player cards`` tab: a card for every player, with a line for every round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from engine import Match, Player
from engine.model import Exact
from engine.ruleset import Score
from xlplugin.workbook import writer
from xlplugin.workbook.event_book import EventBook
from xlplugin.workbook.layout import (
    CARD_CELL,
    CARD_NAME,
    CARD_TEXT,
    CUT,
    CUT_ACROSS,
    CUT_CORNER,
    CUT_DOWN,
    CUT_HEIGHT,
    SLIP_EVENT,
    SLIP_HEADER,
    SLIP_HEADER_CENTRED,
    CellValue,
    Drawing,
    Style,
)
from xlplugin.workbook.print_sheets import (
    BYE,
    CARDS,
    PRINT_COLOUR,
    Cells,
    aside,
    clean,
    in_stacks,
    short,
    title,
)

WIDTHS = (6, 5.5, 21.5, 6.5, 6)
HEADERS = ("Round", "Table", "Opponent", "Result", "Points")
LOOKS = (CARD_CELL, CARD_CELL, CARD_TEXT, CARD_CELL, CARD_CELL)
EDGE = 1.5
"""How wide it is between a card and the line to cut along."""
BESIDE = 2
"""So many cards are side by side."""
ABOVE, BELOW = 3, 1
"""Rows of a card above its rounds, and below them the one with the line to cut along."""
MOST_ROUNDS = CUT.rows - ABOVE - BELOW

Line: TypeAlias = list[tuple[CellValue, Style]]
Played: TypeAlias = dict[int, tuple[CellValue, ...]]
"""By round: the number of the table, the opponent, the result and the points."""


def draw_cards(read: EventBook, players: Sequence[Player]) -> Drawing:
    """A card for every player, in the order given, so that a cut stack of pages is in order.

    Rounds that have been paired are filled in.
    """
    rounds = min(max(read.planned_rounds(), len(read.rounds)), MOST_ROUNDS)
    height = ABOVE + rounds + BELOW
    step = len(WIDTHS) + 2
    widths = ((*WIDTHS, EDGE, EDGE) * BESIDE)[:-2]
    heading = title(read, "player card")
    played = _played(read)
    cells: Cells = {}
    aside(cells, len(widths))
    places = in_stacks(len(players), CUT.rows // height * BESIDE)
    for player, (page, place) in zip(players, places, strict=True):
        down, beside = divmod(place, BESIDE)
        top, left = page * CUT.rows + down * height + 1, beside * step + 1
        for row, line in enumerate(_card(player, heading, rounds, played[player.no]), top):
            cells |= {(row, column): cell for column, cell in enumerate(line, left)}
        if beside < BESIDE - 1:
            edge = left + len(WIDTHS)
            cells |= {(row, edge): (None, CUT_DOWN) for row in range(top, top + height - 1)}
            cells[top + height - 1, edge] = (None, CUT_CORNER)
            cells[top + height - 1, edge + 1] = (None, CUT_ACROSS)
    return Drawing(
        CARDS, widths, cells, tab_colour=PRINT_COLOUR, row_height=CUT_HEIGHT, paper=CUT
    )  # fmt: skip


def _card(player: Player, heading: str, rounds: int, played: Played) -> list[Line]:
    """The rows of a card."""
    blank = [None] * (len(WIDTHS) - 1)
    lines: list[tuple[Sequence[CellValue], Sequence[Style]]] = [
        ([f"No {player.no}   {heading}", *blank], [SLIP_EVENT] * len(WIDTHS)),
        ([clean(player.name), *blank], [CARD_NAME] * len(WIDTHS)),
        (HEADERS, [SLIP_HEADER if look is CARD_TEXT else SLIP_HEADER_CENTRED for look in LOOKS]),
    ]
    numbers = range(1, rounds + 1)
    lines += [([number, *played.get(number, blank)], LOOKS) for number in numbers]
    lines.append(([None, *blank], [CUT_ACROSS] * len(WIDTHS)))
    return [list(zip(values, looks, strict=True)) for values, looks in lines]


def _played(read: EventBook) -> Mapping[int, Played]:
    """What each player has played so far."""
    found: dict[int, Played] = {no: {} for no in read.by_no}
    for tab in read.rounds:
        for match in tab.matches:
            score = read.match_format.score(match.result, match.special)
            for no, opponent, points in _seen_by_either(match, score):
                bye = opponent is None
                name = BYE if opponent is None else short(read.by_no[opponent].name)
                told = (None, None) if points is None else (_result(*points), _points(points[0]))
                found[no][tab.number] = (
                    None if bye else match.table, name, None if bye else told[0], told[1],
                )  # fmt: skip
    return found


def _seen_by_either(
    match: Match, score: Score | None
) -> Iterator[tuple[int, int | None, tuple[Exact, Exact] | None]]:
    """Each player of a match with the opponent, and with the points of both."""
    yield match.player1, match.player2, score
    if match.player2 is not None:
        yield match.player2, match.player1, score and (score.player2, score.player1)


def _result(own: Exact, other: Exact) -> str:
    return "Won" if own > other else "Lost" if own < other else "Level"


def _points(points: Exact) -> CellValue:
    return writer.number_for_cell(points)
