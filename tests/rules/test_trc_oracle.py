"""TRC Official Tournament Rules 1998: the engine compared with a second reading of the document.

Events are made up from a number; a failure names the number, and ``tournaments(number)`` plays the
same event again.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from random import Random

import pytest
import trc_oracle as oracle
from made_up import after_a_round, engine_pairing, made_up_pairs, new_player, reported, told

from engine import Match, Player, Round, Special, Tournament, rank, ruleset_named
from engine.draws import lot

from campaigns import some
from cases import each

pytestmark = pytest.mark.usefixtures("untraced")

CHUNKS = [range(first, first + 50) for first in range(0, 50 * some(6), 50)]
FEWEST_PLAYERS = 4
MOST_PLAYERS = 16
MOST_CHARTED = 20
MOST_ROUNDS = 7
ROUND_ROBIN_ROUNDS = {4: 3, 5: 5}

by_chunks = pytest.mark.parametrize("numbers", CHUNKS, ids=lambda numbers: f"from-{numbers.start}")


# Made-up events


@cache
def tournaments(number):
    """Play event ``number`` by the oracle's pairings: the event before each round and at the end.

    A round robin, whose order the document leaves open, is played by the engine's pairings.
    """
    random = Random(f"Top Runners {number}")
    most = MOST_CHARTED if random.random() < 0.15 else MOST_PLAYERS
    size = random.randint(FEWEST_PLAYERS, most)
    roster = [new_player(random, no) for no in random.sample(range(1, 100), size)]
    options = made_up_options(random)
    rounds = []
    states = []
    while True:
        tournament = Tournament(tuple(roster), tuple(rounds), options, f"event {number}")
        states.append(tournament)
        pairs = (
            made_up_pairs(random, tournament, sheets_of(tournament))
            if random.random() < 0.1
            else None
        )
        pairs = to_be_played(random, tournament, pairs)
        if pairs is None or len(rounds) == MOST_ROUNDS:
            return states
        rounds.append(reported(random, len(rounds) + 1, pairs))
        roster = after_a_round(random, roster, FEWEST_PLAYERS, most)


def made_up_options(random):
    """Make up the organizer's options; one that is missing has the document's default."""
    options = {
        "First round": random.choice((None, "Random", "By seed")),
        "Tied players": random.choice((None, "Head to head", "Games won", "Matches won")),
    }
    return {name: value for name, value in options.items() if value is not None}


def to_be_played(random, tournament, made_up):
    """Give the seats of the next round, tables and players in any order, or nothing."""
    if is_round_robin(tournament):
        found = engine_pairing(tournament, "trc")
        if found is None:
            return None
        byes, pairs = found
        return shuffled_seats(random, byes, pairs)
    announcement = announced(tournament)
    if announcement is None:
        return None
    if made_up is not None:
        return made_up
    byes = [] if announcement.bye is None else [announcement.bye]
    pairs = [
        two
        for group in announcement.groups
        for two in random.choice(
            sorted(group.nearest, key=lambda pairs: sorted(map(sorted, pairs)))
        )
    ]
    return shuffled_seats(random, byes, pairs)


def shuffled_seats(random, byes, pairs):
    """Give everyone's seats in an order that tells nothing."""
    tables = [[no] for no in byes] + sorted(map(sorted, pairs))
    for seats in tables:
        random.shuffle(seats)
    random.shuffle(tables)
    return tables


# The event in the oracle's words


def is_round_robin(tournament):
    """2.3: whether four or five players began."""
    return tournament.starters in ROUND_ROBIN_ROUNDS


def is_drawn(tournament):
    """2.3: whether this is a first round that is paired randomly."""
    return not tournament.rounds and tournament.options.get("First round") != "By seed"


def sheets_of(tournament):
    """Give the oracle's score sheets."""
    rounds = [
        [oracle.Line(m.player1, m.player2, m.result, str(m.special)) for m in played.matches]
        for played in tournament.rounds
    ]
    return oracle.score_sheets([player.no for player in tournament.players], rounds)


def ranking_of(tournament):
    """Give the oracle's ranking."""
    tied_players = tournament.options.get("Tied players", "Head to head")
    return oracle.ranking(sheets_of(tournament), tied_players)


