"""``xlplugin libreoffice``: the extension installed, looked for and removed, and what stands in the way."""

from __future__ import annotations

import pytest

from xlplugin.ground.machine import Answer, State
from xlplugin.setup.libreoffice import installed, removed, status

from machines import VERSION, Fake

SOFFICE, UNOPKG = "/usr/bin/soffice", "/usr/bin/unopkg"
LISTED = f"Identifier: xlplugin.tournament\n  Version: {VERSION}\n"


def _computer(answer=Answer(0), *, programs=("soffice", "unopkg")):  # noqa: B008  (never changed)
    found = {name: f"/usr/bin/{name}" for name in programs}
    files = dict.fromkeys(found.values(), b"")
    return Fake("Linux", files=files, programs=found, answers={UNOPKG: answer})


def test_it_is_installed_in_place_of_an_older_one():
    """LibreOffice's own program is given the file that was made."""
    computer = _computer()
    (found,) = installed(computer.machine(), f"xlplugin-{VERSION}.oxt", lambda: b"made")
    assert found.state is State.DONE
    ((program, *words, file),) = computer.asked
    assert (program, words[0]) == (UNOPKG, "add")
    assert "--force" in words
    assert file.endswith(f"xlplugin-{VERSION}.oxt")


@pytest.mark.parametrize(
    ("listed", "state", "told"),
    [
        (LISTED, State.OK, "of this version"),
        (LISTED.replace(VERSION, "0.0.9"), State.NOTE, "0.0.9"),
        ("All deployed user extensions:\n", State.MISSING, "does not have them"),
    ],
)
def test_it_is_looked_for(listed, state, told):
    """What LibreOffice lists is told, with its version."""
    (found,) = status(_computer(Answer(0, listed)).machine())
    assert (found.state, told in found.detail) == (state, True)


def test_it_is_removed_where_it_is():
    """Where it is not, nothing is asked of LibreOffice but that."""
    computer = _computer(Answer(0, LISTED))
    assert [found.state for found in removed(computer.machine())] == [State.DONE]
    assert computer.asked[-1] == [UNOPKG, "remove", "xlplugin.tournament"]
    computer = _computer(Answer(0, ""))
    assert [found.is_bad for found in removed(computer.machine())] == [False]
    assert len(computer.asked) == 1


@pytest.mark.parametrize(
    ("said", "told", "remedy"),
    [
        ("ERROR: The lock file indicates it is already running.", "running", "close all"),
        ("ERROR: Cannot run unopkg as root without --shared", "root", "as yourself"),
        ("ERROR: com.sun.star.loader.Python: cannot be loaded", "no Python", "python3-uno"),
        ("ERROR: No room.\n\nERROR: unopkg failed.", "No room.", ".oxt"),
        ("", "not say why", ".oxt"),
    ],
)
def test_what_libreoffice_refuses_is_told_with_what_to_do(said, told, remedy):
    """In its words, or in plainer ones."""
    computer = _computer(Answer(1, "", said))
    (found,) = installed(computer.machine(), "x.oxt", lambda: b"")
    assert found.state is State.MISSING
    assert told in found.detail
    assert remedy in found.remedy


@pytest.mark.parametrize(("programs", "remedy"), [((), "libreoffice.org"), (("soffice",), ".oxt")])
def test_without_libreoffice_it_says_where_it_is(programs, remedy, monkeypatch):
    """Or that its installer is missing, as where it comes as a snap."""
    monkeypatch.setattr("xlplugin.hosts.libreoffice.soffice.glob", lambda _: [])
    (found,) = status(_computer(programs=programs).machine())
    assert found.state is State.MISSING
    assert remedy in found.remedy
