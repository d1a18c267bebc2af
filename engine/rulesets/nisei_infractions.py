"""NISEI Organized Play Policies 1.4: infractions and what they lead to, in the document's order.

``todo`` tells in a few words what else is done at the table. Readings, where the document is open:

- Drawing extra cards that are still apart is listed under what it refers to: Looking at or
  revealing hidden cards.
- Illegal deck or decklist, between games: a bye has no game that could be lost, so that the next
  round with an opponent counts. In single-sided rounds its one game is lost.
- Tardiness: whoever is dropped at the end of a round has lost its match too, as has everyone who is
  "otherwise removed".
- Beside the infractions stand the disconnects of online events, which are handled alike.
"""

from __future__ import annotations

from engine.options import Option
from engine.penalties import OTHER, Infraction, Penalty, PenaltyCode, When

KNOWN_ASIDE = (
    "Set known cards aside, shuffle the others, and put the known ones back in their order."
)
CHOSEN_AT_RANDOM = (
    "Choose as many cards at random as were drawn too many, shuffle them into the deck, known cards "
    "set aside and put back."
)

_TRIGGER = "OP, Missed trigger"
MISSED_TRIGGER = (
    Infraction(
        "Missed trigger", _TRIGGER, Penalty.WARNING,
        "In the same turn the ability resolves at the next checkpoint; later it does not.",
    ),
)  # fmt: skip

_LOOKING, _LOOKING_OP = (
    "Looking at or revealing hidden cards",
    "OP, Looking at or revealing hidden cards",
)
LOOKING_AT_HIDDEN_CARDS = (
    Infraction(_LOOKING, _LOOKING_OP, Penalty.WARNING, case="own cards"),
    Infraction(
        _LOOKING, _LOOKING_OP, Penalty.WARNING, case="HQ",
        competitive=Penalty.GAME_LOSS,
    ),
    Infraction(
        _LOOKING, _LOOKING_OP, Penalty.WARNING, KNOWN_ASIDE, "R&D",
        competitive=Penalty.GAME_LOSS, todo_competitive="",
    ),
    Infraction(
        _LOOKING, _LOOKING_OP, Penalty.WARNING, case="installed Corp card",
        competitive=Penalty.GAME_LOSS,
    ),
    Infraction(_LOOKING, _LOOKING_OP, Penalty.WARNING, case="grip"),
    Infraction(_LOOKING, _LOOKING_OP, Penalty.WARNING, KNOWN_ASIDE, "stack"),
    Infraction(_LOOKING, _LOOKING_OP, Penalty.WARNING, case="installed Runner card"),
    Infraction(_LOOKING, _LOOKING_OP, Penalty.WARNING, case="elsewhere"),
)  # fmt: skip

_ACCESSING, _ACCESSING_OP = "Accessing extra cards", "OP, Accessing extra cards"
ACCESSING_EXTRA_CARDS = (
    Infraction(
        _ACCESSING, _ACCESSING_OP, Penalty.WARNING,
        "Choose the right number at random from the cards accessed: only those are accessed.", "HQ",
        competitive=Penalty.GAME_LOSS, todo_competitive="",
    ),
    Infraction(
        _ACCESSING, _ACCESSING_OP, Penalty.WARNING, KNOWN_ASIDE, "R&D",
        competitive=Penalty.GAME_LOSS, todo_competitive="",
    ),
    Infraction(
        _ACCESSING, _ACCESSING_OP, Penalty.WARNING, case="elsewhere",
        competitive=Penalty.GAME_LOSS,
    ),
)  # fmt: skip

_DRAWING, _DRAWING_OP = "Drawing extra cards", "OP, Drawing extra cards"
DRAWING_EXTRA_CARDS = (
    Infraction(
        _DRAWING, _DRAWING_OP, Penalty.NONE, "Each extra card costs one click.", "enough clicks left"
    ),
    Infraction(
        _DRAWING, _DRAWING_OP, Penalty.WARNING,
        f"The clicks left are spent; for the rest: {CHOSEN_AT_RANDOM[:1].lower()}{CHOSEN_AT_RANDOM[1:]}",
        "too few clicks left", competitive=Penalty.GAME_LOSS, todo_competitive="",
    ),
)  # fmt: skip

