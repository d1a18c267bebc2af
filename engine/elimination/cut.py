"""From the Swiss standings to a tiebreaker round, the seeds of a cut, and each round of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from engine.draws import Draws
from engine.elimination.pool_seeds import seeds_apart
from engine.elimination.progress import Fixture, Progress, assign_sides, progress_of, winner_of
from engine.errors import ErrorKind, TournamentError
from engine.match_format import EliminationFormat, Sides
from engine.model import Elimination, Exact, Player, Round, Special, Status, Tournament
from engine.pairing import Paired, Pairing
from engine.reasons import Kind, Listed, Phrase, Reason, Values, points
from engine.records import result_missing
from engine.rounds import out_by_progression, rank
from engine.ruleset import Cut, Ruleset
from engine.standings import Standings
from engine.texts import msg

DECLINES = Phrase(msg("declines the cut, and is placed after everybody who plays on"))
OUT = Phrase(msg("out by the progression"))
GONE = {
    Status.DROPPED: Phrase(msg("dropped")),
    Status.DISQUALIFIED: Phrase(msg("disqualified")),
    Status.FORFEITED: Phrase(msg("forfeited")),
}
"""The reasons that somebody does not play on."""
LEVEL = msg("rank {rank1} against rank {rank2}, both with {points}")
SIDES_DRAWN = msg("sides drawn: {one} is the {first}")
DRAW_IS_A_WIN = msg("a draw is a win for the higher-ranked, {one}")


def level_pairs(
    order: Sequence[int], size: int, points_of: Callable[[int], Exact]
) -> list[tuple[int, int]]:
    """The pairs from the cut line outward, last in against first out, while points are equal."""
    outward = zip(reversed(order[:size]), order[size:], strict=False)
    return list(takewhile(lambda pair: points_of(pair[0]) == points_of(pair[1]), outward))


class Eligible(NamedTuple):
    """The players who can make a cut, best first, and those ``skipped`` for a reason."""

    standings: Standings
    order: list[int]
    skipped: dict[int, Phrase]

    @property
    def ranks(self) -> dict[int, int]:
        """Everybody's rank by the Swiss rounds alone."""
        return {standing.no: standing.rank for standing in self.standings}

    def level_pairs(self, size: int) -> list[tuple[int, int]]:
        """The pairs of a tiebreaker round before a cut of this size."""
        of = self.standings.records.of
        return level_pairs(self.order, size, lambda no: of[no].units)


def outcomes(
    round_: Round, rank_of: Mapping[int, int], format_: EliminationFormat
) -> dict[int, bool]:
    """The participants of a tiebreaker round, with True for those who have won.

    Raises:
        TournamentError: a result is missing.
    """
    won: dict[int, bool] = {}
    for match in round_.matches:
        winner = winner_of(match, rank_of, format_)
        if winner is None:
            raise result_missing(round_, match)
        won |= {no: no == winner for no in match.players}
    return won


def reranked(order: Sequence[int], won: Mapping[int, bool]) -> list[int]:
    """Everyone by rank: the winners take the first ranks of those who took part, in their order."""
    took_part = [no for no in order if no in won]
    took_part.sort(key=lambda no: not won[no])
    following = iter(took_part)
    return [next(following) if no in won else no for no in order]


def ranked_for_cut(tournament: Tournament, ruleset: Ruleset) -> tuple[Standings, list[int]]:
    """The Swiss standings, and everyone by rank after the tiebreaker round if there was one."""
    standings = rank(tournament, ruleset)
    order = standings.order
    if tournament.tiebreaker and ruleset.cut and ruleset.cut.tiebreaker:
        rank_of = {no: place for place, no in enumerate(order, 1)}
        order = reranked(order, outcomes(tournament.tiebreaker, rank_of, ruleset.cut.tiebreaker))
    return standings, order


