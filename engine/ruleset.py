"""The type of a ruleset: data and small functions, in the words of its document.

A written ruleset is one :class:`Ruleset` value in a file of ``engine/rulesets``; the algorithms that
it names are in :mod:`engine.pairing`, :mod:`engine.tiebreaks` and :mod:`engine.formats`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from engine.brackets import Bracket
from engine.legality import Legality, by_pool
from engine.match_format import EliminationFormat, MatchFormat
from engine.model import Exact, Player, Stage, Tournament
from engine.options import Clash, Option, Options
from engine.pairing import Pairing
from engine.pairing.context import RoundContext
from engine.pairing.forbidden import can_be_paired
from engine.pairing.round_robin import round_robin_rounds, rounds_left
from engine.penalties import PenaltyCode
from engine.reasons import Reason
from engine.roster import ArmyList, Decklists, Finding, RosterField
from engine.tiebreaks import Tiebreak

MANY_ROUNDS = 60
"""The most rounds of an event in which players may meet again and again."""


class Running(NamedTuple):
    """A value that a player's card keeps after every round: its name, and it from the points."""

    name: str
    value: Callable[[Exact], Exact]


class MostRounds(NamedTuple):
    """The most Swiss rounds that can be played, and why, with the rule."""

    rounds: int
    why: str


class Suggestion(NamedTuple):
    """The document's suggestion for a number of players; ``cut`` is 0 for none."""

    rounds: int
    cut: int


class Unplayed(StrEnum):
    """The reports that there are for games that were not played."""

    SECOND_GAME = "draw of a second game not begun"
    EACH_GAME = "draw of each game, or no-show, where no time was found"
    ONLY_GAME = "draw, or no-show, where no time was found"


class TimeCalled(NamedTuple):
    """The end of a round whose time is up, as sentences in order.

    Players are told ``warning`` minutes before it; 0 where nothing asks for that.
    """

    rule: str
    steps: tuple[str, ...]
    warning: int = 0


class DeckBuilding(NamedTuple):
    """The time before round 1 in which all players build their decks, and its end."""

    minutes: int
    called: TimeCalled


class Deadlines(NamedTuple):
    """The deadlines of a round, from its posting, in events whose options say that they ``apply``.

    Args:
        contact_hours: until players must have written to each other.
        agreement_hours: before then nobody may be kept from agreeing on a result.
        round_days: until results are due, by default.
    """

    clause: str
    apply: Callable[[Options], bool]
    contact_hours: int
    agreement_hours: int
    round_days: int


@dataclass(frozen=True, slots=True)
class StaffRule:
    """A document's rule on the people who run an event.

    Args:
        playing_assistants: assistants who play and are enough for an impartial judge, where everybody
            on the staff plays; 0 where the document asks for none.
        leader: the role that is none of an assistant.
    """

    clause: str
    roles: tuple[str, ...]
    may_play: bool = True
    playing_assistants: int = 0
    leader: str = ""

    def has_impartial_judge(self, playing: Sequence[str], others: int) -> bool:
        """True if somebody can judge the matches of staff with these roles, with others who do not play.

        Rule: OP, Staff participation in events.
        """
        if not playing or others or not self.playing_assistants:
            return True
        return sum(role != self.leader for role in playing) >= self.playing_assistants


