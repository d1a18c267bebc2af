"""What the buttons of a workbook call: one verb, one click.

``from_excel`` beside this module calls :func:`click` for the macros of a workbook, and xlwings Lite from
its scripts.
What is wrong is said in a message box and marked where it is; no traceback reaches the organizer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

import xlwings as xw

from xlplugin import failures
from xlplugin.hosts.excel import ExcelHost
from xlplugin.hosts.marks import clear_marks, mark
from xlplugin.problems import ERRORS, Problem, WorkbookProblems
from xlplugin.verbs import (
    add_players,
    change_pairing,
    checking,
    clock,
    lists,
    penalties,
    print_tabs,
    selected_rows,
    statistics,
)
from xlplugin.verbs import cut as cutting
from xlplugin.verbs import export as exporting
from xlplugin.verbs import publish as publishing
from xlplugin.verbs.number_players import number_players
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.verbs.undo import undo_round

TITLE = "xlplugin"
MOST_TOLD = 8
"""So many things fit into a message box; each cell has a note besides."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a click came to: something to say, and what the organizer should know besides."""

    text: str = ""
    warnings: Sequence[str] = ()


Verb: TypeAlias = Callable[..., Told]
"""What a button does to a workbook, at a time for the log; one that asks takes the answers too."""


def click(verb: str, live: xw.Book, *answers: str, when: datetime | None = None) -> None:
    """Do what a button says.

    Args:
        verb: one of ``VERBS``.
        live: the workbook.
        answers: what somebody has typed where the button asks.
        when: the time for the log.
    """
    with suppress(Exception):  # an Excel that does not answer is told of below
        clear_marks(live)
    try:
        told = VERBS[verb](ExcelHost(live), when, *answers)
    except WorkbookProblems as error:
        with suppress(Exception):  # a protected tab takes no notes; the message says it all
            mark(live, error.problems)
        _say(live, _listed("Nothing was written.", error.problems), wrong=True)
    except ERRORS as error:
        _say(live, f"{failures.explained(error)}\n\nNothing was written.", wrong=True)
    except Exception as error:  # noqa: BLE001  whatever it is, nobody wants to see a traceback
        _say(live, failures.unforeseen(error), wrong=True)
    else:
        text = "\n\n".join(part for part in (told.text, *map(_note, told.warnings)) if part)
        if text:
            _say(live, text)


def _say(book: xw.Book, text: str, *, wrong: bool = False) -> None:
    with suppress(Exception):  # on macOS nobody waits longer than a minute for it to be read
        book.app.alert(text, TITLE, mode="critical" if wrong else "info")


def _note(warning: str) -> str:
    return f"Note: {warning}"


def _listed(heading: str, things: Sequence[object]) -> str:
    """A heading, and as many of the things as one can read in a message box."""
    more = len(things) - MOST_TOLD
    lines = [f"- {thing}" for thing in things[:MOST_TOLD]]
    lines += [f"... and {more} more."] if more > 0 else []
    one = len(things) == 1
    count = "One thing to mend:" if one else f"{len(things)} things to mend, marked with notes:"
    return "\n".join([f"{heading} {count}", "", *lines])


# the verbs


def _pair(host: ExcelHost, when: datetime | None) -> Told:
    return _paired(pair_round(host, when=when))


def _pair_again(host: ExcelHost, when: datetime | None) -> Told:
    return _paired(pair_round(host, again=True, when=when))


def _pair_selected(host: ExcelHost, when: datetime | None) -> Told:
    return _edited(selected_rows.pair_tables_again(host, when))


def _swap(host: ExcelHost, when: datetime | None, one: str = "", two: str = "") -> Told:
    return _edited(selected_rows.swap(host, when, one, two))


def _move(host: ExcelHost, when: datetime | None, table: str = "") -> Told:
    return _edited(selected_rows.move(host, when, table))


def _late(host: ExcelHost, when: datetime | None) -> Told:
    return _edited(selected_rows.pair_late(host, when))


def _edited(edited: change_pairing.Edited) -> Told:
    lines = [f"- {now} (it was {was})" for was, now in edited.changed]
    return Told("\n".join([f"{edited.tab}:", "", *lines]), edited.warnings)


def _paired(result: cutting.PairResult) -> Told:
    return Told(warnings=result.warnings)


def _standings(host: ExcelHost, when: datetime | None) -> Told:
    return Told(warnings=write_standings(host, when=when).warnings)


def _cross_table(host: ExcelHost, when: datetime | None) -> Told:
    return Told(warnings=write_standings(host, crossed=True, when=when).warnings)


