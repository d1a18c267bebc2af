"""Files for others: their names, and how they are written."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from engine.texts import msg
from xlplugin.hosts.safe_file import refuse_if_open
from xlplugin.problems import HostError
from xlplugin.texts import t

TEXTS = {"nrtm": ".json", "csv": ".csv", "markdown": ".md", "html": ".html"}
"""The kinds that are texts, and how their files end."""
DOCUMENTS = {"xlsx": ".xlsx", "pdf": ".pdf"}
"""The kinds that are opened and printed."""
ENDINGS = TEXTS | DOCUMENTS
STANDINGS, ROUNDS, ALL = "standings", "rounds", "all"
WHAT = (STANDINGS, ROUNDS, ALL)
"""The parts of an event that documents and messages may have."""
MORE = ("players", "notes", "penalties", "log")
"""The organizer's tabs that are in a document only if they are asked for."""
WORKBOOKS = (".xlsx", ".xlsm")
UPLOADED_FROM = "xlplugin"
"""By which a results file made here is known."""
END_OF_OURS = b"\n%xlplugin export\n"
"""The end of a document made here, by which it may be replaced by a newer one."""


def file_name(event: str, kind: str) -> str:
    """The name of an export unless one is given: after the event's workbook."""
    part = "standings" if kind in DOCUMENTS else kind
    return f"{Path(event).stem} {part}{ENDINGS[kind]}"


def put(target: Path, content: str | bytes, kind: str) -> None:
    """Replace a file in one step, so that nobody reads half of it.

    Raises:
        HostError: it cannot be written.
    """
    if isinstance(content, str):
        content = content.encode("utf-8-sig" if kind == "csv" else "utf-8")
    real = Path(os.path.realpath(target))
    is_new = os.path.isfile(real) or not os.path.exists(real)  # noqa: PTH110, PTH113
    new = real.with_name(f".{real.name}.new") if is_new else real
    try:
        new.write_bytes(content)
        if is_new:
            new.replace(real)
    except OSError as error:
        with suppress(OSError):
            if is_new:
                new.unlink(missing_ok=True)
        text = msg("{file} cannot be written: {reason}. Close it, or choose another file.")
        raise HostError(t(text, file=target.name, reason=error.strerror)) from None


def refuse_somebody_elses(target: Path, kind: str) -> None:
    """Refuse to replace a file that no export has made, or a document that is open or saved since.

    Raises:
        HostError: it is not to be replaced.
    """
    if not os.path.isfile(target):  # noqa: PTH113  (a name too long for a file is none)
        return
    if kind in DOCUMENTS:
        refuse_if_open(target)
    try:
        data = target.read_bytes()
    except OSError as error:
        text = msg("{file} cannot be read: {reason}. Close it, or choose another file.")
        raise HostError(t(text, file=target.name, reason=error.strerror)) from None
    if kind == "xlsx":
        from xlplugin.hosts.fresh import is_fresh_workbook  # noqa: PLC0415  (needs openpyxl)

        is_ours = is_fresh_workbook(data)
    elif kind == "pdf":
        is_ours = data.endswith(END_OF_OURS)
    else:
        is_ours = not data or IS_OURS[kind](data.decode("utf-8-sig", errors="replace"))
    if not is_ours:
        text = msg(
            "{file} is there already, and is not as an export has left it. Rename it, or write to "
            "another file."
        )
        raise HostError(t(text, file=target.name))


def _is_results_file(text: str) -> bool:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and data.get("uploadedFrom") == UPLOADED_FROM


IS_OURS: Mapping[str, Callable[[str], bool]] = {
    "nrtm": _is_results_file,
    "csv": lambda text: text.startswith("Rank,No,Player,"),
    "markdown": lambda text: bool(re.match(r"```\r?\n\S.*\r?\n\r?\n", text)),
    "html": lambda text: '<script type="application/json" id="data">' in text,
}
"""By which a text is known as one that was made here, without a mark inside it for that alone."""
