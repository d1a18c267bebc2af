"""Eliminations played through at random, as they are typed.

``bracket_oracle.py`` says who meets whom; the sides, the winners and the walkovers are judged by
second readings of the documents in this file. A failure names the elimination, which its number
plays again.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import product
from random import Random

import bracket_oracle as oracle
import pytest
from refusals import refused

from engine import (
    RULESETS,
    Elimination,
    ErrorKind,
    Match,
    Player,
    Round,
    Special,
    Stage,
    Status,
    Tournament,
    final_standings,
    pair_elimination,
    ruleset_named,
)
from engine.brackets import SINGLE
from engine.draws import Draws
from engine.elimination.progress import Progress, assign_sides, begin
from engine.formats.elimination import (
    BEST_OF_THREE,
    EARLIER_GAME_BLANK,
    GAME_AFTER_THE_LAST,
    ONE_GAME,
    without_sides,
)
from engine.match_format import Fault, ResultField, Sides
from engine.simulation.strength import Model, Table
from xlplugin.workbook.reasons import cited

from campaigns import some
from cases import each

pytestmark = pytest.mark.usefixtures("untraced")


NISEI, HEX = ruleset_named("nisei-swiss"), ruleset_named("hex")
JUDGES = {"single": oracle.Single, "double": oracle.double}
GONE = (Status.DROPPED, Status.DISQUALIFIED, Status.FORFEITED)
WALKOVERS = (Special.NO_SHOW_1, Special.NO_SHOW_2, Special.DOUBLE_NO_SHOW)
MIRRORED = {Special.NO_SHOW_1: Special.NO_SHOW_2, Special.NO_SHOW_2: Special.NO_SHOW_1, 1: 2, 2: 1}


# Outcomes of the brackets alone


@pytest.mark.parametrize(
    "winners", [[], [1], [1, 2, 4], [1, 2, 3], [5, 6]], ids=["none", "one", "both", "all", "others"]
)
def test_a_round_ends_with_one_winner_of_every_game(winners):
    """A round without exactly one winner of each of its games is refused."""
    progress = Progress(SINGLE[4], range(1, 5))
    with pytest.raises(ValueError, match="has no one winner"):
        progress.play(winners)


def test_there_are_no_places_before_the_end():
    """Whoever asks for the places of an unfinished elimination is refused."""
    with pytest.raises(ValueError, match="not over"):
        Progress(SINGLE[4], range(1, 5)).places()


# Whole events, as they are typed


@dataclass(frozen=True)
class Step:
    """One round of an elimination: what was to be paired, what came of it, and what should."""

    name: str
    before: Tournament
    pairing: object
    expected: list

    def __repr__(self):
        return f"{self.name}, round {self.round}"

    @property
    def round(self):
        """The number of the round."""
        return len(self.before.elimination.rounds) + 1

    @property
    def couples(self):
        """The tables of two."""
        return [t for t in self.pairing.tables if t.player2 is not None]


@dataclass(frozen=True)
class Played:
    """A whole elimination: its rounds, the event after it, the places by the oracle."""

    steps: list
    after: Tournament
    places: list

    def __repr__(self):
        return self.steps[-1].name


def an_event(*seeds, options=None, seed="an event", rounds=()):
    """Give an event whose elimination is between these players, best seed first."""
    players = tuple(Player(no, f"P{no}") for no in sorted(seeds))
    elimination = Elimination(tuple(seeds), tuple(rounds))
    return Tournament(players, options=options or {}, seed=seed, elimination=elimination)


def with_round(event, *matches):
    """Give the event with one more round of its elimination played."""
    elimination = event.elimination
    round_ = Round(len(elimination.rounds) + 1, tuple(matches), Stage.ELIMINATION)
    return replace(event, elimination=Elimination(elimination.seeds, (*elimination.rounds, round_)))


def with_status(event, statuses):
    """Give the event with some players' status changed."""
    players = tuple(replace(p, status=statuses.get(p.no, p.status)) for p in event.players)
    return replace(event, players=players)


def winner(match, seeds):
    """Tell who won a match; a draw and a double absence are the higher seed's."""
    one, two = match.player1, match.player2
    if two is None:
        return None
    higher = min(one, two, key=list(seeds).index)
    if match.special:
        return {Special.NO_SHOW_1: two, Special.NO_SHOW_2: one}.get(match.special, higher)
    return {1: one, 2: two, "D": higher}[match.result[1]]


