"""Changing the newest round by hand with commands: done, checked, reported and logged."""

from __future__ import annotations

import pytest


@pytest.fixture
def event(make_event):
    """Seven players, one round played, the second paired: somebody has a bye."""
    event = make_event(players=7, rounds=1)
    event.done("pair")
    return event


def tables(event, tab="Round 2"):
    """Who sits where, by table."""
    return {row["Table"]: (row["No 1"], row["No 2"]) for row in event.rows(tab)}


@pytest.mark.on_files
def test_two_players_change_places(event):
    """Each sits where the other sat, everybody else as before; log and notes say how it was and how it is."""
    before = tables(event)
    row, other = event.rows("Round 2")[:2]
    (first, one), (second, two) = [(t, pair[0]) for t, pair in sorted(before.items())][:2]
    said = event.done("swap", row["Player 1"], other["Player 1"]).stdout
    after = tables(event)
    assert after[first] == (two, before[first][1])
    assert after[second] == (one, before[second][1])
    assert {t: p for t, p in after.items() if t > second} == {
        t: p for t, p in before.items() if t > second
    }
    assert f"Round 2: table {first}, " in said
    assert "(it was table " in said
    line = event.rows("Log")[-1]
    assert line["Action"] == "Swap"
    old = f"table {first}, {row['Player 1']} - {row['Player 2']}"
    new = f"table {first}, {other['Player 1']} - {row['Player 2']}"
    assert f"{old} -> {new}" in line["Details"]
    notes = [note for note in event.rows("Pairing notes") if note["Rule"] == "By hand"]
    assert notes[0]["Why"] == f"Changed by the organizer; it was {old}."


def test_the_bye_goes_over_and_opponents_turn_their_match_round(event):
    """Swapped with whoever has the bye, and with each other."""
    (bye,) = [row for row in event.rows("Round 2") if row["No 2"] is None]
    one, two = tables(event)[1]
    event.done("swap", one, two)
    assert tables(event)[1] == (two, one)
    event.done("swap", bye["No 1"], one)
    assert tables(event)[bye["Table"]] == (one, None)
    assert tables(event)[1] == (two, bye["No 1"])


def test_a_rematch_by_hand_is_done_and_said(event):
    """What breaks a rule stands, since the organizer decides, but not without a word."""
    met = next(row for row in event.rows("Round 1") if row["No 2"])
    there = tables(event)
    table = next(t for t, pair in there.items() if met["No 1"] in pair and None not in pair)
    opponent = next(no for no in there[table] if no != met["No 1"])
    result = event.done("swap", opponent, met["No 2"])
    assert "Note: Round 2: " in result.stderr
    assert "have met" in result.stderr or "met before" in result.stderr
    assert {*tables(event)[table]} == {met["No 1"], met["No 2"]}


def test_a_match_moves_to_a_free_table_or_changes_with_the_one_there(event):
    """Results and all, while players with a result are not swapped before it is cleared."""
    before = tables(event)
    event.done("move", before[1][0], 2)
    after = tables(event)
    assert (after[1], after[2]) == (before[2], before[1])
    row = event.row_of("Round 2", "Table", 1)
    event.type("Round 2", row, **{"P1 Corp": "W", "P1 Runner": "W"})
    told = f"Round 2!H{row}: table 1 has a result; clear it first"
    assert told in event.refused("swap", after[1][0], after[2][0])
    event.done("move", after[1][0], 50)
    assert tables(event)[50] == after[1]
    assert 1 not in tables(event)
    assert event.rows("Round 2")[row - 2]["P1 Corp"] == "W"


@pytest.mark.on_files
def test_a_late_arrival_meets_the_bye(event):
    """A name typed on Players is numbered and paired with whoever has the bye."""
    event.type("Players", 9, Name="Late Larch")
    (bye,) = [row for row in event.rows("Round 2") if row["No 2"] is None]
    event.done("late", "late larch")
    assert tables(event)[bye["Table"]] == (bye["No 1"], 8)
    row = next(row for row in event.rows("Round 2") if row["No 2"] == 8)
    assert (row["Player 2"], row["Special"]) == ("Late Larch", None)


