"""Several rooms, a table on stream, and some tables paired again."""

from __future__ import annotations

import pytest

from xlplugin.ground.problems import ERRORS, WorkbookProblems
from xlplugin.verbs import change_pairing
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.workbook.engine_errors import error_text
from xlplugin.workbook.reading.match_tables import rooms


def seats(event, tab="Round 1"):
    """Who sits where in a round."""
    return {row["Table"]: (row["No 1"], row["No 2"]) for row in event.rows(tab) if row["Table"]}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1-12, 21-30", (range(1, 13), range(21, 31))),
        ("1 to 3; 9", (range(1, 4), range(9, 10))),
        (" 5 \u2013 6 ", (range(5, 7),)),
        ("21-30,1-12", (range(21, 31), range(1, 13))),
    ],
)
def test_rooms_are_read_as_people_write_them(text, expected):
    """Commas or semicolons, a dash of any kind or "to", single tables."""
    assert rooms(text) == expected


@pytest.mark.parametrize("text", ["", "A", "3-1", "0-5", "1-5, 5-9", "1-2-3", "1,,2", "1-9999999"])
def test_what_names_no_rooms_is_no_rooms(text):
    """A table twice, the wrong way round, no number."""
    assert rooms(text) is None


def test_wrong_rooms_are_a_problem_of_their_cell(in_memory):
    """With what to type instead."""
    event = in_memory()
    event.setting("Tables", "5-1")
    (problem,) = event.event.problems
    assert problem.cell == event.event.setting_cell("Tables")
    assert "type table numbers" in problem.remedy


def test_a_round_fills_the_rooms(in_memory):
    """In the order in which the setting names them."""
    event = in_memory(Tables="11-12, 1-9")
    pair_round(event.host)
    assert list(seats(event)) == [1, 2, 11, 12]


def test_too_few_tables_are_said(in_memory):
    """The round is paired all the same."""
    event = in_memory(9, Tables="1-2, 31")
    result = pair_round(event.host)
    assert any(
        "More matches than Tables on Event has: they go on at 32." in w for w in result.warnings
    )


def test_each_round_shows_other_players_on_stream(in_memory):
    """As long as there is a match of two who have not been there."""
    event = in_memory(**{"Stream table": "50"})
    pair_round(event.host)
    event.play("Round 1")
    pair_round(event.host)
    assert not {*seats(event)[50]} & {*seats(event, "Round 2")[50]}
    notes = [row for row in event.rows("Pairing notes") if row["Rule"] == "Stream table"]
    assert [row["Table"] for row in notes] == [50, 50]


def test_a_round_paired_once_more_does_not_count_its_own_stream(in_memory):
    """Who was on stream in the round that goes has not been there."""
    event = in_memory(**{"Stream table": "50"})
    pair_round(event.host)
    before = seats(event)
    pair_round(event.host, again=True)
    assert seats(event) == before


# some tables again


@pytest.fixture
def second_round(in_memory):
    """Nine players, the second round paired: somebody has the bye."""
    event = in_memory(9)
    pair_round(event.host)
    event.play("Round 1")
    pair_round(event.host)
    return event


def test_two_who_must_not_meet_are_paired_again(second_round):
    """A label on Players, then their table and another: everybody else stays."""
    before = seats(second_round, "Round 2")
    (one, two), (three, four) = before[1], before[2]
    for no in (one, two):
        second_round.type("Players", no + 1, Do_not_pair="A")
    result = change_pairing.pair_tables_again(second_round.host, {1, 2})
    after = seats(second_round, "Round 2")
    assert {frozenset(pair) for pair in (after[1], after[2])} in (
        {frozenset({one, three}), frozenset({two, four})},
        {frozenset({one, four}), frozenset({two, three})},
    )
    assert {t: p for t, p in after.items() if t > 2} == {t: p for t, p in before.items() if t > 2}
    assert len(result.data["changed"]) == 2
    assert second_round.log()[-1][0] == "Pair again"


def test_who_has_left_is_left_out_and_the_bye_comes_in(second_round):
    """An odd number is left at one table, so whoever has the bye plays after all."""
    before = seats(second_round, "Round 2")
    gone, stays = before[3]
    (bye,) = [one for one, two in before.values() if two is None]
    second_round.type("Players", gone + 1, Status="Dropped")
    change_pairing.pair_tables_again(second_round.host, {3})
    after = seats(second_round, "Round 2")
    assert {frozenset(pair) for pair in after.values()} >= {frozenset({stays, bye})}
    assert list(after) == [1, 2, 3, 4]
    assert gone not in {no for pair in after.values() for no in pair}
    assert not second_round.event.problems


def test_results_elsewhere_stay(second_round):
    """Only the tables named must be without a result."""
    second_round.type("Round 2", 4, **{"P1 Corp": "W", "P1 Runner": "L"})
    second_round.type("Players", seats(second_round, "Round 2")[1][0] + 1, Status="Dropped")
    change_pairing.pair_tables_again(second_round.host, {1})
    assert second_round.rows("Round 2")[2]["P1 Corp"] == "W"
    with pytest.raises(WorkbookProblems) as refused:
        change_pairing.pair_tables_again(second_round.host, {3})
    assert "table 3 has a result" in str(refused.value.problems[0])


