"""A whole event as a table of results: in with one command, every fault of it by cell."""

from __future__ import annotations

import csv
import io

import pytest
from elsewhere import as_options, random_event, roster_of, table_of, written
from openpyxl import Workbook

from engine import RULESETS, rank, ruleset_named
from xlplugin.workbook.reading.reader import read_event

import campaigns
from cases import each
from values_only import ValuesHost

HEADERS = "Round,Player 1,Player 2,P1 Corp,P1 Runner,Special"
ROUNDS = ("1,Ann,Bea,W,L,", "1,Cal,Dee,W,W,", "2,Ann,Cal,D,D,", "2,Bea,Dee,,,ID", "2,Eli,,,,")


@pytest.fixture
def event(event_file, tmp_path):
    """A workbook that is not there yet, beside a folder for sources."""
    (tmp_path / "sources").mkdir()
    return event_file(tmp_path / "event.xlsx")


@pytest.fixture
def source(tmp_path):
    """Write a table of results, by default some rounds of ``nisei-swiss``, and give its file."""

    def write(*lines, header=HEADERS, name="results.csv", encoding="utf-8"):
        path = tmp_path / "sources" / name
        path.write_bytes("\n".join([header, *(lines or ROUNDS)]).encode(encoding))
        return path

    return write


def imported(event, file, *options, ruleset="nisei-swiss"):
    """Import a table, which must succeed, and give what the command said."""
    done = event.run_bare("import", file, event.path, "--ruleset", ruleset, *options)
    assert done.exit_code == 0, done.output
    return done


def refused(event, file, *options, ruleset="nisei-swiss", status=1):
    """Import a table that must be refused, with nothing written, and give why."""
    before = event.folder()
    done = event.run_bare("import", file, event.path, "--ruleset", ruleset, *options)
    assert done.exit_code == status, done.output
    assert event.folder() == before
    return done.stderr


def points(event):
    """Everybody's points by name."""
    return {line["player"]: line["points"] for line in event.json("standings")["standings"]}


EXPECTED = {"Ann": 5, "Bea": 6, "Cal": 8, "Dee": 3, "Eli": 6}


def test_a_table_becomes_an_event(event, source):
    """Players in the order in which they appear, byes, agreed draws; the event is checked and goes on."""
    told = imported(event, source()).output
    assert "5 players, 2 rounds" in told
    assert [row["Name"] for row in event.rows("Players")] == ["Ann", "Bea", "Cal", "Dee", "Eli"]
    assert points(event) == EXPECTED
    assert event.json("check") == {"differences": [], "problems": []}
    assert event.json("pair")["round"] == 3


WRITTEN = {
    "semicolons": ("results.csv", "utf-8", lambda text: text.replace(",", ";")),
    "tabs": ("results.tsv", "utf-8", lambda text: text.replace(",", "\t")),
    "UTF-16": ("results.txt", "utf-16", lambda text: text.replace(",", "\t")),
    "an old Windows": ("results.csv", "cp1252", lambda text: text),
    "a title above": ("results.csv", "utf-8-sig", lambda text: f"Our event,,,,,\n\n{text}"),
    "capitals": ("results.csv", "utf-8", lambda text: text.replace("Player 1", "PLAYER_1 *")),
    "small letters": ("results.csv", "utf-8", str.lower),
    "lines of Windows": ("results.csv", "utf-8", lambda text: text.replace("\n", "\r\n")),
}


@each("written", WRITTEN)
def test_a_table_is_read_however_it_is_written(event, source, written):
    """Separators, encodings, titles, capitals of headers and entries make no difference."""
    name, encoding, change = WRITTEN[written]
    header, *lines = change("\n".join([HEADERS, *ROUNDS])).split("\n")
    imported(event, source(*lines, header=header, name=name, encoding=encoding))
    assert {name.title(): value for name, value in points(event).items()} == EXPECTED
    event.path.unlink()


def test_columns_in_any_order_others_ignored(event, source):
    """The order of columns does not count, nor do columns that a round tab does not have."""
    rows = csv.DictReader(io.StringIO("\n".join([HEADERS, *ROUNDS])))
    header = "Judge,Special,P1 Runner,Player 2,Round,P1 Corp,Player 1,Notes"
    lines = [",".join(row.get(h, "x") for h in header.split(",")) for row in rows]
    imported(event, source(*lines, header=header))
    assert points(event) == EXPECTED


