"""NISEI Organized Play Policies 1.4: infractions and their penalties, in the document's order.

``todo`` says in a few words what else is done at the table. Readings, where the document is open:

- Drawing extra cards that are still apart is listed under the infraction that it refers to: Looking at
  or revealing hidden cards.
- Illegal deck or decklist, between games: a bye has no game that could be lost, so that the next
  round with an opponent counts. In single-sided rounds its one game is lost.
- Tardiness: a player dropped at the end of a round has lost its match too, as has everyone who is
  "otherwise removed".
- The disconnects of online events stand beside the infractions, as they are handled alike.
"""

from __future__ import annotations

from functools import partial

from engine.options import Option
from engine.penalties import OTHER, Infraction, Penalty, PenaltyCode, When
from engine.texts import msg

WARNING, GAME_LOSS, MATCH_LOSS = Penalty.WARNING, Penalty.GAME_LOSS, Penalty.MATCH_LOSS
DROP, DISQUALIFICATION = Penalty.DROP, Penalty.DISQUALIFICATION


def _op(name: str, section: str = "") -> partial[Infraction]:
    """An infraction of a section, by default the one that it heads."""
    return partial(Infraction, name, f"OP, {section or name}")


KNOWN_ASIDE = msg(
    "Set known cards aside, shuffle the others, and put the known ones back in their order."
)
MISSED_TRIGGER = _op("Missed trigger")(
    WARNING, msg("In the same turn the ability resolves at the next checkpoint; later it does not.")
)

_looking = partial(_op("Looking at or revealing hidden cards"), WARNING)
LOOKING_AT_HIDDEN_CARDS = (
    _looking(case="own cards"),
    _looking(case="HQ", competitive=GAME_LOSS),
    _looking(KNOWN_ASIDE, "R&D", competitive=GAME_LOSS, todo_competitive=""),
    _looking(case="installed Corp card", competitive=GAME_LOSS),
    _looking(case="grip"),
    _looking(KNOWN_ASIDE, "stack"),
    _looking(case="installed Runner card"),
    _looking(case="elsewhere"),
)

_accessing = partial(
    _op("Accessing extra cards"), WARNING, competitive=GAME_LOSS, todo_competitive=""
)
ACCESSING_EXTRA_CARDS = (
    _accessing(
        msg("Choose the right number at random from the cards accessed: only those are accessed."),
        "HQ",
    ),
    _accessing(KNOWN_ASIDE, "R&D"),
    _accessing(case="elsewhere"),
)

_drawing = _op("Drawing extra cards")
DRAWING_EXTRA_CARDS = (
    _drawing(Penalty.NONE, msg("Each extra card costs one click."), "enough clicks left"),
    _drawing(
        WARNING,
        msg(
            "The clicks left are spent; for the rest, choose at random as many cards as were "
            "drawn in excess, and shuffle them into the deck, with known cards set aside and put "
            "back."
        ),
        "too few clicks left", competitive=GAME_LOSS, todo_competitive="",
    ),
)  # fmt: skip

_hand = partial(_op("Incorrect starting hand"), WARNING)
INCORRECT_STARTING_HAND = (
    _hand(msg("A mulligan must be taken, to the right number of cards."), "before a mulligan"),
    _hand(
        msg(
            "Choose at random as many cards as were drawn in excess, and shuffle them into the "
            "deck, with known cards set aside and put back."
        ),
        "after a mulligan",
    ),
)

_facedown = _op("Illegal facedown card")
ILLEGAL_FACEDOWN_CARD = (
    _facedown(WARNING, msg("Rewind to just before the card was installed."), "can be rewound"),
    _facedown(GAME_LOSS, case="cannot be rewound"),
)

_state = partial(_op("Illegal game state"), WARNING, both=True)
ILLEGAL_GAME_STATE = (
    _state(msg("Rewind to just before the illegal action."), "can be rewound"),
    _state(msg("Repair the game as well as possible."), "cannot be rewound"),
)

