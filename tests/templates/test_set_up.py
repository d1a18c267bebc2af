"""What ``Set up`` does: the script for macOS in a fresh home, and ``set_up.py``, which Windows has, too.

uv is the real one; the private Python is never there, so that an installed one is taken. xlplugin itself is a
stand-in that writes down how it is called.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import plistlib
import shutil
import stat
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from xlplugin.templates.installing import put_files, uv, zipped

from programs import missing

FILES = Path(__file__).parents[2] / "templates" / "installers"
VERSIONS = ("3.13", "3.14", "3.12", "3.11")
FINE = {"what": "Python", "state": "ok", "detail": "the buttons call it", "remedy": ""}
BAD = {
    "what": "Settings",
    "state": "missing",
    "detail": "Excel was never started",
    "remedy": "start it",
}
XLPLUGIN = """
import json, os, sys
with open(os.environ["STAND_IN_RECORD"], "a") as file:
    print(json.dumps([sys.executable, sys.flags.safe_path, os.getcwd(), *sys.argv[1:]]), file=file)
    if "start" in sys.argv:
        assert os.getpgrp() == os.getpid(), "launchd would end it with the application"
if "--json" in sys.argv:
    print(os.environ["STAND_IN_FINDINGS"])
"""
LIKE_MACOS = """
import runpy, sys
sys.platform = "darwin"
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
UV = """#!/bin/bash
echo "$*" >> {asked}
case "$*" in *--managed-python*) case "$*" in *--no-managed-python*) ;; *) exit 2 ;; esac ;; esac
words=()
for word in "$@"; do
    case "$word" in */set_up.py) words+=({like_macos}) ;; esac
    words+=("$word")
done
exec {uv} "${{words[@]}}"
"""
UNZIP = """#!{python} -E
import sys, zipfile
from pathlib import Path
_, quiet, flat, wheel, pattern, into, folder = sys.argv
assert (quiet, flat, pattern, into) == ("-q", "-j", "*/scripts/uv", "-d"), sys.argv
with zipfile.ZipFile(wheel) as archive:
    entry, = (e for e in archive.infolist() if Path(e.filename).match(pattern))
    target = Path(folder, "uv")
    target.parent.mkdir()
    target.write_bytes(archive.read(entry))
    target.chmod(entry.external_attr >> 16)
"""


