"""The event seed: drawn so that nobody guesses it, and fixed for everybody by its hash."""

from __future__ import annotations

import secrets
from hashlib import sha256

LETTERS = "bcdfghjkmnpqrstvwxz"
"""No vowels, so no words; no digits, so that no spreadsheet program takes it for a number or a date."""
GROUPS, LENGTH = 6, 4
SHORT = 20
"""Below this many characters a seed can be found by trying all."""


def drawn_seed() -> str:
    """A new seed of 24 letters in groups, one of 2^101: ``kvmz-qxbd-hwtr-pnfj-zkcm-gdsw``."""
    groups = ("".join(secrets.choice(LETTERS) for _ in range(LENGTH)) for _ in range(GROUPS))
    return "-".join(groups)


def commitment(seed: str) -> str:
    """The SHA-256 of the seed's text in UTF-8, in hexadecimal digits: it fixes the seed without telling it."""
    return sha256(seed.encode("utf-8", "surrogatepass")).hexdigest()


def is_short(seed: str) -> bool:
    """True if who tries all short texts finds the seed, from its hash or from the pairings of round 1."""
    return len(seed) < SHORT
