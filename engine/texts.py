"""Marks for texts that people see; the code that shows them looks them up in a language's catalogue."""

from __future__ import annotations


def msg(text: str) -> str:
    """A text for people, or a template with ``{named}`` places: English, translated when shown."""
    return text


def msgn(one: str, many: str) -> tuple[str, str]:
    """A text about a number of things: for one of them, and for any other number."""
    return one, many
