"""The event as one web page that needs nothing else: for projectors and phones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from engine import Match, Stage, Status
from engine.brackets import Game
from engine.model import Exact
from engine.reasons import Kind
from xlplugin.exports import shared
from xlplugin.exports.chances import chances_for_all
from xlplugin.exports.page_html import embedded, html_page
from xlplugin.exports.proof import proof_of
from xlplugin.ground.names import named
from xlplugin.ground.texts import msg, t
from xlplugin.workbook import reasons as reasons_in_words
from xlplugin.workbook.drawings import cross_table
from xlplugin.workbook.drawings.bracket import Block, blocks
from xlplugin.workbook.drawings.bracket_boxes import Games
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts import event_tab, players_tab, tab_names
from xlplugin.workbook.layouts.record_tabs import BY_HAND, PENALTY
from xlplugin.workbook.layouts.round_tabs import cut_name
from xlplugin.workbook.layouts.standings_tabs import StandingsTable, Width, plain
from xlplugin.workbook.reading import forecast, next_step, round_clock
from xlplugin.workbook.reading.event_book import EventBook, RoundTab
from xlplugin.workbook.reading.records import kind_of_note, rows_of_notes
from xlplugin.workbook.table import Row, folded, one_line


def web_page(public: shared.Shared, when: datetime | None = None, *, watch: bool = False) -> str:
    """The page as HTML; with ``watch`` it looks for a newer one.

    Texts of the event become text, never markup; its policy runs no script but its own, and lets no
    request leave but for the page itself.
    """
    data = page_data(public, when or datetime.now().astimezone(), watch=watch)
    return html_page(data["event"]["name"], embedded(data))


# its data: the event as texts and plain numbers

POLL = 5
"""Seconds until a page under ``--watch`` looks for a newer one."""
PRIVATE = (Kind.FORBIDDEN, PENALTY)
"""Kinds of notes that nobody else may see: who must never meet, and what somebody did."""

Reasons = Mapping[tuple[str, frozenset[int]], list[str]]
"""By round, folded, and players."""


def page_data(public: shared.Shared, when: datetime, *, watch: bool) -> dict[str, Any]:
    """Everything on the page; with ``watch`` newer ones will follow."""
    event, table = public.event, public.table
    winner = shared.champion(event)
    return {
        "event": _event(event),
        "status": shared.status(event),
        "made": when.strftime("%Y-%m-%d %H:%M:%S"),
        "madeAt": _milliseconds(when),
        "poll": POLL if watch else 0,
        "champion": winner,
        "clock": None if winner else _clock(event, when),
        "rounds": list(_rounds(event)),
        "standings": _standings(table) if table else None,
        "crosstable": _cross(event, table) if table else None,
        "bracket": bracket_data(event) if event.cuts else None,
        "chances": chances_for_all(public),
        "players": [_player(event, no) for no in sorted(event.by_no)],
        "proof": proof_of(event),
    }


def _event(event: EventBook) -> dict[str, str]:
    rules, document = event.ruleset.titles(event.options)
    settings = {"date": event_tab.DATE.name, "organizer": event_tab.ORGANIZER.name}
    return {
        "name": one_line(event.title),
        **{key: one_line(event.settings.get(name, "")) for key, name in settings.items()},
        "rules": rules,
        "document": document,
    }


def _player(event: EventBook, no: int) -> dict[str, str]:
    player = event.by_no[no]
    status = "" if player.status is Status.ACTIVE else str(player.status)
    club = one_line(player.details.get(players_tab.CLUB.header, ""))
    return {"name": one_line(event.name(no)), "club": club, "status": status}


def _clock(event: EventBook, when: datetime) -> dict[str, Any]:
    """The minutes of the round in play, since when they pass, how it ends, and when all may be over."""
    newest, ends = next_step.newest_tab(event), event.ruleset.time_called
    title = shared.title_of(event, newest) if newest else t("Round {n}", n=1)
    minutes = round_clock.minutes_of(event, newest)
    called = (newest and ends.get(newest.stage)) or ends.get(Stage.SWISS)
    if not event.rounds and (building := next_step.deck_building(event)):
        title, (minutes, called) = round_clock.DECK_BUILDING, building
    timed = called if minutes else None
    clock = round_clock.clock_of(event, round_clock.period_of(event, newest)) if minutes else None
    no_limit = ""
    if minutes is None:
        no_limit = t(
            "No time limit in this round ({ruleset}).",
            ruleset=event.ruleset.titles(event.options)[0],
        )
        if round_clock.is_final(event, newest):
            no_limit = t("No time limit: only two players are left.")
    started = None
    if clock:
        paused = _milliseconds(clock.paused) if clock.paused else None
        started = {"start": _milliseconds(clock.start), "more": clock.more, "paused": paused}
    return {
        "round": title,
        "minutes": minutes,
        "started": started,
        "extra": [list(each) for each in round_clock.extra_of(newest).items()] if newest else [],
        "why": no_limit,
        "forecast": {
            end.part: [*map(_milliseconds, end[1:])] for end in forecast.for_people(event, when)
        },
        "steps": [t(step) for step in timed.steps] if timed else [],
        "rule": timed.rule if timed else "",
        "warning": timed.warning if timed else 0,
    }


def _milliseconds(moment: datetime) -> int:
    """A time as browsers count it."""
    return round(moment.timestamp() * 1000)


def _rounds(event: EventBook) -> Iterator[dict[str, Any]]:
    """The rounds, oldest first, with the points so far of everybody in the Swiss ones."""
    reasons = reasons_of(event)
    totals: dict[int, Exact] = {}
    met: dict[frozenset[int], int] = {}
    for tab in event.tabs:
        yield {
            "name": tab.name,
            **_label(tab.name),
            "title": shared.title_of(event, tab),
            "sides": shared.sides_of_swiss(event, tab),
            "matches": [
                {
                    "why": [
                        *_as_players_say(event, tab, match, totals, met),
                        *reasons.get((folded(tab.name), frozenset(match.players)), []),
                    ],
                    **shared.match_data(event, tab, match, totals),
                }
                for match in tab.by_table
            ],
        }
        met |= {frozenset(match.players): tab.number for match in tab.matches}


def _label(tab: str) -> dict[str, str]:
    """The name of a tab as people see it, where it is another."""
    local = named("tab", tab)
    return {"label": local} if local != tab else {}


def _as_players_say(
    event: EventBook,
    tab: RoundTab,
    match: Match,
    totals: Mapping[int, Exact],
    met: Mapping[frozenset[int], int],
) -> Iterator[str]:
    """Facts that two players see for themselves: their points so far, and an earlier meeting."""
    if tab.stage is not Stage.SWISS or tab.number == 1 or match.player2 is None:
        return
    one, two = (totals.get(no, 0) for no in match.players)
    before = met.get(frozenset(match.players))
    values = {"points": reasons_in_words.points(one), "other": reasons_in_words.points(two)}
    values |= dict(zip(("one", "two"), map(event.name, match.players), strict=True))
    text = msg("{one} had {points}, {two} {other}; they had not met.")
    if before:
        text = msg("{one} had {points}, {two} {other}; they had met in round {before}.")
    elif one == two:
        text = msg("Both had {points}, and had not met.")
    yield t(text, before=before, **values)


def _standings(table: StandingsTable) -> dict[str, Any]:
    """The columns of a page, narrow tables' first; its own ones only if they say something."""
    by_column = sorted(table.texts(Width.PAGE), key=lambda pair: pair[0].shown)
    kept = [
        (column, texts)
        for column, texts in by_column
        if column.shown < Width.PAGE or not {*texts} <= {"", "0"}
    ]
    headers, keys = [c.title for c, _ in kept], [c.header for c, _ in kept]
    return {
        "title": table.title,
        "headers": headers,
        **({"keys": keys} if keys != headers else {}),
        "numbers": [all(re.fullmatch(r"-?[\d.,]*", text) for text in texts) for _, texts in kept],
        "help": [[column.title, column.help] for column, _ in kept if column.is_tiebreak],
        "rows": list(zip(*(texts for _, texts in kept), strict=True)),
    }


