"""A second, literal reading of the TRC Official Tournament Rules 1998 to compare the engine with.

Rankings are settled tie by tie as 2.2.2 has it, and where pairings have to be rearranged every
legal pairing of the group is considered. That is slow, and meant for small events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

HALF = Fraction(1, 2)

Pair = frozenset[int]
Pairs = frozenset[Pair]

# Appendix A: a line for each number of players, a column for each round from the second
CHART = """
     6       |    4/2      |   2/2/2     |     NA      |     NA      |
     7       |    4/2/1B   |   2/4/1B    |     NA      |     NA      |
     8       |    4/4      |   2/4/2     |     NA      |     NA      |
     9       |    6/2/1B   |   4/4/1B    |  2/4/2/1B   |     NA      |
    10       |    6/4      |   4/4/2     |  2/4/2/2    |     NA      |
    11       |    6/4/1B   |   4/6/1B    |  2/4/4/1B   |     NA      |
    12       |    6/6      |   4/6/2     |  2/4/4/2    |     NA      |
    13       |    8/4/1B   |   4/6/2/1B  |  2/6/4/1B   |     NA      |
    14       |    8/6      |   4/6/4     |  2/6/4/2    |     NA      |
    15       |    8/6/1B   |   4/8/2/1B  |  2/6/6/1B   |     NA      |
    16       |    8/8      |   4/8/4     |  2/6/6/2    |     NA      |
    17       |   10/6/1B   |   6/8/2/1B  |  4/6/6/1B   |  2/4/6/4/1B |
    18       |   10/8      |   6/8/4     |  4/6/6/2    |  2/4/6/4/2  |
    19       |   10/8/1B   |   6/10/2/1B |  4/6/8/1B   |  2/4/8/4/1B |
    20       |   10/10     |   6/10/4    |  4/6/8/2    |  2/4/8/4/2  |
"""


class Line(NamedTuple):
    """A match as it was reported: ``player2`` is ``None`` for a bye.

    ``result`` is player 1's and player 2's points of the first game, then of the second.
    """

    player1: int
    player2: int | None
    result: tuple[int, ...] = ()
    special: str = ""


class Score(NamedTuple):
    """2.2.1: the tournament points for both games of a match and those for the match itself."""

    games: Fraction
    match: Fraction

    @property
    def points(self) -> Fraction:
        """All tournament points of the match."""
        return self.games + self.match


NOTHING = Score(Fraction(0), Fraction(0))
EVERYTHING = Score(Fraction(2), Fraction(1))
EVEN = Score(Fraction(1), HALF)


@dataclass
class Sheet:
    """2.2.3: a player's score sheet, with an entry for each round, missed ones included."""

    no: int
    scores: list[Score] = field(default_factory=list)
    opponents: list[int | None] = field(default_factory=list)
    byes: int = 0
    games_won: Fraction = Fraction(0)
    matches_won: Fraction = Fraction(0)
    points: Fraction = Fraction(0)

    def note(self, score: Score) -> None:
        """Write down the current round's score and add it to the totals."""
        self.scores[-1] = score
        self.games_won += score.games
        self.matches_won += score.match
        self.points += score.points


Sheets = Mapping[int, Sheet]


@dataclass
class Place:
    """A line of the ranking.

    Args:
        rank: shared with those whom nothing tells apart.
        no: the player.
        points: tournament points.
        tiebreaks: what was compared, by name, in order.
        worked_out: every head to head score that was looked at, in order.
    """

    rank: int
    no: int
    points: Fraction
    tiebreaks: dict[str, Fraction]
    worked_out: list[Fraction]


@dataclass
class Group:
    """A group that was paired, made of several parts if it had to join with lower groups.

    Args:
        parts: the groups it came from, the players of each in order of rank.
        straight: top half against bottom half in each part.
        nearest: every legal pairing that is as near to the straight one as can be.
    """

    parts: list[list[int]]
    straight: Pairs
    nearest: set[Pairs]

    @property
    def seats(self) -> list[int]:
        """Everyone in the group."""
        return _all_of(self.parts)

    @property
    def way(self) -> str:
        """How the group came to its pairing: ``plain``, ``rearranged`` or ``joined``."""
        if len(self.parts) > 1:
            return "joined"
        return "plain" if self.nearest == {self.straight} else "rearranged"


