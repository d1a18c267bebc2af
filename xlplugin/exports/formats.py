"""The event in each of the formats that others read."""

from __future__ import annotations

from collections.abc import Sequence

from xlplugin.exports import chat, tabs
from xlplugin.exports.files import ALL
from xlplugin.exports.nrtm import write_nrtm
from xlplugin.exports.page import web_page
from xlplugin.exports.shared import Shared, status
from xlplugin.exports.sharing import tabs_to_share
from xlplugin.texts import t


def text_of(shared: Shared, kind: str, what: str = ALL, *, watch: bool = False) -> str:
    """The text of a file: one of ``files.TEXTS``, of messages one of ``files.WHAT``.

    Raises:
        OrganizerError: the format has no place for events of the ruleset.
        WorkbookProblems: something must be mended first.
    """
    if kind == "html":
        return web_page(shared, watch=watch)
    if kind == "markdown":
        return "\n".join(chat.messages(shared, what, chat.MOST))
    assert shared.table is not None
    if kind == "nrtm":
        return write_nrtm(shared.event, shared.table)
    return tabs.as_csv(shared.table.cells())


def workbook_of(shared: Shared, name: str, what: str = ALL, more: Sequence[str] = ()) -> bytes:
    """A workbook to share, as a file of this name, with one of ``files.WHAT`` and some of ``files.MORE``.

    Raises:
        OrganizerError: there is none of that yet.
    """
    from xlplugin.hosts.fresh import fresh_workbook  # noqa: PLC0415  (needs openpyxl)

    return fresh_workbook(tabs_to_share(shared, what, more), name, shared.event.title)


def summary(shared: Shared, kind: str) -> tuple[str, list[str]]:
    """How far an export goes, and what it leaves out."""
    event, table = shared.event, shared.table
    left_out = list(shared.left_out)
    if kind == "html" or table is None:
        return status(event), left_out
    if kind == "nrtm" and event.tiebreaker:
        left_out.append(
            t("The nrtm format has no place for the tiebreaker round; the order after it is kept.")
        )
    if table.is_final:
        return t("the whole event"), left_out
    if kind == "nrtm" and event.cuts:
        return t("up to {tab}", tab=event.cuts[-1].name), left_out
    return t("after round {round}", round=table.number), left_out
