"""Rules of the organizer's own in a workbook: the tab Rules, files of rules, and events under them."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.own import dutch
from xlplugin.ground.resources import rules_files

from typing_results import typed_for

PLAYERS = [f"Player {n}" for n in range(1, 8)]


def test_new_says_what_will_not_do(new_event, tmp_path, monkeypatch):
    """A library that is not there, before anybody has to be paired; the file is made all the same."""
    monkeypatch.setattr(dutch, "is_installed", lambda: False)
    event = new_event(PLAYERS, ruleset="own")
    other = tmp_path / "chess.xlsx"
    result = event.run_bare("new", other, "--rules", "chess-dutch")
    assert result.exit_code == 0
    assert other.exists()
    assert "Pairing method is FIDE Dutch, which needs the library gacrux" in result.output


def rule(event, setting, value):
    """Type a value on the tab Rules."""
    event.type("Rules", event.row_of("Rules", "Setting", setting), Value=value)


def play(event, number):
    """Type a result into every match of a round: Player 1 wins."""
    with event.opened() as workbook:
        sheet = workbook[f"Round {number}"]
        places = {cell.value: cell.column for cell in sheet[1]}
        for row in range(2, sheet.max_row + 1):
            match = {header: sheet.cell(row, column).value for header, column in places.items()}
            if match["Table"] and not match["Special"]:
                for header, value in typed_for(match, 1, number).items():
                    sheet.cell(row, places[header]).value = value


@pytest.mark.parametrize("name", sorted(rules_files()))
def test_an_event_is_played_under_each_of_the_ready_made_rules(name, new_event):
    """Two rounds and the standings, then everything is checked."""
    ratings = [f"{player},{1800 - 50 * n},{n}" for n, player in enumerate(PLAYERS)]
    event = new_event(ratings, "--rules", name, header="Name,Rating,Start score", ruleset="own")
    for number in (1, 2):
        event.done("pair")
        play(event, number)
    event.done("standings")
    event.done("check")
    assert {row["Player"] for row in event.rows("Standings 2")} == {*PLAYERS}


def test_every_wrong_value_is_refused_by_its_cell(new_event):
    """All of them at once; nothing is written."""
    event = new_event(PLAYERS, ruleset="own")
    rule(event, "Points for a win", "three")
    rule(event, "Result", "Games played")
    rule(event, "Tiebreak 2", "Luck")
    told = event.refused("pair")
    cells = [
        f"Rules!B{event.row_of('Rules', 'Setting', s)}"
        for s in ("Points for a win", "Result", "Tiebreak 2")
    ]
    assert [cell for cell in cells if cell not in told] == []
    assert "choose one of: Winner, Games, Score" in told


def test_settings_that_contradict_one_another_are_refused_by_their_cells(new_event):
    """A margin needs scores; a tiebreak is listed once."""
    event = new_event(PLAYERS, ruleset="own")
    rule(event, "Margin at most", "20")
    rule(event, "Tiebreak 1", "Buchholz")
    rule(event, "Tiebreak 2", "Buchholz")
    told = event.refused("pair")
    cells = [
        f"Rules!B{event.row_of('Rules', 'Setting', s)}" for s in ("Margin at most", "Tiebreak 2")
    ]
    assert [cell for cell in cells if cell not in told] == []


def test_rules_are_settled_once_round_1_is_paired(new_event):
    """A change is named with what the round was paired under; set back, all is well."""
    event = new_event(PLAYERS, ruleset="own")
    event.done("pair")
    play(event, 1)
    rule(event, "Points for a draw", "1/2")
    told = event.refused("pair")
    assert "Points for a draw is 1/2, but round 1 was paired with 1" in told
    assert "set it back to 1 (for other rules undo all rounds first, then change them)" in told
    rule(event, "Points for a draw", "1")
    event.done("pair")


def without_row(setting):
    """A change of a workbook: somebody deletes the row of a setting on Rules."""

    def change(workbook):
        sheet = workbook["Rules"]
        rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
        kept = [row for row in rows if row[0] != setting]
        for number, row in enumerate([*kept, [None] * len(rows[0])], 1):
            for column, value in enumerate(row, 1):
                sheet.cell(number, column).value = value

    return change


def test_a_row_that_is_gone_is_told(new_event):
    """Before round 1 its default counts, in words."""
    event = new_event(PLAYERS, ruleset="own")
    rule(event, "Points for a win", "2")
    event.change(without_row("Points for a win"))
    assert "Rules has no row of these settings" in (told := event.done("pair").output)
    assert "Points for a win (3)" in told


def test_a_row_that_is_gone_is_refused_once_rules_are_settled(new_event):
    """Nothing goes on under other rules."""
    event = new_event(PLAYERS, ruleset="own")
    rule(event, "Points for a win", "2")
    event.done("pair")
    play(event, 1)
    event.change(without_row("Points for a win"))
    assert "Rules: Points for a win is 3, but round 1 was paired with 2" in event.refused("pair")


def test_a_choice_that_is_nearly_one_is_asked_about(new_event):
    """By its name, or by the header that its column has; anything else is not."""
    event = new_event(PLAYERS, ruleset="own")
    typed = {"Tiebreak 1": "SoS", "Tiebreak 2": "Bucholz", "Tiebreak 3": "Luck of the draw", "Pairing method": "FIDE Duch"}  # fmt: skip
    for setting, value in typed.items():
        rule(event, setting, value)
    told = event.refused("pair")
    assert "'SoS'; did you mean Strength of schedule? If not, choose one from the list" in told
    assert "did you mean Buchholz?" in told
    assert "'Luck of the draw'; choose one from the list of the cell" in told
    assert "did you mean FIDE Dutch? If not, choose one of: Groups of points, Round robin" in told


def test_a_setting_of_the_rules_does_not_count_on_event(new_event):
    """A row there would be read by people only: it is refused, and where to type it is said."""
    event = new_event(PLAYERS, ruleset="own")
    row = event.read()["Event"].max_row + 1
    event.type("Event", row, Setting="Points for a win", Value="2")
    told = event.refused("pair")
    assert f"Event!A{row}: Points for a win belongs on Rules, and does not count here" in told
    event.type("Event", row, Setting=None, Value=None)
    event.done("pair")


def test_a_tab_that_is_gone_is_one_sentence(new_event):
    """Though rounds have columns that only these rules have; the way back is in it."""
    event = new_event(PLAYERS, "--rules", "magic", ruleset="own")
    event.done("pair")
    play(event, 1)
    with event.opened() as workbook:
        del workbook["Rules"]
    told = event.refused("standings")
    assert told.count("Rules: there is no such tab; press Undo if it was just deleted") == 1
    assert "1 problem" in told
    assert "restore" in told


def test_a_cut_larger_than_the_field_is_said_before_round_1_and_after(new_event):
    """With the cell on Rules; what can still be changed then is Cut on Event."""
    event = new_event(PLAYERS, "--set=Cut by players=8", "--set=Rounds=1", ruleset="own")
    cell = f"Rules!B{event.row_of('Rules', 'Setting', 'Cut by players')}"
    sentence = f"{cell}: Cut by players lets 8 go on, but there are only 7 players so far"
    assert sentence in event.done("pair").output
    play(event, 1)
    assert sentence in event.done("check").output
    assert (
        f"{cell}: a cut to 8 needs 8 players, but only 7 can play on; set Cut (Event!B"
        in event.refused("cut")
    )


@pytest.mark.parametrize("change", ["delete", "rename"])
def test_the_tab_must_be_there(new_event, change):
    """Deleted or renamed, before and after round 1."""
    event = new_event(PLAYERS, ruleset="own")
    event.done("pair")
    with event.opened() as workbook:
        if change == "delete":
            del workbook["Rules"]
        else:
            workbook["Rules"].title = "My rules"
    assert "Rules: there is no such tab" in event.refused("pair")


def test_a_blank_is_as_the_help_says(new_event):
    """Cleared values have their defaults, whoever clears them and whenever."""
    event = new_event(PLAYERS, ruleset="own")
    event.done("pair")
    rule(event, "Points for a win", None)
    rule(event, "Within a group", "  random ")
    event.done("check")


def test_rules_are_saved_and_begin_another_event(new_event, tmp_path):
    """What was typed on the tab is on the tab of the other event."""
    event = new_event(PLAYERS, "--rules", "x-wing", ruleset="own")
    rule(event, "Swiss minutes", "90")
    saved, other = tmp_path / "mine.toml", tmp_path / "other.xlsx"
    assert event.run_bare("rules", "save", event.path, saved).exit_code == 0
    assert event.run_bare("new", other, "--rules", saved).exit_code == 0
    one, two = (
        [*map(tuple, type(event)(path).read()["Rules"].values)] for path in (event.path, other)
    )
    assert one == two
    again = event.run_bare("rules", "save", event.path, saved)
    assert again.exit_code == 1
    assert "already exists" in again.stderr


def test_what_is_wrong_with_a_file_of_rules_is_said_by_line(new_event, tmp_path):
    """Nothing is made."""
    event = new_event(PLAYERS, ruleset="own")
    file = tmp_path / "wrong.toml"
    file.write_text('[match]\nresult = "Wins"\n[ranking]\nluck = 1\n', encoding="utf-8")
    told = event.run_bare("new", tmp_path / "new.xlsx", "--rules", file)
    assert told.exit_code == 1
    assert "wrong.toml" in told.stderr
    assert "result cannot be 'Wins'" in told.stderr
    assert "no setting luck" in told.stderr
    assert not (tmp_path / "new.xlsx").exists()
    unknown = event.run_bare("new", tmp_path / "new.xlsx", "--rules", "chess")
    assert "chess is no file" in unknown.stderr
    assert Path(event.path).exists()


def test_a_rating_or_start_score_that_is_none_is_refused_by_its_cell(new_event):
    """A third of a point cannot be where halves are the smallest; a rating is a whole number."""
    rows = ["Ann,1800,12", "Bea,1750,11", "Cal,,0.5", "Dee,,"]
    event = new_event(
        rows, "--rules", "go-mcmahon", header="Name,Rating,Start score", ruleset="own"
    )
    event.type("Players", 3, Rating="1750?", **{"Start score": "1/3"})
    told = event.refused("pair")
    assert f"{event.address('Players', 'Rating', 3)}: Bea: '1750?' is not a whole number" in told
    assert (
        f"{event.address('Players', 'Start score', 3)}: Bea: '1/3' is no number of points" in told
    )


def test_a_row_that_is_no_setting_or_one_twice_is_refused(new_event):
    """What is typed there would not count, and nobody would see it."""
    event = new_event(PLAYERS, ruleset="own")
    row = event.row_of("Rules", "Setting", "Points for a win")
    with event.opened() as workbook:
        workbook["Rules"].cell(row, 1).value = "Point for a win"
        workbook["Rules"].cell(row + 1, 1).value = "Points for a loss"
    told = event.refused("pair")
    assert (
        f"Rules!A{row}: 'Point for a win' is no setting of these rules; correct its name to Points for a win"
        in told
    )
    assert "Points for a loss is there twice" in told


def test_a_level_score_with_a_winner_is_the_smallest_win(new_event):
    """In points by difference, where it would be a draw otherwise."""
    settings = {"Result": "Score", "Points by difference": "0 = 1:1, 1 = 4:0, 9 = 6:0"}
    event = new_event(PLAYERS[:4], *(f"--set={k}={v}" for k, v in settings.items()), ruleset="own")
    event.done("pair")
    event.type("Round 1", 2, **{"Score 1": 5, "Score 2": 5, "Winner": 2})
    event.type("Round 1", 3, **{"Score 1": 5, "Score 2": 5})
    event.done("standings")
    assert sorted(row["Points"] for row in event.rows("Standings 1")) == [0, 1, 1, 4]


def test_the_final_has_the_minutes_of_the_elimination(new_event):
    """Rules of one's own have no final without a limit unless they say so."""
    settings = (
        "--set=Elimination minutes=55",
        "--set=Cut by players=2",
        "--set=Rounds by players=1",
    )
    event = new_event(PLAYERS[:4], *settings, ruleset="own")
    event.done("pair")
    play(event, 1)
    event.done("pair")
    assert "Cut 1" in event.read().sheetnames
    assert "no time limit" not in event.run("clock", "--start").output


def test_an_event_is_called_by_the_name_of_its_rules(new_event):
    """On the page, with their source."""
    event = new_event(PLAYERS, "--rules", "x-wing", ruleset="own")
    event.done("pair")
    page = event.path.with_name("page.html")
    event.done("export", "-o", page)
    text = page.read_text(encoding="utf-8")
    assert '"rules":"Star Wars: X-Wing 2.0"' in text.replace('": "', '":"')
    assert "X-Wing Tournament Regulations 1.0" in text
