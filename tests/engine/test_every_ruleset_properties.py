"""What holds for every ruleset's pairings and standings, in thousands of random events.

Each ruleset has two thousand events of 4 to 150 players, with drops, readmissions, late entries,
awarded byes, no-shows, draws, unfinished games, intentional draws and options drawn at random.
Small ones go on until no legal pairing is left. Each event is made from its ruleset and number,
which a failure names, so that ``played_through(name, number)`` plays it again. networkx judges
what can be paired; no code is shared with the pairing methods or with the checker.
"""

from __future__ import annotations

import gc
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations, groupby
from random import Random

import networkx as nx
import pytest

from engine import (
    NoLegalPairing,
    Pairing,
    Player,
    Round,
    Ruleset,
    Special,
    Status,
    Tournament,
    pair,
    rank,
    ruleset_named,
)
from engine.checks import violations
from engine.reasons import Kind
from xlplugin.reasons import cited

pytestmark = pytest.mark.usefixtures("untraced")

NAMES = ("nisei-amalfi", "nisei-single-sided", "trc", "ntp", "nts", "hex")
DOCUMENTS = {
    "nisei-amalfi": "OP, ",
    "nisei-single-sided": "OP, ",
    "trc": "TRC ",
    "ntp": "NTP ",
    "nts": "NTS",
    "hex": "HEX ",
}
FALLBACKS = {
    "nisei-amalfi": ((Kind.FALLBACK, "the last pairs were undone"),),
    "nisei-single-sided": (
        (Kind.FALLBACK, "no single swap was legal"),
        (Kind.SAME_SIDE, ""),
        (Kind.REMATCH, "swapped at the same score"),
        (Kind.REMATCH, "swapped {points} away"),
    ),
    "trc": ((Kind.JOINED, ""), (Kind.REMATCH, "")),
    "ntp": (
        (Kind.FALLBACK, "the players below"),
        (Kind.FALLBACK, "no subroutine"),
        (Kind.REMATCH, "the next card down"),
    ),
    "nts": ((Kind.JOINED, ""), (Kind.REMATCH, "")),
    "hex": ((Kind.FALLBACK, ""), (Kind.REMATCH, "")),
}
"""What a method does where it gets stuck: the kind of the reason, and a part of its template."""
SELDOM = (
    ("nisei-amalfi", Kind.FALLBACK, "the draw left"),
    ("nisei-single-sided", Kind.FALLBACK, "kept the sides level"),
    ("trc", Kind.FALLBACK, ""),
    ("trc", Kind.ANOTHER_BYE, ""),
    ("nts", Kind.FALLBACK, ""),
    ("nts", Kind.JOINED, "{alone}"),
    ("hex", Kind.FALLBACK, "the draw would have left"),
    ("hex", Kind.STRANDS, ""),
    ("hex", Kind.DISSOLVED, ""),
)
CHUNKS, EVENTS_IN_CHUNK = 10, 200
ROUNDS_OF_BIG_EVENTS = 5
UNPLAYED = [Special.INTENTIONAL_DRAW, Special.NO_SHOW_1, Special.NO_SHOW_2, Special.DOUBLE_NO_SHOW]


