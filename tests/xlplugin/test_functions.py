"""Worksheet functions: what they show, and what they say if they cannot."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine import RULESETS
from xlplugin import functions
from xlplugin.workbook.layouts import event_tab

PAGES = Path(__file__).parents[2] / "docs"


def held(event, *tabs):
    """What ranges over the tabs hold, as xlwings hands it over: every number with decimals."""
    workbook = event.read()
    return [
        [
            [float(v) if isinstance(v, int) else v for v in row]
            for row in workbook[tab].iter_rows(values_only=True)
        ]
        for tab in tabs
    ]


@pytest.fixture
def event(make_event):
    """Eight players after two rounds, with the results of both."""
    return make_event(rounds=2)


def test_standings_are_those_of_the_tab(event):
    """The function shows what the command writes into the standings tab."""
    event.done("standings")
    shown = functions.standings(*held(event, "Event", "Players", "Round 1", "Round 2"))
    table = [dict(zip(shown[0], row, strict=True)) for row in shown[1:]]
    tab = event.rows("Standings 2")
    for header in ("Rank", "No", "Player", "Points", "SoS", "xSoS"):
        assert [row[header] for row in table] == [row[header] for row in tab]


def test_a_round_without_all_results_does_not_count_yet(event):
    """While results are being typed, the standings are those of the round before."""
    event.type("Round 2", 2, **{"P1 Corp": None, "P1 Runner": None})
    shown = functions.standings(*held(event, "Event", "Players", "Round 1", "Round 2"))
    played = shown[0].index("Played")
    assert {row[played] for row in shown[1:]} == {1}


@pytest.mark.parametrize("player", [1.0, 1, "Ann", " ann "])
def test_a_record_names_every_round(event, player):
    """A player is named by number or name; each round has its table, opponent and points."""
    shown = functions.player_record(player, *held(event, "Event", "Players", "Round 1", "Round 2"))
    assert shown[0] == ["Round", "Table", "Opponent", "Points", "Opponent's points"]
    expected = []
    for number in (1, 2):
        (row,) = [r for r in event.rows(f"Round {number}") if 1 in (r["No 1"], r["No 2"])]
        opponent = row["Player 2"] if row["No 1"] == 1 else row["Player 1"]
        expected.append([number, row["Table"], opponent])
    assert [row[:3] for row in shown[1:]] == expected
    event.done("standings")
    (standing,) = [row for row in event.rows("Standings 2") if row["No"] == 1]
    assert sum(row[3] for row in shown[1:]) == standing["Points"]


def test_a_match_without_a_result_has_no_points(event):
    """The table and the opponent of a match are shown before it is played."""
    event.type("Round 2", 2, **{"P1 Corp": None, "P1 Runner": None})
    no = next(iter(event.rows("Round 2")))["No 1"]
    shown = functions.player_record(no, *held(event, "Event", "Players", "Round 1", "Round 2"))
    assert shown[2][3:] == ["", ""]


def test_what_is_wrong_is_said_in_the_cell(event):
    """A cell to mend is named where the function stands, a line each."""
    event.type("Round 1", 2, **{"P1 Corp": "X"})
    tabs = held(event, "Event", "Players", "Round 1", "Round 2")
    (told,) = functions.standings(*tabs)[0]
    assert told.startswith("Round 1!F2: ")
    assert functions.player_record(1, *tabs)[0][0].startswith("Round 1!F2: ")


def test_an_unknown_player_is_told(event):
    """A name that nobody has is said, not guessed."""
    tabs = held(event, "Event", "Players", "Round 1", "Round 2")
    assert "no player 'Nobody'" in functions.player_record("Nobody", *tabs)[0][0]


@pytest.mark.parametrize("page", ["excel.md", "tested-on.md"])
def test_the_example_takes_in_the_whole_tab_event(page):
    """What is settled stands in its last rows."""
    (last,) = re.findall(r"Event!A1:B(\d+)", (PAGES / page).read_text(encoding="utf-8"))
    groups = map(event_tab.event_groups, RULESETS.values())
    assert 1 + max(len(event_tab.event_rows(each)) for each in groups) <= int(last)
