"""Properties of every ruleset's pairings and standings, in random events.

Each ruleset has events of 4 to 10 players from Hypothesis, which makes an event that fails as
simple as it can, and bigger ones by number, up to 150 players; with drops, readmissions, late
entries, awarded byes, no-shows, draws, unfinished games, intentional draws and options. Small ones
go on until no legal pairing is left. ``pytest --campaign 10`` plays ten times as many.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import ErrorKind, Pairing, Player, Tournament, pair, ruleset_named
from engine.checks import violations
from engine.reasons import Kind
from xlplugin.workbook.reasons import cited

from campaigns import some
from judge import (
    TOTALS,
    Sides,
    can_be_paired,
    can_sit_out,
    counted_points,
    has_a_legal_pairing,
    ntp_cards,
    nts_numbers,
    points_and_difference,
)
from strategies import NAMES, events, numbered

pytestmark = pytest.mark.usefixtures("untraced")

DRAWN, NUMBERED = 30, 100
OF_GAME_POINTS = ("trc", "ntp", "nts")
WITH_ROUND_ROBINS = ("trc", "ntp")
SIDED = "nisei-single-sided"
PROPERTIES = []


def holds(*names):
    """Take a function for a property of the events of some rulesets, or of all.

    It is given an event, and lists whatever is not as its docstring says.
    """

    def take(function):
        PROPERTIES.append((names or NAMES, function))
        return function

    return take


def broken(event):
    """Everything in an event that is not as it should be, by the property's docstring."""
    found = {
        function.__doc__: function(event) for names, function in PROPERTIES if event.name in names
    }
    return {says: where for says, where in found.items() if where}


# Legality


@holds()
def everyone_active_is_paired_once(event):
    """Everyone active has one seat, and nobody else has any."""
    return [
        step
        for step in event.paired
        if sorted(no for t in step.outcome.tables for no in t[:2] if no is not None)
        != list(step.before.active)
    ]


@holds()
def nobody_meets_again(event):
    """No two players meet who have met, single-sided with the same sides."""
    return [
        (step, table)
        for step in event.paired
        for table in step.couples
        if table in step.seats or (event.name != SIDED and table[::-1] in step.seats)
    ]


@holds(SIDED)
def nobody_meets_a_third_time(event):
    """Players who have met both ways round do not meet again."""
    return [
        (step, table)
        for step in event.paired
        for table in step.couples
        if step.seats[table] + step.seats[table[::-1]] > 1
    ]


@holds()
def one_bye_if_the_number_is_odd(event):
    """Awarded byes apart, one player sits out if the number is odd, and nobody else."""
    return [step for step in event.swiss if len(step.byes) != len(step.to_pair) % 2]


@holds()
def awarded_byes_are_given(event):
    """Everyone with an awarded bye sits out round 1."""
    return [
        (step, table) for step in event.swiss for table in step.couples if step.awarded & set(table)
    ]


@holds()
def no_second_bye_that_could_be_avoided(event):
    """If the bye goes to somebody who had one, no one with fewer could have taken it."""
    return [
        (step, no, other)
        for step in event.swiss
        if event.name != "hex" or step.option("Second bye") == "Avoided"
        for no in step.byes
        if step.byes_had[no]
        for other in step.to_pair
        if step.byes_had[other] < step.byes_had[no] and can_sit_out(step, other)
    ]


@holds("nisei-swiss", "nisei-amalfi", "nisei-single-sided", "trc", "nts")
def a_later_bye_goes_to_the_lowest_rank(event):
    """Nobody with as few byes is ranked lower whose bye would leave the others pairable."""
    return [
        (step, no, other)
        for step, standing in event.standings
        if step.before.rounds and isinstance(step.outcome, Pairing) and not step.is_round_robin
        for no in step.byes
        for ranks in [{s.no: s.rank for s in standing}]
        for other in step.to_pair
        if ranks[other] > ranks[no]
        and step.byes_had[other] == step.byes_had[no]
        and can_sit_out(step, other)
    ]


