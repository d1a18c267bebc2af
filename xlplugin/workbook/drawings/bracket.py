"""The ``Bracket`` tab: the whole elimination drawn, one box a game, filling itself in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from engine.elimination.brackets import Bracket, Game, Origin, Source
from engine.elimination.formats import DRAW
from engine.elimination.progress import Fixture, Progress
from engine.model import Match
from xlplugin.reasons import phrase
from xlplugin.workbook.book import SheetData, column_letter
from xlplugin.workbook.layout import (
    ACROSS,
    BLOCK,
    BLOCK_ROUND,
    CHAMPION,
    CORNER,
    DOWN,
    GAME,
    GAME_PLAYER,
    GAME_RESULT,
    GAME_SEED,
    LINK,
    CellValue,
    Drawing,
    Formula,
    Style,
)
from xlplugin.workbook.layouts.elimination_tabs import BRACKET, CUT_COLOUR, SEED, cut_name
from xlplugin.workbook.links import BACK
from xlplugin.workbook.reading.event_book import EventBook, RoundTab

SEED_WIDTH, RESULT_WIDTH, LINE_WIDTH = 4.5, 10, 3
LEAST_NAME_WIDTH, MOST_NAME_WIDTH, PAGE_WIDTH = 25, 36, 150
"""In characters; a name is as wide as the page has room for it, without printing smaller."""
HIGH_ROWS, LOW_ROWS, MOST_WITH_HIGH_ROWS = 20, 16, 8
BOX_COLUMNS = 4
BOX_ROWS = 3
"""A box has a line for the game and one for each player."""
WON, LOST = "W", "L"
AFTER_WON = "X"
"""A result begins with who won: texts from ``W`` up to here are those of a winner."""
ABSENT = "absent"
NOT_NEEDED = "not needed"


BoxRow: TypeAlias = tuple[CellValue, CellValue, CellValue]
"""A player in a box: seed, name, result."""


class Boxes(Protocol):
    """What stands in the boxes of a bracket."""

    def rows(self, game: Game) -> Sequence[BoxRow]:
        """The two players of a game, known or awaited."""

    def is_made(self, game: Game) -> bool:
        """Whether a game is on a tab, with both of its players."""

    def champion(self) -> CellValue:
        """Who has won it all."""


@dataclass(frozen=True, slots=True)
class Block:
    """Games that are drawn together, their columns from left to right, from some column on."""

    title: str
    columns: Sequence[Sequence[Game]]
    first_column: int = 0


def blocks(bracket: Bracket) -> list[Block]:
    """The upper bracket with the finals beside it, and below it the lower one.

    Which game is where follows from how often its players have lost.
    """
    losses: dict[Source, int] = {}
    upper: list[Game] = []
    lower: list[Game] = []
    finals: list[Game] = []
    for game in bracket.games:
        one, two = (losses.get(source, 0) for source in (game.one, game.two))
        losses[Source(Origin.WINNER, game.number)] = max(one, two)
        losses[Source(Origin.LOSER, game.number)] = min(one, two) + 1
        (finals if game.if_needed or one != two else lower if one else upper).append(game)
    found = [Block("Upper bracket" if lower else "Elimination", _by_round(upper))]
    if lower:
        found.append(Block("Lower bracket (one loss)", _by_round(lower)))
    if finals:
        first = max(len(found[0].columns), len(found[-1].columns) - 2)
        found.append(Block("Final", [[game] for game in finals], first))
    return found


def _by_round(games: Sequence[Game]) -> list[list[Game]]:
    rounds: dict[int, list[Game]] = {}
    for game in games:
        rounds.setdefault(game.round, []).append(game)
    return list(rounds.values())


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
        self.put(row, column, None, CORNER if row > end else ACROSS)
        for between in range(row + 1, end + 1) if row < end else range(end + 1, row):
            self.put(between, column, None, DOWN)


def first_column_of(box_column: int) -> int:
    """The first sheet column of a column of boxes."""
    return 1 + box_column * BOX_COLUMNS


def draw_bracket(event: EventBook, progress: Progress, boxes: Boxes | None = None) -> Drawing:
    """The bracket with everything that is known.

    Args:
        event: the event.
        progress: its elimination.
        boxes: what stands in the boxes. If not said, results of the newest round are live: they and
            the players who follow from them appear as they are typed.
    """
    bracket = progress.bracket
    boxes = boxes or _Known(event, progress)
    canvas = _Canvas()
    upper, *more = blocks(bracket)
    below = _place(canvas, upper, 1)
    if more:
        lower, finals = more
        _place(canvas, lower, below)
        _place_finals(canvas, finals, upper)
    for game in bracket.games:
        _draw_game(canvas, game, boxes)
    _draw_champion(canvas, bracket, boxes)
    width = max(column for _, column in canvas.cells)
    canvas.put(1, width + 2, BACK, LINK)
    beside = SEED_WIDTH + RESULT_WIDTH + LINE_WIDTH
    room = BOX_COLUMNS * PAGE_WIDTH / (width + 1) - beside
    name_width = min(max(room, LEAST_NAME_WIDTH), MOST_NAME_WIDTH)
    pattern = (SEED_WIDTH, name_width, RESULT_WIDTH, LINE_WIDTH)
    widths = tuple(pattern[i % BOX_COLUMNS] for i in range(width))
    height = HIGH_ROWS if bracket.size <= MOST_WITH_HIGH_ROWS else LOW_ROWS
    return Drawing(BRACKET, widths, canvas.cells, canvas.bold, CUT_COLOUR, height)


def _place(canvas: _Canvas, block: Block, top: int) -> int:
    """Give the games of a block their places; the row below the block."""
    canvas.put(top, 1, block.title, BLOCK)
    _name_rounds(canvas, block, top + 1)
    first_row = top + 2
    height = len(block.columns[0]) * BOX_ROWS
    for i, games in enumerate(block.columns):
        column = first_column_of(block.first_column + i)
        for place, game in enumerate(games):
            sources = [canvas.box_at[n][0] for n in _drawn_before(game, block)]
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


def _drawn_before(game: Game, block: Block) -> list[int]:
    """The games of the block whose winners meet in a game, so that lines lead to it."""
    numbers = {other.number for games in block.columns for other in games}
    sources = (game.one, game.two)
    return [s.number for s in sources if s.origin is Origin.WINNER and s.number in numbers]


def _name_rounds(canvas: _Canvas, block: Block, row: int) -> None:
    for i, games in enumerate(block.columns):
        column = first_column_of(block.first_column + i)
        canvas.put(row, column, cut_name(games[0].round), BLOCK_ROUND)


def _place_finals(canvas: _Canvas, block: Block, upper: Block) -> None:
    """Both finals beside the upper bracket, level with its last game."""
    canvas.put(1, first_column_of(block.first_column), block.title, BLOCK)
    _name_rounds(canvas, block, 2)
    row, last_column = canvas.box_at[upper.columns[-1][-1].number]
    for i, games in enumerate(block.columns):
        column = first_column_of(block.first_column + i)
        canvas.box_at[games[0].number] = (row, column)
        for between in range(last_column + 3, column):
            canvas.put(row + 1, between, None, ACROSS)
        last_column = column


class _Known:
    """What is known of each game, live: players, results, and the tab that it is on."""

    def __init__(self, event: EventBook, progress: Progress) -> None:
        self.event = event
        self.progress = progress
        self.tab_of: dict[int, RoundTab] = {}
        self.fixture: dict[int, Fixture] = {}
        self.match: dict[int, Match] = {}
        for tab in event.cuts:
            by_players = {
                frozenset((m.player1, m.player2)): m for m in tab.matches if m.player2 is not None
            }
            for players, fixture in tab.fixtures.items():
                number = fixture.game.number
                self.tab_of[number], self.fixture[number] = tab, fixture
                if players in by_players:
                    self.match[number] = by_players[players]
        if conceded := progress.conceded:
            self.fixture[conceded.game.number] = conceded

    def rows(self, game: Game) -> list[BoxRow]:
        """The two players of a game, known or awaited."""
        fixture = self.fixture.get(game.number)
        if fixture is None:
            return [(*_awaited(source, game, self), None) for source in (game.one, game.two)]
        return [
            (self.progress.seed_of[no], self.name(no), _result(self, game.number, no))
            for no in (fixture.one, fixture.two)
        ]

    def is_made(self, game: Game) -> bool:
        """Whether a game is on a tab, with both of its players."""
        return game.number in self.fixture

    def champion(self) -> CellValue:
        """Who has won it all; live while the final is being typed."""
        return _champion(self.progress.bracket, self)

    def name(self, no: int) -> str:
        """A player's name."""
        return self.event.by_no[no].name.strip()

    def is_newest(self, number: int) -> bool:
        """Whether a game is on the newest tab, where results are being typed."""
        return bool(self.event.cuts) and self.tab_of.get(number) is self.event.cuts[-1]


