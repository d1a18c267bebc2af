"""Rosters as people have them: any column order, any encoding, Excel or CSV."""

from __future__ import annotations

import pandas as pd
import pytest
from openpyxl import Workbook

from engine import ruleset_named
from xlplugin.ground.problems import ERRORS
from xlplugin.roster.parse import roster_in_file

NISEI = ruleset_named("nisei-swiss")


@pytest.mark.parametrize(
    ("content", "names"),
    [
        (b"Ann\nBob\n", ["Ann", "Bob"]),
        (b"Club;Player\nX;Ann\nY;Bob\n", ["Ann", "Bob"]),
        (b"seed\tname\n1\tAnn\n2\tBob\n", ["Ann", "Bob"]),
        ("\ufeffName\nZoë\n".encode(), ["Zoë"]),
        ("Name\tClub\nZoë\tX\n".encode("utf-16"), ["Zoë"]),
        (b'Name,Notes\nAnn,"two\r\nlines"\n', ["Ann"]),
        (b'Name,Club\n"Doe, Jane",X\n\n  \nBob,\n', ["Doe, Jane", "Bob"]),
        (b"Name\n=1+1\n007\nNA\nnull\n", ["=1+1", "007", "NA", "null"]),
        ("Name\nZoë\n".encode("utf-16-le"), ["Zoë"]),
        ("Gracz;Miasto\nŁukasz Żądło;X\nŁąka;Y\n".encode("cp1250"), ["Łukasz Żądło", "Łąka"]),
        (b"Club|Player\r\nX|Ann\r\nY|Bob\r\n", ["Ann", "Bob"]),
        (b"Name\nDoe, Jane\nRoe, Rick\n", ["Doe, Jane", "Roe, Rick"]),
        (b'Player\tClub\n"Ace" Ann\tX\nBob\tY\n', ['"Ace" Ann', "Bob"]),
        ("Name\n\u00a0Ann\u00a0 Birch \n\u200bBob\n".encode(), ["Ann Birch", "Bob"]),
        (b"\n\nName\n\nAnn\n\nBob\n\n", ["Ann", "Bob"]),
        (b"Spring Cup;;\n;;\nNr;Nick;Club\n1;Ann;X\n2;Bob;Y\n3;;\n", ["Ann", "Bob"]),
        (b"Spring Cup\n\nName\nAnn\nBob\n", ["Ann", "Bob"]),
        (b"1. Ann\n2. Bob\n", ["Ann", "Bob"]),
        (b"Ann\nNick\nPlayer\n", ["Ann", "Nick", "Player"]),
        (b"Name,Seed\nAnn,1\nSum,2\nTotal,2\n", ["Ann", "Sum"]),
        (b"Name\nAnn\nBob\n2 players\n", ["Ann", "Bob"]),
    ],
)
def test_names_are_found(tmp_path, content, names):
    """Whatever the separator, the encoding or the header, names come through as typed."""
    path = tmp_path / "roster.csv"
    path.write_bytes(content)
    assert [player.name for player in roster_in_file(path, NISEI).players] == names


def test_other_columns_come_along(tmp_path):
    """Seeds, byes and identities are taken; unknown columns keep their header."""
    path = tmp_path / "roster.csv"
    path.write_text(
        "Name,Seed,First-round bye,runner,Town,Fixed table,Status\nAnn,3,yes,Leela,Ulm,7,dropped\n"
    )
    (ann,) = roster_in_file(path, NISEI).players
    assert (ann.seed, ann.first_round_bye, ann.fixed_table) == (3, True, 7)
    assert ann.status == "Dropped"
    assert ann.details == {"Runner": "Leela", "Town": "Ulm"}


def test_an_excel_roster_is_read(tmp_path):
    """A workbook with a column of names does as well."""
    path = tmp_path / "roster.xlsx"
    pd.DataFrame({"Club": ["X", "Y"], "Name": ["Ann", "Bob"]}).to_excel(path, index=False)
    assert [player.name for player in roster_in_file(path, NISEI).players] == ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "cannot be read as a table"),
        ("Club,Town\nX,Y\n", "no column is headed Name"),
        ("Name,Seed\nAnn,first\n,2\n", "row 2: the seed 'first' is not a whole number"),
        ("Name,First-round bye\nAnn,ja\n", "row 2: the first-round bye 'ja' is not one of yes"),
        ("Name,Status\nAnn,gone\n", "row 2: the status 'gone' is not one of Active"),
        ("Name,Seed\nAnn,first\n,2\n", "row 3: no name"),
    ],
)
def test_what_is_wrong_with_a_roster_is_told(tmp_path, content, said):
    """Every bad row is named."""
    path = tmp_path / "roster.csv"
    path.write_text(content)
    with pytest.raises(ERRORS, match="roster") as error:
        roster_in_file(path, NISEI)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("headers", "row", "name"),
    [
        ("Full name,Nick", "Ann Birch,ace", "Ann Birch"),
        ("PLAYER NAME *,Club", "Ann Birch,X", "Ann Birch"),
        ("Handle,E-mail", "ace,a@b", "ace"),
        ("First name,Last name", "Ann,Birch", "Ann Birch"),
        ("Last Name,First Name,Nick", "Birch,Ann,ace", "Ann Birch"),
        ("Name,Surname", "Ann,Birch", "Ann Birch"),
        ("Imię i nazwisko,Miasto", "Ann Birch,X", "Ann Birch"),
        ("Imię,Nazwisko", "Ann,Birch", "Ann Birch"),
        ("Vorname,Name", "Ann,Birch", "Ann Birch"),
        ("First name,Name", "Ann,Ann Birch", "Ann Birch"),
        ("Nom,Prénom", "Birch,Ann", "Ann Birch"),
        ("Name,Nick", "Ann Birch,ace", "Ann Birch"),
        ("First name,Last name", "Ann,", "Ann"),
    ],
)
def test_columns_of_names_are_known_in_the_languages_of_the_hobby(tmp_path, headers, row, name):
    """Names are found under the headers that people use, and put together from their parts."""
    path = tmp_path / "roster.csv"
    path.write_text(f"{headers}\n{row}\n", encoding="utf-8")
    assert [player.name for player in roster_in_file(path, NISEI).players] == [name]


