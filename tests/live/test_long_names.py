"""Names too long for a line go on in the next one: the same in a file and in Excel."""

from __future__ import annotations

from xlplugin.verbs import change_pairing
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.workbook.layout import LINES

LONG = "Maximilian-Konstantin von der Heidenau"
ONE_LINE, TWO_LINES = 18, 30


def _rename(twins, row):
    twins.type("Players", row, Name=LONG)


def _play(twins):
    for row, match in twins.matches("Round 1").items():
        if not match["Special"]:
            twins.type("Round 1", row, **{"P1 Corp": "W", "P1 Runner": "W"})


def _heights(tab):
    """The heights of the rows that have the long name, and those of the others."""
    found = {True: set(), False: set()}
    for row in tab.iter_rows(min_row=2):
        height = tab.row_dimensions[row[0].row].height or ONE_LINE
        found[LONG in [cell.value for cell in row]].add(height)
    return found[True], found[False]


def test_a_long_name_has_two_lines(new_twins, platform):
    """On the round and on the standings; its row is high enough, all others are as they were."""
    twins = new_twins(platform=platform)
    _rename(twins, 3)
    twins.click(pair_round)
    _play(twins)
    twins.click(write_standings)
    for name in ("Round 1", "Standings 1"):
        for book in (twins.closed, twins.live):
            long, others = _heights(book[name])
            assert min(long) >= TWO_LINES, name
            assert others == {ONE_LINE}
    assert not twins.differences()


def test_rows_follow_when_a_long_name_is_somewhere_else(new_twins, platform):
    """Standings that are refreshed, players who are swapped: high where it is, low where it was."""
    twins = new_twins(platform=platform)
    _rename(twins, 3)
    twins.click(pair_round)
    matches = twins.matches("Round 1")
    here = next(m for m in matches.values() if LONG in (m["Player 1"], m["Player 2"]))
    other = next(m for m in matches.values() if m is not here and m["No 2"])
    no = here["No 1"] if here["Player 1"] == LONG else here["No 2"]
    twins.click(change_pairing.swap, str(no), str(other["No 1"]))
    long, others = _heights(twins.live["Round 1"])
    assert min(long) >= TWO_LINES
    assert others == {ONE_LINE}
    _play(twins)
    twins.click(write_standings)
    row = next(row for row, m in twins.matches("Round 1").items() if LONG in m.values())
    cells = twins.matches("Round 1")[row]
    turned = {h: {"W": "L", "L": "W"}.get(cells[h], cells[h]) for h in ("P1 Corp", "P1 Runner")}
    twins.type("Round 1", row, **turned)
    twins.click(write_standings)
    long, others = _heights(twins.live["Standings 1"])
    assert min(long) >= TWO_LINES
    assert others == {ONE_LINE}
    assert not twins.differences()


def test_a_name_is_not_shrunk(new_twins):
    """Rounds, notes and standings wrap it; what a click asks for does not grow with short names."""
    twins = new_twins()
    asked = twins.click(pair_round)
    assert not [action for action in asked if action["func"] == "setRowHeight"]
    for tab, header in (("Round 1", "Player 1"), ("Pairing notes", "Player 1")):
        sheet = twins.closed[tab]
        cell = next(c for c in sheet[1] if c.value == header)
        below = sheet.cell(2, cell.column)
        assert below.style == LINES.name
        assert below.alignment.wrap_text
        assert not below.alignment.shrink_to_fit