def _draw_game(canvas: _Canvas, game: Game, boxes: Boxes) -> None:
    row, column = canvas.box_at[game.number]
    note = " if needed" if game.if_needed and not boxes.is_made(game) else ""
    canvas.put(row, column, f"Game {game.number}{note}", GAME)
    for line, values in enumerate(boxes.rows(game), row + 1):
        for offset, (value, style) in enumerate(
            zip(values, (GAME_SEED, GAME_PLAYER, GAME_RESULT), strict=True)
        ):
            canvas.put(line, column + offset, value, style)
    result = f"${column_letter(column + 2)}{row + 1}"
    where = (row + 1, column, row + 2, column + 2)
    canvas.bold.append((where, f'({result}>="{WON}")*({result}<"{AFTER_WON}")'))


def _result(known: _Known, number: int, no: int) -> CellValue:
    """How a game ended for a player, as in ``W Corp``; live while it is on the newest tab."""
    match, conceded = known.match.get(number), known.progress.conceded
    if match is None and conceded and conceded.game.number == number:
        return WON if known.progress.results[number].winner == no else ABSENT
    if match is None:
        return None
    side = 1 if match.player1 == no else 2
    if known.is_newest(number):
        return _live_result(known, number, side)
    result = known.progress.results.get(number)
    if result is None:
        return None
    if match.special:
        return WON if result.winner == no else ABSENT
    more = _told(known, match, side)
    return f"{WON if result.winner == no else LOST} {more}".strip()


