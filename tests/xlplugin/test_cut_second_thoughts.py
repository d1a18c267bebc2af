"""Things that organizers undo, correct or change after the Swiss rounds."""

from __future__ import annotations

import pytest

from xlplugin.verbs.pair import pair_round

ANNOUNCED = ("Cut=2", "Tiebreaker round=Yes")


def table(paired):
    """Who meets whom, with the reasons."""
    return [(g["player1"], g["player2"], g["reasons"]) for g in paired["pairings"]]


def seeds_of(event):
    """The names on ``Cut 1`` by seed."""
    rows = event.rows("Cut 1")
    seeds = {r[f"Seed {i}"]: r[f"Player {i}"] for r in rows for i in (1, 2) if r[f"No {i}"]}
    return [seeds[n] for n in sorted(seeds)]


def ranked(event):
    """The names by the standings after the Swiss rounds."""
    return [s["player"] for s in event.json("standings")["standings"]]


def values(book, *without):
    """Every cell of a workbook, tab by tab, but for rows that are blank."""
    return {s.title: [r for r in s.values if any(r)] for s in book if s.title not in without}


# undo


@pytest.mark.parametrize(
    ("state", "gone", "before"),
    [("cut 4", "Cut 4", "cut 3 typed"), ("cut 2 typed", "Cut 2", "cut 1 typed")],
)
def test_undo_of_a_round_of_the_elimination(at_state, state, gone, before):
    """Its tab, its notes and its part of the bracket are gone, all else is as before."""
    event = at_state(state)
    assert f"{gone} is gone from event.xlsx" in event.done("undo").stdout
    book = event.read()
    assert gone not in book.sheetnames
    assert {row["Round"] for row in event.rows("Pairing notes")} & {gone} == set()
    wanted = at_state(before).read()
    without = ("Log", "Event", "Bracket", "Lists")  # Lists: hidden, what dropdowns offer
    assert values(book, *without) == values(wanted, *without)
    assert event.value_of("Cut tabs") == ", ".join(
        name for name in book.sheetnames if name.startswith("Cut ")
    )


@pytest.mark.parametrize("state", ["cut 1", "cut 1 typed"])
def test_undo_of_the_cut(at_state, state):
    """The bracket goes with the first round, Event is back at the Swiss rounds, and another size can be cut."""
    event = at_state(state)
    event.done("undo")
    assert not {"Cut 1", "Bracket", "Final standings"} & set(event.read().sheetnames)
    assert event.value_of("Cut tabs") is None
    assert event.value_of("Round") == "1 of 1"
    step = "Swiss finished. Click Pair next round for the top 4."
    assert step in event.steps_of("Next step")
    event.done("cut", "--top", 2)
    assert len(event.rows("Cut 1")) == 1
    assert event.value_of("Cut tabs") == "Cut 1"
    assert event.value_of("Players in the cut") == 2


def test_undo_of_everything(at_state):
    """One undo a round leads back to the roster; final standings without a last round would be wrong."""
    event = at_state("final")
    for gone in ("Cut 4", "Cut 3", "Cut 2", "Cut 1", "Round 1"):
        assert gone in event.done("undo").stdout
        assert not {gone, "Final standings"} & {*event.read().sheetnames}
    event.refuses("undo", "There is no round to undo")


@pytest.mark.parametrize("state", ["cut 1", "cut 3"])
def test_pairing_again_or_after_undo_gives_the_same_round(at_state, state):
    """Draws come from the event seed, so that the same round comes back, and everything else stays."""
    event = at_state(state)
    before = values(event.read(), "Log")
    event.done("pair", "--again")
    assert values(event.read(), "Log") == before
    tabs = (state.capitalize(), "Bracket")
    before = [list(event.read()[tab].values) for tab in tabs]
    event.done("undo")
    event.done("pair")
    assert [list(event.read()[tab].values) for tab in tabs] == before


def test_undo_of_the_tiebreaker_round_and_again(after_swiss):
    """It goes and comes back with the same sides; with No in the setting, tiebreaks decide instead."""
    event = after_swiss(settings=ANNOUNCED)
    first = event.next_round()
    event.done("undo")
    assert "Tiebreaker" not in event.read().sheetnames
    assert event.value_of("Cut tabs") is None
    assert table(event.json("pair")) == table(first)
    event.done("undo")
    event.setting("Tiebreaker round", "No")
    assert event.json("pair")["stage"] == "Elimination"


