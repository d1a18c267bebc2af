"""``--json``: every command has it, prints one value of a documented shape, and reports problems in it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from unittest import mock

import pytest
from reporting import LOST, WON, Phones

from xlplugin.doors.cli import main
from xlplugin.reports.record import Kind

from cases import each
from values_only import ValuesHost

PAGE = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")
SHAPES = PAGE.partition("\n## JSON\n")[2]
COMMANDS = sorted(main.commands)
BY_NAME = {"tiebreaks", "averages", "lists", "extra", "result", "typed"}
"""What the keys in there are says the ruleset, or the headers of a tab."""
ENDS_OF_GAMES = "games"
EXAMPLES = {"Drawn"}
LIKE_CORP = {"Runner", "Army", "average_difference"}
"""What the page says of statistics in words."""
PROBLEM = {"sheet", "cell", "what", "remedy"}


class Scenes:
    """Events at the moment at which a command is given; each prints what ``--json`` gives."""

    def __init__(self, folder, make_event, after_swiss, at_state):
        self.folder = folder
        self.make_event, self.after_swiss, self.at_state = make_event, after_swiss, at_state

    def _roster(self, *names, header="Name"):
        path = self.folder / "names.csv"
        path.write_text("\n".join([header, *names]), encoding="utf-8")
        return path

    def _bare(self, *arguments):
        result = self.make_event().run_bare(*arguments, "--json")
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    def _edited(self, command, *arguments):
        event = self.make_event(players=7, rounds=1)
        matches = event.json("pair")["pairings"]
        return event.json(command, *(matches[a]["no1"] if a >= 0 else -a for a in arguments))

    def start(self):
        """Serve the page, which nobody opens."""
        with mock.patch("xlplugin.doors.start.server.Server.serve"):
            return [self._bare("start")]

    def show(self):
        """Show an event, which is stopped at once."""
        serving = "xlplugin.doors.show.serving"
        with (
            mock.patch(f"{serving}.Server.serve", mock.AsyncMock()),
            mock.patch(f"{serving}.keep"),  # this computer remembers nothing of it
            mock.patch("xlplugin.doors.show.source.FileHost", ValuesHost),
        ):
            return [self.make_event(rounds=1).json("show")]

    def new(self):
        """Make a workbook, with players."""
        roster = self._roster("Ann", "Bea")
        return [
            self._bare(
                "new", self.folder / "n.xlsx", "--ruleset", "nisei-swiss", "--players", roster
            )
        ]

    def import_(self):
        """Take a results file."""
        source = self.folder / "source.json"
        self.make_event(rounds=1).done("export", "--format", "nrtm", "-o", source)
        return [self._bare("import", source, self.folder / "imported.xlsx")]

    def players(self):
        """Add somebody who is new and somebody who is not, of whom more is known now."""
        rows = ("Late Larch,", "Ann,Reds")
        return [self.make_event().json("players", self._roster(*rows, header="Name,Club"))]

    def pair(self):
        """With a bye."""
        return [self.make_event(players=7).json("pair")]

    def standings(self):
        """Of a round, and of the whole event."""
        return [
            self.make_event(rounds=1).json("standings", "--cross-table"),
            self.at_state("final").json("standings"),
        ]

    def swap(self):
        """Two players of two tables."""
        return [self._edited("swap", 0, 1)]

    def move(self):
        """To a table that is free."""
        return [self._edited("move", 0, -30)]

    def late(self):
        """With whoever has the bye."""
        event = self.make_event(players=7, rounds=1, finished=False)
        event.type("Players", 9, Name="Late Larch")
        return [event.json("late", "Late Larch")]

    def again(self):
        """After somebody of the tables has left."""
        event = self.make_event(players=8, rounds=1)
        match = event.json("pair")["pairings"][0]
        event.type("Players", event.row_of("Players", "No", match["no1"]), Status="Dropped")
        return [event.json("again", 1, 2)]

    def publish(self):
        """Where rounds wait for it."""
        event = self.make_event()
        row = event.row_of("Event", "Setting", "Publish rounds")
        event.type("Event", row, Value="When told")
        event.done("pair")
        return [event.json("publish")]

    def clock(self):
        """Started."""
        return [self.make_event(rounds=1, finished=False).json("clock", "--start")]

    def cut(self):
        """After the Swiss rounds."""
        return [self.at_state("swiss").json("cut")]

    def tiebreaker(self):
        """Where two are level."""
        return [self.after_swiss(settings=("Cut=2",)).json("tiebreaker")]

    def safe(self):
        """In the last round."""
        return [self.make_event(rounds=1, finished=False).json("safe", "--top", 4)]

    def penalties(self):
        """With an entry."""
        event = self.make_event(rounds=1, finished=False)
        event.done("penalties")
        event.type("Penalties", 2, No=1, Infraction="Slow play")
        return [event.json("penalties")]

    def lists(self):
        """Decklists."""
        return [self.make_event().json("lists")]

    def print_(self):
        """Slips."""
        return [self.make_event(rounds=1).json("print", "slips")]

    def statistics(self):
        """Of rounds with identities, and of armies."""
        event = self.make_event(rounds=1)
        event.type("Players", 2, Corp="A corporation", Runner="A runner")
        identities = event.json("statistics")
        return [identities, self.after_swiss("hex", 8, 1).json("statistics")]

    def matchups(self):
        """Of identities."""
        event = self.make_event(rounds=1)
        for row in range(2, 10):
            event.type("Players", row, Corp="A corporation", Runner="A runner")
        return [event.json("matchups")]

    def undo(self):
        """Two rounds."""
        return [self.make_event(rounds=2).json("undo", "--rounds", 2)]

    def restore(self):
        """The list."""
        event = self.make_event(rounds=1)
        event.done("undo")
        return [event.json("restore")]

    def check(self):
        """Where nothing is wrong."""
        return [self.make_event(rounds=1).json("check")]

    def export(self):
        """A file."""
        event = self.make_event(rounds=1)
        return [event.json("export", "--format", "nrtm", "-o", self.folder / "e.json")]

    def enter(self):
        """Nothing is typed, which ends it."""
        return [self.make_event(rounds=1, finished=False).json("enter")]

    def codes(self):
        """Of everybody."""
        return [self.make_event().json("codes")]

    def take(self):
        """A table whose players agree, one where they do not, one one typed; a wish to drop, and a report of nobody's table."""
        event = self.make_event(rounds=1, finished=False)
        phones = Phones.of_file(event.path)
        first, second, third, fourth = phones.event.tabs[-1].by_table
        phones.agree(first.player1, WON)
        for no, answers in zip(second.players, (WON, LOST), strict=True):
            phones.report(no, answers)
        phones.agree(third.player1, WON)
        event.type("Round 1", 4, **LOST)
        phones.report(fourth.player1, WON)
        phones.keep(Kind.DROP, no=first.player1)
        pair = (first.player1, second.player1)  # who do not meet
        phones.keep(Kind.RESULT, no=pair[0], pair=pair, result=WON)
        return [event.json("take")]

    def rules(self):
        """Ready-made ones."""
        result = self.make_event().run_bare("rules", "list", "--json")
        return [json.loads(result.stdout)]

    def rulesets(self):
        """All of them."""
        return [self._bare("rulesets")]

    def plan(self):
        """Two formats."""
        return [self._bare("plan", "--players", 8, "--cut", "0,4", "--events", 4, "--processes", 1)]

    def season(self):
        """Of an event with identities."""
        event = self.make_event(rounds=1)
        for row in range(2, 10):
            event.type("Players", row, Corp="A corporation", Runner="A runner")
        source = self.folder / "season.json"
        event.done("export", "--format", "nrtm", "-o", source)
        results = json.loads(source.read_text(encoding="utf-8"))
        source.write_text(json.dumps(results | {"date": "2026-05-17"}), encoding="utf-8")
        return [self._bare("season", source, "-o", self.folder / "season.xlsx")]

    def demo(self):
        """A whole event."""
        return [self._bare("demo", self.folder / "demo", "--ruleset", "ntp")]

    def setup(self):
        """On this computer, where it finds no Excel."""
        return [self._bare("setup")]

    def libreoffice(self):
        """Whether its buttons are there, where it may be missing itself."""
        result = self.make_event().run_bare("libreoffice", "status", "--json")
        return [json.loads(result.stdout)]

    def doctor(self):
        """Of this computer."""
        return [self._bare("doctor")]


