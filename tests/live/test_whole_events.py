"""Every ruleset's event from its first pairing to its last standings, in a file and in every Excel.

Rules of the organizer's own are those of Magic.

After every click both workbooks are compared: tabs, cells, looks, dropdowns, highlights, print
set-up. What xlwings Lite asks for is done to a workbook by ``remote.py``; ``com.py`` and
``applescript.py`` stand in for Excel on the desktop, with xlwings' own code between it and us.
"""

from __future__ import annotations

from itertools import cycle, islice, product

import pandas as pd
import pytest

import xlplugin
from engine import RULESETS
from xlplugin.ground.languages import languages as installed
from xlplugin.ground.problems import ERRORS
from xlplugin.ground.resources import rules_files
from xlplugin.verbs import lists, penalties, print_tabs, publish, statistics
from xlplugin.verbs.add_players import number_players
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.verbs.undo import undo_round
from xlplugin.workbook.rules_file import read_rules

import campaigns

ELIMINATIONS = {
    "nisei-swiss": "Double", "nisei-amalfi": "Best of three", "nisei-single-sided": "Single",
    "hex": "", "own": "Single",
}  # fmt: skip
SPOKEN = (
    "German", "Polish, R1C1", "French", "English, Windows in Polish", "English, R1C1", "Polish",
    "English",
)  # fmt: skip
"""What Excel may speak on the desktop: most of these have ``;`` between two arguments."""


ONCE = {
    "nisei-amalfi": "macos", "nisei-single-sided": "windows", "trc": "lite", "ntp": "windows",
    "nts": "macos", "hex": "lite", "own": "windows",
}  # fmt: skip
"""The rulesets that are played in one Excel each, and with ``--campaign 2`` in every Excel."""
IS_WHOLE = campaigns.factor >= 2
PRINTED = ("nisei-swiss", "own")
"""The rulesets of which all is printed; ``test_tabs.py`` has others, and ``--campaign 2`` all.

A round of the elimination is printed on Windows alone: it is drawn like a round before it.
"""


def _stories():
    """Which ruleset is played where, and what is spoken there; xlwings Lite is told no formula's words."""
    yield from (("lite", ruleset, None) for ruleset in RULESETS)
    for begin, platform in enumerate(("windows", "macos")):
        spoken = islice(cycle(SPOKEN), 3 * begin, None)
        yield from ((platform, ruleset, words) for ruleset, words in zip(RULESETS, spoken))  # noqa: B905


def click(twins, action, *args, **kwargs):
    """Click on both sides: they come to the same, or refuse for the same reason."""
    try:
        twins.same(action, *args, **kwargs)
    except ERRORS:
        twins.refused(action, *args, **kwargs)


def play_swiss_rounds(twins, ruleset):
    """Late entries, second thoughts, prints, penalties, drops, lists, statistics: all but the elimination."""
    twins.same(pair_round)
    twins.enter("late & new")
    twins.same(pair_round, again=True)
    twins.same(publish.publish)
    for make in prints(ruleset):
        twins.same(make)
    code = RULESETS[ruleset].penalties
    for row, label in enumerate(list(code.by_label)[:6] if code else (), 2):
        twins.type("Penalties", row, No=row - 1, Infraction=label)
    if code:
        twins.type("Penalties", 3, Accepted="Yes")
    click(twins, penalties.penalize)
    click(twins, penalties.penalize)
    twins.decide()
    twins.same(write_standings)
    click(twins, lists.write_lists)
    twins.same(pair_round)
    twins.type("Players", 4, Status="Dropped")
    twins.enter("12:30")
    twins.same(number_players)
    twins.same(pair_round, again=True)
    twins.decide()
    twins.same(write_standings)
    twins.same(undo_round)
    twins.same(pair_round)
    twins.decide()
    twins.same(write_standings)
    twins.same(statistics.write_statistics)


def prints(ruleset):
    """What is printed of a ruleset."""
    return print_tabs.PRINTS.values() if IS_WHOLE or ruleset in PRINTED else ()


