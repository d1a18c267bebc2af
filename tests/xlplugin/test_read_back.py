"""A workbook reads back as what was played, in random events of every ruleset.

The verbs pair each round from the workbook as the engine pairs it from the event alone.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import RULESETS, Player, Special
from xlplugin.verbs.pair import pair_round
from xlplugin.workbook.book import SetCells
from xlplugin.workbook.reading.reader import read_event

from campaigns import some
from strategies import NAMES, FromNumber, play
from typing_results import army

DRAWN = 3


def as_typed(player, name):
    """Give a player with what the roster of the ruleset asks for, as it is read from a workbook."""
    if name != "hex":
        return replace(player, no=0)
    details = {f"Army {n}": army(player.no, n) for n in range(1, 6)}
    return replace(player, no=0, details=details)


def type_players(host, before, after):
    """Type who has come, dropped or come back; the verbs give the numbers."""
    event = read_event(host.read())
    places, cells = event.players_tab.places, {}
    known = {player.no: player for player in before.players}
    for player in after.players:
        if player.no not in known:
            row = 2 + len(known)
            known[player.no] = player
            cells[row, places["Name"]] = player.name
            cells[row, places["Seed"]] = player.seed
        elif player.status != known[player.no].status:
            cells[1 + player.no, places["Status"]] = str(player.status)
    if cells:
        host.write([SetCells("Players", cells)])


def type_results(host, name, matches):
    """Type what was played into the newest round."""
    event = read_event(host.read())
    tab = event.rounds[-1]
    fields = [field.name for field in RULESETS[name].match_format.fields]
    cells = {}
    for match in matches:
        row = tab.rows[match.player1].number
        for field, value in zip(fields, match.result, strict=False):
            cells[row, tab.table.places[field]] = value if value != "" else None
        if "Confirmed" in tab.table.places:
            cells[row, tab.table.places["Confirmed"]] = "Yes"
        if match.special not in (Special.NONE, Special.BYE):
            cells[row, tab.table.places["Special"]] = str(match.special)
    host.write([SetCells(tab.name, cells)])


def of_round(matches):
    """Give the matches without their tables, and without blank columns of results."""
    return sorted(
        (m.player1, m.player2 or 0, [value for value in m.result if value != ""], m.special)
        for m in matches
    )


@pytest.mark.parametrize("name", NAMES)
def test_an_event_reads_back_as_it_was_played(name, new_host):
    """Pairings are those of the engine, and players and results are those that were typed."""
    for number in range(some(DRAWN)):
        draw = FromNumber(f"{name} {number}")
        event = play(draw, name, draw.number(4, 8), in_order=True)
        first = event.steps[0].before
        host = new_host(
            name, [as_typed(player, name) for player in first.players],
            **{"Event seed": first.seed, "Rounds": str(first.planned_rounds)},
        )  # fmt: skip
        for step, following in zip(event.steps, event.steps[1:], strict=False):
            paired = [(p["no1"], p["no2"]) for p in pair_round(host).data["pairings"]]
            where = f"event {number}, round {step.round}"
            assert paired == [t[:2] for t in step.outcome.tables], where
            matches = following.before.rounds[-1].matches
            type_results(host, name, matches)
            read = read_event(host.read())
            assert read.problems == [], where
            assert of_round(read.tournament().rounds[-1].matches) == of_round(matches), where
            type_players(host, step.before, following.before)


def test_a_player_is_given_back_without_a_number():
    """What is typed into a roster has the ruleset's columns, and no number yet."""
    assert as_typed(Player(3, "P3", seed=2), "ntp") == Player(0, "P3", seed=2)
    assert "Army 5" in as_typed(Player(3, "P3"), "hex").details
