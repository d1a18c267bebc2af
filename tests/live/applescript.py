"""Excel for Mac on any computer: xlwings' own code for macOS, on a stand-in for appscript.

``open_book`` gives a workbook of openpyxl as xlwings on macOS gives one that Excel has open: what is
asked of it happens to the workbook at once. xlwings' ``_xlmac.py`` runs as it is. Beneath it is what
appscript does (``mac_terms.py``) and what Excel answers (``mac_excel.py``, ``excel_app.py``).
"""

from __future__ import annotations

import os
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from types import ModuleType, SimpleNamespace
from typing import Any
from weakref import WeakValueDictionary, finalize

import languages
import remote
import xlwings as xw
from borrowed import borrowed, stand_ins
from excel_things import TIMED_OUT, Refused
from mac_excel import OWN_FOLDER, MacBook, MacExcel
from mac_terms import PATIENCE, TERMS, AppData, CommandError, Event, Query, Reference, k
from openpyxl import Workbook
from xlwings import mac_dict

NOT_ALLOWED = -1743
ALERT_ARGUMENTS = {
    "message",
    "as_",
    "buttons",
    "default_button",
    "cancel_button",
    "giving_up_after",
}
running: WeakValueDictionary[int, MacExcel] = WeakValueDictionary()
"""The instances of Excel by process."""
FINDER = 99
front: list[int] = [FINDER]
"""All processes with windows, from the front to the back."""


def open_book(
    workbook: Workbook,
    *,
    locale: languages.Locale = languages.ENGLISH,
    fullname: str = "/Users/to/Events/event.xlsm",
    shown: remote.Shown = remote.zero,
) -> xw.Book:
    """A workbook as xlwings on macOS gives it while Excel has it open.

    Args:
        workbook: what everything is done to, at once.
        locale: what Excel speaks with its user.
        fullname: its path, or its address in the web.
        shown: what formulas come to, by their tab and text.
    """
    for other in list(running.values()):  # the same workbook is open once
        if any(book.workbook is workbook for book in other.books):
            del running[other.process.pid]
    excel = MacExcel(locale, shown)
    book = MacBook(excel, workbook, fullname)
    excel.books.append(book)
    running[excel.process.pid] = excel
    front[:] = [excel.process.pid, *(pid for pid in front if pid in running)]
    xw.engines.active = xw.Engine(impl=xlmac.engine)
    app = xlmac.App(xl=Reference(AppData(excel), Query()))
    return xw.Book(impl=xlmac.Book(app, book.name))


def command(name: str) -> bytes:
    """The code by which an event tells its command."""
    return TERMS.references[name][1][0]


def forget() -> None:
    """Let no Excel run any more."""
    running.clear()
    front[:] = [FINDER]
    SystemEvents.allowed, SystemEvents.asked = True, 0


def excel_of(book: xw.Book) -> MacExcel:
    """The Excel that has a book open; see there what it can be told."""
    return book.api.AS_appdata.excel


# what xlwings imports


def _app(name: str = "", *, pid: int = 0, terms: ModuleType = mac_dict, **_: object) -> Any:
    """An application by its process or, of System Events, by its name."""
    if name == "System Events":
        return SystemEvents()
    if not pid or terms is not mac_dict:
        message = f"starting {name} is not written"
        raise NotImplementedError(message)
    return Reference(AppData(running[pid]), Query())


class SystemEvents:
    """The part of macOS that brings processes to the front, if its user has allowed it.

    Attributes:
        asked: how often.
    """

    allowed, asked = True, 0

    def __init__(self, pid: int = 0) -> None:
        self.processes, self.pid = self, pid

    def __getitem__(self, pid: int) -> SystemEvents:
        return SystemEvents(pid)

    frontmost = visible = property(lambda self: self)

    def set(self, _value: object) -> None:
        """Bring a process to the front."""
        SystemEvents.asked += 1
        if not SystemEvents.allowed:
            raise CommandError(self, (), Refused(NOT_ALLOWED))
        front.remove(self.pid)
        front.insert(0, self.pid)

    def get(self) -> list[bool]:
        """Whether a process has visible windows."""
        return [True]


