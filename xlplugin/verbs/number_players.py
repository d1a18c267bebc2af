"""Give every new player a number."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from xlplugin.texts import t
from xlplugin.verbs.frame import Done, Result, verb
from xlplugin.workbook.reading.event_book import EventBook


@dataclass(frozen=True, slots=True)
class Numbered(Result):
    """The new numbers, with the names."""

    numbers: tuple[tuple[int, str], ...]
    warnings: tuple[str, ...] = ()

    def message(self) -> str:
        """Who has which number now."""
        if not self.numbers:
            return t("Every player has a number already.")
        names = ", ".join(f"{name} ({no})" for no, name in self.numbers)
        return t("Numbered: {names}", names=names)


@verb
def number_players(event: EventBook, _when: datetime) -> Done[Numbered]:
    """Give every new player a number, as pairing does by itself: the frame records it."""
    tab = event.players.sheet.name if event.numbered else ""
    return Done(Numbered(tuple(event.numbered)), tab=tab)
