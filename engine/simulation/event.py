"""One whole event, played by the engine's own pairing, standings and cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from engine.draws import Draws
from engine.elimination.cut import Eligible, eligible_for_cut, qualifiers, rules_of_cut
from engine.elimination.progress import Fixture, Progress, assign_sides, begin, winner_of
from engine.errors import NoLegalPairing
from engine.match_format import EliminationFormat, MatchFormat
from engine.model import Match, Player, Round, Special, Stage, Tournament
from engine.options import Options
from engine.rounds import pair, rank
from engine.ruleset import Ruleset
from engine.rulesets import RULESETS
from engine.simulation.day import Hall, cut_minutes, round_minutes
from engine.simulation.figures import EventFigures, kendall_tau
from engine.simulation.strength import Model, Table, normal

FEWEST = 4
"""The players who are left whoever drops."""


class Form(NamedTuple):
    """A format that is compared: Swiss rounds and the size of the cut, 0 for none.

    The ``elimination`` is a choice of the ruleset's option; blank for that of the event.
    """

    rounds: int
    cut: int
    elimination: str = ""

    def options(self, ruleset: Ruleset, options: Options) -> Options:
        """The event's options under which its cut is played."""
        option = ruleset.cut and ruleset.cut.chosen_by
        if not option or not self.elimination:
            return options
        return {**options, option.name: self.elimination}


@dataclass(frozen=True, slots=True)
class Plan:
    """The events to be simulated, under the ruleset of this name; it can be sent to other processes.

    Formats that are alike up to some round have the same results until then.
    """

    ruleset: str
    players: int
    forms: tuple[Form, ...]
    model: Model
    hall: Hall
    options: Options
    seed: str


class Swiss(NamedTuple):
    """The Swiss rounds of an event, who can play on after them, and how long each took.

    They end before a round in which no pairing keeps every rule.
    """

    tournament: Tournament
    eligible: Eligible
    minutes: tuple[float, ...]


