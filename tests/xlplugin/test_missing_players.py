"""A player of the rounds who is gone from Players: reported once, and recognised when typed again."""

from __future__ import annotations

import re

import pytest

MAYBE = "if Dirk Dryer here is the same player, type 4 here; else type 4 into {} and Dirk Dreyer beside it"


@pytest.fixture
def event(make_event):
    """Eight players (No 4 is Dee), two rounds, the second without results."""
    return make_event(rounds=2, finished=False)


def delete_row(event, row):
    """Delete a row of Players, as one does in Excel: the rows below move up."""
    with event.opened() as workbook:
        workbook["Players"].delete_rows(row)


def problems(message):
    """The problems of a message without its last line."""
    return message.strip().splitlines()[:-1]


def players(event):
    """Who has which number."""
    return {row["No"]: row["Name"] for row in event.rows("Players")}


def log(event, action):
    """What the log has of an action."""
    return [row["Details"] for row in event.rows("Log") if row["Action"] == action]


def test_a_deleted_row_is_one_problem_with_the_cell_to_type_into(event):
    """Not one for each round; the name comes from the round tabs."""
    delete_row(event, 5)
    event.play(2)
    assert problems(event.refused("print", "names")) == [
        "Players!A9: No 4 is missing (Dee); type 4 here and Dee beside it, or use a backup"
    ]


def test_what_else_is_wrong_in_the_rounds_is_told_as_well(event):
    """The rounds are read as if the player were there."""
    delete_row(event, 5)
    row = event.row_of("Round 1", "No 1", event.rows("Round 1")[0]["No 1"])
    event.type("Round 1", row, **{"P1 Corp": "X"})
    told = problems(event.refused("pair"))
    assert any("'X' is not allowed" in line for line in told)
    assert sum("No 4 is missing" in line for line in told) == 1


def test_a_name_typed_again_at_the_bottom_gets_its_number_back(event):
    """Logged, with a note on what the new row does not have."""
    delete_row(event, 5)
    event.type("Players", 9, Name=" dee ")
    event.play(2)
    said = event.done("pair").stderr
    assert "Players!A9: dee was No 4 in the rounds, and has this number again." in said
    assert players(event)[4] == " dee "
    assert log(event, "Number") == ["dee (4)"]
    assert "was No 4" not in event.done("standings").stderr


def test_a_name_typed_again_with_a_typo_is_asked_about_in_its_row(make_event):
    """Whoever obeys has the players of before, and not one more."""
    event = make_event(rounds=1, finished=False)
    for row in range(2, 6):
        for side in "12":
            if event.rows("Round 1")[row - 2][f"No {side}"] == 4:
                event.type("Round 1", row, **{f"Player {side}": "Dirk Dreyer"})
    delete_row(event, 5)
    event.type("Players", 9, Name="Ida Ibsen")
    event.type("Players", 10, Name="Dirk Dryer")
    event.play(1)
    assert problems(event.refused("pair")) == [
        "Players!A10: No 4 is missing (Dirk Dreyer); " + MAYBE.format("A11")
    ]
    event.type("Players", 10, No=4)
    event.done("pair")
    assert {no: players(event)[no] for no in (4, 9)} == {4: "Dirk Dryer", 9: "Ida Ibsen"}
    assert len(players(event)) == 9


