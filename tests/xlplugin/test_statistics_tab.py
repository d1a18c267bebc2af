"""The tab ``Statistics``: its numbers are the engine's, and its charts are drawn from them."""

from __future__ import annotations

import re
import zipfile
from fractions import Fraction

import pytest
from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.utils import get_column_letter

from engine import RULESETS, Player, ruleset_named
from engine.formats import GamePoints, Headquarters, OneGameWithSides, TwoGames
from engine.formats.elimination import AsInSwiss, OneGame
from engine.statistics import statistics
from xlplugin.ground.problems import WorkbookProblems
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.parts import workbook as parts_of_workbook
from xlplugin.parts.drawing import add_drawing
from xlplugin.parts.package import Package
from xlplugin.verbs import statistics as counting
from xlplugin.verbs.pair import pair_round
from xlplugin.workbook.book import AddDrawing, AddSheet, SetCells
from xlplugin.workbook.drawings import statistics_tab
from xlplugin.workbook.drawings.statistics_tab import form_of
from xlplugin.workbook.formats.statistics import BARS
from xlplugin.workbook.layout import Layout
from xlplugin.workbook.live_patterns import is_pattern
from xlplugin.workbook.reading.reader import read_event

TAB = "Statistics"
HQ = {"HQ 1": 12, "HQ 2": 5, "Army 1": "Borgo", "Army 2": "Vegas"}
TYPED = {
    TwoGames: {"P1 Corp": "W", "P1 Runner": "L"},
    OneGameWithSides: {"Result": "Runner"},
    GamePoints: {"G1 P1": 10, "G1 P2": 3, "G2 P1": 2, "G2 P2": 2},
    Headquarters: HQ,
    AsInSwiss: HQ,
    OneGame: {"Corp": 1, "Winner": 2},
}
ONE_OF_A_FORMAT = ("nisei-swiss", "nisei-single-sided", "trc", "hex")


def roster(ruleset, count=8):
    """Players with identities or armies, more than one of each."""
    details = {"Corp": "Alpha: One", "Runner": "=1+1"}, {"Corp": "Beta", "Runner": "<script>"}
    if ruleset == "hex":
        details = ({"Army 1": "Borgo", "Army 2": "Vegas"},) * 2
    return [
        Player(0, f"P {n}", details=details[n % 2 if n > 2 else 0]) for n in range(1, count + 1)
    ]


def decide(host):
    """Type the same result into every match of the newest tab."""
    read = read_event(host.read())
    tab = [*read.rounds, *read.cuts][-1]
    format_ = read.ruleset.cut.format({}) if read.cuts else read.match_format
    cells = {
        (row.number, tab.table.places[header]): value
        for row in tab.table.rows()
        for header, value in TYPED[type(format_)].items()
        if row.raw("Special") is None
    }
    host.write([SetCells(tab.name, cells)])


@pytest.fixture(scope="module")
def played(new_host):
    """Begin an event, play rounds of it, and count them."""

    def make(ruleset="nisei-swiss", rounds=1, players=None, *, cut=False):
        players = roster(ruleset) if players is None else players
        settings = {"Cut": "4"} if RULESETS[ruleset].cut else {}
        host = new_host(ruleset, players, Rounds=str(rounds), **settings)
        for _ in range(rounds + cut):
            pair_round(host)
            decide(host)
        return host

    return make


def drawn(host):
    """Count, and give the tab as it was drawn, with what was told."""
    told = counting.write_statistics(host)
    return next(c.drawing for c in host.changes if isinstance(c, AddDrawing)), told


def cells(drawing, area):
    """The values of the cells that a chart is drawn from."""
    top, left, bottom, right = area
    places = [(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)]
    return [drawing.cells.get(place, (None,))[0] for place in places]


def table(drawing, header):
    """The rows below a table's headers, the first of which is this one, by the first column."""
    row, column = next(at for at, (value, _) in sorted(drawing.cells.items()) if value == header)
    end = next(c for c in range(column, column + 20) if (row, c) not in drawing.cells)
    found = {}
    while (row := row + 1, column) in drawing.cells:
        name, *values = (drawing.cells[row, c][0] for c in range(column, end))
        found[name] = values
    return found


# the numbers


