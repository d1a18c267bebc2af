"""Names that are not on Players, and late names that are nearly somebody's: pointed out."""

from __future__ import annotations

import pytest


@pytest.fixture
def event(make_event):
    """Eight players, the first round without results."""
    return make_event(rounds=1, finished=False)


def strange(event, *command):
    """What is noted of names that nobody has."""
    result = event.done(*(command or ("print", "names")))
    return [line for line in result.stderr.splitlines() if "is not on Players" in line]


def test_a_name_that_nobody_has_beside_a_number_is_told(event):
    """The number counts; where another one is typed, and where the name is put right."""
    row = event.rows("Round 1")[0]
    event.type("Round 1", 2, **{"Player 1": "Zoe Zander"})
    where = event.address("Round 1", "Player 1", 2)
    number = event.address("Round 1", "No 1", 2).partition("!")[2]
    (told,) = strange(event)
    assert told == (
        f"Note: {where}: 'Zoe Zander' is not on Players, and number {row['No 1']} is "
        f"{row['Player 1']}, who counts. If somebody else plays here, type that number into {number}; "
        f"if not, type {row['Player 1']} here."
    )


def test_it_is_told_as_well_beside_a_number_that_was_typed(event):
    """The name that belongs to the number is written beside it then, but not in silence."""
    first, second = event.rows("Round 1")[:2]
    event.type("Round 1", 2, **{"No 1": second["No 1"], "Player 1": "Zoe Zander"})
    event.type("Round 1", 3, **{"No 1": first["No 1"], "Player 1": first["Player 1"]})
    assert len(strange(event)) == 1
    assert event.rows("Round 1")[0]["Player 1"] == second["Player 1"]


def test_a_player_who_was_renamed_is_nobody_strange(event):
    """The round was paired under the old name."""
    event.type("Players", event.row_of("Players", "Name", "Ann"), Name="Anneliese")
    event.play(1)
    assert strange(event, "standings") == []
    event.done("pair")
    event.type("Players", event.row_of("Players", "Name", "Anneliese"), Name="Zoe")
    event.play(2)
    assert strange(event, "standings") == []


def test_a_remark_beside_the_name_is_no_other_name(event):
    """Whose name it is can still be seen."""
    row = event.rows("Round 1")[0]
    event.type("Round 1", 2, **{"Player 1": f"{row['Player 1']} (late)", "Player 2": None})
    assert strange(event) == []


def test_rounds_without_notes_have_nothing_to_compare(event):
    """Imported rounds may have names of their own."""
    with event.opened() as workbook:
        workbook["Pairing notes"].delete_rows(2, 100)
    event.type("Round 1", 2, **{"Player 1": "Zoe Zander"})
    event.play(1)
    assert strange(event, "standings") == []


def test_a_late_name_that_is_nearly_somebody_s_is_told_when_it_is_paired(new_event):
    """Once, with both cells, and not again in the round after."""
    event = new_event(["Pavel Lee", "Ann", "Bea", "Cal", "Dee", "Eli", "Fay"], "--set", "Rounds=3")
    event.round()
    event.type("Players", 9, Name="Pavel Lea", No=8)
    told = event.done("pair").stderr
    assert "Players!B2 and B9: 'Pavel Lee' and 'Pavel Lea' may be one person" in told
    event.play(2)
    assert "Pavel" not in event.done("pair").stderr


def test_what_is_told_of_two_names_that_are_one_person_s_can_be_done(new_event):
    """A number that a round has cannot be cleared: the round is taken back first, who has played stays."""
    event = new_event(["Pavel Lee", "Ann", "Bea", "Cal", "Dee", "Eli", "Fay"], "--set", "Rounds=3")
    event.round()
    event.type("Players", 9, Name="Pavel Lea")
    assert (
        "may be one person; if so, undo, clear row 9, and pair again." in event.done("pair").stderr
    )
    event.done("undo")
    event.type("Players", 9, No=None, Name=None)
    assert "Pavel Lea" not in event.done("pair").stdout


def test_what_is_told_of_a_late_arrival_who_was_there_already_can_be_done(new_event):
    """The bye comes back first, as a row cannot go while its number is in a round."""
    event = new_event(["Pavel Lee", "Ann", "Bea", "Cal", "Dee", "Eli", "Fay"], "--set", "Rounds=3")
    event.round()
    event.done("pair")
    event.type("Players", 9, Name="Pavel Lea")
    told = event.done("late", "Pavel Lea").stderr
    row = event.row_of("Round 2", "No 2", 8)
    no, name, special = (
        event.address("Round 2", header, row).partition("!")[2]
        for header in ("No 2", "Player 2", "Special")
    )
    assert (
        f"if so, in Round 2 clear {no} and {name} and type Bye into {special}, then clear row 9 of Players."
    ) in told
    with event.opened() as workbook:
        workbook["Round 2"][no].value = workbook["Round 2"][name].value = None
        workbook["Round 2"][special].value = "Bye"
    event.type("Players", 9, No=None, Name=None, Status=None)
    event.play(2)
    assert "Pavel Lea" not in event.done("pair").output
    check = event.json("check")
    assert check == {"differences": [], "problems": []}
    assert "Pavel Lea" not in event.done("check").stderr


def test_a_player_who_has_left_is_nobody_late(new_event):
    """A row that was set to Dropped, as told, is not told again."""
    event = new_event(["Pavel Lee", "Ann", "Bea", "Cal"], "--set", "Rounds=2")
    event.round()
    event.type("Players", 6, Name="Pavel Lea", Status="Dropped")
    assert "Pavel" not in event.done("pair").stderr
