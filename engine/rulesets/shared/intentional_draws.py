"""Results that two players agree on, for rulesets whose document has none of them.

NISEI's policies have intentional draws. No other document has them: there the organizer may allow
them by an option of its own.
"""

from __future__ import annotations

from dataclasses import replace

from engine.match_format import Barred, MatchFormat
from engine.model import Special
from engine.options import Option, Options

ALLOWED = "Allowed"
INTENTIONAL_DRAWS = Option(
    "Intentional draws",
    ("None", ALLOWED),
    "Whether two players may agree on a draw: ID in Special, in rounds paired from then on.",
    extension=True,
)


def without_intentional_draws(match_format: MatchFormat, why: str) -> MatchFormat:
    """The format as a document has it that knows no intentional draws.

    Args:
        match_format: the format with them.
        why: what the document says of them, with the rule, for the message.
    """
    draw = Special.INTENTIONAL_DRAW
    specials = tuple(special for special in match_format.specials if special is not draw)
    barred = Barred(
        f"{draw} (intentional draw) is not allowed: {why}",
        "clear it, and type what was played",
        (INTENTIONAL_DRAWS.name, ALLOWED),
    )
    return replace(match_format, specials=specials, barred={draw: barred})


def with_agreements(match_format: MatchFormat, options: Options) -> MatchFormat:
    """The format with what is barred in it, where the organizer allows that."""
    if INTENTIONAL_DRAWS.of(options) != ALLOWED:
        return match_format
    known = {*match_format.specials, *match_format.barred}
    return replace(match_format, specials=tuple(s for s in Special if s in known), barred={})
