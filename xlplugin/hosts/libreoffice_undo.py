"""What is done to a document as LibreOffice's own Undo and Redo take it: in one step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

import unohelper
from com.sun.star.document import UndoFailedException, XUndoAction

from xlplugin.hosts.libreoffice_cells import Uno
from xlplugin.texts import t

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


def begin(document: Uno, back: Callable[[], object]) -> None:
    """Begin a click; ``back`` is the last that is done when it is undone."""
    document.UndoManager.addUndoAction(_Beginning(back))


class _Beginning(unohelper.Base, XUndoAction):  # type: ignore[misc]  # (they have no types)
    """The step of LibreOffice's Undo that a click begins with.

    LibreOffice's Redo would make new tabs without what was set up on them, so there is none: what was
    undone is clicked again.
    """

    Title = "xlplugin"

    def __init__(self, back: Callable[[], object]) -> None:
        self._back = back

    def undo(self) -> None:
        """Take back what LibreOffice's own steps do not."""
        self._back()

    def redo(self) -> None:
        """Refuse, before anything is done.

        Raises:
            UndoFailedException: always.
        """
        raise UndoFailedException(t("Click the button again."), self, None)
