"""Report files of chess programs (TRF), in and out; White is Player 1."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from elsewhere import OWN_RULES, as_options, random_event, roster_of, table_of, written

from engine import Match, Player, Round, Special, Tournament, rank, ruleset_named
from xlplugin.exports.read_trf import TrfReader
from xlplugin.exports.trf import player_lines
from xlplugin.ground.problems import WorkbookProblems
from xlplugin.workbook.reading.reader import read_event

import campaigns
from cases import each
from values_only import ValuesHost

RULES = OWN_RULES[0]
OWN = ruleset_named("own")
SET = [part for name, value in RULES.items() for part in ("--set", f"{name}={value}")]
DATA = Path(__file__).parents[2].parent / "shared" / "data" / "chess" / "events.jsonl"

SMALL = """\
012 Small Open
042 2026/11/21
102 An Arbiter
142 4
001    1      Anna                              2100 ITA    12345678 1990/01/01  2.0    1     4 w 1     6 b 1
001    2 fWFM Bert                              2050 FRA                         1.5    2     5 b =     3 w D
001    3      Cleo                              2000                             1.5    3     6 w W     2 b D
001    4      Dirk                              1950                             1.0    4     1 b 0     5 w +
001    5      Emma                              1900                             0.5    6     2 w =     4 b -
001    6      Finn                                 0                             0.0    7     3 b L     1 w 0
001    7      Gus                                                                1.5    5  0000 - U  0000 - H
"""


@pytest.fixture
def event(event_file, tmp_path):
    """A workbook that is not there yet, beside a folder for sources."""
    (tmp_path / "sources").mkdir()
    return event_file(tmp_path / "event.xlsx")


def imported(event, text, *options, name="report.trf"):
    """Import a report, and give what the command did."""
    path = event.path.parent / "sources" / name
    path.write_text(text, encoding="utf-8")
    return event.run_bare("import", path, event.path, "--ruleset", "own", *SET, *options)


def refused(event, text, *options):
    """Import a report that must be refused, with nothing written, and give why."""
    before = event.folder()
    done = imported(event, text, *options)
    assert done.exit_code == 1, done.output
    assert event.folder() == before
    return done.stderr


def test_a_report_becomes_an_event(event):
    """Players with their details and numbers, rounds, byes, forfeits, settings."""
    done = imported(event, SMALL)
    assert done.exit_code == 0, done.output
    assert "report.trf" not in done.stderr
    lines = {line["player"]: line["points"] for line in event.json("standings")["standings"]}
    assert lines == {
        "Anna": 2, "Bert": 1, "Cleo": 1.5, "Dirk": 1, "Emma": 0.5, "Finn": 0, "Gus": 1.5,
    }  # fmt: skip
    anna, bert, *_ = event.rows("Players")
    assert (anna["No"], anna["Rating"], anna["FIDE ID"]) == (1, "2100", "12345678")
    assert (bert["Title"], bert["Sex"], bert["Federation"]) == ("WFM", "f", "FRA")
    first = [
        (row["No 1"], row["No 2"], row["Winner"], row["Special"]) for row in event.rows("Round 2")
    ]
    assert sorted(first, key=str) == [
        (2, 3, "Draw", None), (4, 5, None, "No-show 2"), (6, 1, 2, None), (7, None, None, "Half bye"),
    ]  # fmt: skip
    settings = {row[0]: row[1] for row in event.read()["Event"].iter_rows(values_only=True)}
    assert (settings["Event name"], settings["Date"]) == ("Small Open", "2026-11-21")
    assert (settings["Organizer"], settings["Rounds"]) == ("An Arbiter", "4")
    assert event.json("pair")["round"] == 3


def test_ready_made_rules_go_with_a_report(event, tmp_path):
    """The rules of a chess club are enough."""
    report = tmp_path / "sources" / "report.trf"
    report.write_text(SMALL, encoding="utf-8")
    done = event.run_bare("import", report, event.path, "--rules", "chess-club")
    assert done.exit_code == 0, done.output
    lines = {line["player"]: line["points"] for line in event.json("standings")["standings"]}
    assert (lines["Anna"], lines["Gus"]) == (2, 1.5)


def test_other_points_are_told(event):
    """A file whose points do not follow from its games is read, and who has other points is named."""
    done = imported(event, SMALL)
    assert "The file has other points for 1 player: Bert." in done.stderr


@pytest.mark.parametrize("name", ["report.trf", "report.txt", "report.trfx", "report"])
def test_a_report_is_known_by_its_content(event, name):
    """Whatever its name ends in."""
    assert imported(event, SMALL, name=name).exit_code == 0


def test_what_is_written_is_as_the_format_has_it(event):
    """Each field in its columns, by FIDE's own example of a line."""
    assert imported(event, SMALL.replace("1.5    2", "1.0    2")).exit_code == 0
    path = event.path.parent / "out.trf"
    event.done("export", "--format", "trf", "-o", path)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[:4] == ["012 Small Open", "062 7", "042 2026/11/21", "102 An Arbiter"]
    assert lines[4:7] == ["142 4", "XXR 4", "162  W 1.0    D 0.5    L 0.0    P 1.0    A 0.0"]
    (anna,) = [line for line in lines if "Anna" in line]
    assert anna == (
        "001    1      Anna                              2100 ITA    12345678 1990/01/01  2.0    1"
        "     4 w 1     6 b 1"
    )
    (gus,) = [line for line in lines if "Gus" in line]
    assert gus.endswith("  0000 - U  0000 - H")


