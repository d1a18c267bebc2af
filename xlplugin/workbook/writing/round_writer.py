"""Changes that add a round tab, and that bring its points up to date; the values of its rows and notes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from engine import Match, Paired, Pairing, Reason
from engine.match_format import ResultField
from engine.model import Stage, Tournament
from engine.pairing.forbidden import FORBIDDEN
from engine.reasons import Kind
from xlplugin.ground.texts import msg, t, tn
from xlplugin.workbook.book import AddSheet, Change, SetCells, placed
from xlplugin.workbook.formulas import LOST
from xlplugin.workbook.layout import CellValue, Formula, Layout
from xlplugin.workbook.layouts import round_tabs, tab_names
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.read_rounds import points_before, points_before_each
from xlplugin.workbook.reasons import sentence
from xlplugin.workbook.table import as_formulas_trim

BYE_TEXT = msg("(bye)")
MOST_ACROSS = 22
"""The tables that one page across has, where everything is larger than on an upright one."""


def add_round(
    event: EventBook,
    number: int,
    seated: Iterable[Match],
    *,
    optional: Sequence[str] = (),
    second: frozenset[int] = frozenset(),
    confirmed: frozenset[int] = frozenset(),
) -> AddSheet:
    """A new round tab, before the notes and the log.

    ``optional`` are result columns that not every event has, ``second`` the players whose bye stands on
    Player 2's side, ``confirmed`` Player 1 of each match whose result is right, though ``Check`` asks.
    """
    layout = round_tabs.round_layout(number, event.ruleset, event.settings, optional)
    fields, sides = event.match_format.fields, event.match_format.sides
    before = points_before(event, number)
    rows = (
        match_values(event, m, fields, second=m.player1 in second, before=before)
        | ({round_tabs.CONFIRMED.header: "Yes"} if m.player1 in confirmed else {})
        for m in seated
    )
    more = limit_of(event, Stage.SWISS)
    more += [t("Player 1: {one}, Player 2: {two}", one=sides[0], two=sides[1])] if sides else []
    return new_tab(event, layout, rows, tab_names.tab_before_notes(event.book), more)


def refresh_points(event: EventBook) -> list[Change]:
    """The live formulas of the tabs with matches: where they are gone, or an option has changed their worth.

    Gone is also what speaks of a cell that is no more, as of a column out of sight that was deleted.
    """
    changes: list[Change] = []
    for tab in event.tabs:
        layout, scoring = tab.table.layout, None
        if tab.stage is Stage.SWISS:
            layout = round_tabs.round_layout(tab.number, event.ruleset, event.settings)
            scoring = event.ruleset.scoring
        rows = {row.number: row for row in tab.rows.values()}
        live = [c.header for c in layout.columns if c.formula and c.header in tab.table.places]
        columns = [tab.table.places[header] for header in live]
        places = {h: p for h, p in tab.table.places.items() if h in layout.headers()}
        cells = _plain_entries(event, tab)
        for number, row in rows.items():
            held = row.values
            is_whole = all(c <= len(held) and _is_whole(held[c - 1]) for c in columns)
            if not scoring and (is_whole or not event.book.has_formulas):
                continue
            blank = [None] * len(layout.columns)
            for _, place, i, value in placed(layout, [blank], number, places):
                header = layout.columns[i].header
                if header in live and row.raw(header) != value:
                    cells[number, place] = value
        if cells:
            changes.append(SetCells(tab.table.sheet.name, cells))
    return changes


def points_so_far(
    tab: RoundTab, before: Mapping[int, int | float]
) -> dict[tuple[int, int], CellValue]:
    """The points so far beside the names of a tab, by place; ``before`` has everybody's before the round."""
    places = [tab.table.places.get(header) for header in round_tabs.SO_FAR]
    return {
        (tab.rows[match.player1].number, place): None if no is None else before.get(no, 0)
        for match in (tab.matches if any(places) else ())
        for place, no in zip(
            places, _sides(match, second=match.player1 in tab.byes_second), strict=True
        )
        if place
    }


def refresh_points_so_far(event: EventBook) -> list[Change]:
    """The points so far, where a result was corrected or a player typed over since."""
    changes: list[Change] = []
    for tab, before in zip(event.rounds, points_before_each(event), strict=False):
        rows = tab.table.sheet.rows
        cells = {
            (row, column): value
            for (row, column), value in points_so_far(tab, before).items()
            if (rows[row - 1][column - 1] if column <= len(rows[row - 1]) else None) != value
        }
        if cells:
            changes.append(SetCells(tab.name, cells))
    return changes


