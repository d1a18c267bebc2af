"""Files that are not workbooks, or are built to do harm: a message, and nothing is written."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import zipfile
from contextlib import suppress
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook

from xlplugin.doors.cli import main
from xlplugin.ground.limits import MEGABYTE, MOST_UNPACKED, MOST_XML
from xlplugin.ground.problems import HostError
from xlplugin.hosts.closed_file import host as file_host
from xlplugin.hosts.closed_file.lock_files import refuse_if_open
from xlplugin.parts import verifying
from xlplugin.verbs import pair

LAUGHS = """<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY lol "lol">{entities}]>
""".format(
    entities="".join(
        f'<!ENTITY lol{n} "{f"&lol{n - 1 if n > 1 else str()};" * 10}">' for n in range(1, 10)
    )
).encode()
OUTSIDE = b'<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY lol9 SYSTEM "file:///etc/passwd">]>\n'


def _repacked(data, changed, *, added=None):
    """The archive with some parts changed by functions, and others added."""
    out = BytesIO()
    with (
        zipfile.ZipFile(BytesIO(data)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for part in old.infolist():
            content = old.read(part)
            new.writestr(part.filename, changed.get(part.filename, lambda c: c)(content))
        for name, content in (added or {}).items():
            new.writestr(name, content)
    return out.getvalue()


def _with_entity(prologue):
    def changed(content):
        body = content[content.index(b"?>") + 2 :] if content.startswith(b"<?xml") else content
        start = body.index(b">") + 1
        return prologue + body[:start] + b"<extra>&lol9;</extra>" + body[start:]

    return changed


def _with_strings(data, content):
    """A table of shared strings, as Excel writes one."""
    declared = (
        b'<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-'
        b'officedocument.spreadsheetml.sharedStrings+xml"/></Types>'
    )
    types = {"[Content_Types].xml": lambda c: c.replace(b"</Types>", declared)}
    return _repacked(data, types, added={"xl/sharedStrings.xml": content})


def _flipped(data, at):
    """Some bytes turned over in the middle of a part's packed content."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        part = archive.getinfo("xl/worksheets/sheet1.xml")
    start = part.header_offset + 30 + len(part.filename) + int(part.compress_size * at)
    return data[:start] + bytes(b ^ 0xFF for b in data[start : start + 8]) + data[start + 8 :]


def _swollen(data, name, size):
    """A part that is said to be so large, after the others."""
    data = _repacked(data, {}, added={} if name in _names(data) else {name: b""})
    at = data.rindex(name.encode()) - 46  # its entry in the archive's directory
    assert data[at : at + 4] == b"PK\x01\x02"
    return data[: at + 24] + (size + 1).to_bytes(4, "little") + data[at + 28 :]


def _names(data):
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return archive.namelist()


def _flagged(data, flag):
    """A flag set in every entry of the archive's directory and in the parts' own headers."""
    content = bytearray(data)
    for signature, offset in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        at = content.find(signature)
        while at >= 0:
            content[at + offset] |= flag
            at = content.find(signature, at + 4)
    return bytes(content)


