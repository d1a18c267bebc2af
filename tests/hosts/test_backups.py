"""Backups: which are made, where they are, which ones stay; and how one is put back."""

from __future__ import annotations

import json
import os
import shutil
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from openpyxl import load_workbook

from xlplugin.ground.problems import HostError, stop
from xlplugin.hosts.closed_file import backups
from xlplugin.hosts.closed_file.backups import (
    BACKUPS,
    Occasion,
    backups_of,
    described_backups,
    folder_of,
)
from xlplugin.hosts.closed_file.safe_file import fingerprint, replace_file
from xlplugin.verbs import undo
from xlplugin.workbook.book import Book, SheetData
from xlplugin.workbook.layouts.tab_names import newest_round

OLD = "event.2026-11-21 14h30m00.000000.bak.xlsx"


def write_version(path, content, before=None):
    """Replace a file, or begin it."""
    if not path.exists():
        path.write_bytes(b"0")
    known = fingerprint(path.read_bytes())
    replace_file(path, known, content, lambda new: None, before)


def write_versions(path, count, before=None):
    """Write a file again and again, each version being its own number; ``count`` with the first."""
    for version in range(1, count):
        write_version(path, str(version).encode(), before)
    return path


def contents(path):
    """What the backups hold, oldest first."""
    return [backup.read_bytes() for backup in backups_of(path)]


@pytest.fixture
def clock(monkeypatch):
    """A clock that can be set: call it with hours from now."""

    def put(hours):
        class Clock(datetime):
            @classmethod
            def now(cls, tz=None):
                return datetime.now(tz) + timedelta(hours=hours)

        monkeypatch.setattr(backups, "datetime", Clock)

    return put


# Made


@pytest.mark.parametrize("command", ["pair", "standings", "undo"])
def test_every_change_keeps_the_previous_bytes(workbook_path, played_bytes, run, command):
    """In the folder beside the changed file is a backup with exactly the bytes from before."""
    assert run(command, workbook_path).exit_code == 0
    assert contents(workbook_path) == [played_bytes]
    assert workbook_path.read_bytes() != played_bytes
    assert {p.name for p in workbook_path.parent.iterdir()} == {"event.xlsx", "event backups"}


@pytest.mark.parametrize("command", ["check", "export", "restore"])
def test_reading_makes_no_backup(workbook_path, tmp_path, run, files, command):
    """A command that only reads leaves the workbook alone."""
    before = files(tmp_path)
    options = ["--format", "csv", "-o", tmp_path / "out.csv"] if command == "export" else []
    assert run(command, workbook_path, *options).exit_code == 0
    assert {n: b for n, b in files(tmp_path).items() if n != "out.csv"} == before
    assert not folder_of(workbook_path).exists()


def test_backups_open_as_workbooks(workbook_path, run):
    """A backup's name ends in .xlsx, so that a double click opens it."""
    assert run("pair", workbook_path).exit_code == 0
    backup = backups_of(workbook_path)[0]
    assert backup.suffix == ".xlsx"
    assert "Round 2" not in load_workbook(backup).sheetnames


def test_a_name_says_the_round_and_what_came_next(workbook_path, run):
    """Whoever looks into the folder needs no program."""
    for command in ("pair", "undo"):
        assert run(command, workbook_path).exit_code == 0
    said = [backup.occasion for backup in described_backups(workbook_path)]
    assert said == [Occasion("Round 1", "pair"), Occasion("Round 2", "undo")]
    assert backups_of(workbook_path)[0].name.endswith(" Round 1 before pair.bak.xlsx")


@pytest.mark.parametrize(
    ("tabs", "newest"),
    [
        (["Event", "Players"], ""),
        (["Round 2", "Round 10", "Standings 11"], "Round 10"),
        (["Tiebreaker", "Round 4"], "Tiebreaker"),
        (["Cut 1", "Tiebreaker", "Round 4"], "Cut 1"),
        (["Round 1", "Round 2 undone"], "Round 1"),
        ([" round  3 "], "Round 3"),
    ],
)
def test_the_newest_round_is_the_tab_that_was_made_last(tabs, newest):
    """Wherever it stands, and however it is spelled."""
    assert newest_round(Book("event", {tab: SheetData(tab, []) for tab in tabs})) == newest


