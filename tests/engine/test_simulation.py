"""Whole events of players of drawn strength: the model is checked against its known consequences."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import comb, isclose, pi, sqrt
from math import exp as e_to
from random import Random

import pytest

from engine import RULESETS, Match, Player, Round, Special, Tournament
from engine.elimination.progress import begin
from engine.formats.elimination import BEST_OF_THREE
from engine.intervals import Z, paired_gain, wilson
from engine.simulation.comparison import steps
from engine.simulation.day import Hall, cut_minutes, length_of, round_minutes
from engine.simulation.event import (
    Event,
    Form,
    Plan,
    _rematches,
    _second_byes,
    _side_difference,
    hall_of,
    simulated,
)
from engine.simulation.figures import gain, kendall_tau, mean_of, percentiles_of, summed_up
from engine.simulation.strength import Model, Table, chance

from campaigns import some
from cases import each

PLAN = Plan("nisei-swiss", 9, (Form(3, 0),), Model(draws=0.02), Hall(65, 40), {}, "1")


def played(plan, events, form=0):
    """The summary of one format of a plan."""
    return summed_up([each_form[form] for each_form in simulated(plan, range(events))])


# The model


def test_nobody_is_the_best_where_all_are_alike():
    """With a spread of 0 the best of nine wins one event of nine, and is in a top 4 in four of nine."""
    figures = played(replace(PLAN, forms=(Form(3, 4),), model=Model(0.0)), some(400))
    assert figures["best_wins"].low < 1 / 9 < figures["best_wins"].high
    assert figures["best_in_cut"].low < 4 / 9 < figures["best_in_cut"].high
    assert figures["kendall_tau"].low < 0 < figures["kendall_tau"].high


@each("name", RULESETS)
def test_the_best_always_wins_where_strength_is_all(name):
    """With a huge spread the stronger always wins."""
    cut = 4 if RULESETS[name].cut else 0
    plan = replace(PLAN, ruleset=name, players=8, forms=(Form(3, cut),), model=Model(1e9, 0.0))
    assert played(plan, 40)["best_wins"].mean == 1


def test_a_round_of_two_players_agrees_with_the_closed_form():
    """The better of two wins p * p of their two games, and half of those that end 1-1: p."""
    spread, step = 1.0, 0.001
    density = [e_to(-(x * x) / (4 * spread**2)) / (2 * spread * sqrt(pi)) for x in _steps(step)]
    expected = sum(2 * d * chance(x) * step for x, d in zip(_steps(step), density, strict=True))
    plan = replace(PLAN, players=2, forms=(Form(1, 0),), model=Model(spread, 0.0))
    figures = played(plan, some(2000))
    assert figures["best_wins"].low < expected < figures["best_wins"].high


def _steps(step):
    return [step * (n + 0.5) for n in range(int(10 / step))]


def test_games_are_won_and_drawn_as_often_as_the_model_says():
    """A tenth is drawn; of the rest the stronger wins 73 of 100, a logit."""
    table = Table(Random(1), 1.0, Model(draws=0.1))
    games = [table.game() for _ in range(20_000)]
    turned = Table(Random(1), 0.0, Model(draws=0.0, first_wins=0.9), first=2)
    corp = wilson(sum(turned.game() == 2 for _ in range(2000)), 2000)
    assert corp.low < 0.9 < corp.high
    for winner, share in ((0, 0.1), (1, 0.9 * chance(1.0)), (2, 0.9 * chance(-1.0))):
        found = wilson(games.count(winner), len(games))
        assert found.low < share < found.high


def shares_of(plan, events):
    """How often each result of a match of the Swiss rounds came up, by the cells that are typed."""
    found = Counter(
        match.result
        for number in range(events)
        for round_ in Event(plan, number)._swiss(plan.forms[0]).tournament.rounds
        for match in round_.matches
        if match.player2 is not None
    )
    return {result: wilson(n, found.total()) for result, n in found.items()}


@each("corp_wins, draws", [(0.5, 0.04), (0.6, 0.04), (0.3, 0.0)])
def test_fixed_shares_of_one_game_are_a_special_case(corp_wins, draws):
    """Players who are alike win by fixed shares: 48, 48 and 4 of 100 with draws of 0.04, and others as said."""
    model = Model(0.0, draws, first_wins=corp_wins)
    plan = replace(PLAN, ruleset="nisei-single-sided", players=16, model=model, forms=(Form(5, 0),))
    expected = {"Corp": (1 - draws) * corp_wins, "Runner": (1 - draws) * (1 - corp_wins)}
    expected |= {"Draw": draws} if draws else {}
    found = shares_of(plan, 60)
    assert {side for (side,) in found} == set(expected)
    assert all(found[(side,)].low < share < found[(side,)].high for side, share in expected.items())


def test_fixed_shares_of_two_games_are_a_special_case():
    """Each player is the Corp of one game: both win both as often, the better side as often as said."""
    corp, draws = 0.7, 0.1
    found = shares_of(replace(PLAN, players=16, model=Model(0.0, draws, first_wins=corp)), 150)
    corp, runner = corp * (1 - draws), (1 - corp) * (1 - draws)
    first, second = {"W": corp, "L": runner, "D": draws}, {"W": runner, "L": corp, "D": draws}
    assert len(found) == 9
    outside = [r for r, of in found.items() if not of.low < first[r[0]] * second[r[1]] < of.high]
    assert len(outside) <= 1  # of nine intervals of 95 %


@each("corp_wins, better", [(0.1, 2), (0.9, 1)])
def test_the_higher_seed_of_a_cut_begins_with_the_better_side(corp_wins, better):
    """In the final it goes to whoever did not have it before."""
    event = Event(replace(PLAN, model=Model(0.0, 0.0, first_wins=corp_wins)), 1)
    options = {"Elimination": "Single"}
    cut = RULESETS["nisei-swiss"].cut
    progress, format_ = begin(cut, range(1, 5), options), cut.format(options)
    assert [event._first(fixture, [], format_) for fixture in progress.fixtures] == [better] * 2
    matches = (Match(1, 1, 4, (better, 1)), Match(2, 2, 3, (better, 2)))
    progress.play([1, 3])
    (final,) = progress.fixtures
    assert event._first(final, [Round(1, matches)], format_) == 3 - better


def test_somebody_wins_and_as_many_are_in_the_cut_as_it_has_places():
    """Whoever is looked at: the shares of all players sum to one winner, and to four in the cut."""
    event = Event(replace(PLAN, forms=(Form(3, 4),)), 3)
    found = []
    for no in event.by_strength:
        event.best = no
        found += event.figures()
    assert sum(figures.best_wins for figures in found) == 1
    assert sum(figures.best_in_cut for figures in found) == 4


@pytest.mark.slow
def test_the_best_of_43_wins_as_often_as_in_an_independent_run():
    """Five double-sided rounds without a cut, 2 % draws: 22.3 % (+-2.2) elsewhere."""
    plan = replace(PLAN, players=43, forms=(Form(5, 0),), model=Model(0.5, 0.02))
    found = played(plan, some(600))["best_wins"]
    assert found.low < 0.223 + 0.022
    assert found.high > 0.223 - 0.022


# Events


@each("name", RULESETS)
def test_every_ruleset_plays_whole_events(name):
    """Each format of results comes to results without a fault, and each cut to an end."""
    ruleset = RULESETS[name]
    cuts = (0, *ruleset.cut.sizes[:3]) if ruleset.cut else (0,)
    plan = replace(PLAN, ruleset=name, players=17, forms=tuple(Form(4, cut) for cut in cuts))
    for number in range(3):
        event = Event(replace(plan, hall=hall_of(ruleset, {})), number)
        assert len(list(event.figures())) == len(cuts)
        swiss = event._swiss(Form(4, 0)).tournament
        for match in (match for round_ in swiss.rounds for match in round_.matches):
            assert event.format.fault(match.result, match.special) is None
            assert event.format.is_complete(match.result, match.special)


def test_games_of_a_best_of_three_make_a_result():
    """Two or three games, drawn ones included."""
    for seed in range(300):
        result = BEST_OF_THREE.simulated(Table(Random(seed), 0.5, Model(draws=0.3)))
        assert BEST_OF_THREE.fault(result, Special.NONE) is None
        assert BEST_OF_THREE.winner(result, Special.NONE, 1)


def test_an_event_is_the_same_whatever_was_played_before():
    """Each follows from the seed and its number; another seed gives another."""
    forms = (Form(3, 0), Form(3, 4), Form(4, 4))
    plan = replace(PLAN, players=11, forms=forms, model=Model(0.5, 0.1, 0.1, 0.5))
    together = simulated(plan, range(6))
    assert together[3:] == [simulated(plan, [n])[0] for n in (3, 4, 5)]
    assert together != simulated(replace(plan, seed="2"), range(6))


def test_only_players_of_the_lower_half_leave():
    """With a share of 1 the lower half is gone after round 1, and nobody else."""
    event = Event(replace(PLAN, players=16, model=Model(1.0, drops=1.0)), 0)
    swiss = event._swiss(Form(2, 0)).tournament
    points = {no: record.units for no, record in _records(swiss, 1).items()}
    stayed = set(swiss.rounds[1].players())
    assert len(stayed) == 8
    assert min(points[no] for no in stayed) >= max(points[no] for no in points if no not in stayed)


def _records(tournament, rounds):
    from engine import rank  # noqa: PLC0415

    ruleset = RULESETS["nisei-swiss"]
    return rank(replace(tournament, rounds=tournament.rounds[:rounds]), ruleset).records.of


def test_draws_are_agreed_inside_the_cut_in_the_last_round_only():
    """Both players stand inside the cut before it."""
    plan = replace(PLAN, players=16, model=Model(intentional_draws=1.0))
    found = 0
    for number in range(10):
        swiss = Event(plan, number)._swiss(Form(4, 8)).tournament
        agreed = [
            (r.number, m)
            for r in swiss.rounds
            for m in r.matches
            if m.special is Special.INTENTIONAL_DRAW
        ]
        found += len(agreed)
        inside = sorted(_records(swiss, 3).items(), key=lambda item: -item[1].units)
        least = inside[7][1].units
        of = dict(inside)
        assert all(n == 4 and all(of[no].units >= least for no in m.players) for n, m in agreed)
    assert found


# Figures


def test_what_was_forced_is_counted():
    """Two players meet three times, one has three byes; only the first two are not as often on both sides."""
    rounds = tuple(
        Round(number, (Match(1, one, two), Match(2, 3, None)))
        for number, (one, two) in enumerate([(1, 2), (2, 1), (1, 2)], 1)
    )
    event = Tournament(tuple(Player(no, "") for no in (1, 2, 3, 4)), rounds)
    assert _rematches(event) == 2
    assert _second_byes(event) == 2
    assert _side_difference(event) == (1 + 1 + 0 + 0) / 4


def test_kendall_tau_counts_every_pair():
    """The same as by comparing each pair, for many orders."""
    for seed in range(50):
        order = list(range(2 + seed % 9))
        Random(seed).shuffle(order)
        pairs = [1 if one < two else -1 for one, two in combinations(order, 2)]
        assert isclose(kendall_tau(order), sum(pairs) / comb(len(order), 2))


def test_means_and_percentiles():
    """Known numbers."""
    found = mean_of([1.0, 2.0, 3.0])
    assert found.mean == 2
    assert isclose(found.high - found.mean, Z / sqrt(3))
    assert percentiles_of(range(1, 11)) == (1, 5, 9)
    assert percentiles_of([4.0]) == (4, 4, 4)


def test_what_a_format_does_not_have_is_no_figure():
    """Without a cut nobody is in it; without a limit nobody knows the hours."""
    figures = played(replace(PLAN, hall=Hall(None, None)), 3)
    assert figures["best_in_cut"] is figures["cut_by_tiebreak"] is figures["hours"] is None
    assert figures["side_difference"] is None


def test_a_gain_is_taken_event_by_event():
    """The interval is that of the differences: none where a format always gains as much."""
    (event,) = simulated(PLAN, [0])[0]
    before = [event._replace(kendall_tau=tau) for tau in (0.1, 0.5, 0.9)]
    after = [event._replace(kendall_tau=tau + 0.25) for tau in (0.1, 0.5, 0.9)]
    found = gain(after, before, "kendall_tau")
    assert isclose(found.mean, 0.25)
    assert isclose(found.low, found.high)


def test_few_events_that_all_agree_are_not_certain():
    """Six of six is no proof that it is always so, and no more than all of them can change."""
    (event,) = simulated(PLAN, [0])[0]
    before, after = ([event._replace(best_wins=wins)] * 6 for wins in (False, True))
    found = gain(after, before, "best_wins")
    assert found.mean == found.high == 1
    assert 0.3 < found.low < 0.6
    assert gain(before, after, "best_wins") == (-1, -found.high, -found.low)
    assert gain(after[:2], before[:2], "best_wins").low < 0


@each("more, fewer", [(0.03, 0.03), (0.05, 0.01), (0.3, 0.1)])
def test_the_interval_of_a_gain_has_the_true_one_in_it(more, fewer):
    """In at least 93 of 100 rows of forty events each."""
    random, inside = Random(1), 0
    for _ in range(2000):
        drawn = [random.random() for _ in range(40)]
        wins, losses = (sum(map(fits, drawn)) for fits in (more.__gt__, (1 - fewer).__lt__))
        found = paired_gain(wins, losses, 40)
        inside += found.low <= more - fewer <= found.high
    assert inside >= 1860


def with_nothing_to_gain(number, events):
    """Figures of ten formats that are all alike but for chance."""
    random = Random(number)
    (event,) = simulated(PLAN, [0])[0]
    forms = [
        Form(r, c, k) for r in (3, 4) for c, k in ((0, ""), (4, "S"), (4, "D"), (8, "S"), (8, "D"))
    ]
    return {
        form: [
            event._replace(
                best_wins=random.random() < 0.3,
                best_in_cut=random.random() < 0.6 if form.cut else None,
                kendall_tau=random.random(),
            )
            for _ in range(events)
        ]
        for form in forms
    }


def test_where_nothing_is_gained_hardly_anything_is_announced():
    """All comparisons of a plan are tested together: one plan of twenty announces a change at most."""
    count = some(120, 40)
    announced = sum(
        any(step.changes for step in steps(with_nothing_to_gain(number, 40)))
        for number in range(count)
    )
    assert wilson(announced, count).low <= 0.05


def test_formats_are_compared_with_the_next_cheaper_ones():
    """One with fewer rounds, one with a smaller cut."""
    plan = replace(PLAN, players=12, forms=tuple(Form(r, c) for r in (3, 5) for c in (0, 4)))
    events = list(zip(*simulated(plan, range(50)), strict=True))
    found = steps(dict(zip(plan.forms, events, strict=True)))
    one, two, three, four = plan.forms
    compared = [(step.cheaper, step.dearer) for step in found]
    assert compared == [(one, two), (one, three), (two, four), (three, four)]
    assert all(step.hours > 0 for step in found)
    assert all("best_in_cut" not in step.changes for step in found if not step.cheaper.cut)


def test_a_change_too_small_to_matter_is_not_told():
    """Less than 0.005, however sure it is."""
    (event,) = simulated(PLAN, [0])[0]
    for more, told in ((0.004, []), (0.006, ["kendall_tau"])):
        after = [event._replace(kendall_tau=event.kendall_tau + more)] * 9
        (step,) = steps({Form(3, 0): [event] * 9, Form(4, 0): after})
        assert list(step.changes) == told


def test_eliminations_are_compared_the_longer_one_with_the_shorter():
    """Beside the other cuts of their own kind; their Swiss rounds are the same."""
    forms = tuple(Form(3, *cut) for cut in ((0,), (4, "Double"), (4, "Single"), (8, "Double")))
    plan = replace(PLAN, players=16, forms=forms)
    events = dict(zip(forms, zip(*simulated(plan, range(30)), strict=True), strict=True))
    none, double, single, larger = forms
    compared = [(step.cheaper, step.dearer) for step in steps(events)]
    assert compared == [(none, single), (none, double), (single, double), (double, larger)]
    assert [e.best_in_cut for e in events[single]] == [e.best_in_cut for e in events[double]]
    hours = [[each_event.hours for each_event in events[form]] for form in (single, double)]
    assert all(one < two for one, two in zip(*hours, strict=True))


def test_a_larger_cut_is_not_praised_for_holding_more_players():
    """The best player is in it more often whoever wins."""
    forms = (Form(3, 4), Form(3, 8))
    (event,) = simulated(replace(PLAN, players=16, forms=(Form(3, 4),)), [0])[0]
    lucky = [event._replace(best_in_cut=True)] * 9
    found = steps({forms[0]: [event._replace(best_in_cut=False)] * 9, forms[1]: lucky})
    assert [step.changes for step in found] == [{}]


# The day


def test_the_longest_of_many_matches_is_the_longest():
    """It has the distribution of the longest of so many single ones."""
    one, many = Random(1), Random(2)
    singles = sorted(max(length_of(one.random()) for _ in range(5)) for _ in range(2000))
    fives = sorted(length_of(many.random() ** (1 / 5)) for _ in range(2000))
    for place in (200, 1000, 1800):
        assert abs(singles[place] - fives[place]) < 0.02


def test_a_round_goes_on_after_time_is_called_and_the_final_to_its_end():
    """At most ten minutes more; the last two players have no limit, and may take twice as long."""
    hall, random = Hall(60, 40, overtime=10), Random(1)
    rounds = [round_minutes(50, 60, hall, random) for _ in range(200)]
    assert 60 < max(rounds) <= 70
    cuts = [cut_minutes([1] * 8, 1, 40, hall, random, is_final=False) for _ in range(200)]
    assert 40 < max(cuts) <= 50
    finals = [cut_minutes([1], 1, 40, hall, random, is_final=True) for _ in range(2000)]
    assert min(finals) >= 40 / 3
    assert 70 < max(finals) <= 80


def test_games_of_a_best_of_three_are_added_up():
    """Three of them take half as long again as two; each kind has minutes of its own, else three games'."""
    hall = Hall(60, 40, by_kind={"Best of three": 90})
    assert [hall.of_cut(kind, n) for kind, n in (("Best of three", 3), ("Double", 1))] == [90, 40]
    assert Hall(60, 40).of_cut("Best of three", 3) == 120
    assert Hall(None, None).of_cut("Double", 1) is None
    two, three = (
        mean_of(
            [cut_minutes([n], 3, 120, hall, Random(i), is_final=True) for i in range(2000)]
        ).mean
        for n in (2, 3)
    )
    assert 1.47 < three / two < 1.53


def test_a_cut_of_a_day_of_its_own_leaves_one_turnaround_out():
    """The hours of both days are those of one, but for the time between Swiss rounds and cut."""
    hall = Hall(65, 40, turnaround=30)
    for (figures,) in simulated(replace(PLAN, hall=hall, forms=(Form(3, 4),)), range(20)):
        assert isclose(figures.hours, figures.swiss_hours + figures.cut_hours + 0.5)


def test_the_day_has_the_time_between_rounds_and_the_pauses():
    """Two turnarounds of three rounds, and an hour's pause."""
    plain = played(replace(PLAN, hall=Hall(65, 40, turnaround=0)), 20)["hours"]
    longer = played(replace(PLAN, hall=Hall(65, 40, turnaround=15, pauses=60)), 20)["hours"]
    assert all(isclose(b - a, 1.5) for a, b in zip(plain, longer, strict=True))
