"""What is done to a document as LibreOffice's own Undo and Redo take it: in one step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TypeVar

import uno
import unohelper
from com.sun.star.awt import XCallback
from com.sun.star.document import UndoFailedException, XUndoAction

from xlplugin.ground.texts import t
from xlplugin.hosts.libreoffice.cells import Uno

T = TypeVar("T")
MOST_STEPS = 20
"""Of one group: LibreOffice forgets the first of a hundred, or of as many as its user has set."""


@contextmanager
def one_step(document: Uno, title: str) -> Iterator[None]:
    """Have everything in between undone by one step."""
    undo = document.UndoManager
    undo.enterUndoContext(title)
    try:
        yield
    finally:
        undo.leaveUndoContext()


def in_steps(document: Uno, things: Sequence[T], do: Callable[[T], object]) -> None:
    """Do the same with many things, in groups within groups, none too large to be undone."""
    if len(things) <= MOST_STEPS:
        for thing in things:
            do(thing)
        return
    size = MOST_STEPS
    while size * MOST_STEPS < len(things):
        size *= MOST_STEPS
    for start in range(0, len(things), size):
        with one_step(document, "xlplugin"):
            in_steps(document, things[start : start + size], do)


@contextmanager
def unrecorded(document: Uno) -> Iterator[None]:
    """Nothing in between is a step of its own: it goes with a new tab when that is undone."""
    steps = document.UndoManager
    steps.lock()
    try:
        yield
    finally:
        steps.unlock()


@contextmanager
def no_step(document: Uno) -> Iterator[None]:
    """What is done is no step of LibreOffice's Undo; for one thing at a time, after which it forgets."""
    document.UndoManager.lock()
    try:
        yield
    finally:
        document.UndoManager.unlock()


def begin(document: Uno, back: Callable[[], object], again: Callable[[], object]) -> None:
    """Begin a click.

    Args:
        document: in which something has been clicked.
        back: the last that is done when the click is undone.
        again: does the whole click once more.
    """
    document.UndoManager.addUndoAction(_Beginning(document, back, again))


class _Beginning(unohelper.Base, XUndoAction):  # type: ignore[misc]  # (they have no types)
    """The step of LibreOffice's Undo that a click begins with.

    LibreOffice's Redo would make new tabs without what was set up on them: it is stopped here, before it
    has done anything, and the click is done once more as soon as it has stopped.
    """

    Title = "xlplugin"

    def __init__(
        self, document: Uno, back: Callable[[], object], again: Callable[[], object]
    ) -> None:
        self._document, self._back, self._again = document, back, again

    def undo(self) -> None:
        """Take back what LibreOffice's own steps do not."""
        self._back()

    def redo(self) -> None:
        """Have the click done once more, when this has failed.

        Raises:
            UndoFailedException: always.
        """
        context = uno.getComponentContext()
        later = context.ServiceManager.createInstance("com.sun.star.awt.AsyncCallback")
        later.addCallback(Later(self._once_more), None)
        stopped = t("The click is done once more.")
        raise UndoFailedException(stopped, self, None)

    def _once_more(self) -> None:
        self._document.UndoManager.undo()  # what stopped stays in the list, with nothing in it
        self._again()


class Later(unohelper.Base, XCallback):  # type: ignore[misc]  # (as above)
    """What LibreOffice does when it has nothing else to do."""

    def __init__(self, do: Callable[[], object]) -> None:
        self._do = do

    def notify(self, _data: object) -> None:
        """Do it; where it cannot be done, the workbook stays as it is, and nobody hears of an error."""
        with suppress(Exception):
            self._do()
