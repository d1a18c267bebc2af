"""Choices that organizers need and the documents do not have: each marked, and off by default."""

from dataclasses import replace

import pytest

from engine import RULESETS
from engine.ruleset import Option
from xlplugin.workbook import sheets

RULESET_NAMES = sorted(RULESETS)


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_the_help_of_an_extension_says_that_the_document_does_not_have_it(name):
    """The sentence is made from the option and its ruleset; other settings do not have it."""
    more = Option("Juggling", ("No", "Yes"), "Yes: players juggle.", extension=True)
    ruleset = replace(RULESETS[name], options=(*RULESETS[name].options, more))
    rows = {setting.name: setting for setting in sheets.settings_for(ruleset)}
    assert rows["Juggling"].extension
    told = f"Not in {ruleset.short}."
    assert rows["Juggling"].help == f"Yes: players juggle. {told} Blank: No."
    extensions = {option.name for option in ruleset.options if option.extension}
    assert {setting.name for setting in rows.values() if setting.extension} == extensions
    assert {setting.name for setting in rows.values() if told in setting.help} == extensions


# Intentional draws, which only NISEI's policies have

WITHOUT_DRAWS = {"ntp": "NTP 4.3.1", "trc": "TRC 2.2.1", "nts": "NTS", "hex": "HEX 4.1"}
PLAYED = {"HQ 1": 12, "HQ 2": 5}
TWO_GAMES = {"G1 P1": 10, "G1 P2": 2, "G2 P1": 10, "G2 P2": 3}
ALLOWED = {"Intentional draws": "Allowed"}
COMMANDS = ("pair", "standings", "check")


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


@pytest.mark.parametrize("ruleset", RULESET_NAMES)
@pytest.mark.parametrize("options", [{}, ALLOWED], ids=["as written", "allowed"])
def test_intentional_draws_are_offered_where_there_are_any(ruleset, options):
    """Dropdown, help and live formulas have ``ID`` as NISEI's policies do, or as allowed."""
    layout = sheets.round_layout(1, RULESETS[ruleset], options)
    special = next(column for column in layout.columns if column.header == "Special")
    check = next(column for column in layout.columns if column.header == "Check")
    offered = bool(options) or ruleset not in WITHOUT_DRAWS
    assert ("ID" in special.choices) == offered
    assert ("intentional draw" in special.help) == offered
    assert ("ID: not allowed" in check.formula) != offered


@pytest.mark.parametrize("ruleset", WITHOUT_DRAWS)
@pytest.mark.parametrize(("settings", "ticked"), [((), 0), (("Intentional draws=Allowed",), 3)])
def test_an_intentional_draw_is_on_the_slips_where_it_is_allowed(agreed, ruleset, settings, ticked):
    """There is nothing to tick that would be refused."""
    event = agreed(ruleset, *settings)
    event.type("Round 1", 2, Special=None)
    event.done("print", "slips")
    cells = [str(value) for row in event.read()["Slips"].values for value in row if value]
    assert sum("\u2610 ID" in text for text in cells) == ticked


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("ruleset", WITHOUT_DRAWS)
def test_an_intentional_draw_typed_all_the_same_is_refused(agreed, ruleset, command):
    """The cell is named, the rule, and what to do; the option where it stands, too."""
    event = agreed(ruleset)
    told = event.refused(command)
    assert event.address("Round 1", "Special", 2) in told
    assert "ID (intentional draw) is not allowed" in told
    assert f"({WITHOUT_DRAWS[ruleset]})" in told
    row = event.row_of("Event", "Setting", "Intentional draws")
    assert f"set Intentional draws (Event!B{row}) to Allowed" in told


@pytest.mark.parametrize("ruleset", WITHOUT_DRAWS)
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
        ("hex", (), "HEX 4.1"),
        ("hex", ("Intentional draws=Allowed",), "HEX 4.1"),
        ("nisei-swiss", (), "OP, Event structure"),
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
