"""Draws can be repeated on every machine, and depend on nothing but what they are for."""

from __future__ import annotations

import pytest

from engine.draws import Draws, lot

from cases import each

PLAYERS = list(range(1, 13))
ORDERS = [
    pytest.param(PLAYERS, id="ascending"),
    pytest.param(PLAYERS[::-1], id="descending"),
    pytest.param(PLAYERS[5:] + PLAYERS[:5], id="cut"),
    pytest.param(set(PLAYERS), id="set"),
    pytest.param(dict.fromkeys(PLAYERS[::-1]), id="mapping"),
]


@pytest.mark.parametrize(
    ("seed", "purpose", "number", "order"),
    [
        ("seed", "pairing", 1, [6, 3, 4, 8, 2, 7, 5, 1]),
        ("seed", "pairing", 2, [8, 5, 3, 2, 4, 6, 1, 7]),
        ("seed", "sides", 1, [3, 2, 5, 6, 4, 1, 7, 8]),
        ("", "pairing", 1, [6, 2, 4, 5, 1, 8, 3, 7]),
    ],
)
def test_a_draw_never_changes_between_versions(seed, purpose, number, order):
    """An event that was drawn once is drawn alike for ever: these orders are fixed."""
    assert Draws(seed, purpose, number).shuffled(range(1, 9)) == order


@pytest.mark.parametrize(
    ("seed", "number", "player"),
    [("seed", 1, 83), ("seed", 2, 76), ("", 1, 47), ("Ünïcode ☃", 1, 38)],
)
def test_a_choice_never_changes_between_versions(seed, number, player):
    """A single player drawn is drawn alike for ever."""
    assert Draws(seed, "pairing", number).one_of(range(1, 101)) == player


@pytest.mark.parametrize(
    ("seed", "no", "drawn"),
    [
        ("seed", 1, 726148164), ("seed", 2, 618565287), ("seed", 300, 682104782),
        ("", 1, 717577502), ("Ünïcode ☃", 1, 215788455),
    ],
)  # fmt: skip
def test_a_lot_never_changes_between_versions(seed, no, drawn):
    """A player's lot is the same for ever, whatever the round."""
    assert lot(seed, no) == drawn


@pytest.mark.parametrize("players", ORDERS)
def test_a_shuffle_does_not_depend_on_the_order_that_players_come_in(players):
    """The same players in any order come out alike."""
    assert Draws("seed", "pairing", 1).shuffled(players) == (
        Draws("seed", "pairing", 1).shuffled(PLAYERS)
    )


@pytest.mark.parametrize("players", ORDERS)
def test_a_choice_does_not_depend_on_the_order_that_players_come_in(players):
    """One of the same players in any order is the same one."""
    assert Draws("seed", "pairing", 1).one_of(players) == (
        Draws("seed", "pairing", 1).one_of(PLAYERS)
    )


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(("another seed", "pairing", 1), id="seed"),
        pytest.param(("seed", "sides", 1), id="purpose"),
        pytest.param(("seed", "pairing", 2), id="round"),
    ],
)
def test_each_event_purpose_and_round_has_a_draw_of_its_own(other):
    """Another seed, purpose or round gives another order."""
    assert Draws(*other).shuffled(PLAYERS) != Draws("seed", "pairing", 1).shuffled(PLAYERS)


def test_two_draws_of_one_purpose_are_different():
    """Whoever draws again in the same round draws anew."""
    draws = Draws("seed", "pairing", 1)
    assert draws.shuffled(PLAYERS) != draws.shuffled(PLAYERS)


@each("place", range(4))
@each("player", range(1, 5))
def test_everyone_can_be_shuffled_to_every_place(player, place):
    """No place is out of a player's reach."""
    assert any(
        Draws("seed", "pairing", n).shuffled(range(1, 5))[place] == player for n in range(100)
    )


def test_lots_are_all_different_in_a_big_event():
    """Three hundred players have three hundred lots."""
    assert len({lot("seed", no) for no in range(1, 301)}) == 300
