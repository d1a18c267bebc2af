"""Break each function that a rule names in small ways, and see whether the rule's tests notice.

It prints the page ``docs/rules-mutations.md``; it takes about twenty minutes on two cores::

    python tests/rules/mutations.py

The findings on a function are kept in ``.mutations.json`` as long as its file and the tests of its
rules (and what these share with others in their files) stay as they are, so that an interrupted run
resumes where it was: functions never looked at come first, and ``--page`` prints the page of what is
kept. With ``--survivors`` the changes that no test noticed are listed, and with ``--anew`` nothing
kept is used. With words as arguments only the functions with all of them in their names are looked
at, and with ``--rule`` only those that some rules name, whose rows are shown::

    python tests/rules/mutations.py --rule "NTP 2.7.2" --rule "HEX 5.4" --survivors

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
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import CodeType
from typing import NamedTuple

from broken_runs import Broken, preload, run_all
from changes import Change, changes, definition, with_helpers

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "rules-mutations.md"
KEPT = ROOT / ".mutations.json"
COMMAND = "python tests/rules/mutations.py"
MOST, MORE_PER_CLAUSE, AT_MOST = 6, 2, 28


class Target(NamedTuple):
    """A function, class or table that rules name, with the rules and their tests."""

    name: str
    path: Path
    clauses: tuple[str, ...]
    tests: tuple[str, ...]
    rules: tuple[tuple[str, ...], ...]


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
    file = path.with_suffix(".py")  # beside which there may be a folder of what is not Python
    return file if file.is_file() else path / "__init__.py"


def home_of(module: str, name: str) -> str:
    """The module in which a name that a module has is defined."""
    for node in ast_of(file_of(module)).body:
        if isinstance(node, ast.ImportFrom) and name in {alias.name for alias in node.names}:
            return home_of(node.module or "", name)
    return module


def named_by(clause: tuple) -> list[str]:
    """Everything that a rule names as what decides it, where it is defined."""
    places = [where.partition(":")[::2] for where in clause.where.split(", ")]
    return [f"{home_of(module, name.partition('.')[0])}:{name}" for module, name in places]


def targets(clauses: Sequence) -> list[Target]:
    """Everything that rules name as what decides them."""
    naming = defaultdict(list)
    for clause in clauses:
        if clause.kind != "people":
            for where in named_by(clause):
                naming[where].append(clause)
    return [
        Target(
            where,
            file_of(where.partition(":")[0]),
            tuple(clause.id for clause in named),
            tuple(sorted({test for clause in named for test in clause.tests})),
            tuple(clause.tests for clause in named),
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


def broken(target: Target) -> Broken:
    """What to run for a target."""
    kind = definition(ast_of(target.path), target.name.partition(":")[2])

    def code(number: int) -> CodeType:
        tree = ast_of(target.path)
        dict(_chosen(target, tree))[number].make()
        return compile(ast.fix_missing_locations(tree), str(target.path), "exec")

    return Broken(
        target.name.partition(":")[0],
        target.path,
        target.tests,
        tuple(number for number, _ in _chosen(target, ast_of(target.path))),
        code,
        isinstance(kind, ast.FunctionDef),
        target.rules,
    )


# What was found


def fingerprint(target: Target) -> str:
    """A digest of all that decides what comes of a target."""
    files = sorted({test.partition("::")[0] for test in target.tests})
    parts = [target.path.read_text(encoding="utf-8"), repr((target, count_of(target)))]
    for file in files:
        tests, rest = texts_of(file)
        parts += [rest, *(tests.get(test, "") for test in target.tests)]
    return hashlib.sha256("".join(parts).encode()).hexdigest()


@cache
def texts_of(file: str) -> tuple[Mapping[str, str], str]:
    """The tests of a file by name, and all else in it, on which any of them may depend."""
    path = ROOT / file
    lines = path.read_text(encoding="utf-8").splitlines()
    tests = {}
    for node in reversed(ast_of(path).body):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            first = min(part.lineno for part in (node, *node.decorator_list)) - 1
            tests[f"{file}::{node.name}"] = "\n".join(lines[first : node.end_lineno])
            del lines[first : node.end_lineno]
    return tests, "\n".join(filter(None, lines))


def rows_of(clause: tuple, kept: Mapping[str, Mapping]) -> Iterator[tuple[str, int, int]]:
    """Each function that a rule names, its changes, and those that the rule's tests noticed."""
    for where in named_by(clause):
        found = kept.get(where, {"changes": []})["changes"]
        yield where, len(found), sum(bool({*clause.tests} & {*one["failed"]}) for one in found)


