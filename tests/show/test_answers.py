"""What phones are answered: each address, each status, and that nothing is kept that the tab would refuse."""

from __future__ import annotations

import gzip
import json
from datetime import datetime

import pytest
from openpyxl import load_workbook
from showing import codes_of, event_of, make_event, shown, wait_for, xlplugin

from xlplugin.doors.show import room as rooms
from xlplugin.exports.format import Needs
from xlplugin.exports.page import page_data
from xlplugin.reports.record import Kind, Record, path_of
from xlplugin.verbs.standings import share

from cases import each


@pytest.fixture
def codes(workbook):
    """The codes of all players."""
    return codes_of(workbook)


def kept(workbook):
    """The reports in the file beside the workbook."""
    return list(Record(path_of(workbook.parent, workbook.name)).read())


def answers_of(me, choice=0):
    """The first answers to what a player is asked."""
    return {f["header"]: f["choices"][choice][1] for f in me["form"] if not f["optional"]}


def report(phone, code, **changed):
    """Report the first of all answers; with other fields where they are given."""
    me = phone.post("/me", {"code": code}).json
    body = {"code": code, "round": me["round"], "made": me["made"], "answers": answers_of(me)}
    return phone.post("/report", body | changed)


def opponents(phone, codes):
    """Two players who meet."""
    name = phone.post("/me", {"code": codes[1]}).json["opponent"]
    other = next(
        n for n, c in codes.items() if phone.post("/me", {"code": c}).json["player"]["name"] == name
    )
    return codes[1], codes[other]


def test_the_page_is_that_of_the_export_with_what_is_live(phone, workbook):
    """The data are those of the exported page, and nothing more of the event."""
    event = event_of(workbook)
    told = phone.get("/data").json
    live = told.pop("live")
    exported = page_data(share(event, Needs.NOTHING), event_time(told), watch=False)
    assert told == json.loads(json.dumps(exported))
    assert live == {
        "v": live["v"], "now": live["now"], "address": "", "reports": True, "registration": "", "decks": False, "qr": "",
    }  # fmt: skip
    page = phone.get("/").content.decode()
    assert page.count("<script") == page.count("</script>") == 2


def typed(workbook, name):
    """The workbook with every result of a round typed: Player 1 has won as Corp, and lost as Runner."""
    book = load_workbook(workbook)
    tab = book[name]
    headers = {cell.value: cell.column for row in tab.iter_rows(max_row=8) for cell in row}
    for row in range(1, 30):
        if isinstance(tab.cell(row, headers["No 1"]).value, int):
            tab.cell(row, headers["P1 Corp"], "W")
            tab.cell(row, headers["P1 Runner"], "L")
    return book


def type_round(workbook, name):
    """Type every result of a round, and save."""
    typed(workbook, name).save(workbook)


def event_time(told):
    """The moment at which data were made."""
    return datetime.fromtimestamp(told["madeAt"] / 1000).astimezone()


def test_what_is_the_same_for_all_is_packed_and_sent_once(phone):
    """Packed for who can unpack it; not sent again to who has it."""
    plain = phone.get("/data")
    packed = phone.get("/data", **{"Accept-Encoding": "gzip, br"})
    assert gzip.decompress(packed.content) == plain.content
    again = phone.get("/data", **{"If-None-Match": plain.headers["ETag"]})
    assert (again.status, again.content) == (304, b"")


def test_a_code_shows_the_own_table(phone, codes):
    """What the page needs, in the player's own words."""
    me = phone.post("/me", {"code": codes[5].lower().replace("-", " ")}).json
    assert me["player"] == {"no": 5, "name": "Eli"}
    assert (me["round"], me["title"], me["state"], me["canReport"]) == (
        "Round 1",
        "Round 1 of 3",
        "none",
        True,
    )
    assert [field["label"] for field in me["form"]] == ["As Corp", "As Runner", "Agreed"]
    assert set(me) == {
        "player", "v", "round", "title", "made", "table", "opponent", "side", "extra", "form", "mine", "theirs",
        "state", "typed", "canReport", "why", "checkIn", "drop", "decks",
    }  # fmt: skip


