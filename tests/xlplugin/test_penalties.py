"""The tab ``Penalties``: what is proposed, and what comes of it when it is accepted."""

from __future__ import annotations

import pytest

from engine import RULESETS

TAB = "Penalties"
DECKLIST = "Illegal deck or decklist: between games"
NAMES = ("Ann", "Bea", "Cal", "Dee")
THREE_TIMES_SLOW = [{"No": 1, "Infraction": "Slow play"}] * 3


@pytest.fixture(scope="module")
def begun(cut_file, by_mode, tmp_path_factory):
    """Events with round 1 paired, and the tab; made once."""

    @by_mode
    def made(ruleset, players, settings):
        folder = tmp_path_factory.mktemp("penalties")
        names = [*NAMES, "Eli", "Fay"][:players]
        (folder / "roster.csv").write_text("\n".join(["Name", *names]), encoding="utf-8")
        event = cut_file(folder / "event.xlsx")
        options = [part for setting in ("Event seed=7", *settings) for part in ("--set", setting)]
        event.done("new", "--ruleset", ruleset, "--players", folder / "roster.csv", *options)
        with event.opened() as workbook:
            workbook["Players"].delete_rows(players + 5, 300)
        event.done("pair")
        event.done("penalties")
        with event.opened() as workbook:
            workbook[TAB].delete_rows(20, 300)
        return event.path.read_bytes()

    return made


@pytest.fixture
def event_of(begun, cut_file, tmp_path):
    """Open a copy of an event with round 1 paired."""

    def open_copy(ruleset="nisei-swiss", players=4, settings=()):
        event = cut_file(tmp_path / "event.xlsx")
        event.path.write_bytes(begun(ruleset, players, settings))
        return event

    return open_copy


@pytest.fixture
def event(event_of):
    """Open an event of four players, Ann to Dee, under ``nisei-swiss`` with round 1 paired."""
    return event_of()


def enter(event, *rows, first=2):
    """Type rows into the tab, from the first one on; ``None`` leaves a row blank."""
    with event.opened() as workbook:
        tab = workbook[TAB]
        places = {cell.value: cell.column for cell in tab[1]}
        for number, row in enumerate(rows, first):
            for header, value in (row or {}).items():
                tab.cell(number, places[header]).value = value


def column(event, header):
    """What stands under a header of the tab, for every entry."""
    return [row[header] for row in event.rows(TAB)]


def match(event, no, tab="Round 1"):
    """The row of a player in a round, and 1 or 2: which player of it."""
    row = next(r for r in event.rows(tab) if no in (r["No 1"], r["No 2"]))
    return row, 1 if row["No 1"] == no else 2


def letters(event, no, tab="Round 1"):
    """The results of a player as the Corp and as the Runner."""
    row, player = match(event, no, tab)
    corp, runner = row["P1 Corp"], row["P1 Runner"]
    mirrored = {"W": "L", "L": "W", "D": "D", None: None}
    return (corp, runner) if player == 1 else (mirrored[runner], mirrored[corp])


def opponent(event, no, tab="Round 1"):
    """Whom a player meets."""
    row, player = match(event, no, tab)
    return row[f"No {3 - player}"]


def status(event, no):
    """A player's status."""
    return next(row["Status"] for row in event.rows("Players") if row["No"] == no)


# Proposing


@pytest.mark.parametrize("typed", [{"No": 2}, {"No": "Bea"}, {"Player": "2"}, {"Player": " BEA "}])
def test_what_is_missing_in_an_entry_is_filled_in(event, typed):
    """A player by number or name in either column; round, tier, what the document says, what to do at the table."""
    enter(event, {**typed, "Infraction": "slow play"})
    event.done("penalties")
    (row,) = event.rows(TAB)
    assert (row["Entry"], row["No"], row["Player"], row["Round"]) == (1, 2, "Bea", 1)
    assert (row["Tier"], row["Proposed"], row["Applied"]) == ("Casual", "Warning", None)
    assert "(OP, Slow play)" in row["At the table"]


