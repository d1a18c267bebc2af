"""Every tab of the workbook as CSV, its live formulas worked out; text from people stays text."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time
from io import StringIO
from typing import NamedTuple
from unicodedata import normalize

from engine import Match, Stage
from xlplugin.exports.page import bracket_data
from xlplugin.exports.proof import is_over, tells_seed
from xlplugin.exports.shared import match_data, published
from xlplugin.ground.names import named
from xlplugin.ground.texts import t
from xlplugin.reports import codes
from xlplugin.workbook.book import number_for_cell, trimmed
from xlplugin.workbook.drawings.bracket import is_bracket
from xlplugin.workbook.formats.live import MISSING_TEXT
from xlplugin.workbook.layout import CellError, CellValue, Formula
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.layouts.event_tab import LINK_STEPS, STEPS
from xlplugin.workbook.layouts.penalty_tabs import APPLIED_PENALTY
from xlplugin.workbook.layouts.record_tabs import DEADLINES, KIND, SUBJECT, VALUE
from xlplugin.workbook.layouts.round_tabs import BRACKET
from xlplugin.workbook.layouts.tab_names import EVENT, LOG, NOTES, PENALTIES, is_undone
from xlplugin.workbook.reading.deadlines import worked_out
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.read_rounds import points_before
from xlplugin.workbook.table import HEADER_SEARCH_ROWS, folded, one_line
from xlplugin.workbook.writing import round_writer
from xlplugin.workbook.writing.in_language import tab_in_language

Cell = str | int | float
OUT_OF_SIGHT = {
    folded(NOTES): (KIND,),
    folded(LOG): (KIND, SUBJECT, VALUE),
    folded(PENALTIES): (APPLIED_PENALTY,),
    folded(EVENT): (*STEPS, *LINK_STEPS),
}
"""The columns that nobody sees, by tab; those of rounds follow from their layouts."""


class Tab(NamedTuple):
    """A tab as rows; ``blank`` counts the cells that only a spreadsheet program can work out."""

    name: str
    rows: list[list[Cell]]
    blank: int


def tabs_of(event: EventBook) -> Iterator[Tab]:
    """Every tab but those that others may not see yet, in the order of the workbook."""
    event = published(event)
    rounds, over, secrets = {tab.name: tab for tab in event.tabs}, is_over(event), _secrets(event)
    for name, sheet in event.book.sheets.items():
        tab = rounds.get(name)
        if is_undone(name):
            continue
        if folded(name) == folded(BRACKET) and is_bracket(sheet) and event.progress:
            yield Tab(event.book.tab(name), _bracket(event), 0)
            continue
        known: Mapping[tuple[int, int], CellValue] = {}
        derived: Mapping[tuple[int, int], CellValue] = {}
        unseen = set(OUT_OF_SIGHT.get(folded(name), ()))
        if folded(name) == folded(DEADLINES):
            known = worked_out(event)
        elif tab:
            places = tab.table.places
            derived = round_writer.points_so_far(tab, points_before(event, tab.number))
            unseen = {c.header for c in tab.table.layout.columns if not c.width}
            known = {
                (tab.rows[match.player1].number, places[header]): value
                for match in tab.matches
                for header, value in live_columns(event, tab, match).items()
                if header in places
            }
        heads = (row for row in sheet.rows[:HEADER_SEARCH_ROWS] if not unseen.isdisjoint(row))
        hidden = {place for place, value in enumerate(next(heads, ()), 1) if value in unseen}
        values = {True: known, False: derived}
        rows = [
            [
                values[isinstance(value, Formula)].get((number, column), value)
                for column, value in enumerate(row, 1)
                if column not in hidden
            ]
            for number, row in enumerate(sheet.rows, 1)
        ]
        rows = [row for row in trimmed(rows) if over or not tells_seed(event, row)]
        blank = sum(isinstance(value, Formula) for row in rows for value in row)
        rows = [[_without(value, secrets) for value in row] for row in rows]
        local, rows = tab_in_language(event.book, name, rows)
        yield Tab(local, [[_cell(value) for value in row] for row in rows], blank)


def _secrets(event: EventBook) -> list[str]:
    """By which players report results, and what their codes come from: on ``Event`` and on player cards."""
    if not codes.has_codes(event):
        return []
    of_players = (codes.code_of(event, player.no) for player in event.roster)
    return [event.value_of(event_tab.REPORT_CODES), *of_players]


def _without(value: CellValue, secrets: Sequence[str]) -> CellValue:
    """A value that tells nobody a secret; a text that does becomes blank."""
    tells = isinstance(value, str) and any(secret in value for secret in secrets)
    return None if tells else value


def as_files(tabs: Sequence[Tab]) -> dict[str, str]:
    """The tabs as CSV by the names of their files, in their order.

    No two names are the same on any system; a tab whose own name will do has it.
    """
    wanted = [_file_stem(tab.name) for tab in tabs]
    by_right = sorted(range(len(tabs)), key=lambda place: wanted[place] != tabs[place].name)
    names, taken = dict[int, str](), set[str]()
    for place in by_right:
        name, n = wanted[place], 1
        while _seen(name) in taken:
            n += 1
            name = f"{wanted[place]} ({n})"
        names[place] = name
        taken.add(_seen(name))
    return {f"{names[place]}.csv": as_csv(tab.rows) for place, tab in enumerate(tabs)}


def _file_stem(tab: str) -> str:
    """The name of a tab as one that every system can give a file."""
    name = re.sub(r'[<>:"/\\|?*\x00-\x1f]', "_", tab).strip(" .") or "_"
    reserved = re.match(r"(con|prn|aux|nul|conin\$|conout\$|com.|lpt.)(\.|$)", name, re.IGNORECASE)
    return f"_{name}" if reserved else name


def _seen(name: str) -> str:
    """A name as systems compare it that know no capitals, or put accents together."""
    return normalize("NFC", name.casefold())


def _cell(value: CellValue) -> Cell:
    match value:
        case None | Formula():
            return ""
        case bool():
            return str(value).upper()
        case str() | int() | float():
            return value
        case CellError(code):
            return code
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case datetime():
            return value.isoformat(" ")
        case date() | time():
            return value.isoformat()


def live_columns(event: EventBook, tab: RoundTab, match: Match) -> Mapping[str, Cell]:
    """The values of a match's live columns by header, by its result; Player 1 may stand on either side."""
    won = match_data(event, tab, match)["won"]
    if match.player2 is None and tab.stage is not Stage.SWISS:
        won = 1
    winner = (0, match.player1, match.player2)[won]
    columns: dict[str, Cell] = {
        "Check": t(MISSING_TEXT) if tab.lacks_result(match) else "",
        "Advances": one_line(event.name(winner)) if winner else "",
    }
    if "Points 1" not in tab.table.places:
        return columns
    score = event.match_format.score(match.result, match.special)
    one, two = "21" if match.player1 in tab.byes_second else "12"
    if score is None:
        blank = (f"Points {one}", f"Points {two}", *event.match_format.tallies)
        return columns | dict.fromkeys(blank, "")
    columns[f"Points {one}"] = number_for_cell(score[0])
    columns[f"Points {two}"] = number_for_cell(score[1]) if match.player2 is not None else ""
    for name in event.match_format.tallies:
        tally = event.match_format.tally(name, match.result, match.special)
        columns[name] = number_for_cell(tally[int(one) - 1])
    return columns


def _bracket(event: EventBook) -> list[list[Cell]]:
    """The games of the bracket, one a row."""
    of_players = [f"{what} {n}" for n in "12" for what in ("Seed", "Player", "Result")]
    rows: list[list[Cell]] = []
    for area in bracket_data(event):
        for game in area["games"]:
            row = [area["columns"][game["column"]], game["number"]]
            for player in game["players"]:
                row += [
                    player["seed"],
                    player["name"],
                    player.get("letter", player.get("outcome", "")),
                ]
            rows.append(row)
    headers: list[Cell] = [t("Cut"), *(named("column", header) for header in ("Game", *of_players))]
    return [headers, *sorted(rows, key=lambda row: row[1])]


def as_csv(rows: Sequence[Sequence[Cell]]) -> str:
    """Rows as CSV; a text that a spreadsheet would run as a formula gets an apostrophe."""
    out = StringIO()
    formula = re.compile(r"\s*[=+@\uff1d\uff0b\uff20\uff0d-]")  # in full width too
    csv.writer(out, lineterminator="\r\n").writerows(
        [f"'{value}" if isinstance(value, str) and formula.match(value) else value for value in row]
        for row in rows
    )
    return out.getvalue()
