"""``safe``: who is certain of the cut, as reported to people and to programs."""

from __future__ import annotations

import pytest

from engine.chances.chances import Chance, Chances, Draw, Proof, State
from engine.model import Match
from xlplugin.workbook.reading.cut_chances import draws_to_tell, percent


def last_round(make_event, *typed):
    """Four players in the second of two rounds; its tables have these results."""
    event = make_event(players=4, rounds=1)
    for name, value in (("Rounds", 2), ("Cut", 2)):
        event.type("Event", event.row_of("Event", "Setting", name), Value=value)
    event.done("pair")
    for row, result in enumerate(typed, 2):
        event.type("Round 2", row, **dict(zip(("P1 Corp", "P1 Runner"), result, strict=True)))
    return event


def test_every_result_of_the_last_round_is_looked_at(make_event):
    """Of seven that differ in what they are worth at each of two tables."""
    told = last_round(make_event).json("safe")
    assert (told["results"], told["exact"]) == (49, True)
    assert sum(player["chance"] for player in told["players"]) == 2
    assert [pairing["table"] for pairing in told["pairings"]] == [1, 2]


def test_what_is_typed_counts(make_event):
    """With all results there is only one end, which is that of the standings."""
    event = last_round(make_event, "WL", "WW")
    told = event.json("safe")
    inside = [s["no"] for s in event.json("standings")["standings"][:2]]
    assert {p["no"] for p in told["players"] if p["state"] == "safe"} == {*inside}
    assert {p["state"] for p in told["players"]} == {"safe", "out"}
    assert (told["pairings"], told["results"]) == ([], 1)


def test_people_read_what_is_certain_and_what_is_sampled(make_event):
    """In words, below the tables."""
    event = last_round(make_event, "WW")
    said = event.done("safe").stdout
    assert "The cut to the top 2, round 2 of 2" in said
    assert "Intentional draw" in said
    assert "Exact: all 7 results that are possible" in said
    event.type("Event", event.row_of("Event", "Setting", "Rounds"), Value=3)
    said = event.done("safe", "--samples", 20).stdout
    assert "in 20 results drawn at random" in said
    assert "may come back with the next Swiss round" in said


def test_it_is_told_that_somebody_out_may_get_in_if_another_leaves(make_event):
    """What is certain is so whatever the results, but not whatever people do."""
    event = last_round(make_event, "WL", "WW")
    out = {p["no"] for p in event.json("safe")["players"] if p["state"] == "out"}
    said = event.done("safe").stdout
    assert "Players who are out may still get in if somebody else leaves" in said
    assert "come back" not in said  # no Swiss round is left for it
    first = next(no for no in range(1, 5) if no not in out)
    event.type("Players", event.row_of("Players", "No", first), Status="Dropped")
    assert out & {p["no"] for p in event.json("safe")["players"] if p["state"] == "safe"}


def test_a_cut_that_too_few_can_play_in_is_refused(make_event):
    """As the cut itself will be."""
    event = last_round(make_event)
    assert "a cut to 8 needs 8 players, but only 4 can play on" in event.refused("safe", "--top", 8)


def test_a_draw_of_two_who_are_out_is_not_told():
    """It would be called not safe, and mean nothing to them; of the others it is told."""
    out = (Chance(no, State.OUT, 0.0, 0, Proof.POINTS) for no in (3, 4, 5))
    players = (*(Chance(no, State.OPEN, 0.5, 0, Proof.NONE) for no in (1, 2, 6)), *out)
    draws = {
        Match(*three): Draw(is_safe=False, proof=Proof.EITHER)
        for three in ((1, 1, 2), (2, 3, 4), (3, 5, 6))
    }
    told = draws_to_tell(Chances(players, draws, 9, is_exact=False))
    assert [match.table for match in told] == [1, 3]


def test_nothing_is_told_where_nothing_is_open(at_state, make_event):
    """After the cut, or where there is none."""
    assert "The Swiss rounds are over: " in at_state("cut 1").refused("safe")
    assert "No cut is suggested for so few players" in make_event(rounds=1).refused("safe")


def test_an_earlier_round_must_be_complete(make_event):
    """The cell is named, as for a pairing."""
    event = last_round(make_event)
    event.type("Round 1", 2, **{"P1 Corp": None})
    assert "Round 1!" in event.refused("safe")


def test_players_must_be_there(make_event):
    """Nobody can be safe before."""
    event = make_event(players=2)
    for row in (2, 3):
        event.type("Players", row, No=None, Name=None, Status=None)
    assert "there are no players" in event.refused("safe", "--top", 4)


@pytest.mark.parametrize(
    ("state", "chance", "told"),
    [("safe", 1, "100%"), ("out", 0, "0%"), ("open", 0, "< 1%"), ("open", 1, "> 99%"),
     ("open", 0.996, "> 99%"), ("open", 0.25, "25%")],
)  # fmt: skip
def test_what_is_not_certain_is_not_told_as_if_it_were(state, chance, told):
    """No chance of the sampled results is no proof."""
    assert percent(Chance(1, State(state), chance, Proof.NONE, 0)) == told


def tab(event):
    """What the tab shows, and the names of all tabs."""
    workbook = event.read()
    return [*workbook["Cut chances"].iter_rows(values_only=True)], workbook.sheetnames


def test_the_tab_says_what_each_line_is_based_on_and_when_it_was_made(make_event):
    """Everybody with points, state and chance, the tables that play, and that nothing of it follows."""
    event = last_round(make_event, "WW")
    assert "Written to" in event.done("safe", "--tab").stdout
    shown, _ = tab(event)
    made = next(
        row[0] for row in shown if str(row[0]).startswith("With 1 of 2 results of Round 2, ")
    )
    assert made.endswith("Later results are not included: make it again then.")
    assert ("Points", "Player", None, "State", "Chance", "Based on") in [row[:6] for row in shown]
    told = event.json("safe")
    lines = {row[1]: row for row in shown if row[5] == "All 7 results looked at" and not row[2]}
    expected = {player["player"]: player["state"] for player in told["players"]}
    assert {name: row[3] for name, row in lines.items()} == expected
    drawn = [row[0] for row in shown if row[3] in ("safe for both", "not safe")]
    assert drawn == [pairing["table"] for pairing in told["pairings"]]
    assert any("Cut chances" in row.values() for row in event.rows("Log"))


def test_the_tab_is_drawn_anew_where_it_stands(make_event):
    """And says of which results; there are no tables left once all of them are in."""
    event = last_round(make_event)
    event.done("safe", "--tab")
    before, tabs = tab(event)
    for row in (2, 3):
        event.type("Round 2", row, **{"P1 Corp": "W", "P1 Runner": "W"})
    event.done("safe", "--tab")
    after, now = tab(event)
    assert now == tabs
    assert "Intentional draw" in [row[3] for row in before]
    assert "Intentional draw" not in [row[3] for row in after]
    assert any(str(row[0]).startswith("With 2 of 2 results of Round 2, ") for row in after)


def test_what_was_sampled_is_not_told_as_proved(make_event):
    """Before the last round: how many results were drawn, and that nothing is known of a draw."""
    event = last_round(make_event)
    event.type("Event", event.row_of("Event", "Setting", "Rounds"), Value=3)
    event.done("safe", "--tab", "--samples", 20)
    shown, _ = tab(event)
    based = {row[5] for row in shown if row[3] == "open"}
    assert based
    assert all(text.startswith("Drawn at random: 20 results") for text in based)
    assert {row[5] for row in shown if row[3] == "not certain"} <= {"Could not be proved"}
