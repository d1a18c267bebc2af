"""Random histories of reports: late, doubled, contradictory, torn, about other tables, between all that happens.

What may be in the workbook is decided by a model of its own, which reads the cells and nothing else: it knows
no code of the program. Each action may be any that an organizer does; then results are taken.
"""

from __future__ import annotations

import json
from functools import cache
from random import Random

from in_memory import InMemory, blank

from engine import Player, ruleset_named
from xlplugin.ground.problems import OrganizerError, TournamentError
from xlplugin.reports.record import path_of
from xlplugin.verbs import change_pairing, new_event
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.take_results import take_results
from xlplugin.verbs.undo import undo_round

PLAYERS = 6


class Game:
    """How matches are reported: results that may be, by header, and one that the tab would not take."""

    def __init__(self, ruleset, settings, results, wrong):
        self.ruleset, self.settings, self.results, self.wrong = ruleset, settings, results, wrong
        self.headers = list(dict.fromkeys(header for result in results for header in result))


def _cells(headers, *rows):
    return [dict(zip(headers, row, strict=True)) for row in rows]


LETTERS, GAMES, SCORES = ("P1 Corp", "P1 Runner"), ("Games 1", "Games 2"), ("Score 1", "Score 2")
KINDS = (
    Game(
        "nisei-swiss", {}, [*_cells(LETTERS, "WL", "LW", "WW", "DL"), {"Special": "ID"}],
        {"P1 Corp": "W", "P1 Runner": "L", "Special": "2-for-1"},
    ),
    Game("nisei-single-sided", {}, _cells(["Result"], ["Corp"], ["Runner"], ["Draw"]), {"Result": "Ann"}),
    Game("own", {"Result": "Games"}, _cells(GAMES, (2, 1), (1, 2), (2, 0)), {"Games 1": 2, "Games 2": 2}),
    Game("own", {"Result": "Score"}, _cells(SCORES, (9, 0), (0, 9), (5, 5)), {"Score 1": 3}),
)  # fmt: skip


@cache
def begun(number, rounds):
    """An event with some rounds paired, the newest without results."""
    game = KINDS[number]
    host = InMemory(blank(game.ruleset))
    roster = [Player(0, f"Player {no}") for no in range(1, PLAYERS + 1)]
    settings = {"Event seed": "7", "Player reports": "Yes", "Rounds": "5", **game.settings}
    new_event.start_event(host, ruleset_named(game.ruleset), roster, settings)
    for _ in range(rounds):
        for row in Tab(host).rows.values() if "Round 1" in host.book.sheets else ():
            host.type(row.tab, row.number, **game.results[row.number % 2])
        pair_round(host)
    return host.book


class Row:
    """A row of the newest round as its cells have it."""

    def __init__(self, tab, number, values, headers):
        self.tab, self.number = tab, number
        self.table, one, two = (values.get(h) for h in ("Table", "No 1", "No 2"))
        self.pair = (one, two)
        self.typed = {h: values[h] for h in (*headers, "Special") if values.get(h) is not None}


class Tab:
    """The newest round as its cells have it: nothing else reads it so."""

    def __init__(self, host, headers=("P1 Corp", "P1 Runner")):
        names = [
            name for name in host.book.sheets if name.startswith("Round ") and name[6:].isdecimal()
        ]
        self.name = max(names, key=lambda name: int(name[6:]), default="")
        self.rows = {}
        if self.name:
            first, *rows = host.book.sheets[self.name].rows
            for number, values in enumerate(rows, 2):
                row = Row(self.name, number, dict(zip(first, values, strict=False)), headers)
                if None not in row.pair:
                    self.rows[row.pair] = row


class Told:
    """A report as the model has it."""

    def __init__(self, line, epoch, *, is_wrong):
        self.id, self.no, self.pair, self.result = (
            line["id"],
            line["no"],
            tuple(line["pair"]),
            line["result"],
        )
        self.epoch, self.is_wrong = epoch, is_wrong