_HAND, _HAND_OP = "Incorrect starting hand", "OP, Incorrect starting hand"
INCORRECT_STARTING_HAND = (
    Infraction(
        _HAND, _HAND_OP, Penalty.WARNING, "A mulligan must be taken, to the right number of cards.",
        "before a mulligan",
    ),
    Infraction(_HAND, _HAND_OP, Penalty.WARNING, CHOSEN_AT_RANDOM, "after a mulligan"),
)  # fmt: skip

_FACEDOWN, _FACEDOWN_OP = "Illegal facedown card", "OP, Illegal facedown card"
ILLEGAL_FACEDOWN_CARD = (
    Infraction(
        _FACEDOWN, _FACEDOWN_OP, Penalty.WARNING, "Rewind to just before the card was installed.",
        "can be rewound",
    ),
    Infraction(_FACEDOWN, _FACEDOWN_OP, Penalty.GAME_LOSS, case="cannot be rewound"),
)  # fmt: skip

_STATE, _STATE_OP = "Illegal game state", "OP, Illegal game state"
ILLEGAL_GAME_STATE = (
    Infraction(
        _STATE, _STATE_OP, Penalty.WARNING, "Rewind to just before the illegal action.",
        "can be rewound", both=True,
    ),
    Infraction(
        _STATE, _STATE_OP, Penalty.WARNING, "Mend the game as well as can be.",
        "cannot be rewound", both=True,
    ),
)  # fmt: skip

_DECK, _DECK_OP = "Illegal deck or decklist", "OP, Illegal deck or decklist"
MEND_THE_DECK = "Mend the list to match a legal deck, or the deck to come close to the list."
ILLEGAL_DECK_OR_DECKLIST = (
    Infraction(_DECK, _DECK_OP, Penalty.GAME_LOSS, MEND_THE_DECK, "during a game"),
    Infraction(
        _DECK, _DECK_OP, Penalty.GAME_LOSS,
        f"{MEND_THE_DECK} The side in the other game of the next round is drawn.",
        "between games", when=When.NEXT_ROUND,
    ),
    Infraction(
        _DECK, _DECK_OP, Penalty.MATCH_LOSS,
        f"{MEND_THE_DECK} The match is lost only if that would hold up the start.",
        "before the event", when=When.ROUND_1,
    ),
)  # fmt: skip

SLOW_PLAY = (
    Infraction(
        "Slow play", "OP, Slow play", Penalty.WARNING,
        "Ask for a decision; no time extension. If time ends the game, one more turn is played.",
    ),
)  # fmt: skip

_LATE, _LATE_OP = "Tardiness", "OP, Tardiness"
TARDINESS = (
    Infraction(_LATE, _LATE_OP, Penalty.WARNING, case="late"),
    Infraction(_LATE, _LATE_OP, Penalty.GAME_LOSS, case="after 5 minutes"),
    Infraction(_LATE, _LATE_OP, Penalty.MATCH_LOSS, case="after 10 minutes"),
    Infraction(_LATE, _LATE_OP, Penalty.DROP, case="absent at the end of the round"),
)

INSUFFICIENT_SHUFFLING = (
    Infraction(
        "Insufficient shuffling", "OP, Insufficient shuffling", Penalty.WARNING,
        "Shuffle the deck, and show how it is done well.",
    ),
)  # fmt: skip

BEGINNING_EARLY = (
    Infraction(
        "Beginning early", "OP, Beginning early", Penalty.WARNING, both=True,
        todo_competitive="Begin the game again once the clock runs; no time extension.",
    ),
)  # fmt: skip