def test_the_rounds_written_are_no_fewer_than_those_played(event):
    """More rounds may have been played than were planned."""
    assert imported(event, SMALL.replace("142 4", "142 1")).exit_code == 0
    path = event.path.parent / "out.trf"
    event.done("export", "-o", path)
    assert "\n142 2\nXXR 2\n" in path.read_text(encoding="utf-8")


def test_a_report_of_ours_may_be_replaced_and_no_other(event):
    """A second export goes over the first, none over something else."""
    assert imported(event, SMALL).exit_code == 0
    path = event.path.parent / "out.trf"
    event.done("export", "-o", path)
    event.done("export", "-o", path)
    for other in ("Dear all,\n", SMALL, "001\n002\n"):
        path.write_text(other, encoding="utf-8")
        assert "was not made by export" in event.run("export", "-o", path).stderr


def test_an_open_round_goes_out_and_comes_back(event):
    """Pairings without results are in the file as such, and are typed later."""
    assert imported(event, SMALL).exit_code == 0
    event.done("pair")
    path = event.path.parent / "sources" / "out.trf"
    event.done("export", "-o", path)
    back = event.path.with_name("back.xlsx")
    done = event.run_bare("import", path, back, "--ruleset", "own", *SET)
    assert done.exit_code == 0, done.output
    ours, theirs = (
        {(row["No 1"], row["No 2"], row["Winner"]) for row in each.rows("Round 3")}
        for each in (event, type(event)(back))
    )
    assert ours == theirs


def test_other_results_have_no_place_in_it(make_event, event):
    """Two games a match are no report, and a report is none of them; both are said."""
    other = make_event(4, 1, name="other.xlsx")
    done = other.run("export", "--format", "trf", "-o", other.path.parent / "out.trf")
    assert done.exit_code == 1
    assert "The trf format holds wins, draws and losses" in done.stderr
    (event.path.parent / "sources" / "report.trf").write_text(SMALL, encoding="utf-8")
    done = event.run_bare(
        "import", event.path.parent / "sources" / "report.trf", event.path, "--ruleset", "trc"
    )
    assert done.exit_code == 1
    assert "trc reports more than the winner of a match" in done.stderr


@pytest.mark.parametrize(("win", "told"), [("1/4", "1/4"), ("99", "198")])
def test_points_that_would_be_cut_are_refused(event, win, told):
    """Nothing is written; the format json holds them."""
    rules = ("--set", f"Points for a win={win}", "--set", "Points for a draw=0")
    done = imported(event, SMALL, *rules)
    assert done.exit_code == 0, done.output
    out = event.path.parent / "out.trf"
    done = event.run("export", "--format", "trf", "-o", out)
    assert done.exit_code == 1
    assert "from 0 to 99.9 with one decimal" in done.stderr
    assert f"not for {told}." in done.stderr
    assert not out.exists()


def _line(no, *cells):
    """The line of a player."""
    return f"001 {no:>4}      {f'Player {no}':<33}{'':>34} 0.0      {'  '.join(cells)}"


FAULTS = {
    "an opponent who is not there": ((_line(1, "   9 w 1"),), "line 1, column 92: player 1 has 9"),
    "an opponent with another one": (
        (_line(1, "   2 w 1"), _line(2, "0000 - U")), "line 1, column 92: player 1 has 2 in round 1",
    ),
    "a player against themselves": ((_line(1, "   1 w 1"),), "line 1, column 92: player 1 has 1"),
    "two winners": (
        (_line(1, "   2 w 1"), _line(2, "   1 b 1")),
        "line 1, column 92: players 1 and 2 have the results '1' and '1'",
    ),
    "one colour": (
        (_line(1, "   2 w 1"), _line(2, "   1 w 0")),
        "line 1, column 92: players 1 and 2 both have the colour w",
    ),
    "an unknown result": (
        (_line(1, "   2 w ?"), _line(2, "   1 b 0")), "line 1, column 92: the result '?' is not known",
    ),
    "an unknown number": ((_line(1, "  x2 w 1"),), "line 1, column 92: 'x2' is not a number"),
    "a number twice": ((_line(1), _line(1)), "line 2, column 5: player 1 is there twice"),
    "no number": ((_line(1), _line("abc")), "line 2, column 5: 'abc' is not a number of a player"),
    "a result missing": (
        (_line(1, "   2 w  ", "   2 b 1"), _line(2, "   1 b  ", "   1 w 0")),
        "line 1, column 92: the result is missing",
    ),
    "a round without games": (
        (_line(1, "0000 - Z", "   2 b 1"), _line(2, "0000 - Z", "   1 w 0")), "round 1 has no games",
    ),
}  # fmt: skip


