"""``Disqualified`` typed under ``Status``: what the match of the round lacks is pointed out."""

from __future__ import annotations

import re

import pytest

from typing_results import typed_for

CHEATING = {"Infraction": "Cheating", "Accepted": "Replace"}


@pytest.fixture(scope="module")
def begun(cut_file, by_mode, tmp_path_factory):
    """Events with round 1 paired; made once."""

    @by_mode
    def made(ruleset, players, settings):
        folder = tmp_path_factory.mktemp("removed")
        names = [f"Player {number}" for number in range(1, players + 1)]
        (folder / "roster.csv").write_text("\n".join(["Name", *names]), encoding="utf-8")
        event = cut_file(folder / "event.xlsx")
        options = [part for setting in ("Event seed=7", *settings) for part in ("--set", setting)]
        event.done("new", "--ruleset", ruleset, "--players", folder / "roster.csv", *options)
        event.lighten(players)
        event.done("pair")
        return event.path.read_bytes()

    return made


@pytest.fixture
def event_of(begun, cut_file, tmp_path):
    """Open a copy of an event with round 1 paired."""

    def open_copy(ruleset="nisei-swiss", players=6, settings=("Rounds=4", "Cut=None")):
        event = cut_file(tmp_path / "event.xlsx")
        event.path.write_bytes(begun(ruleset, players, settings))
        return event

    return open_copy


def rows_of(event, tab):
    """The rows of a tab with their numbers; the name of each player as it stands."""
    return list(enumerate(event.rows(tab), 2))


def match_of(event, name, tab):
    """Row number, row, and 1 or 2: where a player sits."""
    number, row = next(
        (n, r) for n, r in rows_of(event, tab) if name in (r["Player 1"], r["Player 2"])
    )
    return number, row, 1 if row["Player 1"] == name else 2


def first_of(event, tab="Round 1"):
    """Both players of the first match of two, Player 1 first."""
    row = next(row for _, row in rows_of(event, tab) if row["No 2"] and not row["Special"])
    return row["Player 1"], row["Player 2"]


def win(event, tab, name):
    """Type a result by which a player wins everything."""
    number, row, player = match_of(event, name, tab)
    event.type(tab, number, **typed_for(row, player, 1))


def removed(event, status="Disqualified", *, won=True):
    """Remove the first player of round 1, who has won the match or lost it; give both players of it."""
    gone, other = first_of(event)
    event.play(1)
    win(event, "Round 1", gone if won else other)
    event.status(gone, status)
    return gone, other


def what_to_type(told, name):
    """The cells and values that are named for a player, by address."""
    told = next(
        line for line in told.splitlines() if re.search(rf"{name} is (Disq|Forf|Drop)", line)
    )
    _, _, remedy = told.partition(f"{name} is ")
    typed = re.findall(r"(?:type|,|and) ([\w -]+?) into ([A-Z]+\d+)", remedy)
    _, _, cells = remedy.partition("clear ")
    cleared = dict.fromkeys(re.findall(r"\b[A-Z]+\d+", cells))
    assert typed or cleared, told
    return {cell: int(v) if v.isdecimal() else v for v, cell in typed} | cleared


def follow(event, tab, cells):
    """Type what was said."""
    with event.opened() as workbook:
        for cell, value in cells.items():
            workbook[tab][cell].value = value


def results(event, tab):
    """Everything typed on a tab, without what is worked out."""
    live = ("Points 1", "Points 2", "Check", "Advances")
    return [
        {header: value or None for header, value in row.items() if header not in live}
        for row in event.rows(tab)
    ]


def by_penalty(event, tab, name):
    """What the tab holds once the same was entered as a penalty."""
    before = event.path.read_bytes()
    no = next(row["No"] for row in event.rows("Players") if row["Name"] == name)
    event.status(name, "Active")
    event.run("penalties")
    number = max(2, event.read()["Penalties"].max_row if event.rows("Penalties") else 2)
    event.type("Penalties", number, No=no, Round=tab, **CHEATING)
    event.done("penalties")
    found = results(event, tab)
    event.path.write_bytes(before)
    return found


# In the round itself


def test_op_infractions_a_missing_result_says_what_to_type(event_of):
    """Nothing of the match was typed: the round cannot be left before it is."""
    event, status = event_of(), "Forfeited"
    gone, other = first_of(event)
    event.play(1)
    number, *_ = match_of(event, gone, "Round 1")
    event.type("Round 1", number, **{"P1 Corp": None, "P1 Runner": None})
    event.status(gone, status)
    said = event.refused("pair")
    told = f"{gone} is {status}, so the match goes to {other} (OP, Infractions): type L into "
    assert told in said
    follow(event, "Round 1", what_to_type(said, gone))
    assert event.rows("Round 1")[number - 2]["P1 Corp"] == "L"
    assert gone not in event.done("pair").stderr


