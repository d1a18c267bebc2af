"""Copies of a document that LibreOffice has open, kept as soon as it has nothing else to do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import uno

from xlplugin.ground.problems import HostError
from xlplugin.hosts.closed_file.backups import Occasion, copy_kept
from xlplugin.hosts.libreoffice.cells import Uno
from xlplugin.hosts.libreoffice.looks import values_of
from xlplugin.hosts.libreoffice.turns import turn, when_free

SECONDS = 0.5
"""After a click: what it has made is on the screen by then."""
TRIES, AGAIN = 3, 2.0
"""A disk may be busy, a virus scanner reading: a copy is tried so often, so many seconds apart."""
FILTERS = {".xlsx": "Calc MS Excel 2007 XML", ".xlsm": "Calc MS Excel 2007 VBA XML"}
SECRETS = {"EncryptionData", "Password"}
"""By which a document is known that is to be opened with a password."""
_newest: dict[str, object] = {}
"""The copy that is to be made of each document; of clicks that follow at once the last counts."""
_told: set[str] = set()
"""The documents of which it has been said that no copy can be kept."""


def keep_soon(
    document: Uno, path: Path, occasion: Occasion, tell: Callable[[Exception], None]
) -> None:
    """Have a copy kept while whoever has clicked reads what has come of it, never during a click.

    Args:
        document: that has just been changed.
        path: its file.
        occasion: what the copy is made for.
        tell: is told once of a document why there is none.
    """
    if SECRETS & {given.Name for given in document.Args}:
        return
    which = document.RuntimeUID
    token = _newest[which] = object()

    def keep(tries: int) -> None:
        if _newest.get(which) is not token:
            return
        try:
            with turn():
                keep_copy(document, path, occasion)
        except Exception as error:  # noqa: BLE001  (a disk, a document that was closed meanwhile)
            if tries > 1 and not isinstance(error, HostError):
                when_free(partial(keep, tries - 1), AGAIN)
                return
            del _newest[which]  # before it is told: another click may come while that is read
            if which not in _told:
                _told.add(which)
                tell(error)
        else:
            del _newest[which]

    when_free(partial(keep, TRIES), SECONDS)


def keep_copy(document: Uno, path: Path, occasion: Occasion) -> None:
    """Keep a copy of a document as it is; its name, its state and its Undo stay.

    Raises:
        HostError: a file has the name of the folder.
        OSError: the copy cannot be written.
    """
    with copy_kept(path, occasion) as made:
        how = values_of(FilterName=FILTERS[made.suffix.lower()])
        document.storeToURL(uno.systemPathToFileUrl(str(made)), how)
