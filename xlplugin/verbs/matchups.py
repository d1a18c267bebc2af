"""Count what was played against what, on the tabs ``Matchups`` and ``Matchup list``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NoReturn

from engine import Tournament
from engine.formats.netrunner import SIDES
from engine.matchups import Matchup, Matrix, Tally, matchups
from engine.statistics import played_games
from xlplugin.ground.problems import stop
from xlplugin.ground.texts import msg, rounded, t, tn
from xlplugin.verbs.frame import Done, Result, Table, refuse, verb_despite_problems, without_results
from xlplugin.verbs.print_tabs import in_the_way
from xlplugin.verbs.statistics import completed
from xlplugin.workbook.book import AddDrawing, AddSheet
from xlplugin.workbook.drawings import matchups_tab, shared
from xlplugin.workbook.drawings.matchups_tab import draw_matchups, left_out, names_of
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.layouts.tab_names import MATCHUP_LIST, MATCHUPS
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.records import LogLine
from xlplugin.workbook.table import find_sheet, own_tab

MOST_SHOWN = 20
"""The matchups of each kind that are listed on a terminal."""


@verb_despite_problems
def write_matchups(event: EventBook, _when: datetime) -> Done[Result]:
    """Count who won against what, and draw it on its tabs, or anew where these stand.

    Raises:
        OrganizerError: no game is known with what both players played.
    """
    list_before = find_sheet(event.book, MATCHUP_LIST)
    own = [*in_the_way(event, MATCHUPS), *own_tab(list_before, matchups_tab.LIST_MARKS)]
    refuse([*event.problems, *own, *without_results(event)])
    tournament, rounds, unfinished = completed(event)
    found = matchups(tournament, event.ruleset).matrices
    if not found:
        _stop_without_games(event, tournament)
    heading = shared.title(event, t("matchups {of}", of=rounds))
    layout = matchups_tab.list_layout(found[0].fields)
    drawing = draw_matchups(found, heading, has_sides=event.ruleset.match_format.has_sides)
    listed = AddSheet(layout, list(matchups_tab.list_rows(found)), header_text=heading)
    result = Result(
        lines=list(_lines(found, t("Matchups {of}", of=rounds), event.book.name)),
        data={"counted": rounds, "matchups": [data_of(matrix) for matrix in found]},
        tab=MATCHUPS,
        warnings=[*event.warnings, *unfinished],
        says_next=False,
    )
    log = [LogLine(MATCHUPS, rounds[:1].upper() + rounds[1:])]
    changes = [
        *tab_names.anew(event.book, MATCHUPS, AddDrawing(drawing)),
        *tab_names.anew(event.book, MATCHUP_LIST, listed),
    ]
    return Done(result, changes, log, MATCHUPS)


def _stop_without_games(event: EventBook, tournament: Tournament) -> NoReturn:
    """Stop with what is missing for a game to be one of a choice against another."""
    if event.match_format.has_armies:
        stop("No game says which armies were played: type Army 1 and Army 2 beside the results.")
    sides = event.match_format.played_as
    if sides and any(p.game.first for p in played_games(tournament, event.ruleset)):
        first, second = sides[:2]
        stop(
            "No game has both identities: type them on Players, into {first} and {second}.",
            first=first,
            second=second,
        )
    if not sides:
        stop("Games have no sides or armies under these rules, so there are no matchups.")
    if sides != SIDES:
        stop(
            "No result says who was {first} and who {second}, so there are no matchups.",
            first=sides.first,
            second=sides.second,
        )
    stop("No result says who was the Corp and who the Runner in a game, so there are no matchups.")


def _lines(found: Sequence[Matrix], title: str, file: str) -> Iterator[str | Table]:
    """The most played matchups of each kind."""
    for matrix in found:
        what, *names = names_of(matrix)
        listed = matrix.by_games
        rows = [
            (x.choice, x.opposing, str(x.tally.games), *_shown(x), matchups_tab.reading(x))
            for x in listed[:MOST_SHOWN]
        ]
        headers = (*names, t("Games"), t("Won"), t("Lost"), t("Drawn"), t("Share"), t("95 %"), "")
        yield Table(f"{title}: {what}", headers, rows, "<<>>>>>><")
        if more := len(listed) - len(rows):
            yield tn("and {n} more matchup", "and {n} more matchups", more)
        if missing := left_out(matrix):
            yield missing
        yield ""
    text = msg("Written to {file}, tabs {tab} and {cross_table}.")
    yield t(text, file=file, tab=MATCHUPS, cross_table=MATCHUP_LIST)


def _shown(matchup: Matchup) -> tuple[str, ...]:
    tally, share = matchup.tally, matchup.tally.share
    if share is None or matchup.is_mirror:
        return ("",) * 5
    counts = map(str, (tally.won, tally.lost, tally.drawn))
    mean, low, high = (rounded(100 * number, 0) for number in share)
    return (*counts, f"{mean}%", f"{low}%-{high}%")


def data_of(matrix: Matrix) -> dict[str, object]:
    """Counts as they are, shares with full precision."""
    row, column = matrix.fields
    sides = {"rows": (row, matrix.choices), "columns": (column, matrix.opposing)}
    return {
        "kind": matrix.kind,
        **{
            name: [{"field": field, "name": one.name, **_tally_data(one.tally)} for one in totals]
            for name, (field, totals) in sides.items()
        },
        "pairs": [
            {"row": one.choice, "column": one.opposing, **_tally_data(one.tally)}
            for one in matrix.by_games
        ],
        "games": matrix.games,
        "left_out": matrix.left_out,
    }


def _tally_data(tally: Tally) -> dict[str, object]:
    counts = {name: getattr(tally, name) for name in ("games", "won", "drawn", "lost")}
    return counts | {"share": tally.share and tally.share._asdict(), "few": tally.is_few}
