"""Nothing is ever lost: backups, runs that are killed, and what else is in the file."""

from __future__ import annotations

import json
import os
import shutil
import time
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.comments import Comment
from openpyxl.workbook.defined_name import DefinedName

from xlplugin.hosts.closed_file import backups, one_run, safe_file
from xlplugin.hosts.closed_file.backups import backups_of

from cases import each

# Killed at any step


class Killed(BaseException):
    """The end of a process, which no handler survives."""


STEPS = {
    "saving the new version": 1,
    "flushing the new version": 2,
    "copying the rights": 3,
    "writing the backup": 4,
    "copying the rights to the backup": 5,
    "flushing the backup": 6,
    "naming the backup": 7,
    "flushing the folder of backups": 8,
    "moving the new version into place": 9,
    "flushing the folder": 10,
    "clearing up": 11,
    "giving the lock back": 12,
}
TOLD = {
    name: step
    for name, step in STEPS.items()
    if not name.startswith(("clearing up", "flushing the folder", "giving"))
}
"""The steps without which nothing is saved."""


@pytest.fixture
def stopped(monkeypatch):
    """Stop the process before its n-th step on files, and leave every later step undone."""

    def at(step, *, error=Killed):
        count = 0

        def watch(owner, name):
            original = getattr(owner, name)

            def during(*arguments, **options):
                nonlocal count
                count += 1
                if count >= step if error is Killed else count == step:
                    raise error
                return original(*arguments, **options)

            monkeypatch.setattr(owner, name, during)

        for name in ("replace", "fsync", "link"):
            watch(safe_file.os, name)
        watch(shutil, "copymode")
        watch(Path, "write_bytes")
        watch(Path, "unlink")

    return at


@pytest.fixture
def is_whole(played_bytes, run, left_beside):
    """The file is whole, old or new; the old content is there; the next run clears up."""

    def check(path):
        present = path.read_bytes()
        assert present == played_bytes or "Round 2" in load_workbook(path).sheetnames
        assert played_bytes in (present, *(b.read_bytes() for b in backups_of(path)))
        assert run("check", path).exit_code == 0
        again = run("standings", path)
        assert again.exit_code == 0, again.output
        assert left_beside(path) == set()

    return check


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_a_run_killed_before_a_step_loses_nothing(
    workbook_path, run, stopped, monkeypatch, *, is_whole, step
):
    """Whichever step a run dies at, the file is whole and the old version is there."""
    stopped(step)
    with pytest.raises(Killed):
        run("pair", workbook_path)
    monkeypatch.undo()
    is_whole(workbook_path)


