"""Run a rule's tests with its function changed, in processes that have all libraries already.

A process for each function reads its tests once. Each change then has a process that comes from it,
in which the functions of the file are given their changed code. Anything that is not a function,
and each change that no test noticed this way, gets a process in which the changed file is read from
its beginning: a table may have been made of the function when the file was read.
"""

from __future__ import annotations

import gc
import importlib.util
import json
import os
import resource
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

PATIENCE = 25
"""Seconds of processor time for the tests of one change; then it has led to a loop: noticed."""
QUIET = (
    "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-Wignore", "--no-header", "--assert=plain",
)  # fmt: skip


class Broken(NamedTuple):
    """What is run for one function.

    Args:
        module: the function's module.
        path: its file.
        tests: the tests of its rules.
        numbers: the changes to make, by number.
        code: gives the code of the file with one of them.
        has_code: whether it is a function, so that its code can be exchanged.
        rules: the tests of each of its rules; one that fails is enough for a rule.
    """

    module: str
    path: Path
    tests: tuple[str, ...]
    numbers: tuple[int, ...]
    code: Callable[[int], CodeType]
    has_code: bool
    rules: tuple[tuple[str, ...], ...]


def preload() -> None:
    """Read the libraries once, for all processes that come from this one."""
    for library in (
        "pytest", "hypothesis", "networkx", "openpyxl", "openpyxl.chart", "click.testing", "rich",
        "rustworkx", "coverage", "defusedxml", "olefile", "_pytest.runner",
    ):  # fmt: skip
        importlib.import_module(library)


def run_all(jobs: Mapping[str, Broken], at_once: int) -> Iterator[tuple[str, dict]]:
    """Give each name with the tests that failed, by the number of the change; ``None`` for none."""
    waiting, running = list(jobs), {}
    with tempfile.TemporaryDirectory() as folder:
        while waiting or running:
            while waiting and len(running) < at_once:
                name = waiting.pop(0)
                answer = Path(folder) / f"{len(waiting)}.json"
                pid = os.fork()
                if not pid:
                    _leave_with(answer, lambda name=name: _look_at(jobs[name]))
                running[pid] = (name, answer)
            pid, _ = os.wait()
            name, answer = running.pop(pid)
            failed = json.loads(answer.read_text(encoding="utf-8")) if answer.exists() else {}
            yield name, {int(n) if n != "null" else None: tests for n, tests in failed.items()}


def _leave_with(answer: Path, work: Callable[[], Any]) -> None:
    """Do the work quietly in this process, write down what comes of it, and end the process."""
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    with suppress(BaseException):  # whatever a change leads to
        answer.write_text(json.dumps(work()), encoding="utf-8")
    os._exit(0)


