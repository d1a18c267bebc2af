"""The outcomes that a match can still have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import lcm
from typing import NamedTuple, TypeAlias

from engine.match_format import MatchFormat, Result, ResultField
from engine.model import Match, Special, Value
from engine.records import as_units

Alike: TypeAlias = tuple[tuple[int, int], ...]
"""The points and each of the tallies, which results have in common that are alike for the standings."""


class Outcome(NamedTuple):
    """Results that are alike for the standings, and one of them.

    The ``share`` is its probability if every game is even and none is drawn but those typed as drawn.
    """

    units: tuple[int, int]
    result: Result
    special: Special
    share: Fraction


class Outcomes:
    """The outcomes of matches in one format, worked out once for all that are alike so far.

    ``are_all`` is False if too many results can be typed: there is then one of every worth, and some more.
    """

    def __init__(self, match_format: MatchFormat, more: Sequence[str] = ()) -> None:
        self._format = match_format
        self._tallies = dict.fromkeys((*match_format.tallies, *more))
        self.are_all = not match_format.telling
        self._of: dict[Result, tuple[Outcome, ...]] = {}
        self._likely: dict[Result, list[Outcome]] = {}

    def of(self, match: Match) -> tuple[Outcome, ...]:
        """All outcomes that agree with what is typed of a match of two that has no result yet."""
        if match.result not in self._of:
            self._of[match.result] = tuple(self._worked_out(match.result))
        return self._of[match.result]

    def likely(self, match: Match) -> list[Outcome]:
        """The outcomes, some of them several times, so that each of the list is equally likely."""
        if match.result not in self._likely:
            outcomes = self.of(match)
            parts = lcm(*(outcome.share.denominator for outcome in outcomes))
            self._likely[match.result] = [
                outcome for outcome in outcomes for _ in range(int(outcome.share * parts))
            ]
        return self._likely[match.result]

    def agreed(self, match: Match) -> Outcome | None:
        """An intentional draw, as one of the outcomes of a match; ``None`` where there is none."""
        if Special.INTENTIONAL_DRAW not in self._format.specials:
            return None
        alike = self._alike((), Special.INTENTIONAL_DRAW)
        outcomes = self.of(match)
        return next((o for o in outcomes if self._alike(o.result, o.special) == alike), None)

    def swing(self) -> int:
        """The most units by which a round can bring one player nearer to another: what it brings, and costs."""
        format_ = self._format
        half = (format_.score((), Special.HALF_BYE) or (0, 0))[0]
        besides = [int(p * format_.denominator) for p in (format_.bye, half, format_.absent)]
        units = [unit for outcome in self.of(Match(1, 0, 1)) for unit in outcome.units] + besides
        return max(units) - min(0, *units)

    def fractions(self) -> int:
        """The units that two players may gain and lose where the fractions of totals are left out."""
        scale = self._format.denominator
        is_rounded = any(self._format.total(unit) != unit for unit in range(scale))
        return 2 * scale if is_rounded else 0

    def _worked_out(self, typed: Result) -> Iterator[Outcome]:
        shares = self._shares(typed)
        seen: dict[Alike, tuple[Result, Special]] = {}
        for result, special in self._results(typed):
            alike = self._alike(result, special)
            if alike and alike not in seen:
                seen[alike] = result, special
        for alike, (result, special) in seen.items():
            yield Outcome(alike[0], result, special, shares.get(alike, Fraction(0)))

    def _results(self, typed: Result) -> Iterator[tuple[Result, Special]]:
        """Every result that can be typed, two matches lost at once by two absent players included."""
        needed = [
            self._choices(field) if field.needed and not field.optional else ("",)
            for field in self._format.fields
        ]
        is_begun = False
        for choices, value in zip(needed, typed, strict=False):
            is_begun |= value != "" and len(choices) > 1
        for result in product(*needed):
            pairs = zip(result, typed, strict=False)
            if all("" in (one, two) or one == two for one, two in pairs):
                for each in self._format.alternatives(result):
                    yield each, Special.NONE
        if not is_begun:
            for special in self._format.specials:
                if special and not special.is_bye:
                    yield (), special

    def _choices(self, field: ResultField) -> Sequence[Value]:
        return self._format.telling or field.choices

    def _alike(self, result: Result, special: Special) -> Alike:
        """The parts of a result that count; nothing of one that nobody could report."""
        format_ = self._format
        score = None if format_.fault(result, special) else format_.score(result, special)
        if score is None:
            return ()
        scale = format_.denominator
        tallies = (format_.tally(name, result, special) for name in self._tallies)
        return as_units(score, scale), *(as_units(tally, scale) for tally in tallies)

    def _shares(self, typed: Result) -> Mapping[Alike, Fraction]:
        """The probability of each outcome: all ways to win the games are equally likely.

        So are the results of each way, of which those that are alike count once.
        """
        ways: dict[tuple[int, ...], set[Alike]] = defaultdict(set)
        for result, special in self._results(typed):
            if special is Special.NONE and (alike := self._alike(result, special)):
                ways[tuple(game.winner for game in self._format.games(result, special))].add(alike)
        fewest = min((way.count(0) for way in ways), default=0)
        decided = [found for way, found in ways.items() if way.count(0) == fewest]
        shares: dict[Alike, Fraction] = defaultdict(Fraction)
        for found in decided:
            for alike in found:
                shares[alike] += Fraction(1, len(decided) * len(found))
        return shares
