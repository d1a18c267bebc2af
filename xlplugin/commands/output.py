"""Parts that commands share: messages for people, tables, machine-readable output."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import redirect_stdout, suppress
from datetime import datetime
from functools import partial, wraps
from pathlib import Path
from typing import Any, NoReturn, ParamSpec, TextIO, TypeVar

import click

from xlplugin.ground import typed
from xlplugin.ground.all_cores import Workers, cores
from xlplugin.ground.names import named
from xlplugin.ground.problems import ERRORS, EventOver, HostError, Problem, WorkbookProblems
from xlplugin.ground.texts import aligned, msg, t, tn
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.hosts.closed_file.safe_file import clear_folder
from xlplugin.verbs import failures
from xlplugin.verbs.frame import Result, Table
from xlplugin.workbook.layouts.event_tab import PLAYER_REPORTS
from xlplugin.workbook.reading import next_step
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.reader import read_event

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

FILE = click.Path(dir_okay=False, path_type=Path)
EXISTING = click.Path(exists=True, dir_okay=False, path_type=Path)
Workbook = click.argument("file", type=FILE)
MaybeWorkbook = click.argument("file", required=False, type=FILE)
WRITTEN, HOSTS = "xlplugin.written", "xlplugin.hosts"
MENDING, OVER, HALFWAY, STOPPED = 1, 3, 4, 130
"""The exit status where something must be mended first, where nothing is left to be paired, where something
was written before it stopped, and after Ctrl+C."""
Processes = click.option(
    "--processes", metavar="N", type=click.IntRange(1, 512),
    help=msg("Number of processes. Default: one for each core. The figures are the same."),
)  # fmt: skip
Scheduler = click.option(
    "--scheduler", metavar="ADDRESS",
    help=msg("Run on a Dask cluster, for example tcp://192.168.1.5:8786. The figures are the same."),
)  # fmt: skip
AsJson = click.option("--json", "as_json", is_flag=True, help=msg("Print machine-readable output."))


EXAMPLE = msg("Example: {command}")


class Composed(click.Option):
    """An option whose help is put together of several texts, when it is shown."""

    def __init__(self, *args: Any, told: Callable[[], str], **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.told = told


def opened(file: Path, template: Path | None = None) -> FileHost:
    """The host of a workbook: the one that the program is run with, or the closed file."""
    context = click.get_current_context(silent=True)
    make: Callable[[Path, Path | None], FileHost] = (context and context.obj) or FileHost
    host = make(file, template)
    host.action = (context and context.info_name) or ""
    host.confirm = partial(_confirm, host)
    if context:
        context.meta.setdefault(HOSTS, []).append(host)
    clear_folder(host.path.parent)
    return host


def _confirm(host: FileHost, note: str) -> None:
    """Say what is not as it should be, and ask on a terminal whether to go on."""
    warn(note)
    if is_terminal() and not click.confirm(t("Go on?"), err=True):
        raise HostError(t("{file} was left as it is.", file=host.name))


def is_terminal() -> bool:
    """True if somebody is there who can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def command(
    name: str, short: str, text: str, example: str
) -> Callable[[Callable[P, R]], click.Command]:
    """Make a command of a function, with its help and an example; errors are shown to people.

    The texts are English until the help is shown, which is when they are translated.
    """

    def made(function: Callable[P, R]) -> click.Command:
        epilog = EXAMPLE.format(command=f"xlplugin {name} {example}".rstrip())
        decorator = click.command(name, short_help=short, help=text, epilog=epilog)
        return decorator(errors_for_people(function))

    return made


def errors_for_people(command: Callable[P, R]) -> Callable[P, R]:
    """Show what the organizer must mend, one line each, and stop with a status that tells what was written.

    With ``--json`` it is also what is printed.
    """

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        status = MENDING
        problems: Sequence[Problem] = ()
        try:
            return command(*args, **kwargs)
        except WorkbookProblems as error:
            problems = error.problems
            message = tn("{n} problem to correct.", "{n} problems to correct.", len(problems))
        except EventOver as error:
            message, status = str(error), OVER
        except ERRORS as error:
            message = failures.explained(error)
        except KeyboardInterrupt:
            message, status = t("Stopped."), STOPPED
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            written = _written()
            if _is_of_output(error):
                if isinstance(error, BrokenPipeError) and not written:
                    raise
                text = msg("The output could not be printed: {reason}.")
                message = t(text, reason=getattr(error, "strerror", None) or error)
            else:
                message = failures.unforeseen(error, is_written=bool(written))
        _end(message, problems, status, as_json=bool(kwargs.get("as_json")))

    return run


def _written() -> list[str]:
    context = click.get_current_context(silent=True)
    meta = context.meta if context else {}
    hosts = [h.name for h in meta.get(HOSTS, ()) if h.has_written and h.path.exists()]
    return list(dict.fromkeys([*hosts, *(Path(path).name for path in meta.get(WRITTEN, ()))]))


def _is_of_output(error: Exception) -> bool:
    """True if an error is that nothing can be printed; output that waits is given up then."""
    if not isinstance(error, OSError) or error.__traceback__ is None:
        return False
    last = error.__traceback__
    while last.tb_next:
        last = last.tb_next
    is_printing = last.tb_frame.f_globals.get("__name__") == click.utils.__name__
    try:
        sys.stdout.flush()
    except OSError:
        is_printing = True
    if is_printing:
        _give_up(sys.stdout)
    return is_printing


