"""A published page: what it carries, and what running its event again finds."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from hashlib import sha256

import forgeries
import pytest
from forgeries import forged
from published import CHANGES, changed, data_of, page_of, played_out, published, with_data

from xlplugin.exports import tabs
from xlplugin.exports.format import Needs, Wanted
from xlplugin.exports.formats import FORMATS
from xlplugin.exports.shared_workbook import tabs_to_share
from xlplugin.ground.limits import MOST_LISTED
from xlplugin.ground.problems import ERRORS, OrganizerError
from xlplugin.ground.seeds import commitment, drawn_seed, is_short
from xlplugin.numbers.check_page import check_page
from xlplugin.numbers.read_page import BEGIN, read_page
from xlplugin.verbs import change_pairing, publish
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import share, write_standings
from xlplugin.workbook.book import SetCells

from campaigns import some
from cases import each

SEED = "kvmz-qxbd-hwtr-pnfj-zkcm-gdsw"
IN_A_GROUP = 25
FORGERIES_AN_EVENT = 2


def checked(page, *more):
    """What checking a page comes to."""
    return check_page(read_page("page.html", page), *more)


def found(page, *more):
    """The differences and problems of a page; what refuses it is one."""
    try:
        return checked(page, *more).problems
    except ERRORS as error:
        return [str(error)]


@pytest.fixture
def over(in_memory):
    """Two rounds are played, and the last standings are written."""
    return played_out(in_memory(**{"Event seed": SEED, "Rounds": "2", "Cut": "None"}))


# random events


@pytest.mark.usefixtures("untraced")
@pytest.mark.slow
@pytest.mark.parametrize("group", range(some(25) // IN_A_GROUP or 1))
def test_a_published_event_runs_again_just_so_and_one_change_is_found(new_host, group):
    """Of every ruleset, with whatever an honest organizer may change on the way: 1,000 with --campaign 40."""
    wrong, open_ = [], 0
    kinds = list(CHANGES)
    for number in range(group * IN_A_GROUP, (group + 1) * IN_A_GROUP):
        page = published(new_host, number)
        honest = checked(page)
        if honest.problems:
            wrong.append((number, "as it was", honest.problems))
        if not honest.data["over"]:
            open_ += 1
            continue
        kind = kinds[number % len(kinds)]
        other = changed(page, kind, number)
        if other and not found(other):
            wrong.append((number, kind, "not found"))
        for place in range(FORGERIES_AN_EVENT):
            other, what = forged(page, number * FORGERIES_AN_EVENT + place)
            told = checked(other)
            if not told.problems and ("why" not in what or told.warnings == honest.warnings):
                wrong.append((number, what, "not noticed"))
    assert wrong == []
    assert open_ < IN_A_GROUP / 10  # nobody is left for a cut, say


# what it is called

FILES = (
    "event.xlsx", "Spring 2026.xlsm", "Untitled 1", "Sommer.ods", "2026.xlsx", ".xlsx", "a  b .xlsx",
    "a.xlsx.xlsx", "B\u00fccher & <b>.xlsb", "=1+1.xlsx", "Event name.xlsx", "odd \udcff.xlsx", "New\nline.xls", "",
)  # fmt: skip


@each("file, typed", [
    *((file, None) for file in FILES),
    *(("event.xlsx", typed) for typed in ("Spring Cup", "  two   spaces ", 2026, 4.5, "a.xlsx", " ")),
])  # fmt: skip
def test_an_event_is_called_so_on_its_page_and_checked_so(over, file, typed):
    """By what is typed, or else by its file, which nobody has to be given with the page."""
    over.setting("Event name", typed)
    over.host.book = replace(over.host.book, name=file)
    page = page_of(over.host)
    assert found(page) == []
    other = data_of(page)
    other["event"]["name"] += "!"
    assert found(with_data(page, other))


def test_a_page_without_a_name_to_check_by_is_checked_all_the_same(over):
    """Version 0.1.0 made such pages where Event name is blank."""
    over.setting("Event name", None)
    page = with_new_digest(page_of(over.host), lambda data: data["proof"]["tabs"]["Event"].pop(1))
    assert "Event name" not in data_of(page)["proof"]["tabs"]["Event"][1]
    assert found(page) == []


# changes that go with one another


def with_new_digest(page, change):
    """A page whose data are changed by somebody who knows how it is made."""
    data = data_of(page)
    change(data)
    return forgeries.with_new_digest(page, data)


def test_a_result_changed_wherever_it_stands_is_found_by_the_standings(over):
    """The tab and what is shown agree then, the points of the standings do not."""

    def change(data):
        header, *rows = data["proof"]["tabs"]["Round 2"]
        rows[0][header.index("P1 Corp")] = "L"
        row = rows[0][header.index("Table")]
        match = next(m for m in data["rounds"][1]["matches"] if m["table"] == row)
        one, two = match["players"]
        one["score"] = two["score"] = "3"
        one["total"], two["total"] = str(int(one["total"]) - 3), str(int(two["total"]) + 3)
        match["won"] = 0

    told = found(with_new_digest(page_of(over.host), change))
    assert told
    assert all(text.startswith(("Standings", "Cross table")) for text in told)


def test_another_pairing_is_found_with_its_round_and_table(over):
    """Seats, tab and what is shown have all been changed."""

    def change(data):
        tabs_ = data["proof"]["tabs"]
        header, one, two, *_ = tabs_["Round 2"]
        places = [header.index(name) for name in ("No 2", "Player 2")]
        for place in places:
            one[place], two[place] = two[place], one[place]
        seats = [row for row in tabs_["Pairing notes"] if row[0] == 2]
        seats[0][4], seats[1][4] = seats[1][4], seats[0][4]
        first, second = data["rounds"][1]["matches"][:2]
        first["players"][1], second["players"][1] = second["players"][1], first["players"][1]

    told = found(with_new_digest(page_of(over.host), change))
    assert any(re.match(r"Round 2, table 1: .* but by the rules .* would meet", t) for t in told)


def test_another_seed_with_its_own_hash_is_found_by_the_draw(over):
    """The page agrees with itself then, but its rounds come from another seed."""

    def change(data):
        data["proof"]["seed"] = "another seed, as long as that"
        data["proof"]["commitment"] = commitment(data["proof"]["seed"])

    told = found(with_new_digest(page_of(over.host), change))
    assert any(text.startswith("Round 1, table") for text in told)


def test_a_change_of_no_consequence_is_found(over):
    """By the digest of what is carried."""

    def change(data):
        data["proof"]["program"] = "0.0.9"

    page = page_of(over.host)
    data = data_of(page)
    change(data)
    assert "digest" in str(found(with_data(page, data)))
    assert found(with_new_digest(page, change)) == []


def test_another_side_in_the_cut_is_found(in_memory):
    """Who is the Corp in a later round follows from the rules, or from the draw."""
    event = in_memory(**{"Event seed": SEED, "Rounds": "1", "Cut": "4"})
    played_out(event)

    def change(data):
        header, row, *_ = data["proof"]["tabs"]["Cut 2"]
        row[header.index("Corp")] = 3 - row[header.index("Corp")]

    told = found(with_new_digest(page_of(event.host), change))
    assert any("the Corp is" in text and "by the rules" in text for text in told)


# the seed


def test_a_seed_that_is_not_that_of_its_hash_is_found(over):
    """Whichever of the two was changed."""
    for key in ("seed", "commitment"):
        page = with_new_digest(
            page_of(over.host), lambda data, key=key: data["proof"].update({key: "x"})
        )
        assert "is not that of its seed" in str(found(page))


def test_a_seed_that_is_drawn_is_no_number_and_not_to_be_guessed():
    """24 letters without vowels, so that no program takes it for anything else."""
    seed = drawn_seed()
    assert re.fullmatch(r"([b-df-hj-np-tv-z]{4}-){5}[b-df-hj-np-tv-z]{4}", seed)
    assert not is_short(seed)
    assert seed != drawn_seed()


def test_the_seed_is_in_nothing_that_is_published_until_the_event_is_over(in_memory):
    """Whoever has it knows the next pairings: not on the page, nor in any other file."""
    event = in_memory(**{"Event seed": SEED, "Rounds": "2", "Cut": "None"})
    states = []
    for number in (1, 2):
        states.append(texts_of(event))
        pair_round(event.host)
        states.append(texts_of(event))
        event.play(f"Round {number}")
    states.append(texts_of(event))
    assert not any(SEED in text for texts in states for text in texts)
    assert all(commitment(SEED) in texts[0] for texts in states)
    write_standings(event.host)
    page, csv = texts_of(event)[:2]
    assert SEED in page
    assert SEED in csv


@pytest.mark.parametrize("name", ["event seed", "EVENT  SEED", "Event\u00a0seed"])
def test_a_seed_whose_row_is_written_otherwise_is_not_published(in_memory, name):
    """It counts all the same; nor is it where the organizer has copied it to."""
    event = in_memory(**{"Event seed": SEED})
    read = event.event
    row, places = read.setting_rows["Event seed"], read.event_tab.places
    event.host.write([SetCells("Event", {(row, places["Setting"]): name})])
    event.type("Players", 2, Club=f"of {SEED.upper()}")
    pair_round(event.host)
    event.play("Round 1")
    read = event.event
    assert read.settings["Event seed"] == SEED
    shared = tabs_to_share(share(read, Needs.PAIRINGS), "all", ("log", "notes"))
    rows = [*(tab.rows for tab in tabs.tabs_of(read)), *(tab.rows for tab in shared)]
    assert SEED not in str(rows).lower()


def texts_of(event):
    """Every text that is published."""
    read = event.event
    csv = "".join(tabs.as_csv(tab.rows) for tab in tabs.tabs_of(read))
    kinds = ["html", "nrtm", "markdown", "csv"] if read.completed else ["html"]
    formats = [FORMATS[kind] for kind in kinds]
    page, *more = (each.text(share(read, each.needs), Wanted()) for each in formats)
    return [page, csv, *more]


def test_when_the_seed_is_told_is_said(in_memory):
    """Every result is in, but nobody has said that this is all."""
    event = in_memory(**{"Event seed": SEED, "Rounds": "1", "Cut": "None"})
    pair_round(event.host)
    event.play("Round 1")
    assert "published once the last standings are written" in str(
        FORMATS["html"].left_out(share(event.event, Needs.NOTHING))
    )
    write_standings(event.host)
    assert FORMATS["html"].left_out(share(event.event, Needs.NOTHING)) == []


def test_publish_fixes_the_seed_before_round_1_and_tells_its_hash(in_memory):
    """In a workbook without one it is drawn; round 1 comes from it."""
    event = in_memory(**{"Event seed": ""})
    result = publish.publish(event.host)
    seed = event.event.settings["Event seed"]
    assert result.data["commitment"] == sha256(seed.encode()).hexdigest()
    assert result.data["commitment"] in result.message
    assert ("Setting", f"Event seed: {seed}") in event.log()
    assert result.data["commitment"] in page_of(event.host).decode()
    pair_round(event.host)
    assert event.event.settings["Event seed"] == seed


def test_a_seed_that_can_be_guessed_is_said_before_it_counts(in_memory):
    """It stays: nobody else's choice is changed."""
    event = in_memory(**{"Event seed": "42"})
    (warning,) = publish.publish(event.host).warnings
    assert re.match(r"Event seed \(Event!B\d+\) is short", warning)
    assert event.event.settings["Event seed"] == "42"


