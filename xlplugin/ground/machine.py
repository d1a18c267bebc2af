"""The computer as ``setup`` and ``doctor`` see it, and what they say about it."""

from __future__ import annotations

import importlib
import locale
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from importlib import metadata
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

from xlplugin.ground import typed
from xlplugin.ground.texts import msg, t

WINDOWS = "Windows"
MACOS = "Darwin"
XLWINGS = "0.37.8"
"""The version of xlwings that the macros are of, and that is installed with xlplugin."""
EXCEL_KEY = r"SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths\excel.exe"
CLICK_TO_RUN = r"HKLM\SOFTWARE\Microsoft\Office\ClickToRun\Configuration"
"""The key under which Windows has Excel's place, and its version."""
PATIENCE = 30
"""Seconds that another program has to answer: a slow laptop starts Python in a few."""


class State(StrEnum):
    """The state of a thing that was looked at."""

    OK = msg("ok")
    DONE = msg("done")  # it has just been changed
    NOTE = msg("note")
    MISSING = msg("missing")  # it keeps something from working
    DANGER = msg("danger")  # it could do harm


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    what: str
    state: State
    detail: str  # one line
    remedy: str = (
        ""  # a command to copy, or what to click, in order; blank if nothing is to be mended
    )

    @property
    def is_bad(self) -> bool:
        """True if it must be mended."""
        return self.state in (State.MISSING, State.DANGER)

    def where_not_needed(self) -> Finding:
        """The same as a note, where what is missing keeps nothing from working."""
        return replace(self, state=State.NOTE) if self.state is State.MISSING else self


@dataclass(frozen=True, slots=True)
class Answer:
    """The output of a program; ``status`` is ``None`` if it could not be run or did not end."""

    status: int | None
    out: str = ""
    err: str = ""


def use_the_buttons(file: Path) -> str:
    """The next step with a workbook whose buttons work."""
    return t("Next: open {file} in Excel, allow its macros, and use its buttons", file=file.name)


def _python() -> str:
    """The program of this Python itself, not one that starts a script with it or has no console."""
    path = Path(os.path.abspath(sys.executable))  # noqa: PTH100  (links of a .venv stay)
    if sys.platform == "win32" and path.stem.lower() in ("pythonw", "xlplugin"):
        folders = (Path(sys.prefix), Path(sys.prefix, "Scripts"))  # the latter in a .venv
        path = next((p for f in folders if (p := f / "python.exe").exists()), path)
    return str(path)


def _read(path: str) -> bytes | None:
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError):  # a name that no file can have
        return None


def _write(path: str, content: bytes) -> None:
    """Put a file into place in one step; one that is marked read-only stays."""
    place = Path(path).resolve()
    if place.is_dir():
        raise IsADirectoryError(21, t("it is a folder"), path)
    if place.exists() and not os.access(place, os.W_OK):
        raise PermissionError(13, t("it is read-only"), path)
    place.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        if place.exists():
            shutil.copymode(place, temporary)
        os.replace(temporary, place)  # noqa: PTH105  (the one step; named as it is known)
    finally:
        with suppress(OSError):
            Path(temporary).unlink(missing_ok=True)


def _remove(path: str) -> None:
    if Path(path).is_dir():
        with suppress(OSError):  # something is in it
            Path(path).rmdir()
        return
    Path(path).unlink(missing_ok=True)


def _run(command: Sequence[str]) -> Answer:
    try:
        done = subprocess.run(  # noqa: S603  (the user's own Python, and programs of the system)
            command,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
            encoding="utf-8",
            errors="replace",
            cwd=Path(command[0]).parent,
            env=_environment(),
        )
    except subprocess.TimeoutExpired:
        return Answer(None, err=t("no answer within {seconds} seconds", seconds=PATIENCE))
    except (OSError, ValueError) as error:
        return Answer(None, err=str(error))
    return Answer(done.returncode, done.stdout, done.stderr)


