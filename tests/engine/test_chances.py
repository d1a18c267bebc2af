"""Players who are safe, out, or can afford a draw: compared with every result, played out one by one."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from time import process_time

import pytest
from random_rules import drawn_settings, without_clashes

from engine import RULESETS, NoLegalPairing, Progression, Round, Special, Status, pair, rank
from engine.chances.chances import Ahead, Draw, Proof, Proofs, State, chances, samples_in_time
from engine.chances.search import MOST_STEPS
from engine.elimination.cut import eligible_for_cut
from engine.formats import Headquarters, OneGameWithSides, TwoGames
from engine.model import Match, Player, Tournament
from engine.own.formats import GamesWon, Winner
from engine.own.options import RESULT
from xlplugin.ground.resources import rules_files
from xlplugin.workbook.rules_file import read_rules

from campaigns import some
from cases import each
from strategies import FromNumber

WITH_A_CUT = [name for name, ruleset in RULESETS.items() if ruleset.cut]
ABSENT = (Special.NO_SHOW_1, Special.NO_SHOW_2, Special.DOUBLE_NO_SHOW)
TYPED = {
    TwoGames: list(product("WDL", repeat=2)),
    Winner: [(1,), (2,), ("Draw",)],
    OneGameWithSides: [("Corp",), ("Runner",), ("Draw",)],
    Headquarters: [(gap, 0) for gap in range(22)] + [(0, gap) for gap in range(1, 22)],
}
"""What is typed, by format: whatever makes a difference is here at least once."""


def every_result(ruleset, options):
    """Every result that can be typed for a match of two."""
    format_ = RULESETS[ruleset].format(options)
    specials = [s for s in (*ABSENT, Special.INTENTIONAL_DRAW) if s in format_.specials]
    results = [r for r in TYPED[type(format_)] if format_.fault(r, Special.NONE) is None]
    return [(r, Special.NONE) for r in results] + [((), s) for s in specials]


def event_of(ruleset, players, rounds, number, *, planned=None, typed=0, **more):
    """An event in the last of its rounds, in which so many of its tables have a result."""
    random = Random(number)
    options = more.pop("options", {})
    roster = tuple(Player(no, f"P{no}") for no in range(1, players + 1))
    event = Tournament(
        roster, options=options, seed=str(number), planned_rounds=planned or rounds, **more
    )
    results = every_result(ruleset, options)
    for round_ in range(1, rounds + 1):
        paired = [match for match, _ in pair(event, RULESETS[ruleset]).matches({})]
        matches = []
        for place, match in enumerate(paired):
            if match.player2 is not None and (round_ < rounds or place < typed):
                result, special = random.choice(results)
                match = replace(match, result=result, special=special)  # noqa: PLW2901
            matches.append(match)
        event = replace(event, rounds=(*event.rounds, Round(round_, tuple(matches))))
    return event


def open_tables(event):
    """The matches of the newest round without a result."""
    return [
        m for m in event.rounds[-1].matches if m.player2 and not m.special and {*m.result} <= {""}
    ]


def every_end(event, ruleset):
    """The event with every result of its newest round, one after the other."""
    newest, still = event.rounds[-1], open_tables(event)
    for results in product(every_result(ruleset, event.options), repeat=len(still)):
        of = dict(zip(still, results, strict=True))
        matches = tuple(
            replace(m, result=of[m][0], special=of[m][1]) if m in of else m for m in newest.matches
        )
        yield of, replace(event, rounds=(*event.rounds[:-1], replace(newest, matches=matches)))


def brute_force(event, ruleset, size):
    """The state of every player, and whether a draw is safe at every open table."""
    fates = {player.no: set() for player in event.players}
    drawn = {match: [] for match in open_tables(event)}
    for of, end in every_end(event, ruleset):
        inside = {*eligible_for_cut(end, RULESETS[ruleset]).order[:size]}
        for no, seen in fates.items():
            seen.add(no in inside)
        for match, (_, special) in of.items():
            if special is Special.INTENTIONAL_DRAW:
                drawn[match].append(inside.issuperset(match.players))
    names = {(True,): "safe", (False,): "out", (False, True): "open"}
    states = {no: names[tuple(sorted(seen))] for no, seen in fates.items()}
    return states, {match.table: bool(of) and all(of) for match, of in drawn.items()}


def found(event, ruleset, size, **more):
    """The same, as it is worked out."""
    told = chances(event, RULESETS[ruleset], size, **more)
    states = {player.no: str(player.state) for player in told.players}
    return told, states, {match.table: draw.is_safe for match, draw in told.draws.items()}


CASES = [
    (*case, number)
    for number in range(some(1))
    for case in (
        *((name, players, 3, 4) for name in ("nisei-swiss", "nisei-amalfi") for players in (5, 6)),
        ("nisei-swiss", 8, 4, 4),
        *(("nisei-single-sided", *of, 4) for of in ((6, 4), (7, 3), (8, 4))),
        *(("hex", players, 3, 4) for players in (5, 6, 8)),
        *(("own", players, 3, 4) for players in (5, 6, 8)),
    )
]


@pytest.mark.slow
@each("ruleset, players, rounds, size, number", CASES)
def test_safe_and_out_are_what_every_result_of_the_last_round_says(
    ruleset, players, rounds, size, number
):
    """Up to eight players: nothing is missed, and nothing is promised that does not come."""
    typed = max(0, players // 2 - (2 if ruleset == "hex" else 3))
    event = event_of(ruleset, players, rounds, number, typed=typed)
    told, states, draws = found(event, ruleset, size)
    assert told.is_exact
    assert (states, draws) == brute_force(event, ruleset, size)


@pytest.mark.slow
@each("sheet", sorted(rules_files()))
def test_safe_and_out_are_right_under_ready_made_rules(sheet):
    """Whatever their points and tiebreaks are, as far as matches are reported by their winner here."""
    by_winner = {
        "Result": "",
        "Result of a bye": "",
        "Margin at most": "",
        "Added to each margin": "",
    }
    settings = read_rules(rules_files()[sheet], sheet) | by_winner
    settings |= {"Points by difference": "", "Pairing method": "", "Wins and losses": ""}
    for players in (5, 6):
        event = event_of("own", players, 3, 2, typed=players // 2 - 2, options=settings)
        told, states, draws = found(event, "own", 3)
        assert told.is_exact
        assert (states, draws) == brute_force(event, "own", 3)


def drawn_by_lot(number):
    """Own rules by lot whose matches have few results, and the results that count in them."""
    draw = FromNumber(f"chances {number}")
    settings = drawn_settings(draw) | {
        "Result": draw.choice(RESULT.choices), "Highest score": "3", "Pairing method": "",
        "Games in a match": draw.choice(("1", "2", "3")), "Wins and losses": "", "Handicaps": "", "Pools": "",
    }  # fmt: skip
    settings = without_clashes(settings)
    format_ = RULESETS["own"].format(settings)
    results = [
        *product((1, 2, "Draw", "Corp", "Runner", "W", "L", "D", *range(4)), repeat=1),
        *product("WLD", repeat=2), *product(range(4), repeat=2), *product(range(4), (0, 1, 2, 3), (1, 2, 3)),
    ]  # fmt: skip
    allowed = [{*field.choices} | ({""} if not field.needed else set()) for field in format_.fields]
    fitting = [
        r
        for r in results
        if len(r) <= len(allowed) and all(v in of for v, of in zip(r, allowed, strict=False))
    ]
    return settings, [
        r for r in fitting if format_.score(r, Special.NONE) and not is_odd(format_, r)
    ]


def is_odd(format_, result):
    """True for a result that contradicts itself, or has more games drawn than the match had room for."""
    has_too_many = isinstance(format_, GamesWon) and sum(result) > format_.best_of
    return has_too_many or format_.fault(result, Special.NONE) is not None


@pytest.mark.slow
@each("number", range(some(16)))
def test_nothing_is_promised_falsely_under_rules_drawn_by_lot(monkeypatch, number):
    """Whatever games, scores and absent players are worth: by every result, by points, and by tiebreaks."""
    settings, results = drawn_by_lot(number)
    format_ = RULESETS["own"].format(settings)
    monkeypatch.setitem(TYPED, type(format_), results)
    event = event_of(
        "own", 5 + number % 2, 3, number, typed=(5 + number % 2) // 2 - 2, options=settings
    )
    size = 2 + number % 3
    states, draws = brute_force(event, "own", size)
    told, told_states, told_draws = found(event, "own", size)
    if told.is_exact:
        assert (told_states, told_draws) == (states, draws)
    proofs = Proofs(Ahead(event, RULESETS["own"], size))
    for no, state in states.items():
        told_of = {str(proofs.of(no, Fraction(inside), 5)[0]) for inside in (0, 5)}
        assert told_of <= {"open", state}


@each("most", ["99", "999", "99999"])
def test_scores_without_an_end_are_certain_by_points_alone(most):
    """A million results are not looked at one by one; the worth of each is."""
    options = {
        "Result": "Score",
        "Highest score": most,
        "Points by difference": "0 = 1:1, 70 = 3:0",
    }
    event = Tournament(
        tuple(Player(no, f"P{no}") for no in range(1, 7)),
        (Round(1, (Match(1, 1, 2, (90, 1)), Match(2, 3, 4, (80, 1)), Match(3, 5, 6))),),
        options, planned_rounds=1,
    )  # fmt: skip
    begin = process_time()
    told, states, _ = found(event, "own", 2, samples=20)
    assert process_time() - begin < 2
    assert not told.is_exact
    assert (states[1], states[5], states[2]) == ("open", "open", "out")


def test_every_ruleset_with_a_cut_is_compared():
    """A new one has to be added to the cases."""
    assert {case[0] for case in CASES} == set(WITH_A_CUT)


def by_points(event, ruleset, size):
    """The states of all players, and the draws, if every tie is lost for safe, and won for out."""
    worst, best = {}, {}
    drawn = {match: [] for match in open_tables(event)}
    for of, end in every_end(event, ruleset):
        units = {s.no: s.record.units for s in rank(end, RULESETS[ruleset])}
        reached = {no: sum(other >= own for other in units.values()) for no, own in units.items()}
        for no, own in units.items():
            worst[no] = max(worst.get(no, 0), reached[no])
            above = sum(other > own for other in units.values())
            best[no] = min(best.get(no, size), above)
        for match, (_, special) in of.items():
            if special is Special.INTENTIONAL_DRAW:
                drawn[match].append(all(reached[no] <= size for no in match.players))
    states = {
        no: "safe" if worst[no] <= size else "out" if best[no] >= size else "open" for no in worst
    }
    return states, {match.table: bool(of) and all(of) for match, of in drawn.items()}


BY_POINTS = [
    (name, players, 3, size, number) for name in WITH_A_CUT for players, size in ((6, 3), (7, 4))
    for number in range(some(1))
]  # fmt: skip


@pytest.mark.slow
@each("ruleset, players, rounds, size, number", BY_POINTS)
def test_points_alone_are_searched_to_the_end(ruleset, players, rounds, size, number):
    """What the bounds say of points is what every result says, with all ties lost or won."""
    typed = max(0, players // 2 - 2) if ruleset == "hex" else 0
    event = event_of(ruleset, players, rounds, number, typed=typed)
    states, draws = by_points(event, ruleset, size)
    ahead = Ahead(event, RULESETS[ruleset], size)
    bounds = ahead.bounds()
    agreed = {match: ahead.outcomes.agreed(match) for match in ahead.open}
    for no, state in states.items():
        assert (bounds.is_safe(no), bounds.is_out(no)) == (state == "safe", state == "out")
    assert draws == {
        match.table: bool(draw) and all(bounds.is_safe(no, draw) for no in match.players)
        for match, draw in agreed.items()
    }


FEW = {"nisei-swiss": 1, "nisei-amalfi": 0, "nisei-single-sided": 5, "own": 5}
"""So many of ten events have a third table open: of two games there are 2,197 results then."""


def small_events(ruleset):
    """Random events of up to ten players in their last round, one to three tables of it open."""
    for number in range(some(10, 10)):
        random = Random(number)
        players, size = random.choice((5, 6, 7, 8, 9, 10)), random.choice((2, 3, 4))
        still = 1 + (number % 10 == 0) if ruleset == "hex" else 2 + (number % 10 < FEW[ruleset])
        with suppress(NoLegalPairing):
            yield event_of(ruleset, players, 3, number, typed=players // 2 - still), size


@pytest.mark.slow
@each("ruleset", WITH_A_CUT)
def test_the_search_finds_what_every_result_says(monkeypatch, ruleset):
    """Where not all are looked at: tiebreaks included. What it gives up is open, and said to be so."""
    monkeypatch.setattr("engine.chances.chances.MOST_RESULTS", 0)
    wrong, unproved, asked = [], 0, 0
    for event, size in small_events(ruleset):
        expected, draws = brute_force(event, ruleset, size)
        for steps in (MOST_STEPS, 0):
            monkeypatch.setattr("engine.chances.search.MOST_STEPS", steps)
            told, _, _ = found(event, ruleset, size, samples=10)
            given_up = [player for player in told.players if player.proof is Proof.NONE]
            unproved += len(given_up) * bool(steps)
            asked += len(told.players)
            wrong += [player for player in given_up if player.state is not State.OPEN]
            wrong += [p for p in told.players if p not in given_up and p.state != expected[p.no]]
            for match, draw in told.draws.items():
                is_wrong = draw.is_safe != draws[match.table]
                if is_wrong and (draw.is_safe or draw.proof is not Proof.NONE or steps):
                    wrong.append((event.seed, steps, match, draw))
    assert not wrong
    assert unproved <= (asked // 20 if ruleset == "hex" else 0)


def test_a_draw_is_safe_only_if_it_is_proved_for_both(monkeypatch):
    """Where the search has given up on one of the two, it is not certain."""
    for event, size in small_events("nisei-single-sided"):
        proofs = Proofs(Ahead(event, RULESETS["nisei-single-sided"], size))
        for match in open_tables(event):
            if proofs.of_draw(match) == Draw(is_safe=True, proof=Proof.TIEBREAKS):
                for given_up in match.players:
                    answers = {no: None if no == given_up else True for no in match.players}
                    monkeypatch.setattr(proofs, "_never", lambda no, *_, of=answers: of[no])
                    assert proofs.of_draw(match) == Draw(is_safe=False, proof=Proof.NONE)
                return
    pytest.fail("no draw is proved by tiebreaks")


def with_random_results(event, ruleset, random):
    """The event with any results for what is open, draws and absent players as likely as wins."""
    results = every_result(ruleset, event.options)
    of = {match: random.choice(results) for match in open_tables(event)}
    newest = event.rounds[-1]
    matches = tuple(
        replace(m, result=of[m][0], special=of[m][1]) if m in of else m for m in newest.matches
    )
    return of, replace(event, rounds=(*event.rounds[:-1], replace(newest, matches=matches)))


@pytest.mark.slow
@each("ruleset, number", [(name, number) for name in WITH_A_CUT for number in range(some(1))])
def test_no_result_of_a_large_event_contradicts_what_is_certain(ruleset, number):
    """43 players, 300 results: who is safe is always in, who is out never, and safe draws are safe."""
    event, size = event_of(ruleset, 43, 5, number), 8
    told, states, draws = found(event, ruleset, size, samples=200)
    assert {"safe", "out", "open"} == {*states.values()} | {"safe"}
    random = Random(number)
    for _ in range(300):
        of, end = with_random_results(event, ruleset, random)
        inside = {*eligible_for_cut(end, RULESETS[ruleset]).order[:size]}
        assert not [no for no in states if states[no] == "safe" and no not in inside]
        assert not [no for no in inside if states[no] == "out"]
        agreed = [m for m, (_, special) in of.items() if special is Special.INTENTIONAL_DRAW]
        assert not [m for m in agreed if draws[m.table] and not inside.issuperset(m.players)]
    assert len([p for p in told.players if p.proof is Proof.NONE]) <= 2


@each("ruleset", [name for name in WITH_A_CUT if name != "hex"])
def test_the_sums_of_everybody_are_in_the_order_of_the_standings(ruleset):
    """With every outcome of two tables."""
    event = event_of(ruleset, 10, 3, 4, typed=3)
    ahead = Ahead(event, RULESETS[ruleset], 4)
    sums = ahead.sums()
    for results, _ in ahead.every_end():
        total = dict(sums.base)
        for match, outcome in results.items():
            for no, more in sums.added[match][ahead.open[match].index(outcome)].items():
                total[no] += more
        order = rank(ahead.end(results), RULESETS[ruleset]).order
        assert order == sorted(total, key=lambda no: -total[no])


@each("number", range(4))
def test_what_is_certain_before_the_last_round_is_paired_stays_so(number):
    """Whatever the results of two rounds, whoever is safe is in the cut, and whoever is out is not."""
    ruleset, size = "nisei-single-sided", 4
    event = event_of(ruleset, 6, 4, number, planned=5, typed=2)
    _, states, _ = found(event, ruleset, size, samples=20)
    for _, end in every_end(event, ruleset):
        paired = tuple(match for match, _ in pair(end, RULESETS[ruleset]).matches({}))
        last = replace(end, rounds=(*end.rounds, Round(5, paired)))
        for _, over in every_end(last, ruleset):
            inside = eligible_for_cut(over, RULESETS[ruleset]).order[:size]
            wrong = [no for no in inside if states[no] == "out"]
            assert not wrong + [no for no in states if states[no] == "safe" and no not in inside]


def test_chances_add_up_to_the_places_of_the_cut():
    """Exact or drawn."""
    for players, rounds, planned in ((6, 3, 3), (20, 4, 4), (9, 2, 4)):
        event = event_of("nisei-swiss", players, rounds, 1, planned=planned)
        told = chances(event, RULESETS["nisei-swiss"], 4, samples=50)
        assert sum(player.chance for player in told.players) == pytest.approx(4)
        assert told.is_exact == (players == 6)
        assert all(p.chance == 1 for p in told.players if p.state is State.SAFE)
        assert all(p.chance == 0 for p in told.players if p.state is State.OUT)


@each("ruleset", WITH_A_CUT)
def test_an_exact_chance_is_a_share_of_all_ways_to_win_the_games(ruleset):
    """Counted one by one; no game is drawn, and everybody is there."""
    event = event_of(ruleset, 6, 3, 5, typed=1)
    decided = {
        result
        for result, special in every_result(ruleset, {})
        if not special and "D" not in result and "Draw" not in result and abs(score(result)) <= 20
    }
    counts, ends = dict.fromkeys(event.by_no, 0), 0
    for of, end in every_end(event, ruleset):
        if all(result in decided and not special for result, special in of.values()):
            ends += 1
            for no in eligible_for_cut(end, RULESETS[ruleset]).order[:3]:
                counts[no] += 1
    told = {player.no: player.chance for player in chances(event, RULESETS[ruleset], 3).players}
    assert told == pytest.approx({no: count / ends for no, count in counts.items()})


def score(result):
    """The difference of two headquarters; 99 for one that does not decide, 1 for other formats."""
    if len(result) < 2 or not isinstance(result[0], int):
        return 1
    return result[0] - result[1] or 99


def test_a_chance_that_is_drawn_is_near_that_of_every_result(monkeypatch):
    """2,000 draws: no share is off by more than five standard errors."""
    event = event_of("nisei-swiss", 8, 3, 3, typed=1)
    exact = chances(event, RULESETS["nisei-swiss"], 4)
    monkeypatch.setattr("engine.chances.chances.MOST_RESULTS", 1)
    drawn = chances(event, RULESETS["nisei-swiss"], 4, samples=2000)
    assert (exact.is_exact, drawn.is_exact, drawn.results) == (True, False, 2000)
    for one, two in zip(sorted(exact.players), sorted(drawn.players), strict=True):
        assert two.chance == pytest.approx(one.chance, abs=0.056), one


@each("ruleset", WITH_A_CUT)
def test_every_game_is_even(ruleset):
    """What either player of a table that is open scores is as likely for the other."""
    event = event_of(ruleset, 8, 1, 0)
    outcomes = Ahead(event, RULESETS[ruleset], 4).open[event.rounds[0].matches[0]]
    assert sum(outcome.share for outcome in outcomes) == 1
    assert sum(o.share * (o.units[0] - o.units[1]) for o in outcomes) == 0
    assert not [o for o in outcomes if o.share and o.special]


def test_a_game_that_is_typed_already_can_only_go_on_from_there():
    """One of two games won: the loser of it can come to three points at most."""
    event = event_of("nisei-swiss", 8, 2, 0)
    first, *others = event.rounds[-1].matches
    begun = replace(event.rounds[-1], matches=(replace(first, result=("W", "")), *others))
    ahead = Ahead(replace(event, rounds=(event.rounds[0], begun)), RULESETS["nisei-swiss"], 4)
    (match,) = [match for match in ahead.open if match.table == first.table]
    shares = {o.units: o.share for o in ahead.open[match]}
    assert shares == {(6, 0): Fraction(1, 2), (4, 1): 0, (3, 3): Fraction(1, 2)}


@each("most", (0, 3000))
def test_who_has_left_or_declines_is_out_and_takes_no_place(monkeypatch, most):
    """The next one has it, by points and by every result."""
    monkeypatch.setattr("engine.chances.chances.MOST_RESULTS", most)
    event = event_of("nisei-swiss", 6, 3, 1)
    gone = (
        replace(event.players[0], status=Status.DROPPED),
        replace(event.players[1], declines_cut=True),
        *event.players[2:],
    )
    _, states, _ = found(replace(event, players=gone), "nisei-swiss", 4)
    assert states == {1: "out", 2: "out", 3: "safe", 4: "safe", 5: "safe", 6: "safe"}


def test_no_tiebreak_decides_where_a_tiebreaker_round_is_announced():
    """Nobody who may have to play for it is safe; the chance is one of two then."""
    plain = event_of("nisei-swiss", 8, 1, 0, typed=4)
    announced = replace(plain, options={"Tiebreaker round": "Yes"})
    ruleset = RULESETS["nisei-swiss"]
    level = eligible_for_cut(plain, ruleset).level_pairs(4)
    told = {player.no: player for player in chances(announced, ruleset, 4).players}
    assert level
    for no in (no for two in level for no in two):
        assert (told[no].state, told[no].chance) == (State.OPEN, 0.5)


def test_nobody_is_safe_who_may_still_miss_the_points_of_the_first_day():
    """There are places for all, but only for who has nine points after round 2."""
    event = event_of("nisei-swiss", 8, 2, 0, planned=3, progression=Progression(2, 9))
    units = Ahead(event, RULESETS["nisei-swiss"], 8).bounds().units
    _, states, _ = found(event, "nisei-swiss", 8, samples=5)
    assert max(units.values()) < 9
    assert set(states.values()) == {"open"}


def test_rounds_to_come_are_not_drawn_from_their_own_seed(monkeypatch):
    """Who sees a chance learns nothing of the pairings that the event will have."""
    event = event_of("nisei-swiss", 8, 2, 1, planned=4, typed=4)
    seeds = []

    def spied(there, ruleset):
        seeds.append(there.seed)
        return pair(there, ruleset)

    monkeypatch.setattr("engine.chances.chances.pair", spied)
    chances(event, RULESETS["nisei-swiss"], 4, samples=5)
    assert len(set(seeds)) == 5
    assert event.seed not in seeds


def test_fewer_results_are_drawn_where_more_is_to_be_ranked():
    """So that somebody who has clicked waits seconds only."""
    ruleset = RULESETS["nisei-swiss"]
    sizes = [(20, 2, 2), (43, 2, 2), (43, 2, 3), (43, 2, 4), (120, 2, 2), (120, 1, 4), (900, 1, 9)]
    events = [
        event_of("nisei-swiss", n, rounds, 1, planned=planned) for n, rounds, planned in sizes
    ]
    assert [samples_in_time(event, ruleset) for event in events] == [
        1000, 1000, 418, 232, 750, 57, 20,
    ]  # fmt: skip


def test_no_draw_is_safe_where_none_can_be_agreed_on():
    """HEX has none, unless the organizer allows them."""
    for options, expected in (({}, False), ({"Intentional draws": "Allowed"}, True)):
        event = event_of("hex", 4, 2, 0, typed=1, options=options)
        _, _, draws = found(event, "hex", 4)
        assert list(draws.values()) == [expected]


def test_who_has_dropped_and_may_come_back_counts_against_whoever_is_safe():
    """OP: readmission is in the next Swiss round; once the last one is paired nobody comes back."""
    results = {1: ("W", "W"), 2: ("W", "W"), 3: ("L", "L"), 4: ("L", "L")}
    players = tuple(Player(no, f"P{no}") for no in range(1, 9))
    first, second = ([(1, 5), (2, 6), (3, 7), (4, 8)], [(1, 7), (2, 8), (5, 3), (6, 4)])
    rounds = tuple(
        Round(n, tuple(Match(t, *two, results.get(two[0], ("L", "W"))) for t, two in enumerate(pairs, 1)))
        for n, pairs in enumerate((first, second), 1)
    )  # fmt: skip
    ruleset = RULESETS["nisei-swiss"]

    def states(planned, status):
        gone = tuple(replace(p, status=status) if p.no == 2 else p for p in players)
        event = Tournament(gone, rounds, seed="1", planned_rounds=planned)
        return {p.no: p.state for p in chances(event, ruleset, 3, samples=5).players}

    assert states(3, Status.DISQUALIFIED)[1] is State.SAFE
    assert states(3, Status.DROPPED)[1] is State.OPEN
    assert states(2, Status.DROPPED)[1] is State.SAFE
    assert states(3, Status.DROPPED)[2] is State.OUT