def announced(tournament):
    """Give the oracle's pairings, or nothing if there are none; a draw is as good as any other."""
    if not tournament.rounds and not is_drawn(tournament):
        playing = set(tournament.active)
        return oracle.first_round_by_seed(
            {player.no: player.seed for player in tournament.players if player.no in playing}
        )
    lots = {no: lot(tournament.seed, no) for no in tournament.active}
    places = [place for place in ranking_of(tournament) if place.no in lots]
    order = [place.no for place in sorted(places, key=lambda place: (place.rank, lots[place.no]))]
    return oracle.announce(sheets_of(tournament), order, len(tournament.rounds) + 1)


# Comparing


def illegality(tournament, found):
    """Tell what makes a pairing illegal, whatever the method, nothing if all is right."""
    byes, pairs = found
    seated = Counter([*byes, *(no for two in pairs for no in two)])
    if seated != Counter(tournament.active):
        return f"seats {dict(seated)}, but {tournament.active} play"
    sheets = sheets_of(tournament)
    again = [(one, two) for one, two in pairs if two in sheets[one].opponents]
    return f"{again} meet again" if again else ""


def disagreement(tournament, found, announcement):
    """Tell what the engine paired in another way than the document has it, nothing if all is right."""
    if found is None or announcement is None:
        return "" if found is announcement else f"engine {found}, oracle {announcement}"
    byes, pairs = found
    if is_drawn(tournament):
        return illegality(tournament, found) or ("too many byes" if len(byes) > 1 else "")
    if byes != ([] if announcement.bye is None else [announcement.bye]):
        return f"engine's byes {byes}, oracle's {announcement.bye}"
    left = Counter(pairs)
    for group in announcement.groups:
        here = frozenset(two for two in left if two & set(group.seats))
        if here not in group.nearest:
            return f"engine {told(here)}; oracle any of {[*map(told, group.nearest)]} in {group}"
        left -= Counter(here)
    return f"engine has {told(left)} besides" if left else ""


def has_everybody_met(tournament):
    """Whether each of those who began has met each other."""
    sheets = sheets_of(tournament)
    starters = tournament.rounds[0].players()
    return all(two in sheets[one].opponents for one, two in combinations(starters, 2))


def is_complete_to_now(tournament):
    """Whether exactly those who began have played every round and play on."""
    everybody = set(tournament.rounds[0].players()) if tournament.rounds else set()
    rounds = [set(played.players()) for played in tournament.rounds]
    return all(seated == everybody for seated in [*rounds, set(tournament.active)])


# The document's own example, and the oracle by itself

NAMES = ["Ann", "Bob", "Carol", "Dieter", "Etienne", "Ferd", "Gert", "Hannah", "Ignatz"]


@pytest.fixture
def appendix_a():
    """Give Appendix A's event of nine players after round 1, who have the lots in that order."""
    seed = "Appendix A"
    nos = sorted(range(1, 10), key=lambda no: lot(seed, no))
    number_of = dict(zip(NAMES, nos, strict=True))
    lines = [
        ("Ann", "Hannah", (10, 2, 10, 0)),
        ("Ignatz", "Bob", (5, 10, 6, 10)),
        ("Dieter", "Gert", (10, 3, 6, 10)),
        ("Ferd", "Etienne", (10, 5, 2, 10)),
    ]
    matches = [
        Match(table, number_of[one], number_of[two], result)
        for table, (one, two, result) in enumerate(lines, 1)
    ]
    matches.append(Match(5, number_of["Carol"], None, special=Special.BYE))
    players = tuple(Player(no, name) for name, no in number_of.items())
    return Tournament(players, (Round(1, tuple(matches)),), {}, seed)


def named(tournament, pairs):
    """Give pairs of names."""
    return {frozenset(map(tournament.name, two)) for two in pairs}


def test_appendix_a_groups_and_pairs(appendix_a):
    """The oracle ranks, groups and pairs the nine players of the document's example as it does."""
    tournament = appendix_a
    points = {tournament.name(place.no): place.points for place in ranking_of(tournament)}
    announcement = announced(tournament)
    assert points == dict(zip(NAMES, (3, 3, 3, 2, 2, 1, 1, 0, 0), strict=True))
    assert [[*map(tournament.name, group.seats)] for group in announcement.groups] == [
        ["Ann", "Bob", "Carol", "Dieter", "Etienne", "Ferd"],
        ["Gert", "Hannah"],
    ]
    assert tournament.name(announcement.bye) == "Ignatz"
    first, second = (group.nearest for group in announcement.groups)
    across = [("Ann", "Dieter"), ("Bob", "Etienne"), ("Carol", "Ferd")]
    assert [named(tournament, pairs) for pairs in first] == [{*map(frozenset, across)}]
    assert [named(tournament, pairs) for pairs in second] == [{frozenset(("Gert", "Hannah"))}]


