"""Commands as they are on the command line, run for the page: it has no second way to do anything."""

from __future__ import annotations

import gc
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from threading import Lock
from typing import Any, NamedTuple

import click

from xlplugin.ground.languages import speaking

ONE_AT_A_TIME = Lock()
JSON = "--json"


class Said(NamedTuple):
    """What a command said: whether it did it, its messages by line, its data if ``--json`` asked for them."""

    is_done: bool
    lines: list[str]
    data: dict[str, Any]


def run(command: click.Command, *arguments: str) -> Said:
    """Run a command, one at a time; nothing is asked, and every error becomes a message."""
    out, err, stdin = StringIO(), StringIO(), sys.stdin
    with ONE_AT_A_TIME, speaking(None), redirect_stdout(out), redirect_stderr(err):
        sys.stdin = StringIO()  # nobody is there to ask; without a console there is none at all
        try:
            status = _status(command, list(arguments), err)
        finally:
            sys.stdin = stdin
        gc.collect()  # a workbook has many objects, and the page may stay open all day
    data = json.loads(out.getvalue() or "{}") if JSON in arguments else {}
    said = err.getvalue() if JSON in arguments else out.getvalue() + err.getvalue()
    return Said(status == 0, [line for line in said.splitlines() if line.strip()], data)


def _status(command: click.Command, arguments: list[str], err: StringIO) -> int:
    try:
        command.main(arguments, prog_name=command.name, standalone_mode=False)
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 1
    except click.ClickException as error:
        err.write(error.format_message())
        return error.exit_code
    return 0