def _cross(event: EventBook, table: StandingsTable) -> dict[str, Any]:
    """The cross table: for each player a cell for each round, or each opponent.

    A cell is the opponent's place, result, side and the points so far; of a square table, the points.
    """
    crossed = cross_table.of_event(event, table)
    rows, places = crossed.rows(), crossed.place_of.items()
    width, columns = (1, len(rows)) if crossed.is_square else (2, crossed.rounds)
    starts = range(0, columns * width, width)
    return {
        "title": t("Cross table after round {round}", round=crossed.rounds),
        "square": crossed.is_square,
        "sides": [named("choice", side) for side in event.match_format.sides or ()],
        "headers": [str(n) for n in range(1, columns + 1)],
        "rows": [
            {
                "place": place,
                "name": one_line(event.name(no)),
                "points": plain(points),
                "cells": [list(map(plain, cells[at : at + width])) for at in starts],
            }
            for (no, place), (_, _, _, *cells, points) in zip(places, rows, strict=True)
        ],
    }


def reasons_of(event: EventBook) -> Reasons:
    """The reasons why players met, from ``Pairing notes``; without private ones."""
    reasons: dict[tuple[str, frozenset[int]], list[str]] = {}
    for row in rows_of_notes(event.book):
        round_, rule, why = (row.raw(header) for header in ("Round", "Rule", "Why"))
        players = frozenset(no for n in "12" if isinstance(no := row.raw(f"No {n}"), int))
        kind = kind_of_note(event, row)
        reason = _named_as_now(event, row, why)
        if kind == BY_HAND:
            reason = t("Changed by the organizer.")
        if not (players and isinstance(reason, str) and isinstance(rule, str)) or kind in PRIVATE:
            continue
        name = tab_names.round_name(round_) if isinstance(round_, int) else str(round_)
        lines = reasons.setdefault((folded(name), players), [])
        if reason not in lines:
            lines.append(reason)
    return reasons


