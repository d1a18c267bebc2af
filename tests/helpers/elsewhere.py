"""Random events as the files of others that ``import`` reads: a table of results, a roster."""

from __future__ import annotations

import csv

from engine import Special, ruleset_named

import strategies
from typing_results import army


def random_event(name, number, most=12):
    """The event of a number as a workbook could hold it, its rounds with results; none if nothing was played."""
    draw = strategies.FromNumber(f"elsewhere {name} {number}")
    played = strategies.play(draw, name, draw.randint(4, most), in_order=True).steps[-1].before
    return played if played.rounds else random_event(name, number + 1000, most)


def table_of(played, name):
    """The rounds of an event as the rows of a table, under its headers."""
    fields = [field.name for field in ruleset_named(name).match_format.fields]
    yield ["Round", "Table", "Player 1", "Player 2", *fields, "Special", "Confirmed"]
    for round_ in played.rounds:
        for match in round_.matches:
            two = f"Person {match.player2}" if match.player2 else ""
            special = "" if match.special is Special.BYE else str(match.special)
            result = (*match.result, *[""] * len(fields))[: len(fields)]
            one = f"Person {match.player1}"
            yield [round_.number, match.table, one, two, *result, special, "Yes"]


def roster_of(played):
    """The players of an event as the rows of a roster, with the armies that they play."""
    yield ["Name", "Seed", "Status", *(f"Army {n}" for n in range(1, 6)), *FINALS]
    for player in played.players:
        armies = [army(player.no, n) for n in range(1, 6)]
        finals = armies[: len(FINALS)]
        yield [f"Person {player.no}", player.seed or "", player.status, *armies, *finals]


FINALS = tuple(f"Final army {n}" for n in range(1, 4))


def written(path, rows):
    """A CSV file of some rows."""
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    return path
