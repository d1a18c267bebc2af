"""Excel for Mac as it answers Apple events: who is asked for what, and what is so only there."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import remote
from cell_values import Failed, held
from desktops import MACOS, MISSING
from excel_app import App, Book, Sheet
from excel_cells import Area
from excel_things import (
    BAD_PARAMETER,
    NO_ROOM,
    NO_SUCH_OBJECT,
    TIMED_OUT,
    NotWritten,
    Refused,
    Thing,
    chosen,
)
from languages import Locale
from mac_terms import GET, MAKE, NAMES, SET, TERMS, Code, Event, Query

OWN_FOLDER = "/Library/Containers/com.microsoft.Excel/Data/"
MOST_BYTES, IN_AN_ANSWER = 28_000_000, 8
"""Of an answer, and of any cell in it: 1.5 million numbers arrive, 4 million do not."""


class MacExcel(App):
    """An Excel with workbooks open.

    Attributes:
        refuse: is asked before every event; a number that it gives back is the error.
        errors_are: ``"dropped"`` from the rows of a range, as since 2019 at least, or ``"missing"``.
        alerts: what message boxes have said.
        clicked_after: seconds until a message box is clicked away.
        waited: seconds that were waited for answers that did not come.
    """

    desktop = MACOS

    def __init__(self, locale: Locale, shown: remote.Shown) -> None:
        super().__init__(locale, shown)
        self.refuse: Callable[[Event], int | None] = lambda _event: None
        self.errors_are = "dropped"
        self.alerts: list[dict[str, object]] = []
        self.clicked_after, self.waited = 1.0, 0.0
        self.process = Process(self.number)

    def make_room(self, cells: int) -> None:
        """Refuse an answer that is too long."""
        if cells * IN_AN_ANSWER > MOST_BYTES:
            raise Refused(NO_ROOM, "buffer for AEFlattenDesc too small")

    def ask(self, _what: str) -> None:
        """Nobody answers; a command does not wait for ever."""
        self.waited += 60
        raise Refused(TIMED_OUT, "Apple event timed out.")

    # events

    def answer(self, event: Event) -> Any:
        """Do what an event asks for, and answer it."""
        self.calls += 1
        number = BAD_PARAMETER if self.calls == self.fails_at else self.refuse(event)
        if number is not None:
            self.waited += event.seconds if number == TIMED_OUT else 0
            raise Refused(number, "Apple event timed out." if number == TIMED_OUT else "")
        try:
            found = self._done(event)
        except remote.NotAsExcelWould as error:
            raise Refused(BAD_PARAMETER, f"Parameter error. ({error})") from error
        if event.code == GET and isinstance(found, Thing):
            return event.direct
        if isinstance(found, MacArea):
            return found.query()
        return (
            None if isinstance(found, Thing) else found
        )  # but cells nothing that was made is told

    def _done(self, event: Event) -> Any:
        if event.code == GET:
            return self.resolved(event.direct)
        if event.code == SET:
            *path, last = event.direct.steps
            value = event.arguments[b"data"]
            return member(self.resolved(Query(tuple(path))), "set", last.code)(value)
        if event.code == MAKE:
            return self._made(event)
        names = TERMS.arguments[event.code]
        given = {
            names[code]: self.resolved(value) if isinstance(value, Query) else value
            for code, value in event.arguments.items()
        }
        if event.code == TERMS.references["exists"][1][0]:
            return self._exists(event.direct)
        if not isinstance(event.direct, Query):
            return member(self.resolved(event.subject), "do", event.code)(event.direct, **given)
        there = self.resolved(event.direct)
        if there is None:
            raise Refused(NO_SUCH_OBJECT, "Can't get reference.")
        if event.code == TERMS.references["count"][1][0]:
            return len(member(there, "all", given["each"])())
        return member(there, "do", event.code)(**given)

    def resolved(self, query: Query) -> Any:
        """What a reference leads to now."""
        there: Any = self
        for form, code, key in query.steps:
            if not isinstance(there, Thing):
                raise Refused(NO_SUCH_OBJECT, "Can't get reference.")
            if form == "property":
                there = member(there, "get", code)()
            else:
                there = element(there, code, key)
        return there

    def _exists(self, query: Query) -> bool:
        try:
            return self.resolved(query) is not None
        except Refused:
            return False

    def _made(self, event: Event) -> Query:
        where: Query = event.arguments[b"insh"]
        side = ""
        if where.steps and where.steps[-1].form in ("before", "after", "beginning", "end"):
            side, where = where.steps[-1].form, Query(where.steps[:-1])
        properties = event.arguments.get(b"prdt", {})
        made: Query = self.resolved(where).make(event.arguments[b"kocl"], side, properties)
        # what is made at a range is found in the range; a sheet is found in its workbook
        return Query((*(where.steps if side == "" else event.subject.steps), *made.steps))

    # the application

    def _get_version(self) -> str:
        return "16.78"

    def _do_run_VB_macro(self, name: str, **_arguments: object) -> None:  # noqa: N802
        """Run a macro, which leaves no trace."""

    def _do_open_workbook(
        self, workbook_file_name: str, *, read_only: bool, **_how: object
    ) -> None:
        self.open(workbook_file_name, read_only=read_only)

    def _do_activate(self) -> None:
        """Come to the front."""


def member(thing: Thing, kind: str, code: bytes) -> Callable[..., Any]:
    """What answers for a code."""
    names = NAMES.get((kind, code), [])
    for name in names:
        if (found := thing.find(kind, MACOS.words.get(name, name))) is not None:
            return found
    message = f"{type(thing).__name__}: {kind} {names or code!r} is not written"
    raise NotWritten(message)


def element(thing: Thing, code: bytes, key: Any) -> Any:
    """One of the elements of a class."""
    if code == TERMS.references["cells"][1] and (of := thing.find("of", "cells")):
        return of(key)
    return chosen(member(thing, "all", code)(), key)


class Process:
    """Excel's process, as appscript tells it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def __repr__(self) -> str:
        return f"pid={self.pid}"

    addressdesc = property(lambda self: self)
    data = property(lambda self: struct.pack("i", self.pid))

    def coerce(self, _kind: object) -> Process:
        """The address as a process number."""
        return self


