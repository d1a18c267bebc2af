"""The command and the button that show an event."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from click.testing import CliRunner
from showing import Phone, free_port, wait_for

from xlplugin.doors.cli import main
from xlplugin.ground.machine import Machine
from xlplugin.ground.problems import HostError
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.verbs import show as verb


def run(*arguments):
    """What a command says, and its exit status."""
    done = CliRunner().invoke(main, [str(each) for each in arguments])
    return done.exit_code, done.output


def test_a_missing_extra_is_one_sentence(workbook, monkeypatch):
    """With what to type."""
    monkeypatch.setattr("xlplugin.doors.show.command.NEEDED", ("starlette", "no_such_library"))
    status, said = run("show", workbook)
    assert status == 1
    assert "no_such_library must be installed: pip install starlette uvicorn ifaddr" in said


def test_a_workbook_with_mistakes_is_not_shown(workbook):
    """They are listed, as by every command."""
    workbook.write_bytes(b"PK")
    status, said = run("show", workbook)
    assert status == 1
    assert "event.xlsx" in said
    assert "Traceback" not in said


def test_publish_goes_alone(workbook, tmp_path):
    """The page in a folder has no port."""
    assert run("show", workbook, "--publish", tmp_path / "web", "--network")[0] == 2


def test_publish_writes_the_page_and_follows_the_workbook(workbook, tmp_path):
    """For any web space; nothing is served, and nobody else's file replaced."""
    page = tmp_path / "web" / "index.html"
    command = [sys.executable, "-P", "-m", "xlplugin", "show", workbook, "--publish", page.parent]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        wait_for(page.exists, 60)
        assert "EventSource" not in page.read_text(encoding="utf-8")
        before = page.stat().st_mtime_ns
        time.sleep(1.5)
        workbook.write_bytes(workbook.read_bytes())
        wait_for(lambda: page.stat().st_mtime_ns != before, 60)
    finally:
        process.terminate()
        process.communicate()
    page.write_text("mine", encoding="utf-8")
    status, said = run("show", workbook, "--publish", page.parent)
    assert status == 1
    assert "was not made by export" in said


def test_the_command_as_it_is_typed(workbook, tmp_path):
    """It tells its addresses, opens no browser for programs, serves, and a second one leads to the first."""
    port = free_port()
    environment = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    command = [sys.executable, "-P", "-m", "xlplugin", "show", workbook, "--json"]
    process = subprocess.Popen(
        [*command, "--port", str(port)], stdout=subprocess.PIPE, text=True, env=environment
    )
    try:
        told = ""
        while "}" not in told:
            told += process.stdout.readline()
        told = json.loads(told)
        assert told["address"] == ""
        desk, _, key = told["desk"].partition("#key=")
        assert desk == f"http://127.0.0.1:{port}/desk"
        phone = Phone(port)
        assert phone.post("/desk/state", {"key": key}).json["isOpen"] is False
        again = subprocess.run(
            command, capture_output=True, text=True, env=environment, timeout=60, check=True
        )
        assert json.loads(again.stdout)["desk"] == told["desk"]
        assert "is being shown already" in again.stderr
        phone.post("/desk/stop", {"key": key})
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.communicate()


class Open:
    """A program that has a saved workbook open."""

    is_remote = False

    def __init__(self, path):
        self.folder, self.name, self.path = path.parent, path.name, path

    def read(self):
        """The workbook."""
        return FileHost(self.path).read()


def test_the_button_starts_the_command(workbook):
    """In a process of its own, for the file as it was saved last; the message says so."""
    started = []
    result = verb.show(Open(workbook), start=lambda command: started.append(command) or "")
    ((*program, show, file),) = started
    assert program == [Machine.here().python, "-P", "-m", "xlplugin"]
    assert (show, file) == ("show", str(workbook))
    assert "as it was saved last" in result.message


def test_the_button_where_there_is_no_file(workbook, tmp_path):
    """In a browser, or before the first save."""
    host = Open(workbook)
    host.is_remote = True
    with pytest.raises(HostError, match="A browser serves no pages"):
        verb.show(host)
    for folder in (None, tmp_path / "nowhere"):
        host = Open(workbook)
        host.folder = folder
        with pytest.raises(HostError, match="never saved on this computer"):
            verb.show(host)


def test_the_button_tells_why_the_command_ended(workbook):
    """As it said itself."""
    with pytest.raises(HostError, match="Port 8765 cannot be used"):
        verb.show(Open(workbook), start=lambda _command: "Port 8765 cannot be used: it is taken.")


def test_the_program_that_serves_is_found(workbook):
    """This Python, or else xlplugin on the path; else the message has the commands."""
    computer = replace(Machine.here(), which={"xlplugin": "/opt/bin/xlplugin"}.get)
    assert verb.program(computer, workbook, ["starlette"]) == ["/opt/bin/xlplugin"]
    with pytest.raises(HostError, match=r"pip install starlette"):
        verb.program(replace(computer, which=lambda _name: None), workbook, ["starlette"])


def test_a_process_that_was_started_goes_on_or_says_why_not(tmp_path):
    """The first seconds tell."""
    assert (
        verb._start([sys.executable, "-c", "import sys; sys.exit('It is broken.')"])
        == "It is broken."
    )
    assert verb._start([sys.executable, "-c", ""]) == ""
    assert "could not be started" in verb._start([str(tmp_path / "nothing")])
    sign = tmp_path / "sign"
    code = f"import time, pathlib; time.sleep(3); pathlib.Path({str(sign)!r}).write_text('on')"
    assert verb._start([sys.executable, "-c", code]) == ""
    wait_for(sign.exists)


def test_the_command_line_does_not_import_what_serves():
    """A start of any command stays as quick as it was."""
    code = (
        "import sys\n"
        "from xlplugin.doors.cli import main\n"
        "main.get_command(None, 'show')\n"
        "print([name for name in ('uvicorn', 'starlette', 'asyncio', 'ifaddr', 'segno') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
