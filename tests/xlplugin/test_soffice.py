"""The places where LibreOffice is looked for, and the messages if it does not do its work."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import pytest

from xlplugin.ground.problems import HostError
from xlplugin.hosts.libreoffice import soffice

from machines import Fake

MAC = "/Applications/LibreOffice.app/Contents/MacOS/soffice"


@pytest.mark.parametrize(
    ("system", "there", "found"),
    [
        ("Windows", {"files": {r"C:\Program Files\LibreOffice\program\soffice.com": b""}},
         r"C:\Program Files\LibreOffice\program\soffice.com"),
        ("Windows", {"files": {r"C:\Program Files\LibreOffice\program\soffice.exe": b""}},
         r"C:\Program Files\LibreOffice\program\soffice.exe"),
        ("Windows", {"files": {r"D:\Office\program\soffice.exe": b""},
                     "registry": {(soffice.REGISTERED, ""): r"D:\Office\program"}},
         r"D:\Office\program\soffice.exe"),
        ("Darwin", {"files": {MAC: b""}}, MAC),
        ("Linux", {"programs": {"soffice": "/usr/bin/soffice"}}, "/usr/bin/soffice"),
        ("Linux", {"programs": {"libreoffice": "/usr/bin/libreoffice"}}, "/usr/bin/libreoffice"),
        ("Linux", {}, None),
    ],
)  # fmt: skip
def test_it_is_found_where_it_is_installed(system, there, found):
    """On the path, where Windows has it registered, in the usual folders."""
    assert soffice.program(Fake(system, **there).machine()) == found


def test_a_program_of_the_current_folder_is_not_taken():
    """Windows looks there first; a file of a download folder is not to be run."""
    machine = Fake("Windows", programs={"soffice": r".\soffice.exe"}).machine()
    assert soffice.program(machine) is None


@pytest.fixture
def office(tmp_path):
    """A computer whose LibreOffice is a script; tell what it does."""
    if os.name == "nt":
        pytest.skip("the stand-in is a script of a shell; LibreOffice itself is tried elsewhere")
    program = tmp_path / "soffice"

    def does(script):
        program.write_text(f"#!{sys.executable}\nimport sys, time, subprocess\n{script}\n")
        program.chmod(0o755)
        return replace(Fake("Linux").machine(), which=lambda _name: str(program))

    return does


MAKES = """
given = dict(zip(sys.argv, sys.argv[1:]))
source = sys.argv[-1]
open(given["--outdir"] + "/standings.pdf", "wb").write(b"%PDF of " + open(source, "rb").read())
"""


def test_what_it_makes_is_given_back(office):
    """The document alone: nothing of it stays on the disk."""
    assert soffice.as_pdf(b"a workbook", office(MAKES)) == b"%PDF of a workbook"


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ('print("Error: source file could not be loaded")', "could not be loaded"),
        ("sys.exit(3)", "made no PDF"),
    ],
)
def test_what_it_says_is_told(office, script, told):
    """And what to do instead."""
    with pytest.raises(HostError, match=told) as error:
        soffice.as_pdf(b"", office(script))
    assert "--format xlsx" in str(error.value)


def test_no_room_for_temporary_files_is_told(office, monkeypatch, tmp_path):
    """The disk is full, or the folder is gone: what to do instead."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(HostError, match="temporary files: No such file") as error:
        soffice.as_pdf(b"", office(MAKES))
    assert "--format xlsx" in str(error.value)


def test_it_is_stopped_after_a_while_with_all_that_it_has_started(office, tmp_path):
    """The program that does the work is one that it starts."""
    pid = tmp_path / "pid"
    script = f"""
worker = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
open({str(pid)!r}, "w").write(str(worker.pid))
time.sleep(60)
"""
    with pytest.raises(HostError, match="it had not ended after 1 seconds"):
        soffice.as_pdf(b"", office(script), patience=1)
    worker = pid.read_text()
    for _ in range(50):
        state = subprocess.run(
            ["/bin/ps", "-o", "stat=", "-p", worker], capture_output=True, text=True, check=False
        ).stdout
        if not state.strip() or state.startswith("Z"):
            return
        time.sleep(0.1)
    pytest.fail(f"{Path(worker)} still runs")
