"""The extension for LibreOffice: the buttons of the list of verbs, and all that a click needs.

``python templates/extension.py OUT`` writes ``OUT/xlplugin-VERSION.oxt``, the same bytes whenever it is
made of the same files. It holds pure Python alone: ``engine``, ``xlplugin`` without what commands need,
and of the environment that makes it the packages that write a workbook to be shared and draw QR codes. The part that
LibreOffice reads is in the folder ``libreoffice``; menu, toolbars and icons are made here.
"""

from __future__ import annotations

import json
import re
import sys
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import metadata
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from engine import RULESETS
from xlplugin.ground.languages import ENGLISH, catalogue_of, languages, speaking
from xlplugin.ground.names import named
from xlplugin.ground.resources import MADE_OF, PARTS, rules_files, template
from xlplugin.ground.texts import msg, t
from xlplugin.templates.extension_icons import LARGE, SMALL, icon
from xlplugin.verbs.entry import Button, Verb
from xlplugin.verbs.list import BUTTONS
from xlplugin.verbs.words_of_macros import TITLE
from xlplugin.workbook.layouts import tab_names

NAME = "xlplugin"
VERSION = "VERSION"  # in place of it
NOT_CLICKED = (
    "commands", "doctor", "enter", "excel", "frames", "samples", "season", "setup", "show", "start",
    "templates", "__main__.py", "__pycache__", "buttons.py", "check_page.py", "cli.py", "compare_pages.py",
    "from_excel.py", "functions.py", "read_page.py", "words_of_click.py", "xlplugin.pot",
)  # fmt: skip
"""The parts of ``xlplugin`` that no click needs."""
BROUGHT_ALONG = ("openpyxl", "et_xmlfile", "defusedxml", "segno")
LIBRARY = "pythonpath"
"""The folder from which LibreOffice lets a component import."""
MANIFEST = "manifest.xml"
POT = "xlplugin.pot"
_OF_LIST = re.compile(r"xlplugin/verbs/list(?:_\w+)?\.py")
EPOCH = (1980, 1, 1, 0, 0, 0)


def extension() -> bytes:
    """The extension as a file, made of what is installed here."""
    with speaking(ENGLISH):
        parts = dict([*_description(), *_icons(), *_library(), *_licences()])
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in sorted(parts):
            archive.writestr(zipfile.ZipInfo(name, EPOCH), parts[name], zipfile.ZIP_DEFLATED, 9)
    return stream.getvalue()


def file_name() -> str:
    """The name of the file, with the version of what is installed here."""
    return f"{NAME}-{metadata.version(NAME)}.oxt"


def _description() -> Iterator[tuple[str, bytes]]:
    """The files that LibreOffice reads, and the component."""
    for part in (files("xlplugin.templates") / "libreoffice").iterdir():
        if part.is_file():
            text = part.read_text("utf-8").replace(VERSION, metadata.version(NAME))
            text = _IN_ENGLISH.sub(_in_all_languages, text)
            if part.name == COMPONENT:
                text = text.replace(WORDS, f"WORDS = {_literal(_words())}\n")
                text = text.replace(TABS, f"TABS = {_literal(_tabs())}\n")
            yield f"META-INF/{MANIFEST}" if part.name == MANIFEST else part.name, text.encode()
    for code, text in spoken_everywhere(ABOUT).items():
        yield f"description_{code}.txt", f"{text}\n".encode()
    yield "Addons.xcu", _addons().encode()


# The languages

_IN_ENGLISH = re.compile(r'<\w+ [^<>]*lang="en"[^<>]*?(?:/>|>([^<]*)</\w+>)')
ABOUT = msg(
    "Run a card- or board-game tournament from one workbook: pairings, standings, cut and bracket, every "
    "decision explained. In Calc: menu Tournament, New event..."
)
"""What the list of extensions says."""
SAID = (
    TITLE,
    msg("Tournament: more"),
    msg("Tournament (xlplugin)"),
    msg("The xlplugin authors"),
    msg("Tournament: working..."),
    msg(
        "This LibreOffice runs Python {running}, and the buttons of the tournament need 3.11 or newer.\n\n"
        "Get LibreOffice 25.8 or newer from www.libreoffice.org. (Where Linux brings LibreOffice along, it "
        "runs the Python of the system: Debian 12, Ubuntu 24.04 or newer.)"
    ),
    msg("The extension is not whole; install it again. ({reason})"),
)
"""What stands in the part that LibreOffice reads, and what its component says."""
COMPONENT = "tournament.py"
WORDS, TABS = "WORDS = {}\n", 'TABS = [("Event", "Players")]\n'
"""Lines of the component in whose place all languages come."""


def spoken_everywhere(text: str) -> dict[str, str]:
    """A text in each language, by its code, English first."""
    return {code: _spoken(code, text) for code in languages()}


def _spoken(code: str, text: str) -> str:
    with speaking(catalogue_of(code)):
        return t(text)