def _apart(broken: Broken, work: Callable[[], Any], patience: int = PATIENCE) -> Any:
    """What some work gives in a process of its own; every test if it does not come to an end."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "answer.json"
        pid = os.fork()
        if not pid:
            resource.setrlimit(resource.RLIMIT_CPU, (patience, patience))  # its own, from zero
            _leave_with(answer, work)
        os.waitpid(pid, 0)
        text = answer.read_text(encoding="utf-8") if answer.exists() else ""
    return json.loads(text) if text else list(broken.tests)


def _look_at(broken: Broken) -> dict:
    """The tests that fail with each of the changes, and without any."""
    found = _apart(broken, lambda: _with_code_exchanged(broken), 10 * PATIENCE)
    if not isinstance(found, dict):
        return {None: found}
    for number in broken.numbers:
        if not found.get(str(number)):
            found[str(number)] = _apart(broken, lambda number=number: _read_anew(broken, number))
    return found


# The file read from its beginning


class _Changed(SourceFileLoader):
    """A loader that gives a module other code."""

    def __init__(self, broken: Broken, code: CodeType) -> None:
        super().__init__(broken.module, str(broken.path))
        self.code = code

    def get_code(self, _fullname: str) -> CodeType:
        return self.code


class _Finder:
    """Finds one module, the changed one."""

    def __init__(self, broken: Broken, code: CodeType) -> None:
        self.broken, self.code = broken, code

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> object:
        if name != self.broken.module:
            return None
        path = self.broken.path
        inside = [str(path.parent)] if path.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(
            name, path, loader=_Changed(self.broken, self.code), submodule_search_locations=inside
        )


class _Failures:
    """A pytest plugin that writes down which tests failed."""

    def __init__(self) -> None:
        self.failed: set[str] = set()
        self.unread = False

    def pytest_runtest_logreport(self, report) -> None:
        """A test that failed, whatever its parameters."""
        if report.failed:
            self.failed.add(report.nodeid.partition("[")[0])

    def pytest_collectreport(self, report) -> None:
        """A file that cannot be read any more."""
        self.unread = self.unread or report.failed


def _read_anew(broken: Broken, number: int) -> list[str]:
    import pytest  # noqa: PLC0415  (here already)

    sys.meta_path.insert(0, _Finder(broken, broken.code(number)))
    plugin = _Failures()
    options = [*QUIET, *(["-x"] if len(broken.rules) == 1 else [])]
    status = pytest.main([*options, *broken.tests], plugins=[plugin])
    return list(broken.tests) if plugin.unread or status not in (0, 1) else sorted(plugin.failed)


# Functions with other code


class _Exchanges:
    """A pytest plugin that runs the tests for every change, each time in a process of its own."""

    def __init__(self, broken: Broken) -> None:
        self.broken = broken
        self.found: dict[int | None, list[str]] = {}

    def pytest_runtestloop(self, session) -> bool:
        """Run all tests without a change, then with each of the changes, the quick ones first."""
        items, seconds = session.items, {}
        self.found[None], seconds = _apart(self.broken, lambda: self._tried(items), 10 * PATIENCE)
        items = sorted(items, key=lambda item: seconds.get(item.nodeid, 0))
        for number in self.broken.numbers if self.broken.has_code else ():
            self.found[number] = _apart(
                self.broken, lambda number=number: self._failed(items, number)
            )
        return True

    @staticmethod
    def _tried(items: Sequence[Any]) -> tuple[list[str], dict[str, float]]:
        """The tests that fail without a change, and how long each takes."""
        failed, seconds = [], {}
        for item, following in zip(items, [*items[1:], None], strict=True):
            reports = _run(item, following)
            seconds[item.nodeid] = sum(report.duration for report in reports)
            failed += [_test_of(item)] if any(report.failed for report in reports) else []
        return failed, seconds

    def _failed(self, items: Sequence[Any], number: int) -> list[str]:
        """Tests that fail with a change, until every rule has one."""
        _exchange(self.broken, self.broken.code(number))
        failed: set[str] = set()
        open_ = [item for item in items if self._is_open(item, failed)]
        while open_:
            if any(report.failed for report in _run(*open_[:2])):
                failed.add(_test_of(open_[0]))
            open_ = [item for item in open_[1:] if self._is_open(item, failed)]
        return sorted(failed)

    def _is_open(self, item: Any, failed: set[str]) -> bool:
        """True if the test belongs to a rule of which none has failed."""
        return any(_test_of(item) in tests and not failed & {*tests} for tests in self.broken.rules)


def _test_of(item: Any) -> str:
    return item.nodeid.partition("[")[0]


def _run(item: Any, following: Any = None) -> list[Any]:
    """Run a test, before another one; give its reports."""
    from _pytest.runner import runtestprotocol  # noqa: PLC0415  (here already)

    item.session._setupstate.teardown_exact(item)
    return runtestprotocol(item, log=False, nextitem=following)


def _with_code_exchanged(broken: Broken) -> dict:
    import pytest  # noqa: PLC0415  (here already)

    plugin = _Exchanges(broken)
    pytest.main([*QUIET, *broken.tests], plugins=[plugin])
    return plugin.found


def _exchange(broken: Broken, code: CodeType) -> None:
    """Give every function of the module the code that it has in the changed file.

    Functions in tables and those that others have made are among them, wherever they are kept.
    """
    by_place, waiting = defaultdict(list), [code]
    while waiting:
        for constant in waiting.pop().co_consts:
            if isinstance(constant, CodeType):
                by_place[_place(constant)].append(constant)
                waiting.append(constant)
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__module__ == broken.module:
            match by_place[_place(function.__code__)]:
                case [other] if other.co_freevars == function.__code__.co_freevars:
                    function.__code__ = other


def _place(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno
