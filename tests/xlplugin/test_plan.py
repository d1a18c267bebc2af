"""Formats compared before an event: the command, its table, sentences and data."""

from __future__ import annotations

import json
from concurrent.futures.process import BrokenProcessPool

import pytest
from click.testing import CliRunner

from engine import RULESETS
from engine.intervals import Interval
from engine.simulation.comparison import Step
from engine.simulation.day import Hall
from engine.simulation.event import Form, Plan
from engine.simulation.strength import Model
from xlplugin.doors import clicks
from xlplugin.doors.cli import main
from xlplugin.ground.problems import OrganizerError
from xlplugin.numbers import plan_tab
from xlplugin.numbers.plan import _sentence, eliminations_beside, usual_forms
from xlplugin.workbook.drawings.plan_tab import COLUMNS, PlanForm, bars_of, draw_plan, pages_of
from xlplugin.workbook.layouts.event_tab import FIRST_DAY, SECOND_DAY
from xlplugin.workbook.live_patterns import Page, is_pattern

from cases import each
from values_only import ValuesHost

FEW = ("--players", "12", "--events", "20", "--processes", "1")


def plan(*arguments):
    """What the command says."""
    return CliRunner().invoke(main, ["plan", *FEW, *arguments])


def data(*arguments):
    """What it prints for programs."""
    return json.loads(plan(*arguments, "--json").stdout)


@each("name", RULESETS)
def test_every_ruleset_is_planned_as_suggested(name):
    """With the rounds that its document suggests among the formats, and a cut where there is one."""
    found = usual_forms(RULESETS[name], 12, {})
    assert Form(RULESETS[name].suggest(12, {}).rounds, 0) in found
    assert {form.cut for form in found} >= ({0, 4} if RULESETS[name].cut else {0})


@each(
    "players, ruleset, options, rounds",
    [(5, "trc", {}, 5), (7, "ntp", {"Format": "Round robin"}, 7), (4, "trc", {}, 3), (4, "hex", {}, 3)],
)  # fmt: skip
def test_a_round_robin_is_planned_with_all_of_its_rounds(players, ruleset, options, rounds):
    """Of an odd number of players each sits out once: there are as many rounds as players."""
    assert usual_forms(RULESETS[ruleset], players, options) == (Form(rounds, 0),)


def test_the_data_are_those_of_every_format():
    """Shares lie inside their intervals; what a format does not have is null."""
    found = data("--rounds", "3,4", "--cut", "0,4", "--seed", "7", "--draws", "0.1")
    assert [(f["rounds"], f["cut"]) for f in found["formats"]] == [(3, 0), (3, 4), (4, 0), (4, 4)]
    for form in found["formats"]:
        wins = form["best_wins"]
        assert 0 <= wins["low"] <= wins["mean"] <= wins["high"] <= 1
        assert (
            (form["best_in_cut"] is None) == (form["cut_by_tiebreak"] is None) == (not form["cut"])
        )
        assert form["hours"]["p10"] <= form["hours"]["p50"] <= form["hours"]["p90"]
        assert form["fits"] is None
    assert len(found["sentences"]) == 4
    model = found["model"]
    assert (model["players"], model["events"], model["seed"], model["draws"]) == (12, 20, "7", 0.1)


def test_the_table_leaves_out_what_no_format_has():
    """No column of the cut without one; that of sides where matches have them."""
    said = plan("--rounds", "3", "--cut", "0").stdout
    assert "under nisei-swiss, " in said
    assert "In brackets: the 95 % interval; for hours" in said
    assert "Best in cut" not in said
    assert "Side difference" not in said
    assert "Side difference" in plan("--ruleset", "nisei-single-sided", "--rounds", "3").stdout


@pytest.mark.slow
def test_the_figures_are_the_same_for_any_number_of_processes():
    """Each event is seeded by itself."""
    one, two = (
        CliRunner().invoke(
            main, ["plan", "--players", "8", "--events", "60", "--processes", n, "--json"]
        )
        for n in ("1", "2")
    )
    assert one.exit_code == two.exit_code == 0
    assert one.stdout == two.stdout


def test_formats_are_told_that_are_over_in_time():
    """Nine times out of ten."""
    said = plan("--rounds", "3,4", "--cut", "0", "--hours", "4.5").stdout
    assert "Over in 4.5 hours nine times out of ten: 3 rounds, no cut." in said
    assert "plan a second day" in plan("--rounds", "4", "--cut", "0", "--hours", "2").stdout
    fits = [
        form["fits"] for form in data("--rounds", "3,4", "--cut", "0", "--hours", "4.5")["formats"]
    ]
    assert fits == [True, False]


