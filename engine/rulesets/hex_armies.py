"""Neuroshima Hex, Portalcon 2022: the report of a match, and the armies of every player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.elimination.progress import winner_of
from engine.formats import Headquarters
from engine.formats.elimination import AsInSwiss
from engine.formats.headquarters import fields_of
from engine.lists import ArmyList, Task, TaskKind
from engine.model import Elimination, Match, Player, Stage, Status, Tournament
from engine.roster import RosterField
from engine.rulesets.shared.extensions import without_intentional_draws
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
"""The number of armies that each player chooses for the finals, by the size of the cut. Rule: HEX 5.3."""
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
    finals = tournament.elimination
    rounds = [*tournament.rounds, *(finals.rounds if finals else ())]
    used: dict[int, dict[str, tuple[str, ...]]] = {}
    for round_ in rounds:
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
        whole = whole._replace(
            chosen=tuple(armies_in(player, FINAL_FIELDS).values()), todo=_to_choose(player, size)
        )
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
