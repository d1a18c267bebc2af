"""A game of Neuroshima Hex in the workbook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine import Special
from engine.formats.headquarters import DIFFERENCE, MOST_ENDURANCE, Headquarters
from engine.match_format import PLAYED_BESIDE_SPECIAL, Result
from engine.rulesets.hex_armies import MOST_DIFFERENCE, SEVERAL_OBJECTS
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.book import number_for_cell
from xlplugin.workbook.formats import live
from xlplugin.workbook.formats.base import Form, SampleRow, SwissSheet
from xlplugin.workbook.formats.live import LiveColumn, LiveFormulas, Steps
from xlplugin.workbook.formats.statistics import WITH_ARMIES
from xlplugin.workbook.layout import CellValue

ARMY_HELP = msg(
    "The army that Player {player} played. If both have noted the same one first, type it for both: the "
    "message says who was drawn to play the second."
)
ARMY_ON_CARD, DIFFERENCE_ON_CARD = "Army", "+/-"


class HeadquartersSheet(SwissSheet[Headquarters]):
    """Endurance left to both headquarters, both armies, and Player 1's difference."""

    help: ClassVar[Mapping[str, str]] = {
        "HQ 1": t("Endurance that Player 1's headquarters has left; the higher wins."),
        "HQ 2": t("Endurance that Player 2's headquarters has left; the higher wins."),
        "Army 1": t(ARMY_HELP, player=1),
        "Army 2": t(ARMY_HELP, player=2),
    }
    faults: ClassVar[Mapping[str, str]] = {
        PLAYED_BESIDE_SPECIAL: msg("{special} has no game: clear the entries, or clear Special")
    }
    slip = Form(
        ((t("HQ left"), 9), (t("Army"), 18)),
        t("Write the endurance your headquarters has left, and your army."),
        more=(),
    )
    statistics = WITH_ARMIES
    confirms = True

    def live(self) -> LiveFormulas:
        """The points, and Player 1's difference."""
        return self.live_with(Steps(self.format))[0]

    def live_with(self, steps: Steps) -> tuple[LiveFormulas, tuple[str, str]]:
        """The formulas as further steps, and the two steps with the endurance left."""
        format_ = self.format
        headers = [field.name for field in format_.fields]
        whole = f"MIN({MOST_ENDURANCE},INT({{0}}))"
        allowed = f"IF({{0}}={whole},{{0}},{live.WRONG})"
        one, two = (steps.add(h, live.typed_number(h, allowed)) for h in headers[:2])

        armies = [live.trimmed(header) for header in headers[2:4]]

        too_many = (
            f'({left}>{MOST_DIFFERENCE})*({army}<>"{SEVERAL_OBJECTS}")'
            for left, army in zip((one, two), armies, strict=True)
        )
        odd = steps.add("Odd", "+".join(too_many))

        def played(own: str, other: str) -> str:
            points = f"IF({own}>{other},{format_.win},IF({own}={other},{format_.draw},0))"
            return f'IF(MIN({own},{other})<0,"",{points})'

        checks = [
            (f"MIN({one},{two})={live.WRONG}", t("HQ: use 0-{most}", most=MOST_ENDURANCE)),
            (f'AND({armies[0]}<>"",{armies[0]}={armies[1]})', t("Same army twice")),
            (f'AND({odd}>0,{live.trimmed(live.IS_RIGHT)}<>"Yes")', t("Right? Confirmed: Yes")),
        ]
        points, more = (played(one, two), played(two, one)), (self._difference(steps, one, two),)
        without = live.agreed(format_)
        formulas = live.live_formulas(steps, format_, points, headers, checks, without, more)
        return formulas, (one, two)

    def _difference(self, steps: Steps, one: str, two: str) -> LiveColumn:
        """The column of Player 1's difference, given the endurance left to both."""
        most = self.format.most
        values: dict[Special, str] = {}
        for special in live.agreed(self.format):
            value = str(self.format.tally(DIFFERENCE, (), special).player1)
            is_bye = special is Special.BYE
            values[special] = f'IF({{No 2}}="",{value},-{value})' if is_bye else value
        gap = f'IF(MIN({one},{two})<0,"",MAX(-{most},MIN({most},{one}-{two})))'
        help_ = t(
            "Player 1's difference of the headquarters, {most} at most; Player 2's is the opposite.",
            most=most,
        )
        formula = f'=IF({{No 1}}&{{No 2}}="","",{steps.by_special(values, gap)})'
        return LiveColumn(DIFFERENCE, formula, help_)

    def on_card(self, result: Result, special: Special, player: int) -> dict[str, CellValue]:
        """The army of a player, and the difference that the match counts."""
        armies = (*result, "", "", "", "")[2:4]
        kept: dict[str, CellValue] = {ARMY_ON_CARD: armies[player - 1] or None}
        if self.format.is_complete(result, special):
            difference = self.format.tally(DIFFERENCE, result, special)[player - 1]
            kept[DIFFERENCE_ON_CARD] = number_for_cell(difference)
        return kept

    def sample(self, row: SampleRow) -> Mapping[str, CellValue]:
        """Endurance left, and an army for either player."""
        one, two = row.armies()
        left = row.results.randrange(21), row.results.randrange(21)
        return dict(zip(self.help, (*left, one, two), strict=True))