# what was told before


def test_another_hash_than_was_told_is_found(over):
    """The one of the page is right by itself."""
    page = page_of(over.host)
    assert found(page, commitment(SEED)) == []
    assert "A different commitment was published earlier" in str(found(page, "0" * 64))


def test_an_earlier_page_is_held_against_the_last_one(in_memory):
    """A result and a pairing that are not as they were, and the hash."""
    event = in_memory(**{"Event seed": SEED, "Rounds": "2", "Cut": "None"})
    pair_round(event.host)
    event.play("Round 1")
    earlier = read_page("early.html", page_of(event.host))
    assert "not over" in checked(page_of(event.host)).warnings[0]
    pair_round(event.host)
    event.play("Round 2")
    write_standings(event.host)
    assert found(page_of(event.host), "", earlier) == []
    gone = with_new_digest(page_of(event.host), lambda data: data["rounds"].pop(0))
    assert "was on the earlier page, but is not now" in str(found(gone, "", earlier))
    event.type("Round 1", 2, P1_Corp="L")
    told = found(page_of(event.host), "", earlier)
    assert any("on the earlier page" in text and text.startswith("Round 1: 1: ") for text in told)


def test_an_earlier_page_without_a_hash_is_said_to_prove_less(in_memory):
    """Before there is a seed nothing is fixed by the page, and without a round nothing can be compared."""
    event = in_memory(**{"Event seed": "", "Rounds": "1", "Cut": "None"})
    pages = [page_of(event.host)]
    played_out(event)
    pages.append(
        with_data(pages[0], {**data_of(pages[0]), "rounds": data_of(page_of(event.host))["rounds"]})
    )
    for page, told in zip(
        pages, ("nothing was compared with it", "only its rounds were"), strict=True
    ):
        result = checked(page_of(event.host), "", read_page("early.html", page))
        assert result.problems == []
        assert told in str(result.warnings)
        assert "told before" not in str(result.lines)


