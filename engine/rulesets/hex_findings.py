"""Neuroshima Hex, Portalcon 2022: faults of the armies registered, chosen and played."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from engine.draws import Draws
from engine.model import Match, Player, Round, Stage, Tournament
from engine.roster import Finding, FindingKind
from engine.rulesets.hex_armies import (
    BASIC_ARMIES,
    BEGINNER,
    EXCHANGEABLE,
    EXCHANGEABLE_FIELD,
    FIELDS,
    FINAL_ARMIES,
    FINAL_FIELDS,
    MOST_ARMIES,
    MOST_DIFFERENCE,
    SEVERAL_OBJECTS,
    armies_in,
    armies_played,
    final_armies,
    is_beginner,
    registered_armies,
)


def findings(tournament: Tournament, planned: int) -> Iterator[Finding]:
    """Faults of the armies, registered or played. Rule: HEX 3.1, 5.1, 5.2, 5.3, 5.5."""
    for player in tournament.players:
        yield from _registered(player)
        yield from _token(player)
    registered = {player.no: registered_armies(player) for player in tournament.players}
    beginners = {player.no for player in tournament.players if is_beginner(player)}
    yield from _of_a_stage(tournament.rounds, registered, beginners, planned)
    yield from _same_army(tournament.rounds, tournament.seed)
    if tournament.elimination:
        seeds = tournament.elimination.seeds
        for no in seeds:
            yield from _chosen(tournament.by_no[no], len(seeds))
        chosen = {no: final_armies(tournament.by_no[no], len(seeds)) for no in seeds}
        yield from _of_a_stage(tournament.elimination.rounds, chosen, set(), planned)
        yield from _same_army(tournament.elimination.rounds, tournament.seed)


def _registered(player: Player) -> Iterator[Finding]:
    """Faults of the armies registered. Rule: HEX 5.1."""
    no, armies = player.no, armies_in(player, FIELDS)
    repeated = _repeated(armies)
    for field, army in armies.items():
        data = {"army": army}
        if field in repeated:
            yield Finding(FindingKind.ARMY_TWICE, no, field, "HEX 5.1", data)
        elif is_beginner(player) and army not in BASIC_ARMIES:
            data |= {"basic": ", ".join(BASIC_ARMIES), "field": BEGINNER}
            yield Finding(FindingKind.NOT_BASIC, no, field, "HEX 5.1", data)
    if 0 < len(armies) < MOST_ARMIES and not is_beginner(player):
        blank = next(field for field in FIELDS if field not in armies)
        counts = {"count": len(armies), "most": MOST_ARMIES}
        yield Finding(FindingKind.FEW_ARMIES, no, blank, "HEX 5.1", counts, must=False)


def _token(player: Player) -> Iterator[Finding]:
    """A token without its army. Rule: HEX 3.2, 5.1."""
    token, armies = player.details.get(EXCHANGEABLE_FIELD, ""), registered_armies(player)
    army = EXCHANGEABLE.get(token)
    if army and armies and army not in armies:
        data = {"token": token, "army": army}
        yield Finding(FindingKind.MISSING_ARMY, player.no, EXCHANGEABLE_FIELD, "HEX 3.2", data)


def _chosen(player: Player, size: int) -> Iterator[Finding]:
    """Faults of the armies chosen for the finals. Rule: HEX 5.3."""
    no, armies, rule = player.no, armies_in(player, FINAL_FIELDS), "HEX 5.3"
    registered, wanted, repeated = registered_armies(player), FINAL_ARMIES[size], _repeated(armies)
    for field, army in armies.items():
        if field in repeated:
            yield Finding(FindingKind.CHOSEN_TWICE, no, field, rule, {"army": army})
        elif registered and army not in registered:
            data = {"army": army, "armies": ", ".join(registered)}
            yield Finding(FindingKind.CHOSEN_UNREGISTERED, no, field, rule, data)
    counts = {"count": len(armies), "wanted": wanted, "size": size}
    if len(armies) > wanted:
        yield Finding(FindingKind.TOO_MANY_CHOSEN, no, [*armies][-1], rule, counts)
    elif 0 < len(armies) < wanted < len(registered):
        blank = next(field for field in FINAL_FIELDS if field not in armies)
        yield Finding(FindingKind.FEW_CHOSEN, no, blank, rule, counts, must=False)


def _repeated(armies: Mapping[str, str]) -> Collection[str]:
    """The fields whose army is in an earlier field as well."""
    first: dict[str, str] = {}
    return [field for field, army in armies.items() if first.setdefault(army, field) != field]


def _of_a_stage(
    rounds: Sequence[Round],
    armies: Mapping[int, Sequence[str]],
    beginners: AbstractSet[int],
    planned: int,
) -> Iterator[Finding]:
    """Faults of the armies of one stage: each army once, out of those that may be played."""
    used: dict[tuple[int, str], int] = {}
    for round_ in rounds:
        for match in round_.matches:
            yield from _endurance(match, round_)
            for no, field, army in armies_played(match):
                may_repeat = no in beginners and round_.number >= planned
                before = 0 if may_repeat else used.get((no, army), 0)
                yield from _played((no, field, army), round_, armies.get(no, ()), before)
                used.setdefault((no, army), round_.number)


def _played(
    played: tuple[int, str, str], round_: Round, armies: Sequence[str], before: int
) -> Iterator[Finding]:
    """Faults of an army as it was played: by whom, in which field.

    ``armies`` are those that the player may play, none where they are not known; ``before`` is the
    round in which it has been played already, 0 for none, or where that is allowed.
    """
    no, field, army = played
    number, stage = round_.number, round_.stage
    in_finals = stage is not Stage.SWISS
    if armies and army not in armies:
        kind = FindingKind.PLAYED_UNCHOSEN if in_finals else FindingKind.PLAYED_UNREGISTERED
        data = {"army": army, "armies": ", ".join(armies)}
        yield Finding(kind, no, field, "HEX 5.5", data, number, stage)
    if before:
        kind = FindingKind.PLAYED_AGAIN_IN_FINALS if in_finals else FindingKind.PLAYED_AGAIN
        yield Finding(kind, no, field, "HEX 5.2", {"army": army, "before": before}, number, stage)


def _endurance(match: Match, round_: Round) -> Iterator[Finding]:
    """More endurance than a headquarters has, of an army that has only one. Rule: HEX 4.1."""
    armies = {field: army for _, field, army in armies_played(match)}
    players = (match.player1, match.player2)
    for side, (no, left) in enumerate(zip(players, match.result[:2], strict=False), 1):
        is_too_much = isinstance(left, int) and left > MOST_DIFFERENCE
        if no is not None and is_too_much and armies.get(f"Army {side}") != SEVERAL_OBJECTS:
            data = {"left": left, "most": MOST_DIFFERENCE, "army": SEVERAL_OBJECTS}
            at = (f"HQ {side}", "HEX 4.1", data, round_.number, round_.stage)
            yield Finding(FindingKind.TOO_MUCH_LEFT, no, *at, must=False)


def _same_army(rounds: Sequence[Round], seed: str) -> Iterator[Finding]:
    """Two who have shown the same army first: it is drawn who changes. Rule: HEX 5.5 (1)."""
    for round_ in rounds:
        for match in round_.matches:
            played = list(armies_played(match))
            armies = {army for _, _, army in played}
            if len(played) == 2 and len(armies) == 1:
                drawn = second_army(match, round_, seed)
                field = next(field for no, field, _ in played if no == drawn)
                at = (field, "HEX 5.5", {"army": armies.pop()}, round_.number, round_.stage)
                yield Finding(FindingKind.SAME_ARMY, drawn, *at)


def second_army(match: Match, round_: Round, seed: str) -> int:
    """Draw for the two and the round alone whose the second army is. Rule: HEX 5.5 (1)."""
    both = sorted(match.players)
    of = "" if round_.stage is Stage.SWISS else ", finals"
    return Draws(seed, f"same army{of}: {both}", round_.number).one_of(both)
