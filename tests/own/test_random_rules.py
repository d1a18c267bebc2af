"""Short events under rules with every setting drawn by lot, from the tab Rules to the published page."""

from __future__ import annotations

import json
import re

import pytest
from random_rules import begun, campaign, drawn_settings, type_rules

from engine.own.clashes import clashes
from engine.own.ruleset import OWN
from xlplugin.exports.event_json import event_data
from xlplugin.exports.format import Needs
from xlplugin.exports.page import web_page
from xlplugin.exports.read_event_json import own_event
from xlplugin.ground.problems import WorkbookProblems
from xlplugin.numbers.check_page import check_page
from xlplugin.numbers.read_page import read_page
from xlplugin.verbs.check import check
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import share, write_standings
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.reading.roster_then import changed_since
from xlplugin.workbook.rules_file import read_rules, rules_text

import campaigns
from strategies import FromNumber

pytestmark = pytest.mark.usefixtures("untraced")
EVENTS, GROUPS = 40, 4


def faults_of(new_host, number):
    """Everything that is not as it should be in the event of a number."""
    played = campaign(new_host, number)
    yield from played.faults
    if played.event.problems:
        yield from map(str, played.event.problems)
        return
    played.faults.clear()
    played.play()
    yield from played.faults
    event = played.event
    found = check(played.host)
    yield from map(str, found.problems)
    changed = {header for entries in changed_since(event).values() for header in entries}
    if changed <= {"No"}:  # else rounds would be paired otherwise now, which check says
        yield from found.data["differences"]
    if not event.rounds:
        return
    shared = share(event, Needs.NOTHING)
    page = web_page(shared).encode()
    yield from map(str, check_page(read_page("page.html", page)).problems)
    data = event_data(shared)
    yield from came_back_otherwise(new_host, event, json.loads(json.dumps(data)))


def came_back_otherwise(new_host, event, data):
    """What is otherwise in the event that was brought back from JSON."""
    reader = own_event(json.dumps(data), "event.json")
    imported = reader.event(OWN, event.options)
    host = new_host(
        "own",
        imported.players,
        played=imported,
        **{**reader.settings, "Event seed": event.typed.seed},
    )
    write_standings(host)
    again = event_data(share(read_event(host.read()), Needs.NOTHING))
    for part, value in data.items():
        if json.loads(json.dumps(again[part])) != value:
            yield f"{part} came back as {again[part]}, was {value}"


@pytest.mark.parametrize("group", range(GROUPS))
def test_events_under_random_rules_are_sound(new_host, group):
    """Refusals by cell, legal pairings, live points, clean checks, the page run again, JSON brought back."""
    failed = {}
    for number in range(group, campaigns.some(EVENTS), GROUPS):
        if faults := [*faults_of(new_host, number)]:
            failed[number] = faults
    assert not failed, next(iter(failed.items()))


def test_contradictory_rules_are_refused_all_at_once(new_host, tmp_path):
    """Each contradiction by its cell and by its line in a file, whatever is clicked; nothing is written."""
    failed = {}
    for number in range(campaigns.some(60)):
        if faults := [*refusals_of(new_host, number, tmp_path / "own.toml")]:
            failed[number] = faults
    assert not failed, next(iter(failed.items()))


def refusals_of(new_host, number, path):
    """What is wrong with how contradictory rules are refused."""
    draw, settings = FromNumber(f"contradictory rules {number}"), {}
    while not (found := clashes(settings)):
        settings = drawn_settings(draw)
    host = begun(new_host, draw)
    cells = type_rules(host, settings)
    before, wanted = host.book, {cells[clash.setting] for clash in found}
    for click in (pair_round, write_standings):
        with pytest.raises(WorkbookProblems) as refused:
            click(host)
        told = {problem.cell for problem in refused.value.problems if problem.sheet == "Rules"}
        if told != wanted:
            yield f"{click.__name__} tells {told}, not {wanted}"
    if len(check(host).problems) < len(found):
        yield "check does not tell all"
    if host.book is not before:
        yield "something was written"
    path.write_text(rules_text(settings, "Contradictory"), encoding="utf-8")
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    at = {line.partition(" =")[0]: n for n, line in lines if line[:1].isalpha()}
    with pytest.raises(WorkbookProblems) as refused:
        read_rules(path.read_bytes(), path.name)
    told = {line.partition(":")[0] for line in str(refused.value).splitlines()}
    if told != {f"{path.name}, line {at[_key(clash.setting)]}" for clash in found}:
        yield f"the file tells {told}"


def _key(setting):
    """A setting as a file has it; the rows of tiebreaks are one list."""
    return "tiebreaks" if setting.startswith("Tiebreak ") else re.sub("[ -]", "_", setting.lower())
