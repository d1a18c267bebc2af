"""The form for a new event: what was filled in, what is wrong with it by field, and the command that makes it."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click

from engine import RULESETS, Ruleset
from engine.own.dutch import can_be_paired
from engine.own.ruleset import OWN
from xlplugin.commands.new import new, refuse_existing
from xlplugin.commands.rules import rules_named
from xlplugin.doors.start.asked import Form
from xlplugin.doors.start.computer import ENDINGS, OTHER
from xlplugin.doors.start.recent import Event
from xlplugin.doors.start.running import JSON, Said, run
from xlplugin.ground.languages import catalogue_of, speaking
from xlplugin.ground.problems import ERRORS
from xlplugin.ground.resources import rules_files
from xlplugin.ground.texts import msg, t
from xlplugin.hosts.closed_file.leftovers import PREFIX
from xlplugin.roster.parse import roster_in_file
from xlplugin.workbook.engine_errors import error_text
from xlplugin.workbook.layouts import event_tab

RULES, NAME, LANGUAGE, PLAYERS, FILE = "rules", "name", "language", "players", "file"
PLACE, FOLDER, PROGRAM = "place", "folder", "program"
FIELDS = (RULES, NAME, PLAYERS, PLACE, FOLDER, PROGRAM)
"""The fields in their order on the page; a file of players belongs to ``PLAYERS``."""
WRITTEN, READY = "ruleset:", "rules:"
"""How a choice of rules begins: one of our rulesets, or ready-made rules."""
TURNING = r"\u202a-\u202e\u2066-\u2069"
"""Invisible letters that turn what follows round: with them a name could look like another one."""
NOT_IN_NAMES = re.compile(rf'[\x00-\x1f\x7f{TURNING}<>:"/\\|?*]+')
"""Characters that no file name may have on some system, or should have on none."""
DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)
"""Names that Windows takes for devices."""
MOST_OF_NAME = 120
"""Bytes of a file's name, without its ending."""

Faults = dict[str, list[str]]
"""What is wrong, by field; ``""`` for what belongs to none."""


class Choice(NamedTuple):
    """Rules to choose: what people call them, the ruleset, and the option of ``new`` that names them."""

    title: str
    ruleset: Ruleset
    option: tuple[str, str]


class Made(NamedTuple):
    """A new event, and what the command said that made it."""

    event: Event
    said: Said


def rules_to_choose() -> dict[str, dict[str, Choice]]:
    """The rules in groups, each by its value in the form."""
    written = {
        f"{WRITTEN}{each.name}": Choice(each.title, each, ("--ruleset", each.name))
        for each in RULESETS.values()
    }
    own = {value: written.pop(value) for value in (f"{WRITTEN}{OWN.name}",)}
    ready = {
        f"{READY}{name}": Choice(OWN.titles(settings)[0], OWN, ("--rules", name))
        for name, settings in _ready_made().items()
    }
    return {
        t("Netrunner and Neuroshima Hex"): written,
        t("Other games, ready-made"): dict(sorted(ready.items(), key=lambda each: each[1].title)),
        t("Any other game"): own,
    }


@cache
def _ready_made() -> dict[str, dict[str, str]]:
    """The settings of the ready-made rules that can be paired here, by their names."""
    settings = {name: rules_named(name) for name in rules_files()}
    return {name: each for name, each in settings.items() if can_be_paired(each)}


def file_name(name: str, ending: str) -> str:
    """The name of an event's file on any system; blank if nothing of the event's name is left."""
    text = NOT_IN_NAMES.sub(" ", unicodedata.normalize("NFC", name))
    text = " ".join(text.split()).encode("utf-8", "ignore")[:MOST_OF_NAME].decode("utf-8", "ignore")
    stem = text.strip(". ")
    if DEVICES.match(stem):
        stem = f"_{stem}"
    return f"{stem}{ending}" if stem else ""


