"""The formats of an elimination in the workbook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from engine.formats import elimination
from engine.formats.netrunner import CORP, RUNNER
from engine.match_format import PLAYED_BESIDE_SPECIAL, Result
from xlplugin.ground.names import named
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.expressions import Part, either, every, least, part, place_in, where
from xlplugin.workbook.formats import live
from xlplugin.workbook.formats.asked import Field, Seat, outcome
from xlplugin.workbook.formats.base import CutSheet, E_co, Form, SampleRow
from xlplugin.workbook.formats.headquarters import HeadquartersSheet
from xlplugin.workbook.layout import CellValue

SAMPLE = (1, 1, 1, 2, 2, 2, elimination.DRAW)
CORP_CHOICES = ("1", "2", elimination.UNKNOWN)
WITHOUT_SIDES = msg("Tick who won each game.")


def corp_unknown() -> live.Case:
    """The check that something else is typed than who is the Corp."""
    unknown = place_in(live.trimmed(CORP), ("", *CORP_CHOICES)).is_(0)
    return unknown, live.told(CORP, CORP_CHOICES)


WHO_WON = msg("Who won game {game}: 1, 2, or D for a draw.")
NOBODY_WINS = msg("{special} is not a game that anybody wins: clear {field}, or clear Special")


class _WithSides(CutSheet[E_co]):
    """A format whose first column says who is the Corp, where there are sides."""

    def __init__(self, format_: E_co) -> None:
        super().__init__(format_)
        if not format_.has_sides:
            boxes = self.slip.boxes[1:]
            self.slip = Form(boxes, WITHOUT_SIDES, can_draw=self.slip.can_draw, more=())

    def check(
        self, steps: live.Steps, winner: Part, entries: Sequence[str], checks: Sequence[live.Case]
    ) -> Part:
        """The formula of ``Check``, given the step of the winner and the columns of games."""
        without = [special for special in self.format.specials if special]
        checks = [*([corp_unknown()] if self.format.has_sides else []), *checks]
        return live.check_of(steps, self.format, entries, checks, without, winner.is_(""))

    def once_known(self, played: Part) -> Part:
        """What is worked out once the Corp is known, where there are sides."""
        return where(live.trimmed(CORP).is_(""), "", played) if self.format.has_sides else played

    def sides(self, result: Result) -> tuple[str, str]:
        """The side of either player in the first game, once the Corp is typed."""
        sides: dict[Result, tuple[str, str]] = {(1,): (CORP, RUNNER), (2,): (RUNNER, CORP)}
        return sides.get(result[:1], ("", ""))

    def side(self, seat: Seat, label: str) -> tuple[Field, ...]:
        """The question which side a player had, where there are sides."""
        sides = self.format.played_as
        if sides is None:
            return ()
        return (Field(CORP, label, tuple(zip(sides[:2], seat.places, strict=True))),)

    def sample(self, row: SampleRow) -> dict[str, CellValue]:
        """The Corp, where that is to be chosen."""
        is_open = self.format.has_sides and row.typed.get(CORP) is None
        return {CORP: row.results.randrange(1, 3)} if is_open else {}


class OneGameSheet(_WithSides[elimination.OneGame]):
    """One game: ``Corp`` and ``Winner``."""

    help: ClassVar[Mapping[str, str]] = {
        CORP: msg("Who is the Corp: 1 or 2. A question mark if nobody knows any more."),
        "Winner": msg("Who won: 1 or 2. D: a draw, the higher seed goes on."),
    }
    faults: ClassVar[Mapping[str, str]] = {PLAYED_BESIDE_SPECIAL: NOBODY_WINS}
    slip = Form(
        ((msg("Plays"), 9), (msg("Won"), 9)),
        msg("Write who is Corp and Runner; tick who won, or the draw."),
        has_side=True,
        can_draw=True,
    )

    def live(self, rank: str) -> live.CutFormulas:
        """The winner, once the Corp is known too."""
        steps = live.Steps(self.format)
        corp, higher = live.trimmed(CORP), live.add_higher(steps, rank)
        game = steps.add("Game", live.game_winner("Winner", higher))
        winner = live.add_winner(steps, higher, self.once_known(game))
        check = self.check(steps, winner, ["Winner"], [live.not_a_winner("Winner", game)])
        details = [part("")] * 2

        def side(name: str) -> str:
            return f" {named('choice', name)}"

        if self.format.has_sides:
            details = [
                where(corp.is_(own), side(CORP), where(corp.is_(other), side(RUNNER), ""))
                for own, other in (("1", "2"), ("2", "1"))
            ]
        return live.cut_formulas(steps, winner, check, details, rank)

    def questions(self, seat: Seat) -> tuple[Field, ...]:
        """The side, and who won."""
        won = outcome("Winner", t("The game"), *seat.places, elimination.DRAW)
        return (*self.side(seat, t("I played")), won)

    def sample(self, row: SampleRow) -> dict[str, CellValue]:
        """The Corp, where that is to be chosen, and the winner."""
        return {**super().sample(row), "Winner": row.results.choice(SAMPLE)}


class BestOfThreeSheet(_WithSides[elimination.BestOfThree]):
    """Best of three: ``Corp``, and who won each game."""

    keys: ClassVar[Mapping[str, str]] = {CORP: "First Corp"}
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
        ((msg("Starts as"), 8), (msg("Game 1"), 6.5), (msg("Game 2"), 6.5), (msg("Game 3"), 6.5)),
        msg("Write who begins as Corp and Runner; tick who won each game."),
        has_side=True,
    )

    @property
    def help(self) -> Mapping[str, str]:
        """The Corp, and who won each game."""
        corp = t("Who is the Corp in game 1: 1 or 2; then alternating.")
        return {CORP: corp, **{f"Game {n}": t(WHO_WON, game=n) for n in (1, 2, 3)}}

    def live(self, rank: str) -> live.CutFormulas:
        """The winner of two games, once the Corp is known too."""
        steps = live.Steps(self.format)
        headers = [f"Game {n}" for n in (1, 2, 3)]
        first, second, third = map(live.trimmed, headers)
        higher = live.add_higher(steps, rank)
        games = [steps.add(h, live.game_winner(h, higher)) for h in headers]
        one, two = (
            (games[0].is_(player) + games[1].is_(player) + games[2].is_(player)).within()
            for player in (1, 2)
        )
        played = where(one >= 2, 1, where(two >= 2, 2, ""))
        played = steps.add("Played", self.once_known(played))
        winner = live.add_winner(steps, higher, played)
        checks = [
            *map(live.not_a_winner, headers, games),
            (
                either(
                    every(first.is_(""), second.is_not("")), every(second.is_(""), third.is_not(""))
                ),
                t("An earlier game?"),
            ),
            (
                every(first.is_(second), first.is_not(elimination.DRAW), third.is_not("")),
                t("Clear Game 3"),
            ),
        ]
        check = self.check(steps, winner, headers, checks)
        details = [" " & games_won for games_won in (one, two)]
        return live.cut_formulas(steps, winner, check, details, rank)

    def questions(self, seat: Seat) -> tuple[Field, ...]:
        """The side in game 1, and who won each game."""
        games = (
            outcome(
                f"Game {n}", t("Game {n}", n=n), *seat.places, elimination.DRAW, optional=n == 3
            )
            for n in (1, 2, 3)
        )
        return (*self.side(seat, t("In game 1 I played")), *games)

    def sample(self, row: SampleRow) -> dict[str, CellValue]:
        """The Corp, where that is to be chosen, and two games of one player."""
        winner = row.results.randrange(1, 3)
        return {**super().sample(row), "Game 1": winner, "Game 2": winner}


class AsInSwissSheet(CutSheet[elimination.AsInSwiss]):
    """As in the Swiss rounds of Neuroshima Hex; the winner has more endurance left."""

    faults = HeadquartersSheet.faults
    slip = HeadquartersSheet.slip
    confirms = True
    untold = HeadquartersSheet.untold

    @property
    def help(self) -> Mapping[str, str]:
        """As in the Swiss rounds."""
        return self.swiss.help

    @property
    def swiss(self) -> HeadquartersSheet:
        """The sheet of the Swiss rounds, with what ``Special`` may have here."""
        specials, refused = self.format.specials, self.format.refused
        return HeadquartersSheet(replace(self.format.swiss, specials=specials, refused=refused))

    def live(self, rank: str) -> live.CutFormulas:
        """The player with more endurance left, and the points of the Swiss rounds."""
        steps = live.Steps(self.format)
        swiss, (one, two) = self.swiss.live_with(steps)
        higher = live.add_higher(steps, rank)
        better = where(one > two, 1, where(two > one, 2, higher))
        winner = live.add_winner(steps, higher, where(least(one, two) < 0, "", better))
        details = [" " & left for left in (one, two)]
        return live.cut_formulas(steps, winner, swiss.check, details, rank, swiss)

    def questions(self, seat: Seat) -> tuple[Field, ...]:
        """As in the Swiss rounds."""
        return self.swiss.questions(seat)

    def sample(self, row: SampleRow) -> Mapping[str, CellValue]:
        """As in the Swiss rounds."""
        return self.swiss.sample(row)
