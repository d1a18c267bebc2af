"""What can go wrong, typed by cause; every message is written for the organizer."""

from __future__ import annotations


class TournamentError(Exception):
    """Something that the organizer can mend; the message says what and how."""


class RuleViolation(TournamentError):
    """A pairing breaks a rule of the ruleset.

    Args:
        clause: the document and section that is broken, as in ``OP, Event structure``.
        message: what is wrong, in the organizer's words.
    """

    def __init__(self, clause: str, message: str) -> None:
        super().__init__(f"{message} ({clause})")
        self.clause = clause


class NoLegalPairing(TournamentError):
    """No pairing of the round keeps every rule.

    Args:
        message: why, and what can be done.
        conflicts: the players who cannot be placed, each with those whom they could still meet.
    """

    def __init__(self, message: str, conflicts: dict[int, tuple[int, ...]]) -> None:
        super().__init__(message)
        self.conflicts = conflicts
