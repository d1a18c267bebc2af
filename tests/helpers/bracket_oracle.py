"""A second reading of the elimination brackets to compare the engine with.

Players are their seeds here. The double elimination is a table looked up game by game; the single
one has no table at all: those who are left are folded, the best onto the worst.
"""

from __future__ import annotations

DOUBLE_GAMES = {
    4: [
        {1: (1, 4), 2: (2, 3)}, {3: ("W1", "W2"), 4: ("L1", "L2")}, {5: ("L3", "W4")},
        {6: ("W3", "W5")}, {7: ("W6", "L6")},
    ],
    8: [
        {1: (1, 8), 2: (4, 5), 3: (2, 7), 4: (3, 6)},
        {5: ("W1", "W2"), 6: ("W3", "W4"), 7: ("L1", "L2"), 8: ("L3", "L4")},
        {9: ("W5", "W6"), 10: ("L6", "W7"), 11: ("W8", "L5")}, {12: ("W10", "W11")},
        {13: ("L9", "W12")}, {14: ("W9", "W13")}, {15: ("W14", "L14")},
    ],
    16: [
        {
            1: (1, 16), 2: (8, 9), 3: (5, 12), 4: (4, 13), 5: (3, 14), 6: (6, 11), 7: (7, 10),
            8: (2, 15),
        },
        {
            9: ("L1", "L2"), 10: ("L3", "L4"), 11: ("L5", "L6"), 12: ("L7", "L8"), 13: ("W1", "W2"),
            14: ("W3", "W4"), 15: ("W5", "W6"), 16: ("W7", "W8"),
        },
        {
            17: ("L16", "W9"), 18: ("L15", "W10"), 19: ("L14", "W11"), 20: ("L13", "W12"),
            21: ("W13", "W14"), 22: ("W15", "W16"),
        },
        {23: ("W17", "W18"), 24: ("W19", "W20"), 27: ("W21", "W22")},
        {25: ("L21", "W23"), 26: ("W24", "L22")},
        {28: ("W25", "W26")},
        {29: ("L27", "W28")},
        {30: ("W27", "W29")},
        {31: ("W30", "L30")},
    ],
}  # fmt: skip
"""The games of each round by number: who meets whom, the last one only if it is needed."""

DOUBLE_PLACES = {
    4: [["L5"], ["L4"]],
    8: [["L13"], ["L12"], ["L10", "L11"], ["L7", "L8"]],
    16: [
        ["L29"], ["L28"], ["L25", "L26"], ["L23", "L24"], ["L17", "L18", "L19", "L20"],
        ["L9", "L10", "L11", "L12"],
    ],
}  # fmt: skip
"""Who has the places from the third on; several together by seed."""


class Double:
    """Two losses and out, for 4, 8 and 16."""

    limit = 2

    def __init__(self, size):
        self._to_come = list(DOUBLE_GAMES[size])
        self._places = DOUBLE_PLACES[size]
        self._found = {}
        self._undefeated = set(range(1, size + 1))
        self.places = None
        self.games = []
        self._next_round()

    @property
    def is_second_final(self):
        """Whether the next game is the second final."""
        return len(self._to_come) == 1 and bool(self.games)

    def _who(self, source):
        return source if isinstance(source, int) else self._found[source]

    def _next_round(self):
        self._numbers = list(self._to_come[0])
        self.games = [tuple(sorted(map(self._who, pair))) for pair in self._to_come[0].values()]

    def play(self, winners):
        """Note who has won each game of the round."""
        first_final = len(self._to_come) == 2
        for number, pair in zip(self._numbers, self.games, strict=True):
            (winner,) = set(pair) & set(winners)
            (loser,) = set(pair) - {winner}
            self._found |= {f"W{number}": winner, f"L{number}": loser}
            second_final_needed = loser in self._undefeated
            self._undefeated.discard(loser)
        del self._to_come[0]
        if self._to_come and not (first_final and not second_final_needed):
            self._next_round()
            return
        self.games = []
        self.places = [winner, loser]
        for group in self._places:
            self.places += sorted(self._found[source] for source in group)


class Single:
    """One loss and out: those who are left are folded, the best onto the worst."""

    limit = 1
    is_second_final = False

    def __init__(self, size):
        self._left = list(range(1, size + 1))
        self._out = []
        self.places = None
        self._fold()

    def _fold(self):
        left = self._left[1:] if len(self._left) == 3 else self._left
        self.games = [(left[i], left[-1 - i]) for i in range(len(left) // 2)]

    def play(self, winners):
        """Note who has won each game of the round."""
        losers = {no for pair in self.games for no in pair} - set(winners)
        self._out = sorted(losers) + self._out
        self._left = [no for no in self._left if no not in losers]
        self._fold()
        if not self.games:
            self.places = self._left + self._out


class Fixed(Single):
    """One loss and out: the best and the worst of the whole field are put far apart, and lines are never redrawn."""

    def __init__(self, size):
        self._line = self._spread([*range(1, size + 1)])
        super().__init__(size)

    def _spread(self, seeds):
        """Halve the field, the first seed above and the second below, until two are left."""
        if len(seeds) < 4:
            return seeds
        upper = [no for i, no in enumerate(seeds) if i % 4 in (0, 3)]
        lower = [no for i, no in enumerate(seeds) if i % 4 in (1, 2)]
        return self._spread(upper) + self._spread(lower)

    def _fold(self):
        left = [no for no in self._line if no in self._left]
        left = left[1:] if len(left) == 3 else left
        self.games = [tuple(sorted(left[i : i + 2])) for i in range(0, len(left) - 1, 2)]


def double(size):
    """Give the double elimination of so many players; of 2 or 3 it is a single one."""
    return Double(size) if size in DOUBLE_GAMES else Single(size)
