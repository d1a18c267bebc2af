"""The data of a page, compared with what it should be; a page may come from anybody."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine import (
    RULESETS,
    Match,
    Paired,
    Pairing,
    Tournament,
    pair_elimination,
    pair_tiebreaker_round,
)
from xlplugin.ground.problems import ERRORS
from xlplugin.ground.texts import listed, msg, t
from xlplugin.verbs.cut_warnings import as_it_was
from xlplugin.workbook.layouts import event_tab, tab_names
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.table import folded, one_line
from xlplugin.workbook.writing import round_writer

APART = ("why", "extra")
"""Parts of a match that are compared in a way of their own, or follow from nothing that a page carries."""
TIMES = ("started", "extra", "forecast")
"""Parts of the clock that follow from nothing that a page carries."""
NUMBER = re.compile(r"[-+\d., ]*")
TIME = re.compile(r"[-+:. 0-9]{0,25}")
MOST_QUOTED = 160
MOST_PLACES = 3
"""The first places that are told."""
OF_0_1_0 = (
    "Rank", "Player", "Seed", "Swiss rank", "Tiebreaker", "Points", "Played", "Byes", "Missed", "Status",
)  # fmt: skip
"""The columns of the standings that the first pages had, besides those of the tiebreaks."""
Reasons = dict[tuple[str, frozenset[str]], set[str]]
"""By round and names of players."""


class _Row(NamedTuple):
    """A row of a page, and where it stands; of a bracket in several areas, in which."""

    where: str
    value: object
    area: int = 0


def shown_differences(
    shown: Mapping[str, Any], made: dict[str, Any], *, same_language: bool
) -> list[str]:
    """The differences of a page from the data ``made`` as they should be, if possible in its language.

    Unless that is the ``same_language``, only numbers and names are compared.
    """
    made = json.loads(json.dumps(made))
    if "roster" not in shown["proof"]:
        made = _as_0_1_0_had_it(made, shown)
    names = {player["name"] for player in made["players"]}
    text = msg("{where}: the page shows {shown}, but what it carries gives {made}")
    differences = []
    should_be, is_ = _by_place(made), _by_place(shown)
    for place in dict.fromkeys((*should_be, *is_)):
        values = [should_be.get(place), is_.get(place)]
        leaves = [[*_leaves(value)] for value in values]
        if same_language:
            is_same = json.dumps(values[0], sort_keys=True) == json.dumps(values[1], sort_keys=True)
        else:
            leaves = [[leaf for leaf in each if _counts(leaf, names)] for each in leaves]
            is_same = leaves[0] == leaves[1]
        if not is_same:
            should, does = _quoted_from_difference(*leaves)
            differences.append(t(text, where=place[0], shown=does, made=should))
    differences += _no_times(shown)
    return [*differences, *_missing_reasons(shown, made)] if same_language else differences


def _no_times(shown: Mapping[str, Any]) -> Iterator[str]:
    """Entries that are no times where nothing can be held against a time, or no reasons."""
    numbers = [(t("Time of the page"), [shown.get("madeAt"), shown.get("poll")])]
    numbers += [(t("Clock"), _in(shown, "clock", key)) for key in TIMES]
    text = msg("{where}: the page has {shown}, where only times and minutes can be")
    made = shown.get("made")
    if not isinstance(made, str) or not TIME.fullmatch(made):
        yield t(text, where=t("Time of the page"), shown=_quoted([*_leaves(made)]))
    for round_ in _list(shown.get("rounds")):
        for match in _list(_in(round_, "matches")):
            values = {"tab": _in(round_, "name"), "table": _in(match, "table")}
            where = t("{tab}, table {table}", **values)
            numbers.append((where, _in(match, "extra")))
            why = _in(match, "why")
            if not isinstance(why, list) or not all(isinstance(each, str) for each in why):
                yield t("{where}: the page has reasons that are not text", where=where)
    for where, value in numbers:
        if not _has_only_numbers(value):
            yield t(text, where=where, shown=_quoted([*_leaves(value)]))


def _has_only_numbers(value: object) -> bool:
    """True for numbers, in lists and mappings too."""
    if isinstance(value, dict | list):
        return all(map(_has_only_numbers, value.values() if isinstance(value, dict) else value))
    return value is None or isinstance(value, int | float)


def _as_0_1_0_had_it(made: dict[str, Any], shown: Mapping[str, Any]) -> dict[str, Any]:
    """The page as it should be, as pages had it before they carried rosters of then: see :data:`OF_0_1_0`."""
    event, clock, standings = dict(made["event"]), made["clock"], made["standings"]
    event |= {key: _in(shown, "event", key) for key in ("date", "organizer")}
    carried = shown["proof"]["tabs"][tab_names.EVENT]
    named = (row[1] for row in carried if row[:1] == [event_tab.RULESET.name] and row[1:])
    ruleset = RULESETS.get(folded(str(next(named, ""))))
    title = ruleset.formerly if ruleset else ""
    if title and _in(shown, "event", "rules") == title:
        clock = clock and {**clock, "why": clock["why"].replace(event["rules"], title)}
        event["rules"] = title
    if standings:
        there = {*_list(_in(shown, "standings", "headers")), *OF_0_1_0}
        there |= {name for name, _ in standings["help"]}
        kept = [i for i, header in enumerate(standings["headers"]) if header in there]
        of_columns = [key for key in ("headers", "keys", "numbers") if key in standings]
        columns = {key: [standings[key][i] for i in kept] for key in of_columns}
        rows = [[row[i] for i in kept] for row in standings["rows"]]
        standings = {**standings, **columns, "rows": rows}
    return {**made, "event": event, "clock": clock, "standings": standings}


def _matches(
    shown: Mapping[str, Any], made: Mapping[str, Any]
) -> Iterator[tuple[str, Any, Sequence[Any], Sequence[Any]]]:
    """Each match as it should be, with its round, its reasons, and those that the page gives."""
    rounds = (_list(data.get("rounds")) for data in (made, shown))
    for ours, theirs in zip(*rounds, strict=False):
        matches = (_list(_in(round_, "matches")) for round_ in (ours, theirs))
        for match, other in zip(*matches, strict=False):
            yield ours["name"], match, match["why"], _list(_in(other, "why"))


def _missing_reasons(shown: Mapping[str, Any], made: Mapping[str, Any]) -> Iterator[str]:
    """The tables below which a page does not say what both players had, and whether they had met."""
    text = msg("{tab}, table {table}: the page does not say: {reason}")
    for tab, match, reasons, told in _matches(shown, made):
        for reason in reasons:
            if reason not in told:
                yield t(text, tab=tab, table=match["table"], reason=reason)


def other_reasons(shown: Mapping[str, Any], made: Mapping[str, Any], drawn: Reasons) -> list[str]:
    """The sentences below a page's tables that the draw, made anew, does not give."""
    text = msg("{tab}, table {table}: {reason}")
    return [
        t(text, tab=tab, table=match["table"], reason=reason)
        for tab, match, reasons, told in _matches(shown, made)
        for reason in map(str, told)
        if reason not in reasons
        and reason not in drawn.get((tab, frozenset(p["name"] for p in match["players"])), ())
    ]


