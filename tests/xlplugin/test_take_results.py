"""Take results: what players have reported goes into empty cells, and whatever does not is told."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from reporting import LOST, WON, Phones

from xlplugin.ground.limits import MOST_TEXT
from xlplugin.ground.problems import OrganizerError
from xlplugin.reports import registration, state
from xlplugin.reports.forms import Wrong
from xlplugin.reports.record import Kind
from xlplugin.reports.state import State, state_of, why_not
from xlplugin.verbs import publish
from xlplugin.verbs.codes import list_codes
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.take_results import take_results
from xlplugin.verbs.undo import undo_round
from xlplugin.workbook.reading import records
from xlplugin.workbook.table import find_sheet

SPLIT = {"P1 Corp": "W", "P1 Runner": "L"}
WHEN = datetime(2026, 11, 24, 16, 30, tzinfo=UTC)


@pytest.fixture
def begin(in_memory, tmp_path):
    """Begin an event whose players report, some rounds paired."""

    def begun(rounds=1, players=8, **settings):
        event = in_memory(players, **{"Player reports": "Yes", **settings})
        event.host.folder = tmp_path
        for number in range(rounds):
            if number:
                event.play(f"Round {number}")
            pair_round(event.host)
        return event, Phones(event.host.read, tmp_path)

    return begun


def cells(event, row, tab="Round 1"):
    """The result of a row as it is typed."""
    return tuple(event.rows(tab)[row][h] for h in ("P1 Corp", "P1 Runner", "Special"))


def pairs(event, tab="Round 1"):
    """Who meets, in the order of the rows."""
    return [(row["No 1"], row["No 2"]) for row in event.rows(tab)]


def test_whoever_has_not_let_players_report_is_told_how(in_memory, tmp_path):
    """The setting, with its cell."""
    event = in_memory()
    event.host.folder = tmp_path
    with pytest.raises(
        OrganizerError, match=r"To let them, set Player reports \(Event!B\d+\) to Yes"
    ):
        take_results(event.host)


def test_reports_beside_a_workbook_that_was_renamed_are_named(begin):
    """Those of this event, not of another one in the same folder."""
    event, phones = begin()
    list_codes(event.host)
    (one, _), *_ = pairs(event)
    phones.agree(one, WON)
    file = phones.record.path
    file.rename(file.with_name("spring reports.jsonl"))
    file.with_name("autumn reports.jsonl").write_text("{}\n", encoding="utf-8")
    with pytest.raises(OrganizerError, match=rf"are in spring reports.jsonl.*to {file.name}"):
        take_results(event.host)


def test_what_both_say_is_filled_in_and_logged(begin):
    """With who reported it, who confirmed it, and when; what one says waits."""
    event, phones = begin()
    (one, two), (three, _), *_ = pairs(event)
    phones.agree(one, SPLIT)
    phones.report(three, WON)
    result = take_results(event.host, when=WHEN)
    assert cells(event, 0) == ("W", "L", None)
    assert cells(event, 1) == (None, None, None)
    text = f"Round 1 table 1: Player {one} - Player {two}, reported by Player {one} at"
    (details,) = [d for action, d in event.log() if action == "Take results" and "table" in d]
    assert details.startswith(text)
    assert f"confirmed by Player {two} at" in details
    assert "1 result taken." in result.message
    assert "Only one of the two has reported: table 2." in result.message
    assert [entry["table"] for entry in result.data["waiting"]] == [2]


def test_the_log_knows_what_was_taken(begin):
    """A correction by hand, after it, is told as one."""
    event, phones = begin()
    phones.agree(pairs(event)[0][0], SPLIT)
    take_results(event.host)
    event.type("Round 1", 2, P1_Runner="W")
    publish_nothing = [d for a, d in event.log() if a == "Result"]
    assert publish_nothing == []
    take = take_results(event.host)
    assert take.data["differing"][0]["table"] == 1
    event.play("Round 1")
    pair_round(event.host)
    assert [d for a, d in event.log() if a == "Result"] == ["Round 1 table 1: 3-3 -> 6-0"]


def test_two_that_differ_are_shown_with_both_sides(begin):
    """In the words of each, with the time; the cells stay empty."""
    event, phones = begin()
    one, two = pairs(event)[0]
    phones.report(one, WON)
    phones.report(two, WON)
    phones.report(two, LOST)
    result = take_results(event.host)
    assert cells(event, 0) == (None, None, None)
    (conflict,) = result.data["conflicts"]
    assert conflict["players"] == [f"Player {one}", f"Player {two}"]
    assert [report["no"] for report in conflict["reports"]] == [one, two]
    assert conflict["reports"][0]["words"] == "As Corp: I won, As Runner: I won"
    assert conflict["reports"][1]["words"] == "As Corp: I won, As Runner: I won"
    assert "Conflicts, for you to decide:" in result.message
    assert f"Table 1: Player {one} (" in result.message


def test_what_is_typed_is_never_changed(begin):
    """Not even half of a result; whoever says something else is named."""
    event, phones = begin()
    (one, _), (three, _), *_ = pairs(event)
    event.type("Round 1", 2, P1_Corp="L")
    event.type("Round 1", 3, Special="No-show 2")
    for no in (one, three):
        match = phones.event.tabs[-1].match_of(no)
        for player in match.players:
            phones.keep(Kind.RESULT, no=player, pair=match.players, result=WON)
    result = take_results(event.host)
    assert cells(event, 0) == ("L", None, None)
    assert cells(event, 1) == (None, None, "No-show 2")
    assert [entry["table"] for entry in result.data["differing"]] == [1, 2]
    assert "Table 1: typed is" in result.message


def test_what_is_taken_once_is_not_taken_again(begin):
    """Cleared by the desk, it stays so until the players report anew."""
    event, phones = begin()
    one = pairs(event)[0][0]
    phones.agree(one, SPLIT)
    take_results(event.host)
    event.type("Round 1", 2, P1_Corp=None, P1_Runner=None)
    again = take_results(event.host)
    assert cells(event, 0) == (None, None, None)
    assert {entry["why"] for entry in again.data["stale"]} == {
        "it was taken, and has been cleared since"
    }
    phones.agree(one, LOST)
    take_results(event.host)
    assert cells(event, 0) == ("L", "L", None)


def test_nothing_new_writes_nothing(begin):
    """The workbook is as it was, the log too."""
    event, phones = begin()
    phones.report(pairs(event)[0][0], WON)
    take_results(event.host)
    event.host.changes = []
    assert "Nothing to take" in take_results(event.host).message
    assert event.host.changes == []


def test_a_round_that_is_undone_and_paired_again_is_another_one(begin):
    """Even if the same two meet."""
    event, phones = begin()
    meeting = pairs(event)[0]
    phones.agree(meeting[0], WON)
    undo_round(event.host)
    pair_round(event.host)
    assert pairs(event)[0] == meeting
    result = take_results(event.host)
    assert cells(event, 0) == (None, None, None)
    assert {entry["why"] for entry in result.data["stale"]} == {"Round 1 was paired again since"}


def test_a_report_of_the_round_before_is_told_if_it_says_something_else(begin):
    """Once: with the next that is taken it is done with."""
    event, phones = begin()
    (one, _), (three, _), *_ = pairs(event)
    phones.report(one, WON)
    phones.report(three, LOST)
    event.play("Round 1")
    pair_round(event.host)
    first = take_results(event.host).data["stale"]
    assert [entry["why"][:19] for entry in first] == ["what is typed count"]
    phones.agree(pairs(event, "Round 2")[0][0], SPLIT)
    take_results(event.host)
    assert take_results(event.host).data["stale"] == []


def test_a_round_that_is_not_published_has_no_reports(begin):
    """They count once it is."""
    event, phones = begin(**{"Publish rounds": "When told"})
    phones.agree(pairs(event)[0][0], SPLIT)
    assert phones.reports.tables == ()
    assert why_not(event.event, phones.reports, 1) == "No round is being played."
    result = take_results(event.host)
    assert {entry["why"] for entry in result.data["stale"]} == {"Round 1 is not published"}
    publish.publish(event.host)
    take_results(event.host)
    assert cells(event, 0) == ("W", "L", None)


def test_who_has_dropped_does_not_report(begin):
    """The opponent's report waits for the desk."""
    event, phones = begin()
    one, two = pairs(event)[0]
    phones.agree(one, SPLIT)
    event.type("Players", one + 1, Status="Dropped")
    assert why_not(event.event, phones.reports, one).startswith("You are not in the event any more")
    assert why_not(event.event, phones.reports, two) == ""
    result = take_results(event.host)
    assert cells(event, 0) == (None, None, None)
    assert [entry["why"] for entry in result.data["stale"]] == ["the player is Dropped"]


