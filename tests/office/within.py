"""The part that runs inside LibreOffice for tests and benchmarks: documents, clicks, faults, by lines of JSON."""

from __future__ import annotations

import base64
import json
import pickle
import sys
import traceback
from datetime import datetime
from importlib import import_module
from pathlib import Path
from time import perf_counter, process_time

import uno
import unohelper
from com.sun.star.task import XJob

FILTERS = {".xlsx": "Calc MS Excel 2007 XML", ".ods": "calc8"}
OURS = "libreoffice"
"""In the names of the files whose calls are counted."""


class Fault(Exception):
    """What LibreOffice says when it does not want to."""


def values(**named):
    """Named values as LibreOffice takes them."""
    return tuple(
        uno.createUnoStruct("com.sun.star.beans.PropertyValue", name, 0, value, 0)
        for name, value in named.items()
    )


class Within(unohelper.Base, XJob):
    """Documents that are open, and what is done to them."""

    def __init__(self, context):
        self._desktop = context.ServiceManager.createInstanceWithContext(
            "com.sun.star.frame.Desktop", context
        )
        self._document = None

    def execute(self, arguments):
        """Answer a line of JSON with another one."""
        (given,) = arguments
        if given.Name == "path":
            sys.path[:0] = given.Value
            sys.modules["lxml"] = None  # the extension brings none along
            return ""
        try:
            asked = json.loads(given.Value)
            value = getattr(self, asked.pop("do"))(**asked)
        except Exception:  # noqa: BLE001  the test is told
            return json.dumps({"error": traceback.format_exc()})
        return json.dumps({"value": value})

    def _host(self):
        from xlplugin.hosts.libreoffice.host import LibreOfficeHost  # noqa: PLC0415  (found by now)

        return LibreOfficeHost(self._document)

    def open(self, path, **how):
        """Open a workbook as the only one; gives the seconds that it took."""
        start = perf_counter()
        if self._document is not None:
            self._document.close(True)  # noqa: FBT003  (no other way to say it)
        url = Path(path).as_uri()
        self._document = self._desktop.loadComponentFromURL(url, "_blank", 0, values(**how))
        self._document.UndoManager.clear()
        return perf_counter() - start

    def save(self, path, *, stays=False):
        """Save the document under another name; go on with the one that it was, unless it ``stays``."""
        how = values(FilterName=FILTERS[Path(path).suffix])
        store = self._document.storeAsURL if stays else self._document.storeToURL
        store(Path(path).as_uri(), how)

    def saved(self, source, path, *, is_clicked=False):
        """Open a workbook beside the other and save it as LibreOffice does; that is in front no more.

        With ``is_clicked`` its first style and spare columns are as after any click.
        """
        url = Path(source).as_uri()
        opened = self._desktop.loadComponentFromURL(url, "_blank", 0, ())
        if is_clicked:
            from xlplugin.hosts.libreoffice.columns import forget_spare_columns  # noqa: PLC0415
            from xlplugin.hosts.libreoffice.looks import clear_first_style  # noqa: PLC0415

            clear_first_style(opened)
            forget_spare_columns(opened)
        opened.storeToURL(Path(path).as_uri(), values(FilterName=FILTERS[Path(path).suffix]))
        opened.close(True)  # noqa: FBT003  (no other way to say it)

    def click(self, action, arguments=(), named=None, when=None, fault=0):
        """Do an action; gives what it says, and the seconds that it took.

        With ``fault`` the call of that number that a change makes fails.
        """
        from xlplugin.ground.problems import ERRORS  # noqa: PLC0415  (as above)
        from xlplugin.workbook.engine_errors import error_text  # noqa: PLC0415  (as above)

        host = self._host()
        module, _, name = action.partition(":")
        run = getattr(import_module(module), name)
        start, done = process_time(), {}
        failing = Failing(host, fault) if fault else None
        try:
            result = run(host, *arguments, when=datetime.fromisoformat(when), **named or {})
            told = [list(getattr(result, "warnings", [])), getattr(result, "tab", "")]
            done = {"told": told}
        except ERRORS as error:
            done = {"refused": [type(error).__name__, error_text(error)]}
        finally:
            sys.settrace(None)
        calls = failing.calls if failing else 0
        return done | {"seconds": process_time() - start, "calls": calls}

    def press(self, verb, answers, when, at=None):
        """Select cells of a tab, if asked, and do what a button does; gives what it says."""
        from xlplugin.doors.clicks import VERBS  # noqa: PLC0415  (found by now)
        from xlplugin.ground.problems import ERRORS  # noqa: PLC0415  (as above)
        from xlplugin.workbook.engine_errors import error_text  # noqa: PLC0415  (as above)

        if at:
            self._select(*at)
        try:
            result = VERBS[verb](self._host(), datetime.fromisoformat(when), *answers)
        except ERRORS as error:
            return {"refused": [type(error).__name__, error_text(error)]}
        problems = list(map(str, result.problems))
        return {"told": [result.message, list(result.warnings), result.tab, problems]}

    def _select(self, tab, cells):
        sheet = self._document.Sheets.getByName(tab)
        selected = self._document.createInstance("com.sun.star.sheet.SheetCellRanges")
        for row, column in cells:
            cell = sheet.getCellByPosition(column - 1, row - 1)
            selected.addRangeAddress(cell.RangeAddress, False)  # noqa: FBT003  (as above)
        self._document.CurrentController.setActiveSheet(sheet)
        self._document.CurrentController.select(selected)

    def begin(self, ruleset, names, settings, when):
        """Make the document a new event."""
        from engine import ruleset_named  # noqa: PLC0415  (found by now)
        from engine.model import Player  # noqa: PLC0415  (as above)
        from xlplugin.verbs.new_event import start_event  # noqa: PLC0415  (as above)

        players = [Player(0, name) for name in names]
        rules, moment = ruleset_named(ruleset), datetime.fromisoformat(when)
        start_event(self._host(), rules, players, settings, when=moment)

    def book(self):
        """The workbook as the host reads it."""
        book = self._host().read()
        return base64.b64encode(pickle.dumps(book)).decode()

    def tabs(self):
        """Every tab with whether it is shown, and the one in front."""
        sheets = [(sheet.Name, sheet.IsVisible) for sheet in self._document.Sheets]
        return [sheets, self._document.CurrentController.ActiveSheet.Name]

    def type(self, tab, cells):
        """Type into cells, by row and column from 1."""
        sheet = self._document.Sheets.getByName(tab)
        for row, column, value in cells:
            cell = sheet.getCellByPosition(column - 1, row - 1)
            if isinstance(value, str) and not value.startswith("="):
                cell.setString(value)
            elif isinstance(value, str):
                cell.setFormula(value)
            elif value is None:
                cell.clearContents(1 | 2 | 4 | 16)
            else:
                cell.setValue(value)

    def undo(self, action="undo"):
        """Undo a step, or redo it; gives the names of those that can be undone still."""
        getattr(self._document.UndoManager, action)()
        return self._document.UndoManager.getAllUndoActionTitles()

    def steps(self):
        """The names of the steps that can be undone, the newest first."""
        return self._document.UndoManager.getAllUndoActionTitles()

    def run(self, lines):
        """Do to the document and the host what Python says; gives ``result``."""
        scope = {"document": self._document, "host": self._host(), "uno": uno}
        exec(lines, scope)  # noqa: S102  (of the test itself)
        return scope.get("result")


