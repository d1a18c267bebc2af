"""Files beside a workbook are not run, although Python looks for libraries where the terminal is."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import engine
import xlplugin
from xlplugin.ground import machine

pytestmark = pytest.mark.slow  # each starts programs
START = "import sys\nfrom xlplugin.doors.cli import main\nif __name__ == '__main__':\n    sys.exit(main())\n"
COMMANDS = (
    "doctor event.xlsx",
    "plan --ruleset trc --players 8 --rounds 2 --events 60 --processes 2 --seed 1",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a program in its ``.venv``, as the README has it, a workbook, and traps of every name."""
    folder = tmp_path_factory.mktemp("event")
    venv.create(folder / ".venv", symlinks=True)
    library = sysconfig.get_path("purelib", vars={"base": str(folder / ".venv")})
    for package in (engine, xlplugin):
        for place in package.__path__:
            for part in [Path(place)] if place == package.__path__[0] else Path(place).glob("*s/"):
                Path(library, part.name).symlink_to(part)
    Path(library, "others.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    (folder / ".venv" / "bin" / "xlplugin").write_text(START, encoding="utf-8")
    sample = Path(__file__).parents[2] / "samples" / "trc-13.xlsx"
    (folder / "event.xlsx").write_bytes(sample.read_bytes())
    Path(library, "first.py").write_text("import sys\nprint(*sys.modules)\n", encoding="utf-8")
    names = {
        *sys.stdlib_module_names, *packages_distributions(), "engine", "xlplugin",
        "typing_extensions",
    }  # fmt: skip
    for name in filter(str.isidentifier, names):
        trap = f"open({str(folder / name)!r} + '.sprung', 'w').close()\n"
        (folder / f"{name}.py").write_text(trap, encoding="utf-8")
    return folder


def run(folder, *words):
    """Run the Python of the folder there; which traps were sprung."""
    free = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [".venv/bin/python", *words],
        cwd=folder,
        env=free,
        capture_output=True,
        text=True,
        check=False,
    )
    sprung = sorted(path.stem for path in folder.glob("*.sprung"))
    for name in sprung:
        (folder / f"{name}.sprung").unlink()
    return done, sprung


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize("words", COMMANDS, ids=COMMANDS)
def test_no_planted_file_is_run(folder, words):
    """Neither by the program that is installed nor by the processes that work for it."""
    done, sprung = run(folder, ".venv/bin/xlplugin", *words.split())
    assert (done.stderr, sprung, done.returncode) == ("", [], 0)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize("words", COMMANDS[1:], ids=COMMANDS[1:])
def test_a_module_without_the_option_guards_itself(folder, words):
    """From its first line on: what Python itself imports before cannot be guarded from here."""
    before = {name.partition(".")[0] for name in run(folder, "-P", "-m", "first")[0].stdout.split()}
    for path in filter(Path.exists, (folder / f"{name}.py" for name in {*before, "xlplugin"})):
        path.rename(path.with_suffix(".away"))
    try:
        done, sprung = run(folder, "-m", "xlplugin", *words.split())
    finally:
        for path in folder.glob("*.away"):
            path.rename(path.with_suffix(".py"))
    assert (done.stderr, sprung, done.returncode) == ("", [], 0)


def test_a_python_that_is_asked_looks_at_no_file_beside_it():
    """As setup and doctor ask the one that the buttons call."""
    answer = machine._run((sys.executable, "-c", "import sys; print(sys.flags.safe_path)"))
    assert answer.out == "True\n"
