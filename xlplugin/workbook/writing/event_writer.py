"""Changes of the ``Event`` tab and of player numbers."""

from __future__ import annotations

from collections.abc import Mapping

from engine import Status
from xlplugin.texts import t
from xlplugin.workbook.book import AddSheet, Change, SetCells, column_letter
from xlplugin.workbook.layout import CellValue, Formula
from xlplugin.workbook.layouts import event_tab, players_tab, tab_names
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.round_clock import NO_CLOCK
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

    Args:
        event: the event.
        rounds: how many rounds there are now.
        newest: the round tab that this action adds.
    """
    planned = event.planned_rounds()
    names = [tab_names.round_name(number) for number in range(1, rounds + 1)]
    new = newest.layout.name if newest else ""
    played = t("{played} of {planned}", played=rounds, planned=planned)
    return {
        event_tab.NEXT_STEP.name: live_step.live(event, rounds, newest),
        event_tab.PUBLISHED.name: event.published_after(names, new),
        event_tab.ROUND.name: played
        if rounds
        else t("none yet, {planned} planned", planned=planned),
        event_tab.PLAYER_COUNT.name: _player_count(event),
        event_tab.ROUNDS_PAIRED.name: rounds,
        event_tab.SETTLED.name: _settled(event) if rounds else None,
        **(NO_CLOCK if newest else {}),
    }


def _settled(event: EventBook) -> str | None:
    """The options that were settled, as they are on record, else as they are now."""
    chosen = [f"{o.name}: {o.of(event.options)}" for o in event.ruleset.options if o.settled]
    return event.value_of(event_tab.SETTLED) or "; ".join(chosen) or None


def _player_count(event: EventBook) -> CellValue:
    name, status = (_players_column(event, header) for header in ("Name", "Status"))
    left = (s for s in Status if s is not Status.ACTIVE)
    gone = "+".join(f'COUNTIFS({name},"?*",{status},"{s}")' for s in left)
    active = f'(COUNTIF({name},"?*")-({gone}))&" {t("active of")} "&COUNTIF({name},"?*")'
    setting, checked_in = event.setting_cell(event_tab.CHECK_IN.name), players_tab.CHECKED_IN.header
    if not setting or checked_in not in event.players.places:
        return Formula(f"={active}")
    here = f'COUNTIFS({name},"?*",{_players_column(event, checked_in)},"Yes")'
    return Formula(f'=IF({setting}="Yes",{here}&" {t("checked in,")} ","")&{active}')


def _players_column(event: EventBook, header: str) -> str:
    """The cells of a column of ``Players``, as part of a formula."""
    letter = column_letter(event.players.places[header])
    return f"Players!${letter}${event.players.header_row + 1}:${letter}$5000"