@pytest.mark.parametrize(
    ("header", "cell", "expected"),
    [
        ("Rank", "3", {"seed": 3}),
        ("Bye", "x", {"first_round_bye": True}),
        ("Team", "Reds", {"details": {"Club": "Reds"}}),
        ("Corp ID", "Jinteki", {"details": {"Corp": "Jinteki"}}),
        ("Runner (ID)", "Leela", {"details": {"Runner": "Leela"}}),
        ("Check-in", "✓", {"details": {"Checked in": "Yes"}}),
        ("Present", "n", {"details": {}}),
        ("Obecny", "tak", {"details": {"Checked in": "Yes"}}),
        ("Paid", "15 EUR", {"details": {"Checked in": "Yes"}}),
        ("Paid", "0,00", {"details": {}}),
        ("Don't pair", "A, B", {"details": {"Do not pair": "A, B"}}),
        ("Shirt size", "M", {"details": {"Shirt size": "M"}}),
        ("Army1", "Borgo", {"details": {"Army1": "Borgo"}}),
    ],
)
def test_other_columns_are_known_by_what_people_call_them(tmp_path, header, cell, expected):
    """What the ruleset knows goes into its column, anything else keeps its header."""
    path = tmp_path / "roster.csv"
    path.write_text(f"Name;{header}\nAnn;{cell}\n", encoding="utf-8")
    (ann,) = roster_in_file(path, NISEI).players
    assert {field: getattr(ann, field) for field in expected} == expected


def test_armies_are_known_where_the_ruleset_has_them(tmp_path):
    """The columns of one ruleset are unknown to another."""
    path = tmp_path / "roster.csv"
    path.write_text("Name,Army1,Armia 2\nAnn,Borgo,Vegas\n", encoding="utf-8")
    (ann,) = roster_in_file(path, ruleset_named("hex")).players
    assert ann.details == {"Army 1": "Borgo", "Army 2": "Vegas"}


def test_two_columns_of_one_kind_do_not_mix(tmp_path):
    """The nearest header counts, the other column keeps its own."""
    path = tmp_path / "roster.csv"
    path.write_text("Name,Full name,City,Club,Nick\nann,Ann Birch,Ulm,Reds,ace\n", encoding="utf-8")
    (ann,) = roster_in_file(path, NISEI).players
    assert ann.name == "Ann Birch"
    assert ann.details == {"Other name": "ann", "City": "Ulm", "Club": "Reds", "Nick": "ace"}


def test_an_excel_roster_with_a_cell_far_away_is_refused(tmp_path):
    """The fast reader would end the whole program."""
    path = tmp_path / "roster.xlsx"
    workbook = Workbook()
    workbook.active.append(["Name"])
    workbook.active["XFD1048576"] = "end"
    workbook.save(path)
    with pytest.raises(ERRORS, match=r"roster\.xlsx: cells of the tab Sheet are too far"):
        roster_in_file(path, NISEI)


def test_the_sheet_with_names_is_found(tmp_path):
    """Of several sheets it is the one with the headers, wherever they begin."""
    path = tmp_path / "roster.xlsx"
    with pd.ExcelWriter(path) as writer:
        pd.DataFrame({"Cost": [1, 2]}).to_excel(writer, sheet_name="Budget", index=False)
        frame = pd.DataFrame({"Club": ["X", None], "Player": ["Ann", "Bob"], "Rank": [1, None]})
        frame.to_excel(writer, sheet_name="Entries", index=False, startrow=3, startcol=1)
    roster = roster_in_file(path, NISEI)
    assert [(p.name, p.seed, p.details) for p in roster.players] == [
        ("Ann", 1, {"Club": "X"}), ("Bob", None, {}),
    ]  # fmt: skip
    assert roster.source == "roster.xlsx (Entries)"


def test_what_is_left_out_is_told(tmp_path):
    """A line of totals is no player, and the organizer hears of it."""
    path = tmp_path / "roster.csv"
    path.write_text("Name;Paid\nAnn;15\nRazem;15\n", encoding="utf-8")
    assert roster_in_file(path, NISEI).notes == [
        "roster.csv, row 3: 'Razem 15' is taken for a total and left out."
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            "Name\nAnn Birch\n\nANN  birch\n",
            "roster.csv: Line 4 repeats line 2 (ANN birch). Two people: add a nickname. One",
        ),
        ("Name\nZoë\nZoe\n", "Line 3 repeats line 2 (Zoe). "),
        ("Name,Notes\nAnn,a,b\n", "row 2: 'b' is beyond the last header"),
        ("Name,Notes,Notes\nAnn,a,b\n", "row 1: two columns are headed 'Notes'"),
        ("Name,Present\nAnn,later\n", "row 2: the checked in 'later' is neither yes nor no"),
        ('Name,Club\n"Ann,X\nBob,Y\n', "cannot be read as a table"),
    ],
)
def test_what_a_roster_leaves_open_is_asked(tmp_path, content, said):
    """Nothing is guessed that would lose a player or a cell."""
    path = tmp_path / "roster.csv"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ERRORS, match="roster") as error:
        roster_in_file(path, NISEI)
    assert said in str(error.value)
