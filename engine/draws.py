"""Reproducible draws: the same event seed gives the same draw on every machine.

Only :meth:`random.Random.random` is used, the one generator method whose sequence Python
promises to keep for a given seed.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from random import Random

LOTS = 1_000_000_000


class Draws:
    """The draws of one purpose in one round, each derived from the event seed."""

    def __init__(self, seed: str, purpose: str, round_number: int) -> None:
        self._random = Random(f"{seed}|{purpose}|{round_number}").random

    def shuffled(self, players: Iterable[int]) -> list[int]:
        """The players in a drawn order that does not depend on the order they came in."""
        random = self._random
        return [no for _, no in sorted((random(), no) for no in sorted(players))]

    def one_of(self, players: Iterable[int]) -> int:
        """One of the players, each as likely as any other."""
        choices = sorted(players)
        return choices[self.luck(len(choices))]

    def luck(self, most: int) -> int:
        """A number from 0 up to, but without, ``most``."""
        return int(self._random() * most)


def lot(seed: str, no: int) -> int:
    """The player's lot: drawn once for the event, whoever else is in it; the lower is better."""
    digest = blake2b(f"{seed}|lot|{no}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % LOTS
