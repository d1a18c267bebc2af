r"""The file of reports beside an event: a JSON object a line, only ever appended to.

A line that is torn, strange or too long is skipped and counted, never an error: the lines around it hold.
"""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from engine.model import Value
from xlplugin.ground.limits import MEGABYTE
from xlplugin.ground.problems import HostError
from xlplugin.ground.texts import msg, t

VERSION = 1
MOST_OF_A_LINE = 8_192
"""Bytes: far more than a result, or a registration with two decks, takes."""
MOST_OF_A_FILE = 32 * MEGABYTE
"""Bytes that are read; no report is added beyond."""
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""What would command a terminal, make lines of its own there, or part what the log lists."""
MOST_OF_A_TEXT, MOST_DETAILS, MOST_NUMBER = 2_000, 60, 10**6


class Kind(StrEnum):
    """The kinds of reports."""

    RESULT = "result"
    HERE = "here"
    DROP = "drop"
    STAY = "stay"
    REGISTER = "register"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A report as it was received.

    Args:
        at: when, in ISO 8601 with the offset from UTC.
        round: the name of the newest round's tab then; ``""`` before round 1.
        made: the event, and that round as it was paired, see :func:`xlplugin.reports.state.made_of`.
        no: who reports; 0 for somebody who registers.
        pair: the numbers of both players, Player 1 first.
        result: the cells of the result by header, alike whoever of the two reports it.
        name: of somebody who registers, who may have a ``club`` and ``details`` by header of ``Players``.
        sender: the address on the network.
    """

    kind: Kind
    at: str
    id: str = ""
    round: str = ""
    made: str = ""
    no: int = 0
    pair: tuple[int, ...] = ()
    result: Mapping[str, Value] = field(default_factory=dict)
    name: str = ""
    club: str = ""
    details: Mapping[str, str] = field(default_factory=dict)
    sender: str = ""

    @property
    def time(self) -> str:
        """The time of day at which it came, by the clock of the computer that received it."""
        return self.at[11:16]

    @property
    def shown_name(self) -> str:
        """The name of somebody who registers, whatever is in the file, as a text on one line."""
        return CONTROLS.sub(" ", self.name)

    def text(self) -> str:
        """The line as it is kept, without its end."""
        values: dict[str, Any] = {
            "v": VERSION,
            "id": self.id,
            "at": self.at,
            "kind": str(self.kind),
        }
        more = {
            "round": self.round, "made": self.made, "no": self.no, "pair": list(self.pair),
            "result": dict(self.result), "name": self.name, "club": self.club,
            "details": dict(self.details), "from": self.sender,
        }  # fmt: skip
        return json.dumps(values | {k: v for k, v in more.items() if v}, ensure_ascii=False)


def new_line(kind: Kind, when: datetime, **values: Any) -> Line:  # noqa: ANN401
    """A report that has just come, with an identity of its own."""
    at = when.astimezone().isoformat(timespec="seconds")
    return Line(kind=kind, at=at, id=secrets.token_hex(8), **values)


