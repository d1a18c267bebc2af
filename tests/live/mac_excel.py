"""Excel for Mac as it answers Apple events: the application itself."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import remote
from languages import Locale
from mac_book import Book
from mac_shown import Shown
from mac_terms import GET, MAKE, SET, TERMS, Event, Query, Refused
from mac_things import BAD_PARAMETER, MISSING, NO_SUCH_OBJECT, NOT_HANDLED, TIMED_OUT, Thing
from openpyxl import load_workbook


class MacExcel(Thing):
    """An Excel with workbooks open.

    Args:
        locale: what it speaks with its user.
        shown: what formulas come to.

    Attributes:
        refuse: is asked before every event; a number that it gives back is the error.
        errors_are: ``"dropped"`` from the rows of a range, as since 2019 at least, or ``"missing"``.
        asked: what it has been asked to change or to say, as xlwings' client puts it.
        alerts: what message boxes have said.
        macros: those that have been run.
        clicked_after: seconds until a message box is clicked away.
        events: how many have come in.
        waited: seconds that were waited for answers that did not come.
        opened: the files that have been opened, and whether only to be read.
        prints_nothing: whether it makes no PDF.
    """

    def __init__(self, locale: Locale, shown: Shown) -> None:
        super().__init__(self)
        self.locale, self.shown = locale, shown
        self.books: list[Book] = []
        self.refuse: Callable[[Event], int | None] = lambda _event: None
        self.errors_are = "dropped"
        self.asked: list[dict[str, Any]] = []
        self.alerts: list[dict[str, object]] = []
        self.macros: list[str] = []
        self.opened: list[tuple[str, bool]] = []
        self.prints_nothing = False
        self.clicked_after, self.events, self.waited = 1.0, 0, 0.0
        self.settings: dict[str, Any] = {
            "screen_updating": True, "display_alerts": True, "enable_events": True,
            "calculation": TERMS.code("calculation_automatic"), "status_bar": False,
            "reference_style": TERMS.code("R1C1" if locale.r1c1 else "A1"),
        }  # fmt: skip
        self.found = dict(self.settings)
        self.process = Process()

    def left_behind(self) -> list[str]:
        """The settings that are not as they were found."""
        return [
            f"{name} is left {value!r}"
            for name, value in self.settings.items()
            if value != self.found[name]
        ]

    # events

    def answer(self, event: Event) -> Any:
        """Do what an event asks for, and answer it."""
        self.events += 1
        number = self.refuse(event)
        if number is not None:
            self.waited += event.seconds if number == TIMED_OUT else 0
            raise Refused(number, "Apple event timed out." if number == TIMED_OUT else "")
        try:
            found = self._done(event)
        except remote.NotAsExcelWould as error:
            raise Refused(BAD_PARAMETER, f"Parameter error. ({error})") from error
        return event.direct if isinstance(found, Thing) else found

    def _done(self, event: Event) -> Any:
        if event.code == GET:
            return self.resolved(event.direct)
        if event.code == SET:
            *path, last = event.direct.steps
            there = self.resolved(Query(tuple(path)))
            value = event.arguments[b"data"]
            return there.method("set", last.code)(value)
        names = TERMS.arguments[event.code]
        given = {
            names[code]: self.resolved(value) if isinstance(value, Query) else value
            for code, value in event.arguments.items()
            if event.code != MAKE
        }
        if event.code == MAKE:
            return self._made(event)
        if event.code == TERMS.references["exists"][1][0]:
            return self._exists(event.direct)
        if not isinstance(event.direct, Query):
            return self.resolved(event.subject).method("do", event.code)(event.direct, **given)
        there = self.resolved(event.direct)
        if event.code == TERMS.references["count"][1][0]:
            return there.method("count", given["each"])()
        if event.code == TERMS.references["delete"][1][0]:
            return there.delete()
        return there.method("do", event.code)(**given)

    def resolved(self, query: Query) -> Any:
        """What a reference leads to now."""
        there: Any = self
        for step in query.steps:
            if not isinstance(there, Thing):
                raise Refused(NO_SUCH_OBJECT, "Can't get reference.")
            there = there.follow(step)
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

    def method(self, kind: str, code: bytes) -> Callable[..., Any]:
        """What answers for a code; a setting is kept as it is."""
        names = {TERMS.references[name][1]: name for name in self.settings}
        if kind == "get" and code in names:
            return lambda: self.settings[names[code]]
        if kind == "set" and code in names:
            return lambda value: self.settings.update({names[code]: value})
        return super().method(kind, code)

    @property
    def speaks(self) -> Locale:
        """What it speaks now, with columns that have letters or numbers."""
        numbers = self.settings["reference_style"] == TERMS.code("R1C1")
        return replace(self.locale, r1c1=numbers)

    def _get_version(self) -> str:
        return "16.78"

    def _get_active_workbook(self) -> Book:
        return self.books[0]

    def _get_active_sheet(self) -> Thing:
        return self.books[0]._get_active_sheet()

    def _get_selection(self) -> Thing:
        """The selected cells; a picture is no range."""
        book = self.books[0]
        areas = book.selected(book.workbook.active)
        if areas is None:
            raise Refused(NOT_HANDLED, "Application could not handle this command.")
        return book.sheet(book.workbook.active.title).some(areas)

    def _of_workbooks(self, key: object) -> Book:
        if isinstance(key, str):
            found = [book for book in self.books if book.name.casefold() == key.casefold()]
        else:
            found = self.books[int(key) - 1 :][:1]
        if not found:
            raise Refused(NO_SUCH_OBJECT, "The object you are trying to access does not exist")
        return found[0]

    def _count_workbook(self) -> int:
        return len(self.books)

    def _do_run_VB_macro(self, name: str, **_arguments: object) -> None:  # noqa: N802
        self.macros.append(name)

    def _do_open_workbook(
        self, workbook_file_name: str, *, read_only: bool, **_how: object
    ) -> None:
        self.opened.append((workbook_file_name, read_only))
        self.books.insert(0, Book(self, load_workbook(workbook_file_name), workbook_file_name))

    def _do_activate(self) -> None:
        """Come to the front."""

    def _do_intersect(self, **ranges: Any) -> Any:
        first, second = ranges["range1"], ranges["range2"]
        parts = [
            one.intersection(other)
            for one in first.areas
            for other in second.areas
            if not one.isdisjoint(other)
        ]
        return type(first)(first.sheet, parts).query() if parts else MISSING


class Process:
    """Excel's process, as appscript tells it."""

    pids = iter(range(4001, 10_000))

    def __init__(self) -> None:
        self.pid = next(self.pids)

    def __repr__(self) -> str:
        return f"pid={self.pid}"

    addressdesc = property(lambda self: self)
    data = property(lambda self: struct.pack("i", self.pid))

    def coerce(self, _kind: object) -> Process:
        """The address as a process number."""
        return self
