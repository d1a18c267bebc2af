"""Show the event to the phones of the room: a click starts the command ``show``, which goes on by itself."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from threading import Thread

from xlplugin.ground.machine import Machine
from xlplugin.ground.problems import HostError
from xlplugin.ground.texts import msg, t
from xlplugin.hosts import OpenHost
from xlplugin.verbs import codes
from xlplugin.verbs.frame import Result, read_clean

NEEDED = ("starlette", "uvicorn", "ifaddr")
"""The libraries of the extra ``show``."""
INSTALL = " ".join(("pip install", *NEEDED))
FIRST_SECONDS = 2.5
"""Seconds in which a start that fails has failed."""
LOOK = 0.1
BY_ITSELF = 0x00000200 | 0x08000000
"""For Windows: in a group of its own, without a window (``CREATE_NEW_PROCESS_GROUP``, ``CREATE_NO_WINDOW``)."""
MOST_SAID = 2_000

Start = Callable[[Sequence[str]], str]
"""Starts a program that goes on; gives what it said if it ended at once, or ``""``."""


def show(
    host: OpenHost,
    *,
    when: datetime | None = None,  # noqa: ARG001  (nothing is logged)
    machine: Machine | None = None,
    start: Start | None = None,
) -> Result:
    """Start a server for the workbook as it was saved last, whose desk opens in a browser.

    Raises:
        HostError: there is no file that it could read, or nothing here that serves.
        WorkbookProblems: something must be mended first.
    """
    if host.is_remote:
        text = t("A browser serves no pages.")
        raise HostError(text, t("Run xlplugin show on a computer that has the workbook."))
    if host.folder is None or not (host.folder / host.name).is_file():
        fault = t(
            "This workbook was never saved on this computer, so phones could see nothing of it."
        )
        raise HostError(
            fault, t("Save it (Ctrl+S) into a folder of this computer, and click Show again.")
        )
    if codes.are_needed(read_clean(host.read())):
        codes.begin(host)
    file = host.folder / host.name
    if said := (start or _start)([*program(machine or Machine.here(), file), "show", str(file)]):
        raise HostError(said)
    text = msg(
        "The desk opens in your browser: there you open the page to the phones of the room.\n\n"
        "Phones see {file} as it was saved last: save (Ctrl+S, on a Mac Cmd+S) after every round that you "
        "pair, and after typing results."
    )
    return Result(message=t(text, file=file.name))


def program(machine: Machine, file: Path, missing: Sequence[str] | None = None) -> list[str]:
    """The command that starts xlplugin where what serves is installed: this Python, or the program on the path.

    Raises:
        HostError: neither is there; the message says what to type.
    """
    lacks = [name for name in NEEDED if find_spec(name) is None] if missing is None else missing
    if not lacks:
        return [machine.python, "-P", "-m", "xlplugin"]
    if found := machine.which("xlplugin"):
        return [found]
    text = msg("What serves pages is not installed for this program ({libraries}).")
    remedy = msg("In a terminal: {install}. Then: {command}")
    command = machine.xlplugin("show", str(file))
    raise HostError(
        t(text, libraries=", ".join(lacks)), t(remedy, install=INSTALL, command=command)
    )


def _start(command: Sequence[str]) -> str:
    """Start a program that goes on when this one ends; what it said if it ended at once with a fault."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    with tempfile.TemporaryFile() as said:
        try:
            process = subprocess.Popen(  # noqa: S603  (xlplugin itself)
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=said,
                start_new_session=sys.platform != "win32",
                cwd=Path.home(),
                env={**own, "PYTHONSAFEPATH": "1"},
                creationflags=BY_ITSELF if sys.platform == "win32" else 0,
            )
        except OSError as error:
            return t("The server could not be started: {reason}.", reason=error.strerror or error)
        end = time.monotonic() + FIRST_SECONDS
        while process.poll() is None and time.monotonic() < end:
            time.sleep(LOOK)
        if not process.returncode:  # it goes on, or has only opened the desk of one that does
            Thread(target=process.wait, daemon=True).start()
            return ""
        said.seek(0)
        with suppress(OSError):
            text = said.read(MOST_SAID).decode("utf-8", "replace").strip()
        return text or t("The server could not be started: {reason}.", reason=process.returncode)
