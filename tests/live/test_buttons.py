"""A click on a button: the action itself, and what the organizer is told and shown."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from openpyxl import load_workbook

from xlplugin.doors import buttons
from xlplugin.exports.format import Needs
from xlplugin.exports.formats import PDF, TEXTS
from xlplugin.hosts.excel import marks
from xlplugin.hosts.excel.host import ExcelHost
from xlplugin.verbs import export, print_tabs

WHEN = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)


class Clicks:
    """A workbook that Excel has open, and clicks on its buttons."""

    def __init__(self, twins):
        self.twins = twins
        self.workbook = twins.closed = twins.live

    def click(self, verb):
        """Click, and give back what Excel was asked to do."""
        book, _ = self.twins.excel()
        buttons.click(verb, book, when=WHEN)
        return self.twins.perform(book)

    @property
    def platform(self):
        """Where Excel runs."""
        return self.twins.platform

    def clicked(self, verb, **how):
        """Click in an Excel of which that much is so, and give its book."""
        book, _ = self.twins.excel()
        vars(self.twins.excel_of(book)).update(how)
        buttons.click(verb, book, when=WHEN)
        return book

    def said(self, verb):
        """Click, and give back the texts of the message boxes."""
        return [action["args"][0] for action in self.click(verb) if action["func"] == "alert"]

    def is_wrong(self, verb):
        """Click, and give back whether the message box has the icon of an error."""
        (alert,) = (action for action in self.click(verb) if action["func"] == "alert")
        return "critical" in alert["args"]

    def notes(self, tab):
        """The notes of a tab by cell."""
        return {
            cell.coordinate: cell.comment.text
            for row in self.workbook[tab].iter_rows()
            for cell in row
            if cell.comment
        }


@pytest.fixture
def clicks(new_twins, platform):
    """Begin an event of nine players, with two rounds planned; on every kind of Excel."""

    def begin(ruleset="nisei-swiss", settings=("Rounds=2", "Cut=4"), **how):
        return Clicks(new_twins(ruleset, settings=settings, platform=platform, **how))

    return begin


in_one = pytest.mark.parametrize("platform", ["macos"], indirect=True)
"""Of what is told alike everywhere, and written as others of these tests are."""


def test_an_event_is_run_with_buttons_alone(clicks):
    """From the first pairing to the final standings, without a message box that asks for more."""
    event = clicks()
    for _ in range(2):
        assert event.said("pair") == []
        event.twins.decide()
        assert event.said("standings") == []
    for _ in range(4):
        event.click("pair")
        event.twins.decide(winner=1)
    event.click("standings")
    assert {"Round 2", "Standings 2", "Cut 4", "Bracket", "Final standings"} <= set(
        event.workbook.sheetnames
    )
    assert event.workbook.active.title == "Final standings"


@pytest.mark.usefixtures("of_few")
def test_every_verb_does_something_or_says_why_not(clicks):
    """No button is silent on a new workbook, nor one after the other, and none shows a traceback."""
    event = clicks()
    for verb in buttons.VERBS:
        done = event.click(verb)
        assert done, verb
        assert not any("Traceback" in str(action["args"]) for action in done), verb


def test_missing_results_are_told_marked_and_selected(clicks):
    """The message box says what is missing, every cell has a note, the first one is selected.

    On the desktop the message box waits: whoever reads it sees the marked cells behind it.
    """
    event = clicks(unfinished=True)
    done = event.click("pair")
    told = next(action["args"][0] for action in done if action["func"] == "alert")
    notes = event.notes("Round 1")
    assert told.startswith("Nothing was written. 5 problems to correct, marked with notes:")
    assert "- Round 1!F2: the result is missing (table 1," in told
    assert list(notes) == ["F2", "F3", "F4", "F5"]
    assert " ".join(notes["F2"].split()).startswith("xlplugin: the result is missing (table 1,")
    assert max(len(line) for note in notes.values() for line in note.split("\n")) <= 60
    selected = [a for a in done if a["func"] == "rangeSelect"]
    assert [(a["start_row"], a["start_column"]) for a in selected] == [(1, 5)]
    assert event.workbook.active.title == "Round 1"
    names = [action["func"] for action in done]
    assert names.index("alert") > max(i for i, name in enumerate(names) if name == "addNote")


@pytest.mark.parametrize("how", ["folded", "filtered"])
def test_a_row_out_of_sight_is_shown_where_something_is_to_be_mended(clicks, how):
    """Folded away on Event, or left out by a filter; the other rows stay as they are."""
    event = clicks()
    if how == "folded":
        tab = event.workbook["Event"]
        event.twins.setting("Last tiebreak", "Foo")
        rows = [n for n, row in tab.row_dimensions.items() if row.hidden]
        (wrong,) = (n for n in rows if tab.cell(n, 1).value == "Last tiebreak")
    else:
        event.click("pair")
        tab, wrong, rows = event.workbook["Round 1"], 3, [3, 6]
        event.twins.decide()
        event.twins.type("Round 1", wrong, **{"P1 Corp": "Q"})
        for row in rows:
            tab.row_dimensions[row].hidden = True
    assert event.said("pair")
    (marked,) = event.notes(tab.title)
    assert marked.endswith(str(wrong))
    assert [n for n in rows if tab.row_dimensions[n].hidden] == [n for n in rows if n != wrong]


def test_whether_a_row_is_out_of_sight_is_not_asked(clicks):
    """In the browser it is not told; on Windows it is."""
    event = clicks()
    book, _ = event.twins.excel()
    tab = event.workbook["Event"]
    rows = book.sheets["Event"].range("A1:A2").rows
    if event.platform == "lite":
        with pytest.raises(NotImplementedError):
            _ = rows.hidden
    elif event.platform == "windows":
        tab.row_dimensions[1].hidden = tab.row_dimensions[2].hidden = True
        assert rows.hidden is True
        rows.hidden = False
        assert rows.hidden is False


def test_marks_are_renewed_and_go_once_their_cells_are_mended(clicks):
    """Clicking again with nothing mended leaves one note in each cell; then nobody's note is there."""
    event = clicks(unfinished=True)
    event.click("standings")
    before = event.notes("Round 1")
    event.click("standings")
    assert event.notes("Round 1") == before != {}
    event.twins.decide()
    event.click("standings")
    assert event.notes("Round 1") == {}
    event.twins.note("Round 1", "F2", "ask the judge")
    event.click("standings")
    assert event.notes("Round 1") == {"F2": "ask the judge"}