@dataclass(frozen=True)
class Step:
    """One round of a random event: what was to be paired, and what came of it."""

    ruleset: Ruleset
    event: int
    before: Tournament
    outcome: Pairing | NoLegalPairing

    def __repr__(self):
        return f"{self.ruleset.name}, event {self.event}, round {self.round}"

    @property
    def round(self):
        """The number of the round."""
        return len(self.before.rounds) + 1

    def option(self, name):
        """Give the organizer's choice, or the default, the first one."""
        choices = next(option.choices for option in self.ruleset.options if option.name == name)
        return self.before.options.get(name, choices[0])

    @cached_property
    def is_round_robin(self):
        """Whether everyone is to meet everyone."""
        if self.ruleset.name == "ntp":
            return self.option("Format") == "Round robin"
        starters = len(self.games[0]) if self.before.rounds else len(self.before.active)
        return self.ruleset.name == "trc" and starters <= 5

    @cached_property
    def is_calm(self):
        """Whether nobody has dropped, come back or come late."""
        everyone = len(self.before.players)
        return len(self.before.active) == everyone and all(len(g) == everyone for g in self.games)

    @cached_property
    def games(self):
        """Each round as the opponents of everyone in it, ``None`` for a bye."""
        return [
            {
                no: other
                for m in r.matches
                for no, other in ((m.player1, m.player2), (m.player2, m.player1))
                if no is not None
            }
            for r in self.before.rounds
        ]

    @cached_property
    def seats(self):
        """How often two players have met, by their order at the table."""
        return Counter(
            (m.player1, m.player2)
            for r in self.before.rounds
            for m in r.matches
            if m.player2 is not None
        )

    @cached_property
    def barred(self):
        """Who may not meet, as sets of two: who have met; single-sided: both ways round."""
        if self.ruleset.name == "nisei-single-sided":
            return {frozenset(seats) for seats in self.seats if seats[::-1] in self.seats}
        return {frozenset(seats) for seats in self.seats}

    @cached_property
    def byes_had(self):
        """How many byes each player has had, awarded ones included."""
        return Counter(no for games in self.games for no, other in games.items() if other is None)

    @cached_property
    def awarded(self):
        """Who sits out this round with an awarded bye; nobody in a round robin."""
        if self.before.rounds or self.is_round_robin:
            return set()
        return {p.no for p in self.before.players if p.first_round_bye} & set(self.before.active)

    @cached_property
    def to_pair(self):
        """Who plays or has the bye."""
        return [no for no in self.before.active if no not in self.awarded]

    @cached_property
    def couples(self):
        """The tables of two."""
        return [t[:2] for t in self.outcome.tables if t.player2 is not None]

    @cached_property
    def byes(self):
        """Who sits out without an awarded bye."""
        return [
            t.player1
            for t in self.outcome.tables
            if t.player2 is None and t.player1 not in self.awarded
        ]

    def says(self, kind, part):
        """Whether a reason of the round is of this kind and has this in its template."""
        reasons = [*self.outcome.notes, *(r for t in self.outcome.tables for r in t.reasons)]
        return any(reason.kind is kind and part in reason.template for reason in reasons)


# Random events


def number_of_players(random):
    """Draw how many start: mostly few, seldom many."""
    kind = random.random()
    if kind < 0.77:
        return random.randint(4, 8)
    if kind < 0.965:
        return random.randint(9, 14)
    if kind < 0.995:
        return random.randint(15, 60)
    return random.randint(61, 150)


def last_round(count, random):
    """Draw how long an event goes on if it can."""
    if count <= 6:
        return 40
    if count <= 14:
        return random.choice((3, 4, 4, 5, 5, 6, 7, 30))
    return ROUNDS_OF_BIG_EVENTS


def roster(count, random):
    """Give the players who are there at the start, and the numbers of those who come late."""
    numbers = random.sample(range(1, 3 * count), 2 * count)
    awarded = random.choice((0, 0, 0.1, 0.4))
    seeded = random.choice((0, 0.5, 1))
    players = tuple(
        Player(
            no,
            f"P{no}",
            seed=random.randint(1, count) if random.random() < seeded else None,
            first_round_bye=random.random() < awarded,
        )
        for no in numbers[:count]
    )
    return players, numbers[count:]


def options_of(ruleset, random, others):
    """Draw the options; what a document does not have from a generator of its own.

    So the events stay as they are when another such choice is added.
    """
    return {
        o.name: (others if o.extension else random).choice((*o.choices[:1], *o.choices))
        for o in ruleset.options
    }


def played_through(name, number):
    """Play an event from its ruleset and number; give a step for every round."""
    random, ruleset = Random(f"{name} {number}"), ruleset_named(name)
    count = number_of_players(random)
    players, coming = roster(count, random)
    restless = random.choice((0, 0, 0.03, 0.12))
    late = random.choice((0, 0, 1, 3))
    most = last_round(count, random)
    event = Tournament(
        players,
        options=options_of(ruleset, random, Random(f"{name} {number} extensions")),
        seed=f"seed {number}",
        planned_rounds=random.choice((0, 0, 3, 6)),
    )
    steps = []
    while len(event.rounds) < most and len(event.active) >= 2:
        try:
            pairing = pair(event, ruleset)
        except NoLegalPairing as error:
            steps.append(Step(ruleset, number, event, error))
            break
        steps.append(Step(ruleset, number, event, pairing))
        matches = tuple(
            reported(match, ruleset.match_format.name, random) for match, _ in pairing.matches({})
        )
        players = tuple(unsettled(player, restless, random) for player in event.players)
        if late and random.random() < 0.3:
            late -= 1
            players += (Player(coming[late], f"P{coming[late]}"),)
        rounds = (*event.rounds, Round(len(event.rounds) + 1, matches))
        event = replace(event, players=players, rounds=rounds)
    return steps