def test_a_bye_has_nothing_to_report(begin):
    """Nor does anybody where reports are off."""
    event, phones = begin(players=7)
    no = next(one or two for one, two in pairs(event) if not (one and two))
    assert (
        why_not(event.event, phones.reports, no)
        == "You have no opponent in Round 1: there is nothing to report."
    )
    event.setting("Player reports", "No")
    assert why_not(event.event, phones.reports, 1) == "Results are reported at the desk."


def test_two_who_agree_on_what_the_tab_refuses_are_a_conflict(begin):
    """A file can hold anything; what is wrong is said."""
    event, phones = begin()
    one, two = pairs(event)[0]
    wrong = {"P1 Corp": "W", "P1 Runner": "L", "Special": "2-for-1"}
    for no in (one, two):
        phones.keep(Kind.RESULT, no=no, pair=(one, two), result=wrong)
    result = take_results(event.host)
    assert cells(event, 0) == (None, None, None)
    assert "a two-for-one is one game" in result.data["conflicts"][0]["why"]


def test_reports_of_another_event_are_never_taken(begin, in_memory, tmp_path):
    """Its workbook had the same name, and the file was left: check-ins and registrations too."""
    settings = {"Check-in": "Yes", "Registration": "Yes"}
    before, phones = begin(0, **settings)
    list_codes(before.host)
    for no in (1, 2):
        phones.keep(Kind.HERE, no=no)
    phones.keep(Kind.REGISTER, name="Zed")
    now, phones = begin(0, **settings)
    for _ in range(2):  # without codes, and with its own
        result = take_results(now.host)
        told = "3 reports in the file are of another event, or from before a backup"
        assert told in result.message
        assert result.data["of_other_events"] == 3
        assert [result.data[kind] for kind in ("here", "registered")] == [[], []]
        list_codes(now.host)
    phones.keep(Kind.HERE, no=3)
    assert [each["no"] for each in take_results(now.host).data["here"]] == [3]


