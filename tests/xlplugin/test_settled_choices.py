"""Choices that a document wants settled before the event, or does not allow at all: reported by cell and clause."""

from dataclasses import replace

import pytest

from engine import RULESETS
from xlplugin.ground.problems import EventOver
from xlplugin.verbs.change_pairing import pair_late
from xlplugin.verbs.pair import pair_again, pair_round
from xlplugin.verbs.standings import write_standings

NAMES = ("Ann", "Bea", "Cal", "Dee", "Eli", "Fay", "Gus", "Hal")
TWO_GAMES = {"G1 P1": 10, "G1 P2": 2, "G2 P1": 10, "G2 P2": 3}


def setting(event, name, value):
    """Type a setting on ``Event``, and give its cell."""
    row = event.row_of("Event", "Setting", name)
    event.type("Event", row, Value=value)
    return f"Event!B{row}"


def value_of(event, name):
    """What stands beside a setting on ``Event``."""
    tab = event.read()["Event"]
    return tab.cell(event.row_of("Event", "Setting", name), 2).value


@pytest.fixture
def trc(new_event):
    """Start an event under the TRC rules whose first round is played."""

    def start(*settings):
        options = [part for s in settings for part in ("--set", s)]
        event = new_event(NAMES, *options, ruleset="trc")
        event.done("pair")
        for row in range(2, 6):
            event.type("Round 1", row, **TWO_GAMES)
        return event

    return start


# TRC 2.2.2, 2.3: settled once round 1 is paired


@pytest.mark.parametrize("command", ["pair", "standings", "check"])
def test_trc_2_2_2_another_tiebreak_is_refused_once_round_1_is_paired(trc, command):
    """Its cell, what it was, the rule, and both ways out: back, or that it was announced in time."""
    event = trc("Tied players=Games won")
    cell = setting(event, "Tied players", None)
    told = event.refused(command)
    record = f"Event!B{event.row_of('Event', 'Setting', 'Settled')} (Settled)"
    assert f"{cell}: Tied players is Head to head, but round 1 was paired with Games won" in told
    assert "(TRC 2.2.2)" in told
    assert f"set it back to Games won; if this was meant from the start, clear {record}" in told
    setting(event, "Tied players", "games won")
    event.done(command)


def test_trc_2_2_2_a_tiebreak_may_be_chosen_until_round_1_is_paired(new_event):
    """Whatever was set before, and once more after round 1 was taken back."""
    event = new_event(NAMES, "--set", "Tied players=Games won", ruleset="trc")
    setting(event, "Tied players", "Matches won")
    event.done("pair")
    assert (
        value_of(event, "Settled") == "Starters: 8; First round: Random; Tied players: Matches won"
    )
    event.done("undo")
    assert value_of(event, "Settled") is None
    setting(event, "Tied players", None)
    event.done("pair")
    assert (
        value_of(event, "Settled") == "Starters: 8; First round: Random; Tied players: Head to head"
    )


def test_a_record_that_was_cleared_is_made_anew(trc):
    """Players knew in time, and only the setting was wrong: from then on it stays as it is now."""
    event = trc()
    setting(event, "Tied players", "Games won")
    setting(event, "Settled", None)
    event.done("standings")
    assert value_of(event, "Settled") == "Starters: 8; First round: Random; Tied players: Games won"
    setting(event, "Tied players", None)
    assert "round 1 was paired with Games won" in event.refused("pair")


def test_a_workbook_made_before_has_no_record_and_nothing_is_compared(trc):
    """Its tab ``Event`` has no such row."""
    event = trc()
    setting(event, "Tied players", "Games won")
    with event.opened() as workbook:
        workbook["Event"].delete_rows(event.row_of("Event", "Setting", "Settled"))
    event.done("standings")
    event.done("pair")


def test_trc_2_3_how_round_1_was_drawn_stays(trc):
    """It is there; another choice would make a difference of it."""
    event = trc()
    assert "First round is By seed, but round 1 was paired with Random" in (
        setting(event, "First round", "By seed") and event.refused("check")
    )


