"""Finding a table in a sheet, and reading its cells with problems by address."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, time

from xlplugin.ground.names import folded as folded  # noqa: PLC0414  (for all others here)
from xlplugin.ground.names import named
from xlplugin.ground.problems import Problem
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.book import Book, SheetData, column_letter
from xlplugin.workbook.layout import CellError, CellValue, Column, Formula, Layout

HEADER_SEARCH_ROWS = 25
TYPED = ("value", "typed", "text")
"""What a message calls a text that somebody has typed."""
MOST_QUOTED = 60
"""So many characters of it are in the message."""
OTHER_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"}
)
"""Letters that are none with an accent, but stand where these would, or are written without a stroke."""


def one_line(text: str) -> str:
    """A text on one line, without stray spaces."""
    return " ".join(text.split())


def as_formulas_trim(text: str) -> str:
    """A text as ``TRIM`` gives it: plain spaces go, other ones and line feeds stay."""
    return " ".join(part for part in text.split(" ") if part)


def as_text(value: object) -> str:
    """A value as people write it: a whole number without decimals."""
    return str(int(value) if isinstance(value, float) and value.is_integer() else value)


def is_empty(value: CellValue) -> bool:
    """True if a cell holds nothing, or only spaces."""
    return value is None or (isinstance(value, str) and not value.strip())


def find_sheet(book: Book, name: str) -> SheetData | None:
    """The tab of that name, whatever its capitals; spreadsheet programs do not tell them apart."""
    return next((s for tab, s in book.sheets.items() if folded(tab) == folded(name)), None)


def holds_rows(book: Book, name: str) -> bool:
    """True if a tab is there and has anything below its first row."""
    sheet = find_sheet(book, name)
    return sheet is not None and len(sheet.rows) > 1


def usable_table(
    book: Book, name: str, layout: Layout, problems: list[Problem] | None = None
) -> Table | None:
    """The table of a tab; ``None`` where the tab or a column that must be there is gone."""
    sheet = find_sheet(book, name)
    table = Table(sheet, layout, [] if problems is None else problems) if sheet else None
    return table if table and table.is_usable else None


def _number(value: CellValue) -> float | None:
    """A cell as a number, text that looks like one too."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and re.fullmatch(r"\s*-?[0-9]+(\.[0-9]*)?\s*", value):
        return float(value)
    return None


