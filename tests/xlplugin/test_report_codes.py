"""The codes of players' phones: derived, renewed, read as people type them, and in nothing that others see."""

from __future__ import annotations

import re
import shutil
import zipfile
from io import BytesIO

import pytest
from reporting import Phones

import xlplugin
from xlplugin.exports.formats import FORMATS
from xlplugin.reports import codes
from xlplugin.verbs.codes import begin, list_codes
from xlplugin.workbook.layouts import event_tab


@pytest.fixture
def event(in_memory):
    """An event whose players have codes."""
    event = in_memory(**{"Player reports": "Yes"})
    list_codes(event.host)
    return event


def all_codes(event):
    """Everybody's code."""
    read = event.event
    return {no: codes.code_of(read, no) for no in read.by_no}


@pytest.mark.parametrize(
    ("setting", "begins"),
    [({}, False), ({"Player reports": "Yes"}, True), ({"Registration": "12"}, True)],
)
def test_codes_begin_where_players_report_or_register(in_memory, setting, begins):
    """Once: showing the event again changes none; where nobody needs them there is no secret."""
    event = in_memory(**setting)
    begin(event.host)
    first = all_codes(event)
    assert all(bool(code) is begins for code in first.values())
    begin(event.host)
    assert all_codes(event) == first
    assert bool(codes.event_of(event.event)) is begins


def test_every_player_has_a_code_of_eight_letters(event):
    """No two are alike, and none has letters that are misread."""
    found = all_codes(event)
    assert len(set(found.values())) == len(found) == 8
    four = "[0-9A-HJKMNP-TV-Z]{4}"
    assert all(re.fullmatch(f"{four}-{four}", code) for code in found.values())
    assert [codes.player_of(event.event, code) for code in found.values()] == list(found)


def test_codes_stay_and_those_of_another_event_are_others(event, in_memory):
    """The secret is drawn once for each event."""
    before = all_codes(event)
    list_codes(event.host)
    assert all_codes(event) == before
    other = in_memory()
    assert codes.code_of(other.event, 1) == ""
    assert codes.player_of(other.event, "") is None
    list_codes(other.host)
    assert not set(all_codes(other).values()) & set(before.values())


def test_codes_are_read_as_people_type_them(event):
    """Without case, with blanks, hyphens or dashes anywhere, O as 0, I and L as 1."""
    code = all_codes(event)[3]
    plain = code.replace("-", "")
    ways = (code, code.lower(), plain, f" {plain[:3]} {plain[3:]}\n", "\u2013".join(plain))
    assert [typed for typed in ways if codes.player_of(event.event, typed) != 3] == []
    assert codes.plainly("oOiIlL-23") == "00111123"


@pytest.mark.parametrize(
    "typed", ["", " ", "-", "AAAA-AAA", "AAAA-AAAAA", "UUUU-UUUU", "ÄÄÄÄ-ÄÄÄÄ", "\uff10" * 8, "A" * 10**6]
)  # fmt: skip
def test_what_is_no_code_is_nobodys(event, typed):
    """Whatever its length."""
    assert codes.player_of(event.event, typed) is None


def test_a_renewed_code_takes_the_place_of_the_one_before(event):
    """Of that player alone; the count is kept."""
    before = all_codes(event)
    for _ in range(2):
        list_codes(event.host, ["Player 5"])
    after = all_codes(event)
    assert [no for no in before if before[no] != after[no]] == [5]
    assert codes.player_of(event.event, before[5]) is None
    assert codes.renewals_of(event.event) == {5: 2}
    list_codes(event.host, renew_all=True)
    assert not set(all_codes(event).values()) & set(after.values())
    assert codes.renewals_of(event.event) == {}


def test_every_code_is_compared_whole(event, monkeypatch):
    """All of them, whichever is typed: no time is saved that would tell anything."""
    compared = []

    def compare(one, two):
        compared.append(two)
        return one == two

    monkeypatch.setattr(codes.hmac, "compare_digest", compare)
    for typed in (all_codes(event)[1], "00000000", ""):
        compared.clear()
        codes.player_of(event.event, typed)
        assert len(compared) == 8


def test_a_secret_that_somebody_has_cut_short_opens_nothing(event):
    """Rather none than one that can be guessed."""
    known = all_codes(event)[1]
    event.setting("Report codes", "Codes: ABC")
    assert codes.code_of(event.event, 1) == ""
    assert codes.player_of(event.event, known) is None


def test_an_event_without_the_row_gets_it(in_memory):
    """As one of an earlier version; the row is added below the others."""
    event = in_memory()
    row = event.event.setting_rows["Report codes"]
    event.type("Event", row, Setting="", Help="")
    assert "Report codes" not in event.event.setting_rows
    list_codes(event.host)
    assert codes.has_codes(event.event)


def test_the_command_lists_them(make_event):
    """With the names, and says how they come to open anything; the log has no code and no secret."""
    event = make_event()
    listed = event.json("codes")["codes"]
    assert [entry["name"] for entry in listed][:2] == ["Ann", "Bea"]
    said = event.done("codes", "--renew", "Bea", "--renew", "3")
    assert "Results are not reported with them yet" in said.stderr
    now = event.json("codes")["codes"]
    changed = [old["name"] for old, new in zip(listed, now, strict=True) if old != new]
    assert changed == ["Bea", "Cal"]
    log = " ".join(str(row["Details"]) for row in event.rows("Log"))
    assert "New codes: Bea (2), Cal (3)" in log
    assert not [entry for entry in (*listed, *now) if entry["code"] in log]
    both = event.refused("codes", "--renew", "3", "--renew-all", status=2)
    assert "Choose one of --renew and --renew-all." in both
    assert "There is no player 'Zed'" in event.refused("codes", "--renew", "Zed")


def secrets_of(event):
    """What nobody else may see: the secret, and the codes as they are typed and shown."""
    record = event_tab.record_of(event.value_of(event_tab.REPORT_CODES))
    shown = [codes.code_of(event, no) for no in event.by_no]
    return [record["Codes"], "Report codes", *shown, *(code.replace("-", "") for code in shown)]


def texts_in(data):
    """All that a file holds, also where it is packed."""
    yield data
    if data[:2] == b"PK":
        with zipfile.ZipFile(BytesIO(data)) as packed:
            yield from (packed.read(name) for name in packed.namelist())


@pytest.mark.on_files
def test_no_export_has_them(make_event):
    """Neither the page with its proof, once the event is over, nor any other file, nor a frame."""
    event = make_event(rounds=1)
    for setting, value in (("Rounds", 1), ("Player reports", "Yes"), ("Cut", "None")):
        event.type("Event", event.row_of("Event", "Setting", setting), Value=value)
    event.done("codes", "--renew", "2")
    event.done("standings")
    secret = secrets_of(Phones.of_file(event.path).event)
    assert len(secret[0]) == 26
    assert b"Report codes" in b"".join(texts_in(event.path.read_bytes()))
    made = []
    for name in (name for name in FORMATS if name != "pdf" or shutil.which("soffice")):
        out = event.path.with_name(f"out.{name}")
        if event.run("export", "--format", name, "-o", out).exit_code:
            continue
        made.append(name)
        for text in texts_in(out.read_bytes()):
            assert not [word for word in secret if word.encode() in text], name
    assert {"html", "xlsx", "csv", "markdown", "nrtm", "json"} <= set(made)
    assert b'"tabs":{"Event"' in event.path.with_name("out.html").read_bytes()  # with its proof
    assert not [word for word in secret if word in str(xlplugin.open(event.path).settings)]
