"""The standings: their columns, for the tabs, files, the web page, messages and programs alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from engine import Match, Player, Ruleset, Special, Standings, Status, Tournament, rank
from engine.elimination.cut import outcomes
from engine.formats import MATCHES
from engine.match_format import MatchFormat
from engine.standings import Standing
from engine.tiebreaks import Tiebreak
from xlplugin.ground.customs import decimal
from xlplugin.ground.names import named
from xlplugin.ground.texts import t
from xlplugin.workbook import layout as looks
from xlplugin.workbook.book import number_for_cell
from xlplugin.workbook.layout import Column, Highlight, Layout, Style
from xlplugin.workbook.layouts.round_tabs import CUT_COLOUR, FINAL
from xlplugin.workbook.layouts.tab_names import standings_name


class Width(IntEnum):
    """The tables from narrow to wide, each with the columns of those before it."""

    MESSAGE = 1
    TERMINAL = 2
    PAGE = 3
    FILE = 4


@dataclass(frozen=True, slots=True)
class Line:
    """A player in the standings, with the matches won, drawn and lost; the last three only in those of the whole event."""

    standing: Standing
    player: Player
    matches: tuple[int, ...]
    seed: int | None = None
    swiss_rank: int | None = None
    won_tiebreaker: bool | None = None


Value: TypeAlias = str | int | float | None
"""A value of a row, as a cell holds it."""


def plain(value: object) -> str:
    """A value as people read it."""
    return (
        "" if value is None else decimal(f"{value:g}") if isinstance(value, float) else str(value)
    )


@dataclass(frozen=True, slots=True)
class StandingsColumn:
    """A column of the standings; see :class:`~xlplugin.workbook.layout.Column`.

    The web page has the help of tiebreaks too. ``shown`` is the narrowest table that has the column,
    ``text`` gives a value as people read it.
    """

    header: str
    width: float
    style: Style
    value: Callable[[Line], Value]
    help: str = ""
    shown: Width = Width.MESSAGE
    text: Callable[[Value], str] = plain
    is_tiebreak: bool = False
    key: str = ""

    @property
    def title(self) -> str:
        """Its header in the language that is spoken."""
        return named("column", self.header)

    @property
    def align(self) -> str:
        """On which side a column of typed letters is flush."""
        return "<" if self.style in (looks.LINES, looks.QUIET_TEXT) else ">"


WON_DRAWN_LOST = "W-D-L"
"""The column that tabs of older workbooks do not have."""
DASH = "\u2013"
"""Between numbers: with another one they would be a date."""
OUTCOMES = {True: "Won", False: "Lost", None: None}


def standings_columns(
    number: int,
    ruleset: Ruleset,
    options: Mapping[str, str],
    *,
    is_final: bool = False,
    tiebreaker: bool = False,
) -> tuple[StandingsColumn, ...]:
    """The columns after ``number`` Swiss rounds, with every tiebreak in the order in which it counts.

    Those of the whole event (``is_final``) have what changed the order after the Swiss rounds, with or
    without a tiebreaker round.
    """
    points = looks.HALF_POINTS if ruleset.format(options).denominator > 1 else looks.POINTS
    final = (
        StandingsColumn("Seed", 8, looks.NUMBER, lambda line: line.seed, shown=Width.TERMINAL,
                        help=t("In the elimination; blank for whoever was not in it.")),
        StandingsColumn("Swiss rank", 9, looks.NUMBER, lambda line: line.swiss_rank, shown=Width.TERMINAL,
                        help=t("After the Swiss rounds.")),
        StandingsColumn("Tiebreaker", 13, looks.NUMBER, lambda line: OUTCOMES[line.won_tiebreaker],
                        shown=Width.TERMINAL, help=t("How the tiebreaker game ended.")),
    )  # fmt: skip
    pools = (
        StandingsColumn("Pool", 10, looks.NUMBER, lambda line: line.standing.pool or None,
                        help=t("Filter by it to see the table of a pool.")),
        StandingsColumn("In pool", 8, looks.NUMBER, lambda line: line.standing.in_pool or None,
                        help=t("The rank in the pool, which counts before points.")),
    )  # fmt: skip
    return (
        StandingsColumn("Rank", 8, looks.STRONG, lambda line: line.standing.rank),
        StandingsColumn("No", 9, looks.QUIET_NUMBER, lambda line: line.player.no, shown=Width.FILE),
        StandingsColumn("Player", 32, looks.LINES, lambda line: line.player.name),
        *(final[: 3 if tiebreaker else 2] if is_final else ()),
        *(pools if ruleset.has_pools(options) else ()),
        StandingsColumn("Points", 9, points, lambda line: number_for_cell(line.standing.points)),
        *map(_tiebreak_column, ruleset.tiebreaks(options, number)),
        StandingsColumn(WON_DRAWN_LOST, 9, looks.NUMBER, lambda line: DASH.join(map(str, line.matches)), shown=Width.PAGE,
                        help=t("Matches won, drawn and lost against opponents; it breaks no tie.")),
        StandingsColumn("Played", 9, looks.NUMBER, lambda line: line.standing.record.played,
                        shown=Width.PAGE, help=t("Rounds with a match or a bye.")),
        StandingsColumn("Byes", 7, looks.NUMBER, lambda line: line.standing.record.byes, shown=Width.PAGE),
        StandingsColumn("Missed", 9, looks.NUMBER, lambda line: line.standing.record.missed,
                        shown=Width.PAGE, help=t("Rounds missed before playing: losses, no opponent.")),
        StandingsColumn("Status", 13, looks.QUIET_TEXT, lambda line: str(line.player.status),
                        shown=Width.PAGE, text=lambda status: plain(None if status == Status.ACTIVE else named("choice", str(status)))),
    )  # fmt: skip


def _tiebreak_column(tiebreak: Tiebreak) -> StandingsColumn:
    name, decimals = tiebreak.name, tiebreak.decimals

    def value(line: Line) -> Value:
        exact = line.standing.tiebreaks.get(name)
        return None if exact is None else number_for_cell(exact)

    def text(value: Value) -> str:
        return "" if value is None else decimal(f"{value:.{decimals}f}")

    style = looks.DECIMAL if decimals > 1 else looks.ONE_DECIMAL
    if not decimals:
        style = looks.QUIET_NUMBER if tiebreak.among_tied else looks.NUMBER
    width = max(10, len(name) + 3)
    help_ = t(tiebreak.help, **tiebreak.numbers)
    return StandingsColumn(
        name, width, style, value, help_, text=text, is_tiebreak=True, key=tiebreak.key
    )


def standings_layout(name: str, columns: Sequence[StandingsColumn]) -> Layout:
    """The tab of standings with these columns."""
    return Layout(
        name,
        tuple(
            Column(
                c.header,
                c.width,
                c.style,
                help=c.help,
                key=c.key,
                optional=c.header == WON_DRAWN_LOST,
            )
            for c in columns
        ),
        highlights=(Highlight('{Status}<>"Active"', colour=looks.QUIET),),
        tab_colour=CUT_COLOUR if name == FINAL else "1D4ED8",
        frozen=3,
    )


def layouts_of(number: int, ruleset: Ruleset, options: Mapping[str, str]) -> Iterator[Layout]:
    """Every tab of standings possible after ``number`` Swiss rounds."""
    yield standings_layout(standings_name(number), standings_columns(number, ruleset, options))
    for tiebreaker in (True, False) if ruleset.cut else ():
        columns = standings_columns(number, ruleset, options, is_final=True, tiebreaker=tiebreaker)
        yield standings_layout(FINAL, columns)


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """Standings, of the whole event if ``is_final``, with their columns and the players, best first.

    The tournament has the rounds that count.
    """

    standings: Standings
    tournament: Tournament
    is_final: bool
    columns: tuple[StandingsColumn, ...]
    lines: Sequence[Line]

    @property
    def number(self) -> int:
        """The number of Swiss rounds."""
        return self.standings.round

    @property
    def title(self) -> str:
        """The heading."""
        if self.is_final:
            return t("Final standings")
        return t("Standings after round {round}", round=self.number)

    @property
    def layout(self) -> Layout:
        """Their tab."""
        name = FINAL if self.is_final else standings_name(self.number)
        return standings_layout(name, self.columns)

    def rows(self) -> list[list[Value]]:
        """The rows of their tab."""
        return [[column.value(line) for column in self.columns] for line in self.lines]

    def cells(self) -> list[list[str | int | float]]:
        """Headers and rows for a file of values."""
        named_here = [column.header in ("Status", "Tiebreaker") for column in self.columns]
        rows = [
            [
                "" if value is None else named("choice", str(value)) if is_name else value
                for value, is_name in zip(row, named_here, strict=True)
            ]
            for row in self.rows()
        ]
        return [[column.title for column in self.columns], *rows]

    def texts(self, width: Width) -> list[tuple[StandingsColumn, list[str]]]:
        """The columns that a table of this width has, each with its values as people read them."""
        columns = (column for column in self.columns if column.shown <= width)
        return [(c, [c.text(c.value(line)) for line in self.lines]) for c in columns]

    def data(self) -> list[dict[str, object]]:
        """The rows for programs, with exact numbers."""
        return [
            {
                "rank": line.standing.rank,
                "no": line.player.no,
                "player": line.player.name,
                **of_pool(line.standing),
                "points": number_for_cell(line.standing.points),
                "tiebreaks": {
                    name: number_for_cell(value) for name, value in line.standing.tiebreaks.items()
                },
            }
            for line in self.lines
        ]


def of_pool(standing: Standing) -> dict[str, object]:
    """The pool of a player for programs, and the rank in it; nothing where there is none."""
    return {"pool": standing.pool, "in_pool": standing.in_pool} if standing.pool else {}


WON, DRAWN, LOST = range(3)
"""The ways in which a match ends for a player, as places of a record."""


def ends(match: Match, format_: MatchFormat) -> tuple[int, int]:
    """How a complete match of two players ended for either."""
    result, special = match.result, match.special
    if special is Special.DOUBLE_NO_SHOW:
        return LOST, LOST
    if MATCHES in format_.tallies:  # a match is won apart from its games
        one, two = format_.tally(MATCHES, result, special)
    else:
        one, two = format_.score(result, special) or (0, 0)
    if one == two:
        return DRAWN, DRAWN
    return (WON, LOST) if one > two else (LOST, WON)


def won_drawn_lost(tournament: Tournament, ruleset: Ruleset) -> Mapping[int, tuple[int, ...]]:
    """The matches won, drawn and lost by everybody."""
    format_ = ruleset.format(tournament.options)
    counts = {player.no: [0, 0, 0] for player in tournament.players}
    for round_ in tournament.rounds:
        for match in round_.matches:
            if match.player2 is not None:
                for no, end in zip(match.players, ends(match, format_), strict=True):
                    counts[no][end] += 1
    return {no: tuple(count) for no, count in counts.items()}


def table_after_round(
    standings: Standings, tournament: Tournament, ruleset: Ruleset
) -> StandingsTable:
    """The standings after the last round of a tournament."""
    columns = standings_columns(standings.round, ruleset, tournament.options)
    outcomes_of = won_drawn_lost(tournament, ruleset)
    lines = [Line(s, tournament.by_no[s.no], outcomes_of[s.no]) for s in standings]
    return StandingsTable(standings, tournament, is_final=False, columns=columns, lines=lines)


def table_of_whole_event(
    standings: Standings, tournament: Tournament, ruleset: Ruleset
) -> StandingsTable:
    """The standings of an event that is over."""
    swiss = {standing.no: standing.rank for standing in rank(tournament, ruleset)}
    seeds = tournament.elimination.seeds if tournament.elimination else ()
    seed_of = {no: seed for seed, no in enumerate(seeds, 1)}
    won: Mapping[int, bool] = {}
    played = tournament.tiebreaker
    if played and ruleset.cut and ruleset.cut.tiebreaker:
        won = outcomes(played, swiss, ruleset.cut.tiebreaker)
    columns = standings_columns(
        standings.round, ruleset, tournament.options, is_final=True, tiebreaker=played is not None
    )
    outcomes_of, by_no = won_drawn_lost(tournament, ruleset), tournament.by_no
    lines = [
        Line(s, by_no[s.no], outcomes_of[s.no], seed_of.get(s.no), swiss[s.no], won.get(s.no))
        for s in standings
    ]
    return StandingsTable(standings, tournament, is_final=True, columns=columns, lines=lines)
