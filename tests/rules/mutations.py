"""Break each function that a rule names in small ways, and see whether the rule's tests notice.

It prints the page ``docs/rules-mutations.md``; it takes about twenty minutes on two cores::

    python tests/rules/mutations.py

What was found of a function is kept in ``.mutations.json`` as long as its file and the tests of
its rules stay as they are, so that a run that was interrupted goes on where it was. With
``--survivors`` the changes that no test noticed are listed, with words as arguments only the
functions with one of them in their names are looked at, and with ``--anew`` nothing kept is used.

Each change is made to a copy of the file's syntax tree, in a process of its own that has the
libraries already, and the tests are run in that process.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import importlib.util
import json
import os
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import NamedTuple

from changes import Change, changes, definition, with_helpers

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "rules-mutations.md"
KEPT = ROOT / ".mutations.json"
COMMAND = "python tests/rules/mutations.py"
MOST, MORE_PER_CLAUSE, AT_MOST = 6, 2, 28
PATIENCE = 25


class Target(NamedTuple):
    """A function, class or table that rules name, with the rules and their tests."""

    name: str
    path: Path
    clauses: tuple[str, ...]
    tests: tuple[str, ...]


def load_clauses() -> Sequence:
    """The rules, from the file beside this one."""
    place = Path(__file__).with_name("clauses.py")
    spec = importlib.util.spec_from_file_location("clauses", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.CLAUSES


def file_of(module: str) -> Path:
    """The file of a module."""
    path = ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def targets(clauses: Sequence) -> list[Target]:
    """Everything that rules name as what decides them."""
    naming = defaultdict(list)
    for clause in clauses:
        if clause.kind != "people":
            for where in clause.where.split(", "):
                naming[where].append(clause)
    return [
        Target(
            where,
            file_of(where.partition(":")[0]),
            tuple(clause.id for clause in named),
            tuple(sorted({test for clause in named for test in clause.tests})),
        )
        for where, named in naming.items()
    ]


# The changes


def count_of(target: Target) -> list[tuple[int, str]]:
    """The changes to make to a target, as line and text: all of them, or some spread over it."""
    return [(change.line, change.what) for _, change in _chosen(target, ast_of(target.path))]


def ast_of(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def _chosen(target: Target, tree: ast.Module) -> list[tuple[int, Change]]:
    node = definition(tree, target.name.partition(":")[2])
    nodes = with_helpers(tree, node) if isinstance(node, ast.FunctionDef | ast.ClassDef) else [node]
    every = list(enumerate(changes(nodes)))
    most = min(AT_MOST, MOST + MORE_PER_CLAUSE * (len(target.clauses) - 1))
    if len(every) <= most:
        return every
    return [every[place * len(every) // most] for place in range(most)]


# Running the tests with a change


class _Mutated(SourceFileLoader):
    """A loader that gives a module another syntax tree."""

    def __init__(self, name: str, path: Path, tree: ast.Module) -> None:
        super().__init__(name, str(path))
        self.tree = tree

    def get_code(self, fullname: str) -> object:
        return compile(self.tree, self.path, "exec")


class _Finder:
    """Finds one module, the changed one."""

    def __init__(self, name: str, path: Path, tree: ast.Module) -> None:
        self.name, self.path, self.tree = name, path, tree

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> object:
        if name != self.name:
            return None
        loader = _Mutated(name, self.path, self.tree)
        inside = [str(self.path.parent)] if self.path.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(
            name, self.path, loader=loader, submodule_search_locations=inside
        )


class _Failures:
    """A pytest plugin that writes down which tests failed."""

    def __init__(self) -> None:
        self.failed: set[str] = set()
        self.broken = False

    def pytest_runtest_logreport(self, report) -> None:
        """A test that failed, whatever its parameters."""
        if report.failed:
            self.failed.add(report.nodeid.partition("[")[0])

    def pytest_collectreport(self, report) -> None:
        """A file that cannot be read any more."""
        self.broken = self.broken or report.failed


def failures_with(target: Target, number: int | None) -> list[str]:
    """The tests of a target's rules that fail with one of its changes, or without any."""
    import pytest  # noqa: PLC0415  (here already)

    if number is not None:
        tree = ast_of(target.path)
        every = dict(_chosen(target, tree))
        every[number].make()
        sys.meta_path.insert(
            0, _Finder(target.name.partition(":")[0], target.path, ast.fix_missing_locations(tree))
        )
    plugin = _Failures()
    alone = ["-x"] if len(target.clauses) == 1 and number is not None else []
    arguments = [
        *alone,
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-Wignore",
        "--no-header",
    ]
    status = pytest.main([*arguments, *target.tests], plugins=[plugin])
    if plugin.broken or status not in (0, 1):
        return list(target.tests)
    return sorted(plugin.failed)


def _child(target: Target, number: int | None, answer: Path) -> None:
    """Run the tests in this process, and leave."""
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    failed = list(target.tests)
    with suppress(BaseException):  # whatever a change leads to is a test that fails
        failed = failures_with(target, number)
    answer.write_text(json.dumps(failed), encoding="utf-8")
    os._exit(0)


