"""The rules of card- and board-game tournaments: pairing, scoring and standings.

Pure Python: no files, no clock. Everything is computed from an immutable
:class:`~engine.model.Tournament`. The verbs of the Swiss rounds are :func:`pair` and
:func:`rank`; then come :func:`pair_tiebreaker_round`, :func:`make_cut`, :func:`pair_elimination`
and :func:`final_standings`.
"""

from engine.checks import violations
from engine.elimination.cut import (
    final_standings,
    make_cut,
    pair_elimination,
    pair_tiebreaker_round,
)
from engine.errors import ErrorKind, NoLegalPairing, RuleViolation, TournamentError
from engine.model import (
    Elimination,
    Match,
    Player,
    Progression,
    Round,
    Special,
    Stage,
    Status,
    Tournament,
)
from engine.pairing import Paired, Pairing, Tables
from engine.reasons import Reason
from engine.rounds import pair, pair_some, rank
from engine.ruleset import Ruleset
from engine.rulesets import RULESETS, ruleset_named
from engine.standings import Standings

__all__ = [
    "RULESETS", "Elimination", "ErrorKind", "Match", "NoLegalPairing", "Paired", "Pairing", "Player",
    "Progression", "Reason", "Round", "RuleViolation", "Ruleset", "Special", "Stage", "Standings", "Status",
    "Tables", "Tournament", "TournamentError", "final_standings", "make_cut", "pair", "pair_elimination",
    "pair_some", "pair_tiebreaker_round", "rank", "ruleset_named", "violations",
]  # fmt: skip
