"""*New tournament*: a page that makes events, and looks after them with the commands that there are."""

from __future__ import annotations

import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from unittest import mock

import click
import pytest
from click.testing import CliRunner
from openpyxl import load_workbook
from start_page import NAMES, OFFICE, Asking

from engine.own import dutch
from xlplugin.commands import output
from xlplugin.commands.export import export
from xlplugin.doors.cli import main
from xlplugin.doors.start import computer, new_form, pages, running, session
from xlplugin.doors.start.new_form import file_name, rules_to_choose
from xlplugin.doors.start.recent import Event, recent, remember
from xlplugin.ground import languages
from xlplugin.ground.catalogues import Catalogue
from xlplugin.ground.machine import MACOS, WINDOWS
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.verbs.pair import pair_round
from xlplugin.workbook.reading.reader import read_event

from cases import each
from machines import APP_PATH, EXCEL, MAC_EXCEL, Fake

pytestmark = pytest.mark.on_files
MADE_UP = Catalogue(
    "xx", {"tab\4Event": ["Èvent"], "tab\4Players": ["Plàyers"]}, own_name="Ënglìsh"
)
TWENTY_TWO = [f"Player {n}" for n in range(1, 20)]


@pytest.fixture
def page(tmp_path):
    """Give a browser that was let in."""
    return Asking(tmp_path / "home").come_in()


def event_in(path):
    """The event in a workbook."""
    return read_event(FileHost(path).read())


# a new event


def test_an_event_is_made_in_the_language_that_is_chosen(page, monkeypatch):
    """By what the languages call themselves; the page stays in its own, which is chosen at first."""
    monkeypatch.setattr(languages, "languages", lambda: {"en": "English", "xx": "Ënglìsh"})
    monkeypatch.setattr(pages, "languages", languages.languages)
    found = {"en": languages.ENGLISH, "xx": MADE_UP}
    for module in (languages, new_form):
        monkeypatch.setattr(module, "catalogue_of", found.get)
    page.get()
    assert '<option value="en" selected>English</option>' in page.page
    assert '<option value="xx">Ënglìsh</option>' in page.page
    said = page.new(language="xx")
    assert "Spring Cup is ready" in said
    path = page.home / "Documents" / "Spring Cup.xlsx"
    assert {"Èvent", "Plàyers"} <= set(load_workbook(path).sheetnames)
    page.new(name="", language="xx")
    assert '<option value="xx" selected>Ënglìsh</option>' in page.page


def test_an_event_is_made_and_opened(page):
    """The workbook is where it was asked for, with its name and players; LibreOffice is started with it."""
    said = page.new()
    path = page.home / "Documents" / "Spring Cup.xlsx"
    assert page.files() == ["Desktop", "Documents", "Documents/Spring Cup.xlsx"]
    assert page.opened == [[OFFICE, str(path)]]
    event = event_in(path)
    assert event.title == "Spring Cup"
    assert event.ruleset.name == "nisei-swiss"
    assert [player.name for player in event.roster] == NAMES.splitlines()
    assert "Spring Cup is ready" in said
    assert "4 players. 3 rounds planned." in said
    assert "It is being opened" in said


def test_loading_the_answer_again_makes_nothing(page):
    """A form leads to a page of its own, which may be loaded again, gone back to, or restored."""
    answer = page.ask("POST", "/new", {
        "rules": "ruleset:hex", "name": "Cup", "players": "", "place": "desktop", "program": "lite",
    })  # fmt: skip
    before = page.files()
    assert (answer.status, answer.headers["Location"]) == (303, "/done?n=1")
    assert "Cup is ready" in page.get("/done?n=1")
    assert "Cup is ready" in page.get("/done?n=1")
    assert "Game and rules" in page.get("/done?n=2")
    assert (page.files(), page.opened) == (before, [])


def test_rules_that_cannot_be_paired_here_are_not_offered(monkeypatch):
    """Those of FIDE Dutch without its library."""
    monkeypatch.setattr(dutch, "is_installed", lambda: False)
    new_form._ready_made.cache_clear()
    offered = {value for group in rules_to_choose().values() for value in group}
    new_form._ready_made.cache_clear()
    assert "rules:chess-club" in offered
    assert "rules:chess-dutch" not in offered