@pytest.mark.parametrize(
    ("action", "status"),
    [(["check"], "Forfeited"), *((action.split(), "Disqualified") for action in (
        "standings", "lists", "print slips", "clock --start", "export"))],
)  # fmt: skip
def test_every_action_says_what_a_match_without_a_result_lacks(event_of, action, status):
    """In the middle of a round, with other results missing; once it is typed nobody says so."""
    event = event_of()
    event.play(1)
    event.done("standings")
    event.done("pair")
    gone, other = first_of(event, "Round 2")
    event.status(gone, status)
    told = f"{gone} is {status}, so the match goes to {other} (OP, Infractions): type L into "
    said = event.done(*action).stderr
    assert told in said
    follow(event, "Round 2", what_to_type(said, gone))
    assert f"{gone} is {status}" not in event.run(*action).stderr


def test_a_round_paired_again_lacks_nothing(event_of):
    """The match of whoever was removed is gone with it."""
    event = event_of()
    gone, _ = first_of(event)
    event.status(gone, "Disqualified")
    said = event.done("pair", "--again").stderr
    assert gone not in said
    assert "Pair again" not in said


def test_trc_cells_are_listed_in_one_breath(event_of):
    """Two games with agenda points are four cells."""
    event = event_of("trc", 6, ("Rounds=3",))
    gone, _ = first_of(event)
    event.status(gone, "Disqualified")
    said = event.done("check").stderr
    assert re.search(r"type 0 into F\d, 10 into G\d, 0 into H\d and 10 into I\d\.", said)


@pytest.mark.parametrize("command", ["standings", "pair", "check"])
def test_op_infractions_a_result_that_was_typed_is_pointed_out(event_of, command):
    """The opponent is due two wins; every action says so until they are there."""
    event = event_of()
    gone, other = removed(event)
    result = event.run(command)
    said = result.stdout + result.stderr
    number, *_ = match_of(event, gone, "Round 1")
    where = event.address("Round 1", "P1 Corp", number)
    told = (
        f"{where}: {gone} is Disqualified, so the match goes to {other} (OP, Infractions): type L"
    )
    assert told in said
    cells = what_to_type(said, gone)
    expected = by_penalty(event, "Round 1", gone)
    follow(event, "Round 1", cells)
    assert results(event, "Round 1") == expected
    result = event.run(command, *["--again"] * (command == "pair"))
    assert result.exit_code == 0
    assert f"{gone} is Disqualified" not in result.stdout + result.stderr


def test_what_is_due_to_nobody_is_not_pointed_out(event_of):
    """The match was lost anyway; who drops may have played; of a bye nobody was met."""
    for how in ({"won": False}, {"status": "Dropped"}):
        event = event_of()
        gone, _ = removed(event, **how)
        assert f"{gone} is" not in event.done("standings").stderr
    event = event_of(players=5)
    gone = next(row["Player 1"] for row in event.rows("Round 1") if row["Special"] == "Bye")
    event.play(1)
    event.status(gone, "Disqualified")
    assert f"{gone} is" not in event.done("standings").stderr


def test_a_round_paired_on_such_a_result_can_be_paired_again(event_of):
    """Pairing goes on, and says what to do once the result is typed; then the points follow."""
    event = event_of()
    gone, other = removed(event)
    said = event.done("pair").stderr
    told = "Round 2 goes by the points as they are: once that is typed, pair this round again"
    assert told in said
    follow(event, "Round 1", what_to_type(said, gone))
    points = {s["player"]: s["points"] for s in event.json("standings")["standings"]}
    assert (points[other], points[gone]) == (6, 0)
    assert told not in event.done("check").stdout


@pytest.mark.parametrize("accepted", ["No", None, "Replace"])
def test_an_entry_on_penalties_answers_it(event_of, accepted):
    """The tab Penalties says then what is to be done; No lets the result stand, and once applied both are done."""
    event = event_of()
    gone, _ = removed(event)
    assert "with No under Accepted" in event.done("standings").stderr
    event.run("penalties")
    event.type("Penalties", 2, Player=gone, Infraction="Cheating", Accepted=accepted)
    if accepted == "Replace":
        assert f"{gone} is" not in event.done("penalties").stderr
    assert f"{gone} is" not in event.done("standings").stderr


def test_both_players_of_a_match_are_disqualified(event_of):
    """Both lose it, as two penalties would have it."""
    event = event_of()
    pair = first_of(event)
    event.play(1)
    for name in pair:
        event.status(name, "Disqualified")
    said = event.done("standings").stderr
    assert f"{pair[0]} is Disqualified, so both lose the match (OP, Infractions)" in said
    follow(event, "Round 1", what_to_type(said, pair[0]))
    assert match_of(event, pair[0], "Round 1")[1]["Special"] == "Double no-show"
    assert "is Disqualified" not in event.done("standings").stderr


