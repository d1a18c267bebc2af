"""Netrunner Tournament Protocol 98.4: the engine compared with a second reading of the document.

Events are made up from a number; a failure names the number, and ``tournaments(number)`` plays the
same event again.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import ntp_oracle as oracle
import pytest
from made_up import after_a_round, engine_pairing, made_up_pairs, new_player, reported, told

from engine import Match, Player, Round, Status, Tournament, rank, ruleset_named

from campaigns import some
from cases import each

pytestmark = pytest.mark.usefixtures("untraced")

CHUNKS = [range(first, first + 50) for first in range(0, 50 * some(6), 50)]
PLAIN_RESULTS = [
    (10, 0, 10, 0), (0, 10, 0, 10), (10, 0, 0, 10), (10, 6, 0, 6), (6, 10, 6, 0),
]  # fmt: skip
MOST_PLAYERS = 14
MOST_ROUNDS = 8


# Made-up events


def tournaments(number):
    """Play event ``number`` by the oracle's pairings; give it before each round and at the end."""
    random = Random(f"Netrunner {number}")
    size = random.randint(4, MOST_PLAYERS)
    roster = [new_player(random, no) for no in random.sample(range(1, 100), size)]
    rounds = []
    while True:
        tournament = Tournament(tuple(roster), tuple(rounds), {}, f"event {number}")
        yield tournament
        pairs = (
            made_up_pairs(random, tournament, cards_of(tournament))
            if random.random() < 0.1
            else None
        )
        announcement = announced(tournament)
        if announcement is None or len(rounds) == MOST_ROUNDS:
            return
        rounds.append(reported(random, len(rounds) + 1, pairs or any_of(random, announcement)))
        roster = after_a_round(random, roster, 2, MOST_PLAYERS)


