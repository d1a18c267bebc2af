"""Count what has been played, on the tab ``Statistics``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from itertools import takewhile

from engine import Elimination, Tournament
from engine.statistics import ARMIES, Choices, Statistics, ratio, statistics
from xlplugin.ground.customs import decimal
from xlplugin.ground.names import named
from xlplugin.ground.texts import msg, rounded, t
from xlplugin.verbs.frame import Done, Result, Table, refuse, verb_despite_problems, without_results
from xlplugin.verbs.print_tabs import in_the_way
from xlplugin.workbook.book import AddDrawing
from xlplugin.workbook.drawings import shared, statistics_tab
from xlplugin.workbook.drawings.statistics_tab import columns_of, facts, heading
from xlplugin.workbook.formats.statistics import Number, StatisticsColumn, StatisticsForm
from xlplugin.workbook.layout import RATE
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.layouts.tab_names import STATISTICS
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.records import LogLine


def _lines(
    event: EventBook, counted: Statistics, form: StatisticsForm, title: str
) -> Iterator[str | Table]:
    """The event in numbers, how games ended, and what was played."""
    rows = [(name, _shown(n)) for name, n in facts(counted, event.ruleset).items()]
    yield Table(title, (t("The event"), ""), rows, "<>")
    yield ""
    headers = [t(title) for title in form.grid.titles]
    yield Table("", ("", *headers), _outcomes(counted, len(headers)), "<" + ">" * len(headers))
    if missing := statistics_tab.left_out(counted):
        yield missing
    for choices in counted.choices:
        yield ""
        yield _choices_table(choices, counted, columns_of(counted, form))
    yield t("Written to {file}, tab {tab}.", file=event.book.name, tab=STATISTICS)


def data_of(counted: Statistics) -> dict[str, object]:
    """Counts as they are, rates and averages with full precision."""
    return {
        "players": counted.players,
        "rounds": counted.rounds,
        "matches": counted.matches,
        "matches_after_swiss": counted.elimination,
        "cut": counted.cut,
        "byes": counted.byes,
        "intentional_draws": counted.intentional_draws,
        "two_for_ones": counted.two_for_ones,
        "no_shows": counted.no_shows,
        "matches_tied": counted.tied_matches,
        "averages": {name: statistics_tab.number(v) for name, v in counted.averages.items()},
        "games": {
            end.name: {"swiss": end.swiss, "after_swiss": end.elimination, "all": end.games}
            for end in counted.outcomes
        },
        "games_sides_unknown": counted.unknown,
        **{choices.field: _choices_data(choices) for choices in counted.choices},
    }


@verb_despite_problems
def write_statistics(event: EventBook, _when: datetime) -> Done[Result]:
    """Count what has been played, and draw it on its tab, or anew where that stands."""
    refuse([*event.problems, *in_the_way(event, STATISTICS), *without_results(event)])
    tournament, rounds, unfinished = completed(event)
    counted = statistics(tournament, event.ruleset)
    form = statistics_tab.form_of(event.ruleset, event.options)
    heading_ = shared.title(event, t("statistics {of}", of=rounds))
    drawing = statistics_tab.draw_statistics(counted, event.ruleset, form, heading_)
    result = Result(
        lines=list(_lines(event, counted, form, t("Statistics {of}", of=rounds))),
        data={"counted": rounds, **data_of(counted)},
        tab=STATISTICS,
        warnings=[*event.warnings, *unfinished],
        says_next=False,
    )
    log = [LogLine(STATISTICS, rounds[:1].upper() + rounds[1:])]
    changes = tab_names.anew(event.book, STATISTICS, AddDrawing(drawing))
    return Done(result, changes, log, STATISTICS)


def completed(event: EventBook) -> tuple[Tournament, str, list[str]]:
    """The event with the rounds that are complete, what these are, and what is left out."""
    number = event.completed
    tournament = event.tournament(number)
    rounds = t("after round {n}", n=number)
    left_out = [*event.rounds[number:], *(tab for tab in event.cut_tabs if tab.missing)]
    if number == len(event.rounds) and event.cut_tabs:
        tournament, cuts = _with_cut(event, tournament)
        if cuts and event.progress:
            rounds = t("after {tab}", tab=cuts[-1].name)
            if event.progress.is_over:
                rounds = t("of the whole event")
    text = msg("{tab} is not finished (results missing: {n}), and left out here.")
    return tournament, rounds, [t(text, tab=tab.name, n=len(tab.missing)) for tab in left_out]


def _with_cut(event: EventBook, tournament: Tournament) -> tuple[Tournament, list[RoundTab]]:
    """The event with what is complete after the Swiss rounds."""
    if event.tiebreaker and event.tiebreaker.is_complete:
        tournament = replace(tournament, tiebreaker=event.tiebreaker.round())
    cuts = list(takewhile(lambda tab: tab.is_complete, event.cuts))
    if event.progress:
        rounds = tuple(tab.round() for tab in cuts)
        tournament = replace(tournament, elimination=Elimination(event.progress.seeds, rounds))
    return tournament, cuts


def _outcomes(counted: Statistics, columns: int) -> list[tuple[str, ...]]:
    """The ends of games: the last counts, as many as there are columns for, and a share."""
    rows = []
    for end in counted.outcomes:
        counts = (end.swiss, end.elimination, end.games)[1 - columns :]
        rows.append((t(end.name), *map(str, counts), _percent(ratio(end.games, counted.games))))
    return rows


def _choices_table(
    choices: Choices, counted: Statistics, columns: Sequence[StatisticsColumn]
) -> str | Table:
    rows = []
    for choice in choices.found:
        values = [(column, column.value(choice, counted)) for column in columns]
        shown = (_percent(v) if column.style is RATE else _shown(v) for column, v in values)
        rows.append((choice.name, *shown))
    if not rows:
        return heading(choices)
    headers = (named("column", choices.field), *(t(column.header) for column in columns))
    return Table(heading(choices), headers, rows, "<" + ">" * len(columns))


def _percent(value: Number) -> str:
    return "" if value is None else f"{decimal(rounded(100 * float(value), 1))}%"


def _shown(value: Number) -> str:
    if isinstance(value, Fraction):
        return decimal(rounded(float(value), 1))
    return "" if value is None else str(value)


def _choices_data(choices: Choices) -> list[dict[str, object]]:
    number, has_average = statistics_tab.number, choices.field == ARMIES
    return [
        {
            "name": choice.name,
            "players": choice.players,
            "games": choice.games,
            "games_after_swiss": choice.elimination,
            "won": choice.won,
            "drawn": choice.drawn,
            "lost": choice.lost,
            "win_rate": number(choice.win_rate),
            "in_cut": choice.in_cut,
            "conversion": number(choice.conversion),
            **({"average_difference": number(choice.average)} if has_average else {}),
        }
        for choice in choices.found
    ]
