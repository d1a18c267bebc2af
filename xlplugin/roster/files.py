"""The cells of rosters as people have them: CSV of any kind, pasted text, Excel."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import TypeAlias

from engine.texts import msg
from xlplugin.problems import ERRORS, OrganizerError
from xlplugin.roster.headers import find_headers
from xlplugin.texts import t

Rows: TypeAlias = list[list[str]]
"""Cells as text; blank rows are there, too, so that rows can be counted."""

SEPARATORS = "\t;|,"
NO_SEPARATOR = "\x1f"
SAMPLE = 50
"""The rows that are looked at to find what separates the columns."""
SPACES = str.maketrans(dict.fromkeys("\u00a0\u2007\u202f", " "))
INVISIBLE = str.maketrans(dict.fromkeys("\ufeff\u200b\u2060", ""))


def tables_in(path: Path) -> dict[str, Rows]:
    """The tables of a file: those of each sheet by its name, or a single one, named ``""``.

    Raises:
        OrganizerError: the file cannot be read as a roster.
    """
    try:
        if path.suffix.lower() in (".xlsx", ".xlsm"):
            return dict(_sheets(path))
        return {"": rows_of(decoded(path.read_bytes()))}
    except ERRORS:
        raise
    except Exception as error:  # noqa: BLE001  whatever pandas, csv and the file system stumble over
        text = msg(
            "{file} cannot be read as a roster ({reason}). Save it in Excel as CSV UTF-8, with quotes "
            "around a name that has a comma in it, and try again."
        )
        raise OrganizerError(t(text, file=path.name, reason=error)) from None


def _sheets(path: Path) -> Iterator[tuple[str, Rows]]:
    import pandas as pd  # noqa: PLC0415  (slow to import; pairing and standings do without)

    from xlplugin.hosts.opening import read_bytes  # noqa: PLC0415

    read_bytes(path)
    frames = pd.read_excel(path, sheet_name=None, header=None, dtype=object, na_filter=False)
    for name, frame in frames.items():
        yield str(name), [[cell_text(v) for v in row] for row in frame.itertuples(index=False)]


def cell_text(value: object) -> str:
    """A cell of a spreadsheet as people read it."""
    if value is None or value != value:  # noqa: PLR0124  (pandas has NaN for an empty cell)
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, datetime):
        return str(value.date())
    return clean(str(value))


def decoded(data: bytes) -> str:
    """A text file's content: UTF-8 or UTF-16, else what Windows has in the west or in Poland."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    if data[1:2] == b"\0" or data[:1] == b"\0":
        return data.decode("utf-16-le" if data[1:2] == b"\0" else "utf-16-be")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        western = data.decode("cp1252", errors="replace")
        is_polish = re.search(r"[^\W\d_][¹³¿]|[¹³][^\W\d_]", western)
        return data.decode("cp1250", errors="replace") if is_polish else western


def clean(text: str) -> str:
    """A cell's text with plain spaces and line ends, and without marks that nobody sees."""
    return text.translate(INVISIBLE).translate(SPACES).replace("\r\n", "\n").strip()


def rows_of(text: str) -> Rows:
    """The rows of a text, whatever separates its columns.

    Raises:
        ValueError: there is nothing in it.
        csv.Error: quotes that do not end.
    """
    if not text.translate(INVISIBLE).strip():
        message = t("it is empty")
        raise ValueError(message)
    lines = re.split(r"\r\n|\r|\n", text)
    tried = {s: list(_parsed(lines[:SAMPLE], s)) for s in SEPARATORS}
    known = {s: find_headers(rows) for s, rows in tried.items()}
    most = max(found.known for found in known.values())
    best = [s for s in SEPARATORS if known[s].known == most]
    separator = max(best, key="\n".join(lines[:SAMPLE]).count)
    if most and separator == "," and "," not in lines[known[","].row]:
        separator = NO_SEPARATOR  # one column of names like "Doe, Jane"
    try:
        return _cells(csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True))
    except csv.Error:
        if separator != "\t":
            raise
        return _cells(_parsed(lines, separator))  # pasted cells with quotes of their own


def _parsed(lines: Sequence[str], separator: str) -> Iterator[list[str]]:
    return csv.reader(lines, delimiter=separator, quoting=csv.QUOTE_NONE)


def _cells(rows: Iterator[list[str]]) -> Rows:
    return [[clean(cell) for cell in row] for row in rows]
