"""``setup FILE``: a workbook gets the macros of this version, and keeps everything else."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest
from books import open_workbook
from click.testing import CliRunner
from oletools.olevba import VBA_Parser
from packages import package_of

from xlplugin.doors.cli import main
from xlplugin.ground.languages import languages, speaking
from xlplugin.ground.machine import XLWINGS
from xlplugin.ground.resources import template
from xlplugin.hosts.closed_file.backups import backups_of
from xlplugin.hosts.closed_file.opening import book_in
from xlplugin.parts.package import Package, Relation
from xlplugin.parts.workbook import Workbook
from xlplugin.setup import macros
from xlplugin.setup.macros import BOOK, PROJECT, looks_beside, macros_in, own_settings, renew
from xlplugin.templates import vba

import ms_ovba

pytestmark = pytest.mark.on_files  # what a file has besides its values

RIBBON = "customUI/customUI.xml"
SIGNATURE = "xl/vbaProjectSignature.bin"


def parts_of(path):
    """Every part of a file, by its name."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def put(path, changes):
    """Put other parts into a file, or take some out (``None``)."""
    parts = parts_of(path) | changes
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            if content is not None:
                archive.writestr(name, content)


def settings_of(path):
    """The settings on the workbook's own tab."""
    return own_settings(book_in(path.read_bytes(), path, with_patterns=True))


def with_module(project, name, text):
    """A project whose module of that name has this source."""
    return vba.with_sources(project, {name: vba.compress(text)})


def run(*arguments):
    """Run the program; an error that nobody has foreseen comes through."""
    return CliRunner().invoke(main, [*map(str, arguments)], catch_exceptions=False)


@pytest.fixture(scope="module")
def older(tmp_path_factory):
    """A workbook with an event and the macros of an older version; no tab with settings."""
    path = tmp_path_factory.mktemp("older") / "event.xlsm"
    run("new", path, "--ruleset", "nisei-swiss")
    workbook = open_workbook(path.read_bytes(), path.name)
    if "xlwings.conf" in workbook.sheetnames:
        del workbook["xlwings.conf"]
    workbook.save(path)
    project = with_module(parts_of(path)[PROJECT], "Tournament", b"Sub PairNextRound()\r\nEnd Sub")
    source = vba.decompress(vba.sources_of(project, ["xlwings"])["xlwings"])
    source = source.replace(XLWINGS.encode(), b"0.33.1")
    put(path, {PROJECT: with_module(project, "xlwings", source), RIBBON: b"<customUI/>"})
    return path.read_bytes()


@pytest.fixture
def xlsm(older, tmp_path):
    """A copy of that workbook."""
    path = tmp_path / "event.xlsm"
    path.write_bytes(older)
    return path


def test_the_macros_become_those_of_this_version(xlsm):
    """Macros, ribbon and settings are as in a new workbook; the doctor has nothing to say."""
    before = macros_in(xlsm.read_bytes())
    assert (before.xlwings, before.are_current) == ("0.33.1", False)
    result = run("setup", xlsm)
    assert result.exit_code == 0, result.output
    assert "its macros and its ribbon tab and the hidden tab xlwings.conf" in result.stdout
    after = macros_in(xlsm.read_bytes())
    assert (after.xlwings, after.are_current) == (XLWINGS, True)
    assert settings_of(xlsm) == [("ADD_WORKBOOK_TO_PYTHONPATH", "false")]
    assert not looks_beside(settings_of(xlsm))
    with template("nisei-swiss.xlsm") as blank:
        assert parts_of(xlsm)[RIBBON] == parts_of(blank)[RIBBON]


def test_other_readers_read_the_renewed_macros_as_those_of_a_new_workbook(xlsm):
    """Oletools and a strict reader find the same modules with the same sources."""
    renew(xlsm)

    def macros(path):
        found = {name: code for *_, name, code in VBA_Parser(str(path)).extract_macros()}
        return found, ms_ovba.read(parts_of(path)[PROJECT]).modules

    with template("nisei-swiss.xlsm") as blank:
        assert macros(xlsm) == macros(blank)


