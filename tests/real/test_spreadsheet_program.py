"""Workbooks opened, recalculated, printed and saved by a real spreadsheet program."""

from __future__ import annotations

import json
import shutil
from itertools import pairwise
from random import Random

import pytest
from printed import pages_of

from engine import ruleset_named
from xlplugin.commands import demo
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.workbook.layouts import round_tabs
from xlplugin.workbook.reading.reader import read_event

from cases import each
from cell_by_cell import all_differences, errors_in

LAYOUT = round_tabs.round_layout(1, ruleset_named("nisei-swiss"), {})

# Whole events

GLANCES = {
    "demo": ("Player Dahlia has won", "4 of 4, Cut 5", "24 active of 24"),
    "new": ("Pair round 1", "none yet, 3 planned", "5 active of 5"),
    "paired": ("Round 1: 2 results missing (tables 1, 2)", "1 of 3", "5 active of 5"),
    "half": ("Round 1: 1 result missing (table 2)", "1 of 3", "5 active of 5"),
    "wrong": ("Round 1: 1 to mend (see Check)", "1 of 3", "5 active of 5"),
    "typed": ("Pair round 2", "1 of 3", "5 active of 5"),
    "dropped": ("Pair round 2", "1 of 3", "3 active of 5"),
}  # fmt: skip


@pytest.fixture(scope="session")
def events(command, new_event, opened, tmp_path_factory):
    """A finished demo event, and a small one at each point of its first round."""
    folder = tmp_path_factory.mktemp("events")
    command("demo", folder)
    made = {"demo": folder / "demo.xlsx"}

    def next_one(name, before):
        made[name] = folder / f"{name}.xlsx"
        shutil.copy(before, made[name])

    def type_into(name, sheet, cells):
        workbook = opened(made[name])
        tab = workbook[sheet]
        place = {cell.value: cell.column for cell in tab[1]}
        for row, header, value in cells:
            tab.cell(row, place[header]).value = value
        workbook.save(made[name])

    made["new"] = new_event("new", ["Ann", "Bea", "Cal", "Dee", "Eli"], "Event seed=7")
    next_one("paired", made["new"])
    command("pair", made["paired"])
    next_one("half", made["paired"])
    type_into("half", "Round 1", [(2, "P1 Corp", "W"), (2, "P1 Runner", "L"), (3, "P1 Corp", "D")])
    next_one("wrong", made["half"])
    type_into("wrong", "Round 1", [(3, "Special", "Double no-show")])
    next_one("typed", made["half"])
    type_into("typed", "Round 1", [(3, "P1 Runner", "w")])
    next_one("dropped", made["typed"])
    status = [(2, "Status", "Dropped"), (4, "Status", "Disqualified")]
    type_into("dropped", "Players", status)
    return made


@pytest.fixture(scope="session")
def resaved_event(command, new_event):
    """An event whose first round is typed, with names that a spreadsheet could take for others."""
    path = new_event("resaved", CURIOUS_NAMES, "Event seed=7")
    command("pair", path)
    demo.type_results(path, Random(1))
    return path


@pytest.fixture(scope="session")
def recalculated(converted, events, resaved_event):
    """Every workbook above as LibreOffice has recalculated and saved it, in one conversion."""
    books = {**events, "resaved": resaved_event}
    return dict(zip(books, converted("xlsx", *books.values()), strict=True))


@pytest.fixture(scope="session")
def shown(recalculated, opened):
    """What the cells of those workbooks show."""
    return {name: opened(path, values=True) for name, path in recalculated.items()}


def _formulas(workbook):
    return {
        (sheet.title, cell.coordinate)
        for sheet in workbook.worksheets
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f"
    }


@each("name", GLANCES)
def test_every_formula_recalculates_without_an_error(name, recalculated, shown, events, opened):
    """No cell shows an error value, whatever has been typed."""
    formulas = _formulas(opened(events[name]))
    assert formulas
    assert _formulas(opened(recalculated[name])) == formulas
    assert errors_in(shown[name]) == {}


def test_every_formula_is_worked_out_here_as_there(shown, events):
    """Of whole events: all formulas have a value, the same one."""
    assert all_differences(events, shown) == []


@each("name", GLANCES)
def test_event_shows_at_a_glance_where_the_event_stands(name, shown):
    """Next step, Round and Players follow what has been typed."""
    event = dict(shown[name]["Event"].iter_rows(max_col=2, values_only=True))
    assert (event["Next step"], event["Round"], event["Players"]) == GLANCES[name]


# Saved by LibreOffice, then used again

CURIOUS_NAMES = ["=1+1", "@home", "007", "1/2", "+1", "-Zoë-", "3-3", "Ann & <Bea>"]


@pytest.fixture
def resaved(recalculated, tmp_path):
    """The workbook as an organizer with LibreOffice has saved it."""
    path = tmp_path / "event.xlsx"
    shutil.copy(recalculated["resaved"], path)
    return path


def test_names_stay_what_they_are_when_libreoffice_saves_them(resaved):
    """A name that looks like a formula, a number or a date is still that name."""
    assert [player.name for player in read_event(FileHost(resaved).read()).roster] == CURIOUS_NAMES


def test_pair_gives_the_same_round_after_libreoffice_saved_the_file(
    resaved, resaved_event, command, tmp_path
):
    """The next round is the one that the workbook would have had without the detour."""
    untouched = tmp_path / "untouched.xlsx"
    shutil.copy(resaved_event, untouched)
    paired = json.loads(command("pair", resaved, "--json"))
    assert paired["round"] == 2
    assert paired == json.loads(command("pair", untouched, "--json"))