def hex_winner(match, seeds):
    """Tell who won a game of Neuroshima Hex: the headquarters with more endurance left."""
    if match.special:
        return winner(match, seeds)
    one, two = match.result
    return winner(replace(match, result=("?", "D" if one == two else 1 if one > two else 2)), seeds)


def played_through(name, number, size, report, *, kind="double", won_by=winner, leaving=0):
    """Play an elimination out; ``report`` gives a match as it was played.

    ``leaving`` is how likely each player is gone before a round.
    """
    random, ruleset = Random(f"{name} {size} {number}"), ruleset_named(name)
    seeds = random.sample(range(1, 3 * size), size)
    event = an_event(*seeds, seed=f"seed {number}")
    judge, steps = JUDGES[kind](size), []
    while judge.games:
        gone = {p.no: random.choice(GONE) for p in event.players if random.random() < leaving}
        event = with_status(event, gone)
        if judge.is_second_final and (stays := only_one_stays(judge.games[0], event, seeds)):
            judge.play({stays})
            break
        pairing = pair_elimination(event, ruleset)
        expected = [tuple(seeds[seed - 1] for seed in pair) for pair in judge.games]
        steps.append(Step(f"{name} {size}, number {number}", event, pairing, expected))
        if [t[:2] for t in steps[-1].couples] != expected:
            return Played(steps, event, [])
        matches = [
            match if match.player2 is None or match.special else report(match, random)
            for match, _ in pairing.matches({})
        ]
        event = with_round(event, *matches)
        judge.play({1 + seeds.index(w) for m in matches if (w := won_by(m, seeds)) is not None})
    return Played(steps, event, [seeds[seed - 1] for seed in judge.places])


def only_one_stays(pair, event, seeds):
    """Give the seed who wins a game without playing it; of two who left, the higher; else 0."""
    here = [s for s in pair if event.by_no[seeds[s - 1]].status is Status.ACTIVE]
    return 0 if len(here) == 2 else min(here or pair)


def one_game(match, random):
    """Make up how a game of OP ended, sometimes with the two players in the other order."""
    prefilled = match.result[0] if match.result else None
    kind = random.random()
    if kind < 0.1:
        special = random.choice(WALKOVERS)
        typed = random.choice((match.result, (), (random.choice((1, 2)), "")))
        found = replace(match, result=typed, special=special)
    else:
        corp = prefilled if prefilled and kind < 0.7 else random.choice((1, 2))
        corp = "?" if kind > 0.9 else corp
        found = replace(match, result=(corp, random.choice((1, 2, 1, 2, "D"))))
    return swapped(found) if random.random() < 0.3 else found


def swapped(match):
    """Give the same match with Player 1 as Player 2."""
    return Match(
        match.table,
        match.player2,
        match.player1,
        tuple(MIRRORED.get(value, value) for value in match.result),
        MIRRORED.get(match.special, match.special),
    )


def endurance(match, random):
    """Make up what both headquarters have left; a third of the games are drawn."""
    kind = random.random()
    if kind < 0.1:
        return replace(match, special=random.choice(WALKOVERS))
    one, two = random.randint(0, 20), random.randint(0, 20)
    return replace(match, result=(one, one if kind < 0.4 else two))


def chunks(size, count, of):
    """Give the numbers of the eliminations of each of so many chunks."""
    return [
        pytest.param((size, range(of * chunk, of * chunk + of)), id=f"{size}-{chunk}")
        for chunk in range(count)
    ]


@pytest.fixture(
    scope="module", params=[c for size in (2, 3, 4, 8, 16) for c in chunks(size, some(3), 30)]
)
def nisei_games(request):
    """Give thirty random eliminations of OP, nobody leaving."""
    size, numbers = request.param
    return [played_through("nisei-swiss", number, size, one_game) for number in numbers]


@pytest.fixture
def later_games(nisei_games):
    """Give the tables after the first round, each with its step."""
    return [(s, t) for p in nisei_games for s in p.steps[1:] for t in s.couples]