@holds("ntp")
def an_ntp_bye_goes_to_the_lowest_card(event):
    """Lowest pairing number, then GMP total, then last in original order, of the fewest byes."""
    return [
        (step, no, other)
        for step in event.swiss
        for no in step.byes
        for card in [ntp_cards(step)]
        for other in step.to_pair
        if card[other] < card[no]
        and step.byes_had[other] == step.byes_had[no]
        and can_sit_out(step, other)
    ]


@holds("hex")
def a_hex_bye_goes_to_the_lowest_points(event):
    """Where a second bye is allowed, fewest points and then smallest difference decide alone."""
    return [
        (step, no, other)
        for step in event.swiss
        if step.byes and step.before.rounds and step.option("Second bye") == "Allowed"
        for no in step.byes
        for earned in [points_and_difference(step.before)]
        for other in step.to_pair
        if earned[other] < earned[no] and can_sit_out(step, other)
    ]


@holds()
def the_checker_finds_nothing(event):
    """The engine's own independent checker agrees with every round."""
    return [
        (step, str(violation))
        for step in event.paired
        for violation in violations(
            step.before, [t[:2] for t in step.outcome.tables], step.ruleset.legality(step.before)
        )
    ]


# Where there is no legal pairing


@holds()
def stuck_only_where_there_is_no_pairing(event):
    """Where the engine finds no legal pairing networkx finds none, whoever sits out."""
    return [step for step in event.stuck if has_a_legal_pairing(step)]


@holds("nisei-swiss")
def an_error_tells_the_round_and_who_is_stuck(event):
    """The round is its data, and whoever cannot be placed."""
    return [
        step
        for step in event.stuck
        for data in [step.outcome.data]
        if step.outcome.kind != ErrorKind.NO_LEGAL_PAIRING
        or data["round"] != step.round
        or not {player.no for player, _ in data["stuck"]} <= set(step.to_pair)
    ]


@holds("nisei-swiss")
def dropping_a_player_is_advised_where_it_helps(event):
    """Networkx can pair the others without somebody, or dropping is not spoken of."""
    return [
        step
        for step in event.stuck
        if len(step.to_pair) <= 14
        and step.outcome.data["dropping_helps"]
        != any(has_a_legal_pairing(step, out) for out in step.to_pair)
    ]


@holds("nisei-swiss")
def an_error_names_whom_players_could_meet(event):
    """Whoever is stuck is an active player, with exactly those they have not met."""
    return [
        step
        for step in event.stuck
        for stuck in [step.outcome.data["stuck"]]
        if not stuck
        or any(
            [other.no for other in others]
            != [
                other
                for other in sorted(step.to_pair)
                if other != player.no and frozenset((player.no, other)) not in step.forbidden
            ]
            for player, others in stuck
        )
    ]


# Round robins


@holds(*WITH_ROUND_ROBINS)
def a_round_of_a_round_robin_has_a_match(event):
    """As long as two have not met, somebody plays."""
    return [step for step in event.round_robin if not step.couples]


@holds(*WITH_ROUND_ROBINS)
def only_the_odd_one_sits_out_of_a_round_robin(event):
    """In an undisturbed one nobody sits out of an even number, and one player of an odd one."""
    return [
        step
        for step in event.round_robin
        if step.is_calm and len(step.byes) != len(step.before.active) % 2
    ]


@holds(*WITH_ROUND_ROBINS)
def a_round_robin_is_complete_in_time(event):
    """After one round fewer than players, as many if odd, all have met once, and it is over."""
    return [
        step
        for step in event.stuck
        if step.is_round_robin and step.is_calm
        for count in [len(step.before.active)]
        if len(step.before.rounds) != count - 1 + count % 2
        or len(step.forbidden) != count * (count - 1) // 2
        or set(step.seats.values()) != {1}
    ]


@holds(*WITH_ROUND_ROBINS)
def a_round_robin_lasts_no_longer(event):
    """No round is paired after the one in which the last two have met."""
    return [
        step
        for step in event.round_robin
        if step.is_calm and step.round > len(step.before.active) - 1 + len(step.before.active) % 2
    ]


# Determinism


@holds()
def the_same_event_is_paired_the_same(event):
    """Pairing a round again, its roster and tables in another order, gives the same reasons, too."""
    return [
        step
        for step, _ in event.standings
        if isinstance(step.outcome, Pairing)
        and pair(mixed(step.before), step.ruleset) != step.outcome
    ]


