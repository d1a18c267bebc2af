"""Game points in the workbook."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import ClassVar

from engine.formats.game_points import (
    GAME_WON,
    GAMES,
    MATCHES,
    MOST_AGENDA_POINTS,
    TWO_WINNERS,
    GamePoints,
)
from engine.match_format import PLAYED_BESIDE_SPECIAL
from engine.texts import msg
from xlplugin.texts import t
from xlplugin.workbook.formats import live
from xlplugin.workbook.formats.base import Form, SampleRow, SwissSheet
from xlplugin.workbook.formats.statistics import WITHOUT_SIDES
from xlplugin.workbook.layout import CellValue

HELP = msg("Game {game}: Player {player}'s points, 10 for a win, else agenda points (0-6).")


class GamePointsSheet(SwissSheet[GamePoints]):
    """Two games a match, reported in game points."""

    help: ClassVar[Mapping[str, str]] = {
        f"G{game} P{player}": t(HELP, game=game, player=player)
        for game in (1, 2)
        for player in (1, 2)
    }
    faults: ClassVar[Mapping[str, str]] = {
        PLAYED_BESIDE_SPECIAL: msg("{special} has no games: clear the points, or clear Special"),
        TWO_WINNERS: msg(
            "G{game} P1 and G{game} P2 are both {won}: type the loser's agenda points (0-{most})"
        ),
    }
    slip = Form(
        ((t("Game 1"), 10), (t("Game 2"), 10)),
        t("Write 10 for a game won, else your agenda points."),
    )
    statistics = WITHOUT_SIDES

    def live(self) -> live.LiveFormulas:
        """The points that count: games, match, or both."""
        format_ = self.format
        cells = [live.trimmed(field.name) for field in format_.fields]
        a, b, c, d = (live.number_of(cell) for cell in cells)
        valid = [
            f"OR({x}={GAME_WON},AND({x}>=0,{x}<={MOST_AGENDA_POINTS},{x}=INT({x})))"
            for x in (a, b, c, d)
        ]
        both = [f"AND({x}={GAME_WON},{y}={GAME_WON})" for x, y in ((a, b), (c, d))]

        def played(own1: str, other1: str, own2: str, other2: str) -> str:
            games = "+".join(
                f"({own}={GAME_WON})+0.5*({own}<{GAME_WON})*({other}<{GAME_WON})"
                for own, other in ((own1, other1), (own2, other2))
            )
            better = f"SIGN({own1}+{own2}-{other1}-{other2})"
            if format_.games_first:
                better = f"SIGN(9*(({games})-1)+{better})"
            match_points = f"0.5+0.5*{better}"
            counted = {GAMES: games, MATCHES: match_points}
            count = counted.get(format_.count, f"{games}+{match_points}")
            return (
                f'IF(AND({live.SPECIAL}="",{",".join(valid)},NOT(OR({",".join(both)}))),{count},"")'
            )

        checks = [
            (live.not_valid(cells, valid), t("Use 10 or 0-6")),
            (both[0], t("Game 1: two winners")),
            (both[1], t("Game 2: two winners")),
        ]
        points = (played(a, b, c, d), played(b, a, d, c))
        return live.live_formulas(format_, points, "&".join(cells), checks, live.agreed(format_))

    def sample(self, row: SampleRow) -> Mapping[str, CellValue]:
        """The points of two games."""
        points = (*_sample_game(row.results), *_sample_game(row.results))
        return dict(zip(self.help, points, strict=True))


def _sample_game(results: Random) -> tuple[int, int]:
    """The game points of both players: one has won, or the game was not finished."""
    if results.random() < 0.06:
        return results.randrange(7), results.randrange(7)
    loser = results.randrange(7)
    return (GAME_WON, loser) if results.random() < 0.5 else (loser, GAME_WON)
