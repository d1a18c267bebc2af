"""The workbook that is shared: as the tabs look, values only, nothing of the organizer's in it."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.comments import Comment
from openpyxl.utils import get_column_letter
from openpyxl.workbook.defined_name import DefinedName

from xlplugin.exports.format import Needs
from xlplugin.exports.formats import FORMATS, PDF
from xlplugin.exports.shared_workbook import tabs_to_share
from xlplugin.hosts.closed_file.fresh import is_fresh_workbook
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.hosts.libreoffice import soffice
from xlplugin.reports import codes
from xlplugin.verbs import cut as cutting
from xlplugin.verbs import publish
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import share
from xlplugin.workbook.layout import CHAMPION
from xlplugin.workbook.reading.reader import read_event

SAMPLES = sorted((Path(__file__).parents[2] / "samples").glob("*.xlsx"))
OURS = {"Title", "ColumnTitle", "RowTitle"}
"""By which screen readers find headers; a name of the tab's own, told nothing but a cell."""


def tabs(event, *options):
    """Export an event, and give its tabs by name, as rows of values."""
    event.done("export", *options)
    workbook = load_workbook(event.path.with_name("event standings.xlsx"))
    return {sheet.title: [list(row) for row in sheet.values] for sheet in workbook}


def column(rows, header):
    """The values below a header."""
    place = rows[0].index(header)
    return [row[place] for row in rows[1:]]


@pytest.fixture(scope="module")
def shared(tmp_path_factory, event_file):
    """A finished sample and the workbook that is shared of it, by the sample's name."""
    made = {}

    def of(sample):
        if sample not in made:
            folder = tmp_path_factory.mktemp("shared")
            event = event_file(folder / "event.xlsx")
            shutil.copy(sample, event.path)
            event.done("export")
            made[sample] = event.path, folder / "event standings.xlsx"
        return made[sample]

    return of


