"""Changes of a document as LibreOffice's own Undo and Redo take them: in one step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

import unohelper
from com.sun.star.document import UndoFailedException, XUndoAction

from xlplugin.ground.texts import t
from xlplugin.hosts.libreoffice.cells import Uno
from xlplugin.hosts.libreoffice.turns import turn, when_free

T = TypeVar("T")
MOST_STEPS = 20
"""The most steps of a group: LibreOffice forgets the first of a hundred, or of as many as its user has set."""


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
def no_step(document: Uno) -> Iterator[None]:
    """Make no step of LibreOffice's Undo of what is done, which goes with a new tab if it is in one.

    Elsewhere it is for one thing at a time, after which LibreOffice forgets.
    """
    document.UndoManager.lock()
    try:
        yield
    finally:
        document.UndoManager.unlock()


def begin(document: Uno, back: Callable[[], object], again: Callable[[], object]) -> None:
    """Begin a click: ``back`` comes last when it is undone, ``again`` does all of it once more."""
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
        when_free(self._once_more)
        stopped = t("The click is done once more.")
        raise UndoFailedException(stopped, self, None)

    def _once_more(self) -> None:
        with turn():
            self._document.UndoManager.undo()  # what stopped stays in the list, with nothing in it
            self._again()
