"""A host of workbooks that hold values and nothing else.

Parsing and saving a workbook takes nearly all the time of a test that plays an event on one. Most
of these tests look at messages and at the contents of cells, so their files hold just that: the
commands, the backups and the files' own rules are the real ones, only openpyxl is left out. On real
files, in every run, are the tests marked ``on_files``, those of ``tests/hosts``, ``tests/live`` and
``tests/real``, and the events of version 0.1.0; ``pytest --on-files`` plays all of them so.
"""

from __future__ import annotations

import pickle
from dataclasses import replace

from books import sheet_of
from openpyxl import Workbook, load_workbook
from openpyxl.cell.cell import Cell
from openpyxl.workbook.child import _WorkbookChild
from openpyxl.worksheet.worksheet import Worksheet

from xlplugin.ground.languages import spoken
from xlplugin.hosts.closed_file import safe_file
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.parts.drawing import set_cell
from xlplugin.workbook.book import Book, has_same_values, trimmed, with_changes
from xlplugin.workbook.live_patterns import is_pattern

REAL = b"PK"
_templates = {}


class Mode:
    """Whether new workbooks are real files: decided for each test before it begins."""

    on_files = True


def _packed(book):
    return b"values" + pickle.dumps(book)


def _unpacked(data):
    assert not Mode.on_files, "made without a file, for a test that wants one"
    return pickle.loads(data[6:])  # noqa: S301  (written a moment ago, right here)


def _is_real(path):
    with path.open("rb") as file:
        return file.read(2) == REAL


class _Tab(Worksheet):
    """A tab of openpyxl's that is made of its values once somebody looks at them or changes them."""

    def __init__(self, parent, held):
        _WorkbookChild.__init__(self, parent, held.name)
        self.held = held

    def __getattr__(self, name):
        """Make the tab, since something of it is asked for that is not there yet."""
        if "_cells" in self.__dict__ or name.startswith("__"):
            raise AttributeError(name)
        self._setup()
        for row, values in enumerate(self.held.rows, 1):
            for column, value in enumerate(values, 1):
                if type(value) is int or (type(value) is str and value[:1] not in "=+-@"):
                    cell = self._cells[row, column] = Cell(self, row, column)
                    cell._value, cell.data_type = value, "n" if type(value) is int else "s"
                elif value is not None:
                    set_cell(self, row, column, value)
            self._current_row = row
        for top, left, bottom, right in self.held.merged:
            self.merge_cells(None, top, left, bottom, right)
        return getattr(self, name)

    def values_held(self):
        """The values, as a book has them."""
        if "_cells" not in self.__dict__:
            return replace(self.held, name=self.title)
        return sheet_of(self)


def load(path):
    """A workbook, real or not, as openpyxl has it."""
    if _is_real(path):
        return load_workbook(path)
    workbook = Workbook()
    workbook.remove(workbook.active)
    for sheet in _unpacked(path.read_bytes()).sheets.values():
        workbook._add_sheet(_Tab(workbook, sheet))
    return workbook


def save(workbook, path):
    """Save what :func:`load` gave as what it was."""
    if _is_real(path):
        workbook.save(path)
        return
    tabs = (tab for tab in workbook.worksheets if not is_pattern(tab.title))
    held = (tab.values_held() if isinstance(tab, _Tab) else sheet_of(tab) for tab in tabs)
    path.write_bytes(_packed(_normal(Book(path.name, {sheet.name: sheet for sheet in held}))))


def keep_values_only(path):
    """Make a real workbook one of values, which are played on in the rest of this test."""
    Mode.on_files = False
    path.write_bytes(_packed(_normal(FileHost(path).read())))


def _normal(book):
    """The book as a file would give it back, with nothing in cells that hold nothing."""
    for sheet in book.sheets.values():
        for row in sheet.rows:
            row[:] = [None if value == "" else value for value in row]
        sheet.rows[:] = trimmed(sheet.rows)
    return book


def _template(path):
    key = path.name, spoken().language
    if key not in _templates:
        _templates[key] = FileHost(path).read()
    return _templates[key]


class ValuesHost(FileHost):
    """A host of workbooks that hold values and nothing else; of real files as of real files.

    The commands are given it instead of a :class:`FileHost`: ``main`` is run with it as ``obj``.
    """

    def __init__(self, path, template=None):
        super().__init__(path, template)
        self._of_values = None

    def read(self):
        """The workbook: a new one as the test wants it, another as it is."""
        self._of_values = self.path.suffix == ".xlsx" and (
            not Mode.on_files if self._template else self.path.exists() and not _is_real(self.path)
        )
        if not self._of_values:
            return super().read()
        if self._template:
            self._known, book = None, _template(self._template)
        else:
            data = self.path.read_bytes()
            self._known, book = safe_file.fingerprint(data), _unpacked(data)
        self.book = replace(book, name=self.name)
        return self.book

    def write(self, changes):
        """Replace the file by one with the changed values, by the rules of all files."""
        if self._of_values is None:
            self.read()
        if not self._of_values:
            super().write(changes)
            return
        meant = with_changes(self.book, changes)

        def verify(path):
            written = _unpacked(path.read_bytes())
            assert list(written.sheets) == list(meant.sheets)
            assert all(has_same_values(written.sheets[n], meant.sheets[n]) for n in meant.sheets)

        safe_file.replace_file(self.path, self._known, _packed(meant), verify, self.occasion)
        self._of_values, self.book, self.has_written = None, meant, True
