"""Modules of xlwings for other systems, imported as they are on stand-ins of what they import.

Nothing of it stays in the process, and nothing is done by xlwings when Python ends.
"""

from __future__ import annotations

import atexit
import importlib
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import xlwings

from xlplugin.hosts.excel import with_xlwings

at_the_end: dict[str, list[Any]] = {}
"""By module, what xlwings would do when Python ends to Excels that run: nothing may be left."""


@contextmanager
def in_place(owner: dict[str, Any], contents: Mapping[str, object]) -> Iterator[None]:
    """Put things into a namespace for a while."""
    before = {name: owner[name] for name in contents if name in owner}
    owner.update(contents)
    try:
        yield
    finally:
        for name in contents:
            owner.pop(name, None)
        owner.update(before)


def borrowed(name: str, modules: Mapping[str, ModuleType], *others: str) -> ModuleType:
    """Import a module of xlwings, with others that it imports, on stand-ins of what they import.

    Args:
        name: without ``xlwings.``, like the others.
        modules: the stand-ins by name.
        others: modules of xlwings that are imported with it.
    """
    ours = [f"xlwings.{each}" for each in (name, *others)]
    left = at_the_end[name] = []

    def unregister(called: Any) -> None:
        left[:] = [other for other in left if other != called]

    ends = {"register": lambda called: left.append(called) or called, "unregister": unregister}
    with in_place(sys.modules, {**modules, **dict.fromkeys(ours)}), in_place(vars(atexit), ends):
        for each in ours:
            del sys.modules[each]
        module = importlib.import_module(ours[0])
        assert left == [module.cleanup]
        importlib.reload(with_xlwings)  # as where that module comes with xlwings
    for each in ours:
        if each not in sys.modules:
            vars(xlwings).pop(each.rpartition(".")[2], None)
    return module


def stand_ins(contents: Mapping[str, Mapping[str, object]]) -> dict[str, ModuleType]:
    """Modules by name with what is in them; those with a dot are in their packages, too."""
    made: dict[str, ModuleType] = {}
    for name, content in contents.items():
        made[name] = ModuleType(name)
        vars(made[name]).update(content, __file__=f"{name}.dll")
    for name, module in made.items():
        package, _, part = name.rpartition(".")
        if package:
            vars(made[package]).update({part: module}, __path__=[])
    return made
