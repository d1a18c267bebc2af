"""Swiss rounds by score groups: byes set aside, then the groups paired."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from engine.pairing import Paired, Pairing, Reason, told_points
from engine.pairing.byes import How, awarded_byes, bye_for_odd
from engine.pairing.context import RoundContext
from engine.pairing.group_reasons import Group, Rules
from engine.pairing.legality import Barred
from engine.pairing.score_groups import pair_score_groups
from engine.records import exact


class SwissRules(NamedTuple):
    """What the explanations of Swiss rounds cite.

    Args:
        first_round: the rule that draws round 1.
        groups: the rule that pairs players with equal points later.
        rematch: the rule against a second meeting.
        bye: the rule that says who sits out.
    """

    first_round: str
    groups: str
    rematch: str
    bye: str

    @classmethod
    def all_in(cls, rule: str) -> SwissRules:
        """Where the document has them all under one number."""
        return cls(rule, rule, rule, rule)


def pair_swiss(
    context: RoundContext,
    rules: SwissRules,
    later_bye: str = "the lowest-ranked player who has not had one",
    *,
    second_bye: bool = False,
) -> Pairing:
    """Pair the round: at random in round 1, then at random within groups of equal points.

    Args:
        context: the event.
        rules: what the explanations cite.
        later_bye: who has the bye after round 1, for the explanation.
        second_bye: whether the lowest-ranked player has it even again.

    Raises:
        NoLegalPairing: no pairing keeps every rule.

    Rule: OP, Event structure; HEX 4.4.
    """
    players, byes = apart_from_byes(context, rules.bye, later_bye, second_bye=second_bye)
    of = context.records.of
    groups = [
        Group(exact(level, of[members[0]].denominator), members)
        for level, found in groupby(players, key=lambda no: of[no].units)
        for members in [list(found)]
    ]
    is_first = context.round == 1
    label = "first round" if is_first else None
    rule = rules.first_round if is_first else rules.groups
    cited = Rules(rule, rules.rematch)
    tables = pair_score_groups(groups, context.barred, context.draws, cited, label, context.bar)
    place = {no: position for position, no in enumerate(context.ranked)}
    tables.sort(key=lambda paired: place[paired.player1])
    sizes = ", ".join(f"{len(group.players)} with {told_points(group.points)}" for group in groups)
    notes = (Reason(rule, f"groups to pair: {sizes}"),) if groups else ()
    return Pairing(context.round, (*tables, *byes), notes)


def without_awarded_byes(context: RoundContext, rule: str) -> tuple[list[Paired], list[int]]:
    """The awarded byes of round 1, and everyone else, best ranked first."""
    awarded = awarded_byes(context, rule)
    apart = {paired.player1 for paired in awarded}
    return awarded, [no for no in context.ranked if no not in apart]


def apart_from_byes(
    context: RoundContext,
    rule: str,
    later: str = "the lowest-ranked player who has not had one",
    *,
    barred: Barred | None = None,
    second_bye: bool = False,
) -> tuple[list[int], list[Paired]]:
    """Who is to be paired, and who sits out: an odd number's bye, then awarded ones.

    The bye is drawn in round 1; later it is the lowest-ranked player's.

    Args:
        context: the event.
        rule: what the explanations cite.
        later: who has the bye after round 1, for the explanation.
        barred: who may not meet whom, if not as the context has it.
        second_bye: whether the lowest-ranked player has it even again.

    Raises:
        NoLegalPairing: no pairing keeps every rule.

    Rule: OP, Event structure; HEX 4.4; TRC 2.3.6.
    """
    awarded, players = without_awarded_byes(context, rule)
    if context.round == 1:
        odd = "an odd number of players without byes"
        how = How(f"{odd}, drawn at random in round 1", f"{odd}, and nobody else can sit out")
        order = context.draws.shuffled(players) if len(players) % 2 else []
    else:
        how, order = How(later), list(reversed(players))
    bye = bye_for_odd(
        context,
        players,
        rule,
        how,
        order=order,
        barred=barred,
        second_bye=second_bye,
    )
    if bye is None:
        return players, awarded
    return [no for no in players if no != bye.player1], [bye, *awarded]


def pair_at_random(context: RoundContext, players: Sequence[int], rule: str) -> list[Paired]:
    """A first round drawn at random.

    Rule: TRC 2.3; NTS, Swiss system.
    """
    groups = [Group(0, players)] if players else []
    label = "first round"
    cited = Rules(groups=rule, rematch=rule)
    return pair_score_groups(groups, context.barred, context.draws, cited, label, context.bar)
