"""Writing penalties: what is filled in on their tab, and what goes into rounds and roster."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from engine import Match, Status
from engine.formats import CORP, RUNNER
from engine.losses import (
    SPECIAL,
    Loss,
    current_game,
    game_lost,
    games_of,
    lost_by_both,
    match_lost,
    unplayed_lost,
)
from engine.match_format import EliminationFormat, MatchFormat
from engine.model import Special, Value
from engine.penalties import (
    LOSSES,
    OF_THE_MATCH,
    REMOVED,
    Penalty,
    PenaltyCode,
    When,
    side_of_other_game,
)
from xlplugin.problems import Problem
from xlplugin.workbook.book import AddRows, Change, SetCells
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts import event_tab, tab_names
from xlplugin.workbook.layouts.penalty_tabs import APPLIED_PENALTY, REPLACE
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.read_penalties import (
    Entry,
    PenaltyTab,
    match_of,
    opponent_of,
    round_cell,
    tabs_of,
    target_of,
)

Cells = dict[tuple[int, int], CellValue]
TOLD = ("Proposed", "Applied", "At the table", APPLIED_PENALTY)
"""The columns in which only the plugin writes."""


class PenaltyLine(NamedTuple):
    """An entry as it was told."""

    entry: int
    no: int
    player: str
    round: Value
    infraction: str
    proposed: str
    penalty: str
    accepted: str
    applied: str


def what_is_lost(
    event: EventBook, entry: Entry, format_: MatchFormat | EliminationFormat, number: int
) -> str:
    """What an entry costs in a later round, as a sentence without its subject.

    Args:
        event: the event.
        entry: the entry.
        format_: how the matches of that round are reported.
        number: of the tab with matches, from 1.
    """
    if entry.given is Penalty.MATCH_LOSS:
        return "loses the match of this round"
    if not games_of(format_):
        return "loses the game of this round"
    if format_.name != "two games":
        return "loses the first game of this round"
    side = _drawn_side(event, entry, number)
    return f"loses the first game of this round, as the {_other(side)}, and plays the {side} in the other (drawn)"


def _drawn_side(event: EventBook, entry: Entry, number: int) -> str:
    return side_of_other_game(event.settings.get(event_tab.SEED.name, ""), entry.player.no, number)


def _other(side: str) -> str:
    return RUNNER if side == CORP else CORP


@dataclass
class PenaltyWork:
    """The entries of the tab, being applied one after another."""

    event: EventBook
    code: PenaltyCode
    tab: PenaltyTab
    when: datetime
    problems: list[Problem] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    new: list[Entry] = field(default_factory=list)
    results: dict[tuple[int, int], dict[str, Value]] = field(default_factory=dict)
    statuses: dict[int, Status] = field(default_factory=dict)
    cells: dict[str, Cells] = field(default_factory=dict)

    # applying

    def apply(self) -> None:
        """Apply every entry that is due, in the order in which they happened."""
        for entry in self.tab.entries:
            if entry.applied:
                self._compare(entry)
            self.new.append(self._applied(entry) if entry.is_due else entry)

    def _applied(self, entry: Entry) -> Entry:
        """The entry once it is applied; as it was where there is something to mend, or to wait for."""
        if entry.given is Penalty.JUDGE:
            self._problem(
                entry, "Penalty", "the document leaves it to the judge", "choose what was decided"
            )
            return entry
        told: list[str] = []
        if entry.given in LOSSES:
            lost = self._lose(entry)
            if lost is None:
                return entry
            entry, told = lost
        if entry.given in REMOVED:
            told += self._remove(entry)
        what = f"{entry.given}: {'; '.join(told)}." if told else f"{entry.given}."
        self.done.append(
            f"{entry.player.name.strip()} ({entry.player.no}), {entry.infraction.label}: {what.rstrip('.')}"
        )
        applied = f"{what} {self.when:%Y-%m-%d %H:%M}"
        return replace(entry, applied=applied, applied_penalty=str(entry.given))

    def _lose(self, entry: Entry) -> tuple[Entry, list[str]] | None:
        """The entry with its game and what was written; ``None`` if it cannot be applied now."""
        place, no = target_of(self.event, entry), entry.player.no
        is_removed = entry.given in REMOVED
        match = None if place is None else match_of(self.event, place, no)
        if place is None or match is None or match.player2 is None:
            if is_removed:
                return entry, []
            if entry.infraction.when is When.NOW or place is not None:
                self._nothing_to_lose(entry, place, match)
            return None
        entry = self._with_game(entry, place, match)
        loss = self._loss(entry, place, match)
        if loss is None:
            return None
        tab = tabs_of(self.event)[place]
        return entry, [f"{tab.name}, table {match.table}: {self._write(place, match, loss)}"]

    def _nothing_to_lose(self, entry: Entry, place: int | None, match: Match | None) -> None:
        name = entry.player.name.strip()
        if place is None:
            what = "no round has been paired"
        elif match is None:
            what = f"{name} is in no match of {tabs_of(self.event)[place].name}"
        else:
            what = f"{name} has a bye in {tabs_of(self.event)[place].name}"
        remedy = "there is no game to be lost: choose the right round, another Penalty, or No"
        self._problem(entry, "Round", what, remedy)

    def _with_game(self, entry: Entry, place: int, match: Match) -> Entry:
        """The entry with the game that is lost, as far as one can know."""
        games = games_of(self._format(place))
        if entry.given is not Penalty.GAME_LOSS or not games:
            return entry
        if entry.infraction.when is When.NEXT_ROUND and entry.game == "":
            if CORP in games:
                return replace(entry, game=_other(_drawn_side(self.event, entry, place + 1)))
            return replace(entry, game=games[0])
        if entry.game == "":
            player = 1 if match.player1 == entry.player.no else 2
            game = current_game(self._format(place), self._typed(place, match), player)
            return replace(entry, game="" if game is None else game)
        return entry

    def _loss(self, entry: Entry, place: int, match: Match) -> Loss | None:
        """What has to be written; ``None`` if something must be mended first."""
        format_, typed = self._format(place), self._typed(place, match)
        games = games_of(format_)
        is_game = entry.given is Penalty.GAME_LOSS
        if is_game and games and entry.game not in games:
            choices = " or ".join(map(str, games))
            what = (
                f"which game {entry.player.name.strip()} loses is not said"
                if entry.game == ""
                else f"{entry.game} is no game of {tabs_of(self.event)[place].name}"
            )
            side = ", the side of this player in it" if CORP in games else ""
            self._problem(entry, "Game", what, f"choose {choices}{side}")
            return None
        loss = self._needed(entry, place, match)
        by_penalty = self._lost_by_opponent(entry, place, match)
        overlap = [h for h, v in loss.clashes.items() if h in by_penalty and by_penalty[h] == v]
        if overlap:
            is_whole = not games or (
                entry.given in OF_THE_MATCH and self._opponent_lost_all(place, entry)
            )
            both = lost_by_both(format_, typed) if is_whole else None
            if both is None:
                self._both_lose(entry, place, match)
                return None
            kept = {h: v for h, v in both.clashes.items() if by_penalty.get(h) != v}
            loss = Loss(both.cells, kept)
        if loss.clashes and entry.accepted != REPLACE:
            self._refuse_to_replace(entry, place, match, loss)
            return None
        return loss

    def _needed(self, entry: Entry, place: int, match: Match) -> Loss:
        """What the results of the match lack for the loss to be on record."""
        format_, typed = self._format(place), self._typed(place, match)
        player = 1 if match.player1 == entry.player.no else 2
        if entry.given is Penalty.GAME_LOSS:
            return game_lost(format_, typed, player, entry.game)
        if entry.given is Penalty.MATCH_LOSS or self.code.removal:
            return match_lost(format_, typed, player)
        return unplayed_lost(format_, typed, player, is_complete=_is_complete(format_, typed))

    def _lost_by_opponent(self, entry: Entry, place: int, match: Match) -> dict[str, Value]:
        """What is typed in the match because the opponent has lost something by a penalty."""
        found: dict[str, Value] = {}
        for other in self._of_opponent(entry, place):
            found |= self._needed_alone(other, place, match).cells
        return found

    def _needed_alone(self, entry: Entry, place: int, match: Match) -> Loss:
        player = 1 if match.player1 == entry.player.no else 2
        if entry.given is Penalty.GAME_LOSS:
            return game_lost(self._format(place), {}, player, entry.game)
        return match_lost(self._format(place), {}, player)

    def _of_opponent(self, entry: Entry, place: int) -> list[Entry]:
        """The losses of the opponent in the same match that are applied, now or before."""
        opponent = opponent_of(self.event, place, entry.player.no)
        return [
            other
            for other in (*self.new, *self.tab.entries[len(self.new) :])
            if other.player.no == opponent
            and other.applied
            and other.counts
            and other.given in LOSSES
            and target_of(self.event, other) == place
        ]

    def _opponent_lost_all(self, place: int, entry: Entry) -> bool:
        return any(other.given in OF_THE_MATCH for other in self._of_opponent(entry, place))

    def _both_lose(self, entry: Entry, place: int, match: Match) -> None:
        tab = tabs_of(self.event)[place]
        opponent = self.event.by_no[
            opponent_of(self.event, place, entry.player.no) or 0
        ].name.strip()
        what = (
            f"{opponent} has lost the same by a penalty (table {match.table}), and {tab.name} has no "
            "result for a game that both lose"
        )
        remedy = (
            "choose the other Game if there is one, another Penalty, or No, and say why in Note"
        )
        self._problem(entry, "Accepted", what, remedy)

    def _refuse_to_replace(self, entry: Entry, place: int, match: Match, loss: Loss) -> None:
        tab = tabs_of(self.event)[place]
        row = tab.rows[entry.player.no]
        there = ", ".join(f"{h} {v} in {row.address(h)}" for h, v in loss.clashes.items())
        needed = ", ".join(f"{h} {_told(v)}" for h, v in loss.cells.items())
        what = (
            f"{tab.name}, table {match.table} has another result typed ({there}), the penalty needs "
            f"{needed}"
        )
        remedy = f"choose {REPLACE} to have it replaced, or No, or correct the result"
        self._problem(entry, "Accepted", what, remedy)

    def _write(self, place: int, match: Match, loss: Loss) -> str:
        """Write a loss, and tell what was written."""
        tab = tabs_of(self.event)[place]
        if not loss.cells:
            return "on record already"
        typed = self._typed(place, match)
        row = tab.rows[match.player1].number
        told = []
        for header, value in loss.cells.items():
            was = typed.get(header, "")
            told.append(f"{header} {_told(value)} (was {_told(was)})")
            self._set(tab.name, row, tab.table.places[header], None if value == "" else value)
            typed[header] = value
        if place < len(tabs_of(self.event)) - 1:
            self.warnings.append(
                f"{tab.name} has changed although {tabs_of(self.event)[place + 1].name} is paired: that "
                "pairing stays as it is, the next standings follow."
            )
        return ", ".join(told)

    def _remove(self, entry: Entry) -> list[str]:
        """Set the status of whoever is removed, and tell it."""
        no, status = entry.player.no, REMOVED[entry.given]
        was = self.statuses.get(no, entry.player.status)
        if was is status or (was is not Status.ACTIVE and status is Status.DROPPED):
            return [f"Status {was} on record already"]
        players = self.event.players
        row = next(
            (row for row, number in self.event.unnumbered.items() if number == no),
            None,
        ) or next(
            row.number for row in players.rows() if row.whole("No", 1, tab_names.MOST_PLAYERS) == no
        )
        self._set(players.sheet.name, row, players.places["Status"], str(status))
        self.statuses[no] = status
        return [f"Status {status} (was {was})"]

    def _compare(self, entry: Entry) -> None:
        """Say where an entry was applied, but it or the round has changed since."""
        where = f"{self.tab.table.sheet.name}!{self.tab.address(entry, 'Applied')}"
        recorded = entry.applied_penalty
        if not entry.counts:
            self.warnings.append(
                f"{where}: withdrawn, but this says what was written. Correct those cells, and clear this."
            )
            return
        if recorded in set(map(str, Penalty)) and recorded != entry.given:
            self.warnings.append(
                f"{where}: {recorded} was applied to {entry.player.name.strip()}, now it is "
                f"{entry.given}. Correct the round by hand, and clear this to apply it again."
            )
            return
        place = target_of(self.event, entry)
        match = None if place is None else match_of(self.event, place, entry.player.no)
        if entry.given not in LOSSES or place is None or match is None or match.player2 is None:
            return
        if entry.given is Penalty.GAME_LOSS and entry.game == "" and games_of(self._format(place)):
            return
        lacks = self._needed(entry, place, match).cells
        if lacks and self._typed(place, match)[SPECIAL] != Special.DOUBLE_NO_SHOW:
            self.warnings.append(
                f"{where}: {tabs_of(self.event)[place].name} does not show it any more "
                f"({', '.join(lacks)}). To apply it again, clear this; to take it back, choose No too."
            )

    # results

    def _format(self, place: int) -> MatchFormat | EliminationFormat:
        return self.event.format_of(tabs_of(self.event)[place])

    def _typed(self, place: int, match: Match) -> dict[str, Value]:
        """What stands in the result columns, with what was written a moment ago."""
        key = (place, match.player1)
        if key not in self.results:
            names = [f.name for f in self._format(place).fields]
            typed: dict[str, Value] = dict.fromkeys(names, "")
            typed |= dict(zip(names, match.result, strict=False))
            self.results[key] = {**typed, SPECIAL: str(match.special)}
        return self.results[key]

    # writing

    def _set(self, sheet: str, row: int, column: int, value: CellValue) -> None:
        self.cells.setdefault(sheet, {})[row, column] = value

    def _problem(self, entry: Entry, header: str, what: str, remedy: str) -> None:
        self.problems.append(self.tab.problem(entry, header, what, remedy))

    def changes(self) -> list[Change]:
        """What is to be written: the tab itself, results and statuses."""
        table = self.tab.table
        there = {row.number: row for row in table.rows()}
        layout = replace(table.layout, name=table.sheet.name)
        told = {c.header: table.places[c.header] for c in layout.columns
                if c.header in TOLD and c.header in table.places}  # fmt: skip
        own: Cells = {}
        rows: list[Change] = []
        for old, entry in zip(self.tab.entries, self.new, strict=True):
            row = there.get(entry.row)
            filled = self._filled_in(old, entry, is_new=row is None)
            new = {
                header: value or None
                for header, value in filled.items()
                if header in table.places and (row is None or row.raw(header) != (value or None))
            }
            own |= {(entry.row, table.places[h]): v for h, v in new.items() if h not in told}
            if new.keys() & told.keys():  # a row of these is as high as its texts need
                values = [filled.get(c.header) or None for c in layout.columns]
                rows.append(AddRows(layout, [values], entry.row, told))
        changes: list[Change] = [SetCells(table.sheet.name, own)] if own else []
        return [*changes, *rows, *(SetCells(name, cells) for name, cells in self.cells.items())]

    def _filled_in(self, old: Entry, entry: Entry, *, is_new: bool) -> Mapping[str, CellValue]:
        """What the plugin fills in for an entry; one that is applied stays as it is."""
        who: dict[str, CellValue] = {
            "Entry": entry.number,
            "No": entry.player.no,
            "Player": entry.player.name,
        }
        if old.applied:
            return who
        more: dict[str, CellValue] = {
            **({"Infraction": entry.infraction.label} if is_new else {}),
            "Round": round_cell(self.event, entry.place),
            "Tier": entry.tier,
            "Proposed": entry.proposal.told,
            "At the table": self._todo(entry),
        }
        if entry.applied:
            more |= {"Game": entry.game}
        return who | more | {"Applied": entry.applied, APPLIED_PENALTY: entry.applied_penalty}

    def _todo(self, entry: Entry) -> str:
        parts = [entry.infraction.todo_at(entry.tier)]
        place = target_of(self.event, entry)
        if entry.infraction.when is When.NEXT_ROUND and place is not None and entry.given in LOSSES:
            lost = what_is_lost(self.event, entry, self._format(place), place + 1)
            parts.append(f"{tabs_of(self.event)[place].name}: {lost}.")
        rule = entry.infraction.clause
        return " ".join([*filter(None, parts), *([f"({rule})"] if rule else [])])

    def lines(self) -> list[PenaltyLine]:
        """The entries as they are told."""
        return [
            PenaltyLine(
                entry.number,
                entry.player.no,
                entry.player.name,
                round_cell(self.event, entry.place),
                entry.infraction.label,
                entry.proposal.told,
                str(entry.given),
                entry.accepted,
                entry.applied,
            )
            for entry in self.new
        ]


def _is_complete(format_: MatchFormat | EliminationFormat, typed: Mapping[str, Value]) -> bool:
    """Whether a match has a result."""
    result = tuple(typed[f.name] for f in format_.fields)
    special = Special(str(typed[SPECIAL]))
    if isinstance(format_, EliminationFormat):
        return format_.winner(result, special, 1) is not None
    return format_.score(result, special) is not None


def _told(value: Value) -> str:
    return "blank" if value == "" else str(value)
