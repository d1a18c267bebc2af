"""The messy Saturday with half of the tables reporting by phone, compared with what was played at every table.

The phones ask the server that shows the event; what no page of ours would send goes straight into the file of
reports. What was played is known to nobody but :class:`Hall`, by the names of the players. What the workbook has at the
end is read from its cells, and points are added up here.
"""

from __future__ import annotations

import re
from contextlib import ExitStack
from random import Random

from openpyxl.styles import PatternFill
from reporting import Phones
from showing import shown, wait_for

from xlplugin.reports import codes
from xlplugin.reports.record import Kind, Record, path_of

from values_only import ValuesHost

NAMES = [f"Player {number}" for number in range(1, 39)]
SETTINGS = (
    "Event seed=41", "Event name=Saturday by phone", "Tier=Competitive", "Rounds=4", "Cut=4",
    "Player reports=Yes", "Registration=40", "Check-in=Yes",
)  # fmt: skip
WORDS = {1: "I won", -1: "I lost", 0: "Draw"}
LETTERS = {1: "W", -1: "L", 0: "D"}
LABELS = ("As Corp", "As Runner")
TWO_GAMES = ("P1 Corp", "P1 Runner")


class Hall:
    """The tables: who won what, by the names of both players, and the phones on them."""

    def __init__(self, event):
        self.event, self.random = event, Random(41)
        self.phones = Phones.of_file(event.path)
        self.codes = {entry["name"]: entry["code"] for entry in event.json("codes")["codes"]}
        self.room = ExitStack()
        self.show()
        self.played = {}  # by tab and pair: of whom is first by name, the outcome as Corp and as Runner
        self.taken = []  # tab, and both names, of what was taken from phones

    def show(self):
        """Show the event; the server that did so before has ended."""
        self.room.close()
        self.phone = self.room.enter_context(shown(self.event.path))

    def renamed(self, path):
        """The workbook and its reports have another name."""
        self.room.close()
        old = self.phones.record.path
        self.event.path.rename(path)
        old.rename(path_of(path.parent, path.name))
        now, self.event.path = self.phones.now, path
        self.phones = Phones.of_file(path)
        self.phones.now = now
        self.show()

    def ask(self, name, path="/me", **more):
        """What a player's phone is answered once it has the workbook as it was saved last."""
        saved, room = self.phones.event.book.sheets, self.phone.showing.room
        wait_for(lambda: room.reading.event.book.sheets == saved)
        code = self.codes[name].lower().replace("-", " ")
        answer = self.phone.post("/me", {"code": code})
        if path != "/me":
            now = {key: answer.json[key] for key in ("round", "made")}
            answer = self.phone.post(path, {"code": code, **now, **more})
        assert answer.status == 200, answer.content
        return answer.json

    def tables(self, tab):
        """The tables of two players, in the order of their numbers."""
        rows = [row for row in self.event.rows(tab) if row["No 2"]]
        return sorted(rows, key=lambda row: row["Table"])

    def play(self, tab):
        """Play the tables that have not been played."""
        for row in self.tables(tab):
            one, two = sorted((row["Player 1"], row["Player 2"]))
            games = (self.random.choice((1, 1, -1, -1, 0)), self.random.choice((1, -1)))
            self.played.setdefault((tab, one, two), games)

    def outcome(self, tab, name, other):
        """What a player has of a match, as Corp and as Runner: 1 won, 0 drawn, -1 lost."""
        one, two = sorted((name, other))
        corp, runner = self.played[tab, one, two]
        return (corp, runner) if name == one else (-runner, -corp)

    def say(self, tab, name, *, lie=False):
        """Report on the phone, with the code that is on the card, in the words of the questions."""
        outcome = self.outcome(tab, name, self.ask(name)["opponent"])
        self.answer(name, {
            label: WORDS[-games if lie else games] for label, games in zip(LABELS, outcome, strict=True)
        })  # fmt: skip

    def answer(self, name, told):
        """Answer what a player is asked, by label or by column."""
        form = self.ask(name)["form"]
        answers = {
            field["header"]: dict(field["choices"])[told[known_as]]
            for field in form
            for known_as in (field["label"], field["header"])
            if known_as in told
        }
        self.ask(name, "/report", answers=answers)

    def again(self):
        """The network sends the last report once more, and something is torn off."""
        path = self.phones.record.path
        with path.open("ab") as file:
            file.write(path.read_bytes().splitlines(keepends=True)[-1])

    def both(self, tab, row, **lie):
        """Both players of a table report."""
        for player in ("Player 1", "Player 2"):
            self.say(tab, row[player], **lie)

    def type(self, tab, row):
        """The desk types a result from a slip."""
        number, _ = self.row_with(tab, row["No 1"])
        games = self.outcome(tab, row["Player 1"], row["Player 2"])
        letters = (LETTERS[game] for game in games)
        self.event.type(tab, number, **dict(zip(TWO_GAMES, letters, strict=True)))

    def row_with(self, tab, no):
        """The number of the row of a player, and its cells."""
        sheet = self.event.read()[tab]
        header = [cell.value for cell in sheet[1]]
        for number, cells in enumerate(sheet.iter_rows(min_row=2, values_only=True), 2):
            row = dict(zip(header, cells, strict=True))
            if no in (row["No 1"], row["No 2"]):
                return number, row
        raise AssertionError(no)

    def take(self):
        """Take results; whatever is taken is kept for the log."""
        data = self.event.json("take")
        self.taken += [(self.event.newest(), *entry["players"]) for entry in data["taken"]]
        return data

    def desk(self, tab, rows):
        """The desk types the other half, and what is missing."""
        for row in rows:
            self.type(tab, row)


