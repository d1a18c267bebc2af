"""A copy is kept after a click in LibreOffice, and disturbs neither LibreOffice nor its user."""

from __future__ import annotations

import time

import pytest

from xlplugin.hosts.closed_file.backups import described_backups, folder_of, kept_as
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.verbs.pair import pair_round

PATIENCE = 180
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


DURING = """
from xlplugin.doors import from_libreoffice
from xlplugin.hosts.libreoffice import copies as libreoffice_copies
from xlplugin.hosts.libreoffice import turns
from xlplugin.hosts.closed_file.backups import Occasion

order = libreoffice_copies.order = []
make = libreoffice_copies.storing = vars(libreoffice_copies).get("storing", libreoffice_copies.keep_copy)
libreoffice_copies.clicking = from_libreoffice._click

class Sign:
    def start(self):
        order.append("click begins")
    def stop(self):
        order.append("click ends")

def click(*_):
    order.append("click")

def keep(*given):
    order.append("copy begins")
    from_libreoffice._click = click
    from_libreoffice.main(None, None, "pair", Sign())  # as LibreOffice has it while it stores
    make(*given)
    order.append("copy ends")

libreoffice_copies.keep_copy = keep
libreoffice_copies.doing = turns.Turn(Sign())
libreoffice_copies.doing.start()
host.keep_copy(Occasion("Round 1", after="pair"))
"""
ORDER = """
from xlplugin.hosts.libreoffice import copies as libreoffice_copies
result = libreoffice_copies.order
"""
END = """
from xlplugin.hosts.libreoffice import copies as libreoffice_copies
libreoffice_copies.doing.stop()
"""
CLICKS_AGAIN = """
from xlplugin.doors import from_libreoffice
from xlplugin.hosts.libreoffice import copies as libreoffice_copies
from_libreoffice._click = libreoffice_copies.clicking
"""
AS_IT_WAS = """
from xlplugin.hosts.libreoffice import copies as libreoffice_copies
libreoffice_copies.keep_copy, libreoffice_copies.AGAIN = libreoffice_copies.storing, 2
"""
BUSY_DISK = """
from xlplugin.hosts.libreoffice import copies as libreoffice_copies
from xlplugin.hosts.closed_file.backups import Occasion

make = libreoffice_copies.storing = vars(libreoffice_copies).get("storing", libreoffice_copies.keep_copy)
libreoffice_copies.AGAIN = 0.1
libreoffice_copies.said, refused = [], []

def keep(*given):
    if len(refused) < 2:
        refused.append(given)
        raise OSError("busy")
    make(*given)

libreoffice_copies.keep_copy = keep
host.tell = libreoffice_copies.said.append
host.keep_copy(Occasion("Round 1", after="pair"))
"""
TOLD_LATER = """
from pathlib import Path
from types import SimpleNamespace
from xlplugin.doors import from_libreoffice
from xlplugin.hosts.closed_file.backups import Occasion

done = from_libreoffice.done = []

def read_by_somebody():
    if done[-1] == "click ends":  # else it is what the click itself says
        Path(IN_THE_WAY).unlink()
        host.keep_copy(Occasion("Round 1", after="pair"))  # as of a click meanwhile
    done.append("read")
    return 1

box = SimpleNamespace(execute=read_by_somebody, dispose=lambda: None)
pane = SimpleNamespace(Toolkit=SimpleNamespace(createMessageBox=lambda *_: box))
frame = SimpleNamespace(ContainerWindow=pane, Controller=document.CurrentController)
sign = SimpleNamespace(start=lambda: done.append("click"), stop=lambda: done.append("click ends"))
from_libreoffice.main(None, frame, "pair", sign)
"""
AFTERWARDS = """
from xlplugin.doors import from_libreoffice
result = [from_libreoffice.done, from_libreoffice.is_taken()]
"""
THE_END = """
from xlplugin.hosts.libreoffice import turns
turns.when_free(lambda: None, 60)
waiting = [timer for timer in turns._waiting if timer.is_alive()]
turns._listening[0].notifyTermination(None)
for timer in waiting:
    timer.join(5)
result = [bool(waiting), [timer for timer in waiting if timer.is_alive()]]
"""

WARNED = "result = list(host.read().warnings)"


@pytest.fixture
def made_up(office):
    """The ways to keep a copy are as they were after the test."""
    yield
    office.run(lines=AS_IT_WAS)


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
    _wait_for(lambda: [found.name for found in folder_of(path).iterdir()] == [copy.path.name])
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


def test_a_click_and_a_copy_wait_for_each_other(office, twins_in, tmp_path, made_up):
    """LibreOffice would begin one in the middle of the other, and then store nothing, or half a click."""
    twins = twins_in(tmp_path)
    office.run(lines=DURING)
    _wait_for(lambda: office.run(lines=ORDER))
    time.sleep(1)  # so that a copy would be made that does not wait
    assert office.run(lines=ORDER) == ["click begins"]
    office.run(lines=END)
    copied = ["click begins", "click ends", "copy begins", "copy ends"]
    expected = [*copied, "click begins", "click", "click ends"]
    _wait_for(lambda: office.run(lines=ORDER) == expected)
    office.run(lines=CLICKS_AGAIN)
    assert len(described_backups(twins.live)) == 1


def test_a_copy_that_fails_is_tried_again_before_anybody_hears_of_it(
    office, twins_in, tmp_path, made_up
):
    """A disk may be busy for a moment, or a virus scanner at the file."""
    twins = twins_in(tmp_path)
    office.run(lines=BUSY_DISK)
    _wait_for(lambda: described_backups(twins.live))
    assert office.run(lines=SAID) == [[], True]


def test_what_is_told_after_a_click_takes_no_turn(office, twins_in, tmp_path):
    """No click would be done any more; and a copy that is asked for while it is read is made."""
    twins = twins_in(tmp_path)
    in_the_way = folder_of(twins.live)
    in_the_way.write_text("mine")
    office.run(lines=TOLD_LATER.replace("IN_THE_WAY", repr(str(in_the_way))))
    _wait_for(lambda: in_the_way.is_dir() and described_backups(kept_as(twins.live)))
    done, is_taken = office.run(lines=AFTERWARDS)
    assert done[-3:] == ["click", "click ends", "read"]
    assert not is_taken


def test_no_copy_waits_for_its_time_when_libreoffice_ends(office, twins_in, tmp_path):
    """LibreOffice crashes where a timer runs out while it goes."""
    twins_in(tmp_path)
    assert office.run(lines=THE_END) == [True, []]


def test_whoever_goes_on_in_a_copy_is_told(twins_in, office, tmp_path):
    """It is found in the folder of backups after a crash: what is played there is not in the event."""
    twins_in(tmp_path)
    assert office.run(lines=WARNED) == []
    copy = tmp_path / "2026-11-21 14h30m00.000000 Round 3 after pair.bak.xlsx"
    office.save(path=str(copy), stays=True)
    (told,) = office.run(lines=WARNED)
    assert told.startswith(f"{copy.name} is a backup: changing it does not change")
    assert told.endswith("under the event's name (File, Save As).")