def test_op_a_tiebreaker_round_announced_late_is_pointed_out(make_event):
    """The document says ``should``: it counts all the same."""
    event = make_event(8, 1)
    cell = setting(event, "Tiebreaker round", "Yes")
    told = event.done("standings").stderr
    assert f"{cell}: Tiebreaker round is Yes, but round 1 was paired with No" in told
    assert "announced at the beginning of the event (OP, Event structure)" in told
    setting(event, "Settled", None)
    assert "Tiebreaker round" not in event.done("standings").stderr


# What an option changes is no correction


def corrections(event):
    """The lines of the log that say that a result was corrected."""
    return [row["Details"] for row in event.rows("Log") if row["Action"] == "Corrected"]


def test_another_option_is_not_logged_as_a_correction(make_event):
    """Standings written under another divisor were right; a result that is corrected is not."""
    event = make_event(7, 2)
    setting(event, "Rounds", 5)
    event.done("standings")
    before = event.rows("Standings 2")
    setting(event, "SoS divisor", "Opponents")
    event.done("standings")
    assert event.rows("Standings 2") != before
    event.round()
    event.done("standings")
    setting(event, "SoS divisor", "Rounds")
    event.round()
    event.done("standings")
    assert corrections(event) == []
    row, first = 2, event.rows("Round 1")[0]
    swapped = {"W": "L", "L": "W", "D": "W"}
    event.type("Round 1", row, **{"P1 Corp": swapped[first["P1 Corp"]]})
    event.done("standings")
    (told,) = corrections(event)
    assert "Standings 2!" in told
    assert "Points of " in told


# Who started


def started(in_memory, ruleset, players):
    """Pair round 1, and let one more player meet whoever has the bye in it; what is said then."""
    event = in_memory(players, ruleset)
    pair_round(event.host)
    event.type("Players", players + 2, Name="Late")
    (said,) = pair_late(event.host, "Late").warnings
    return event, said


def test_trc_2_3_a_round_robin_stays_one_when_somebody_comes_late(in_memory):
    """Five started: everybody meets everybody, the sixth player too."""
    event, said = started(in_memory, "trc", 5)
    cell = event.event.setting_cell("Settled")
    assert said == (
        "The format stays as it was when round 1 was paired with 5 players: a round robin of 5 rounds. "
        f"With 6 players it would be: 3 rounds. For that clear Settled (Event!{cell})."
    )
    assert event.event.typed.starters == 5
    assert event.event.planned_rounds() == 5
    for number in range(1, 6):
        for row in range(2, 5):
            event.type(f"Round {number}", row, **TWO_GAMES)
        if number < 5:
            warnings = pair_round(event.host).warnings
            assert (said in warnings) == (number == 1)
    with pytest.raises(EventOver, match="Everyone has met everyone"):
        pair_round(event.host)


def test_clearing_the_record_plans_for_those_who_are_in_round_1(in_memory):
    """Six players, three rounds: as if all of them had been there."""
    event, _ = started(in_memory, "trc", 5)
    event.setting("Settled", None)
    assert event.event.planned_rounds() == 3
    for row in range(2, 5):
        event.type("Round 1", row, **TWO_GAMES)
    write_standings(event.host)
    assert event.shown("Settled").startswith("Starters: 6; ")


def test_op_no_cut_appears_when_somebody_comes_late(in_memory):
    """Fifteen started: no cut is suggested, whoever sits down beside the bye."""
    event, said = started(in_memory, "nisei-swiss", 15)
    assert event.event.planned_cut() == 0
    assert (
        "15 players: 4 rounds. With 16 players it would be: 4 rounds, then a cut to the top 4"
        in said
    )


def test_pairing_round_1_again_counts_who_is_there_then(in_memory):
    """Nobody has begun: it is the beginning of the event."""
    event, _ = started(in_memory, "trc", 5)
    pair_again(event.host)
    assert event.shown("Settled").startswith("Starters: 6; ")
    assert event.event.planned_rounds() == 3


