"""``python samples/picture.py``: make ``buttons.png``, the tab Event with its buttons, and ``rules.png``, the tab Rules.

LibreOffice draws them.

It needs ``soffice`` and ``pdftoppm`` (poppler-utils) on the PATH.
"""

from __future__ import annotations

import re
import subprocess
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from xlplugin.doors.cli import main as program

TARGET = Path(__file__).with_name("buttons.png")
NAMES = ("Amber", "Birch", "Cedar", "Dahlia", "Elm", "Fern", "Gorse", "Hazel")
SETTINGS = ("Event name=Spring Cup", "Event seed=5", "Tier=Competitive")
DOTS, LEFT, TOP, WIDTH, HEIGHT = 104, 10, 60, 1510, 520
"""Dots an inch, and the part of the page that is shown, in dots."""
PAPER = b'orientation="landscape" paperSize="8"'
"""A3: LibreOffice makes the cells smaller on a smaller page, but not what stands on buttons."""
BUTTONS = "xl/drawings/vmlDrawing1.vml"


RULES = Path(__file__).with_name("rules.png")
RULES_DOTS, RULES_AREA = 110, (28, 20, 850, 640)
"""Dots an inch of the other one, and its part: left, top, width, height."""


def main() -> None:
    """Make both pictures."""
    _buttons()
    _rules()


def _rules() -> None:
    """The upper half of the tab Rules of ready-made rules."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "event.xlsx"
        _xlplugin("new", path, "--rules", "magic", "--set", "Event name=Spring Cup")
        _to_pdf(path, folder)
        left, top, width, height = RULES_AREA
        area = ("-f", 2, "-x", left, "-y", top, "-W", width, "-H", height)
        _run("pdftoppm", "-png", "-singlefile", "-r", RULES_DOTS, *area,
             folder / "event.pdf", RULES.with_suffix(""))  # fmt: skip


def _to_pdf(path: Path, folder: Path) -> None:
    profile = (folder / "profile").as_uri()
    _run("soffice", f"-env:UserInstallation={profile}", "--headless",
         "--convert-to", "pdf", "--outdir", folder, path)  # fmt: skip


def _buttons() -> None:
    """The tab Event."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        path, roster = folder / "event.xlsm", folder / "players.csv"
        roster.write_text(
            "\n".join(["Name", *(f"Player {tree}" for tree in NAMES)]), encoding="utf-8"
        )
        settings = [word for setting in SETTINGS for word in ("--set", setting)]
        _xlplugin("new", path, "--ruleset", "nisei-swiss", "--players", roster, *settings)
        _xlplugin("pair", path)
        shown = folder / "shown.xlsm"
        _with_buttons_printed(path, shown)
        _to_pdf(shown, folder)
        area = ("-x", LEFT, "-y", TOP, "-W", WIDTH, "-H", HEIGHT)
        _run("pdftoppm", "-png", "-singlefile", "-r", DOTS, *area,
             folder / "shown.pdf", TARGET.with_suffix(""))  # fmt: skip


def _with_buttons_printed(source: Path, target: Path) -> None:
    """The same workbook, with the columns of the buttons in the print area, and printed."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "xl/workbook.xml":
                data = re.sub(rb"('?Event'?!\$A\$1:\$)[A-Z]+(\$\d+)", rb"\1AB\2", data)
            elif name.startswith("xl/worksheets/"):
                data = data.replace(b'orientation="portrait" paperSize="9"', PAPER)
            elif name == BUTTONS:
                data = data.replace(b"PrintObject>False", b"PrintObject>True")
            new.writestr(name, data)


def _xlplugin(*words: object) -> None:
    CliRunner(catch_exceptions=False).invoke(program, [*map(str, words)])


def _run(*command: object) -> None:
    subprocess.run([*map(str, command)], check=True, stdout=subprocess.DEVNULL)  # noqa: S603


if __name__ == "__main__":
    main()