def eligible_for_cut(tournament: Tournament, ruleset: Ruleset) -> Eligible:
    """The players who can make the cut: everyone active who does not decline, by rank."""
    standings, order = ranked_for_cut(tournament, ruleset)
    out = out_by_progression(tournament, ruleset)
    skipped: dict[int, Phrase] = {}
    for no in order:
        player = tournament.by_no[no]
        if player.status is not Status.ACTIVE:
            skipped[no] = GONE[player.status]
        elif player.declines_cut:
            skipped[no] = DECLINES
        elif no in out:
            skipped[no] = OUT
    able = [no for no in order if no not in skipped]
    return Eligible(standings, standings.among({*able}) if standings.pools else able, skipped)


def rules_of_cut(ruleset: Ruleset) -> Cut:
    """The cut and elimination of a ruleset.

    Raises:
        TournamentError: it has none.
    """
    if ruleset.cut is None:
        raise TournamentError(ErrorKind.NO_CUT, ruleset=ruleset.name, document=ruleset.document)
    return ruleset.cut


def qualifiers(eligible: Eligible, size: int, cut: Cut) -> tuple[int, ...]:
    """The players of a cut, best seed first; those of one pool are kept apart.

    Raises:
        TournamentError: there is no bracket for so many, or there are too few.
    """
    if size not in cut.sizes:
        raise TournamentError(ErrorKind.UNKNOWN_CUT_SIZE, size=size, sizes=cut.sizes)
    if size > len(eligible.order):
        raise TournamentError(ErrorKind.TOO_FEW_FOR_CUT, size=size, count=len(eligible.order))
    standings, players = eligible.standings, eligible.order[:size]
    if not standings.pools:
        return tuple(players)
    options = standings.records.tournament.options
    return seeds_apart(players, standings.pools, cut.bracket(size, options))


OF_POOL = msg("{one}, number {rank} of pool {pool}, is seed {seed}")
APART = msg(
    "{one}, number {rank} of pool {pool}, is seed {seed}, not {instead}, to meet others of the pool later"
)


def pool_notes(eligible: Eligible, seeds: Sequence[int], clause: str) -> list[Reason]:
    """A note on the pool of each player of a cut, and on the seed where it is not by the standings."""
    pools = eligible.standings.pools
    by_rank = {no: seed for seed, no in enumerate(eligible.order, 1)}
    notes: list[Reason] = []
    for seed, no in enumerate(seeds, 1) if pools else ():
        rank_ = sum(pools[other] == pools[no] for other in eligible.order[: by_rank[no]])
        values: Values = {"rank": rank_, "pool": pools[no], "seed": seed, "instead": by_rank[no]}
        text = OF_POOL if by_rank[no] == seed else APART
        notes.append(Reason(Kind.SEEDS, clause, text, (no,), values))
    return notes


def seeding_notes(tournament: Tournament, eligible: Eligible, size: int, cut: Cut) -> list[Reason]:
    """Notes on the seeds of a cut: one for whoever is skipped or changed rank."""
    text = msg("cut to the top {size}, seeds by the standings")
    if eligible.standings.pools:
        text = msg("cut to the top {size}, seeds by the ranks in the pools, then by the standings")
    notes = [Reason(Kind.SEEDS, cut.clause, text, values={"size": size})]
    notes += skipped_notes(eligible, size, cut.clause)
    took_part = set(tournament.tiebreaker.players()) if tournament.tiebreaker else set()
    text = msg("{one}, rank {rank}, is seed {seed} by the tiebreaker round")
    for seed, no in enumerate(eligible.order[:size], 1):
        if no in took_part:
            values = {"rank": eligible.ranks[no], "seed": seed}
            notes.append(Reason(Kind.SEEDS, cut.tiebreaker_clause, text, (no,), values))
    return notes


def not_as_set(cut: Cut, size: int, options: Mapping[str, str]) -> list[Reason]:
    """Why a cut of this size is not played as the options have it, if it is not."""
    why = cut.instead(size, options) if cut.instead else None
    return [why] if why else []


