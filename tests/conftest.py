"""What several test files share: the ruleset, and events written in one line a round."""

from __future__ import annotations

import os

import pytest
from coverage import Coverage

from engine import Match, Player, Round, Special, Status, Tournament, ruleset_named

# xlwings decides when it is imported first whether its remote engine is there.
os.environ.setdefault("XLWINGS_LICENSE_KEY", "noncommercial")
SPECIALS = {special.value: special for special in Special if special is not Special.NONE}


@pytest.fixture(scope="module")
def untraced():
    """Leave a module's tests out of the coverage, which would take most of their time."""
    measuring = Coverage.current()
    if measuring:
        measuring.stop()
    yield
    if measuring:
        measuring.start()


@pytest.fixture
def nisei():
    """Give the ruleset ``nisei-swiss``."""
    return ruleset_named("nisei-swiss")


@pytest.fixture
def event():
    """Give a builder of events.

    ``event(5, [(1, 2, "WL"), (3, 4, "ID"), (5,)])`` has five players and one round: 1 and 2 won
    a game each, 3 and 4 drew intentionally, 5 had a bye. Letters are Player 1's results.
    """
    return _event


def _event(
    count, *rounds, seed="an event", options=None, dropped=(), awarded=(), extra=()
) -> Tournament:
    players = tuple(
        Player(
            no,
            f"Player {no}",
            status=Status.DROPPED if no in dropped else Status.ACTIVE,
            first_round_bye=no in awarded,
        )
        for no in (*range(1, count + 1), *extra)
    )
    played = tuple(
        Round(number, tuple(_match(table, *line) for table, line in enumerate(lines, 1)))
        for number, lines in enumerate(rounds, 1)
    )
    return Tournament(players, played, options or {}, seed)


def _match(table, one, two=None, how="") -> Match:
    if two is None:
        return Match(table, one, None, special=Special.BYE)
    if how in SPECIALS:
        return Match(table, one, two, special=SPECIALS[how])
    return Match(table, one, two, tuple(how))
