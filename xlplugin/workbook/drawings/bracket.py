"""The ``Bracket`` tab: the whole elimination drawn, one box a game, filling itself in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from engine.brackets import Bracket, Game, Origin, Source
from engine.elimination.progress import Progress
from xlplugin.ground.names import named
from xlplugin.ground.texts import t
from xlplugin.workbook import layout as looks
from xlplugin.workbook.book import SheetData, column_letter
from xlplugin.workbook.drawings.bracket_boxes import RESULT, Games, LiveGames
from xlplugin.workbook.formats.live import WON
from xlplugin.workbook.layout import CellValue, Drawing, Style
from xlplugin.workbook.layouts.round_tabs import BRACKET, CUT_COLOUR, cut_name
from xlplugin.workbook.layouts.tab_names import back
from xlplugin.workbook.reading.event_book import EventBook

SEED_WIDTH, RESULT_WIDTH, LINE_WIDTH = 4.5, 10, 3
LEAST_NAME_WIDTH, MOST_NAME_WIDTH, PAGE_WIDTH = 25, 36, 150
"""In characters; a name is as wide as the page has room for it, without printing smaller."""
HIGH_ROWS, LOW_ROWS, MOST_WITH_HIGH_ROWS = 20, 16, 8
BOX_COLUMNS = 4
BOX_ROWS = 3
"""A box has a line for the game and one for each player."""


@dataclass(frozen=True, slots=True)
class Block:
    """Games that are drawn together, their columns from left to right, from some column on."""

    title: str
    columns: Sequence[Sequence[Game]]
    first_column: int = 0

    def sources(self, game: Game) -> list[int]:
        """The games of the block whose winners meet in a game, so that lines lead to it."""
        numbers = {other.number for games in self.columns for other in games}
        sources = (game.one, game.two)
        return [s.number for s in sources if s.origin is Origin.WINNER and s.number in numbers]


def blocks(bracket: Bracket) -> list[Block]:
    """The upper bracket with the finals beside it, and below it the lower one.

    Which game is where follows from how often its players have lost.
    """
    losses: dict[Source, int] = {}
    upper, lower, finals = list[Game](), list[Game](), list[Game]()
    for game in bracket.games:
        one, two = (losses.get(source, 0) for source in (game.one, game.two))
        losses[Source(Origin.WINNER, game.number)] = max(one, two)
        losses[Source(Origin.LOSER, game.number)] = min(one, two) + 1
        (finals if game.if_needed or one != two else lower if one else upper).append(game)
    upper_rounds, lower_rounds = (
        [list(games) for _, games in groupby(part, attrgetter("round"))] for part in (upper, lower)
    )
    drawn = [Block(t("Upper bracket") if lower else t("Elimination"), upper_rounds)]
    if lower:
        drawn.append(Block(t("Lower bracket (one loss)"), lower_rounds))
    if finals:
        first = max(len(upper_rounds), len(drawn[-1].columns) - 2)
        drawn.append(Block(t("Final"), [[game] for game in finals], first))
    return drawn


class _Canvas:
    """Cells as they are drawn, boxes addressed by their top row and their column of boxes."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], tuple[CellValue, Style]] = {}
        self.bold: list[tuple[tuple[int, int, int, int], str]] = []
        # the top row and the first column of each game's box
        self.box_at: dict[int, tuple[int, int]] = {}

    def put(self, row: int, column: int, value: CellValue, style: Style) -> None:
        self.cells[row, column] = (value, style)

    def line(self, source: int, target: int, column: int) -> None:
        """A line from one box to a later one, in the narrow column before the later one."""
        row, end = source + 1, target + 1
        self.put(row, column, None, looks.CORNER if row > end else looks.ACROSS)
        for between in range(row + 1, end + 1) if row < end else range(end + 1, row):
            self.put(between, column, None, looks.DOWN)


def first_column_of(box_column: int) -> int:
    """The first sheet column of a column of boxes."""
    return 1 + box_column * BOX_COLUMNS


