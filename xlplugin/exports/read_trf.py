"""Reading a tournament report file of chess programs (TRF 06, 16 and 2026); White is Player 1.

Faults are told by line and column.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine import Match, Player, Round, Ruleset, Special
from engine.model import Exact, Value
from engine.options import Options
from engine.own.dutch import ABSENT, UNPLAYED
from engine.own.formats import DRAWN, Winner
from xlplugin.exports.trf import (
    CELL,
    DATE,
    DETAILS,
    FIRST_CELL,
    FULL_NAME,
    NUMBER,
    PLAYER,
    POINTS,
    RESULTS,
    ROUNDS,
    SETTINGS,
)
from xlplugin.ground.limits import MOST_ENTRANTS, MOST_GAMES, MOST_ROUNDS
from xlplugin.ground.problems import OrganizerError, Problem, WorkbookProblems, stop
from xlplugin.ground.texts import first_of, msg, msgn, t, tn
from xlplugin.roster.files import clean
from xlplugin.roster.played_elsewhere import (
    UNWRITABLE,
    ImportedEvent,
    seated,
    through,
    with_status,
)
from xlplugin.workbook.table import folded, one_line

SAME = {"W": "1", "D": "=", "L": "0"}
"""Games that are not rated count like others."""
BYES = {"U": Special.BYE, "F": Special.BYE, "+": Special.BYE, "1": Special.BYE, "H": Special.HALF_BYE, "=": Special.HALF_BYE}  # fmt: skip
"""The rounds without an opponent that are worth something."""
NOT_THERE = ("Z", "-", "0", "")
GAMES: dict[tuple[str, str], tuple[tuple[Value, ...], Special]] = {
    **{tokens: ((winner,), Special.NONE) for winner, tokens in RESULTS.items()},
    **{tokens: ((), special) for special, tokens in UNPLAYED.items()},
    RESULTS[DRAWN]: ((DRAWN,), Special.NONE),
    ("", ""): ((), Special.NONE),
}
"""The result of a game by what White and Black have."""
LEFT_OUT = {
    "013": msg("teams"), "310": msg("teams"), "250": msg("accelerated rounds"),
    "XXA": msg("accelerated rounds"), "260": msg("pairs who may not meet"),
    "XXP": msg("pairs who may not meet"),
}  # fmt: skip
"""Records that say something which has no place here."""
MOST_TOLD = 8


def is_trf(text: str) -> bool:
    """True for a text with a line of a player as such files have it."""
    return re.search(r"^001[ \t]+[0-9]+[ \t]", text, re.MULTILINE) is not None


class _Entry(NamedTuple):
    """A round in a player's line: the opponent (0 for nobody), ``w`` or ``b``, the result, and the place."""

    opponent: int
    colour: str
    token: str
    place: str


class _Line(NamedTuple):
    """A player's line: the player, points, one entry a round."""

    player: Player
    points: str
    entries: Sequence[_Entry]