def test_formats_are_told_whose_cut_fits_on_a_second_day():
    """Where one day is too short, and the Swiss rounds and the cut fit into one each."""
    arguments = ("--rounds", "3,6", "--cut", "0,4", "--hours", "4.5")
    said = plan(*arguments).stdout
    assert "Over in two days of 4.5 hours, the cut on the second: 3 rounds, cut to 4.\n" in said
    found = data(*arguments)["formats"]
    assert [(f["fits"], f["fits_two_days"]) for f in found] == [
        (True, None),
        (False, True),
        (False, None),
        (False, False),
    ]
    assert (
        data("--rounds", "3", "--cut", "8", "--hours", "4.1")["formats"][0]["fits_two_days"]
        is False
    )
    assert all((f["cut_hours"] is None) == (not f["cut"]) for f in found)
    assert found[1]["swiss_hours"] == found[0]["hours"]


def test_double_and_single_elimination_are_compared_in_one_run():
    """Each cut in both, but one that has no double elimination; without a choice it is the event's."""
    found = data("--rounds", "3", "--cut", "0,2,4", "--elimination", "double,Single")["formats"]
    kinds = [(form["cut"], form["elimination"]) for form in found]
    assert kinds == [(0, None), (2, "Single"), (4, "Double"), (4, "Single")]
    said = plan("--rounds", "3", "--cut", "4", "--elimination", "single,double").stdout
    assert "a cut to 4 (double) instead of 4 (single) costs" in said
    of_event = [data("--rounds", "3", "--cut", n)["formats"][0]["elimination"] for n in "24"]
    assert of_event == ["Single", "Double"]
    assert data("--ruleset", "hex", "--rounds", "3")["formats"][1]["elimination"] is None


def test_the_hall_has_minutes_of_its_own():
    """Where the document has no limit, hours are known once they are said."""
    assert data("--ruleset", "trc")["formats"][0]["hours"] is None
    said = data("--ruleset", "trc", "--swiss-minutes", "60", "--pauses", "30")
    assert said["formats"][0]["hours"]["p50"] > 4
    assert said["model"]["minutes"]["pauses"] == 30


def test_each_kind_of_cut_may_have_minutes_of_its_own():
    """The others have those that are said for all, or the ruleset's; a best of three those of its games."""
    kinds = ("--rounds", "3", "--cut", "4", "--elimination", "single,best of three")
    said = data(*kinds, "--cut-minutes", "30,best of three=200")
    assert said["model"]["minutes"]["elimination"] == 30
    assert said["model"]["minutes"]["by_kind"] == {"Best of three": 200}
    single, three = (
        {f["elimination"]: f["cut_hours"]["p50"] for f in found["formats"]}
        for found in (said, data(*kinds))
    )
    assert single["Single"] < three["Single"] < three["Best of three"] < single["Best of three"]


