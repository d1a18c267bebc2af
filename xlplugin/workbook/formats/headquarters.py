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
from xlplugin.workbook.expressions import (
    Operand,
    Part,
    cell,
    choice,
    every,
    least,
    most,
    where,
    whole,
)
from xlplugin.workbook.formats import live
from xlplugin.workbook.formats.asked import Field, Seat
from xlplugin.workbook.formats.base import Form, SampleRow, SwissSheet
from xlplugin.workbook.formats.live import LiveColumn, LiveFormulas, Steps
from xlplugin.workbook.formats.statistics import WITH_ARMIES
from xlplugin.workbook.layout import CellValue

ARMY_HELP = msg(
    "The army that Player {player} played. If both have noted the same one first, type it for both: the "
    "message says who was drawn to play the second."
)
ARMY_ON_CARD, DIFFERENCE_ON_CARD = msg("Army"), "+/-"


class HeadquartersSheet(SwissSheet[Headquarters]):
    """Endurance left to both headquarters, both armies, and Player 1's difference."""

    faults: ClassVar[Mapping[str, str]] = {
        PLAYED_BESIDE_SPECIAL: msg("{special} has no game: clear the entries, or clear Special")
    }
    slip = Form(
        ((msg("HQ left"), 9), (msg("Army"), 18)),
        msg("Write the endurance your headquarters has left, and your army."),
        more=(),
    )
    statistics = WITH_ARMIES
    confirms = True
    untold = frozenset({"Army 1", "Army 2"})

    @property
    def help(self) -> Mapping[str, str]:
        """The endurance left, and the armies."""
        return {
            "HQ 1": t("Endurance that Player 1's headquarters has left; the higher wins."),
            "HQ 2": t("Endurance that Player 2's headquarters has left; the higher wins."),
            "Army 1": t(ARMY_HELP, player=1),
            "Army 2": t(ARMY_HELP, player=2),
        }

    def live(self) -> LiveFormulas:
        """The points, and Player 1's difference."""
        return self.live_with(Steps(self.format))[0]

    def live_with(self, steps: Steps) -> tuple[LiveFormulas, tuple[Part, Part]]:
        """The formulas as further steps, and the two steps with the endurance left."""
        format_ = self.format
        headers = [field.name for field in format_.fields]

        def allowed(typed: Part) -> Part:
            return where(typed.is_(least(MOST_ENDURANCE, whole(typed))), typed, live.WRONG)

        one, two = (steps.add(h, live.typed_number(h, allowed)) for h in headers[:2])

        armies = [live.trimmed(header) for header in headers[2:4]]

        too_many, too_many_too = (
            (left > MOST_DIFFERENCE) * army.is_not(SEVERAL_OBJECTS)
            for left, army in zip((one, two), armies, strict=True)
        )
        odd = steps.add("Odd", too_many + too_many_too)

        def played(own: Part, other: Part) -> Part:
            points = where(own > other, format_.win, where(own.is_(other), format_.draw, 0))
            return where(least(own, other) < 0, "", points)

        is_right = live.trimmed(live.IS_RIGHT)
        checks = [
            (least(one, two).is_(live.WRONG), t("HQ: use 0-{most}", most=MOST_ENDURANCE)),
            (every(armies[0].is_not(""), armies[0].is_(armies[1])), t("Same army twice")),
            (every(odd > 0, is_right.is_not(choice("Yes"))), t("Right? Confirmed: Yes")),
        ]
        points, more = (played(one, two), played(two, one)), (self._difference(steps, one, two),)
        without = live.agreed(format_)
        formulas = live.live_formulas(steps, format_, points, headers, checks, without, more)
        return formulas, (one, two)

    def _difference(self, steps: Steps, one: Part, two: Part) -> LiveColumn:
        """The column of Player 1's difference, given the endurance left to both."""
        limit = self.format.most
        values: dict[Special, Operand] = {}
        for special in live.agreed(self.format):
            value = float(self.format.tally(DIFFERENCE, (), special).player1)
            is_bye = special is Special.BYE
            values[special] = where(cell("No 2").is_(""), value, -value) if is_bye else value
        gap = where(least(one, two) < 0, "", most(-limit, least(limit, one - two)))
        help_ = t(
            "Player 1's difference of the headquarters, {most} at most; Player 2's is the opposite.",
            most=limit,
        )
        nobody = (cell("No 1") & cell("No 2")).is_("")
        formula = where(nobody, "", steps.by_special(values, gap))
        return LiveColumn(DIFFERENCE, formula, help_)

    def on_card(self, result: Result, special: Special, player: int) -> dict[str, CellValue]:
        """The army of a player, and the difference that the match counts."""
        armies = (*result, "", "", "", "")[2:4]
        kept: dict[str, CellValue] = {ARMY_ON_CARD: armies[player - 1] or None}
        if self.format.is_complete(result, special):
            difference = self.format.tally(DIFFERENCE, result, special)[player - 1]
            kept[DIFFERENCE_ON_CARD] = number_for_cell(difference)
        return kept

    def questions(self, seat: Seat) -> tuple[Field, ...]:
        """The endurance left to either headquarters, and the armies."""
        own, other = seat.places
        armies = self.format.fields[2].choices
        choices = tuple((str(army), army) for army in armies)
        return (
            Field(f"HQ {own}", t("My HQ has left"), most=MOST_ENDURANCE),
            Field(
                f"HQ {other}", t("HQ of {name} has left", name=seat.opponent), most=MOST_ENDURANCE
            ),
            Field(f"Army {own}", t("My army"), choices, optional=True),
            Field(f"Army {other}", t("Army of {name}", name=seat.opponent), choices, optional=True),
        )

    def sample(self, row: SampleRow) -> Mapping[str, CellValue]:
        """Endurance left, and an army for either player."""
        one, two = row.armies()
        left = row.results.randrange(21), row.results.randrange(21)
        return dict(zip(self.help, (*left, one, two), strict=True))
