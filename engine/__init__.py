"""The rules of card- and board-game tournaments: pairing, scoring and standings.

Pure Python: no files, no clock, no spreadsheet. Everything is computed from an immutable
:class:`~engine.model.Tournament`; the two verbs are :func:`pair` and :func:`rank`.
"""

from engine.errors import NoLegalPairing, RuleViolation, TournamentError
from engine.model import Match, Player, Round, Special, Stage, Status, Tournament
from engine.pairing import Paired, Pairing, Reason
from engine.rounds import pair
from engine.ruleset import Ruleset
from engine.rulesets import RULESETS, ruleset_named
from engine.standings import Standing, Standings, rank

__all__ = [
    "RULESETS",
    "Match",
    "NoLegalPairing",
    "Paired",
    "Pairing",
    "Player",
    "Reason",
    "Round",
    "RuleViolation",
    "Ruleset",
    "Special",
    "Stage",
    "Standing",
    "Standings",
    "Status",
    "Tournament",
    "TournamentError",
    "pair",
    "rank",
    "ruleset_named",
]
