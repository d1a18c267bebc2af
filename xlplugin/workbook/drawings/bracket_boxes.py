"""The contents of a bracket's boxes: players, results, and formulas that fill them in as they are typed."""

from __future__ import annotations

from typing import TypeAlias

from engine.brackets import Game, Origin, Source
from engine.elimination.progress import Fixture, Progress
from engine.match_format import CORP, RUNNER
from engine.model import Match
from xlplugin.reasons import phrase
from xlplugin.workbook.book import column_letter
from xlplugin.workbook.formats import sheet_of
from xlplugin.workbook.layout import CellValue, Formula
from xlplugin.workbook.layouts.elimination_tabs import SEED
from xlplugin.workbook.reading.event_book import EventBook, RoundTab

WON, LOST = "W", "L"
ABSENT = "absent"
NOT_NEEDED = "not needed"


BoxRow: TypeAlias = tuple[CellValue, CellValue, CellValue]
"""A player in a box: seed, name, result."""


class LiveBoxes:
    """The players and the result of each game, live while it is on the newest tab."""

    def __init__(self, event: EventBook, progress: Progress) -> None:
        self.event = event
        self.progress = progress
        self.tab_of: dict[int, RoundTab] = {}
        self.fixture: dict[int, Fixture] = {}
        self.match: dict[int, Match] = {}
        for tab in event.cuts:
            by_players = {frozenset(match.players): match for match in tab.matches}
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
            return [(*self._awaited(source, game), None) for source in (game.one, game.two)]
        return [
            (self.progress.seed_of[no], self.event.name(no), self._result(game.number, no))
            for no in (fixture.one, fixture.two)
        ]

    def is_made(self, game: Game) -> bool:
        """True if a game is on a tab, with both of its players."""
        return game.number in self.fixture

    def is_newest(self, number: int) -> bool:
        """True if a game is on the newest tab, where results are being typed."""
        return bool(self.event.cuts) and self.tab_of.get(number) is self.event.cuts[-1]

    def _result(self, number: int, no: int) -> CellValue:
        """How a game ended for a player, as in ``W Corp``; live while it is on the newest tab."""
        match, conceded = self.match.get(number), self.progress.conceded
        if match is None and conceded and conceded.game.number == number:
            return WON if self.progress.results[number].winner == no else ABSENT
        if match is None:
            return None
        side = 1 if match.player1 == no else 2
        if self.is_newest(number):
            return self._live_result(number, side)
        result = self.progress.results.get(number)
        if result is None:
            return None
        is_won = result.winner == no
        if match.special:
            return WON if is_won else ABSENT
        return f"{WON if is_won else LOST} {self._more(match, side)}".strip()

    def _more(self, match: Match, side: int) -> str:
        """What else a box says of a result: side, games won, endurance left."""
        cut = self.event.ruleset.cut
        assert cut is not None
        format_ = cut.format(self.event.options)
        if corp := format_.corp(match.result, match.special):
            return CORP if corp == side else RUNNER
        detail = format_.detail(match.result, self.progress.higher(match.player1, match.player2))
        return str(detail[side - 1]) if detail else ""

    def _live_result(self, number: int, side: int) -> CellValue:
        advances = self._cell_of(number, "Advances")
        if advances is None:
            return None
        name = self._cell_of(number, f"Player {side}")
        played = f'IF({advances}={name},"{WON}","{LOST}"){self._live_more(number, side)}'
        absent = f'IF({advances}={name},"{WON}","{ABSENT}")'
        special = f"TRIM({self._cell_of(number, 'Special')})"
        return Formula(f'=IF({advances}="","",IF({special}<>"",{absent},{played}))')

    def _live_more(self, number: int, side: int) -> str:
        """What else a box says of a result, live, as the end of a formula."""
        cut, match = self.event.ruleset.cut, self.match[number]
        assert cut is not None
        headers = self.tab_of[number].table.places
        cells = {header: cell for header in headers if (cell := self._cell_of(number, header))}
        if not cells:
            return ""
        is_higher = self.progress.higher(match.player1, match.player2) == side
        sheet = sheet_of(cut.format(self.event.options))
        return sheet.live_detail(cells.__getitem__, side, is_higher=is_higher)

    def _cell_of(self, number: int, header: str) -> str | None:
        """The cell of a column of the game's tab, as part of a formula; ``None`` without the column."""
        table = self.tab_of[number].table
        if header not in table.places or "Game" not in table.places:
            return None
        sheet = table.sheet.name.replace("'", "''")
        first, last = table.header_row + 1, max(table.end - 1, table.header_row + 1)

        def column(name: str) -> str:
            letter = column_letter(table.places[name])
            return f"'{sheet}'!${letter}${first}:${letter}${last}"

        return f"INDEX({column(header)},MATCH({number},{column('Game')},0))"

    def _awaited(self, source: Source, game: Game) -> tuple[CellValue, CellValue]:
        """The seed and the name awaited; the player as soon as the game before has a result."""
        text = phrase(source.phrase)
        if source.origin is Origin.REMAINING:
            return None, text
        if source.origin is Origin.SEED:
            return source.number, self.event.name(self.progress.seeds[source.number - 1])
        advances = self._cell_of(source.number, "Advances") if source.number in self.match else None
        if advances is None:
            return None, text
        one, two = (2, 1) if source.origin is Origin.LOSER else (1, 2)
        goes_on = f"{advances}={self._cell_of(source.number, 'Player 1')}"
        seed, name = (
            f"IF({goes_on},{self._cell_of(source.number, f'{header} {one}')},"
            f"{self._cell_of(source.number, f'{header} {two}')})"
            for header in (SEED, "Player")
        )
        quoted = text.replace('"', '""')
        if game.if_needed:
            unbeaten = self._unbeaten(source.number)
            seed, name = f'IF({unbeaten},"",{seed})', f'IF({unbeaten},"{NOT_NEEDED}",{name})'
        return (
            Formula(f'=IF({advances}="","",{seed})'),
            Formula(f'=IF({advances}="","{quoted}",{name})'),
        )

    def _unbeaten(self, final: int) -> str:
        """The condition that the player who came to the final without a loss has won it."""
        match = self.match[final]
        results = self.progress.results.items()
        beaten = {result.loser for number, result in results if number < final}
        side = 2 if match.player1 in beaten else 1
        advances = self._cell_of(final, "Advances")
        return f"{advances}={self._cell_of(final, f'Player {side}')}"

    def champion(self) -> CellValue:
        """The name of the winner of it all; live while the final is being typed."""
        if self.progress.is_over:
            return self.event.name(self.progress.places()[0])
        last = self.progress.bracket.games[-1]
        if last.number in self.match:
            advances = self._cell_of(last.number, "Advances")
            return Formula(f'=IF({advances}="","",{advances})') if advances else None
        if last.if_needed and last.two.number in self.match:
            advances = self._cell_of(last.two.number, "Advances")
            unbeaten = self._unbeaten(last.two.number)
            return Formula(f'=IF({unbeaten},{advances},"")') if advances else None
        return None