def test_players_meet_by_the_bracket_whatever_is_typed(nisei_games):
    """Draws, walkovers and players who sit the other way round lead to the right games."""
    assert [
        s for p in nisei_games for s in p.steps if [t[:2] for t in s.couples] != s.expected
    ] == []


def test_an_event_ends_with_the_places_of_the_bracket(nisei_games):
    """The final standings of those in the cut are the places of the elimination."""
    assert [p for p in nisei_games if final_standings(p.after, NISEI).order != p.places] == []


def test_the_same_event_is_paired_the_same(nisei_games):
    """Pairing a round again gives the same, though the roster is in another order."""
    assert [
        s
        for p in nisei_games
        for s in p.steps
        for again in [replace(s.before, players=s.before.players[::-1])]
        if pair_elimination(again, NISEI) != s.pairing
        or pair_elimination(s.before, NISEI) != s.pairing
    ] == []


# Sides


def sides_had(rounds):
    """Add up how often everyone was Corp minus how often Runner, where the sides are known."""
    had = Counter()
    for match in (m for r in rounds for m in r.matches):
        if match.player2 is not None and not match.special and match.result[0] in (1, 2):
            corp_first = match.result[0] == 1
            had[match.player1] += 1 if corp_first else -1
            had[match.player2] += -1 if corp_first else 1
    return had


def may_be_corp(rounds, one, two, *, second_final):
    """Give who of two may be the Corp by the words of OP: Elimination rounds."""
    if second_final:
        (first,) = rounds[-1].matches
        known = sides_had(rounds[-1:])
        if known:
            return {no for no in (first.player1, first.player2) if known[no] < 0}
    had = sides_had(rounds)
    wishes = {no: "Corp" if had[no] < 0 else "Runner" if had[no] > 0 else None for no in (one, two)}
    differential = {no: abs(had[no]) for no in (one, two)}
    other = {one: two, two: one}
    if wishes[one] == wishes[two]:
        if differential[one] == differential[two]:
            return {one, two}
        decides = max((one, two), key=differential.__getitem__)
    else:
        decides = one if wishes[one] else two
    return {decides if wishes[decides] == "Corp" else other[decides]}


def is_second_final(step):
    """Tell whether the two of the last round meet again, with no one else left."""
    last = step.before.elimination.rounds[-1].matches
    return (
        len(step.before.elimination.seeds) > 3
        and len(last) == 1
        and len(step.expected) == 1
        and (set(step.expected[0]) == {last[0].player1, last[0].player2})
    )


def test_sides_follow_from_the_sides_played(later_games):
    """The side played least, the greater differential, the second final reversed, else either."""
    assert [
        (s, t)
        for s, t in later_games
        for corps in [
            may_be_corp(s.before.elimination.rounds, *t[:2], second_final=is_second_final(s))
        ]
        if t.result not in {(1 + t[:2].index(no),) for no in corps}
    ] == []


def test_the_reason_names_the_corp(later_games):
    """What players read agrees with what is typed, and nobody is told to choose."""
    assert [
        (s, t)
        for s, t in later_games
        if f"P{t[t.result[0] - 1]} is the Corp" not in reasons(s, t)
        or "chooses" in reasons(s, t)
        or f"a draw is a win for the higher seed, P{t.player1}" not in reasons(s, t)
    ] == []


def test_the_reason_says_how_the_sides_came_about(later_games):
    """Second final, drawn, the greater difference or the side played least: one, the right one."""
    ways = ("second final, ", "sides drawn: ", "by the greater difference: ", "played least: ")
    assert [
        (s, t)
        for s, t in later_games
        if [way for way in ways if way in reasons(s, t)] != [ways[way_of_sides(s, *t[:2])]]
    ] == []


def way_of_sides(step, one, two):
    """Give the number of the rule that decides who is the Corp."""
    rounds = step.before.elimination.rounds
    if is_second_final(step) and sides_had(rounds[-1:]):
        return 0
    had = sides_had(rounds)
    if had[one] == had[two]:
        return 1
    return 2 if had[one] * had[two] > 0 else 3


def reasons(step, table):
    """Give the reasons of a table as people read them."""
    return "\n".join(cited(reason, step.before) for reason in table.reasons)