def test_the_tier_of_the_event_decides(event_of):
    """At a Competitive event hidden cards in HQ cost the game."""
    event = event_of(settings=("Tier=Competitive",))
    enter(event, {"No": 1, "Infraction": "Accessing extra cards: HQ"})
    event.done("penalties")
    assert column(event, "Proposed") == ["Game loss"]


@pytest.mark.parametrize(
    ("change", "third"),
    [
        ({}, "Game loss (3rd warning)"),
        ({"Accepted": "No"}, "Warning (2nd)"),
        ({"Penalty": "No penalty"}, "Warning (2nd)"),
        ({"Penalty": "Match loss"}, "Warning (2nd)"),
    ],
)
def test_the_third_warning_for_the_same_infraction_is_a_game_loss(event, change, third):
    """Accepted or not; one that was withdrawn does not count, nor one that was decided otherwise."""
    enter(event, {**THREE_TIMES_SLOW[0], **change}, *THREE_TIMES_SLOW[1:])
    event.done("penalties")
    assert column(event, "Proposed")[-1] == third
    assert change or column(event, "Proposed")[:2] == ["Warning", "Warning (2nd)"]


def test_entries_may_be_sorted(event):
    """The order of entry is kept by number, so that the same one stays the third."""
    enter(event, *THREE_TIMES_SLOW)
    event.done("penalties")
    with event.opened() as workbook:
        tab = workbook[TAB]
        rows = [[tab.cell(r, c).value for c in range(1, 14)] for r in (4, 2, 3)]
        for number, row in zip((2, 4, 6), rows, strict=True):  # with blank rows between
            for place, value in enumerate(row, 1):
                tab.cell(number, place).value = value
        for place in range(1, 14):
            tab.cell(3, place).value = tab.cell(5, place).value = None
    event.done("penalties")
    found = dict(zip(column(event, "Entry"), column(event, "Proposed"), strict=True))
    assert found == {1: "Warning", 2: "Warning (2nd)", 3: "Game loss (3rd warning)"}


def test_rounds_come_before_the_order_of_entry(event):
    """A warning of round 1 that is entered late is counted before those of round 2."""
    event.play(1)
    event.done("pair")
    enter(
        event,
        {"No": 1, "Infraction": "Slow play", "Round": 2},
        {"No": 1, "Infraction": "Slow play", "Round": "Round 2"},
        {"No": 1, "Infraction": "Slow play", "Round": 1},
    )
    event.done("penalties")
    assert column(event, "Proposed") == ["Warning (2nd)", "Game loss (3rd warning)", "Warning"]


def test_an_infraction_of_both_adds_an_entry_for_the_opponent(event):
    """Once, however often one asks."""
    infraction = "Beginning early"
    enter(event, {"No": 1, "Infraction": infraction})
    event.done("penalties")
    event.done("penalties")
    assert column(event, "No") == [1, opponent(event, 1)]
    assert column(event, "Infraction") == [infraction] * 2
    assert column(event, "Proposed") == ["Warning"] * 2


def test_what_is_left_to_the_judge_must_be_decided(event):
    """Accepting it alone says nothing."""
    enter(event, {"No": 1, "Infraction": "Unsporting conduct", "Accepted": "Yes"})
    told = event.refused("penalties")
    assert f"{event.address(TAB, 'Penalty', 2)}: the document leaves it to the judge" in told


# What must be mended


