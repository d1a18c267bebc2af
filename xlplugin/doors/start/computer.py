"""The folders that a new event may go to, and the programs that open it, as they are on this computer."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from xlplugin.doctor.excel import place_of_excel
from xlplugin.ground.machine import MACOS, WINDOWS, Machine
from xlplugin.ground.texts import msg
from xlplugin.hosts.libreoffice.soffice import program as libreoffice_of

EXCEL, LIBREOFFICE, LITE = "excel", "libreoffice", "lite"
ENDINGS: Mapping[str, str] = {EXCEL: ".xlsm", LIBREOFFICE: ".xlsx", LITE: ".xlsx"}
"""The programs for an event, and the kind of workbook that each needs."""
OPENED = (".xlsx", ".xlsm", ".ods")
"""The endings of files that are handed to another program; no others are."""
SHELL_FOLDERS = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Explorer\User Shell Folders"
"""The key under which Windows has the user's folders, which OneDrive moves."""
DOCUMENTS, DESKTOP, LAST, OTHER = "documents", "desktop", "last", "other"
KNOWN = (
    (DOCUMENTS, "Personal", "XDG_DOCUMENTS_DIR", "Documents"),
    (DESKTOP, "Desktop", "XDG_DESKTOP_DIR", "Desktop"),
)
"""The folders by their keys: their names for Windows, for desktops of Linux, and by default."""
NAMES = {
    DOCUMENTS: msg("Documents"), DESKTOP: msg("Desktop"), LAST: msg("The folder used last"),
    EXCEL: msg("Excel on this computer"), LIBREOFFICE: msg("LibreOffice"),
    LITE: msg("Excel in the browser, with the free add-in xlwings Lite"),
}  # fmt: skip


class Programs(NamedTuple):
    """Excel and LibreOffice where they are installed; ``None`` where not."""

    excel: str | None
    libreoffice: str | None

    @classmethod
    def of(cls, machine: Machine) -> Programs:
        """The programs of a computer."""
        excel = place_of_excel(machine) if machine.runs_excel else None
        return cls(excel, libreoffice_of(machine))

    def has(self, name: str) -> bool:
        """True if a program was found; the add-in needs a browser alone."""
        return name == LITE or getattr(self, name) is not None

    @property
    def likely(self) -> str:
        """The program that an event is probably run with."""
        return next(name for name in ENDINGS if self.has(name))


def folders_of(machine: Machine, last: str | None) -> dict[str, str]:
    """The folders to choose from, those that exist, the folder used last at the end if it is none of them."""
    found = dict(_known_folders(machine))
    if last and last not in found.values():
        found[LAST] = last
    return {key: folder for key, folder in found.items() if machine.exists(folder)}


def _known_folders(machine: Machine) -> Iterator[tuple[str, str]]:
    chosen = machine.read(str(machine.path(_config_folder(machine), "user-dirs.dirs"))) or b""
    for key, of_windows, of_linux, usual in KNOWN:
        folder = str(machine.path(machine.home, usual))
        if machine.system == WINDOWS:
            named = machine.registry(SHELL_FOLDERS, of_windows)
            folder = machine.expanded(named) if isinstance(named, str) and named else folder
        elif found := re.search(
            rf'^{of_linux}="\$HOME/(.+)"', chosen.decode("utf-8", "replace"), re.MULTILINE
        ):
            folder = str(machine.path(machine.home, found[1]))
        yield key, folder


def _config_folder(machine: Machine) -> str:
    """The folder for settings of this user's programs."""
    if machine.system == WINDOWS:
        roaming = machine.environ.get("APPDATA", "")
        return roaming or str(machine.path(machine.home, "AppData", "Roaming"))
    if machine.system == MACOS:
        return str(machine.path(machine.home, "Library", "Application Support"))
    chosen = machine.environ.get("XDG_CONFIG_HOME", "")
    return chosen if chosen.startswith("/") else str(machine.path(machine.home, ".config"))


def own_file(machine: Machine, name: str) -> str:
    """The path of a file with settings of ours."""
    return str(machine.path(_config_folder(machine), "xlplugin", name))


def opening(machine: Machine, file: Path, program: str) -> list[str]:
    """The command that opens a workbook; empty where Windows is to choose the program."""
    programs = Programs.of(machine)
    place = getattr(programs, program, None)
    if machine.system == MACOS:
        app = re.match(r".+?\.app(?=/|$)", place or "")
        return ["/usr/bin/open", *(["-a", app[0]] if app else []), str(file)]
    if place and machine.system == WINDOWS:
        return [re.sub(r"(?i)\.com$", ".exe", machine.expanded(place)), str(file)]
    if place:
        return [place, str(file)]
    found = machine.which("xdg-open") or programs.libreoffice
    is_usable = found and machine.path(found).is_absolute() and machine.system != WINDOWS
    return [str(found), str(file)] if is_usable else []


def launch(command: Sequence[str], file: Path) -> None:
    """Open a workbook with a command, or as a double click does; it goes on when we end.

    Raises:
        OSError: nothing here opens it.
    """
    if file.suffix.lower() not in OPENED or not file.is_file():
        raise FileNotFoundError(2, os.strerror(2), str(file))
    if sys.platform == "win32" and not command:
        os.startfile(file)  # noqa: S606  (a workbook, by its ending)
        return
    if not command:
        raise OSError(2, os.strerror(2))
    nowhere = subprocess.DEVNULL
    process = subprocess.Popen(  # noqa: S603  (Excel or LibreOffice, where it is installed)
        command,
        stdin=nowhere,
        stdout=nowhere,
        stderr=nowhere,
        start_new_session=True,
        cwd=Path.home(),
    )
    Thread(target=process.wait, daemon=True).start()
