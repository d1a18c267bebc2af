"""The setup program for Windows, run under Wine: what it calls, what it leaves, how it updates and is removed.

Neither uv nor Python runs there: a stand-in writes down how they are called. What those calls do is in
``test_set_up.py``.
"""

from __future__ import annotations

import getpass
import hashlib
import json
import shutil
import subprocess
import zipfile
from itertools import count
from pathlib import Path

import pytest

from xlplugin.setup.steps import made
from xlplugin.templates import installing
from xlplugin.templates.installing import (
    INSTALLED,
    System,
    bring_libraries,
    icon,
    put_files,
    windows_setup,
)

from machines import bare_windows, says
from programs import missing
from wine import HOME, Windows, require_wine_and_nsis, shortcut

FILES = Path(__file__).parents[2] / "templates" / "installers"
STAND_IN = Path(__file__).parents[1] / "helpers" / "stand_in.nsi"
PLACE = rf"{HOME}\AppData\Local\Programs\xlplugin"
MENU = rf"{HOME}\Start Menu\Programs\xlplugin"
PYTHON = rf"{PLACE}\environment\Scripts\python.exe"
KEY = r"Software\Microsoft\Windows\CurrentVersion\Uninstall\xlplugin"
PINNED = "cpython-3.13.9-windows-x86_64-none"
ODD = r"C:\Ärger & Söhne (neu)\xl plugin"
NUMBERS = count()


