"""Pages from the pieces of HTML in ``page/start.html``: what is put in is text, unless it is HTML of ours."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from importlib.resources import files
from string import Template

from xlplugin.exports.page_html import IN_HTML
from xlplugin.ground.languages import spoken
from xlplugin.ground.texts import t

PIECE = re.compile(r"^<!-- piece (\w+) -->\n(.*?)(?=^<!-- piece |\Z)", re.MULTILINE | re.DOTALL)
PALETTE = re.compile(r'^:root(\[data-theme="dark"\])? (\{.*?^\})', re.MULTILINE | re.DOTALL)


class Markup(str):
    """HTML that was made of pieces: everything in it that came from people is escaped."""

    __slots__ = ()


NOTHING = Markup()


def render(piece: str, **values: object) -> Markup:
    """A piece of the page with its texts translated and its values filled in, escaped where they are no HTML."""
    source = IN_HTML.sub(lambda mark: escaped(t(mark[1])).replace("$", "$$"), _pieces()[piece])
    filled = {name: escaped(value) for name, value in values.items()}
    return Markup(Template(source).substitute(filled))


def join(pieces: Iterable[Markup]) -> Markup:
    """Several pieces, one after the other."""
    return Markup("".join(pieces))


def escaped(value: object) -> Markup:
    """A value as HTML; what is HTML of ours stays."""
    return value if isinstance(value, Markup) else Markup(html.escape(str(value)))


def page(title: str, content: Markup, token: str) -> bytes:
    """A whole page; one with a token tells its program that it is open, and has a button to close it."""
    live, close = (render("script"), render("close", token=token)) if token else (NOTHING, NOTHING)
    language = spoken().language
    whole = render(
        "page", language=language, title=title, script=live, close=close, content=content
    )
    return whole.encode("utf-8", "replace")


def style() -> bytes:
    """The style sheet: the colours of the exported page, dark where the browser asks for it, and our own rules."""
    light, dark = (block[2] for block in PALETTE.finditer(_source("exports", "page.css")))
    ours = _source("doors.start", "start.css")
    dark = f"@media (prefers-color-scheme: dark) {{\n:root {dark}\n}}"
    return f":root {light}\n{dark}\n{ours}".encode()


def script() -> bytes:
    """The script that says that the page is still open."""
    return _source("doors.start", "start.js").encode()


def _pieces() -> dict[str, str]:
    return dict(PIECE.findall(_source("doors.start", "start.html")))


def _source(room: str, name: str) -> str:
    return (files(f"xlplugin.{room}") / "page" / name).read_text(encoding="utf-8")
