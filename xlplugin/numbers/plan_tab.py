"""Write a plan on the tab ``Plan`` of the event that it is for."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor
from contextlib import suppress
from datetime import datetime

from engine import Status
from engine.ruleset import Suggestion
from engine.simulation.event import Plan, hall_of
from engine.simulation.figures import summed_up
from engine.simulation.spread import Spread
from engine.simulation.strength import Model
from xlplugin.ground.all_cores import cores_beside_a_window
from xlplugin.ground.limits import FEWEST_TO_PLAN, MOST_TO_PLAN
from xlplugin.ground.problems import stop
from xlplugin.ground.texts import t
from xlplugin.hosts import Host
from xlplugin.numbers.plan import (
    Planned,
    eliminations_beside,
    form_name,
    model_line,
    sentences,
    simulate,
    usual_forms,
)
from xlplugin.verbs.frame import Done, Result, read_clean, refuse, verb
from xlplugin.verbs.print_tabs import in_the_way
from xlplugin.workbook.book import AddDrawing
from xlplugin.workbook.drawings import plan_tab, shared
from xlplugin.workbook.drawings.plan_tab import PlanForm, bars_of
from xlplugin.workbook.layouts import event_tab, tab_names
from xlplugin.workbook.layouts.tab_names import PLAN
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.records import LogLine

CORES, AT_CLICK = 2, 170_000
"""The cores that share the work, and the rounds of a single player that each plays in four seconds."""
MOST_EVENTS, FEWEST_EVENTS, STEP = 1000, 40, 20


def plan_event(host: Host, *, when: datetime | None = None) -> Result:
    """Compare the formats near what is planned, each elimination that there is; as many events as a click waits for.

    Raises:
        OrganizerError: there are too few players, or too many.
        WorkbookProblems: something must be mended first, or a tab of the organizer's own has its name.
    """
    event = read_clean(host.read())
    players = players_to_plan(event)
    if not FEWEST_TO_PLAN <= players <= MOST_TO_PLAN:
        stop(
            "{n} active players are on Players; formats can be compared for {fewest} to {most}.",
            n=players,
            fewest=FEWEST_TO_PLAN,
            most=MOST_TO_PLAN,
        )
    ruleset, options = event.ruleset, event.options
    kinds = eliminations_beside(ruleset, options)
    forms = usual_forms(ruleset, players, options, eliminations=kinds, planned=as_planned(event))
    plan = Plan(ruleset.name, players, forms, Model(), hall_of(ruleset, options), options, "1")
    return write_plan(host, _simulated(plan), None, bars_of(ruleset), when=when)


def _simulated(plan: Plan) -> Planned:
    """A plan on as many cores as there are; on one, with fewer events, where no processes can be started."""
    several = cores_beside_a_window()
    if several >= CORES:
        with suppress(BrokenExecutor, ImportError, OSError):
            return simulate(plan, events_of(plan, CORES), several)
    return simulate(plan, events_of(plan, 1), 1)


def events_of(plan: Plan, at_once: int) -> int:
    """The number of events of a plan simulated after a click, by so many processes at once."""
    rounds = sum({form.rounds for form in plan.forms})
    events = at_once * AT_CLICK // (plan.players * rounds)
    return max(FEWEST_EVENTS, min(MOST_EVENTS, events - events % STEP))


def players_to_plan(event: EventBook) -> int:
    """The number of active players of an event whose plan can be written.

    Raises:
        WorkbookProblems: a tab of the organizer's own has its name.
    """
    refuse(in_the_way(event, PLAN))
    return sum(player.status is Status.ACTIVE for player in event.roster)


def as_planned(event: EventBook) -> Suggestion:
    """The rounds and the cut of an event, as set or suggested."""
    return Suggestion(event.planned_rounds(), event.planned_cut())


@verb
def write_plan(
    event: EventBook, _when: datetime, found: Planned, spread: Spread | None, bars: int = 0
) -> Done[Result]:
    """Draw a plan on its tab, or anew where that stands.

    Its charts have room for as many formats as ``bars``, at least for those that there are.

    Raises:
        WorkbookProblems: a tab of the organizer's own has its name.
    """
    refuse(in_the_way(event, PLAN))
    formats = {form_name(form): summed_up(events) for form, events in found.events.items()}
    has_hours = any(figures["hours"] for figures in formats.values())
    form = PlanForm(event.ruleset, max(bars, len(formats)), has_hours=has_hours)
    title, model = shared.title(event, t("plan")), model_line(found, spread)
    drawing = plan_tab.draw_plan(title, model, formats, sentences(found), form)
    log = [LogLine(PLAN, model)]
    changes = tab_names.anew(event.book, PLAN, AddDrawing(drawing))
    return Done(Result(tab=PLAN, warnings=_left_out(event)), changes, log, PLAN)


def _left_out(event: EventBook) -> list[str]:
    """A warning of what is planned for the event, and not simulated."""
    if not event.progression:
        return []
    days = f"{event_tab.FIRST_DAY.name}, {event_tab.SECOND_DAY.name}"
    return [
        t("Everybody plays all Swiss rounds: {settings} on Event are not simulated.", settings=days)
    ]