def test_a_note_of_the_organizers_own_stays(clicks):
    """A cell that has a note already keeps it, before and after mending."""
    event = clicks(unfinished=True)
    event.twins.note("Round 1", "F2", "ask the judge")
    event.click("standings")
    assert event.notes("Round 1")["F2"] == "ask the judge"
    event.twins.decide()
    event.click("standings")
    assert event.notes("Round 1") == {"F2": "ask the judge"}


@in_one
def test_only_so_many_cells_are_marked(clicks, monkeypatch):
    """However many results are missing, a click asks no more of Excel than it can do at once."""
    monkeypatch.setattr(marks, "MOST_MARKS", 2)
    event = clicks(unfinished=True)
    event.click("standings")
    assert list(event.notes("Round 1")) == ["F2", "F3"]


@in_one
def test_a_tab_that_takes_no_notes_does_not_hide_the_message(clicks, monkeypatch):
    """On a protected tab the message box still says what to mend."""
    event = clicks(unfinished=True)
    monkeypatch.setattr(buttons, "mark", lambda *_: 1 / 0)
    assert "the result is missing" in event.said("standings")[0]


def test_without_looks_problems_are_told_and_selected_all_the_same(clicks):
    """Where the hidden tab is gone, there are no notes, and the first cell is still selected."""
    event = clicks(unfinished=True)
    del event.workbook["Looks"]
    done = [action["func"] for action in event.click("standings")]
    assert "alert" in done
    assert "rangeSelect" in done
    assert event.notes("Round 1") == {}


@in_one
def test_undo_says_where_the_tab_is(clicks):
    """The tab of an undone round is hidden, and the organizer is told how to see it."""
    event = clicks(rounds=1)
    (told,) = event.said("undo")
    assert told.startswith("Round 1 is undone.")
    assert "Unhide, Round 1 undone" in told
    assert event.workbook["Round 1 undone"].sheet_state == "hidden"


@in_one
def test_check_tells_what_differs_and_marks_what_is_to_be_mended(clicks):
    """After a round as the rules make it nothing; then a result corrected since, and a bad cell."""
    event = clicks(rounds=1)
    assert event.said("check") == ["1 round checked: no problems, 0 differences."]
    event.click("standings")
    event.twins.type("Standings 1", 2, Points=99)
    (told,) = event.said("check")
    assert told.startswith("1 round checked; problems: 0, differences: 1.")
    assert "99" in told
    event.twins.type("Round 1", 2, **{"P1 Corp": "X"})
    (told,) = event.said("check")
    assert "Round 1!F2" in told
    assert "F2" in event.notes("Round 1")