def test_random_eliminations_meet_every_case_of_the_sides():
    """Random play comes to drawn, differing, lesser and greater sides, and to second finals."""
    found = Counter()
    for number in range(40):
        for s in played_through("nisei-swiss", number, 8, one_game).steps[1:]:
            found["second final"] += is_second_final(s)
            had = sides_had(s.before.elimination.rounds)
            for one, two in s.expected:
                same = had[one] * had[two] > 0
                found["both want the same"] += same and had[one] != had[two]
                found["level"] += had[one] == had[two] != 0
                found["both fresh"] += had[one] == had[two] == 0
                found["each another"] += had[one] * had[two] < 0
                found["only one wants"] += (had[one] == 0) != (had[two] == 0)
    assert min(found.values()) > 5
    assert len(found) == 6


# Who wins what


@each("corp", [1, 2, "?"])
@each(
    ("outcome", "special", "of_higher_first", "of_higher_second"),
    [
        (1, Special.NONE, 1, 1), (2, Special.NONE, 2, 2), ("D", Special.NONE, 1, 2),
        ("", Special.NONE, None, None), ("", Special.NO_SHOW_1, 2, 2),
        ("", Special.NO_SHOW_2, 1, 1), ("", Special.DOUBLE_NO_SHOW, 1, 2),
    ],
)  # fmt: skip
def test_one_game_has_the_winner_of_the_document(
    corp, outcome, special, of_higher_first, of_higher_second
):
    """A draw, or a game that neither of two plays, is won by the higher seed at either seat."""
    found = [ONE_GAME.winner((corp, outcome), special, higher) for higher in (1, 2)]
    assert found == [of_higher_first, of_higher_second]


@pytest.mark.parametrize("result", [(), ("",), (1,), ("", 1), ("", "D"), ("", "")])
def test_a_game_without_corp_or_winner_has_not_ended(result):
    """Both columns are needed; a question mark stands for a Corp nobody knows."""
    assert [ONE_GAME.winner(result, Special.NONE, higher) for higher in (1, 2)] == [None, None]


@each("special", [Special.NO_SHOW_1, Special.NO_SHOW_2, Special.DOUBLE_NO_SHOW])
@each(
    ("result", "is_fault"),
    [((1, 1), True), ((2, "D"), True), (("", 2), True), ((1, ""), False), ((), False)],
)
def test_a_walkover_has_no_winner_typed(special, result, is_fault):
    """A winner beside a walkover contradicts it; the Corp given in advance does not."""
    assert (ONE_GAME.fault(result, special) is not None) == is_fault


@pytest.mark.parametrize("result", [(1, 1), ("?", "D"), (2, ""), ()])
def test_a_game_without_special_contradicts_nothing(result):
    """What is typed for a game played is taken as it is."""
    assert ONE_GAME.fault(result, Special.NONE) is None


# Best of three


GAMES = list(product((1, 2, "D", ""), repeat=3))


def best_of_three(games, higher):
    """Play three games one after another: the winner of two, or ``None``."""
    won = Counter()
    for game in games:
        if game == "":
            return None
        won[higher if game == "D" else game] += 1
        if 2 in won.values():
            return won.most_common(1)[0][0]
    raise AssertionError


def contradicts(games):
    """Tell whether a game is missing before another, or follows two won by one player."""
    first, second, third = games
    if third != "" and first == second and first in (1, 2):
        return True
    return "" in games and any(games[games.index("") :])


@each("games", GAMES, ids=lambda games: "".join(str(g or "-") for g in games))
def test_best_of_three_is_read_game_by_game(games):
    """Whoever first has two games wins, draws being the higher seed's; contradictions are told."""
    fault = BEST_OF_THREE.fault((1, *games), Special.NONE)
    assert (fault is not None) == contradicts(games)
    if fault is None:
        found = [
            BEST_OF_THREE.winner((corp, *games), Special.NONE, higher)
            for corp in (1, 2, "?")
            for higher in (1, 2)
        ]
        assert found == [best_of_three(games, 1), best_of_three(games, 2)] * 3