class MacBook(Book):
    """A workbook."""

    def _all_sheets(self) -> list[Sheet]:
        return self._all_worksheets()

    def _get_properties(self) -> dict[Code, object]:
        path = self.fullname.rpartition("/")[0]
        told = {"name": self.name, "full_name": self.fullname, "path": path}
        return {TERMS.code(name): value for name, value in told.items()}

    def _do_save(self, in_: str, as_: Code) -> None:
        """Save as a PDF, which is not written over another file."""
        path = Path("/", *in_.split(":")[1:])
        if path.exists() or as_ != TERMS.code("PDF_file_format"):
            raise Refused
        self.print_to(path)


class MacSheet(Sheet):
    """A tab."""

    def to_front(self) -> None:
        """Bring it to the front, its workbook too."""
        self.book._do_activate()
        super().to_front()

    def _get_entry_index(self) -> int:
        return self.place + 1

    def _do_copy_worksheet(self, before_: Sheet | None = None, after_: Sheet | None = None) -> None:
        self._do_copy(before_, after_)

    def make(self, kind: bytes, side: str, properties: Mapping[bytes, Any]) -> Query:
        """A new sheet beside it, which comes to the front, or a picture on it."""
        if kind == TERMS.types["picture"] and not side:
            return self._with_picture(properties)
        if kind != TERMS.types["worksheet"] or side not in ("before", "after") or properties:
            message = f"no {kind!r} is made {side} a tab here"
            raise NotWritten(message)
        new = self.book.add_tabs(self.place + (side == "after"), "Sheet")
        return Query().elements(TERMS.references["worksheets"][1]).byname(new.sheet.title)

    def _with_picture(self, properties: Mapping[bytes, Any]) -> Query:
        """A picture at its corner; Excel reads files from its own folder alone without asking."""
        told = {TERMS.names[code]: value for code, value in properties.items()}
        file = "/" + told["file_name"].partition(":")[2].replace(":", "/")
        if OWN_FOLDER not in file:
            self.excel.ask(f"whether to grant access to {file}")
        if (
            told["link_to_file"]
            or not told["save_with_document"]
            or told["left_position"]
            or told["top"]
        ):
            raise Refused
        picture = self.add_picture(file, (told["width"], told["height"]))
        return Query().elements(TERMS.references["pictures"][1]).byname(picture.looks.name)

    def _of_cells(self, key: object) -> Area:
        if not isinstance(key, str):
            message = "cells by their place are not written"
            raise NotWritten(message)
        return self.area(key)


class MacArea(Area):
    """Cells."""

    def query(self) -> Query:
        """A reference to these cells."""
        book, sheet, ranges = (TERMS.references[n][1] for n in ("workbooks", "worksheets", "cells"))
        tab = Query().elements(book).byname(self.sheet.book.name).elements(sheet)
        return tab.byname(self.sheet.sheet.title).elements(ranges).byname(self.address())

    def _get_value(self) -> Any:
        """Errors are nothing, and among other cells not even that: their row is shorter."""
        shown = self.excel.shown

        def value(cell: Any) -> Any:
            found = held(cell, shown)
            return MISSING if isinstance(found, Failed) else found

        rows = self.told(value, self.excel.desktop.empty)
        if not isinstance(rows, list) or self.excel.errors_are != "dropped":
            return rows
        kept = ([cell for cell in row if not isinstance(cell, Code)] for row in rows)
        return [row for row in kept if row]

    def make(self, kind: bytes, side: str, properties: Mapping[bytes, Any]) -> Query:
        """A new rule."""
        type_, formula_ = TERMS.code("format_condition_type"), TERMS.code("formula_1")
        if kind != TERMS.types["format_condition"] or properties.keys() != {type_, formula_}:
            message = f"no {kind!r} is made {side} cells here"
            raise NotWritten(message)
        new = self._do_format_conditions_add(properties[type_], properties[formula_]).rule
        place = 1 + next(n for n, rule in enumerate(self.rules()) if rule is new)
        return Query().elements(TERMS.references["format_conditions"][1]).byindex(place)


MacExcel.book_class, MacExcel.sheet_class, MacExcel.area_class = MacBook, MacSheet, MacArea
