"""The README tells the truth: its transcript is run, and every command is in it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner

from engine import RULESETS
from xlplugin.cli import main

README = Path(__file__).parents[2] / "README.md"
TEXT = README.read_text(encoding="utf-8")


def type_results(table: str) -> None:
    """Type the results that a table of the README shows into the workbook."""
    lines = [[c.strip() for c in line.strip("|").split("|")] for line in table.splitlines()]
    number = re.fullmatch(r"Round (\d+), table", lines[0][0])
    if not number:
        return
    workbook = openpyxl.load_workbook("spring.xlsx")
    sheet = workbook[f"Round {number[1]}"]
    columns = {cell.value: cell.column for cell in sheet[1]}
    for row, *values in lines[2:]:
        for header, value in zip(lines[0][1:], values, strict=True):
            sheet.cell(int(row) + 1, columns[header]).value = value or None
    workbook.save("spring.xlsx")


def run(command: str) -> str:
    """What a command of the transcript prints."""
    program, *arguments = shlex.split(command)
    assert program == "xlplugin"
    result = CliRunner().invoke(main, arguments)
    return result.stdout + result.stderr


def test_transcript_is_what_the_commands_print(tmp_path, monkeypatch):
    """Every command of the README's event prints what the README shows."""
    monkeypatch.chdir(tmp_path)
    roster = re.search(r"```csv\n(.*?)```", TEXT, re.DOTALL)
    assert roster
    Path("roster.csv").write_text(roster[1], encoding="utf-8")
    shown, printed = "", ""
    for part in re.finditer(
        r"```console\n(.*?)```|(?:^\|[^\n]*\n)+", TEXT, re.DOTALL | re.MULTILINE
    ):
        if part[1] is None:
            type_results(part[0].strip())
            continue
        shown += part[1]
        for command in re.findall(r"^\$ (.*)$", part[1], re.MULTILINE):
            printed += f"$ {command}\n{run(command)}"
    assert shown.count("$ ") > 5
    assert printed == shown


@pytest.mark.parametrize("command", sorted(main.commands))
def test_every_command_is_in_the_readme(command):
    """The table of commands leaves none out."""
    assert f"| `xlplugin {command}" in TEXT


@pytest.mark.parametrize(
    ("command", "option"),
    sorted(
        (name, option)
        for name, command in main.commands.items()
        for parameter in command.params
        for option in parameter.opts
        if option.startswith("--") and option != "--output"
    ),
)
def test_every_option_is_in_the_readme(command, option):
    """The row of a command shows all of its options."""
    row = next(line for line in TEXT.splitlines() if line.startswith(f"| `xlplugin {command}"))
    assert option in row


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_every_ruleset_is_in_the_readme(ruleset):
    """The README says what each ruleset follows."""
    assert f"`{ruleset}` follows" in TEXT


@pytest.mark.parametrize("command", sorted(main.commands))
def test_every_command_has_help(command):
    """``--help`` of each command says what it does."""
    result = CliRunner().invoke(main, [command, "--help"])
    assert result.exit_code == 0
    assert main.commands[command].help.splitlines()[0].rstrip(".") in " ".join(
        result.stdout.split()
    )