def _environment() -> dict[str, str]:
    """The environment of a program started from the desktop, without what a terminal adds."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    folders = {"darwin": "/usr/bin:/bin:/usr/sbin:/sbin", "win32": _lasting_path()}
    own["PYTHONSAFEPATH"] = "1"  # nothing is imported from the folder that it is started in
    return own | {"PATH": folders.get(sys.platform) or own.get("PATH", "")}


def _lasting_path() -> str:
    """The search path of Windows, without what one terminal has added."""
    machine = r"HKLM\SYSTEM\CurrentControlSet\Control\Session Manager\Environment"
    lasting = [_registry(key, "Path") for key in (machine, r"HKCU\Environment")]
    return os.path.expandvars(";".join(str(value) for value in lasting if value))


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
        if library != "xlwings":  # which does things to running Excels when Python ends
            importlib.import_module(library.replace("-", "_"))
        return metadata.version(library)
    except ImportError:
        return None


@dataclass(frozen=True)
class Machine:
    """Everything that is asked of a computer, and changed on it; only changes raise an ``OSError``.

    ``encoding`` is that in which a file of plain text is read where nothing says otherwise; on Windows
    that of its "language for non-Unicode programs", in which macros read files.
    """

    system: str  # as ``platform.system`` names it: Windows, Darwin (macOS), Linux
    release: str
    environ: Mapping[str, str]
    home: str
    encoding: str
    python: str  # the path of the Python that runs this, installed in ``prefix``
    prefix: str
    version: str
    program: str  # as it is typed in the terminal to run xlplugin
    read: Callable[[str], bytes | None] = _read  # a file; ``None`` if it cannot be read
    exists: Callable[[str], bool] = os.path.lexists
    write: Callable[[str, bytes], None] = _write  # replaces a file, or makes it and its folder
    remove: Callable[[str], None] = _remove  # a file, or a folder if nothing is in it
    which: Callable[[str], str | None] = shutil.which
    run: Callable[[Sequence[str]], Answer] = _run  # as a program that is started from the desktop
    registry: Callable[[str, str], str | int | None] = _registry  # by key and name
    installed: Callable[[str], str | None] = (
        _installed  # the version of a library, if it can be imported
    )

    @classmethod
    def here(cls) -> Machine:
        """This computer."""
        return cls(
            system=platform.system(),
            release=platform.mac_ver()[0] or platform.release(),
            environ=os.environ,
            home=str(Path.home()),
            encoding=locale.getencoding(),
            python=_python(),
            prefix=sys.prefix,
            version=platform.python_version(),
            program=typed.program(),
        )

    @property
    def runs_excel(self) -> bool:
        """True if there is a desktop Excel for this system."""
        return self.system in (WINDOWS, MACOS)

    def path(self, *parts: str) -> PurePath:
        """A path as this system writes it."""
        return (PureWindowsPath if self.system == WINDOWS else PurePosixPath)(*parts)

    def typed(self, *words: str, program: str = "") -> str:
        """A command as it is typed into a terminal, behind the start of a ``program`` if one is given."""
        line = program + typed.quoted(*words, windows=self.system == WINDOWS)
        if self.system == WINDOWS and line.startswith('"'):
            return t("{command} (in PowerShell with & and a space before it)", command=line)
        return line

    def xlplugin(self, *words: str) -> str:
        """A command of xlplugin as it is typed into the terminal."""
        return self.typed(*words, program=f"{self.program} ")

    def expanded(self, text: str) -> str:
        """A text with the environment variables that it names, as xlwings expands them."""
        if self.system == MACOS:
            return self.home + text[5:] if f"{text}/".startswith("$HOME/") else text
        if self.system == WINDOWS:
            for name, value in {**self.environ, "USERPROFILE": self.home}.items():
                parts = re.split(re.escape(f"%{name}%"), text, flags=re.IGNORECASE)
                text = value.join(parts)
        return text