def test_two_reports_that_agree(phone, codes, workbook):
    """One reports, the other confirms; both are on the disk, and each sees it in own words."""
    one, two = opponents(phone, codes)
    told = report(phone, one).json
    assert (told["state"], told["mine"]["words"]) == ("mine", "As Corp: I won, As Runner: I won")
    seen = phone.post("/me", {"code": two}).json
    assert (seen["state"], seen["theirs"]["words"]) == (
        "theirs",
        "As Corp: I lost, As Runner: I lost",
    )
    done = report(phone, two, confirm=True, id=seen["theirs"]["id"])
    assert (done.status, done.json["state"]) == (200, "agreed")
    lines = kept(workbook)
    assert [line.kind for line in lines] == [Kind.RESULT, Kind.RESULT]
    assert lines[0].result == lines[1].result
    assert {line.sender for line in lines} == {"127.0.0.1"}
    assert phone.desk().json["reports"]["toTake"] == 1


def test_what_differs_is_a_conflict_at_the_desk(phone, codes):
    """By table, with both sides."""
    one, two = opponents(phone, codes)
    report(phone, one)
    assert report(phone, two).json["state"] == "conflict"
    (conflict,) = phone.desk().json["reports"]["conflicts"]
    assert len(conflict["reports"]) == 2
    assert "1 conflict" in phone.desk().json["reports"]["progress"]


def test_a_report_sent_twice_is_kept_once(phone, codes, workbook):
    """As when the answer was lost on its way."""
    assert [report(phone, codes[1]).status for _ in range(3)] == [200] * 3
    assert len(kept(workbook)) == 1


def test_a_confirmation_of_what_was_changed_meanwhile_is_refused(phone, codes, workbook):
    """Nobody confirms what they have not seen."""
    one, two = opponents(phone, codes)
    report(phone, one)
    seen = phone.post("/me", {"code": two}).json["theirs"]["id"]
    me = phone.post("/me", {"code": one}).json
    report(phone, one, answers=answers_of(me, choice=1))
    done = report(phone, two, confirm=True, id=seen)
    assert (done.status, done.json["theirs"]["id"] != seen) == (409, True)
    assert len(kept(workbook)) == 2


WRONG = {
    "another round": ({"round": "Round 2"}, 409),
    "paired anew since": ({"made": "2 2020-01-01 00:00:00"}, 409),
    "no answers": ({"answers": {}}, 422),
    "an answer to another question": ({"answers": {"Status": "Dropped"}}, 422),
    "no such answer": ({"answers": {"P1 Corp": "=1+1", "P1 Runner": "W"}}, 422),
    "an answer that is no text": ({"answers": {"P1 Corp": ["W"], "P1 Runner": {"a": 1}}}, 422),
    "a list of answers": ({"answers": ["W", "W"]}, 400),
    "too many answers": ({"answers": {str(n): "W" for n in range(100)}}, 400),
    "a round that is no text": ({"round": 3}, 400),
    "a confirmation of nothing": ({"confirm": True, "id": "0" * 16}, 409),
}


@each("changed, status", WRONG.values(), ids=WRONG)
def test_a_report_that_the_tab_would_not_take_is_refused_with_a_sentence(
    phone, codes, workbook, changed, status
):
    """And nothing is kept of it."""
    answer = report(phone, codes[1], **changed)
    assert answer.status == status
    assert answer.json["problem"].endswith(".")
    assert kept(workbook) == []


def test_a_result_that_is_typed_counts(phone, codes, workbook):
    """It is pushed (how soon: ``benchmarks/show.py``), the phone shows it, and nobody reports over it."""
    one, _ = opponents(phone, codes)
    before = phone.get("/data").json["live"]["v"]
    with phone.listening() as events:
        next(events)
        book = typed(workbook, "Round 1")
        book.save(workbook)
        name, told = next(events)
    assert name == "version"
    assert told["v"] > before
    me = phone.post("/me", {"code": one}).json
    assert (me["state"], me["canReport"]) == ("typed", False)
    assert report(phone, one).status == 409