def _program(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path


def _wheel(folder, version="0.2.0"):
    """A wheel of the stand-in for xlplugin."""
    info = f"xlplugin-{version}.dist-info"
    made = folder / f"xlplugin-{version}-py3-none-any.whl"
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("xlplugin/__main__.py", XLPLUGIN)
        archive.writestr(
            f"{info}/METADATA", f"Metadata-Version: 2.1\nName: xlplugin\nVersion: {version}\n"
        )
        archive.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr(
            f"{info}/entry_points.txt", "[console_scripts]\nxlplugin = xlplugin.__main__:main\n"
        )
        archive.writestr(f"{info}/RECORD", "")
    return made


class Mac:
    """A Mac's home, and the unpacked ZIP in its downloads."""

    def __init__(self, folder):
        if not Path(uv()).exists():
            missing("uv is not here: pip install uv")
        self.home = folder / "Ann & Çelik"
        self.downloads = self.home / "Downloads"
        self.downloads.mkdir(parents=True)
        self.record, self.asked = folder / "calls.txt", folder / "asked.txt"
        self.support = self.home / "Library" / "Application Support" / "xlplugin"
        self.applications = self.home / "Applications" / "xlplugin"
        like_macos, programs = folder / "like_macos.py", folder / "programs"
        like_macos.write_text(LIKE_MACOS, encoding="utf-8")
        _program(programs / "uname", "#!/bin/bash\necho arm64\n")
        _program(programs / "unzip", UNZIP.format(python=sys.executable))
        told = {"asked": self.asked, "like_macos": like_macos, "uv": uv()}
        self._uv = UV.format(**told)
        self.environ = {
            "HOME": str(self.home), "STAND_IN_RECORD": str(self.record),
            "STAND_IN_FINDINGS": json.dumps({"findings": [FINE]}), "TERM": "dumb",
            "PATH": os.pathsep.join((str(programs), str(Path(sys.base_prefix, "bin")), "/usr/bin", "/bin")),
            "VIRTUAL_ENV": "/nowhere", "PYTHONPATH": "/nowhere", "PYTHONHOME": "/nowhere",
        }  # fmt: skip

    def unpack(self, *, spoilt=False):
        """Make the ZIP, and unpack it as Finder does."""
        made = self.home.parent / "xlplugin-0.2.0-macos"
        shutil.rmtree(made, ignore_errors=True)
        put_files(FILES / "macos", made, "0.2.0", "3.13.9", " ".join(VERSIONS))
        for name in ("wheels", "requirements"):
            (made / "program" / name).mkdir()
        digest = hashlib.sha256(_wheel(made / "program" / "wheels").read_bytes()).hexdigest()
        for version in VERSIONS:
            file = made / "program" / "requirements" / f"darwin-{os.uname().machine}-{version}.txt"
            said = digest.replace(digest[0], "0" if digest[0] != "0" else "1") if spoilt else digest
            file.write_text(f"xlplugin==0.2.0 --hash=sha256:{said}\n", encoding="ascii")
        with zipfile.ZipFile(
            made / "program" / "uv-0.13.9-py3-none-macosx_11_0_arm64.whl", "w"
        ) as wheel:
            entry = zipfile.ZipInfo("uv-0.13.9.data/scripts/uv")
            entry.external_attr = (stat.S_IFREG | 0o755) << 16
            wheel.writestr(entry, self._uv)
        with zipfile.ZipFile(zipped(made)) as archive:
            for each in archive.infolist():
                path = Path(archive.extract(each, self.downloads))
                if not each.is_dir():
                    path.chmod(each.external_attr >> 16)
        return self.downloads / made.name

    def clicks(self, file):
        """Have Terminal run a file; gives its exit status and what it shows."""
        assert os.access(file, os.X_OK)
        done = subprocess.run(
            [file], env=self.environ, cwd="/", stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False,
        )  # fmt: skip
        return done.returncode, done.stdout

    def calls(self):
        """How xlplugin has been called since this was asked last."""
        lines = self.record.read_text().splitlines() if self.record.exists() else []
        self.record.unlink(missing_ok=True)
        return [json.loads(line) for line in lines]


@pytest.fixture
def mac(tmp_path):
    """A Mac on which nothing is installed yet."""
    return Mac(tmp_path)


def test_it_is_set_up_updated_and_removed_on_a_mac(mac):
    """A double click makes everything, another one makes it anew, a third takes it away."""
    folder = mac.unpack()
    python = mac.support / "environment" / "bin" / "python"
    for _ in range(2):
        status, shown = mac.clicks(folder / "Set up.command")
        assert status == 0, shown
        assert "double-click New tournament" in shown
        assert mac.calls() == [[str(python), True, str(mac.support), "setup", "--json"]]
        assert not (python.parent / "xlplugin").exists()
        stray = mac.support / "environment" / "of the one before.txt"
        assert not stray.exists()
        stray.touch()
        assert {path.name for path in mac.support.iterdir()} == {"environment"}
    asked = mac.asked.read_text().splitlines()
    assert asked[0].startswith(
        "run --no-project --managed-python --python cpython-3.13.9-macos-aarch64-none "
    )
    assert asked[1].startswith(
        "run --no-project --no-managed-python --no-python-downloads --python 3.13 "
    )

    app = mac.applications / "New tournament.app" / "Contents"
    about = plistlib.loads((app / "Info.plist").read_bytes())
    assert (about["CFBundlePackageType"], about["CFBundleExecutable"]) == ("APPL", "start")
    assert about["CFBundleShortVersionString"] == "0.2.0"
    assert about["LSArchitecturePriority"][0] == "arm64"
    assert mac.clicks(app / "MacOS" / "start") == (0, "")  # it does not wait for the page
    until = time.monotonic() + 30
    while not mac.record.exists() and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(0.1)
    assert mac.calls() == [[str(python), True, str(mac.home), "start"]]
    assert (mac.support / "new tournament.log").read_text() == ""
    mac.clicks(mac.applications / "Tournament doctor.command")
    assert mac.calls() == [[str(python), True, str(mac.home), "doctor"]]

    shutil.rmtree(folder)
    status, shown = mac.clicks(mac.applications / "Remove xlplugin.command")
    assert (status, shown) == (0, "xlplugin is removed.\n")
    assert mac.calls() == [[str(python), True, str(mac.home), "setup", "--undo"]]
    left = {path for path in mac.home.rglob("*") if path.is_file()}
    assert left == set()


def test_a_library_that_is_not_the_one_named_is_not_installed(mac):
    """The environment before stays, and works."""
    assert mac.clicks(mac.unpack() / "Set up.command")[0] == 0
    mac.calls()
    shutil.rmtree(mac.downloads / "xlplugin-0.2.0-macos")
    status, shown = mac.clicks(mac.unpack(spoilt=True) / "Set up.command")
    assert status == 12, shown
    problem = (mac.support / "problem.txt").read_text()
    assert "It could not be finished (uv ended with status 1). Free space" in problem
    mac.clicks(mac.applications / "Tournament doctor.command")
    assert [call[3:] for call in mac.calls()] == [["doctor"]]
    assert not (mac.support / "environment before").exists()


def test_without_a_python_it_says_what_to_get(mac):
    """In one sentence; nothing is left half-made."""
    folder = mac.unpack()
    for file in (folder / "program" / "requirements").iterdir():
        file.unlink()
    status, shown = mac.clicks(folder / "Set up.command")
    assert status == 10, shown
    assert shown.splitlines()[-1].startswith("Connect this Mac to the internet")
    assert not (mac.support / "environment").exists()
    assert not mac.applications.exists()


def test_what_excel_lacks_is_said(mac):
    """The first thing that is missing, and what to do; everything else is there."""
    mac.environ["STAND_IN_FINDINGS"] = json.dumps({"findings": [FINE, BAD]})
    status, shown = mac.clicks(mac.unpack() / "Set up.command")
    assert status == 13, shown
    why = "xlplugin is installed, but Excel is not ready: Excel was never started. What to do: start it."
    assert (mac.support / "problem.txt").read_text() == f"{why}\n"
    assert (mac.applications / "New tournament.app").exists()


def test_what_stands_in_the_way_is_said(mac):
    """Without a traceback, and without looking for another Python."""
    (mac.home / "Applications").touch()
    status, shown = mac.clicks(mac.unpack() / "Set up.command")
    assert status == 12, shown
    assert "Traceback" not in shown
    assert "Connect" not in shown
    assert "Applications/xlplugin" in (mac.support / "problem.txt").read_text()


@pytest.fixture
def script():
    """``set_up.py`` as a module."""
    spec = importlib.util.spec_from_file_location("set_up", FILES / "set_up.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_an_environment_that_is_open_is_left_alone(script, tmp_path, monkeypatch):
    """Windows renames no folder that a program has something open in."""
    environment, before = tmp_path / "environment", tmp_path / "environment before"
    environment.mkdir()
    (environment / script.WHOLE).touch()

    def refuse(*_):
        raise PermissionError(13, "Access is denied")

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(script.Stopped, match="Close Excel") as stopped:
        script.put_aside(environment, before)
    assert stopped.value.status == script.Status.IN_USE
    assert (environment / script.WHOLE).exists()


def test_after_a_power_cut_the_environment_before_counts(script, tmp_path):
    """The half-made one goes; a whole one whose predecessor was not quite removed stays."""
    environment, before = tmp_path / "environment", tmp_path / "environment before"
    for half, whole in ((environment, before), (before, environment)):
        shutil.rmtree(before, ignore_errors=True)
        for each in (half, whole):
            each.mkdir(exist_ok=True)
            (each / f"{each is whole}").touch()
        (whole / script.WHOLE).touch()
        script.put_aside(environment, before)
        assert {path.name for path in before.iterdir()} == {"True", script.WHOLE}
        assert not environment.exists()


def test_only_the_private_python_in_use_stays(script, tmp_path, monkeypatch):
    """Removing one by uv would take the user's own Pythons of uv out of Windows' registry."""
    monkeypatch.setattr(script, "run", lambda *command: pytest.fail(f"{command}"))
    kept, old = (tmp_path / "python" / f"cpython-3.13.{n}-windows-x86_64-none" for n in (9, 8))
    for each in (kept, old):
        (each / "Lib").mkdir(parents=True)
    for name, target in (("3.13", kept), ("3.12", old)):
        (tmp_path / "python" / f"cpython-{name}-windows-x86_64-none").symlink_to(target)
    monkeypatch.setattr(sys, "base_prefix", str(kept))
    script.drop_older_pythons(tmp_path)
    assert [path.name for path in (tmp_path / "python").iterdir()] == [kept.name]
    assert (kept / "Lib").exists()
