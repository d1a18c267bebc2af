"""Files of other kinds than the wanted one: each is named for what it is, with what to do."""

from __future__ import annotations

import json
import os
import zipfile
from io import BytesIO

import pytest
from click.testing import CliRunner

from xlplugin.doors.cli import main
from xlplugin.hosts.closed_file.kinds import COMPOUND_FILE, MOST_BYTES

from cases import each


def _archive(**parts):
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name.replace("__", "/"), content)
    return out.getvalue()


def _compound(*names):
    entries = b"".join(
        name.encode("utf-16-le").ljust(128, b"\0") for name in ("Root Entry", *names)
    )
    return COMPOUND_FILE + bytes(504) + entries


STRICT = '<workbook xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main"/>'
ODS = {"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<x/>"}
IN_EXCEL = "Open it in Excel and save it as .xlsx"
LIST = b"No,Name\n1,Ann\n"
RESULTS = b'{"players": [], "rounds": []}'
OTHERS = {
    "a password": (_compound("EncryptedPackage"), "is protected", "remove the password"),
    "old Excel": (_compound("Workbook"), "of an old Excel (.xls)", IN_EXCEL),
    "older Excel": (_compound("Book"), "of an old Excel (.xls)", IN_EXCEL),
    "old Word": (_compound("WordDocument"), "is not an Excel workbook", "Save it as .xlsx"),
    "Strict": (
        _archive(**{"xl__workbook.xml": STRICT}),
        "a Strict Open XML workbook",
        "save it as",
    ),
    "binary": (_archive(**{"xl__workbook.bin": "x"}), "a binary Excel workbook (.xlsb)", IN_EXCEL),
    "LibreOffice": (_archive(**ODS), "OpenDocument spreadsheet (.ods)", "Open it in LibreOffice"),
    "Numbers": (_archive(**{"Index__Document.iwa": "x"}), "Apple Numbers", "Open it in Numbers"),
    "Word": (_archive(**{"word__document.xml": "<x/>"}), "is not an Excel workbook", "as .xlsx"),
    "empty archive": (_archive(), "is not an Excel workbook", "Save it as .xlsx"),
    "XML": (b'<?xml version="1.0"?>\n<Workbook/>', "in a single XML file", IN_EXCEL),
    "flat": (b'<?xml version="1.0"?><office:document/>', "OpenDocument", "Open it in LibreOffice"),
    "web page": (b"<!DOCTYPE html><html>Please log in", "is a web page", "download the file again"),
    "results": (RESULTS, "a file of results (JSON)", "xlplugin import event.xlsx new.xlsx"),
    "list": (LIST, "a list in a text file", "new new.xlsx --ruleset NAME --players event.xlsx"),
    "list in UTF-16": (LIST.decode().encode("utf-16"), "a list in a text file", "--players"),
    "list without a mark": (
        LIST.decode().encode("utf-16-le"),
        "a list in a text file",
        "--players",
    ),
}
NAMED = {
    "event.xls": "of an old Excel (.xls)",
    "event.XLSB": "a binary Excel workbook (.xlsb)",
    "event.ods": "OpenDocument spreadsheet (.ods)",
    "event.numbers": "Apple Numbers",
    "event.gsheet": "only a link to a Google sheet",
    "event.csv": "a list in a text file",
    "event.json": "a file of results",
}
NO_TEXTS = {name: case for name, case in OTHERS.items() if not name.startswith("list")}


@pytest.mark.parametrize(("content", "said", "remedy"), OTHERS.values(), ids=OTHERS)
def test_another_kind_of_file_is_named_with_what_to_do(
    workbook_path, refused, content, said, remedy
):
    """By its content, though its name is that of a workbook; nobody is asked to report it."""
    workbook_path.write_bytes(content)
    message = refused("pair", workbook_path)
    assert message.startswith("event.xlsx is ")
    assert said in message
    assert remedy in message
    assert "report" not in message


@pytest.mark.parametrize(("name", "said"), NAMED.items(), ids=NAMED)
@pytest.mark.parametrize("content", [b"", bytes(1000)], ids=["empty", "unknown"])
def test_another_kind_of_file_is_known_by_its_name(tmp_path, refused, name, said, content):
    """Where its content says nothing."""
    path = tmp_path / name
    path.write_bytes(content)
    assert f"{name} is " in (message := refused("pair", path))
    assert said in message


@pytest.mark.parametrize("name", ["event.xls", "event.ods", "event.csv"])
def test_a_workbook_with_another_kind_s_name_is_to_be_renamed(workbook_path, refused, name):
    """Excel would refuse to open it."""
    path = workbook_path.rename(workbook_path.with_name(name))
    message = refused("pair", path)
    assert f"{name} is an Excel workbook (.xlsx). Its name says otherwise" in message


