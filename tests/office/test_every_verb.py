"""Every verb of the list, in a closed file and open in LibreOffice: what is said and done is the same."""

from __future__ import annotations

import re
import shutil

import pytest
from openpyxl import load_workbook
from reporting import Phones

from engine import RULESETS
from xlplugin.exports.formats import PDF, TEXTS, XLSX
from xlplugin.ground.resources import template
from xlplugin.numbers import plan_tab
from xlplugin.reports.record import Kind, path_of
from xlplugin.verbs.codes import list_codes
from xlplugin.verbs.list import BUTTONS, VERBS
from xlplugin.verbs.print_tabs import print_tab

from campaigns import some
from typing_results import typed_for

CHART = re.compile(r"(Statistics|Matchups|Plan)!chart \d: ")
"""LibreOffice writes of a chart that it has drawn more than of one that it has read."""
MADE = re.compile(rb'"made":"[^"]+","madeAt":\d+')
"""When a page was made."""
WHEN = "2026-11-21T10:30:00+00:00"
SETTINGS = {"Rounds": "1", "Publish rounds": "When told"}
ALL_VERBS = "nisei-swiss"
"""The ruleset that has a use for every verb; of what others have none they refuse alike."""
FORMER = "clock"
"""What a button of older workbooks asks for, which two buttons do now."""
CHOSEN = [ALL_VERBS, *(name for name in RULESETS if name != ALL_VERBS)]
BY_SIDE = (ALL_VERBS, "nisei-amalfi")
"""Where a game is known by the side of a player."""
CUTS = {
    ALL_VERBS: {"Cut": "3", "Tiebreaker round": "Yes"},
    "nisei-amalfi": {"Cut": "4"},
    "nisei-single-sided": {"Cut": "4"},
}


FEW_EVENTS = "from xlplugin.numbers import plan_tab; plan_tab.MOST_EVENTS = 0"
"""A plan has no more of them than a test waits for."""


class Played:
    """Twins of a ruleset whose buttons are pressed, and what has been told for each verb."""

    def __init__(self, twins, ruleset):
        self.twins, self.ruleset, self.told = twins, ruleset, {}

    def press(self, verb, *answers, at=None):
        """Press a button, which must not be refused where the ruleset has a use for it."""
        said = self.twins.press(verb, *answers, at=at)
        assert "told" in said or self.ruleset != ALL_VERBS, (verb, said)
        self.told[verb] = said.get("told")

    def at(self, header, *rows):
        """Cells of the first round."""
        return self.twins.cells("Round 1", header, *rows)


def _players_come(played):
    twins = played.twins
    workbook = load_workbook(twins.closed)
    for row in (["Player", "Shirt"], ["Late & new", "M"]):
        if "Roster" not in workbook.sheetnames:
            workbook.create_sheet("Roster")
        workbook["Roster"].append(row)
    for path in (twins.closed, twins.live):
        workbook.save(path)
    twins.office.open(path=str(twins.live))
    played.press("add_players")
    twins.enter("Without a number")
    played.press("number_players")
    played.press("print_seats")
    played.press("print_cards")


def _a_round_is_changed_by_hand(played):
    twins = played.twins
    played.press("pair")
    played.press("pair_again")
    played.press("undo")
    played.press("pair")
    played.press("swap", at=played.at("Player 1", 2, 3))
    played.press("move", "40", at=played.at("Table", 3))
    played.press("pair_selected", at=played.at("Table", 2, 4))
    played.press("late", at=twins.cells("Players", "Name", twins.enter("In a hurry")))


def _a_round_is_played(played):
    twins = played.twins
    played.press("publish")
    for verb in ("start_clock", "pause_clock", "start_clock"):
        played.press(verb)
    played.press("safe")
    played.press("print_names")
    played.press("print_slips")
    if code := RULESETS[played.ruleset].penalties:
        labels = list(code.by_label)
        infraction = "Marked cards" if "Marked cards" in labels else labels[1]
        twins.type("Penalties", 2, No=1, Infraction=infraction)
        played.press("penalties")
        headers = twins.file().read().sheets["Penalties"].rows[0]
        game = {"Game": "Corp" if played.ruleset in BY_SIDE else 1} if "Game" in headers else {}
        twins.type("Penalties", 2, Accepted="Yes", **game)
    played.press("penalties")
    _players_report(played)
    twins.decide("Round 1", 1)


def _players_report(played):
    """Two tables report by phone: one alike, one not."""
    twins = played.twins
    settings = [row[0] if row else None for row in twins.file().read().sheets["Event"].rows]
    secret = {
        "Value": "Codes: 0123456789ABCDEFGHJKMNPQRS; Event: 0123ABCD"
    }  # else each would draw its own
    twins.type("Event", settings.index("Report codes") + 1, **secret)
    played.press("renew_code", at=twins.cells("Players", "Name", 3))
    phones = Phones.of_file(twins.closed)
    tab = phones.event.tabs[-1]
    one, two = [match for match in tab.by_table if match.player2 and not match.special][:2]
    for match, winners in ((one, (1, 1)), (two, (1, 2))):
        row = {"No 1": match.player1, **dict.fromkeys(tab.table.places)}
        for no, winner in zip(match.players, winners, strict=True):
            cells = typed_for(row, winner, 1)
            phones.keep(Kind.RESULT, no=no, pair=match.players, result=cells)
    shutil.copy(phones.record.path, path_of(twins.live.parent, twins.live.name))
    played.press("take")


