"""Whole events on Excel for Mac, equal to the file; and what only happens there.

There is no Mac here: ``applescript.py`` stands in for Excel, beneath xlwings' own code for macOS.
"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from engine import RULESETS
from xlplugin.doors import buttons
from xlplugin.ground.problems import HostError
from xlplugin.verbs import change_pairing, lists, print_tabs, publish, statistics
from xlplugin.verbs import penalties as penalizing
from xlplugin.verbs.add_players import number_players
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.verbs.undo import undo_round
from xlplugin.workbook.live_patterns import is_page

WHEN = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)
MOST_WAITED = 300
"""Seconds that a click may wait in all for an Excel that does not answer."""
MOST_EVENTS = 1_200


@pytest.fixture
def twins(new_twins):
    """Begin an event in a file and in Excel for Mac."""

    def begin(ruleset="nisei-swiss", players=9, settings=(), **how):
        return new_twins(ruleset, players, settings, platform="macos", **how)

    return begin


# whole events


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_swiss_rounds_are_the_same(twins, ruleset):
    """Pairing, late entries, second thoughts, results, standings, drops, undoing."""
    event = twins(ruleset, settings=["Rounds=2"])
    event.same(pair_round)
    event.enter("late & new")
    event.same(pair_round, again=True)
    event.decide()
    event.same(write_standings)
    event.same(pair_round)
    event.type("Players", 3, Status="Dropped")
    event.enter("12:30")
    event.same(number_players)
    event.same(pair_round, again=True)
    event.same(undo_round)
    event.same(pair_round)
    event.decide()
    event.same(write_standings)


@pytest.mark.parametrize(
    ("ruleset", "elimination"),
    [
        ("nisei-swiss", "Double"),
        ("nisei-amalfi", "Best of three"),
        ("nisei-single-sided", "Single"),
        ("hex", ""),
    ],
)
def test_the_elimination_is_the_same(twins, ruleset, elimination):
    """From the cut to the champion, with pairing again and undoing."""
    kind = [f"Elimination={elimination}"] if elimination else []
    event = twins(ruleset, settings=["Rounds=1", "Cut=4", *kind])
    event.same(pair_round)
    event.decide()
    event.same(pair_round)
    event.same(pair_round, again=True)
    event.decide()
    event.same(pair_round)
    event.same(undo_round)
    while not event.is_over():
        event.same(pair_round)
        event.decide(2)
    event.same(write_standings)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_printed_counted_listed_and_published_is_the_same(twins, ruleset):
    """Slips, names, seats, cards, statistics with charts, lists, and a round told to everybody."""
    event = twins(ruleset, settings=["Rounds=2", "Publish rounds=When told"])
    event.same(pair_round)
    for make in print_tabs.PRINTS.values():
        event.same(make)
    event.same(publish.publish)
    event.decide()
    event.same(statistics.write_statistics)
    if ruleset == "hex":
        event.same(lists.write_lists)


@pytest.mark.parametrize(
    "ruleset", [name for name, ruleset in RULESETS.items() if ruleset.penalties]
)
def test_penalties_are_the_same(twins, ruleset):
    """Every infraction of the document is proposed, one that costs something is applied."""
    event = twins(ruleset, settings=["Rounds=2"])
    event.same(pair_round)
    code = RULESETS[ruleset].penalties
    for row, label in enumerate(list(code.by_label)[:6], 2):
        event.type("Penalties", row, No=row - 1, Infraction=label)
    event.type("Penalties", 3, Accepted="Yes")
    event.same(penalizing.penalize)
    event.same(penalizing.penalize)


def test_pages_are_hidden_as_well_as_before_once_they_have_been_copied(twins):
    """Excel copies none that is hidden so well: for the moment of the copy it is only hidden."""
    event = twins(settings=["Rounds=2"])
    event.same(pair_round)
    event.same(print_tabs.print_slips)
    states = {s.sheet_state for s in event.live.worksheets if is_page(s.title)}
    assert states == {"veryHidden"}


# what cells hold


def test_a_formula_that_has_failed_moves_nothing_beside_it(twins):
    """Among other cells an error is not there at all, and the rest of its row comes too early."""
    event = twins(settings=["Rounds=2"])
    event.same(pair_round)
    event.decide()

    def own_column(workbook):
        sheet = workbook["Round 1"]
        sheet.insert_cols(3)
        sheet["C1"], sheet["C2"], sheet["C4"] = "Own", "=1/0", "=2*2"

    event.change(own_column)
    event.shown = lambda _tab, text: "#DIV/0!" if "/0" in text else 4
    event.same(write_standings)


def test_an_error_that_was_typed_is_told_where_it_is(twins):
    """As in the file: the cell is named, and nothing is written."""
    event = twins(settings=["Rounds=2"])
    event.same(pair_round)
    event.decide()

    def break_one(workbook):
        cell = workbook["Round 1"]["F3"]
        cell.value, cell.data_type = "#N/A", "e"

    event.change(break_one)
    assert "Round 1!F3" in event.refused(write_standings)


def test_a_row_of_errors_alone_is_a_row_all_the_same(twins):
    """Such a row is not among the rows that Excel answers with."""
    event = twins(settings=["Rounds=2"])
    event.change(lambda workbook: workbook.create_sheet("Own").append(["=1/0", "=2/0"]))
    event.shown = lambda _tab, text: "#DIV/0!" if "/0" in text else 0
    event.same(pair_round)


def test_columns_that_are_too_narrow_change_nothing(twins):
    """What one sees there is number signs; what counts is what the cells hold."""
    event = twins(settings=["Rounds=2"])
    event.same(pair_round)

    def narrow(workbook):
        for letter in "ABDFG":
            workbook["Round 1"].column_dimensions[letter].width = 1
            workbook["Players"].column_dimensions[letter].width = 1

    event.change(narrow)
    event.decide()
    event.same(write_standings)


# what Excel speaks


@pytest.fixture(params=["ABROAD", "GERMAN", "POLISH", "FRENCH", "R1C1"])
def spoken(request, languages):
    """What Excel may speak with its user, beside American English."""
    if request.param == "R1C1":
        return languages.ENGLISH.with_r1c1()
    return getattr(languages, request.param)


@pytest.mark.parametrize("ruleset", ["nisei-swiss", "hex"])
def test_an_event_is_the_same_whatever_excel_speaks(twins, ruleset, spoken):
    """Highlights, print areas, filters and errors, from the first round to the cut."""
    event = twins(ruleset, settings=["Rounds=1", "Cut=4"], locale=spoken)
    event.same(pair_round)
    event.same(print_tabs.print_names)
    event.decide()
    event.same(write_standings)
    event.same(pair_round)
    event.decide(1)
    event.same(pair_round)
    event.same(penalizing.penalize)


# what the organizer does meanwhile


@pytest.mark.parametrize("number", [-1712, -10000, -50])
def test_while_excel_does_not_answer_nothing_is_written(twins, mac, number):
    """A window waits, or a cell is being edited: said once it answers again, all as it was."""
    event = twins(settings=["Rounds=2"])
    book, host = event.excel()
    mac.excel_of(book).refuse = lambda _event: number
    with pytest.raises(HostError, match="the workbook is as it was"):
        pair_round(host, when=WHEN)
    mac.excel_of(book).refuse = lambda _event: None
    assert mac.excel_of(book).waited <= MOST_WAITED
    assert not event.differences()


@pytest.mark.parametrize(
    ("command", "times"),
    [("set", 8), ("copy_range", 3), ("copy_worksheet", 1), ("make", 2), ("select", 1)],
)
def test_what_was_done_before_excel_fails_is_taken_back(twins, mac, command, times):
    """Once a command is refused that comes late in a click, contents and tabs are as before."""
    event = twins(settings=["Rounds=2"])
    event.same(pair_round)
    event.decide()
    book, host = event.excel()
    code, seen = mac.command(command), []

    def refuse(told):
        seen.append(told.code == code)
        return -50 if seen[-1] and sum(seen) == times else None

    mac.excel_of(book).refuse = refuse
    with pytest.raises(HostError, match="the workbook is as it was"):
        pair_round(host, when=WHEN)
    assert mac.faults(book) == []
    assert [line for line in event.differences() if is_content(line)] == []


def test_an_excel_that_stops_answering_is_not_waited_for_again_and_again(twins, mac):
    """Each command is given a minute; taking back what was done would take one each, too."""
    event = twins(settings=["Rounds=2"])
    book, host = event.excel()
    code, seen = mac.command("copy_range"), []

    def refuse(told):
        seen.append(told.code)
        return -1712 if code in seen else None

    mac.excel_of(book).refuse = refuse
    with pytest.raises(HostError):
        pair_round(host, when=WHEN)
    assert mac.excel_of(book).waited <= MOST_WAITED


def test_what_could_not_be_taken_back_is_not_said_to_have_been(twins, mac):
    """Where Excel did not answer then either, the organizer must look, or close without saving."""
    event = twins(settings=["Rounds=2"])
    book, host = event.excel()
    code, seen = mac.command("copy_range"), []

    def refuse(told):
        seen.append(told.code)
        return -1712 if code in seen else None

    mac.excel_of(book).refuse = refuse
    with pytest.raises(HostError) as told:
        pair_round(host, when=WHEN)
    assert "Round 1" in event.live.sheetnames
    assert "the workbook is as it was" not in str(told.value)


def test_what_appscript_says_reaches_no_organizer(twins, mac):
    """Neither process numbers nor the words of Excel's scripting dictionary."""
    event = twins(settings=["Rounds=2"])
    book, host = event.excel()
    mac.excel_of(book).refuse = lambda _event: -50
    with pytest.raises(HostError) as told:
        pair_round(host, when=WHEN)
    assert "app(pid=" not in str(told.value)
    assert "\t" not in str(told.value)


