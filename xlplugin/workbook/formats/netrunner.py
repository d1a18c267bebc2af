"""Two games a match, or one game with sides, in the workbook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine import Special
from engine.formats import two_games
from engine.formats.one_game import DRAWN, OneGameWithSides
from engine.match_format import CORP, PLAYED_BESIDE_SPECIAL, RUNNER
from engine.texts import msg
from xlplugin.texts import t
from xlplugin.workbook.formats.base import Form, SampleRow, SwissSheet
from xlplugin.workbook.formats.live import (
    SPECIAL,
    LiveFormulas,
    agreed,
    live_formulas,
    not_among,
    trimmed,
)
from xlplugin.workbook.formats.nrtm import SingleSidedNrtm, TwoGamesNrtm
from xlplugin.workbook.layout import CellValue

SAMPLE = "WWWWLLLLD"
SIDES_WON = (CORP, RUNNER) * 4 + (DRAWN,)


class TwoGamesSheet(SwissSheet[two_games.TwoGames]):
    """Two games a match, each ``W``, ``L`` or ``D`` (Player 1's result)."""

    help: ClassVar[Mapping[str, str]] = {
        "P1 Corp": t("Player 1's game as the Corp: W, L or D."),
        "P1 Runner": t("Player 1's game as the Runner: W, L or D."),
        "Sides": t("Blank, or Not recorded: the result is right, but not which game was which."),
    }
    faults: ClassVar[Mapping[str, str]] = {
        two_games.DRAW_WITH_GAMES: msg(
            "an intentional draw is one win and one loss each: clear the letters"
        ),
        two_games.TWO_FOR_ONE_WITH_TWO_GAMES: msg(
            "a two-for-one is one game: type the game that was played, clear the other"
        ),
        two_games.BYE_WITH_GAMES: msg(
            "a bye has no games: clear the letters, or type an opponent and clear Bye"
        ),
        PLAYED_BESIDE_SPECIAL: msg("{special} has no games: clear the letters, or clear Special"),
    }
    slip = Form(
        ((t("As Corp"), 10), (t("As Runner"), 10)),
        t("Write how your game ended: W won, L lost, D drawn."),
    )
    nrtm = TwoGamesNrtm()

    def live(self) -> LiveFormulas:
        """The points of both games, doubled for the one of a two-for-one."""
        format_ = self.format
        corp, runner = trimmed("P1 Corp"), trimmed("P1 Runner")
        two_for_one = f'{SPECIAL}="{Special.TWO_FOR_ONE}"'

        def letters(letter: str) -> str:
            return f'({corp}="{letter}")+({runner}="{letter}")'

        games = f"({letters('W')}+{letters('L')}+{letters('D')})"

        def played(wins: str) -> str:
            scored = f"({format_.win}*({letters(wins)})+{format_.draw}*({letters('D')}))"
            return (
                f"IF(AND({two_for_one},{games}=1),2*{scored},"
                f'IF(AND({games}=2,OR({SPECIAL}="",AND({two_for_one},{corp}={runner}))),{scored},""))'
            )

        typed = f'{corp}&{runner}<>""'
        one_each = f"AND({letters('W')}=1,{letters('L')}=1)"
        checks = [
            (
                f'AND({SPECIAL}="{Special.INTENTIONAL_DRAW}",{typed},NOT({one_each}))',
                t("ID: clear games"),
            ),
            (f"AND({two_for_one},{games}=2,{corp}<>{runner})", t("2-for-1: one game")),
            (f"LEN({corp})+LEN({runner})<>{games}", t("Use W, L or D")),
        ]
        without_games = [
            Special.BYE, Special.NO_SHOW_1, Special.NO_SHOW_2, Special.DOUBLE_NO_SHOW,
        ]  # fmt: skip
        points = (played("W"), played("L"))
        return live_formulas(format_, points, f"{corp}&{runner}", checks, without_games)

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

    def live(self) -> LiveFormulas:
        """The points of the game."""
        format_ = self.format
        result = trimmed("Result")

        def played(own: str, other: str) -> str:
            return (
                f'IF({SPECIAL}<>"","",IF({result}="{own}",{format_.win},IF({result}="{other}",0,'
                f'IF({result}="{DRAWN}",{format_.draw},""))))'
            )

        checks = [(not_among(result, ("", CORP, RUNNER, DRAWN)), "Corp, Runner, Draw")]
        points = (played(CORP, RUNNER), played(RUNNER, CORP))
        return live_formulas(format_, points, result, checks, agreed(format_))

    def sample(self, row: SampleRow) -> Mapping[str, CellValue]:
        """The side that has won, or a draw."""
        return {"Result": row.results.choice(SIDES_WON)}