@pytest.mark.skipif(os.name == "nt", reason="Windows has no permission bits to compare")
def test_a_backup_is_for_the_same_people(tmp_path):
    """Whoever may not read the workbook may not read its backup."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(b"0")
    path.chmod(0o600)
    write_version(path, b"1")
    assert backups_of(path)[0].stat().st_mode & 0o777 == 0o600


def test_a_file_called_like_the_folder_is_told(tmp_path):
    """It is somebody's; nothing is written."""
    path = tmp_path / "event.xlsx"
    folder_of(path).write_text("mine")
    with pytest.raises(HostError, match="they go into a folder event backups, and that is a file"):
        write_version(path, b"1")
    assert path.read_bytes() == b"0"


# Kept


def test_the_newest_backups_are_kept(tmp_path):
    """After many writes the last twenty versions before the newest are there, no others."""
    path = write_versions(tmp_path / "event.xlsx", BACKUPS + 6)
    assert list(map(int, contents(path))) == list(range(5, BACKUPS + 5))
    assert int(path.read_bytes()) == BACKUPS + 5


def test_the_first_and_the_last_of_every_round_are_kept(tmp_path):
    """However much is done afterwards."""
    path = tmp_path / "event.xlsx"
    write_versions(path, 4, Occasion("Round 1", "standings"))
    for round_ in ("Round 2", "Cut 1", "Cut 2"):
        for number in range(BACKUPS + 5):
            write_version(path, f"{round_} {number}".encode(), Occasion(round_, "standings"))
    kept = [(b.occasion.round, b.path.read_bytes()) for b in described_backups(path)[:-BACKUPS]]
    assert kept == [
        ("Round 1", b"0"),
        ("Round 1", b"2"),
        ("Round 2", b"3"),
        ("Round 2", b"Round 2 23"),
        ("Cut 1", b"Round 2 24"),
        ("Cut 1", b"Cut 1 23"),
        ("Cut 2", b"Cut 1 24"),
    ]


def test_backups_beside_the_workbook_are_found_and_go_in_their_turn(tmp_path):
    """Version 0.1.0 put them there."""
    path = tmp_path / "event.xlsx"
    (tmp_path / OLD).write_bytes(b"old")
    write_version(path, b"1")
    assert contents(path) == [b"old", b"0"]
    write_versions(path, BACKUPS + 1)
    assert not (tmp_path / OLD).exists()


def test_a_backup_that_is_renamed_is_never_removed(tmp_path):
    """It is the organizer's then."""
    path = write_versions(tmp_path / "event.xlsx", 2)
    mine = backups_of(path)[0].rename(folder_of(path) / "before lunch.xlsx")
    write_versions(path, BACKUPS + 5)
    assert mine.read_bytes() == b"0"
    assert len(backups_of(path)) == BACKUPS


def test_a_folder_that_is_moved_with_its_workbook_is_found(tmp_path):
    """Also under another name, if both have it."""
    path = write_versions(tmp_path / "event.xlsx", 3)
    moved = tmp_path / "elsewhere" / "spring.xlsx"
    moved.parent.mkdir()
    folder_of(path).rename(folder_of(moved))
    assert contents(path.rename(moved)) == [b"0", b"1"]


@pytest.mark.parametrize(
    "other", ["event 2.xlsx", "event.2.xlsx", "event.2026 spring.xlsx", "event.xlsm"]
)
def test_events_in_one_folder_keep_their_own_backups(tmp_path, other):
    """However alike their names are, one event's writes take no backup of another."""
    neighbour = write_versions(tmp_path / other, 4)
    before = {b.name: b.read_bytes() for b in backups_of(neighbour)}
    write_versions(tmp_path / "event.xlsx", BACKUPS + 3)
    assert len(before) == 3
    assert {b.name: b.read_bytes() for b in backups_of(neighbour)} == before


@pytest.mark.parametrize("hours", [-1, -24 * 400])
def test_the_newest_backup_is_the_newest_when_the_clock_is_set_back(tmp_path, clock, hours):
    """At the end of summer time, or on the way home."""
    path = write_versions(tmp_path / "event.xlsx", BACKUPS + 2)
    clock(hours)
    write_version(path, b"after")
    assert contents(path)[-1] == str(BACKUPS + 1).encode()
    assert len(backups_of(path)) == BACKUPS


def test_a_day_that_there_is_not_is_no_time(tmp_path):
    """Such a name is somebody's own; the last moment of all times is no obstacle either."""
    path = write_versions(tmp_path / "event.xlsx", 2)
    for stamp in ("2026-13-41 14h30m00.000000", "9999-12-31 23h59m59.999999"):
        (folder_of(path) / f"{stamp}.bak.xlsx").write_bytes(b"?")
    write_version(path, b"2")
    assert path.read_bytes() == b"2"
    assert b"1" in contents(path)


# Refused


