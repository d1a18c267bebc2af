"""A whole sample event, played by itself: what an organizer would do, without the organizer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click

from engine import RULESETS, Player, Ruleset, Stage
from engine.formats.netrunner import CORP
from engine.match_format import SPECIAL
from engine.roster import CHECKED, DECKLIST
from engine.rulesets.hex_armies import registered_armies
from xlplugin.commands.new import ruleset_option
from xlplugin.commands.output import AsJson, command, make_folder, opened, show, wrote
from xlplugin.ground import typed
from xlplugin.ground.resources import sample, template
from xlplugin.ground.texts import msg, t, tn
from xlplugin.hosts.closed_file.leftovers import PREFIX
from xlplugin.hosts.closed_file.safe_file import replace_file
from xlplugin.roster.parse import roster_in_file
from xlplugin.verbs import new_event
from xlplugin.verbs.frame import Result
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import write_standings
from xlplugin.workbook.book import SetCells
from xlplugin.workbook.formats import sheet_of
from xlplugin.workbook.formats.base import SampleRow
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.writing.language import in_language

ROSTERS = {"hex": "roster-16-armies.csv"} | dict.fromkeys(("trc", "ntp", "nts"), "roster-13.csv")
COMMON_ROSTER = "roster-24.csv"
TIER = {"Tier": "Competitive"}


class Played(NamedTuple):
    """The size of the sample event, and the tab of its final standings."""

    players: int
    rounds: int
    tab: str


def play(path: Path, ruleset_name: str, seed: str, say: Callable[[str], None]) -> Played:
    """Play the sample event into a new workbook, and say each step in a line.

    The made-up results come from the event seed as well.

    Raises:
        HostError: the workbook cannot be written.
    """
    ruleset = RULESETS[ruleset_name]
    with sample(ROSTERS.get(ruleset_name, COMMON_ROSTER)) as roster:
        players = list(roster_in_file(roster, ruleset).players)
    if ruleset.decklists is not None and ruleset.decklists.are_required(TIER):
        players = [replace(p, details={**p.details, DECKLIST: CHECKED}) for p in players]
    with TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as folder:
        made = Path(folder) / path.name
        rounds, tab = _play(made, ruleset, players, seed, say)
        replace_file(path, None, made.read_bytes(), lambda _new: None)
    return Played(len(players), rounds, tab)


def _play(
    path: Path, ruleset: Ruleset, players: Sequence[Player], seed: str, say: Callable[[str], None]
) -> tuple[int, str]:
    settings = {"Event name": "Sample event", "Event seed": seed}
    if any(option.name in TIER for option in ruleset.options):
        settings |= TIER
    with template(f"{ruleset.name}.xlsx") as blank:
        new_event.start_event(opened(path, blank), ruleset, players, settings)
    say(t("New event: {players} players, {ruleset}", players=len(players), ruleset=ruleset.title))
    results = Random(f"{seed}|sample results")
    rounds = read_event(opened(path).read()).planned_rounds()
    text = msg(
        "Round {round}: {tables} tables paired, results typed; {player} leads with {points} points"
    )
    for number in range(1, rounds + 1):
        pair_round(opened(path))
        tables = len(type_results(path, results).matches)
        written = write_standings(opened(path))
        leader = next(iter(written.table.standings))
        name, points = written.table.tournament.name(leader.no), f"{float(leader.points):g}"
        say(t(text, round=number, tables=tables, player=name, points=points))
    return rounds, _play_elimination(path, results, say) or written.tab


def _play_elimination(path: Path, results: Random, say: Callable[[str], None]) -> str:
    """From the cut to the champion, if the document suggests a cut; the tab of the standings."""
    if not read_event(opened(path).read()).planned_cut():
        return ""
    is_over = False
    while not is_over:
        pair_round(opened(path))
        tab = type_results(path, results)
        event = read_event(opened(path).read())
        is_over = event.progress is not None and event.progress.is_over
        games = sum(match.player2 is not None for match in tab.matches)
        say(tn("{tab}: {n} game", "{tab}: {n} games", games, tab=tab.name))
    written = write_standings(opened(path))
    champion = next(iter(written.table.standings)).no
    say(t("{player} has won the event", player=written.table.tournament.name(champion)))
    return written.tab


def type_results(path: Path, results: Random) -> RoundTab:
    """Type a made-up result into every match of the newest round that has none yet; gives the round."""
    host = opened(path)
    event = read_event(host.read())
    tab = [*event.rounds, *event.cuts][-1]
    host.write(in_language([SetCells(tab.name, dict(_typed(event, tab, results)))], host.book))
    return tab


def _typed(
    event: EventBook, tab: RoundTab, results: Random
) -> Iterator[tuple[tuple[int, int], CellValue]]:
    """The cells of the results, where there are none."""
    format_, places = event.format_of(tab), tab.table.places
    sheet = sheet_of(format_)
    fields = [f.name for f in format_.fields if f.name in places and f.name != CORP]
    for row in tab.table.rows():
        if row.raw(SPECIAL) is None and all(row.raw(name) is None for name in fields):
            numbers = (row.raw("No 1"), row.raw("No 2"))
            typed = {name: row.raw(name) for name in places}
            made_up = SampleRow(results, typed, partial(_armies, event, numbers, results))
            for name, value in sheet.sample(made_up).items():
                yield (row.number, places[name]), value


def _armies(event: EventBook, numbers: Sequence[CellValue], results: Random) -> list[CellValue]:
    """An army for either player, registered, not played yet, and not the same."""
    newest = [*event.rounds, *event.cuts][-1]
    used = {
        (no, army)
        for tab in (event.cuts if newest.stage is Stage.ELIMINATION else event.rounds)
        for match in tab.matches
        for no, army in zip(match.players, match.result[2:], strict=False)
    }
    chosen: list[CellValue] = []
    for no in numbers:
        armies = registered_armies(event.by_no[int(str(no))])
        free = [army for army in armies if (no, army) not in used and army not in chosen]
        chosen.append(results.choice(free or [a for a in armies if a not in chosen]))
    return chosen


@command(
    "demo",
    msg("Play a whole sample event."),
    msg("Play a whole sample event into DIR, and say what to open."),
    "--ruleset trc",
)
@click.argument(
    "folder", metavar="[DIR]", default=".", type=click.Path(file_okay=False, path_type=Path)
)
@click.option(
    "--ruleset", "ruleset_name", metavar="NAME", default="nisei-swiss", show_default=True,
    help=msg("Ruleset of the event."),
)  # fmt: skip
@AsJson
def demo(folder: Path, ruleset_name: str, as_json: bool) -> None:  # noqa: FBT001
    """Play a whole sample event into the folder."""
    ruleset = ruleset_option(ruleset_name)
    make_folder(folder)
    numbers = ("", *(f"-{n}" for n in range(2, 1000)))
    path = next(p for n in numbers if not (p := folder / f"demo{n}.xlsx").exists())
    say: Callable[[str], None] = (lambda _line: None) if as_json else click.echo
    played = play(path, ruleset.name, "24", say)
    wrote(path)
    look = t("Open {file} and look at the tab {tab}.", file=path, tab=played.tab)
    then = t("Then try: {command}", command=typed.command("check", str(path)))
    data = {"file": str(path), "ruleset": ruleset.name, **played._asdict()}
    show(Result(lines=[click.style(look, bold=True), then], data=data), None, as_json=as_json)