def reported(match, match_format, random):
    """Give the match as it was played, or agreed upon, or not."""
    if match.special is Special.BYE:
        return match
    kind = random.random()
    if match_format == "two games" and kind < 0.04:
        return replace(match, result=(random.choice("WLD"), ""), special=Special.TWO_FOR_ONE)
    if kind < 0.9:
        return replace(match, result=RESULTS[match_format](random))
    return replace(match, special=random.choice(UNPLAYED))


def one_of_two_games(random):
    """Draw the game points of one game: won by either, tied, or unfinished."""
    points = random.randint(0, 6)
    other = random.randint(0, 6)
    return random.choice(((10, points), (points, 10), (10, points), (points, 10), (points, other)))


def endurance(random):
    """Draw what both headquarters have left, in some matches with the armies."""
    left = (random.randint(0, 20), random.randint(0, 20))
    if random.random() < 0.1:
        return (left[0], left[0])
    if random.random() < 0.2:
        return (random.randint(0, 60), left[1], *random.sample(("Dancer", "Borgo", "Vegas"), 2))
    return left


RESULTS = {
    "two games": lambda random: tuple(random.choice("WLWLD") for _ in range(2)),
    "game points": lambda random: (*one_of_two_games(random), *one_of_two_games(random)),
    "one game": lambda random: (random.choice(("Corp", "Runner", "Corp", "Runner", "Draw")),),
    "headquarters": endurance,
}


def unsettled(player, restless, random):
    """Give the player, who may drop or come back."""
    if random.random() >= restless:
        return player
    active = player.status is Status.ACTIVE
    return replace(player, status=Status.DROPPED if active else Status.ACTIVE)


def chunks(*names):
    """Give every chunk of events of the rulesets."""
    return [
        pytest.param((name, number), id=f"{name}-{number}")
        for name in names
        for number in range(CHUNKS)
    ]


def only(*names):
    """Have a test run on the events of some rulesets."""
    return pytest.mark.parametrize("steps", chunks(*names), indirect=True)


@pytest.fixture(scope="module", params=chunks(*NAMES))
def steps(request):
    """Give all rounds of two hundred random events of a ruleset."""
    name, chunk = request.param
    first = chunk * EVENTS_IN_CHUNK
    gc.disable()  # all of it is kept, so that looking for garbage takes long and finds none
    try:
        return [s for n in range(first, first + EVENTS_IN_CHUNK) for s in played_through(name, n)]
    finally:
        gc.enable()


@pytest.fixture(scope="module")
def standings(steps):
    """Give the standings before every fourth round, line by line."""
    return [(s, [*rank(s.before, s.ruleset)]) for s in steps if (s.event + s.round) % 4 == 0]


@pytest.fixture
def paired(steps):
    """Give the rounds that could be paired."""
    return [step for step in steps if isinstance(step.outcome, Pairing)]


@pytest.fixture
def swiss(paired):
    """Give the paired rounds that are not of a round robin."""
    return [step for step in paired if not step.is_round_robin]


@pytest.fixture
def round_robin(paired):
    """Give the paired rounds of round robins."""
    return [step for step in paired if step.is_round_robin]


@pytest.fixture
def stuck(steps):
    """Give the rounds for which the engine says that there is no legal pairing."""
    return [step for step in steps if isinstance(step.outcome, NoLegalPairing)]


@pytest.fixture
def finished(steps):
    """Give the last round of every event."""
    return list({step.event: step for step in steps}.values())


# The judge


def can_be_paired(players, barred):
    """Tell whether networkx finds everyone a legal opponent."""
    graph = nx.Graph()
    graph.add_nodes_from(players)
    graph.add_edges_from(c for c in combinations(players, 2) if frozenset(c) not in barred)
    return len(nx.max_weight_matching(graph, maxcardinality=True)) * 2 == len(players)


def can_sit_out(step, no):
    """Tell whether everyone else can be paired."""
    return can_be_paired([other for other in step.to_pair if other != no], step.barred)


def has_a_legal_pairing(step):
    """Tell whether everyone, or everyone but one, finds an opponent; in a round robin anyone."""
    if step.is_round_robin:
        return any(frozenset(c) not in step.barred for c in combinations(step.to_pair, 2))
    if len(step.to_pair) % 2 == 0:
        return can_be_paired(step.to_pair, step.barred)
    return any(can_sit_out(step, no) for no in step.to_pair)


# Legality


def test_every_active_player_is_paired_once(paired):
    """Everyone active has one seat, and nobody else has any."""
    assert [
        step
        for step in paired
        if sorted(no for t in step.outcome.tables for no in t[:2] if no is not None)
        != list(step.before.active)
    ] == []


