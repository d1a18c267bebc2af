"""Pairings by rules of the organizer's own: legal whenever they can be, explained, and the same each time."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations
from random import Random

import pytest

from engine import Match, NoLegalPairing, Player, Round, Status, Tournament, pair
from engine.own.ruleset import OWN
from engine.pairing import Been, Paired, Pairing
from engine.rounds import can_go_on

from campaigns import some
from cases import each

pytestmark = pytest.mark.usefixtures("untraced")

EVENTS, GROUPS_OF_EVENTS = 3000, 30
MOST_PLAYERS, MOST_ROUNDS = 8, 6
DRAWN = {
    "Within a group": ["Random", "Halves", "Neighbours", "Fold"],
    "Round 1": ["Lot", "Seed", "Rating"],
    "Order within a group": ["Rank", "Seed", "Rating"],
    "Who floats": ["Best of the next group", "Lowest of the group"],
    "Last round by rank": ["No", "Yes"],
    "Rematches": ["Never", "Never", "0", "1", "2", "3"],
    "Clubs apart": ["0", "0", "1", "2", "5"],
    "Accelerated rounds": ["0", "0", "2"],
    "Points for a draw": ["1", "None"],
    "Begin with start score": ["No", "Yes"],
    "Fresh tables": ["No", "Yes"],
    "Player 1": ["Ranked higher", "Less often"],
    "Wins and losses": ["None", "None", "2:2", "3:1"],
}
WISHES = {"Do not pair", "Keep clubs apart"}


# The judge: all pairings, by brute force, in terms of the settings only


@cache
def all_pairings(players):
    """Every way to put players into pairs, one of an odd number alone: as pairs, and who is alone."""
    if not players:
        return [((), None)]
    if len(players) == 1:
        return [((), players[0])]
    first, *rest = players
    found = []
    for other in rest:
        left = tuple(no for no in rest if no != other)
        found += [(((first, other), *pairs), alone) for pairs, alone in all_pairings(left)]
    if len(players) % 2:
        found += [(pairs, first) for pairs, _ in all_pairings(tuple(rest))]
    return found


def in_one(pair_, groups):
    """True if one of the groups has both."""
    return any(group.issuperset(pair_) for group in groups)


class Judge:
    """The legal pairings of a round: those without a meeting too soon, and the fairest byes of them."""

    def __init__(self, event):
        self.event = event
        number = len(event.rounds) + 1
        between = event.options["Rematches"]
        self.met, self.byes = set(), dict.fromkeys(event.active, 0)
        for round_ in event.rounds:
            for match in round_.matches:
                if match.player2 is None:
                    self.byes[match.player1] = self.byes.get(match.player1, 0) + 1
                elif between == "Never" or number - round_.number - 1 < int(between):
                    self.met.add(frozenset(match.players))
        self.playing = [no for no in event.active if not self.has_enough(no)]
        self.awarded = {p.no for p in event.players if p.first_round_bye and number == 1}
        self.keeps_apart = event.clubs and number <= max(1, int(event.options["Clubs apart"]))

    def has_enough(self, no):
        """True if a player has won or lost as many matches as one goes on to."""
        won = lost = 0
        for match in (m for round_ in self.event.rounds for m in round_.matches if no in m.players):
            winner = 1 if match.player2 is None else match.result[0]
            won += winner == match.players.index(no) + 1
            lost += winner == 2 - match.players.index(no)
        enough = self.event.options["Wins and losses"]
        return enough != "None" and (won >= int(enough[0]) or lost >= int(enough[2]))

    def legal(self):
        """The legal pairings; where clubs are kept apart those with the fewest tables of one club."""
        players = tuple(no for no in self.playing if no not in self.awarded)
        met, forbidden = self.met, self.event.forbidden
        found = [
            (pairs, alone)
            for pairs, alone in all_pairings(players)
            if not any(frozenset(two) in met or in_one(two, forbidden) for two in pairs)
        ]
        if found and len(players) % 2:
            fewest = min(self.byes[alone] for _, alone in found)
            found = [(pairs, alone) for pairs, alone in found if self.byes[alone] == fewest]
        if found and self.keeps_apart:
            fewest = min(map(self.of_one_club, found))
            found = [pairing for pairing in found if self.of_one_club(pairing) == fewest]
        return {(frozenset(map(frozenset, pairs)), alone) for pairs, alone in found}

    def of_one_club(self, pairing):
        """The tables of two players of one club."""
        return sum(in_one(two, self.event.clubs) for two in pairing[0])


# What the settings mean


def after_round_1(count, **options):
    """An event of players by seed, the odd ones of whom have won against the even ones; ratings go the other way."""
    players = tuple(
        Player(no, f"No {no}", seed=no, details={"Rating": str(2000 + no), "Start score": str(-(no // 5))})
        for no in range(1, count + 1)
    )  # fmt: skip
    matches = tuple(Match(no, 2 * no - 1, 2 * no, (1,)) for no in range(1, count // 2 + 1))
    options = {"Tiebreak 1": "Roster seed", "Round 1": "Seed", **options}
    return Tournament(players, (Round(1, matches),), options=options, seed="A", planned_rounds=5)


def tables(event):
    """The tables of the next round."""
    return [table[:2] for table in pair(event, OWN).tables]


@each(
    ("within", "expected"),
    [
        ("Halves", [(1, 5), (2, 6), (3, 7), (4, 8)]), ("Neighbours", [(1, 2), (3, 4), (5, 6), (7, 8)]),
        ("Fold", [(1, 8), (2, 7), (3, 6), (4, 5)]), ("Random", [(1, 5), (2, 6), (3, 7), (4, 8)]),
    ],
)  # fmt: skip
def test_round_1_by_seed(within, expected):
    """Everybody as one group, in halves where later groups are drawn."""
    before = replace(after_round_1(8, **{"Within a group": within}), rounds=())
    assert tables(before) == expected
    drawn = {*map(frozenset, tables(replace(before, options=before.options | {"Round 1": "Lot"})))}
    assert drawn != {*map(frozenset, expected)}


@each(
    ("options", "expected"),
    [
        ({}, [(1, 7), (3, 9), (5, 11), (2, 8), (4, 10), (6, 12)]),
        ({"Within a group": "Fold"}, [(1, 11), (3, 9), (5, 7), (2, 12), (4, 10), (6, 8)]),
        ({"Order within a group": "Rating"}, [(11, 5), (9, 3), (7, 1), (12, 6), (10, 4), (8, 2)]),
        (
            {"Order within a group": "Rank", "Tiebreak 1": "Average rating of opponents"},
            [(11, 5), (9, 3), (7, 1), (12, 6), (10, 4), (8, 2)],
        ),
    ],
)  # fmt: skip
def test_groups_of_points_are_paired_in_their_order(options, expected):
    """By seed, rating or rank, the winners before the losers."""
    order = {"Within a group": "Halves", "Order within a group": "Seed"}
    assert tables(after_round_1(12, **order | options)) == expected


@each(
    ("floats", "expected"),
    [
        ("Best of the next group", [(1, 7), (3, 9), (5, 2), (4, 8), (6, 10)]),
        ("Lowest of the group", [(1, 5), (3, 7), (9, 6), (2, 8), (4, 10)]),
    ],
)
def test_who_floats_out_of_an_odd_group(floats, expected):
    """Of five winners the last one goes down, or the best loser comes up; and it is said."""
    options = {"Within a group": "Halves", "Order within a group": "Seed", "Who floats": floats}
    event = after_round_1(10, **options)
    assert tables(event) == expected
    rules = [reason.rule for table in pair(event, OWN).tables for reason in table.reasons]
    assert rules.count("Rules: Who floats") == 1


def test_the_last_round_goes_by_rank():
    """Neighbours in rank, whatever their points; not before."""
    options = {"Within a group": "Halves", "Last round by rank": "Yes"}
    event = after_round_1(10, **options)
    assert tables(event) != [(1, 3), (5, 7), (9, 2), (4, 6), (8, 10)]
    assert tables(replace(event, planned_rounds=2)) == [(1, 3), (5, 7), (9, 2), (4, 6), (8, 10)]


def test_accelerated_rounds_group_the_upper_half_with_a_win_more():
    """Four of eight in round 1; in round 2 of two its losers meet the winners of the lower half."""
    options = {"Within a group": "Halves", "Order within a group": "Seed", "Round 1": "Seed"}
    event = replace(after_round_1(8, **options, **{"Accelerated rounds": "2"}), rounds=())
    assert tables(event) == [(1, 3), (2, 4), (5, 7), (6, 8)]
    matches = tuple(Match(i, *two, (1,)) for i, two in enumerate(tables(event), 1))
    event = replace(event, rounds=(Round(1, matches),))
    assert tables(event) == [(1, 2), (3, 5), (4, 6), (7, 8)]
    over = replace(event, options=event.options | {"Accelerated rounds": "1"})
    assert tables(over) == [(1, 5), (2, 6), (3, 7), (4, 8)]


@pytest.mark.parametrize("within", ["Halves", "Random"])
def test_start_scores_make_groups_from_round_1_on(within):
    """Players 1 to 4 begin with a point more than the others."""
    options = {"Within a group": within, "Begin with start score": "Yes"}
    event = replace(after_round_1(8, **options), rounds=())
    assert all(max(two) < 5 or min(two) > 4 for two in tables(event))


@each("within", ["Halves", "Neighbours", "Fold"])
def test_of_many_pairs_few_change(within):
    """Of sixty players in one group those near a pair that has met change, and nobody else."""
    order = {"Within a group": within, "Order within a group": "Seed"}
    event = play(
        {"Points for a draw": "1", "Tiebreak 1": "Roster seed", **order, "Round 1": "Seed"},
        60,
        upto=1,
    )
    level = tuple(replace(match, result=("Draw",)) for match in event.rounds[0].matches)
    swapped = [m.players for m in level]
    swapped[3], swapped[4] = (swapped[3][0], swapped[4][1]), (swapped[4][0], swapped[3][1])
    level = tuple(
        replace(m, player1=two[0], player2=two[1]) for m, two in zip(level, swapped, strict=True)
    )
    straight = {m.players for m in event.rounds[0].matches}
    now = {*tables(replace(event, rounds=(Round(1, level),), planned_rounds=9))}
    met = {*map(frozenset, swapped)}
    assert not any(frozenset(two) in met for two in now)
    place = {no: i for i, two in enumerate(sorted(straight)) for no in two}
    assert max(abs(place[one] - place[two]) for one, two in now) <= 3


# Random events


def drawn_event(random):
    """An event of a few players under drawn settings."""
    options = {name: random.choice(choices) for name, choices in DRAWN.items()}
    count = random.randint(2, MOST_PLAYERS)
    seeds = random.sample(range(1, count + 1), count)
    players = tuple(
        Player(
            no, f"No {no}", seed=random.choice([seed, seed, None]),
            first_round_bye=random.random() < 0.05,
            details={
                "Rating": random.choice(["", str(random.randint(1000, 2000))]),
                "Start score": str(random.randint(0, 3)),
            },
        )
        for no, seed in enumerate(seeds, 1)
    )  # fmt: skip
    numbers = range(1, count + 1)
    forbidden = tuple(
        frozenset(two)
        for two in combinations(numbers, 2)
        if random.random() < random.choice([0, 0.1])
    )
    club = {no: random.randint(1, 4) for no in numbers}
    clubs = tuple(frozenset(no for no in numbers if club[no] == c) for c in set(club.values()))
    clubs = tuple(group for group in clubs if len(group) > 1) if random.random() < 0.5 else ()
    return Tournament(
        players, options=options, seed=str(random.random()), planned_rounds=random.randint(2, 6),
        forbidden=forbidden, clubs=clubs,
    )  # fmt: skip


def with_results(event, pairing, random):
    """The event with the round played."""
    choices = [1, 2] if event.options.get("Points for a draw") == "None" else [1, 2, "Draw"]
    matches = tuple(
        match if match.player2 is None else replace(match, result=(random.choice(choices),))
        for match, _ in pairing.matches({})
    )
    return replace(event, rounds=(*event.rounds, Round(pairing.round, matches)))


def with_changes(event, random):
    """The event after somebody has dropped or come back, perhaps."""
    if random.random() > 0.2:
        return event
    no = random.choice(event.players).no
    players = tuple(
        replace(p, status=random.choice([Status.DROPPED, Status.ACTIVE])) if p.no == no else p
        for p in event.players
    )
    return replace(event, players=players)


def faults_of(event, pairing, legal):
    """Everything in a round that is not as it should be."""
    tables = [table for table in pairing.tables if table.player2 is not None]
    awarded = {p.no for p in event.players if p.first_round_bye and not event.rounds}
    alone = [t.player1 for t in pairing.tables if t.player2 is None and t.player1 not in awarded]
    found = frozenset(frozenset(table[:2]) for table in tables), (alone or [None])[0]
    if found not in legal:
        yield f"not a legal pairing: {found}"
    if len(alone) > 1:
        yield f"several byes: {alone}"
    for table in pairing.tables:
        rules = {reason.rule for reason in table.reasons}
        if not rules or not all(rule in WISHES or rule.startswith("Rules: ") for rule in rules):
            yield f"no setting cited: {table}"
    if event.options["Player 1"] == "Less often":
        balance = Counter()
        for match in (match for round_ in event.rounds for match in round_.matches):
            balance.update({match.player1: 1} if match.player2 else {})
            balance.subtract({match.player2: 1} if match.player2 else {})
        yield from (f"sides: {table}" for table in tables if balance[table[0]] > balance[table[1]])
    if len(event.players) % 3 == 0 and pair(event, OWN) != pairing:
        yield "another pairing the second time"


@pytest.mark.parametrize("group", range(GROUPS_OF_EVENTS))
def test_a_legal_pairing_is_found_whenever_there_is_one(group):
    """In random events under random settings, as all pairings of the players tell."""
    failed = {}
    for number in range(some(EVENTS // GROUPS_OF_EVENTS)):
        name = f"{group}-{number}"
        random = Random(name)
        event = drawn_event(random)
        for _ in range(MOST_ROUNDS):
            judge = Judge(event)
            if len(judge.playing) < 2:
                break
            legal = judge.legal()
            try:
                pairing = pair(event, OWN)
            except NoLegalPairing:
                if legal:
                    failed[name] = "refused", event
                if can_go_on(event, OWN) and event.rounds:
                    failed[name] = "said to go on", event
                break
            if event.rounds and not can_go_on(event, OWN):
                failed[name] = "said not to go on", event
            if faults := [*faults_of(event, pairing, legal)]:
                failed[name] = faults, event
                break
            event = with_changes(with_results(event, pairing, random), random)
    assert not failed, next(iter(failed.items()))


# Tables


@pytest.mark.parametrize("number", range(some(100)))
def test_as_many_matches_as_can_be_are_at_fresh_tables(number):
    """As all ways to seat them tell; whoever sits at a table again is told so, and why others moved."""
    random = Random(number)
    couples = [Paired(2 * i + 1, 2 * i + 2, ()) for i in range(random.randint(1, 6))]
    tables = range(1, len(couples) + 1)
    been = Been(
        "Rules: Fresh tables",
        {no: random.sample(tables, random.randint(0, len(tables))) for no in range(1, 13)},
    )
    seated = Pairing(5, tuple(couples), been=been).matches({})
    assert [match.table for match, _ in seated] == [*tables]
    repeated = sum(bool(been.at(paired, match.table)) for match, paired in seated)
    fewest = min(
        sum(bool(been.at(couple, table)) for couple, table in zip(couples, way, strict=True))
        for way in permutations(tables)
    )
    assert repeated == fewest
    for match, paired in seated:
        is_own = couples[match.table - 1].player1 == match.player1
        assert bool(paired.reasons) == (not is_own or bool(been.at(paired, match.table)))


def test_nobody_sits_at_the_same_table_twice():
    """In seven rounds of forty players who are paired by rank."""
    options = {"Fresh tables": "Yes", "Within a group": "Neighbours"}
    event = play(options, 40, upto=7)
    been = Counter((no, m.table) for r in event.rounds for m in r.matches for no in m.players)
    assert set(been.values()) == {1}
    pinned = Counter(
        (no, m.table) for r in play({}, 40, upto=7).rounds for m in r.matches for no in m.players
    )
    assert max(pinned.values()) > 1


# Rematches


def test_four_players_go_on_where_they_may_meet_again():
    """Six rounds of four, each pair every third round."""
    event = play({"Rematches": "2", "Rounds by players": "6"}, 4)
    assert len(event.rounds) == 6
    met = [{frozenset(m.players) for m in round_.matches} for round_ in event.rounds]
    assert met[:3] == met[3:] and len({pair_ for round_ in met for pair_ in round_}) == 6  # noqa: PT018
    assert OWN.planned_rounds(play({"Rounds by players": "6"}, 4)) == 3


# A record that goes on


def play(options, count, *, upto=99, choices=(1, 2), details=None):
    """An event of some players, paired and played with drawn results until it ends."""
    random = Random(str(count))
    options = {"Points for a draw": "1", **options}
    players = tuple(
        Player(no, f"No {no}", seed=no, details=(details or {}).get(no, {}))
        for no in range(1, count + 1)
    )
    event = Tournament(players, options=options, seed="A", planned_rounds=upto if upto < 99 else 0)
    while len(event.rounds) < min(upto, OWN.planned_rounds(event)):
        pairing = pair(event, OWN)
        matches = tuple(
            match if match.player2 is None else replace(match, result=(random.choice(choices),))
            for match, _ in pairing.matches({})
        )
        event = replace(event, rounds=(*event.rounds, Round(pairing.round, matches)))
    return event


def test_players_stop_with_three_wins_or_three_losses():
    """Of 16 players 8 go on and 8 are out after five rounds, and nobody plays beyond that."""
    event = play({"Wins and losses": "3:3", "Points for a draw": "None"}, 16)
    wins, losses = Counter(), Counter()
    for round_ in event.rounds:
        for match in round_.matches:
            one, two = match.players
            assert max(wins[one], losses[one], wins[two], losses[two]) < 3
            winner, loser = (one, two) if match.result == (1,) else (two, one)
            wins[winner] += 1
            losses[loser] += 1
    assert len(event.rounds) == 5
    assert sorted(wins[no] for no in range(1, 17)) == [0] * 2 + [1] * 3 + [2] * 3 + [3] * 8
    assert not can_go_on(event, OWN)
    with pytest.raises(NoLegalPairing):
        pair(event, OWN)


def test_rounds_go_on_while_results_are_open():
    """A record counts once its match has a result."""
    event = play({"Wins and losses": "1:1", "Points for a draw": "None"}, 4)
    assert len(event.rounds) == 1
    matches = tuple(replace(match, result=()) for match in event.rounds[0].matches)
    still_open = replace(event, rounds=(Round(1, matches),))
    assert can_go_on(still_open, OWN)
    assert OWN.planned_rounds(replace(still_open, planned_rounds=3)) == 3
    assert OWN.planned_rounds(replace(event, planned_rounds=3)) == 1


# Round robin

BERGER_8 = """
1-8 2-7 3-6 4-5
8-5 6-4 7-3 1-2
2-8 3-1 4-7 5-6
8-6 7-5 1-4 2-3
3-8 4-2 5-1 6-7
8-7 1-6 2-5 3-4
4-8 5-3 6-2 7-1
"""
"""The table for 7 or 8 players of FIDE's Handbook, C.05, Annex 1."""