def test_reports_from_before_all_codes_are_new_still_count(begin):
    """What was said is as good as it was."""
    event, phones = begin()
    list_codes(event.host)
    phones.agree(pairs(event)[0][0], SPLIT)
    list_codes(event.host, renew_all=True)
    take_results(event.host)
    assert cells(event, 0) == ("W", "L", None)


@pytest.mark.parametrize("where", ["none", "empty"])
def test_without_reports_it_says_so(begin, where):
    """And where they would be."""
    event, phones = begin()
    if where == "empty":
        phones.record.path.touch()
    with pytest.raises(
        OrganizerError, match=r"there is no event reports.jsonl beside the workbook"
    ):
        take_results(event.host)
    event.host.folder = None
    with pytest.raises(OrganizerError, match="Save the workbook on this computer first"):
        take_results(event.host)


def test_unreadable_lines_are_counted_for_the_organizer(begin):
    """They are left out."""
    event, phones = begin()
    phones.agree(pairs(event)[0][0], SPLIT)
    with phones.record.path.open("a") as file:
        file.write("{}\nnonsense\n")
    assert "2 lines of the file of reports cannot be read" in take_results(event.host).message


def test_the_next_step_counts(make_event):
    """Results in, to be taken, and conflicts with their tables; then how to take them."""
    event = make_event(rounds=1, finished=False)
    event.type("Event", event.row_of("Event", "Setting", "Player reports"), Value="Yes")
    phones = Phones.of_file(event.path)
    first, second, *_ = [(row["No 1"], row["No 2"]) for row in event.rows("Round 1")]
    phones.agree(first[0], SPLIT)
    for no, answers in zip(second, (WON, LOST), strict=True):
        phones.report(no, answers)
    event.type("Round 1", 4, **SPLIT)
    counted = "Next: Round 1: 2 of 4 results in, 1 of them to be taken, 1 conflict (table 2)"
    assert f"{counted} (xlplugin take event.xlsx)" in event.done("move", first[0], 30).stdout
    said = event.done("take").stdout
    assert "1 result taken." in said
    assert "Next: Round 1: 2 of 4 results in, 1 conflict (table 2); type them, save, then:" in said
    assert event.rows("Round 1")[0]["P1 Runner"] == "L"


