"""An event that was run elsewhere, as the readers of results give it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from engine import Elimination, Match, Player, Round, Ruleset, Status, Tournament
from engine.options import Options
from xlplugin.ground.problems import Problem

UNHOLDABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What no cell can hold."""
UNWRITABLE = re.compile("[\x00-\x1f\ud800-\udfff\ufffe\uffff]")
"""What no name can have."""


@dataclass(slots=True)
class ImportedEvent:
    """An event that was run elsewhere, as a file has it.

    ``byes_second`` holds, for each Swiss round, those whose bye stands on Player 2's side, ``confirmed``
    the tab and Player 1 of each match whose result is right, though it is asked about; ``left_out`` says what the file has
    that a workbook does not take, ``notes`` what else the organizer should know; ``ranks`` are those after
    the Swiss rounds; with ``has_status`` the file itself says who has dropped; ``located`` gives a problem of the workbook's round tabs where it is in the file.
    """

    source: str
    name: str
    settings: dict[str, str]
    players: list[Player]
    rounds: list[Round] = field(default_factory=list)
    byes_second: list[set[int]] = field(default_factory=list)
    confirmed: set[tuple[str, int]] = field(default_factory=set)
    left_out: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    ruleset: str = "nisei-swiss"
    tiebreaker: Round | None = None
    elimination: Elimination | None = None
    ranks: dict[int, int] = field(default_factory=dict)
    has_status: bool = False
    located: Callable[[Problem], Problem] = lambda problem: problem

    def confirmed_on(self, tab: str) -> frozenset[int]:
        """Player 1 of each confirmed match of a tab."""
        return frozenset(no for name, no in self.confirmed if name == tab)

    def tournament(self) -> Tournament:
        """The event as it was played: without a cut unless the file has one."""
        cut, rounds = self.settings.get("Cut", ""), self.settings.get("Rounds", "")
        options = {name: self.settings[name] for name in ("Elimination",) if name in self.settings}
        return Tournament(
            tuple(self.players),
            tuple(self.rounds),
            options,
            planned_rounds=int(rounds) if rounds else len(self.rounds),
            cut=int(cut) if cut else 0,
            tiebreaker=self.tiebreaker,
            elimination=self.elimination,
        )


def with_status(
    players: Sequence[Player], rounds: Sequence[Round], staying: Collection[int]
) -> list[Player]:
    """The players with status and awarded byes, as far as they follow from the rounds.

    Whoever is neither in the last round nor ``staying`` has dropped by then. More than one bye in
    round 1 means awarded ones; which of them was drawn for an odd number is unknown.
    """
    if not rounds:
        return list(players)
    last = {*rounds[-1].players(), *staying}
    byes = {match.player1 for match in rounds[0].matches if match.player2 is None}
    return [
        replace(
            player,
            status=Status.DROPPED
            if player.status is Status.ACTIVE and player.no not in last
            else player.status,
            first_round_bye=player.first_round_bye or (player.no in byes and len(byes) > 1),
        )
        for player in players
    ]


def through(
    ruleset: Ruleset, options: Options, players: Sequence[Player], rounds: Sequence[Round]
) -> frozenset[int]:
    """The players who had played all of their rounds before the last one, as with three wins."""
    return ruleset.finished(Tournament(tuple(players), tuple(rounds[:-1]), options))


def seated(matches: Sequence[Match]) -> list[Match]:
    """The matches, those without a table at the first that are free, byes last."""
    taken = {match.table for match in matches}
    free = (n for n in count(1) if n not in taken)
    order = sorted(range(len(matches)), key=lambda i: matches[i].player2 is None)
    table = {i: matches[i].table or next(free) for i in order}
    return [replace(match, table=table[i]) for i, match in enumerate(matches)]