DAMAGED = {
    "empty": lambda data: b"",
    "cut in half": lambda data: data[: len(data) // 2],
    "cut after 100 bytes": lambda data: data[:100],
    "last 10 bytes missing": lambda data: data[:-10],
    "first 10 bytes missing": lambda data: data[10:],
    "picture": lambda data: b"\x89PNG\r\n\x1a\n" + bytes(200),
    "zeros": lambda data: bytes(len(data)),
    "bytes flipped at the start of a part": lambda data: _flipped(data, 0.02),
    "bytes flipped in the middle of a part": lambda data: _flipped(data, 0.5),
    "parts marked as encrypted": lambda data: _flagged(data, 1),
    "workbook part is no XML": lambda data: _repacked(
        data, {"xl/workbook.xml": lambda c: b"not XML"}
    ),
    "sheet cut off": lambda data: _repacked(
        data, {"xl/worksheets/sheet1.xml": lambda c: c[: len(c) // 2]}
    ),
    "styles cut off": lambda data: _repacked(data, {"xl/styles.xml": lambda c: c[: len(c) // 2]}),
    "strings cut off": lambda data: _with_strings(data, b"<sst><si>"),
    "relations of nothing": lambda data: _repacked(
        data, {"xl/_rels/workbook.xml.rels": lambda c: b"<Relationships/>"}
    ),
}
HARMFUL = {
    "huge picture": lambda data: _swollen(data, "xl/media/a.bin", MOST_UNPACKED),
    "huge sheet": lambda data: _swollen(data, "xl/worksheets/sheet1.xml", MOST_XML),
    "6000 parts": lambda data: _repacked(
        data, {}, added={f"xl/media/{n}.bin": b"" for n in range(6000)}
    ),
}
HARMLESS = {
    "a picture of one colour": lambda data: _repacked(
        data, {}, added={"xl/media/a.bmp": b"\xff" * (2 * MEGABYTE)}
    ),
    "a part padded with spaces": lambda data: _repacked(
        data, {"xl/worksheets/sheet1.xml": lambda c: c + b" " * (2 * MEGABYTE)}
    ),
}
PARTS = ("xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/styles.xml", "[Content_Types].xml")


@pytest.mark.parametrize("make", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_refused(workbook_path, refused, make):
    """A file that is no whole workbook is refused by name, with the way to a backup."""
    workbook_path.write_bytes(make(workbook_path.read_bytes()))
    message = refused("pair", workbook_path)
    assert message.startswith("event.xlsx is ")
    assert "backup" in message


@pytest.mark.parametrize("make", HARMFUL.values(), ids=HARMFUL)
def test_a_zip_bomb_is_not_unpacked(workbook_path, refused, make):
    """An archive that would unpack to far more than an event is refused unopened."""
    workbook_path.write_bytes(make(workbook_path.read_bytes()))
    assert "event.xlsx unpacks to far more than a tournament" in refused("pair", workbook_path)


@pytest.mark.parametrize("make", HARMLESS.values(), ids=HARMLESS)
def test_what_is_packed_very_small_is_opened_again_and_again(workbook_path, run, make):
    """Neither a white picture nor spaces are refused, before or after they are written."""
    workbook_path.write_bytes(make(workbook_path.read_bytes()))
    assert [run(command, workbook_path).exit_code for command in ("pair", "undo", "pair")] == [
        0
    ] * 3


def test_nothing_is_written_that_would_not_be_opened(workbook_path, refused, monkeypatch):
    """A workbook at the limit is refused before, not after it has grown."""
    with zipfile.ZipFile(workbook_path) as archive:
        size = sum(part.file_size for part in archive.infolist())
    monkeypatch.setattr("xlplugin.hosts.closed_file.opening.MOST_UNPACKED", size)
    assert "event.xlsx unpacks to far more" in refused("pair", workbook_path)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("prologue", [LAUGHS, OUTSIDE], ids=["billion laughs", "outside file"])
def test_an_entity_bomb_is_not_expanded(workbook_path, refused, part, prologue):
    """A part that declares entities, to explode or to read other files, is refused."""
    data = _repacked(workbook_path.read_bytes(), {part: _with_entity(prologue)})
    workbook_path.write_bytes(data)
    message = refused("pair", workbook_path)
    assert message.startswith("event.xlsx is damaged")
    assert f"the problem is in {part}" in message


@pytest.mark.parametrize("prologue", [LAUGHS, OUTSIDE], ids=["billion laughs", "outside file"])
def test_an_entity_bomb_in_the_strings_is_not_expanded(workbook_path, refused, prologue):
    """The table of strings that Excel writes is read as carefully as the sheets."""
    strings = prologue + b"<sst><si><t>&lol9;</t></si></sst>"
    workbook_path.write_bytes(_with_strings(workbook_path.read_bytes(), strings))
    message = refused("pair", workbook_path)
    assert "event.xlsx is damaged" in message
    assert "the problem is in xl/sharedStrings.xml" in message


@pytest.mark.parametrize("command", ["standings", "undo", "check"])
def test_every_command_refuses_a_bad_file(workbook_path, refused, command):
    """Whatever the command, a bad file is told as such."""
    workbook_path.write_bytes(DAMAGED["sheet cut off"](workbook_path.read_bytes()))
    assert refused(command, workbook_path).startswith("event.xlsx ")


@pytest.mark.parametrize(
    "make",
    [*DAMAGED.values(), *HARMFUL.values()],
    ids=[*DAMAGED, *HARMFUL],
)
def test_a_bad_roster_workbook_makes_no_event(workbook_path, refused, tmp_path, make):
    """A roster given as a workbook is looked at as carefully as an event, or read as a roster."""
    workbook_path.write_bytes(make(workbook_path.read_bytes()))
    made = tmp_path / "new.xlsx"
    message = refused("new", made, "--ruleset", "nisei-swiss", "--players", workbook_path)
    assert "event.xlsx" in message


EVERY_VERB = {
    "enter": [],
    "restore": ["1"],
    "pair": [],
    "standings": [],
    "undo": [],
    "players": ["more.csv"],
    "swap": ["1", "2"],
    "move": ["1", "9"],
    "late": ["1"],
    "again": ["1"],
    "publish": [],
    "take": [],
    "codes": [],
    "clock": ["--start"],
    "cut": [],
    "tiebreaker": [],
    "penalties": [],
    "lists": [],
    "print": ["names"],
    "statistics": [],
    "matchups": [],
    "plan": ["--rounds", "3", "--cut", "0", "--events", "10", "--processes", "1"],
}
"""What each command that writes is given."""


@pytest.mark.parametrize(
    "command",
    [
        name
        for name in main.commands
        if name
        not in {
            "new",
            "import",
            "season",
            "check",
            "export",
            "safe",
            "rules",
            "rulesets",
            "demo",
            "doctor",
            "setup",
            "libreoffice",
            "show",
            "start",
        }
    ],
)
def test_every_command_that_writes_looks_first_if_the_file_is_open(
    workbook_path, refused, monkeypatch, command
):
    """What is typed there may not be saved, so that nothing is said of what seems to be missing."""
    monkeypatch.chdir(workbook_path.parent)
    workbook_path.with_name("more.csv").write_text("Name\nIda\n", encoding="utf-8")
    workbook = load_workbook(workbook_path)
    workbook["Round 1"]["F2"] = None
    workbook.save(workbook_path)
    workbook_path.with_name(".~lock.event.xlsx#").write_bytes(b"")
    message = refused(command, workbook_path, *EVERY_VERB[command])
    assert message.startswith(
        "event.xlsx is open in LibreOffice: anything typed there and not saved"
    )
    assert "the result is missing" not in message


def test_commands_that_only_read_do_so_while_the_file_is_open(workbook_path, run, tmp_path):
    """A page that follows the workbook does so while it is open."""
    workbook_path.with_name("~$event.xlsx").write_bytes(b"TO")
    assert run("check", workbook_path).exit_code == 0
    assert run("clock", workbook_path).exit_code == 0
    page = tmp_path / "page.html"
    assert run("export", workbook_path, "--format", "html", "-o", page).exit_code == 0


LIBREOFFICE = "Ann\\, judge,ann,laptop-2,22.11.2026 14:05,file:///home/ann/.config/libreoffice/4;"
EXCEL = (
    b"\x08Ann J\xfcdg" + b" " * 46 + b"\x08\x00" + "Ann Jüdg".encode("utf-16-le") + b" \x00" * 46
)


@pytest.mark.parametrize(
    ("lock", "content", "who"),
    [
        (
            ".~lock.event.xlsx#",
            LIBREOFFICE.encode(),
            "LibreOffice (Ann, judge, on laptop-2, since 22.11.2026 14:05):",
        ),
        (
            ".~lock.event.xlsx#",
            b",ann,laptop-2,22.11.2026 14:05,file:///;",
            "LibreOffice (ann, on laptop-2, since 22.11.2026 14:05):",
        ),
        (".~lock.event.xlsx#", b",,,\x1b[31m,;", "LibreOffice (since [31m):"),
        (".~lock.event.xlsx#", b"\xff\xfe", "LibreOffice:"),
        ("~$event.xlsx", EXCEL, "Excel (Ann Jüdg):"),
        ("~$event.xlsx", b"", "Excel:"),
        ("~$event.xlsx", bytes(165), "Excel:"),
    ],
)
def test_who_has_the_file_open_is_said_if_the_lock_says_so(
    workbook_path, refused, lock, content, who
):
    """Who is asked to close it, on which computer; and what to do after a crash."""
    workbook_path.with_name(lock).write_bytes(content)
    message = refused("pair", workbook_path)
    assert f"event.xlsx is open in {who}" in message
    assert lock in message
    assert f"open it in {who.split()[0].strip(':')} once more and close it, or delete" in message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders here")
@pytest.mark.parametrize("lock", ["~$event.xlsx", ".~lock.event.xlsx#"])
def test_a_lock_that_has_no_end_is_not_read(workbook_path, monkeypatch, lock):
    """A pipe, or a link to a device, is there, and nothing is to be expected from it."""
    os.mkfifo(workbook_path.with_name(lock))
    monkeypatch.setattr(Path, "read_bytes", lambda path: pytest.fail(f"{path} is read to its end"))
    with pytest.raises(HostError, match=r"event\.xlsx is open in"):
        refuse_if_open(workbook_path)


@pytest.mark.parametrize("length", [248, 300])
@pytest.mark.parametrize("command", ["pair", "check", "export"])
def test_a_name_too_long_for_a_file_is_told(tmp_path, refused, command, length):
    """Neither it nor its lock file can be there."""
    assert "Nothing was written" in refused(command, tmp_path / f"{'n' * (length - 5)}.xlsx")


def test_another_file_s_lock_does_not_matter(workbook_path, run):
    """Another workbook of the folder may be open."""
    workbook_path.with_name("~$other.xlsx").write_bytes(b"TO")
    assert run("pair", workbook_path).exit_code == 0


def test_a_file_opened_while_running_is_left_alone(workbook_path, run, monkeypatch):
    """A lock file that appears between reading and writing stops the write."""
    lock = workbook_path.with_name("~$event.xlsx")
    before = workbook_path.read_bytes()
    _meanwhile(monkeypatch, lambda: lock.write_bytes(b"TO"))
    result = run("pair", workbook_path)
    assert (result.exit_code, workbook_path.read_bytes()) == (1, before)
    assert "event.xlsx is open in Excel" in result.stderr


@pytest.mark.parametrize("step", ["pairing", "reading back"])
@pytest.mark.parametrize("gone", [False, True], ids=["changed", "deleted"])
def test_a_file_changed_while_running_is_left_alone(
    workbook_path, run, files, monkeypatch, *, step, gone
):
    """What somebody else has saved since the file was read is never overwritten."""
    workbook = load_workbook(workbook_path)
    workbook["Round 1"]["F2"] = "L"
    saved = BytesIO()
    workbook.save(saved)

    def change():
        if gone:
            workbook_path.unlink()
        else:
            workbook_path.write_bytes(saved.getvalue())

    _meanwhile(monkeypatch, change, step)
    result = run("pair", workbook_path)
    assert result.exit_code == 1
    assert "event.xlsx was changed while this ran, so nothing was written" in result.stderr
    assert files(workbook_path.parent) == ({} if gone else {"event.xlsx": saved.getvalue()})


def test_a_new_file_never_replaces_one_that_appeared(tmp_path, run, files, monkeypatch):
    """A file that appears while ``new`` runs is left alone."""
    path = tmp_path / "new.xlsx"
    _meanwhile(monkeypatch, lambda: path.write_bytes(b"somebody else's"), "reading back")
    result = run("new", path, "--ruleset", "nisei-swiss")
    assert result.exit_code == 1
    assert "new.xlsx already exists" in result.stderr
    assert files(tmp_path) == {"new.xlsx": b"somebody else's"}


def test_what_does_not_read_back_is_not_kept(workbook_path, refused, monkeypatch):
    """A new version that reads back differently is thrown away, and the old one stays."""
    monkeypatch.setattr(verifying, "has_same_values", lambda one, two: False)
    assert "did not read back the same" in refused("pair", workbook_path)


@pytest.mark.parametrize(
    "typed",
    [datetime(2026, 3, 3, tzinfo=UTC).replace(tzinfo=None), "3-3"],
    ids=["a date", "text like a score"],
)
def test_a_date_where_a_letter_belongs_is_told(workbook_path, refused, workbook_of, typed):
    """A spreadsheet makes a date of 3-3; it is refused by its cell, as is the text itself."""
    opened = workbook_of(workbook_path)
    opened.workbook["Round 1"]["F2"] = typed
    opened.save()
    assert "Round 1!F2: " in refused("pair", workbook_path)


def test_a_stray_cell_at_the_end_of_a_sheet_is_survived(workbook_path, workbook_of):
    """A space typed into the last cell there is takes a second, not all of the memory."""
    if sys.platform == "win32":
        pytest.skip("needs a limit on processor time, which Windows does not have")
    opened = workbook_of(workbook_path)
    opened.workbook["Players"]["XFD1048576"] = "stray"
    opened.save()
    limited = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_CPU, (15, 15)); "
        "from xlplugin.doors.cli import main; main(sys.argv[1:])"
    )
    done = subprocess.run(
        [sys.executable, "-c", limited, "check", workbook_path],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0 or "Players!XFD1048576" in done.stderr


@pytest.mark.parametrize("is_damaged", [False, True])
def test_garbage_is_looked_for_again_after_parsing(workbook_path, is_damaged):
    """Whether the workbook could be read or not."""
    data = workbook_path.read_bytes()
    if is_damaged:
        workbook_path.write_bytes(data[:-1000])
    with suppress(HostError):
        file_host.FileHost(workbook_path).read()
    assert gc.isenabled()


def _meanwhile(monkeypatch, act, step="pairing"):
    """Let something happen to the files in the middle of a run."""
    module, name = {
        "pairing": (pair, "pair"),
        "reading back": (file_host, "verify_written"),
    }[step]
    original = getattr(module, name)

    def during(*arguments):
        act()
        return original(*arguments)

    monkeypatch.setattr(module, name, during)