@pytest.mark.on_files
def test_a_sheet_of_an_excel_file_is_found(event, tmp_path):
    """The sheet with the results is taken; a fault names it."""
    workbook, path = Workbook(), tmp_path / "sources" / "results.xlsx"
    workbook.active.append(["Nothing here"])
    sheet = workbook.create_sheet("Matches")
    for line in (HEADERS, *ROUNDS):
        sheet.append([int(v) if v.isdigit() else v or None for v in line.split(",")])
    workbook.save(path)
    imported(event, path)
    assert points(event) == EXPECTED
    sheet["D3"] = 7
    workbook.save(path)
    event.path.unlink()
    assert "results.xlsx (Matches)!D3: '7' is not allowed here" in refused(event, path)


def test_tables_are_kept_and_filled_in(event, source):
    """Tables as they are given; others are free ones, byes last."""
    rows = ("1,,Ann,,", "1,2,Bea,Cal,W", "1,,Dee,Eli,W", "1,7,Fay,Gus,L")
    header = "Round,Table,Player 1,Player 2,P1 Corp,P1 Runner"
    lines = [f"{row},{'W' if row[-1] in 'WL' else ''}" for row in rows]
    imported(event, source(*lines, header=header))
    tables = {row["Player 1"]: row["Table"] for row in event.rows("Round 1")}
    assert tables == {"Ann": 3, "Bea": 2, "Dee": 1, "Fay": 7}


def test_one_name_is_one_player_and_that_is_told(event, source):
    """Capitals, spaces and accents make nobody another player; each writing is told once."""
    lines = ("1,Łucja Żak,Bea,W,L,", "2,BEA,lucja  zak,D,D,", "3,Bea,lucja  zak,,,ID")
    told = imported(event, source(*lines)).output
    assert told.count("results.csv!C3: lucja zak is taken for Łucja Żak.") == 1
    assert "results.csv!B3: BEA is taken for Bea." in told
    assert [row["Name"] for row in event.rows("Players")] == ["Łucja Żak", "Bea"]


def test_names_that_may_be_one_person_are_told(event, source):
    """A slip in a name makes two players; both cells are named."""
    told = imported(event, source("1,Alexander,Bea,W,L,", "2,Alexandre,Bea,D,D,")).output
    assert "'Alexander' and 'Alexandre' may be one person; if so, correct results.csv" in told


def test_a_roster_comes_first_with_what_it_says(event, source):
    """The roster's order and columns; those who are in the results alone follow, and are told."""
    roster = event.path.parent / "sources" / "roster.csv"
    roster.write_text("Name,Club,Status\nDee,North,\nANN,South,\nZoe,,Disqualified\n")
    told = imported(event, source(), "--players", roster).output
    rows = [(row["No"], row["Name"], row["Club"]) for row in event.rows("Players")]
    assert rows[:3] == [(1, "Dee", "North"), (2, "ANN", "South"), (3, "Zoe", None)]
    assert [name for _, name, _ in rows[3:]] == ["Bea", "Cal", "Eli"]
    assert "3 players are in the results alone: Bea, Cal, Eli." in told
    statuses = {row["Name"]: row["Status"] for row in event.rows("Players")}
    assert (statuses["Zoe"], statuses["ANN"], statuses["Dee"]) == (
        "Disqualified",
        "Active",
        "Active",
    )


@pytest.mark.parametrize(
    ("header", "status"), [("Name,Status", "Active"), ("Name,Club", "Dropped")]
)
def test_who_is_not_in_the_last_round_has_dropped_unless_the_roster_says(
    event, source, header, status
):
    """A roster with statuses has the last word on its players."""
    roster = event.path.parent / "sources" / "roster.csv"
    roster.write_text(f"{header}\nAnn,\nBea,\nCal,\nDee,\n")
    imported(event, source(*ROUNDS[:2], "2,Ann,Bea,W,W,"), "--players", roster)
    statuses = [row["Status"] for row in event.rows("Players")]
    assert statuses == ["Active", "Active", status, status]


