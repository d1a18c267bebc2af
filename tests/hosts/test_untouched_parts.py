"""Everything that other programs put into a workbook is still in it after every command, byte for byte."""

from __future__ import annotations

import re
import shutil
import subprocess
import warnings
from io import BytesIO
from itertools import chain

import every_verb
import pytest
from features import FEATURES, with_everything, with_one
from made_elsewhere import ALWAYS, MADE
from openpyxl import load_workbook
from packages import parts_of
from untouched import Recording, faults_of

from engine import RULESETS
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.verbs.cut import cut
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.workbook.book import SetCells
from xlplugin.workbook.live_patterns import is_pattern

import campaigns


@pytest.fixture(scope="module")
def event(played_bytes):
    """An event with one finished round, without the hidden tabs, which take long to read."""
    workbook = load_workbook(BytesIO(played_bytes))
    for name in [name for name in workbook.sheetnames if is_pattern(name)]:
        del workbook[name]
    rounds = next(row for row in workbook["Event"].iter_rows() if row[0].value == "Rounds")
    rounds[1].value = 2
    stream = BytesIO()
    workbook.save(stream)
    return stream.getvalue()


def _typed(host):
    """Type a win into every match of the newest round."""
    sheets = host.read().sheets
    tab = [name for name in sheets if re.fullmatch(r"Round \d+", name)][-1]
    head, *rows = sheets[tab].rows
    places = {header: i for i, header in enumerate(head, 1)}
    cells = {
        (number, places[header]): "W"
        for number, row in enumerate(rows, 2)
        if row and row[places["No 2"] - 1] is not None
        for header in ("P1 Corp", "P1 Runner")
    }
    host.write([SetCells(tab, cells)])


VERBS = (pair_round, _typed, write_standings, lambda host: cut(host, 4))


def _plays(path, verbs):
    """Do what commands do, one after another; give the file before and after each, and the changes."""
    before = path.read_bytes()
    for verb in verbs:
        host = Recording(path)
        verb(host)
        after = path.read_bytes()
        yield before, after, host.changes
        before = after


@pytest.mark.parametrize("name", MADE)
def test_parts_of_other_programs_are_not_touched(event, tmp_path, name):
    """Every part but those that must change keeps its bytes; those that are edited keep the rest.

    With one thing of another program a round is paired, and with ``--campaign 2`` all else is done;
    with everything at once that is done below.
    """
    path = tmp_path / "event.xlsx"
    path.write_bytes(MADE[name](event))
    is_brief = name in FEATURES and campaigns.factor < 2
    faults = []
    for step, written in enumerate(_plays(path, VERBS[:1] if is_brief else VERBS)):
        faults += [f"step {step}: {fault}" for fault in faults_of(*written)]
    assert faults == []
    with warnings.catch_warnings():  # of extensions that openpyxl leaves out
        warnings.simplefilter("ignore", UserWarning)
        book = load_workbook(path, keep_links=False)
    assert ("Round 2" if is_brief else "Cut 1") in book.sheetnames


def test_a_signature_of_the_file_ends_with_the_first_change_and_that_is_said(event, tmp_path, run):
    """Before anything is written; the signature of the macros stays."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(with_everything(event))
    told = "The workbook is signed; the signature ends with the first change."
    assert told in run("check", path).output
    assert FileHost(path).read().warnings == (told,)
    pair_round(FileHost(path))
    parts = parts_of(path.read_bytes())
    assert [name for name in parts if "_xmlsignatures" in name] == []
    assert parts["xl/vbaProjectSignature.bin"] == bytes(999)
    assert FileHost(path).read().warnings == ()


def test_the_order_of_calculation_goes_with_all_that_leads_to_it(event, tmp_path):
    """Excel makes it anew."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(with_one(event, FEATURES["order of calculation"]))
    pair_round(FileHost(path))
    parts = parts_of(path.read_bytes())
    assert [
        name for name, content in parts.items() if "calcChain" in name or b"calcChain" in content
    ] == []


def test_a_spreadsheet_program_opens_them(event, tmp_path):
    """LibreOffice reads each; one of them it has saved itself before."""
    office = shutil.which("soffice")
    if not office:
        pytest.skip("LibreOffice is missing: apt install libreoffice-calc")
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"

    def converted(kind, folder, *paths):
        command = [office, profile, "--headless", "--convert-to", kind, "--outdir", folder, *paths]
        subprocess.run(command, capture_output=True, timeout=300, check=True)

    (tmp_path / "event.xlsx").write_bytes(event)
    converted("xlsx", tmp_path / "office", tmp_path / "event.xlsx")
    paths = []
    names = [*MADE] if campaigns.factor >= 10 else ALWAYS
    for number, make in enumerate([*map(MADE.get, names), None]):
        path = tmp_path / f"{number}.xlsx"
        path.write_bytes(make(event) if make else (tmp_path / "office" / "event.xlsx").read_bytes())
        before = path.read_bytes()
        host = Recording(path)
        pair_round(host)
        assert [*faults_of(before, path.read_bytes(), host.changes)] == []
        paths.append(path)
    converted("ods", tmp_path / "ods", *paths)
    assert len([*(tmp_path / "ods").glob("*.ods")]) == len(paths) > len(names)


EVENTS = [("nisei-swiss", ".xlsx"), ("nisei-amalfi", ".xlsm"), ("hex", ".xlsx")]
"""What is always played; all rulesets with ``--campaign 2``."""
if campaigns.factor >= 2:
    EVENTS += [(name, ".xlsx") for name in RULESETS if name not in dict(EVENTS)]


@pytest.mark.parametrize(("ruleset", "suffix"), EVENTS)
def test_every_verb_leaves_alone_what_it_is_not_about(ruleset, suffix, tmp_path):
    """Under rulesets of all kinds, beside everything that other programs have added."""
    settings = {"Asynchronous": "Yes"} if suffix == ".xlsm" else {}
    event = every_verb.Event(tmp_path / f"event{suffix}", ruleset, **settings)
    event.path.write_bytes(with_everything(event.path.read_bytes()))
    faults, verbs = [], set()
    for written in chain([event.begun], event.play()):
        verbs.add(written.verb)
        faults += [f"{written.verb}: {fault}" for fault in faults_of(*written[1:])]
    assert faults == []
    assert every_verb.WRITING - verbs <= every_verb.NOT_UNDER.get(ruleset, set())