def page(clauses: Sequence, kept: Mapping[str, Mapping]) -> str:
    """The page: a row for each rule and each function that it names."""
    rows, unnoticed = [], []
    for clause in clauses:
        if clause.kind != "people":
            ours = list(rows_of(clause, kept))
            rows += [f"| {clause.id} | `{where}` | {made} | {seen} |" for where, made, seen in ours]
            unnoticed += [] if any(seen for *_, seen in ours) else [clause.id]
    every = [change for entry in kept.values() for change in entry["changes"]]
    noticed = sum(bool(change["failed"]) for change in every)
    return "\n".join(
        (
            "# What breaks when a rule is broken",
            "",
            "Each function, table or class that [the rules](rules-coverage.md) name is changed in small ways:",
            "a comparison, a number, and for or, plus for minus, a condition turned round, an entry left out, its",
            "private helpers included. Of each change the tests are run that the rules name. A function that",
            "decides several rules is noticed by the tests of each of them in part only.",
            "",
            f"{len(every)} changes, {noticed} of them noticed by a test that some rule names. Rules none of whose",
            f"tests notices any change: {', '.join(unnoticed) or 'none'}.",
            "",
            "| Rule | Function | Changes | Noticed by the rule's tests |",
            "| --- | --- | ---: | ---: |",
            *rows,
            "",
            f"This page is printed by `{COMMAND}`.",
            "",
        )
    )  # fmt: skip


def survivors(kept: Mapping[str, Mapping | None]) -> Iterator[str]:
    """The changes that no test noticed."""
    for where, entry in kept.items():
        for change in entry["changes"] if entry else ():
            if not change["failed"]:
                yield f"{where}, line {change['line']}: {change['what']}"


def stale(
    every: Sequence[Target], kept: Mapping[str, Mapping], *, anew: bool
) -> Iterator[tuple[Target, str]]:
    """The targets that are to be looked at, each with its fingerprint; first those never seen."""
    for target in sorted(every, key=lambda target: target.name in kept):
        mark = fingerprint(target)
        if anew or kept.get(target.name, {}).get("of") != mark:
            yield target, mark


def look_at(stale: Sequence[tuple[Target, str]], kept: dict[str, dict], at_once: int) -> None:
    """Make the changes to each target, and keep which tests noticed them."""
    marks = {target.name: mark for target, mark in stale}
    preload()
    runs = {target.name: broken(target) for target, _ in stale}
    counts = {target.name: count_of(target) for target, _ in stale}
    for name, failed in run_all(runs, at_once):
        kept.pop(name, None)
        if unchanged := failed.pop(None, ["nothing was run"]):
            print(f"{name}: fails without any change: {unchanged}", flush=True)  # noqa: T201
            continue
        listed = zip(sorted(failed), counts[name], strict=True)
        kept[name] = {
            "of": marks[name],
            "changes": [
                {"line": line, "what": what, "failed": failed[place]}
                for place, (line, what) in listed
            ],
        }
        KEPT.write_text(json.dumps(kept, indent=1), encoding="utf-8")
        caught = sum(bool(change["failed"]) for change in kept[name]["changes"])
        print(f"{name}: {caught} of {len(failed)}", flush=True)  # noqa: T201


def main() -> int:
    """Look at every target that is not kept, and print the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--rule", action="append", default=[], help="the id of a rule")
    parser.add_argument("--anew", action="store_true")
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--survivors", action="store_true")
    parser.add_argument("--at-once", type=int, default=os.cpu_count() or 2)
    chosen = parser.parse_args()
    clauses = load_clauses()
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    sys.dont_write_bytecode = True
    known = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.is_file() else {}
    every = targets(clauses)
    kept = {target.name: known[target.name] for target in every if target.name in known}
    wanted = [
        target
        for target in every
        if all(word in target.name for word in chosen.words)
        and (not chosen.rule or {*chosen.rule} & {*target.clauses})
    ]
    if not chosen.page:
        look_at([*stale(wanted, kept, anew=chosen.anew)], kept, chosen.at_once)
    if chosen.survivors:
        print(*survivors({one.name: kept.get(one.name) for one in wanted}), sep="\n")  # noqa: T201
    for clause in clauses:
        for row in rows_of(clause, kept) if clause.id in chosen.rule else ():
            print(clause.id, *row)  # noqa: T201
    if not (chosen.words or chosen.rule):
        PAGE.write_text(page(clauses, kept), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
