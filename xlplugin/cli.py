"""The command line: the buttons' actions on a closed file."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import click

from engine import RULESETS, Ruleset, TournamentError, ruleset_named
from xlplugin import typed
from xlplugin.commands import (
    by_hand_commands,
    clock_command,
    cut_commands,
    lists_command,
    penalty_commands,
    players_command,
    print_command,
    statistics_command,
)
from xlplugin.commands.export import export
from xlplugin.commands.output import (
    AsJson,
    Workbook,
    count,
    errors_for_people,
    fail,
    print_json,
    print_pairing,
    print_problems,
    print_table,
    say_next,
    warn,
)
from xlplugin.doctor.command import doctor
from xlplugin.engine_errors import error_text
from xlplugin.hosts.file import FileHost
from xlplugin.problems import HostError, Problem
from xlplugin.resources import template
from xlplugin.setup.command import remind, setup
from xlplugin.verbs import add_players, checking, new_event
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import StandingsResult, write_standings
from xlplugin.verbs.undo import undo_round
from xlplugin.workbook.drawings import cross_table
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.layouts.standings_tabs import Width
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.table import folded

MOST_NEW = 50_000
"""So many new objects before garbage is looked for: a workbook has many, and a command ends soon."""

Settings = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar='"Setting=Value"',
    help="A setting on Event; may be repeated.",
)


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
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start with: xlplugin demo. Each command has its own help: xlplugin pair --help.",
)
@click.version_option(package_name="xlplugin")
def main() -> None:
    """Run a tournament from one Excel workbook: roster in, pairings and standings out.

    Close the workbook in Excel before a command changes it. Every change keeps the previous
    version beside it (the newest 20 of them).

    Exit status: 0 done, 1 the workbook needs mending (nothing was written), 2 wrong usage.
    """
    gc.set_threshold(MOST_NEW)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name that the console cannot show


def _settings(pairs: Sequence[str]) -> dict[str, str]:
    settings = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            message = f'--set takes "Setting=Value", not {pair!r}'
            raise click.UsageError(message)
        settings[name.strip()] = value.strip()
    return settings


def _ask_for_a_name(file: Path, settings: dict[str, str]) -> None:
    """Ask what the event is called where somebody is there to answer; nothing is an answer too."""
    name = event_tab.EVENT_NAME.name
    if sys.stdin.isatty() and sys.stdout.isatty() and folded(name) not in map(folded, settings):
        question = f"{name} (Enter for {file.stem})"
        settings[name] = click.prompt(question, default="", show_default=False).strip()


def _ruleset_option(name: str) -> Ruleset:
    try:
        return ruleset_named(name)
    except TournamentError as error:
        raise click.BadParameter(error_text(error)) from None


def _refuse_existing(path: Path) -> None:
    if len(path.name) > 200:
        message = f"The name {path.name[:20]}... is too long for a file."
        raise click.UsageError(message)
    if path.exists():
        message = f"{path.name} is already there. Choose another name, or move it away."
        raise HostError(message)
    if path.suffix.lower() not in (".xlsx", ".xlsm"):
        message = f"{path.name} must end in .xlsx, or in .xlsm for a workbook with buttons."
        raise click.UsageError(message)
    if not path.parent.is_dir():
        message = f"There is no folder {path.parent}."
        raise click.UsageError(message)


@main.command(
    short_help="Make a new event workbook.",
    epilog="Example: xlplugin new spring.xlsx --ruleset nisei-swiss --players roster.csv "
    '--set "Event name=Spring Cup" --set Tier=Competitive',
)
@Workbook
@click.option("--ruleset", "ruleset_name", help="One of those that the command rulesets lists.")
@click.option(
    "--players",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A roster, CSV or Excel, with a column Name; others (Seed, Club, Corp, ...) come along.",
)
@Settings
@AsJson
@errors_for_people
def new(
    file: Path,
    ruleset_name: str | None,
    players: Path | None,
    settings: tuple[str, ...],
    as_json: bool,  # noqa: FBT001
) -> None:
    """Make a new event workbook."""
    if ruleset_name is None:
        listed = "".join(f"\n  {r.name:<20}{r.title}" for r in RULESETS.values())
        message = f"Name the rules of the event, as in --ruleset {next(iter(RULESETS))}:{listed}"
        raise click.UsageError(message)
    ruleset = _ruleset_option(ruleset_name)
    _refuse_existing(file)
    chosen = _settings(settings)
    if not as_json:  # a program does not answer
        _ask_for_a_name(file, chosen)
    roster, notes = [], []
    if players:
        from xlplugin.roster.parse import roster_in_file  # noqa: PLC0415

        found = roster_in_file(players, ruleset)
        roster, notes = list(found.players), list(found.notes)
    with template(f"{ruleset.name}{file.suffix.lower()}") as blank:
        host = FileHost(file, blank)
        event = new_event.start_event(host, ruleset, roster, chosen)
    notes += add_players.namesakes_on(event)
    warn(*notes)
    if as_json:
        print_json(
            {
                "file": file.name,
                "ruleset": ruleset.name,
                "players": len(roster),
                "rounds": event.planned_rounds() if roster else None,
                "warnings": notes,
            }
        )
        return
    planned = f" {count(event.planned_rounds(), 'round')} planned." if roster else ""
    click.echo(f"{file.name}: {count(len(roster), 'player')}, {ruleset.title}.{planned}")
    say_next(host)
    remind(file)


@main.command(
    "import",
    short_help="Make a workbook of an NRTM JSON file.",
    epilog='Example: xlplugin import results.json event.xlsx --set "SoS divisor=Opponents"',
)
@click.argument("source", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@Workbook
@Settings
@AsJson
@errors_for_people
def import_(source: Path, file: Path, settings: tuple[str, ...], as_json: bool) -> None:  # noqa: FBT001
    """Make a workbook of an event in NRTM JSON, with all its rounds and results."""
    from xlplugin.exports.nrtm import read_nrtm  # noqa: PLC0415

    _refuse_existing(file)
    try:
        text = source.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        message = f"{source.name} cannot be read as text ({error}). Export the event again."
        raise TournamentError(message) from None
    event = read_nrtm(text, source.name)
    ruleset = RULESETS[event.ruleset]
    with template(f"{ruleset.name}{file.suffix.lower()}") as blank:
        host = FileHost(file, blank)
        new_event.fill_event(host, ruleset, event, _settings(settings))
    for left_out in event.left_out:
        warn(f"Left out: {left_out}.")
    dropped = sum(p.status != "Active" for p in event.players)
    if as_json:
        print_json(
            {
                "file": file.name,
                "name": event.name,
                "ruleset": ruleset.name,
                "players": len(event.players),
                "dropped": dropped,
                "rounds": len(event.rounds),
                "cut": len(event.elimination.seeds) if event.elimination else None,
                "left_out": list(event.left_out),
            }
        )
        return
    click.echo(
        f"{file.name}: {count(len(event.players), 'player')}, {count(len(event.rounds), 'round')}"
        f" of {event.name or source.name}."
    )
    if event.elimination:
        click.echo(f"The cut to the top {len(event.elimination.seeds)} and its games came along.")
    if dropped:
        click.echo(f"{count(dropped, 'player')} not in the last round are set to Dropped.")
    say_next(host)
    remind(file)


@main.command(short_help="Add the next round.", epilog="Example: xlplugin pair event.xlsx")
@Workbook
@click.option("--again", is_flag=True, help="Pair the newest round again, while it has no results.")
@AsJson
@errors_for_people
def pair(file: Path, again: bool, as_json: bool) -> None:  # noqa: FBT001
    """Add the next round: a tab with the pairings, the reasons on Pairing notes.

    After the last Swiss round that is the cut, then each round of the elimination.
    """
    host = FileHost(file)
    print_pairing(pair_round(host, again=again), host, as_json=as_json)


@main.command(
    short_help="Add or refresh the standings.", epilog="Example: xlplugin standings event.xlsx"
)
@Workbook
@click.option("--cross-table", "crossed", is_flag=True, help="Make the tab Cross table too.")
@AsJson
@errors_for_people
def standings(file: Path, crossed: bool, as_json: bool) -> None:  # noqa: FBT001
    """Add or refresh the standings of the rounds completed; of the whole event at its end.

    The cross table says who met whom in the Swiss rounds, and what came of it, in the same order.
    """
    host = FileHost(file)
    result = write_standings(host, crossed=crossed)
    table = result.table
    warn(*result.warnings)
    if as_json:
        print_json(
            {
                "round": table.number,
                **({"final": True} if table.is_final else {}),
                "standings": table.data(),
                **({"cross_table": _crossed(host, result)} if crossed else {}),
            }
        )
        return
    columns, rows = table.texts(Width.TERMINAL)
    headers = [column.header for column in columns]
    print_table(table.title, headers, rows, "".join(column.align for column in columns))
    tab = table.layout.name
    tabs = f"tabs {tab} and {cross_table.CROSS_TABLE}" if crossed else f"tab {tab}"
    click.echo(f"Written to {file.name}, {tabs}.")
    say_next(host)


def _crossed(host: FileHost, result: StandingsResult) -> list[dict[str, object]]:
    event = read_event(host.book)
    return cross_table.as_data(cross_table.of_event(event, result.standings, result.tournament))


main.add_command(players_command.players)
main.add_command(by_hand_commands.swap)
main.add_command(by_hand_commands.move)
main.add_command(by_hand_commands.late)
main.add_command(by_hand_commands.again)
main.add_command(by_hand_commands.publish)
main.add_command(clock_command.clock)
main.add_command(cut_commands.cut)
main.add_command(cut_commands.tiebreaker)
main.add_command(penalty_commands.penalties)
main.add_command(lists_command.lists)
main.add_command(print_command.print_)
main.add_command(statistics_command.statistics)


@main.command(short_help="Remove the newest round.", epilog="Example: xlplugin undo event.xlsx")
@Workbook
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    default=1,
    help="So many, newest first.",
    show_default=True,
)
@AsJson
@errors_for_people
def undo(file: Path, rounds: int, as_json: bool) -> None:  # noqa: FBT001
    """Remove the newest round tab; the backup beside the file keeps it."""
    host = FileHost(file)
    if rounds > 1:
        event = read_event(host.read())
        there = len(event.rounds) + len(event.cut_tabs)
        if rounds > there:
            message = f"{file.name} has only {count(there, 'round')} to undo."
            raise TournamentError(message)
    undone = []
    for _ in range(rounds):
        name = undo_round(host)
        undone.append(name)
        if not as_json:
            click.echo(f"{name} is gone from {file.name}; the backup beside it still has it.")
    if as_json:
        print_json({"undone": undone})
        return
    say_next(host)


@main.command(
    short_help="Re-run every round and compare.", epilog="Example: xlplugin check event.xlsx"
)
@Workbook
@AsJson
@errors_for_people
def check(file: Path, as_json: bool) -> None:  # noqa: FBT001
    """Re-run every round and list every difference and every problem; writes nothing.

    Exit status 1 if there is a problem; differences alone (a pairing changed by hand, a result
    corrected later) leave it at 0.
    """
    progress = iter if as_json or not sys.stderr.isatty() else _progress
    host = FileHost(file)
    warn(*host.told_if_open())
    result = checking.check_event(host, progress)
    warn(*result.warnings)
    if as_json:
        print_json(
            {"differences": list(result.differences), "problems": list(map(str, result.problems))}
        )
    else:
        for difference in result.differences:
            click.echo(f"Difference: {difference}")
        if result.differences:
            click.echo(
                "A difference comes from a pairing changed by hand, or from a result or a setting "
                "(Event seed, Rounds, Tier, ...) changed after the round was paired."
            )
        if not result.problems:
            click.echo(
                f"{count(result.rounds, 'round')} checked: no problems, "
                f"{count(len(result.differences), 'difference')}."
            )
    if result.problems:
        for problem in result.problems:
            click.echo(str(problem), err=True)
        fail(f"{count(len(result.problems), 'problem')}.")


def _progress(tabs: Sequence[Any]) -> Iterator[Any]:
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import track  # noqa: PLC0415

    yield from track(
        tabs, description="Checking rounds", console=Console(stderr=True), transient=True
    )


main.add_command(export)


@main.command(short_help="List what is implemented.")
@AsJson
def rulesets(as_json: bool) -> None:  # noqa: FBT001
    """List what is implemented, with the document and version of each."""
    if as_json:
        found = [
            {"name": r.name, "title": r.title, "document": r.document} for r in RULESETS.values()
        ]
        print_json({"rulesets": found})
        return
    rows = [(r.name, r.title, r.document) for r in RULESETS.values()]
    print_table("", ("Name", "Rules", "Document"), rows, "<<<")


@main.command(
    short_help="Play a whole sample event.", epilog="Example: xlplugin demo --ruleset trc"
)
@click.argument(
    "folder", metavar="[DIR]", default=".", type=click.Path(file_okay=False, path_type=Path)
)
@click.option(
    "--ruleset", "ruleset_name", default="nisei-swiss", help="Under which rules.", show_default=True
)
@AsJson
@errors_for_people
def demo(folder: Path, ruleset_name: str, as_json: bool) -> None:  # noqa: FBT001
    """Play a whole sample event into DIR and say what to open."""
    from xlplugin.commands import demo as sample  # noqa: PLC0415  (pandas is slow to import)

    ruleset = _ruleset_option(ruleset_name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"The folder {folder} cannot be made: {error.strerror}. Choose another one."
        raise HostError(message) from None
    numbers = ("", *(f"-{n}" for n in range(2, 1000)))
    path = next(p for n in numbers if not (p := folder / f"demo{n}.xlsx").exists())
    say: Callable[[str], None] = _say_nothing if as_json else click.echo
    played = sample.play(path, ruleset.name, "24", say)
    if as_json:
        print_json({"file": str(path), "ruleset": ruleset.name, **played._asdict()})
        return
    click.secho(f"Open {path} and look at the tab {played.tab}.", bold=True)
    click.echo(f"Then try: {typed.command('check', str(path))}")


def _say_nothing(_line: str) -> None:
    """Leave out what was done, line by line."""


main.add_command(setup)
main.add_command(doctor)


if __name__ == "__main__":
    main()
