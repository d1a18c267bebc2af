"""What a ruleset is: data and small functions, in the words of its document.

A written ruleset is one :class:`Ruleset` value in a file of ``engine/rulesets``. It names its
match format, its tiebreaks in order, its round counts and its pairing method; the algorithms
themselves live in :mod:`engine.pairing`, :mod:`engine.tiebreaks` and :mod:`engine.formats`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from engine.model import Exact, Player, Special, Stage, Tournament, Value

if TYPE_CHECKING:
    from engine.deadlines import Deadlines
    from engine.elimination.brackets import Bracket
    from engine.lists import ArmyList, Decklists
    from engine.pairing import Pairing, Reason
    from engine.pairing.situation import Situation
    from engine.penalties import PenaltyCode
    from engine.records import Records


class Settled(NamedTuple):
    """Why a choice is settled once round 1 is paired.

    Args:
        why: what the document says of it, with the rule, as a half sentence about the choice.
        must: whether another choice is refused from then on, and not only pointed out.
    """

    why: str
    must: bool = True


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that the document leaves to the organizer; the first choice is its default.

    Args:
        name: as it stands on the ``Event`` tab.
        choices: what may be chosen.
        help: one sentence or two for the organizer.
        unless: where a blank means something else.
        extension: whether the choice is not in the document; the default is then what it says.
        numbers: whole numbers that may be typed as well.
        beyond: what of it is not in the document, where not all of it is.
        settled: why it stays as it was when round 1 was paired; ``None`` where it may change.
    """

    name: str
    choices: tuple[str, ...]
    help: str
    unless: str = ""
    extension: bool = False
    numbers: range | None = None
    beyond: str = ""
    settled: Settled | None = None

    @property
    def default(self) -> str:
        """What holds when the organizer says nothing."""
        return self.choices[0]

    def of(self, options: Mapping[str, str]) -> str:
        """The organizer's choice, or the default."""
        return options.get(self.name) or self.default


@dataclass(frozen=True, slots=True)
class ResultField:
    """One result column of a match format.

    Args:
        name: the column header.
        choices: what may be typed: some texts, some numbers, or whole numbers from one to
            another.
        help: shown when the cell is selected.
        optional: whether the column may be missing from the sheet.
        needed: whether a match without it has no result yet.
    """

    name: str
    choices: tuple[Value, ...] | range
    help: str
    optional: bool = False
    needed: bool = True


class Barred(NamedTuple):
    """Why an entry of ``Special`` that people know from elsewhere is refused.

    Args:
        text: what is wrong, with the rule.
        remedy: what to do.
        setting: the option that allows it, and its value; ``None`` where nothing does.
    """

    text: str
    remedy: str
    setting: tuple[str, str] | None = None


class Score(NamedTuple):
    """What a match earned its two players, in the ruleset's points."""

    player1: Exact
    player2: Exact


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """How one match is reported and scored.

    Args:
        name: what the live formulas of the workbook are found by.
        fields: the result columns, in order.
        specials: the entries that ``Special`` may have.
        score: the points of a typed result, or ``None`` while something is missing; called only
            with results that have no ``fault``.
        fault: what contradicts itself in a typed result, or ``None``.
        bye: the points for a bye.
        sides: what Player 1 and Player 2 play, where that is assigned.
        worth: what the format was made from, for whoever needs it in another form.
        denominator: points are whole multiples of 1 / ``denominator``.
        tallies: what else a typed result comes to for either player, by name: games won,
            matches won, a difference.
        barred: the entries that ``Special`` may not have, as far as there is more to say of them.
    """

    name: str
    fields: tuple[ResultField, ...]
    specials: tuple[Special, ...]
    score: Callable[[tuple[Value, ...], Special], Score | None]
    fault: Callable[[tuple[Value, ...], Special], str | None]
    bye: Exact
    sides: tuple[str, str] | None = None
    worth: object = None
    denominator: int = 1
    tallies: Mapping[str, Callable[[tuple[Value, ...], Special], Score]] = field(
        default_factory=dict
    )
    barred: Mapping[Special, Barred] = field(default_factory=dict)


class Exacts(NamedTuple):
    """Exact values of many players: whole numbers over one denominator."""

    values: Mapping[int, int]
    denominator: int = 1


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """One step of a ranking.

    Args:
        name: the column header in the standings.
        values: the value of each of the given players; the higher ranks first.
        among_tied: whether the value depends on who is tied (head to head, lots), so that it is
            worked out only for those still level; no values where it does not apply to them.
        lowest_first: whether the lower value ranks first instead.
        help: how a player works it out by hand.
        decimals: how many are shown.
        counts: whether it breaks ties; else it is only shown.
    """

    name: str
    values: Callable[[Records, Sequence[int]], Exacts]
    help: str
    among_tied: bool = False
    lowest_first: bool = False
    decimals: int = 4
    counts: bool = True


@dataclass(frozen=True, slots=True)
class RosterColumn:
    """A column of the roster that a ruleset asks for besides the common ones."""

    name: str
    choices: tuple[str, ...] = ()
    width: float = 34
    help: str = ""


class Finding(NamedTuple):
    """What a ruleset finds wrong with the roster or with what is typed for a match.

    Args:
        no: whose entry it is.
        round: the round, or 0 for the roster.
        column: the header of the entry.
        text: what is wrong.
        remedy: what to do; ``""`` where the organizer should know, but may go on.
        stage: the part of the event that the round belongs to.
    """

    no: int
    round: int
    column: str
    text: str
    remedy: str = ""
    stage: Stage = Stage.SWISS


