"""The chances to make the cut, for the page: only if the organizer wants everybody to see them."""

from __future__ import annotations

from typing import Any

from engine.chances.chances import Proof, State, chances
from engine.errors import TournamentError
from xlplugin.exports.shared import Shared
from xlplugin.ground.texts import msg, t, tn
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.reading import cut_chances
from xlplugin.workbook.table import one_line

STATES = {State.SAFE: msg("certain"), State.OUT: msg("out")}


def chances_for_all(public: Shared) -> dict[str, Any] | None:
    """The chances of everybody who plays on, in players' words; ``None`` where they are not shown.

    They are shown from round 1 to the cut, and while no round is looked over. Who declines the cut is not in
    them, which is nobody else's business.
    """
    event = public.event
    wanted = event.value_of(event_tab.SHOW_CHANCES) == "Yes" and event.ruleset.cut
    is_open = event.rounds and not event.cut_tabs and not public.left_out
    size = event.planned_cut() if wanted and is_open else 0
    if not size or any(tab.missing for tab in event.rounds[:-1]):
        return None
    try:
        found = chances(event.typed, event.ruleset, size)
    except TournamentError:  # told where the round is paired
        return None
    agreed = [match.table for match, draw in found.draws.items() if draw.is_safe]
    playing = any(draw.proof is not Proof.NO_DRAW for draw in found.draws.values())
    return {
        "title": cut_chances.heading(event, size),
        "rows": [
            [
                one_line(event.name(p.no)),
                t(STATES[p.state]) if p.state in STATES else cut_chances.percent(p),
            ]
            for p in found.players
            if p.proof is not Proof.GONE
        ],
        "draws": _draws(agreed) if playing else "",
        "note": cut_chances.for_players(event, found),
    }


def _draws(tables: list[int]) -> str:
    if not tables:
        return t("There is no table at which an intentional draw is safe for both.")
    return tn(
        "An intentional draw is safe for both at table {tables}.",
        "An intentional draw is safe for both at tables {tables}.",
        len(tables),
        tables=", ".join(map(str, tables)),
    )