def test_a_round_that_is_not_published_is_nowhere(made, tmp_path):
    """Neither on the page, nor for who has a code, nor in events."""
    workbook = made(tmp_path / "event", 8, "Publish rounds=When told")
    codes = codes_of(workbook)
    with shown(workbook) as phone:
        assert phone.get("/data").json["rounds"] == []
        me = phone.post("/me", {"code": codes[1]}).json
        hidden = (me["round"], me["table"], me["opponent"], me["form"], me["made"], me["title"])
        assert hidden == (None, None, None, [], "", "")
        assert '"matches":' not in phone.get("/").content.decode()
        assert (
            phone.post(
                "/report", {"code": codes[1], "round": "Round 1", "made": "", "answers": {}}
            ).status
            == 409
        )
        xlplugin("publish", workbook)
        wait_for(lambda: phone.get("/data").json["rounds"])
        assert phone.post("/me", {"code": codes[1]}).json["table"]


def test_where_players_do_not_report(made, tmp_path):
    """The page is there to be read, and codes open nothing."""
    workbook = made(tmp_path / "event", 8, "Player reports=No")
    codes = codes_of(workbook)
    with shown(workbook) as phone:
        assert phone.get("/data").json["live"]["reports"] is False
        assert phone.post("/me", {"code": codes[1]}).status == 409


def test_here_drop_and_stay(made, tmp_path):
    """Each is kept once, for the desk to take."""
    workbook = made(tmp_path / "event", 8, "Check-in=Yes", paired=False)
    codes = codes_of(workbook)
    with shown(workbook) as phone:
        assert phone.post("/me", {"code": codes[3]}).json["checkIn"] == {
            "open": True,
            "done": False,
        }
        for _ in range(2):
            assert phone.post("/here", {"code": codes[3]}).json["checkIn"] == {
                "open": False,
                "done": True,
            }
        assert phone.post("/drop", {"code": codes[3]}).json["drop"] == {
            "open": False,
            "asked": False,
        }
        assert phone.desk().json["reports"]["here"] == ["Player 3"]
    assert [line.kind for line in kept(workbook)] == [Kind.HERE]


def test_a_drop_can_be_taken_back(phone, codes, workbook):
    """Until the desk takes it."""
    assert phone.post("/drop", {"code": codes[2]}).json["drop"] == {"open": False, "asked": True}
    assert phone.desk().json["reports"]["drops"] == ["=HYPERLINK(1)"]
    assert phone.post("/stay", {"code": codes[2]}).json["drop"] == {"open": True, "asked": False}
    assert [line.kind for line in kept(workbook)] == [Kind.DROP, Kind.STAY]


def test_registration_until_it_is_locked_or_full(made, tmp_path):
    """Name and club once; the desk takes them."""
    workbook = made(tmp_path / "event", 6, "Registration=8", paired=False)
    with shown(workbook) as phone:
        asked = phone.get("/register").json
        assert (asked["open"], asked["left"], [f["header"] for f in asked["fields"]][:2]) == (
            True,
            2,
            ["name", "club"],
        )
        assert phone.get("/data").json["live"]["registration"] == "open"

        def come(name, **more):
            return phone.post("/register", {"name": name, "club": "Home", "details": {}, **more})

        assert come("Ida").status == 200
        assert [come("ida").status, come("Player 1").status, come("  ").status] == [409, 409, 422]
        assert come("Jon", details={"No": "7"}).status == 422
        phone.desk("lock", locked=True)
        assert (come("Jon").status, phone.get("/data").json["live"]["registration"]) == (
            409,
            "locked",
        )
        phone.desk("lock", locked=False)
        assert come("Jon").status == 200
        assert (come("Kim").status, phone.get("/register").json["open"]) == (409, False)
        assert phone.desk().json["reports"]["registrations"] == ["Ida", "Jon"]
        assert phone.desk().json["registration"] == "full"


def test_the_lock_outlives_the_server(made, tmp_path):
    """What the desk has locked stays locked."""
    workbook = made(tmp_path / "event", 6, "Registration=Yes", paired=False)
    with shown(workbook) as phone:
        phone.desk("lock", locked=True)
    with shown(workbook) as phone:
        assert phone.get("/register").json["open"] is False


