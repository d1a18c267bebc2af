"""Seating: ranges of tables, fixed seats, the table on stream."""

from __future__ import annotations

import pytest

from engine import Paired, Pairing, Tables
from engine.pairing import EVERY_TABLE
from engine.reasons import Kind


def seats(couples, fixed=None, tables=EVERY_TABLE, streamed=()):
    """Seat some couples, and give who sits at which table; a couple of one has the bye."""
    paired = tuple(Paired(one, two, ()) for one, two in couples)
    matches = Pairing(1, paired).matches(fixed or {}, tables, streamed)
    return {match.table: (match.player1, match.player2) for match, _ in matches}


COUPLES = [(1, 2), (3, 4), (5, 6), (7, None)]


@pytest.mark.parametrize(
    ("ranges", "expected"),
    [
        ((), [1, 2, 3, 4]), ((range(1, 3), range(21, 30)), [1, 2, 21, 22]),
        ((range(21, 22), range(3, 5)), [3, 4, 21, 22]), ((range(1, 3),), [1, 2, 3, 4]),
        ((range(1, 3), range(1, 3)), [1, 2, 3, 4]),
    ],
)  # fmt: skip
def test_rooms_are_filled_in_the_order_in_which_they_are_named(ranges, expected):
    """Tables are taken from the first room on, and go on after the highest number."""
    assert list(seats(COUPLES, tables=Tables(ranges))) == expected


def test_the_best_match_sits_in_the_room_named_first():
    """The order of the rooms counts, not that of their numbers."""
    tables = Tables((range(21, 23), range(1, 9)))
    assert seats(COUPLES, tables=tables) == {21: (1, 2), 22: (3, 4), 1: (5, 6), 2: (7, None)}


def test_the_first_match_is_on_stream():
    """Nobody has been there yet: the best match goes there, the others as always."""
    found = seats(COUPLES, tables=Tables(stream=50))
    assert found == {50: (1, 2), 1: (3, 4), 2: (5, 6), 3: (7, None)}


def test_a_stream_table_of_the_room_is_kept_for_the_stream():
    """Nobody else is sent there."""
    found = seats(COUPLES, tables=Tables(stream=2), streamed={1})
    assert found == {1: (1, 2), 2: (3, 4), 3: (5, 6), 4: (7, None)}


@pytest.mark.parametrize(
    ("streamed", "shown"), [({1}, (3, 4)), ({2, 3}, (5, 6)), ({1, 4, 6}, (1, 2))]
)
def test_whoever_has_been_on_stream_makes_room_for_others(streamed, shown):
    """The best match of two who were not there; the best one if there is none."""
    assert seats(COUPLES, tables=Tables(stream=9), streamed=streamed)[9] == shown


def test_a_bye_is_never_on_stream():
    """There is nothing to be seen."""
    assert seats([(7, None)], tables=Tables(stream=9)) == {1: (7, None)}


def test_a_fixed_table_goes_before_the_stream():
    """Who needs a table stays there, even if it is the one on stream."""
    assert seats(COUPLES, {3: 9}, Tables(stream=9))[9] == (3, 4)
    assert seats(COUPLES, {1: 4}, Tables(stream=9)) == {
        9: (3, 4), 4: (1, 2), 1: (5, 6), 2: (7, None),
    }  # fmt: skip


def test_the_notes_say_why_a_match_is_on_stream():
    """As with every other decision."""
    pairing = Pairing(1, (Paired(1, 2, ()),))
    ((_, paired),) = pairing.matches({}, Tables(stream=5))
    reason = paired.reasons[-1]
    assert (reason.kind, reason.rule, reason.values) == (Kind.STREAM, "Stream table", {"table": 5})
    assert "the first match whose players have" in reason.template