# the organizer's own changes


def test_what_was_changed_by_hand_is_told_and_the_draw_is_checked_all_the_same(in_memory):
    """It is no difference, as the page says so itself."""
    event = in_memory(**{"Event seed": SEED, "Rounds": "1", "Cut": "None"})
    pair_round(event.host)
    one, two = (event.rows("Round 1")[row]["No 1"] for row in (0, 1))
    change_pairing.swap(event.host, str(one), str(two))
    event.play("Round 1")
    write_standings(event.host)
    page = page_of(event.host)
    result = checked(page)
    assert result.problems == []
    assert len(result.data["by_hand"]) == 2
    assert result.lines[0].startswith("By hand: Round 1, table 1: ")

    def forget(data):
        notes = data["proof"]["tabs"]["Pairing notes"]
        notes[:] = [row for row in notes if row[6] != "By hand"]

    assert "not marked as changed" in str(found(with_new_digest(page, forget)))


def test_settings_are_those_of_when_a_round_was_paired(in_memory):
    """Other rooms since, or another number of rounds."""
    event = in_memory(**{"Event seed": SEED, "Rounds": "3", "Cut": "None", "Tables": "5-9"})
    pair_round(event.host)
    event.play("Round 1")
    event.setting("Tables", "21-30")
    event.setting("Rounds", "2")
    pair_round(event.host)
    event.play("Round 2")
    write_standings(event.host)
    page = page_of(event.host)
    assert data_of(page)["proof"]["then"]["Round 1"] == {"Rounds": "3", "Tables": "5-9"}
    assert checked(page).problems == []


