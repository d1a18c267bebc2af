"""Imports go one way, no file is too long: the layers are those of the table in docs/developers.md."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections import defaultdict
from fnmatch import fnmatch
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import engine
import xlplugin

ROOT = Path(__file__).parent.parent.parent
PACKAGES = (engine, xlplugin)
MOST_LINES = 400


def files():
    """Every file of the packages by its path in the project, in the source tree or installed."""
    places = {package.__name__: Path(package.__file__).parent for package in PACKAGES}
    return {
        f"{name}/{path.relative_to(place).as_posix()}": path
        for name, place in places.items()
        for path in sorted(place.rglob("*.py"))
        if path.relative_to(place).parts[0] not in ("samples", "templates")
    }


def module_of(name):
    """The module of a file's path."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def statements(path):
    """Every ``import`` and ``if`` of a file, nested ones included."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [n for n in ast.walk(tree) if isinstance(n, ast.Import | ast.ImportFrom | ast.If)]


def imported(name, path):
    """Every import of the file, nested ones included: a module, and what may be one inside it."""
    package = module_of(name) if path.name == "__init__.py" else module_of(name).rpartition(".")[0]
    modules = set()
    for node in statements(path):
        match node:
            case ast.Import():
                modules |= {(alias.name, alias.name) for alias in node.names}
            case ast.ImportFrom():
                base = node.module or ""
                if node.level:
                    above = package.split(".")[: len(package.split(".")) - node.level + 1]
                    base = ".".join([*above, *([node.module] if node.module else [])])
                modules |= {(base, f"{base}.{alias.name}") for alias in node.names}
    return modules


FILES = files()


@cache
def all_imported():
    """What each file imports."""
    return {name: imported(name, path) for name, path in FILES.items()}


@cache
def arrows():
    """The files that each file imports."""
    at = {module_of(name): name for name in FILES}
    return {
        name: {at.get(inside) or at.get(module) for module, inside in modules} - {name, None}
        for name, modules in all_imported().items()
    }


def layers():
    """The rows of the table in docs/developers.md, lowest first: the patterns of their files."""
    text = (ROOT / "docs" / "developers.md").read_text(encoding="utf-8")
    table = text.partition("### Layers")[2].partition("\n#")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return [re.findall(r"`([^`]+)`", row) for row in rows]


LAYERS = layers()


def layer_of(name):
    """The place of a file in the table, from 0: that of the longest pattern that it matches."""
    places = [
        (len(pattern), place)
        for place, patterns in enumerate(LAYERS)
        for pattern in patterns
        if fnmatch(name, pattern + "*" * pattern.endswith("/"))
        and (pattern.endswith("/") or name.count("/") == pattern.count("/"))
    ]
    return max(places)[1] if places else None


def room_of(name):
    """The folder of a file; a file beside folders is a room of its own."""
    folder = name.rpartition("/")[0]
    if folder in ("engine", "xlplugin", "xlplugin/workbook"):
        return name
    return folder


def circle(graph):
    """Some circle of a graph, or nothing."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return " <- ".join(error.args[1])
    return ""


def test_every_file_has_a_layer():
    """The table names every room; each of its patterns is there."""
    assert [name for name in FILES if layer_of(name) is None] == []
    used = {layer_of(name) for name in FILES}
    assert [LAYERS[place] for place in range(len(LAYERS)) if place not in used] == []


def test_no_file_imports_a_higher_layer():
    """Each file imports its own layer and lower ones alone."""
    upward = {
        (name, target)
        for name, targets in arrows().items()
        for target in targets
        if layer_of(target) > layer_of(name)
    }
    assert sorted(upward) == []


def test_no_circle_of_files():
    """Every file can be read before those that import it."""
    assert circle(arrows()) == ""


def test_no_circle_of_rooms():
    """Every folder can be read before those that import it."""
    rooms = defaultdict(set)
    for name, targets in arrows().items():
        for target in targets:
            if room_of(target) != room_of(name):
                rooms[room_of(name)].add(room_of(target))
    assert circle(rooms) == ""


def test_the_ruleset_is_the_roof():
    """No pairing method, tiebreak or format knows the rulesets that use it."""
    roof = layer_of("engine/ruleset.py")
    below = [name for name in FILES if layer_of(name) < roof]
    assert len(below) > 10
    assert [name for name in below if "engine/ruleset.py" in arrows()[name]] == []


