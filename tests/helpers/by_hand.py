"""Events as somebody writes them by hand, in one line a round, and what comes of them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction

from engine import Round, pair, rank
from xlplugin.workbook.reasons import cited

HALF = Fraction(1, 2)
RESULTS = {">": (10, 0, 10, 0), "+": (10, 0, 6, 10), "=": (10, 0, 0, 10), "~": (10, 6, 0, 6)}
"""Game points of a match: both games won, one each and the match, level; ``~`` is a game and a half
against half a game, but Player 2 has 12 points to 10."""
SEEDS = [f"seed {number}" for number in range(20)]
MANY_SEEDS = [f"seed {number}" for number in range(200)]
IN_ORDER = "in order 3729139"
"""An event seed under which the lots of players 1 to 10 rank them by their numbers."""


def lines(text):
    """Read a round: in ``1>2 3=4 5`` player 1 wins, 3 and 4 are level and 5 has a bye."""
    found = re.findall(r"(\d+)(?:([>+=~])(\d+))?", text)
    return [(int(one), int(two), RESULTS[how]) if how else (int(one),) for one, how, two in found]


def after(event, players, *rounds, **more):
    """Give an event after rounds; whom nothing else tells apart are ranked by their numbers."""
    return event(players, *map(lines, rounds), **{"seed": IN_ORDER, **more})


def with_seeds(tournament, seeds):
    """Give the event with players seeded."""
    players = tuple(replace(p, seed=seeds.get(p.no)) for p in tournament.players)
    return replace(tournament, players=players)


def played_out(tournament, ruleset, rounds):
    """Give the event after some rounds in which the first player of every table wins."""
    for number in range(1, rounds + 1):
        matches = tuple(
            match if match.player2 is None else replace(match, result=RESULTS[">"])
            for match, _ in pair(tournament, ruleset).matches({})
        )
        tournament = replace(tournament, rounds=(*tournament.rounds, Round(number, matches)))
    return tournament


def meetings(tournament):
    """Give how often each two players met, and each player alone sat out."""
    return Counter(
        frozenset({match.player1, match.player2} - {None})
        for played in tournament.rounds
        for match in played.matches
    )


# A round that is paired


def tables(pairing):
    """Give the pairs in order of the tables, Player 1 first."""
    return [t[:2] for t in pairing.tables if t.player2 is not None]


def couples(pairing):
    """Give the pairs as sets of numbers."""
    return {frozenset(two) for two in tables(pairing)}


def sets(text):
    """Read pairs: ``1-4 2-5``."""
    return {frozenset(map(int, two.split("-"))) for two in text.split()}


def byes(pairing):
    """Give the numbers of those who sit out."""
    return [t.player1 for t in pairing.tables if t.player2 is None]


def table_of(pairing, no):
    """Give a player's table."""
    return next(t for t in pairing.tables if no in t[:2])


def told(pairing, tournament, no):
    """Give the reasons of a player's table, each a line."""
    return [cited(reason, tournament) for reason in table_of(pairing, no).reasons]


def told_at(pairing, tournament, no):
    """Give the reasons of a player's table as one text."""
    return "\n".join(told(pairing, tournament, no))


def notes(pairing, tournament):
    """Give what is said about the round as a whole."""
    return [cited(note, tournament) for note in pairing.notes]


# Standings


def points(tournament, ruleset):
    """Give everyone's points by number."""
    return {standing.no: standing.points for standing in rank(tournament, ruleset)}


def ranks(tournament, ruleset):
    """Give everyone's rank by number."""
    return {standing.no: standing.rank for standing in rank(tournament, ruleset)}


def values(tournament, ruleset, name):
    """Give the value of a tiebreak of everyone who has one, by number."""
    return {s.no: s.tiebreaks[name] for s in rank(tournament, ruleset) if name in s.tiebreaks}
