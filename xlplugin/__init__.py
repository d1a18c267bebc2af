"""The tournament workbook: layouts, reading and writing, hosts, actions and the command line."""

import os

# templates and samples travel inside this package; in a checkout they lie beside it
if not os.path.isdir(os.path.join(__path__[0], "templates")):  # noqa: PTH112, PTH118  (no imports here)
    __path__.append(os.path.dirname(__path__[0]))  # noqa: PTH120

OFFERED = {
    "open": ("xlplugin.doors.frames.event", "open_event"),
    "season": ("xlplugin.doors.frames.numbers", "season"),
    "plan": ("xlplugin.doors.frames.numbers", "plan"),
    "WorkbookProblems": ("xlplugin.ground.problems", "WorkbookProblems"),
}
"""What ``import xlplugin`` offers to those who write Python, and where it is; see ``docs/pandas.md``."""


def __getattr__(name: str) -> object:
    """What is offered, imported the first time that it is asked for."""
    if name not in OFFERED:
        raise AttributeError(name)
    from importlib import import_module  # noqa: PLC0415  (no imports here)

    module, inside = OFFERED[name]
    return getattr(import_module(module), inside)


def __dir__() -> list[str]:
    return sorted({*globals(), *OFFERED})