@pytest.fixture
def scenes(tmp_path, make_event, after_swiss, at_state):
    """Run a command in its scene, by the name of the command."""
    scenes = Scenes(tmp_path, make_event, after_swiss, at_state)
    return lambda command: getattr(scenes, method(command))()


def method(command):
    """The scene of a command."""
    return next((n for n in (f"{command}_", command) if hasattr(Scenes, n)), "")


def shape(command):
    """The shape that the page shows for a command: the first, if there are several."""
    rows = [line for line in SHAPES.splitlines() if line.startswith("| `")]
    return next(
        re.findall(r"`(\{.*?\})`", row)[0] for row in rows if f"`{command}`" in row.split("|")[1]
    )


def documented(command):
    """The keys of a shape."""
    return set(re.findall(r'"([^"]+)"', shape(command)))


def keys(value, *, are_names=False):
    """All keys in what was printed, without those that are names of something."""
    if isinstance(value, list):
        return {key for item in value for key in keys(item)}
    if not isinstance(value, dict):
        return set()
    found = set() if are_names else set(value)
    for key, item in value.items():
        if key not in BY_NAME:
            found |= keys(item, are_names=key == ENDS_OF_GAMES and isinstance(item, dict))
    return found


@each("command", COMMANDS)
def test_every_command_has_json(command):
    """A new command is for programs as well as for people."""
    assert "--json" in {option for p in main.commands[command].params for option in p.opts}


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_printed_is_one_value_of_the_shape_that_is_documented(command, scenes):
    """Nothing else is on stdout, no key is left out of the page, and none is there but on the page."""
    found = set().union(*map(keys, scenes(command)))
    assert found - LIKE_CORP == documented(command) - EXAMPLES