def _clock(host: ExcelHost, when: datetime | None) -> Told:
    timed = clock.turn(host, when=when)
    how = "The page shows it once it is exported again; under --watch, once the workbook is saved."
    return Told(f"{timed.told}\n\n{how}", timed.warnings)


def _statistics(host: ExcelHost, when: datetime | None) -> Told:
    return Told(warnings=statistics.write_statistics(host, when=when).warnings)


def _cut(host: ExcelHost, when: datetime | None) -> Told:
    return _paired(cutting.cut(host, None, when))


def _tiebreaker(host: ExcelHost, when: datetime | None) -> Told:
    return _paired(cutting.tiebreaker(host, None, when))


def _undo(host: ExcelHost, when: datetime | None) -> Told:
    name = undo_round(host, when=when)
    return Told(
        f"{name} is undone. Its tab is only hidden: to see it again, right-click any tab and "
        f"choose Unhide, {name} undone."
    )


def _check(host: ExcelHost, _when: datetime | None) -> Told:
    result = checking.check_event(host)
    cells = [problem for problem in result.problems if isinstance(problem, Problem)]
    if cells:
        raise WorkbookProblems(cells)
    found = [*map(str, result.problems), *result.differences]
    rounds = f"{result.rounds} round{'' if result.rounds == 1 else 's'} checked"
    if not found:
        return Told(f"{rounds}: no problems, no differences.", result.warnings)
    kinds = f"problems: {len(result.problems)}, differences: {len(result.differences)}"
    shown = [f"- {text}" for text in found[:MOST_TOLD]]
    more = len(found) - MOST_TOLD
    shown += [f"... and {more} more."] if more > 0 else []
    return Told("\n".join([f"{rounds}; {kinds}.", "", *shown]), result.warnings)


def _number_players(host: ExcelHost, when: datetime | None) -> Told:
    numbered = number_players(host, when=when)
    if not numbered:
        return Told("Every player has a number already.")
    return Told("Numbered: " + ", ".join(f"{name} ({no})" for no, name in numbered))


def _add_players(host: ExcelHost, when: datetime | None) -> Told:
    result = add_players.enter_players(host, add_players.pasted, when=when)
    if not result.added:
        return Told(f"Nobody new on the tab {add_players.ROSTER}.", result.warnings)
    names = [f"{player.name} ({player.no})" for player in result.added]
    more = len(names) - MOST_TOLD
    shown = ", ".join(names[:MOST_TOLD]) + (f" and {more} more" if more > 0 else "")
    count = "1 player" if len(names) == 1 else f"{len(names)} players"
    return Told(f"{count} added to {result.tab}: {shown}.", result.warnings)


def _print(what: str) -> Verb:
    """The verb that makes a tab to be printed."""

    def verb(host: ExcelHost, when: datetime | None) -> Told:
        made = print_tabs.PRINTS[what](host, when=when)
        parts = (f"Written to the tab {made.tab}: {made.amount}.", made.how_to_cut)
        return Told("\n\n".join(filter(None, parts)), made.warnings)

    return verb


def _export(host: ExcelHost, when: datetime | None) -> Told:
    return Told(*exporting.export(host, when=when))


def _penalties(host: ExcelHost, when: datetime | None) -> Told:
    result = penalties.penalize(host, when=when)
    if not result.lines:
        return Told("Type players and infractions here, then click again.", result.warnings)
    lines = [f"- {told}" for told in result.done]
    return Told("\n".join(["Applied:", "", *lines]) if lines else "", result.warnings)


def _publish(host: ExcelHost, when: datetime | None) -> Told:
    published = publishing.publish(host, when=when)
    return Told(f"{published.tab} is published: exports show it from now on.", published.warnings)


def _lists(host: ExcelHost, when: datetime | None) -> Told:
    result = lists.write_lists(host, when=when)
    return Told(f"{result.tab}: {result.told}.", result.warnings)


VERBS: Mapping[str, Verb] = {
    "pair": _pair,
    "standings": _standings,
    "cross_table": _cross_table,
    "clock": _clock,
    "statistics": _statistics,
    "cut": _cut,
    "tiebreaker": _tiebreaker,
    "pair_again": _pair_again,
    "pair_selected": _pair_selected,
    "swap": _swap,
    "move": _move,
    "late": _late,
    "undo": _undo,
    "check": _check,
    "export": _export,
    "number_players": _number_players,
    "penalties": _penalties,
    "publish": _publish,
    "lists": _lists,
    "add_players": _add_players,
    **{f"print_{what}": _print(what) for what in print_tabs.PRINTS},
}
"""What there is to click; ``templates/macros.py`` says where, and under which names."""
