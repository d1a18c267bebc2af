"""The tab Cross table: who met whom, what came of it, and the points so far."""

from __future__ import annotations

from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.workbook.book import SetCells
from xlplugin.workbook.drawings.cross_table import CROSS_TABLE
from xlplugin.workbook.reading.reader import read_event


def test_a_row_for_each_player_in_the_order_of_the_standings(make_event):
    """The sums end in the points, and each meeting is there from both sides."""
    event = make_event(9, 3)
    told = event.json("standings", "--cross-table")
    rows = event.rows(CROSS_TABLE)
    assert [(r["No"], r["Points"]) for r in rows] == [
        (s["no"], s["points"]) for s in told["standings"]
    ]
    assert [row["Place"] for row in rows] == list(range(1, 10))
    for number in (1, 2, 3):
        for row in rows:
            text = row[f"Round {number}"]
            if text == "bye":
                continue
            place, result = text.split(": ")
            back = rows[int(place) - 1][f"Round {number}"].split(": ")
            assert back[0] == str(row["Place"])
            assert back[1].split("\u2013") == result.split("\u2013")[::-1]
    assert all(row["Sum 3"] == row["Points"] for row in rows)


def test_programs_get_it_too(make_event):
    """By numbers, exact."""
    event = make_event(9, 2)
    told = event.json("standings", "--cross-table")
    points = {s["no"]: s["points"] for s in told["standings"]}
    for line in told["cross_table"]:
        assert line["rounds"][-1]["total"] == points[line["no"]]
        assert {"no", "side", "points", "against", "total"} == line["rounds"][0].keys()
    assert "cross_table" not in event.json("standings")


def test_the_tab_is_made_anew_where_it_stands(make_event):
    """With a column more after the next round; the organizer may move it."""
    event = make_event(8, 1)
    said = event.done("standings", "--cross-table").output
    assert "tabs Standings 1 and Cross table." in said
    with event.opened() as workbook:
        workbook.move_sheet(CROSS_TABLE, -workbook.sheetnames.index(CROSS_TABLE))
    event.round()
    event.done("standings", "--cross-table")
    assert event.read().sheetnames.index(CROSS_TABLE) == 0
    assert "Sum 2" in event.rows(CROSS_TABLE)[0]


def test_once_there_it_follows_the_standings(make_event):
    """No finished event has a cross table of round 1."""
    event = make_event(8, 1)
    event.done("standings", "--cross-table")
    event.round()
    event.done("standings")
    assert "Sum 2" in event.rows(CROSS_TABLE)[0]


def test_a_tab_of_one_s_own_stays(make_event):
    """Nothing is written then."""
    event = make_event(8, 1)
    with event.opened() as workbook:
        workbook.create_sheet(CROSS_TABLE).append(["mine"])
    message = event.refused("standings", "--cross-table")
    assert "Cross table: a tab of this name exists" in message


def test_who_missed_a_round_has_a_gap(make_event):
    """A late entry has met nobody in round 1."""
    event = make_event(8, 1)
    row = len(event.rows("Players")) + 2
    event.type("Players", row, Name="Late Larch")
    event.round()
    event.done("standings", "--cross-table")
    late = next(r for r in event.rows(CROSS_TABLE) if r["Player"] == "Late Larch")
    assert (late["Round 1"], late["Sum 1"]) == (None, None)
    assert late["Round 2"]


def test_sides_are_told_where_they_are_fixed(new_host):
    """C for the Corp, R for the Runner."""
    host = new_host("nisei-single-sided", [f"P {n}" for n in range(12)])
    pair_round(host)
    tab = read_event(host.read()).rounds[0].table
    cells = {(row.number, tab.places["Result"]): "Corp" for row in tab.rows()}
    host.write([SetCells("Round 1", cells)])
    write_standings(host, crossed=True)
    rows = host.read().sheets[CROSS_TABLE].rows[1:]
    assert sorted(row[3].split(": ")[0][-1] for row in rows) == [*"CCCCCCRRRRRR"]
    assert all(("C: 3\u20130" in row[3]) == (row[4] == 3) for row in rows)


def test_a_round_robin_is_square(new_host):
    """A column for each player, its own cell crossed out, blank where two have not met."""
    host = new_host("trc", [f"P {n}" for n in range(5)], Rounds="5")
    pair_round(host)
    tab = read_event(host.read()).rounds[0].table
    won = {"G1 P1": 10, "G1 P2": 2, "G2 P1": 10, "G2 P2": 2}
    cells = {
        (row.number, tab.places[header]): value
        for row in tab.rows()
        if row.raw("No 2") is not None and row.raw("No 1") is not None
        for header, value in won.items()
    }
    host.write([SetCells("Round 1", cells)])
    write_standings(host, crossed=True)
    rows = host.read().sheets[CROSS_TABLE].rows
    assert rows[0] == ["Place", "No", "Player", "1", "2", "3", "4", "5", "Points"]
    square = [row[3:-1] for row in rows[1:]]
    for i, row in enumerate(square):
        assert row[i] == "\u00d7"
        assert all((value is None) == (square[j][i] is None) for j, value in enumerate(row))
    assert sum(value is not None for row in square for value in row) == 5 + 4
