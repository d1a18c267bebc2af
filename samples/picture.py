"""``python samples/picture.py``: make ``buttons.png``, the tab Event with its buttons, in LibreOffice.

It needs ``soffice`` and ``pdftoppm`` (poppler-utils) on the PATH.
"""

from __future__ import annotations

import re
import subprocess
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from engine import RULESETS, Player
from xlplugin.ground.resources import template
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.verbs import new_event
from xlplugin.verbs.pair import pair_round

TARGET = Path(__file__).with_name("buttons.png")
NAMES = ("Amber", "Birch", "Cedar", "Dahlia", "Elm", "Fern", "Gorse", "Hazel")
SETTINGS = {"Event name": "Spring Cup", "Event seed": "5", "Tier": "Competitive"}
DOTS, LEFT, TOP, WIDTH, HEIGHT = 104, 150, 60, 1420, 520
"""Dots an inch, and the part of the page that is shown, in dots."""
PAPER = b'orientation="landscape" paperSize="8"'
"""A3: LibreOffice makes the cells smaller on a smaller page, but not what stands on buttons."""
BUTTONS = "xl/drawings/vmlDrawing1.vml"


def main() -> None:
    """Make the picture."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "event.xlsm"
        with template("nisei-swiss.xlsm") as blank:
            players = [Player(n, f"Player {tree}") for n, tree in enumerate(NAMES, 1)]
            ruleset = RULESETS["nisei-swiss"]
            new_event.start_event(FileHost(path, blank), ruleset, players, SETTINGS)
        pair_round(FileHost(path))
        shown = folder / "shown.xlsm"
        _with_buttons_printed(path, shown)
        profile = (folder / "profile").as_uri()
        _run("soffice", f"-env:UserInstallation={profile}", "--headless",
             "--convert-to", "pdf", "--outdir", folder, shown)  # fmt: skip
        area = ("-x", LEFT, "-y", TOP, "-W", WIDTH, "-H", HEIGHT)
        _run("pdftoppm", "-png", "-singlefile", "-r", DOTS, *area,
             folder / "shown.pdf", TARGET.with_suffix(""))  # fmt: skip


def _with_buttons_printed(source: Path, target: Path) -> None:
    """The same workbook, with the columns of the buttons in the print area, and printed."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "xl/workbook.xml":
                data = re.sub(rb"('?Event'?!\$A\$1:\$)[A-Z]+(\$\d+)", rb"\1F\2", data)
            elif name == "xl/worksheets/sheet1.xml":
                data = data.replace(b'orientation="portrait" paperSize="9"', PAPER)
            elif name == BUTTONS:
                data = data.replace(b"PrintObject>False", b"PrintObject>True")
            new.writestr(name, data)


def _run(*command: object) -> None:
    subprocess.run([*map(str, command)], check=True, stdout=subprocess.DEVNULL)  # noqa: S603


if __name__ == "__main__":
    main()