def test_nobody_meets_an_opponent_again_as_they_met(paired):
    """No two players meet who may not: who have met, single-sided with the same sides."""
    sided = "nisei-single-sided"
    assert [
        (step, table)
        for step in paired
        for table in step.couples
        if table in step.seats or (step.ruleset.name != sided and table[::-1] in step.seats)
    ] == []


@only("nisei-single-sided")
def test_nobody_meets_the_same_opponent_a_third_time(paired):
    """Whoever has met both ways round does not meet again."""
    assert [
        (step, table)
        for step in paired
        for table in step.couples
        if step.seats[table] + step.seats[table[::-1]] > 1
    ] == []


def test_an_odd_number_has_one_bye_and_an_even_number_none(swiss):
    """Awarded byes apart, one player sits out if the number is odd."""
    assert [step for step in swiss if len(step.byes) != len(step.to_pair) % 2] == []


def test_everyone_with_an_awarded_bye_sits_out_round_1(swiss):
    """Awarded byes are given, every one."""
    assert [
        (step, table)
        for step in swiss
        if step.awarded
        for table in step.couples
        if step.awarded & set(table)
    ] == []


def test_nobody_has_a_second_bye_that_could_be_avoided(swiss):
    """If the bye goes to someone who had one, no one with fewer could have taken it."""
    assert [
        (step, no, other)
        for step in swiss
        if step.ruleset.name != "hex" or step.option("Second bye") == "Avoided"
        for no in step.byes
        if step.byes_had[no]
        for other in step.to_pair
        if step.byes_had[other] < step.byes_had[no] and can_sit_out(step, other)
    ] == []


@only("nisei-amalfi", "nisei-single-sided", "trc", "nts")
def test_a_later_bye_goes_to_the_lowest_ranked_who_can_take_it(standings):
    """Nobody with as few byes is ranked lower whose bye would leave the others pairable."""
    assert [
        (step, no, other)
        for step, standing in standings
        if step.before.rounds and isinstance(step.outcome, Pairing) and not step.is_round_robin
        for no in step.byes
        for ranks in [{s.no: s.rank for s in standing}]
        for other in step.to_pair
        if ranks[other] > ranks[no]
        and step.byes_had[other] == step.byes_had[no]
        and can_sit_out(step, other)
    ] == []


@only("ntp")
def test_an_ntp_bye_goes_to_the_lowest_card_that_can_take_it(swiss):
    """Lowest pairing number, then GMP total, then last in original order, of the fewest byes."""
    assert [
        (step, no, other)
        for step in swiss
        if step.byes
        for no in step.byes
        for card in [ntp_cards(step)]
        for other in step.to_pair
        if card[other] < card[no]
        and step.byes_had[other] == step.byes_had[no]
        and can_sit_out(step, other)
    ] == []


def ntp_cards(step):
    """Give what the bye goes by: number, total and place in original order from the last."""
    points = counted_points(step)
    by_no = step.before.by_no
    order = sorted(by_no, key=lambda no: (by_no[no].seed is None, by_no[no].seed or 0, no))
    return {no: (pairing_number(points[no]), points[no], -place) for place, no in enumerate(order)}


@only("hex")
def test_a_hex_bye_goes_to_the_lowest_player_who_can_take_it(swiss):
    """Where a second bye is allowed, fewest points and then smallest difference decide alone."""
    assert [
        (step, no, other)
        for step in swiss
        if step.byes and step.before.rounds and step.option("Second bye") == "Allowed"
        for no in step.byes
        for earned in [points_and_difference(step.before)]
        for other in step.to_pair
        if earned[other] < earned[no] and can_sit_out(step, other)
    ] == []


def points_and_difference(tournament):
    """Work out what everyone has earned, each match by itself."""
    earned = {p.no: (0, 0) for p in tournament.players}
    for match in (m for r in tournament.rounds for m in r.matches):
        points, gap = points_of_hex(match)
        for no, won, by in ((match.player1, points[0], gap), (match.player2, points[1], -gap)):
            if no is not None:
                earned[no] = (earned[no][0] + won, earned[no][1] + by)
    return earned


def points_of_hex(match):
    """Give both players' points of a match, and the difference for the first."""
    fixed = {
        Special.BYE: ((3, 0), 7),
        Special.INTENTIONAL_DRAW: ((1, 1), 0),
        Special.NO_SHOW_1: ((0, 3), -7),
        Special.NO_SHOW_2: ((3, 0), 7),
        Special.DOUBLE_NO_SHOW: ((0, 0), 0),
    }
    if match.special in fixed:
        return fixed[match.special]
    one, two = match.result[:2]
    gap = max(-20, min(20, one - two))
    return ((1, 1) if one == two else (3, 0) if one > two else (0, 3)), gap


