"""What holds for every pairing, in thousands of random events, with networkx as the judge.

Events of 4 to 200 players, odd and even, with drops, readmissions, late entries, awarded byes,
no-shows, draws and intentional draws, go on until no legal pairing is left (small ones) or for
as many rounds as are played (big ones). Each event is made from its number, which a failure
names, so that ``played_through(number)`` plays it again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

import networkx as nx
import pytest

from engine import (
    ErrorKind,
    NoLegalPairing,
    Pairing,
    Player,
    Round,
    Special,
    Status,
    Tournament,
    pair,
    rank,
    ruleset_named,
)
from engine.draws import Draws
from engine.pairing.group_reasons import Rules
from engine.pairing.groups import ScoreGroup
from engine.pairing.score_groups import pair_score_groups
from engine.reasons import points
from xlplugin.reasons import cited

pytestmark = pytest.mark.usefixtures("untraced")

NISEI = ruleset_named("nisei-swiss")
CHUNKS, EVENTS_IN_CHUNK = 22, 100
ROUNDS_OF_BIG_EVENTS = 8
PLAYED = [("W", "W"), ("W", "L"), ("L", "W"), ("L", "L"), ("D", "W"), ("L", "D"), ("D", "D")]
UNPLAYED = [Special.INTENTIONAL_DRAW, Special.NO_SHOW_1, Special.NO_SHOW_2, Special.DOUBLE_NO_SHOW]


@dataclass(frozen=True)
class Step:
    """One round of a random event: what was to be paired, and what came of it."""

    event: int
    before: Tournament
    outcome: Pairing | NoLegalPairing

    def __repr__(self):
        return f"event {self.event}, round {len(self.before.rounds) + 1}"

    @property
    def awarded(self):
        """Who sits out this round with an awarded bye."""
        if self.before.rounds:
            return set()
        return {p.no for p in self.before.players if p.first_round_bye} & set(self.before.active)

    @property
    def tables(self):
        """The round as couples and single players, awarded byes left out."""
        seats = [(t.player1, t.player2) for t in self.outcome.tables]
        return [(one, two) for one, two in seats if one not in self.awarded or two is not None]

    @property
    def couples(self):
        """The tables of two."""
        return [table for table in self.tables if table[1] is not None]

    @property
    def byes(self):
        """Who sits out without an awarded bye."""
        return [one for one, two in self.tables if two is None]

    @property
    def to_pair(self):
        """Who plays or has the bye."""
        return [no for no in self.before.active if no not in self.awarded]


def number_of_players(random):
    """Draw how many start: mostly few, seldom many."""
    kind = random.random()
    if kind < 0.85:
        return random.randint(4, 10)
    if kind < 0.98:
        return random.randint(11, 30)
    return random.randint(31, 200)


def played_through(number):
    """Play an event from its number; give a step for every round."""
    random = Random(f"event {number}")
    count = number_of_players(random)
    numbers = random.sample(range(1, 3 * count), 2 * count)
    awarded = random.choice((0, 0, 0.1, 0.5))
    restless = random.choice((0, 0.03, 0.15))
    last_round = 40 if count <= 14 else ROUNDS_OF_BIG_EVENTS
    late = random.choice((0, 1, 3))
    event = Tournament(
        tuple(
            Player(no, f"P{no}", first_round_bye=random.random() < awarded)
            for no in numbers[:count]
        ),
        seed=f"seed {number}",
    )
    steps = []
    while len(event.rounds) < last_round and len(event.active) >= NISEI.min_players:
        try:
            pairing = pair(event, NISEI)
        except NoLegalPairing as error:
            steps.append(Step(number, event, error))
            break
        steps.append(Step(number, event, pairing))
        matches = tuple(reported(match, random) for match, _ in pairing.matches({}))
        players = tuple(unsettled(player, restless, random) for player in event.players)
        if late and random.random() < 0.3:
            late -= 1
            no = numbers[len(players)]
            players += (Player(no, f"P{no}"),)
        rounds = (*event.rounds, Round(len(event.rounds) + 1, matches))
        event = replace(event, players=players, rounds=rounds)
    return steps


def reported(match, random):
    """Give the match as it was played, or agreed upon, or not."""
    if match.special is Special.BYE:
        return match
    kind = random.random()
    if kind < 0.85:
        return replace(match, result=random.choice(PLAYED))
    if kind < 0.9:
        return replace(match, result=(random.choice("WLD"), ""), special=Special.TWO_FOR_ONE)
    return replace(match, special=random.choice(UNPLAYED))


def unsettled(player, restless, random):
    """Give the player, who may drop or come back."""
    if random.random() >= restless:
        return player
    active = player.status is Status.ACTIVE
    return replace(player, status=Status.DROPPED if active else Status.ACTIVE)


@pytest.fixture(scope="module", params=range(CHUNKS), ids=lambda chunk: f"chunk{chunk}")
def steps(request):
    """Give all rounds of a hundred random events."""
    first = request.param * EVENTS_IN_CHUNK
    return [s for n in range(first, first + EVENTS_IN_CHUNK) for s in played_through(n)]


@pytest.fixture
def paired(steps):
    """Give the rounds that could be paired."""
    return [step for step in steps if isinstance(step.outcome, Pairing)]


@pytest.fixture
def stuck(steps):
    """Give the rounds for which the engine says that there is no legal pairing."""
    return [step for step in steps if isinstance(step.outcome, NoLegalPairing)]


# The judge


def met_before(tournament):
    """Give everyone who has met as pairs, lower number first."""
    return {
        (min(m.player1, m.player2), max(m.player1, m.player2))
        for r in tournament.rounds
        for m in r.matches
        if m.player2 is not None
    }


def byes_before(tournament, no):
    """Give how many byes the player has had, awarded ones included."""
    return sum(m.player1 == no and m.player2 is None for r in tournament.rounds for m in r.matches)


def can_be_paired(players, met):
    """Tell whether networkx finds everyone an opponent whom they have not met."""
    graph = nx.Graph()
    graph.add_nodes_from(players)
    graph.add_edges_from(c for c in combinations(sorted(players), 2) if c not in met)
    return len(nx.max_weight_matching(graph, maxcardinality=True)) * 2 == len(players)


def can_be_paired_with_a_bye(players, met):
    """Tell whether everyone, or everyone but one, finds an opponent."""
    if len(players) % 2 == 0:
        return can_be_paired(players, met)
    return any(can_be_paired([no for no in players if no != out], met) for out in players)


# Legality


def test_every_active_player_is_paired_once(paired):
    """Everyone active has one seat, and nobody else has any."""
    assert [
        step
        for step in paired
        if sorted(no for t in step.outcome.tables for no in t[:2] if no is not None)
        != list(step.before.active)
    ] == []


def test_nobody_meets_an_opponent_again(paired):
    """No two players meet who have met before."""
    assert [
        (step, table)
        for step in paired
        for met in [met_before(step.before)]
        for table in step.couples
        if tuple(sorted(table)) in met
    ] == []


def test_an_odd_number_has_one_bye_and_an_even_number_none(paired):
    """Awarded byes apart, one player sits out if the number is odd."""
    assert [step for step in paired if len(step.byes) != len(step.to_pair) % 2] == []


def test_everyone_with_an_awarded_bye_sits_out_round_1(paired):
    """Awarded byes are given, every one."""
    assert [
        (step, table)
        for step in paired
        for table in step.outcome.tables
        if step.awarded & set(table[:2]) and table.player2 is not None
    ] == []


def test_nobody_has_a_second_bye_that_could_be_avoided(paired):
    """If the bye goes to someone who had one, no one with fewer could have taken it."""
    assert [
        (step, no, other)
        for step in paired
        for no in step.byes
        if (had := byes_before(step.before, no))
        for other in step.to_pair
        if byes_before(step.before, other) < had
        and can_be_paired([p for p in step.to_pair if p != other], met_before(step.before))
    ] == []


def test_a_later_bye_goes_to_the_lowest_ranked_who_can_take_it(paired):
    """Nobody with as few byes is ranked lower whose bye would leave the others pairable."""
    assert [
        (step, no, other)
        for step in paired
        if step.before.rounds
        for no in step.byes
        for order in [rank(step.before, NISEI).order]
        for other in set(order[order.index(no) + 1 :]) & set(step.to_pair)
        if byes_before(step.before, other) == byes_before(step.before, no)
        and can_be_paired([p for p in step.to_pair if p != other], met_before(step.before))
    ] == []


def test_when_the_engine_finds_no_legal_pairing_there_is_none(stuck):
    """Whoever sat out, networkx cannot pair the others either."""
    assert [
        step for step in stuck if can_be_paired_with_a_bye(step.to_pair, met_before(step.before))
    ] == []


def test_the_events_of_a_chunk_get_as_far_as_there_being_no_pairing(stuck):
    """The property above has something to hold for."""
    assert len(stuck) >= EVENTS_IN_CHUNK // 4


def test_an_error_tells_the_round_and_who_is_stuck(stuck):
    """The round and the number of players are its data, and whoever cannot be placed."""
    assert [
        step
        for step in stuck
        for data in [step.outcome.data]
        if step.outcome.kind != ErrorKind.NO_LEGAL_PAIRING
        or data["round"] != len(step.before.rounds) + 1
        or {player.no for player, _ in data["stuck"]} != set(step.outcome.conflicts)
    ] == []


def test_an_error_advises_to_drop_a_player_only_if_that_helps(stuck):
    """Networkx can pair the others without somebody, or dropping is not spoken of."""
    assert [
        step
        for step in stuck
        for met in [met_before(step.before)]
        if len(step.to_pair) <= 14
        and step.outcome.data["dropping_helps"]
        != any(
            can_be_paired_with_a_bye([no for no in step.to_pair if no != out], met)
            for out in step.to_pair
        )
    ] == []


def test_an_error_names_players_and_whom_they_could_still_meet(stuck):
    """The conflicts are active players, each with exactly those they have not met."""
    assert [
        step
        for step in stuck
        for met in [met_before(step.before)]
        for conflicts in [step.outcome.conflicts]
        if not conflicts
        or any(
            sorted(others)
            != [
                other
                for other in sorted(step.to_pair)
                if other != no and (min(no, other), max(no, other)) not in met
            ]
            for no, others in conflicts.items()
        )
    ] == []


# Reproducible draws


def test_the_same_event_gives_the_same_pairing_again(paired):
    """Pairing a round again gives the same tables for the same reasons."""
    again = [replace(step.before) for step in paired]
    assert [
        step
        for step, before in zip(paired, again, strict=True)
        if pair(before, NISEI) != step.outcome
    ] == []


def test_the_order_of_the_roster_and_of_the_tables_does_not_matter(paired):
    """The event with players and matches in another order is paired alike."""
    assert [
        step for step in paired if pair(mixed(step.before, step.event), NISEI) != step.outcome
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


def test_a_finished_event_can_be_paired_again_round_by_round(paired):
    """Each round comes out as it was, from the event as it stands at the end."""
    last = {step.event: step for step in paired}
    assert [
        step
        for step in paired
        if len(step.before.rounds) < len((end := last[step.event].before).rounds)
        and pair(end.before_round(len(step.before.rounds) + 1), NISEI).tables != step.outcome.tables
    ] == []


@pytest.mark.parametrize("number", range(20))
@pytest.mark.parametrize("players", [16, 17, 40, 150])
def test_another_seed_gives_another_draw(players, number):
    """The same roster under another seed is paired otherwise."""
    roster = tuple(Player(no, f"P{no}") for no in range(1, players + 1))
    one, two = (
        {frozenset(t[:2]) for t in pair(Tournament(roster, seed=seed), NISEI).tables}
        for seed in (f"one {number}", f"two {number}")
    )
    assert one != two


# Score groups


def test_nobody_leaves_an_even_group_that_can_be_paired_inside(paired):
    """With no float from above and everyone below pairable, the group stays together."""
    assert [
        (step, left)
        for step in paired
        for group, below, left in left_groups(step)
        if len(group) % 2 == 0
        for met in [met_before(step.before)]
        if can_be_paired(group, met) and can_be_paired(below, met)
    ] == []


@pytest.mark.parametrize("seed", [str(number) for number in range(12)])
def test_a_draw_that_gets_stuck_is_mended_inside_its_group(seed):
    """The first four can be paired among themselves, and so can the others: nobody crosses."""
    members = {6: [1, 2, 3, 4], 3: [5, 6], 0: [7, 8]}
    groups = [ScoreGroup(points(n), players) for n, players in members.items()]
    bars = {1: {4}, 2: {5}, 3: set(), 4: {1}, 5: {2, 6}, 6: {5}, 7: set(), 8: set()}
    tables = pair_score_groups(groups, bars, Draws(seed, "pairing", 1), Rules("OP", "OP"))
    top = {1, 2, 3, 4}
    assert [t[:2] for t in tables if (t.player1 in top) != (t.player2 in top)] == []


def left_groups(step):
    """Give each group that some left, and who is below it, where no one came down from above."""
    points = {s.no: s.points for s in rank(step.before, NISEI)}
    levels = [sorted((points[one], points[two])) for one, two in step.couples]
    for level in sorted({upper for lower, upper in levels if lower < upper}, reverse=True):
        if any(lower <= level < upper for lower, upper in levels):
            continue
        group = {no for couple in step.couples for no in couple if points[no] == level}
        below = {no for couple in step.couples for no in couple if points[no] < level}
        yield group, below, [c for c in step.couples if len(group & set(c)) == 1]


# Explanations


def test_every_table_has_a_reason_that_can_be_told(paired):
    """Each reason cites the document and has a name for every player it speaks of."""
    assert [
        (step, table)
        for step in paired
        for table in step.outcome.tables
        if not table.reasons
        or any(
            not told.startswith("OP, Event structure: ") or "{" in told
            for told in (cited(reason, step.before) for reason in table.reasons)
        )
    ] == []
