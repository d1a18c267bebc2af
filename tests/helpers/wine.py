"""A Windows of its own, by Wine, with a user whose name has letters of several alphabets."""

from __future__ import annotations

import os
import re
import shutil
import struct
import subprocess
import time
from pathlib import Path

from programs import missing

USER = "Жанна Щукина & Co"
HOME = rf"C:\users\{USER}"
SHELL_FOLDERS = r"Software\Microsoft\Windows\CurrentVersion\Explorer\User Shell Folders"
QUIET = {
    "WINEDEBUG": "-all",
    "WINEDLLOVERRIDES": "mscoree,mshtml=;winemenubuilder.exe=d",  # no .NET, no browser, no desktop
}


def require_wine_and_nsis():
    """Go on only where setup programs can be made and run."""
    for program, package in {"makensis": "nsis", "wine": "wine wine64"}.items():
        if shutil.which(program) is None:
            missing(f"{program} is not here: apt-get install {package}")


class Windows:
    """A Windows in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._environ = {**os.environ, **QUIET, "WINEPREFIX": str(folder), "LC_ALL": "C.UTF-8"}
        self.run("wineboot", "-i")
        home = HOME.replace("\\", r"\\")
        text = (
            "Windows Registry Editor Version 5.00\n\n"
            f"[HKEY_CURRENT_USER\\{SHELL_FOLDERS}]\n"
            f'"Local AppData"="{home}\\\\AppData\\\\Local"\n'
            f'"Programs"="{home}\\\\Start Menu\\\\Programs"\n\n'
            '[HKEY_CURRENT_USER\\Software\\Wine]\n"Version"="win10"\n'
        )
        file = folder / "user.txt"
        file.write_text(text, encoding="utf-16")
        self.run("regedit", "/S", str(file))

    def run(self, *command: str | Path, **environ: str) -> int:
        """Run a program of Windows; gives its exit status, of which Linux shows a byte."""
        program = self.starts(*command, **environ)
        program.communicate(timeout=120)
        return program.returncode

    def starts(self, *command: str | Path, **environ: str) -> subprocess.Popen:
        """Start a program of Windows, without waiting for its end."""
        return subprocess.Popen(
            [shutil.which("wine"), *command],
            env={**self._environ, **environ},
            stdout=subprocess.PIPE,  # without which Wine's cmd.exe writes to no file
            stderr=subprocess.PIPE,
        )

    def path(self, place: str) -> Path:
        """Where a place of Windows is here."""
        return self._folder / "drive_c" / place.removeprefix("C:\\").replace("\\", "/")

    def registry(self, key: str) -> dict[str, str | int]:
        """The values of a key of the user; empty if there is none."""
        file = self._folder / "exported.txt"
        file.unlink(missing_ok=True)
        self.run("reg", "export", rf"HKCU\{key}", str(file))
        if not file.exists():
            return {}
        found = re.findall(
            r'^"(.+?)"=(?:"(.*)"|dword:(\w+))$', file.read_text("utf-16"), re.MULTILINE
        )
        return {
            name: int(number, 16) if number else re.sub(r"\\(.)", r"\1", text)
            for name, text, number in found
        }

    def waits(self, for_what) -> bool:
        """Wait for what another program does; False if it does not come."""
        until = time.monotonic() + 60
        while not for_what() and time.monotonic() < until:
            time.sleep(0.1)
        return for_what()

    def ends(self) -> None:
        """Switch it off."""
        command = [shutil.which("wineserver"), "-k"]
        subprocess.run(command, env=self._environ, check=False, capture_output=True)


def shortcut(file: Path) -> dict[str, str | int]:
    """What is in a shortcut: ``target``, ``arguments``, ``folder``, ``icon``, and how its window is ``shown``.

    Source: MS-SHLLINK 2.1 to 2.4.
    """
    data = file.read_bytes()
    flags, shown = struct.unpack_from("<I", data, 20)[0], struct.unpack_from("<I", data, 60)[0]
    at, found = 76, {"shown": shown}
    if (
        flags & 1
    ):  # the target, by the names of its folders; what follows has it in the system's letters only
        end = at + 2 + struct.unpack_from("<H", data, at)[0]
        found["target"] = "\\".join(_names(data[at + 2 : end]))
        at = end
    if flags & 2:
        at += struct.unpack_from("<I", data, at)[0]
    for bit, name in (
        (4, "about"),
        (8, "relative"),
        (16, "folder"),
        (32, "arguments"),
        (64, "icon"),
    ):
        if flags & bit:
            (length,) = struct.unpack_from("<H", data, at)
            found[name] = data[at + 2 : at + 2 + 2 * length].decode("utf-16-le").rstrip("\0")
            at += 2 + 2 * length
    return found


def _names(items: bytes) -> list[str]:
    """The names in a list of the shell's own: a drive, and folders whose long name comes last."""
    names, at = [], 0
    while size := struct.unpack_from("<H", items, at)[0]:
        item = items[at : at + size]
        if item[2] & 0x70 == 0x20:
            names.append(item[3:5].decode())
        elif item[2] & 0x70 == 0x30:
            long = item[struct.unpack_from("<H", item, size - 2)[0] + 20 :]
            names.append(long[: len(long) // 2 * 2].decode("utf-16-le", "replace").split("\0")[0])
        at += size
    return names
