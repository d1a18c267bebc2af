"""The names that looks have in workbooks of version 0.1.0: with the help of a column in place of its key.

Once nobody goes on with such a workbook, this module can go, with its one call.
"""

from __future__ import annotations

HELPS = {
    "Yes: the penalty": "Accepted",
    "No bar by": "Agreements at least until",
    "Filled in: what was": "Applied",
    "With where it": "Army",
    "Filled in.": "At the table",
    "Yes if Check": "Confirmed",
    "48 hours to": "Contact by",
    "Who is the Corp:": "Corp",
    "Who is the Corp in": "First Corp",
    "As on Players:": "Decklist",
    "Headquarters' difference of": "Difference",
    "Player 1's difference": "Difference",
    "The tournament points": "Difficulty",
    "Given by the": "Entry",
    "Minutes that this": "Extra minutes",
    "Chosen on Players,": "For the finals",
    "What may still": "Free",
    "If a game": "Game",
    "Its number on": "Game",
    "Games won; half": "Games won",
    "Only if all who are level have": "Head to head",
    "Only if both": "Head to head",
    "Yes once the": "In touch",
    "What happened.": "Infraction",
    "The share's 95": "Interval",
    "Drawn once for": "Lot",
    "Matches won; half": "Matches won",
    "The GMP totals of all opponents but": "Median",
    "The points of all opponents but": "Median",
    "Rounds missed before": "Missed",
    "Type the player's": "No",
    "Whatever you like.": "Note",
    "The GMP totals of all opponents,": "Opponents' GMP",
    "Player 1's game as the Corp:": "P1 Corp",
    "Player 1's game as the Runner:": "P1 Runner",
    "What was decided,": "Penalty",
    "Rounds with a": "Played",
    "Type the name": "Player",
    "Plays the Corp.": "Player 1",
    "Plays the Runner.": "Player 2",
    "When the pairings": "Posted",
    "Filled in: what the": "Proposed",
    "Before this round.": "Rank before",
    "Which side won:": "Result",
    "Round days on": "Results due",
    "Only if all who are level in": "Roster seed",
    "A number, or": "Round",
    "In the elimination;": "Seed",
    "Games as the": "Side balance",
    "Blank, or Not": "Sides",
    "The points before": "So far",
    "The points of all opponents,": "Solkoff",
    "Blank for a match": "Special",
    "Blank for a game": "Special of a game",
    "After the Swiss": "Swiss rank",
    "How the tiebreaker": "Tiebreaker",
    "Filled in from": "Tier",
    "Matches won, drawn": "W-D-L",
    "Who won: 1": "Winner",
    "Extended Strength of": "xSoS",
    "Strength of Schedule: each opponent's points divided by the rounds that the opponent completed, "
    "added up, divided by the number": "SoS over opponents",
    "Strength of Schedule:": "SoS",
    **{f"Who won game {n}:": f"Game {n}" for n in (1, 2, 3)},
    **{f"The army that Player {n}": f"Army {n}" for n in (1, 2)},
    **{f"Endurance that Player {n}'s": f"HQ {n}" for n in (1, 2)},
    **{f"Game {n}: Player {m}'s": f"G{n} P{m}" for n in (1, 2) for m in (1, 2)},
    **{
        f"The points of the opponents met from round {n} on": f"Difficulty {n}+"
        for n in range(2, 13)
    },
}
"""The keys of looks by the beginnings of the helps that stood in their place."""


def name_of_look(name: str) -> str:
    """The name of a look as it is now, from the tab ``Looks``: with a key in place of a help."""
    for help_, key in HELPS.items():
        others, found, _ = name.partition(f"; {help_}")
        if found:
            return f"{others}; {key}"
    return name
