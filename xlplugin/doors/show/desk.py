"""The desk: what the organizer sees and decides, on this computer alone.

The key is in the fragment of its address, which no request has, and in what its script sends. Other users of this
computer may read it in the list of processes: all that it opens is counts, a lock, and the end of the server.
"""

from __future__ import annotations

import asyncio
import html
from collections.abc import Callable, Mapping
from hmac import compare_digest
from importlib.resources import files
from string import Template
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from xlplugin.doors.show.guard import JSON, Refusal, address_of, body_of, text_of
from xlplugin.doors.show.mine import packed
from xlplugin.doors.show.public import qr_of
from xlplugin.doors.show.room import Room
from xlplugin.exports.page_html import IN_HTML, embedded
from xlplugin.exports.shared import status
from xlplugin.ground.languages import spoken
from xlplugin.ground.texts import msg, t, tn
from xlplugin.reports import state
from xlplugin.reports.record import Line
from xlplugin.reports.state import State
from xlplugin.verbs.codes import are_needed
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.table import one_line

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
FILES = {"desk.js": "text/javascript; charset=utf-8", "desk.css": "text/css; charset=utf-8"}
MOST_LISTED = 30
"""Entries of a list at the desk."""


class Desk:
    """Answers the organizer's browser.

    Args:
        room: what it is about.
        open_to_phones: opens the server to the local network, or closes it again.
        keep: remembers what is decided.
        stop: ends the server.
    """

    def __init__(
        self,
        room: Room,
        open_to_phones: Callable[[bool], None],
        keep: Callable[[], None],
        stop: Callable[[], None],
    ) -> None:
        self._room, self._open, self._keep, self._stop = room, open_to_phones, keep, stop

    def routes(self) -> list[BaseRoute]:
        """Its addresses, all of which the guard keeps for this computer."""
        return [
            Route("/desk", self._page),
            *(Route(f"/{name}", self._file) for name in FILES),
            *(
                Route(f"/desk/{name}", self._asked(act), methods=["POST"])
                for name, act in {
                    "state": self._nothing, "lock": self._lock, "address": self._address,
                    "phones": self._phones, "stop": self._end,
                }.items()
            ),
        ]  # fmt: skip

    async def _page(self, _request: Request) -> Response:
        source = IN_HTML.sub(
            lambda mark: html.escape(t(mark[1])).replace("$", "$$"), _file("desk.html")
        )
        event = html.escape(one_line(self._room.reading.event.title))
        text = Template(source).substitute(
            language=spoken().language, event=event, texts=embedded(_texts())
        )
        headers = {"content-security-policy": POLICY, "cache-control": "no-cache"}
        headers["cross-origin-opener-policy"] = "same-origin"  # phones, without HTTPS, know none
        return Response(
            text.encode("utf-8", "replace"), media_type="text/html; charset=utf-8", headers=headers
        )

    async def _file(self, request: Request) -> Response:
        name = request.url.path[1:]
        headers = {"cache-control": "no-cache"}
        return Response(_file(name), media_type=FILES[name], headers=headers)

    def _asked(self, act: Callable[[Mapping[str, Any]], Any]) -> Callable[[Request], Any]:
        async def answer(request: Request) -> Response:
            body = await body_of(request.receive)
            self._check_key(address_of(request.scope), text_of(body, "key", 100))
            await act(body)
            return Response(packed(self.seen()), media_type=JSON)

        return answer

    def _check_key(self, address: str, key: str) -> None:
        room = self._room
        if room.codes.wait("desk") or not compare_digest(
            key.encode("utf-8", "replace"), room.kept.key.encode()
        ):
            room.codes.count("desk")
            raise Refusal(
                403,
                t(
                    "This is not the desk's address. Click Show again, or start xlplugin show again."
                ),
            )
        room.note_arrival(address)

    async def _nothing(self, _body: Mapping[str, Any]) -> None:
        pass

    async def _lock(self, body: Mapping[str, Any]) -> None:
        self._room.kept = self._room.kept._replace(is_locked=body.get("locked") is True)
        self._keep()
        await self._room.refresh()

    async def _address(self, body: Mapping[str, Any]) -> None:
        self._room.chosen = text_of(body, "ip", 50)
        await self._room.refresh()

    async def _phones(self, body: Mapping[str, Any]) -> None:
        try:
            await asyncio.to_thread(self._open, body.get("open") is True)
        except OSError as error:
            text = msg("The address could not be opened to phones: {reason}.")
            raise Refusal(409, t(text, reason=error.strerror or repr(error))) from None
        self._room.is_open = body.get("open") is True
        await self._room.refresh()

    async def _end(self, _body: Mapping[str, Any]) -> None:
        self._stop()

    def seen(self) -> dict[str, Any]:
        """Everything that the desk shows."""
        room = self._room
        event, address = room.reading.event, room.address
        return {
            "status": status(event),
            "isOpen": room.is_open,
            "address": address,
            "qr": qr_of(address),
            "cards": [card._asdict() for card in room.cards],
            "chosen": room.ip,
            "selfTest": self._self_test(),
            "arrived": bool(room.arrived),
            "phones": tn("{n} page is connected.", "{n} pages are connected.", len(room.streams)),
            "problems": [*room.problems, *self._notes()],
            "reports": self._reports(),
            "noReports": self._why_no_reports(),
            "registration": room.registration,
            "left": room.places_left if room.registration else None,
            "refused": [
                {"at": f"{each.last:%H:%M}", "address": each.address, "why": each.why, "n": each.n}
                for each in room.refusals.newest()
            ],
        }

    def _self_test(self) -> str:
        room = self._room
        if not room.is_open:
            return t("Only this computer can see the page.")
        if not room.address:
            return t("This computer is in no network. Join a Wi-Fi, or switch its own hotspot on.")
        if not room.arrived:
            return t(
                "Open this address on a phone now: no other device has asked for the page yet."
            )
        newest = max(room.arrived.values())
        one, many = (
            msg("{n} other device has asked for the page, last at {time}."),
            msg("{n} other devices have asked for the page, last at {time}."),
        )
        return tn(one, many, len(room.arrived), time=f"{newest:%H:%M:%S}")

    def _notes(self) -> list[str]:
        """What the organizer should do for reports to come in."""
        event = self._room.reading.event
        if are_needed(event):
            return [t("Players have no codes yet: make Player cards, or run xlplugin codes.")]
        return []

    def _why_no_reports(self) -> str:
        """How players are let report, where they are not."""
        event = self._room.reading.event
        if state.is_on(event):
            return ""
        how = event.how_to_set(event_tab.PLAYER_REPORTS.name, "Yes")
        return t("Players cannot report results. To let them, {how}, and save.", how=how)

    def _reports(self) -> dict[str, Any] | None:
        """What was reported; nothing where players do not report."""
        room = self._room
        event, reports = room.reading.event, room.reports
        if not state.is_on(event) and not room.recorder.lines:
            return None
        conflicts = [
            {
                "table": table.match.table,
                "reports": [
                    self._told(line, reports.words(line, table)) for line in table.reports.values()
                ],
                "why": table.why,
            }
            for table in reports.at(State.CONFLICT)
        ]
        differing = [
            {
                "table": table.match.table,
                "reports": [
                    self._told(line, reports.words(line, table)) for line in table.differing
                ],
                "why": t("This differs from what is typed."),
            }
            for table in reports.at(State.TYPED)
            if table.differing
        ]
        names = {line.no: self._name(line.no) for line in (*reports.here, *reports.drops)}
        one, many = (
            msg("{n} line of the file of reports could not be read."),
            msg("{n} lines of the file of reports could not be read."),
        )
        skipped = room.recorder.skipped
        return {
            "progress": reports.progress(),
            "toTake": len(reports.at(State.AGREED)) + len(reports.here) + len(reports.drops) + len(reports.registrations),
            "conflicts": [*conflicts, *differing],
            "waiting": [table.match.table for table in reports.at(State.ONE)],
            "here": [names[line.no] for line in reports.here],
            "drops": [names[line.no] for line in reports.drops],
            "registrations": [line.name for line in reports.registrations],
            "stale": [f"{self._name(each.line.no) or each.line.name}: {each.why}" for each in reports.stale[-MOST_LISTED:]],
            "skipped": tn(one, many, skipped) if skipped else "",
        }  # fmt: skip

    def _told(self, line: Line, words: str) -> str:
        return t(
            "{player}, {time}: {words}", player=self._name(line.no), time=line.time, words=words
        )

    def _name(self, no: int) -> str:
        event = self._room.reading.event
        return one_line(event.name(no)) if no in event.by_no else ""


def _texts() -> dict[str, str]:
    """The words of the script."""
    return {
        "table": t("Table"),
        "waiting": t("Tables where only one player has reported"),
        "here": t("Say that they are here"),
        "drops": t("Want to drop out"),
        "registrations": t("Have registered"),
        "stale": t("Does not hold any more"),
        "skipped": t("Damaged"),
        "open": t("Open."),
        "full": t("Full."),
        "locked": t("Locked."),
        "left": t("Places left"),
        "lock": t("Lock registration"),
        "unlock": t("Unlock registration"),
        "stop": t("Stop showing the event? Phones then keep what they have, and cannot report."),
        "stopped": t("Stopped. This window can be closed."),
    }


def _file(name: str) -> str:
    return (files("xlplugin.doors.show") / "page" / name).read_text(encoding="utf-8")
