"""Whether an event is being shown already: asked of the port that it had, with the key that only its server has."""

from __future__ import annotations

import json
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import NamedTuple

from xlplugin.doors.show.kept import Kept, kept_of
from xlplugin.ground.machine import Machine

PATIENCE = 3.0
HERE = "127.0.0.1"


class Running(NamedTuple):
    """A server that runs: what is kept of its event, and where phones find the page; blank if they do not."""

    kept: Kept
    address: str


def running(machine: Machine, file: Path) -> Running | None:
    """The server that shows an event; ``None`` if none does."""
    kept = kept_of(machine, file)
    address = _address_of(kept) if kept.port else None
    return None if address is None else Running(kept, address)


def _address_of(kept: Kept) -> str | None:
    """The address for phones, of a server on the port that knows the key; ``None`` if there is none."""
    host = f"{HERE}:{kept.port}"
    connection = HTTPConnection(HERE, kept.port, timeout=PATIENCE)
    headers = {"Content-Type": "application/json", "Origin": f"http://{host}"}
    try:
        connection.request("POST", "/desk/state", json.dumps({"key": kept.key}), headers)
        answer = connection.getresponse()
        return str(json.load(answer)["address"]) if answer.status == 200 else None
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return None
    finally:
        connection.close()
