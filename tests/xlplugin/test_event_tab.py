"""The tab Event: settings in groups, those rarely needed folded away, found by name anywhere."""

from __future__ import annotations

from dataclasses import replace

import pytest
from click.testing import CliRunner
from openpyxl import load_workbook

from engine import RULESETS
from engine.options import Option
from xlplugin.doors.cli import main
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.layouts.tab_names import links
from xlplugin.workbook.table import folded

RULESET_NAMES = sorted(RULESETS)
NAMES = ("Ann", "Bea", "Cal", "Dee")
HEADINGS = ["The event", "The format", "The room", "Publishing", "Rarely needed"]


def _column(tab, letter="A"):
    return [cell.value for cell in tab[letter]]


def _under(tab):
    """The settings under each heading; those shown first under ``""``."""
    found, heading = {"": []}, ""
    for name in _column(tab)[1:]:
        if name in HEADINGS:
            heading = name
            found[heading] = []
        else:
            found[heading].append(name)
    return found


@pytest.fixture(scope="module", params=["nisei-swiss", "trc"])
def tab(request, tmp_path_factory):
    """The tab of a new workbook, with a cut and without, and the ruleset."""
    path = tmp_path_factory.mktemp("event") / "event.xlsx"
    made = CliRunner().invoke(main, ["new", str(path), "--ruleset", request.param])
    assert made.exit_code == 0, made.output
    return load_workbook(path)["Event"], RULESETS[request.param]


def test_settings_stand_in_groups_under_headings(tab):
    """The event, format, room and publishing first; each setting once."""
    event, ruleset = tab
    groups = _under(event)
    assert list(groups) == ["", *HEADINGS]
    assert groups[""] == ["Next step", "Round", "Forecast", "Players"]
    assert groups["The event"] == ["Event name", "Date", "Organizer"]
    assert groups["The format"][:2] == ["Ruleset", "Rounds"]
    assert "Tables" in groups["The room"]
    assert groups["Publishing"] == [
        "Publish rounds",
        "Player reports",
        "Registration",
        *(["Show cut chances", "Show decks"] if ruleset.cut else []),
    ]
    names = [name for group in groups.values() for name in group]
    assert sorted(names) == sorted(setting.name for setting in event_tab.settings_for(ruleset))


def test_what_is_rarely_needed_is_folded_away_by_the_outline_of_excel(tab):
    """One level, closed, opened by the [+] at its heading; everything else is in sight."""
    event, _ = tab
    first = _column(event).index("Rarely needed") + 2
    for number in range(2, event.max_row + 1):
        row = event.row_dimensions[number]
        assert (row.outlineLevel, row.hidden) == ((1, True) if number >= first else (0, False))
    assert event.row_dimensions[first - 1].collapsed  # as Excel has it
    assert event.row_dimensions[event.max_row + 1].collapsed  # as LibreOffice has it
    assert event.sheet_properties.outlinePr.summaryBelow is False
    assert event.sheet_format.outlineLevelRow == 1
    assert "[+]" in event.cell(first - 1, 3).value


def test_what_the_plugin_fills_in_and_what_few_events_need_is_rarely_needed(tab):
    """The seed, records and readings are no choices of a Saturday morning."""
    event, ruleset = tab
    rare = _under(event)["Rarely needed"]
    names = {setting.name for setting in event_tab.settings_for(ruleset)}
    wanted = {"Event seed", "Rounds paired", "Cut tabs", "Published", "Rounds paired elsewhere", "Report codes",
              "Asynchronous", "Round days", "SoS divisor", "Day one rounds", "Day two points"}  # fmt: skip
    assert wanted & names <= set(rare)
    assert not {"Ruleset", "Rounds", "Cut", "Tier", "Tables", "Check-in"} & set(rare)


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_a_choice_that_no_document_has_is_rarely_needed(name):
    """It stands in the folded group."""
    more = Option("Juggling", ("No", "Yes"), "Yes: players juggle.", extension=True)
    ruleset = replace(RULESETS[name], options=(*RULESETS[name].options, more))
    (group,) = [g for g in event_tab.event_groups(ruleset) if "Juggling" in str(g.settings)]
    assert group.folded


def test_no_heading_is_taken_for_a_setting():
    """Settings are found by name, so no heading may have the name of one, of any ruleset."""
    settings = {
        folded(s.name) for ruleset in RULESETS.values() for s in event_tab.settings_for(ruleset)
    }
    assert not settings & {folded(heading) for heading in HEADINGS}


def test_headings_are_settings_of_nothing(new_event):
    """Whatever is typed beside a heading, it is not read, nor can it be set."""
    event = new_event()
    with event.opened() as workbook:
        tab = workbook["Event"]
        for row in tab.iter_rows():
            if row[0].value in HEADINGS:
                row[1].value = "=1+"
    event.done("pair")
    message = event.run_bare(
        "new", event.path.with_name("two.xlsx"), "--ruleset", "hex", "--set", "The room=1"
    )
    assert message.exit_code == 1
    assert "no setting 'The room'" in message.stderr


@pytest.mark.parametrize("is_grouped", [False, True])
def test_settings_are_found_wherever_they_stand(new_event, is_grouped):
    """In the order of a workbook made before there were groups, or in one of the organizer's own."""
    event = new_event(NAMES, "--set", "Rounds=5")
    with event.opened() as workbook:
        tab = workbook["Event"]
        rows = [[cell.value for cell in row] for row in tab.iter_rows(min_row=2, max_col=3)]
        if not is_grouped:
            rows = [row for row in rows if row[0] not in HEADINGS]
        for row in tab.iter_rows(min_row=2, max_col=3):
            for cell in row:
                cell.value = None
        for number, row in enumerate(reversed(rows), 2):
            for place, value in enumerate(row, 1):
                tab.cell(number, place).value = value
    event.done("pair")
    tab = event.read()["Event"]
    found = dict(zip(_column(tab), _column(tab, "B"), strict=True))
    assert found["Rounds paired"] == 1
    assert found["Round"] == "1 of 5"
    assert found["Event seed"] == "7"


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_help_is_short(name):
    """A sentence, with what a blank stands for: three lines, four where a document has less."""
    for group in event_tab.event_groups(RULESETS[name]):
        for setting in group.settings:
            assert len(setting.help) <= 215, setting
            assert setting.help.endswith(".")


@pytest.mark.parametrize("link", links("Rounds paired", "Cut tabs"))
def test_a_link_leads_somewhere_whatever_it_shows(link):
    """Excel takes a cell for a link if its formula has a HYPERLINK anywhere, even one not asked.

    So there is one, around everything, which leads to Event itself where there is nothing to show.
    """
    shown, *steps = (str(part) for part in link.placed(event_tab.LINK_STEPS) if part)
    assert '=HYPERLINK("#"&IF(' in shown
    assert "HYPERLINK" not in "".join(steps)
    assert (shown.count("HYPERLINK"), shown.count("Event!A1")) == (1, 1)
