"""The statistics of whole published tournaments are what their files say, counted the plain way."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.statistics import statistics
from xlplugin.doors.cli import main
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.workbook.reading.reader import read_event

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
WON, DRAWN = 3, 1


@pytest.fixture(scope="module", params=EVENTS, ids=lambda source: source and source.stem)
def event(request, tmp_path_factory):
    """The published data of an event, and our statistics of it."""
    path = tmp_path_factory.mktemp("published") / "event.xlsx"
    made = CliRunner().invoke(main, ["import", str(request.param), str(path)])
    assert made.exit_code == 0, made.output
    read = read_event(FileHost(path).read())
    data = json.loads(request.param.read_text(encoding="utf-8"))
    return data, statistics(read.tournament(), read.ruleset)


def _sides(data):
    """Player, side, own score and the opponent's on the other side, of every game that counts."""
    for game in (game for games in data["rounds"] for game in games):
        one, two = game["player1"], game["player2"]
        if None in (one["id"], two["id"]) or game.get("intentionalDraw"):
            continue
        assert not game.get("twoForOne")
        for player, other in ((one, two), (two, one)):
            scores = player["corpScore"] or 0, player["runnerScore"] or 0
            others = other["corpScore"] or 0, other["runnerScore"] or 0
            if sum(scores) == player["combinedScore"] and sum(others) == other["combinedScore"]:
                yield player["id"], "corp", scores[0], others[1]
                yield player["id"], "runner", scores[1], others[0]


def test_sides_have_won_what_the_file_says(event):
    """Every score of 3 is a game won by that side, every 1 a half of a game drawn."""
    data, found = event
    scores = Counter((side, score) for _, side, score, _ in _sides(data))
    told = [end.swiss for end in found.outcomes]
    assert told == [scores["corp", WON], scores["runner", WON], scores["corp", DRAWN]]
    assert sum(told) > 700


@pytest.mark.parametrize(("side", "column"), [("corp", "Corp"), ("runner", "Runner")])
def test_identities_have_done_what_the_file_says(event, side, column):
    """How many played, won, drew and lost with each identity."""
    data, found = event
    identity = {p["id"]: " ".join(p[f"{side}Identity"].split()) for p in data["players"]}
    in_it = {
        game[seat]["id"] for games in data["rounds"] for game in games
        for seat in ("player1", "player2")
    }  # fmt: skip
    players = Counter(identity[no] for no in in_it - {None})
    kinds = {WON: "won", DRAWN: "drawn", 0: "lost"}
    games = Counter(
        (identity[no], kinds[score]) for no, as_, score, _ in _sides(data) if as_ == side
    )
    ours = next(choices for choices in found.choices if choices.field == column).found
    straight = str.maketrans("\u201c\u201d", '""')
    assert {
        c.name.translate(straight): (c.players, c.won, c.drawn, c.lost) for c in ours
    } == {
        name.translate(straight): (many, *(games[name, kind] for kind in kinds.values()))
        for name, many in players.items()
    }  # fmt: skip


def test_byes_and_rounds_are_those_of_the_file(event):
    """A game without a second player is a bye."""
    data, found = event
    byes = sum(
        None in (game["player1"]["id"], game["player2"]["id"])
        for games in data["rounds"]
        for game in games
    )
    assert (found.byes, found.rounds) == (byes, len(data["rounds"]))