@dataclass(frozen=True, slots=True)
class Cut:
    """The cut and elimination of a ruleset; what depends on options is a function of them.

    Args:
        clause: the rule that says who goes on.
        elimination_clause: the rule of the elimination's sides, draws and walkovers.
        sizes: the numbers of players that may go on.
        kind: the name of the elimination; ``None`` where there is only one.
        chosen_by: the option that says so; ``None`` where there is only one.
        tiebreaker: the format of a tiebreaker round; ``None`` where the document has no such round.
        tiebreaker_round: the option by which it is announced.
        tiebreaker_offer: the option by which it is only spoken of if it was announced.
        has_progression: True if a number of points may close a first part of the Swiss rounds.
        announcement: a further task of all players of a cut of some size.
        bracket_clause: the rule of the bracket; ``None`` for that of the elimination.
        final_timed: True if the last two players have a limit of time as well.
        instead: why a cut of some size is not played as the options have it; ``None`` where it is.
        sized_by: the option that says how many go on; ``None`` where the document does.
    """

    clause: str
    elimination_clause: str
    sizes: tuple[int, ...]
    bracket: Callable[[int, Options], Bracket]
    format: Callable[[Options], EliminationFormat]
    kind: Callable[[Options], str] | None = None
    chosen_by: Option | None = None
    tiebreaker: EliminationFormat | None = None
    tiebreaker_round: Option | None = None
    tiebreaker_offer: Option | None = None
    has_progression: bool = False
    announcement: Callable[[int], Reason] | None = None
    bracket_clause: Callable[[Options], str] | None = None
    tiebreaker_clause: str = ""
    final_timed: bool = False
    instead: Callable[[int, Options], Reason | None] | None = None
    sized_by: Option | None = None

    def is_offered(self, options: Options) -> bool:
        """True if people are to hear that a tiebreaker round could be played."""
        if self.tiebreaker is None:
            return False
        announced, offer = self.tiebreaker_round, self.tiebreaker_offer
        is_announced = announced is not None and announced.of(options) == "Yes"
        return is_announced or offer is None or offer.of(options) == offer.default


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One written ruleset. Fields that may be ``None`` are so where the document says nothing."""

    name: str
    """Short, as in ``nisei-swiss``."""
    title: str
    """The game, in brackets who wrote the rules and when, and the system."""
    document: str
    """The document, its version and section."""
    short: str
    """The document and its version, as short as people cite it."""
    match_format: MatchFormat
    """The format in which a match is reported and scored, if no option says otherwise."""
    options: tuple[Option, ...]
    """The choices that the document leaves open, and extensions."""
    tiebreaks: Callable[[Options, int], tuple[Tiebreak, ...]]
    """The ranking after points, after a number of rounds."""
    suggest: Callable[[int, Options], Suggestion]
    """Rounds and cut for a number of players."""
    clock: Callable[[Stage, Options], int | None]
    """Minutes of a round, or ``None`` for no limit; the last two players of an elimination have
    none, unless the cut says so."""
    pair: Callable[[RoundContext], Pairing]
    """The pairing method."""
    legality: Callable[[Tournament], Legality]
    """The rules that no pairing of the event's next round may break."""

    formerly: str = ""
    """The title that it had before, if it was another one."""
    named: Callable[[Options], tuple[str, str]] | None = None
    """Title and document where the organizer says them; ``None`` for those above."""
    clashes: Callable[[Options], Sequence[Clash]] | None = None
    """Choices that do not go with one another."""
    hints: Callable[[Tournament], Iterator[Clash]] | None = None
    """Choices that have no effect, or that nothing can be done with as players and program are."""
    game: str = "Netrunner"
    """Its game; blank where the organizer says it."""
    min_players: int = 2
    """With fewer no event begins."""
    most_rounds: MostRounds | None = None
    without_cut: Callable[[Suggestion], tuple[int, Reason]] | None = None
    """Rounds added to those suggested where the cut that is suggested is left out, and why."""
    scoring: Callable[[Options], MatchFormat] | None = None
    """The match format under options that change what a result is worth."""
    starting_over: bool = False
    """True if a tied group that a tiebreak made smaller starts again with the first tiebreak."""
    roster_fields: tuple[RosterField, ...] = ()
    """The entries on each player besides those of every event."""
    findings: Callable[[Tournament, int], Iterator[Finding]] | None = None
    """Faults of the roster and all matches, given the number of Swiss rounds planned."""
    missing: Callable[[Tournament], Iterator[Finding]] | None = None
    """Entries of the roster without which round 1 cannot be paired; nothing in later rounds."""
    registered: Callable[[Player], tuple[str, ...]] | None = None
    """A player's registered choices, where several fields of the roster have them."""
    armies: Callable[[Tournament, int], Sequence[ArmyList]] | None = None
    """The armies of every player, given the number of Swiss rounds planned."""
    decklists: Decklists | None = None
    staff: StaffRule | None = None
    penalties: PenaltyCode | None = None
    deadlines: Deadlines | None = None
    cut: Cut | None = None
    """The part after the Swiss rounds; ``None`` where their standings are final."""
    play_off: str = ""
    """The rule by which players who are level for the first place had better play each other."""
    time_called: Mapping[Stage, TimeCalled] = field(default_factory=dict)
    """The end of a round of a stage when its time is up; nothing for a stage without a limit."""
    deck_building: Callable[[Options], DeckBuilding | None] | None = None
    """The time before round 1 in which decks are built."""
    first_corp: Callable[[str, int, int, int], int] | None = None
    """The player who is the Corporation in the first game, given event seed, round and both players."""
    on_cards: Callable[[Options], tuple[Running, ...]] | None = None
    """Values that a player's card keeps after every round besides the points of that round."""
    finished: Callable[[Tournament], frozenset[int]] = lambda _event: frozenset()
    """Active players who are not paired any more, as their wins or losses are enough."""
    keeps_clubs_apart: Callable[[Options], bool] = lambda _options: False
    """True if the rules keep clubs apart in some rounds, whether the organizer wishes so or not."""
    told_apart: tuple[str, ...] = ()
    """The tallies that tiebreaks may ask for besides those of the match format."""
    pools: Callable[[Tournament], Mapping[int, str]] = lambda _event: {}
    """The pool of each player, by number; nothing where there are none."""
    has_pools: Callable[[Options], bool] = lambda _options: False
    """True if there are pools, each of which plays on its own."""
    not_played: Callable[[bool, Options], Unplayed | None] | None = None
    """The report for a Swiss match without a result, given whether it was begun."""

    def format(self, options: Options) -> MatchFormat:
        """The format in which a match is reported and scored under the organizer's options."""
        return self.scoring(options) if self.scoring else self.match_format

    def titles(self, options: Options) -> tuple[str, str]:
        """The title and the document, as the organizer has them where the rules are put together."""
        return self.named(options) if self.named else (self.title, self.document)

    def game_under(self, options: Options) -> str:
        """The game: results of one game can be put together."""
        return self.game or self.titles(options)[0]

    def planned_rounds(self, tournament: Tournament) -> int:
        """The number of Swiss rounds: as planned, else as the document suggests; fewer if nobody is left."""
        planned = self._planned_rounds(tournament)
        return min(planned, len(tournament.rounds)) if self.has_ended(tournament) else planned

    def has_ended(self, tournament: Tournament) -> bool:
        """True if nobody is left to meet, as others have won or lost enough."""
        finished = self.finished(tournament)
        if not finished:
            return False
        left = tournament.without(finished)
        return len(left.active) < 2 or not can_be_paired(left, self.legality(left))

    def _planned_rounds(self, tournament: Tournament) -> int:
        if tournament.planned_rounds:
            return tournament.planned_rounds
        left = self.rounds_left(tournament)
        if left is not None:
            return max(1, len(tournament.rounds) + left)
        suggested = self.suggest(tournament.starters, tournament.options).rounds
        return min(suggested + self.extra_rounds(tournament)[0], self.playable_rounds(tournament))

    def playable_rounds(self, tournament: Tournament) -> int:
        """The most Swiss rounds that the players who began can play: until everybody has met everybody.

        With sides that may be swapped that is twice, with second meetings soon enough for ever; the
        ruleset may have fewer.
        """
        legality = self.legality(tournament)
        pools = [pool.starters for pool, _ in by_pool(tournament, legality)]
        largest = max(pools) if legality.round_robin else min(pools)
        most = round_robin_rounds(max(2, largest)) * (1 + legality.sides_swapped)
        if legality.rounds_between is not None and legality.rounds_between < most:
            most = MANY_ROUNDS
        return min(most, self.most_rounds.rounds) if self.most_rounds else most

    def rounds_left(self, tournament: Tournament) -> int | None:
        """The rounds of a round robin that are left; ``None`` where not everybody meets everybody."""
        legality = self.legality(tournament)
        if not legality.round_robin:
            return None
        return max(rounds_left(pool, rules) for pool, rules in by_pool(tournament, legality))

    def extra_rounds(self, tournament: Tournament) -> tuple[int, Reason | None]:
        """The number of Swiss rounds that are played because no cut follows, and why."""
        if self.without_cut is None or tournament.planned_rounds or tournament.cut != 0:
            return 0, None
        suggestion = self.suggest(tournament.starters, tournament.options)
        return self.without_cut(suggestion) if suggestion.cut else (0, None)

    def planned_cut(self, tournament: Tournament) -> int:
        """The number who go on after the Swiss rounds, as planned or suggested; 0 for none."""
        if self.cut is None:
            return 0
        if tournament.cut is not None:
            return tournament.cut
        return self.suggest(tournament.starters, tournament.options).cut
