"""Matches of each format as games of NRTM results files, both ways."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, TypeAlias

from engine import Match, Special
from engine.formats.netrunner import (
    CORP,
    DRAW,
    DRAWN,
    LOSS,
    RUNNER,
    SIDES_NOT_RECORDED,
    WIN,
    OneGameWithSides,
    TwoGames,
)
from engine.match_format import Result
from xlplugin.ground.texts import t

CORP_ROLE, RUNNER_ROLE = "corp", "runner"
SCORE = {WIN: 3, DRAW: 1, LOSS: 0}
MIRRORED = {WIN: LOSS, DRAW: DRAW, LOSS: WIN}
RESULTS = {
    (SCORE[corp] + SCORE[runner], SCORE[MIRRORED[corp]] + SCORE[MIRRORED[runner]]): (corp, runner)
    for corp, runner in product((LOSS, DRAW, WIN), repeat=2)
}

Object: TypeAlias = Mapping[str, Any]
PlayerObjects: TypeAlias = tuple[dict[str, Any], dict[str, Any]]
Outcome: TypeAlias = tuple[Result, Special]


class NrtmGames(ABC):
    """Matches of a format as games of results files."""

    @abstractmethod
    def players(self, match: Match) -> PlayerObjects:
        """The two player objects: Player 1, and Player 2 or nobody."""

    @abstractmethod
    def read(self, one: Object, two: Object, game: Object) -> Outcome | str:
        """The result and ``Special`` of a game with its two player objects, or the fault in words."""

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

    def players(self, match: Match) -> PlayerObjects:
        """Each with its role; nobody has one in a bye."""
        if match.player2 is None:
            return _role(match.player1, None, 3), _role(None, None, 0)
        score = OneGameWithSides().score(match.result, match.special)
        one, two = (None, None) if score is None else map(int, score)
        return _role(match.player1, CORP_ROLE, one), _role(match.player2, RUNNER_ROLE, two)

    def read(self, one: Object, two: Object, game: Object) -> Outcome | str:
        """The result of a single-sided game, the Corp first, or the fault in words."""
        if (one.get("role"), two.get("role")) != (CORP_ROLE, RUNNER_ROLE):
            return t("a single-sided game has a corp and a runner")
        totals = (one.get("combinedScore"), two.get("combinedScore"))
        if game.get("intentionalDraw") and totals == (1, 1):
            return (), Special.INTENTIONAL_DRAW
        known: dict[tuple[Any, Any], Outcome] = {
            (None, None): ((), Special.NONE),
            (0, 0): ((), Special.DOUBLE_NO_SHOW),
            (3, 0): ((CORP,), Special.NONE),
            (0, 3): ((RUNNER,), Special.NONE),
            (1, 1): ((DRAWN,), Special.NONE),
        }
        return known.get(totals) or t(
            "one game cannot end {one}-{two}", one=totals[0], two=totals[1]
        )


def _role(no: int | None, role: str | None, score: int | None) -> dict[str, Any]:
    corp, runner = (score if role == each else None for each in (CORP_ROLE, RUNNER_ROLE))
    return {"id": no, "role": role, **_side(no, corp, runner, score)}


# two games


class TwoGamesNrtm(NrtmGames):
    """Both games of a match in one: each player's scores as Corp and Runner, and both together."""

    def players(self, match: Match) -> PlayerObjects:
        """Each with both scores; a bye has none but the sum."""
        if match.player2 is None:
            return _side(match.player1, None, None, 6), _side(None, None, None, 0)
        if score := TwoGames().score(match.result, match.special):
            return _sides(match, *map(int, score))
        return _side(match.player1, None, None, None), _side(match.player2, None, None, None)

    def read(self, one: Object, two: Object, game: Object) -> Outcome | str:
        """The result of both games as it is typed into a round tab, or the fault in words."""
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


def _two_for_one(totals: tuple[Any, Any], sides: Sequence[tuple[int, int]]) -> Outcome | None:
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
) -> dict[str, Any]:
    return {"id": no, "runnerScore": runner, "corpScore": corp, "combinedScore": combined}


def _sides(match: Match, one: int, two: int) -> PlayerObjects:
    """Both player objects of a match that ended ``one``-``two``."""
    no_shows = {Special.NO_SHOW_1: (LOSS, LOSS), Special.NO_SHOW_2: (WIN, WIN)}
    letters = no_shows.get(match.special) or tuple(map(str, (*match.result, "", "")[:2]))
    if SIDES_NOT_RECORDED in match.result:
        letters = ("", "")
    is_doubled = match.special is Special.TWO_FOR_ONE and not all(letters)
    worth = {letter: score * (1 + is_doubled) for letter, score in SCORE.items()}
    corp1, runner1 = (worth.get(letter, 0) for letter in letters)
    runner2, corp2 = (worth.get(MIRRORED.get(letter, ""), 0) for letter in letters)
    return _side(match.player1, corp1, runner1, one), _side(match.player2, corp2, runner2, two)
