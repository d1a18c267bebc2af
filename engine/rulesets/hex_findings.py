"""Neuroshima Hex, Portalcon 2022: what is wrong with the armies registered, chosen and played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from engine.draws import Draws
from engine.model import Match, Player, Round, Stage, Tournament
from engine.roster import Finding
from engine.rulesets.hex_armies import (
    BASIC_ARMIES,
    BEGINNER,
    COLUMNS,
    EXCHANGEABLE,
    EXCHANGEABLE_COLUMN,
    FINAL_ARMIES,
    FINAL_COLUMNS,
    MOST_ARMIES,
    armies_played,
    final_armies,
    is_beginner,
    registered_armies,
)
from engine.rulesets.hex_match import MOST_DIFFERENCE, SEVERAL_OBJECTS


def _token_findings(player: Player) -> Iterator[Finding]:
    """A token without its army. Rule: HEX 3.2, 5.1."""
    token, armies = player.details.get(EXCHANGEABLE_COLUMN, ""), registered_armies(player)
    army = EXCHANGEABLE.get(token)
    if army and armies and army not in armies:
        text = f"{token} belongs to {army}, which is not registered"
        yield Finding(
            player.no, 0, EXCHANGEABLE_COLUMN, text, f"register {army}, or clear this (HEX 3.2)"
        )


def findings(tournament: Tournament, planned: int) -> Iterator[Finding]:
    """What is wrong with the armies, on the roster and as they were played.

    Rule: HEX 3.1, 5.1, 5.2, 5.3, 5.5.
    """
    for player in tournament.players:
        yield from _roster_findings(player)
        yield from _token_findings(player)
    registered = {player.no: registered_armies(player) for player in tournament.players}
    beginners = {player.no for player in tournament.players if is_beginner(player)}
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
            for no, column, army in armies_played(match):
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
            armies = {army for _, _, army in armies_played(match)}
            typed = [(no, column) for no, column, _ in armies_played(match)]
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
        elif is_beginner(player) and army not in BASIC_ARMIES:
            remedy = f"choose from {', '.join(BASIC_ARMIES)}, or clear {BEGINNER} (HEX 5.1)"
            yield Finding(
                player.no, 0, column, f"a beginner has the basic armies, not {army}", remedy
            )
    if 0 < len(typed) < MOST_ARMIES and not is_beginner(player):
        text = f"{len(typed)} of {MOST_ARMIES} armies are registered (HEX 5.1)"
        blank = next(column for column in COLUMNS if not player.details.get(column))
        yield Finding(player.no, 0, blank, text)


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
    armies = {column: army for _, column, army in armies_played(match)}
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