@holds()
def a_finished_event_is_paired_again_round_by_round(event):
    """Each round comes out as it was, from the event as it stands at the end."""
    end = event.steps[-1].before
    return [
        step
        for step in event.paired[::3]
        if step.round <= len(end.rounds)
        and pair(end.before_round(step.round), step.ruleset).tables != step.outcome.tables
    ]


def mixed(tournament):
    """Give the same event with its roster and its tables in another order."""
    random = Random(tournament.seed)
    return replace(
        tournament,
        players=tuple(random.sample(tournament.players, len(tournament.players))),
        rounds=tuple(
            replace(r, matches=tuple(random.sample(r.matches, len(r.matches))))
            for r in tournament.rounds
        ),
    )


# Score groups


@holds("nisei-swiss")
def nobody_leaves_an_even_group_that_can_be_paired(event):
    """With no float from above and everyone below pairable, the group stays together."""
    return [
        (step, left)
        for step, standing in event.standings
        if isinstance(step.outcome, Pairing)
        for group, below, left in left_groups(step, {s.no: s.points for s in standing})
        if len(group) % 2 == 0
        and can_be_paired(group, step.forbidden)
        and can_be_paired(below, step.forbidden)
    ]


def left_groups(step, points):
    """Give each group that some left, and who is below it, where no one came down from above."""
    levels = [sorted((points[one], points[two])) for one, two in step.couples]
    for level in sorted({upper for lower, upper in levels if lower < upper}, reverse=True):
        if any(lower <= level < upper for lower, upper in levels):
            continue
        group = {no for couple in step.couples for no in couple if points[no] == level}
        below = {no for couple in step.couples for no in couple if points[no] < level}
        yield group, below, [c for c in step.couples if len(group & set(c)) == 1]


# Game/match points, and Massey's two rules: winners, pairings and tiebreaks by the same points


@holds(*OF_GAME_POINTS)
def every_match_totals_the_same(event):
    """Both players' points come to 3, counting games or matches alone to 2 or 1; whole or half."""
    return [
        (step, match)
        for step in event.finished
        for what in [step.option("Count") if event.name == "nts" else "GMP"]
        for score in [step.ruleset.format(step.before.options).score]
        for r in step.before.rounds
        for match in r.matches
        for points in [score(match.result, match.special)]
        if (match.player2 is not None and sum(points) != TOTALS[what])
        or any(type(p) not in {int, Fraction} or p * 2 != int(p * 2) for p in points)
    ]


@holds("nts")
def nts_points_are_those_that_count(event):
    """Everyone's points are games and matches, games, or matches, as the event counts."""
    return [
        (step, s.no)
        for step, standing in event.standings
        for points in [counted_points(step)]
        for s in standing
        if s.points != points[s.no]
    ]


@holds("nts")
def nts_tiebreaks_add_up_the_same_points(event):
    """Solkoff is the opponents' total, Median leaves out the highest and the lowest."""
    return [
        (step, s.no)
        for step, standing in event.standings
        for points in [counted_points(step)]
        for s in standing
        for met in [sorted(points[g[s.no]] for g in step.games if g.get(s.no) is not None)]
        if s.tiebreaks != {"Solkoff": sum(met), "Median": sum(met[1:-1])}
    ]


@holds("nts")
def nts_ranks_are_by_points_and_tiebreaks(event):
    """Higher points come first, then higher Solkoff, then higher Median."""
    return [
        step
        for step, standing in event.standings
        for values in [
            [(s.points, s.tiebreaks["Solkoff"], s.tiebreaks["Median"]) for s in standing]
        ]
        if values != sorted(values, reverse=True)
    ]


@holds("nts")
def nts_players_meet_within_their_number(event):
    """Only an odd group takes in one of the next, unless it was joined, and the reasons say so."""
    return [
        (step, levels)
        for step in event.swiss
        if step.before.rounds
        for number in [nts_numbers(step)]
        for levels, count in crossings(step, number).items()
        if count > 1 or levels not in takers(step, number)
    ]


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
    pairs = set()
    for level in sorted(sizes, reverse=True):
        if sizes[level] % 2:
            below = max(other for other in sizes if other < level and sizes[other])
            sizes[below] -= 1
            pairs.add((level, below))
    return pairs


