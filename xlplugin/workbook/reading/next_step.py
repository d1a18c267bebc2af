"""What to do now, in one line: live on ``Event``, and at the end of every command."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from engine import Stage
from engine.elimination.cut import in_line
from engine.round_time import DeckBuilding
from xlplugin.workbook.layouts import elimination_tabs, event_tab, tab_names
from xlplugin.workbook.reading import deadlines, decklists
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.table import find_sheet

MOST_TABLES = 6
"""So many tables with results missing are named."""


class Step(NamedTuple):
    """What to do now, and the command that does it, if one does.

    ``typed`` says that results are to be typed before.
    """

    text: str
    command: str = ""
    typed: bool = False

    def told(self, how: str) -> str:
        """The step in one line, with its command as it is to be typed."""
        if self.typed:
            return f"Next: {self.text}; type them, save, then: {how}"
        return f"Next: {self.text} ({how})" if self.command else f"Next: {self.text}"


PAIR_1 = "Pair round 1"
TYPE_NAMES = Step("Type the players' names on Players, then pair round 1", "pair")
WRITE_LAST = Step("Swiss finished: write the standings", "standings")
WRITE_FINAL = Step("Write the final standings", "standings")


def newest_tab(event: EventBook) -> RoundTab | None:
    """The newest tab with matches."""
    tabs = [*event.rounds, *event.cut_tabs]
    return tabs[-1] if tabs else None


def now(event: EventBook, when: datetime | None = None) -> Step:
    """What to do now, as the workbook reads.

    Args:
        event: the event.
        when: now, by the organizer's clock; without it no time has passed.
    """
    if event.problems:
        first, *more = event.problems
        where = f"{first.sheet}!{first.cell}" if first.cell else first.sheet
        return Step(f"Mend {where}" + (f" and {len(more)} more" if more else ""))
    tab = newest_tab(event)
    if tab is None:
        return Step(_first(event) + decklists.brief(event), "pair") if event.roster else TYPE_NAMES
    if not event.is_published(tab):
        return Step(to_publish(tab.name), "publish")
    if tab.missing:
        tables = [str(table) for table in _tables_missing(tab)]
        shown = ", ".join([*tables[:MOST_TABLES], *["..."] * (len(tables) > MOST_TABLES)])
        results, tables_ = ("result", "table") if len(tables) == 1 else ("results", "tables")
        text = f"{tab.name}: {len(tables)} {results} missing ({tables_} {shown})"
        text += deadlines.due_and_silent(event, tab, when)
        command = "standings" if tab.stage is Stage.SWISS else after(event, tab).command
        return Step(text, command, typed=True)
    return after(event, tab)


def deck_building(event: EventBook) -> DeckBuilding | None:
    """The time before round 1 in which decks are built; ``None`` for none."""
    rule = event.ruleset.deck_building
    return rule(event.options) if rule else None


def _first(event: EventBook) -> str:
    """What to do once the names are there."""
    building = deck_building(event)
    if building is None:
        return PAIR_1
    minutes, called = building
    return (
        f"Have decks built: {minutes} minutes, warn {called.warning} before the end ({called.rule}); then "
        f"pair round 1"
    )


def to_publish(name: str) -> str:
    """What to do with a round that others do not see yet."""
    return f"{name}: look it over, then publish it"


def _tables_missing(tab: RoundTab) -> list[int]:
    return sorted(match.table for match in tab.matches if tab.lacks_result(match))


def after(event: EventBook, tab: RoundTab) -> Step:
    """What to do once every result of the newest tab is in."""
    if tab.stage is Stage.SWISS:
        return after_round(event, tab.number)
    progress = event.progress
    if tab.stage is Stage.TIEBREAKER or progress is None:
        return Step(f"Pair: cut to the top {event.planned_cut()}", "pair")
    if progress.is_over:
        champion = event.by_no[progress.places()[0]].name.strip()
        if find_sheet(event.book, elimination_tabs.FINAL):
            return Step(f"{champion} has won")
        return Step(f"{champion} has won. {WRITE_FINAL.text}", WRITE_FINAL.command)
    rounds = progress.bracket.rounds
    if tab.number == len(rounds):
        return WRITE_FINAL
    if rounds[tab.number][0].if_needed:
        return Step("Pair, if there is a second final; else write the final standings", "pair")
    return Step(f"Pair {elimination_tabs.cut_name(tab.number + 1)}", "pair")


def after_round(event: EventBook, number: int) -> Step:
    """What to do once every result of a Swiss round is in."""
    if number < event.planned_rounds():
        extra, _ = event.extra_rounds()
        is_first = extra and number == event.planned_rounds() - extra
        why = f", the first of {extra} extra rounds (no cut)" if is_first else ""
        return Step(f"Pair round {number + 1}{why}", "pair")
    cut = event.planned_cut()
    if cut:
        is_set = event.settings.get(event_tab.CUT_SIZE.name)
        why = "as set on Event" if is_set else _why(event)
        first = _tiebreaker_first(event)
        if first:
            return Step(f"Swiss finished: {first}, then the cut to top {cut} ({why})", "pair")
        to = f"pair the cut to top {cut}" if is_set else f"cut to top {cut} suggested"
        return Step(f"Swiss finished: {to} ({why})", "pair")
    tab = find_sheet(event.book, tab_names.standings_name(number))
    return Step(f"The event is over: {tab.name} is final") if tab else WRITE_LAST


def _tiebreaker_first(event: EventBook) -> str:
    """The tiebreaker round that is announced, as what to do; ``""`` where there is none to play."""
    if not is_tiebreaker_announced(event):
        return ""
    if event.problems or not is_swiss_over(event):
        return "pair the tiebreaker round if one is needed"
    return "pair the tiebreaker round announced" if needs_tiebreaker(event) else ""


def is_tiebreaker_announced(event: EventBook) -> bool:
    """Whether players level across the cut line are to play for it."""
    rules = event.ruleset.cut
    option = rules.tiebreaker_round if rules else None
    return option is not None and option.of(event.options) == "Yes"


def is_swiss_over(event: EventBook) -> bool:
    """Whether all Swiss rounds planned have been played."""
    return len(event.rounds) >= event.planned_rounds() and event.completed == len(event.rounds)


def needs_tiebreaker(event: EventBook) -> bool:
    """Whether a tiebreaker round that is announced is to be played before the cut."""
    if not is_tiebreaker_announced(event):
        return False
    line, size = in_line(event.tournament(), event.ruleset), event.planned_cut()
    return len(line.order) >= size and bool(line.level_pairs(size))


def _why(event: EventBook) -> str:
    """What the suggestion goes by: document, tier, players."""
    tier = next((option for option in event.ruleset.options if option.name == "Tier"), None)
    players = f"{event.starters} players"
    parts = (event.ruleset.short, tier and tier.of(event.options), players)
    return ", ".join(part for part in parts if part)
