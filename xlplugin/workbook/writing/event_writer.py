"""Changes of the ``Event`` tab and of player numbers."""

from __future__ import annotations

from collections.abc import Mapping

from engine import Status
from xlplugin.texts import t
from xlplugin.workbook.book import AddSheet, Change, SetCells
from xlplugin.workbook.layout import CellValue, Formula
from xlplugin.workbook.layouts import event_tab, players_tab, tab_names
from xlplugin.workbook.reading import settled_options
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.round_clock import NO_CLOCK
from xlplugin.workbook.table import Table
from xlplugin.workbook.writing import live_step


def number_players(event: EventBook) -> list[Change]:
    """The numbers that players without one are given."""
    column = event.players.places["No"]
    cells: dict[tuple[int, int], CellValue] = {
        (row, column): no for row, no in event.unnumbered.items()
    }
    return [SetCells(event.players.sheet.name, cells)] if cells else []


def update_settings(event: EventBook, values: Mapping[str, CellValue]) -> list[Change]:
    """New values on ``Event``; rows that the organizer has deleted stay away.

    Those that versions before did not have come below all others.
    """
    table = event.event_tab
    cells: dict[tuple[int, int], CellValue] = {
        (event.setting_rows[name], table.places["Value"]): value
        for name, value in values.items()
        if name in event.setting_rows
    }
    new = [
        setting
        for setting in event_tab.ADDED_WHERE_MISSING
        if setting.name not in event.setting_rows and values.get(setting.name) is not None
    ]
    for row, setting in enumerate(new, table.end):
        texts = {"Setting": setting.name, "Value": values[setting.name], "Help": setting.help}
        cells |= {(row, table.places[h]): text for h, text in texts.items() if h in table.places}
    return [SetCells(table.sheet.name, cells)] if cells else []


def at_a_glance(
    event: EventBook, rounds: int, newest: AddSheet | None = None
) -> dict[str, CellValue]:
    """The first rows of ``Event``, live, so that they follow what is typed.

    So many rounds there are now, with the newest that this action adds.
    """
    planned = event.planned_rounds()
    names = [tab_names.round_name(number) for number in range(1, rounds + 1)]
    return {
        event_tab.NEXT_STEP.name: live_step.live(event, rounds, newest),
        event_tab.PUBLISHED.name: event.published_after(
            names, newest.layout.name if newest else ""
        ),
        event_tab.ROUND.name: t("{played} of {planned}", played=rounds, planned=planned)
        if rounds
        else t("none yet, {planned} planned", planned=planned),
        event_tab.PLAYER_COUNT.name: _player_count(event),
        event_tab.ROUNDS_PAIRED.name: rounds,
        event_tab.SETTLED.name: settled_options.recorded(event, rounds),
        **(NO_CLOCK if newest else {}),
    }


def _player_count(event: EventBook) -> CellValue:
    letters = {
        header: Table.address(1, event.players.places[header])[:-1] for header in ("Name", "Status")
    }
    first = event.players.header_row + 1
    name = f"Players!${letters['Name']}${first}:${letters['Name']}$5000"
    status = f"Players!${letters['Status']}${first}:${letters['Status']}$5000"
    gone = "+".join(
        f'COUNTIFS({name},"?*",{status},"{s}")' for s in Status if s is not Status.ACTIVE
    )
    active = f'(COUNTIF({name},"?*")-({gone}))&" {t("active of")} "&COUNTIF({name},"?*")'
    return Formula(f"={_checked_in_count(event, name)}{active}")


def _checked_in_count(event: EventBook, name: str) -> str:
    """The number of players checked in, live, where that counts; else ``""``."""
    setting = event.setting_cell(event_tab.CHECK_IN.name)
    place = event.players.places.get(players_tab.CHECKED_IN.header)
    if not setting or not place:
        return ""
    letter, first = Table.address(1, place)[:-1], event.players.header_row + 1
    here = f'COUNTIFS({name},"?*",Players!${letter}${first}:${letter}$5000,"Yes")'
    return f'IF({setting}="Yes",{here}&" {t("checked in,")} ","")&'
