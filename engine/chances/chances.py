"""The chances of everybody before the last Swiss results are in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from itertools import product
from math import prod
from typing import NamedTuple

from engine.chances.bounds import Bounds
from engine.chances.outcomes import Outcome, Outcomes
from engine.chances.search import Search
from engine.chances.sums import Sums, sums_of
from engine.draws import Draws
from engine.elimination.cut import eligible_for_cut, rules_of_cut
from engine.errors import ErrorKind, TournamentError
from engine.model import Exact, Match, Progression, Round, Status, Tournament
from engine.records import Records
from engine.rounds import pair, rank
from engine.ruleset import Ruleset

MOST_RESULTS = 3000
"""The most results of the last round that are all looked at; else some are drawn."""
SAMPLES = 1000
IN_TIME = 90_000
"""The players that can be ranked before somebody who has clicked gets tired of it: 2 seconds."""
LEVEL = Fraction(1, 2)
"""The worth of being in a tiebreaker round."""


class State(StrEnum):
    """The certainty about a player and the cut: that, and nothing less, is safe, or out."""

    SAFE = "safe"
    OUT = "out"
    OPEN = "open"


class Proof(StrEnum):
    """The basis of a state."""

    RESULTS = "results"
    """Every result that is possible was looked at."""
    POINTS = "points"
    """By points alone, whatever the tiebreaks say."""
    TIEBREAKS = "tiebreaks"
    """By points and the tiebreaks that follow from results."""
    EITHER = "either"
    """One result was found that lets a player in, and another that does not."""
    GONE = "gone"
    """A player is out of it whatever the results are: dropped, declining, or below the points of a first day."""
    NO_DRAW = "no draw"
    """No draw can be agreed on at the table."""
    NONE = ""
    """Nothing is certain: it is neither proved nor was the opposite found."""


class Chance(NamedTuple):
    """A player's chance to make the cut, from 0 to 1, and the points so far: see :class:`Chances`."""

    no: int
    state: State
    chance: float
    proof: Proof
    points: Exact


class Draw(NamedTuple):
    """An intentional draw; it is safe if both players are then certain to be in the cut."""

    is_safe: bool
    proof: Proof


class Chances(NamedTuple):
    """Everybody's chances.

    Args:
        players: everyone, those first who are safe, then by their chances, else by the standings so far.
        draws: of each match of the present round that has no result.
        results: the number of results of everything that is left that were looked at.
        is_exact: True if these are all that there are, of which a chance is the share that let the
            player in; else they were drawn at random.
    """

    players: tuple[Chance, ...]
    draws: Mapping[Match, Draw]
    results: int
    is_exact: bool