def skipped_notes(eligible: Eligible, size: int, clause: str) -> list[Reason]:
    """A note for whoever is ranked above the last one of a cut, but not in it."""
    ranks = eligible.ranks
    last = max(ranks[no] for no in eligible.order[:size])
    text = msg("{one}, rank {rank}, is passed over: {why}")
    return [
        Reason(Kind.SKIPPED, clause, text, (no,), {"rank": ranks[no], "why": why})
        for no, why in eligible.skipped.items()
        if ranks[no] < last
    ]


def make_cut(tournament: Tournament, ruleset: Ruleset, size: int) -> tuple[Tournament, Pairing]:
    """Close the Swiss rounds: the event with the elimination's seeds, and its first round.

    Raises:
        TournamentError: the ruleset has no such cut, or too few can play on.
    """
    cut = rules_of_cut(ruleset)
    eligible = eligible_for_cut(tournament, ruleset)
    seeds = qualifiers(eligible, size, cut)
    begun = replace(tournament, elimination=Elimination(seeds))
    pairing = pair_elimination(begun, ruleset)
    notes = seeding_notes(tournament, eligible, size, cut)
    notes += pool_notes(eligible, seeds, ruleset.legality(tournament).pools_rule)
    notes += [cut.announcement(size)] if cut.announcement else []
    notes += not_as_set(cut, size, tournament.options)
    return begun, replace(pairing, notes=tuple(notes))


def pair_tiebreaker(
    pairs: Sequence[tuple[int, int]], standings: Standings, sides: Sides, seed: str, clause: str
) -> Pairing:
    """The games of a tiebreaker round, their sides drawn; the higher-ranked is Player 1."""
    draws = Draws(seed, "tiebreaker sides", 1)
    of = {standing.no: standing for standing in standings}
    tables = []
    for one, two in pairs:
        first = 1 + draws.luck(2)
        ranks: Values = {"rank1": of[one].rank, "rank2": of[two].rank}
        values = {**ranks, "points": points(of[one].points)}
        side = ((one, two)[first - 1],)
        reasons = (
            Reason(Kind.PAIRED, clause, LEVEL, (one, two), values),
            Reason(Kind.SIDES, clause, SIDES_DRAWN, side, {"first": sides.first}),
            Reason(Kind.DRAW_IS_A_WIN, clause, DRAW_IS_A_WIN, (one,)),
        )
        tables.append(Paired(one, two, reasons, (first,)))
    return Pairing(1, tuple(tables))


def pair_tiebreaker_round(tournament: Tournament, ruleset: Ruleset, size: int) -> Pairing:
    """The tiebreaker round before a cut.

    Raises:
        TournamentError: the document has none, or none is needed.
    """
    cut = rules_of_cut(ruleset)
    if cut.tiebreaker is None:
        raise TournamentError(ErrorKind.NO_TIEBREAKER_ROUND, ruleset=ruleset.name)
    eligible = eligible_for_cut(replace(tournament, tiebreaker=None), ruleset)
    qualifiers(eligible, size, cut)
    sides, level = cut.tiebreaker.played_as, eligible.level_pairs(size)
    assert sides is not None
    seed, clause = tournament.seed, cut.tiebreaker_clause
    pairing = pair_tiebreaker(level, eligible.standings, sides, seed, clause)
    if not pairing.tables:
        raise TournamentError(ErrorKind.TIEBREAKER_NOT_NEEDED, size=size)
    return replace(pairing, notes=tuple(skipped_notes(eligible, size, cut.clause)))