class Table:
    """The table of a sheet, its columns found by header wherever they are.

    Everything that is wrong with it goes to ``problems``.

    Attributes:
        header_row: from 1; 0 if there is none.
        places: the column of each header, from 1, all headers of the sheet included.
    """

    def __init__(self, sheet: SheetData, layout: Layout, problems: list[Problem]) -> None:
        self.sheet = sheet
        self.layout = layout
        self.problems = problems
        self.places: dict[str, int] = {}
        self.header_row = self._find_header()
        if self.header_row:
            self._place_headers()
            self._refuse_merged()

    def _find_header(self) -> int:
        """The row that has most of the headers; 0 if none has two of them, and the problem is recorded."""
        wanted = self._known_headers().keys()
        counts = [
            len(wanted & {folded(value) for value in row if isinstance(value, str)})
            for row in self.sheet.rows[:HEADER_SEARCH_ROWS]
        ]
        most = max(counts, default=0)
        if most < min(2, len(self.layout.columns)):
            required = ", ".join(c.header for c in self.layout.columns if not c.optional)
            remedy = msg("type these headers into one row: {headers}")
            self.problem("", "the header row is missing", remedy, headers=required)
            return 0
        return counts.index(most) + 1

    def _known_headers(self) -> dict[str, str]:
        """The headers by how they may be written, as older workbooks have them too."""
        former = {folded(c.formerly): c.header for c in self.layout.columns if c.formerly}
        return former | {folded(header): header for header in self.layout.headers()}

    def _place_headers(self) -> None:
        names = self._known_headers()
        for column, value in enumerate(self.sheet.rows[self.header_row - 1], 1):
            if not isinstance(value, str) or not value.strip():
                continue
            header = names.get(folded(value), value.strip())
            if header in self.places and folded(header) in names:
                cell = self.address(self.header_row, column)
                remedy = msg("rename or delete one of them")
                self.problem(cell, "there are two columns {header!r}", remedy, header=header)
            else:
                self.places.setdefault(header, column)
        for wanted in self.layout.columns:
            if wanted.header not in self.places and not wanted.optional:
                cell, header = self.address(self.header_row, 1), wanted.header
                remedy = msg("type {header} above its column in row {row}")
                what = msg("the header {header!r} is missing")
                self.problem(cell, what, remedy, header=header, row=self.header_row)

    def _refuse_merged(self) -> None:
        for top, left, bottom, right in self.sheet.merged:
            columns = range(left, right + 1)
            if bottom >= self.header_row and not self.layout_columns.isdisjoint(columns):
                cells = f"{self.address(top, left)}:{self.address(bottom, right)}"
                remedy = msg("unmerge them (Home, Merge & Center), one value a cell")
                self.problem(cells, "merged cells", remedy)

    def problem(self, cell: str, what: str, remedy: str, /, **values: object) -> None:
        """Record what is wrong with a cell, or with the whole tab if ``cell`` is ``""``.

        ``what`` and ``remedy`` are texts of the catalogue; the values fill in both.
        """
        values = _shortened(values)
        what, remedy = t(what, **values), t(remedy, **values)
        self.problems.append(Problem(self.sheet.name, cell, what, remedy))

    @property
    def layout_columns(self) -> set[int]:
        """The columns of the layout that the sheet has, from 1."""
        return {self.places[h] for h in self.layout.headers() if h in self.places}

    @staticmethod
    def address(row: int, column: int) -> str:
        """The address of a cell, as in ``F7``."""
        return f"{column_letter(column)}{row}"

    def reference(self, row: int, header: str) -> str:
        """The cell in a formula of another tab, as in ``'Cut 4'!$F$7``."""
        tab = named("tab", self.sheet.name).replace("'", "''")
        return f"'{tab}'!${column_letter(self.places[header])}${row}"

    @property
    def is_usable(self) -> bool:
        """True if every column that must be there is."""
        return bool(self.header_row) and all(
            c.optional or c.header in self.places for c in self.layout.columns
        )

    @property
    def end(self) -> int:
        """The first row, from 1, below everything in the table's columns."""
        ours = self.layout_columns
        for number in range(len(self.sheet.rows), self.header_row, -1):
            values = self.sheet.rows[number - 1]
            if values and any(
                column in ours and not is_empty(value) for column, value in enumerate(values, 1)
            ):
                return number + 1
        return self.header_row + 1

    @property
    def span(self) -> tuple[int, int]:
        """The first and the last of its rows below the header; there is always one."""
        first = self.header_row + 1
        return first, max(self.end - 1, first)

    def own_cells(self) -> list[str]:
        """The cells below the header that hold something in columns of the organizer's own."""
        ours = self.layout_columns
        rows = enumerate(self.sheet.rows[self.header_row :], self.header_row + 1)
        return [
            self.address(number, column)
            for number, row in rows
            for column, value in enumerate(row, 1)
            if column not in ours and not is_empty(value)
        ]

    def rows(self) -> Iterator[Row]:
        """The rows below the header that hold anything in the layout's typed columns."""
        headers = (c.header for c in self.layout.columns if not c.formula and not c.derived)
        typed = [self.places[header] - 1 for header in headers if header in self.places]
        for number, values in enumerate(self.sheet.rows[self.header_row :], self.header_row + 1):
            for column in typed:
                if column < len(values) and not is_empty(values[column]):
                    yield Row(self, number, values)
                    break


