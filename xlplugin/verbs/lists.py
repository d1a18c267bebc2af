"""List decklists or armies: who has handed in what, and what is left to be done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from engine.roster import DECKLIST
from xlplugin.ground.names import named
from xlplugin.ground.problems import stop
from xlplugin.ground.texts import msg, t
from xlplugin.verbs.frame import Done, Result, Table, refuse, verb_despite_problems, without_players
from xlplugin.workbook.book import AddSheet, Change
from xlplugin.workbook.drawings import list_tabs
from xlplugin.workbook.drawings.list_tabs import TO_DO
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.records import LogLine
from xlplugin.workbook.table import find_sheet, own_tab
from xlplugin.workbook.writing import table_writer

MARKS = ("No", "Player", TO_DO)
"""The headers by which a tab that was made here is known."""


def _text(row: Mapping[str, CellValue], header: str) -> str:
    """A cell of the table; all armies go into one."""
    if header == list_tabs.ARMIES:
        armies = (row.get(f"Army {n}") for n in range(1, list_tabs.MOST_ARMIES + 1))
        return ", ".join(str(army) for army in armies if army)
    text = str(row.get(header) or "")
    return named("choice", text) if header == DECKLIST else text


@verb_despite_problems
def write_lists(event: EventBook, _when: datetime) -> Done[Result]:
    """Write the tab of decklists or armies, or refresh it.

    Columns that the organizer has added to it stay with their players.

    Raises:
        OrganizerError: under this ruleset nobody hands in lists.
    """
    identities = [h for h in list_tabs.IDENTITIES if h in event.players_tab.places]
    layout = list_tabs.layout_of(event.ruleset, identities)
    if layout is None:
        stop(
            "The document of {ruleset} asks for no lists: decklists are for nisei-..., armies for hex.",
            ruleset=event.ruleset.name,
        )
    existing = find_sheet(event.book, layout.name)
    refuse([*event.problems, *own_tab(existing, MARKS), *without_players(event)])
    rows = list_tabs.rows_of(event)
    cells = [[row.get(h) or None for h in layout.headers()] for row in rows]
    following = tab_names.tab_after(event.book, event.players_tab.sheet.name)
    heading = event.heading(layout.name)
    changes: list[Change] = [AddSheet(layout, cells, before=following, header_text=heading)]
    if existing:
        changes = table_writer.refresh_table(event, existing.name, layout, cells)
    tab, counts = layout.name, Counter(str(row[TO_DO]) for row in rows if row[TO_DO])
    to_do = "; ".join(f"{what}: {count}" for what, count in sorted(counts.items()))
    to_do = to_do or t("nothing to do")
    text = msg("Written to {file}, tab {tab}: {to_do}.")
    filled = [{h: v for h, v in row.items() if v not in ("", None)} for row in rows]
    result = Result(
        message=f"{named('tab', tab)}: {to_do}.",
        lines=[_table(tab, rows), t(text, file=event.book.name, tab=tab, to_do=to_do)],
        data={"tab": tab, "lists": filled},
        warnings=event.warnings,
        says_next=False,
    )
    log = [LogLine("Lists", f"{named('tab', tab)}: {to_do}")]
    return Done(result, changes, log, existing.name if existing else tab)


def _table(tab: str, rows: Sequence[Mapping[str, CellValue]]) -> Table:
    headers: tuple[str, ...] = ("No", "Player", list_tabs.ARMIES, "Free", TO_DO)
    if tab == list_tabs.DECKLISTS:
        headers = ("No", "Player", DECKLIST, TO_DO)
    texts = [[_text(row, header) for header in headers] for row in rows]
    shown = [t("Armies") if header == list_tabs.ARMIES else header for header in headers]
    return Table(tab, shown, texts, ">" + "<" * (len(headers) - 1))
