"""An event from its roster to its last standings, as an organizer runs it."""

from __future__ import annotations

import zipfile

import pytest


def _parts(path):
    """What a workbook says, without the times that it was saved at."""
    with zipfile.ZipFile(path) as archive:
        return {n: archive.read(n) for n in archive.namelist() if n != "docProps/core.xml"}


def _without_log(workbook):
    return {
        sheet.title: [row for row in sheet.iter_rows(values_only=True) if set(row) != {None}]
        for sheet in workbook
        if sheet.title != "Log"
    }


def _seats(paired):
    return sorted(no for t in paired["pairings"] for no in (t["no1"], t["no2"]) if no)


def _tables(rows):
    return {frozenset((row["No 1"], row["No 2"])) for row in rows}


# The whole of it


@pytest.mark.on_files
def test_the_same_seed_gives_the_same_event(new_event, event_file, tmp_path):
    """From roster to standings, twice over with one seed and results: the workbooks say the same, tab by tab."""
    one = new_event()
    one.lighten(8)
    two = event_file(tmp_path / "other" / "event.xlsx")
    two.path.parent.mkdir()
    two.path.write_bytes(one.path.read_bytes())
    for event in (one, two):
        event.round()
        event.round()
        event.done("standings")
    assert _without_log(one.read()) == _without_log(two.read())
    differ = {n for n in _parts(one.path) if _parts(one.path)[n] != _parts(two.path)[n]}
    assert len(_parts(one.path)) == len(_parts(two.path))
    assert len(differ) <= 1
    lines = one.rows("Standings 2")
    assert [line["Played"] for line in lines] == [2] * 8
    assert sum(line["Points"] for line in lines) == sum(
        {"WW": 6, "WL": 6, "DW": 5, "LD": 5}[row["P1 Corp"] + row["P1 Runner"]]
        for number in (1, 2)
        for row in one.rows(f"Round {number}")
    )


def test_every_step_is_in_the_log(make_event):
    """The log says what was done, in order."""
    event = make_event(rounds=1)
    event.done("standings")
    event.done("pair")
    event.done("undo")
    assert [row["Action"] for row in event.rows("Log")] == [
        "New", "Setting", "Setting", "Pair", "Results", "Standings", "Pair", "Undo",
    ]  # fmt: skip


# Players come and go


@pytest.mark.parametrize("status", ["Disqualified", "dropped "])
def test_whoever_is_gone_is_not_paired_and_keeps_place_and_points(make_event, status):
    """From the next pairing on; for the opponents nothing changes, and coming back counts as missed."""
    event = make_event(rounds=1)
    before = event.json("standings")["standings"]
    event.type("Players", 4, Status=status)
    assert event.json("standings")["standings"] == before
    assert _seats(event.json("pair")) == [1, 2, 4, 5, 6, 7, 8]
    event.play(2)
    event.done("standings")
    line = next(r for r in event.rows("Standings 2") if r["No"] == 3)
    assert (line["Player"], line["Played"], line["Missed"]) == ("Cal", 1, 0)
    assert line["Status"] == status.strip().capitalize()
    event.type("Players", 4, Status="Active")
    event.round()
    event.done("standings")
    line = next(r for r in event.rows("Standings 3") if r["No"] == 3)
    assert (line["Played"], line["Missed"]) == (2, 1)


@pytest.mark.on_files
def test_a_late_entry_gets_a_number_and_missed_rounds(make_event):
    """A name typed below the roster is numbered, paired, and has missed the rounds before."""
    event = make_event(rounds=1)
    event.type("Players", 10, Name="Ida")
    event.round()
    event.type("Players", 11, Name="Jon")
    event.done("standings")
    assert [row["No"] for row in event.rows("Players")] == list(range(1, 11))
    line = next(r for r in event.rows("Standings 2") if r["Player"] == "Ida")
    assert (line["No"], line["Played"], line["Missed"]) == (9, 1, 1)


