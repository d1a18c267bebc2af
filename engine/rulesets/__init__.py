"""The written rulesets, one file each; a new one is added to ``RULESETS``."""

from __future__ import annotations

from difflib import get_close_matches

from engine.errors import ErrorKind, TournamentError
from engine.own.ruleset import OWN
from engine.ruleset import Ruleset
from engine.rulesets.hex import HEX
from engine.rulesets.nisei_amalfi import NISEI_AMALFI
from engine.rulesets.nisei_single_sided import NISEI_SINGLE_SIDED
from engine.rulesets.nisei_swiss import NISEI_SWISS
from engine.rulesets.ntp import NTP
from engine.rulesets.nts import NTS
from engine.rulesets.trc import TRC

RULESETS: dict[str, Ruleset] = {
    ruleset.name: ruleset
    for ruleset in (NISEI_SWISS, NISEI_AMALFI, NISEI_SINGLE_SIDED, TRC, NTP, NTS, HEX, OWN)
}


def ruleset_named(name: str) -> Ruleset:
    """The ruleset of that name.

    Raises:
        TournamentError: there is none.
    """
    try:
        return RULESETS[name.strip().lower()]
    except KeyError:
        like = get_close_matches(name.strip().lower(), RULESETS, 1)
        raise TournamentError(
            ErrorKind.UNKNOWN_RULESET,
            name=name,
            names=tuple(RULESETS),
            similar=like[0] if like else "",
        ) from None
