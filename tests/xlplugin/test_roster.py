"""Rosters as people have them: any column order, any encoding, Excel or CSV."""

from __future__ import annotations

import pandas as pd
import pytest

from engine import TournamentError, ruleset_named
from xlplugin.roster import read_roster

NISEI = ruleset_named("nisei-swiss")


@pytest.mark.parametrize(
    ("content", "names"),
    [
        (b"Name\nAnn\nBob\n", ["Ann", "Bob"]),
        (b"Ann\nBob\n", ["Ann", "Bob"]),
        (b"Club;Player\nX;Ann\nY;Bob\n", ["Ann", "Bob"]),
        (b"seed\tname\n1\tAnn\n2\tBob\n", ["Ann", "Bob"]),
        ("\ufeffName\nZoë\n".encode(), ["Zoë"]),
        ("Name\nZoë\n".encode("cp1252"), ["Zoë"]),
        ("Name\tClub\nZoë\tX\n".encode("utf-16"), ["Zoë"]),
        (b'Name,Notes\nAnn,"two\r\nlines"\n', ["Ann"]),
        (b'Name,Club\n"Doe, Jane",X\n\n  \nBob,\n', ["Doe, Jane", "Bob"]),
        (b"Name\n=1+1\n007\nNA\nnull\n", ["=1+1", "007", "NA", "null"]),
    ],
)
def test_names_are_found(tmp_path, content, names):
    """Whatever the separator, the encoding or the header, names come through as typed."""
    path = tmp_path / "roster.csv"
    path.write_bytes(content)
    assert [player.name for player in read_roster(path, NISEI)] == names


def test_other_columns_come_along(tmp_path):
    """Seeds, byes and identities are taken; unknown columns keep their header."""
    path = tmp_path / "roster.csv"
    path.write_text(
        "Name,Seed,First-round bye,runner,Town,Fixed table,Status\nAnn,3,yes,Leela,Ulm,7,dropped\n"
    )
    (ann,) = read_roster(path, NISEI)
    assert (ann.seed, ann.first_round_bye, ann.fixed_table) == (3, True, 7)
    assert ann.status == "Dropped"
    assert ann.details == {"Runner": "Leela", "Town": "Ulm"}


def test_an_excel_roster_is_read(tmp_path):
    """A workbook with a column of names does as well."""
    path = tmp_path / "roster.xlsx"
    pd.DataFrame({"Club": ["X", "Y"], "Name": ["Ann", "Bob"]}).to_excel(path, index=False)
    assert [player.name for player in read_roster(path, NISEI)] == ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "cannot be read as a roster"),
        ("Name\n", "there are no names in it"),
        ("Club,Town\nX,Y\n", "no column is headed Name"),
        ("Name,Seed\nAnn,first\n,2\n", "row 2: the seed 'first' is no whole number"),
        ("Name,First-round bye\nAnn,ja\n", "row 2: the first-round bye 'ja' is none of yes"),
        ("Name,Status\nAnn,gone\n", "row 2: the status 'gone' is none of Active"),
        ("Name,Seed\nAnn,first\n,2\n", "row 3: no name"),
    ],
)
def test_what_is_wrong_with_a_roster_is_told(tmp_path, content, said):
    """Every bad row is named."""
    path = tmp_path / "roster.csv"
    path.write_text(content)
    with pytest.raises(TournamentError, match="roster") as error:
        read_roster(path, NISEI)
    assert said in str(error.value)
