"""The elimination in NRTM JSON: in and out again without a loss, and files that hold no bracket."""

from __future__ import annotations

import json

import pytest

FLAGS = {"intentionalDraw": False, "twoForOne": False}


def _games(round_, order):
    """Games written as ``1-4 corp 1 4``: the two seeds, who is the Corp, if known, who has won."""
    games = []
    for table, text in enumerate(round_.split(", "), 1):
        pair, *corp, winner = text.split()
        sides = []
        for seed in pair.split("-"):
            role = None if not corp else "corp" if corp[-1] == seed else "runner"
            side = {"id": order[int(seed) - 1], "role": role, "winner": winner == seed}
            sides.append(side)
        game = {"table": table, "player1": sides[0], "player2": sides[1], **FLAGS}
        games.append(game | {"eliminationGame": True})
    return games


SEEDS = {size: list(range(size, 0, -1)) for size in (2, 3, 4, 8)}
"""Who is seeded where: the last player is the first seed."""


def _event(size, rounds, places=None, players=8):
    order = SEEDS[size]
    ranked = places or range(1, size + 1)
    swiss = [
        {
            "table": table,
            "player1": {"id": one, "runnerScore": 3, "corpScore": 3, "combinedScore": 6},
            "player2": {"id": one + 1, "runnerScore": 0, "corpScore": 0, "combinedScore": 0},
            **FLAGS,
            "eliminationGame": False,
        }
        for table, one in enumerate(range(1, players, 2), 1)
    ]
    return {
        "name": "Test", "date": "2026-03-03", "cutToTop": size, "preliminaryRounds": 1,
        "tournamentOrganiser": {"nrdbId": None, "nrdbUsername": "TO"},
        "players": [
            {"id": n, "name": f"Player {n}", "rank": n, "corpIdentity": None, "runnerIdentity": None}
            for n in range(1, players + 1)
        ],
        "eliminationPlayers": [
            {
                "id": order[seed - 1],
                "name": f"Player {order[seed - 1]}",
                "rank": rank if places else None,
                "seed": seed,
            }
            for rank, seed in enumerate(ranked, 1)
        ],
        "rounds": [swiss, *(_games(round_, order) for round_ in rounds)],
        "uploadedFrom": "Test", "links": [],
    }  # fmt: skip


EVENTS = {
    "top 3": _event(3, ["2-3 corp 3 3", "1-3 corp 1 3"], [3, 1, 2]),
    "double, second final": _event(
        4,
        [
            "1-4 corp 1 1, 2-3 corp 2 2", "1-2 corp 2 1, 3-4 corp 4 4", "2-4 corp 2 4",
            "1-4 corp 4 4", "1-4 corp 1 4",
        ],
        [4, 1, 2, 3],
    ),
    "double, sides not recorded": _event(
        4, ["1-4 4, 2-3 3", "3-4 4, 1-2 1", "1-3 1", "1-4 4"], [4, 1, 3, 2]
    ),
    "double, higher seed second": _event(2, ["2-1 corp 1 2"], [2, 1]),
    "single": _event(
        8,
        [
            "1-8 corp 1 8, 2-7 corp 2 2, 3-6 corp 6 3, 4-5 corp 5 5",
            "2-8 corp 8 2, 3-5 corp 3 3",
            "2-3 corp 2 3",
        ],
        [3, 2, 5, 8, 1, 4, 6, 7],
    ),
    "best of three": _event(
        4,
        [
            "1-4 corp 1 1, 1-4 corp 4 4, 1-4 corp 1 1, 2-3 corp 2 2, 2-3 corp 3 2",
            "1-2 corp 1 2, 1-2 corp 2 2",
        ],
        [2, 1, 3, 4],
    ),
    "under way": _event(4, ["1-4 corp 1 1, 2-3 corp 3 3", "1-3 corp 3 1"]),
}  # fmt: skip
for game, table in zip(EVENTS["best of three"]["rounds"][1], (1, 1, 1, 2, 2), strict=True):
    game["table"] = table
for game in EVENTS["best of three"]["rounds"][2]:
    game["table"] = 1


@pytest.mark.parametrize("data", EVENTS.values(), ids=EVENTS)
def test_an_elimination_comes_out_as_it_went_in(import_event, tmp_path, data):
    """Seeds, games, roles, winners and places are the file's."""
    done = import_event(data)
    assert done.result.exit_code == 0, done.result.output
    assert "Left out" not in done.result.stderr
    out = tmp_path / "out.json"
    done.event.done("export", "--format", "nrtm", "-o", out)
    back = json.loads(out.read_text(encoding="utf-8"))
    assert back["rounds"][1:] == data["rounds"][1:]
    assert back["eliminationPlayers"] == data["eliminationPlayers"]
    assert back["cutToTop"] == data["cutToTop"]


