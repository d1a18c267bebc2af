"""What a player with a code sees: the own table, what both have reported, and what can be done now."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from engine import Match, Status
from engine.roster import DECKLIST
from xlplugin.doors.show.guard import Refusal, text_of, too_much
from xlplugin.doors.show.room import Room
from xlplugin.exports.shared import champion, sides_of_swiss
from xlplugin.ground.problems import HostError
from xlplugin.ground.texts import msg, t
from xlplugin.reports import forms, state
from xlplugin.reports.record import Kind, Line, new_line
from xlplugin.reports.state import State, Table
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.reading import round_clock
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.read_players import is_here
from xlplugin.workbook.table import one_line

MOST_TYPED = 64
MOST_ANSWERS = 20
MOST_HEADER = 60


def player_of(room: Room, address: str, body: Mapping[str, Any]) -> int:
    """The player whose code was sent.

    Raises:
        Refusal: it is nobody's, or too many wrong ones came from this address.
    """
    if seconds := room.codes.wait(address):
        raise too_much(seconds)
    event = room.reading.event
    if not state.is_on(event):
        raise Refusal(409, t("Results are reported at the desk."), is_suspect=False)
    no = room.code_book.player_of(text_of(body, "code", MOST_TYPED))
    if no is None:
        room.codes.count(address)
        raise Refusal(
            403,
            t("This is not a code of this event. Look at your player card, or ask at the desk."),
        )
    return no


def seen_by(room: Room, no: int) -> dict[str, Any]:
    """Everything that a player's phone shows of the own table."""
    event, reports = room.reading.event, room.reports
    tab = reports.tab if reports.tab and event.is_published(reports.tab) else None
    match = next((match for match in tab.matches if no in match.players), None) if tab else None
    table = reports.of(no)
    why = state.why_not(event, reports, no)
    seen: dict[str, Any] = {
        "player": {"no": no, "name": one_line(event.name(no))},
        "v": room.streams.version,
        "round": state.name_of(tab) if tab else None,
        "title": room.title if tab else "",
        "made": reports.made if tab else "",
        "table": None, "opponent": None, "side": "", "extra": 0, "form": [], "mine": None, "theirs": None,
        "state": "none", "typed": None, "canReport": not why, "why": why,
        "checkIn": _check_in(room, no), "drop": _drop(room, no), "decks": _decks(event, no) if tab else [],
    }  # fmt: skip
    if tab and match:
        seen |= {"table": match.table, "extra": round_clock.extra_of(tab).get(match.table, 0)}
        opponent = next((each for each in match.players if each != no), None)
        seen["opponent"] = one_line(event.name(opponent)) if opponent is not None else None
        seen["side"] = _side(room, match, no)
        seen["form"] = _form(room, match, no) if not why else []
    if table:
        seen |= _reports_at(room, table, no)
    return seen


def _side(room: Room, match: Match, no: int) -> str:
    """The side that a player has in the only game of the match; blank where each has both."""
    tab = room.reports.tab
    assert tab is not None
    sides = sides_of_swiss(room.reading.event, tab)
    return str(sides[match.players.index(no)]) if sides else ""


def _form(room: Room, match: Match, no: int) -> list[dict[str, Any]]:
    tab = room.reports.tab
    assert tab is not None
    return [
        {
            "header": field.header,
            "label": field.label,
            "choices": [list(choice) for choice in field.choices] or None,
            "least": None if field.choices else field.least,
            "most": None if field.choices else field.most,
            "optional": field.optional,
        }
        for field in forms.form_of(room.reading.event, tab, match, no)
    ]


def _reports_at(room: Room, table: Table, no: int) -> dict[str, Any]:
    """Both reports of a table in a player's own words."""
    event, tab = room.reading.event, room.reports.tab
    assert tab is not None

    def told(line: Line | None) -> dict[str, Any] | None:
        if line is None:
            return None
        words = forms.in_words(event, tab, table.match, no, line.result)
        return {"id": line.id, "words": words, "at": line.time, "answers": dict(line.result)}

    typed = None
    if table.state is State.TYPED:
        typed = forms.in_words(event, tab, table.match, no, table.cells)
    other = next((line for who, line in table.reports.items() if who != no), None)
    return {
        "state": table.seen_by(no), "mine": told(table.reports.get(no)), "theirs": told(other), "typed": typed,
    }  # fmt: skip


def _check_in(room: Room, no: int) -> dict[str, bool]:
    event, reports = room.reading.event, room.reports
    player = event.by_no[no]
    is_done = is_here(player) or any(line.no == no for line in reports.here)
    is_open = not event.tabs and player.status is Status.ACTIVE
    return {"open": is_open and not is_done, "done": is_done}


