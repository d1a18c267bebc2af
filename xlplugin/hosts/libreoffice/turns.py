"""Clicks and copies take turns: LibreOffice would start one while another is showing its progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Timer
from typing import Protocol

import uno
import unohelper
from com.sun.star.awt import XCallback
from com.sun.star.frame import XTerminateListener

from xlplugin.hosts.libreoffice.cells import Uno

SOON = 0.1
"""Seconds until it is looked again whether the turn is free."""
_working: list[object] = []
"""Clicks that are being done and copies that are being made: one, or none."""
_waiting: set[Timer] = set()
"""Timers that have not run out."""
_listening: list[object] = []
"""What LibreOffice tells of its end, once a timer was set."""


class Busy(Protocol):
    """The sign that a click is being done."""

    def start(self) -> None:
        """Show it."""

    def stop(self) -> None:
        """Take it away."""


class Turn:
    """A click at work: as long as its sign is shown, nothing else is begun.

    Args:
        sign: taken away while something is asked or said, when a copy may be made.
    """

    def __init__(self, sign: Busy) -> None:
        self._sign = sign

    def start(self) -> None:
        """Take the turn, and show it."""
        if self not in _working:
            _working.append(self)
        self._sign.start()

    def stop(self) -> None:
        """Give the turn back."""
        if self in _working:
            _working.remove(self)
        self._sign.stop()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Give the turn back while something is asked or said.

        It is taken again by a click that is at work, not by what is said when the click is over: nobody
        would give it back.
        """
        if self not in _working:
            yield
            return
        self.stop()
        try:
            yield
        finally:
            self.start()


@contextmanager
def turn() -> Iterator[None]:
    """Let nothing else begin in between."""
    mine = object()
    _working.append(mine)
    try:
        yield
    finally:
        _working.remove(mine)


def is_taken() -> bool:
    """True if a click is being done or a copy made."""
    return bool(_working)


def when_free(do: Callable[[], object], seconds: float = 0) -> None:
    """Have something done after some seconds, as soon as LibreOffice and we have nothing else to do."""
    create = uno.getComponentContext().ServiceManager.createInstance
    if not _listening:
        _listening.append(_End())
        create("com.sun.star.frame.Desktop").addTerminateListener(_listening[0])
    timer = Timer(seconds, _ask, (create("com.sun.star.awt.AsyncCallback"), _Later(do)))
    timer.daemon = True
    _waiting.difference_update([each for each in _waiting if not each.is_alive()])
    _waiting.add(timer)
    timer.start()


def _ask(later: Uno, callback: _Later) -> None:
    with suppress(Exception):  # LibreOffice has been closed
        later.addCallback(callback, None)


class _Later(unohelper.Base, XCallback):  # type: ignore[misc]  # (they have no types)
    """A task for LibreOffice when it has nothing else to do."""

    def __init__(self, do: Callable[[], object]) -> None:
        self._do = do

    def notify(self, _data: object) -> None:
        """Do it; where it cannot be done, the workbook stays as it is, and nobody hears of an error."""
        if is_taken():
            when_free(self._do, SOON)
            return
        with suppress(Exception):
            self._do()


class _End(unohelper.Base, XTerminateListener):  # type: ignore[misc]  # (they have no types)
    """The end of LibreOffice, which would crash if a timer ran out in the middle of it."""

    def queryTermination(self, _event: object) -> None:  # noqa: N802  (LibreOffice calls it so)
        """Nothing speaks against it."""

    def notifyTermination(self, _event: object) -> None:  # noqa: N802  (as above)
        """Stop all timers."""
        for timer in _waiting:
            timer.cancel()

    def disposing(self, _event: object) -> None:
        """Nothing is held."""
