"""A real spreadsheet program, LibreOffice, and the workbooks that it opens."""

from __future__ import annotations

import shutil
import subprocess
import warnings
from functools import cache

import pytest
from click.testing import CliRunner
from in_memory import InMemory
from openpyxl import load_workbook

from engine import RULESETS, Player
from xlplugin.doors.cli import main
from xlplugin.ground.resources import template
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.verbs.new_event import start_event
from xlplugin.workbook.live_patterns import LISTS, is_pattern

AT_ONCE = 30
"""Files that LibreOffice is given."""
INSTALL = {
    "soffice": "LibreOffice is not here: apt-get install libreoffice-calc fonts-crosextra-carlito, "
    "or get it from libreoffice.org and put soffice on the PATH",
    "pdftotext": "pdftotext is not here: apt-get install poppler-utils, or brew install poppler",
    "pdftoppm": "pdftoppm is not here: apt-get install poppler-utils, or brew install poppler",
}


def _program(name):
    found = shutil.which(name)
    if found is None:
        pytest.skip(INSTALL[name])
    return found


@pytest.fixture(scope="session")
def converted(tmp_path_factory):
    """Convert files with LibreOffice, some at once, and give back the new ones.

    Those that it leaves out, as it does of many files on a busy machine, it is given again, each alone.
    Each session has a profile of its own, so that sessions side by side do not collide.
    """
    program = _program("soffice")
    profile = tmp_path_factory.mktemp("profile")

    def run(kind, folder, *paths):
        command = [
            program, f"-env:UserInstallation={profile.as_uri()}", "--headless", "--norestore",
            "--convert-to", kind, "--outdir", folder, *paths,
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        return done.stdout + done.stderr

    def convert(kind, *paths):
        folder = tmp_path_factory.mktemp("converted")
        made = {path: folder / f"{path.stem}.{kind}" for path in paths}
        for first in range(0, len(paths), AT_ONCE):
            run(kind, folder, *paths[first : first + AT_ONCE])
        for path, new in made.items():
            told = "" if new.exists() else run(kind, folder, path)
            assert new.exists(), f"LibreOffice cannot convert {path}: {told}"
        return [made[path] for path in paths]

    return convert


@pytest.fixture(scope="session")
def printed_words():
    """Give the pages of a PDF, each with its size and its words with their places."""
    program = _program("pdftotext")

    def words(path):
        done = subprocess.run(
            [program, "-bbox", path, "-"], capture_output=True, encoding="utf-8", check=True
        )
        return done.stdout

    return words


@pytest.fixture(scope="session")
def pictures():
    """Give the pages of a PDF as pictures."""
    program = _program("pdftoppm")

    def of_pages(path, dots=60):
        dots = ["-r", str(dots)]
        subprocess.run([program, *dots, "-png", path, path.with_suffix("")], check=True)
        return [page.read_bytes() for page in sorted(path.parent.glob(f"{path.stem}-*.png"))]

    return of_pages


@pytest.fixture(scope="session")
def command():
    """Run ``xlplugin`` with some arguments; it must succeed. Gives what it printed."""

    def run(*arguments):
        done = CliRunner().invoke(main, [str(argument) for argument in arguments])
        assert done.exit_code == 0, done.output
        return done.stdout

    return run


@pytest.fixture(scope="session")
def light_template(tmp_path_factory):
    """Give a ruleset's template without what takes long to read: hidden tabs, and most spare rows."""
    folder = tmp_path_factory.mktemp("templates")

    @cache
    def light(ruleset):
        path = folder / f"{ruleset}.xlsx"
        with template(path.name) as whole:
            workbook = load_workbook(whole)
        for tab in workbook.sheetnames:
            if is_pattern(tab) and tab != LISTS:
                del workbook[tab]
        workbook["Players"].delete_rows(14, 600)
        workbook.save(path)
        return path

    return light


class Unsaved(InMemory):
    """An event that is played in memory; its file is written once, when it is wanted."""

    def __init__(self, path):
        super().__init__(FileHost(path).read())
        self._blank, self._all = path, []

    def write(self, changes):
        """Make the changes, and keep them."""
        super().write(changes)
        self._all += changes

    def save(self, path):
        """Write the workbook as it is now."""
        FileHost(path, self._blank).write(self._all)


@pytest.fixture(scope="session")
def unsaved(light_template):
    """Begin an event with these players in memory."""

    def new(players, *settings, ruleset="nisei-swiss"):
        host = Unsaved(light_template(ruleset))
        chosen = dict(setting.split("=", 1) for setting in settings)
        start_event(host, RULESETS[ruleset], [Player(0, name) for name in players], chosen)
        return host

    return new


@pytest.fixture(scope="session")
def new_event(command, unsaved, tmp_path_factory):
    """Make a workbook with these players, under nisei-swiss unless told otherwise.

    ``is_whole`` is with the hidden tabs and all spare rows, as the command makes it.
    """

    def new(name, players, *settings, ruleset="nisei-swiss", is_whole=False):
        folder = tmp_path_factory.mktemp("event")
        path = folder / f"{name}.xlsx"
        if is_whole:
            roster = folder / "roster.csv"
            roster.write_text("\n".join(["Name", *players]), encoding="utf-8")
            options = [option for setting in settings for option in ("--set", setting)]
            command("new", path, "--ruleset", ruleset, "--players", roster, *options)
        else:
            unsaved(players, *settings, ruleset=ruleset).save(path)
        return path

    return new


@pytest.fixture(scope="session")
def opened():
    """Open a workbook with openpyxl, whichever program has saved it."""

    def workbook(path, *, values=False):
        with warnings.catch_warnings():  # of extensions that openpyxl leaves out
            warnings.simplefilter("ignore", UserWarning)
            return load_workbook(path, data_only=values)

    return workbook