def _drop(room: Room, no: int) -> dict[str, bool]:
    event, reports = room.reading.event, room.reports
    is_active = event.by_no[no].status is Status.ACTIVE and not champion(event)
    is_asked = any(line.no == no for line in reports.drops)
    return {"open": bool(event.tabs) and is_active and not is_asked, "asked": is_asked}


def _decks(event: EventBook, no: int) -> list[dict[str, Any]]:
    """The decks of all players of the cut, best seed first, for those who are in it, where the organizer says so."""
    seeds = event.progress.seeds if event.cuts and event.progress else ()
    if no not in seeds or event.value_of(event_tab.SHOW_DECKS) != "Yes":
        return []
    headers = [
        field.name
        for field in event.ruleset.roster_fields
        if not field.counts and field.name != DECKLIST
    ]
    return [
        {
            "name": one_line(event.name(seed)),
            "decks": [
                f"{header}: {one_line(deck)}"
                for header in headers
                if (deck := event.by_no[seed].details.get(header, ""))
            ],
        }
        for seed in seeds
    ]


async def report(room: Room, address: str, no: int, body: Mapping[str, Any]) -> dict[str, Any]:
    """Keep a player's report of the own match, and give what is seen then.

    Raises:
        Refusal: it is about another round, or not what the tab would take; nothing is kept.
    """
    async with room.one_of[no]:
        event, reports = room.reading.event, room.reports
        tab, table = reports.tab, reports.of(no)
        if why := state.why_not(event, reports, no):
            raise Refusal(409, why, is_suspect=False, **seen_by(room, no))
        assert tab is not None and table is not None  # noqa: PT018  (else there is a reason)
        if (text_of(body, "round", MOST_HEADER), text_of(body, "made", MOST_HEADER)) != (
            state.name_of(tab),
            reports.made,
        ):
            text = msg(
                "{tab} has been paired anew, or is another round by now. Look at your table again."
            )
            raise Refusal(409, t(text, tab=tab.name), is_suspect=False, **seen_by(room, no))
        whose = ("table", table.match.table, no)  # nobody uses up what the opponent has left
        if seconds := room.tables.wait(whose):
            raise too_much(seconds)
        result = _result(room, table, no, body)
        if (mine := table.reports.get(no)) is None or dict(mine.result) != dict(result):
            room.tables.count(whose)
            pair = table.match.players
            await add(room, _line(Kind.RESULT, room, no, address, pair=pair, result=result))
        return seen_by(room, no)


def _result(room: Room, table: Table, no: int, body: Mapping[str, Any]) -> forms.Cells:
    """The result that was sent, or the opponent's that was confirmed."""
    tab, theirs = room.reports.tab, next((r for who, r in table.reports.items() if who != no), None)
    assert tab is not None
    if body.get("confirm") is True:
        if theirs is None or text_of(body, "id", MOST_TYPED) != theirs.id:
            text = t("Your opponent has reported something else by now. Look at it again.")
            raise Refusal(409, text, is_suspect=False, **seen_by(room, no))
        return theirs.result
    answers = body.get("answers")
    if not isinstance(answers, dict) or len(answers) > MOST_ANSWERS:
        raise Refusal(400, t("This is not what the page sends."))
    if theirs is not None and answers == dict(theirs.result):
        return theirs.result
    found = forms.read_answers(room.reading.event, tab, table.match, no, answers)
    if isinstance(found, forms.Wrong):
        problems = {found.header: found.text} if found.header else {}
        raise Refusal(422, found.text, is_suspect=False, problems=problems)
    return found


async def tell(room: Room, address: str, no: int, kind: Kind) -> dict[str, Any]:
    """Keep that a player is here, drops out, or stays after all.

    Raises:
        Refusal: there is nothing to tell now, or it could not be kept.
    """
    async with room.one_of[no]:
        now = {Kind.HERE: _check_in(room, no)["open"], Kind.DROP: _drop(room, no)["open"]}
        now[Kind.STAY] = _drop(room, no)["asked"]
        if now[kind]:
            if seconds := room.tables.take(("player", no)):
                raise too_much(seconds)
            await add(room, _line(kind, room, no, address))
        return seen_by(room, no)


def _line(kind: Kind, room: Room, no: int, address: str, **more: object) -> Line:
    """A report of a player about the round as it is now."""
    tab, now = room.reports.tab, datetime.now().astimezone()
    of_round = {"round": state.name_of(tab) if tab else "", "made": room.reports.made}
    return new_line(kind, now, no=no, sender=address, **of_round, **more)


async def add(room: Room, line: Line) -> None:
    """Keep a report.

    Raises:
        Refusal: it could not be kept.
    """
    try:
        await room.recorder.add(line)
    except HostError as error:
        room.problems = [str(error)]
        text = t("This could not be kept: tell the desk.")
        raise Refusal(503, text) from None


def packed(answer: Mapping[str, Any]) -> bytes:
    """An answer as JSON."""
    text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace")