def test_when_the_engine_finds_no_legal_pairing_there_is_none(stuck):
    """Whoever sat out, networkx cannot pair the others either."""
    assert [step for step in stuck if has_a_legal_pairing(step)] == []


def test_the_checker_finds_nothing(paired):
    """The engine's own independent checker agrees with every round."""
    assert [
        (step, str(found))
        for step in paired
        for found in violations(
            step.before,
            [t[:2] for t in step.outcome.tables],
            step.ruleset.legality(step.before),
        )
    ] == []


# Round robins


@only("ntp", "trc")
def test_a_round_of_a_round_robin_has_a_match(round_robin):
    """As long as two have not met, somebody plays."""
    assert [step for step in round_robin if not step.couples] == []


@only("ntp", "trc")
def test_in_an_undisturbed_round_robin_only_the_odd_one_sits_out(round_robin):
    """Nobody sits out of an even number, and one player of an odd number."""
    assert [
        step
        for step in round_robin
        if step.is_calm and len(step.byes) != len(step.before.active) % 2
    ] == []


@only("ntp", "trc")
def test_an_undisturbed_round_robin_is_complete_in_as_many_rounds_as_it_needs(stuck):
    """After one round fewer than players, as many if odd, all have met once, and it is over."""
    assert [
        step
        for step in stuck
        if step.is_round_robin and step.is_calm
        for count in [len(step.before.active)]
        if len(step.before.rounds) != count - 1 + count % 2
        or len(step.barred) != count * (count - 1) // 2
        or set(step.seats.values()) != {1}
    ] == []


@only("ntp", "trc")
def test_undisturbed_round_robins_last_no_longer_than_they_need(round_robin):
    """No round is paired after the one in which the last two have met."""
    assert [
        step
        for step in round_robin
        if step.is_calm and step.round > len(step.before.active) - 1 + len(step.before.active) % 2
    ] == []


# Reproducible draws


def test_the_same_event_gives_the_same_pairing_again(paired):
    """Pairing a round again gives the same tables for the same reasons."""
    assert [
        step
        for step in paired
        if (step.event + step.round) % 10 == 0
        and pair(replace(step.before), step.ruleset) != step.outcome
    ] == []


def test_the_order_of_the_roster_and_of_the_tables_does_not_matter(paired):
    """The event with players and matches in another order is paired alike."""
    assert [
        step
        for step in paired
        if (step.event + step.round) % 8 == 3
        and pair(mixed(step.before, step.event), step.ruleset) != step.outcome
    ] == []


def mixed(tournament, number):
    """Give the same event with its roster and its tables in another order."""
    random = Random(number)
    return replace(
        tournament,
        players=tuple(random.sample(tournament.players, len(tournament.players))),
        rounds=tuple(
            replace(r, matches=tuple(random.sample(r.matches, len(r.matches))))
            for r in tournament.rounds
        ),
    )


def first_round(name, players, seed):
    """Give who meets whom in round 1 of an event without anything special."""
    everyone = tuple(Player(no, f"P{no}") for no in range(1, players + 1))
    pairing = pair(Tournament(everyone, seed=seed), ruleset_named(name))
    return {frozenset(t[:2]) for t in pairing.tables}


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("players", [16, 17, 40])
@pytest.mark.parametrize("name", [name for name in NAMES if name != "ntp"])
def test_another_seed_gives_another_draw(name, players, number):
    """The same roster under another seed is paired otherwise."""
    assert first_round(name, players, f"one {number}") != first_round(
        name, players, f"two {number}"
    )


@pytest.mark.parametrize("players", [16, 17, 40])
def test_the_first_ntp_round_goes_by_original_order_and_not_by_the_seed(players):
    """Nothing is drawn in round 1 of the Netrunner Tournament Protocol."""
    assert first_round("ntp", players, "one") == first_round("ntp", players, "two")


# Game/match points


TOTALS = {"GMP": 3, "Games": 2, "Matches": 1}


@only("trc", "ntp", "nts")
def test_every_match_totals_the_same(finished):
    """Both players' points come to 3, counting games or matches alone to 2 or 1."""
    assert [
        (step, match)
        for step in finished
        for what in [step.option("Count") if step.ruleset.name == "nts" else "GMP"]
        for score in [step.ruleset.format(step.before.options).score]
        for r in step.before.rounds
        for match in r.matches
        if match.player2 is not None and sum(score(match.result, match.special)) != TOTALS[what]
    ] == []