def test_a_workbook_made_before_goes_by_round_1(in_memory):
    """It has no number of starters on record; nothing is said, and nothing changes."""
    event = in_memory(7, "hex")
    pair_round(event.host)
    event.setting("Settled", None)
    event.type("Players", 9, Name="Late")
    assert pair_late(event.host, "Late").warnings == []
    assert event.event.typed.starters == 8


# TRC 2.3: by seed


def test_trc_2_3_by_seed_takes_a_seed_of_everybody(new_event):
    """Everybody who has none is named, with the cell; dropped players need none."""
    rows = ["Ann,1,", "Bea,,", "Cal,2,", "Dee,,", "Eli,,", "Fay,,", "Gus,,", "Hal,,Dropped"]
    event = new_event(
        rows, "--set", "First round=By seed", header="Name,Seed,Status", ruleset="trc"
    )
    told = event.refused("pair")
    without = ("Bea", "Dee", "Eli", "Fay", "Gus")
    for name in without:
        cell = event.address("Players", "Seed", event.row_of("Players", "Name", name))
        assert f"{cell}: {name}: no seed, but round 1 is paired by the ranking of all" in told
    assert "Hal" not in told
    assert told.count("(TRC 2.3)") == len(without)
    for seed, name in enumerate(without, 3):
        event.type("Players", event.row_of("Players", "Name", name), Seed=seed)
    event.done("pair")
    event.type("Players", event.row_of("Players", "Name", "Gus"), Seed=None)
    for row in range(2, 5):
        event.type("Round 1", row, **TWO_GAMES)
    event.done("pair")


def test_trc_2_3_a_round_robin_needs_no_seeds(new_event):
    """With four or five players nothing is paired by them."""
    event = new_event(NAMES[:4], "--set", "First round=By seed", ruleset="trc")
    event.done("pair")


# HEX 5: five armies, each once


@pytest.fixture
def hex_event(new_event):
    """Start an event of Neuroshima Hex."""
    return lambda *settings: new_event(
        NAMES, *(part for s in settings for part in ("--set", s)), ruleset="hex"
    )


def test_hex_5_2_more_rounds_than_armies_are_refused(hex_event):
    """Six rounds would take a sixth army; five are played."""
    event = hex_event("Rounds=5")
    cell = setting(event, "Rounds", 6)
    told = event.refused("pair")
    assert f"{cell}: Rounds is 6, but there can be at most 5 Swiss rounds" in told
    assert "(HEX 5.1, 5.2)" in told
    setting(event, "Rounds", 5)
    event.done("pair")


def test_hex_5_2_rounds_that_are_played_stay(hex_event, monkeypatch):
    """An event that an earlier version let go beyond goes on; the rule is told."""
    with monkeypatch.context() as earlier:
        earlier.setitem(RULESETS, "hex", replace(RULESETS["hex"], most_rounds=None))
        event = hex_event("Rounds=6", "Cut=None")
        for number in range(1, 7):
            event.done("pair")
            for row in range(2, 6):
                event.type(f"Round {number}", row, **{"HQ 1": 9, "HQ 2": row})
    assert "there can be at most 5 Swiss rounds" in event.done("standings").stderr


def test_who_declines_the_cut_is_told_to_come_after_it(after_swiss):
    """On the notes of the cut, and in the help of the cell where it is typed."""
    event = after_swiss("hex", 6, settings=("Cut=4",))
    third = event.rows("Players")[2]["Name"]
    event.type("Players", event.row_of("Players", "Name", third), **{"Declines cut": "Yes"})
    event.done("pair")
    why = [row["Why"] for row in event.rows("Pairing notes") if row["Round"] == "Cut 1"]
    assert any("is placed after everybody who plays on" in text for text in why if third in text)


@pytest.mark.parametrize("text", ["First round: ; Tied players: ", ": ;:; "])
def test_a_record_that_was_typed_over_stops_nothing(trc, text):
    """What cannot be read of it is not compared."""
    event = trc()
    setting(event, "Settled", text)
    event.done("check")
    event.done("pair")
