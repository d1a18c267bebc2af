"""The bracket of the web page: every game with its place, and who is known to play in it."""

from __future__ import annotations

from typing import Any

from engine.brackets import Game
from xlplugin.texts import t
from xlplugin.workbook.drawings.bracket import Block, blocks
from xlplugin.workbook.drawings.bracket_boxes import BoxPlayer, Games
from xlplugin.workbook.layouts.elimination_tabs import cut_name
from xlplugin.workbook.reading.event_book import EventBook


def bracket_data(event: EventBook) -> list[dict[str, Any]]:
    """The areas of the bracket as on its tab: columns from the left, heights in games."""
    progress = event.progress
    if progress is None:
        return []
    upper, *more = blocks(progress.bracket)
    games = Games(event, progress)
    areas = [_area(upper, games), *(_area(block, games) for block in more[:1])]
    for finals in more[1:]:
        _add_finals(areas[0], finals, upper, games)
    return areas


def _area(block: Block, games: Games) -> dict[str, Any]:
    height = len(block.columns[0])
    top: dict[int, float] = {}
    boxes, lines = [], []
    for column, in_round in enumerate(block.columns):
        for place, game in enumerate(in_round):
            sources = block.sources(game)
            middle = (2 * place + 1) * height / (2 * len(in_round)) - 0.5
            top[game.number] = sum(top[n] for n in sources) / len(sources) if sources else middle
            lines += [[n, game.number] for n in sources]
            boxes.append(_game(games, game, column, top[game.number]))
    titles = [cut_name(in_round[0].round) for in_round in block.columns]
    columns = {"title": block.title, "height": height, "columns": titles}
    return {**columns, "games": boxes, "lines": lines}


def _add_finals(area: dict[str, Any], block: Block, upper: Block, games: Games) -> None:
    """Both finals stand beside the upper bracket, level with its last game."""
    before = upper.columns[-1][-1].number
    top = next(game["top"] for game in area["games"] if game["number"] == before)
    titles = area["columns"]
    titles += [""] * (block.first_column - len(titles))
    for column, (game,) in enumerate(block.columns, block.first_column):
        tab = cut_name(game.round)
        titles.append(
            t("{tab}: second final", tab=tab) if game.if_needed else t("{tab}: final", tab=tab)
        )
        area["games"].append(_game(games, game, column, top))
        area["lines"].append([before, game.number])
        before = game.number


def _game(games: Games, game: Game, column: int, top: float) -> dict[str, Any]:
    """A game with its two players, and its place."""
    return {
        "number": game.number,
        "column": column,
        "top": top,
        "players": [_player(p, has_result=games.is_made(game)) for p in games.players(game)],
        "note": t("if needed") if games.is_open(game) else "",
    }


def _player(player: BoxPlayer, *, has_result: bool) -> dict[str, Any]:
    if player.is_awaited:
        return {"seed": "", "name": player.name, "awaited": True}
    result = {"outcome": player.outcome, "more": player.more} if has_result else {}
    return {"seed": str(player.seed), "name": player.name, **result}