class Ahead:
    """The rest of the Swiss rounds of an event, the newest of its rounds complete or not.

    The ``size`` is that of the cut. In pools points alone prove nothing, as who goes on is decided in each.
    """

    def __init__(self, tournament: Tournament, ruleset: Ruleset, size: int) -> None:
        self.tournament, self.ruleset, self.size = tournament, ruleset, size
        self.format = ruleset.format(tournament.options)
        self.outcomes = Outcomes(self.format, ruleset.told_apart)
        self.planned = max(ruleset.planned_rounds(tournament), len(tournament.rounds))
        cut = rules_of_cut(ruleset)
        announced = cut.tiebreaker_round
        self.is_played_off = (
            announced is not None and announced.of(tournament.options) != announced.default
        )
        self.in_pools = bool(ruleset.pools(tournament))
        self.open = self.open_in(tournament.rounds[-1]) if tournament.rounds else {}
        self.seated = {no for match in self.open for no in match.players}
        self.known = self.end({})

    def open_in(self, round_: Round) -> dict[Match, tuple[Outcome, ...]]:
        """The matches of a round without a result, and their outcomes."""
        return {
            match: self.outcomes.of(match)
            for match in round_.matches
            if not self.format.is_complete(match.result, match.special)
        }

    @property
    def is_last_round(self) -> bool:
        """True if nothing is left to be paired."""
        return len(self.tournament.rounds) == self.planned

    def end(self, results: Mapping[Match, Outcome]) -> Tournament:
        """The event with results for the open matches of its newest round; one without is left out."""
        rounds = self.tournament.rounds
        if not self.open:
            return self.tournament
        matches = tuple(
            _with_result(match, results[match]) if match in results else match
            for match in rounds[-1].matches
            if match in results or match not in self.open
        )
        newest = replace(rounds[-1], matches=matches)
        return replace(self.tournament, rounds=(*rounds[:-1], newest))

    def bounds(self) -> Bounds:
        """The certainties by points alone."""
        units = self._units()
        able = sure = self.able()
        if progression := self._pending():
            needed = progression.points * self.format.denominator
            sure = {no for no in able if units[no] >= needed}
        later = (self.planned - len(self.tournament.rounds)) * self.outcomes.swing()
        later += self.outcomes.fractions()
        return Bounds(units, self.open, later, able, sure, self.size, self._may_come_back())

    def _pending(self) -> Progression | None:
        """The progression, if its rounds are not complete yet."""
        progression = self.tournament.progression
        played = len(self.tournament.rounds) - bool(self.open)
        return progression if progression and played < progression.rounds else None

    def _may_come_back(self) -> set[int]:
        """The players who have dropped and may be readmitted: in the next Swiss round, if there is one.

        Rule: OP, Other tournament rules and policies: rejoining.
        """
        dropped = (p for p in self.tournament.players if p.status is Status.DROPPED)
        return {p.no for p in dropped if not p.declines_cut and not self.is_last_round}

    def able(self) -> set[int]:
        """The players who can still make the cut, whatever their points."""
        known = replace(self.known, progression=None) if self._pending() else self.known
        return set(eligible_for_cut(known, self.ruleset).order)

    def _units(self) -> dict[int, int]:
        """Everybody's points but for open matches: who is at one is not absent."""
        records, seated = Records(self.known, self.format), self.seated
        return {no: r.units - records.absent_units * (no in seated) for no, r in records.of.items()}

    def every_end(self) -> Iterator[tuple[Mapping[Match, Outcome], Mapping[int, Fraction]]]:
        """Every result of the last round, and whom it lets into the cut."""
        for outcomes in product(*self.open.values()):
            results = dict(zip(self.open, outcomes, strict=True))
            yield results, self.let_in(self.end(results))

    def sums(self) -> Sums:
        """The sums of points and tiebreaks by the results of the last round."""
        first = {match: outcomes[0] for match, outcomes in self.open.items()}
        ends = {
            match: [self.end(first | {match: outcome}) for outcome in outcomes]
            for match, outcomes in self.open.items()
        }
        return sums_of(self.end(first), ends, self.ruleset)

    def drawn_end(self, number: int) -> Mapping[int, Fraction]:
        """The players whom one of the results that are drawn at random lets into the cut.

        Rounds to come are drawn each time from another seed: who sees a chance learns nothing of how the
        event itself will be paired.

        Raises:
            TournamentError: a later round cannot be paired.
        """
        draws = Draws(self.tournament.seed, "chances", number)
        event = self.end({match: self._drawn(match, draws) for match in self.open})
        if not self.is_last_round:
            event = replace(event, seed=f"{event.seed} {number}")
        while len(event.rounds) < self.planned and not self.ruleset.has_ended(event):
            paired = (match for match, _ in pair(event, self.ruleset).matches({}))
            matches = tuple(
                match if match.player2 is None else _with_result(match, self._drawn(match, draws))
                for match in paired
            )
            event = replace(event, rounds=(*event.rounds, Round(len(event.rounds) + 1, matches)))
        return self.let_in(event)

    def _drawn(self, match: Match, draws: Draws) -> Outcome:
        likely = self.outcomes.likely(match)
        return likely[draws.luck(len(likely))]

    def let_in(self, event: Tournament) -> dict[int, Fraction]:
        """The players in the cut after the last round: 1, or 1/2 for whoever plays for it."""
        eligible = eligible_for_cut(event, self.ruleset)
        inside = dict.fromkeys(eligible.order[: self.size], Fraction(1))
        if self.is_played_off:
            level = (no for two in eligible.level_pairs(self.size) for no in two)
            inside |= dict.fromkeys(level, LEVEL)
        return inside