def other_html(made: Mapping[str, Any]) -> str:
    """The note on a page whose HTML is another one; as a browser may show anything, with the first places."""
    standings = made["standings"] or {"headers": (), "rows": ()}
    keys = standings.get("keys", standings["headers"])
    places = [dict(zip(keys, row, strict=True)) for row in standings["rows"]]
    text = msg(
        "The HTML of the page is not as this version of xlplugin writes it: another version made "
        "it, or somebody changed it. A browser may show things that were not compared. What was "
        "compared has: {places}."
    )
    names = [f"{place['Rank']}. {place['Player']}" for place in places]
    return t(text, places=listed(names, MOST_PLACES))


def reasons_of(
    tab: RoundTab, before: Tournament, pairing: Pairing, seated: Sequence[tuple[Match, Paired]]
) -> Reasons:
    """The reasons that the draw of a round gives for each of its tables."""
    reasons: Reasons = {}
    for row in round_writer.note_rows(before, pairing, seated):
        _, _, one, _, two, _, _, why, _ = row
        names = frozenset(one_line(before.name(no)) for no in (one, two) if isinstance(no, int))
        reasons.setdefault((tab.name, names), set()).add(str(why))
    return reasons


def reasons_after_swiss(event: EventBook) -> Reasons:
    """Those of the tiebreaker round and of the elimination."""
    reasons: Reasons = {}
    for tab in event.cut_tabs:
        try:
            before = event.tournament()
            if tab is event.tiebreaker:
                pairing = pair_tiebreaker_round(before, event.ruleset, event.planned_cut())
            else:
                before = event.after_swiss(tab.number - 1)
                seeds = event.progress.seeds if event.progress else ()
                pairing = pair_elimination(as_it_was(before, seeds), event.ruleset)
        except ERRORS:  # which is told as a difference
            continue
        reasons |= reasons_of(tab, before, pairing, pairing.matches({}))
    return reasons