# check-in, dropping out, registration


def test_who_says_that_they_are_here_is_checked_in(begin):
    """Before round 1, once; after it nothing of it is taken."""
    event, phones = begin(0, **{"Check-in": "Yes"})
    phones.keep(Kind.HERE, no=3)
    phones.keep(Kind.HERE, no=3)
    phones.keep(Kind.HERE, no=5)
    result = take_results(event.host)
    assert "2 players checked in." in result.message
    assert [row["No"] for row in event.rows("Players") if row["Checked in"] == "Yes"] == [3, 5]
    event.type("Players", 4, Checked_in=None)
    assert take_results(event.host).data["here"] == []
    for row in range(2, 10):
        event.type("Players", row, Checked_in="Yes" if row != 9 else None)
    pair_round(event.host)
    phones.keep(Kind.HERE, no=8)
    assert take_results(event.host).data["here"] == []


def test_who_wants_to_drop_does_so_after_the_match(begin):
    """Not before its result is in; who has thought better of it stays."""
    event, phones = begin()
    (one, two), (three, four), *_ = pairs(event)
    phones.keep(Kind.DROP, no=one)
    phones.keep(Kind.DROP, no=three)
    phones.keep(Kind.STAY, no=three)
    result = take_results(event.host)
    assert f"They drop out once their result is in: Player {one}." in result.message
    phones.agree(one, SPLIT)
    result = take_results(event.host)
    assert cells(event, 0) == ("W", "L", None)
    assert f"Dropped out: Player {one}." in result.message
    dropped = [row["No"] for row in event.rows("Players") if row["Status"] == "Dropped"]
    assert dropped == [one]
    assert ("Take results", f"Player {one} (No {one}): Dropped (was Active)") in event.log()
    event.type("Players", one + 1, Status=None)
    assert take_results(event.host).data["dropped"] == []
    assert {two, four} <= event.event.by_no.keys()


def test_a_wish_to_drop_of_the_round_before_is_not_taken(begin):
    """The player has been paired since; the organizer is told."""
    event, phones = begin()
    phones.keep(Kind.DROP, no=2)
    event.play("Round 1")
    pair_round(event.host)
    result = take_results(event.host)
    assert result.data["dropped"] == []
    assert (
        result.data["stale"][0]["why"] == "the next round has been paired, or this one again, since"
    )


