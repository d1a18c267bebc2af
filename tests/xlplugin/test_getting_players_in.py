"""Rosters added to an event, duplicate names, check-in, and players kept apart."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random
from string import ascii_lowercase

import pytest
from click.testing import CliRunner

from engine import Player
from xlplugin.doors.cli import main
from xlplugin.ground.problems import WorkbookProblems
from xlplugin.roster.parse import Roster, roster_in_text
from xlplugin.verbs import add_players
from xlplugin.verbs.check import check
from xlplugin.verbs.frame import namesakes_on
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.verbs.ways import clicked
from xlplugin.workbook.book import SheetData
from xlplugin.workbook.layout import Formula
from xlplugin.workbook.namesakes import _are_alike, key, namesakes
from xlplugin.workbook.reading.reader import read_event


@pytest.fixture
def begin(new_host):
    """Begin an event with players, given as names or with what else is known of them."""
    return lambda *players, **settings: new_host("nisei-swiss", players, **settings)


def of_club(name, club):
    """Give a player of a club."""
    return Player(0, name, details={"Club": club})


def text(content):
    """Give what loads a roster from a text."""
    return lambda read: roster_in_text(content.encode(), "clipboard", read.ruleset)


def pairs_of(host, number):
    """Give who meets whom in a round, by name."""
    one, two = (host.column(f"Round {number}", f"Player {n}") for n in (1, 2))
    return list(zip(one, two, strict=True))


# Names


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Ann Birch", "Birch Ann"), ("Ann Birch", "Birch, Ann"), ("Ann Birch", "Ann B."),
        ("A. Birch", "Ann Birch"), ("Ann Birch", "Ann Brich"), ("Ann Birch", "Ann Bich"),
        ("Ann Birch", "Ann Bircch"), ("Ann Birch", "Ann Marie Birch"),
        ("Mary Ann Birch", "Maryann Birch"), ("Łukasz Żądło", "lukasz zadlo"), ("O'Neil", "ONeil"),
        ("Pavel Lee", "Pavel Lea"),
    ],
)  # fmt: skip
def test_names_that_may_be_one_persons_are_found(one, two):
    """A slip, an initial, another order or another spelling make no other person."""
    assert list(namesakes(["Player Cedar", one, two])) == [(1, 2)]


@pytest.mark.parametrize(
    "names",
    [
        ("Player 1", "Player 2", "Player 11", "Player 12"),
        ("Player A", "Player B", "Player C"),
        ("Ann", "Anna", "Hal", "Cal", "Ann Birch"),
        ("Ann B.", "Ann C.", "A. D."),
        ("Marek Birch", "Darek Birch", "Ann Birch", "Birch"),
        ("Tom Birch", "Tim Birch", "Pavel Lee", "Pavel Gee"),
        ("=1+1", "3-3", "@x", "שלום", "🐱 cat", "🐶"),
        ("がくさん", "かくさん"),
    ],
)
def test_other_names_are_let_alone(names):
    """Numbers, initials, first letters and short names tell people apart."""
    assert list(namesakes(names)) == []


def test_namesakes_beyond_those_told_are_counted(begin):
    """Twelve pairs are told."""
    words = [(letter * 5, f"{letter * 3}qxy") for letter in ascii_lowercase[:14]]
    host = begin(*(f"{a} {b}" for one, two in words for a, b in ((one, two), (two, one))))
    assert namesakes_on(read_event(host.read()))[-1] == "2 more such pairs."


# Adding a roster


def test_a_roster_is_added_below_the_others(begin):
    """New players get the next numbers, their columns go where Players has them."""
    host = begin("Ann", "Bea")
    result = add_players.enter_players(host, text("Team;Player;Seed\nReds;Cal;4\nBlues;Dee;\n"))
    assert [(p["no"], p["name"]) for p in result.data["added"]] == [(3, "Cal"), (4, "Dee")]
    assert host.column("Players", "No") == [1, 2, 3, 4]
    assert host.column("Players", "Name") == ["Ann", "Bea", "Cal", "Dee"]
    assert host.column("Players", "Club") == [None, None, "Reds", "Blues"]
    assert host.column("Players", "Seed") == [None, None, 4, None]
    assert not read_event(host.book).problems


def test_who_is_there_already_is_not_added_again(begin):
    """Case, spaces and accents make no new player; the note says where they are."""
    host = begin("Zoë Birch", "Bea")
    result = add_players.enter_players(host, text("Name\nzoe  BIRCH\nCal\n"))
    assert [p["name"] for p in result.data["added"]] == ["Cal"]
    assert result.data["already_there"] == [{"name": "zoe BIRCH", "cell": "Players!B2"}]
    assert "zoe BIRCH is already listed (Players!B2)" in result.warnings[0]


def test_blank_cells_of_who_is_there_are_filled_in(begin):
    """Identities that come later need no typing; what is typed there stays, and is told."""
    host = begin("Ann", "Bea", "Cal")
    host.type("Players", 3, Corp="Azmari")
    roster = "Name,Corp,Runner,Shirt\nann,Jinteki,Apex,M\nBea,Haas,Kit,\nCal,,,\nDee,NBN,,L\n"
    result = add_players.enter_players(host, text(roster))
    assert host.column("Players", "Corp") == ["Jinteki", "Azmari", None, "NBN"]
    assert host.column("Players", "Runner") == ["Apex", "Kit", None, None]
    assert host.column("Players", "Shirt") == ["M", None, None, "L"]
    assert "Filled in for 2 players already listed: Corp, Runner, Shirt." in result.message
    assert len(result.data["filled_in"]) == 4
    again, otherwise = result.warnings[:2]
    assert again == "Cal is already listed (Players!B4), and not added again."
    assert otherwise.endswith("3 stays 'Azmari'; the roster has 'Haas'.")
    (line,) = [row for row in host.book.sheets["Log"].rows if "filled in" in str(row[2])]
    assert line[2].endswith("ann, Corp: Jinteki, Runner: Apex, Shirt: M; Bea, Runner: Kit")
    before = host.book
    assert not add_players.enter_players(host, text(roster)).data["filled_in"]
    assert host.book is before


def test_who_comes_in_the_last_round_is_told_so(begin):
    """Nothing is promised that is not planned; a bye of that round is still to be had."""
    host = begin("Ann", "Bea", "Cal", Rounds="1")
    pair_round(host)
    (told,) = add_players.enter_players(host, text("Name\nDee\n")).warnings
    assert told.startswith(
        "Round 1 is the last one planned: they are listed, and will not be paired."
    )
    assert "whoever has the bye: xlplugin late" in told
    with clicked():
        (told,) = add_players.enter_players(host, text("Name\nEli\n")).warnings
    assert told.endswith("whoever has the bye: Pair late player")


@pytest.mark.parametrize("pasted", ["Name\nBea\nCal", "Bea; Cal", "Bea\nCal\n"])
def test_what_is_pasted_into_a_box_needs_no_tab(begin, pasted):
    """In lines, or where there is room for one only with semicolons between the names."""
    host = begin("Ann")
    add_players.add_pasted(host, pasted)
    assert host.column("Players", "Name") == ["Ann", "Bea", "Cal"]
    with pytest.raises(WorkbookProblems, match="nothing was pasted into the box"):
        add_players.add_pasted(host, "")


def test_after_round_1_they_are_late_entries(begin):
    """They play from the next round on, with losses for what they missed."""
    host = begin("Ann", "Bea", "Cal", "Dee")
    pair_round(host)
    host.play(1)
    result = add_players.enter_players(host, text("Name\nEli\nFay\n"))
    assert result.warnings == ["They come in with round 2: the rounds they missed are losses."]
    pair_round(host)
    assert {"Eli", "Fay"} <= {name for pair in pairs_of(host, 2) for name in pair}
    assert read_event(host.read()).by_no[5].name == "Eli"
    assert not check(host).data["differences"]


def test_a_roster_that_the_ruleset_refuses_changes_nothing(begin):
    """Whatever is wrong with the entries is told by the cells where they would be."""
    host = begin("Ann")
    before = host.book
    maybe = Player(0, "Bea", details={"Declines cut": "maybe"})
    with pytest.raises(WorkbookProblems) as error:
        add_players.enter_players(host, lambda _read: Roster("roster.csv", [maybe]))
    assert "Players!G3: 'maybe' is not allowed here" in str(error.value)
    assert host.book is before


def test_a_pasted_tab_is_a_roster(begin):
    """What is pasted into a tab Roster, in whatever order, needs no file."""
    host = begin("Ann")
    rows = [["Spring Cup"], [], ["#", "Club", "Player"], [1, "Reds", "Bea"], [2, None, "Cal"]]
    host.book = replace(host.book, sheets={**host.book.sheets, "roster": SheetData("roster", rows)})
    assert [
        p["name"] for p in add_players.enter_players(host, add_players.pasted).data["added"]
    ] == ["Bea", "Cal"]


def test_without_a_tab_to_paste_into_it_is_asked_for(begin):
    """The message names the tab."""
    with pytest.raises(WorkbookProblems, match="Roster: there is no such tab; add it"):
        add_players.enter_players(begin("Ann"), add_players.pasted)


def test_a_formula_on_the_pasted_tab_is_refused(begin):
    """A name that a formula gives cannot be read from a closed file."""
    host = begin("Ann")
    rows = [["Name"], [Formula("=A1")]]
    host.book = replace(host.book, sheets={**host.book.sheets, "Roster": SheetData("Roster", rows)})
    with pytest.raises(WorkbookProblems, match="Roster!A2: a formula"):
        add_players.enter_players(host, add_players.pasted)


@pytest.mark.on_files
def test_the_command_adds_a_roster(make_event, tmp_path):
    """The file has the new players, and the command says who they are."""
    event = make_event()
    late = tmp_path / "late.csv"
    late.write_text("Name;Present\nIvy Jade;x\nann;x\n", encoding="utf-8")
    told = event.json("players", late)
    assert told["added"] == [{"no": 9, "name": "Ivy Jade"}]
    assert told["already_there"] == [{"name": "ann", "cell": "Players!B2"}]
    assert event.rows("Players")[-1]["Name"] == "Ivy Jade"
    assert event.rows("Players")[-1]["Checked in"] == "Yes"


@pytest.mark.on_files
def test_the_command_takes_text_that_is_piped_in(make_event):
    """The clipboard reaches it through a pipe."""
    event = make_event()
    arguments = ["players", str(event.path), "-", "--json"]
    result = CliRunner().invoke(main, arguments, input="Nick\tTeam\nIvy\tReds\n")
    assert json.loads(result.stdout)["added"] == [{"no": 9, "name": "Ivy"}]


def test_new_says_the_same_of_its_roster(event_file, tmp_path):
    """Near-duplicates and lines left out are told when the workbook is made."""
    roster = tmp_path / "roster.csv"
    roster.write_text("Name\nAnn Birch\nBirch Ann\nTotal: 2\n", encoding="utf-8")
    event = event_file(tmp_path / "event.xlsx")
    told = event.done("new", "--ruleset", "nisei-swiss", "--players", roster).stderr
    assert "row 4: 'Total: 2' is taken for a total" in told
    assert "Players!B2 and B3: 'Ann Birch' and 'Birch Ann' may be one person" in told


def test_round_1_warns_of_names_typed_twice(begin):
    """Near-duplicates typed by hand are pointed out once, before anybody plays."""
    host = begin("Ann Birch", "Ann Brich", "Cal", "Dee")
    assert "Players!B2 and B3" in pair_round(host).warnings[0]
    host.play(1)
    assert not pair_round(host).warnings


# Check-in


def test_only_who_has_checked_in_is_paired(begin):
    """Whoever has not is left out, and named; the rounds suggested go by those who are here."""
    here = [Player(0, name, details={"Checked in": "Yes"}) for name in ("Ann", "Bea", "Cal", "Dee")]
    host = begin(*here, "Eli", "Fay", **{"Check-in": "Yes"})
    result = pair_round(host)
    assert {name for pair in pairs_of(host, 1) for name in pair} == {"Ann", "Bea", "Cal", "Dee"}
    (told,) = result.warnings
    assert told == (
        "Not checked in, so left out: Eli, Fay. To let them in later, type Yes in Checked in on "
        "Players; the rounds they miss are losses."
    )
    host.play(1)
    write_standings(host)
    assert sorted(host.column("Standings 1", "Player")) == ["Ann", "Bea", "Cal", "Dee"]
    assert not check(host).problems
    host.type("Players", 6, **{"Checked in": "Yes"})
    assert "left out: Fay." in pair_round(host).warnings[0]
    assert "Eli" in {name for pair in pairs_of(host, 2) for name in pair}
    host.play(2)
    write_standings(host)
    standings = dict(
        zip(*(host.column("Standings 2", h) for h in ("Player", "Missed")), strict=True)
    )
    assert (standings["Eli"], "Fay" in standings) == (1, False)
    result = check(host)
    assert not [*result.problems, *result.data["differences"]]


def test_marks_count_until_round_1_is_played(begin):
    """Paired again it goes by the marks as they are now; later a mark taken away takes nobody out."""
    players = (Player(0, name, details={"Checked in": "Yes"}) for name in "ABCDE")
    host = begin(*players, **{"Check-in": "Yes"})
    pair_round(host)
    host.type("Players", 6, **{"Checked in": None})
    assert "left out: E." in pair_round(host, again=True).warnings[0]
    assert {name for pair in pairs_of(host, 1) for name in pair} == {"A", "B", "C", "D"}
    assert not check(host).problems
    host.play(1)
    host.type("Players", 6, **{"Checked in": "Yes"})
    host.type("Players", 2, **{"Checked in": None})
    assert not pair_round(host).warnings
    assert "A" in {name for pair in pairs_of(host, 2) for name in pair}


def test_without_the_setting_marks_do_not_count(begin):
    """Everybody plays, marked or not."""
    host = begin("Ann", Player(0, "Bea", details={"Checked in": "Yes"}))
    host.set("Check-in", "No")
    pair_round(host)
    assert len(pairs_of(host, 1)) == 1


def test_nobody_checked_in_is_said_with_the_column(begin):
    """The message names the cell to begin with, and the setting."""
    host = begin("Ann", "Bea", **{"Check-in": "Yes"})
    with pytest.raises(WorkbookProblems, match=r"Players!H2: nobody has checked in, and Check-in"):
        pair_round(host)


@pytest.mark.parametrize(
    ("setting", "value", "header"),
    [("Check-in", "Yes", "Checked in"), ("Keep clubs apart", "Round 1", "Club")],
)
def test_a_setting_without_its_column_is_refused(begin, setting, value, header):
    """What the setting goes by must be there."""
    host = begin("Ann", "Bea")
    host.type("Players", 1, **{header: "Notes"})
    host.set(setting, value)
    with pytest.raises(WorkbookProblems, match=f"Players has no column {header}; type the header"):
        pair_round(host)


# Keeping apart


def test_clubs_do_not_meet_in_round_1(begin):
    """Four of each of two clubs: each table has one of either, and check agrees."""
    reds = [of_club(f"P{n}", club) for n, club in enumerate(("Reds", "reds ", "REDS", "Reds"))]
    blues = [of_club(name, "Blues") for name in "WXYZ"]
    for seed in "12345":
        host = begin(*reds, *blues, **{"Keep clubs apart": "Round 1", "Event seed": seed})
        assert not pair_round(host).warnings
        assert all((one[0] == "P") != (two[0] == "P") for one, two in pairs_of(host, 1))
        result = check(host)
        assert not [*result.problems, *result.data["differences"]]


def test_a_hand_edit_that_breaks_the_wish_is_told(begin):
    """Two of a club who need not meet are named by check."""
    host = begin(
        of_club("A", "Reds"), of_club("B", "Reds"), "X", "Y", **{"Keep clubs apart": "Round 1"}
    )
    pair_round(host)
    for row, (one, two) in enumerate([(1, 2), (3, 4)], 2):
        names = " ABXY"
        host.type("Round 1", row, **{"No 1": one, "No 2": two})
        host.type("Round 1", row, **{"Player 1": names[one], "Player 2": names[two]})
    (problem,) = map(str, check(host).problems)
    assert problem == (
        "Round 1: players of one club meet in round 1, of which none need to: A and B (Keep clubs "
        "apart)"
    )


def test_clubs_typed_after_the_round_break_no_wish(begin):
    """Neither the next pairing nor check says that they should have been kept apart."""
    host = begin("A", "B", "X", of_club("Y", "Reds"), **{"Keep clubs apart": "Round 1"})
    pair_round(host)
    host.play(1)
    for club, pair in zip(("Blues", "Reds"), pairs_of(host, 1), strict=True):
        for name in pair:
            host.type("Players", host.column("Players", "Name").index(name) + 2, Club=club)
    assert not [text for text in pair_round(host).warnings if "club" in text]
    assert check(host).problems == []


def test_the_setting_with_no_club_at_all_is_pointed_out(begin):
    """A wish that nobody's club answers to is not passed over in silence."""
    host = begin("Ann", "Bea", **{"Keep clubs apart": "Round 1"})
    assert "has nothing to do" in pair_round(host).warnings[0]


