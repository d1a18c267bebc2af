"""The written rulesets, one file each; a new one is added to ``RULESETS``."""

from __future__ import annotations

from engine.errors import TournamentError
from engine.ruleset import Ruleset
from engine.rulesets.nisei_swiss import NISEI_SWISS

RULESETS: dict[str, Ruleset] = {ruleset.name: ruleset for ruleset in (NISEI_SWISS,)}


def ruleset_named(name: str) -> Ruleset:
    """The ruleset of that name.

    Raises:
        TournamentError: there is none; the message lists those that there are.
    """
    try:
        return RULESETS[name.strip().lower()]
    except KeyError:
        message = f"There is no ruleset {name!r}; choose one of: {', '.join(RULESETS)}."
        raise TournamentError(message) from None