WRONG = {
    "Player a": ({"Player": "Anne", "Infraction": "Cheating"}, "did you mean Ann?"),
    "No a": ({"No": 9, "Infraction": "Cheating"}, "'9' is not a player"),
    "Player b": ({"No": 1, "Player": "Bea", "Infraction": "Cheating"}, "number 1 is Ann"),
    "Player c": ({"Infraction": "Cheating"}, "no player"),
    "Infraction a": ({"No": 1}, "no infraction"),
    "Infraction b": ({"No": 1, "Infraction": "Cheeting"}, "did you mean Cheating?"),
    "Infraction c": ({"No": 1, "Infraction": "Tardiness"}, "which case?"),
    "Round a": ({"No": 1, "Infraction": "Cheating", "Round": 7}, "there is no round '7'"),
    "Penalty a": ({"No": 1, "Infraction": "Cheating", "Penalty": "Death"}, "'Death'"),
    "Accepted a": ({"No": 1, "Infraction": "Cheating", "Accepted": "maybe"}, "'maybe'"),
    "No b": ({"No": "=1+1", "Infraction": "Cheating"}, "a formula"),
    "Player d": ({"Note": "to be written up"}, "no player"),
}
"""Entries with something wrong in a column, each with what is said of it."""


def test_what_is_wrong_with_an_entry_is_said_at_its_cell(event):
    """All at once; nothing is written, and the message says what to do; a formula is told once."""
    enter(event, *(row for row, _ in WRONG.values()))
    lines = event.refused("penalties").splitlines()
    told = dict(line.split(": ", 1) for line in lines if line.startswith(TAB))
    places = {cell.value: cell.column_letter for cell in event.read()[TAB][1]}
    found = [told.get(f"{TAB}!{places[case[:-2]]}{row}", "") for row, case in enumerate(WRONG, 2)]
    assert [
        case for case, line in zip(WRONG, found, strict=True) if WRONG[case][1] not in line
    ] == []
    assert len(told) == len(WRONG) + 1  # the last one has no infraction either


def test_a_copied_row_keeps_no_number(event):
    """Two entries with one number would be applied as one."""
    enter(event, *[{"Entry": 1, "No": 1, "Infraction": "Slow play"}] * 2)
    assert "entry 1 is already in" in event.refused("penalties")


# Applying


def test_a_game_loss_goes_into_the_round(event):
    """The game that is said, once it is accepted; the other one is still to be played."""
    enter(event, {"No": 1, "Infraction": "Marked cards", "Game": "Runner"})
    event.done("penalties")
    assert letters(event, 1) == (None, None)
    enter(event, {"Accepted": "Yes"})
    event.done("penalties")
    assert letters(event, 1) == (None, "L")
    assert letters(event, opponent(event, 1)) == ("W", None)
    assert column(event, "Applied")[0].startswith("Game loss: Round 1, table ")


def test_the_current_game_is_the_one_without_a_result(event):
    """Then nobody needs to say which one it is."""
    row, player = match(event, 1)
    event.type("Round 1", event.row_of("Round 1", "Table", row["Table"]), **{"P1 Corp": "D"})
    enter(event, {"No": 1, "Infraction": "Marked cards", "Accepted": "Yes"})
    event.done("penalties")
    assert letters(event, 1)[player == 1] == "L"
    assert column(event, "Game") == ["Runner" if player == 1 else "Corp"]


def test_the_game_must_be_said_where_nobody_can_know(event):
    """Neither of the two has a result."""
    enter(event, {"No": 1, "Infraction": "Marked cards", "Accepted": "Yes"})
    told = event.refused("penalties")
    assert f"{event.address(TAB, 'Game', 2)}: it is not said which game Ann loses" in told


def test_op_a_prize_or_title_that_is_forfeited_is_on_record(event):
    """Nothing in the round or on Players changes by it; no ruleset but OP's has it."""
    decided = "Prize or title forfeited"
    entry = {"No": 1, "Infraction": "Unsporting conduct", "Penalty": decided, "Accepted": "Yes"}
    enter(event, entry)
    before = event.rows("Round 1"), event.rows("Players")
    assert f"Unsporting conduct: {decided}" in event.done("penalties").stdout
    assert column(event, "Applied")[0].startswith(f"{decided}. ")
    assert (event.rows("Round 1"), event.rows("Players")) == before
    codes = [ruleset.penalties for ruleset in RULESETS.values() if ruleset.penalties]
    assert {code.removal for code in codes if decided in code.decisions} == {"OP, Infractions"}