@dataclass(frozen=True, slots=True)
class Legality:
    """What no pairing of a round may break; :mod:`engine.checks` reads it.

    Args:
        clause: the rule that violations cite, if no other is named.
        sides_swapped: whether two players may meet once more with the sides swapped; Player 1
            has the first side.
        second_bye: whether somebody may have another bye while others have had fewer.
        round_robin: the rule by which everybody meets everybody: any number of players may sit out,
            but no two who have still to meet; ``""`` for another pairing.
        rematch: the rule against a second meeting.
        bye: the rule that says who sits out.
    """

    clause: str
    sides_swapped: bool = False
    second_bye: bool = False
    round_robin: str = ""
    rematch: str = ""
    bye: str = ""


class TimeCalled(NamedTuple):
    """How a round ends when its time is up, for people to read.

    Args:
        rule: the section.
        steps: what happens, in order, one sentence or two each.
        warning: so many minutes before the end players are told; 0 where nothing asks for it.
    """

    rule: str
    steps: tuple[str, ...]
    warning: int = 0


class DeckBuilding(NamedTuple):
    """The time before round 1 in which all players build their decks.

    Args:
        minutes: how long it is.
        called: how it ends.
    """

    minutes: int
    called: TimeCalled


@dataclass(frozen=True, slots=True)
class StaffRule:
    """Who helps to run an event, and who of them may play.

    Args:
        clause: the rule that is cited.
        roles: what they may be called.
        may_play: whether somebody on the staff may be on the roster.
        playing_assistants: so many assistants who play are enough where everybody on the staff does,
            so that there is an impartial judge; 0 where the document asks for none.
        leader: the role that is none of an assistant.
    """

    clause: str
    roles: tuple[str, ...]
    may_play: bool = True
    playing_assistants: int = 0
    leader: str = ""

    def has_impartial_judge(self, playing: Sequence[str], others: int) -> bool:
        """Whether there is somebody to judge the matches in which staff play.

        Args:
            playing: the roles of those who play.
            others: how many on the staff do not.

        Rule: OP, Staff participation in events.
        """
        if not playing or others or not self.playing_assistants:
            return True
        return sum(role != self.leader for role in playing) >= self.playing_assistants


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
class EliminationFormat:
    """How a match of an elimination is reported, and who wins it.

    Args:
        name: what the live formulas of the workbook are found by.
        fields: the result columns, in order.
        specials: the entries that ``Special`` may have.
        winner: 1 or 2, given the result, ``Special`` and which of the two is the higher seed;
            ``None`` while something is missing. Called only with results that have no ``fault``.
        fault: what contradicts itself in a typed result, or ``None``.
        corp: which player was the Corp, 1 or 2, or 0 if that is unknown, where the sides of later
            rounds follow from it.
        choice: what the higher seed decides, as a sentence about ``{0}``; ``""`` for nothing. With
            ``corp`` that is so in the first round only.
        choice_rule: the rule that says so; ``""`` for that of the elimination.
        barred: the entries that ``Special`` may not have, as far as there is more to say of them.
    """

    name: str
    fields: tuple[ResultField, ...]
    specials: tuple[Special, ...]
    winner: Callable[[tuple[Value, ...], Special, int], int | None]
    fault: Callable[[tuple[Value, ...], Special], str | None]
    corp: Callable[[tuple[Value, ...], Special], int] | None = None
    choice: str = ""
    choice_rule: str = ""
    barred: Mapping[Special, Barred] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Cut:
    """What follows the Swiss rounds.

    Args:
        clause: the rule that says who goes on.
        elimination_clause: the rule of the elimination's sides, draws and walkovers.
        sizes: the numbers of players that may go on.
        bracket: who meets whom, for one of the sizes under the options.
        format: how a match of the elimination is reported under the options.
        kind: which elimination it is under the options; ``None`` where there is only one.
        tiebreaker: how a game of a tiebreaker round is reported; ``None`` where the document has
            no such round.
        tiebreaker_round: the option by which it is announced.
        tiebreaker_offer: the option by which it is only spoken of if it was announced.
        has_progression: whether a number of points may close a first day.
        announcement: what else all players of a cut of some size have to do.
        bracket_clause: the rule of the bracket under the options; ``None`` for that of the elimination.
        tiebreaker_clause: the rule of the tiebreaker round.
        instead: why a cut of some size is not played as the options have it; ``None`` where it is.
    """

    clause: str
    elimination_clause: str
    sizes: tuple[int, ...]
    bracket: Callable[[int, Mapping[str, str]], Bracket]
    format: Callable[[Mapping[str, str]], EliminationFormat]
    kind: Callable[[Mapping[str, str]], str] | None = None
    tiebreaker: EliminationFormat | None = None
    tiebreaker_round: Option | None = None
    tiebreaker_offer: Option | None = None
    has_progression: bool = False
    announcement: Callable[[int], Reason] | None = None
    bracket_clause: Callable[[Mapping[str, str]], str] | None = None
    tiebreaker_clause: str = ""
    instead: Callable[[int, Mapping[str, str]], Reason | None] | None = None

    def is_announced(self, options: Mapping[str, str]) -> bool:
        """Whether a tiebreaker round has been announced."""
        return self.tiebreaker_round is not None and self.tiebreaker_round.of(options) == "Yes"

    def is_offered(self, options: Mapping[str, str]) -> bool:
        """Whether to say that a tiebreaker round could be played."""
        if self.tiebreaker is None:
            return False
        offer = self.tiebreaker_offer
        return self.is_announced(options) or offer is None or offer.of(options) == offer.default


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
        roster_columns: what it wants to know of each player besides the common columns.
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
    pair: Callable[[Situation], Pairing]
    legality: Callable[[Tournament], Legality]
    min_players: int = 2
    most_rounds: MostRounds | None = None
    roster_columns: tuple[RosterColumn, ...] = ()
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
