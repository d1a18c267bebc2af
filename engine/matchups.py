"""Identities, factions or armies against each other: the games between them, and who won these.

``engine/statistics.py`` says what counts as a game, and what as won: a drawn game is played, not won.
The counts of several events add up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from engine.intervals import Interval, wilson
from engine.match_format import Sides
from engine.model import Tournament
from engine.ruleset import Ruleset
from engine.statistics import ARMIES, PlayedGame, entered, folded, played_games, typed

IDENTITIES, FACTIONS = "Identity", "Faction"
KINDS = (IDENTITIES, FACTIONS, ARMIES)
"""The kinds of choices that are compared."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Games of a choice."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)

    @property
    def games(self) -> int:
        """The number of all of them."""
        return self.won + self.drawn + self.lost

    @property
    def reversed(self) -> Tally:
        """The same games as the opponents saw them."""
        return Tally(self.lost, self.drawn, self.won)

    @property
    def is_few(self) -> bool:
        """True if there are too few games to tell anything."""
        return self.games < FEW

    @property
    def leaning(self) -> int:
        """1 if the whole interval of games won is above a half, -1 if that of games lost is; else 0."""
        shares = (self.share, self.reversed.share)
        above = [share is not None and share.low > 0.5 for share in shares]
        return above[0] - above[1]

    @property
    def share(self) -> Interval | None:
        """Games won of games played, with Wilson's 95 % interval; ``None`` without games."""
        return wilson(self.won, self.games) if self.games else None


FEW = 10
"""Of fewer games nothing is told: with ten, five of them won, the interval is from 24 % to 76 %."""
_Key = TypeVar("_Key")
WON, DRAWN, LOST = Tally(won=1), Tally(drawn=1), Tally(lost=1)


class Pair(NamedTuple):
    """A choice and the opposing one, in small letters and single spaces, of one of the ``KINDS``."""

    kind: str
    choice: str
    opposing: str


class Total(NamedTuple):
    """A choice, as most players typed it, and all of its games that are counted."""

    name: str
    tally: Tally


class Matchup(NamedTuple):
    """The games of a choice against another, as the first saw them."""

    choice: str
    opposing: str
    tally: Tally

    @property
    def is_mirror(self) -> bool:
        """True if both are the same army: somebody won each game with it, and somebody lost."""
        return self.choice == self.opposing


@dataclass(frozen=True, slots=True)
class Matrix:
    """The matchups of one kind, the most played first.

    Args:
        fields: the names of the choices, and of the opposing ones.
        choices: every choice with all of its games; each game of an army against itself is in it twice,
            once for either player.
        opposing: those that they met; of armies the same as ``choices``.
        tallies: the games by the places of both in these, where there are any, as the choice saw them. A
            game of two armies is there twice, seen from either; one of an army against itself is there
            once, as player 1 saw it.
        left_out: games without an identity, army or side of both players.
    """

    kind: str
    fields: tuple[str, str]
    choices: tuple[Total, ...]
    opposing: tuple[Total, ...]
    tallies: Mapping[tuple[int, int], Tally]
    left_out: int

    @property
    def by_games(self) -> list[Matchup]:
        """Every matchup once, the most played first; an army that is played more comes first in it."""
        is_both = self.kind == ARMIES
        found = [
            Matchup(self.choices[one].name, self.opposing[two].name, tally)
            for (one, two), tally in sorted(self.tallies.items())
            if not is_both or one <= two
        ]
        return sorted(found, key=lambda matchup: -matchup.tally.games)

    @property
    def games(self) -> int:
        """All games that are counted."""
        return sum(matchup.tally.games for matchup in self.by_games)