class Announcement(NamedTuple):
    """The pairings of a round, group by group; ``is_charted`` if the groups are Appendix A's."""

    bye: int | None
    groups: list[Group]
    is_charted: bool


# Scores: 2.2.1, 2.4


def match_score(line: Line) -> tuple[Score, Score]:
    """Give what both players earned; the second of a bye is nobody's."""
    if line.special in {"Bye", "No-show 2"}:
        return EVERYTHING, NOTHING
    if line.special == "No-show 1":
        return NOTHING, EVERYTHING
    if line.special:
        return EVEN, EVEN
    games1 = games2 = Fraction(0)
    won1 = won2 = game_points1 = game_points2 = 0
    for points1, points2 in (line.result[:2], line.result[2:]):
        game_points1 += points1
        game_points2 += points2
        if points1 == 10:
            won1 += 1
            games1 += 1
        elif points2 == 10:
            won2 += 1
            games2 += 1
        else:
            games1 += HALF
            games2 += HALF
    if won1 != won2:
        match1 = Fraction(won1 > won2)
    elif game_points1 != game_points2:
        match1 = Fraction(game_points1 > game_points2)
    else:
        match1 = HALF
    return Score(games1, match1), Score(games2, 1 - match1)


def score_sheets(nos: Iterable[int], rounds: Iterable[Iterable[Line]]) -> dict[int, Sheet]:
    """Write every player's score sheet up to date."""
    sheets = {no: Sheet(no) for no in nos}
    for lines in rounds:
        for sheet in sheets.values():
            sheet.scores.append(NOTHING)
            sheet.opponents.append(None)
        for line in lines:
            score1, score2 = match_score(line)
            sheets[line.player1].note(score1)
            if line.player2 is None:
                sheets[line.player1].byes += 1
            else:
                sheets[line.player2].note(score2)
                sheets[line.player1].opponents[-1] = line.player2
                sheets[line.player2].opponents[-1] = line.player1
    return sheets


# Ranking: 2.2.2


def ranking(sheets: Sheets, tied_players: str = "Head to head") -> list[Place]:
    """Rank everyone, those who share a rank by number; ``tied_players`` is the first tiebreak."""
    worked_out: dict[int, list[Fraction]] = {no: [] for no in sheets}
    by_points: dict[Fraction, list[int]] = {}
    for no in sorted(sheets):
        by_points.setdefault(sheets[no].points, []).append(no)
    settled: list[list[int]] = []
    for points in sorted(by_points, reverse=True):
        settled += _settle(by_points[points], sheets, tied_players, worked_out)
    places: list[Place] = []
    for level in settled:
        rank = len(places) + 1
        for no in level:
            tiebreaks = _tiebreaks(no, sheets, tied_players, worked_out[no])
            places.append(Place(rank, no, sheets[no].points, tiebreaks, worked_out[no]))
    return places


def _settle(
    tied: list[int], sheets: Sheets, tied_players: str, worked_out: dict[int, list[Fraction]]
) -> list[list[int]]:
    """Break a tie by the first step that splits it, then each smaller tie from step 1 again."""
    if len(tied) == 1:
        return [tied]
    for values in _steps(tied, sheets, tied_players, worked_out):
        if len(set(values.values())) == 1:
            continue
        settled = []
        for value in sorted(set(values.values()), reverse=True):
            level = [no for no in tied if values[no] == value]
            settled += _settle(level, sheets, tied_players, worked_out)
        return settled
    return [tied]


def _steps(
    tied: list[int], sheets: Sheets, tied_players: str, worked_out: dict[int, list[Fraction]]
) -> Iterator[dict[int, Fraction]]:
    """Go through what 2.2.2 compares for these players, step by step."""
    if tied_players == "Games won":
        yield {no: sheets[no].games_won for no in tied}
    elif tied_players == "Matches won":
        yield {no: sheets[no].matches_won for no in tied}
    elif _have_all_met(tied, sheets):
        scores = {no: _points_against(no, tied, sheets) for no in tied}
        for no, score in scores.items():
            worked_out[no].append(score)
        yield scores
    rounds = len(sheets[tied[0]].scores)
    for first in range(1, max(rounds, 1) + 1):
        yield {no: difficulty(no, first, sheets) for no in tied}


