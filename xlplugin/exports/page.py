"""The event as one web page that needs nothing else: for projectors and phones."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterator
from datetime import datetime
from importlib.resources import files
from string import Template

from xlplugin.exports.page_data import page_data
from xlplugin.exports.shared import Shared
from xlplugin.texts import CATALOGUE, t

SCRIPTS = ("dom.js", "tables.js", "bracket.js", "clock.js", "projector.js", "page.js")
"""In the order in which they need one another."""
IN_HTML = re.compile(r"\[\[(.+?)\]\]")
IN_SCRIPT = re.compile(r'\bt\(("(?:[^"\\]|\\.)*")|\btn\(("(?:[^"\\]|\\.)*"), ("(?:[^"\\]|\\.)*")')
"""By which the texts of the catalogue are known."""
POLICY = (
    "default-src 'none'; style-src {style}; script-src {script}; "
    "img-src data:; frame-src 'self' file:; base-uri 'none'; form-action 'none'"
)
"""Only this style and this script; frames of the same place, for the page itself."""


def web_page(shared: Shared, when: datetime | None = None, *, watch: bool = False) -> str:
    """The page as HTML; with ``watch`` it looks for a newer one.

    Texts of the event become text, never markup; its policy runs no script but its own, and lets no
    request leave but for the page itself.
    """
    data = page_data(shared, when or datetime.now().astimezone(), watch=watch)
    style = _source("page.css")
    source = "\n".join(map(_source, SCRIPTS))
    script = f'"use strict";\n(() => {{\n{_translations(source)}{source}}})();\n'
    body = IN_HTML.sub(lambda mark: html.escape(t(mark[1])), _source("page.html"))
    page = Template(body).substitute(
        language=CATALOGUE.language,
        title=html.escape(data["event"]["name"]),
        policy=POLICY.format(style=_hash(style), script=_hash(script)),
        style=style,
        script=script,
        data=_embedded(data),
    )
    return page.encode("utf-8", "replace").decode("utf-8")


def _source(name: str) -> str:
    return (files("xlplugin.exports") / "page" / name).read_text(encoding="utf-8")


def texts_in(source: str) -> Iterator[tuple[str, ...]]:
    """The texts of the catalogue in a script or in the HTML: one, or singular and plural."""
    for mark in IN_HTML.findall(source):
        yield (mark,)
    for groups in IN_SCRIPT.findall(source):
        yield tuple(json.loads(text) for text in groups if text)


def _translations(source: str) -> str:
    """What the script needs of the catalogue; the rule of plurals is an expression in JavaScript too."""
    used = {texts[0]: CATALOGUE.texts.get(texts[0]) for texts in texts_in(source)}
    translated = {text: forms for text, forms in used.items() if forms}
    return (
        f"const TEXTS = {_embedded(translated)};\n"
        f"const formOf = (n) => Number({CATALOGUE.plural});\n"
    )


def _embedded(data: object) -> str:
    """JSON that ends no script element, whatever names are in it."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