@dataclass(frozen=True, slots=True)
class Matchups:
    """The games of an event, or of several: ``sum(all_of_them, Matchups())``.

    Args:
        tallies: the games of each pair, as the first saw them: the first side, or the army of player 1.
        spellings: the times that a choice was typed so, by field, choice, and as typed.
        left_out, fields: as those of a :class:`Matrix`, by kind.
    """

    tallies: Mapping[Pair, Tally] = field(default_factory=dict)
    spellings: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    fields: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def __add__(self, other: Matchups) -> Matchups:
        tallies = dict(self.tallies)
        for pair, tally in other.tallies.items():
            tallies[pair] = tallies.get(pair, Tally()) + tally
        spellings, left_out = self.spellings + other.spellings, self.left_out + other.left_out
        return Matchups(tallies, spellings, left_out, {**self.fields, **other.fields})

    @property
    def matrices(self) -> tuple[Matrix, ...]:
        """One for each kind of which there is a game."""
        kinds = {pair.kind for pair in self.tallies}
        return tuple(self._matrix(kind) for kind in KINDS if kind in kinds)

    def _matrix(self, kind: str) -> Matrix:
        seen: dict[tuple[str, str], Tally] = {}
        for pair, tally in self.tallies.items():
            if pair.kind == kind:
                _add(seen, (pair.choice, pair.opposing), tally)
                if kind == ARMIES and pair.choice != pair.opposing:
                    _add(seen, (pair.opposing, pair.choice), tally.reversed)
        of_choices: dict[str, Tally] = {}
        of_opposing: dict[str, Tally] = {}
        for (one, two), tally in seen.items():
            both = tally + tally.reversed if kind == ARMIES and one == two else tally
            _add(of_choices, one, both)
            _add(of_opposing, two, tally.reversed)
        first, second = self.fields[kind]
        choices = self._totals(first, of_choices)
        opposing = choices if kind == ARMIES else self._totals(second, of_opposing)
        places, others = ({key: n for n, key in enumerate(side)} for side in (choices, opposing))
        tallies = {(places[one], others[two]): tally for (one, two), tally in seen.items()}
        totals = tuple(choices.values()), tuple(opposing.values())
        return Matrix(kind, self.fields[kind], *totals, tallies, self.left_out[kind])

    def _totals(self, field_: str, tallies: Mapping[str, Tally]) -> dict[str, Total]:
        """Each choice with its most common spelling and its games, the most played first."""
        names: dict[str, str] = {}
        for (of, choice, spelling), _ in self.spellings.most_common():
            if of == field_:
                names.setdefault(choice, spelling)
        order = sorted(tallies, key=lambda choice: (-tallies[choice].games, choice))
        return {choice: Total(names[choice], tallies[choice]) for choice in order}


def _add(tallies: dict[_Key, Tally], key: _Key, tally: Tally) -> None:
    tallies[key] = tallies.get(key, Tally()) + tally


def matchups(tournament: Tournament, ruleset: Ruleset) -> Matchups:
    """The games of an event, all of whose rounds must be complete."""
    tallies: dict[Pair, Tally] = {}
    spellings: Counter[tuple[str, str, str]] = Counter()
    left_out: Counter[str] = Counter()
    games = list(played_games(tournament, ruleset))
    format_ = ruleset.format(tournament.options)
    has_armies = format_.has_armies
    fields = {ARMIES: (ARMIES, ARMIES)} if has_armies else _fields_of(format_.played_as)
    for kind in fields:
        said = {} if has_armies else _typed_by_players(tournament, fields[kind], spellings)
        for one in games if has_armies or any(map(any, said.values())) else ():
            game = one.game
            chosen = game.armies if has_armies else _of_sides(one, said)
            if not all(chosen):
                left_out[kind] += 1
                continue
            if has_armies:
                spellings.update((kind, folded(army), army) for army in chosen)
            first = 1 if has_armies else game.first
            tally = DRAWN if not game.winner else WON if game.winner == first else LOST
            _add(tallies, Pair(kind, *map(folded, chosen)), tally)
    return Matchups(tallies, spellings, left_out, fields)


def _fields_of(sides: Sides | None) -> dict[str, tuple[str, str]]:
    """The fields of the roster for either side, and for their factions."""
    if sides is None:
        return {}
    first, second = sides.first, sides.second
    return {IDENTITIES: (first, second), FACTIONS: (f"{first} faction", f"{second} faction")}


def _typed_by_players(
    tournament: Tournament, fields: tuple[str, str], spellings: Counter[tuple[str, str, str]]
) -> dict[int, tuple[str, str]]:
    """The players' choices for both sides, by number; spellings are counted."""
    said = {}
    for player in entered(tournament):
        first, second = said[player.no] = typed(player, fields[0]), typed(player, fields[1])
        texts = zip(fields, (first, second), strict=True)
        spellings.update((name, folded(text), text) for name, text in texts if text)
    return said


def _of_sides(one: PlayedGame, said: Mapping[int, tuple[str, str]]) -> tuple[str, str]:
    """The choices on the first side of a game, and on the second; ``""`` where they are unknown."""
    first, second = one.players if one.game.first == 1 else reversed(one.players)
    if not one.game.first or first is None or second is None:
        return "", ""
    return said.get(first, ("", ""))[0], said.get(second, ("", ""))[1]