@pytest.mark.parametrize("name", ["*.new.xlsx", "*.bak.xlsx.new"], ids=["new version", "backup"])
def test_a_run_killed_halfway_through_a_file_loses_nothing(
    workbook_path, run, files, monkeypatch, *, is_whole, name
):
    """Half of a new version, or of a backup, is never taken for a whole one."""
    original = Path.write_bytes

    def half(path, data):
        if not path.match(name):
            return original(path, data)
        original(path, data[: len(data) // 2])
        raise Killed

    def undone(*arguments, **options):
        raise Killed

    monkeypatch.setattr(Path, "write_bytes", half)
    monkeypatch.setattr(Path, "unlink", undone)
    with pytest.raises(Killed):
        run("pair", workbook_path)
    monkeypatch.undo()
    assert len(files(workbook_path.parent)) > 1
    is_whole(workbook_path)


@pytest.mark.parametrize("step", TOLD.values(), ids=TOLD)
def test_a_full_disk_leaves_the_file_as_it_was(
    workbook_path, played_bytes, run, stopped, *, monkeypatch, step
):
    """A step that the system refuses is told; the file stays, and nothing half made is left."""
    stopped(step, error=OSError(28, "No space left on device"))
    result = run("pair", workbook_path)
    monkeypatch.undo()
    assert result.exit_code == 1
    assert "event.xlsx could not be saved: No space left on device" in result.stderr
    assert workbook_path.read_bytes() == played_bytes
    assert list(workbook_path.parent.iterdir()) == [workbook_path]


def test_a_new_event_killed_at_its_last_step_is_not_there(tmp_path, run, stopped, monkeypatch):
    """A new workbook is there whole, or not at all, and can be made with the next run."""
    path = tmp_path / "new.xlsx"
    stopped(3)
    with pytest.raises(Killed):
        run("new", path, "--ruleset", "nisei-swiss")
    monkeypatch.undo()
    assert not path.exists()
    assert run("new", path, "--ruleset", "nisei-swiss").exit_code == 0
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("command", ["check", "restore"])
def test_leftovers_of_other_workbooks_are_cleared_by_any_command(
    workbook_path, run, files, command
):
    """Of a killed run on a workbook that nobody has touched since; a command that only reads does it too."""
    for name in (".other.4711.new.xlsx", ".other.xlsx.lock", ".Third.XLSM.lock"):
        workbook_path.with_name(name).touch()
    assert run(command, workbook_path).exit_code == 0
    assert list(files(workbook_path.parent)) == ["event.xlsx"]


def test_what_another_run_is_at_work_on_is_not_cleared(workbook_path, run):
    """Its lock says so."""
    new = workbook_path.with_name(".other.4711.new.xlsx")
    with one_run.only_one_run(workbook_path.with_name("other.xlsx")):
        new.touch()
        assert run("check", workbook_path).exit_code == 0
        assert new.exists()


def test_only_leftovers_of_a_killed_run_are_cleared(workbook_path, run, files):
    """What it has left beside the file goes with the next run, and nothing that resembles it."""
    mine = {".event.notes", "event.new.xlsx", ".other.new.xlsx", ".other.lock"}
    left = {".event.4711.new.xlsx", ".event.2026-11-21 09h00m00.000001.bak.xlsx.new"}
    for name in mine | left:
        workbook_path.with_name(name).write_bytes(b"half a workbook")
    assert run("standings", workbook_path).exit_code == 0
    assert files(workbook_path.parent).keys() == {"event.xlsx", *mine}


def test_a_clock_before_1980_is_no_reason_to_fail(workbook_path, run, monkeypatch):
    """A board without a battery begins in 1970; the parts of a workbook have no time of day."""
    before = time.struct_time((1970, 1, 1, 0, 0, 0, 3, 1, 0))
    monkeypatch.setattr(time, "localtime", lambda *_: before)
    assert run("pair", workbook_path).exit_code == 0
    assert run("export", workbook_path).exit_code == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no permission bits to compare")
def test_nobody_else_reads_a_private_workbook_at_any_moment(workbook_path, run, monkeypatch):
    """Neither the new version while it is written, nor a backup, nor what is in their folder."""
    folder = backups.folder_of(workbook_path)
    folder.mkdir()
    workbook_path.chmod(0o600)
    seen = []

    def open_(path, flags, mode=0o777, *more, **options):
        if flags & os.O_CREAT and not str(path).endswith(".lock"):
            seen.append(mode)
        return opened(path, flags, mode, *more, **options)

    opened = os.open
    monkeypatch.setattr(os, "open", open_)
    assert run("pair", workbook_path).exit_code == 0
    assert seen == [0o600, 0o600]
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {p.stat().st_mode & 0o777 for p in (workbook_path, *folder.iterdir())} == {0o600}


# Everything else in the file


def _extra_tab(book):
    if "My notes" in book.sheetnames:
        return book["My notes"]
    tab = book.create_sheet("My notes", 1)
    tab["A1"], tab["B2"], tab["C3"] = "Prizes", 12.5, "=B2*2"
    return tab


def _texts(tab):
    return [[str(v) for v in row if v is not None] for row in tab.iter_rows(values_only=True)]


OTHER_CONTENT = {
    "another tab": (_extra_tab, lambda book: _texts(book["My notes"])),
    "the place of another tab": (_extra_tab, lambda book: book.sheetnames[1]),
    "a named range": (
        lambda book: book.defined_names.add(DefinedName("Fee", attr_text="Players!$C$2")),
        lambda book: book.defined_names["Fee"].attr_text,
    ),
    "a comment on the standings": (
        lambda book: setattr(book["Standings 1"]["C2"], "comment", Comment("well done", "TO")),
        lambda book: book["Standings 1"]["C2"].comment.text,
    ),
    "a print area": (
        lambda book: setattr(book["Players"], "print_area", "A1:C9"),
        lambda book: book["Players"].print_area,
    ),
    "a player's own column": (
        lambda book: (
            book["Players"].__setitem__("L1", "Paid"), book["Players"].__setitem__("L3", "cash")
        ),
        lambda book: (book["Players"]["L1"].value, book["Players"]["L3"].value),
    ),
    "a round's own column": (
        lambda book: (
            book["Round 1"].__setitem__("M1", "Judge"), book["Round 1"].__setitem__("M3", "Kim")
        ),
        lambda book: (book["Round 1"]["M1"].value, book["Round 1"]["M3"].value),
    ),
    "a line below the roster": (
        lambda book: book["Players"].__setitem__("N30", "Doors open at nine"),
        lambda book: book["Players"]["N30"].value,
    ),
    "a line beside the settings": (
        lambda book: book["Event"].__setitem__("F3", "Ask Kim"),
        lambda book: book["Event"]["F3"].value,
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def carried(played_bytes, tmp_path_factory, run):
    """A workbook with all of the other content, before and after pairing, undo and standings."""
    path = tmp_path_factory.mktemp("carried") / "event.xlsx"
    path.write_bytes(played_bytes)
    book = load_workbook(path)
    for make, _ in OTHER_CONTENT.values():
        make(book)
    book.save(path)
    before = load_workbook(path, rich_text=True)
    for command in ("pair", "undo", "standings"):
        assert run(command, path).exit_code == 0
    return before, load_workbook(path, rich_text=True)


@each("look", [look for _, look in OTHER_CONTENT.values()], ids=OTHER_CONTENT)
def test_other_content_survives_every_save(carried, look):
    """Beside what ``test_untouched_parts.py`` finds untouched: names, tabs, own cells, notes on rows that move."""
    before, after = carried
    assert look(before)
    assert look(after) == look(before)


# Sheets as the organizer has arranged them


def _standings(run, path):
    result = run("standings", path, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)["standings"]


def _reverse_rows(tab, headers):
    """Turn the rows round, but for the columns with formulas, which Excel adjusts."""
    columns = [c.column for c in tab[1] if c.value in headers]
    rows = [r for r in range(2, tab.max_row + 1) if tab.cell(r, columns[0]).value is not None]
    values = [[tab.cell(r, c).value for c in columns] for r in rows]
    for row, turned in zip(rows, reversed(values), strict=True):
        for column, value in zip(columns, turned, strict=True):
            tab.cell(row, column).value = value


def _reverse_columns(tab):
    width = tab.max_column
    for row in tab.iter_rows(max_row=40):
        values = [cell.value for cell in row]
        for cell, value in zip(row, reversed(values), strict=True):
            cell.value = value
    assert tab.max_column == width


TYPED = ("Table", "No 1", "Player 1", "No 2", "Player 2", "P1 Corp", "P1 Runner", "Special")
ARRANGED = {
    "players sorted": lambda book: _reverse_rows(book["Players"], ("No", "Name", "Status")),
    "matches sorted": lambda book: _reverse_rows(book["Round 1"], TYPED),
    "columns of players turned round": lambda book: _reverse_columns(book["Players"]),
    "columns of settings turned round": lambda book: _reverse_columns(book["Event"]),
    "a column put in front of the players": lambda book: book["Players"].insert_cols(1),
    "rows put above the players": lambda book: book["Players"].insert_rows(1, 3),
    "rows put above the round": lambda book: book["Round 1"].insert_rows(1, 2),
    "empty rows between the players": lambda book: book["Players"].insert_rows(4, 2),
    "tabs turned round": lambda book: setattr(book, "_sheets", book._sheets[::-1]),
    "club column deleted": lambda book: book["Players"].delete_cols(7),
    "standings tab deleted": lambda book: book.remove(book["Standings 1"]),
    "log and notes deleted": lambda book: (
        book.remove(book["Log"]), book.remove(book["Pairing notes"])
    ),
}  # fmt: skip


@pytest.mark.parametrize("arrange", ARRANGED.values(), ids=ARRANGED)
def test_arranging_the_sheets_changes_nothing(workbook_path, run, arrange):
    """Columns are found by header and rows by number, wherever the organizer has moved them."""
    plain = _standings(run, workbook_path)
    book = load_workbook(workbook_path)
    arrange(book)
    book.save(workbook_path)
    assert _standings(run, workbook_path) == plain
    assert run("pair", workbook_path).exit_code == 0
    checked = json.loads(run("check", workbook_path, "--json").stdout)
    assert (checked["differences"], checked["problems"]) == ([], [])


def test_arranged_players_stay_arranged(workbook_path, run):
    """A roster sorted by name is still sorted by name after the next command."""
    book = load_workbook(workbook_path)
    _reverse_rows(book["Players"], ("No", "Name", "Status"))
    book.save(workbook_path)
    assert run("pair", workbook_path).exit_code == 0
    players = load_workbook(workbook_path)["Players"]
    names = [players.cell(row, 2).value for row in range(2, 9)]
    assert names == ["Gus", "Fay", "Eli", "Dee", "Cal", "Bea", "Ann"]


def test_a_column_on_the_standings_follows_its_player(workbook_path, run):
    """What the organizer notes beside a player in the standings moves with that player."""
    book = load_workbook(workbook_path)
    standings, played = book["Standings 1"], book["Round 1"]
    width = standings.max_column + 2
    standings.cell(1, width).value = "Prize"
    for row in range(2, 9):
        standings.cell(row, width).value = f"prize of {standings.cell(row, 3).value}"
    for row in range(2, 5):
        played.cell(row, 6).value = played.cell(row, 7).value = "L"
    before = [standings.cell(row, 3).value for row in range(2, 9)]
    book.save(workbook_path)
    assert run("standings", workbook_path).exit_code == 0
    standings = load_workbook(workbook_path)["Standings 1"]
    after = [standings.cell(row, 3).value for row in range(2, 9)]
    assert after != before
    prizes = [standings.cell(row, width).value for row in range(2, 9)]
    assert prizes == [f"prize of {name}" for name in after]


def test_a_renamed_player_is_the_same_player(workbook_path, run):
    """Names may be corrected at any time, since the number counts."""
    book = load_workbook(workbook_path)
    book["Players"]["B2"] = "Anne-Marie"
    book.save(workbook_path)
    names = {line["no"]: line["player"] for line in _standings(run, workbook_path)}
    assert names[1] == "Anne-Marie"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no permission bits to compare")
def test_the_rights_of_the_file_stay(workbook_path, run):
    """Whoever could open the file before can open the new version."""
    workbook_path.chmod(0o664)
    assert run("pair", workbook_path).exit_code == 0
    assert workbook_path.stat().st_mode & 0o777 == 0o664
