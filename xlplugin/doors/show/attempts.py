"""Who asks too much: limits by address and by table, and what was refused, for the organizer to see."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock

MOST_KNOWN = 4_096
"""Addresses or tables that are remembered; those that have asked for nothing longest are forgotten."""
MOST_REFUSALS = 500
"""Kinds of refusals by address that are told apart."""


@dataclass(frozen=True, slots=True)
class Limit:
    """So many at once, and so many a second from then on."""

    at_once: float
    a_second: float


class Attempts:
    """What each address, or each table, has left of a limit."""

    def __init__(self, limit: Limit, now: Callable[[], float] = time.monotonic) -> None:
        self.limit, self._now = limit, now
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def wait(self, who: Hashable) -> float:
        """Seconds until somebody may try again; 0 if at once."""
        missing = 1 - self._left_of(who)
        return max(0.0, missing / self.limit.a_second)

    def count(self, who: Hashable) -> None:
        """Count an attempt."""
        self._left[who] = (self._left_of(who) - 1, self._now())
        self._left.move_to_end(who)
        while len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)

    def take(self, who: Hashable) -> float:
        """Count an attempt if it is allowed; seconds to wait otherwise."""
        seconds = self.wait(who)
        if not seconds:
            self.count(who)
        return seconds

    def _left_of(self, who: Hashable) -> float:
        left, since = self._left.get(who, (self.limit.at_once, self._now()))
        passed = max(0.0, self._now() - since)
        return min(self.limit.at_once, left + passed * self.limit.a_second)


@dataclass(slots=True)
class Refused:
    """Requests of one kind from one address that were refused."""

    address: str
    why: str  # a sentence, of the newest
    n: int = 0
    last: datetime = field(default_factory=lambda: datetime.now().astimezone())


class Refusals:
    """What was refused, by address and reason; ``tell`` gets a line the first time, and then every tenfold."""

    def __init__(self, tell: Callable[[str], None] = lambda _line: None) -> None:
        self._tell = tell
        self._lock = Lock()
        self._found: OrderedDict[tuple[str, str], Refused] = OrderedDict()

    def add(self, address: str, why: str, kind: str = "") -> None:
        """Count a refusal, with those of its kind: without what a stranger could make new each time."""
        kind = kind or why
        with self._lock:
            found = self._found.setdefault((address, kind), Refused(address, why))
            found.n += 1
            found.why = why
            found.last = datetime.now().astimezone()
            self._found.move_to_end((address, kind))
            while len(self._found) > MOST_REFUSALS:
                self._found.popitem(last=False)
            if found.n in (1, 10, 100, 1_000, 10_000, 100_000):
                self._tell(f"{found.last:%H:%M:%S} {address}: {why} ({found.n})")

    def newest(self, most: int = 20) -> list[Refused]:
        """The newest ones first."""
        with self._lock:
            return list(self._found.values())[::-1][:most]
