"""LibreOffice as a program without a window, asked line by line; see ``tests/office/within.py``."""

from __future__ import annotations

import base64
import os
import pickle
import shutil
import subprocess
import sys
import uuid
from contextlib import contextmanager
from pathlib import Path

import pytest

from programs import Answering, answering, missing

ROOT = Path(__file__).resolve().parents[2]
PYTHONS = (os.environ.get("PYTHON_UNO", ""), "/usr/bin/python3", sys.executable)
NEEDED = (
    "LibreOffice with its Python is not here: apt-get install libreoffice-calc python3-uno "
    "fonts-crosextra-carlito, or name a Python that has uno in PYTHON_UNO"
)


class Office(Answering):
    """A running LibreOffice, asked by what it is to do; see ``within.py``."""

    def __getattr__(self, name):
        return lambda **asked: self.ask(do=name, **asked)

    def book(self):
        """The document that is open, as the host reads it."""
        return pickle.loads(base64.b64decode(self.ask(do="book")))  # noqa: S301  (our own)


def _python_with_uno():
    for python in filter(None, PYTHONS):
        if (
            shutil.which(python)
            and not subprocess.run(
                [python, "-c", "import uno"], capture_output=True, check=False
            ).returncode
        ):
            return python
    return missing(NEEDED)


@contextmanager
def running_office(folder):
    """A LibreOffice in a profile of its own, for as long as it is asked."""
    soffice, python = shutil.which("soffice") or missing(NEEDED), _python_with_uno()
    pipe = f"xlplugin-{uuid.uuid4().hex}"
    office = [
        soffice, f"-env:UserInstallation={Path(folder, 'profile').as_uri()}", "--headless",
        "--norestore", "--nodefault", "--nologo", f"--accept=pipe,name={pipe};urp",
    ]  # fmt: skip
    libraries = Path(pytest.__file__).parents[1]
    driver = [python, ROOT / "tests" / "office" / "driver.py", pipe, ROOT, libraries]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    # another Python on the path would be taken for LibreOffice's own
    with subprocess.Popen(office, env={**os.environ, "PATH": os.defpath}, **quiet) as program:
        try:
            with answering(Office, "LibreOffice", *driver) as asked:
                yield asked
            program.wait(20)
        finally:
            program.kill()
