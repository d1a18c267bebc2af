"""Swiss rounds by score groups: byes set aside, then the groups paired."""

from __future__ import annotations

from itertools import groupby

from engine.pairing import Pairing, Reason
from engine.pairing.byes import awarded_byes, bye_for_odd
from engine.pairing.score_groups import Group, pair_score_groups
from engine.pairing.situation import Situation


def pair_swiss(situation: Situation, rule: str) -> Pairing:
    """Pair the round: at random in round 1, then at random within groups of equal points.

    Args:
        situation: the event.
        rule: what the explanations cite.

    Raises:
        NoLegalPairing: no pairing keeps every rule.

    Rule: OP, Event structure.
    """
    awarded = awarded_byes(situation, rule)
    apart = {paired.player1 for paired in awarded}
    players = [no for no in situation.ranked if no not in apart]
    bye = bye_for_odd(
        situation,
        players,
        rule,
        "an odd number of players without byes, drawn at random in round 1",
        "the lowest-ranked player who has not had one",
    )
    if bye:
        players.remove(bye.player1)
    points = situation.records.of
    groups = [
        Group(level, list(members))
        for level, members in groupby(players, key=lambda no: points[no].points)
    ]
    how = "first round: drawn at random" if situation.round == 1 else None
    tables = pair_score_groups(groups, situation.met, situation.draws, rule, how)
    place = {no: position for position, no in enumerate(situation.ranked)}
    tables.sort(key=lambda paired: place[paired.player1])
    sizes = ", ".join(f"{len(group.players)} on {group.points}" for group in groups)
    notes = (Reason(rule, f"groups to pair (players on points): {sizes}"),) if groups else ()
    return Pairing(situation.round, (*tables, *([bye] if bye else []), *awarded), notes)
