"""The command that says why something does not work, and how to mend it."""

from __future__ import annotations

from pathlib import Path

import click

from xlplugin.commands.output import AsJson, command
from xlplugin.machine import Machine
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
    from xlplugin.commands.findings import show  # noqa: PLC0415
    from xlplugin.doctor.checkup import examine, next_step  # noqa: PLC0415  (no other command needs it)

    machine = Machine.here()
    findings = examine(machine, file)
    show(findings, next_step(machine, file, findings), as_json=as_json)
