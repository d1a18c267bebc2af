"""Every tiebreak that rules of the organizer's own can rank by, recomputed from a plain list of rounds.

Nothing of the engine is used: numbers are fractions, an event is an ``Event``, and each definition is taken from its source:

- FIDE Handbook C.07, editions of 2024 and 2026: Buchholz and its cuts, average Buchholz, Sonneborn-Berger,
  progressive score, direct encounter, Koya, wins, rounds elected, average rating of opponents.
- Magic Tournament Rules, appendix C: shares of matches and games, with floors.
- Fantasy Flight's tournament regulations: strength of schedule, extended strength of schedule.
- Play! Pokemon handbook, 5.3.3: byes that are neither win nor round, players who dropped.
- Flesh and Blood, Pairings and Tiebreaker Policy: CTB, PML, OML, OCTB.
- Yu-Gi-Oh's tiebreak number: pooled shares of three digits, squares of the rounds lost.
- European Go Federation, Tournament System Rules: McMahon score, SOS, SOSOS.
"""

from __future__ import annotations

from fractions import Fraction
from hashlib import blake2b

from own_rounds import Turn, draw_points, full_points, turns_of

HALF = Fraction(1, 2)
BYES = ("bye", "half")
FIDE = ("FIDE 2024", "FIDE 2026")


