"""Registration on phones: before round 1, until it is locked or full; the desk takes it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from xlplugin.doors.show.guard import Refusal, text_of, too_much
from xlplugin.doors.show.mine import MOST_ANSWERS, add
from xlplugin.doors.show.room import Room
from xlplugin.ground.limits import MOST_NAME
from xlplugin.ground.texts import msg, t
from xlplugin.reports import registration
from xlplugin.reports.forms import Wrong
from xlplugin.reports.record import Kind, new_line
from xlplugin.workbook.namesakes import key

NAME, CLUB = "name", "club"
HEADERS = {registration.NAME: NAME, registration.CLUB: CLUB}
WHY = {
    "": msg("There is no registration here: ask at the desk."),
    "locked": msg("Registration is closed: ask at the desk."),
    "full": msg("There is no place left: ask at the desk."),
}
_one_at_a_time = asyncio.Lock()


def fields(room: Room) -> dict[str, Any]:
    """What is asked, or why nothing is."""
    state, asked = room.registration, []
    if state == "open":
        asked = [
            {
                "header": HEADERS.get(field.header, field.header),
                "label": field.label,
                "choices": [list(choice) for choice in field.choices] or None,
                "least": None,
                "most": field.most,
                "optional": field.optional,
            }
            for field in registration.fields_of(room.reading.event)
        ]
    left = room.places_left if state else None
    return {"open": state == "open", "why": _why(state), "left": left, "fields": asked}


def _why(state: str) -> str:
    return t(WHY[state]) if state in WHY else ""


async def register(room: Room, address: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """Keep a registration for the desk.

    Raises:
        Refusal: there is none now, somebody of that name is there, or something typed is wrong.
    """
    name, club = text_of(body, NAME, MOST_NAME * 2), text_of(body, CLUB, MOST_NAME * 2)
    details = body.get("details", {})
    if not isinstance(details, dict) or len(details) > MOST_ANSWERS:
        raise Refusal(400, t("This is not what the page sends."))
    async with _one_at_a_time:
        event, state = room.reading.event, room.registration
        if state != "open":
            raise Refusal(409, _why(state), is_suspect=False)
        read = registration.read_registration(event, name, club, details)
        if isinstance(read, Wrong):
            problems = {HEADERS.get(read.header, read.header): read.text}
            raise Refusal(422, read.text, is_suspect=False, problems=problems)
        waiting = {key(line.name) for line in room.reports.registrations}
        if registration.is_listed(event, read.name) or key(read.name) in waiting:
            text = msg("{name} is on the list already. If that is somebody else, go to the desk.")
            raise Refusal(409, t(text, name=read.name), is_suspect=False)
        if seconds := room.newcomers.take(address):
            raise too_much(seconds)
        now = datetime.now().astimezone()
        more = {
            "made": room.reports.made,
            "name": read.name,
            "club": read.club,
            "details": read.details,
            "sender": address,
        }
        await add(room, new_line(Kind.REGISTER, now, **more))
    await room.refresh()  # it may be full now
    return {"words": t("The desk has your registration, and gives you your code.")}
