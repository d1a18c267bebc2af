"""Rounds under rules of one's own, judged by brute force: every way to seat a small field is tried.

It reads the settings and the matches, and shares no code with what makes pairings, with the checker of the
engine, or with the library of FIDE Dutch.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from fractions import Fraction

from engine import Special

NOT_PLAYED = {Special.NO_SHOW_1: 2, Special.NO_SHOW_2: 1, Special.DOUBLE_NO_SHOW: 0}
"""The matches that do not take place, and who wins them."""
BAND = re.compile(r"\d+ *= *([-\d./]+):")


def fewest(players, cost):
    """The least that a seating of all players costs; ``None`` if there is none.

    ``cost`` gives what a pair costs, or ``None`` where the two must not meet.
    """
    if not players:
        return 0
    one, *rest = players
    found = None
    for other in rest:
        if (here := cost(one, other)) is None or (found is not None and here >= found):
            continue
        after = fewest([no for no in rest if no != other], cost)
        if after is not None and (found is None or here + after < found):
            found = here + after
            if not found:
                break
    return found


class Seats:
    """The round to pair of an event whose earlier rounds are complete, as the settings alone have it.

    ``pool`` has the players of a pool, where each plays on its own.

    Attributes:
        playing: who is to be seated; ``given`` those of them whose first-round bye was awarded.
        met: the pairs that must not meet.
        byes: how many each has had.
    """

    def __init__(self, tournament, *, is_last, pool=None):
        self.tournament, self.is_last = tournament, is_last
        self.number = len(tournament.rounds) + 1
        self.method = self._set("Pairing method", "Groups of points")
        self.met, self.byes, self.sides = Counter(), Counter(), defaultdict(list)
        self.unbeaten = set()
        for round_ in tournament.rounds:
            for match in round_.matches:
                self._look_at(match, self.number - round_.number - 1)
        if self.method == "Round robin twice":
            self.met = Counter({pair: times for pair, times in self.met.items() if times > 1})
        gone = self._finished()
        self.playing = [
            no for no in tournament.active if no not in gone and (pool is None or no in pool)
        ]
        awarded = {p.no for p in tournament.players if p.first_round_bye and self.number == 1}
        self.given = set() if self.is_round_robin else awarded & {*self.playing}
        self.to_pair = [no for no in self.playing if no not in self.given]

    def _set(self, name, default):
        return self.tournament.options.get(name) or default

    def _points(self, name, default):
        return Fraction(self._set(name, default).replace(",", "."))

    @property
    def is_round_robin(self):
        """True if everybody meets everybody."""
        return self.method.startswith("Round robin")

    @property
    def is_dutch(self):
        """True if FIDE's rules count."""
        return self.method == "FIDE Dutch"

    def _look_at(self, match, rounds_between):
        if match.player2 is None:
            self.byes[match.player1] += match.special is Special.BYE or not self.is_dutch
            return
        if self.is_dutch and match.special in NOT_PLAYED:
            winner = NOT_PLAYED[match.special]
            self.unbeaten |= {match.players[winner - 1]} if winner else set()
            return
        least = self._set("Rematches", "Never")
        if least == "Never" or self.method != "Groups of points" or rounds_between < int(least):
            self.met[frozenset(match.players)] += 1
        self.sides[match.player1].append(1)
        self.sides[match.player2].append(-1)

    # who is through

    def _finished(self):
        """The players with the wins or losses at which they stop."""
        stop = self._set("Wins and losses", "None")
        if stop == "None":
            return set()
        won, lost = Counter(), Counter()
        for match in (match for round_ in self.tournament.rounds for match in round_.matches):
            winners, losers = self._outcome(match)
            won.update(winners)
            lost.update(losers)
        wins, losses = map(int, stop.split(":"))
        return {no for no in won | lost if won[no] >= wins or lost[no] >= losses}

    def _outcome(self, match):
        """Who has won a match, and who has lost it."""
        one, two, special = match.player1, match.player2, match.special
        if two is None:
            return ({one} if special is Special.BYE and self._is_bye_won() else ()), ()
        if special is Special.DOUBLE_NO_SHOW:
            return (), (one, two)
        first, *rest = match.result or (0,)
        if special in NOT_PLAYED:
            winner = NOT_PLAYED[special]
        elif special:
            winner = 0
        elif self._set("Result", "Winner") == "Winner":
            winner = first if first in (1, 2) else 0
        else:
            named = rest[1] if self._set("Result", "") == "Score" and len(rest) > 1 else 0
            winner = (1 if first > rest[0] else 2) if first != rest[0] else named
        return (
            (((one,), (two,)) if winner == 1 else ((two,), (one,)))
            if winner in (1, 2)
            else ((), ())
        )

    def _is_bye_won(self):
        """True unless a bye is worth no more than a draw."""
        bye, bands = (
            self._set("Points for a bye", "As a win"),
            self._set("Points by difference", "None"),
        )
        if bye == "As a win":
            return True
        worth = self._points("Points for a bye", "")
        if bands != "None":
            winners = [Fraction(points) for points in BAND.findall(bands)]
            return worth >= max(winners) or worth > winners[0]
        win, draw = self._points("Points for a win", "3"), self._set("Points for a draw", "1")
        half = win / 2 if draw == "None" else self._points("Points for a draw", "1")
        return worth >= win or worth > half

    # what is possible

    def can_be_paired(self):
        """True if a round is there that keeps all rules; then none may be refused."""
        if self.is_round_robin:
            return any(
                frozenset((one, two)) not in self.met
                for i, one in enumerate(self.to_pair)
                for two in self.to_pair[i + 1 :]
            )
        return len(self.to_pair) > 1 and any(self._without(no) is not None for no in self._out())

    def _out(self):
        """Those who may sit out; ``None`` if nobody has to."""
        if len(self.to_pair) % 2 == 0:
            return [None]
        return [no for no in self.to_pair if not (self.is_dutch and self._has_had_points(no))]

    def _has_had_points(self, no):
        """True if somebody may have had the points of a win without playing (FIDE C.04.3, C2)."""
        if self.byes[no] or no in self.unbeaten:
            return True
        win = self._points("Points for a win", "3")
        draw = (
            Fraction(0)
            if self._set("Points for a draw", "1") == "None"
            else self._points("Points for a draw", "1")
        )
        is_cheap = draw >= win or self._points("Points for an absent round", "0") >= win
        return is_cheap and len(self.sides[no]) < self.number - 1

    def _without(self, out, cost=None):
        """What the others cost when one sits out."""
        return fewest([no for no in self.to_pair if no != out], cost or self._legal)

    def _legal(self, one, two):
        if frozenset((one, two)) in self.met:
            return None
        if self.is_dutch and self._due(one) and self._due(one) == self._due(two):
            return None
        return 0

    def _due(self, no):
        """1 or -1 if a player must be Player 1 or 2 (an absolute preference, FIDE C.04.3, 1.7.1), else 0."""
        sides = self.sides[no]
        if abs(sum(sides)) > 1:
            return -1 if sum(sides) > 0 else 1
        return -sides[-1] if len(sides) > 1 and sides[-1] == sides[-2] else 0

    # what was paired

    def faults(self, matches):
        """The rules that a round breaks."""
        seated = [no for match in matches for no in match.players if no]
        pairs = [match.players for match in matches if match.player2]
        alone = [m.player1 for m in matches if m.player2 is None and m.player1 not in self.given]
        if sorted(seated) != sorted(self.playing):
            yield f"seated {sorted(seated)}, not {sorted(self.playing)}"
        if again := [pair for pair in pairs if frozenset(pair) in self.met]:
            yield f"met before: {again}"
        if self.is_round_robin:
            if any(self._legal(one, two) == 0 for one in alone for two in alone if one < two):
                yield f"byes of {alone}, some of whom could meet"
            return
        if len(alone) > len(self.to_pair) % 2:
            yield f"several byes: {alone}"
        yield from self._dutch(pairs, alone) if self.is_dutch else self._groups(pairs, alone)

    def _dutch(self, pairs, alone):
        """What FIDE rules out, but for sides in the last round."""
        if second := [no for no in alone if self.byes[no] or no in self.unbeaten]:
            yield f"a second bye: {second}"
        if same := [p for p in pairs if self._legal(*p) is None and not self.is_last]:
            yield f"both are due to be the same player: {same}"

    def _groups(self, pairs, alone):
        """Byes where there were fewest, and clubs apart."""
        for no in alone:
            better = [
                p
                for p in self._out()
                if self.byes[p] < self.byes[no] and self._without(p) is not None
            ]
            if better:
                yield f"bye of {no}, who has had more than {better}"
        yield from self._clubs(pairs, alone)

    def _clubs(self, pairs, alone):
        """Players of one club meet only where that is needed, in as many rounds as the rules say."""
        if self.number > int(self._set("Clubs apart", "0")):
            return
        club = {p.no: p.details.get("Club", "") for p in self.tournament.players}

        def cost(one, two):
            legal = self._legal(one, two)
            return legal if legal is None else int(bool(club[one]) and club[one] == club[two])

        most = max((self.byes[no] for no in alone), default=0)
        out = [no for no in self._out() if no is None or self.byes[no] <= most]
        least = min(c for no in out if (c := self._without(no, cost)) is not None)
        if (own := sum(cost(*pair) for pair in pairs)) > least:
            yield f"{own} tables of one club, {least} would do"