@in_one
def test_new_players_are_numbered(clicks):
    """Whoever was typed below the others is given the next number, and it is said."""
    event = clicks()
    event.twins.enter("Late Larch")
    assert event.said("number_players") == ["Numbered: Late Larch (10)"]
    assert event.said("number_players") == ["Every player already has a number."]


PRINTED = {
    "print_slips": "Slips: 4 slips for Round 1 on 1 page.",
    "print_names": "Pairings by name: 9 players in Round 1 on 1 page.",
    "print_seats": "Seating: 9 players on 1 page.",
    "print_cards": f"Player cards: 9 cards on 3 pages.\n\n{print_tabs.HOW_TO_CUT}",
}


@in_one
def test_what_is_to_be_printed_is_told_and_in_front(clicks):
    """How much there is, on how many pages, and how a stack of them is cut; or what to do first."""
    event = clicks(settings=("Rounds=9",))
    (told,) = event.said("print_slips")
    assert told == "No round has been paired yet: pair first.\n\nNothing was written."
    event.click("pair")
    for verb, told in PRINTED.items():
        assert event.said(verb) == [f"Written to the tab {told}"]
        assert event.workbook.active.title in told


@in_one
def test_a_pasted_roster_comes_to_the_players(clicks):
    """Those who are new are told with their numbers, not too many of them, then those who are not."""
    event = clicks()
    (missing,) = event.said("add_players")
    assert (
        "Roster: nothing was pasted into the box, and there is no such tab; click again" in missing
    )
    event.twins.change(lambda book: "Roster" in book.sheetnames or book.create_sheet("Roster"))
    for name in ("Name", "ANN", *(f"Late {n}" for n in range(1, 11))):
        event.workbook["Roster"].append([name])
    (told,) = event.said("add_players")
    assert told.startswith("10 players added to Players: Late 1 (10), Late 2 (11), ")
    assert "Late 8 (17), and 2 more.\n\nNote: ANN is already listed (Players!B10)" in told
    assert event.workbook.active.title == "Players"
    (told,) = event.said("add_players")
    assert told.startswith("Nobody new: everybody in Roster is already listed.\n\nNote: ANN")


def test_before_a_round_is_complete_there_is_a_page_of_its_pairings(clicks, tmp_path, monkeypatch):
    """Before it is paired nothing can be made. What needs standings is named in one line.

    Without a folder a page does not fit into cells; what fits into a message does.
    """
    event = clicks()
    (told,) = event.said("export")
    assert told.startswith("Nothing was written. One problem to correct")
    assert "pair round 1" in told
    assert "Export" not in event.workbook.sheetnames
    event.click("pair")
    (told,) = event.said("export")
    assert told.startswith("Written to the tab Export")
    assert event.workbook["Export"]["A1"].value == "markdown"
    monkeypatch.setattr(ExcelHost, "folder", tmp_path)
    (told,) = event.said("export")
    assert told.startswith(f"Written to {tmp_path}: event standings.xlsx, ")
    assert "event chat.txt, event web page.html." in told
    waiting = [f"event {each.file}" for each in TEXTS if each.needs is Needs.STANDINGS]
    assert waiting[:2] == ["event for upload.json", "event standings.csv"]
    assert f"Note: Not made yet, because no round is complete: {', '.join(waiting)}." in told
    assert "=1+1" in (tmp_path / "event web page.html").read_text(encoding="utf-8")
    assert load_workbook(tmp_path / "event standings.xlsx").sheetnames == ["Round 1"]
    assert not list(tmp_path.glob("event *.json"))


def test_without_a_folder_an_export_is_a_tab_to_copy_from(clicks):
    """On the web the results file comes as lines of a tab."""
    event = clicks(rounds=1)
    for _ in range(2):
        (told,) = event.said("export")
        assert told.startswith("Written to the tab Export")
    column = [cell.value for (cell,) in event.workbook["Export"]["A2:A2000"]]
    results = json.loads("\n".join(line or "" for line in column))
    assert len(results["players"]) == 9
    assert event.workbook["Export"]["A1"].value == "nrtm"


