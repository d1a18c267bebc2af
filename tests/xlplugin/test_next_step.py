"""The next step as ``Event`` shows it, while results and names are typed."""

from __future__ import annotations

import pytest
from shown import values

from engine import Player, Tournament, ruleset_named
from xlplugin.ground.problems import EventOver, WorkbookProblems
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.workbook.reading import next_step
from xlplugin.workbook.writing.live_values import formulas_of

from cases import each

NAMES = "Type the players' names on Players, then pair round 1"


@pytest.mark.parametrize("ruleset", ["nisei-swiss", "trc", "hex"])
def test_names_are_asked_for_until_there_are_enough(in_memory, ruleset):
    """As many active players as the rules need, while they are typed; a command says the same."""
    event = in_memory(0, ruleset)
    needed = event.event.ruleset.min_players

    def step():
        shown = event.shown("Next step")
        assert shown == next_step.now(event.event).text
        return shown

    for number in range(needed):
        assert step() == NAMES
        event.type("Players", number + 2, Name=f"Player {number}")
    assert step() == next_step.first_step(event.event) != NAMES
    event.type("Players", 2, Status="Dropped")
    assert step() == NAMES


def test_no_round_is_proposed_for_one_player(in_memory):
    """All others have left: the rounds can only end there."""
    event = in_memory(4)
    pair_round(event.host)
    event.play("Round 1")
    for row in (2, 3, 4):
        event.type("Players", row, Status="Dropped")
    assert next_step.now(event.event).text.startswith("No round 2 can be paired: set Rounds")


def test_trc_sd2_decks_are_built_before_round_1(in_memory):
    """The time for it and its warning are the next step on Event."""
    event = in_memory(6, "trc", **{"Deck building": "40"})
    step = "Have decks built: 40 minutes, warn 5 before the end (TRC SD2); then pair round 1"
    assert event.shown("Next step") == step
    assert pair_round(event.host).data["round"] == 1


@pytest.fixture
def final(in_memory):
    """A double elimination of four up to its first final, with the side of the unbeaten player."""
    event = in_memory(6, Rounds="1", Cut="4")
    pair_round(event.host)
    event.play("Round 1")
    while not (first := _first_final(event)):
        pair_round(event.host)
        newest = event.event.tabs[-1].name
        if not _first_final(event):
            event.play(newest)
    beaten = {result.loser for result in event.event.progress.results.values()}
    (match,) = first.matches
    return event, first.name, 1 if match.player1 not in beaten else 2


def _first_final(event):
    """The tab of the first final, once it is made."""
    read = event.event
    if not read.cuts or not read.progress:
        return None
    then = read.progress.bracket.rounds[read.cuts[-1].number :][:1]
    return read.cuts[-1] if any(game.if_needed for games in then for game in games) else None


def test_the_step_after_the_first_final_is_known_with_its_result(final):
    """Who is unbeaten has won; else there is a second final, and nothing is left to guess."""
    event, tab, unbeaten = final
    assert event.shown("Next step") == f"{tab}: 1 result missing (table 1)"
    names = {side: event.rows(tab)[0][f"Player {side}"] for side in (1, 2)}
    event.type(tab, 2, Corp=1, Winner=unbeaten)
    assert event.shown("Next step") == f"{names[unbeaten]} has won. Write the final standings"
    assert next_step.now(event.event).text == event.shown("Next step")
    event.type(tab, 2, Corp=1, Winner=3 - unbeaten)
    second = f"Cut {int(tab[-1]) + 1}"
    assert event.shown("Next step") == f"Pair {second}, the second final"
    assert next_step.now(event.event).text == event.shown("Next step")
    pair_round(event.host)
    assert event.shown("Next step") == f"{second}: 1 result missing (table 1)"


@pytest.mark.parametrize(
    ("spoiled", "step"),
    [
        ("No_1", "{name} has won. Write the final standings"),
        ("Special", "Cut 4: 1 to mend (see Check)"),
    ],
)
def test_the_step_after_a_final_that_cannot_be_read_is_known(final, spoiled, step):
    """Formulas go by what stands in their cells, whatever the reader refuses there."""
    event, tab, unbeaten = final
    event.type(tab, 2, Corp=1, Winner=unbeaten, **{spoiled: "x"})
    assert event.event.problems
    row, book = event.event.setting_rows["Next step"], event.host.read()
    shown = values(book)["Event"]
    formulas = [place for place, _ in formulas_of(book.sheets["Event"]) if place[0] == row]
    assert len(formulas) > 5
    assert [place for place in formulas if shown.get(place) is None] == []
    name = event.rows(tab)[0][f"Player {unbeaten}"]
    assert event.shown("Next step") == step.format(name=name)


