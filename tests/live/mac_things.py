"""What Excel for Mac answers with: objects whose properties, elements and commands have names.

A class of the scripting dictionary is a class here; what it has are methods that are named after it:
``_get_name``, ``_set_name``, ``_of_worksheets``, ``_count_row``, ``_do_select``. Names that the
dictionary does not have are an error when a module is loaded; what the dictionary has and nobody has
written yet is :class:`NotWritten`, which no ``except Exception`` hides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from mac_terms import TERMS, Code, Query, Step

NO_SUCH_OBJECT, BAD_PARAMETER, NOT_HANDLED, TIMED_OUT, NO_ROOM = -1728, -50, -1708, -1712, -1741
"""What an error's number says."""
MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384
MISSING = Code(TERMS.types["missing_value"])


class NotWritten(BaseException):
    """Something that Excel may well do, and this stand-in does not."""


class Thing:
    """An object that references can lead to.

    Args:
        excel: the application, a ``MacExcel``.
    """

    tables: ClassVar[Mapping[str, Mapping[bytes, str]]] = {}
    kinds: ClassVar[Mapping[str, Callable[[str], bytes]]] = {
        "get": lambda name: TERMS.references[name][1],
        "set": lambda name: TERMS.references[name][1],
        "of": lambda name: TERMS.references[name][1],
        "count": lambda name: TERMS.types[name],
        "do": lambda name: TERMS.references[name][1][0],
    }

    def __init_subclass__(cls) -> None:
        tables: dict[str, dict[bytes, str]] = {kind: {} for kind in cls.kinds}
        for method in dir(cls):
            kind, _, name = method.removeprefix("_").partition("_")
            if method.startswith("_") and kind in tables:
                tables[kind][cls.kinds[kind](name)] = method
        cls.tables = tables

    def __init__(self, excel: Any) -> None:
        self.excel = excel

    def method(self, kind: str, code: bytes) -> Callable[..., Any]:
        """What answers for a code."""
        if code not in self.tables[kind]:
            names = [
                name for name, (_, found) in TERMS.references.items() if code in (found, found[0])
            ]
            message = f"{type(self).__name__}: {kind} {names or code!r} is not written"
            raise NotWritten(message)
        return getattr(self, self.tables[kind][code])

    def follow(self, step: Step) -> Any:
        """Where one step of a reference leads."""
        match step.form:
            case "property":
                return self.method("get", step.code)()
            case "index" | "name" | "id":
                return self.method("of", step.code)(step.key)
        message = f"{type(self).__name__}: {step} is not written"
        raise NotWritten(message)

    def delete(self) -> None:
        """Do away with it."""
        message = f"{type(self).__name__} cannot be deleted here"
        raise NotWritten(message)

    def make(self, kind: bytes, side: str, properties: Mapping[bytes, Any]) -> Query:
        """Make something new in it, or before or after it, and say where it is."""
        message = f"{type(self).__name__}: no {kind!r} is made {side} it here"
        raise NotWritten(message)
