"""Public events of many games, from a table of results on, against the standings that were published."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from elsewhere import written

from xlplugin.verbs.frame import read_clean

import campaigns
from as_exported import differences
from values_only import ValuesHost

DATA = Path(__file__).parents[2].parent / "shared" / "data"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="no public events beside the project")

CHESS = {"1-0": 1, "0-1": 2, "0.5-0.5": "Draw"}
FORFEITS = {"+/-": "No-show 2", "-/+": "No-show 1", "-/-": "Double no-show"}
ERAS = {
    "A": {"A drawn game counts": "0", "Lowest own share": "1/3"},
    "B": {"A drawn game counts": "1/3", "Lowest own share": "0"},
    "C": {"A drawn game counts": "1/3", "Lowest own share": "1/3"},
}
RULES = {
    "xwing": "x-wing", "magic": "magic", "chess": "chess-club", "football": "football-group",
    "counterstrike": "three-wins-three-losses", "go": "go-mcmahon",
}  # fmt: skip
"""The ready-made rules of each family."""


def rules_of(family, event):
    """The ready-made rules of an event."""
    return "round-robin" if event.get("system") == "round-robin" else RULES[family]


def special_settings(family, event):
    """The settings by which the events of a family differ."""
    if family == "magic":
        return ERAS[event["rules"]]
    if family == "football":
        return {"Points for a win": str(event["points"]["win"])}
    if family == "go":
        return {"Tiebreak 2": "Sum of opponents' Buchholz"}
    return {}


# The columns of each family's tables, and a match as its row


def xwing(m):
    """A score each; a level one has a winner. A bye is a bye."""
    if m["p2"] is None:
        return {"Player 1": m["p1"]}
    is_level = m["points1"] == m["points2"]
    winner = {m["p1"]: 1, m["p2"]: 2}[m["winner"]] if is_level else ""
    scores = {"Score 1": m["points1"], "Score 2": m["points2"], "Winner": winner}
    return {"Player 1": m["p1"], "Player 2": m["p2"], **scores}


def magic(m):
    """Games; 0-0-0 is worth nothing to either player."""
    if m["p2"] is None:
        return {"Player 1": m["p1"]}
    games = {"Games 1": m["wins1"], "Games 2": m["wins2"], "Drawn games": m["draws"]}
    result = games if any(games.values()) else {"Special": "Double no-show"}
    return {"Player 1": m["p1"], "Player 2": m["p2"], **result}


def chess(m):
    """The winner, a forfeit, or a bye; whoever asked for a zero-point bye is not there."""
    if "bye" in m:
        special = {"half": "Half bye"}.get(m["bye"], "")
        return {} if m["bye"] == "zero" else {"Player 1": m["player"], "Special": special}
    played, absent = CHESS.get(m["result"], ""), FORFEITS.get(m["result"], "")
    return {"Player 1": m["white"], "Player 2": m["black"], "Winner": played, "Special": absent}


def football(m):
    """Goals."""
    goals = {"Score 1": m["goals_home"], "Score 2": m["goals_away"]}
    return {"Player 1": m["home"], "Player 2": m["away"], **goals}


def counterstrike(m):
    """Maps."""
    maps = {"Games 1": m["maps1"], "Games 2": m["maps2"]}
    return {"Player 1": m["p1"], "Player 2": m["p2"], **maps}


def go(m):
    """The winner and the handicap; whoever is absent is not there."""
    if m.get("absent"):
        return {}
    result = {"Winner": 1 if m["winner"] == m["white"] else 2, "Handicap": m["handicap"]}
    return {"Player 1": m["white"], "Player 2": m["black"], **result}


# What was published of a player, and what we have instead


def as_published(family, p):
    """The published columns that have one of ours, each with how far ours may be rounded away."""
    return {
        "xwing": lambda: {"points": (p["score"], 0), "MOV": (p["mov"], 0), "SoS": (p["sos"], "0.006")},
        "magic": lambda: {
            "points": (p["points"], 0),
            **{name: (p[name.lower()], "5.1e-7") for name in ("OMW", "GW", "OGW")},
        },
        "chess": lambda: {"points": (p["points"], 0)},
        "football": lambda: {
            "points": (p["points"], 0), "+/-": (p["goal_difference"], 0), "For": (p["goals_for"], 0),
        },
        "counterstrike": lambda: {
            "points": (p["wins"], 0), "Losses": (p["losses"], 0), "Opp +/-": (p["buchholz"], 0),
            "rank": (p["rank"], 0),
        },
        "go": lambda: {
            "points": (p["mms"], 0), "BH": (p["sos"], 0), "SOSOS": (p["sosos"], 0),
            "rank": (p["rank"], 0),
        },
    }[family]()  # fmt: skip


COLUMNS = {
    "xwing": ("Score 1", "Score 2", "Winner"), "magic": ("Games 1", "Games 2", "Drawn games"),
    "chess": ("Winner",), "football": ("Score 1", "Score 2"), "counterstrike": ("Games 1", "Games 2"),
    "go": ("Handicap", "Winner"),
}  # fmt: skip
ROW = {"xwing": xwing, "magic": magic, "chess": chess, "football": football,
       "counterstrike": counterstrike, "go": go}  # fmt: skip
USUALLY = {"xwing": 3, "magic": 3, "chess": 3, "football": 4, "counterstrike": 1, "go": 1}
"""The number of events in a usual run; a campaign has more."""
OTHERWISE = {"xwing": (688, 941)}
"""Events with rows that do not follow from their own matches; see ``tests/own``."""


def chosen(family):
    """Some events of a family, from all over its file."""
    lines = (DATA / family / "events.jsonl").read_text(encoding="utf-8").splitlines()
    found = [e for e in map(json.loads, lines) if e["id"] not in OTHERWISE.get(family, ())]
    count = min(len(found), campaigns.some(USUALLY[family]))
    return [found[i * len(found) // count] for i in range(count)]


def table_of(family, event):
    """The table of an event's results, its columns in no order of ours."""
    headers = ("Special", *COLUMNS[family], "Player 2", "Round", "Judge", "Player 1")
    yield headers
    for number, matches in enumerate(event["rounds"], 1):
        for match in filter(None, map(ROW[family], matches)):
            names = {h: f"No {no}" for h, no in match.items() if h in ("Player 1", "Player 2")}
            row = {"Judge": "somebody", "Round": number, **match, **names}
            yield [row.get(header, "") for header in headers]