class History:
    """One history; ``faults`` says what has gone wrong in it."""

    def __init__(self, seed, folder):
        self.random = random = Random(seed)
        number = random.randrange(len(KINDS))
        self.game = KINDS[number]
        self.host = InMemory(begun(number, random.choice((1, 1, 2))))
        self.host.folder = folder
        self.path = path_of(folder, self.host.name)
        self.path.unlink(missing_ok=True)
        self.faults, self.told, self.used, self.minute = [], [], set(), 0
        self.torn = False
        self.epochs, self.names = {}, {}  # of each round, as it was paired last, and back
        self.made = {}  # what the program calls each of them
        self.count = 0
        self.done = []
        for name in [n for n in self.host.book.sheets if n.startswith("Round ")]:
            self.paired(name)

    def paired(self, name):
        """A round is paired now: reports about it before are about another one."""
        self.count += 1
        self.epochs[name], self.names[self.count] = self.count, name
        log = [row for row in self.host.book.sheets["Log"].rows if row[3:5] == ["Round", name]]
        self.made[self.count] = f"{len(log)} {max(row[0] for row in log)}"

    def tab(self):
        """The newest round."""
        return Tab(self.host, self.game.headers)

    def statuses(self):
        """Who is not active."""
        header, *rows = self.host.book.sheets["Players"].rows
        places = header.index("No"), header.index("Status")
        cells = ([row[p] if p < len(row) else None for p in places] for row in rows)
        return {no for no, status in cells if status not in (None, "Active")}

    # what happens

    def act(self):
        """Let something happen."""
        actions = {
            self.report: 12, self.agree: 8, self.double: 2, self.late: 3, self.other_table: 2, self.forge: 2,
            self.type: 3, self.clear: 2, self.swap: 1, self.pair_again: 1, self.undo: 1, self.pair: 1,
            self.drop: 1, self.back: 1, self.take: 4,
        }  # fmt: skip
        (action,) = self.random.choices([*actions], [*actions.values()])
        self.done.append(action.__name__)
        action()

    def _line(self, no, pair, result, name, epoch):
        self.minute += 1
        at = f"2026-11-24T{15 + self.minute // 60:02}:{self.minute % 60:02}:00+00:00"
        line = {
            "v": 1,
            "id": f"{self.random.getrandbits(64):016x}",
            "at": at,
            "kind": "result",
            "round": name,
        }
        return line | {"made": self.made[epoch], "no": no, "pair": list(pair), "result": result}

    def _keep(self, line, epoch, *, is_wrong=False):
        with self.path.open("a", encoding="utf-8") as file:
            file.write("\n" * self.torn + json.dumps(line) + "\n")
        self.torn = False
        self.told.append(Told(line, epoch, is_wrong=is_wrong))

    def _some(self):
        tab = self.tab()
        return (tab, self.random.choice([*tab.rows.values()])) if tab.rows else (tab, None)

    def _result(self):
        is_wrong = self.random.random() < 0.07
        return (self.game.wrong if is_wrong else self.random.choice(self.game.results)), is_wrong

    def report(self):
        """One of two players reports."""
        tab, row = self._some()
        if row:
            result, is_wrong = self._result()
            epoch, no = self.epochs[tab.name], self.random.choice(row.pair)
            self._keep(self._line(no, row.pair, result, tab.name, epoch), epoch, is_wrong=is_wrong)

    def agree(self):
        """A player confirms what the other has reported, or both report."""
        tab, row = self._some()
        if row:
            epoch = self.epochs[tab.name]
            before = [each for each in self.told if each.epoch == epoch and each.pair == row.pair]
            result, is_wrong = self._result()
            if before:
                result, is_wrong = before[-1].result, before[-1].is_wrong
            for no in row.pair:
                self._keep(
                    self._line(no, row.pair, result, tab.name, epoch), epoch, is_wrong=is_wrong
                )

    def double(self):
        """The network sends a report again, as it is."""
        lines = self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else []
        if lines:
            with self.path.open("a", encoding="utf-8") as file:
                file.write("\n" * self.torn + self.random.choice(lines) + "\n")
            self.torn = False

    def late(self):
        """A phone that was asleep reports of a round as it was paired before."""
        if self.told:
            old = self.random.choice(self.told)
            result, is_wrong = self._result()
            line = self._line(old.no, old.pair, result, self.names[old.epoch], old.epoch)
            self._keep(line, old.epoch, is_wrong=is_wrong)

    def other_table(self):
        """Somebody reports for two who do not meet."""
        tab, row = self._some()
        if row:
            others = [no for no in range(1, PLAYERS + 1) if no not in row.pair]
            pair = (row.pair[0], self.random.choice(others))
            result, is_wrong = self._result()
            epoch = self.epochs[tab.name]
            self._keep(self._line(pair[0], pair, result, tab.name, epoch), epoch, is_wrong=is_wrong)

    def forge(self):
        """Lines that are none: torn, too long, of somebody for others, of the wrong kind."""
        tab, row = self._some()
        if not row:
            return
        stranger = next(no for no in range(1, 99) if no not in row.pair)
        line = self._line(stranger, row.pair, self.game.results[0], tab.name, self.epochs[tab.name])
        own = line | {"no": row.pair[0]}
        strange = [
            line, own | {"v": 2}, own | {"kind": "resul"}, own | {"id": ""}, own | {"result": []}, own | {"at": 5},
            own | {"pair": [*row.pair, 3]}, own | {"no": str(row.pair[0])}, own | {"more": "x" * 9_000}, [own],
        ]  # fmt: skip
        with self.path.open("a", encoding="utf-8") as file:
            file.write("\n" * self.torn + json.dumps(self.random.choice(strange)) + "\n")
            self.torn = self.random.random() < 0.5
            if self.torn:
                file.write(json.dumps(own)[: self.random.randrange(5, 60)])

    def type(self):
        """The desk types a result, or a part of one."""
        _, row = self._some()
        if row and not row.typed:
            result = self.random.choice(self.game.results)
            if self.random.random() < 0.3:
                result = dict([next(iter(result.items()))])
            self.host.type(row.tab, row.number, **result)

    def clear(self):
        """The desk clears a result."""
        typed = [row for row in self.tab().rows.values() if row.typed]
        if typed:
            row = self.random.choice(typed)
            self.host.type(row.tab, row.number, **dict.fromkeys(row.typed))

    def _try(self, action, *arguments, **more):
        try:
            action(self.host, *arguments, **more)
        except (OrganizerError, TournamentError):
            return False
        return True

    def swap(self):
        """Two players change places."""
        one, two = self.random.sample(range(1, PLAYERS + 1), 2)
        self._try(change_pairing.swap, str(one), str(two))

    def pair_again(self):
        """The newest round is paired again."""
        if self._try(pair_round, again=True):
            self.paired(self.tab().name)

    def undo(self):
        """The newest round is taken back."""
        name = self.tab().name
        if self._try(undo_round):
            self.epochs.pop(name, None)

    def pair(self):
        """The desk types what is missing, and the next round is paired."""
        for row in self.tab().rows.values():
            if set(row.typed) != set(self.game.results[0]) and "Special" not in row.typed:
                self.host.type(row.tab, row.number, **self.game.results[0])
        if self._try(pair_round):
            self.paired(self.tab().name)

    def _set_status(self, no, status):
        header, *rows = self.host.book.sheets["Players"].rows
        number = next(n for n, row in enumerate(rows, 2) if row[header.index("No")] == no)
        self.host.type("Players", number, Status=status)

    def drop(self):
        """The desk writes that somebody has dropped."""
        if len(self.statuses()) < 2:
            self._set_status(self.random.randrange(1, PLAYERS + 1), "Dropped")

    def back(self):
        """Somebody comes back."""
        for no in self.statuses():
            self._set_status(no, None)

    # results are taken

    def take(self):
        """Take results; then compare the cells with what the model says."""
        before, gone, others = self.tab(), self.statuses(), self._rounds()
        try:
            data = take_results(self.host).data
        except OrganizerError as error:
            if self.told and "beside the workbook" in str(error):
                self.faults.append(f"nothing read: {error}")
            if self._rounds() != others:
                self.faults.append("written though refused")
            return
        after, told = self.tab(), Named(data)
        latest = {}
        for each in self.told:  # of each player of a pair of this pairing
            if each.epoch == self.epochs.get(before.name):
                latest[each.pair, each.no] = each
        for pair, row in before.rows.items():
            reports = [each for no in pair if (each := latest.get((pair, no)))]
            compare = self._typed if row.typed else self._open
            self.faults += compare(row, after.rows[pair], reports, gone, told)
        self.faults += [
            f"{each.no} reported for a pair that does not meet: not told"
            for each in latest.values()
            if each.pair not in before.rows and each.id not in told.stale
        ]
        now = self._rounds()
        self.faults += [
            f"{n}, which is over, was changed"
            for n in others
            if n != before.name and others[n] != now[n]
        ]

    def _rounds(self):
        return {
            n: sheet.rows for n, sheet in self.host.book.sheets.items() if n.startswith("Round ")
        }

    def _typed(self, row, after, reports, _gone, told):
        """A table of which something was typed: it stays, and whoever says something else is named."""
        if after.typed != row.typed:
            yield f"table {row.table}: {row.typed} was typed, now {after.typed}"
        differing = {each.id for each in reports if each.result != row.typed}
        if told.ids("differing", row.table) != differing:
            yield f"table {row.table}: differing are {differing}"

    def _open(self, row, after, reports, gone, told):
        """A table of which nothing was typed: filled in by two equal reports that hold, and by nothing else."""
        table = row.table
        valid = [each for each in reports if each.no not in gone and each.id not in self.used]
        for each in reports:
            if each not in valid and each.id not in told.stale:
                yield f"table {table}: the report of {each.no} does not hold, and is not told"
        is_agreed = len(valid) == 2 and valid[0].result == valid[1].result and not valid[0].is_wrong
        wanted = valid[0].result if is_agreed else {}
        if after.typed != wanted:
            yield f"table {table}: {after.typed} instead of {wanted}"
        kind = "taken" if is_agreed else ("", "waiting", "conflicts")[len(valid)]
        for each in ("taken", "conflicts", "waiting"):
            ids = {report.id for report in valid} if each == kind else set()
            if told.ids(each, table) != ids:
                yield f"table {table}: {each} names {told.ids(each, table)} instead of {ids}"
        if is_agreed:
            self.used |= {each.id for each in reports}


class Named:
    """What the organizer was told, by table."""

    def __init__(self, data):
        self.data, self.stale = data, {entry["id"] for entry in data["stale"]}

    def ids(self, kind, table):
        """The reports that are named of a table."""
        entries = (entry for entry in self.data[kind] if entry["table"] == table)
        return {report["id"] for entry in entries for report in entry["reports"]}


def faults_of(seed, folder, actions=14):
    """What goes wrong in a history; an empty list if nothing does."""
    history = History(seed, folder)
    for _ in range(actions):
        history.act()
    history.take()
    return [f"{seed}: {fault} ({', '.join(history.done)})" for fault in history.faults]
