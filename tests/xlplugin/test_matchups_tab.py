"""The tabs ``Matchups`` and ``Matchup list``: their numbers are the engine's, small ones are marked."""

from __future__ import annotations

import io
from random import Random

import pytest
from openpyxl import Workbook

from engine import RULESETS, Match, Player, Round, Tournament, ruleset_named
from engine.matchups import Matrix, Tally, Total, matchups
from xlplugin.ground.problems import OrganizerError
from xlplugin.parts.drawing import add_drawing
from xlplugin.verbs.matchups import write_matchups
from xlplugin.verbs.pair import pair_round
from xlplugin.workbook import layout as looks
from xlplugin.workbook.book import AddDrawing, AddSheet, SetCells
from xlplugin.workbook.drawings import matchups_tab
from xlplugin.workbook.drawings.matchups_tab import draw_matchups, score
from xlplugin.workbook.live_patterns import Page, is_pattern
from xlplugin.workbook.reading.reader import read_event

from cases import each

TYPED = {
    "nisei-swiss": {"P1 Corp": "W", "P1 Runner": "L"},
    "trc": {"G1 P1": 10, "G1 P2": 3, "G2 P1": 2, "G2 P2": 2},
}
LARGEST = 60_000
"""The bytes of a workbook with 40 by 40 identities, nearly all of which have met."""


def event_of(identities, players, rounds, **more):
    """An event of made-up results."""
    draw = Random(1)
    said = [{"Corp": f"Corp {n % identities}: The Long Name of It", "Runner": f"Runner {n % identities}", **more}
            for n in range(players)]  # fmt: skip
    roster = tuple(Player(no, f"P{no}", details=d) for no, d in enumerate(said, 1))
    found = []
    for number in range(1, rounds + 1):
        order = draw.sample(range(1, players + 1), players)
        tables = enumerate(zip(order[::2], order[1::2], strict=True), 1)
        matches = (
            Match(t, a, b, tuple(draw.choices("WLD", (5, 4, 1), k=2))) for t, (a, b) in tables
        )
        found.append(Round(number, tuple(matches)))
    return Tournament(roster, tuple(found))


def matrices_of(identities, players=60, rounds=6, **more):
    """The matrices of such an event."""
    return matchups(event_of(identities, players, rounds, **more), RULESETS["nisei-swiss"]).matrices


def values(drawing):
    """The values of the tab by row and column."""
    return {place: value for place, (value, _) in drawing.cells.items()}


def of_area(drawing, area):
    """The values of the cells that a chart is drawn from."""
    top, left, bottom, right = area
    places = [(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)]
    return [values(drawing).get(place) for place in places]


@pytest.fixture(scope="module")
def played(new_host):
    """Begin an event of a ruleset, and play a round of it."""

    def make(ruleset, details):
        players = [Player(0, f"P {n}", details=details) for n in range(8)]
        host = new_host(ruleset, players, Rounds="2")
        pair_round(host)
        tab = read_event(host.read()).rounds[0]
        for row in tab.table.rows():
            cells = {(row.number, tab.table.places[h]): v for h, v in TYPED[ruleset].items()}
            host.write([SetCells(tab.name, cells)])
        return host

    return make


# the matrix


def test_a_cell_has_games_won_and_lost_and_is_marked_where_they_are_few():
    """Drawn games come third; a mirror has only how many games there were."""
    assert score(Tally(7, 0, 5)) == "7\u20135"
    assert score(Tally(7, 2, 5)) == "7\u20135\u20132"
    assert score(Tally(5, 0, 4)) == "(5\u20134)"
    assert score(Tally(6, 0, 5), is_mirror=True) == "\u00d711"


@each("won, lost, style", [
    (5, 4, looks.FEW_GAMES), (9, 0, looks.FEW_GAMES), (5, 5, looks.MANY_GAMES),
    (9, 1, looks.TOLD_GAMES), (1, 9, looks.TOLD_GAMES), (8, 2, looks.MANY_GAMES),
])  # fmt: skip
def test_a_cell_is_bold_only_if_its_interval_leaves_out_a_half(won, lost, style):
    """And grey if it has fewer than ten games; 8 of 10 begin at 49 %."""
    total = (Total("A", Tally()),)
    matrix = Matrix("Identity", ("Corp", "Runner"), total, total, {(0, 0): Tally(won, 0, lost)}, 0)
    drawing = draw_matchups([matrix], "Cup")
    assert drawing.cells[matchups_tab.HEADERS + 5, matchups_tab.FIRST][1] == style


def test_the_rows_and_columns_have_what_the_engine_counted():
    """Each cell at the place of its names, with the totals before and above."""
    (matrix,) = matrices_of(6)
    found = values(draw_matchups([matrix], "Cup"))
    top, left = matchups_tab.HEADERS, matchups_tab.FIRST
    for row, one in enumerate(matrix.choices, top + 5):
        told = [one.name, one.tally.games, *one.tally.share]
        assert [found[row, column] for column in range(1, 6)] == told
    for column, one in enumerate(matrix.opposing, left):
        told = [one.name, one.tally.games, *one.tally.share]
        assert [found[row, column] for row in range(top, top + 5)] == told
    for (row, column), tally in matrix.tallies.items():
        assert found[top + 5 + row, left + column] == score(tally)


