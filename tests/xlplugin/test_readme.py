"""The README and the pages it leads to tell the truth: transcripts are run, no command is left out."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner

from engine import RULESETS
from xlplugin.cli import main
from xlplugin.verbs.list import BUTTONS

from cases import each

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
RULES = (ROOT / "docs" / "rulesets.md").read_text(encoding="utf-8")
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


def type_results(table: str) -> None:
    """Type the results that a table shows into the workbook."""
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
    """Every command of the event prints what the page shows."""
    monkeypatch.chdir(tmp_path)
    roster = re.search(r"```csv\n(.*?)```", COMMANDS, re.DOTALL)
    assert roster
    Path("roster.csv").write_text(roster[1], encoding="utf-8")
    shown, printed = "", ""
    for part in re.finditer(
        r"```console\n(.*?)```|(?:^\|[^\n]*\n)+", COMMANDS, re.DOTALL | re.MULTILINE
    ):
        if part[1] is None:
            type_results(part[0].strip())
            continue
        shown += part[1]
        for command in re.findall(r"^\$ (.*)$", part[1], re.MULTILINE):
            printed += f"$ {command}\n{run(command)}"
    assert shown.count("$ ") > 5
    assert printed == shown


@each("command", sorted(main.commands))
def test_every_command_is_on_its_page(command):
    """The table of commands leaves none out."""
    assert f"| `xlplugin {command}" in COMMANDS


@each(
    ("command", "option"),
    sorted(
        (name, option)
        for name, command in main.commands.items()
        for parameter in command.params
        for option in parameter.opts
        if option.startswith("--") and option != "--output"
    ),
)
def test_every_option_is_on_its_page(command, option):
    """The row of a command shows all of its options."""
    row = next(line for line in COMMANDS.splitlines() if line.startswith(f"| `xlplugin {command}"))
    assert option in row


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_every_ruleset_is_on_its_page(ruleset):
    """It says what each ruleset follows."""
    assert f"`{ruleset}` follows" in RULES


@each("command", sorted(main.commands))
def test_every_command_has_help(command):
    """``--help`` of each command says what it does."""
    result = CliRunner().invoke(main, [command, "--help"])
    assert result.exit_code == 0
    assert main.commands[command].help.splitlines()[0].rstrip(".") in " ".join(
        result.stdout.split()
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page):
    """A page or a picture that is named is there."""
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_page_is_named_in_the_readme():
    """Whoever begins at the README finds the rest."""
    assert [p.name for p in (ROOT / "docs").glob("*.md") if f"(docs/{p.name})" not in README] == []


@pytest.mark.parametrize("command", re.findall(r"-m xlplugin (\w+)", README))
def test_the_readme_names_commands_that_exist(command):
    """What an organizer is told to type is there."""
    assert command in main.commands


@pytest.mark.parametrize(
    "caption", sorted(set(re.findall(r"(?<=[a-z,(] )\*\*([A-Z][a-z ]+)\*\*", README)))
)
def test_the_readme_names_buttons_as_they_are_called(caption):
    """What is in bold in the middle of a sentence is to be clicked."""
    assert caption in {button.label for _, button in BUTTONS}


def test_the_readme_is_short():
    """An organizer reads it in a few minutes; the rest is on the pages that it names."""
    assert len(README.split()) < 1_300
