"""What is done to a document as LibreOffice's own Undo and Redo take it: in one step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

import unohelper
from com.sun.star.document import XUndoAction

from xlplugin.hosts.libreoffice_cells import Uno

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


def done_again(document: Uno, do: Callable[[], object]) -> None:
    """Do what goes with a new tab when that is undone; LibreOffice's Redo does it once more."""
    undo = document.UndoManager
    undo.lock()
    try:
        do()
    finally:
        undo.unlock()
    undo.addUndoAction(_Again(do))


class _Again(unohelper.Base, XUndoAction):  # type: ignore[misc]  # (they have no types)
    """A step of LibreOffice's Undo that there is nothing to be undone of."""

    Title = "xlplugin"

    def __init__(self, do: Callable[[], object]) -> None:
        self._do = do

    def undo(self) -> None:
        """Nothing: the tab goes."""

    def redo(self) -> None:
        """Set up the tab once more."""
        self._do()
