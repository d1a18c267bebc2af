"""The parts of Windows that xlwings uses, on any system: pywin32 and some of ctypes.

``windows_engine`` imports xlwings' own ``_xlwindows`` on it, once, and leaves no trace in the process.
Running programs as Windows knows them are in ``running``: their windows, from front to back.
"""

# ruff: noqa: FBT001, N802  (names and arguments as Excel has them)

from __future__ import annotations

import atexit
import builtins
import ctypes
import importlib
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any, NoReturn
from weakref import WeakValueDictionary

import xlwings

from xlplugin.hosts.excel import with_xlwings

DISP_E_EXCEPTION = -2147352567
DISP_E_UNKNOWNNAME = -2147352570
RPC_E_CALL_REJECTED = -2147418111
CO_E_OBJNOTCONNECTED = -2147220995
XL_ERROR = -2146827284
"""What VBA calls 1004, the one number of nearly all of Excel's errors."""
RANGE = "{00020846-0000-0000-C000-000000000046}"
OK = 1

running: WeakValueDictionary[int, Any] = WeakValueDictionary()
"""By the number of its window, what runs: it has ``hwnd``, ``pid``, ``window`` and ``say``."""
windows: list[int] = []
"""From the front to the back."""
at_the_end: list[Any] = []
"""What is to be done when Python ends: nothing may be left here that xlwings does to running Excels."""


def in_front(hwnd: int) -> None:
    """Bring a window to the front."""
    windows[:] = [hwnd, *(other for other in windows if other != hwnd and other in running)]


class com_error(Exception):  # noqa: N801
    """As pywin32 raises it: its number, its text, what the program says, and the argument."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.hresult, self.strerror, self.excepinfo, self.argerror = args


def refuse(text: str) -> NoReturn:
    """Raise what Excel does where VBA has error 1004."""
    told = (0, "Microsoft Excel", text, "xlmain11.chm", 0, XL_ERROR)
    raise com_error(DISP_E_EXCEPTION, "Exception occurred.", told, None) from None


def busy() -> com_error:
    """What a call raises while Excel waits for its user."""
    return com_error(RPC_E_CALL_REJECTED, "Call was rejected by callee.", None, None)


def gone() -> com_error:
    """What a call raises for something that has been deleted."""
    text = "The object invoked has disconnected from its clients."
    return com_error(CO_E_OBJNOTCONNECTED, text, None, None)


class WinError(Exception):
    """``pywintypes.error``, of calls to Windows itself."""


class Time(datetime):
    """``pywintypes.TimeType``: a datetime with a zone, UTC whatever is meant."""


class Dispatched:
    """What pywin32 wraps an object in that has been generated from Excel's type library."""


class OleObject:
    """The pointer below a wrapped object.

    Args:
        target: the object.
        kind: the identity of its interface.
    """

    def __init__(self, target: Any, kind: str = "") -> None:
        self.target, self._kind = target, kind

    def GetIDsOfNames(self, _lcid: int, name: str) -> int:
        """The number of a member."""
        if name.startswith("_") or not hasattr(type(self.target), name):
            raise com_error(DISP_E_UNKNOWNNAME, "Unknown name.", None, None)
        return 1

    def GetTypeInfo(self) -> Any:
        """What it is."""
        return SimpleNamespace(GetTypeAttr=lambda: SimpleNamespace(iid=self._kind))


def _stubs() -> Mapping[str, ModuleType]:
    """The modules of pywin32 that xlwings imports."""
    made: dict[str, ModuleType] = {}

    def module(name: str, **contents: object) -> ModuleType:
        made[name] = ModuleType(name)
        made[name].__dict__.update(contents, __file__=f"{name}.dll")
        return made[name]

    module("pywintypes", com_error=com_error, error=WinError, TimeType=Time, IID=str)
    module("pythoncom", com_error=com_error, ole_error=com_error, CoInitialize=lambda: None,
           VT_ERROR=10)  # fmt: skip
    module("win32api", MessageBox=_message_box)
    module("win32con", MB_OK=0, MB_OKCANCEL=1, MB_YESNOCANCEL=3, MB_YESNO=4,
           MB_ICONWARNING=0x30, MB_ICONINFORMATION=0x40)  # fmt: skip
    module("win32gui", FindWindowEx=_find_window)
    module("win32process", GetWindowThreadProcessId=lambda hwnd: (1, running[hwnd].pid))
    zone = SimpleNamespace(utc=lambda: UTC)
    module("win32timezone", TimeZoneInfo=zone)
    client = module(
        "win32com.client", CDispatch=type("CDispatch", (), {}), DispatchBaseClass=Dispatched,
        Dispatch=lambda pointer: pointer, DispatchEx=_no_new_excel,
    )  # fmt: skip
    module("win32com", client=client, __path__=[])
    return made


