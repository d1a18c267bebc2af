"""Files that ``export`` writes besides the results file: a page, a file for every tab."""

from __future__ import annotations

import csv
import os
from io import StringIO
from pathlib import Path

import pytest

from xlplugin.commands import export
from xlplugin.exports import files
from xlplugin.exports.files import LIST
from xlplugin.exports.formats import TEXTS
from xlplugin.exports.tabs import Tab, as_csv, as_files
from xlplugin.ground.problems import HostError, Problem, WorkbookProblems

from cases import each

# web page


def test_a_page_is_written_before_round_1(make_event):
    """The players are there, and what comes next is said."""
    event = make_event(rounds=0)
    page = event.path.with_name("out.html")
    said = event.done("export", "--format", "html", "-o", page).stdout
    assert said == "out.html written: 8 players. Round 1 has not been paired yet.\n"
    assert "<!doctype html>" in page.read_text(encoding="utf-8")


def test_no_page_of_a_workbook_with_problems(make_event):
    """What must be mended is said, and nothing is written."""
    event = make_event(rounds=1)
    event.type("Round 1", 2, **{"P1 Corp": "X"})
    told = event.refused("export", "--format", "html", "-o", event.path.with_name("out.html"))
    assert told.startswith("Round 1!")


# options


def test_a_blank_name_is_none(make_event):
    """A script whose variable is empty gets the workbook to share, not every tab."""
    event = make_event(rounds=1)
    assert "event standings.xlsx written" in event.done("export", "-o", "").stdout


@pytest.mark.parametrize("name", [f"{'n' * 300}.html", f"{'n' * 300}/"])
def test_a_name_too_long_for_a_file_is_told(make_event, monkeypatch, name):
    """No file can be there, and none is made."""
    event = make_event(rounds=1)
    monkeypatch.chdir(event.path.parent)
    assert "Nothing was written" in event.refused("export", "-o", name)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_that_leads_to_itself_is_replaced(make_event):
    """There is nothing behind it that could be lost."""
    event = make_event(rounds=1)
    loop = event.path.with_name("loop.html")
    loop.symlink_to(loop)
    event.done("export", "-o", loop)
    assert "<!doctype html>" in loop.read_text(encoding="utf-8")


SOMEBODY_ELSES = {
    "roster.csv": "Name,Club\nAnn,North\n",
    "notes.md": "# Prizes\n\n```\nfour\n```\n",
    "club.html": "<!doctype html>\n<p>Our club</p>\n",
    "settings.json": '{"theme": "dark"}',
}


@pytest.mark.parametrize(
    ("name", "more"),
    [
        *((name, ()) for name in SOMEBODY_ELSES),
        ("notes.md", ("--limit", "2000")),
        ("club.html", ("--watch",)),
    ],
)
def test_a_text_of_somebody_elses_is_not_replaced(make_event, monkeypatch, name, more):
    """Nothing in it says that an export has made it: it is named, and stays."""
    monkeypatch.setattr(export, "follow", lambda *_: None)
    event = make_event(rounds=1)
    path = event.path.with_name(name)
    path.write_text(SOMEBODY_ELSES[name], encoding="utf-8")
    told = event.refused("export", "-o", path, *more)
    assert told.startswith(f"{name} exists and was not made by export, or has been edited.")
    assert path.read_text(encoding="utf-8") == SOMEBODY_ELSES[name]


@pytest.mark.parametrize("ending", [text.ending for text in TEXTS])
def test_a_text_that_an_export_has_made_is_replaced(make_event, ending):
    """By that of a later round, also once an editor has given it other line ends; so is an empty one."""
    event = make_event(rounds=1)
    path = event.path.with_name(f"out{ending}")
    path.touch()
    event.done("export", "-o", path)
    first = path.read_bytes()
    path.write_bytes(first.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
    event.round()
    event.done("export", "-o", path)
    assert path.read_bytes() not in (b"", first)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--format", "csv", "-o", "out.csv", "--watch"), "--watch goes with --format html"),
        (("--format", "html", "-o", "out.html", "--limit", "2000"), "--limit goes with --format"),
        (("--format", "html", "-o", "folder/"), "is a folder"),
        (("--format", "markdown", "-o", "out.md", "--limit", "20"), "--limit"),
        (("--format", "html", "-o", "event.xlsx"), "would be a workbook"),
    ],
)
def test_options_that_do_not_go_together_are_refused(make_event, monkeypatch, arguments, told):
    """Wrong usage is told as that, and nothing is written."""
    event = make_event(rounds=1)
    monkeypatch.chdir(event.path.parent)
    assert told in event.refused("export", *arguments, status=2)


