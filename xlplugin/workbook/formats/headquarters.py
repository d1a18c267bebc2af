"""A game of Neuroshima Hex in the workbook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine import Special
from engine.formats.headquarters import DIFFERENCE, MOST_ENDURANCE, Headquarters
from engine.match_format import PLAYED_BESIDE_SPECIAL, Result
from engine.texts import msg
from xlplugin.texts import t
from xlplugin.workbook.book import number_for_cell
from xlplugin.workbook.formats import live
from xlplugin.workbook.formats.base import Form, SampleRow, SwissSheet
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

    def live(self) -> live.LiveFormulas:
        """The points, and Player 1's difference."""
        format_ = self.format
        cells = [live.trimmed(field.name) for field in format_.fields]
        one, two = (live.number_of(cell) for cell in cells[:2])
        most = MOST_ENDURANCE
        valid = [f"AND({x}>=0,{x}<={most},{x}=INT({x}))" for x in (one, two)]
        complete = f'AND({live.SPECIAL}="",{",".join(valid)})'

        def played(own: str, other: str) -> str:
            points = f"IF({own}>{other},{format_.win},IF({own}={other},{format_.draw},0))"
            return f'IF({complete},{points},"")'

        gap = f"MAX(-{format_.most},MIN({format_.most},{one}-{two}))"
        difference = f'IF({complete},{gap},"")'
        for special in live.agreed(format_):
            value = str(format_.tally(DIFFERENCE, (), special).player1)
            if special is Special.BYE:
                value = f'IF({{No 2}}="",{value},-{value})'
            difference = f'IF({live.SPECIAL}="{special}",{value},{difference})'
        checks = [
            (live.not_valid(cells[:2], valid), t("HQ: use 0-{most}", most=most)),
            (f'AND({cells[2]}<>"",{cells[2]}={cells[3]})', t("Same army twice")),
        ]
        help_ = t(
            "Player 1's difference of the headquarters, {most} at most; Player 2's is the opposite.",
            most=format_.most,
        )
        formula = f'=IF({{No 1}}&{{No 2}}="","",{difference})'
        points = (played(one, two), played(two, one))
        more = (live.LiveColumn(DIFFERENCE, formula, help_),)
        return live.live_formulas(
            format_, points, "&".join(cells), checks, live.agreed(format_), more
        )

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