def roster_of(event):
    """The players of an event as a roster."""
    yield ("Name", "Status", "Seed", "Rating", "Start score")
    for p in event["players"]:
        more = (p.get("seed", ""), p.get("rating") or "", p.get("start_mms", ""))
        yield (f"No {p['no']}", "Dropped" if p.get("dropped") else "Active", *more)


@pytest.mark.parametrize("family", RULES)
def test_public_events_stand_as_published(event_file, tmp_path, family):
    """Every column that was published, of some events of a family, through import and standings.

    The frames of each have what its exports have.
    """
    event, differing = event_file(tmp_path / "event.xlsx"), []
    for data in chosen(family):
        event.path.unlink(missing_ok=True)
        results = written(tmp_path / "results.csv", table_of(family, data))
        roster = written(tmp_path / "roster.csv", roster_of(data))
        settings = special_settings(family, data)
        options = [
            part for name, value in settings.items() for part in ("--set", f"{name}={value}")
        ]
        done = event.run_bare(
            "import",
            results,
            event.path,
            "--rules",
            rules_of(family, data),
            "--players",
            roster,
            *options,
        )
        assert done.exit_code == 0, done.output
        differing += differences(read_clean(ValuesHost(event.path).read()))
        lines = {line["player"]: line for line in event.json("standings")["standings"]}
        assert len(lines) == len(data["players"])
        for p in data["players"]:
            line = lines[f"No {p['no']}"]
            ours = {"points": line["points"], "rank": line["rank"], **line["tiebreaks"]}
            for column, (value, most) in as_published(family, p).items():
                gap = abs(Fraction(ours[column]) - Fraction(value))
                if gap > Fraction(most) + Fraction(1, 10**12):
                    differing.append((data["id"], p["no"], column, ours[column], value))
    assert differing == []
