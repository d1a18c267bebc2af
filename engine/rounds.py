"""Pair a round under any ruleset and check it; rank the players, and cut them between two parts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from engine.checks import violations
from engine.errors import ErrorKind, NoLegalPairing, TournamentError
from engine.model import Tournament
from engine.pairing import Pairing
from engine.pairing.context import RoundContext
from engine.pairing.forbidden import CLUBS, can_be_paired, with_club_reasons
from engine.records import Records
from engine.ruleset import Ruleset
from engine.standings import Standings


def pair(tournament: Tournament, ruleset: Ruleset) -> Pairing:
    """Pair the next Swiss round of an event whose rounds are complete, and check it.

    The same event and seed always give the same pairing.

    Raises:
        NoLegalPairing: no pairing keeps every rule.
        TournamentError: too few players, or a result is missing.
    """
    everyone = len(tournament.active)
    if ruleset.has_ended(tournament):
        raise NoLegalPairing(ErrorKind.RECORDS_REACHED, round=len(tournament.rounds))
    tournament = after_progression(tournament, ruleset)
    count = len(tournament.active)
    needed = 2 if tournament.rounds else ruleset.min_players
    if count < needed <= everyone:
        assert tournament.progression is not None
        points = tournament.progression.points
        raise TournamentError(ErrorKind.TOO_FEW_AFTER_PROGRESSION, count=count, points=points)
    if count < needed:
        data = {"count": count, "needed": needed, "ruleset": ruleset.name}
        raise TournamentError(ErrorKind.TOO_FEW_PLAYERS, **data)
    context = context_of(tournament, ruleset)
    pairing = ruleset.pair(context)
    if context.clubs:
        rule = context.legality.clubs or CLUBS
        pairing = with_club_reasons(pairing, context.clubs, rule)
    return _checked(pairing, tournament, context)


def _checked(pairing: Pairing, before: Tournament, context: RoundContext) -> Pairing:
    """The pairing, if it breaks no rule."""
    tables = [(table.player1, table.player2) for table in pairing.tables]
    for violation in violations(before, tables, context.legality):
        raise violation
    return pairing


def can_go_on(tournament: Tournament, ruleset: Ruleset) -> bool:
    """False if no pairing of the next Swiss round keeps every rule, whatever results are still open.

    Of those of a second day, and of fewer than two before round 1, nothing is known.
    """
    if tournament.progression:
        return True
    tournament = tournament.without(ruleset.finished(tournament))
    if len(tournament.active) < 2:
        return not tournament.rounds
    legality = ruleset.legality(tournament)
    if legality.round_robin:
        return ruleset.rounds_left(tournament) != 0
    return can_be_paired(tournament, legality)


def context_of(
    tournament: Tournament, ruleset: Ruleset, among: Collection[int] | None = None
) -> RoundContext:
    """The event as the ruleset's pairing method is given it; ``among`` as for :func:`pair_some`."""
    standings, planned = rank(tournament, ruleset), ruleset.planned_rounds(tournament)
    return RoundContext(tournament, standings, planned, ruleset.legality(tournament), among)


def pair_some(tournament: Tournament, ruleset: Ruleset, among: Collection[int]) -> Pairing:
    """Pair some of the players of the next Swiss round among themselves, as if they were alone.

    Every round so far must be complete; ``among`` has the numbers of the players, at least two.

    Raises:
        NoLegalPairing: no pairing of these players keeps every rule.
        TournamentError: too few players, or a round robin, in which each table follows from the others.
    """
    if ruleset.legality(tournament).round_robin:
        raise TournamentError(ErrorKind.ROUND_ROBIN_IN_PART)
    if len(among) < 2:
        raise TournamentError(ErrorKind.TOO_FEW_AT_TABLES)
    context = context_of(tournament, ruleset, among)
    playing = tournament.without(tournament.by_no.keys() - set(among))
    return _checked(ruleset.pair(context), playing, context)


def rank(tournament: Tournament, ruleset: Ruleset) -> Standings:
    """The standings after all rounds of the tournament; dropped players stay ranked.

    Raises:
        TournamentError: a result is missing.
    """
    records = Records(tournament, ruleset.format(tournament.options))
    tiebreaks = ruleset.tiebreaks(tournament.options, records.rounds)
    pools = ruleset.pools(tournament)
    return Standings(records, tiebreaks, starting_over=ruleset.starting_over, pools=pools)


def out_by_progression(tournament: Tournament, ruleset: Ruleset) -> frozenset[int]:
    """The players with too few points to go on; nobody before the progression.

    Rule: OP, Event structure: Record-based Progression Cut.
    """
    progression = tournament.progression
    if progression is None or len(tournament.rounds) < progression.rounds:
        return frozenset()
    until_then = replace(tournament, rounds=tournament.rounds[: progression.rounds])
    of = Records(until_then, ruleset.format(until_then.options)).of
    return frozenset(no for no, record in of.items() if record.points < progression.points)


def after_progression(tournament: Tournament, ruleset: Ruleset) -> Tournament:
    """The event with only those active who go on: all, before a progression or enough wins or losses."""
    out = out_by_progression(tournament, ruleset) | ruleset.finished(tournament)
    return tournament.without(out) if out else tournament