def test_every_kind_of_rules_begins_an_event(page):
    """One of each group: a written ruleset, ready-made rules, and rules of one's own; all are offered."""
    groups = list(rules_to_choose().values())
    assert [len(group) for group in groups] == [7, 15, 1]
    for value in ("ruleset:trc", "rules:magic", "ruleset:own"):
        assert "is ready" in page.new(rules=value, name=value[-5:], players="")
    made = {path.stem: event_in(path) for path in (page.home / "Documents").iterdir()}
    rulesets = {name: event.ruleset.name for name, event in made.items()}
    assert rulesets == {"t trc": "trc", "magic": "own", "t own": "own"}
    assert made["magic"].ruleset.titles(made["magic"].options)[0] == "Magic: The Gathering"


def test_pasted_names_with_a_fault_are_told_by_line(page):
    """22 names with an accent, a duplicate and a blank line: a sentence beside the field, nothing made."""
    pasted = [*TWENTY_TWO[:5], "Zoë Ålund", "", *TWENTY_TWO[5:], "Ben", "zoe ålund"]
    said = page.new(players="\r\n".join(pasted))
    fault = "Line 23 repeats line 6 (zoe ålund)."
    assert fault in page.wrong("players")
    assert said.count(fault) == 2  # in the summary, too
    assert page.files() == ["Desktop", "Documents"]
    assert ">\nPlayer 1\r\nPlayer 2" in page.page  # nothing that was pasted is lost
    assert 'value="rules:magic" selected' not in page.page
    assert 'value="ruleset:nisei-swiss" selected' in page.page
    said = page.new(players="\r\n".join(pasted[:-1]))
    assert "21 players." in said
    names = [p.name for p in event_in(page.home / "Documents" / "Spring Cup.xlsx").roster]
    assert names == [name for name in pasted[:-1] if name]


def upload(page, file, content, **fields):
    """Send the form with a file, as a browser does."""
    filled = {
        "token": page.session.token, "rules": "ruleset:nisei-swiss", "name": "Cup", "players": "",
        "place": "documents", "program": "libreoffice", **fields,
    }  # fmt: skip
    parts = [f'name="{key}"\r\n\r\n{value}'.encode() for key, value in filled.items()]
    parts.append(
        f'name="file"; filename="{file}"\r\nContent-Type: text/csv\r\n\r\n'.encode() + content
    )
    body = b"".join(b"--x\r\nContent-Disposition: form-data; " + part + b"\r\n" for part in parts)
    kind = "multipart/form-data; boundary=x"
    return page._seen(page.ask("POST", "/new", body=body + b"--x--\r\n", content_type=kind))


def test_a_file_of_players_is_read_as_by_the_command(page):
    """Columns in any order, in the bytes that the file has; a fault names the file and its row."""
    text = "Club;Name\nWest;Zoë\n;Ben\n".encode("cp1252")
    assert "2 players." in upload(page, "my list.csv", text)
    event = event_in(page.home / "Documents" / "Cup.xlsx")
    assert [(p.name, p.details.get("Club")) for p in event.roster] == [
        ("Zoë", "West"),
        ("Ben", None),
    ]
    upload(page, "C:\\lists\\late.csv", b"Name\nAnn\nann\n", name="Other")
    assert page.wrong("players").startswith("Error: late.csv: Line 3 repeats line 2 (ann).")
    upload(page, "late.csv", b"Name\nAnn\n", players="Ben", name="Other")
    assert "given twice" in page.wrong("players")
    assert "Nothing was" in upload(
        page, "", b"", name="Cup"
    )  # no file was chosen; but the name is taken
    assert "already exists" in page.wrong("name")