@only("trc", "ntp", "nts")
def test_every_score_is_a_multiple_of_a_half(finished):
    """Points are whole or half, and exact numbers."""
    assert [
        (step, match)
        for step in finished
        for score in [step.ruleset.format(step.before.options).score]
        for r in step.before.rounds
        for match in r.matches
        for points in score(match.result, match.special)
        if type(points) not in {int, Fraction} or points * 2 != int(points * 2)
    ] == []


def pairing_number(points):
    """Give a third of the points, rounded half up."""
    return (2 * points + 3) // 6


def counted_points(step):
    """Work out what everyone has earned in the kind of points that the event counts."""
    count = step.option("Count") if step.ruleset.name == "nts" else "GMP"
    earned = dict.fromkeys((p.no for p in step.before.players), Fraction(0))
    for match in (m for r in step.before.rounds for m in r.matches):
        games, won = games_and_match(match)
        total = {"GMP": games + won, "Games": games, "Matches": won}[count]
        earned[match.player1] += total
        if match.player2 is not None:
            earned[match.player2] += TOTALS[count] - total
    return earned


def games_and_match(match):
    """Give the first player's games won, and their part of the match, by total game points."""
    fixed = {
        Special.BYE: (2, 1),
        Special.INTENTIONAL_DRAW: (1, Fraction(1, 2)),
        Special.NO_SHOW_1: (0, 0),
        Special.NO_SHOW_2: (2, 1),
        Special.DOUBLE_NO_SHOW: (1, Fraction(1, 2)),
    }
    if match.special in fixed:
        return fixed[match.special]
    a, b, c, d = match.result
    games = sum(
        Fraction(1) if one == 10 else Fraction(0) if two == 10 else Fraction(1, 2)
        for one, two in ((a, b), (c, d))
    )
    return games, Fraction((a + c > b + d) - (a + c < b + d) + 1, 2)


# Massey's two rules: winners, pairings and tiebreaks by the same points


@only("nts")
def test_nts_winners_are_by_the_counted_points(standings):
    """Everyone's points are games and matches, games, or matches, as the event counts."""
    assert [
        (step, s.no)
        for step, standing in standings
        for points in [counted_points(step)]
        for s in standing
        if s.points != points[s.no]
    ] == []


@only("nts")
def test_nts_tiebreaks_add_up_the_same_points_of_the_opponents(standings):
    """Solkoff is the opponents' total, Median leaves out the highest and the lowest."""
    assert [
        (step, s.no)
        for step, standing in standings
        for points in [counted_points(step)]
        for s in standing
        for met in [sorted(points[g[s.no]] for g in step.games if g.get(s.no) is not None)]
        if s.tiebreaks != {"Solkoff": sum(met), "Median": sum(met[1:-1])}
    ] == []


@only("nts")
def test_nts_ranks_are_the_order_of_points_and_tiebreaks(standings):
    """Higher points come first, then higher Solkoff, then higher Median."""
    assert [
        step
        for step, standing in standings
        for values in [
            [(s.points, s.tiebreaks["Solkoff"], s.tiebreaks["Median"]) for s in standing]
        ]
        if values != sorted(values, reverse=True)
    ] == []


@only("nts")
def test_nts_players_meet_within_their_number(swiss):
    """Only an odd group takes in one of the next, unless it was joined, and the reasons say so."""
    assert [
        (step, levels)
        for step in swiss
        if step.before.rounds
        for number in [nts_numbers(step)]
        for levels, count in crossings(step, number).items()
        if count > 1 or levels not in takers(step, number)
    ] == []


def crossings(step, number):
    """Count the tables across two numbers without a word of joined groups, by both numbers."""
    return Counter(
        tuple(sorted((number[t.player1], number[t.player2]), reverse=True))
        for t in step.outcome.tables
        if t.player2 is not None
        and number[t.player1] != number[t.player2]
        and not any(reason.kind is Kind.JOINED for reason in t.reasons)
    )


def takers(step, number):
    """Give the pairs of numbers of which the higher group is odd and takes one of the lower."""
    sizes = Counter(number[no] for no in step.to_pair if no not in step.byes)
    found = set()
    for level in sorted(sizes, reverse=True):
        if sizes[level] % 2:
            below = max(other for other in sizes if other < level and sizes[other])
            sizes[below] -= 1
            found.add((level, below))
    return found


