"""Choices that a document wants made before the event begins: as round 1 was paired under them.

They are on record in a row of ``Event``, so that neither the clock nor the log has to be trusted. A
workbook made before has no such row, and nothing is compared there.
"""

from __future__ import annotations

from engine.ruleset import Option, Settled
from xlplugin.problems import Problem
from xlplugin.workbook import sheets
from xlplugin.workbook.event_book import EventBook


def recorded(read: EventBook, rounds: int) -> str | None:
    """What is on record once there are so many rounds; where it was cleared, what holds now.

    Args:
        read: the event.
        rounds: how many there are once the action is done.
    """
    if not rounds:
        return None
    now = [f"{o.name}: {o.of(read.options)}" for o in read.ruleset.options if o.settled]
    return read.settings.get(sheets.SETTLED.name) or "; ".join(now) or None


def compare(read: EventBook) -> None:
    """Refuse, or point out, what is no longer as round 1 was paired under."""
    record: dict[str, str] = {}
    for part in read.settings.get(sheets.SETTLED.name, "").split(";"):
        name, _, value = part.strip().partition(": ")
        record[name] = value
    wrong = {problem.cell for problem in read.problems}
    for option in read.ruleset.options:
        was = record.get(option.name) if read.setting_cell(option.name) not in wrong else None
        if option.settled and was in option.choices and was != option.of(read.options):
            _tell(read, option, option.settled, was)


def _tell(read: EventBook, option: Option, settled: Settled, was: str) -> None:
    event, cell = read.event.sheet.name, read.setting_cell(option.name)
    record = f"{event}!{read.setting_cell(sheets.SETTLED.name)} ({sheets.SETTLED.name})"
    what = f"{option.name} is {option.of(read.options)}, but round 1 was paired with {was}"
    remedy = f"set it back to {was}; if this was meant from the start, clear {record}"
    if settled.must:
        read.problems.append(Problem(event, cell, f"{what}, and {settled.why}", remedy))
    else:
        where = f"{event}!{cell}" if cell else event
        read.warnings.append(f"{where}: {what}; {settled.why}. If it was, clear {record}.")