def halves(rows):
    """Those whose tables report by phone, and those whose slips come to the desk."""
    return [row for row in rows if row["Table"] % 2 == 0], [row for row in rows if row["Table"] % 2]


def names(entries):
    """The names in what take says."""
    return [entry["name"] for entry in entries]


def morning(event, folder):
    """Check-in by code, doubled and sloppily typed; two register, one comes too late for a place."""
    roster = folder / "roster.csv"
    roster.write_text("\n".join(["Name", *NAMES]), encoding="utf-8")
    options = [part for setting in SETTINGS for part in ("--set", setting)]
    event.done("new", "--ruleset", "nisei-swiss", "--players", roster, *options)
    event.lighten(len(NAMES) + 2)
    hall = Hall(event)
    for name in NAMES[:30]:
        hall.ask(name, "/here")
        hall.again()
    for name in ("Late Larch", "Later Lime", "late larch", "Too Late"):
        hall.phones.keep(Kind.REGISTER, name=name)
    data = hall.take()
    assert names(data["here"]) == NAMES[:30]
    assert names(data["registered"]) == ["Late Larch", "Later Lime"]
    assert {(entry["name"], entry["why"]) for entry in data["stale"]} == {
        ("late larch", "somebody of that name has registered already"),
        ("Too Late", "there is no place left"),
    }
    for row in range(32, 42):
        event.type("Players", row, **{"Checked in": "Yes"})
    hall.codes |= {entry["name"]: entry["code"] for entry in event.json("codes")["codes"]}
    return hall


def first_round(hall):
    """Right, doubled, wrong first and then corrected, contradictory, by one alone; the rest is typed."""
    tab = "Round 1"
    hall.event.done("pair")
    hall.play(tab)
    phone, desk = halves(hall.tables(tab))
    right, doubled, corrected, conflict, alone, *others = phone
    hall.both(tab, right)
    hall.both(tab, doubled)
    hall.again()
    hall.say(tab, corrected["Player 1"], lie=True)
    hall.say(tab, corrected["Player 2"])
    hall.say(tab, conflict["Player 1"], lie=True)
    hall.say(tab, conflict["Player 2"])
    hall.say(tab, alone["Player 2"])
    data = hall.take()
    assert [e["table"] for e in data["taken"]] == [right["Table"], doubled["Table"]]
    assert [e["table"] for e in data["conflicts"]] == [corrected["Table"], conflict["Table"]]
    assert [e["table"] for e in data["waiting"]] == [alone["Table"]]
    hall.say(tab, corrected["Player 1"])
    hall.desk(tab, [conflict, *desk[:4]])
    for row in others:
        hall.both(tab, row)
    data = hall.take()
    assert [e["table"] for e in data["taken"]] == [r["Table"] for r in (corrected, *others)]
    assert [e["table"] for e in data["differing"]] == [conflict["Table"]]
    counted = f"Round 1: {len(phone) + 3} of 20 results in"
    assert counted in hall.event.done("take").stdout
    hall.desk(tab, [alone, *desk[4:]])
    return alone


