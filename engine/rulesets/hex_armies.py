"""Neuroshima Hex, Portalcon 2022: the report of a match, every player's armies, and their faults."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from engine.draws import Draws
from engine.elimination.progress import winner_of
from engine.formats import Headquarters
from engine.formats.elimination import AsInSwiss
from engine.formats.headquarters import fields_of
from engine.model import Elimination, Match, Player, Round, Stage, Status, Tournament
from engine.roster import ArmyList, Finding, FindingKind, RosterField, Task, TaskKind
from engine.rulesets.shared import without_intentional_draws
from engine.texts import msg

# 3.1 Armies that may be played
ARMIES = (
    "Beasts", "Borgo", "Dancer", "Death Breath", "Hegemonia", "Iron Gang", "Mephisto",
    "Missisipi", "Moloch", "Neodżungla", "Nowy Jork", "Posterunek", "Sand Runners", "Sharrash",
    "Smart", "Stalowa Policja", "Tryglodyci", "Uranopolis", "Vegas",
)  # fmt: skip

# 4.1 Points and the difference of the headquarters, 4.2 bye
SEVERAL_OBJECTS, MOST_DIFFERENCE = "Dancer", 20
MATCH_FORMAT = without_intentional_draws(
    Headquarters(fields=fields_of(ARMIES), most=MOST_DIFFERENCE),
    msg("the document has none, the headquarters decide (HEX 4.1)"),
)

# 4.6 Single elimination: reported as in the Swiss rounds
FINALS_FORMAT = AsInSwiss(fields=MATCH_FORMAT.fields, swiss=MATCH_FORMAT)

# 5.1 to 5.5 Armies
MOST_ARMIES = 5
FIELDS = tuple(f"Army {n}" for n in range(1, MOST_ARMIES + 1))
FINAL_ARMIES = {4: 3, 8: 4, 16: 5}
"""The armies that each player chooses for the finals, by the size of the cut. Rule: HEX 5.3."""
FINAL_FIELDS = tuple(f"Final army {n}" for n in range(1, 5))
BEGINNER = "Beginner"
BASIC_ARMIES = ("Borgo", "Hegemonia", "Moloch", "Posterunek")


def registered_armies(player: Player) -> tuple[str, ...]:
    """The armies that a player may use; a beginner's are the four basic ones. Rule: HEX 5.1."""
    if is_beginner(player):
        return BASIC_ARMIES
    return tuple(armies_in(player, FIELDS).values())


# 3.2, 5.1 Exchangeable tokens
EXCHANGEABLE_FIELD = "Exchangeable token"
EXCHANGEABLE = {"Hak": "Iron Gang"}
"""The tokens that may be exchanged, with the army that each belongs to. Rule: HEX 3.2."""
ROSTER_FIELDS = (
    *(RosterField(field, ARMIES) for field in FIELDS),
    RosterField(BEGINNER, ("Yes",)),
    RosterField(EXCHANGEABLE_FIELD, tuple(EXCHANGEABLE)),
    *(RosterField(field, ARMIES) for field in FINAL_FIELDS),
)


def is_beginner(player: Player) -> bool:
    """True for a player who has the basic armies from the organizer. Rule: HEX 5.1."""
    return player.details.get(BEGINNER, "") != ""


def armies_in(player: Player, fields: Sequence[str]) -> dict[str, str]:
    """The armies that a player has in some fields, by field."""
    return {field: army for field in fields if (army := player.details.get(field, ""))}


def final_armies(player: Player, size: int) -> tuple[str, ...]:
    """The armies for the finals: those chosen, else all registered ones. Rule: HEX 5.3."""
    if FINAL_ARMIES[size] == MOST_ARMIES:
        return registered_armies(player)
    return tuple(armies_in(player, FINAL_FIELDS).values()) or registered_armies(player)


def armies_played(match: Match) -> Iterator[tuple[int, str, str]]:
    """Each player of a match, the field of their army, and the army."""
    for side, no in enumerate((match.player1, match.player2), 1):
        army = str(match.result[side + 1]) if len(match.result) > side + 1 else ""
        if army and no is not None:
            yield no, f"Army {side}", army


def army_lists(tournament: Tournament, planned: int) -> list[ArmyList]:
    """Everybody's armies: registered, played, chosen, left. Rule: HEX 5.1, 5.2, 5.3, 5.5."""
    used: dict[int, dict[str, tuple[str, ...]]] = {}
    for round_ in tournament.all_rounds:
        label = f"{'R' if round_.stage is Stage.SWISS else 'F'}{round_.number}"
        for match in round_.matches:
            for no, _, army in armies_played(match):
                of_player = used.setdefault(no, {})
                of_player[army] = (*of_player.get(army, ()), label)
    return [
        _army_list(tournament, player, used.get(player.no, {}), planned)
        for player in tournament.players
    ]


def _army_list(
    tournament: Tournament, player: Player, used: Mapping[str, tuple[str, ...]], planned: int
) -> ArmyList:
    registered, finals = registered_armies(player), tournament.elimination
    whole = ArmyList(player.no, registered, used, token=player.details.get(EXCHANGEABLE_FIELD, ""))
    if player.status is not Status.ACTIVE or (finals and not _plays_on(finals, player.no)):
        return whole
    if finals:
        size = len(finals.seeds)
        may, stage = final_armies(player, size), "F"
        chosen = tuple(armies_in(player, FINAL_FIELDS).values())
        whole = whole._replace(chosen=chosen, todo=_to_choose(player, size))
    else:
        may, stage = registered, "R"
        whole = whole._replace(todo=_to_register(player, registered))
    played = {army for army, at in used.items() if any(label[0] == stage for label in at)}
    if is_beginner(player) and not finals and len(tournament.rounds) >= planned:
        last = f"R{len(tournament.rounds)}"  # in which one army may be repeated
        may, played = (() if any(last in at for at in used.values()) else may), set()
    return whole._replace(free=tuple(army for army in may if army not in played))


def _plays_on(finals: Elimination, no: int) -> bool:
    """True if a player is still in the finals, and these are not over."""
    if not finals.rounds:
        return no in finals.seeds
    newest, seed_of = finals.rounds[-1], {seed: n for n, seed in enumerate(finals.seeds, 1)}
    is_last = 2**newest.number >= len(finals.seeds)
    match = next((m for m in newest.matches if no in (m.player1, m.player2)), None)
    if match is None:
        return False
    winner = winner_of(match, seed_of, FINALS_FORMAT)
    return winner is None or (winner == no and not is_last)


def _to_register(player: Player, registered: Sequence[str]) -> Task | None:
    """The task to register the armies that are missing. Rule: HEX 5.1."""
    missing = 0 if is_beginner(player) else MOST_ARMIES - len(registered)
    return Task(TaskKind.REGISTER, missing, is_more=bool(registered)) if missing > 0 else None


def _to_choose(player: Player, size: int) -> Task | None:
    """The task to choose the armies that are missing for the finals. Rule: HEX 5.3."""
    wanted, chosen = FINAL_ARMIES[size], len(armies_in(player, FINAL_FIELDS))
    if wanted == MOST_ARMIES or chosen >= wanted:
        return None
    return Task(TaskKind.CHOOSE, wanted - chosen, is_more=bool(chosen))


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
    """Faults of the armies of one stage: each army once, out of those that may be played.

    Where nothing is known of a player's armies, any may be played.
    """
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
    """Faults of an army played, ``before`` in a round that counts against it, 0 for none."""
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
