"""The command that counts what has been played."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import click

from engine.statistics import ARMIES, Choices, Statistics, ratio
from xlplugin.commands.output import (
    AsJson,
    Workbook,
    errors_for_people,
    print_json,
    print_table,
    warn,
)
from xlplugin.hosts.file import FileHost
from xlplugin.verbs import statistics as counting
from xlplugin.workbook.drawings import statistics_tab
from xlplugin.workbook.drawings.statistics_tab import Number, columns_of, facts, heading
from xlplugin.workbook.layout import RATE


@click.command(
    short_help="Count sides, identities and armies, with charts.",
    epilog="Example: xlplugin statistics event.xlsx",
)
@Workbook
@AsJson
@errors_for_people
def statistics(file: Path, as_json: bool) -> None:  # noqa: FBT001  (a flag)
    """Count what has been played, on a tab Statistics with charts; or count it anew.

    Win rates of the sides; how often each identity or army was played, won, and made the cut. Rounds
    count once all of their results are in, the elimination included. Only games that were played
    count: no byes, intentional draws, no-shows or walkovers. Factions are counted where Players has
    columns Corp faction and Runner faction.
    """
    result = counting.write_statistics(FileHost(file))
    warn(*result.warnings)
    if as_json:
        print_json(as_data(result))
        return
    found = result.statistics
    print_table(
        f"Statistics {result.told}",
        ("The event", ""),
        [(fact.name, _shown(fact.value)) for fact in facts(found, result.ruleset)],
        "<>",
    )
    click.echo()
    headers = statistics_tab.kind_of(result.ruleset).grid.titles
    print_table("", ("", *headers), _outcomes(found, len(headers)), "<" + ">" * len(headers))
    if missing := statistics_tab.left_out(found):
        click.echo(missing)
    for choices in found.choices:
        click.echo()
        _print_choices(choices, found)
    click.echo(f"Written to {file.name}, tab {result.tab}.")


def _outcomes(found: Statistics, columns: int) -> list[tuple[str, ...]]:
    """How games ended, in so many columns of numbers: the counts, the last ones of them, and a share."""
    rows = []
    for end in found.outcomes:
        counts = (end.swiss, end.elimination, end.games)[1 - columns :]
        rows.append((end.name, *map(str, counts), _percent(ratio(end.games, found.games))))
    return rows


def _print_choices(choices: Choices, found: Statistics) -> None:
    columns = columns_of(found, choices)
    rows = []
    for choice in choices.found:
        values = [(column, column.value(choice, found)) for column in columns]
        shown = (_percent(v) if column.style is RATE else _shown(v) for column, v in values)
        rows.append((choice.name, *shown))
    if not rows:
        click.secho(heading(choices), bold=True)
        return
    headers = (choices.column, *(column.header for column in columns))
    print_table(heading(choices), headers, rows, "<" + ">" * len(columns))


def _percent(value: Number) -> str:
    return "" if value is None else f"{float(value):.1%}"


def _shown(value: Number) -> str:
    if isinstance(value, Fraction):
        return f"{float(value):.1f}"
    return "" if value is None else str(value)


def as_data(result: counting.Counted) -> dict[str, object]:
    """The numbers for other programs: counts as they are, rates and averages with full precision."""
    found = result.statistics
    return {
        "counted": result.told,
        "players": found.players,
        "rounds": found.rounds,
        "matches": found.matches,
        "matches_after_swiss": found.elimination,
        "cut": found.cut,
        "byes": found.byes,
        "intentional_draws": found.intentional_draws,
        "two_for_ones": found.two_for_ones,
        "no_shows": found.no_shows,
        "matches_tied": found.tied_matches,
        "averages": {name: statistics_tab.number(v) for name, v in found.averages.items()},
        "games": {
            end.name: {"swiss": end.swiss, "after_swiss": end.elimination, "all": end.games}
            for end in found.outcomes
        },
        "games_sides_unknown": found.unknown,
        **{choices.column: _choices(choices) for choices in found.choices},
    }


def _choices(choices: Choices) -> list[dict[str, object]]:
    told: list[dict[str, object]] = []
    for choice in choices.found:
        line: dict[str, object] = {
            "name": choice.name,
            "players": choice.players,
            "games": choice.games,
            "games_after_swiss": choice.elimination,
            "won": choice.won,
            "drawn": choice.drawn,
            "lost": choice.lost,
            "win_rate": statistics_tab.number(choice.win_rate),
            "in_cut": choice.in_cut,
            "conversion": statistics_tab.number(choice.conversion),
        }
        if choices.column == ARMIES:
            line["average_difference"] = statistics_tab.number(choice.average)
        told.append(line)
    return told