@pytest.mark.parametrize(
    ("name", "kind", "tabs"),
    [
        ("double, second final", "Double", 5),
        ("single", "Single", 3),
        ("best of three", "Best of three", 2),
    ],
)
def test_the_kind_of_elimination_is_told_by_its_games(import_event, name, kind, tabs):
    """``Event`` has the elimination and the size, and there is a tab for each round."""
    event = import_event(EVENTS[name]).event
    book = event.read()
    values = {row[0].value: row[1].value for row in book["Event"].iter_rows()}
    assert (values["Elimination"], str(values["Cut"])) == (
        kind, str(EVENTS[name]["cutToTop"]),
    )  # fmt: skip
    assert [n for n in book.sheetnames if n.startswith("Cut ")] == [
        f"Cut {n}" for n in range(1, tabs + 1)
    ]
    assert "Bracket" in book.sheetnames


@pytest.mark.on_files
def test_an_imported_elimination_goes_on_here(import_event):
    """Games that were not played yet are there to be typed, and the next round follows."""
    event = import_event(EVENTS["under way"]).event
    row = event.row_of("Cut 2", "Winner", None)
    event.type("Cut 2", row, Corp=1, Winner=1)
    paired = event.json("pair")
    assert (paired["round"], paired["stage"], len(paired["pairings"])) == (3, "Elimination", 1)


def test_an_imported_finished_event_has_final_standings(import_event):
    """``standings`` of a finished event are those of the file's places."""
    event = import_event(EVENTS["double, second final"]).event
    lines = event.json("standings")["standings"]
    assert [line["no"] for line in lines[:4]] == [1, 4, 3, 2]


def test_a_walkover_is_a_game_without_roles(import_event, tmp_path):
    """Who did not play has lost, and nobody had a side."""
    event = import_event(EVENTS["under way"]).event
    row = event.row_of("Cut 2", "Winner", None)
    event.type("Cut 2", row, Special="No-show 1")
    out = tmp_path / "out.json"
    event.done("export", "--format", "nrtm", "-o", out)
    games = json.loads(out.read_text(encoding="utf-8"))["rounds"][2]
    walkover = next(g for g in games if g["player1"]["role"] is None)
    assert (walkover["player1"]["winner"], walkover["player2"]["winner"]) == (False, True)


def test_a_best_of_three_survives_draws_and_walkovers(after_swiss, event_file, tmp_path):
    """Games after the second win are not written; a match without games is a walkover again."""
    event = after_swiss(settings=("Cut=4", "Elimination=Best of three"))
    event.done("pair")
    event.type("Cut 1", 2, Corp=1, **{"Game 1": "D", "Game 2": "D", "Game 3": 2})
    event.type("Cut 1", 3, Special="No-show 2")
    event.next_round()
    final = event.json("standings")["standings"][:4]
    event.done("export", "--format", "nrtm", "-o", tmp_path / "out.json")
    back = event_file(tmp_path / "back.xlsx")
    imported = back.run_bare("import", tmp_path / "out.json", back.path)
    assert "Left out" not in imported.output
    lines = back.json("standings")["standings"][:4]
    assert [line["player"] for line in lines] == [line["player"] for line in final]


NO_BRACKETS = {
    "no elimination players": _event(4, ["1-4 corp 1 1, 2-3 corp 3 3"])
    | {"eliminationPlayers": []},
    "other pairs": _event(4, ["1-2 corp 1 1, 3-4 corp 3 3"]),
    "a size without a bracket": _event(4, ["1-4 corp 1 1"])
    | {"eliminationPlayers": [{"id": 1, "seed": 1}]},
    "a later round before an earlier one is over": _event(4, ["1-4 corp 1 1", "1-3 corp 3 1"]),
    "elimination players that are no list": _event(2, ["1-2 corp 1 1"])
    | {"eliminationPlayers": "2"},
    "a player who is not in the event": _event(2, ["1-2 corp 1 1"])
    | {"eliminationPlayers": [{"id": 1, "seed": 1}, {"id": 9, "seed": 2}]},
    "seeds twice": _event(2, ["1-2 corp 1 1"])
    | {"eliminationPlayers": [{"id": 1, "seed": 1}, {"id": 2, "seed": 1}]},
}


@pytest.mark.parametrize("data", NO_BRACKETS.values(), ids=NO_BRACKETS)
def test_games_of_no_bracket_are_left_out_with_a_word(import_event, data):
    """The Swiss rounds come all the same, and the organizer is told."""
    done = import_event(data)
    assert done.result.exit_code == 0, done.result.output
    assert "of no bracket of the eliminationPlayers" in done.result.stderr
    assert "Cut 1" not in done.event.read().sheetnames