@pytest.fixture
def refused_move(monkeypatch, tmp_path):
    """Let nothing take the place of ``event.xlsx``."""
    replace = os.replace

    def refuse(source, target):
        if target == tmp_path / "event.xlsx":
            raise OSError(16, "Device or resource busy")
        return replace(source, target)

    return lambda: monkeypatch.setattr(os, "replace", refuse)


def test_refused_saves_leave_the_history(tmp_path, refused_move):
    """A backup counts only when the save has happened."""
    path = write_versions(tmp_path / "event.xlsx", 4)
    refused_move()
    for _ in range(BACKUPS + 5):
        with pytest.raises(HostError, match="could not be saved"):
            write_version(path, b"never")
    assert contents(path) == [b"0", b"1", b"2"]


def test_a_run_killed_before_the_move_leaves_no_backup_that_counts(tmp_path):
    """The next run takes away what is the present version itself."""
    path = write_versions(tmp_path / "event.xlsx", 3)
    unused = folder_of(path) / "2099-01-01 10h00m00.000000 Round 9 before undo.bak.xlsx"
    unused.write_bytes(path.read_bytes())
    write_version(path, b"3")
    assert contents(path) == [b"0", b"1", b"2"]
    assert not unused.exists()


def test_the_first_save_that_is_refused_leaves_no_folder(tmp_path, refused_move):
    """An empty one would say that there are backups."""
    path = tmp_path / "event.xlsx"
    refused_move()
    with pytest.raises(HostError, match="could not be saved"):
        write_version(path, b"1")
    assert list(tmp_path.iterdir()) == [path]


# Put back


def test_of_an_ods_the_copies_become_an_xlsx(workbook_path, played_bytes, run):
    """LibreOffice keeps them as such after its clicks; the .ods stays as it is."""
    document = workbook_path.rename(workbook_path.with_suffix(".ods"))
    with backups.copy_kept(document, Occasion("Round 1", after="standings")) as made:
        made.write_bytes(played_bytes)
    assert "Round 1 after standings" in " ".join(run("restore", document).stdout.split())
    (listed,) = json.loads(run("restore", document, "--json").stdout)["backups"]
    assert (listed["action"], listed["after"]) == ("", "standings")
    result = run("restore", document, 1)
    assert result.exit_code == 0
    assert "To take this back" not in result.stdout  # there was no .xlsx before
    assert workbook_path.read_bytes() == document.read_bytes() == played_bytes


def test_the_list_says_when_and_what_was_done_next(workbook_path, run):
    """Newest first, with the command that puts the newest back."""
    for command in ("pair", "undo"):
        assert run(command, workbook_path).exit_code == 0
    title, header, *lines, last = run("restore", workbook_path).stdout.splitlines()
    assert title == "Backups of event.xlsx, in the folder event backups"
    assert header.split() == ["When", "Newest", "round", "Made"]
    whens = [f"{b.when:%Y-%m-%d %H:%M:%S}" for b in described_backups(workbook_path)]
    assert [" ".join(line.split()) for line in lines] == [
        f"1 {whens[1]} Round 2 before undo",
        f"2 {whens[0]} Round 1 before pair",
    ]
    assert last == "To put the newest back: xlplugin restore event.xlsx 1"


def test_a_backup_is_put_back_and_that_is_taken_back(workbook_path, played_bytes, run):
    """Byte for byte, both times by the number of the newest."""
    run("pair", workbook_path)
    paired = workbook_path.read_bytes()
    result = run("restore", workbook_path, 1)
    assert result.exit_code == 0
    assert "To take this back: xlplugin restore" in result.stdout
    assert "Next: " in result.stdout
    assert workbook_path.read_bytes() == played_bytes
    assert described_backups(workbook_path)[-1].occasion == Occasion("Round 2", "restore")
    run("restore", workbook_path, 1)
    assert workbook_path.read_bytes() == paired


def test_programs_are_told_which_file_was_put_back(workbook_path, run):
    """It is the one of that number in the list."""
    run("pair", workbook_path)
    (backup,) = json.loads(run("restore", workbook_path, "--json").stdout)["backups"]
    assert (backup["which"], backup["round"], backup["action"]) == (1, "Round 1", "pair")
    restored = json.loads(run("restore", workbook_path, 1, "--json").stdout)
    assert restored == {"restored": backup["file"]}


