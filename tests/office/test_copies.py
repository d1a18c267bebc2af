"""A copy is kept after a click in LibreOffice, and neither LibreOffice nor whoever uses it minds."""

from __future__ import annotations

import time

import pytest

from xlplugin.hosts.closed_file.backups import described_backups, folder_of, kept_as
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.verbs.pair import pair_round

PATIENCE = 20
STATE = """
result = [document.isModified(), document.URL, list(document.UndoManager.getAllUndoActionTitles())]
"""
KEEP = """
from xlplugin.hosts.libreoffice import copies as libreoffice_copies
from xlplugin.hosts.closed_file.backups import Occasion
libreoffice_copies.said = vars(libreoffice_copies).get("said", [])
host.tell = libreoffice_copies.said.append
host.keep_copy(Occasion("Round 1", after="pair"))
"""
SAID = """
from xlplugin.hosts.libreoffice import copies as libreoffice_copies
result = [libreoffice_copies.said, not libreoffice_copies._newest]
"""


def _wait_for(seen):
    until = time.monotonic() + PATIENCE
    while not (found := seen()):
        assert time.monotonic() < until
        time.sleep(0.05)
    return found


@pytest.mark.parametrize("kind", [".xlsx", ".ods"])
def test_a_copy_is_kept_and_nothing_else_changes(office, twins_in, tmp_path, kind):
    """It can be played on; of an .ods it is an .xlsx, since LibreOffice is slow after writing an .ods."""
    twins = twins_in(tmp_path, kind=kind)
    twins.click(pair_round)
    before = office.run(lines=STATE)
    assert before[0]
    office.run(lines=KEEP)
    office.run(lines=KEEP)  # at once: the last counts
    path = kept_as(twins.live)
    (copy,) = _wait_for(lambda: described_backups(path))
    assert copy.path.name.endswith(" Round 1 after pair.bak.xlsx")
    assert [found.name for found in folder_of(path).iterdir()] == [copy.path.name]
    assert office.run(lines=STATE) == before
    assert list(FileHost(copy.path).read().sheets) == list(twins.file().read().sheets)


def test_what_keeps_a_copy_from_being_made_is_told_once(office, twins_in, tmp_path):
    """Not after every click: whoever runs the event has read it."""
    twins = twins_in(tmp_path)
    folder_of(twins.live).write_text("mine")
    for _ in range(2):
        office.run(lines=KEEP)
        _wait_for(lambda: office.run(lines=SAID)[1])
    (said,) = office.run(lines=SAID)[0]
    assert "that is a file" in said