@pytest.mark.parametrize("count", [7, 8])
def test_everybody_meets_everybody_as_in_bergers_tables(count):
    """By their numbers, which are their seeds, and whoever would meet number 8 of 7 sits out."""
    event = play({"Pairing method": "Round robin", "Round 1": "Seed"}, count)
    tables = [
        [two for two in map(tuple, (table.split("-") for table in line.split())) if "8" not in two or count == 8]
        for line in BERGER_8.split("\n")[1:-1]
    ]  # fmt: skip
    played = [
        [(str(m.player1), str(m.player2)) for m in round_.matches if m.player2] for round_ in event.rounds
    ]  # fmt: skip
    assert played == tables


def test_the_numbers_are_those_of_the_rating():
    """The highest rating is number 1."""
    ratings = {no: {"Rating": str(rating)} for no, rating in enumerate((1200, 1900, 1500, 1700), 1)}
    event = play({"Pairing method": "Round robin", "Round 1": "Rating"}, 4, upto=1, details=ratings)
    assert [m.players for m in event.rounds[0].matches] == [(2, 1), (4, 3)]


@pytest.mark.parametrize("count", range(2, 10))
def test_a_second_meeting_is_the_other_way_round(count):
    """Everybody meets everybody twice, once as Player 1, the second half like the first."""
    event = play({"Pairing method": "Round robin twice"}, count)
    met = [[m.players for m in round_.matches if m.player2] for round_ in event.rounds]
    half = len(met) // 2
    assert [[two[::-1] for two in round_] for round_ in met[:half]] == met[half:]
    assert sorted(two for round_ in met for two in round_) == [
        *permutations(range(1, count + 1), 2)
    ]
    assert not can_go_on(event, OWN)


@pytest.mark.parametrize("number", range(some(40)))
def test_everybody_still_in_meets_twice_whoever_comes_or_goes(number):
    """Nobody meets twice the same way round, and no two sit out who have still to meet."""
    random = Random(number)
    players = tuple(
        Player(no, f"No {no}", status=random.choice([Status.ACTIVE, Status.ACTIVE, Status.DROPPED]))
        for no in range(1, 9)
    )
    event = Tournament(players, options={"Pairing method": "Round robin twice"}, seed=str(number))
    for _ in range(60):
        if len(event.active) < 2 or not can_go_on(event, OWN):
            break
        event = with_results(event, pair(event, OWN), random)
        if len(event.rounds) < 12:
            event = with_changes(event, random)
    met = Counter(m.players for round_ in event.rounds for m in round_.matches if m.player2)
    assert set(met.values()) <= {1}
    assert len(event.active) < 2 or all(met[two] for two in permutations(event.active, 2))