@pytest.mark.parametrize("changed", ["a name typed over", "a player who has left"])
def test_the_champion_on_the_bracket_is_the_one_that_its_formula_names(final, changed):
    """It goes by the tab of the final, until a click draws the bracket anew."""
    event, tab, unbeaten = final
    champion = "Zoe"
    if changed == "a name typed over":
        event.type(tab, 2, Corp=1, Winner=unbeaten, **{f"Player_{unbeaten}": champion})
    else:  # before the second final, which is not played then
        event.type(tab, 2, Corp=1, Winner=3 - unbeaten)
        no = event.rows(tab)[0][f"No {unbeaten}"]
        event.type("Players", no + 1, Status="Dropped")
        assert event.event.progress.conceded
        champion = ""
    book = event.host.read()
    rows = book.sheets["Bracket"].rows
    [(row, column)] = [
        (number, row.index("Champion") + 1)
        for number, row in enumerate(rows, 1)
        if "Champion" in row
    ]
    assert values(book)["Bracket"][row + 1, column] == champion


# Rounds that can be played


@each(
    "ruleset, players, rounds",
    [("hex", 4, 3), ("hex", 5, 4), ("nisei-swiss", 2, 1), ("nisei-single-sided", 2, 2),
     ("nisei-single-sided", 4, 6), ("trc", 5, 5), ("ntp", 2, 1)],
)  # fmt: skip
def test_no_more_rounds_are_planned_than_can_be_played(ruleset, players, rounds):
    """Whatever the document suggests, everybody has met everybody by then."""
    everybody = tuple(Player(no, str(no)) for no in range(1, 1 + players))
    assert ruleset_named(ruleset).planned_rounds(Tournament(everybody)) == rounds


def test_an_event_of_two_ends_after_one_round(in_memory):
    """It is said before the first round; after it nothing else is offered."""
    event = in_memory(2)
    (said,) = pair_round(event.host).warnings
    assert (
        said == "OP 1.4 suggests 3 rounds, but 2 players can play at most 1: that many are planned."
    )
    event.play("Round 1")
    assert event.shown("Next step") == "Swiss finished: write the standings"
    with pytest.raises(EventOver) as over:
        pair_round(event.host)
    assert "No round 2 can be paired: nobody is left to meet." in str(over.value)
    assert "set Rounds" not in str(over.value)


def test_a_round_that_cannot_be_paired_is_not_the_next_step(in_memory):
    """Four have met after three rounds: the cell and the number that end the event are named."""
    event = in_memory(4, Rounds="4")
    cell = f"Event!{event.event.setting_cell('Rounds')}"
    (said,) = pair_round(event.host).warnings
    assert said == f"4 players can play at most 3 rounds, not 4: set Rounds ({cell}) to 3."
    for number in (1, 2):
        event.play(f"Round {number}")
        assert event.shown("Next step") == f"Pair round {number + 1}"
        pair_round(event.host)
    event.play("Round 3")
    step = f"No round 4 can be paired: set Rounds ({cell}) to 3"
    assert event.shown("Next step") == next_step.now(event.event).text == step
    with pytest.raises(WorkbookProblems) as refused:
        pair_round(event.host)
    (problem,) = refused.value.problems
    assert problem.where == cell
    assert "end the Swiss rounds here: type 3 beside Rounds on Event" in problem.what
    event.setting("Rounds", 3)
    assert next_step.now(event.event).text == "Swiss finished: write the standings"
    write_standings(event.host)


def test_a_round_can_be_paired_with_the_sides_swapped(in_memory):
    """Two players meet twice, and then no more."""
    event = in_memory(2, "nisei-single-sided")
    for number in (1, 2):
        pair_round(event.host)
        event.type(f"Round {number}", 2, Result="Corp")
    assert next_step.now(event.event).text == "Swiss finished: write the standings"
    assert not next_step.can_be_followed(event.event, 2)
    assert next_step.can_be_followed(event.event, 1)


@each("settings, shown", [({}, "none yet"), ({"Rounds": "4"}, "none yet, 4 planned")])
def test_no_rounds_are_planned_for_players_who_are_not_known(in_memory, settings, shown):
    """Unless their number is typed."""
    assert in_memory(0, "hex", **settings).shown("Round") == shown