def test_an_event_that_was_never_saved_is_to_be_saved_before_an_export(clicks, monkeypatch):
    """Nothing is written, and no tab is made of what belongs into files."""
    event = clicks(rounds=1)
    monkeypatch.setattr(export, "OF_FILES", ())
    (told,) = event.said("export")
    assert told == (
        "This workbook was never saved, so there is no folder to write to. Save it (Ctrl+S), and "
        "click Export again.\n\nNothing was written."
    )
    assert "Export" not in event.workbook.sheetnames


@pytest.mark.parametrize("platform", ["windows"], indirect=True)
def test_a_results_file_that_a_game_does_not_have_is_no_news(clicks, tmp_path, monkeypatch):
    """An export of another game than Netrunner has all files but that one, and says nothing of it."""
    event = clicks("hex", settings=("Rounds=1", "Cut=4"), rounds=1)
    monkeypatch.setattr(ExcelHost, "folder", tmp_path)
    names = "event standings.xlsx, event standings.pdf, event standings.csv, event chat.txt, event web page.html"
    (told,) = event.said("export")
    assert told.startswith(f"Written to {tmp_path}: {names}")
    assert "nrtm" not in told


@in_one
def test_a_tab_of_the_organizers_own_called_export_stays(clicks):
    """What is in it is theirs: the export asks to rename it, and takes nothing away."""
    event = clicks(rounds=1)
    event.twins.change(lambda book: "Export" in book.sheetnames or book.create_sheet("Export"))
    event.workbook["Export"].append(["Prizes", "Sponsors"])
    (told,) = event.said("export")
    assert "Export: a tab of this name exists and was not made by xlplugin" in told
    assert event.workbook["Export"]["A1"].value == "Prizes"


def test_an_export_goes_beside_a_workbook_on_this_computer(clicks, tmp_path, monkeypatch):
    """On the desktop the files lie beside the workbook, named after it."""
    event = clicks(rounds=1)
    monkeypatch.setattr(ExcelHost, "folder", tmp_path)
    (told,) = event.said("export")
    documents = ["event standings.xlsx", "event standings.pdf"]
    texts = [text.file_name("event") for text in TEXTS]
    assert texts[:4] == [
        "event for upload.json", "event standings.csv", "event chat.txt", "event web page.html",
    ]  # fmt: skip
    if event.platform == "lite":  # which can print nothing
        documents.pop()
    names = [*documents, *texts]
    assert told.partition("\n")[0] == f"Written to {tmp_path}: {', '.join(names)}."
    assert {path.name for path in tmp_path.glob("*event*")} == {*names}
    assert ("xlwings Lite has no way to make one" in told) == (event.platform == "lite")
    assert "Export" not in event.workbook.sheetnames


@in_one
def test_an_export_that_fails_half_way_says_what_is_written(clicks, tmp_path, monkeypatch):
    """The rest is made all the same, and the message names both."""
    event = clicks(rounds=1)
    monkeypatch.setattr(ExcelHost, "folder", tmp_path)
    (tmp_path / "event chat.txt").mkdir()
    (told,) = event.said("export")
    assert "event web page.html" in told.partition("\n")[0]
    assert "event chat.txt cannot be written" in told
    assert "Nothing was written" not in told


def printed(folder):
    """What the document that Excel has made says of the tabs that it shows."""
    return (folder / "event standings.pdf").read_bytes()


on_desktops = pytest.mark.parametrize("platform", ["windows", "macos"], indirect=True)


@pytest.fixture
def on_a_desktop(clicks, tmp_path, monkeypatch):
    """An event after a round whose workbook lies in a folder."""
    event = clicks(rounds=1)
    monkeypatch.setattr(ExcelHost, "folder", tmp_path)
    return event


@on_desktops
def test_excel_prints_the_workbook_that_is_shared(on_a_desktop, tmp_path):
    """Opened read-only beside the organizer's and closed again: none of their tabs is in it."""
    event = on_a_desktop
    front = event.workbook.active.title
    book = event.clicked("export")
    excel = event.twins.excel_of(book)
    assert printed(tmp_path) == PDF.marked(b"%PDF of Standings 1, Round 1")
    assert excel.opened == [(str(tmp_path / "event standings.xlsx"), True)]
    assert [there.name for there in excel.books] == [book.name]
    assert event.workbook.active.title == front
    assert not event.twins.faults_of(book)


