"""The parts of Windows that xlwings uses, on any system: pywin32 and some of ctypes.

``windows_engine`` imports xlwings' own ``_xlwindows`` on it, once, and leaves no trace in the process.
Running programs as Windows knows them are in ``running``: their windows, from front to back.
"""

# ruff: noqa: FBT001, N802  (names and arguments as Excel has them)

from __future__ import annotations

import builtins
import ctypes
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any, NoReturn
from weakref import WeakValueDictionary

from borrowed import borrowed, in_place, stand_ins

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


def _stubs() -> dict[str, ModuleType]:
    """The modules of pywin32 that xlwings imports."""
    return stand_ins({
        "pywintypes": {
            "com_error": com_error, "error": WinError, "TimeType": Time, "IID": str,
        },
        "pythoncom": {
            "com_error": com_error, "ole_error": com_error, "CoInitialize": lambda: None, "VT_ERROR": 10,
        },
        "win32api": {"MessageBox": _message_box},
        "win32con": {
            "MB_OK": 0, "MB_OKCANCEL": 1, "MB_YESNOCANCEL": 3, "MB_YESNO": 4,
            "MB_ICONWARNING": 0x30, "MB_ICONINFORMATION": 0x40,
        },
        "win32gui": {"FindWindowEx": _find_window},
        "win32process": {"GetWindowThreadProcessId": lambda hwnd: (1, running[hwnd].pid)},
        "win32timezone": {"TimeZoneInfo": SimpleNamespace(utc=lambda: UTC)},
        "win32com": {},
        "win32com.client": {
            "CDispatch": type("CDispatch", (), {}), "DispatchBaseClass": Dispatched,
            "Dispatch": lambda pointer: pointer, "DispatchEx": _no_new_excel,
        },
    })  # fmt: skip


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


@cache
def windows_engine() -> ModuleType:
    """Import xlwings' ``_xlwindows`` as it is, on stubs of what it imports."""
    with in_place(vars(ctypes), _ctypes()):
        module = borrowed("_xlwindows", _stubs(), "_win32patch")
    if not hasattr(builtins, "WindowsError"):
        vars(module)["WindowsError"] = OSError
    return module
