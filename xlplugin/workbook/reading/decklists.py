"""Decklists that are missing or wrong: in a line for the organizer, and live on ``Event``."""

from __future__ import annotations

from collections.abc import Collection

from engine import Player, Status
from engine.roster import DECKLIST, PROBLEM, Decklists
from xlplugin.ground.texts import first_of, t
from xlplugin.workbook.reading.event_book import EventBook

MOST_NAMES = 8
"""The most players that a line names."""


def rule_of(event: EventBook) -> Decklists | None:
    """The rule on decklists, where the event needs them and ``Players`` has the column."""
    rule = event.ruleset.decklists
    if rule is None or DECKLIST not in event.players_tab.places:
        return None
    return rule if rule.are_required(event.options) else None


def lacking(
    event: EventBook, among: Collection[int | None] | None = None
) -> tuple[list[Player], list[Player]]:
    """The players whose decklist is not handed in, and those whose decklist has a problem.

    They are ``among`` some, by number; ``None`` stands for everybody who would be paired now.
    """
    if rule_of(event) is None:
        return [], []
    states: dict[str, list[Player]] = {"": [], PROBLEM: []}
    for player in event.players_with(event.rounds):
        if player.status is Status.ACTIVE if among is None else player.no in among:
            states.setdefault(player.details.get(DECKLIST, ""), []).append(player)
    return states[""], states[PROBLEM]


def warnings(event: EventBook, among: Collection[int | None]) -> list[str]:
    """The warning of decklists when a round is paired: one line, or none."""
    rule = rule_of(event)
    missing, wrong = lacking(event, among)
    if rule is None or not (missing or wrong):
        return []
    parts = [t("not handed in: {players}", players=_names(missing))] if missing else []
    if wrong:
        texts = {"players": _names(wrong), "infraction": rule.infraction}
        parts.append(t("with a problem: {players} (Penalties: {infraction})", **texts))
    return [t("Decklists ({clause}) {states}.", clause=rule.clause, states="; ".join(parts))]


def _names(players: list[Player]) -> str:
    names = [player.name.strip() for player in players]
    return ", ".join(first_of(names, MOST_NAMES, lambda n: t("and {n} more", n=n)))


def brief(event: EventBook) -> str:
    """The end of the next step before round 1; ``""`` for nothing."""
    missing, wrong = lacking(event)
    parts = [t("{n} missing", n=len(missing))] if missing else []
    parts += [t("{n} with a problem", n=len(wrong))] if wrong else []
    return t("; decklists: {states}", states=", ".join(parts)) if parts else ""