_deck = _op("Illegal deck or decklist")
ILLEGAL_DECK_OR_DECKLIST = (
    _deck(
        GAME_LOSS,
        msg("Correct the list to match a legal deck, or the deck to come close to the list."),
        "during a game",
    ),
    _deck(
        GAME_LOSS,
        msg(
            "Correct the list to match a legal deck, or the deck to come close to the list. The "
            "side in the other game of the next round is drawn."
        ),
        "between games", when=When.NEXT_ROUND,
    ),
    _deck(
        MATCH_LOSS,
        msg(
            "Correct the list to match a legal deck, or the deck to come close to the list. The "
            "match is lost only if that would hold up the start."
        ),
        "before the event", when=When.ROUND_1,
    ),
)  # fmt: skip

SLOW_PLAY = _op("Slow play")(
    WARNING,
    msg("Ask for a decision; no time extension. If time ends the game, one more turn is played."),
)

_late = _op("Tardiness")
TARDINESS = (
    _late(WARNING, case="late"),
    _late(GAME_LOSS, case="after 5 minutes"),
    _late(MATCH_LOSS, case="after 10 minutes"),
    _late(DROP, case="absent at the end of the round"),
)

INSUFFICIENT_SHUFFLING = _op("Insufficient shuffling")(
    WARNING, msg("Shuffle the deck, and show how to do it well.")
)
BEGINNING_EARLY = _op("Beginning early")(
    WARNING,
    both=True,
    todo_competitive=msg("Begin the game again once the clock runs; no time extension."),
)
MARKED_CARDS = _op("Marked cards")(
    GAME_LOSS, msg("Sleeve all cards so that nobody can tell them apart.")
)

_help = partial(_op("Outside assistance"), DISQUALIFICATION)
OUTSIDE_ASSISTANCE = (
    _help(
        msg("Whoever helped is disqualified too: that is an infraction of its own."), "asked for it"
    ),
    _help(
        msg(
            "If nobody asked for it: in Swiss rounds the game that was helped with is a draw, in the cut it "
            "is played again with sides changed."
        ),
        "gave it",
    ),
)

CHEATING = _op("Cheating")(DISQUALIFICATION)
BRIBERY_AND_GAMBLING = _op("Bribery and gambling")(DISQUALIFICATION)

_conduct = _op("Code of Conduct violation")
CODE_OF_CONDUCT_VIOLATION = (
    _conduct(WARNING, msg("At least a warning; explain what was not acceptable.")),
    _conduct(
        DISQUALIFICATION, msg("At least that, and dismissal from the venue."), "harassment or threats"
    ),
)  # fmt: skip

UNSPORTING_CONDUCT = _op("Unsporting conduct")(
    Penalty.JUDGE, msg("From a word to a disqualification: the judge chooses the penalty.")
)

_offline = _op("Disconnect", "Online and virtual events")
DISCONNECTS = (
    _offline(Penalty.NONE, msg("A time extension for the time missed."), "back within 5 minutes"),
    _offline(GAME_LOSS, msg("The game is conceded."), "longer than 5 minutes"),
    _offline(MATCH_LOSS, case="longer than 10 minutes"),
    _offline(DROP, msg("If the organizer sees fit."), "not back when the round ends"),
)

INFRACTIONS = (
    MISSED_TRIGGER, *LOOKING_AT_HIDDEN_CARDS, *ACCESSING_EXTRA_CARDS, *DRAWING_EXTRA_CARDS,
    *INCORRECT_STARTING_HAND, *ILLEGAL_FACEDOWN_CARD, *ILLEGAL_GAME_STATE,
    *ILLEGAL_DECK_OR_DECKLIST, SLOW_PLAY, *TARDINESS, INSUFFICIENT_SHUFFLING, BEGINNING_EARLY,
    MARKED_CARDS, *OUTSIDE_ASSISTANCE, CHEATING, BRIBERY_AND_GAMBLING,
    *CODE_OF_CONDUCT_VIOLATION, UNSPORTING_CONDUCT, *DISCONNECTS, OTHER,
)  # fmt: skip


def penalties(tier: Option) -> PenaltyCode:
    """The penalties of OP; ``tier`` tells Casual from Competitive events."""
    penalties = tuple(penalty for penalty in Penalty if penalty is not Penalty.FORFEITURE)
    return PenaltyCode(INFRACTIONS, penalties, warnings=2, tier=tier, removal="OP, Infractions")