def pair_elimination(tournament: Tournament, ruleset: Ruleset) -> Pairing:
    """The next round of the elimination; whoever is no longer active loses without a game.

    Raises:
        TournamentError: the elimination is over, or a result is missing.
    """
    cut = rules_of_cut(ruleset)
    progress = progress_of(tournament, ruleset)
    if progress.is_over:
        winner = tournament.by_no[progress.places()[0]]
        raise TournamentError(ErrorKind.ELIMINATION_OVER, player=winner)
    tables = [_paired(tournament, cut, fixture, progress) for fixture in progress.fixtures]
    if progress.round == 1:
        playing = {no for fixture in progress.fixtures for no in fixture.players}
        text = msg("{one} enters the bracket in a later round")
        tables += [
            Paired(no, None, (Reason(Kind.BYE, cut.elimination_clause, text, (no,)),))
            for no in progress.seeds
            if no not in playing
        ]
    return Pairing(progress.round, tuple(tables))


def _paired(tournament: Tournament, cut: Cut, fixture: Fixture, progress: Progress) -> Paired:
    game, one, two = fixture
    clause, format_ = cut.elimination_clause, cut.format(tournament.options)
    bracket = cut.bracket_clause(tournament.options) if cut.bracket_clause else clause
    text = msg("game {number}: {source1} against {source2}")
    if progress.round > 1:
        text = msg("game {number}: {source1} against {source2} (seeds {seed1} and {seed2})")
    sources: Values = {"source1": game.one.phrase, "source2": game.two.phrase}
    seeds = {"seed1": progress.seed_of[one], "seed2": progress.seed_of[two]}
    values = {"number": game.number, **sources, **seeds}
    reasons = [Reason(Kind.BRACKET, bracket, text, (one, two), values)]
    special = walkover_of(tournament.by_no, one, two)
    if special:
        reasons.append(_walkover(tournament, one, two, clause))
        return Paired(one, two, tuple(reasons), special=special)
    result: tuple[int, ...] = ()
    if format_.balances_sides and progress.round > 1:
        # one generator a game: a walkover elsewhere must not change what is drawn here
        draws = Draws(tournament.seed, "elimination sides", game.number)
        assert tournament.elimination is not None
        rounds = tournament.elimination.rounds
        first, why = assign_sides(rounds, format_, fixture, draws, clause)
        result = (first,)
        reasons.append(why)
    elif format_.choice:
        rule = format_.choice_rule or clause
        reasons.append(Reason(Kind.CHOICE, rule, format_.choice, (one,)))
    text = msg("a draw is a win for the higher seed, {one}")
    reasons.append(Reason(Kind.DRAW_IS_A_WIN, clause, text, (one,)))
    return Paired(one, two, tuple(reasons), result)


def _walkover(tournament: Tournament, one: int, two: int, clause: str) -> Reason:
    status = {no: tournament.by_no[no].status for no in (one, two)}
    absent = [no for no in status if status[no] is not Status.ACTIVE]
    each = msg("{player} is {status}")
    gone = tuple(Phrase(each, {"player": (no,), "status": GONE[status[no]]}) for no in absent)
    stays = two if absent == [one] else one
    values = {"gone": Listed(gone, msg(" and "))}
    return Reason(Kind.WALKOVER, clause, msg("{one} goes on: {gone}"), (stays, *absent), values)


def walkover_of(players: Mapping[int, Player], one: int, two: int) -> Special:
    """The entry of ``Special`` in an elimination for players who are no longer active."""
    first, second = (players[no].status is not Status.ACTIVE for no in (one, two))
    specials = (Special.NONE, Special.NO_SHOW_1, Special.NO_SHOW_2, Special.DOUBLE_NO_SHOW)
    return specials[first + 2 * second]


def final_standings(tournament: Tournament, ruleset: Ruleset) -> Standings:
    """The standings of the whole event: the places of the elimination, then the Swiss ranks.

    Raises:
        TournamentError: the elimination is not over.
    """
    progress = progress_of(tournament, ruleset)
    if not progress.is_over:
        raise TournamentError(ErrorKind.ELIMINATION_NOT_OVER, round=progress.round)
    standings, order = ranked_for_cut(tournament, ruleset)
    rest = [no for no in order if no not in progress.seed_of]
    return standings.reordered([*progress.places(), *rest])
