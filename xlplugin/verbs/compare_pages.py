"""What a page shows, held against what it should show; a page may come from anybody."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from engine.texts import msg
from xlplugin.texts import t

PARTS = (
    "table", "number", "place", "seed", "name", "side", "score", "total", "outcome", "more", "players",
    "cells", "points", "won", "note", "club", "status",
)  # fmt: skip
"""What counts of a match, a player, or a row; pages have it by these names."""
NUMBER = re.compile(r"[-+\d., ]*")
MOST_QUOTED = 160


class _Row(NamedTuple):
    """A row of a page, and where it stands."""

    where: str
    value: object


def shown_differences(
    shown: Mapping[str, Any], made: Mapping[str, Any], *, same_language: bool
) -> list[str]:
    """Where a page does not show what it should.

    Args:
        shown: the data of the page.
        made: as they should be.
        same_language: if not, only numbers and names can be compared.
    """
    names = {player["name"] for player in made["players"]}
    text = msg("{where}: the page shows {shown}, but what it carries gives {made}")
    differences = []
    for ours, theirs in zip_longest(_rows(made), _rows(shown)):
        pair = [
            [leaf for leaf in _leaves(row.value) if same_language or _counts(leaf, names)]
            if row
            else []
            for row in (ours, theirs)
        ]
        if pair[0] != pair[1]:
            should, does = (_quoted(leaves) for leaves in pair)
            differences.append(t(text, where=(ours or theirs).where, shown=does, made=should))
    return [*differences, *_other_reasons(shown, made)] if same_language else differences


def _other_reasons(shown: Mapping[str, Any], made: Mapping[str, Any]) -> Iterator[str]:
    """The tables below which a page does not say what both players had, and whether they had met."""
    rounds = (_list(data.get("rounds")) for data in (made, shown))
    text = msg("{tab}, table {table}: the page does not say: {reason}")
    for ours, theirs in zip(*rounds, strict=False):
        matches = (_list(_in(round_, "matches")) for round_ in (ours, theirs))
        for match, other in zip(*matches, strict=False):
            told = _list(_in(other, "why"))
            for reason in match["why"]:
                if reason not in told:
                    yield t(text, tab=ours["name"], table=match["table"], reason=reason)


def carried_differences(
    carried: Mapping[str, Sequence[object]], made: Mapping[str, Sequence[object]]
) -> list[str]:
    """Where a page carries what no page of its event would: a setting, a column, a tab that steers the draw.

    Args:
        carried: the tabs of the page.
        made: those of a page of the event that is read from them.
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


def _rows(data: Mapping[str, Any]) -> Iterator[_Row]:
    """Everything that counts on a page, row by row: the same rows for the same event."""
    yield _Row(t("Name of the event"), _in(data, "event", "name"))
    yield _Row(t("Ruleset"), _in(data, "event", "rules"))
    yield _Row(t("Champion"), data.get("champion"))
    rounds = _list(data.get("rounds"))
    yield _Row(t("How far it is"), data.get("status"))
    heads = ("name", "title", "sides")
    yield _Row(t("Rounds"), [[_in(round_, head) for head in heads] for round_ in rounds])
    for round_ in rounds:
        tab = _in(round_, "name")
        yield _Row(t("{tab}, tables", tab=tab), len(_list(_in(round_, "matches"))))
        for match in _list(_in(round_, "matches")):
            yield _Row(t("{tab}, table {table}", tab=tab, table=_in(match, "table")), match)
    standings = _in(data, "standings")
    yield _Row(t("Standings, headers"), [_in(standings, head) for head in ("title", "headers")])
    crossed = (_in(data, "crosstable", head) for head in ("title", "sides", "headers"))
    yield _Row(t("Cross table, headers"), [*crossed])
    areas = _list(data.get("bracket"))
    yield _Row(t("Bracket, headers"), [[_in(a, "title"), _in(a, "columns")] for a in areas])
    yield _Row(t("Cut chances"), _in(data, "chances", "rows"))
    for title, rows in (
        (t("Standings"), _in(standings, "rows")),
        (t("Cross table"), _in(data, "crosstable", "rows")),
        (t("Players"), data.get("players")),
        *((t("Bracket"), _in(area, "games")) for area in areas),
    ):
        for number, row in enumerate(_list(rows), 1):
            yield _Row(t("{part}, line {n}", part=title, n=number), row)


def _in(value: object, *keys: str) -> Any:  # noqa: ANN401
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _list(value: object) -> Sequence[Any]:
    return value if isinstance(value, list) else []


def _leaves(value: object) -> Iterator[str]:
    """The texts and numbers in a value, in an order of their own."""
    if isinstance(value, dict):
        for key in PARTS:
            yield from _leaves(value.get(key, ""))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _leaves(each)
    elif value is not None:
        yield str(value)


def _counts(leaf: str, names: set[str]) -> bool:
    return leaf in names or NUMBER.fullmatch(leaf) is not None


def _quoted(leaves: Sequence[str]) -> str:
    text = " | ".join(filter(None, leaves)) or t("nothing")
    return text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}..."
