"""The language that is spoken: that of a workbook that was read, or of whoever runs the program."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from pathlib import Path

from xlplugin.ground.catalogues import Catalogue, own_name, read_po

LANGUAGE = "XLPLUGIN_LANGUAGE"
"""The variable of the environment that names the language, or a file of translations to try."""
ENGLISH = Catalogue()


def _wanted() -> Iterator[str]:
    """The languages of the system, best first, such as ``pt_BR`` and ``pt``."""
    variables = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    names = next(filter(None, map(os.environ.get, variables)), "")
    if not names and sys.platform == "win32":
        import ctypes  # noqa: PLC0415
        from locale import windows_locale  # noqa: PLC0415

        names = windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    if not names and sys.platform == "darwin":  # what is started from the Finder has no variables
        names = ":".join(_of_mac())
    for name in names.split(":"):
        language = re.split("[.@]", name)[0]
        yield language
        yield language.split("_")[0]


def _of_mac() -> list[str]:
    """The languages of a Mac's user, best first: from their file, since a process takes long and may not be let."""
    import plistlib  # noqa: PLC0415

    file = Path.home() / "Library" / "Preferences" / ".GlobalPreferences.plist"
    try:
        languages = plistlib.loads(file.read_bytes())["AppleLanguages"]
        return [str(language).replace("-", "_") for language in languages]
    except Exception:  # noqa: BLE001  (a file that is not there, or not as it was) English then
        return []


def _catalogue() -> Catalogue:
    """The catalogue of the first language that has one, unless English comes before it."""
    chosen = os.environ.get(LANGUAGE, "")
    if chosen.endswith(".po"):
        try:
            return read_po(Path(chosen).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            sys.exit(f"{LANGUAGE}={chosen}: {error}")
    for language in [chosen] if chosen else _wanted():
        if found := catalogue_of(language):
            return found
    return ENGLISH


def catalogue_of(language: str) -> Catalogue | None:
    """The catalogue of a language that is installed, known as in ``pt_BR``; English needs none.

    A file of translations that is being tried counts as installed.
    """
    if language in ("", "en", "C", "POSIX"):
        return ENGLISH
    if language == CATALOGUE.language:
        return CATALOGUE
    is_name = re.fullmatch(r"[A-Za-z]{2,3}(_[A-Za-z]{2,4})?", language)
    return _installed(f"{language}.po") if is_name else None


@cache
def _installed(name: str) -> Catalogue | None:
    file = files("xlplugin") / "locale" / name
    return read_po(file.read_text(encoding="utf-8")) if file.is_file() else None


@cache
def languages() -> dict[str, str]:
    """The languages that are installed: what each calls itself, by its code; English comes first."""
    names = {"en": ENGLISH.own_name}
    for file in sorted((files("xlplugin") / "locale").iterdir(), key=lambda file: file.name):
        code, _, ending = file.name.partition(".")
        if ending == "po":
            with file.open(encoding="utf-8") as opened:
                names[code] = own_name(opened.read(1000), code)
    return names | {CATALOGUE.language: CATALOGUE.own_name}


@contextmanager
def speaking(catalogue: Catalogue | None) -> Iterator[None]:
    """Have texts in a language, ``None`` for the same as before, or in that of a workbook read meanwhile.

    It holds for this thread, or this task, alone.
    """
    before = _SPOKEN.set(catalogue or _SPOKEN.get())
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def speak(catalogue: Catalogue) -> None:
    """Have all further texts in a language, up to the end of what is :func:`speaking` around this."""
    _SPOKEN.set(catalogue)


def spoken() -> Catalogue:
    """The language of texts here and now."""
    return _SPOKEN.get() or CATALOGUE


_SPOKEN: ContextVar[Catalogue | None] = ContextVar("spoken", default=None)
CATALOGUE = ENGLISH
CATALOGUE = _catalogue()
"""The language of whoever runs the program."""