def carried_differences(
    carried: Mapping[str, Sequence[object]], made: Mapping[str, Sequence[object]]
) -> list[str]:
    """Whatever a page carries that no page of its event would: a setting, column or tab that steers the draw.

    The tabs ``made`` are those of a page of the event that is read from the tabs ``carried``.
    """
    text = msg("{tab}: the page carries {carried}, where a page of this event has {made}")
    differences = []
    for tab in dict.fromkeys((*made, *carried)):
        ours, theirs = made.get(tab, ()), carried.get(tab, ())
        more = [row for row in theirs if row not in ours] or theirs[len(ours) :]
        less = [row for row in ours if row not in theirs] or ours[len(theirs) :]
        if more or less:
            texts = {"carried": _quoted([*_leaves(more)]), "made": _quoted([*_leaves(less)])}
            differences.append(t(text, tab=tab, **texts))
    return differences


def _by_place(data: Mapping[str, Any]) -> dict[tuple[str, int, int], object]:
    """The rows of a page by where they stand; several that stand at one place are counted."""
    counted = Counter[tuple[str, int]]()
    rows: dict[tuple[str, int, int], object] = {}
    for where, value, area in _rows(data):
        counted[where, area] += 1
        rows[where, area, counted[where, area]] = value
    return rows


def _rows(data: Mapping[str, Any]) -> Iterator[_Row]:
    """Everything on a page but times, row by row: the same rows for the same event."""
    heads = (
        (t("Name of the event"), "name"), (t("Date"), "date"), (t("Organizer"), "organizer"),
        (t("Ruleset"), "rules"), (t("Document"), "document"),
    )  # fmt: skip
    for title, key in heads:
        yield _Row(title, _in(data, "event", key))
    yield _Row(t("Champion"), data.get("champion"))
    rounds = _list(data.get("rounds"))
    yield _Row(t("Progress of the event"), data.get("status"))
    yield _Row(t("Rounds"), [_without(round_, ("matches",)) for round_ in rounds])
    for round_ in rounds:
        tab = _in(round_, "name")
        matches = _list(_in(round_, "matches"))
        yield _Row(t("{tab}, tables", tab=tab), [_in(match, "table") for match in matches])
        for match in matches:
            where = t("{tab}, table {table}", tab=tab, table=_in(match, "table"))
            yield _Row(where, _without(match, APART))
    areas = _list(data.get("bracket"))
    parts = (
        (t("Standings"), data.get("standings"), "rows"),
        (t("Cross table"), data.get("crosstable"), "rows"),
        *((t("Bracket"), area, "games") for area in areas),
        (t("Players"), {"rows": data.get("players")}, "rows"),
    )
    yield _Row(t("Cut chances"), data.get("chances"))
    yield _Row(t("Clock"), _without(data.get("clock"), TIMES))
    if not areas:
        yield _Row(t("Bracket"), data.get("bracket"))
    for part, (title, value, rows) in enumerate(parts):
        area = part if value in areas else 0
        yield _Row(t("{part}, headers", part=title), _without(value, (rows,)), area)
        for number, row in enumerate(_list(_in(value, rows)), 1):
            yield _Row(t("{part}, line {n}", part=title, n=number), row, area)


def _without(value: object, keys: Sequence[str]) -> object:
    if not isinstance(value, dict):
        return value
    return {key: each for key, each in value.items() if key not in keys}


def _in(value: object, *keys: str) -> Any:  # noqa: ANN401
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _list(value: object) -> Sequence[Any]:
    return value if isinstance(value, list) else []


def _leaves(value: object) -> Iterator[str]:
    """The texts and numbers in a value, in an order of their own."""
    if isinstance(value, dict):
        for key in sorted(value):
            yield from _leaves(value[key])
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _leaves(each)
    elif value is not None:
        yield str(value)


def _counts(leaf: str, names: set[str]) -> bool:
    return leaf in names or NUMBER.fullmatch(leaf) is not None


def _quoted_from_difference(ours: list[str], theirs: list[str]) -> tuple[str, str]:
    """Two rows; of long ones only what comes from where they differ on."""
    if max(len(" | ".join(row)) for row in (ours, theirs)) > MOST_QUOTED:
        pairs = enumerate(zip(ours, theirs, strict=False))
        first = next((i for i, (one, two) in pairs if one != two), 0)
        ours, theirs = ours[first:], theirs[first:]
    return _quoted(ours), _quoted(theirs)


def _quoted(leaves: Sequence[str]) -> str:
    text = " | ".join(filter(None, leaves)) or t("nothing")
    return text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}..."