@each(
    ("field", "changed", "told"),
    [
        ("rules", {"rules": ""}, "Choose the rules of the event."),
        ("rules", {"rules": "rules:../secret.toml"}, "Choose the rules"),
        ("name", {"name": " "}, "Type a name for the event"),
        ("name", {"name": "../.."}, "Type a name for the event"),
        ("name", {"name": "Cup \u202emslx"}, "an invisible letter (U+202E)"),
        ("name", {"name": "\u2067Cup"}, "an invisible letter (U+2067)"),
        ("place", {"place": "nowhere"}, "Choose a folder."),
        ("folder", {"place": "other"}, "Type a folder of this computer"),
        ("folder", {"place": "other", "folder": "Documents"}, "Type the whole path"),
        ("folder", {"place": "other", "folder": r"\\server\share"}, "Type the whole path"),
        ("folder", {"place": "other", "folder": "//server/share"}, "Type the whole path"),
        ("folder", {"place": "other", "folder": r"/\server\share"}, "Type the whole path"),
        ("folder", {"place": "documents", "folder": "/srv"}, "choose Another folder for it"),
        ("folder", {"place": "other", "folder": "/no such folder"}, "There is no folder /no such"),
        ("folder", {"place": "other", "folder": "/etc/passwd"}, "There is no folder /etc/passwd."),
        ("folder", {"place": "other", "folder": "/srv/\0"}, "Type the whole path"),
        ("program", {"program": "rm"}, "Choose the program"),
        ("players", {"players": "Name,Club\nAnn,West,East\n"}, "is beyond the last header"),
        ("players", {"players": "x" * 300}, "the maximum is 255"),
    ],
)  # fmt: skip
def test_bad_input_gets_a_sentence_beside_its_field(field, changed, told, tmp_path_factory):
    """Each with a link in the summary; nothing is made."""
    page = Asking(tmp_path_factory.mktemp("home") / "home").come_in()
    page.new(**changed)
    assert told in page.wrong(field)
    assert f'<a href="#{field}">' in page.page
    assert "<title>Error: New tournament</title>" in page.page
    assert page.files() == ["Desktop", "Documents"]


def test_everything_wrong_is_told_at_once(page):
    """Nobody has to send the form five times."""
    page.new(rules="", name="", players="Ann\nAnn", place="", program="")
    fields = ("rules", "name", "place", "program")
    assert [bool(page.wrong(field)) for field in fields] == [True] * 4
    page.new(name="", players="Ann\nAnn")
    assert [bool(page.wrong(field)) for field in ("name", "players")] == [True] * 2


def test_nothing_is_overwritten(page):
    """A file of that name stays, and the name is what is to be changed."""
    page.new()
    path = page.home / "Documents" / "Spring Cup.xlsx"
    before = path.read_bytes()
    page.new(players="Eve")
    assert "Spring Cup.xlsx already exists." in page.wrong("name")
    assert path.read_bytes() == before
    assert "is ready" in page.new(program="lite", place="desktop")


def test_a_folder_may_be_typed_and_is_offered_the_next_time(page):
    """With quotes around it, as Windows copies it."""
    folder = page.home / "Łódź & co"
    folder.mkdir()
    page.new(place="other", folder=f'"{folder}"')
    assert (folder / "Spring Cup.xlsx").is_file()
    page.get()
    assert 'value="last" checked' in page.page
    page.new(place="last", name="Second")
    assert (folder / "Second.xlsx").is_file()


@each(
    ("name", "made"),
    [
        ("Spring Cup", "Spring Cup.xlsx"), ("../../etc/x", "etc x.xlsx"), ("a/b\\c:d*e?f", "a b c d e f.xlsx"),
        ("CON", "_CON.xlsx"), ("aux.2", "_aux.2.xlsx"), ("x...", "x.xlsx"), (".hidden", "hidden.xlsx"),
        ("Cafe\u0301", "Café.xlsx"), ("...", ""), ("\0", ""), ("ł" * 200, "ł" * 60 + ".xlsx"),
        ("<script>", "script.xlsx"), ("\ud800x", "x.xlsx"), ("a\u202eb", "a b.xlsx"),
    ],
)  # fmt: skip
def test_the_file_is_named_as_any_system_allows(name, made):
    """Whatever an event is called, its file lies in the folder that was chosen."""
    assert file_name(name, ".xlsx") == made


def test_names_with_markup_are_text(page):
    """The name of an event is shown letter by letter."""
    name = '<script>alert("1")</script> $content [[x]]'
    assert f"{name} is ready" in page.new(name=name, players="<b>Ann</b>\n")
    assert name in page.get()
    assert "<script>alert" not in page.page