@holds("nts")
def nts_halves_meet_where_nobody_has_met(event):
    """The first half of each number's players meets the second, rank by rank, if all may meet."""
    return [
        step
        for step, straight in halves(event)
        if not straight & step.forbidden and straight != set(map(frozenset, step.couples))
    ]


def halves(event):
    """Give the later rounds, each with who would meet if nobody had met."""
    return [
        (step, halves_of_numbers(step, [s.no for s in standing]))
        for step, standing in event.standings
        if step.before.rounds and isinstance(step.outcome, Pairing)
    ]


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


# Sides


@holds(SIDED)
def sides_stay_level(event):
    """Where nobody leaves or comes, all have played both sides alike but one, who had no bye.

    That holds for as many rounds as players, and to the end if nobody of up to eight has a bye.
    In later rounds rematches can leave no level way.
    """
    return [
        step
        for step in event.paired
        if step.is_calm
        and (
            step.round <= len(step.to_pair)
            or (len(step.to_pair) <= 8 and not step.byes_had and not step.byes)
        )
        and Sides(step).total_excess()[1]
    ]


@holds(SIDED)
def sides_are_as_level_as_can_be(event):
    """No legal pairing of the same players takes them fewer games beyond one of difference.

    Of the pairings with as few such games, none has fewer players who are out of balance without
    having had a bye or missed a round.
    """
    return [
        step
        for step in event.paired
        for excess in [Sides(step).total_excess()]
        if excess[0] and excess != Sides(step).least_excess()
    ]


# Ranks


@holds()
def standings_are_sorted_by_exact_points(event):
    """Nobody has more points than anybody before them; whole numbers or fractions, never rounded."""
    return [
        step
        for step, standing in event.standings
        for points in [[s.points for s in standing]]
        if points != sorted(points, reverse=True)
        or any(type(value) not in {int, Fraction} for value in points)
    ]


@holds()
def ranks_skip_after_shared_ones(event):
    """A rank is one more than the number of players before everyone who shares it."""
    return [
        step
        for step, standing in event.standings
        for ranks in [[s.rank for s in standing]]
        if ranks != [1 + sum(r < own for r in ranks) for own in ranks]
    ]


@holds()
def everyone_is_ranked_once(event):
    """Players who have left are ranked, too."""
    return [
        step
        for step, standing in event.standings
        if sorted(s.no for s in standing) != sorted(step.before.by_no)
    ]


@holds()
def only_equals_share_a_rank(event):
    """Players who share a rank have the same points and the same value in every tiebreak."""
    return [
        (step, shared)
        for step, standing in event.standings
        for shared, sharing in groupby(standing, key=lambda s: s.rank)
        for first, *others in [list(sharing)]
        if any((s.points, s.tiebreaks) != (first.points, first.tiebreaks) for s in others)
    ]


@holds("nisei-swiss", "nisei-amalfi", "nisei-single-sided", "hex")
def nobody_shares_a_rank_where_lots_are_drawn(event):
    """The lot decides between all who are still level."""
    return [
        step
        for step, standing in event.standings
        if [s.rank for s in standing] != list(range(1, len(standing) + 1))
    ]


# Explanations


@holds()
def every_table_has_a_reason_that_can_be_told(event):
    """Each reason and note cites the document and has a name for every player it speaks of."""
    return [
        (step, table)
        for step in event.paired
        for table in [*step.outcome.tables, None]
        for reasons in [table.reasons if table else step.outcome.notes]
        if (table and not reasons) or any(not is_told(reason, step) for reason in reasons)
    ]


def is_told(reason, step):
    """True if the reason can be read, with its rule."""
    text, document = cited(reason, step.before), step.ruleset.short.split()[0]
    return text.startswith(document) and "{" not in text and "}" not in text


# The events


@pytest.mark.parametrize("name", NAMES)
def test_every_property_holds(name):
    """In events that are made as simple as can be if a property fails."""

    @settings(max_examples=some(DRAWN))
    @given(st.data())
    def events_hold(data):
        assert broken(data.draw(events(name))) == {}

    events_hold()