def test_tardiness_goes_on_from_the_game_to_the_match(event):
    """What the game loss wrote stays, and the other game follows."""
    late = {"No": 1, "Accepted": "Yes"}
    enter(event, {**late, "Infraction": "Tardiness: after 5 minutes", "Game": "Corp"})
    event.done("penalties")
    enter(event, {**late, "Infraction": "Tardiness: after 10 minutes"}, first=3)
    event.done("penalties")
    assert letters(event, 1) == ("L", "L")
    assert status(event, 1) == "Active"


@pytest.mark.parametrize(
    ("infraction", "decided", "what", "left"),
    [
        ("Tardiness: absent at the end of the round", None, "Drop", "Dropped"),
        ("Cheating", None, "Disqualification", "Disqualified"),
        ("Slow play", "Match loss", "Match loss", "Active"),
    ],
)
def test_a_match_is_lost_once_and_the_log_tells_it(event, infraction, decided, what, left):
    """By the document or by decision: the opponent has two wins; asking again changes not a byte."""
    enter(event, {"No": 1, "Infraction": infraction, "Penalty": decided, "Accepted": "Yes"})
    event.done("penalties")
    assert (letters(event, 1), status(event, 1)) == (("L", "L"), left)
    assert letters(event, opponent(event, 1)) == ("W", "W")
    line = event.rows("Log")[-1]
    assert line["Action"] == "Penalties"
    assert f"Ann (1), {infraction}: {what}" in line["Details"]
    assert "Round 1" in line["Details"]
    assert "(was blank)" in line["Details"]
    before = event.folder()
    event.done("penalties")
    assert event.folder() == before


def test_another_result_is_replaced_only_where_that_is_wanted(event):
    """It is told at its cell, with what to do, and by every command; the log keeps what it was."""
    event.play(1, results=[("D", "D")])
    enter(event, {"No": 1, "Infraction": "Cheating", "Accepted": "Yes"})
    event.refuses("penalties", "has another result typed (P1 Corp D in ", "choose Replace")
    enter(event, {"Accepted": "Replace"})
    assert "accepted, but not applied yet" in event.done("standings").stderr
    event.done("penalties")
    assert letters(event, 1) == ("L", "L")
    assert "(was D)" in event.rows("Log")[-1]["Details"]
    assert not event.done("standings").stderr


def test_a_result_that_says_so_already_is_left_alone(event):
    """The penalty is noted as applied all the same."""
    row, player = match(event, 1)
    where = event.row_of("Round 1", "Table", row["Table"])
    event.type("Round 1", where, Special=f"No-show {player}")
    enter(event, {"No": 1, "Infraction": "Tardiness: after 10 minutes", "Accepted": "Yes"})
    event.done("penalties")
    assert letters(event, 1) == (None, None)
    assert "on record already" in column(event, "Applied")[0]


BOTH_LOSE = "no result for a game that both lose"


@pytest.mark.parametrize(
    ("ruleset", "entry", "games", "told"),
    [
        ("nisei-swiss", {"Infraction": "Marked cards"}, ("Corp", "Runner"), BOTH_LOSE),
        ("nisei-swiss", {"Infraction": "Marked cards"}, ("Corp", "Corp"), None),
        ("ntp", {"Infraction": "Other", "Penalty": "Match loss"}, (None, None), BOTH_LOSE),
        ("nisei-swiss", {"Infraction": "Tardiness: after 10 minutes"}, (None, None), None),
    ],
    ids=["one game", "one each", "every match totals three points", "double no-show"],
)
def test_both_players_of_a_match_lose(event_of, ruleset, entry, games, told):
    """Each a game, or both the match; where the sheet has no result for it, it says so."""
    event = event_of(ruleset)
    players = (1, opponent(event, 1))
    enter(event, *({"No": no, "Game": game, "Accepted": "Yes", **entry} for no, game in zip(players, games, strict=True)))  # fmt: skip
    if told:
        event.refuses("penalties", told)
        return
    event.done("penalties")
    if any(games):
        assert [letters(event, no) for no in players] == [("L", "W")] * 2
    else:
        row, _ = match(event, 1)
        assert (row["P1 Corp"], row["P1 Runner"], row["Special"]) == (None, None, "Double no-show")
    assert "Note" not in event.done("penalties").stderr


