"""The things in a desktop Excel: objects whose properties, commands and elements are methods named after them.

``_get_number_format`` answers for what is ``NumberFormat`` on Windows and ``number format`` on macOS:
names are compared without capitals and underscores. What macOS has another word for is listed in
``desktops.py``, where all is that the platforms differ in. Anything that only one of them has is in
its own module, ``com.py`` or ``mac_excel.py``. Anything that nobody has written is not passed over
in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

NO_SUCH_OBJECT, BAD_PARAMETER, NOT_HANDLED, TIMED_OUT, NO_ROOM = -1728, -50, -1708, -1712, -1741
"""What an error's number says on macOS; on Windows nearly all have the same."""
MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384
KINDS = ("get", "set", "do", "all", "of")
"""What a method is: a property, its setter, a command, all elements, or one by its key."""


class NotWritten(BaseException):
    """Something that Excel may well do, and this stand-in does not; no ``except Exception`` hides it."""


class Refused(Exception):
    """What Excel does not do, with the number and the text of its error."""

    def __init__(self, number: int = BAD_PARAMETER, message: str = "Parameter error.") -> None:
        super().__init__(number, message)
        self.number, self.message = number, message


def plain(name: str) -> str:
    """A name as it is compared."""
    return name.replace("_", "").lower()


def chosen(found: Sequence[Any], key: float | str) -> Any:
    """One of several things, by its place from 1 on or by its name."""
    if isinstance(key, str):
        there = [one for one in found if one._get_name().casefold() == key.casefold()]
    else:
        there = [found[int(key) - 1]] if 0 < key <= len(found) else []
    if not there:
        raise Refused(NO_SUCH_OBJECT, "The object you are trying to access does not exist")
    return there[0]


class Thing:
    """An object of Excel's.

    Args:
        excel: the application, an ``App``.
    """

    members: ClassVar[Mapping[tuple[str, str], str]] = {}
    lacks: frozenset[str] = frozenset()
    """Names that others of its kind have, so that one may well ask for them."""

    def __init_subclass__(cls) -> None:
        found = (method.removeprefix("_").partition("_") for method in dir(cls))
        cls.members = {
            (kind, plain(name)): f"_{kind}_{name}"
            for kind, _, name in found
            if kind in KINDS and getattr(cls, f"_{kind}_{name}", None)
        }

    def __init__(self, excel: Any) -> None:
        self.excel = excel

    def find(self, kind: str, name: str) -> Callable[..., Any] | None:
        """What answers for a name, if anything does."""
        method = self.members.get((kind, plain(name)))
        return getattr(self, method) if method else None

    def is_gone(self) -> bool:
        """Whether it has been deleted."""
        return False