def test_undo_of_a_newest_round_that_is_broken_or_deleted(at_state):
    """What is wrong with the round that goes is no reason to keep it; a tab that is gone is gone officially."""
    event = at_state("cut 2 typed")
    event.type("Cut 2", 2, Winner="x")
    event.done("undo")
    event.done("pair")
    with event.opened() as workbook:
        del workbook["Cut 2"]
    event.done("undo")
    assert event.value_of("Cut tabs") == "Cut 1"
    assert event.value_of("Players in the cut") == 4
    event.done("pair")
    assert "Cut 2" in event.read().sheetnames


def test_undo_forgets_a_size_that_nobody_typed(after_swiss):
    """Where Cut was blank, it is blank again once the cut is taken back."""
    event = after_swiss("nisei-swiss", 8, 1)
    event.done("cut", "--top", 8)
    event.done("undo")
    assert event.value_of("Cut") is None


# pair --again


def test_pairing_the_cut_again_after_a_seed_has_dropped(at_state):
    """The next one in the standings takes the place."""
    event = at_state("cut 1")
    names = seeds_of(event)
    event.status(names[1])
    result = event.done("pair", "--again")
    assert seeds_of(event)[:3] == [names[0], names[2], names[3]]
    assert len(set(seeds_of(event))) == 4
    assert f"{names[1]}, rank 2, is passed over: dropped" in result.stdout
    drawn = {cell for row in event.read()["Bracket"].values for cell in row}
    assert names[1] not in drawn
    assert seeds_of(event)[3] in drawn


def test_pairing_the_tiebreaker_round_again(after_swiss):
    """After a drop the next one with the same points plays."""
    event = after_swiss("nisei-swiss", 8, 3, ANNOUNCED)
    names = ranked(event)
    event.done("pair")
    event.status(names[2])
    paired = event.json("pair", "--again")
    assert [(g["player1"], g["player2"]) for g in paired["pairings"]] == [(names[1], names[3])]


@pytest.mark.parametrize("tab", ["Cut 1", "Cut 2"])
def test_pairing_again_is_refused_once_something_would_be_lost(at_state, tab):
    """A result, or an entry in a column of one's own; who is the Corp is no result."""
    event = at_state(tab.lower())
    for header, value in (("Winner", 1), ("Winner", "D"), ("Special", "No-show 2")):
        event.type(tab, 2, **{header: value})
        event.refuses("pair --again", f"{tab}: results have been typed")
        event.type(tab, 2, **{header: None})
    with event.opened() as workbook:
        sheet = workbook[tab]
        sheet.cell(1, sheet.max_column + 1).value = "Stream"
        sheet.cell(2, sheet.max_column).value = "yes"
    event.refuses("pair --again", "a column of your own has entries")
    event.type(tab, 2, Stream=None, Corp=1)
    event.done("pair", "--again")


# Corrections


def test_a_swiss_result_corrected_after_the_cut(at_state):
    """The seeds stay as the cut was made; the Swiss ranks of the final standings follow."""
    event = at_state("cut 4 typed")
    names = seeds_of(event)
    for row in (2, 3, 4):
        match = event.rows("Round 1")[row - 2]
        letter = "L" if match["P1 Corp"] == "W" else "W"
        event.type("Round 1", row, **{"P1 Corp": letter, "P1 Runner": letter})
    final = event.json("standings")
    assert seeds_of(event) == names
    assert [s["player"] for s in final["standings"][:4]] == names
    assert [row["Seed"] for row in event.rows("Final standings")][:4] == [1, 2, 3, 4]
    assert sorted(row["Swiss rank"] for row in event.rows("Final standings")) == [*range(1, 7)]