every_sample = pytest.mark.parametrize(
    "sample", SAMPLES[:: len(SAMPLES) // 2], ids=lambda path: path.stem
)


# what it is called, and what is in it


def test_a_plain_export_is_the_standings_workbook_beside_the_event(make_event):
    """Nothing but the workbook has to be said."""
    event = make_event(rounds=1, name="My event 2.xlsx")
    made = event.path.with_name(f"{event.path.stem} standings.xlsx")
    assert event.done("export").stdout == f"{made} written: after round 1.\n"
    assert load_workbook(made).sheetnames == ["Standings 1", "Round 1"]


@pytest.mark.parametrize(
    ("what", "tabs_there"), [("standings", ["Standings 2"]), ("rounds", ["Round 1", "Round 2"])]
)
def test_what_says_what_is_in_it(make_event, what, tabs_there):
    """Only the standings for a site, only the rounds for the players."""
    assert list(tabs(make_event(rounds=2), "--what", what)) == tabs_there


def test_a_finished_event_is_shared_with_its_places_first(at_state):
    """Final standings, those after the Swiss rounds, the bracket, then every round."""
    assert list(tabs(at_state("final"))) == [
        "Final standings", "Standings 1", "Bracket", "Round 1", "Cut 1", "Cut 2", "Cut 3", "Cut 4",
    ]  # fmt: skip


def test_results_so_far_are_shared_with_what_they_come_to(make_event):
    """Points where a result is typed, nothing where none is; the standings wait, and first there must be a round."""
    assert "pair round 1" in make_event(rounds=0).refused("export")
    event = make_event(rounds=1, finished=False)
    made = tabs(event)
    assert list(made) == ["Round 1"]
    assert set(column(made["Round 1"], "Points 1")) == {None}
    event.refuses("export --what standings", "the result is missing")
    event.type("Round 1", 2, **{"P1 Corp": "W", "P1 Runner": "W"})
    made = tabs(event)["Round 1"]
    assert column(made, "Points 1") == [6, None, None, None]
    assert column(made, "Points 2") == [0, None, None, None]


def test_rows_come_in_the_order_of_the_organizers_tab(make_event):
    """A round that was sorted stays so, and its own columns stay at home."""
    event = make_event(rounds=1)
    with event.opened() as workbook:
        tab = workbook["Round 1"]
        first, last = ([cell.value for cell in tab[row]] for row in (2, 5))
        for place, (one, two) in enumerate(zip(last, first, strict=True), 1):
            if not str(one).startswith("="):
                tab.cell(2, place).value, tab.cell(5, place).value = one, two
        tab.cell(1, tab.max_column + 1).value = "Judge"
        tab.cell(2, tab.max_column).value = "somebody"
    made = tabs(event)["Round 1"]
    assert column(made, "Table") == [4, 2, 3, 1]
    assert "Judge" not in made[0]


@every_sample
def test_only_values_are_shared(shared, sample):
    """No formula, though nobody has worked any out: points and places are there all the same."""
    workbook = load_workbook(shared(sample)[1])
    for sheet in workbook:
        assert [c.coordinate for row in sheet.iter_rows() for c in row if c.data_type == "f"] == []
        assert not sheet.data_validations.dataValidation
        assert not any(column.hidden for column in sheet.column_dimensions.values())
    first = [list(row) for row in workbook["Round 1"].values]
    assert None not in column(first, "Points 1")
    assert {"Check", "In touch", "Extra minutes"}.isdisjoint(first[0])
    if "Bracket" in workbook.sheetnames:
        champions = [
            cell.value
            for row in workbook["Bracket"].iter_rows()
            for cell in row
            if cell.style == CHAMPION.name
        ]
        assert champions == [workbook["Final standings"]["C2"].value]


@every_sample
def test_tabs_look_as_in_the_event(shared, sample):
    """Widths, frozen panes, print set-up and styles are those of the organizer's tabs."""
    event, made = map(load_workbook, shared(sample))
    for sheet in made:
        there = event[sheet.title]
        for name in ("freeze_panes", "print_title_rows"):
            assert getattr(sheet, name) == getattr(there, name), name
        for name in ("paperSize", "fitToWidth", "fitToHeight"):
            assert getattr(sheet.page_setup, name) == getattr(there.page_setup, name), name
        if len(list(sheet.columns)) == len(list(there.columns)):  # else all that is left is printed
            assert sheet.print_area == there.print_area
            assert sheet.page_setup.orientation == there.page_setup.orientation
        assert str(sheet.page_setup.paperSize) == sheet.PAPERSIZE_A4
        assert sheet.sheet_properties.tabColor == there.sheet_properties.tabColor
        if sheet.title == "Bracket":
            places = [(column, column) for column in range(1, sheet.max_column + 1)]
        else:
            headers = [cell.value for cell in there[1]]
            places = [(cell.column, headers.index(cell.value) + 1) for cell in sheet[1]]
        for ours, theirs in places:
            assert _look(sheet.cell(2, ours)) == _look(there.cell(2, theirs))
            widths = [
                tab.column_dimensions[get_column_letter(place)].width
                for tab, place in ((sheet, ours), (there, theirs))
            ]
            assert widths[0] == widths[1]


def _look(cell):
    return cell.style, cell.number_format


@every_sample
def test_no_part_of_the_file_is_anything_else(shared, sample):
    """No macros, no hidden tabs, no names, no links, no notes; the author is the program."""
    made = shared(sample)[1]
    workbook = load_workbook(made)
    assert {sheet.sheet_state for sheet in workbook} == {"visible"}
    assert not list(workbook.defined_names)
    assert all(set(sheet.defined_names) <= OURS for sheet in workbook)
    assert workbook.properties.creator == "xlplugin"
    assert workbook.properties.lastModifiedBy is None
    with zipfile.ZipFile(made) as archive:
        names = archive.namelist()
    kinds = ("vba", "comments", "externalLinks", "customXml", "printerSettings", "custom.xml")
    assert not [name for name in names if any(kind in name for kind in kinds)]
    assert is_fresh_workbook(made.read_bytes())


@pytest.mark.on_files
def test_nothing_of_the_organizers_leaks(make_event):
    """Properties, hidden tabs, own columns, notes, names, links, penalties, log and seed stay."""
    event = make_event(rounds=1)
    event.done("standings")
    private = "for my eyes only"
    with event.opened() as workbook:
        workbook.properties.creator = workbook.properties.description = private
        workbook.create_sheet("Prizes")["A1"] = private
        workbook["Prizes"].sheet_state = "hidden"
        workbook.defined_names["Private"] = DefinedName("Private", attr_text=f'"{private}"')
        for name in ("Players", "Round 1", "Standings 1"):
            tab = workbook[name]
            tab.cell(1, tab.max_column + 1).value = "Telephone"
            tab.cell(2, tab.max_column).value = private
            tab["A2"].comment = Comment(private, private)
        for row in workbook["Event"].iter_rows(min_row=2):
            if row[0].value in ("Event seed", "Organizer"):
                row[1].value = "987654321"
    event.done("export")
    with zipfile.ZipFile(event.path.with_name("event standings.xlsx")) as archive:
        parts = b"".join(map(archive.read, archive.namelist()))
    for text in (private, "Telephone", "987654321", "Penalties", "Pairing notes", "Log"):
        assert text.encode() not in parts, text


# what is asked for


def test_what_is_asked_for_is_shared_too(make_event):
    """The roster with own columns, the reasons and the log, but never the seed."""
    event = make_event(rounds=1)
    with event.opened() as workbook:
        tab = workbook["Players"]
        column_ = tab.max_column + 1
        for row, value in ((1, "Deck name"), (2, "Sleepless"), (3, "=1+1")):
            tab.cell(row, column_).value = value
    made = tabs(event, "--with", "log", "--with", "players", "--with", "notes")
    assert list(made) == ["Standings 1", "Round 1", "Players", "Pairing notes", "Log"]
    assert column(made["Players"], "Deck name")[:3] == ["Sleepless", None, None]
    assert len(made["Players"]) == 1 + 8
    assert "Pair" in column(made["Log"], "Action")
    assert not any("Event seed" in str(cell) for row in made["Log"] for cell in row)


def test_a_tab_that_is_asked_for_and_is_empty_is_left_out(make_event):
    """Nobody has had a penalty."""
    assert "Penalties" not in tabs(make_event(rounds=1), "--with", "penalties")


def test_what_is_asked_for_does_not_give_away_a_round_that_is_held_back(in_memory):
    """Its reasons and its lines of the log stay, as in every export."""
    event = in_memory(**{"Publish rounds": "When told"})
    pair_round(event.host)
    publish.publish(event.host)
    event.play("Round 1")
    pair_round(event.host)
    made = tabs_to_share(share(event.event, Needs.PAIRINGS), "all", ("notes", "log"))
    notes, log = (tab.rows for tab in made[-2:])
    assert {row[0] for row in notes} == {1}
    assert not any("Round 2" in str(cell) for row in log for cell in row)


# the bracket


def boxes(event):
    """The texts of the bracket as it is shared."""
    rows = tabs(event)["Bracket"]
    return [value for row in rows for value in row if value is not None]


def test_the_bracket_shows_a_round_that_is_being_played(at_state):
    """Who has won so far goes on, who is awaited or did not come is told."""
    event = at_state("cut 1")
    before = boxes(event)
    assert "winner of game 1" in before
    assert not [text for text in before if str(text).startswith(("W", "L "))]
    event.type("Cut 1", 2, Corp=1, Winner=1)
    winner = event.rows("Cut 1")[0]["Player 1"]
    after = boxes(event)
    assert "winner of game 1" not in after
    assert {"winner of game 2", "W Corp", "L Runner"} <= {*after}
    assert after.count(winner) == before.count(winner) + 1
    event.type("Cut 1", 2, Corp=None, Winner=None, Special="No-show 1")
    assert {"absent", "W"} <= {*boxes(event)}


def test_a_round_that_is_not_published_is_not_shared(in_memory):
    """Nor is what could give it away."""
    event = in_memory(Rounds="1", Cut="4", **{"Publish rounds": "When told"})
    pair_round(event.host)
    publish.publish(event.host)
    event.play("Round 1")
    cutting.cut(event.host, None)

    def names():
        made = tabs_to_share(share(event.event, Needs.PAIRINGS), "all")
        return [getattr(tab, "layout", None) or tab.drawing for tab in made]

    assert [tab.name for tab in names()] == ["Standings 1", "Round 1"]
    publish.publish(event.host)
    assert [tab.name for tab in names()] == ["Standings 1", "Bracket", "Round 1", "Cut 1"]


# where it is written


def test_an_export_of_ours_is_replaced(make_event):
    """The next one takes its place, and leaves nothing else."""
    event = make_event(rounds=1)
    event.done("export")
    before = set(event.folder())
    event.round()
    assert list(tabs(event)) == ["Standings 2", "Round 1", "Round 2"]
    assert {name for name in event.folder() if "backups" not in name} == before


def test_somebody_elses_workbook_is_not_replaced(make_event):
    """Whether it was never made here, or was changed in a spreadsheet program since."""
    event = make_event(rounds=1)
    event.done("export")
    made = event.path.with_name("event standings.xlsx")
    workbook = load_workbook(made)
    workbook["Standings 1"]["A1"] = "My prizes"
    workbook.save(made)
    event.refuses("export", "exists and was not made by export, or has been edited")
    made.write_text("a letter", encoding="utf-8")
    event.refuses("export", "exists")


def test_what_is_open_or_another_event_is_not_replaced(make_event, monkeypatch):
    """The program that has it open would lose it; a workbook that is named by mistake stays."""
    event = make_event(rounds=1)
    monkeypatch.chdir(event.path.parent)
    shutil.copy(event.path, "other.xlsx")
    event.refuses("export -o other.xlsx", "exists")
    event.refuses("export -o event.xlsx", "is the event itself", status=2)
    event.done("export")
    event.path.with_name("~$event standings.xlsx").touch()
    event.refuses("export", "event standings.xlsx is open in Excel")


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("out.html", b"<!doctype html>"), ("out.md", b"```"), ("out.JSON", b"{"),
        ("out.csv", b"\xef\xbb\xbfRank"), ("out.xlsx", b"PK"),
    ],
)  # fmt: skip
def test_the_name_of_the_file_says_what_it_is(make_event, name, begins):
    """``--format`` need not be said again."""
    event = make_event(rounds=1)
    event.done("export", "-o", event.path.with_name(name))
    assert event.path.with_name(name).read_bytes().startswith(begins)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("-o", "out.doc"), "give a --format, or end the name in one of: .xlsx"),
        (("--format", "xlsx", "-o", "out.csv"), "name a file that ends in .xlsx"),
        (("--format", "pdf", "-o", "out"), "name a file that ends in .pdf"),
        (("--format", "html", "--what", "rounds"), "--what goes with --format xlsx or pdf"),
        (("--watch",), "--watch goes with --format html"),
    ],
)
def test_a_name_that_says_nothing_is_refused(make_event, monkeypatch, options, told):
    """With what would do."""
    event = make_event(rounds=1)
    monkeypatch.chdir(event.path.parent)
    assert told in event.refused("export", *options, status=2)


