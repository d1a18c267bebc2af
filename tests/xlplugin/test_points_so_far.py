"""The points so far beside the names on a round tab: right after every click, and in nobody's way."""

from __future__ import annotations

import pytest

from engine import RULESETS, rank
from xlplugin.exports.tabs import tabs_of
from xlplugin.verbs import change_pairing, print_tabs
from xlplugin.verbs.check import check
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.workbook.book import SetCells, print_area
from xlplugin.workbook.layouts.round_tabs import SO_FAR, round_layout
from xlplugin.workbook.layouts.standings_tabs import WON_DRAWN_LOST
from xlplugin.workbook.reading.reader import read_event

NAMES = [f"Player {letter}" for letter in "ABCDEFG"]


@pytest.fixture
def host(new_host):
    """Two rounds, the first one played."""
    host = new_host("nisei-swiss", NAMES, Rounds="4")
    pair_round(host)
    _type(host, 1, **{"P1 Corp": "W", "P1 Runner": "D"})
    pair_round(host)
    return host


def _type(host, number, **cells):
    tab = read_event(host.read()).rounds[number - 1]
    rows = [row for row in tab.table.rows() if row.raw("Special") is None]
    places = tab.table.places
    typed = {(row.number, places[header]): v for row in rows for header, v in cells.items()}
    host.write([SetCells(tab.name, typed)])


def _shown(host, number):
    """What stands beside each player of a round."""
    table = read_event(host.read()).rounds[number - 1].table
    return {
        row.raw(f"No {side}"): row.raw(header)
        for row in table.rows()
        for side, header in zip("12", SO_FAR, strict=True)
        if row.raw(f"No {side}") is not None
    }


def _points(host, rounds):
    event = read_event(host.read())
    return {s.no: s.points for s in rank(event.tournament(rounds), event.ruleset)}


def test_they_are_the_points_of_the_standings(host):
    """From the second round on: in the first one everybody has none."""
    assert _shown(host, 2) == _points(host, 1)
    assert SO_FAR[0] not in read_event(host.read()).rounds[0].table.places


def test_a_corrected_result_is_in_them_after_the_next_click(host):
    """Whichever it is that writes; the later rounds are those that change."""
    before = _shown(host, 2)
    _type(host, 1, **{"P1 Corp": "L", "P1 Runner": "L"})
    print_tabs.print_names(host)
    assert _shown(host, 2) == _points(host, 1) != before


def test_what_is_exported_has_them_right_before_any_click(host):
    """An export writes nothing into the workbook."""
    _type(host, 1, **{"P1 Corp": "L", "P1 Runner": "L"})
    event = read_event(host.read())
    (headers, *rows), *_ = [tab.rows for tab in tabs_of(event) if tab.name == "Round 2"]
    shown = {
        row[headers.index(f"No {side}")]: row[headers.index(header)]
        for row in rows
        for side, header in zip("12", SO_FAR, strict=True)
        if row[headers.index(f"No {side}")] != ""
    }
    assert shown == _points(host, 1) != _shown(host, 2)


def test_they_follow_whoever_changes_places(host):
    """By a click, and typed over by hand."""
    right = _points(host, 1)
    one, two = (match.player1 for match in read_event(host.read()).rounds[1].matches[:2])
    change_pairing.swap(host, str(one), str(two))
    assert _shown(host, 2) == right
    tab = read_event(host.read()).rounds[1].table
    first, second = list(tab.rows())[:2]
    cells = {
        (row.number, tab.places[header]): other.raw(header)
        for row, other in ((first, second), (second, first))
        for header in ("No 2", "Player 2")
    }
    host.write([SetCells("Round 2", cells)])
    print_tabs.print_names(host)
    assert _shown(host, 2) == right


def test_without_the_columns_everything_goes_on(host):
    """As in workbooks made before there were any, or where the organizer has deleted them."""
    table = read_event(host.read()).rounds[1].table
    last = len(table.sheet.rows)
    gone = {(row, table.places[h]): None for h in SO_FAR for row in range(1, last + 1)}
    host.write([SetCells("Round 2", gone)])
    _type(host, 2, **{"P1 Corp": "W", "P1 Runner": "W"})
    pair_round(host)
    write_standings(host)
    assert _shown(host, 3) == _points(host, 2)
    assert _shown(host, 2).keys() == _points(host, 1).keys()
    assert set(_shown(host, 2).values()) == {None}


def test_a_row_with_nothing_else_is_blank(host):
    """A number that is filled in makes no match."""
    table = read_event(host.read()).rounds[1].table
    host.write([SetCells("Round 2", {(table.end + 1, table.places[SO_FAR[0]]): 6})])
    assert not read_event(host.read()).problems
    pair_round(host, again=True)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_for_the_organizer_is_not_printed(ruleset):
    """Check, and what comes behind it; so that the rest is larger."""
    layout = round_layout(2, RULESETS[ruleset], {})
    top, left, bottom, right = print_area(layout, 10)
    assert (top, left) == (1, 1)
    assert bottom >= 11
    printed = layout.headers()[:right]
    assert {"Table", "Player 1", "Player 2", "Points 2", *SO_FAR} <= {*printed}
    assert not {"Check", "Extra minutes", "In touch"} & {*printed}


# won, drawn, lost


def _column(host, header):
    headers, *rows = host.read().sheets["Standings 2"].rows
    return {row[headers.index("No")]: row[headers.index(header)] for row in rows}


def test_standings_say_who_won_drew_and_lost(host):
    """Matches against opponents; with dashes of which no program makes a date; nothing hangs on it."""
    _type(host, 2, **{"P1 Corp": "D", "P1 Runner": "D"})
    write_standings(host)
    shown = _column(host, WON_DRAWN_LOST)
    event = read_event(host.read())
    byes = {match.player1 for tab in event.rounds for match in tab.matches if not match.player2}
    assert all(sum(map(int, shown[no].split("\u2013"))) == 2 - (no in byes) for no in shown)
    firsts = [match for match in event.rounds[0].matches if not byes & {*match.players}]
    assert firsts
    assert {shown[match.player1] for match in firsts} == {"1\u20131\u20130"}
    assert {shown[match.player2] for match in firsts} == {"0\u20131\u20131"}
    assert WON_DRAWN_LOST not in {t.name for t in event.ruleset.tiebreaks(event.options, 2)}


def test_who_did_not_come_has_not_drawn(host):
    """Both have lost then."""
    _type(host, 2, Special="Double no-show", **{"P1 Corp": None, "P1 Runner": None})
    write_standings(host)
    assert {text[2] for text in _column(host, WON_DRAWN_LOST).values()} == {"0"}


def test_a_tab_of_older_standings_stays_as_it_is(host):
    """Without the column nothing is missing: it is refreshed, with the organizer's own columns."""
    _type(host, 2, **{"P1 Corp": "D", "P1 Runner": "D"})
    write_standings(host)
    rows = host.read().sheets["Standings 2"].rows
    place = rows[0].index(WON_DRAWN_LOST) + 1
    gone = {(row, place): None for row in range(1, len(rows) + 1)} | {(1, place): "Prize"}
    host.write([SetCells("Standings 2", gone)])
    _type(host, 2, **{"P1 Corp": "W", "P1 Runner": "W"})
    write_standings(host)
    assert "Prize" in host.read().sheets["Standings 2"].rows[0]
    assert not check(host).data["differences"]