def line_of(text: bytes) -> Line | None:
    """The report of a line of the file; ``None`` if it is none."""
    if len(text) > MOST_OF_A_LINE:
        return None
    try:
        data = json.loads(text)
        if data["v"] != VERSION:
            return None
        datetime.fromisoformat(data["at"])
        pair = tuple(map(_number, data.get("pair", ())))
        line = Line(
            kind=Kind(data["kind"]),
            at=_text(data["at"]),
            id=_plain(data["id"]),
            round=_text(data.get("round", "")),
            made=_text(data.get("made", "")),
            no=_number(data.get("no", 0)),
            pair=pair,
            result={_text(k): _value(v) for k, v in _few(data.get("result", {})).items()},
            name=_text(data.get("name", "")),
            club=_text(data.get("club", "")),
            details={_text(k): _text(v) for k, v in _few(data.get("details", {})).items()},
            sender=_text(data.get("from", "")),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    if line.kind is Kind.REGISTER:
        return line if line.name.strip() and line.id else None
    is_whole = line.kind is not Kind.RESULT or (len(pair) == 2 and line.no in pair and line.result)
    return line if is_whole and line.no and line.id else None


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > MOST_OF_A_TEXT:
        raise ValueError
    return value.encode("utf-8").decode("utf-8")  # half a letter is none


def _plain(value: object) -> str:
    text = _text(value)
    if CONTROLS.search(text):
        raise ValueError
    return text


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value <= MOST_NUMBER:
        raise ValueError
    return value


def _value(value: object) -> Value:
    return _text(value) if isinstance(value, str) else _number(value)


def _few(values: Mapping[str, object]) -> Mapping[str, object]:
    if len(values) > MOST_DETAILS:
        raise ValueError
    return values


def path_of(folder: Path, name: str) -> Path:
    """The file of reports of a workbook in a folder, by the workbook's name: ``spring reports.jsonl``."""
    return folder / f"{Path(name).stem} reports.jsonl"


class Record:
    """The file of reports at a path, which need not be there yet.

    Attributes:
        lines: the reports read so far, oldest first, each once.
        skipped: how many lines were torn or strange.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._forget()

    def _forget(self) -> None:
        self.lines: list[Line] = []
        self.skipped = 0
        self._offset = 0
        self._file: tuple[int, int] | None = None
        self._known: set[str] = set()

    def read(self) -> Sequence[Line]:
        """All reports; only what has been added since the last time is read.

        Raises:
            HostError: the file is there, but cannot be read.
        """
        try:
            with self.path.open("rb") as file:
                stat = os.fstat(file.fileno())
                now = (stat.st_dev, stat.st_ino)
                if now != self._file or stat.st_size < self._offset:  # another file
                    self._forget()
                    self._file = now
                file.seek(self._offset)
                new = file.read(MOST_OF_A_FILE - self._offset)
        except FileNotFoundError:
            self._forget()
            return self.lines
        except OSError as error:
            text = msg("The reports in {file} cannot be read ({why}).")
            raise HostError(t(text, file=self.path.name, why=error.strerror or error)) from error
        whole, end, _being_written = new.rpartition(b"\n")
        for line in whole.split(b"\n") if end else ():
            self._add(line)
        self._offset += len(whole) + len(end)
        return self.lines

    def _add(self, text: bytes) -> None:
        line = line_of(text)
        if line is None:
            self.skipped += bool(text.strip())
        elif line.id not in self._known:
            self._known.add(line.id)
            self.lines.append(line)

    def append(self, lines: Sequence[Line]) -> None:
        """Add reports to the file: they are on the disk when this returns.

        Raises:
            HostError: they are not; the message says why.
        """
        texts = [line.text().encode() for line in lines]
        if any(len(text) > MOST_OF_A_LINE or line_of(text) is None for text in texts):
            message = "not a report"
            raise ValueError(message)
        data = b"".join(text + b"\n" for text in texts)
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
        flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
        try:
            descriptor = os.open(self.path, flags, 0o600)
            with open(descriptor, "r+b", buffering=0) as file:  # noqa: PTH123  (a descriptor)
                size = os.fstat(descriptor).st_size
                if size + len(data) > MOST_OF_A_FILE:
                    raise OSError(27, t("it is full"))  # noqa: TRY301
                if size:
                    file.seek(size - 1)
                    if file.read(1) != b"\n":  # torn when a computer stopped
                        data = b"\n" + data
                if file.write(data) != len(data):
                    raise OSError(28, t("the disk is full"))  # noqa: TRY301
                os.fsync(descriptor)
        except OSError as error:
            text = msg("The report could not be kept in {file} ({why}).")
            raise HostError(t(text, file=self.path.name, why=error.strerror or error)) from error
        if os.name == "posix" and self._file is None:
            with suppress(OSError):  # so that the name of a new file is on the disk, too
                folder = os.open(self.path.parent, os.O_RDONLY)
                os.fsync(folder)
                os.close(folder)