def _have_all_met(tied: list[int], sheets: Sheets) -> bool:
    return all(two in sheets[one].opponents for one in tied for two in tied if one != two)


def _points_against(no: int, tied: list[int], sheets: Sheets) -> Fraction:
    sheet = sheets[no]
    return sum(
        (
            score.points
            for opponent, score in zip(sheet.opponents, sheet.scores, strict=True)
            if opponent in tied
        ),
        Fraction(0),
    )


def difficulty(no: int, first: int, sheets: Sheets) -> Fraction:
    """Add up the tournament points of a player's opponents from round ``first`` on."""
    opponents = sheets[no].opponents[first - 1 :]
    return sum((sheets[no].points for no in opponents if no is not None), Fraction(0))


def _tiebreaks(
    no: int, sheets: Sheets, tied_players: str, worked_out: list[Fraction]
) -> dict[str, Fraction]:
    values = {}
    if tied_players == "Games won":
        values[tied_players] = sheets[no].games_won
    elif tied_players == "Matches won":
        values[tied_players] = sheets[no].matches_won
    elif worked_out:
        values[tied_players] = worked_out[-1]
    values["Difficulty"] = difficulty(no, 1, sheets)
    for first in range(2, len(sheets[no].scores) + 1):
        values[f"Difficulty {first}+"] = difficulty(no, first, sheets)
    return values


# Pairings: 2.3, Appendix A


def first_round_by_seed(seeds: Mapping[int, int | None]) -> Announcement:
    """2.3, optional rule: top half against bottom half, players without a seed coming last."""
    seeded = sorted((seed, no) for no, seed in seeds.items() if seed is not None)
    order = [no for _, no in seeded] + sorted(no for no, seed in seeds.items() if seed is None)
    bye = order.pop() if len(order) % 2 else None
    straight = straight_pairs(order)
    return Announcement(bye, [Group([order], straight, {straight})], is_charted=False)


def announce(sheets: Sheets, order: Sequence[int], number: int) -> Announcement | None:
    """Give the pairings of round ``number``, or nothing if there are none.

    ``order`` holds those who play on, the highest-ranked first.
    """
    playing = list(order)
    bye = None
    if len(playing) % 2:
        bye = _bye(playing, sheets)
        if bye is None:
            return None
        playing.remove(bye)
    elif not can_all_be_paired(playing, sheets):
        return None
    sizes = charted_sizes(len(order), number)
    groups = _charted(playing, sizes) if sizes else _score_groups(playing, sheets)
    place = {no: at for at, no in enumerate(playing, 1)}
    paired = []
    while groups:
        paired.append(_pair_the_top(groups, place, sheets))
    return Announcement(bye, paired, is_charted=bool(sizes))


def _bye(playing: list[int], sheets: Sheets) -> int | None:
    """2.3.6: the lowest of those with the fewest byes whose leaving lets the others be paired."""
    lowest_first = sorted(playing, key=lambda no: (sheets[no].byes, -playing.index(no)))
    for bye in lowest_first:
        if can_all_be_paired([no for no in playing if no != bye], sheets):
            return bye
    return None


def charted_sizes(players: int, number: int) -> list[int]:
    """Appendix A: the sizes of the groups from the top without ``1B``, none if not charted."""
    for row in CHART.split("\n"):
        cells = [cell.strip() for cell in row.split("|")]
        if cells[0] == str(players) and 2 <= number <= 5:
            cell = cells[number - 1]
            return [] if cell == "NA" else [int(size) for size in cell.split("/") if size != "1B"]
    return []


def _charted(playing: list[int], sizes: list[int]) -> list[list[int]]:
    """Appendix A, 4: assign players to the groups, beginning with the highest-ranked."""
    left = list(playing)
    groups = []
    for size in sizes:
        groups.append(left[:size])
        left = left[size:]
    if left:
        message = f"{sizes} is no grouping of {len(playing)} players"
        raise ValueError(message)
    return groups


