"""Pools: dealt in a snake, each plays on its own, and players of one pool meet late in the cut."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations
from random import Random

import pytest

from engine import (
    NoLegalPairing,
    Pairing,
    Player,
    Round,
    Status,
    Tournament,
    TournamentError,
    pair,
    rank,
)
from engine.brackets import DOUBLE, FIXED
from engine.chances.chances import Proof, State, chances
from engine.checks import violations
from engine.elimination.cut import eligible_for_cut, make_cut
from engine.elimination.pool_seeds import first_meetings, seeds_apart
from engine.elimination.progress import Progress
from engine.errors import ErrorKind
from engine.own.pools import pools_of
from engine.own.ruleset import OWN
from engine.pairing.round_robin import berger

from campaigns import some
from cases import each

EVENTS = 60
ROUND_ROBIN = {"Pairing method": "Round robin", "Round 1": "Seed", "Tiebreak 1": "Difference"}
TIEBREAKS = {"Tiebreak 1": "Head to head", "Tiebreak 2": "Buchholz"}


def event_of(count, pools, **more):
    """An event of so many players with seeds, in so many pools."""
    options = {"Pools": str(pools), "Round 1": "Seed", **more}
    players = tuple(Player(no, f"P{no}", seed=no) for no in range(1, count + 1))
    return Tournament(players, options=options, seed="pools")


def drawn(number):
    """A random event that has not begun: its pools, how they play, and who is typed into one."""
    random = Random(f"pools {number}")
    pools = random.randint(2, 4)
    count = random.randint(2 * pools, 18)
    more = {
        "Pairing method": random.choice(["Round robin", "Round robin twice", "Groups of points"]),
        "Within a group": "Random", "Round 1": random.choice(["Lot", "Seed"]),
        "Elimination": random.choice(["Single", "Single with fixed bracket", "Double"]),
        "Points for a draw": random.choice(["1", "None"]), **(TIEBREAKS if number % 2 else {}),
    }  # fmt: skip
    event = event_of(count, pools, **more)
    typed = {no: "ABCD"[no % pools] for no in random.sample(range(1, count + 1), number % 3)}
    players = [
        replace(p, details={"Pool": typed[p.no]} if p.no in typed else {}) for p in event.players
    ]
    return replace(event, players=tuple(players), seed=str(number)), random


def with_results(pairing, random, options):
    """A round as it was paired, with random results."""
    possible = (1, 2) if options["Points for a draw"] == "None" else (1, 2, "Draw")
    matches = [match for match, _ in pairing.matches({})]
    return Round(
        pairing.round,
        tuple(
            m if m.player2 is None else replace(m, result=(random.choice(possible),))
            for m in matches
        ),
    )


def played(event, random, *, troubled=False):
    """The event with all its rounds, and how each was paired; somebody may drop or come late."""
    pairings = []
    while len(event.rounds) < OWN.planned_rounds(event):
        try:
            pairing = pair(event, OWN)
        except NoLegalPairing:
            assert troubled
            break
        pairings.append(pairing)
        event = replace(event, rounds=(*event.rounds, with_results(pairing, random, event.options)))
        if troubled and len(event.rounds) < 3 and random.random() < 0.2:
            event = replace(event, players=(*event.players, Player(len(event.players) + 1, "Late")))
        if troubled and random.random() < 0.2:
            event = event.without({random.choice(event.active)})
    return event, pairings


def events(count, *, troubled=False):
    """Random events after their Swiss rounds."""
    for number in range(some(count)):
        yield number, *played_to_the_end(number, troubled=troubled)


@cache
def played_to_the_end(number, *, troubled):
    """The random event of a number."""
    event, random = drawn(number)
    return played(event, random, troubled=troubled)


# Dealing


def test_a_field_is_dealt_in_a_snake():
    """1 to 4 go to A to D, 5 to 8 to D to A, and so on, whatever the number of players."""
    for count in range(8, 30):
        pools = pools_of(event_of(count, 4))
        assert [pools[no] for no in range(1, count + 1)] == [*("ABCDDCBA" * 4)][:count]


def test_pools_that_are_typed_stay_and_the_others_fill_up():
    """Whoever has no pool goes to the smallest one."""
    event = event_of(7, 2)
    typed = {1: "b", 2: "B", 3: "B "}
    players = tuple(replace(p, details={"Pool": typed.get(p.no, "")}) for p in event.players)
    assert pools_of(replace(event, players=players)) == {
        1: "B", 2: "B", 3: "B", 4: "A", 5: "A", 6: "A", 7: "B"
    }  # fmt: skip


def test_nobody_changes_pools_when_others_come_or_go():
    """Each player is in the same pool from the first round to the last."""
    for number, event, _ in events(EVENTS, troubled=True):
        whole, names = pools_of(event), set("ABCD"[: int(event.options["Pools"])])
        assert set(whole.values()) <= names
        for round_ in event.rounds:
            then = pools_of(event.before_round(round_.number))
            assert {no: whole[no] for no in round_.players()} == {
                no: then[no] for no in round_.players()
            }, number


@each("count, pools, short", [(3, 2, "A"), (5, 4, "A, B, C"), (2, 2, "A, B")])
def test_pools_of_fewer_than_two_are_refused(count, pools, short):
    """Round 1 is not paired: the pools are named."""
    with pytest.raises(TournamentError) as error:
        pair(event_of(count, pools), OWN)
    assert error.value.kind is ErrorKind.TOO_FEW_FOR_POOLS
    assert ", ".join(error.value.data["pools"]) == short


# Rounds


def test_everybody_meets_everybody_of_the_pool_and_nobody_else():
    """In a round robin as often as the rules say; in Swiss rounds at most once."""
    for number, event, pairings in events(EVENTS):
        pool, met = pools_of(event), Counter()
        for pairing in pairings:
            seated = [no for table in pairing.tables for no in table[:2] if no is not None]
            assert sorted(seated) == list(event.active), number
            met += Counter(frozenset(table[:2]) for table in pairing.tables if table.player2)
        couples = [frozenset(two) for two in combinations(event.active, 2)]
        mates = {two for two in couples if len({pool[no] for no in two}) == 1}
        times = {"Round robin": 1, "Round robin twice": 2}.get(event.options["Pairing method"])
        if times:
            assert met == dict.fromkeys(mates, times), number
            size = max(Counter(pool.values()).values())
            assert len(pairings) == times * (size - 1 + size % 2), number
        else:
            assert set(met) <= mates, number
            assert max(met.values()) == 1, number


def test_an_uneven_field_takes_as_long_as_its_largest_pool():
    """Whoever has met everybody sits out, until the others have."""
    event, pairings = played(event_of(7, 2, **ROUND_ROBIN, **{"Points for a draw": "1"}), Random(1))
    assert len(pairings) == 3
    typed = tuple(replace(p, details={"Pool": "A" if p.no < 6 else "B"}) for p in event.players)
    event = replace(event, players=typed, rounds=())
    event, pairings = played(event, Random(1))
    assert [sum(t.player2 is None for t in p.tables) for p in pairings] == [1, 3, 3, 3, 3]


def test_each_pool_plays_bergers_table():
    """The pairs and the sides of each round are those of the table for so many players."""
    event, pairings = played(
        event_of(14, 3, **ROUND_ROBIN, **{"Points for a draw": "1"}), Random(2)
    )
    pool = pools_of(event)
    for turn, pairing in enumerate(pairings):
        line = {name: [no for no in sorted(pool) if pool[no] == name] for name in "ABC"}
        wanted = [
            couple
            for players in line.values()
            if turn < len(players) - 1 + len(players) % 2
            for couple in berger(players, turn)
        ]
        assert sorted(wanted) == sorted(t[:2] for t in pairing.tables if t.player2)


def test_every_pair_is_explained_by_its_pool():
    """Both players are said to play in it, with the setting."""
    for _, event, pairings in events(20):
        pool = pools_of(event)
        for table in (table for pairing in pairings for table in pairing.tables):
            first = table.reasons[0]
            values = first.values["pool"]
            assert values == pool[table.player1]
            assert first.rule == "Rules: Pools"


def test_meetings_across_pools_are_found():
    """The independent checker names the two, and nothing else of a round that is otherwise right."""
    event = event_of(8, 2, **ROUND_ROBIN)
    tables = [(table.player1, table.player2) for table in pair(event, OWN).tables]
    (one, two), (three, four) = tables[0], tables[-1]
    swapped = [(one, four), (three, two), *tables[1:-1]]
    found = [error.kind for error in violations(event, swapped, OWN.legality(event))]
    assert found == [ErrorKind.POOLS_MEET] * 2
    assert not [*violations(event, tables, OWN.legality(event))]


# Standings


def test_standings_are_those_of_each_pool_as_an_event_of_its_own():
    """Filtered by pool they are its table; and the first of all pools come before the second ones."""
    for number, event, _ in events(EVENTS):
        standings, pool = [*rank(event, OWN)], pools_of(event)
        for name in sorted(set(pool.values())):
            own = {no for no in pool if pool[no] == name}
            rounds = tuple(
                replace(r, matches=tuple(m for m in r.matches if m.player1 in own))
                for r in event.rounds
            )
            alone = replace(
                event, rounds=rounds, options={**event.options, "Pools": "None"},
                players=tuple(p for p in event.players if p.no in own),
            )  # fmt: skip
            line = [s for s in standings if s.pool == name]
            assert [s.no for s in line] == rank(alone, OWN).order, number
            assert [s.in_pool for s in line] == [*range(1, len(own) + 1)], number
        keys = [(s.in_pool, -s.points) for s in standings]
        assert keys == sorted(keys), number


# The cut


def best_order(players, pool, bracket):
    """By brute force: the fewest meetings of one pool in round 1, then in round 2, and so on, tier by tier."""
    first = first_meetings(bracket)
    tiers, seeds = {}, ()
    for no in players:
        tiers.setdefault(sum(pool[no] == pool[o] for t in tiers.values() for o in t), []).append(no)
    for _, tier in sorted(tiers.items()):

        def cost(line, seeds=seeds, tier=tier):
            early = Counter()
            for seed, no in enumerate(line, len(seeds) + 1):
                mates = [
                    first[frozenset({seed, s})]
                    for s, o in enumerate(seeds, 1)
                    if pool[o] == pool[no]
                ]
                early[min(mates, default=99)] += 1
            moved = sum((tier.index(no) - i) ** 2 for i, no in enumerate(line))
            return [early[n] for n in range(1, 12)], moved

        seeds += min(permutations(tier), key=cost)
        yield cost(seeds[len(seeds) - len(tier) :], seeds[: len(seeds) - len(tier)], tier)


def test_players_of_a_pool_meet_as_late_as_brute_force_can_have_it():
    """In fixed brackets and double eliminations, of up to 16 players and all numbers of pools."""
    for number in range(some(120)):
        random = Random(number)
        pools, size = random.choice([(2, 4), (2, 8), (3, 8), (4, 8), (4, 16), (5, 8), (6, 8)])
        pool = {no: "ABCDEF"[(no - 1) % pools] for no in range(1, size + pools + 1)}
        tiers = [[no for no in pool if (no - 1) // pools == tier] for tier in range(9)]
        players = [no for tier in tiers for no in random.sample(tier, len(tier))][:size]
        bracket = (FIXED if number % 2 else DOUBLE)[size]
        seeds = seeds_apart(players, pool, bracket)
        wanted = [*best_order(players, pool, bracket)]
        found = [*best_order_of(seeds, players, pool, bracket)]
        assert sorted(seeds) == sorted(players)
        assert found == wanted, (number, pools, size)


def best_order_of(seeds, players, pool, bracket):
    """What these seeds cost, in the terms of the brute force."""
    first, tiers = first_meetings(bracket), {}
    for no in players:
        tiers.setdefault(sum(pool[no] == pool[o] for t in tiers.values() for o in t), []).append(no)
    begin = 0
    for _, tier in sorted(tiers.items()):
        early, before = Counter(), seeds[:begin]
        line = seeds[begin : begin + len(tier)]
        for seed, no in enumerate(line, begin + 1):
            mates = [
                first[frozenset({seed, s})] for s, o in enumerate(before, 1) if pool[o] == pool[no]
            ]
            early[min(mates, default=99)] += 1
        moved = sum((tier.index(no) - i) ** 2 for i, no in enumerate(line))
        begin += len(tier)
        yield [early[n] for n in range(1, 12)], moved


@pytest.mark.parametrize("bracket", [FIXED[8], DOUBLE[8]], ids=["fixed", "double"])
def test_nobody_meets_before_the_round_that_is_said(bracket):
    """Whoever wins, two players meet no earlier; and some do meet then."""
    first, found = first_meetings(bracket), {}
    for number in range(300):
        random, progress = Random(number), Progress(bracket, range(1, 9))
        while progress.fixtures:
            for fixture in progress.fixtures:
                found[fixture.players] = min(found.get(fixture.players, 99), progress.round)
            progress.play([random.choice(sorted(f.players)) for f in progress.fixtures])
    assert found == first


def test_two_of_each_pool_meet_no_earlier_than_in_the_final():
    """With four pools and eight players, by lines that are fixed; the best of all is seed 1."""
    for _, event, _ in events(40):
        if len(event.players) < 8 or event.options["Pools"] != "4":
            continue
        lines = {**event.options, "Elimination": "Single with fixed bracket"}
        begun, pairing = make_cut(replace(event, options=lines), OWN, 8)
        pool, seeds = pools_of(event), begun.elimination.seeds
        halves = [{1, 8, 4, 5}, {2, 7, 3, 6}]
        for half in halves:
            assert sorted(pool[seeds[seed - 1]] for seed in half) == [*"ABCD"]
        assert seeds[:4] == tuple(eligible_for_cut(event, OWN).order[:4])
        assert {reason.rule for reason in pairing.notes} == {
            "Rules: Cut by players",
            "Rules: Pools",
        }


def test_for_whoever_declines_the_next_of_the_pool_goes_on():
    """The third of a pool takes the place, not the best third of all."""
    for number, event, _ in events(60):
        order = rank(event, OWN).order
        pool, gone = pools_of(event), order[0]
        players = tuple(replace(p, declines_cut=p.no == gone) for p in event.players)
        eligible = eligible_for_cut(replace(event, players=players), OWN).order
        in_pool = [no for no in order if pool[no] == pool[gone] and no != gone]
        assert [no for no in eligible if pool[no] == pool[gone]] == in_pool, number
        count = int(event.options["Pools"])
        assert sorted(pool[no] for no in eligible[:count]) == sorted(set(pool.values())), number


def test_points_alone_prove_nothing_in_pools():
    """Before the last round nobody is safe by points: a pool may have more, and only some of it go on."""
    event, _ = played(event_of(8, 2, **ROUND_ROBIN, **{"Points for a draw": "1"}), Random(3))
    open_ = replace(event, rounds=event.rounds[:2])
    found = chances(open_, OWN, 4, samples=20)
    assert {player.proof for player in found.players} <= {Proof.EITHER, Proof.NONE}
    assert {player.state for player in found.players} == {State.OPEN}


def test_a_player_alone_in_a_swiss_pool_has_byes():
    """When all others of the pool have left, the rounds of the others go on."""
    event = event_of(6, 2, **{"Points for a draw": "1"})
    event, _ = played(replace(event, planned_rounds=1), Random(4))
    pool = pools_of(event)
    left = [no for no in event.active if pool[no] == "A"][1:]
    players = tuple(replace(p, status=Status.DROPPED) if p.no in left else p for p in event.players)
    pairing = pair(replace(event, players=players, planned_rounds=2), OWN)
    assert isinstance(pairing, Pairing)
    alone = [table.player1 for table in pairing.tables if table.player2 is None]
    assert next(no for no in event.active if pool[no] == "A") in alone


def test_a_round_in_which_nobody_would_meet_anybody_is_refused():
    """As in a round robin whose pools have ended: nobody gets points for a round that is none."""
    event = event_of(6, 2, **{"Points for a draw": "1"})
    event, _ = played(replace(event, planned_rounds=1), Random(4))
    pool = pools_of(event)
    left = [[no for no in event.active if pool[no] == name][1:] for name in "AB"]
    gone = {no for each in left for no in each}
    players = tuple(replace(p, status=Status.DROPPED) if p.no in gone else p for p in event.players)
    with pytest.raises(TournamentError) as told:
        pair(replace(event, players=players, planned_rounds=2), OWN)
    assert told.value.kind is ErrorKind.TOO_FEW_FOR_POOLS
