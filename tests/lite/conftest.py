"""Python in WebAssembly, as xlwings Lite has it, with the wheel of this checkout."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from programs import Answering, answering, missing, node, npm_install

ROOT = Path(__file__).parents[2]
LITE = ROOT / "templates" / "lite"
DRIVER = Path(__file__).with_name("driver.mjs")
PYODIDE = "314.0.7"
PYTHON, PLATFORM = "3.14", "pyemscripten_2026_0_wasm32"
SOURCES = ("pyproject.toml", "README.md", "LICENSE", "engine", "xlplugin", "templates", "samples")


def _begin(*command):
    """Start a program that downloads or builds something."""
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    )


def _begin_pip(*arguments):
    quiet = ("--quiet", "--disable-pip-version-check")
    return _begin(sys.executable, "-m", "pip", *arguments, *quiet)


def _finish(begun):
    said = {what: program.communicate()[0] for what, program in begun.items()}
    for what, program in begun.items():
        if program.returncode:
            missing(f"{what} cannot be had: {said[what].strip()[-500:]}")


class Lite(Answering):
    """A running Python in WebAssembly."""

    def run(self, python, **given):
        """Run some code, which finds ``given`` as JSON; the value of its last expression."""
        return self.ask(python=python, given=given)


def _begin_wheel(source, folder):
    """Build the wheel of this checkout, from a copy, so that nothing is left behind here."""
    for name in SOURCES:
        if (ROOT / name).is_dir():
            leave = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, source / name, ignore=leave)
        else:
            shutil.copy(ROOT / name, source)
    return _begin_pip("wheel", "--no-deps", "--wheel-dir", folder, source)


@pytest.fixture(scope="session")
def lite(tmp_path_factory):
    """Start what xlwings Lite runs: its requirements installed, the wheel imported as a file."""
    program = node()
    folder = tmp_path_factory.mktemp("lite")
    source, modules, wheels = (folder / name for name in ("source", "modules", "wheels"))
    for each in (source, modules, wheels):
        each.mkdir()
    begun = {
        "The wheel": _begin_wheel(source, folder),
        "Pyodide": _begin(*npm_install(modules, f"pyodide@{PYODIDE}")),
        "What templates/lite/requirements.txt asks for": _begin_pip(
            *("download", "--no-deps", "--only-binary", ":all:", "--platform", PLATFORM),
            *("--python-version", PYTHON, "--dest", wheels),
            *("--requirement", LITE / "requirements.txt"),
        ),
    }
    _finish(begun)
    wheel = next(folder.glob("xlplugin-*.whl"))
    command = (program, DRIVER, modules / "node_modules" / "pyodide", wheels)
    with answering(Lite, "the Python in WebAssembly", *command) as running:
        files = {f"/data/{wheel.name}": wheel, "/home/pyodide/main.py": LITE / "main.py"}
        for path, file in files.items():
            running.run(PUT, path=path, hexadecimal=file.read_bytes().hex())
        yield running


PUT = """
import json
from pathlib import Path
file = json.loads(given)
path = Path(file["path"])
path.parent.mkdir(exist_ok=True)
path.write_bytes(bytes.fromhex(file["hexadecimal"]))
"""


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
