"""The command line: every command of the list of verbs, made from the list or named there, on a closed file."""

from __future__ import annotations

import atexit
import gc
import sys
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from copy import copy
from datetime import datetime, time
from functools import cache
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from xlplugin.commands import output
from xlplugin.commands.output import (
    EXAMPLE,
    AsJson,
    Composed,
    Workbook,
    opened,
    print_problems,
    show,
)
from xlplugin.doors import words_of_click
from xlplugin.ground import languages, typed
from xlplugin.ground.catalogues import Catalogue
from xlplugin.ground.problems import Problem
from xlplugin.ground.texts import msg, t
from xlplugin.verbs.entry import Option, load
from xlplugin.verbs.frame import WrongUse
from xlplugin.verbs.list import VERBS

MOST_NEW = 500_000
"""New objects before garbage is looked for: a workbook has many, and a command ends soon."""
AS_JSON = "xlplugin.as_json"
LANGUAGE = "--language"


words_of_click.translate()
COMMANDS = {verb.command.name: (verb.action, verb.command) for verb in VERBS if verb.command}
"""The commands, in the order of use."""


class Commands(Mapping[str, click.Command]):
    """All commands by their names; each is made when it is looked at."""

    def __getitem__(self, name: str) -> click.Command:
        return _made(name)

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


@cache
def _made(name: str) -> click.Command:
    action, command = COMMANDS[name]
    if command.code:
        code: click.Command = load(command.code)
        return code

    @output.command(name, command.short, command.help, command.example)
    @Workbook
    @AsJson
    def run(file: Path, as_json: bool, **arguments: object) -> None:  # noqa: FBT001
        host = opened(file)
        try:
            result = load(action)(host, **arguments)
        except WrongUse as error:
            raise click.UsageError(str(error)) from None
        show(result, host, as_json=as_json)

    run.params[1:1] = [_parameter(option) for option in command.options]
    return run


class _TimeOfDay(click.ParamType[time]):
    name = "time"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> time:
        try:
            return datetime.strptime(str(value), "%H:%M").time()  # noqa: DTZ007
        except ValueError:
            self.fail(
                t("{value!r} is not a time of day; type it as 14:05.", value=value), param, ctx
            )


def _parameter(option: Option) -> click.Parameter:
    kinds: dict[type, click.ParamType[Any]] = {
        int: click.IntRange(1, option.most),
        time: _TimeOfDay(),
        Path: click.Path(exists=True, dir_okay=False, path_type=Path, allow_dash=True),
        str: click.Choice(option.choices) if option.choices else click.STRING,
    }
    if not option.flag:
        return click.Argument(
            [option.name],
            type=kinds[option.kind],
            nargs=-1 if option.many else 1,
            required=not option.optional,
        )
    if option.kind is bool:
        return click.Option([option.flag, option.name], is_flag=True, help=option.help)
    return click.Option(
        [option.flag, option.name],
        type=kinds[option.kind],
        help=option.help,
        metavar="HH:MM" if option.kind is time else None,
        default=option.default,
        multiple=option.many,
        show_default=option.default is not None,
    )


class _Group(click.Group):
    """Commands in the order in which an event needs them, in the language that is asked for."""

    def main(self, args: Sequence[str] | None = None, **extra: Any) -> Any:  # type: ignore[override]  # noqa: ANN401
        """Run the command that is typed; ``--language`` counts wherever it stands."""
        with _speaking(_language(sys.argv[1:] if args is None else args)[0]):
            return super().main(args, **extra)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command as it is told of here and now."""
        command = super().get_command(ctx, cmd_name)
        return command and _told(command)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[AS_JSON] = "--json" in args
        language, others = _language(args)
        if language is not None and _installed(language) is None:
            listed = ", ".join(f"{code} ({name})" for code, name in languages.languages().items())
            text = msg("There is no language {language}. There are: {languages}.")
            raise click.UsageError(t(text, language=language, languages=listed))
        return super().parse_args(ctx, others)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401  (what the command returns)
        """Run a command; what was typed wrong is printed for programs too, where they asked."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            if ctx.meta[AS_JSON]:
                print_problems([Problem("", "", error.format_message(), "")])
            raise

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        click.Group.format_help(_told(self), ctx, formatter)


def _language(args: Sequence[str]) -> tuple[str | None, list[str]]:
    """The language that is typed, and all else; ``None`` where none is."""
    found, others, rest = None, [], iter(args)
    for word in rest:
        name, equals, value = word.partition("=")
        if word == "--":
            others += [word, *rest]
        elif name == LANGUAGE:
            found = value if equals else next(rest, "")
        else:
            others.append(word)
    return found, others


def _installed(language: str) -> Catalogue | None:
    """The catalogue of a language by its code, or by what it calls itself, if it is installed."""
    by_name = {name.casefold(): code for code, name in languages.languages().items()}
    code = by_name.get(language.casefold(), language)
    return languages.catalogue_of(code) if code else None


@contextmanager
def _speaking(language: str | None) -> Iterator[None]:
    """Have a language spoken in all threads; one that is not installed is refused once there is help to show."""
    before = languages.CATALOGUE
    asked = _installed(language) if language else None
    languages.CATALOGUE = asked or before
    try:
        with languages.speaking(asked):
            yield
    finally:
        languages.CATALOGUE = before


C = TypeVar("C", bound=click.Command)


def _told(command: C) -> C:
    """A command with its texts in the language that is spoken, and with examples that can be typed as they stand."""
    told = copy(command)
    told.help, told.short_help = (text and t(text) for text in (command.help, command.short_help))
    start, epilog = f"{typed.program()} ", command.epilog or ""
    example = EXAMPLE.format(command="")
    if epilog.startswith(example):
        typed_ = epilog.removeprefix(example).replace("xlplugin ", start, 1)
        told.epilog = t(EXAMPLE, command=typed_)
    else:
        told.epilog = t(epilog).replace("xlplugin ", start)
    told.params = [_told_option(parameter) for parameter in command.params]
    return told


def _told_option(parameter: click.Parameter) -> click.Parameter:
    if not isinstance(parameter, click.Option):
        return parameter
    told = copy(parameter)
    told.help = (
        parameter.told()
        if isinstance(parameter, Composed)
        else parameter.help and t(parameter.help)
    )
    return told


@click.group(
    cls=_Group,
    commands=cast("MutableMapping[str, click.Command]", Commands()),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help=msg(
        "Run a tournament from one Excel workbook: roster in, pairings and standings out.\n\n"
        "Close the workbook in Excel before a command changes it. Every change keeps the previous "
        "version in a folder beside it: restore puts one back.\n\n"
        "Exit status: 0 done, 1 the workbook has problems to correct (nothing was written), 2 "
        "wrong usage, 3 the event is over (nothing is left to pair), 4 stopped after something "
        "was written, which is said."
    ),
    epilog=msg("Start with: xlplugin demo. Each command has its own help: xlplugin pair --help."),
)
@click.version_option(package_name="xlplugin")
@click.option(
    LANGUAGE, metavar="XX", expose_value=False,
    help=msg("Language of new events, helps and messages, before or after the command. Default: that of the "
             "system. A workbook is spoken of in its own."),
)  # fmt: skip
def main() -> None:
    """Set the process up for a single command."""
    gc.freeze()  # what is imported stays until the end
    gc.set_threshold(MOST_NEW)
    atexit.register(gc.freeze)  # else Python looks through everything for garbage before it ends
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name that the console cannot show
    try:
        Path.cwd()
    except OSError:
        output.fail(
            t("The folder that this terminal is in is gone. Go to another one (cd), and try again.")
        )
