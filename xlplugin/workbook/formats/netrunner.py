"""The formats of Netrunner in the workbook: two games a match, one game with sides, game points."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import ClassVar

from engine import Special
from engine.formats import netrunner as rules
from engine.formats.netrunner import DRAWN, GAME_WON, OneGameWithSides
from engine.match_format import CORP, PLAYED_BESIDE_SPECIAL, RUNNER
from engine.texts import msg
from xlplugin.texts import t
from xlplugin.workbook.formats import live
from xlplugin.workbook.formats.base import Form, SampleRow, SwissSheet
from xlplugin.workbook.formats.nrtm import SingleSidedNrtm, TwoGamesNrtm
from xlplugin.workbook.formats.statistics import WITHOUT_SIDES
from xlplugin.workbook.layout import CellValue

SAMPLE = "WWWWLLLLD"
SIDES_WON = (CORP, RUNNER) * 4 + (DRAWN,)
_POINTS = msg("Game {game}: Player {player}'s points, 10 for a win, else agenda points (0-6).")


class TwoGamesSheet(SwissSheet[rules.TwoGames]):
    """Two games a match, each ``W``, ``L`` or ``D`` (Player 1's result)."""

    help: ClassVar[Mapping[str, str]] = {
        "P1 Corp": t("Player 1's game as the Corp: W, L or D."),
        "P1 Runner": t("Player 1's game as the Runner: W, L or D."),
        "Sides": t("Blank, or Not recorded: the result is right, but not which game was which."),
    }
    faults: ClassVar[Mapping[str, str]] = {
        rules.DRAW_WITH_GAMES: msg(
            "an intentional draw is one win and one loss each: clear the letters"
        ),
        rules.TWO_FOR_ONE_WITH_TWO_GAMES: msg(
            "a two-for-one is one game: type the game that was played, clear the other"
        ),
        rules.BYE_WITH_GAMES: msg(
            "a bye has no games: clear the letters, or type an opponent and clear Bye"
        ),
        PLAYED_BESIDE_SPECIAL: msg("{special} has no games: clear the letters, or clear Special"),
    }
    slip = Form(
        ((t("As Corp"), 10), (t("As Runner"), 10)),
        t("Write how your game ended: W won, L lost, D drawn."),
    )
    nrtm = TwoGamesNrtm()

    def live(self) -> live.LiveFormulas:
        """The points of both games, doubled for the one of a two-for-one."""
        format_ = self.format
        corp, runner = live.trimmed("P1 Corp"), live.trimmed("P1 Runner")
        two_for_one = f'{live.SPECIAL}="{Special.TWO_FOR_ONE}"'

        def letters(letter: str) -> str:
            return f'({corp}="{letter}")+({runner}="{letter}")'

        games = f"({letters('W')}+{letters('L')}+{letters('D')})"

        def played(wins: str) -> str:
            scored = f"({format_.win}*({letters(wins)})+{format_.draw}*({letters('D')}))"
            return (
                f"IF(AND({two_for_one},{games}=1),2*{scored},"
                f'IF(AND({games}=2,OR({live.SPECIAL}="",AND({two_for_one},{corp}={runner}))),{scored},""))'
            )

        typed = f'{corp}&{runner}<>""'
        one_each = f"AND({letters('W')}=1,{letters('L')}=1)"
        checks = [
            (
                f'AND({live.SPECIAL}="{Special.INTENTIONAL_DRAW}",{typed},NOT({one_each}))',
                t("ID: clear games"),
            ),
            (f"AND({two_for_one},{games}=2,{corp}<>{runner})", t("2-for-1: one game")),
            (f"LEN({corp})+LEN({runner})<>{games}", t("Use W, L or D")),
        ]
        without_games = [
            Special.BYE, Special.NO_SHOW_1, Special.NO_SHOW_2, Special.DOUBLE_NO_SHOW,
        ]  # fmt: skip
        points = (played("W"), played("L"))
        return live.live_formulas(format_, points, f"{corp}&{runner}", checks, without_games)

    def sample(self, row: SampleRow) -> Mapping[str, CellValue]:
        """Two letters, or now and then an intentional draw."""
        if row.results.random() < 0.04:
            return {"Special": str(Special.INTENTIONAL_DRAW)}
        return {name: row.results.choice(SAMPLE) for name in ("P1 Corp", "P1 Runner")}


class OneGameSheet(SwissSheet[OneGameWithSides]):
    """One game a match, won by the Corp (Player 1) or the Runner."""

    help: ClassVar[Mapping[str, str]] = {"Result": t("Which side won: Corp, Runner or Draw.")}
    faults: ClassVar[Mapping[str, str]] = {
        PLAYED_BESIDE_SPECIAL: msg("{special} has no game: clear {field}, or clear Special")
    }
    slip = Form(
        ((t("Plays"), 9), (t("Won"), 9)),
        t("Tick who won, or the draw."),
        has_side=True,
        can_draw=True,
    )
    nrtm = SingleSidedNrtm()

    def live(self) -> live.LiveFormulas:
        """The points of the game."""
        format_ = self.format
        result = live.trimmed("Result")

        def played(own: str, other: str) -> str:
            return (
                f'IF({live.SPECIAL}<>"","",IF({result}="{own}",{format_.win},IF({result}="{other}",0,'
                f'IF({result}="{DRAWN}",{format_.draw},""))))'
            )

        checks = [(live.not_among(result, ("", CORP, RUNNER, DRAWN)), "Corp, Runner, Draw")]
        points = (played(CORP, RUNNER), played(RUNNER, CORP))
        return live.live_formulas(format_, points, result, checks, live.agreed(format_))

    def sample(self, row: SampleRow) -> Mapping[str, CellValue]:
        """The side that has won, or a draw."""
        return {"Result": row.results.choice(SIDES_WON)}


class GamePointsSheet(SwissSheet[rules.GamePoints]):
    """Two games a match, reported in game points."""

    help: ClassVar[Mapping[str, str]] = {
        f"G{game} P{player}": t(_POINTS, game=game, player=player)
        for game in (1, 2)
        for player in (1, 2)
    }
    faults: ClassVar[Mapping[str, str]] = {
        PLAYED_BESIDE_SPECIAL: msg("{special} has no games: clear the points, or clear Special"),
        rules.TWO_WINNERS: msg(
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
            f"OR({x}={GAME_WON},AND({x}>=0,{x}<={rules.MOST_AGENDA_POINTS},{x}=INT({x})))"
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
            counted = {rules.GAMES: games, rules.MATCHES: match_points}
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
