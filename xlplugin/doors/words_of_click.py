"""The words of the library that reads the command line, in the language that is spoken.

click asks ``gettext`` for them, in every module under the name ``_``; no catalogue of it is installed anywhere.
Its words that people see most are in ours. What is not listed here, or is worded otherwise in another version,
stays English.
"""

from __future__ import annotations

import click
import click.decorators
import click.formatting
import click.parser

from xlplugin.ground.texts import msg, t

MODULES = (
    click.core, click.decorators, click.exceptions, click.formatting, click.parser, click.termui, click.types,
)  # fmt: skip
WORDS = (
    msg("Usage:"),
    msg("Options"),
    msg("Commands"),
    msg("Show this message and exit."),
    msg("Show the version and exit."),
    msg("default: {default}"),
    msg("Error: {message}"),
    msg("Try '{command} {option}' for help."),
    msg("Missing command."),
    msg("Missing argument"),
    msg("Missing option"),
    msg("No such command {name!r}."),
    msg("No such option {name!r}."),
    msg("Did you mean {possibility}?"),
    msg("(Did you mean one of: {possibilities}?)"),
    msg("Got unexpected extra argument ({args})"),
    msg("Got unexpected extra arguments ({args})"),
    msg("Option {name!r} requires an argument."),
    msg("Option {name!r} does not take a value."),
    msg("Invalid value: {message}"),
    msg("Invalid value for {param_hint}: {message}"),
    msg("Choose from:\n\t{choices}"),
    msg("{value!r} is not {choice}."),
    msg("{value!r} is not one of {choices}."),
    msg("{value} is not in the range {range}."),
    msg("{value!r} is not a valid {number_type}."),
    msg("{name} {filename!r} is a directory."),
    msg("{name} {filename!r} does not exist."),
    msg("{name} {filename!r} is not readable."),
    msg("file"),
    msg("directory"),
    msg("path"),
)


def _said(text: str) -> str:
    return t(text) if text else text


def _counted(one: str, many: str, n: int) -> str:
    """The form of English, translated: click fills the number in itself, or leaves it out."""
    text = one if n == 1 else many
    return t(text)


def translate() -> None:
    """Let click ask our catalogue instead of that of the system, which has no words of it."""
    for module in MODULES:
        names = vars(module)
        names |= {"_": _said} if "_" in names else {}
        names |= {"ngettext": _counted} if "ngettext" in names else {}