def test_final_standings_are_not_left_wrong_by_a_correction(at_state):
    """After a second final that a correction made necessary, the old ones do not stand as written."""
    event = at_state("final")
    champion = event.final_names()[0]
    row = event.rows("Cut 4")[0]
    event.type("Cut 4", 2, Winner=3 - row["Winner"])
    event.done("pair")
    event.decide("Cut 5", lambda match: 1 if match["Player 1"] != champion else 2)
    event.refused("pair", status=3)
    book = event.read()
    is_stale = "Final standings" in book.sheetnames and event.final_names()[0] == champion
    assert not is_stale or "Write the final standings" in event.steps_of("Next step")


def test_a_champion_corrected_after_the_final_standings(after_swiss):
    """The final standings follow with the next standings; so does the bracket."""
    event = after_swiss(rounds=1, settings=("Cut=2",))
    event.next_round()
    event.done("standings")
    first, second, *_ = event.final_names()
    event.type("Cut 1", 2, Winner=3 - event.rows("Cut 1")[0]["Winner"])
    event.done("standings")
    assert event.final_names()[:2] == [second, first]
    assert event.value_of("Next step") == f"{second} has won"


def test_own_columns_of_the_final_standings_stay(at_state):
    """Prizes that are noted there are kept when the standings are written again."""
    event = at_state("final")
    with event.opened() as workbook:
        sheet = workbook["Final standings"]
        sheet.cell(1, sheet.max_column + 1).value = "Prize"
        sheet.cell(2, sheet.max_column).value = "playmat"
    event.done("standings")
    assert event.rows("Final standings")[0]["Prize"] == "playmat"


# Drops


def test_a_drop_between_two_rounds(at_state):
    """The next game is a walkover: the opponent advances, and the notes say why."""
    status = "Forfeited"
    event = at_state("cut 1 typed")
    gone, other = seeds_of(event)[:2]  # they have won, and would meet in the upper bracket
    event.status(gone, status)
    event.done("pair")
    assert {row["Special"] for row in event.rows("Cut 1")} == {None}
    row = next(r for r in event.rows("Cut 2") if gone in (r["Player 1"], r["Player 2"]))
    assert other in (row["Player 1"], row["Player 2"])
    assert row["Special"] == ("No-show 1" if row["Player 1"] == gone else "No-show 2")
    why = [str(n["Why"]) for n in event.rows("Pairing notes") if n["Round"] == "Cut 2"]
    assert any(other in text and f"{gone} is {status.lower()}" in text for text in why)


@pytest.mark.parametrize("finalist", [0, 1], ids=["who won", "who lost"])
def test_a_disqualified_finalist_gets_no_empty_round(at_state, winners, finalist, tmp_path):
    """The second final that one of the two has left is no tab: the other one has won."""
    event = at_state("cut 4")
    event.decide("Cut 4", winners.lower)
    final = event.rows("Cut 4")[0]
    lost, won = sorted((1, 2), key=lambda side: final[f"Seed {side}"])
    names = [final[f"Player {won}"], final[f"Player {lost}"]]
    gone, champion = names[finalist], names[1 - finalist]
    event.status(gone, "Disqualified")
    assert f"The elimination is over: {champion} has won" in event.refused("pair", status=3)
    told = event.done("standings").stderr
    assert f"No second final is played: {gone} is disqualified, so {champion} has won." in told
    assert "Cut 5" not in event.read().sheetnames
    assert event.final_names()[:2] == [champion, gone]
    drawn = [row for row in event.read()["Bracket"].values if champion in row or gone in row]
    assert any("absent" in row for row in drawn)
    assert event.json("check") == {"differences": [], "problems": []}
    event.done("export", "--format", "html", "-o", tmp_path / "page.html")
    event.done("export", "--format", "nrtm", "-o", tmp_path / "event.json")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "not needed" not in page


def test_a_second_final_that_was_played_stands_when_a_finalist_leaves(at_state, winners):
    """A result typed before somebody went home counts."""
    event = at_state("cut 4")
    event.decide("Cut 4", winners.lower)
    event.done("pair")
    event.decide("Cut 5", winners.higher)
    final = event.rows("Cut 5")[0]
    event.status(final[f"Player {winners.higher(final)}"])
    event.done("standings")
    assert event.final_names()[0] == final[f"Player {winners.higher(final)}"]


