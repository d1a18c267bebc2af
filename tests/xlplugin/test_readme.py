"""The README and the pages it leads to tell the truth: transcripts are run, no command is left out."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner

from engine import RULESETS
from xlplugin.commands import export
from xlplugin.doors.cli import main
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


# Every command of every page, as it stands there

A_PROGRAM = re.compile(
    r"(?:[A-Z_]+=\S+ )?(?:\.venv\S*[/\\])?(?:xlplugin|python3?|py|pip|dask|apt-get|msginit) "
)
NOT_RUN = {
    "python3 -P -m venv .venv": "tests/run.py makes the environment that this runs in",
    ".venv/bin/pip install": "tests/run.py installs the checkout, the page's own test the wheel",
    "python3 tests/run.py": "it is what runs this",
    ".venv/bin/python templates/release.py OUT": "tests/templates/test_release.py runs it from here",
    "py -P -m venv .venv": "the same on Windows",
    "pip install": "changes the computer",
    "xlplugin demo": "that of the README is run",
    "xlplugin libreoffice": "that of the README is run",
    "xlplugin start": "serves a page until that is closed: tests/xlplugin/test_start.py opens it",
    "xlplugin show": "serves until it is stopped: tests/show opens it",
    "xlplugin check --from page.html --commitment 3a1c9e73ecd2...": "the hash is cut short",
    "dask": "tests/xlplugin/test_cluster.py starts one",
    "xlplugin plan --players 43 --scheduler": "tests/xlplugin/test_cluster.py asks one",
    "python tests/rules/mutations.py": "takes hours",
    "python tests/rules/clauses.py": "tests/rules/test_clauses.py compares what it prints",
    "python -m pytest": "takes half an hour",
    "XLPLUGIN_ATTACKS=5000 python": "takes hours",
    "python benchmarks/show.py": "fills a room for a minute; tests/show has a small one",
    "python templates/": "tests compare what it writes with what is there",
    "python samples/build.py": "takes minutes; tests/xlplugin/test_samples.py looks at what it made",
    "xlplugin restore spring.ods 1": "tests/office/test_real_clicks.py has copies that LibreOffice keeps",
}
"""Commands that begin so, and why they are not run here."""
BEFORE = {
    "xlplugin restore event.xlsx": "standings event.xlsx",
    "xlplugin publish event.xlsx": "undo event.xlsx --rounds 4",
    "xlplugin restore spring.xlsx 1": "publish spring.xlsx",
    "xlplugin check --from page.html --commitment earlier.html": "export started.xlsx -o earlier.html",
}
"""What the page has done in between, or by hand."""
CHEAPER = ("plan", "--events", "20", "--processes", "1")
ONLY_NAMED = ("xlplugin new", "xlplugin plan", "xlplugin season", "xlplugin take event.xlsx")
"""They need words that the page does not give there, or players' phones: their help is run."""
WITHOUT_AN_OFFICE = ("setup", "doctor", "libreoffice")
"""They have something to say where no Excel, or no LibreOffice, is installed."""


def commands_of(page):
    """The commands that a page shows, in their order: between backticks, and in lines of their own."""
    text = re.sub(
        r"<!-- commands: .*?<!-- end of commands -->|```.*?```",
        "",
        page.read_text("utf-8"),
        flags=re.DOTALL,
    )
    shown = (
        one or two for one, two in re.findall(r"`([^`\n]+)`|^ {4,}(\S.*)$", text, re.MULTILINE)
    )
    lines = (re.split(r" {3,}", line)[0] for line in shown)
    return [
        part
        for line in lines
        for part in line.split(" && ")
        if A_PROGRAM.match(f"{part} ") and " " in part
    ]


def test_whoever_types_a_command_runs_nothing_that_lies_in_the_folder():
    """A module is started with -P: without it Python looks for libraries beside the workbook."""
    pages = [*PAGES, ROOT / "templates" / "release.txt"]
    bare = re.compile(r"(py|python\S*) -m (?!pytest)")
    assert [
        (p.name, line)
        for p in pages
        for line in p.read_text("utf-8").splitlines()
        if bare.search(line)
    ] == []


def test_what_is_not_run_is_still_on_a_page():
    """And so is what is done before."""
    shown = [command for page in PAGES for command in commands_of(page)]
    assert [n for n in NOT_RUN if not any(command.startswith(n) for command in shown)] == []
    assert set(BEFORE) <= set(shown)


