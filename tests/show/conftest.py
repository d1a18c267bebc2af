"""Events that are shown; they are made once, and copied."""

from __future__ import annotations

import shutil

import pytest
from showing import make_event, shown

STRANGE = ("<script>alert(1)</script>", "=HYPERLINK(1)", 'O"Neil & Söhne', "Zoë \u202eÅlund")


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """Give a workbook as ``make_event`` makes it, in a folder of its own."""
    known = {}

    def make(folder, *arguments, **options):
        wanted = repr((arguments, options))
        if wanted not in known:
            known[wanted] = make_event(
                tmp_path_factory.mktemp("made") / "event.xlsx", *arguments, **options
            )
        folder.mkdir(exist_ok=True)
        return shutil.copy(known[wanted], folder / "event.xlsx") and folder / "event.xlsx"

    return make


@pytest.fixture
def workbook(made, tmp_path):
    """Eight players, four of strange names, round 1 without results."""
    names = [*STRANGE, "Eli", "Fay", "Gus", "Hal"]
    return made(tmp_path / "event", names=tuple(names))


@pytest.fixture
def phone(workbook):
    """A phone, where the workbook is shown."""
    with shown(workbook) as phone:
        yield phone