def test_who_registers_is_a_new_row(begin):
    """With club and decks; somebody who is listed, or has registered, is not added again."""
    event, phones = begin(0, Registration="Yes")
    phones.keep(
        Kind.REGISTER, name="Zoë Ångström", club="The Club", details={"Corp": "A", "Runner": "B"}
    )
    phones.keep(Kind.REGISTER, name="zoe angstrom")
    phones.keep(Kind.REGISTER, name="zoë ångström")
    phones.keep(Kind.REGISTER, name="player 3")
    phones.keep(Kind.REGISTER, name="=1+1")
    result = take_results(event.host)
    names = [row["Name"] for row in event.rows("Players")]
    assert "Zoë Ångström" in names
    row = next(row for row in event.rows("Players") if row["Name"] == "Zoë Ångström")
    assert (row["Club"], row["Corp"], row["Runner"], row["No"]) == ("The Club", "A", "B", 9)
    assert names.count("Player 3") == 1
    assert "somebody of that name has registered already" in {
        s["why"] for s in result.data["stale"]
    }
    assert event.event.problems == []
    event.type("Players", 10, Name=None, No=None, Status=None, Club=None, Corp=None, Runner=None)
    assert take_results(event.host).data["registered"] == []


def test_no_more_register_than_there_are_places(begin):
    """In the order in which they came; the others are told to the organizer."""
    event, phones = begin(0, players=3, Registration="5")
    for name in ("Ann", "Bea", "Cal"):
        phones.keep(Kind.REGISTER, name=name)
    result = take_results(event.host)
    assert [entry["name"] for entry in result.data["registered"]] == ["Ann", "Bea"]
    assert [(s["name"], s["why"]) for s in result.data["stale"]] == [
        ("Cal", "there is no place left")
    ]
    assert registration.places_left(event.event, 0) == 0


def test_where_no_number_is_said_there_is_still_an_end(begin):
    """Whoever floods the registration is stopped before anybody has to read it all."""
    event, _ = begin(0, players=3, Registration="Yes")
    most = registration.MOST_WAITING
    assert [registration.places_left(event.event, n) for n in (most - 1, most)] == [None, 0]


def test_registration_ends_with_round_1(begin):
    """Late ones go to the desk."""
    event, phones = begin(0, Registration="Yes")
    assert registration.is_open(event.event)
    pair_round(event.host)
    assert not registration.is_open(event.event)
    phones.keep(Kind.REGISTER, name="Zed")
    assert take_results(event.host).data["stale"][0]["why"] == "round 1 has been paired"


def test_registration_is_off_unless_it_is_switched_on(begin):
    """It asks for name, club, and what the rules have of everybody but the organizer's own."""
    event, _ = begin(0)
    assert not registration.is_open(event.event)
    asked = [field.header for field in registration.fields_of(event.event)]
    assert asked == ["Name", "Club", "Corp", "Runner"]


@pytest.mark.parametrize(
    ("values", "header"),
    [
        ({"name": ""}, "Name"), ({"name": "  -  "}, "Name"), ({"name": "A" * 300}, "Name"), ({"name": "A\x07B"}, "Name"), ({"name": "A\u202eB"}, "Name"), ({"name": "Ann\u200b"}, "Name"),
        ({"name": "Ann", "club": "C" * 201}, "Club"), ({"name": "Ann", "details": {"Status": "Dropped"}}, "Status"),
        ({"name": "Ann", "details": {"Decklist": "Checked"}}, "Decklist"), ({"name": "Ann", "details": {"Corp": 5}}, "Corp"),
        ({"name": "Ann", "details": {"Seed": "1"}}, "Seed"),
    ],
)  # fmt: skip
def test_what_may_not_be_registered_is_refused(begin, values, header):
    """Columns that are the organizer's, and texts that are none."""
    event, _ = begin(0, Registration="Yes")
    read = registration.read_registration(event.event, **values)
    assert isinstance(read, Wrong)
    assert read.header == header


def test_the_name_is_not_a_detail(begin):
    """Whatever a program sends besides it."""
    event, _ = begin(0, Registration="Yes")
    read = registration.read_registration(event.event, "Ann", "Club", {"Name": "Bob", "Club": "No"})
    assert read == ("Ann", "Club", {})