class Failing:
    """Let the call of some number fail, of those that our files make while a click is written."""

    def __init__(self, host, number):
        self.calls, self._number, self._write = 0, number, host.write
        host.write = self._written

    def _written(self, changes):
        sys.settrace(self._called)
        try:
            self._write(changes)
        finally:
            sys.settrace(None)

    def _called(self, frame, event, _argument):
        name = frame.f_code.co_name
        if OURS in frame.f_code.co_filename and name not in LEFT_OUT:
            self.calls += 1
            if self.calls == self._number:
                sys.settrace(None)
                message = "LibreOffice is busy"
                raise Fault(message)


LEFT_OUT = frozenset((
    "_take_back", "_paused", "_told_by", "_not_answering", "_half_done", "one_step", "<genexpr>",
    "<listcomp>", "<dictcomp>", "<lambda>", "write", "_written", "__init__", "undo", "redo",
    "_forget", "no_step",
))  # fmt: skip
"""What takes back, and what is no step of its own."""


def getComponentFactory(name, _manager, _key):  # noqa: N802  (LibreOffice asks for it by this name)
    """What LibreOffice makes the part by."""
    helper = unohelper.ImplementationHelper()
    helper.addImplementation(Within, name, ())
    return helper.getComponentFactory(name, None, _manager)