@each("header, entry, round_", [
    ("Fixed table", 3, 1), ("Fixed table", 3, 2), ("Seed", 99, 2), ("Club", "A", 1), ("First-round bye", "Yes", 1),
])  # fmt: skip
def test_what_stood_on_players_when_a_round_was_paired_is_known(in_memory, header, entry, round_):
    """Typed afterwards it changed no draw and no table; typed before, and cleared since, it did."""
    for before, after in ((None, entry), (entry, None)):
        event = in_memory(
            7,
            **{
                "Event seed": SEED, "Rounds": "2", "Cut": "None", "Stream table": "4",
                "Keep clubs apart": "Round 1",
            },
        )  # fmt: skip
        for row, seed in zip(range(2, 9), (5, 3, 6, 1, 7, 2, 4), strict=True):
            event.type("Players", row, Seed=seed, Club="AB"[row % 2])
        event.type("Players", 4, **{header: before})
        pair_round(event.host)
        event.play("Round 1")
        if round_ == 2:
            event.type("Players", 4, **{header: before})
            pair_round(event.host)
            event.play("Round 2")
        event.type("Players", 4, **{header: after})
        played_out(event, event.event.planned_rounds() - round_)
        page = page_of(event.host)
        assert found(page) == []
        assert f"Player 3, {header}: {before or 'blank'}" in str(checked(page).warnings)
        assert "no page has other entries" in str(found(with_new_digest(page, _say_something_else)))


def _say_something_else(data):
    data["proof"]["roster"]["Round 1"] = {"Name": {"3": "x"}}


# what is not told


def test_nothing_of_the_organizer_s_is_carried(in_memory):
    """No labels of who must not meet, penalties, log, columns of one's own, or times."""
    event = in_memory(**{"Event seed": SEED, "Rounds": "2", "Cut": "None"})
    event.type("Players", 2, Do_not_pair="Secret")
    event.type("Players", 3, Do_not_pair="Secret")
    played_out(event)
    page = page_of(event.host)
    proof = data_of(page)["proof"]
    assert "Secret" not in page.decode()
    assert proof["withheld"]
    assert list(proof["tabs"]) == ["Event", "Players", "Round 1", "Round 2", "Pairing notes"]
    assert "Do not pair" not in str(proof)
    notes = proof["tabs"]["Pairing notes"]
    assert {row[7] for row in notes[1:]} == {None}
    changed_ = with_new_digest(page, lambda data: data["rounds"].pop())
    assert any("kept apart" in text for text in checked(changed_).warnings)


def test_nothing_is_carried_while_the_event_runs(in_memory):
    """But the hash."""
    event = in_memory(**{"Event seed": SEED})
    pair_round(event.host)
    proof = data_of(page_of(event.host))["proof"]
    assert (proof["tabs"], proof["then"], proof["seed"]) == ({}, {}, "")


