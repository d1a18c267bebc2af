"""Pools in a workbook: letters on Players, standings that show each pool's table, the cut, the page."""

from __future__ import annotations

import pytest

from xlplugin.verbs.frame import read_clean

from as_exported import differences
from values_only import ValuesHost

PLAYERS = [f"Player {n}" for n in range(1, 11)]
SETTINGS = (
    "--set", "Pools=2", "--set", "Pairing method=Round robin", "--set", "Cut by players=4",
    "--set", "Elimination=Single with fixed bracket",
)  # fmt: skip


@pytest.fixture
def pooled(new_event):
    """Ten players in two pools, of whom two are typed into one; nothing is paired."""
    rows = [f"{name},{'B' if name in ('Player 1', 'Player 2') else ''}" for name in PLAYERS]
    return new_event(rows, *SETTINGS, header="Name,Pool", ruleset="own")


def play(event, number):
    """Player 1 wins each match of a round."""
    tab = f"Round {number}"
    with event.opened() as workbook:
        sheet = workbook[tab]
        places = {cell.value: cell.column for cell in sheet[1]}
        for row in range(2, sheet.max_row + 1):
            if (
                sheet.cell(row, places["Table"]).value
                and not sheet.cell(row, places["Special"]).value
            ):
                sheet.cell(row, places["Winner"]).value = 1


def pools(event):
    """The pool of each player as it stands on Players."""
    return {row["Name"]: row["Pool"] for row in event.rows("Players") if row["Name"]}


def test_an_event_of_pools_is_played_to_the_champion(pooled):
    """Typed letters stay, the others are dealt and written; the two of a pool are in different halves."""
    pooled.done("pair")
    dealt = pools(pooled)
    assert sorted(dealt.values()) == ["A"] * 5 + ["B"] * 5
    assert dealt["Player 1"] == dealt["Player 2"] == "B"
    play(pooled, 1)
    for number in range(2, 6):
        pooled.done("pair")
        play(pooled, number)
    pooled.done("standings")
    rows = pooled.rows("Standings 5")
    assert [row["In pool"] for row in rows] == [n for n in range(1, 6) for _ in range(2)]
    assert {row["Player"]: row["Pool"] for row in rows} == dealt
    for name in "AB":
        points = [row["Points"] for row in rows if row["Pool"] == name]
        assert points == sorted(points, reverse=True)
    pooled.done("pair")
    games = pooled.rows("Cut 1")
    assert all(dealt[game["Player 1"]] != dealt[game["Player 2"]] for game in games)
    assert pooled.done("check")
    notes = [row for row in pooled.rows("Pairing notes") if row["Rule"] == "Rules: Pools"]
    assert any("is seed 4" in row["Why"] for row in notes)
    assert differences(read_clean(ValuesHost(pooled.path).read())) == []


def test_pools_stay_when_players_come_and_go(pooled):
    """Somebody drops, somebody comes late: nobody else changes pools, and the published page checks."""
    pooled.done("pair")
    before = pools(pooled)
    play(pooled, 1)
    pooled.type("Players", pooled.row_of("Players", "Name", "Player 3"), Status="Dropped")
    pooled.type("Players", len(PLAYERS) + 2, Name="Late")
    pooled.done("pair")
    after = pools(pooled)
    assert after.pop("Late") in ("A", "B")
    assert after == before
    play(pooled, 2)
    pooled.done("check")
    page = pooled.path.with_suffix(".html")
    pooled.done("export", "--format", "html", "-o", page)


def test_what_is_no_pool_is_refused_by_its_cell(pooled):
    """The letter beyond the last pool, in whatever case."""
    row = pooled.row_of("Players", "Name", "Player 4")
    pooled.type("Players", row, Pool="c")
    told = pooled.refused("pair")
    assert f"{row}: Player 4: there is no pool 'C': the last one is B" in told
    pooled.type("Players", row, Pool="b")
    pooled.done("pair")


def test_too_few_players_are_refused_at_the_setting(pooled):
    """Each pool needs two: the pools that have fewer are named."""
    row = pooled.row_of("Rules", "Setting", "Pools")
    pooled.type("Rules", row, Value="8")
    told = pooled.refused("pair")
    assert f"Rules!B{row}: Too few players in pool A, C, D, E, F, G" in told


def test_a_player_moved_to_another_pool_is_told(pooled):
    """The check names a meeting across pools, and the next round is paired all the same."""
    pooled.done("pair")
    play(pooled, 1)
    pooled.type("Players", pooled.row_of("Players", "Name", "Player 1"), Pool="A")
    assert "meet in round 1, but are in different pools" in pooled.refused("check")
    pooled.done("pair")