def test_a_namesake_in_a_row_without_a_number_may_be_somebody_else(event):
    """Two numbers that are gone are told each with a row of their own, beside who may be one of them."""
    for number in (6, 4):
        delete_row(event, number + 1)
    for tab in ("Round 1", "Round 2"):
        for number, line in enumerate(event.rows(tab), 2):
            for side in "12":
                if line[f"No {side}"] == 4:
                    event.type(tab, number, **{f"Player {side}": "Dirk Dreyer"})
    event.type("Players", 8, Name="Dirk Dryer")
    event.play(2)
    assert problems(event.refused("pair")) == [
        "Players!A8: No 4 is missing (Dirk Dreyer); " + MAYBE.format("A9"),
        "Players!A10: No 6 is missing (Fay); type 6 here and Fay beside it, or use a backup",
    ]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"Name": None}, "Players!B5: No 4 is missing (Dee): the name is gone; type it here again, or use a backup"),
        ({"No": 40}, "Players!A5: No 4 is missing (Dee): the number here is 40; type 4"),
        # the name says whose number it was, so that nobody is missing
        ({"No": "four"}, "Players!A5: 'four' is not a whole number"),
    ],
)  # fmt: skip
def test_a_cell_that_was_typed_over_is_named_with_what_was_there(event, typed, told):
    """One problem, at that cell; a name or a number typed again mends it."""
    event.type("Players", 5, **typed)
    event.play(2)
    (line,) = problems(event.refused("pair"))
    assert line.startswith(told)
    event.type("Players", 5, No=4 if typed.get("No") == 40 else None, Name="Dee")
    event.done("pair")
    assert players(event)[4] == "Dee"


def test_a_cleared_name_typed_again_at_the_bottom_asks_for_one_row(event):
    """Once the old row is cleared, the name has its number back."""
    event.type("Players", 5, Name=None)
    event.type("Players", 10, Name="Dee")
    event.play(2)
    (told,) = problems(event.refused("pair"))
    assert told.startswith(
        "Players!B5: No 4 is missing (Dee): the name is gone; clear this row: B10"
    )
    event.type("Players", 5, No=None, Status=None)
    event.done("pair")
    assert players(event)[4] == "Dee"


def test_a_number_typed_over_in_a_round_is_no_missing_player(event):
    """It was never paired, and the name beside it is somebody else's."""
    event.type("Round 2", 2, **{"No 2": 99})
    told = event.refused("pair")
    assert re.search("Round 2!\\w+2: player 99 is not on Players; correct the number", told)
    assert "No 99" not in told


def test_a_name_that_two_lost_numbers_had_comes_back_once(event):
    """The other one is still missing, and said to be."""
    lost = [4, 6]
    for number in reversed(lost):
        delete_row(event, number + 1)
    for tab in ("Round 1", "Round 2"):
        for number, line in enumerate(event.rows(tab), 2):
            for side in "12":
                if line[f"No {side}"] in lost:
                    event.type(tab, number, **{f"Player {side}": "Dee"})
    event.type("Players", 8, Name="Dee")
    event.play(2)
    (told,) = problems(event.refused("pair"))
    assert told.startswith("Players!A9: No 6 is missing (Dee)")


def test_a_player_of_the_cut_is_missed_as_well(at_state):
    """The tabs after the Swiss rounds mention numbers, too."""
    event = at_state("cut 1")
    with event.opened() as workbook:
        workbook["Players"].delete_rows(2)
    (told,) = problems(event.refused("standings"))
    assert told.startswith("Players!A7: No 1 is missing (Ann)")


def test_imported_rounds_know_their_players_without_notes(event):
    """Where nothing was noted, the names of the rounds tell."""
    with event.opened() as workbook:
        workbook["Pairing notes"].delete_rows(2, 500)
        workbook["Players"].delete_rows(5)
    event.play(2)
    (told,) = problems(event.refused("pair"))
    assert told.startswith("Players!A9: No 4 is missing (Dee)")


def test_a_player_missing_from_an_army_roster_is_told_alone(in_memory):
    """What the ruleset finds in the rounds of somebody who is gone is told once they are back."""
    from xlplugin.ground.problems import WorkbookProblems  # noqa: PLC0415
    from xlplugin.verbs.pair import pair_round  # noqa: PLC0415
    from xlplugin.verbs.standings import write_standings  # noqa: PLC0415

    event = in_memory(4, "hex")
    pair_round(event.host)
    for number in range(2, 4):
        event.type("Round 1", number, HQ_1=10, HQ_2=4, Army_1="Borgo", Army_2="Outpost")
    headers = [h for h in event.rows("Players")[0] if h]
    event.type("Players", 3, **{h.replace(" ", "_"): None for h in headers})
    with pytest.raises(WorkbookProblems) as error:
        write_standings(event.host)
    assert sum("No 2 is missing" in str(problem) for problem in error.value.problems) == 1
