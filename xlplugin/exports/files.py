"""Files for others: what they are called, and how they are put where they belong."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from xlplugin.hosts.safe_file import refuse_if_open
from xlplugin.problems import HostError

TEXTS = {"nrtm": ".json", "csv": ".csv", "markdown": ".md", "html": ".html"}
"""What is made as a text, and how its files end."""
DOCUMENTS = {"xlsx": ".xlsx", "pdf": ".pdf"}
"""What is made to be opened and printed."""
ENDINGS = TEXTS | DOCUMENTS
STANDINGS, ROUNDS, ALL = "standings", "rounds", "all"
WHAT = (STANDINGS, ROUNDS, ALL)
"""What of an event is shared in documents and messages."""
MORE = ("players", "notes", "penalties", "log")
"""What of the organizer's is in a document only if it is asked for."""
WORKBOOKS = (".xlsx", ".xlsm")
UPLOADED_FROM = "xlplugin"
"""What a results file made here says of itself."""
END_OF_OURS = b"\n%xlplugin export\n"
"""What a document made here ends in, by which it may be replaced by a newer one."""


def file_name(event: str, kind: str) -> str:
    """What an export is called if nobody says: after the event's workbook."""
    stem = Path(event).stem
    return (
        f"{stem} standings{ENDINGS[kind]}" if kind in DOCUMENTS else f"{stem} {kind}{ENDINGS[kind]}"
    )


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
        message = (
            f"{target.name} cannot be written: {error.strerror}. Close it, or choose another file."
        )
        raise HostError(message) from None


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
        message = (
            f"{target.name} cannot be read: {error.strerror}. Close it, or choose another file."
        )
        raise HostError(message) from None
    if kind == "xlsx":
        from xlplugin.hosts.fresh import is_fresh_workbook  # noqa: PLC0415  (needs openpyxl)

        is_ours = is_fresh_workbook(data)
    elif kind == "pdf":
        is_ours = data.endswith(END_OF_OURS)
    else:
        is_ours = not data or IS_OURS[kind](data.decode("utf-8-sig", errors="replace"))
    if not is_ours:
        message = (
            f"{target.name} is there already, and is not as an export has left it. Rename it, or "
            "write to another file."
        )
        raise HostError(message)


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