@each("seed", range(40))
def test_nearest_pairings_are_the_nearest_of_all(seed):
    """The oracle's nearest pairings are those that a look at every single pairing finds."""
    random = Random(seed)
    seats = list(range(1, 9))
    sheets = oracle.score_sheets(seats, [])
    for one, two in combinations(seats, 2):
        if random.random() < 0.4:
            sheets[one].opponents.append(two)
            sheets[two].opponents.append(one)
    parts = random.choice([[seats], [seats[:2], seats[2:]], [seats[:4], seats[4:6], seats[6:]]])
    place = {no: no for no in seats}
    straight = {}
    for part in parts:
        half = len(part) // 2
        straight |= dict(zip(part, part[half:] + part[:half], strict=True))
    found = {}
    for order in permutations(seats[1:]):
        tables = list(zip(([seats[0], *order])[::2], order[::2], strict=True))
        if any(two in sheets[one].opponents for one, two in tables):
            continue
        meets = dict([*tables, *((two, one) for one, two in tables)])
        distance = (
            sum(not any({one, two} <= set(part) for part in parts) for one, two in tables),
            sum(straight[one] != two for one, two in tables),
            sum(abs(meets[no] - straight[no]) for no in seats),
        )
        found.setdefault(distance, set()).add(frozenset(map(frozenset, tables)))
    nearest = found[min(found)] if found else set()
    assert oracle.nearest_pairings(parts, place, sheets) == nearest


# The engine beside the oracle


@by_chunks
def test_pairings_are_those_of_the_document(numbers):
    """The engine pairs every group as the document has it, or as near to that as can be."""
    ways = Counter()
    for number in numbers:
        for tournament in tournaments(number):
            if is_round_robin(tournament):
                continue
            announcement = announced(tournament)
            problem = disagreement(tournament, engine_pairing(tournament, "trc"), announcement)
            assert not problem, f"event {number}, round {len(tournament.rounds) + 1}: {problem}"
            if announcement is None:
                ways["none"] += 1
            elif not is_drawn(tournament):
                ways.update(group.way for group in announcement.groups)
                ways["charted" if announcement.is_charted else "by points"] += 1
    assert ways.keys() == {"plain", "rearranged", "joined", "charted", "by points", "none"}


@by_chunks
def test_round_robins_have_everybody_meet(numbers):
    """Four players meet each other in three rounds and five in five, and nobody meets again."""
    complete = 0
    for number in numbers:
        for tournament in tournaments(number):
            if not is_round_robin(tournament):
                break
            played = len(tournament.rounds)
            message = f"event {number}, round {played + 1}"
            found = engine_pairing(tournament, "trc")
            problem = illegality(tournament, found) if found else ""
            assert not problem, f"{message}: {problem}"
            if is_complete_to_now(tournament):
                is_over = played >= ROUND_ROBIN_ROUNDS[tournament.starters]
                assert is_over or found, f"{message}: no pairing"
                assert not is_over or has_everybody_met(tournament), message
                complete += is_over
    assert complete > 0


@by_chunks
def test_rankings_are_those_of_the_document(numbers):
    """After every round, ranks, points and tiebreak values are those of the score sheets."""
    shared = 0
    for number in numbers:
        for tournament in tournaments(number):
            message = f"event {number}, after round {len(tournament.rounds)}"
            found = list(rank(tournament, ruleset_named("trc")))
            expected = {place.no: place for place in ranking_of(tournament)}
            ranks = [standing.rank for standing in found]
            assert ranks == sorted(place.rank for place in expected.values()), message
            assert {standing.no: values_of(standing) for standing in found} == {
                no: (place.rank, place.points, list(place.tiebreaks.items()))
                for no, place in expected.items()
            }, message
            shared += len(ranks) > len(set(ranks)) and len(tournament.rounds) > 1
    assert shared > 0


def values_of(standing):
    """Give what is compared of a line of the engine's standings."""
    tiebreaks = [(name, Fraction(value)) for name, value in standing.tiebreaks.items()]
    return standing.rank, Fraction(standing.points), tiebreaks
