"""What a browser asks and what it is answered, without sockets; the fields and files of a form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import parse_qs

from xlplugin.doors.start.html import Markup, page

FORM = "application/x-www-form-urlencoded"
PARTS = re.compile(r'multipart/form-data; *boundary="?([^";]{1,200})"?', re.IGNORECASE)
NAME = re.compile(r';\s*name="([^"]*)"')
FILE_NAME = re.compile(r';\s*filename="([^"]*)"')
MOST_FIELDS = 50


class Asked(NamedTuple):
    """A request: its method, its path, what follows a ``?``, its headers in lower case, its body."""

    method: str
    path: str
    query: Mapping[str, str] = {}
    headers: Mapping[str, str] = {}
    body: bytes = b""


class Answered(NamedTuple):
    """What a request is answered: status, content, its type, and headers besides those of every answer."""

    status: int
    content: bytes = b""
    kind: str = "text/html; charset=utf-8"
    headers: Mapping[str, str] = {}


class Upload(NamedTuple):
    """A file of a form: the name that it has on the user's computer, and its content."""

    name: str
    content: bytes


class Form(NamedTuple):
    """The fields of a form, and its files."""

    fields: Mapping[str, str] = {}
    files: Mapping[str, Upload] = {}

    def get(self, name: str) -> str:
        """What was typed into a field, or chosen; blank if there is no such field."""
        return self.fields.get(name, "")


def form_of(asked: Asked) -> Form:
    """The form in the body of a request; an empty one if it has none."""
    kind = asked.headers.get("content-type", "")
    if kind.split(";")[0].strip().lower() == FORM:
        text = asked.body.decode("utf-8", "replace")
        return Form(query_of(text))
    if found := PARTS.match(kind):
        return _of_parts(asked.body, found[1].encode("latin-1", "replace"))
    return Form()


def query_of(text: str) -> dict[str, str]:
    """The names and values of a query, the first of each name."""
    try:
        values = parse_qs(text, keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        return {}
    return {name: value[0] for name, value in values.items()}


def _of_parts(body: bytes, boundary: bytes) -> Form:
    """The parts of a form with a file, each between two lines of the boundary (RFC 7578)."""
    fields: dict[str, str] = {}
    files: dict[str, Upload] = {}
    for part in (b"\r\n" + body).split(b"\r\n--" + boundary, MOST_FIELDS + 1)[1:-1]:
        head, blank, content = part.partition(b"\r\n\r\n")
        about = head.decode("utf-8", "replace")
        name = NAME.search(about)
        if not blank or not name:
            continue  # the end, or nothing that a browser sends
        if file := FILE_NAME.search(about):
            files[name[1]] = Upload(file[1].replace("%22", '"'), content)
        else:
            fields[name[1]] = content.decode("utf-8", "replace")
    return Form(fields, files)


def shown(title: str, content: Markup, token: str = "", status: int = 200) -> Answered:
    """A page as an answer."""
    return Answered(status, page(title, content, token))


def elsewhere(path: str) -> Answered:
    """The answer that sends a browser on to another page, which may be loaded again without harm."""
    return Answered(303, headers={"Location": path})
