"""Matches of each format as games of NRTM results files, both ways."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from engine import Match, Special
from engine.formats.one_game import DRAWN, OneGameWithSides
from engine.formats.two_games import DRAW, LOSS, SIDES_NOT_RECORDED, WIN
from engine.match_format import CORP, RUNNER, Result
from xlplugin.texts import t

CORP_ROLE, RUNNER_ROLE = "corp", "runner"
SCORE = {WIN: 3, DRAW: 1, LOSS: 0}
MIRRORED = {WIN: LOSS, DRAW: DRAW, LOSS: WIN}
RESULTS = {
    (SCORE[corp] + SCORE[runner], SCORE[MIRRORED[corp]] + SCORE[MIRRORED[runner]]): (corp, runner)
    for corp, runner in product((LOSS, DRAW, WIN), repeat=2)
}


class NrtmGames(ABC):
    """Matches of a format as games of results files."""

    @abstractmethod
    def players(self, match: Match) -> tuple[dict[str, Any], dict[str, Any]]:
        """The two player objects: Player 1, and Player 2 or nobody."""

    @abstractmethod
    def read(
        self, one: Mapping[str, Any], two: Mapping[str, Any], game: Mapping[str, Any]
    ) -> tuple[Result, Special] | str:
        """The result and ``Special`` of a game with its two player objects, or what is wrong."""

    def write(self, match: Match, *, second: bool) -> dict[str, Any]:
        """The game; ``second`` if a bye stands on Player 2's side."""
        one, two = self.players(match)
        if second and match.player2 is None:
            one, two = two, one
        return {
            "table": match.table,
            "player1": one,
            "player2": two,
            "intentionalDraw": match.special is Special.INTENTIONAL_DRAW,
            "twoForOne": match.special is Special.TWO_FOR_ONE,
            "eliminationGame": False,
        }


# one game


class SingleSidedNrtm(NrtmGames):
    """A game of a single-sided event: each side's role, and the score of that side alone."""

    def players(self, match: Match) -> tuple[dict[str, Any], dict[str, Any]]:
        """Each with its role; nobody has one in a bye."""
        if match.player2 is None:
            return _role(match.player1, None, 3), _role(None, None, 0)
        score = OneGameWithSides().score(match.result, match.special)
        one, two = (None, None) if score is None else map(int, score)
        return _role(match.player1, CORP_ROLE, one), _role(match.player2, RUNNER_ROLE, two)

    def read(
        self, one: Mapping[str, Any], two: Mapping[str, Any], game: Mapping[str, Any]
    ) -> tuple[Result, Special] | str:
        """A single-sided game's result, the Corp first, or what is wrong with it."""
        if (one.get("role"), two.get("role")) != (CORP_ROLE, RUNNER_ROLE):
            return t("a single-sided game has a corp and a runner")
        totals = (one.get("combinedScore"), two.get("combinedScore"))
        if game.get("intentionalDraw") and totals == (1, 1):
            return (), Special.INTENTIONAL_DRAW
        known: dict[tuple[Any, Any], tuple[Result, Special]] = {
            (None, None): ((), Special.NONE),
            (0, 0): ((), Special.DOUBLE_NO_SHOW),
            (3, 0): ((CORP,), Special.NONE),
            (0, 3): ((RUNNER,), Special.NONE),
            (1, 1): ((DRAWN,), Special.NONE),
        }
        return known.get(totals) or t(
            "one game cannot end {one}-{two}", one=totals[0], two=totals[1]
        )


def _role(no: int | None, role: str | None, score: int | None) -> dict[str, int | str | None]:
    return {
        "id": no,
        "role": role,
        "runnerScore": score if role == RUNNER_ROLE else None,
        "corpScore": score if role == CORP_ROLE else None,
        "combinedScore": score,
    }


# two games


