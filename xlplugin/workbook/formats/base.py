"""The base classes of the sheets of match formats: all that the workbook has of a format."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from random import Random
from typing import ClassVar, Generic, NamedTuple, TypeVar

from engine import Special, match_format
from engine.formats.netrunner import CORP, RUNNER
from xlplugin.ground.texts import t
from xlplugin.workbook.formats.asked import Cells, Field, Seat, agreement
from xlplugin.workbook.formats.live import CutFormulas, LiveFormulas
from xlplugin.workbook.formats.nrtm import NrtmGames
from xlplugin.workbook.formats.statistics import WITH_SIDES, StatisticsForm
from xlplugin.workbook.layout import ENTRY, CellValue, Column, Whole

F_co = TypeVar("F_co", bound=match_format.Format, covariant=True)
M_co = TypeVar("M_co", bound=match_format.MatchFormat, covariant=True)
E_co = TypeVar("E_co", bound=match_format.EliminationFormat, covariant=True)


class Form(NamedTuple):
    """The contents of a slip: boxes by header and width, one of each for either player, and how to fill them in.

    The first box may be for the side that a player has, filled in where known. ``can_draw`` is true if a
    draw is ticked. ``more`` names columns of the roster that are worth seeing at the table, ``note`` what a
    result is worth where that is not plain.
    """

    boxes: tuple[tuple[str, float], ...]
    hint: str
    has_side: bool = False
    can_draw: bool = False
    more: tuple[str, ...] = (CORP, RUNNER)
    note: str = ""


class SampleRow(NamedTuple):
    """A row for which a result is made up: a generator, the cells by header, and a draw of two armies."""

    results: Random
    typed: Mapping[str, CellValue]
    armies: Callable[[], list[CellValue]]


class FormatSheet(ABC, Generic[F_co]):
    """Everything in the workbook that depends on a match format.

    Attributes:
        faults: the sentence of each kind of fault, with the remedy.
        confirms: true if some results are asked about, in the column ``Confirmed``.
        untold: the columns of which a blank says nothing, so that a report without them agrees with one
            that has them.
    """

    confirms: ClassVar[bool] = False
    untold: ClassVar[frozenset[str]] = frozenset()
    faults: ClassVar[Mapping[str, str]]
    slip: Form

    def __init__(self, format_: F_co) -> None:
        self.format = format_

    @property
    @abstractmethod
    def help(self) -> Mapping[str, str]:
        """The help of each result column, shown when a cell is selected."""

    @property
    def keys(self) -> Mapping[str, str]:
        """The keys of those whose help is another than in the other formats of a ruleset."""
        return {}

    def fault(self, fault: match_format.Fault) -> str:
        """The sentence of a fault, with the remedy."""
        return t(self.faults[fault.kind], **fault.values)

    def column(self, field: match_format.ResultField) -> Column:
        """A result column."""
        name, choices, help_ = field.name, field.choices, self.help[field.name]
        key = self.keys.get(name, "")
        if isinstance(choices, range):
            whole = Whole(choices[0], choices[-1])
            width = 8 if " " not in name or len(name) < 8 else 5 + len(name)
            return Column(
                name, width, ENTRY, whole=whole, help=help_, optional=field.optional, key=key
            )
        longest = max(len(str(choice)) for choice in choices)
        width = max(9 if longest < 10 else 15, len(name) + 3)
        return Column(name, width, ENTRY, choices, help=help_, optional=field.optional, key=key)

    def sides(self, result: match_format.Result) -> tuple[str, str]:
        """The side of either player, where that is known before the match."""
        return "", ""

    @abstractmethod
    def questions(self, seat: Seat) -> tuple[Field, ...]:
        """What a player is asked about the result of a match that was played."""

    def asked(self, seat: Seat) -> tuple[Field, ...]:
        """All that a player is asked about a match: its result, and what the two may agree on."""
        return (*self.questions(seat), *agreement(self.format.specials))

    def plain(self, cells: Cells) -> Cells:
        """A result without the cells that say what the others say, so that equal ones are alike."""
        agreed = cells.get(match_format.SPECIAL)
        is_draw = agreed == Special.INTENTIONAL_DRAW
        return {match_format.SPECIAL: agreed} if is_draw and agreed else cells

    def on_card(
        self, result: match_format.Result, special: Special, player: int
    ) -> dict[str, CellValue]:
        """The entries of a player's card besides the points, by header."""
        return {}

    @abstractmethod
    def sample(self, row: SampleRow) -> Mapping[str, CellValue]:
        """A made-up result for a sample event, by column."""


class SwissSheet(FormatSheet[M_co], Generic[M_co]):
    """A format of the Swiss rounds."""

    statistics: StatisticsForm = WITH_SIDES

    @property
    def nrtm(self) -> NrtmGames | None:
        """Its games in NRTM results files; ``None`` if they have no place for them."""
        return None

    @abstractmethod
    def live(self) -> LiveFormulas:
        """The formulas of a row."""

    def sides(self, result: match_format.Result) -> tuple[str, str]:
        """The side of either player, where that is assigned."""
        return self.format.sides or ("", "")


class CutSheet(FormatSheet[E_co], Generic[E_co]):
    """A format of the elimination."""

    @abstractmethod
    def live(self, rank: str) -> CutFormulas:
        """The formulas of a row; ``rank`` is the header, without 1 or 2, that says who is higher."""
