"""The name of a verb in messages: its button after a click, its command on a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from xlplugin.ground import typed
from xlplugin.ground.texts import msg, t
from xlplugin.verbs.list import BUTTONS
from xlplugin.workbook.book import SheetData
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.reading.event_book import EventBook

LABELS = {verb.name: button.label for verb, button in BUTTONS}
_has_clicked = ContextVar("has_clicked", default=False)
_unhide = ContextVar("unhide", default="")


@contextmanager
def clicked() -> Iterator[None]:
    """Let messages speak of buttons meanwhile."""
    before = _has_clicked.set(True)
    try:
        yield
    finally:
        _has_clicked.reset(before)


def is_click() -> bool:
    """True if somebody has clicked, and sees no terminal."""
    return _has_clicked.get()


def call_unhiding(entry: str) -> None:
    """Let messages name the entry of a program's menu that shows a hidden tab again."""
    _unhide.set(entry)


def unhiding() -> str:
    """The entry of the menu of a tab that shows a hidden one again, in the program that was clicked in."""
    if is_click():
        return _unhide.get() or t("Unhide")
    return t("Unhide (in LibreOffice: Show Sheet)")


def way(event: EventBook, verb: str, *options: str, button: str = "") -> str:
    """The command or button of a verb, for what is said but not kept in the workbook.

    No dot or comma stands right behind it in a text: a command is copied. ``button`` names the verb that
    is clicked, where it is another one than with these ``options``.
    """
    if is_click():
        return t(LABELS[button or verb])
    return typed.command(verb, event.book.name, *options)


def what_is_left(event: EventBook, standings: SheetData | None) -> str:
    """The last things to do in an event, whose final ``standings`` may be written already."""
    text = msg("Still to do: {standings} and then {export}")
    if standings:
        text = msg("Still to do: {export}")
    return t(text, standings=way(event, "standings"), export=way(event, "export"))


def to_cut(event: EventBook, sizes: Sequence[int]) -> str:
    """The way to cut to one of these ``sizes`` where no cut is planned."""
    first, *others = map(str, sizes)
    if is_click():
        return event.how_to_set(event_tab.CUT_SIZE.name, t(" or ").join([first, *others]))
    command = way(event, "cut", "--top", first)
    if others:
        return t("{command} (or {sizes})", command=command, sizes=", ".join(others))
    return command
