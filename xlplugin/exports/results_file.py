"""``nrtm``: the results file of Netrunner's community tools; its ids are the numbers."""

from __future__ import annotations

import json
from typing import Any

from engine import Player
from engine.elimination.cut import ranked_for_cut
from engine.formats.netrunner import CORP, RUNNER
from engine.standings import Standing
from xlplugin.exports.format import TextFormat, Wanted
from xlplugin.exports.nrtm import PLAYER_FIELDS
from xlplugin.exports.nrtm_cut import elimination_players, elimination_rounds
from xlplugin.exports.shared import Shared
from xlplugin.ground.problems import stop
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.book import number_for_cell
from xlplugin.workbook.formats import sheet_of
from xlplugin.workbook.layouts.standings_tabs import StandingsTable
from xlplugin.workbook.reading.event_book import EventBook

SCHEDULES = {"strengthOfSchedule": "SoS", "extendedStrengthOfSchedule": "xSoS"}
"""The tiebreaks that a results file has, of rulesets that have them."""
UPLOADED_FROM = "xlplugin"
"""The mark of a results file made here."""


class Nrtm(TextFormat):
    """The players, their standings, and every match with sides and scores."""

    name, ending, file = "nrtm", ".json", "for upload.json"
    help = msg("the results file of Netrunner's community tools.")
    fits_cells = True

    def has_place(self, event: EventBook) -> bool:
        """True if matches are games of Corp and Runner."""
        return sheet_of(event.match_format).nrtm is not None

    def text(self, shared: Shared, wanted: Wanted) -> str:  # noqa: ARG002
        """The results file."""
        assert shared.table is not None
        return write_nrtm(shared.event, shared.table)

    def is_our_text(self, text: str) -> bool:
        """True for a results file that says so."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            return False
        return isinstance(data, dict) and data.get("uploadedFrom") == UPLOADED_FROM

    def how_far(self, shared: Shared) -> str:
        """The extent of an export, an unfinished round of the elimination included."""
        event, table = shared.event, shared.table
        if event.cuts and not (table and table.is_final):
            return t("up to {tab}", tab=event.cuts[-1].name)
        return super().how_far(shared)

    def left_out(self, shared: Shared) -> list[str]:
        """Also the tiebreaker round."""
        left_out = super().left_out(shared)
        text = msg(
            "The nrtm format has no place for the tiebreaker round; the order after it is kept."
        )
        return [*left_out, *([t(text)] if shared.event.tiebreaker else [])]


def write_nrtm(event: EventBook, table: StandingsTable) -> str:
    """The event, an unfinished round of its elimination included, and its standings as a results file.

    The players are in the order after the Swiss rounds.

    Raises:
        OrganizerError: the ruleset's results have no place in this format.
    """
    nrtm = sheet_of(event.match_format).nrtm
    if nrtm is None:
        stop(
            "The nrtm format holds wins, draws and losses as Corp and Runner, which {ruleset} does not "
            "record. The formats json, csv and markdown can be made.",
            ruleset=event.ruleset.name,
        )
    tournament, standings, progress = table.tournament, table.standings, event.progress
    if progress:
        tournament = event.after_swiss(sum(tab.is_complete for tab in event.cuts))
        standings, order = ranked_for_cut(tournament, event.ruleset)
        standings = standings.reordered(order) if tournament.tiebreaker else standings
    size = event.settings.get("Cut", "")
    planned = int(size) if size.isdecimal() else 0
    rounds = [
        [nrtm.write(match, second=match.player1 in tab.byes_second) for match in round_.matches]
        for round_, tab in zip(tournament.rounds, event.rounds, strict=False)
    ]
    data = {
        "name": event.title,
        "date": event.settings.get("Date", ""),
        "cutToTop": len(progress.seeds) if progress else planned,
        "preliminaryRounds": len(tournament.rounds),
        "tournamentOrganiser": {
            "nrdbId": None,
            "nrdbUsername": event.settings.get("Organizer", ""),
        },
        "players": [
            _entry(place, standing, tournament.by_no[standing.no])
            for place, standing in enumerate(standings, 1)
        ],
        "eliminationPlayers": elimination_players(event, progress) if progress else [],
        "rounds": [*rounds, *(elimination_rounds(event, progress) if progress else [])],
        "uploadedFrom": UPLOADED_FROM,
        "links": [],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _entry(place: int, standing: Standing, player: Player) -> dict[str, Any]:
    """A player with the results of the Swiss rounds."""
    straight = str.maketrans("\u201c\u201d", '""')
    identities = [(player.details.get(side) or "").translate(straight) for side in (CORP, RUNNER)]
    tiebreaks, details = standing.tiebreaks, player.details
    shown = {key: name for key, name in PLAYER_FIELDS.items() if not key.endswith("Identity")}
    return {
        "id": player.no,
        "name": player.name,
        "rank": place,
        "corpIdentity": identities[0] or None,
        "runnerIdentity": identities[1] or None,
        "matchPoints": number_for_cell(standing.points),
        **{
            k: number_for_cell(tiebreaks[name])
            for k, name in SCHEDULES.items()
            if name in tiebreaks
        },
        **{key: details[name] for key, name in shown.items() if name in details},
    }