def test_players_with_one_label_never_meet(begin):
    """Not in any Swiss round; a label of several is one of them."""
    labels = {"Ann": "A, family", "Bea": "a", "Cal": "Family", "Dee": None, "Eli": "", "Fay": "B"}
    players = [Player(0, n, details={"Do not pair": v} if v else {}) for n, v in labels.items()]
    host = begin(*players)
    met = set()
    for number in range(1, 4):
        pair_round(host)
        host.play(number)
        met |= {frozenset(pair) for pair in pairs_of(host, number)}
    assert not met & {frozenset(("Ann", "Bea")), frozenset(("Ann", "Cal"))}
    result = check(host)
    assert not [*result.problems, *result.data["differences"]]


def test_a_formula_for_a_label_is_refused(begin):
    """A label that cannot be read must not be passed over."""
    host = begin("Ann", "Bea")
    host.type("Players", 2, **{"Do not pair": Formula("=B2")})
    with pytest.raises(WorkbookProblems, match="Players!J2: a formula; type the text"):
        pair_round(host)


WORDS = ("Jan", "Janek", "Anna", "Ann", "A", "J.", "Żaneta", "João", "Joao", "Kowalski", "Kowalsky",
         "Nowak", "Nowack", "Smith", "Smyth", "de", "la", "Lee", "Lea", "1", "2", "jankowalski", "x-y")  # fmt: skip


def test_no_two_names_that_are_alike_are_overlooked():
    """Though most pairs of names are not compared at all."""
    random = Random(7)
    for _ in range(60):
        names = [" ".join(random.choices(WORDS, k=random.randrange(4))) for _ in range(25)]
        among = set(random.sample(range(25), 5))
        words = [tuple(re.findall(r"\w+", key(name))) for name in names]
        alike = [
            (i, j)
            for j, two in enumerate(words)
            for i, one in enumerate(words[:j])
            if two and _are_alike(one, two)
        ]
        assert list(namesakes(names)) == alike
        assert list(namesakes(names, among)) == [pair for pair in alike if among & {*pair}]
