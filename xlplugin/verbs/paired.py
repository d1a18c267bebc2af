"""A round as it was paired: what every verb that pairs has to say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine import Match, Paired, Pairing, Stage, Tournament
from xlplugin import reasons
from xlplugin.texts import t
from xlplugin.verbs.frame import Result, Table
from xlplugin.workbook.layouts import tab_names


@dataclass(frozen=True, slots=True)
class PairResult(Result):
    """What pairing a round came to.

    ``tab`` is where it is written; ``sides`` what Player 1 and Player 2 play, where that is fixed.
    """

    tournament: Tournament
    pairing: Pairing
    seated: Sequence[tuple[Match, Paired]]
    warnings: Sequence[str]
    tab: str
    stage: Stage = Stage.SWISS
    sides: tuple[str, str] | None = None

    def lines(self, file: str) -> Iterator[str | Table]:
        """The tables, and where they are written."""
        name = self.tournament.name
        rows = [
            (
                str(match.table),
                name(match.player1),
                t("bye") if match.player2 is None else name(match.player2),
            )
            for match, _ in self.seated
        ]
        seats = [f" ({side})" for side in self.sides or ()] or ["", ""]
        headers = ("Table", f"Player 1{seats[0]}", f"Player 2{seats[1]}")
        yield Table(self.tab, headers, rows, "><<")
        for note in self.pairing.notes if self.stage is Stage.ELIMINATION else ():
            yield reasons.cited(note, self.tournament)
        yield t(
            "Written to {file}, tab {tab}; reasons on {notes}.",
            file=file,
            tab=self.tab,
            notes=tab_names.NOTES,
        )

    def data(self) -> object:
        """The tables, each with its reasons."""
        name = self.tournament.name
        return {
            "round": self.pairing.round,
            "stage": str(self.stage),
            "pairings": [
                {
                    "table": match.table,
                    "no1": match.player1,
                    "no2": match.player2,
                    "player1": name(match.player1),
                    "player2": None if match.player2 is None else name(match.player2),
                    "reasons": [
                        reasons.cited(reason, self.tournament) for reason in paired.reasons
                    ],
                }
                for match, paired in self.seated
            ],
        }
