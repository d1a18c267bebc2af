"""The files that organizers download: the wheel, the folder for xlwings Lite, blank workbooks, and instructions."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from email import message_from_string
from pathlib import Path

import pytest

from engine import RULESETS
from xlplugin.doors.cli import main
from xlplugin.templates import in_lite

from programs import missing

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "templates"


def _run(*arguments):
    command = [sys.executable, TEMPLATES / "release.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder of the release, made over that of an earlier one; the ZIP lies beside it."""
    out = tmp_path_factory.mktemp("out")
    before = sorted(path.name for path in ROOT.iterdir())
    for _ in range(2):
        done = _run(out)
        if done.returncode:
            missing(f"pip cannot build the wheel: {done.stderr[-500:]}")
        (made,) = (path for path in out.iterdir() if path.is_dir())
        assert done.stdout == f"{made}.zip\n"
        left = made / "workbooks" / "of an earlier one.xlsx"
        assert not left.exists()
        left.touch()
    left.unlink()
    assert sorted(path.name for path in ROOT.iterdir()) == before  # it leaves nothing behind
    return made


@pytest.fixture(scope="module")
def text(folder):
    """What README.txt says."""
    return (folder / "README.txt").read_bytes().decode("ascii")


def _files(folder):
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def test_the_zip_is_what_is_in_the_folder(folder):
    """*Extract All* makes a folder of its name: with another one inside, that would be two."""
    with zipfile.ZipFile(f"{folder}.zip") as archive:
        unpacked = {n: archive.read(n) for n in archive.namelist() if not n.endswith("/")}
    assert unpacked == _files(folder)


def test_the_release_has_what_it_says(folder):
    """The wheel twice, the extension, the scripts, a workbook for each ruleset, and the text.

    Macro workbooks are made by ``new``: Excel blocks the macros of those that were downloaded.
    """
    wheel = f"{folder.name}-py3-none-any.whl"
    files = _files(folder)
    workbooks = {f"workbooks/{name}.xlsx" for name in RULESETS}
    personal = {f"personal/{wheel}", "personal/tournament.py"}
    extension = f"{folder.name}.oxt"
    assert set(files) == {"README.txt", wheel, extension, *personal, *workbooks}
    assert files[wheel] == files[f"personal/{wheel}"]
    assert files["personal/tournament.py"] == (TEMPLATES / "lite" / "tournament.py").read_bytes()
    text = in_lite.script()
    for name in workbooks:
        template = (TEMPLATES / Path(name).name).read_bytes()
        assert files[name] == in_lite.workbook_for_lite(template, text)


def test_the_wheel_has_both_packages_and_their_files(folder):
    """It is of the version that the names say, and needs nothing of the checkout."""
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as archive:
        names = archive.namelist()
        (about,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        metadata = message_from_string(archive.read(about).decode())
    assert folder.name == f"xlplugin-{metadata['Version']}"
    assert {"engine/__init__.py", "xlplugin/doors/buttons.py"} <= set(names)
    assert {f"xlplugin/templates/{name}.xlsm" for name in RULESETS} <= set(names)


def test_the_text_names_what_is_there(folder, text):
    """Every file, folder and ruleset that it names exists, and none is left out."""
    assert "VERSION" not in text
    named = set(re.findall(r'"(\w+)"', text)) & {path.name for path in folder.iterdir()}
    assert named == {"personal", "workbooks"}
    assert set(re.findall(r"\S+\.whl", text)) == {path.name for path in folder.glob("*.whl")}
    listed = re.findall(r"^    (\S+) {2,}(.+)\r$", text, re.MULTILINE)
    assert listed == [(ruleset.name, ruleset.title) for ruleset in RULESETS.values()]


def test_the_commands_of_the_text_are_commands(text):
    """What is to be typed exists."""
    typed = re.findall(r"[\\/]xlplugin (\w+)", text)
    assert len(typed) == 6
    assert set(typed) <= set(main.commands)


def test_without_a_folder_it_says_what_to_type():
    """Whoever runs it bare is not left with a traceback."""
    done = _run()
    assert done.returncode == 2
    assert done.stderr.startswith("usage: release.py [-h]")
    assert done.stderr.endswith("the following arguments are required: OUT\n")