@on_desktops
def test_where_excel_prints_nothing_the_workbook_is_there(on_a_desktop, tmp_path):
    """It is said, with what to do; everything else is written, and Excel is as it was."""
    event = on_a_desktop
    book = event.clicked("export", prints_nothing=True)
    (told,) = [a["args"][0] for a in event.twins.asked(book) if a["func"] == "alert"]
    assert "event standings.xlsx, event for upload.json" in told
    assert "Note: pdf: Excel made no PDF (" in told
    assert "Open event standings.xlsx, and save it as PDF there." in told
    assert [there.name for there in event.twins.excel_of(book).books] == [book.name]
    assert {path.suffix for path in tmp_path.glob("*event*")}.isdisjoint({".pdf", ".new"})


@on_desktops
@pytest.mark.parametrize(
    "name",
    ["event standings.xlsx", "event standings.pdf", "event standings.csv", "event web page.html"],
)
def test_an_export_by_a_click_replaces_no_file_of_somebody_elses(on_a_desktop, tmp_path, name):
    """It stays, and is named; the other formats are written."""
    (tmp_path / name).write_bytes(b"a letter")
    (told,) = on_a_desktop.said("export")
    assert f"{name} exists and was not made by export, or has been edited" in told
    assert "event for upload.json" in told
    assert (tmp_path / name).read_bytes() == b"a letter"


@on_desktops
def test_an_export_by_a_click_replaces_the_one_before(on_a_desktop, tmp_path):
    """As often as one likes."""
    for _ in range(2):
        (told,) = on_a_desktop.said("export")
        assert "Note" not in told
    assert PDF.is_ours(printed(tmp_path))


@in_one
def test_a_fault_of_the_program_is_told_without_a_traceback(clicks, monkeypatch, reported):
    """Whatever nobody has foreseen is said in a sentence; the details go to a file."""
    event = clicks()
    monkeypatch.setattr("xlplugin.verbs.pair.pair_round", lambda *_, **__: {}["no such thing"])
    (told,) = event.said("pair")
    assert "Unexpected error (KeyError: 'no such thing'). The workbook is as it was." in told
    assert "Traceback" not in told
    assert "Traceback" in reported.read_text(encoding="utf-8")


@in_one
def test_a_warning_is_told_with_what_was_done(clicks):
    """Standings in the middle of a round are written, and what they are is said."""
    event = clicks(settings=("Rounds=2", "Cut=None"), rounds=1)
    assert event.said("pair") == []
    (told,) = event.said("standings")
    assert told.startswith("Note: Round 2 is not finished")
    assert "Standings 1" in event.workbook.sheetnames


@in_one
def test_no_round_is_paired_beyond_the_plan(clicks):
    """The message says where another one, or a cut, is planned, by cells and buttons."""
    event = clicks(settings=("Rounds=1", "Cut=None"), rounds=1)
    (told,) = event.said("pair")
    assert told.startswith("The 1 Swiss round planned has been played, and no cut is planned: the ")
    assert "Still to do: Standings and then Export\n\nTo go on with another round: " in told
    assert "To go on with a cut: set Cut (Event!B" in told
    assert told.endswith(") to 2 or 3 or 4 or 8")
    assert "Round 2" not in event.workbook.sheetnames
    assert not event.is_wrong("pair")


@in_one
def test_the_end_of_an_event_is_no_error(clicks):
    """Who has won is said as news, with the buttons that are left."""
    event = clicks(settings=("Rounds=1", "Cut=2"), rounds=1, unfinished=True)
    event.twins.decide(winner=1)
    (told,) = event.said("pair")
    assert told.startswith("The elimination is over: ")
    assert told.endswith(" has won. Still to do: Standings and then Export")
    event.click("standings")
    (told,) = event.said("pair")
    assert told.endswith("and Final standings has every place. Still to do: Export")
    assert not event.is_wrong("pair")


def test_a_click_is_told_of_buttons_and_cells(clicks):
    """Where a command names its options."""
    event = clicks(settings=("Rounds=1", "Cut=None"), unfinished=True)
    (told,) = event.said("pair")
    first, *others = [line for line in told.splitlines() if line.startswith("- ")]
    assert first.endswith("(after a late entry or a drop): Pair again")
    assert len(others) == 4
    assert event.is_wrong("pair")
    event.twins.decide()
    for verb in ("cut", "tiebreaker"):
        (told,) = event.said(verb)
        assert "To cut anyway: set Cut (Event!B" in told
