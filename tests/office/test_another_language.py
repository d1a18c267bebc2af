"""An event that LibreOffice begins and pairs in another language, and commands go on with in the closed file."""

from __future__ import annotations

import pytest
from openpyxl import load_workbook

from xlplugin.ground.languages import catalogue_of, languages, speaking
from xlplugin.ground.names import named
from xlplugin.ground.resources import template
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.verbs.check import check
from xlplugin.workbook.live_patterns import is_pattern
from xlplugin.workbook.reading.reader import read_event

BEGUN = """
from datetime import datetime
from engine import ruleset_named
from engine.model import Player
from xlplugin.ground.languages import ENGLISH, catalogue_of, speaking, spoken
from xlplugin.doors import clicks
from xlplugin.hosts.libreoffice.host import LibreOfficeHost
from xlplugin.hosts.libreoffice.in_language import put_into_language
from xlplugin.templates.ruleset_patterns import template_changes
from xlplugin.verbs import new_event

when, ruleset = datetime(2026, 11, 21, 10, 30), ruleset_named(RULESET)
with speaking(catalogue_of("pl")):
    put_into_language(document, template_changes(ruleset), spoken())
    players = [Player(0, f"Player {n}") for n in range(1, 10)]
    new_event.start_event(LibreOfficeHost(document), ruleset, players, {"Event name": "Cup"}, when=when)
with speaking(ENGLISH):  # of the program; the workbook has its own
    told = clicks.VERBS["pair"](LibreOfficeHost(document), when)
looks = document.Sheets.getByName("Looks")
result = [told.tab, list(told.warnings), [row[0] for row in looks.getCellRangeByName("A1:A400").DataArray]]
"""


@pytest.mark.skipif("pl" not in languages(), reason="this language is not installed")
@pytest.mark.parametrize("ruleset", ["nisei-swiss", "own"])
def test_an_event_begins_in_another_language(office, ruleset, tmp_path):
    """Every tab that people see is in it, and so are the looks that a running Excel will copy."""
    path = tmp_path / "event.xlsx"
    with template(f"{ruleset}.xlsx") as blank:
        office.open(path=str(blank), AsTemplate=True)
    tab, warnings, looks = office.run(lines=BEGUN.replace("RULESET", repr(ruleset)))
    assert (tab, warnings) == ("Round 1", [])
    office.save(path=str(path))
    with speaking(catalogue_of("pl")), template(f"{ruleset}.xlsx") as made:
        wanted = [*FileHost(made).read().sheets]
        wanted.insert(wanted.index(named("tab", "Pairing notes")), named("tab", "Round 1"))
        of_file = [row[0] for row in _looks(made)]
    assert [look for look in looks if look] == of_file
    with speaking(None):
        host = FileHost(path)
        event = read_event(host.read())
        assert [name for name in host.book.sheets if not is_pattern(name)] == wanted
        assert event.book.language is catalogue_of("pl")
        assert not event.problems
        assert check(host).data == {"differences": [], "problems": []}


def _looks(path):
    return load_workbook(path)["Looks"].iter_rows(values_only=True)
