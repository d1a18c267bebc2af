"""When a day will be over: intervals hold as many days as they say, and follow what was seen."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine import RULESETS
from engine.intervals import wilson
from engine.simulation.day import Hall, cut_minutes, round_minutes
from engine.simulation.event import Event, Form, Plan, hall_of
from engine.simulation.figures import percentiles_of
from engine.simulation.forecast import Day, Timed, lengths_of
from engine.simulation.strength import Model

from campaigns import some
from cases import each

HALL = Hall(65, 40)
SWISS, FINAL = Timed(20, 65), Timed(1, 40, is_final=True)
CUT = [Timed(4, 40), Timed(2, 40), FINAL]


def the_same(spans, others):
    """Whether two lists of spans are equal, but for rounding."""
    flat, other = ([n for span in each for n in span] for each in (spans, others))
    return flat == pytest.approx(other)


# Lengths


@each(
    "round_ games",
    [
        (Timed(20, 65), ()),
        (Timed(3, 30), ()),
        (Timed(4, 40), [(1, 1, 1, 1)]),
        (FINAL, [(1,)]),
        (Timed(2, 90, best_of_three=True), [(2, 2), (2, 3), (3, 2), (3, 3)]),
        (Timed(1, 90, best_of_three=True, is_final=True), [(2,), (3,)]),
    ],
)
def test_the_lengths_of_a_round_are_those_of_the_model(round_, games):
    """As likely as those of the rounds that a plan simulates, with as many matches and games."""
    random = Random(f"{round_}")
    simulated = sorted(
        cut_minutes(
            random.choice(games), 3 if round_.best_of_three else 1, round_.minutes, HALL, random,
            is_final=round_.is_final,
        )
        if games
        else round_minutes(round_.matches, round_.minutes, HALL, random)
        for _ in range(8000)
    )  # fmt: skip
    minutes = lengths_of(round_, HALL, 200)
    for n in range(5, 195):
        assert minutes[n] == pytest.approx(simulated[n * 40 + 20], abs=0.04 * round_.minutes)


# Calibration


def held(days):
    """The share of days in the interval, by stage: those of some days, each with the ends that it had."""
    inside = [
        [span.low <= end <= span.high for span, end in zip(day.ends(), ends, strict=True)]
        for day, ends in days
    ]
    return [wilson(sum(stage), len(stage)) for stage in zip(*inside, strict=True)]


def one_after_another(lengths, apart, start=0.0):
    """The ends of rounds so many minutes apart."""
    begun = start - apart
    ends = []
    for minutes in lengths:
        begun += apart + minutes
        ends.append(begun)
    return ends


def days(count, seed, further=lambda _random: 0.0, pause=0.0):
    """Days of the plan's lengths with some rounds played; each round is so many minutes ``further`` on."""
    random = Random(seed)
    for _ in range(count):
        tables = random.choice((4, 8, 20, 60))
        played, left = random.randint(1, 5), random.randint(1, 5)
        round_, apart = Timed(tables, 65), HALL.turnaround + further(random)
        lengths = [round_minutes(tables, 65, HALL, random) for _ in range(played + 1 + left)]
        seen = [minutes + apart for minutes in lengths[:played]]
        seen[-1] += pause
        cut = (([1] * each.matches, each.is_final) for each in CUT)
        lengths += [cut_minutes(n, 1, 40, HALL, random, is_final=is_final) for n, is_final in cut]
        ends = one_after_another(lengths[played:], apart, apart / 2)
        stages = [[round_] * left, CUT]
        day = Day(round_, played=[(round_, minutes) for minutes in seen], stages=stages)
        yield day, (ends[0], ends[left], ends[-1])


@pytest.mark.slow
def test_an_interval_holds_eight_of_ten_days_of_the_plans_model():
    """77 to 83 of 100 ends of the round, of the Swiss rounds and of the cut, on 3,000 days."""
    for stage in held(days(3000, "as planned")):
        assert 0.77 < stage.mean < 0.83


@pytest.mark.slow
def test_an_interval_holds_eight_of_ten_days_of_a_hall_of_any_pace():
    """Where one of five halls takes some minutes more or fewer from round to round."""

    def pace(random):
        return 0.0 if random.random() < 0.8 else random.uniform(-9, 31)

    for stage in held(days(3000, "any pace", pace)):
        assert 0.77 < stage.mean < 0.83


@pytest.mark.slow
@each("more least", [(5, 0.6), (10, 0.65), (15, 0.74), (25, 0.75)])
def test_a_slower_hall_is_noticed(more, least):
    """Though plans know nothing of it: with no round seen the interval would miss nearly all days."""
    _, swiss, cut = held(days(500, f"slower by {more}", lambda _random: more))
    assert min(swiss.mean, cut.mean) > least


@pytest.mark.slow
def test_a_pause_that_is_over_widens_nothing_for_long():
    """A meal between the last round and this one is not taken for the hall's pace."""
    _, swiss, cut = held(days(1000, "a meal", pause=45.0))
    assert min(swiss.mean, cut.mean) > 0.77


