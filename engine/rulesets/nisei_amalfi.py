"""NISEI Organized Play Policies 1.4, Appendix 1: Amalfi Swiss pairing.

Everything but the pairing from round 3 on is as in double-sided Swiss. Readings:

- Rounds remaining include the round being paired; beyond the planned rounds it is one.
- Where the wanted rank does not exist or is taken, the nearest free one: one lower, one higher,
  two lower, ...
- "If a cut is eliminated, an extra round should be added": that is the organizer's choice, in
  the setting ``Rounds``.
"""

from __future__ import annotations

from dataclasses import replace

from engine.pairing import Pairing, Reason
from engine.pairing.amalfi import pair_amalfi
from engine.pairing.situation import Situation
from engine.pairing.swiss import apart_from_byes, pair_swiss
from engine.rulesets.nisei_swiss import CLAUSE, NISEI_SWISS

AMALFI = "OP, Appendix 1: Amalfi"
ROUNDS_AS_NORMAL = 2


def pair(situation: Situation) -> Pairing:
    """Pair two rounds as normal, then by ranks. Rule: OP, Appendix 1: Amalfi Swiss Pairing."""
    if situation.round <= ROUNDS_AS_NORMAL:
        return pair_swiss(situation, CLAUSE)
    players, byes = apart_from_byes(situation, CLAUSE)
    apart = situation.rounds_left
    tables = pair_amalfi(players, apart, situation, AMALFI)
    note = Reason(
        AMALFI,
        f"rounds left, this one included: {apart}; opponents are as many ranks apart, counted among those who play",
    )
    return Pairing(situation.round, (*tables, *byes), (note,))


NISEI_AMALFI = replace(
    NISEI_SWISS,
    name="nisei-amalfi",
    title="NISEI double-sided Swiss, Amalfi pairing",
    document="NISEI Organized Play Policies 1.4, Appendix 1",
    pair=pair,
)