# CSV of every tab


@pytest.mark.on_files
def test_every_tab_is_a_file(make_event, tmp_path):
    """Without columns out of sight; live points as what they come to, though no program has worked them out."""
    event = make_event(8, 1)
    event.type("Players", 2, Name="@x")
    event.done("export", "--format", "csv", "-o", f"{tmp_path / 'out'}/")
    tabs = {
        path.stem: list(csv.reader(StringIO(path.read_text(encoding="utf-8-sig"))))
        for path in (tmp_path / "out").iterdir()
    }
    last = {
        "Event": "Go to", "Round 1": "Extra minutes", "Pairing notes": "Why", "Log": "Details",
    }  # fmt: skip
    assert {name: tabs[name][0][-1] for name in last} == last
    assert tabs["Players"][1][1] == "'@x"
    headers, *rows = tabs["Round 1"]
    one, two = headers.index("Points 1"), headers.index("Points 2")
    points = [(row[one], row[two]) for row in rows if row[0]]
    assert sorted(points) == [("1", "4"), ("3", "3"), ("4", "1"), ("6", "0")]


def test_a_bye_has_points_for_one_player_alone(make_event, tmp_path):
    """Nobody sits opposite, so nothing stands there, as on the tab."""
    event = make_event(players=7, rounds=1)
    event.done("export", "--format", "csv", "-o", f"{tmp_path / 'out'}/")
    text = (tmp_path / "out" / "Round 1.csv").read_text(encoding="utf-8-sig")
    (bye,) = [row for row in csv.DictReader(StringIO(text)) if row["Special"] == "Bye"]
    assert (bye["Points 1"], bye["Points 2"]) == ("6", "")


def test_the_bracket_is_a_table_of_games(at_state, tmp_path):
    """A drawing makes no rows; its games do."""
    event = at_state("cut 2 typed")
    event.done("export", "--format", "csv", "-o", f"{tmp_path / 'out'}/")
    text = (tmp_path / "out" / "Bracket.csv").read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(StringIO(text)))
    assert [row["Game"] for row in rows] == ["1", "2", "3", "4", "5", "6", "7"]
    assert (rows[0]["Seed 1"], rows[0]["Result 1"], rows[0]["Result 2"]) == ("1", "W", "L")


@each(
    ("names", "made"),
    [
        (["Round 1", "Notes"], ["Round 1", "Notes"]),
        (["Round 1.", "Round 1"], ["Round 1 (2)", "Round 1"]),
        (["a<b", "a>b", "A_B"], ["a_b (2)", "a_b (3)", "A_B"]),
        (["caf\u00e9", "cafe\u0301"], ["caf\u00e9", "cafe\u0301 (2)"]),
        (["CON", "nul.a", "com\u00b9", " . "], ["_CON", "_nul.a", "_com\u00b9", "_"]),
    ],
)
def test_every_tab_has_a_file_of_its_own(names, made):
    """Under a name that every system can keep; a tab whose own name will do has it."""
    files_ = as_files([Tab(name, [[name]], 0) for name in names])
    assert files_ == {f"{name}.csv": f"{tab}\r\n" for name, tab in zip(made, names, strict=True)}


@each("sign", "=+-@\uff1d\uff0b\uff0d\uff20")
def test_a_text_like_a_formula_is_marked_as_text(sign):
    """Also in the wide letters that East Asian spreadsheet programs take for the narrow ones."""
    assert as_csv([[f" {sign}1+1", 2]]) == f"' {sign}1+1,2\r\n"


OWN = {"Players.csv": "Name,Club\nAnn,North\n", "Round 1.csv": "\n"}


@pytest.mark.parametrize("name", OWN)
def test_a_folder_with_files_of_somebody_elses_gets_none(make_event, monkeypatch, name):
    """Not one tab is written: what is in the way is named, and stays as it is."""
    event = make_event(rounds=1)
    monkeypatch.chdir(event.path.parent)
    Path(name).write_text(OWN[name], encoding="utf-8")
    there = {path.name for path in Path.cwd().iterdir()}
    told = event.refused("export", "--format", "csv", "-o", "./")
    assert (
        f"{name} in {Path.cwd()}: these exist and were not made by export, or have been edited."
        in told
    )
    assert {path.name for path in Path.cwd().iterdir()} == there
    assert Path(name).read_text(encoding="utf-8") == OWN[name]