def test_the_reasons_are_on_the_notes(second_round):
    """What was there, and by which rule the tables are as they are now."""
    one, two = seats(second_round, "Round 2")[1]
    for no in (one, two):
        second_round.type("Players", no + 1, Do_not_pair="A")
    there = len(second_round.rows("Pairing notes"))
    change_pairing.pair_tables_again(second_round.host, {1, 2})
    new = second_round.rows("Pairing notes")[there:]
    assert {row["Rule"] for row in new} == {"By hand", "OP, Event structure: groups"}
    assert not second_round.event.problems


@pytest.mark.parametrize(
    ("tables", "why"),
    [
        ({1}, "only meet each other. Name at least one other table too: "),
        ({77}, "has no table 77"),
        ({5}, "Fewer than two active"),
    ],
)
def test_what_cannot_be_paired_again_is_said(second_round, tables, why):
    """Nothing is written."""
    before = second_round.host.read()
    with pytest.raises(ERRORS) as error:
        change_pairing.pair_tables_again(second_round.host, tables)
    assert why in error_text(error.value)
    assert second_round.host.read() is before


def put_together(event, tab, *pairs):
    """Let these players meet at the first tables, by swapping."""
    for table, pair in enumerate(pairs, 1):
        for side, no in enumerate(pair):
            there = seats(event, tab)[table][side]
            if there != no:
                change_pairing.swap(event.host, str(there), str(no))


def test_a_second_bye_is_not_given_behind_the_others_backs(in_memory):
    """All three left at these tables have had a bye, others none: more tables are needed."""
    event = in_memory(8)
    for no in (1, 2, 3):
        event.type("Players", no + 1, **{"First-round bye": "Yes"})
    pair_round(event.host)
    event.play("Round 1")
    pair_round(event.host)
    drawn = next(one for one, two in seats(event).values() if two is None and one > 3)
    gone = next(no for no in range(4, 9) if no != drawn)
    put_together(event, "Round 2", (1, 2), (3, gone))
    event.type("Players", gone + 1, Status="Dropped")
    before = event.host.read()
    with pytest.raises(ERRORS, match=r"gets another bye.*Name more tables"):
        change_pairing.pair_tables_again(event.host, {1, 2})
    assert event.host.read() is before


def labelled(event, tab, table):
    """Give the two players of a table a label, so that they do not meet again."""
    for no in seats(event, tab)[table]:
        event.type("Players", no + 1, Do_not_pair="A")


def test_nobody_is_lost_to_a_bye_that_was_awarded_since(in_memory):
    """There is no row for it: nothing is written, and what can be done is said."""
    event = in_memory()
    pair_round(event.host)
    event.type("Players", seats(event)[1][0] + 1, **{"First-round bye": "Yes"})
    before = event.host.read()
    with pytest.raises(ERRORS, match="has an awarded bye, and there is no row for it"):
        change_pairing.pair_tables_again(event.host, {1, 2})
    assert event.host.read() is before


def test_who_sits_down_without_being_checked_in_stays(in_memory):
    """A late arrival is in the round, ticked or not, when it is paired again."""
    event = in_memory(7, **{"Check-in": "Yes"})
    for row in range(2, 9):
        event.type("Players", row, Checked_in="Yes")
    pair_round(event.host)
    event.type("Players", 9, Name="Late Larch")
    warnings = change_pairing.pair_late(event.host, "Late Larch").warnings
    assert not any("not active" in warning for warning in warnings)
    there = seats(event)
    table = next(t for t, pair in there.items() if 8 in pair)
    other = next(t for t in there if t != table)
    labelled(event, "Round 1", table)
    change_pairing.pair_tables_again(event.host, {table, other})
    assert sorted(no for pair in seats(event).values() for no in pair) == list(range(1, 9))


def test_a_late_arrival_takes_no_awarded_bye(in_memory):
    """It was won elsewhere, and stays."""
    event = in_memory(5)
    event.type("Players", 2, **{"First-round bye": "Yes"})
    pair_round(event.host)
    event.type("Players", 7, Name="Late Larch")
    with pytest.raises(ERRORS, match="an awarded one stays"):
        change_pairing.pair_late(event.host, "Late Larch")


def test_one_bad_table_may_become_one_bad_table_fewer(in_memory):
    """What was bad before is no reason to refuse what makes it better."""
    event = in_memory(8)
    pair_round(event.host)
    there = seats(event)
    for table in (1, 2):
        for no in there[table]:
            event.type("Players", no + 1, Club=f"Club {table}")
    event.setting("Keep clubs apart", "Round 1")
    change_pairing.pair_tables_again(event.host, {1, 3})
    assert {*seats(event)[1]} != {*there[1]}


def test_two_matches_with_one_number_are_told_and_noticed_once(in_memory):
    """The organizer is told of it at every action, but the log has it once."""
    event = in_memory()
    pair_round(event.host)
    event.type("Round 1", 3, Table=1)
    event.play("Round 1")
    for _ in range(3):
        warnings = write_standings(event.host).warnings
        assert any(warning.startswith("Round 1!A3: table 1 is there twice") for warning in warnings)
    assert sum(action == "By hand" for action, _ in event.log()) == 1
    event.type("Round 1", 2, **{"P1 Corp": None, "P1 Runner": None})
    with pytest.raises(ERRORS, match="Two matches have the same table: 1"):
        change_pairing.pair_tables_again(event.host, {1})


def test_rooms_leave_numbers_beyond_them(in_memory):
    """More matches than tables still get a number that a tab takes."""
    assert rooms("99999-100000") is None
    event = in_memory(8, Tables="89999-90000")
    pair_round(event.host)
    assert not event.event.problems