MARKED_CARDS = (
    Infraction(
        "Marked cards", "OP, Marked cards", Penalty.GAME_LOSS,
        "Sleeve all cards so that nobody can tell them apart.",
    ),
)  # fmt: skip

_HELP, _HELP_OP = "Outside assistance", "OP, Outside assistance"
OUTSIDE_ASSISTANCE = (
    Infraction(
        _HELP, _HELP_OP, Penalty.DISQUALIFICATION,
        "Whoever helped is disqualified too: type that as an entry of its own.", "asked for it",
    ),
    Infraction(
        _HELP, _HELP_OP, Penalty.DISQUALIFICATION,
        "If nobody asked for it: in Swiss rounds the game that was helped with is a draw, in the cut it "
        "is played again with sides changed.",
        "gave it",
    ),
)  # fmt: skip

CHEATING = (Infraction("Cheating", "OP, Cheating", Penalty.DISQUALIFICATION),)
BRIBERY_AND_GAMBLING = (
    Infraction("Bribery and gambling", "OP, Bribery and gambling", Penalty.DISQUALIFICATION),
)

_CONDUCT, _CONDUCT_OP = "Code of Conduct violation", "OP, Code of Conduct violation"
CODE_OF_CONDUCT_VIOLATION = (
    Infraction(
        _CONDUCT, _CONDUCT_OP, Penalty.WARNING,
        "At least a warning; explain what was not acceptable.",
    ),
    Infraction(
        _CONDUCT, _CONDUCT_OP, Penalty.DISQUALIFICATION,
        "At least that, and dismissal from the venue.", "harassment or threats",
    ),
)  # fmt: skip

UNSPORTING_CONDUCT = (
    Infraction(
        "Unsporting conduct", "OP, Unsporting conduct", Penalty.JUDGE,
        "From a word to a disqualification: choose it under Penalty.",
    ),
)  # fmt: skip

_OFFLINE, _OFFLINE_OP = "Disconnect", "OP, Online and virtual events"
DISCONNECTS = (
    Infraction(
        _OFFLINE, _OFFLINE_OP, Penalty.NONE, "A time extension for the time missed.",
        "back within 5 minutes",
    ),
    Infraction(
        _OFFLINE, _OFFLINE_OP, Penalty.GAME_LOSS, "The game is conceded.", "longer than 5 minutes"
    ),
    Infraction(_OFFLINE, _OFFLINE_OP, Penalty.MATCH_LOSS, case="longer than 10 minutes"),
    Infraction(
        _OFFLINE, _OFFLINE_OP, Penalty.DROP,
        "If the organizer sees fit.", "not back when the round ends",
    ),
)  # fmt: skip

INFRACTIONS = (
    *MISSED_TRIGGER,
    *LOOKING_AT_HIDDEN_CARDS,
    *ACCESSING_EXTRA_CARDS,
    *DRAWING_EXTRA_CARDS,
    *INCORRECT_STARTING_HAND,
    *ILLEGAL_FACEDOWN_CARD,
    *ILLEGAL_GAME_STATE,
    *ILLEGAL_DECK_OR_DECKLIST,
    *SLOW_PLAY,
    *TARDINESS,
    *INSUFFICIENT_SHUFFLING,
    *BEGINNING_EARLY,
    *MARKED_CARDS,
    *OUTSIDE_ASSISTANCE,
    *CHEATING,
    *BRIBERY_AND_GAMBLING,
    *CODE_OF_CONDUCT_VIOLATION,
    *UNSPORTING_CONDUCT,
    *DISCONNECTS,
    OTHER,
)
WARNINGS = 2
"""So many warnings go before the one that costs the game."""


def penalties(tier: Option) -> PenaltyCode:
    """What OP says of infractions; ``tier`` tells Casual from Competitive events."""
    return PenaltyCode(INFRACTIONS, warnings=WARNINGS, tier=tier, removal="OP, Infractions")
