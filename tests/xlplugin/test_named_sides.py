"""Games of the organizer's own with sides: every tab, list, file and figure has the organizer's names."""

from __future__ import annotations

import json
import re

import pytest

from engine import Player, Tournament
from engine.own.ruleset import OWN
from engine.statistics import statistics
from xlplugin.templates import ruleset_patterns
from xlplugin.workbook.drawings import statistics_tab
from xlplugin.workbook.layouts import round_tabs
from xlplugin.workbook.live_patterns import Look, Page

NAMES = ["White", "Black"]
SIDES = ["--set", "Side 1=White", "--set", "Side 2=Black"]
ONE, TWO = "One game with sides", "Two games with sides"
RESULTS = {
    ONE: [{"Result": "White"}, {"Result": "Black"}, {"Result": "Draw"}],
    TWO: [{"P1 White": "W", "P1 Black": "W"}, {"P1 White": "L", "P1 Black": "D"}],
}
ROSTER = [f"Player {n},Opening {n % 2},Defence {n % 3}" for n in range(1, 9)]
NETRUNNER = re.compile(r"\b(Corp|Runner)s?\b")


@pytest.fixture
def event_of(new_event):
    """An event of two rounds of such games."""

    def made(kind, *more, rounds=2):
        options = ("--set", f"Result={kind}", *SIDES, *more)
        event = new_event(ROSTER, *options, header="Name,White,Black", ruleset="own")
        for number in range(1, rounds + 1):
            event.done("pair")
            type_results(event, kind, number)
        return event

    return made


def type_results(event, kind, number):
    """Type a result into every match of a round, of every sort in turn."""
    rows = event.rows(f"Round {number}")
    for row, match in enumerate(rows, 2):
        if match["Player 2"] is not None:
            event.type(f"Round {number}", row, **RESULTS[kind][row % len(RESULTS[kind])])


def texts_on(event, *left_out):
    """Every text of the tabs that people see, and the messages of their cells."""
    workbook = event.read()
    for sheet in workbook.worksheets:
        if sheet.sheet_state != "visible" or sheet.title in left_out:
            continue
        yield from (c.value for row in sheet.iter_rows() for c in row if isinstance(c.value, str))
        yield from (v.prompt or "" for v in sheet.data_validations.dataValidation)


@pytest.mark.parametrize("kind", [ONE, TWO])
def test_no_tab_and_no_file_has_the_sides_of_another_game(event_of, kind, tmp_path):
    """Rounds, standings, statistics, matchups, slips, lists, chat, page, JSON."""
    event = event_of(kind)
    for verb in ("standings", "statistics", "matchups", "check"):
        event.done(verb)
    for what in ("slips", "names", "seats", "cards"):
        event.done("print", what)
    found = "\n".join(texts_on(event, "Log"))
    for kind_of_file in ("html", "csv", "markdown", "json"):
        event.done("export", "--format", kind_of_file, "-o", tmp_path / f"out.{kind_of_file}")
        text = (tmp_path / f"out.{kind_of_file}").read_text(encoding="utf-8")
        found += re.sub("<script>.*?</script>", "", text, flags=re.DOTALL)
    assert [found[m.start() - 40 : m.end() + 40] for m in NETRUNNER.finditer(found)] == []
    assert all(name in found for name in NAMES)


def test_statistics_count_the_games_of_either_side(event_of):
    """And what their players had typed on Players under its name."""
    event = event_of(ONE)
    told = json.loads(event.done("statistics", "--json").output)
    assert set(told["games"]) == {"Won by White", "Won by Black", "Drawn"}
    assert sum(end["all"] for end in told["games"].values()) == 8
    assert {one["name"] for one in told["White"]} == {"Opening 0", "Opening 1"}
    assert sum(one["games"] for one in told["Black"]) == 8


@pytest.mark.parametrize("sides", [("White", "Black"), ("Corp", "Runner")])
def test_a_running_excel_has_the_page_of_these_statistics(sides):
    """With the very charts, whatever the sides are called."""
    options = {"Result": ONE, "Side 1": sides[0], "Side 2": sides[1]}
    tournament = Tournament((Player(1, "A"), Player(2, "B")), options=options)
    counted = statistics(tournament, OWN)
    form = statistics_tab.form_of(OWN, options)
    page = Page.of(statistics_tab.draw_statistics(counted, OWN, form, "Cup"))
    assert page in list(statistics_tab.pages_of(OWN))
    assert len(page.charts) == 1


def test_a_running_excel_knows_the_columns(every_look):
    """Those of other names than the listed ones, too, where the help names no side."""
    for names in (("White", "Black"), ("Attacker", "Defender"), ("Sun", "Moon")):
        options = {"Result": TWO, "Side 1": names[0], "Side 2": names[1]}
        layout = round_tabs.round_layout(2, OWN, options)
        letters = [column for column in layout.columns if column.header.startswith("P1 ")]
        assert [column.header for column in letters] == [f"P1 {name}" for name in names]
        assert {Look.of(column) for column in letters} <= every_look


@pytest.fixture(scope="module")
def every_look():
    """The looks that a workbook of own rules has."""
    return set(ruleset_patterns.looks_of(OWN))


def test_matchups_are_of_either_side(event_of):
    """The rows are what was played as the first side."""
    event = event_of(TWO)
    told = json.loads(event.done("matchups", "--json").output)
    (matrix,) = told["matchups"]
    assert matrix["rows"][0]["field"] == "White"
    assert matrix["games"] == 16


@pytest.mark.parametrize("kind", [ONE, TWO])
def test_results_come_from_a_table_under_the_names(event_of, kind, tmp_path):
    """The file of a round tab makes the same event again, with the same points."""
    event = event_of(kind)
    event.done("standings")
    columns = ["Round", "Player 1", "Player 2", *RESULTS[kind][0], "Special"]
    lines = [",".join(columns)]
    for number in (1, 2):
        for match in event.rows(f"Round {number}"):
            row = {**match, "Round": number}
            lines.append(",".join(str(row[c] if row[c] is not None else "") for c in columns))
    (tmp_path / "results.csv").write_text("\n".join(lines), encoding="utf-8")
    again = type(event)(tmp_path / "again.xlsx")
    options = ("--ruleset", "own", "--set", f"Result={kind}", *SIDES)
    result = event.run_bare("import", tmp_path / "results.csv", again.path, *options)
    assert result.exit_code == 0, result.output
    again.done("standings")
    points = [
        {row["Player"]: row["Points"] for row in each_.rows("Standings 2")}
        for each_ in (event, again)
    ]
    assert points[0] == points[1]


def test_names_changed_after_round_1_are_refused_in_one_sentence(event_of):
    """The tabs of rounds are under the old names: set back, all goes on."""
    event = event_of(TWO, rounds=1)
    row = event.row_of("Rules", "Setting", "Side 1")
    event.type("Rules", row, Value="Red")
    told = event.refused("pair")
    assert "Side 1 is Red, but round 1 was paired with White" in told
    assert told.count("\n") < 5
    event.type("Rules", row, Value="White")
    event.done("pair")


def test_a_name_that_is_none_is_refused(new_event):
    """The same name twice, or a word that a cell holds as something else."""
    event = new_event(ROSTER, "--set", f"Result={ONE}", "--set", "Side 1=White",
                      header="Name,White,Black", ruleset="own")  # fmt: skip
    row = event.row_of("Rules", "Setting", "Side 2")
    for value in ("White", "draw", "'=1+1", "TRUE", "3", "A name that is too long"):
        event.type("Rules", row, Value=value)
        assert f"Rules!B{row}: Side 2" in event.refused("pair"), value
