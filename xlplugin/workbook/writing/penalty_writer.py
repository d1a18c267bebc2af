"""Writing penalties: what is filled in on their tab, and what goes into rounds and roster."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from engine import Status
from engine.formats.netrunner import CORP
from engine.match_format import SPECIAL
from engine.model import Special, Value
from engine.penalties import LOSSES, REMOVED, Loss, Penalty, PenaltyCode, When
from xlplugin.ground.names import named
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.book import AddRows, Change, SetCells
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.layouts.penalty_tabs import APPLIED_PENALTY, REPLACE, proposal_text
from xlplugin.workbook.reading import read_penalties
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.read_penalties import Entry, PenaltyTab
from xlplugin.workbook.writing import penalty_losses

Cells = dict[tuple[int, int], CellValue]
ONLY_FILLED_IN = ("Proposed", "Applied", "At the table", APPLIED_PENALTY)
"""The columns in which only the plugin writes."""


@dataclass
class PenaltyWork:
    """The entries of the tab, being applied one after another; ``new`` has those done, as they are now."""

    event: EventBook
    code: PenaltyCode
    tab: PenaltyTab
    when: datetime
    warnings: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    new: list[Entry] = field(default_factory=list)
    statuses: dict[int, Status] = field(default_factory=dict)
    cells: dict[str, Cells] = field(default_factory=dict)
    results: penalty_losses.ResultsTyped = field(default_factory=dict)

    def apply(self) -> None:
        """Apply every entry that is due, in the order in which they happened.

        What has to be mended first goes to the problems of the tab.
        """
        for entry in self.tab.entries:
            if entry.applied and (changed := self._changed_since(entry)):
                self.warnings.append(f"{self.tab.row(entry).where('Applied')}: {changed}")
            self.new.append(self._applied(entry) if entry.is_due else entry)

    def _applied(self, entry: Entry) -> Entry:
        """The entry once it is applied; as it was where there is something to mend, or to wait for."""
        if entry.given is Penalty.JUDGE:
            what = msg("the document leaves it to the judge")
            self.tab.row(entry).problem("Penalty", what, "choose what was decided")
            return entry
        written: list[str] = []
        if entry.given in LOSSES:
            lost = self._lose(entry)
            if lost is None:
                return entry
            entry, written = lost
        if entry.given in REMOVED:
            written.append(self._remove(entry))
        what = f"{entry.given}: {'; '.join(written)}" if written else str(entry.given)
        who = {"player": entry.player.name.strip(), "no": entry.player.no}
        texts = {"infraction": entry.infraction.label, "what": what}
        self.done.append(t("{player} ({no}), {infraction}: {what}", **who, **texts))
        applied = f"{what}. {self.when:%Y-%m-%d %H:%M}"
        return replace(entry, applied=applied, applied_penalty=str(entry.given))

    def _lose(self, entry: Entry) -> tuple[Entry, list[str]] | None:
        """The entry with its game and what was written; ``None`` if it cannot be applied now."""
        lost = penalty_losses.match_lost_by(self.event, self.code, entry, self.results)
        if lost is None:
            if entry.given in REMOVED:
                return entry, []
            place = read_penalties.target_of(self.event, entry)
            if entry.infraction.when is When.NOW or place is not None:
                self._nothing_to_lose(entry, place)
            return None
        lost = lost.with_game()
        loss = self._loss(lost)
        if loss is None:
            return None
        cells = self._write(lost, loss)
        table = {"tab": lost.tab.name, "table": lost.match.table}
        return lost.entry, [t("{tab}, table {table}: {cells}", **table, cells=cells)]

    def _nothing_to_lose(self, entry: Entry, place: int | None) -> None:
        what, texts = msg("no round has been paired"), {"player": entry.player.name.strip()}
        if place is not None:
            tab, what = self.event.tabs[place], msg("{player} is in no match of {tab}")
            texts["tab"] = tab.name
            if tab.match_of(entry.player.no):
                what = msg("{player} has a bye in {tab}")
        remedy = msg("there is no game to be lost: choose the right round, another Penalty, or No")
        self.tab.row(entry).problem("Round", what, remedy, **texts)

    def _loss(self, lost: penalty_losses.LostMatch) -> Loss | None:
        """The loss to be written; ``None`` if something must be mended first."""
        if lost.is_game_unknown:
            self._ask_for_game(lost)
            return None
        of_opponent = [
            other
            for other in (*self.new, *self.tab.entries[len(self.new) :])
            if other.player.no == lost.opponent
            and other.applied
            and other.counts
            and other.given in LOSSES
            and read_penalties.target_of(self.event, other) == lost.place
        ]
        loss = lost.needed_with(of_opponent)
        if loss is None:
            self._both_lose(lost)
        elif not loss.clashes or lost.entry.accepted == REPLACE:
            return loss
        else:
            self._refuse_to_replace(lost, loss)
        return None

    def _ask_for_game(self, lost: penalty_losses.LostMatch) -> None:
        entry = lost.entry
        what, remedy = msg("{game} is not a game of {tab}"), msg("choose {games}")
        if entry.game == "":
            what = msg("it is not said which game {player} loses")
        if CORP in lost.games:
            remedy = msg("choose {games}, the side of this player in it")
        texts = {"game": entry.game, "tab": lost.tab.name, "player": entry.player.name.strip()}
        games = t(" or ").join(map(str, lost.games))
        self.tab.row(entry).problem("Game", what, remedy, **texts, games=games)

    def _both_lose(self, lost: penalty_losses.LostMatch) -> None:
        self.tab.row(lost.entry).problem(
            "Accepted",
            "{opponent} has lost the same game by a penalty (table {table}), and {tab} has no "
            "result for a game that both lose",
            "choose the other Game if there is one, another Penalty, or No, and say why in Note",
            opponent=self.event.name(lost.opponent),
            table=lost.match.table,
            tab=lost.tab.name,
        )

    def _refuse_to_replace(self, lost: penalty_losses.LostMatch, loss: Loss) -> None:
        row = lost.tab.rows[lost.entry.player.no]
        typed = (
            t("{header} {value} in {cell}", header=header, value=value, cell=row.address(header))
            for header, value in loss.clashes.items()
        )
        self.tab.row(lost.entry).problem(
            "Accepted",
            "{tab}, table {table} has another result typed ({typed}), the penalty needs {needed}",
            "choose Replace to have it replaced, or No, or correct the result",
            tab=lost.tab.name,
            table=lost.match.table,
            typed=", ".join(typed),
            needed=", ".join(f"{header} {_shown(value)}" for header, value in loss.values.items()),
        )

    def _write(self, lost: penalty_losses.LostMatch, loss: Loss) -> str:
        """Write a loss, and say what was written."""
        if not loss.values:
            return t("on record already")
        tab, later = lost.tab, self.event.tabs[lost.place + 1 :]
        row = tab.rows[lost.match.player1].number
        written = []
        for header, value in loss.values.items():
            before = _shown(lost.typed.get(header, ""))
            texts = {"header": header, "value": _shown(value), "before": before}
            written.append(t("{header} {value} (was {before})", **texts))
            self._set(tab.name, row, tab.table.places[header], None if value == "" else value)
            lost.typed[header] = value
        if later:
            warning = t(
                "{tab} has changed although {later} is paired: that pairing stays as it is; the "
                "next standings follow the change.",
                tab=tab.name,
                later=later[0].name,
            )
            self.warnings.append(warning)
        return ", ".join(written)

    def _remove(self, entry: Entry) -> str:
        """Set the status of whoever is removed, and say so."""
        no, status = entry.player.no, REMOVED[entry.given]
        before = self.statuses.get(no, entry.player.status)
        if before is status or (before is not Status.ACTIVE and status is Status.DROPPED):
            return t("Status {status} already on record", status=before)
        players = self.event.players_tab
        new = (row for row, number in self.event.unnumbered.items() if number == no)
        row = next(new, None) or next(
            row.number for row in players.rows() if row.whole("No", 1, tab_names.MOST_PLAYERS) == no
        )
        self._set(players.sheet.name, row, players.places["Status"], str(status))
        self.statuses[no] = status
        return t("Status {status} (was {before})", status=status, before=before)

    def _changed_since(self, entry: Entry) -> str | None:
        """The change of an entry that was applied, or of its round, since then; ``None`` for none."""
        recorded = entry.applied_penalty
        if not entry.counts:
            return t(
                "withdrawn, but this says what was written. Correct those cells, and clear this."
            )
        if recorded in set(map(str, Penalty)) and recorded != entry.given:
            return t(
                "{recorded} was applied to {player}, now it is {penalty}. Correct the round by hand, and "
                "clear this to apply it again.",
                recorded=recorded,
                player=entry.player.name.strip(),
                penalty=entry.given,
            )
        lost = penalty_losses.match_lost_by(self.event, self.code, entry, self.results)
        if entry.given not in LOSSES or lost is None:
            return None
        if lost.is_game_unknown and entry.game == "":
            return None
        lacks = lost.needed().values
        if not lacks or lost.typed[SPECIAL] == Special.DOUBLE_NO_SHOW:
            return None
        return t(
            "{tab} does not show it any more ({headers}). To apply it again, clear this; to take it "
            "back, choose No too.",
            tab=lost.tab.name,
            headers=", ".join(lacks),
        )

    def _set(self, sheet: str, row: int, column: int, value: CellValue) -> None:
        self.cells.setdefault(sheet, {})[row, column] = value

    def changes(self) -> list[Change]:
        """The changes: the tab itself, results and statuses."""
        table = self.tab.table
        existing = {row.number: row for row in table.rows()}
        layout = replace(table.layout, name=table.sheet.name)
        only_ours = {h: table.places[h] for h in ONLY_FILLED_IN if h in table.places}
        others: Cells = {}
        rows: list[Change] = []
        for old, entry in zip(self.tab.entries, self.new, strict=True):
            row = existing.get(entry.row)
            filled = self._filled_in(old, entry, is_new=row is None)
            new = {
                header: value or None
                for header, value in filled.items()
                if header in table.places and (row is None or row.raw(header) != (value or None))
            }
            others |= {
                (entry.row, table.places[h]): v for h, v in new.items() if h not in only_ours
            }
            if new.keys() & only_ours.keys():  # a row of these is as high as its texts need
                values = [filled.get(header) or None for header in layout.headers()]
                rows.append(AddRows(layout, [values], entry.row, only_ours))
        changes: list[Change] = [SetCells(table.sheet.name, others)] if others else []
        return [*changes, *rows, *(SetCells(name, cells) for name, cells in self.cells.items())]

    def _filled_in(self, old: Entry, entry: Entry, *, is_new: bool) -> Mapping[str, CellValue]:
        """The values that are filled in for an entry; one that is applied stays as it is."""
        no, name = entry.player.no, entry.player.name
        who: dict[str, CellValue] = {"Entry": entry.number, "No": no, "Player": name}
        if old.applied:
            return who
        return {
            **who,
            **({"Infraction": entry.infraction.label} if is_new else {}),
            **({"Game": entry.game} if entry.applied else {}),
            "Round": read_penalties.round_cell(self.event, entry.place),
            "Tier": entry.tier,
            "Proposed": proposal_text(entry.proposal),
            "At the table": self._todo(entry),
            "Applied": entry.applied,
            APPLIED_PENALTY: entry.applied_penalty,
        }

    def _todo(self, entry: Entry) -> str:
        """The steps at the table, and the rule that asks for them."""
        todo = entry.infraction.todo_at(entry.tier)
        parts = [t(todo)]
        place = read_penalties.target_of(self.event, entry)
        if entry.infraction.when is When.NEXT_ROUND and place is not None and entry.given in LOSSES:
            tab = self.event.tabs[place]
            lost = penalty_losses.loss_text(self.event, entry, self.event.format_of(tab), place + 1)
            parts.append(f"{named('tab', tab.name)}: {lost}.")
        if rule := entry.infraction.clause:
            parts.append(f"({rule})")
        return " ".join(filter(None, parts))

    def lines(self) -> list[dict[str, Value]]:
        """The entries as a command shows them, by its headers in lower case."""
        return [
            {
                "entry": entry.number,
                "no": entry.player.no,
                "player": entry.player.name,
                "round": read_penalties.round_cell(self.event, entry.place),
                "infraction": entry.infraction.label,
                "proposed": proposal_text(entry.proposal),
                "penalty": str(entry.given),
                "accepted": entry.accepted,
                "applied": entry.applied,
            }
            for entry in self.new
        ]


def _shown(value: Value) -> str:
    return t("blank") if value == "" else str(value)
