"""The computer as ``xlplugin doctor`` sees it, and what it says about it."""

from __future__ import annotations

import importlib
import os
import platform
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from importlib import metadata
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

WINDOWS = "Windows"
MACOS = "Darwin"
PATIENCE = 30
"""Seconds that another program has to answer: a slow laptop starts Python in a few."""


class State(StrEnum):
    """How a thing is."""

    OK = "ok"
    NOTE = "note"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Args:
        what: the thing.
        state: how it is; ``missing`` keeps something from working.
        detail: what was found, in one line.
        remedy: a command to copy, or what to click, in order; ``""`` if there is nothing to mend.
    """

    what: str
    state: State
    detail: str
    remedy: str = ""

    def where_not_needed(self) -> Finding:
        """The same as a note, where what is missing keeps nothing from working."""
        return replace(self, state=State.NOTE) if self.state is State.MISSING else self


@dataclass(frozen=True, slots=True)
class Answer:
    """What a program said; ``status`` is ``None`` if it could not be run or did not end."""

    status: int | None
    out: str = ""
    err: str = ""


@dataclass(frozen=True)
class Machine:
    """Everything that the doctor asks of a computer; no question raises an error.

    Args:
        system: as :func:`platform.system` names it: ``Windows``, ``Darwin`` (macOS), ``Linux``.
        release: the system's version, for people.
        environ: the environment variables.
        home: the user's folder.
        python: the Python that runs the doctor.
        prefix: where that Python is installed.
        version: its version.
        read: the content of a file by its path; ``None`` if it cannot be read.
        exists: whether there is a file or folder of that path.
        which: the program of that name in the folders of a search path.
        run: runs a program.
        registry: a value of the Windows registry by key and name; ``None`` if there is none.
        installed: the version of a library that can be imported here; ``None`` if it cannot.
    """

    system: str
    release: str
    environ: Mapping[str, str]
    home: str
    python: str
    prefix: str
    version: str
    read: Callable[[str], bytes | None]
    exists: Callable[[str], bool]
    which: Callable[[str, str], str | None]
    run: Callable[[Sequence[str]], Answer]
    registry: Callable[[str, str], str | int | None]
    installed: Callable[[str], str | None]

    @classmethod
    def here(cls) -> Machine:
        """This computer."""
        return cls(
            system=platform.system(),
            release=platform.mac_ver()[0] or platform.release(),
            environ=os.environ,
            home=str(Path.home()),
            python=sys.executable,
            prefix=sys.prefix,
            version=platform.python_version(),
            read=_read,
            exists=os.path.lexists,
            which=lambda name, folders: shutil.which(name, path=folders),
            run=_run,
            registry=_registry,
            installed=_installed,
        )

    @property
    def runs_excel(self) -> bool:
        """Whether there is a desktop Excel for this system."""
        return self.system in (WINDOWS, MACOS)

    def path(self, *parts: str) -> PurePath:
        """A path as this system writes it."""
        return (PureWindowsPath if self.system == WINDOWS else PurePosixPath)(*parts)

    def typed(self, *words: str) -> str:
        """A command as it is typed into a terminal."""
        if self.system != WINDOWS:
            return shlex.join(words)
        line = " ".join(f'"{word}"' if " " in word else word for word in words)
        in_powershell = line.startswith('"') and len(words) > 1
        return f"{line} (in PowerShell with & and a space before it)" if in_powershell else line

    def search_path(self) -> str:
        """The folders in which a program started from the desktop, as Excel is, finds others.

        A terminal may have more of them, those of an active virtual environment for example.
        """
        if self.system != WINDOWS:
            return "/usr/bin:/bin:/usr/sbin:/sbin"
        machine = r"HKLM\SYSTEM\CurrentControlSet\Control\Session Manager\Environment"
        lasting = [self.registry(key, "Path") for key in (machine, r"HKCU\Environment")]
        folders = ";".join(str(value) for value in lasting if value)
        return self.expanded(folders) or self.environ.get("PATH", "")

    def expanded(self, text: str) -> str:
        """A text with the environment variables that it names, as xlwings expands them."""
        if self.system == MACOS:
            return self.home + text[5:] if f"{text}/".startswith("$HOME/") else text
        if self.system == WINDOWS:
            for name, value in self.environ.items():
                text = _replaced(text, f"%{name}%", value)
        return text


def _replaced(text: str, old: str, new: str) -> str:
    """Replace a part of a text, whichever way its letters are written."""
    at = text.lower().find(old.lower())
    return text if at < 0 else text[:at] + new + _replaced(text[at + len(old) :], old, new)


def _read(path: str) -> bytes | None:
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError):  # a name that no file can have
        return None


def _run(command: Sequence[str]) -> Answer:
    try:
        done = subprocess.run(  # noqa: S603  (programs that the workbook would call as well)
            command,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
            encoding="utf-8",
            errors="replace",
        )
    except subprocess.TimeoutExpired:
        return Answer(None, err=f"no answer within {PATIENCE} seconds")
    except (OSError, ValueError) as error:
        return Answer(None, err=str(error))
    return Answer(done.returncode, done.stdout, done.stderr)


def _registry(key: str, name: str) -> str | int | None:
    """A value of the registry, from its 64-bit or else its 32-bit view."""
    if sys.platform == "win32":
        import winreg  # noqa: PLC0415  (there is none elsewhere)

        hives = {"HKLM": winreg.HKEY_LOCAL_MACHINE, "HKCU": winreg.HKEY_CURRENT_USER}
        hive, _, rest = key.partition("\\")
        for view in (winreg.KEY_WOW64_64KEY, winreg.KEY_WOW64_32KEY):
            try:
                with winreg.OpenKey(hives[hive], rest, 0, winreg.KEY_READ | view) as opened:
                    value = winreg.QueryValueEx(opened, name)[0]
            except OSError:
                continue
            return value if isinstance(value, str | int) else None
    return None


def _installed(library: str) -> str | None:
    try:
        importlib.import_module(library)
        return metadata.version(library)
    except ImportError:
        return None