def _words() -> dict[str, dict[str, str]]:
    """What the component says, by language; it imports nothing to know it."""
    others = [code for code in languages() if code != "en"]
    return {code: {text: _spoken(code, text) for text in SAID} for code in others}


def _tabs() -> list[tuple[str, str]]:
    """What the tabs are called by which an event is known, in every language."""
    pairs = []
    for code in languages():
        with speaking(catalogue_of(code)):
            pairs.append((named("tab", tab_names.EVENT), named("tab", tab_names.PLAYERS)))
    return list(dict.fromkeys(pairs))


def _literal(value: object) -> str:
    return repr(value)


def _in_all_languages(found: re.Match[str]) -> str:
    """An English element of one of LibreOffice's files, and the same in every other language."""
    elements = []
    for code in languages():
        element = found[0].replace('"en"', f'"{code}"').replace(".txt", f"_{code}.txt")
        if text := found[1]:
            element = element.replace(f">{text}<", f">{escape(_spoken(code, text))}<")
        elements.append(element)
    return "".join(elements)


def _library() -> Iterator[tuple[str, bytes]]:
    """The packages that a click imports, and the workbooks that events start from."""
    for package in ("engine", *BROUGHT_ALONG):
        yield from _files_of(files(package), f"{LIBRARY}/{package}")
    for part in files(NAME).iterdir():
        if part.name not in NOT_CLICKED:
            for name, content in _files_of(part, f"{LIBRARY}/{NAME}/{part.name}"):
                if not {*name.split("/")} & {*NOT_CLICKED}:
                    yield name, content
    place = f"{LIBRARY}/{NAME}/templates"
    yield f"{place}/__init__.py", b""
    patterns = files("xlplugin.templates") / "ruleset_patterns.py"
    yield f"{place}/{patterns.name}", patterns.read_bytes()
    for name, content in rules_files().items():
        yield f"{place}/rules/{name}.toml", content
    yield from _templates(place)


def _templates(place: str) -> Iterator[tuple[str, bytes]]:
    """The workbooks that events start from; a part that several of them have is there once."""
    numbers: dict[bytes, int] = {}
    made_of: dict[str, dict[str, int]] = {}
    for ruleset in RULESETS:
        with template(f"{ruleset}.xlsx") as path, zipfile.ZipFile(path) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
        made_of[path.name] = {
            name: numbers.setdefault(part, len(numbers)) for name, part in parts.items()
        }
    for part, number in numbers.items():
        yield f"{place}/{PARTS}/{number}", part
    yield f"{place}/{PARTS}/{MADE_OF}", json.dumps(made_of).encode()


def catalogue_of_clicks(catalogue: str) -> str:
    """The texts of a language that a click may need."""
    unused = _unused()
    return "\n\n".join(e for e in catalogue.split("\n\n") if _english(e) not in unused)


@cache
def _unused() -> frozenset[str]:
    """The English texts that nothing uses but what is left out here."""
    of_buttons = {
        text
        for _, button in BUTTONS
        for text in (button.label, button.help, button.group, *(button.ask or ())[:2])
    }
    pages = {page.name for door in ("show", "start") for page in _pages(door)}
    left_out = re.compile(
        "xlplugin/(?:doors/(?!clicks|from_libreoffice)|setup/|doctor/|commands/|numbers/(?:season/|check_page|compare_pages|read_page))"
    )
    unused = set()
    pot = (
        files(NAME) / "locale" / POT
    )  # where the program is installed, nobody else gets what is made
    for entry in pot.read_text("utf-8").split("\n\n") if pot.is_file() else ():
        uses = re.findall("^#: (.+)$", entry, re.MULTILINE)
        english = _english(entry)
        if uses and all(
            left_out.match(use)
            or use.partition(":")[0] in pages
            or (_OF_LIST.match(use) and json.loads(english) not in of_buttons)
            for use in uses
        ):
            unused.add(english)
    return frozenset(unused)


def _pages(door: str) -> Iterator[Traversable]:
    return (files(NAME) / "doors" / door / "page").iterdir()


def _english(entry: str) -> str:
    """The English text of an entry of a catalogue, as it stands there; blank for a name."""
    found = re.search('^msgid (".+")$', entry, re.MULTILINE)
    return found[1] if found and "msgctxt" not in entry else ""


def _files_of(part: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    if part.name.endswith(".po"):
        yield name, catalogue_of_clicks(part.read_text("utf-8")).encode()
    elif part.is_file():
        yield name, part.read_bytes()
    elif part.name != "__pycache__":
        for inside in part.iterdir():
            yield from _files_of(inside, f"{name}/{inside.name}")


def _licences() -> Iterator[tuple[str, bytes]]:
    for package in (NAME, *BROUGHT_ALONG):
        for file in metadata.files(package) or ():
            if file.stem.upper() in ("LICENSE", "LICENCE"):
                yield f"licences/{package}/{file.name}", Path(str(file.locate())).read_bytes()


# Menu, toolbars and icons

NEW, NEW_EVENT = "new", msg("New event...")
"""The button for a new event; all others are verbs of the list."""
CALC = "com.sun.star.sheet.SpreadsheetDocument"
PROTOCOL = "xlplugin.tournament:"
MENU, OFTEN, SELDOM = (f"xlplugin.tournament{name}" for name in ("", ".rounds", ".more"))
HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<oor:component-data xmlns:oor="http://openoffice.org/2001/registry" '
    'xmlns:xs="http://www.w3.org/2001/XMLSchema" oor:package="org.openoffice.Office" '
    'oor:name="Addons">\n'
)