def test_an_event_goes_on_after_libreoffice_saved_the_file(resaved, command, converted, opened):
    """Round, results, standings and check work, and the new tab is as live as the others."""
    command("pair", resaved)
    [again] = converted("xlsx", resaved)
    shown = dict(opened(again, values=True)["Event"].iter_rows(max_col=2, values_only=True))
    assert shown["Next step"] == "Round 2: 4 results missing (tables 1, 2, 3, 4)"
    demo.type_results(again, Random(2))
    command("standings", again)
    checked = json.loads(command("check", again, "--json"))
    assert (checked["differences"], checked["problems"]) == ([], [])
    assert "Standings 2" in opened(again).sheetnames


@pytest.mark.parametrize("header", ["P1 Corp", "P1 Runner", "Special"])
def test_dropdowns_are_there_after_libreoffice_saved_the_file(header, resaved, command, opened):
    """Old and new round tabs offer their choices from a list that is in the workbook."""
    command("pair", resaved)
    workbook = opened(resaved)
    for tab in (workbook["Round 1"], workbook["Round 2"]):
        letter = next(c.column_letter for c in tab[1] if c.value == header)
        [rule] = [r for r in tab.data_validations.dataValidation if f"{letter}3" in r.sqref]
        assert rule.type == "list"
        assert rule.formula1.lstrip("=") in workbook.defined_names


# On paper

LONGEST = ("Maximiliana", "Konstantinopoulou", "Featherstone")
PRINTED = [f"Robin-Underwood-{number:03}" for number in range(1, 170)]
MOST_PAGES = 3


@pytest.fixture(scope="session")
def round_pages(command, new_event, converted, printed_words, opened):
    """The pages of a round of 170 players, the widest entries typed into its last row."""
    path = new_event(
        "printed", [*PRINTED, " ".join(LONGEST)], "Event seed=7", "Event name=Spring Cup"
    )
    command("pair", path)
    workbook = opened(path)
    tab = workbook["Round 1"]
    place = {cell.value: cell.column for cell in tab[1]}
    tab.cell(86, place["Special"]).value = "Double no-show"
    tab.cell(86, place["P1 Corp"]).value = "W"
    workbook.save(path)
    [pdf] = converted("pdf", path)
    pages = pages_of(printed_words(pdf))
    found = [page for page in pages if "Spring Cup Round 1 65 minutes" in page.text]
    assert found
    return found


def test_a_round_of_170_players_prints_on_three_portrait_pages(round_pages):
    """A round fits on the wall, portrait, with all of its players once."""
    assert len(round_pages) <= MOST_PAGES
    assert all(page.height > page.width for page in round_pages)
    words = [text for page in round_pages for text in page.texts]
    names = {*PRINTED, *LONGEST}
    assert sorted(word for word in words if word in names) == sorted(names)


def test_every_printed_page_carries_the_header_row(round_pages):
    """The headers stand above the first row of each page."""
    seen = [column.header for column in LAYOUT.columns if column.width]
    headers = sorted(" ".join(seen[: seen.index("Check")]).split())
    for page in round_pages:
        table = page.find("Table")
        row = [word.text for word in page.line(table, 12)]
        assert sorted(row) == headers
        names = [word for word in page.words if word.text in set(PRINTED)]
        assert all(word.middle > table.middle for word in names)


def test_nothing_that_is_printed_is_cut_off(round_pages):
    """No number turns into ### for want of room, and nothing stands beyond the paper."""
    for page in round_pages:
        assert "##" not in page.text
        assert all(0 < word.left < word.right < page.width for word in page.words)


def _borders(page):
    """Where each column begins, give or take the indent of a text: (left, right) by header."""
    headers, widths = LAYOUT.headers(), [column.width for column in LAYOUT.columns]
    players = sorted(
        word.left for word in page.line(page.find("Table"), 12) if word.text == "Player"
    )
    one, two = headers.index("Player 1"), headers.index("Player 2")
    scale = (players[1] - players[0]) / sum(widths[one:two])
    before = [sum(widths[:count]) for count in range(len(widths) + 1)]
    edges = [players[0] + scale * (width - before[one]) for width in before]
    return dict(zip(headers, pairwise(edges), strict=True))


def test_the_longest_name_is_printed_whole_inside_its_column(round_pages):
    """A long name goes on in the next line; it neither loses letters nor leaves its column."""
    [page] = [page for page in round_pages if LONGEST[0] in page.text]
    borders = _borders(page)
    words = [page.find(word) for word in LONGEST]
    assert any(
        all(left - 1 <= word.left and word.right <= right for word in words)
        for left, right in (borders["Player 1"], borders["Player 2"])
    )
    assert len({round(word.middle) for word in words}) > 1
    usual = page.find(next(text for text in page.texts if text in set(PRINTED)))
    assert len({round(word.bottom - word.top, 1) for word in (*words, usual)}) == 1


def test_the_longest_entries_are_printed_whole_inside_their_columns(round_pages):
    """The widest Special is seen whole; what only the organizer needs is not printed."""
    page = round_pages[-1]
    borders = _borders(page)
    row = page.line(page.find("85"), 6)
    special = [w for w in row if borders["P1 Runner"][1] - 8 < w.left < borders["Points 1"][0] - 8]
    assert [w.text for w in special] == ["Double", "no-show"]
    assert max(w.right for w in special) <= borders["Special"][1]
    assert not {"Check", "Clear"} & {*page.texts}