def test_factions_have_a_matrix_of_their_own_below():
    """No cell of the one stands on the other's; the charts are of the first."""
    both = matrices_of(6, **{"Corp faction": "Blue", "Runner faction": "Green"})
    drawing = draw_matchups(both, "Cup")
    alone = draw_matchups(both[:1], "Cup")
    assert {"Blue", "Green"} <= set(values(drawing).values())
    assert values(alone).items() <= values(drawing).items()


@each("identities", [3, 6, 12])
def test_the_charts_show_the_most_played_and_nothing_else(identities):
    """Rows of the matrix, and columns of it; blanks where there are fewer than ten."""
    both = matrices_of(identities, **{"Corp faction": "Blue", "Runner faction": "Green"})
    drawing = draw_matchups(both, "Cup")
    for chart, totals in zip(drawing.charts, (both[0].choices, both[0].opposing), strict=True):
        blank = [None] * (10 - len(totals))
        assert of_area(drawing, chart.names) == [one.name for one in totals[:10]] + blank
        assert (
            of_area(drawing, chart.values) == [one.tally.share.mean for one in totals[:10]] + blank
        )


@each("ruleset", RULESETS)
def test_excel_has_a_page_with_the_very_charts(ruleset):
    """Whatever the number of identities, or of armies."""
    (page,) = matchups_tab.pages_of(ruleset_named(ruleset))
    kind = "Army" if ruleset == "hex" else "Identity"
    for size in (2, 40):
        totals = tuple(Total(f"A {n}", Tally(1)) for n in range(size))
        matrix = Matrix(kind, (kind, kind), totals, totals, {}, 0)
        drawing = draw_matchups([matrix], "Cup", has_sides=ruleset != "own")
        found = Page.of(drawing)
        assert is_pattern(found.name)
        assert (found.name, found.charts) == (page.name, page.charts)
        assert found.widths[: len(page.widths)] == page.widths


def test_more_than_40_are_left_to_the_list():
    """With a note that says so; a matrix of 40 is small."""
    (matrix,) = matrices_of(45, 450, 12)
    drawing = draw_matchups([matrix], "Cup")
    assert len(drawing.widths) == matchups_tab.FIRST - 1 + 40
    assert any("the 40 most played are shown" in str(value) for value in values(drawing).values())
    assert len(list(matchups_tab.list_rows([matrix]))) == len(matrix.tallies)
    workbook, file = Workbook(), io.BytesIO()
    add_drawing(workbook, AddDrawing(drawing))
    workbook.save(file)
    assert len(file.getvalue()) < LARGEST


def test_games_that_are_left_out_are_named():
    """Where somebody has not typed an identity."""
    event = event_of(4, 8, 2)
    silent = Player(1, "P1")
    event = Tournament((silent, *event.players[1:]), event.rounds)
    drawing = draw_matchups(matchups(event, RULESETS["nisei-swiss"]).matrices, "Cup")
    assert any("Identities: 4 more games are left out" in str(v) for v in values(drawing).values())


# the verb


def test_both_tabs_are_written_and_told(played):
    """The list has a row for each matchup; data has counts, shares and what is few."""
    host = played("nisei-swiss", {"Corp": "Alpha: One", "Runner": "Zed"})
    told = write_matchups(host)
    (drawing,) = (c.drawing for c in host.changes if isinstance(c, AddDrawing))
    (listed,) = (c for c in host.changes if isinstance(c, AddSheet))
    assert (drawing.name, listed.layout.name) == ("Matchups", "Matchup list")
    (data,) = told.data["matchups"]
    (pair,) = data["pairs"]
    told = data["games"], pair["row"], pair["column"], pair["few"]
    assert told == (8, "Alpha: One", "Zed", True)
    row = dict(zip(listed.layout.headers(), listed.rows[0], strict=True))
    assert (row["Games"], row["What it says"]) == (8, "few games")
    assert (row["From"], row["To"]) == (pair["share"]["low"], pair["share"]["high"])


def test_a_mirror_has_no_share():
    """An army against itself: games only."""
    against_itself = Match(1, 1, 2, (9, 2, "Borgo", "Borgo"))
    matches = (against_itself, Match(2, 3, 4, (9, 2, "Borgo", "Smart")))
    event = Tournament(tuple(Player(no, f"P{no}") for no in range(1, 5)), (Round(1, matches),))
    matrices = matchups(event, RULESETS["hex"]).matrices
    mirror, other = sorted(matchups_tab.list_rows(matrices), key=lambda row: row[2])
    assert mirror == ["Armies", "Borgo", "Borgo", 1, *[None] * 6, "against itself"]
    assert other[:7] == ["Armies", "Borgo", "Smart", 1, 1, 0, 0]


@pytest.mark.parametrize(
    ("ruleset", "remedy"),
    [
        ("nisei-swiss", "type them on Players, into Corp and Runner"),
        ("trc", "No result says who was the Corp"),
    ],
)
def test_without_anything_to_compare_nothing_is_written(played, ruleset, remedy):
    """It says what is missing."""
    host = played(ruleset, {})
    before = host.changes
    with pytest.raises(OrganizerError, match=remedy):
        write_matchups(host)
    assert host.changes is before