def test_json_of_a_cut_between_two_days(after_swiss):
    """Who goes on and who does not, by number."""
    event = after_swiss("nisei-swiss", 8, 2)
    event.setting("Rounds", 4)
    said = event.json("cut", "--points", 6)
    row = next(line for line in SHAPES.splitlines() if "`cut` with `--points`" in line)
    assert set(said) == set(re.findall(r'"([^"]+)"', row)) == {"points", "goes_on", "out"}
    assert sorted(said["goes_on"] + said["out"]) == list(range(1, 9))


# what each says


def test_json_of_a_swap_has_both_tables_before_and_after(make_event):
    """Numbers and names of every match that changed."""
    event = make_event(players=7, rounds=1)
    one, two = event.json("pair")["pairings"][:2]
    said = event.json("swap", one["no1"], two["no1"])
    was = [change["was"] for change in said["changed"]]
    assert was == [{k: v for k, v in match.items() if k != "reasons"} for match in (one, two)]
    now = [(change["now"]["no1"], change["now"]["player1"]) for change in said["changed"]]
    assert now == [(two["no1"], two["player1"]), (one["no1"], one["player1"])]
    assert (said["tab"], said["warnings"]) == ("Round 2", [])


def test_an_export_without_an_end_has_no_json(make_event, tmp_path):
    """One value cannot say what is written again and again."""
    event = make_event(rounds=1)
    options = ("--format", "html", "-o", tmp_path / "e.html", "--watch", "--json")
    assert "--watch never ends" in event.refused("export", *options, status=2)


