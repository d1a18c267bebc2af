"""The command that says why something does not work, and how to mend it."""

from __future__ import annotations

from pathlib import Path

import click

from xlplugin.commands.output import AsJson, errors_for_people
from xlplugin.texts import t


@click.command(
    short_help=t("Say why the buttons do not work, and what to do."),
    epilog="Example: xlplugin doctor event.xlsm",
)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@AsJson
@errors_for_people
def doctor(file: Path | None, as_json: bool) -> None:  # noqa: FBT001
    """Say why the buttons do not work, and what to do.

    Looks at Excel, at the Python that its buttons call, and at whether Excel allows macros; with
    FILE also at that workbook: whether its macros are of this version, and whether something in
    it, or beside it, is a danger.

    Changes nothing, and runs nothing that the workbook or its folder brings along. Most of what it
    finds is mended by: xlplugin setup.

    Exit status 1 if something must be mended.
    """
    from xlplugin.commands.findings import show  # noqa: PLC0415
    from xlplugin.doctor.checkup import examine, next_step  # noqa: PLC0415  (no other command needs it)
    from xlplugin.setup.machine import Machine  # noqa: PLC0415

    machine = Machine.here()
    findings = examine(machine, file)
    show(findings, next_step(machine, file, findings), as_json=as_json)