@only("nts")
def test_nts_halves_meet_where_nobody_has_met(standings):
    """The first half of each number's players meets the second, rank by rank, if all may meet."""
    assert [
        step
        for step, standing in standings
        if step.before.rounds and isinstance(step.outcome, Pairing)
        for straight in [halves_of_numbers(step, [s.no for s in standing])]
        if not straight & step.barred and straight != set(map(frozenset, step.couples))
    ] == []


@only("nts")
def test_the_events_of_a_chunk_have_nts_halves_that_meet(standings):
    """What is said of halves has something to hold for."""
    assert any(
        step.before.rounds
        and len(step.to_pair) >= 8
        and not halves_of_numbers(step, [s.no for s in standing]) & step.barred
        for step, standing in standings
        if isinstance(step.outcome, Pairing)
    )


def halves_of_numbers(step, order):
    """Give who would meet if nobody had met, an odd group taking the first of the next."""
    number = nts_numbers(step)
    playing = [no for no in order if no in step.to_pair and no not in step.byes]
    pairs = set()
    while playing:
        count = sum(number[no] == number[playing[0]] for no in playing)
        half = (count + 1) // 2
        pairs |= {frozenset((playing[i], playing[i + half])) for i in range(half)}
        del playing[: 2 * half]
    return pairs


def nts_numbers(step):
    """Give the number that each player is paired by: the chart's, or the points themselves."""
    points = counted_points(step)
    if step.option("Count") != "GMP":
        return points
    return {no: pairing_number(value) for no, value in points.items()}


# Sides


@dataclass(frozen=True)
class Sides:
    """What the players of a single-sided round have played before it."""

    step: Step

    @cached_property
    def difference(self):
        """Games as the Corp less games as the Runner."""
        difference = dict.fromkeys(self.step.to_pair, 0)
        for corp, runner in self.step.seats.elements():
            difference[corp] = difference.get(corp, 0) + 1
            difference[runner] = difference.get(runner, 0) - 1
        return difference

    @cached_property
    def steady(self):
        """Who has been paired in every round, without a bye."""
        games = self.step.games
        return {no for no in self.step.to_pair if all(g.get(no) is not None for g in games)}

    def excess(self, corp, runner):
        """Give by how much the two would be more than one game out of balance together.

        The second number is how many of them had neither a bye nor a missed round.
        """
        beyond = {no: abs(self.difference[no] + side) - 1 for no, side in ((corp, 1), (runner, -1))}
        out = {no for no, games in beyond.items() if games > 0}
        return sum(beyond[no] for no in out), len(out & self.steady)

    def least_excess(self):
        """Give the least of both that a legal pairing of the same players has, in this order."""
        playing = [no for couple in self.step.couples for no in couple]
        unit = len(playing) + 1
        most = unit * 2 * (self.step.round + 1)
        graph = nx.Graph()
        for couple in combinations(playing, 2):
            ways = [w for w in (couple, couple[::-1]) if w not in self.step.seats]
            if ways:
                games, players = min(self.excess(*way) for way in ways)
                graph.add_edge(*couple, weight=most - unit * games - players)
        matching = nx.max_weight_matching(graph, maxcardinality=True)
        return divmod(sum(most - graph.edges[couple]["weight"] for couple in matching), unit)


def out_of_balance(step):
    """Give by how many games in all, and how many players without a bye or a missed round."""
    sides = Sides(step)
    excesses = [sides.excess(*couple) for couple in step.couples]
    return sum(games for games, _ in excesses), sum(players for _, players in excesses)


@only("nisei-single-sided")
def test_sides_stay_level_where_nobody_leaves_or_comes(paired):
    """Whoever had no bye has played both sides alike, or all but one, as many rounds as players.

    In later rounds rematches can leave no level way.
    """
    assert [
        step
        for step in paired
        if step.is_calm and step.round <= len(step.to_pair) and out_of_balance(step)[1]
    ] == []


@only("nisei-single-sided")
def test_sides_of_up_to_eight_players_stay_level_to_the_end(paired):
    """Where nobody leaves, comes or has a bye, everyone has played both sides alike to the end."""
    assert [
        step
        for step in paired
        if step.is_calm
        and len(step.to_pair) <= 8
        and not step.byes_had
        and not step.byes
        and out_of_balance(step)[1]
    ] == []


@only("nisei-single-sided")
def test_sides_are_as_level_as_can_be(paired):
    """No legal pairing of the same players takes them fewer games beyond one of difference.

    Of the pairings with as few such games, none has fewer players who are out of balance without
    having had a bye or missed a round.
    """
    assert [
        step
        for step in paired
        for found in [out_of_balance(step)]
        if found[0] and found != Sides(step).least_excess()
    ] == []


