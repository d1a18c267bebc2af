"""Whether an event is being shown already: asked of the port that it had, with the key that only its server has."""

from __future__ import annotations

import json
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from xlplugin.doors.show.kept import Kept, kept_of
from xlplugin.ground.machine import Machine

PATIENCE = 3.0
HERE = "127.0.0.1"


def running(machine: Machine, file: Path) -> Kept | None:
    """What is kept of an event whose server runs; ``None`` if none does."""
    kept = kept_of(machine, file)
    return kept if kept.port and _answers(kept) else None


def _answers(kept: Kept) -> bool:
    """True if a server on the port knows the key."""
    host = f"{HERE}:{kept.port}"
    connection = HTTPConnection(HERE, kept.port, timeout=PATIENCE)
    headers = {"Content-Type": "application/json", "Origin": f"http://{host}"}
    try:
        connection.request("POST", "/desk/state", json.dumps({"key": kept.key}), headers)
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
