"""References and commands as appscript builds them, in the words of Excel's scripting dictionary.

Nothing happens here before a command is called: a reference is only a list of steps, and whoever
answers a command walks them again each time. Words that the dictionary does not have are refused as
appscript refuses them: ``AttributeError`` in a reference, ``TypeError`` for an argument,
``ValueError`` for ``k.something``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from typing import Any, NamedTuple

from excel_things import Refused
from xlwings import mac_dict

OWN = {
    "missing_value": b"msng", "yes": b"yes ", "no": b"no  ", "ask": b"ask ", "properties": b"pALL",
    "class_": b"pcls", "id": b"ID  ", "version": b"vers", "inches": b"inch", "centimeters": b"cmtr",
    "script": b"scpt", "reference": b"obj ", "dash_style": b"tdas", "rotation": b"trot",
}  # fmt: skip
"""Names that appscript has by itself, with their codes: those that are asked for, and those that
Excel has for something else, where Excel's get an underscore."""
OWN_COMMANDS = {
    "get": (b"coregetd", {}),
    "set": (b"coresetd", {"to": b"data"}),
    "activate": (b"miscactv", {}),
    "quit": (b"aevtquit", {"saving": b"savo"}),
}
GET, SET, MAKE = b"coregetd", b"coresetd", b"corecrel"
PATIENCE = 60
"""Seconds that a command waits for its answer unless it is told otherwise."""
NEED_64_BITS = 2**31


class Keyword:
    """``k.name``: a class, an enumeration's value or a property's name."""

    def __init__(self, name: str) -> None:
        self.AS_name = name

    name = property(lambda self: self.AS_name)

    def __repr__(self) -> str:
        return f"k.{self.AS_name}"

    def __hash__(self) -> int:
        return hash(self.AS_name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Keyword) and self.AS_name == other.AS_name

    def __bool__(self) -> bool:
        return self.AS_name != "missing_value"


class _Keywords:
    def __getattr__(self, name: str) -> Keyword:
        if name.startswith("__"):
            raise AttributeError(name)
        return Keyword(name)


k = _Keywords()


class Code(bytes):
    """A class's or an enumeration's code, as it travels."""

    __slots__ = ()


class Step(NamedTuple):
    """One step of a reference: ``property``, ``every``, ``index``, ``name``, ``id``, ``before``..."""

    form: str
    code: bytes = b""
    key: Any = None


class Query(NamedTuple):
    """The steps of a reference from the application on."""

    steps: tuple[Step, ...] = ()

    def property(self, code: bytes) -> Query:
        """The property of this code."""
        return Query((*self.steps, Step("property", code)))

    def elements(self, code: bytes) -> Query:
        """All elements of this class."""
        return Query((*self.steps, Step("every", code)))

    def _one(self, form: str, key: object) -> Query:
        *before, last = self.steps or (Step(""),)
        if last.form != "every":
            message = f"{last.form} {last.code!r} has no elements to choose from by {form}"
            raise AttributeError(message)
        return Query((*before, Step(form, last.code, key)))

    def byindex(self, index: object) -> Query:
        """The element at this place, from 1 on."""
        return self._one("index", index)

    def byname(self, name: str) -> Query:
        """The element of this name."""
        return self._one("name", name)

    def byid(self, key: object) -> Query:
        """The element with this id."""
        return self._one("id", key)

    def at(self, where: str) -> Query:
        """The place before or after this element."""
        return Query((*self.steps, Step(where)))


