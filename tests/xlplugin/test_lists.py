"""Decklists and armies in the workbook: messages when a round is paired, and the tab of lists."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from engine import Player, ruleset_named
from xlplugin.doors.cli import main
from xlplugin.ground.problems import ERRORS, WorkbookProblems
from xlplugin.roster.parse import roster_in_text
from xlplugin.verbs import lists
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.workbook.book import AddSheet, SetCells, SheetData
from xlplugin.workbook.formulas import Worked
from xlplugin.workbook.reading import next_step
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.writing import event_writer

NISEI = ruleset_named("nisei-swiss")
STATES = {"Ann": "Received", "Bea": "", "Cal": "Problem", "Dan": "Checked"}


def player(name, **details):
    """Give a player of a roster; blank details are left out."""
    return Player(0, name, details={header: text for header, text in details.items() if text})


@pytest.fixture
def new_event(new_host):
    """Begin an event whose players' decklists are in all states."""

    def new(**settings):
        roster = [player(name, Decklist=state) for name, state in STATES.items()]
        return new_host("nisei-swiss", roster, **{"Tier": "Competitive", "Rounds": "3", **settings})

    return new


def rows(host, tab):
    """Give the rows of a tab by header."""
    headers, *lines = host.book.sheets[tab].rows
    return [
        {h: v for h, v in zip(headers, line, strict=False) if v is not None}
        for line in lines
        if line
    ]


TOLD = (
    "Decklists (OP, Decks and decklists) not handed in: Bea; with a problem: Cal (Penalties: Illegal deck "
    "or decklist)."
)


def test_competitive_events_are_told_of_decklists_that_are_missing(new_event):
    """One line names the players when round 1 is paired, and at every pairing while it is so."""
    host = new_event()
    assert pair_round(host).warnings == [TOLD]
    host.play(1)
    assert pair_round(host).warnings == [TOLD]


@pytest.mark.parametrize(
    ("settings", "typed", "told"),
    [
        ({}, {3: {"Decklist": "received"}, 4: {"Decklist": "Checked"}}, []),
        ({}, {row: {"Decklist": None} for row in range(1, 6)}, []),
        ({"Tier": "Casual", "Asynchronous": "No"}, {}, []),
        ({"Tier": "Casual", "Asynchronous": "Yes"}, {}, []),
        ({"Asynchronous": "Yes"}, {}, [TOLD]),
        ({}, {3: {"Status": "Dropped"}}, [TOLD.replace("not handed in: Bea; ", "")]),
    ],
    ids=["there", "no column", "casual", "casual, asynchronous", "asynchronous", "dropped"],
)
def test_decklists_are_told_where_they_are_needed(new_event, settings, typed, told):
    """Received or checked is enough; who keeps track elsewhere deletes the column; who left needs none."""
    host = new_event(**settings)
    for row in sorted(typed, reverse=True):
        host.type("Players", row, **typed[row])
    assert pair_round(host).warnings == told


@pytest.mark.parametrize("state", ["Checked", None])
def test_the_cut_is_told_of_its_own_players_only(new_event, state):
    """Whoever does not play on is not named any more."""
    host = new_event(Rounds="1", Cut="2")
    pair_round(host)
    host.play(1)
    seeds = [row["Player"] for row in rows(host, write_standings(host).tab)[:2]]
    for row, name in enumerate(STATES, 2):
        host.type("Players", row, Decklist=state if name in seeds else None)
    told = [line for line in pair_round(host).warnings if line.startswith("Decklists")]
    named = f"not handed in: {', '.join(sorted(seeds))}."
    assert [line.endswith(named) for line in told] == ([] if state else [True])


def test_not_everybody_is_named(new_host):
    """Of many who are missing a few are named, and the others counted."""
    host = new_host("nisei-swiss", [f"Player {n}" for n in range(1, 21)], Tier="Competitive")
    (told,) = pair_round(host).warnings
    assert told.endswith("Player 8, and 12 more.")


def test_the_next_step_before_round_1_counts_decklists(new_event):
    """At the end of commands, and live on Event."""
    read = read_event(new_event().read())
    text = "Pair round 1; decklists: 1 missing, 1 with a problem"
    assert next_step.now(read).text == text
    live = event_writer.next_step_after(read, 0)
    assert isinstance(live, Worked)
    assert "; decklists: " in live.formula.text


# The tab