@pytest.mark.parametrize(
    ("result", "fault"),
    [
        ((1, 1, 1, 2), Fault("Game 3", GAME_AFTER_THE_LAST, {"player": 1})),
        ((1, 2, 2, "D"), Fault("Game 3", GAME_AFTER_THE_LAST, {"player": 2})),
        ((1, "", 1, 1), Fault("Game 1", EARLIER_GAME_BLANK, {"game": 1})),
        ((1, 1, "", 1), Fault("Game 2", EARLIER_GAME_BLANK, {"game": 2})),
    ],
)
def test_contradictions_of_best_of_three_name_the_game_to_correct(result, fault):
    """The third game that was not played, or the one that is blank before another."""
    assert BEST_OF_THREE.fault(result, Special.NONE) == fault


@pytest.mark.parametrize("result", [(1, 1, 1), (1, 2, 1, 1), ("?", "D", 1)])
def test_a_best_of_three_ends_with_the_second_win(result):
    """Two games won by Player 1, the higher seed, are enough; no side is told of, as both were played."""
    assert BEST_OF_THREE.first_side(result, Special.NONE) == 0
    assert BEST_OF_THREE.winner(result, Special.NONE, 1) == 1


@pytest.mark.parametrize(
    ("special", "winners"),
    [(Special.NO_SHOW_1, [2, 2]), (Special.NO_SHOW_2, [1, 1]), (Special.DOUBLE_NO_SHOW, [1, 2])],
)
def test_a_walkover_of_a_best_of_three(special, winners):
    """Whoever is there goes on, of two who are not the higher seed."""
    assert [BEST_OF_THREE.winner((), special, higher) for higher in (1, 2)] == winners
    assert BEST_OF_THREE.fault((1,), special) is None
    assert BEST_OF_THREE.fault((1, 1), special) is not None


def three_games(match, random):
    """Make up a best of three that is over, for either higher seed."""
    games = random.choice(
        [(1, 1), (2, 2), ("D", "D"), (1, 2, 1), (2, 1, 2), (1, 2, "D"), ("D", 1, 1)]
    )
    found = replace(match, result=(random.choice((1, 2, "?")), *games))
    return swapped(found) if random.random() < 0.3 else found


@pytest.mark.parametrize("size", [2, 3, 4, 8, 16])
def test_best_of_three_is_a_single_elimination_whose_higher_seeds_choose(size):
    """The bracket is the single one, and nobody's side is given in advance in any round."""
    options = {"Elimination": "Best of three"}
    for number in range(20):
        steps = three_games_played(size, number, options)
        assert [s for s in steps if [t[:2] for t in s.couples] != s.expected] == []
        assert [
            (s, t)
            for s in steps
            for t in s.couples
            if t.result != ()
            or f"P{t.player1}, the higher seed, chooses the first deck" not in reasons(s, t)
        ] == []


def three_games_played(size, number, options):
    """Play an elimination of best of three; its winners are worked out here."""
    random = Random(f"best of three {size} {number}")
    seeds = random.sample(range(1, 50), size)
    event, judge, steps = an_event(*seeds, options=options), oracle.Single(size), []
    while judge.games:
        expected = [tuple(seeds[seed - 1] for seed in pair) for pair in judge.games]
        steps.append(
            Step(f"best of three {number}", event, pair_elimination(event, NISEI), expected)
        )
        couples = [m for m, _ in steps[-1].pairing.matches({})]
        matches = [m if m.player2 is None else three_games(m, random) for m in couples]
        won = set()
        for m in matches:
            if m.player2 is not None:
                higher = 1 if seeds.index(m.player1) < seeds.index(m.player2) else 2
                games = (*m.result[1:], "")[:3]
                no = (m.player1, m.player2)[best_of_three(games, higher) - 1]
                won.add(1 + seeds.index(no))
        event = with_round(event, *matches)
        judge.play(won)
    return steps


# Players who leave


@pytest.fixture(scope="module", params=[c for size in (3, 4, 8, 16) for c in chunks(size, 3, 30)])
def restless(request):
    """Give thirty random eliminations of OP that players leave at any moment."""
    size, numbers = request.param
    return [
        played_through("nisei-swiss", n, size, one_game, leaving=(0.05, 0.2, 0.5)[n % 3])
        for n in numbers
    ]


def test_the_bracket_goes_on_whoever_leaves(restless):
    """Opponents of those who left advance; of two who left, the higher seed."""
    assert [s for p in restless for s in p.steps if [t[:2] for t in s.couples] != s.expected] == []


