"""The program that a click in desktop Excel starts: quickly, and with nobody else's files."""

from __future__ import annotations

import re
import subprocess
import sys
from types import SimpleNamespace

import pytest
import xlwings as xw
from xlwings import utils

from xlplugin import from_excel
from xlplugin.doors import buttons
from xlplugin.templates.from_list import SOURCE

EVIL = "open(__file__ + '.taken', 'w').close()"


def _run(*arguments, folder):
    """A new Python, started in a folder."""
    return subprocess.run(
        [sys.executable, "-P", *arguments], cwd=folder, capture_output=True, text=True, check=False
    )


def test_a_click_does_not_import_what_it_does_not_need(tmp_path):
    """Tables, pictures and plots take most of the time that xlwings needs to start."""
    names = sorted(from_excel.NOT_NEEDED)
    code = (
        "import sys; from xlplugin import from_excel; from_excel._leave_out(from_excel.NOT_NEEDED);"
        "from xlplugin.doors import buttons;"
        "print(sorted(n for n in from_excel.NOT_NEEDED if sys.modules.get(n, 0) is None),"
        "'openpyxl' in sys.modules, 'xlwings' in sys.modules)"
    )
    run = _run("-c", code, folder=tmp_path)
    assert run.stdout.strip() == f"{names} False True", run.stderr


def test_nothing_that_lies_where_excel_was_started_is_imported(tmp_path):
    """A folder of downloads may hold files with the names of our modules and of xlwings."""
    for name in ("xlplugin", "engine", "xlwings", "re", "json"):
        (tmp_path / f"{name}.py").write_text(EVIL, encoding="ascii")
    run = _run("-m", "xlplugin.from_excel", "pair", "--wb=event.xlsm", folder=tmp_path)
    assert not [*tmp_path.glob("*.taken")]
    assert run.returncode != 0  # there is no Excel here that has called
    assert "Book.caller()" in run.stderr
    _run("-c", "import sys; sys.path.insert(0, ''); import xlplugin", folder=tmp_path)
    assert [*tmp_path.glob("*.taken")]  # they would have been


def test_a_click_does_what_its_verb_says(monkeypatch):
    """The verb goes on to the button of that name."""
    clicked = []
    monkeypatch.setattr(buttons, "click", lambda *what: clicked.append(what))
    monkeypatch.setattr(xw.Book, "caller", lambda: "the book that calls")
    from_excel.main("standings")
    assert clicked == [("standings", "the book that calls")]


def test_an_answer_goes_with_its_verb(monkeypatch):
    """What was typed where the macro asked stands behind the verb."""
    clicked = []
    monkeypatch.setattr(buttons, "click", lambda *what: clicked.append(what))
    monkeypatch.setattr(xw.Book, "caller", lambda: "the book that calls")
    from_excel.main("move:12")
    assert clicked == [("move", "the book that calls", "12")]


class Books(dict):
    """Workbooks that Excel on macOS has open, by name."""

    def __iter__(self):
        """One after the other, as xlwings does."""
        return iter([SimpleNamespace(name=name) for name in [*super().__iter__()]])


def test_on_macos_the_workbook_is_found_however_its_accents_are_written(monkeypatch):
    """A file is called ``Łódź`` with signs of their own for the accents, the workbook without."""
    book = SimpleNamespace(
        app=SimpleNamespace(books=Books({"Other.xlsm": 1, "\u0141\xf3d\u017a.xlsm": 2}))
    )
    monkeypatch.setattr(sys, "argv", ["-c", "--wb=\u0141o\u0301dz\u0301.XLSM", "--from_xl=1"])
    assert from_excel._calling_on_mac(book.app.books) == 2


def test_on_macos_a_workbook_out_of_reach_is_told_in_one_sentence(monkeypatch):
    """Whatever goes wrong before there is a workbook, nobody sees a traceback."""
    monkeypatch.setattr(sys, "platform", from_excel.MACOS)
    with pytest.raises(SystemExit, match="cannot reach the workbook"):
        from_excel.main("pair")


def test_on_macos_no_folder_is_added_to_where_modules_are_looked_for(monkeypatch):
    """What goes to the script of xlwings in place of folders names none; it runs in the root folder."""
    (folders,) = re.findall(r'parameters = "([^|]*)\|', SOURCE.read_text(encoding="ascii"))
    before = [*sys.path]
    monkeypatch.setattr(sys, "path", [*before])
    utils.prepare_sys_path(folders)
    assert sys.path == before