def test_no_file_is_too_long():
    """A file of one subject fits into a few screens."""
    lines = {name: path.read_text(encoding="utf-8").count("\n") for name, path in FILES.items()}
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}


OPTIONAL = [("engine/own/dutch.py", "gacrux")]
"""Imported only when a round is paired by it."""


def test_the_engine_imports_the_standard_library_alone():
    """Rules need no spreadsheet, no files and no tables; the engine runs on any Python as it is."""
    tops = {
        (name, module.partition(".")[0])
        for name, modules in all_imported().items()
        if name.startswith("engine/")
        for module, _ in modules
    }
    allowed = {"engine", *sys.stdlib_module_names}
    assert [(name, top) for name, top in sorted(tops) if top not in allowed] == OPTIONAL


PAIR_WITH_NOTHING_INSTALLED = """
import sys
sys.path.insert(0, sys.argv[1])
from engine import RULESETS, Player, Tournament, pair
roster = tuple(Player(no, f"Player {no}") for no in range(1, 12))
clubs = (frozenset(range(1, 9)),)
for ruleset in RULESETS.values():
    assert len(pair(Tournament(roster, seed="1", clubs=clubs), ruleset).tables) == 6
"""


def test_the_engine_pairs_with_nothing_installed():
    """A Python that sees no installed package, as LibreOffice's own, pairs under every ruleset."""
    place = Path(engine.__file__).parent.parent
    program = [sys.executable, "-I", "-S", "-c", PAIR_WITH_NOTHING_INSTALLED, str(place)]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_no_import_is_hidden_from_the_program():
    """An import for the type checker alone would hide a circle; of other packages it is no import."""
    hidden = [
        (name, ast.unparse(statement))
        for name, path in FILES.items()
        for node in statements(path)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for statement in node.body
        if re.match(r"(from|import) (engine|xlplugin)\b", ast.unparse(statement))
    ]
    assert hidden == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import a.b", ("a.b", "a.b")), ("from a import b", ("a", "a.b")),
        ("from . import b", ("here.sub", "here.sub.b")),
        ("from .. import cli", ("here", "here.cli")),
        ("from ..cli import main", ("here.cli", "here.cli.main")),
        ("def f():\n    import a", ("a", "a")),
    ],
)  # fmt: skip
def test_imports_of_every_form_are_seen(tmp_path, source, expected):
    """What the tests above look for is found however it is written."""
    path = tmp_path / "module.py"
    path.write_text(source, encoding="utf-8")
    assert imported("here/sub/module.py", path) == {expected}


def test_the_files_meant_are_there():
    """The tests above look at the real packages, and see a circle where there is one."""
    assert {"engine/rounds.py", "xlplugin/workbook/reading/reader.py", "xlplugin/doors/cli.py"} <= {
        *FILES
    }
    assert "engine/model.py" in arrows()["engine/rounds.py"]
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"a"}})


def test_the_command_line_starts_without_slow_libraries():
    """Pairing and standings wait for no library that they do not use."""
    program = "import json, sys, xlplugin.doors.cli; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = set(json.loads(done.stdout))
    assert "xlplugin.doors.cli" in loaded
    assert loaded & {"pandas", "xlwings"} == set()


VARIANTS = {
    "engine/rulesets/nisei_amalfi.py": {"engine/rulesets/nisei_swiss.py"},
    "engine/rulesets/nisei_single_sided.py": {"engine/rulesets/nisei_swiss.py"},
}
"""Rulesets whose document says that they are another one with changes."""


def test_a_ruleset_imports_no_other_ruleset():
    """A revised document must not change another ruleset: what several have is in ``shared``."""
    written = engine.RULESETS.keys() - {"own"}
    rulesets = {f"engine/rulesets/{name.replace('-', '_')}.py" for name in written}
    assert rulesets < FILES.keys()
    room = {name for name in FILES if name.startswith("engine/rulesets/")}
    others = {n: arrows()[n] & rulesets for n in room - {"engine/rulesets/__init__.py"}}
    assert {name: imports for name, imports in others.items() if imports} == VARIANTS


def test_one_file_imports_xlwings():
    """What it leaves to be done when Python ends is taken back there: it would end other Excels."""
    importing = {
        name
        for name, modules in all_imported().items()
        if any(m.split(".")[0] == "xlwings" for m, _ in modules)
    }
    assert importing == {"xlplugin/hosts/excel/with_xlwings.py"}