def test_a_bye_has_no_game_to_be_lost(event_of):
    """The entry says so."""
    event = event_of(players=5)
    (bye,) = [row["No 1"] for row in event.rows("Round 1") if row["Special"] == "Bye"]
    enter(event, {"No": bye, "Infraction": "Marked cards", "Accepted": "Yes"})
    assert "has a bye in Round 1" in event.refused("penalties")


def test_a_penalty_is_taken_back_by_hand(event):
    """The result corrected, No under Accepted, Applied cleared: nothing comes again."""
    enter(event, {"No": 1, "Infraction": "Cheating", "Accepted": "Yes"})
    event.done("penalties")
    row, _ = match(event, 1)
    blank = dict.fromkeys(("P1 Corp", "P1 Runner"))
    event.type("Round 1", event.row_of("Round 1", "Table", row["Table"]), **blank)
    event.status("Ann", "Active")
    assert "does not show it any more" in event.done("penalties").stderr
    enter(event, {"Accepted": "No"})
    assert "withdrawn, but this says what was written" in event.done("penalties").stderr
    enter(event, {"Applied": None})
    assert not event.done("penalties").stderr
    assert (letters(event, 1), status(event, 1)) == ((None, None), "Active")


def test_an_entry_that_changes_after_it_was_applied_is_told(event):
    """What was written stays until somebody corrects it."""
    enter(event, {"No": 1, "Infraction": "Slow play", "Penalty": "Match loss", "Accepted": "Yes"})
    event.done("penalties")
    enter(event, {"Penalty": "Warning"})
    assert "Match loss was applied to Ann, now it is Warning" in event.done("penalties").stderr


def test_a_round_that_others_follow_is_told(event):
    """Its pairing stays as it is."""
    event.play(1, results=[("D", "D")])
    event.done("pair")
    enter(event, {"No": 1, "Infraction": "Marked cards", "Round": 1, "Game": "Corp",
                  "Accepted": "Replace"})  # fmt: skip
    assert "Round 1 has changed although Round 2 is paired" in event.done("penalties").stderr


# Illegal deck or decklist


def test_illegal_decklist_between_games_costs_the_first_game_of_the_next_round(event):
    """It waits for that round, is told when it is paired, and the other side is drawn."""
    event.play(1)
    enter(event, {"No": 1, "Infraction": DECKLIST, "Accepted": "Yes"})
    event.done("penalties")
    assert column(event, "Proposed") == ["Game loss, next round"]
    assert column(event, "Applied") == [None]
    told = event.done("pair").stderr
    assert "Ann loses the first game of this round, as the " in told
    notes = [row["Why"] for row in event.rows("Pairing notes") if row["Round"] == 2]
    assert any("Ann loses the first game of this round" in why for why in notes)
    event.done("penalties")
    (side,) = column(event, "Game")
    assert f"as the {side}" in told
    expected = ("L", None) if side == "Corp" else (None, "L")
    assert letters(event, 1, "Round 2") == expected
    assert letters(event, 1, "Round 1") != (None, None)


@pytest.mark.on_files
def test_the_tab_is_added_where_it_is_missing(event):
    """A workbook that was begun before there were penalties gets the tab; without entries nothing more is written."""
    with event.opened() as workbook:
        del workbook[TAB]
    said = event.done("penalties").output
    assert "now has the tab Penalties" in said
    assert said.splitlines()[-1].startswith("Next: ")
    names = event.read().sheetnames
    assert names.index(TAB) < names.index("Log")
    before = event.folder()
    assert "No penalties yet" in event.done("penalties").output
    assert event.folder() == before