@pytest.mark.parametrize("ruleset", ONE_OF_A_FORMAT)
def test_the_numbers_are_the_engine_s(played, ruleset):
    """Every row of every table has what was counted; shares are the nearest fractions."""
    host = played(ruleset, cut=bool(RULESETS[ruleset].cut))
    drawing, told = drawn(host)
    read = read_event(host.read())
    found = statistics(read.after_swiss(), read.ruleset)
    assert told.data == {"counted": told.data["counted"], **counting.data_of(found)}
    for choices in found.choices:
        columns = statistics_tab.columns_of(found, form_of(read.ruleset, read.options))
        assert table(drawing, choices.field) == {
            choice.name: [
                float(value) if isinstance(value, Fraction) else value
                for column in columns
                for value in [column.value(choice, found)]
            ]
            for choice in choices.found
        }
    facts = statistics_tab.facts(found, read.ruleset)
    assert list(table(drawing, "The event")) == list(facts)
    assert len(facts) <= form_of(read.ruleset, read.options).grid.facts


def test_what_people_typed_stays_text(played):
    """A name that looks like a formula is none."""
    drawing, _ = drawn(played())
    assert "=1+1" in table(drawing, "Runner")


def test_a_round_that_is_not_finished_is_left_out(played):
    """The numbers are those of the rounds before, and the organizer is told."""
    host = played()
    before = drawn(host)[1].data
    pair_round(host)
    _, told = drawn(host)
    assert told.data["rounds"] == before["rounds"]
    assert told.data["cut"] == 4
    assert any("Cut 1 is not finished" in warning for warning in told.warnings)


def test_before_the_first_result_there_is_nothing_to_count(new_host):
    """The message says what to do, or which cells are missing."""
    host = new_host("nisei-swiss", roster("nisei-swiss"))
    with pytest.raises(WorkbookProblems, match="no round has been played; pair round 1"):
        counting.write_statistics(host)
    pair_round(host)
    with pytest.raises(WorkbookProblems, match="Round 1!"):
        counting.write_statistics(host)


def test_a_tab_of_one_s_own_is_left_alone(played):
    """It has to make room first."""
    host = played()
    host.write([AddSheet(Layout("STATISTICS", ()), [])])
    with pytest.raises(WorkbookProblems, match="not made by xlplugin; rename your tab"):
        counting.write_statistics(host)


# the charts


@pytest.mark.parametrize("ruleset", ONE_OF_A_FORMAT)
def test_charts_stand_over_empty_cells(played, ruleset):
    """None covers a number or another chart."""
    drawing, _ = drawn(played(ruleset, cut=bool(RULESETS[ruleset].cut)))
    covered = [
        (row, column)
        for chart in drawing.charts
        for row in range(chart.place[0], chart.place[2] + 1)
        for column in range(chart.place[1], chart.place[3] + 1)
    ]
    assert len(covered) == len(set(covered))
    assert not set(covered) & set(drawing.cells)
    assert drawing.last_row >= max(row for row, _ in covered)


@pytest.mark.parametrize(
    ("ruleset", "headers"),
    [
        ("nisei-swiss", [None, "Players", "Players", "Conversion", "Conversion"]),
        ("hex", ["Games", "Win rate", "Conversion"]),
        ("ntp", [None, "Players", "Players"]),
    ],
)
def test_each_chart_is_drawn_from_its_column(played, ruleset, headers):
    """Its first rows, from the one below the headers on; beside them, the names."""
    drawing, told = drawn(played(ruleset, cut=bool(RULESETS[ruleset].cut)))
    for chart, header in zip(drawing.charts, headers, strict=True):
        top, column, *_ = chart.values
        if header:
            assert drawing.cells[top - 1, column][0] == header
            assert len(cells(drawing, chart.values)) == BARS
        else:
            assert cells(drawing, chart.names) == list(told.data["games"])


def test_fewer_choices_than_bars_leave_blanks(played):
    """Nothing else stands in the rows that a chart shows."""
    drawing, _ = drawn(played())
    chart = drawing.charts[1]
    assert cells(drawing, chart.names) == ["Alpha: One", "Beta", *[None] * 8]
    assert cells(drawing, chart.values) == [5, 3, *[None] * 8]


def test_a_second_table_stands_below_all_that_a_chart_shows(played):
    """Factions are in no chart of identities, of which there are fewer than bars."""
    players = roster("nisei-swiss")
    for player in players:
        player.details.update({"Corp faction": "NBN", "Runner faction": "Shaper"})
    drawing, _ = drawn(played(players=players, cut=True))
    for chart in drawing.charts[1:]:
        first, *others = cells(drawing, chart.names)
        assert first
        assert len([other for other in others if other]) == 1