class Terms:
    """The names of a dictionary and their codes, put together as appscript does it.

    Args:
        module: with ``classes``, ``enums``, ``properties``, ``elements`` and ``commands``.
    """

    def __init__(self, module: Any) -> None:
        self.types: dict[str, bytes] = dict(OWN)
        self.names: dict[bytes, str] = {code: name for name, code in OWN.items()}
        self.references: dict[str, tuple[str, Any]] = {
            "properties": ("property", OWN["properties"]),
            "id": ("property", OWN["id"]),
            **{name: ("command", command) for name, command in OWN_COMMANDS.items()},
        }
        for table in (module.enums, module.properties, module.classes):
            for name, code in table:
                self.names[code] = self._own_name(name, code)
            for name, code in reversed(table):
                self.types[self._own_name(name, code)] = code
        for kind, table in (("elements", module.elements), ("property", module.properties)):
            for name, code in reversed(table):
                self.references[self._own_name(name, code)] = kind, code
        for name, code, arguments in reversed(module.commands):
            taken = OWN_COMMANDS.get(name, (code,))[0] != code
            self.references[f"{name}_" if taken else name] = "command", (code, dict(arguments))
        found = (what for kind, what in self.references.values() if kind == "command")
        self.arguments = {
            code: {code_: name for name, code_ in arguments.items()} for code, arguments in found
        }

    @staticmethod
    def _own_name(name: str, code: bytes) -> str:
        return name if OWN.get(name, code) == code else f"{name}_"

    def code(self, name: str) -> Code:
        """The code of ``k.name``; an unknown one is a ``ValueError``."""
        if name not in self.types:
            message = f"Unknown Keyword: k.{name}"
            raise ValueError(message)
        return Code(self.types[name])

    def packed(self, value: Any) -> Any:
        """A value as it travels; one that cannot is a ``TypeError``."""
        match value:
            case Reference():
                return value.AS_aemreference
            case Keyword():
                return self.code(value.AS_name)
            case datetime():
                return value.replace(microsecond=0, tzinfo=None)
            case date():
                return datetime.combine(value, time())
            case None | bool() | int() | float() | str() | Query():
                return value
            case list() | tuple():
                return [self.packed(part) for part in value]
            case Mapping():
                return {self.packed(key): self.packed(part) for key, part in value.items()}
        message = f"Can't pack data into an AEDesc (unsupported type): {value!r}"
        raise TypeError(message)

    def unpacked(self, value: Any, appdata: AppData) -> Any:
        """A value as a command gives it back."""
        match value:
            case Code():
                return Keyword(self.names[bytes(value)])
            case Query():
                return Reference(appdata, value)
            case list():
                return [self.unpacked(part, appdata) for part in value]
            case dict():
                return {
                    self.unpacked(key, appdata): self.unpacked(part, appdata)
                    for key, part in value.items()
                }
        return value


TERMS = Terms(mac_dict)


def _names() -> dict[tuple[str, bytes], list[str]]:
    """What properties, elements and commands are called, by their codes."""
    found: dict[tuple[str, bytes], list[str]] = {}
    for name, (what, code) in TERMS.references.items():
        kinds = ("do",) if what == "command" else ("get", "set", "all")
        for kind in kinds:
            found.setdefault((kind, code[0] if what == "command" else code), []).append(name)
    return found


NAMES = _names()


class Event(NamedTuple):
    """An Apple event: a command's code, what it is about, its arguments by code, its patience."""

    code: bytes
    direct: Any
    subject: Query
    arguments: Mapping[bytes, Any]
    seconds: float


class CommandError(Exception):
    """What a command raises, with the error's number."""

    def __init__(self, command: object, parameters: object, error: Refused) -> None:
        super().__init__(command, parameters, error)
        self.command, self.parameters, self.realerror = command, parameters, error

    errornumber = property(lambda self: self.realerror.number)
    errormessage = property(lambda self: self.realerror.message)

    def __int__(self) -> int:
        return self.errornumber

    def __str__(self) -> str:
        told = f"\n\t\tMESSAGE: {self.errormessage}" if self.errormessage else ""
        return (
            f"Command failed:\n\t\tOSERROR: {self.errornumber}{told}\n\t\tCOMMAND: {self.command!r}"
        )


class AppData:
    """Whom the references of an application speak to, and in which words.

    Args:
        excel: answers an :class:`Event` with a value, or raises :class:`Refused`.
        terms: the dictionary.
    """

    def __init__(self, excel: Any, terms: Terms = TERMS) -> None:
        self.excel, self.terms = excel, terms

    def target(self) -> Any:
        """The process."""
        return self.excel.process