class _UnixId:
    """``its.unix_id``, which is compared with a number."""

    def __eq__(self, pid: object) -> Any:
        return pid

    __hash__ = None


class _Alias:
    """A folder, and its path as older Macs wrote it."""

    def __init__(self, path: str) -> None:
        self.hfspath = "Macintosh HD" + path.replace("/", ":")


class _Home:
    """Python's ``os`` where the home of the user is another one, with what Excel keeps there."""

    def __init__(self) -> None:
        home = mkdtemp()
        finalize(self, rmtree, home, ignore_errors=True)
        Path(home + OWN_FOLDER).mkdir(parents=True)
        self.path = SimpleNamespace(**{**vars(os.path), "expanduser": lambda _: home})

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)


class Osax:
    """Message boxes that are shown by Excel's process.

    Args:
        pid: of the process.
    """

    def __init__(self, *, pid: int) -> None:
        self._excel = running[pid]

    def activate(self) -> None:
        """Bring Excel to the front."""

    def display_alert(self, title: str, **told: Any) -> dict[object, object]:
        """Show a message until it is clicked away, or nobody waits any longer."""
        seconds = told.pop("timeout", PATIENCE)
        unknown = told.keys() - ALERT_ARGUMENTS
        if unknown:
            message = f"Unknown keyword argument {min(unknown)!r}."
            raise TypeError(message)
        number = self._excel.refuse(Event(b"sysodisA", title, Query(), {}, seconds))
        if number is None:
            self._excel.alerts.append({"title": title, **told})
            shown = [told["message"], title, told["buttons"], told["as_"].name]
            self._excel.asked.append({"func": "alert", "args": shown})
            number = TIMED_OUT if 0 < seconds < self._excel.clicked_after else None
        if number is not None:
            self._excel.waited += seconds
            raise CommandError(self, (title, told), Refused(number))
        buttons = told["buttons"]
        return {k.button_returned: buttons if isinstance(buttons, str) else buttons[-1]}


def _told_of_processes(command: list[str], **_: object) -> bytes:
    """What ``lsappinfo`` tells of the processes that run."""
    if command[1] == "visibleprocesslist":
        names = {**dict.fromkeys(running, "Microsoft_Excel"), FINDER: "Finder"}
        listed = (f'ASN:0x0-{pid:x}-"{names[pid]}":' for pid in front if pid in names)
        return " ".join(listed).encode()
    pid = command[-1].split("-")[1]
    return f'"pid"={int(pid, 16)}\n'.encode()


modules = stand_ins({
    "appscript": {"app": _app, "its": SimpleNamespace(unix_id=_UnixId()), "k": k},
    "appscript.reference": {"CommandError": CommandError, "Reference": Reference},
    "aem": {"kae": SimpleNamespace(typeKernelProcessID=b"kpid")},
    "aem.aemsend": {"EventError": type("EventError", (Exception,), {})},
    "osax": {"OSAX": Osax},
    "mactypes": {"Alias": _Alias},
    "psutil": {
        "NoSuchProcess": type("NoSuchProcess", (Exception,), {}),
        "process_iter": lambda: [SimpleNamespace(name=lambda: "Microsoft Excel") for _ in running],
    },
})  # fmt: skip
"""The modules that only a Mac has, as far as xlwings asks for them."""
vars(modules["appscript"])["mactypes"] = modules["mactypes"]


def _load() -> ModuleType:
    """The module of xlwings for macOS, which nobody else in this process gets to see."""
    module = borrowed("_xlmac", modules)
    module.os = _Home()
    module.subprocess = SimpleNamespace(check_output=_told_of_processes)
    return module


xlmac: Any = _load()
