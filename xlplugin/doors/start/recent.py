"""The events that were made or opened here, newest first: a small file that may be missing or damaged."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from xlplugin.doors.start.computer import ENDINGS, OPENED, own_file
from xlplugin.ground.machine import Machine

MOST = 12
FILE = "recent.json"


class Event(NamedTuple):
    """An event: its workbook, the program that it is run with, and its name."""

    file: Path
    program: str
    name: str

    @property
    def key(self) -> str:
        """A name for it in addresses and forms, so that no path ever comes from there."""
        return hashlib.sha256(str(self.file).encode("utf-8", "replace")).hexdigest()[:16]

    @property
    def is_there(self) -> bool:
        """True unless the workbook was moved, deleted, or is on a drive that is not here."""
        with suppress(OSError, ValueError):
            return self.file.is_file()
        return False


def recent(machine: Machine) -> list[Event]:
    """The events in the list; entries that cannot be one are left out."""
    try:
        listed = json.loads(machine.read(own_file(machine, FILE)) or b"[]")
    except (ValueError, RecursionError):
        return []
    events = map(_event, listed if isinstance(listed, list) else [])
    return [event for event in events if event][:MOST]


def _event(entry: object) -> Event | None:
    texts = [entry.get(field) for field in Event._fields] if isinstance(entry, dict) else [None]
    if not all(isinstance(text, str) for text in texts):
        return None
    path, program, name = map(str, texts)
    file = Path(path)
    is_workbook = file.is_absolute() and file.suffix.lower() in OPENED and program in ENDINGS
    return Event(file, program, name) if is_workbook else None


def remember(machine: Machine, event: Event) -> None:
    """Put an event first; a list that cannot be written is done without."""
    _write(machine, [event, *(each for each in recent(machine) if each.key != event.key)])


def forget(machine: Machine, event: Event) -> None:
    """Take an event off the list; its workbook stays."""
    _write(machine, [each for each in recent(machine) if each.key != event.key])


def _write(machine: Machine, events: Sequence[Event]) -> None:
    entries = [{**event._asdict(), "file": str(event.file)} for event in events[:MOST]]
    with suppress(OSError):
        machine.write(own_file(machine, FILE), json.dumps(entries, indent=1).encode())
