"""Whole published tournaments: our standings are theirs, and the files come out as they went in."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from xlplugin.doors.cli import main
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.verbs.frame import read_clean

import values_only
from as_exported import differences

FOLDER = Path(__file__).parents[2].parent / "shared" / "data" / "nrtm"
EVENTS = sorted(FOLDER.glob("*.json")) or [
    pytest.param(
        None,
        marks=pytest.mark.skip(
            reason=f"no published events: put NRTM JSON files into {FOLDER} (they are not ours "
            "to copy into the repository)"
        ),
        id="none",
    )
]


def _run(*arguments):
    """What the program prints; a workbook of values stays one, a file a file."""
    words = [str(a) for a in arguments]
    result = CliRunner().invoke(main, words, obj=values_only.ValuesHost, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The published data of an event, and a workbook made of it, once for each event."""

    @cache
    def make(source, *, on_files):
        path = tmp_path_factory.mktemp(source.stem) / "event.xlsx"
        _run("import", source, path, "--set", "SoS divisor=Opponents")
        return json.loads(source.read_text(encoding="utf-8")), path

    def made_so(source, *, on_files):
        values_only.Mode.on_files = on_files
        return make(source, on_files=on_files)

    return made_so


@pytest.fixture(scope="module")
def imported(made):
    """The event in a real file."""
    return partial(made, on_files=True)


@pytest.fixture(scope="module")
def imported_values(made, request):
    """The event as values, to be played on."""
    return partial(made, on_files=request.config.getoption("on_files"))


@pytest.fixture(scope="module")
def standings(imported):
    """What our standings of an event say, by player number."""

    @cache
    def make(source):
        lines = json.loads(_run("standings", imported(source)[1], "--json"))["standings"]
        return {line["no"]: line for line in lines}

    return make


@pytest.fixture(scope="module")
def exported(imported):
    """The results file that comes out of the workbook of an event."""

    @cache
    def make(source):
        path = imported(source)[1]
        out = path.with_name("out.json")
        _run("export", path, "--format", "nrtm", "-o", out)
        return json.loads(out.read_text(encoding="utf-8"))

    return make


def _name(source):
    return source.stem if isinstance(source, Path) else None


each_event = pytest.mark.parametrize("source", EVENTS, ids=_name)


@each_event
def test_everyone_has_their_published_points(imported, standings, source):
    """Every player of the published file has the points that were published."""
    published = {p["id"]: p["matchPoints"] for p in imported(source)[0]["players"]}
    assert {no: line["points"] for no, line in standings(source).items()} == published


@each_event
@pytest.mark.parametrize(
    ("tiebreak", "key"), [("SoS", "strengthOfSchedule"), ("xSoS", "extendedStrengthOfSchedule")]
)
def test_everyone_has_their_published_tiebreak(imported, standings, source, tiebreak, key):
    """Strength of Schedule and its extension are those published, to nine decimals."""
    ours = standings(source)
    wrong = {
        p["name"]: (ours[p["id"]]["tiebreaks"][tiebreak], p[key])
        for p in imported(source)[0]["players"]
        if abs(Fraction(ours[p["id"]]["tiebreaks"][tiebreak]) - Fraction(p[key]))
        > Fraction(1, 10**9)
    }
    assert wrong == {}


@each_event
def test_the_order_is_the_published_one(imported, standings, source):
    """Wherever the published values tell two neighbours apart, our order is the published one."""
    ours = standings(source)
    players = sorted(imported(source)[0]["players"], key=lambda p: p["rank"])
    turned = [
        (one["name"], two["name"])
        for one, two in pairwise(players)
        if _values(one) != _values(two) and ours[one["id"]]["rank"] >= ours[two["id"]]["rank"]
    ]
    assert turned == []


def _values(player):
    exact = (player["strengthOfSchedule"], player["extendedStrengthOfSchedule"])
    return player["matchPoints"], *(round(Fraction(value), 12) for value in exact)


@each_event
def test_a_published_event_keeps_the_rules(imported, source):
    """Checking every round of the event finds nothing that breaks a rule."""
    checked = json.loads(_run("check", imported(source)[1], "--json"))
    assert checked["problems"] == []


