"""Excel for Mac on any computer: xlwings' own code for macOS, on a stand-in for appscript.

``open_book`` gives a workbook of openpyxl as xlwings on macOS gives one that Excel has open: what is
asked of it happens to the workbook at once. xlwings' ``_xlmac.py`` runs as it is. Beneath it is what
appscript does (``mac_terms.py``) and what Excel answers (``mac_excel.py``, ``excel_app.py``).
"""

from __future__ import annotations

import atexit
import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import patch
from weakref import WeakValueDictionary

import languages
import remote
import xlwings as xw
from excel_things import TIMED_OUT, Refused
from mac_excel import MacBook, MacExcel
from mac_terms import PATIENCE, TERMS, AppData, CommandError, Event, Query, Reference, k
from openpyxl import Workbook
from xlwings import mac_dict

from xlplugin.hosts.excel import with_xlwings

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


def asked(book: xw.Book) -> list[dict[str, Any]]:
    """What its Excel has been asked to change or to say, as xlwings' client puts it."""
    return excel_of(book).asked


def faults(book: xw.Book) -> list[str]:
    """What has been left otherwise than it was: a screen that stands still, alerts that are off."""
    return excel_of(book).left_behind()


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


def select(book: xw.Book, tab: str, addresses: str) -> None:
    """Select cells of a tab as the user does; several ranges are separated by commas.

    No address at all stands for a picture.
    """
    open_ = excel_of(book).books[0]
    sheet = open_.sheet(tab)
    sheet.to_front()
    open_.select(sheet.sheet, sheet.area(addresses).areas if addresses else None)


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


def _modules() -> dict[str, ModuleType]:
    """The modules that only a Mac has, as far as xlwings asks for them."""
    contents: dict[str, dict[str, object]] = {
        "appscript": {"app": _app, "its": SimpleNamespace(unix_id=_UnixId()), "k": k},
        "appscript.reference": {"CommandError": CommandError, "Reference": Reference},
        "aem": {"kae": SimpleNamespace(typeKernelProcessID=b"kpid")},
        "aem.aemsend": {"EventError": type("EventError", (Exception,), {})},
        "osax": {"OSAX": Osax},
        "mactypes": {"Alias": _Alias},
        "psutil": {
            "NoSuchProcess": type("NoSuchProcess", (Exception,), {}),
            "process_iter": lambda: [
                SimpleNamespace(name=lambda: "Microsoft Excel") for _ in running
            ],
        },
    }
    made = {}
    for name, content in contents.items():
        made[name] = ModuleType(name)
        vars(made[name]).update(content)
    for name in ("appscript.reference", "aem.aemsend"):
        package, _, part = name.partition(".")
        setattr(made[package], part, made[name])
    vars(made["appscript"])["mactypes"] = made["mactypes"]
    return made


modules = _modules()


@contextmanager
def on_a_mac() -> Iterator[None]:
    """Let ``import appscript`` and its like find the stand-ins for a while."""
    before = {name: sys.modules.get(name) for name in modules}
    sys.modules.update(modules)
    try:
        yield
    finally:
        for name, module in before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module


at_the_end: list[Any] = []
"""What is to be done when Python ends: nothing may be left here that xlwings does to running Excels."""


def _unregister(called: Any) -> None:
    at_the_end[:] = [other for other in at_the_end if other != called]


def _load() -> ModuleType:
    """The module of xlwings for macOS, which nobody else in this process gets to see."""
    name = "xlwings._xlmac"
    ends = {
        "register": lambda called: at_the_end.append(called) or called,
        "unregister": _unregister,
    }
    with on_a_mac(), patch.multiple(atexit, **ends):
        module = importlib.import_module(name)
        assert at_the_end == [module.cleanup]
        importlib.reload(
            with_xlwings
        )  # as xlwings is imported on a Mac, where its engine comes along
    del sys.modules[name], xw._xlmac
    module.subprocess = SimpleNamespace(check_output=_told_of_processes)
    return module


xlmac: Any = _load()