def test_an_error_of_ours_is_told_and_kept(page, monkeypatch, reported):
    """Nobody sees a traceback."""
    monkeypatch.setattr("xlplugin.doors.start.new_form.make", lambda *_: 1 / 0)
    assert "Unexpected error (ZeroDivisionError: division by zero)" in page.new()
    assert "Traceback" not in page.page
    assert "ZeroDivisionError" in reported.read_text()


# recent events


def test_recent_events_have_doctor_backups_and_exports(page):
    """Each as its command has it."""
    page.new()
    path, key = page.home / "Documents" / "Spring Cup.xlsx", page.key()
    page.post("/open", event=key)
    assert page.opened[1:] == [[OFFICE, str(path)]]
    said = page.get(f"/doctor?event={key}")
    assert "Spring Cup.xlsx can be read" in said
    assert "0 rounds checked: no problems, 0 differences." in said
    assert "There are no backups of Spring Cup.xlsx" in page.get(f"/restore?event={key}")
    assert "no round has been played" in page.post("/export", event=key, format="csv")
    assert "a web page of pairings" in page.get(f"/export?event={key}")
    said = page.post("/export", event=key, format="html")
    assert "Spring Cup web page.html written" in said
    assert (path.parent / "Spring Cup web page.html").is_file()
    assert "Choose a format." in page.post("/export", event=key, format="../x")


def test_a_backup_is_put_back(page):
    """The one that is chosen, of those that there are; the version from before becomes one."""
    page.new()
    path, key = page.home / "Documents" / "Spring Cup.xlsx", page.key()
    first = path.read_bytes()
    pair_round(FileHost(path))
    said = page.get(f"/restore?event={key}")
    assert "No backup" not in said
    name = next(iter((path.parent / "Spring Cup backups").iterdir())).name
    assert f'value="{name}"' in page.page
    assert "Choose a backup." in page.post("/restore", event=key, which="/etc/passwd")
    assert "The backup was put back" in page.post("/restore", event=key, which=name)
    assert path.read_bytes() == first
    assert len([*(path.parent / "Spring Cup backups").iterdir()]) == 2


def test_a_workbook_that_is_gone_is_told_and_can_be_taken_off(page):
    """The list never breaks; a backup can still be put back."""
    page.new()
    page.new(name="Kept")
    (page.home / "Documents" / "Spring Cup.xlsx").unlink()
    said = page.get()
    assert "Not found: it was moved" in said
    gone = page.key(1)
    for path in ("/doctor", "/restore", "/export"):
        assert page.get(f"{path}?event={gone}")
    assert "Open Spring Cup.xlsx yourself" in page.post("/open", event=gone)
    gone = page.key(0)
    page.post("/forget", event=gone)
    assert "Not found" not in page.get()
    assert "Kept" in page.get()


@each(
    "content",
    [b"", b"{", b"[1, null, [], {}]", b'{"file": 1}', b"\xff\xfe", b"[" * 100_000,
     b'[{"file": "relative.xlsx", "program": "", "name": ""}]',
     b'[{"file": "/bin/sh", "program": "", "name": ""}]',
     b'[{"file": 1, "program": "", "name": ""}]',
     b'[{"file": "/tmp/a.xlsx", "program": "__class__", "name": ""}]'],
)  # fmt: skip
def test_a_damaged_list_of_events_is_empty(content, tmp_path_factory):
    """Whatever is in the file, the page is there."""
    page = Asking(tmp_path_factory.mktemp("home") / "home").come_in()
    place = page.home / ".config" / "xlplugin" / "recent.json"
    place.parent.mkdir(parents=True)
    place.write_bytes(content)
    assert "Events that you make here" in page.get()


def test_the_list_has_the_newest_events(page):
    """A dozen of them, each once; the one opened last is first."""
    for number in range(14):
        remember(page.pages.machine, Event(page.home / f"{number}.xlsx", "excel", f"Cup {number}"))
    remember(page.pages.machine, Event(page.home / "5.xlsx", "excel", "Cup 5"))
    names = [event.name for event in recent(page.pages.machine)]
    assert names == [f"Cup {n}" for n in (5, 13, 12, 11, 10, 9, 8, 7, 6, 4, 3, 2)]