@pytest.mark.parametrize(
    ("kind", "name"), [("csv", "event standings.csv"), ("markdown", "event chat.txt")]
)
def test_a_format_alone_is_written_under_the_name_that_the_button_gives(make_event, kind, name):
    """Beside the workbook."""
    event = make_event(rounds=1)
    event.done("export", "--format", kind)
    assert event.path.with_name(name).exists()


# PDF


def test_without_libreoffice_a_pdf_is_told_what_to_do(make_event, monkeypatch):
    """Nothing is written, and the other ways are named."""
    monkeypatch.setattr(soffice, "program", lambda _machine: None)
    told = make_event(rounds=1).refused("export", "--format", "pdf")
    assert "A PDF needs LibreOffice, which is not installed here" in told
    assert "--format xlsx" in told


def test_a_pdf_is_made_of_the_workbook_that_would_be_shared(make_event, monkeypatch):
    """The next one replaces it; somebody else's of that name stays."""
    given = []
    monkeypatch.setattr(soffice, "as_pdf", lambda data: given.append(data) or b"%PDF-1.7")
    event = make_event(rounds=1)
    made = event.path.with_name("event standings.pdf")
    for _ in range(2):
        said = event.done("export", "--format", "pdf").stdout
        assert said == f"{made} written: after round 1.\n"
    assert all(map(is_fresh_workbook, given))
    assert made.read_bytes().startswith(b"%PDF-1.7")
    made.write_bytes(b"%PDF-1.4 a letter")
    assert "exists" in event.refused("export", "--format", "pdf")