def test_what_undo_took_is_put_back_by_the_command_that_it_names(workbook_path, run):
    """Several rounds go at once, with one backup, and come back at once."""
    run("pair", workbook_path)
    paired, backups = workbook_path.read_bytes(), len(backups_of(workbook_path))
    done = run("undo", workbook_path, "--rounds", 2)
    (line,) = (line for line in done.stdout.splitlines() if "backup" in line)
    assert line.startswith("Round 2, Round 1 are gone from ")
    assert len(backups_of(workbook_path)) == backups + 1
    book = load_workbook(workbook_path)
    assert not {"Round 1", "Round 2"} & {*book.sheetnames}
    assert [row[2] for row in book["Log"].values][-2:] == [
        "Round 2 with its results",
        "Round 1 with its results",
    ]
    command = line.rpartition("xlplugin ")[2].split()
    assert command[0] == "restore"
    run("restore", workbook_path, command[-1])
    assert workbook_path.read_bytes() == paired


def test_several_rounds_are_undone_or_none(workbook_path, run, monkeypatch):
    """What goes wrong with the second leaves the first alone, too."""
    run("pair", workbook_path)
    before, left, undo_round = workbook_path.read_bytes(), ["Round 2"], undo.undo_round

    def once(*args, **kwargs):
        left.pop() if left else stop("no more")
        return undo_round(*args, **kwargs)

    monkeypatch.setattr(undo, "undo_round", once)
    assert "no more" in run("undo", workbook_path, "--rounds", 2).stderr
    assert workbook_path.read_bytes() == before


@pytest.mark.parametrize(
    "harm", [lambda path: path.write_bytes(b"rubbish"), lambda path: path.unlink()]
)
def test_a_backup_takes_the_place_of_a_damaged_or_lost_workbook(
    workbook_path, played_bytes, run, harm
):
    """That is what it is for."""
    run("pair", workbook_path)
    harm(workbook_path)
    assert run("restore", workbook_path, 1).exit_code == 0
    assert workbook_path.read_bytes() == played_bytes


def test_a_backup_of_version_0_1_0_is_put_back(workbook_path, played_bytes, run):
    """It lies beside the workbook."""
    shutil.copy(workbook_path, workbook_path.with_name(OLD))
    workbook_path.write_bytes(b"rubbish")
    assert OLD in run("check", workbook_path).stderr
    assert run("restore", workbook_path, 1).exit_code == 0
    assert workbook_path.read_bytes() == played_bytes


def test_a_file_from_elsewhere_is_put_back_by_its_name(workbook_path, played_bytes, tmp_path, run):
    """As one that has been renamed, inside the folder or not."""
    run("pair", workbook_path)
    backups_of(workbook_path)[0].rename(folder_of(workbook_path) / "before lunch.xlsx")
    assert run("restore", workbook_path, "before lunch.xlsx").exit_code == 0
    assert workbook_path.read_bytes() == played_bytes


@pytest.mark.parametrize(
    ("which", "words"),
    [
        ("0", "There is no backup 0 of event.xlsx; there are 1, in the folder event backups."),
        ("2", "There is no backup 2 of event.xlsx; there are 1"),
        ("9" * 5000, "There is no backup 9999"),
        ("nope", "There is no backup nope of event.xlsx; there are 1"),
        ("none.xlsx", "List them: xlplugin restore event.xlsx"),
        ("roster.csv", "roster.csv cannot become event.xlsx: both must end in .xlsx."),
        ("e" * 300 + ".xlsx", "There is no backup eeee"),
    ],
)
def test_what_is_no_backup_is_refused(workbook_path, run, refused, monkeypatch, *, which, words):
    """With what there is."""
    run("pair", workbook_path)
    workbook_path.with_name("roster.csv").touch()
    monkeypatch.chdir(workbook_path.parent)
    assert words in refused("restore", workbook_path, which)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_a_pipe_is_no_workbook_to_replace(workbook_path, run):
    """Nobody may ever write into it."""
    run("pair", workbook_path)
    workbook_path.unlink()
    os.mkfifo(workbook_path)
    result = run("restore", workbook_path, 1)
    assert "event.xlsx is not a file, but something else. Rename it" in result.stderr


def test_a_backup_without_an_event_is_put_back_all_the_same(workbook_path, run):
    """It is a workbook, and was asked for."""
    book = load_workbook(workbook_path)
    del book["Event"]
    other = workbook_path.with_name("other.xlsx")
    book.save(other)
    result = run("restore", workbook_path, other)
    assert (result.exit_code, result.stderr) == (0, "")
    assert workbook_path.read_bytes() == other.read_bytes()


def test_a_damaged_backup_is_refused(workbook_path, run, refused):
    """Nothing takes the place of a workbook but a workbook; there is none to name."""
    run("pair", workbook_path)
    backups_of(workbook_path)[0].write_bytes(b"rubbish")
    assert "Choose another one." in refused("restore", workbook_path, 1)
    assert "All of them are damaged." in run("restore", workbook_path).stdout
    workbook_path.write_bytes(b"PK rubbish")
    assert "There is no backup of it." in run("check", workbook_path).stderr