# what is wrong

WRONG = (
    ("new", "event.xlsx", "--ruleset", "trc"),
    ("import", "roster.txt", "other.xlsx", "--ruleset", "trc"),
    *((command, "no.xlsx") for command in (
        "players", "pair", "standings", "publish", "clock", "cut", "tiebreaker", "undo", "check", "lists",
        "penalties", "statistics", "matchups", "restore", "safe", "take", "codes", "show", "enter",
    )),
    ("swap", "no.xlsx", "1", "2"),
    ("move", "no.xlsx", "1", "2"),
    ("late", "no.xlsx", "1"),
    ("again", "no.xlsx", "1"),
    ("print", "no.xlsx", "slips"),
    ("export", "no.xlsx", "--format", "nrtm", "-o", "out.json"),
    ("demo", "roster.txt/there"),
    ("plan", "--players", "8", "--past", "roster.txt"),
    ("season", "roster.txt"),
    ("setup", "no.xlsm"),
    ("rules", "save", "roster.txt", "out.toml"),
)  # fmt: skip
CANNOT_FAIL = {"rulesets", "doctor", "libreoffice", "start"}
"""The first says what there is, two what is wrong: all print that. The last needs no more than this computer."""


def test_every_command_is_tried_with_something_wrong():
    """A new one, too."""
    assert {command for command, *_ in WRONG} | CANNOT_FAIL == set(COMMANDS)


@pytest.mark.parametrize("arguments", WRONG, ids=lambda arguments: arguments[0])
def test_what_is_wrong_is_one_value_too(make_event, monkeypatch, tmp_path, arguments):
    """The same sentence for people and for programs, and exit status 1."""
    event = make_event()
    monkeypatch.chdir(tmp_path)
    Path("roster.txt").write_text("nothing of ours", encoding="utf-8")
    result = event.run_bare(*arguments, "--json")
    assert result.exit_code == 1
    (problem,) = json.loads(result.stdout)["problems"]
    assert set(problem) == PROBLEM
    assert problem["what"]
    assert problem["what"].splitlines()[0] in result.stderr


def test_problems_say_their_cells(make_event):
    """Tab, cell, what is wrong and what to do, each by itself; all of them at once."""
    event = make_event(rounds=1, finished=False)
    result = event.run("pair", "--json")
    assert result.exit_code == 1
    problems = json.loads(result.stdout)["problems"]
    assert [(p["sheet"], p["cell"]) for p in problems] == [
        ("Round 1", ""),
        *(("Round 1", f"F{row}") for row in range(2, 6)),
    ]
    assert [p["remedy"] for p in problems[1:]] == ["type it"] * 4
    assert all(f"{p['what']}; {p['remedy']}\n" in result.stderr for p in problems)


def test_a_check_says_each_problem_once(make_event):
    """What must be mended is told as every command tells it, and not a second time."""
    event = make_event(rounds=1)
    with event.opened() as workbook:
        workbook["Round 1"]["F2"] = "X"
    result = event.run("check")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.count("Round 1!F2") == 1


@pytest.mark.parametrize(
    "arguments",
    [("nothing",), ("pair",), ("pair", "event.xlsx", "--nope"), ("move", "event.xlsx", "1", "x")],
    ids=["no such command", "no file", "no such option", "not a number"],
)
def test_what_was_typed_wrong_is_one_value_too(make_event, arguments):
    """With exit status 2, and the usage on stderr."""
    result = make_event().run_bare(*arguments, "--json")
    assert result.exit_code == 2
    (problem,) = json.loads(result.stdout)["problems"]
    assert set(problem) == PROBLEM
    assert problem["what"] in result.stderr


def test_without_json_nothing_is_printed_for_programs(make_event):
    """What is wrong is said on stderr alone."""
    event = make_event()
    assert event.run("standings").stdout == ""
    assert event.run_bare("nothing").stdout == ""
