"""The parts of ``docs/own-rules.md`` that follow from the settings, the ready-made files and the events.

``python tests/helpers/own_rules_page.py`` writes them anew.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from engine.own import options as own
from engine.own.ruleset import OWN
from engine.own.tiebreaks import TIEBREAK_ROWS, TIEBREAKS
from xlplugin.ground.problems import WorkbookProblems
from xlplugin.ground.resources import rules_files
from xlplugin.workbook.rules_file import read_rules

import public_events

PAGE = Path(__file__).parents[2] / "docs" / "own-rules.md"
FAULTY = """[match]
results = "Games"
points_for_a_draw = "half"

[ranking]
tiebreaks = ["Bucholz"]
"""


def settings():
    """A table of the settings of each block."""
    for block in own.BLOCKS:
        yield from ("", f"### {block}", "", "| Setting | Value | Meaning |", "| --- | --- | --- |")
        is_first = True
        for option in OWN.options:
            if option.block != block or (option in TIEBREAK_ROWS and not is_first):
                continue
            if option in TIEBREAK_ROWS:
                is_first = False
                names = f"`{TIEBREAK_ROWS[0].name}` to `{len(TIEBREAK_ROWS)}`"
                yield f"| {names} | see [below](#tiebreaks) | {option.help} |"
                continue
            choices = ", ".join(f"`{choice}`" for choice in option.choices)
            value = f"{choices}; {option.form}" if option.form else choices
            yield f"| `{option.name}` | {value} | {option.help} |"


def tiebreaks():
    """A table of the tiebreaks."""
    yield from ("| Tiebreak | Column | Value |", "| --- | --- | --- |")
    for name in TIEBREAKS:
        tiebreak = OWN.tiebreaks({TIEBREAK_ROWS[0].name: name}, 1)[0]
        yield f"| `{name}` | {tiebreak.name} | {tiebreak.help} |"


def faults():
    """A file with faults, and what is said of them."""
    yield from ("```toml", *FAULTY.splitlines(), "```", "", "```text")
    try:
        read_rules(FAULTY.encode(), "my-rules.toml")
    except WorkbookProblems as error:
        yield from str(error).splitlines()
    yield "```"


def files():
    """A table of the ready-made files."""
    yield from ("| File | Source | How far it follows it |", "| --- | --- | --- |")
    for name, data in rules_files().items():
        match = tomllib.loads(data.decode())["match"]
        yield f"| `{name}` | {match['source']} | {' '.join(match['notes'].split())} |"


PARTS = {
    "settings": settings, "tiebreaks": tiebreaks, "faults": faults, "files": files,
    "events": public_events.table,
}  # fmt: skip
"""What stands between the marks of the page."""


def part_of(text, name):
    """The lines of a part of the page."""
    found = re.search(rf"<!-- {name} -->\n(.*?)<!-- end -->", text, re.DOTALL)
    assert found, name
    return found[1].strip("\n").split("\n")


def lines_of(name):
    """The lines that a part should have."""
    return "\n".join(PARTS[name]()).strip("\n").split("\n")


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    for part in PARTS:
        lines = "\n".join(lines_of(part))
        page = re.sub(
            rf"(<!-- {part} -->\n).*?(<!-- end -->)",
            lambda m, lines=lines: f"{m[1]}\n{lines}\n\n{m[2]}", page, flags=re.DOTALL,
        )  # fmt: skip
    PAGE.write_text(page, encoding="utf-8")