def _named_as_now(event: EventBook, row: Row, why: CellValue) -> CellValue:
    """A reason with the names of its two players, who may have been called otherwise then."""
    for side in "12":
        no, before = row.raw(f"No {side}"), row.raw(f"Player {side}")
        if isinstance(why, str) and type(no) is int and no in event.by_no and before:
            why = why.replace(str(before), event.name(no))
    return why


def bracket_data(event: EventBook) -> list[dict[str, Any]]:
    """The areas of the bracket as on its tab: columns from the left, heights in games."""
    progress = event.progress
    if progress is None:
        return []
    upper, *more = blocks(progress.bracket)
    games = Games(event, progress)
    areas = [_area(block, games) for block in (upper, *more[:1])]
    for finals in more[1:]:
        _add_finals(areas[0], finals, upper, games)
    return areas


def _area(block: Block, games: Games) -> dict[str, Any]:
    height = len(block.columns[0])
    top: dict[int, float] = {}
    boxes, lines = [], []
    for column, in_round in enumerate(block.columns):
        for place, game in enumerate(in_round):
            sources = block.sources(game)
            middle = (2 * place + 1) * height / (2 * len(in_round)) - 0.5
            top[game.number] = sum(top[n] for n in sources) / len(sources) if sources else middle
            lines += [[n, game.number] for n in sources]
            boxes.append(_game(games, game, column, top[game.number]))
    titles = [named("tab", cut_name(in_round[0].round)) for in_round in block.columns]
    columns = {"title": block.title, "height": height, "columns": titles}
    return {**columns, "games": boxes, "lines": lines}


def _add_finals(area: dict[str, Any], block: Block, upper: Block, games: Games) -> None:
    """Both finals stand beside the upper bracket, level with its last game."""
    before = upper.columns[-1][-1].number
    top = next(game["top"] for game in area["games"] if game["number"] == before)
    titles = area["columns"]
    titles += [""] * (block.first_column - len(titles))
    for column, (game,) in enumerate(block.columns, block.first_column):
        text = msg("{tab}: second final") if game.if_needed else msg("{tab}: final")
        titles.append(t(text, tab=cut_name(game.round)))
        area["games"].append(_game(games, game, column, top))
        area["lines"].append([before, game.number])
        before = game.number


def _game(games: Games, game: Game, column: int, top: float) -> dict[str, Any]:
    """A game with its two players, and its place."""
    players: list[dict[str, Any]] = []
    for player in games.players(game):
        shown = {"seed": "" if player.is_awaited else str(player.seed), "name": player.name}
        letter = player.outcome and named("choice", player.outcome)
        told = {"outcome": player.outcome, "more": player.more}
        told |= {"letter": letter} if letter != player.outcome else {}
        result = told if games.is_made(game) else {}
        players.append({**shown, **({"awaited": True} if player.is_awaited else result)})
    note = t("if needed") if games.is_open(game) else ""
    place = {"number": game.number, "column": column, "top": top}
    return {**place, "players": players, "note": note}
