"""Who is safe and who is out: how long somebody waits for it who has clicked, and how much is proved.

Measured: seconds of the processor of :func:`engine.chances.chances.chances`, with as many results drawn as
after a click: in the last round, with no result of it and with half of them, and with one and two rounds left to
be paired; the cut is to 8, of 120 players to 16. The slowest of three events.

Peer: 3 s with 43 players, and 5 s with 120.

Run: ``python benchmarks/chances.py`` (about a minute and a half).
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from time import process_time

from engine import RULESETS, Round, pair
from engine.chances.chances import Chances, Proof, chances
from engine.model import Player, Tournament

BOUNDS = {43: 3.0, 120: 5.0}
ROUNDS = {43: 6, 120: 7}
CUTS = {43: 8, 120: 16}
EVENTS = 3
RESULTS: dict[str, Sequence[tuple[str | int, ...]]] = {
    "nisei-swiss": [("W", "W"), ("W", "L"), ("L", "W"), ("L", "L"), ("D", "W")],
    "nisei-single-sided": [("Corp",), ("Runner",)],
    "hex": [(gap, 0) for gap in range(1, 20)] + [(0, gap) for gap in range(1, 20)],
}


def event_of(ruleset: str, players: int, left: int, typed: float, seed: int) -> Tournament:
    """An event with so many rounds left to be paired, and a share of the newest one's results."""
    random, planned = Random(seed), ROUNDS[players]
    roster = tuple(Player(no, f"Player {no}") for no in range(1, players + 1))
    event = Tournament(roster, seed=str(seed), planned_rounds=planned)
    for number in range(1, planned - left + 1):
        is_newest = number == planned - left
        paired = [match for match, _ in pair(event, RULESETS[ruleset]).matches({})]
        matches = tuple(
            replace(match, result=random.choice(RESULTS[ruleset]))
            if match.player2 and (not is_newest or place < typed * len(paired))
            else match
            for place, match in enumerate(paired)
        )
        event = replace(event, rounds=(*event.rounds, Round(number, matches)))
    return event


def measured(ruleset: str, players: int, left: int, typed: float) -> tuple[float, list[Chances]]:
    """The seconds of the slowest event, and what is told of each."""
    slowest, told = 0.0, []
    for seed in range(EVENTS):
        event = event_of(ruleset, players, left, typed, seed)
        start = process_time()
        told.append(chances(event, RULESETS[ruleset], CUTS[players]))
        slowest = max(slowest, process_time() - start)
    return slowest, told


def main() -> None:
    """Measure and print."""
    print(f"Python {sys.version.split()[0]}\n")
    print(f"{'':<20}{'players':>8}{'left':>6}{'typed':>7}{'drawn':>7}{'s':>7}  states, not proved")
    for ruleset in RESULTS:
        for players, bound in BOUNDS.items():
            for left, typed in ((0, 0.0), (0, 0.5), (1, 0.0), (2, 0.0)):
                seconds, told = measured(ruleset, players, left, typed)
                states = Counter(str(player.state) for each in told for player in each.players)
                unproved = sum(p.proof is Proof.NONE for each in told for p in each.players)
                verdict = "" if seconds < bound else f"  OVER {bound} s"
                print(
                    f"{ruleset:<20}{players:>8}{left:>6}{typed:>7.0%}{told[0].results:>7}{seconds:>7.2f}"
                    f"  {dict(states)}, {unproved}{verdict}"
                )


if __name__ == "__main__":
    main()