@pytest.mark.parametrize(
    ("command", "arguments", "why"),
    [
        ("swap", ("Nobody", 1), "There is no player 'Nobody'"),
        ("swap", (1, 1), "are the same player"),
        ("move", (1, 1), "is already at table 1"),
        ("late", (1,), "is already in Round 2"),
        ("late", ("Nobody",), "There is no player 'Nobody'"),
    ],
)
def test_what_makes_no_sense_is_refused(event, command, arguments, why):
    """Nothing is written, and the message says what is wrong."""
    if why == "is already at table 1":
        arguments = (tables(event)[1][0], 1)
    assert why in event.refused(command, *arguments)


def test_what_cannot_be_changed_by_hand_is_refused(make_event, at_state):
    """Nobody has a bye, no round has been paired, the bracket decides; and nothing goes if not all of it can go."""
    event = make_event(players=8, rounds=1, finished=False)
    event.type("Players", 10, Name="Late")
    event.refuses("late Late", "Nobody has a bye in Round 1", "pair this round again")
    event.refuses("undo --rounds 2", "only 1 round to undo")
    make_event(rounds=0).refuses("swap 1 2", "No round has been paired yet")
    at_state("cut 1").refuses("swap 1 2", "follows the bracket")


def test_several_rounds_are_undone_at_once(make_event):
    """Newest first, with one backup; the event stands where it stood before them."""
    event = make_event(rounds=2)
    backups = len(event.backups())
    said = event.done("undo", "--rounds", 2).stdout
    assert "Round 2, Round 1 are gone" in said
    assert len(event.backups()) == backups + 1
    assert not any(name.startswith("Round") for name in event.read().sheetnames)
    assert said.endswith("Next: Pair round 1 (xlplugin pair event.xlsx)\n")


def fix(event, no, table):
    """Give a player a fixed table."""
    event.type("Players", event.row_of("Players", "No", no), **{"Fixed table": table})


def two_tables(event):
    """The first two tables with their players."""
    return sorted((table, pair) for table, pair in tables(event).items() if None not in pair)[:2]


@pytest.mark.parametrize("side", [0, 1])
def test_who_has_a_fixed_table_stays_there_when_swapped(event, side):
    """The new opponent comes to that table, and the other match goes to the other one."""
    (first, one), (second, two) = two_tables(event)
    fix(event, one[0], first)
    names = (one[0], two[0])
    event.done("swap", names[side], names[1 - side])
    after = tables(event)
    assert {*after[first]} == {one[0], two[1]}
    assert {*after[second]} == {two[0], one[1]}


def test_a_swap_brings_a_match_to_the_fixed_table_with_results_or_not(event):
    """A third match, at the table that is needed, only changes its table, and keeps its result."""
    (first, one), (second, two) = two_tables(event)
    third, three = next((t, p) for t, p in sorted(tables(event).items()) if t > second)
    row = event.row_of("Round 2", "Table", third)
    if None not in three:
        event.type("Round 2", row, **{"P1 Corp": "W", "P1 Runner": "W"})
    fix(event, two[0], third)
    event.done("swap", one[0], two[0])
    after = tables(event)
    assert {*after[third]} == {two[0], one[1]}
    assert after[first] == three
    assert {*after[second]} == {one[0], two[1]}


def test_who_does_not_sit_at_the_fixed_table_is_told(event):
    """The organizer decides; and of two with the same one, one cannot sit there."""
    (first, one), (_, two) = two_tables(event)
    fix(event, one[0], first)
    result = event.done("move", one[0], 40)
    assert tables(event)[40] == one
    assert f"has Fixed table {first} on Players, but sits at 40." in result.stderr
    event.done("move", one[0], first)
    fix(event, one[0], None)
    for no in (one[1], two[0]):
        fix(event, no, first)
    result = event.done("swap", one[0], two[1])
    name = {row["No"]: row["Name"] for row in event.rows("Players")}[two[0]]
    assert f"{name} has Fixed table {first} on Players, but sits at " in result.stderr


def test_a_late_arrival_brings_the_opponent_to_the_fixed_table(event):
    """Whoever sits there goes to the table of the bye."""
    (bye,) = [row for row in event.rows("Round 2") if row["No 2"] is None]
    (first, one), _ = two_tables(event)
    event.type("Players", 9, **{"Name": "Late Larch", "Fixed table": first})
    event.done("late", "Late Larch")
    after = tables(event)
    assert {*after[first]} == {bye["No 1"], 8}
    assert after[bye["Table"]] == one
