"""The contents of a bracket's boxes: players, results, and formulas that fill them in as they are typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from engine.brackets import Game, Origin, Source
from engine.elimination.progress import Fixture, Progress, Result, winner_of
from engine.formats.netrunner import CORP, RUNNER
from engine.match_format import EliminationFormat
from engine.model import Match
from xlplugin.ground.names import named
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.book import cells_of, column_letter
from xlplugin.workbook.expressions import Part, cell, left, where
from xlplugin.workbook.formats.live import ABSENT, LOST, WON
from xlplugin.workbook.formulas import with_addresses
from xlplugin.workbook.layout import CellValue, Formula
from xlplugin.workbook.live_tables import LiveTable
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reasons import phrase
from xlplugin.workbook.table import one_line

NOT_NEEDED = msg("not needed")
NOBODY = ("", "")
RESULT = 2
"""The place of a result in a row of a box, after seed and name."""

BoxRow: TypeAlias = tuple[CellValue, CellValue, CellValue]
"""A player in a box: seed, name, result."""


class BoxPlayer(NamedTuple):
    """A player of a game as far as known: the name, or where the player comes from.

    ``more`` is something about the player besides who won: side, games won, endurance left.
    """

    name: str
    seed: int | None = None
    is_awaited: bool = False
    outcome: str = ""
    more: str = ""


def details_of(match: Match, format_: EliminationFormat, higher: int) -> tuple[str, str]:
    """Something about either player besides who won; see :meth:`~Format.detail`."""
    one, two = (None if match.special else format_.detail(match.result, higher)) or NOBODY
    return str(one), str(two)


def sides_of(match: Match, format_: EliminationFormat) -> tuple[str, str]:
    """The side that either player plays, where that is known."""
    if match.player2 is None:
        return NOBODY
    corp = format_.first_side(match.result, match.special)
    return {1: (CORP, RUNNER), 2: (RUNNER, CORP)}.get(corp, NOBODY)


class Games:
    """The games of a bracket, each with its players and its result, or who is awaited."""

    def __init__(self, event: EventBook, progress: Progress) -> None:
        cut = event.ruleset.cut
        assert cut is not None
        self.event = event
        self.progress = progress
        self.format = cut.format(event.options)
        self.tab_of: dict[int, RoundTab] = {}
        self.fixture: dict[int, Fixture] = {}
        self.match: dict[int, Match] = {}
        self.results = dict(progress.results)
        for tab in event.cuts:
            matches = {frozenset(match.players): match for match in tab.matches}
            for players, fixture in tab.fixtures.items():
                number = fixture.game.number
                self.tab_of[number], self.fixture[number] = tab, fixture
                if match := matches.get(players):
                    self.match[number] = match
                    if winner := winner_of(match, progress.seed_of, self.format):
                        (loser,) = players - {winner}
                        self.results.setdefault(number, Result(winner, loser))
        if conceded := progress.conceded:
            self.fixture[conceded.game.number] = conceded

    def name(self, no: int) -> str:
        """The name of a player, on one line."""
        return one_line(self.event.by_no[no].name)

    def is_made(self, game: Game) -> bool:
        """True if a game is on a tab or conceded, with both of its players."""
        return game.number in self.fixture

    def is_played(self, game: Game) -> bool:
        """True if a game is on a tab with its match, or conceded."""
        conceded = self.progress.conceded
        return game.number in self.match or (conceded is not None and conceded.game == game)

    def is_open(self, game: Game) -> bool:
        """True if it is not known yet whether a second final is needed."""
        return game.if_needed and game.number not in self.results and not self.is_played(game)

    def players(self, game: Game) -> list[BoxPlayer]:
        """The two players of a game, known or awaited."""
        result = self.results.get(game.number)
        if game.if_needed and result and not self.is_played(game):
            return [BoxPlayer(t(NOT_NEEDED), is_awaited=True)] * 2
        if fixture := self.fixture.get(game.number):
            if not self.is_played(game):
                result = None
            return [self._playing(no, game, result) for no in (fixture.one, fixture.two)]
        return [self._awaited(source) for source in (game.one, game.two)]

    def _playing(self, no: int, game: Game, result: Result | None) -> BoxPlayer:
        outcome = "" if result is None else WON if result.winner == no else LOST
        match, more = self.match.get(game.number), ""
        if match:
            side = 0 if match.player1 == no else 1
            higher = self.progress.higher(match.player1, match.player2)
            details = details_of(match, self.format, higher) if result else NOBODY
            more = sides_of(match, self.format)[side] or details[side]
        return self._named(no)._replace(outcome=outcome, more=more)

    def _named(self, no: int) -> BoxPlayer:
        return BoxPlayer(self.name(no), self.progress.seed_of[no])

    def _awaited(self, source: Source) -> BoxPlayer:
        """A player who is to come: the name if that is known, else where from."""
        result = self.results.get(source.number)
        if source.origin is Origin.SEED:
            return self._named(self.progress.seeds[source.number - 1])
        if result is None or source.origin is Origin.REMAINING:
            return BoxPlayer(phrase(source.phrase), is_awaited=True)
        return self._named(result.winner if source.origin is Origin.WINNER else result.loser)

    def rows(self, game: Game) -> list[BoxRow]:
        """The two players of a game with their results, as in ``W Corp``."""
        match = self.match.get(game.number)
        rows: list[BoxRow] = []
        for player in self.players(game):
            ended = (named("choice", text) for text in (player.outcome, player.more))
            result = " ".join(ended).strip() if player.outcome else None
            if match is None or match.special:
                outcome = player.outcome and named("choice", player.outcome)
                result = t(ABSENT) if player.outcome == LOST else outcome or None
            rows.append((player.seed, player.name, result))
        return rows

    def champion(self) -> CellValue:
        """The name of the winner of it all."""
        return self.name(self.progress.places()[0]) if self.progress.is_over else None


class LiveGames(Games):
    """Games whose results are formulas while they are on the newest tab, as are players who follow.

    ``box_at`` has the top row and the first column of each game's box.
    """

    def __init__(
        self, event: EventBook, progress: Progress, box_at: Mapping[int, tuple[int, int]]
    ) -> None:
        super().__init__(event, progress)
        self.box_at = box_at

    def name(self, no: int) -> str:
        """The name of a player as on the tabs."""
        return self.event.name(no)

    def rows(self, game: Game) -> list[BoxRow]:
        """The two players of a game, known or awaited; what is being typed is live."""
        if not self.is_made(game):
            return [(*self._awaited_live(source, game), None) for source in (game.one, game.two)]
        match, rows = self.match.get(game.number), super().rows(game)
        if match is None or self.tab_of[game.number] is not self.event.cuts[-1]:
            return rows
        fixture = self.fixture[game.number]
        sides = [1 if match.player1 == no else 2 for no in (fixture.one, fixture.two)]
        return [
            (seed, name, self._live(cell(f"(Result {side})"), game.number))
            for (seed, name, _), side in zip(rows, sides, strict=True)
        ]

    def _live(self, formula: Part, number: int) -> Formula | None:
        """A formula with headers of the game's tab; ``None`` where that has not the columns."""
        table = self.tab_of[number].table
        if not {"Game", "Advances"} <= table.places.keys():
            return None
        name, rows, live = table.sheet.name, table.span, LiveTable(table)
        columns = {h: cells_of(name, place, rows) for h, place in table.places.items()}
        row = f"MATCH({number},{columns['Game']},0)"
        found = {header: f"INDEX({column},{row})" for header, column in columns.items()}
        text = with_addresses(formula.formula, found, live.texts)
        return Formula(text, live.looked_up(formula, "Game", number))

    def _awaited_live(self, source: Source, game: Game) -> tuple[CellValue, CellValue]:
        """The seed and the name awaited; the player as soon as the game before has a result."""
        text = phrase(source.phrase)
        if source.origin is Origin.SEED:
            no = self.progress.seeds[source.number - 1]
            return source.number, self.name(no)
        if source.origin is Origin.REMAINING or source.number not in self.match:
            return None, text
        is_loser = source.origin is Origin.LOSER
        headers = ("(Loser's seed)", "(Loser)") if is_loser else ("(Seed)", "Advances")
        seed, name = map(cell, headers)
        is_open = cell("Advances").is_("")
        if game.if_needed:
            result = self._result_of_unbeaten(source.number)
            has_won, is_open = left(result, 1).is_(WON), result.is_("")
            seed, name = where(has_won, "", seed), where(has_won, t(NOT_NEEDED), name)
        live = self._live(seed, source.number)
        if live is None:
            return None, text
        return live, self._live(where(is_open, text, name), source.number)

    def _result_of_unbeaten(self, final: int) -> Part:
        """The box, on this tab, of the result of the player who came to the final without a loss."""
        results = self.progress.results.items()
        beaten = {result.loser for number, result in results if number < final}
        fixture, (row, column) = self.fixture[final], self.box_at[final]
        line = 2 if fixture.one in beaten else 1
        unbeaten = fixture.two if line == 2 else fixture.one
        side = 1 if self.match[final].player1 == unbeaten else 2
        box = f"${column_letter(column + RESULT)}${row + line}"
        return Part(box, lambda given: given(f"(Result {side})"))

    def champion(self) -> CellValue:
        """The name of the winner of it all; live while the final is being typed."""
        last = self.progress.bracket.games[-1]
        if self.progress.is_over or not (last.number in self.match or last.if_needed):
            return super().champion()
        final = last.number if last.number in self.match else last.two.number
        if final not in self.match:
            return None
        if final == last.number:
            return self._live(cell("Advances"), final)
        has_won = left(self._result_of_unbeaten(final), 1).is_(WON)
        return self._live(where(has_won, cell("Advances"), ""), final)
