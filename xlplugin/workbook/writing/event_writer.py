"""Changes of the ``Event`` tab and of player numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial, reduce
from operator import add, and_

from engine import Match, Player, Round, Status
from engine.roster import DECKLIST, POOL, PROBLEM
from xlplugin.ground.names import named
from xlplugin.ground.texts import t
from xlplugin.workbook.book import AddSheet, Change, SetCells, cells_of, column_letter
from xlplugin.workbook.expressions import (
    NOT_A_NUMBER,
    Cells,
    Failure,
    Given,
    Part,
    cell,
    choice,
    counted,
    held,
    number,
    order,
    part,
    texts_in,
    unless_error,
    value_of,
    where,
)
from xlplugin.workbook.formats.live import MISSING_TEXT
from xlplugin.workbook.formulas import LOST, Worked
from xlplugin.workbook.layout import CellValue, Formula
from xlplugin.workbook.layouts import event_tab, players_tab, tab_names
from xlplugin.workbook.live_tables import taken, unknown
from xlplugin.workbook.reading import forecast, round_clock
from xlplugin.workbook.reading.deadlines import MOST_TABLES
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.next_step import (
    PAIR_1,
    TYPE_NAMES,
    after_round,
    first_step,
    to_publish,
)
from xlplugin.workbook.table import Table, folded

LAST_ROW = 5000
"""Of ``Players``, for formulas."""


def number_players(event: EventBook) -> list[Change]:
    """The numbers that players without one are given."""
    column = event.players_tab.places["No"]
    cells: dict[tuple[int, int], CellValue] = {
        (row, column): no for row, no in event.unnumbered.items()
    }
    return [SetCells(event.players_tab.sheet.name, cells)] if cells else []


def deal_pools(event: EventBook, pool_of: Mapping[int, str]) -> tuple[list[Player], list[Change]]:
    """The roster with the pools into which players are dealt, and the changes that write them down.

    From then on they stand, whoever comes or goes; those that are typed stay.
    """
    dealt = {p.no: p for p in event.roster if p.no in pool_of and not p.details.get(POOL)}
    roster = [
        replace(p, details={**p.details, POOL: pool_of[p.no]}) if p.no in dealt else p
        for p in event.roster
    ]
    place = event.players_tab.places.get(POOL)
    if not dealt or place is None:
        return roster, []
    names = {folded(player.name): player.no for player in dealt.values()}
    cells: dict[tuple[int, int], CellValue] = {
        (row.number, place): pool_of[names[name]]
        for row in event.players_tab.rows()
        if (name := folded(row.quiet_text("Name"))) in names
    }
    return roster, [SetCells(event.players_tab.sheet.name, cells)]


def update_settings(event: EventBook, values: Mapping[str, CellValue | Worked]) -> list[Change]:
    """New values on ``Event``; rows that the organizer has deleted stay away.

    Those that versions before did not have come below all others.
    """
    table = event.event_tab
    of_steps = [table.places[header] for header in event_tab.STEPS if header in table.places]
    cells: dict[tuple[int, int], CellValue] = {}
    for name, row in event.setting_rows.items():
        if name in values:
            letters = map(column_letter, of_steps)
            placed = _placed(values[name], [f"${letter}${row}" for letter in letters])
            columns = (table.places["Value"], *of_steps)
            cells |= {(row, column): v for column, v in zip(columns, placed, strict=False)}
    new = [
        setting
        for setting in event_tab.ADDED_WHERE_MISSING
        if setting.name not in event.setting_rows and values.get(setting.name) is not None
    ]
    for row, setting in enumerate(new, table.end):
        texts = {
            "Setting": setting.name,
            "Value": _placed(values[setting.name], [])[0],
            "Help": t(setting.help),
        }
        cells |= {(row, table.places[h]): text for h, text in texts.items() if h in table.places}
    cells |= _mended_links(table)
    return [SetCells(table.sheet.name, cells)] if cells else []


def _mended_links(table: Table) -> dict[tuple[int, int], CellValue]:
    """The links of ``Event`` anew, where one speaks of a cell that was deleted."""
    headers = ["Go to", *(header for header in event_tab.LINK_STEPS if header in table.places)]
    links = tab_names.links(event_tab.ROUNDS_PAIRED.name, event_tab.CUT_TABS.name)
    rows = [row for row in table.rows() if isinstance(row.raw("Go to"), Formula)]
    formulas = [value for row in rows for h in headers if isinstance(value := row.raw(h), Formula)]
    if len(rows) != len(links) or all(LOST not in formula.text for formula in formulas):
        return {}
    columns = [table.places[header] for header in headers]
    cells: dict[tuple[int, int], CellValue] = {}
    for row, link in zip(rows, links, strict=True):
        placed = link.placed([f"${column_letter(column)}${row.number}" for column in columns[1:]])
        cells |= {(row.number, column): v for column, v in zip(columns, placed, strict=True)}
    return cells


def _placed(value: CellValue | Worked, addresses: Sequence[str]) -> list[CellValue]:
    """The value of a setting, then the steps in which it is worked out, if it is."""
    return value.placed(addresses) if isinstance(value, Worked) else [value]


def at_a_glance(
    event: EventBook, rounds: int, newest: AddSheet | None = None, when: datetime | None = None
) -> dict[str, CellValue | Worked]:
    """The first rows of ``Event`` after some rounds, live, so that they follow what is typed.

    ``newest`` is the round tab that an action adds; without ``when``, the time, there is no forecast.
    """
    planned = event.planned_rounds()
    names = [tab_names.round_name(number) for number in range(1, rounds + 1)]
    new = newest.layout.name if newest else ""
    played = t("none yet, {planned} planned", planned=planned)
    if not event.roster and not event.typed.planned_rounds:  # who will come is not known
        played = t("none yet")
    if rounds:
        played = t("{played} of {planned}", played=rounds, planned=planned)
    return {
        event_tab.NEXT_STEP.name: next_step_after(event, rounds, newest),
        event_tab.PUBLISHED.name: event.published_after(names, new),
        event_tab.ROUND.name: played if newest else with_clock(event, played),
        event_tab.FORECAST.name: _forecast(event, rounds, newest, when) if when else None,
        event_tab.PLAYER_COUNT.name: player_count(event),
        event_tab.ROUNDS_PAIRED.name: rounds,
        event_tab.SETTLED.name: _settled(event, rounds, newest) if rounds else None,
        **(round_clock.NO_CLOCK if newest else {}),
    }


def with_clock(event: EventBook, played: str) -> str:
    """The round in play, and when its clock says that it ends."""
    clock = round_clock.at_a_glance(event)
    return t("{round}; {clock}", round=played, clock=clock) if clock else played


def _forecast(event: EventBook, rounds: int, newest: AddSheet | None, when: datetime) -> str | None:
    """When the rounds may be over; what nothing tells is blank."""
    being_paired = None
    if newest:
        being_paired = forecast.Newest(newest.layout.name, _paired(newest, rounds))
    return forecast.at_a_glance(event, when, being_paired) or None


def _settled(event: EventBook, rounds: int, newest: AddSheet | None) -> str | None:
    """Who began and the options that were settled, as they are on record, else as they are now.

    A workbook that was made without a row for it gets one with round 1.
    """
    is_first = newest is not None and rounds == 1
    known = event.value_of(event_tab.SETTLED)
    if not is_first and (known or event_tab.SETTLED.name not in event.setting_rows):
        return known or None
    first = _paired(newest, 1) if newest and is_first else event.rounds[0].round()
    chosen = {
        option.name: chosen
        for option in event.ruleset.options
        if option.settled
        and not ((chosen := option.of(event.options)) == option.default and option.block)
    }
    record = {**chosen, **event.settled, event_tab.STARTERS: str(len(list(first.players())))}
    names = (event_tab.STARTERS, *chosen)
    return "; ".join(f"{name}: {record[name]}" for name in names)


def player_count(event: EventBook) -> Worked:
    """The players who are active, and checked in."""
    active, steps = _active(event)
    active = active.within() & f" {t('active of')} " & cell("entered")
    setting, checked_in = _setting(event, event_tab.CHECK_IN.name), players_tab.CHECKED_IN.header
    if not setting or checked_in not in event.players_tab.places:
        return Worked(active, steps)
    name = _players_column(event, "Name")
    steps["here"] = texts_in(name, (_players_column(event, checked_in), "Yes"))
    here = where(setting.is_(choice("Yes")), cell("here") & f" {t('checked in,')} ", "")
    return Worked(here & active, steps)


def _active(event: EventBook) -> tuple[Part, dict[str, Part | str]]:
    """How many players are active, with the steps that this is worked out from."""
    name, status = (_players_column(event, header) for header in ("Name", "Status"))
    left = [s for s in Status if s is not Status.ACTIVE]
    steps: dict[str, Part | str] = {"entered": texts_in(name)}
    steps |= {s: texts_in(name, (status, s)) for s in left}
    return cell("entered") - reduce(add, map(cell, left)), steps


def _setting(event: EventBook, name: str) -> Part | None:
    """The value of a setting; ``None`` if it has no row."""
    address = event.setting_cell(name)
    return Part(address, lambda given: given(name)) if address else None


def _players_column(event: EventBook, header: str) -> Cells:
    """The cells of a column of ``Players``."""
    table = event.players_tab
    place, first = table.places[header], table.header_row + 1
    letter = column_letter(place)
    rows = table.sheet.rows[first - 1 : LAST_ROW]
    values = [row[place - 1] if place <= len(row) else None for row in rows]
    tab = tab_names.in_formula(table.sheet.name)
    return Cells(f"{tab}!${letter}${first}:${letter}${LAST_ROW}", lambda: map(taken, values))


# the next step, as a formula that follows what is typed


def next_step_after(
    event: EventBook, rounds: int, newest: AddSheet | None = None
) -> CellValue | Worked:
    """The next step after some Swiss rounds, of which an action adds the newest one, perhaps."""
    if not rounds:
        return first(event)
    then = after_round(event, rounds, _paired(newest, rounds) if newest else None).text
    if newest is None:
        tab = event.rounds[rounds - 1]
        is_held = len(event.rounds) == rounds and not event.is_published(tab)
        return to_publish(tab.name) if is_held else live_on(tab, then)
    if event.is_reviewed:
        return to_publish(newest.layout.name)
    layout = newest.layout
    places = {header: i for i, header in enumerate(layout.headers(), 1)}
    return follows(layout.name, places, (2, len(newest.rows) + 1), then)


def _paired(newest: AddSheet, number: int) -> Round:
    """Who meets whom on a round tab that an action adds."""
    one, two = map(newest.layout.headers().index, ("No 1", "No 2"))
    seats = [[no for no in (row[one], row[two]) if isinstance(no, int)] for row in newest.rows]
    matches = (Match(0, nos[0], nos[1] if nos[1:] else None) for nos in seats if nos)
    return Round(number, tuple(matches))


def live_on(tab: RoundTab, then: str | Part) -> CellValue | Worked:
    """The results that a tab lacks, live; ``then`` once they are in."""
    table = tab.table
    if "Check" not in table.places:
        return then if isinstance(then, str) else None
    return follows(tab.name, table.places, table.span, then)


def follows(
    name: str,
    places: Mapping[str, int],
    rows: tuple[int, int],
    then: str | Part,
    row: Callable[[int], Given] = lambda _: unknown,
) -> Worked:
    """The rows of a tab whose ``Check`` says that a result is missing or wrong, counted and named.

    Args:
        name: the tab.
        places: of its columns, by header.
        rows: the first and the last one.
        then: the step once there is no such row.
        row: gives the values of a row.
    """

    def column(header: str) -> Cells:
        numbers = range(rows[0], rows[1] + 1)
        return Cells(
            cells_of(name, places[header], rows),
            lambda: (held(partial(row(number), header)) for number in numbers),
        )

    tables, checks = column("Table"), column("Check")
    text, shown = t(MISSING_TEXT), named("tab", name)
    smallest = [  # SUMPRODUCT makes an array of it in every Excel; the others come far behind
        Part(
            f"SUMPRODUCT(SMALL(({checks.text}<>{part(text).text})*10^8+{tables.text},{n}))",
            partial(_smallest, tables, checks, n),
        )
        for n in range(1, MOST_TABLES + 1)
    ]
    missing, wrong, which = cell("missing"), cell("wrong"), cell("which")
    others = (where(missing < n, "", ", " & each) for n, each in enumerate(smallest[1:], 2))
    first_tables = dict(zip("abcdef", (smallest[0], *others), strict=True))
    every = reduce(and_, map(cell, first_tables))
    one, many = t("result missing (table"), t("results missing (tables")
    steps: dict[str, Part | str] = {
        "wrong": texts_in(checks) - missing,
        "missing": counted(checks, text),
        "then": then,
        "how many": f"{shown}: " & missing & where(missing.is_(1), f" {one}", f" {many}"),
        "which": unless_error(every & where(missing > MOST_TABLES, ", ...", ""), "?"),
        **first_tables,
    }
    to_mend = f"{shown}: " & wrong & f" {t('to mend (see Check)')}"
    open_tables = cell("how many") & " " & which & ")"
    return Worked(where(wrong > 0, to_mend, where(missing > 0, open_tables, cell("then"))), steps)


def _smallest(tables: Cells, checks: Cells, n: int, _given: Given) -> float:
    """The smallest number but ``n - 1`` of the tables whose result is missing; others come far behind."""
    found = zip(tables.values(), checks.values(), strict=True)
    numbers = sorted(
        (order(value_of(check), t(MISSING_TEXT)) != 0) * 10**8 + number(value_of(table))
        for table, check in found
    )
    if n > len(numbers):
        raise Failure(NOT_A_NUMBER)
    return numbers[n - 1]


def first(event: EventBook) -> Worked:
    """To type names as long as there are too few, then what is done before round 1."""
    active, steps = _active(event)
    steps |= {"few": t(TYPE_NAMES), "then": first_step(event)}
    names_or_then = where(active >= event.ruleset.min_players, cell("then"), cell("few"))
    return _with_decklists(event, Worked(names_or_then, steps))


def _with_decklists(event: EventBook, first: Worked) -> Worked:
    """The first step, and the decklists that need attention, where they do."""
    rule, places = event.ruleset.decklists, event.players_tab.places
    setting = _setting(event, rule.option.name) if rule else None
    if rule is None or not setting or DECKLIST not in places:
        return first
    name, status, state = (_players_column(event, h) for h in ("Name", "Status", DECKLIST))
    active = f'({name.text}<>"")*(({status.text}="")+({status.text}={choice("Active").text}))'

    def of_state(said: str) -> Part:
        def count(_given: Given) -> int:
            rows = zip(name.values(), status.values(), state.values(), strict=True)
            return sum(
                order(named, "") != 0
                and (order(is_active, "") == 0 or order(is_active, "Active") == 0)
                and order(has, said) == 0
                for named, is_active, has in (map(value_of, row) for row in rows)
            )

        return Part(f"SUMPRODUCT({active}*({state.text}={choice(said).text}))", count)

    missing, wrong = cell("missing"), cell("wrong")
    steps: dict[str, Part | str] = {
        "missing": of_state(""),
        "wrong": of_state(PROBLEM),
        "how many": where(missing > 0, missing & f" {t('missing')}", "")
        & where(missing * wrong > 0, ", ", "")
        & where(wrong > 0, wrong & f" {t('with a problem')}", ""),
        "is needed": where(setting.is_(choice(rule.value)), missing + wrong, 0),
        **first.steps,
        "first": first.formula,
    }
    listed = f"{t(PAIR_1)}{t('; decklists:')} " & cell("how many")
    return Worked(where(cell("is needed") > 0, listed, cell("first")), steps)