def second_round(hall, alone):
    """Late reports of the round before, a swap after reports, pairing again after reports, sorting, a drop."""
    late = hall.phones.about_now()
    event, tab = hall.event, "Round 2"
    event.done("pair")
    hall.play(tab)
    rows = hall.tables(tab)
    hall.both(tab, rows[1])
    event.done("undo")
    event.done("pair")
    hall.played = {key: games for key, games in hall.played.items() if key[0] != tab}
    hall.play(tab)
    data = hall.take()
    why = [entry["why"] for entry in data["stale"]]
    assert why.count("Round 2 was paired again since") == 2
    assert len(why) == 3  # the conflict that the desk has decided is told once more
    pair = tuple(alone[f"No {n}"] for n in (1, 2))
    for lie in (False, True):  # a phone that was asleep: the truth is no news, anything else is
        corp, runner = hall.outcome("Round 1", alone["Player 1"], alone["Player 2"])
        cells = dict(
            zip(TWO_GAMES, (LETTERS[corp], LETTERS[-runner if lie else runner]), strict=True)
        )
        hall.phones.keep(Kind.RESULT, no=pair[0], pair=pair, result=cells, **late)
        told = [
            e["why"] for e in hall.take()["stale"] if e["why"].startswith("what is typed counts")
        ]
        assert len(told) == 1 + lie
    phone, desk = halves(hall.tables(tab))
    swapped, other = phone[0], phone[1]
    hall.both(tab, swapped)
    event.done("swap", swapped["No 1"], other["No 1"])
    hall.play(tab)
    gone = (tab, *sorted((swapped["Player 1"], swapped["Player 2"])))
    del hall.played[gone], hall.played[(tab, *sorted((other["Player 1"], other["Player 2"])))]
    data = hall.take()
    assert "these two do not meet in Round 2 any more" in {e["why"] for e in data["stale"]}
    assert data["taken"] == []
    sort_and_colour(event, tab)
    phone, desk = halves(hall.tables(tab))
    hall.ask(phone[2]["Player 1"], "/drop")
    hall.ask(phone[3]["Player 1"], "/drop")
    hall.ask(phone[3]["Player 1"], "/stay")
    assert names(hall.take()["dropping_later"]) == [phone[2]["Player 1"]]
    for row in phone:
        hall.both(tab, row)
    data = hall.take()
    assert [e["table"] for e in data["taken"]] == [row["Table"] for row in phone]
    assert names(data["dropped"]) == [phone[2]["Player 1"]]
    hall.desk(tab, desk)
    return phone[2]["Player 1"]


def sort_and_colour(event, tab):
    """Somebody sorts the tab by the name of Player 2, backwards, and paints a row."""
    with event.opened() as workbook:
        sheet = workbook[tab]
        column = event.column(sheet, "Player 2") - 1
        width = event.column(sheet, "Special")
        rows = [
            [c.value for c in row[:width]] for row in sheet.iter_rows(min_row=2) if row[0].value
        ]
        for number, row in enumerate(
            sorted(rows, key=lambda row: str(row[column]), reverse=True), 2
        ):
            for place, value in enumerate(row, 1):
                sheet.cell(number, place).value = value
                sheet.cell(number, place).fill = PatternFill("solid", "FFFF00")


def third_round(hall, folder):
    """The files are renamed, the laptop dies in the middle of a line, a backup is put back."""
    event, tab = hall.event, "Round 3"
    event.done("pair")
    hall.play(tab)
    phone, desk = halves(hall.tables(tab))
    hall.both(tab, phone[0])
    hall.take()
    hall.renamed(folder / "the Saturday.xlsx")
    assert hall.phones.record.read()
    hall.say(tab, phone[1]["Player 1"])
    hall.room.close()
    path = hall.phones.record.path
    path.write_bytes(path.read_bytes()[:-40])  # never told "received": the phone sends it again
    hall.phones.record = Record(path)
    hall.show()
    hall.both(tab, phone[1])
    hall.both(tab, phone[2])
    before = event.path.read_bytes()
    data = hall.take()
    assert data["skipped"] == 1
    assert [e["table"] for e in data["taken"]] == [row["Table"] for row in phone[1:3]]
    event.done("restore", 1)
    assert event.path.read_bytes() == before
    del hall.taken[-2:]
    assert [e["table"] for e in hall.take()["taken"]] == [row["Table"] for row in phone[1:3]]
    for row in phone[3:]:
        hall.both(tab, row)
    hall.take()
    hall.desk(tab, desk)