def run_all(jobs: Sequence[tuple[Target, int | None]], at_once: int) -> Iterator[tuple]:
    """Run the tests of each job in a process of its own; give each with the tests that failed."""
    waiting, running = list(jobs), {}
    with tempfile.TemporaryDirectory() as folder:
        while waiting or running:
            while waiting and len(running) < at_once:
                job = waiting.pop(0)
                answer = Path(folder) / f"{len(waiting)}.json"
                pid = os.fork()
                if not pid:
                    _child(*job, answer)
                running[pid] = (job, answer, time.monotonic())
            pid, _ = os.waitpid(-1, os.WNOHANG)
            for late in [p for p, r in running.items() if time.monotonic() - r[2] > PATIENCE]:
                with suppress(ProcessLookupError):
                    os.kill(late, signal.SIGKILL)
            if pid in running:
                job, answer, _ = running.pop(pid)
                text = answer.read_text(encoding="utf-8") if answer.exists() else ""
                yield job, json.loads(text) if text else list(job[0].tests)
            else:
                time.sleep(0.02)


def preload() -> None:
    """Read the libraries once, for all processes that come from this one."""
    for library in (
        "pytest", "hypothesis", "networkx", "openpyxl", "openpyxl.chart", "click.testing", "rich",
        "rustworkx", "coverage", "defusedxml", "olefile", "_pytest.assertion.rewrite",
    ):  # fmt: skip
        importlib.import_module(library)


# What was found


def fingerprint(target: Target) -> str:
    """A digest of all that decides what comes of a target."""
    files = sorted({test.partition("::")[0] for test in target.tests})
    parts = [target.path.read_bytes(), *((ROOT / file).read_bytes() for file in files)]
    parts.append(repr((target, count_of(target))).encode())
    return hashlib.sha256(b"".join(parts)).hexdigest()


def page(clauses: Sequence, kept: Mapping[str, Mapping]) -> str:
    """The page: a row for each rule and each function that it names."""
    rows, unseen, made, noticed = [], [], 0, 0
    for clause in clauses:
        if clause.kind == "people":
            continue
        total = 0
        for where in clause.where.split(", "):
            found = kept[where]["changes"]
            caught = sum(bool({*clause.tests} & {*change["failed"]}) for change in found)
            total += caught
            rows.append(f"| {clause.id} | `{where}` | {len(found)} | {caught} |")
        if not total:
            unseen.append(clause.id)
    for entry in kept.values():
        made += len(entry["changes"])
        noticed += sum(bool(change["failed"]) for change in entry["changes"])
    return "\n".join(
        (
            "# What breaks when a rule is broken",
            "",
            "Each function, table or class that [the rules](rules-coverage.md) name is changed in small ways:",
            "a comparison, a number, and for or, plus for minus, a condition turned round, an entry left out, its",
            "private helpers included. Of each change the tests are run that the rules name. A function that",
            "decides several rules is noticed by the tests of each of them in part only.",
            "",
            f"{made} changes, {noticed} of them noticed by a test that some rule names. Rules none of whose",
            f"tests notices any change: {', '.join(unseen) or 'none'}.",
            "",
            "| Rule | Function | Changes | Noticed by the rule's tests |",
            "| --- | --- | ---: | ---: |",
            *rows,
            "",
            f"This page is printed by `{COMMAND}`.",
            "",
        )
    )  # fmt: skip


def survivors(kept: Mapping[str, Mapping]) -> Iterator[str]:
    """The changes that no test noticed."""
    for where, entry in kept.items():
        for change in entry["changes"]:
            if not change["failed"]:
                yield f"{where}, line {change['line']}: {change['what']}"


def main() -> int:
    """Look at every target that is not kept, and print the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--anew", action="store_true")
    parser.add_argument("--survivors", action="store_true")
    parser.add_argument("--at-once", type=int, default=os.cpu_count() or 2)
    chosen = parser.parse_args()
    clauses = load_clauses()
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    sys.dont_write_bytecode = True
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.is_file() else {}
    every = targets(clauses)
    kept = {target.name: kept[target.name] for target in every if target.name in kept}
    jobs, marks = [], {}
    for target in every:
        if not all(word in target.name for word in chosen.words):
            continue
        marks[target.name] = fingerprint(target)
        if chosen.anew or kept.get(target.name, {}).get("of") != marks[target.name]:
            kept.pop(target.name, None)
            numbers = [number for number, _ in _chosen(target, ast_of(target.path))]
            jobs += [(target, number) for number in (None, *numbers)]
    preload()
    left, found = defaultdict(int), defaultdict(dict)
    for target, _ in jobs:
        left[target.name] += 1
    for (target, number), failed in run_all(jobs, chosen.at_once):
        found[target.name][number] = failed
        left[target.name] -= 1
        if not left[target.name]:
            if unchanged := found[target.name].pop(None):
                print(f"{target.name}: fails without any change: {unchanged}")  # noqa: T201
                continue
            listed = dict(zip(sorted(found[target.name]), count_of(target), strict=True))
            kept[target.name] = {
                "of": marks[target.name],
                "changes": [
                    {"line": line, "what": what, "failed": found[target.name][place]}
                    for place, (line, what) in listed.items()
                ],
            }
            KEPT.write_text(json.dumps(kept, indent=1), encoding="utf-8")
            caught = sum(bool(change["failed"]) for change in kept[target.name]["changes"])
            print(f"{target.name}: {caught} of {len(listed)}", flush=True)  # noqa: T201
    if chosen.survivors:
        print(*survivors(kept), sep="\n")  # noqa: T201
    if not chosen.words and len(kept) == len(every):
        PAGE.write_text(page(clauses, kept), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
