"""The values of rows: players, matches, reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import Match, Paired, Pairing, Player, Reason, Ruleset
from engine.match_format import ResultField
from engine.model import Tournament
from engine.pairing.forbidden import FORBIDDEN
from engine.reasons import Kind
from xlplugin.reasons import sentence
from xlplugin.workbook.layout import CellValue, Layout

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


def match_row(
    layout: Layout, ruleset: Ruleset, match: Match, name: Mapping[int, str], *, second: bool = False
) -> list[CellValue]:
    """A match as a row of its round tab.

    Args:
        layout: the round tab.
        ruleset: whose result columns it has.
        match: the match.
        name: names by player number.
        second: whether a bye stands on Player 2's side.
    """
    values = match_values(match, ruleset.match_format.fields, name, second=second)
    return [values.get(header) for header in layout.headers()]


def match_values(
    match: Match, fields: Sequence[ResultField], name: Mapping[int, str], *, second: bool = False
) -> dict[str, CellValue]:
    """What a row says of a match, by header; see :func:`match_row`."""
    one, two = (None, match.player1) if second else (match.player1, match.player2)
    values: dict[str, CellValue] = {
        "Table": match.table,
        "No 1": one,
        "Player 1": name[one] if one is not None else BYE_TEXT,
        "No 2": two,
        "Player 2": name[two] if two is not None else BYE_TEXT,
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
    number = label or pairing.round
    rows: list[list[CellValue]] = [
        [number, None, None, None, None, None, note.rule, _sentence(tournament, note), _kind(note)]
        for note in pairing.notes
    ]
    for match, paired in seated:
        one, two = match.player1, match.player2
        names = tournament.name(one), tournament.name(two) if two is not None else BYE_TEXT
        rows += [
            [number, match.table, one, names[0], two, names[1], reason.rule,
             _sentence(tournament, reason), _kind(reason)]
            for reason in paired.reasons
        ]  # fmt: skip
    return rows


def _kind(reason: Reason) -> str:
    """The kind of a reason; whatever cites a forbidden pair is about that one."""
    return Kind.FORBIDDEN if FORBIDDEN in reason.rule.split("; ") else str(reason.kind)


def _sentence(tournament: Tournament, reason: Reason) -> str:
    text = sentence(reason, tournament)
    return text[:1].upper() + text[1:]
