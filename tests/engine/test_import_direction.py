"""Imports go one way: the plugin knows the engine, the workbook knows no program around it."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import engine
import xlplugin

ENTRANCES = (
    "xlplugin.__main__", "xlplugin.cli", "xlplugin.buttons", "xlplugin.from_excel",
    "xlplugin.templates.lite.tournament",
)  # fmt: skip


def modules(package):
    """Give the files of a package by module name."""
    root = Path(package.__file__).parent
    found = {}
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        name = ".".join((package.__name__, *parts)).removesuffix(".__init__")
        found[name] = path
    return found


def cases(found):
    """Give one test case for each module."""
    return pytest.mark.parametrize(
        ("name", "path"), [pytest.param(name, path, id=name) for name, path in found.items()]
    )


def imported(name, path):
    """Give every module that may be what an import in the file means, nested ones included."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import():
                found |= {alias.name for alias in node.names}
            case ast.ImportFrom():
                base = node.module or ""
                if node.level:
                    above = package.split(".")[: len(package.split(".")) - node.level + 1]
                    base = ".".join([*above, *([node.module] if node.module else [])])
                found |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    return found


def within(names, *packages):
    """Give those of the modules that are one of the packages or inside it."""
    return {n for n in names if any(n == p or n.startswith(f"{p}.") for p in packages)}


ENGINE = modules(engine)
PLUGIN = modules(xlplugin)
WORKBOOK = {n: path for n, path in PLUGIN.items() if n.startswith("xlplugin.workbook")}


@cases(ENGINE)
def test_the_engine_imports_only_the_standard_library_and_the_matching_library(name, path):
    """Rules need no spreadsheet, no files and no tables."""
    tops = {module.partition(".")[0] for module in imported(name, path)}
    assert tops - sys.stdlib_module_names <= {"engine", "rustworkx"}


@cases({n: path for n, path in PLUGIN.items() if n not in ENTRANCES})
def test_nothing_imports_the_entrances(name, path):
    """The command line and the buttons stand at the outside."""
    assert within(imported(name, path), *ENTRANCES) == set()


@cases(WORKBOOK)
def test_the_workbook_imports_neither_hosts_nor_actions(name, path):
    """Sheets are data: whoever opens, saves or acts on them comes later."""
    assert within(imported(name, path), "xlplugin.hosts", "xlplugin.verbs.standings") == set()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import a.b", {"a.b"}),
        ("from a import b", {"a", "a.b"}),
        ("from . import b", {"here.sub", "here.sub.b"}),
        ("from .. import cli", {"here", "here.cli"}),
        ("from ..cli import main", {"here.cli", "here.cli.main"}),
        ("def f():\n    import a", {"a"}),
    ],
)
def test_imports_of_every_form_are_seen(tmp_path, source, expected):
    """What the tests above look for is found however it is written."""
    path = tmp_path / "module.py"
    path.write_text(source, encoding="utf-8")
    assert imported("here.sub.module", path) == expected


@pytest.mark.parametrize(
    "module", ["engine.rounds", "xlplugin.workbook.reading.reader", "xlplugin.cli"]
)
def test_the_modules_meant_are_there(module):
    """The tests above look at the real packages."""
    assert module in {**ENGINE, **PLUGIN}


@pytest.fixture(scope="module")
def loaded():
    """Give the modules that a fresh Python has loaded once it has the command line."""
    program = "import json, sys, xlplugin.cli; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(json.loads(done.stdout))


@pytest.mark.parametrize("library", ["pandas", "xlwings"])
def test_the_command_line_starts_without_slow_libraries(loaded, library):
    """Pairing and standings wait for no library that they do not use."""
    assert "xlplugin.cli" in loaded
    assert library not in loaded
