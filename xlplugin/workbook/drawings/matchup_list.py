"""The tab ``Matchup list``: every matchup with its games and the share of them that was won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.formats.netrunner import CORP, RUNNER
from engine.matchups import FEW, Matchup, Matrix
from engine.statistics import ARMIES
from xlplugin.ground.texts import msg, t
from xlplugin.workbook import layout as looks
from xlplugin.workbook.drawings.matchups_tab import TAB_COLOUR, names_of
from xlplugin.workbook.layout import CellValue, Column, Highlight, Layout
from xlplugin.workbook.layouts.tab_names import MATCHUP_LIST

KIND, GAMES, SHARE, READING = "Kind", "Games", "Share", "What it says"
MARKS = (KIND, GAMES, SHARE, READING)
"""The columns by which the tab is known."""
AGAINST = "Against"
LEANINGS = {
    1: msg("won more than half"),
    -1: msg("lost more than half"),
    0: msg("may be even"),
}


def layout_of(kinds: Iterable[str]) -> Layout:
    """The tab; of armies, or of identities and factions."""
    names = (ARMIES, AGAINST) if ARMIES in kinds else (CORP, RUNNER)
    help_ = t("The share's 95 % interval (Wilson's): what it may be after very many games.")
    columns = (
        Column(KIND, 12, looks.QUIET_TEXT),
        *(Column(name, 40, looks.STRONG) for name in names),
        Column(GAMES, 9, looks.POINTS),
        Column("Won", 8, looks.NUMBER),
        Column("Lost", 8, looks.NUMBER),
        Column("Drawn", 8, looks.NUMBER),
        Column(SHARE, 9, looks.RATE),
        Column("From", 9, looks.RATE, help=help_, key="Interval"),
        Column("To", 9, looks.RATE, help=help_, key="Interval"),
        Column(READING, 22, looks.QUIET_TEXT),
    )
    is_few = Highlight(f"{{{GAMES}}}<{FEW}", colour=looks.QUIET)
    return Layout(MATCHUP_LIST, columns, (is_few,), TAB_COLOUR, landscape=True, frozen=3)


def reading(matchup: Matchup) -> str:
    """The reading of a matchup, in a few words."""
    if matchup.is_mirror:
        return t("against itself")
    if matchup.tally.is_few:
        return t("few games")
    return t(LEANINGS[matchup.tally.leaning])


def rows_of(matrices: Sequence[Matrix]) -> Iterator[list[CellValue]]:
    """A row for each matchup, the most played first; of games against itself only how many there are."""
    for matrix in matrices:
        for matchup in matrix.by_games:
            choice, opposing, tally = matchup
            share = tally.share or (None, None, None)
            told: list[CellValue] = [tally.won, tally.lost, tally.drawn, *share]
            if matchup.is_mirror:
                told = [None] * len(told)
            what = names_of(matrix.kind)[0]
            yield [what, choice, opposing, tally.games, *told, reading(matchup)]
