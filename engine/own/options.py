"""The settings of a ruleset of the organizer's own: plain data.

Each is an option of the ruleset ``own``, in one of four blocks; a new one is a line here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from engine.options import Option, Options, Settled
from engine.own.values import bands, by_size, number, pair, record, share, side, whole, whole_from
from engine.texts import msg

MATCH, RANKING, PAIRING, SIZE = msg("Match"), msg("Ranking"), msg("Pairing"), msg("Size")
BLOCKS = (MATCH, RANKING, PAIRING, SIZE)
NONE, YES, NO = "None", "Yes", "No"
_SETTLED = Settled(msg("the rules are settled when round 1 is paired"))

CITED = "Rules"


def cited(option: Option) -> str:
    """A setting, as reasons cite it."""
    return f"{CITED}: {option.name}"


class Form(NamedTuple):
    """What may be typed where no list has all choices: its reader, and it in words."""

    reads: Callable[[str], Any]
    words: str


NAME = Form(str, msg("any text"))
NUMBER = Form(number, msg("a number such as 3, 1/2 or 0.5"))
WHOLE = Form(whole, msg("a whole number"))
SHARE = Form(share, msg("a number from 0 to 1 such as 1/3 or 0.25"))
GAMES_OF_MATCH = Form(whole_from(1, 99), msg("a whole number from 1 to 99"))
POSSIBLE_SCORE = Form(whole_from(1, 99_999), msg("a whole number from 1 to 99999"))
MINUTES = Form(whole_from(1, 1440), msg("a whole number from 1 to 1440"))
NUMBERS = Form(pair, msg("two numbers such as 2:0"))
POINT_BANDS = Form(bands, msg("differences from 0 up, such as 0 = 10:10, 1 = 12:8, 9 = 20:0"))
BY_PLAYERS = Form(by_size, msg("a number, or numbers by players such as 8 = 3, 16 = 4, more = 5"))
LONG = (NAME, POINT_BANDS, BY_PLAYERS)
SIDE_NAME = Form(side, msg("a name of up to 16 letters"))
RECORD = Form(record, msg("wins and losses such as 3:3"))


def _in(block: str, name: str, choices: str | tuple[str, ...], help_: str, form: Form | None = None) -> Option:  # fmt: skip
    """A setting of a block; the first choice is its default. Texts that rule nothing may change at any time."""
    choices = (choices,) if isinstance(choices, str) else choices
    reads, words = form or (None, "")
    settled = None if form == NAME else _SETTLED
    is_long = form in LONG
    return Option(
        name, choices, help_, settled=settled, block=block, reads=reads, form=words, is_long=is_long
    )


_match, ranking, _pairing, _size = (partial(_in, block) for block in BLOCKS)

# Match
RULES_NAME = _match(
    "Name of the rules", "Own rules", msg("The game and its rules, as players know them."), NAME
)
SOURCE = _match(
    "Source", "The organizer", msg("The document that the rules come from, and its date."), NAME
)
BY_WINNER, BY_GAMES, BY_SCORE = "Winner", "Games", "Score"
TWO_GAMES, ONE_GAME = "Two games with sides", "One game with sides"
NOTES = _match(
    "Notes", "-", msg("How far these rules follow the source, and how results are typed."), NAME
)
RESULT = _match(
    "Result", (BY_WINNER, BY_GAMES, BY_SCORE, TWO_GAMES, ONE_GAME),
    msg("What players report: the winner, the games that each won, or both scores."),
)  # fmt: skip
SIDES = (
    _match(
        "Side 1", ("Corp", "White", "Attacker"),
        msg("The first side, if Result has sides; in one game it is Player 1's."), SIDE_NAME,
    ),
    _match(
        "Side 2", ("Runner", "Black", "Defender"),
        msg("The second side, if Result has sides; in one game it is Player 2's."), SIDE_NAME,
    ),
)  # fmt: skip
BEST_OF = _match(
    "Games in a match", "3", msg("The most games of a match, if Result is Games."), GAMES_OF_MATCH
)
MOST_SCORE = _match(
    "Highest score",
    "999",
    msg("The highest score of a player, if Result is Score."),
    POSSIBLE_SCORE,
)
WIN = _match(
    "Points for a win",
    "3",
    msg("Event points for a match won, or for each game won of two games with sides."),
    NUMBER,
)
DRAW = _match(
    "Points for a draw", ("1", NONE), msg("Event points for a drawn match, or game of two with sides; None if there are no draws."), NUMBER
)  # fmt: skip
LOSS = _match("Points for a loss", "0", msg("Event points for a match lost."), NUMBER)
AS_WIN = "As a win"
BYE = _match(
    "Points for a bye", AS_WIN, msg("Event points for a bye; a half bye has those of a draw."), NUMBER
)  # fmt: skip
AS_BYE = "As a bye"
WALKOVER = _match(
    "Points for an absent opponent", AS_BYE, msg("Event points of a player whose opponent is absent."), NUMBER
)  # fmt: skip
ABSENT = _match("Points for a no-show", "0", msg("Event points of an absent player."), NUMBER)
BANDS = _match(
    "Points by difference", NONE,
    msg("Points of winner and loser by the difference of games or scores, instead of those above."), POINT_BANDS,
)  # fmt: skip
BYE_RESULT = _match(
    "Result of a bye", NONE, msg("What a bye counts in games or score; None counts nothing."), NUMBERS
)  # fmt: skip
MOST_MARGIN = _match(
    "Margin at most",
    NONE,
    msg("The largest difference that one match counts in the Margin of victory."),
    WHOLE,
)
OFFSET = _match(
    "Added to each margin", "0", msg("Added to either player's difference in the Margin of victory."), WHOLE
)  # fmt: skip
HANDICAPS = _match(
    "Handicaps", (NO, YES), msg("Report handicaps: Player 1's opponent counts so much more in Buchholz (Go)."),
)  # fmt: skip
START_SCORE = _match(
    "Begin with start score", (NO, YES), msg("Begin with the points of each player's Start score (McMahon)."),
)  # fmt: skip
ABSENCE = _match(
    "Points for an absent round", "0", msg("Event points for a round in which a player is not paired."), NUMBER,
)  # fmt: skip
ROUND_DOWN = _match(
    "Round points down", (NO, YES), msg("Leave out the fraction of a total of points.")
)

# Ranking
FLOOR = ranking(
    "Lowest share", ("1/3", "1/4", "0"), msg("The lowest share of wins that an opponent counts."), SHARE
)  # fmt: skip
OWN_FLOOR = ranking(
    "Lowest own share", ("0", "1/3", "1/4"), msg("The lowest share of games won that a player has."), SHARE
)  # fmt: skip
BY_POINTS = "By its points"
DRAWN_MATCH = ranking(
    "A drawn match counts", (BY_POINTS, "1/2", "0"),
    msg("How much of a win a drawn match counts in shares of matches; by its points is 1/3 where a win has 3 and a draw 1."), SHARE,
)  # fmt: skip
MOST_DROPPED = ranking(
    "Highest share of dropped players", ("1", "3/4"),
    msg("The highest share of wins that an opponent who dropped counts."), SHARE,
)  # fmt: skip
DRAWN_GAME = ranking(
    "A drawn game counts", ("1/3", "1/2", "0"), msg("How much of a win a drawn game counts in shares of games."), SHARE
)  # fmt: skip
COUNTED, LEFT_OUT = "Counted", "Left out"
BYES_IN_SHARES = ranking(
    "Byes in shares", (COUNTED, LEFT_OUT),
    msg("Count byes among the rounds and wins of shares and of SoS, or leave them out."),
)  # fmt: skip
MISSED_IN_SHARES = ranking(
    "Missed rounds in shares", (COUNTED, LEFT_OUT),
    msg(
        "Count rounds missed before the last one played, by a late entry or a pause, as without points, or "
        "leave them out: in shares of matches and SoS."
    ),
)  # fmt: skip
OPPONENTS, ROUNDS = "Opponents", "Rounds"
SOS_DIVISOR = ranking(
    "Divide SoS by", (OPPONENTS, ROUNDS), msg("Strength of schedule: divide by opponents met or by rounds.")
)  # fmt: skip
NOTHING, OWN_POINTS, START_POINTS = "Nothing", "Own points", "Start score"
FIDE_2024, FIDE_2026 = "FIDE 2024", "FIDE 2026"
UNPLAYED = ranking(
    "Unplayed rounds", (NOTHING, OWN_POINTS, START_POINTS, FIDE_2024, FIDE_2026),
    msg("What a bye or missed round counts in Buchholz and Sonneborn-Berger."),
)  # fmt: skip

# Pairing
GROUPS, DUTCH = "Groups of points", "FIDE Dutch"
ROUND_ROBIN, TWICE = "Round robin", "Round robin twice"
PAIRING_METHOD = _pairing(
    "Pairing method", (GROUPS, ROUND_ROBIN, TWICE, DUTCH),
    msg(
        "Swiss rounds in groups of points, by FIDE Dutch (needs a library), or everybody against everybody by "
        "Berger's tables, once or twice."
    ),
)  # fmt: skip
POOLS = _pairing(
    "Pools", NONE,
    msg(
        "Deal players into so many pools, 2 to 16, by the number of players; each plays on its own. In a snake by "
        "Round 1, or as each player's Pool says. Ranks in the pools decide who goes on."
    ), BY_PLAYERS,
)  # fmt: skip
MOST_POOLS = 16


def has_pools(options: Options) -> bool:
    """True if events of some size have pools."""
    pools = POOLS.value(options)
    return pools is not None and any(pools.all)


AT_RANDOM, HALVES, NEIGHBOURS, FOLD = "Random", "Halves", "Neighbours", "Fold"
WITHIN = _pairing(
    "Within a group", (AT_RANDOM, HALVES, NEIGHBOURS, FOLD),
    msg("At random; first half against second (1-5); neighbours (1-2); or first against last (1-8)."),
)  # fmt: skip
BY_LOT, BY_SEED, BY_RATING = "Lot", "Seed", "Rating"
FIRST_ROUND = _pairing(
    "Round 1", (BY_LOT, BY_SEED, BY_RATING), msg("The order of players in round 1, in halves where groups are drawn; their numbers in a round robin; pools are dealt by it.")
)  # fmt: skip
BY_RANK = "Rank"
ORDER = _pairing(
    "Order within a group", (BY_RANK, BY_SEED, BY_RATING), msg("The order of a group's players, where not random.")
)  # fmt: skip
LAST_ROUND = _pairing(
    "Last round by rank", (NO, YES), msg("Pair neighbours in rank in the last round planned.")
)

BEST_OF_NEXT, LOWEST = "Best of the next group", "Lowest of the group"
WHO_FLOATS = _pairing(
    "Who floats", (BEST_OF_NEXT, LOWEST), msg("Who changes groups where a group is odd: the next one's best floats up, or the lowest floats down; not where random."),
)  # fmt: skip
NEVER = "Never"
REMATCHES = _pairing(
    "Rematches", NEVER, msg("Never, or the number of rounds that lie at least between two meetings."), WHOLE
)  # fmt: skip
CLUBS_APART = _pairing(
    "Clubs apart", "0",
    msg("The first rounds in which players of one club do not meet if possible; 0 as Keep clubs apart says."), WHOLE,
)  # fmt: skip
ACCELERATED = _pairing(
    "Accelerated rounds", "0",
    msg("The first rounds in which the upper half of the seeding is grouped as with a win more."), WHOLE,
)  # fmt: skip
FRESH_TABLES = _pairing(
    "Fresh tables",
    (NO, YES),
    msg("Avoid seating a player at the same table twice."),
)
HIGHER, LESS_OFTEN = "Ranked higher", "Less often"
PLAYER_1 = _pairing(
    "Player 1", (HIGHER, LESS_OFTEN),
    msg("Player 1 (White, or the first side) is the higher-ranked player, or the one who has been it less often."),
)  # fmt: skip

# Size
AS_NEEDED = "As needed"
ROUNDS_BY_SIZE = _size(
    "Rounds by players", AS_NEEDED, msg("Swiss rounds by the number of players; as needed for one winner."), BY_PLAYERS
)  # fmt: skip
CUT_BY_SIZE = _size(
    "Cut by players",
    "0",
    msg("How many go on after the Swiss rounds: 2, 3, 4, 8, 16 or 32; 0 for nobody."),
    BY_PLAYERS,
)
STOPS = _size(
    "Wins and losses", NONE, msg("The record at which a player stops playing, wins first."), RECORD
)
NO_LIMIT = "No limit"
SWISS_MINUTES = replace(
    _size("Swiss minutes", ("50", NO_LIMIT), msg("Minutes of a Swiss round."), MINUTES),
    settled=None,
)
CUT_MINUTES = replace(
    _size("Elimination minutes", (NO_LIMIT,), msg("Minutes of an elimination round."), MINUTES),
    settled=None,
)
"""The minutes may change at any time."""
SINGLE, FIXED, DOUBLE = "Single", "Single with fixed bracket", "Double"
CUT_SIZES = (2, 3, 4, 8, 16, 32)
ELIMINATION = _size(
    "Elimination", (SINGLE, FIXED, DOUBLE),
    msg(
        "Out after one loss: the best left meets the last one in every round, or winners meet along the lines of a "
        "bracket (1-8 and 4-5, 2-7 and 3-6). Or out after two."
    ),
)  # fmt: skip
BEST_OF_ONE, BEST_OF_THREE = "One game", "Best of three"
CUT_MATCH = _size(
    "Elimination match",
    (BEST_OF_ONE, BEST_OF_THREE),
    msg(
        "The match of the elimination rounds. D, a draw, lets the higher seed win: report who won in the end."
    ),
)

MATCH_OPTIONS = (
    RULES_NAME, SOURCE, NOTES, RESULT, *SIDES, BEST_OF, MOST_SCORE, WIN, DRAW, LOSS, BYE, WALKOVER, ABSENT, BANDS, BYE_RESULT, MOST_MARGIN, OFFSET, HANDICAPS, START_SCORE, ABSENCE, ROUND_DOWN,
)  # fmt: skip
OTHER_OPTIONS = (
    FLOOR, OWN_FLOOR, DRAWN_MATCH, MOST_DROPPED, DRAWN_GAME, BYES_IN_SHARES, MISSED_IN_SHARES, SOS_DIVISOR, UNPLAYED, PAIRING_METHOD, POOLS, WITHIN, FIRST_ROUND, ORDER, WHO_FLOATS, LAST_ROUND, REMATCHES, CLUBS_APART, ACCELERATED, FRESH_TABLES, PLAYER_1, ROUNDS_BY_SIZE, CUT_BY_SIZE, STOPS, SWISS_MINUTES, CUT_MINUTES, ELIMINATION, CUT_MATCH,
)  # fmt: skip
"""The settings before and after the rows of tiebreaks."""
