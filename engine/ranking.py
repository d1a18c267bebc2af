"""Rank the players by a ruleset's points and tiebreaks, and cut them by points between two parts."""

from __future__ import annotations

from dataclasses import replace

from engine.model import Status, Tournament
from engine.records import Records
from engine.ruleset import Ruleset
from engine.standings import Standings


def rank(tournament: Tournament, ruleset: Ruleset) -> Standings:
    """The standings after all rounds of the tournament; dropped players stay ranked.

    Raises:
        TournamentError: a result is missing.
    """
    records = Records(tournament, ruleset.format(tournament.options))
    tiebreaks = ruleset.tiebreaks(tournament.options, records.rounds)
    return Standings(records, tiebreaks, starting_over=ruleset.starting_over)


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
    """The event with only those active who go on; unchanged before the progression."""
    out = out_by_progression(tournament, ruleset)
    players = tuple(
        replace(p, status=Status.DROPPED) if p.no in out else p for p in tournament.players
    )
    return replace(tournament, players=players) if out else tournament
