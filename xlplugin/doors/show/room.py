"""The event as the server has it: the newest good reading, what was reported, and who listens."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime
from hmac import compare_digest
from pathlib import Path
from typing import Any

from xlplugin.doors.show.addresses import Card, addresses
from xlplugin.doors.show.attempts import Attempts, Limit, Refusals
from xlplugin.doors.show.guard import LOOPBACK
from xlplugin.doors.show.kept import Kept
from xlplugin.doors.show.public import Live, Version, is_same, version_of
from xlplugin.doors.show.recorder import Recorder
from xlplugin.doors.show.source import Reading
from xlplugin.doors.show.streams import Streams
from xlplugin.exports.shared import title_of
from xlplugin.ground.catalogues import Catalogue
from xlplugin.ground.languages import speaking
from xlplugin.ground.problems import HostError
from xlplugin.reports import codes, registration, state
from xlplugin.reports.record import Line, Record, path_of
from xlplugin.reports.state import Reports
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.next_step import newest_tab

CODES = Limit(at_once=20, a_second=0.2)
"""Wrong codes from one address: at this rate one of 300 players' codes is guessed within 600 years on average."""
REPORTS = Limit(at_once=15, a_second=0.1)
"""Reports of a player about one table, and registrations from one address."""
MOST_ARRIVED = 2_000


class CodeBook:
    """The codes of all players, worked out once for a reading."""

    def __init__(self, event: EventBook) -> None:
        found = ((player.no, codes.code_of(event, player.no)) for player in event.roster)
        self._codes = [(no, codes.plainly(code).encode()) for no, code in found if code]

    def player_of(self, typed: str) -> int | None:
        """The player whose code is typed; all are compared, each in constant time."""
        plain = codes.plainly(typed).encode()
        found = [no for no, code in self._codes if compare_digest(code, plain)]
        return found[0] if found else None


class Room:
    """Everything that requests are answered from; only the thread of the loop touches it.

    Attributes:
        problems: what is wrong with the workbook as it was saved last.
        is_open: True if phones can reach this computer.
        arrived: the other devices that asked for the page, by address, and when last.
        asked: when anybody last asked for anything.
    """

    def __init__(
        self,
        file: Path,
        reading: Reading,
        kept: Kept,
        tell: Callable[[str], None] = lambda _line: None,
        cards: Callable[[], list[Card]] = addresses,
    ) -> None:
        self.file, self.kept, self._cards = file, kept, cards
        self.is_open = False
        self.port = kept.port
        self.chosen = ""
        self.cards: list[Card] = []
        self.problems: Sequence[str] = ()
        self.arrived: dict[str, datetime] = {}
        self.asked = time.monotonic()
        self.streams = Streams()
        self.refusals = Refusals(tell)
        self.codes, self.tables, self.newcomers = (
            Attempts(CODES),
            Attempts(REPORTS),
            Attempts(REPORTS),
        )
        self.recorder = Recorder(Record(path_of(file.parent, file.name)), self._on_reports)
        self._go_on_with(reading)
        self._reports: Reports | None = None
        self._shown: tuple[dict[str, Any], Live] | None = None
        self._one_version = asyncio.Lock()
        self.one_of: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.version: Version | None = None

    @property
    def reports(self) -> Reports:
        """What holds of all reports."""
        if self._reports is None:
            self._reports = state.state_of(self.reading.event, self.recorder.lines)
        return self._reports

    async def adopt(self, reading: Reading) -> None:
        """Go on with a newer reading."""
        self._go_on_with(reading)
        self.problems, self._reports = (), None
        try:
            await self.recorder.read()
        except HostError as error:
            self.problems = [str(error)]
        await self.refresh()

    def _go_on_with(self, reading: Reading) -> None:
        self.reading, event = reading, reading.event
        self.code_book = CodeBook(event)
        tab = newest_tab(event)
        self.title = title_of(event, tab) if tab else ""

    async def refresh(self) -> None:
        """Make a new version, and tell everybody, if anything that is shown has changed."""
        async with self._one_version:
            with speaking(self.language):
                await self._refresh()

    async def _refresh(self) -> None:
        self.cards = await asyncio.to_thread(self._cards)
        data, live = self.reading.data, self.live()
        if self._shown and live == self._shown[1] and is_same(data, self._shown[0]):
            return
        number = max(int(time.time()), self.streams.version + 1)
        self.version = await asyncio.to_thread(version_of, number, data, live)
        self._shown = (data, live)
        self.streams.tell_version(number)

    @property
    def language(self) -> Catalogue | None:
        """The language of the event, in which everything is answered."""
        return self.reading.event.book.language

    def live(self) -> Live:
        """What the page knows besides the event."""
        event = self.reading.event
        decks = event.value_of(event_tab.SHOW_DECKS) == "Yes"
        return Live(self.address, state.is_on(event), self.registration, decks)

    @property
    def registration(self) -> str:
        """The state of registration: open, locked or full; blank if there is none."""
        event = self.reading.event
        if not (registration.is_open(event) and codes.event_of(event)):
            return ""
        if self.kept.is_locked:
            return "locked"
        return "full" if self.places_left == 0 else "open"

    @property
    def places_left(self) -> int | None:
        """How many more may register; ``None`` for any number."""
        return registration.places_left(self.reading.event, len(self.reports.registrations))

    @property
    def ip(self) -> str:
        """The address that phones are told: the likeliest, or the one chosen as long as it is there."""
        ips = [card.ip for card in self.cards]
        return self.chosen if self.chosen in ips else next(iter(ips), "")

    @property
    def address(self) -> str:
        """Where phones find the page; blank while they cannot."""
        return f"http://{self.ip}:{self.port}/" if self.is_open and self.ip else ""

    def note_arrival(self, address: str) -> None:
        """Remember that a device asked for the page, unless it is this computer."""
        self.asked = time.monotonic()
        if address in LOOPBACK or any(card.ip == address for card in self.cards):
            return
        if address in self.arrived or len(self.arrived) < MOST_ARRIVED:
            self.arrived[address] = datetime.now().astimezone()

    def _on_reports(self, lines: Sequence[Line]) -> None:
        """Tell the phones of the tables about which something was reported."""
        self._reports = None
        found = [self.reports.of(line.no) for line in lines if line.no]
        tab = self.reports.tab
        round_ = state.name_of(tab) if tab else ""
        self.streams.tell_tables({table.match.table for table in found if table}, round_)
