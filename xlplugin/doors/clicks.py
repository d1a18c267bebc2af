"""A click in any program: a verb of the list, then its result, or the fault, in a window.

The doors beside this module, one for each program, give :func:`click` a host and a window. Anything
wrong is shown in a message box and marked in its cell; no traceback reaches the organizer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Protocol

from xlplugin.ground.languages import speaking
from xlplugin.ground.names import named
from xlplugin.ground.problems import ERRORS, EventOver, HostError, Problem, Step, WorkbookProblems
from xlplugin.ground.texts import first_of, msg, t, tn
from xlplugin.hosts import OpenHost
from xlplugin.hosts.closed_file.backups import Occasion
from xlplugin.verbs import failures
from xlplugin.verbs.entry import Ask, Verb, load
from xlplugin.verbs.frame import Result, refuse
from xlplugin.verbs.list import BUTTONS
from xlplugin.verbs.list import VERBS as LIST
from xlplugin.verbs.ways import clicked
from xlplugin.workbook.layouts.tab_names import newest_round, round_number
from xlplugin.workbook.reading.reader import read_event

TITLE = "xlplugin"
PAIR = "pair"
NEVER_SAVED = msg("This event has never been saved: if the computer stops now, it is lost.")
MOST_TOLD = 8
"""At most this many problems fit into a message box; each cell has a note besides."""


class Window(Protocol):
    """The window of an open workbook: all that organizers see of it besides its cells."""

    def say(self, text: str, *, wrong: bool = False) -> None:
        """Show a message box, until it is read."""

    def mark(self, problems: Sequence[Problem]) -> None:
        """Put a note on every cell to mend, and select the first of them."""

    def clear_marks(self) -> None:
        """Take those notes away again; those of other people stay."""

    def offer_to_save(self, why: str, name: str) -> None:
        """Say why the workbook should be saved now, and help with it where that is safe, under a name."""


class Said:
    """The messages of a click, kept for a program that shows them afterwards."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forget what an earlier click has said."""
        self.text, self.is_wrong = "", False

    def add(self, text: str, *, wrong: bool) -> None:
        """Keep one message behind the others."""
        self.text = "\n\n".join(filter(None, (self.text, text)))
        self.is_wrong |= wrong


@speaking(None)
def click(
    verb: str, host: OpenHost, window: Window, *answers: str, when: datetime | None = None
) -> bool:
    """Do what a button of ``VERBS`` says, with what somebody has answered where it asks; true if it is done.

    Everything is said in the language of the workbook, once that is read.
    """
    with suppress(Exception):  # a program that does not answer is told of below
        window.clear_marks()
    try:
        with clicked():
            result = VERBS[verb](host, when, *answers)
        refuse([problem for problem in result.problems if isinstance(problem, Problem)])
    except Exception as error:  # noqa: BLE001  whatever it is, nobody wants to see a traceback
        tell(window, error)
        return False
    show(window, replace(result, warnings=[*result.warnings, *_copy_kept(verb, host)]))
    if verb == PAIR and not host.was_saved and round_number(newest_round(host.book)) == 1:
        window.offer_to_save(t(NEVER_SAVED), read_event(host.book).title)
    return True


def _copy_kept(verb: str, host: OpenHost) -> Iterator[str]:
    """Keep a copy of a workbook that a click has changed; gives a note if that cannot be."""
    if host.has_written:
        try:
            host.keep_copy(Occasion(newest_round(host.book), after=verb.replace("_", "-")))
        except HostError as error:
            yield str(error)


@speaking(None)
def question(ask: Ask, host: OpenHost) -> str:
    """The question before a click, about the workbook's content where that can be told.

    Blank if there is nothing to ask, as the verb refuses what it is asked for.
    """
    named: str | None = ""
    if ask.about:
        with suppress(Exception):  # what is wrong is told when the verb is done
            named = load(ask.about)(host)
    if named is None:
        return ""
    return named or f"{t(ask.question)}\n\n{t(ask.more)}"


def show(window: Window, result: Result) -> None:
    """Say what has come of a verb, if it has anything to say."""
    notes = (t("Note: {warning}", warning=warning) for warning in result.warnings)
    if text := "\n\n".join(filter(None, (result.message, *notes))):
        _say(window, text)


def tell(window: Window, error: Exception) -> None:
    """Say what is wrong, and mark where; the end of an event is nothing wrong."""
    if isinstance(error, EventOver):
        _say(window, str(error))
        return
    if isinstance(error, WorkbookProblems):
        with suppress(Exception):  # a protected tab takes no notes; the message says it all
            window.mark([replace(p, sheet=named("tab", p.sheet)) for p in error.problems])
        text = _listed(error.problems)
    elif isinstance(error, HostError) and error.step is Step.SAVING:  # something may be written
        text = failures.explained(error)
    elif isinstance(error, ERRORS):
        text = t("{problem}\n\nNothing was written.", problem=failures.explained(error))
    else:
        text = failures.unforeseen(error)
    _say(window, text, wrong=True)


def _say(window: Window, text: str, *, wrong: bool = False) -> None:
    with suppress(Exception):  # on macOS nobody waits longer than a minute for it to be read
        window.say(text, wrong=wrong)


def _listed(problems: Sequence[Problem]) -> str:
    """As many of the problems as one can read in a message box."""
    lines = [f"- {problem}" for problem in problems]
    shown = first_of(lines, MOST_TOLD, lambda n: t("... and {n} more.", n=n))
    heading = tn(
        "Nothing was written. One problem to correct:",
        "Nothing was written. {n} problems to correct, marked with notes:",
        len(problems),
    )
    return "\n".join([heading, "", *shown])


def _clicked(verb: Verb, *, selects: bool) -> Callable[..., Result]:
    """The action of a click on a workbook, at a time for the log, with the answers to its questions."""

    def run(host: OpenHost, when: datetime | None, *answers: str) -> Result:
        selected = {"at": host} if selects else {}
        result: Result = load(verb.clicked or verb.action)(host, *answers, when=when, **selected)
        return result

    return run


FORMER = [verb for verb in LIST if verb.clicked and not verb.button]
"""The verbs of buttons that only older workbooks have."""
VERBS = {verb.name: _clicked(verb, selects=button.selects) for verb, button in BUTTONS}
VERBS |= {verb.name: _clicked(verb, selects=False) for verb in FORMER}
"""The actions of all buttons, by the names that the list of verbs has."""
