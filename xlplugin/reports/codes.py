"""The personal code of each player: derived from a secret of the event, so that none of them is stored.

The secret stands on ``Event``, in a row that no export has; beside it, what tells an event from another one of
the same file name, which every report has. A code has 40 bits: who may guess ten times a
second finds one of 300 players' after eleven years on average, and the server allows far less.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Collection, Mapping
from hashlib import sha256

from xlplugin.workbook.book import Change
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.writing import event_writer

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O or U, which are misread. Source: https://www.crockford.com/base32.html."""
LENGTH, OF_SECRET, MOST_TYPED = 8, 26, 40
"""Letters of a code and of the secret (130 bits), and the most characters of what is typed as a code."""
MISREAD = str.maketrans("OIL", "011")
SECRET, EVENT, RENEWED = "Codes", "Event", "Renewed"


def has_codes(event: EventBook) -> bool:
    """True if the event has a secret, and so every player a code."""
    return bool(_secret(event))


def event_of(event: EventBook) -> str:
    """What every report of an event has and no other event's: eight letters; ``""`` while it has no codes."""
    return plainly(_kept_as(event, EVENT))


def event_made(made: str) -> str:
    """The event of a report, by the round that it is about; ``""`` of one that has no codes."""
    return plainly(made.partition(" ")[0])


def code_of(event: EventBook, no: int) -> str:
    """The code of a player as it is shown, ``K7QX-9M2P``; ``""`` where the event has no secret yet."""
    code = _code(_secret(event), no, renewals_of(event).get(no, 0))
    return f"{code[:4]}-{code[4:]}" if code else ""


def player_of(event: EventBook, typed: str) -> int | None:
    """The player whose code is typed, in whatever way people write it; ``None`` for nobody.

    All players' codes are compared, each in constant time, so that the time tells nothing.
    """
    plain, secret, renewals = plainly(typed), _secret(event), renewals_of(event)
    found = None
    for player in event.roster:
        code = _code(secret, player.no, renewals.get(player.no, 0))
        is_it = hmac.compare_digest(code.encode(), plain.encode())
        if is_it and code:
            found = player.no
    return found


def plainly(typed: str) -> str:
    """A code without its hyphen and case, O as 0, I and L as 1; ``""`` for what cannot be one."""
    text = re.sub(r"[\s\-\u2010-\u2015]+", "", typed[:MOST_TYPED]).upper().translate(MISREAD)
    return text if len(text) == LENGTH and set(text) <= set(LETTERS) else ""


def renewals_of(event: EventBook) -> Mapping[int, int]:
    """How often the code of a player was renewed, by number."""
    found = re.findall(r"(\d{1,6}) \((\d{1,6})\)", _kept_as(event, RENEWED))
    return {int(no): int(times) for no, times in found}


def begun(event: EventBook) -> list[Change]:
    """The changes that give an event its secret; none where it has one."""
    if has_codes(event) and event_of(event):
        return []
    return _kept(event, _secret(event) or _drawn(), renewals_of(event))


def renewed(event: EventBook, players: Collection[int]) -> list[Change]:
    """The changes that give these players new codes: what was printed for them opens nothing any more."""
    renewals = dict(renewals_of(event))
    for no in players:
        renewals[no] = renewals.get(no, 0) + 1
    return _kept(event, _secret(event) or _drawn(), renewals)


def all_renewed(event: EventBook) -> list[Change]:
    """The changes that give every player a new code; reports that have come still count."""
    return _kept(event, _drawn(), {})


def _drawn(letters: int = OF_SECRET) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(letters))


def _kept_as(event: EventBook, name: str) -> str:
    return event_tab.record_of(event.value_of(event_tab.REPORT_CODES)).get(name, "")


def _secret(event: EventBook) -> str:
    secret = _kept_as(event, SECRET)
    return secret if len(secret) >= OF_SECRET else ""  # a short one could be guessed


def _kept(event: EventBook, secret: str, renewals: Mapping[int, int]) -> list[Change]:
    record = f"{SECRET}: {secret}; {EVENT}: {event_of(event) or _drawn(LENGTH)}"
    if renewals:
        record += f"; {RENEWED}: " + ", ".join(f"{no} ({n})" for no, n in sorted(renewals.items()))
    return event_writer.update_settings(event, {event_tab.REPORT_CODES.name: record})


def _code(secret: str, no: int, renewals: int) -> str:
    """Eight letters of HMAC-SHA256 over the player's number and renewals; ``""`` without a secret."""
    if not secret:
        return ""
    digest = hmac.new(secret.encode(), f"{no}:{renewals}".encode(), sha256).digest()
    bits = int.from_bytes(digest[:5])
    return "".join(LETTERS[bits >> shift & 31] for shift in range(35, -1, -5))