@only("nisei-single-sided")
def test_the_events_of_a_chunk_get_out_of_balance(paired):
    """What is said of sides that cannot stay level has something to hold for."""
    assert any(out_of_balance(step)[0] for step in paired)


# Ranks


def test_the_standings_are_sorted_by_points(standings):
    """Nobody has more points than anybody ranked before them."""
    assert [
        step
        for step, standing in standings
        for points in [[s.points for s in standing]]
        if points != sorted(points, reverse=True)
    ] == []


def test_points_are_exact(standings):
    """Points are whole numbers or fractions, never rounded."""
    assert [
        (step, s.no)
        for step, standing in standings
        for s in standing
        if type(s.points) not in {int, Fraction}
    ] == []


def test_ranks_start_at_1_and_skip_after_shared_ones(standings):
    """A rank is one more than the number of players before everyone who shares it."""
    assert [
        step
        for step, standing in standings
        for ranks in [[s.rank for s in standing]]
        if ranks != [1 + sum(r < own for r in ranks) for own in ranks]
    ] == []


def test_everyone_who_entered_is_in_the_standings_once(standings):
    """Players who have left are ranked, too."""
    assert [
        step
        for step, standing in standings
        if sorted(s.no for s in standing) != sorted(step.before.by_no)
    ] == []


def test_a_rank_is_shared_only_by_players_level_in_everything(standings):
    """Whoever shares a rank has the same points and the same value in every tiebreak."""
    assert [
        (step, rank_)
        for step, standing in standings
        for rank_, sharing in groupby(standing, key=lambda s: s.rank)
        for first, *others in [list(sharing)]
        if any((s.points, s.tiebreaks) != (first.points, first.tiebreaks) for s in others)
    ] == []


@only("nisei-amalfi", "nisei-single-sided", "hex")
def test_nobody_shares_a_rank_where_lots_are_drawn(standings):
    """The lot decides between all who are still level."""
    assert [
        step
        for step, standing in standings
        if [s.rank for s in standing] != list(range(1, len(standing) + 1))
    ] == []


# Explanations


def test_every_table_has_a_reason_that_can_be_told(paired):
    """Each reason cites the document and has a name for every player it speaks of."""
    assert [
        (step, table)
        for step in paired
        for table in step.outcome.tables
        if not table.reasons or any(not is_told(reason, step) for reason in table.reasons)
    ] == []


def test_every_note_can_be_told(paired):
    """What concerns the whole round cites the document, too."""
    assert [
        (step, note) for step in paired for note in step.outcome.notes if not is_told(note, step)
    ] == []


def is_told(reason, step):
    """Tell whether the reason can be read, with its rule."""
    told = cited(reason, step.before)
    return told.startswith(DOCUMENTS[step.ruleset.name]) and "{" not in told and "}" not in told


# What the events get to


def test_the_events_of_a_chunk_get_as_far_as_there_being_no_pairing(stuck):
    """What is said of events without a legal pairing has something to hold for."""
    assert len(stuck) >= EVENTS_IN_CHUNK // 5


def test_the_events_of_a_chunk_take_every_way_out(paired):
    """Each thing that a pairing method does where it gets stuck happens."""
    assert [
        fallback
        for fallback in FALLBACKS[paired[0].ruleset.name]
        if not any(step.says(*fallback) for step in paired)
    ] == []


@pytest.mark.parametrize(("name", "kind", "part"), SELDOM)
def test_what_is_seldom_needed_happens_in_some_event(name, kind, part):
    """Ways out that few events need are taken, too."""
    assert any(
        step.says(kind, part)
        for number in range(CHUNKS * EVENTS_IN_CHUNK)
        for step in played_through(name, number)
        if isinstance(step.outcome, Pairing)
    )


@only(*(name for name in NAMES if name != "trc"))
def test_the_events_of_a_chunk_have_second_byes(swiss):
    """What is said of second byes has something to hold for."""
    assert any(step.byes_had[no] for step in swiss for no in step.byes)


@only("ntp", "trc")
def test_the_events_of_a_chunk_have_round_robins_that_are_finished(stuck):
    """What is said of undisturbed round robins has something to hold for."""
    assert any(step.is_round_robin and step.is_calm for step in stuck)


@only("ntp", "trc")
def test_the_events_of_a_chunk_have_round_robins_with_late_entries(round_robin):
    """Where the circle cannot go on, as many as can meet somebody new."""
    assert any(step.says(Kind.ROUNDS, "planned anew") for step in round_robin)
