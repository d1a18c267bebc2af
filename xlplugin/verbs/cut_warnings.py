"""What to say of the cut before it is made."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Ruleset, Standings, Tournament
from engine.elimination.cut import Eligible, eligible_for_cut, not_as_set
from engine.rounds import out_by_progression
from engine.texts import msg
from xlplugin import reasons
from xlplugin.texts import t
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.reading import next_step
from xlplugin.workbook.reading.event_book import EventBook


def level_text(
    event: EventBook, eligible: Eligible, level: Sequence[tuple[int, int]], size: int
) -> str:
    """Who is level across the cut line."""
    one, two = level[0]
    text = msg("{one} and {two}, on both sides of the line of the top {size}, have {points} each")
    points = reasons.points(eligible.standings.records.of[one].points)
    return t(text, one=event.name(one), two=event.name(two), size=size, points=points)


def tiebreaker_offer(event: EventBook) -> str:
    """What to say when a tiebreaker round could be played; ``""`` when there is no reason to."""
    rules, size = event.ruleset.cut, event.planned_cut()
    if rules is None or not rules.is_offered(event.options) or not size:
        return ""
    if event.problems or event.cuts or event.tiebreaker or not next_step.is_swiss_over(event):
        return ""
    eligible = eligible_for_cut(event.tournament(), event.ruleset)
    level = eligible.level_pairs(size) if len(eligible.order) >= size else []
    if not level:
        return ""
    text = msg("{players}; tiebreaker round: one is possible (tiebreaker).")
    if next_step.is_tiebreaker_announced(event):
        text = msg("{players}; tiebreaker round: pair makes the one announced.")
    return t(text, players=level_text(event, eligible, level, size))


def play_off_warnings(event: EventBook, standings: Standings) -> list[str]:
    """What to say of players who are level for the first place, where they had better play for it."""
    first = standings.order[0]
    points = standings.records.of[first].points
    level = [s for s in standings if s.points == points]
    if not event.ruleset.play_off or len(level) < 2:
        return []
    *names, last = (event.name(standing.no) for standing in level)
    otherwise = t("the tiebreaks have decided")
    if sum(standing.rank == 1 for standing in level) > 1:
        otherwise = t("the tiebreaks leave them level")
    return [
        t(
            "{names} and {last} have {points} each, for the first place. If there is time, let them "
            "all play each other until the tie is broken ({rule}); else {otherwise}.",
            names=", ".join(names),
            last=last,
            points=reasons.points(points),
            rule=event.ruleset.play_off,
            otherwise=otherwise,
        )
    ]


def seeds_by_tiebreaker(event: EventBook) -> str:
    """Who makes the cut by the tiebreaker round; ``""`` while it is not over."""
    if event.problems or event.cuts or not event.tiebreaker or event.tiebreaker.missing:
        return ""
    eligible = eligible_for_cut(event.after_swiss(), event.ruleset)
    took_part = set(event.tiebreaker.rows)
    seeds = [
        f"{seed} {event.name(no)}"
        for seed, no in enumerate(eligible.order[: event.planned_cut()], 1)
        if no in took_part
    ]
    text = msg("By the tiebreaker round these make the top {size}: {players}.")
    return t(text, size=event.planned_cut(), players=", ".join(seeds))


def warnings_on_plan(event: EventBook, number: int) -> list[str]:
    """What of rounds and cut is not as one would expect from what is set, when a Swiss round is paired."""
    extra, why = event.extra_rounds()
    # In a workbook made before there were such rounds they are news from round 3 on, where ranks count.
    is_older = number > 1 and not event.settings.get(event_tab.SETTLED.name)
    if why and (is_older or number in (1, event.planned_rounds() - extra + 1)):
        tournament = event.tournament(0)
        reason, setting = reasons.cited(why, tournament), event_tab.ROUNDS.name
        remedy = t("for another number of rounds, type {setting} on Event", setting=setting)
        return [f"{reason}; {remedy}."]
    return warnings_on_settings(event) if number == 1 else []


def warnings_on_settings(event: EventBook, top: int | None = None) -> list[str]:
    """What to say of a cut, of this size or as planned, that is not played as it is set."""
    cut, size = event.ruleset.cut, top or event.planned_cut()
    why = not_as_set(cut, size, event.options) if cut and size in cut.sizes else []
    return [f"{reasons.cited(reason, event.tournament(0))}." for reason in why]


def too_late_for_progression(tournament: Tournament, ruleset: Ruleset) -> list[str]:
    """What to say of players who came after the progression: they are not paired."""
    out = out_by_progression(tournament, ruleset)
    played = {no for round_ in tournament.rounds for no in round_.players()}
    late = [p.name.strip() for p in tournament.players if p.no in out - played]
    if not late:
        return []
    text = msg("The second day is for those with points of the first; not paired: {names}.")
    return [t(text, names=", ".join(late))]
