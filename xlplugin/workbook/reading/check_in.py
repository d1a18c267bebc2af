"""Problems of check-in, clubs and labels on ``Players``, and the players left out."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Player
from xlplugin.problems import Problem
from xlplugin.texts import t
from xlplugin.workbook.layout import CellError, Formula
from xlplugin.workbook.layouts import event_tab, players_tab
from xlplugin.workbook.reading.event_book import EventBook


def add_problems(event: EventBook) -> None:
    """Add what keeps check-in, clubs and labels from counting: a column that is gone, formulas."""
    wanted = {
        players_tab.CHECKED_IN.header: event_tab.CHECK_IN.name if event.checks_in else "",
        players_tab.CLUB.header: event_tab.CLUBS_APART.name if event.keeps_clubs_apart else "",
    }
    for header, setting in wanted.items():
        if setting and header not in event.players.places:
            texts = {"setting": setting, "value": event.settings[setting], "header": header}
            what = t("{setting} is {value}, but Players has no column {header}", **texts)
            remedy = t("type the header {header} on Players, or choose No here", header=header)
            cell = event.setting_cell(setting)
            event.problems.append(Problem(event.event_tab.sheet.name, cell, what, remedy))
    club = players_tab.CLUB.header
    for row in event.players.rows():
        for header in (players_tab.DO_NOT_PAIR.header, *([club] if wanted[club] else [])):
            if isinstance(row.raw(header), Formula | CellError):
                remedy = t("type the text instead (or paste as values)")
                row.problem(header, t("a formula"), remedy)


def left_out(event: EventBook, entered: Sequence[Player]) -> list[str]:
    """The names of the active players who are not among those who entered, by number."""
    numbers = {player.no for player in entered}
    return [
        player.name.strip()
        for player in sorted(event.roster, key=lambda player: player.no)
        if player.no not in numbers and player.status == "Active"
    ]
