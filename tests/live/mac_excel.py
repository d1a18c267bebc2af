"""Excel for Mac as it answers Apple events: who is asked for what, and what is so only there."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import remote
from excel_app import NOT_THERE, App, Book, Sheet
from excel_cells import Area, Condition, Failed, held
from excel_things import (
    BAD_PARAMETER,
    NO_ROOM,
    NO_SUCH_OBJECT,
    TIMED_OUT,
    NotWritten,
    Refused,
    Thing,
)
from languages import Locale
from mac_terms import GET, MAKE, NAMES, SET, TERMS, Code, Event, Query
from openpyxl.utils import quote_sheetname

MISSING = Code(TERMS.types["missing_value"])
MOST_BYTES, IN_AN_ANSWER = 28_000_000, 8
"""Of an answer, and of any cell in it: 1.5 million numbers arrive, 4 million do not."""
VISIBILITY = {
    "visible": TERMS.code("sheet_visible"),
    "hidden": TERMS.code("sheet_hidden"),
    "veryHidden": TERMS.code("sheet_very_hidden"),
}


class MacExcel(App):
    """An Excel with workbooks open.

    Attributes:
        refuse: is asked before every event; a number that it gives back is the error.
        errors_are: ``"dropped"`` from the rows of a range, as since 2019 at least, or ``"missing"``.
        alerts: what message boxes have said.
        clicked_after: seconds until a message box is clicked away.
        waited: seconds that were waited for answers that did not come.
    """

    neither, reads_a1 = MISSING, False

    def __init__(self, locale: Locale, shown: remote.Shown) -> None:
        settings = {
            "screenupdating": True, "displayalerts": True, "enableevents": True,
            "calculation": TERMS.code("calculation_automatic"), "statusbar": False,
        }  # fmt: skip
        super().__init__(locale, shown, settings, (TERMS.code("A1"), TERMS.code("R1C1")))
        self.refuse: Callable[[Event], int | None] = lambda _event: None
        self.errors_are = "dropped"
        self.alerts: list[dict[str, object]] = []
        self.clicked_after, self.waited = 1.0, 0.0
        self.process = Process(self.number)

    def make_room(self, cells: int) -> None:
        """Refuse an answer that is too long."""
        if cells * IN_AN_ANSWER > MOST_BYTES:
            raise Refused(NO_ROOM, "buffer for AEFlattenDesc too small")

    @staticmethod
    def drawn(width: float) -> float:
        """A column's width as it is then: less than a character counts with the padding."""
        return width if width >= 1 else width * 12 / 7 - 5 / 7

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
        if not isinstance(found, Thing):
            return found
        return event.direct if event.code == GET else found.query()

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
        if event.code == TERMS.references["count"][1][0]:
            return member(there, "count", given["each"])()
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
                there = member(there, "of", code)(key)
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

    def _of_workbooks(self, key: object) -> Book:
        if isinstance(key, str):
            found = [book for book in self.books if book.name.casefold() == key.casefold()]
        else:
            found = self.books[int(key) - 1 :][:1]
        if not found:
            raise Refused(NO_SUCH_OBJECT, NOT_THERE)
        return found[0]

    def _count_workbook(self) -> int:
        return len(self.books)

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
        if (found := thing.find(kind, name)) is not None:
            return found
    message = f"{type(thing).__name__}: {kind} {names or code!r} is not written"
    raise NotWritten(message)


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

    def _of_worksheets(self, key: object) -> Sheet:
        return self.sheet(key)

    _of_sheets = _of_worksheets

    def _count_worksheet(self) -> int:
        return len(self.workbook.worksheets)

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
        self.book._do_activate_object()
        super().to_front()

    def _get_entry_index(self) -> int:
        return self.place + 1

    def _get_visible(self) -> Code:
        return VISIBILITY[self.sheet.sheet_state]

    def _set_visible(self, value: object) -> None:
        """True and False are taken for visible and hidden."""
        words = {code: word for word, code in VISIBILITY.items()}
        self.set_state(
            words[value] if isinstance(value, Code) else ("hidden", "visible")[bool(value)]
        )

    def _do_copy_worksheet(self, before_: Sheet | None = None, after_: Sheet | None = None) -> None:
        self.copy(before_, after_)

    def make(self, kind: bytes, side: str, properties: Mapping[bytes, Any]) -> Query:
        """A new sheet beside it, which comes to the front."""
        if kind != TERMS.types["worksheet"] or side not in ("before", "after") or properties:
            message = f"no {kind!r} is made {side} a tab here"
            raise NotWritten(message)
        new = self.book.add_tabs(self.place + (side == "after"), "Sheet")
        return Query().elements(TERMS.references["worksheets"][1]).byname(new.sheet.title)

    def _do_delete(self) -> None:
        """Delete the tab; Excel asks first, unless alerts are off, and waits for its user."""
        if self.excel.settings["displayalerts"]:
            self.excel.waited += 60
            raise Refused(TIMED_OUT, "Apple event timed out.")
        super()._do_delete()

    def _of_rows(self, key: object) -> Area:
        return self.area(f"A{key}:XFD{key}")

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

    def _do_get_address(self, *, external: bool = False, **how: object) -> str:
        address = super()._do_get_address(**how)
        tab = quote_sheetname(f"[{self.sheet.book.name}]{self.sheet.sheet.title}")
        return f"{tab}!{address}" if external else address

    def _count_row(self) -> int:
        return self.shape[0]

    def _count_column(self) -> int:
        return self.shape[1]

    def _of_columns(self, key: object) -> Area:
        return self.at(self.first.min_row, self.first.min_col + int(key) - 1)

    def _get_value(self) -> Any:
        """Errors are nothing, and among other cells not even that: their row is shorter."""
        shown = self.excel.shown

        def value(cell: Any) -> Any:
            found = held(cell, shown)
            return MISSING if isinstance(found, Failed) else found

        rows = self.told(value, "")
        if not isinstance(rows, list) or self.excel.errors_are != "dropped":
            return rows
        kept = ([cell for cell in row if not isinstance(cell, Code)] for row in rows)
        return [row for row in kept if row]

    def _do_find(self, what: str, **how: Any) -> Area:
        if what != "*" or how["search_direction"] != TERMS.code("search_previous"):
            message = f"finding {what!r} is not written"
            raise NotWritten(message)
        found = self.last_filled(by_rows=how["search_order"] == TERMS.code("by_rows"))
        if found is None:
            raise Refused
        return found

    def _get_Excel_comment(self) -> Note:  # noqa: N802
        return Note(self)

    def _of_format_conditions(self, key: object) -> Condition:
        return MacCondition(self, self.condition(key).rule)

    def make(self, kind: bytes, side: str, properties: Mapping[bytes, Any]) -> Query:
        """A new rule."""
        type_, formula_ = TERMS.code("format_condition_type"), TERMS.code("formula_1")
        wanted = kind == TERMS.types["format_condition"] and properties.keys() == {type_, formula_}
        if not wanted or properties[type_] != TERMS.code("expression"):
            message = f"no {kind!r} is made {side} cells here"
            raise NotWritten(message)
        new = self.add_rule(properties[formula_]).rule
        place = 1 + next(n for n, rule in enumerate(self.rules()) if rule is new)
        return Query().elements(TERMS.references["format_conditions"][1]).byindex(place)


class MacCondition(Condition):
    """A conditional format."""

    def _get_format_condition_type(self) -> Code:
        return TERMS.code("expression")


class Note(Thing):
    """What is told of a cell in a note."""

    def __init__(self, area: Area) -> None:
        super().__init__(area.excel)
        self.area = area

    def _do_Excel_comment_text(self, text: str | None = None) -> str:  # noqa: N802
        return self.area.note(text)


MacExcel.book_class, MacExcel.sheet_class, MacExcel.area_class = MacBook, MacSheet, MacArea
