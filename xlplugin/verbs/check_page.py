"""Run an event again from a page that was published, and compare everything that the page shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from engine import Match, Round, Tournament
from engine.texts import msg
from xlplugin.exports.page import page_data
from xlplugin.exports.proof import carried_tabs, changeable
from xlplugin.exports.read_page import PublishedPage, plain
from xlplugin.problems import WorkbookProblems
from xlplugin.seeds import commitment, is_short
from xlplugin.texts import CATALOGUE, t, tn
from xlplugin.verbs.check import pairing_differences
from xlplugin.verbs.compare_pages import carried_differences, shown_differences
from xlplugin.verbs.cut_warnings import differences_after_swiss
from xlplugin.verbs.frame import Result, read_clean
from xlplugin.verbs.hand_edits import violations_of
from xlplugin.verbs.standings import share
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.layouts.record_tabs import BY_HAND
from xlplugin.workbook.reading import match_tables
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.reading.records import recorded_tabs, rows_of_notes
from xlplugin.workbook.table import folded

WHEN = datetime(2000, 1, 1, tzinfo=UTC)
"""A time that no page shows, which nothing is compared with."""


@dataclass
class _Found:
    """What a check has found so far.

    Attributes:
        differences: what is not as it was drawn, or as the results have it.
        by_hand: what the organizer has changed, and says so.
        notes: what it should be known with.
        run_again: how many rounds could be drawn again.
        told: the commitment that was told before; blank for none.
    """

    differences: list[str] = field(default_factory=list)
    by_hand: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    run_again: int = 0
    told: str = ""


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
    event: EventBook | None = None
    if page.book is None:
        text = msg(
            "The event was not over when this page was made: the seed is published at its end. Save "
            "this page; then check the last one with --commitment and this file."
        )
        found.notes.append(t(text))
    else:
        try:
            event = read_event(page.book)
            share(event, "html")
        except WorkbookProblems as error:
            return _result(page, found, event, [str(problem) for problem in error.problems])
        found.differences += carried_differences(page.shown["proof"]["tabs"], carried_tabs(event))
        _tell_settings(event, page, found)
        for tab in progress(event.rounds):
            _run_again(event, tab, page, found)
        _tell_elsewhere(event, found)
        found.differences += differences_after_swiss(event)
        made = page_data(share(event, "html"), WHEN, watch=False)
        is_same = page.language == CATALOGUE.language
        found.differences += shown_differences(page.shown, made, same_language=is_same)
    return _result(page, found, event)


# the seed


def _against_hashes(page: PublishedPage, told: str) -> Iterator[str]:
    """Where seed, hash and what was told before do not agree, or something carried was changed."""
    if not page.is_whole:
        yield t("Something that the page carries for proof was changed: its digest is another one.")
    if page.seed and page.commitment != commitment(page.seed):
        yield t("The page's commitment is not that of its seed: one of the two was changed.")
    if told and told.strip().lower() != page.commitment:
        text = msg(
            "Another commitment was told before: {told}. The event was not drawn from the seed that was "
            "fixed then."
        )
        yield t(text, told=told)


def _against_earlier(page: PublishedPage, earlier: PublishedPage) -> Iterator[str]:
    """Where a pairing of an earlier page is another one now, or gone, or a result is."""
    rounds = {str(each.get("name")): each for each in _dicts(page.shown.get("rounds"))}
    for before in _dicts(earlier.shown.get("rounds")):
        tab = str(before.get("name"))
        now = dict(map(_match_text, _dicts(rounds.get(tab, {}).get("matches"))))
        for names, result in map(_match_text, _dicts(before.get("matches"))):
            if names not in now:
                yield t(
                    "{tab}: {match} was on the earlier page, and is not now", tab=tab, match=names
                )
            elif result and now[names] != result:
                text = msg("{tab}: {match} was {before} on the earlier page, and is {now} now")
                yield t(text, tab=tab, match=names, before=result, now=now[names] or t("blank"))


def _dicts(value: object) -> list[dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _match_text(match: Mapping[str, Any]) -> tuple[str, str]:
    """Who sits at a table, and what came of it."""
    players = _dicts(match.get("players"))
    names = " - ".join(str(player.get("name")) for player in players)
    scores = " - ".join(str(player.get("score", "")) for player in players)
    note = f" {match['note']}" if match.get("note") else ""
    return f"{match.get('table')}: {names}", (scores + note).strip(" -")


# the rounds


def _tell_settings(event: EventBook, page: PublishedPage, found: _Found) -> None:
    """Tell the settings that were others when a round was paired, and those that cannot have been."""
    known, rounds = {*changeable(event)}, {tab.name for tab in event.rounds}
    for tab, settings in page.then.items():
        told = ", ".join(f"{name}: {value or t('blank')}" for name, value in settings.items())
        if tab in rounds and known >= settings.keys():
            text = msg("{tab} was paired under settings that are others now: {settings}.")
            found.notes.append(t(text, tab=tab, settings=told))
        else:
            text = msg("{tab}: no page has other settings for it: {settings}")
            found.differences.append(t(text, tab=tab, settings=told))


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
    whole = event.tournament()
    if tab.number <= event.elsewhere:
        return
    paired, changed = _as_paired(event, tab)
    _compare_seats(event, tab, paired, changed, found)
    broken = [f"{tab.name}: {text}" for text in violations_of(whole, tab.number, event.ruleset)]
    (found.by_hand if changed else found.differences).extend(broken)
    known = {*changeable(event)}
    settings = {k: value for k, value in page.then.get(tab.name, {}).items() if k in known}
    try:
        then = _under_settings(event, settings)
    except WorkbookProblems as error:
        found.differences += [f"{tab.name}: {problem}" for problem in error.problems]
        return
    rounds = list(whole.rounds)
    rounds[tab.number - 1] = Round(tab.number, tuple(paired))
    drawn = replace(then.tournament(), rounds=tuple(rounds))
    found.differences += pairing_differences(
        drawn,
        tab.number,
        event.ruleset,
        lambda pairing: match_tables.seated(then, pairing, event.rounds[: tab.number - 1]),
    )


def _compare_seats(
    event: EventBook, tab: RoundTab, paired: Sequence[Match], changed: set[int], found: _Found
) -> None:
    """Tell the matches that are not as they were paired, and those that are gone."""
    whole = event.tournament()
    keys = {match_key(match) for match in paired}
    moved = [match for match in tab.matches if match_key(match) not in keys]
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


def match_key(match: Match) -> tuple[int, int, int | None]:
    """A table and who sits where."""
    return match.table, match.player1, match.player2


def _as_paired(event: EventBook, tab: RoundTab) -> tuple[list[Match], set[int]]:
    """A round as it was paired, by ``Pairing notes``, and the players whose matches were changed by hand since."""
    paired: dict[tuple[int, int, int | None], Match] = {}
    changed: set[int] = set()
    for row in rows_of_notes(event.book):
        number, table, one, two, rule = map(row.raw, ("Round", "Table", "No 1", "No 2", "Rule"))
        if number != tab.number or type(table) is not int:
            continue
        if rule == BY_HAND:
            changed |= {no for no in (one, two) if type(no) is int}
            changed |= {
                no for match in paired.values() if match.table == table for no in match.players
            }
        elif not changed and type(one) is int:
            match = Match(table, one, two if type(two) is int else None)
            paired[match_key(match)] = match
    known = {no for match in paired.values() for no in match.players} <= event.by_no.keys()
    return (list(paired.values()), changed) if paired and known else (tab.matches, changed)


def _names(whole: Tournament, match: Match) -> str:
    return " - ".join(map(whole.name, match.players))


def _under_settings(event: EventBook, settings: Mapping[str, str]) -> EventBook:
    """The event under other settings.

    Raises:
        WorkbookProblems: one of them cannot be.
    """
    if not settings:
        return event
    sheet = event.book.sheets[tab_names.EVENT]
    rows = [row for row in sheet.rows if not row or row[0] not in settings]
    changed = replace(sheet, rows=[*rows, *([name, value] for name, value in settings.items())])
    return read_clean(replace(event.book, sheets={**event.book.sheets, sheet.name: changed}))


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
            "The seed is short: who tried all short texts could have known the next pairings, and have "
            "found one with a pairing as wished."
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
        texts = {"event": event.title, "rounds": rounds, "players": players, "seed": page.seed}
        lines.append(t(text, **texts))
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
