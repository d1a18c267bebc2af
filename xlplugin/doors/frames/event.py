"""An event as frames of pandas, to look at and to reckon with; see ``docs/pandas.md``.

Nothing is written, and what goes wrong is one ``WorkbookProblems`` with everything that there is to mend.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import pandas as pd

from engine import Match, rank
from engine.match_format import EliminationFormat, MatchFormat
from engine.own.formats import RATING, START
from engine.own.values import number
from xlplugin.doors.frames.columns import FLAG, NUMBER, TEXT, WHOLE, Row, Types, frame, one_error
from xlplugin.exports.event_json import player_data, round_data, settings_data
from xlplugin.ground.languages import speaking
from xlplugin.ground.problems import Problem, WorkbookProblems
from xlplugin.ground.texts import t
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.hosts.closed_file.lock_files import open_notes
from xlplugin.verbs.frame import read_clean
from xlplugin.verbs.standings import standings_of
from xlplugin.workbook.book import Book
from xlplugin.workbook.layouts import players_tab, tab_names
from xlplugin.workbook.layouts.standings_tabs import (
    Line,
    StandingsTable,
    ends,
    of_pool,
    table_after_round,
)
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.records import rows_of_notes
from xlplugin.workbook.table import folded

PLAYER: Types = {
    "no": WHOLE, "name": TEXT, "seed": WHOLE, "status": TEXT, "first_round_bye": FLAG, "fixed_table": WHOLE,
    "declines_cut": FLAG,
}  # fmt: skip
ROUND: Types = {"tab": TEXT, "stage": TEXT, "round": WHOLE, "table": WHOLE}
PAIR: Types = {"no1": WHOLE, "player1": TEXT, "no2": WHOLE, "player2": TEXT}
MATCH_END: Types = {
    "special": TEXT, "confirmed": FLAG, "points1": NUMBER, "points2": NUMBER, "winner_no": WHOLE,
}  # fmt: skip
RESULT: Types = {
    **ROUND, "no": WHOLE, "player": TEXT, "opponent_no": WHOLE, "opponent": TEXT, "seat": WHOLE,
    "special": TEXT, "outcome": TEXT, "points": NUMBER, "opponent_points": NUMBER,
}  # fmt: skip
RECORD: Types = {
    **dict.fromkeys(("won", "drawn", "lost", "played", "byes", "missed"), WHOLE), "status": TEXT
}  # fmt: skip
FINAL: Types = {"seed": WHOLE, "swiss_rank": WHOLE, "tiebreaker": FLAG}
POOL: Types = {"pool": TEXT, "in_pool": WHOLE}
NOTE: Types = {"tab": TEXT, "round": WHOLE, "table": WHOLE, **PAIR, "rule": TEXT, "why": TEXT}
OUTCOMES = ("won", "drawn", "lost")
"""In the order of the ends of a match."""


@one_error()
@speaking(None)
def open_event(workbook: Any, *, exact: bool = False) -> EventFrames:  # noqa: ANN401  (xlwings is imported later)
    """An event as frames; what is read is what every command reads.

    Args:
        workbook: the path of a file (``.xlsx``, ``.xlsm``), or a workbook that is open in Excel, as xlwings
            gives it.
        exact: True for points and tiebreaks as ``fractions.Fraction`` instead of floats.

    Raises:
        WorkbookProblems: it cannot be opened, or something in it must be mended; its ``problems`` are all
            that there are, each with ``sheet``, ``cell``, ``what`` and ``remedy``.
    """
    book, notes = _read_book(workbook)
    event = read_clean(book)
    event.warnings[:0] = notes
    return EventFrames(event, exact=exact)


def _read_book(workbook: Any) -> tuple[Book, list[str]]:  # noqa: ANN401
    if isinstance(workbook, str | PathLike):
        path = Path(workbook)
        return FileHost(path).read(), open_notes(path)
    from xlplugin.hosts.excel.host import ExcelHost  # noqa: PLC0415  (a file needs no xlwings)

    return ExcelHost(workbook).read(), []


class EventFrames:
    """An event as frames, as its workbook was when it was opened.

    Each is made anew, so that whatever is done to one changes no other. The index counts the rows; players
    are known by ``no`` throughout. ``exact`` makes points and tiebreaks fractions instead of floats.

    Attributes:
        name: of the event.
        ruleset: its name.
        settings: what is set on ``Event`` and ``Rules``, as texts; the seed once the event is over.
        warnings: sentences that the organizer should know.
    """

    def __init__(self, event: EventBook, *, exact: bool) -> None:
        self._event, self._exact = event, exact
        self.name, self.ruleset = event.title, event.ruleset.name
        self.settings = settings_data(event)
        self.warnings = tuple(event.warnings)

    def __repr__(self) -> str:
        players, rounds = len(self._event.roster), len(self._event.rounds)
        return f"<{self.name}: {self.ruleset}, {players} players, {rounds} rounds>"

    def _frame(self, rows: Iterable[Row], types: Types) -> pd.DataFrame:
        return frame(rows, types, exact=self._exact)

    @property
    def players(self) -> pd.DataFrame:
        """A row for each player: the columns of ``Players``, the organizer's own as texts."""
        event = self._event
        others = [
            c for c in event.players_tab.layout.columns if c.header in event.players_tab.places
        ]
        types = dict(PLAYER)
        rows: list[dict[str, Any]] = [player_data(player) for player in event.roster]
        for column in others:
            if column in players_tab.COMMON_COLUMNS:
                continue
            typed = [row["details"].get(column.header) for row in rows]
            is_flag = column.choices == tab_names.YES
            types[column.header], values = (
                (FLAG, list(map(bool, typed))) if is_flag else _read(column.header, typed)
            )
            for row, value in zip(rows, values, strict=True):
                row[column.header] = value
        return self._frame(rows, types)

    @property
    def rounds(self) -> pd.DataFrame:
        """A row for each match of every round, byes too, with its result columns by their headers."""
        formats = [self._event.match_format, *map(self._event.format_of, self._event.tabs)]
        types = {**ROUND, **PAIR, **_result_types(formats), **MATCH_END}
        return self._frame((row for _, _, row in self._matches()), types)

    @property
    def results(self) -> pd.DataFrame:
        """A row for each player in each match: the opponent, how it ended, and the points of both."""
        rows = (row for each in self._matches() for row in self._of_players(*each))
        return self._frame(rows, RESULT)

    def pairings(self, which: int | str) -> pd.DataFrame:
        """The pairings of a Swiss round by its number, or of any by its tab, in the order of the tables.

        Raises:
            WorkbookProblems: there is no such round.
        """
        name = which if isinstance(which, str) else tab_names.round_name(which)
        tabs = [tab for tab in self._event.tabs if folded(tab.name) == folded(name)]
        if not tabs:
            raise self._no_such(name)
        found = {match: row for tab, match, row in self._matches() if tab is tabs[0]}
        return self._frame((found[match] for match in tabs[0].by_table), {"table": WHOLE, **PAIR})

    @one_error()
    def standings(self, after: int | None = None) -> pd.DataFrame:
        """The standings ``after`` a Swiss round, or the newest ones: at the end those of the whole event.

        Everybody who is on ``Players`` now is in them, with the status of now.

        Raises:
            WorkbookProblems: the round is not complete; every result that is missing is told.
        """
        table = standings_of(self._event).table if after is None else self._table_after(after)
        has_pools = self._event.ruleset.has_pools(self._event.options)
        types = {
            "rank": WHOLE, "no": WHOLE, "player": TEXT, **(FINAL if table.is_final else {}), **(POOL if has_pools else {}),
            "points": NUMBER, **{c.header: NUMBER for c in table.columns if c.is_tiebreak}, **RECORD,
        }  # fmt: skip
        return self._frame(map(_standing, table.lines), types)

    @property
    def notes(self) -> pd.DataFrame:
        """A row for each reason on ``Pairing notes``, with its table and players where it has some."""
        rows = []
        for row in rows_of_notes(self._event.book):
            which = row.raw("Round")
            number = which if isinstance(which, int) else None
            tab = tab_names.round_name(number) if number else which
            keys = ("Table", "No 1", "Player 1", "No 2", "Player 2", "Rule", "Why")
            cells = {header.lower().replace(" ", ""): row.raw(header) for header in keys}
            rows.append({"tab": tab, "round": number, **cells})
        return self._frame(rows, NOTE)

    def _no_such(self, round_: str) -> WorkbookProblems:
        tabs = ", ".join(tab.name for tab in self._event.tabs) or t("none yet")
        remedy = t("the rounds are: {tabs}", tabs=tabs)
        return WorkbookProblems([Problem(round_, "", t("there is no such round"), remedy)])

    def _table_after(self, number: int) -> StandingsTable:
        if not 1 <= number <= len(self._event.rounds):
            raise self._no_such(tab_names.round_name(number))
        tournament, ruleset = self._event.tournament(number), self._event.ruleset
        return table_after_round(rank(tournament, ruleset), tournament, ruleset)

    def _matches(self) -> Iterator[tuple[RoundTab, Match, dict[str, Any]]]:
        """Every match with its tab and its row."""
        for tab in self._event.tabs:
            about = {"tab": tab.name, "stage": str(tab.stage), "round": tab.number}
            for match, row in zip(
                tab.matches, round_data(self._event, tab)["matches"], strict=True
            ):
                names = {f"player{side}": self._name(row[f"no{side}"]) for side in "12"}
                won = {"winner_no": row.get("winner")}
                yield tab, match, {**about, **row, **names, **row["result"], **won}

    def _name(self, no: int | None) -> str | None:
        return None if no is None else self._event.by_no[no].name

    def _of_players(self, tab: RoundTab, match: Match, row: Row) -> Iterator[Row]:
        """The row of a match for either player."""
        outcomes = self._outcomes(tab, match, row)
        for seat, other in ("12", "21"):
            no = row[f"no{seat}"]
            if no is not None:
                yield {
                    **row, "no": no, "player": row[f"player{seat}"], "seat": int(seat),
                    "opponent_no": row[f"no{other}"], "opponent": row[f"player{other}"],
                    "outcome": outcomes.get(no), "points": row.get(f"points{seat}"),
                    "opponent_points": row.get(f"points{other}"),
                }  # fmt: skip

    def _outcomes(self, tab: RoundTab, match: Match, row: Row) -> Mapping[int, str]:
        """How a match ended, by the number of the player; nothing while that is open."""
        format_ = self._event.format_of(tab)
        if match.player2 is None:
            return {match.player1: "bye"}
        if isinstance(format_, EliminationFormat):
            won = row["winner_no"]
            return {no: OUTCOMES[0 if no == won else 2] for no in match.players if won}
        if format_.score(match.result, match.special) is None:
            return {}
        return {
            no: OUTCOMES[end] for no, end in zip(match.players, ends(match, format_), strict=True)
        }