def test_a_bad_save_keeps_the_last_good_page_and_is_told_at_the_desk(phone, workbook):
    """Half a file, or a workbook with mistakes."""
    before = phone.get("/data").content
    good = workbook.read_bytes()
    book = load_workbook(workbook)
    book["Event"].delete_cols(1)
    book.save(workbook)
    wait_for(lambda: phone.desk().json["problems"])
    assert phone.get("/data").content == before
    workbook.write_bytes(good)
    wait_for(lambda: not phone.desk().json["problems"])


def test_a_report_that_cannot_be_kept_is_not_confirmed(phone, codes, workbook, monkeypatch):
    """The player is told to go to the desk, and the desk is told why."""
    path_of(workbook.parent, workbook.name).mkdir()
    answer = report(phone, codes[1])
    assert (answer.status, answer.json["problem"]) == (
        503,
        "This could not be kept: tell the desk.",
    )
    assert "could not be kept" in phone.desk().json["problems"][0]


def test_wrong_codes_are_limited_by_address(phone, codes):
    """Then right ones are not looked at either, or the answer would tell."""
    found = [
        phone.post("/me", {"code": "AAAA-AAA0"}).status for _ in range(int(rooms.CODES.at_once) + 3)
    ]
    assert found[:20] == [403] * 20
    assert found[-1] == 429
    answer = phone.post("/me", {"code": codes[1]})
    assert (answer.status, answer.headers["Retry-After"]) == (429, str(answer.json["seconds"]))


def test_reports_are_limited_by_table(phone, codes, workbook):
    """Who changes the report all the time, is asked to wait; the opponent can still say what is so."""
    me = phone.post("/me", {"code": codes[1]}).json
    found = [
        report(phone, codes[1], answers=answers_of(me, choice=n % 2)).status for n in range(20)
    ]
    assert found[0] == 200
    assert found[-1] == 429
    assert len(kept(workbook)) == found.count(200) <= rooms.REPORTS.at_once + 1
    _, other = opponents(phone, codes)
    assert report(phone, other).status == 200


def test_a_table_hears_of_a_report_others_do_not_ask(phone, codes):
    """The event names the tables, and nothing else."""
    with phone.listening() as events:
        assert next(events)[0] == "version"
        table = report(phone, codes[1]).json["table"]
        assert next(events) == ("tables", {"tables": [table], "round": "Round 1"})


def test_every_format_is_asked_in_own_words(tmp_path):
    """Each of the match formats gives a form that can be reported as it stands."""
    for ruleset in ("nisei-single-sided", "trc", "hex"):
        folder = tmp_path / ruleset
        folder.mkdir()
        workbook = make_event(folder / "event.xlsx", 6, ruleset=ruleset)
        with shown(workbook) as phone:
            me = phone.post("/me", {"code": codes_of(workbook)[1]}).json
            assert me["form"], ruleset
            for field in me["form"]:
                assert field["choices"] or field["least"] <= field["most"]


def test_the_decks_of_the_cut_are_for_its_players(tmp_path):
    """Where the organizer says so; nobody else sees them, and they are on no page."""
    workbook = tmp_path / "event.xlsx"
    names = [f"Player {n}" for n in range(1, 9)]
    make_event(workbook, 8, "Show decks=Yes", "Rounds=1", names=names, decks=["Palana", "Az"])
    type_round(workbook, "Round 1")
    xlplugin("cut", workbook, "--top", 4)
    codes, seeds = codes_of(workbook), event_of(workbook).progress.seeds
    with shown(workbook) as phone:
        seen = {no: phone.post("/me", {"code": code}).json["decks"] for no, code in codes.items()}
        assert {no for no, decks in seen.items() if decks} == set(seeds)
        best = seen[seeds[0]]
        assert [each["name"] for each in best] == [f"Player {no}" for no in seeds]
        assert best[0]["decks"] == ["Corp: Palana", "Runner: Az"]
        assert b"Palana" not in phone.get("/data").content
