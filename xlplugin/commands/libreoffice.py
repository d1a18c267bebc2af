"""The command that puts the buttons into LibreOffice, and takes them out again."""

from __future__ import annotations

import click

from xlplugin.commands.output import AsJson, command
from xlplugin.commands.setup import show
from xlplugin.ground.machine import Machine
from xlplugin.ground.texts import t

INSTALL, REMOVE, STATUS = "install", "remove", "status"


@command(
    "libreoffice",
    t("Put the buttons into this computer's LibreOffice."),
    t(
        "Put the buttons into this computer's LibreOffice, take them out, or say whether they are "
        "there.\n\n"
        "They are an extension: a toolbar and a menu Tournament in Calc, with all that they need in "
        "it. A LibreOffice that is open has them once it is closed and started again. Install it again "
        "whenever there is a newer xlplugin.\n\n"
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
        following = t("Next: do what is said above")
    elif what == REMOVE:
        again = machine.xlplugin("libreoffice", INSTALL)
        following = t("Next: {command} puts the buttons back", command=again)
    else:
        following = t(
            "Next: start LibreOffice Calc (close it first where it is open), and choose New event... in "
            "the menu Tournament"
        )
    show(findings, following, as_json=as_json)
