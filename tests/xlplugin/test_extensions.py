"""Choices that organizers need and the documents do not have: each marked, and off by default."""

from dataclasses import replace

import pytest

from engine import RULESETS, Match, Player, Round, Stage, Tournament, rank
from engine.options import Option
from engine.tiebreaks import side_balance
from xlplugin.workbook.layouts import event_tab, round_tabs

from cases import each

RULESET_NAMES = sorted(RULESETS)


@pytest.mark.parametrize("name", RULESET_NAMES)
@pytest.mark.parametrize(
    ("numbers", "typed"), [(None, ""), (range(2, 10), " Or type 2 to 9.")], ids=["", "numbers"]
)
def test_the_help_of_an_extension_says_that_the_document_does_not_have_it(name, numbers, typed):
    """The sentence is made from the option and its ruleset; other settings do not have it."""
    more = Option(
        "Juggling", ("No", "Yes"), "Yes: players juggle.", extension=True, numbers=numbers
    )
    ruleset = replace(RULESETS[name], options=(*RULESETS[name].options, more))
    rows = {setting.name: setting for setting in event_tab.settings_for(ruleset)}
    told = f"Not in {ruleset.short}."
    assert rows["Juggling"].help == f"Yes: players juggle.{typed} {told} Blank: No."
    extensions = {option.name for option in ruleset.options if option.extension}
    assert {setting.name for setting in rows.values() if told in setting.help} == extensions


# Intentional draws, which only NISEI's policies have

WITHOUT_DRAWS = {"ntp": "NTP 4.3.1", "trc": "TRC 2.2.1", "nts": "NTS", "hex": "HEX 4.1"}
PLAYED = {"HQ 1": 12, "HQ 2": 5}
TWO_GAMES = {"G1 P1": 10, "G1 P2": 2, "G2 P1": 10, "G2 P2": 3}
ALLOWED = {"Intentional draws": "Allowed"}


@pytest.fixture
def agreed(new_event):
    """Start an event of a ruleset in whose first round two players have agreed on a draw."""

    def start(ruleset, *settings):
        options = [part for setting in settings for part in ("--set", setting)]
        event = new_event(("Ann", "Bea", "Cal", "Dee", "Eli", "Fay"), *options, ruleset=ruleset)
        event.done("pair")
        event.type("Round 1", 2, Special="id")
        for row in (3, 4):
            event.type("Round 1", row, **(PLAYED if ruleset == "hex" else TWO_GAMES))
        return event

    return start


@each("ruleset", RULESET_NAMES)
@each("options", [{}, ALLOWED], ids=["as written", "allowed"])
def test_intentional_draws_are_offered_where_there_are_any(ruleset, options):
    """Dropdown, help and live formulas have ``ID`` as NISEI's policies do, or as allowed."""
    layout = round_tabs.round_layout(1, RULESETS[ruleset], options)
    special = next(column for column in layout.columns if column.header == "Special")
    formulas = "".join(column.formula for column in layout.columns)
    offered = bool(options) or ruleset not in WITHOUT_DRAWS
    assert ("ID" in special.choices) == offered
    assert ("intentional draw" in special.help) == offered
    assert ("ID: not allowed" in formulas) != offered


@pytest.mark.parametrize("ruleset", ["trc", "hex"])
@pytest.mark.parametrize(("settings", "ticked"), [((), 0), (("Intentional draws=Allowed",), 3)])
def test_an_intentional_draw_is_on_the_slips_where_it_is_allowed(agreed, ruleset, settings, ticked):
    """There is nothing to tick that would be refused."""
    event = agreed(ruleset, *settings)
    event.type("Round 1", 2, Special=None)
    event.done("print", "slips")
    cells = [str(value) for row in event.read()["Slips"].values for value in row if value]
    assert sum("\u2610 ID" in text for text in cells) == ticked


@pytest.mark.parametrize(
    ("ruleset", "command"),
    [("ntp", "pair"), ("trc", "standings"), ("nts", "check"), ("hex", "check")],
)
def test_an_intentional_draw_typed_all_the_same_is_refused(agreed, ruleset, command):
    """The cell is named, the rule, and what to do; the option where it stands, too."""
    event = agreed(ruleset)
    told = event.refused(command)
    assert event.address("Round 1", "Special", 2) in told
    assert "ID (intentional draw) is not allowed" in told
    assert f"({WITHOUT_DRAWS[ruleset]})" in told
    row = event.row_of("Event", "Setting", "Intentional draws")
    assert f"set Intentional draws (Event!B{row}) to Allowed" in told


@pytest.mark.parametrize("ruleset", ["trc", "hex"])
def test_an_intentional_draw_counts_where_the_organizer_allows_it(agreed, ruleset):
    """As a level match for both, with nothing left to complain about."""
    event = agreed(ruleset, "Intentional draws=Allowed")
    rows = event.json("standings")["standings"]
    agreed_on = event.rows("Round 1")[0]
    both = {row["points"] for row in rows if row["no"] in (agreed_on["No 1"], agreed_on["No 2"])}
    assert both == {1 if ruleset == "hex" else 1.5}
    assert event.json("check") == {"differences": [], "problems": []}