def test_the_tab_says_what_is_to_be_done_about_each_decklist(new_event):
    """Those with something to do come first."""
    host = new_event()
    result = lists.write_lists(host)
    assert [(row["Player"], row.get("What to do")) for row in rows(host, "Decklists")] == [
        ("Ann", "check"),
        ("Bea", "hand in"),
        ("Cal", "see Penalties: Illegal deck or decklist"),
        ("Dan", None),
    ]
    assert result.message == (
        "Decklists: check: 1; hand in: 1; see Penalties: Illegal deck or decklist: 1."
    )


def test_the_tab_stands_beside_players_and_is_refreshed_where_it_is(new_event):
    """A column of one's own stays with its player."""
    host = new_event()
    lists.write_lists(host)
    names = list(host.book.sheets)
    assert names[names.index("Players") + 1] == "Decklists"
    host.write([SetCells("Decklists", {(1, 9): "My note", (2, 9): "of Ann"})])
    host.type("Players", 2, Decklist="Checked")
    lists.write_lists(host)
    assert not any(isinstance(change, AddSheet) for change in host.changes)
    assert {row["Player"]: row.get("My note") for row in rows(host, "Decklists")}["Ann"] == "of Ann"
    assert [row["Player"] for row in rows(host, "Decklists")] == ["Bea", "Cal", "Ann", "Dan"]


def test_a_tab_of_ones_own_is_not_taken_away(new_event):
    """It must be renamed or deleted first."""
    host = new_event()
    book = host.book
    book.sheets["decklists"] = SheetData("decklists", [["my own"]])
    with pytest.raises(WorkbookProblems, match="rename your tab, or delete it"):
        lists.write_lists(host)


@pytest.mark.parametrize("ruleset", ["ntp", "trc", "nts"])
def test_rulesets_without_lists_say_so(new_host, ruleset):
    """Nothing is written."""
    host = new_host(ruleset, ["Ann", "Bea"])
    with pytest.raises(ERRORS, match=f"The document of {ruleset} asks for no lists"):
        lists.write_lists(host)


def test_the_tab_of_armies_says_where_each_was_played(new_host):
    """Which are left, and who has still to register some."""
    armies = {
        f"Army {n}": army
        for n, army in enumerate(("Borgo", "Smart", "Vegas", "Beasts", "Moloch"), 1)
    }
    host = new_host(
        "hex", [player("Ann", **armies), player("Bea", **armies), player("Cal"), player("Dan")]
    )
    pair_round(host)
    for row, values in enumerate(host.book.sheets["Round 1"].rows[1:], 2):
        side = {"Ann": "Army 1"}.get(values[2]) or {"Ann": "Army 2"}.get(values[4])
        if side:
            host.type("Round 1", row, **{side: "Smart"})
    lists.write_lists(host)
    lines = {row["Player"]: row for row in rows(host, "Armies")}
    assert lines["Ann"]["Army 2"] == "Smart (R1)"
    assert lines["Ann"]["Free"] == "Borgo, Vegas, Beasts, Moloch"
    assert lines["Cal"]["What to do"] == "register 5 armies"
    assert list(lines)[:2] == ["Cal", "Dan"]


def test_the_command_prints_what_is_to_be_done(tmp_path):
    """As a table, and for programs; both write the tab."""
    file = str(tmp_path / "event.xlsx")
    (tmp_path / "roster.csv").write_text("Name,Army 1\nAnn,Borgo\nBea,\n", encoding="utf-8")
    roster = ["--players", str(tmp_path / "roster.csv")]
    run(["new", file, "--ruleset", "hex", *roster])
    table = run(["lists", file])
    assert "1  Ann     Borgo   Borgo  register 4 more armies" in table
    assert "tab Armies: register 4 more armies: 1; register 5 armies: 1." in table
    found = json.loads(run(["lists", file, "--json"]))
    assert found["lists"][1] == {
        "No": 2, "Player": "Bea", "Status": "Active", "What to do": "register 5 armies",
    }  # fmt: skip


def run(arguments):
    """Run a command, and give what it printed."""
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


# Rosters


@pytest.mark.parametrize(
    ("typed", "details"),
    [
        ("yes", {"Decklist": "Received"}),
        ("checked", {"Decklist": "Checked"}),
        ("no", {}),
        (
            "https://example.org/1",
            {"Decklist": "Received", "Decklist link": "https://example.org/1"},
        ),
    ],
)
@pytest.mark.parametrize("header", ["Decklist", "Deck list", "decklist link"])
def test_rosters_say_whose_decklist_is_there(header, typed, details):
    """Marks, states and links are understood; a link is kept."""
    roster = roster_in_text(f"Name,{header}\nAnn,{typed}\n".encode(), "roster", NISEI)
    assert roster.players[0].details == details
