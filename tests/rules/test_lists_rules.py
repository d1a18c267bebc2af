"""Decklists and deadlines of OP, armies of HEX: what players hand in, and when something is due."""

from __future__ import annotations

import pytest

from engine import Elimination, Match, Player, Round, Stage, Status, Tournament, ruleset_named
from engine.roster import Task, TaskKind
from engine.rulesets.nisei_infractions import ILLEGAL_DECK_OR_DECKLIST
from engine.rulesets.nisei_swiss import DEADLINES, DECKLISTS

HEX = ruleset_named("hex")
FIVE = ("Dancer", "Moloch", "Sharrash", "Smart", "Vegas")
BASIC = ("Borgo", "Hegemonia", "Moloch", "Posterunek")

# OP, Decks and decklists


@pytest.mark.parametrize("name", ["ntp", "trc", "nts", "hex"])
def test_no_other_document_asks_for_decklists(name):
    """Where the document says nothing of them there is neither rule nor column."""
    ruleset = ruleset_named(name)
    assert ruleset.decklists is None
    assert "Decklist" not in [column.name for column in ruleset.roster_fields]


@pytest.mark.parametrize(
    ("options", "needed"),
    [({}, False), ({"Tier": "Casual"}, False), ({"Tier": "Competitive"}, True)],
)
def test_at_competitive_events_players_submit_decklists(options, needed):
    """Casual events, the default, need none."""
    assert DECKLISTS.are_required(options) is needed


@pytest.mark.parametrize("tier", ["Casual", "Competitive"])
def test_asynchronous_events_collect_decklists_as_a_similar_event_would(tier):
    """Days to play a match in change nothing about who hands in a list."""
    options = {"Tier": tier}
    online = options | {"Asynchronous": "Yes"}
    assert DECKLISTS.are_required(online) is DECKLISTS.are_required(options)


@pytest.mark.parametrize(
    ("state", "tier", "todo"),
    [
        ("", "Competitive", Task(TaskKind.HAND_IN)),
        ("", "Casual", None),
        ("Received", "Competitive", Task(TaskKind.CHECK)),
        ("Received", "Casual", Task(TaskKind.CHECK)),
        ("Checked", "Competitive", None),
        ("Problem", "Casual", Task(TaskKind.PENALIZE, infraction="Illegal deck or decklist")),
    ],
)
def test_what_is_to_be_done_about_a_decklist(state, tier, todo):
    """A list is handed in, then checked; one that is wrong is an infraction."""
    details = {"Decklist": state} if state else {}
    assert DECKLISTS.what_to_do(Player(1, "Ann", details=details), {"Tier": tier}) == todo


def test_a_decklist_with_a_problem_is_an_infraction_of_the_document():
    """What the list points at is what Penalties offers."""
    assert {infraction.name for infraction in ILLEGAL_DECK_OR_DECKLIST} == {DECKLISTS.infraction}


# OP, Asynchronous events


@pytest.mark.parametrize(
    ("options", "has"),
    [({}, False), ({"Asynchronous": "No"}, False), ({"Asynchronous": "Yes"}, True)],
)
def test_only_asynchronous_events_have_deadlines(options, has):
    """Everybody else plays at once."""
    assert DEADLINES.apply(options) is has


def test_players_write_to_each_other_within_48_hours_and_have_a_week():
    """48 hours to write, as many before agreements may be barred, usually a week for results."""
    hours = DEADLINES.contact_hours, DEADLINES.agreement_hours
    assert (*hours, DEADLINES.round_days) == (48, 48, 7)


# HEX 5.1 to 5.5


def player(no, *armies, status=Status.ACTIVE, chosen=(), beginner=False):
    """Give a player with armies registered, and some chosen for the finals."""
    details = {f"Army {n}": army for n, army in enumerate(armies, 1)}
    details |= {f"Final army {n}": army for n, army in enumerate(chosen, 1)}
    details |= {"Beginner": "Yes"} if beginner else {}
    return Player(no, f"Player {no}", status=status, details=details)


def played(number, *matches, stage=Stage.SWISS):
    """Give a round of matches (player, player, army, army[, endurance left])."""
    return Round(
        number,
        tuple(
            Match(table, one, two, (left[0], 4, army1, army2) if left else ("", "", army1, army2))
            for table, (one, two, army1, army2, *left) in enumerate(matches, 1)
        ),
        stage,
    )


