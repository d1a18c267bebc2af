"""What killed runs leave in folders of temporary files."""

from __future__ import annotations

import os
import re
import shutil
import time
from contextlib import suppress
from pathlib import Path

PREFIX = ".xlplugin-temporary-"
"""How the names of our own temporary folders begin, which nobody is to see."""
SECONDS_OF_A_DAY = 86_400
NAME = re.compile(rf"{re.escape(PREFIX)}[a-z0-9_]{{8}}")


def clear_temporary(folder: Path) -> None:
    """Remove folders of our own that have been there for a day.

    So long after it was changed, none is in use; somebody else's stay.
    """
    with suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            if NAME.fullmatch(entry.name):
                with suppress(OSError):
                    _remove_if_left(entry)


def _remove_if_left(entry: os.DirEntry[str]) -> None:
    state = entry.stat(follow_symlinks=False)
    is_own = (
        not hasattr(os, "getuid") or state.st_uid == os.getuid()
    )  # Windows has a folder for each
    if not is_own or time.time() - state.st_mtime < SECONDS_OF_A_DAY:
        return
    shutil.rmtree(entry.path, ignore_errors=True)  # does nothing to a file or a link
