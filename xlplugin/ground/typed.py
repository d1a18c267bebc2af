"""Commands as they are typed here: many computers have no ``xlplugin`` on their path."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import sysconfig
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path, PureWindowsPath

NAME = "xlplugin"
PYTHONS = r"Software\Python\PythonCore"
"""The key under which Windows lists the Pythons that ``py`` can start."""


def command(*words: str) -> str:
    """A command of xlplugin as it is to be typed into the terminal that it runs in."""
    return f"{program()} {quoted(*words, windows=os.name == 'nt')}"


def quoted(*words: str, windows: bool) -> str:
    """Words as a terminal takes them, in quotes where one has a space."""
    if not windows:
        return shlex.join(words)
    return " ".join(f'"{word}"' if " " in word else word for word in words)


@cache
def program() -> str:
    """The start of a command: xlplugin where that is on the path, else its place, or its Python with ``-m``.

    None of them imports what lies in the folder of the terminal.
    """
    called = Path(sys.argv[0])
    is_module = called.stem == "__main__" and called.parent.name == NAME
    if called.stem != NAME and not is_module:
        return NAME  # used by another program, by a test for example
    found = shutil.which(NAME)
    ours = [Path(sysconfig.get_path("scripts")), *([] if is_module else [called.parent])]
    if found and any(_same(Path(found).parent, folder) for folder in ours):
        return NAME
    script = Path(sysconfig.get_path("scripts"), f"{NAME}.exe" if os.name == "nt" else NAME)
    if script.is_file():
        return _from_here(script.with_suffix(""))
    return f"{_python()} -P -m {NAME}"


def _same(one: Path, other: Path) -> bool:
    return os.path.normcase(one.resolve()) == os.path.normcase(other.resolve())


def _python() -> str:
    """The command that starts this Python in the folder that the terminal is in."""
    if os.name == "nt" and sys.prefix == sys.base_prefix and shutil.which("py"):
        launcher = launcher_of(sys.prefix, _pythons())
        if launcher:
            return launcher
    return _from_here(Path(sys.executable))


def _from_here(path: Path) -> str:
    """A program as it is typed in the folder that the terminal is in."""
    with suppress(OSError):  # that folder is gone
        if path.is_relative_to(Path.cwd()):
            path = path.relative_to(Path.cwd())
    return quoted(str(path), windows=os.name == "nt")


def launcher_of(folder: str, pythons: Mapping[str, str]) -> str | None:
    """The ``py`` command of a Python: with its version where there are several.

    It is installed in ``folder``; ``pythons`` are the folders of all that Windows lists, by version. Gives
    ``None`` for one that is not listed, as those of Conda.
    """
    own = PureWindowsPath(folder)
    version = next((tag for tag, place in pythons.items() if PureWindowsPath(place) == own), None)
    if version is None:
        return None
    return "py" if len(pythons) == 1 else f"py -{version}"


def _pythons() -> dict[str, str]:
    """The folders of all Pythons that Windows lists, by version; the user's own come first."""
    found: dict[str, str] = {}
    if sys.platform == "win32":
        import winreg  # noqa: PLC0415  (there is none elsewhere)

        for hive in (winreg.HKEY_CURRENT_USER, winreg.HKEY_LOCAL_MACHINE):
            for view in (winreg.KEY_WOW64_64KEY, winreg.KEY_WOW64_32KEY):
                access = winreg.KEY_READ | view
                tags: list[str] = []
                with suppress(OSError), winreg.OpenKey(hive, PYTHONS, 0, access) as listed:
                    count = winreg.QueryInfoKey(listed)[0]
                    tags = [winreg.EnumKey(listed, number) for number in range(count)]
                for tag in tags:
                    key = rf"{PYTHONS}\{tag}\InstallPath"
                    with suppress(OSError), winreg.OpenKey(hive, key, 0, access) as opened:
                        found.setdefault(tag, str(winreg.QueryValueEx(opened, "")[0]))
    return found
