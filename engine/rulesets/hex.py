"""Neuroshima Hex, open tournament of Portalcon 2022.

The section numbers are the document's (Polish). Readings, where it is open:

- 4.1: the result is the endurance that both headquarters have left; the higher wins. The
  difference counts 20 at most, whether or not armies are typed: a headquarters has 20, and only the
  objects of the army Dancer could add up to more. So 25 to 10 counts 15.
- 4.2: an absent opponent is like a bye, and -7 for whoever is absent.
- 4.4: players with like points are paired as in OP's score groups. The document does not forbid a
  second bye: option ``Second bye``. An awarded first-round bye counts as one had.
- 4.4 (II): among exactly two who are level and have met, the winner of that match; else by lot.
- 5.1 to 5.5: armies are checked as far as they are typed; a match counts without them.
- 5.5 (1): who plays the second army is drawn once both have shown the same one, never before: it is
  typed for both, and the message about it says who was drawn.
- 1: four rounds were planned, and the best 4 or 8 go on: 8 of 16 or more, 4 of 8 or more.
- 5.2: so there are five Swiss rounds at most.
- 4.6: an absent player has lost; of two, the lower seed has.
- 5.3: as many armies as rounds and one more, so all five for a top 16. Whoever has chosen none may
  play any of the registered ones.
- 6: whoever loses a game by the rules is like an absent player: no headquarters are counted.
- 7: who declines the cut is placed after everybody who plays on, before the rest: the places of a top
  8 are those of its eight players.
- 7: the places 9 to 16 of a top 16 as those of a top 8.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from engine.agreements import INTENTIONAL_DRAWS, with_agreements, without_intentional_draws
from engine.draws import Draws
from engine.elimination.brackets import SINGLE
from engine.elimination.formats import as_in_swiss
from engine.elimination.progress import winner_of
from engine.elimination.rule import Cut
from engine.extensions import LAST_TIEBREAK, last_tiebreaks
from engine.formats import DIFFERENCE, Headquarters, headquarters
from engine.legality import Legality
from engine.lists import ArmyList
from engine.match_format import MatchFormat
from engine.model import Elimination, Match, Player, Round, Stage, Status, Tournament
from engine.options import Option
from engine.pairing import Pairing, Reason
from engine.pairing.context import RoundContext
from engine.pairing.swiss import SwissRules, pair_swiss
from engine.penalties import OTHER, Infraction, Penalty, PenaltyCode
from engine.roster import Finding, RosterColumn
from engine.round_time import TimeCalled
from engine.ruleset import MostRounds, Ruleset, Suggestion
from engine.staff import StaffRule
from engine.tiebreaks import Tiebreak, head_to_head, tally


# 1. The tournament: four Swiss rounds, then the best 4 or 8
def suggest(players: int, _options: Mapping[str, str]) -> Suggestion:
    """Four rounds, and a cut that leaves at least half of the players out. Rule: HEX 1."""
    cut = next((cut for least, cut in ((16, 8), (8, 4)) if players >= least), 0)
    return Suggestion(4, cut)


# 3.1 Armies that may be played
ARMIES = (
    "Beasts", "Borgo", "Dancer", "Death Breath", "Hegemonia", "Iron Gang", "Mephisto",
    "Missisipi", "Moloch", "Neodżungla", "Nowy Jork", "Posterunek", "Sand Runners", "Sharrash",
    "Smart", "Stalowa Policja", "Tryglodyci", "Uranopolis", "Vegas",
)  # fmt: skip

# 4.1 Points and the difference of the headquarters, 4.2 bye
SEVERAL_OBJECTS, MOST_DIFFERENCE = "Dancer", 20
MATCH_FORMAT = without_intentional_draws(
    headquarters(Headquarters(ARMIES, most=MOST_DIFFERENCE)),
    "the document has none, the headquarters decide (HEX 4.1)",
)


def scoring(options: Mapping[str, str]) -> MatchFormat:
    """How a match is scored, with intentional draws where they are allowed. Rule: HEX 4.1."""
    return with_agreements(MATCH_FORMAT, options)


# 4.3 Time
MINUTES = {Stage.SWISS: 45, Stage.ELIMINATION: 55}


def clock(stage: Stage, _options: Mapping[str, str]) -> int | None:
    """Minutes of a round. Rule: HEX 4.3."""
    return MINUTES.get(stage)


TERMINATION = (
    "Whoever is having a turn when time is called finishes it.",
    "If the match is not decided by then, the final battle is fought: its outcome is the result.",
)
TIME_CALLED = {
    Stage.SWISS: TimeCalled("HEX 4.3", TERMINATION),
    Stage.ELIMINATION: TimeCalled(
        "HEX 4.3, 4.1",
        (
            (
                "The document spells out how time ends a match of the Swiss rounds only; the judge says "
                "beforehand whether the same holds here."
            ),
            *TERMINATION,
            "A draw goes to the player ranked higher after the Swiss rounds.",
        ),
    ),
}


# 4.4 Swiss rounds
SECOND_BYE = Option(
    "Second bye",
    ("Allowed", "Avoided"),
    "Whether the player with the fewest points has the bye each time, as written, or only once.",
)


def pair(context: RoundContext) -> Pairing:
    """Pair a Swiss round. Rule: HEX 4.4."""
    allowed = SECOND_BYE.of(context.tournament.options) == "Allowed"
    how = "the fewest points, then the smallest total difference"
    if not allowed:
        how += ", of those who had none"
    return pair_swiss(context, SwissRules.all_in("HEX 4.4"), how, second_bye=allowed)


def legality(tournament: Tournament) -> Legality:
    """No opponent twice. Rule: HEX 4.4."""
    return Legality("HEX 4.4", second_bye=SECOND_BYE.of(tournament.options) == "Allowed")


def tiebreaks(options: Mapping[str, str], _rounds: int) -> tuple[Tiebreak, ...]:
    """Total difference, the match of two who are level, lot. Rule: HEX 4.4 (I, II)."""
    help_ = (
        f"Headquarters' difference of all rounds, {MOST_DIFFERENCE} at most in each, added up; a bye "
        "counts +7."
    )
    return (
        tally("Difference", DIFFERENCE, help_, decimals=0),
        head_to_head(most=2, decimals=0),
        *last_tiebreaks(options),
    )


# 5.1 to 5.5 Armies
MOST_ARMIES = 5
COLUMNS = tuple(f"Army {n}" for n in range(1, MOST_ARMIES + 1))
FINAL_ARMIES = {4: 3, 8: 4, 16: 5}
"""How many armies each player chooses for the finals, by the size of the cut. Rule: HEX 5.3."""
FINAL_COLUMNS = tuple(f"Final army {n}" for n in range(1, 5))
BEGINNER = "Beginner"
BASIC_ARMIES = ("Borgo", "Hegemonia", "Moloch", "Posterunek")


def registered_armies(player: Player) -> tuple[str, ...]:
    """The armies that a player may use; a beginner's are the four basic ones.

    Rule: HEX 5.1.
    """
    if _is_beginner(player):
        return BASIC_ARMIES
    return tuple(army for column in COLUMNS if (army := player.details.get(column, "")))


# 3.2, 5.1 Exchangeable tokens
EXCHANGEABLE_COLUMN = "Exchangeable token"
EXCHANGEABLE = {"Hak": "Iron Gang"}
"""The tokens that may be exchanged, with the army that each belongs to. Rule: HEX 3.2."""


def _token_findings(player: Player) -> Iterator[Finding]:
    """A token without its army. Rule: HEX 3.2, 5.1."""
    token, armies = player.details.get(EXCHANGEABLE_COLUMN, ""), registered_armies(player)
    army = EXCHANGEABLE.get(token)
    if army and armies and army not in armies:
        text = f"{token} belongs to {army}, which is not registered"
        yield Finding(
            player.no, 0, EXCHANGEABLE_COLUMN, text, f"register {army}, or clear this (HEX 3.2)"
        )


def _is_beginner(player: Player) -> bool:
    return player.details.get(BEGINNER, "") != ""


def findings(tournament: Tournament, planned: int) -> Iterator[Finding]:
    """What is wrong with the armies, on the roster and as they were played.

    Rule: HEX 3.1, 5.1, 5.2, 5.3, 5.5.
    """
    for player in tournament.players:
        yield from _roster_findings(player)
        yield from _token_findings(player)
    registered = {player.no: registered_armies(player) for player in tournament.players}
    beginners = {player.no for player in tournament.players if _is_beginner(player)}
    yield from _played_findings(tournament.rounds, registered, beginners, planned)
    yield from _same_army_findings(tournament.rounds, tournament.seed)
    if tournament.elimination:
        seeds = tournament.elimination.seeds
        for no in seeds:
            yield from _final_armies_findings(tournament.by_no[no], len(seeds))
        chosen = {no: final_armies(tournament.by_no[no], len(seeds)) for no in seeds}
        yield from _played_findings(tournament.elimination.rounds, chosen, set(), planned)
        yield from _same_army_findings(tournament.elimination.rounds, tournament.seed)


def _played_findings(
    rounds: Sequence[Round],
    armies: Mapping[int, Sequence[str]],
    beginners: AbstractSet[int],
    planned: int,
) -> Iterator[Finding]:
    """What is wrong with the armies of one stage: each army once, out of those that may be used."""
    used: dict[tuple[int, str], int] = {}
    for round_ in rounds:
        for match in round_.matches:
            found = [*_endurance_findings(match, round_.number)]
            for no, column, army in _played(match):
                found += _match_findings(
                    no, column, army, round_, armies.get(no, ()), used.get((no, army), 0),
                    repeats=no in beginners and round_.number >= planned,
                )  # fmt: skip
                used.setdefault((no, army), round_.number)
            yield from (finding._replace(stage=round_.stage) for finding in found)


def second_army(match: Match, round_: Round, seed: str) -> int:
    """Who of two players plays the second army, as both have noted the same one first.

    The draw depends on the two players and the round alone, so it can be repeated at any time.

    Rule: HEX 5.5 (1).
    """
    both = sorted(no for no in (match.player1, match.player2) if no is not None)
    of = "" if round_.stage is Stage.SWISS else ", finals"
    return Draws(seed, f"same army{of}: {both}", round_.number).one_of(both)


def _same_army_findings(rounds: Sequence[Round], seed: str) -> Iterator[Finding]:
    """Where both have noted the same army first: it is drawn, after they have shown it, who changes.

    Rule: HEX 5.5 (1).
    """
    for round_ in rounds:
        for match in round_.matches:
            armies = {army for _, _, army in _played(match)}
            typed = [(no, column) for no, column, _ in _played(match)]
            if len(typed) == 2 and len(armies) == 1:
                drawn = second_army(match, round_, seed)
                column = next(column for no, column in typed if no == drawn)
                text = f"both noted {armies.pop()} first; drawn to play the second army"
                remedy = "type the army noted second (HEX 5.5)"
                yield Finding(drawn, round_.number, column, text, remedy, round_.stage)


def _roster_findings(player: Player) -> Iterator[Finding]:
    typed = [(c, army) for c in COLUMNS if (army := player.details.get(c, ""))]
    for i, (column, army) in enumerate(typed):
        if any(army == other for _, other in typed[:i]):
            remedy = "register different armies (HEX 5.1)"
            yield Finding(player.no, 0, column, f"{army} is registered twice", remedy)
        elif _is_beginner(player) and army not in BASIC_ARMIES:
            remedy = f"choose from {', '.join(BASIC_ARMIES)}, or clear {BEGINNER} (HEX 5.1)"
            yield Finding(
                player.no, 0, column, f"a beginner has the basic armies, not {army}", remedy
            )
    if 0 < len(typed) < MOST_ARMIES and not _is_beginner(player):
        text = f"{len(typed)} of {MOST_ARMIES} armies are registered (HEX 5.1)"
        blank = next(column for column in COLUMNS if not player.details.get(column))
        yield Finding(player.no, 0, blank, text)


def final_armies(player: Player, size: int) -> tuple[str, ...]:
    """The armies that a player may use in the finals: those chosen, else all registered ones.

    Rule: HEX 5.3.
    """
    if FINAL_ARMIES[size] == MOST_ARMIES:
        return registered_armies(player)
    return _chosen(player) or registered_armies(player)


def _final_armies_findings(player: Player, size: int) -> Iterator[Finding]:
    """What is wrong with the armies chosen for the finals."""
    typed = [(c, army) for c in FINAL_COLUMNS if (army := player.details.get(c, ""))]
    registered = registered_armies(player)
    wanted = FINAL_ARMIES[size]
    for i, (column, army) in enumerate(typed):
        if any(army == other for _, other in typed[:i]):
            remedy = "choose different armies (HEX 5.3)"
            yield Finding(player.no, 0, column, f"{army} is chosen twice", remedy)
        elif registered and army not in registered:
            text = f"{army} is none of the registered armies ({', '.join(registered)})"
            yield Finding(player.no, 0, column, text, "choose a registered one (HEX 5.3)")
    if len(typed) > wanted:
        text = f"{len(typed)} armies are chosen for the finals of the top {size}"
        yield Finding(player.no, 0, typed[-1][0], text, f"choose {wanted} (HEX 5.3)")
    elif 0 < len(typed) < wanted < len(registered):
        blank = next(column for column in FINAL_COLUMNS if not player.details.get(column))
        text = f"{len(typed)} of {wanted} armies are chosen for the finals (HEX 5.3)"
        yield Finding(player.no, 0, blank, text)


def _endurance_findings(match: Match, number: int) -> Iterator[Finding]:
    """More endurance than a headquarters has, of an army that has only one. Rule: HEX 4.1."""
    armies = {column: army for _, column, army in _played(match)}
    for side, no in enumerate((match.player1, match.player2), 1):
        left = match.result[side - 1] if len(match.result) >= side else ""
        army = armies.get(f"Army {side}", "")
        if not isinstance(left, int) or left <= MOST_DIFFERENCE or army == SEVERAL_OBJECTS:
            continue
        if no is not None:
            text = (
                f"{left} is more than the {MOST_DIFFERENCE} that a headquarters has "
                f"(only {SEVERAL_OBJECTS} may have more), and a difference counts {MOST_DIFFERENCE} at "
                "most (HEX 4.1); is it right?"
            )
            yield Finding(no, number, f"HQ {side}", text)


def _played(match: Match) -> Iterator[tuple[int, str, str]]:
    for side, no in enumerate((match.player1, match.player2), 1):
        army = str(match.result[side + 1]) if len(match.result) > side + 1 else ""
        if army and no is not None:
            yield no, f"Army {side}", army


def _match_findings(
    no: int,
    column: str,
    army: str,
    round_: Round,
    registered: Sequence[str],
    before: int,
    *,
    repeats: bool,
) -> Iterator[Finding]:
    remedy = "correct the entry; if it was really played, clear it and let the judge decide"
    if registered and army not in registered:
        which = "registered armies" if round_.stage is Stage.SWISS else "armies for the finals"
        text = f"{army} is none of the {which} ({', '.join(registered)})"
        yield Finding(no, round_.number, column, text, f"{remedy} (HEX 5.5)")
    if before and not repeats:
        where = f"{'round' if round_.stage is Stage.SWISS else 'Cut'} {before}"
        text = f"{army} was played in {where} already, each army only once"
        yield Finding(no, round_.number, column, text, f"{remedy} (HEX 5.2)")


def army_lists(tournament: Tournament, planned: int) -> list[ArmyList]:
    """The armies of every player: registered, played, chosen for the finals, left.

    Args:
        tournament: the event.
        planned: how many Swiss rounds there are to be.

    Rule: HEX 5.1, 5.2, 5.3, 5.5.
    """
    finals = tournament.elimination
    rounds = [*tournament.rounds, *(finals.rounds if finals else ())]
    used: dict[int, dict[str, tuple[str, ...]]] = {}
    for round_ in rounds:
        label = f"{'R' if round_.stage is Stage.SWISS else 'F'}{round_.number}"
        for match in round_.matches:
            for no, _, army in _played(match):
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
    whole = ArmyList(player.no, registered, used, token=player.details.get(EXCHANGEABLE_COLUMN, ""))
    if player.status is not Status.ACTIVE or (finals and not _plays_on(finals, player.no)):
        return whole
    if finals:
        size = len(finals.seeds)
        may, stage = final_armies(player, size), "F"
        whole = whole._replace(chosen=_chosen(player), todo=_to_choose(player, size))
    else:
        may, stage = registered, "R"
        whole = whole._replace(todo=_to_register(player, registered))
    played = {army for army, at in used.items() if any(label[0] == stage for label in at)}
    if _is_beginner(player) and not finals and len(tournament.rounds) >= planned:
        last = f"R{len(tournament.rounds)}"  # in which one army may be repeated
        may, played = (() if any(last in at for at in used.values()) else may), set()
    return whole._replace(free=tuple(army for army in may if army not in played))


def _plays_on(finals: Elimination, no: int) -> bool:
    """Whether a player is still in the finals, and these are not over."""
    if not finals.rounds:
        return no in finals.seeds
    newest, seed_of = finals.rounds[-1], {seed: n for n, seed in enumerate(finals.seeds, 1)}
    is_last = 2**newest.number >= len(finals.seeds)
    match = next((m for m in newest.matches if no in (m.player1, m.player2)), None)
    if match is None:
        return False
    winner = winner_of(match, seed_of, CUT.format({}))
    return winner is None or (winner == no and not is_last)


def _chosen(player: Player) -> tuple[str, ...]:
    return tuple(army for column in FINAL_COLUMNS if (army := player.details.get(column, "")))


def _to_register(player: Player, registered: Sequence[str]) -> str:
    """What is missing of the armies registered. Rule: HEX 5.1."""
    if _is_beginner(player):
        return ""
    return _missing("register", MOST_ARMIES - len(registered), len(registered), "")


def _to_choose(player: Player, size: int) -> str:
    """What is missing of the armies for the finals. Rule: HEX 5.3."""
    if FINAL_ARMIES[size] == MOST_ARMIES:
        return ""
    chosen = len(_chosen(player))
    return _missing("choose", FINAL_ARMIES[size] - chosen, chosen, " for the finals")


def _missing(verb: str, count: int, there: int, what_for: str) -> str:
    if count <= 0:
        return ""
    more = " more" if there else ""
    return f"{verb} {count}{more} arm{'y' if count == 1 else 'ies'}{what_for}"


def announcement(size: int) -> Reason:
    """How many armies everyone chooses for the finals. Rule: HEX 5.3."""
    if FINAL_ARMIES[size] == MOST_ARMIES:
        return Reason("HEX 5.3", "the finals are played with all registered armies, each once")
    where = f"{FINAL_COLUMNS[0]} to {FINAL_ARMIES[size]} on Players"
    return Reason(
        "HEX 5.3", f"each player chooses {FINAL_ARMIES[size]} armies for the finals ({where})"
    )


# 4.6 Single elimination, 7 final classification
CUT = Cut(
    clause="HEX 4.6",
    elimination_clause="HEX 4.6",
    sizes=(4, 8, 16),
    bracket=lambda size, _options: SINGLE[size],
    format=lambda _options: as_in_swiss(MATCH_FORMAT),
    announcement=announcement,
)

# 2 Staff, 5.9 cheating, 6 trying out moves
STAFF = StaffRule("HEX 2", ("Organizer", "Head Judge", "Judge", "Technical Judge"))
PENALTIES = PenaltyCode(
    (
        Infraction("Cheating", "HEX 5.9", Penalty.DISQUALIFICATION, "No entry fee is given back."),
        Infraction(
            "Position not restored", "HEX 6", Penalty.GAME_LOSS,
            "Whoever tried out moves and cannot go back to the position loses the game.",
        ),
        OTHER,
    )
)  # fmt: skip

EXCHANGEABLE_HELP = "Hak, of the Iron Gang, if it is to be used: registered with the armies."
FINAL_HELP = "For the finals: three armies for a top 4, four for a top 8."

HEX = Ruleset(
    name="hex",
    title="Neuroshima Hex",
    document="Neuroshima Hex, Portalcon 2022",
    short="HEX",
    match_format=MATCH_FORMAT,
    options=(SECOND_BYE, INTENTIONAL_DRAWS, LAST_TIEBREAK),
    tiebreaks=tiebreaks,
    suggest=suggest,
    clock=clock,
    pair=pair,
    legality=legality,
    roster_columns=(
        *(RosterColumn(column, ARMIES, 15) for column in COLUMNS),
        RosterColumn(BEGINNER, ("Yes",), 10, "Yes: has the four basic armies from the organizer."),
        RosterColumn(EXCHANGEABLE_COLUMN, tuple(EXCHANGEABLE), 15, EXCHANGEABLE_HELP),
        *(RosterColumn(column, ARMIES, 15, FINAL_HELP) for column in FINAL_COLUMNS),
    ),
    scoring=scoring,
    most_rounds=MostRounds(
        MOST_ARMIES,
        f"each of the {MOST_ARMIES} armies is played once in them (HEX 5.1, 5.2), a beginner's four and "
        "one of these again in the last (HEX 5.5)",
    ),
    findings=findings,
    cut=CUT,
    staff=STAFF,
    penalties=PENALTIES,
    armies=army_lists,
    time_called=TIME_CALLED,
    registered=registered_armies,
)
