"""Work that processes are given: they import it by name."""

from __future__ import annotations

import os
import signal
from pathlib import Path

FATAL = 50


def squares(numbers):
    """Something that follows from each number alone."""
    return [n * n for n in numbers]


def dying_once(mark, numbers):
    """The same, but the first process that comes to the fatal number dies of it."""
    if FATAL in numbers and not Path(mark).exists():
        Path(mark).touch()
        os._exit(1)
    return squares(numbers)


def dying(numbers):
    """Every process dies of the fatal number."""
    if FATAL in numbers:
        os._exit(1)
    return squares(numbers)


def failing(numbers):
    """An error at the fatal number."""
    if FATAL in numbers:
        message = f"{FATAL} is fatal"
        raise ValueError(message)
    return squares(numbers)


def waiting(numbers):
    """For each number, whether Ctrl+C waits in the process that works, from before its first line on."""
    return [signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())] * len(numbers)