def test_a_workbook_without_the_option_says_how_to_add_it(agreed):
    """A workbook made before has no row of it; one that is typed below the others counts."""
    event = agreed("ntp")
    with event.opened() as workbook:
        workbook["Event"].delete_rows(event.row_of("Event", "Setting", "Intentional draws"))
    assert "type Intentional draws below Setting on Event, and Allowed beside it" in event.refused(
        "standings"
    )
    with event.opened() as workbook:
        tab = workbook["Event"]
        row = tab.max_row + 1
        tab.cell(row, 1).value, tab.cell(row, 2).value = "Intentional draws", "Allowed"
    event.done("standings")


@pytest.mark.parametrize(
    ("ruleset", "settings", "rule"),
    [
        ("hex", ("Intentional draws=Allowed",), "HEX 4.1"),
        ("nisei-swiss", ("Elimination=Best of three",), "OP, Event structure"),
    ],
)
def test_an_intentional_draw_of_an_elimination_is_refused(after_swiss, ruleset, settings, rule):
    """In a bracket a draw is a win for the higher-ranked, whatever is allowed before it."""
    event = after_swiss(ruleset, 6, settings=("Cut=4", *settings))
    event.done("pair")
    event.type("Cut 1", 2, Special="ID")
    told = event.refused("check")
    assert event.address("Cut 1", "Special", 2) in told
    assert f"a draw is a win for the higher-ranked player ({rule})" in told


def test_live_formulas_made_by_an_earlier_version_follow(agreed):
    """A difference that was not capped when its formula was written is, from the next standings on."""
    event = agreed("hex", "Intentional draws=Allowed")
    with event.opened() as workbook:
        tab = workbook["Round 1"]
        column = event.column(tab, "Difference")
        current, tab.cell(3, column).value = tab.cell(3, column).value, "=F3-G3"
    event.done("standings")
    assert event.read()["Round 1"].cell(3, column).value == current


# Any length of a round


@pytest.mark.on_files
def test_the_list_of_minutes_does_not_refuse_another_number(new_event):
    """The document's lengths are in it."""
    event = new_event(ruleset="trc")
    row = event.row_of("Event", "Setting", "Swiss minutes")
    rules = event.read()["Event"].data_validations.dataValidation
    (rule,) = (rule for rule in rules if f"B{row}" in str(rule.sqref))
    assert not rule.showErrorMessage


@pytest.mark.parametrize(("ruleset", "minutes"), [("nisei-single-sided", 40), ("trc", 55)])
def test_a_round_may_have_any_sensible_number_of_minutes(in_memory, ruleset, minutes):
    """That of the setting counts."""
    event = in_memory(8, ruleset)
    event.setting("Swiss minutes", minutes)
    assert not event.event.problems
    assert event.event.ruleset.clock(Stage.SWISS, event.event.settings) == minutes


@pytest.mark.parametrize(
    ("ruleset", "minutes"), [("nisei-swiss", 301), ("trc", 44), ("trc", "an hour")]
)
def test_a_length_that_makes_no_sense_is_refused(new_event, ruleset, minutes):
    """TRC floor rule 9 has 45 minutes as the least."""
    event = new_event(ruleset=ruleset)
    row = event.row_of("Event", "Setting", "Swiss minutes")
    event.type("Event", row, Value=minutes)
    least = 45 if ruleset == "trc" else 10
    told = event.refused("pair")
    assert f"Event!B{row}: Swiss minutes cannot be '{minutes}'; choose one of: " in told
    assert f"or type a whole number from {least} to 300" in told


def test_the_help_says_what_of_an_option_is_not_in_the_document():
    """The lengths of a round, and single elimination of an event that is played in a day."""
    rows = {setting.name: setting for setting in event_tab.settings_for(RULESETS["nisei-swiss"])}
    assert "Or type 10 to 300 (not in OP 1.4)." in rows["Swiss minutes"].help
    assert (
        "OP 1.4 allows only double elimination. Asynchronous events may" in rows["Elimination"].help
    )
    trc = {setting.name: setting for setting in event_tab.settings_for(RULESETS["trc"])}
    assert "Not in" not in trc["Swiss minutes"].help


# The tiebreaker round only if it was announced


@pytest.mark.parametrize(("offer", "told"), [("Always", True), ("Only if announced", False)])
def test_a_tiebreaker_round_is_offered_as_the_organizer_likes(after_swiss, offer, told):
    """Two are level across the line; the standings say so, and the cut, unless told not to."""
    event = after_swiss(settings=("Cut=2", f"Tiebreaker offer={offer}"))
    assert ("tiebreaker" in event.done("standings").stderr) == told
    assert ("tiebreaker" in event.done("pair").stderr) == told


def test_a_tiebreaker_round_that_was_announced_is_played(after_swiss):
    """However seldom it is to be spoken of."""
    settings = ("Cut=2", "Tiebreaker offer=Only if announced", "Tiebreaker round=Yes")
    event = after_swiss(settings=settings)
    assert "the tiebreaker round announced comes next" in event.done("standings").stderr
    assert event.json("pair")["stage"] == "Tiebreaker"