def test_a_damaged_backup_is_no_way_back(workbook_path, run):
    """The list marks it, and names the newest of those that can be put back; so does what is said of a fault."""
    for command in ("pair", "undo", "pair"):
        run(command, workbook_path)
    newest = backups_of(workbook_path)[-1]
    newest.write_bytes(newest.read_bytes()[:5000])
    _, _, first, second, _, last = run("restore", workbook_path).stdout.splitlines()
    assert first.endswith("before pair, damaged")
    assert second.endswith("before undo")
    assert last == "To put the newest undamaged one back: xlplugin restore event.xlsx 2"
    told = json.loads(run("restore", workbook_path, "--json").stdout)["backups"]
    assert [backup["damaged"] for backup in told] == [True, False, False]
    workbook_path.write_bytes(workbook_path.read_bytes()[:5000])
    assert "put it back with xlplugin restore event.xlsx 2" in run("check", workbook_path).stderr
    assert run("restore", workbook_path, 2).exit_code == 0


def test_a_list_without_backups_says_so(workbook_path, run, refused):
    """A workbook that is not there either is told as ever."""
    assert "There are no backups of event.xlsx" in run("restore", workbook_path).stdout
    assert json.loads(run("restore", workbook_path, "--json").stdout) == {"backups": []}
    assert "there is no such file" in refused("restore", workbook_path.with_name("no.xlsx"))


# Names and rights


@pytest.mark.parametrize("name", ["{}", OLD])
def test_a_change_to_a_backup_is_told(workbook_path, run, name):
    """Somebody has opened the wrong file; those of version 0.1.0 have names of their own."""
    run("pair", workbook_path)
    name = name.format(backups_of(workbook_path)[0].name)
    backup = shutil.copy(backups_of(workbook_path)[0], workbook_path.with_name(name))
    assert f"{name} is a backup: changing it" in run("pair", backup).stderr
    assert "is a backup" not in run("standings", workbook_path).stderr


@pytest.mark.skipif(os.name == "nt", reason="Windows refuses by itself")
@pytest.mark.parametrize("command", ["pair", "undo", "restore"])
def test_a_workbook_without_write_permission_is_not_changed(workbook_path, run, refused, command):
    """That is said first, also where the folder, or being root, would allow it."""
    run("standings", workbook_path)
    book = load_workbook(workbook_path)
    book["Round 1"]["F2"] = None
    book["Players"]["B3"] = None
    book.save(workbook_path)
    workbook_path.chmod(0o444)
    message = refused(command, workbook_path, *["1"][: command == "restore"])
    assert message.startswith("event.xlsx is read-only, so nothing was written. Allow writing")


@pytest.mark.skipif(os.name == "nt", reason="names are shorter there")
def test_a_name_of_255_characters_is_saved_under(workbook_path, run, left_beside):
    """Backups, new version and lock have names that are short enough."""
    path = workbook_path.rename(workbook_path.with_name("é" * 125 + ".xlsx"))
    for command in ("pair", "undo", "doctor"):
        result = run(command, path)
        assert "Unexpected error" not in result.output
    assert len(backups_of(path)) == 2
    assert left_beside(path) == set()
    assert run("restore", path, 2).exit_code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("pair", "loop.xlsx"),
        ("restore", "loop.xlsx"),
        ("restore", "loop.xlsx", "1"),
        ("restore", "event.xlsx", "loop.xlsx"),
        ("new", "loop.xlsx", "--ruleset", "nts"),
        ("check", "loop.xlsx"),
        ("export", "loop.xlsx"),
        ("setup", "loop.xlsm"),
        ("import", "loop.json", "new.xlsx"),
        ("import", "source.json", "loop.xlsx"),
    ],
    ids=" ".join,
)
def test_a_link_to_itself_is_refused(workbook_path, run, monkeypatch, arguments):
    """It is no file, and stays as it is."""
    monkeypatch.chdir(workbook_path.parent)
    run("export", "event.xlsx", "-o", "source.json")
    for ending in ("xlsx", "xlsm", "json"):
        Path(f"loop.{ending}").symlink_to(f"loop.{ending}")
    result = run(*arguments)
    assert result.exit_code in (1, 2)
    assert "loop." in result.stderr
    assert "Unexpected error" not in result.stderr
    assert Path("loop.xlsx").readlink() == Path("loop.xlsx")