def test_who_has_played_all_rounds_has_not_dropped(event, source):
    """With two wins, or two losses, nobody plays on."""
    header, rows = "Round,Player 1,Player 2,Winner", ("1,Ann,Bea,1", "1,Cal,Dee,1", "2,Ann,Cal,1")
    file = source(*rows, "2,Bea,Dee,1", "3,Bea,Cal,2", header=header)
    imported(event, file, "--set", "Wins and losses=2:2", ruleset="own")
    assert {row["Status"] for row in event.rows("Players")} == {"Active"}
    event.path.unlink()
    assert "2 players not in the last round" in imported(event, file, ruleset="own").output


def test_an_open_last_round_goes_on(event, source):
    """Results of the last round may be missing; they are typed on its tab."""
    told = imported(event, source(*ROUNDS[:2], "2,Ann,Cal,,,", "2,Bea,Dee,W,,")).output
    assert "2 results of round 2 are missing: type them on its tab." in told
    event.type("Round 2", 2, **{"P1 Corp": "W", "P1 Runner": "W"})
    event.type("Round 2", 3, **{"P1 Runner": "W"})
    assert points(event)["Ann"] == 9


FAULTS = {
    "an unknown result": (("1,Ann,Bea,X,W,",), "!D2: 'X' is not allowed here; choose one of: W, L, D"),
    "an unknown special": (("1,Ann,Bea,,,Rain",), "!F2: 'Rain' is not allowed here"),
    "no round": ((",Ann,Bea,W,W,",), "!A2: the round is missing"),
    "a round that is none": (("one,Ann,Bea,W,W,",), "!A2: 'one' is not a whole number from 1 to 60"),
    "a round beyond all": (("61,Ann,Bea,W,W,",), "!A2: '61' is not a whole number from 1 to 60"),
    "a player twice": (
        ("1,Ann,Bea,W,W,", "1,Cal,ann,W,W,"),
        "!C3: Ann is already in round 1, in B2; a player has one match a round",
    ),
    "a player against themselves": (("1,Ann,Ann,W,W,",), "!C2: Ann is already in round 1, in B2"),
    "a round that is missing": (
        ("1,Ann,Bea,W,W,", "3,Ann,Bea,W,W,"), ": round 2 is missing: the last one is 3",
    ),
    "a result that is missing": (
        ("1,Ann,Bea,W,,", "2,Ann,Bea,W,W,"), "!E2: the result is missing; type it",
    ),
    "nobody": (("1,,,W,W,",), "!B2: there is no player"),
    "a bye on the left": (("1,,Ann,,,",), "!B2: there is no player"),
    "a bye of two": (("1,Ann,Bea,,,Bye",), "!F2: Bye, but two players"),
    "an absent nobody": (("1,Ann,,,,No-show 2",), "!C2: no opponent"),
    "a bye with a result": (("1,Ann,,W,W,",), "!D2: the result contradicts itself"),
    "half a bye": (("1,Ann,,,,Half bye",), "!F2: 'Half bye' is not allowed here"),
    "no matches": ((",,,,,",), ": there are no matches"),
    "a name too long": ((f"1,{'A' * 300},Bea,W,W,",), "!B2: the name has 300 characters"),
    "a name for nobody": (("1,A\x07nn,Bea,W,W,",), "!B2: the name 'A\\x07nn' has characters"),
}  # fmt: skip


@each("fault", FAULTS)
def test_what_is_wrong_is_told_by_cell(event, source, fault):
    """Nothing is written, and the message says where and what."""
    lines, words = FAULTS[fault]
    assert f"results.csv{words}" in refused(event, source(*lines))


def test_everything_wrong_is_told_at_once(event, source):
    """Faults of cells in the order of rows, then those of the whole."""
    lines = ("1,Ann,Bea,X,W,", "1,Ann,Cal,W,W,", "4,Dee,Dee,W,W,", "x,Eli,,,,")
    told = refused(event, source(*lines)).splitlines()
    cells = [line.split(": ")[0].removeprefix("results.csv") for line in told[:-1]]
    assert cells == ["!D2", "!B3", "!C4", "!A5", "", ""]
    assert told[-1] == "Nothing was written: 6 problems, see above."