def _told(known: _Known, match: Match, side: int) -> str:
    """What else is told of a result: side, games won, endurance left."""
    cut = known.event.ruleset.cut
    assert cut is not None
    format_ = cut.format(known.event.options)
    if format_.corp:
        corp = format_.corp(match.result, match.special)
        return ("Corp" if corp == side else "Runner") if corp else ""
    headers = [field.name for field in format_.fields]
    entries = dict(zip(headers, match.result, strict=False))
    if f"HQ {side}" in headers:
        return str(entries.get(f"HQ {side}", ""))
    higher = known.progress.higher(match.player1, match.player2)
    games = [entries.get(f"Game {n}", "") for n in (1, 2, 3)]
    return str(sum(game == side or (game == DRAW and higher == side) for game in games))


def _live_result(known: _Known, number: int, side: int) -> CellValue:
    advances = _cell_of(known, number, "Advances")
    if advances is None:
        return None
    name = _cell_of(known, number, f"Player {side}")
    played = f'IF({advances}={name},"{WON}","{LOST}"){_live_more(known, number, side)}'
    absent = f'IF({advances}={name},"{WON}","{ABSENT}")'
    special = f"TRIM({_cell_of(known, number, 'Special')})"
    return Formula(f'=IF({advances}="","",IF({special}<>"",{absent},{played}))')


def _live_more(known: _Known, number: int, side: int) -> str:
    """What else is told of a result, live, as the end of a formula."""
    if left := _cell_of(known, number, f"HQ {side}"):
        return f'&" "&{left}'
    corp = _cell_of(known, number, "Corp")
    if corp and "Winner" in known.tab_of[number].table.places:
        return f'&IF(TRIM({corp})="{side}"," Corp",IF(TRIM({corp})="{3 - side}"," Runner",""))'
    games = [_cell_of(known, number, f"Game {n}") for n in (1, 2, 3)]
    match = known.match[number]
    drawn = int(known.progress.higher(match.player1, match.player2) == side)
    won = (f'IF(TRIM({game})="{side}",1,IF(TRIM({game})="{DRAW}",{drawn},0))' for game in games)
    return f'&" "&({"+".join(won)})' if all(games) else ""


