"""What the frames of an event have, beside its exports: every cell that differs."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from io import StringIO
from math import isclose

import pandas as pd

from engine import Stage
from xlplugin.doors.frames.event import EventFrames
from xlplugin.exports.event_json import event_data
from xlplugin.exports.format import Needs
from xlplugin.exports.standings_csv import Csv
from xlplugin.exports.tabs import as_files, tabs_of
from xlplugin.verbs.standings import share, standings_differences
from xlplugin.workbook.layouts.tab_names import standings_number
from xlplugin.workbook.table import folded

ENTRIES = {
    "Rank": "rank", "No": "no", "Player": "player", "Seed": "seed", "Swiss rank": "swiss_rank",
    "Tiebreaker": "tiebreaker", "Pool": "pool", "In pool": "in_pool", "Points": "points", "Played": "played", "Byes": "byes",
    "Missed": "missed", "Status": "status", "Name": "name", "First-round bye": "first_round_bye",
    "Fixed table": "fixed_table", "Declines cut": "declines_cut", "Table": "table", "No 1": "no1",
    "No 2": "no2", "Player 1": "player1", "Player 2": "player2", "Special": "special",
    "Confirmed": "confirmed", "Points 1": "points1", "Points 2": "points2", "Rule": "rule", "Why": "why",
}  # fmt: skip
"""The columns of the frames by the headers of the tabs; result columns, tiebreaks and details have their own."""
WORDS = {"Yes": True, "Won": True, "Lost": False}


def differences(event):
    """Every value of the frames that is another one in the exports; there are none."""
    found = _Beside(event)
    found.about()
    found.players()
    found.matches()
    found.results()
    if found.table:
        found.standings()
        found.standings_then()
        found.records()
    found.notes()
    return found.differing


def _rows(frame):
    """The rows of a frame, missing values as ``None``."""
    return [
        {name: None if pd.isna(value) else value for name, value in row.items()}
        for row in frame.astype(object).to_dict("records")
    ]  # fmt: skip


def _same(value, text, *, exactly=True):
    """True if a value is what a cell of CSV says; a number to the last digit, or nearly."""
    if isinstance(value, bool) or (value is None and text in WORDS):
        return bool(value) is WORDS.get(text, False)
    if value is None or text == "":
        return value is None and text == ""
    if isinstance(value, Fraction | float | int):
        return isclose(float(value), float(text), rel_tol=0 if exactly else 1e-12)
    return " ".join(value.split()) == " ".join(text.split())


class _Beside:
    """The frames of an event and its exports."""

    def __init__(self, event):
        shared = share(event, Needs.NOTHING)
        self.event, self.table, self.differing = shared.event, shared.table, []
        self.exact, self.rounded = EventFrames(event, exact=True), EventFrames(event, exact=False)
        self.json = json.loads(json.dumps(event_data(shared)))
        self.tabs = {tab.name: tab for tab in tabs_of(event)}
        files = as_files(list(self.tabs.values()))
        self.csv = dict(zip(self.tabs, map(_read_csv, files.values()), strict=True))
        self.standings_csv = _read_csv(Csv().text(shared, None)) if self.table else []

    def same(self, where, ours, theirs):
        """Note two values that differ."""
        if ours != theirs:
            self.differing.append((where, ours, theirs))

    def cells(self, where, rows, lines, *, exactly=True):
        """Compare rows with those of CSV, its headers first; gives the columns that were compared.

        A tab keeps the name that a player had then, and what 0.1.0 wrote was rounded.
        """
        header, *lines = lines
        self.same((where, "rows"), len(rows), len(lines))
        for row, line in zip(rows, lines, strict=False):
            for head, text in zip(header, line, strict=False):
                name = ENTRIES.get(head, head)
                is_then = name in ("player", "player1", "player2") and (
                    row[name] is None or folded(text) in self.event.recorded_names
                )
                if name in row and not _same(row[name], text, exactly=exactly) and not is_then:
                    self.differing.append((where, head, row, text))
        return {ENTRIES.get(head, head) for head in header} & set(rows[0] if rows else ())

    def about(self):
        """What is said of the whole event, by JSON."""
        for name in ("name", "ruleset", "settings"):
            self.same(name, getattr(self.exact, name), self.json[name])

    def players(self):
        """The roster, by JSON and by CSV."""
        rows = _rows(self.exact.players)
        self.same("players", len(rows), len(self.json["players"]))
        for row, player in zip(rows, self.json["players"], strict=True):
            details = player.pop("details")
            for name, value in player.items():
                self.same(("players", name), row[name], value)
            for name in row.keys() - player.keys():
                text = details.get(name, "")
                if not _same(row[name], text):
                    self.differing.append(("players", name, row, text))
            self.same("details", {*details} - {*row}, set())

    def matches(self):
        """Every match, by JSON and by CSV."""
        data = self.json
        tabs = [*data["rounds"], *([data["tiebreaker"]] if data["tiebreaker"] else [])]
        tabs += (data["cut"] or {}).get("rounds", [])
        rows = _rows(self.exact.rounds)
        matches = [match for tab in tabs for match in tab["matches"]]
        self.same("matches", len(rows), len(matches))
        points = ("points1", "points2")
        for row, match in zip(rows, matches, strict=True):
            result, won = match.pop("result"), match.pop("winner", None)
            self.same(("match", "winner"), row["winner_no"], won)
            for name, value in result.items():
                self.same(("match", name), str(row[name]), str(value))
            for name, value in match.items():
                is_exact = name in points and value is not None
                theirs = Fraction(value) if is_exact else None if value == "" else value
                self.same(("match", name), row[name], theirs)
        for tab in self.event.tabs:
            lines = _below(self.csv[tab.name], "Table")
            seats = [
                (line[lines[0].index("No 1")], line[lines[0].index("No 2")]) for line in lines[1:]
            ]
            lines = [
                lines[0],
                *(line for line, seat in zip(lines[1:], seats, strict=True) if any(seat)),
            ]
            of_tab = [row for row in _rows(self.rounded.rounds) if row["tab"] == tab.name]
            if (
                tab.stage is not Stage.SWISS
            ):  # points of a cut are none of the event's, though a tab may show them
                of_tab = [{n: v for n, v in row.items() if n not in points} for row in of_tab]
            compared = self.cells(tab.name, of_tab, lines)
            self.same(
                tab.name, {"table", "no1", "player1", "no2", "player2", "special"} - compared, set()
            )
            table = _rows(self.rounded.pairings(tab.name))
            by_table = sorted(
                of_tab, key=lambda r: (r["no1"] is None or r["no2"] is None, r["table"])
            )
            self.same(tab.name, table, [{name: row[name] for name in table[0]} for row in by_table])

    def results(self):
        """Each match of the rounds, once for either player; who has won an elimination match is its winner."""
        rows, expected = _rows(self.exact.results), []
        for match in _rows(self.exact.rounds):
            for seat, other in ((1, 2), (2, 1)):
                own = {"no": f"no{seat}", "player": f"player{seat}", "points": f"points{seat}"}
                theirs = {f"opponent_{n}": f"{n}{other}" for n in ("no", "points")}
                columns = {**own, **theirs, "opponent": f"player{other}"}
                same = ("tab", "stage", "round", "table", "special")
                row = {name: match[column] for name, column in columns.items()}
                row |= {name: match[name] for name in same} | {"seat": seat}
                won = match["winner_no"]
                row["outcome"] = won and ("won" if won == row["no"] else "lost")
                expected += [row] if row["no"] is not None else []
        self.same("results", len(rows), len(expected))
        for row, other in zip(rows, expected, strict=True):
            if other["stage"] == "Swiss":
                other["outcome"] = row["outcome"]  # its sums are those of the standings
            self.same("results", row, other)

    def standings(self):
        """The newest standings, by JSON and by CSV; exact and as numbers."""
        rows = _rows(self.exact.standings())
        lines = self.json["standings"]["lines"]
        self.same("standings", len(rows), len(lines))
        for row, line in zip(rows, lines, strict=True):
            numbers = {"points": line.pop("points"), **line.pop("tiebreaks")}
            for name, value in line.items():
                self.same(("standings", name), row.get(name), value)
            for name, value in numbers.items():
                self.same(("standings", name), row[name], Fraction(value["exact"]))
        compared = self.cells("csv", _rows(self.rounded.standings()), self.standings_csv)
        self.same("csv", {*row} - compared - {"tiebreaker"}, {"won", "drawn", "lost"})
        columns = {ENTRIES.get(head, head) for head in self.standings_csv[0]}
        self.same("csv", columns - compared, {"W-D-L"})

    def standings_then(self):
        """The standings after each round, by the tabs that were written then, of those who are on them."""
        for name, tab in self.csv.items():
            number = standings_number(name)
            if number is None or number > self.event.completed:
                continue
            lines = _below(tab, "Rank")
            place = lines[0].index("No")
            there = {int(line[place]) for line in lines[1:]}
            rows = [row for row in _rows(self.rounded.standings(number)) if row["no"] in there]
            if not _are_now(self.event, number, rows, lines):
                continue  # a setting, a status or a result was another one then
            self.cells(name, rows, lines, exactly=False)

    def records(self):
        """The results of all players add up to what the standings say."""
        results = self.exact.results
        swiss = results[results.stage == "Swiss"]
        swiss = swiss[swiss["round"] <= self.event.completed]
        column = self.standings_csv[0].index("W-D-L")
        for row, line in zip(_rows(self.exact.standings()), self.standings_csv[1:], strict=True):
            own = swiss[swiss.no == row["no"]]
            counts = [int((own.outcome == end).sum()) for end in ("won", "drawn", "lost")]
            self.same("W-D-L", "\u2013".join(map(str, counts)), line[column])
            self.same("W-D-L", [row["won"], row["drawn"], row["lost"]], counts)
            self.same("byes", int((own.outcome == "bye").sum()), row["byes"])

    def notes(self):
        """The reasons, by CSV."""
        if "Pairing notes" not in self.csv:
            return
        rows = _rows(self.exact.notes)
        compared = self.cells("notes", rows, _below(self.csv["Pairing notes"], "Round"))
        if rows:
            self.same("notes", {*rows[0]} - compared, {"tab", "round"})


def _are_now(event, number, rows, lines):
    """True if the tab of standings has what the results and settings say now, as ``check`` sees it."""
    name = f"Standings {number}"
    status = lines[0].index("Status")
    told = standings_differences(event)
    same_status = [row["status"] for row in rows] == [line[status] for line in lines[1:]]
    return same_status and not any(name in text for text in told)


def _read_csv(text):
    rows = csv.reader(StringIO(text.removeprefix("\ufeff")))
    return [
        [text.removeprefix("'") for text in row] for row in rows
    ]  # what keeps it from being a formula


def _below(lines, first):
    """The lines of a tab from its header row on, without those that are blank."""
    start = next(n for n, line in enumerate(lines) if first in line)
    header, *rest = lines[start:]
    return [header, *(line for line in rest if any(line))]