# Columns of the standings


def shown(event, tab):
    """What a tab, the JSON, the CSV and the page have as columns of the standings."""
    found = event.json("standings")["standings"][0]["tiebreaks"]
    event.done("export", "--format", "csv", "-o", event.path.with_suffix(".csv"))
    event.done("export", "--format", "html", "-o", event.path.with_suffix(".html"))
    lines = event.path.with_suffix(".csv").read_text(encoding="utf-8-sig").splitlines()
    page = event.path.with_suffix(".html").read_text(encoding="utf-8")
    return list(event.rows(tab)[0]), list(found), lines[0], page


def test_the_balance_of_sides_is_a_column_of_its_own(new_event):
    """As the Corp less as the Runner, on the tab, in JSON, CSV and on the page; it breaks no tie."""
    names = ("Ann", "Bea", "Cal", "Dee", "Eli")
    event = new_event(names, "--set", "Side balance=Yes", ruleset="nisei-single-sided")
    balance = dict.fromkeys(names, 0)
    for number in (1, 2, 3):
        for table in event.json("pair")["pairings"]:
            if table["player2"] is not None:
                balance[table["player1"]] += 1
                balance[table["player2"]] -= 1
        for row, match in enumerate(event.rows(f"Round {number}"), 2):
            if not match["Special"]:
                event.type(f"Round {number}", row, Result="Corp")
        event.done("standings")
    tab, found, csv, page = shown(event, "Standings 3")
    assert tab.index("Side balance") == tab.index("Lot") + 1
    assert "Side balance" in found
    assert "Side balance" in csv
    assert "It breaks no tie" in page
    rows = event.rows("Standings 3")
    assert {row["Player"]: row["Side balance"] for row in rows} == balance
    assert event.json("check") == {"differences": [], "problems": []}


def test_a_column_that_is_chosen_later_is_missed_by_name_and_the_others_are_compared(new_event):
    """Earlier standings stay as they were: what they lack is told, and a wrong number, too."""
    event = new_event(("Ann", "Bea", "Cal", "Dee"), ruleset="nisei-single-sided")
    event.done("pair")
    for row in (2, 3):
        event.type("Round 1", row, Result="Corp")
    event.done("standings")
    event.type("Event", event.row_of("Event", "Setting", "Side balance"), Value="Yes")
    missed = "Standings 1: there is no column 'Side balance'"
    assert [d[: len(missed)] for d in event.json("check")["differences"]] == [missed]
    event.type("Standings 1", 2, Points=99)
    (first, second) = event.json("check")["differences"]
    assert first.startswith(missed)
    assert "is 99, the results give 3" in second


def test_a_column_that_is_only_shown_breaks_no_tie():
    """Two who drew are level, whichever side they had, wherever the column stands."""
    ruleset = replace(
        RULESETS["nisei-single-sided"], tiebreaks=lambda _options, _rounds: (side_balance(),)
    )
    drawn = Match(1, 1, 2, ("Draw",))
    players = (Player(1, "Ann"), Player(2, "Bea"))
    standings = list(rank(Tournament(players, (Round(1, (drawn,)),), {}, "7"), ruleset))
    assert [standing.rank for standing in standings] == [1, 1]
    assert {s.no: s.tiebreaks["Side balance"] for s in standings} == {1: 1, 2: -1}


@pytest.mark.parametrize(
    ("ruleset", "seeds"),
    [("nisei-swiss", (4, 3, 2, 1)), ("nisei-swiss", (2, 1, None, 3)), ("hex", (1, 2, 3, 4))],
)
def test_the_roster_s_seed_may_decide_before_the_lot(new_event, ruleset, seeds):
    """Among players who are level in all the rest and all have one; else the lot does."""
    rows = [f"{name},{seed or ''}" for name, seed in zip("ABCD", seeds, strict=True)]
    event = new_event(
        rows, "--set", "Last tiebreak=Roster seed", header="Name,Seed", ruleset=ruleset
    )
    event.done("pair")
    for row in (2, 3):
        event.type("Round 1", row, Special="Double no-show")
    event.done("standings")
    standings = event.rows("Standings 1")
    by_seed = dict(zip("ABCD", seeds, strict=True))
    if None in seeds:
        assert [row["Roster seed"] for row in standings] == [None] * 4
        assert [row["Lot"] for row in standings] == sorted(row["Lot"] for row in standings)
    else:
        assert [by_seed[row["Player"]] for row in standings] == [1, 2, 3, 4]
        assert [row["Roster seed"] for row in standings] == [1, 2, 3, 4]
    tab, found, csv, _ = shown(event, "Standings 1")
    assert tab.index("Roster seed") == tab.index("Lot") - 1
    assert ("Roster seed" in found) == (None not in seeds)
    assert "Roster seed" in csv


@pytest.mark.parametrize("ruleset", RULESET_NAMES)
def test_as_written_no_column_is_added(ruleset):
    """The document's own words are the default."""
    names = [t.name for t in RULESETS[ruleset].tiebreaks({}, 3)]
    assert {"Roster seed", "Side balance"}.isdisjoint(names)