def test_the_spread_is_that_of_past_events(make_event, tmp_path):
    """Taken of results files, with its interval and the number of games."""
    event = make_event(players=16, rounds=4)
    past = tmp_path / "past.json"
    event.done("export", "--format", "nrtm", "-o", past)
    model = data("--past", str(past))["model"]
    assert model["skill_spread"] == model["skill_spread_from"]["mean"]
    assert model["skill_spread_from"]["games"] <= 64
    assert f"by {model['skill_spread_from']['games']} games" in plan("--past", str(past)).stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--rounds", "five"), "not a list of numbers"),
        (("--rounds", "0"), "has 1 to 60 rounds, not 0"),
        (("--ruleset", "hex", "--rounds", "6"), "hex has 1 to 5 rounds"),
        (("--cut", "5"), "has these cuts: 0, 2, 3, 4, 8, 16; not 5"),
        (("--cut", "16"), "A cut to 16 needs at least 16 players"),
        (("--ruleset", "trc", "--cut", "4"), "trc has these cuts: 0; not 4"),
        (("--ruleset", "chess"), "chess"),
        (("--draws", "nan"), "is not a number"),
        (("--draws", "1.5"), "1.5 is not in the range"),
        (("--elimination", "triple"), "Elimination is one of these: Double, Single, Best of three"),
        (("--ruleset", "hex", "--elimination", "single"), "hex gives no choice of elimination"),
        (("--ruleset", "hex", "--corp-wins", "0.6"), "hex has no Corp"),
        (("--corp-wins", "0"), "0.0 is not in the range"),
        (("--cut-minutes", "4"), "--cut-minutes takes 5 to 600 minutes, for all kinds (40) or for"),
        (("--cut-minutes", "triple=40"), "Elimination is one of these: Double, Single, Best of"),
        (("--set", "Colour=Blue"), "nisei-swiss has no option Colour, but: Tier"),
        (("--set", "Tier=Gold"), "Tier is one of these: Casual, Competitive"),
        (
            ("--ruleset", "trc", "--intentional-draws", "1"),
            'unless you add --set "Intentional draws=Allowed"',
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_is_typed_wrong_is_said(arguments, told):
    """In a sentence, with exit status 2."""
    found = plan(*arguments)
    assert found.exit_code == 2
    assert told in " ".join(found.stderr.split())


def test_the_number_of_players_is_asked_for():
    """There is none to guess."""
    found = CliRunner().invoke(main, ["plan"])
    assert found.exit_code == 2
    assert "Give the number of players, for example --players 43." in found.stderr


def test_rounds_that_cannot_be_paired_are_told():
    """Four players have met after three rounds: the event ends there, each time."""
    found = CliRunner().invoke(
        main, ["plan", "--players", "4", "--rounds", "3,4", "--cut", "0", "--events", "50"]
    )
    header, three, four = found.stdout.splitlines()[1:4]
    assert "Cut short" in header
    assert "100.0 % (" not in three
    assert "100.0 % (" in four
    assert "Cut short" not in plan("--rounds", "3").stdout


def sentence(cheaper, dearer, hours, **changes):
    """A step in words."""
    return _sentence(Step(Form(*cheaper), Form(*dearer), hours, changes), 2000)


def test_a_step_that_gains_nothing_says_what_it_costs():
    """In words, as an organizer would."""
    assert sentence((5, 0), (6, 0), 1.28) == (
        "Round 6 without a cut costs 1.3 hours and gains nothing that 2,000 events can show."
    )
    assert sentence((5, 4), (5, 8), None) == (
        "After 5 rounds, a cut to 8 instead of 4: nothing is gained that 2,000 events can show."
    )


def test_a_step_that_changes_something_says_what():
    """Gains and losses, each with its interval, the smaller end first."""
    assert sentence((5, 8), (7, 8), 2.5, best_wins=Interval(0.031, 0.011, 0.051)) == (
        "Playing rounds 6 to 7 before a cut to 8 costs 2.5 hours: the best player wins 3.1 more of 100 "
        "events (1.1 to 5.1)."
    )
    assert sentence((5, 0), (5, 4), 3, kendall_tau=Interval(-0.02, -0.03, -0.01)) == (
        "After 5 rounds, a cut to 4 instead of none costs 3.0 hours: the order agrees less with strength, "
        "by 0.020 of tau (0.010 to 0.030)."
    )


# on the tab Plan


def figures_on(event):
    """The rows of the formats, by name."""
    rows = event.read()["Plan"].iter_rows(values_only=True)
    return {row[0]: row[1:19] for row in rows if row[0] and isinstance(row[1], float)}


def test_a_plan_of_an_event_is_written_on_a_tab(new_event):
    """The ruleset and the players are the event's; each format has the figures that programs are given."""
    event = new_event(players(16), ruleset="hex")
    said = event.json("plan", "--events", 20, "--rounds", "3,4", "--processes", 1)
    assert (said["model"]["ruleset"], said["model"]["players"]) == ("hex", 16)
    found = figures_on(event)
    assert len(found) == len(said["formats"])
    row, form = found["4 rounds, cut to 4"], said["formats"][4]
    assert (form["rounds"], form["cut"]) == (4, 4)
    parts = ("best_wins", "best_in_cut", "kendall_tau", "cut_by_tiebreak")
    shares = [form[name][end] for name in parts for end in ("mean", "low", "high")]
    hours = [form[name][part] for name in ("hours", "cut_hours") for part in ("p50", "p10", "p90")]
    assert row == pytest.approx([*shares, *hours], abs=1e-6)


def test_a_plan_is_made_anew_and_logged(make_event):
    """One tab, whatever stood there before."""
    event = make_event(players=16, rounds=0)
    for _ in range(2):
        event.done("plan", "--events", "10", "--rounds", "3", "--processes", "1")
    assert [name for name in event.read().sheetnames if "Plan" in name] == ["Plan"]
    assert "10 events of 16 players" in str(event.rows("Log")[-1])


def test_a_tab_of_the_organizers_own_is_not_replaced(make_event):
    """It says so before it simulates anything, and writes nothing."""
    event = make_event(players=16, rounds=0)
    with event.opened() as book:
        book.create_sheet("Plan")["A1"] = "mine"
    assert "not made by xlplugin; rename your tab" in event.refused("plan", "--events", 100_000)


def test_the_rules_of_an_event_are_not_said_again(make_event):
    """Nor its options: they are on Event."""
    event = make_event(players=16, rounds=0)
    found = event.run("plan", "--ruleset", "trc")
    assert found.exit_code == 2
    assert "leave them out" in found.stderr


# by a click


def players(number):
    """Names for a roster."""
    return [f"Player {n}" for n in range(1, 1 + number)]


@pytest.fixture
def clicked(monkeypatch):
    """Click the button Plan in a file, on so many cores; gives the number of events and of processes asked for."""

    def click(event, cores=1, broken=None):
        asked = []

        def simulate(plan, events, processes):
            asked.append((events, processes))
            if broken and processes > 1:
                raise broken
            return simulated(plan, 4, 1)

        monkeypatch.setattr(plan_tab, "simulate", simulate)
        monkeypatch.setattr(plan_tab, "cores_beside_a_window", lambda: cores)
        assert clicks.VERBS["plan"](ValuesHost(event.path), None).tab == "Plan"
        return asked

    simulated = plan_tab.simulate
    return click


def test_a_click_compares_what_is_planned_with_one_round_more_and_both_eliminations(
    new_event, clicked
):
    """The rounds and the cut of the event are among the formats."""
    event = new_event(players(16), "--set", "Rounds=7", "--set", "Cut=16")
    clicked(event)
    kinds = ("no cut", "cut to 16 (double)", "cut to 16 (single)")
    found = [*figures_on(event)]
    assert {f"{n} rounds, {kind}" for n in (7, 8) for kind in kinds} <= {*found}
    assert "7 rounds, cut to 8 (double)" in found


def test_a_click_leaves_out_what_a_ruleset_does_not_have(new_event, clicked):
    """Without a cut no figure is of one; without a limit of time nobody knows the hours."""
    event = new_event(players(16), ruleset="trc")
    clicked(event)
    rows = event.read()["Plan"].iter_rows(values_only=True)
    headers = next(row for row in rows if row[0] == "Format")
    assert [*filter(None, headers)] == ["Format", "Best wins", "Order"]


@each("ruleset", RULESETS)
def test_a_click_finds_a_page_with_its_charts(ruleset):
    """A running Excel copies the very charts that a file is given; there is room for every format."""
    rules = RULESETS[ruleset]
    pages = {page.name: page for page in pages_of(rules)}
    assert len(pages) == 2
    kinds = eliminations_beside(rules, {})
    most = max(len(usual_forms(rules, n, {}, eliminations=kinds)) for n in range(4, 200))
    assert most <= bars_of(rules)
    for has_hours in (False, True):
        form = PlanForm(rules, bars_of(rules), has_hours=has_hours)
        page = Page.of(draw_plan("", "", {}, [], form))
        assert is_pattern(page.name)
        assert pages[page.name] == page


def test_what_is_told_stands_below_the_rows_of_the_charts():
    """Where there are fewer formats than bars, the last ones are blank."""
    form = PlanForm(RULESETS["trc"], 6, has_hours=False)
    cells = draw_plan("", "", {"One": dict.fromkeys(COLUMNS)}, ["Told."], form).cells
    top, _, last, _ = form.charts[0].names
    assert [cells[row, 1][0] for row in range(top, last + 1) if (row, 1) in cells] == ["One"]
    assert "Told." in [value for (row, _), (value, _) in cells.items() if row > last]


def test_a_cut_after_a_first_day_is_told_not_to_be_simulated(new_event):
    """Whoever plans one would take the figures for those of it."""
    settings = ("--set", f"{FIRST_DAY.name}=3", "--set", f"{SECOND_DAY.name}=9")
    event = new_event(players(16), *settings)
    said = event.done("plan", "--events", 4, "--rounds", 5, "--cut", 4, "--processes", 1).stderr
    assert "Day one rounds, Day two points on Event are not simulated" in said


def test_a_click_uses_more_cores_for_more_events(new_event, clicked):
    """Where processes cannot be started, it goes on with one and as many events as that can play."""
    event = new_event(players(43))
    (one,), (four,) = clicked(event, 1), clicked(event, 4)
    assert (one[1], four[1]) == (1, 4)
    assert 1.9 < four[0] / one[0] < 2.1
    for broken in (OSError(), ImportError(), BrokenProcessPool()):
        assert clicked(event, 4, broken) == [four, one]
    assert "4 events of 43 players" in str(event.rows("Log")[-1])


def test_a_click_plays_a_number_of_events_that_can_be_waited_for():
    """Never none, never more than a command."""
    plans = [
        Plan("nts", n, (Form(6, 0),), Model(), Hall(None, None), {}, "1") for n in (4, 43, 1000)
    ]
    assert [plan_tab.events_of(plan, 1) for plan in plans] == [1000, 640, 40]


def test_a_click_with_too_few_players_says_so(new_event):
    """Nothing is simulated or written."""
    event = new_event(players(3))
    with pytest.raises(OrganizerError, match="3 active players are on Players"):
        clicks.VERBS["plan"](ValuesHost(event.path), None)
    assert "Plan" not in event.read().sheetnames
