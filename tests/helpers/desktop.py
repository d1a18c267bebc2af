"""A LibreOffice in a window of its own, with a mouse and a keyboard, and the extension installed."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from xlplugin.templates.extension import extension, file_name

from programs import Answering, answering, missing

ROOT = Path(__file__).parents[2]
INSIDE = ROOT / "tests" / "office" / "inside.py"
PACKAGES = {
    "soffice": "libreoffice-calc", "unopkg": "libreoffice-calc", "Xvfb": "xvfb",
    "xdotool": "xdotool",
}  # fmt: skip
PYTHON = "/usr/bin/python3"
PATIENCE = 120
ON_ITS_WAY = 30
"""How often LibreOffice answers before a click has come to it, or never will: it may be keeping a copy."""
NOBODY = {"user": "nobody", "group": "nogroup", "extra_groups": []}
"""Who runs LibreOffice where the tests are run by root, for whom it installs nothing."""
SCREEN = "1280x800x24"


def require_uno():
    """Go on only where there is a Python that speaks with LibreOffice."""
    command = [PYTHON, "-c", "import uno"]
    is_there = Path(PYTHON).exists()
    if not is_there or subprocess.run(command, check=False, capture_output=True).returncode:
        missing("No Python that speaks with LibreOffice: apt-get install python3-uno")


def require_a_desktop():
    """Go on only where everything is that a window, a mouse and a keyboard need."""
    require_uno()
    if needed := {package for name, package in PACKAGES.items() if not shutil.which(name)}:
        missing(f"No window of LibreOffice: apt-get install {' '.join(sorted(needed))}")


class Desktop(Answering):
    """LibreOffice with an event open; what it shows is asked for, all else is done by mouse and keys."""

    folder: Path
    display: str

    def look(self, what, **more):
        """What is there to see: ``tabs``, ``rows``, ``box``; see ``tests/office/inside.py``."""
        return self.ask(look=what, **more)

    def wait_for(self, what, seen):
        """Wait until ``seen`` is something."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(AssertionError):  # LibreOffice is building what is looked at
                if found := seen():
                    return found
            time.sleep(0.05)
        shown = self.picture(Path(tempfile.gettempdir(), "xlplugin-desktop.png"))
        pytest.fail(f"{what} has not come; see {shown}; in front: {self.look('box')!r}")

    def press(self, label):
        """Press a button of our toolbars with the mouse, until something has come of it.

        A window that has just lost a message box may miss a click. One that has got it answers no
        question before all is done, so that nothing is pressed twice.
        """
        before = self._state()

        def pressed():
            if place := self.look("place", label=label, is_ours=True):
                self._click(*place)
            for _ in range(ON_ITS_WAY):
                if self._state() != before:
                    return True
                time.sleep(0.05)
            return False

        self.wait_for(f"What {label} does", pressed)

    def _state(self):
        return [self.look(what) for what in ("tabs", "steps", "box")]

    def told(self, answer="OK"):
        """What the message box in front says, once it is there; it is answered with the mouse."""
        text = self.wait_for("A message box", lambda: self.look("box"))

        def answered():
            if place := self.look("place", label=answer):  # it may be moving to its place still
                self._click(*place)
            return self.look("box") != text

        self.wait_for("Its end", answered)
        return text

    def point_at(self, label):
        """Click on what has this label: an entry of a menu, a field of a dialog."""
        self._click(*self.wait_for(label, lambda: self.look("place", label=label)))

    def keys(self, *keys, window="LibreOffice Calc"):
        """Press keys, as in ``ctrl+z``, in a window with these words in its title."""
        found = self._run("xdotool", "search", "--onlyvisible", "--name", window).split()
        self._xdotool("windowfocus", found[0], "key", "--delay", 20, *keys)

    def shows(self, title):
        """Whether there is a window with these words in its title."""
        command = ["xdotool", "search", "--onlyvisible", "--name", title]
        environ = os.environ | {"DISPLAY": self.display}
        return not subprocess.run(command, env=environ, capture_output=True, check=False).returncode

    def write(self, tab, cell, value):
        """Type a text into a cell."""
        self.look("select", tab=tab, cell=cell)
        self.keys(*value, "Return")
        self.wait_for(cell, lambda: self.look("shown", tab=tab, cell=cell) == value)

    def picture(self, path):
        """Make a picture of the screen, where there is a program for that."""
        if shutil.which("import"):
            self._run("import", "-window", "root", path)
        return path

    def _click(self, x, y):
        self._xdotool("mousemove", x, y, "sleep", 0.2, "click", 1)

    def _xdotool(self, *words):
        self._run("xdotool", *words)

    def _run(self, *words):
        environ = os.environ | {"DISPLAY": self.display}
        command = list(map(str, words))
        done = subprocess.run(command, env=environ, capture_output=True, text=True, check=True)
        return done.stdout


@contextmanager
def desktop(event=None):
    """Open an event in a LibreOffice whose profile has nothing but the extension.

    Args:
        event: makes the file of a given path; a blank document is opened without it.
    """
    require_a_desktop()
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="clicked"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        opened = [folder / "event.xlsx"] if event else []
        for path in opened:
            event(path)
        (folder / file_name()).write_bytes(extension())
        who = _give_away(folder)
        display = stack.enter_context(_screen())
        environ = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "DISPLAY": display,
            "SAL_USE_VCLPLUGIN": "gen", "LANG": "C.UTF-8",
        }  # fmt: skip
        profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
        how = {"env": environ, "cwd": folder, **who}
        install = ["unopkg", "add", "--force", profile, file_name()]
        subprocess.run(install, check=True, capture_output=True, text=True, **how)
        address = f"socket,host=127.0.0.1,port={_free_port()}"
        command = [
            "soffice", profile, "--norestore", "--nologo", "--nofirststartwizard",
            f"--accept={address};urp;", "--calc", *map(str, opened),
        ]  # fmt: skip
        stack.enter_context(_running(command, **how))
        program = [PYTHON, str(INSIDE), address]
        seen = stack.enter_context(answering(Desktop, "LibreOffice", *program))
        seen.folder, seen.display = folder, display
        seen.wait_for("A document", lambda: seen.look("tabs"))
        if not seen.look("says_what_it_shows"):
            missing("This LibreOffice keeps to itself what its windows show: take one before 26.8")
        seen.wait_for("A window", lambda: seen.look("place", label="Tournament"))
        yield seen


def _give_away(folder):
    """Let nobody own a folder, where the tests are run by root; gives who runs LibreOffice."""
    if os.name == "nt" or os.geteuid():
        return {}
    for path in (folder, *folder.rglob("*")):
        shutil.chown(path, NOBODY["user"], NOBODY["group"])
    return NOBODY


@contextmanager
def _screen():
    """A screen that nobody sees; gives its name."""
    told, tells = os.pipe()
    command = ["Xvfb", "-displayfd", str(tells), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    with _running(command, pass_fds=[tells]):
        os.close(tells)
        with os.fdopen(told) as answer:
            yield f":{answer.readline().strip()}"


@contextmanager
def _running(command, **how):
    """Run a program, and end it with those that it has started."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, start_new_session=True, **quiet, **how) as process:
        try:
            yield process
        finally:
            os.killpg(process.pid, 9)


def _free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]