def _cell_of(known: _Known, number: int, header: str) -> str | None:
    """What a column of the game's tab holds for it, as part of a formula."""
    table = known.tab_of[number].table
    if header not in table.places or "Game" not in table.places:
        return None
    sheet = table.sheet.name.replace("'", "''")
    first, last = table.header_row + 1, max(table.end - 1, table.header_row + 1)

    def column(name: str) -> str:
        letter = column_letter(table.places[name])
        return f"'{sheet}'!${letter}${first}:${letter}${last}"

    return f"INDEX({column(header)},MATCH({number},{column('Game')},0))"


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _awaited(source: Source, game: Game, known: _Known) -> tuple[CellValue, CellValue]:
    """Seed and name of who is awaited; the player as soon as the game before has a result."""
    text = phrase(source.phrase)
    if source.origin is Origin.REMAINING:
        return None, text
    if source.origin is Origin.SEED:
        return source.number, known.name(known.progress.seeds[source.number - 1])
    advances = _cell_of(known, source.number, "Advances") if source.number in known.match else None
    if advances is None:
        return None, text
    one, two = (2, 1) if source.origin is Origin.LOSER else (1, 2)
    goes_on = f"{advances}={_cell_of(known, source.number, 'Player 1')}"
    seed, name = (
        f"IF({goes_on},{_cell_of(known, source.number, f'{header} {one}')},"
        f"{_cell_of(known, source.number, f'{header} {two}')})"
        for header in (SEED, "Player")
    )
    if game.if_needed:
        unbeaten = _unbeaten(known, source.number)
        seed, name = f'IF({unbeaten},"",{seed})', f'IF({unbeaten},"{NOT_NEEDED}",{name})'
    return (
        Formula(f'=IF({advances}="","",{seed})'),
        Formula(f'=IF({advances}="",{_quoted(text)},{name})'),
    )


def _unbeaten(known: _Known, final: int) -> str:
    """The condition that the player who came to the final without a loss has won it."""
    match = known.match[final]
    results = known.progress.results.items()
    beaten = {result.loser for number, result in results if number < final}
    side = 2 if match.player1 in beaten else 1
    advances = _cell_of(known, final, "Advances")
    return f"{advances}={_cell_of(known, final, f'Player {side}')}"


def _draw_champion(canvas: _Canvas, bracket: Bracket, boxes: Boxes) -> None:
    """Who has won, below the last game."""
    row, column = canvas.box_at[bracket.games[-1].number]
    canvas.put(row + BOX_ROWS + 1, column + 1, "Champion", GAME)
    canvas.put(row + BOX_ROWS + 2, column + 1, boxes.champion(), CHAMPION)


def _champion(bracket: Bracket, known: _Known) -> CellValue:
    if known.progress.is_over:
        return known.name(known.progress.places()[0])
    last = bracket.games[-1]
    if last.number in known.match:
        advances = _cell_of(known, last.number, "Advances")
        return Formula(f'=IF({advances}="","",{advances})') if advances else None
    if last.if_needed and last.two.number in known.match:
        advances = _cell_of(known, last.two.number, "Advances")
        unbeaten = _unbeaten(known, last.two.number)
        return Formula(f'=IF({unbeaten},{advances},"")') if advances else None
    return None


def is_bracket(sheet: SheetData) -> bool:
    """Whether a tab was drawn here: it begins with the first game of the first round."""
    first = [row[0] if row else None for row in sheet.rows[1:3]]
    return first == [cut_name(1), "Game 1"]


def is_drawn_alike(drawing: Drawing, sheet: SheetData) -> bool:
    """Whether a tab has its boxes where they are to be, so that only values need to change."""
    for (row, column), (value, style) in drawing.cells.items():
        if style not in (BLOCK, BLOCK_ROUND, GAME) or not isinstance(value, str):
            continue
        cells = sheet.rows[row - 1] if row <= len(sheet.rows) else ()
        there = cells[column - 1] if column <= len(cells) else None
        if str(there).split(" if ")[0] != value.split(" if ")[0]:
            return False
    return True