class Entry(NamedTuple):
    """An entry of the menu or of a toolbar."""

    url: str
    title: str = ""
    inside: Sequence[Entry] = ()


SEPARATOR = Entry("private:separator")


def _icons() -> Iterator[tuple[str, bytes]]:
    for verb in _clicked():
        for size in (SMALL, LARGE):
            yield _image(verb, size), icon(verb, size).encode()


def _image(verb: str, size: int) -> str:
    return f"images/{verb}_{size}.svg"


def _clicked() -> list[str]:
    return [NEW, *(verb.name for verb, _ in BUTTONS)]


def _addons() -> str:
    """The menu with the groups of the ribbon, a toolbar of what every round needs, one of the rest; a tab of all."""
    new = Entry(PROTOCOL + NEW, NEW_EVENT)
    menu = [Entry("", group, entries) for group, entries in _groups(BUTTONS)]
    often, seldom = (
        _with_separators([button for button in BUTTONS if button[1].is_on_event is is_often])
        for is_often in (True, False)
    )
    submenu = _node("Submenu", _entries([new, SEPARATOR, *menu]))
    ui = _node(
        "AddonUI",
        _node("OfficeMenuBar", _node(MENU, _prop("Title", TITLE), submenu)),
        _node(
            "OfficeToolBar",
            _node(OFTEN, _entries(often)),
            _node(SELDOM, _entries([new, SEPARATOR, *seldom])),
        ),
        _node("OfficeNotebookBar", _node(MENU, _entries(_of_tab(new, often, seldom)))),
        _node("Images", *map(_pictured, _clicked())),
    )
    return f"{HEAD}{ui}</oor:component-data>\n"


def _groups(buttons: Iterable[tuple[Verb, Button]]) -> Iterator[tuple[str, list[Entry]]]:
    for group, members in groupby(buttons, key=lambda member: member[1].group):
        yield group, [Entry(PROTOCOL + verb.name, button.label) for verb, button in members]


def _with_separators(buttons: Iterable[tuple[Verb, Button]]) -> list[Entry]:
    entries = (entry for _, group in _groups(buttons) for entry in (SEPARATOR, *group))
    return list(entries)[1:]


def _entries(entries: Sequence[Entry]) -> str:
    """Entries in their order, which is that of their names."""
    return "".join(_node(f"n{number:02}", _entry(entry)) for number, entry in enumerate(entries))


def _of_tab(*entries: Entry | Iterable[Entry]) -> list[Entry]:
    """Entries of the tab *Extension*, which is all of ours that the Tabbed interface shows: it has no separators."""
    every = [one for some in entries for one in ([some] if isinstance(some, Entry) else some)]
    return [entry for entry in every if entry is not SEPARATOR]


def _entry(entry: Entry) -> str:
    if entry is SEPARATOR:
        return _prop("URL", entry.url)
    inside = _node("Submenu", _entries(entry.inside)) if entry.inside else _prop("Target", "_self")
    props = {"URL": entry.url, "Title": entry.title, "Context": CALC}
    return "".join(_prop(name, value) for name, value in props.items()) + inside


def _pictured(verb: str) -> str:
    """The icon of a button."""
    files = {"ImageSmallURL": _image(verb, SMALL), "ImageBigURL": _image(verb, LARGE)}
    urls = "".join(_prop(name, f"%origin%/{path}") for name, path in files.items())
    return _node(f"image.{verb}", _prop("URL", PROTOCOL + verb), _node("UserDefinedImages", urls))


def _node(name: str, *inside: str) -> str:
    how = "" if name[0].isupper() else ' oor:op="replace"'  # what LibreOffice has, and what is new
    return f"<node oor:name={quoteattr(name)}{how}>\n{''.join(inside)}</node>\n"


def _prop(name: str, value: str) -> str:
    values = [f"<value>{escape(value)}</value>"]
    if name == "Title":
        spoken = spoken_everywhere(value).items()
        values = [f'<value xml:lang="{code}">{escape(text)}</value>' for code, text in spoken]
    return f'<prop oor:name="{name}" oor:type="xs:string">{"".join(values)}</prop>\n'


def main() -> None:
    """Write the extension to the folder that is named."""
    if len(sys.argv) != 2:
        sys.exit("Say where to put it: python templates/extension.py OUT")
    path = Path(sys.argv[1], file_name())
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(extension())
    sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
