"""What is installed for the buttons in Excel and for the commands, what is missing, what to do."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from xlplugin.doctor.excel import excel, macro_security, origin
from xlplugin.doctor.workbook import of_event, workbook_findings
from xlplugin.hosts.libreoffice import GET_IT, program
from xlplugin.problems import ERRORS
from xlplugin.setup.machine import MACOS, XLWINGS, Finding, Machine, State
from xlplugin.setup.steps import steps_of

LIBRARIES = (
    "click", "defusedxml", "olefile", "openpyxl", "pandas", "rich", "rustworkx", "xlwings",
)  # fmt: skip


def examine(machine: Machine, file: Path | None = None) -> list[Finding]:
    """Look at everything that the buttons and the commands need.

    Args:
        machine: the computer.
        file: the workbook that is to be used, if there is one.

    Returns:
        What was found; ``missing`` only where it keeps something from working here: a workbook
        without macros needs neither Excel nor what its buttons would call.
    """
    for_buttons: list[Finding] = []
    if machine.runs_excel:
        for_buttons = [
            excel(machine),
            *(finding for step in steps_of(machine) for finding in step.look(machine)),
            macro_security(machine),
            *(origin(machine, file) if file else ()),
        ]
    if file is not None and file.suffix.lower() == ".xlsx":
        for_buttons = [finding.where_not_needed() for finding in for_buttons]
    return [
        system(machine),
        *for_buttons,
        *libraries(machine),
        *libreoffice(machine),
        *(workbook_findings(machine, file) if file else ()),
    ]


def system(machine: Machine) -> Finding:
    """Whether desktop Excel runs on this system."""
    name = "macOS" if machine.system == MACOS else machine.system
    told = f"{name} {machine.release}"
    if machine.runs_excel:
        return Finding("System", State.OK, f"{told}: the buttons work in desktop Excel")
    return Finding(
        "System",
        State.NOTE,
        f"{told}: there is no desktop Excel for it",
        f"use the commands ({machine.xlplugin('pair', 'FILE')}) and LibreOffice for the file; xlwings "
        "Lite in Excel on the web works anywhere",
    )


def libraries(machine: Machine) -> list[Finding]:
    """Whether what xlplugin depends on can be imported by the Python that runs it."""
    versions = {name: machine.installed(name) for name in LIBRARIES}
    there = [f"{name} {version}" for name, version in versions.items() if version]
    told = f"{machine.python}, {machine.version}, with {', '.join(there)}"
    missing = [name for name, version in versions.items() if not version]
    needed = {"xlwings": f"xlwings=={XLWINGS}"}
    return [
        Finding("Commands", State.OK, told),
        *(
            Finding(
                name,
                State.MISSING,
                f"{machine.python} cannot import it",
                machine.typed(machine.python, "-m", "pip", "install", needed.get(name, name)),
            )
            for name in missing
        ),
    ]


def libreoffice(machine: Machine) -> list[Finding]:
    """LibreOffice, where it is installed: it opens the files too."""
    found = program(machine)
    if found:
        told = f"{found}, opens the files, without buttons, and makes PDFs"
        return [Finding("LibreOffice", State.OK, told)]
    if machine.runs_excel:
        return []
    told = "not installed; something has to open the files to type results"
    return [Finding("LibreOffice", State.NOTE, told, f"install it from {GET_IT}")]


def next_step(machine: Machine, file: Path | None, findings: Sequence[Finding]) -> str:
    """What to do next, in one line.

    Args:
        machine: the computer.
        file: the workbook that is to be used, if there is one.
        findings: what was found.
    """
    bad = sum(finding.is_bad for finding in findings)
    if bad:
        again = machine.xlplugin("doctor", *([str(file)] if file else []))
        things = "the thing" if bad == 1 else f"the {bad} things, from the top,"
        states = {finding.state.upper() for finding in findings if finding.is_bad}
        return f"Next: mend {things} marked {' or '.join(sorted(states))}, then run again: {again}"
    if file is None:
        name = "event.xlsm" if machine.runs_excel else "event.xlsx"
        new = machine.xlplugin("new", name, "--ruleset", "NAME")
        return f"Next: {new} (the names: {machine.xlplugin('rulesets')})"
    if machine.runs_excel and file.suffix.lower() == ".xlsm":
        return f"Next: open {file.name} in Excel, allow its macros, and use its buttons"
    try:
        step = of_event(file)
    except ERRORS:
        return f"Next: {machine.xlplugin('check', str(file))}"
    return step.told(machine.xlplugin(step.command, str(file)))
