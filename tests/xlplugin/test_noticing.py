"""Anything typed between two actions is noticed by the next one, and logged once."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from xlplugin.verbs import change_pairing, cut, publish
from xlplugin.verbs.add_players import number_players
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.workbook.book import SetCells


@pytest.fixture
def event(in_memory):
    """Eight players, the first round paired."""
    event = in_memory(8)
    pair_round(event.host)
    return event


def exchange(event, tab="Round 1"):
    """Let the second players of tables 1 and 2 change places, as one types it."""
    (first, second) = event.rows(tab)[:2]
    for number, row in ((2, second), (3, first)):
        event.type(tab, number, No_2=row["No 2"], Player_2=row["Player 2"])
    return first, second


def by_hand_lines(event):
    """The lines of the log on what was typed."""
    return [details for action, details in event.log() if action == "By hand"]


def test_players_typed_into_other_matches_are_logged_with_what_was_there(event):
    """Which table, who met whom, who does now."""
    first, second = exchange(event)
    event.play("Round 1")
    pair_round(event.host)
    (line,) = by_hand_lines(event)
    assert line.startswith("Round 1: ")
    old = f"table 1, {first['Player 1']} - {first['Player 2']}"
    assert f"{old} -> table 1, {first['Player 1']} - {second['Player 2']}" in line
    notes = [row for row in event.rows("Pairing notes") if row["Rule"] == "By hand"]
    assert [row["Table"] for row in notes] == [1, 2]
    assert notes[0]["Why"] == f"Typed by the organizer; it was {old}."


def test_another_change_of_the_same_tables_is_logged_again(event):
    """Back to where they were is a change, too."""
    exchange(event)
    event.play("Round 1")
    write_standings(event.host)
    exchange(event)
    write_standings(event.host)
    assert len(by_hand_lines(event)) == 2


def test_a_match_moved_to_another_table_is_logged(event):
    """By a table number typed over."""
    row = event.rows("Round 1")[0]
    event.type("Round 1", 2, Table=60)
    event.play("Round 1")
    write_standings(event.host)
    who = f"{row['Player 1']} - {row['Player 2']}"
    assert by_hand_lines(event) == [f"Round 1: table 1, {who} -> table 60, {who}"]


def test_a_match_that_is_cleared_is_logged(event):
    """It is in no row any more."""
    row = event.rows("Round 1")[3]
    blank = dict.fromkeys(("Table", "No_1", "Player_1", "No_2", "Player_2"))
    event.type("Round 1", 5, **blank)
    event.play("Round 1")
    write_standings(event.host)
    write_standings(event.host)
    who = f"{row['Player 1']} - {row['Player 2']}"
    assert by_hand_lines(event) == [f"Round 1: table 4, {who} -> nobody"]


def test_what_is_illegal_is_flagged_in_the_log(event):
    """A rematch typed into the round stands, and the log says so."""
    event.play("Round 1")
    pair_round(event.host)
    met = event.rows("Round 1")[0]
    rows = event.rows("Round 2")
    at = {no: (i, side) for i, r in enumerate(rows, 2) for side in "12" for no in [r[f"No {side}"]]}
    row, side = at[met["No 1"]]
    there = rows[row - 2][f"No {'2' if side == '1' else '1'}"]
    other_row, other_side = at[met["No 2"]]
    event.type("Round 2", row, **{f"No {'2' if side == '1' else '1'}": met["No 2"]})
    event.type("Round 2", other_row, **{f"No {other_side}": there})
    write_standings(event.host)
    assert "have met in round 1" in by_hand_lines(event)[0]


def test_sorting_renaming_and_commands_are_no_changes_by_hand(event):
    """Rows in another order, a new name on Players, swap and move: nothing was typed over."""
    change_pairing.swap(event.host, "1", str(event.rows("Round 1")[1]["No 1"]))
    change_pairing.move(event.host, "1", 40)
    change_pairing.move(event.host, "2", 40)
    sheet = event.host.read().sheets["Round 1"]
    first, second = sheet.rows[1][:5], sheet.rows[2][:5]
    headers = ("Table", "No_1", "Player_1", "No_2", "Player_2")
    event.type("Round 1", 2, **dict(zip(headers, second, strict=True)))
    event.type("Round 1", 3, **dict(zip(headers, first, strict=True)))
    event.type("Players", 2, Name="Renamed")
    event.play("Round 1")
    write_standings(event.host)
    pair_round(event.host)
    assert by_hand_lines(event) == []


@pytest.mark.parametrize(
    "act",
    [
        lambda host: change_pairing.move(host, "3", 50),
        publish.publish,
        lambda host: pair_round(host, again=True),
    ],
)
def test_every_action_on_a_round_notices(in_memory, act):
    """Before it does its own work."""
    event = in_memory(8, **{"Publish rounds": "When told"})
    pair_round(event.host)
    exchange(event)
    act(event.host)
    assert len(by_hand_lines(event)) == 1


# statuses and settings


def test_who_has_left_is_logged_with_the_next_action(event):
    """Once, with the status before; a player who comes back is logged, too."""
    event.type("Players", 3, Status="Dropped")
    event.type("Players", 4, Status="Disqualified")
    event.play("Round 1")
    write_standings(event.host)
    pair_round(event.host)
    event.type("Players", 3, Status=None)
    event.play("Round 2")
    pair_round(event.host)
    assert [details for action, details in event.log() if action == "Status"] == [
        "Player 2 (No 2): Dropped (was Active); Player 3 (No 3): Disqualified (was Active)",
        "Player 2 (No 2): Active (was Dropped)",
    ]


def test_who_declines_the_cut_is_logged(event):
    """It decides who plays on."""
    event.type("Players", 3, Declines_cut="Yes")
    event.play("Round 1")
    pair_round(event.host)
    assert ("Status", "Player 2 (No 2): Active, declines the cut (was Active)") in event.log()


def test_names_typed_on_players_are_logged_with_their_numbers(event):
    """Late entries come in with the next action, and the log says when."""
    event.type("Players", 10, Name="Late Larch")
    event.play("Round 1")
    pair_round(event.host)
    write_standings(event.host)
    assert [line for line in event.log() if line[0] == "Number"] == [("Number", "Late Larch (9)")]


def test_settings_are_logged_as_they_change(event):
    """What holds from the start, then every change with the value before; not what changes nothing."""
    event.setting("Tier", "Competitive")
    event.setting("Organizer", "Somebody")
    event.play("Round 1")
    pair_round(event.host)
    event.setting("Tier", None)
    event.setting("Tables", "1-12; 21-30")
    event.play("Round 2")
    pair_round(event.host)
    assert [details for action, details in event.log() if action == "Setting"] == [
        "Ruleset: nisei-swiss", "Event seed: 7", "Tier: Competitive",
        "Tier: blank (was Competitive)", "Tables: 1-12; 21-30",
    ]  # fmt: skip


def test_a_log_that_has_lost_its_lines_is_no_obstacle(event):
    """What is not known is told again."""
    log = event.host.read().sheets["Log"]
    for number in range(2, len(log.rows) + 1):
        event.type("Log", number, When=None, Action=None, Details=None)
    event.play("Round 1")
    pair_round(event.host)
    actions = [action for action, _ in event.log() if action]
    assert actions == ["Setting", "Setting", "Results", "Pair"]
    assert not event.event.problems


def sort(event, tab, header):
    """Sort the rows of a tab by a column, the last first."""
    first, *rows = event.host.read().sheets[tab].rows
    place = first.index(header)
    full = [[*row, *[None] * (len(first) - len(row))] for row in rows]
    full.sort(key=lambda row: str(row[place]), reverse=True)
    cells = {(r, c): v for r, row in enumerate(full, 2) for c, v in enumerate(row, 1)}
    event.host.write([SetCells(tab, cells)])


@pytest.mark.parametrize("header", ["Why", "Table"])
def test_notes_may_be_sorted(event, header):
    """What was changed by a command is not taken for typed afterwards."""
    change_pairing.swap(event.host, "1", str(event.rows("Round 1")[1]["No 1"]))
    sort(event, "Pairing notes", header)
    event.play("Round 1")
    write_standings(event.host)
    assert by_hand_lines(event) == []


def test_the_log_may_be_sorted(event):
    """The times say what was first."""
    for day, rounds in enumerate(("3", "4", "5"), 1):
        event.setting("Rounds", rounds)
        change_pairing.move(event.host, "1", 40 + day, when=datetime(2026, 11, day, tzinfo=UTC))
    sort(event, "Log", "When")
    change_pairing.move(event.host, "1", 60)
    assert sum(details.startswith("Rounds") for _, details in event.log()) == 3


def test_notes_of_some_matches_only_tell_nothing_of_the_others(event):
    """As in a round that was imported, of which one match was moved."""
    notes = event.host.read().sheets["Pairing notes"].rows
    for number in range(2, len(notes) + 1):
        event.type("Pairing notes", number, Round=None, Table=None)
    change_pairing.move(event.host, "1", 40)
    event.play("Round 1")
    write_standings(event.host)
    assert by_hand_lines(event) == []


def test_a_match_typed_into_a_new_row_is_logged(event):
    """It was paired by nobody."""
    event.type("Players", 10, Name="Late Larch")
    event.type("Players", 11, Name="Later Lime")
    new = {"Table": 9, "No 1": 9, "Player 1": "Late Larch", "No 2": 10, "Player 2": "Later Lime"}
    number_players(event.host)
    event.type("Round 1", 6, **new)
    event.play("Round 1")
    write_standings(event.host)
    assert by_hand_lines(event) == ["Round 1: nobody -> table 9, Late Larch - Later Lime"]


def test_a_bye_typed_by_hand_loses_the_old_name(event):
    """The opponent who is gone is not named beside it."""
    event.type("Round 1", 2, No_2=None, Special="Bye")
    event.play("Round 1")
    write_standings(event.host)
    assert event.rows("Round 1")[0]["Player 2"] == "(bye)"


def test_values_and_names_that_look_like_the_log_are_told_once(event):
    """Brackets and the word for the value before are text like any other."""
    event.setting("Event seed", "spring (2026) (was 1)")
    event.type("Players", 2, Name="A (No 3): Dropped (was Active)", Status="Dropped")
    for table in (41, 42, 43):
        change_pairing.move(event.host, "4", table)
    assert sum(action == "Setting" for action, _ in event.log()) == 3
    assert sum(action == "Status" for action, _ in event.log()) == 1


def test_what_an_action_has_changed_is_not_told_as_typed(in_memory):
    """The first day is closed by a command, which logs what it sets."""
    event = in_memory(8, Rounds="3")
    pair_round(event.host)
    event.play("Round 1")
    cut.make_progression(event.host, 3)
    there = len(event.log())
    pair_round(event.host)
    assert [action for action, _ in event.log()[there:]] == ["Pair"]


def test_more_than_a_cell_takes_is_logged_in_several_lines(new_event):
    """As with a thousand players: the workbook is saved, and everything is known the next time."""
    names = [f"Player {number} {'n' * 240}" for number in range(1, 81)]
    event = new_event(names)
    for row in range(2, 82):
        event.type("Players", row, No=None)
    event.done("print", "seats")
    for row in range(4, 82):
        event.type("Players", row, Status="Dropped")
    event.done("print", "seats")
    event.done("print", "seats")
    lines = [(row["Action"], row["Details"]) for row in event.rows("Log")]
    assert max(len(details) for _, details in lines) <= 16_000
    statuses = " ".join(details for action, details in lines if action == "Status")
    assert len(statuses) > 16_000
    assert statuses.count(": Dropped (was Active)") == 78


# Names


def names_logged(event):
    """The lines of the log on names typed over."""
    return [details for action, details in event.log() if action == "Name"]


def test_a_name_typed_over_twice_is_logged_with_the_name_of_before(event):
    """Not with the first one; back to the first one is a change, too."""
    event.play("Round 1")
    for name in ("Zora Zinn", "Yara", "Player 4"):
        event.type("Players", 5, Name=name)
        write_standings(event.host)
    assert names_logged(event) == [
        "No 4: Zora Zinn (was Player 4)",
        "No 4: Yara (was Zora Zinn)",
        "No 4: Player 4 (was Yara)",
    ]


def test_spaces_are_no_other_name_and_capitals_are(event):
    """Nobody sees the spaces."""
    event.play("Round 1")
    event.type("Players", 5, Name=" Player  4 ")
    event.type("Players", 6, Name="PLAYER 5")
    write_standings(event.host)
    assert names_logged(event) == ["No 5: PLAYER 5 (was Player 5)"]


@pytest.mark.parametrize("name", ["Ann (was Bea)", "No 5: Ann", "Ann (wasp) (5), Cal (6)"])
def test_a_name_like_a_line_of_the_log_is_logged_once(event, name):
    """Nor is anybody else taken for renamed."""
    event.play("Round 1")
    event.type("Players", 5, Name=name)
    write_standings(event.host)
    write_standings(event.host)
    assert names_logged(event) == [f"No 4: {name} (was Player 4)"]
    event.type("Players", 5, Name="Player 4")
    write_standings(event.host)
    write_standings(event.host)
    assert names_logged(event)[1:] == [f"No 4: Player 4 (was {name})"]


def test_a_newcomer_renamed_before_being_paired_is_known_by_the_line_on_numbers(event):
    """And who was cleared is nobody's old name, once the number is given again."""
    event.play("Round 1")
    event.type("Players", 10, Name="Ida, the late (2)")
    write_standings(event.host)
    event.type("Players", 10, Name="Ida")
    write_standings(event.host)
    assert names_logged(event) == ["No 9: Ida (was Ida, the late (2))"]
    event.type("Players", 10, No=None, Name="Jon")
    write_standings(event.host)
    write_standings(event.host)
    assert len(names_logged(event)) == 1