def is_content(line):
    """Whether a difference is in what cells hold or which tabs there are, not in how they look."""
    place = line.partition(": ")[0]
    return " " not in place.rpartition("!")[2]


def test_a_message_that_is_left_standing_ends_no_click_with_a_traceback(twins, mac):
    """Nobody waits for it longer than a minute; Python then ends quietly."""
    event = twins(settings=["Rounds=2"])
    book, _ = event.excel()
    mac.excel_of(book).clicked_after = 300
    buttons.click("standings", book, when=WHEN)
    (alert,) = mac.excel_of(book).alerts
    assert "pair round 1" in alert["message"]


def test_nothing_has_to_be_allowed_in_the_system_settings(twins, mac):
    """Bringing a tab to the front works where the user has declined that Excel controls others."""
    mac.SystemEvents.allowed = False
    event = twins(settings=["Rounds=2"])
    event.same(pair_round)


def test_a_second_excel_does_no_harm(twins, mac, remote):
    """It may even be in front while the click is at work."""
    event = twins(settings=["Rounds=2"])
    _book, host = event.excel()
    mac.SystemEvents.allowed = False
    mac.open_book(remote.opened(event.path)).sheets["Event"].activate()
    pair_round(event.file(), when=WHEN)
    pair_round(host, when=WHEN)
    assert not event.differences()


