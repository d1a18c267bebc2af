"""Rank the players by a ruleset's points and tiebreaks."""

from __future__ import annotations

from engine.model import Tournament
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