# pages of anybody


@pytest.mark.parametrize(
    "content",
    [
        b"", b"\xff\xfe\x00", b"<html>no page of ours</html>", BEGIN.encode() + b"{}",
        *((BEGIN + text + "</script>").encode() for text in (
            "", "{", "[]", "null", "{}", '{"proof": 1}', '{"proof": {}}', "[" * 100_000, "NaN",
            '{"proof": {"program": 1}}', "9" * 9_000,
        )),
    ],
)  # fmt: skip
def test_what_is_no_page_is_refused_with_its_name(content):
    """Nothing, another page, half a page, anything that is not what a page carries."""
    with pytest.raises(OrganizerError, match=r"page\.html"):
        read_page("page.html", content)


@pytest.mark.parametrize(
    "tabs_",
    [
        {"Event": 1}, {"Event": [1]}, {"Event": [[[]]]}, {"Event": [[10**300]]}, {"Event": [["x" * 40_000]]},
        {"Event": [["\ud800"]]}, {"Event": [[None] * 500]}, {"Event": [[]] * 9_000}, {f"Round {n}": [] for n in range(99)},
    ],
)  # fmt: skip
def test_what_no_event_has_is_refused(over, tabs_):
    """Before it takes any time."""
    page = with_new_digest(page_of(over.host), lambda data: data["proof"].update(tabs=tabs_))
    with pytest.raises(OrganizerError, match="cannot be checked"):
        read_page("page.html", page)


@pytest.mark.parametrize("key", ["madeAt", "rounds"])
@pytest.mark.parametrize("value", ["[" * 600 + "]" * 600, json.dumps([0] * 4_000)])
def test_what_no_page_shows_is_refused(over, key, value):
    """It would be told line by line, or be deeper than Python goes."""
    data = data_of(page_of(over.host))
    data[key] = "here"
    page = with_data(page_of(over.host), data).replace(b'"here"', value.encode())
    with pytest.raises(OrganizerError, match="more than any event"):
        read_page("page.html", page)


@pytest.mark.parametrize(
    "tabs_", [{"Event": []}, {"Event": [["Setting", "Value"]]}, {"Players": []}]
)
def test_what_is_no_event_is_told_as_of_a_workbook(over, tabs_):
    """With the tab, and what is wrong there."""
    page = with_new_digest(page_of(over.host), lambda data: data["proof"].update(tabs=tabs_))
    assert found(page)


# as it is typed


def test_check_from_says_that_all_is_as_published(make_event, tmp_path):
    """The seed, the hash, and exit status 0; with another hash, 1."""
    event = make_event(rounds=3)
    event.done("standings")
    page = tmp_path / "page.html"
    event.done("export", "-o", page)
    result = event.run_bare("check", "--from", page)
    assert result.exit_code == 0
    assert (
        "3 rounds of 8 players run again from the seed 7: everything is as published"
        in result.stdout
    )
    assert commitment("7") in result.stdout
    wrong = event.run_bare("check", "--from", page, "--commitment", "0" * 64, "--json")
    assert wrong.exit_code == 1
    assert json.loads(wrong.stdout)["differences"]
    assert "told before" not in result.stdout
    same = event.run_bare("check", "--from", page, "--commitment", page)
    assert same.exit_code == 0
    assert f"{commitment('7')}, the one that was told before" in same.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "either a workbook or"),
        (("event.xlsx", "--from", "page.html"), "either a workbook or"),
        (("event.xlsx", "--commitment", "0" * 64), "goes with --from"),
        (("event.xlsx", "--commitment", ""), "goes with --from"),
        (("--from", "page.html", "--commitment", ""), "all 64"),
        (("--from", "page.html", "--commitment", "3a1c9e73ecd2..."), "all 64"),
    ],
)
def test_what_makes_no_sense_is_wrong_usage(event_file, arguments, said):
    """Exit status 2."""
    result = event_file.run_bare("check", *arguments)
    assert result.exit_code == 2
    assert said in result.output


def test_a_page_that_is_not_there_or_far_too_large_is_said(event_file, tmp_path):
    """Exit status 1, in a sentence."""
    large = tmp_path / "large.html"
    large.write_bytes(b" " * (MOST_LISTED + 1))
    for page, said in ((tmp_path / "none.html", "no such file"), (large, "larger than")):
        result = event_file.run_bare("check", "--from", page)
        assert result.exit_code == 1
        assert said in result.output
