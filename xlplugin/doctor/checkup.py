"""What is installed for the buttons in Excel and for the commands, what is missing, what to do."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from xlplugin.doctor.excel import excel, macro_security, origin
from xlplugin.doctor.machine import MACOS, WINDOWS, Finding, Machine, State
from xlplugin.doctor.python import layers_of, python_findings
from xlplugin.doctor.workbook import cloud, open_elsewhere, read_workbook
from xlplugin.workbook.book import Book

VBA_XLWINGS = "0.37.8"
"""The version of the xlwings VBA module in the macro workbooks; on macOS it must be matched."""

LIBRARIES = ("click", "defusedxml", "openpyxl", "pandas", "rich", "rustworkx", "xlwings")
OFFICES = {
    WINDOWS: r"C:\Program Files\LibreOffice\program\soffice.exe",
    MACOS: "/Applications/LibreOffice.app/Contents/MacOS/soffice",
}


def examine(machine: Machine, file: Path | None = None) -> list[Finding]:
    """Look at everything that the buttons and the commands need.

    Args:
        machine: the computer.
        file: the workbook that is to be used, if there is one.

    Returns:
        What was found; ``missing`` only where it keeps something from working here: a workbook
        without macros needs neither Excel nor what its buttons would call.
    """
    book: Book | None = None
    of_file: list[Finding] = []
    if file is not None:
        book, of_file = read_workbook(machine, file)
        if book:
            of_file += [*open_elsewhere(file), *cloud(machine, file)]
    for_buttons = _for_buttons(machine, file, book)
    if file is not None and file.suffix.lower() == ".xlsx":
        for_buttons = [finding.where_not_needed() for finding in for_buttons]
    return [
        system(machine),
        *for_buttons,
        *libraries(machine),
        *libreoffice(machine),
        *of_file,
    ]


def _for_buttons(machine: Machine, file: Path | None, book: Book | None) -> list[Finding]:
    """What the buttons need; nothing of it is of use where there is no desktop Excel."""
    if not machine.runs_excel:
        return []
    layers = layers_of(machine, file, book)
    return [
        excel(machine),
        *python_findings(machine, layers, VBA_XLWINGS),
        macro_security(machine),
        *(origin(machine, file) if file else ()),
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
        "use the commands (xlplugin pair FILE) and LibreOffice for the file; xlwings Lite in Excel "
        "on the web works anywhere",
    )


def libraries(machine: Machine) -> list[Finding]:
    """Whether what xlplugin depends on can be imported by the Python that runs it."""
    versions = {name: machine.installed(name) for name in LIBRARIES}
    there = [f"{name} {version}" for name, version in versions.items() if version]
    told = f"{machine.python}, {machine.version}, with {', '.join(there)}"
    missing = [name for name, version in versions.items() if not version]
    return [
        Finding("Commands", State.OK, told),
        *(
            Finding(
                name,
                State.MISSING,
                f"{machine.python} cannot import it",
                machine.typed(machine.python, "-m", "pip", "install", "--force-reinstall", name),
            )
            for name in missing
        ),
    ]


def libreoffice(machine: Machine) -> list[Finding]:
    """LibreOffice, where it is installed: it opens the files too."""
    usual = OFFICES.get(machine.system)
    found = machine.which("soffice", machine.environ.get("PATH", ""))
    program = found or (usual if usual and machine.exists(usual) else None)
    if program:
        return [Finding("LibreOffice", State.OK, f"{program}, opens the files, without buttons")]
    if machine.runs_excel:
        return []
    told = "not installed; something has to open the files to type results"
    return [Finding("LibreOffice", State.NOTE, told, "install it from https://www.libreoffice.org")]


def next_step(machine: Machine, file: Path | None, findings: Sequence[Finding]) -> str:
    """What to do next, in one line.

    Args:
        machine: the computer.
        file: the workbook that is to be used, if there is one.
        findings: what was found.
    """
    name = (
        machine.typed(str(file)) if file else "event.xlsm" if machine.runs_excel else "event.xlsx"
    )
    missing = sum(finding.state is State.MISSING for finding in findings)
    if missing:
        again = f"xlplugin doctor {name}" if file else "xlplugin doctor"
        things = "the thing" if missing == 1 else f"the {missing} things, from the top,"
        return f"Next: mend {things} marked MISSING, then run again: {again}"
    if file is None:
        return f"Next: xlplugin new {name} --ruleset NAME (the names: xlplugin rulesets)"
    if machine.runs_excel and file.suffix.lower() == ".xlsm":
        return f"Next: open {file.name} in Excel, allow its macros, and use its buttons"
    return f"Next: xlplugin pair {name}"
