"""Rules of Swiss rounds that several documents have."""

from __future__ import annotations

from engine.model import Player, Tournament
from engine.reasons import Phrase
from engine.records import Record
from engine.texts import msg


def rounds_by_doubling(players: int) -> int:
    """log2 of the players, rounded up. Rule: NTP 1.2; TRC Floor rule 2."""
    return max(1, (players - 1).bit_length())


def original_player_order(tournament: Tournament) -> list[int]:
    """Everyone from best to worst: by seed, then those without one. Rule: NTP 1.3."""

    def order(player: Player) -> tuple[bool, int, int]:
        return player.seed is None, player.seed or 0, player.no

    return [player.no for player in sorted(tournament.players, key=order)]


def pairing_number(record: Record) -> int:
    """The points divided by three, rounded half up. Rule: NTP 2.7.3; NTS, chart."""
    return by_three(record.units, record.denominator)


def numbered(record: Record) -> Phrase:
    """The pairing number, for people. Rule: NTP 2.7.3; NTS, chart."""
    return Phrase(msg("number {number}"), {"number": pairing_number(record)})


def by_three(units: int, denominator: int) -> int:
    """A third of ``units / denominator``, rounded half up. Rule: NTP 2.7.3."""
    return (2 * units + 3 * denominator) // (6 * denominator)