def test_a_registration_that_players_would_not_take_stays_out(new_host, tmp_path):
    """An army that is registered twice; the others are taken."""
    host = new_host("hex", ["Ann", "Bea", "Cal", "Dee"], Registration="Yes")
    host.folder = tmp_path
    phones = Phones(host.read, tmp_path)
    phones.keep(Kind.REGISTER, name="Eve", details={"Army 1": "Borgo", "Army 2": "Borgo"})
    phones.keep(Kind.REGISTER, name="Fay", details={"Army 1": "Borgo", "Army 2": "Moloch"})
    result = take_results(host)
    assert [entry["name"] for entry in result.data["registered"]] == ["Fay"]
    assert "Borgo is registered twice" in result.data["stale"][0]["why"]


def test_a_forged_name_does_not_command_the_terminal(begin):
    """Neither a line of its own nor an escape gets out of the file of reports."""
    event, phones = begin(rounds=0, Registration="Yes")
    phones.keep(Kind.REGISTER, name="Eve\x1b[2J\n1 result taken.\x9b")
    told = take_results(event.host).lines
    assert "Eve" in told[-1]
    assert not {*"".join(told)} & {*"\x1b\n\x9b"}


def test_however_many_have_registered_results_are_taken(begin):
    """What the log keeps of them goes into as many lines as it takes."""
    event, phones = begin(rounds=0, Registration="Yes")
    about = phones.about_now()
    new = [phones.line(Kind.REGISTER, name=f"Newcomer {n}", **about) for n in range(2_500)]
    phones.record.append(new)
    pair_round(event.host)
    one = pairs(event)[0][0]
    phones.agree(one, SPLIT)
    assert "1 result taken." in take_results(event.host).message
    cells_of_log = [c for row in find_sheet(phones.event.book, "Log").rows for c in row]
    assert max(len(c) for c in cells_of_log if isinstance(c, str)) <= MOST_TEXT
    logged = records.facts_logged(phones.event.book, records.Kind.REPORT)
    assert {line.id for line in new} <= logged.keys()
    assert not phones.reports.stale


def test_what_is_kept_of_many_registrations_is_read_at_once(begin, monkeypatch):
    """The names on ``Players`` are looked at once, not for each registration again."""
    _, phones = begin(rounds=0, Registration="Yes")
    for n in range(40):
        phones.keep(Kind.REGISTER, name=f"Newcomer {n}")
    now, lines, asked = phones.event, phones.record.read(), []
    counted = state.key
    monkeypatch.setattr(state, "key", lambda name: asked.append(name) or counted(name))
    assert len(state_of(now, lines).registrations) == 40
    assert len(asked) == 40 + len(now.roster)


def test_tables_are_in_a_state_for_each_player(begin):
    """As a phone shows it."""
    event, phones = begin()
    one, two = pairs(event)[0]

    def seen():
        table = phones.reports.of(one)
        return table.seen_by(one), table.seen_by(two)

    assert seen() == ("none", "none")
    phones.report(one, WON)
    assert seen() == ("mine", "theirs")
    phones.report(two, LOST)
    assert seen() == ("conflict", "conflict")
    phones.report(two, WON)
    assert seen() == ("agreed", "agreed")
    event.type("Round 1", 2, P1_Corp="W")
    assert seen() == ("typed", "typed")
    assert len(phones.reports.at(State.TYPED)) == 1


def test_an_elimination_is_reported_too(begin):
    """With the side, where it is not typed; the bracket follows."""
    from xlplugin.verbs.cut import cut  # noqa: PLC0415

    event, phones = begin(1, Rounds="1")
    event.play("Round 1")
    cut(event.host, 4)
    one, two = pairs(event, "Cut 1")[0]
    phones.agree(one, {"Corp": 1, "Winner": 1})
    three, _ = pairs(event, "Cut 1")[1]
    event.type("Cut 1", 3, Corp=2)
    phones.agree(three, {"Winner": 2})
    result = take_results(event.host)
    assert "2 results taken." in result.message
    assert [(row["Corp"], row["Winner"]) for row in event.rows("Cut 1")] == [(1, 1), (2, 2)]
    assert event.event.problems == []
    assert {one, two} <= event.event.by_no.keys()
