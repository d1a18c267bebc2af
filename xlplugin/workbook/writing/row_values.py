"""The values of rows: players, matches, reasons; and new tabs that have them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine import Match, Paired, Pairing, Player, Reason
from engine.match_format import ResultField
from engine.model import Tournament
from engine.pairing.forbidden import FORBIDDEN
from engine.reasons import Kind
from xlplugin.reasons import sentence
from xlplugin.workbook.book import AddSheet
from xlplugin.workbook.layout import CellValue, Layout
from xlplugin.workbook.reading.event_book import EventBook

BYE_TEXT = "(bye)"


def player_row(layout: Layout, player: Player) -> list[CellValue]:
    """A player as a row of ``Players``."""
    values: dict[str, CellValue] = {
        "No": player.no or None,
        "Name": player.name,
        "Seed": player.seed,
        "Status": str(player.status),
        "First-round bye": "Yes" if player.first_round_bye else None,
        "Fixed table": player.fixed_table,
        **player.details,
    }
    return [values.get(header) for header in layout.headers()]


def new_tab(
    event: EventBook,
    layout: Layout,
    values: Iterable[Mapping[str, CellValue]],
    before: str | None = None,
    more: Iterable[str] = (),
) -> AddSheet:
    """A tab with these values by header, a mapping for each row; ``more`` is printed beside its name."""
    rows = [[row.get(header) for header in layout.headers()] for row in values]
    return AddSheet(layout, rows, before, event.heading(layout.name, *more))


def match_values(
    event: EventBook, match: Match, fields: Sequence[ResultField], *, second: bool = False
) -> dict[str, CellValue]:
    """The values of a match by header; ``second`` if a bye stands on Player 2's side."""
    is_turned = second and match.player2 is None
    one, two = (None, match.player1) if is_turned else (match.player1, match.player2)
    values: dict[str, CellValue] = {
        "Table": match.table,
        "No 1": one,
        "Player 1": event.by_no[one].name if one is not None else BYE_TEXT,
        "No 2": two,
        "Player 2": event.by_no[two].name if two is not None else BYE_TEXT,
        "Special": str(match.special) or None,
    }
    for field, value in zip(fields, match.result, strict=False):
        values[field.name] = value if value != "" else None
    return values


def note_rows(
    tournament: Tournament,
    pairing: Pairing,
    seated: Sequence[tuple[Match, Paired]],
    label: str = "",
) -> list[list[CellValue]]:
    """The explanations of a pairing as rows of ``Pairing notes``: a row for every reason.

    ``label`` stands under ``Round`` instead of the number for rounds after the Swiss ones.
    """
    reasons: list[tuple[Reason, tuple[CellValue, ...]]] = [(n, (None,) * 5) for n in pairing.notes]
    for match, paired in seated:
        one, two = match.player1, match.player2
        other = tournament.name(two) if two is not None else BYE_TEXT
        about = (match.table, one, tournament.name(one), two, other)
        reasons += [(reason, about) for reason in paired.reasons]
    rows: list[list[CellValue]] = []
    for reason, players in reasons:
        text = sentence(reason, tournament)
        is_forbidden = FORBIDDEN in reason.rule.split("; ")  # then that is what the line is about
        kind = Kind.FORBIDDEN if is_forbidden else str(reason.kind)
        why = text[:1].upper() + text[1:]
        rows.append([label or pairing.round, *players, reason.rule, why, kind])
    return rows
