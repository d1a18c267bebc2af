"""Asynchronous events: when a round was posted, what is due when, and who is not in touch."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from engine import ruleset_named
from xlplugin.exports.shared import status
from xlplugin.exports.tabs import tabs_of
from xlplugin.verbs import change_pairing
from xlplugin.verbs import cut as cutting
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.undo import undo_round
from xlplugin.workbook.book import SheetData
from xlplugin.workbook.layout import Formula
from xlplugin.workbook.layouts import record_tabs
from xlplugin.workbook.reading import deadlines, next_step
from xlplugin.workbook.reading.reader import read_event

FRIDAY = datetime(2026, 11, 20, 18, 0, 42, tzinfo=UTC)
POSTED = datetime(2026, 11, 20, 18, 0)  # noqa: DTZ001  (a cell knows no time zone)
PLAYERS = [f"Player {n}" for n in range(1, 6)]


@pytest.fixture
def new_event(new_host):
    """Begin an asynchronous event."""

    def new(**settings):
        return new_host(
            "nisei-swiss", PLAYERS, **{"Asynchronous": "Yes", "Rounds": "2", **settings}
        )

    return new


@pytest.fixture
def paired(new_event):
    """Give an asynchronous event whose round 1 was posted on Friday at six."""
    host = new_event()
    pair_round(host, when=FRIDAY)
    return host


def lines(host):
    """Give the rows of the tab that hold anything."""
    return [list(row) for row in host.book.sheets["Deadlines"].rows[1:] if any(row)]


def due(host, tab="Round 1"):
    """Give what is due after a round."""
    return deadlines.deadline_of(read_event(host.read()), tab)


def next_text(host, when=None):
    """Give the next step."""
    return next_step.now(read_event(host.read()), when).text


# What is written


def test_a_round_that_is_paired_is_posted(paired):
    """To the minute; 48 hours to write and to agree, a week for results, all live."""
    row = ["Round 1", POSTED, Formula("=$B2+48/24"), Formula("=$B2+48/24"), Formula("=$B2+7")]
    assert lines(paired) == [row]
    two_days, week = (POSTED + timedelta(days=days) for days in (2, 7))
    assert due(paired) == (POSTED, two_days, two_days, week)


def test_the_csv_of_the_tab_has_the_times(paired):
    """What the live columns come to, so that players can be sent it."""
    found = {tab.name: tab for tab in tabs_of(read_event(paired.read()))}["Deadlines"]
    contact = "2026-11-22 18:00:00"
    assert found.rows[1] == [
        "Round 1", "2026-11-20 18:00:00", contact, contact, "2026-11-27 18:00:00",
    ]  # fmt: skip
    assert not found.blank


def test_agreements_are_possible_at_least_so_long(paired):
    """The document sets a least time before 2-for-1 and ID may be barred: nothing ends by itself."""
    header = paired.book.sheets["Deadlines"].rows[0]
    assert "Agreements at least until" in header
    assert "Agreements until" not in header
    layout = record_tabs.deadlines_layout(ruleset_named("nisei-swiss").deadlines, 7)
    help_ = next(c.help for c in layout.columns if c.header == record_tabs.AGREEMENTS)
    assert "No fixed rule" in help_


def test_the_older_name_of_a_column_is_understood(paired):
    """A workbook that was made before the column had its present name goes on."""
    column = list(paired.book.sheets["Deadlines"].rows[0]).index(record_tabs.AGREEMENTS) + 1
    paired.type("Deadlines", 1, **{record_tabs.AGREEMENTS: "Agreements until"})
    paired.play(1)
    pair_round(paired, when=FRIDAY + timedelta(days=7))
    assert [line[0] for line in lines(paired)] == ["Round 1", "Round 2"]
    assert paired.book.sheets["Deadlines"].rows[0][column - 1] == "Agreements until"
    row, moment = 2, datetime(2026, 11, 22, 18, 0)  # noqa: DTZ001
    assert deadlines.worked_out(read_event(paired.read()))[row, column] == moment


def test_round_days_says_when_results_are_due(new_event):
    """A round keeps the days that it was posted with."""
    host = new_event(**{"Round days": "10"})
    pair_round(host, when=FRIDAY)
    host.set("Round days", 3)
    assert due(host).due == POSTED + timedelta(days=10)


def test_round_days_is_a_whole_number(new_event):
    """Anything else is refused with its cell."""
    with pytest.raises(Exception, match="Round days cannot be"):
        new_event(**{"Round days": "1.5"})


def test_other_events_have_no_deadlines(new_host):
    """Neither the tab nor the column to tick."""
    host = new_host("nisei-swiss", PLAYERS)
    pair_round(host, when=FRIDAY)
    assert "Deadlines" not in host.book.sheets
    assert "In touch" not in host.book.sheets["Round 1"].rows[0]


def test_the_tab_stands_before_the_rounds_and_has_a_line_for_each(paired):
    """Pairing again posts anew; undo takes the line of its round back, and the next one takes its place."""
    pair_round(paired, again=True, when=FRIDAY + timedelta(days=1))
    assert [line[:2] for line in lines(paired)] == [["Round 1", POSTED + timedelta(days=1)]]
    paired.play(1)
    pair_round(paired, when=FRIDAY)
    names = list(paired.book.sheets)
    assert names[names.index("Deadlines") + 1] == "Round 1"
    assert [line[0] for line in lines(paired)] == ["Round 1", "Round 2"]
    undo_round(paired)
    assert [line[0] for line in lines(paired)] == ["Round 1"]
    pair_round(paired, when=FRIDAY)
    assert [line[0] for line in lines(paired)] == ["Round 1", "Round 2"]


def test_rounds_of_the_cut_have_deadlines_too(new_event):
    """Paired, paired again and taken back like the others."""
    host = new_event(Rounds="1", Cut="2")
    pair_round(host, when=FRIDAY)
    host.play(1)
    cutting.cut(host, None, when=FRIDAY)
    pair_round(host, again=True, when=FRIDAY + timedelta(days=1))
    assert [line[:2] for line in lines(host)][1] == ["Cut 1", POSTED + timedelta(days=1)]
    assert "In touch" in host.book.sheets["Cut 1"].rows[0]
    undo_round(host)
    assert [line[0] for line in lines(host)] == ["Round 1"]


def test_a_tab_of_ones_own_is_left_alone(new_event):
    """It is said that no deadlines are noted."""
    host = new_event()
    host.book.sheets["Deadlines"] = SheetData("Deadlines", [["Prizes", "Who"]])
    told = pair_round(host, when=FRIDAY).warnings
    assert told[0].startswith("Deadlines: the columns of deadlines are not there")
    assert host.book.sheets["Deadlines"].rows == [["Prizes", "Who"]]


# What is read


@pytest.mark.parametrize(
    "typed",
    [datetime(2026, 11, 21, 9), datetime(2026, 11, 21, 9).isoformat(sep=" "), 46347.375],  # noqa: DTZ001
)
def test_posted_may_be_corrected(paired, typed):
    """As a time, a text that is one, or the number that Excel has for it."""
    paired.type("Deadlines", 2, Posted=typed)
    assert due(paired).due == datetime(2026, 11, 28, 9)  # noqa: DTZ001


def test_results_due_may_be_overtyped(paired):
    """A day is its beginning."""
    paired.type("Deadlines", 2, **{"Results due": date(2026, 12, 1)})
    assert due(paired).due == datetime(2026, 12, 1)  # noqa: DTZ001


@pytest.mark.parametrize(
    ("header", "typed", "cell"),
    [("Posted", "9999-12-31", "B2"), ("Posted", None, "B2"), ("Results due", "later", "E2")],
)
def test_what_is_no_time_is_said_by_cell(paired, header, typed, cell):
    """Nothing else depends on it, so it stops nothing."""
    paired.type("Deadlines", 2, **{header: typed})
    paired.play(1)
    told = pair_round(paired, when=FRIDAY).warnings
    assert [line for line in told if line.startswith(f"Deadlines!{cell}: ")]


# What is said


def test_the_next_step_says_when_results_are_due(paired):
    """As long as results are missing."""
    text = "Round 1: 2 results missing (tables 1, 2), due 2026-11-27 18:00"
    assert next_text(paired) == next_text(paired, FRIDAY + timedelta(hours=47)) == text
    paired.play(1)
    assert next_text(paired) == "Pair round 2"


def test_tables_not_in_touch_are_named_once_the_time_is_over(paired):
    """Not those that have ticked it, nor those with a result."""
    late = FRIDAY + timedelta(hours=49)
    assert next_text(paired, late).endswith("18:00; not in touch: tables 1, 2")
    paired.type("Round 1", 2, **{"In touch": "yes"})
    assert next_text(paired, late).endswith("18:00; not in touch: table 2")
    paired.type("Round 1", 3, **{"P1 Corp": "W", "P1 Runner": "W"})
    assert next_text(paired, late) == "Round 1: 1 result missing (table 1), due 2026-11-27 18:00"


def test_in_touch_is_yes_or_blank(paired):
    """Anything else must be mended."""
    paired.type("Round 1", 2, **{"In touch": "maybe"})
    (problem,) = read_event(paired.read()).problems
    assert problem.cell == "L2"


def test_players_who_are_swapped_are_not_in_touch(paired):
    """The tick was for somebody else."""
    for row in (2, 3):
        paired.type("Round 1", row, **{"In touch": "Yes"})
    one, two = (row[1] for row in paired.book.sheets["Round 1"].rows[1:3])
    change_pairing.move(paired, str(one), 2)
    assert len(read_event(paired.read()).rounds[0].in_touch) == 2
    change_pairing.swap(paired, str(one), str(two))
    assert read_event(paired.read()).rounds[0].in_touch == set()


def test_the_page_says_when_results_are_due(paired):
    """For everybody to see."""
    told = status(read_event(paired.read()))
    assert told == (
        "Round 1 of 2: 0 of 2 results are in. They are due 2026-11-27 18:00 (the organizer's time)."
    )