def make(form: Form, folders: Mapping[str, str]) -> Made | Faults:
    """Make the event that is filled in, with the command ``new``; or say what is wrong, and make nothing."""
    faults: Faults = {}
    choices = {value: each for group in rules_to_choose().values() for value, each in group.items()}
    choice = choices.get(form.get(RULES))
    if choice is None:
        faults[RULES] = [t("Choose the rules of the event.")]
    program = form.get(PROGRAM)
    if program not in ENDINGS:
        faults[PROGRAM] = [t("Choose the program that the event is run with.")]
    folder = _folder(form, folders, faults)
    name = " ".join(form.get(NAME).split())
    file_named = file_name(name, ENDINGS.get(program, ".xlsx"))
    if not file_named:
        text = msg("Type a name for the event, such as Spring Cup.")
        faults[NAME] = [t(text)]
    elif turning := re.search(f"[{TURNING}]", name):
        text = msg(
            "The name has an invisible letter ({code}) that turns the text round. Type the name anew."
        )
        faults[NAME] = [t(text, code=f"U+{ord(turning[0]):04X}")]
    elif folder:
        faults |= _told(NAME, lambda: refuse_existing(folder / file_named))
    with _players(form, faults) as players:
        if choice and players:
            faults |= _told(PLAYERS, lambda: roster_in_file(players, choice.ruleset))
        if faults or choice is None or folder is None:
            return faults
        file = folder / file_named
        options = [*choice.option, *(["--players", str(players)] if players else [])]
        with speaking(catalogue_of(form.get(LANGUAGE))):
            said = run(
                new, str(file), *options, "--set", f"{event_tab.EVENT_NAME.name}={name}", JSON
            )
    return Made(Event(file, program, name), said) if said.is_done else {"": said.lines}


def _folder(form: Form, folders: Mapping[str, str], faults: Faults) -> Path | None:
    """The folder that was chosen or typed, if a file can be written there."""
    typed = form.get(FOLDER).strip().strip('"')
    if form.get(PLACE) != OTHER:
        if typed:
            text = msg("A folder is typed here: choose Another folder for it, or clear it.")
            faults[FOLDER] = [t(text)]
        elif folder := folders.get(form.get(PLACE)):
            return Path(folder)
        else:
            faults[PLACE] = [t("Choose a folder.")]
        return None
    path = Path(os.path.expanduser(typed)) if "\0" not in typed else Path()  # noqa: PTH111  (no user: no error)
    if not typed:
        faults[FOLDER] = [t("Type a folder of this computer, or choose one above.")]
    elif re.match(r"[/\\]{2}", typed) or not path.is_absolute():
        text = msg("Type the whole path of a folder on this computer, such as {example}.")
        faults[FOLDER] = [t(text, example=Path.home() / "Tournaments")]
    elif not _is_folder(path):
        faults[FOLDER] = [t("There is no folder {folder}.", folder=path)]
    elif not os.access(path, os.W_OK):
        text = msg("Nothing can be written to {folder}. Choose another folder.")
        faults[FOLDER] = [t(text, folder=path)]
    else:
        return path
    return None


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _told(field: str, check: Callable[[], object]) -> Faults:
    """What a check says against a field, a line each; nothing if it passes."""
    try:
        check()
    except ERRORS as error:
        return {field: error_text(error).splitlines()}
    except click.ClickException as error:
        return {field: [error.format_message()]}
    return {}


@contextmanager
def _players(form: Form, faults: Faults) -> Iterator[Path | None]:
    """The list of players as a file for the command, for as long as it is needed."""
    pasted, file = form.get(PLAYERS), form.files.get(FILE)
    is_file = file is not None and bool(file.name or file.content)
    if pasted.strip() and is_file:
        text = msg("Players are given twice, pasted and as a file: choose one.")
        faults[PLAYERS] = [t(text)]
    name = file_name(Path(file.name.replace("\\", "/")).name, "") if file else ""
    content = file.content if file and is_file else pasted.encode("utf-8", "replace")
    with TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as private:
        place = Path(private) / ((is_file and name) or file_name(t("what was pasted"), ""))
        if is_file or pasted.strip():
            place.write_bytes(content)
            yield place
        else:
            yield None
