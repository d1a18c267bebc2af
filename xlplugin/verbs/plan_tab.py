"""Write a plan on the tab ``Plan`` of the event that it is for."""

from __future__ import annotations

from datetime import datetime

from engine import Status
from engine.simulation.figures import summed_up
from engine.simulation.spread import Spread
from xlplugin.texts import t
from xlplugin.verbs.frame import Done, Result, refuse, verb
from xlplugin.verbs.plan import Planned, form_name, model_line, sentences
from xlplugin.verbs.print_tabs import in_the_way
from xlplugin.workbook.book import AddDrawing
from xlplugin.workbook.drawings import plan_tab, print_lists
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.layouts.tab_names import PLAN
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.records import LogLine


def players_to_plan(event: EventBook) -> int:
    """How many active players are on the roster of an event whose plan can be written.

    Raises:
        WorkbookProblems: a tab of the organizer's own has its name.
    """
    refuse(in_the_way(event, PLAN))
    return sum(player.status is Status.ACTIVE for player in event.roster)


@verb
def write_plan(
    event: EventBook, _when: datetime, planned: Planned, spread: Spread | None
) -> Done[Result]:
    """Draw a plan on its tab, or anew where that stands.

    Raises:
        WorkbookProblems: a tab of the organizer's own has its name.
    """
    refuse(in_the_way(event, PLAN))
    formats = {form_name(form): summed_up(events) for form, events in planned.events.items()}
    drawing = plan_tab.draw_plan(
        print_lists.title(event, t("plan")),
        model_line(planned, spread),
        formats,
        sentences(planned),
    )
    log = [LogLine(PLAN, model_line(planned, spread))]
    changes = tab_names.anew(event.book, PLAN, AddDrawing(drawing))
    return Done(Result(tab=PLAN), changes, log, PLAN)
