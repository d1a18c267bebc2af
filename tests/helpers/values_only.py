"""A host of workbooks that hold values and nothing else.

Parsing and saving a workbook takes nearly all the time of a test that plays an event on one. What
most of these tests look at is what is said and what stands in the cells, so their files hold just
that: the commands, the backups and the files' own rules are the real ones, only openpyxl is left
out. On real files, in every run, are the tests marked ``on_files``, those of ``tests/hosts``,
``tests/live`` and ``tests/real``, and the events of version 0.1.0; ``pytest --on-files`` plays
all of them so.
"""

from __future__ import annotations

import pickle
from dataclasses import replace

from books import book_of
from openpyxl import Workbook, load_workbook

from xlplugin.hosts.closed_file import safe_file
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.parts.drawing import set_cell
from xlplugin.workbook.book import has_same_values, trimmed, with_changes

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


def load(path):
    """A workbook, real or not, as openpyxl has it."""
    if _is_real(path):
        return load_workbook(path)
    workbook = Workbook()
    workbook.remove(workbook.active)
    for name, sheet in _unpacked(path.read_bytes()).sheets.items():
        tab = workbook.create_sheet(name)
        for row, values in enumerate(sheet.rows, 1):
            for column, value in enumerate(values, 1):
                if value is not None:
                    set_cell(tab, row, column, value)
        for top, left, bottom, right in sheet.merged:
            tab.merge_cells(None, top, left, bottom, right)
    return workbook


def save(workbook, path):
    """Save what :func:`load` gave as what it was."""
    if _is_real(path):
        workbook.save(path)
        return
    path.write_bytes(_packed(_normal(book_of(workbook, path.name))))


def _normal(book):
    """The book as a file would give it back, with nothing in cells that hold nothing."""
    for sheet in book.sheets.values():
        for row in sheet.rows:
            row[:] = [None if value == "" else value for value in row]
        sheet.rows[:] = trimmed(sheet.rows)
    return book


def _template(path):
    if path.name not in _templates:
        _templates[path.name] = FileHost(path).read()
    return _templates[path.name]


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
