"""The page on extending tells the truth: each change is applied to a copy, and the commands after it are run."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
COMPILING = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": ""}
"""What is compiled is kept beside its source."""


def blocks(section, kind):
    """The blocks of a kind in a section."""
    return re.findall(rf"^```{kind}\n(.*?)^```", SECTIONS[section], re.MULTILINE | re.DOTALL)


def run(command, folder):
    """Run a command line of the page in a copy of the project; what is printed."""
    words = shlex.split(command)
    variables = dict(word.split("=", 1) for word in words if re.match(r"[A-Z_]+=", word))
    program, *arguments = words[len(variables) :]
    start = [sys.executable, "-m", "xlplugin"] if program == "xlplugin" else [sys.executable]
    assert program in ("xlplugin", "python")
    return subprocess.run(
        [*start, *arguments], cwd=folder, check=False, encoding="utf-8",
        env={
            **os.environ, "PYTHONPATH": str(folder), "PYTHONUTF8": "1", **COMPILING, **variables,
        },
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ).stdout  # fmt: skip


def test_every_kind_of_extension_has_its_section():
    """From the smallest to the largest, then what is only shown."""
    assert list(SECTIONS) == [
        "A tiebreak", "An option", "A ruleset", "A match format", "A verb with command and button",
        "A standings column", "An export", "A language",
    ]  # fmt: skip


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the project, compiled once for all changes."""
    made = tmp_path_factory.mktemp("copy")
    for folder in ("engine", "xlplugin", "templates", "samples", "docs"):
        shutil.copytree(
            ROOT / folder, made / folder, ignore=shutil.ignore_patterns("*.xlsm", "*.png")
        )
    compiling = [sys.executable, "-m", "compileall", "-q", "engine", "xlplugin"]
    subprocess.run(compiling, cwd=made, env=os.environ | COMPILING, check=True)
    return made


@pytest.mark.skipif(not shutil.which("git"), reason="needs git, to apply a change")
@pytest.mark.parametrize("section", SECTIONS)
def test_an_extension_does_what_its_section_shows(section, copy, tmp_path):
    """The change applies as it stands, and every command prints what is shown; ``...`` is anything."""
    shutil.copytree(copy, tmp_path, dirs_exist_ok=True)
    for folder in ("templates", "samples"):
        (tmp_path / "xlplugin" / folder).symlink_to(tmp_path / folder, target_is_directory=True)
    change = "".join(blocks(section, "diff"))
    apply = ["git", "apply", "--unidiff-zero", "-"]
    subprocess.run(apply, cwd=tmp_path, input=change, text=True, encoding="utf-8", check=True)
    shown, printed = "".join(blocks(section, "console")), ""
    for command in re.findall(r"^\$ (.*)$", shown, re.MULTILINE):
        printed += f"$ {command}\n{run(command, tmp_path)}"
    assert shown.startswith("$ ")
    pattern = re.sub(r"([\[\]*?])", r"[\1]", shown).replace("...\n", "*")
    assert fnmatchcase(printed, pattern), printed
