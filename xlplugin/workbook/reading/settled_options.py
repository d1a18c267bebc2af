"""Options that a document wants chosen before the event begins, as they were when round 1 was paired.

They are on record in a row of ``Event``. Without that row nothing is compared.
"""

from __future__ import annotations

from engine.options import Option, Settled
from xlplugin.problems import Problem
from xlplugin.texts import t
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.reading.event_book import EventBook


def recorded(event: EventBook, rounds: int) -> str | None:
    """The record once there are some rounds; where it was cleared, the choices of now."""
    if not rounds:
        return None
    chosen = [f"{o.name}: {o.of(event.options)}" for o in event.ruleset.options if o.settled]
    return event.settings.get(event_tab.SETTLED.name) or "; ".join(chosen) or None


def compare(event: EventBook) -> None:
    """Refuse, or warn of, options that have changed since round 1 was paired."""
    record: dict[str, str] = {}
    for part in event.settings.get(event_tab.SETTLED.name, "").split(";"):
        name, _, value = part.strip().partition(": ")
        record[name] = value
    wrong = {problem.cell for problem in event.problems}
    for option in event.ruleset.options:
        before = record.get(option.name) if event.setting_cell(option.name) not in wrong else None
        if option.settled and before in option.choices and before != option.of(event.options):
            _report(event, option, option.settled, before)


def _report(event: EventBook, option: Option, settled: Settled, before: str) -> None:
    tab, cell = event.event_tab.sheet.name, event.setting_cell(option.name)
    texts = {
        "option": option.name,
        "value": option.of(event.options),
        "before": before,
        "why": t(settled.why),
        "cell": f"{tab}!{event.setting_cell(event_tab.SETTLED.name)} ({event_tab.SETTLED.name})",
    }
    if settled.must:
        what = t("{option} is {value}, but round 1 was paired with {before}, and {why}", **texts)
        remedy = t(
            "set it back to {before}; if this was meant from the start, clear {cell}", **texts
        )
        event.problems.append(Problem(tab, cell, what, remedy))
        return
    warning = t(
        "{where}: {option} is {value}, but round 1 was paired with {before}; {why}. If it was, clear "
        "{cell}.",
        **texts,
        where=f"{tab}!{cell}" if cell else tab,
    )
    event.warnings.append(warning)
