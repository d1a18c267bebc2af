"""Results that an organizer types into a match of any kind, so that somebody wins it."""

from __future__ import annotations

ARMIES = (
    "Beasts", "Borgo", "Dancer", "Death Breath", "Hegemonia", "Iron Gang", "Mephisto",
    "Missisipi", "Moloch", "Neodżungla", "Nowy Jork", "Posterunek", "Sand Runners", "Sharrash",
    "Smart", "Stalowa Policja", "Tryglodyci", "Uranopolis", "Vegas",
)  # fmt: skip


def army(no, number):
    """The army that a player plays in a round: no two players' in a round are the same."""
    return ARMIES[(no + 3 * number) % len(ARMIES)]


def typed_for(match, winner, number):
    """What is typed, by header, for one of the players to win.

    Args:
        match: the cells of its row, by header.
        winner: 1 or 2.
        number: of the round.
    """
    loser = 3 - winner
    if "P1 Corp" in match:
        return dict.fromkeys(("P1 Corp", "P1 Runner"), "W" if winner == 1 else "L")
    if "Result" in match:
        return {"Result": ("Corp", "Runner")[winner - 1]}
    if "G1 P1" in match:
        return {f"G1 P{winner}": 10, f"G1 P{loser}": 3, f"G2 P{winner}": 5, f"G2 P{loser}": 5}
    if "HQ 1" in match:
        armies = {f"Army {side}": army(match[f"No {side}"], number) for side in (1, 2)}
        return {f"HQ {winner}": 15, f"HQ {loser}": 4, **armies}
    corp = {"Corp": match["Corp"] or 2} if "Corp" in match else {}
    if "Games 1" in match:
        return {f"Games {winner}": 2, f"Games {loser}": 1}
    if "Score 1" in match:
        return {f"Score {winner}": 2, f"Score {loser}": 1}
    if "Game 1" in match:
        return {**corp, "Game 1": winner, "Game 2": loser, "Game 3": winner}
    return {**corp, "Winner": winner}