def events(plan, form, elimination, count):
    """The days of simulated events at every Swiss round but the first, each with the ends that it had."""
    rounds = [Timed(plan.players // 2, plan.hall.swiss)] * form.rounds
    apart = plan.hall.turnaround
    for number in range(count):
        event = Event(plan, number)
        swiss = event._swiss(form)
        lengths = [*swiss.minutes]
        event._elimination(swiss.eligible, form, lengths)
        for now in range(1, form.rounds):
            played = [(rounds[n], lengths[n] + apart) for n in range(now)]
            stages = [rounds[now + 1 :], elimination]
            ends = one_after_another(lengths[now:], apart)
            day = Day(rounds[now], started=0.0, played=played, stages=stages)
            yield day, (ends[0], ends[form.rounds - 1 - now], ends[-1])


@pytest.mark.slow
def test_an_interval_holds_eight_of_ten_simulated_events():
    """Whole ones as ``plan`` plays them, with a second final where it is needed."""
    options = {}
    ruleset = RULESETS["nisei-swiss"]
    form = Form(4, 4)
    plan = Plan("nisei-swiss", 16, (form,), Model(), hall_of(ruleset, options), options, "forecast")
    rounds = ruleset.cut.bracket(4, options).rounds
    elimination = [
        Timed(len(games), 40, if_needed=games[0].if_needed, is_final=n >= len(rounds) - 1)
        for n, games in enumerate(rounds, 1)
    ]
    assert [(r.matches, r.is_final, r.if_needed) for r in elimination[-2:]] == [
        (1, True, False), (1, True, True),
    ]  # fmt: skip
    for stage in held(events(plan, form, elimination, 400)):
        assert 0.77 < stage.mean < 0.83


def test_some_days_are_foretold_as_often_as_is_said():
    """A few of the days above, in every run of the tests."""
    for stage in held(days(some(300, 100), "a few")):
        assert stage.low < 0.83
        assert stage.high > 0.77


# What is known of a day


def test_an_interval_widens_with_the_rounds_left():
    """And the end of the cut is less sure than that of the Swiss rounds."""

    def width(left, stage):
        span = list(Day(SWISS, played=[(SWISS, 77.0)] * 2, stages=[[SWISS] * left, CUT]).ends())[
            stage
        ]
        return span.high - span.low

    widths = [width(left, 1) for left in range(6)]
    assert widths == sorted(widths)
    assert width(2, 2) > width(2, 1) > width(2, 0)


def test_what_was_seen_narrows_the_interval():
    """A day that goes as the plan has it is surer with every round."""
    spans = [
        list(Day(SWISS, played=[(SWISS, 77.0)] * seen, stages=[[SWISS] * 4]).ends())[1]
        for seen in range(6)
    ]
    widths = [span.high - span.low for span in spans]
    assert widths == sorted(widths, reverse=True)


def test_time_that_has_gone_by_is_not_foretold():
    """A round that is still in play ends later than now, also one that is longer than any should be."""
    for elapsed in (0.0, 60.0, 70.0, 79.0, 200.0):
        span, _ = Day(SWISS, elapsed, started=5.0, stages=[[SWISS]]).ends()
        assert elapsed < span.low <= span.median <= span.high
    assert span.high < 200.0 + HALL.overtime


def test_a_round_that_is_over_ends_now():
    """But not later than it can have ended: nobody may have looked since."""
    for elapsed, end in ((50.0, 50.0), (600.0, 80.0)):
        span, _ = Day(SWISS, elapsed, is_over=True, stages=[[SWISS]]).ends()
        assert span.low == span.high == pytest.approx(end, abs=1.0)


def test_a_second_final_may_not_be_needed():
    """Half of the days end with the first one."""
    twice = [FINAL, replace(FINAL, if_needed=True)]
    (_, once), (_, needed), (_, both) = (
        Day(SWISS, stages=[stage]).ends() for stage in ([FINAL], twice, [FINAL, FINAL])
    )
    assert once.low < needed.low < both.low
    assert once.median < needed.median < both.median
    assert needed.high < both.high


def test_a_stage_without_rounds_ends_with_the_round():
    """As the Swiss rounds do with the last of them."""
    now, swiss, _ = Day(SWISS, stages=[[], CUT]).ends()
    assert the_same([now], [swiss])


def test_nothing_is_drawn_at_random():
    """The same day is foretold the same."""
    first, again = ([*Day(SWISS, stages=[[SWISS] * 3, CUT]).ends()] for _ in "12")
    assert first == again


def test_a_day_is_summed_up_as_a_plan_would():
    """With no round seen, and none at another pace, the percentiles of 4,000 simulated days."""
    random = Random("sums")
    sums = [
        sum(round_minutes(20, 65, HALL, random) for _ in range(4)) + 3 * HALL.turnaround
        for _ in range(4000)
    ]
    day = Day(SWISS, started=0.0, stages=[[SWISS] * 3])
    vars(day)["paces"] = {0: 1.0}
    _, span = day.ends()
    assert tuple(span) == pytest.approx(tuple(percentiles_of(sums)), abs=1.0)
