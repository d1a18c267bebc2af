"""Events, seasons and plans as frames of pandas: what the exports have, with documented types, and no file changed."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pandas as pd
import pytest
from published import play

import xlplugin
from xlplugin.doors.frames.event import EventFrames
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.verbs.frame import read_clean

import campaigns
from as_exported import differences
from values_only import ValuesHost

ROOT = Path(__file__).parents[2]
SAMPLES = sorted((ROOT / "samples").glob("*.xlsx"))
OLD = sorted((ROOT / "tests" / "fixtures" / "0.1.0").glob("*.xls?"))
FRAMES = ("players", "rounds", "results", "notes")
KINDS = {"Int64", "float64", "string", "boolean", "object"}


@pytest.fixture(autouse=True)
def _in_the_project(monkeypatch):
    """The page names files by their place in the project."""
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize(
    "path", [*SAMPLES, *OLD], ids=lambda path: f"{path.parent.name} {path.name}"
)
def test_the_frames_have_what_the_exports_have(path):
    """Every cell of the samples, and of workbooks of 0.1.0."""
    assert differences(read_clean(FileHost(path).read())) == []


@pytest.mark.parametrize("number", range(campaigns.some(14)))
def test_random_events_are_as_exported(new_host, number):
    """Late entries, drops, penalties, tables changed by hand, cuts, under every ruleset in turn."""
    assert differences(read_clean(play(new_host, number).read())) == []


def test_the_page_is_true():
    """Every example in docs/pandas.md prints what it says there."""
    page = ROOT / "docs" / "pandas.md"
    flags = doctest.NORMALIZE_WHITESPACE
    failed, tried = doctest.testfile(str(page), module_relative=False, optionflags=flags)
    assert (failed, tried > 15) == (0, True)


@pytest.mark.parametrize("name", ["nisei-swiss-24", "hex-16", "own-24", "ntp-13"])
def test_every_column_is_on_the_page_and_has_one_type_in_every_event(name):
    """Columns in small letters are named on the page; types are those that it names, in every event."""
    page = (ROOT / "docs" / "pandas.md").read_text(encoding="utf-8")
    event, other = (xlplugin.open(path) for path in (f"samples/{name}.xlsx", SAMPLES[0]))
    frames = {frame: getattr(event, frame) for frame in FRAMES}
    frames |= {"standings": event.standings(), "pairings": event.pairings(1)}
    others = {frame: getattr(other, frame) for frame in FRAMES}
    for frame, found in frames.items():
        assert {str(kind) for kind in found.dtypes} <= KINDS - {"object"}
        named = [column for column in found if re.fullmatch("[a-z][a-z0-9_]*", column)]
        assert [column for column in named if f"`{column}`" not in page] == []
        shared = set(named) & set(others.get(frame, ()))
        assert {c: found[c].dtype for c in shared} == {c: others[frame][c].dtype for c in shared}
        assert list(found.index) == list(range(len(found)))


def test_numbers_are_exact_on_request():
    """Fractions in place of floats, and nothing else is another type."""
    rounded, exact = (xlplugin.open("samples/ntp-13.xlsx", exact=e) for e in (False, True))
    one, two = rounded.standings(), exact.standings()
    numbers = [column for column in one if one[column].dtype == "float64"]
    assert "points" in numbers
    assert all(isinstance(value, Fraction) for value in two["points"])
    assert Fraction(19, 2) in set(two["points"])
    pd.testing.assert_frame_equal(one, two.astype(dict.fromkeys(numbers, "float64")))
    assert list(exact.rounds["points1"].dropna().map(type).unique()) == [Fraction]


def test_a_workbook_that_is_open_elsewhere_is_read_with_a_warning(tmp_path):
    """As by every command: what is typed there and not saved is left out."""
    path = tmp_path / "cup.xlsx"
    path.write_bytes(SAMPLES[0].read_bytes())
    (tmp_path / ".~lock.cup.xlsx#").write_text(",ann,pc,24.11.2026 15:00,file:///;")
    warning = xlplugin.open(path).warnings[0]
    assert warning.startswith("cup.xlsx is open in LibreOffice (ann, on pc")


def test_a_frame_is_its_owners():
    """What is done to one shows in no other, and the file stays as it is."""
    before = SAMPLES[0].read_bytes()
    event = xlplugin.open(SAMPLES[0])
    mine = event.players
    mine.loc[0, "name"] = "Nobody"
    assert "Nobody" not in set(event.players["name"])
    assert SAMPLES[0].read_bytes() == before


@pytest.mark.on_files
def test_missing_results_are_missing(make_event):
    """A round without results has pairings, no points and no outcome; every missing one is told."""
    path = make_event(5, 1, finished=False).path
    event = xlplugin.open(str(path))
    results = event.results
    assert results["outcome"].fillna("-").value_counts().to_dict() == {"-": 4, "bye": 1}
    assert results["points"].isna().sum() == 4
    assert results.loc[results["outcome"] == "bye", "opponent_no"].isna().all()
    assert len(event.pairings("round 1")) == 3
    with pytest.raises(xlplugin.WorkbookProblems) as told:
        event.standings(after=1)
    assert {(p.sheet, p.row) for p in told.value.problems} == {("Round 1", 2), ("Round 1", 3)}
    assert all(p.what and p.remedy for p in told.value.problems)


def test_who_does_not_come_has_lost(make_event):
    """Both have, where neither came: they have no points, as after no draw."""
    event = make_event(6, 1, finished=False)
    for row, special in ((2, "Double no-show"), (3, "No-show 1"), (4, "ID")):
        event.type("Round 1", row, Special=special)
    results = EventFrames(read_clean(ValuesHost(event.path).read()), exact=True).results
    outcomes = results.groupby("special")["outcome"].apply(list).to_dict()
    assert outcomes == {
        "Double no-show": ["lost", "lost"], "No-show 1": ["lost", "won"], "ID": ["drawn", "drawn"]
    }  # fmt: skip


@pytest.mark.on_files
def test_everything_that_is_wrong_is_one_error(make_event):
    """All cells to mend at once, as a command tells them; a file that is none; a round that is none."""
    event = make_event(5, 1)
    event.type("Players", 2, Seed="x")
    event.type("Round 1", 2, **{"P1 Corp": "X"})
    with pytest.raises(xlplugin.WorkbookProblems) as told:
        xlplugin.open(event.path)
    assert {(p.sheet, p.column) for p in told.value.problems} == {
        ("Players", "Seed"), ("Round 1", "P1 Corp")
    }  # fmt: skip
    assert str(told.value) in event.refused("pair")
    for what in (
        lambda: xlplugin.open("README.md"),
        lambda: xlplugin.open("nowhere.xlsx"),
        lambda: xlplugin.open(SAMPLES[0]).pairings(99),
        lambda: xlplugin.open(SAMPLES[0]).standings(after=99),
        lambda: xlplugin.season("nowhere.xlsx"),
        lambda: xlplugin.plan(players=8, sausages=3),
        lambda: xlplugin.plan(players=8, cut=[5]),
        xlplugin.plan,
    ):
        with pytest.raises(xlplugin.WorkbookProblems) as told:
            what()
        assert len(told.value.problems) == 1, told.value


def test_a_season_is_that_of_the_command(event_file, tmp_path):
    """Every row and value of ``season --json``."""
    files = ("samples/nisei-swiss-24.xlsx", "samples/trc-13.xlsx")
    season = xlplugin.season(*files)
    out = tmp_path / "season.xlsx"
    told = json.loads(event_file.run_bare("season", *files, "--json", "-o", out).stdout)
    for name in ("events", "players", "ratings", "head_to_head"):
        found = getattr(season, name)
        assert len(found) == len(told[name]) > 0
        for row, line in zip(found.astype(object).to_dict("records"), told[name], strict=True):
            for key, value in line.items():
                if key == "date":
                    assert f"{row[key]:%Y-%m-%d}" == value
                elif key == "winners":
                    assert row[key] == ", ".join(value)
                elif key == "win_share":
                    assert [row[f"{key}_{part}"] for part in value or ()] == [
                        *(value or {}).values()
                    ]
                else:
                    assert row[key] == value or (value is None and pd.isna(row[key]))
    pairs = [pair for matrix in told["matchups"] for pair in matrix["pairs"]]
    assert season.matchups["games"].to_list() == [pair["games"] for pair in pairs]


def test_a_plan_is_that_of_the_command(event_file):
    """Every figure of ``plan --json``; lists, a mapping, and an option whose name has a hyphen."""
    typed = ("--players", "12", "--rounds", "3,4", "--cut", "0,4", "--events", "20", "--hours", "7")
    more = ("--skill-spread", "0.5", "--set", "Tier=Casual", "--processes", "1", "--json")
    told = json.loads(event_file.run_bare("plan", *typed, *more).stdout)
    found = xlplugin.plan(
        players=12, rounds=[3, 4], cut=(0, 4), events=20, hours=7, skill_spread=0.5, set={"Tier": "Casual"}
    )  # fmt: skip
    assert found.attrs == {"sentences": told["sentences"], "model": told["model"]}
    for row, form in zip(found.astype(object).to_dict("records"), told["formats"], strict=True):
        for name, figure in form.items():
            parts = (
                {f"{name}_{part}": value for part, value in figure.items()}
                if isinstance(figure, dict)
                else {}
            )
            for key, value in parts.items():
                assert row[key] == value, key
            if not parts and name in row:
                assert row[name] == figure or (figure is None and pd.isna(row[name])), name


START = """
import sys
import xlplugin
before = {"pandas", "numpy", "click", "lxml"} & set(sys.modules)
event = xlplugin.open(sys.argv[1])
print(before, len(event.players), "xlwings" in sys.modules, hasattr(xlplugin, "nothing"))
from xlplugin import templates
"""


def test_the_import_costs_nothing():
    """Tables, and all else, are imported by who asks for them; a file needs no xlwings."""
    run = [sys.executable, "-c", START, str(SAMPLES[0])]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["set()", "16", "False", "False"]
    assert {"open", "season", "plan", "WorkbookProblems"} <= set(dir(xlplugin))
