"""The commands: made from the list of verbs, or named there."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, time
from functools import cache, partial
from pathlib import Path
from typing import Any

import click

from xlplugin.commands import output
from xlplugin.commands.output import AsJson, Workbook, opened, show, warn
from xlplugin.hosts.safe_file import open_notes
from xlplugin.texts import t
from xlplugin.verbs.entry import Option, load
from xlplugin.verbs.frame import WrongUse
from xlplugin.verbs.list import VERBS

COMMANDS = {verb.command.name: (verb.action, verb.command) for verb in VERBS if verb.command}
"""What there is to type, in the order of use."""


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
        if command.progress:
            warn(*open_notes(host.path))
            is_seen = not as_json and sys.stderr.isatty()
            arguments["progress"] = partial(_tracked, command.progress) if is_seen else iter
        try:
            result = load(action)(host, **arguments)
        except WrongUse as error:
            raise click.UsageError(str(error)) from None
        show(result, host, as_json=as_json)

    run.params[1:1] = [_parameter(option) for option in command.options]
    return run


def _tracked(what: str, tabs: Sequence[Any]) -> Iterator[Any]:
    """Show how far it is, on a terminal."""
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import track  # noqa: PLC0415

    yield from track(tabs, description=what, console=Console(stderr=True), transient=True)


class _TimeOfDay(click.ParamType[time]):
    name = "time"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> time:
        try:
            return datetime.strptime(str(value), "%H:%M").time()  # noqa: DTZ007
        except ValueError:
            self.fail(t("{value!r} is no time of day; type it as 14:05.", value=value), param, ctx)


def _parameter(option: Option) -> click.Parameter:
    """An option or argument as click has it."""
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
        show_default=option.default is not None,
    )
