"""A workbook file with one finished round, and the program that works on it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from openpyxl import load_workbook

from xlplugin.doors.cli import main
from xlplugin.hosts.closed_file.backups import backups_of, folder_of

NAMES = ("Ann", "Bea", "Cal", "Dee", "Eli", "Fay", "Gus")


def _run(*arguments):
    return CliRunner().invoke(main, [str(a) for a in arguments], catch_exceptions=False)


def _files(folder):
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file()}


@pytest.fixture(scope="session")
def run():
    """Run the program; an error that nobody has foreseen comes through."""
    return _run


@pytest.fixture(scope="session")
def files():
    """Every file of a folder, with its bytes."""
    return _files


def _left_beside(path):
    """Every file and folder but the workbook and its backups."""
    folder = folder_of(path)
    return set(path.parent.rglob("*")) - {path, folder, *backups_of(path)}


@pytest.fixture(scope="session")
def left_beside():
    """What is in a workbook's folder besides the workbook and its backups."""
    return _left_beside


@pytest.fixture(scope="session")
def played_bytes(tmp_path_factory):
    """An event of seven players with one finished round and its standings, as bytes."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "roster.csv").write_text("\n".join(["Name", *NAMES]), encoding="utf-8")
    path = folder / "event.xlsx"
    made = _run(
        "new", path, "--ruleset", "nisei-swiss", "--players", folder / "roster.csv",
        "--set", "Event seed=7",
    )  # fmt: skip
    assert made.exit_code == 0, made.output
    assert _run("pair", path).exit_code == 0
    workbook = load_workbook(path)
    workbook["Players"].delete_rows(len(NAMES) + 10, 300)  # fewer spare rows are read faster
    for row in range(2, 5):
        workbook["Round 1"].cell(row, 6).value = workbook["Round 1"].cell(row, 7).value = "W"
    workbook.save(path)
    assert _run("standings", path).exit_code == 0
    return path.read_bytes()


@pytest.fixture
def workbook_path(played_bytes, tmp_path):
    """The played event as a file in a folder of its own."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(played_bytes)
    return path


@pytest.fixture
def refused(tmp_path):
    """Run a command that must refuse and leave every file alone; give back its message."""

    def check(*arguments):
        before = _files(tmp_path)
        result = _run(*arguments)
        assert result.exit_code == 1, result.output
        assert _files(tmp_path) == before
        assert "Traceback" not in result.output
        return result.stderr

    return check


@pytest.fixture
def workbook_of():
    """A workbook as openpyxl reads it, with a save of its own."""

    def opened(path):
        workbook = load_workbook(path)
        return SimpleNamespace(workbook=workbook, save=lambda: workbook.save(path))

    return opened
