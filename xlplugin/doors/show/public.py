"""What everybody in the room may see: the exported page, served, with the address of this computer on it."""

from __future__ import annotations

import gzip
import hashlib
import json
from base64 import b64encode
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from xlplugin.exports.format import Needs
from xlplugin.exports.page import page_data
from xlplugin.exports.page_html import embedded, html_page
from xlplugin.ground.qr import svg
from xlplugin.verbs.standings import share
from xlplugin.workbook.reading.event_book import EventBook

OF_THE_MOMENT = ("made", "madeAt")
"""What of the data only says when they were made."""


class Live(NamedTuple):
    """What a served page knows besides the event.

    Attributes:
        address: where phones find the page; blank while only this computer can.
        registration: ``open``, ``locked`` or ``full``; blank where there is none.
    """

    address: str
    reports: bool
    registration: str
    decks: bool


class Packed(NamedTuple):
    """An answer made once for all phones: as it is and packed, with a name that changes with it."""

    plain: bytes
    packed: bytes
    tag: str

    @classmethod
    def of(cls, content: bytes) -> Packed:
        """An answer of this content."""
        tag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
        return cls(content, gzip.compress(content, 6, mtime=0), tag)


@dataclass(frozen=True, slots=True)
class Version:
    """The page at a time; ``number`` grows, and differs as soon as anything that is shown does."""

    number: int
    page: Packed
    data: Packed


def public_data(event: EventBook, when: datetime) -> dict[str, Any]:
    """The data of the page: those of the export, no round before it is published.

    Raises:
        OrganizerError: something in the workbook must be mended first.
    """
    return page_data(share(event, Needs.NOTHING), when, watch=False)


def is_same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """True if two pages show the same, but for the time at which they were made."""
    return {**one, **dict.fromkeys(OF_THE_MOMENT)} == {**other, **dict.fromkeys(OF_THE_MOMENT)}


def version_of(number: int, data: dict[str, Any], live: Live) -> Version:
    """The page and its data as they are sent."""
    now = round(datetime.now().timestamp() * 1000)  # noqa: DTZ005  (a moment, of no zone)
    whole = {**data, "live": {"v": number, "now": now, **live._asdict(), "qr": qr_of(live.address)}}
    page = html_page(data["event"]["name"], embedded(whole), live=True)
    text = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    return Version(
        number, Packed.of(page.encode()), Packed.of(text.encode("utf-8", "backslashreplace"))
    )


def qr_of(address: str) -> str:
    """The QR code of an address, as the address of a picture; blank for a blank one."""
    return (
        f"data:image/svg+xml;base64,{b64encode(svg(address).encode()).decode()}" if address else ""
    )