def test_the_backup_is_told_where_an_event_was(workbook_path, run):
    """Somebody has saved something else over it."""
    assert run("pair", workbook_path).exit_code == 0
    workbook_path.write_bytes(LIST)
    assert "put it back with xlplugin restore event.xlsx 1" in run("check", workbook_path).stderr


@pytest.mark.parametrize(("content", "said", "remedy"), NO_TEXTS.values(), ids=NO_TEXTS)
@pytest.mark.parametrize("name", ["roster.csv", "roster.xlsx"])
def test_a_roster_of_another_kind_is_named(tmp_path, refused, name, content, said, remedy):
    """With the same words as a workbook, before anything is made of it."""
    path = tmp_path / name
    path.write_bytes(content)
    message = refused("new", tmp_path / "e.xlsx", "--ruleset", "nisei-swiss", "--players", path)
    assert message.startswith(f"{name} is ")
    assert said in message
    assert remedy.replace("event.xlsx new.xlsx", f"{name} event.xlsx") in message


def test_a_roster_of_no_known_kind_is_refused(tmp_path, refused):
    """Letters of a picture are no names."""
    path = tmp_path / "roster.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    message = refused("new", tmp_path / "e.xlsx", "--ruleset", "nisei-swiss", "--players", path)
    assert message.startswith("roster.png is neither a workbook nor a text")


@pytest.mark.parametrize(("content", "name"), [("list", "roster.xlsx"), ("workbook", "roster.csv")])
def test_a_roster_is_read_whatever_its_name_says(workbook_path, tmp_path, run, content, name):
    """The content is clear."""
    path = tmp_path / name
    path.write_bytes(LIST if content == "list" else workbook_path.read_bytes())
    made = run("new", tmp_path / "e.xlsx", "--ruleset", "nisei-swiss", "--players", path, "--json")
    assert made.exit_code == 0, made.output
    assert json.loads(made.stdout)["players"] == (1 if content == "list" else 7)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("list", "is not a table of results: it has no column Round, Player 1, Player 2."),
        ("workbook", "is not a table of results: it has no column Round"),
        ("web", "a web page"),
    ],
)
def test_what_is_imported_is_a_file_of_results(workbook_path, tmp_path, refused, content, said):
    """The message says what an event is made of."""
    path = tmp_path / "results.csv"
    contents = {"list": LIST, "workbook": workbook_path.read_bytes(), "web": b"<html>"}
    path.write_bytes(contents[content])
    message = refused("import", path, tmp_path / "e.xlsx", "--ruleset", "nisei-swiss")
    assert said in message
    assert "--players results.csv" in message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders here")
@each(
    "command",
    [
        "pair PIPE", "check PIPE", "export PIPE", "new e.xlsx --ruleset trc --players PIPE",
        "players EVENT PIPE", "import PIPE e.xlsx", "check --from PIPE", "season PIPE EVENT -o s.xlsx",
        "season EVENT --aliases PIPE -o s.xlsx", "plan --ruleset trc --players 8 --past PIPE",
    ],
)  # fmt: skip
def test_a_pipe_is_not_waited_for(tmp_path, workbook_path, run, command):
    """Nobody may ever write into it: it is refused before it is opened, whatever it is given as."""
    pipe = tmp_path / f"pipe{'.json' if 'past' in command else '.xlsx'}"
    if not pipe.exists():
        os.mkfifo(pipe)
    places = {
        "PIPE": pipe,
        "EVENT": workbook_path,
        "e.xlsx": tmp_path / "e.xlsx",
        "s.xlsx": tmp_path / "s.xlsx",
    }
    done = run(*(places.get(word, word) for word in command.split()))
    assert done.exit_code == 1
    assert f"{pipe.name} is not a file, but a " in done.stderr


@pytest.mark.parametrize("what", ["workbook", "roster", "results"])
def test_a_file_that_is_far_too_large_is_not_read(tmp_path, run, what):
    """Not even as far as to know what it is."""
    path = tmp_path / "large.xlsx"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    new = tmp_path / "e.xlsx"
    arguments = {
        "workbook": ["pair", path],
        "roster": ["new", new, "--ruleset", "nisei-swiss", "--players", path],
        "results": ["import", path, new],
    }
    result = run(*arguments[what])
    assert result.exit_code == 1
    assert "large.xlsx is larger than 100 MB" in result.stderr
    assert not new.exists()


@pytest.mark.parametrize("content", ["workbook", "part of a workbook", "results"])
def test_what_is_piped_in_is_a_text(workbook_path, content):
    """Letters of a packed file are no names."""
    whole = workbook_path.read_bytes()
    piped = {"workbook": whole, "part of a workbook": whole[:3000], "results": RESULTS}[content]
    done = CliRunner().invoke(main, ["players", str(workbook_path), "-"], input=piped)
    assert done.exit_code == 1
    assert done.stderr.startswith("the text piped in is ")
    assert "Give the name of the file." in done.stderr
    assert workbook_path.read_bytes() == whole
