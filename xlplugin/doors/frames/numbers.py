"""Seasons and plans as frames of pandas; see ``docs/pandas.md``."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import click
import pandas as pd

from engine.intervals import Interval
from engine.simulation.figures import HOURS, EventFigures, Percentiles
from xlplugin.commands.output import workers_of
from xlplugin.commands.plan import asked
from xlplugin.commands.plan import plan as plan_command
from xlplugin.doors.frames.columns import (
    DAY,
    FLAG,
    NUMBER,
    TEXT,
    WHOLE,
    Row,
    Types,
    frame,
    one_error,
)
from xlplugin.ground.texts import t
from xlplugin.numbers.plan import as_data, simulate
from xlplugin.numbers.season import data
from xlplugin.numbers.season.season import Season, files_of, season_of

TALLY: Types = dict.fromkeys(("games", "won", "drawn", "lost"), WHOLE)
SEASON: Mapping[str, Types] = {
    "events": {
        "file": TEXT, "name": TEXT, "date": DAY, "ruleset": TEXT, "players": WHOLE, "rounds": WHOLE,
        "matches": WHOLE, "games": WHOLE, "is_over": FLAG, "winners": TEXT,
    },
    "players": {
        "player": TEXT, "events": WHOLE, "events_won": WHOLE, "best_place": WHOLE, "cuts": WHOLE,
        "matches": WHOLE, "won": WHOLE, "drawn": WHOLE, "lost": WHOLE,
        **{f"win_share_{part}": NUMBER for part in Interval._fields},
        "byes": WHOLE, "draws_agreed": WHOLE, "no_shows": WHOLE,
    },
    "ratings": {
        "rank": WHOLE, "player": TEXT, "rating": NUMBER, "low": NUMBER, "high": NUMBER, "games": WHOLE,
    },
    "head_to_head": {
        "player": TEXT, "against": TEXT, "matches": WHOLE, "won": WHOLE, "drawn": WHOLE,
        "lost": WHOLE, "last": TEXT,
    },
    "matchups": {
        "kind": TEXT, "row": TEXT, "column": TEXT, **TALLY,
        **{f"share_{part}": NUMBER for part in Interval._fields}, "few": FLAG,
    },
}  # fmt: skip
FORM: Types = {
    "rounds": WHOLE, "cut": WHOLE, "elimination": TEXT,
    **{
        f"{name}_{part}": NUMBER
        for name in EventFigures._fields
        for part in (Percentiles if name in HOURS else Interval)._fields
    },
    "fits": FLAG, "fits_two_days": FLAG,
}  # fmt: skip


class SeasonFrames:
    """Many events of one game as frames, with the columns of ``season --json``.

    Attributes:
        events: a row for each event, by date; of several winners the names with commas between.
        players: everybody's career, most games won first.
        ratings: strength on Elo's scale with its 95 % interval, by the least that it is.
        head_to_head: a row for each two who have met.
        matchups: a row for each two identities, factions or armies that have met.
        notes: sentences that the organizer should know.
    """

    def __init__(self, season: Season) -> None:
        found = data.as_data(season)
        events = [{**e, "winners": ", ".join(e["winners"])} for e in found["events"]]
        self.events = frame(events, SEASON["events"])
        self.players = frame(map(_flat, found["players"]), SEASON["players"])
        self.ratings = frame(found["ratings"], SEASON["ratings"])
        self.head_to_head = frame(found["head_to_head"], SEASON["head_to_head"])
        pairs = (
            {"kind": m["kind"], **_flat(pair)} for m in found["matchups"] for pair in m["pairs"]
        )
        self.matchups = frame(pairs, SEASON["matchups"])
        self.notes = season.notes


@one_error()
def season(
    *files: str | PathLike[str], aliases: str | PathLike[str] | None = None, processes: int = 1
) -> SeasonFrames:
    """Many events together, as ``xlplugin season`` has them.

    Args:
        files: workbooks and results files.
        aliases: a table of other names of players.
        processes: those that read files; more than one only under ``if __name__ == "__main__"``.

    Raises:
        WorkbookProblems: something must be mended in the files, or they are no season; all of it.
    """
    paths = files_of(map(Path, files))
    return SeasonFrames(season_of(paths, Path(aliases) if aliases else None, processes))


@one_error()
def plan(**options: Any) -> pd.DataFrame:  # noqa: ANN401  (as they are typed after the command)
    """Formats compared by simulated events, a row for each, as ``xlplugin plan`` has them.

    Its ``attrs`` have what the figures show in ``sentences``, and the ``model``.

    Args:
        options: those of the command by their names: ``plan(players=43, rounds=[5, 6], cut=[0, 8])``; for
            ``set`` a mapping. One process plays them all unless ``processes`` says otherwise.

    Raises:
        WorkbookProblems: an option makes no sense, or a file of ``past`` cannot be read.
    """
    words = [word for name, value in options.items() for word in _typed(name, value)]
    with plan_command.make_context("plan", words) as context:
        typed = dict(context.params)
    events, hours = typed.pop("events"), typed.pop("hours")
    processes, scheduler = typed.pop("processes"), typed.pop("scheduler")
    if typed.pop("file") or typed.pop("as_json"):
        raise click.UsageError(t("Give options only, as in plan(players=43)."))
    what, spread = asked(file=None, **typed)
    workers = workers_of(processes, scheduler) if processes or scheduler else 1
    found = as_data(simulate(what, events, workers), spread, hours)
    rows = frame(map(_flat, found["formats"]), FORM)
    rows.attrs = {"sentences": found["sentences"], "model": found["model"]}
    return rows


def _typed(name: str, value: object) -> list[str]:
    """An option as it would be typed: what may be repeated is, other lists have commas."""
    flag = f"--{name.replace('_', '-')}"
    options = [param for param in plan_command.params if flag in param.opts]
    if isinstance(value, Mapping):
        value = [f"{key}={each}" for key, each in value.items()]
    values = list(map(str, value)) if isinstance(value, list | tuple) else [str(value)]
    is_repeated = any(getattr(option, "multiple", False) for option in options)
    return [f"{flag}={text}" for text in (values if is_repeated else [",".join(values)])]


def _flat(row: Row) -> dict[str, Any]:
    """A row with the parts of each figure under names of their own."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        parts = value.items() if isinstance(value, Mapping) else ()
        flat |= {f"{name}_{part}": each for part, each in parts} or {name: value}
    return flat