def test_the_tabs_of_an_export_before_are_replaced(make_event):
    """Until one of them is changed by hand; a blank file is nobody's, and a killed export in no way."""
    event = make_event(rounds=1)
    out = event.path.with_name("out")
    out.mkdir()
    (out / "Players.csv").touch()
    event.done("export", "-o", f"{out}/")
    event.type("Players", 2, Name="Anna")
    event.done("export", "-o", f"{out}/")
    players = out / "Players.csv"
    assert "Anna" in players.read_text(encoding="utf-8-sig")
    players.write_text("Name\nBea\n", encoding="utf-8")
    assert "Players.csv" in event.refused("export", "-o", f"{out}/")
    assert players.read_text(encoding="utf-8") == "Name\nBea\n"


def test_an_export_that_is_killed_between_two_tabs_is_done_again(make_event, monkeypatch):
    """What it has written, and what it has not, are both known as an export's."""
    event = make_event(rounds=1)
    out = event.path.with_name("out")
    event.done("export", "-o", f"{out}/")
    event.type("Players", 2, Name="Anna")

    def put_few(path, content, *, put=files.put):
        if path.name > "Pairing":
            raise KeyboardInterrupt
        put(path, content)

    with monkeypatch.context() as patch:
        patch.setattr(files, "put", put_few)
        assert event.run("export", "-o", f"{out}/").exit_code == 130
    event.done("export", "-o", f"{out}/")


# its temporary file


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_nothing_is_written_through_a_planted_link(make_event):
    """Not through one with the name of an earlier temporary file, nor to where no file was."""
    event = make_event(rounds=1)
    folder = event.path.parent
    for name in (".out.html.new", "lost.html", "tabs/Players.csv"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).symlink_to(folder / "planted")
    event.done("export", "-o", folder / "out.html")
    told = event.refused("export", "-o", folder / "lost.html")
    assert f"lost.html is a link to {folder / 'planted'}, which does not exist." in told
    assert "Players.csv in" in event.refused("export", "-o", f"{folder / 'tabs'}/")
    assert not (folder / "planted").exists()
    (folder / "own.txt").write_text("mine", encoding="utf-8")
    (folder / "list").mkdir()
    (folder / "list" / LIST).symlink_to(folder / "own.txt")
    assert f"{LIST} in" in event.refused("export", "-o", f"{folder / 'list'}/")
    assert (folder / "own.txt").read_text(encoding="utf-8") == "mine"


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
def test_a_file_is_as_open_as_the_one_before(tmp_path):
    """And a new one as open as any."""
    target, usual = tmp_path / "out.html", tmp_path / "usual"
    usual.touch()
    files.put(target, b"1")
    assert target.stat().st_mode == usual.stat().st_mode
    target.chmod(0o640)
    files.put(target, b"2")
    assert (target.stat().st_mode & 0o777, target.read_text(encoding="utf-8")) == (0o640, "2")


def test_what_a_killed_export_has_left_goes_with_the_next(tmp_path):
    """Once it is a minute old: until then it may be that of another run."""
    old = [
        tmp_path / name for name in (".out.x0123abcd.new.html", ".out.html.new", ".out.new.html")
    ]
    new = tmp_path / ".out.x89abcdef.new.html"
    other = tmp_path / ".out.notes.new.html"
    for path in (*old, new, other):
        path.touch()
    for path in (*old, other):
        os.utime(path, (0, 0))
    files.put(tmp_path / "out.html", b"1")
    assert set(tmp_path.iterdir()) == {tmp_path / "out.html", new, other}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders here")
def test_a_pipe_that_nobody_reads_is_told(tmp_path):
    """Nothing waits for a reader."""
    os.mkfifo(tmp_path / "out.html")
    with pytest.raises(HostError, match=r"out\.html cannot be written"):
        files.put(tmp_path / "out.html", b"1")


# --watch


class Looks:
    """The looks at a workbook, and what happens before each."""

    def __init__(self, *steps):
        self.steps = list(steps)

    def __call__(self, _seconds):
        """Sleep: do the next step, or end it all."""
        if not self.steps:
            raise KeyboardInterrupt
        step = self.steps.pop(0)
        if step:
            step()


