"""The commands that make buttons work in this computer's Excel and LibreOffice, and say why they do not."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from xlplugin.commands.output import AsJson, MaybeWorkbook, command, print_json, wrong_use
from xlplugin.ground.machine import WINDOWS, Finding, Machine, State, use_the_buttons
from xlplugin.ground.texts import msg, t

INSTALL, REMOVE, STATUS = "install", "remove", "status"


@command(
    "setup",
    msg("Make the buttons work in this computer's Excel."),
    msg(
        "Make the buttons work in this computer's Excel.\n\n"
        "Run it once on each computer, and again whenever Python or xlplugin has been moved or "
        "reinstalled. It tells Excel which Python to call, and says line by line what it did. "
        "What other workbooks with xlwings call is left alone.\n\n"
        "Every click starts Python anew, which takes a second or two. With --warm Python stays "
        "ready between clicks, on Windows; that is tried first.\n\n"
        "With FILE, a workbook that ends in .xlsm, its macros and its ribbon become those of this "
        "version too; everything else in it stays, and the previous version is kept beside it.\n\n"
        "Exit status 1 if something is still missing."
    ),
    "",
)
@MaybeWorkbook
@click.option("--undo", is_flag=True, help=msg("Undo the setup, as if it had never been run."))
@click.option("--warm", is_flag=True, help=msg("Keep Python running between clicks, on Windows."))
@AsJson
def setup(file: Path | None, undo: bool, warm: bool, as_json: bool) -> None:  # noqa: FBT001
    """Set this computer up, or take that back, and show what was done."""
    if undo and (file or warm):
        wrong_use("--undo is about this computer; a workbook's previous macros are in its backup.")
    from xlplugin.doctor.checkup import system  # noqa: PLC0415
    from xlplugin.setup.steps import made, undone  # noqa: PLC0415

    machine = Machine.here()
    if warm and machine.system != WINDOWS:
        wrong_use("--warm works only for Excel on Windows.")
    renewed = _renewed(file) if file else []
    findings = undone(machine) if undo else made(machine, warm=warm)
    if not machine.runs_excel:
        findings = [system(machine)]
    findings += renewed
    show(findings, _next(machine, file, findings, undo=undo), as_json=as_json)


def _renewed(file: Path) -> list[Finding]:
    from xlplugin.setup.macros import renew  # noqa: PLC0415

    changed = renew(file)
    text = msg("those of {file} are of this version")
    if changed:
        text = msg("{file} now has {things} of this version; its backup has those from before")
    detail = t(text, file=file.name, things=t(" and ").join(changed))
    return [Finding("Macros", State.DONE if changed else State.OK, detail)]


def _next(machine: Machine, file: Path | None, findings: Sequence[Finding], *, undo: bool) -> str:
    if any(finding.is_bad for finding in findings):
        again = machine.xlplugin("setup", *(["--undo"] if undo else []))
        return t("Next: do what it says under MISSING, then run again: {command}", command=again)
    if not machine.runs_excel:
        new = machine.xlplugin("new", "event.xlsx", "--ruleset", "NAME")
        return t("Next: {command}", command=new)
    if undo:
        again = machine.xlplugin("setup")
        return t("Next: {command} makes the buttons work again", command=again)
    if file:
        return use_the_buttons(file)
    return t("Next: open the workbook of your event (.xlsm) in Excel, allow its macros, and click")


def remind(file: Path) -> None:
    """Say that setup is still to be run, where the buttons of a new workbook need it."""
    if reminder := setup_reminder(Machine.here(), file):
        click.echo(reminder)


def setup_reminder(machine: Machine, file: Path) -> str:
    """The sentence that setup is still to be run; blank where it was, or where no buttons need it."""
    if file.suffix.lower() != ".xlsm":
        return ""
    from xlplugin.setup.python import is_set_up  # noqa: PLC0415

    if not machine.runs_excel or is_set_up(machine):
        return ""
    return t("For its buttons, once on this computer: {command}", command=machine.xlplugin("setup"))


@command(
    "libreoffice",
    msg("Put the buttons into this computer's LibreOffice."),
    msg(
        "Put the buttons into this computer's LibreOffice, take them out, or say whether they are "
        "there.\n\n"
        "They are an extension: a toolbar and a menu Tournament in Calc, with everything they "
        "need. A LibreOffice that is open has them once it is closed and started again. Install "
        "it again whenever there is a newer xlplugin.\n\n"
        "Exit status 1 if they are not there afterwards, or could not be taken out."
    ),
    "install",
)
@click.argument("what", type=click.Choice((INSTALL, REMOVE, STATUS)))
@AsJson
def libreoffice(what: str, as_json: bool) -> None:  # noqa: FBT001
    """Do what is asked, and show what came of it."""
    from xlplugin.setup.libreoffice import installed, removed, status  # noqa: PLC0415

    machine = Machine.here()
    if what == INSTALL:
        from xlplugin.templates.extension import extension, file_name  # noqa: PLC0415

        findings = installed(machine, file_name(), extension)
    else:
        findings = status(machine) if what == STATUS else removed(machine)
    if any(finding.remedy for finding in findings):
        following = t("Next: do what it says above")
    elif what == REMOVE:
        again = machine.xlplugin("libreoffice", INSTALL)
        following = t("Next: {command} puts the buttons back", command=again)
    else:
        following = t(
            "Next: start LibreOffice Calc (close it first where it is open), and choose New event... in "
            "the menu Tournament"
        )
    show(findings, following, as_json=as_json)


@command(
    "doctor",
    msg("Say why the buttons do not work, and what to do."),
    msg(
        "Say why the buttons do not work, and what to do.\n\n"
        "Looks at Excel, at the Python that its buttons call, and at whether Excel allows macros; "
        "with FILE also at that workbook: whether its macros are of this version, and whether "
        "something in it, or beside it, is a danger.\n\n"
        "Changes nothing, and runs nothing that the workbook or its folder brings along. Most of "
        "what it finds is put right by: xlplugin setup.\n\n"
        "Exit status 1 if there is a problem."
    ),
    "event.xlsm",
)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@AsJson
def doctor(file: Path | None, as_json: bool) -> None:  # noqa: FBT001
    """Show the findings of the checkup."""
    from xlplugin.doctor.checkup import examine, next_step  # noqa: PLC0415  (no other command needs it)

    machine = Machine.here()
    findings = examine(machine, file)
    show(findings, next_step(machine, file, findings), as_json=as_json)


COLOURS = {
    State.OK: "green", State.DONE: "green", State.NOTE: "yellow", State.MISSING: "red",
    State.DANGER: "red",
}  # fmt: skip


def show(findings: Sequence[Finding], next_step: str, *, as_json: bool) -> None:
    """Print the findings, and what to do next; exit status 1 if something must be mended."""
    if as_json:
        print_json({"findings": [asdict(finding) for finding in findings]})
    else:
        from rich.cells import cell_len, set_cell_size  # noqa: PLC0415  (letters of Japanese are wide)

        width = max(cell_len(t(finding.what)) for finding in findings)
        of_state = max(cell_len(t(state)) for state in State)
        for finding in findings:
            word = t(finding.state).upper() if finding.is_bad else t(finding.state)
            word = set_cell_size(word, max(of_state, cell_len(word)))
            state = click.style(word, fg=COLOURS[finding.state], bold=True)
            click.echo(f"{state}  {set_cell_size(t(finding.what), width)}  {finding.detail}")
            if finding.remedy:
                remedy = t("What to do: {remedy}", remedy=finding.remedy)
                click.echo(f"{'':{of_state}}    {remedy}")
        click.secho(next_step, bold=True)
    if any(finding.is_bad for finding in findings):
        sys.exit(1)
