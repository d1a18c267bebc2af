"""Run every round again and compare, as a click tells it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from xlplugin.hosts import Host
from xlplugin.problems import Problem
from xlplugin.texts import t, tn
from xlplugin.verbs.checking import CheckResult, check_event
from xlplugin.verbs.frame import Result, refuse

MOST_TOLD = 8
"""At most this many differences fit into a message box."""


@dataclass(frozen=True, slots=True)
class Checked(Result):
    """What checking found."""

    found: CheckResult
    warnings: Sequence[str]

    def message(self) -> str:
        """How much was checked, and what differs."""
        rounds = tn("{n} round checked", "{n} rounds checked", self.found.rounds)
        lines = [f"- {text}" for text in (*self.found.problems, *self.found.differences)]
        if not lines:
            return t("{rounds}: no problems, no differences.", rounds=rounds)
        heading = t(
            "{rounds}; problems: {problems}, differences: {differences}.",
            rounds=rounds,
            problems=len(self.found.problems),
            differences=len(self.found.differences),
        )
        more = len(lines) - MOST_TOLD
        shown = lines[:MOST_TOLD]
        shown += [t("... and {n} more.", n=more)] if more > 0 else []
        return "\n".join([heading, "", *shown])


def click_check(host: Host, *, when: datetime | None = None) -> Checked:  # noqa: ARG001
    """Check, and have cells to be mended marked.

    Raises:
        WorkbookProblems: there are such cells.
    """
    result = check_event(host)
    refuse([problem for problem in result.problems if isinstance(problem, Problem)])
    return Checked(result, result.warnings)
