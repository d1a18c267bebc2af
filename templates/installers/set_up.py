"""Make the private environment of xlplugin in a folder, and set Excel up; on macOS, make the applications too.

``Set up`` has it run by uv, under the private Python or one that is installed: ``set_up.py FOLDER``. It
needs nothing but Python. What is here before stays until the new environment is whole, and comes back
if that fails. The exit status says how it went, and ``problem.txt`` in the folder why, in one sentence.
"""

from __future__ import annotations

import json
import os
import platform
import plistlib
import shlex
import shutil
import subprocess
import sys
import sysconfig
from enum import IntEnum
from pathlib import Path

HERE = Path(__file__).resolve().parent
WINDOWS, MACOS = sys.platform == "win32", sys.platform == "darwin"
WHOLE = "whole"
"""The file that an environment has once everything is in it."""


class Status(IntEnum):
    """How it went; uv has numbers of its own, which are smaller."""

    DONE = 0
    OTHER_PYTHON = 10  # there are no libraries for this one
    IN_USE = 11
    NOT_MADE = 12
    NOT_SET_UP = 13  # everything is there, but Excel is not ready


class Stopped(Exception):
    """It cannot go on, for a reason."""

    def __init__(self, status: Status, why: str) -> None:
        super().__init__(why)
        self.status = status


def main(folder: Path) -> Status:
    """Do everything; gives how it went, after having said so."""
    problem = folder / "problem.txt"
    problem.unlink(missing_ok=True)
    try:
        python = make_environment(folder)
        if MACOS:
            make_applications(folder, python)
        set_excel_up(folder, python)
    except (Stopped, OSError) as error:
        stopped = error if isinstance(error, Stopped) else Stopped(Status.NOT_MADE, not_made(error))
        problem.write_text(f"{stopped}\n", encoding="ascii", errors="replace")
        say(str(stopped))
        return stopped.status
    say("xlplugin is ready.")
    return Status.DONE


def say(line: str) -> None:
    """Show a line, whatever letters the terminal has."""
    sys.stdout.write(line.encode("ascii", "replace").decode() + "\n")
    sys.stdout.flush()


def not_made(error: Exception) -> str:
    """The sentence that tells why, and what to do; a setup program shows no more than 1,000 letters."""
    reason = str(error)
    if isinstance(error, subprocess.CalledProcessError):
        reason = f"{Path(error.cmd[0]).name} ended with status {error.returncode}"
    return (
        f"It could not be finished ({reason[:500]}). Free space on the disk, see whether a virus "
        "scanner has stopped it, and run this again."
    )


def target() -> str:
    """The name of this Python's libraries: those of its system, processor and version."""
    system = sysconfig.get_platform() if WINDOWS else f"{sys.platform}-{platform.machine()}"
    return f"{system}-{sys.version_info[0]}.{sys.version_info[1]}"


def make_environment(folder: Path) -> Path:
    """Put the environment in place of the one before; gives its Python."""
    requirements = HERE / "requirements" / f"{target()}.txt"
    is_from_store = "WindowsApps" in Path(sys.base_prefix).parts  # writes to places of its own
    if is_from_store or not requirements.exists():
        raise Stopped(Status.OTHER_PYTHON, f"There are no libraries here for {sys.executable}.")
    environment, before = folder / "environment", folder / "environment before"
    put_aside(environment, before)
    python = environment / ("Scripts/python.exe" if WINDOWS else "bin/python")
    say(f"Making the environment in {environment} ...")
    try:
        run(sys.executable, "-I", "-m", "venv", "--without-pip", str(environment))
        run(
            os.environ["UV"], "pip", "install", "--python", str(python),
            "--offline", "--no-index", "--find-links", str(HERE / "wheels"),
            "--require-hashes", "--compile-bytecode", "--requirement", str(requirements),
        )  # fmt: skip
    except (OSError, subprocess.CalledProcessError) as error:
        shutil.rmtree(environment, ignore_errors=True)
        if before.exists() and not environment.exists():
            before.rename(environment)
        raise Stopped(Status.NOT_MADE, not_made(error)) from error
    for starter in python.parent.glob("xlplugin*"):
        starter.unlink()  # uv's starters take another Python where the path is not ASCII
    (environment / WHOLE).touch()
    throw_away(before)
    shutil.rmtree(folder / "cache", ignore_errors=True)
    drop_older_pythons(folder)
    return python


def put_aside(environment: Path, before: Path) -> None:
    """Rename the environment; one that an interrupted run left half-made goes first.

    Raises:
        Stopped: Excel or another program has it open; everything is as it was.
    """
    try:
        if before.exists() and not (environment / WHOLE).exists():
            shutil.rmtree(environment, ignore_errors=True)
            if not environment.exists():
                before.rename(environment)
        throw_away(before)
        if environment.exists():
            environment.rename(before)
    except OSError as error:
        why = "Close Excel, and every window of xlplugin; then run this again. Nothing was changed."
        raise Stopped(Status.IN_USE, why) from error


