"""The command line: every command of the list of verbs, on a closed file."""

from __future__ import annotations

import gc
import sys
from collections.abc import MutableMapping
from io import TextIOWrapper
from typing import Any, cast

import click

from xlplugin import typed
from xlplugin.commands.from_list import Commands
from xlplugin.commands.output import print_problems
from xlplugin.problems import Problem
from xlplugin.texts import t

MOST_NEW = 50_000
"""New objects before garbage is looked for: a workbook has many, and a command ends soon."""
AS_JSON = "xlplugin.as_json"


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
        "version beside it (the newest 20 of them).\n\n"
        "Exit status: 0 done, 1 the workbook needs mending (nothing was written), 2 wrong usage."
    ),
    epilog=t("Start with: xlplugin demo. Each command has its own help: xlplugin pair --help."),
)
@click.version_option(package_name="xlplugin")
def main() -> None:
    """Set the process up for a single command."""
    gc.freeze()  # what is imported stays until the end
    gc.set_threshold(MOST_NEW)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name that the console cannot show


if __name__ == "__main__":
    main()
