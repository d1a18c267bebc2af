"""The event as one web page that needs nothing else: for projectors and phones."""

from __future__ import annotations

import base64
import hashlib
import html
import json
from datetime import datetime
from importlib.resources import files
from string import Template

from xlplugin.exports.page_data import page_data
from xlplugin.verbs.standings import StandingsResult
from xlplugin.workbook.reading.event_book import EventBook

SCRIPTS = ("dom.js", "tables.js", "bracket.js", "clock.js", "projector.js", "page.js")
"""In the order in which they need one another."""


def web_page(
    event: EventBook,
    result: StandingsResult | None,
    when: datetime | None = None,
    *,
    watch: bool = False,
) -> str:
    """The page as HTML.

    All texts of the event are in it as JSON, and become text on the page, never markup. Its
    policy lets nothing run but its own script, and no request leave but for the page itself.

    Args:
        event: the event.
        result: its standings; ``None`` while no round is complete.
        when: it is made; now, if not said.
        watch: whether newer ones will take its place, for which it then looks.
    """
    data = page_data(event, result, when or datetime.now().astimezone(), watch=watch)
    style = _source("page.css")
    script = '"use strict";\n(() => {\n' + "\n".join(map(_source, SCRIPTS)) + "})();\n"
    page = Template(_source("page.html")).substitute(
        title=html.escape(data["event"]["name"]),
        policy=_policy(style, script),
        style=style,
        script=script,
        data=_embedded(data),
    )
    return page.encode("utf-8", "replace").decode("utf-8")


def _source(name: str) -> str:
    return (files("xlplugin.exports") / "page" / name).read_text(encoding="utf-8")


def _embedded(data: object) -> str:
    """JSON that ends no script element, whatever names are in it."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _policy(style: str, script: str) -> str:
    """Only this style and this script; frames of the same place, for the page itself."""
    return (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; "
        "img-src data:; frame-src 'self' file:; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