def round_robin(number):
    """Give event ``number``, a round robin or its first rounds, after which many are tied."""
    random = Random(f"Round robin {number}")
    circle = list(range(1, random.randint(3, 8) + 1))
    players = tuple(Player(no, f"Player {no}") for no in circle)
    if len(circle) % 2:
        circle.append(None)
    rounds = []
    for at in range(1, random.randint(2, len(circle))):
        two_rows = zip(circle[: len(circle) // 2], reversed(circle), strict=False)
        matches = (
            Match(table, one, two, random.choice(PLAIN_RESULTS))
            for table, (one, two) in enumerate(two_rows, 1)
            if one and two
        )
        rounds.append(Round(at, tuple(matches)))
        circle.insert(1, circle.pop())
    return Tournament(players, tuple(rounds), {}, f"round robin {number}")


def any_of(random, announcement):
    """Give the oracle's pairs, any of the nearest where there are several."""
    pairs = [] if announcement.bye is None else [[announcement.bye]]
    for step in announcement.steps:
        chosen = random.choice(step.nearest) if step.nearest else ()
        for two in [*step.pairs, *sorted(chosen, key=sorted)]:
            seats = sorted(two)
            random.shuffle(seats)
            pairs.append(seats)
    return pairs


# The event in the oracle's words


def lines_of(tournament):
    """Give the oracle's lines, round by round."""
    return [
        [oracle.Line(m.player1, m.player2, m.result, str(m.special)) for m in played.matches]
        for played in tournament.rounds
    ]


def cards_of(tournament):
    """Give the oracle's cards."""
    seeds = {player.no: player.seed for player in tournament.players}
    return oracle.cards_after(seeds, lines_of(tournament))


def announced(tournament):
    """Give the oracle's pairings, or nothing if there are none."""
    playing = [player.no for player in tournament.players if player.status is Status.ACTIVE]
    return oracle.announce(cards_of(tournament), playing)


# The oracle against pairings and standings worked out by hand


def laid_out(piles, met="", byes=()):
    """Give cards in piles, the highest first, each from the top; numbers are the original order."""
    return {
        no: oracle.Card(
            no,
            no,
            earned=[Fraction(3 * (len(piles) - at))],
            opponents=[other for two in pairs_of(met) if no in two for other in two - {no}],
            byes=int(no in byes),
        )
        for at, pile in enumerate(piles)
        for no in pile
    }


def pairs_of(text):
    """Read pairs: ``1-4 2-5``."""
    return [frozenset(map(int, two.split("-"))) for two in text.split()]


@pytest.mark.parametrize(
    ("piles", "met", "kept", "nearest"),
    [
        pytest.param([[1, 2, 3, 4]], "2-4", "", ["1-4 2-3"], id="last-pair"),
        pytest.param([[1, 2, 3, 4, 5, 6]], "3-6", "1-4", ["2-6 3-5"], id="first-pair-stands"),
        pytest.param([[1, 2], [3, 4]], "1-2", "", ["1-3 2-4", "1-4 2-3"], id="next-pile"),
        pytest.param([[1, 2], [3, 4]], "3-4", "", ["1-3 2-4", "1-4 2-3"], id="those-below"),
        pytest.param([[1], [2, 3], [4]], "1-2 1-3", "", ["1-4 2-3"], id="2.3.1-with-nobody"),
        pytest.param([[1, 2, 3], [4]], "1-2", "", ["1-4 2-3", "1-3 2-4"], id="2.3.1-pair-reopened"),
    ],
)
def test_the_oracle_reopens_cards(piles, met, kept, nearest):
    """A fallback keeps the pairs that it can and knows every nearest pairing of the others."""
    cards = laid_out(piles, met)
    (step,) = oracle.announce(cards, cards).steps
    assert step.pairs == pairs_of(kept)
    assert set(step.nearest) == {frozenset(pairs_of(pairs)) for pairs in nearest}


# Comparing


def disagreement(found, announcement):
    """Tell what the engine paired in another way than the document; nothing if all is right."""
    if found is None or announcement is None:
        return "" if found is announcement else f"engine {found}, oracle {announcement}"
    byes, pairs = found
    if byes != ([] if announcement.bye is None else [announcement.bye]):
        return f"engine's byes {byes}, oracle's {announcement.bye}"
    left = Counter(pairs)
    for step in announcement.steps:
        reopened = frozenset(two for two in left if two & set(step.reopened))
        if not left.keys() >= set(step.pairs) or reopened not in (step.nearest or [frozenset()]):
            return f"engine {told(pairs)}; oracle {told(step.pairs)} in {step}"
        left -= Counter([*step.pairs, *reopened])
    return f"engine has {told(left)} besides" if left else ""


@pytest.mark.parametrize("numbers", CHUNKS, ids=lambda numbers: f"from-{numbers.start}")
def test_pairings_are_those_of_the_document(numbers):
    """The engine pairs as the cards do, with and without reopened pairs, in every round."""
    ways = Counter()
    for number in numbers:
        for tournament in tournaments(number):
            announcement = announced(tournament)
            problem = disagreement(engine_pairing(tournament, "ntp"), announcement)
            assert not problem, f"event {number}, round {len(tournament.rounds) + 1}: {problem}"
            ways[announcement and announcement.is_plain] += 1
    assert ways[True] > 0
    assert ways[False] > 0


def final_tournament(number):
    """Give event ``number`` after its last round."""
    *_, tournament = tournaments(number)
    return tournament


@each("event", [final_tournament, round_robin], ids=["swiss", "round-robin"])
@each("numbers", CHUNKS, ids=lambda numbers: f"from-{numbers.start}")
def test_final_standings_are_those_of_the_document(event, numbers):
    """Ranks, GMP totals and the sums of 3.2.1 and 3.2.2 are exactly those of the cards."""
    for number in numbers:
        tournament = event(number)
        found = {
            standing.no: (
                standing.rank,
                Fraction(standing.points),
                standing.tiebreaks["Opponents' GMP"],
                standing.tiebreaks["Median"],
            )
            for standing in rank(tournament, ruleset_named("ntp"))
        }
        places = oracle.final_standings(cards_of(tournament), lines_of(tournament))
        expected = {p.no: (p.rank, p.gmp, p.opponents, p.median) for p in places}
        assert found == expected, f"event {number}"


@pytest.mark.parametrize("numbers", CHUNKS, ids=lambda numbers: f"from-{numbers.start}")
def test_head_to_head_is_left_to_those_still_tied(numbers):
    """Only players whom 3.2.1 and 3.2.2 leave tied are looked at by 3.2.3."""
    for number in numbers:
        tournament = round_robin(number)
        looked_at = {
            standing.no
            for standing in rank(tournament, ruleset_named("ntp"))
            if "Head to head" in standing.tiebreaks
        }
        places = oracle.final_standings(cards_of(tournament), lines_of(tournament))
        assert looked_at <= {place.no for place in places if place.is_tied}, f"event {number}"