def test_a_list_that_cannot_be_written_keeps_nothing_from_being_made(page):
    """A file in place of the folder for settings, for example."""
    (page.home / ".config").write_text("")
    assert "is ready" in page.new()


def test_an_event_that_cannot_be_opened_is_told(page, monkeypatch):
    """The workbook is there all the same."""
    monkeypatch.setattr("xlplugin.doors.start.pages.opening", lambda *_: ["/no such program"])
    page.pages._launch = computer.launch
    assert "Open Spring Cup.xlsx yourself, in the folder" in page.new()


# the computer


def test_folders_of_each_system_are_found():
    """Those that Windows and desktops of Linux have moved, too; a folder that is gone is not offered."""
    windows = Fake(
        WINDOWS, registry={(computer.SHELL_FOLDERS, "Personal"): r"%USERPROFILE%\OneDrive\Docs"}
    )
    windows.folders |= {r"C:\Users\Ann\OneDrive\Docs", r"C:\Users\Ann\Desktop", r"D:\Cups"}
    assert computer.folders_of(windows.machine(), r"D:\Cups") == {
        "documents": r"C:\Users\Ann\OneDrive\Docs", "desktop": r"C:\Users\Ann\Desktop", "last": r"D:\Cups",
    }  # fmt: skip
    mac = Fake(MACOS)
    mac.folders |= {"/Users/ann/Documents"}
    assert computer.folders_of(mac.machine(), "/Volumes/gone") == {
        "documents": "/Users/ann/Documents"
    }


def test_folders_of_a_desktop_of_linux_have_names_of_their_own(page):
    """As ``user-dirs.dirs`` has them."""
    (page.home / "Dokumenty").mkdir()
    config = page.home / ".config" / "user-dirs.dirs"
    config.parent.mkdir()
    config.write_text('# made by xdg-user-dirs\nXDG_DOCUMENTS_DIR="$HOME/Dokumenty"\n')
    page.new()
    assert (page.home / "Dokumenty" / "Spring Cup.xlsx").is_file()


def test_the_program_that_opens_an_event_is_the_one_that_was_chosen():
    """Excel by its path on Windows, by its application on macOS; LibreOffice without a console."""
    file = Path("cup.xlsm")
    office = r"C:\Program Files\LibreOffice\program\soffice.com"
    windows = Fake(WINDOWS, registry={(APP_PATH, ""): EXCEL})
    windows.files |= {EXCEL: b"", office: b""}
    machine = windows.machine()
    assert computer.Programs.of(machine).likely == "excel"
    assert computer.opening(machine, file, "excel") == [EXCEL, "cup.xlsm"]
    assert computer.opening(machine, file, "libreoffice") == [
        office.replace(".com", ".exe"),
        "cup.xlsm",
    ]
    assert computer.opening(machine, file, "lite") == []  # as Windows chooses
    mac = Fake(MACOS)
    mac.folders |= {MAC_EXCEL}
    mac.files |= {"/Applications/LibreOffice.app/Contents/MacOS/soffice": b""}
    machine = mac.machine()
    assert computer.opening(machine, file, "excel") == [
        "/usr/bin/open",
        "-a",
        MAC_EXCEL,
        "cup.xlsm",
    ]
    app = "/Applications/LibreOffice.app"
    assert computer.opening(machine, file, "libreoffice") == [
        "/usr/bin/open",
        "-a",
        app,
        "cup.xlsm",
    ]
    assert computer.opening(machine, file, "") == ["/usr/bin/open", "cup.xlsm"]


def test_with_neither_program_the_add_in_is_explained(page, monkeypatch):
    """It is chosen, nothing is opened, and the steps are told."""
    nothing = computer.Programs(None, None)
    monkeypatch.setattr(computer.Programs, "of", lambda _machine: nothing)
    assert "not found on this computer" in page.get()
    assert 'value="lite" checked' in page.page
    assert "search xlwings Lite" in page.new(program="lite")
    assert page.opened == []


def test_only_workbooks_are_opened(tmp_path):
    """Whatever got onto the list."""
    script = tmp_path / "x.sh"
    script.write_text("touch started")
    for file in (script, tmp_path / "gone.xlsx"):
        with pytest.raises(OSError, match="No such file"):
            computer.launch(["/bin/sh"], file)


