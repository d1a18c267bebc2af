"""The checkup of everything that the buttons in Excel and the commands need."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from xlplugin.doctor.excel import excel, macro_security, origin
from xlplugin.doctor.workbook import workbook_findings
from xlplugin.ground.machine import MACOS, XLWINGS, Finding, Machine, State, use_the_buttons
from xlplugin.ground.problems import ERRORS
from xlplugin.ground.texts import msg, t, tn
from xlplugin.hosts.closed_file.opening import book_in, read_bytes
from xlplugin.hosts.libreoffice.soffice import GET_IT, program
from xlplugin.setup.steps import steps_of
from xlplugin.workbook.reading.next_step import now
from xlplugin.workbook.reading.reader import read_event

LIBRARIES = (
    "click", "defusedxml", "lxml", "olefile", "openpyxl", "pandas", "python-calamine", "rich",
    "segno", "xlwings",
)  # fmt: skip


def examine(machine: Machine, file: Path | None = None) -> list[Finding]:
    """Look at everything that the buttons and the commands need.

    A thing is ``missing`` only where it keeps something from working here: a workbook without macros
    needs neither Excel nor what its buttons would call.
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
    """The system, and if desktop Excel runs on it."""
    name = f"{'macOS' if machine.system == MACOS else machine.system} {machine.release}"
    if machine.runs_excel:
        detail = t("{system}: the buttons work in desktop Excel", system=name)
        return Finding(msg("System"), State.OK, detail)
    remedy = t(
        "use the commands ({command}) and LibreOffice for the file; xlwings Lite in Excel on the web "
        "works anywhere",
        command=machine.xlplugin("pair", "FILE"),
    )
    detail = t("{system}: there is no desktop Excel for it", system=name)
    return Finding(msg("System"), State.NOTE, detail, remedy)


def libraries(machine: Machine) -> list[Finding]:
    """The libraries that xlplugin needs, in the Python that runs it."""
    versions = {name: machine.installed(name) for name in LIBRARIES}
    python, missing = machine.python, [name for name in versions if not versions[name]]
    listed = ", ".join(f"{name} {version}" for name, version in versions.items() if version)
    text = msg("{python}, {version}, with {libraries}")
    detail = t(text, python=python, version=machine.version, libraries=listed)
    findings = [Finding(msg("Commands"), State.OK, detail)]
    for name in missing:
        needed = f"xlwings=={XLWINGS}" if name == "xlwings" else name
        mend = machine.typed(python, "-P", "-m", "pip", "install", needed)
        fault = t("{python} cannot import it", python=python)
        findings.append(Finding(name, State.MISSING, fault, mend))
    return findings


def libreoffice(machine: Machine) -> list[Finding]:
    """LibreOffice, where it is installed: it opens the files too."""
    path = program(machine)
    if path:
        install = machine.xlplugin("libreoffice", "install")
        text = msg("{program}, opens the files and makes PDFs; for buttons there: {command}")
        detail = t(text, program=path, command=install)
        return [Finding("LibreOffice", State.OK, detail)]
    if machine.runs_excel:
        return []
    detail = t("not installed; some program has to open the files to type results")
    mend = t("install it from {address}", address=GET_IT)
    return [Finding("LibreOffice", State.NOTE, detail, mend)]


def next_step(machine: Machine, file: Path | None, findings: Sequence[Finding]) -> str:
    """The next step with these findings, in one line."""
    bad = [finding.state for finding in findings if finding.is_bad]
    if bad:
        return tn(
            "Next: correct the problem marked {marks}, then run again: {command}",
            "Next: correct the {n} problems, from the top, marked {marks}, then run again: {command}",
            len(bad),
            marks=t(" or ").join(sorted({t(state).upper() for state in bad})),
            command=machine.xlplugin("doctor", *([str(file)] if file else [])),
        )
    if file is None:
        name = "event.xlsm" if machine.runs_excel else "event.xlsx"
        return t(
            "Next: {new} (the names: {rulesets})",
            new=machine.xlplugin("new", name, "--ruleset", "NAME"),
            rulesets=machine.xlplugin("rulesets"),
        )
    if machine.runs_excel and file.suffix.lower() == ".xlsm":
        return use_the_buttons(file)
    try:
        step = now(read_event(book_in(read_bytes(file), file)), datetime.now().astimezone())
    except ERRORS:
        return t("Next: {command}", command=machine.xlplugin("check", str(file)))
    return step.line(machine.xlplugin(step.command, str(file)))
