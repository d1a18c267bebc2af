"""The command that says why something does not work, and how to mend it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from xlplugin.commands.output import AsJson, command, print_json
from xlplugin.machine import Finding, Machine, State
from xlplugin.texts import t


@command(
    "doctor",
    t("Say why the buttons do not work, and what to do."),
    t(
        "Say why the buttons do not work, and what to do.\n\n"
        "Looks at Excel, at the Python that its buttons call, and at whether Excel allows "
        "macros; with FILE also at that workbook: whether its macros are of this version, and "
        "whether something in it, or beside it, is a danger.\n\n"
        "Changes nothing, and runs nothing that the workbook or its folder brings along. Most "
        "of what it finds is mended by: xlplugin setup.\n\n"
        "Exit status 1 if something must be mended."
    ),
    "event.xlsm",
)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@AsJson
def doctor(file: Path | None, as_json: bool) -> None:  # noqa: FBT001
    """Show what the checkup has found."""
    from xlplugin.doctor.checkup import examine, next_step  # noqa: PLC0415  (no other command needs it)

    machine = Machine.here()
    findings = examine(machine, file)
    show(findings, next_step(machine, file, findings), as_json=as_json)


COLOURS = {
    State.OK: "green", State.DONE: "green", State.NOTE: "yellow", State.MISSING: "red",
    State.DANGER: "red",
}  # fmt: skip
WIDTH = max(len(t(state)) for state in State)


def show(findings: Sequence[Finding], next_step: str, *, as_json: bool) -> None:
    """Print the findings, and what to do next; exit status 1 if something must be mended."""
    if as_json:
        print_json({"findings": [asdict(finding) for finding in findings]})
    else:
        width = max(len(t(finding.what)) for finding in findings)
        for finding in findings:
            word = t(finding.state).upper() if finding.is_bad else t(finding.state)
            state = click.style(word.ljust(WIDTH), fg=COLOURS[finding.state], bold=True)
            click.echo(f"{state}  {t(finding.what):<{width}}  {finding.detail}")
            if finding.remedy:
                remedy = t("What to do: {remedy}", remedy=finding.remedy)
                click.echo(f"{'':{WIDTH}}    {remedy}")
        click.secho(next_step, bold=True)
    if any(finding.is_bad for finding in findings):
        sys.exit(1)
