"""Whatever the next command is, entries typed before it are in the log."""

from __future__ import annotations

import pytest
from reporting import Phones

from xlplugin.doors.cli import main
from xlplugin.reports.record import Kind

ASKS = {"enter"}  # test_enter.py
WRITES_NOTHING = {
    "check", "export", "rules", "rulesets", "doctor", "setup", "libreoffice", "plan", "show", "start",
}  # fmt: skip
MAKES_ITS_OWN = {"restore", "new", "import", "demo", "season"}


def unfinished(make):
    """Nine players, the second round without results."""
    return make(players=9, rounds=2, finished=False)


def finished(make):
    """Eight players, one round with its results."""
    return make(rounds=1)


def asked_to_publish(make):
    """A round that is looked over first."""
    event = finished(make)
    event.type("Event", event.row_of("Event", "Setting", "Publish rounds"), Value="When told")
    event.done("pair")
    return event


def with_a_roster(make):
    """A name in a file beside the workbook."""
    event = finished(make)
    event.path.with_name("late.csv").write_text("Name\nJon\n", encoding="utf-8")
    return event


def with_a_tiebreaker(make):
    """Players who are level on both sides of the line of the cut."""
    event = finished(make)
    event.type("Event", event.row_of("Event", "Setting", "Rounds"), Value=1)
    for row in range(2, 6):
        event.type("Round 1", row, **{"P1 Corp": "W", "P1 Runner": "L"})
    return event


def with_a_penalty(make):
    """Somebody was slow."""
    event = finished(make)
    event.done("penalties")
    event.type("Penalties", 2, No=1, Infraction="Slow play")
    return event


def with_identities(make):
    """Everybody has typed what they play."""
    event = finished(make)
    for row in range(2, 10):
        event.type("Players", row, Corp="Alpha: One", Runner="Zed")
    return event


def one_round(make):
    """The Swiss rounds are over."""
    event = finished(make)
    event.type("Event", event.row_of("Event", "Setting", "Rounds"), Value=1)
    return event


def with_a_report(make):
    """Somebody wants to drop out."""
    event = finished(make)
    Phones.of_file(event.path).keep(Kind.DROP, no=8)
    return event


STARTS = {
    "pair": (finished, []),
    "standings": (finished, []),
    "safe": (finished, ["--tab", "--top", "4"]),
    "players": (with_a_roster, ["late.csv"]),
    "swap": (unfinished, ["1", "2"]),
    "move": (unfinished, ["1", "40"]),
    "late": (unfinished, ["Ida Larch"]),
    "again": (unfinished, ["1", "2", "3"]),
    "publish": (asked_to_publish, []),
    "take": (with_a_report, []),
    "codes": (finished, []),
    "clock": (unfinished, ["--start"]),
    "cut": (one_round, ["--top", "4"]),
    "tiebreaker": (with_a_tiebreaker, ["--top", "4"]),
    "penalties": (with_a_penalty, []),
    "lists": (finished, []),
    "print": (finished, ["names"]),
    "statistics": (finished, []),
    "matchups": (with_identities, []),
    "undo": (unfinished, []),
}
"""What each command that writes is run on, and with what; a new command belongs here."""


@pytest.mark.parametrize(
    "command", [name for name in main.commands if name not in WRITES_NOTHING | MAKES_ITS_OWN | ASKS]
)
def test_every_command_that_writes_logs_what_was_typed(make_event, monkeypatch, command):
    """A setting, a new name, a name typed over and two players exchanged are in the log after it."""
    start, arguments = STARTS[command]
    event = start(make_event)
    monkeypatch.chdir(event.path.parent)
    new = max(row["No"] for row in event.rows("Players")) + 1
    event.type("Event", event.row_of("Event", "Setting", "Tables"), Value="1-60")
    event.type("Players", new + 1, Name="Ida Larch")
    event.type("Players", 8, Name="Zora Zinn")
    first, second = event.rows("Round 1")[:2]
    for row, other in ((2, second), (3, first)):
        event.type("Round 1", row, **{"No 2": other["No 2"], "Player 2": other["Player 2"]})
    event.done(command, *arguments)
    log = [(row["Action"], row["Details"]) for row in event.rows("Log")]
    assert ("Setting", "Tables: 1-60") in log
    assert ("Name", "No 7: Zora Zinn (was Gus)") in log
    assert ("Number", f"Ida Larch ({new})") in log
    assert [details for action, details in log if action == "By hand"]
    assert event.row_of("Players", "No", new) == new + 1
    done = event.rows("Log")
    event.done("standings")
    again = [row["Action"] for row in event.rows("Log")[len(done) :]]
    assert not {"Setting", "Name", "Number", "By hand"} & set(again)


@pytest.mark.parametrize(
    "command",
    sorted(
        WRITES_NOTHING
        - {"rules", "rulesets", "doctor", "setup", "libreoffice", "plan", "start", "show"}
    ),
)
def test_the_other_commands_leave_the_workbook_alone(make_event, command):
    """So that there is nothing in which they could log anything."""
    event = make_event(rounds=1)
    before = event.path.read_bytes()
    options = {
        "export": ["-o", event.path.with_name("out.csv"), "--format", "csv"],
        "safe": ["--top", "4"],
    }
    event.done(command, *options.get(command, []))
    assert event.path.read_bytes() == before
