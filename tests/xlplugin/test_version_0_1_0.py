"""Workbooks that version 0.1.0 made are checked, undone, played to their end, and exported as that version did.

``tests/fixtures/0.1.0`` has one event or more a ruleset, made by that version's own commands:

- nisei-swiss.xlsx: over, with a cut; penalties, a name changed, a result corrected, a drop
- nisei-swiss.xlsm: round 2 of 3 in play; macros, tables that were set later, a penalty
- nisei-amalfi.xlsx: round 3 of 4 in play; an undo, a clock, a swap, a move, rounds set anew, slips
- nisei-single-sided.xlsx: second round of the cut; a late entry, a seed that declined
- trc.xlsx: round 3 of 4 in play; tables paired again, rounds published when told
- ntp.xlsx: over, without a cut; a warning, a cross table
- nts.xlsx: round 3 of 4 in play; a pairing changed by hand, a drop, a late entry
- hex.xlsx: a cut whose final was undone; armies, a disqualification

``expected.json`` beside them has what that version made of each in the same steps as below.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from openpyxl import load_workbook

from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.templates.ruleset_patterns import looks_of
from xlplugin.workbook.old_looks import name_of_look
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.reading.records import LogLine, lines_of_log
from xlplugin.workbook.writing import notes_writer

from values_only import keep_values_only

FOLDER = Path(__file__).parent.parent / "fixtures" / "0.1.0"
EXPECTED = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
OF_OTHER_ENTRIES = (
    "xl entry; No penalty, Warning, Game loss, Match loss, Drop, Disqualification; Penalty"
)
"""The look of a column whose list has one entry more today."""
PLAYED_ON_FILES = ("nisei-swiss.xlsm", "nts.xlsx")
EXPORTS = ("xlsx", "html", "csv", "markdown")

pytestmark = pytest.mark.on_files


def pairs(paired):
    """The numbers at each table, as ``pair --json`` has them."""
    return [[match["no1"], match["no2"]] for match in paired["pairings"]]


def order(standings):
    """Everybody's rank and number, as ``standings --json`` has them."""
    return [[line["rank"], line["no"]] for line in standings["standings"]]


def played_on(event, undone):
    """Undo so many rounds, then pair and play the event to its end."""
    event.done("undo", "--rounds", undone)
    rounds = []
    while (paired := event.run("pair", "--json")).exit_code == 0:
        rounds.append(pairs(json.loads(paired.stdout)))
        event.decide(event.newest())
    return {"rounds": rounds, "order": order(event.json("standings"))}


@pytest.fixture(params=EXPECTED)
def old(request, cut_file, tmp_path):
    """Open a copy of a workbook of version 0.1.0."""
    event = cut_file(tmp_path / request.param)
    event.path.write_bytes((FOLDER / request.param).read_bytes())
    return event


def test_every_workbook_is_expected_something_of():
    """No workbook lies there unread."""
    assert {path.name for path in FOLDER.glob("*.xls?")} == set(EXPECTED)


def test_it_is_checked_and_exported(old, tmp_path):
    """No problem, no difference but where the organizer paired by hand, and every export is made."""
    checked = old.json("check")
    assert checked["problems"] == []
    assert len(checked["differences"]) == EXPECTED[old.path.name]["differences"]
    for kind in (*EXPORTS, *["nrtm"] * old.path.name.startswith("nisei")):
        output = tmp_path / f"exported.{kind}"
        old.done("export", "--format", kind, "-o", output)
        assert output.stat().st_size > 100, kind


def test_its_looks_are_found_by_their_names_of_today(old):
    """Though they were named by their helps: a new tab has its dropdowns in a running Excel."""
    looks = load_workbook(old.path, read_only=True)["Looks"]
    names = {row[0] for row in looks.iter_rows(max_col=1, values_only=True)}
    ruleset = read_event(FileHost(old.path).read()).ruleset
    today = {look.name for look in looks_of(ruleset)}
    assert {*map(name_of_look, names)} - today <= {OF_OTHER_ENTRIES}
    assert names - today


@pytest.mark.slow
def test_it_is_undone_and_played_to_its_end(old):
    """The same pairings, round after round, and the same last standings; then nothing to mend."""
    expected = EXPECTED[old.path.name]
    if old.path.name not in PLAYED_ON_FILES:
        keep_values_only(old.path)
    assert played_on(old, expected["undone"]) == expected["played on"]
    checked = old.json("check")
    assert (checked["problems"], len(checked["differences"])) == ([], expected["differences"])


@pytest.mark.parametrize("old", PLAYED_ON_FILES, indirect=True)
def test_its_log_gets_the_facts_of_its_lines_in_hidden_columns(old):
    """No line is lost, and its facts are as they were read from its sentence."""
    host = FileHost(old.path)
    event = read_event(host.read())
    before = lines_of_log(event.book)
    assert {"Setting", "Round"} <= {line.kind for line in before}
    host.write(
        notes_writer.add_lines(event, None, [LogLine("Tried", "once", "Name", {"1": "Ann"})])
    )
    *kept, new = lines_of_log(FileHost(old.path).read())
    assert (kept, new.facts) == (before, {"1": "Ann"})
    if old.path.suffix == ".xlsm":  # as in all others
        return
    log = old.read()["Log"]
    hidden = {cell.value for cell in log[1] if log.column_dimensions[cell.column_letter].hidden}
    assert hidden == {"Kind", "Subject", "Value"}
    assert log.auto_filter.ref.startswith("A1:F")