def _read(header: str, typed: list[str | None]) -> tuple[str, list[Any]]:
    """An entry of all players with its type: ratings and start scores are numbers, others texts."""
    kind = {RATING: WHOLE, START: NUMBER}.get(header, TEXT)
    try:
        return kind, [number(text) if text and kind != TEXT else text for text in typed]
    except ValueError:  # where the rules do not count them, anything may be typed
        return TEXT, typed


def _result_types(formats: Iterable[MatchFormat | EliminationFormat]) -> Types:
    """The result columns of all of these formats; of whole numbers where nothing else can be typed."""
    fields = [field for format_ in formats for field in format_.fields]
    texts = {f.name for f in fields if not all(isinstance(choice, int) for choice in f.choices)}
    return {field.name: TEXT if field.name in texts else WHOLE for field in fields}


def _standing(line: Line) -> Row:
    standing = line.standing
    return {
        "rank": standing.rank, "no": standing.no, "player": line.player.name, "seed": line.seed,
        "swiss_rank": line.swiss_rank, "tiebreaker": line.won_tiebreaker, "points": standing.points,
        **standing.tiebreaks, **dict(zip(OUTCOMES, line.matches, strict=True)),
        "played": standing.record.played, "byes": standing.record.byes,
        "missed": standing.record.missed, "status": line.player.status, **of_pool(standing),
    }  # fmt: skip