def _give_up(stream: TextIO) -> None:
    """Let a stream that cannot be written to lead nowhere, or Python would complain of it in the end."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _end(message: str, problems: Sequence[Problem], status: int, *, as_json: bool) -> NoReturn:
    """Say why a command stopped and what it has written, for programs too if they asked."""
    written = _written()
    if written and status == MENDING:
        status = HALFWAY
    lines = [message]
    if written:
        lines.append(t("Written before that, and kept: {files}.", files=", ".join(written)))
    elif problems:
        lines[0] = tn(
            "Nothing was written: {n} problem, see above.",
            "Nothing was written: {n} problems, see above.",
            len(problems),
        )
    elif status != OVER:
        lines.append(t("Nothing was written."))
    if as_json:
        try:
            print_problems(problems or [Problem("", "", message, "")])
        except OSError:
            _give_up(sys.stdout)
    try:
        for line in (*map(str, problems), *lines[:-1]):
            click.echo(line, err=True)
        fail(lines[-1], status)
    except OSError:
        _give_up(sys.stderr)
        sys.exit(status)


def prints_files(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command that writes files print with ``--json`` which ones; the rest goes to stderr."""

    @wraps(command)
    def run(*args: object, as_json: bool, **kwargs: object) -> None:
        if not as_json:
            command(*args, **kwargs)
            return
        if kwargs.get("watch"):
            text = msg("--watch never ends, and --json prints only at the end: choose one.")
            raise click.UsageError(t(text))
        with redirect_stdout(sys.stderr):
            command(*args, **kwargs)
        print_json({"written": click.get_current_context().meta.get(WRITTEN, [])})

    return run


def wrote(path: Path) -> None:
    """Remember a file that a command has written."""
    click.get_current_context().meta.setdefault(WRITTEN, []).append(str(path))


def make_folder(folder: Path) -> None:
    """Make a folder that files are written into, if there is none yet."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        text = msg("The folder {folder} cannot be made: {why}. Choose another one.")
        raise HostError(t(text, folder=folder, why=error.strerror)) from None


def print_problems(problems: Sequence[Problem]) -> None:
    """Print what is wrong for other programs; a blank ``sheet`` is for what is in no tab."""
    keys = ("sheet", "cell", "what", "remedy")
    print_json({"problems": [{k: getattr(problem, k) for k in keys} for problem in problems]})


def tracked(what: str, steps: int | None = None) -> Callable[[Iterable[T]], Iterable[T]]:
    """A loop that shows on a terminal how far it is, in so many ``steps`` if its things cannot be counted."""
    if not sys.stderr.isatty():
        return iter
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import track  # noqa: PLC0415

    console = Console(stderr=True)
    return partial(track, description=what, total=steps, console=console, transient=True)


def wrong_use(text: str, /, **values: object) -> NoReturn:
    """Stop with a text of the catalogue that says what was typed wrong: exit status 2."""
    raise click.UsageError(t(text, **values))


def fail(message: str, status: int = 1) -> NoReturn:
    """Say what is wrong, in red unless it is only the end of an event, and stop with a status."""
    click.secho(message, err=True, fg=None if status == OVER else "red", bold=True)
    sys.exit(status)


def warn(*warnings: str) -> None:
    """Say what the organizer should know."""
    for warning in warnings:
        click.secho(t("Note: {warning}", warning=warning), err=True, fg="yellow")


def print_json(value: object) -> None:
    """Print machine-readable output."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))


def _print_table(table: Table) -> None:
    """Print a table as wide as it needs to be; the header is bold on a terminal."""
    from rich.cells import cell_len  # noqa: PLC0415  (what a name with wide letters takes up)

    headers = [named("column", header) for header in table.headers]
    lines = [headers, *([" ".join(cell.split()) for cell in row] for row in table.rows)]
    if table.title:
        click.secho(named("tab", table.title), bold=True)
    for number, line in enumerate(aligned(lines, table.align, cell_len)):
        click.secho(line, bold=number == 0)


def show(result: Result, host: FileHost | None, *, as_json: bool) -> None:
    """Show a result, and what to do next with the workbook, if there is one."""
    warn(*result.warnings)
    if as_json:
        print_json(result.data)
    instead = [] if result.problems else [result.message]
    for line in () if as_json else result.lines or filter(None, instead):
        if isinstance(line, Table):
            _print_table(line)
        else:
            click.echo(line)
    if result.problems:
        for problem in result.problems:
            click.echo(str(problem), err=True)
        fail(tn("{n} problem.", "{n} problems.", len(result.problems)))
    if result.says_next and host and not as_json:
        say_next(host, host.event or read_event(host.book))


def say_next(host: FileHost, event: EventBook) -> None:
    """Print the next step, with the count of results where players report them."""
    step = next_step.now(event, datetime.now().astimezone())
    if event.value_of(PLAYER_REPORTS) == "Yes":
        from xlplugin.reports.at_a_glance import counted  # noqa: PLC0415  (few events need it)

        step = counted(step, event, host.folder, host.name)
    click.secho(step.line(typed.command(step.command, host.name)), bold=True)


def workers_of(processes: int | None, scheduler: str | None) -> Workers:
    """The workers that those two options name."""
    if scheduler is None:
        return processes or cores()
    if processes is not None:
        text = msg("--processes is for this computer, --scheduler for a cluster: choose one.")
        raise click.UsageError(t(text))
    return scheduler.strip()