# the end


def test_it_ends_when_no_page_is_open(page):
    """At once after Close, soon after a page was left, late if nothing is heard; not while it is at work."""
    page.time += session.IDLE - 1
    page.session._looked = page.time
    assert not page.session.is_over()
    page.ask("POST", "/alive")
    assert page.ask("POST", "/left").status == 204
    for _ in range(3):
        page.time += session.LEFT / 3
        page.session._looked = page.time
    assert not page.session.is_over()
    page.time += 1
    assert page.session.is_over()
    page.get()  # another page was open
    assert not page.session.is_over()
    assert "You can close this tab" in page.post("/close")
    page.time += session.FAREWELL + 0.1
    page.ask("GET", "/start.css")
    page.ask("POST", "/left")  # the page before it, a little late
    assert page.session.is_over()
    with page.session._at_work():
        assert not page.session.is_over()


def test_a_computer_that_has_slept_gives_its_page_time(page):
    """The page asks again once its browser is awake, and is there still."""
    assert not page.session.is_over()
    page.time += 8 * 60 * 60
    assert not page.session.is_over()
    page.ask("POST", "/alive")
    assert not page.session.is_over()


def test_commands_run_without_a_console(page, monkeypatch):
    """``pythonw`` has neither input nor output."""
    for stream in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, stream, None)
    assert "is ready" in page.new()
    assert running.run(click.Command("asks", callback=lambda: click.echo(output.is_terminal()))) == (
        True, ["False"], {},
    )  # fmt: skip
    assert sys.stdin is None


def test_a_command_that_stops_is_told(tmp_path):
    """Wrong use, too; and what it printed is not lost."""
    said = running.run(export, str(tmp_path / "no.xlsx"))
    assert not said.is_done
    assert "no.xlsx" in said.lines[0]
    said = running.run(export, "--format", "x")
    assert (said.is_done, len(said.lines)) == (False, 1)


def test_a_computer_without_a_port_is_told(monkeypatch):
    """As where a program may not open any."""
    refusing = mock.Mock(side_effect=PermissionError(13, "Permission denied"))
    monkeypatch.setattr("xlplugin.doors.start.server.TCPServer.server_bind", refusing)
    done = CliRunner().invoke(main, ["start"])
    assert done.exit_code == 1
    assert done.stderr.startswith("No page can be served on this computer: Permission denied.")


def test_without_a_browser_the_address_is_told(monkeypatch):
    """To be copied into one."""
    monkeypatch.setattr("webbrowser.open", lambda _address: False)
    monkeypatch.setattr("xlplugin.doors.start.server.Server.serve", lambda _self: time.sleep(0.3))
    said = CliRunner().invoke(main, ["start"]).stdout
    assert re.search(
        r"No browser could be started. .*: http://127\.0\.0\.1:\d+/\?key=[\w-]{32}\n", said
    )


WITHOUT_A_CONSOLE = """
import sys
sys.stdin = sys.stdout = sys.stderr = None
from xlplugin.doors.cli import main
main(["start"])
"""


def test_the_program_opens_the_browser_and_ends_with_the_page(tmp_path):
    """From the Start menu to Close, in a Python without a console."""
    seen = tmp_path / "address"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}.new\nmv {seen}.new {seen}\n')
    browser.chmod(0o755)
    home = {"HOME": str(tmp_path), "BROWSER": f"{browser} %s", "PATH": "/usr/bin:/bin"}
    with subprocess.Popen([sys.executable, "-c", WITHOUT_A_CONSOLE], env=home) as process:
        until = time.monotonic() + 60
        while not seen.exists() and time.monotonic() < until and process.poll() is None:
            time.sleep(0.05)
        address = seen.read_text().strip()
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        opener.open(address, timeout=20).close()
        origin = address.partition("/?")[0]
        page = opener.open(f"{origin}/", timeout=20).read().decode()
        token = page.partition('name="token" value="')[2].partition('"')[0]
        request = urllib.request.Request(  # noqa: S310  (our own address)
            f"{origin}/close", f"token={token}".encode(), {"Origin": origin}
        )
        assert b"Closed" in opener.open(request, timeout=20).read()
        assert process.wait(20) == 0
