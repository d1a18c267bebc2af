"""Choices that a document wants made before the event begins: as round 1 was paired under them.

They are on record in a row of ``Event``, so that neither the clock nor the log has to be trusted. A
workbook made before has no such row, and nothing is compared there.
"""

from __future__ import annotations

from engine.options import Option, Settled
from xlplugin.problems import Problem
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.reading.event_book import EventBook


def recorded(event: EventBook, rounds: int) -> str | None:
    """What is on record once there are so many rounds; where it was cleared, what holds now.

    Args:
        event: the event.
        rounds: how many there are once the action is done.
    """
    if not rounds:
        return None
    now = [f"{o.name}: {o.of(event.options)}" for o in event.ruleset.options if o.settled]
    return event.settings.get(event_tab.SETTLED.name) or "; ".join(now) or None


def compare(event: EventBook) -> None:
    """Refuse, or point out, what is no longer as round 1 was paired under."""
    record: dict[str, str] = {}
    for part in event.settings.get(event_tab.SETTLED.name, "").split(";"):
        name, _, value = part.strip().partition(": ")
        record[name] = value
    wrong = {problem.cell for problem in event.problems}
    for option in event.ruleset.options:
        was = record.get(option.name) if event.setting_cell(option.name) not in wrong else None
        if option.settled and was in option.choices and was != option.of(event.options):
            _tell(event, option, option.settled, was)


def _tell(event: EventBook, option: Option, settled: Settled, was: str) -> None:
    tab, cell = event.event_tab.sheet.name, event.setting_cell(option.name)
    record = f"{tab}!{event.setting_cell(event_tab.SETTLED.name)} ({event_tab.SETTLED.name})"
    what = f"{option.name} is {option.of(event.options)}, but round 1 was paired with {was}"
    remedy = f"set it back to {was}; if this was meant from the start, clear {record}"
    if settled.must:
        event.problems.append(Problem(tab, cell, f"{what}, and {settled.why}", remedy))
    else:
        where = f"{tab}!{cell}" if cell else tab
        event.warnings.append(f"{where}: {what}; {settled.why}. If it was, clear {record}.")
