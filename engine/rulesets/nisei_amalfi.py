"""NISEI Organized Play Policies 1.4, Appendix 1: Amalfi Swiss pairing.

The document has this as a variant of double-sided Swiss: everything but the pairing from round 3 on is as
in ``nisei_swiss.py``. Readings:

- Rounds remaining include the round being paired; beyond the planned rounds it is one.
- Where the wanted rank does not exist or is taken, the nearest free one: one lower, one higher,
  two lower, ...
- "If a cut is eliminated, an extra round should be added for every round of play": where a cut is
  suggested and the organizer sets ``Cut`` to none, there are twice as many rounds as suggested,
  about as many as the Swiss rounds and the double elimination have together. ``Rounds`` is for
  whoever wants another number. Where none is suggested, none is left out.
"""

from __future__ import annotations

from dataclasses import replace

from engine.pairing import Pairing
from engine.pairing.amalfi import pair_amalfi
from engine.pairing.context import RoundContext
from engine.pairing.swiss import apart_from_byes, pair_swiss
from engine.reasons import Kind, Reason
from engine.ruleset import Suggestion
from engine.rulesets.nisei_swiss import NISEI_SWISS, SWISS
from engine.texts import msg

AMALFI = "OP, Appendix 1: Amalfi"
ROUNDS_AS_NORMAL = 2


def pair(context: RoundContext) -> Pairing:
    """Pair two rounds as normal, then by ranks. Rule: OP, Appendix 1: Amalfi Swiss Pairing."""
    if context.round <= ROUNDS_AS_NORMAL:
        _, extra = NISEI_AMALFI.extra_rounds(context.tournament)
        pairing = pair_swiss(context, SWISS)
        if extra and context.round == 1:
            pairing = replace(pairing, notes=(*pairing.notes, extra))
        return pairing
    players, byes = apart_from_byes(context, SWISS.bye)
    left = context.rounds_left
    tables = pair_amalfi(players, left, context, AMALFI)
    text = msg(
        "rounds left, this one included: {rounds}; opponents are as many ranks apart, counted among those "
        "who play"
    )
    note = Reason(Kind.ROUNDS, AMALFI, text, values={"rounds": left})
    return Pairing(context.round, (*tables, *byes), (note,))


def without_cut(suggestion: Suggestion) -> tuple[int, Reason]:
    """An extra round for every round of play. Rule: OP, Appendix 1: Amalfi Swiss Pairing."""
    rounds = suggestion.rounds
    text = msg("no cut, so an extra round for each of the {suggested} suggested: {rounds} rounds")
    values = {"suggested": rounds, "rounds": 2 * rounds}
    return rounds, Reason(Kind.ROUNDS, AMALFI, text, values=values)


NISEI_AMALFI = replace(
    NISEI_SWISS,
    name="nisei-amalfi",
    title="Netrunner (NISEI, 2022), double-sided Swiss, Amalfi pairing",
    formerly="NISEI double-sided Swiss, Amalfi pairing",
    document="NISEI Organized Play Policies 1.4, Appendix 1",
    pair=pair,
    without_cut=without_cut,
)