@pytest.mark.on_files
def test_no_export_has_the_code_of_a_player(make_event):
    """Though they stand on the player cards, which are in the workbook: not by name, not in any picture."""
    event = make_event(rounds=1)
    event.change({"Event!Player reports": "Yes"})
    event.done("print", "cards")
    event.done("print", "slips")
    read = read_event(FileHost(event.path).read())
    secrets = [read.settings["Report codes"], *(codes.code_of(read, p.no) for p in read.roster)]
    secrets += [code.replace("-", "") for code in secrets]
    assert all(secrets)
    before = {*event.path.parent.rglob("*")}
    for kind in FORMATS.keys() - {PDF.name}:  # which is printed from the workbook
        event.run("export", "--format", kind)
    event.done("export", "--format", "csv", "-o", f"{event.path.parent / 'tabs'}/")
    made = [path for path in event.path.parent.rglob("*") if path not in before and path.is_file()]
    assert {path.suffix for path in made} >= {".xlsx", ".html", ".json", ".csv", ".txt"}
    for path in made:
        contents = [path.read_bytes()]
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                contents = [archive.read(name) for name in archive.namelist()]
                assert not [name for name in archive.namelist() if "media" in name]
        found = [s for s in secrets if any(s.encode() in content for content in contents)]
        assert not found, path.name
