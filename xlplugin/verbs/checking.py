"""Checking a whole event: every round is paired again and compared, and rules broken are found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from engine import Ruleset, Tournament, rank, violations
from xlplugin.engine_errors import error_text
from xlplugin.texts import t
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.layouts.standings_tabs import table_after_round
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.writing import table_writer


def standings_differences(
    event: EventBook, settings_when: Callable[[EventBook, int], Mapping[str, str]] | None = None
) -> list[str]:
    """Where a standings tab is not what the results give now: they were corrected since.

    Args:
        event: the event.
        settings_when: under which settings the standings after a round are compared, if not those
            that hold now.
    """
    found: list[str] = []
    completed = event.completed
    for name in event.book.sheets:
        number = tab_names.standings_number(name)
        if number is None:
            continue
        if not 1 <= number <= completed:
            found.append(t("{tab}: round {n} is not complete", tab=name, n=number))
            continue
        then = event
        if settings_when:
            then = replace(event, settings=dict(settings_when(event, number)))
        tournament = then.tournament(number)
        entered = table_writer.players_in(event.book.sheets[name], tournament)
        tournament = replace(tournament, players=entered)  # later entries are not in it yet
        table = table_after_round(rank(tournament, event.ruleset), tournament, event.ruleset)
        found += table_writer.standings_differences(then, name, table)
    return found


def illegal_hand_edits(tournament: Tournament, ruleset: Ruleset) -> list[str]:
    """Warnings of what is illegal in the newest round as it stands; it counts all the same."""
    if not tournament.rounds:
        return []
    number = len(tournament.rounds)
    return [
        t("Round {n} as it stands: {violation}", n=number, violation=violation)
        for violation in violations_of(tournament, number, ruleset)
    ]


def violations_of(tournament: Tournament, number: int, ruleset: Ruleset) -> Iterator[str]:
    """The rules that a round of the event breaks as it stands."""
    before = tournament.before_round(number)
    tables = [(m.player1, m.player2) for m in tournament.rounds[number - 1].matches]
    for violation in violations(before, tables, ruleset.legality(before)):
        yield error_text(violation)
