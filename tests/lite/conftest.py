"""Python in WebAssembly as xlwings Lite has it, and the folder that organizers drop into it."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from programs import Answering, answering, missing, node, npm_install

ROOT = Path(__file__).parents[2]
DRIVER = Path(__file__).with_name("driver.mjs")
PYODIDE = "314.0.7"
PYTHON, PLATFORM = "3.14", "pyemscripten_2026_0_wasm32"
IMPORTED = "/data/personal"  # where a folder lies that is dropped into Files, Import/Export

KEEP = """
import sys
kept = {*sys.modules}, [*sys.path]
"""
FORGET = """
import importlib
import json
import shutil
modules, sys.path[:] = kept
for name in sys.modules.keys() - modules:
    del sys.modules[name]
for folder in json.loads(given)["folders"]:
    shutil.rmtree(folder, ignore_errors=True)
importlib.invalidate_caches()
"""
PUT = """
import json
from pathlib import Path
file = json.loads(given)
path = Path(file["path"])
path.parent.mkdir(parents=True, exist_ok=True)
path.write_bytes(bytes.fromhex(file["hexadecimal"]))
"""
LOAD = """
import importlib
import json
import sys
from pathlib import Path
told = json.loads(given)
sys.path.insert(0, told["folder"])
for path in sorted(Path(told["folder"]).glob("*.py")):
    importlib.import_module(path.stem)
"""


class Lite(Answering):
    """A running Python in WebAssembly."""

    dropped: list[str]

    def run(self, python, **given):
        """Run some code, which finds ``given`` as JSON; the value of its last expression."""
        return self.ask(python=python, given=given)

    def drop(self, folder, place=IMPORTED):
        """Put the files of a folder where xlwings Lite puts them."""
        self.dropped.append(place)
        for file in (path for path in folder.rglob("*") if path.is_file()):
            path = f"{place}/{file.relative_to(folder).as_posix()}"
            self.run(PUT, path=path, hexadecimal=file.read_bytes().hex())

    def restart(self, place=IMPORTED):
        """Import the personal modules, as xlwings Lite does when it starts."""
        self.run(LOAD, folder=place)


def _begin(*command):
    """Start a program that downloads or builds something."""
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    )


def _begin_download(folder, *packages):
    return _begin(
        *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
        *("--no-deps", "--only-binary", ":all:", "--platform", PLATFORM),
        *("--python-version", PYTHON, "--dest", folder, *packages),
    )


def _finish(begun):
    said = {what: program.communicate()[0] for what, program in begun.items()}
    for what, program in begun.items():
        if program.returncode:
            missing(f"{what} cannot be had: {said[what].strip()[-500:]}")


@pytest.fixture(scope="session")
def have(tmp_path_factory):
    """What a start needs: the release, Pyodide, and what Lite brings."""
    program = node()
    folder = tmp_path_factory.mktemp("lite")
    modules, brought = folder / "modules", folder / "brought"
    begun = {
        "The release": _begin(sys.executable, ROOT / "templates" / "release.py", folder),
        "Pyodide": _begin(*npm_install(modules, f"pyodide@{PYODIDE}")),
        "What xlwings Lite brings": _begin_download(brought, "xlwings"),
    }
    _finish(begun)
    (personal,) = folder.glob("xlplugin-*/personal")
    return SimpleNamespace(
        personal=personal,
        workbooks=personal.with_name("workbooks"),
        command=(program, DRIVER, modules / "node_modules" / "pyodide", brought),
    )


def _start(have):
    return answering(Lite, "the Python in WebAssembly", *have.command)


@pytest.fixture(scope="session")
def _kept(have):
    """A Python that is as it was when it started again and again, which takes seconds."""
    with _start(have) as running:
        running.run(KEEP)
        yield running


@pytest.fixture
def fresh(_kept):
    """A start with nothing dropped yet."""
    _kept.dropped = []
    yield _kept
    _kept.run(FORGET, folders=_kept.dropped)


@pytest.fixture(scope="session")
def lite(have):
    """What xlwings Lite runs once the folder has been dropped and it was restarted."""
    with _start(have) as running:
        running.dropped = []
        running.drop(have.personal)
        running.restart()
        yield running


@pytest.fixture(scope="session")
def live():
    """Give what the tests of a running Excel have: payloads, replaying, comparing."""
    folder, found = ROOT / "tests" / "live", {}
    for name in ("remote", "compared"):
        spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        found |= vars(module)
    return SimpleNamespace(**found)