def armies(tournament, no=1, planned=4):
    """Give the armies of a player."""
    return next(found for found in HEX.armies(tournament, planned) if found.no == no)


def test_5_1_five_armies_are_registered():
    """Whoever has registered fewer is told how many more; a beginner has the four basic ones."""
    players = (player(1, *FIVE), player(2, "Vegas"), player(3), player(4, beginner=True))
    found = HEX.armies(Tournament(players), 4)
    register = TaskKind.REGISTER
    todo = [None, Task(register, 4, is_more=True), Task(register, 5), None]
    assert [line.todo for line in found] == todo
    assert [line.armies for line in found] == [FIVE, ("Vegas",), (), BASIC]


def test_5_2_an_army_that_was_played_is_not_free_any_more():
    """The round stands beside it, also while its result is not typed."""
    rounds = (played(1, (1, 2, "Dancer", "Moloch")), played(2, (2, 1, "Vegas", "Smart")))
    found = armies(Tournament((player(1, *FIVE), player(2, *FIVE)), rounds))
    assert found.used == {"Dancer": ("R1",), "Smart": ("R2",)}
    assert found.free == ("Moloch", "Sharrash", "Vegas")


def test_5_2_whoever_has_left_needs_no_army():
    """Nothing is free for them, and nothing to be done."""
    found = armies(Tournament((player(1, "Vegas", status=Status.DROPPED),)))
    assert (found.free, found.todo) == ((), None)


@pytest.mark.parametrize(("planned", "free"), [(5, ()), (4, BASIC)])
def test_5_5_2_a_beginner_may_repeat_an_army_in_the_last_round(planned, free):
    """In the last round any of the four is free; not before."""
    rounds = [played(n, (1, 2, BASIC[n - 1], FIVE[n - 1])) for n in range(1, 4)]
    rounds.append(played(4, (1, 2, "", "")))
    rounds[0] = played(1, (1, 2, BASIC[0], FIVE[0]), (1, 2, BASIC[3], FIVE[3]))
    event = Tournament((player(1, beginner=True), player(2, *FIVE)), tuple(rounds))
    assert armies(event, planned=planned).free == free


def finals(*chosen, rounds=(), size=4):
    """Give an event in its finals, in which Player 1 has chosen armies."""
    players = tuple(player(no, *FIVE, chosen=chosen if no == 1 else ()) for no in range(1, 18))
    swiss = (played(1, (1, 2, "Dancer", "Moloch")),)
    return Tournament(
        players, swiss, elimination=Elimination(tuple(range(1, size + 1)), tuple(rounds))
    )


@pytest.mark.parametrize(
    ("size", "chosen", "todo"),
    [
        (4, (), Task(TaskKind.CHOOSE, 3)), (4, FIVE[:2], Task(TaskKind.CHOOSE, 1, is_more=True)),
        (4, FIVE[:3], None), (8, (), Task(TaskKind.CHOOSE, 4)), (16, (), None),
    ],
)  # fmt: skip
def test_5_3_armies_are_chosen_for_the_finals(size, chosen, todo):
    """Three for a top 4, four for a top 8, all for a top 16."""
    assert armies(finals(*chosen, size=size)).todo == todo


def test_5_3_only_what_was_chosen_is_free_in_the_finals():
    """An army of the Swiss rounds may be played once more; who is not in the finals has none."""
    semi = played(1, (1, 4, "Moloch", "Vegas"), (2, 3, "", ""), stage=Stage.ELIMINATION)
    event = finals("Dancer", "Moloch", "Smart", rounds=[semi])
    found = armies(event)
    assert found.chosen == ("Dancer", "Moloch", "Smart")
    assert found.used == {"Dancer": ("R1",), "Moloch": ("F1",)}
    assert found.free == ("Dancer", "Smart")
    assert armies(event, no=9).free == ()


def test_4_6_whoever_has_lost_in_the_finals_needs_no_army():
    """The winner of a match goes on, the loser does not; nobody does after the last one."""
    semi = played(1, (1, 4, "Moloch", "Vegas", 9), (2, 3, "", ""), stage=Stage.ELIMINATION)
    last = played(2, (1, 2, "Smart", "Vegas", 9), stage=Stage.ELIMINATION)
    event = finals(*FIVE[:3], rounds=[semi])
    assert [armies(event, no=no).todo is not None for no in (2, 4)] == [True, False]
    assert armies(finals(*FIVE[:3], rounds=[semi, last])).free == ()
