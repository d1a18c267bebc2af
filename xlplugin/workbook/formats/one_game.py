"""One game with sides in the workbook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.formats.one_game import DRAWN, OneGameWithSides
from engine.match_format import CORP, PLAYED_BESIDE_SPECIAL, RUNNER
from engine.texts import msg
from xlplugin.texts import t
from xlplugin.workbook.formats import live
from xlplugin.workbook.formats.base import Form, SampleRow, SwissSheet
from xlplugin.workbook.formats.nrtm import SingleSidedNrtm
from xlplugin.workbook.layout import CellValue

SAMPLE = (CORP, RUNNER) * 4 + (DRAWN,)


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
        return {"Result": row.results.choice(SAMPLE)}