class Event:
    """One event of a plan; strengths and results follow from its number and the plan's seed alone."""

    def __init__(self, plan: Plan, number: int) -> None:
        self.plan = plan
        self.ruleset = RULESETS[plan.ruleset]
        self.seed = f"{plan.seed}|{number}"
        random = self._random("strength")
        spread = plan.model.spread
        numbers = range(1, plan.players + 1)
        self.strength = {no: spread * normal(random) for no in numbers}
        self.by_strength = sorted(numbers, key=lambda no: (-self.strength[no], no))
        self.best = self.by_strength[0]
        self.format: MatchFormat = self.ruleset.format(plan.options)

    def figures(self) -> Iterator[EventFigures]:
        """The figures of every format, in their order.

        Raises:
            TournamentError: there are too few players, or there is no such cut.
        """
        agree = self.plan.model.intentional_draws > 0
        played: dict[Form, Swiss] = {}
        for form in self.plan.forms:
            same = form if agree else Form(form.rounds, 0)
            if same not in played:
                played[same] = self._swiss(same)
            yield self._finished(form, played[same])

    def _random(self, purpose: str) -> Random:
        return Random(f"{self.seed}|{purpose}")

    def _table(self, random: Random, one: int, two: int, first: int) -> Table:
        return Table(random, self.strength[one] - self.strength[two], self.plan.model, first)

    def _swiss(self, form: Form) -> Swiss:
        plan, games, day = self.plan, self._random("games"), self._random("minutes")
        players = tuple(Player(no, f"Player {no}") for no in self.strength)
        event = Tournament(
            players, (), plan.options, self.seed, planned_rounds=form.rounds, cut=form.cut
        )
        minutes = []
        for number in range(1, form.rounds + 1):
            try:
                paired = [match for match, _ in pair(event, self.ruleset).matches({})]
            except NoLegalPairing:  # an organizer would go on to the cut
                break
            agreed = self._agreed(event, paired, form) if number == form.rounds else set()
            matches = tuple(self._played(match, games, agreed) for match in paired)
            if plan.hall.swiss is not None:
                tables = sum(match.player2 is not None for match in matches)
                minutes.append(round_minutes(tables, plan.hall.swiss, plan.hall, day))
            event = replace(event, rounds=(*event.rounds, Round(number, matches)))
            if plan.model.drops and number < form.rounds:
                event = self._with_drops(event, number)
        return Swiss(event, eligible_for_cut(event, self.ruleset), tuple(minutes))

    def _played(self, match: Match, games: Random, agreed: set[Match]) -> Match:
        if match.player2 is None:
            return match
        if match in agreed:
            return replace(match, result=(), special=Special.INTENTIONAL_DRAW)
        table = self._table(games, match.player1, match.player2, 1)
        return replace(match, result=self.format.simulated(table), special=Special.NONE)

    def _agreed(self, event: Tournament, paired: Sequence[Match], form: Form) -> set[Match]:
        """The matches that are agreed to be drawn: some of those whose players are inside the cut."""
        share = self.plan.model.intentional_draws
        if not share or not form.cut:
            return set()
        random = self._random("intentional draws")
        inside = set(self._still_in(event)[: form.cut])
        safe = [m for m in paired if m.player2 is not None and inside.issuperset(m.players)]
        return {match for match in safe if random.random() < share}

    def _still_in(self, event: Tournament) -> list[int]:
        """The active players, best first."""
        active = set(event.active)
        return [no for no in rank(event, self.ruleset).order if no in active]

    def _with_drops(self, event: Tournament, number: int) -> Tournament:
        """The event without those who leave after a round; enough stay for a cut, and to play."""
        random = self._random(f"drops {number}")
        order = self._still_in(event)
        least = max([FEWEST, *(form.cut for form in self.plan.forms)])
        lower = order[max(len(order) // 2, least) :]
        return event.without({no for no in lower if random.random() < self.plan.model.drops})

    def _finished(self, form: Form, swiss: Swiss) -> EventFigures:
        """The figures of a format, its cut played."""
        event, eligible = swiss.tournament, swiss.eligible
        order, minutes = eligible.standings.order, [*swiss.minutes]
        in_cut = by_tiebreak = None
        if form.cut:
            progress = self._elimination(eligible, form, minutes)
            order = [*progress.places(), *(no for no in order if no not in progress.seed_of)]
            in_cut = self.best in progress.seed_of
            by_tiebreak = bool(eligible.level_pairs(form.cut))
        of = {no: place for place, no in enumerate(self.by_strength)}
        return EventFigures(
            best_wins=order[0] == self.best,
            best_in_cut=in_cut,
            kendall_tau=kendall_tau([of[no] for no in order]),
            cut_by_tiebreak=by_tiebreak,
            **self._hours(form, swiss.minutes, minutes),
            cut_short=len(event.rounds) < form.rounds,
            rematches=_rematches(event),
            second_byes=_second_byes(event),
            side_difference=_side_difference(event) if self.format.sides else None,
        )

    def _elimination(self, eligible: Eligible, form: Form, minutes: list[float]) -> Progress:
        """The elimination, played to its end; how long its rounds took is added to the minutes."""
        hall = self.plan.hall
        games, day = self._random("elimination"), self._random("elimination minutes")
        cut, options = rules_of_cut(self.ruleset), form.options(self.ruleset, self.plan.options)
        format_ = cut.format(options)
        progress = begin(cut, qualifiers(eligible, form.cut, cut), options)
        most = max(1, len(format_.game_names))
        limit = hall.of_cut(cut.kind(options) if cut.kind else "", most)
        rounds: list[Round] = []
        while not progress.is_over:
            matches = []
            for n, fixture in enumerate(progress.fixtures, 1):
                first = self._first(fixture, rounds, format_)
                table = self._table(games, fixture.one, fixture.two, first)
                matches.append(Match(n, fixture.one, fixture.two, format_.simulated(table)))
            if limit is not None:
                played = [len(list(format_.games(m.result, m.special))) for m in matches]
                is_final = progress.is_final
                minutes.append(cut_minutes(played, most, limit, hall, day, is_final=is_final))
            rounds.append(Round(progress.round, tuple(matches)))
            winners = (winner_of(match, progress.seed_of, format_) for match in matches)
            progress.play(no for no in winners if no is not None)
        return progress

    def _first(self, fixture: Fixture, rounds: Sequence[Round], format_: EliminationFormat) -> int:
        """The player with the first side, 1 or 2: the higher seed where it is the better one.

        0 where both sides are equally good.
        """
        ahead = self.plan.model.first_ahead
        if not ahead:
            return 0
        if rounds and format_.balances_sides:
            draws = Draws(self.seed, "elimination sides", fixture.game.number)
            return assign_sides(rounds, format_, fixture, draws, "")[0]
        return 1 if ahead > 0 else 2

    def _hours(
        self, form: Form, swiss: Sequence[float], minutes: Sequence[float]
    ) -> dict[str, float | None]:
        """The whole event in hours, and each of its parts; ``None`` where a stage has no limit."""
        hall = self.plan.hall
        has_swiss, has_cut = hall.swiss is not None, len(minutes) > len(swiss)
        is_known = has_swiss and (has_cut or not form.cut)
        return {
            "hours": hall.hours(minutes) if is_known else None,
            "swiss_hours": hall.hours(swiss) if has_swiss else None,
            "cut_hours": hall.hours(minutes[len(swiss) :]) if has_cut else None,
        }


def simulated(plan: Plan, numbers: Iterable[int]) -> list[tuple[EventFigures, ...]]:
    """The figures of some events of a plan: of each event those of every format.

    Raises:
        TournamentError: there are too few players, or there is no such cut.
    """
    return [tuple(Event(plan, number).figures()) for number in numbers]


def hall_of(ruleset: Ruleset, options: Mapping[str, str]) -> Hall:
    """The minutes that the ruleset has for its rounds."""
    return Hall(ruleset.clock(Stage.SWISS, options), ruleset.clock(Stage.ELIMINATION, options))


def _rematches(event: Tournament) -> int:
    """Matches of two who have met before."""
    matches = [match for round_ in event.rounds for match in round_.matches]
    met = [frozenset(match.players) for match in matches if match.player2 is not None]
    return len(met) - len(set(met))


def _second_byes(event: Tournament) -> int:
    """Byes of players who had one before."""
    byes = Counter(m.player1 for r in event.rounds for m in r.matches if m.player2 is None)
    return sum(count - 1 for count in byes.values())


def _side_difference(event: Tournament) -> float:
    """Games on one side less those on the other, without a sign, on the average of all players."""
    difference: Counter[int] = Counter()
    for match in (match for round_ in event.rounds for match in round_.matches):
        if match.player2 is not None:
            difference[match.player1] += 1
            difference[match.player2] -= 1
    return sum(map(abs, difference.values())) / len(event.players)