def test_everything_else_stays_byte_for_byte(xlsm):
    """Only macros, ribbon and what lists the new tab are changed; nothing is lost."""
    before = parts_of(xlsm)
    renew(xlsm)
    after = parts_of(xlsm)
    (added,) = after.keys() - before.keys()
    changed = {name for name in before if after[name] != before[name]}
    listing = {"[Content_Types].xml", BOOK, "xl/_rels/workbook.xml.rels"}
    assert changed == {PROJECT, RIBBON, *listing}
    assert added.startswith("xl/worksheets/")
    old, new = before[BOOK].decode(), after[BOOK].decode()
    assert re.sub(r'<sheet [^>]*name="xlwings.conf"[^>]*/>', "", new) == old


def test_the_new_tab_is_found_by_its_name_and_seen_by_nobody(xlsm):
    """Excel lists it nowhere; its one row is as xlwings reads settings."""
    renew(xlsm)
    workbook = open_workbook(xlsm.read_bytes(), xlsm.name)
    tab = workbook["xlwings.conf"]
    assert tab.sheet_state == "veryHidden"
    assert [[cell.value for cell in row] for row in tab] == [
        ["ADD_WORKBOOK_TO_PYTHONPATH", "false"]
    ]
    assert len({sheet.title for sheet in workbook}) == len(workbook.sheetnames)


def test_other_settings_are_taken_out(xlsm):
    """Only the user's own configuration decides what a click runs; the tab's name has no case."""
    workbook = open_workbook(xlsm.read_bytes(), xlsm.name)
    tab = workbook.create_sheet("XLWINGS.conf")
    tab.append(["INTERPRETER_WIN", "evil.exe"])
    tab.append(["add_workbook_to_pythonpath", False])
    workbook.save(xlsm)
    assert ("INTERPRETER_WIN", "evil.exe") in settings_of(xlsm)
    assert not looks_beside(settings_of(xlsm))
    renew(xlsm)
    assert settings_of(xlsm) == [("ADD_WORKBOOK_TO_PYTHONPATH", "false")]


def test_the_previous_version_is_kept(xlsm):
    """Beside the workbook is a backup with exactly the bytes from before."""
    before = xlsm.read_bytes()
    renew(xlsm)
    assert [backup.read_bytes() for backup in backups_of(xlsm)] == [before]


def test_a_second_time_changes_nothing(xlsm):
    """It says that all is well, and writes nothing."""
    renew(xlsm)
    before, kept = xlsm.read_bytes(), len(backups_of(xlsm))
    result = run("setup", xlsm)
    assert "ok       Macros" in result.stdout
    assert (xlsm.read_bytes(), len(backups_of(xlsm))) == (before, kept)


def test_the_organizers_own_macros_stay(xlsm):
    """A macro that somebody has written into the workbook is neither changed nor lost."""
    own = b'Attribute VB_Name = "Sheet1"\r\nSub Cheer()\r\nMsgBox "!"\r\nEnd Sub\r\n'
    put(xlsm, {PROJECT: with_module(parts_of(xlsm)[PROJECT], "Sheet1", own)})
    renew(xlsm)
    kept = vba.sources_of(parts_of(xlsm)[PROJECT], ["Sheet1"])["Sheet1"]
    assert vba.decompress(kept) == own


def test_what_excels_editor_changes_is_no_other_version(xlsm):
    """It writes names with other capitals, and other blanks."""
    renew(xlsm)
    project = parts_of(xlsm)[PROJECT]
    source = vba.decompress(vba.sources_of(project, ["Tournament"])["Tournament"])
    edited = source.replace(b"    ", b"  ").replace(b"verb", b"Verb") + b"\r\n"
    assert edited != source
    put(xlsm, {PROJECT: with_module(project, "Tournament", edited)})
    assert macros_in(xlsm.read_bytes()).are_current
    put(xlsm, {PROJECT: with_module(project, "Tournament", source + b"Sub More()\r\nEnd Sub")})
    assert not macros_in(xlsm.read_bytes()).are_current


def test_a_signature_goes_with_the_macros_that_it_was_for(xlsm):
    """Excel would call it broken."""
    with zipfile.ZipFile(xlsm) as archive:
        package = Package(archive)
        package.put(SIGNATURE, b"signed")
        package.relate(PROJECT, [Relation("rId1", "signature", Path(SIGNATURE).name)])
        xlsm.with_name("signed.xlsm").write_bytes(package.packed())
    signed = xlsm.with_name("signed.xlsm")
    renew(signed)
    assert [name for name in parts_of(signed) if "vbaProject" in name] == [PROJECT]