def test_whoever_left_loses_without_a_game(restless):
    """Absent players are entered as such, and only they are."""
    entered = {
        (False, False): Special.NONE,
        (True, False): Special.NO_SHOW_1,
        (False, True): Special.NO_SHOW_2,
        (True, True): Special.DOUBLE_NO_SHOW,
    }
    assert [
        (s, t)
        for p in restless
        for s in p.steps
        for t in s.couples
        for gone in [tuple(s.before.by_no[no].status is not Status.ACTIVE for no in t[:2])]
        if t.special is not entered[gone] or (any(gone) and t.result != ())
    ] == []


def test_the_reason_names_who_left_and_who_goes_on(restless):
    """People read why there is no game."""
    assert [
        (s, t)
        for p in restless
        for s in p.steps
        for t in s.couples
        if t.special
        for stays in [t.player2 if t.special is Special.NO_SHOW_1 else t.player1]
        for gone in [[no for no in t[:2] if s.before.by_no[no].status is not Status.ACTIVE]]
        if f"P{stays} goes on: " not in reasons(s, t)
        or any(
            f"P{no} is {s.before.by_no[no].status.value.lower()}" not in reasons(s, t)
            for no in gone
        )
    ] == []


def test_sides_of_those_who_stay_follow_from_games_really_played(restless):
    """A walkover counts for nobody's sides."""
    assert [
        (s, t)
        for p in restless
        for s in p.steps[1:]
        for t in s.couples
        if not t.special
        for corps in [
            may_be_corp(s.before.elimination.rounds, *t[:2], second_final=is_second_final(s))
        ]
        if t.result not in {(1 + t[:2].index(no),) for no in corps}
    ] == []


def test_everyone_has_a_place_whoever_leaves(restless):
    """The elimination ends with each place given once, by the bracket."""
    assert [p for p in restless if final_standings(p.after, NISEI).order != p.places] == []


def test_random_eliminations_lose_players_in_every_way():
    """Random play comes to walkovers of the higher seed, of the lower one, and of both."""
    found = Counter(
        t.special
        for number in range(20)
        for s in played_through("nisei-swiss", number, 8, one_game, leaving=0.2).steps
        for t in s.couples
    )
    assert min(found[special] for special in (Special.NO_SHOW_1, Special.NO_SHOW_2)) > 5
    assert found[Special.DOUBLE_NO_SHOW] > 5


@pytest.mark.parametrize("status", GONE)
@pytest.mark.parametrize(
    ("gone", "champion"), [((1,), 2), ((2,), 1), ((1, 2), 1)], ids=["upper", "lower", "both"]
)
def test_a_second_final_that_a_finalist_has_left_is_no_round(gone, champion, status):
    """Whoever is still there has won without it; of two who left, the higher seed."""
    games = [
        [(1, 4, 1), (2, 3, 1)], [(1, 2, 1), (3, 4, 1)], [(2, 3, 1)], [(1, 2, 2)],
    ]  # fmt: skip
    event = an_event(1, 2, 3, 4)
    for round_ in games:
        event = with_round(
            event, *(Match(t, a, b, (1, won)) for t, (a, b, won) in enumerate(round_, 1))
        )
    assert [t[:2] for t in pair_elimination(event, NISEI).tables] == [(1, 2)]
    left = with_status(event, dict.fromkeys(gone, status))
    with refused(ErrorKind.ELIMINATION_OVER, player=champion):
        pair_elimination(left, NISEI)
    assert final_standings(left, NISEI).order == [champion, 3 - champion, 3, 4]


# Neuroshima Hex


@pytest.fixture(scope="module", params=[c for size in (4, 8, 16) for c in chunks(size, 3, 40)])
def hex_finals(request):
    """Give forty random eliminations of Neuroshima Hex, some with players who leave."""
    size, numbers = request.param
    return [
        played_through(
            "hex", n, size, endurance, kind="single", won_by=hex_winner, leaving=0.1 * (n % 2)
        )
        for n in numbers
    ]


def test_hex_pairs_the_best_left_with_the_worst_left(hex_finals):
    """Every round those left are folded; a draw sends the higher seed on."""
    assert [
        s for p in hex_finals for s in p.steps if [t[:2] for t in s.couples] != s.expected
    ] == []