@each_event
def test_the_frames_have_what_the_exports_have(imported, source):
    """Players, matches, results, standings and notes, cell by cell, the elimination included."""
    assert differences(read_clean(FileHost(imported(source)[1]).read())) == []


@each_event
def test_the_next_round_can_be_paired(imported_values, source, tmp_path):
    """Whoever played the last round is paired once, against somebody new."""
    data, path = imported_values(source)
    copy = _copy(path, tmp_path, Rounds=len(data["rounds"]) + 1)
    paired = json.loads(_run("pair", copy, "--json"))
    met = {frozenset(_seats(g)) for games in data["rounds"] for g in games}
    tables = [frozenset((t["no1"], t["no2"])) for t in paired["pairings"]]
    seats = [no for table in tables for no in table if no is not None]
    assert sorted(seats) == sorted(n for g in data["rounds"][-1] for n in _seats(g) if n)
    assert [sorted(t) for t in tables if None not in t and t in met] == []


def _copy(path, folder, **settings):
    """A copy of a workbook with other settings."""
    copy = folder / "event.xlsx"
    copy.write_bytes(path.read_bytes())
    workbook = values_only.load(copy)
    for row in workbook["Event"].iter_rows():
        if row[0].value in settings:
            row[1].value = settings[row[0].value]
    values_only.save(workbook, copy)
    return copy


@each_event
@pytest.mark.parametrize("size", [4, 8, 16])
def test_a_cut_takes_the_best_published_players(imported_values, source, size, tmp_path):
    """The seeds are the first in the published standings of those who played to the end."""
    data, path = imported_values(source)
    to_the_end = {no for game in data["rounds"][-1] for no in _seats(game)}
    best = [p for p in sorted(data["players"], key=lambda p: p["rank"]) if p["id"] in to_the_end]
    paired = json.loads(_run("cut", _copy(path, tmp_path), "--top", size, "--json"))
    assert paired["stage"] == "Elimination"
    first = [{t["no1"], t["no2"]} for t in paired["pairings"]]
    assert {best[0]["id"], best[size - 1]["id"]} in first
    assert set().union(*first) == {p["id"] for p in best[:size]}


def _seats(game):
    return game["player1"]["id"], game["player2"]["id"]


@each_event
@pytest.mark.parametrize("key", ["name", "date", "cutToTop", "preliminaryRounds"])
def test_the_export_has_the_event_s_own_data(imported, exported, source, key):
    """Name, date, cut and rounds come out as they went in."""
    assert exported(source)[key] == imported(source)[0][key]


@each_event
def test_the_export_has_every_player(imported, exported, source):
    """Every player comes out with the number, name and identities that went in."""
    keys = ("id", "name", "corpIdentity", "runnerIdentity", "matchPoints")

    def told(data):
        return {p["id"]: [p.get(key) or None for key in keys] for p in data["players"]}

    assert told(exported(source)) == {
        no: [v.replace("\u201c", '"').replace("\u201d", '"') if isinstance(v, str) else v for v in values]
        for no, values in told(imported(source)[0]).items()
    }  # fmt: skip


@each_event
def test_the_export_has_every_game(imported, exported, source):
    """Every round comes out with the games, tables and scores of each side that went in."""
    told = [[_game(g) for g in games] for games in imported(source)[0]["rounds"]]
    came_out = [[_game(g) for g in games] for games in exported(source)["rounds"]]
    assert came_out == told


def _game(game):
    """A game as the format has it: a bye has no side scores (one published file has 3 and 3)."""
    is_bye = None in _seats(game)
    keys = (
        ("id", "combinedScore") if is_bye else ("id", "runnerScore", "corpScore", "combinedScore")
    )
    return [
        game["table"],
        *([game[side][key] for key in keys] for side in ("player1", "player2")),
        *(bool(game.get(key)) for key in ("intentionalDraw", "twoForOne", "eliminationGame")),
    ]


@each_event
def test_exported_byes_have_no_side_scores(exported, source):
    """The format says that a bye has no side scores, so we write none."""
    sides = [
        game[side][key]
        for games in exported(source)["rounds"]
        for game in games
        if None in _seats(game)
        for side in ("player1", "player2")
        for key in ("runnerScore", "corpScore")
    ]
    assert set(sides) <= {None}