class TrfReader:
    """A report file as it was read, before the rules are known.

    Args:
        text: its content.
        source: its name, for messages.
    """

    def __init__(self, text: str, source: str) -> None:
        self.source, self.settings = source, dict[str, str]()
        self.problems: list[Problem] = []
        self.notes: list[str] = []
        self.codes = Counter[str]()
        lines = [line.expandtabs(1) for line in text.splitlines()]
        for line in lines:
            code, value = line[:3], clean(line[4:])
            self.codes[code] += 1
            if setting := SETTINGS.get(code):
                value = value.replace("/", "-") if code == DATE else value
                if value and (code not in ROUNDS or value.isdecimal()):
                    self.settings.setdefault(setting, one_line(value))
        rows = [(n, line) for n, line in enumerate(lines, 1) if line.startswith(PLAYER)]
        depth = (
            max(-(-(len(line.rstrip()) - FIRST_CELL) // CELL) for _, line in rows) if rows else 0
        )
        counts = (
            (len(rows), MOST_ENTRANTS, msg("{file} has {n} players; the maximum is {most}.")),
            (depth, MOST_ROUNDS, msg("{file} has {n} rounds; the maximum is {most}.")),
            (depth * len(rows) // 2, MOST_GAMES, msg("{file} has {n} games; the maximum is {most}.")),
        )  # fmt: skip
        for count, most, message in counts:
            if count > most:
                raise OrganizerError(t(message, file=source, n=count, most=most))
        self.lines: dict[int, _Line] = {}
        self.names = Counter[str]()
        for number, line in rows:
            self._add(number, line.ljust(FIRST_CELL + CELL * max(depth, 0)), max(depth, 0))

    def problem(self, place: str, what: str, remedy: str, /, **values: object) -> None:
        """Record what is wrong at a line and column, texts of the catalogue; the values fill in both."""
        what, remedy = t(what, **values), t(remedy, **values)
        self.problems.append(Problem(self.source, place, what, remedy))

    def event(self, ruleset: Ruleset, options: Options) -> ImportedEvent:
        """The event under its rules.

        Raises:
            OrganizerError: the rules report more than the winner of a match.
            WorkbookProblems: all that is wrong.
        """
        format_ = ruleset.format(options)
        if not isinstance(format_, Winner):
            stop(
                "{file} has wins, draws and losses, but {ruleset} reports more than the winner of a match: "
                "name other rules.",
                file=self.source,
                ruleset=ruleset.name,
            )
        depth = max((len(line.entries) for line in self.lines.values()), default=0)
        rounds = [seated(list(self._matches(i, format_))) for i in range(depth)]
        while rounds and all(match.player2 is None for match in rounds[-1]):
            if rounds.pop():
                left = t("the byes of round {n}, in which nobody plays yet", n=len(rounds) + 1)
                self.notes.append(t("Left out: {what}.", what=left))
        self._check(rounds, format_)
        if self.problems:
            raise WorkbookProblems(self.problems)
        played = [Round(number, tuple(matches)) for number, matches in enumerate(rounds, 1)]
        listed = [line.player for line in self.lines.values()]
        players = with_status(listed, played, through(ruleset, options, listed, played))
        event = ImportedEvent(
            self.source, self.settings.get("Event name", ""), self.settings, players, played
        )
        event.ruleset, event.byes_second = ruleset.name, [set() for _ in played]
        event.left_out = list(dict.fromkeys(t(LEFT_OUT[c]) for c in self.codes if c in LEFT_OUT))
        event.notes = [*self.notes, *self._other_points(event, format_)]
        return event

    def _add(self, number: int, line: str, depth: int) -> None:
        """Read a player's line."""
        typed = line[NUMBER].strip()
        place = t("line {n}, column {column}", n=number, column=NUMBER.start + 1)
        no = int(typed) if re.fullmatch("[0-9]+", typed) else 0
        if not no:
            self.problem(place, "{typed!r} is not a number of a player", "correct it", typed=typed)
            return
        if no in self.lines:
            self.problem(place, "player {no} is there twice", "correct one of the numbers", no=no)
            return
        name = one_line(clean(line[FULL_NAME])) or t("No {no}", no=no)
        if UNWRITABLE.search(name):
            place = t("line {n}, column {column}", n=number, column=FULL_NAME.start + 1)
            self.problem(place, "the name has characters that no workbook can hold", "correct it")
        self.names[folded(name)] += 1
        if self.names[folded(name)] > 1:
            name = f"{name} ({no})"
            self.notes.append(
                t("Line {n}: a name that is there before is now {name}.", n=number, name=name)
            )
        details = {key: text for key, at in DETAILS.items() if (text := clean(line[at]))}
        if details.get("Rating", "") == "0":
            del details["Rating"]
        entries = [self._entry(number, line, FIRST_CELL + CELL * i) for i in range(depth)]
        self.lines[no] = _Line(Player(no, name, details=details), line[POINTS].strip(), entries)

    def _entry(self, number: int, line: str, start: int) -> _Entry:
        """A round in a player's line."""
        cell = line[start : start + CELL - 2].ljust(CELL - 2)
        place = t("line {n}, column {column}", n=number, column=start + 1)
        opponent, colour, token = cell[:4].strip(), cell[5].lower(), cell[7].strip().upper()
        token = SAME.get(token, token)
        if opponent and not re.fullmatch("[0-9]+", opponent):
            self.problem(
                place, "{typed!r} is not a number of a player", "correct it", typed=opponent
            )
            return _Entry(0, "", ABSENT[-1], place)
        is_known = token in NOT_THERE or token in BYES
        if not is_known:
            self.problem(place, "the result {typed!r} is not known", "correct it", typed=token)
            token = ABSENT[-1]
        return _Entry(int(opponent or 0), colour if colour in "wb" else "", token, place)

    def _matches(self, i: int, format_: Winner) -> Iterator[Match]:
        """The matches of a round, from 0; each player once."""
        for no, line in sorted(self.lines.items()):
            entry = line.entries[i]
            if not entry.opponent:
                if special := BYES.get(entry.token):
                    yield Match(0, no, None, special=special)
                continue
            other = self.lines.get(entry.opponent)
            if other is None or other.entries[i].opponent != no or entry.opponent == no:
                what = msg(
                    "player {no} has {opponent} in round {round}, who is not there with {no}"
                )
                values = {"no": no, "opponent": entry.opponent, "round": i + 1}
                self.problem(entry.place, what, "correct the two lines", **values)
            elif no < entry.opponent:
                yield from self._game(no, entry, other.entries[i], format_)

    def _game(self, no: int, one: _Entry, two: _Entry, format_: Winner) -> Iterator[Match]:
        """The game of two players, White first."""
        is_played = one.token not in ("+", "-")
        if one.colour and one.colour == two.colour and is_played:
            what = msg("players {no} and {opponent} both have the colour {colour}")
            values = {"no": no, "opponent": one.opponent, "colour": one.colour}
            self.problem(one.place, what, "correct one of the lines", **values)
            return
        is_turned = one.colour == "b" or (not one.colour and two.colour == "w")
        white, black = (two, one) if is_turned else (one, two)
        found = GAMES.get((white.token, black.token))
        is_drawn = found is not None and DRAWN in found[0]
        if found is None or (is_drawn and format_.score(*found) is None):
            what = msg("players {no} and {opponent} have the results {one!r} and {two!r}")
            values = {"no": no, "opponent": one.opponent, "one": one.token, "two": two.token}
            self.problem(one.place, what, "correct one of the lines", **values)
            return
        yield Match(0, black.opponent, white.opponent, *found)

    def _check(self, rounds: Sequence[Sequence[Match]], format_: Winner) -> None:
        """Record rounds without games, and results that are missing before the last round."""
        for number, matches in enumerate(rounds, 1):
            if not matches:
                self.problem(
                    "", "round {n} has no games", "add them, or take the round out", n=number
                )
            for match in matches if number < len(rounds) else ():
                if format_.score(match.result, match.special) is None:
                    place = self.lines[match.player1].entries[number - 1].place
                    self.problem(place, "the result is missing", "type it")

    def _other_points(self, event: ImportedEvent, format_: Winner) -> Iterator[str]:
        """The players whose points in the file are not those that the rules give."""
        points: dict[int, Exact] = {p.no: format_.start(p) for p in event.players}
        for round_ in event.rounds:
            playing = set(round_.players())
            for no in points.keys() - playing:
                points[no] += format_.absent
            for match in round_.matches:
                score = format_.score(match.result, match.special) or (0, 0)
                for no, earned in zip(match.players, score, strict=False):
                    points[no] += earned
        names = [
            line.player.name
            for no, line in self.lines.items()
            if _number(line.points) not in (None, float(points[no]))
        ]
        if names:
            one, many = msgn(
                "The file has other points for {n} player: {names}.",
                "The file has other points for {n} players: {names}.",
            )
            told = first_of(names, MOST_TOLD, lambda n: t("and {n} more", n=n))
            yield tn(one, many, len(names), names=", ".join(told))


def _number(text: str) -> float | None:
    """The points of a line; ``None`` where it has none."""
    return float(text) if re.fullmatch(r"[0-9]+(\.[0-9]*)?", text) else None
