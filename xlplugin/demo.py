"""A whole sample event, played by itself: what an organizer would do, without the organizer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from engine import RULESETS, Player, Ruleset
from xlplugin import actions
from xlplugin.hosts.file import FileHost
from xlplugin.resources import sample, template
from xlplugin.roster import read_roster
from xlplugin.workbook import sheets
from xlplugin.workbook.book import SetCells
from xlplugin.workbook.event_book import RoundTab
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.reader import read_event

ROSTER = "roster-24.csv"
LETTERS = "WWWWLLLLD"


def play(path: Path, ruleset_name: str, seed: str, say: Callable[[str], None]) -> int:
    """Play the sample event into a new workbook.

    Args:
        path: the workbook to make.
        ruleset_name: under which rules.
        seed: the event seed; the made-up results come from it as well.
        say: told what was done, line by line.

    Returns:
        How many rounds were played.
    """
    ruleset = RULESETS[ruleset_name]
    with sample(ROSTER) as roster:
        players = read_roster(roster, ruleset)
    with TemporaryDirectory(dir=path.parent) as folder:
        made = Path(folder) / path.name
        rounds = _play(made, ruleset, players, seed, say)
        made.rename(path)
    return rounds


def _play(
    path: Path, ruleset: Ruleset, players: Sequence[Player], seed: str, say: Callable[[str], None]
) -> int:
    settings = {"Event name": "Sample event", "Tier": "Competitive", "Event seed": seed}
    with template(f"{ruleset.name}.xlsx") as blank:
        actions.start_event(FileHost(path, blank), ruleset, players, settings)
    say(f"New event: {len(players)} players, {ruleset.title}")
    results = Random(f"{seed}|sample results")
    rounds = read_event(FileHost(path).read()).planned_rounds()
    for number in range(1, rounds + 1):
        paired = actions.pair_round(FileHost(path))
        type_results(path, ruleset, number, results)
        written = actions.write_standings(FileHost(path))
        leader = next(iter(written.standings))
        name = paired.tournament.name(leader.no)
        say(
            f"Round {number}: {len(paired.seated)} tables paired, results typed; "
            f"{name} leads with {leader.points} points"
        )
    return rounds


def type_results(path: Path, ruleset: Ruleset, number: int, results: Random) -> None:
    """Type a made-up result into every match of a round that has none yet."""
    host = FileHost(path)
    tab = read_event(host.read()).rounds[number - 1]
    host.write([SetCells(tab.table.sheet.name, dict(_typed(tab, ruleset, results)))])


def _typed(
    tab: RoundTab, ruleset: Ruleset, results: Random
) -> Iterator[tuple[tuple[int, int], CellValue]]:
    fields = [f for f in ruleset.match_format.fields if not f.optional]
    for row in tab.table.rows():
        if row.raw("Special") is not None or not all(row.raw(f.name) is None for f in fields):
            continue
        if results.random() < 0.04:
            yield (row.number, tab.table.places["Special"]), "ID"
            continue
        for field in fields:
            yield (row.number, tab.table.places[field.name]), results.choice(LETTERS)


def sheet_to_open(rounds: int) -> str:
    """The tab that shows how the sample event ended."""
    return sheets.standings_name(rounds)