@pytest.fixture
def follow(tmp_path, monkeypatch):
    """Follow a file through some steps; how often something was written."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(b"1")

    def run(*steps, results=()):
        outcomes, written = list(results), []

        def write():
            written.append(path.read_bytes())
            if outcomes and (error := outcomes.pop(0)):
                raise error

        monkeypatch.setattr(export.time, "sleep", Looks(*steps))
        with pytest.raises(KeyboardInterrupt):
            export.follow(path, export.stamp_of(path), write)
        return written

    run.path = path
    return run


def test_watching_writes_once_after_a_save(follow):
    """Nothing before it, and nothing more after it."""
    assert follow(None, lambda: follow.path.write_bytes(b"22"), None, None, None) == [b"22"]


def test_watching_waits_until_a_save_is_through(follow):
    """While a file grows, or is away, it is left alone."""
    steps = [lambda n=n: follow.path.write_bytes(b"2" * n) for n in (2, 3, 4)]
    assert follow(*steps, follow.path.unlink, steps[0], None, None) == [b"22"]


def test_watching_tells_of_a_file_that_stays_unreadable(follow, capsys):
    """Once, after ten looks."""
    errors = [HostError("It is damaged.")] * 20
    follow(lambda: follow.path.write_bytes(b"22"), *[None] * 15, results=errors)
    assert capsys.readouterr().err.count("It is damaged.") == 1


def test_watching_says_what_must_be_mended_and_goes_on(follow, capsys):
    """The next save is looked at again."""
    problem = Problem("Round 1", "F7", "'X' is not allowed here", "choose one of: W, L, D")
    save = (lambda n=n: follow.path.write_bytes(b"2" * n) for n in (2, 3))
    steps = [next(save), None, None, next(save), None, None]
    written = follow(*steps, results=[WorkbookProblems([problem]), None])
    assert written == [b"22", b"222"]
    told = capsys.readouterr().err
    assert "Round 1!F7: 'X' is not allowed here" in told
    assert "The page stays as it was." in told


def test_watch_writes_the_page_and_ends_with_ctrl_c(make_event, monkeypatch):
    """The page of the last save is there, and no traceback."""
    event = make_event(rounds=1, finished=False)
    page = event.path.with_name("out.html")
    monkeypatch.setattr(export.time, "sleep", Looks(lambda: event.play(1), None, None))
    said = event.done("export", "--format", "html", "-o", page, "--watch").stdout
    assert "0 of 4 results are in" in said
    assert "Round 1 of 3 is complete" in said
    assert said.endswith("No longer watching; the page stays as it is.\n")
    assert "Round 1 of 3 is complete" in page.read_text(encoding="utf-8")


# A workbook that is open elsewhere

LOCKS = {
    "Excel": ("~$event.xlsx", b""),
    "LibreOffice (Ann, on desk)": (".~lock.event.xlsx#", b"Ann,ann,desk,,file:///home/ann;"),
}


@pytest.mark.parametrize("where", LOCKS)
@pytest.mark.parametrize(
    "command",
    [["check", "--json"], ["export"], ["export", "--format", "markdown", "--limit", "2000"]],
)
def test_what_only_reads_says_once_that_the_workbook_is_open_elsewhere(
    make_event, monkeypatch, command, where
):
    """It does not refuse; what is typed and not saved is not seen."""
    event = make_event(rounds=1)
    monkeypatch.chdir(event.path.parent)
    told = f"Note: event.xlsx is open in {where}: anything typed there and not saved yet is left out.\n"
    assert "is open in" not in event.done(*command).stderr
    name, content = LOCKS[where]
    event.path.with_name(name).write_bytes(content)
    assert event.done(*command).stderr.count(told) == 1


def test_a_workbook_open_elsewhere_is_told_before_what_is_missing_in_it(make_event):
    """A result that is typed and not saved is why."""
    event = make_event(rounds=2, finished=True)
    event.type("Round 1", 2, **{"P1 Corp": None})
    event.path.with_name("~$event.xlsx").write_bytes(b"")
    said = event.refused("export").splitlines()
    assert said[0].startswith("Note: event.xlsx is open in Excel")
    assert any("Round 1!" in line for line in said[1:])
