"""A match in which a player loses something by a penalty: which game it is, and what the result lacks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine import Match
from engine.formats.netrunner import CORP, RUNNER, SIDES
from engine.match_format import SPECIAL, Format
from engine.model import Special, Value
from engine.penalties import (
    OF_THE_MATCH,
    Loss,
    Penalty,
    PenaltyCode,
    When,
    game_lost,
    lost_by_both,
    match_lost,
    side_of_other_game,
    unplayed_lost,
)
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.read_penalties import Entry, target_of

ResultsTyped = dict[tuple[int, int], dict[str, Value]]
"""The result columns by header of matches, these by the place of their tab and Player 1."""


def loss_text(event: EventBook, entry: Entry, format_: Format, number: int) -> str:
    """The cost of an entry in a later round, as a sentence without its subject.

    ``format_`` is how the matches of that round are reported, ``number`` that of its tab, from 1.
    """
    if entry.given is Penalty.MATCH_LOSS:
        return t("loses the match of this round")
    if not format_.game_names:
        return t("loses the game of this round")
    if CORP not in format_.game_names:
        return t("loses the first game of this round")
    lost, other = _drawn_sides(event, entry, number)
    text = msg(
        "loses the first game of this round, as the {lost}, and plays the {other} in the other (drawn)"
    )
    return t(text, lost=lost, other=other)


def _drawn_sides(event: EventBook, entry: Entry, number: int) -> tuple[str, str]:
    """The sides of a player in the game that is lost, and in the other one, as drawn."""
    other = side_of_other_game(event.value_of(event_tab.SEED), entry.player.no, number, SIDES)
    return RUNNER if other == CORP else CORP, other


@dataclass(frozen=True, slots=True)
class LostMatch:
    """The match of an entry whose penalty is the loss of a game or of a match.

    ``place`` is which of the tabs with matches it is on, ``typed`` has its result columns by header.
    """

    event: EventBook
    code: PenaltyCode
    entry: Entry
    place: int
    match: Match
    typed: dict[str, Value]

    @property
    def tab(self) -> RoundTab:
        """The tab that it is on."""
        return self.event.tabs[self.place]

    @property
    def format_(self) -> Format:
        """The format in which it is reported."""
        return self.event.format_of(self.tab)

    @property
    def games(self) -> Sequence[Value]:
        """The names of its games; none where there is only one."""
        return self.format_.game_names

    @property
    def opponent(self) -> int:
        """The other player."""
        other = self.match.opponent_of(self.entry.player.no)
        assert other is not None  # a bye has nothing to lose
        return other

    @property
    def _player(self) -> int:
        return 1 if self.match.player1 == self.entry.player.no else 2

    @property
    def is_game_unknown(self) -> bool:
        """True if a game is lost and it is not said which."""
        is_game = self.entry.given is Penalty.GAME_LOSS and self.games
        return bool(is_game) and self.entry.game not in self.games

    def with_game(self) -> LostMatch:
        """The same with the game that is lost, as far as that can be known."""
        if self.entry.given is not Penalty.GAME_LOSS or not self.games or self.entry.game != "":
            return self
        game: Value | None
        if self.entry.infraction.when is not When.NEXT_ROUND:
            game = self.format_.current_game(self.typed, self._player)
        elif CORP in self.games:
            game, _ = _drawn_sides(self.event, self.entry, self.place + 1)
        else:
            game = self.games[0]
        return replace(self, entry=replace(self.entry, game="" if game is None else game))

    def needed(self) -> Loss:
        """The entries that the result lacks for the loss to be on record."""
        if self.entry.given is Penalty.GAME_LOSS:
            return game_lost(self.format_, self.typed, self._player, self.entry.game)
        if self.entry.given is Penalty.MATCH_LOSS or self.code.removal:
            return match_lost(self.format_, self.typed, self._player)
        result = tuple(self.typed[field.name] for field in self.format_.fields)
        is_complete = self.format_.is_complete(result, Special(str(self.typed[SPECIAL])))
        return unplayed_lost(self.format_, self.typed, self._player, is_complete=is_complete)

    def needed_with(self, others: Sequence[Entry]) -> Loss | None:
        """The same beside the opponent's losses in this match; ``None`` if both cannot lose the game."""
        loss = self.needed()
        by_penalty: dict[str, Value] = {}
        for other in others:
            player, format_ = 3 - self._player, self.format_
            of_other = match_lost(format_, {}, player)
            if other.given is Penalty.GAME_LOSS:
                of_other = game_lost(format_, {}, player, other.game)
            by_penalty |= of_other.values
        if not any(by_penalty.get(h) == v for h, v in loss.clashes.items()):
            return loss
        all_lost = any(other.given in OF_THE_MATCH for other in others)
        is_whole = not self.games or (self.entry.given in OF_THE_MATCH and all_lost)
        both = lost_by_both(self.format_, self.typed) if is_whole else None
        if both is None:
            return None
        return Loss(both.values, {h: v for h, v in both.clashes.items() if by_penalty.get(h) != v})


def match_lost_by(
    event: EventBook, code: PenaltyCode, entry: Entry, results: ResultsTyped
) -> LostMatch | None:
    """The match in which an entry costs something; ``None`` where there is none with an opponent.

    ``results`` has what penalties have written a moment ago.
    """
    place = target_of(event, entry)
    match = None if place is None else event.tabs[place].match_of(entry.player.no)
    if place is None or match is None or match.player2 is None:
        return None
    typed = event.typed_of(event.tabs[place], match)
    typed = results.setdefault((place, match.player1), typed)
    return LostMatch(event, code, entry, place, match, typed)
