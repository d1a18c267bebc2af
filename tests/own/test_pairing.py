"""Pairings by rules of the organizer's own: legal whenever they can be, explained, and the same each time."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random

import pytest

from engine import NoLegalPairing, Player, Round, Status, Tournament, pair
from engine.own.ruleset import OWN
from engine.rounds import can_go_on

from campaigns import some

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
        self.awarded = {p.no for p in event.players if p.first_round_bye and number == 1}
        self.keeps_apart = event.clubs and number <= max(1, int(event.options["Clubs apart"]))

    def legal(self):
        """The legal pairings; where clubs are kept apart those with the fewest tables of one club."""
        players = tuple(no for no in self.event.active if no not in self.awarded)
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
    choices = [1, 2] if event.options["Points for a draw"] == "None" else [1, 2, "Draw"]
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
    if pair(event, OWN) != pairing:
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
            if len(event.active) < 2:
                break
            legal = Judge(event).legal()
            try:
                pairing = pair(event, OWN)
            except NoLegalPairing:
                if legal:
                    failed[name] = "refused", event
                if can_go_on(event, OWN) and event.rounds:
                    failed[name] = "said to go on", event
                break
            if not can_go_on(event, OWN):
                failed[name] = "said not to go on", event
            if faults := [*faults_of(event, pairing, legal)]:
                failed[name] = faults, event
                break
            event = with_changes(with_results(event, pairing, random), random)
    assert not failed, next(iter(failed.items()))