def _plain_entries(event: EventBook, tab: RoundTab) -> dict[tuple[int, int], CellValue]:
    """The entries with spaces or line feeds around them that formulas do not see past, without these.

    They came along with what was pasted; the live points would stay blank beside a result that counts.
    """
    cells: dict[tuple[int, int], CellValue] = {}
    for match in tab.matches:
        row = tab.rows[match.player1]
        for header, value in event.typed_of(tab, match).items():
            raw = row.raw(header)
            if isinstance(raw, str) and as_formulas_trim(raw).casefold() != str(value).casefold():
                cells[row.number, tab.table.places[header]] = None if value == "" else value
    return cells


def _is_whole(value: CellValue) -> bool:
    """True for a formula all of whose cells are still there."""
    return isinstance(value, Formula) and LOST not in value.text


def new_tab(
    event: EventBook,
    layout: Layout,
    values: Iterable[Mapping[str, CellValue]],
    before: str | None = None,
    more: Iterable[str] = (),
) -> AddSheet:
    """A tab with these values by header, a mapping for each row; ``more`` is printed beside its name."""
    rows = [[row.get(header) for header in layout.headers()] for row in values]
    if layout.on_screen and len(rows) <= MOST_ACROSS:
        layout = replace(layout, landscape=True)
    return AddSheet(layout, rows, before, event.heading(layout.name, *more))


def limit_of(event: EventBook, stage: Stage) -> list[str]:
    """The time limit of a round in words, if there is one."""
    minutes = event.ruleset.clock(stage, event.settings)
    return [tn("{n} minute", "{n} minutes", minutes)] if minutes else []


def match_values(
    event: EventBook,
    match: Match,
    fields: Sequence[ResultField],
    *,
    second: bool = False,
    before: Mapping[int, int | float] | None = None,
) -> dict[str, CellValue]:
    """The values of a match by header.

    ``second`` if a bye stands on Player 2's side; ``before`` has everybody's points before the round.
    """
    one, two = _sides(match, second=second)
    values: dict[str, CellValue] = {
        "Table": match.table,
        "No 1": one,
        "Player 1": event.by_no[one].name if one is not None else t(BYE_TEXT),
        "No 2": two,
        "Player 2": event.by_no[two].name if two is not None else t(BYE_TEXT),
        "Special": str(match.special) or None,
    }
    if before is not None:
        numbers = zip(round_tabs.SO_FAR, (one, two), strict=True)
        values |= {header: None if no is None else before.get(no, 0) for header, no in numbers}
    for field, value in zip(fields, match.result, strict=False):
        values[field.name] = value if value != "" else None
    return values


def _sides(match: Match, *, second: bool) -> tuple[int | None, int | None]:
    """The numbers of a match as they stand; a bye may stand on Player 2's side."""
    is_turned = second and match.player2 is None
    return (None, match.player1) if is_turned else (match.player1, match.player2)


def typed_values(
    event: EventBook,
    tab: RoundTab,
    match: Match,
    before: Mapping[int, int | float] | None = None,
) -> dict[str, CellValue]:
    """The values of a row of a tab with matches by header, as they are typed, without its formulas.

    With everybody's points ``before`` the round those of the players are right, whatever the row has.
    """
    row = tab.rows[match.player1]
    typed = {header: row.raw(header) for header in tab.table.places}
    is_second = match.player1 in tab.byes_second
    fields = event.format_of(tab).fields
    fixture = tab.fixtures.get(frozenset(match.players))
    return {
        **{header: value for header, value in typed.items() if not isinstance(value, Formula)},
        **match_values(event, match, fields, second=is_second, before=before),
        **({"Game": fixture.game.number} if fixture else {}),
    }


def note_rows(
    tournament: Tournament,
    pairing: Pairing,
    seated: Sequence[tuple[Match, Paired]],
    label: str = "",
) -> list[list[CellValue]]:
    """The explanations of a pairing as rows of ``Pairing notes``: a row for every reason.

    ``label`` stands under ``Round`` instead of the number for rounds after the Swiss ones.
    """
    reasons: list[tuple[Reason, tuple[CellValue, ...]]] = [(n, (None,) * 5) for n in pairing.notes]
    for match, paired in seated:
        one, two = match.player1, match.player2
        other = tournament.name(two) if two is not None else t(BYE_TEXT)
        about = (match.table, one, tournament.name(one), two, other)
        reasons += [(reason, about) for reason in paired.reasons]
    rows: list[list[CellValue]] = []
    for reason, players in reasons:
        text = sentence(reason, tournament)
        is_forbidden = FORBIDDEN in reason.rule.split("; ")  # then that is what the line is about
        kind = Kind.FORBIDDEN if is_forbidden else str(reason.kind)
        why = text[:1].upper() + text[1:]
        rows.append([label or pairing.round, *players, reason.rule, why, kind])
    return rows