class Row:
    """One row of a table."""

    __slots__ = ("number", "table", "values")

    def __init__(self, table: Table, number: int, values: Sequence[CellValue]) -> None:
        self.table = table
        self.number = number
        self.values = values

    def raw(self, header: str) -> CellValue:
        """The cell's value as read; ``None`` where the sheet has no such column."""
        place = self.table.places.get(header)
        return self.values[place - 1] if place and place <= len(self.values) else None

    def address(self, header: str) -> str:
        """The cell's address, as in ``F7``."""
        return self.table.address(self.number, self.table.places.get(header, 1))

    def where(self, header: str) -> str:
        """The cell with its tab, as in ``Players!F7``."""
        return f"{named('tab', self.table.sheet.name)}!{self.address(header)}"

    def problem(self, header: str, what: str, remedy: str, /, **values: object) -> None:
        """Record what is wrong with the cell; the values fill in both texts."""
        tab, cell = self.table.sheet.name, self.address(header)
        values = _shortened(values)
        what, remedy = t(what, **values), t(remedy, **values)
        self.table.problems.append(Problem(tab, cell, what, remedy, self.number, header))

    def _plain(self, header: str, wanted: str) -> str | float | None:
        """The cell's text or number; anything else is a problem and counts as blank."""
        value = self.raw(header)
        if is_empty(value) or value is None:
            return None
        remedy = msg("type {wanted} instead")
        match value:
            case Formula():
                what, remedy = msg("a formula"), msg("type {wanted} instead (or paste as values)")
            case CellError():
                what, value = msg("the error {value}"), value.code
            case bool():
                what = str(value).upper()
            case date() | datetime() | time():
                what = msg("the date or time {value}")
                remedy = msg(
                    "type {wanted} instead, with an apostrophe in front if it must look like a date"
                )
            case _:
                return value
        self.problem(header, what, remedy, wanted=wanted, value=value)
        return None

    def text(self, header: str, wanted: str = "") -> str:
        """The cell as text, exactly as typed; a number as people write it; ``""`` for blank."""
        value = self.raw(header)
        if value is not None and not isinstance(value, str):
            value = self._plain(header, wanted or t("text"))
        elif is_empty(value):
            return ""
        return "" if value is None else as_text(value)

    def quiet_text(self, header: str) -> str:
        """A cell of the organizer's own as text; whatever is no text or number counts as blank."""
        value = self.raw(header)
        if isinstance(value, datetime):
            return value.date().isoformat()
        is_plain = isinstance(value, str | int | float) and not isinstance(value, bool)
        return as_text(value).strip() if is_plain else ""

    def whole(self, header: str, least: int, most: int) -> int | None:
        """The cell as a whole number; ``None`` for blank or a problem."""
        typed = self.raw(header)
        if typed is None or (type(typed) is int and least <= typed <= most):  # nearly all are
            return typed
        value = self._plain(header, t("a whole number"))
        if value is None:
            return None
        number = _number(value)
        if number is None or not float(number).is_integer() or not least <= number <= most:
            what = msg("{value!r} is not a whole number from {least} to {most}")
            texts = {"value": value, "least": least, "most": most}
            self.problem(header, what, "type a whole number", **texts)
            return None
        return int(number)

    def entry(self, header: str, choices: Sequence[str | int] | range) -> str | int | None:
        """The cell as one of the texts or numbers; ``""`` for blank, ``None`` for a problem."""
        if isinstance(choices, range):
            before = len(self.table.problems)
            number = self.whole(header, choices[0], choices[-1])
            return "" if number is None and len(self.table.problems) == before else number
        value = self.raw(header)
        if value is None or (isinstance(value, str) and value in choices):  # nearly all are
            return value or ""
        typed = _number(value)
        if typed is not None and typed in choices:
            return int(typed)
        return self.choice(header, [str(choice) for choice in choices])

    def choice(self, header: str, choices: Sequence[str]) -> str | None:
        """The cell as one of the choices; ``""`` for blank, ``None`` for a problem."""
        typed = self.raw(header)
        if typed is None or (isinstance(typed, str) and typed in choices):  # nearly all are
            return typed or ""
        before = len(self.table.problems)
        listed = ", ".join(choices)
        value = self.text(header, t("one of {choices}", choices=listed))
        if not value.strip():
            return "" if len(self.table.problems) == before else None
        for choice in choices:
            if folded(choice) == folded(value):
                return choice
        texts = {"value": value, "choices": listed}
        self.problem(header, "{value!r} is not allowed here", "choose one of: {choices}", **texts)
        return None


def _shortened(values: Mapping[str, object]) -> dict[str, object]:
    """What fills in a message, with so much of a typed text that it can be read."""
    return {
        name: f"{value[:MOST_QUOTED]}..."
        if name in TYPED and isinstance(value, str) and len(value) > MOST_QUOTED
        else value
        for name, value in values.items()
    }


def table_with(sheet: SheetData, *headers: str) -> Table:
    """A tab as a table that must have some columns."""
    columns = tuple(Column(header, 9) for header in headers)
    return Table(sheet, Layout(sheet.name, columns), [])


def own_tab(
    sheet: SheetData | None,
    marks: Sequence[str] = (),
    is_ours: Callable[[SheetData], bool] | None = None,
) -> list[Problem]:
    """The problem that a tab of the organizer's own has a name that is needed, if it does.

    A tab that was made here is known by its headers, the ``marks``, or else ``is_ours`` tells.
    """
    if sheet is None or (is_ours and is_ours(sheet)):
        return []
    if marks and table_with(sheet, *marks).is_usable:
        return []
    what = t("a tab of this name exists and was not made by xlplugin")
    return [Problem(sheet.name, "", what, t("rename your tab, or delete it"))]
