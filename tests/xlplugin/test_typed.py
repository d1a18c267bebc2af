"""Commands in messages work even where ``xlplugin`` is not on the path."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from click.testing import CliRunner

from xlplugin.doors import cli
from xlplugin.ground import typed

SCRIPTS = Path(sysconfig.get_path("scripts"))
MODULE = str(Path(typed.__file__).parents[1] / "__main__.py")
PROGRAM = "xlplugin.exe" if os.name == "nt" else "xlplugin"


@pytest.fixture
def program(monkeypatch, tmp_path):
    """Ask how xlplugin is typed, where it was started so and found there on the path."""

    def ask(started, found=None):
        monkeypatch.setattr(sys, "argv", [str(started)])
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(typed.shutil, "which", lambda _: str(found) if found else None)
        monkeypatch.setattr(typed, "_python", lambda: "PYTHON")
        return typed.program.__wrapped__()

    return ask


@pytest.mark.parametrize(
    ("started", "found", "told"),
    [
        (SCRIPTS / "xlplugin", SCRIPTS / PROGRAM, "xlplugin"),
        (Path("/tools/xlplugin"), Path("/tools") / PROGRAM, "xlplugin"),
        (MODULE, SCRIPTS / PROGRAM, "xlplugin"),
        (MODULE, None, str(SCRIPTS / "xlplugin")),
        (SCRIPTS / "xlplugin", None, str(SCRIPTS / "xlplugin")),
        (SCRIPTS / "xlplugin", Path("/elsewhere") / PROGRAM, str(SCRIPTS / "xlplugin")),
        ("/somewhere/pytest", None, "xlplugin"),
    ],
)
def test_the_name_alone_only_where_it_starts_this_program(program, started, found, told):
    """Another xlplugin on the path is not this one; then its place is named."""
    assert program(started, found) == told


def test_a_python_without_the_program_is_told_not_to_look_around(program, monkeypatch, tmp_path):
    """What lies in the folder of the terminal is not imported by what a message tells to type."""
    monkeypatch.setattr(typed.sysconfig, "get_path", lambda _: str(tmp_path))
    assert program(MODULE) == "PYTHON -P -m xlplugin"


@pytest.mark.parametrize(
    ("pythons", "told"),
    [
        ({"3.12": "C:\\Python312\\"}, "py"),
        ({"3.12": "c:\\python312", "3.14": "C:\\Users\\Ann\\Python"}, "py -3.12"),
        ({"3.14": "C:\\Users\\Ann\\Python"}, None),
    ],
)
def test_several_pythons_on_windows_are_told_apart(pythons, told):
    """``py`` alone would start the newest one; one of Conda it cannot start at all."""
    assert typed.launcher_of(r"C:\Python312", pythons) == told


def test_files_with_spaces_are_quoted():
    """The command can be copied as it stands."""
    quote = '"' if os.name == "nt" else "'"
    line = f"xlplugin pair {quote}spring cup.xlsx{quote}"
    assert typed.command("pair", "spring cup.xlsx") == line


def as_module(folder, *arguments):
    """Run ``python -m xlplugin`` in a folder, with nothing else on the path."""
    path = {"PATH": os.environ["PATH"] if os.name == "nt" else "/usr/bin:/bin"}
    done = subprocess.run(
        [sys.executable, "-m", "xlplugin", *arguments],
        cwd=folder,
        env={**os.environ, **path},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def test_python_starts_it_as_a_module(tmp_path):
    """Every message names what was typed, not a program that is not there."""
    done = as_module(tmp_path, "new", "event.xlsx", "--ruleset", "trc")
    assert done.returncode == 0, done.stderr
    assert "bin/xlplugin pair event.xlsx" in done.stdout.replace("Scripts\\", "bin/")
    told = as_module(tmp_path, "pair", "--help").stdout
    assert f"{SCRIPTS / 'xlplugin'} pair event.xlsx" in " ".join(told.split())
    assert as_module(tmp_path, "pair", "event.xlsx", "--nonsense").returncode == 2


def test_examples_name_the_program_once(monkeypatch):
    """However often the help is shown."""
    monkeypatch.setattr(cli.typed, "program", lambda: "py -m xlplugin")
    for command in (cli.main, *cli.main.commands.values()):
        monkeypatch.setattr(command, "epilog", command.epilog)
    for _ in range(2):
        told = CliRunner().invoke(cli.main, ["pair", "--help"]).stdout
        assert "Example: py -m xlplugin pair event.xlsx" in told
        told = CliRunner().invoke(cli.main, ["--help"]).stdout
        assert "Start with: py -m xlplugin demo." in told
