"""Errors of the engine by kind and data."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from engine import ErrorKind, Player, TournamentError


def plain(value):
    """Give data with the number in place of each player."""
    if isinstance(value, Player):
        return value.no
    return tuple(map(plain, value)) if isinstance(value, tuple | list) else value


@contextmanager
def refused(kind: ErrorKind, **data):
    """Expect an error of this kind, with at least this data."""
    with pytest.raises(TournamentError) as error:
        yield error
    found = {name: plain(error.value.data.get(name)) for name in data}
    assert (error.value.kind, found) == (kind, data)
