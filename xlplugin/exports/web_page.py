"""``html``: a web page for projectors and phones."""

from __future__ import annotations

from xlplugin.exports.format import Needs, TextFormat, Wanted
from xlplugin.exports.page import web_page
from xlplugin.exports.proof import is_over, is_played
from xlplugin.exports.shared import Shared, status
from xlplugin.ground.texts import msg, t


class Html(TextFormat):
    """The page, which there is before round 1 too."""

    name, ending, file = "html", ".html", "web page.html"
    help = msg("a web page of pairings, standings, bracket and clock.")
    needs = Needs.NOTHING
    options = ("--watch",)

    def text(self, shared: Shared, wanted: Wanted) -> str:
        """The page."""
        return web_page(shared, watch=wanted.watch)

    def is_our_text(self, text: str) -> bool:
        """True for a page with an event as data."""
        return '<script type="application/json" id="data">' in text

    def how_far(self, shared: Shared) -> str:
        """The state of the event."""
        return status(shared.event)

    def left_out(self, shared: Shared) -> list[str]:
        """Also the seed, until the end."""
        left_out = super().left_out(shared)
        text = msg(
            "The event seed is published once the last standings are written: then export again."
        )
        is_secret = is_played(shared.event) and not is_over(shared.event)
        return [*left_out, *([t(text)] if is_secret else [])]