@pytest.fixture(scope="module")
def windows(tmp_path_factory):
    """A Windows on which nothing is installed yet."""
    require_wine_and_nsis()
    made = Windows(tmp_path_factory.mktemp("windows"))
    yield made
    made.ends()


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """Two versions of the setup program, by their numbers; each brings a file that the other does not."""
    require_wine_and_nsis()
    out = tmp_path_factory.mktemp("out")
    stand_in = out / "stand_in.exe"
    subprocess.run(
        [shutil.which("makensis"), "-V2", f"-DOUT={stand_in}", STAND_IN],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    found = {}
    for version in ("0.1.9", "0.2.0"):
        folder = out / version
        put_files(FILES / "windows", folder, version, "3.13.9", " ".join(INSTALLED))
        program = folder / "program"
        (program / "xlplugin.ico").write_bytes(icon())
        shutil.copy(stand_in, program / "uv.exe")
        (program / "wheels").mkdir()
        (program / "wheels" / f"xlplugin-{version}-py3-none-any.whl").touch()
        (program / f"only in {version}.txt").touch()
        found[version] = windows_setup(FILES / "windows" / "setup.nsi", folder, out)
    return found


@pytest.fixture
def install(windows, programs, tmp_path):
    """Run a setup program, or another command; gives its exit status, and how uv and Python were called.

    Another Python on this computer has left its ``PYTHONHOME``.
    """

    def run(version="0.2.0", *, place=PLACE, has=PINNED, status=0, command=()):
        record = tmp_path / f"calls {next(NUMBERS)}.txt"
        where = f"/D={place}".split(" ")  # it takes no quotes around that
        ended = windows.run(
            *(command or (programs[version], "/S", *where)), PYTHONHOME=r"C:\Python27",
            STAND_IN_RECORD=f"Z:{record}".replace("/", "\\"), STAND_IN_HAS=has, STAND_IN_STATUS=str(status),
        )  # fmt: skip
        calls = record.read_text("utf-16-le").splitlines() if record.exists() else []
        return ended, calls

    return run


@pytest.fixture
def removed(windows, install, tmp_path):
    """Remove the program from a folder as Windows does; gives how Python was called."""

    def run(place):
        known = windows.registry(KEY)["QuietUninstallString"]
        program, option = known.removeprefix('"').split('" ')
        assert (program, option) == (rf"{place}\Remove xlplugin.exe", "/S")
        install(command=(program, "/S"))
        assert windows.waits(
            lambda: not windows.path(place).exists()
        )  # it goes on as a copy of itself
        assert not windows.path(MENU).exists()
        assert windows.registry(KEY) == {}
        last = max(tmp_path.glob("calls *.txt"), key=lambda path: path.stat().st_mtime)
        return last.read_text("utf-16-le").splitlines()

    return run


def _files(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_it_is_installed_updated_and_removed(windows, install, removed):
    """For a user with a Cyrillic name; the environment's Python is what everything calls.

    An update that cannot be made, as long as Excel is open, leaves the older version; one after which
    Excel is not ready is there all the same, and the doctor in the menu says what to do.
    """
    status, calls = install("0.1.9")
    assert status == 0
    script = rf'"{PLACE}\program\uv.exe" run --no-project'
    rest = rf'"{PLACE}\program\set_up.py" "{PLACE}\."'
    uses = rf" | {PLACE}\python | {PLACE}\cache"
    assert calls == [f"{script} --managed-python --python {PINNED} {rest}{uses}"]
    files = {
        "environment/Scripts/python.exe", "environment/whole", "program/uv.exe", "program/set_up.py",
        "program/xlplugin.ico", "program/version.txt",
        "Remove xlplugin.exe", "Remove.cmd", "Tournament doctor.cmd",
    }  # fmt: skip
    assert _files(windows.path(PLACE)) == files | {"program/only in 0.1.9.txt"}
    menu = {path.name: shortcut(path) for path in windows.path(MENU).iterdir()}
    assert set(menu) == {"New tournament.lnk", "Tournament doctor.lnk"}
    start, doctor = menu["New tournament.lnk"], menu["Tournament doctor.lnk"]
    assert (start["target"], start["arguments"]) == (PYTHON, "-I -m xlplugin start")
    assert start["shown"] == 7  # minimized
    assert doctor["target"] == rf"{PLACE}\Tournament doctor.cmd"
    assert windows.path(start["icon"]).exists()
    known = windows.registry(KEY)
    assert known.pop("EstimatedSize") > 0
    assert known == {
        "DisplayName": "xlplugin", "DisplayVersion": "0.1.9", "Publisher": "xlplugin",
        "DisplayIcon": rf'"{PLACE}\program\xlplugin.ico"', "InstallLocation": PLACE,
        "UninstallString": rf'"{PLACE}\Remove xlplugin.exe"',
        "QuietUninstallString": rf'"{PLACE}\Remove xlplugin.exe" /S', "NoModify": 1, "NoRepair": 1,
    }  # fmt: skip

    assert install("0.2.0", status=11)[0] == 11
    assert windows.path(PYTHON).exists()
    assert windows.registry(KEY)["DisplayVersion"] == "0.1.9"

    assert install("0.2.0", status=13)[0] == 13
    assert windows.registry(KEY)["DisplayVersion"] == "0.2.0"
    left = {"program/only in 0.2.0.txt", "problem.txt"}
    assert _files(windows.path(PLACE)) == files | left

    recent = windows.path(r"C:\users") / getpass.getuser() / "AppData/Roaming/xlplugin/recent.json"
    recent.parent.mkdir(parents=True)
    recent.touch()
    calls = removed(PLACE)
    assert not recent.parent.exists()
    assert [call.split(" | ")[0] for call in calls] == [f'"{PYTHON}" -I -m xlplugin setup --undo']


def test_excel_can_call_the_python_that_is_made():
    """``setup`` writes its path with the user's folder as a variable: macros read no Cyrillic letters."""
    fake = bare_windows()
    fake.files[PYTHON] = b""
    prefix = rf"{PLACE}\environment"
    fake.answers[PYTHON] = says(prefix=prefix)
    fake.more = {"home": HOME, "encoding": "cp1251", "python": PYTHON, "prefix": prefix}
    findings = made(fake.machine())
    assert not [finding for finding in findings if finding.is_bad]
    rest = PYTHON.removeprefix(HOME)
    assert rest.isascii()
    assert f"%USERPROFILE%{rest}".encode() in fake.files[rf"{HOME}\.xlwings\xlwings.conf"]


def test_any_folder_will_do_and_without_the_internet_an_installed_python(windows, install, removed):
    """Blanks, accents, brackets and ``&`` in its path are letters like others."""
    status, calls = install(place=ODD, has="--python 3.12")
    assert status == 0
    asked = [call.split("--no-project ")[1].split(' "')[0] for call in calls]
    looked = "--no-managed-python --no-python-downloads --python"
    assert asked == [
        f"--managed-python --python {PINNED}",
        *(f"{looked} {version}" for version in ("3.13", "3.14", "3.12")),
    ]
    assert calls[-1].endswith(rf'"{ODD}\program\set_up.py" "{ODD}\." | {ODD}\python | {ODD}\cache')
    assert windows.path(rf"{ODD}\environment\Scripts\python.exe").exists()
    removed(ODD)


def test_without_any_python_nothing_stays(windows, install):
    """The exit status says so to whoever installs without looking."""
    status, calls = install(has="no such Python")
    assert (status, len(calls)) == (10, 1 + len(INSTALLED))
    assert not windows.path(PLACE).exists()
    assert not windows.path(MENU).exists()
    assert windows.registry(KEY) == {}


def test_an_update_takes_the_place_of_the_older_version(windows, install, removed):
    """Whatever folder is asked for: nothing would remove the older one."""
    assert install("0.1.9")[0] == 0
    assert install("0.2.0", place=ODD)[0] == 0
    assert not windows.path(ODD).exists()
    assert windows.registry(KEY)["InstallLocation"] == PLACE
    assert windows.path(rf"{PLACE}\program\only in 0.2.0.txt").exists()
    removed(PLACE)


def test_a_folder_that_is_too_deep_for_windows_is_not_taken(windows, install):
    """Python's own files would not fit in there; nothing is begun."""
    deep = "C:\\" + "a" * 108
    assert install(place=deep) == (15, [])
    assert not windows.path(deep).exists()


def test_where_windows_lets_no_program_run_it_says_so(windows, programs, install, tmp_path):
    """``cmd.exe`` forbidden by a rule of the computer, ``uv.exe`` taken away by a virus scanner."""
    assert install("0.1.9")[0] == 0
    known = windows.registry(KEY)["QuietUninstallString"].removeprefix('"').split('" ')
    shell, aside = windows.path(r"C:\windows\system32\cmd.exe"), tmp_path / "cmd.exe"
    shutil.move(shell, aside)
    try:
        assert install("0.2.0") == (12, [])
        assert install(command=known)[1] == []
        assert windows.path(PYTHON).exists()
        assert windows.registry(KEY)["DisplayVersion"] == "0.1.9"
    finally:
        shutil.move(aside, shell)
    uv = windows.path(rf"{PLACE}\program\uv.exe")
    uv.unlink()
    assert install(command=(rf"{PLACE}\Set up.cmd", "/quiet")) == (12, [])
    assert "uv.exe" in windows.path(rf"{PLACE}\problem.txt").read_text()
    install(command=known)
    assert windows.waits(lambda: not windows.path(PLACE).exists())


def test_nothing_is_removed_while_the_page_runs(windows, install, removed, tmp_path):
    """It says what to close; then it can be tried again."""
    assert install()[0] == 0
    begun = tmp_path / "page.txt"
    told = f"Z:{begun}".replace("/", "\\")
    page = windows.starts(PYTHON, "-I", "-m", "xlplugin", "start", STAND_IN_RECORD=told)
    try:
        assert windows.waits(begun.exists)
        known = windows.registry(KEY)["QuietUninstallString"].removeprefix('"').split('" ')
        install(command=known)
        problem = windows.path(rf"{PLACE}\problem.txt")
        assert windows.waits(problem.exists)
        assert "every window of xlplugin" in problem.read_text()
        assert windows.registry(KEY)["DisplayVersion"] == "0.2.0"
        assert windows.path(rf"{PLACE}\program\set_up.py").exists()
        assert windows.path(MENU).exists()
    finally:
        windows.path(rf"{PLACE}\environment\Scripts\end").touch()
        page.wait(timeout=60)
        page.stdout.close()
        page.stderr.close()
    removed(PLACE)


def test_the_folder_without_a_setup_program(windows, programs, install):
    """*New tournament* sets up first, also where that was interrupted; and starts nothing that is not there."""
    place = windows.path(ODD)
    shutil.copytree(programs["0.2.0"].parent / "0.2.0", place)
    (place / "environment" / "Scripts").mkdir(parents=True)  # half-made
    (place / "environment" / "Scripts" / "end").touch()  # the page is not to stay
    start = (rf"{ODD}\New tournament.cmd", "/quiet")
    assert install(command=start, has="no such Python")[0] == 1
    problem = (place / "problem.txt").read_text()
    assert "internet" in problem
    assert "Python 3.13 or 3.14 or 3.12 (64-bit)" in problem
    _, calls = install(command=start)
    assert calls[0].startswith(rf'"{ODD}\program\uv.exe" run')
    assert windows.waits((place / "environment" / "whole").exists)
    assert install(command=(rf"{ODD}\Remove.cmd", "/quiet"))[0] == 0
    assert not (place / "environment").exists()
    shutil.rmtree(place)


def test_a_folder_with_other_things_in_it_is_left_alone(windows, install):
    """Removing takes the folder away, so it must be ours."""
    other = windows.path(r"C:\Others\python\letter.txt")
    other.parent.mkdir(parents=True)
    other.touch()
    assert install(place=r"C:\Others") == (15, [])
    assert _files(windows.path(r"C:\Others")) == {"python/letter.txt"}


def test_a_certificate_signs_the_setup_program(programs, tmp_path):
    """One made for the test; the uninstaller in it is signed by the same command, without which none is made."""
    for needed in ("osslsigncode", "openssl"):
        if shutil.which(needed) is None:
            missing(f"{needed} is not here: apt-get install {needed}")
    key, certificate = tmp_path / "a key.pem", tmp_path / "cert.pem"
    subprocess.run(
        [shutil.which("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key,
         "-out", certificate, "-subj", "/CN=Test", "-addext", "extendedKeyUsage=codeSigning"],
        check=True, capture_output=True,
    )  # fmt: skip
    folder, script = programs["0.2.0"].parent / "0.2.0", FILES / "windows" / "setup.nsi"
    made = windows_setup(script, folder, tmp_path, f"-certs {certificate} -key '{key}'")
    done = subprocess.run(
        [shutil.which("osslsigncode"), "verify", "-CAfile", certificate, "-in", made],
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert "CN=Test" in done.stdout
    with pytest.raises(RuntimeError):
        windows_setup(script, folder, tmp_path, "-certs /nowhere -key /nowhere")


def test_the_private_python_is_one_that_every_system_has(monkeypatch):
    """What uv lists of the line is for many systems, and not of CPython alone."""
    ends = {"windows-x86_64-none", "macos-aarch64-none", "macos-x86_64-none", "linux-x86_64-gnu"}
    has = {"cpython-3.13.9": ends, "cpython-3.13.10": ends, "graalpy-3.13.12": ends,
           "cpython-3.13.11": ends - {"windows-x86_64-none"}}  # fmt: skip
    listed = [
        {"key": f"{python}-{end}", "version": python.partition("-")[2], "variant": "default"}
        for python, found in has.items()
        for end in found
    ]
    monkeypatch.setattr(installing, "run", lambda *_: json.dumps(listed))
    assert installing.newest_python() == "3.13.10"


def test_libraries_of_windows_are_brought_from_linux(tmp_path):
    """Those, too, that only Windows needs; each with the hash of its file, and xlplugin's own."""
    own = tmp_path / "xlplugin-0.2.0-py3-none-any.whl"
    with zipfile.ZipFile(own, "w") as wheel:
        about = "xlplugin-0.2.0.dist-info"
        wheel.writestr(
            f"{about}/METADATA", "Metadata-Version: 2.1\nName: xlplugin\nVersion: 0.2.0\n"
        )
        wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr(f"{about}/RECORD", "")
    needs = [
        "olefile>=0.47",
        "colorama; sys_platform == 'win32'",
        "appscript; sys_platform == 'darwin'",
    ]
    system = System(
        "win-amd64", "win_amd64", "x86_64-pc-windows-msvc", "windows-x86_64-none", ("3.13",)
    )
    try:
        bring_libraries(system, needs, own, tmp_path)
    except RuntimeError as error:
        missing(f"nothing can be had from PyPI: {error}")
    wheels = {path.name.split("-")[0]: path for path in (tmp_path / "wheels").iterdir()}
    assert set(wheels) == {"colorama", "olefile", "xlplugin"}
    lines = (tmp_path / "requirements" / "win-amd64-3.13.txt").read_text().splitlines()
    hashes = {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in wheels.values()}
    assert lines == [
        f"{name}=={path.name.split('-')[1]} --hash=sha256:{hashes[path]}"
        for name, path in sorted(wheels.items())
    ]
