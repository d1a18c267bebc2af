"""A season: the events of many files in the order of their days, and what is worked out from them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias

from engine.matchups import Matchups
from engine.seasons import Career, Meeting, SeasonEvent, Seat, careers, meetings
from xlplugin.ground.all_cores import Workers, on_all_cores
from xlplugin.ground.problems import HostError, Problem, WorkbookProblems, stop
from xlplugin.ground.texts import msg, t
from xlplugin.hosts.closed_file.kinds import content_of
from xlplugin.numbers.season.people import Aliases, People, alike_notes, people_of, read_aliases
from xlplugin.numbers.season.ratings import Rating, ratings_of
from xlplugin.numbers.season.reading import FileRead, ReadEvent, read_file
from xlplugin.workbook.table import folded

FEW = 16
"""The files that take as long to read as another process takes to start."""
AT_ONCE = 10
"""The files that a worker of a cluster reads at once: with each part all of them are sent."""
Progress: TypeAlias = Callable[[Iterable[list[FileRead]]], Iterable[Any]]
Rounds: TypeAlias = tuple[frozenset[frozenset[tuple[str, str]]], ...]
"""The pairs of each round, by keys, and the points of both."""


class File(NamedTuple):
    """A file of a season, and its name in messages."""

    path: Path
    name: str


class SentFile(NamedTuple):
    """A file that is sent to another computer, and its name in messages."""

    name: str
    called: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Season:
    """Many events of one game, in the order of their days.

    Args:
        played: the same events, their players as people.
        names: of people, by key.
        ratings: of everybody who has played a game, who is certain to be best first.
        notes: sentences for people.
    """

    game: str
    events: Sequence[ReadEvent]
    played: Sequence[SeasonEvent]
    names: Mapping[str, str]
    careers: Sequence[Career]
    ratings: Mapping[str, Rating]
    meetings: Sequence[Meeting]
    matchups: Matchups
    notes: Sequence[str]


def files_of(paths: Iterable[Path]) -> list[File]:
    """The files, each once, called by their names, or as they were typed where two have the same."""
    kept = (path for path in paths if not path.name.startswith(("~$", ".~")))
    by_place = {os.path.realpath(path): path for path in kept}
    names = [path.name for path in by_place.values()]
    return [
        File(path, path.name if names.count(path.name) == 1 else str(path))
        for path in by_place.values()
    ]


def read_files(files: Sequence[File], numbers: range) -> list[FileRead]:
    """Read some of the files."""
    return [read_file(*files[number]) for number in numbers]


def read_sent(files: Sequence[SentFile], numbers: range) -> list[FileRead]:
    """Read some files on another computer."""
    found = []
    for file in (files[number] for number in numbers):
        with TemporaryDirectory() as folder:
            path = Path(folder, file.name)
            path.write_bytes(file.content)
            found.append(read_file(path, file.called))
    return found


def read_by(files: Sequence[File], workers: Workers, progress: Progress) -> list[FileRead]:
    """Read files; to a cluster they are sent, as its workers may see others or none."""
    if isinstance(workers, str):
        return _read_elsewhere(files, workers, progress)
    workers = min(workers, max(1, len(files) // FEW))
    parts = progress(on_all_cores(partial(read_files, files), len(files), workers, 1))
    return [read for part in parts for read in part]


def _read_elsewhere(files: Sequence[File], address: str, progress: Progress) -> list[FileRead]:
    found: list[FileRead] = []
    sent: list[SentFile] = []
    for file in files:
        try:
            sent.append(SentFile(file.path.name, file.name, content_of(file.path)))
        except HostError:
            found.append(read_file(*file))
    parts = progress(on_all_cores(partial(read_sent, sent), len(sent), address, AT_ONCE))
    return [*found, *(read for part in parts for read in part)]


def season_of(
    files: Sequence[File], aliases: Path | None, workers: Workers, progress: Progress = iter
) -> Season:
    """Put the events of files together; the same whatever the order of the files, and whoever works.

    ``aliases`` is a table of other names of players; see :func:`~xlplugin.numbers.season.people.read_aliases`.

    Raises:
        WorkbookProblems: something must be mended in the files; all of it.
        OrganizerError: there is no event, they are of several games, or the cluster cannot do it.
    """
    known, wrong = read_aliases(aliases) if aliases else (Aliases(), [])
    found = read_by(files, workers, progress)
    if problems := [*wrong, *(problem for read in found for problem in read.problems)]:
        raise WorkbookProblems(problems)
    notes = [note for read in found for note in read.notes]
    events = sorted(
        (read.event for read in found if read.event),
        key=lambda event: (event.day, folded(event.name), event.is_results_file, event.file),
    )
    if not events:
        stop("None of the files has an event with a complete round.")
    game = _game_of(events)
    people, problems = people_of(events, known)
    again, repeated, more_notes = repeats(events, people)
    if problems := [*problems, *repeated]:
        raise WorkbookProblems(problems)
    kept = [(e, of) for e, of in zip(events, people.keys, strict=True) if e not in again]
    played = [SeasonEvent(event.name, event.results, keys) for event, keys in kept]
    return Season(
        game=game,
        events=[event for event, _ in kept],
        played=played,
        names=people.names,
        careers=careers(played),
        ratings=ratings_of(game for event in played for game in event.games()),
        meetings=meetings(played),
        matchups=sum((event.matchups for event, _ in kept), Matchups()),
        notes=[*alike_notes(people), *more_notes, *notes],
    )


def _game_of(events: Sequence[ReadEvent]) -> str:
    """The game that all events are of."""
    of: dict[str, ReadEvent] = {}
    for event in events:
        of.setdefault(folded(event.game), event)
    if len(of) > 1:
        files = ", ".join(f"{event.game} ({event.file})" for event in of.values())
        stop(
            "A season covers one game, but these files are of several: {files}. Make a season for each.",
            files=files,
        )
    return events[0].game


def repeats(
    events: Sequence[ReadEvent], people: People
) -> tuple[list[ReadEvent], list[Problem], list[str]]:
    """Events that are there twice, those that may be, and notes on them.

    Returns:
        Those to leave out, what must be mended, and notes.
    """
    again: list[ReadEvent] = []
    problems: list[Problem] = []
    notes: list[str] = []
    known = list(zip(events, map(_rounds, events, people.keys), strict=True))
    for _, day in groupby(known, key=lambda each: each[0].day):
        for (one, rounds), (two, others) in combinations(day, 2):
            if one in again or two in again:
                continue
            is_named_alike = folded(one.name) == folded(two.name)
            is_same = rounds == others and one.results.rounds == two.results.rounds
            if is_same and is_named_alike:
                again.append(two)
                text = msg("{file} is the same event as {other}: it counts once.")
                notes.append(t(text, file=two.file, other=one.file))
            elif is_named_alike and _have_met_alike(rounds, others):
                what = t("the event of {other} again, with other results", other=one.file)
                remedy = t(
                    "leave the older file out; if they are two events, give one of them another name"
                )
                problems.append(Problem(two.file, "", what, remedy))
            elif is_same:
                text = msg(
                    "{file} and {other} have the same day and results under two names, and both "
                    "count; if they are one event, leave one of them out."
                )
                notes.append(t(text, file=two.file, other=one.file))
    return again, problems, notes


def _rounds(event: ReadEvent, keys: Mapping[int, str]) -> Rounds:
    def named(seats: Iterable[Seat]) -> Iterator[tuple[str, str]]:
        return ((keys[no], points) for no, points in seats)

    return tuple(frozenset(frozenset(named(s)) for s in seated) for seated in event.results.swiss)


def _have_met_alike(one: Rounds, two: Rounds) -> bool:
    """True if two have met in the same round of both, whatever came of it."""
    for rounds in zip(one, two, strict=False):
        first, second = ({frozenset(no for no, _ in seats) for seats in each} for each in rounds)
        if any(len(pair) > 1 for pair in first & second):
            return True
    return False
