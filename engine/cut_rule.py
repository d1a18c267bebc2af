"""The cut and elimination of a ruleset as data: sizes, bracket, format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.brackets import Bracket
from engine.match_format import EliminationFormat
from engine.options import Option
from engine.reasons import Reason


@dataclass(frozen=True, slots=True)
class Cut:
    """The cut and elimination of a ruleset; what depends on options is a function of them.

    Args:
        clause: the rule that says who goes on.
        elimination_clause: the rule of the elimination's sides, draws and walkovers.
        sizes: the numbers of players that may go on.
        kind: which elimination it is; ``None`` where there is only one.
        tiebreaker: the format of a tiebreaker round; ``None`` where the document has no such round.
        tiebreaker_round: the option by which it is announced.
        tiebreaker_offer: the option by which it is only spoken of if it was announced.
        has_progression: whether a number of points may close a first part of the Swiss rounds.
        announcement: what else all players of a cut of some size have to do.
        bracket_clause: the rule of the bracket; ``None`` for that of the elimination.
        instead: why a cut of some size is not played as the options have it; ``None`` where it is.
    """

    clause: str
    elimination_clause: str
    sizes: tuple[int, ...]
    bracket: Callable[[int, Mapping[str, str]], Bracket]
    format: Callable[[Mapping[str, str]], EliminationFormat]
    kind: Callable[[Mapping[str, str]], str] | None = None
    tiebreaker: EliminationFormat | None = None
    tiebreaker_round: Option | None = None
    tiebreaker_offer: Option | None = None
    has_progression: bool = False
    announcement: Callable[[int], Reason] | None = None
    bracket_clause: Callable[[Mapping[str, str]], str] | None = None
    tiebreaker_clause: str = ""
    instead: Callable[[int, Mapping[str, str]], Reason | None] | None = None

    def is_announced(self, options: Mapping[str, str]) -> bool:
        """True if a tiebreaker round has been announced."""
        return self.tiebreaker_round is not None and self.tiebreaker_round.of(options) == "Yes"

    def is_offered(self, options: Mapping[str, str]) -> bool:
        """True if people are to hear that a tiebreaker round could be played."""
        if self.tiebreaker is None:
            return False
        offer = self.tiebreaker_offer
        return self.is_announced(options) or offer is None or offer.of(options) == offer.default