@pytest.mark.parametrize("command", ["pair", "standings"])
def test_a_drop_while_the_round_is_in_play(at_state, command):
    """A game without a result counts as a walkover: told in a note, and typed into Special."""
    event = at_state("cut 2")
    event.decide("Cut 2")
    row = event.rows("Cut 2")[0]
    event.type("Cut 2", 2, Winner=None)
    event.status(row["Player 1"])
    result = event.done(command)
    where = event.address("Cut 2", "Special", 2)
    words = f"{where}: {row['Player 1']} is Dropped, so this counts as No-show 1"
    assert words in result.stderr
    assert "Cut 2!Cut 2" not in result.stderr
    assert event.rows("Cut 2")[0]["Special"] == "No-show 1"


def test_who_comes_late_or_is_back_at_once_changes_nothing(at_state):
    """A name typed below the others is numbered; Dropped and Active again leaves nothing behind."""
    event = at_state("cut 1 typed")
    name = seeds_of(event)[0]
    event.status(name)
    event.status(name, "Active")
    event.type("Players", 8, Name="Late Lou")
    event.done("pair")
    assert {row["Special"] for row in event.rows("Cut 2")} == {None}
    assert "Late Lou" not in str(event.rows("Cut 2"))


@pytest.mark.parametrize("typed", [{"Game 1": 1}, {"Game 1": 1, "Game 2": 2}], ids=str)
def test_a_drop_in_the_middle_of_a_best_of_three(after_swiss, typed):
    """One game was played, then somebody left: the workbook still reads afterwards."""
    event = after_swiss(rounds=1, settings=("Cut=4", "Elimination=Best of three"))
    event.done("pair")
    event.decide("Cut 1")
    row = event.rows("Cut 1")[0]
    blank = dict.fromkeys(("Game 1", "Game 2", "Game 3"))
    event.type("Cut 1", 2, **(blank | typed))
    event.status(row["Player 2"])
    event.done("pair")
    event.decide("Cut 2")
    final = event.json("standings")
    assert row["Player 1"] in [s["player"] for s in final["standings"][:2]]


def test_a_drop_in_the_middle_of_a_game(at_state, after_swiss):
    """Armies or a side were typed, then somebody left: a walkover, and the workbook still reads afterwards."""
    event = after_swiss("hex", rounds=1)
    event.done("cut", "--top", 4)
    event.decide("Cut 1")
    event.change({"Cut 1!HQ 1 2": None, "Cut 1!HQ 2 2": None})
    event.status(event.rows("Cut 1")[0]["Player 2"])
    event.next_round()
    event.done("standings")
    event = at_state("cut 1 typed")
    event.type("Cut 1", 2, Winner=None)
    event.status(event.rows("Cut 1")[0]["Player 1"])
    event.next_round()
    event.done("pair")


@pytest.mark.parametrize("typed", [False, True])
def test_a_drop_during_or_after_the_tiebreaker_round(after_swiss, typed):
    """Whoever leaves without a result concedes the game; where the winner of it leaves, the loser is next in line."""
    event = after_swiss(settings=ANNOUNCED)
    names = ranked(event)
    event.done("pair")
    if typed:
        event.decide("Tiebreaker")
    event.status(names[1])
    assert event.json("pair")["stage"] == "Elimination"
    assert seeds_of(event) == [names[0], names[2]]


@pytest.mark.parametrize("last", [2, 3], ids=["in-time", "too-late"])
def test_a_player_who_is_back_for_the_cut_alone_is_told(in_memory, last):
    """Whoever had dropped may come back to a Swiss round (OP), not to the elimination alone."""
    event = in_memory(4, Rounds="3", Cut="4")
    for number in (1, 2, 3):
        pair_round(event.host)
        event.play(f"Round {number}")
        event.type("Players", 2, Status="Dropped" if number < last else None)
    told = [text for text in pair_round(event.host).warnings if "In the cut, but" in text]
    wanted = "In the cut, but not in round 3, the last Swiss round: Player 1. If that is wrong"
    assert [text.startswith(wanted) for text in told] == ([True] if last == 3 else [])
    seeds = {event.rows("Cut 1")[row][f"Player {side}"] for row in (0, 1) for side in (1, 2)}
    assert "Player 1" in seeds
