"""Computers made up of files, registry values, and programs with their answers."""

from __future__ import annotations

import json
import plistlib
from importlib.metadata import version
from pathlib import Path

from xlplugin.doctor.checkup import LIBRARIES
from xlplugin.doctor.checkup import examine as all_findings
from xlplugin.ground.machine import XLWINGS, Answer, Machine

VERSION = version("xlplugin")
WINDOWS_HOME, MAC_HOME = r"C:\Users\Ann", "/Users/ann"
WINDOWS_PYTHON = r"C:\Python312\python.exe"
MAC_PYTHON = "/Users/ann/xlplugin/.venv/bin/python"
DLL = rf"C:\Python312\xlwings64-{XLWINGS}.dll"
EXCEL = r"C:\Program Files\Microsoft Office\root\Office16\EXCEL.EXE"
APP_PATH = r"HKLM\SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths\excel.exe"
CLICK_TO_RUN = r"HKLM\SOFTWARE\Microsoft\Office\ClickToRun\Configuration"
WINDOWS_CONF = r"C:\Users\Ann\.xlwings\xlwings.conf"
MAC_CONTAINER = "/Users/ann/Library/Containers/com.microsoft.Excel/Data"
MAC_CONF = f"{MAC_CONTAINER}/xlwings.conf"
MAC_EXCEL = "/Applications/Microsoft Excel.app"
SCRIPT = f"/Users/ann/Library/Application Scripts/com.microsoft.Excel/xlwings-{XLWINGS}.applescript"


def says(**told):
    """Give the answer of a Python to the question of what it has."""
    answer = {
        "version": "3.12.4", "bits": 64, "prefix": r"C:\Python312", "xlwings": XLWINGS,
        "drives_excel": True, "xlplugin": VERSION, "fault": "",
    }  # fmt: skip
    return Answer(0, json.dumps({**answer, **told}) + "\n")


class Fake:
    """A computer on which nothing is set up yet; ``more`` overrides what :class:`Machine` has."""

    def __init__(self, system, *, files=(), registry=(), answers=(), programs=(), **more):
        self.system = system
        self.files = dict(files)
        self.folders = set()
        self.faults = {}
        self.registry = dict(registry)
        self.answers = dict(answers)
        self.programs = dict(programs)
        self.libraries = dict.fromkeys(LIBRARIES, "1.0") | {"xlplugin": VERSION}
        self.more = more
        self.asked = []
        self.written = []

    def run(self, command):
        """Answer for a program by its name."""
        self.asked.append(list(command))
        return self.answers.get(command[0], Answer(None, err="No such file or directory"))

    def read(self, path):
        """Read a file that was made up, or a real one of the test or of xlwings."""
        if path in self.files:
            return self.files[path]
        return Path(path).read_bytes() if Path(path).is_file() else None

    def exists(self, path):
        """Tell whether a file or a folder was made up."""
        return path in self.files or path in self.folders

    def write(self, path, content):
        """Write a file, or raise what was made up for it."""
        if path in self.faults:
            raise self.faults[path]
        self.written.append(path)
        self.files[path] = content
        self.folders.add(str(self.machine().path(path).parent))

    def remove(self, path):
        """Delete a file or an empty folder, or raise what was made up for it."""
        if path in self.faults:
            raise self.faults[path]
        self.written.append(path)
        self.files.pop(path, None)
        if not any(str(self.machine().path(name).parent) == path for name in self.files):
            self.folders.discard(path)

    def machine(self):
        """Give the computer."""
        told = {
            "Windows": {
                "home": WINDOWS_HOME,
                "encoding": "cp1252",
                "python": WINDOWS_PYTHON,
                "prefix": r"C:\Python312",
            },
            "Darwin": {
                "home": MAC_HOME,
                "encoding": "utf-8",
                "python": MAC_PYTHON,
                "prefix": "/Users/ann/xlplugin/.venv",
            },
            "Linux": {
                "home": "/home/ann",
                "encoding": "utf-8",
                "python": "/usr/bin/python3",
                "prefix": "/usr",
            },
        }[self.system]
        made = {
            "system": self.system,
            "release": "11",
            "environ": {},
            "version": "3.12.4",
            "program": "xlplugin",
            "read": self.read,
            "exists": self.exists,
            "write": self.write,
            "remove": self.remove,
            "which": self.programs.get,
            "run": self.run,
            "registry": lambda key, name: self.registry.get((key, name)),
            "installed": self.libraries.get,
        }
        return Machine(**{**made, **told, **self.more})

    def findings(self, file=None):
        """Give what the doctor finds, by what it looked at."""
        return {finding.what: finding for finding in all_findings(self.machine(), file)}


def bare_windows():
    """Windows with Excel and one Python, which has everything; nothing is set up yet."""
    return Fake(
        "Windows",
        files={EXCEL: b"", WINDOWS_PYTHON: b"", DLL: b""},
        registry={
            (APP_PATH, ""): EXCEL,
            (CLICK_TO_RUN, "VersionToReport"): "16.0.17328.20162",
            (CLICK_TO_RUN, "Platform"): "x64",
        },
        answers={WINDOWS_PYTHON: says()},
    )


def bare_mac():
    """A Mac with Excel, which has been started, and a Python; nothing is set up yet."""
    fake = Fake(
        "Darwin",
        files={
            MAC_EXCEL: b"",
            f"{MAC_EXCEL}/Contents/Info.plist": plistlib.dumps(
                {"CFBundleShortVersionString": "16.89"}
            ),
            MAC_PYTHON: b"",
        },
        answers={MAC_PYTHON: says(prefix="/Users/ann/xlplugin/.venv")},
        environ={"USER": "ann"},
    )
    fake.folders.add(MAC_CONTAINER)
    return fake


def bare_linux():
    """Linux with LibreOffice."""
    return Fake("Linux", programs={"soffice": "/usr/bin/soffice"})