@pytest.mark.parametrize("name", NAMES)
def test_every_property_holds_in_bigger_events(name):
    """``numbered(name, number)`` plays the event of a failure again."""
    found = {number: broken(numbered(name, number)) for number in range(some(NUMBERED))}
    assert {number: what for number, what in found.items() if what} == {}


def first_round(name, players, seed):
    """Give who meets whom in round 1 of an event without anything special."""
    everyone = tuple(Player(no, f"P{no}") for no in range(1, players + 1))
    pairing = pair(Tournament(everyone, seed=seed), ruleset_named(name))
    return {frozenset(t[:2]) for t in pairing.tables}


@pytest.mark.parametrize("name", NAMES)
def test_another_seed_gives_another_draw(name):
    """The same roster under another seed is paired otherwise, but where nothing is drawn."""
    same = [
        (players, number)
        for players in (16, 17, 40, *([150] if name == "nisei-swiss" else []))
        for number in range(5)
        if first_round(name, players, f"one {number}")
        == first_round(name, players, f"two {number}")
    ]
    assert len(same) == (15 if name == "ntp" else 0)


# What the events get to


def says(kind, part=""):
    """Give a test of an event: some reason is of this kind and has this in a template."""
    return lambda event: any(
        reason.kind is kind and part in str(reason)
        for step in event.paired
        for reason in step.reasons
    )


REACHED = (
    (SIDED, "sides out of balance",
     lambda event: any(Sides(step).total_excess()[0] for step in event.paired)),
    ("nts", "halves that meet",
     lambda event: any(len(step.to_pair) >= 8 and not straight & step.forbidden
                       for step, straight in halves(event))),
    *(
        (name, "a second bye", lambda event: any(s.byes_had[no] for s in event.swiss for no in s.byes))
        for name in NAMES if name != "trc"
    ),
    *(
        (name, "a round robin that is finished",
         lambda event: any(step.is_round_robin and step.is_calm for step in event.stuck))
        for name in WITH_ROUND_ROBINS
    ),
    *((name, "a round robin planned anew", says(Kind.ROUNDS, "planned anew")) for name in WITH_ROUND_ROBINS),
    *(
        (name, f"{kind}: {part}", says(kind, part))
        for name, kind, *parts in (
            ("nisei-amalfi", Kind.FALLBACK, "the last pairs were undone", "the draw left"),
            (SIDED, Kind.FALLBACK, "no single swap was legal", "kept the sides level"),
            (SIDED, Kind.REMATCH, "at the same score", "{points} away"),
            (SIDED, Kind.SAME_SIDE, ""),
            ("trc", Kind.JOINED, ""), ("trc", Kind.REMATCH, ""), ("trc", Kind.FALLBACK, ""),
            ("trc", Kind.ANOTHER_BYE, ""),
            ("ntp", Kind.FALLBACK, "the players below", "no subroutine"),
            ("ntp", Kind.REMATCH, "the next card down"),
            ("nts", Kind.JOINED, "", "{alone}"), ("nts", Kind.REMATCH, ""), ("nts", Kind.FALLBACK, ""),
            ("hex", Kind.FALLBACK, "", "the draw would have left"), ("hex", Kind.REMATCH, ""),
            ("hex", Kind.STRANDS, ""), ("hex", Kind.DISSOLVED, ""),
        )
        for part in parts
    ),
)  # fmt: skip
"""What some event of a ruleset must get to, so that the properties have something to hold for."""


@pytest.mark.parametrize("name", NAMES)
def test_the_events_get_to_all_that_is_said_of_them(name):
    """Events without a legal pairing, and each thing a method does where it gets stuck."""
    missing = {what: reached for of, what, reached in REACHED if of == name}
    stuck, played = 0, 0
    for number in range(2000):
        event = numbered(name, number)
        stuck, played = stuck + bool(event.stuck), played + 1
        missing = {what: reached for what, reached in missing.items() if not reached(event)}
        if not missing and played >= 40:
            break
    assert list(missing) == []
    assert stuck * 5 >= played
