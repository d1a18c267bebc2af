"""The match formats in the workbook: columns, live formulas, slips, statistics, results files.

``SHEETS`` has the sheet of each format; nothing else asks which format it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, overload

from engine.formats import GamePoints, Headquarters, OneGameWithSides, TwoGames
from engine.formats.elimination import AsInSwiss, BestOfThree, OneGame
from engine.match_format import EliminationFormat, Format, MatchFormat
from engine.own.formats import GamesWon, Scored, Winner
from xlplugin.workbook.formats import elimination, netrunner, own
from xlplugin.workbook.formats.base import CutSheet, FormatSheet, SwissSheet
from xlplugin.workbook.formats.headquarters import HeadquartersSheet

SHEETS: Mapping[type[Format], type[FormatSheet[Any]]] = {
    TwoGames: netrunner.TwoGamesSheet,
    OneGameWithSides: netrunner.OneGameSheet,
    GamePoints: netrunner.GamePointsSheet,
    Headquarters: HeadquartersSheet,
    Winner: own.WinnerSheet,
    GamesWon: own.GamesWonSheet,
    Scored: own.ScoredSheet,
    OneGame: elimination.OneGameSheet,
    BestOfThree: elimination.BestOfThreeSheet,
    AsInSwiss: elimination.AsInSwissSheet,
}


@overload
def sheet_of(format_: MatchFormat) -> SwissSheet[MatchFormat]: ...
@overload
def sheet_of(format_: EliminationFormat) -> CutSheet[EliminationFormat]: ...
@overload
def sheet_of(format_: Format) -> FormatSheet[Format]: ...
def sheet_of(format_: Format) -> FormatSheet[Any]:
    """The sheet of a format.

    Raises:
        TypeError: it has none.
    """
    if type(format_) not in SHEETS:
        message = f"no sheet: {type(format_).__name__}"
        raise TypeError(message)
    return SHEETS[type(format_)](format_)