def _score_groups(playing: list[int], sheets: Sheets) -> list[list[int]]:
    """2.3.2: groups of like points, an odd one taking the highest-ranked of the next lower."""
    left = list(playing)
    groups = []
    while left:
        points = sheets[left[0]].points
        group = [no for no in left if sheets[no].points == points]
        left = left[len(group) :]
        if len(group) % 2:
            group.append(left.pop(0))
        groups.append(group)
    return groups


def straight_pairs(group: Sequence[int]) -> Pairs:
    """2.3.3, 2.3.4: split the group into halves and pair their players in order."""
    middle = len(group) // 2
    return frozenset(map(frozenset, zip(group[:middle], group[middle:], strict=True)))


def _pair_the_top(groups: list[list[int]], place: Mapping[int, int], sheets: Sheets) -> Group:
    """Pair the first of these groups and take it away with whatever groups it has to join."""
    parts = [groups.pop(0)]
    while True:
        if can_all_be_paired(_all_of(groups), sheets):
            nearest = nearest_pairings(parts, place, sheets)
            if nearest:
                straight = frozenset(two for part in parts for two in straight_pairs(part))
                return Group(parts, straight, nearest)
        parts.append(groups.pop(0))


def _all_of(groups: Iterable[list[int]]) -> list[int]:
    return [no for group in groups for no in group]


def can_all_be_paired(nos: Sequence[int], sheets: Sheets) -> bool:
    """Whether there is any legal pairing of all these players (2.3.5)."""
    return _can_be_completed(list(nos), sheets, set())


def _can_be_completed(nos: list[int], sheets: Sheets, hopeless: set[frozenset[int]]) -> bool:
    if not nos:
        return True
    if len(nos) % 2 or frozenset(nos) in hopeless:
        return False
    one, *others = nos
    for two in others:
        rest = [no for no in others if no != two]
        if two not in sheets[one].opponents and _can_be_completed(rest, sheets, hopeless):
            return True
    hopeless.add(frozenset(nos))
    return False


class Distance(NamedTuple):
    """How far a pairing is from the straight one: the first difference decides.

    Args:
        crossing: pairs of players from different parts of a joined group.
        changed: pairs that are not among the straight ones.
        moved: how far the opponents' ranks are from those of the straight opponents, added up.
    """

    crossing: int
    changed: int
    moved: int


def distances(parts: list[list[int]], place: Mapping[int, int]) -> dict[Pair, Distance]:
    """Give what every thinkable pair of the group adds to the distance."""
    part_of = {no: at for at, part in enumerate(parts) for no in part}
    straight_opponent = {}
    for one, two in (two for part in parts for two in straight_pairs(part)):
        straight_opponent[one], straight_opponent[two] = two, one
    added = {}
    for one, two in combinations(part_of, 2):
        moved = abs(place[two] - place[straight_opponent[one]])
        moved += abs(place[one] - place[straight_opponent[two]])
        is_crossing = part_of[one] != part_of[two]
        is_changed = straight_opponent[one] != two
        added[frozenset((one, two))] = Distance(int(is_crossing), int(is_changed), moved)
    return added


def nearest_pairings(
    parts: list[list[int]], place: Mapping[int, int], sheets: Sheets
) -> set[Pairs]:
    """2.3.5: give every legal pairing of the group that is as near as can be, if there is one."""
    added = distances(parts, place)
    found: dict[Distance, set[Pairs]] = {}

    def go_on(left: list[int], made: Pairs, so_far: Distance) -> None:
        if found and so_far > min(found):
            return
        if not left:
            found.setdefault(so_far, set()).add(made)
            return
        one, *others = left
        for two in sorted(others, key=lambda no: added[frozenset((one, no))]):
            if two not in sheets[one].opponents:
                pair = frozenset((one, two))
                rest = [no for no in others if no != two]
                total = (mine + more for mine, more in zip(so_far, added[pair], strict=True))
                go_on(rest, made | {pair}, Distance(*total))

    go_on(_all_of(parts), frozenset(), Distance(0, 0, 0))
    return found[min(found)] if found else set()
