"""The bracket of the web page: every game with its place, and who is known to play in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.brackets import Game, Origin, Source
from engine.elimination.progress import Fixture, Progress, Result, winner_of
from engine.model import Match
from xlplugin.exports.page_matches import details_of, sides_of
from xlplugin.exports.shared import champion, name_of
from xlplugin.reasons import phrase
from xlplugin.texts import t
from xlplugin.workbook.drawings.bracket import Block, blocks
from xlplugin.workbook.drawings.bracket_boxes import ABSENT, LOST, NOT_NEEDED, WON, BoxRow
from xlplugin.workbook.layouts.elimination_tabs import cut_name
from xlplugin.workbook.reading.event_book import EventBook


def bracket_data(event: EventBook) -> list[dict[str, Any]]:
    """The areas of the bracket as on its tab: columns from the left, heights in games."""
    progress = event.progress
    if progress is None:
        return []
    upper, *more = blocks(progress.bracket)
    finals = more[1:]
    games = Games(event, progress)
    areas = [_area(upper, games), *(_area(block, games) for block in more[:1])]
    for block in finals:
        _add_finals(areas[0], block, upper, games)
    return areas


def _area(block: Block, games: Games) -> dict[str, Any]:
    height = len(block.columns[0])
    top: dict[int, float] = {}
    boxes, lines = [], []
    for column, in_round in enumerate(block.columns):
        for place, game in enumerate(in_round):
            sources = [n for n in _winners_from(game) if n in top]
            middle = (2 * place + 1) * height / (2 * len(in_round)) - 0.5
            top[game.number] = sum(top[n] for n in sources) / len(sources) if sources else middle
            lines += [[n, game.number] for n in sources]
            boxes.append(games.data(game, column, top[game.number]))
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
        area["games"].append(games.data(game, column, top))
        area["lines"].append([before, game.number])
        before = game.number


def _winners_from(game: Game) -> list[int]:
    return [s.number for s in (game.one, game.two) if s.origin is Origin.WINNER]


class Games:
    """The games of a bracket, each with its players and its result, or who is awaited."""

    def __init__(self, event: EventBook, progress: Progress) -> None:
        self.event = event
        self.progress = progress
        self.fixture: dict[int, Fixture] = {}
        self.match: dict[int, Match] = {}
        self.results: dict[int, Result] = dict(progress.results)
        cut = event.ruleset.cut
        assert cut is not None
        self.format = cut.format(event.options)
        for tab in event.cuts:
            matches = {frozenset((m.player1, m.player2)): m for m in tab.matches}
            for players, fixture in tab.fixtures.items():
                self.fixture[fixture.game.number] = fixture
                if match := matches.get(players):
                    self._add(fixture.game.number, match)
        if conceded := progress.conceded:
            self.fixture[conceded.game.number] = conceded

    def _add(self, number: int, match: Match) -> None:
        self.match[number] = match
        winner = winner_of(match, self.progress.seed_of, self.format)
        one, two = match.player1, match.player2
        if winner is not None and two is not None:
            self.results.setdefault(number, Result(winner, two if winner == one else one))

    def data(self, game: Game, column: int, top: float) -> dict[str, Any]:
        """A game with its two players, and its place."""
        is_open = game.if_needed and game.number not in self.results and not self._is_played(game)
        return {
            "number": game.number,
            "column": column,
            "top": top,
            "players": self._players(game),
            "note": t("if needed") if is_open else "",
        }

    def _is_played(self, game: Game) -> bool:
        conceded = self.progress.conceded
        return game.number in self.match or (conceded is not None and conceded.game == game)

    def _players(self, game: Game) -> list[dict[str, Any]]:
        result = self.results.get(game.number)
        if game.if_needed and result and not self._is_played(game):
            return [{"seed": "", "name": NOT_NEEDED, "awaited": True} for _ in "12"]
        if fixture := self.fixture.get(game.number):
            if not self._is_played(game):
                result = None
            return [self._playing(no, game, result) for no in (fixture.one, fixture.two)]
        return [self._awaited(source) for source in (game.one, game.two)]

    def _playing(self, no: int, game: Game, result: Result | None) -> dict[str, Any]:
        outcome = "" if result is None else WON if result.winner == no else LOST
        match = self.match.get(game.number)
        return self._named(no) | {"outcome": outcome, "more": self._more(no, match, result)}

    def _named(self, no: int) -> dict[str, Any]:
        return {"seed": str(self.progress.seed_of[no]), "name": name_of(self.event, no)}

    def _more(self, no: int, match: Match | None, result: Result | None) -> str:
        """Something more about a player in a game: side, endurance left, games won."""
        if match is None:
            return ""
        side = 0 if match.player1 == no else 1
        details = details_of(match, self.format, self.progress.higher(match.player1, match.player2))
        return sides_of(match, self.format)[side] or (details[side] if result else "")

    def _awaited(self, source: Source) -> dict[str, Any]:
        """A player who is to come: the name if that is known, else where from."""
        result = self.results.get(source.number)
        if source.origin is Origin.SEED:
            return self._named(self.progress.seeds[source.number - 1])
        if result is None or source.origin is Origin.REMAINING:
            return {"seed": "", "name": phrase(source.phrase), "awaited": True}
        return self._named(result.winner if source.origin is Origin.WINNER else result.loser)

    # what the drawing of a bracket asks for

    def rows(self, game: Game) -> list[BoxRow]:
        """The two players of a game, known or awaited."""
        match = self.match.get(game.number)
        is_absent = match is not None and bool(match.special)
        return [
            (int(p["seed"]) if p["seed"] else None, p["name"], _result(p, is_absent=is_absent))
            for p in self._players(game)
        ]

    def is_made(self, game: Game) -> bool:
        """Whether a game is on a tab, with both of its players."""
        return game.number in self.fixture

    def champion(self) -> str | None:
        """The winner of the elimination."""
        return champion(self.event) or None


def _result(player: Mapping[str, str], *, is_absent: bool) -> str | None:
    outcome = player.get("outcome", "")
    if is_absent:
        return ABSENT if outcome == LOST else outcome or None
    return f"{outcome} {player['more']}".strip() if outcome else None
