"""The bracket of the web page: every game with its place, and who is known to play in it."""

from __future__ import annotations

from typing import Any

from engine.elimination.brackets import Game, Origin, Source
from engine.elimination.progress import Fixture, Progress, Result, winner_of
from engine.model import Match
from xlplugin.exports.page_matches import details_of, sides_of
from xlplugin.exports.shared import name_of
from xlplugin.reasons import phrase
from xlplugin.texts import t
from xlplugin.workbook.drawings.bracket import Block, blocks
from xlplugin.workbook.drawings.bracket_boxes import NOT_NEEDED
from xlplugin.workbook.layouts.elimination_tabs import cut_name
from xlplugin.workbook.reading.event_book import EventBook, RoundTab


def bracket_data(event: EventBook) -> list[dict[str, Any]]:
    """The areas of the bracket from top to bottom, arranged as on the tab ``Bracket``.

    Columns count from the left, heights in games.
    """
    progress = event.progress
    if progress is None:
        return []
    upper, *more = blocks(progress.bracket)
    finals = more[1:]
    known = _Known(event, progress)
    areas = [_area(upper, known), *(_area(block, known) for block in more[:1])]
    for block in finals:
        _add_finals(areas[0], block, upper, known)
    return areas


def _area(block: Block, known: _Known) -> dict[str, Any]:
    height = len(block.columns[0])
    top: dict[int, float] = {}
    games, lines = [], []
    for column, in_round in enumerate(block.columns):
        for place, game in enumerate(in_round):
            sources = [n for n in _winners_from(game) if n in top]
            middle = (2 * place + 1) * height / (2 * len(in_round)) - 0.5
            top[game.number] = sum(top[n] for n in sources) / len(sources) if sources else middle
            lines += [[n, game.number] for n in sources]
            games.append(known.game(game, column, top[game.number]))
    titles = [cut_name(in_round[0].round) for in_round in block.columns]
    return {
        "title": block.title,
        "height": height,
        "columns": titles,
        "games": games,
        "lines": lines,
    }


def _add_finals(area: dict[str, Any], block: Block, upper: Block, known: _Known) -> None:
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
        area["games"].append(known.game(game, column, top))
        area["lines"].append([before, game.number])
        before = game.number


def _winners_from(game: Game) -> list[int]:
    return [s.number for s in (game.one, game.two) if s.origin is Origin.WINNER]


class _Known:
    """Each game with its players, its result, and who is awaited."""

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
            self._add(tab)
        if conceded := progress.conceded:
            self.fixture[conceded.game.number] = conceded

    def _add(self, tab: RoundTab) -> None:
        matches = {frozenset((m.player1, m.player2)): m for m in tab.matches}
        for players, fixture in tab.fixtures.items():
            number, match = fixture.game.number, matches.get(players)
            self.fixture[number] = fixture
            if match is None:
                continue
            self.match[number] = match
            winner = winner_of(match, self.progress.seed_of, self.format)
            if winner is not None:
                loser = next(no for no in players if no != winner)
                self.results.setdefault(number, Result(winner, loser))

    def game(self, game: Game, column: int, top: float) -> dict[str, Any]:
        """A game with its two players, known or awaited."""
        number = game.number
        conceded = self.progress.conceded
        is_played = number in self.match or (conceded is not None and conceded.game == game)
        skipped = game.if_needed and not is_played and number in self.results
        result = self.results.get(number) if is_played else None
        if fixture := self.fixture.get(number):
            players = [self._playing(no, number, result) for no in (fixture.one, fixture.two)]
        else:
            players = [self._awaited(source) for source in (game.one, game.two)]
        if skipped:
            players = [{"seed": "", "name": NOT_NEEDED, "awaited": True} for _ in players]
        note = t("if needed") if game.if_needed and not is_played and not skipped else ""
        return {"number": number, "column": column, "top": top, "players": players, "note": note}

    def _playing(self, no: int, number: int, result: Result | None) -> dict[str, Any]:
        outcome = "" if result is None else "W" if result.winner == no else "L"
        return {
            "seed": str(self.progress.seed_of[no]),
            "name": name_of(self.event, no),
            "outcome": outcome,
            "more": self._more(no, number) if number in self.match else "",
        }

    def _more(self, no: int, number: int) -> str:
        """Something more about a player in a game: side, endurance left, games won."""
        match = self.match[number]
        side = 0 if match.player1 == no else 1
        details = details_of(match, self.format, self.progress.higher(match.player1, match.player2))
        return sides_of(match, self.format)[side] or (
            details[side] if self.results.get(number) else ""
        )

    def _awaited(self, source: Source) -> dict[str, Any]:
        """A player who is to come: the name if that is known, else where from."""
        no = self._known_from(source)
        if no is None:
            return {"seed": "", "name": phrase(source.phrase), "awaited": True}
        return {"seed": str(self.progress.seed_of[no]), "name": name_of(self.event, no)}

    def _known_from(self, source: Source) -> int | None:
        if source.origin is Origin.SEED:
            return self.progress.seeds[source.number - 1]
        result = self.results.get(source.number)
        if result is None or source.origin is Origin.REMAINING:
            return None
        return result.winner if source.origin is Origin.WINNER else result.loser