def draw_bracket(event: EventBook, progress: Progress, boxes: Games | None = None) -> Drawing:
    """The bracket of an elimination as far as it is known.

    If no contents of the boxes are given, results of the newest round are live: they and the players
    who follow from them appear as they are typed.
    """
    bracket = progress.bracket
    canvas = _Canvas()
    boxes = boxes or LiveGames(event, progress, canvas.box_at)
    upper, *more = blocks(bracket)
    below = _place(canvas, upper, 1)
    if more:
        lower, finals = more
        _place(canvas, lower, below)
        _place_finals(canvas, finals, upper)
    for game in bracket.games:
        _draw_game(canvas, game, boxes)
    row, column = canvas.box_at[bracket.games[-1].number]
    canvas.put(row + BOX_ROWS + 1, column + 1, t("Champion"), looks.GAME)
    canvas.put(row + BOX_ROWS + 2, column + 1, boxes.champion(), looks.CHAMPION)
    width = max(column for _, column in canvas.cells)
    canvas.put(1, width + 2, back(), looks.LINK)
    beside = SEED_WIDTH + RESULT_WIDTH + LINE_WIDTH
    room = BOX_COLUMNS * PAGE_WIDTH / (width + 1) - beside
    name_width = min(max(room, LEAST_NAME_WIDTH), MOST_NAME_WIDTH)
    pattern = (SEED_WIDTH, name_width, RESULT_WIDTH, LINE_WIDTH)
    widths = tuple(pattern[i % BOX_COLUMNS] for i in range(width))
    height = HIGH_ROWS if bracket.size <= MOST_WITH_HIGH_ROWS else LOW_ROWS
    return Drawing(BRACKET, widths, canvas.cells, canvas.bold, CUT_COLOUR, height)


def _place(canvas: _Canvas, block: Block, top: int) -> int:
    """Give the games of a block their places; the row below the block."""
    _put_titles(canvas, block, top)
    first_row = top + 2
    height = len(block.columns[0]) * BOX_ROWS
    for i, games in enumerate(block.columns):
        column = first_column_of(block.first_column + i)
        for place, game in enumerate(games):
            sources = [canvas.box_at[n][0] for n in block.sources(game)]
            if len(sources) == 2:
                row = sum(sources) // 2
            elif sources:
                row = sources[0]
            else:
                row = first_row + (2 * place + 1) * height // (2 * len(games)) - 1
            canvas.box_at[game.number] = (row, column)
            for source in sources:
                canvas.line(source, row, column - 1)
    return first_row + height + 1


def _put_titles(canvas: _Canvas, block: Block, row: int) -> None:
    canvas.put(row, first_column_of(block.first_column), block.title, looks.BLOCK)
    for i, games in enumerate(block.columns, block.first_column):
        canvas.put(
            row + 1, first_column_of(i), named("tab", cut_name(games[0].round)), looks.BLOCK_ROUND
        )


def _place_finals(canvas: _Canvas, block: Block, upper: Block) -> None:
    """Both finals beside the upper bracket, in the row of its last game."""
    _put_titles(canvas, block, 1)
    row, last_column = canvas.box_at[upper.columns[-1][-1].number]
    for i, games in enumerate(block.columns, block.first_column):
        column = first_column_of(i)
        canvas.box_at[games[0].number] = (row, column)
        for between in range(last_column + 3, column):
            canvas.put(row + 1, between, None, looks.ACROSS)
        last_column = column


def _draw_game(canvas: _Canvas, game: Game, boxes: Games) -> None:
    row, column = canvas.box_at[game.number]
    caption = t("Game {n}", n=game.number)
    if game.if_needed and not boxes.is_made(game):
        caption = t("Game {n} if needed", n=game.number)
    canvas.put(row, column, caption, looks.GAME)
    for line, values in enumerate(boxes.rows(game), row + 1):
        styles = (looks.GAME_SEED, looks.GAME_PLAYER, looks.GAME_RESULT)
        for at, (value, style) in enumerate(zip(values, styles, strict=True), column):
            canvas.put(line, at, value, style)
    result = f"${column_letter(column + RESULT)}{row + 1}"
    where = (row + 1, column, row + 2, column + 2)
    won = named("choice", WON)
    canvas.bold.append((where, f'({result}>="{won}")*({result}<"{after_won(won)}")'))


def is_bracket(sheet: SheetData) -> bool:
    """True if a tab was drawn here: it begins with the first round, in the second row."""
    return any(list(row[:1]) == [named("tab", cut_name(1))] for row in sheet.rows[1:2])


def is_drawn_alike(drawing: Drawing, sheet: SheetData) -> bool:
    """True if a tab has its boxes in their places, so that only values need to change."""
    for (row, column), (value, style) in drawing.cells.items():
        if style not in (looks.BLOCK, looks.BLOCK_ROUND, looks.GAME):
            continue
        cells = sheet.rows[row - 1] if row <= len(sheet.rows) else ()
        existing = cells[column - 1] if column <= len(cells) else None
        # the number of the round or of the game that a text names, in whatever language
        wanted, number = (re.findall(r"\d+", str(text)) for text in (value, existing))
        if not isinstance(existing, str) or number != wanted:
            return False
    return True


def after_won(won: str) -> str:
    """The text up to which texts that begin with ``won`` come: results of a winner begin with that."""
    return won[:-1] + chr(ord(won[-1]) + 1)