def test_a_ribbon_that_was_lost_comes_back(xlsm):
    """A program that knows no ribbons has left it out."""
    rels = parts_of(xlsm)["_rels/.rels"].decode()
    without = re.sub(r"<Relationship [^>]*customUI[^>]*/>", "", rels)
    assert without != rels
    renew(xlsm)
    put(xlsm, {RIBBON: None, "_rels/.rels": without.encode()})
    assert not macros_in(xlsm.read_bytes()).are_current
    renew(xlsm)
    assert macros_in(xlsm.read_bytes()).are_current


def refused(path):
    """Run setup on a workbook, which must leave every file alone; give back its message."""
    before = {p.name: p.read_bytes() for p in path.parent.iterdir()}
    result = run("setup", path)
    assert result.exit_code == 1, result.output
    assert {p.name: p.read_bytes() for p in path.parent.iterdir()} == before
    assert result.stderr.endswith("Nothing was written.\n") or "Nothing was" in result.stderr
    return result.stderr


def test_a_workbook_without_an_event_is_refused(xlsm):
    """Another workbook's macros are none of ours."""
    workbook = open_workbook(xlsm.read_bytes(), xlsm.name)
    del workbook["Event"]
    workbook.save(xlsm)
    assert "Event" in refused(xlsm)


def test_a_workbook_for_no_macros_is_refused(make_event):
    """Only .xlsm files can have buttons."""
    assert "only workbooks that end in .xlsm have buttons" in refused(make_event().path)


def test_lost_macros_are_to_be_taken_from_a_backup(xlsm):
    """Another program has thrown them away, buttons and all."""
    types = parts_of(xlsm)["[Content_Types].xml"]
    put(xlsm, {PROJECT: None, "[Content_Types].xml": types})
    assert "Put a backup back: xlplugin restore event.xlsm" in refused(xlsm)


@pytest.mark.parametrize(
    "change",
    [lambda project: project[:2000], lambda project: vba.compound_file({"PROJECT": b""})],
    ids=["cut off", "empty"],
)
def test_foreign_or_damaged_macros_are_refused(xlsm, change):
    """What cannot be kept is not thrown away; the doctor says the same."""
    put(xlsm, {PROJECT: change(parts_of(xlsm)[PROJECT])})
    assert "so nothing was changed" in refused(xlsm)
    assert "are not xlplugin's, or are damaged" in run("doctor", xlsm).stdout


def test_a_form_among_the_macros_is_not_thrown_away(xlsm):
    """It is more than sources, which is all that can be renewed."""
    streams = vba.streams_of(parts_of(xlsm)[PROJECT])
    put(xlsm, {PROJECT: vba.compound_file(streams | {"UserForm1/f": b"form"})})
    assert "so nothing was changed" in refused(xlsm)


@pytest.mark.parametrize("stream", ["VBA/Tournament", "VBA/dir"])
def test_what_would_fill_the_memory_is_not_unpacked(xlsm, stream, monkeypatch):
    """It is longer than any of ours, so it is none."""
    packed = vba.compress(b"x" * 4096)
    bomb = packed + packed[1:] * 20_000
    streams = vba.streams_of(parts_of(xlsm)[PROJECT])
    put(xlsm, {PROJECT: vba.compound_file(streams | {stream: bomb})})
    unpacked = []
    real = vba.decompress
    monkeypatch.setattr(vba, "decompress", lambda data: unpacked.append(len(data)) or real(data))
    monkeypatch.setattr(macros, "decompress", vba.decompress)
    assert macros_in(xlsm.read_bytes()).xlwings == ""
    assert len(bomb) not in unpacked


@pytest.mark.skipif("pl" not in languages(), reason="this language is not installed")
def test_an_event_in_another_language_gets_its_words_back(tmp_path):
    """What ribbon and macros say is on a hidden tab: those of an older version are made anew, others stay."""
    path = tmp_path / "turniej.xlsm"
    assert run("new", path, "--ruleset", "trc", "--language", "pl").exit_code == 0
    assert renew(path) == []
    part = Workbook(package_of(parts_of(path))).tabs()["Words"]
    words = parts_of(path)[part]
    put(path, {part: re.sub(rb"<t>[^<]*</t>(?=</is></c></row></sheetData>)", b"<t>Old</t>", words)})
    with speaking(None):
        (told,) = renew(path)
        assert "Words" in told
        assert renew(path) == []
    assert [t.lower() for t in settings_of(path)[0]] == ["add_workbook_to_pythonpath", "false"]
