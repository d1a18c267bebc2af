"""Python in WebAssembly, as xlwings Lite has it, with the wheel of this checkout."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[2]
LITE = ROOT / "templates" / "lite"
DRIVER = Path(__file__).with_name("driver.mjs")
PYODIDE = "314.0.7"
PYTHON, PLATFORM = "3.14", "pyemscripten_2026_0_wasm32"
SOURCES = ("pyproject.toml", "README.md", "LICENSE", "engine", "xlplugin", "templates", "samples")


def _missing(what):
    """Skip, or fail where everything is said to be installed."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


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
            _missing(f"{what} cannot be had: {said[what].strip()[-500:]}")


class Lite:
    """A running Python in WebAssembly."""

    def __init__(self, process):
        self._process = process

    def run(self, python, **given):
        """Run some code, which finds ``given`` as JSON; the value of its last expression."""
        self._process.stdin.write(json.dumps({"python": python, "given": given}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the Python in WebAssembly is gone; what it said is above"
        answer = json.loads(line)
        assert "error" not in answer, answer["error"]
        return answer.get("value")


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
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        _missing("Node is not here: apt-get install nodejs npm, or get it from nodejs.org")
    folder = tmp_path_factory.mktemp("lite")
    source, modules, wheels = (folder / name for name in ("source", "modules", "wheels"))
    for each in (source, modules, wheels):
        each.mkdir()
    begun = {
        "The wheel": _begin_wheel(source, folder),
        "Pyodide": _begin(
            *(npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", modules),
            f"pyodide@{PYODIDE}",
        ),
        "What templates/lite/requirements.txt asks for": _begin_pip(
            *("download", "--no-deps", "--only-binary", ":all:", "--platform", PLATFORM),
            *("--python-version", PYTHON, "--dest", wheels),
            *("--requirement", LITE / "requirements.txt"),
        ),
    }
    _finish(begun)
    wheel = next(folder.glob("xlplugin-*.whl"))
    command = [node, DRIVER, modules / "node_modules" / "pyodide", wheels]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        running = Lite(process)
        files = {f"/data/{wheel.name}": wheel, "/home/pyodide/main.py": LITE / "main.py"}
        for path, file in files.items():
            running.run(PUT, path=path, hexadecimal=file.read_bytes().hex())
        yield running
        process.stdin.close()


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