def _the_round_is_counted(played):
    players = played.twins.file().read().sheets["Players"].rows
    if {"Corp", "Runner"} <= set(players[0]):
        identities = {"Corp": "Alpha: One", "Runner": "Zed & co"}
        named = (n for n, row in enumerate(players, 1) if n > 1 and row[1])
        played.twins.type_rows("Players", dict.fromkeys(named, identities))
    for verb in ("standings", "cross_table", "statistics", "matchups", "lists", "check"):
        played.press(verb)
    played.twins.office.run(lines=FEW_EVENTS)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(plan_tab, "cores_beside_a_window", lambda: 1)  # as in LibreOffice
        patched.setattr(plan_tab, "MOST_EVENTS", 0)
        for _ in range(2):  # the second is drawn beside the first, which then goes
            played.press("plan")


def _the_cut_is_made(played):
    played.press("tiebreaker")
    played.twins.decide(played.twins.newest(), 1)
    played.press("cut")


@pytest.fixture(scope="module", params=CHOSEN[: some(1)])
def event(twins_in, tmp_path_factory, request):
    """An event in which each button was pressed, but for that of exports."""
    ruleset = request.param
    settings = SETTINGS | CUTS.get(ruleset, {})
    twins = twins_in(tmp_path_factory.mktemp("verbs"), ruleset, **settings)
    played = Played(twins, ruleset)
    for chapter in (
        _players_come, _a_round_is_changed_by_hand, _a_round_is_played, _the_round_is_counted,
        _the_cut_is_made,
    ):  # fmt: skip
        chapter(played)
    for what in ("slips", "names", "seats", "cards"):
        played.told["print"] = played.twins.same(print_tab, what)
    played.told["codes"] = played.twins.same(list_codes)
    return played


SHOW = "show"
"""It changes nothing: tests/show/test_starting.py."""


def test_every_verb_is_the_same(event, differences, tmp_path):
    """After each the cells are equal, at the end the looks, rules, charts and print areas; none is forgotten."""
    done = {verb.name for verb in VERBS if verb.button or verb.action}  # not by commands alone
    assert {*event.told, "export", FORMER, SHOW} == done
    found = differences(*event.twins.kept(tmp_path))
    assert [line for line in found if not CHART.match(line)] == []


def test_exports_are_the_same(event, differences):
    """The texts to the letter, the workbook without lxml cell by cell; and there is a PDF."""
    event.press("export")
    folders = event.twins.closed.parent, event.twins.live.parent
    for text in TEXTS:
        texts = [folder / text.file_name("event") for folder in folders]
        one, two = (MADE.sub(b"", text.read_bytes()) if text.exists() else None for text in texts)
        assert one == two, text.name
    one, two = (folder / XLSX.file_name("event") for folder in folders)
    assert differences(one, two) == []
    printed = (folders[1] / PDF.file_name("event")).read_bytes()
    assert printed.startswith(b"%PDF")
    assert PDF.is_ours(printed)


def test_every_button_refuses_alike(event, office):
    """What is wrong on Event stands in the way of all: nothing is written, and Undo is as before."""
    rows = event.twins.file().read().sheets["Event"].rows
    row = next(number for number, row in enumerate(rows, 1) if row and row[0] == "Ruleset")
    event.twins.type("Event", row, **{rows[0][1]: "chess"})
    before = office.steps(), office.tabs()
    for verb, button in BUTTONS:
        answers = ["1"] if button.ask and button.ask.number else []
        said = event.twins.press(verb.name, *answers)
        assert "refused" in said or said["told"][-1], verb.name
        assert (office.steps(), office.tabs()) == before


def test_a_new_event_has_no_file_yet(new_twins, office):
    """A template that becomes an event is as the file is; it is to be saved before an export."""
    twins = new_twins(players=2)
    with template("nisei-swiss.xlsx") as path:
        office.open(path=str(path), AsTemplate=True)
    settings = {"Event seed": "7", "Event name": "=1+1 & Co"}
    office.begin(ruleset="nisei-swiss", names=["=1+1", "3-3"], settings=settings, when=WHEN)
    twins.live = twins.live.parent / "none" / office.run(lines="result = host.name")
    twins.compare()
    assert "told" in twins.press("pair")
    before = office.tabs()
    _, why, *_ = office.press(verb="export", answers=(), when=WHEN)["refused"]
    assert "Save it (Ctrl+S), and click Export again." in why
    assert office.tabs() == before