def throw_away(environment: Path) -> None:
    """Remove an environment that is not needed any more, as far as it can be."""
    (environment / WHOLE).unlink(missing_ok=True)
    shutil.rmtree(environment, ignore_errors=True)


def drop_older_pythons(folder: Path) -> None:
    """Remove the private Pythons that the environment is not made of, and uv's links to any of them.

    Not by ``uv python uninstall``: that also takes out of Windows' registry all Pythons that the user has
    from uv.
    """
    used = Path(sys.base_prefix), Path(sys.base_prefix).resolve()
    for found in (folder / "python").glob("cpython-*"):
        if any(path.is_relative_to(found) for path in used):
            continue
        if is_link(found):
            found.unlink()
        else:
            shutil.rmtree(found, ignore_errors=True)


def is_link(path: Path) -> bool:
    """True for a link and, on Windows, for a junction."""
    try:
        os.readlink(path)  # noqa: PTH115  (as written; there is nothing to follow)
    except OSError:
        return False
    return True


def run(*command: str) -> None:
    """Run a program of ours, which reads no settings but those that ``Set up`` has made."""
    own = {"UV_CACHE_DIR", "UV_NO_CONFIG", "UV_PYTHON_INSTALL_DIR"}
    environ = {
        name: value
        for name, value in os.environ.items()
        if name in own or not name.startswith(("UV_", "PYTHON"))
    }
    subprocess.run(command, check=True, env=environ, stdin=subprocess.DEVNULL)  # noqa: S603


def set_excel_up(folder: Path, python: Path) -> None:
    """Run ``xlplugin setup``, and show what it has found.

    Raises:
        Stopped: Excel is not ready.
    """
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(  # noqa: S603
        [str(python), "-P", "-m", "xlplugin", "setup", "--json"],
        stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, encoding="utf-8", errors="replace",
        cwd=folder, env=environ | {"PYTHONUTF8": "1"}, check=False,
    )  # fmt: skip
    try:
        findings = json.loads(done.stdout)["findings"]
    except (ValueError, KeyError):
        raise Stopped(Status.NOT_SET_UP, "xlplugin is installed, but does not start.") from None
    for finding in findings:
        say(f"{finding['state']:8} {finding['what']}: {finding['detail']}")
    bad = [finding for finding in findings if finding["state"] in ("missing", "danger")]
    if bad:
        detail, remedy = bad[0]["detail"], bad[0]["remedy"]
        why = f"xlplugin is installed, but Excel is not ready: {detail}. What to do: {remedy}."
        raise Stopped(Status.NOT_SET_UP, why)


# macOS


def make_applications(folder: Path, python: Path) -> None:
    """Put *New tournament*, *Tournament doctor* and *Remove xlplugin* into the user's Applications."""
    place = Path.home() / "Applications" / "xlplugin"
    shutil.rmtree(place, ignore_errors=True)
    contents = place / "New tournament.app" / "Contents"
    (contents / "MacOS").mkdir(parents=True)
    about = {
        "CFBundleDevelopmentRegion": "en",
        "CFBundleExecutable": "start",
        "CFBundleIdentifier": "org.xlplugin.new-tournament",
        "CFBundleInfoDictionaryVersion": "6.0",
        "CFBundleName": "New tournament",
        "CFBundlePackageType": "APPL",
        "CFBundleShortVersionString": (HERE / "version.txt").read_text(encoding="ascii").strip(),
        "LSArchitecturePriority": ["arm64", "x86_64"],  # or a script would have Rosetta asked for
        "LSMinimumSystemVersion": "11.0",
        "LSUIElement": True,  # it ends at once, so it needs no place in the Dock
    }
    with (contents / "Info.plist").open("wb") as file:
        plistlib.dump(about, file)
    called = f"{shlex.quote(str(python))} -I -m xlplugin"
    log = shlex.quote(str(folder / "new tournament.log"))
    scripts = {
        # in the background, so that a second double click starts another one, and in a process group of its
        # own (set -m), which launchd does not end with the application
        contents / "MacOS" / "start": f'cd "$HOME"; set -m; {called} start > {log} 2>&1 &\n',
        place / "Tournament doctor.command": f'cd "$HOME"; clear; {called} doctor\n',
    }
    for path, text in scripts.items():
        path.write_text(f"#!/bin/bash\n{text}", encoding="utf-8")
        path.chmod(0o755)
    shutil.copy2(HERE.parent / "Remove xlplugin.command", place)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
