"""Results typed at the desk: what keys stand for, what is shown before it counts, and when it is written."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from reporting import WON, Phones
from showing import make_event as make_reported

from xlplugin.doors.cli import main
from xlplugin.doors.enter.desk import Desk, WrongEntry
from xlplugin.ground.languages import catalogue_of, speaking
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.verbs.enter_results import Entry, enter_results
from xlplugin.verbs.pair import pair_round
from xlplugin.workbook.reading.reader import read_event

import values_only

SAMPLES = sorted((Path(__file__).parents[2] / "samples").glob("*.xlsx"))


def _desk(host):
    event = read_event(host.read())
    return Desk(event, event.tabs[-1])


@pytest.fixture
def desk(in_memory):
    """The desk of four tables, round 1 paired; Player 7 with the bye."""
    event = in_memory(9)
    pair_round(event.host)
    return _desk(event.host)


def _keys(cells):
    return " ".join(str(value).replace(" ", "") for value in cells.values() if value != "")


@pytest.mark.slow
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_a_result_typed_from_left_to_right_is_what_its_columns_have(sample):
    """Every result of every stage of every sample event, Special among them."""
    event = read_event(FileHost(sample).read())
    for tab in event.tabs:
        desk = Desk(event, tab)
        for match in desk.matches:
            typed = event.typed_of(tab, match)
            left = {name: value for name, value in typed.items() if value != "Not recorded"}
            assert dict(desk.entry(match, _keys(left)).cells) == {
                name: "" if value == "Not recorded" else value for name, value in typed.items()
            }


@pytest.mark.parametrize(
    ("typed", "cells"),
    [
        ("wl", {"P1 Corp": "W", "P1 Runner": "L"}),
        (" W  d ", {"P1 Corp": "W", "P1 Runner": "D"}),
        ("id", {"Special": "ID"}),
        ("n1", {"Special": "No-show 1"}),
        ("no-show 2", {"Special": "No-show 2"}),
        ("NN", {"Special": "Double no-show"}),
    ],
)
def test_one_or_two_keys_are_a_result(desk, typed, cells):
    """In capitals or not, together or apart."""
    entry = desk.entry(desk.match_at("1"), typed)
    assert {name: value for name, value in entry.cells.items() if value != ""} == cells


@pytest.mark.parametrize(
    ("typed", "cells"),
    [
        ("su", {"P1 Corp": "W", "P1 Runner": "D"}),
        ("nn", {"P1 Corp": "L", "P1 Runner": "L"}),
        ("n1", {"Special": "No-show 1"}),
        ("Beide fehlen", {"Special": "Double no-show"}),
    ],
)
def test_the_keys_are_the_letters_of_the_language(desk, typed, cells):
    """In German a loss is an N, so that two of them are no double no-show."""
    with speaking(catalogue_of("de")):
        entry = desk.entry(desk.match_at("1"), typed)
        assert "Beide fehlen" in desk.keys(desk.match_at("1"))
    assert {name: value for name, value in entry.cells.items() if value != ""} == cells


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("w", "Type P1 Corp W/L/D, P1 Runner W/L/D."),
        ("wx", "P1 Runner: 'x' is none of W/L/D."),
        ("wlw", "Type P1 Corp W/L/D, P1 Runner W/L/D."),
        ("w l d w", "Type P1 Corp W/L/D, P1 Runner W/L/D."),
        ("bye", "Type P1 Corp W/L/D, P1 Runner W/L/D."),
        (
            "w w id",
            "P1 Corp: the result contradicts itself; an intentional draw is one win and one loss each: clear the letters.",
        ),
    ],
)
def test_what_is_no_result_gets_a_sentence(desk, typed, why):
    """It says what may be typed."""
    with pytest.raises(WrongEntry) as wrong:
        desk.entry(desk.match_at("1"), typed)
    assert str(wrong.value) == why


@pytest.mark.parametrize("typed", ["2", "02", "R1T2", " r1 t2 "])
def test_a_table_is_typed_or_scanned(desk, typed):
    """A slip names its round too."""
    assert desk.match_at(typed).table == 2


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("9", "Round 1 has no table '9'."),
        ("x", "Round 1 has no table 'x'."),
        ("R2T2", "This slip is of another round (R2T2); results are typed for Round 1."),
        ("C1T2", "This slip is of another round (C1T2); results are typed for Round 1."),
        ("5", "Round 1 has no table '5'."),
    ],
)
def test_a_table_that_is_not_there_is_told(desk, typed, why):
    """So is a bye, and a slip of another round."""
    with pytest.raises(WrongEntry) as wrong:
        desk.match_at(typed)
    assert str(wrong.value) == why


def test_two_digits_are_two_scores_only_where_no_score_has_two_digits(in_memory):
    """Games won in a match of three are; endurance left is not."""
    for ruleset, typed, expected in (
        ("own", "21", {"Games 1": 2, "Games 2": 1}),
        ("hex", "12", None),
    ):
        settings = {"Result": "Games"} if ruleset == "own" else {}
        event = in_memory(4, ruleset, **settings)
        pair_round(event.host)
        desk = _desk(event.host)
        match = desk.matches[0]
        if expected is None:
            with pytest.raises(WrongEntry, match="Type HQ 1 0-"):
                desk.entry(match, typed)
        else:
            cells = desk.entry(match, typed).cells
            assert {name: value for name, value in cells.items() if value != ""} == expected


def test_an_entry_is_shown_with_both_names_and_its_points(desk):
    """And what is at the table already, if it takes its place."""
    match = desk.match_at("1")
    shown = desk.shown(desk.entry(match, "wl"))
    assert shown == "Table 1: {} 3 : 3 {}   (P1 Corp W, P1 Runner L)".format(
        *(desk.event.name(no) for no in match.players)
    )


def test_nothing_goes_to_a_match_that_has_changed_meanwhile(in_memory):
    """Somebody has typed it, or the round is paired anew: it is left."""
    event = in_memory(8)
    pair_round(event.host)
    desk = _desk(event.host)
    entries = [Entry(m, desk.entry(m, "ww").cells) for m in desk.matches]
    event.type("Round 1", 2, P1_Corp="L", P1_Runner="L")
    assert enter_results(event.host, "Round 1", entries) == [2, 3, 4]
    others = [replace(each, match=replace(each.match, player2=99)) for each in entries]
    assert enter_results(event.host, "Round 1", others) == []
    assert enter_results(event.host, "Round 2", entries) == []
    assert _desk(event.host).tab.matches[0].result == ("L", "L")


# the dialogue


def _typed(event, *lines, json_too=False):
    words = ["enter", str(event.path), *(["--json"] if json_too else [])]
    return CliRunner().invoke(
        main,
        words,
        obj=values_only.ValuesHost,
        input="\n".join([*lines, ""]),
        catch_exceptions=False,
    )


def _results(event):
    return [(row["P1 Corp"], row["P1 Runner"], row["Special"]) for row in event.rows("Round 1")]


def test_a_round_typed_at_the_desk_is_in_the_workbook(make_event):
    """What was not confirmed is not; the log says which tables, and the next step what is missing."""
    event = make_event(rounds=1, finished=False)
    done = _typed(event, "1", "wl", "", "R1T2", "id", "", "3", "ww", "n", "")
    assert done.exit_code == 0, done.output
    assert _results(event)[:3] == [("W", "L", None), (None, None, "ID"), (None, None, None)]
    assert ("Enter", "Round 1: tables 1, 2") in [
        (row["Action"], row["Details"]) for row in event.rows("Log")
    ]
    assert "Next: Round 1: 2 results missing (tables 3, 4)" in done.stdout


def test_a_wrong_result_is_asked_for_again(make_event):
    """The table need not be typed once more; a blank line goes back to the tables."""
    event = make_event(rounds=1, finished=False)
    done = _typed(event, "1", "xyz", "wl", "", "2 q", "", "3", "ww", "", "")
    assert done.exit_code == 0, done.output
    assert _results(event)[:3] == [("W", "L", None), (None, None, None), ("W", "W", None)]


def test_where_players_report_the_next_step_counts_what_they_have_reported(tmp_path):
    """As after every other command; before the first report it names the tables that are open."""
    path = make_reported(tmp_path / "event.xlsx", 6)

    def told(typed):
        return CliRunner().invoke(main, ["enter", str(path)], input=typed, catch_exceptions=False)

    assert "Round 1: 2 results missing (tables 2, 3)" in told("1\nwl\n\n\n").stdout
    phones = Phones(lambda: FileHost(path).read(), path.parent)
    phones.report(phones.event.tabs[-1].by_table[1].player1, WON)
    assert "Next: Round 1: 1 of 3 results in; type them" in told("\n").stdout


def test_the_last_result_is_written_at_once(make_event):
    """Nobody has to say that it was the last one; a mistake is typed again."""
    event = make_event(rounds=1, finished=False)
    lines = [line for table in "1234" for line in (f"{table} ww", "")]
    done = _typed(event, *lines, "1 ll", "", json_too=True)
    assert json.loads(done.stdout) == {"round": "Round 1", "written": [1, 2, 3, 4, 1], "left": []}
    assert "in place of 6 : 0" in done.stderr
    assert _results(event)[0] == ("L", "L", None)


def test_what_cannot_be_written_is_kept_until_it_can(make_event, monkeypatch):
    """Somebody has opened the workbook meanwhile; given up at last, it is told, to be typed again."""
    event = make_event(rounds=1, finished=False)
    lock = event.path.with_name("~$event.xlsx")
    asked = values_only.ValuesHost.require_closed
    times = iter([False, True, False])

    def require_closed(host):
        if next(times):
            lock.write_bytes(b"TO")
        try:
            asked(host)
        finally:
            lock.unlink(missing_ok=True)

    monkeypatch.setattr(values_only.ValuesHost, "require_closed", require_closed)
    done = _typed(event, "1 wl", "", "", "")
    assert "event.xlsx is open" in done.stderr
    assert "1 result written." in done.stderr
    assert _results(event)[0] == ("W", "L", None)
    times = iter([False, True])
    done = _typed(event, "2 wl", "", "", "n", json_too=True)
    assert done.exit_code == 1
    assert json.loads(done.stdout)["left"] == [2]
    assert "Not written: Table 2:" in done.stderr
    assert _results(event)[1] == (None, None, None)