@each("fault", FAULTS)
def test_what_is_wrong_is_told_by_line_and_column(event, fault):
    """Nothing is written, and the message says where."""
    lines, words = FAULTS[fault]
    assert words in refused(event, "\n".join(lines))


def test_a_draw_where_there_is_none_is_told(event):
    """The rules have no draws, and the file has one."""
    told = refused(event, SMALL, "--set", "Points for a draw=None")
    assert "line 6, column 92: players 2 and 5 have the results '=' and '='" in told


def test_what_has_no_place_is_told(event):
    """Teams, and pairs who may not meet."""
    text = f"{SMALL}013 Team A {' ' * 30} 1 2\n260   1   4    1    3\n"
    done = imported(event, text)
    assert "Left out: teams." in done.stderr
    assert "Left out: pairs who may not meet." in done.stderr


def test_names_that_are_there_twice_are_told_apart(event):
    """Two players of one name keep their numbers."""
    done = imported(event, SMALL.replace("Bert", "Anna"))
    assert "a name that is there before is now Anna (2)" in done.stderr
    assert [row["Name"] for row in event.rows("Players")][:2] == ["Anna", "Anna (2)"]


def test_random_events_come_back_with_the_same_standings(event, tmp_path):
    """Byes, half-point byes, forfeits, agreed draws, drops: out of one workbook, into another."""
    failures = []
    for number in range(0, 6 * campaigns.some(3), 6):  # those of ``OWN_RULES[0]``
        played = random_event("own", number)
        results = written(tmp_path / "sources" / "results.csv", table_of(played, "own"))
        roster = written(tmp_path / "sources" / "roster.csv", roster_of(played))
        event.path.unlink(missing_ok=True)
        options = ("--ruleset", "own", *as_options(played))
        done = event.run_bare("import", results, event.path, "--players", roster, *options)
        assert done.exit_code == 0, done.output
        report, back = tmp_path / "sources" / "out.trf", tmp_path / "back.xlsx"
        report.unlink(missing_ok=True)
        back.unlink(missing_ok=True)
        event.done("export", "-o", report)
        done = event.run_bare("import", report, back, *options)
        assert done.exit_code == 0, done.output
        assert "other points" not in done.stderr
        ours, theirs = (
            [
                (line.rank, line.no, line.points, line.tiebreaks)
                for line in rank(read_event(ValuesHost(path).read()).tournament(), OWN)
            ]
            for path in (event.path, back)
        )
        if ours != theirs:
            failures.append((number, ours, theirs))
    assert failures == []


# Public events

GAMES = {
    "1-0": ((1,),), "0-1": ((2,),), "0.5-0.5": (("Draw",),), "+/-": ((), Special.NO_SHOW_2),
    "-/+": ((), Special.NO_SHOW_1), "-/-": ((), Special.DOUBLE_NO_SHOW),
}  # fmt: skip
BYES = {"pairing": Special.BYE, "full": Special.BYE, "half": Special.HALF_BYE}


def as_tournament(data):
    """A public event as the engine has it."""
    rounds = []
    for number, games in enumerate(data["rounds"], 1):
        matches = [
            (game["player"], None, (), BYES[game["bye"]])
            if "bye" in game
            else (game["white"], game["black"], *GAMES[game["result"]])
            for game in games
            if game.get("bye") != "zero"
        ]
        seated = tuple(Match(table, *match) for table, match in enumerate(matches, 1))
        if seated:  # one ends with a round in which nobody is there
            rounds.append(Round(number, seated))
    players = [Player(p["no"], f"Player {p['no']}") for p in data["players"]]
    return Tournament(tuple(players), tuple(rounds), options=RULES)


@pytest.mark.skipif(not DATA.is_file(), reason="no public events beside the project")
def test_public_events_come_back_with_the_points_published():
    """12 events of chess: written, read again, and each with the points that were published."""
    failures = []
    for line in DATA.read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        before = as_tournament(data)
        text = "\n".join(player_lines(before, OWN.format(RULES), {}))
        read = TrfReader(text, "report.trf").event(OWN, RULES)
        after = Tournament(tuple(read.players), tuple(read.rounds), options=RULES)
        points = {standing.no: standing.points for standing in rank(after, OWN)}
        published = {p["no"]: Fraction(p["points"]) for p in data["players"]}
        games, again = (
            [{(m.player1, m.player2, m.result, m.special) for m in r.matches} for r in each.rounds]
            for each in (before, after)
        )
        if points != published or games != again or read.notes:
            failures.append(data["id"])
    assert failures == []


def test_a_report_that_is_none_is_refused():
    """The reader itself collects everything that is wrong."""
    with pytest.raises(WorkbookProblems) as error:
        TrfReader("\n".join(_line(n, "   7 w 1") for n in (1, 2)), "r.trf").event(OWN, RULES)
    assert len(error.value.problems) == 2
