"""The identities or armies that players chose, and their games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from engine.match_format import CORP, RUNNER, Game
from engine.model import Player, Stage
from engine.ruleset import Ruleset

SIDES = (CORP, RUNNER)
ARMIES = "Army"


@dataclass(frozen=True, slots=True)
class Choice:
    """An identity or army, and all its games of the event.

    Args:
        name: as most of them typed it.
        players: how many entered with it.
        elimination: how many of the games were played after the Swiss rounds.
        in_cut: how many of the players are in the cut; ``None`` while there is none.
        difference: the sum of the differences of its games, where the ruleset has any.
    """

    name: str
    players: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    elimination: int = 0
    in_cut: int | None = None
    difference: int = 0

    @property
    def games(self) -> int:
        """The games played with it."""
        return self.won + self.drawn + self.lost

    @property
    def win_rate(self) -> Fraction | None:
        """Games won of games played; ``None`` without games."""
        return ratio(self.won, self.games)

    @property
    def conversion(self) -> Fraction | None:
        """Players in the cut of players who entered; ``None`` without a cut or without players."""
        return None if self.in_cut is None else ratio(self.in_cut, self.players)

    @property
    def average(self) -> Fraction | None:
        """The difference of a game."""
        return ratio(self.difference, self.games)


@dataclass(frozen=True, slots=True)
class Choices:
    """Everything that was chosen of one kind.

    Args:
        field: of the roster, or ``Army``.
        found: what was chosen, the most played first.
        missing: how many players have typed nothing.
    """

    field: str
    found: tuple[Choice, ...]
    missing: int


def ratio(part: int, whole: int) -> Fraction | None:
    """``part / whole``; ``None`` of nothing."""
    return Fraction(part, whole) if whole else None


class PlayedGame(NamedTuple):
    """A game with its stage and both players."""

    stage: Stage
    players: tuple[int, int | None]
    game: Game


def choices_of(
    ruleset: Ruleset,
    entered: Sequence[Player],
    cut: frozenset[int] | None,
    played: Sequence[PlayedGame],
    *,
    has_armies: bool,
) -> Iterator[Choices]:
    """Everything that was chosen, kind by kind.

    Args:
        ruleset: the rules of the event.
        entered: the players.
        cut: those in the cut; ``None`` while there is none.
        played: every game.
        has_armies: whether games are played with armies instead of the identities of a Corp and a
            Runner.
    """
    if has_armies:
        yield _armies(ruleset, entered, cut, played)
        return
    asked = {field.name for field in ruleset.roster_fields}
    for kind in ("", " faction"):
        for side, name in enumerate(SIDES, 1):
            field = f"{name}{kind}"
            if field in asked or any(_typed(player, field) for player in entered):
                yield _identities(field, side, entered, cut, played)


def _identities(
    field: str,
    side: int,
    entered: Sequence[Player],
    cut: frozenset[int] | None,
    played: Sequence[PlayedGame],
) -> Choices:
    """The players' choices for the Corp (side 1) or the Runner (2)."""
    choice_of = {player.no: _typed(player, field) for player in entered}
    tally = _Tally(cut)
    for no, choice in choice_of.items():
        if choice:
            tally.enter(choice, no)
    for stage, players, game in played:
        if game.corp:
            place = game.corp if side == 1 else 3 - game.corp
            if choice := choice_of.get(players[place - 1] or 0, ""):
                tally.play(choice, stage, place, game)
    missing = sum(not choice for choice in choice_of.values())
    ranked = sorted(tally.choices(), key=lambda c: (-c.players, -c.games, _key(c.name)))
    return Choices(field, tuple(ranked), missing)


def _armies(
    ruleset: Ruleset,
    entered: Sequence[Player],
    cut: frozenset[int] | None,
    played: Sequence[PlayedGame],
) -> Choices:
    """The armies that were registered, and those that were played."""
    registered = {p.no: ruleset.registered(p) if ruleset.registered else () for p in entered}
    tally = _Tally(cut)
    for no, armies in registered.items():
        for army in dict.fromkeys(armies):
            tally.enter(army, no)
    for stage, _, game in played:
        for place, army in enumerate(game.armies, 1):
            if army:
                tally.play(army, stage, place, game)
    missing = sum(not armies for armies in registered.values())
    ranked = sorted(tally.choices(), key=lambda c: (-c.games, -c.players, _key(c.name)))
    return Choices(ARMIES, tuple(ranked), missing)


def _typed(player: Player, field: str) -> str:
    """A field of the roster, whatever the capitals of its name."""
    wanted = field.casefold()
    texts = (text for header, text in player.details.items() if _key(header) == wanted)
    return next((clean for text in texts if (clean := " ".join(text.split()))), "")


def _key(text: str) -> str:
    """The same for texts that differ in capitals and spaces only."""
    return " ".join(text.split()).casefold()


class _Tally:
    """Choices being counted."""

    def __init__(self, cut: frozenset[int] | None) -> None:
        self._cut = cut
        self._names: dict[str, Counter[str]] = {}
        self._count: dict[str, Counter[str]] = {}

    def enter(self, choice: str, no: int) -> None:
        """Count a player who has entered with a choice."""
        key = _key(choice)
        self._names.setdefault(key, Counter())[choice] += 1
        count = self._count.setdefault(key, Counter())
        count["players"] += 1
        count["in_cut"] += self._cut is not None and no in self._cut

    def play(self, choice: str, stage: Stage, place: int, game: Game) -> None:
        """Count a game that was played with a choice by player 1 or 2."""
        key = _key(choice)
        self._names.setdefault(key, Counter([choice]))
        count = self._count.setdefault(key, Counter())
        count["won" if game.winner == place else "lost" if game.winner else "drawn"] += 1
        count["elimination"] += stage is not Stage.SWISS
        count["difference"] += game.difference if place == 1 else -game.difference

    def choices(self) -> Iterator[Choice]:
        """The choices, each named by its most common spelling."""
        for key, count in self._count.items():
            in_cut = count.pop("in_cut", 0)
            name = self._names[key].most_common(1)[0][0]
            yield Choice(name, in_cut=None if self._cut is None else in_cut, **count)
