"""Reading the JSON of an event that was exported; everything wrong is told by its place in the file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeGuard

from engine import Elimination, Match, Player, Round, Ruleset, Special, Stage, Status
from engine.elimination.progress import Progress, begin, winner_of
from engine.match_format import EliminationFormat, MatchFormat, ResultField
from engine.model import Value
from engine.options import Options
from xlplugin.exports.event_json import VERSION, is_event
from xlplugin.ground.limits import MOST_COLUMNS, MOST_ENTRANTS, MOST_GAMES, MOST_NAME, MOST_ROUNDS
from xlplugin.ground.problems import OrganizerError, Problem, WorkbookProblems, stop
from xlplugin.ground.texts import msg, t
from xlplugin.roster.played_elsewhere import UNHOLDABLE, UNWRITABLE, ImportedEvent
from xlplugin.workbook.formats import sheet_of
from xlplugin.workbook.layouts import players_tab
from xlplugin.workbook.layouts.event_tab import CUT_SIZE
from xlplugin.workbook.layouts.round_tabs import cut_name, cut_number
from xlplugin.workbook.layouts.tab_names import MOST_PLAYERS, round_name, round_number

MOST_NUMBER = 100_000
MOST_FAULTS = 200
"""With more of them nobody reads on, and nothing more is read."""
FIRST_ROW = 2
"""The row of a new tab that has its first match."""


def own_event(text: str, source: str) -> EventReader | None:
    """The reader of an event that was exported as JSON; ``None`` for any other text."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return EventReader(data, source) if is_event(data) else None


