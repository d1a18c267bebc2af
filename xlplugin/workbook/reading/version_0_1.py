"""Facts that workbooks of version 0.1.0 have only as sentences.

Used where the cells that took their place are blank. Once nobody goes on with such a workbook, this
module can go, with its few calls.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from unicodedata import normalize

from engine import Status
from engine.pairing.forbidden import FORBIDDEN
from engine.reasons import Kind
from xlplugin.workbook.layouts.record_tabs import BY_HAND, PENALTY

STATES = re.compile(rf"\(No (\d+)\): ({'|'.join(Status)})(, declines the cut)?")
MUST_NOT_MEET = re.compile(f"must not meet|whom they may meet|{FORBIDDEN}", re.IGNORECASE)
"""Parts of the sentences that say who must never meet."""


def kind_of_note(rule: object, why: str, penalties: Collection[str]) -> str:
    """The kind of a line of ``Pairing notes``, where others may not read it as it is; else blank."""
    if rule == BY_HAND:
        return BY_HAND
    if rule in penalties:
        return PENALTY
    return Kind.FORBIDDEN if rule == FORBIDDEN or MUST_NOT_MEET.search(why) else ""


def facts_of_log(action: str, details: str) -> tuple[str, dict[str, str]]:
    """The kind and the facts of a line of ``Log``; a blank kind for none."""
    match action:
        case "Setting":
            name, _, value = details.partition(": ")
            value = value.partition(" (was ")[0]
            return "Setting", {name: "" if value == "blank" else value}
        case "Status":
            players = STATES.findall(details)
            return "Status", {no: state + " declines" * bool(more) for no, state, more in players}
        case "Name":
            typed = re.fullmatch(r"No (\d+): (.*)", details)
            return "Name", {typed[1]: typed[2].partition(" (was ")[0]} if typed else {}
        case "Number" | "Players":
            listed = details.partition(": ")[2] if action == "Players" else details
            names = re.findall(r"(.+?) \((\d+)\)(?:, |$)", listed, re.DOTALL)
            return "Name", {no: " ".join(normalize("NFC", name).split()) for name, no in names}
        case "Pair" | "Cut" | "Tiebreaker round":
            return "Round", {details.partition(":")[0]: ""}
        case "Standings":
            after = re.fullmatch(r"After round (\d+)", details)
            return "Standings", {after[1]: ""} if after else {}
    return "", {}


def cut_of(text: str) -> tuple[str, str, str] | None:
    """The number of players who go on, the elimination, and the tabs, from ``Cut tabs``; else ``None``."""
    record = re.fullmatch(r"\s*top\s+(\d+)\s*(?:,([^:]*))?:(.*)", text, re.IGNORECASE)
    return (record[1], (record[2] or "").strip(), record[3]) if record else None


def clock_of(text: str) -> tuple[str, str, str, str] | None:
    """The tab, the start, the minutes added and the pause, from ``Round clock``; else ``None``."""
    at = r"(2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d)"
    record = re.fullmatch(rf"(.+): from {at}(?:, more (\d{{1,5}}))?(?:, paused {at})?", text)
    return (record[1], record[2], record[3] or "", record[4] or "") if record else None


def penalty_applied(text: str) -> str:
    """The penalty that was applied, from ``Applied``."""
    return text.partition(":")[0].partition(".")[0]
