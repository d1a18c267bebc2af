"""Random events as the files of others that ``import`` reads: a table of results, a roster."""

from __future__ import annotations

import csv
from dataclasses import dataclass, replace

from engine import NoLegalPairing, Round, Special, Tournament, pair, ruleset_named

import strategies
from typing_results import army

FINALS = tuple(f"Final army {n}" for n in range(1, 4))
BUCHHOLZ = {"Tiebreak 1": "Buchholz", "Tiebreak 2": "Sonneborn-Berger", "Tiebreak 3": "Wins"}
OWN_RULES = (
    {"Result": "Winner", "Points for a win": "1", "Points for a draw": "1/2", **BUCHHOLZ},
    {"Result": "Games", "Result of a bye": "2:0", "Tiebreak 1": "Opponents' match-win share"},
    {"Result": "Score", "Points for a draw": "None", "Tiebreak 1": "Margin of victory"},
    {"Result": "Winner", "Points for an absent round": "1/2"},
    {"Result": "Two games with sides", "Points for a win": "2"},
    {"Result": "One game with sides"},
)
"""Settings of rules of the organizer's own, one for each match format and more."""


@dataclass
class Luck:
    """Two players of equal strength at a table."""

    draw: strategies.FromNumber
    first: int = 1

    def game(self, *, turned=False):
        """The winner of a game, or 0 for nobody."""
        return self.draw.choice((1, 2, 1, 2, 0))

    def luck(self, most):
        """A number below ``most``."""
        return self.draw.randrange(most)


def random_event(name, number, most=12):
    """The event of a number as a workbook could hold it, its rounds with results; some have been played."""
    if name == "own":
        return _own_event(number, most)
    draw = strategies.FromNumber(f"elsewhere {name} {number}")
    played = strategies.play(draw, name, draw.randint(4, most), in_order=True).steps[-1].before
    return played if played.rounds else random_event(name, number + 1000, most)


def _own_event(number, most):
    """An event under one of the ``OWN_RULES``."""
    draw, ruleset = strategies.FromNumber(f"elsewhere own {number}"), ruleset_named("own")
    options = OWN_RULES[number % len(OWN_RULES)]
    players, _ = strategies.roster(draw, draw.randint(4, most), in_order=True)
    event = Tournament(players, options=options, seed=f"seed {number}", planned_rounds=4)
    format_ = ruleset.format(options)
    while len(event.rounds) < 4 and (not event.rounds or draw.random() < 0.8):
        try:
            pairing = pair(event, ruleset)
        except NoLegalPairing:
            break
        matches = tuple(_played(match, format_, draw) for match, _ in pairing.matches({}))
        players = strategies._unsettled(event.players, draw.some(1, event.players))
        rounds = (*event.rounds, Round(len(event.rounds) + 1, matches))
        event = replace(event, players=players, rounds=rounds)
    return event


def _played(match, format_, draw):
    """The match as it was played, agreed upon, or not played."""
    if match.player2 is None:
        is_half = Special.HALF_BYE in format_.specials and draw.random() < 0.3
        return replace(match, special=Special.HALF_BYE) if is_half else match
    if draw.random() < 0.12:
        unplayed = [each for each in strategies.UNPLAYED if each in format_.specials]
        return replace(match, special=draw.choice(unplayed))
    return replace(match, result=format_.simulated(Luck(draw)))


def as_options(played):
    """The settings and the seed of an event as the command takes them."""
    settings = {**played.options, "Event seed": played.seed}
    return [part for name, value in settings.items() for part in ("--set", f"{name}={value}")]


def table_of(played, name):
    """The rounds of an event as the rows of a table, under its headers."""
    format_ = ruleset_named(name).format(played.options)
    fields = [field.name for field in format_.fields]
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


def written(path, rows):
    """A CSV file of some rows."""
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    return path