@pytest.fixture(scope="module")
def files_of_pages(tmp_path_factory):
    """A clean checkout with its environment, and the files that pages speak of."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in [
        "engine",
        "xlplugin",
        "templates",
        "samples",
        "tests",
        "pyproject.toml",
        "README.md",
        "LICENSE",
    ]:
        (folder / name).symlink_to(ROOT / name)
    (folder / ".venv").symlink_to(sys.prefix)
    sample = folder / "samples" / "nisei-swiss-24.xlsx"
    for name in ("finished", "started", "event", "summer"):
        (folder / f"{name}.xlsx").write_bytes(sample.read_bytes())
    with contextlib.chdir(folder):
        for command in (
            "undo started.xlsx --rounds 6", "pair started.xlsx", "new spring.xlsx --ruleset trc",
            "export finished.xlsx -o page.html", "export finished.xlsx -o autumn.json",
        ):  # fmt: skip
            run(f"xlplugin {command}")
    autumn = (folder / "autumn.json").read_text("utf-8")
    dated = autumn.replace('"date": ""', '"date": "2026-10-10"')
    (folder / "autumn.json").write_text(dated, encoding="utf-8")
    (folder / "event.xlsx").write_bytes((folder / "started.xlsx").read_bytes())
    (folder / "roster.csv").write_bytes((ROOT / "samples" / "roster-13.csv").read_bytes())
    table = "Round,Player 1,Player 2,P1 Corp,P1 Runner\n1,Ann,Bea,W,L\n"
    (folder / "results.csv").write_text(table, encoding="utf-8")
    (folder / "report.trf").write_text("001    1      Ann\n001    2      Bea\n", encoding="utf-8")
    people = re.search(
        r"```csv\n(.*?)```", (ROOT / "docs" / "season.md").read_text("utf-8"), re.DOTALL
    )
    (folder / "people.csv").write_text(people[1], encoding="utf-8")
    (folder / "copy of Friday.xlsx").write_bytes((folder / "spring.xlsx").read_bytes())
    return folder


def in_checkout(words, folder):
    """Run a command as the page types it, in the environment of this test."""
    home = {"HOME": str(folder / "home"), "PATH": os.environ["PATH"]}
    done = subprocess.run(words, cwd=folder, env=home, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def in_process(words, _folder):
    """Run a command without a process of its own."""
    result = CliRunner().invoke(main, words[1:])
    return result.exit_code, result.output


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize(
    "page", [p for p in PAGES if p.name != "extending.md"], ids=lambda page: page.name
)
def test_every_command_of_a_page_runs(page, files_of_pages, tmp_path, monkeypatch):
    """From a clean checkout, with the interpreter that the page names; or it is said why not."""
    shutil.copytree(files_of_pages, tmp_path, symlinks=True, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))  # no settings of the user's are met
    monkeypatch.setattr(export, "follow", lambda *_: None)  # --watch: until Ctrl+C
    faults = []
    if page.name == "season.md":  # the same event is meant nowhere
        for name in ("event", "finished", "started", "copy of Friday"):
            Path(f"{name}.xlsx").unlink()
    for shown in commands_of(page):
        command = shown.replace("\\", "/").replace("/Scripts/", "/bin/")
        if command.startswith(tuple(NOT_RUN)):
            continue
        if before := BEFORE.get(command):
            faults += [] if in_process(["", *before.split()], tmp_path)[0] == 0 else [before]
        typed = re.sub(r"\bFILE\b", "event.xlsx", re.sub(r"\bNAME\b", "trc", command))
        words = [
            word
            for part in shlex.split(typed)
            for word in sorted(map(str, Path().glob(part))) or [part]
        ]
        if command in ONLY_NAMED:
            words.append("--help")
        elif words[1] in CHEAPER:
            words += CHEAPER[1:]
        if "new" in words:
            Path(words[2]).unlink(missing_ok=True)
        status, told = (in_checkout if words[0].startswith(".venv") else in_process)(
            words, tmp_path
        )
        allowed = (0, 1) if words[1] in WITHOUT_AN_OFFICE else (0,)
        if status not in allowed or "Traceback" in told or "Unexpected error" in told:
            faults.append(f"{command}: {status}\n{told[-600:]}")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    "caption", sorted(set(re.findall(r"(?<=[a-z,(] )\*\*([A-Z][a-z ]+)\*\*", README)))
)
def test_the_readme_names_buttons_as_they_are_called(caption):
    """What is in bold in the middle of a sentence is to be clicked."""
    assert caption in {button.label for _, button in BUTTONS}


def test_the_readme_is_short():
    """An organizer reads it in a few minutes; the rest is on the pages that it names."""
    assert len(README.split()) <= 1_200


def test_the_readme_begins_with_a_picture_and_three_doors():
    """One picture, then three ways to begin, each in three steps."""
    first, _, rest = README.partition("## Three doors")
    doors, _, _ = rest.partition("These files are one release")
    assert (first + doors).count("![") == 1
    assert re.findall(r"^(?:\*\*(?=[^\n]*\*\*)|(\d)\. )", doors, re.MULTILINE) == ["", *"123"] * 3
