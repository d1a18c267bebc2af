"""The command line: every command of the list of verbs, made from the list or named there, on a closed file."""

from __future__ import annotations

import atexit
import gc
import sys
from collections.abc import Iterator, Mapping, MutableMapping
from datetime import datetime, time
from functools import cache
from io import TextIOWrapper
from pathlib import Path
from typing import Any, cast

import click

from xlplugin.commands import output
from xlplugin.commands.output import AsJson, Workbook, opened, print_problems, show
from xlplugin.ground import typed
from xlplugin.ground.problems import Problem
from xlplugin.ground.texts import t
from xlplugin.verbs.entry import Option, load
from xlplugin.verbs.frame import WrongUse
from xlplugin.verbs.list import VERBS

MOST_NEW = 500_000
"""New objects before garbage is looked for: a workbook has many, and a command ends soon."""
AS_JSON = "xlplugin.as_json"


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
    """Commands in the order in which an event needs them."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command, with an example that can be typed as it stands."""
        command = super().get_command(ctx, cmd_name)
        if command:
            _make_typable(command)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[AS_JSON] = "--json" in args
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401  (what the command returns)
        """Run a command; what was typed wrong is printed for programs too, where they asked."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            if ctx.meta[AS_JSON]:
                print_problems([Problem("", "", error.format_message(), "")])
            raise

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        _make_typable(self)
        super().format_epilog(ctx, formatter)


def _make_typable(command: click.Command) -> None:
    """Name the program in a command's examples as it is started here."""
    start = f"{typed.program()} "
    if command.epilog and start not in command.epilog:
        command.epilog = command.epilog.replace("xlplugin ", start)


@click.group(
    cls=_Group,
    commands=cast("MutableMapping[str, click.Command]", Commands()),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help=t(
        "Run a tournament from one Excel workbook: roster in, pairings and standings out.\n\n"
        "Close the workbook in Excel before a command changes it. Every change keeps the previous "
        "version in a folder beside it: restore puts one back.\n\n"
        "Exit status: 0 done, 1 the workbook has problems to correct (nothing was written), 2 "
        "wrong usage, 3 the event is over (nothing is left to pair), 4 stopped after something "
        "was written, which is said."
    ),
    epilog=t("Start with: xlplugin demo. Each command has its own help: xlplugin pair --help."),
)
@click.version_option(package_name="xlplugin")
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
