"""What the buttons of a workbook call: a verb of the list, by its name.

``from_excel`` beside this module calls :func:`click` for the macros of a workbook, and xlwings Lite from
its scripts.
What is wrong is said in a message box and marked where it is; no traceback reaches the organizer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime

import xlwings as xw

from xlplugin import failures
from xlplugin.hosts.excel import ExcelHost
from xlplugin.hosts.marks import clear_marks, mark
from xlplugin.problems import ERRORS, Problem, WorkbookProblems
from xlplugin.texts import first_of, t, tn
from xlplugin.verbs.entry import Verb, load
from xlplugin.verbs.frame import Result, refuse
from xlplugin.verbs.list import BUTTONS

TITLE = "xlplugin"
MOST_TOLD = 8
"""At most this many problems fit into a message box; each cell has a note besides."""


def click(verb: str, live: xw.Book, *answers: str, when: datetime | None = None) -> None:
    """Do what a button of ``VERBS`` says, with what somebody has answered where it asks."""
    with suppress(Exception):  # an Excel that does not answer is told of below
        clear_marks(live)
    try:
        result = VERBS[verb](ExcelHost(live), when, *answers)
        refuse([problem for problem in result.problems if isinstance(problem, Problem)])
    except WorkbookProblems as error:
        with suppress(Exception):  # a protected tab takes no notes; the message says it all
            mark(live, error.problems)
        _say(live, _listed(error.problems), wrong=True)
    except ERRORS as error:
        text = t("{problem}\n\nNothing was written.", problem=failures.explained(error))
        _say(live, text, wrong=True)
    except Exception as error:  # noqa: BLE001  whatever it is, nobody wants to see a traceback
        _say(live, failures.unforeseen(error), wrong=True)
    else:
        notes = (t("Note: {warning}", warning=warning) for warning in result.warnings)
        if text := "\n\n".join(filter(None, (result.message, *notes))):
            _say(live, text)


def _say(book: xw.Book, text: str, *, wrong: bool = False) -> None:
    with suppress(Exception):  # on macOS nobody waits longer than a minute for it to be read
        book.app.alert(text, TITLE, mode="critical" if wrong else "info")


def _listed(problems: Sequence[Problem]) -> str:
    """As many of the problems as one can read in a message box."""
    lines = [f"- {problem}" for problem in problems]
    shown = first_of(lines, MOST_TOLD, lambda n: t("... and {n} more.", n=n))
    heading = tn(
        "Nothing was written. One thing to mend:",
        "Nothing was written. {n} things to mend, marked with notes:",
        len(problems),
    )
    return "\n".join([heading, "", *shown])


def _clicked(verb: Verb, *, selects: bool) -> Callable[..., Result]:
    """What a click does to a workbook, at a time for the log, with what was typed where it asks."""

    def run(host: ExcelHost, when: datetime | None, *answers: str) -> Result:
        selected = {"at": host} if selects else {}
        result: Result = load(verb.clicked or verb.action)(host, *answers, when=when, **selected)
        return result

    return run


VERBS = {verb.name: _clicked(verb, selects=button.selects) for verb, button in BUTTONS}
"""What there is to click: the list of verbs says where, and under which names."""