def test_hex_places_go_by_rounds_and_seeds(hex_finals):
    """Section 7: champion, finalist, then the losers of each round by seed."""
    assert [p for p in hex_finals if final_standings(p.after, HEX).order != p.places] == []


# What cannot be paired


def paired_with(*matches, seeds=(1, 2, 3, 4), ruleset=NISEI):
    """Pair the round after one of these matches."""
    return pair_elimination(with_round(an_event(*seeds), *matches), ruleset)


@pytest.mark.parametrize("result", [(), (1,), (1, ""), ("", 1), ("", "")])
def test_a_round_with_a_missing_result_is_not_paired(result):
    """The organizer reads which table has not reported."""
    with refused(ErrorKind.RESULT_MISSING, stage=Stage.ELIMINATION, round=1, table=2):
        paired_with(Match(1, 1, 4, (1, 1)), Match(2, 2, 3, result))


def test_players_who_do_not_meet_by_the_bracket_are_refused():
    """A match typed by hand that the bracket does not have is named."""
    with refused(ErrorKind.NOT_IN_BRACKET, round=1, table=1, players=(1, 3)):
        paired_with(Match(1, 1, 3, (1, 1)), Match(2, 2, 4, (1, 1)))


def test_a_missing_match_is_refused():
    """A round without all of its games leads nowhere."""
    with refused(ErrorKind.MATCH_MISSING, round=1):
        paired_with(Match(1, 1, 4, (1, 1)))


def test_an_event_without_elimination_has_no_round_of_it():
    """Before the cut there is nothing to pair."""
    event = replace(an_event(1, 2, 3, 4), elimination=None)
    with refused(ErrorKind.NO_ELIMINATION):
        pair_elimination(event, NISEI)


@pytest.mark.parametrize("name", [n for n, ruleset in RULESETS.items() if not ruleset.cut])
def test_a_ruleset_without_a_cut_has_no_elimination(name):
    """The standings after the Swiss rounds are final, and the organizer is told so."""
    with refused(ErrorKind.NO_CUT, ruleset=name):
        pair_elimination(an_event(1, 2, 3, 4), ruleset_named(name))


@each("format_", [ONE_GAME, BEST_OF_THREE])
def test_games_without_sides_have_a_winner(format_):
    """Where both players play the same only winners are reported, and nobody chooses a side."""
    alike = without_sides(format_)
    names = [field.name for field in alike.fields]
    assert "Corp" not in names
    won = (2,) if format_ is ONE_GAME else (2, 1, 2)
    assert alike.winner(won, Special.NONE, 1) == 2
    assert alike.winner((), Special.NONE, 1) is None
    assert format_.winner(won, Special.NONE, 1) != 2
    assert [(g.winner, g.ending, g.first) for g in alike.games(won, Special.NONE)] == [
        (no, "Won", 0) for no in won
    ]
    assert alike.endings == ("Won", "Drawn")
    assert (alike.has_sides, alike.balances_sides, alike.choice) == (False, False, "")
    assert alike.fault(won, Special.NO_SHOW_1).field == names[0]
    result = alike.simulated(Table(Random(1), 1.0, Model()))
    assert alike.fault(result, Special.NONE) is None
    assert alike.winner(result, Special.NONE, 1)


def test_sides_have_the_names_that_a_format_gives_them():
    """Assigned, told and counted by these."""
    white = Sides("White", "Black", "White won", "Black won")
    format_ = replace(
        ONE_GAME, fields=(ResultField("White", (1, 2)), *ONE_GAME.fields[1:]), played_as=white
    )
    rounds = [Round(1, (Match(1, 1, 2, (1, 1)), Match(2, 3, 4, (1, 2))))]
    assert [g.ending for g in format_.games((2, 2), Special.NONE)] == ["White won"]
    progress = begin(RULESETS["nisei-swiss"].cut, (1, 2, 3, 4), {})
    first, reason = assign_sides(rounds, format_, progress.fixtures[0], Draws("s", "x", 2), "")
    assert {reason.values["first"], reason.values["second"]} == {"White", "Black"}
    assert progress.fixtures[0].players == {1, 4}
    assert first == 2