class TwoGamesNrtm(NrtmGames):
    """Both games of a match in one: each player's scores as Corp and Runner, and both together."""

    def players(self, match: Match) -> tuple[dict[str, Any], dict[str, Any]]:
        """Each with both scores; a bye has none but the sum."""
        if match.player2 is None:
            return _side(match.player1, None, None, 6), _side(None, None, None, 0)
        one, two = _scores(match)
        return _side(match.player1, *one), _side(match.player2, *two)

    def read(
        self, one: Mapping[str, Any], two: Mapping[str, Any], game: Mapping[str, Any]
    ) -> tuple[Result, Special] | str:
        """A game's result as it is typed into a round tab, or what is wrong with it."""
        totals = (one.get("combinedScore"), two.get("combinedScore"))
        if totals == (None, None):
            return (), Special.NONE
        sides = tuple((s.get("corpScore") or 0, s.get("runnerScore") or 0) for s in (one, two))
        recorded = all(sum(side) == (total or 0) for side, total in zip(sides, totals, strict=True))
        if game.get("intentionalDraw"):
            letters = _letters(sides) if recorded else None
            if totals != (3, 3):
                return t(
                    "an intentional draw is 3-3, not {one}-{two}", one=totals[0], two=totals[1]
                )
            return letters or (), Special.INTENTIONAL_DRAW
        if game.get("twoForOne"):
            return _two_for_one(totals, sides) or t(
                "a two-for-one is 6-0, 0-6 or 2-2, not {one}-{two}", one=totals[0], two=totals[1]
            )
        if totals == (0, 0):
            return (), Special.DOUBLE_NO_SHOW
        letters = _letters(sides) if recorded else None
        if letters:
            return letters, Special.NONE
        if totals in RESULTS:
            return (*RESULTS[totals], SIDES_NOT_RECORDED), Special.NONE
        return t("two games cannot end {one}-{two}", one=totals[0], two=totals[1])


def _letters(sides: Sequence[tuple[int, int]]) -> Result | None:
    """Player 1's two letters from both players' side scores, if these fit together."""
    (corp1, runner1), (corp2, runner2) = sides
    games = {(SCORE[letter], SCORE[MIRRORED[letter]]): letter for letter in SCORE}
    corp, runner = games.get((corp1, runner2)), games.get((runner1, corp2))
    return (corp, runner) if corp and runner else None


def _two_for_one(
    totals: tuple[Any, Any], sides: Sequence[tuple[int, int]]
) -> tuple[Result, Special] | None:
    letter = {(6, 0): WIN, (0, 6): LOSS, (2, 2): DRAW}.get(totals)
    if letter is None:
        return None
    (corp1, runner1), (corp2, runner2) = sides
    corp, runner = bool(corp1 or runner2), bool(runner1 or corp2)
    if corp and runner:
        return (letter, letter), Special.TWO_FOR_ONE
    if runner:
        return ("", letter), Special.TWO_FOR_ONE
    sides_known = () if corp else ("", SIDES_NOT_RECORDED)
    return (letter, *sides_known), Special.TWO_FOR_ONE


def _side(
    no: int | None, corp: int | None, runner: int | None, combined: int | None
) -> dict[str, int | None]:
    return {"id": no, "runnerScore": runner, "corpScore": corp, "combinedScore": combined}


Scores = tuple[int | None, int | None, int | None]


def _scores(match: Match) -> tuple[Scores, Scores]:
    """Both players' corp, runner and combined scores."""
    letters = [str(value) for value in match.result[:2]] + ["", ""]
    corp, runner = letters[:2]
    unrecorded = SIDES_NOT_RECORDED in match.result
    match match.special:
        case Special.DOUBLE_NO_SHOW:
            return (0, 0, 0), (0, 0, 0)
        case Special.NO_SHOW_1:
            return (0, 0, 0), (3, 3, 6)
        case Special.NO_SHOW_2:
            return (3, 3, 6), (0, 0, 0)
        case Special.INTENTIONAL_DRAW if not corp:
            return (0, 0, 3), (0, 0, 3)
        case Special.NONE if not (corp and runner):
            return (None, None, None), (None, None, None)
    double = 2 if match.special is Special.TWO_FOR_ONE and not (corp and runner) else 1
    corp1, corp2 = (double * SCORE.get(x, 0) for x in (corp, MIRRORED.get(runner, "")))
    runner1, runner2 = (double * SCORE.get(x, 0) for x in (runner, MIRRORED.get(corp, "")))
    total1, total2 = corp1 + runner1, corp2 + runner2
    if unrecorded:
        return (0, 0, total1), (0, 0, total2)
    return (corp1, runner1, total1), (corp2, runner2, total2)
