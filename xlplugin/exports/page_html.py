"""The HTML around the data of a page: its scripts and styles, in the language of the texts."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterator
from importlib.resources import files
from string import Template

from xlplugin.ground.languages import spoken
from xlplugin.ground.texts import t

VIEWS = ("dom.js", "tables.js", "bracket.js", "clock.js", "projector.js", "page.js")
IN_HTML = re.compile(r"\[\[(.+?)\]\]")
IN_SCRIPT = re.compile(r'\bt\(("(?:[^"\\]|\\.)*")|\btn\(("(?:[^"\\]|\\.)*"), ("(?:[^"\\]|\\.)*")')
"""The patterns of texts of the catalogue."""
POLICY = "default-src 'none'; style-src {style}; script-src {script}; "
EXPORTED = (
    ("page.css",),
    (*VIEWS, "newer.js", "begin.js", "exported.js"),
    f"{POLICY}img-src data:; frame-src 'self' file:; base-uri 'none'; form-action 'none'",
)
"""Only this style and this script; frames of the same place, for the page itself."""
SERVED = (
    ("page.css", "live.css"),
    (*VIEWS, "live.js", "begin.js", "form.js", "me.js", "register.js", "served.js"),
    f"{POLICY}img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'",
)
"""The same without frames, but with requests to where it comes from.

Styles, scripts and policy of a page; scripts in the order in which they need one another.
"""


def html_page(title: str, data: str, *, live: bool = False) -> str:
    """A page with data as JSON: all else on it is the same for events of one name.

    One that is served (``live``) gets newer data by itself, and has what only makes sense there.
    """
    styles, scripts, policy = SERVED if live else EXPORTED
    style = "".join(map(source, styles))
    code = "\n".join(map(source, scripts))
    script = f'"use strict";\n(() => {{\n{_translations(code)}{code}}})();\n'
    body = IN_HTML.sub(lambda mark: html.escape(t(mark[1])), source("page.html"))
    page = Template(body).substitute(
        language=spoken().language,
        title=html.escape(title),
        policy=policy.format(style=_hash(style), script=_hash(script)),
        style=style,
        script=script,
        data=data,
    )
    return page.encode("utf-8", "replace").decode("utf-8")


def source(name: str) -> str:
    """A file of the page, as it is."""
    return (files("xlplugin.exports") / "page" / name).read_text(encoding="utf-8")


def texts_in(source: str) -> Iterator[tuple[str, ...]]:
    """The texts of the catalogue in a script or in the HTML: one, or singular and plural."""
    for mark in IN_HTML.findall(source):
        yield (mark,)
    for groups in IN_SCRIPT.findall(source):
        yield tuple(json.loads(text) for text in groups if text)


def _translations(source: str) -> str:
    """The part of the catalogue for the script; the rule of plurals is an expression in JavaScript too."""
    catalogue = spoken()
    used = (each[0] for each in texts_in(source))
    translated = {text: forms for text in used if (forms := catalogue.texts.get(text))}
    form_of = f"const formOf = (n) => Number({catalogue.plural});\n"
    return f"const TEXTS = {embedded(translated)};\n{form_of}"


def embedded(data: object) -> str:
    """JSON that ends no script element, whatever names are in it."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