def test_a_ruleset_without_penalties_says_so(new_event):
    """The essay behind ``nts`` has none."""
    new_event(NAMES, ruleset="nts").refuses("penalties", "has no penalties")


def test_before_round_1_a_penalty_waits_for_it(event):
    """It is told when round 1 is paired."""
    event.done("undo")
    case = "Illegal deck or decklist: before the event"
    enter(event, {"No": 1, "Infraction": case, "Accepted": "Yes"})
    event.done("penalties")
    assert column(event, "Applied") == [None]
    assert "Ann loses the match of this round" in event.done("pair").stderr
    event.done("penalties")
    assert letters(event, 1) == ("L", "L")


# Other rulesets, and the cut


def test_trc_a_declaration_of_forfeiture_removes_the_player(event_of):
    """Status Forfeited, and the match that was not played is lost."""
    event = event_of("trc")
    enter(event, {"No": 1, "Infraction": "Another deck", "Accepted": "Yes"})
    event.done("penalties")
    row, player = match(event, 1)
    won = [row[f"G{game} P{3 - player}"] for game in (1, 2)]
    assert (won, status(event, 1)) == ([10, 10], "Forfeited")


def test_ntp_the_third_offence_forfeits_the_game(event_of):
    """The game is named by its number."""
    event = event_of("ntp")
    talk = {"No": 1, "Infraction": "Talking too much"}
    enter(event, talk, talk, {**talk, "Game": 2, "Accepted": "Yes"})
    event.done("penalties")
    row, player = match(event, 1)
    assert (row[f"G2 P{player}"], row[f"G2 P{3 - player}"]) == (0, 10)


def test_in_the_cut_a_disqualified_player_is_out(event_of):
    """The opponent goes on, and the bracket follows."""
    event = event_of(settings=("Rounds=1", "Cut=4"))
    event.play(1)
    event.done("pair")
    no = event.rows("Cut 1")[0]["No 1"]
    enter(event, {"No": no, "Infraction": "Cheating", "Round": "cut 1", "Accepted": "Yes"})
    event.done("penalties")
    row, player = match(event, no, "Cut 1")
    assert (row["Special"], status(event, no)) == (f"No-show {player}", "Disqualified")
    assert column(event, "Round") == ["Cut 1"]


# Staff


@pytest.fixture
def staffed(event_of):
    """Open an event before round 1 with people on ``Staff``."""

    def run(*people, ruleset="nisei-swiss"):
        event = event_of(ruleset)
        event.done("undo")
        with event.opened() as workbook:
            tab = workbook["Staff"] if "Staff" in workbook else workbook.create_sheet("Staff")
            for number, row in enumerate([("Name", "Role"), *people], 1):
                tab.cell(number, 1).value, tab.cell(number, 2).value = row
        return event

    return run


@pytest.mark.parametrize("command", ["pair", "check"])
def test_op_staff_who_play_need_an_impartial_judge(staffed, command):
    """A note names them, their cells and the rule; the round is paired all the same."""
    event = staffed(("ann", "Tournament Organizer"), ("Bea", "Assistant"))
    event.done("pair") if command == "check" else None
    told = event.done(command).stderr
    assert "ann (Staff!A2), Bea (Staff!A3) may play only if there is an impartial judge" in told
    assert "OP, Staff participation in events" in told


@pytest.mark.parametrize(
    "people",
    [
        [("Ann", "Tournament Organizer"), ("Zoe", "Assistant")],
        [("Ann", "Tournament Organizer"), ("Bea", "Assistant"), ("Cal", "Judge")],
    ],
)
def test_op_staff_may_play_where_there_is_one(staffed, people):
    """One assistant who does not play, or two who do."""
    assert not staffed(*people).done("pair").stderr


def test_op_staff_are_told_in_round_1_only(staffed):
    """Nobody wants to read it in every round."""
    event = staffed(("Ann", "Tournament Organizer"))
    event.round()
    assert "impartial" not in event.done("pair").stderr