# Pairings changed by hand


def _swap(event, number):
    """Swap the second players of a round's first two tables, and say who they are."""
    one, two = event.rows(f"Round {number}")[:2]
    event.type(f"Round {number}", 2, **{"No 2": two["No 2"], "Player 2": two["Player 2"]})
    event.type(f"Round {number}", 3, **{"No 2": one["No 2"], "Player 2": one["Player 2"]})
    return one, two


def test_a_pairing_swapped_by_hand_counts_as_it_stands(make_event):
    """Whoever sits at a table by hand has met the other for good: a difference, and no problem."""
    event = make_event(rounds=1, finished=False)
    one, two = _swap(event, 1)
    event.play(1)
    checked = event.json("check")
    assert checked["problems"] == []
    assert [d.startswith("Round 1, table ") for d in checked["differences"]] == [True, True]
    event.round()
    new = {frozenset((one["No 1"], two["No 2"])), frozenset((two["No 1"], one["No 2"]))}
    assert new <= _tables(event.rows("Round 1"))
    assert not new & _tables(event.rows("Round 2"))


def test_a_rematch_by_hand_is_warned_about(make_event):
    """A rematch made by hand counts, and pairing the next round says so."""
    event = make_event(rounds=2, finished=False)
    first = event.rows("Round 1")[0]
    seats = {(i, side): r[side] for i, r in enumerate(event.rows("Round 2"), 2)
             for side in ("No 1", "No 2")}  # fmt: skip
    where = {no: seat for seat, no in seats.items()}
    (row, side), other = where[first["No 1"]], where[first["No 2"]]
    beside = (row, "No 2" if side == "No 1" else "No 1")
    event.type("Round 2", beside[0], **{beside[1]: first["No 2"]})
    event.type("Round 2", other[0], **{other[1]: seats[beside]})
    event.play(2)
    result = event.done("pair")
    assert "Round 2 as it stands: " in result.stderr
    assert "have met in round 1" in result.stderr


# Pairing again, undo, corrections


@pytest.mark.on_files
def test_pairing_twice_is_refused_with_what_to_do_first(make_event):
    """Before all the results that are missing, which would hide it: after a click eight things are told."""
    event = make_event(players=24)
    event.done("pair")
    why, *cells, nothing = event.refused("pair").splitlines()
    assert why.startswith("Round 1: round 1 has no results yet; type them before the next round")
    assert len(cells) == 12
    assert nothing == "Nothing was written: 13 problems, see above."


def test_pair_again_takes_in_a_late_entry(make_event):
    """An untouched round is paired once more, as a second click on pair says, with whoever has come in."""
    event = make_event(players=7)
    assert "No round has been paired yet" in event.refused("pair", "--again")
    event.done("pair")
    event.type("Players", 9, Name="Hal")
    event.refuses(
        "pair", "once more (after a late entry or a drop): xlplugin pair event.xlsx --again"
    )
    assert _seats(event.json("pair", "--again")) == list(range(1, 9))
    assert len(event.rows("Round 1")) == 4
    for typed in (
        {"P1 Corp": "W"},
        {"P1 Runner": "l"},
        {"Special": "ID"},
        {"Special": "No-show 1"},
    ):
        event.type("Round 1", 3, **{"P1 Corp": None, "P1 Runner": None, "Special": None, **typed})
        event.refuses("pair --again", "Round 1: results have been typed")


def test_undo_takes_the_newest_round_away(make_event):
    """With the standings after it; all else is as before, but for the log, and the same round comes again."""
    event = make_event(players=7, rounds=1)
    event.done("standings")
    before = _without_log(event.read())
    paired = event.json("pair")
    event.done("undo")
    assert _without_log(event.read()) == before
    assert event.json("pair") == paired
    event.play(2)
    event.done("standings")
    results = event.path.read_bytes()
    event.done("undo")
    tabs = event.read().sheetnames
    assert [t for t in tabs if t.startswith(("Round", "Standings"))] == ["Round 1", "Standings 1"]
    assert event.backups()[-1].read_bytes() == results