def fourth_round(hall):
    """A player has shown the code to somebody: renewed, the old one opens nothing."""
    event, tab = hall.event, "Round 4"
    event.done("pair")
    hall.play(tab)
    phone, desk = halves(hall.tables(tab))
    name, old = phone[0]["Player 1"], hall.codes[phone[0]["Player 1"]]
    hall.say(tab, name)
    event.done("codes", "--renew", name)
    assert codes.player_of(hall.phones.event, old) is None
    hall.codes = {entry["name"]: entry["code"] for entry in event.json("codes")["codes"]}
    hall.say(tab, phone[0]["Player 2"])
    for row in phone[1:]:
        hall.both(tab, row)
    assert len(hall.take()["taken"]) == len(phone)
    hall.desk(tab, desk)
    event.done("standings")


def the_cut(hall):
    """One match of each round by phone, the other typed; the higher seed wins."""
    event = hall.event
    while "has won" not in str(event.value_of("Next step")):
        event.done("pair")
        tab = event.newest()
        first, *others = hall.tables(tab)
        winner = 1 if first["Seed 1"] < first["Seed 2"] else 2
        for place in (1, 2):
            told = {
                "Corp": ("Corp", "Runner")[place - 1],
                "Winner": WORDS[1 if place == winner else -1],
            }
            hall.answer(first[f"Player {place}"], told)
        data = hall.take()
        assert [e["result"]["Winner"] for e in data["taken"]] == [winner]
        for row in others:
            number, _ = hall.row_with(tab, row["No 1"])
            wins = 1 if row["Seed 1"] < row["Seed 2"] else 2
            event.type(tab, number, Corp=row["Corp"] or 1, Winner=wins)
    event.done("standings")


def compare(hall, dropped):
    """Every table, every point, every name in the log."""
    event = hall.event
    points = dict.fromkeys([*NAMES, "Late Larch", "Later Lime"], 0)
    seen = 0
    for number in range(1, 5):
        tab = f"Round {number}"
        for row in event.rows(tab):
            if not row["No 2"]:
                points[row["Player 1"]] += 6
                continue
            seen += 1
            one, two = row["Player 1"], row["Player 2"]
            games = hall.outcome(tab, one, two)
            assert [row[game] for game in TWO_GAMES] == [LETTERS[game] for game in games], (
                tab,
                row,
            )
            for game in games:
                points[one] += {1: 3, 0: 1, -1: 0}[game]
                points[two] += {1: 0, 0: 1, -1: 3}[game]
    assert seen == len(hall.played)
    listed = {row["Player"]: row["Points"] for row in event.rows("Standings 4")}
    assert {name: listed[name] for name in points} == points
    log = [(row["Action"], row["Details"]) for row in event.rows("Log")]
    said = [
        match.groups()
        for action, details in log
        if action == "Take results" and (match := re.match(
            r"(.+) table \d+: (.+) - (.+), reported by (.+) at \d\d:\d\d, confirmed by (.+) at \d\d:\d\d$", details
        ))
    ]  # fmt: skip
    assert sorted(each[:3] for each in said) == sorted(hall.taken)
    assert all({*each[1:3]} == {*each[3:]} for each in said)
    assert any(dropped in details and "Dropped" in details for _, details in log)


def test_a_saturday_by_phone(cut_file, tmp_path, monkeypatch):
    """The workbook has what was played, check finds nothing, every report is in the file, the log has who reported."""
    monkeypatch.setattr("xlplugin.doors.show.source.FileHost", ValuesHost)
    hall = morning(cut_file(tmp_path / "saturday.xlsx"), tmp_path)
    alone = first_round(hall)
    dropped = second_round(hall, alone)
    third_round(hall, tmp_path)
    fourth_round(hall)
    the_cut(hall)
    hall.room.close()
    assert hall.event.json("check")["problems"] == []
    compare(hall, dropped)
