"""Temporary files and folders: their names, and what killed runs leave of them."""

from __future__ import annotations

import os
import re
import shutil
import time
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from secrets import token_hex

PREFIX = ".xlplugin-temporary-"
"""The beginning of the names of our own temporary folders, which nobody is to see."""
NAME = re.compile(rf"{re.escape(PREFIX)}[a-z0-9_]{{8}}")
LONGEST, DIGEST = 120, 4
"""Bytes of a workbook's name that go into names of other files: no name may have more than 255."""
SECONDS_OF_A_WRITE, SECONDS_OF_A_DAY = 60, 86_400
"""No file takes longer to be written, no folder to be used: older ones were left by killed runs."""


def short_stem(path: Path) -> str:
    """The name of a workbook without its ending, shortened to leave room for longer names."""
    name = os.fsencode(path.stem)
    if len(name) <= LONGEST + 1 + 2 * DIGEST:  # as long as one that was shortened
        return path.stem
    digest = blake2b(name, digest_size=DIGEST).hexdigest()
    return f"{name[:LONGEST].decode(errors='ignore')}~{digest}"


def hidden_beside(path: Path) -> Path:
    """The name of a temporary file for a new version, which nobody can have taken before."""
    return path.with_name(f".{short_stem(path)}.x{token_hex(4)}.new{path.suffix}")


def clear_beside(path: Path) -> None:
    """Remove temporary files of :func:`hidden_beside` that killed runs have left, those of 0.1.0 too."""
    stem, suffix = re.escape(short_stem(path)), re.escape(path.suffix)
    left = rf"\.{stem}(\.x[0-9a-f]{{8}})?\.new{suffix}|\.{re.escape(path.name)}\.new"
    with suppress(OSError):
        for found in path.parent.iterdir():
            if re.fullmatch(left, found.name):
                with suppress(OSError):
                    if time.time() - found.lstat().st_mtime > SECONDS_OF_A_WRITE:
                        found.unlink()


def clear_temporary(folder: Path) -> None:
    """Remove folders of our own that have not been changed for a day; somebody else's stay."""
    with suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            if NAME.fullmatch(entry.name):
                with suppress(OSError):
                    state = entry.stat(follow_symlinks=False)
                    # Windows has a folder for each user
                    is_own = not hasattr(os, "getuid") or state.st_uid == os.getuid()
                    if is_own and time.time() - state.st_mtime >= SECONDS_OF_A_DAY:
                        shutil.rmtree(
                            entry.path, ignore_errors=True
                        )  # does nothing to a file or a link