class Oracle:
    """Everything about an event, worked out anew."""

    def __init__(self, event):
        """Deal the rounds out: ``cards[no]`` has one turn for every round."""
        self.event, self.rules = event, event.rules
        self.person = {p.no: p for p in event.people}
        self.cards = {no: [] for no in self.person}
        for number, rows in enumerate(event.rounds, 1):
            turns = {}
            for row in rows:
                turns |= turns_of(number, row, self.rules)
            for no, card in self.cards.items():
                card.append(turns.get(no) or Turn(number, "missed", self.rules.missed_round))
        self.full = full_points(self.rules)
        self.points = {no: self._points(no) for no in self.cards}

    def _points(self, no):
        total = self.start(no) + sum(t.points for t in self.cards[no])
        return Fraction(total // 1) if self.rules.rounds_down else Fraction(total)

    def start(self, no):
        """The points with which a player begins."""
        return self.person[no].start if self.rules.starts else Fraction(0)

    def here(self, no):
        """The rounds with a match or a bye."""
        return [t for t in self.cards[no] if t.how != "missed"]

    def met(self, no):
        """The opponents, forfeits included."""
        return [t.opponent for t in self.cards[no] if t.opponent is not None]

    def mean(self, value, no):
        """The mean of a value over the opponents; 0 without one."""
        values = [value(o) for o in self.met(no)]
        return sum(values, Fraction(0)) / len(values) if values else Fraction(0)

    # Shares

    def counted(self, no):
        """Points and rounds as shares count them."""
        last = max([t.round for t in self.here(no)], default=0)
        rounds, points = last if self.rules.missed_count else len(self.here(no)), self.points[no]
        points -= sum(t.points for t in self.cards[no] if t.round > last)
        if not self.rules.byes_count:
            byes = [t for t in self.cards[no] if t.how in BYES]
            rounds, points = rounds - len(byes), points - sum(t.points for t in byes)
        return points, rounds

    def mw(self, no):
        """Share of matches won, with floor; somebody who dropped has a ceiling."""
        points, rounds = self.counted(no)
        if not rounds:
            return Fraction(0)
        share = points / (self.full * rounds)
        if self.rules.drawn_match is not None:
            byes = self.rules.byes_count
            won = sum(t.outcome == 1 for t in self.cards[no] if byes or t.how not in BYES)
            drawn = sum(t.outcome == 0 for t in self.cards[no] if t.how == "game")
            share = (won + drawn * self.rules.drawn_match) / Fraction(rounds)
        if self.person[no].has_dropped and self.rules.most_dropped < 1:
            share = min(share, self.rules.most_dropped)
        return max(share, self.rules.floor)

    def game_share(self, no, floor):
        """Share of games won, with floor once there was a round."""
        turns = [t for t in self.cards[no] if self.rules.byes_count or t.how != "bye"]
        won, lost, drawn = (sum(getattr(t, x) for t in turns) for x in ("mine", "theirs", "drawn"))
        games = won + lost + drawn
        share = (won + drawn * self.rules.drawn_game) / Fraction(games) if games else Fraction(0)
        return max(share, floor) if self.here(no) else share

    def gw(self, no):
        """A player's own share of games."""
        return self.game_share(no, self.rules.own_floor)

    def omw(self, no):
        """Mean of the opponents' shares of matches."""
        return self.mean(self.mw, no)

    def ogw(self, no):
        """Mean of the opponents' shares of games."""
        return self.mean(lambda o: self.game_share(o, self.rules.floor), no)

    def oomw(self, no):
        """Mean of the opponents' OMW."""
        return self.mean(self.omw, no)

    def sos(self, no):
        """Opponents' points a round, over opponents or rounds."""
        total = sum(
            (self.counted(o)[0] / Fraction(self.counted(o)[1] or 1) for o in self.met(no)),
            Fraction(0),
        )
        by = len(self.met(no)) if self.rules.over_opponents else len(self.event.rounds)
        return total / by if by else Fraction(0)

    def xsos(self, no):
        """Mean of the opponents' SoS."""
        return self.mean(self.sos, no)

    def pool(self, no, deep):
        """The points and rounds of the opponents together, or of theirs."""
        pools = [self.pool(o, deep=False) if deep else self.counted(o) for o in self.met(no)]
        return sum((p[0] for p in pools), Fraction(0)), sum(p[1] for p in pools)

    def pooled(self, no, deep):
        """Three digits of a pooled share."""
        points, rounds = self.pool(no, deep)
        return (
            Fraction(min(999, 1000 * points // (self.full * rounds)), 1000)
            if rounds
            else Fraction(0)
        )

    # Opponents' points

    def adjusted(self, no):
        """C.07, 16.3: requested byes at the end, before anything but voluntary ones, count as draws."""
        total, card = self.points[no], self.cards[no]
        if self.rules.unplayed in FIDE:
            for i, t in enumerate(card):
                if t.requested and all(later.vur for later in card[i + 1 :]):
                    total += draw_points(self.rules) - t.points
        return total

    def contributions(self, no):
        """What each round adds: value, points earned, whether it is cut first."""
        mode, own = self.rules.unplayed, self.points[no]
        for t in self.cards[no]:
            against = t.opponent is not None
            if t.how == "game" or (against and mode in ("Nothing", "Start score")):
                yield self.adjusted(t.opponent) + t.handicap, t.points, False
            elif mode == "Own points":
                yield own, t.points, False
            elif mode == "Start score":
                yield self.start(no), t.points, False
            elif mode == "FIDE 2024":
                yield own, t.points, t.vur
            elif mode == "FIDE 2026":
                half = draw_points(self.rules) * len(self.event.rounds)
                yield min(own, self.adjusted(t.opponent) if against else half), t.points, t.vur

    def buchholz(self, no, low=0, high=0):
        """C.07, 8.1, 14.1, 16.5."""
        kept = sorted(self.contributions(no), key=lambda c: (not c[2], c[0]))[low:]
        kept = sorted(c[0] for c in kept)
        return (
            sum(kept[: len(kept) - high] if high else kept, Fraction(0))
            if len(kept) > high
            else Fraction(0)
        )

    def aob(self, no):
        """C.07, 8.2, unrounded."""
        values = [self.buchholz(t.opponent) for t in self.cards[no] if t.how == "game"]
        return sum(values, Fraction(0)) / len(values) if values else Fraction(0)

    def sosos(self, no):
        """EGF: the opponents' SOS; a round without one has the start score in every round."""
        rounds = len(self.event.rounds)
        return sum(
            (self.buchholz(t.opponent) if t.opponent is not None else rounds * self.start(no)
            for t in self.cards[no]), Fraction(0),
        )  # fmt: skip

    def sb(self, no, *, cut=False):
        """C.07, 9.1, 14.1.1.4, 16.5.1; in parts of a win."""
        parts = sorted(
            (value, value * points, vur) for value, points, vur in self.contributions(no)
        )
        total = sum((p[1] for p in parts), Fraction(0))
        if cut and parts:
            least = parts[0]
            chosen = next((p for p in parts if p[2]), least)
            total -= max(chosen[1], least[1])
        return total / self.full

    def against(self, no, counts=lambda turn: True):
        """The points of opponents in some rounds."""
        turns = self.cards[no]
        return sum(
            (self.points[t.opponent] for t in turns if t.opponent is not None and counts(t)),
            Fraction(0),
        )

    # Own rounds

    def number(self, no, counts):
        """How many rounds count."""
        return Fraction(sum(bool(counts(t)) for t in self.cards[no]))

    def total(self, no, of):
        """Something of every round, added up."""
        return sum((of(t) for t in self.cards[no]), Fraction(0))

    def progressive(self, no, cut=0):
        """C.07, 7.5."""
        card = self.cards[no]
        sums = [
            self.start(no) + sum((t.points for t in card[: i + 1]), Fraction(0))
            for i in range(len(card))
        ]
        return sum(sums[cut:], Fraction(0))

    def ctb(self, no):
        """Flesh and Blood: "tiebreaker last round / 4 + total match-win points", over that of all wins."""
        mine = best = Fraction(0)
        wins = 0
        for i, t in enumerate(self.cards[no], 1):
            wins += t.outcome == 1
            mine, best = mine / 4 + wins, best / 4 + i
        return mine / best if best else Fraction(0)

    def pml(self, no):
        """Flesh and Blood: total losses / total matches."""
        here = [t for t in self.here(no) if self.rules.byes_count or t.how not in BYES]
        return Fraction(sum(t.outcome == -1 for t in here), len(here)) if here else Fraction(0)

    def koya(self, no):
        """C.07, 9.2; a round without an opponent in which nothing could be gained is none."""

        def is_strong(other):
            rounds = [t for t in self.cards[other] if t.how != "bye" or self.rules.bye or t.points]
            return self.points[other] * 2 >= self.full * len(rounds)

        turns = self.cards[no]
        return sum(
            (t.points for t in turns if t.opponent is not None and is_strong(t.opponent)),
            Fraction(0),
        )

    def aro(self, no, cut=0):
        """C.07, 10.1, half up."""
        ratings = sorted(self.person[t.opponent].rating for t in self.cards[no] if t.how == "game")[
            cut:
        ]
        return (Fraction(sum(ratings), len(ratings)) + HALF) // 1 if ratings else Fraction(0)

    def plus_minus(self, no):
        """The opponents' wins less losses."""
        return sum((self.total(o, lambda t: t.outcome or 0) for o in self.met(no)), Fraction(0))

    # Among those who are level

    def head_to_head(self, tied, most=None):
        """C.07, 6: points among the tied, if all have met; nothing otherwise."""

        def counts(turn):
            return turn.opponent in tied and (turn.how == "game" or self.rules.unplayed not in FIDE)

        met = {no: {t.opponent for t in self.cards[no] if counts(t)} for no in tied}
        if (most and len(tied) > most) or any(set(tied) - {no} - met[no] for no in tied):
            return {}
        return {no: self.total(no, lambda t: t.points * counts(t)) for no in tied}

    def seeds(self, tied):
        """The seeds, if all have one."""
        seeds = {no: self.person[no].seed for no in tied}
        return {} if None in seeds.values() else {no: Fraction(-seed) for no, seed in seeds.items()}

    def lots(self, tied):
        """The lots of the event, lowest first."""

        def lot(no):
            digest = blake2b(f"{self.event.seed}|lot|{no}".encode(), digest_size=8).digest()
            return Fraction(-(int.from_bytes(digest, "big") % 10**9))

        return {no: lot(no) for no in tied}

    def order(self, names):
        """Everybody from first to last by points and these tiebreaks, those left level together."""
        groups = self.split([*self.cards], self.points)
        for name in names:
            groups = [
                part for group in groups for part in self.split(group, self.values(name, group))
            ]
        return groups

    def values(self, name, tied):
        """The values by which some players are told apart: the higher first."""
        if name in AMONG:
            return AMONG[name](self, tied) if len(tied) > 1 else {}
        sign = -1 if name in LOWEST_FIRST else 1
        return {no: sign * ALL[name](self, no) for no in tied}

    @staticmethod
    def split(group, values):
        """A group in parts of equal values, highest first."""
        if not values:
            return [group]
        return [
            [no for no in group if values[no] == v]
            for v in sorted({*values.values()}, reverse=True)
        ]


def played(turn):
    """Whether it was a game."""
    return turn.how == "game"


ALL = {
    "Opponents' match-win share": Oracle.omw, "Own game-win share": Oracle.gw,
    "Opponents' game-win share": Oracle.ogw, "Opponents' opponents' match-win share": Oracle.oomw,
    "Own match-win share": Oracle.mw, "Strength of schedule": Oracle.sos,
    "Extended strength of schedule": Oracle.xsos,
    "Opponents' pooled share": lambda o, no: o.pooled(no, deep=False),
    "Opponents' opponents' pooled share": lambda o, no: o.pooled(no, deep=True),
    "Squares of rounds lost": lambda o, no: o.total(no, lambda t: t.round**2 * (t.outcome == -1)),
    "Buchholz": Oracle.buchholz, "Buchholz cut 1": lambda o, no: o.buchholz(no, 1),
    "Buchholz cut 2": lambda o, no: o.buchholz(no, 2),
    "Median Buchholz": lambda o, no: o.buchholz(no, 1, 1),
    "Median Buchholz 2": lambda o, no: o.buchholz(no, 2, 2),
    "Average of opponents' Buchholz": Oracle.aob, "Sum of opponents' Buchholz": Oracle.sosos,
    "Sonneborn-Berger": Oracle.sb, "Sonneborn-Berger cut 1": lambda o, no: o.sb(no, cut=True),
    "Solkoff": Oracle.against,
    "Points of those beaten": lambda o, no: o.against(no, lambda t: played(t) and t.outcome == 1),
    "Wins": lambda o, no: o.number(no, lambda t: t.outcome == 1),
    "Wins played": lambda o, no: o.number(no, lambda t: played(t) and t.outcome == 1),
    "Wins as Player 2": lambda o, no: o.number(no, lambda t: played(t) and t.outcome == 1 and not t.first),
    "Matches as Player 2": lambda o, no: o.number(no, lambda t: played(t) and not t.first),
    "Rounds not missed": lambda o, no: o.number(no, lambda t: not t.vur),
    "Fewest losses": lambda o, no: o.number(no, lambda t: t.outcome == -1),
    "Opponents' wins less losses": Oracle.plus_minus,
    "Difference": lambda o, no: o.total(no, lambda t: t.mine - t.theirs),
    "Games or score": lambda o, no: o.total(no, lambda t: t.mine),
    "Margin of victory": lambda o, no: o.total(no, lambda t: t.margin),
    "Cumulative": Oracle.progressive, "Cumulative cut 1": lambda o, no: o.progressive(no, 1),
    "Weighted cumulative": Oracle.ctb,
    "Opponents' weighted cumulative": lambda o, no: o.mean(o.ctb, no),
    "Share of matches lost": Oracle.pml,
    "Opponents' share of matches lost": lambda o, no: o.mean(o.pml, no),
    "Koya": Oracle.koya,
    "Kashdan": lambda o, no: o.total(no, lambda t: {1: 4, 0: 2, -1: 1}[t.outcome] if played(t) else 0),
    "Average rating of opponents": Oracle.aro,
    "Average rating of opponents cut 1": lambda o, no: o.aro(no, 1),
    "Start score": Oracle.start,
}  # fmt: skip
"""The value of a player, by the name that the settings have."""
AMONG = {
    "Head to head": Oracle.head_to_head,
    "Head to head of two": lambda o, tied: o.head_to_head(tied, 2),
    "Roster seed": Oracle.seeds, "Lot": Oracle.lots,
}  # fmt: skip
"""Those that depend on who is level."""
LOWEST_FIRST = ("Fewest losses", "Share of matches lost", "Opponents' share of matches lost")
