"""Temporary files beside what is being written: their names, and what killed runs leave of them."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from xlplugin.hosts.closed_file.backups import short_stem

SECONDS_OF_A_WRITE = 60
"""No file takes longer to be written and put into place: what is older was left by a killed run."""


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
