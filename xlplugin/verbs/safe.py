"""Tell who is certain of the cut, who is out, and who can afford a draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from engine.chances.chances import SAMPLES, Chance, Chances, State, chances
from engine.model import Match, Tournament
from engine.texts import msg
from xlplugin.hosts import Host
from xlplugin.problems import stop
from xlplugin.texts import t, tn
from xlplugin.verbs.cut import size_of
from xlplugin.verbs.frame import Result, Table, refuse, without_players
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.reader import read_event

STATES: Mapping[State, str] = {
    State.SAFE: msg("safe"), State.OUT: msg("out"), State.OPEN: msg("open"),
}  # fmt: skip


def safe(
    host: Host,
    *,
    top: int | None = None,
    samples: int = SAMPLES,
    when: datetime | None = None,  # noqa: ARG001
) -> Result:
    """Tell who is certain of a cut to the ``top`` so many, else as planned; nothing is written.

    Where not every result can be looked at, ``samples`` of them are drawn.

    Raises:
        OrganizerError: the ruleset has no cut, or the Swiss rounds are over.
        WorkbookProblems: something must be mended first.
    """
    event = read_event(host.read())
    problems = [*event.problems, *(p for tab in event.rounds[:-1] for p in tab.missing)]
    refuse([*problems, *without_players(event)])
    for tab in event.cut_tabs[:1]:
        stop("The Swiss rounds are over: there is {tab}, and nothing is open.", tab=tab.name)
    size = size_of(event, top)
    tournament = event.typed
    found = chances(tournament, event.ruleset, size, samples)
    return Result(
        lines=[*_lines(event, tournament, found, size)],
        data=_data(tournament, found),
        warnings=event.warnings,
    )


def _data(tournament: Tournament, found: Chances) -> dict[str, object]:
    players = [
        {
            "no": player.no,
            "player": tournament.name(player.no),
            "state": str(player.state),
            "chance": player.chance,
        }
        for player in found.players
    ]
    pairings = [
        {"table": match.table, "draw_is_safe": is_safe}
        for match, is_safe in found.draw_is_safe.items()
    ]
    return {
        "players": players,
        "pairings": pairings,
        "results": found.results,
        "exact": found.is_exact,
    }


def _lines(
    event: EventBook, tournament: Tournament, found: Chances, size: int
) -> Iterator[str | Table]:
    played = len(tournament.rounds)
    planned = max(event.planned_rounds(), played)
    title = msg("The cut to the top {size}, round {n} of {planned}")
    rows = [
        (tournament.name(player.no), t(STATES[player.state]), percent(player))
        for player in found.players
    ]
    headers = (t("Player"), t("State"), t("Chance"))
    yield Table(t(title, size=size, n=played, planned=planned), headers, rows, "<<>")
    if found.draw_is_safe:
        yield ""
        yield _draws(tournament, found.draw_is_safe)
    yield ""
    yield _what_it_is(found)


def percent(player: Chance) -> str:
    """A chance in percent; one that is not certain is never told as if it were."""
    if player.state is State.OPEN and not 0.01 <= player.chance <= 0.99:
        return "< 1%" if player.chance < 0.01 else "> 99%"
    return f"{player.chance:.0%}"


def _draws(tournament: Tournament, draw_is_safe: Mapping[Match, bool]) -> Table:
    rows = [
        (
            str(match.table),
            *map(tournament.name, match.players),
            t("safe for both") if is_safe else t("not certain"),
        )
        for match, is_safe in draw_is_safe.items()
    ]
    headers = (t("Table"), t("Player 1"), t("Player 2"), t("Intentional draw"))
    return Table("", headers, rows, "><<<")


def _what_it_is(found: Chances) -> str:
    """Which of it is certain, and what a chance is a share of."""
    if found.is_exact:
        return tn(
            "Exact: the only result that is possible, with its tiebreaks.",
            "Exact: all {n} results that are possible, with their tiebreaks. A chance is for even games.",
            found.results,
        )
    text = msg(
        "Certain: safe, out and safe for both, by points alone, every tie counted against it. "
        "Sampled: the chances of the others, in {n} results drawn at random, with even games."
    )
    return t(text, n=found.results)
