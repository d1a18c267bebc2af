"""``json``: the whole event for other programs, which ``import`` reads again; see ``docs/commands.md``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from engine import Match, Player
from engine.elimination.progress import winner_of
from engine.match_format import EliminationFormat, MatchFormat
from engine.model import Exact
from xlplugin.exports.format import ExportFormat, Needs, Wanted
from xlplugin.exports.proof import is_over
from xlplugin.exports.shared import Shared
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.layouts.round_tabs import CONFIRMED
from xlplugin.workbook.layouts.standings_tabs import Line, StandingsTable, of_pool
from xlplugin.workbook.reading.event_book import EventBook, RoundTab

MARK, VERSION = "xlplugin event", 1
"""The file's ``format``, by which it is told from other JSON, and the version of what is in it."""


class EventJson(ExportFormat):
    """Everything that results depend on, and what follows from them."""

    name, ending, file = "json", ".json", "event.json"
    help = msg("the whole event for other programs and for import.")
    needs = Needs.NOTHING

    def is_ours(self, data: bytes) -> bool:
        """True for an event that was exported, and for an empty file."""
        try:
            return not data or is_event(json.loads(data))
        except (ValueError, RecursionError):
            return False

    def content(self, shared: Shared, wanted: Wanted) -> bytes:  # noqa: ARG002
        """The event."""
        return (json.dumps(event_data(shared), ensure_ascii=False, indent=1) + "\n").encode()

    def left_out(self, shared: Shared) -> list[str]:
        """Also the seed, while pairings could be known by it."""
        left_out = super().left_out(shared)
        text = msg(
            "The event seed is not in it until the last standings are written: it tells the next pairings."
        )
        return [*left_out, *([] if is_over(shared.event) else [t(text)])]


def is_event(data: object) -> bool:
    """True for the content of a file of this format, whatever its version."""
    return isinstance(data, dict) and data.get("format") == MARK


def event_data(shared: Shared) -> dict[str, Any]:
    """The event as an object: players, rounds, cut, standings."""
    event, table = shared.event, shared.table
    return {
        "format": MARK,
        "version": VERSION,
        "name": event.title,
        "ruleset": event.ruleset.name,
        "settings": settings_data(event),
        "players": [player_data(player) for player in event.roster],
        "rounds": [round_data(event, tab) for tab in event.rounds],
        "tiebreaker": _tiebreaker(event),
        "cut": _cut(event),
        "standings": _standings(table) if table else None,
    }


def exact(value: Exact) -> str:
    """A number as it is: ``7``, ``7/2``."""
    return str(value)


def settings_data(event: EventBook) -> dict[str, str]:
    """What the organizer has set, the rules included; the seed once nothing is drawn any more."""
    rows = (s for s in event_tab.settings_for(event.ruleset) if not s.glance)
    names = [setting.name for setting in rows if setting not in event_tab.FILLED_IN]
    names += [option.name for option in event.ruleset.options]
    hidden = {event_tab.RULESET.name, *([] if is_over(event) else [event_tab.SEED.name])}
    values = {name: event.settings.get(name, "") for name in names if name not in hidden}
    return {name: value for name, value in values.items() if value}


def player_data(player: Player) -> dict[str, Any]:
    """A player as the roster has them."""
    return {
        "no": player.no,
        "name": player.name,
        "seed": player.seed,
        "status": str(player.status),
        "first_round_bye": player.first_round_bye,
        "fixed_table": player.fixed_table,
        "declines_cut": player.declines_cut,
        "details": dict(player.details),
    }


def round_data(event: EventBook, tab: RoundTab) -> dict[str, Any]:
    """A round: its number, and its matches."""
    return {"round": tab.number, "matches": [_match(event, tab, match) for match in tab.matches]}


def _match(event: EventBook, tab: RoundTab, match: Match) -> dict[str, Any]:
    """A match; a bye of ``no2`` stood on Player 2's side."""
    format_ = event.format_of(tab)
    names = (field.name for field in format_.fields)
    result = {name: value for name, value in zip(names, match.result, strict=False) if value != ""}
    numbers: tuple[int | None, int | None] = (match.player1, match.player2)
    data = {
        "table": match.table,
        **dict(zip(("no1", "no2"), _in_seats(tab, match, numbers), strict=True)),
        "result": result,
        "special": str(match.special),
        **_outcome(tab, match, format_),
    }
    if CONFIRMED.header in tab.table.layout.headers():
        data["confirmed"] = tab.rows[match.player1].raw(CONFIRMED.header) is not None
    return data


def _in_seats(tab: RoundTab, match: Match, pair: tuple[Any, Any]) -> tuple[Any, Any]:
    """What belongs to Player 1 and Player 2 in the order of the tab."""
    return pair[::-1] if match.player1 in tab.byes_second else pair


def _outcome(
    tab: RoundTab, match: Match, format_: MatchFormat | EliminationFormat
) -> dict[str, Any]:
    """The points that a Swiss match earned, or the number of who has won a later one."""
    if isinstance(format_, EliminationFormat):
        is_known = match.player2 is not None and set(match.players) <= tab.ranks.keys()
        return {"winner": winner_of(match, tab.ranks, format_) if is_known else None}
    score = format_.score(match.result, match.special)
    pair = (exact(score[0]), exact(score[1]) if match.player2 else None) if score else (None, None)
    return dict(zip(("points1", "points2"), _in_seats(tab, match, pair), strict=True))


def _tiebreaker(event: EventBook) -> dict[str, Any] | None:
    """The tiebreaker round, with the size of the cut that it is for."""
    tab = event.tiebreaker
    return {"cut": event.cut_recorded.size, **round_data(event, tab)} if tab else None


def _cut(event: EventBook) -> dict[str, Any] | None:
    """The elimination: its seeds, rounds, and everybody's place once it is over."""
    progress = event.progress
    if progress is None:
        return None
    return {
        "seeds": list(progress.seeds),
        "elimination": event.cut_recorded.kind,
        "rounds": [round_data(event, tab) for tab in event.cuts],
        "places": progress.places() if progress.is_over else None,
    }


def _standings(table: StandingsTable) -> dict[str, Any]:
    """The standings with every value exact and as it is shown."""
    columns = {column.header: column for column in table.columns}

    def both(header: str, value: Exact, line: Line) -> dict[str, str]:
        column = columns[header]
        return {"exact": exact(value), "shown": column.text(column.value(line))}

    def data(line: Line) -> Mapping[str, Any]:
        standing = line.standing
        record = standing.record
        return {
            "rank": standing.rank,
            "no": standing.no,
            "player": line.player.name,
            **of_pool(standing),
            "points": both("Points", standing.points, line),
            "tiebreaks": {n: both(n, value, line) for n, value in standing.tiebreaks.items()},
            "played": record.played,
            "byes": record.byes,
            "missed": record.missed,
        }

    return {
        "round": table.number,
        "final": table.is_final,
        "lines": [data(line) for line in table.lines],
    }