# Check


@pytest.mark.parametrize("players", [4, 13])
def test_a_whole_event_checks_clean(make_event, players):
    """After three rounds with standings: no differences, no problems, nobody twice, nothing written."""
    event = make_event(players=players, rounds=3)
    event.done("standings")
    before = event.folder()
    assert event.json("check") == {"differences": [], "problems": []}
    assert event.folder() == before
    tables = [table for n in (1, 2, 3) for table in _tables(event.rows(f"Round {n}"))]
    assert len(set(tables)) == len(tables) == 3 * ((players + 1) // 2)


@pytest.mark.parametrize(
    ("header", "value", "words"),
    [
        ("SoS", 0.125, "SoS of"), ("Played", None, "Played of"), ("No", 77, "there is no player 77"),
    ],
)  # fmt: skip
def test_standings_changed_by_hand_are_a_difference(make_event, header, value, words):
    """A value typed over in the standings is listed by its cell."""
    event = make_event(rounds=2)
    event.done("standings")
    event.type("Standings 2", 2, **{header: value})
    where = event.address("Standings 2", header, 2)
    assert any(d.startswith(f"{where}: {words}") for d in event.json("check")["differences"])


# Byes, tables, settings, letters


def test_awarded_first_round_byes(make_event):
    """Whoever has an awarded bye sits out round 1, for the points of a match won, and no other round."""
    event = make_event()
    event.change({"Players!First-round bye 2": "Yes", "Players!First-round bye 5": "yes"})
    event.round()
    byes = [r["No 1"] for r in event.rows("Round 1") if r["Special"] == "Bye"]
    assert sorted(byes) == [1, 4]
    event.done("standings")
    lines = [(r["No"], r["Points"], r["Byes"], r["Played"]) for r in event.rows("Standings 1")]
    assert {line for line in lines if line[0] in byes} == {(1, 6, 1, 1), (4, 6, 1, 1)}
    event.done("pair")
    assert [r for r in event.rows("Round 2") if r["Special"] == "Bye"] == []


def test_a_fixed_table_is_kept(make_event):
    """A player with a fixed table sits there in every round, and no table is given twice."""
    event = make_event()
    event.type("Players", 7, **{"Fixed table": 99})
    event.round()
    event.done("pair")
    for sheet in ("Round 1", "Round 2"):
        rows = event.rows(sheet)
        assert [r["Table"] for r in rows if 6 in (r["No 1"], r["No 2"])] == [99]
        assert len({r["Table"] for r in rows}) == 4


@pytest.mark.parametrize(
    ("option", "setting", "value"),
    [
        ("tier=competitive", "Tier", "competitive"),
        ("SoS divisor = Opponents", "SoS divisor", "Opponents"),
        ("Organizer=a=b", "Organizer", "a=b"),
        ("Event seed=0042", "Event seed", "0042"),
    ],
)
def test_settings_of_the_command_line_are_on_event(new_event, option, setting, value):
    """``--set`` puts the value beside the setting, whatever its case."""
    event = new_event(["Ann", "Bea"], "--set", option)
    row = event.row_of("Event", "Setting", setting)
    assert str(event.read()["Event"].cell(row, 2).value).casefold() == value.casefold()


@pytest.mark.parametrize("cut", [(), ("--set", "Cut=None")], ids=["no cut suggested", "Cut=None"])
def test_no_round_is_paired_beyond_the_plan(new_event, cut):
    """It says in which cell to plan another one; then there is one, and undo and again still work."""
    event = new_event(["Ann", "Bea", "Cal", "Dee"], "--set", "Rounds=1", *cut)
    event.round()
    row = event.row_of("Event", "Setting", "Rounds")
    path = event.path
    told = event.refused("pair", status=3)
    assert told.startswith("The 1 Swiss round planned has been played, and no cut is planned: the ")
    assert f"to do: xlplugin standings {path.name} and then xlplugin export {path.name}\n" in told
    assert f"another round: first set Rounds (Event!B{row}) to 2." in told
    assert f"with a cut: xlplugin cut {path.name} --top 2 (or 3, 4)\n" in told
    event.done("standings")
    told = event.refused("pair", status=3)
    assert told.startswith("The event is over: Standings 1 is final. Still to do: xlplugin e")
    assert f"first set Rounds (Event!B{row}) to 2." in told
    event.type("Event", row, Value=2)
    event.done("pair")
    event.done("pair", "--again")
    event.play(2)
    assert "All 2 Swiss rounds have been played" in event.refused("pair", status=3)
    event.done("undo")
    event.done("pair")


def test_the_last_round_may_be_paired_again_and_is_waited_for(new_event):
    """A plan that was made shorter takes nothing back; results that are missing are told with what follows."""
    event = new_event(["Ann", "Bea", "Cal", "Dee"], "--set", "Rounds=2")
    event.round()
    event.done("pair")
    event.change({"Event!Rounds": 1})
    event.done("pair", "--again")
    event.done("undo")
    event.type("Round 1", 2, **{"P1 Corp": None})
    event.refuses(
        "pair", "{Round 1!P1 Corp 2}: the result is missing",
        "the event ends with them: type the results and write the standings",
    )  # fmt: skip


def test_standings_of_an_unfinished_round_are_those_before(make_event):
    """While results are missing, the standings are those of the round before, with a note."""
    event = make_event(rounds=2, finished=False)
    result = event.done("standings")
    assert "Round 2 is not finished (results missing: 4)" in result.stderr
    assert "Standings 1" in event.read().sheetnames


def play_out(event, numbers, result):
    """Play these rounds, every match with the same result."""
    for number in numbers:
        event.done("pair")
        with event.opened() as workbook:
            tab = workbook[f"Round {number}"]
            places = {cell.value: cell.column for cell in tab[1]}
            for row in range(2, tab.max_row + 1):
                if tab.cell(row, places["No 2"]).value:
                    for header, value in result.items():
                        tab.cell(row, places[header]).value = value


LEVEL = {"G1 P1": 10, "G1 P2": 0, "G2 P1": 0, "G2 P2": 10}


@pytest.mark.parametrize(("ruleset", "is_told"), [("trc", True), ("ntp", False)])
def test_trc_2_2_2_who_is_level_for_the_first_place_had_better_play(new_event, ruleset, is_told):
    """Told with the last standings, and not before; the document of ``ntp`` has no play-off."""
    event = new_event([*"ABCDEF"], "--set", "Rounds=2", ruleset=ruleset)
    play_out(event, [1], LEVEL)
    assert "play each other" not in event.done("standings").stderr
    play_out(event, [2], LEVEL)
    told = event.done("standings").stderr
    words = "have 3 points each, for first place. If there is time, let them all play each other"
    assert (words in told) == is_told
    assert ("until the tie is broken (TRC 2.2.2)" in told) == is_told


def test_trc_2_2_2_one_winner_by_points_has_nothing_to_play(new_event):
    """Nobody is level with the first."""
    event = new_event([*"ABCD"], ruleset="trc")
    won = {"G1 P1": 10, "G1 P2": 0, "G2 P1": 10, "G2 P2": 0}
    play_out(event, [1, 2, 3], LEVEL)
    first = event.rows("Round 1")[0]["Player 1"]
    for number in (1, 2, 3):
        row = next(r for r in event.rows(f"Round {number}") if first in r.values())
        at = event.row_of(f"Round {number}", "Table", row["Table"])
        mine = won if row["Player 1"] == first else {h: 10 - v for h, v in won.items()}
        event.type(f"Round {number}", at, **mine)
    assert "play each other" not in event.done("standings").stderr
