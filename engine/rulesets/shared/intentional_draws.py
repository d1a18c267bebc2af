"""Results that two players agree on, for rulesets whose document has none of them.

NISEI's policies have intentional draws. No other document has them: there the organizer may allow
them by an option of its own.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from engine.match_format import MatchFormat, Refused
from engine.model import Special
from engine.options import Option, Options
from engine.texts import msg

F = TypeVar("F", bound=MatchFormat)
ALLOWED = "Allowed"
INTENTIONAL_DRAWS = Option(
    "Intentional draws",
    ("None", ALLOWED),
    msg("Whether two players may agree on a draw (ID), in rounds paired from then on."),
    extension=True,
)


def without_intentional_draws(match_format: F, why: str) -> F:
    """The format of a document without intentional draws.

    Args:
        match_format: the format with them.
        why: the reason, with the rule.
    """
    draw = Special.INTENTIONAL_DRAW
    specials = tuple(special for special in match_format.specials if special is not draw)
    text = msg("{special} (intentional draw) is not allowed: {why}")
    refused = Refused(text, why, setting=(INTENTIONAL_DRAWS.name, ALLOWED))
    return replace(match_format, specials=specials, refused={draw: refused})


def with_agreements(match_format: MatchFormat, options: Options) -> MatchFormat:
    """The format with the entries that it refuses, where the organizer allows them."""
    if INTENTIONAL_DRAWS.of(options) != ALLOWED:
        return match_format
    known = {*match_format.specials, *match_format.refused}
    return replace(match_format, specials=tuple(s for s in Special if s in known), refused={})