def test_an_opponent_who_is_disqualified_later_keeps_the_match(event_of):
    """What was typed for the first one stays right when the other one is removed, too."""
    event = event_of()
    gone, other = removed(event, won=False)
    event.done("pair")
    event.decide("Round 2")
    event.status(other, "Disqualified")
    said = event.run("check").stdout + event.done("standings").stderr
    assert f"{gone} is" not in said
    assert "Round 1!" not in said


# In which round it was typed


def test_a_status_of_an_earlier_round_is_pointed_out_there(event_of):
    """The rounds after it are not touched: the player was not in them."""
    event = event_of()
    gone, other = removed(event)
    event.done("pair")
    event.decide("Round 2")
    event.done("pair")
    said = event.done("standings").stderr
    assert f"so the match goes to {other}" in said
    assert "Round 1!" in next(line for line in said.splitlines() if gone in line)


def test_a_match_of_long_ago_is_not_pointed_out(event_of):
    """Whoever had dropped and is disqualified two rounds later was in no match then."""
    event = event_of()
    gone, _ = removed(event, status="Dropped")
    event.done("pair")
    event.decide("Round 2")
    event.done("pair")
    event.status(gone, "Disqualified")
    assert f"{gone} is" not in event.done("standings").stderr
    event.decide("Round 3")
    event.done("pair")
    check = event.run("check")
    assert f"{gone} is" not in check.stdout + check.stderr


def test_a_status_that_is_taken_back_is_forgotten(event_of):
    """Disqualified by mistake, Active again: there is nothing to say, and later nothing of it."""
    event = event_of()
    gone, _ = removed(event)
    event.done("standings")
    event.status(gone, "Active")
    assert f"{gone} is" not in event.done("pair").stderr


# After the Swiss rounds


def test_in_the_cut_a_game_that_was_won_goes_to_the_opponent(at_state, winners):
    """As a penalty would have it; without a result the game is a walkover already."""
    event = at_state("cut 2 typed")
    row = event.rows("Cut 2")[0]
    gone, other = (row[f"Player {side}"] for side in (winners.higher(row), winners.lower(row)))
    event.status(gone, "Disqualified")
    said = event.done("standings").stderr
    assert f"{gone} is Disqualified, so the match goes to {other} (OP, Infractions)" in said
    expected = by_penalty(event, "Cut 2", gone)
    follow(event, "Cut 2", what_to_type(said, gone))
    told = "This round was paired from the results as they were: undo it, type the result, and pair it again."
    assert results(event, "Cut 2") == expected
    assert told not in event.done("pair").stderr
    event.done("undo")
    event.type("Cut 2", 2, Winner=1 if gone == row["Player 1"] else 2)
    assert told in event.done("pair").stderr


def test_in_the_cut_a_walkover_is_not_pointed_out_again(at_state):
    """A game without a result counts as lost by itself."""
    event = at_state("cut 2")
    gone = event.rows("Cut 2")[0]["Player 1"]
    event.status(gone, "Disqualified")
    said = event.done("standings").stderr
    assert "so this counts as No-show 1" in said
    assert "so the match goes to" not in said


# Rulesets whose documents say less


@pytest.mark.parametrize(("ruleset", "status"), [("trc", "Forfeited"), ("hex", "Disqualified")])
def test_elsewhere_what_was_played_stands(event_of, ruleset, status):
    """Only what was not played is lost, as by a penalty; a whole result is nobody's business."""
    event = event_of(ruleset, 6, ("Rounds=3",))
    gone, other = first_of(event)
    event.decide("Round 1")
    win(event, "Round 1", gone)
    event.status(gone, status)
    assert f"{gone} is" not in event.done("standings").stderr
    number, row, _ = match_of(event, gone, "Round 1")
    event.type("Round 1", number, **dict.fromkeys(typed_for(row, 1, 1)))
    said = event.refused("pair")
    assert f"{gone} is {status}, so the match goes to {other}: type " in said
    follow(event, "Round 1", what_to_type(said, gone))
    event.done("pair")


def test_nts_says_nothing_of_it(event_of):
    """The essay knows no penalties: a missing result is a missing result."""
    event = event_of("nts", 6, ("Rounds=3",))
    gone, _ = first_of(event)
    event.decide("Round 1")
    number, row, _ = match_of(event, gone, "Round 1")
    event.type("Round 1", number, **dict.fromkeys(typed_for(row, 1, 1)))
    event.status(gone, "Disqualified")
    assert f"{gone} is" not in event.refused("pair")
