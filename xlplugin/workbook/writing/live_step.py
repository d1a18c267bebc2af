"""The next step as ``Event`` has it: a formula that follows what is typed."""

from __future__ import annotations

from engine.lists import DECKLIST, PROBLEM
from xlplugin.texts import t
from xlplugin.workbook.book import AddSheet, column_letter
from xlplugin.workbook.formats.live import MISSING_TEXT
from xlplugin.workbook.layout import CellValue, Formula
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.next_step import (
    MOST_TABLES,
    PAIR_1,
    TYPE_NAMES,
    after_round,
    deck_building,
    first_step,
    to_publish,
)

LAST_ROW = 5000
"""Of ``Players``, for formulas."""


def live(event: EventBook, rounds: int, newest: AddSheet | None = None) -> CellValue:
    """The next step during the Swiss rounds.

    Args:
        event: the event.
        rounds: how many rounds there are now.
        newest: the round tab that this action adds.
    """
    if not rounds:
        lists = _decklists(event)
        first = first_step(event) if event.roster and deck_building(event) else TYPE_NAMES.text
        return Formula(f'=IF({lists}="","{first}","{PAIR_1}"&{lists})') if lists else first
    then = after_round(event, rounds).text
    if newest is None:
        tab = event.rounds[rounds - 1]
        is_held = len(event.rounds) == rounds and not event.is_published(tab)
        return to_publish(tab.name) if is_held else live_on(tab, then)
    if event.is_reviewed:
        return to_publish(newest.layout.name)
    layout = newest.layout
    places = {header: i for i, header in enumerate(layout.headers(), 1)}
    return _follows(layout.name, places["Table"], places["Check"], (2, len(newest.rows) + 1), then)


def live_on(tab: RoundTab, then: str) -> CellValue:
    """The results that a tab lacks, live; ``then`` once they are in."""
    table = tab.table
    if "Check" not in table.places:
        return then
    rows = (table.header_row + 1, max(table.end - 1, table.header_row + 1))
    return _follows(tab.name, table.places["Table"], table.places["Check"], rows, then)


def _follows(name: str, table: int, check: int, rows: tuple[int, int], then: str) -> Formula:
    """The rows of a tab whose ``Check`` says that a result is missing or wrong, counted and named."""
    quoted = name.replace("'", "''")
    tables, checks = (
        f"'{quoted}'!${column_letter(c)}${rows[0]}:${column_letter(c)}${rows[1]}"
        for c in (table, check)
    )
    label, missing = name.replace('"', '""'), f'COUNTIF({checks},"{MISSING_TEXT}")'
    wrong = f'COUNTIF({checks},"?*")-{missing}'
    named = [  # SUMPRODUCT makes an array of it in every Excel; the others come far behind
        f'SUMPRODUCT(SMALL(({checks}<>"{MISSING_TEXT}")*10^8+{tables},{n}))'
        for n in range(1, MOST_TABLES + 1)
    ]
    others = "".join(f'&IF({missing}>={n},", "&{each},"")' for n, each in enumerate(named[1:], 2))
    listed = f'IFERROR({named[0]}{others}&IF({missing}>{MOST_TABLES},", ...",""),"?")'
    return Formula(
        f'=IF({wrong}>0,"{label}: "&({wrong})&" {t("to mend (see Check)")}",'
        f'IF({missing}>0,"{label}: "&{missing}&IF({missing}=1," {t("result missing (table")} "'
        f'," {t("results missing (tables")} ")&{listed}&")","{then.replace(chr(34), chr(34) * 2)}"))'
    )


def _decklists(event: EventBook) -> str:
    """The decklists that need attention, as a formula without its equals sign; ``""`` without any rule."""
    rule, places = event.ruleset.decklists, event.players.places
    cell = event.setting_cell(rule.option.name) if rule else ""
    if rule is None or not cell or DECKLIST not in places:
        return ""
    first = event.players.header_row + 1
    name, status, state = (
        f"Players!${letter}${first}:${letter}${LAST_ROW}"
        for letter in (column_letter(places[h]) for h in ("Name", "Status", DECKLIST))
    )
    active = f'({name}<>"")*(({status}="")+({status}="Active"))'
    missing, wrong = (f'SUMPRODUCT({active}*({state}="{said}"))' for said in ("", PROBLEM))
    return (
        f'IF({cell}<>"{rule.value}","",IF({missing}+{wrong}=0,"","{t("; decklists:")} "'
        f'&IF({missing}>0,{missing}&" {t("missing")}","")'
        f'&IF({missing}*{wrong}>0,", ","")'
        f'&IF({wrong}>0,{wrong}&" {t("with a problem")}","")))'
    )
