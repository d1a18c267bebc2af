"""Run whole events and every command, and print each text that a person sees: ``whole_event.py FOLDER``.

A program of its own, since the language is chosen when a program starts. It prints JSON: the texts with
their places, and the names that formulas, files and other programs rely on, which no language changes.
"""

from __future__ import annotations

import json
import os
import re
import sys
from contextlib import nullcontext
from pathlib import Path
from random import Random

from click.testing import CliRunner
from openpyxl import load_workbook
from openpyxl.cell.cell import Cell
from other_letters import in_letters

from engine import RULESETS
from xlplugin.commands import demo
from xlplugin.doors.cli import main
from xlplugin.ground import resources
from xlplugin.templates import build

SWISS, TRC = "played.xlsx", "playing.xlsx"
PLAYED = (
    ("check",), ("standings", "--json"), ("penalties",), ("lists",), ("statistics",), ("undo",),
    ("pair",), ("clock",), ("print", "slips"), ("print", "names"), ("print", "seats"), ("print", "cards"),
    ("export", "-o", "out.csv"), ("export", "-o", "out.md"), ("export", "-o", "out.html"),
    ("export", "-o", "out.json"), ("export", "-o", "out.xlsx"), ("export", "-o", "tabs/"),
    ("export", "--format", "markdown", "-o", "small.md", "--limit", "600"),
)  # fmt: skip
PLAYING = (
    ("export",), ("pair",), ("standings",), ("check",), ("export", "-o", "early.html"), ("swap", "1", "5"),
    ("move", "2", "3"), ("late", "Nobody"), ("again", "1", "2"), ("clock", "--start"), ("publish",),
    ("cut", "--top", "4"), ("tiebreaker",), ("undo",), ("lists",), ("pair",), ("export", "-o", "a.html"),
)  # fmt: skip
NAMES = {in_letters(name) for name in ("Rule", "Kind", "Subject", "Value")}
"""The columns whose values cite a document, or are for the program."""

FIXED = (
    "xlplugin", "--help", "--version", "--with", "NAME", "Nobody", "Rules", "Document", "TRC",
    "Opponent", "Result", "Missing", "Final standings",
)  # fmt: skip
"""Headers, tabs, marks in cells and words typed that no language changes either."""


class Seen:
    """The texts that a person sees, with their places; and the names that no language changes."""

    def __init__(self) -> None:
        self.texts: list[tuple[str, str]] = []
        self.names: set[str] = set()

    def run(self, name: str, *arguments: object) -> None:
        """Run a command; keep what it says."""
        words = [name, *map(str, arguments)]
        result = CliRunner().invoke(main, words)
        assert result.exception is None or isinstance(result.exception, SystemExit), words
        if "--json" not in words:
            self.texts.append((f"xlplugin {' '.join(words)}", result.output))

    def look(self, path: Path) -> None:
        """Keep the texts of a file."""
        match path.suffix:
            case ".xlsx":
                self._look_at_workbook(path)
            case ".html":
                self._look_at_page(path)
            case ".csv" | ".md":
                self.texts.append((path.name, path.read_text(encoding="utf-8-sig")))

    def _look_at_workbook(self, path: Path) -> None:
        for sheet in load_workbook(path):
            at = f"{path.name} {sheet.title}"
            self.texts.append((at, sheet.oddHeader.center.text or ""))
            rules = sheet.data_validations.dataValidation
            # Excel takes 255 letters at most: a word that was cut off is no text of the catalogue
            self.texts += [
                (at, text[:250].rpartition(" ")[0] if len(text) > 250 else text)
                for rule in rules
                for text in (rule.prompt or "", rule.error or "")
            ]
            for row in sheet.iter_rows() if sheet.sheet_state == "visible" else ():
                for cell in row:
                    self._look_at_cell(
                        f"{at}!{cell.coordinate}", cell, sheet.cell(1, cell.column).value
                    )

    def _look_at_cell(self, at: str, cell: Cell, header: object) -> None:
        if cell.comment:
            self.texts.append((at, cell.comment.text))
        if not isinstance(cell.value, str):
            return
        if header in NAMES or (
            cell.row == 1 and cell.value.startswith("(")
        ):  # a step, out of sight
            self.names.update(cell.value.split("\n"))
        elif cell.data_type == "f":
            self.texts += [(at, text) for text in re.findall(r'"([^"]*)"', cell.value)]
        else:
            self.texts.append((at, cell.value))

    def _look_at_page(self, path: Path) -> None:
        page = path.read_text(encoding="utf-8")
        page = re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
        body, rest = page.split('<script type="application/json" id="data">')
        self.texts += [
            (path.name, text) for text in _strings(json.loads(rest.split("</script>")[0]))
        ]
        self.texts += [
            (path.name, text)
            for text in re.findall(r'(?<=>)[^<>]+(?=<)|(?<=aria-label=")[^"]+', body)
        ]


def _strings(data: object) -> list[str]:
    if isinstance(data, dict):
        data = [value for key, value in data.items() if key != "keys"]  # for the script alone
    if isinstance(data, list):
        return [text for part in data for text in _strings(part)]
    return [data] if isinstance(data, str) else []


def play(folder: Path) -> Seen:
    """Play an event to its champion, and one that has just begun, in workbooks of the language."""
    seen = Seen()
    seen.names |= {main.name, *main.commands, *FIXED}
    for name, command in main.commands.items():
        seen.run(name, "--help")
        seen.names.add(command.epilog[command.epilog.index("xlplugin ") :])
        for parameter in command.params:
            seen.names |= {parameter.human_readable_name, parameter.metavar or "", *parameter.opts}
            seen.names |= {*getattr(parameter.type, "choices", ())}
    seen.run("--help")
    seen.run("rulesets")
    shipped = resources._shipped
    for name in ("nisei-swiss", "trc"):
        (folder / f"{name}.xlsx").write_bytes(build.build(RULESETS[name]))
    resources._shipped = lambda place, name: (
        nullcontext(folder / name) if place == "templates" else shipped(place, name)
    )
    demo.play(folder / SWISS, "nisei-swiss", "24", lambda line: seen.texts.append(("demo", line)))
    for name, *arguments in PLAYED:
        seen.run(name, SWISS, *arguments)
    for sample in ("roster-13.csv", "roster-24.csv"):
        with resources.sample(sample) as roster:
            seen.names |= {*re.split("[,\n]", roster.read_text(encoding="utf-8"))}
    with resources.sample("roster-13.csv") as roster:
        seen.run("new", TRC, "--ruleset", "trc", "--players", roster)
    for name, *arguments in PLAYING:
        seen.run(name, TRC, *arguments)
    demo.type_results(folder / TRC, Random(1))
    for name in ("pair", "standings", "check"):
        seen.run(name, TRC)
    for path in sorted(folder.rglob("*")):
        seen.names |= {path.name, path.stem}
        if path.is_file() and ".bak" not in path.name:
            seen.look(path)
    return seen


if __name__ == "__main__":
    os.chdir(sys.argv[1])
    played = play(Path())
    sys.stdout.write(json.dumps({"texts": played.texts, "names": sorted(played.names)}))
