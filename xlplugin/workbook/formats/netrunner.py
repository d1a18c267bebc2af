"""The formats of Netrunner in the workbook: two games a match, one game with sides, game points."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import ClassVar, TypeVar

from engine import Special
from engine.formats import netrunner as rules
from engine.formats.netrunner import DRAWN, GAME_WON, SIDES, OneGameWithSides
from engine.match_format import PLAYED_BESIDE_SPECIAL
from engine.model import Value
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.expressions import (
    Part,
    choice,
    choose,
    count,
    either,
    every,
    least,
    length,
    most,
    one_of,
    sign,
    where,
)
from xlplugin.workbook.formats import live
from xlplugin.workbook.formats.asked import Field, Seat, outcome
from xlplugin.workbook.formats.base import Form, SampleRow, SwissSheet
from xlplugin.workbook.formats.nrtm import NrtmGames, SingleSidedNrtm, TwoGamesNrtm
from xlplugin.workbook.formats.statistics import WITHOUT_SIDES
from xlplugin.workbook.layout import CellValue

SAMPLE = "WWWWLLLLD"
_POINTS = msg("Game {game}: Player {player}'s points, 10 for a win, else agenda points (0-6).")


S = TypeVar("S", rules.TwoGames, OneGameWithSides)


class _WithSides(SwissSheet[S]):
    """What games have in common whose sides have names: those of Netrunner, or others."""

    nrtm_games: ClassVar[NrtmGames]

    @property
    def _names(self) -> tuple[str, str]:
        return self.format.played_as[:2]

    @property
    def _is_netrunner(self) -> bool:
        return self.format.played_as == SIDES

    @property
    def nrtm(self) -> NrtmGames | None:
        """The games of results files, which know the sides of Netrunner alone."""
        return self.nrtm_games if self._is_netrunner else None


def _box(text: str, least: float) -> tuple[str, float]:
    """A box of a slip under a text, at least so wide."""
    return text, max(least, 1 + len(text))


class TwoGamesSheet(_WithSides[rules.TwoGames]):
    """Two games a match, each ``W``, ``L`` or ``D`` (Player 1's result)."""

    nrtm_games = TwoGamesNrtm()
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

    def __init__(self, format_: rules.TwoGames) -> None:
        super().__init__(format_)
        boxes = tuple(_box(t("As {side}", side=side), 10) for side in self._names)
        hint = t("Write how your game ended: W won, L lost, D drawn.")
        self.slip = Form(boxes, hint, more=self._names)

    @property
    def help(self) -> Mapping[str, str]:
        """Those of Netrunner by the side, others alike: a running Excel copies them."""
        one, two, recorded = (field.name for field in self.format.fields)
        helps = (
            t("Player 1's game as the Corp: W, L or D."),
            t("Player 1's game as the Runner: W, L or D."),
        )
        if not self._is_netrunner:
            helps = (t("Player 1's game on this side: W, L or D."),) * 2
        unknown = t("Blank, or Not recorded: the result is right, but not which game was which.")
        return {one: helps[0], two: helps[1], recorded: unknown}

    @property
    def keys(self) -> Mapping[str, str]:
        """One for either side where their helps are alike."""
        fields = () if self._is_netrunner else self.format.fields[:2]
        return {field.name: "P1 on a side" for field in fields}

    def live(self) -> live.LiveFormulas:
        """The points of both games, doubled for the one of a two-for-one."""
        format_, steps = self.format, live.Steps(self.format)
        headers = [field.name for field in format_.fields[:2]]
        corp, runner = map(live.trimmed, headers)
        won, lost, drawn = (
            steps.add(name, corp.is_(choice(letter)) + runner.is_(choice(letter)))
            for name, letter in (("Won", "W"), ("Lost", "L"), ("Drawn", "D"))
        )
        games = steps.add("Games", won + lost + drawn)
        agreed = steps.is_special(Special.INTENTIONAL_DRAW)
        two_for_one = steps.is_special(Special.TWO_FOR_ONE)
        factors = [
            (every(two_for_one, games.is_(1)), 2),
            (every(two_for_one, games.is_(2), corp.is_(runner)), 1),
            (every(steps.is_special(Special.NONE), games.is_(2)), 1),
        ]
        factor = steps.add("Factor", steps.chain("Factor", factors, ""))

        def played(wins: Part) -> Part:
            return factor * (format_.win * wins + format_.draw * drawn)

        checks = [
            (
                every(
                    agreed, live.joined(headers).is_not(""), either(won.is_not(1), lost.is_not(1))
                ),
                t("ID: clear games"),
            ),
            (every(two_for_one, games.is_(2), corp.is_not(runner)), t("2-for-1: one game")),
            (length(corp & runner).is_not(games), t("Use W, L or D")),
        ]
        without_games = [
            Special.BYE, Special.NO_SHOW_1, Special.NO_SHOW_2, Special.DOUBLE_NO_SHOW,
        ]  # fmt: skip
        points = (played(won), played(lost))
        return live.live_formulas(steps, format_, points, headers, checks, without_games)

    def questions(self, seat: Seat) -> tuple[Field, ...]:
        """The game on either side: the letters are Player 1's, so that Player 2's mirror them."""
        one, two = (field.name for field in self.format.fields[:2])
        headers, letters = (one, two), (rules.WIN, rules.LOSS, rules.DRAW)
        if seat.place == 2:
            headers, letters = (two, one), (rules.LOSS, rules.WIN, rules.DRAW)
        return tuple(
            outcome(header, t("As {side}", side=side), *letters)
            for header, side in zip(headers, self._names, strict=True)
        )

    def sample(self, row: SampleRow) -> Mapping[str, CellValue]:
        """Two letters, or now and then an intentional draw."""
        if row.results.random() < 0.04:
            return {"Special": str(Special.INTENTIONAL_DRAW)}
        return {field.name: row.results.choice(SAMPLE) for field in self.format.fields[:2]}


class OneGameSheet(_WithSides[OneGameWithSides]):
    """One game a match, won by the first side (Player 1) or the second."""

    faults: ClassVar[Mapping[str, str]] = {
        PLAYED_BESIDE_SPECIAL: msg("{special} has no game: clear {field}, or clear Special")
    }
    nrtm_games = SingleSidedNrtm()

    def __init__(self, format_: OneGameWithSides) -> None:
        super().__init__(format_)
        self.slip = Form(
            ((t("Plays"), max(_box(side, 9)[1] for side in self._names)), (t("Won"), 9)),
            t("Tick who won, or the draw."),
            has_side=True,
            can_draw=True,
            more=self._names,
        )

    @property
    def help(self) -> Mapping[str, str]:
        """The choices."""
        one, two = self._names
        return {"Result": t("Which side won: {one}, {two} or Draw.", one=one, two=two)}

    def live(self) -> live.LiveFormulas:
        """The points of the game."""
        format_, steps = self.format, live.Steps(self.format)
        result, wrong = live.add_choice(steps, "Result", (*self._names, DRAWN))
        win, draw = format_.win, format_.draw
        points = (choose(result, win, 0, draw), choose(result, 0, win, draw))
        without_game = live.agreed(format_)
        return live.live_formulas(steps, format_, points, ["Result"], [wrong], without_game)

    def questions(self, seat: Seat) -> tuple[Field, ...]:
        """Whether the player's side has won."""
        own, other = self._names[seat.place - 1], self._names[seat.other - 1]
        return (outcome("Result", t("As {side}", side=own), own, other, DRAWN),)

    def sample(self, row: SampleRow) -> Mapping[str, CellValue]:
        """The side that has won, or a draw."""
        return {"Result": row.results.choice((*self._names * 4, DRAWN))}


class GamePointsSheet(SwissSheet[rules.GamePoints]):
    """Two games a match, reported in game points."""

    faults: ClassVar[Mapping[str, str]] = {
        PLAYED_BESIDE_SPECIAL: msg("{special} has no games: clear the points, or clear Special"),
        rules.TWO_WINNERS: msg(
            "G{game} P1 and G{game} P2 are both {won}: type the loser's agenda points (0-{most})"
        ),
    }
    slip = Form(
        ((msg("Game 1"), 10), (msg("Game 2"), 10)),
        msg("Write 10 for a game won, else your agenda points."),
    )
    statistics = WITHOUT_SIDES

    @property
    def help(self) -> Mapping[str, str]:
        """The points of either player in either game."""
        return {
            f"G{game} P{player}": t(_POINTS, game=game, player=player)
            for game in (1, 2)
            for player in (1, 2)
        }

    def live(self) -> live.LiveFormulas:
        """The points that count: games, match, or both."""
        format_, steps = self.format, live.Steps(self.format)
        headers = [field.name for field in format_.fields]
        allowed = (*range(rules.MOST_AGENDA_POINTS + 1), GAME_WON)

        def among(typed: Part) -> Part:
            return one_of(typed, allowed)

        a, b, c, d = (steps.add(header, live.typed_number(header, among)) for header in headers)
        two_winners = [every(x.is_(GAME_WON), y.is_(GAME_WON)) for x, y in ((a, b), (c, d))]
        one, two = (
            steps.add(
                f"Game {number}",
                where(
                    either(least(x, y) < 0, twice),
                    "",
                    x.is_(GAME_WON) + 0.5 * (most(x, y) < GAME_WON),
                ),
            )
            for number, (x, y), twice in zip((1, 2), ((a, b), (c, d)), two_winners, strict=True)
        )
        games = one + two
        better = sign(a + c - b - d)
        if format_.games_first:
            better = sign(9 * (games - 1) + better)
        known = count(one, two).is_(2)
        match_points = steps.add("Match", where(known, 0.5 + 0.5 * better, ""))
        counted = {rules.GAMES: (games, 2), rules.MATCHES: (match_points, 1)}
        points, total = counted.get(format_.count, (games + match_points, 3))
        checks = [
            (least(a, b, c, d).is_(live.WRONG), t("Use 10 or 0-6")),
            (two_winners[0], t("Game 1: two winners")),
            (two_winners[1], t("Game 2: two winners")),
        ]
        played = (points, total - points.within())
        without_games = live.agreed(format_)
        return live.live_formulas(steps, format_, played, headers, checks, without_games)

    def questions(self, seat: Seat) -> tuple[Field, ...]:
        """The game points of both players in either game."""
        labels = (msg("Game {n}: my points"), msg("Game {n}: points of {name}"))
        won = (t("{points} (won)", points=GAME_WON), GAME_WON)
        lower = ((str(n), n) for n in reversed(range(rules.MOST_AGENDA_POINTS + 1)))
        choices: tuple[tuple[str, Value], ...] = (won, *lower)
        return tuple(
            Field(f"G{game} P{place}", t(label, n=game, name=seat.opponent), choices)
            for game in (1, 2)
            for place, label in zip(seat.places, labels, strict=True)
        )

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
