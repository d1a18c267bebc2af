"""The command that says what is installed, what is missing, and how to mend it."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path

import click

from xlplugin.cli_output import AsJson, print_json
from xlplugin.doctor.machine import State

COLOURS = {State.OK: "green", State.NOTE: "yellow", State.MISSING: "red"}
WORDS = {State.OK: "ok", State.NOTE: "note", State.MISSING: "MISSING"}


@click.command(
    short_help="Say what is installed and what is missing.",
    epilog="Example: xlplugin doctor event.xlsm",
)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@AsJson
def doctor(file: Path | None, as_json: bool) -> None:  # noqa: FBT001
    """Say what is installed, what is missing, and how to mend it.

    Looks at Excel, the Python that a workbook's buttons call, xlwings and macro security; with
    FILE also at that workbook. Changes nothing, and starts neither Excel nor a macro.

    Exit status 1 if something that is needed here is missing.
    """
    from xlplugin.doctor.checkup import examine, next_step  # noqa: PLC0415  (no other command needs it)
    from xlplugin.doctor.machine import Machine  # noqa: PLC0415

    machine = Machine.here()
    findings = examine(machine, file)
    if as_json:
        print_json({"findings": [asdict(finding) for finding in findings]})
    else:
        state_width = max(map(len, WORDS.values()))
        width = max(len(finding.what) for finding in findings)
        for finding in findings:
            state = click.style(
                WORDS[finding.state].ljust(state_width), fg=COLOURS[finding.state], bold=True
            )
            click.echo(f"{state}  {finding.what:<{width}}  {finding.detail}")
            if finding.remedy:
                click.echo(f"{'':{state_width}}    What to do: {finding.remedy}")
        click.secho(next_step(machine, file, findings), bold=True)
    if any(finding.state is State.MISSING for finding in findings):
        sys.exit(1)
