"""LibreOffice as a program that makes documents of workbooks, whether it is open or not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from glob import glob
from pathlib import Path

from xlplugin.ground.machine import MACOS, WINDOWS, Machine
from xlplugin.ground.problems import HostError
from xlplugin.ground.texts import msg, t
from xlplugin.hosts.closed_file.leftovers import PREFIX

PATIENCE = 180
"""Seconds for a document: a slow laptop needs some twenty where LibreOffice has never been started."""
REGISTERED = r"HKLM\SOFTWARE\LibreOffice\UNO\InstallPath"
"""The place where Windows has its folder."""
PROGRAM_FILES = ("ProgramFiles", "ProgramW6432", "ProgramFiles(x86)")
GET_IT = "https://www.libreoffice.org"


def program(machine: Machine) -> str | None:
    """The path of LibreOffice, if it is installed; never one in the current folder."""
    for name in ("soffice", "libreoffice"):
        path = machine.which(name)
        if path and machine.path(path).is_absolute():
            return path
    return next(filter(machine.exists, _usual_places(machine)), None)


def _usual_places(machine: Machine) -> Iterator[str]:
    if machine.system == WINDOWS:
        registered = machine.registry(REGISTERED, "")
        known = [machine.environ.get(name) for name in PROGRAM_FILES] + [r"C:\Program Files"]
        folders = [rf"{folder}\LibreOffice\program" for folder in known if folder]
        folders = [str(registered), *folders] if registered else folders
        yield from (rf"{folder}\soffice.{end}" for folder in folders for end in ("com", "exe"))
    elif machine.system == MACOS:
        for folder in ("/Applications", f"{machine.home}/Applications"):
            yield f"{folder}/LibreOffice.app/Contents/MacOS/soffice"
    else:
        yield from ("/usr/bin/soffice", "/usr/lib/libreoffice/program/soffice")
        yield from sorted(glob("/opt/libreoffice*/program/soffice"), reverse=True)  # noqa: PTH207
        yield "/snap/bin/libreoffice"


def as_pdf(workbook: bytes, machine: Machine | None = None, patience: int = PATIENCE) -> bytes:
    """A workbook file printed into a PDF, which may take some seconds.

    Raises:
        HostError: LibreOffice is not here, or has not done it.
    """
    path = program(machine or Machine.here())
    if path is None:
        text = msg("A PDF needs LibreOffice, which is not installed here ({address}).")
        remedy = t(
            "Or use --format xlsx, open that and save it as PDF; in Excel the button Export makes "
            "one by itself."
        )
        raise HostError(t(text, address=GET_IT), remedy)
    try:
        return _converted(workbook, path, patience)
    except OSError as error:
        text = msg("No PDF could be made in the folder for temporary files: {reason}.")
        remedy = t("Make room there, or use --format xlsx, open that and save it as PDF.")
        raise HostError(t(text, reason=error.strerror or error), remedy) from None


def _converted(workbook: bytes, path: str, patience: int) -> bytes:
    """The PDF that LibreOffice makes of a workbook, in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as place:
        folder = Path(place)
        source = folder / "standings.xlsx"
        source.write_bytes(workbook)
        profile = (folder / "profile").as_uri()  # its own: one that is in use is locked
        output = _run(
            [
                path, f"-env:UserInstallation={profile}", "--headless", "--norestore", "--nologo",
                "--nolockcheck", "--convert-to", "pdf:calc_pdf_Export", "--outdir", str(folder),
                str(source),
            ],
            folder,
            patience,
        )  # fmt: skip
        made = source.with_suffix(".pdf")
        if not made.is_file() or not made.stat().st_size:
            text = msg("LibreOffice ({program}) made no PDF.")
            if output:
                text = msg("LibreOffice ({program}) made no PDF: {output}.")
            fault = t(text, program=path, output=output)
            raise HostError(fault, t("Use --format xlsx, open that and save it as PDF."))
        return made.read_bytes()


def _run(command: Sequence[str], folder: Path, patience: int) -> str:
    """Run a program to its end, or stop it with those it has started; its last line of output."""
    try:
        with subprocess.Popen(  # noqa: S603  (LibreOffice, where it is installed)
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            cwd=folder,
            start_new_session=True,
        ) as process:
            try:
                output, _ = process.communicate(timeout=patience)
            except subprocess.TimeoutExpired:
                _stop(process)
                return t("it had not ended after {seconds} seconds", seconds=patience)
            except BaseException:
                _stop(process)
                raise
    except OSError as error:
        return error.strerror or str(error)
    lines = output.strip().splitlines()
    return lines[-1] if lines else ""


def _stop(process: subprocess.Popen[str]) -> None:
    """Stop a program together with those that it has started, which do the work."""
    if sys.platform == "win32":
        taskkill = Path(os.environ.get("SYSTEMROOT", r"C:\Windows")) / "System32" / "taskkill.exe"
        subprocess.run(  # noqa: S603  (a program of Windows)
            [taskkill, "/F", "/T", "/PID", str(process.pid)], check=False, capture_output=True
        )
    else:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
