"""Errors: each has a kind and its data; the code that shows it makes the sentence."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any


class ErrorKind(StrEnum):
    """The causes of errors, each with the data of its sentence; a player is given as ``Player``."""

    # the ruleset and the roster
    UNKNOWN_RULESET = "unknown ruleset"  # name, names, similar ("" for none)
    TOO_FEW_PLAYERS = "too few players"  # count, needed, ruleset
    TOO_FEW_FOR_POOLS = "too few players for the pools"  # pools (names), needed
    TOO_FEW_AFTER_PROGRESSION = "too few players after the progression"  # count, points
    # results
    RESULT_MISSING = "result missing"  # stage, round, table
    MATCH_MISSING = "match missing"  # round
    NOT_IN_BRACKET = "match not in the bracket"  # round, table, players
    # pairing some tables again
    ROUND_ROBIN_IN_PART = "round robin paired in part"
    TOO_FEW_AT_TABLES = "too few players at these tables"
    # the cut
    NO_CUT = "no cut"  # ruleset, document
    UNKNOWN_CUT_SIZE = "unknown size of cut"  # size, sizes
    TOO_FEW_FOR_CUT = "too few players for the cut"  # size, count
    NO_TIEBREAKER_ROUND = "no tiebreaker round"  # ruleset
    TIEBREAKER_NOT_NEEDED = "tiebreaker round not needed"  # size
    NO_ELIMINATION = "no elimination"
    ELIMINATION_OVER = "elimination over"  # player
    ELIMINATION_NOT_OVER = "elimination not over"  # round
    # no legal pairing
    ROUND_ROBIN_FINISHED = "round robin finished"  # round, forbidden
    LIBRARY_MISSING = "library missing"  # library, needed (its versions), choice
    LIBRARY_REFUSES = "library finds no pairing"  # library, choice, round, why
    RECORDS_REACHED = "enough wins or losses"  # round
    NO_LEGAL_PAIRING = "no legal pairing"
    # round, count, stuck (players with those whom each could meet), forbidden (who has players
    # whom they must not meet), sides_swapped, dropping_helps
    # a round that breaks a rule
    PAIRED_TWICE = "paired twice"  # player, count, round
    NOT_ACTIVE = "paired, but not active"  # player, round
    NOT_PAIRED = "active, but not paired"  # player, round
    FORBIDDEN_MEETING = "forbidden meeting"  # players, round
    POOLS_MEET = "meeting of two pools"  # players, round
    REMATCH = "rematch"  # players, round, rounds, same_sides
    BOTH_SIT_OUT = "both sit out"  # players, round
    AWARDED_BYE_PAIRED = "awarded bye, but paired"  # player
    TOO_MANY_BYES = "too many byes"  # count, needed (0 or 1), players
    ANOTHER_BYE = "another bye"  # player
    CLUB_MEETING = "meeting of one club"  # tables (pairs of players), needed, round


class TournamentError(Exception):
    """Something that the organizer can mend: a cause with its players, numbers and names."""

    def __init__(self, kind: ErrorKind, **data: object) -> None:
        super().__init__(f"{kind} {data}" if data else kind)
        self.kind = kind
        self.data: Mapping[str, Any] = data


class RuleViolation(TournamentError):
    """A pairing that breaks a rule.

    The ``clause`` is ``""`` where it goes against the organizer's wish, not the document.
    """

    def __init__(self, kind: ErrorKind, clause: str, **data: object) -> None:
        super().__init__(kind, **data)
        self.clause = clause


class NoLegalPairing(TournamentError):
    """No pairing of the round keeps every rule."""
