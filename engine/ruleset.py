"""What a ruleset is: data and small functions, in the words of its document.

A written ruleset is one :class:`Ruleset` value in a file of ``engine/rulesets``. It names its
match format, its tiebreaks in order, its round counts and its pairing method; the algorithms
themselves live in :mod:`engine.pairing`, :mod:`engine.tiebreaks` and :mod:`engine.formats`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.deadlines import Deadlines
from engine.elimination.rule import Cut
from engine.legality import Legality
from engine.lists import ArmyList, Decklists
from engine.match_format import MatchFormat
from engine.model import Exact, Player, Stage, Tournament
from engine.options import Option
from engine.pairing import Pairing
from engine.pairing.context import RoundContext
from engine.penalties import PenaltyCode
from engine.reasons import Reason
from engine.roster import Finding, RosterField
from engine.round_time import DeckBuilding, TimeCalled
from engine.staff import StaffRule
from engine.tiebreaks import Tiebreak


class Running(NamedTuple):
    """What a player's card keeps after every round, worked out from the points so far.

    Args:
        name: the header.
        value: it, given the points.
    """

    name: str
    value: Callable[[Exact], Exact]


class MostRounds(NamedTuple):
    """So many Swiss rounds can be played at most, and why, with the rule."""

    rounds: int
    why: str


class Suggestion(NamedTuple):
    """What the document suggests for a number of players; ``cut`` is 0 for none."""

    rounds: int
    cut: int


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One written ruleset.

    Args:
        name: as on the command line and in the ``Event`` tab.
        title: as people say it.
        document: which document, version and section it follows.
        short: the document and its version, as short as people cite it.
        match_format: how a match is reported and scored.
        options: the choices that the document leaves open, and the readings.
        tiebreaks: the ranking after points, under the given options, after so many rounds.
        suggest: suggested rounds and cut for a number of players.
        clock: minutes of a round, or ``None`` for no limit; the last two players of an
            elimination have none.
        pair: the pairing method.
        rounds_left: how many rounds are still to be played, where that follows from who has met (round
            robin); ``None`` from it, or in its place, where it does not.
        legality: what no pairing of the event's next round may break.
        min_players: with fewer no event begins.
        most_rounds: how many Swiss rounds there can be; ``None`` for no limit.
        roster_fields: what it asks about each player besides what every event asks.
        scoring: the match format under options that change what a result is worth.
        starting_over: whether a tied group that a tiebreak made smaller starts again with the
            first one.
        findings: what is wrong with the entries of the roster and of all matches, given how many
            Swiss rounds are planned.
        missing: what is missing on the roster to pair round 1; nothing afterwards.
        staff: who helps to run the event, and who of them may play; ``None`` where the document
            says nothing of it.
        penalties: what the document says of infractions; ``None`` for nothing.
        decklists: when players hand in decklists; ``None`` where the document asks for none.
        armies: the armies of every player, given how many Swiss rounds are planned; ``None`` where
            nobody registers any.
        deadlines: what is due when where players have days to play a match; ``None`` where they
            never have.
        cut: what follows the Swiss rounds; ``None`` where their standings are final.
        time_called: how a round of a stage ends when its time is up; nothing for a stage without
            a limit.
        on_cards: what a player's card keeps after every round besides the points of that round.
        registered: what a player has registered to play, where the roster says so in several
            columns; ``None`` where it does not.
        play_off: the rule by which players who are level for the first place had better play each other;
            ``""`` for none.
        deck_building: the time before round 1 in which decks are built, under the options; ``None``
            from it, or in its place, for none.
        first_corp: who plays the Corporation in the first game of a match, given the event seed, the
            round and both players; ``None`` where nothing is drawn.
        not_played: what is typed for a Swiss match that was not played, or of which one game was, under
            the options; ``""`` where the document says nothing.
        without_cut: how many Swiss rounds are added to those suggested where the cut that is
            suggested is left out, with the reason; ``None`` for none.
    """

    name: str
    title: str
    document: str
    short: str
    match_format: MatchFormat
    options: tuple[Option, ...]
    tiebreaks: Callable[[Mapping[str, str], int], tuple[Tiebreak, ...]]
    suggest: Callable[[int, Mapping[str, str]], Suggestion]
    clock: Callable[[Stage, Mapping[str, str]], int | None]
    pair: Callable[[RoundContext], Pairing]
    legality: Callable[[Tournament], Legality]
    min_players: int = 2
    most_rounds: MostRounds | None = None
    roster_fields: tuple[RosterField, ...] = ()
    scoring: Callable[[Mapping[str, str]], MatchFormat] | None = None
    starting_over: bool = False
    findings: Callable[[Tournament, int], Iterator[Finding]] | None = None
    missing: Callable[[Tournament], Iterator[Finding]] | None = None
    staff: StaffRule | None = None
    penalties: PenaltyCode | None = None
    decklists: Decklists | None = None
    armies: Callable[[Tournament, int], Sequence[ArmyList]] | None = None
    deadlines: Deadlines | None = None
    cut: Cut | None = None
    time_called: Mapping[Stage, TimeCalled] = field(default_factory=dict)
    on_cards: Callable[[Mapping[str, str]], tuple[Running, ...]] | None = None
    registered: Callable[[Player], tuple[str, ...]] | None = None
    rounds_left: Callable[[Tournament], int | None] | None = None
    play_off: str = ""
    deck_building: Callable[[Mapping[str, str]], DeckBuilding | None] | None = None
    first_corp: Callable[[str, int, int, int], int] | None = None
    not_played: Callable[[bool, Mapping[str, str]], str] | None = None
    without_cut: Callable[[Suggestion], tuple[int, Reason]] | None = None

    def format(self, options: Mapping[str, str]) -> MatchFormat:
        """How a match is reported and scored under the organizer's options."""
        return self.scoring(options) if self.scoring else self.match_format

    def planned_rounds(self, tournament: Tournament) -> int:
        """How many Swiss rounds there are to be: as planned, else as the document suggests."""
        if tournament.planned_rounds:
            return tournament.planned_rounds
        left = self.rounds_left(tournament) if self.rounds_left else None
        if left is not None:
            return max(1, len(tournament.rounds) + left)
        suggested = self.suggest(tournament.starters, tournament.options).rounds
        return suggested + self.extra_rounds(tournament)[0]

    def extra_rounds(self, tournament: Tournament) -> tuple[int, Reason | None]:
        """How many of the Swiss rounds are there because no cut follows, and why."""
        if self.without_cut is None or tournament.planned_rounds or tournament.cut != 0:
            return 0, None
        suggestion = self.suggest(tournament.starters, tournament.options)
        return self.without_cut(suggestion) if suggestion.cut else (0, None)

    def planned_cut(self, tournament: Tournament) -> int:
        """How many players are to go on after the Swiss rounds: as planned, else as suggested.

        0 for none.
        """
        if self.cut is None:
            return 0
        if tournament.cut is not None:
            return tournament.cut
        return self.suggest(tournament.starters, tournament.options).cut
