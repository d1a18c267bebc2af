"""Worksheet functions: standings and a player's record, as they are while results are typed.

A worksheet function is told what its arguments hold and nothing else, so that each of them is
given the tabs that it is about: ``=STANDINGS(Event!A1:B60, Players!A1:Z200, 'Round 1'!A1:P100)``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps

from xlplugin.ground.languages import speaking
from xlplugin.ground.names import named
from xlplugin.ground.problems import ERRORS, WorkbookProblems, stop
from xlplugin.ground.texts import msg, t
from xlplugin.hosts.excel.cells import cell_values
from xlplugin.hosts.excel.with_xlwings import xw
from xlplugin.verbs.frame import read_clean
from xlplugin.verbs.standings import standings_of
from xlplugin.workbook.book import Book, SheetData, number_for_cell
from xlplugin.workbook.engine_errors import error_text
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.table import folded

# The arguments, as Excel shows them beside the function.
EVENT_DOC = msg("The tab Event, from its header row on.")
PLAYERS_DOC = msg("The tab Players, from its header row on.")
ROUNDS_DOC = msg("The tabs Round 1, Round 2, ... in their order, from their header rows on.")
Range = list[list[object]]
"""The values of a range of cells, row by row."""
Answer = list[list[str | int | float]]
"""The values shown from the function's cell on."""


def _answered(function: Callable[..., Answer]) -> Callable[..., Answer]:
    """Say in the cell what is wrong, a line each."""

    @wraps(function)
    def run(*args: object) -> Answer:
        try:
            with speaking(None):
                return function(*args)
        except WorkbookProblems as error:
            return [[str(problem)] for problem in error.problems]
        except ERRORS as error:
            return [[error_text(error)]]

    return run


@xw.func
@xw.arg("event", ndim=2, doc=EVENT_DOC)
@xw.arg("players", ndim=2, doc=PLAYERS_DOC)
@xw.arg("rounds", ndim=2, doc=ROUNDS_DOC)
@_answered
def standings(event: Range, players: Range, *rounds: Range) -> Answer:
    """The standings after the rounds that are complete, with their headers."""
    return standings_of(read_event(_book(event, players, rounds))).table.cells()


@xw.func
@xw.arg("player", doc=msg("The number or the name."))
@xw.arg("event", ndim=2, doc=EVENT_DOC)
@xw.arg("players", ndim=2, doc=PLAYERS_DOC)
@xw.arg("rounds", ndim=2, doc=ROUNDS_DOC)
@_answered
def player_record(player: object, event: Range, players: Range, *rounds: Range) -> Answer:
    """One player's rounds: table, opponent, and the points of both where there is a result."""
    book = read_clean(_book(event, players, rounds))
    no = _number_of(player, book)
    answer: Answer = [
        [
            *map(
                t,
                (
                    msg("Round"),
                    msg("Table"),
                    msg("Opponent"),
                    msg("Points"),
                    msg("Opponent's points"),
                ),
            )
        ]
    ]
    for tab in book.rounds:
        for match in tab.matches:
            if no not in match.players:
                continue
            score = book.match_format.score(match.result, match.special)
            opponent = match.opponent_of(no)
            name = named("choice", "Bye") if opponent is None else book.name(opponent)
            own, other = (number_for_cell(points) for points in score) if score else ("", "")
            if no != match.player1:
                own, other = other, own
            answer.append([tab.number, match.table, name, own, "" if opponent is None else other])
    return answer


def _number_of(player: object, event: EventBook) -> int:
    if isinstance(player, int | float) and int(player) in event.by_no:
        return int(player)
    numbers = [no for no, p in event.by_no.items() if folded(p.name) == folded(str(player))]
    if len(numbers) == 1:
        return numbers[0]
    return stop(
        "There is no player {name!r}; give a number or a name of the tab Players.", name=player
    )


def _book(event: Range, players: Range, rounds: Sequence[Range]) -> Book:
    tabs = {tab_names.EVENT: event, tab_names.PLAYERS: players}
    tabs |= {tab_names.round_name(n): values for n, values in enumerate(rounds, 1)}
    data = {name: SheetData(name, cell_values(values)) for name, values in tabs.items()}
    return Book("the workbook", data, has_formulas=False)