@pytest.mark.parametrize("ruleset", ONE_OF_A_FORMAT)
def test_there_is_a_page_for_every_number_of_charts(played, ruleset):
    """A running Excel copies the very charts that a file is given."""
    pages = {page.name: page for page in statistics_tab.pages_of(ruleset_named(ruleset))}
    bare = [f"P {n}" for n in range(8)]
    for players in (bare, roster(ruleset)):
        for cut in {False, bool(RULESETS[ruleset].cut)}:
            drawing, _ = drawn(played(ruleset, players=players, cut=cut))
            page = statistics_tab.Page.of(drawing)
            assert is_pattern(page.name)
            assert pages[page.name] == page


def test_a_file_has_the_charts_that_were_declared(played):
    """The cells that each one is drawn from, and those that it covers, read back as declared."""
    drawing, _ = drawn(played(cut=True))
    workbook = Workbook()
    add_drawing(workbook, AddDrawing(drawing))
    sheet = workbook[TAB]
    for chart, declared in zip(sheet._charts, drawing.charts, strict=True):
        (series,) = chart.series
        for found, area in (
            (series.cat.numRef, declared.names),
            (series.val.numRef, declared.values),
        ):
            reference = Reference(
                sheet, min_row=area[0], min_col=area[1], max_row=area[2], max_col=area[3]
            )
            assert found.f == str(reference)
        start, end = chart.anchor._from, chart.anchor.to
        assert (start.row + 1, start.col + 1, end.row, end.col + 1) == declared.place
        width = sheet.column_dimensions[get_column_letter(end.col + 1)].width
        assert width * 6 < end.colOff / 9525 < width * 7 + 5  # its edge is inside the column


# on a file


def charts(path, tab):
    """The charts of a tab of a file, byte for byte, in order."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
        package = Package(archive)
        folder, name = parts_of_workbook.Workbook(package).tabs()[tab].rsplit("/", 1)
    rels = parts[f"{folder}/_rels/{name}.rels"].decode()
    drawing = rels.split("drawings/")[1].split('"')[0]
    inside = parts[f"xl/drawings/_rels/{drawing}.rels"].decode()
    names = sorted(part.split('"')[0] for part in inside.split("charts/")[1:])
    return [parts[f"xl/charts/{name}"] for name in names]


@pytest.mark.on_files
def test_charts_survive_what_is_done_to_the_file(new_event):
    """Later commands keep them, those on hidden pages and the organizer's own too; new ones replace old."""
    event = new_event(("Ann", "Bea", "Cal", "Dee"), "--set", "Rounds=1", "--set", "Cut=3")
    event.done("pair")
    decide(FileHost(event.path))
    counting.write_statistics(FileHost(event.path))
    assert b"<f>'Statistics'!" in charts(event.path, TAB)[0]  # and not those of its page
    with event.opened() as workbook:
        own = workbook.create_sheet("Mine", 0)
        own.append([1, 2])
        chart = BarChart()
        chart.add_data(Reference(own, min_col=1, max_col=2, min_row=1))
        own.add_chart(chart)
    assert "Won by the Corp" in event.done("statistics").stdout
    told = event.json("statistics")
    assert (told["games"]["Won by the Corp"]["all"], told["players"]) == (4, 4)
    colour = statistics_tab.COLOUR
    hidden = [name for name in event.read().sheetnames if f"{colour} figures" in name]
    before = {tab: charts(event.path, tab) for tab in (TAB, "Mine", *hidden)}
    assert [len(before[tab]) for tab in (TAB, "Mine", *hidden)] == [1, 1, 1, 3, 5]
    for tab, drawn in before.items():
        for chart in drawn:
            assert set(re.findall(rb"<f>'([^']*)'!", chart)) == {tab.encode()}
    event.done("standings")
    event.done("pair")
    assert {tab: charts(event.path, tab) for tab in before} == before
    event.type("Players", 2, Corp="Alpha")
    before |= {tab: charts(event.path, tab) for tab in before}  # typed with a program of one's own
    event.done("statistics")
    assert len(charts(event.path, TAB)) == 5
    assert {tab: charts(event.path, tab) for tab in before if tab != TAB} == {
        tab: drawn for tab, drawn in before.items() if tab != TAB
    }