def _with_result(match: Match, outcome: Outcome) -> Match:
    return replace(match, result=outcome.result, special=outcome.special)


def samples_in_time(tournament: Tournament, ruleset: Ruleset) -> int:
    """The number of results drawn while somebody waits: the fewer, the more is still to be paired."""
    later = max(ruleset.planned_rounds(tournament) - len(tournament.rounds), 0)
    each = max(len(tournament.players), 1) * (1 + 4 * later)
    return max(min(SAMPLES, IN_TIME // each), 20)


def chances(
    tournament: Tournament, ruleset: Ruleset, size: int, samples: int | None = None
) -> Chances:
    """The players who are safe, those who are out, and those who can afford a draw.

    Chances are those of games that are all even and none of them drawn; what is safe or out is so whatever
    the results are, with draws, agreed ones too, and players who do not turn up.

    Args:
        tournament: the event before its cut, the newest of its rounds complete or not.
        ruleset: that of the event, with a cut.
        size: of the cut.
        samples: the number of results that are drawn where there are too many, at least one; by
            default as many as there is time for.

    Raises:
        TournamentError: the ruleset has no cut, too few can play on for this one, or a later round can
            never be paired.
    """
    ahead = Ahead(tournament, ruleset, size)
    if len(ahead.able()) < size:
        raise TournamentError(ErrorKind.TOO_FEW_FOR_CUT, size=size, count=len(ahead.able()))
    count = prod(map(len, ahead.open.values()))
    most = min(MOST_RESULTS, IN_TIME // max(len(tournament.players), 1))
    if ahead.is_last_round and ahead.outcomes.are_all and count <= most:
        return _exact(ahead, count)
    return _sampled(ahead, samples or samples_in_time(tournament, ruleset))


def _exact(ahead: Ahead, count: int) -> Chances:
    """The chances by every result of the last round."""
    points = _points(ahead)
    everyone = list(points)
    least, most = dict.fromkeys(everyone, Fraction(1)), dict.fromkeys(everyone, Fraction(0))
    total = dict.fromkeys(everyone, Fraction(0))
    agreed = {match: ahead.outcomes.agreed(match) for match in ahead.open}
    is_safe = {match: outcome is not None for match, outcome in agreed.items()}
    for results, inside in ahead.every_end():
        share = prod((outcome.share for outcome in results.values()), start=Fraction(1))
        for no in everyone:
            value = inside.get(no, Fraction(0))
            least[no], most[no] = min(least[no], value), max(most[no], value)
            total[no] += share * value
        for match, outcome in results.items():
            if outcome is agreed[match] and any(inside.get(no) != 1 for no in match.players):
                is_safe[match] = False
    players, able = [], ahead.able()
    for no in everyone:
        state = State.SAFE if least[no] == 1 else State.OUT if most[no] == 0 else State.OPEN
        proof = Proof.RESULTS if no in able else Proof.GONE
        players.append(Chance(no, state, float(total[no]), proof, points[no]))
    draws = {
        match: Draw(safe, Proof.RESULTS if agreed[match] else Proof.NO_DRAW)
        for match, safe in is_safe.items()
    }
    return Chances(_by_chance(players), draws, count, is_exact=True)


def _sampled(ahead: Ahead, samples: int) -> Chances:
    """The certainties, and the chances of the others in some results."""
    proofs = Proofs(ahead)
    played, total = _drawn_ends(ahead, samples)
    players = []
    for no, points in _points(ahead).items():
        state, proof = proofs.of(no, total[no], played)
        players.append(Chance(no, state, float(total[no] / played), proof, points))
    draws = {match: proofs.of_draw(match) for match in ahead.open}
    return Chances(_by_chance(players), draws, played, is_exact=False)


class Proofs:
    """The proofs where not every result can be looked at."""

    def __init__(self, ahead: Ahead) -> None:
        self._ahead = ahead
        self._bounds = bounds = ahead.bounds()
        is_last = ahead.is_last_round and not ahead.in_pools and ahead.outcomes.are_all
        has_sums = is_last and not ahead.is_played_off and bounds.able == bounds.sure
        self._sums = ahead.sums() if has_sums else None

    def of(self, no: int, inside: Fraction, played: int) -> tuple[State, Proof]:
        """The state of a player who was in the cut in so many of the results that were played."""
        bounds, size = self._bounds, self._ahead.size
        if no not in bounds.able:
            return State.OUT, Proof.GONE
        if not self._ahead.in_pools and bounds.is_safe(no):
            return State.SAFE, Proof.POINTS
        if not self._ahead.in_pools and bounds.is_out(no):
            return State.OUT, Proof.POINTS
        if 0 < inside < played:
            return State.OPEN, Proof.EITHER
        state, sign, needed = State.SAFE, 1, size
        if not inside:
            state, sign, needed = State.OUT, -1, len(bounds.able) - size
        is_certain = self._never(no, sign, needed, {})
        if is_certain:
            return state, Proof.TIEBREAKS
        return State.OPEN, Proof.NONE if is_certain is None else Proof.EITHER

    def of_draw(self, match: Match) -> Draw:
        """The intentional draw of a match."""
        agreed, bounds = self._ahead.outcomes.agreed(match), self._bounds
        if agreed is None:
            return Draw(is_safe=False, proof=Proof.NO_DRAW)
        if not bounds.able >= {*match.players}:
            return Draw(is_safe=False, proof=Proof.GONE)
        if self._ahead.in_pools:
            return Draw(is_safe=False, proof=Proof.NONE)
        if all(bounds.is_safe(no, agreed) for no in match.players):
            return Draw(is_safe=True, proof=Proof.POINTS)
        if self._sums and any(bounds.can_miss(no, agreed) for no in match.players):
            return Draw(is_safe=False, proof=Proof.EITHER)
        only = {match: [self._ahead.open[match].index(agreed)]}
        found = [self._never(no, 1, self._ahead.size, only) for no in match.players]
        if False in found:
            return Draw(is_safe=False, proof=Proof.EITHER)
        return Draw(all(found), Proof.TIEBREAKS if all(found) else Proof.NONE)

    def _never(
        self, no: int, sign: int, needed: int, only: Mapping[Match, Sequence[int]]
    ) -> bool | None:
        """True if never so many others are above a player, or below; ``None`` if not found out."""
        if self._sums is None:
            return None
        others = [other for other in self._bounds.able if other != no]
        return Search(self._sums, no, others, sign, only).is_impossible(needed)


def _drawn_ends(ahead: Ahead, samples: int) -> tuple[int, Mapping[int, Fraction]]:
    """The number of results drawn whose later rounds can be paired, and in how many each is in the cut.

    Raises:
        TournamentError: there is none.
    """
    total: dict[int, Fraction] = defaultdict(Fraction)
    played = 0
    stuck: TournamentError | None = None
    for number in range(samples):
        try:
            inside = ahead.drawn_end(number)
        except TournamentError as error:
            stuck = error
            continue
        played += 1
        for no, value in inside.items():
            total[no] += value
    if stuck and not played:
        raise stuck
    return played, total


def _by_chance(players: Sequence[Chance]) -> tuple[Chance, ...]:
    states = (State.SAFE, State.OPEN, State.OUT)
    return tuple(sorted(players, key=lambda player: (states.index(player.state), -player.chance)))


def _points(ahead: Ahead) -> dict[int, Exact]:
    """Everyone's points, in the order of the standings without the results that are missing."""
    absent, seated = ahead.format.absent, ahead.seated
    ranked = rank(ahead.known, ahead.ruleset)
    return {each.no: each.points - absent * (each.no in seated) for each in ranked}
