"""What is remembered of an event that was shown: its port, so that printed codes still lead there, and its key."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from secrets import token_urlsafe
from typing import Any, NamedTuple

from xlplugin.doors.start.computer import own_file
from xlplugin.ground.machine import Machine

FILE = "show.json"
MOST_EVENTS = 50
FIRST_PORT = 8765
"""The first port to try."""
PORTS = 20
"""The ports to try, each the next."""


class Kept(NamedTuple):
    """What is remembered of an event; ``key`` opens the desk, ``is_locked`` its registration."""

    port: int = 0
    key: str = ""
    is_locked: bool = False


def kept_of(machine: Machine, file: Path) -> Kept:
    """What is remembered of an event, with a new key if there is none."""
    entry = _all(machine).get(str(file))
    found = Kept()
    if isinstance(entry, dict):
        port, key = entry.get("port"), entry.get("key")
        found = Kept(
            port if type(port) is int and 0 < port < 65_536 else 0,
            key if isinstance(key, str) and len(key) >= 20 else "",
            entry.get("is_locked") is True,
        )
    return found if found.key else found._replace(key=token_urlsafe(24))


def keep(machine: Machine, file: Path, kept: Kept) -> None:
    """Remember it, before all others; a list that cannot be written is done without."""
    others = {path: each for path, each in _all(machine).items() if path != str(file)}
    entries = {str(file): kept._asdict(), **others}
    text = json.dumps(dict(list(entries.items())[:MOST_EVENTS]), indent=1)
    with suppress(OSError):
        machine.write(own_file(machine, FILE), text.encode("utf-8", "replace"))


def _all(machine: Machine) -> dict[str, Any]:
    with suppress(ValueError, RecursionError):
        found = json.loads(machine.read(own_file(machine, FILE)) or b"{}")
        if isinstance(found, dict):
            return found
    return {}
