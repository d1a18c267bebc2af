"""The formats of an elimination in the workbook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import ClassVar

from engine.formats import elimination
from engine.match_format import CORP, PLAYED_BESIDE_SPECIAL, RUNNER, Result
from engine.texts import msg
from xlplugin.texts import t
from xlplugin.workbook.formats import live
from xlplugin.workbook.formats.base import CutSheet, E_co, Form, SampleRow
from xlplugin.workbook.formats.headquarters import HeadquartersSheet
from xlplugin.workbook.layout import CellValue

SAMPLE = (1, 1, 1, 2, 2, 2, elimination.DRAW)
CORP_CHOICES = ("1", "2", elimination.UNKNOWN)
WHO_WON = msg("Who won game {game}: 1, 2, or D for a draw.")
NOBODY_WINS = msg("{special} is no game that anybody wins: clear {field}, or clear Special")


class _WithSides(CutSheet[E_co]):
    """A format whose first column says who is the Corp."""

    def sides(self, result: Result) -> tuple[str, str]:
        """The side of either player in the first game, once the Corp is typed."""
        sides: dict[Result, tuple[str, str]] = {(1,): (CORP, RUNNER), (2,): (RUNNER, CORP)}
        return sides.get(result[:1], ("", ""))

    def sample(self, row: SampleRow) -> dict[str, CellValue]:
        """The Corp, where that is to be chosen."""
        return {CORP: row.results.randrange(1, 3)} if row.typed.get(CORP) is None else {}


class OneGameSheet(_WithSides[elimination.OneGame]):
    """One game: ``Corp`` and ``Winner``."""

    help: ClassVar[Mapping[str, str]] = {
        CORP: t("Who is the Corp: 1 or 2. A question mark if nobody knows any more."),
        "Winner": t("Who won: 1 or 2. D: a draw, the higher seed goes on."),
    }
    faults: ClassVar[Mapping[str, str]] = {PLAYED_BESIDE_SPECIAL: NOBODY_WINS}
    slip = Form(
        ((t("Plays"), 9), (t("Won"), 9)),
        t("Write who is Corp and Runner; tick who won, or the draw."),
        has_side=True,
        can_draw=True,
    )

    def live(self, rank: str) -> live.CutFormulas:
        """The winner, once the Corp is known too."""
        corp, winner = live.trimmed(CORP), live.trimmed("Winner")
        played = f'IF({corp}="","",{live.game_winner(winner, rank)})'
        checks = [live.unknown(CORP, CORP_CHOICES), live.unknown("Winner")]
        return live.cut_formulas(self.format, live.match_winner(rank, played), winner, checks)

    def live_detail(self, cell_of: Callable[[str], str], player: int, *, is_higher: bool) -> str:
        """The side."""
        corp = cell_of(CORP)
        return f'&IF(TRIM({corp})="{player}"," Corp",IF(TRIM({corp})="{3 - player}"," Runner",""))'

    def sample(self, row: SampleRow) -> dict[str, CellValue]:
        """The Corp, where that is to be chosen, and the winner."""
        return {**super().sample(row), "Winner": row.results.choice(SAMPLE)}


class BestOfThreeSheet(_WithSides[elimination.BestOfThree]):
    """Best of three: ``Corp``, and who won each game."""

    help: ClassVar[Mapping[str, str]] = {
        CORP: t("Who is the Corp in game 1: 1 or 2; then alternating."),
        **{f"Game {n}": t(WHO_WON, game=n) for n in (1, 2, 3)},
    }
    faults: ClassVar[Mapping[str, str]] = {
        PLAYED_BESIDE_SPECIAL: NOBODY_WINS,
        elimination.GAME_AFTER_THE_LAST: msg(
            "Game 3 is not played when Player {player} has won two games: clear Game 3"
        ),
        elimination.EARLIER_GAME_BLANK: msg(
            "Game {game} is blank, but a later game has a winner: type Game {game}"
        ),
    }
    slip = Form(
        ((t("Starts as"), 8), (t("Game 1"), 6.5), (t("Game 2"), 6.5), (t("Game 3"), 6.5)),
        t("Write who begins as Corp and Runner; tick who won each game."),
        has_side=True,
    )

    def live(self, rank: str) -> live.CutFormulas:
        """The winner of two games, once the Corp is known too."""
        first, second, third = games = [live.trimmed(f"Game {n}") for n in (1, 2, 3)]

        def won(player: int) -> str:
            return "+".join(f"IF({live.game_winner(game, rank)}={player},1,0)" for game in games)

        played = f'IF(TRIM({{Corp}})="","",IF({won(1)}>=2,1,IF({won(2)}>=2,2,"")))'
        checks = [
            live.unknown(CORP, CORP_CHOICES),
            *(live.unknown(f"Game {n}") for n in (1, 2, 3)),
            (
                f'OR(AND({first}="",{second}<>""),AND({second}="",{third}<>""))',
                t("An earlier game?"),
            ),
            (f'AND({first}={second},{first}<>"{elimination.DRAW}",{third}<>"")', t("Clear Game 3")),
        ]
        winner = live.match_winner(rank, played)
        return live.cut_formulas(self.format, winner, "&".join(games), checks)

    def live_detail(self, cell_of: Callable[[str], str], player: int, *, is_higher: bool) -> str:
        """Games won."""
        drawn, cells = int(is_higher), (f"TRIM({cell_of(f'Game {n}')})" for n in (1, 2, 3))
        won = (f'IF({c}="{player}",1,IF({c}="{elimination.DRAW}",{drawn},0))' for c in cells)
        return f'&" "&({"+".join(won)})'

    def sample(self, row: SampleRow) -> dict[str, CellValue]:
        """The Corp, where that is to be chosen, and two games of one player."""
        winner = row.results.randrange(1, 3)
        return {**super().sample(row), "Game 1": winner, "Game 2": winner}


class AsInSwissSheet(CutSheet[elimination.AsInSwiss]):
    """As in the Swiss rounds of Neuroshima Hex; the winner has more endurance left."""

    help = HeadquartersSheet.help
    faults = HeadquartersSheet.faults
    slip = HeadquartersSheet.slip

    @property
    def swiss(self) -> HeadquartersSheet:
        """The sheet of the Swiss rounds, with what ``Special`` may have here."""
        specials, refused = self.format.specials, self.format.refused
        return HeadquartersSheet(replace(self.format.swiss, specials=specials, refused=refused))

    def live(self, rank: str) -> live.CutFormulas:
        """The player with more endurance left, and the points of the Swiss rounds."""
        one, two = (live.number_of(live.trimmed(f"HQ {i}")) for i in (1, 2))
        swiss, better = self.swiss.live(), f"IF({two}>{one},2,{live.higher(rank)})"
        played = f'IF(OR({one}<0,{two}<0),"",IF({one}>{two},1,{better}))'
        advances = live.advances(live.match_winner(rank, played), swiss.check)
        return live.CutFormulas(advances, swiss.check, swiss)

    def live_detail(self, cell_of: Callable[[str], str], player: int, *, is_higher: bool) -> str:
        """The endurance left."""
        return f'&" "&{cell_of(f"HQ {player}")}'

    def sample(self, row: SampleRow) -> Mapping[str, CellValue]:
        """As in the Swiss rounds."""
        return self.swiss.sample(row)
