"""The next step for the organizer, in one line: on ``Event``, and at the end of every command."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from engine import Round, Stage, Status
from engine.elimination.cut import eligible_for_cut
from engine.rounds import can_go_on
from engine.ruleset import DeckBuilding
from xlplugin.ground.texts import listed, msg, t, tn
from xlplugin.workbook.layouts import event_tab, round_tabs, tab_names
from xlplugin.workbook.reading import deadlines, decklists
from xlplugin.workbook.reading.deadlines import MOST_TABLES
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.table import find_sheet


class Step(NamedTuple):
    """The next step as ``Event`` has it, and the command for it; ``typed`` if results must be typed first.

    ``told`` takes the place of ``text`` beside the command, where that names a button.
    """

    text: str
    command: str = ""
    typed: bool = False
    told: str = ""

    def line(self, how: str) -> str:
        """The step in one line, with its command as it is to be typed."""
        texts = {"step": self.told or self.text, "command": how}
        if self.typed:
            return t("Next: {step}; type them, save, then: {command}", **texts)
        if self.command:
            return t("Next: {step} ({command})", **texts)
        return t("Next: {step}", step=self.text)


PAIR_1 = msg("Pair round 1")
TYPE_NAMES = msg("Type the players' names on Players, then pair round 1")
WON = msg("{player} has won. Write the final standings")


def newest_tab(event: EventBook) -> RoundTab | None:
    """The newest tab with matches."""
    return next(reversed(event.tabs), None)


def now(event: EventBook, when: datetime | None = None) -> Step:
    """The next step, as the workbook reads; without ``when``, the time, no time has passed."""
    if event.problems:
        first, *more = event.problems
        texts = {"where": first.where, "n": len(more)}
        return Step(
            t("Correct {where} and {n} more", **texts) if more else t("Correct {where}", **texts)
        )
    tab = newest_tab(event)
    if tab is None:
        if sum(p.status is Status.ACTIVE for p in event.roster) < event.ruleset.min_players:
            return Step(t(TYPE_NAMES), "pair")
        return Step(first_step(event) + decklists.brief(event), "pair")
    if not event.is_published(tab):
        return Step(to_publish(tab.name), "publish")
    if tab.missing:
        tables = [match.table for match in tab.by_table if tab.lacks_result(match)]
        text = tn(
            "{tab}: {n} result missing (table {tables})",
            "{tab}: {n} results missing (tables {tables})",
            len(tables),
            tab=tab.name,
            tables=listed(tables, MOST_TABLES),
        )
        text += deadlines.due_and_silent(event, tab, when)
        command = "standings" if tab.stage is Stage.SWISS else after(event, tab).command
        return Step(text, command, typed=True)
    return after(event, tab)


def deck_building(event: EventBook) -> DeckBuilding | None:
    """The time before round 1 in which decks are built; ``None`` for none."""
    rule = event.ruleset.deck_building
    return rule(event.options) if rule else None


def first_step(event: EventBook) -> str:
    """The step once the names are there."""
    building = deck_building(event)
    if building is None:
        return t(PAIR_1)
    minutes, called = building
    return t(
        "Have decks built: {minutes} minutes, warn {warning} before the end ({rule}); then pair round 1",
        minutes=minutes,
        warning=called.warning,
        rule=called.rule,
    )


def to_publish(name: str) -> str:
    """The step for a round that others do not see yet."""
    return t("{tab}: look it over, then publish it", tab=name)


def after(event: EventBook, tab: RoundTab) -> Step:
    """The step once every result of the newest tab is in."""
    if tab.stage is Stage.SWISS:
        return after_round(event, tab.number)
    progress = event.progress
    if tab.stage is Stage.TIEBREAKER or progress is None:
        return _cut_step(t("Click Pair next round for the top {n}.", n=event.planned_cut()), event)
    if progress.is_over:
        champion = event.name(progress.places()[0])
        if find_sheet(event.book, round_tabs.FINAL):
            return Step(t("{player} has won", player=champion))
        return Step(t(WON, player=champion), "standings")
    rounds = progress.bracket.rounds
    if tab.number == len(rounds):
        return Step(t("Write the final standings"), "standings")
    if rounds[tab.number][0].if_needed:
        text = t("Pair, if there is a second final; else write the final standings")
        if not tab.missing:
            text = second_final(tab)
        return Step(text, "pair")
    return Step(t("Pair {tab}", tab=round_tabs.cut_name(tab.number + 1)), "pair")


def second_final(tab: RoundTab) -> str:
    """The step after a final that was won by the player who had lost before."""
    return t("Pair {tab}, the second final", tab=round_tabs.cut_name(tab.number + 1))


def after_round(event: EventBook, number: int, newest: Round | None = None) -> Step:
    """The step once every result of a Swiss round is in; ``newest`` is one that is being paired."""
    if number < event.planned_rounds():
        if not can_be_followed(event, number, newest):
            how = event.how_to_set(event_tab.ROUNDS.name, str(number))
            return Step(t("No round {n} can be paired: {how}", n=number + 1, how=how))
        extra, _ = event.extra_rounds()
        text = t("Pair round {n}", n=number + 1)
        if extra and number == event.planned_rounds() - extra:
            what = msg("Pair round {n}, the first of {extra} extra rounds (no cut)")
            text = t(what, n=number + 1, extra=extra)
        return Step(text, "pair")
    if event.planned_cut():
        return _first_after_swiss(event)
    tab = find_sheet(event.book, tab_names.standings_name(number))
    if tab is None:
        return Step(t("Swiss finished: write the standings"), "standings")
    return Step(t("The event is over: {tab} is final", tab=tab.name))


def can_be_followed(event: EventBook, number: int, newest: Round | None = None) -> bool:
    """True if a round can be paired after ``number`` rounds, the ``newest`` of which may not be written yet."""
    typed = event.typed
    rounds = (*typed.rounds[:number], *([newest] if newest else []))
    return can_go_on(replace(typed, rounds=rounds), event.ruleset)


def _first_after_swiss(event: EventBook) -> Step:
    """The step that makes the cut, or a tiebreaker round before it."""
    text = msg("Swiss finished. Click Pair next round for the top {n}.")
    if is_tiebreaker_announced(event):
        if event.problems or not is_swiss_over(event):
            text = msg(
                "Swiss finished. Click Pair next round for the tiebreaker round if one is needed, else "
                "for the top {n}."
            )
        elif needs_tiebreaker(event):
            text = msg("Swiss finished. Click Pair next round for the tiebreaker round.")
            return Step(t(text), "pair", told=t("Swiss finished: pair the tiebreaker round"))
    return _cut_step(t(text, n=event.planned_cut()), event)


def _cut_step(text: str, event: EventBook) -> Step:
    """The step that makes the cut, with who has chosen its size."""
    is_set = event.value_of(event_tab.CUT_SIZE)
    told = msg("Swiss finished: pair the top {n} suggested ({why})")
    if is_set:
        told = msg("Swiss finished: pair the top {n} ({why})")
    told = t(told, n=event.planned_cut(), why=t("as set on Event") if is_set else _why(event))
    return Step(text, "pair", told=told)


def is_tiebreaker_announced(event: EventBook) -> bool:
    """True if players with equal points across the cut line are to play for it."""
    rules = event.ruleset.cut
    option = rules.tiebreaker_round if rules else None
    return option is not None and option.of(event.options) == "Yes"


def is_swiss_over(event: EventBook) -> bool:
    """True if all Swiss rounds planned have been played."""
    return len(event.rounds) >= event.planned_rounds() and event.completed == len(event.rounds)


def needs_tiebreaker(event: EventBook) -> bool:
    """True if a tiebreaker round that is announced is to be played before the cut."""
    if not is_tiebreaker_announced(event):
        return False
    eligible, size = eligible_for_cut(event.tournament(), event.ruleset), event.planned_cut()
    return len(eligible.order) >= size and bool(eligible.level_pairs(size))


def _why(event: EventBook) -> str:
    """The reasons of a suggestion: document, tier, players."""
    tier = event.ruleset.penalties and event.ruleset.penalties.tier
    players = tn("{n} player", "{n} players", event.typed.starters)
    parts = (event.ruleset.short, tier and tier.of(event.options), players)
    return ", ".join(part for part in parts if part)