def test_the_tables_whose_rows_are_selected_are_paired_again(twins, mac):
    """By their rows; where a picture is selected there are none."""
    event = twins(players=13)
    event.same(pair_round)
    change_pairing.pair_tables_again(event.file(), {2, 3}, when=WHEN)
    book, host = event.excel()
    mac.select(book, "Round 1", "B3:D4")
    assert "Round 1:" in buttons.VERBS["pair_selected"](host, WHEN).message
    mac.select(book, "Round 1", "")
    assert host.selected is None


# files


def test_an_export_goes_beside_the_workbook_or_to_a_tab(twins, mac, tmp_path):
    """To a tab where the workbook is in a cloud that no folder of this computer belongs to."""
    event = twins(settings=["Rounds=2"])
    event.same(pair_round)
    event.decide()
    path = tmp_path / "event.xlsm"
    path.touch()
    event.how["fullname"] = str(path)
    told = buttons.VERBS["export"](event.excel()[1], WHEN).message
    assert told.startswith(f"Written to {tmp_path}: event standings.xlsx, event standings.pdf, ")
    assert mac.SystemEvents.asked == 0
    for address in ("https://d.docs.live.net/1a2b/event.xlsm",
                    "https://org.sharepoint.com/sites/us/Shared Documents/event.xlsm",
                    "https://elsewhere.example/event.xlsm"):  # fmt: skip
        event.how["fullname"] = address
        said = buttons.VERBS["export"](event.excel()[1], WHEN)
        assert said.message.startswith("Written to the tab Export")
        assert "Save a copy on this computer" in said.warnings[-1]


@pytest.mark.parametrize("asked_for", ["open_workbook", "save"])
def test_excel_is_waited_for_while_it_asks_for_access_to_a_file(twins, mac, tmp_path, asked_for):
    """Its sandbox may make it ask; somebody who is away for five minutes finds the document all the same."""
    event = twins(settings=["Rounds=2"])
    event.same(pair_round)
    event.decide()
    (tmp_path / "event.xlsm").touch()
    event.how["fullname"] = str(tmp_path / "event.xlsm")
    book, host = event.excel()
    code = mac.command(asked_for)
    mac.excel_of(book).refuse = lambda told: (
        -1712 if told.code == code and told.seconds < 300 else None
    )
    told = buttons.VERBS["export"](host, WHEN)
    assert "event standings.pdf" in told.message
    assert not [warning for warning in told.warnings if "pdf" in warning]
    assert mac.faults(book) == []


# how much is asked


@pytest.mark.parametrize("players", [9, 60])
def test_a_click_asks_excel_so_often_at_most(twins, mac, players):
    """Every question and every command is an Apple event, and takes its time."""
    event = twins(players=players, settings=["Rounds=2"])
    book, host = event.excel()
    pair_round(host, when=WHEN)
    assert mac.excel_of(book).events <= MOST_EVENTS