def _message_box(hwnd: int, text: str, title: str, style: int) -> int:
    running[hwnd].say(text, title, style)
    return OK


def _find_window(parent: int, _after: int, kind: str, _title: None) -> int:
    """Excel's own window has another in it, and that one the window of the workbook."""
    return {"XLDESK": parent, "EXCEL7": parent}.get(kind, 0) if parent in running else 0


def _no_new_excel(_program: str) -> None:
    message = "a click starts no second Excel"
    raise AssertionError(message)


def _accessible(hwnd: int, _what: int, _interface: Any, pointer: Any) -> int:
    pointer._obj.value = hwnd
    return 0


def _object_at(pointer: Any, _interface: Any, _counted: bool) -> Any:
    return running[pointer.value].window


def _next_window(hwnd: int, _which: int) -> int:
    place = windows.index(hwnd) + 1
    return windows[place] if place < len(windows) else 0


def _top_window(_parent: None) -> int:
    windows[:] = [hwnd for hwnd in windows if hwnd in running]
    return windows[0] if windows else 0


class _Function:
    """A function of a DLL, which ctypes lets one say the result of."""

    restype = None

    def __call__(self, *args: Any) -> Any:
        return _object_at(*args)


def _ctypes() -> Mapping[str, object]:
    """What xlwings takes of ctypes that is there on Windows only."""
    user32 = SimpleNamespace(
        GetTopWindow=_top_window,
        GetWindow=_next_window,
        GetForegroundWindow=lambda: _top_window(None),
        SetForegroundWindow=in_front,
        SetWindowPos=lambda hwnd, *_: in_front(hwnd),
    )
    return {
        "windll": SimpleNamespace(user32=user32),
        "oledll": SimpleNamespace(
            ole32=SimpleNamespace(CLSIDFromString=lambda *_: 0),
            oleacc=SimpleNamespace(AccessibleObjectFromWindow=_accessible),
        ),
        "PyDLL": lambda _file: SimpleNamespace(PyCom_PyObjectFromIUnknown=_Function()),
    }


@contextmanager
def _in_place(owner: dict[str, Any], contents: Mapping[str, object]) -> Iterator[None]:
    """Put things into a namespace for a while."""
    before = {name: owner[name] for name in contents if name in owner}
    owner.update(contents)
    try:
        yield
    finally:
        for name in contents:
            owner.pop(name, None)
        owner.update(before)


def _unregister(called: Any) -> None:
    at_the_end[:] = [other for other in at_the_end if other != called]


@cache
def windows_engine() -> ModuleType:
    """Import xlwings' ``_xlwindows`` as it is, on stubs of what it imports."""
    ours = {"xlwings._xlwindows": None, "xlwings._win32patch": None}
    ends = {
        "register": lambda called: at_the_end.append(called) or called,
        "unregister": _unregister,
    }
    with (
        _in_place(vars(ctypes), _ctypes()),
        _in_place(sys.modules, {**_stubs(), **ours}),
        _in_place(vars(atexit), ends),
    ):
        for name in ours:
            del sys.modules[name]
        module = importlib.import_module("xlwings._xlwindows")
        assert at_the_end == [module.cleanup]
        importlib.reload(
            with_xlwings
        )  # as xlwings is imported on Windows, where its engine comes along
    for name in ours:
        if name not in sys.modules:
            vars(xlwings).pop(name.rpartition(".")[2], None)
    if not hasattr(builtins, "WindowsError"):
        vars(module)["WindowsError"] = OSError
    return module