class Command:
    """A command of a reference, which is sent when it is called."""

    def __init__(self, parent: Reference, name: str, code: bytes, names: Mapping[str, bytes]):
        self.parent, self.AS_name, self.code, self.names = parent, name, code, names

    def __repr__(self) -> str:
        return f"{self.parent!r}.{self.AS_name}"

    def __call__(self, *direct: object, **arguments: object) -> Any:
        """Send it, and give what is answered; an error is a :class:`CommandError`."""
        if len(direct) > 1:
            message = f"Command received more than one direct parameter {direct!r}."
            raise TypeError(message)
        appdata, given = self.parent.AS_appdata, dict(arguments)
        seconds = int(given.pop("timeout", PATIENCE))
        given.pop("waitreply", None)
        unknown = [name for name in given if name not in self.names]
        if unknown:
            message = f"Unknown keyword argument {unknown[0]!r}."
            raise TypeError(message)
        packed = {self.names[name]: appdata.terms.packed(value) for name, value in given.items()}
        target = self.parent.AS_aemreference
        about: Any = appdata.terms.packed(direct[0]) if direct else target
        if self.code == SET and direct:
            about, packed = target, {b"data": about, **packed}
        event = Event(self.code, about, target, packed, seconds if seconds > 0 else float("inf"))
        try:
            answer = appdata.excel.answer(event)
        except Refused as error:
            raise CommandError(self, (direct, arguments), error) from error
        return appdata.terms.unpacked(answer, appdata)


class Reference:
    """A reference, which is looked up at every command and never before."""

    def __init__(self, appdata: AppData, query: Query) -> None:
        self.AS_appdata, self.AS_aemreference = appdata, query

    def __getattr__(self, name: str) -> Any:
        found = self.AS_appdata.terms.references.get(name)
        if found is None:
            message = f"Unknown property, element or command: {name!r}"
            raise AttributeError(message)
        kind, code = found
        if kind == "command":
            return Command(self, name, *code)
        there = self.AS_aemreference
        query = there.property(code) if kind == "property" else there.elements(code)
        return Reference(self.AS_appdata, query)

    def __getitem__(self, selector: object) -> Reference:
        there = self.AS_aemreference
        if isinstance(selector, slice | Reference):
            message = f"{self!r}[{selector!r}]: no such choice is asked for here"
            raise NotImplementedError(message)
        one = there.byname(selector) if isinstance(selector, str) else there.byindex(selector)
        return Reference(self.AS_appdata, one)

    def __call__(self, *direct: object, **arguments: object) -> Any:
        """The same as ``get``."""
        return self.get(*direct, **arguments)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reference) and (
            (self.AS_appdata.target(), self.AS_aemreference)
            == (other.AS_appdata.target(), other.AS_aemreference)
        )

    def __hash__(self) -> int:
        return hash(str(self.AS_aemreference))

    def __iter__(self) -> Any:
        message = "Can't iterate an application reference; use ref.get() to return a list first."
        raise RuntimeError(message)

    def __repr__(self) -> str:
        return f"app({self.AS_appdata.target()!r}){_told(self.AS_aemreference.steps)}"

    before = property(lambda self: self._at("before"))
    after = property(lambda self: self._at("after"))
    beginning = property(lambda self: self._at("beginning"))
    end = property(lambda self: self._at("end"))

    def _at(self, where: str) -> Reference:
        return Reference(self.AS_appdata, self.AS_aemreference.at(where))


def _told(steps: Sequence[Step]) -> str:
    names = {
        (kind, code): name for name, (kind, code) in TERMS.references.items() if kind != "command"
    }
    told = []
    for form, code, key in steps:
        kind = "property" if form == "property" else "elements"
        chosen = "" if key is None else f"[{key!r}]"
        told.append(f".{names.get((kind, code), form)}{chosen}")
    return "".join(told)