def test_a_player_added_from_a_roster_is_known_by_the_line_on_it(make_event):
    """Renamed before being paired; a name may have commas and colons."""
    event = make_event(rounds=1)
    roster = event.path.with_name("late.csv")
    roster.write_text('Name\n"Jon: J., the late"\nIda\n', encoding="utf-8")
    event.done("players", roster)
    event.type("Players", 10, Name="Jon")
    for _ in range(2):
        event.done("standings")
    log = [row["Details"] for row in event.rows("Log") if row["Action"] == "Name"]
    assert log == ["No 9: Jon (was Jon: J., the late)"]


def test_players_whose_names_exchange_are_each_logged(in_memory):
    """Where the rounds do not tell yet: names sorted without their numbers."""
    event = in_memory(8)
    pair_round(event.host)
    event.play("Round 1")
    event.type("Players", 2, Name="Xenia")
    event.type("Players", 3, Name="Wanda")
    write_standings(event.host)
    event.type("Players", 2, Name="Wanda")
    event.type("Players", 3, Name="Xenia")
    write_standings(event.host)
    assert names_logged(event)[2:] == ["No 1: Wanda (was Xenia)", "No 2: Xenia (was Wanda)"]


def test_a_number_typed_beside_a_name_with_a_typo_is_logged_as_a_name(event):
    """As the message on a player who is gone asks for."""
    event.play("Round 1")
    event.type("Players", 5, No=None, Name=None, Status=None)
    event.type("Players", 10, No=4, Name="Playr 4")
    write_standings(event.host)
    assert names_logged(event) == ["No 4: Playr 4 (was Player 4)"]
