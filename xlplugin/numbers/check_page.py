"""Run an event again from a page that was published, and compare everything that the page shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from engine import Match, Paired, Pairing, Round, Stage, Tournament
from xlplugin.exports.format import Needs
from xlplugin.exports.page import page_data
from xlplugin.exports.page_html import html_page
from xlplugin.exports.proof import carried_tabs, changeable
from xlplugin.ground import languages as catalogues
from xlplugin.ground.catalogues import Catalogue
from xlplugin.ground.languages import speaking, spoken
from xlplugin.ground.problems import WorkbookProblems
from xlplugin.ground.seeds import commitment, is_short
from xlplugin.ground.texts import listed, msg, t, tn
from xlplugin.numbers.compare_pages import (
    Reasons,
    carried_differences,
    other_html,
    other_reasons,
    reasons_after_swiss,
    reasons_of,
    shown_differences,
)
from xlplugin.numbers.read_page import PublishedPage, apart, plain
from xlplugin.verbs.cut_warnings import differences_after_swiss
from xlplugin.verbs.frame import Result, read_clean
from xlplugin.verbs.hand_edits import seat_of, violations_of
from xlplugin.verbs.results_seen import as_paired, pairing_differences
from xlplugin.verbs.standings import share
from xlplugin.workbook.layouts import event_tab, tab_names
from xlplugin.workbook.reading import match_tables, roster_then
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.reading.records import recorded_tabs
from xlplugin.workbook.table import folded

MOST_TOLD = 12
"""The most entries on Players that are told of a round."""
WHEN = datetime(2000, 1, 1, tzinfo=UTC)
"""A time that no page shows, which nothing is compared with."""


@dataclass
class _Found:
    """The findings of a check so far, as sentences.

    Attributes:
        differences: faults of the draw, or of what follows from the results.
        by_hand: changes of the organizer's own, marked as such.
        run_again: the number of rounds that could be drawn again.
        told: the commitment that was told before; blank for none.
        reasons: those that the draw gives for each pair.
    """

    differences: list[str] = field(default_factory=list)
    by_hand: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    run_again: int = 0
    told: str = ""
    reasons: Reasons = field(default_factory=dict)


def check_page(
    page: PublishedPage,
    told: str = "",
    earlier: PublishedPage | None = None,
    *,
    progress: Callable[[Iterable[RoundTab]], Iterable[RoundTab]] = iter,
) -> Result:
    """Run every round of a published event again, and compare.

    Args:
        page: as it was read.
        told: the commitment that was told before, as hexadecimal digits.
        earlier: a page of the same event that was saved before.
        progress: passes the rounds on one by one, showing how far it is.
    """
    found = _Found(told=told or (earlier.commitment if earlier else ""))
    found.differences += _against_hashes(page, found.told)
    if earlier:
        found.differences += _against_earlier(page, earlier)
        if not earlier.commitment:
            text = msg(
                "The earlier page has no hash of a seed, and no round: nothing was compared with it."
            )
            if _dicts(earlier.shown.get("rounds")):
                text = msg("The earlier page has no hash of a seed: only its rounds were compared.")
            found.notes.append(t(text))
    if page.book is None:
        text = msg(
            "The event was not over when this page was made: the seed is published at its end. Save "
            "this page; then check the last one with --commitment and this file."
        )
        found.notes.append(t(text))
        return _result(page, found, None)
    event: EventBook | None = None
    try:
        event = read_event(page.book)
        share(event, Needs.NOTHING)
    except WorkbookProblems as error:
        return _result(page, found, event, [str(problem) for problem in error.problems])
    found.differences += carried_differences(page.shown["proof"]["tabs"], carried_tabs(event))
    _tell_then(event, page, found)
    for tab in progress(event.rounds):
        _run_again(event, tab, page, found)
    _tell_elsewhere(event, found)
    found.differences += _after_swiss(event, page)
    _compare_shown(event, page, found)
    return _result(page, found, event)


# the seed


def _against_hashes(page: PublishedPage, told: str) -> Iterator[str]:
    """Contradictions of seed, hash and what was told before; changes of what is carried."""
    if not page.is_whole:
        yield t("The proof that the page carries was changed: its digest does not match.")
    if page.seed and page.commitment != commitment(page.seed):
        yield t("The page's commitment is not that of its seed: one of the two was changed.")
    if told and told.strip().lower() != page.commitment:
        text = msg(
            "A different commitment was published earlier: {told}. The event was not drawn from "
            "the seed that was fixed then."
        )
        yield t(text, told=told)


def _against_earlier(page: PublishedPage, earlier: PublishedPage) -> Iterator[str]:
    """Pairings of an earlier page that are others now, or gone, and results."""
    rounds = {str(each.get("name")): each for each in _dicts(page.shown.get("rounds"))}
    for before in _dicts(earlier.shown.get("rounds")):
        tab = str(before.get("name"))
        now = dict(map(_match_text, _dicts(rounds.get(tab, {}).get("matches"))))
        for names, result in map(_match_text, _dicts(before.get("matches"))):
            if names not in now:
                text = msg("{tab}: {match} was on the earlier page, but is not now")
                yield t(text, tab=tab, match=names)
            elif result and now[names] != result:
                text = msg("{tab}: {match} was {before} on the earlier page, but is {now} now")
                yield t(text, tab=tab, match=names, before=result, now=now[names] or t("blank"))


def _dicts(value: object) -> list[dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _match_text(match: Mapping[str, Any]) -> tuple[str, str]:
    """The players at a table, and the result."""
    players = _dicts(match.get("players"))
    names = " - ".join(str(player.get("name")) for player in players)
    scores = " - ".join(str(player.get("score", "")) for player in players)
    note = f" {match['note']}" if match.get("note") else ""
    return f"{match.get('table')}: {names}", (scores + note).strip(" -")


# what is shown


def _compare_shown(event: EventBook, page: PublishedPage, found: _Found) -> None:
    """Hold everything that the page shows against what it should show, in its own language."""
    language = _language_of(page)
    with speaking(language):
        made = page_data(share(event, Needs.NOTHING), WHEN, watch=False)
        drawn = {**found.reasons, **reasons_after_swiss(event)}
        _, html = apart(html_page(made["event"]["name"], ""))
    found.differences += shown_differences(page.shown, made, same_language=language is not None)
    if language is None:
        text = msg(
            "The page says that its language is {language}, which is not installed here, so its "
            "words could not be compared: check it with the file of that language, "
            "{variable}=FILE.po."
        )
        variable = catalogues.LANGUAGE
        found.differences.append(t(text, language=page.language, variable=variable))
    elif others := other_reasons(page.shown, made, drawn):
        text = msg(
            "Some tables on the page have reasons that the draw made here does not give: they "
            "were changed, or come from another version, from tables paired again, or from an "
            "earlier name. {reasons}"
        )
        found.notes.append(t(text, reasons=listed(others, MOST_TOLD)))
    if language is not None and html != page.around:
        found.notes.append(other_html(made))


def _language_of(page: PublishedPage) -> Catalogue | None:
    """The texts of the language that a page says it is in; ``None`` if there are none here."""
    ours = spoken()
    return ours if page.language == ours.language else catalogues.catalogue_of(page.language)


# the rounds


def _tell_then(event: EventBook, page: PublishedPage, found: _Found) -> None:
    """Tell settings, and entries on Players, that were others when a round was paired; or cannot have been."""
    known, tabs = {*changeable(event)}, {tab.name: tab for tab in roster_then.tabs_drawn(event)}
    for tab, settings in page.then.items():
        told = ", ".join(f"{name}: {value or t('blank')}" for name, value in settings.items())
        is_possible = tab in tabs and known >= settings.keys()
        text = msg("{tab}: no page has other settings for it: {settings}")
        if is_possible:
            text = msg("{tab} was paired under settings that have changed since: {settings}.")
        told_to = found.notes if is_possible else found.differences
        told_to.append(t(text, tab=tab, settings=told))
    for tab, entries in page.roster.items():
        is_possible = tab in tabs and roster_then.are_possible(event, tabs[tab], entries)
        texts = [
            f"{event.name(int(no)) if is_possible else no}, {header}: {value or t('blank')}"
            for header, by_no in entries.items()
            for no, value in by_no.items()
            if not is_possible or header != roster_then.NO
        ]
        text = msg("{tab}: no page has other entries on Players for it: {entries}")
        if is_possible:
            text = msg("{tab} was paired while Players had other entries: {entries}.")
        if texts:
            told_to = found.notes if is_possible else found.differences
            told_to.append(t(text, tab=tab, entries=listed(texts, MOST_TOLD)))
        if is_possible and (later := entries.get(roster_then.NO)):
            names = listed((event.name(int(no)) for no in later), MOST_TOLD)
            text = msg("{tab} was paired before these were on Players: {names}.")
            found.notes.append(t(text, tab=tab, names=names))


def _tell_elsewhere(event: EventBook, found: _Found) -> None:
    """Tell the rounds that were not drawn here, and count the others."""
    here = recorded_tabs(event.book)
    elsewhere = event.rounds[: event.elsewhere]
    elsewhere += [tab for tab in event.cut_tabs if folded(tab.name) not in here]
    text = msg("{tab} was paired elsewhere: its draw cannot be repeated.")
    found.notes += [t(text, tab=tab.name) for tab in elsewhere]
    found.run_again = len(event.tabs) - len(elsewhere)


def _run_again(event: EventBook, tab: RoundTab, page: PublishedPage, found: _Found) -> None:
    """Draw a round again, and compare it with the one that was paired, and that with the one played."""
    if tab.number <= event.elsewhere:
        return
    paired, changed = as_paired(event, tab)
    _compare_seats(event, tab, paired, changed, found)
    try:
        then = _as_it_was(event, tab, page)
    except WorkbookProblems as error:
        found.differences += [f"{tab.name}: {problem}" for problem in error.problems]
        return
    number = sum(len(match.players) for match in paired)
    if tab.number == 1 and event.started not in (0, number):
        text = msg("{tab} was paired with {n} players, but the page says with {started}.")
        found.differences.append(t(text, tab=tab.name, n=number, started=event.started))
    whole = then.tournament()
    broken = [f"{tab.name}: {text}" for text in violations_of(whole, tab.number, event.ruleset)]
    (found.by_hand if changed else found.differences).extend(broken)
    rounds = (*whole.rounds[: tab.number - 1], Round(tab.number, tuple(paired)))
    there = {no for round_ in rounds for no in round_.players()}
    later = {int(no) for no in _entries_then(event, tab, page).get(roster_then.NO, ())} - there
    players = tuple(player for player in whole.players if player.no not in later)
    drawn = replace(whole, players=players, rounds=rounds)

    def seated(pairing: Pairing) -> Sequence[tuple[Match, Paired]]:
        seats = match_tables.seated(then, pairing, event.rounds[: tab.number - 1])
        with speaking(_language_of(page)):
            found.reasons |= reasons_of(tab, drawn.before_round(tab.number), pairing, seats)
        return seats

    found.differences += pairing_differences(drawn, tab.number, event.ruleset, seated)


def _compare_seats(
    event: EventBook, tab: RoundTab, paired: Sequence[Match], changed: set[int], found: _Found
) -> None:
    """Tell the matches that are not as they were paired, and those that are gone."""
    whole = event.tournament()
    seats = {seat_of(match) for match in paired}
    moved = [match for match in tab.matches if seat_of(match) not in seats]
    gone = [match for match in paired if tab.rows.keys().isdisjoint(match.players)]
    for match in (*moved, *gone):
        text = msg("{tab}, table {table}: {match}")
        what = t(text, tab=tab.name, table=match.table, match=_names(whole, match))
        if match in gone:
            what = t("{what}, which is gone", what=what)
        if changed & {*match.players}:
            found.by_hand.append(t("{what}, changed by the organizer after the draw", what=what))
        else:
            text = msg("{what}, which is not as the round was paired, and not marked as changed")
            found.differences.append(t(text, what=what))


def _names(whole: Tournament, match: Match) -> str:
    return " - ".join(map(whole.name, match.players))


def _after_swiss(event: EventBook, page: PublishedPage) -> list[str]:
    """Differences after the Swiss rounds, by what stood on Event and Players when the cut was made."""
    if not event.cut_tabs:
        return []
    try:
        return differences_after_swiss(_as_it_was(event, roster_then.tabs_drawn(event)[-1], page))
    except WorkbookProblems as error:
        return [str(problem) for problem in error.problems]


def _as_it_was(event: EventBook, tab: RoundTab, page: PublishedPage) -> EventBook:
    """The event under the settings, and with the entries on Players, of when a round was paired.

    Raises:
        WorkbookProblems: a setting cannot be.
    """
    known = {*changeable(event)}
    settings = {k: value for k, value in page.then.get(tab.name, {}).items() if k in known}
    if settings:
        sheets, cuts = dict(event.book.sheets), {each.name for each in event.cut_tabs}
        if tab.stage is Stage.SWISS:  # the settings of before need not fit what came later
            sheets = {name: sheet for name, sheet in sheets.items() if name not in cuts}
            settings |= {setting.name: "" for setting in event_tab.CUT_RECORD}
        rows = [row for row in sheets[tab_names.EVENT].rows if not row or row[0] not in settings]
        rows += [[name, value] for name, value in settings.items() if value]
        sheets[tab_names.EVENT] = replace(sheets[tab_names.EVENT], rows=rows)
        event = read_clean(replace(event.book, sheets=sheets))
    return roster_then.with_entries(event, _entries_then(event, tab, page))


def _entries_then(event: EventBook, tab: RoundTab, page: PublishedPage) -> roster_then.Entries:
    """The entries on Players that were others when a round was paired; none where they cannot have been."""
    entries = page.roster.get(tab.name, {})
    return entries if roster_then.are_possible(event, tab, entries) else {}


# what was found


def _result(
    page: PublishedPage, found: _Found, event: EventBook | None, problems: Sequence[str] = ()
) -> Result:
    notes = list(found.notes)
    if page.withheld and found.differences:
        text = msg(
            "Some players are kept apart by the organizer, and who they are is not published: a round "
            "in which that mattered cannot be drawn again."
        )
        notes.append(t(text))
    if page.seed and is_short(page.seed):
        text = msg(
            "The seed is short: anybody who tried all short texts could have known the next "
            "pairings, or have picked a seed for a pairing they wanted."
        )
        notes.append(t(text))
    wrong = [*problems, *found.differences]
    lines = [t("By hand: {what}", what=what) for what in found.by_hand]
    if event and not wrong:
        rounds = tn("{n} round", "{n} rounds", found.run_again)
        players = tn("{n} player", "{n} players", len(event.roster))
        text = msg(
            "{event}: {rounds} of {players} run again from the seed {seed}: everything is as published."
        )
        lines.append(t(text, event=event.title, rounds=rounds, players=players, seed=page.seed))
    if page.commitment:
        text = msg("Commitment (SHA-256 of the seed): {hash}")
        if found.told and not wrong:
            text = msg("Commitment (SHA-256 of the seed): {hash}, the one that was told before")
        lines.append(t(text, hash=page.commitment))
    data = {
        "program": page.program,
        "over": event is not None,
        "seed": page.seed,
        "commitment": page.commitment,
        "by_hand": found.by_hand,
        "differences": found.differences,
        "problems": list(problems),
    }
    lines, notes, wrong = (list(map(plain, texts)) for texts in (lines, notes, wrong))
    return Result(lines=lines, data=data, warnings=notes, problems=wrong, says_next=False)
