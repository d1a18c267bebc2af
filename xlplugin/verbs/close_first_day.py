"""Close the first of two days: everyone with enough points goes on with Swiss rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from engine import Progression, Tournament
from engine.elimination.cut import rules_of_cut
from engine.elimination.progression import out_by_progression
from xlplugin.problems import OrganizerError, Problem, stop
from xlplugin.texts import t, tn
from xlplugin.verbs.frame import Done, Result, refuse, verb_despite_problems
from xlplugin.verbs.noticing import setting_line
from xlplugin.workbook.layouts import event_tab, tab_names
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.log import LogLine
from xlplugin.workbook.writing import event_writer


@dataclass(frozen=True, slots=True)
class FirstDay(Result):
    """What closing the first day came to: who goes on, and who does not."""

    tournament: Tournament
    points: int
    goes_on: Sequence[int]
    out: Sequence[int]
    warnings: Sequence[str] = ()

    def lines(self, file: str) -> Iterator[str]:  # noqa: ARG002
        """Who goes on, and how many do not."""
        yield tn(
            "{n} player with {points} points or more go on: {names}",
            "{n} players with {points} points or more go on: {names}",
            len(self.goes_on),
            points=self.points,
            names=", ".join(map(self.tournament.name, self.goes_on)),
        )
        yield t("{n} stay in the standings.", n=len(self.out))

    def data(self) -> object:
        """The numbers of the players."""
        return {"points": self.points, "goes_on": list(self.goes_on), "out": list(self.out)}


@verb_despite_problems
def close_first_day(event: EventBook, _when: datetime, points: int) -> Done[FirstDay]:
    """Let everyone with at least so many points go on to a second day of Swiss rounds.

    Raises:
        OrganizerError: the ruleset has no such cut.
        WorkbookProblems: results are missing, no rounds are left, or nobody would play on.
    """
    if not rules_of_cut(event.ruleset).has_progression:
        stop("{ruleset} has no cut by points between two days.", ruleset=event.ruleset.name)
    refuse(_problems(event))
    played = len(event.rounds)
    tournament = replace(event.tournament(), progression=Progression(played, points))
    out = out_by_progression(tournament, event.ruleset)
    goes_on = [no for no in tournament.active if no not in out]
    if len(goes_on) < 2:
        raise OrganizerError(
            tn(
                "Only {n} active player has {points} points or more.",
                "Only {n} active players have {points} points or more.",
                len(goes_on),
                points=points,
            )
        )
    day, least = event_tab.FIRST_DAY.name, event_tab.SECOND_DAY.name
    details = tn(
        "Closed after round {round}: {n} player with {points} points or more go on",
        "Closed after round {round}: {n} players with {points} points or more go on",
        len(goes_on),
        round=played,
        points=points,
    )
    log = [
        LogLine("Day one", details),
        setting_line(day, str(played)),
        setting_line(least, str(points)),
    ]
    result = FirstDay(tournament, points, goes_on, sorted(out & set(tournament.active)))
    return Done(result, event_writer.update_settings(event, {day: played, least: points}), log)


def _problems(event: EventBook) -> list[Problem]:
    """Why the first day cannot be closed."""
    problems = [*event.problems, *(p for tab in event.rounds for p in tab.missing)]
    played, planned = len(event.rounds), event.planned_rounds()
    if not played or event.cuts or event.tiebreaker:
        what = t("no round has been played") if not played else t("the Swiss rounds are over")
        remedy = t("a first day ends between two rounds")
        problems.append(Problem(tab_names.EVENT, "", what, remedy))
    elif event.progression and played > event.progression.rounds:
        rounds, least = event.progression.rounds, event.progression.points
        cell = event.setting_cell(event_tab.FIRST_DAY.name)
        what = t("day one ended after round {n} with {points} points", n=rounds, points=least)
        remedy = t("to change that, undo the rounds after round {n} first", n=rounds)
        problems = [Problem(tab_names.EVENT, cell, what, remedy)]
    elif played >= planned:
        cell = event.setting_cell(event_tab.ROUNDS.name)
        what = t("all {n} Swiss rounds planned have been played", n=planned)
        remedy = t("type the rounds of both days together")
        problems.append(Problem(tab_names.EVENT, cell, what, remedy))
    for setting in (event_tab.FIRST_DAY, event_tab.SECOND_DAY):
        if setting.name not in event.setting_rows:
            what = t("there is no row {setting}", setting=setting.name)
            remedy = t("type {setting} below Setting", setting=setting.name)
            problems.append(Problem(tab_names.EVENT, "", what, remedy))
    return problems