class EventReader:
    """An event as a file has it.

    Everything wrong is collected, and told at once by :meth:`event`.

    Args:
        data: the object that the file holds.
        source: the name of the file.
    """

    def __init__(self, data: Mapping[str, Any], source: str) -> None:
        self.data, self.source = data, source
        self.problems: list[Problem] = []
        if data.get("version") != VERSION:
            stop(
                "{file} is of version {version}; this program reads version {ours}. Export the event again.",
                file=source,
                version=data.get("version"),
                ours=VERSION,
            )
        name = data.get("ruleset")
        if not isinstance(name, str):
            stop("{file}: the ruleset is missing.", file=source)
        self.ruleset: str = name
        settings = data.get("settings", {})
        if not _is_texts(settings):
            stop("{file}: settings are not an object of texts.", file=source)
        self.settings: dict[str, str] = dict(settings)
        tiebreaker = data.get("tiebreaker")
        if isinstance(tiebreaker, dict) and _is_whole(tiebreaker.get("cut"), MOST_ENTRANTS):
            self.settings[CUT_SIZE.name] = str(tiebreaker["cut"])

    def event(self, ruleset: Ruleset, options: Options) -> ImportedEvent:
        """The event under its ruleset with these options.

        Raises:
            OrganizerError: it has far more than an event.
            WorkbookProblems: all that is wrong.
        """
        players = list(self._players())
        known = {player.no for player in players}
        match_format = ruleset.format(options)
        event = ImportedEvent(self.source, str(self.data.get("name") or ""), self.settings, players)
        event.ruleset, event.located, event.has_status = ruleset.name, self._located, True
        for number, data in enumerate(self._list(self.data, "rounds", ""), 1):
            place = f"rounds[{number - 1}]"
            matches, second, confirmed = self._round(data, place, match_format, known)
            event.rounds.append(Round(number, tuple(matches)))
            event.byes_second.append(second)
            event.confirmed |= {(round_name(number), no) for no in confirmed}
        games = sum(len(round_.matches) for round_ in event.rounds)
        counts = (
            (len(players), MOST_ENTRANTS, msg("{file} has {n} players; the maximum is {most}.")),
            (len(event.rounds), MOST_ROUNDS, msg("{file} has {n} rounds; the maximum is {most}.")),
            (games, MOST_GAMES, msg("{file} has {n} games; the maximum is {most}.")),
        )
        for count, most, text in counts:
            if count > most:
                raise OrganizerError(t(text, file=self.source, n=count, most=most))
        if ruleset.cut:
            self._add_later_rounds(event, ruleset, options, known)
        if self.problems:
            raise WorkbookProblems(self.problems)
        return event

    def problem(self, place: str, what: str, remedy: str, /, **values: object) -> None:
        """Record what is wrong at a place of the file, texts of the catalogue; the values fill in both."""
        what, remedy = t(what, **values), t(remedy, **values) if remedy else ""
        self.problems.append(Problem(self.source, place, what, remedy))
        if len(self.problems) >= MOST_FAULTS:
            raise WorkbookProblems(self.problems)

    def _list(self, data: Mapping[str, Any], key: str, place: str) -> Sequence[Mapping[str, Any]]:
        """The objects of a list; nothing for something else, which is a problem."""
        found = data.get(key)
        if isinstance(found, list) and all(isinstance(each, dict) for each in found):
            return found
        self.problem(f"{place}{key}", "this is not a list of objects", "")
        return []

    # players

    def _players(self) -> Iterator[Player]:
        seen: set[int] = set()
        headers: set[str] = set()
        for i, data in enumerate(self._list(self.data, "players", "")):
            place = f"players[{i}]"
            no, name = data.get("no"), data.get("name")
            if not _is_whole(no, MOST_PLAYERS):
                self.problem(f"{place}.no", "this is not a number of a player", "")
                continue
            if no in seen:
                self.problem(f"{place}.no", "{no} is there twice", "", no=no)
            seen.add(no)
            if not isinstance(name, str) or not name.strip() or UNWRITABLE.search(name):
                self.problem(f"{place}.name", "this is not a name that a workbook can hold", "")
                continue
            if len(name) > MOST_NAME:
                what = msg("the name has {count} characters; the maximum is {most}")
                self.problem(f"{place}.name", what, "", count=len(name), most=MOST_NAME)
            details = data.get("details", {})
            if not _is_texts(details):
                self.problem(f"{place}.details", "these are not texts that a workbook can hold", "")
                details = {}
            headers |= details.keys()
            yield self._player(data, place, Player(no, name, details=details))
        ours = {column.header for column in players_tab.COMMON_COLUMNS}
        for header in sorted(headers & ours):
            self.problem("players", "{header} is a column of its own", "", header=header)
        if len(headers) > MOST_COLUMNS:
            what = msg("there are {n} details; the maximum is {most}")
            self.problem("players", what, "", n=len(headers), most=MOST_COLUMNS)

    def _player(self, data: Mapping[str, Any], place: str, player: Player) -> Player:
        """The player with seed, status and the like."""
        for key in ("seed", "fixed_table"):
            if data.get(key) is not None and not _is_whole(data[key], MOST_NUMBER):
                self.problem(f"{place}.{key}", "this is not a whole number, or null", "")
        for key in ("first_round_bye", "declines_cut"):
            if not isinstance(data.get(key, False), bool):
                self.problem(f"{place}.{key}", "this is not true or false", "")
        status = data.get("status", "Active")
        if status not in tuple(Status):
            what = msg("this is not one of {choices}")
            self.problem(f"{place}.status", what, "", choices=", ".join(Status))
            status = Status.ACTIVE
        return replace(
            player,
            seed=data.get("seed"),
            status=Status(status),
            first_round_bye=bool(data.get("first_round_bye")),
            fixed_table=data.get("fixed_table"),
            declines_cut=bool(data.get("declines_cut")),
        )

    # matches

    def _round(
        self,
        data: Mapping[str, Any],
        place: str,
        format_: MatchFormat | EliminationFormat,
        known: set[int],
    ) -> tuple[list[Match], set[int], set[int]]:
        """The matches of a round, the players whose bye is on the right, and Player 1 of those confirmed."""
        matches: list[Match] = []
        second, confirmed = set[int](), set[int]()
        seen: set[int] = set()
        for i, entry in enumerate(self._list(data, "matches", f"{place}.")):
            where = f"{place}.matches[{i}]"
            match = self._match(entry, where, format_, known)
            if match is None:
                continue
            for no in match.players:
                if no in seen:
                    self.problem(where, "player {no} is in this round twice", "", no=no)
                seen.add(no)
            matches.append(match)
            if entry.get("no1") is None:
                second.add(match.player1)
            if entry.get("confirmed") is True:
                confirmed.add(match.player1)
        return matches, second, confirmed

    def _match(
        self,
        data: Mapping[str, Any],
        where: str,
        format_: MatchFormat | EliminationFormat,
        known: set[int],
    ) -> Match | None:
        """A match; ``None`` if anything is wrong with it."""
        before = len(self.problems)
        if not _is_whole(data.get("table"), MOST_NUMBER):
            self.problem(f"{where}.table", "this is not the number of a table", "")
        numbers = [data.get(key) for key in ("no1", "no2")]
        for key, no in zip(("no1", "no2"), numbers, strict=True):
            if no is not None and (type(no) is not int or no not in known):
                self.problem(f"{where}.{key}", "this is not the number of a player", "")
        players = [no for no in numbers if no is not None]
        special = data.get("special", "")
        if not isinstance(special, str) or special not in format_.specials:
            what = msg("this is not one of {choices}")
            choices = ", ".join(repr(str(each)) for each in format_.specials)
            self.problem(f"{where}.special", what, "", choices=choices)
        elif (len(players) == 1) != Special(special).is_bye:
            self.problem(f"{where}.special", "a bye has one player, and any other match two", "")
        result = self._result(data.get("result", {}), f"{where}.result", format_.fields)
        if len(self.problems) > before:
            return None
        kind = Special(special)
        if fault := format_.fault(result, kind):
            remedy = sheet_of(format_).fault(fault)
            self.problem(f"{where}.result", "the result contradicts itself", remedy)
            return None
        return Match(data["table"], players[0], players[1] if players[1:] else None, result, kind)

    def _result(self, data: object, where: str, fields: Sequence[ResultField]) -> tuple[Value, ...]:
        """The values of a result in the order of its fields."""
        if not isinstance(data, dict):
            self.problem(where, "this is not an object", "")
            return ()
        names = [field.name for field in fields]
        for name in data.keys() - set(names):
            what = msg("{name} is not one of {choices}")
            self.problem(where, what, "", name=repr(name), choices=", ".join(names))
        values: list[Value] = []
        for field in fields:
            value = data.get(field.name, "")
            if value != "" and (type(value) not in (int, str) or value not in field.choices):
                what = msg("{value} cannot be the {field} of a match")
                self.problem(where, what, "", value=repr(value), field=field.name)
            values.append(value)
        while values and values[-1] == "":
            values.pop()
        return tuple(values)

    # after the Swiss rounds

    def _add_later_rounds(
        self, event: ImportedEvent, ruleset: Ruleset, options: Options, known: set[int]
    ) -> None:
        """The tiebreaker round and the elimination, once all before them is right."""
        cut, later = ruleset.cut, self.data.get("tiebreaker")
        assert cut is not None
        if isinstance(later, dict) and cut.tiebreaker:
            matches, _, _ = self._round(later, "tiebreaker", cut.tiebreaker, known)
            event.tiebreaker = Round(1, tuple(matches), Stage.TIEBREAKER)
        later = self.data.get("cut")
        if not isinstance(later, dict):
            return
        seeds = _numbers(later.get("seeds"), known)
        if len(seeds) not in cut.sizes:
            what = msg("these are not the numbers of as many players as can be in a cut ({sizes})")
            self.problem("cut.seeds", what, "", sizes=", ".join(map(str, cut.sizes)))
            return
        format_, progress = cut.format(options), begin(cut, seeds, options)
        rounds: list[Round] = []
        for i, data in enumerate(self._list(later, "rounds", "cut.")):
            place = f"cut.rounds[{i}]"
            matches, _, confirmed = self._round(data, place, format_, known)
            event.confirmed |= {(cut_name(i + 1), no) for no in confirmed}
            rounds.append(Round(i + 1, tuple(matches), Stage.ELIMINATION))
            if self.problems:
                return
            self._follow(place, matches, progress, format_)
        event.elimination = Elimination(tuple(seeds), tuple(rounds))

    def _follow(
        self, place: str, matches: Sequence[Match], progress: Progress, format_: EliminationFormat
    ) -> None:
        """Play a round through the bracket."""
        games = [match for match in matches if match.player2 is not None]
        if {frozenset(match.players) for match in games} != progress.by_players().keys():
            self.problem(
                f"{place}.matches", "these are not the games that the bracket has next", ""
            )
            return
        winners = [winner_of(match, progress.seed_of, format_) for match in games]
        if None not in winners:
            progress.play(filter(None, winners))

    def _located(self, problem: Problem) -> Problem:
        """A problem of a tab with matches, where the match is in the file; others as they are."""
        number, later = round_number(problem.sheet), cut_number(problem.sheet)
        if problem.row < FIRST_ROW or not (number or later):
            return problem
        rounds = f"rounds[{number - 1}]" if number else f"cut.rounds[{(later or 0) - 1}]"
        place = f"{rounds}.matches[{problem.row - FIRST_ROW}]"
        return replace(problem, sheet=self.source, cell=place)


def _is_whole(value: object, most: int) -> TypeGuard[int]:
    return type(value) is int and 1 <= value <= most


def _numbers(data: object, known: set[int]) -> list[int]:
    """A list of different players; nobody for anything else."""
    numbers = (
        [no for no in data if type(no) is int and no in known] if isinstance(data, list) else []
    )
    return numbers if len(set(numbers)) == len(data if isinstance(data, list) else ()) else []


def _is_texts(data: object) -> bool:
    """True for an object of texts that a workbook can hold."""
    return isinstance(data, dict) and all(
        isinstance(value, str) and not UNHOLDABLE.search(key + value) for key, value in data.items()
    )