HEADS = {
    "a roster": (
        "Name,Club",
        "is not a table of results: it has no column Round, Player 1, Player 2",
    ),
    "a table without a result": ("Round,Player 1,Player 2", "the header 'P1 Corp' is missing"),
    "a column twice": (HEADERS + ",P1 corp", "!G1: there are two columns 'P1 Corp'"),
}


@each("head", HEADS)
def test_a_table_without_its_columns_is_refused(event, source, head):
    """A column that is missing, or there twice, is named."""
    header, words = HEADS[head]
    assert words in refused(event, source("1,2,3,4,5,6,7", header=header))


def test_the_rules_must_be_named(event, source):
    """A table does not say which rules it follows."""
    done = event.run_bare("import", source(), event.path)
    assert done.exit_code == 2
    assert "--ruleset nisei-swiss" in done.stderr


def test_rules_and_roster_go_with_a_table(event, source):
    """A file of NRTM says both itself."""
    file = source(header="{", name="results.json")
    for option in (("--ruleset", "trc"), ("--rules", "magic"), ("--players", file)):
        done = event.run_bare("import", file, event.path, *option)
        assert done.exit_code == 2
        assert f"{option[0]} does not go with results.json" in done.stderr


def test_far_too_much_is_refused(event, source):
    """A table of more games than any event has is refused before anything else."""
    lines = (f"1,A{n},B{n},W,W," for n in range(3001))
    assert "has 3001 games; the maximum is 3000" in refused(event, source(*lines))
    lines = (f"1,A{n},B{n},W,W," for n in range(1001))
    assert "there are 2002 players; the maximum is 2000" in refused(event, source(*lines))


def test_more_rounds_than_a_ruleset_has_are_refused(event, source):
    """A document that ends after some rounds is followed; why is said."""
    lines = (f"{n},Ann,Bea,9,3" for n in range(1, 7))
    told = refused(event, source(*lines, header="Round,Player 1,Player 2,HQ 1,HQ 2"), ruleset="hex")
    assert "results.csv: there are 6 rounds, but there can be at most 5: " in told


def test_what_a_ruleset_finds_is_told_where_it_is_in_the_table(event, source):
    """A result that is asked about has its place in the table, and may be confirmed there."""
    header, line = "Round,Player 1,Player 2,HQ 1,HQ 2,Confirmed", "1,Ann,Bea,46,3,"
    told = refused(event, source("1,Cal,Dee,4,4,", line, header=header), ruleset="hex")
    assert "results.csv!D3: Ann: 46 is more than the 20 that a headquarters has" in told
    imported(event, source(line + "yes", header=header), ruleset="hex")
    assert event.json("check") == {"differences": [], "problems": []}


def test_settings_count_before_results_are_read(event, source):
    """A setting that allows an entry counts, and one that cannot be is refused first."""
    header = "Round,Player 1,Player 2,G1 P1,G1 P2,G2 P1,G2 P2,Special"
    file = source("1,Ann,Bea,,,,,ID", header=header)
    told = refused(event, file, ruleset="trc")
    assert 'clear it, and type what was played; to allow it, add --set "Intentional draws=' in told
    setting = told.partition('add --set "')[2].partition('"')[0]
    name = setting.partition("=")[0]
    assert f"{name}" in refused(event, file, "--set", f"{name}=Perhaps", ruleset="trc")
    imported(event, file, "--set", setting, ruleset="trc")
    assert points(event) == {"Ann": 1.5, "Bea": 1.5}


@pytest.mark.parametrize("name", RULESETS)
def test_random_events_stand_as_the_engine_has_them(event, tmp_path, name):
    """The points and exact tiebreaks of random events of every ruleset, drops and late entries included."""
    ruleset, failures = ruleset_named(name), []
    for number in range(campaigns.some(2)):
        played = random_event(name, number)
        file = written(tmp_path / "sources" / "results.csv", table_of(played, name))
        roster = written(tmp_path / "sources" / "roster.csv", roster_of(played))
        event.path.unlink(missing_ok=True)
        imported(event, file, "--players", roster, *as_options(played), ruleset=name)
        read = read_event(ValuesHost(event.path).read()).tournament()
        ours, after = (
            {line.no: (line.rank, line.points, line.tiebreaks) for line in rank(each, ruleset)}
            for each in (played, read)
        )
        if ours != after:
            failures.append((number, ours, after))
    assert failures == []