def play_elimination(twins, ruleset):
    """From the cut to the champion, with pairing again and undoing."""
    twins.same(pair_round)
    twins.same(pair_round, again=True)
    twins.decide()
    twins.same(pair_round)
    twins.same(undo_round)
    twins.same(pair_round)
    twins.decide(1)
    while not twins.is_over():
        twins.same(pair_round)
        twins.decide(2)
    twins.same(write_standings)
    for make in prints(ruleset) if IS_WHOLE or twins.platform == "windows" else ():
        click(twins, make)
    twins.same(statistics.write_statistics)
    twins.same(undo_round)


def _usual():
    """The stories of a usual run: one ruleset everywhere, the others once; all of them in a campaign."""
    for platform, ruleset, words in _stories():
        if IS_WHOLE or ONCE.get(ruleset, platform) == platform:
            yield platform, ruleset, words


IN_LANGUAGES = (
    ("windows", "nisei-swiss", "pl"), ("macos", "hex", "de"), ("lite", "nisei-single-sided", "ja"),
)  # fmt: skip


def _in_languages():
    """Some events in other languages; in a campaign every ruleset in every language, on every Excel."""
    if not IS_WHOLE:
        return IN_LANGUAGES
    codes = [code for code in installed() if code != "en"]
    return product(("windows", "macos", "lite"), RULESETS, codes)


@pytest.mark.parametrize(("platform", "ruleset", "code"), [*_in_languages()])
def test_a_whole_event_in_another_language_is_the_same(new_twins, platform, ruleset, code):
    """Tabs, headers, choices and what is written are those of the workbook's language on either side."""
    _play(new_twins, ruleset, platform=platform, language=code)


@pytest.mark.parametrize(("platform", "ruleset", "words"), [*_usual()])
def test_a_whole_event_is_the_same(new_twins, languages, platform, ruleset, words):
    """Whatever Excel speaks, and whether its references are A1 or R1C1."""
    how = {"locale": languages.BY_NAME[words]} if words else {}
    _play(new_twins, ruleset, platform=platform, **how)


def _play(new_twins, ruleset, **how):
    """Play an event on either side."""
    kind = ELIMINATIONS.get(ruleset)
    settings = ["Rounds=2", "Publish rounds=When told"]
    if ruleset == "own":
        rules = read_rules(rules_files()["magic"], "magic")
        settings += [f"{name}={value}" for name, value in rules.items() if name != "Elimination"]
    settings += ["Cut=4"] * (kind is not None) + [f"Elimination={kind}"] * bool(kind)
    twins = new_twins(ruleset, settings=settings, **how)
    play_swiss_rounds(twins, ruleset)
    if kind is not None:
        play_elimination(twins, ruleset)


def test_a_file_that_is_saved_after_every_click_is_the_same(new_twins, tmp_path, differences):
    """What is compared elsewhere before it is saved is the same once both have been."""
    twins = new_twins(settings=["Rounds=1", "Cut=2"], saved=True)
    for _ in range(2):
        twins.same(pair_round)
        twins.decide()
        twins.same(write_standings)
    twins.live.save(tmp_path / "live.xlsx")
    assert differences(twins.path, tmp_path / "live.xlsx") == []


def test_frames_of_an_open_workbook_are_those_of_its_file(new_twins, platform):
    """A workbook as xlwings gives it is read like a file, and Excel is asked to change nothing."""
    twins = new_twins("hex", 8, rounds=2, platform=platform, saved=True)
    book, _ = twins.excel()
    opened, closed = (xlplugin.open(each, exact=True) for each in (book, twins.path))
    for name in ("players", "rounds", "results", "notes"):
        pd.testing.assert_frame_equal(getattr(opened, name), getattr(closed, name))
    pd.testing.assert_frame_equal(opened.standings(), closed.standings())
    assert opened.standings()["points"].iloc[0] > 0
    assert twins.asked(book) == []
